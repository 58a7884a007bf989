//! Social security numbers: 45 CFR 164.514(b)(2)(i)(G). The last four digits alone count: HHS's guidance on
//! de-identification names them as not allowed.
//!
//! The shape is three, two and four digits. The Social Security Administration issues no area 000, 666 or 900 to 999, no
//! group 00 and no serial 0000 (POMS RM 10201); what breaks this is found all the same where a label says what it is.

use std::sync::LazyLock;

use super::check;
use super::label::{Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

const LABELS: &str = r"ssns?|ss ?#|s\.s\.n\.?|soc(?:ial)? ?sec(?:urity)?|socials?|itin|tin";

static SHAPED: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new(
        "three, two, four digits",
        r"(?:^|[^0-9A-Za-z.-])(?P<it>[0-9]{3}([ -])[0-9]{2}[ -][0-9]{4})(?:$|[^0-9A-Za-z-])",
        Score::FAIR,
    )
});
static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let whole = Labelled::new("labelled", LABELS, Shape::digits(9), EntityType::SocialSecurity, Score::CERTAIN);
    let four = Shape { min_digits: 4, min_length: 4, max_length: 4 };
    let last = Labelled::new("last four", LABELS, four, EntityType::SocialSecurity, Score::STRONG);
    whole.into_iter().chain(last).collect()
});
static MASKED: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        (
            "masked",
            r"(?i)(?:[x*#\u{2022}]{3}[ -]?[x*#\u{2022}]{2}[ -]?)(?P<it>[0-9]{4})(?-u:\b)",
            Score::CERTAIN,
        ),
        (
            "last four of it",
            r"(?i)(?-u:\b)last (?:four|4)(?: digits?)? (?:of|on)(?: (?:the|my|his|her|their|your))?(?: (?:social security|social|ssn|soc)(?: (?:security )?(?:number|no))?)(?:[ :,]|is|are|being)*(?P<it>[0-9]{4})(?-u:\b)",
            Score::CERTAIN,
        ),
        ("last four, by a label before", r"(?i)(?-u:\b)(?:ssn|social(?: security)?)[ :-]{1,2}last (?:four|4)[ :#=-]{1,3}(?P<it>[0-9]{4})(?-u:\b)", Score::CERTAIN),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds social security numbers and the last four digits of them.
pub struct SocialSecurity;

impl Recognizer for SocialSecurity {
    fn name(&self) -> &'static str {
        "ssn"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        found.extend(MASKED.iter().flat_map(|pattern| pattern.find(view, EntityType::SocialSecurity)));
        for shaped in SHAPED.iter().flat_map(|pattern| pattern.find(view, EntityType::SocialSecurity)) {
            let text = view.slice(shaped.range.clone());
            let hyphens = text.bytes().filter(|byte| *byte == b'-').count();
            if is_issued(&check::digits(text)) && hyphens == 2 {
                found.push(Found { score: Score::STRONG, validation: Some("area, group, serial"), ..shaped });
            } else if hyphens != 1 {
                let score = if hyphens == 2 { Score::FAIR } else { Score::WEAK };
                found.push(Found { score, ..shaped });
            }
        }
        found
    }
}

fn is_issued(digits: &[u32]) -> bool {
    let number = |part: Option<&[u32]>| part.unwrap_or_default().iter().fold(0, |number, digit| number * 10 + digit);
    let (area, group, serial) = (number(digits.get(..3)), number(digits.get(3..5)), number(digits.get(5..)));
    area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::MASKED.len(), super::SHAPED.iter().count()), (2, 3, 1));
    }
}
