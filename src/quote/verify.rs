//! Checks a quote box against the original file: every value, every unit, and every title and label of the file's own is
//! found again by its citation. A box's reference, and titles and labels in our words, cite nothing and are not checked.

use std::cell::RefCell;
use std::rc::Rc;

use serde::Serialize;

use crate::clearance::{Block, Citation, Row};
use crate::document::{FileIndex, Provenance, Wrapping};
use crate::error::{Code, Error, Result};
use crate::ingest;
use crate::model::manifest::sha256_hex;

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

/// A file that quote boxes are checked against, hashed once for all of them, and unwrapped once for all that cite one stretch of it.
pub struct Original<'f> {
    sha256: String,
    file: &'f [u8],
    unwrapped: RefCell<Option<Unwrapped>>,
}

impl<'f> Original<'f> {
    /// Returns `file`, its bytes as they were given, to check boxes against.
    pub fn new(file: &'f [u8]) -> Self {
        Original { sha256: sha256_hex(file), file, unwrapped: RefCell::new(None) }
    }

    /// Returns the file without `wrapping`.
    fn unwrapped(&self, wrapping: &[Wrapping]) -> Result<Rc<[u8]>> {
        let mut unwrapped = self.unwrapped.borrow_mut();
        match &*unwrapped {
            Some((known, bytes)) if known == wrapping => Ok(Rc::clone(bytes)),
            _ => {
                let bytes: Rc<[u8]> = ingest::unwrapped(self.file, wrapping)?.into();
                *unwrapped = Some((wrapping.to_vec(), Rc::clone(&bytes)));
                Ok(bytes)
            }
        }
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
    for (place, shown, citation) in cited {
        let unwrapped = original.unwrapped(&citation.wrapping)?;
        match (found(citation, &unwrapped).as_deref() == Some(shown), place) {
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

/// Returns the text that `citation` leads to in the unwrapped file, if it leads to one.
fn found(citation: &Citation, unwrapped: &[u8]) -> Option<String> {
    let provenance = Provenance { file: FileIndex(0), steps: citation.steps.clone() };
    let text = provenance.replay(unwrapped).ok()?;
    text.get(citation.start..citation.end).map(str::to_owned)
}
