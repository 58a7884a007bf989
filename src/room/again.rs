//! Reading files anew beside the records there are (what is left when a file is taken away), and taking back the index that was made of
//! them.
//!
//! Documents are made from all files together, so that a file cannot be cut out of them. Those that stay are read again,
//! and the room changes over once all of them are read: until then, and when it is given up, it is as it was.

use super::Room;
use super::renewal::Renewal;
use crate::document::{Link, PatientIndex, Records};
use crate::error::Result;
use crate::index::snapshot::{self, Model};
use crate::ingest::link;

/// Passages of an index that is kept: one of fewer is made anew as soon as it is opened, one of more takes more room than the time is worth
/// that it saves.
pub const WORTH_KEEPING: std::ops::RangeInclusive<usize> = 2_000..=250_000;

impl Room {
    /// Begins to read files anew. Until [`change_over`](Self::change_over) or [`stay`](Self::stay) whatever is
    /// [added](Self::finish) goes to the new records; questions are answered from the old ones.
    pub fn read_anew(&mut self) {
        self.anew = Some(Records::default());
    }

    /// Puts the records that were read anew in the place of those there were. Vectors of passages that did not change are
    /// kept, prepared questions are void, and they are about everybody again. Without [`read_anew`](Self::read_anew)
    /// nothing changes.
    pub fn change_over(&mut self) {
        let Some(mut records) = self.anew.take() else { return };
        // What the person said of who is who holds for what stays.
        link::relink(&mut records, &self.records.links);
        self.records = records;
        self.earlier = None;
        self.subject = None;
        self.stale = true;
        self.renewal = None;
        self.generation += 1;
    }

    /// Makes the patient `from` the same as `to`, as the person says; see [`link`](crate::ingest::link::link). Prepared questions
    /// are void, and questions are about everybody again.
    ///
    /// # Errors
    /// As [`link`](crate::ingest::link::link); the room is then as it was.
    pub fn link(&mut self, from: PatientIndex, to: PatientIndex) -> Result<()> {
        link::link(&mut self.records, from, to)?;
        self.earlier = None;
        self.subject = None;
        self.stale = true;
        self.renewal = None;
        self.generation += 1;
        Ok(())
    }

    /// Does again what was said of who is who in an earlier session, of the patients that there are; see
    /// [`relink`](crate::ingest::link::relink).
    pub fn relink(&mut self, said: &[Link]) {
        let before = self.records.links.len();
        link::relink(&mut self.records, said);
        if self.records.links.len() > before {
            self.earlier = None;
            self.subject = None;
            self.stale = true;
            self.renewal = None;
            self.generation += 1;
        }
    }

    /// Returns the index of the records as bytes to seal, without its vectors, which are kept in runs; `None` while it is being made, is
    /// kept already or not [worth it](WORTH_KEEPING), or where how its passages are cut depends on the model in use. It counts as kept
    /// once [`index_kept`](Self::index_kept) has been told so.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn index_to_keep(&self) -> Result<Option<Vec<u8>>> {
        let is_new = !self.stale && self.kept_index != Some(self.generation);
        let is_worth_it = is_new && WORTH_KEEPING.contains(&self.index.len()) && !self.cut.counts_tokens();
        is_worth_it.then(|| snapshot::write(&self.index, &self.records, &self.cut, None)).transpose()
    }

    /// Returns the index as bytes, brought up to date; `model` is the one that made its vectors, and without one they are left out.
    ///
    /// # Errors
    /// As [`snapshot::write`].
    pub fn snapshot(&mut self, model: Option<&Model>) -> Result<Vec<u8>> {
        self.refresh()?;
        snapshot::write(&self.index, &self.records, &self.cut, model)
    }

    /// Takes note that the index, as [`index_to_keep`](Self::index_to_keep) returned it, is kept.
    pub fn index_kept(&mut self) {
        self.kept_index = Some(self.generation);
    }

    /// Takes back an index that was kept, where it is that of the files read since, so that [`refresh_step`](Self::refresh_step) has only
    /// the known answers to make.
    ///
    /// # Errors
    /// `unsupported` when another version wrote it; `malformed` when it is damaged or of other records: in both cases the index is made
    /// anew, and nothing is lost.
    pub fn restore_index(&mut self, bytes: &[u8]) -> Result<()> {
        self.open_snapshot(bytes, None)?;
        self.index_kept();
        Ok(())
    }

    /// As [`restore_index`](Self::restore_index) of what [`snapshot`](Self::snapshot) wrote, with the vectors of `model`.
    ///
    /// # Errors
    /// As [`snapshot::read`].
    pub fn open_snapshot(&mut self, bytes: &[u8], model: Option<&Model>) -> Result<()> {
        let index = snapshot::read(bytes, &self.records, &self.cut, model)?;
        if self.stale {
            self.renewal = Some(Renewal::kept(index));
        }
        Ok(())
    }

    /// Forgets the records that were read anew.
    pub fn stay(&mut self) {
        self.anew = None;
    }
}
