//! Where the bytes behind a reference lie, and what of them the box shows: for a reader who opens the source.
//!
//! The records keep no bytes of their files. So a caller first asks for the [`pieces`] of files that a reference leads to,
//! reads them where it keeps the files, and gives them to [`source`], which finds every value of the box in them again.

use std::ops::Range;

use jiff::civil::Date;

use crate::document::face::{Label, Line, elements, face, title};
use crate::document::page::{Spot, spots};
use crate::document::{
    Content, Decoding, Document, DocumentKind, Elsewhere, Fact, FileIndex, Form, Passage, Provenance, Records,
    SourceFile, Value,
};
use crate::error::{Code, Error, Result};
use crate::reference::Reference;
use crate::span::{DocumentText, File, Span};

/// A stretch of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'r> {
    /// The file.
    pub file: &'r SourceFile,
    /// Where it lies in the unwrapped file.
    pub span: Span<File>,
}

/// What a reference leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Source<'r> {
    /// The name of the fact, or the title of the document.
    pub title: String,
    /// What kind of document it is in.
    pub kind: DocumentKind,
    /// The day it is about.
    pub date: Option<Date>,
    /// What it consists of.
    pub content: Shown<'r>,
}

/// The content of a [`Source`].
#[derive(Debug, Clone, PartialEq)]
pub enum Shown<'r> {
    /// Entries of files, one for each piece.
    Entries(Vec<Entry<'r>>),
    /// A decoded text.
    Prose {
        /// The stretch of the file that it was decoded from; `None` when it is all of the file.
        piece: Option<Piece<'r>>,
        /// The steps by which it was decoded.
        steps: &'r [Decoding],
        /// The text.
        text: &'r str,
        /// The quoted passage.
        passage: Span<DocumentText>,
        /// Where the passage stands on the pages of the file, if it has pages.
        spots: Vec<Spot>,
        /// Whether the bytes of the piece, decoded again, are this text; `None` without the bytes.
        same: Option<bool>,
    },
}

/// A resource as its file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'r> {
    /// Where it lies.
    pub piece: Piece<'r>,
    /// Its bytes as text, unchanged; `None` when they were not given, or are not of this file.
    pub text: Option<String>,
    /// The values that the box shows, in order and apart from one another.
    pub marks: Vec<Mark>,
    /// Values of the box that stand in this entry, byte for byte, where their citation says.
    pub found: usize,
    /// Values that should and do not.
    pub missing: usize,
}

/// A stretch of an [`Entry`] that its box shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the entry's text; within the quotation marks of a string.
    pub range: Range<usize>,
    /// Whether it stands on the face of the box, or only among its elements.
    pub on_face: bool,
}

/// Returns the pieces of files that [`source`] needs for `reference`, in its order.
///
/// # Errors
/// `not-found` when the reference names nothing of these records.
pub fn pieces<'r>(records: &'r Records, passages: &[Passage], reference: &Reference) -> Result<Vec<Piece<'r>>> {
    let Found { document, facts, .. } = find(records, passages, reference)?;
    Ok(match &document.content {
        Content::Facts { .. } => entries(records, facts).into_iter().map(|(piece, ..)| piece).collect(),
        Content::Prose { provenance, .. } => prose_piece(records, provenance).into_iter().collect(),
    })
}

/// Returns what `reference` leads to: a fact, all facts of a passage, or a passage of prose. `slices` are the bytes of the
/// [`pieces`], as far as they could be read.
///
/// # Errors
/// `not-found` when the reference names nothing of these records.
pub fn source<'r>(
    records: &'r Records,
    passages: &[Passage],
    reference: &Reference,
    slices: &[Option<&[u8]>],
) -> Result<Source<'r>> {
    let Found { document, passage, facts } = find(records, passages, reference)?;
    let slice = |at: usize| slices.get(at).copied().flatten();
    let only = if let [fact] = facts { Some(fact) } else { None };
    let content = match &document.content {
        Content::Facts { facts: all } => Shown::Entries(
            entries(records, facts)
                .into_iter()
                .enumerate()
                .map(|(at, (piece, file, facts))| Entry::new((piece, file), &facts, all, slice(at)))
                .collect(),
        ),
        Content::Prose { provenance, pages } => {
            let piece = prose_piece(records, provenance);
            let again = piece.zip(slice(0)).map(|(piece, slice)| replay(provenance, piece.span, slice));
            Shown::Prose {
                piece,
                steps: &provenance.steps,
                text: &document.text,
                passage: passage.span,
                spots: spots(pages, passage.span),
                same: again.map(|again| again.as_deref() == Some(document.text.as_str())),
            }
        }
    };
    Ok(Source {
        title: match only {
            Some(fact) => title(fact).map_or_else(|| passage.heading.clone(), |value| value.text.to_string()),
            None => document.title.clone(),
        },
        kind: document.kind,
        date: only.and_then(|fact| fact.begun.as_ref()).map(|moment| moment.day).or(document.date),
        content,
    })
}

struct Found<'r, 'p> {
    document: &'r Document,
    passage: &'p Passage,
    facts: &'r [Fact],
}

fn find<'r, 'p>(records: &'r Records, passages: &'p [Passage], reference: &Reference) -> Result<Found<'r, 'p>> {
    let found = passages.iter().find_map(|passage| {
        let facts = if passage.reference == *reference {
            passage.facts.clone()
        } else {
            let at = passage.fact_references.iter().position(|own| own == reference)? + passage.facts.start;
            at..at + 1
        };
        let document = records.documents.get(passage.document.0 as usize)?;
        Some(Found { document, passage, facts: document.facts().get(facts).unwrap_or_default() })
    });
    found.ok_or_else(|| Error::new(Code::NotFound, "this reference leads to nothing of the records in this room"))
}

/// Returns the entries that hold `facts`, each once, with the facts that have values in it.
fn entries<'r>(records: &'r Records, facts: &'r [Fact]) -> Vec<(Piece<'r>, FileIndex, Vec<&'r Fact>)> {
    let mut entries: Vec<(Piece<'r>, FileIndex, Vec<&Fact>)> = Vec::new();
    for fact in facts {
        let own = Elsewhere { file: fact.file, span: fact.span };
        for Elsewhere { file: index, span } in std::iter::once(own).chain(fact.elsewhere.iter().copied()) {
            match entries.iter_mut().find(|(piece, file, _)| (piece.span, *file) == (span, index)) {
                Some((.., facts)) => facts.push(fact),
                None => {
                    let piece = records.files.get(index.0 as usize).map(|file| Piece { file, span });
                    entries.extend(piece.map(|piece| (piece, index, vec![fact])));
                }
            }
        }
    }
    entries
}

/// Returns the bytes that the first step of `provenance` takes.
fn prose_piece<'r>(records: &'r Records, provenance: &Provenance) -> Option<Piece<'r>> {
    let file = records.files.get(provenance.file.0 as usize)?;
    match *provenance.steps.first()? {
        Decoding::Bytes { start, end } | Decoding::JsonString { start, end } => {
            Some(Piece { file, span: Span::new(start..end)? })
        }
        Decoding::Base64 | Decoding::Xml | Decoding::Markup | Decoding::Pdf | Decoding::Status => None,
    }
}

/// Returns what the steps of `provenance` make of `slice`, the bytes that the first of them takes.
fn replay(provenance: &Provenance, span: Span<File>, slice: &[u8]) -> Option<String> {
    if slice.len() != span.len() {
        return None;
    }
    let mut steps = provenance.steps.clone();
    match steps.first_mut()? {
        Decoding::Bytes { start, end } | Decoding::JsonString { start, end } => (*start, *end) = (0, slice.len()),
        Decoding::Base64 | Decoding::Xml | Decoding::Markup | Decoding::Pdf | Decoding::Status => {}
    }
    Provenance { file: provenance.file, steps }.replay(slice).ok()
}

impl<'r> Entry<'r> {
    fn new((piece, file): (Piece<'r>, FileIndex), facts: &[&Fact], of: &[Fact], slice: Option<&[u8]>) -> Self {
        let text = slice.filter(|slice| slice.len() == piece.span.len());
        let text = text.and_then(|slice| std::str::from_utf8(slice).ok()).map(str::to_owned);
        let mut entry = Entry { piece, text, marks: Vec::new(), found: 0, missing: 0 };
        let mut shown: Vec<Mark> = Vec::new();
        for fact in facts {
            let is_here = |(value, _): &(&Value, Range<usize>)| fact.file_of(value) == file;
            let title = title(fact).into_iter().map(|value| (value, 0..value.text.len()));
            entry.take(title.filter(is_here), true, &mut shown);
            entry.take(face(fact, of).iter().flat_map(texts).filter(is_here), true, &mut shown);
        }
        for fact in facts {
            let is_here = |(value, _): &(&Value, Range<usize>)| fact.file_of(value) == file;
            entry.take(elements(fact).iter().flat_map(texts).filter(is_here), false, &mut shown);
        }
        shown.sort_by_key(|mark| (mark.range.start, mark.range.end));
        entry.marks = shown;
        entry
    }

    /// Adds the marks of `values` to `shown`, where no other mark is.
    fn take<'v>(
        &mut self,
        values: impl Iterator<Item = (&'v Value, Range<usize>)>,
        on_face: bool,
        shown: &mut Vec<Mark>,
    ) {
        let (Some(text), span) = (&self.text, self.piece.span) else { return };
        for (value, part) in values.filter(|(value, _)| span.contains(value.span)) {
            let raw = value.span.start() - span.start()..value.span.end() - span.start();
            match text.get(raw.clone()).and_then(|token| mark(token, value, part)) {
                Some(inner) => {
                    self.found += 1;
                    uncovered(raw.start + inner.start..raw.start + inner.end, on_face, shown);
                }
                None => self.missing += 1,
            }
        }
    }
}

/// Returns the texts of a line with the part of each that is shown.
fn texts<'f>(line: &Line<'f>) -> impl Iterator<Item = (&'f Value, Range<usize>)> {
    let whole = |value: &'f Value| (value, 0..value.text.len());
    let label = match line.label {
        Label::Own(value) => Some(value),
        Label::Ours(_) => None,
    };
    [Some((line.value, line.part.clone())), line.unit.map(whole), label.map(whole)].into_iter().flatten()
}

/// Returns where `part` of `value` stands in `token`, the bytes of the file; `None` when the token is not the value. In
/// a string with escapes the whole string is returned.
fn mark(token: &str, value: &Value, part: Range<usize>) -> Option<Range<usize>> {
    match value.form {
        Form::Token => (token == value.text).then_some(part),
        Form::Xml => {
            let range = if token == value.text { part } else { 0..token.len() };
            (crate::markup::xml(token)? == value.text).then_some(range)
        }
        Form::Status => {
            let stands_for = Decoding::Status.apply(crate::markup::xml(token)?.as_bytes()).ok()?;
            (stands_for == value.text.as_bytes()).then_some(0..token.len())
        }
        Form::StringStatus => {
            let text: String = serde_json::from_str(token).ok()?;
            let stands_for = Decoding::Status.apply(text.as_bytes()).ok()?;
            (stands_for == value.text.as_bytes()).then_some(1..token.len().checked_sub(1)?)
        }
        Form::String => {
            let text: String = serde_json::from_str(token).ok()?;
            let inner = token.get(1..token.len().checked_sub(1)?)?;
            let range = if inner == value.text { part.start + 1..part.end + 1 } else { 1..token.len() - 1 };
            (text == value.text).then_some(range)
        }
    }
}

/// Adds the parts of `range` that no mark covers yet.
fn uncovered(range: Range<usize>, on_face: bool, marks: &mut Vec<Mark>) {
    let mut covered: Vec<Range<usize>> = marks.iter().map(|mark| mark.range.clone()).collect();
    covered.sort_by_key(|covered| covered.start);
    let mut at = range.start;
    for covered in covered.into_iter().filter(|covered| covered.start < range.end && range.start < covered.end) {
        if at < covered.start {
            marks.push(Mark { range: at..covered.start, on_face });
        }
        at = at.max(covered.end);
    }
    if at < range.end {
        marks.push(Mark { range: at..range.end, on_face });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, form: Form) -> Value {
        Value { text: text.to_owned().into(), span: Span::new(0..0).unwrap(), form, aside: 0 }
    }

    #[test]
    fn a_value_stands_in_its_token_as_its_form_says() {
        for (token, text, form, part, expected) in [
            ("108.0", "108.0", Form::Token, 0..5, Some(0..5)),
            ("108.0", "108.0", Form::Token, 0..3, Some(0..3)),
            ("108.00", "108.0", Form::Token, 0..5, None),
            (r#""High""#, "High", Form::String, 0..4, Some(1..5)),
            (r#""2019-06-29T00:54Z""#, "2019-06-29T00:54Z", Form::String, 0..10, Some(1..11)),
            (r#""2019-06-29T00:54Z""#, "2019-06-29T00:54Z", Form::String, 11..16, Some(12..17)),
            // Of a string with escapes all of it.
            (r#""caf\u00e9""#, "café", Form::String, 0..3, Some(1..10)),
            (r#""Low""#, "High", Form::String, 0..4, None),
            ("High", "High", Form::String, 0..4, None),
            ("High", "High", Form::Xml, 1..3, Some(1..3)),
            ("a &amp; b", "a & b", Form::Xml, 0..1, Some(0..9)),
            ("a &amp; b", "a & c", Form::Xml, 0..1, None),
            ("55561003", "active", Form::Status, 0..3, Some(0..8)),
            ("Aborted", "stopped", Form::Status, 0..3, Some(0..7)),
            ("active", "stopped", Form::Status, 0..3, None),
            (r#""Resolved""#, "resolved", Form::StringStatus, 0..3, Some(1..9)),
            (r#""Active""#, "resolved", Form::StringStatus, 0..3, None),
        ] {
            assert_eq!(mark(token, &value(text, form), part), expected, "{token} {text}");
        }
    }

    #[test]
    fn a_mark_covers_what_no_other_covers() {
        let added = |covered: &[(usize, usize)], (from, to): (usize, usize)| -> Vec<(usize, usize)> {
            let old = |(start, end): &(usize, usize)| Mark { range: *start..*end, on_face: true };
            let mut marks: Vec<Mark> = covered.iter().map(old).collect();
            uncovered(from..to, false, &mut marks);
            assert!(marks.iter().skip(covered.len()).all(|mark| !mark.on_face));
            marks.into_iter().skip(covered.len()).map(|mark| (mark.range.start, mark.range.end)).collect()
        };
        for (covered, expected) in [
            (&[][..], &[(2, 9)][..]),
            (&[(4, 5), (6, 8)], &[(2, 4), (5, 6), (8, 9)]),
            (&[(6, 8), (4, 5)], &[(2, 4), (5, 6), (8, 9)]),
            (&[(2, 9)], &[]),
            (&[(0, 4), (7, 12)], &[(4, 7)]),
            (&[(0, 2), (9, 12)], &[(2, 9)]),
            (&[(0, 1), (12, 14)], &[(2, 9)]),
            (&[(3, 8), (4, 5)], &[(2, 3), (8, 9)]),
            (&[(2, 4)], &[(4, 9)]),
            (&[(5, 9)], &[(2, 5)]),
        ] {
            assert_eq!(added(covered, (2, 9)), expected, "{covered:?}");
        }
    }

    #[test]
    fn of_an_entry_nothing_is_found_or_missed_before_its_values_are_looked_for() {
        let file = SourceFile { sha256: String::new(), wrapping: Vec::new(), bytes: 99, cut: false };
        let piece = Piece { file: &file, span: Span::new(3..6).unwrap() };
        let entry = |slice| Entry::new((piece, FileIndex(0)), &[], &[], slice);
        let told = |entry: Entry<'_>| (entry.text, entry.found, entry.missing, entry.marks.len());
        assert_eq!(told(entry(Some(&b"abc"[..]))), (Some("abc".to_owned()), 0, 0, 0));
        assert_eq!(told(entry(Some(&b"abcd"[..]))), (None, 0, 0, 0), "other bytes");
        assert_eq!(told(entry(Some(&b"ab\xff"[..]))), (None, 0, 0, 0), "no text");
        assert_eq!(told(entry(None)), (None, 0, 0, 0));
    }

    #[test]
    fn a_text_is_decoded_again_from_the_bytes_of_its_first_step_alone() {
        let note = br#""Seen \u0031 time.""#;
        let of = |steps: Vec<Decoding>| Provenance { file: FileIndex(0), steps };
        let span = Span::new(40..40 + note.len()).unwrap();
        let string = of(vec![Decoding::JsonString { start: 40, end: 40 + note.len() }]);
        assert_eq!(replay(&string, span, note).as_deref(), Some("Seen 1 time."));
        let bytes = of(vec![Decoding::Bytes { start: 40, end: 40 + note.len() }]);
        assert_eq!(replay(&bytes, span, note).as_deref(), std::str::from_utf8(note).ok());
        assert_eq!(replay(&string, span, &note[..note.len() - 1]), None, "fewer bytes than it was made from");
        assert_eq!(replay(&of(Vec::new()), span, note), None);
        let piece = |provenance: &Provenance| {
            let file = SourceFile { sha256: String::new(), wrapping: Vec::new(), bytes: 99, cut: false };
            let records = Records { files: vec![file], ..Records::default() };
            prose_piece(&records, provenance).map(|piece| piece.span.range())
        };
        assert_eq!(piece(&string), Some(40..40 + note.len()));
        assert_eq!(piece(&bytes), Some(40..40 + note.len()));
        assert_eq!(piece(&of(vec![Decoding::Pdf])), None, "all of the file");
        assert_eq!(piece(&of(vec![Decoding::Bytes { start: 9, end: 2 }])), None);
    }
}
