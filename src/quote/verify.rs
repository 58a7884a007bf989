//! Checks a quote box against the original file: every value, every unit, and every title and label of the file's own is
//! found again by its citation. A box's reference, and titles and labels in our words, cite nothing and are not checked.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use serde::Serialize;

use crate::clearance::{Block, Citation, Row};
use crate::document::{Decoding, FileIndex, Provenance, Wrapping};
use crate::error::{Code, Error, Result};
use crate::ingest::{self, slice::Slicer};
use crate::model::manifest::sha256_hex;

/// Bytes of a file that stream by at a time.
const PIECE_BYTES: usize = 1 << 20;

/// What a check of one box found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// Texts of the box that stand in the file, byte for byte, where the citation says.
    pub genuine: usize,
    /// Texts of the box that do not, by the number of their row: those of the face, then the elements; the text of a verbatim
    /// box is row 0, and what stands above it comes after.
    pub false_rows: Vec<usize>,
    /// Whether the title of the box cites something else.
    pub false_title: bool,
}

impl Verified {
    /// Returns whether the box holds its source and nothing else.
    pub fn is_genuine(&self) -> bool {
        self.genuine > 0 && self.false_rows.is_empty() && !self.false_title
    }
}

/// The bytes of a file, and what is not around them any more.
type Unwrapped = (Vec<Wrapping>, Rc<[u8]>);

/// A file that quote boxes are checked against, hashed once for all of them, and unwrapped once for all that cite one stretch of it. Of one that is
/// too large to be held without its wrapping what a box cites is cut out as it streams by, anew for each box.
pub struct Original<'f> {
    sha256: String,
    file: &'f [u8],
    unwrapped: RefCell<Option<Unwrapped>>,
    /// The most bytes that are held unwrapped.
    limit: usize,
}

impl<'f> Original<'f> {
    /// Returns `file`, its bytes as they were given, to check boxes against.
    pub fn new(file: &'f [u8]) -> Self {
        Original { sha256: sha256_hex(file), file, unwrapped: RefCell::new(None), limit: ingest::MAX_UNWRAPPED_BYTES }
    }

    /// Returns the file without `wrapping`.
    fn unwrapped(&self, wrapping: &[Wrapping]) -> Result<Rc<[u8]>> {
        let mut unwrapped = self.unwrapped.borrow_mut();
        match &*unwrapped {
            Some((known, bytes)) if known == wrapping => Ok(Rc::clone(bytes)),
            _ => {
                let bytes: Rc<[u8]> = ingest::unwrapped_within(self.file, wrapping, self.limit)?.into();
                *unwrapped = Some((wrapping.to_vec(), Rc::clone(&bytes)));
                Ok(bytes)
            }
        }
    }

    /// Returns the text that each of `citations` leads to, where it leads to one.
    fn texts(&self, citations: &[&Citation]) -> Result<Vec<Option<String>>> {
        let whole = |citation: &&Citation| Ok(found(citation, &citation.steps, &self.unwrapped(&citation.wrapping)?));
        let texts: Result<Vec<_>> = citations.iter().map(whole).collect();
        texts.or_else(|error| match error.code() {
            Code::TooLarge => self.cut(citations).ok_or(error),
            _ => Err(error),
        })
    }

    /// As [`texts`](Self::texts), from the stretches that are cited alone; nothing where one cites the file as a whole, or more of it than is held.
    fn cut(&self, citations: &[&Citation]) -> Option<Vec<Option<String>>> {
        let ranges: Vec<Range<usize>> =
            citations.iter().map(|citation| first_range(citation)).collect::<Option<_>>()?;
        if ranges.iter().map(ExactSizeIterator::len).fold(0, usize::saturating_add) > self.limit {
            return None;
        }
        let mut texts = vec![None; citations.len()];
        let mut left: Vec<usize> = (0..citations.len()).collect();
        while let Some(wrapping) = left.first().and_then(|&at| citations.get(at)).map(|citation| &citation.wrapping) {
            let (alike, others): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|&&at| citations.get(at).is_some_and(|citation| citation.wrapping == *wrapping));
            let mut slicer = Slicer::within(wrapping, alike.iter().filter_map(|&at| ranges.get(at).cloned()));
            let _ = self.file.chunks(PIECE_BYTES).all(|piece| slicer.push(piece));
            for (at, stretch) in alike.into_iter().zip(slicer.finish()) {
                let (Some(text), Some(citation)) = (texts.get_mut(at), citations.get(at)) else { continue };
                *text = stretch.and_then(|bytes| found(citation, &from_its_start(&citation.steps), &bytes));
            }
            left = others;
        }
        Some(texts)
    }

    /// Checks `block` against this file.
    ///
    /// # Errors
    /// `invalid-argument` when the block is no quote box; `not-found` when it cites another file; `malformed` or `too-large` when
    /// the file cannot be unwrapped as it cites.
    pub fn verify(&self, block: &Block) -> Result<Verified> {
        check(block, self)
    }
}

/// Checks `block` against `file`, the bytes of the file it cites.
///
/// # Errors
/// As [`Original::verify`].
pub fn verify(block: &Block, file: &[u8]) -> Result<Verified> {
    Original::new(file).verify(block)
}

fn check(block: &Block, original: &Original<'_>) -> Result<Verified> {
    let mut rows: Vec<&Row> = Vec::new();
    let mut cited: Vec<(Place, &str, &Citation)> = Vec::new();
    match block {
        Block::Verbatim { text, citation, above, .. } => {
            cited.push((Place::Row(0), text, citation));
            let above = (1..).zip(above);
            cited.extend(above.map(|(number, above)| (Place::Row(number), above.text.as_str(), &above.citation)));
        }
        Block::RecordData { title, title_citation, rows: face, elements, .. } => {
            cited.extend(title_citation.iter().map(|citation| (Place::Title, title.as_str(), citation)));
            rows.extend(face.iter().chain(elements));
        }
        Block::Prose { .. } | Block::Invalid { .. } => {
            return Err(Error::new(
                Code::InvalidArgument,
                "this block is no quote box: only verbatim and record-data blocks can be verified",
            ));
        }
    }
    for (number, row) in rows.iter().enumerate() {
        let label = row.label_citation.as_ref().map(|citation| (row.label.as_str(), citation));
        let unit = row.unit_citation.as_ref().map(|citation| (row.unit.as_deref().unwrap_or_default(), citation));
        let texts = [Some((row.value.as_str(), &row.citation)), label, unit].into_iter().flatten();
        cited.extend(texts.map(|(text, citation)| (Place::Row(number), text, citation)));
    }
    if cited.iter().any(|(_, _, citation)| citation.sha256 != original.sha256) {
        return Err(Error::new(
            Code::NotFound,
            "the quote cites another file, or the file was changed: its SHA-256 differs",
        ));
    }
    let mut verified = Verified { genuine: 0, false_rows: Vec::new(), false_title: false };
    // A unit that cites nothing, or a value that says nothing, could be anybody's.
    let unproven = |row: &Row| row.unit.is_some() != row.unit_citation.is_some() || row.value.is_empty();
    verified.false_rows.extend((0..).zip(&rows).filter(|(_, row)| unproven(row)).map(|(number, _)| number));
    let citations: Vec<&Citation> = cited.iter().map(|(_, _, citation)| *citation).collect();
    for ((place, shown, _), found) in cited.into_iter().zip(original.texts(&citations)?) {
        match (found.as_deref() == Some(shown), place) {
            (true, _) => verified.genuine += 1,
            (false, Place::Row(number)) => verified.false_rows.push(number),
            (false, Place::Title) => verified.false_title = true,
        }
    }
    verified.false_rows.sort_unstable();
    verified.false_rows.dedup();
    Ok(verified)
}

/// Where in a box a cited text stands.
#[derive(Clone, Copy)]
enum Place {
    Title,
    Row(usize),
}

/// Returns the text that `steps` lead to in `bytes`, as far as `citation` cites it.
fn found(citation: &Citation, steps: &[Decoding], bytes: &[u8]) -> Option<String> {
    let provenance = Provenance { file: FileIndex(0), steps: steps.to_vec() };
    let text = provenance.replay(bytes).ok()?;
    text.get(citation.start..citation.end).map(str::to_owned)
}

/// Returns the stretch of the unwrapped file that `citation` begins with.
fn first_range(citation: &Citation) -> Option<Range<usize>> {
    match *citation.steps.first()? {
        Decoding::Bytes { start, end } | Decoding::JsonString { start, end } if start <= end => Some(start..end),
        _ => None,
    }
}

/// Returns `steps` of a stretch by itself.
fn from_its_start(steps: &[Decoding]) -> Vec<Decoding> {
    let mut steps = steps.to_vec();
    if let Some(Decoding::Bytes { start, end } | Decoding::JsonString { start, end }) = steps.first_mut() {
        (*start, *end) = (0, end.saturating_sub(*start));
    }
    steps
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::clearance::{Above, AboveKind};

    fn citation(sha256: &str, steps: Vec<Decoding>, end: usize) -> Citation {
        Citation { sha256: sha256.into(), wrapping: vec![Wrapping::Gzip], steps, start: 0, end }
    }

    #[test]
    fn of_a_file_that_is_too_large_to_hold_what_is_cited_is_cut_out() {
        let file = [b"x".repeat(5000).as_slice(), br#""one \u0074wo" 3.5"#, &b"y".repeat(5000)].concat();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&file).unwrap();
        let packed = encoder.finish().unwrap();
        let held = Original::new(&packed);
        let cited = [
            citation(&held.sha256, vec![Decoding::JsonString { start: 5000, end: 5014 }], 7),
            citation(&held.sha256, vec![Decoding::Bytes { start: 5015, end: 5018 }], 3),
            citation(&held.sha256, vec![Decoding::Bytes { start: 20_000, end: 20_003 }], 3),
        ];
        let texts = |original: &Original<'_>, cited: &[Citation]| original.texts(&cited.iter().collect::<Vec<_>>());
        let expected = [Some("one two".to_owned()), Some("3.5".to_owned()), None];
        assert_eq!(texts(&held, &cited).unwrap(), expected);
        let small = || Original { limit: 100, ..Original::new(&packed) };
        assert_eq!(small().unwrapped(&[Wrapping::Gzip]).unwrap_err().code(), Code::TooLarge);
        assert_eq!(texts(&small(), &cited).unwrap(), expected);
        for steps in [vec![Decoding::Pdf], vec![Decoding::Bytes { start: 0, end: 101 }], vec![]] {
            let whole = citation(&held.sha256, steps, 1);
            assert_eq!(texts(&small(), &[whole]).unwrap_err().code(), Code::TooLarge);
        }
    }

    /// A packed file that names itself in its head, without packing.
    fn named(name: &str, content: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::GzBuilder::new().filename(name).write(Vec::new(), flate2::Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_is_cited_is_looked_for_in_the_wrapping_that_each_citation_names() {
        let packed = named("pulse.json", &[b"x".repeat(5000).as_slice(), b"72 /min"].concat());
        let held = Original::new(&packed);
        let within = |start, end| citation(&held.sha256, vec![Decoding::Bytes { start, end }], end - start);
        let without = |start, end| Citation { wrapping: Vec::new(), ..within(start, end) };
        let cited = [within(5000, 5002), without(10, 15), within(5003, 5007), without(15, 20), within(5002, 5002)];
        let cited: Vec<&Citation> = cited.iter().collect();
        let expected: Vec<Option<String>> =
            ["72", "pulse", "/min", ".json", ""].map(|text| Some(text.to_owned())).into();
        assert_eq!(held.texts(&cited).unwrap(), expected);
        // Of one that may not be held unwrapped as much is cut out as may be held.
        let of = |limit| Original { limit, ..Original::new(&packed) };
        assert_eq!(of(16).texts(&cited).unwrap(), expected);
        assert_eq!(of(15).texts(&cited).unwrap_err().code(), Code::TooLarge);
        let backwards = within(5000, 5002);
        let backwards = Citation { steps: vec![Decoding::Bytes { start: 5002, end: 5000 }], ..backwards };
        assert_eq!(of(16).texts(&[&backwards]).unwrap_err().code(), Code::TooLarge);
    }

    const FILE: &[u8] = b"Pulse 72 /min, 2019-03-02. Sitting.";

    fn cited(start: usize, end: usize) -> Citation {
        let steps = vec![Decoding::Bytes { start, end }];
        Citation { wrapping: Vec::new(), ..citation(&sha256_hex(FILE), steps, end - start) }
    }

    fn row(value: &str, unit: Option<&str>) -> Row {
        Row {
            label: "Value".to_owned(),
            label_citation: None,
            value: value.to_owned(),
            citation: cited(6, 8),
            unit: unit.map(str::to_owned),
            unit_citation: unit.map(|_| cited(9, 13)),
        }
    }

    fn boxed(rows: Vec<Row>, elements: Vec<Row>) -> Block {
        Block::RecordData {
            reference: crate::reference::Reference::parse("Varga 2019-03-02"),
            person: None,
            entry: "Vital sign".into(),
            title: "Pulse".to_owned(),
            title_citation: Some(cited(0, 5)),
            rows,
            elements,
        }
    }

    #[test]
    fn each_row_of_a_box_is_proven_by_its_own_citations() {
        let good = || row("72", Some("/min"));
        for (what, rows, elements, genuine, false_rows) in [
            ("a value with its unit", vec![good()], vec![good()], 5, vec![]),
            ("another value", vec![row("73", Some("/min")), good()], vec![], 4, vec![0]),
            ("another unit", vec![good()], vec![row("72", Some("/h"))], 4, vec![1]),
            ("neither is", vec![good(), row("73", Some("/h"))], vec![good()], 5, vec![1]),
            ("a unit that cites nothing", vec![Row { unit_citation: None, ..good() }], vec![good()], 4, vec![0]),
            ("a unit that is cited and not shown", vec![Row { unit: None, ..good() }], vec![], 2, vec![0]),
            (
                "two rows, the second before the first",
                vec![row("73", Some("/min")), Row { unit_citation: None, ..good() }],
                vec![],
                3,
                vec![0, 1],
            ),
            ("no unit", vec![row("72", None)], vec![], 2, vec![]),
            (
                "a value that says nothing",
                vec![good(), Row { citation: cited(6, 6), ..row("", None) }],
                vec![good()],
                6,
                vec![1],
            ),
            (
                "a label of the file's own",
                vec![Row { label: "Pulse".to_owned(), label_citation: Some(cited(0, 5)), ..good() }],
                vec![Row { label: "Pulses".to_owned(), label_citation: Some(cited(0, 5)), ..good() }],
                6,
                vec![1],
            ),
        ] {
            let found = verify(&boxed(rows, elements), FILE).unwrap();
            let expected = Verified { genuine, false_rows, false_title: false };
            assert_eq!(found, expected, "{what}");
            assert_eq!(found.is_genuine(), expected.false_rows.is_empty(), "{what}");
        }
    }

    #[test]
    fn a_box_is_genuine_with_something_that_stands_in_its_file_and_nothing_that_does_not() {
        let of = |genuine, false_rows: &[usize], false_title| {
            Verified { genuine, false_rows: false_rows.to_vec(), false_title }.is_genuine()
        };
        assert!(of(1, &[], false));
        assert!(!of(0, &[], false) && !of(1, &[0], false) && !of(1, &[], true));
        let mut bare = boxed(Vec::new(), Vec::new());
        if let Block::RecordData { title_citation, .. } = &mut bare {
            *title_citation = None;
        }
        assert!(!verify(&bare, FILE).unwrap().is_genuine(), "a box without a citation shows nothing");
        let mut titled = boxed(vec![row("72", None)], Vec::new());
        if let Block::RecordData { title_citation, .. } = &mut titled {
            *title_citation = Some(cited(27, 34));
        }
        let found = verify(&titled, FILE).unwrap();
        assert_eq!((found.genuine, found.false_title, found.is_genuine()), (1, true, false));
    }

    #[test]
    fn the_text_of_a_verbatim_box_is_row_0_and_what_stands_above_it_comes_behind() {
        let reference = || crate::reference::Reference::parse("Varga 2019-03-02");
        let above = |text: &str, start, end| Above {
            kind: AboveKind::Heading,
            reference: reference(),
            text: text.to_owned(),
            citation: cited(start, end),
        };
        let of = |text: &str, above: Vec<Above>| Block::Verbatim {
            reference: reference(),
            person: None,
            title: "Note".to_owned(),
            text: text.to_owned(),
            telling: None,
            citation: cited(27, 35),
            above,
        };
        let rows = |block: &Block| {
            let found = verify(block, FILE).unwrap();
            (found.genuine, found.false_rows)
        };
        assert_eq!(rows(&of("Sitting.", vec![above("Pulse", 0, 5)])), (2, vec![]));
        assert_eq!(rows(&of("Standing", vec![above("Pulse", 0, 5)])), (1, vec![0]));
        let two = vec![above("Pulse", 0, 5), above("Weight", 0, 5)];
        assert_eq!(rows(&of("Sitting.", two)), (2, vec![2]));
        let other = verify(&of("Sitting.", Vec::new()), b"Pulse 72 /min, 2019-03-03. Sitting.").unwrap_err();
        assert_eq!(other.code(), Code::NotFound);
        let prose = Block::Prose { parts: Vec::new() };
        assert_eq!(verify(&prose, FILE).unwrap_err().code(), Code::InvalidArgument);
    }
}
