//! Names and places behind a label and a colon, wherever in a line it stands: "Nurse: Will", "GI: Young", "Pharmacy: Target".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::firms::run;
use super::ordinary::is_all_ordinary;
use super::roles::with_second;
use super::{BEFALLING, EMPLOYERS, GOING_ON, HEADINGS, NEVER, NO_PLACE, is_no_verb, may_be_name};
use crate::privacy::lexicon::Traits;
use crate::question::vocabulary;

/// Most names behind one label.
const MAX_NAMES: usize = 8;

/// Whom what stands behind a label names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Somebody.
    Person,
    /// Somebody, or what those of the label say.
    Group,
    /// A firm or a town.
    Firm,
    /// A place, or what is said of it.
    Place,
}

macro_rules! colon {
    () => {
        r"[ \t*_]*[:=][ \t*_]*\n?[ \t]*(?P<it>\p{L}[\p{L}'\u{2019}]*)"
    };
}

static FORMS: LazyLock<Vec<(Regex, Behind)>> = LazyLock::new(|| {
    [
        (concat!(r"(?i)(?:^|[^\p{L}])(?:next\s+of\s+kin|nok|kin|(?:lives?|living|resides)\s+with|sitter|sw|social\s+worker|cm|case\s+(?:mgr|manager)|covering|on[\s-]?call|(?:discussed|reviewed|spoke|met)(?:\s+with)?|(?:seen|reviewed|signed|done|entered|ordered|referred|verified|reported|given|called)\s+(?:by|to)|d/w|dw|attendees?|counsell?or|dentist|proxy|poa|hcp|caregiver|carer|caller|surgeon|attending|nurse|rn|np|pa|pa-c|md|lpn|cna|aide|tech|therapist|interpreter|informant|historian|witness|author|physician|doctor|provider|pcp|gp|resident|fellow|intern|hospitalist|pharmacist|midwife|chaplain|\p{L}{3,}ologist|guardian|scribe|coordinator|dieti[tc]ian|nutritionist|practitioner|assistant|roommate|friend|neighbou?r|supervisor|manager|worker|teacher|partner|spouse|wife|husband|mother|father|son|daughter|brother|sister|contact(?:\s+person)?|person|name|staff)", colon!()), Behind::Person),
        (r"(?i)(?:^|[^\p{L}])(?:next\s+of\s+kin|nok|proxy|poa|caregiver|caller|emergency\s+contact|pcp|roommate|sitter|guardian)\s+(?:is|was)\s+(?P<it>\p{L}[\p{L}'\u{2019}]*)", Behind::Person),
        (concat!(r"(?i)(?:^|[^\p{L}])(?:source|team|family|home\s+health|agency|gi|heme|hem|onc|cards|neuro|psych|renal|pulm(?:onary)?|surgery|ortho(?:pedics)?|ent|id|derm|endo(?:crine)?|ob|gyn|palliative(?:\s+care)?|rehab|pt|ot|slp|nutrition|wound\s+care|ir|anesthesia|icu|ed|peds|rheum|allergy|hospice|support|primary|consults?|consultants?|per|present|referrals?|follow[\s-]?up|f/u|call\s?back|copy|cc|from|to|attn|\p{L}{3,}(?:ology|iatry|iatrics))", colon!()), Behind::Group),
        (r"(?i)(?:^|[^\p{L}])(?:facility|hospital|church|pharmacy|agency|neighbou?rhood|employer|workplace|school|insurance|insurer|payer|nursing\s+home|snf|home\s+health|store|company|city|town|village|county|street|residence|birthplace)(?:[ \t*_]*[:=][ \t*_]*|\s+(?:is|was)\s+)(?P<it>\p{L})", Behind::Firm),
        (r"(?i)(?:^|[^\p{L}])(?:clinic|lab|laboratory|location|dialysis|site|rehab|hospice|office|infusion|center|department|dept|unit)[ \t*_]*[:=][ \t*_]*(?P<it>\p{L})", Behind::Place),
    ]
    .into_iter()
    .filter_map(|(form, behind)| Regex::new(form).ok().map(|form| (form, behind)))
    .collect()
});
/// How many forms there are; with fewer nothing would be sure.
const ALL_FORMS: usize = 5;

/// What stands between two names of a row.
static AND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:[ \t]*[,/;&][ \t]*(?:and[ \t]+)?|[ \t]+and[ \t]+)(?P<it>\p{Lu}[\p{L}'\u{2019}]*)").ok()
});

/// Returns the bytes of `text` that are somebody's by the label before them.
pub(super) fn held(text: &str, traits: &impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    if FORMS.len() < ALL_FORMS {
        return std::iter::once(0..text.len()).collect();
    }
    let mut held = Vec::new();
    for (form, behind) in FORMS.iter() {
        for it in form.captures_iter(text).filter_map(|found| found.name("it")) {
            match behind {
                Behind::Person | Behind::Group => names(text, it.range(), *behind, traits, &mut held),
                Behind::Firm | Behind::Place => held.extend(place(text, it.start(), *behind, traits)),
            }
        }
    }
    held
}

/// Adds the names of the row that begins at `first`.
fn names(
    text: &str,
    first: Range<usize>,
    behind: Behind,
    traits: &impl Fn(&str) -> Traits,
    held: &mut Vec<Range<usize>>,
) {
    let mut at = first;
    for _ in 0..MAX_NAMES {
        if !is_named(text, &at, behind, traits) {
            return;
        }
        let end = with_second(text, at.end, traits);
        held.push(at.start..end);
        let rest = text.get(end..).unwrap_or_default();
        let Some(next) = AND.as_ref().and_then(|and| and.captures(rest)).and_then(|found| found.name("it")) else {
            return;
        };
        at = end + next.start()..end + next.end();
    }
}

/// Returns whether the word of `text` at `it`, behind a label, is somebody's name.
fn is_named(text: &str, it: &Range<usize>, behind: Behind, traits: &impl Fn(&str) -> Traits) -> bool {
    let word = text.get(it.clone()).unwrap_or_default();
    let lower = word.to_lowercase();
    let known = traits(&lower);
    let is_capital = word.starts_with(char::is_uppercase);
    if is_capital && matches!(lower.as_str(), "will" | "may") {
        return is_no_verb(text.get(it.end..).unwrap_or_default(), traits);
    }
    let is_name = known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME);
    if !is_name || NEVER.contains(&lower.as_str()) || is_all_ordinary(word) {
        return false;
    }
    let is_said = HEADINGS.contains(&lower.as_str()) || BEFALLING.contains(&lower.as_str());
    match (behind, is_capital) {
        (Behind::Person, true) => may_be_name(&lower, known) && !vocabulary::is_of_care(&lower),
        (Behind::Person, false) => may_be_name(&lower, known) && !is_said && !GOING_ON.contains(&lower.as_str()),
        (_, true) => may_be_name(&lower, known) && !is_said,
        (_, false) => false,
    }
}

/// Returns the place that begins in `text` at `start`, behind a label.
fn place(text: &str, start: usize, behind: Behind, traits: &impl Fn(&str) -> Traits) -> Option<Range<usize>> {
    let run = run(text, start)?;
    let words: Vec<String> = text.get(run.clone())?.split_whitespace().map(str::to_lowercase).collect();
    let first = words.first()?.as_str();
    let said = |word: &str| {
        HEADINGS.contains(&word) || NEVER.contains(&word) || NO_PLACE.contains(&word) || is_all_ordinary(word)
    };
    let is_said = words.iter().all(|word| said(word) && !EMPLOYERS.contains(&word.as_str()) && word != "will");
    let is_none = matches!(first, "none" | "n/a" | "na" | "nil" | "unknown" | "pending" | "same");
    if is_said || is_none {
        return None;
    }
    let is_place = |word: &str| {
        let known = traits(word);
        let is = Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE;
        known.is(is) && may_be_name(word, known) && !said(word) || EMPLOYERS.contains(&word)
    };
    // "Lab: Hemoglobin stable" names no place.
    (behind == Behind::Firm || is_place(first)).then_some(run)
}

#[cfg(test)]
mod tests {
    use super::super::tests::traits;
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = held(text, &traits).into_iter().map(|range| &text[range]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn a_name_behind_a_label_is_held_wherever_it_stands() {
        for (text, it) in [
            ("stable, Nurse: Will in the clinic", &["Will"][..]),
            ("Nurse: Will says that", &["Will"]),
            ("stable, Lives with: Price in the clinic", &["Price"]),
            ("GI: Price in the clinic", &["Price"]),
            ("stable, Discussed with: Will", &["Will"]),
            ("d/w: Hope", &["Hope"]),
            ("Next of kin is Price", &["Price"]),
            ("Attendees: Hope, Will and Price", &["Hope", "Price", "Will"]),
            ("Case Mgr: hope price", &["hope price"]),
            ("Hematology: Bill Price, Team: Daisy", &["Bill Price", "Daisy"]),
            ("PER: Price", &["Price"]),
        ] {
            assert_eq!(found(text), it, "{text}");
        }
        for text in [
            "Hematology: Headache stable",
            "GI: Angina",
            "Team: Plan is",
            "Team: Will see her",
            "Family: Supportive",
            "Source: Patient",
            "Family: Labs",
            "Nurse: cough",
            "Consult: Cardiology",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_place_behind_a_label_is_held_wherever_it_stands() {
        for (text, it) in [
            ("stable, Pharmacy: Target in town", "Target"),
            ("Pharmacy is Target, sent", "Target"),
            ("Lab: Mercy called", "Mercy"),
            ("Facility: Memorial in", "Memorial"),
            ("Neighborhood: Orange", "Orange"),
            ("Location: Hope", "Hope"),
            ("Employer: Bed Bath and Beyond, cough", "Bed Bath and Beyond"),
        ] {
            assert_eq!(found(text), [it], "{text}");
        }
        for text in
            ["Lab: Headache", "Clinic: Cough", "Site: Left", "Hospital: Course", "Dialysis: Cough", "School: none"]
        {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
