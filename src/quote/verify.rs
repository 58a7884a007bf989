//! Checks a quote box against the original file: every value, every unit and every label of the file's own is found
//! again by its citation. A box's title, its reference and labels in our words cite nothing and are not checked.

use serde::Serialize;

use crate::clearance::{Block, Citation};
use crate::document::{FileIndex, Provenance};
use crate::error::{Code, Error, Result};
use crate::ingest;
use crate::model::manifest::sha256_hex;

/// What a check of one box found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// Texts of the box that stand in the file, byte for byte, where the citation says.
    pub genuine: usize,
    /// Texts of the box that do not, by the number of their row; a verbatim box has the one row 0.
    pub false_rows: Vec<usize>,
}

impl Verified {
    /// Returns whether the box holds its source and nothing else.
    pub fn is_genuine(&self) -> bool {
        self.genuine > 0 && self.false_rows.is_empty()
    }
}

/// Checks `block` against `file`, the bytes of the file it cites.
///
/// # Errors
/// `invalid-argument` when the block is no quote box; `not-found` when it cites another file; `malformed` or
/// `too-large` when the file cannot be unwrapped.
pub fn verify(block: &Block, file: &[u8]) -> Result<Verified> {
    let cited: Vec<(usize, &str, &Citation)> = match block {
        Block::Verbatim { text, citation, .. } => vec![(0, text, citation)],
        Block::RecordData { rows, .. } => (0..)
            .zip(rows)
            .flat_map(|(number, row)| {
                let label = row.label_citation.as_ref().map(|citation| (number, row.label.as_str(), citation));
                let unit = row
                    .unit_citation
                    .as_ref()
                    .map(|citation| (number, row.unit.as_deref().unwrap_or_default(), citation));
                [Some((number, row.value.as_str(), &row.citation)), label, unit].into_iter().flatten()
            })
            .collect(),
        Block::Prose { .. } | Block::Invalid { .. } => {
            return Err(Error::new(
                Code::InvalidArgument,
                "this block is no quote box: only verbatim and record-data blocks can be verified",
            ));
        }
    };
    let sha256 = sha256_hex(file);
    if cited.iter().any(|(_, _, citation)| citation.sha256 != sha256) {
        return Err(Error::new(
            Code::NotFound,
            "the quote cites another file, or the file was changed: its SHA-256 differs",
        ));
    }
    let unwrapped = ingest::unwrapped(file)?;
    let mut verified = Verified { genuine: 0, false_rows: Vec::new() };
    if let Block::RecordData { rows, .. } = block {
        // A unit that cites nothing, or a value that says nothing, could be anybody's.
        let unproven = (0..)
            .zip(rows)
            .filter(|(_, row)| row.unit.is_some() != row.unit_citation.is_some() || row.value.is_empty());
        verified.false_rows.extend(unproven.map(|(number, _)| number));
    }
    for (number, shown, citation) in cited {
        if found(citation, &unwrapped).as_deref() == Some(shown) {
            verified.genuine += 1;
        } else {
            verified.false_rows.push(number);
        }
    }
    verified.false_rows.sort_unstable();
    verified.false_rows.dedup();
    Ok(verified)
}

/// Returns the text that `citation` leads to in the unwrapped file, if it leads to one.
fn found(citation: &Citation, unwrapped: &[u8]) -> Option<String> {
    let provenance = Provenance { file: FileIndex(0), steps: citation.steps.clone() };
    let text = provenance.replay(unwrapped).ok()?;
    text.get(citation.start..citation.end).map(str::to_owned)
}
