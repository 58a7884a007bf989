//! What a panic may say: in release builds the place in our source and static words, and never the
//! panic's own message, which could hold text of a record.

/// Returns what is written to the console when the code at `file`:`line` panics.
fn report(file: &str, line: u32) -> String {
    format!("chaperone: internal error at {file}:{line}. Nothing was sent. Please report this line.")
}

/// Installs the hook: the full message in debug builds, [`report`] in release builds.
pub fn install() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    #[cfg(not(debug_assertions))]
    std::panic::set_hook(Box::new(|info| {
        let text = info.location().map_or_else(|| report("unknown", 0), |place| report(place.file(), place.line()));
        web_sys::console::error_1(&wasm_bindgen::JsValue::from_str(&text));
    }));
    #[cfg(debug_assertions)]
    let _ = report;
}
