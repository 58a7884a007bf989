//! How errors cross to JavaScript.

use wasm_bindgen::JsValue;

use crate::error::Error;

/// Returns `error` as the object that failed calls throw.
pub fn failure(error: &Error) -> JsValue {
    let object = js_sys::Object::new();
    let fields = [("code", error.code().as_str()), ("fault", error.fault().as_str()), ("message", &error.to_string())];
    for (name, text) in fields {
        // Setting a field of a fresh plain object cannot fail.
        let _ = js_sys::Reflect::set(&object, &name.into(), &text.into());
    }
    object.into()
}
