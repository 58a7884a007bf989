//! Which source every byte of the outgoing text came from, and by what operation.

use serde::{Deserialize, Serialize};

use crate::document::{DocumentIndex, FileIndex};
use crate::span::{DocumentText, File, Question, Span, Synthesised};

/// The operation that made a piece of outgoing text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operator {
    /// Our own fixed words. Only a `&'static str` can be one.
    Template,
    /// A terminology's own words for a code (LOINC, SNOMED CT, RxNorm, CVX, …).
    Code,
    /// A unit of the closed list of units.
    Unit,
    /// A number rounded to its clinical precision.
    Round,
    /// A rounded number, moved by chance by one step.
    Noise,
    /// A number turned into the band between two thresholds, or its place by the reference range.
    Band,
    /// How many readings were drawn together.
    Count,
    /// The direction of several readings.
    Trend,
    /// A calendar date turned into an interval from day 0.
    Time,
    /// An age turned into a band.
    AgeBand,
    /// A name turned into a pseudonym of this request.
    Pseudonym,
    /// A reference turned into an alias of this request.
    Alias,
    /// A word of the question that is in the closed vocabulary.
    Vocabulary,
    /// A word of the question that the person allowed. Nothing in it is exempt.
    Allowed,
}

impl Operator {
    /// Returns its stable name.
    pub const fn as_str(self) -> &'static str {
        self.told().0
    }

    /// Returns why a stretch that it made may leave, in words.
    pub const fn reason(self) -> &'static str {
        self.told().1
    }

    const fn told(self) -> (&'static str, &'static str) {
        match self {
            Operator::Template => ("template", "our own words, which carry nothing of the records"),
            Operator::Code => ("code", "the standard wording of a medical code, kept as it stands"),
            Operator::Unit => ("unit", "a unit of measurement, kept as it stands"),
            Operator::Round => ("round", "a number, rounded to its clinical precision"),
            Operator::Noise => ("noise", "a number, rounded and moved by chance by one step"),
            Operator::Band => ("band", "a number, told only by the band it lies in"),
            Operator::Count => ("count", "a count of entries"),
            Operator::Trend => ("trend", "the direction in which readings moved"),
            Operator::Time => ("time", "a date, turned into a distance in time"),
            Operator::AgeBand => ("age-band", "an age, widened to a band"),
            Operator::Pseudonym => ("pseudonym", "a stand-in for a name, new for each question"),
            Operator::Alias => ("alias", "a stand-in for the reference of a passage"),
            Operator::Vocabulary => ("vocabulary", "common or medical words, kept as they stand"),
            Operator::Allowed => ("allowed", "a word that the person let leave"),
        }
    }
}

/// Where an original stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "in")]
pub enum Source {
    /// In a record.
    Record {
        /// The document made from it.
        document: DocumentIndex,
        /// The file.
        file: FileIndex,
        /// The bytes in the file.
        span: Span<File>,
    },
    /// In the text of a document of prose.
    Prose {
        /// The document.
        document: DocumentIndex,
        /// The bytes in its text.
        span: Span<DocumentText>,
    },
    /// In the question.
    Question {
        /// The bytes in the question.
        span: Span<Question>,
    },
    /// Known of a patient as a whole, such as the name behind a pseudonym.
    Whole,
}

/// A text as it stood before the operation. It stays on the device.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Original {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub source: Source,
}

/// A stretch of outgoing text that one operation made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The bytes of the outgoing text.
    pub span: Span<Synthesised>,
    /// The operation.
    pub operator: Operator,
    /// What it was made from; empty for template words.
    pub originals: Vec<Original>,
}

/// The outgoing text with its pieces: they follow each other without gap or overlap from the first
/// byte to the last, so that each byte belongs to one piece and each piece to one stretch of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SpanMap {
    text: String,
    pieces: Vec<Piece>,
}

impl SpanMap {
    /// Returns the outgoing text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the pieces in the order of the text.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the text of `piece`; empty if the piece is of another map.
    pub fn text_of(&self, piece: &Piece) -> &str {
        piece.span.of(&self.text).unwrap_or_default()
    }

    /// Returns the pieces that share a byte with `span`.
    pub fn over(&self, span: Span<Synthesised>) -> &[Piece] {
        let first = self.pieces.partition_point(|piece| piece.span.end() <= span.start());
        let last = self.pieces.partition_point(|piece| piece.span.start() < span.end());
        self.pieces.get(first..last).unwrap_or_default()
    }

    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.text.is_empty()
    }

    /// Returns whether the pieces cover the text exactly, in order, each on character borders and not
    /// empty. The composer makes no other; the review checks all the same.
    pub fn is_whole(&self) -> bool {
        let end = self.pieces.iter().try_fold(0, |next, piece| {
            let follows = piece.span.start() == next && !piece.span.is_empty();
            (follows && piece.span.of(&self.text).is_some()).then_some(piece.span.end())
        });
        end == Some(self.text.len())
    }
}

/// Writes an outgoing text piece by piece.
#[derive(Debug, Default)]
pub struct Composer {
    map: SpanMap,
}

impl Composer {
    /// Returns a composer with nothing written.
    pub fn new() -> Self {
        Composer::default()
    }

    /// Writes fixed words of ours.
    pub fn template(&mut self, words: &'static str) -> &mut Self {
        self.push(Operator::Template, words, Vec::new());
        self
    }

    /// Writes what `operator` made of `originals`. Nothing is written for an empty text. A text that is
    /// not `'static` cannot be a template: it is taken as vocabulary, which the review holds to its rules.
    pub fn write(&mut self, operator: Operator, text: &str, originals: Vec<Original>) -> &mut Self {
        let operator = if operator == Operator::Template { Operator::Vocabulary } else { operator };
        self.push(operator, text, originals);
        self
    }

    /// Appends all pieces of `other`.
    pub fn append(&mut self, other: &SpanMap) -> &mut Self {
        for piece in &other.pieces {
            self.push(piece.operator, other.text_of(piece), piece.originals.clone());
        }
        self
    }

    /// Returns the length of what is written so far, in bytes.
    pub fn len(&self) -> usize {
        self.map.text.len()
    }

    /// Returns whether nothing is written yet.
    pub fn is_empty(&self) -> bool {
        self.map.text.is_empty()
    }

    /// Returns the finished text with its pieces.
    pub fn finish(self) -> SpanMap {
        self.map
    }

    fn push(&mut self, operator: Operator, text: &str, originals: Vec<Original>) {
        if text.is_empty() {
            return;
        }
        let span = Span::at(self.map.text.len(), text.len());
        self.map.text.push_str(text);
        self.map.pieces.push(Piece { span, operator, originals });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn operators() -> impl Strategy<Value = Operator> {
        prop_oneof![
            Just(Operator::Code),
            Just(Operator::Round),
            Just(Operator::Time),
            Just(Operator::Vocabulary),
            Just(Operator::Pseudonym)
        ]
    }

    #[test]
    fn an_operator_is_named_as_receipts_name_it_and_says_why_it_may_leave() {
        let all: Vec<Operator> = [
            "template",
            "code",
            "unit",
            "round",
            "noise",
            "band",
            "count",
            "trend",
            "time",
            "age-band",
            "pseudonym",
            "alias",
            "vocabulary",
            "allowed",
        ]
        .iter()
        .map(|name| serde_json::from_str(&format!("\"{name}\"")).unwrap())
        .collect();
        for operator in &all {
            assert_eq!(serde_json::to_string(operator).unwrap(), format!("\"{}\"", operator.as_str()));
        }
        let mut reasons: Vec<&str> = all.iter().map(|operator| operator.reason()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), all.len(), "each has a reason of its own");
    }

    #[test]
    fn pieces_that_do_not_cover_the_text_are_no_whole() {
        let whole = |text: &str, spans: &[(usize, usize)]| {
            let piece = |(start, len): &(usize, usize)| Piece {
                span: Span::at(*start, *len),
                operator: Operator::Code,
                originals: Vec::new(),
            };
            SpanMap { text: text.to_owned(), pieces: spans.iter().map(piece).collect() }.is_whole()
        };
        assert!(whole("", &[]) && whole("aéb", &[(0, 1), (1, 2), (3, 1)]));
        for (why, spans) in [
            ("a gap", &[(0, 1), (3, 1)][..]),
            ("an overlap", &[(0, 3), (1, 3)]),
            ("an empty piece", &[(0, 3), (3, 0), (3, 1)]),
            ("not between characters", &[(0, 2), (2, 2)]),
            ("beyond the end", &[(0, 3), (3, 2)]),
            ("short of the end", &[(0, 3)]),
            ("no piece", &[]),
        ] {
            assert!(!whole("aéb", spans), "{why}");
        }
    }

    #[test]
    fn a_composer_knows_how_much_is_written() {
        let mut composer = Composer::new();
        assert_eq!((composer.len(), composer.is_empty()), (0, true));
        composer.write(Operator::Code, "", Vec::new());
        assert!(composer.is_empty());
        composer.template("é").write(Operator::Template, "b", Vec::new());
        assert_eq!((composer.len(), composer.is_empty()), (3, false));
        let map = composer.finish();
        assert_eq!(map.pieces()[1].operator, Operator::Vocabulary, "only fixed words are a template");
        let mut other = Composer::new();
        other.template("a").append(&map);
        assert_eq!((other.len(), other.finish().pieces().len()), (4, 3));
    }

    proptest! {
        #[test]
        fn every_byte_has_one_piece_and_every_piece_its_bytes(
            parts in prop::collection::vec((operators(), "\\PC{0,6}"), 0..40),
        ) {
            let mut composer = Composer::new();
            for (operator, text) in &parts {
                composer.template("·").write(*operator, text, Vec::new());
            }
            let map = composer.finish();
            prop_assert!(map.is_whole());
            let joined: String = map.pieces().iter().map(|piece| map.text_of(piece)).collect();
            prop_assert_eq!(&joined, map.text());
            for (index, piece) in map.pieces().iter().enumerate() {
                for byte in piece.span.range() {
                    prop_assert_eq!(map.over(Span::at(byte, 1)), &map.pieces()[index..=index]);
                }
            }
            let kept: Vec<_> = parts.iter().filter(|(_, text)| !text.is_empty()).collect();
            let made: Vec<_> = map.pieces().iter().filter(|piece| piece.operator != Operator::Template).collect();
            prop_assert_eq!(kept.len(), made.len());
            for ((operator, text), piece) in kept.iter().zip(made) {
                prop_assert_eq!(*operator, piece.operator);
                prop_assert_eq!(text.as_str(), map.text_of(piece));
            }
        }

        #[test]
        fn appending_keeps_text_and_pieces(a in "\\PC{1,20}", b in "\\PC{1,20}") {
            let mut first = Composer::new();
            first.write(Operator::Code, &a, Vec::new()).template("|").write(Operator::Unit, &b, Vec::new());
            let first = first.finish();
            let mut second = Composer::new();
            second.template("> ").append(&first);
            let second = second.finish();
            prop_assert!(second.is_whole());
            prop_assert_eq!(second.text(), format!("> {}", first.text()));
            prop_assert_eq!(second.pieces().len(), first.pieces().len() + 1);
        }
    }

    #[test]
    fn a_map_with_a_gap_is_not_whole() {
        let mut composer = Composer::new();
        composer.template("one").template("two");
        let mut map = composer.finish();
        map.pieces.remove(0);
        assert!(!map.is_whole());
    }
}
