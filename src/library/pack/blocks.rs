//! The bytes of a pack that are there: whole blocks, each compared with its hash, and which are wanted.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

use super::Range;
use super::form::{self, BLOCK_BYTES, HASH_BYTES, Header, PAGE_HASHES, Root};
use crate::error::{Code, Error, Result};

/// Blocks between two wanted ones that are read with them: a request costs more than so many bytes.
const GAP_BLOCKS: u64 = 2;

/// How what is asked for is made to say less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Padding {
    /// Ranges begin and end at multiples of so many blocks of the body.
    pub window_blocks: u64,
    /// Windows that nobody needs, asked for with each that is needed.
    pub decoys: u32,
    /// What the decoys are drawn from; the caller's, new for each session.
    pub seed: [u8; 32],
}

impl Padding {
    /// Windows of 128 KiB, and three decoys for each.
    pub fn usual(seed: [u8; 32]) -> Self {
        Padding { window_blocks: 16, decoys: 3, seed }
    }
}

/// What a server gave for a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served<'a> {
    /// The status of HTTP.
    pub status: u16,
    /// The field `Content-Range`, where there is one.
    pub content_range: Option<&'a str>,
    /// How many bytes came.
    pub bytes: u64,
}

impl Served<'_> {
    /// Checks that what came is the range `asked` for (RFC 9110, sections 14.4 and 15.3.7), and returns how many bytes the server says that the
    /// pack has.
    ///
    /// # Errors
    /// `unsupported` for a server that answers with the whole file; `not-found` where there is none; `network` for any other status, and for
    /// another range.
    pub fn check(&self, asked: Range) -> Result<Option<u64>> {
        match self.status {
            206 => {}
            200 => {
                return Err(Error::new(
                    Code::Unsupported,
                    "the server sends the whole file where a part of it was asked for: host the pack where ranges are answered",
                ));
            }
            404 | 410 => return Err(Error::new(Code::NotFound, "there is no pack at this address")),
            416 => return Err(form::cut()),
            status => {
                return Err(
                    Error::new(Code::Network, "the server did not answer a range").found(u64::from(status), 206)
                );
            }
        }
        let other = || Error::new(Code::Network, "the server answered with another range than was asked for");
        let said = self.content_range.and_then(|said| said.strip_prefix("bytes ")).ok_or_else(other)?;
        let (span, total) = said.split_once('/').ok_or_else(other)?;
        let (first, last) = span.split_once('-').ok_or_else(other)?;
        let (first, last): (u64, u64) = first.parse().ok().zip(last.parse().ok()).ok_or_else(other)?;
        let total: Option<u64> = total.parse().ok();
        let wanted = asked.end().min(total.unwrap_or(u64::MAX));
        let is_it = first == asked.start
            && last.checked_add(1) == Some(wanted)
            && self.bytes == wanted - asked.start.min(wanted);
        if is_it { Ok(total) } else { Err(other()) }
    }
}

/// The blocks that are there.
#[derive(Debug)]
pub(super) struct Blocks {
    header: Header,
    /// The hash of each page of hashes.
    page_hashes: Vec<[u8; 16]>,
    pages: BTreeMap<u64, Vec<u8>>,
    blocks: BTreeMap<u64, Box<[u8]>>,
    /// Blocks whose page of hashes has not come yet.
    unchecked: BTreeMap<u64, Box<[u8]>>,
}

/// Blocks that a step misses.
#[derive(Debug, Default)]
pub(super) struct Missing {
    blocks: BTreeSet<u64>,
}

impl Missing {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl Blocks {
    pub(super) fn new(header: Header, root: &Root) -> Self {
        let (pages, blocks, unchecked) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Blocks { header, page_hashes: root.pages.clone(), pages, blocks, unchecked }
    }

    /// Returns the bytes `at..at + len` of the body where they are there; else notes what is missing.
    pub(super) fn read(&self, at: u64, len: u64, missing: &mut Missing) -> Option<Cow<'_, [u8]>> {
        if len == 0 {
            return Some(Cow::Borrowed(&[]));
        }
        let (first, last) = (at / BLOCK_BYTES, (at + len - 1) / BLOCK_BYTES);
        let mut is_there = true;
        for block in first..=last {
            if !self.blocks.contains_key(&block) {
                is_there = false;
                missing.blocks.insert(block);
            }
        }
        if !is_there {
            return None;
        }
        let start = (at - first * BLOCK_BYTES) as usize;
        if first == last {
            return self.blocks.get(&first)?.get(start..start + len as usize).map(Cow::Borrowed);
        }
        let mut bytes = Vec::with_capacity(((last - first + 1) * BLOCK_BYTES) as usize);
        for block in first..=last {
            bytes.extend_from_slice(self.blocks.get(&block)?);
        }
        bytes.get(start..start + len as usize).map(|bytes| Cow::Owned(bytes.to_vec()))
    }

    /// Takes bytes of the pack from `start` on: whole pages of hashes and whole blocks among them.
    ///
    /// # Errors
    /// `malformed` for one that is not what was written; nothing of it is kept.
    pub(super) fn supply(&mut self, start: u64, bytes: &[u8]) -> Result<()> {
        let (hashes_at, body_at) = (self.header.hashes_at(), self.header.body_at());
        let of_range = |at: u64, len: u64| -> Option<&[u8]> {
            let from = usize::try_from(at.checked_sub(start)?).ok()?;
            bytes.get(from..from.checked_add(usize::try_from(len).ok()?)?)
        };
        for (page, expected) in (0_u64..).zip(&self.page_hashes) {
            let at = hashes_at + page * PAGE_HASHES * HASH_BYTES;
            let len = (body_at - at).min(PAGE_HASHES * HASH_BYTES);
            if at + len <= start || self.pages.contains_key(&page) {
                continue;
            }
            if at >= start + bytes.len() as u64 {
                break;
            }
            let Some(found) = of_range(at, len) else { continue };
            if form::hash(found) != *expected {
                return Err(form::damaged());
            }
            self.pages.insert(page, found.to_vec());
        }
        let first = start.saturating_sub(body_at).div_ceil(BLOCK_BYTES);
        for block in first..self.header.blocks() {
            let at = body_at + block * BLOCK_BYTES;
            let len = (self.header.total() - at).min(BLOCK_BYTES);
            let Some(found) = of_range(at, len) else { break };
            if !self.blocks.contains_key(&block) {
                self.unchecked.insert(block, found.into());
            }
        }
        let waiting = std::mem::take(&mut self.unchecked);
        for (block, bytes) in waiting {
            let Some(page) = self.pages.get(&(block / PAGE_HASHES)) else {
                self.unchecked.insert(block, bytes);
                continue;
            };
            let at = (block % PAGE_HASHES * HASH_BYTES) as usize;
            if page.get(at..at + HASH_BYTES as usize) != Some(form::hash(&bytes).as_slice()) {
                return Err(form::damaged());
            }
            self.blocks.insert(block, bytes);
        }
        Ok(())
    }

    /// Returns the pages of hashes and the blocks that are there, each with where it begins in the pack, in their order.
    pub(super) fn parts(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let (hashes_at, body_at) = (self.header.hashes_at(), self.header.body_at());
        let pages =
            self.pages.iter().map(move |(page, hashes)| (hashes_at + page * PAGE_HASHES * HASH_BYTES, &**hashes));
        pages.chain(self.blocks.iter().map(move |(block, bytes)| (body_at + block * BLOCK_BYTES, &**bytes)))
    }

    /// Returns the ranges of the pack that bring what is `missing`, and of the pages of hashes that it is compared with.
    pub(super) fn wanted(&self, missing: &Missing, padding: Option<(&Padding, u64)>) -> Vec<Range> {
        let mut blocks: BTreeSet<u64> =
            missing.blocks.iter().copied().filter(|block| !self.unchecked.contains_key(block)).collect();
        let mut order = None;
        if let Some((padding, round)) = padding {
            let mut draws = ChaCha8Rng::from_seed(padding.seed);
            draws.set_stream(round);
            blocks = self.padded(&blocks, padding, &mut draws);
            order = Some(draws);
        }
        let pages: BTreeSet<u64> = missing.blocks.iter().chain(&blocks).map(|block| block / PAGE_HASHES).collect();
        let mut ranges = Vec::new();
        for page in pages.into_iter().filter(|page| !self.pages.contains_key(page)) {
            let start = self.header.hashes_at() + page * PAGE_HASHES * HASH_BYTES;
            ranges.push(Range { start, len: (self.header.body_at() - start).min(PAGE_HASHES * HASH_BYTES) });
        }
        let gap = if padding.is_some() { 0 } else { GAP_BLOCKS };
        let mut run: Option<(u64, u64)> = None;
        let range = |(first, last): (u64, u64)| {
            let start = self.header.body_at() + first * BLOCK_BYTES;
            Range { start, len: (self.header.total() - start).min((last - first + 1) * BLOCK_BYTES) }
        };
        // Where ranges are padded, windows side by side are asked for one by one, too: how many belong together would tell.
        let window = padding.map(|(padding, _)| padding.window_blocks.max(1));
        for block in blocks {
            let begins = window.is_some_and(|window| block % window == 0);
            run = match run {
                Some((first, last)) if block - last <= gap + 1 && !begins => Some((first, block)),
                Some(done) => {
                    ranges.push(range(done));
                    Some((block, block))
                }
                None => Some((block, block)),
            };
        }
        ranges.extend(run.map(range));
        if let Some(mut draws) = order {
            // Fisher and Yates: the order of asking says nothing of what is needed.
            for at in (1..ranges.len()).rev() {
                ranges.swap(at, (draws.next_u64() % (at as u64 + 1)) as usize);
            }
        }
        ranges
    }

    /// Returns the blocks of the windows around `blocks`, and of windows drawn beside them that are not there yet.
    fn padded(&self, blocks: &BTreeSet<u64>, padding: &Padding, draws: &mut ChaCha8Rng) -> BTreeSet<u64> {
        let window = padding.window_blocks.max(1);
        let windows = self.header.blocks().div_ceil(window).max(1);
        let mut chosen: BTreeSet<u64> = blocks.iter().map(|block| block / window).collect();
        let needed = chosen.len() as u64;
        let wanted = (needed * (1 + u64::from(padding.decoys))).min(windows);
        // A window that was read before is no decoy: that it is asked for again would be told.
        let known: BTreeSet<u64> = self.blocks.keys().map(|block| block / window).collect();
        let left = windows - known.union(&chosen).count() as u64;
        let wanted = wanted.min(needed + left);
        while needed > 0 && (chosen.len() as u64) < wanted {
            let drawn = draws.next_u64() % windows;
            if !known.contains(&drawn) {
                chosen.insert(drawn);
            }
        }
        let total = self.header.blocks();
        chosen.into_iter().flat_map(|at| at * window..((at + 1) * window).min(total)).collect()
    }
}
