//! A library in one file, which any static server can host, opened by single ranges of its bytes.
//!
//! ```text
//! header (64 bytes) | root | hashes of blocks | body: terms · authors · postings · articles · vectors · vectors of questions
//! ```
//!
//! The body is checked in blocks of [`BLOCK_BYTES`]: each has a hash, pages of hashes have theirs in the root, and the root has its own in
//! the header, so that one number ([`Pack::fingerprint`]) stands for every byte. Whatever a search needs it reads in whole blocks, and a
//! block that is not what was written is refused before anything of it is used. Terms, authors and articles are found by tables in
//! pages, of which the root names the first entries. Each posting is a passage and what the term counts in it, in one byte (Anh and
//! Moffat, *Impact transformation: effective and efficient web retrieval*, SIGIR 2002); long lists are in pieces with the most that one
//! of them can count, so that a search can leave out what cannot come among the best (Turtle and Flood's MaxScore, 1995). Vectors lie in
//! clusters around their centres, of which the nearest are read; those of the questions of passages, where there are any, are a second list of
//! their own, which stands last and whose place is told behind the root, so that a reader that knows nothing of it opens the pack as well.
//!
//! Reading is sans I/O: every step gives what it was asked for, or the [`Range`]s of bytes that it wants; the caller brings them
//! ([`Pack::supply`]) and asks again. The same code so runs over a file, over HTTP and in the page.

/// Gives what is there, or returns that something is missing.
macro_rules! there {
    ($part:expr) => {
        match $part {
            Some(part) => part,
            None => return Ok(None),
        }
    };
}

mod blocks;
mod build;
mod clusters;
mod form;
mod kept;
mod lists;
mod open;
mod rank;
mod read;
mod reading;
mod search;

pub use blocks::{Padding, Served};
pub use build::{Builder, Built, Cut, Options, Texts, cut};
pub use form::{BLOCK_BYTES, Counts, HEAD_BYTES, VERSION};
pub use kept::Keep;
pub use open::Pack;
pub use reading::{Reading, known_words};
pub(in crate::library) use search::of_libraries;
pub use search::{Asked, Found, FoundBy, Hit, Narrowing, Strategy, Weighing};

/// Bytes of a pack, counted from its first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// Offset of the first byte.
    pub start: u64,
    /// How many.
    pub len: u64,
}

impl Range {
    /// Returns the offset after the last byte.
    pub fn end(self) -> u64 {
        self.start.saturating_add(self.len)
    }
}

/// What a step of reading comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<T> {
    /// What was asked for.
    Done(T),
    /// What is needed first, none of it twice; to be brought in any order.
    Want(Vec<Range>),
}

impl<T> Step<T> {
    /// Returns the same step with `then` of what was asked for.
    pub fn map<U>(self, then: impl FnOnce(T) -> U) -> Step<U> {
        match self {
            Step::Done(done) => Step::Done(then(done)),
            Step::Want(ranges) => Step::Want(ranges),
        }
    }
}
