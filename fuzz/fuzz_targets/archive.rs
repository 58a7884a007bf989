//! Any ZIP archive is read or refused, alike in steps of any sizes, and everything in its members can be found again. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run archive`.
#![no_main]

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;

/// Sizes of steps, made of the bytes themselves so that any file is a seed.
fn budgets(bytes: &[u8]) -> Vec<usize> {
    bytes.iter().rev().step_by(13).take(8).map(|byte| 1 + usize::from(*byte) * 31).chain([1 << 12]).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"PK\x03\x04", bytes].concat();
    for file in [bytes, &whole] {
        let _ = invariants::steps::check(&Records::default(), &[], file, &budgets(bytes), &[]);
    }
});
