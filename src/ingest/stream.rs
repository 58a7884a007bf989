//! Reads NDJSON of any length as it streams by: one resource a line, as bulk exports of FHIR servers have them.
//!
//! Of the file itself only what is between two ends of lines is in memory; what was made of the lines before stays. The outcome is
//! that of [`Import`](super::Import), byte ranges included, whatever the pieces in which the file comes. Who feeds it says
//! when there is no room for more: what was read until then is kept, and how far that is stands in the report.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write as _};

use flate2::write::MultiGzDecoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{FileIndex, Records, SourceFile, Wrapping};
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

use super::fhir::Together;
use super::format::{BYTE_ORDER_MARK, GZIP_MAGIC};
use super::lines::{Lines, Next};
use super::outcome::Outcome;
use super::resources::Resources;
use super::survey::{Named, Survey};
use super::{Report, join};

/// Bytes at the start of a file that show whether it can be read so.
pub const HEAD_BYTES: usize = 1 << 20;
/// Bytes of the longest line that is read.
pub const MAX_LINE_BYTES: usize = 64 << 20;
/// Bytes of a gzip that are unpacked at one time: deflate makes at most a thousand times as many.
const PACKED_BYTES: usize = 16 << 10;

const STOPPED: &str = "is where reading stopped, for want of memory: this line and those after it were not read";
const LONG_LINE: &str = "a line of the file is too long to be read: export the records again, in bytes";
const BROKEN: &str = "the compression around the file is broken: get the file again and add that";

/// How far a file was read that was given up for want of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    /// Lines that were read, blank ones included.
    pub lines: usize,
    /// Bytes of the unwrapped file that they are.
    pub bytes: u64,
}

/// A file of lines that is being read. Dropping it gives the file up; nothing was changed then.
pub struct Stream {
    hasher: Sha256,
    unpacking: Option<Box<MultiGzDecoder<Vec<u8>>>>,
    /// Bytes that were not read yet, from the beginning of a line on.
    ahead: Vec<u8>,
    /// Where `ahead` begins in the unwrapped file.
    base: usize,
    /// How many lines were read.
    lines: usize,
    resources: Resources,
    stopped: Option<Stopped>,
    wrapping: Vec<Wrapping>,
}

impl Stream {
    /// Returns whether a file that begins with `head`, its first [`HEAD_BYTES`] or all of it, is one of lines: its first line
    /// is a whole resource, and another one follows.
    pub fn fits(head: &[u8]) -> bool {
        let mut unpacked = Vec::new();
        let head = if head.starts_with(GZIP_MAGIC) {
            let mut decoder = MultiGzDecoder::new(Vec::new());
            for piece in head.chunks(PACKED_BYTES) {
                if decoder.write_all(piece).is_err() || unpacked.len() >= HEAD_BYTES {
                    break;
                }
                unpacked.append(decoder.get_mut());
            }
            // Of a file that ends here, or goes on, what there is so far.
            let _ = decoder.try_finish();
            unpacked.append(decoder.get_mut());
            &unpacked
        } else {
            head
        };
        let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
        let mut lines = Lines::new(0..head.len());
        let Next::Line { range, .. } = lines.next(head, &mut usize::MAX.clone()) else { return false };
        let follows = matches!(lines.next(head, &mut usize::MAX.clone()), Next::Line { .. });
        let whole = Survey::new(range).go_on(head, &mut usize::MAX.clone());
        follows && whole.is_some_and(|line| line.is_whole() && line.named != Named::Nothing)
    }

    /// Begins to read a file whose first bytes are `head`, which are to be pushed, too.
    pub fn begin(head: &[u8]) -> Self {
        let is_gzip = head.starts_with(GZIP_MAGIC);
        let wrapping = if is_gzip { vec![Wrapping::Gzip] } else { Vec::new() };
        let unpacking = is_gzip.then(|| Box::new(MultiGzDecoder::new(Vec::new())));
        Stream {
            hasher: Sha256::new(),
            unpacking,
            ahead: Vec::new(),
            base: 0,
            lines: 0,
            resources: Resources::of_lines(),
            stopped: None,
            wrapping,
        }
    }

    /// Takes the next bytes of the file, and returns how many bytes of the unwrapped file were read. After
    /// [`stop`](Self::stop) they are taken for the hash of the file alone.
    ///
    /// # Errors
    /// `malformed` when the compression around the file is broken; `too-large` for a line of more than [`MAX_LINE_BYTES`], and
    /// for a file of more bytes than this machine can count. The file is given up then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<u64> {
        self.hasher.update(bytes);
        if self.stopped.is_some() {
            return Ok(self.base as u64);
        }
        match self.unpacking.take() {
            None => {
                self.ahead.extend_from_slice(bytes);
                self.read()?;
            }
            Some(mut decoder) => {
                for piece in bytes.chunks(PACKED_BYTES) {
                    let written = decoder.write_all(piece);
                    self.ahead.append(decoder.get_mut());
                    written.map_err(|_| Error::new(Code::Malformed, BROKEN))?;
                    self.read()?;
                }
                self.unpacking = Some(decoder);
            }
        }
        Ok(self.base as u64)
    }

    /// Reads no more: there is no room for it. What was read is kept.
    pub fn stop(&mut self) {
        if self.stopped.is_none() {
            self.stopped = Some(Stopped { lines: self.lines, bytes: self.base as u64 });
            self.ahead = Vec::new();
            self.unpacking = None;
            self.resources.unread().add(&Place::root().field("line").index(self.lines), STOPPED);
        }
    }

    /// Returns the SHA-256 of the bytes that were pushed, in lower-case hexadecimal.
    pub fn sha256(&self) -> String {
        hex(&self.hasher.clone().finalize())
    }

    /// Adds what was read to `records` and returns what that was. Nothing is added of a file that they have already.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when nothing in the file could be read, or the compression around it is broken; `too-large` for
    /// more files than can be counted. `records` is as it was then.
    pub fn finish(mut self, records: &mut Records) -> Result<Report> {
        let sha256 = self.sha256();
        if records.files.iter().any(|file| file.sha256 == sha256) {
            return Ok(Report { already_read: true, ..Report::default() });
        }
        self.end()?;
        let bytes = self.base as u64;
        let index = u32::try_from(records.files.len());
        let index = index.map_err(|_| Error::new(Code::TooLarge, "too many files: start a new session"))?;
        let described: BTreeSet<String> = self.resources.patients().into_iter().collect();
        let known: BTreeSet<&str> = records.patients.iter().map(|patient| patient.id.as_str()).collect();
        let is_known = |id: &str| known.contains(id) || described.contains(id);
        let reachable = self.resources.reachable(FileIndex(index));
        let outcome: Outcome = self.resources.finish(FileIndex(index), &is_known, &Together::new(vec![reachable]));
        let file = SourceFile { sha256, wrapping: self.wrapping, bytes };
        Ok(Report { stopped: self.stopped, ..join::join(records, vec![file], outcome) })
    }

    /// Reads what is left at the end of the file.
    fn end(&mut self) -> Result<()> {
        if let Some(mut decoder) = self.unpacking.take() {
            let ended = decoder.try_finish();
            self.ahead.append(decoder.get_mut());
            match ended {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => self.resources.unread().add_cut_gzip(),
                Err(_) => return Err(Error::new(Code::Malformed, BROKEN)),
            }
        }
        let ahead = std::mem::take(&mut self.ahead);
        if self.stopped.is_none() {
            let lines = self.resources.lines(&ahead, self.base, self.lines, false);
            (self.base, self.lines) = (self.base + ahead.len(), self.lines + lines);
        }
        self.resources.check()
    }

    /// Reads the lines that are whole, but for the last: whether that is the last of the file is not known yet.
    fn read(&mut self) -> Result<()> {
        let filled = self.ahead.trim_ascii_end().len();
        let end = self.ahead.get(..filled).unwrap_or_default().iter().rposition(|byte| *byte == b'\n');
        let Some(end) = end.map(|at| at + 1) else {
            if self.ahead.len() > MAX_LINE_BYTES {
                return Err(Error::new(Code::TooLarge, LONG_LINE).found(self.ahead.len() as u64, MAX_LINE_BYTES as u64));
            }
            return Ok(());
        };
        let base = self.base.checked_add(self.ahead.len());
        base.ok_or_else(|| Error::new(Code::TooLarge, "the file is too long to be read here: split it"))?;
        let lines = self.resources.lines(self.ahead.get(..end).unwrap_or_default(), self.base, self.lines, true);
        self.ahead.drain(..end);
        (self.base, self.lines) = (self.base + end, self.lines + lines);
        Ok(())
    }
}

/// Says how far it is, and nothing of what it holds.
impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("bytes", &self.base).field("lines", &self.lines).finish()
    }
}
