//! What entries leave open: a diagnosis that is not confirmed, a status that nobody knows, a prescription that is active while a later one of
//! the same medicine is stopped.

use jiff::civil::Date;

use super::chart::{Entry, untagged};
use super::entries::{distinct, is_current, names, nouns};
use super::words::{joined, on, when};
use super::{Exact, rule};
use crate::document::{Fact, FactKind};

/// The answer alone where the record has a diagnosis that is not confirmed.
pub(super) const NOT_CONFIRMED: &str = "not confirmed";
/// The answer alone where no entry says whether it is so now.
const NOT_SAID: &str = "the record does not say";
/// The answer alone where one prescription is active and a later one of the same medicine is stopped.
const BOTH: &str = "active, and stopped later";

/// Returns the word by which `fact`, a diagnosis or an allergy, says that it is not confirmed: hl7.org/fhir/R4/valueset-condition-ver-status.html,
/// valueset-allergyintolerance-verification.html.
pub(crate) fn unconfirmed(fact: &Fact) -> Option<&str> {
    const OPEN: [&str; 3] = ["unconfirmed", "provisional", "differential"];
    let is_of = matches!(fact.kind, FactKind::Condition | FactKind::AllergyIntolerance);
    let said =
        fact.fields.iter().filter(|_| is_of).find(|field| field.label == "Verification status")?.value.text.as_str();
    OPEN.iter().any(|open| said.to_lowercase().contains(open)).then_some(said)
}

/// Returns whether `fact` says of itself that nobody knows if it is so now, or says nothing of it.
pub(super) fn is_unknown(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    fact.kind.lasts() && !is_current(fact) && !fact.has_ended() && matches!(status, None | Some("unknown"))
}

/// Whether `fact` is a prescription that is on hold: it is neither taken nor over.
pub(super) fn is_held(fact: &Fact) -> bool {
    fact.kind == FactKind::MedicationRequest && fact.status.as_ref().is_some_and(|status| status.text == "on-hold")
}

/// Adds to an answer which of the diagnoses that it was made from are not confirmed, and which of the active medicines a later entry says to be
/// stopped.
pub(super) fn note(entries: &[&Entry<'_>], exact: &mut Exact) {
    let open = |entry: &&&Entry<'_>| exact.facts.contains(&entry.at) && unconfirmed(entry.fact).is_some();
    let open: Vec<&Entry<'_>> = entries.iter().filter(open).copied().collect();
    if !open.is_empty() && exact.answer != NOT_CONFIRMED {
        exact.sentence += &format!(" Not confirmed, as the record has it: {}.", joined(&names(&distinct(&open))));
    }
    let is_stopped = |entry: &&&Entry<'_>| {
        let later = stopped_later(entry, entries).filter(|_| is_current(entry.fact));
        exact.facts.contains(&entry.at) && later.is_some_and(|later| !exact.facts.contains(&later.at))
    };
    let stopped: Vec<&Entry<'_>> = entries.iter().filter(is_stopped).copied().collect();
    if !stopped.is_empty() {
        let names = joined(&names(&distinct(&stopped)));
        exact.sentence += &format!(" Active, but stopped by a later entry: {names}.");
        exact
            .facts
            .extend(distinct(&stopped).iter().filter_map(|entry| stopped_later(entry, entries)).map(|later| later.at));
    }
}

/// Returns the word for all of `entries`, diagnoses of which none is confirmed.
pub(super) fn all_unconfirmed<'e>(entries: &[&'e Entry<'_>]) -> Option<&'e str> {
    let last = entries.last()?;
    entries.iter().all(|entry| unconfirmed(entry.fact).is_some()).then(|| unconfirmed(last.fact))?
}

/// The last day that `entry` tells of itself: that of its end, else that on which it was written.
fn last_day(entry: &Entry<'_>) -> Option<Date> {
    entry.end().max(entry.day())
}

/// Returns the prescription of the same medicine as `active` that is the last of those that were written, or ended, later, where it is stopped.
pub(super) fn stopped_later<'c, 'a>(active: &Entry<'_>, entries: &[&'c Entry<'a>]) -> Option<&'c Entry<'a>> {
    let is_later = |entry: &&&Entry<'_>| {
        entry.fact.kind == FactKind::MedicationRequest
            && entry.identity() == active.identity()
            && last_day(entry) > active.day()
            && (entry.day() > active.day() || entry.at != active.at && entry.status() == Some("stopped"))
            && active.day().is_some()
    };
    let later = entries.iter().filter(is_later).max_by_key(|entry| (last_day(entry), entry.key));
    later.copied().filter(|entry| entry.status() == Some("stopped"))
}

/// Tells that one prescription is active, and that a `later` one of the same medicine is stopped.
pub(super) fn both(active: &Entry<'_>, later: &Entry<'_>, exact: &mut Exact) {
    exact.answer = BOTH.to_owned();
    let (name, day) = (untagged(active.name()), when(active));
    exact.sentence = match later.fact.ended.as_ref().filter(|_| later.day() <= active.day()) {
        Some(ended) => format!(
            "The record says both: the prescription “{name}” of {day} is active, and another one, of {}, has the status “stopped” and ended {}.",
            when(later),
            on(ended)
        ),
        None => format!(
            "The record says both: the prescription “{name}” of {day} is active, and a later one, of {}, has the status “stopped”.",
            when(later)
        ),
    };
    exact.rules.push(rule::BOTH.to_owned());
    exact.facts = vec![later.at, active.at];
}

/// Tells that the record does not say whether something is so now, where the newest entry of it leaves that open.
pub(super) fn unknown(entries: &[&Entry<'_>], exact: &mut Exact) -> Option<()> {
    let is_newest = |entry: &&&Entry<'_>| {
        is_unknown(entry.fact)
            && !entries.iter().any(|other| other.identity() == entry.identity() && other.day() > entry.day())
    };
    let open = entries.iter().rev().find(is_newest)?;
    let (one, _) = nouns(open.fact.kind);
    let (name, day) = (untagged(open.name()), when(open));
    exact.answer = NOT_SAID.to_owned();
    exact.sentence = match open.status() {
        Some(status) => format!(
            "The record does not say whether it is so now: the {one} “{name}” of {day} has the status “{status}”."
        ),
        None => format!("The record does not say whether it is so now: the {one} “{name}” of {day} has no status."),
    };
    exact.facts = vec![open.at];
    Some(())
}
