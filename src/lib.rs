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

pub mod document;
pub mod error;
pub mod model;
pub mod progress;
pub mod reference;
pub mod span;

pub use error::{Code, Error, Fault, Result};
