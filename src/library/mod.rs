//! Libraries: the public literature as a second collection beside the records, and never mixed up with them.
//!
//! [`passage`] cuts articles into [`PublicPassage`]s, each under its [`Citation`]; [`pack`] writes them, their index and their
//! vectors into one file that any static server can host, and reads of it what a question needs, by single ranges of bytes.
//! [`questions`] makes the questions that a passage answers; [`several`] asks packs and servers ([`chroma`]) as one. A `PublicPassage` may leave as it is, with its reference; nothing makes one of a passage of a record. Nothing here touches a
//! network or a disk: who calls is told which bytes are wanted, and brings them.

mod by_words;
pub mod chroma;
mod citation;
pub mod configuration;
pub mod entrez;
pub mod gathering;
mod mark;
pub mod neighbours;
mod own;
pub mod pack;
pub mod passage;
pub mod query;
pub mod questions;
pub mod several;
mod shelf;

pub use by_words::ByWords;
pub use citation::Citation;
pub use mark::Mark;
pub use own::Own;
pub use pack::{Pack, Step};
pub use passage::{Chunking, Prefix, PublicPassage};
pub use questions::Questions;
pub use several::Library;
pub use shelf::Shelf;
