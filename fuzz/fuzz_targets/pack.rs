//! Any bytes taken for a packed model are refused, or run. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run pack`; the same properties run on stable
//! in `src/model/pack/tests.rs`.
#![no_main]

use chaperone::model::bert::{Bert, Sequence};

const MAGIC: &[u8] = b"CHAPBERT\x01\x00\x00\x00";

/// Returns the checksum that the file would need, which noise never has; see `docs/engine.md`.
fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let step = |hash: u64, word: &[u8; 8]| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(5);
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, step);
    rest.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [MAGIC, bytes].concat();
    let signed = [&whole[..], &checksum(&whole).to_le_bytes()].concat();
    for file in [bytes.to_vec(), signed] {
        let Ok(bert) = Bert::read(file) else { continue };
        let _ = bert.states(&[Sequence::one(&[0, 1])], &[]);
        let _ = bert.pair_logits(&[Sequence::one(&[0, 1])]);
    }
});
