//! Any bytes among articles of JATS are read or refused, alike in pieces of any size. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run jats
//! fuzz/corpus/jats tests/data/literature`; the same properties run on stable in `tests/native/literature.rs`.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| literature::check("<article><front><article-meta><title-group><article-title>T</article-title></title-group>", bytes, "</article-meta></front></article>"));
