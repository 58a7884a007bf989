//! What is kept between sessions: the form of everything that a store outside the room may hold.
//!
//! A store is a flat shelf of named byte strings that somebody else keeps (the page's shell, in a browser). It holds:
//!
//! - two **slots**, of which each holds a [`Head`]: how to get at the key, and the sealed [`Catalogue`];
//! - sealed **objects** under random names: pieces of source files, [vectors](segment), the page's own state, parts of libraries.
//!
//! Objects are written once and never changed. A change of the catalogue is written to the slot that is not the
//! current one, under a higher sequence number, so that a write which is cut off at any point leaves either
//! the old state or the new one. The index is kept
//! where it is large ([`crate::index::snapshot`]), and made again from the source files where it is not theirs.
//!
//! This module knows forms and order only. It does not encrypt: it says which bytes are to be sealed and with which
//! associated data, and takes them back sealed. Keys, random names and the shelf are the caller's.

mod catalogue;
mod envelope;
mod head;
pub mod segment;
mod store;

pub use catalogue::{Catalogue, Library, ObjectName, Place, Segment, Source};
pub use head::{Head, Heads, Lock, Slot, heads};
pub use store::{Draft, Vault};
