//! Numbers of vehicles: 45 CFR 164.514(b)(2)(i)(L).
//!
//! A vehicle identification number has 17 characters without I, O and Q, the ninth a check digit in North America (49 CFR
//! 565.15(c); ISO 3779 elsewhere, without one). Plates have too many forms to be known without a word that names them. The
//! plates of surgery ("plate and 6 screws", "tibial plate 3.5") are followed by counts, sizes or words.

use std::sync::LazyLock;

use super::check;
use super::label::{self, Labelled, Shape};
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

static PLATES: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("plate in groups", r"(?i)(?-u:\b)(?:plates?|tags?|reg(?:istration)?|kennzeichen|rego|matr\u{ed}cula|targa|nummerplade|reg\.? ?nr)\.?(?: (?:number|no\.?|was|is|reads?|begins|starts|ends?|ending|in|with|on it)){0,3}[ :#=]{1,2}(?P<it>[A-Z]{1,3}[ -][A-Z0-9]{1,4}(?:[ -][A-Z0-9]{1,4})?|[A-Z0-9]{2,4}[ -][A-Z0-9]{2,4}|[0-9]{1,3} ?[A-Z]{2,3} ?[0-9]{0,4})(?-u:\b)", Score::FAIR),
        ("vehicle with a plate", r"(?i)(?-u:\b)(?:car|truck|van|vehicle|bakkie|ute|lorry|moped|vespa|tacoma|corolla|civic|camry|accord|prius|f-150|silverado|motor|rickshaw|tuk|jeepney|lada|dacia|suzuki|yamaha|harley|camper|rv|trailer|hiace|hilux|tractor|hatchback|coupe|wagon|convertible|driver|parked|parking|towed|sedan|suv|pickup|pick-up|minivan|motorcycle|motorbike|scooter|ambulance|taxi|cab|bus|toyota|honda|ford|chevy|chevrolet|nissan|hyundai|kia|subaru|jeep|dodge|bmw|audi|mercedes|volkswagen|vw|volvo|tesla|mazda|lexus|buick|gmc|skoda|renault|peugeot|fiat|opel|maruti|tata)[^.\n;]{0,40}?[ (,\[](?P<it>[A-Z]{1,3}[ -][0-9]{1,2}[ -]?[A-Z]{1,3}[ -]?[0-9]{1,4}|[A-Z]{2,3}[ -]?[0-9]{3,4}|[0-9][A-Z]{3}[0-9]{3}|[0-9]{3}[ -]?[A-Z]{3}|[A-Z]{2}[0-9]{2} ?[A-Z]{3}|[A-Z]{1,3}-[A-Z]{1,2} ?[0-9]{1,4}|[A-Z]{2} [0-9]{2} [0-9]{3}|[A-Z]{1,3} [0-9]{2,4} [A-Z]{2,3}|[0-9]{1,2}[A-Z]{1,2}[ -]?[0-9]{3,5}|[A-Z]{3} [0-9][A-Z][0-9]{2})(?-u:\b)", Score::FAIR),
        ("British plate", r"(?-u:\b)[A-HJ-PR-Y][A-HJ-PR-Y][0-9]{2} [A-HJ-PR-Z]{3}(?-u:\b)", Score::FAIR),
        ("Indian plate", r"(?-u:\b)(?:AN|AP|AR|AS|BR|CG|CH|DD|DL|GA|GJ|HP|HR|JH|JK|KA|KL|LA|LD|MH|ML|MN|MP|MZ|NL|OD|OR|PB|PY|RJ|SK|TN|TR|TS|UK|UP|WB)[ -]?[0-9]{1,2}[ -]?[A-Z]{1,3}[ -]?[0-9]{4}(?-u:\b)", Score::FAIR),
        ("German plate", r"(?-u:\b)[A-Z\u{c4}\u{d6}\u{dc}]{1,3}-[A-Z]{1,2} [0-9]{2,4}[EH]?(?-u:\b)", Score::FAIR),
        ("end of a VIN", r"(?i)(?-u:\b)vin(?: (?:number|no\.?))? (?:ends?|ending)(?: in| with)?[ :]{1,2}(?P<it>[A-Z0-9]{4,8})(?-u:\b)", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});
static VIN: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Pattern::new("VIN", r"(?i)(?-u:\b)[A-HJ-NPR-Z0-9]{17}(?-u:\b)", Score::WEAK));

/// Returns whether a group of `text` is a unit or a word of speech: "plate 3 mm", "tag on 12".
fn has_unit(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "mm", "cm", "mg", "kg", "ml", "hrs", "hr", "min", "x", "on", "at", "in", "to", "of", "and", "for", "was",
        "the", "is", "by", "or", "no", "mph", "yo", "am", "pm", "ft", "day", "days", "ago", "km",
    ];
    text.split([' ', '-']).any(|group| WORDS.contains(&group))
}

/// Finds numbers of vehicles.
pub struct Vehicle;

impl Recognizer for Vehicle {
    fn name(&self) -> &'static str {
        "vehicle"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        for plate in PLATES.iter().flat_map(|pattern| pattern.find(view, EntityType::Vehicle)) {
            let text = view.slice(plate.range.clone());
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            let letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
            let public = text.starts_with("ICD") || super::code::is_of_a_system(view, plate.range.start);
            if digits >= 2 && letters && !public && !label::is_measured(view.text(), plate.range.end) && !has_unit(text)
            {
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
        assert_eq!((super::LABELLED.len(), super::VIN.iter().count(), super::PLATES.len()), (2, 1, 6));
    }
}
