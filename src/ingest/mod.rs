//! Reads records: from the bytes of a file to patients, facts and documents with their way back.
//!
//! Taken are FHIR R4 JSON (a Bundle, one resource, an array of either, or one of either per line, NDJSON), C-CDA documents,
//! exports of Apple Health, and notes in plain text, Markdown, HTML or PDF, each as it is, in gzip, or in a ZIP archive of any of
//! these. What can be read of a file is read, the rest is listed with its place and the reason. A file is
//! read to its end before anything is added ([`Import`]), so that a file which cannot be read, or is given up, changes
//! nothing. Not read here: other formats, STU3 and R5, and files fetched from somewhere; the core takes bytes.

mod apple;
mod archive;
mod attachment;
mod ccda;
mod compose;
mod entries;
mod fhir;
mod format;
pub mod heading;
mod import;
mod join;
mod joining;
mod json;
mod kinds;
mod lines;
pub mod link;
pub mod literature;
mod moment;
mod outcome;
mod resources;
mod revisions;
mod share;
mod skips;
pub mod slice;
mod stream;
mod survey;
mod text;
mod unit;
mod unwrap;
mod walk;
mod xml;

use serde::Serialize;

use crate::document::{Records, Skipped, Wrapping};
use crate::error::Result;
use crate::progress::{Observer, Progress, report};

pub use import::{Import, NO_JSON, STEP_BYTES, Step};
pub use join::{label, note_kind};
pub use joining::{Joining, Onto};
pub use skips::MAX_LISTED;
pub use stream::{HEAD_BYTES, MAX_LINE_BYTES, Stopped, Stream};
pub use unwrap::MAX_UNWRAPPED_BYTES;

/// What one file added.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether the very same bytes were read before; nothing was added then.
    pub already_read: bool,
    /// Patients that were not known before.
    pub patients: usize,
    /// Documents that are new.
    pub documents: usize,
    /// Facts that were not known before.
    pub facts: usize,
    /// Resource types that no document is made from, searched for identifiers only.
    pub set_aside: Vec<SetAside>,
    /// What was not read, and why: the first [`MAX_LISTED`] places.
    pub skipped: Vec<Skipped>,
    /// How many more places were not read.
    pub unlisted: usize,
    /// Whether the file, or the gzip around it, ends in the middle: what should come after is missing.
    pub cut: bool,
    /// How far it was read, where it was given up for want of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// Resources of a type that no document is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAside {
    /// The FHIR resource type.
    pub resource_type: &'static str,
    /// How many there were.
    pub count: usize,
}

/// Adds the file `bytes` to `records` and returns what it added.
///
/// Reading the same bytes again adds nothing. A patient that was read before (same `Patient.id`, the same
/// birth date and no other given names) is extended: documents keep their id, their facts are joined, and a
/// fact that says the same as one of another file is dropped. Patients, and with them the meaning of
/// every [`PatientIndex`](crate::document::PatientIndex), are only ever appended; documents are put in
/// order anew, so that passages must be made anew. Whatever the order in which files are read, the
/// texts and ids of the documents are the same.
///
/// # Errors
/// `malformed` or `unsupported` when the file cannot be read, `too-large` beyond
/// [`MAX_UNWRAPPED_BYTES`], `cancelled` when `observer` says so. On any error `records` is as it was.
pub fn read(records: &mut Records, bytes: &[u8], observer: &mut dyn Observer) -> Result<Report> {
    let mut import = Import::begin(bytes)?;
    report(observer, Progress::Reading { done: 0, total: bytes.len() as u64 })?;
    loop {
        let Step { done, total, finished } = import.step(records, STEP_BYTES)?;
        report(observer, Progress::Reading { done, total })?;
        if finished {
            return import.finish(records);
        }
    }
}

/// Labels of ours whose values are moments.
pub(crate) const MOMENTS: &[&str] = &[
    "Abatement",
    "Authored on",
    "Birth date",
    "Deceased",
    "Due",
    "Effective",
    "Effective end",
    "Effective start",
    "Occurrence",
    "Onset",
    "Performed",
    "Performed end",
    "Performed start",
    "Period end",
    "Period start",
    "Recorded",
    "Start",
];

/// Returns the bytes of a file without what is around it, `wrapping` from the outermost on: what the ranges of
/// [`File`](crate::span::File) point into.
///
/// # Errors
/// `too-large` beyond [`MAX_UNWRAPPED_BYTES`]; `malformed` when the file is not wrapped so, or broken. Of a gzip that is cut
/// short the bytes up to there are returned.
pub fn unwrapped<'a>(bytes: &'a [u8], wrapping: &[Wrapping]) -> Result<std::borrow::Cow<'a, [u8]>> {
    unwrapped_within(bytes, wrapping, MAX_UNWRAPPED_BYTES)
}

/// As [`unwrapped`], with a limit of its own, in bytes.
pub(crate) fn unwrapped_within<'a>(
    bytes: &'a [u8],
    wrapping: &[Wrapping],
    limit: usize,
) -> Result<std::borrow::Cow<'a, [u8]>> {
    unwrap::undo(bytes, wrapping, limit)
}
