//! What the engine knows of concepts: the vocabulary of this build, and the person's own UMLS on top of it.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, thrown};
use crate::error::{Code, Error};
use crate::index::concepts::Vocabulary;
use crate::index::concepts::umls::Umls;
use crate::room::INDEX_STEP_TEXTS;

#[wasm_bindgen]
impl Engine {
    /// Loads the vocabulary of concepts, in which questions and passages are understood from then on. Until then only the tables of this
    /// program are.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no vocabulary; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadConcepts)]
    pub fn load_concepts(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_vocabulary(Vocabulary::read(bytes).map_err(thrown)?);
        self.umls = None;
        Ok(())
    }

    /// Begins to read the person's own UMLS on top of the vocabulary in use.
    #[wasm_bindgen(js_name = beginUmls)]
    pub fn begin_umls(&mut self) {
        self.umls = Some(self.room.vocabulary().map_or_else(Umls::default, |known| Umls::onto(known)));
    }

    /// Takes the next bytes of MRCONSO.RRF or MRREL.RRF; `ends` with the last of a file.
    ///
    /// # Errors
    /// `malformed` with the number of a line that is of neither file; `too-large`; `invalid-argument` before `beginUmls`. What was read
    /// is forgotten then, and the vocabulary stays as it was.
    #[wasm_bindgen(js_name = readUmls)]
    pub fn read_umls(&mut self, bytes: &[u8], ends: bool) -> Result<(), JsValue> {
        let mut umls = self.umls.take().ok_or_else(not_begun)?;
        umls.push(bytes).and_then(|()| if ends { umls.end_file() } else { Ok(()) }).map_err(thrown)?;
        self.umls = Some(umls);
        Ok(())
    }

    /// Uses what was read of the UMLS, and returns how many concepts and names are known now.
    ///
    /// # Errors
    /// `malformed` when no English name was read; `invalid-argument` before `beginUmls`.
    #[wasm_bindgen(js_name = finishUmls, unchecked_return_type = "Known")]
    pub fn finish_umls(&mut self) -> Result<JsValue, JsValue> {
        let vocabulary = self.umls.take().ok_or_else(not_begun)?.finish().map_err(thrown)?;
        self.room.set_vocabulary(vocabulary);
        self.known()
    }

    /// Forgets what was read of a UMLS that is not in use.
    #[wasm_bindgen(js_name = abandonUmls)]
    pub fn abandon_umls(&mut self) {
        self.umls = None;
    }

    /// Returns how many concepts and names are known, and the bytes that they take in memory.
    ///
    /// # Errors
    /// `internal` when it cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "Known")]
    pub fn known(&self) -> Result<JsValue, JsValue> {
        let (concepts, names, bytes) =
            self.room.vocabulary().map_or((0, 0, 0), |known| (known.len(), known.names(), known.bytes()));
        to_js(&serde_json::json!({ "concepts": concepts, "names": names, "bytes": bytes }))
    }

    /// Looks for concepts in about `most` further passages of what is findable. Call it again until `done` equals `total`; a question looks
    /// through those of the rest that it needs, a search goes on without.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = mentionStep, unchecked_return_type = "{ done: number; total: number }")]
    pub fn mention_step(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] most: Option<usize>,
    ) -> Result<JsValue, JsValue> {
        let (done, total) = self.room.mention(most.unwrap_or(INDEX_STEP_TEXTS));
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }
}

fn not_begun() -> JsValue {
    thrown(Error::new(Code::InvalidArgument, "the UMLS is not being read any more: choose its files again"))
}
