//! What a name says is not there: "Absence of seizures", "Pulmonary embolism ruled out", "with no loss of consciousness".
//!
//! A part of the body that is missing is something by itself: "Absence of kidney" denies nothing.

use std::collections::BTreeSet;

use super::chart::{self, Name};
use super::near;
use super::resolve::meets;
use crate::index::concepts::context::SAYING;

/// Whether `name`, of a condition, says that a part of the body is not there, which `asked` does not: "Absence of spleen" is no yes to "do I have a
/// spleen", and no to "is it gone".
pub(super) fn is_of_missing_part(name: &str, asked: &str) -> bool {
    const MISSING: &[&str] = &[
        "absence",
        "absent",
        "missing",
        "agenesis",
        "aplasia",
        "removal",
        "removed",
        "excision",
        "excised",
        "resection",
        "resected",
        "amputation",
        "amputated",
        "amputee",
        "loss",
        "surgically",
    ];
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let asked = asked.to_lowercase();
    let asked: Vec<&str> = asked.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_part = |word: &&&str| {
        let one = word.strip_suffix('s').unwrap_or(word);
        [**word, one].iter().any(|word| near::is_of_body(word) || PARTS.contains(word))
    };
    words.iter().any(|word| MISSING.contains(word))
        && !asked.iter().any(|word| MISSING.contains(word))
        && asked.iter().any(|word| is_part(&word))
}

/// Parts of the body beside those by which regions are told.
const PARTS: &[&str] = &[
    "ovary",
    "ovaries",
    "cervix",
    "testis",
    "testes",
    "testicle",
    "prostate",
    "adrenal",
    "parathyroid",
    "tonsil",
    "appendix",
    "tooth",
    "teeth",
    "rectum",
    "duodenum",
    "tongue",
    "vagina",
    "penis",
    "womb",
    "nipple",
    "hair",
    "vulva",
    "adenoid",
    "bone",
    "tube",
    "cord",
    "muscle",
    "skin",
    "digit",
    "esophagus",
];

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
const THAT_IS: &[&str] = &[
    "and",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "been",
    "now",
    "later",
    "since",
    "then",
    "it",
    "both",
    "all",
    "currently",
    "clinically",
    "subsequently",
    "eventually",
    "finally",
];
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

/// Returns the clauses of `text` (lower case): what is denied behind one of them is denied of that alone where the one before says by itself what
/// is with its own, "pneumonia confirmed and embolism ruled out". "Pneumonia and embolism ruled out" is one.
pub(crate) fn clauses(text: &str) -> Vec<&str> {
    let mut marks: Vec<(usize, &str)> =
        [" and ", ", ", "; "].iter().flat_map(|mark| text.match_indices(mark)).collect();
    marks.sort_unstable();
    let (mut clauses, mut start) = (Vec::new(), 0);
    for (at, mark) in marks {
        let Some(before) = text.get(start..at) else { continue };
        let behind = at + mark.len();
        if says_its_own(before) && text.get(behind..).is_some_and(denies_its_own) {
            clauses.push(before);
            start = behind;
        }
    }
    clauses.extend(text.get(start..));
    clauses
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Returns where the first of `phrases` stands in `words`, and how many words it has.
fn first(words: &[&str], phrases: &[&str]) -> Option<(usize, usize)> {
    let find = |phrase: &&str| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).position(|run| run == phrase.as_slice()).map(|at| (at, phrase.len()))
    };
    phrases.iter().filter_map(find).min()
}

/// Whether a clause says that what it names is there, or that it is not.
fn says_its_own(clause: &str) -> bool {
    let words = words(clause);
    let is_turned = || words.iter().any(|word| NO.contains(word) || matches!(*word, "denies" | "denied" | "absent"));
    // "Confirmed pneumonia and embolism" may be both.
    let mut behind = words.iter().skip(1);
    first(&words, BEHIND).is_some() || behind.any(|word| SAYING.contains(word)) && !is_turned()
}

/// Whether what stands in front of the denial in `text` is a thing.
fn denies_its_own(text: &str) -> bool {
    let words = words(text);
    first(&words, BEHIND).is_some_and(|(at, _)| !words.iter().take(at).all(|word| THAT_IS.contains(word)))
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
    for part in lower.split([',', ';', ':', '(', ')', '–', '—']).flat_map(clauses) {
        let words = words(part);
        let first = |phrases: &[&str]| first(&words, phrases);
        let find = |phrase: &str| first(&[phrase]);
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
            ("Pneumonia confirmed and pulmonary embolism ruled out", "pneumonia"),
        ] {
            assert!(!denies(text, asked), "{text} {asked}");
        }
        for (text, asked) in [
            ("Hypertensive heart disease without heart failure", "heart failure"),
            ("Heart disease, no heart failure", "heart failure"),
            ("Non-small cell lung cancer", "small cell lung cancer"),
            ("Type 2 diabetes mellitus without diabetic retinopathy", "retinopathy"),
            ("Asthma with COPD ruled out", "copd"),
            ("Pneumonia confirmed and pulmonary embolism ruled out", "pulmonary embolism"),
            ("Pneumonia and pulmonary embolism ruled out", "pneumonia"),
            ("Pneumonia and pulmonary embolism ruled out", "pulmonary embolism"),
            ("Pneumonia not confirmed and pulmonary embolism ruled out", "pulmonary embolism"),
            ("Pneumonia not seen and pulmonary embolism ruled out", "pneumonia"),
            ("Pneumonia confirmed and later ruled out", "pneumonia"),
        ] {
            assert!(denies(text, asked), "{text} {asked}");
        }
    }

    #[test]
    fn what_is_denied_behind_is_of_its_own_clause_where_the_one_before_has_a_word_of_its_own() {
        for (text, expected) in [
            ("pneumonia confirmed and pe ruled out", &["pneumonia confirmed", "pe ruled out"][..]),
            ("asthma is known and copd excluded", &["asthma is known", "copd excluded"]),
            ("known asthma and copd excluded", &["known asthma and copd excluded"]),
            ("active bleeding and perforation ruled out", &["active bleeding and perforation ruled out"]),
            ("pneumonia treated, and pe was ruled out", &["pneumonia treated", "and pe was ruled out"]),
            ("pneumonia excluded and pe ruled out", &["pneumonia excluded", "pe ruled out"]),
            ("gout known and asthma and copd ruled out", &["gout known", "asthma and copd ruled out"]),
            ("pneumonia and pe ruled out", &["pneumonia and pe ruled out"]),
            ("pneumonia confirmed and later ruled out", &["pneumonia confirmed and later ruled out"]),
            ("pneumonia treated, and then it was excluded", &["pneumonia treated, and then it was excluded"]),
            ("no pneumonia seen and pe ruled out", &["no pneumonia seen and pe ruled out"]),
            ("she had pneumonia and pe ruled out", &["she had pneumonia and pe ruled out"]),
            ("pneumonia confirmed and asthma known", &["pneumonia confirmed and asthma known"]),
        ] {
            assert_eq!(clauses(text), expected, "{text}");
        }
        assert_eq!(without("Pneumonia confirmed and PE ruled out").as_deref(), Some("pneumonia confirmed"));
        assert_eq!(without("Pneumonia excluded and PE ruled out").as_deref(), Some(""));
    }
}
