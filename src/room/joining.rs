//! Adding a file that was read to its end, in turns: until the last of them the room answers as if it were not there.

use super::Room;
use crate::error::{Code, Error, Result};
use crate::index::Index;
use crate::ingest::{self, Import, Onto, Report};

/// Bytes of a file from which on the records are copied to have it joined in turns: copying them again and again for many small files takes
/// longer than those do.
const WORTH_A_COPY: usize = 2 << 20;

/// Passages of the most records that are copied: for more there is not memory enough.
pub(super) const MOST_COPIED: usize = 40_000;

/// A file that is being added. Dropping it gives the file up.
pub struct Joining {
    joining: ingest::Joining,
    /// The state of the room with which it began.
    generation: u64,
    is_anew: bool,
    files: usize,
}

impl Room {
    /// Adds the file that `import` has read to its end.
    ///
    /// # Errors
    /// As [`Import::finish`]; the room is then as it was.
    pub fn finish(&mut self, import: Import<'_>) -> Result<Report> {
        self.stand();
        let report = import.finish(self.anew.as_mut().unwrap_or(&mut self.records));
        report.iter().for_each(|report| self.added(report));
        self.settle();
        report
    }

    /// Begins to add the file that `import` has read to its end, in turns; see [`finish`](Self::finish).
    ///
    /// # Errors
    /// As [`Import::finish`].
    pub fn join(&self, import: Import<'_>) -> Result<Joining> {
        let is_up_to_date = !self.stale && self.anew.is_none() && self.earlier.is_none();
        let is_worth_it = import.total() >= WORTH_A_COPY || is_up_to_date && !self.index.is_empty();
        let onto = if is_worth_it && self.index.len() <= MOST_COPIED { Onto::Copy } else { Onto::Place };
        let records = self.anew.as_ref().unwrap_or(&self.records);
        let joining = import.joining(records, onto)?;
        let (generation, is_anew) = (self.generation, self.anew.is_some());
        Ok(Joining { joining, generation, is_anew, files: records.files.len() })
    }

    /// Goes on with `joining` by about `most` statements or documents, and returns whether there is nothing more to do but
    /// [`joined`](Self::joined).
    pub fn join_step(&self, joining: &mut Joining, most: usize) -> bool {
        // What was begun with other records cannot go on, which is told at the end.
        !self.is_of(joining) || joining.joining.step(self.anew.as_ref().unwrap_or(&self.records), most)
    }

    /// Does what is left of `joining`, and returns what was added.
    ///
    /// # Errors
    /// `invalid-argument` when the records have changed since it began; the room is then as it was.
    pub fn joined(&mut self, joining: Joining) -> Result<Report> {
        if !self.is_of(&joining) {
            return Err(Error::new(
                Code::InvalidArgument,
                "the records have changed while the file was read: add it again",
            ));
        }
        self.stand_before(&joining);
        let (report, before) = joining.joining.finish(self.anew.as_mut().unwrap_or(&mut self.records));
        if !joining.is_anew && !self.stale && self.earlier.is_none() && !self.index.is_empty() {
            self.earlier = before;
        } else if before.is_some() {
            self.past.take(before, Index::default());
        }
        self.added(&report);
        self.settle();
        Ok(report)
    }

    fn is_of(&self, joining: &Joining) -> bool {
        let files = self.anew.as_ref().unwrap_or(&self.records).files.len();
        self.generation == joining.generation && self.anew.is_some() == joining.is_anew && files == joining.files
    }

    /// Holds the records as they are, where `joining` changes them in place.
    fn stand_before(&mut self, joining: &Joining) {
        if !joining.joining.is_of_a_copy() {
            self.stand();
        }
    }
}
