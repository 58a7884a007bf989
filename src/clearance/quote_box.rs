//! Quote boxes: what they hold is looked up in the records, each text with the way back to its bytes.
//!
//! Which values stand on the face of a box, and what they are called, is [`crate::document::face`]'s to choose; here every
//! value becomes what the file has at its citation, and nothing else.

use serde::{Deserialize, Serialize};

use super::resolve::Block;
use crate::document::face::{Label, Line, elements, entry, face, title};
use crate::document::{
    Content, Decoding, Document, DocumentIndex, Fact, Passage, Provenance, Records, Value, Wrapping,
};

/// Names one fact of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FactRef {
    /// The document.
    pub document: DocumentIndex,
    /// Which of its facts.
    pub fact: usize,
}

/// How anyone who has the file can find a quoted text again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// SHA-256 of the file as it was given, in lower-case hexadecimal.
    pub sha256: String,
    /// What must be undone before the steps apply, outermost first.
    pub wrapping: Vec<Wrapping>,
    /// The steps from the unwrapped bytes to a text.
    pub steps: Vec<Decoding>,
    /// Where the quoted text stands in that text, in bytes.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// One line of a record-data box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What the value is: our words, or the file's own for a component.
    pub label: String,
    /// How to find the label again, where it is the file's own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub label_citation: Option<Citation>,
    /// The value exactly as the file has it, or the unbroken part of it that the citation says: the day of a moment.
    pub value: String,
    /// How to find the value again.
    pub citation: Citation,
    /// The unit exactly as the file has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<String>,
    /// How to find the unit again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit_citation: Option<Citation>,
}

/// Returns the boxes of a passage: one verbatim box for prose, one record-data box per fact else.
pub fn box_passage(passage: &Passage, records: &Records, passages: &[Passage]) -> Vec<Block> {
    let Some(document) = records.documents.get(passage.document.0 as usize) else { return Vec::new() };
    match &document.content {
        Content::Facts { .. } => passage
            .facts
            .clone()
            .filter_map(|fact| box_fact(FactRef { document: passage.document, fact }, records, passages))
            .collect(),
        Content::Prose { provenance, .. } => verbatim(passage, document, provenance, records).into_iter().collect(),
    }
}

fn verbatim(passage: &Passage, document: &Document, provenance: &Provenance, records: &Records) -> Option<Block> {
    Some(Block::Verbatim {
        reference: passage.reference.clone(),
        title: document.title.clone(),
        text: passage.span.of(&document.text)?.to_owned(),
        telling: None,
        citation: cite(provenance.clone(), records, passage.span.start(), passage.span.end())?,
    })
}

/// Returns the box of one fact; `None` when the fact does not exist or belongs to no passage.
pub fn box_fact(fact_ref: FactRef, records: &Records, passages: &[Passage]) -> Option<Block> {
    let document = records.documents.get(fact_ref.document.0 as usize)?;
    let fact = document.facts().get(fact_ref.fact)?;
    let passage = passages.iter().find(|p| p.document == fact_ref.document && p.facts.contains(&fact_ref.fact))?;
    let named = title(fact);
    let rows = |lines: Vec<Line<'_>>| lines.iter().map(|line| row(fact, line, records)).collect::<Option<Vec<Row>>>();
    Some(Block::RecordData {
        reference: passage.reference_of(fact_ref.fact).unwrap_or(&passage.reference).clone(),
        entry: entry(fact).into(),
        title: named.map_or_else(|| passage.heading.clone(), |value| value.text.to_string()),
        title_citation: named.and_then(|value| cell(fact, value, records)),
        rows: rows(face(fact, document.facts()))?,
        elements: rows(elements(fact))?,
    })
}

fn row(fact: &Fact, line: &Line<'_>, records: &Records) -> Option<Row> {
    let mut citation = cell(fact, line.value, records)?;
    (citation.start, citation.end) = (line.part.start, line.part.end);
    Some(Row {
        label: line.label.as_str().to_owned(),
        label_citation: match line.label {
            Label::Own(value) => cell(fact, value, records),
            Label::Ours(_) => None,
        },
        value: line.value.text.get(line.part.clone())?.to_owned(),
        citation,
        unit: line.unit.map(|unit| unit.text.to_string()),
        unit_citation: line.unit.and_then(|unit| cell(fact, unit, records)),
    })
}

fn cell(fact: &Fact, value: &Value, records: &Records) -> Option<Citation> {
    cite(fact.provenance(value), records, 0, value.text.len())
}

fn cite(provenance: Provenance, records: &Records, start: usize, end: usize) -> Option<Citation> {
    let file = records.files.get(provenance.file.0 as usize)?;
    Some(Citation { sha256: file.sha256.clone(), wrapping: file.wrapping.clone(), steps: provenance.steps, start, end })
}
