//! Visits by why somebody was there: "how many times was she in the emergency room for her asthma".

use jiff::civil::Date;

use super::ask::{Ask, Topic, Visit};
use super::chart::{Chart, Entry, terms};
use super::resolve::{Entries, all_of, meets, sought_for};
use super::{Exact, Frame, entries};
use crate::document::FactKind;

/// Returns the visits of that sort whose name or reason is what `topic` names; `None` where the record has no visit of that sort, or none for
/// that.
pub(super) fn for_reason<'c, 'a>(chart: &'c Chart<'a>, visit: Visit, topic: &Topic) -> Option<Entries<'c, 'a>> {
    let units = sought_for(topic).units;
    if units.is_empty() {
        return None;
    }
    let is_for = |entry: &Entry<'_>| {
        let mut reasons = entry.fact.fields.iter().filter(|field| field.label == "Reason");
        meets(&terms(entry.name()), &units) || reasons.any(|reason| meets(&terms(&reason.value.text), &units))
    };
    let mut found = all_of(chart, FactKind::Encounter, Some(visit));
    found.entries.retain(|entry| is_for(entry));
    found.name = format!("{}, {}", found.name, topic.whole.join(" "));
    (!found.entries.is_empty()).then_some(found)
}

/// Answers what is asked of visits for one reason; that there was none of a time is left to retrieval.
pub(super) fn answer(ask: &Ask, found: Entries<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let is_there = found.entries.iter().any(|entry| frame.holds(entry.day()));
    is_there.then(|| entries::answer(ask, &found, frame, today))?
}
