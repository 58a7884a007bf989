//! Models and word lists for the engine: loaded, and taken away.

#[cfg(feature = "encoders")]
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::engine::{Engine, thrown};
#[cfg(feature = "encoders")]
use super::incoming::Incoming;
#[cfg(feature = "encoders")]
use crate::error::{Code, Error};
use crate::model::injection::Classifier;
#[cfg(feature = "encoders")]
use crate::model::manifest::Role;
#[cfg(feature = "encoders")]
use crate::model::{Embedder, Head, ModelEntry, Remote, Tagger};
use crate::privacy::lexicon::Lexicon;
use crate::privacy::rare::RareDiseases;
#[cfg(feature = "encoders")]
use crate::privacy::recognizers::Reader;

#[cfg(feature = "encoders")]
pub(super) fn entry(json: &str) -> Result<ModelEntry, JsValue> {
    serde_json::from_str(json)
        .map_err(|_| thrown(Error::new(Code::Model, "the manifest entry of the model cannot be read")))
}

#[cfg(feature = "encoders")]
fn reader(entry: &ModelEntry, weights: Vec<u8>, tokenizer: &[u8], head: &[u8]) -> Result<Reader, Error> {
    entry.file(Role::Head)?.verify(head)?;
    Reader::new(Arc::new(Tagger::load(entry, weights, tokenizer)?), Head::read(head)?)
}

#[wasm_bindgen]
impl Engine {
    /// Loads the embedding model of one manifest entry (JSON) from its weights and tokenizer, whose hashes
    /// are checked against the entry.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadModel)]
    pub fn load_model(&mut self, entry_json: &str, weights: Incoming, tokenizer: &[u8]) -> Result<(), JsValue> {
        let embedder = Embedder::load(&entry(entry_json)?, weights.whole()?, tokenizer).map_err(thrown)?;
        self.room.set_encoder(Box::new(embedder));
        self.remote = None;
        Ok(())
    }

    /// Uses the embedding model of one entry (JSON) that runs elsewhere: it embeds what `textsToEmbed` returns, for `takeVectors`, and
    /// the questions that `wantedQuestion` names. A call that fails for want of a question's vector is made again with it.
    ///
    /// # Errors
    /// `not-found` when the entry is of no embedder; `model` when it cannot be read.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadRemote)]
    pub fn load_remote(&mut self, entry_json: &str) -> Result<(), JsValue> {
        let remote = Arc::new(Remote::of(&entry(entry_json)?).map_err(thrown)?);
        self.room.set_encoder(Box::new(Arc::clone(&remote)));
        self.remote = Some(remote);
        Ok(())
    }

    /// Returns the question for want of whose vector the last call failed, once; `undefined` where it failed for something else.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = wantedQuestion)]
    pub fn wanted_question(&self) -> Option<String> {
        self.remote.as_ref()?.wanted()
    }

    /// Takes the vector of a question that `wantedQuestion` named.
    ///
    /// # Errors
    /// `model` when it is of other dimensions than the entry says, or not finite; `invalid-argument` when no model runs elsewhere.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = takeQuestionVector)]
    pub fn take_question_vector(&self, question: &str, vector: Vec<f32>) -> Result<(), JsValue> {
        let none = || thrown(Error::new(Code::InvalidArgument, "no model that runs elsewhere is in use"));
        self.remote.as_ref().ok_or_else(none)?.hand_over(question, vector).map_err(thrown)
    }

    /// Returns the weights that `loadModel` took, for a worker that loads them too; `undefined` where no model runs here. The engine's own
    /// are the only ones that stay.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = modelFile)]
    pub fn model_file(&self) -> Option<js_sys::Uint8Array> {
        let mut bytes = 0;
        self.room.encoder_file(&mut |part| bytes += part.len() as u32);
        let file = (bytes > 0).then(|| js_sys::Uint8Array::new_with_length(bytes))?;
        let mut at = 0;
        self.room.encoder_file(&mut |part| {
            let end = at + part.len() as u32;
            file.subarray(at, end).copy_from(part);
            at = end;
        });
        Some(file)
    }

    /// Uses no embedding model from now on: search is by words until another one is loaded.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = unloadModel)]
    pub fn unload_model(&mut self) {
        self.room.unset_encoder();
        self.remote = None;
    }

    /// Loads the tagger of one manifest entry (JSON) from its weights, tokenizer and head, whose hashes are checked against the
    /// entry. What identifies somebody is looked for by it from then on, beside the rules and the lexicon.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadTagger)]
    pub fn load_tagger(
        &mut self,
        entry_json: &str,
        weights: Incoming,
        tokenizer: &[u8],
        head: &[u8],
    ) -> Result<(), JsValue> {
        let entry = entry(entry_json)?;
        self.room.set_reader(reader(&entry, weights.whole()?, tokenizer, head).map_err(thrown)?);
        Ok(())
    }

    /// Loads the classifier of instructions, which is asked beside the rules what of a question is an instruction to the model, once an
    /// embedder is there whose vectors it reads.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no classifier; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadClassifier)]
    pub fn load_classifier(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_classifier(Classifier::read(bytes).map_err(thrown)?);
        Ok(())
    }

    /// Loads the lexicon, which is asked what a word may be. Until then only a short list of words leaves with a question.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no lexicon; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadLexicon)]
    pub fn load_lexicon(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_lexicon(Lexicon::read(bytes).map_err(thrown)?);
        Ok(())
    }

    /// Loads the names of rare diseases. Until then none is known to be rare.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no such list; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadRareDiseases)]
    pub fn load_rare_diseases(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_rare_diseases(RareDiseases::read(bytes).map_err(thrown)?);
        Ok(())
    }
}
