//! An export that is read as its bytes come in, so that no more of it is in memory than one tag and what is looked at beside it.

use crate::error::Result;

use super::super::outcome::Outcome;
use super::super::skips::Skips;
use super::{Ahead, Export, Went};

/// Bytes that are looked at together.
const PIECE: usize = 1 << 16;
/// Bytes of the longest tag that is read; see [`MAX_LINE_BYTES`](super::super::stream::MAX_LINE_BYTES).
const LONGEST: usize = super::super::stream::MAX_LINE_BYTES;

/// An export of which the bytes are not there yet, or not any more.
pub(crate) struct Streamed {
    export: Export,
    /// Bytes that must be ahead before it is gone on with: what is longer than one piece is not looked through at each.
    wanted: usize,
    /// Whether the export is over, or broken.
    is_over: bool,
}

impl Default for Streamed {
    fn default() -> Self {
        Streamed { export: Export::default(), wanted: PIECE, is_over: false }
    }
}

impl Streamed {
    /// Returns what was not read so far, to be added to.
    pub(crate) fn unread(&mut self) -> &mut Skips {
        self.export.unread()
    }

    /// Returns how many records there were so far.
    pub(crate) fn records(&self) -> usize {
        self.export.records()
    }

    /// Reads what is `ahead`, which has all bytes that were not read before, and returns how many of them are not needed any more.
    ///
    /// # Errors
    /// As [`Export::along`].
    pub(crate) fn read(&mut self, ahead: Ahead<'_>) -> Result<usize> {
        let len = ahead.bytes.len();
        if self.is_over {
            return Ok(len);
        }
        if len < self.wanted && !ahead.is_end {
            return Ok(0);
        }
        let went = self.export.along(ahead, &mut usize::MAX.clone())?;
        let read = self.export.done().saturating_sub(ahead.base);
        let left = len.saturating_sub(read);
        self.wanted = if read > 0 { left + PIECE } else { left.saturating_mul(2) };
        self.is_over = went == Went::Through || (left > LONGEST && self.export.cut()? == Went::Through);
        Ok(if self.is_over { len } else { read })
    }

    /// Returns what was read.
    pub(crate) fn finish(self) -> Outcome {
        self.export.finish()
    }
}
