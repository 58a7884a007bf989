//! Which facts are not told, and why.

use std::collections::BTreeMap;

use super::personal::{asked, is_of_work};
use super::quantities::parts;
use crate::clearance::FactRef;
use crate::document::{Coded, Fact, FactKind, Reading, Value};
use crate::privacy::ages::ages;
use crate::privacy::detect::without_accents;
use crate::privacy::injection::reads_as_instruction;
use crate::privacy::vocabulary::{Sources, is_allowable};
use crate::privacy::{generalise, terms, units};

/// A fact that was selected and is not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untold {
    /// The fact.
    pub fact: FactRef,
    /// Why.
    pub reason: &'static str,
    /// The word of its name that keeps it, where one does that the person may allow.
    pub word: Option<String>,
}

impl Untold {
    /// Returns whether it is the person who keeps it back.
    pub fn is_by_hand(&self) -> bool {
        [BY_HAND, BY_HAND_WORD].contains(&self.reason)
    }
}

/// Why what a person keeps back by hand stays.
pub const BY_HAND: &str = "you keep it back";
pub(super) const BY_HAND_WORD: &str = "you keep back a word of its name";
pub(super) const FOR_STRANGERS: &str = "you made the request less telling";
pub(super) const KEPT_BY_POLICY: &str = "the policy of whoever runs this keeps facts of its kind here";
pub(super) const FOUND_BY_REVIEW: &str = "the review found something in it that may not leave";
pub(super) const DAYS_OUT_OF_ORDER: &str = "its day was written in another time zone, and is out of order";
pub(super) const UNKNOWN_WORD: &str = "a word of its name is not among the common and medical words";
pub(super) const AGE: &str = "it says how old somebody is";
pub(super) const OCCUPATION: &str = "it says what somebody does for a living";
pub(super) const WHOSE: &str = "it says who or where somebody is";
const PERHAPS_UNDONE: &str = "it may be only asked for or planned, and would be told as done";
pub(super) const INSTRUCTION: &str = "a name in it reads like an instruction to a language model";

/// Longest display text that may leave, in characters; LOINC's longest common names have about 200. Terminologies'
/// terms are no sentences: what is longer or has a sentence's end in it is somebody's prose.
const MAX_TERM_CHARS: usize = 200;

/// Terminologies whose display texts may leave, by their FHIR system URI.
const TERMINOLOGIES: &[&str] = &[
    "http://loinc.org",
    "http://snomed.info/sct",
    "http://www.nlm.nih.gov/research/umls/rxnorm",
    "http://hl7.org/fhir/sid/cvx",
    "http://hl7.org/fhir/sid/icd-10-cm",
    "http://hl7.org/fhir/sid/icd-10",
    "http://hl7.org/fhir/sid/ndc",
];

/// Which terms read like instructions to a language model, each looked at once.
#[derive(Default)]
pub(super) struct Screen<'f>(BTreeMap<&'f str, bool>);

impl<'f> Screen<'f> {
    /// Returns whether what `fact` is called, or one of its parts or answers, reads like an instruction.
    pub(super) fn instructs(&mut self, fact: &'f Fact) -> bool {
        let reads =
            |term: &'f Value| *self.0.entry(&term.text).or_insert_with(|| reads_as_instruction(&term.text).is_some());
        called(fact).any(reads)
    }
}

/// Returns the terms by which `fact`, its parts and its answers are called.
fn called(fact: &Fact) -> impl Iterator<Item = &Value> {
    fn answer(reading: &Option<Reading>) -> Option<&Coded> {
        match reading {
            Some(Reading::Coded { answer }) => Some(answer),
            Some(Reading::Text { .. } | Reading::Quantity { .. }) | None => None,
        }
    }
    let parts = fact.components.iter().flat_map(|part| [Some(&part.code), answer(&part.reading)]);
    [fact.code.as_ref(), answer(&fact.reading)].into_iter().chain(parts).flatten().filter_map(term)
}

/// Returns the first word of what `fact` is called, of its parts and its answers that is not in the closed vocabulary.
pub(super) fn unknown_word<'f>(fact: &'f Fact, sources: &Sources<'_>) -> Option<&'f str> {
    called(fact).find_map(|term| terms::staying(&term.text, sources))
}

/// Returns whether a word of what `fact`, its parts or its answers are called is one that the person keeps back.
pub(super) fn is_kept_by_word(fact: &Fact, sources: &Sources<'_>) -> bool {
    sources.withheld.is_some_and(|withheld| called(fact).any(|term| withheld.keeps_within(&term.text)))
}

/// Returns `word` where a person may allow it.
pub(super) fn allowable(word: Option<&str>) -> Option<String> {
    word.filter(|word| is_allowable(&without_accents(&word.to_lowercase()))).map(str::to_owned)
}

/// Returns why `fact` cannot leave, or `None` if it can.
pub(super) fn why_not(fact: &Fact) -> Option<&'static str> {
    let reading = |reading: &Option<Reading>| match reading {
        None => None,
        Some(Reading::Text { .. }) => Some("its value is free text"),
        Some(Reading::Coded { answer }) => {
            term(answer).is_none().then_some("its answer is not a term of a known terminology")
        }
        Some(Reading::Quantity { number, unit, .. }) => {
            if unit.as_ref().is_some_and(|unit| units::may_leave(&unit.text).is_none()) {
                return Some("its unit is not on the list of units");
            }
            generalise::round(*number, 1.0).is_none().then_some("its number is out of range")
        }
    };
    if fact.kind == FactKind::Other {
        return Some(PERHAPS_UNDONE);
    }
    if is_not_so(fact) {
        return Some("it says that something is not so, or is not sure");
    }
    if fact.kind == FactKind::Observation && parts(fact).is_empty() {
        return Some("it has no value that can be told");
    }
    if fact.code.as_ref().and_then(term).is_none() {
        return Some("its name is not a term of a known terminology");
    }
    let parts = fact.components.iter().find_map(|component| match term(&component.code) {
        None => Some("a part's name is not a term of a known terminology"),
        Some(_) => reading(&component.reading),
    });
    let telling = || called(fact).any(|term| !ages(&term.text).is_empty()).then_some(AGE);
    let is_work = || called(fact).any(|term| is_of_work(&term.text));
    reading(&fact.reading)
        .or(parts)
        .or_else(telling)
        .or_else(|| is_work().then_some(OCCUPATION))
        .or_else(|| personal(fact))
}

/// Returns why what `fact` or a part of it answers is not told, where its name asks for what identifies somebody.
fn personal(fact: &Fact) -> Option<&'static str> {
    let named = (fact.kind == FactKind::Observation).then_some(fact.code.as_ref()).flatten();
    let parts = fact.components.iter().map(|part| &part.code);
    named.into_iter().chain(parts).filter_map(term).find_map(|term| asked(&term.text))
}

/// Returns whether `fact` says that something did not happen, is ruled out, only planned or not certain. Our sentences have
/// no words for that, and without them it would be told as a fact.
fn is_not_so(fact: &Fact) -> bool {
    const STATUSES: &[&str] = &[
        "refuted",
        "not-done",
        "cancelled",
        "draft",
        "planned",
        "proposed",
        "registered",
        "unknown",
        "entered-in-error",
        "preparation",
        "not-taken",
        "intended",
        "rejected",
        "arrived",
        "triaged",
        "unconfirmed",
        "provisional",
        "differential",
        "specimen-in-process",
    ];
    let said = fact.status.as_ref().is_some_and(|status| STATUSES.contains(&status.text.as_str()));
    said || is_unfinished(fact)
        || fact.kind == FactKind::Condition && fact.denies_its_code()
        || matches!(
            fact.kind,
            FactKind::Condition | FactKind::MedicationRequest | FactKind::Procedure | FactKind::Immunization
        ) && fact.qualifies_its_code()
        || fact.fields.iter().any(|field| {
            let label = field.label.to_ascii_lowercase();
            (label.starts_with("do not perform") && field.value.text == "true")
                || (fact.kind == FactKind::MedicationRequest
                    && label.starts_with("intent")
                    && matches!(field.value.text.as_str(), "proposal" | "plan" | "option"))
                || (label.starts_with("verification status") && !field.value.text.eq_ignore_ascii_case("confirmed"))
        })
}

/// Returns whether `fact` is of what is only so once it was finished, and was broken off or goes on.
fn is_unfinished(fact: &Fact) -> bool {
    const STATUSES: &[&str] = &["stopped", "on-hold", "active", "in-progress", "aborted", "suspended", "held"];
    let is_of_one_time = matches!(
        fact.kind,
        FactKind::Observation
            | FactKind::DiagnosticReport
            | FactKind::ImagingStudy
            | FactKind::Procedure
            | FactKind::Immunization
    );
    is_of_one_time && fact.status.as_ref().is_some_and(|status| STATUSES.contains(&status.text.as_str()))
}

/// Returns the terminology's words for `code`, if it is of a known terminology.
pub(super) fn term(code: &Coded) -> Option<&Value> {
    let known = code.system.as_deref().is_some_and(|system| TERMINOLOGIES.contains(&system));
    let plain = |term: &&Value| {
        !term.text.trim().is_empty()
            && term.text.chars().count() <= MAX_TERM_CHARS
            && !term.text.contains(['<', '>', '"', '\\'])
            && ![". ", "; ", "! ", "? "].iter().any(|end| term.text.contains(end))
    };
    code.term.as_ref().filter(|_| known && code.code.is_some()).filter(plain)
}
