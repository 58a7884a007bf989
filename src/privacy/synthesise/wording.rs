//! Our own words around a fact.

use crate::document::{Fact, FactKind};

/// Returns the words before a fact's name.
pub(super) fn lead(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Condition => "Condition: ",
        FactKind::AllergyIntolerance => "Allergy: ",
        FactKind::MedicationRequest => "Medication: ",
        FactKind::Procedure => "Procedure: ",
        FactKind::Immunization => "Immunization: ",
        FactKind::DiagnosticReport => "Report: ",
        FactKind::CarePlan => "Care plan: ",
        FactKind::Encounter => "Visit: ",
        FactKind::ImagingStudy => "Imaging: ",
        FactKind::Device => "Device: ",
        FactKind::Goal => "Goal: ",
        FactKind::FamilyMemberHistory => "Family history: ",
        FactKind::Patient | FactKind::CareTeam | FactKind::Observation | FactKind::Other => "",
    }
}

/// Returns the words before the moments `fact` began and ended.
pub(super) fn when(fact: &Fact) -> (&'static str, &'static str) {
    match fact.kind {
        _ if fact.is_dated_by_recording() => (", recorded ", ", until "),
        FactKind::Condition | FactKind::AllergyIntolerance => (", since ", ", until "),
        FactKind::MedicationRequest => (", prescribed ", ", until "),
        FactKind::Immunization => (", given ", ", until "),
        FactKind::Procedure => (", done ", ", until "),
        _ => (", ", ", until "),
    }
}

/// Returns our words for a clinical or workflow status of FHIR R4 that an answer needs; of what has none and ended, that it is over.
pub(super) fn status(fact: &Fact) -> Option<&'static str> {
    let lasting = matches!(
        fact.kind,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest | FactKind::CarePlan
    );
    let is_over = matches!(fact.kind, FactKind::Condition | FactKind::AllergyIntolerance) && fact.has_ended();
    let said = fact.status.as_ref().filter(|_| lasting).map_or("", |status| status.text.as_str());
    match said {
        "active" => Some(" It is active."),
        "recurrence" | "relapse" => Some(" It came back."),
        "inactive" => Some(" It is inactive."),
        "remission" => Some(" It is in remission."),
        "resolved" => Some(" It is resolved."),
        "completed" => Some(" It is completed."),
        "stopped" => Some(" It was stopped."),
        "on-hold" => Some(" It is on hold."),
        "revoked" => Some(" It was cancelled."),
        _ => is_over.then_some(" It is over."),
    }
}
