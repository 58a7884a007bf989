//! What must hold in the browser as it does natively: one binary, since each links the whole library.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[cfg(feature = "encoders")]
#[path = "browser/embedding.rs"]
mod embedding;
#[path = "browser/files.rs"]
mod files;
#[path = "browser/kernels.rs"]
mod kernels;
#[cfg(feature = "encoders")]
#[path = "browser/models.rs"]
mod models;
#[path = "browser/pdf.rs"]
mod pdf;
#[path = "browser/ranking.rs"]
mod ranking;
