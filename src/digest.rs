//! SHA-256 of long bytes.
//!
//! Short ones, and those that come in parts, are hashed where they are.

use sha2::{Digest, Sha256};

/// Bytes that are hashed by one call. A browser swaps optimised code in between calls of a function and never within one,
/// so that a model that is hashed by a single call is hashed by slow code to its end.
const PIECE_BYTES: usize = 1 << 14;

/// Returns the SHA-256 of `bytes` (FIPS 180-4).
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    bytes.chunks(PIECE_BYTES).fold(Sha256::new(), |hash, piece| hash.chain_update(piece)).finalize().into()
}

/// Returns the first half of the SHA-256 of `bytes`: what tells texts apart of which there are too many to be kept.
pub(crate) fn short(bytes: &[u8]) -> u128 {
    let mut half = [0; 16];
    half.iter_mut().zip(sha256(bytes)).for_each(|(to, from)| *to = from);
    u128::from_be_bytes(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_no_difference() {
        let bytes: Vec<u8> = (0..3 * PIECE_BYTES + 7).map(|at| (at % 251) as u8).collect();
        for length in [0, 1, 63, 64, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES, bytes.len()] {
            assert_eq!(sha256(&bytes[..length]), <[u8; 32]>::from(Sha256::digest(&bytes[..length])), "{length}");
        }
    }
}
