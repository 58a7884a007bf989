//! What JavaScript sees: the class [`engine::Engine`], models by themselves ([`encoder`]), the sealed [`cleared::Cleared`], and the form of what is kept,
//! [`vault::Vault`].
//!
//! This is the only place that knows JavaScript. Each method converts in, makes one call to the core, and
//! converts out. Offsets cross as UTF-16 code units; errors cross as `{ code, fault, message }`.

mod beside;
mod cleared;
pub mod concepts;
pub mod convert;
mod drafts;
#[cfg(feature = "encoders")]
pub mod encoder;
pub mod engine;
mod failure;
#[cfg(feature = "encoders")]
pub mod incoming;
mod inside;
pub mod ledger;
pub mod library;
mod models;
mod nearest;
mod overview;
mod panic;
mod pubmed;
mod reading;
pub mod search;
mod sighting;
mod snapshot;
pub mod source;
pub mod stream;
mod thinking;
mod tools;
pub mod vault;
mod vectors;

use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
pub fn start() {
    panic::install();
}
