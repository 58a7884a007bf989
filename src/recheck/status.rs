//! Holds what is told as so to what the records say became of it.

use super::{Fault, Faults, Read};
use crate::document::{Fact, FactKind};

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
    let latest = told().max_by(|(_, a), (_, b)| when(a).cmp(&when(b)));
    let Some((piece, latest)) = latest else { return };
    let tied = told().any(|(_, other)| when(other) == when(latest) && other.status != latest.status);
    let word = ENDS
        .iter()
        .find(|(status, _)| lasts(latest) && latest.status.as_ref().is_some_and(|said| said.text == *status));
    if let Some((_, word)) = word.filter(|_| !tied)
        && !passage.iter().any(|piece| piece.is(crate::clearance::Operator::Template) && piece.text.contains(word))
    {
        faults.add(piece.piece.span, Fault::Status);
    }
}

fn when(fact: &Fact) -> Option<jiff::civil::Date> {
    fact.begun.as_ref().map(|moment| moment.day)
}

fn lasts(fact: &Fact) -> bool {
    use FactKind::{AllergyIntolerance, CarePlan, Condition, MedicationRequest};
    matches!(fact.kind, Condition | AllergyIntolerance | MedicationRequest | CarePlan)
}

/// Returns whether the entry says that something is so, by its status, how sure it is, and whether it was done at all.
fn is_so(fact: &Fact) -> bool {
    let status = fact.status.as_ref().is_none_or(|status| SO.contains(&status.text.as_str()));
    let doubted = fact.fields.iter().any(|field| {
        let (label, value) = (field.label.to_ascii_lowercase(), field.value.text.to_ascii_lowercase());
        (label.starts_with("verification status") && value != "confirmed")
            || (label.starts_with("do not perform") && value != "false")
    });
    status && !doubted
}
