//! The days that a question counts from: "before my surgery" is up to the day before the one operation that the record has.
//!
//! Where the question names a kind alone and the record has several of it on different days, none is taken: which is meant only the
//! question can say. Of several that a name fits, the first counts for what has been since, the last for what came after or before.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::anchor::{Anchor, Relation, Which};
use super::exact::chart::{Chart, Entry, untagged};
use super::exact::is_examination;
use super::plan;
use super::when::Range;
use crate::document::{FactKind, PatientIndex, Records};

/// An event of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What the record calls it.
    pub name: String,
    /// When it was, or began.
    pub day: Date,
}

/// What a question counts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// The days that lie to `event` as the question says, and how many others its words fit.
    From {
        /// The days.
        range: Range,
        /// The event.
        event: Event,
        /// Others, of other days.
        others: usize,
        /// Whether it is the first of them; else it is the last.
        is_first: bool,
    },
    /// The question names a kind alone, and the record has these of it, by time.
    Several(Vec<Event>),
    /// The record has no such event with a day.
    Absent,
}

/// Returns what `anchor` counts from in the records of `patient`.
pub fn counted(records: &Records, patient: PatientIndex, anchor: &Anchor) -> Counted {
    let chart = Chart::new(records, patient);
    let mut found: Vec<(&Entry<'_>, Date)> = chart
        .entries
        .iter()
        .filter(|entry| is_meant(entry, anchor) && !entry.fact.began_otherwise())
        .filter_map(|entry| Some((entry, entry.day()?)))
        .collect();
    found.sort_by_key(|(entry, day)| (*day, entry.key));
    let days: BTreeSet<Date> = found.iter().map(|(_, day)| *day).collect();
    let event = |(entry, day): &(&Entry<'_>, Date)| Event { name: untagged(entry.name()).to_owned(), day: *day };
    if anchor.topics.is_empty() && anchor.which.is_none() && days.len() > 1 {
        return Counted::Several(found.iter().map(event).collect());
    }
    let is_first = match anchor.which {
        Some(which) => which == Which::First,
        None => anchor.relation == Relation::Since,
    };
    let chosen = if is_first { found.first() } else { found.last() };
    let Some(chosen) = chosen else { return Counted::Absent };
    let (entry, begun) = *chosen;
    // How long a medicine or an illness lasted is not what "after" means: it counts from when it came.
    let lasts = entry.fact.kind.lasts();
    let ended = entry.end().filter(|end| !lasts && *end >= begun).unwrap_or(begun);
    let range = match anchor.relation {
        Relation::Since => Range { from: Some(begun), until: None },
        Relation::After => Range { from: ended.checked_add(1.day()).ok(), until: None },
        Relation::Before => Range { from: None, until: begun.checked_sub(1.day()).ok() },
    };
    Counted::From { range, event: event(chosen), others: days.len() - 1, is_first }
}

fn is_meant(entry: &Entry<'_>, anchor: &Anchor) -> bool {
    let kind = entry.fact.kind;
    let is_kind = match anchor.kinds.as_slice() {
        [] => {
            !matches!(kind, FactKind::Observation | FactKind::Goal | FactKind::FamilyMemberHistory | FactKind::Patient)
        }
        kinds => kinds.contains(&kind),
    };
    // "The operation" alone names no examination.
    let vague = anchor.topics.is_empty() && kind == FactKind::Procedure && is_examination(entry.name());
    let mut terms: BTreeSet<String> = plan::terms(entry.name()).into_iter().collect();
    let term = entry.fact.code.as_ref().and_then(|code| code.term.as_ref());
    terms.extend(term.into_iter().flat_map(|term| plan::terms(&term.text)));
    let meets = |topic: &plan::Topic| topic.iter().any(|one| one.iter().all(|term| terms.contains(term)));
    is_kind && !vague && anchor.topics.iter().all(meets)
}
