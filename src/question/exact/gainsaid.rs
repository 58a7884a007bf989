//! What an entry is told by, and itself says otherwise in its own words: "ruled out by CT", "hemolyzed", "not allergic". And what is asked of
//! a value beside that there is one.

use super::{Exact, Form};
use crate::document::{Fact, FactKind, Records};
use crate::question::plan::simple_words;

/// What a note of any entry says where it is not to be relied on.
const OF_ANY: &[&str] =
    &["entered in error", "wrong patient", "erroneous", "disregard this", "please disregard", "not this patient"];
/// What a note of a condition says where it is not so.
const OF_CONDITIONS: &[&str] =
    &["ruled out", "was excluded", "has been excluded", "diagnosis withdrawn", "does not have", "misdiagnos"];
/// What a note of an allergy says where there is none.
const OF_ALLERGIES: &[&str] = &[
    "not allergic",
    "no longer allergic",
    "de-label",
    "delabel",
    "label removed",
    "tolerated since",
    "allergy disproved",
    "allergy removed",
];
/// What a note of a prescription says where it is not taken.
const OF_MEDICINES: &[&str] = &["stopped by", "was stopped", "has been stopped", "on hold", "hold until", "held until"];
/// What a note of something done says where it was not.
const OF_DONE: &[&str] = &["aborted", "not completed", "not performed", "incomplete", "was cancelled", "not given"];
/// What a note of a reading says where the value is not that of the person.
const OF_READINGS: &[&str] = &[
    "hemolyzed",
    "haemolysed",
    "hemolysed",
    "haemolyzed",
    "contaminated",
    "specimen error",
    "clotted",
    "mislabel",
    "not reliable",
    "unreliable",
    "drip arm",
    "repeat sample",
];

/// Whether one of the entries of which `exact` is made says in a note, or in a dosage, that it is not so; or `question` asks whether a value
/// is up, down or out, and is told only that there is one.
pub(super) fn is_doubted(records: &Records, question: &str, exact: &Exact) -> bool {
    let facts = exact.facts.iter().filter_map(|at| records.documents.get(at.document.0 as usize)?.facts().get(at.fact));
    let mut facts = facts.peekable();
    let is_reading = facts.peek().is_some_and(|fact| fact.kind == FactKind::Observation);
    let is_whether = exact.form == Form::Whether;
    is_whether && (asks_if_needed(question) || is_reading && asks_which_way(question))
        || exact.form != Form::List && facts.any(says_not)
}

/// Whether `fact` says in its own words that it is not so.
fn says_not(fact: &Fact) -> bool {
    let own = match fact.kind {
        FactKind::Condition => OF_CONDITIONS,
        FactKind::AllergyIntolerance => OF_ALLERGIES,
        FactKind::MedicationRequest => OF_MEDICINES,
        FactKind::Procedure | FactKind::Immunization => OF_DONE,
        FactKind::Observation => OF_READINGS,
        _ => &[],
    };
    let is_own =
        |label: &str| label == "Note" || fact.kind == FactKind::MedicationRequest && label.starts_with("Dosage");
    fact.fields.iter().filter(|field| is_own(&field.label)).any(|field| {
        let text = field.value.text.to_lowercase();
        OF_ANY.iter().chain(own).any(|said| text.match_indices(said).any(|(at, _)| !is_in_case(&text, at)))
    })
}

/// Whether what `text` says at `at` is said of a case, or denied: "if not completed", "not ruled out".
fn is_in_case(text: &str, at: usize) -> bool {
    const CASE: &[&str] = &["if", "unless", "when", "until", "not", "never", "be", "to", "or"];
    let before = text.get(..at).unwrap_or_default();
    before.split_whitespace().next_back().is_some_and(|word| CASE.contains(&word))
}

/// Whether `question` asks if something was needed: "was the colonoscopy needed?".
fn asks_if_needed(question: &str) -> bool {
    let words = simple_words(question);
    matches!(words.as_slice(), [.., before, last] if last.lower == "needed" && before.lower != "as")
}

/// Whether `question` asks if something is up, down or out: "was my A1c up since 2017?".
fn asks_which_way(question: &str) -> bool {
    /// Words behind which these are part of a verb.
    const VERBS: &[&str] = &[
        "look", "looked", "looking", "follow", "followed", "bring", "brought", "pull", "pulled", "come", "came",
        "check", "checked", "sum", "set", "show", "showed", "shown", "find", "found", "go", "goes", "going", "gone",
        "went", "point", "pointed", "worked", "work", "carried", "carry", "written", "write", "wrote", "take", "taken",
        "took", "note", "noted", "put",
    ];
    let words = simple_words(question);
    let words: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        matches!(*word, "up" | "down" | "out") && !before.is_some_and(|before| VERBS.contains(before))
    })
}
