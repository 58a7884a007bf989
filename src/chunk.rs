//! Cuts documents into passages: pieces a person can read at a glance, each with a unique reference.
//!
//! Documents of facts are cut between headings and, where a heading holds much, between facts; prose
//! is cut by `prose`. Passages of one document never overlap, and every character of it that is not white
//! space is in exactly one, unless a [`Cutting`] asks for pieces that overlap or for several sizes.

mod cutting;
mod prose;
mod structure;

use std::collections::HashSet;
use std::ops::Range;

use crate::document::face::title;
use crate::document::page::pages_of;
use crate::document::{Document, DocumentIndex, DocumentKind, Fact, Passage, Patient, Records};
use crate::ingest::heading::Heading;
use crate::ingest::label;
use crate::reference::Reference;
use crate::span::{DocumentText, Span};

use structure::Structure;

pub use cutting::{Cut, Cutting, Unit};

/// Characters a passage holds at most: embedders of the MiniLM family read 256 tokens, and the densest of passages, lists of
/// laboratory values, have 0.31 for each character, their heading included. A single fact that is longer is one passage all the same.
pub const MAX_PASSAGE_CHARS: usize = 830;

/// Characters of a fact's name that stand in its reference at most.
const MAX_NAME_CHARS: usize = 40;

/// A piece before it has its reference.
struct Piece {
    heading: String,
    span: Span<DocumentText>,
    facts: Range<usize>,
    headings: Vec<Span<DocumentText>>,
    header: Option<Span<DocumentText>>,
}

/// Returns the passages of all documents, in the order of the documents and of their text.
///
/// A passage's reference depends on its patient, document, heading and text only, so that reading the
/// files again, or in another order, gives the same references. Only pieces that are alike in all of
/// these are numbered in the order of the text. Each fact has a reference of its own, which depends on its patient,
/// document, day, name and values in the same way.
pub fn passages(records: &Records) -> Vec<Passage> {
    passages_of(records, &Cutting::default())
}

/// As [`passages`], cut as `cutting` says. Passages of another cutting have other references where their text differs.
pub fn passages_of(records: &Records, cutting: &Cutting<'_>) -> Vec<Passage> {
    let mut chunking = Chunking::default();
    let mut passages = chunking.cut(records, cutting, usize::MAX);
    chunking.name_facts(records, &mut passages, usize::MAX);
    passages
}

/// Passages that are made in parts: first those of all documents, then the references of their facts, which must not have a say in those of
/// the passages.
#[derive(Debug, Default)]
pub struct Chunking {
    /// Documents that are cut.
    documents: usize,
    /// Passages whose facts have their references.
    named: usize,
    taken: HashSet<Reference>,
}

impl Chunking {
    /// Returns the passages of the next documents: of at least one, and of more until there are `most`. There are no more documents once
    /// [`documents`](Self::documents) is how many there are.
    pub fn cut(&mut self, records: &Records, cutting: &Cutting<'_>, most: usize) -> Vec<Passage> {
        let mut passages = Vec::new();
        while let Some(document) = records.documents.get(self.documents) {
            let index = DocumentIndex(self.documents as u32);
            let patient = document.subject.and_then(|subject| records.patients.get(subject.0 as usize));
            for piece in all_pieces(document, patient, cutting) {
                let reference = unused_reference(document, patient, &piece, &mut self.taken);
                let Piece { heading, span, facts, headings, header } = piece;
                let fact_references = Vec::new();
                passages.push(Passage {
                    reference,
                    document: index,
                    heading,
                    span,
                    facts,
                    fact_references,
                    headings,
                    header,
                });
            }
            self.documents += 1;
            if passages.len() >= most {
                break;
            }
        }
        passages
    }

    /// Returns how many documents are cut.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Gives the facts of the next of all `passages` their references: of about `most` passages, and all of one document at once.
    pub fn name_facts(&mut self, records: &Records, passages: &mut [Passage], most: usize) {
        let from = self.named;
        let mut last = None;
        for passage in passages.iter_mut().skip(from) {
            if self.named - from >= most && last != Some(passage.document) {
                break;
            }
            last = Some(passage.document);
            self.named += 1;
            let Some(document) = records.documents.get(passage.document.0 as usize) else { continue };
            let patient = document.subject.and_then(|subject| records.patients.get(subject.0 as usize));
            let facts = document.facts().get(passage.facts.clone()).unwrap_or_default();
            let taken = &mut self.taken;
            passage.fact_references =
                facts.iter().map(|fact| fact_reference(document, patient, &passage.heading, fact, taken)).collect();
        }
    }

    /// Returns of how many documents the facts have their references, all of whose passages are `passages`.
    pub fn named(&self, passages: &[Passage]) -> usize {
        passages.get(self.named).map_or(self.documents, |next| next.document.0 as usize)
    }
}

fn unused_reference(
    document: &Document,
    patient: Option<&Patient>,
    piece: &Piece,
    taken: &mut HashSet<Reference>,
) -> Reference {
    let label = patient.map_or_else(|| document.title.clone(), |patient| label(patient, document.date));
    let patient_id = patient.map_or("", |patient| patient.id.as_str());
    let text = piece.span.of(&document.text).unwrap_or_default();
    let content = [patient_id, document.id.as_str(), piece.heading.as_str(), text].map(str::as_bytes);
    unused(&label, &piece.heading, &content, taken)
}

/// Returns the reference of one fact: whom it is about, its own day, what it is called, and a code made of its values.
fn fact_reference(
    document: &Document,
    patient: Option<&Patient>,
    heading: &str,
    fact: &Fact,
    taken: &mut HashSet<Reference>,
) -> Reference {
    let day = fact.begun.as_ref().map(|moment| moment.day).or(document.date);
    let label = patient.map_or_else(|| document.title.clone(), |patient| label(patient, day));
    let name = title(fact).map_or_else(|| heading.to_owned(), |title| shortened(&title.text));
    let patient_id = patient.map_or("", |patient| patient.id.as_str());
    let kind = Heading::of(fact).as_str();
    let mut content = vec![patient_id, document.id.as_str(), kind];
    content.extend(fact.begun.iter().map(|moment| moment.value.text.as_str()));
    for field in &fact.fields {
        content.extend([field.value.text.as_str(), field.unit.as_ref().map_or("", |unit| &unit.text)]);
    }
    let content: Vec<&[u8]> = content.into_iter().map(str::as_bytes).collect();
    unused(&label, &name, &content, taken)
}

/// Returns `name` as one line of at most [`MAX_NAME_CHARS`], cut between words.
fn shortened(name: &str) -> String {
    let mut short = String::new();
    let mut chars = 0;
    for word in name.split_whitespace() {
        chars += word.chars().count() + usize::from(!short.is_empty());
        if chars > MAX_NAME_CHARS {
            let cut = if short.is_empty() { word.chars().take(MAX_NAME_CHARS - 1).collect() } else { short };
            return cut.trim_end_matches([',', ';', ':']).to_owned() + "…";
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

/// Returns a reference that is not `taken` yet, and takes it.
fn unused(label: &str, heading: &str, content: &[&[u8]], taken: &mut HashSet<Reference>) -> Reference {
    let mut reference = Reference::new(label, heading, content);
    let mut occurrence = 1_u64;
    while taken.contains(&reference) {
        occurrence += 1;
        let number = occurrence.to_le_bytes();
        let content: Vec<&[u8]> = content.iter().copied().chain([number.as_slice()]).collect();
        reference = Reference::new(label, heading, &content);
    }
    taken.insert(reference.clone());
    reference
}

/// Returns the pieces of `document` in every size that is asked for.
fn all_pieces(document: &Document, patient: Option<&Patient>, cutting: &Cutting<'_>) -> Vec<Piece> {
    if cutting.bounds.is_empty() {
        return pieces(document, patient, cutting, usize::MAX);
    }
    cutting.bounds.iter().flat_map(|&most| pieces(document, patient, cutting, most)).collect()
}

/// Returns the pieces of `document`, of at most `most`; one piece where that is [`usize::MAX`].
fn pieces(document: &Document, patient: Option<&Patient>, cutting: &Cutting<'_>, most: usize) -> Vec<Piece> {
    if document.facts().is_empty() {
        let kind = note_kind(document, patient);
        let structure = Structure::of(&document.text);
        let cut = match most {
            usize::MAX => {
                let start = document.text.len() - document.text.trim_start().len();
                vec![(None, Span::at(start, document.text.trim().len()))]
            }
            most => prose::cut(&document.text, most, cutting.size),
        };
        let mut before = 0;
        return cut
            .into_iter()
            .filter(|(_, span)| !span.is_empty())
            .map(|(section, span)| {
                let mut heading = section.map_or_else(|| kind.to_owned(), |section| format!("{kind}: {section}"));
                if let Some(pages) = pages_of(document.pages(), span) {
                    heading = format!("{heading}, {pages}");
                }
                let (headings, header) = (structure.headings(span.start()), structure.header(span.start()));
                let earlier = std::mem::replace(&mut before, span.start());
                let span = prose::extended(&document.text, earlier, span, cutting.overlap, cutting.size);
                Piece { heading, span, facts: 0..0, headings, header }
            })
            .collect();
    }
    let bare = |heading: String, span: Span<DocumentText>, facts: Range<usize>| Piece {
        heading,
        span,
        facts,
        headings: Vec::new(),
        header: None,
    };
    if let (usize::MAX, Some([first, .., last] | [first @ last])) = (most, Some(document.facts())) {
        let heading = Heading::of(first).as_str().to_owned();
        return vec![bare(heading, spanning(first, last), 0..document.facts().len())];
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for part in document.facts().chunk_by(|a, b| Heading::of(a) == Heading::of(b)) {
        for facts in shares(document, part, cutting.size, most) {
            let facts = start + facts.start..start + facts.end;
            if let Some([first, .., last] | [first @ last]) = document.facts().get(facts.clone()) {
                let heading = Heading::of(first).as_str().to_owned();
                pieces.push(bare(heading, spanning(first, last), facts));
            }
        }
        start += part.len();
    }
    pieces
}

/// Returns how the facts under one heading are shared out: to as few passages as hold them, each about as long
/// as the others, so that no fact is left alone at the end.
fn shares(document: &Document, part: &[Fact], size: &dyn Fn(&str) -> usize, most: usize) -> Vec<Range<usize>> {
    let between = |from: usize, to: usize| match (part.get(from), part.get(to)) {
        (Some(first), Some(last)) => spanning(first, last).of(&document.text).map_or(0, size),
        _ => 0,
    };
    let whole = between(0, part.len().saturating_sub(1));
    let share = whole.div_ceil(whole.div_ceil(most.max(1)).max(1));
    let mut shares = Vec::new();
    let mut start = 0;
    for end in 1..=part.len() {
        if end == part.len() || between(start, end) > most || between(start, end - 1) >= share {
            shares.push(start..end);
            start = end;
        }
    }
    shares
}

fn spanning(first: &Fact, last: &Fact) -> Span<DocumentText> {
    Span::at(first.text.start(), last.text.end().saturating_sub(first.text.start()))
}

/// Returns what stands after whom and when in the title of a note: `Progress note`.
fn note_kind<'d>(document: &'d Document, patient: Option<&Patient>) -> &'d str {
    let label = patient.map(|patient| label(patient, document.date));
    let rest = label.and_then(|label| document.title.strip_prefix(label.as_str()));
    match rest.map(|rest| rest.trim_start_matches([' ', '·'])) {
        Some(kind) if !kind.is_empty() => kind,
        _ if document.kind == DocumentKind::Note => "Note",
        _ => "Text",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Content, Decoding, FileIndex, PatientIndex, Provenance};

    fn note(text: &str) -> Document {
        Document {
            id: "p/2020-01-02/note-0".into(),
            kind: DocumentKind::Note,
            subject: Some(PatientIndex(0)),
            date: Some(jiff::civil::date(2020, 1, 2)),
            title: "Okafor 2020-01-02 · Progress note".into(),
            author: None,
            text: text.into(),
            content: Content::Prose {
                provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
                pages: Vec::new(),
            },
            revision: None,
        }
    }

    fn records(documents: Vec<Document>) -> Records {
        let patient = Patient {
            id: "p".into(),
            name: "Amara Okafor".into(),
            family: "Okafor".into(),
            birth: None,
            death: None,
            gender: None,
        };
        Records { patients: vec![patient], documents, ..Records::default() }
    }

    #[test]
    fn a_reference_says_whom_when_and_what() {
        let records = records(vec![note("# Plan\nRest.")]);
        let passage = &passages(&records)[0];
        assert_eq!(passage.heading, "Progress note: plan");
        assert!(passage.reference.as_str().starts_with("Okafor 2020-01-02 · Progress note: plan · "));
    }

    #[test]
    fn pieces_that_are_alike_have_references_of_their_own() {
        let paragraph = "word ".repeat(150);
        let records = records(vec![note(&format!("{paragraph}\n\n{paragraph}\n\n{paragraph}"))]);
        let passages = passages(&records);
        let references: HashSet<&Reference> = passages.iter().map(|passage| &passage.reference).collect();
        assert_eq!((passages.len(), references.len()), (3, 3));
    }

    #[test]
    fn a_long_name_is_cut_between_words() {
        for (name, short) in [
            ("Blood  Pressure\n", "Blood Pressure"),
            ("Influenza, seasonal, injectable, preservative free", "Influenza, seasonal, injectable…"),
            ("Pneumonoultramicroscopicsilicovolcanoconiosis", "Pneumonoultramicroscopicsilicovolcanoco…"),
            ("ééééééééééééééééééééééééééééééééééééééé é", "ééééééééééééééééééééééééééééééééééééééé…"),
            ("", ""),
        ] {
            assert_eq!(shortened(name), short);
        }
    }

    /// Tokens as a word-piece tokenizer would count them, roughly: a token for every four letters.
    fn tokens(text: &str) -> usize {
        text.split_whitespace().map(|word| word.chars().count().div_ceil(4)).sum()
    }

    #[test]
    fn a_table_that_is_cut_keeps_its_header_and_pieces_know_their_headings() {
        let rows: String = (0..200).map(|row| format!("Test {row} | {row} mmol/L | 1–9\n")).collect();
        let text = format!("# Letter\n\n## Results\n\nTest | Result | Reference\n--- | --- | ---\n{rows}");
        let records = records(vec![note(&text)]);
        let passages = passages(&records);
        let first_row = text.find("Test 0").unwrap();
        let rows: Vec<&Passage> = passages.iter().filter(|passage| passage.span.start() > first_row).collect();
        assert!(rows.len() > 1);
        for passage in rows {
            assert_eq!(passage.header.unwrap().of(&text), Some("Test | Result | Reference"));
            let headings: Vec<_> = passage.headings.iter().map(|span| span.of(&text).unwrap()).collect();
            assert_eq!(headings, ["# Letter", "## Results"]);
        }
        assert_eq!(passages[0].header, None);
    }

    #[test]
    fn bounds_are_in_the_unit_that_is_asked_for() {
        let text = "She walks daily and sleeps well. ".repeat(60);
        let records = records(vec![note(&text)]);
        let cutting = Cutting { size: &tokens, bounds: &[40, 160], overlap: 12 };
        let cut = passages_of(&records, &cutting);
        let sizes: Vec<usize> = cut.iter().map(|passage| tokens(passage.span.of(&text).unwrap())).collect();
        let (small, large): (Vec<usize>, Vec<usize>) = sizes.iter().partition(|size| **size <= 40 + 12);
        assert!(
            small.len() > large.len() && large.len() > 1 && large.iter().all(|size| *size <= 160 + 12),
            "{sizes:?}"
        );
        let first: Vec<_> = cut.iter().take(small.len().min(3)).map(|passage| passage.span).collect();
        assert!(first[1].start() < first[0].end() && first[0].start() < first[1].start(), "{first:?}");
        let shared = text.get(first[1].start()..first[0].end()).unwrap();
        assert!(shared.starts_with("She walks") && tokens(shared) <= 12, "{shared:?}");
        let references: HashSet<_> = cut.iter().map(|passage| &passage.reference).collect();
        assert_eq!(references.len(), cut.len());
    }

    #[test]
    fn a_document_may_be_left_whole() {
        let text = format!("\n{}\n", "One. Two.\n\n".repeat(400));
        let whole = passages_of(&records(vec![note(&text)]), &Cutting::whole());
        assert_eq!((whole.len(), whole[0].span.of(&text)), (1, Some(text.trim())));
    }

    proptest! {
        #[test]
        fn references_are_unique_and_do_not_depend_on_the_order_of_documents(
            texts in prop::collection::vec("(# Plan\n|[a-zA-Zé .\n]{0,30}){1,80}", 1..6),
        ) {
            let documents: Vec<Document> = texts
                .iter()
                .enumerate()
                .map(|(index, text)| Document { id: format!("p/2020-01-02/note-{index}"), ..note(text) })
                .collect();
            let forward = passages(&records(documents.clone()));
            let backward = passages(&records(documents.into_iter().rev().collect()));
            let set = |passages: &[Passage]| passages.iter().map(|p| p.reference.clone()).collect::<HashSet<_>>();
            prop_assert_eq!(set(&forward).len(), forward.len());
            prop_assert_eq!(set(&forward), set(&backward));
        }
    }
}
