//! The arithmetic of a BERT encoder, written once over eight lanes and run on whatever the processor has.
//!
//! Matrix products multiply packed weights of eight bits with rows of sixteen-bit activations, each row with its own scale, and sum
//! in 32 bits without rounding ([`gemm`]); attention, GELU and layer normalisation are in `f32` ([`attention`], [`math`],
//! [`norm`]). Every operation of [`lanes::Lanes`] is exact or correctly rounded, none is fused, and sums run in a fixed order, so
//! that the portable twin ([`scalar`]), WebAssembly's SIMD128, AVX2 and NEON give the same bits. What is not here: threads, and any
//! knowledge of a model; [`crate::model::bert`] puts the parts together.
//!
//! This folder holds all `unsafe` of the crate, each block with its argument: loads and stores through references to arrays, and
//! instructions that the processor was asked for.

pub mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod dot;
pub mod gemm;
pub mod lanes;
pub mod math;
pub mod matrix;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod norm;
mod path;
pub mod quantise;
pub mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

pub use path::{Path, Work};
