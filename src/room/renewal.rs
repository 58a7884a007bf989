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
    passages: Passages,
    known: KnownAnswers,
    /// Identifiers that are known answers already.
    identifiers: usize,
}

/// The passages, and what they are found by.
enum Passages {
    /// In turns.
    Cut { building: Building, waiting: std::vec::IntoIter<Passage> },
    /// At once: they were kept.
    Kept(Box<Index>),
}

impl Renewal {
    /// Begins anew for `records`, which must stay as they are until the end, cut as `cut` says, in tokens as `tokens` counts them.
    pub(super) fn new(records: &Records, cut: &Cut, tokens: Option<&dyn Fn(&str) -> usize>) -> Self {
        let passages = cut.cutting(tokens, |cutting| chunk::passages_of(records, cutting));
        Self::with(Passages::Cut { building: Building::default(), waiting: passages.into_iter() })
    }

    /// Begins with `index`, that of the records, which was kept.
    pub(super) fn kept(index: Index) -> Self {
        Self::with(Passages::Kept(Box::new(index)))
    }

    fn with(passages: Passages) -> Self {
        Renewal { passages, known: KnownAnswers::default(), identifiers: 0 }
    }

    /// Goes on by at most `most` texts, and at least one; identifiers are taken in whole parts of [`KnownAnswers`].
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn step(&mut self, records: &Records, most: usize) -> Result<()> {
        let most = most.max(1);
        if let Passages::Cut { building, waiting } = &mut self.passages {
            let passages: Vec<Passage> = waiting.by_ref().take(most).collect();
            if !passages.is_empty() {
                return building.add(records, passages);
            }
        }
        let ahead = records.identifiers.get(self.identifiers..).unwrap_or_default();
        let part = ahead.get(..KnownAnswers::PART).unwrap_or(ahead);
        self.known.add(&with_variants(part))?;
        self.identifiers += part.len();
        Ok(())
    }

    /// Returns how many passages and identifiers are done, and how many there are.
    pub(super) fn progress(&self, records: &Records) -> (usize, usize) {
        let (made, waiting) = match &self.passages {
            Passages::Cut { building, waiting } => (building.len(), waiting.len()),
            Passages::Kept(index) => (index.len(), 0),
        };
        let done = made + self.identifiers;
        (done, done + waiting + records.identifiers.len().saturating_sub(self.identifiers))
    }

    /// Returns what was made.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn finish(self) -> Result<(Index, KnownAnswers)> {
        let index = match self.passages {
            Passages::Cut { building, .. } => building.finish()?,
            Passages::Kept(index) => *index,
        };
        Ok((index, self.known))
    }
}
