//! The days in which the facts of an answer must lie: those of a stated period, and those after or before an event.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::{Bag, Key, fact_of};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};
use crate::question::exact::is_examination;
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
        let lasts = fact.kind.lasts() && (ended.is_some() || status == Some("active"));
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

/// Returns the event that `anchor` names. Of several the first counts for what has been since, the last for what came
/// after or before.
fn event(records: &Records, anchor: &Anchor, catalogue: &BTreeMap<Key, Vec<FactRef>>) -> Option<Event> {
    let named = |key: &Key| {
        let bag = Bag::new(&key.words);
        let kind = anchor.kinds.contains(&key.kind) || (anchor.kinds.is_empty() && key.kind != FactKind::Observation);
        kind && key.kind != FactKind::Goal && anchor.topics.iter().all(|topic| bag.answers(topic))
    };
    let found = catalogue.iter().filter(|(key, _)| named(key)).flat_map(|(_, facts)| facts);
    let events = found.filter_map(|at| {
        let fact = fact_of(records, *at)?;
        // "The operation" alone names no examination.
        let is_vague = anchor.topics.is_empty() && fact.kind == FactKind::Procedure;
        if is_vague && fact.code.as_ref().is_some_and(|code| is_examination(&code.display.text)) {
            return None;
        }
        let begun = fact.begun.as_ref()?.day;
        // How long a medicine or an illness lasted is not what "after" means: it counts from when it came.
        let ended = fact.ended.as_ref().filter(|_| !fact.kind.lasts()).map_or(begun, |moment| moment.day);
        Some(Event { fact: *at, begun, ended })
    });
    match anchor.relation {
        Relation::Since => events.min_by_key(|event| (event.begun, event.fact)),
        Relation::After | Relation::Before => events.max_by_key(|event| (event.begun, event.fact)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::document::PatientIndex;
    use crate::privacy::select::{candidates, fact_of};
    use crate::progress::Unwatched;
    use crate::question::Plan;
    use crate::question::event::{Counted, counted};
    use crate::room::Room;

    #[test]
    fn an_operation_is_the_one_that_the_narrowing_counts_from() {
        let of_patient = |mut resource: Value| {
            resource["subject"] = json!({"reference": "Patient/p"});
            json!({"resource": resource})
        };
        let procedure = |code: &str, name: &str, day: &str| {
            of_patient(json!({"resourceType": "Procedure", "status": "completed", "performedDateTime": day,
                "code": {"coding": [{"system": "http://snomed.info/sct", "code": code, "display": name}]}}))
        };
        let reading = |day: &str, value: f64| {
            of_patient(json!({"resourceType": "Observation", "status": "final", "effectiveDateTime": day,
                "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "Hemoglobin A1c"}]},
                "valueQuantity": {"value": value, "unit": "%"}}))
        };
        let patient = json!({"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Varga"}]}});
        let entry = [
            patient,
            procedure("80146002", "Appendectomy", "2015-03-01"),
            procedure("428191000124101", "Documentation of current medications", "2023-05-01"),
            procedure("1", "Pre-discharge/planning visit", "2023-06-01"),
            reading("2016-04-01", 6.1),
            reading("2019-04-01", 6.4),
            reading("2022-04-01", 6.8),
        ];
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string();
        let mut room = Room::new().unwrap();
        room.add(bundle.as_bytes(), &mut Unwatched).unwrap();
        let plan = Plan::new("How did my HbA1c change after my operation?", &room.records().patients);
        let anchor = plan.anchor.as_ref().unwrap();
        let Counted::From { event, .. } = counted(room.records(), PatientIndex(0), anchor) else { panic!("no event") };
        assert_eq!(event.name, "Appendectomy");
        let selection = candidates(room.records(), &plan, None);
        let chosen = selection.event.and_then(|at| fact_of(room.records(), at)).and_then(|fact| fact.code.as_ref());
        assert_eq!(chosen.map(|code| code.display.text.as_str()), Some("Appendectomy"));
        assert!(!selection.is_outside);
        assert_eq!(selection.series.iter().map(|series| series.facts.len()).collect::<Vec<_>>(), [3]);
    }
}
