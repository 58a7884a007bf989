//! Models: which weights are used, whether the bytes at hand are those, and text → vector.
//!
//! [`manifest`] reads `models/manifest.json` and checks bytes against it; [`Encode`] is what
//! retrieval asks of an embedder, [`pooling`] the arithmetic between tokens and vector, [`Tag`] what the head asks of a tagger,
//! [`Head`] the network over its states, [`injection`] a small classifier over the vectors. With the feature
//! `onnx`, `Embedder` is the encoder on tract-onnx and Hugging Face tokenizers, and `onnx::prepare`
//! makes an ONNX export fit for it. Without the feature the types are there and no encoder is.
//!
//! Nothing here fetches, stores or chooses a model: callers hand over bytes.

#[cfg(feature = "onnx")]
mod embedder;
pub mod embedding;
pub mod head;
pub mod injection;
pub mod manifest;
#[cfg(feature = "onnx")]
pub mod onnx;
pub mod pooling;
#[cfg(feature = "onnx")]
mod tagger;
pub mod tagging;
#[cfg(feature = "onnx")]
mod tokenizer;

#[cfg(feature = "onnx")]
pub use embedder::Embedder;
pub use embedding::{Embedding, Encode};
pub use head::Head;
pub use manifest::{EncoderFacts, Manifest, ModelEntry, ModelId};
#[cfg(feature = "onnx")]
pub use tagger::Tagger;
pub use tagging::{Tag, Tagged, Vote};
#[cfg(feature = "onnx")]
pub use tokenizer::Tokenizer;
