//! Any bytes among records of MEDLINE are read or refused, alike in pieces of any size. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run medline
//! fuzz/corpus/medline tests/data/literature`; the same properties run on stable in `tests/native/literature.rs`.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| literature::check("PMID- 1\nTI  - T\nAB  - ", bytes, "\n"));
