//! The recognizers: one file for each kind of identifying text, with its source, its patterns, what makes it sure, and what
//! speaks against it. Their cases are data: `tests/data/recognizers/NAME.json`.

mod email;
mod model;
pub mod pattern;

pub use model::Model;

use crate::privacy::detect::Recognizer;

/// Returns all recognizers that need nothing but the text.
pub fn all() -> Vec<Box<dyn Recognizer>> {
    vec![Box::new(email::Email)]
}
