//! Entries of which no question asks by their kind: orders, appointments, what was given. They answer where they have all that is asked
//! for, and visits and they where somebody asks for what is still to come.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::clearance::FactRef;
use crate::document::{Document, DocumentIndex, Fact, FactKind, PatientIndex, Records};
use crate::privacy::select::{has_all, instant_of};
use crate::question::Plan;

/// Entries that are shown of these.
const MOST: usize = 12;

/// Words for what is still to come.
const AHEAD: [&str; 5] = ["upcoming", "forthcoming", "scheduled", "booked", "next"];
/// Words that tell that what they stand beside is over: "what was the next reading after that?".
const OVER: [&str; 10] = ["was", "were", "did", "had", "happened", "came", "given", "done", "taken", "been"];
/// Statuses of what will not be, or is undone. Sources: hl7.org/fhir/R4/valueset-appointmentstatus.html, valueset-encounter-status.html,
/// valueset-request-status.html.
const OFF: [&str; 9] =
    ["cancelled", "noshow", "entered-in-error", "revoked", "stopped", "declined", "rejected", "not-done", "refuted"];

/// Returns whether `plan` asks for what is still to come: "my next appointment", "what is due?".
pub(super) fn asks_ahead(plan: &Plan) -> bool {
    let words: Vec<&str> = plan.words.iter().map(|word| word.lower.as_str()).collect();
    let behind = |at: usize| words.get(at + 1).copied().unwrap_or_default();
    let ahead = words.iter().enumerate().any(|(at, word)| match *word {
        // "Next to", "next of kin", "due to", "her due date".
        "next" => !matches!(behind(at), "to" | "of"),
        "due" => !matches!(behind(at), "to" | "date"),
        "coming" => behind(at) == "up",
        word => AHEAD.contains(&word),
    });
    ahead && !words.iter().any(|word| OVER.contains(word))
}

/// What is still to come.
pub(super) struct Ahead {
    /// The visits, orders and appointments, the soonest first.
    pub facts: Vec<FactRef>,
    /// Whether they have all that is asked for; else they are whatever lies ahead.
    pub is_met: bool,
}

/// Returns what of `subjects` lies on `today` or after it: what has all that is asked for, where anything has.
pub(super) fn ahead(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>, today: Date) -> Ahead {
    let may_come = |fact: &Fact| {
        let is_on = fact.status.as_ref().is_none_or(|status| !OFF.contains(&status.text.as_str()));
        let lies_ahead = fact.begun.as_ref().is_some_and(|begun| begun.day >= today);
        matches!(fact.kind, FactKind::Encounter | FactKind::Other) && is_on && lies_ahead
    };
    let mut all = having(records, subjects, may_come);
    let is_asked = |fact: &Fact| has_all(&words(fact), &plan.topics);
    let is_met = all.iter().any(|(_, fact)| is_asked(fact));
    all.retain(|(_, fact)| !is_met || is_asked(fact));
    all.sort_by_key(|(at, _)| (instant_of(records, *at), *at));
    Ahead { facts: all.into_iter().map(|(at, _)| at).take(MOST).collect(), is_met }
}

/// Returns the entries of no kind of ours of `subjects` that have all that is asked for, the newest first.
pub(super) fn with_all(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Vec<FactRef> {
    if plan.topics.is_empty() {
        return Vec::new();
    }
    let has = |fact: &Fact| fact.kind == FactKind::Other && has_all(&words(fact), &plan.topics);
    let mut found: Vec<FactRef> = having(records, subjects, has).into_iter().map(|(at, _)| at).collect();
    found.sort_by_key(|fact| std::cmp::Reverse((instant_of(records, *fact), *fact)));
    found.truncate(MOST);
    found
}

/// Returns the entries of `subjects` that are still so, for which `is` holds.
fn having<'a>(
    records: &'a Records,
    subjects: Option<&BTreeSet<PatientIndex>>,
    is: impl Fn(&Fact) -> bool,
) -> Vec<(FactRef, &'a Fact)> {
    let of_them = |document: &Document| {
        subjects.is_none_or(|wanted| document.subject.is_some_and(|subject| wanted.contains(&subject)))
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
        ] {
            assert!(is(question), "{question}");
        }
        for question in [
            "What was the next reading?",
            "What came up next?",
            "Is this due to my diabetes?",
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
