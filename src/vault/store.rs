//! One change after another, each so ordered that a cut at any point leaves the old state or the new.

use std::collections::BTreeSet;

use super::catalogue::{Catalogue, ObjectName};
use super::head::{Head, Lock, Slot, associated};
use crate::error::{Error, Result};

/// A store that is open: its catalogue as it is kept, and as it is going to be.
///
/// A change is made in this order: the new objects are saved; [`staged`](Self::staged) is changed to name them;
/// the [`draft`](Self::draft) is sealed and [written](Self::write) to its slot; [`committed`](Self::committed) is
/// called, and the objects that it returns are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vault {
    locks: Vec<Lock>,
    sequence: u64,
    /// The slot of the current head.
    slot: Slot,
    kept: Catalogue,
    staged: Catalogue,
    /// The objects of the head in the other slot. They stay until that slot is written again, so that either head
    /// leads to all of its objects.
    earlier: BTreeSet<ObjectName>,
}

/// A catalogue to seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The bytes to seal.
    pub plain: Vec<u8>,
    /// The associated data to seal them with.
    pub associated: Vec<u8>,
}

impl Vault {
    /// Returns an empty store; nothing of it is written yet.
    pub fn create(locks: Vec<Lock>) -> Self {
        Vault {
            locks,
            sequence: 0,
            slot: Slot::B,
            kept: Catalogue::default(),
            staged: Catalogue::default(),
            earlier: BTreeSet::new(),
        }
    }

    /// Returns the store that `head`, found in `slot`, leads to; `plain` is its catalogue, opened. `earlier` is the
    /// catalogue of the head in the other slot, where there is one that can be opened.
    ///
    /// # Errors
    /// `malformed` when the catalogue is damaged; `unsupported` when a newer version wrote it.
    pub fn open(slot: Slot, head: &Head, plain: &[u8], earlier: Option<&Catalogue>) -> Result<Self> {
        let kept = Catalogue::unpack(plain)?;
        Ok(Vault {
            locks: head.locks.clone(),
            sequence: head.sequence,
            slot,
            staged: kept.clone(),
            kept,
            earlier: earlier.map(Catalogue::objects).unwrap_or_default(),
        })
    }

    /// Returns the ways to the key.
    pub fn locks(&self) -> &[Lock] {
        &self.locks
    }

    /// Replaces the ways to the key; they are kept with the next change.
    pub fn set_locks(&mut self, locks: Vec<Lock>) {
        self.locks = locks;
    }

    /// Returns the catalogue as it is kept.
    pub fn kept(&self) -> &Catalogue {
        &self.kept
    }

    /// Returns the catalogue as the next change will keep it, to be changed.
    pub fn staged(&mut self) -> &mut Catalogue {
        &mut self.staged
    }

    /// Takes back what was staged: the change could not be written.
    pub fn withdraw(&mut self) {
        self.staged = self.kept.clone();
    }

    /// Returns the catalogue to seal for the next change.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn draft(&self) -> Result<Draft> {
        Ok(Draft { plain: self.staged.pack()?, associated: associated(self.sequence + 1, &self.locks) })
    }

    /// Returns where the next head goes, and its bytes; `sealed` is the [`draft`](Self::draft), sealed.
    ///
    /// # Errors
    /// `malformed` for locks of no known form.
    pub fn write(&self, sealed: Vec<u8>) -> Result<(Slot, Vec<u8>)> {
        let head = Head { sequence: self.sequence + 1, locks: self.locks.clone(), sealed };
        Ok((self.slot.other(), head.pack()?))
    }

    /// Takes note that the head was written, and returns the objects that no head names any more.
    ///
    /// # Errors
    /// `internal` after 2⁶⁴ changes.
    pub fn committed(&mut self) -> Result<Vec<ObjectName>> {
        self.sequence =
            self.sequence.checked_add(1).ok_or_else(|| Error::internal("the store has changed too often"))?;
        self.slot = self.slot.other();
        let before = std::mem::replace(&mut self.kept, self.staged.clone()).objects();
        let overwritten = std::mem::replace(&mut self.earlier, before);
        let now = self.kept.objects();
        Ok(overwritten.into_iter().filter(|name| !now.contains(name) && !self.earlier.contains(name)).collect())
    }

    /// Returns those of `found`, the names on the shelf, that no head names: what a cut-off change has left.
    pub fn orphans(&self, found: impl IntoIterator<Item = ObjectName>) -> Vec<ObjectName> {
        let mut named = self.kept.objects();
        named.extend(self.staged.objects());
        named.extend(&self.earlier);
        found.into_iter().filter(|name| !named.contains(name)).collect()
    }
}
