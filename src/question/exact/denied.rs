//! What a name says is not there: "Absence of seizures", "Pulmonary embolism ruled out", "with no loss of consciousness".
//!
//! A part of the body that is missing is something by itself: "Absence of kidney" denies nothing.

use std::collections::BTreeSet;

use super::chart::{self, Name};
use super::near;
use super::resolve::meets;

/// Words by which a name says what is not there, or that something else is.
const NO: &[&str] = &["no", "non", "not", "without"];

/// What stands before that which is not there, up to the next mark.
const BEFORE: &[&str] = &[
    "absence of",
    "no evidence of",
    "no evidence for",
    "no signs of",
    "no sign of",
    "no history of",
    "negative for",
    "rule out",
    "r o",
    "free of",
    "free from",
    "denies",
    "with no",
    "without",
];
/// What stands behind it, from the mark before.
const BEHIND: &[&str] = &["ruled out", "excluded", "not present", "not confirmed", "not found", "unlikely", "denied"];
/// Words that such a phrase may begin with: "now excluded".
const THAT_IS: &[&str] =
    &["is", "was", "has", "been", "now", "later", "since", "currently", "clinically", "subsequently"];
/// Parts of a name that say no more than what kind of thing it names.
const TAGS: &[&str] = &["disorder", "finding", "situation", "diagnosis"];
/// Words behind which a name tells of something else again.
const ENDS: &[&str] = &["but", "with"];
/// What a part of the body that is missing is called, beside the part.
const SIDES: &[&str] = &[
    "left",
    "right",
    "both",
    "of",
    "or",
    "and",
    "one",
    "part",
    "upper",
    "lower",
    "congenital",
    "acquired",
    "tooth",
    "teeth",
    "ovary",
    "testis",
    "testicle",
    "uterus",
    "appendix",
    "limb",
    "organ",
    "muscle",
    "bone",
    "nail",
    "vein",
    "artery",
    "cervix",
    "nipple",
    "prostate",
    "below",
    "knee",
    "other",
    "specified",
    "great",
];
/// Words of a question that asks for what is not there.
const ASKING: &[&str] =
    &["absence", "absent", "negative", "evidence", "ruled", "rule", "excluded", "free", "denies", "denied", "unlikely"];

/// Returns whether one of `words` asks for what is not there.
pub(super) fn is_asked_for(words: &[String]) -> bool {
    words.iter().any(|word| ASKING.contains(&word.as_str()) || NO.iter().any(|no| word.split('-').next() == Some(no)))
}

/// Returns whether `name` says of all that it names that it is not there.
pub(super) fn is_all(name: &str) -> bool {
    let there = without(name);
    there.is_some_and(|there| chart::terms(&there).is_empty())
}

/// Whether `text`, whose words are `name`, meets `units` by what it says is not there: "non-small cell" is not small cell, and of "with no
/// loss of consciousness" none is.
pub(super) fn denies(text: &str, name: &Name, units: &[Vec<Vec<String>>]) -> bool {
    let wanted: BTreeSet<&String> = units.iter().flatten().flatten().collect();
    if wanted.iter().any(|term| NO.contains(&term.as_str())) {
        return false;
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_wanted = |word: &str| chart::terms(word).iter().any(|term| wanted.contains(term));
    let meets_without = |there: &str| {
        let there = chart::terms(there);
        let gone: BTreeSet<String> = chart::terms(text).into_iter().filter(|term| !there.contains(term)).collect();
        meets(&name.terms.iter().filter(|term| !gone.contains(*term)).cloned().collect(), units)
    };
    // "Heart disease, no heart failure" has another "heart".
    let behind_no = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|word| NO.contains(word) && *word != "without")
    };
    let (gone, rest): (Vec<_>, Vec<_>) =
        words.iter().enumerate().partition(|(at, word)| behind_no(*at) && is_wanted(word));
    let rest: Vec<&str> = rest.into_iter().map(|(_, word)| *word).collect();
    !gone.is_empty() && !meets_without(&rest.join(" ")) || without(text).is_some_and(|there| !meets_without(&there))
}

/// Returns `text` without what it says is not there; `None` where it says so of nothing.
fn without(text: &str) -> Option<String> {
    let lower = chart::untagged(text).to_lowercase();
    let (mut there, mut is_denying) = (Vec::new(), false);
    // Where what the part before has added begins.
    let mut before_it = 0;
    for part in lower.split([',', ';', ':', '(', ')', '–', '—']) {
        let words: Vec<&str> = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let find = |phrase: &str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).position(|run| run == phrase.as_slice()).map(|at| (at, phrase.len()))
        };
        let first = |phrases: &[&str]| phrases.iter().filter_map(|phrase| find(phrase)).min();
        if words.iter().all(|word| TAGS.contains(word)) {
            there.extend(&words);
            continue;
        }
        // "Embolism, rule out".
        let to_rule_out = || find("rule out").filter(|(at, len)| at + len == words.len());
        if let Some((at, len)) = first(BEHIND).or_else(to_rule_out) {
            is_denying = true;
            // By itself it is said of the part before: "Pulmonary embolism (ruled out)".
            if words.iter().take(at).all(|word| THAT_IS.contains(word)) {
                there.truncate(before_it);
            }
            // "Asthma with COPD ruled out" is asthma.
            let with = words.iter().take(at).rposition(|word| ENDS.contains(word)).unwrap_or_default();
            before_it = there.len();
            there.extend(words.iter().take(with).copied());
            there.extend(words.iter().skip(at + len).copied());
            continue;
        }
        before_it = there.len();
        let none = words.first().filter(|word| **word == "no").map(|_| (0, 1));
        let before = first(BEFORE).or(none);
        let Some((at, len)) = before else {
            there.extend(&words);
            continue;
        };
        let gone: Vec<&str> = words.iter().skip(at + len).copied().take_while(|word| !ENDS.contains(word)).collect();
        let is_missing = find("absence of").is_some_and(|(place, _)| place == at)
            && gone.iter().all(|word| SIDES.contains(word) || near::is_of_body(word));
        if gone.is_empty() || is_missing {
            there.extend(&words);
            continue;
        }
        is_denying = true;
        there.extend(words.iter().take(at).copied());
        there.extend(words.iter().skip(at + len + gone.len()).copied());
    }
    is_denying.then(|| there.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_denies_is_told_from_what_it_names() {
        for name in [
            "Absence of seizures",
            "No evidence of malignancy",
            "Myocardial infarction ruled out",
            "Rule out pulmonary embolism",
            "Negative for tuberculosis",
            "R/O sepsis",
            "No seizures",
            "Without dementia (finding)",
            "Denies chest pain",
            "Pulmonary embolism, not confirmed",
            "Pulmonary embolism (ruled out)",
            "Pulmonary embolism (disorder), ruled out",
            "Pulmonary embolism – ruled out",
            "Pulmonary embolism: excluded",
            "Pulmonary embolism; was later excluded",
            "Pulmonary embolism, unlikely",
            "Pulmonary embolism, rule out",
            "Diabetes, ruled out",
        ] {
            assert!(is_all(name), "{name}");
        }
        for name in [
            "Absence of kidney",
            "Congenital absence of left hand",
            "Absence seizure",
            "Migraine without aura",
            "Chest pain, myocardial infarction ruled out",
            "Not for resuscitation",
            "Non-Hodgkin lymphoma",
            "Normal pregnancy",
        ] {
            assert!(!is_all(name), "{name}");
        }
        assert_eq!(without("Diabetes mellitus without retinopathy").as_deref(), Some("diabetes mellitus"));
        assert_eq!(without("Breast cancer, no evidence of recurrence").as_deref(), Some("breast cancer"));
        assert_eq!(without("Gout, pulmonary embolism, ruled out").as_deref(), Some("gout"));
        assert_eq!(without("Asthma with COPD ruled out").as_deref(), Some("asthma"));
        assert_eq!(without("Gout"), None);
    }

    #[test]
    fn what_is_named_beside_what_is_denied_is_there() {
        let denies = |text: &str, asked: &str| {
            let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
            let name = Name { terms: chart::terms(text), ..Name::default() };
            denies(text, &name, &super::super::resolve::units(&words))
        };
        for (text, asked) in [
            ("Hypertensive heart disease without heart failure", "heart disease"),
            ("Heart disease, no heart failure", "heart disease"),
            ("Type 2 diabetes mellitus without diabetic retinopathy", "diabetic"),
            ("Asthma with COPD ruled out", "asthma"),
        ] {
            assert!(!denies(text, asked), "{text} {asked}");
        }
        for (text, asked) in [
            ("Hypertensive heart disease without heart failure", "heart failure"),
            ("Heart disease, no heart failure", "heart failure"),
            ("Non-small cell lung cancer", "small cell lung cancer"),
            ("Type 2 diabetes mellitus without diabetic retinopathy", "retinopathy"),
            ("Asthma with COPD ruled out", "copd"),
        ] {
            assert!(denies(text, asked), "{text} {asked}");
        }
    }
}
