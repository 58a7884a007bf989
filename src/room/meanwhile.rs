//! Searching what was there before while a further file is made findable.
//!
//! An index is of the records that it was made of, and a file changes documents that were there. So the records as they were
//! are held until the index of all of them is made, where they are few enough for a copy: a search of them waits for nothing.

use super::joining::MOST_COPIED;
use super::{Expansion, Room, Search};
use crate::document::{DocumentIndex, Records};
use crate::error::Result;
use crate::index::{Index, PassageIndex};
use crate::retrieve::Hits;

/// Passages that such a search looks through for concepts before it goes on: a few milliseconds of work.
const MENTION_MEANWHILE: usize = 128;

/// What a search found, and in which records.
pub struct Meanwhile<'r> {
    /// What was found.
    pub hits: Hits,
    /// Whether it is of the records as they were before a file that is still being made findable.
    pub is_earlier: bool,
    /// Whether concepts were looked for in some of its passages only so far, so that the same search may find more later.
    pub is_partial: bool,
    room: &'r Room,
}

impl Meanwhile<'_> {
    /// Returns the verbatim text of `passage`.
    ///
    /// # Errors
    /// `internal` for a passage that was not found here.
    pub fn text(&self, passage: PassageIndex) -> Result<&str> {
        self.room.index.text(self.room.standing(), passage)
    }

    /// Returns the name of whom `document` is about; `None` where it is about nobody.
    pub fn subject(&self, document: DocumentIndex) -> Option<&str> {
        let records = self.room.standing();
        let subject = records.documents.get(document.0 as usize)?.subject?;
        Some(records.patients.get(subject.0 as usize)?.name.as_str())
    }
}

impl Room {
    /// As [`find`](Self::find), but waits neither for a file that is still being made findable (where the records as they were
    /// before it are held, those are searched) nor for concepts to be looked for in all passages.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_meanwhile(&mut self, question: &str, search: &Search<'_>) -> Result<Meanwhile<'_>> {
        if self.earlier.is_none() {
            self.refresh()?;
        }
        let mut is_partial = false;
        if search.expansion == Expansion::Concepts {
            let (looked_through, all) = self.mention(MENTION_MEANWHILE);
            is_partial = looked_through < all;
        }
        let hits = self.found(question, search, self.standing(), None)?;
        Ok(Meanwhile { hits, is_earlier: self.stale, is_partial, room: self })
    }

    /// Returns records and the index of them, for looking at what was found: without waiting for a file that is still being made
    /// findable, where the records as they were before it are held.
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub fn shown(&mut self) -> Result<(&Records, &Index)> {
        if self.earlier.is_none() {
            self.refresh()?;
        }
        Ok((self.standing(), &self.index))
    }

    /// Returns the records that the index is of.
    pub(super) fn standing(&self) -> &Records {
        self.earlier.as_ref().unwrap_or(&self.records)
    }

    /// Holds the records as they are, before a file is added to them. Whoever adds it may have it done a turn earlier, as a copy takes time.
    pub fn stand(&mut self) {
        let is_up_to_date = !self.stale && self.anew.is_none() && self.earlier.is_none();
        if is_up_to_date && (1..=MOST_COPIED).contains(&self.index.len()) {
            self.earlier = Some(self.records.clone());
        }
    }

    /// Lets go of what [`stand`](Self::stand) held, where nothing was added after all.
    pub fn settle(&mut self) {
        if !self.stale {
            self.earlier = None;
        }
    }
}
