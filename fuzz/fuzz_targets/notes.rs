//! Any text is read or refused, as it is, as Markdown and as HTML, alike in steps of any sizes, and everything in it can be found again. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run notes fuzz/corpus/notes tests/data/sources`; the same properties run on stable in `tests/native/sources.rs`.
#![no_main]

#[path = "../shared/steps.rs"]
mod steps;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let markdown = format!("# Letter\n\nPatient: A\n\n{text}");
    let html = format!("<!DOCTYPE html><html><head><title>Letter</title></head><body><h1>Visit</h1>{text}</body></html>");
    for file in [bytes, markdown.as_bytes(), html.as_bytes()] {
        steps::check(file, bytes, &[]);
    }
});
