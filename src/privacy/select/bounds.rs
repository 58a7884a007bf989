//! The days in which the facts of an answer must lie: those of a stated period, and those after or before an event.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::{Bag, Key, fact_of, lasting};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};
use crate::question::{Anchor, Plan, Relation};

/// The days in which the facts of an answer must lie.
pub(super) struct Bounds<'a> {
    plan: &'a Plan,
    from: Option<Date>,
    until: Option<Date>,
    /// Whether the question counts from an event that the records do not have.
    pub is_unanchored: bool,
    /// The event that the question counts from.
    pub event: Option<FactRef>,
}

impl<'a> Bounds<'a> {
    pub fn new(records: &Records, plan: &'a Plan, catalogue: &BTreeMap<Key, Vec<FactRef>>) -> Self {
        let mut bounds = Bounds { plan, from: None, until: None, is_unanchored: false, event: None };
        if let Some(anchor) = &plan.anchor {
            let event = event(records, anchor, catalogue);
            bounds.is_unanchored = event.is_none();
            bounds.event = event.as_ref().map(|event| event.fact);
            match (anchor.relation, event) {
                (_, None) => {}
                (Relation::Since, Some(event)) => bounds.from = Some(event.begun),
                (Relation::After, Some(event)) => bounds.from = event.ended.checked_add(1.day()).ok(),
                (Relation::Before, Some(event)) => bounds.until = event.begun.checked_sub(1.day()).ok(),
            }
        }
        bounds
    }

    /// Returns whether `fact` lies in those days; what lasts, if any of its days does.
    pub fn holds(&self, records: &Records, fact: FactRef) -> bool {
        let Some(fact) = fact_of(records, fact) else { return false };
        let Some(begun) = fact.begun.as_ref().map(|moment| moment.day) else {
            // What has no date may be of any time.
            return true;
        };
        let status = fact.status.as_ref().map(|status| status.text.as_str());
        let ended = fact.ended.as_ref().map(|moment| moment.day);
        let lasts = lasting(fact.kind) && (ended.is_some() || status == Some("active"));
        let last = if lasts { ended.unwrap_or(Date::MAX) } else { begun };
        let inside = |from: Option<Date>, until: Option<Date>| {
            from.is_none_or(|from| from <= last) && until.is_none_or(|until| begun <= until)
        };
        inside(self.from, self.until) && self.plan.period.as_ref().is_none_or(|p| inside(p.from, p.until))
    }
}

/// An event of the records that a question counts from.
struct Event {
    fact: FactRef,
    begun: Date,
    ended: Date,
}

/// Beginnings of the words for what is examined and no operation, though records call both procedures.
const EXAMINATIONS: &[&str] = &[
    "ultraso",
    "echo",
    "electro",
    "computed",
    "magnetic",
    "radiograph",
    "x-ray",
    "plain",
    "spirometr",
    "audiometr",
    "exam",
    "screen",
    "test",
    "assess",
    "measure",
    "review",
    "counsel",
    "education",
    "reconciliation",
    "evaluation",
    "monitor",
];

/// Returns the event that `anchor` names. Of several the first counts for what has been since, the last for what came
/// after or before.
fn event(records: &Records, anchor: &Anchor, catalogue: &BTreeMap<Key, Vec<FactRef>>) -> Option<Event> {
    let named = |key: &Key| {
        let bag = Bag::new(&key.words);
        let kind = anchor.kinds.contains(&key.kind) || (anchor.kinds.is_empty() && key.kind != FactKind::Observation);
        // "The operation" alone names no examination.
        let lower = key.words.to_lowercase();
        let examined = lower.split(' ').any(|word| EXAMINATIONS.iter().any(|start| word.starts_with(start)));
        let vague = anchor.topics.is_empty() && key.kind == FactKind::Procedure && examined;
        kind && !vague && key.kind != FactKind::Goal && anchor.topics.iter().all(|topic| bag.answers(topic))
    };
    let found = catalogue.iter().filter(|(key, _)| named(key)).flat_map(|(_, facts)| facts);
    let events = found.filter_map(|at| {
        let fact = fact_of(records, *at)?;
        let begun = fact.begun.as_ref()?.day;
        // How long a medicine or an illness lasted is not what "after" means: it counts from when it came.
        let ended = fact.ended.as_ref().filter(|_| !lasting(fact.kind)).map_or(begun, |moment| moment.day);
        Some(Event { fact: *at, begun, ended })
    });
    match anchor.relation {
        Relation::Since => events.min_by_key(|event| (event.begun, event.fact)),
        Relation::After | Relation::Before => events.max_by_key(|event| (event.begun, event.fact)),
    }
}
