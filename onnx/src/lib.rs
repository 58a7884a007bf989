//! Opens a person's own embedder in the browser: an ONNX export and its `tokenizer.json`.
//!
//! The page loads this module only when a person chooses such files, into a worker of its own. What it recognises it packs for the
//! engine's kernels; anything else it runs itself, on tract.
#![cfg(target_arch = "wasm32")]

// What else these have the engine alone uses.
#[allow(dead_code)]
#[path = "../../src/digest.rs"]
mod digest;
#[path = "../../src/error.rs"]
pub mod error;
#[path = "../../src/wasm/failure.rs"]
mod failure;
#[path = "../../src/hex.rs"]
mod hex;
#[allow(dead_code)]
#[path = "../../src/leb128.rs"]
mod leb128;
#[path = "../../src/model/mod.rs"]
pub mod model;
#[allow(dead_code)]
#[path = "../../src/packed.rs"]
mod packed;
#[path = "../../src/wasm/panic.rs"]
mod panic;
#[allow(dead_code)]
#[path = "../../src/rest.rs"]
mod rest;

use wasm_bindgen::prelude::*;

use crate::error::{Code, Error, Result};
use crate::failure::failure;
use crate::model::manifest::Pooling;
use crate::model::own::{Choice, Own, Runtime, open};
use crate::model::{Encode as _, onnx};

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
pub fn start() {
    panic::install();
}

/// A person's own embedder.
#[wasm_bindgen]
pub struct OwnModel(Own);

#[wasm_bindgen]
impl OwnModel {
    /// Opens the export `model` with its `tokenizer`. `pooling` is how the vectors of the tokens become one, `prefix` what is put before
    /// a question. With `runtime` `"tract"` the kernels are left out, to compare with.
    ///
    /// # Errors
    /// `model`, `unsupported` or `too-large` with what is wrong with the files; `invalid-argument` for another word.
    #[wasm_bindgen(constructor)]
    pub fn new(
        model: Vec<u8>,
        tokenizer: &[u8],
        #[wasm_bindgen(unchecked_param_type = "\"mean\" | \"cls\"")] pooling: &str,
        prefix: String,
        #[wasm_bindgen(unchecked_param_type = "\"fastest\" | \"tract\"")] runtime: &str,
    ) -> std::result::Result<OwnModel, JsValue> {
        let opened = choice(pooling, prefix, runtime).and_then(|choice| open(&model, tokenizer, &choice));
        opened.map(OwnModel).map_err(|error| failure(&error))
    }

    /// Returns what a manifest would say of the model, as JSON.
    #[wasm_bindgen(getter)]
    pub fn entry(&self) -> String {
        serde_json::to_string(self.0.entry()).unwrap_or_default()
    }

    /// Returns the SHA-256 of the export, in lower-case hexadecimal.
    #[wasm_bindgen(getter)]
    pub fn sha256(&self) -> String {
        self.0.sha256().to_owned()
    }

    /// Returns the most tokens of a text that are read.
    #[wasm_bindgen(getter, js_name = mostTokens)]
    pub fn most_tokens(&self) -> usize {
        self.0.embedder().facts().max_tokens
    }

    /// Returns after how many tokens the tokenizer's file has a text cut off, where it says so.
    #[wasm_bindgen(getter, js_name = statedTokens)]
    pub fn stated_tokens(&self) -> Option<usize> {
        self.0.stated_tokens()
    }

    /// Returns whether the tokenizer seems to be another model's.
    #[wasm_bindgen(getter)]
    pub fn doubtful(&self) -> bool {
        self.0.is_doubtful()
    }

    /// Returns the length of a vector.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.0.embedder().dimensions()
    }

    /// Returns the weights for the engine's kernels, once; `undefined` where the model runs here, on tract.
    #[wasm_bindgen(js_name = takePacked)]
    pub fn take_packed(&mut self) -> Option<Vec<u8>> {
        self.0.take_packed()
    }

    /// Returns the vectors of passages behind each other, `[passages, dimensions]`.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn embed(&self, passages: Vec<String>) -> std::result::Result<Vec<f32>, JsValue> {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        let vectors = self.0.embedder().embed(&passages).map_err(|error| failure(&error))?;
        Ok(vectors.iter().flat_map(|vector| vector.as_slice()).copied().collect())
    }

    /// Returns the vector of a question.
    ///
    /// # Errors
    /// `model` when the model fails.
    #[wasm_bindgen(js_name = embedQuestion)]
    pub fn embed_question(&self, question: &str) -> std::result::Result<Vec<f32>, JsValue> {
        let vector = self.0.embedder().embed_question(question).map_err(|error| failure(&error))?;
        Ok(vector.as_slice().to_vec())
    }
}

/// An export on tract as it is, for token ids, whatever stands on top of its encoder: to compare with.
#[wasm_bindgen]
pub struct Export(onnx::Graph);

#[wasm_bindgen]
impl Export {
    /// Loads the export `model`.
    ///
    /// # Errors
    /// `model` or `unsupported` when it is damaged or does not run.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &[u8]) -> std::result::Result<Export, JsValue> {
        let graph = onnx::prepare_pairs(model).and_then(|prepared| onnx::Graph::load(&prepared));
        graph.map(Export).map_err(|error| failure(&error))
    }

    /// Returns the numbers of the first output for the tokens `ids`, of which those from `second` on are of a second text.
    ///
    /// # Errors
    /// `model` when the model fails.
    pub fn run(&self, ids: &[u32], second: usize) -> std::result::Result<Vec<f32>, JsValue> {
        let outputs = self.0.run_pair(ids, second).map_err(|error| failure(&error))?;
        Ok(outputs.into_iter().next().map(|(_, values)| values).unwrap_or_default())
    }
}

fn choice(pooling: &str, query_prefix: String, runtime: &str) -> Result<Choice> {
    let unknown = || Error::new(Code::InvalidArgument, "this is no way to pool or to run");
    let pooling = match pooling {
        "mean" => Pooling::Mean,
        "cls" => Pooling::Cls,
        _ => return Err(unknown()),
    };
    let runtime = match runtime {
        "fastest" => Runtime::Fastest,
        "tract" => Runtime::Tract,
        _ => return Err(unknown()),
    };
    Ok(Choice { pooling, query_prefix, runtime })
}
