//! What entries seem to answer and do not say: that somebody is somewhere now, that a series is complete, that a pregnancy of long ago goes on.

use jiff::civil::Date;

use super::identity::loincs;
use super::{Exact, Form, rule, visits};
use crate::document::{Fact, FactKind, Reading, Records};
use crate::question::plan::simple_words;

/// How long a pregnancy may last, in days.
const PREGNANCY: i32 = 300;
/// The code of LOINC for whether somebody is pregnant.
const IS_PREGNANT: &str = "82810-3";

/// Whether `exact` tells more than its entries say of what `question` asks.
pub(super) fn is_beyond(records: &Records, question: &str, exact: &Exact, today: Option<Date>) -> bool {
    let words = simple_words(question);
    let words: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let facts: Vec<&Fact> = exact
        .facts
        .iter()
        .filter_map(|at| records.documents.get(at.document.0 as usize)?.facts().get(at.fact))
        .collect();
    let Some(first) = facts.first().filter(|_| !exact.is_absent) else { return false };
    const NOW: &[&str] = &["now", "currently", "presently"];
    const OVER: &[&str] = &["was", "were", "did", "had", "been", "ever", "last", "since"];
    let is_of_now = (matches!(at(0), "am" | "is" | "are" | "i'm") && at(1) != "there" || has(NOW)) && !has(OVER);
    match (first.kind, exact.form) {
        // Who was discharged is not in hospital.
        (FactKind::Encounter, Form::Whether | Form::Fact | Form::List | Form::Count) => {
            let is_there = visits::goes_on(first)
                && first.begun.as_ref().is_some_and(|begun| today.is_none_or(|today| begun.day <= today));
            is_of_now && !is_there || visits::asks_what_is_booked(&words)
        }
        // What somebody is allergic to was not taken for that.
        (_, form) if facts.iter().any(|fact| fact.kind == FactKind::AllergyIntolerance) => is_of_medicine(&words, form),
        // That there is one of them does not say that there are all, or that it took.
        (FactKind::Immunization, Form::Whether) => {
            const WHOLE: &[&str] = &["all", "every", "fully", "full", "complete", "completed", "completely", "series"];
            let is_weak =
                |fact: &&Fact| fact.fields.iter().any(|field| field.label == "Subpotent" && field.value.text == "true");
            has(WHOLE) || words.windows(3).any(|words| words == ["up", "to", "date"]) || facts.iter().any(is_weak)
        }
        (FactKind::Condition, Form::Whether) if exact.answer == "yes" => {
            is_of_now && today.is_some_and(|today| is_old_pregnancy(records, exact, first, today))
        }
        // "How long after the operation was I weighed?" is not told by what was weighed before.
        (_, Form::Interval) => {
            let is_after = words.windows(2).any(|words| words == ["long", "after"]);
            let day = |fact: &&Fact| fact.begun.as_ref().map(|begun| begun.day);
            is_after && facts.get(1).is_some_and(|second| day(second) < day(first))
        }
        // "How old was I then?" is of no day that the question tells.
        (FactKind::Patient, Form::Fact) => {
            let was = words.windows(3).any(|words| matches!(words, ["how", "old", "was" | "were"]));
            was && exact.rules.iter().any(|rule| rule == rule::AGE) && (has(&["then"]) || !has_died(records, exact))
        }
        _ => false,
    }
}

/// Whether a question in `words` asks for what was taken or given, and not for an allergy.
fn is_of_medicine(words: &[&str], form: Form) -> bool {
    const TAKEN: &[&str] = &[
        "take",
        "takes",
        "taking",
        "taken",
        "took",
        "start",
        "started",
        "stop",
        "stopped",
        "given",
        "gave",
        "prescribed",
        "prescribe",
        "prescription",
        "dose",
        "doses",
        "dosage",
        "use",
        "used",
        "using",
        "on",
    ];
    const HAD: &[&str] = &["had", "have", "has", "get", "got", "received"];
    const ALLERGY: &[&str] =
        &["allerg", "intoleran", "react", "sensitiv", "hypersensitiv", "anaphyla", "hives", "rash", "hay"];
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_of_allergy = words.iter().any(|word| ALLERGY.iter().any(|start| word.starts_with(start)));
    let is_placed = matches!(form, Form::Count | Form::Latest | Form::Earliest | Form::Interval);
    !is_of_allergy && (has(TAKEN) || is_placed && has(HAD))
}

fn has_died(records: &Records, exact: &Exact) -> bool {
    let subject = || records.documents.get(exact.facts.first()?.document.0 as usize)?.subject;
    let patient = subject().and_then(|patient| records.patients.get(patient.0 as usize));
    patient.is_some_and(|patient| patient.death.is_some())
}

/// Whether `fact` is of a pregnancy that began before one of `today` can have, or of which something later says that there is none: many are
/// never closed.
fn is_old_pregnancy(records: &Records, exact: &Exact, fact: &Fact, today: Date) -> bool {
    let is_it = fact.code.as_ref().is_some_and(|code| code.display.text.to_lowercase().contains("pregnan"));
    let Some(begun) = fact.begun.as_ref().filter(|_| is_it).map(|begun| begun.day) else { return false };
    let subject = exact.facts.first().and_then(|at| records.documents.get(at.document.0 as usize)?.subject);
    let own = records.documents.iter().filter(|document| document.subject == subject);
    let is_denied = own.flat_map(|document| document.facts()).any(|other| {
        let says_no = match &other.reading {
            Some(Reading::Coded { answer }) => answer.display.text.to_lowercase().starts_with("not "),
            Some(Reading::Text { value }) => value.text.to_lowercase().starts_with("not "),
            _ => false,
        };
        let is_later = other.begun.as_ref().is_some_and(|other| other.day >= begun);
        says_no && is_later && loincs(other.code.as_ref()).any(|code| code == IS_PREGNANT)
    });
    is_denied || (today - begun).get_days() > PREGNANCY
}
