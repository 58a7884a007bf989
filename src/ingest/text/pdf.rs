//! Reads a PDF page by page: one note, with the places of its lines.

use crate::document::{Decoding, FileIndex, Provenance};
use crate::error::{Place, Result};
use crate::ingest::outcome::Outcome;
use crate::ingest::skips::Skips;
use crate::pdf::{Extracted, Reader};

/// A PDF that is being read.
pub(crate) struct Pages {
    reader: Option<Reader>,
    /// Bytes of the file, and how many stand for the pages that were read.
    bytes: usize,
    done: usize,
    outcome: Outcome,
}

impl Pages {
    /// Begins to read the file `bytes`.
    ///
    /// # Errors
    /// As [`Reader::open`].
    pub(crate) fn open(bytes: &[u8]) -> Result<Self> {
        let reader = Some(Reader::open(bytes)?);
        Ok(Pages { reader, bytes: bytes.len(), done: 0, outcome: Outcome::default() })
    }

    /// Returns what was not read so far, to be added to.
    pub(crate) fn unread(&mut self) -> &mut Skips {
        &mut self.outcome.skips
    }

    /// Reads pages of the file `bytes` as far as `budget` allows, and returns whether that was all.
    ///
    /// # Errors
    /// As [`Reader::step`] and [`Reader::finish`].
    pub(crate) fn step(&mut self, bytes: &[u8], budget: &mut usize) -> Result<bool> {
        let Some(reader) = &mut self.reader else { return Ok(true) };
        let is_last = reader.step()?;
        let (read, all) = reader.progress();
        let done = (self.bytes as u64 * read as u64 / (all as u64).max(1)) as usize;
        *budget = budget.saturating_sub((done - self.done).max(1));
        self.done = done;
        if let Some(reader) = self.reader.take_if(|_| is_last) {
            let extracted = reader.finish()?;
            skip_unread(&Place::root(), &extracted, &mut |place, reason| self.outcome.skips.leave_out(&place, reason));
            let steps = vec![Decoding::Bytes { start: 0, end: bytes.len() }, Decoding::Pdf];
            let provenance = Provenance { file: FileIndex(0), steps };
            super::add(extracted.text, provenance, extracted.pages, bytes, &mut self.outcome);
        }
        Ok(is_last)
    }

    /// Returns the byte up to which the file was read, as far as pages can be counted in bytes.
    pub(crate) fn done(&self) -> usize {
        self.done
    }

    /// Returns what was read.
    pub(crate) fn finish(self) -> Outcome {
        self.outcome
    }
}

/// Tells `skip` of every page of the PDF at `place` that was not read: `page[3]` is the third page.
pub(crate) fn skip_unread(place: &Place, extracted: &Extracted, skip: &mut dyn FnMut(Place, &'static str)) {
    for &(number, reason) in &extracted.unread {
        skip(place.field("page").index(number as usize), reason.reason());
    }
}
