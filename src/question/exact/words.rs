//! How days, numbers, units and times between are worded in an answer.

use jiff::civil::Date;
use jiff::{Unit, civil::DateDifference};

use super::ask::Grain;
use super::chart::Entry;
use super::resolve::Point;
use crate::document::Moment;
use crate::document::moment::Precision;
use crate::question::when::Range;

/// Most decimals of a number in a sentence; its box has all.
const DECIMALS: usize = 2;

/// Returns `day` in words: "2 March 2019".
pub(super) fn day(day: Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}

/// Returns a moment in words, as exactly as the file has it: "March 2019" where it gives no day.
pub(crate) fn moment(moment: &Moment) -> String {
    match moment.precision() {
        Precision::Year => moment.day.year().to_string(),
        Precision::Month => moment.day.strftime("%B %Y").to_string(),
        Precision::Day => day(moment.day),
    }
}

/// Returns a moment in words, as [`moment`], with what stands before it: "on 2 March 2019", "in March 2019", "in 2019".
pub(super) fn on(moment: &Moment) -> String {
    let before = if moment.precision() == Precision::Day { "on" } else { "in" };
    format!("{before} {}", self::moment(moment))
}

/// Returns the day of an entry as the file has it: "2019-03-02", "2019-03" or "2019".
pub(super) fn date(entry: &Entry<'_>) -> String {
    entry.fact.begun.as_ref().map(short).unwrap_or_default()
}

/// Returns the day of a moment as exactly as the file has it, without a time of day.
pub(crate) fn short(moment: &Moment) -> String {
    moment.written()
}

pub(crate) fn when(entry: &Entry<'_>) -> String {
    entry.fact.begun.as_ref().map(moment).unwrap_or_else(|| "a day that is not given".to_owned())
}

/// Returns the stated range in words, with a space before: " in 2015", " since 1 March 2019".
pub(super) fn range(range: Option<&Range>) -> String {
    match range.map(|range| (range.from, range.until)) {
        None | Some((None, None)) => String::new(),
        Some((Some(from), None)) => format!(" since {}", day(from)),
        Some((None, Some(until))) => format!(" until {}", day(until)),
        Some((Some(from), Some(until))) => {
            let whole_year = from == from.first_of_year() && until == from.last_of_year();
            let whole_month = from == from.first_of_month() && until == from.last_of_month();
            match () {
                () if from == until => format!(" on {}", day(from)),
                () if whole_year => format!(" in {}", from.year()),
                () if whole_month => format!(" in {}", from.strftime("%B %Y")),
                () => format!(" from {} to {}", day(from), day(until)),
            }
        }
    }
}

/// Returns `unit` as people write it; empty for what only says what is counted.
pub(super) fn unit(unit: &str) -> String {
    let known = match unit {
        "mm[Hg]" => "mmHg",
        "Cel" => "°C",
        "[degF]" => "°F",
        "count/min" => "/min",
        "degC" => "°C",
        "degF" => "°F",
        "kg/m2" => "kg/m²",
        "mL/min/{1.73_m2}" => "mL/min/1.73 m²",
        "m[IU]/L" => "mIU/L",
        _ if unit.starts_with("mmol<") => "mmol/L",
        "[pH]" | "1" | "count" => "",
        "(score)" => "",
        _ => unit,
    };
    if known.starts_with('{') { String::new() } else { known.to_owned() }
}

fn with_unit(number: &str, written: Option<&str>) -> String {
    let unit = unit(written.unwrap_or_default());
    if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
}

/// Returns a value as its file has it, with its unit: for programs.
pub(super) fn exact(point: &Point<'_, '_>) -> String {
    let second = point.second.map(|(_, text)| format!("/{text}")).unwrap_or_default();
    let sign = point.limit.map_or("", |(sign, _)| sign.text());
    // What was put into another unit is no more as its file has it.
    let converted = point.number.filter(|number| point.text.parse() != Ok(*number)).map(rounded);
    with_unit(&format!("{sign}{}{second}", converted.as_deref().unwrap_or(point.text)), point.unit)
}

/// Returns a value for a sentence, with two decimals at most.
pub(super) fn value(point: &Point<'_, '_>) -> String {
    if point.limit.is_some() {
        return exact(point);
    }
    let Some(number) = point.number else { return super::chart::untagged(point.text).to_owned() };
    let second = point.second.map(|(number, _)| format!("/{}", rounded(number))).unwrap_or_default();
    with_unit(&format!("{}{second}", rounded(number)), point.unit)
}

pub(crate) fn quantity(number: f64, unit: Option<&str>) -> String {
    with_unit(&rounded(number), unit)
}

/// Returns `number` with two decimals at most, without zeros at the end.
pub(super) fn rounded(number: f64) -> String {
    let text = format!("{:.DECIMALS$}", half_up(number));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns `number` with a half in the place behind the last one that is told rounded away from zero, as people round: 3.275, which the
/// nearest binary number lies below, is 3.28.
fn half_up(number: f64) -> f64 {
    const SCALE: f64 = 100.0;
    // What a sum of decimals is off by lies far behind this.
    const NOISE: f64 = 1e6;
    let scaled = number * SCALE;
    if scaled.abs() > 1e9 { number } else { ((scaled * NOISE).round() / NOISE).round() / SCALE }
}

/// Returns the time between two days: for programs, and in words.
pub(super) fn between(first: Date, last: Date, grain: Grain) -> (String, String) {
    let days = first.until((Unit::Day, last)).map_or(0, |span| i64::from(span.get_days()));
    let whole = first.until(DateDifference::new(last).largest(Unit::Year)).unwrap_or_default();
    let (years, months, rest) =
        (i64::from(whole.get_years()), i64::from(whole.get_months()), i64::from(whole.get_days()));
    let parts: Vec<String> = [(years, "year"), (months, "month"), (rest, "day")]
        .into_iter()
        .filter(|(n, _)| *n != 0)
        .map(|(n, unit)| many(n, unit))
        .collect();
    let long = if parts.is_empty() { "0 days".to_owned() } else { parts.join(", ") };
    let words = if years == 0 && months == 0 { many(days, "day") } else { format!("{long} ({})", many(days, "day")) };
    let short = match grain {
        Grain::Any | Grain::Days => many(days, "day"),
        Grain::Weeks => many(days / 7, "week"),
        Grain::Months => many(years * 12 + months, "month"),
        Grain::Years => many(years, "year"),
    };
    (short, words)
}

/// Returns `count` with its noun.
pub(super) fn many(count: i64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns how a list ends that leaves `count` out; `None` where it leaves out none.
pub(super) fn others(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("and 1 other".to_owned()),
        _ => Some(format!("and {count} others")),
    }
}

/// Returns `parts` as one list in words: "a, b and c".
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Returns `text` with its first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_between_are_told_in_days_and_in_words() {
        let (first, last) = (Date::constant(2019, 1, 31), Date::constant(2021, 3, 1));
        assert_eq!(
            between(first, last, Grain::Any),
            ("760 days".to_owned(), "2 years, 1 month, 1 day (760 days)".to_owned())
        );
        assert_eq!(between(first, last, Grain::Years).0, "2 years");
        assert_eq!(between(first, first, Grain::Any).1, "0 days");
    }

    #[test]
    fn numbers_keep_two_decimals_at_most() {
        assert_eq!([1.0, 1.50, -0.001, 123.456].map(rounded), ["1", "1.5", "0", "123.46"].map(str::to_owned));
        // Halves go up, also where the binary number lies below.
        assert_eq!(
            [2.005, 3.275, 1.004_999, -2.5, 0.125].map(rounded),
            ["2.01", "3.28", "1", "-2.5", "0.13"].map(str::to_owned)
        );
    }
}
