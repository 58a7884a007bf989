//! Quote boxes: what they hold is looked up in the records, each text with the way back to its bytes.
//!
//! Which values stand on the face of a box, and what they are called, is [`crate::document::face`]'s to choose; here every
//! value becomes what the file has at its citation, and nothing else.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::resolve::Block;
use crate::document::face::{Label, Line, elements, entry, face, title};
use crate::document::{
    Content, Decoding, Document, DocumentIndex, Fact, Passage, Provenance, Records, Value, Wrapping,
};
use crate::reference::Reference;
use crate::span::{DocumentText, Span};

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

/// An unbroken stretch that stands above a quotation, with its own way back to its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Above {
    /// What it is.
    pub kind: AboveKind,
    /// The reference of the passage that holds it.
    pub reference: Reference,
    /// The text, byte for byte.
    pub text: String,
    /// How to find it again.
    pub citation: Citation,
}

/// What stands above a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AboveKind {
    /// A heading.
    Heading,
    /// The header row of a table.
    HeaderRow,
}

/// Returns the boxes of a passage: one verbatim box for prose, one record-data box per fact else.
pub fn box_passage(passage: &Passage, records: &Records, passages: &[Passage]) -> Vec<Block> {
    let Some(document) = records.documents.get(passage.document.0 as usize) else { return Vec::new() };
    match &document.content {
        Content::Facts { .. } => {
            let boxed = |fact| box_fact(FactRef { document: passage.document, fact }, records, passages);
            passage.facts.clone().filter_map(boxed).collect()
        }
        Content::Prose { provenance: of, .. } => Vec::from_iter(verbatim(passage, document, of, (records, passages))),
    }
}

/// Returns a stretch of prose with what stands above it, each with its way back.
fn verbatim(passage: &Passage, document: &Document, of: &Provenance, all: (&Records, &[Passage])) -> Option<Block> {
    let (records, passages) = all;
    let cited = |span: Span<DocumentText>| cite(of.clone(), records, span.range());
    let headings = passage.headings.iter().map(|span| (AboveKind::Heading, *span));
    let header = passage.header.iter().map(|span| (AboveKind::HeaderRow, *span));
    let beside = of_document(passages, passage.document);
    let above = headings.chain(header).filter_map(|(kind, span)| {
        let holds = |other: &&Passage| other.document == passage.document && other.span.contains(span);
        let reference = beside.iter().chain(passages).find(holds).unwrap_or(passage).reference.clone();
        Some(Above { kind, reference, text: span.of(&document.text)?.to_owned(), citation: cited(span)? })
    });
    Some(Block::Verbatim {
        above: above.collect(),
        reference: passage.reference.clone(),
        person: records.told_apart(document),
        title: document.title.clone(),
        text: passage.span.of(&document.text)?.to_owned(),
        telling: None,
        citation: cited(passage.span)?,
    })
}

/// Returns the box of one fact; `None` when the fact does not exist or belongs to no passage.
pub fn box_fact(fact_ref: FactRef, records: &Records, passages: &[Passage]) -> Option<Block> {
    let document = records.documents.get(fact_ref.document.0 as usize)?;
    let fact = document.facts().get(fact_ref.fact)?;
    let passage = holding(fact_ref, passages)?;
    let named = title(fact);
    let rows = |lines: Vec<Line<'_>>| lines.iter().map(|line| row(fact, line, records)).collect::<Option<Vec<Row>>>();
    Some(Block::RecordData {
        reference: passage.reference_of(fact_ref.fact).unwrap_or(&passage.reference).clone(),
        person: records.told_apart(document),
        entry: entry(fact).into(),
        title: named.map_or_else(|| passage.heading.clone(), |value| value.text.to_string()),
        title_citation: named.and_then(|value| cell(fact, value, records)),
        rows: rows(face(fact, document.facts()))?,
        elements: rows(elements(fact))?,
    })
}

/// Returns the passage of `passages` that holds `fact`.
pub(crate) fn holding(fact: FactRef, passages: &[Passage]) -> Option<&Passage> {
    let holds = |passage: &&Passage| passage.document == fact.document && passage.facts.contains(&fact.fact);
    of_document(passages, fact.document).iter().chain(passages).find(holds)
}

/// Returns the passages of `document` where all are in the order of their documents, as those of an index are. Whoever looks for something
/// among them looks among all then, which for an index is seldom needed.
fn of_document(passages: &[Passage], document: DocumentIndex) -> &[Passage] {
    let from = passages.partition_point(|passage| passage.document < document);
    let rest = passages.get(from..).unwrap_or_default();
    rest.get(..rest.partition_point(|passage| passage.document == document)).unwrap_or_default()
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
    cite(fact.provenance(value), records, 0..value.text.len())
}

fn cite(provenance: Provenance, records: &Records, Range { start, end }: Range<usize>) -> Option<Citation> {
    let file = records.files.get(provenance.file.0 as usize)?;
    Some(Citation { sha256: file.sha256.clone(), wrapping: file.wrapping.clone(), steps: provenance.steps, start, end })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::document::{
        Coded, Component, DocumentKind, FactKind, Field, FileIndex, Form, Moment, Reading, SourceFile,
    };

    /// The bytes that every value below says it stands in, and the file that they are of.
    const FILE: &str =
        r#"{"code":"Body weight","value":71.25,"unit":"kg","at":"2021-04-05T08:00:00Z","part":"Fat share","share":18}"#;
    const NOTE: &str = "Seen today. Weighs more than before.";

    fn value(text: &str, form: Form) -> Value {
        let at = FILE.find(text).unwrap();
        let (at, len) = if form == Form::String { (at - 1, text.len() + 2) } else { (at, text.len()) };
        Value { text: text.into(), span: Span::at(at, len), form, aside: 0 }
    }

    fn field(label: &str, value: Value, unit: Option<Value>) -> Field {
        Field { label: label.into(), value, unit, item: 0, sentence: Span::at(0, 0) }
    }

    fn weight() -> Fact {
        let display = value("Body weight", Form::String);
        let moment = value("2021-04-05T08:00:00Z", Form::String);
        let code = Coded { system: None, code: None, display: display.clone(), term: None, others: Box::default() };
        let number = value("71.25", Form::Token);
        let part = Coded { display: value("Fat share", Form::String), ..code.clone() };
        let reading = Reading::Quantity { value: number.clone(), number: 71.25, unit: Some(value("kg", Form::String)) };
        Fact {
            kind: FactKind::Observation,
            file: FileIndex(0),
            span: Span::at(0, FILE.len()),
            elsewhere: Vec::new(),
            code: Some(code),
            category: None,
            status: None,
            begun: Some(Moment { value: moment, day: jiff::civil::date(2021, 4, 5) }),
            ended: None,
            reading: Some(reading),
            components: vec![Component { code: part, reading: None }],
            fields: vec![
                field("Code", display, None),
                field("Value", number, Some(value("kg", Form::String))),
                field("Component code", value("Fat share", Form::String), None),
                field("Component value", value("18", Form::Token), None),
            ],
            text: Span::at(0, 0),
            revision: None,
        }
    }

    fn document(content: Content, text: &str) -> Document {
        Document {
            id: "a".to_owned(),
            kind: DocumentKind::Note,
            subject: None,
            date: None,
            title: "A title".to_owned(),
            author: None,
            text: text.to_owned(),
            content,
            revision: None,
        }
    }

    fn passage(document: u32, span: Span<DocumentText>, facts: std::ops::Range<usize>) -> Passage {
        let reference = |what: &str| Reference::parse(&format!("A {document} {what}"));
        Passage {
            reference: reference("passage"),
            document: DocumentIndex(document),
            heading: "A heading".to_owned(),
            span,
            fact_references: facts.clone().map(|fact| reference(&fact.to_string())).collect(),
            facts,
            headings: Vec::new(),
            header: None,
        }
    }

    /// Two weights, of which the second is called by its heading, and a note.
    pub(in crate::clearance) fn records() -> (Records, Vec<Passage>) {
        let nameless = Fact { code: None, fields: weight().fields.split_off(1), ..weight() };
        let steps = vec![Decoding::Bytes { start: 0, end: NOTE.len() }];
        let prose = Content::Prose { provenance: Provenance { file: FileIndex(1), steps }, pages: Vec::new() };
        let records = Records {
            files: [("first", Vec::new()), ("second", vec![Wrapping::Gzip])]
                .map(|(sha256, wrapping)| SourceFile { sha256: sha256.to_owned(), wrapping, bytes: 1, cut: false })
                .into(),
            documents: vec![document(Content::Facts { facts: vec![weight(), nameless] }, ""), document(prose, NOTE)],
            ..Records::default()
        };
        let passages = vec![passage(0, Span::at(0, 0), 0..2), passage(1, Span::at(12, 24), 0..0)];
        (records, passages)
    }

    fn rows(block: &Block) -> Vec<(&str, &str, Option<&str>)> {
        let Block::RecordData { rows, .. } = block else { panic!("no box of record data") };
        rows.iter().map(|row| (row.label.as_str(), row.value.as_str(), row.unit.as_deref())).collect()
    }

    /// What the file has at a citation.
    fn cited(citation: &Citation) -> String {
        let text = Provenance { file: FileIndex(0), steps: citation.steps.clone() }.replay(FILE.as_bytes()).unwrap();
        text[citation.start..citation.end].to_owned()
    }

    #[test]
    fn each_value_of_a_box_is_what_the_file_has_at_its_citation() {
        let (records, passages) = records();
        let [first, second] = box_passage(&passages[0], &records, &passages).try_into().unwrap();
        assert_eq!(
            rows(&first),
            [("Value", "71.25", Some("kg")), ("Fat share", "18", None), ("Issued", "2021-04-05", None)]
        );
        let Block::RecordData { reference, entry, title, title_citation, rows, elements, .. } = &first else {
            panic!()
        };
        assert_eq!((reference.as_str(), entry.as_ref(), title.as_str()), ("A 0 0", "Observation", "Body weight"));
        assert_eq!(cited(title_citation.as_ref().unwrap()), "Body weight");
        assert_eq!(elements.len(), 5, "all fields, and the moment that none of them has");
        for row in rows.iter().chain(elements) {
            assert_eq!(cited(&row.citation), row.value);
            assert_eq!(row.unit_citation.as_ref().map(cited), row.unit);
            assert_eq!(row.citation.sha256, "first");
        }
        assert_eq!(rows[1].label_citation.as_ref().map(cited).as_deref(), Some("Fat share"));
        assert_eq!(rows[0].label_citation, None, "our own word");
        let Block::RecordData { reference, title, title_citation, .. } = &second else { panic!() };
        assert_eq!((reference.as_str(), title.as_str(), title_citation), ("A 0 1", "A heading", &None));
    }

    #[test]
    fn a_passage_of_prose_is_quoted_byte_for_byte() {
        let (records, passages) = records();
        let [block] = box_passage(&passages[1], &records, &passages).try_into().unwrap();
        let Block::Verbatim { reference, title, text, telling, citation, above, .. } = block else { panic!() };
        assert_eq!(above, []);
        assert_eq!((reference.as_str(), title.as_str(), text.as_str()), ("A 1 passage", "A title", &NOTE[12..]));
        assert_eq!(
            (telling, citation.sha256.as_str(), &citation.wrapping[..]),
            (None, "second", &[Wrapping::Gzip][..])
        );
        assert_eq!((citation.start, citation.end), (12, 36));
    }

    #[test]
    fn what_stands_above_a_quotation_leads_to_the_passage_of_its_own_document_that_holds_it() {
        let (records, mut passages) = records();
        let other = passage(0, Span::at(0, NOTE.len()), 0..0);
        let before = Passage { reference: Reference::parse("A 1 before"), ..passage(1, Span::at(0, 12), 0..0) };
        passages.insert(0, other);
        passages.insert(1, before);
        let quoted = Passage { headings: vec![Span::at(0, 11)], header: Some(Span::at(12, 6)), ..passages[3].clone() };
        let [block] = box_passage(&quoted, &records, &passages).try_into().unwrap();
        let Block::Verbatim { above, .. } = block else { panic!() };
        let shown = above.iter().map(|above| (above.kind, above.reference.as_str(), above.text.as_str()));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [(AboveKind::Heading, "A 1 before", "Seen today."), (AboveKind::HeaderRow, "A 1 passage", "Weighs"),]
        );
    }

    #[test]
    fn the_passages_of_a_document_are_found_in_their_order() {
        let of = |document| passage(document, Span::at(0, 0), 0..0);
        let passages = [of(0), of(1), of(1), of(3)];
        let found = |document| of_document(&passages, DocumentIndex(document));
        assert_eq!(found(0), &passages[..1]);
        assert_eq!(found(1), &passages[1..3]);
        assert_eq!(found(3), &passages[3..]);
        assert!(found(2).is_empty() && found(4).is_empty());
    }

    #[test]
    fn what_is_not_there_has_no_box() {
        let (mut records, passages) = records();
        let fact = |document, fact| FactRef { document: DocumentIndex(document), fact };
        assert!(box_fact(fact(0, 1), &records, &passages).is_some());
        for missing in [fact(0, 2), fact(1, 0), fact(7, 0)] {
            assert!(box_fact(missing, &records, &passages).is_none());
        }
        assert!(box_fact(fact(0, 0), &records, &passages[1..]).is_none(), "it is a part of no passage");
        let others = [passage(1, Span::at(0, 0), 0..2), passage(0, Span::at(0, 0), 1..2), passages[0].clone()];
        let Some(Block::RecordData { reference, .. }) = box_fact(fact(0, 0), &records, &others) else { panic!() };
        assert_eq!(reference.as_str(), "A 0 0", "of its own passage");
        let beyond = Passage { document: DocumentIndex(7), ..passages[0].clone() };
        assert!(box_passage(&beyond, &records, &passages).is_empty());
        let cut = Passage { span: Span::at(12, 25), ..passages[1].clone() };
        assert!(box_passage(&cut, &records, &passages).is_empty(), "longer than its text");
        records.files.clear();
        assert!(box_passage(&passages[1], &records, &passages).is_empty(), "no way back to a file");
        assert!(box_fact(fact(0, 0), &records, &passages).is_none());
    }
}
