//! Any bytes among records of RIS are read or refused, alike in pieces of any size. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run ris
//! fuzz/corpus/ris tests/data/literature`; the same properties run on stable in `tests/native/literature.rs`.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| literature::check("TY  - JOUR\nTI  - T\nAB  - ", bytes, "\nER  - \n"));
