//! What a topic names in the records of several people: what stands under one name with somebody is the same thing under its code with
//! everybody, whatever it is called there.

use std::collections::BTreeSet;

use super::ask::{Ask, Topic};
use super::chart::{Chart, Entry, Identity, asks_for_qualified};
use super::resolve::{Entries, Found, resolve};
use crate::clearance::FactRef;
use crate::document::FactKind;

/// Returns what `topic` names in each of `charts`, in their order.
pub(super) fn resolved<'c, 'a>(
    charts: &'c [Chart<'a>],
    topic: &Topic,
    ask: &Ask,
    kinds: &[FactKind],
) -> Vec<Found<'c, 'a>> {
    let all: Vec<Found<'c, 'a>> = charts.iter().map(|chart| resolve(chart, topic, ask, kinds)).collect();
    let named = all.iter().filter_map(|found| match found {
        Found::Entries(found) => Some(found),
        _ => None,
    });
    let codes: BTreeSet<(FactKind, Identity<'a>)> =
        named.flat_map(|found| found.codes.iter().map(|code| (found.kind, *code))).collect();
    if codes.is_empty() {
        return all;
    }
    let is_asked = asks_for_qualified(&topic.whole);
    let with = |(chart, found): (&'c Chart<'a>, Found<'c, 'a>)| {
        let is_coded = |entry: &Entry<'a>| {
            codes.contains(&(entry.fact.kind, entry.identity())) && (is_asked || !chart.is_qualified(entry))
        };
        match found {
            Found::Entries(mut found) => {
                let own: BTreeSet<FactRef> = found.entries.iter().map(|entry| entry.at).collect();
                let of_kind = chart.entries.iter().filter(|entry| entry.fact.kind == found.kind);
                found.entries = of_kind.filter(|entry| own.contains(&entry.at) || is_coded(entry)).collect();
                Found::Entries(found)
            }
            Found::Nothing(sought) => {
                let entries: Vec<&Entry<'a>> = chart.entries.iter().filter(|entry| is_coded(entry)).collect();
                let Some(kind) = entries.first().map(|entry| entry.fact.kind) else { return Found::Nothing(sought) };
                let entries = entries.into_iter().filter(|entry| entry.fact.kind == kind).collect();
                Found::Entries(Entries { name: topic.whole.join(" "), entries, ..Entries::none(chart, kind) })
            }
            found => found,
        }
    };
    charts.iter().zip(all).map(with).collect()
}
