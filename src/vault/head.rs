//! A head: how to get at the key, and the sealed catalogue. The only part of a store that is not sealed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::envelope::{self, Kind};
use crate::error::{Code, Error, Result};

/// Most locks that a head may hold.
const MAX_LOCKS: usize = 8;

/// Bytes of the parts of a lock. A wrapped key is a nonce, the key and a tag; the id of a passkey has at most 1023 bytes
/// (WebAuthn level 3, section 4).
const PASSPHRASE_SALT_BYTES: usize = 16;
const PASSKEY_SALT_BYTES: usize = 32;
const WRAPPED_BYTES: usize = 12 + 32 + 16;
const MAX_CREDENTIAL_BYTES: usize = 1023;

/// What a stored head may ask of the device at most: a forged one must not fill the memory or take forever. And at least, in KiB and
/// passes: no weaker lock was ever made.
const MIN_MEMORY_KIB: u32 = 1 << 16;
const MIN_PASSES: u32 = 3;
const MAX_MEMORY_KIB: u32 = 1 << 20;
const MAX_PASSES: u32 = 16;
const MAX_LANES: u32 = 16;

/// One of the ways to the key that seals everything else. The key itself is random.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Lock {
    /// The key, wrapped under a key made from a passphrase by Argon2id (RFC 9106).
    Passphrase {
        /// Random, 16 bytes.
        salt: Vec<u8>,
        /// Memory in KiB.
        memory_kib: u32,
        /// Passes over the memory.
        passes: u32,
        /// Lanes.
        lanes: u32,
        /// The wrapped key.
        wrapped: Vec<u8>,
    },
    /// The key, wrapped under a key made from the PRF output of a passkey (WebAuthn level 3, section 10.1.4).
    Passkey {
        /// The passkey's id.
        credential: Vec<u8>,
        /// What the passkey is asked to evaluate, 32 bytes.
        salt: Vec<u8>,
        /// The wrapped key.
        wrapped: Vec<u8>,
    },
}

impl Lock {
    /// Checks that this lock asks for no more than a device can give.
    ///
    /// # Errors
    /// `malformed` otherwise.
    pub fn check(&self) -> Result<()> {
        let fits = match self {
            Lock::Passphrase { salt, memory_kib, passes, lanes, wrapped } => {
                salt.len() == PASSPHRASE_SALT_BYTES
                    && wrapped.len() == WRAPPED_BYTES
                    && (MIN_PASSES..=MAX_PASSES).contains(passes)
                    && (1..=MAX_LANES).contains(lanes)
                    && (MIN_MEMORY_KIB..=MAX_MEMORY_KIB).contains(memory_kib)
            }
            Lock::Passkey { credential, salt, wrapped } => {
                salt.len() == PASSKEY_SALT_BYTES
                    && wrapped.len() == WRAPPED_BYTES
                    && (1..=MAX_CREDENTIAL_BYTES).contains(&credential.len())
            }
        };
        if fits {
            Ok(())
        } else {
            Err(Error::new(Code::Malformed, "a lock of what is kept here is not of a known form"))
        }
    }
}

/// What a slot holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Grows by one with each change.
    pub sequence: u64,
    /// The ways to the key.
    pub locks: Vec<Lock>,
    /// The sealed catalogue.
    pub sealed: Vec<u8>,
}

impl Head {
    /// Returns the bytes to write.
    ///
    /// # Errors
    /// `malformed` for locks that would be refused when read; `internal` for broken invariants.
    pub fn pack(&self) -> Result<Vec<u8>> {
        check(&self.locks)?;
        envelope::pack(Kind::Head, self)
    }

    /// Returns the head that [`pack`](Self::pack) wrote.
    ///
    /// # Errors
    /// `malformed` when it is damaged; `unsupported` when a newer version wrote it.
    pub fn unpack(bytes: &[u8]) -> Result<Self> {
        let head: Head = envelope::unpack(Kind::Head, bytes)?;
        check(&head.locks)?;
        Ok(head)
    }

    /// Returns what must be given as associated data when the catalogue of this head is opened.
    pub fn associated(&self) -> Vec<u8> {
        associated(self.sequence, &self.locks)
    }
}

/// Returns the associated data of the catalogue with number `sequence` behind `locks`: an earlier lock cannot be put before a
/// later catalogue.
pub(super) fn associated(sequence: u64, locks: &[Lock]) -> Vec<u8> {
    // Locks hold bytes and numbers only, which are always written.
    let locks = Sha256::digest(postcard::to_allocvec(locks).unwrap_or_default());
    [b"chaperone catalogue 1 ".as_slice(), &sequence.to_le_bytes(), &locks].concat()
}

fn check(locks: &[Lock]) -> Result<()> {
    if locks.is_empty() || locks.len() > MAX_LOCKS {
        return Err(Error::new(Code::Malformed, "what is kept here must have at least one lock")
            .found(locks.len() as u64, MAX_LOCKS as u64));
    }
    locks.iter().try_for_each(Lock::check)
}

/// One of the two places for a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// The first.
    A,
    /// The second.
    B,
}

impl Slot {
    /// Returns the other slot.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Slot::A => Slot::B,
            Slot::B => Slot::A,
        }
    }
}

/// The heads that a store has, as far as they can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heads {
    /// Newest first.
    pub whole: Vec<(Slot, Head)>,
    /// Slots that hold something which is no whole head: a write that was cut off, or damage.
    pub torn: Vec<Slot>,
}

/// Returns what the two slots hold; `None`, like no bytes at all, is an empty slot: one that was about to be written.
///
/// # Errors
/// `unsupported` when a newer version wrote one of them: nothing may then be written here.
pub fn heads(a: Option<&[u8]>, b: Option<&[u8]>) -> Result<Heads> {
    let mut heads = Heads::default();
    for (slot, bytes) in [(Slot::A, a), (Slot::B, b)] {
        match bytes.filter(|bytes| !bytes.is_empty()).map(Head::unpack) {
            None => {}
            Some(Ok(head)) => heads.whole.push((slot, head)),
            Some(Err(error)) if error.code() == Code::Unsupported => return Err(error),
            Some(Err(_)) => heads.torn.push(slot),
        }
    }
    heads.whole.sort_by_key(|(_, head)| std::cmp::Reverse(head.sequence));
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(sequence: u64) -> Head {
        let locks = vec![
            Lock::Passphrase { salt: vec![7; 16], memory_kib: 1 << 16, passes: 3, lanes: 4, wrapped: vec![1; 60] },
            Lock::Passkey { credential: vec![2; 40], salt: vec![3; 32], wrapped: vec![4; 60] },
        ];
        Head { sequence, locks, sealed: vec![9; 100] }
    }

    #[test]
    fn a_head_comes_back() {
        assert_eq!(Head::unpack(&head(3).pack().unwrap()).unwrap(), head(3));
    }

    #[test]
    fn the_newest_whole_head_comes_first() {
        let [old, new] = [head(3), head(4)].map(|head| head.pack().unwrap());
        let sequences =
            |heads: &Heads| heads.whole.iter().map(|(slot, head)| (*slot, head.sequence)).collect::<Vec<_>>();
        assert_eq!(sequences(&heads(Some(&old), Some(&new)).unwrap()), [(Slot::B, 4), (Slot::A, 3)]);
        let torn = heads(Some(&old), Some(&new[..50])).unwrap();
        assert_eq!((sequences(&torn), torn.torn), (vec![(Slot::A, 3)], vec![Slot::B]));
        assert_eq!(heads(None, None).unwrap(), Heads::default());
    }

    #[test]
    fn locks_that_ask_for_too_much_are_refused() {
        let with = |memory_kib, passes, lanes| {
            let lock = Lock::Passphrase { salt: vec![7; 16], memory_kib, passes, lanes, wrapped: vec![1; 60] };
            Head { locks: vec![lock], ..head(1) }.pack().map_err(|error| error.code())
        };
        assert!(with(1 << 16, 3, 4).is_ok());
        for (memory, passes, lanes) in
            [(u32::MAX, 3, 4), (1 << 16, 1000, 4), (1 << 16, 3, 1000), (8, 3, 4), (1 << 16, 2, 4)]
        {
            assert_eq!(with(memory, passes, lanes), Err(Code::Malformed));
        }
        assert!(Head { locks: Vec::new(), ..head(1) }.pack().is_err());
        let short =
            Lock::Passphrase { salt: vec![7; 8], memory_kib: 1 << 16, passes: 3, lanes: 4, wrapped: vec![1; 60] };
        assert!(Head { locks: vec![short], ..head(1) }.pack().is_err());
    }
}
