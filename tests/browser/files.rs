//! Files of the repository, which the test runner serves.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Returns the bytes of the file at `path` below the repository.
pub async fn read(path: &str) -> Vec<u8> {
    let answer = JsFuture::from(web_sys::window().unwrap().fetch_with_str(&format!("/{path}"))).await.unwrap();
    let response: Response = answer.dyn_into().unwrap();
    assert!(response.ok(), "{path}: fetch and convert the weights first, see models/fetch.py");
    let buffer = JsFuture::from(response.array_buffer().unwrap()).await.unwrap();
    js_sys::Uint8Array::new(&buffer).to_vec()
}
