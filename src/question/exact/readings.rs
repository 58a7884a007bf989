//! Answers from what was measured.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::ask::{Ask, Pick, Want};
use super::course::{compare, trend};
use super::points::{Point, Readings, extreme};
use super::words::{between, capital, date, exact, joined, many, quantity, range, rounded, value, when};
use super::{Exact, Form, Frame, bare, rule};
use crate::clearance::FactRef;

/// Readings that a sentence lists; the boxes have all.
const LISTED: usize = 12;
/// Words that count.
const NTH: [&str; 11] = ["", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// What is counted from the last back, by its place.
const BACK: [&str; 7] = ["", "", "one", "two", "three", "four", "five"];

/// Returns the answer to `ask` from `readings`; `None` where it has none of its form.
pub(super) fn answer(ask: &Ask, readings: &Readings<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let mut found = told(ask, readings, frame, today)?;
    note_open(&readings.points, &mut found);
    Some(found)
}

/// Adds which of the readings that an answer was made from are not final, as their status says.
fn note_open(points: &[Point<'_, '_>], found: &mut Exact) {
    let told: BTreeSet<FactRef> = found.facts.iter().copied().collect();
    let open = points.iter().filter(|point| told.contains(&point.entry.at));
    let open: Vec<(&Point<'_, '_>, &str)> = open.filter_map(|point| Some((point, point.open_status()?))).collect();
    match (open.as_slice(), told.len()) {
        ([], _) => {}
        ([(_, status), ..], 1) => found.sentence += &format!(" Its status is “{status}”."),
        (open, _) => {
            let newest = open.iter().rev().take(LISTED);
            let shown: Vec<String> =
                newest.map(|(point, _)| format!("{} ({})", value(point), when(point.entry))).collect();
            found.sentence += &format!(" Not said to be final, as the record has it: {}.", shown.join("; "));
        }
    }
}

fn told(ask: &Ask, readings: &Readings<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let all: Vec<Point<'_, '_>> =
        readings.points.iter().filter(|point| frame.holds(point.entry.day())).cloned().collect();
    // Of values in several units, and of a number that is none of theirs, nothing is compared by its digits.
    if let Some((_, limit, unit)) = &ask.bound
        && !bare::may_compare(readings, &all, *limit, unit.as_deref())
    {
        return None;
    }
    let all = in_one_unit(ask, readings, all)?;
    let name = &readings.name;
    let span = range(ask.range.as_ref());
    let (points, bounded): (Vec<Point<'_, '_>>, String) = match &ask.bound {
        None => (all.clone(), String::new()),
        Some((bound, limit, unit)) => {
            let mut kept = Vec::new();
            for point in &all {
                let limit = bare::limit_for(name, point, *limit, unit.as_deref())?;
                if point.lies(*bound, limit)? {
                    kept.push(point.clone());
                }
            }
            let unit = unit.as_deref().or_else(|| all.first().and_then(|point| point.unit));
            (kept, format!(" {} {}", bound.words(), quantity(*limit, unit)))
        }
    };
    // "Since when has it been below 7?" asks for the beginning of a time, and not for each day.
    if ask.begins && ask.bound.is_some() && ask.want == Want::Date && ask.pick.is_none() {
        return None;
    }
    // "The average of my last three weights" is of those alone.
    let several = match ask.pick {
        Some(Pick::Latest(count)) if count > 1 => points.get(points.len().saturating_sub(count)..),
        Some(Pick::Earliest(count)) if count > 1 => points.get(..count.min(points.len())),
        _ => None,
    };
    let points = match (ask.want, several) {
        (Want::Average | Want::Trend, Some(several)) => several.to_vec(),
        _ => points,
    };
    if ask.several.is_some_and(|several| several != points.len()) {
        return None;
    }
    if ask.want == Want::Average && matches!(ask.pick, Some(Pick::Nth(_) | Pick::Highest | Pick::Lowest)) {
        return None;
    }
    // "Did I have a second A1c?" is not answered by the first.
    if ask.want == Want::Whether && matches!(ask.pick, Some(Pick::Nth(place)) if points.len() < place) {
        return None;
    }
    let mut found = Exact::new(form(ask));
    found.rules.push(rule::reading(readings));
    if points.iter().any(|point| point.number.is_some() && rounded_away(point)) {
        found.rules.push(rule::ROUNDED.to_owned());
    }
    if points.iter().any(|point| point.limit.is_some()) {
        found.rules.push(rule::LIMIT.to_owned());
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
        Want::Whether if all.first().is_some_and(|point| point.number.is_none() && point.limit.is_none()) => {
            // "Do I smoke?": the record's own word answers better than yes or no.
            let latest = points.last()?;
            let each = answers(&points);
            // Of "ever" what is so now is not all: who never smokes today may have smoked.
            let is_of_all = ask.past_tense || ask.standing == super::ask::Standing::Ever;
            if is_of_all && each.len() > 1 {
                found.answer = each.iter().map(exact).collect::<Vec<_>>().join("; ");
                let told: Vec<String> =
                    each.iter().map(|point| format!("{} ({})", value(point), when(point.entry))).collect();
                found.sentence = format!("{}, the latest first: {}.", capital(name), told.join("; "));
                found.rules.push(rule::EACH_ANSWER.to_owned());
                found.facts = facts(&each);
                return Some(found);
            }
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
                (Some(one), Some(other)) => {
                    let (one, other) = (one.place(points.len())?, other.place(points.len())?);
                    (points.get(one.min(other))?, Some(points.get(one.max(other))?))
                }
                (None, None) if ask.apart => match points.as_slice() {
                    [one, other] => (one, Some(other)),
                    _ => return None,
                },
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

/// Returns the latest of each different answer among `points`, by time; the newest first.
fn answers<'c, 'a>(points: &[Point<'c, 'a>]) -> Vec<Point<'c, 'a>> {
    let mut each: Vec<Point<'c, 'a>> = Vec::new();
    for point in points.iter().rev() {
        if !each.iter().any(|known| exact(known).eq_ignore_ascii_case(&exact(point))) {
            each.push(point.clone());
        }
    }
    each
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
    // Of two times the two that are compared must fit, and no other.
    let is_of_two = ask.want == Want::Compare && !ask.each.is_empty();
    let computed = matches!(ask.want, Want::Average | Want::Trend | Want::Compare) && !is_of_two
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
            // The text of a limit is told as the file has it, and so is its unit.
            if let Some((_, limit)) = &point.limit {
                let own = point.unit.unwrap_or_default();
                return (readings.convert(*limit, own, target)?.to_bits() == limit.to_bits()).then_some(point);
            }
            if let Some(number) = point.number {
                let unit = point.unit.unwrap_or_default();
                let converted = readings.convert(number, unit, target)?;
                if converted.to_bits() != number.to_bits() {
                    point.number = Some(converted);
                    point.unit = Some(target);
                }
            }
            Some(point)
        })
        .collect()
}

pub(super) fn facts(points: &[Point<'_, '_>]) -> Vec<FactRef> {
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
        // "My first and my last weight"
        Some(pick)
            if pick.place(points.len()).is_some()
                && ask.other.and_then(|other| other.place(points.len())).is_some() =>
        {
            let places = [Some(pick), ask.other].into_iter().flatten().filter_map(|pick| pick.place(points.len()));
            found.rules.extend([rule::EARLIEST.to_owned(), rule::LATEST.to_owned()]);
            (places.filter_map(|place| points.get(place).cloned()).collect(), String::new())
        }
        // "The second highest", "the lowest and the highest"
        Some(pick @ (Pick::Highest | Pick::Lowest))
            if matches!(ask.other, Some(Pick::Nth(_) | Pick::Highest | Pick::Lowest)) =>
        {
            let mut ordered: Vec<(f64, &Point<'_, '_>)> =
                points.iter().map(|point| Some((point.number?, point))).collect::<Option<_>>()?;
            if readings.is_pair {
                return None;
            }
            ordered.sort_by(|a, b| a.0.total_cmp(&b.0));
            if pick == Pick::Highest {
                ordered.reverse();
            }
            found.rules.push(rule::EXTREME.to_owned());
            match ask.other {
                Some(Pick::Nth(count)) => (vec![ordered.get(count.checked_sub(1)?)?.1.clone()], String::new()),
                _ => (vec![ordered.first()?.1.clone(), ordered.last()?.1.clone()], String::new()),
            }
        }
        Some(Pick::Highest | Pick::Lowest) if points.iter().any(|point| point.limit.is_some()) => {
            let high = ask.pick == Some(Pick::Highest);
            found.rules.push(rule::EXTREME.to_owned());
            (vec![extreme(points, high)?.clone()], if high { "highest " } else { "lowest " }.to_owned())
        }
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
            (vec![points.get(count.checked_sub(1)?)?.clone()], format!("{} ", NTH.get(count)?))
        }
        Some(Pick::Back(back)) => {
            found.rules.push(rule::LATEST.to_owned());
            // Two values of one moment are no two times.
            let mut moments: Vec<_> = points.iter().map(|point| point.entry.key.0).collect();
            moments.dedup();
            let moment = *moments.get(moments.len().checked_sub(back)?)?;
            let point = points.iter().rfind(|point| point.entry.key.0 == moment)?;
            (vec![point.clone()], format!("last but {} ", BACK.get(back)?))
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
            let converted = readings.convert(last.number?, last.unit.unwrap_or_default(), wanted)?;
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
