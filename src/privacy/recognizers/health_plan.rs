//! Numbers of health plans' beneficiaries: 45 CFR 164.514(b)(2)(i)(I).
//!
//! A Medicare beneficiary identifier has eleven places, each a digit, a letter or either, by a fixed plan without S, L, O,
//! I, B and Z (CMS, "Understanding the MBI format"). The claim number before it was a social security number and a suffix.
//! All other plans have forms of their own and are known by their label; a "policy" or "group" without a number is none.

use std::sync::LazyLock;

use super::label::{Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        (
            "plan number",
            r"(?:health ?plan|plan|insurance|insurer|ins|coverage|payer|payor|beneficiary|member(?:ship)?|subscriber|subscr|enrollee|insured|policy ?holder|cardholder|rx|rxbin|rxgrp|rxpcn|dental|vision|hmo|ppo|medigap|tricare|champva|dod benefits|ihi|hicn?|mbi|medi-?cal|cin)[ _.-]?(?:id|number|num|no|nr|nbr|identifier|#|card|claim|code|bin|group|grp|pcn)",
            4,
            Score::STRONG,
        ),
        (
            "plan",
            r"medicare|medicaid|medi-?cal|tricare|champva|blue ?cross|blue ?shield|bcbs|aetna|cigna|humana|kaiser|united ?healthcare|uhc|anthem|molina|centene|ambetter|mbi|hicn?|health ?(?:card|insurance)|ohip|ramq|msp|phn|pm-?jay|ayushman|ehic|ghic|krankenkasse|mutuelle|insurance|dental plan|health plan",
            3,
            Score::FAIR,
        ),
        ("policy", r"polic(?:y|ies)(?:[ _-]?(?:holder|id|number|no|#))?", 4, Score::STRONG),
        ("group", r"(?:group|grp|gp)(?:[ _-]?(?:id|number|num|no|nr|#))?", 4, Score::FAIR),
        ("member", r"(?:member|subscriber|beneficiary|enrollee|insured)(?:[ _-]?(?:id|number|num|no|nr|#))?", 5, Score::FAIR),
        ("insurer's row", r"(?:ins(?:urance)?|hmo|ppo)[ _]?[1-3]?:[ A-Za-z]{0,40}?(?:hmo|ppo|health|plan|benefit|mutual|care|life|insurance)", 5, Score::FAIR),
        ("card", r"(?:card bin|bin|pcn)[ :0-9]{4,12}, ?group[ :#A-Z0-9]{3,14}, ?id", 5, Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, labels, digits, score)| {
        let shape = Shape { min_digits: digits, min_length: if digits == 3 { 7 } else { 4 }, max_length: 24 };
        Labelled::new(name, labels, shape, EntityType::HealthPlan, score)
    })
    .collect()
});

static SHAPED: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    const LETTER: &str = "[AC-HJKMNP-RT-Y]";
    let any = "[0-9AC-HJKMNP-RT-Y]";
    let mbi = format!("(?-u:\\b)[1-9]{LETTER}{any}[0-9]-?{LETTER}{any}[0-9]-?{LETTER}{LETTER}[0-9][0-9](?-u:\\b)");
    let claim = r"(?-u:\b)[0-9]{3}-?[0-9]{2}-?[0-9]{4}-?(?:A|B[1-9]?|C[1-9]|D[1-9]?|T|M|W[1-9]?)(?-u:\b)";
    let shaped = [
        ("Medicare beneficiary identifier", mbi.as_str(), Score::STRONG),
        ("Medicare claim number", claim, Score::FAIR),
    ];
    shaped.into_iter().filter_map(|(name, shape, score)| Pattern::new(name, shape, score)).collect()
});

/// Finds numbers of health plans' beneficiaries.
pub struct HealthPlan;

impl Recognizer for HealthPlan {
    fn name(&self) -> &'static str {
        "health_plan"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let labelled = LABELLED.iter().flat_map(|labelled| labelled.find(view));
        labelled.chain(SHAPED.iter().flat_map(|pattern| pattern.find(view, EntityType::HealthPlan))).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::SHAPED.len()), (7, 2));
    }
}
