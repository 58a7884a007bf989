//! Reading files anew beside the records there are: what is left when a file is taken away.
//!
//! Documents are made from all files together, so that a file cannot be cut out of them. Those that stay are read again,
//! and the room changes over once all of them are read: until then, and when it is given up, it is as it was.

use super::Room;
use crate::document::{Link, PatientIndex, Records};
use crate::error::Result;
use crate::ingest::link;

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
            self.subject = None;
            self.stale = true;
            self.renewal = None;
            self.generation += 1;
        }
    }

    /// Forgets the records that were read anew.
    pub fn stay(&mut self) {
        self.anew = None;
    }
}
