//! What must hold natively: one binary, since each links the whole library.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

mod answers_of_samples;
#[path = "../common/mod.rs"]
mod common;
mod invariants;

mod ahead;
mod answers;
#[cfg(feature = "cli")]
mod asking_cli;
#[cfg(feature = "cli")]
mod attacks;
mod bad_input;
mod bulk;
#[cfg(feature = "cli")]
mod chroma;
mod clauses;
#[cfg(feature = "cli")]
mod cli;
mod coded_sources;
mod compile_fail;
mod conversation;
#[cfg(feature = "encoders")]
mod embedding;
mod entrez;
mod gate;
#[cfg(feature = "generate")]
mod generate;
#[cfg(feature = "cli")]
mod generate_cli;
mod gold;
mod grounding;
mod head;
mod hostile;
mod ingest;
#[cfg(feature = "cli")]
mod injection;
mod inside;
mod kernels;
mod ledger;
#[cfg(feature = "generate")]
mod levels;
mod lexicon;
mod library;
mod literature;
#[cfg(feature = "eval")]
mod manners;
mod meaning;
#[cfg(all(feature = "cli", feature = "encoders"))]
mod measures;
#[cfg(feature = "encoders")]
mod models;
mod names;
#[cfg(all(feature = "cli", feature = "onnx"))]
mod own_model;
mod pdf;
mod privacy;
#[cfg(feature = "eval")]
mod questions;
mod ranking;
mod recheck;
mod recognizers;
mod refining;
mod remote;
#[cfg(feature = "eval")]
mod replies;
mod retractions;
mod retrieval;
mod room;
mod rounds;
mod samples;
mod scrubbing;
mod seeking;
mod source;
mod sources;
mod standing;
mod stranger;
mod streams;
#[cfg(feature = "encoders")]
mod tagger;
mod talk;
mod thinking;
mod today;
mod tools;
mod trial;
mod vault;
mod withholding;
mod wording;
mod wordings;
mod written_names;
