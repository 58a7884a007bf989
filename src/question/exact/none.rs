//! Entries that say that there is nothing of their kind, "No known medications", and those that say that nobody knows: "No information about
//! problems".

use super::says_none;
use crate::document::{Fact, FactKind};

/// Words that deny.
const NO: &[&str] = &["no", "none", "nil", "not", "never", "denies", "without"];

/// Words beside those for a kind that make the denial no narrower.
const BESIDE: &[&str] = &[
    "known",
    "current",
    "currently",
    "active",
    "actively",
    "is",
    "are",
    "on",
    "of",
    "to",
    "or",
    "and",
    "any",
    "has",
    "have",
    "had",
    "been",
    "there",
    "at",
    "this",
    "the",
    "time",
    "in",
    "use",
    "patient",
    "taking",
    "takes",
    "taken",
    "take",
    "reported",
    "recorded",
    "documented",
    "past",
    "present",
    "significant",
    "medical",
    "health",
    "home",
    "regular",
    "disability",
    "situation",
    "finding",
];

/// Words for what entries of a kind are of.
fn nouns(kind: FactKind) -> &'static [&'static str] {
    match kind {
        FactKind::MedicationRequest => &[
            "medication",
            "medications",
            "medicine",
            "medicines",
            "med",
            "meds",
            "drug",
            "drugs",
            "prescription",
            "prescriptions",
            "prescribed",
            "therapy",
        ],
        FactKind::Condition => &[
            "problem",
            "problems",
            "condition",
            "conditions",
            "diagnosis",
            "diagnoses",
            "disease",
            "diseases",
            "disorder",
            "disorders",
            "illness",
            "illnesses",
            "history",
        ],
        FactKind::Immunization => &[
            "vaccine",
            "vaccines",
            "vaccination",
            "vaccinations",
            "vaccinated",
            "immunization",
            "immunizations",
            "immunisation",
            "immunisations",
            "immunized",
            "immunised",
            "shots",
            "administered",
            "given",
            "received",
        ],
        FactKind::Procedure => {
            &["procedure", "procedures", "surgery", "surgeries", "surgical", "operation", "operations", "history"]
        }
        FactKind::Device => &["device", "devices", "implant", "implants", "implanted"],
        _ => &[],
    }
}

/// Codes of entries that deny their kind, beside those of HL7's list. Sources: hl7.org/fhir/uv/ips (value sets of what is absent or unknown),
/// www2.cdc.gov/vaccines/iis/iisstandards (CVX).
const CODES: &[(&str, &str)] = &[
    ("http://snomed.info/sct", "716186003"),
    ("http://snomed.info/sct", "787481004"),
    ("http://snomed.info/sct", "787480003"),
    ("http://snomed.info/sct", "160245001"),
    ("http://hl7.org/fhir/sid/cvx", "998"),
];

/// The list of HL7: hl7.org/fhir/uv/ips/CodeSystem-absent-unknown-uv-ips.html.
const ABSENT_OR_UNKNOWN: &str = "absent-unknown-uv-ips";

fn is_listed(fact: &Fact, is: impl Fn(&str) -> bool) -> bool {
    let mut codings = fact.code.iter().flat_map(|code| code.codings());
    codings.any(|(system, code)| system.is_some_and(|system| system.contains(ABSENT_OR_UNKNOWN)) && is(code))
}

fn shown(fact: &Fact) -> String {
    fact.code.as_ref().map_or("", |code| code.display.text.as_str()).to_lowercase()
}

/// Whether `fact` says that there is nothing of its kind.
pub(crate) fn denies_kind(fact: &Fact) -> bool {
    let mut codings = fact.code.iter().flat_map(|code| code.codings());
    let is_coded = codings.any(|(system, code)| system.is_some_and(|system| CODES.contains(&(system, code))));
    if says_unknown(fact) {
        return false;
    }
    is_coded
        || is_listed(fact, |code| code.starts_with("no-known-"))
        || match fact.kind {
            FactKind::AllergyIntolerance => says_none(&shown(fact)),
            kind => is_denial(&shown(fact), nouns(kind)),
        }
}

/// Whether `fact` says that nothing is known of its kind, be there any or not.
pub(crate) fn says_unknown(fact: &Fact) -> bool {
    let name = shown(fact);
    let is_open = fact.kind == FactKind::AllergyIntolerance && name.trim_end().ends_with("not known");
    is_listed(fact, |code| code.ends_with("-info"))
        || name.starts_with("no information")
        // "Allergies not known"; "penicillin, reaction not known" names one.
        || is_open && says_none(&name)
}

fn is_denial(name: &str, nouns: &[&str]) -> bool {
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_noun = |word: &&str| nouns.contains(word);
    let is_known = |word: &&str| NO.contains(word) || BESIDE.contains(word) || is_noun(word);
    // Of "medications not known" nobody says that there are none.
    let is_unknown = words.windows(2).any(|pair| matches!(pair, ["not", "known"]));
    !nouns.is_empty()
        && words.iter().any(|word| NO.contains(word))
        && (words.iter().any(is_noun) || matches!(words.first(), Some(&("none" | "nil"))))
        && words.iter().all(is_known)
        && !is_unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_of_a_kind_is_told_from_the_name_of_something() {
        for (kind, name) in [
            (FactKind::MedicationRequest, "No known medications"),
            (FactKind::MedicationRequest, "No current medications"),
            (FactKind::MedicationRequest, "Patient not currently taking any medications"),
            (FactKind::MedicationRequest, "None"),
            (FactKind::Condition, "No active problems"),
            (FactKind::Condition, "No current problems or disability"),
            (FactKind::Immunization, "No vaccine administered"),
            (FactKind::Procedure, "No history of procedures"),
        ] {
            assert!(is_denial(&name.to_lowercase(), nouns(kind)), "{name}");
        }
        for (kind, name) in [
            (FactKind::MedicationRequest, "Lisinopril 10 MG Oral Tablet"),
            (FactKind::MedicationRequest, "Medications not known"),
            (FactKind::MedicationRequest, "Not taking"),
            (FactKind::MedicationRequest, "No-drip nasal spray"),
            (FactKind::Condition, "No diabetes"),
            (FactKind::Condition, "Problem"),
            (FactKind::Condition, "Not in labor"),
            (FactKind::Immunization, "Tdap"),
            (FactKind::Procedure, "Dressing without history"),
        ] {
            assert!(!is_denial(&name.to_lowercase(), nouns(kind)), "{name}");
        }
    }
}
