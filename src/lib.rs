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
pub mod ledger;
pub mod library;
pub mod markup;
pub mod model;
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
