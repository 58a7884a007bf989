//! Numbers, units and times of a sentence, held to the readings that it is about.

use jiff::civil::Date;

use super::sentence::{Sentence, Topics};
use super::tokens::{Kind, Token};
use super::world::{Told, Topic, World};
use super::{Claim, Mark, Verdict};
use crate::privacy::units;

/// Words before a number that make it a bound.
const OVER: &[&str] = &["above", "over", "exceeds", "exceed", "exceeding", "than"];
const UNDER: &[&str] = &["below", "under", "beneath"];
const MORE: &[&str] = &["more", "greater", "higher", "larger", "longer"];
const LESS: &[&str] = &["less", "lower", "fewer", "smaller", "shorter"];
/// Words behind a number that make it a count.
const COUNTED: &[&str] = &[
    "reading",
    "readings",
    "measurement",
    "measurements",
    "times",
    "entries",
    "records",
    "occasions",
    "results",
    "values",
    "tests",
    "visits",
    "medications",
    "medicines",
    "conditions",
    "procedures",
    "vaccines",
    "immunizations",
    "allergies",
    "prescriptions",
    "doses",
];
/// Words for numbers, from two on.
const SPELT: &[&str] = &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// Words of change, after which "from … to …" is first and last.
const CHANGES: &[&str] = &[
    "changed",
    "change",
    "changes",
    "rose",
    "risen",
    "fell",
    "fallen",
    "increased",
    "decreased",
    "went",
    "gone",
    "dropped",
    "improved",
    "worsened",
    "grew",
    "grown",
    "climbed",
    "declined",
    "moved",
    "increase",
    "decrease",
    "rise",
    "drop",
    "gained",
    "lost",
];
const LATEST: &[&str] = &["last", "latest", "recent", "current", "currently", "now", "newest", "today"];
const FIRST: &[&str] = &["first", "earliest", "initial", "initially", "oldest"];
const HIGHEST: &[&str] = &["highest", "maximum", "max", "peak", "greatest", "largest"];
const LOWEST: &[&str] = &["lowest", "minimum", "min", "smallest", "least"];
const SPANS: &[&str] = &["day", "days", "week", "weeks", "month", "months", "year", "years"];

/// Adds the marks of the numbers, units and times of `sentence`, which is about `topics`.
pub(super) fn check(sentence: &Sentence, topics: &Topics, world: &World, marks: &mut Vec<Mark>) {
    let ranges = ends_of_ranges(sentence);
    let mut used_times: Vec<usize> = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        match &token.kind {
            Kind::OtherTime => marks.push(other_time(token, world)),
            Kind::Number { value, half } => {
                let claim = Number { at, value: *value, half: *half, sentence, topics, world };
                let range = ranges.iter().copied().find(|ends| ends.low == at || ends.high == at);
                claim.judge(range, marks, &mut used_times);
            }
            Kind::Word { lower, .. } if SPELT.contains(&lower.as_str()) => {
                let counts = sentence.after(at).take(4).any(|next| COUNTED.contains(&next.lower()));
                if let Some(number) = SPELT.iter().position(|word| word == lower).filter(|_| counts) {
                    // At most eleven.
                    #[allow(clippy::cast_precision_loss)]
                    let claim = Number { at, value: (number + 2) as f64, half: 0.5, sentence, topics, world };
                    marks.push(claim.counted());
                }
            }
            _ => {}
        }
    }
    for (at, token) in sentence.tokens.iter().enumerate() {
        if let Kind::Time(time) = token.kind
            && !used_times.contains(&at)
        {
            marks.push(told_time(token, time, topics, world));
        }
    }
}

fn other_time(token: &Token, world: &World) -> Mark {
    let reason = if world.times.is_empty() { "No time was sent." } else { "No entry that was sent is of this time." };
    Mark::new(token.range.clone(), Claim::Time, Verdict::Unsupported, reason)
}

/// A time that was told, beside no number: one of the things that the sentence is about must be of it.
fn told_time(token: &Token, time: usize, topics: &Topics, world: &World) -> Mark {
    let days = world.times.get(time).map_or(&[][..], |time| time.days.as_slice());
    let has = |index: &usize| {
        world.topics.get(*index).is_some_and(|topic| {
            topic.facts.iter().any(|fact| [fact.day, fact.ended].iter().flatten().any(|day| days.contains(day)))
        })
    };
    if topics.named.is_empty() || topics.all().iter().any(has) {
        return Mark::new(token.range.clone(), Claim::Time, Verdict::Supported, "");
    }
    let reason = topics.named.first().and_then(|(topic, _)| world.topics.get(*topic)).and_then(|topic| {
        let (newest, _) = topic.ends()?;
        Some(format!("No entry of {} is of this time; the newest is of {}.", topic.name, topic.when(newest)))
    });
    let verdict = if reason.is_some() { Verdict::Contradicted } else { Verdict::Supported };
    Mark::new(token.range.clone(), Claim::Time, verdict, reason.unwrap_or_default())
}

/// The two numbers of "between a and b", "from a to b" or "a–b".
#[derive(Debug, Clone, Copy)]
struct Ends {
    low: usize,
    high: usize,
    /// Whether they are told as first and last.
    is_course: bool,
}

fn ends_of_ranges(sentence: &Sentence) -> Vec<Ends> {
    let numbers: Vec<usize> =
        sentence.tokens.iter().enumerate().filter(|(_, token)| token.number().is_some()).map(|(at, _)| at).collect();
    let mut ranges: Vec<Ends> = Vec::new();
    for pair in numbers.windows(2) {
        let &[low, high] = pair else { continue };
        let joined = sentence
            .tokens
            .get(low + 1..high)
            .unwrap_or_default()
            .iter()
            .any(|token| matches!(token.lower(), "to" | "and"));
        let opens = sentence.before(low).take(3).any(|token| matches!(token.lower(), "between" | "from"));
        let is_count = |at: usize| {
            sentence
                .tokens
                .get(at + 1)
                .is_some_and(|next| COUNTED.contains(&next.lower()) || SPANS.contains(&next.lower()))
        };
        if joined
            && opens
            && high - low <= 8
            && !is_count(low)
            && !is_count(high)
            && ranges.last().is_none_or(|last| last.high != low)
        {
            let is_course = sentence.has(CHANGES) && sentence.before(low).take(3).any(|token| token.lower() == "from");
            ranges.push(Ends { low, high, is_course });
        }
    }
    ranges
}

/// A number that a sentence claims.
struct Number<'a> {
    at: usize,
    value: f64,
    half: f64,
    sentence: &'a Sentence,
    topics: &'a Topics,
    world: &'a World,
}

/// A reading that a number may be, and whether as it was told.
#[derive(Clone, Copy)]
struct Match<'w> {
    topic: &'w Topic,
    reading: &'w Told,
    /// Whether it was told of this reading alone.
    is_alone: bool,
}

impl<'a> Number<'a> {
    fn range(&self) -> std::ops::Range<usize> {
        self.sentence.tokens.get(self.at).map_or(0..0, |token| token.range.clone())
    }

    fn mark(&self, verdict: Verdict, reason: impl Into<String>) -> Mark {
        Mark::new(self.range(), Claim::Number, verdict, reason)
    }

    fn next(&self) -> &'a str {
        self.sentence.tokens.get(self.at + 1).map_or("", Token::lower)
    }

    fn judge(&self, range: Option<Ends>, marks: &mut Vec<Mark>, used_times: &mut Vec<usize>) {
        if self.is_in_a_name() {
            return;
        }
        if COUNTED.contains(&self.next()) {
            return marks.push(self.counted());
        }
        if SPANS.contains(&self.next()) {
            if !self.ends_a_span() {
                marks.push(self.spanned());
            }
            return;
        }
        if let Some(bound) = self.bound() {
            return marks.push(bound);
        }
        if let Some(ends) = range.filter(|ends| ends.is_course && (self.at == ends.low || self.at == ends.high))
            && let Some(mark) = self.of_course(ends)
        {
            marks.push(mark);
            return;
        }
        let found = self.matches();
        let Some(nearest) = self.nearest(&found) else { return marks.push(self.unmatched()) };
        let is_end = range.is_some_and(|ends| !ends.is_course && (self.at == ends.low || self.at == ends.high));
        let (mark, time) = self.placed(&found, nearest, is_end);
        marks.extend(self.unit(nearest.reading));
        marks.push(mark);
        if let Some((at, mark)) = time {
            used_times.push(at);
            marks.push(mark);
        }
    }

    /// Whether the number is one of a name, such as "10 MG" or "type 2": then the name is what is checked.
    fn is_in_a_name(&self) -> bool {
        let is_of_a_name = self.world.name_numbers.iter().any(|number| (number - self.value).abs() < 1e-9);
        let beside =
            [self.sentence.tokens.get(self.at + 1), self.at.checked_sub(1).and_then(|at| self.sentence.tokens.get(at))];
        let in_a_name = |token: &Token| {
            let stem = token.stem();
            !stem.is_empty() && self.world.topics.iter().any(|topic| super::world::stems_of(&topic.name).contains(stem))
        };
        let is_listed = self.at == 0 && self.sentence.tokens.get(1).is_some_and(|next| matches!(next.kind, Kind::Sign));
        is_listed
            || (is_of_a_name && beside.into_iter().flatten().any(in_a_name))
            || (is_of_a_name && self.world.text.contains(&format!("{}+", self.value)))
    }

    /// Returns all readings that the number may be, those of the things that the sentence names first.
    fn matches(&self) -> Vec<Match<'a>> {
        let named: Vec<usize> = self.topics.named.iter().map(|(topic, _)| *topic).collect();
        let of = |indexes: &[usize]| -> Vec<Match<'a>> {
            let topics = indexes.iter().filter_map(|index| self.world.topics.get(*index));
            topics.flat_map(|topic| self.in_topic(topic)).collect()
        };
        let found = of(&named);
        let found = if found.is_empty() { of(&self.topics.meant) } else { found };
        if found.is_empty() { of(&(0..self.world.topics.len()).collect::<Vec<_>>()) } else { found }
    }

    fn in_topic(&self, topic: &'a Topic) -> Vec<Match<'a>> {
        let told = topic.numbers.iter().filter(|number| (number.value - self.value).abs() < 1e-9);
        let mut found: Vec<Match<'a>> = Vec::new();
        for number in told {
            // Of a range's end the readings at that end; of a number told alone its reading.
            let step = |reading: &Told| (reading.number - number.value).abs();
            let least =
                number.of.iter().filter_map(|at| topic.readings.get(*at)).map(step).fold(f64::INFINITY, f64::min);
            for reading in number
                .of
                .iter()
                .filter_map(|at| topic.readings.get(*at))
                .filter(|reading| step(reading) <= least + 1e-9)
            {
                found.push(Match { topic, reading, is_alone: number.of.len() == 1 });
            }
        }
        if found.is_empty() {
            let is_it = |reading: &&Told| (reading.number - self.value).abs() <= self.half + 1e-9;
            found.extend(topic.readings.iter().filter(is_it).map(|reading| Match { topic, reading, is_alone: false }));
        }
        found
    }

    /// Returns the match of the part that the sentence names nearest to the number, told alone before others.
    fn nearest(&self, found: &[Match<'a>]) -> Option<Match<'a>> {
        let part = self.part();
        let fits = |found: &&Match<'a>| {
            part.as_deref().is_none_or(|part| found.reading.part_name == part || found.reading.part_name.is_empty())
        };
        let best = |found: &mut dyn Iterator<Item = &Match<'a>>| found.max_by_key(|found| found.is_alone).copied();
        best(&mut found.iter().filter(fits)).or_else(|| best(&mut found.iter()))
    }

    /// Returns the name of the part (systolic, diastolic) that the words before the number, else those after, name.
    fn part(&self) -> Option<String> {
        let parts =
            || self.world.topics.iter().flat_map(|topic| &topic.readings).filter(|reading| !reading.part.is_empty());
        let names = |token: &Token| {
            let stem = token.stem();
            let mut of: Vec<&str> = parts()
                .filter(|reading| reading.part.iter().any(|part| part == stem))
                .map(|reading| reading.part_name.as_str())
                .collect();
            of.sort_unstable();
            of.dedup();
            match of.as_slice() {
                [one] => Some((*one).to_owned()),
                _ => None,
            }
        };
        self.sentence.before(self.at).find_map(names).or_else(|| self.sentence.after(self.at).take(3).find_map(names))
    }

    /// Judges a number that is a reading: whether it is the one that is meant, and of the time that is said.
    fn placed(&self, found: &[Match<'a>], nearest: Match<'a>, is_end: bool) -> (Mark, Option<(usize, Mark)>) {
        let Match { topic, reading, .. } = nearest;
        let part = self.part();
        if let Some(part) = part.filter(|part| !reading.part_name.is_empty() && reading.part_name != *part) {
            let reason = format!("This is the {}; of {part} no such number was sent.", reading.part_name);
            return (self.mark(Verdict::Contradicted, reason), None);
        }
        let same: Vec<&Match<'a>> = found
            .iter()
            .filter(|other| other.topic.name == topic.name && other.reading.part_name == reading.part_name)
            .collect();
        let facts: Vec<usize> = same.iter().map(|found| found.reading.fact).collect();
        let all: Vec<&Told> = topic.readings.iter().filter(|other| other.part_name == reading.part_name).collect();
        let shown = |reading: &Told| with_unit(reading);
        if let Some(highest) = self.extreme() {
            let best = all.iter().copied().reduce(|a, b| if (b.number > a.number) == highest { b } else { a });
            if let Some(best) = best.filter(|best| {
                (best.number - reading.number).abs() > 1e-9 && !self.is(best.number) && !facts.contains(&best.fact)
            }) {
                let which = if highest { "highest" } else { "lowest" };
                return (
                    self.mark(
                        Verdict::Contradicted,
                        format!("The {which} is {}, of {}.", shown(best), topic.when(best.fact)),
                    ),
                    None,
                );
            }
            return (self.filled(reading, topic), self.timed(topic, &facts));
        }
        if let Some(latest) = self.end_of_time() {
            let end = topic.ends().map(|(newest, oldest)| if latest { newest } else { oldest });
            if let Some(end) = end.filter(|end| !facts.contains(end))
                && let Some(of_end) = all.iter().find(|other| other.fact == end)
            {
                let which = if latest { "newest" } else { "first" };
                let reason = format!("The {which} reading is {}, of {}.", shown(of_end), topic.when(end));
                return (self.mark(Verdict::Contradicted, reason), None);
            }
            return (self.filled(reading, topic), self.timed(topic, &facts));
        }
        let time = if is_end { None } else { self.timed(topic, &facts) };
        if is_end || nearest.is_alone || facts.len() == all.len() || time.is_some() {
            return (self.filled(reading, topic), time);
        }
        let reason = format!("One of {} readings is {}, of {}.", all.len(), shown(reading), topic.when(reading.fact));
        (self.mark(Verdict::RangeOnly, reason), time)
    }

    /// Whether `number` is what is written, to its last place.
    fn is(&self, number: f64) -> bool {
        (number - self.value).abs() <= self.half + 1e-9
    }

    fn filled(&self, reading: &Told, topic: &Topic) -> Mark {
        let mut mark =
            self.mark(Verdict::Supported, format!("{}, of {}.", with_unit(reading), topic.when(reading.fact)));
        mark.real = Some(reading.text.clone());
        mark
    }

    /// The time that stands with the number, judged by the days of its facts.
    fn timed(&self, topic: &Topic, facts: &[usize]) -> Option<(usize, Mark)> {
        let times: Vec<(usize, usize)> = self
            .sentence
            .tokens
            .iter()
            .enumerate()
            .filter_map(|(at, token)| if let Kind::Time(time) = token.kind { Some((at, time)) } else { None })
            .collect();
        let numbers = self.sentence.tokens.iter().filter(|token| token.number().is_some()).count();
        // "From … to …" is the time of the whole course.
        let joined = |pair: &[(usize, usize)]| match pair {
            [(from, _), (to, _)] => self.sentence.tokens.get(from + 1..*to).is_some_and(|between| {
                between.len() <= 2 && between.iter().any(|token| matches!(token.lower(), "to" | "and" | "until"))
            }),
            _ => false,
        };
        if times.windows(2).any(joined) {
            return None;
        }
        // One time belongs to all numbers; of several the next one after the number.
        let (at, time) = match times.as_slice() {
            [one] => *one,
            [_, _, ..] if numbers >= 1 => *times.iter().find(|(at, _)| *at > self.at && at - self.at <= 6)?,
            _ => return None,
        };
        let days: &[Date] = &self.world.times.get(time)?.days;
        let range = self.sentence.tokens.get(at)?.range.clone();
        let is_of =
            |fact: &usize| topic.facts.get(*fact).and_then(|fact| fact.day).is_some_and(|day| days.contains(&day));
        if facts.iter().any(is_of) {
            return Some((at, Mark::new(range, Claim::Time, Verdict::Supported, "")));
        }
        let when = facts.first().map_or("", |fact| topic.when(*fact));
        Some((at, Mark::new(range, Claim::Time, Verdict::Contradicted, format!("This reading is of {when}."))))
    }

    /// A number that no reading is.
    fn unmatched(&self) -> Mark {
        if self.world.asked_numbers.iter().any(|asked| (asked - self.value).abs() < 1e-9) {
            return self.mark(Verdict::Supported, "From your question.");
        }
        if let Some(difference) = self.difference() {
            return difference;
        }
        let topics: Vec<&Topic> = self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)).collect();
        let part = self.part();
        let numbers: Vec<&Told> = topics
            .iter()
            .flat_map(|topic| &topic.readings)
            .filter(|reading| part.as_deref().is_none_or(|part| reading.part_name == part))
            .collect();
        let low = numbers.iter().map(|reading| reading.number).fold(f64::INFINITY, f64::min);
        let high = numbers.iter().map(|reading| reading.number).fold(f64::NEG_INFINITY, f64::max);
        let single = !self.topics.named.is_empty() && topics.len() == 1;
        match numbers.first() {
            Some(_) if numbers.len() > 1 && low <= self.value && self.value <= high && single => {
                let reason = format!("The readings lie between {low} and {high}; none that was sent is this.");
                self.mark(Verdict::RangeOnly, reason)
            }
            Some(one) if single && numbers.len() == 1 => {
                self.mark(Verdict::Contradicted, format!("The record has {}.", with_unit(one)))
            }
            Some(_) if single => {
                self.mark(Verdict::Contradicted, format!("The readings lie between {low} and {high}."))
            }
            _ => self.mark(Verdict::Unsupported, "No such number was sent."),
        }
    }

    /// "rose by 12", "12 points lower": the difference of two readings.
    fn difference(&self) -> Option<Mark> {
        let says = self.sentence.before(self.at).take(3).any(|token| token.lower() == "by")
            || self
                .sentence
                .after(self.at)
                .take(3)
                .any(|token| MORE.contains(&token.lower()) || LESS.contains(&token.lower()));
        if !says {
            return None;
        }
        for topic in self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)) {
            let (newest, oldest) = topic.ends()?;
            for last in topic.readings.iter().filter(|reading| reading.fact == newest) {
                let first = topic
                    .readings
                    .iter()
                    .find(|reading| reading.fact == oldest && reading.part_name == last.part_name)?;
                let difference = (last.number - first.number).abs();
                if (difference - self.value).abs() <= self.half + 1e-9 {
                    return Some(
                        self.mark(Verdict::Supported, format!("From {} to {}.", with_unit(first), with_unit(last))),
                    );
                }
            }
        }
        Some(self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this."))
    }

    /// "above 140": a bound, judged by the reading that is meant.
    fn bound(&self) -> Option<Mark> {
        let mut before =
            self.sentence.before(self.at).filter(|token| !matches!(token.lower(), "about" | "a" | "the" | "of"));
        let first = before.next()?.lower();
        let second = before.next().map_or("", Token::lower);
        let over = match (first, second) {
            ("than", second) if MORE.contains(&second) => true,
            ("than", second) if LESS.contains(&second) => false,
            (first, _) if first != "than" && OVER.contains(&first) => true,
            (first, _) if UNDER.contains(&first) => false,
            ("least", "at") | ("to", "equal") => true,
            ("most", "at") => false,
            _ => return None,
        };
        let denied =
            self.sentence.before(self.at).any(|token| matches!(token.lower(), "not" | "never" | "no" | "neither"));
        let topics: Vec<&Topic> = self
            .topics
            .all()
            .iter()
            .filter_map(|topic| self.world.topics.get(*topic))
            .filter(|topic| !topic.readings.is_empty())
            .collect();
        let [topic] = topics.as_slice() else {
            return Some(self.mark(Verdict::Unsupported, "It cannot be told which readings this is about."));
        };
        let part = self.part();
        let latest = self.sentence.has(LATEST).then(|| topic.ends().map(|(newest, _)| newest)).flatten();
        let meant: Vec<&Told> = topic
            .readings
            .iter()
            .filter(|reading| {
                part.as_deref().is_none_or(|part| reading.part_name == part)
                    && latest.is_none_or(|fact| reading.fact == fact)
            })
            .collect();
        let holds = |reading: &&&Told| if over { reading.number > self.value } else { reading.number < self.value };
        let count = meant.iter().filter(holds).count();
        let of_all =
            format!("{count} of {} readings are {} {}.", meant.len(), if over { "above" } else { "below" }, self.value);
        Some(match (count, denied) {
            (0, false) => self.mark(Verdict::Contradicted, of_all),
            (0, true) => self.mark(Verdict::Supported, of_all),
            (count, false) if count == meant.len() => self.mark(Verdict::Supported, of_all),
            (count, true) if count == meant.len() => self.mark(Verdict::Contradicted, of_all),
            _ => self.mark(Verdict::RangeOnly, of_all),
        })
    }

    /// "from 82 to 79", told as a course: the first and the last reading.
    fn of_course(&self, ends: Ends) -> Option<Mark> {
        let is_first = self.at == ends.low;
        let topics = if self.topics.named.is_empty() { &self.topics.meant } else { &self.topics.all() };
        let topic =
            topics.iter().filter_map(|topic| self.world.topics.get(*topic)).find(|topic| topic.readings.len() > 1)?;
        let (newest, oldest) = topic.ends()?;
        let wanted = if is_first { oldest } else { newest };
        let part = self.part();
        let of_fact = |fact: usize| {
            topic.readings.iter().find(move |reading| {
                reading.fact == fact && part.as_deref().is_none_or(|part| reading.part_name == part)
            })
        };
        let told = |reading: &Told| {
            let as_told = topic
                .numbers
                .iter()
                .filter(|number| number.of.iter().any(|at| topic.readings.get(*at) == Some(reading)));
            let near = |number: f64| (number - reading.number).abs() <= self.half.max((number * 0.02).abs());
            (self.value - reading.number).abs() <= self.half + 1e-9
                || as_told.clone().any(|number| (number.value - self.value).abs() < 1e-9 && near(number.value))
        };
        let right = of_fact(wanted)?;
        // Either part may be meant where none is named.
        let any_part = topic.readings.iter().filter(|reading| reading.fact == wanted).find(|reading| told(reading));
        if let Some(reading) = any_part.filter(|reading| self.part().is_none_or(|part| part == reading.part_name)) {
            return Some(self.filled(reading, topic));
        }
        let which = if is_first { "first" } else { "newest" };
        let reason = format!("The {which} reading is {}, of {}.", with_unit(right), topic.when(wanted));
        let other = if is_first { newest } else { oldest };
        let opposite = topic.readings.iter().filter(|reading| reading.fact == other).any(told);
        let values = || topic.readings.iter().map(|reading| reading.number);
        let inside = values().any(|number| number <= self.value) && values().any(|number| number >= self.value);
        let was_told = topic.numbers.iter().any(|number| (number.value - self.value).abs() < 1e-9);
        let verdict = if opposite || !(inside || was_told) { Verdict::Contradicted } else { Verdict::RangeOnly };
        Some(self.mark(verdict, reason))
    }

    /// "10 readings".
    fn counted(&self) -> Mark {
        let topics: Vec<&Topic> = self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)).collect();
        let is = |count: f64| (count - self.value).abs() < 1e-9;
        // Things of a kind are counted by their names, readings by their entries.
        #[allow(clippy::cast_precision_loss)]
        let names = self.world.topics.len() as f64;
        if topics.iter().any(|topic| topic.counts.iter().any(|count| is(*count))) || is(names) {
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

    /// Whether the number is the second of "9 years and 6 months".
    fn ends_a_span(&self) -> bool {
        let mut before = self.sentence.before(self.at);
        before.next().is_some_and(|token| token.lower() == "and")
            && before.next().is_some_and(|token| SPANS.contains(&token.lower()))
    }

    /// "over 9 years": the time between two entries.
    fn spanned(&self) -> Mark {
        let days_per = days_per(self.next());
        let mut claimed = self.value * days_per;
        // "9 years and 6 months" is one distance.
        if let [and, number, unit, ..] = self.sentence.tokens.get(self.at + 2..).unwrap_or_default()
            && let (Some((more, _)), "and", true) = (number.number(), and.lower(), SPANS.contains(&unit.lower()))
        {
            claimed += more * self::days_per(unit.lower());
        }
        let is_it = |days: f64| (days - claimed).abs() <= 0.75 * days_per;
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

    fn extreme(&self) -> Option<bool> {
        self.sentence.before(self.at).find_map(|token| match token.lower() {
            word if HIGHEST.contains(&word) => Some(true),
            word if LOWEST.contains(&word) => Some(false),
            _ => None,
        })
    }

    fn end_of_time(&self) -> Option<bool> {
        self.sentence.before(self.at).find_map(|token| match token.lower() {
            word if LATEST.contains(&word) => Some(true),
            word if FIRST.contains(&word) => Some(false),
            _ => None,
        })
    }

    /// The unit that is written behind the number, where it is another than the reading's.
    fn unit(&self, reading: &Told) -> Option<Mark> {
        let (unit, range) = self.written_unit()?;
        let real = reading.unit.as_deref().unwrap_or("");
        if same_unit(&unit, real) {
            return None;
        }
        let reason = format!("The record has {}.", with_unit(reading));
        Some(Mark::new(range, Claim::Unit, Verdict::Contradicted, reason))
    }

    /// Returns the unit behind the number, where what stands there is one.
    fn written_unit(&self) -> Option<(String, std::ops::Range<usize>)> {
        let mut unit = String::new();
        let mut range: Option<std::ops::Range<usize>> = None;
        let mut last_end = None;
        let mut longest = None;
        for token in self.sentence.tokens.get(self.at + 1..)?.iter().take(8) {
            let touches = last_end.is_none_or(|end| end == token.range.start);
            if matches!(token.kind, Kind::Time(_) | Kind::OtherTime | Kind::Name) || !touches {
                break;
            }
            last_end = Some(token.range.end);
            unit.push_str(&token.text);
            let whole = range.get_or_insert(token.range.clone());
            whole.end = token.range.end;
            if is_unit(&unit) {
                longest = Some((unit.clone(), whole.clone()));
            }
        }
        longest
    }
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

/// Returns whether `text` is a unit, as records or as people write it.
pub(super) fn is_unit(text: &str) -> bool {
    let plain = plain_unit(text);
    !plain.is_empty()
        && !text.ends_with(['.', ',', '(', '[', '/'])
        && (units::may_leave(text).is_some_and(|unit| !unit.is_empty() && !matches!(text, "a" | "h" | "d" | "in"))
            || KNOWN.contains(&plain.as_str()))
}

/// Units as people write them, plain.
const KNOWN: &[&str] = &[
    "mmhg",
    "percent",
    "%",
    "kg",
    "g",
    "mg",
    "lb",
    "lbs",
    "pounds",
    "kilograms",
    "cm",
    "mmol/l",
    "mg/dl",
    "g/dl",
    "bpm",
    "kg/m2",
    "ml/min",
    "c",
    "f",
];

/// Returns a unit in the form in which units are compared.
fn plain_unit(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, '%' | '/')).collect();
    match plain.as_str() {
        "percent" => "%".to_owned(),
        "kilograms" | "kilogram" | "kgs" => "kg".to_owned(),
        "pounds" | "lbs" | "lbav" => "lb".to_owned(),
        "beats/min" | "beats/minute" | "/min" | "bpm" => "/min".to_owned(),
        "cel" => "c".to_owned(),
        "degf" => "f".to_owned(),
        "centimeters" | "centimetres" => "cm".to_owned(),
        _ => plain,
    }
}

fn same_unit(written: &str, real: &str) -> bool {
    let (a, b) = (plain_unit(written), plain_unit(units::may_leave(real).unwrap_or(real)));
    // A unit that is cut short says no other one.
    a == b || b.starts_with(&a) || a.starts_with(&b) || plain_unit(real) == a
}

fn with_unit(reading: &Told) -> String {
    let unit = reading.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{}{unit}", reading.text)
}
