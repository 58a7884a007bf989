//! Any text is read or refused, as it is, as Markdown and as HTML, alike in steps of any sizes, and everything in it can be found again. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run notes fuzz/corpus/notes tests/data/sources`; the same properties run on stable in `tests/native/sources.rs`.
#![no_main]

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;

/// Sizes of steps, made of the bytes themselves so that any file is a seed.
fn budgets(bytes: &[u8]) -> Vec<usize> {
    bytes.iter().rev().step_by(13).take(8).map(|byte| 1 + usize::from(*byte) * 31).chain([1 << 12]).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let markdown = format!("# Letter\n\nPatient: A\n\n{text}");
    let html = format!("<!DOCTYPE html><html><head><title>Letter</title></head><body><h1>Visit</h1>{text}</body></html>");
    for file in [bytes, markdown.as_bytes(), html.as_bytes()] {
        let _ = invariants::steps::check(&Records::default(), &[], file, &budgets(bytes), &[]);
    }
});
