//! The header and the root of a pack.

use serde::{Deserialize, Serialize};

use crate::digest;
use crate::error::{Code, Error, Result};
use crate::library::passage::{Chunking, Prefix};

/// The version that is written and read.
pub const VERSION: u32 = 1;
/// Bytes of a block of the body.
pub const BLOCK_BYTES: u64 = 8 << 10;
/// Bytes at the start of a pack that are asked for first: header and root, and of a small library the hashes.
pub const HEAD_BYTES: u64 = 32 << 10;

/// Bytes of the header.
pub(super) const HEADER_BYTES: usize = 64;
/// Bytes of a hash: the first half of a SHA-256.
pub(super) const HASH_BYTES: u64 = 16;
/// Hashes of one page.
pub(super) const PAGE_HASHES: u64 = BLOCK_BYTES / HASH_BYTES;
/// Bytes of the longest root that is read.
const MAX_ROOT_BYTES: u32 = 64 << 20;
const MAGIC: &[u8; 8] = b"CHAPLIB\n";

const DAMAGED: &str = "the pack is damaged: a part of it is not what was written; get it again";

/// Returns that something in the pack is not what was written.
pub(super) fn damaged() -> Error {
    Error::new(Code::Malformed, DAMAGED)
}

/// How much a library holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Articles.
    pub articles: u32,
    /// Articles with a title alone.
    pub without_abstract: u32,
    /// Articles that were retracted.
    pub retracted: u32,
    /// Passages.
    pub passages: u32,
    /// Terms of the index.
    pub terms: u32,
    /// Authors' names.
    pub authors: u32,
    /// The earliest year of an article.
    pub first_year: Option<i16>,
    /// The latest.
    pub last_year: Option<i16>,
}

/// A table of terms in pages, which lie one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Terms {
    /// Where its first page begins in the body.
    pub at: u64,
    /// The first term of each page, and its bytes.
    pub pages: Vec<(String, u32)>,
    /// Where the lists begin in the body.
    pub lists_at: u64,
    /// Bytes of the lists.
    pub lists_len: u64,
}

impl Terms {
    /// Returns whether all of it lies in a body of so many bytes.
    pub(super) fn is_within(&self, body: u64) -> bool {
        let pages = self.pages.iter().map(|(_, len)| u64::from(*len)).sum::<u64>();
        let within = |at: u64, len: u64| at.checked_add(len).is_some_and(|end| end <= body);
        within(self.at, pages) && within(self.lists_at, self.lists_len)
    }
}

/// A table of the authors' names, whose page list is in the body, too: it is needed only where a question names somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Aside {
    /// Where the page list begins in the body.
    pub at: u64,
    /// Its bytes.
    pub len: u64,
}

/// The articles: groups that were deflated together, and a table that says where they lie.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Articles {
    /// Where the first page of the table begins in the body.
    pub at: u64,
    /// The first passage of each page, and its bytes.
    pub pages: Vec<(u32, u32)>,
    /// Where the groups begin in the body.
    pub groups_at: u64,
    /// Bytes of the groups.
    pub groups_len: u64,
}

/// The vectors of the passages, or of their questions, in clusters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Clusters {
    /// The model's id.
    pub model: String,
    /// SHA-256 of its weights, in lower-case hexadecimal.
    pub sha256: String,
    /// Dimensions of a vector.
    pub dimensions: u32,
    /// Where the centres begin in the body.
    pub centres_at: u64,
    /// Where the rows begin in the body.
    pub rows_at: u64,
    /// Rows of each cluster.
    pub rows: Vec<u32>,
}

/// What a pack holds and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Root {
    pub counts: Counts,
    pub chunking: Chunking,
    pub prefix: Prefix,
    /// SHA-256 of each file that it was made of, as it came.
    pub sources: Vec<[u8; 32]>,
    pub k1: f64,
    pub b: f64,
    pub terms: Terms,
    pub authors: Aside,
    pub articles: Articles,
    pub vectors: Option<Clusters>,
    /// The hash of each page of hashes.
    pub pages: Vec<[u8; HASH_BYTES as usize]>,
    /// The vectors of the passages' questions: rows of one passage are as many as its questions. They stand behind the other fields where there are any.
    #[serde(skip)]
    pub questions: Option<Clusters>,
}

/// The first bytes of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub root_len: u32,
    pub body_len: u64,
    pub root_hash: [u8; 16],
}

/// Returns the first half of the SHA-256 of `bytes`.
pub(super) fn hash(bytes: &[u8]) -> [u8; 16] {
    digest::short(bytes).to_be_bytes()
}

impl Header {
    pub(super) fn write(&self) -> Vec<u8> {
        let (root_len, body_len) = (self.root_len.to_le_bytes(), self.body_len.to_le_bytes());
        let mut bytes = [
            MAGIC.as_slice(),
            &VERSION.to_le_bytes(),
            &root_len,
            &body_len,
            &(BLOCK_BYTES as u32).to_le_bytes(),
            &[0; 4],
            &self.root_hash,
        ]
        .concat();
        bytes.extend(hash(&bytes));
        bytes
    }

    /// Reads the header at the start of `bytes`, and returns it with its hash.
    ///
    /// # Errors
    /// `unsupported` for another version; `malformed` for what is no pack, or a damaged or cut one.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, [u8; 16])> {
        if !bytes.starts_with(MAGIC) {
            return Err(Error::new(Code::Malformed, "this is no pack of a library: make one with library build"));
        }
        let number = |at: usize| -> Option<u32> { Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)) };
        let version = number(8).ok_or_else(cut)?;
        if version != VERSION {
            return Err(Error::new(
                Code::Unsupported,
                "the pack is of another version than is read here: take a newer program, or build it again",
            )
            .found(u64::from(version), u64::from(VERSION)));
        }
        let head = bytes.get(..48).ok_or_else(cut)?;
        let own: [u8; 16] = bytes.get(48..HEADER_BYTES).and_then(|own| own.try_into().ok()).ok_or_else(cut)?;
        if hash(head) != own {
            return Err(damaged());
        }
        let root_len = number(12).ok_or_else(cut)?;
        let body_len = head.get(16..24).and_then(|len| len.try_into().ok()).map(u64::from_le_bytes).ok_or_else(cut)?;
        let root_hash = head.get(32..48).and_then(|hash| hash.try_into().ok()).ok_or_else(cut)?;
        if number(24) != Some(BLOCK_BYTES as u32) || root_len > MAX_ROOT_BYTES || body_len > 1 << 48 {
            return Err(damaged());
        }
        Ok((Header { root_len, body_len, root_hash }, own))
    }

    /// Returns where the hashes of blocks begin in the pack.
    pub(super) fn hashes_at(&self) -> u64 {
        HEADER_BYTES as u64 + u64::from(self.root_len)
    }

    /// Returns how many blocks the body has.
    pub(super) fn blocks(&self) -> u64 {
        self.body_len.div_ceil(BLOCK_BYTES)
    }

    /// Returns where the body begins in the pack.
    pub(super) fn body_at(&self) -> u64 {
        self.hashes_at() + self.blocks() * HASH_BYTES
    }

    /// Returns how many bytes the pack has.
    pub(super) fn total(&self) -> u64 {
        self.body_at() + self.body_len
    }
}

/// Returns that the pack ends before it should.
pub(super) fn cut() -> Error {
    Error::new(Code::Malformed, "the pack is cut short: get the whole file")
}

impl Clusters {
    /// Returns how many vectors there are.
    pub(super) fn count(&self) -> u64 {
        self.rows.iter().map(|rows| u64::from(*rows)).sum()
    }

    /// Returns whether all of them lie in a body of so many bytes.
    fn is_within(&self, body: u64) -> bool {
        let within = |at: u64, rows: u64| {
            let len = rows.saturating_mul(u64::from(self.dimensions) + 8);
            at.checked_add(len).is_some_and(|end| end <= body)
        };
        within(self.rows_at, self.count()) && within(self.centres_at, self.rows.len() as u64)
    }
}

impl Root {
    /// Returns the bytes of the root.
    pub(super) fn write(&self) -> Result<Vec<u8>> {
        let unwritten = |_| Error::internal("the root of a pack cannot be written");
        let bytes = postcard::to_allocvec(self).map_err(unwritten)?;
        match &self.questions {
            Some(questions) => postcard::to_extend(questions, bytes).map_err(unwritten),
            None => Ok(bytes),
        }
    }

    /// Reads the root, whose hash was compared, and checks that its places lie within a body of `header`.
    pub(super) fn read(bytes: &[u8], header: &Header) -> Result<Self> {
        let (mut root, rest): (Root, &[u8]) = postcard::take_from_bytes(bytes).map_err(|_| damaged())?;
        if !rest.is_empty() {
            root.questions = Some(postcard::from_bytes(rest).map_err(|_| damaged())?);
        }
        let within = |at: u64, len: u64| at.checked_add(len).is_some_and(|end| end <= header.body_len);
        let sum = |lens: &mut dyn Iterator<Item = u32>| lens.map(u64::from).sum::<u64>();
        let vectors = root.vectors.as_ref().is_none_or(|vectors| vectors.is_within(header.body_len));
        let model = |clusters: &Clusters| (clusters.model.clone(), clusters.sha256.clone(), clusters.dimensions);
        let questions = root.questions.as_ref().is_none_or(|questions| {
            questions.is_within(header.body_len) && root.vectors.as_ref().map(model) == Some(model(questions))
        });
        let good = root.terms.is_within(header.body_len)
            && within(root.authors.at, root.authors.len)
            && within(root.articles.at, sum(&mut root.articles.pages.iter().map(|(_, len)| *len)))
            && within(root.articles.groups_at, root.articles.groups_len)
            && root.pages.len() as u64 == header.blocks().div_ceil(PAGE_HASHES)
            && vectors
            && questions;
        good.then_some(root).ok_or_else(damaged)
    }
}
