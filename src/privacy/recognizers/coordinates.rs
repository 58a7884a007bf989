//! Coordinates: a geographic subdivision smaller than a state, 45 CFR 164.514(b)(2)(i)(B).
//!
//! Two decimal degrees with at least two decimals (about a kilometre), degrees and minutes with a compass letter (ISO 6709,
//! human-readable), a geo URI (RFC 5870), or an open location code (plus.codes). Pairs of results ("7.35, 40.12") are told apart by a label, a compass letter or
//! four decimals.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("labelled pair", r"(?i)(?-u:\b)(?:gps|coord(?:inate)?s?|lat(?:itude)?(?:[ /,]*(?:lon|lng|long)(?:gitude)?)?|location|geo(?:location)?)[ :=(]{1,4}(?P<it>-?[0-9]{1,2}\.[0-9]{2,}\u{b0}? ?[NS]?[ ,;/]{1,3}(?:(?:lon|lng|long)(?:gitude)?[ :=]{1,3})?-?[0-9]{1,3}\.[0-9]{2,}\u{b0}?(?: ?[EW])?)(?-u:\b)", Score::STRONG),
        ("compass letters", r"(?-u:\b)[0-9]{1,2}\.[0-9]{2,}\u{b0}? ?[NS][ ,;/]{1,3}[0-9]{1,3}\.[0-9]{2,}\u{b0}? ?[EW](?-u:\b)", Score::CERTAIN),
        ("degrees and minutes", r#"[0-9]{1,2}\u{b0} ?[0-9]{1,2}(?:\.[0-9]+)?' ?(?:[0-9]{1,2}(?:\.[0-9]+)?(?:"|'') ?)?[NS][ ,;/]{0,3}[0-9]{1,3}\u{b0} ?[0-9]{1,2}(?:\.[0-9]+)?' ?(?:[0-9]{1,2}(?:\.[0-9]+)?(?:"|'') ?)?[EW]"#, Score::CERTAIN),
        ("four decimals", r"(?:^|[ (\[\n])(?P<it>-?[0-9]{1,2}\.[0-9]{4,},? ?-?[0-9]{1,3}\.[0-9]{4,})(?-u:\b)", Score::FAIR),
        ("compass letters first", r"(?-u:\b)[NS] ?[0-9]{1,2}(?:\.[0-9]{2,}\u{b0}?|\u{b0} ?[0-9]{1,2}\.[0-9]+'?)[ ,;/]{1,3}[EW] ?[0-9]{1,3}(?:\.[0-9]{2,}|\u{b0} ?[0-9]{1,2}\.[0-9]+)", Score::CERTAIN),
        ("one labelled", r"(?i)(?-u:\b)(?:latitude|longitude)[ :=]{1,3}(?P<it>-?[0-9]{1,3}\.[0-9]{2,})(?-u:\b)", Score::STRONG),
        ("plus code", r"(?:^|[^0-9A-Za-z])(?P<it>[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3})(?-u:\b)", Score::CERTAIN),
        ("geo URI", r"(?-u:\b)geo:-?[0-9]{1,2}(?:\.[0-9]+)?,-?[0-9]{1,3}(?:\.[0-9]+)?[A-Za-z0-9;=,.-]*", Score::CERTAIN),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds coordinates.
pub struct Coordinates;

impl Recognizer for Coordinates {
    fn name(&self) -> &'static str {
        "coordinates"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Location)).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 8);
    }
}
