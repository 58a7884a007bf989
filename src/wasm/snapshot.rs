//! The index as it is kept beside the files, so that unlocking them need not make it anew.

use wasm_bindgen::prelude::*;

use super::engine::{Engine, thrown};

#[wasm_bindgen]
impl Engine {
    /// Returns the index as bytes to seal, without vectors; `undefined` where there is nothing new to keep.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = indexToKeep)]
    pub fn index_to_keep(&self) -> Result<Option<Vec<u8>>, JsValue> {
        self.room.index_to_keep().map_err(thrown)
    }

    /// Takes note that the index that `indexToKeep` returned is kept.
    #[wasm_bindgen(js_name = indexKept)]
    pub fn index_kept(&mut self) {
        self.room.index_kept();
    }

    /// Takes back an index that was kept, after the files of which it was made were read.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when it is not that of these files or damaged, or another version wrote it: it is made anew.
    #[wasm_bindgen(js_name = restoreIndex)]
    pub fn restore_index(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.restore_index(bytes).map_err(thrown)
    }
}
