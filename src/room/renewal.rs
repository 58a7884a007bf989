//! Passages, index and known answers made anew in turns, so that nothing waits long for them.

use crate::chunk::{self, Cut};
use crate::clearance::KnownAnswers;
use crate::document::{Passage, Records};
use crate::error::Result;
use crate::index::Index;
use crate::index::building::Building;
use crate::privacy::variants::with_variants;

/// Index and known answers of some records, half made.
pub(super) struct Renewal {
    building: Building,
    waiting: std::vec::IntoIter<Passage>,
    known: KnownAnswers,
    /// Identifiers that are known answers already.
    identifiers: usize,
}

impl Renewal {
    /// Begins anew for `records`, which must stay as they are until the end, cut as `cut` says, in tokens as `tokens` counts them.
    pub(super) fn new(records: &Records, cut: &Cut, tokens: Option<&dyn Fn(&str) -> usize>) -> Self {
        let passages = cut.cutting(tokens, |cutting| chunk::passages_of(records, cutting));
        Renewal {
            building: Building::default(),
            waiting: passages.into_iter(),
            known: KnownAnswers::default(),
            identifiers: 0,
        }
    }

    /// Goes on by at most `most` texts, and at least one; identifiers are taken in whole parts of [`KnownAnswers`].
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn step(&mut self, records: &Records, most: usize) -> Result<()> {
        let most = most.max(1);
        let passages: Vec<Passage> = self.waiting.by_ref().take(most).collect();
        if !passages.is_empty() {
            return self.building.add(records, passages);
        }
        let ahead = records.identifiers.get(self.identifiers..).unwrap_or_default();
        let part = ahead.get(..KnownAnswers::PART).unwrap_or(ahead);
        self.known.add(&with_variants(part))?;
        self.identifiers += part.len();
        Ok(())
    }

    /// Returns how many passages and identifiers are done, and how many there are.
    pub(super) fn progress(&self, records: &Records) -> (usize, usize) {
        let done = self.building.len() + self.identifiers;
        (done, done + self.waiting.len() + records.identifiers.len().saturating_sub(self.identifiers))
    }

    /// Returns what was made.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn finish(self) -> Result<(Index, KnownAnswers)> {
        Ok((self.building.finish()?, self.known))
    }
}
