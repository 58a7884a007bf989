//! What the patients of a cohort have between them: their entries of a kind, a figure of their values, and whose is the highest.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::super::ask::{Ask, Cohort, Pick, Standing, Topic, Want};
use super::super::chart::{Chart, Entry, Identity, untagged};
use super::super::entries::{distinct, is_current, is_over, nouns};
use super::super::resolve::{Found, resolve};
use super::super::words::{many, quantity, value};
use super::super::{Exact, Form, Frame, denies_kind, later, rule, says_unknown, unit, unsettled};
use super::{BOXES, Member, listed};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};

/// What several patients have, by what they call it.
struct Counted {
    names: BTreeMap<String, usize>,
    at: FactRef,
}

impl Counted {
    /// Returns what most call it (of several the first by letters), how many have it, and the first entry.
    fn row(self) -> Option<(String, usize, FactRef)> {
        let all = self.names.values().sum();
        let name = self.names.into_iter().rev().max_by_key(|(_, count)| *count)?.0;
        Some((name, all, self.at))
    }
}

pub(in super::super) fn of_kinds(
    members: &[Member<'_, '_>],
    kinds: &[FactKind],
    ask: &Ask,
    head: &str,
    today: Option<Date>,
    exact: &mut Exact,
) -> Option<()> {
    let [kind] = kinds else { return None };
    let ever = ask.standing == Standing::Ever || ask.past_tense;
    let mut counts: BTreeMap<Identity<'_>, Counted> = BTreeMap::new();
    let mut is_open = false;
    for member in members {
        let own: Vec<&Entry<'_>> = member
            .chart
            .entries
            .iter()
            .filter(|entry| entry.fact.kind == *kind && (ever || is_current(entry.fact)))
            .filter(|entry| !denies_kind(entry.fact) && !says_unknown(entry.fact))
            .collect();
        let is_taken = |entry: &&Entry<'_>| ever || !unsettled::is_not_taken(entry.fact) && !is_over(entry.fact, today);
        is_open |= !ever && own.iter().any(|entry| unsettled::is_doubtful(entry.fact, today));
        let own: Vec<&Entry<'_>> = own.into_iter().filter(is_taken).collect();
        for entry in distinct(&own) {
            let counted =
                counts.entry(entry.identity()).or_insert_with(|| Counted { names: BTreeMap::new(), at: entry.at });
            *counted.names.entry(entry.name().to_owned()).or_insert(0) += 1;
        }
    }
    let mut rows: Vec<(String, usize, FactRef)> = counts.into_values().filter_map(Counted::row).collect();
    // That nobody takes anything is not told beside what is active and may be taken.
    if rows.is_empty() && is_open {
        return None;
    }
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    exact.rules.push(if ever { rule::EVER } else { rule::TAKING }.to_owned());
    if ask.want == Want::Count {
        exact.answer = rows.len().to_string();
        exact.sentence = format!("{head} have {} different {}.", rows.len(), nouns(*kind).1);
        return Some(());
    }
    exact.answer = if rows.is_empty() {
        "none".to_owned()
    } else {
        rows.iter().map(|row| row.0.clone()).collect::<Vec<_>>().join("; ")
    };
    let names: Vec<String> = rows.iter().map(|(name, count, _)| format!("{} ({count})", untagged(name))).collect();
    exact.sentence = if names.is_empty() {
        format!("{head}; none of them has an active entry of this kind.")
    } else {
        format!("{head}. In brackets, how many of them: {}.", listed(&names))
    };
    exact.facts.extend(rows.iter().map(|row| row.2));
    exact.facts.truncate(BOXES);
    Some(())
}

pub(in super::super) fn of_measure(
    members: &[Member<'_, '_>],
    topic: &Topic,
    ask: &Ask,
    about: &str,
    span: &str,
    exact: &mut Exact,
) -> Option<()> {
    let mut values: Vec<(f64, FactRef)> = Vec::new();
    let (mut unit, mut name) = (None::<String>, String::new());
    let frame = Frame::of(ask);
    for member in members {
        let Found::Readings(readings) = resolve(member.chart, topic, ask, &[]) else { continue };
        if readings.is_pair {
            return None;
        }
        let Some(latest) = readings.points.iter().rev().find(|point| frame.holds(point.entry.day())) else { continue };
        if later::is_told(member.chart, &readings, &frame) {
            return None;
        }
        let own = latest.unit.unwrap_or_default();
        let target = unit.get_or_insert_with(|| own.to_owned());
        values.push((unit::convert(latest.number?, own, target)?, latest.entry.at));
        name.clone_from(&readings.name);
    }
    let unit = unit.as_deref();
    let (word, result) = match (ask.want, ask.pick) {
        (Want::Average, _) => ("average", values.iter().map(|value| value.0).sum::<f64>() / values.len() as f64),
        (_, Some(Pick::Highest)) => ("highest", values.iter().map(|value| value.0).max_by(f64::total_cmp)?),
        (_, Some(Pick::Lowest)) => ("lowest", values.iter().map(|value| value.0).min_by(f64::total_cmp)?),
        _ => return None,
    };
    if values.is_empty() {
        return None;
    }
    exact.form = if word == "average" { Form::Average } else { Form::Highest };
    exact.answer = quantity(result, unit);
    exact.sentence = format!(
        "The {word} {name} of the {}{about}{span} that have one is {}.",
        many(values.len() as i64, "patient"),
        exact.answer
    );
    exact.rules.push(rule::COHORT_LATEST.to_owned());
    exact.facts = values.iter().take(BOXES).map(|value| value.1).collect();
    Some(())
}

/// "Who has the highest …?"
pub(super) fn highest(records: &Records, ask: &Ask, cohort: &Cohort, charts: &[Chart<'_>]) -> Option<Exact> {
    let [topic] = cohort.having.as_slice() else { return None };
    let high = ask.pick == Some(Pick::Highest);
    let frame = Frame::of(ask);
    let mut numeric = ask.clone();
    numeric.want = Want::Average;
    let mut best: Option<(f64, String, String, FactRef)> = None;
    let (mut unit, mut name) = (None::<String>, String::new());
    for chart in charts {
        let Found::Readings(readings) = resolve(chart, topic, &numeric, &[]) else { continue };
        let Some(latest) = readings.points.iter().rev().find(|point| frame.holds(point.entry.day())) else { continue };
        if later::is_told(chart, &readings, &frame) {
            return None;
        }
        let own = latest.unit.unwrap_or_default();
        let target = unit.get_or_insert_with(|| own.to_owned());
        let number = unit::convert(latest.number?, own, target)?;
        let patient = records.patients.get(chart.patient.0 as usize)?.name.clone();
        name.clone_from(&readings.name);
        let better = best.as_ref().is_none_or(|(known, ..)| if high { number > *known } else { number < *known });
        if better {
            best = Some((number, patient, value(latest), latest.entry.at));
        }
    }
    let (_, patient, shown, at) = best?;
    let mut exact = Exact::new(Form::Cohort);
    exact.sentence = format!("{patient} has the {} latest {name}: {shown}.", if high { "highest" } else { "lowest" });
    exact.answer = patient;
    exact.rules = vec![rule::COHORT.to_owned(), rule::COHORT_LATEST.to_owned()];
    exact.facts = vec![at];
    Some(exact)
}
