//! How the dosage of a prescription says that something is taken: how much, how often, on which days, at need, and how much at most.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;

use super::words::joined;
use crate::document::moment::Precision;
use crate::document::{Fact, FactKind, Field};

/// Where FHIR and C-CDA have the dose: in words, else as a quantity.
const IN_WORDS: &str = "Dosage";
const AS_QUANTITY: &str = "Dosage dose";

/// What a prescription says of how it is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dosage {
    /// The dose as its file has it, in words or as a quantity.
    pub dose: Option<String>,
    /// What its other elements say that the words do not, in ours.
    pub how: String,
}

/// Returns how `fact` says that it is taken; `None` where it does not say, or not in one way.
pub(super) fn dosage(fact: &Fact) -> Option<Dosage> {
    let of = |label: &str| {
        let stated: Vec<String> = fact
            .fields
            .iter()
            .filter(|field| field.label == label)
            .map(with_unit)
            .filter(|said| !said.is_empty())
            .collect();
        (!stated.is_empty()).then(|| stated.join(", then "))
    };
    let dose = of(IN_WORDS).or_else(|| of(AS_QUANTITY));
    // A range, or a rate, is no dose that is told here.
    let other = ["Dosage dose low", "Dosage dose high", "Dosage rate"];
    if dose.is_none() && fact.fields.iter().any(|field| other.iter().any(|label| field.label.starts_with(label))) {
        return None;
    }
    let hows: BTreeSet<Vec<String>> = items(fact).map(|item| how(&item)).collect::<Option<_>>()?;
    // What one dosage says of itself another does not say.
    let how = match hows.len() {
        0 | 1 => hows.into_iter().next().unwrap_or_default().join(", "),
        _ => return None,
    };
    (dose.is_some() || !how.is_empty()).then_some(Dosage { dose, how })
}

/// Whether `dose` itself says how often, or on what need, it is taken: "2 puffs when needed".
pub(super) fn is_whole(dose: &str) -> bool {
    let said = dose.to_lowercase();
    tells_time(&said) || tells_need(&said)
}

/// Whether `fact` says how often, or on what need, it is taken.
pub(super) fn says_how(fact: &Fact) -> bool {
    let said = words(&fact.fields.iter().collect::<Vec<_>>());
    tells_time(&said) || tells_need(&said) || dosage(fact).is_some_and(|dosage| !dosage.how.is_empty())
}

/// Whether each dosage of `fact` says that it is taken as needed.
pub(super) fn is_as_needed(fact: &Fact) -> bool {
    let all: Vec<Vec<&Field>> = items(fact).collect();
    !all.is_empty() && all.iter().all(|item| needed(item).is_some() || tells_need(&words(item)))
}

/// Whether `fact` says that it is taken each day; `None` where that is not certain.
pub(super) fn is_daily(fact: &Fact) -> Option<bool> {
    let all: Vec<Vec<&Field>> = items(fact).collect();
    let days: BTreeSet<bool> = all.iter().map(|item| is_of_each_day(item)).collect::<Option<_>>()?;
    match days.len() {
        1 => days.first().copied(),
        _ => None,
    }
}

/// Returns the last day on which `fact` is taken, as long as each of its dosages says that it is, counted from the day on which it began, one
/// after the other and as often as it may be handed out; `None` where that is not said.
pub(super) fn last_day(fact: &Fact) -> Option<Date> {
    let begun = fact.begun.as_ref().filter(|_| fact.kind == FactKind::MedicationRequest)?;
    let all: Vec<Vec<&Field>> = items(fact).collect();
    let days: Vec<i64> = all.iter().map(|item| days(item)).collect::<Option<_>>()?;
    let repeats = fact.fields.iter().find(|field| field.label == "Dispense repeats allowed");
    let times = repeats.map_or(Some(0), |field| field.value.text.parse::<i64>().ok())?.checked_add(1)?;
    let whole = days.iter().sum::<i64>().checked_mul(times).filter(|whole| *whole > 0)?;
    let from = match begun.precision() {
        Precision::Year => begun.day.last_of_year(),
        Precision::Month => begun.day.last_of_month(),
        Precision::Day => begun.day,
    };
    from.checked_add(whole.days()).ok()
}

/// The days that a dosage is taken for, as it says: a part of one counts as one.
fn days(item: &[&Field]) -> Option<i64> {
    const MOST: f64 = 36_525.0;
    if of(item, "Dosage timing event").is_some() || of(item, "Dosage timing bounds comparator").is_some() {
        return None;
    }
    let days = match of(item, "Dosage timing bounds") {
        Some(bounds) => bounds.value.text.parse::<f64>().ok()? * days_of(&bounds.unit.as_ref()?.text)?,
        None => days_in_words(&words(item))?,
    };
    let days = days.ceil();
    (days > 0.0 && days < MOST).then_some(days as i64)
}

/// The days of a unit of time.
fn days_of(unit: &str) -> Option<f64> {
    Some(match unit.to_lowercase().as_str() {
        "h" | "hr" | "hour" | "hours" => 1.0 / 24.0,
        "d" | "day" | "days" => 1.0,
        "wk" | "week" | "weeks" => 7.0,
        "mo" | "month" | "months" => 31.0,
        "a" | "year" | "years" => 366.0,
        _ => return None,
    })
}

/// The days that the words of a dosage have it taken for, "1 twice daily for 5 days", where they speak of no other time, turn or case.
fn days_in_words(said: &str) -> Option<f64> {
    const MORE: &[&str] = &[
        "after",
        "again",
        "alternate",
        "and",
        "before",
        "call",
        "cycle",
        "cycles",
        "if",
        "last",
        "least",
        "more",
        "needed",
        "next",
        "no",
        "not",
        "off",
        "or",
        "prn",
        "repeat",
        "stop",
        "taper",
        "then",
        "unless",
        "until",
    ];
    let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let length = |three: &[&str]| match three {
        ["for", number, unit] => Some(number.parse::<u32>().ok().map(f64::from)? * days_of(unit)?),
        _ => None,
    };
    let mut lengths = words.windows(3).enumerate().filter_map(|(at, three)| Some((at, length(three)?)));
    let (at, days) = lengths.next()?;
    let goes_on = words.iter().skip(at).any(|word| matches!(*word, "each" | "every" | "per" | "a"));
    (lengths.next().is_none() && !goes_on && !has_word(said, MORE)).then_some(days)
}

fn is_of_each_day(item: &[&Field]) -> Option<bool> {
    let said = words(item);
    if needed(item).is_some() || tells_need(&said) || of(item, "Dosage timing day of week").is_some() {
        return Some(false);
    }
    const EACH: &[&str] =
        &["daily", "every day", "each day", "a day", "per day", "morning", "evening", "night", "bedtime"];
    const OTHER: &[&str] = &["week", "month", "other", "alternate", "days", "second", "third", "hours", "year"];
    let has = |known: &[&str]| known.iter().any(|word| said.contains(word));
    if !said.is_empty() && tells_time(&said) {
        return (has(EACH) && !has(OTHER)).then_some(true);
    }
    let often = often(item)??;
    match often.rsplit_once(' ')?.1 {
        "day" => Some(true),
        "week" | "month" | "year" => {
            let is_seldom = often.starts_with("once ") || often.starts_with("twice ");
            is_seldom.then_some(false)
        }
        _ => None,
    }
}

/// The fields of each dosage of `fact`.
fn items(fact: &Fact) -> impl Iterator<Item = Vec<&Field>> {
    let of_dosage = || fact.fields.iter().filter(|field| field.label.starts_with(IN_WORDS));
    let numbers: BTreeSet<u32> = of_dosage().map(|field| field.item).collect();
    numbers.into_iter().map(move |number| of_dosage().filter(|field| field.item == number).collect())
}

fn of<'f>(item: &[&'f Field], label: &str) -> Option<&'f Field> {
    item.iter().find(|field| field.label == label).copied()
}

/// What a dosage says in words, in lower case.
fn words(item: &[&Field]) -> String {
    of(item, IN_WORDS).map(|field| field.value.text.to_lowercase()).unwrap_or_default()
}

fn with_unit(field: &Field) -> String {
    match &field.unit {
        Some(unit) => format!("{} {}", field.value.text, unit.text),
        None => field.value.text.to_string(),
    }
}

fn has_word(said: &str, known: &[&str]) -> bool {
    said.split(|c: char| !c.is_alphanumeric()).any(|word| known.contains(&word))
}

/// Whether words say how often something is taken.
fn tells_time(said: &str) -> bool {
    has_word(
        said,
        &[
            "day",
            "days",
            "daily",
            "week",
            "weeks",
            "weekly",
            "month",
            "months",
            "monthly",
            "hour",
            "hours",
            "hourly",
            "hrs",
            "hr",
            "night",
            "nightly",
            "morning",
            "evening",
            "noon",
            "bedtime",
            "breakfast",
            "lunch",
            "dinner",
            "meal",
            "meals",
            "once",
            "twice",
            "times",
            "bid",
            "tid",
            "qid",
            "qd",
            "od",
            "bd",
            "tds",
            "qds",
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
        ],
    )
}

fn tells_need(said: &str) -> bool {
    has_word(said, &["needed", "prn", "required", "necessary"])
}

/// The need at which a dosage is taken, as its elements have it: empty where it names none.
fn needed(item: &[&Field]) -> Option<String> {
    let reasons: Vec<String> = item
        .iter()
        .filter(|field| field.label == "Dosage as needed for")
        .map(|field| field.value.text.to_string())
        .collect();
    let is_said = of(item, "Dosage as needed").is_some_and(|field| field.value.text == "true");
    (is_said || !reasons.is_empty()).then(|| joined(&reasons))
}

/// What the elements of a dosage say that its words do not; `None` where one of them is not understood.
fn how(item: &[&Field]) -> Option<Vec<String>> {
    let said = words(item);
    let mut how = Vec::new();
    if !tells_time(&said) {
        how.extend(often(item)?);
        let of_label = |label: &str| item.iter().filter(|field| field.label == label).collect::<Vec<_>>();
        let days: Vec<String> =
            of_label("Dosage timing day of week").iter().map(|field| weekday(field)).collect::<Option<_>>()?;
        if !days.is_empty() {
            how.push(format!("on {}", joined(&days)));
        }
        let times: Vec<String> = of_label("Dosage timing time of day")
            .iter()
            .map(|field| field.value.text.chars().take("08:00".len()).collect())
            .collect();
        if !times.is_empty() {
            how.push(format!("at {}", joined(&times)));
        }
    }
    match needed(item).filter(|_| !tells_need(&said)) {
        Some(reason) if reason.is_empty() => how.push("as needed".to_owned()),
        Some(reason) => how.push(format!("as needed for {reason}")),
        None => {}
    }
    let most = of(item, "Dosage at most numerator").zip(of(item, "Dosage at most denominator"));
    if let Some((most, within)) = most.filter(|_| !has_word(&said, &["most", "max", "maximum", "exceed", "than"])) {
        let unit = within.unit.as_ref()?.text.to_lowercase();
        how.push(format!("at most {} {}", with_unit(most), per(&within.value.text, None, &unit)?));
    }
    Some(how)
}

/// How often a dosage is taken by its elements: "once per week". `None` where they are not understood.
fn often(item: &[&Field]) -> Option<Option<String>> {
    let number = |label: &str| of(item, label).map(|field| plain(&field.value.text));
    let (frequency, period) = (number("Dosage timing frequency"), of(item, "Dosage timing period"));
    let Some(period) = period else {
        let code = of(item, "Dosage timing code").map(|field| format!("as “{}”", field.value.text));
        return if frequency.is_some() { None } else { Some(code) };
    };
    let unit = of(item, "Dosage timing period unit").map(|field| &field.value).or(period.unit.as_ref())?;
    let times = match (frequency.as_deref().unwrap_or("1"), number("Dosage timing frequency at most")) {
        ("1", None) => "once".to_owned(),
        ("2", None) => "twice".to_owned(),
        (times, None) => format!("{times} times"),
        (least, Some(most)) => format!("{least} to {most} times"),
    };
    let most = number("Dosage timing period at most");
    Some(Some(format!("{times} {}", per(&period.value.text, most.as_deref(), &unit.text.to_lowercase())?)))
}

/// A number without the zeros that say nothing: "1.0".
fn plain(number: &str) -> String {
    match number.split_once('.') {
        Some((whole, rest)) if rest.chars().all(|digit| digit == '0') => whole.to_owned(),
        _ => number.to_owned(),
    }
}

/// Units of time as FHIR and UCUM have them.
fn per(period: &str, most: Option<&str>, unit: &str) -> Option<String> {
    let unit = match unit {
        "min" | "minute" | "minutes" => "minute",
        "h" | "hour" | "hours" => "hour",
        "d" | "day" | "days" => "day",
        "wk" | "week" | "weeks" => "week",
        "mo" | "month" | "months" => "month",
        "a" | "year" | "years" => "year",
        _ => return None,
    };
    Some(match (plain(period).as_str(), most) {
        ("1", None) => format!("per {unit}"),
        (period, None) => format!("every {period} {unit}s"),
        (period, Some(most)) => format!("every {period} to {most} {unit}s"),
    })
}

fn weekday(field: &Field) -> Option<String> {
    let day = match field.value.text.as_str() {
        "mon" => "Monday",
        "tue" => "Tuesday",
        "wed" => "Wednesday",
        "thu" => "Thursday",
        "fri" => "Friday",
        "sat" => "Saturday",
        "sun" => "Sunday",
        _ => return None,
    };
    Some(day.to_owned())
}
