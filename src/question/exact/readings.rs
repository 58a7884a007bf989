//! Answers from what was measured.

use jiff::civil::Date;

use super::ask::{Ask, Direction, Pick, Want};
use super::resolve::{Point, Readings};
use super::words::{between, capital, date, exact, joined, many, quantity, range, rounded, value, when};
use super::{Exact, Form, Frame, rule, unit};

/// A change of less than this share of the first value is none.
pub(super) const STEADY: f64 = 0.05;
/// Readings that a sentence lists; the boxes have all.
const LISTED: usize = 12;

/// Returns the answer to `ask` from `readings`; `None` where it has none of its form.
pub(super) fn answer(ask: &Ask, readings: &Readings<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let all: Vec<Point<'_, '_>> =
        readings.points.iter().filter(|point| frame.holds(point.entry.day())).cloned().collect();
    let all = in_one_unit(ask, readings, all)?;
    let name = &readings.name;
    let span = range(ask.range.as_ref());
    let (points, bounded): (Vec<Point<'_, '_>>, String) = match &ask.bound {
        None => (all.clone(), String::new()),
        Some((bound, limit, unit)) => {
            let mut kept = Vec::new();
            for point in &all {
                let number = point.number?;
                let limit = match unit {
                    Some(unit) => unit::convert(*limit, unit, point.unit.unwrap_or_default())
                        .or((unit == "%").then_some(*limit))?,
                    None => *limit,
                };
                if bound.holds(number, limit) {
                    kept.push(point.clone());
                }
            }
            let unit = unit.as_deref().or_else(|| all.first().and_then(|point| point.unit));
            (kept, format!(" {} {}", bound.words(), quantity(*limit, unit)))
        }
    };
    let mut found = Exact::new(form(ask));
    found.rules.push(rule::reading(readings));
    if points.iter().any(|point| point.number.is_some() && rounded_away(point)) {
        found.rules.push(rule::ROUNDED.to_owned());
    }
    let numeric = || points.iter().all(|point| point.number.is_some());
    match ask.want {
        Want::Count => {
            let mut moments: Vec<_> = points.iter().map(|point| point.entry.key.0).collect();
            moments.dedup();
            found.answer = moments.len().to_string();
            found.sentence =
                format!("The record has {} of {name}{bounded}{span}.", many(moments.len() as i64, "reading"));
            found.rules.push(rule::COUNTED.to_owned());
            found.facts = facts(&points);
        }
        Want::Whether if ask.bound.is_some() => {
            let (hits, asked): (Vec<Point<'_, '_>>, &str) = match ask.pick {
                _ if ask.standing == super::ask::Standing::Ever || ask.range.is_some() || frame.is_bound() => {
                    (points.clone(), "")
                }
                _ => {
                    let latest = all.last()?;
                    let is = points.iter().any(|point| point.entry.at == latest.entry.at);
                    (if is { vec![latest.clone()] } else { Vec::new() }, "latest ")
                }
            };
            found.rules.extend((!asked.is_empty()).then(|| rule::LATEST.to_owned()));
            found.answer = if hits.is_empty() { "no" } else { "yes" }.to_owned();
            found.sentence = match (hits.is_empty(), asked.is_empty()) {
                (true, true) => {
                    format!("No: of {} of {name}{span} none is{bounded}.", many(all.len() as i64, "reading"))
                }
                (false, true) => format!(
                    "Yes: {} of {} of {name}{span} {} {}.",
                    hits.len(),
                    many(all.len() as i64, "reading"),
                    if hits.len() == 1 { "is" } else { "are" },
                    bounded.trim()
                ),
                (none, false) => {
                    let latest = all.last()?;
                    format!(
                        "{}: the latest {name} is {}, of {}.",
                        if none { "No" } else { "Yes" },
                        value(latest),
                        when(latest.entry)
                    )
                }
            };
            found.facts = if hits.is_empty() { facts(all.get(all.len().saturating_sub(1)..)?) } else { facts(&hits) };
        }
        Want::Whether if all.first().is_some_and(|point| point.number.is_none()) => {
            // "Do I smoke?": the record's own word answers better than yes or no.
            let latest = points.last()?;
            found.answer = exact(latest);
            found.sentence = format!("{}: {}, of {}.", capital(name), value(latest), when(latest.entry));
            found.rules.push(rule::LATEST.to_owned());
            found.facts = facts(std::slice::from_ref(latest));
        }
        // "Do I have the sugar?" asks for no reading.
        Want::Whether if !ask.past_tense && !ask.measured && ask.standing == super::ask::Standing::Unsaid => {
            return None;
        }
        Want::Whether => {
            found.answer = if points.is_empty() { "no" } else { "yes" }.to_owned();
            let latest = points.last()?;
            found.sentence = format!(
                "Yes: the record has {} of {name}{span}; the latest is {}, of {}.",
                many(points.len() as i64, "reading"),
                value(latest),
                when(latest.entry)
            );
            found.facts = facts(std::slice::from_ref(latest));
        }
        Want::Average => {
            if points.is_empty() || !numeric() {
                return None;
            }
            let mean = |of: &dyn Fn(&Point<'_, '_>) -> Option<f64>| {
                let numbers: Vec<f64> = points.iter().filter_map(of).collect();
                numbers.iter().sum::<f64>() / numbers.len() as f64
            };
            let unit = points.first().and_then(|point| point.unit);
            let first = mean(&|point| point.number);
            let text = if readings.is_pair {
                format!("{}/{}", rounded(first), quantity(mean(&|point| point.second.map(|second| second.0)), unit))
            } else {
                quantity(first, unit)
            };
            found.sentence =
                format!("The average {name}{bounded}{span} is {text}, over {}.", many(points.len() as i64, "reading"));
            found.answer = text;
            found.rules.push(rule::AVERAGE.to_owned());
            found.facts = facts(&points);
        }
        Want::Trend => trend(ask, readings, &points, &span, &mut found)?,
        Want::Compare => compare(ask, readings, &points, &mut found)?,
        Want::Span => {
            let (first, last) = match (ask.pick, ask.other) {
                (Some(Pick::Earliest(_)), Some(Pick::Latest(_))) | (Some(Pick::Latest(_)), Some(Pick::Earliest(_))) => {
                    (points.first()?, Some(points.last()?))
                }
                (Some(Pick::Latest(2)), _) if ask.pair && points.len() != 2 => return None,
                (Some(Pick::Latest(2)), _) => (points.get(points.len().checked_sub(2)?)?, Some(points.last()?)),
                (Some(Pick::Earliest(1)), None) => (points.first()?, None),
                (Some(Pick::Latest(1)) | None, None) => (points.last()?, None),
                _ => return None,
            };
            let begin = first.entry.day()?;
            let end = match last {
                Some(last) => last.entry.day()?,
                None => today?,
            };
            let (short, long) = between(begin, end, ask.grain);
            found.answer = short;
            found.sentence = match last {
                Some(last) => format!(
                    "{long} lie between the readings of {name} of {} and {}.",
                    when(first.entry),
                    when(last.entry)
                ),
                None => format!("{long}: the reading of {name} is of {}.", when(first.entry)),
            };
            found.rules.push(rule::BETWEEN.to_owned());
            found.facts = facts(&[Some(first.clone()), last.cloned()].into_iter().flatten().collect::<Vec<_>>());
        }
        Want::List => list(name, &points, &span, &bounded, &mut found)?,
        Want::Value | Want::Date | Want::End => single(ask, readings, &points, &span, &bounded, &mut found)?,
        Want::Person(_) => return None,
    }
    Some(found)
}

fn form(ask: &Ask) -> Form {
    match (ask.want, ask.pick) {
        (Want::Count, _) => Form::Count,
        (Want::Average, _) => Form::Average,
        (Want::Trend, _) => Form::Trend,
        (Want::Compare, _) => Form::Comparison,
        (Want::Span, _) => Form::Interval,
        (Want::List, _) => Form::List,
        (Want::Whether, _) => Form::Whether,
        (_, Some(Pick::Highest)) => Form::Highest,
        (_, Some(Pick::Lowest)) => Form::Lowest,
        (_, Some(Pick::Earliest(_) | Pick::Nth(_))) => Form::Earliest,
        _ => Form::Latest,
    }
}

fn rounded_away(point: &Point<'_, '_>) -> bool {
    let long = |text: &str| text.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2);
    long(point.text) || point.second.is_some_and(|(_, text)| long(text))
}

/// Returns `points` with their numbers in the unit of the last, or in the one that is asked for. `None` where units do
/// not fit: nothing is computed over different quantities.
fn in_one_unit<'c, 'a>(
    ask: &Ask,
    readings: &Readings<'c, 'a>,
    points: Vec<Point<'c, 'a>>,
) -> Option<Vec<Point<'c, 'a>>> {
    let computed = matches!(ask.want, Want::Average | Want::Trend | Want::Compare)
        || matches!(ask.pick, Some(Pick::Highest | Pick::Lowest));
    if ask.unit.is_some() && readings.is_pair {
        return None;
    }
    if !computed && ask.unit.is_none() {
        return Some(points);
    }
    let target = points.last().and_then(|point| point.unit).unwrap_or_default();
    points
        .into_iter()
        .map(|mut point| {
            if let Some(number) = point.number {
                let unit = point.unit.unwrap_or_default();
                let converted = unit::convert(number, unit, target)?;
                if converted.to_bits() != number.to_bits() {
                    point.number = Some(converted);
                    point.unit = Some(target);
                }
            }
            Some(point)
        })
        .collect()
}

fn facts(points: &[Point<'_, '_>]) -> Vec<crate::clearance::FactRef> {
    points.iter().map(|point| point.entry.at).collect()
}

fn list(name: &str, points: &[Point<'_, '_>], span: &str, bounded: &str, found: &mut Exact) -> Option<()> {
    if points.is_empty() {
        return None;
    }
    found.form = Form::List;
    found.answer = points.iter().map(exact).collect::<Vec<_>>().join("; ");
    let shown: Vec<String> =
        points.iter().rev().take(LISTED).map(|point| format!("{} ({})", value(point), when(point.entry))).collect();
    let more = points.len() - shown.len();
    let tail = if more > 0 { format!(", and {more} earlier") } else { String::new() };
    found.sentence = format!(
        "{} of {name}{bounded}{span}, the latest first: {}{tail}.",
        capital(&many(points.len() as i64, "reading")),
        shown.join("; ")
    );
    found.facts = facts(points);
    Some(())
}

/// One value, or the day of one.
fn single(
    ask: &Ask,
    readings: &Readings<'_, '_>,
    points: &[Point<'_, '_>],
    span: &str,
    bounded: &str,
    found: &mut Exact,
) -> Option<()> {
    let name = &readings.name;
    let dated = matches!(ask.want, Want::Date | Want::End);
    if ask.want == Want::End {
        return None;
    }
    let (chosen, which): (Vec<Point<'_, '_>>, String) = match ask.pick {
        Some(Pick::Highest | Pick::Lowest) => {
            let high = ask.pick == Some(Pick::Highest);
            let key = |point: &Point<'_, '_>| {
                point.number.map(|number| (number, point.second.map_or(0.0, |second| second.0)))
            };
            let better = |a: (f64, f64), b: (f64, f64)| {
                let order = a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
                if high { order.is_gt() } else { order.is_lt() }
            };
            let mut best: Option<&Point<'_, '_>> = None;
            for point in points {
                let number = key(point)?;
                // Of equals the newest stands.
                let beats = best.and_then(key).is_none_or(|known| !better(known, number));
                best = if beats { Some(point) } else { best };
            }
            found.rules.push(if readings.is_pair { rule::EXTREME_PAIR } else { rule::EXTREME }.to_owned());
            (vec![best?.clone()], if high { "highest " } else { "lowest " }.to_owned())
        }
        Some(Pick::Earliest(count)) => {
            found.rules.push(rule::EARLIEST.to_owned());
            (points.iter().take(count).cloned().collect(), "first ".to_owned())
        }
        Some(Pick::Nth(count)) => {
            found.rules.push(rule::EARLIEST.to_owned());
            (
                vec![points.get(count.checked_sub(1)?)?.clone()],
                format!("{} ", ["", "", "second", "third", "fourth", "fifth"].get(count)?),
            )
        }
        Some(Pick::Previous) => {
            found.rules.push(rule::LATEST.to_owned());
            (vec![points.get(points.len().checked_sub(2)?)?.clone()], "last but one ".to_owned())
        }
        Some(Pick::Latest(count)) => {
            found.rules.push(rule::LATEST.to_owned());
            (points.get(points.len().saturating_sub(count)..)?.to_vec(), "latest ".to_owned())
        }
        None if !dated && (ask.range.is_some() || ask.event.is_some()) && points.len() > 1 => {
            return list(name, points, span, bounded, found);
        }
        None if dated && ask.bound.is_some() || dated && points.len() > 1 && ask.range.is_some() => {
            found.answer = points.iter().map(|point| date(point.entry)).collect::<Vec<_>>().join("; ");
            let days: Vec<String> = points.iter().rev().take(LISTED).map(|point| when(point.entry)).collect();
            found.sentence = format!(
                "{}{bounded}{span}: {}, the latest first: {}.",
                capital(name),
                many(points.len() as i64, "reading"),
                days.join("; ")
            );
            found.facts = facts(points);
            return (!points.is_empty()).then_some(());
        }
        None => {
            found.rules.push(rule::LATEST.to_owned());
            (vec![points.last()?.clone()], "latest ".to_owned())
        }
    };
    let last = chosen.last()?;
    if chosen.len() > 1 {
        if dated {
            found.answer = chosen.iter().map(|point| date(point.entry)).collect::<Vec<_>>().join("; ");
        } else {
            found.answer = chosen.iter().map(exact).collect::<Vec<_>>().join("; ");
        }
        let shown: Vec<String> =
            chosen.iter().map(|point| format!("{} ({})", value(point), when(point.entry))).collect();
        found.sentence =
            format!("The {which}{} readings of {name}{bounded}{span}: {}.", chosen.len(), shown.join("; "));
    } else if dated {
        found.answer = if ask.year_only { last.entry.day()?.year().to_string() } else { date(last.entry) };
        found.sentence = format!("The {which}{name}{bounded}{span} is of {}: {}.", when(last.entry), value(last));
    } else {
        found.answer = exact(last);
        found.sentence = format!("The {which}{name}{bounded}{span} is {}, of {}.", value(last), when(last.entry));
        if let Some(wanted) = &ask.unit {
            let converted = unit::convert(last.number?, last.unit.unwrap_or_default(), wanted)?;
            let text = quantity(converted, Some(wanted));
            found.sentence = format!(
                "The {which}{name}{bounded}{span} is {text} ({} in the record), of {}.",
                value(last),
                when(last.entry)
            );
            found.answer = text;
            found.rules.push(rule::CONVERTED.to_owned());
        }
    }
    let others: Vec<&Point<'_, '_>> = points
        .iter()
        .filter(|point| {
            point.entry.key.0 == last.entry.key.0 && point.entry.at != last.entry.at && exact(point) != exact(last)
        })
        .collect();
    if chosen.len() == 1 && !others.is_empty() {
        let said: Vec<String> = others.iter().map(|point| value(point)).collect();
        found.sentence += &format!(" The record has another value of the same moment: {}.", joined(&said));
    }
    found.facts = facts(&chosen);
    found.facts.extend(others.iter().filter(|_| chosen.len() == 1).map(|point| point.entry.at));
    Some(())
}

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

fn trend(
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

fn compare(ask: &Ask, readings: &Readings<'_, '_>, points: &[Point<'_, '_>], found: &mut Exact) -> Option<()> {
    let name = &readings.name;
    let last_in = |range: &crate::question::when::Range| {
        readings.points.iter().rev().find(|point| point.entry.day().is_some_and(|day| range.holds(day)))
    };
    let (one, other) = match (ask.each.as_slice(), ask.pick, ask.other) {
        ([a, b], _, _) => (last_in(a)?.clone(), last_in(b)?.clone()),
        ([a], _, _) => (readings.points.last()?.clone(), last_in(a)?.clone()),
        // "How much have I gained since 2019?"
        ([], None, None) if ask.change => {
            let (last, first) = (points.last()?, points.first()?);
            if last.entry.key.0 == first.entry.key.0 {
                return None;
            }
            (last.clone(), first.clone())
        }
        ([], Some(Pick::Earliest(1)), Some(Pick::Latest(1))) => (points.last()?.clone(), points.first()?.clone()),
        ([], Some(Pick::Latest(1)), Some(Pick::Earliest(1))) => (points.last()?.clone(), points.first()?.clone()),
        ([], Some(Pick::Latest(1)) | None, Some(Pick::Previous)) => {
            (points.last()?.clone(), points.get(points.len().checked_sub(2)?)?.clone())
        }
        ([], Some(Pick::Latest(2)), _) => (points.last()?.clone(), points.get(points.len().checked_sub(2)?)?.clone()),
        ([], Some(Pick::Highest), Some(Pick::Lowest)) | ([], Some(Pick::Lowest), Some(Pick::Highest)) => {
            let by = |a: &&Point<'_, '_>, b: &&Point<'_, '_>| {
                a.number.unwrap_or_default().total_cmp(&b.number.unwrap_or_default())
            };
            (points.iter().max_by(by)?.clone(), points.iter().min_by(by)?.clone())
        }
        _ => return None,
    };
    // One reading is no change.
    if readings.is_pair || one.entry.at == other.entry.at {
        return None;
    }
    let (a, b) =
        (one.number?, unit::convert(other.number?, other.unit.unwrap_or_default(), one.unit.unwrap_or_default())?);
    let difference = quantity((a - b).abs(), one.unit);
    let relation = match a.total_cmp(&b) {
        std::cmp::Ordering::Greater => "higher",
        std::cmp::Ordering::Less => "lower",
        std::cmp::Ordering::Equal => "the same",
    };
    let told = if relation == "the same" { relation.to_owned() } else { format!("{relation} by {difference}") };
    let whole = format!("{} ({}) and {} ({})", value(&one), when(one.entry), value(&other), when(other.entry));
    found.answer = match ask.direction {
        Some(Direction::Up) => if relation == "higher" { "yes" } else { "no" }.to_owned(),
        Some(Direction::Down) => if relation == "lower" { "yes" } else { "no" }.to_owned(),
        Some(Direction::Same) => if relation == "the same" { "yes" } else { "no" }.to_owned(),
        None => told.clone(),
    };
    let lead = if ask.direction.is_some() { format!("{}: the", capital(&found.answer)) } else { "The".to_owned() };
    found.sentence = format!("{lead} {name} is {told}: {whole}.");
    found.rules.push(rule::COMPARED.to_owned());
    found.facts = vec![one.entry.at, other.entry.at];
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
