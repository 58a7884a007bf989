//! References to biometric data: 45 CFR 164.514(b)(2)(i)(P), and to photographs of a face (Q).
//!
//! The data itself is no text; what stands in one is the number of a template or an image. A finding ("finger print
//! smudged", "iris normal", "retinal scan 2019") has no such number.

use std::sync::LazyLock;

use super::label::{Labelled, Shape};
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        ("template", r"(?:finger ?prints?|thumb ?prints?|palm ?prints?|voice ?prints?|face ?prints?|iris(?: scan)?|retina(?:l)?(?: scan)?|facial(?: recognition)?|face|voice|biometric|fingerprint scan|dna)[ _-]?(?:(?:match|recognition|verification) )?(?:template|hash|log|match|record|profile|signature|file|id|image|reference|ref|sample|enrol?lment|token|print|scan|data)s?", Shape { min_digits: 3, min_length: 5, max_length: 64 }, Score::STRONG),
        ("photograph", r"(?:full[ -]face |patient |face |facial |id |mug ?)(?:photo(?:graph)?|picture|image|portrait)s?", Shape { min_digits: 3, min_length: 4, max_length: 64 }, Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, labels, shape, score)| Labelled::new(name, labels, shape, EntityType::Biometric, score))
    .collect()
});

/// Finds references to biometric data.
pub struct Biometric;

impl Recognizer for Biometric {
    fn name(&self) -> &'static str {
        "biometric"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::LABELLED.len(), 2);
    }
}
