//! Any bytes among documents of BioC are read or refused, alike in pieces of any size. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run bioc
//! fuzz/corpus/bioc tests/data/literature`; the same properties run on stable in `tests/native/literature.rs`.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| literature::check("<collection><document><passage><infon key='type'>title</infon><text>T</text></passage>", bytes, "</document></collection>"));
