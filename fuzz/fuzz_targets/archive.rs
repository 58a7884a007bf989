//! Any ZIP archive is read or refused, alike in steps of any sizes, and everything in its members can be found again. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run archive`.
#![no_main]

#[path = "../shared/steps.rs"]
mod steps;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"PK\x03\x04", bytes].concat();
    for file in [bytes, &whole] {
        steps::check(file, bytes, &[]);
    }
});
