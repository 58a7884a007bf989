//! Where a record disagrees with itself: entries that cannot all be so, side by side and never merged.
//!
//! Only structured entries are compared, and only those that say the opposite by their codes, statuses and numbers; what is
//! right is not decided. Entries marked as entered in error are not read at all.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{dose, ingredient};
use crate::clearance::FactRef;
use crate::document::{DocumentIndex, Fact, FactKind, Moment, Reading};
use crate::question::exact::chart::{Chart, Entry, Identity, untagged};
use crate::question::exact::entries::is_current;
use crate::question::exact::{unit, words};

/// Most disagreements that are shown; more are counted.
const MOST: usize = 20;

/// Entries that cannot all be so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Disagreement {
    /// What it is about: `dose`, `allergy`, `problem` or `result`.
    pub about: &'static str,
    /// What disagrees, in our words around a name of the record.
    pub title: String,
    /// Why the entries cannot all be so.
    pub reason: &'static str,
    /// The entries, the newest first.
    pub sides: Vec<Side>,
}

/// One of the entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// What it says, in our words around values of the record.
    pub text: String,
    /// The entry.
    #[serde(skip)]
    pub fact: FactRef,
    /// Its box, by number; none before [`super::Brief::boxed`].
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
}

/// Returns where the entries of `chart` disagree, and how often beyond what is shown.
pub(super) fn all(chart: &Chart<'_>) -> (Vec<Disagreement>, usize) {
    let mut found = allergies(chart);
    found.extend(doses(chart));
    found.extend(problems(chart));
    found.extend(results(chart));
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    (found, more)
}

fn of_kind<'c, 'a>(chart: &'c Chart<'a>, kind: FactKind) -> impl Iterator<Item = &'c Entry<'a>> {
    chart.entries.iter().filter(move |entry| entry.fact.kind == kind)
}

fn side(entry: &Entry<'_>) -> Side {
    let fact = entry.fact;
    let field =
        |label: &str| fact.fields.iter().find(|field| field.label == label).map(|field| field.value.text.as_str());
    let mut text = format!("{}, {}", untagged(entry.name()), words::when(entry));
    for (label, words) in [("Dosage", "dose"), ("Criticality", "criticality")] {
        if let Some(value) = field(label) {
            text += &format!(", {words} “{value}”");
        }
    }
    if let Some(status) = entry.status() {
        text += &format!(", {status}");
    }
    if let Some(ended) = &fact.ended {
        text += &format!(" until {}", words::moment(ended));
    }
    Side { text, fact: entry.at, shown: None }
}

/// One medicine, active twice with different doses.
fn doses(chart: &Chart<'_>) -> Vec<Disagreement> {
    let mut by_name: BTreeMap<String, Vec<&Entry<'_>>> = BTreeMap::new();
    for entry in of_kind(chart, FactKind::MedicationRequest).filter(|entry| is_current(entry.fact)) {
        if let Some(name) = ingredient(entry.name()) {
            by_name.entry(name).or_default().push(entry);
        }
    }
    let differ = |(name, entries): (String, Vec<&Entry<'_>>)| {
        let (mut kept, mut known): (Vec<&Entry<'_>>, BTreeSet<String>) = Default::default();
        for entry in entries.into_iter().rev() {
            if known.insert(dose(entry.fact)) {
                kept.push(entry);
            }
        }
        (kept.len() > 1).then(|| Disagreement {
            about: "dose",
            title: format!("Dose of {name}"),
            reason: "Several prescriptions of one medicine are active, with different strengths or doses.",
            sides: kept.into_iter().map(side).collect(),
        })
    };
    by_name.into_iter().filter_map(differ).collect()
}

/// "No known allergy" beside an allergy, one substance active and not, and a prescription of what an allergy names.
fn allergies(chart: &Chart<'_>) -> Vec<Disagreement> {
    let own: Vec<&Entry<'_>> = of_kind(chart, FactKind::AllergyIntolerance).collect();
    let denies = |entry: &&&Entry<'_>| entry.name().to_lowercase().starts_with("no known");
    let is_active = |entry: &&&Entry<'_>| is_current(entry.fact);
    let mut found = Vec::new();
    let denials: Vec<&Entry<'_>> = own.iter().filter(is_active).filter(denies).copied().collect();
    let others: Vec<&Entry<'_>> = own.iter().filter(is_active).filter(|entry| !denies(entry)).copied().collect();
    if let (Some(denial), Some(_)) = (denials.last(), others.last()) {
        found.push(Disagreement {
            about: "allergy",
            title: "Whether there is an allergy".to_owned(),
            reason: "One entry says that no allergy is known, others name allergies; all are active.",
            sides: std::iter::once(*denial).chain(others.iter().rev().copied()).map(side).collect(),
        });
    }
    found.extend(opposed(
        chart,
        FactKind::AllergyIntolerance,
        "allergy",
        "One entry of this substance is active, another one is not.",
    ));
    for allergy in &others {
        let Some(substance) = ingredient(untagged(allergy.name())) else { continue };
        let taken: Vec<&Entry<'_>> = of_kind(chart, FactKind::MedicationRequest)
            .filter(|entry| {
                is_current(entry.fact)
                    && entry.name().to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == substance)
            })
            .collect();
        if let Some(newest) = taken.last() {
            found.push(Disagreement {
                about: "allergy",
                title: format!("{} is an allergy, and prescribed", words::capital(&substance)),
                reason: "An active prescription names what an active allergy entry names.",
                sides: vec![side(newest), side(allergy)],
            });
        }
    }
    found
}

/// One problem that is there and is over, or is refuted.
fn problems(chart: &Chart<'_>) -> Vec<Disagreement> {
    opposed(
        chart,
        FactKind::Condition,
        "problem",
        "One entry of this condition is active, another one of the same or a later time says that it is over or not so.",
    )
}

/// Entries of one code of which one is active and another, begun before it or never dated, was over later or is refuted.
fn opposed(chart: &Chart<'_>, kind: FactKind, about: &'static str, reason: &'static str) -> Vec<Disagreement> {
    let documents = (0_u32..).map(DocumentIndex).zip(&chart.records.documents);
    let refuted: Vec<(FactRef, &Fact)> = documents
        .filter(|(_, document)| document.subject == Some(chart.patient))
        .flat_map(|(index, document)| {
            let facts = document.facts().iter().enumerate();
            facts.map(move |(number, fact)| (FactRef { document: index, fact: number }, fact))
        })
        .filter(|(_, fact)| {
            fact.kind == kind
                && !fact.is_superseded()
                && fact.status.as_ref().is_some_and(|status| status.text == "refuted")
        })
        .collect();
    let mut found = Vec::new();
    let mut seen: BTreeSet<Identity<'_>> = BTreeSet::new();
    let mut not_current: BTreeMap<Identity<'_>, Vec<&Entry<'_>>> = BTreeMap::new();
    for entry in of_kind(chart, kind).filter(|entry| !is_current(entry.fact)) {
        not_current.entry(entry.identity()).or_default().push(entry);
    }
    for active in of_kind(chart, kind).filter(|entry| is_current(entry.fact)) {
        let identity = active.identity();
        if identity.code().is_none() || seen.contains(&identity) {
            continue;
        }
        let over = not_current.get(&identity).into_iter().flatten().copied();
        let over = over.filter(|other| other.end().or(other.day()) >= active.day());
        let mut sides: Vec<Side> = vec![side(active)];
        sides.extend(over.map(side));
        let denied = refuted.iter().filter(|(_, fact)| chart.identity_of(fact.code.as_ref()) == identity);
        sides.extend(denied.map(|(at, fact)| Side {
            text: format!("{}, refuted", untagged(fact.code.as_ref().map_or("", |code| code.display.text.as_str()))),
            fact: *at,
            shown: None,
        }));
        if sides.len() > 1 {
            seen.insert(identity);
            found.push(Disagreement { about, title: untagged(active.name()).to_owned(), reason, sides });
        }
    }
    found
}

/// The number of a reading, and its unit.
fn value<'a>(entry: &Entry<'a>) -> Option<(f64, &'a str)> {
    let fact: &'a Fact = entry.fact;
    match &fact.reading {
        Some(Reading::Quantity { number, unit, .. }) => {
            Some((*number, unit.as_ref().map_or("", |unit| unit.text.as_str())))
        }
        _ => None,
    }
}

/// Two values of one thing at one moment.
fn results(chart: &Chart<'_>) -> Vec<Disagreement> {
    let mut found: Vec<Disagreement> = Vec::new();
    let own: Vec<&Entry<'_>> = of_kind(chart, FactKind::Observation).filter(|entry| entry.key.0.is_some()).collect();
    // A day alone is no moment: two readings of one day may both be right.
    let has_time = |entry: &Entry<'_>| entry.fact.begun.as_ref().is_some_and(Moment::has_time);
    let mut moments: BTreeMap<_, Vec<&Entry<'_>>> = BTreeMap::new();
    for entry in own.into_iter().filter(|entry| has_time(entry)) {
        let identity = entry.identity();
        if identity.code().is_some() {
            moments.entry((entry.key.0, identity)).or_default().push(entry);
        }
    }
    for entries in moments.into_values().rev().filter(|entries| entries.len() > 1) {
        let mut kept: Vec<&Entry<'_>> = Vec::new();
        for entry in entries {
            let Some((number, own)) = value(entry) else { continue };
            let same = |known: &&Entry<'_>| {
                value(known).is_some_and(|(other, unit)| {
                    unit::convert(number, own, unit).is_some_and(|number| (number - other).abs() < 1e-9)
                })
            };
            if !kept.iter().any(same) {
                kept.push(entry);
            }
        }
        if kept.len() > 1 {
            let sides = kept.iter().map(|entry| {
                let (number, unit) = value(entry).unwrap_or_default();
                Side {
                    text: format!("{}, {}", words::quantity(number, Some(unit)), words::when(entry)),
                    fact: entry.at,
                    shown: None,
                }
            });
            found.push(Disagreement {
                about: "result",
                title: kept.first().map_or_else(String::new, |entry| untagged(entry.name()).to_owned()),
                reason: "Two different values have the same time stamp.",
                sides: sides.collect(),
            });
        }
    }
    found
}
