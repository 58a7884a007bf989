//! Which readings can be compared, and what holds for all readings of a quantity in a request.

use std::collections::BTreeMap;

use super::Material;
use crate::clearance::FactRef;
use crate::document::{Coded, Fact, Field, PatientIndex, Reading, Records, Value};
use crate::privacy::measure::{Gauge, Told};
use crate::privacy::noise::{self, Shift};
use crate::privacy::select::{Series, fact_of};
use crate::privacy::{precision, units};

/// A quantity of one subject in a unit: readings that can be compared.
pub(super) type Measured = (Option<PatientIndex>, Option<String>, Option<&'static str>);

/// The numbers of a quantity, each with what is known of it, and the bounds of all of them.
type Readings = (Vec<(f64, Gauge)>, Vec<f64>);

/// What holds for all readings of a quantity in a request.
#[derive(Default)]
pub(super) struct Spread {
    /// The numbers that none of them may seem to have crossed.
    pub(super) bounds: Vec<f64>,
    /// By how much they are moved.
    pub(super) shift: Shift,
}

/// Returns what holds for all readings of each quantity in `series`.
pub(super) fn spreads(material: &Material<'_>, series: &[Series]) -> BTreeMap<Measured, Spread> {
    let mut readings: BTreeMap<Measured, Readings> = BTreeMap::new();
    for fact_ref in series.iter().flat_map(|series| &series.facts) {
        let Some(fact) = fact_of(material.records, *fact_ref) else { continue };
        for (code, reading) in parts(fact) {
            if let Reading::Quantity { value, number, unit } = reading {
                let subject = subject(material.records, *fact_ref);
                let measured = measured(subject, code.or(fact.code.as_ref()), unit.as_ref());
                let (readings, bounds) = readings.entry(measured).or_default();
                let gauge = gauge(fact, code, value, unit.as_ref());
                bounds.extend(gauge.bounds().chain(reference_ends(fact, value).into_iter().flatten()));
                readings.push((*number, gauge));
            }
        }
    }
    let spread = |(measured, (readings, mut bounds)): (Measured, Readings)| {
        bounds.sort_by(f64::total_cmp);
        bounds.dedup();
        let numbers = material.policy.floor.rules().numbers;
        let told = |(number, gauge): &(f64, Gauge)| gauge.told(*number, *number, &bounds, numbers);
        let shift = match readings.iter().map(told).collect::<Option<Vec<Told>>>() {
            Some(told) if material.policy.has_noise() => {
                let scale = readings.first().and_then(|(_, gauge)| gauge.quantity).and_then(|row| row.scale);
                noise::shift(&material.seed, &format!("{measured:?}"), &told, &bounds, scale)
            }
            _ => Shift::default(),
        };
        (measured, Spread { bounds, shift })
    };
    readings.into_iter().map(spread).collect()
}

pub(super) fn measured(subject: Option<PatientIndex>, code: Option<&Coded>, unit: Option<&Value>) -> Measured {
    (
        subject,
        code.and_then(|code| code.code.as_deref().map(str::to_owned)),
        unit.and_then(|unit| units::may_leave(&unit.text)),
    )
}

pub(super) fn subject(records: &Records, fact: FactRef) -> Option<PatientIndex> {
    records.documents.get(fact.document.0 as usize)?.subject
}

/// Returns what is known of the reading `value` of `fact` in `unit`: its quantity, and the reference range that stands with it, where
/// there is one only.
pub(super) fn gauge(fact: &Fact, code: Option<&Coded>, value: &Value, unit: Option<&Value>) -> Gauge {
    let quantity = precision::quantity(code.or(fact.code.as_ref()), unit.map(|unit| unit.text.as_str()));
    let [lows, highs] = reference_ends(fact, value);
    match (lows.as_slice(), highs.as_slice()) {
        ([_, _, ..], _) | (_, [_, _, ..]) => Gauge { quantity, low: None, high: None },
        (lows, highs) => Gauge { quantity, low: lows.first().copied(), high: highs.first().copied() },
    }
}

/// Returns the lower and the upper ends of the reference ranges that stand with the reading `value` of `fact`.
fn reference_ends(fact: &Fact, value: &Value) -> [Vec<f64>; 2] {
    let field = fact.fields.iter().find(|field| field.value.span == value.span);
    let item = field.filter(|field| field.label.starts_with("Component")).map(|field| field.item);
    [
        ["Reference range low", "Component reference range low"],
        ["Reference range high", "Component reference range high"],
    ]
    .map(|[own, of_part]| {
        let is_it = |field: &&Field| match item {
            None => field.label == own,
            Some(item) => field.item == item && field.label == of_part,
        };
        fact.fields.iter().filter(is_it).filter_map(|field| field.value.text.parse().ok()).collect()
    })
}

/// Returns the readings of a fact with the code of each component; its own reading has none.
pub(super) fn parts(fact: &Fact) -> Vec<(Option<&Coded>, &Reading)> {
    let own = fact.reading.iter().map(|reading| (None, reading));
    let components =
        fact.components.iter().filter_map(|part| part.reading.as_ref().map(|reading| (Some(&part.code), reading)));
    own.chain(components).collect()
}

pub(super) fn same(a: Option<&Coded>, b: Option<&Coded>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.system == b.system && a.code == b.code,
        _ => false,
    }
}

pub(super) fn has_numbers(facts: &[(FactRef, &Fact)]) -> bool {
    facts.iter().all(|(_, fact)| {
        let parts = parts(fact);
        !parts.is_empty() && parts.iter().all(|(_, reading)| matches!(reading, Reading::Quantity { .. }))
    })
}

/// Returns whether each part has the same unit in all readings: a range over kilograms and pounds says nothing.
pub(super) fn has_one_unit(facts: &[(FactRef, &Fact)]) -> bool {
    let units = |fact: &Fact| -> Vec<(Option<String>, Option<&'static str>)> {
        let unit = |reading: &Reading| match reading {
            Reading::Quantity { unit, .. } => unit.as_ref().and_then(|unit| units::may_leave(&unit.text)),
            Reading::Coded { .. } | Reading::Text { .. } => None,
        };
        parts(fact)
            .into_iter()
            .map(|(code, reading)| (code.and_then(|code| code.code.as_deref().map(str::to_owned)), unit(reading)))
            .collect()
    };
    let mut seen: BTreeMap<Option<String>, Option<&'static str>> = BTreeMap::new();
    facts.iter().flat_map(|(_, fact)| units(fact)).all(|(code, unit)| *seen.entry(code).or_insert(unit) == unit)
}
