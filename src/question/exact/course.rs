//! Which way what was measured goes, and one value against another.

use jiff::civil::Date;

use super::ask::{Ask, Direction, Pick};
use super::points::{Point, Readings};
use super::readings::facts;
use super::words::{capital, many, quantity, value, when};
use super::{Exact, noticed, rule, words};

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
/// last differs from the first by no more than [`STEADY`] of it, and by less than `step` where that is known, and all lie within twice
/// that; else the way of that difference where the median of the slopes between all pairs (Theil 1950; Sen, J Am Stat Assoc 1968) goes the same way.
pub(crate) fn course(values: &[(f64, f64)], step: Option<f64>) -> Option<Course> {
    let (first, last) = (values.first()?, values.last()?);
    if values.len() < 2 || first.0.total_cmp(&last.0).is_eq() {
        return None;
    }
    let change = last.1 - first.1;
    let (low, high) =
        values.iter().fold((first.1, first.1), |(low, high), (_, value)| (low.min(*value), high.max(*value)));
    if is_within(change, first.1, step) {
        // What came back to where it began was not stable on the way.
        let is_steady = is_within((high - low) / 2.0, first.1, step);
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

/// Whether `change`, of what was `first`, is none that says anything.
fn is_within(change: f64, first: f64, step: Option<f64>) -> bool {
    // Decimals differ by a little less in binary than they were written to.
    const NOISE: f64 = 1e-9;
    change.abs() <= STEADY * first.abs() && step.is_none_or(|step| change.abs() < step - NOISE)
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
    let unit = points.last()?.unit;
    let (start, end) = (points.first()?, points.last()?);
    let days = number_of(end.entry.day()?) - number_of(start.entry.day()?);
    let steps = noticed::steps(readings, unit.unwrap_or_default(), days)?;
    let step = steps.and_then(|steps| steps.step);
    let of = |number: &dyn Fn(&Point<'_, '_>) -> Option<f64>| {
        let values: Option<Vec<(f64, f64)>> =
            points.iter().map(|point| Some((number_of(point.entry.day()?), number(point)?))).collect();
        course(&values?, step)
    };
    found.rules.push(rule::trend(step.map(|step| (quantity(step, unit), quantity(2.0 * step, unit)))));
    let first = of(&|point| point.number)?;
    // What is within a few hundredths is not the same where its entry says that it lies outside.
    let is_out = |second: bool| noticed::is_out(start, second) || noticed::is_out(end, second);
    if first == Course::Stable && start.number != end.number && is_out(false) {
        return None;
    }
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
        let lower = |point: &Point<'_, '_>| point.second.map(|second| second.0);
        if second == Course::Stable && lower(start) != lower(end) && is_out(true) {
            return None;
        }
        format!("systolic {}, diastolic {}", first.words(), second.words())
    } else {
        first.words().to_owned()
    };
    match ask.direction {
        Some(direction) => {
            if readings.is_pair {
                return None;
            }
            let change = end.number? - start.number?;
            let went = match direction {
                Direction::Up => change > 0.0,
                Direction::Down => change < 0.0,
                Direction::Same => false,
            };
            // Nobody is told that it did not go the way in which the last value lies, if it lies there by enough to be noticed: not where it
            // went to and fro between, and not where that is little over so long a time.
            let is_denied = matches!(first, Course::Unclear | Course::Stable);
            if is_denied && went && !is_within(change, start.number?, steps.map(|steps| steps.least)) {
                return None;
            }
            // Nor is the whole told against the last readings: what fell from its first value may have been climbing for years.
            let recent = lately(readings, points)?;
            let is_against =
                match (direction, first) {
                    (Direction::Up, Course::Rising) | (Direction::Down, Course::Falling) => {
                        if direction == Direction::Up { recent.is_down } else { recent.is_up }
                    }
                    (Direction::Up, _) => recent.is_up,
                    (Direction::Down, _) => recent.is_down,
                    (Direction::Same, _) => false,
                };
            if is_against {
                return None;
            }
            let is = match direction {
                Direction::Up => first == Course::Rising,
                Direction::Down => first == Course::Falling,
                Direction::Same => first == Course::Stable,
            };
            found.answer = if is { "yes" } else { "no" }.to_owned();
            let yes = capital(&found.answer);
            found.sentence = if first == Course::Unclear {
                format!("{yes}: {name}{span} has {words}, {whole}.")
            } else {
                format!("{yes}: {name}{span} is {words}, {whole}.")
            };
        }
        None => {
            found.sentence = format!("{}{span}: {words}, {whole}.", capital(name));
            found.answer = words;
        }
    }
    found.facts = facts(points);
    Some(())
}

/// Which ways the last readings went by enough to be noticed.
struct Lately {
    is_up: bool,
    is_down: bool,
}

/// How the last of `points` lies to the one before it and to that before.
fn lately(readings: &Readings<'_, '_>, points: &[Point<'_, '_>]) -> Option<Lately> {
    let mut backwards = points.iter().rev();
    let last = backwards.next()?;
    let mut lately = Lately { is_up: false, is_down: false };
    for before in backwards.take(2) {
        let days = number_of(last.entry.day()?) - number_of(before.entry.day()?);
        let steps = noticed::steps(readings, last.unit.unwrap_or_default(), days)?;
        let (own, change) = (before.number?, last.number? - before.number?);
        if !is_within(change, own, steps.and_then(|steps| steps.step)) {
            lately.is_up |= change > 0.0;
            lately.is_down |= change < 0.0;
        }
    }
    Some(lately)
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
            if points.iter().any(|point| point.number.is_none()) {
                return None;
            }
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
        (one.number?, readings.convert(other.number?, other.unit.unwrap_or_default(), one.unit.unwrap_or_default())?);
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
            .map(|point| readings.convert(point.number?, point.unit.unwrap_or_default(), unit.unwrap_or_default()))
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
        by_steps(values, None)
    }

    fn by_steps(values: &[f64], step: Option<f64>) -> Option<Course> {
        let days = [0.0, 10.0, 20.0, 30.0, 40.0];
        course(&days.into_iter().zip(values.iter().copied()).collect::<Vec<_>>(), step)
    }

    #[test]
    fn a_step_of_its_own_tells_more_than_a_share() {
        assert_eq!(by_steps(&[37.0, 38.8], Some(0.5)), Some(Course::Rising));
        assert_eq!(by_steps(&[37.0, 37.4, 37.1], Some(0.5)), Some(Course::Stable));
        // Decimals that differ by the very step.
        assert_eq!(by_steps(&[7.4, 7.38], Some(0.02)), Some(Course::Falling));
        assert_eq!(by_steps(&[37.0, 38.8, 37.1], Some(0.5)), Some(Course::Unclear));
        // Of what weighs 3 kg a share is less than a step.
        assert_eq!(by_steps(&[3.0, 3.5], Some(1.0)), Some(Course::Rising));
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
