//! Passages, index and known answers made anew in turns, so that nothing waits long for them.

use crate::chunk::{Chunking, Cut};
use crate::clearance::KnownAnswers;
use crate::document::Records;
use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::building::Building;
use crate::privacy::variants::with_variants;

/// Index and known answers of some records, half made.
pub(super) struct Renewal {
    passages: Passages,
    /// Passages that have the vectors they had before.
    adopted: usize,
    known: KnownAnswers,
    /// Identifiers that are known answers already.
    identifiers: usize,
}

/// The passages, and what they are found by.
enum Passages {
    /// In turns.
    Cut { chunking: Chunking, building: Building },
    /// Made of those, or kept.
    Made(Box<Index>),
}

/// How documents are cut: as `cut` says, in tokens as `tokens` counts them.
pub(super) struct Cutter<'c> {
    pub cut: &'c Cut,
    pub tokens: Option<&'c dyn Fn(&str) -> usize>,
}

impl Renewal {
    /// Begins anew for records that must stay as they are until the end.
    pub(super) fn new() -> Self {
        Self::with(Passages::Cut { chunking: Chunking::default(), building: Building::default() })
    }

    /// Begins with `index`, that of the records, which was kept.
    pub(super) fn kept(index: Index) -> Self {
        Self::with(Passages::Made(Box::new(index)))
    }

    fn with(passages: Passages) -> Self {
        Renewal { passages, adopted: 0, known: KnownAnswers::default(), identifiers: 0 }
    }

    /// Goes on by about `most` passages and the rest of their document; identifiers are taken in whole parts of [`KnownAnswers`]. Vectors
    /// are taken over from `earlier`, the index of the records as they were.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn step(&mut self, records: &Records, cutter: &Cutter<'_>, earlier: &Index, most: usize) -> Result<()> {
        let documents = records.documents.len();
        if let Passages::Cut { chunking, building } = &mut self.passages {
            if chunking.documents() < documents {
                let passages = cutter.cut.cutting(cutter.tokens, |cutting| chunking.cut(records, cutting, most));
                return building.add(records, passages);
            }
            if chunking.named(building.passages()) < documents {
                chunking.name_facts(records, building.passages_mut(), most);
                return Ok(());
            }
        }
        let ahead = records.identifiers.get(self.identifiers..).unwrap_or_default();
        if !ahead.is_empty() {
            let part = ahead.get(..KnownAnswers::PART).unwrap_or(ahead);
            self.known.add(&with_variants(part))?;
            self.identifiers += part.len();
            return Ok(());
        }
        match &mut self.passages {
            Passages::Cut { building, .. } => {
                let index = std::mem::take(building).finish()?;
                self.passages = Passages::Made(Box::new(index));
            }
            Passages::Made(index) => {
                let most = if earlier.vectors().is_empty() { usize::MAX } else { most };
                index.adopt_vectors(earlier, self.adopted, most)?;
                self.adopted = self.adopted.saturating_add(most).min(index.len());
            }
        }
        Ok(())
    }

    /// Returns whether there is nothing more to do but [`finish`](Self::finish).
    pub(super) fn is_through(&self, records: &Records) -> bool {
        match &self.passages {
            Passages::Cut { .. } => false,
            Passages::Made(index) => self.identifiers == records.identifiers.len() && self.adopted == index.len(),
        }
    }

    /// Returns how much is done, and of how much; see [`total`].
    pub(super) fn progress(&self, records: &Records) -> (usize, usize) {
        let documents = match &self.passages {
            Passages::Cut { chunking, .. } if chunking.documents() < records.documents.len() => chunking.documents(),
            Passages::Cut { chunking, building } => chunking.documents() + chunking.named(building.passages()),
            Passages::Made(_) => 2 * records.documents.len(),
        };
        (documents + self.identifiers, total(records))
    }

    /// Returns what was made.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub(super) fn finish(self) -> Result<(Index, KnownAnswers)> {
        match self.passages {
            Passages::Made(index) => Ok((*index, self.known)),
            Passages::Cut { .. } => Err(Error::internal("an index that is not made yet")),
        }
    }
}

/// Returns how much there is to do: each document is cut, and its facts get their references; and identifiers.
pub(super) fn total(records: &Records) -> usize {
    2 * records.documents.len() + records.identifiers.len()
}
