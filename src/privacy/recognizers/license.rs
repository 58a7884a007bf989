//! Numbers of certificates and licences: 45 CFR 164.514(b)(2)(i)(K).
//!
//! A National Provider Identifier has ten digits, the Luhn rule with 80840 before them (CMS; 45 CFR 162.406). A DEA
//! registration is a letter for the kind, a letter or 9, and seven digits with a check digit (DEA Diversion Control
//! Division). Driver's licences and registers of professions have forms of their own and are known by their label.
//! "Licensed", "certified" and a number of years in practice are none.

use std::sync::LazyLock;

use super::check;
use super::label::{Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        ("provider number", r"npi|national provider(?: identifier)?|upin|ptan|clia|dea(?: (?:registration|reg|lic(?:ense)?))?|provider(?: ?(?:number|no|id|#))", 4, Score::STRONG),
        (
            "driver's licence",
            r"(?:driver'?s?|drivers'|driving|operator'?s?)[ _-]?(?:licen[cs]e|lic|permit)|dl ?(?:#|no(?-u:\b)|number)|d\.l\.|dln|cdl",
            5,
            Score::STRONG,
        ),
        (
            "licence",
            r"(?:(?:state|medical|nursing|pharmacy|professional|board|pilot|md|rn|np|pa|do|dpm|dds) )?(?:licen[cs]es?|licensure|lic|licence|certificate|certification|cert|registration|reg|permit|credential)(?:[ _.-]{0,2}(?:number|num|no|nr|nbr|id|#))?",
            4,
            Score::FAIR,
        ),
        (
            "register of a profession",
            r"gmc|nmc|gphc|gdc|hcpc|goc|mrpharms|ahpra|mcnz|cpso|cpsbc|cpsa|cno|kmc(?: ?reg)?|mci(?: ?reg)?|nmc ?reg|mmc|dmc|prc(?: ?lic)?|mcr|imc|smc|mdcn|hpcsa|slmc|pmdc|kmpdc|tcmc|rci|hpr(?:-?nr)?|autorisations(?:-?id|nummer)|legitimation(?:skod|snummer)|fnhc|cnop|rizi[- ]?v|fmh|gln|zsr|ean|bar (?:no|number|#)|lanr|bsnr|rpps|adeli|crm(?:[ /-][a-z]{2})?|big(?:[ -]?(?:nummer|register))|medical council",
            4,
            Score::STRONG,
        ),
        ("title and number", r"(?:rn|lpn|lvn|np|aprn|crna|cnm|pa-?c|md|do|dds|dmd|dpm|dc|od|dpt|otr(?:/l)?|slp|lcsw|licsw|lmft|lpc|psyd|rph|pharmd|rd|emt(?:-p)?|paramedic|dvm)[ ,.]{0,2}(?:#|no\.|lic\.?|licen[cs]e|reg\.?|number|pin)", 4, Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, labels, digits, score)| {
        let shape = Shape { min_digits: digits, min_length: 5, max_length: 20 };
        Labelled::new(name, labels, shape, EntityType::License, score)
    })
    .collect()
});

static DEA: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new("DEA registration", r"(?i)(?-u:\b)[ABCDEFGHJKLMPRSTUX][A-Z9]-?[0-9]{7}(?-u:\b)", Score::WEAK)
});
static DRIVER: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new(
        "driver's licence of a state",
        r"(?-u:\b)DL[ :#]{0,3}(?:[A-Z]{2}[ :#-]{1,2})?(?P<it>[A-Z]{0,2}[0-9][0-9-]{4,16}[0-9A-Z])(?-u:\b)",
        Score::STRONG,
    )
});
static NPI: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Pattern::new("NPI", r"(?-u:\b)[12][0-9]{9}(?-u:\b)", Score::WEAK));

/// Finds numbers of certificates and licences.
pub struct License;

impl Recognizer for License {
    fn name(&self) -> &'static str {
        "license"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        found.extend(DRIVER.iter().flat_map(|pattern| pattern.find(view, EntityType::License)));
        for dea in DEA.iter().flat_map(|pattern| pattern.find(view, EntityType::License)) {
            if check::dea(&check::digits(view.slice(dea.range.start + 2..dea.range.end))) {
                found.push(Found { score: Score::STRONG, validation: Some("check digit"), ..dea });
            }
        }
        for npi in NPI.iter().flat_map(|pattern| pattern.find(view, EntityType::License)) {
            if check::npi(&check::digits(view.slice(npi.range.clone()))) {
                found.push(Found { score: Score::FAIR, validation: Some("Luhn digit with 80840"), ..npi });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(
            (super::LABELLED.len(), super::DEA.iter().chain(super::DRIVER.iter()).count(), super::NPI.iter().count()),
            (5, 2, 1)
        );
    }
}
