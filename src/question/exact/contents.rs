//! What an entry holds beside its name: the activities of a care plan, the parts of the body in an imaging study.

use std::collections::BTreeSet;

use super::entries::is_current;
use super::plainly::Contents;
use super::{Exact, Form, rule};
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind, Field, Records};

/// Labels of the activities of a plan.
const ACTIVITIES: &[&str] =
    &["Activity detail code", "Activity code", "Activity detail description", "Activity description"];
/// Labels of the parts of the body of a study.
const SITES: &[&str] = &["Series body site", "Body site"];

/// Answers what `of` names of the entries that `dated` tells the days of.
pub(super) fn answer(records: &Records, dated: &Exact, of: Contents) -> Option<Exact> {
    if dated.is_absent {
        return None;
    }
    let fact = |at: &FactRef| records.documents.get(at.document.0 as usize)?.facts().get(at.fact);
    let own: Vec<(FactRef, &Fact)> = dated.facts.iter().filter_map(|at| Some((*at, fact(at)?))).collect();
    let fits = |fact: &Fact| match of {
        Contents::Activities => fact.kind == FactKind::CarePlan,
        Contents::Sites { only_rays } => fact.kind == FactKind::ImagingStudy && (!only_rays || is_of_rays(fact)),
    };
    let kept: Vec<&(FactRef, &Fact)> = own.iter().filter(|(_, fact)| fits(fact)).collect();
    // What is asked of something else is not answered by what it has.
    if of == Contents::Activities && kept.len() != own.len() {
        return None;
    }
    // What was called off or is forbidden, and what a plan has that is not in force, is nothing to do.
    if of == Contents::Activities && !kept.iter().all(|(_, fact)| is_in_force(fact)) {
        return None;
    }
    let labels = if of == Contents::Activities { ACTIVITIES } else { SITES };
    let mut seen = BTreeSet::new();
    let values = kept.iter().flat_map(|(_, fact)| &fact.fields).filter(|field| labels.contains(&field.label.as_ref()));
    let values: Vec<&str> =
        values.map(|field| field.value.text.as_str()).filter(|text| seen.insert(text.to_lowercase())).collect();
    if values.is_empty() {
        return None;
    }
    let mut exact = Exact::new(Form::List);
    exact.answer = values.join("; ");
    exact.sentence = format!("The record says: {}.", exact.answer);
    exact.rules = vec![rule::DISTINCT.to_owned()];
    exact.facts = kept.iter().map(|(at, _)| *at).collect();
    Some(exact)
}

/// Whether a care plan is active, and each of its activities may still be done: hl7.org/fhir/R4/valueset-care-plan-activity-status.html.
fn is_in_force(plan: &Fact) -> bool {
    const OFF: &[&str] = &["cancelled", "stopped", "on-hold", "entered-in-error"];
    let is_off =
        |field: &Field| match field.label.strip_prefix("Activity ").map(|label| label.trim_start_matches("detail ")) {
            Some("status") => OFF.contains(&field.value.text.as_str()),
            Some("do not perform" | "prohibited") => field.value.text == "true",
            _ => false,
        };
    is_current(plan) && !plan.is_wished() && !plan.fields.iter().any(is_off)
}

/// Whether an imaging study was made by X-rays.
fn is_of_rays(fact: &Fact) -> bool {
    let mut said = fact.fields.iter().filter(|field| field.label.contains("modality"));
    said.any(|field| {
        let modality = field.value.text.to_lowercase();
        modality.contains("radiograph") || modality.contains("x-ray")
    })
}
