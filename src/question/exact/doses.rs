//! What a prescription says of its dose, and which prescriptions were of a time that is over.

use jiff::civil::Date;

use super::chart::{Entry, untagged};
use super::entries::is_current;
use super::resolve::Entries;
use super::words::when;
use super::{Exact, Frame, rule};
use crate::document::{Fact, FactKind};

/// Where FHIR and C-CDA have the dose: in words, else as a quantity.
const IN_WORDS: &str = "Dosage";
const AS_QUANTITY: &str = "Dosage dose";

/// Returns the dose that `fact` states, as its file has it.
fn dose(fact: &Fact) -> Option<String> {
    let of = |label: &str| {
        let stated = fact.fields.iter().filter(|field| field.label == label).map(|field| match &field.unit {
            Some(unit) => format!("{} {}", field.value.text, unit.text),
            None => field.value.text.to_string(),
        });
        let stated: Vec<String> = stated.collect();
        (!stated.is_empty()).then(|| stated.join(", then "))
    };
    of(IN_WORDS).or_else(|| of(AS_QUANTITY))
}

/// Tells the dose of each of `kept`, entries of the prescriptions that are named, by time; `None` where one does not say.
pub(super) fn answer(found: &Entries<'_, '_>, kept: &[&Entry<'_>], is_now: bool, exact: &mut Exact) -> Option<()> {
    if found.kind != FactKind::MedicationRequest || found.name.is_empty() {
        return None;
    }
    // Of what is over the last prescription counts; of what is active all do.
    let chosen: Vec<&Entry<'_>> = if is_now { kept.to_vec() } else { vec![*kept.last()?] };
    let doses: Vec<String> = chosen.iter().map(|entry| dose(entry.fact)).collect::<Option<_>>()?;
    let mut said = doses.clone();
    said.dedup();
    exact.answer = said.join("; ");
    if exact.answer.is_empty() {
        return None;
    }
    let each = chosen.iter().zip(&doses).map(|(entry, dose)| {
        let state = if is_current(entry.fact) { "active" } else { "last" };
        format!("The {state} prescription “{}” of {} says: {dose}.", untagged(entry.name()), when(entry))
    });
    exact.sentence = each.collect::<Vec<_>>().join(" ");
    exact.rules.push(rule::DOSE.to_owned());
    exact.facts = chosen.iter().map(|entry| entry.at).collect();
    Some(())
}

/// Prescriptions of a time that is over.
pub(super) struct Then<'c, 'a> {
    /// Those that were written in it, or before it and are still active.
    pub sure: Vec<&'c Entry<'a>>,
    /// How many were written before it and ended at a time that the record does not say.
    pub unsure: usize,
}

/// Returns which of `entries`, by time, are of the time that `frame` leaves.
pub(super) fn then<'c, 'a>(entries: &[&'c Entry<'a>], frame: &Frame) -> Then<'c, 'a> {
    let (mut sure, mut unsure) = (Vec::new(), 0);
    for entry in entries {
        let Some(written) = entry.day() else { continue };
        if frame.holds(Some(written))
            || is_current(entry.fact) && frame.meets(written, entry.end().unwrap_or(Date::MAX))
        {
            sure.push(*entry);
        } else if frame.meets(written, entry.end().filter(|_| is_current(entry.fact)).unwrap_or(Date::MAX)) {
            unsure += 1;
        }
    }
    Then { sure, unsure }
}
