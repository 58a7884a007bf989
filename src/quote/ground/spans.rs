//! Counts and distances in time of a sentence: "in 10 readings", "over 9 years", "on day 3", and whose they are.

use jiff::civil::Date;

use super::numbers::{COUNTED, HIGHEST, LOWEST, Match, Number, SPANS, ends_of_ranges};
use super::sentence::{Sentence, Topics};
use super::status::{OVER, TAKEN, statuses};
use super::tokens::{Kind, Token};
use super::world::{Told, Topic, World};
use super::{Claim, Mark, Verdict};
use crate::document::FactKind;
use crate::question::concepts;

/// Words for a kind of things that count entries.
const OF_ENTRIES: &[&str] = &["prescriptions", "doses", "visits"];
/// Tokens between a range and the one day that it is told of.
const OF_A_RANGE: usize = 12;
/// Words behind a range that speak of one of its readings.
const ONE_OF_THEM: &[&str] =
    &["last", "latest", "newest", "recent", "first", "earliest", "oldest", "with", "and", "was", "is"];
/// Words before a count that make it the whole of which something is said: "the highest of 10 readings".
const OF_ALL: &[&str] = &["of", "among", "across", "all", "from", "over", "the"];

impl Number<'_> {
    /// "10 readings".
    pub(super) fn counted(&self) -> Mark {
        let topics: Vec<&Topic> = self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)).collect();
        let is = |count: f64| (count - self.value).abs() < 1e-9;
        if let Some(mark) = self.of_an_extreme() {
            return mark;
        }
        if let Some(mark) = self.counted_things() {
            return mark;
        }
        // Where nothing is named it may be of all that was told.
        let is_of_all = self.topics.named.is_empty() && is(self.world.topics.len() as f64);
        if topics.iter().any(|topic| topic.counts.iter().any(|count| is(*count))) || is_of_all {
            return self.mark(Verdict::Supported, "");
        }
        match topics.as_slice() {
            [topic] => self.mark(
                Verdict::Contradicted,
                format!("The records that were looked at have {} entries of {}.", topic.facts.len(), topic.name),
            ),
            _ => self.mark(Verdict::Unsupported, "No such count was sent."),
        }
    }

    /// "3 medicines": things of a kind are counted by their names, and those that are said to be taken or had by what is not over.
    /// Nothing where entries are counted.
    fn counted_things(&self) -> Option<Mark> {
        let is_counted = |(_, token): &(usize, &Token)| COUNTED.contains(&token.lower());
        let (noun, word) = (self.at + 1..).zip(self.sentence.after(self.at)).take(4).find(is_counted)?;
        let kinds = concepts::kinds_of(word.lower());
        if kinds.is_empty() || OF_ENTRIES.contains(&word.lower()) || self.is_of_one_thing(noun, kinds) {
            return None;
        }
        let of_kind = || self.world.topics.iter().filter(|topic| kinds.contains(&topic.kind) && !topic.is_denial);
        let (all, over) = (of_kind().count(), of_kind().filter(|topic| statuses(topic) == (false, true)).count());
        let allowed = match (self.sentence.has(TAKEN), self.sentence.has(OVER)) {
            (true, false) => vec![all - over],
            (false, true) => vec![over],
            (false, false) => vec![all, all - over],
            (true, true) => vec![all, all - over, over],
        };
        // That there is none, what was told does not say.
        let is_it = |count: usize| count > 0 && (count as f64 - self.value).abs() < 1e-9;
        Some(if allowed.into_iter().any(is_it) {
            self.mark(Verdict::Supported, "")
        } else {
            self.mark(Verdict::Unsupported, "No such count was sent.")
        })
    }

    /// Whether a count before the noun at `noun` is of the entries of one thing: "two influenza vaccines", "2 vaccines against influenza".
    fn is_of_one_thing(&self, noun: usize, kinds: &[FactKind]) -> bool {
        let [(topic, tokens)] = self.topics.named.as_slice() else { return false };
        let next = self.sentence.tokens.get(noun + 1).map_or("", Token::lower);
        let joins = matches!(next, "of" | "for" | "against" | "with");
        let is_of_it = tokens.iter().any(|at| (self.at..noun).contains(at) || joins && *at > noun);
        is_of_it && self.world.topics.get(*topic).is_some_and(|topic| kinds.contains(&topic.kind))
    }

    /// Whether the number is the second of "9 years and 6 months".
    pub(super) fn ends_a_span(&self) -> bool {
        let mut before = self.sentence.before(self.at);
        before.next().is_some_and(|token| token.lower() == "and")
            && before.next().is_some_and(|token| SPANS.contains(&token.lower()))
    }

    /// "over 9 years": the time between two entries.
    pub(super) fn spanned(&self) -> Mark {
        let days_per = days_per(self.next());
        let mut claimed = self.value * days_per;
        // "9 years and 6 months" is one distance.
        if let [and, number, unit, ..] = self.sentence.tokens.get(self.at + 2..).unwrap_or_default()
            && let (Some((more, _)), "and", true) = (number.number(), and.lower(), SPANS.contains(&unit.lower()))
        {
            claimed += more * self::days_per(unit.lower());
        }
        let is_it = |days: f64| (days - claimed).abs() <= 0.75 * days_per;
        if let Some(apart) = self.between_the_ends().filter(|apart| !apart.iter().copied().any(is_it)) {
            let least = apart.into_iter().fold(f64::INFINITY, f64::min);
            let reason = format!("These two readings lie {least:.0} days apart.");
            return self.mark(Verdict::RangeOnly, reason);
        }
        for topic in self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)) {
            let mut days: Vec<Date> = topic.facts.iter().flat_map(|fact| [fact.day, fact.ended]).flatten().collect();
            days.sort_unstable();
            let between = |a: Date, b: Date| a.until(b).map_or(0.0, |span| f64::from(span.get_days()));
            let zero =
                self.world.times.iter().find(|time| time.label == "day 0").and_then(|time| time.days.first().copied());
            let ends = days.first().zip(days.last()).map(|(first, last)| between(*first, *last));
            let to_zero = zero.into_iter().flat_map(|zero| days.iter().map(move |day| between(*day, zero).abs()));
            if ends.into_iter().chain(to_zero).any(is_it) {
                return self.mark(Verdict::Supported, "");
            }
        }
        if self.world.text.contains(&format!("{} {}", self.value, self.next().trim_end_matches('s'))) {
            return self.mark(Verdict::RangeOnly, "Another entry is of this time.");
        }
        self.mark(Verdict::Unsupported, "No entries that were sent are this far apart.")
    }

    /// The number of readings that stands behind the highest or lowest of them: how many are like it.
    fn of_an_extreme(&self) -> Option<Mark> {
        let before = self.at.checked_sub(1).and_then(|at| self.sentence.tokens.get(at)).map_or("", Token::lower);
        if OF_ALL.contains(&before) || matches!(self.next(), "times" | "occasions") && before != "in" {
            return None;
        }
        let Extreme { like, all } = extreme(self.sentence, self.at, self.topics, self.world)?;
        let is_like = (like.len() as f64 - self.value).abs() < 1e-9;
        let reason = || format!("Of {} readings {} are like this.", all.len(), like.len());
        Some(if is_like { self.mark(Verdict::Supported, "") } else { self.mark(Verdict::RangeOnly, reason()) })
    }

    /// "on day 3": a day that no passage has.
    pub(super) fn of_a_day(&self) -> Option<Mark> {
        let before = self.at.checked_sub(1).and_then(|at| self.sentence.tokens.get(at)).map_or("", Token::lower);
        let label = format!("day {}", self.value);
        let goes_on = |rest: &str| rest.starts_with(|sign: char| sign.is_ascii_digit());
        let text = self.world.text.as_str();
        let is_told =
            || text.match_indices(&label).any(|(at, found)| !goes_on(text.get(at + found.len()..).unwrap_or_default()));
        (before == "day" && !is_told())
            .then(|| self.mark(Verdict::Unsupported, "No entry that was sent is of this day."))
    }

    /// The distances in days between the readings that the sentence tells as first and last, where it tells two.
    fn between_the_ends(&self) -> Option<Vec<f64>> {
        let ends = ends_of_ranges(self.sentence).into_iter().find(|ends| ends.is_course && ends.high < self.at)?;
        let days = |at: usize, topic: &Topic| -> Vec<Date> {
            let of = self.sentence.tokens.get(at).and_then(Token::number);
            let found = of.map(|(value, half)| Number { at, value, half, ..*self }.facts_of(topic)).unwrap_or_default();
            found.into_iter().filter_map(|fact| topic.facts.get(fact)?.day).collect()
        };
        let between = |a: &Date, b: &Date| a.until(*b).map_or(0.0, |span| f64::from(span.get_days()).abs());
        let measured = self.topics.all();
        let measured = measured.iter().filter_map(|topic| self.world.topics.get(*topic));
        let apart: Vec<f64> = measured
            .flat_map(|topic| {
                let (first, last) = (days(ends.low, topic), days(ends.high, topic));
                first.iter().flat_map(|a| last.iter().map(|b| between(a, b))).collect::<Vec<f64>>()
            })
            .collect();
        (!apart.is_empty()).then_some(apart)
    }

    /// The entries of `topic` of which a reading may be this number.
    fn facts_of(&self, topic: &Topic) -> Vec<usize> {
        let is_it = |reading: &&Told| (reading.number - self.value).abs() <= self.half + 1e-9;
        let mut facts: Vec<usize> = self.in_topic(topic).iter().map(|found: &Match<'_>| found.reading.fact).collect();
        facts.extend(topic.readings.iter().filter(is_it).map(|reading| reading.fact));
        facts
    }
}

/// The readings that are like the highest or lowest one that a sentence tells, and all of the same part.
struct Extreme<'w> {
    like: Vec<&'w Told>,
    all: Vec<&'w Told>,
}

/// Returns what the sentence tells of the highest or lowest reading before token `at`, if it does.
fn extreme<'w>(sentence: &Sentence, at: usize, topics: &Topics, world: &'w World) -> Option<Extreme<'w>> {
    if !sentence.before(at).any(|token| HIGHEST.contains(&token.lower()) || LOWEST.contains(&token.lower())) {
        return None;
    }
    (0..at).rev().find_map(|at| {
        let (value, half) = sentence.tokens.get(at).and_then(Token::number)?;
        let number = Number { at, value, half, sentence, topics, world };
        let is_other = number.is_in_a_name() || number.is_in_a_unit() || COUNTED.contains(&number.next());
        if is_other || SPANS.contains(&number.next()) {
            return None;
        }
        let part = number.part();
        topics.all().iter().filter_map(|topic| world.topics.get(*topic)).find_map(|topic| {
            let of_part = |reading: &&Told| part.as_deref().is_none_or(|part| reading.part_name == part);
            let all: Vec<&Told> = topic.readings.iter().filter(of_part).collect();
            let found = number.in_topic(topic);
            let nearest = found.first()?.reading.number;
            // What was rounded to the number, and what is as near to it.
            let reach = half.max((nearest - value).abs()) + 1e-9;
            let like: Vec<&Told> = all.iter().copied().filter(|told| (told.number - value).abs() <= reach).collect();
            Some(Extreme { like, all })
        })
    })
}

/// "From … to …" behind the highest or lowest reading: the time of all readings, where not all are like it. Nothing where it is another time.
pub(super) fn of_all(sentence: &Sentence, at: usize, topics: &Topics, world: &World) -> Option<Mark> {
    if !is_of_a_pair(sentence, at) {
        return None;
    }
    let Extreme { like, all } = extreme(sentence, at, topics, world)?;
    let range = sentence.tokens.get(at)?.range.clone();
    let reason = format!("This is the time of all {} readings; {} are like this.", all.len(), like.len());
    (like.len() < all.len()).then(|| Mark::new(range, Claim::Time, Verdict::RangeOnly, reason))
}

/// "Between 61 and 138 on day 0": one day, told of readings of several.
pub(super) fn of_one_day(
    sentence: &Sentence,
    (at, time): (usize, usize),
    topics: &Topics,
    world: &World,
) -> Option<Mark> {
    let before = at.checked_sub(1).and_then(|at| sentence.tokens.get(at)).map_or("", Token::lower);
    if !matches!(before, "on" | "at") || is_of_a_pair(sentence, at) {
        return None;
    }
    let ends = ends_of_ranges(sentence).into_iter().rfind(|ends| !ends.is_course && ends.high < at)?;
    let between = sentence.tokens.get(ends.high + 1..at)?;
    let is_other = |token: &Token| {
        matches!(token.kind, Kind::Time(_) | Kind::OtherTime)
            || ONE_OF_THEM.contains(&token.lower())
            || HIGHEST.contains(&token.lower())
            || LOWEST.contains(&token.lower())
    };
    if between.len() > OF_A_RANGE || between.iter().any(is_other) {
        return None;
    }
    let range = sentence.tokens.get(at)?.range.clone();
    let days = &world.times.get(time)?.days;
    let of_end = |at: usize| -> Option<(&Topic, Vec<usize>)> {
        let (value, half) = sentence.tokens.get(at)?.number()?;
        let number = Number { at, value, half, sentence, topics, world };
        let found = number.matches();
        let topic = found.first()?.topic;
        Some((
            topic,
            found.iter().filter(|found| found.topic.name == topic.name).map(|found| found.reading.fact).collect(),
        ))
    };
    let is_of_it = |(topic, facts): (&Topic, Vec<usize>)| {
        facts.iter().any(|fact| topic.facts.get(*fact).and_then(|fact| fact.day).is_some_and(|day| days.contains(&day)))
    };
    let (low, high) = (of_end(ends.low)?, of_end(ends.high)?);
    let (newest, oldest) = low.0.ends().map(|(newest, oldest)| (low.0.when(newest), low.0.when(oldest)))?;
    let reason = format!("These are of several readings, from {oldest} to {newest}.");
    (!(is_of_it(low) && is_of_it(high))).then(|| Mark::new(range, Claim::Time, Verdict::RangeOnly, reason))
}

/// Returns whether the time at token `at` is one of two with "to" between.
pub(super) fn is_of_a_pair(sentence: &Sentence, at: usize) -> bool {
    let is_time = |at: usize| sentence.tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Time(_)));
    let joins = |at: usize| {
        sentence.tokens.get(at).is_some_and(|token| matches!(token.lower(), "to" | "until" | "and" | "through"))
    };
    let before = at.checked_sub(2).is_some_and(is_time) && at.checked_sub(1).is_some_and(joins);
    before || joins(at + 1) && is_time(at + 2)
}

/// Returns how many days a unit of time has, on average.
fn days_per(unit: &str) -> f64 {
    match unit.trim_end_matches('s') {
        "day" => 1.0,
        "week" => 7.0,
        "month" => 30.44,
        _ => 365.24,
    }
}
