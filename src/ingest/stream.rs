//! Reads files of any length as they stream by: NDJSON, one resource a line, as bulk exports of FHIR servers have them, and `export.xml`
//! of Apple Health.
//!
//! Of the file itself only what is between two ends of lines, or within one tag, is in memory; what was made of it before stays. The
//! outcome is that of [`Import`](super::Import), byte ranges included, whatever the pieces in which the file comes. Who feeds it says
//! when there is no room for more: what was read until then is kept, and how far that is stands in the report.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write as _};

use flate2::write::MultiGzDecoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{FileIndex, Records, SourceFile, Wrapping};
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

use super::apple::{Ahead, Streamed};
use super::fhir::Together;
use super::format::{self, BYTE_ORDER_MARK, Format, GZIP_MAGIC};
use super::lines::{Lines, Next};
use super::outcome::Outcome;
use super::resources::Resources;
use super::skips::Skips;
use super::survey::{Named, Survey};
use super::{Report, join};

/// Bytes at the start of a file that show whether it can be read so.
pub const HEAD_BYTES: usize = 1 << 20;
/// Bytes of the longest line, or tag, that is read.
pub const MAX_LINE_BYTES: usize = 64 << 20;
/// Bytes of a gzip that are unpacked at one time: deflate makes at most a thousand times as many.
const PACKED_BYTES: usize = 16 << 10;

const STOPPED: &str = "is where reading stopped, for want of memory: this and what follows were not read";
const LONG_LINE: &str = "a line of the file is too long to be read: export the records again, in bytes";
const BROKEN: &str = "the compression around the file is broken: get the file again and add that";

/// How far a file was read that was given up for want of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    /// Lines that were read, blank ones included; of an export of Apple Health its records.
    pub lines: usize,
    /// Bytes of the unwrapped file that they are.
    pub bytes: u64,
}

/// A file that is being read. Dropping it gives the file up; nothing was changed then.
pub struct Stream {
    hasher: Sha256,
    unpacking: Option<Box<MultiGzDecoder<Vec<u8>>>>,
    /// Bytes that were not read yet, from the beginning of a line or of a tag on.
    ahead: Vec<u8>,
    /// Where `ahead` begins in the unwrapped file.
    base: usize,
    reading: Reading,
    stopped: Option<Stopped>,
    wrapping: Vec<Wrapping>,
}

/// What is being read.
enum Reading {
    Lines {
        resources: Box<Resources>,
        /// How many lines were read.
        lines: usize,
    },
    Export(Box<Streamed>),
}

impl Stream {
    /// Returns whether a file that begins with `head`, its first [`HEAD_BYTES`] or all of it, can be read so: an export of Apple Health,
    /// or a file of lines, of which the first is a whole resource, and another one follows.
    pub fn fits(head: &[u8]) -> bool {
        let head = unpacked(head);
        if is_export(&head) {
            return true;
        }
        let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
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
        let reading = if is_export(&unpacked(head)) {
            Reading::Export(Box::default())
        } else {
            Reading::Lines { resources: Box::new(Resources::of_lines()), lines: 0 }
        };
        Stream { hasher: Sha256::new(), unpacking, ahead: Vec::new(), base: 0, reading, stopped: None, wrapping }
    }

    /// Returns how many bytes of the file are in memory.
    pub fn held(&self) -> usize {
        self.ahead.capacity()
    }

    /// Takes the next bytes of the file, and returns how many bytes of the unwrapped file were read. After
    /// [`stop`](Self::stop) they are taken for the hash of the file alone.
    ///
    /// # Errors
    /// `malformed` when the compression around the file is broken, or an export before its first record; `too-large` for a line of more than
    /// [`MAX_LINE_BYTES`], and for a file of more bytes than this machine can count. The file is given up then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<u64> {
        self.hasher.update(bytes);
        if self.stopped.is_some() {
            return Ok(self.base as u64);
        }
        match self.unpacking.take() {
            None => {
                self.ahead.extend_from_slice(bytes);
                self.read(false)?;
            }
            Some(mut decoder) => {
                for piece in bytes.chunks(PACKED_BYTES) {
                    let written = decoder.write_all(piece);
                    self.ahead.append(decoder.get_mut());
                    written.map_err(|_| Error::new(Code::Malformed, BROKEN))?;
                    self.read(false)?;
                }
                self.unpacking = Some(decoder);
            }
        }
        Ok(self.base as u64)
    }

    /// Reads no more: there is no room for it. What was read is kept.
    pub fn stop(&mut self) {
        if self.stopped.is_none() {
            let (lines, place) = match &self.reading {
                Reading::Lines { lines, .. } => (*lines, Place::root().field("line").index(*lines)),
                Reading::Export(export) => {
                    let records = export.records();
                    (records, Place::root().field("HealthData").field("Record").index(records))
                }
            };
            self.stopped = Some(Stopped { lines, bytes: self.base as u64 });
            self.ahead = Vec::new();
            self.unpacking = None;
            self.unread().add(&place, STOPPED);
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
        let index = u32::try_from(records.files.len()).map(FileIndex);
        let index = index.map_err(|_| Error::new(Code::TooLarge, "too many files: start a new session"))?;
        let outcome: Outcome = match self.reading {
            Reading::Lines { mut resources, .. } => {
                let described: BTreeSet<String> = resources.patients().into_iter().collect();
                let known: BTreeSet<&str> = records.patients.iter().map(|patient| patient.id.as_str()).collect();
                let is_known = |id: &str| known.contains(id) || described.contains(id);
                let reachable = resources.reachable(index);
                resources.finish(index, &is_known, &Together::new(vec![reachable]))
            }
            Reading::Export(export) => export.finish().numbered(index, &sha256, false),
        };
        let file = SourceFile { sha256, wrapping: self.wrapping, bytes, cut: self.stopped.is_some() };
        Ok(Report { stopped: self.stopped, ..join::join(records, vec![file], outcome) })
    }

    fn unread(&mut self) -> &mut Skips {
        match &mut self.reading {
            Reading::Lines { resources, .. } => resources.unread(),
            Reading::Export(export) => export.unread(),
        }
    }

    /// Reads what is left at the end of the file.
    fn end(&mut self) -> Result<()> {
        if let Some(mut decoder) = self.unpacking.take() {
            let ended = decoder.try_finish();
            self.ahead.append(decoder.get_mut());
            match ended {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => self.unread().add_cut_gzip(),
                Err(_) => return Err(Error::new(Code::Malformed, BROKEN)),
            }
        }
        if self.stopped.is_none() {
            self.read(true)?;
        }
        match &self.reading {
            Reading::Lines { resources, .. } => resources.check(),
            Reading::Export(_) => Ok(()),
        }
    }

    /// Reads what is ahead, as far as it is whole.
    fn read(&mut self, is_end: bool) -> Result<()> {
        let base = self.base.checked_add(self.ahead.len());
        base.ok_or_else(|| Error::new(Code::TooLarge, "the file is too long to be read here: split it"))?;
        let read = match &mut self.reading {
            Reading::Lines { resources, lines } => {
                // Whether the last line is the last of the file is not known before the end.
                let Some(end) = (if is_end { Some(self.ahead.len()) } else { whole_lines(&self.ahead)? }) else {
                    return Ok(());
                };
                *lines += resources.lines(self.ahead.get(..end).unwrap_or_default(), self.base, *lines, !is_end);
                end
            }
            Reading::Export(export) => export.read(Ahead { bytes: &self.ahead, base: self.base, is_end })?,
        };
        self.ahead.drain(..read);
        self.base += read;
        Ok(())
    }
}

/// Returns where the lines of `ahead` end that are whole, but for the last of them.
///
/// # Errors
/// `too-large` where a line is too long.
fn whole_lines(ahead: &[u8]) -> Result<Option<usize>> {
    let filled = ahead.trim_ascii_end().len();
    let end = ahead.get(..filled).unwrap_or_default().iter().rposition(|byte| *byte == b'\n');
    if end.is_none() && ahead.len() > MAX_LINE_BYTES {
        return Err(Error::new(Code::TooLarge, LONG_LINE).found(ahead.len() as u64, MAX_LINE_BYTES as u64));
    }
    Ok(end.map(|at| at + 1))
}

/// Returns the beginning of a file without the gzip around it.
fn unpacked(head: &[u8]) -> Cow<'_, [u8]> {
    if !head.starts_with(GZIP_MAGIC) {
        return head.into();
    }
    let (mut unpacked, mut decoder) = (Vec::new(), MultiGzDecoder::new(Vec::new()));
    for piece in head.chunks(PACKED_BYTES) {
        if decoder.write_all(piece).is_err() || unpacked.len() >= HEAD_BYTES {
            break;
        }
        unpacked.append(decoder.get_mut());
    }
    // Of a file that ends here, or goes on, what there is so far.
    let _ = decoder.try_finish();
    unpacked.append(decoder.get_mut());
    unpacked.into()
}

fn is_export(head: &[u8]) -> bool {
    format::of(head).is_ok_and(|format| format == Format::AppleHealth)
}

/// Says how far it is, and nothing of what it holds.
impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("bytes", &self.base).finish_non_exhaustive()
    }
}
