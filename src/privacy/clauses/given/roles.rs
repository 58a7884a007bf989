//! Names behind what somebody does, and behind whom something was spoken over with or done by: "case manager rose price", "discussed with
//! art stone", "labs called to HOPE". A note is read so, and no question.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::ordinary::{is_abbreviation, is_all_ordinary};
use super::{BEFALLING, GOING_ON, NEVER, is_no_verb, may_be_name, names_to};
use crate::privacy::lexicon::Traits;

macro_rules! role {
    () => {
        r"(?:nurse\s+practitioner|physician(?:'s)?\s+(?:assistant|associate)|attending(?:\s+physician)?|resident|fellow|intern|hospitalist|intensivist|registrar|consultant|dieti[tc]ian|nutritionist|case\s+(?:manager|mgr)|(?:social|case|care|support|health)\s*worker|counsell?or|psychologist|psychiatrist|chaplain|interpreter|translator|paramedic|phlebotomist|technician|technologist|tech|dentist|hygienist|optometrist|podiatrist|coordinator|navigator|aide|sitter|caregiver|caretaker|provider|pcp|practitioner|an(?:a)?esthetist|obstetrician|pa?ediatrician|sonographer|scribe|preceptor|secretary|supervisor|lawyer|attorney|guardian|\p{L}{3,}ologist|np|pa-c|pa|rn|lpn|cna|crnp|crna|aprn|fnp|pharmd|lcsw|msw|emt|slp|md)"
    };
}
macro_rules! done {
    () => {
        r"(?:discuss(?:ed|ion)|spoke|spoken|speaking|talked|met|meeting|conferred|reviewed|seen|signed|cosigned|co-signed|dictated|transcribed|d/w|dw|evaluated|examined|assessed|verified|witnessed|staffed|confirmed|coordinated|explained|written|authored|recorded|entered|performed|interviewed|visited|ordered|prescribed|reported|noticed|diagnosed)(?:\s+(?:today|again|briefly|earlier|yesterday|the|this|her|his|case|plan|care|findings|results?|labs?|it|over|by|phone|in|person|at|length|also|first)){0,4}"
    };
}

struct Forms {
    /// A word behind what somebody does.
    role: Regex,
    /// Two words behind whom it was done with or by.
    pair: Regex,
    /// One word behind whom it was done with or by.
    one: Regex,
    /// Words with capitals there, or behind to whom it was said.
    capital: Regex,
    /// A word with a capital behind "per".
    per: Regex,
}

static FORMS: LazyLock<Option<Forms>> = LazyLock::new(|| {
    Some(Forms {
        role: Regex::new(concat!(r"(?i)(?-u:\b)", role!(), r"\s+(?P<it>\p{L}[\p{L}'\u{2019}]*)")).ok()?,
        pair: Regex::new(concat!(r"(?i)(?-u:\b)(?:", done!(), r"\s+(?:with|by)|followed\s+(?:with|by)|d/w|dw|per)\s+(?P<it>\p{L}+)\s+(?P<next>\p{L}+)")).ok()?,
        one: Regex::new(concat!(r"(?i)(?-u:\b)(?:", done!(), r"\s+(?:with|by)|d/w|dw)\s+(?P<it>\p{L}+)")).ok()?,
        capital: Regex::new(concat!(r"(?-u:\b)(?:(?i:", done!(), r")\s+(?:with|by|to)|(?i:called|phoned|reported|handed\s+off|signed\s+out|given)\s+to|(?i:d/w|dw))\s+(?P<it>\p{Lu}[\p{L}'\u{2019}-]+(?:[ \t]+\p{Lu}[\p{L}'\u{2019}-]+){0,2})")).ok()?,
        per: Regex::new(r"(?-u:\b)[Pp]er\s+(?P<it>\p{Lu}[\p{L}'\u{2019}]+)").ok()?,
    })
});

/// Returns the bytes of `text` that are names by these.
pub(super) fn held(text: &str, traits: &impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    let Some(forms) = FORMS.as_ref() else { return std::iter::once(0..text.len()).collect() };
    let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME;
    let mut held = Vec::new();
    for it in forms.role.captures_iter(text).filter_map(|found| found.name("it")) {
        let lower = it.as_str().to_lowercase();
        if is_somebody(text, &it.range(), &lower, name, traits) {
            held.push(it.start()..with_second(text, it.end(), traits));
        }
    }
    for found in forms.pair.captures_iter(text) {
        let (Some(it), Some(next)) = (found.name("it"), found.name("next")) else { continue };
        let is = |word: &str, of: Traits| {
            let lower = word.to_lowercase();
            let known = traits(&lower);
            known.is(of) && may_be_name(&lower, known) && !NEVER.contains(&lower.as_str())
        };
        if is(it.as_str(), Traits::GIVEN_NAME)
            && is(next.as_str(), Traits::FAMILY_NAME)
            && !is_all_ordinary(it.as_str())
        {
            held.push(it.start()..next.end());
        }
    }
    for it in forms.one.captures_iter(text).filter_map(|found| found.name("it")) {
        let lower = it.as_str().to_lowercase();
        if !is_all_ordinary(&lower) && is_somebody(text, &it.range(), &lower, Traits::GIVEN_NAME, traits) {
            held.push(it.start()..with_second(text, it.end(), traits));
        }
    }
    for it in forms.capital.captures_iter(text).filter_map(|found| found.name("it")) {
        let end = it.start() + names_in(it.as_str());
        let run = text.get(it.start()..end).unwrap_or_default();
        if !is_all_ordinary(run) && !is_abbreviation(run) {
            held.push(it.start()..end);
        }
    }
    for it in forms.per.captures_iter(text).filter_map(|found| found.name("it")) {
        let known = traits(&it.as_str().to_lowercase());
        if known.is(name) && !is_all_ordinary(it.as_str()) {
            held.push(it.range());
        }
    }
    held
}

/// Returns how many bytes of `run`, of words with capitals, stand before one that is no name wherever it stands: "PRICE WHO AGREES".
fn names_in(run: &str) -> usize {
    let mut end = 0;
    for word in run.split_inclusive(char::is_whitespace) {
        let lower = word.trim_end().to_lowercase();
        if NEVER.contains(&lower.as_str()) && (lower != "will" || end > 0) {
            break;
        }
        end += word.len();
    }
    run.get(..end).unwrap_or_default().trim_end().len()
}

/// Returns whether `lower`, which is what stands at `it`, is a name there and goes on with nothing else.
fn is_somebody(text: &str, it: &Range<usize>, lower: &str, of: Traits, traits: &impl Fn(&str) -> Traits) -> bool {
    let known = traits(lower);
    if matches!(lower, "will" | "may") {
        return is_no_verb(text.get(it.end..).unwrap_or_default(), traits);
    }
    known.is(of) && may_be_name(lower, known) && !NEVER.contains(&lower) && !goes_on(lower)
}

/// Returns whether `lower` goes on with what stands before it, and is no name there.
fn goes_on(lower: &str) -> bool {
    GOING_ON.contains(&lower) && !matches!(lower, "young" | "love" | "early" | "case" | "page")
}

/// Returns the end of the names behind `end`, the first of which may be any word that is a name as well: "hope stone".
pub(super) fn with_second(text: &str, end: usize, traits: &impl Fn(&str) -> Traits) -> usize {
    let rest = text.get(end..).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    let word = rest.split(|sign: char| !sign.is_alphabetic()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let is_name = traits(&lower).is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
        && !NEVER.contains(&lower.as_str())
        && !goes_on(&lower)
        && (!BEFALLING.contains(&lower.as_str()) || word.starts_with(char::is_uppercase) || IN_NAMES.contains(&word));
    let end = if is_name && !word.is_empty() { end + 1 + word.len() } else { end };
    names_to(text, end, traits)
}

/// Words of what befalls people that are hardly said of them right behind a name: "grace hall".
const IN_NAMES: &[&str] = &[
    "hall", "field", "stones", "marrow", "graft", "parent", "post", "port", "walker", "drum", "major", "human",
    "pulley",
];

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
    fn every_form_compiles() {
        assert!(FORMS.is_some());
    }

    #[test]
    fn a_name_behind_what_somebody_does_is_held_with_the_next() {
        for (text, it) in [
            ("seen by nurse practitioner hope price today", "hope price"),
            ("physician assistant bill long told", "bill long"),
            ("attending bill price", "bill price"),
            ("np price said", "price"),
            ("case manager hope price said", "hope price"),
            ("social worker daisy rivers", "daisy rivers"),
            ("hematologist price", "price"),
            ("resident will said", "will"),
            ("rn hope", "hope"),
        ] {
            assert!(found(text).contains(&it), "{text}: {:?}", found(text));
        }
        for text in
            ["attending will see her", "resident may visit", "provider cough", "np note", "pa headache", "aide and"]
        {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn two_names_behind_with_and_by_are_held_and_what_is_no_name_is_not() {
        for (text, it) in [
            ("discussed with hope price today", "hope price"),
            ("seen today by daisy rivers", "daisy rivers"),
            ("d/w bill price", "bill price"),
            ("followed by pat rivers", "pat rivers"),
            ("spoke with hope about it", "hope"),
            ("discussed with Head today", "Head"),
            ("labs called to HOPE in the clinic", "HOPE"),
            ("stable per Price and", "Price"),
            ("D/W PRICE WHO AGREES", "PRICE"),
        ] {
            assert!(found(text).contains(&it), "{text}: {:?}", found(text));
        }
        for text in [
            "discussed with the patient",
            "seen with headache",
            "reviewed with Patient and Family",
            "discussed with Cardiology",
            "followed by angina",
            "per protocol, per MD",
            "seen by PT",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
