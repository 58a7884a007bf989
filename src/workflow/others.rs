//! Entries of which no question asks by their kind: orders, appointments, what was given. They answer where they have all that is asked
//! for, and visits and they where somebody asks for what is still to come.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::Context;
use crate::clearance::FactRef;
use crate::document::{Document, DocumentIndex, Fact, FactKind, PatientIndex, Records};
use crate::index::concepts::ConceptId;
use crate::privacy::select::{has_all, instant_of};
use crate::question::Plan;
use crate::question::exact::{BOOKED, CALLED_OFF, asks_what_is_booked};
use crate::question::vocabulary;
use crate::retrieve::Filter;
use crate::span::Question;

/// Entries that are shown of these.
const MOST: usize = 12;

/// Words for what is still to come.
const AHEAD: [&str; 5] = ["upcoming", "forthcoming", "scheduled", "booked", "next"];
/// Words that tell, right before one of those, that what it speaks of is over: "what was the next reading?".
const OVER: [&str; 6] = ["was", "were", "did", "had", "happened", "came"];
/// So many words before one of those they tell it.
const NEAR: usize = 4;
/// Statuses of what is still to be done, or goes on, beside those of appointments. Sources: hl7.org/fhir/R4, value sets encounter-status,
/// event-status, request-status and task-status.
const OPEN: [&str; 9] =
    ["planned", "draft", "active", "on-hold", "requested", "received", "accepted", "ready", "preparation"];
/// Statuses of what is not fixed: it is proposed, waits for an answer or a place, or is a draft.
const UNFIXED: [&str; 4] = ["proposed", "pending", "waitlist", "draft"];
/// Intents of what is not asked for yet. Sources: hl7.org/fhir/R4/valueset-request-intent.html; the mood of a proposal of HL7 version 3.
const UNASKED: [&str; 4] = ["proposal", "plan", "option", "PRP"];
/// Statuses of what is over, or will not be, beside those of appointments.
const OVER_OR_OFF: [&str; 11] = [
    "revoked",
    "stopped",
    "declined",
    "rejected",
    "not-done",
    "refuted",
    "finished",
    "fulfilled",
    "completed",
    "failed",
    "ended",
];

/// Returns whether `plan` asks for what is still to come: "my next appointment", "what is due?".
pub(super) fn asks_ahead(plan: &Plan) -> bool {
    let words: Vec<&str> = plan.words.iter().map(|word| word.lower.as_str()).collect();
    if asks_what_is_booked(&words) {
        return true;
    }
    let behind = |at: usize| words.get(at + 1).copied().unwrap_or_default();
    let follows = |at: usize, count: usize, word: &str| words.iter().skip(at + 1).take(count).any(|next| *next == word);
    let is_ahead = |at: usize, word: &str| match word {
        // "Next to", "next of kin", "due in part to", "her due date".
        "next" => !matches!(behind(at), "to" | "of"),
        "due" => behind(at) != "date" && !follows(at, 3, "to"),
        "coming" => behind(at) == "up",
        // "Which visits are to come?", "what is still to come in March?", and no "to come down".
        "come" => {
            let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied().unwrap_or_default();
            before(1) == "to" && (at + 1 == words.len() || matches!(before(2), "still" | "yet"))
        }
        word => AHEAD.contains(&word),
    };
    let is_over = |at: usize| {
        // What was made of it is over, an appointment itself is not.
        let is_appointment = follows(at, 2, "appointment") || follows(at, 2, "appointments");
        !is_appointment && words.iter().take(at).rev().take(NEAR).any(|word| OVER.contains(word))
    };
    // "The next A1c after March" is one of a row.
    let is_of_row = words.contains(&"after");
    !is_of_row && words.iter().enumerate().any(|(at, word)| is_ahead(at, word) && !is_over(at))
}

/// Returns the conditions of `subjects`, within `filter`, that are kinds of what `question`, whose plan is `plan`, names, as the vocabulary in
/// use has it, the newest first: "Hodgkin's disease" where somebody asks for cancer.
pub(super) fn of_kinds(
    context: &Context<'_>,
    plan: &Plan,
    question: &str,
    (subjects, filter): (Option<&BTreeSet<PatientIndex>>, &Filter),
) -> Vec<FactRef> {
    let Some(known) = context.vocabulary else { return Vec::new() };
    let is_named = |span| plan.mentions.iter().any(|mention| mention.span.overlaps(span));
    let is_everyday = |text: &str| text.split_whitespace().all(|word| vocabulary::is_everyday(&word.to_lowercase()));
    let asked: BTreeSet<ConceptId> = known
        .mentions::<Question>(question)
        .into_iter()
        .filter(|mention| !is_named(mention.span) && !mention.span.of(question).is_none_or(is_everyday))
        .flat_map(|mention| known.concepts_of(mention.name).collect::<Vec<_>>())
        .collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let seen: RefCell<BTreeMap<String, bool>> = RefCell::default();
    let is_kind = |name: &str| {
        let mut concepts =
            known.mentions::<Question>(name).into_iter().flat_map(|mention| known.concepts_of(mention.name));
        concepts.any(|concept| known.is_kind_of(concept, &asked))
    };
    let is = |fact: &Fact| {
        let name =
            fact.code.as_ref().filter(|_| fact.kind == FactKind::Condition).map(|code| code.display.text.as_str());
        name.is_some_and(|name| *seen.borrow_mut().entry(name.to_owned()).or_insert_with(|| is_kind(name)))
    };
    let mut found = having(context.records, (subjects, filter), is);
    found.sort_by_key(|(_, fact)| Reverse(fact.begun.as_ref().map(|begun| begun.day)));
    found.into_iter().map(|(at, _)| at).take(MOST).collect()
}

/// What is still to come.
pub(super) struct Ahead {
    /// The entries, the soonest first, and what is not fixed behind what is.
    pub facts: Vec<FactRef>,
    /// Whether they have all that is asked for; else they are whatever lies ahead.
    pub is_met: bool,
    /// Whether any of them is fixed.
    pub is_fixed: bool,
}

/// Returns what of `subjects` lies ahead of `today`, and within `filter`: what has all that is asked for, where anything has.
pub(super) fn ahead(
    records: &Records,
    plan: &Plan,
    (subjects, filter): (Option<&BTreeSet<PatientIndex>>, &Filter),
    today: Date,
) -> Ahead {
    let mut all = having(records, (subjects, filter), |fact| lies_ahead(fact, today));
    let is_kind = |fact: &Fact| {
        plan.kinds.is_empty() || plan.kinds.contains(&fact.kind) || plan.kinds.contains(&FactKind::Encounter)
    };
    let is_asked = |fact: &Fact| is_kind(fact) && has_all(&words(fact), &plan.topics);
    let is_met = all.iter().any(|(_, fact)| is_asked(fact));
    all.retain(|(_, fact)| !is_met || is_asked(fact));
    let is_fixed = all.iter().any(|(_, fact)| is_fixed(fact));
    all.sort_by_key(|(at, fact)| (!self::is_fixed(fact), instant_of(records, *at), *at));
    Ahead { facts: all.into_iter().map(|(at, _)| at).take(MOST).collect(), is_met, is_fixed }
}

/// Whether `fact`, which lies ahead, is fixed: not only proposed, and declined by nobody.
fn is_fixed(fact: &Fact) -> bool {
    let is_open = fact.status.as_ref().is_some_and(|status| UNFIXED.contains(&status.text.as_str()));
    let is_against = |label: &str, value: &str| match label {
        "Intent" => UNASKED.contains(&value),
        "Participant status" => value == "declined",
        _ => false,
    };
    !is_open && !fact.fields.iter().any(|field| is_against(&field.label, &field.value.text))
}

/// Whether `fact` is of a day that is still to come, or goes on until one, and is not called off. What is of today must say that it is open.
fn lies_ahead(fact: &Fact, today: Date) -> bool {
    use FactKind::{DiagnosticReport, Encounter, ImagingStudy, Immunization, Other, Procedure};
    let Some(begun) = fact.begun.as_ref().map(|begun| begun.day) else { return false };
    let status = fact.status.as_ref().map_or("", |status| status.text.as_str());
    let is_open = OPEN.contains(&status) || BOOKED.contains(&status);
    let is_off = OVER_OR_OFF.contains(&status) || CALLED_OFF.contains(&status);
    let goes_on = || fact.kind == Other && is_open && fact.ended.as_ref().is_some_and(|ended| ended.day >= today);
    let is_ahead = begun > today && !is_off || begun == today && is_open || goes_on();
    matches!(fact.kind, Encounter | Other | Procedure | ImagingStudy | Immunization | DiagnosticReport)
        && is_ahead
        && !fact.is_forbidden()
}

/// Returns the entries of no kind of ours of `subjects`, within `filter`, that have all that is asked for, the newest first.
pub(super) fn with_all(
    records: &Records,
    plan: &Plan,
    (subjects, filter): (Option<&BTreeSet<PatientIndex>>, &Filter),
) -> Vec<FactRef> {
    if plan.topics.is_empty() {
        return Vec::new();
    }
    let has = |fact: &Fact| fact.kind == FactKind::Other && has_all(&words(fact), &plan.topics);
    let mut found: Vec<FactRef> = having(records, (subjects, filter), has).into_iter().map(|(at, _)| at).collect();
    found.sort_by_key(|fact| std::cmp::Reverse((instant_of(records, *fact), *fact)));
    found.truncate(MOST);
    found
}

/// Returns the entries of `subjects`, within `filter`, that are still so and for which `is` holds.
pub(super) fn having<'a>(
    records: &'a Records,
    (subjects, filter): (Option<&BTreeSet<PatientIndex>>, &Filter),
    is: impl Fn(&Fact) -> bool,
) -> Vec<(FactRef, &'a Fact)> {
    let of_them = |document: &Document| {
        let is_theirs = subjects.is_none_or(|wanted| document.subject.is_some_and(|subject| wanted.contains(&subject)));
        is_theirs && filter.admits(document)
    };
    let documents = (0_u32..).map(DocumentIndex).zip(&records.documents).filter(|(_, document)| of_them(document));
    let facts = documents.flat_map(|(document, of)| {
        of.facts().iter().enumerate().map(move |(fact, entry)| (FactRef { document, fact }, entry))
    });
    facts.filter(|(_, fact)| !fact.is_superseded() && is(fact)).collect()
}

/// Returns what an entry says, without our words for where it says it.
fn words(fact: &Fact) -> String {
    let code = fact.code.iter().flat_map(|code| [Some(&code.display), code.term.as_ref()]).flatten();
    let values = code.chain(fact.fields.iter().map(|field| &field.value)).map(|value| value.text.as_str());
    values.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_come_is_told_from_what_came_next() {
        let is = |question: &str| asks_ahead(&Plan::new(question, &[]));
        for question in [
            "When is my next appointment?",
            "Any upcoming visits",
            "Is a tetanus shot due?",
            "What is coming up?",
            "Which visits are scheduled?",
            "Has my next appointment been booked?",
            "When was my last visit and when is my next one?",
            "when was my colonoscopy, when is it next due",
            "When is the next appointment I had booked?",
        ] {
            assert!(is(question), "{question}");
        }
        for question in [
            "What was the next reading?",
            "What came up next?",
            "Is this due to my diabetes?",
            "Is the fatigue due in part to anemia?",
            "What is the next A1c after March 2015?",
            "When is her due date?",
            "Who sits next to me?",
            "Who is my next of kin?",
            "What was my last A1c?",
            "My last appointment",
        ] {
            assert!(!is(question), "{question}");
        }
    }
}
