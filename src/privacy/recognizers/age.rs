//! Ages over 89: 45 CFR 164.514(b)(2)(i)(C), "all ages over 89 and all elements of dates indicative of such age".
//!
//! A number from 90 to 124 with a word that makes it an age. Ages up to 89 may stay, and so do other numbers of that size:
//! rates, pressures, weights, percentages.

use std::sync::LazyLock;

use super::label;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! number {
    () => {
        r"(?:9[0-9]|1[01][0-9]|12[0-4]|ninety(?:[ -]?(?:one|two|three|four|five|six|seven|eight|nine))?|(?:a|one)[ -]hundred(?:[ -](?:and[ -])?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))?)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("year old", concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[ -]{0,2}(?:(?:years?|yrs?|y)[ ./-]{0,2}(?:old|of age|o)|y/o|yo|y\.o\.|ans|anos|a\u{f1}os|jahre alt|\u{e5}r gammel|j\u{e4}hrige?r?)(?-u:\b)"), Score::STRONG),
        ("age", concat!(r"(?i)(?-u:\b)(?:aged?|at the age of|age/sex|age at [a-z]+|alter|edad|idade|\u{e2}ge|alder)(?:[ :=/(|]{0,3}| ?\.{3,60} ?)(?:is |of |was )?(?P<it>", number!(), r")(?-u:\b)"), Score::STRONG),
        ("age and sex", r"(?:^|[^0-9A-Za-z./-])(?P<it>9[0-9])[mf](?-u:\b)", Score::FAIR),
        ("age and sex", r"(?:^|[^0-9A-Za-z./-])(?P<it>(?:9[0-9]|1[01][0-9])) ?(?:yo|y/o|Y)?[ /-]{0,3}(?:[MF]|WM|WF|BM|BF|HM|HF|AM|AF|[Mm]ale|[Ff]emale|[Mm]an|[Ww]oman|[Ll]ady|[Gg]entleman|MALE|FEMALE|MAN|WOMAN|[Yy]ear|YEAR|YRS?|[Yy]rs?|nun|widow(?:er)?)(?-u:\b)", Score::FAIR),
        ("somebody is", concat!(r"(?i)(?-u:\b)(?:he|she|i|they|who|pt|patient|mother|father|mom|dad|mum|grandmother|grandfather|grandma|grandpa|aunt|uncle|wife|husband|sister|brother|woman|man|lady|gentleman|resident|mr\.? \p{L}+|mrs\.? \p{L}+|ms\.? \p{L}+)(?:,)? (?:is|was|just turned|turned|turns|turning|is now|now|will be|is nearly|is almost)(?: now)? (?P<it>", number!(), r")(?-u:\b)"), Score::FAIR),
        ("somebody's", r"(?i)(?-u:\b)(?:he's|she's|i'm|i am|who's|they're|mom's|dad's|husband's|wife's|grandma's|mother's|father's)(?: now| almost| nearly| turning)? (?P<it>9[0-9]|1[01][0-9]|ninety(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?-u:\b)", Score::FAIR),
        ("somebody of", r"(?i)(?-u:\b)(?:man|woman|lady|gentleman|male|female|patient|widow(?:er)?|resident)(?: of |, (?:aged? )?| \()(?P<it>9[0-9]|1[01][0-9])(?:[,.;)]|$| with| who| years)", Score::FAIR),
        ("name and age", r"(?-u:\b)(?:Mr|Mrs|Ms|Miss|Mx|Sr|Sra|Don|Do\u{f1}a|Frau|Herr|Fru|Mme|M)\.? (?:\p{Lu}[\p{L}'.-]+ ?){1,3}(?:, | \()(?P<it>9[0-9]|1[01][0-9])(?:[,.;)]|$| with| who)", Score::FAIR),
        ("year of birth", r"(?i)(?-u:\b)(?:born(?: in)?|dob|d\.o\.b\.|date of birth|year of birth|yob|birth year|b\.)[ :]{1,3}(?P<it>1[89][0-9]{2})(?:$|[^0-9A-Za-z/.-]|[.](?:$|[^0-9]))", Score::FAINT),
        ("died at", concat!(r"(?i)(?-u:\b)(?:died|passed away|passed|deceased|lived|dead|death|alive|living|turned|turning|turns|d\.)(?: at| at age| age| aged| to be| to)? (?P<it>", number!(), r")(?-u:\b)"), Score::FAIR),
        ("between commas", r"(?:\p{Lu}\p{L}+ \p{Lu}[\p{L}'-]+|\p{Lu}\p{L}+\)|(?i:alive|natural|widow(?:er)?|deceased|[0-9]{2}/[0-9]{2})),? (?P<it>9[0-9]|10[0-9]|ninety(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?:[,;)]|\.(?:$|[^0-9])| \(|$)", Score::WEAK),
        ("and is", r"(?i)(?-u:\b)(?:and|who|now|i'll be|she'll be|he'll be|will be) (?:is )?(?P<it>9[0-9]|10[0-9])(?:[,;)]|\.(?:$|[^0-9])|$| when| next| this| in )", Score::FAIR),
        ("column", r"(?i)(?-u:\b)age[a-z_]{0,10}[|=:\t]{1,2} ?(?P<it>9[0-9]|10[0-9])(?-u:\b)", Score::STRONG),
        ("year of life", r"(?i)(?-u:\b)(?:his|her|their) (?P<it>9[0-9](?:st|nd|rd|th)|10[0-9](?:st|nd|rd|th)) (?:year|birthday)(?-u:\b)", Score::STRONG),
        ("birthday", r"(?i)(?-u:\b)(?P<it>(?:9[0-9]|1[01][0-9])th|9[0-9](?:st|nd|rd)|ninetieth|hundredth|ninety-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)) (?:birthday|year of life)(?-u:\b)", Score::STRONG),
        ("at an age", r"(?i)(?-u:\b)at (?P<it>ninety(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?:[,;.?!)]|$|\n| when| and| she| he| i| my| her| his| after| or| in)", Score::FAIR),
        ("in words", r"(?i)(?-u:\b)(?:nonagenarian|centenarian|supercentenarian|(?:in|into) (?:his|her|their|the) (?:early |mid |late |mid-)?(?:nineties|90'?s))(?-u:\b)", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds ages over 89.
pub struct Age;

impl Recognizer for Age {
    fn name(&self) -> &'static str {
        "age"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Age));
        let found = found.filter(|found| !is_other(view, found));
        found
            .map(|found| if found.pattern == "year of birth" { Found { score: Score::FAIR, ..found } } else { found })
            .collect()
    }
}

/// Whoever was born by then may be over 89: the rule asks for the years too that tell such an age. The core has no clock, so
/// the year is a fixed one.
const LAST_YEAR_OF_BIRTH: u16 = 1936;

/// Words before a number and an F that make it a temperature.
const TEMPERATURES: &[&str] = &[
    "t",
    "temp",
    "temps",
    "temperature",
    "tmax",
    "tm",
    "tc",
    "fever",
    "fevers",
    "febrile",
    "afebrile",
    "at",
    "of",
    "to",
];

/// Words of readings that stand at a number, and how many words before it they are looked for.
#[rustfmt::skip] // words of one kind, in two lines
const MEASURED: &[&str] = &[
    "rate", "pulse", "hr", "bp", "pressure", "systolic", "diastolic", "sats", "sat", "saturation", "saturations", "spo2", "oxygen", "o2", "temp",
    "temperature", "weight", "sugar", "sugars", "glucose", "paced", "pacing", "set", "runs", "running", "angle", "flexion", "extension", "score",
];
const NEAR: usize = 6;

fn is_other(view: &View<'_>, found: &Found) -> bool {
    if found.pattern == "year of birth" {
        return !view.slice(found.range.clone()).parse::<u16>().is_ok_and(|year| year <= LAST_YEAR_OF_BIRTH);
    }
    if found.pattern == "age and sex" {
        let after = view.text().get(found.range.end..).unwrap_or_default().trim_start();
        return after.starts_with(['F', 'f']) && label::follows(view, found.range.start, 1, TEMPERATURES);
    }
    if found.pattern == "at an age" {
        let before = view.text().get(..found.range.start).unwrap_or_default().to_lowercase();
        let words = before.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        return words.take(NEAR).any(|word| MEASURED.contains(&word));
    }
    matches!(found.pattern, "somebody is" | "died at" | "age") && {
        let after = view.text().get(found.range.end..).unwrap_or_default();
        let years = after.trim_start_matches([' ', '-']).to_ascii_lowercase();
        !years.starts_with('y') && label::is_measured(view.text(), found.range.end)
            || after.starts_with(['%', '/', ':', '-']) && !years.starts_with('y')
            || after.starts_with('.')
                && after.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 17);
    }
}
