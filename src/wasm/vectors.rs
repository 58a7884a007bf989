//! Vectors of passages: made, taken from workers, kept and restored.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, thrown};
use crate::reference::Reference;

#[wasm_bindgen]
impl Engine {
    /// Embeds at most `most` further passages. Call it again until `done` equals `total`.
    ///
    /// # Errors
    /// `model` when the model fails.
    #[wasm_bindgen(js_name = embedNext, unchecked_return_type = "{ done: number; total: number }")]
    pub fn embed_next(&mut self, most: usize) -> Result<JsValue, JsValue> {
        let (done, total) = self.room.embed(most, &mut crate::progress::Unwatched).map_err(thrown)?;
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }

    /// Returns the passages that have no vector yet, for workers that embed them elsewhere.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = textsToEmbed, unchecked_return_type = "{ references: string[]; texts: string[] }")]
    pub fn texts_to_embed(&mut self) -> Result<JsValue, JsValue> {
        let (references, texts): (Vec<Reference>, Vec<String>) =
            self.room.texts_to_embed().map_err(thrown)?.into_iter().unzip();
        to_js(&serde_json::json!({ "references": references, "texts": texts }))
    }

    /// Takes the vectors of passages that a worker embedded, behind each other.
    ///
    /// # Errors
    /// `invalid-argument` when they are not one for each reference, or no model is loaded.
    #[wasm_bindgen(js_name = takeVectors, unchecked_return_type = "{ done: number; total: number }")]
    pub fn take_vectors(&mut self, references: Vec<String>, vectors: &[f32]) -> Result<JsValue, JsValue> {
        let references: Vec<Reference> = references.iter().map(|reference| Reference::parse(reference)).collect();
        let (done, total) = self.room.take_vectors(&references, vectors).map_err(thrown)?;
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }

    /// Returns at most `most` vectors that are not kept yet, as bytes to seal; `undefined` when all are kept.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = vectorsToKeep, unchecked_return_type = "{ count: number; bytes: Uint8Array } | undefined")]
    pub fn vectors_to_keep(&self, most: usize) -> Result<JsValue, JsValue> {
        let Some((count, bytes)) = self.room.vectors_to_keep(most).map_err(thrown)? else {
            return Ok(JsValue::UNDEFINED);
        };
        let object = js_sys::Object::new();
        let fields = [("count", JsValue::from(count)), ("bytes", js_sys::Uint8Array::from(bytes.as_slice()).into())];
        for (name, value) in fields {
            js_sys::Reflect::set(&object, &name.into(), &value)?;
        }
        Ok(object.into())
    }

    /// Takes note that the vectors that `vectorsToKeep` returned are kept.
    ///
    /// # Errors
    /// `malformed` when `segment` is not what it returned.
    #[wasm_bindgen(js_name = vectorsKept)]
    pub fn vectors_kept(&mut self, segment: &[u8]) -> Result<(), JsValue> {
        self.room.vectors_kept(segment).map_err(thrown)
    }

    /// Takes note that no vector is kept any more, so that `vectorsToKeep` returns all of them.
    #[wasm_bindgen(js_name = vectorsForgotten)]
    pub fn vectors_forgotten(&mut self) {
        self.room.vectors_forgotten();
    }

    /// Takes back vectors that were kept, and returns how many found their passage.
    ///
    /// # Errors
    /// `malformed` when the segment is damaged; `unsupported` when a newer version wrote it.
    #[wasm_bindgen(js_name = restoreVectors)]
    pub fn restore_vectors(&mut self, segment: &[u8]) -> Result<usize, JsValue> {
        self.room.restore_vectors(segment).map_err(thrown)
    }

    /// Takes vectors that come with records, as `vectorsToKeep` returned them elsewhere, and returns how many found their passage.
    /// None of them counts as kept.
    ///
    /// # Errors
    /// As `restoreVectors`.
    #[wasm_bindgen(js_name = adoptVectors)]
    pub fn adopt_vectors(&mut self, segment: &[u8]) -> Result<usize, JsValue> {
        self.room.adopt_vectors(segment).map_err(thrown)
    }
}
