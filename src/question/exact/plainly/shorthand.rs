//! Shorthand of notes and of talk: "wt", "abx", "flu vacc", "X hx", "kidney values".

use super::super::measures;
use super::Chunks;
use super::pattern::{self, Row};

pub(super) const ROWS: &[Row] = &[
    ("thru", "through"),
    ("wot|wat|whit", "what"),
    ("^ ?the no|nr|num|nbr of", "number of"),
    (
        "MY late|dear|elderly|poor|little mother|mum|mom|father|dad|husband|wife|son|daughter|boy|girl|baby|kid|brother|sister|grandmother|grandfather|gran|grandpa|grandma",
        "{0} {2}",
    ),
    (
        "MY late|dear|elderly|poor|little mother's|mum's|mom's|father's|dad's|husband's|wife's|son's|daughter's|boy's|girl's|baby's|kid's|brother's|sister's|grandmother's|grandfather's|gran's|grandpa's|grandma's",
        "{0} {2}",
    ),
    ("cr|creat|creatinin", "creatinine"),
    ("wt", "weight"),
    ("wgt", "weight"),
    ("ht", "height"),
    ("temps", "temperatures"),
    ("pts", "patients"),
    ("rn|atm $", "now"),
    ("abx|antibx|abxs", "antibiotics"),
    ("vacc|vaccs|vaxed|vaxx|vaccin|vacination", "vaccine"),
    ("vacinations|vaccinatons|vacs", "vaccinations"),
    ("phq9", "PHQ-9"),
    ("gad7", "GAD-7"),
    ("ppsv23|ppv23", "pneumococcal polysaccharide vaccine"),
    ("pcv20", "pneumococcal conjugate vaccine"),
    ("^ age at|of|on|upon ~ dx $", "how old was I at {2}"),
    ("^ cycles|rounds|courses|sessions|infusions of ~ $", "how many {0} of {2}"),
    ("^ cycles|rounds|courses|sessions|infusions of ~ in|since|during|before|after ~ $", "how many {0} of {2} {3} {4}"),
    ("sugar in ?MY blood", "blood sugar"),
    (
        "?blood bp|pressure ?readings|values|measurements ?of|with above|over|under|below N systolic|diastolic",
        "{6} readings {4} {5}",
    ),
    ("tc", "total cholesterol"),
    ("tg|tgs|trigs", "triglycerides"),
    ("lung|breast|colon|bowel|prostate|ovarian|skin|bladder|pancreatic|thyroid|kidney ca", "{0} cancer"),
    ("hosp", "hospital"),
    ("past|last|this|previous|prior|per|each|every yr", "{0} year"),
    ("past|last|this|previous|prior|per|each|every wk", "{0} week"),
    ("past|last|this|previous|prior|per|each|every mo|mth", "{0} month"),
    ("yrs|yr", "years"),
    ("wks|wk", "weeks"),
    ("mos|mths", "months"),
    ("N mo|mth", "{0} months"),
    ("hrs", "hours"),
    ("b4", "before"),
    ("w/o", "without"),
    ("w/", "with"),
    ("appt|appts", "visit"),
    ("follow-ups|followup|followups", "follow-up"),
    ("doc", "doctor"),
    ("blod|bood", "blood"),
    ("presure|pressur|presssure", "pressure"),
    ("brake|broked|braked MY", "broke {1}"),
    ("^ ~ x how many $", "how many {0}"),
    ("^ ~ how many times $", "how many times {0}"),
    ("^ ?pt|pt's|patient|patient's ~ hx $", "have I ever had {1}"),
    ("^ any|ever ~ hx $", "have I ever had {1}"),
    ("* dx to|until|and", "{0} diagnosis {2}"),
    ("how many|much times x", "how many times"),
];

/// Words behind an organ with which what is measured of it is meant.
const VALUES: &[&str] = &[
    "number", "numbers", "value", "values", "level", "levels", "result", "results", "reading", "readings", "bloods",
    "labs", "test", "tests", "enzymes",
];

/// What is measured of an organ.
const ORGANS: &[(&str, &str)] = &[
    ("thyroid", "TSH"),
    ("kidney", "eGFR and creatinine"),
    ("kidneys", "eGFR and creatinine"),
    ("renal", "eGFR and creatinine"),
    ("liver", "ALT and AST"),
];

/// British spellings, and those of the terminologies that records are coded with.
const SPELLINGS: &[(&str, &str)] = &[
    ("haem", "hem"),
    ("anaem", "anem"),
    ("kaem", "kem"),
    ("chaem", "chem"),
    ("uraem", "urem"),
    ("lycaem", "lycem"),
    ("anaesth", "anesth"),
    ("caesar", "cesar"),
    ("paed", "ped"),
    ("gynaec", "gynec"),
    ("faec", "fec"),
    ("oedem", "edem"),
    ("oesoph", "esoph"),
    ("oestr", "estr"),
    ("coeliac", "celiac"),
    ("rrhoea", "rrhea"),
    ("foet", "fet"),
    ("tumour", "tumor"),
    ("labour", "labor"),
];

/// Puts plain words in the place of shorthand.
pub(super) fn apply(chunks: &mut Chunks) {
    spoken_years(chunks);
    for chunk in &mut chunks.0 {
        let lower = chunk.to_lowercase();
        if let Some((british, american)) = SPELLINGS.iter().find(|(british, _)| lower.contains(british)) {
            *chunk = lower.replace(british, american);
        }
    }
    pattern::apply(ROWS, chunks);
    organs(chunks);
}

const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SMALL: &[&str] =
    &["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const ONES: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// Puts digits in the place of a year as it is said: "twenty fifteen", "nineteen ninety-eight".
fn spoken_years(chunks: &mut Chunks) {
    let place = |list: &[&str], word: &str| list.iter().position(|known| *known == word);
    let mut at = 0;
    while at < chunks.len() {
        let century = match chunks.bare(at).as_str() {
            "nineteen" => 19,
            "twenty" => 20,
            _ => 0,
        };
        let second = chunks.bare(at + 1);
        let (tens, joined) = second.split_once('-').unwrap_or((&second, ""));
        let year = match (place(SMALL, tens), place(TENS, tens)) {
            (Some(number), _) => Some((10 + number, 2)),
            (None, Some(number)) => {
                let apart = chunks.bare(at + 2);
                let tens = 20 + 10 * number;
                match (place(ONES, joined), place(ONES, &apart)) {
                    (Some(one), _) => Some((tens + one + 1, 2)),
                    (None, Some(one)) if joined.is_empty() => Some((tens + one + 1, 3)),
                    _ => Some((tens, 2)),
                }
            }
            (None, None) => None,
        };
        if let Some((year, count)) = year.filter(|_| century > 0) {
            chunks.replace(at, count, &format!("{century}{year}"));
        }
        at += 1;
    }
}

/// Asks for "kidney values" as what is measured of the kidneys, where nothing else that is measured is named.
fn organs(chunks: &mut Chunks) {
    let is_measure = |word: &str| measures::named(&[word]).is_some();
    let is_named = (0..chunks.len()).any(|at| is_measure(&chunks.bare(at)));
    let place = (0..chunks.len()).find_map(|at| {
        let word = chunks.bare(at);
        let (_, measured) = ORGANS.iter().find(|(organ, _)| *organ == word)?;
        VALUES.contains(&chunks.bare(at + 1).as_str()).then_some((at, *measured))
    });
    let Some((at, measured)) = place.filter(|_| !is_named) else { return };
    let count = 2 + usize::from(VALUES.contains(&chunks.bare(at + 2).as_str()));
    chunks.replace(at, count, measured);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorthand_has_plain_words() {
        for (typed, plain) in [
            ("wt oct 2020", "weight oct 2020"),
            ("colonoscopy x how many", "how many colonoscopy"),
            ("stroke hx?", "have I ever had stroke?"),
            ("Pt smoking hx", "have I ever had smoking"),
            ("my kidney values", "my eGFR and creatinine"),
            ("my kidney value eGFR", "my kidney value eGFR"),
            ("thyroid number at the last test", "TSH at the last test"),
            ("kidney infection", "kidney infection"),
            ("bp readings above 130 systolic", "systolic readings above 130"),
            ("sugar in the blood, fasting", "blood sugar, fasting"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }
}
