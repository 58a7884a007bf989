//! Reads records: from the bytes of a file to patients, facts and documents with their way back.
//!
//! Taken are FHIR R4 JSON: a Bundle, one resource, or one of either per line (NDJSON), each as it is or in gzip.
//! A file is read to its end before anything is added, so that a file which cannot be read changes
//! nothing. Not read here: other formats, STU3 and R5, and files fetched from somewhere; the core
//! takes bytes.

mod compose;
mod entries;
mod fhir;
pub mod heading;
mod join;
mod json;
mod unwrap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{FileIndex, Records, Skipped, SourceFile};
use crate::error::{Code, Error, Result};
use crate::progress::{Observer, Progress, report};

pub use join::label;
pub use unwrap::MAX_UNWRAPPED_BYTES;

/// Bytes between two reports of progress.
const PROGRESS_STEP_BYTES: usize = 1 << 18;

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
    /// What was not read, and why.
    pub skipped: Vec<Skipped>,
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
/// Reading the same bytes again adds nothing. A patient that was read before (same `Patient.id`, and
/// no other birth date or name) is extended: documents keep their id, their facts are joined, and a
/// fact that says the same as one of another file is dropped. Patients, and with them the meaning of
/// every [`PatientIndex`](crate::document::PatientIndex), are only ever appended; documents are put in
/// order anew, so that passages must be made anew. Whatever the order in which files are read, the
/// texts and ids of the documents are the same.
///
/// # Errors
/// `malformed` or `unsupported` when the file is no FHIR JSON, `too-large` beyond
/// [`MAX_UNWRAPPED_BYTES`], `cancelled` when `observer` says so. On any error `records` is as it was.
pub fn read(records: &mut Records, bytes: &[u8], observer: &mut dyn Observer) -> Result<Report> {
    let sha256 = hexadecimal(&Sha256::digest(bytes));
    if records.files.iter().any(|file| file.sha256 == sha256) {
        return Ok(Report { already_read: true, ..Report::default() });
    }
    let index = u32::try_from(records.files.len()).map_err(|_| Error::new(Code::TooLarge, "too many files"))?;
    let unwrapped = unwrap::unwrap(bytes, MAX_UNWRAPPED_BYTES)?;
    let (text, base) = unwrap::text(&unwrapped.bytes)?;
    let total = unwrapped.bytes.len() as u64;

    let mut reading = fhir::Reading::new(FileIndex(index));
    let mut skipped = Vec::new();
    let mut next_report = 0;
    entries::each(text, base, &mut skipped, &mut |entry| {
        let done = entry.resource.span.end();
        if done >= next_report {
            report(observer, Progress::Reading { done: done as u64, total })?;
            next_report = done + PROGRESS_STEP_BYTES;
        }
        reading.resource(&entry, text, base);
        Ok(())
    })?;
    let mut outcome = reading.finish(&|id| records.patients.iter().any(|patient| patient.id == id));
    report(observer, Progress::Reading { done: total, total })?;

    outcome.skipped.splice(0..0, skipped);
    let file = SourceFile { sha256, wrapping: unwrapped.wrapping, bytes: total };
    Ok(join::join(records, file, outcome))
}

/// Returns the bytes of a file without the compression around it: what the ranges of [`File`](crate::span::File)
/// point into.
///
/// # Errors
/// `too-large` beyond [`MAX_UNWRAPPED_BYTES`]; `malformed` when the gzip is broken or cut short.
pub fn unwrapped(bytes: &[u8]) -> Result<std::borrow::Cow<'_, [u8]>> {
    Ok(unwrap::unwrap(bytes, MAX_UNWRAPPED_BYTES)?.bytes)
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a String cannot fail");
        text
    })
}
