//! References to biometric data: 45 CFR 164.514(b)(2)(i)(P), and to photographs of a face (Q).
//!
//! The data itself is no text; what stands in one is the number of a template or an image. A finding ("finger print
//! smudged", "iris normal", "retinal scan 2019") has no such number.

use std::sync::LazyLock;

use super::label::{Labelled, Shape};
use super::pattern::Pattern;
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

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("near a word for it", r"(?i)(?-u:\b)(?:finger ?prints?|thumb ?prints?|palm(?: ?prints?| vein)|voice ?(?:prints?|id|samples?)|iris(?: (?:code|scan|image))?|retina(?:l)? (?:scan|image|template)|face ?id|facial recognition|face (?:scan|template|recognition)|biometrics?|selfie|headshot|portrait|dna profile|photo(?:graph)?s?(?: id)?)[^.\n;|]{0,40}?[ :#=(/](?P<it>[A-Z]{1,8}[A-Z0-9]*[-_.]?[A-Z0-9]*[-_]?[0-9]{3,}[A-Z0-9_-]*)(?-u:\b)", Score::FAIR),
        ("file of a photograph or recording", r"(?i)(?-u:\b)[A-Z0-9][A-Z0-9_.-]{0,60}\.(?:jpe?g|heic|wsq|wav|mp3|m4a|mp4|mov)(?-u:\b)", Score::FAIR),
        ("camera's name for a file", r"(?-u:\b)(?:IMG|DSC|DSCN|PXL|VID|MVIMG)[-_][0-9]{3,}[A-Za-z0-9_]*(?:\.[a-z]{3,4})?(?-u:\b)", Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds references to biometric data.
pub struct Biometric;

impl Recognizer for Biometric {
    fn name(&self) -> &'static str {
        "biometric"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let labelled = LABELLED.iter().flat_map(|labelled| labelled.find(view));
        labelled.chain(PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Biometric))).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::PATTERNS.len()), (2, 3));
    }
}
