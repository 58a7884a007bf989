//! Models: which weights are used, whether the bytes at hand are those, and text → vector, labels or score.
//!
//! [`manifest`] reads `models/manifest.json` and checks bytes against it; [`Encode`] is what
//! retrieval asks of an embedder, [`pooling`] the arithmetic between tokens and vector, [`Tag`] what the head asks of a tagger,
//! [`Head`] the network over its states, [`injection`] a small classifier over the vectors. [`bert`] runs an encoder of the packed
//! form ([`pack`]) on [`kernels`] that use what the processor has. With the feature `encoders`, `Embedder`, `Tagger` and `Reranker` put
//! Hugging Face tokenizers before it. With the feature `onnx`, `onnx` makes the packed form of an export, and runs on tract what has none;
//! `own` opens a person's own embedder. [`Remote`] stands for an embedder that runs elsewhere.
//!
//! Nothing here fetches, stores or chooses a model: callers hand over bytes.

pub mod bert;
#[cfg(feature = "encoders")]
mod embedder;
pub mod embedding;
pub mod head;
pub mod injection;
pub mod kernels;
pub mod manifest;
#[cfg(feature = "onnx")]
pub mod onnx;
#[cfg(feature = "onnx")]
pub mod own;
pub mod pack;
pub mod pooling;
mod recent;
mod remote;
#[cfg(feature = "encoders")]
mod reranker;
#[cfg(feature = "encoders")]
mod tagger;
pub mod tagging;
#[cfg(feature = "encoders")]
mod tokenizer;

#[cfg(feature = "encoders")]
pub use embedder::Embedder;
pub use embedding::{Embedding, Encode};
pub use head::Head;
pub use manifest::{EncoderFacts, Manifest, ModelEntry, ModelId};
pub use remote::Remote;
#[cfg(feature = "encoders")]
pub use reranker::Reranker;
#[cfg(feature = "encoders")]
pub use tagger::Tagger;
pub use tagging::{Tag, Tagged, Vote};
#[cfg(feature = "encoders")]
pub use tokenizer::Tokenizer;
