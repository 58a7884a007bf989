//! What the record says of the person: age, birth, death, sex, and the age on the day of something.

use jiff::civil::Date;

use super::ask::{About, Ask, Want};
use super::chart::{self, Chart, Entry};
use super::entries::{distinct, each_day};
use super::resolve::{Found, resolve};
use super::words::{self, day, many};
use super::{Exact, Form, Frame, absent, near, removed, rule};
use crate::clearance::FactRef;
use crate::document::{FactKind, Patient};
use crate::question::plan::Word;
use crate::question::when::Range;

/// Answers how old the patient was on the day of what is named.
pub(super) fn age_then(ask: &Ask, patient: &Patient, chart: &Chart<'_>) -> Option<Exact> {
    let [topic] = ask.topics.as_slice() else { return None };
    let mut plain = ask.clone();
    plain.want = Want::Whether;
    let found = match resolve(chart, topic, &plain, &ask.kinds) {
        Found::Entries(mut found) => {
            found.entries = removed::without(topic, ask, found.entries);
            found
        }
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

/// Answers how old the patient was on the day that `range` is; of a longer time it may be one of two ages.
pub(super) fn age_on(range: Range, patient: &Patient, chart: &Chart<'_>, today: Option<Date>) -> Option<Exact> {
    let (then, birth) = (range.from.filter(|from| range.until == Some(*from))?, patient.birth?);
    let last = patient.death.into_iter().chain(today).min();
    let years = birth.until((jiff::Unit::Year, then)).ok()?.get_years();
    if then < birth || last.is_some_and(|last| last < then) {
        return None;
    }
    let mut exact = Exact::new(Form::Fact);
    exact.answer = years.to_string();
    exact.sentence = format!("{}, on {}.", many(i64::from(years), "year"), day(then));
    exact.rules = vec![rule::AGE_ON.to_owned()];
    exact.facts = of_person(chart);
    Some(exact)
}

/// Returns the day to which what goes on is counted: of who has died the day of death, unless it is asked how long ago something was.
pub(super) fn until(ask: &Ask, words: &[Word], patient: &Patient, today: Option<Date>) -> Option<Date> {
    let is_counted_from = words.iter().any(|word| matches!(word.lower.as_str(), "since" | "ago" | "passed"));
    let goes_on = ask.want == Want::Span && ask.begins && !is_counted_from;
    let death = patient.death.filter(|_| goes_on);
    today.map(|today| death.map_or(today, |death| today.min(death)))
}

/// Adds the day of death to what is told as being so now.
pub(super) fn note_death(ask: &Ask, patient: &Patient, chart: &Chart<'_>, exact: &mut Exact) {
    let is_now = exact.rules.iter().any(|rule| rule == rule::TAKING || rule == rule::HAVING);
    let is_counted = ask.want == Want::Span && ask.begins && exact.sentence.contains(", counted to ");
    let Some(death) = patient.death.filter(|_| !exact.is_absent && exact.answer != "no") else { return };
    if is_now || is_counted {
        exact.sentence += &format!(" The day of death in the record is {}.", day(death));
        exact.facts.extend(of_person(chart));
    }
}

/// The entries of who the record is of.
fn of_person(chart: &Chart<'_>) -> Vec<FactRef> {
    chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Patient).map(|entry| entry.at).collect()
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
    exact.facts = of_person(chart);
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
