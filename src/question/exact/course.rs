//! Which way what was measured goes, and one value against another.

use jiff::civil::Date;

use super::ask::{Ask, Direction, Pick};
use super::readings::facts;
use super::resolve::{Point, Readings};
use super::words::{capital, many, quantity, value, when};
use super::{Exact, rule, unit, words};

/// A change of less than this share of the first value is none.
pub(crate) const STEADY: f64 = 0.05;

/// Which way a course goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    Rising,
    Falling,
    Stable,
    Unclear,
}

impl Course {
    pub fn words(self) -> &'static str {
        match self {
            Course::Rising => "rising",
            Course::Falling => "falling",
            Course::Stable => "stable",
            Course::Unclear => "no clear direction",
        }
    }
}

/// Returns which way `values` go: pairs of a day, as a number, and what was measured then, the first day first. Stable when the
/// last differs from the first by no more than [`STEADY`] of it, and all lie within twice that; else the way of that difference where the median of the
/// slopes between all pairs (Theil 1950; Sen, J Am Stat Assoc 1968) goes the same way.
pub(crate) fn course(values: &[(f64, f64)]) -> Option<Course> {
    let (first, last) = (values.first()?, values.last()?);
    if values.len() < 2 || first.0.total_cmp(&last.0).is_eq() {
        return None;
    }
    let change = last.1 - first.1;
    let (low, high) =
        values.iter().fold((first.1, first.1), |(low, high), (_, value)| (low.min(*value), high.max(*value)));
    if change.abs() <= STEADY * first.1.abs() {
        // What came back to where it began was not stable on the way.
        let is_steady = high - low <= 2.0 * STEADY * first.1.abs();
        return Some(if is_steady { Course::Stable } else { Course::Unclear });
    }
    let mut slopes: Vec<f64> = Vec::new();
    for (index, a) in values.iter().enumerate() {
        slopes.extend(values.iter().skip(index + 1).filter(|b| b.0 > a.0).map(|b| (b.1 - a.1) / (b.0 - a.0)));
    }
    slopes.sort_by(f64::total_cmp);
    let middle = slopes.len() / 2;
    let upper = *slopes.get(middle)?;
    let median =
        if slopes.len().is_multiple_of(2) { f64::midpoint(upper, *slopes.get(middle.checked_sub(1)?)?) } else { upper };
    Some(match (change > 0.0, median) {
        (true, slope) if slope > 0.0 => Course::Rising,
        (false, slope) if slope < 0.0 => Course::Falling,
        _ => Course::Unclear,
    })
}

/// Most readings whose course is computed pair by pair.
const MOST: usize = 1_000;

pub(crate) fn number_of(day: Date) -> f64 {
    f64::from(Date::constant(1970, 1, 1).until((jiff::Unit::Day, day)).map_or(0, |span| span.get_days()))
}

pub(super) fn trend(
    ask: &Ask,
    readings: &Readings<'_, '_>,
    points: &[Point<'_, '_>],
    span: &str,
    found: &mut Exact,
) -> Option<()> {
    let name = &readings.name;
    if points.len() > MOST {
        return None;
    }
    let of = |number: &dyn Fn(&Point<'_, '_>) -> Option<f64>| {
        let values: Option<Vec<(f64, f64)>> =
            points.iter().map(|point| Some((number_of(point.entry.day()?), number(point)?))).collect();
        course(&values?)
    };
    found.rules.push(rule::TREND.to_owned());
    let first = of(&|point| point.number)?;
    let (start, end) = (points.first()?, points.last()?);
    let whole = format!(
        "from {} ({}) to {} ({}), over {}",
        value(start),
        when(start.entry),
        value(end),
        when(end.entry),
        many(points.len() as i64, "reading")
    );
    let words = if readings.is_pair {
        let second = of(&|point| point.second.map(|second| second.0))?;
        format!("systolic {}, diastolic {}", first.words(), second.words())
    } else {
        first.words().to_owned()
    };
    match ask.direction {
        Some(direction) => {
            if readings.is_pair {
                return None;
            }
            let is = match direction {
                Direction::Up => first == Course::Rising,
                Direction::Down => first == Course::Falling,
                Direction::Same => first == Course::Stable,
            };
            found.answer = if is { "yes" } else { "no" }.to_owned();
            found.sentence = format!("{}: {name}{span} is {words}, {whole}.", capital(&found.answer));
        }
        None => {
            found.sentence = format!("{}{span}: {words}, {whole}.", capital(name));
            found.answer = words;
        }
    }
    found.facts = facts(points);
    Some(())
}

pub(super) fn compare(
    ask: &Ask,
    readings: &Readings<'_, '_>,
    points: &[Point<'_, '_>],
    found: &mut Exact,
) -> Option<()> {
    if ask.mean {
        return compare_means(ask, readings, found);
    }
    let name = &readings.name;
    let last_in = |range: &crate::question::when::Range| {
        readings.points.iter().rev().find(|point| point.entry.day().is_some_and(|day| range.holds(day)))
    };
    let (one, other) = match (ask.each.as_slice(), ask.pick, ask.other) {
        // "How much did he grow in 2018?" is the change within that year.
        ([a], None, None) if ask.change && ask.inside => {
            let inside = || readings.points.iter().filter(|point| point.entry.day().is_some_and(|day| a.holds(day)));
            (inside().next_back()?.clone(), inside().next()?.clone())
        }
        ([a, b], _, _) => match (last_in(a), last_in(b)) {
            (Some(one), Some(other)) => (one.clone(), other.clone()),
            // "From January to June", where nothing was measured in one of them: what was measured between tells.
            _ if ask.change && !ask.inside => {
                let range = ask.range.as_ref()?;
                let between =
                    || readings.points.iter().filter(|point| point.entry.day().is_some_and(|day| range.holds(day)));
                (between().next_back()?.clone(), between().next()?.clone())
            }
            _ => return None,
        },
        ([a], _, _) => (readings.points.last()?.clone(), last_in(a)?.clone()),
        // "How much have I gained since 2019?"
        ([], None, None) if ask.change => {
            let (last, first) = (points.last()?, points.first()?);
            if last.entry.key.0 == first.entry.key.0 {
                return None;
            }
            (last.clone(), first.clone())
        }
        ([], Some(Pick::Latest(1)) | None, Some(Pick::Back(2))) => {
            (points.last()?.clone(), points.get(points.len().checked_sub(2)?)?.clone())
        }
        ([], Some(Pick::Latest(2)), _) => (points.last()?.clone(), points.get(points.len().checked_sub(2)?)?.clone()),
        ([], Some(Pick::Highest), Some(Pick::Lowest)) | ([], Some(Pick::Lowest), Some(Pick::Highest)) => {
            let by = |a: &&Point<'_, '_>, b: &&Point<'_, '_>| {
                a.number.unwrap_or_default().total_cmp(&b.number.unwrap_or_default())
            };
            (points.iter().max_by(by)?.clone(), points.iter().min_by(by)?.clone())
        }
        // The one against the other as they are named, else the later against the earlier.
        ([], Some(one), Some(other)) => {
            let (one, other) = (one.place(points.len())?, other.place(points.len())?);
            let (one, other) = if ask.ordered { (one, other) } else { (one.max(other), one.min(other)) };
            (points.get(one)?.clone(), points.get(other)?.clone())
        }
        _ => return None,
    };
    // One reading is no change.
    if readings.is_pair || one.entry.at == other.entry.at {
        return None;
    }
    let (a, b) =
        (one.number?, unit::convert(other.number?, other.unit.unwrap_or_default(), one.unit.unwrap_or_default())?);
    let (told, lead);
    (found.answer, told, lead) = related(a, b, one.unit, ask.direction);
    let whole = format!("{} ({}) and {} ({})", value(&one), when(one.entry), value(&other), when(other.entry));
    found.sentence = format!("{lead} {name} is {told}: {whole}.");
    found.rules.push(rule::COMPARED.to_owned());
    found.facts = vec![one.entry.at, other.entry.at];
    Some(())
}

/// How `a`, in `unit`, lies beside `b`, where it may be asked if it is higher, lower or the same: the answer, the relation with the difference, and how the
/// sentence begins.
fn related(a: f64, b: f64, unit: Option<&str>, direction: Option<Direction>) -> (String, String, String) {
    let relation = match a.total_cmp(&b) {
        std::cmp::Ordering::Greater => "higher",
        std::cmp::Ordering::Less => "lower",
        std::cmp::Ordering::Equal => "the same",
    };
    let told = match relation {
        "the same" => relation.to_owned(),
        _ => format!("{relation} by {}", quantity((a - b).abs(), unit)),
    };
    let Some(direction) = direction else { return (told.clone(), told, "The".to_owned()) };
    let asked = match direction {
        Direction::Up => "higher",
        Direction::Down => "lower",
        Direction::Same => "the same",
    };
    let answer = if relation == asked { "yes" } else { "no" };
    (answer.to_owned(), told, format!("{}: the", capital(answer)))
}

/// The average of one time against that of another.
fn compare_means(ask: &Ask, readings: &Readings<'_, '_>, found: &mut Exact) -> Option<()> {
    let [one, other] = ask.each.as_slice() else { return None };
    if readings.is_pair {
        return None;
    }
    let unit = readings.points.last()?.unit;
    let of = |range: &crate::question::when::Range| {
        let inside = readings.points.iter().filter(|point| point.entry.day().is_some_and(|day| range.holds(day)));
        let values: Vec<f64> = inside
            .map(|point| unit::convert(point.number?, point.unit.unwrap_or_default(), unit.unwrap_or_default()))
            .collect::<Option<_>>()?;
        (!values.is_empty()).then(|| (values.iter().sum::<f64>() / values.len() as f64, values.len()))
    };
    let ((a, first), (b, second)) = (of(one)?, of(other)?);
    let (told, lead);
    (found.answer, told, lead) = related(a, b, unit, ask.direction);
    let part = |mean: f64, count: usize, range| {
        format!("{}{}, over {}", quantity(mean, unit), words::range(Some(range)), many(count as i64, "reading"))
    };
    found.sentence =
        format!("{lead} average {} is {told}: {}; {}.", readings.name, part(a, first, one), part(b, second, other));
    found.rules.push(rule::AVERAGE.to_owned());
    let both = readings
        .points
        .iter()
        .filter(|point| point.entry.day().is_some_and(|day| one.holds(day) || other.holds(day)))
        .cloned();
    found.facts = facts(&both.collect::<Vec<_>>());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course_of(values: &[f64]) -> Option<Course> {
        let days = [0.0, 10.0, 20.0, 30.0, 40.0];
        course(&days.into_iter().zip(values.iter().copied()).collect::<Vec<_>>())
    }

    #[test]
    fn a_course_needs_a_change_and_a_slope_of_one_sign() {
        assert_eq!(course_of(&[100.0, 104.0]), Some(Course::Stable));
        assert_eq!(course_of(&[100.0, 96.0, 105.0]), Some(Course::Stable));
        // Up and back again is not stable.
        assert_eq!(course_of(&[6.2, 7.9, 7.2, 6.4]), Some(Course::Unclear));
        assert_eq!(course_of(&[100.0, 110.0, 120.0]), Some(Course::Rising));
        assert_eq!(course_of(&[100.0, 90.0, 80.0]), Some(Course::Falling));
        assert_eq!(course_of(&[100.0, 190.0, 180.0, 170.0, 110.0]), Some(Course::Unclear));
        assert_eq!(course_of(&[100.0]), None);
    }
}
