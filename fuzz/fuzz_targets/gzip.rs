//! Whatever is packed with gzip is read as it is by itself, or refused; a damaged one loses nothing. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run gzip fuzz/corpus/gzip examples/records`; the same properties run on stable in `tests/native/bad_input.rs`.
#![no_main]

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;
use chaperone::ingest::read;
use chaperone::progress::Unwatched;

/// The checksum of RFC 1952, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// `bytes` as one member of gzip in blocks that are stored, not packed (RFC 1951, 3.2.4).
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut blocks = bytes.chunks(0xffff).peekable();
    if bytes.is_empty() {
        file.extend([1, 0, 0, 0xff, 0xff]);
    }
    while let Some(block) = blocks.next() {
        let size = block.len() as u16;
        file.push(u8::from(blocks.peek().is_none()));
        file.extend(size.to_le_bytes());
        file.extend((!size).to_le_bytes());
        file.extend(block);
    }
    file.extend(crc(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = packed(bytes);
    let budgets = [1 + bytes.len() % 997, 1 << 12];
    let outcome = invariants::steps::check(&Records::default(), &[], &file, &budgets, &[]);
    // What is packed twice is another thing than what is packed once.
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        let alone = read(&mut Records::default(), bytes, &mut Unwatched);
        assert_eq!(outcome.is_ok(), alone.is_ok(), "packed it is read otherwise");
    }
    // One byte is another: in the head, the data or the checksum.
    let mut damaged = file.clone();
    let at = bytes.iter().take(64).map(|byte| usize::from(*byte)).sum::<usize>() % damaged.len();
    damaged[at] ^= 1 << (at % 8);
    let _ = invariants::steps::check(&Records::default(), &[], &damaged, &budgets, &[]);
    // And without the beginning that makes it one: any bytes behind the two that say so.
    let raw = [&[0x1f, 0x8b, 8, 0][..], bytes].concat();
    let _ = invariants::steps::check(&Records::default(), &[], &raw, &budgets, &[]);
});
