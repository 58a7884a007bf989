//! The packed form of a lexicon: sorted keys, each written as what it does not share with the one before.
//!
//! `"CHAPLEXI" · version u16 · number of trait sets u16 · trait sets u32… · number of entries u32 · number of blocks u32 ·
//! place of each block u32… · blocks · SHA-256 of all before`, numbers in little-endian order. A block has [`BLOCK`] entries, the last
//! one perhaps fewer. An entry is the number of bytes that its key shares with the key before it in the block, the number of
//! its other bytes, those bytes, and the number of its trait set; numbers of an entry are LEB128, seven bits a byte.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Traits;
use crate::error::{Code, Error, Result};
use crate::leb128;
use crate::packed::{Form, Version, sealed};
use crate::rest::Rest;

const FORM: Form = Form {
    magic: b"CHAPLEXI",
    version: Version::U16(1),
    damaged: "the lexicon is damaged or cut short: fetch it again",
    foreign: "this file is no lexicon",
    unsupported: "the lexicon has another format than this version reads",
};
/// Entries of a block: more make the file smaller and a look-up longer.
const BLOCK: usize = 16;

/// A packed lexicon in memory. Whatever its bytes are, a look-up ends and does not panic.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed {
    sets: Vec<Traits>,
    entries: usize,
    places: Vec<usize>,
    blocks: Vec<u8>,
}

impl Packed {
    /// Packs `entries`; the same entries give the same bytes.
    pub(super) fn of(entries: &BTreeMap<String, Traits>) -> Self {
        // The sets that most words have get the shortest numbers.
        let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
        entries.values().for_each(|traits| *uses.entry(traits.bits()).or_default() += 1);
        let mut sets: Vec<u32> = uses.keys().copied().collect();
        sets.sort_by_key(|set| std::cmp::Reverse(uses.get(set).copied()));
        let numbers: BTreeMap<u32, usize> = sets.iter().enumerate().map(|(number, set)| (*set, number)).collect();

        let mut blocks: Vec<u8> = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        let mut before: &[u8] = &[];
        for (at, (key, traits)) in entries.iter().enumerate() {
            if at % BLOCK == 0 {
                places.push(blocks.len());
                before = &[];
            }
            let key = key.as_bytes();
            let shared = key.iter().zip(before).take_while(|(a, b)| a == b).count();
            let rest = key.get(shared..).unwrap_or_default();
            leb128::write(&mut blocks, shared as u64);
            leb128::write(&mut blocks, rest.len() as u64);
            blocks.extend_from_slice(rest);
            leb128::write(&mut blocks, numbers.get(&traits.bits()).copied().unwrap_or_default() as u64);
            before = key;
        }
        Packed { sets: sets.into_iter().map(Traits::of_bits).collect(), entries: entries.len(), places, blocks }
    }

    /// Returns the bytes that [`read`](Self::read) reads.
    pub(super) fn write(&self) -> Result<Vec<u8>> {
        let too_large = || Error::new(Code::TooLarge, "the words are too many for a lexicon");
        let mut bytes = FORM.begun();
        bytes.extend_from_slice(&u16::try_from(self.sets.len()).map_err(|_| too_large())?.to_le_bytes());
        self.sets.iter().for_each(|set| bytes.extend_from_slice(&set.bits().to_le_bytes()));
        for number in [self.entries, self.places.len()].iter().chain(&self.places) {
            bytes.extend_from_slice(&u32::try_from(*number).map_err(|_| too_large())?.to_le_bytes());
        }
        bytes.extend_from_slice(&self.blocks);
        Ok(sealed(bytes))
    }

    /// Reads what [`write`](Self::write) wrote.
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = || FORM.damaged();
        let mut rest = FORM.opened(bytes)?;
        let count = rest.u16().ok_or_else(damaged)?;
        let sets: Option<Vec<Traits>> = (0..count).map(|_| rest.u32().map(Traits::of_bits)).collect();
        let entries = rest.u32().ok_or_else(damaged)? as usize;
        let count = rest.u32().ok_or_else(damaged)? as usize;
        if count > rest.0.len() / size_of::<u32>() || count != entries.div_ceil(BLOCK) {
            return Err(damaged());
        }
        let places: Option<Vec<usize>> = (0..count).map(|_| rest.u32().map(|place| place as usize)).collect();
        Ok(Packed {
            sets: sets.ok_or_else(damaged)?,
            entries,
            places: places.ok_or_else(damaged)?,
            blocks: rest.0.to_vec(),
        })
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// Returns the traits of `key`, and whether a longer key begins with it and a space.
    pub(super) fn find(&self, key: &str) -> (Traits, bool) {
        let key = key.as_bytes();
        let mut found = Traits::default();
        let mut longer = false;
        self.from(key, |entry, traits| match entry.cmp(key) {
            Ordering::Less => true,
            Ordering::Equal => {
                found = traits;
                true
            }
            Ordering::Greater => {
                // Between "new" and "new york" stand the keys whose next sign sorts before a space: none of a word.
                longer = entry.strip_prefix(key).is_some_and(|rest| rest.starts_with(b" "));
                false
            }
        });
        (found, longer)
    }

    /// Calls `look` with each entry in order, from the block on that `key` is in, until it returns `false`.
    fn from(&self, key: &[u8], mut look: impl FnMut(&[u8], Traits) -> bool) {
        let first = self.places.partition_point(|place| self.first_key(*place) <= key).saturating_sub(1);
        let mut entry: Vec<u8> = Vec::new();
        for place in self.places.get(first..).unwrap_or_default() {
            let mut rest = Rest(self.blocks.get(*place..).unwrap_or_default());
            entry.clear();
            for _ in 0..BLOCK {
                let Some(traits) = self.entry(&mut rest, &mut entry) else { break };
                if !look(&entry, traits) {
                    return;
                }
            }
        }
    }

    /// Reads one entry onto the key before it.
    fn entry(&self, rest: &mut Rest<'_>, key: &mut Vec<u8>) -> Option<Traits> {
        key.truncate(rest.number()?);
        let length = rest.number()?;
        key.extend_from_slice(rest.take(length)?);
        self.sets.get(rest.number()?).copied()
    }

    fn first_key(&self, place: usize) -> &[u8] {
        let mut rest = Rest(self.blocks.get(place..).unwrap_or_default());
        rest.number().and_then(|_| rest.number()).and_then(|length| rest.take(length)).unwrap_or_default()
    }
}
