//! Opens a pack with the parts that are there, or says which it wants.

use std::collections::BTreeMap;

use super::blocks::{Blocks, Missing, Padding};
use super::form::{self, Clusters, Counts, HEAD_BYTES, HEADER_BYTES, Header, Root, damaged};
use super::kept::Shelved;
use super::search::{Asked, Found};
use super::{Range, Step};
use crate::error::{Code, Error, Result};
use crate::hex::hex;
use crate::index::snapshot::Model;
use crate::index::vectors::Quantised;
use crate::library::passage::{Chunking, Prefix, PublicPassage};

/// A library that is read by ranges.
#[derive(Debug, Default)]
pub struct Pack {
    head: Vec<u8>,
    /// How far the head was asked for.
    asked: u64,
    total: Option<u64>,
    opened: Option<Opened>,
    padding: Option<Padding>,
    /// Times that ranges were asked for.
    rounds: u64,
    pub(super) shelved: Shelved,
}

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) header: Header,
    pub(super) fingerprint: [u8; 16],
    pub(super) root: Root,
    pub(super) blocks: Blocks,
    /// The header and the root as they were read.
    head: Vec<u8>,
}

impl Pack {
    /// Returns a pack of which nothing is there yet. With `padding` the host learns less of what is looked for, and more bytes are read.
    pub fn new(padding: Option<Padding>) -> Self {
        Pack { padding, ..Pack::default() }
    }

    /// Returns the open pack that `bytes` are, all of it.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let mut pack = Pack::new(None);
        pack.open()?;
        pack.supply(0, bytes, Some(bytes.len() as u64))?;
        match pack.open()? {
            Step::Done(()) => Ok(pack),
            Step::Want(_) => Err(form::cut()),
        }
    }

    /// Opens the pack: reads what stands before the body.
    ///
    /// # Errors
    /// `malformed` for what is no pack, a damaged one, and one that was cut short; `unsupported` for another version.
    pub fn open(&mut self) -> Result<Step<()>> {
        if self.opened.is_some() {
            return Ok(Step::Done(()));
        }
        let have = self.head.len() as u64;
        if self.asked == 0 {
            return Ok(self.want_head(HEAD_BYTES));
        }
        let (header, fingerprint) = Header::read(&self.head)?;
        if self.total.is_some_and(|total| total != header.total()) {
            return Err(form::cut());
        }
        let end = HEADER_BYTES + header.root_len as usize;
        let Some(root) = self.head.get(HEADER_BYTES..end) else {
            // What was asked for did not come: the file has no more.
            if have < self.asked {
                return Err(form::cut());
            }
            return Ok(self.want_head(end as u64));
        };
        if form::hash(root) != header.root_hash {
            return Err(damaged());
        }
        let root = Root::read(root, &header)?;
        let mut blocks = Blocks::new(header, &root);
        blocks.supply(0, &self.head)?;
        let mut head = std::mem::take(&mut self.head);
        head.truncate(end);
        head.shrink_to_fit();
        self.opened = Some(Opened { header, fingerprint, root, blocks, head });
        Ok(Step::Done(()))
    }

    fn want_head(&mut self, end: u64) -> Step<()> {
        let start = self.head.len() as u64;
        self.asked = end;
        Step::Want(vec![Range { start, len: end - start }])
    }

    /// Takes the bytes of the pack from `start` on, as many as were asked for or, at its end, as there are. `total` is how many the host says that it has.
    ///
    /// # Errors
    /// `malformed` when they are not what was written, or the pack is shorter or longer than it was.
    pub fn supply(&mut self, start: u64, bytes: &[u8], total: Option<u64>) -> Result<()> {
        match &mut self.opened {
            None if start == self.head.len() as u64 => {
                self.head.extend_from_slice(bytes);
                self.total = total.or(self.total);
                Ok(())
            }
            None => Err(Error::new(Code::InvalidArgument, "bytes of a pack that nobody asked for")),
            Some(opened) => {
                if total.is_some_and(|total| total != opened.header.total()) {
                    return Err(form::cut());
                }
                opened.blocks.supply(start, bytes)
            }
        }
    }

    /// Returns the bytes of `range`, as far as the pack goes, where all of them are there: for whoever reads this pack as a host's.
    pub fn bytes(&self, range: Range) -> Option<Vec<u8>> {
        let end = range.end().min(self.opened.as_ref()?.header.total());
        let mut bytes = Vec::new();
        for (at, part) in self.parts()? {
            let from = range.start.saturating_add(bytes.len() as u64);
            if at <= from && from < end.min(at + part.len() as u64) {
                let part = part.get((from - at) as usize..)?;
                bytes.extend_from_slice(part.get(..(end - from) as usize).unwrap_or(part));
            }
        }
        (range.start < end && range.start + bytes.len() as u64 == end).then_some(bytes)
    }

    /// Returns all that is there, each part with where it begins: the header with the root, pages of hashes, blocks; `None` before it is open.
    pub(super) fn parts(&self) -> Option<impl Iterator<Item = (u64, &[u8])>> {
        let opened = self.opened.as_ref()?;
        Some(std::iter::once((0, opened.head.as_slice())).chain(opened.blocks.parts()))
    }

    /// Returns the header with the root, once it is open.
    pub(super) fn head(&self) -> Option<&[u8]> {
        self.opened.as_ref().map(|opened| opened.head.as_slice())
    }

    fn opened(&self) -> Result<&Opened> {
        self.opened.as_ref().ok_or_else(|| Error::new(Code::InvalidArgument, "the pack is not open"))
    }

    /// Returns how much the library holds.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn counts(&self) -> Result<Counts> {
        Ok(self.opened()?.root.counts)
    }

    /// Returns how its abstracts were cut, and what was indexed with each passage.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn cut(&self) -> Result<(Chunking, Prefix)> {
        self.opened().map(|opened| (opened.root.chunking, opened.root.prefix))
    }

    /// Returns the model that made its vectors, where it has some.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn model(&self) -> Result<Option<Model>> {
        let vectors = self.opened()?.root.vectors.as_ref();
        Ok(vectors.map(|vectors| Model { id: vectors.model.clone(), sha256: vectors.sha256.clone() }))
    }

    /// Returns how many questions of passages it has the vectors of.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn questions(&self) -> Result<u64> {
        self.opened().map(|opened| opened.root.questions.as_ref().map_or(0, Clusters::count))
    }

    /// Returns the hash that stands for every byte of the pack, in lower-case hexadecimal.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn fingerprint(&self) -> Result<String> {
        self.opened().map(|opened| hex(&opened.fingerprint))
    }

    /// Returns how many bytes the whole pack has.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn total(&self) -> Result<u64> {
        self.opened().map(|opened| opened.header.total())
    }

    /// Returns the passages from number `from` on, at most `count`; fewer at the end.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be.
    pub fn passages(&mut self, from: u32, count: u32) -> Result<Step<Vec<PublicPassage>>> {
        let end = from.saturating_add(count).min(self.opened()?.root.counts.passages);
        let wanted = (from..end).collect();
        let passages = self.step(|opened, missing| opened.passages(&wanted, missing))?;
        Ok(passages.map(|passages| passages.into_values().collect()))
    }

    /// Returns the vectors of all passages by their numbers; none where the pack has none.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be.
    pub fn vectors(&mut self) -> Result<Step<BTreeMap<u32, Quantised>>> {
        self.step(|opened, missing| opened.vectors(missing))
    }

    /// Searches with what is there. The outcome does not hang on how much that is.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be; `invalid-argument` for a strategy that libraries do not know, and
    /// `Strategy::Dense` and `Strategy::Mmr` without vectors, and questions of passages where there are none; `model` for a vector of another model.
    pub fn search(&mut self, asked: &Asked) -> Result<Step<Found>> {
        self.step(|opened, missing| opened.search(asked, missing))
    }

    /// Takes a step of reading, or says what it wants first.
    fn step<T>(&mut self, read: impl FnOnce(&Opened, &mut Missing) -> Result<Option<T>>) -> Result<Step<T>> {
        let opened = self.opened.as_ref().ok_or_else(|| Error::new(Code::InvalidArgument, "the pack is not open"))?;
        let mut missing = Missing::default();
        match read(opened, &mut missing)? {
            Some(done) => Ok(Step::Done(done)),
            None if missing.is_empty() => Err(Error::internal("a search waits for nothing")),
            None => {
                self.rounds += 1;
                let padding = self.padding.as_ref().map(|padding| (padding, self.rounds));
                Ok(Step::Want(opened.blocks.wanted(&missing, padding)))
            }
        }
    }
}
