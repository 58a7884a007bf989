//! What the record says of the person: age, birth, death, sex, and the age on the day of something.

use jiff::civil::Date;

use super::ask::{About, Ask, Want};
use super::chart::{self, Chart, Entry};
use super::entries::{distinct, each_day};
use super::resolve::{Found, resolve};
use super::words::{self, day, many};
use super::{Exact, Form, Frame, absent, near, rule};
use crate::document::{FactKind, Patient};

/// Answers how old the patient was on the day of what is named.
pub(super) fn age_then(ask: &Ask, patient: &Patient, chart: &Chart<'_>) -> Option<Exact> {
    let [topic] = ask.topics.as_slice() else { return None };
    let mut plain = ask.clone();
    plain.want = Want::Whether;
    let found = match resolve(chart, topic, &plain, &ask.kinds) {
        Found::Entries(found) => found,
        Found::Nothing(sought) => return absent::answer(chart, &sought, &Frame::default(), Form::Fact),
        Found::Readings(_) | Found::Unclear => return None,
    };
    let dated = found.entries.iter().filter(|entry| entry.day().is_some()).copied().collect();
    let dated = each_day(dated, found.kind);
    // "The wrist thing" is one thing where only one is of the wrist.
    if topic.words.iter().all(|word| near::is_of_body(word)) && distinct(&found.entries).len() > 1 {
        return None;
    }
    let place = ask.pick.map_or(Some(0), |pick| pick.place(dated.len()))?;
    let entry = dated.get(place)?;
    if entry.fact.is_dated_by_recording() || dated.iter().any(|entry| entry.fact.began_otherwise()) {
        return age_said(&dated);
    }
    let (birth, then) = (patient.birth?, entry.day()?);
    let years = birth.until((jiff::Unit::Year, then)).ok().filter(|_| birth <= then)?.get_years();
    let mut exact = Exact::new(Form::Fact);
    exact.answer = years.to_string();
    exact.sentence = format!(
        "{} on the day of “{}”, {}.",
        many(i64::from(years), "year"),
        chart::untagged(entry.name()),
        words::when(entry)
    );
    exact.rules = vec![rule::AGE_THEN.to_owned()];
    exact.facts = vec![entry.at];
    Some(exact)
}

/// Answers with the age at which the only one of `entries` began, where it says that.
fn age_said(entries: &[&Entry<'_>]) -> Option<Exact> {
    let [entry] = entries else { return None };
    let mut onsets = entry.fact.fields.iter().filter(|field| field.label.starts_with("Onset"));
    let onset = onsets.next().filter(|field| field.label == "Onset" && onsets.next().is_none())?;
    let years: i64 = onset.value.text.parse().ok()?;
    if !matches!(onset.unit.as_ref()?.text.as_str(), "a" | "yr" | "yrs" | "year" | "years" | "Years") {
        return None;
    }
    let mut exact = Exact::new(Form::Fact);
    exact.answer = years.to_string();
    exact.sentence =
        format!("{} at the beginning of “{}”, as its entry says.", many(years, "year"), chart::untagged(entry.name()));
    exact.facts = vec![entry.at];
    Some(exact)
}

/// Answers with the year alone of a day of birth or death.
pub(super) fn only_year(mut exact: Exact) -> Exact {
    if let Some((year, _)) = exact.answer.split_once('-') {
        exact.answer = year.to_owned();
    }
    exact
}

pub(super) fn person(about: About, patient: &Patient, chart: &Chart<'_>, today: Option<Date>) -> Option<Exact> {
    let mut exact = Exact::new(Form::Fact);
    exact.facts =
        chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Patient).map(|entry| entry.at).collect();
    match about {
        About::Birth => {
            let birth = patient.birth?;
            exact.answer = birth.to_string();
            exact.sentence = format!("The day of birth in the record is {}.", day(birth));
        }
        About::Death => {
            let death = patient.death?;
            exact.answer = death.to_string();
            exact.sentence = format!("The day of death in the record is {}.", day(death));
        }
        About::Sex => {
            exact.answer = patient.gender.clone()?;
            exact.sentence = format!("The record says: {}.", exact.answer);
        }
        About::AgeThen | About::AgeAtDeath => return None,
        About::Age => {
            let until = patient.death.or(today)?;
            let birth = patient.birth?;
            let years = birth.until((jiff::Unit::Year, until)).ok()?.get_years();
            exact.answer = years.to_string();
            exact.sentence = if patient.death.is_some() {
                format!("{} at the time of death, {}.", many(i64::from(years), "year"), day(until))
            } else {
                format!("{}, on {}.", many(i64::from(years), "year"), day(until))
            };
            exact.rules.push(rule::AGE.to_owned());
        }
    }
    Some(exact)
}
