//! ONNX exports: the packed form of those that are BERT encoders, and tract-onnx for the others.
//!
//! This is the only user of tract. [`pack`] finds the parts of an encoder in an export, packs them, and hands them out only where they
//! compute what the export does on tract; set-up runs it once for each model that is shipped. [`prepare`] and [`Graph`] run an export
//! as it is, [`prepare_pairs`] one that reads pairs of texts. [`pack_adapted`] adds to an encoder what training found. None of it chooses a precision, but that weights of more than eight bits are rounded to eight.

mod adapters;
mod convert;
mod dynamic;
mod graph;
mod halves;
mod mask;
mod nbits;
pub(in crate::model) mod proto;
mod prove;
mod recognise;
mod table;
mod tensors;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(in crate::model) mod toy;
#[cfg(test)]
pub(in crate::model) mod toy_bert;
mod vocabulary;

pub use convert::{prepare, prepare_pairs};
pub use graph::Graph;
pub use prove::{pack, pack_adapted};
pub use vocabulary::words;
