//! Holds what is told as so to what the records say became of it.

use super::lookup::Found;
use super::{Fault, Faults, Read};
use crate::document::{Coded, Fact, FactKind};

/// Statuses of FHIR R4 under which an entry says that something is so, or was (hl7.org/fhir/R4/valuesets.html: observation,
/// condition clinical, allergy-intolerance clinical, medication request, event, immunization, diagnostic report, request,
/// encounter, imaging study, device, family history and goal status). Every other, and one that nobody knows, is doubted.
const SO: &[&str] = &[
    "accepted",
    "active",
    "amended",
    "appended",
    "available",
    "completed",
    "corrected",
    "final",
    "finished",
    "health-unknown",
    "in-progress",
    "inactive",
    "intended",
    "on-hold",
    "onleave",
    "partial",
    "preliminary",
    "recurrence",
    "relapse",
    "remission",
    "resolved",
    "revoked",
    "stopped",
    "suspended",
    "triaged",
];
/// Those of them under which a reading, a report, or what was done is not finished, and so not so.
const UNFINISHED: &[&str] = &["active", "in-progress", "on-hold", "revoked", "stopped", "suspended", "triaged"];
/// What must be said of an entry that lasts, by its status.
const ENDS: &[(&str, &str)] = &[
    ("inactive", "inactive"),
    ("remission", "remission"),
    ("resolved", "resolved"),
    ("stopped", "stopped"),
    ("completed", "completed"),
    ("on-hold", "on hold"),
    ("revoked", "cancelled"),
];

/// Checks that nothing in `passage` is told that is not so, and that of the latest entry it says how it ended.
pub(super) fn check(passage: &[Read<'_>], faults: &mut Faults) {
    let told = || passage.iter().flat_map(|piece| piece.found.iter().map(move |found| (piece, found.fact)));
    if let Some((piece, _)) = told().find(|(_, fact)| !is_so(fact)) {
        faults.add(piece.piece.span, Fault::Status);
    }
    // What was written down on a day did not begin on it.
    for pair in passage.windows(2) {
        if let [before, time] = pair
            && before.is(crate::clearance::Operator::Template)
            && before.text.ends_with("since ")
            && time.found.iter().any(is_only_recorded)
        {
            faults.add(time.piece.span, Fault::Time);
        }
    }
    let latest = told().max_by(|(_, a), (_, b)| when(a).cmp(&when(b)));
    let Some((piece, latest)) = latest else { return };
    let tied = told().any(|(_, other)| when(other) == when(latest) && other.status != latest.status);
    let word = ENDS
        .iter()
        .find(|(status, _)| lasts(latest) && latest.status.as_ref().is_some_and(|said| said.text == *status))
        .map(|(_, word)| *word)
        .or_else(|| (latest.status.is_none() && is_over(latest)).then_some("over"));
    if let Some(word) = word.filter(|_| !tied)
        && !passage.iter().any(|piece| piece.is(crate::clearance::Operator::Template) && piece.text.contains(word))
    {
        faults.add(piece.piece.span, Fault::Status);
    }
}

/// Returns whether what was found is the day on which somebody wrote down an illness or an allergy.
fn is_only_recorded(found: &Found<'_>) -> bool {
    let is_its = |label: &str| label.eq_ignore_ascii_case("recorded");
    matches!(found.fact.kind, FactKind::Condition | FactKind::AllergyIntolerance)
        && found.fact.fields.iter().any(|field| is_its(&field.label) && field.value.span == found.value.span)
}

fn when(fact: &Fact) -> Option<jiff::civil::Date> {
    fact.begun.as_ref().map(|moment| moment.day)
}

/// Returns whether an illness or allergy has an end, of which nothing may be known but that there is one.
fn is_over(fact: &Fact) -> bool {
    let is_end = |label: &str| label.to_ascii_lowercase().starts_with("abatement");
    let has_end = || fact.fields.iter().any(|field| is_end(&field.label) && field.value.text != "false");
    matches!(fact.kind, FactKind::Condition | FactKind::AllergyIntolerance) && (fact.ended.is_some() || has_end())
}

fn lasts(fact: &Fact) -> bool {
    use FactKind::{AllergyIntolerance, CarePlan, Condition, MedicationRequest};
    matches!(fact.kind, Condition | AllergyIntolerance | MedicationRequest | CarePlan)
}

/// Returns whether the entry says that something is so, by its kind, its status, how sure it is, and whether it was done at all: of a kind
/// without words of ours nobody could tell whether it was done or asked for.
fn is_so(fact: &Fact) -> bool {
    use FactKind::{DiagnosticReport, ImagingStudy, Immunization, Observation, Procedure};
    let is_done_once = matches!(fact.kind, Observation | DiagnosticReport | ImagingStudy | Procedure | Immunization);
    // What somebody intends to take is not taken.
    let is_meant = |status: &str| fact.kind == FactKind::MedicationRequest && status == "intended";
    let is_told =
        |status: &str| SO.contains(&status) && !is_meant(status) && !(is_done_once && UNFINISHED.contains(&status));
    let status = fact.status.as_ref().is_none_or(|status| is_told(&status.text));
    let doubted = fact.fields.iter().any(|field| {
        let (label, value) = (field.label.to_ascii_lowercase(), field.value.text.to_ascii_lowercase());
        (label.starts_with("verification status") && value != "confirmed")
            || (label.starts_with("do not perform") && value != "false")
            || (label == "intent"
                && fact.kind == FactKind::MedicationRequest
                && ["proposal", "plan", "option"].contains(&value.as_str()))
    });
    let denied = || fact.kind == FactKind::Condition && fact.code.as_ref().is_some_and(is_denied);
    fact.kind != FactKind::Other && status && !doubted && !denied()
}

/// Returns whether what is shown for `code` begins with or has words that turn it, and the terminology's term has not.
fn is_denied(code: &Coded) -> bool {
    let Some(term) = &code.term else { return false };
    let [shown, term] = [&code.display, term].map(|value| value.text.to_ascii_lowercase());
    let begins =
        |text: &str| ["no", "not", "never", "negative"].contains(&text.split_whitespace().next().unwrap_or(""));
    let turns = |text: &str| ["ruled out", "rule out", "denie"].iter().any(|word| text.contains(word));
    begins(&shown) && !begins(&term) || turns(&shown) && !turns(&term)
}
