//! Chaperone stands between a person's health records and a language model.
//!
//! It reads records on the device, finds the passages that answer a question, writes a synthesised
//! context without identifiers, reviews it, and replaces every quotation in the answer by the
//! verbatim source. This crate is the deterministic core: it takes bytes, clock readings and seeds,
//! and does no network, storage or clock access of its own. Data flows one way:
//!
//! ```text
//! ingest → chunk → index ─┐
//!              question → retrieve → privacy → clearance → [courier → model] → quote → answer
//! ```
//!
//! # Where what is
//!
//! | | |
//! |---|---|
//! | [`room`] | begin here: the records of a session with all that is computed on them; it answers by quotations, searches, and prepares requests |
//! | [`ingest`], [`document`], [`chunk`], [`reference`](mod@reference) | files become facts and documents with the place of each value in its file, and those passages, each with a name of its own |
//! | [`index`], [`retrieve`], [`model`] | words, vectors and concepts; how passages are ranked; the encoders and their kernels |
//! | [`question`], [`brief`] | what a question asks for, and its exact answer from coded facts; what is new since a day |
//! | [`privacy`] | what of facts, notes and a question is told, how exactly, and what identifies somebody |
//! | [`clearance`] | the kernel: the span map, the gate, the review that alone makes a [`clearance::Cleared`], the resolver of quotations |
//! | [`recheck`] | the second reading, which works out anew from the records what a message tells |
//! | [`quote`], [`workflow`], [`thought`] | prompts and replies; one question from plan to answer; the search over thoughts |
//! | [`ledger`], [`vault`] | what left, as a chain of receipts; the form of what is kept between sessions |
//! | [`library`] | the public literature, whose passages never mix with those of records |
//!
//! # What holds everywhere
//!
//! - What leaves of records and questions is a [`clearance::Cleared`], which nothing but the review makes, and which is used up by sending
//!   it. Ranges of a pack, and a pack that is loaded into a server, hold neither and are none.
//! - The same input gives the same bytes, on every target. Time, seeds and days are arguments.
//! - A position is a byte range in one text, and its type says in which ([`span`]).
//! - An [`Error`] has a stable [`Code`], says who can mend it ([`Fault`]), and holds no text of a record.
//! - Long work is done in steps or tells how far it is ([`progress`]), and can be given up; what was there before stays.
//! - Unsafe code is in the kernels of [`model`] alone.
#![cfg_attr(test, allow(clippy::string_slice, clippy::indexing_slicing, clippy::unwrap_used))]

pub mod brief;
pub mod chunk;
pub mod clearance;
mod digest;
pub mod document;
pub mod error;
#[cfg(feature = "eval")]
pub mod eval;
mod fold;
#[cfg(feature = "generate")]
pub mod generate;
mod hex;
pub mod index;
pub mod ingest;
mod lazy_regex;
mod leb128;
pub mod ledger;
pub mod library;
pub mod markup;
pub mod model;
mod months;
mod packed;
pub mod pdf;
pub mod privacy;
pub mod progress;
pub mod question;
pub mod quote;
pub mod recheck;
pub mod recipient;
pub mod reference;
mod rest;
pub mod retrieve;
pub mod room;
mod segments;
pub mod shared;
pub mod span;
pub mod surrogates;
pub mod thought;
mod traced;
pub mod vault;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod workflow;

pub use error::{Code, Error, Fault, Result};
