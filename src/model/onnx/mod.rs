//! The encoder on tract-onnx, and the conversion that makes an export fit for it.
//!
//! This is the only user of tract. [`prepare`] turns an ONNX export as published to the form that is
//! loaded; it runs once, at set-up. It changes no weight and chooses no precision.

mod convert;
pub(super) mod graph;
mod mask;
mod nbits;
mod proto;
mod table;
#[cfg(test)]
mod toy;

pub use convert::{prepare, prepare_with};
