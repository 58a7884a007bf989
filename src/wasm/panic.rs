//! Installs what a panic may say; see [`crate::error::panic_text`].

/// Installs the hook: the full message in debug builds, the place and static words in release builds.
pub fn install() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    #[cfg(not(debug_assertions))]
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&wasm_bindgen::JsValue::from_str(&crate::error::panic_text(info)));
    }));
}
