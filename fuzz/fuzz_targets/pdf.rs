//! Any bytes, begun as a PDF does where they do not, are refused, or give text in which every line has its place, and the same text when they
//! are read again. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run pdf`; the same properties run on stable in `tests/native/pdf.rs`.
#![no_main]

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let beginning: &[u8] = if bytes.starts_with(b"%PDF-") { b"" } else { b"%PDF-1.7\n" };
    let file = [beginning, bytes].concat();
    let _ = invariants::steps::check(&Records::default(), &[], &file, &[1, 1 << 12], &[]);
});
