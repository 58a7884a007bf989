//! Reads one file in steps that can be stopped between any two of them.
//!
//! A file is hashed, unwrapped and read to its end before anything is added, so that a file which cannot be read, or is
//! given up, changes nothing. In memory are the unwrapped file, what was made of it so far, and one entry as a tree;
//! the bytes of a gzip are let go as soon as they are unwrapped, and those of a member of an archive as soon as it is read. An export of
//! Apple Health that is compressed is read as it is unpacked, and never there whole.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{Records, Wrapping};
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

use super::Report;
use super::apple::{Ahead, Streamed};
use super::archive::{Archive, Member};
use super::format::{self, Format};
use super::joining::{Joining, Onto};
use super::skips::Skips;
use super::unit::{Made, Unit};
use super::unwrap::{MAX_UNWRAPPED_BYTES, Remark, Unwrapping};

/// Bytes that one step goes through where nothing else is said: some ten milliseconds of work.
pub const STEP_BYTES: usize = 1 << 18;

/// Bytes of an unpacked file that show what it is.
const HEAD: usize = 1 << 16;

const FOLLOWED: &str = "what follows the end of the gzip was not read";
/// What is said of a text whose name says that it is JSON.
pub const NO_JSON: &str = "is called JSON and is none: it was read as plain text";
const ARCHIVE_IN_ARCHIVE: &str = "is an archive within an archive: unpack it and add what is in it";

/// How far an [`Import`] has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Bytes of the unwrapped file whose resources were read; it stays 0 while the file is hashed, unwrapped and looked
    /// through for what it is, which takes about a quarter of the time. Of an archive, those of the members that were read.
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
    /// Whether its name says that it is JSON.
    is_called_json: bool,
    /// Bytes of the file as far as known.
    total: usize,
    archive: Option<Archive<'a>>,
    reads: Vec<Read>,
    /// What was not read of the archive.
    skips: Skips,
    /// Bytes that may still be unpacked.
    limit: usize,
}

enum Stage<'a> {
    Hashing { bytes: Cow<'a, [u8]>, hasher: Sha256, at: usize },
    Unwrapping { unwrapping: Unwrapping<'a>, around: Vec<Wrapping> },
    Streaming { unwrapping: Unwrapping<'a>, export: Box<Streamed>, around: Vec<Wrapping> },
    Reading { bytes: Cow<'a, [u8]>, unit: Box<Unit>, wrapping: Vec<Wrapping> },
    Finished,
    AlreadyRead,
    Failed,
}

/// What was read of a file, or of one member of an archive.
pub(super) struct Read {
    pub wrapping: Vec<Wrapping>,
    /// Its place in the archive.
    pub number: Option<usize>,
    pub bytes: usize,
    pub made: Made,
}

impl<'a> Import<'a> {
    /// Begins to read the file `bytes`.
    ///
    /// # Errors
    /// `too-large` beyond [`MAX_UNWRAPPED_BYTES`]; `malformed` for an empty file, `unsupported` for one that begins as
    /// files of formats do that are not read.
    pub fn begin(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self> {
        let bytes = bytes.into();
        if bytes.len() > MAX_UNWRAPPED_BYTES {
            return Err(Error::new(Code::TooLarge, "the file is too large: split it, in bytes")
                .found(bytes.len() as u64, MAX_UNWRAPPED_BYTES as u64));
        }
        if !bytes.starts_with(format::GZIP_MAGIC) {
            format::of(&bytes)?;
        }
        Ok(Import {
            total: bytes.len(),
            stage: Stage::Hashing { bytes, hasher: Sha256::new(), at: 0 },
            sha256: String::new(),
            is_called_json: false,
            archive: None,
            reads: Vec::new(),
            skips: Skips::default(),
            limit: MAX_UNWRAPPED_BYTES,
        })
    }

    /// Says that the file is called `name`. Nothing is decided by that; what is called JSON and is somebody's text is read as such, and listed with
    /// what was not read as it should be.
    pub fn named(mut self, name: &str) -> Self {
        self.is_called_json = format::is_called_json(name);
        self
    }

    /// Goes on with about `budget` bytes, and at least one; an entry is read at once however long it is. `known` are
    /// the records that the file will be added to: where they have it already nothing more is read of it.
    ///
    /// Whatever the budgets, the outcome is the same.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when the file cannot be read, `too-large` beyond [`MAX_UNWRAPPED_BYTES`]. The
    /// import is over then.
    pub fn step(&mut self, known: &Records, budget: usize) -> Result<Step> {
        let mut budget = budget.max(1);
        let mut is_over = false;
        while budget > 0 && !is_over {
            let stage = std::mem::replace(&mut self.stage, Stage::Failed);
            self.stage = self.advance(stage, known, &mut budget)?;
            is_over = matches!(self.stage, Stage::Finished | Stage::AlreadyRead);
        }
        let total = self.total as u64;
        let done = match (&self.stage, &self.archive) {
            (Stage::Finished | Stage::AlreadyRead, _) => total,
            (_, Some(archive)) => (archive.done as u64).min(total),
            (Stage::Reading { unit, .. }, None) => unit.done() as u64,
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
        Ok(self.joining(records, Onto::Place)?.finish(records).0)
    }

    /// Begins to add what was read to `records`, part by part; see [`finish`](Self::finish).
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn joining(self, records: &Records, onto: Onto) -> Result<Joining> {
        let has_it = records.files.iter().any(|file| file.sha256 == self.sha256);
        match self.stage {
            Stage::Finished | Stage::AlreadyRead if has_it => Ok(Joining::already()),
            Stage::Finished => Joining::begin(records, self.sha256, self.reads, self.skips, onto),
            _ => Err(Error::new(Code::InvalidArgument, "the file was not read to its end; take its steps first")),
        }
    }

    /// Returns the bytes of the file, as it was given at first, unwrapped as soon as that is known.
    pub fn total(&self) -> usize {
        self.total
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
                let unwrapping = Unwrapping::begin(bytes, self.limit)?;
                Ok(Stage::Unwrapping { unwrapping, around: Vec::new() })
            }
            Stage::Unwrapping { mut unwrapping, around } => match unwrapping.step((*budget).max(1)) {
                Ok((unwrapped, complete)) => {
                    *budget = budget.saturating_sub(unwrapped);
                    if !complete && is_export(&unwrapping, unwrapped) {
                        return Ok(Stage::Streaming { unwrapping, export: Box::default(), around });
                    }
                    if !complete {
                        return Ok(Stage::Unwrapping { unwrapping, around });
                    }
                    let begun = self.unwrapped(unwrapping, around);
                    self.or_next(begun, budget)
                }
                Err(error) => self.or_next(Err(error), budget),
            },
            Stage::Streaming { unwrapping, export, around } => {
                let streamed = self.streamed(unwrapping, export, around, budget);
                self.or_next(streamed, budget)
            }
            Stage::Reading { bytes, mut unit, wrapping } => match unit.step(&bytes, budget) {
                Ok(false) => Ok(Stage::Reading { bytes, unit, wrapping }),
                Ok(true) => {
                    let number = self.archive.as_ref().map(|archive| archive.number);
                    self.reads.push(Read { wrapping, number, bytes: bytes.len(), made: unit.finish() });
                    if self.archive.is_some() { self.next_member(budget) } else { Ok(Stage::Finished) }
                }
                Err(error) => self.or_next(Err(error), budget),
            },
            Stage::Finished | Stage::AlreadyRead => Ok(stage),
            Stage::Failed => Err(Error::new(Code::InvalidArgument, "the file could not be read; begin it anew")),
        }
    }

    /// Goes on with an export that is read as it is unpacked.
    fn streamed(
        &mut self,
        mut unwrapping: Unwrapping<'a>,
        mut export: Box<Streamed>,
        mut around: Vec<Wrapping>,
        budget: &mut usize,
    ) -> Result<Stage<'a>> {
        let (unwrapped, is_end) = unwrapping.step((*budget).max(1))?;
        *budget = budget.saturating_sub(unwrapped.max(1));
        if let Some(remark) = unwrapping.remark() {
            note(remark, export.unread());
        }
        let (bytes, base) = unwrapping.unpacked();
        let read = export.read(Ahead { bytes, base, is_end })?;
        unwrapping.pass(read)?;
        if !is_end {
            return Ok(Stage::Streaming { unwrapping, export, around });
        }
        let (rest, base) = unwrapping.unpacked();
        let bytes = base.saturating_add(rest.len());
        around.extend(unwrapping.finish().wrapping);
        let number = self.archive.as_ref().map(|archive| archive.number);
        self.reads.push(Read { wrapping: around, number, bytes, made: Made::Whole(export.finish()) });
        if self.archive.is_some() { self.next_member(budget) } else { Ok(Stage::Finished) }
    }

    /// Goes on with the next member where the one that `begun` is of cannot be read; a file of its own is refused.
    fn or_next(&mut self, begun: Result<Stage<'a>>, budget: &mut usize) -> Result<Stage<'a>> {
        match (begun, &self.archive) {
            (Err(error), Some(archive)) => {
                let place = Place::root().field("file").index(archive.number);
                self.skips.add_error(&place, &error);
                self.next_member(budget)
            }
            (begun, _) => begun,
        }
    }

    /// Begins the next member of the archive.
    ///
    /// # Errors
    /// `unsupported` when none of them could be read.
    fn next_member(&mut self, budget: &mut usize) -> Result<Stage<'a>> {
        let Some(archive) = &mut self.archive else { return Err(Error::internal("a member without its archive")) };
        loop {
            *budget = budget.saturating_sub(1);
            match archive.next() {
                Some(Member { number, bytes: Err(reason), .. }) => {
                    self.skips.add(&Place::root().field("file").index(number), reason);
                }
                Some(Member { bytes: Ok(wrapping), .. }) => {
                    let packed = archive.packed(wrapping).to_vec();
                    archive.done += packed.len();
                    let around = archive.wrapping.clone();
                    let unwrapping = Unwrapping::member(packed, wrapping, self.limit)?;
                    return Ok(Stage::Unwrapping { unwrapping, around });
                }
                None if self.reads.is_empty() => {
                    return Err(Error::new(
                        Code::Unsupported,
                        "nothing in the ZIP archive could be read: add the records in it one by one to see why",
                    ));
                }
                None => return Ok(Stage::Finished),
            }
        }
    }

    /// Looks at what was unwrapped.
    fn unwrapped(&mut self, unwrapping: Unwrapping<'a>, mut around: Vec<Wrapping>) -> Result<Stage<'a>> {
        let file = unwrapping.finish();
        around.extend(&file.wrapping);
        if !file.wrapping.is_empty() {
            self.limit = self.limit.saturating_sub(file.bytes.len());
        }
        let is_member = matches!(file.wrapping.as_slice(), [Wrapping::Zip { .. }]);
        if is_member && file.bytes.starts_with(format::GZIP_MAGIC) {
            return Ok(Stage::Unwrapping { unwrapping: Unwrapping::begin(file.bytes, self.limit)?, around });
        }
        let format = format::of(&file.bytes)?;
        if format == Format::Zip {
            if self.archive.is_some() {
                return Err(Error::new(Code::Unsupported, ARCHIVE_IN_ARCHIVE));
            }
            self.total = file.bytes.len();
            self.archive = Some(Archive::open(file.bytes, around)?);
            return self.next_member(&mut 1);
        }
        if self.archive.is_none() {
            self.total = file.bytes.len();
        }
        let mut unit = Unit::begin(format, &file.bytes)?;
        let is_called_json = self.archive.as_ref().map_or(self.is_called_json, |archive| archive.is_called_json);
        if format == Format::Text && is_called_json {
            unit.unread().add(&Place::root(), NO_JSON);
        }
        if let Some(remark) = file.remark {
            note(remark, unit.unread());
        }
        Ok(Stage::Reading { bytes: file.bytes, unit: Box::new(unit), wrapping: around })
    }
}

/// Returns whether what is unpacked, of which the last `new` bytes are new, has just become enough to tell an export of Apple Health, and
/// is one.
fn is_export(unwrapping: &Unwrapping<'_>, new: usize) -> bool {
    let (bytes, _) = unwrapping.unpacked();
    let is_new = bytes.len() >= HEAD && bytes.len().saturating_sub(new) < HEAD;
    is_new && format::of(bytes).is_ok_and(|format| format == Format::AppleHealth)
}

/// Adds what is wrong with the compression to what was not read.
fn note(remark: Remark, unread: &mut Skips) {
    match remark {
        Remark::Cut => unread.add_cut_gzip(),
        Remark::Followed => unread.add(&Place::root(), FOLLOWED),
    }
}

/// Says how far it is, and nothing of what it holds.
impl fmt::Debug for Import<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match &self.stage {
            Stage::Hashing { .. } => "hashing",
            Stage::Unwrapping { .. } => "unwrapping",
            Stage::Streaming { .. } => "streaming",
            Stage::Reading { .. } => "reading",
            Stage::Finished => "finished",
            Stage::AlreadyRead => "already read",
            Stage::Failed => "failed",
        };
        f.debug_struct("Import").field("stage", &stage).field("total", &self.total).finish()
    }
}
