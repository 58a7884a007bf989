//! Digits that are spoken one by one, as dictation writes them down: "five five five oh one hundred". 45 CFR 164.514(b)(2)(i)(D), (E),
//! (G) to (K) and (R), by the label before them. No list is behind it: which words announce what stands in this file.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::label;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

/// The fewest spoken digits that are taken for a number without a label.
const MIN_DIGITS: usize = 6;

macro_rules! digit {
    () => {
        r"(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|nought|null|(?:double|triple) (?:oh|zero|one|two|three|four|five|six|seven|eight|nine))"
    };
}

static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?-u:\b)",
        digit!(),
        r"(?:(?:,? |-|, ?dash )",
        digit!(),
        r"){2,}(?: (?:hundred|thousand|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]",
        digit!(),
        r")?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))*(?-u:\b)"
    ))
    .ok()
});

/// Words that say what kind of number is spoken; the nearest before it decides.
const KINDS: &[(EntityType, &[&str])] = &[
    (EntityType::MedicalRecord, &["record", "mrn", "chart"]),
    (EntityType::Fax, &["fax"]),
    (EntityType::SocialSecurity, &["social", "ssn"]),
    (EntityType::HealthPlan, &["policy", "member", "medicare", "medicaid", "insurance", "subscriber"]),
    (EntityType::Account, &["account", "acct", "card"]),
    (EntityType::License, &["npi", "dea", "license", "licence"]),
    (EntityType::Id, &["accession", "case", "claim", "encounter", "specimen", "order", "confirmation", "reference"]),
    (
        EntityType::Phone,
        &["phone", "telephone", "tel", "call", "cell", "mobile", "pager", "beeper", "number", "at", "reach"],
    ),
];

/// Returns the bytes of at least `min_digits` spoken digits that begin at byte `at` of `text`.
pub fn digits_at(text: &str, at: usize, min_digits: usize) -> Option<Range<usize>> {
    let run = RUN.as_ref()?.find_at(text, at).filter(|run| run.start() == at)?;
    (count(run.as_str()) >= min_digits).then_some(run.range())
}

fn count(run: &str) -> usize {
    run.split([' ', '-']).filter(|word| !word.is_empty() && !matches!(*word, "double" | "dash")).count()
}

/// Finds spoken numbers.
pub struct Spoken;

impl Recognizer for Spoken {
    fn name(&self) -> &'static str {
        "spoken_number"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let runs = RUN.iter().flat_map(|run| run.find_iter(view.text()));
        runs.filter(|run| count(run.as_str()) >= MIN_DIGITS)
            .map(|run| {
                let kind = KINDS.iter().find(|(_, words)| label::follows(view, run.start(), 4, words));
                let entity_type = kind.map_or(EntityType::Id, |(entity_type, _)| *entity_type);
                Found {
                    range: run.range(),
                    entity_type,
                    score: if kind.is_some() { Score::STRONG } else { Score::FAIR },
                    pattern: "spoken digits",
                    validation: None,
                    context: kind.map(|_| "a word before it"),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert!(super::RUN.is_some());
    }
}
