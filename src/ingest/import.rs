//! Reads one file in steps that can be stopped between any two of them.
//!
//! A file is hashed, unwrapped and read to its end before anything is added, so that a file which cannot be read, or is
//! given up, changes nothing. In memory are the unwrapped file, what was made of it so far, and one entry as a tree;
//! the bytes of a gzip are let go as soon as they are unwrapped.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{FileIndex, Records, SourceFile, Wrapping};
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

use super::entries::{Entries, Found};
use super::fhir::{Entry, Reading};
use super::json::{self, Kind, Node};
use super::unwrap::{MAX_UNWRAPPED_BYTES, Remark, Unwrapping};
use super::{Report, foreign, join};

/// Bytes that one step goes through where nothing else is said: some ten milliseconds of work.
pub const STEP_BYTES: usize = 1 << 18;

const FOLLOWED: &str = "what follows the end of the gzip was not read";

/// How far an [`Import`] has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Bytes of the unwrapped file whose resources were read; it stays 0 while the file is hashed, unwrapped and looked
    /// through for what it is, which takes about a quarter of the time.
    pub done: u64,
    /// Bytes of the file: as it was given at first, unwrapped as soon as that is known.
    pub total: u64,
    /// Whether there is nothing more to do but [`Import::finish`].
    pub finished: bool,
}

/// A file that is being read. Dropping it gives the file up; nothing was changed then.
pub struct Import<'a> {
    stage: Stage<'a>,
    sha256: String,
    /// Bytes of the file as far as known.
    total: usize,
}

enum Stage<'a> {
    Hashing { bytes: Cow<'a, [u8]>, hasher: Sha256, at: usize },
    Unwrapping(Unwrapping<'a>),
    Reading { bytes: Cow<'a, [u8]>, entries: Box<Entries>, read: Box<Read> },
    Finished(Box<Read>),
    AlreadyRead,
    Failed,
}

/// What was read of a file.
struct Read {
    wrapping: Vec<Wrapping>,
    reading: Reading,
    /// Values that are a resource.
    resources: usize,
}

impl<'a> Import<'a> {
    /// Begins to read the file `bytes`.
    ///
    /// # Errors
    /// `too-large` beyond [`MAX_UNWRAPPED_BYTES`]; `malformed` for an empty file, `unsupported` for one that begins as
    /// files of other formats do.
    pub fn begin(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self> {
        let bytes = bytes.into();
        if bytes.len() > MAX_UNWRAPPED_BYTES {
            return Err(Error::new(Code::TooLarge, "the file is too large: split it, in bytes")
                .found(bytes.len() as u64, MAX_UNWRAPPED_BYTES as u64));
        }
        if !bytes.starts_with(foreign::GZIP_MAGIC) {
            foreign::refuse(&bytes)?;
        }
        let total = bytes.len();
        Ok(Import { stage: Stage::Hashing { bytes, hasher: Sha256::new(), at: 0 }, sha256: String::new(), total })
    }

    /// Goes on with about `budget` bytes, and at least one; an entry is read at once however long it is. `known` are
    /// the records that the file will be added to: where they have it already nothing more is read of it.
    ///
    /// Whatever the budgets, the outcome is the same.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when the file is no FHIR JSON, `too-large` beyond [`MAX_UNWRAPPED_BYTES`]. The
    /// import is over then.
    pub fn step(&mut self, known: &Records, budget: usize) -> Result<Step> {
        let mut budget = budget.max(1);
        let mut is_over = false;
        while budget > 0 && !is_over {
            let stage = std::mem::replace(&mut self.stage, Stage::Failed);
            self.stage = self.advance(stage, known, &mut budget)?;
            is_over = matches!(self.stage, Stage::Finished(_) | Stage::AlreadyRead);
        }
        let total = self.total as u64;
        let done = match &self.stage {
            Stage::Reading { entries, .. } => entries.done() as u64,
            Stage::Finished(_) | Stage::AlreadyRead => total,
            _ => 0,
        };
        Ok(Step { done, total, finished: is_over })
    }

    /// Adds what was read to `records` and returns what that was. Nothing is added of a file that they have already.
    ///
    /// # Errors
    /// `invalid-argument` when the file was not read to its end; `too-large` for more files than can be counted.
    /// `records` is as it was then.
    pub fn finish(self, records: &mut Records) -> Result<Report> {
        let has_it = records.files.iter().any(|file| file.sha256 == self.sha256);
        match self.stage {
            Stage::Finished(_) | Stage::AlreadyRead if has_it => Ok(Report { already_read: true, ..Report::default() }),
            Stage::Finished(read) => {
                let index = u32::try_from(records.files.len());
                let index = index.map_err(|_| Error::new(Code::TooLarge, "too many files: start a new session"))?;
                let is_known = |id: &str| records.patients.iter().any(|patient| patient.id == id);
                let outcome = read.reading.finish(FileIndex(index), &is_known);
                let file = SourceFile { sha256: self.sha256, wrapping: read.wrapping, bytes: self.total as u64 };
                Ok(join::join(records, file, outcome))
            }
            _ => Err(Error::new(Code::InvalidArgument, "the file was not read to its end; take its steps first")),
        }
    }

    fn advance(&mut self, stage: Stage<'a>, known: &Records, budget: &mut usize) -> Result<Stage<'a>> {
        match stage {
            Stage::Hashing { bytes, mut hasher, at } => {
                let ahead = bytes.get(at..).unwrap_or_default();
                let next = ahead.get(..*budget).unwrap_or(ahead);
                hasher.update(next);
                let at = at + next.len();
                *budget -= next.len();
                if at < bytes.len() {
                    return Ok(Stage::Hashing { bytes, hasher, at });
                }
                self.sha256 = hex(&hasher.finalize());
                if known.files.iter().any(|file| file.sha256 == self.sha256) {
                    return Ok(Stage::AlreadyRead);
                }
                Unwrapping::begin(bytes, MAX_UNWRAPPED_BYTES).map(Stage::Unwrapping)
            }
            Stage::Unwrapping(mut unwrapping) => {
                let (unwrapped, complete) = unwrapping.step((*budget).max(1))?;
                *budget = budget.saturating_sub(unwrapped);
                if complete { self.unwrapped(unwrapping) } else { Ok(Stage::Unwrapping(unwrapping)) }
            }
            Stage::Reading { bytes, mut entries, mut read } => match entries.next(&bytes, budget) {
                None => Ok(Stage::Reading { bytes, entries, read }),
                Some(Found::End) => match entries.nothing().filter(|_| read.resources == 0) {
                    None => Ok(Stage::Finished(read)),
                    Some(error) => Err(error),
                },
                Some(found) => {
                    read.take(found, &bytes)?;
                    Ok(Stage::Reading { bytes, entries, read })
                }
            },
            Stage::Finished(_) | Stage::AlreadyRead => Ok(stage),
            Stage::Failed => Err(Error::new(Code::InvalidArgument, "the file could not be read; begin it anew")),
        }
    }

    fn unwrapped(&mut self, unwrapping: Unwrapping<'a>) -> Result<Stage<'a>> {
        let file = unwrapping.finish();
        foreign::refuse(&file.bytes)?;
        self.total = file.bytes.len();
        let start = if file.bytes.starts_with(foreign::BYTE_ORDER_MARK) { foreign::BYTE_ORDER_MARK.len() } else { 0 };
        let mut reading = Reading::default();
        match file.remark {
            None => {}
            Some(Remark::Cut) => reading.unread().add_cut_gzip(),
            Some(Remark::Followed) => reading.unread().add(&Place::root(), FOLLOWED),
        }
        let entries = Box::new(Entries::new(&file.bytes, start..file.bytes.len()));
        let read = Box::new(Read { wrapping: file.wrapping, reading, resources: 0 });
        Ok(Stage::Reading { bytes: file.bytes, entries, read })
    }
}

/// Says how far it is, and nothing of what it holds.
impl fmt::Debug for Import<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match &self.stage {
            Stage::Hashing { .. } => "hashing",
            Stage::Unwrapping(_) => "unwrapping",
            Stage::Reading { .. } => "reading",
            Stage::Finished(_) => "finished",
            Stage::AlreadyRead => "already read",
            Stage::Failed => "failed",
        };
        f.debug_struct("Import").field("stage", &stage).field("total", &self.total).finish()
    }
}

impl Read {
    /// Reads what was found in `file`, the unwrapped bytes.
    ///
    /// # Errors
    /// As [`json::parse`] when the file is one resource that cannot be read; `malformed` when that is not UTF-8.
    fn take(&mut self, found: Found, file: &[u8]) -> Result<()> {
        match found {
            Found::Entry(place, range) => match tree(file, &range) {
                Ok(entry) => self.entry(&place, &entry, file),
                Err(error) => self.reading.unread().add_error(&place, &error),
            },
            Found::Resource(place, range) => match tree(file, &range) {
                Ok(resource) => {
                    let entry = Entry { place, full_url: None, resource: &resource };
                    self.resources += usize::from(self.reading.resource(&entry, file));
                }
                Err(error) if place == Place::root() => return Err(error),
                Err(error) => self.reading.unread().add_error(&place, &error),
            },
            Found::Empty(place) => self.reading.skip(&place.field("entry"), "the Bundle has no entries"),
            Found::Unread(place, reason, byte) => self.reading.unread().add_at(&place, reason, byte),
            Found::Cut(place, byte) => self.reading.unread().add_cut(&place, byte),
            Found::End => {}
        }
        Ok(())
    }

    fn entry(&mut self, place: &Place, entry: &Node<'_>, file: &[u8]) {
        let place = place.field("resource");
        match entry.get("resource") {
            Some(resource) if matches!(resource.kind, Kind::Object(_)) => {
                let entry = Entry { place, full_url: entry.text_of("fullUrl"), resource };
                self.resources += usize::from(self.reading.resource(&entry, file));
            }
            _ => self.reading.skip(&place, "the entry holds no resource"),
        }
    }
}

/// Returns the tree of the bytes in `range`.
///
/// # Errors
/// `malformed` when they are not UTF-8, else as [`json::parse`].
fn tree<'f>(file: &'f [u8], range: &Range<usize>) -> Result<Node<'f>> {
    let bytes = file.get(range.clone()).unwrap_or_default();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::new(Code::Malformed, "is not UTF-8 text: save or export it again as UTF-8"))?;
    json::parse(text, range.start)
}
