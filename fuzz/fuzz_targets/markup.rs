//! Any markup gives a text that is no longer than a few times itself, and text that was escaped comes back. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run markup`; the same properties run on stable in `src/markup.rs`.
#![no_main]

use chaperone::markup;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let shown = markup::text(text);
    assert_eq!(shown.trim(), shown);
    assert!(shown.len() <= 4 * text.len() + 8);
    let _ = markup::xml(text);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    assert_eq!(markup::xml(&escaped).as_deref(), Some(text));
});
