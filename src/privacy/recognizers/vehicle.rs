//! Numbers of vehicles: 45 CFR 164.514(b)(2)(i)(L).
//!
//! A vehicle identification number has 17 characters without I, O and Q, the ninth a check digit in North America (49 CFR
//! 565.15(c); ISO 3779 elsewhere, without one). Plates have too many forms to be known without a word that names them. The
//! plates of surgery ("plate and 6 screws", "tibial plate 3.5") are followed by counts, sizes or words.

use std::sync::LazyLock;

use super::check;
use super::label::{Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let vin = Shape { min_digits: 6, min_length: 8, max_length: 17 };
    let plate = Shape { min_digits: 2, min_length: 5, max_length: 10 };
    [
        ("vehicle number", r"vins?|vehicle ?(?:id|identification)(?: ?(?:number|no))?|chassis", vin),
        (
            "plate",
            r"(?:licen[cs]e|number|registration|vehicle|car|tag|truck|van)[ -]?plates?|plates?(?: (?:number|no|was|is))?|reg(?:istration)? ?plate|kennzeichen|nummerplade|placa|plaque",
            plate,
        ),
    ]
    .into_iter()
    .filter_map(|(name, labels, shape)| Labelled::new(name, labels, shape, EntityType::Vehicle, Score::STRONG))
    .collect()
});

static PLATE: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new(
        "plate in groups",
        r"(?i)(?-u:\b)plates?(?: (?:number|no|was|is))?[ :#]{1,2}(?P<it>[A-Z]{2} [A-Z0-9]{2,4}[ -][A-Z0-9]{2,4})(?-u:\b)",
        Score::FAIR,
    )
});
static VIN: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Pattern::new("VIN", r"(?i)(?-u:\b)[A-HJ-NPR-Z0-9]{17}(?-u:\b)", Score::WEAK));

/// Finds numbers of vehicles.
pub struct Vehicle;

impl Recognizer for Vehicle {
    fn name(&self) -> &'static str {
        "vehicle"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        for plate in PLATE.iter().flat_map(|pattern| pattern.find(view, EntityType::Vehicle)) {
            if view.slice(plate.range.clone()).bytes().filter(u8::is_ascii_digit).count() >= 2 {
                found.push(plate);
            }
        }
        for vin in VIN.iter().flat_map(|pattern| pattern.find(view, EntityType::Vehicle)) {
            let text = view.slice(vin.range.clone());
            if text.contains(|c: char| c.is_ascii_alphabetic()) && check::vin(text) {
                found.push(Found { score: Score::CERTAIN, validation: Some("check digit"), ..vin });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::VIN.iter().chain(super::PLATE.iter()).count()), (2, 2));
    }
}
