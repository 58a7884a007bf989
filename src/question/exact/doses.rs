//! What a prescription says of its dose, and which prescriptions were of a time that is over.

use jiff::civil::Date;

use super::chart::{Entry, untagged};
use super::entries::is_current;
use super::resolve::Entries;
use super::taken::{self, Dosage};
use super::words::when;
use super::{Exact, Frame, rule};
use crate::document::FactKind;

/// Tells the dose of each of `kept`, entries of the prescriptions that are named, by time; `None` where one does not say.
pub(super) fn answer(found: &Entries<'_, '_>, kept: &[&Entry<'_>], is_now: bool, exact: &mut Exact) -> Option<()> {
    if found.kind != FactKind::MedicationRequest || found.name.is_empty() {
        return None;
    }
    // Of what is over the last prescription counts; of what is active all do.
    let chosen: Vec<&Entry<'_>> = if is_now { kept.to_vec() } else { vec![*kept.last()?] };
    told(&chosen, exact)
}

/// Tells of each of `chosen` what it says of its dose, and of how it is taken; `None` where one does not say.
pub(super) fn told(chosen: &[&Entry<'_>], exact: &mut Exact) -> Option<()> {
    let dosages: Vec<Dosage> = chosen.iter().map(|entry| taken::dosage(entry.fact)).collect::<Option<_>>()?;
    let alone = |dosage: &Dosage| {
        let is_whole = dosage.dose.as_deref().is_some_and(taken::is_whole);
        let parts = dosage.dose.iter().chain(Some(&dosage.how).filter(|how| !how.is_empty() && !is_whole));
        parts.cloned().collect::<Vec<_>>().join(", ")
    };
    let mut said: Vec<String> = dosages.iter().map(alone).collect();
    said.dedup();
    exact.answer = said.join("; ");
    if exact.answer.is_empty() {
        return None;
    }
    let each = chosen.iter().zip(&dosages).map(|(entry, Dosage { dose, how })| {
        let state = if is_current(entry.fact) { "active" } else { "last" };
        let (name, day) = (untagged(entry.name()), when(entry));
        match dose {
            Some(dose) if how.is_empty() => format!("The {state} prescription “{name}” of {day} says: {dose}."),
            Some(dose) => format!("The {state} prescription “{name}” of {day} says: {dose}. How it is taken: {how}."),
            None => format!("The {state} prescription “{name}” of {day} says how it is taken: {how}."),
        }
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

/// Prescriptions that were stopped or ended in the time that `frame` leaves, by the day of their end; `None` where one that is over has no such
/// day and may be of that time.
pub(super) fn ended_then<'c, 'a>(entries: &[&'c Entry<'a>], frame: &Frame) -> Option<Vec<&'c Entry<'a>>> {
    const OVER: &[&str] = &["stopped", "completed", "ended", "inactive"];
    let over = entries.iter().filter(|entry| entry.status().is_some_and(|status| OVER.contains(&status)));
    let mut ended = Vec::new();
    for entry in over {
        match (entry.end(), entry.day()) {
            (Some(end), _) if frame.holds(Some(end)) => ended.push(*entry),
            (Some(_), _) => {}
            (None, Some(day)) if !frame.meets(day, Date::MAX) => {}
            (None, _) => return None,
        }
    }
    Some(ended)
}
