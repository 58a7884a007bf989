//! Any bytes of a guideline in Markdown or HTML are read or refused, alike in pieces of any size, and each article has one passage to three. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run guideline`; `tests/native/library/guidelines.rs` has the cases.
#![no_main]

#[path = "../shared/literature.rs"]
mod literature;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    literature::check("---\ntitle: T\n---\n# A\n\n", bytes, "\n");
    literature::check("<!doctype html><title>T</title><h1>A</h1><p>", bytes, "</p>");
});
