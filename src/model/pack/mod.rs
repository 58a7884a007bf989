//! The packed form of a BERT encoder: what the kernels read, as they read it, in one checksummed file.
//!
//! Weights are of eight bits in panels ([`super::kernels::matrix`]), or of four bits in groups, which are unpacked when the file
//! is read; words are rows of eight bits; all else is `f32`. Nothing is converted when a file is read, and most of it is used where
//! it lies. `docs/engine.md` describes the layout. [`parts`] is a model as the conversion finds it and the tests make it.

pub mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{Head, Layer, Linear, Norm, Pack, Words};
pub use write::write;

const MAGIC: &[u8; 8] = b"CHAPBERT";
const VERSION: u32 = 1;
const CHECKSUM_BYTES: usize = 8;

/// What stands above the last layer, as the file has it.
const HEAD_NONE: u32 = 0;
const HEAD_TOKENS: u32 = 1;
const HEAD_PAIR: u32 = 2;

/// Returns the 64-bit FNV-1a hash of `bytes`, taken eight bytes at a time (Fowler, Noll and Vo; the step on words is ours). It finds
/// damage; against tampering stands the SHA-256 of the manifest.
fn checksum(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let hash =
        words.iter().fold(OFFSET, |hash, word| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(5));
    rest.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Returns numbers of four bits, each a byte of its own, two to a byte, the first in the low half.
fn paired(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.as_chunks::<2>().0.iter().map(|[low, high]| (low & 15) | (high << 4))
}
