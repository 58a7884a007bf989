//! Visits by why somebody was there: "how many times was she in the emergency room for her asthma".

use jiff::civil::Date;

use super::ask::{Ask, Stays, Topic, Visit, Want};
use super::chart::{Chart, Entry, terms};
use super::resolve::{Entries, all_of, is_visit, meets, sought_for};
use super::{Exact, Frame, entries, rule};
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind};

/// Whether `fact` is of a visit that somebody came to and that has no end.
pub(super) fn goes_on(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    let is_there = matches!(status, Some("arrived" | "triaged" | "in-progress"));
    fact.kind == FactKind::Encounter && is_there && !fact.has_ended()
}

/// Whether `entry` is of the time of `frame`: of a visit any of its days may lie in it.
pub(super) fn is_in(entry: &Entry<'_>, frame: &Frame) -> bool {
    let begun = entry.day().filter(|_| entry.fact.kind == FactKind::Encounter);
    let Some(begun) = begun else { return frame.holds(entry.day()) };
    frame.meets(begun, entry.end().unwrap_or(if goes_on(entry.fact) { Date::MAX } else { begun }))
}

/// Whether visits are looked for on each of their days, and not on that alone on which they began.
pub(super) fn overlap(ask: &Ask, kind: FactKind) -> bool {
    let is_plain = ask.pick.is_none() && ask.event.is_none() && !ask.begins;
    let is_of = matches!(ask.want, Want::Whether | Want::Count | Want::List | Want::Value);
    kind == FactKind::Encounter && is_plain && is_of
}

/// Whether one of `within`, visits of the time of `frame`, began before it.
pub(super) fn reach(within: &[&Entry<'_>], frame: &Frame) -> bool {
    within.iter().any(|entry| !frame.holds(entry.day()))
}

/// Returns to which time the visits `within` that of `frame` belong.
pub(super) fn rule(within: &[&Entry<'_>], frame: &Frame) -> &'static str {
    if reach(within, frame) { rule::VISIT_OVERLAP } else { rule::BEGUN }
}

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
    let is_there = found.entries.iter().any(|entry| is_in(entry, frame));
    is_there.then(|| entries::answer(ask, &found, frame, today))?
}

/// Of several people those who are, or were, somewhere: "who is in hospital".
pub(super) struct People<'f> {
    pub visit: Visit,
    pub stays: Stays,
    pub frame: &'f Frame,
    pub today: Option<Date>,
}

impl People<'_> {
    /// Returns the visits by which the patient of `chart` is one of them; `None` where there is none.
    pub fn of(&self, chart: &Chart<'_>) -> Option<Vec<FactRef>> {
        let is_begun = |entry: &&Entry<'_>| entry.day().is_some_and(|day| self.today.is_none_or(|today| day <= today));
        let is_meant = |entry: &&Entry<'_>| match self.stays {
            Stays::Now => goes_on(entry.fact),
            Stays::Ever => is_in(entry, self.frame),
        };
        let own = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Encounter);
        let own = own.filter(|entry| is_visit(entry, self.visit)).filter(is_begun).filter(is_meant);
        let own: Vec<FactRef> = own.map(|entry| entry.at).collect();
        (!own.is_empty()).then_some(own)
    }
}
