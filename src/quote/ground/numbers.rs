//! Numbers, units and times of a sentence, held to the readings that it is about.

mod compared;
mod course;
mod matching;
mod paired;
mod parts;
mod strength;
mod things;
mod units;
mod unmatched;

use jiff::civil::Date;

use super::opening;
use super::sentence::{Sentence, Topics};
use super::spans;
use super::status::Said;
use super::times::{other_time, told_time};
use super::tokens::{Kind, Token};
use super::world::{Told, Topic, World};
use super::{Claim, Mark, Verdict};
pub(super) use compared::{Bound, bound_of};
pub(super) use course::{Ends, ends_of_ranges};

/// Tokens from a number to the time behind it: its unit, and what joins them.
const BEFORE_A_TIME: usize = 9;
/// Tokens behind a number in which its part may be named.
const PART_TOKENS: usize = 12;
/// Words before a number that make it a bound.
const OVER: &[&str] = &["above", "over", "exceeds", "exceed", "exceeding", "than"];
const UNDER: &[&str] = &["below", "under", "beneath"];
const MORE: &[&str] = &["more", "greater", "higher", "larger", "longer"];
const LESS: &[&str] = &["less", "lower", "fewer", "smaller", "shorter"];
/// Words behind a number that make it a count.
pub(super) const COUNTED: &[&str] = &[
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
pub(super) const SPELT: &[&str] =
    &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
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
pub(super) const LATEST: &[&str] = &["last", "latest", "recent", "current", "currently", "now", "newest", "today"];
const FIRST: &[&str] = &["first", "earliest", "initial", "initially", "oldest"];
pub(super) const HIGHEST: &[&str] = &["highest", "maximum", "max", "peak", "greatest", "largest"];
pub(super) const LOWEST: &[&str] = &["lowest", "minimum", "min", "smallest", "least"];
pub(super) const SPANS: &[&str] = &["day", "days", "week", "weeks", "month", "months", "year", "years"];

/// Adds the marks of the numbers, units and times of `sentence`, which is about `topics` and says `said` of them.
pub(super) fn check(sentence: &Sentence, (topics, said): (&Topics, Said), world: &World, marks: &mut Vec<Mark>) {
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
            Kind::Word { .. } if opening::is_that_number(sentence, at) => {
                let value = world.asked_bound.map(|asked| asked.value);
                let claim = Number { at, value: value.unwrap_or_default(), half: 0.5, sentence, topics, world };
                if let Some(mark) = claim.bound() {
                    let unknown =
                        || claim.mark(Verdict::Unsupported, "It cannot be told which readings this is about.");
                    marks.push(if value.is_some() { mark } else { unknown() });
                }
            }
            Kind::Word { lower, .. } if SPELT.contains(&lower.as_str()) => {
                let counts = sentence.after(at).take(4).any(|next| COUNTED.contains(&next.lower()));
                if let Some(number) = SPELT.iter().position(|word| word == lower).filter(|_| counts) {
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
            let of_all = spans::of_all(sentence, at, topics, world)
                .or_else(|| spans::of_one_day(sentence, (at, time), topics, world));
            marks.push(of_all.unwrap_or_else(|| told_time(sentence, (at, time), (topics, said), world)));
        }
    }
}

/// A number that a sentence claims.
pub(super) struct Number<'a> {
    pub(super) at: usize,
    pub(super) value: f64,
    pub(super) half: f64,
    pub(super) sentence: &'a Sentence,
    pub(super) topics: &'a Topics,
    pub(super) world: &'a World,
}

/// A reading that a number may be, and whether as it was told.
#[derive(Clone, Copy)]
pub(super) struct Match<'w> {
    pub(super) topic: &'w Topic,
    pub(super) reading: &'w Told,
    /// Whether it was told of this reading alone.
    is_alone: bool,
}

impl<'a> Number<'a> {
    fn range(&self) -> std::ops::Range<usize> {
        self.sentence.tokens.get(self.at).map(|token| token.range.clone()).unwrap_or_default()
    }

    pub(super) fn mark(&self, verdict: Verdict, reason: impl Into<String>) -> Mark {
        Mark::new(self.range(), Claim::Number, verdict, reason)
    }

    pub(super) fn next(&self) -> &'a str {
        self.sentence.tokens.get(self.at + 1).map_or("", Token::lower)
    }

    fn judge(&self, range: Option<Ends>, marks: &mut Vec<Mark>, used_times: &mut Vec<usize>) {
        if let Some(strength) = self.of_another_strength() {
            return marks.push(strength);
        }
        if self.is_in_a_name() || self.is_in_a_unit() {
            return;
        }
        if COUNTED.contains(&self.next()) {
            return marks.push(self.counted());
        }
        if let Some(day) = self.of_a_day() {
            return marks.push(day);
        }
        if SPANS.contains(&self.next()) {
            if !self.ends_a_span() {
                marks.push(self.spanned());
            }
            return;
        }
        if let Some(bound) = self.bound() {
            marks.extend(self.unit_of_all());
            return marks.push(bound);
        }
        if self.is_difference() {
            return marks.extend(self.with_its_unit(self.differs()));
        }
        if let Some(ends) = range.filter(|ends| ends.is_course && (self.at == ends.low || self.at == ends.high))
            && let Some((mark, topic)) = self.of_course(ends)
        {
            if let Some((at, mark)) = self.time_of_course(ends, topic) {
                used_times.push(at);
                marks.push(mark);
            }
            marks.extend(self.unit(&topic.readings));
            marks.push(mark);
            return;
        }
        let found = self.matches();
        let Some(nearest) = self.nearest(&found) else { return marks.extend(self.unmatched()) };
        let is_end = range.is_some_and(|ends| !ends.is_course && (self.at == ends.low || self.at == ends.high));
        let (mut mark, time) = self.placed(&found, nearest, is_end);
        if mark.verdict == Verdict::Supported
            && let Some((verdict, reason)) =
                self.of_a_part(nearest).or_else(|| self.of_another_reading(&found, nearest))
        {
            mark = self.mark(verdict, reason);
        }
        marks.extend(self.unit(std::slice::from_ref(nearest.reading)));
        marks.push(mark);
        if let Some((at, mark)) = time {
            used_times.push(at);
            marks.push(mark);
        }
    }

    /// Whether the number is one of a name, such as "10 MG" or "type 2": then the name is what is checked.
    pub(super) fn is_in_a_name(&self) -> bool {
        let is_of_a_name = self.world.name_numbers.iter().any(|number| (number - self.value).abs() < 1e-9);
        if self.is_compounded() {
            return true;
        }
        let is_listed = self.at == 0 && self.sentence.tokens.get(1).is_some_and(|next| matches!(next.kind, Kind::Sign));
        is_listed
            || (is_of_a_name && self.is_beside_its_name())
            || (is_of_a_name && self.world.text.contains(&format!("{}+", self.value)))
    }

    /// Whether the number ends a word that a passage has: "COVID-19", "SARS-CoV-2".
    fn is_compounded(&self) -> bool {
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        let is_start = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let text = self.world.text.as_str();
        let stands = |whole: &str| {
            text.match_indices(whole).any(|(at, found)| {
                is_start(text.get(..at).unwrap_or_default()) && is_end(text.get(at + found.len()..).unwrap_or_default())
            })
        };
        let mut first = self.at;
        while let Some([word, dash, next]) = first.checked_sub(2).and_then(|at| self.sentence.tokens.get(at..=first))
            && word.range.end == dash.range.start
            && dash.range.end == next.range.start
            && dash.text == "-"
            && !word.lower().is_empty()
        {
            first -= 2;
            let whole = self.sentence.tokens.get(first..=self.at).unwrap_or_default();
            if stands(&whole.iter().map(|token| token.text.to_lowercase()).collect::<String>()) {
                return true;
            }
        }
        false
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
            // Of those that are told alike it is one that is the highest: its value, and its time.
            let best = best.filter(|best| facts.contains(&best.fact) || self.is(best.number)).unwrap_or(reading);
            let timed = self.timed(topic, &facts).map(|(at, mark)| {
                let is_its =
                    self.timed(topic, &[best.fact]).is_some_and(|(_, mark)| mark.verdict == Verdict::Supported);
                if mark.verdict != Verdict::Supported || is_its {
                    return (at, mark);
                }
                let which = if highest { "highest" } else { "lowest" };
                let reason = format!("The {which} is {}, of {}.", shown(best), topic.when(best.fact));
                (at, Mark { verdict: Verdict::RangeOnly, reason, ..mark })
            });
            return (self.filled(best, topic), timed);
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
            let meant =
                same.iter().find(|found| Some(found.reading.fact) == end).map_or(reading, |found| found.reading);
            return (self.filled(meant, topic), self.timed(topic, &facts));
        }
        let time = if is_end { None } else { self.timed(topic, &facts) };
        if is_end || nearest.is_alone || facts.len() == all.len() || time.is_some() {
            let end = self.end_of_range(topic, &all).filter(|_| is_end);
            // Of readings that are told alike the one of the day that is told.
            let is_of_day =
                |fact: usize| self.timed(topic, &[fact]).is_some_and(|(_, mark)| mark.verdict == Verdict::Supported);
            let of_day = || same.iter().map(|found| found.reading).find(|reading| is_of_day(reading.fact));
            let meant = end.or_else(|| of_day().filter(|_| time.is_some())).unwrap_or(reading);
            return (self.filled(meant, topic), time);
        }
        let reason = format!("One of {} readings is {}, of {}.", all.len(), shown(reading), topic.when(reading.fact));
        (self.mark(Verdict::RangeOnly, reason), time)
    }

    /// The least or the greatest of `all`, where the number is what it was told as: which of them by the nearer.
    fn end_of_range(&self, topic: &Topic, all: &[&'a Told]) -> Option<&'a Told> {
        let least = all.iter().copied().min_by(|a, b| a.number.total_cmp(&b.number))?;
        let most = all.iter().copied().max_by(|a, b| a.number.total_cmp(&b.number))?;
        let far = |reading: &Told| (reading.number - self.value).abs();
        let end = if far(least) <= far(most) { least } else { most };
        let is_of = |number: &&super::world::Number| (number.value - self.value).abs() < 1e-9;
        let is_told = |at: &usize| topic.readings.get(*at) == Some(end);
        let was_told = topic.numbers.iter().filter(is_of).any(|number| number.of.iter().any(is_told));
        (was_told && far(end) <= end.change.max(self.half)).then_some(end)
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
            [(at, _)] if self.has_its_own_time(*at) => return None,
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
        if when.is_empty() {
            let reason = "No entry that was sent is of this time.";
            return Some((at, Mark::new(range, Claim::Time, Verdict::Unsupported, reason)));
        }
        Some((at, Mark::new(range, Claim::Time, Verdict::Contradicted, format!("This reading is of {when}."))))
    }

    /// Whether the time at `at` stands with the number before it, and this one has a word of time: "120 three years before, and is now 101".
    fn has_its_own_time(&self, at: usize) -> bool {
        let has_word = self.sentence.tokens.get(at + 1..self.at).is_some_and(|between| {
            between.iter().any(|token| LATEST.contains(&token.lower()) || FIRST.contains(&token.lower()))
        });
        has_word && (at.saturating_sub(BEFORE_A_TIME)..at).any(|other| self.is_reading_at(other))
    }

    /// Whether what stands at `at` is a number that may be a reading.
    fn is_reading_at(&self, at: usize) -> bool {
        self.sentence.tokens.get(at).and_then(Token::number).is_some_and(|(value, half)| {
            let number = Number { at, value, half, ..*self };
            let counts = COUNTED.contains(&number.next()) || SPANS.contains(&number.next());
            !counts && !number.is_in_a_unit() && !number.is_in_a_name()
        })
    }

    pub(super) fn extreme(&self) -> Option<bool> {
        // "The highest was 120, and it is now 101."
        let own = self.sentence.before(self.at).take_while(|token| token.number().is_none());
        let own: Vec<&Token> = own.collect();
        let has = |words: &[&str]| own.iter().any(|token| words.contains(&token.lower()));
        let goes_on = own.len() < self.at && (has(&["and", "then"]) || own.iter().any(|token| token.text == ","));
        if goes_on && (has(LATEST) || has(FIRST)) && !has(HIGHEST) && !has(LOWEST) {
            return None;
        }
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
}

/// Returns the measured things among `topics`.
pub(super) fn of_topics<'w>(topics: &Topics, world: &'w World) -> Vec<&'w Topic> {
    let all = topics.all();
    all.iter().filter_map(|topic| world.topics.get(*topic)).filter(|topic| !topic.readings.is_empty()).collect()
}

fn with_unit(reading: &Told) -> String {
    let unit = reading.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{}{unit}", reading.text)
}
