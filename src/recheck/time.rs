//! Holds distances in time to the dates they were made from.
//!
//! Nothing is known of day 0 but what the labels say of it: one must be its own, and each, with its date, leaves a few days
//! that day 0 can be, of which one day must be left by all. Dates in order must have labels in order.

use jiff::civil::Date;

use super::lookup::Role;
use super::{Fault, Faults, Read};
use crate::clearance::Operator;
use crate::document::Moment;
use crate::privacy::level::Level;

/// Average days in a week, a month and a year of the Gregorian calendar.
const WEEK: f64 = 7.0;
const MONTH: f64 = 30.436_875;
const YEAR: f64 = 365.242_5;
/// Days by which labels may be out of order where coarse and fine ones stand side by side.
const SLACK: f64 = 8.0;

/// Days from day 0, negative before it, as a label says them: the least and the most.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Distance {
    least: f64,
    most: f64,
}

impl Distance {
    fn middle(self) -> f64 {
        (self.least + self.most) / 2.0
    }
}

/// Checks every label of `read`; returns day 0 where a label says which day it is.
pub(super) fn check(read: &[Read<'_>], level: Level, faults: &mut Faults) -> Option<Date> {
    let mut labels: Vec<(Date, &str, Distance)> = Vec::new();
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut zero = None;
    let all = || read.iter().filter(|piece| piece.is(Operator::Time));
    // Where months and years are all there is, days that lie close together may be told alike: so strict tells them, and what is
    // made less telling.
    let is_coarse = level == Level::Strict
        || all().all(|piece| !["day", "week", " and "].iter().any(|fine| told(piece.text).contains(fine)));
    for piece in all() {
        let placed = day(piece).zip(distance(piece.text, level, is_coarse));
        let Some((day, distance)) = placed else {
            faults.add(piece.piece.span, Fault::Time);
            continue;
        };
        if piece.text == "day 0" {
            zero = Some(day);
        }
        let number = number(day);
        let (earliest, latest) = (number - distance.most, number - distance.least);
        let is_ordered = labels.iter().all(|(other, text, at)| match day.cmp(other) {
            std::cmp::Ordering::Equal => *text == piece.text,
            _ if is_coarse && *text == piece.text => true,
            std::cmp::Ordering::Less => *text != piece.text && distance.middle() <= at.middle() + SLACK,
            std::cmp::Ordering::Greater => *text != piece.text && distance.middle() + SLACK >= at.middle(),
        });
        if !is_ordered || earliest > to || latest < from {
            faults.add(piece.piece.span, Fault::Time);
            continue;
        }
        (from, to) = (from.max(earliest), to.min(latest));
        labels.push((day, piece.text, distance));
    }
    // A request counts from the latest day that it tells: without it any distance would be as true as another.
    if let Some(piece) = read.iter().find(|piece| zero.is_none() && piece.is(Operator::Time)) {
        faults.add(piece.piece.span, Fault::Time);
    }
    zero
}

/// Checks that of the entries of one passage none is told as older than another that began before it: days are as written, and where
/// time zones differ, they may be in another order than the instants.
pub(super) fn in_order(passage: &[Read<'_>], faults: &mut Faults) {
    let mut begun: Vec<(&Moment, &str)> = Vec::new();
    for piece in passage.iter().filter(|piece| piece.is(Operator::Time)) {
        let [found] = piece.found.as_slice() else { continue };
        let Some(moment) = found.fact.begun.as_ref().filter(|begun| begun.value == *found.value && begun.has_time())
        else {
            continue;
        };
        let contradicts = |(other, label): &(&Moment, &str)| {
            let by_day = moment.day.cmp(&other.day);
            *label != piece.text && by_day.is_ne() && moment.instant().cmp(&other.instant()) == by_day.reverse()
        };
        if begun.iter().any(contradicts) {
            faults.add(piece.piece.span, Fault::Time);
        }
        begun.push((moment, piece.text));
    }
}

/// Returns the day that `piece` was made from: of its moment, or of the date as a text.
fn day(piece: &Read<'_>) -> Option<Date> {
    let [original] = piece.piece.originals.as_slice() else { return None };
    match piece.found.as_slice() {
        [found] => match found.role {
            Role::Moment => begins(&original.text),
            Role::Number { .. } | Role::Term | Role::Unit => None,
        },
        _ => original.text.parse().ok(),
    }
}

/// Returns the first day of what FHIR writes as a date, a month or a year, with or without a time, or HL7 version 3 without
/// anything between.
fn begins(text: &str) -> Option<Date> {
    let compact = text.bytes().take_while(u8::is_ascii_digit).count();
    match (text.get(..4), text.get(4..6), text.get(6..8)) {
        (Some(year), Some(month), Some(day)) if compact >= 8 => return format!("{year}-{month}-{day}").parse().ok(),
        (Some(year), Some(month), _) if compact == 6 => return format!("{year}-{month}-01").parse().ok(),
        _ => {}
    }
    let day = text.get(..text.len().min(10))?;
    match day.len() {
        4 => format!("{day}-01-01").parse().ok(),
        7 => format!("{day}-01").parse().ok(),
        _ => day.parse().ok(),
    }
}

/// Returns the days from the first of the year 1.
fn number(day: Date) -> f64 {
    let first = Date::constant(1, 1, 1);
    first.until(day).map_or(0.0, |span| f64::from(span.get_days()))
}

/// Returns `label` without what it counts from.
fn told(label: &str) -> &str {
    label.strip_suffix(" before day 0").or_else(|| label.strip_suffix(" after day 0")).unwrap_or_default()
}

/// Returns the distance that `label` tells, with what its units leave open: what strict leaves open where `is_coarse`, at the other
/// levels besides what they do.
fn distance(label: &str, level: Level, is_coarse: bool) -> Option<Distance> {
    if label == "day 0" {
        return Some(Distance { least: 0.0, most: 0.0 });
    }
    let is_before = label.ends_with(" before day 0");
    let told = Some(told(label)).filter(|told| !told.is_empty())?;
    let coarse = if is_coarse { coarsely(told) } else { None };
    let fine = if level == Level::Strict { None } else { finely(told) };
    let (least, most) = match (coarse, fine) {
        (Some(coarse), Some(fine)) => (coarse.0.min(fine.0), coarse.1.max(fine.1)),
        (one, other) => one.or(other)?,
    };
    Some(if is_before { Distance { least: -most, most: -least } } else { Distance { least, most } })
}

/// Returns the days that a distance of the other levels leaves open.
fn finely(told: &str) -> Option<(f64, f64)> {
    let parts: Vec<(f64, &str)> = told.split(" and ").map(part).collect::<Option<_>>()?;
    let days = |unit: &str| match unit {
        "day" => Some(1.0),
        "week" => Some(WEEK),
        "month" => Some(MONTH),
        "year" => Some(YEAR),
        _ => None,
    };
    let total: f64 = parts.iter().map(|(count, unit)| days(unit).map(|days| count * days)).sum::<Option<f64>>()?;
    let (_, finest) = parts.last()?;
    let half_years = matches!(parts.as_slice(), [(_, "year")] | [(_, "year"), (6.0, "month")]);
    let open = match *finest {
        _ if half_years => YEAR / 4.0 + 2.0,
        // Days beside whole months: the months are of average length.
        "day" if parts.len() > 1 => 1.0,
        "day" => 0.0,
        // Weeks beside whole months or years are those that are full.
        "week" if parts.len() > 1 => WEEK + 1.0,
        unit => days(unit)? / 2.0 + 1.0,
    };
    Some((total - open, total + open))
}

/// Returns the days that a distance of the level strict leaves open: whole months of what is told in weeks and months, whole years of
/// what is told in half years. It has no other distances.
fn coarsely(told: &str) -> Option<(f64, f64)> {
    if told == "less than 1 month" {
        return Some((1.0, MONTH / 2.0 + WEEK));
    }
    match part(told)? {
        (count, "month") if (1.0..24.0).contains(&count) => {
            let open = MONTH / 2.0 + WEEK / 2.0 + 1.0;
            Some((count * MONTH - open, count * MONTH + open))
        }
        (count, "year") if count >= 2.0 => {
            Some((count * YEAR - YEAR / 4.0 - 2.0, count * YEAR + 3.0 * YEAR / 4.0 + 2.0))
        }
        _ => None,
    }
}

/// Returns the count and the unit, in the singular, of `3 weeks`.
fn part(text: &str) -> Option<(f64, &str)> {
    let (count, unit) = text.split_once(' ')?;
    Some((count.parse::<u32>().ok()?.into(), unit.strip_suffix('s').unwrap_or(unit)))
}

/// Returns whether somebody born on `birth` is on `day` of an age in `band`.
pub(super) fn is_aged(band: &str, birth: Date, day: Date, level: Level) -> bool {
    let years = i64::from(day.year()) - i64::from(birth.year());
    is_in_band(band, years - i64::from((day.month(), day.day()) < (birth.month(), birth.day())), level)
}

/// Returns whether `years` lie in `band`, which is no narrower than `level` lets it be.
pub(super) fn is_in_band(band: &str, years: i64, level: Level) -> bool {
    let wide = match level {
        Level::Strict => return false,
        Level::Balanced => 10,
        Level::Minimal => 5,
    };
    let within = |(from, to): (&str, &str)| {
        let (from, to) = (from.parse::<i64>().ok()?, to.parse::<i64>().ok()?);
        // What is made less telling is told in wider bands.
        Some((from..=to).contains(&years) && to - from >= wide - 1)
    };
    match band {
        "under 10" => (0..10).contains(&years),
        "under 5" => wide == 5 && (0..5).contains(&years),
        "90 or more" => years >= 90,
        _ => years < 90 && band.split_once(" to ").and_then(within) == Some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::generalise::intervals;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn ages_lie_in_their_band() {
        let born = date(1961, 5, 20);
        let is_aged = |band: &str, birth, day| is_aged(band, birth, day, Level::Balanced);
        assert!(is_aged("60 to 69", born, date(2024, 5, 19)) && !is_aged("70 to 79", born, date(2024, 5, 19)));
        let at = |band: &str, level| super::is_aged(band, born, date(2024, 5, 19), level);
        assert!(at("60 to 64", Level::Minimal) && !at("60 to 64", Level::Balanced) && !at("65 to 69", Level::Minimal));
        assert!(!at("60 to 69", Level::Strict), "strict tells no age");
        assert!(
            is_aged("90 or more", date(1920, 1, 1), date(2024, 1, 1))
                && !is_aged("90 to 99", date(1930, 1, 1), date(2024, 1, 1))
        );
        assert!(
            is_aged("under 10", date(2020, 1, 1), date(2024, 1, 1))
                && !is_aged("under 10", date(2025, 1, 1), date(2024, 1, 1))
        );
        assert!(!is_aged("about 60", born, date(2024, 1, 1)));
    }

    #[test]
    fn what_is_no_distance_is_none() {
        for label in ["", "day 1", "3 weeks", "weeks before day 0", "3 fortnights before day 0", "-3 days before day 0"]
        {
            assert!(Level::ALL.iter().all(|level| distance(label, *level, true).is_none()), "{label}");
        }
    }

    proptest! {
        #[test]
        fn a_label_of_a_day_holds_it(offsets in prop::collection::vec(-20_000_i32..4_000, 1..30)) {
            let zero = date(2024, 3, 2);
            let days: Vec<Date> = offsets.iter().map(|days| zero.checked_add(jiff::Span::new().days(*days)).unwrap()).collect();
            for level in Level::ALL {
            let labelled = intervals(&days, zero, level.rules().times);
            for (day, label) in &labelled {
                let off = number(*day) - number(zero);
                let told = distance(label, level, level == Level::Strict).unwrap();
                prop_assert!(told.least <= off && off <= told.most, "{} {} {:?}", off, label, told);
            }
            for (earlier, later) in labelled.iter().zip(labelled.iter().skip(1)) {
                let (before, after) = (distance(&earlier.1, level, level == Level::Strict).unwrap(), distance(&later.1, level, level == Level::Strict).unwrap());
                prop_assert!(before.middle() <= after.middle() + SLACK, "{:?} {:?}", earlier, later);
            }
            }
        }
    }
}
