//! Any records of an export of Apple Health are read or refused, alike in steps of any sizes, and everything can be found again.
//! Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run health fuzz/corpus/health tests/data/sources`; the same properties run on stable in
//! `tests/native/sources.rs`.
#![no_main]

#[path = "../shared/steps.rs"]
mod steps;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"<HealthData locale='en'>", bytes, b"</HealthData>"].concat();
    steps::check(&whole, bytes, &[]);
});
