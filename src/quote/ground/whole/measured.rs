//! Claims about readings, worked out anew from all readings of the record.

use jiff::civil::Date;

use super::atoms::Value;
use super::claims::Claim;
use super::groups::Claimed;
use super::words::Word;
use crate::privacy::generalise::trend;
use crate::quote::ground::Verdict;
use crate::quote::ground::numbers::Number;
use crate::quote::ground::opening::leading;
use crate::quote::ground::sentence::Topics;
use crate::quote::ground::unit::same_unit;
use crate::quote::ground::world::Topic;

/// Numbers that differ by less are one.
const HAIR: f64 = 1e-9;

/// A reading on its day.
#[derive(Debug, Clone, Copy)]
struct Point {
    day: Date,
    number: f64,
    change: f64,
}

/// What is claimed of the readings of one thing.
#[derive(Debug, Default)]
struct Bag<'c> {
    parts: Vec<&'c str>,
    ones: Vec<Value>,
    pair: Option<(Value, Value)>,
    range: Option<(Value, Value)>,
    course: Option<[(Value, Option<usize>); 2]>,
    bound: Option<(bool, Value)>,
    difference: Option<Value>,
    ways: Vec<Word>,
    which: Option<Word>,
    day: Option<usize>,
    period: Option<(usize, usize)>,
    span: Option<&'c str>,
    count: Option<f64>,
    is_denied: bool,
    is_range: bool,
}

impl<'c> Bag<'c> {
    /// Returns `claims` by their kinds; `None` where something is claimed twice, or that is not of readings.
    fn of(claims: &'c [Claim]) -> Option<Self> {
        fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
            slot.replace(value).is_none().then_some(())
        }
        let mut bag = Bag::default();
        for claim in claims {
            match claim {
                Claim::Thing(_) | Claim::Word(Word::Has | Word::Had | Word::Done) => {}
                Claim::Word(Word::Range) => bag.is_range = true,
                Claim::Part(part) => bag.parts.push(part),
                Claim::One(value) => bag.ones.push(*value),
                Claim::Pair(first, second) => once(&mut bag.pair, (*first, *second))?,
                Claim::Range(low, high) => once(&mut bag.range, (*low, *high))?,
                Claim::Course(ends) => once(&mut bag.course, *ends)?,
                Claim::Bound(is_above, value) => once(&mut bag.bound, (*is_above, *value))?,
                Claim::Difference(value) => once(&mut bag.difference, *value)?,
                Claim::At(time) | Claim::Begun(time) => once(&mut bag.day, *time)?,
                Claim::Span(text) => once(&mut bag.span, text.as_str())?,
                Claim::Period(from, to) => once(&mut bag.period, (*from, *to))?,
                Claim::Count(count) => once(&mut bag.count, *count)?,
                Claim::Word(Word::Not) if !bag.is_denied => bag.is_denied = true,
                Claim::Word(Word::Now) => once(&mut bag.which, Word::Newest)?,
                Claim::Word(word @ (Word::Newest | Word::Oldest | Word::Highest | Word::Lowest)) => {
                    once(&mut bag.which, *word)?
                }
                Claim::Word(word @ (Word::Up | Word::Down | Word::Steady | Word::Mixed | Word::Changed)) => {
                    bag.ways.push(*word)
                }
                _ => return None,
            }
        }
        Some(bag)
    }

    /// Whether it claims anything of all readings.
    fn is_of_all(&self) -> bool {
        self.period.is_some() || self.span.is_some() || self.count.is_some() || !self.ways.is_empty()
    }
}

impl Claimed<'_> {
    /// Whether `claims` hold of the readings of `thing`; a reading without a day may be said to be of the day `inherited`.
    pub fn measured(&self, claims: &[Claim], thing: usize, inherited: Option<usize>) -> bool {
        let (Some(bag), Some(topic)) = (Bag::of(claims), self.world.full.get(thing)) else { return false };
        let shapes = [
            !bag.ones.is_empty() || bag.pair.is_some(),
            bag.range.is_some(),
            bag.course.is_some(),
            bag.bound.is_some(),
            bag.difference.is_some(),
        ];
        let is_odd = (bag.is_denied && bag.bound.is_none()) || (bag.is_range && bag.range.is_none());
        if shapes.iter().filter(|is| **is).count() > 1 || is_odd || !self.units_fit(claims, topic) {
            return false;
        }
        match &bag {
            Bag { range: Some(ends), .. } => self.ranged(&bag, topic, *ends),
            Bag { course: Some(ends), .. } => self.coursed(&bag, topic, *ends),
            Bag { bound: Some(bound), .. } => self.bounded(&bag, topic, *bound),
            Bag { difference: Some(value), .. } => self.differs(&bag, topic, *value),
            Bag { ones, pair, .. } if !ones.is_empty() || pair.is_some() => self.one(&bag, topic, inherited),
            _ => self.turned(&bag, topic),
        }
    }

    /// Whether each unit that is written behind a number is that of the readings.
    fn units_fit(&self, claims: &[Claim], topic: &Topic) -> bool {
        let fits = |value: &Value| {
            let Some(at) = self.sentence.tokens.iter().position(|token| token.range.start == value.start) else {
                // A number of the line that leads to this one: its unit is not looked at again.
                return false;
            };
            let topics = Topics::default();
            let (value, half) = (value.value, value.half);
            let number = Number { at, value, half, sentence: self.sentence, topics: &topics, world: self.world };
            let is_unit_of = |unit: &str| {
                topic.readings.iter().all(|reading| same_unit(unit, reading.unit.as_deref().unwrap_or_default()))
            };
            number.written_unit().is_none_or(|(unit, _)| is_unit_of(&unit))
        };
        claims.iter().all(|claim| match claim {
            Claim::One(value) | Claim::Bound(_, value) | Claim::Difference(value) => fits(value),
            Claim::Pair(one, other) | Claim::Range(one, other) => fits(one) && fits(other),
            Claim::Course([(one, _), (other, _)]) => fits(one) && fits(other),
            _ => true,
        })
    }

    /// The number that is shown for `value`: as the record has it.
    fn shown(&self, value: Value) -> Option<f64> {
        let mark =
            self.marks.iter().find(|mark| mark.range.start == value.start && mark.verdict == Verdict::Supported)?;
        mark.real.as_deref()?.parse().ok()
    }

    fn is_on(&self, day: Date, time: usize) -> bool {
        self.world.times.get(time).is_some_and(|time| time.days.contains(&day))
    }

    /// One reading: its number or numbers, its day, and whether it is the newest, first, highest or lowest.
    fn one(&self, bag: &Bag<'_>, topic: &Topic, inherited: Option<usize>) -> bool {
        if bag.is_of_all() {
            return false;
        }
        let Some(told) = self.told(bag, topic) else { return false };
        let which = bag.which.or((bag.day.is_none()).then_some(Word::Newest));
        let is_of_all_parts = told.iter().all(|(part, number)| {
            let points = || points(topic, part);
            match which {
                Some(Word::Highest) => {
                    told.len() == 1 && points().is_some_and(|all| all.iter().all(|point| point.number <= number + HAIR))
                }
                Some(Word::Lowest) => {
                    told.len() == 1 && points().is_some_and(|all| all.iter().all(|point| point.number >= number - HAIR))
                }
                Some(Word::Newest) => {
                    points().and_then(|all| at_end(&all, true)).is_some_and(|(_, end)| is(end, *number))
                }
                Some(_) => points().and_then(|all| at_end(&all, false)).is_some_and(|(_, end)| is(end, *number)),
                None => true,
            }
        });
        let end = |is_newest: bool| {
            let days = topic.facts.iter().filter_map(|fact| fact.day);
            if is_newest { days.max() } else { days.min() }
        };
        let wanted = match which {
            Some(Word::Newest) => end(true),
            Some(Word::Oldest) => end(false),
            _ => None,
        };
        let mut facts = (0..).zip(&topic.facts).filter_map(|(at, fact)| Some((at, fact.day?)));
        is_of_all_parts
            && facts.any(|(at, day): (usize, Date)| {
                let has = |(part, number): &(&str, f64)| {
                    topic
                        .readings
                        .iter()
                        .any(|reading| reading.fact == at && reading.part_name == *part && is(reading.number, *number))
                };
                told.iter().all(has)
                    && wanted.is_none_or(|wanted| wanted == day)
                    && bag.day.into_iter().chain(inherited).all(|time| self.is_on(day, time))
            })
    }

    /// The numbers of one reading, each with the part that it is of; `None` where that is not said.
    fn told<'t>(&self, bag: &Bag<'_>, topic: &'t Topic) -> Option<Vec<(&'t str, f64)>> {
        let parts = parts(topic);
        if let Some((first, second)) = bag.pair.or(match bag.ones.as_slice() {
            [first, second] if bag.parts.is_empty() => Some((*first, *second)),
            _ => None,
        }) {
            // "125/75": the one that a reading is known by stands first. Named parts stand in their own order.
            let (first_part, second_part) = match (bag.parts.as_slice(), parts.as_slice()) {
                ([], [one, other]) => {
                    let lead = leading(topic).1?;
                    if *one == lead { (*one, *other) } else { (*other, *one) }
                }
                ([one, other], _) => {
                    (*parts.iter().find(|part| *part == one)?, *parts.iter().find(|part| *part == other)?)
                }
                _ => return None,
            };
            let is_whole = bag.ones.is_empty() || bag.pair.is_none();
            return (is_whole && first_part != second_part)
                .then_some(vec![(first_part, self.shown(first)?), (second_part, self.shown(second)?)]);
        }
        let numbers = bag.ones.iter().map(|value| self.shown(*value));
        match (bag.parts.as_slice(), parts.as_slice(), bag.ones.len()) {
            ([], [only], 1) => numbers.map(|number| Some((*only, number?))).collect(),
            (named, _, count) if named.len() == count => {
                let of = named.iter().map(|name| parts.iter().find(|part| *part == name).copied());
                of.zip(numbers).map(|(part, number)| Some((part?, number?))).collect()
            }
            _ => None,
        }
    }

    /// The part whose readings are meant, where it is said or there is but one.
    fn part<'t>(bag: &Bag<'_>, topic: &'t Topic) -> Option<&'t str> {
        match (bag.parts.as_slice(), parts(topic).as_slice()) {
            ([], [only]) => Some(*only),
            ([name], all) => all.iter().find(|part| *part == name).copied(),
            _ => None,
        }
    }

    /// Whether what is said of all readings is so: how many, from when to when, which way they go.
    fn of_all(&self, bag: &Bag<'_>, points: &[Point]) -> bool {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return false };
        let count = points.len() as f64;
        bag.count.is_none_or(|said| is(said, count))
            && bag.period.is_none_or(|(from, to)| self.is_on(first.day, from) && self.is_on(last.day, to))
            && bag.span.is_none_or(|span| self.spans(span, first.day, last.day))
            && bag.ways.iter().all(|way| goes(points, *way))
    }

    /// Whether `span` is how far before day 0 the first day is told, and the last is day 0.
    fn spans(&self, span: &str, first: Date, last: Date) -> bool {
        let is_told = |label: &str, day: Date| {
            self.world.times.iter().any(|time| time.label == label && time.days.contains(&day))
        };
        is_told(&format!("{span} before day 0"), first) && is_told("day 0", last)
    }

    fn ranged(&self, bag: &Bag<'_>, topic: &Topic, (low, high): (Value, Value)) -> bool {
        let Some(points) = Self::part(bag, topic).and_then(|part| points(topic, part)) else { return false };
        let (Some(low), Some(high)) = (self.shown(low), self.shown(high)) else { return false };
        let least = points.iter().map(|point| point.number).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(|point| point.number).fold(f64::NEG_INFINITY, f64::max);
        bag.day.is_none() && bag.which.is_none() && is(low, least) && is(high, most) && self.of_all(bag, &points)
    }

    fn coursed(&self, bag: &Bag<'_>, topic: &Topic, ends: [(Value, Option<usize>); 2]) -> bool {
        let Some(points) = Self::part(bag, topic).and_then(|part| points(topic, part)) else { return false };
        let [(from, begun), (to, ended)] = ends;
        let (Some(from), Some(to)) = (self.shown(from), self.shown(to)) else { return false };
        let (Some(first), Some(last)) = (at_end(&points, false), at_end(&points, true)) else { return false };
        let fits = |(day, number): (Date, f64), told: f64, time: Option<usize>| {
            is(number, told) && time.is_none_or(|time| self.is_on(day, time))
        };
        let turns = |way: &Word| match way {
            Word::Changed => !is(from, to),
            // "Changed …, rising" says it of all between them, too.
            Word::Up if bag.ways.len() == 1 => to > from,
            Word::Down if bag.ways.len() == 1 => to < from,
            way => goes(&points, *way),
        };
        let rest = Bag { count: bag.count, period: bag.period, span: bag.span, ..Bag::default() };
        first.0 < last.0
            && fits(first, from, begun)
            && fits(last, to, ended)
            && bag.day.is_none()
            && bag.which.is_none()
            && !bag.ways.is_empty()
            && bag.ways.iter().all(turns)
            && self.of_all(&rest, &points)
    }

    fn bounded(&self, bag: &Bag<'_>, topic: &Topic, (is_above, bound): (bool, Value)) -> bool {
        // Where no part is named it must be so of each.
        let named = Self::part(bag, topic).map(|part| vec![part]);
        let meant = named.unwrap_or_else(|| if bag.parts.is_empty() { parts(topic) } else { Vec::new() });
        let holds = |number: f64| if is_above { number > bound.value + HAIR } else { number < bound.value - HAIR };
        let is_so = |number: f64| holds(number) != bag.is_denied;
        let is_whole = bag.day.is_none() && !bag.is_of_all() && !meant.is_empty();
        is_whole
            && meant.iter().all(|part| {
                let Some(points) = points(topic, part) else { return false };
                match bag.which {
                    Some(Word::Newest) => at_end(&points, true).is_some_and(|(_, number)| is_so(number)),
                    None => points.iter().all(|point| is_so(point.number)),
                    Some(_) => false,
                }
            })
    }

    fn differs(&self, bag: &Bag<'_>, topic: &Topic, by: Value) -> bool {
        let Some(points) = Self::part(bag, topic).and_then(|part| points(topic, part)) else { return false };
        let (Some(first), Some(last)) = (at_end(&points, false), at_end(&points, true)) else { return false };
        let change = last.1 - first.1;
        let turns = |way: &Word| match way {
            Word::Up => change > 0.0,
            Word::Down => change < 0.0,
            way => *way == Word::Changed,
        };
        let rest = Bag { count: bag.count, period: bag.period, span: bag.span, ..Bag::default() };
        first.0 < last.0
            && (change.abs() - by.value).abs() <= by.half + HAIR
            && !bag.ways.is_empty()
            && bag.ways.iter().all(turns)
            && bag.day.is_none()
            && bag.which.is_none()
            && self.of_all(&rest, &points)
    }

    /// Only which way the readings go.
    fn turned(&self, bag: &Bag<'_>, topic: &Topic) -> bool {
        let all = parts(topic);
        let meant: Vec<&str> = Self::part(bag, topic)
            .map_or_else(|| if bag.parts.is_empty() { all.clone() } else { Vec::new() }, |part| vec![part]);
        let holds = |part: &&str| points(topic, part).is_some_and(|points| self.of_all(bag, &points));
        bag.day.is_none() && bag.which.is_none() && !meant.is_empty() && meant.iter().all(holds)
    }
}

fn is(a: f64, b: f64) -> bool {
    (a - b).abs() < HAIR
}

/// The names of the parts of a reading; one without a name where it has none.
fn parts(topic: &Topic) -> Vec<&str> {
    let mut parts: Vec<&str> = topic.readings.iter().map(|reading| reading.part_name.as_str()).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// All readings of a part by their days; `None` where one has no day, or their units differ.
fn points(topic: &Topic, part: &str) -> Option<Vec<Point>> {
    let of = || topic.readings.iter().filter(|reading| reading.part_name == part);
    let unit = of().next()?.unit.as_ref();
    if of().any(|reading| reading.unit.as_ref() != unit) {
        return None;
    }
    let point = |reading: &crate::quote::ground::world::Told| {
        Some(Point { day: topic.facts.get(reading.fact)?.day?, number: reading.number, change: reading.change })
    };
    let mut points: Vec<Point> = of().map(point).collect::<Option<_>>()?;
    points.sort_by_key(|point| point.day);
    Some(points)
}

/// The newest reading, or the first, with its day; `None` where several of that day differ.
fn at_end(points: &[Point], is_newest: bool) -> Option<(Date, f64)> {
    let end = if is_newest { points.last()? } else { points.first()? };
    let same = points.iter().filter(|point| point.day == end.day).all(|point| is(point.number, end.number));
    same.then_some((end.day, end.number))
}

/// Whether readings go a way beyond doubt: none of them turns back by as much as says something.
fn goes(points: &[Point], way: Word) -> bool {
    let numbers: Vec<f64> = points.iter().map(|point| point.number).collect();
    let step = points.iter().map(|point| point.change).fold(0.0, f64::max);
    let steps = || numbers.iter().zip(numbers.iter().skip(1)).map(|(a, b)| b - a);
    let is_trend = |said: &str| numbers.len() > 1 && trend(&numbers, step) == said;
    match way {
        Word::Up => is_trend("rising") && steps().all(|by| by > -step),
        Word::Down => is_trend("falling") && steps().all(|by| by < step),
        Word::Steady => is_trend("steady"),
        Word::Mixed => is_trend("mixed") && steps().any(|by| by >= step) && steps().any(|by| by <= -step),
        Word::Changed => {
            numbers.iter().any(|number| numbers.first().is_some_and(|first| (number - first).abs() >= step.max(HAIR)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
