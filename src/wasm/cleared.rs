//! The sealed request, as JavaScript sees it.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use crate::clearance;

/// A request that passed the review. It has no constructor: only `Engine.release` returns one.
#[wasm_bindgen]
pub struct Cleared {
    inner: clearance::Cleared,
}

impl Cleared {
    pub(super) fn new(inner: clearance::Cleared) -> Self {
        Cleared { inner }
    }
}

#[wasm_bindgen]
impl Cleared {
    /// Returns the HTTP method.
    #[wasm_bindgen(getter)]
    pub fn method(&self) -> String {
        self.inner.outgoing().method.clone()
    }

    /// Returns the address.
    #[wasm_bindgen(getter)]
    pub fn url(&self) -> String {
        self.inner.outgoing().url.clone()
    }

    /// Returns the headers as pairs, without the credential.
    ///
    /// # Errors
    /// `internal` when they cannot be converted.
    #[wasm_bindgen(getter, unchecked_return_type = "[string, string][]")]
    pub fn headers(&self) -> Result<JsValue, JsValue> {
        to_js(&self.inner.outgoing().headers)
    }

    /// Returns the exact body.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> String {
        self.inner.outgoing().body.clone()
    }

    /// Returns the receipt.
    ///
    /// # Errors
    /// `internal` when it cannot be converted.
    #[wasm_bindgen(getter, unchecked_return_type = "Receipt")]
    pub fn receipt(&self) -> Result<JsValue, JsValue> {
        to_js(self.inner.receipt())
    }
}
