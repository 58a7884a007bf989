//! Numbers, units and times of a sentence, held to the readings that it is about.

use jiff::civil::Date;

use super::opening::{self, leading};
use super::sentence::{Sentence, Topics};
use super::status::{Role, Said, is_of};
use super::times::{other_time, told_time};
use super::tokens::{Kind, Token};
use super::unit::{is_unit, same_unit};
use super::world::{Told, Topic, World};
use super::{Claim, Mark, Verdict};

/// Tokens of the longest unit.
const UNIT_TOKENS: usize = 10;
/// Tokens behind a number in which its part may be named.
const PART_TOKENS: usize = 12;
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
            marks.push(told_time(sentence, (at, time), (topics, said), world));
        }
    }
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
        if self.is_in_a_name() || self.is_in_a_unit() {
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
        if self.is_difference() {
            return marks.push(self.differs());
        }
        if let Some(ends) = range.filter(|ends| ends.is_course && (self.at == ends.low || self.at == ends.high))
            && let Some((mark, topic)) = self.of_course(ends)
        {
            if let Some((at, mark)) = self.time_of_course(ends, topic) {
                used_times.push(at);
                marks.push(mark);
            }
            marks.push(mark);
            return;
        }
        let found = self.matches();
        let Some(nearest) = self.nearest(&found) else { return marks.push(self.unmatched()) };
        let is_end = range.is_some_and(|ends| !ends.is_course && (self.at == ends.low || self.at == ends.high));
        let (mut mark, time) = self.placed(&found, nearest, is_end);
        if mark.verdict == Verdict::Supported
            && let Some((verdict, reason)) = self.of_a_part(nearest)
        {
            mark = self.mark(verdict, reason);
        }
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
        if self.is_compounded() {
            return true;
        }
        let is_listed = self.at == 0 && self.sentence.tokens.get(1).is_some_and(|next| matches!(next.kind, Kind::Sign));
        is_listed
            || (is_of_a_name && beside.into_iter().flatten().any(in_a_name))
            || (is_of_a_name && self.world.text.contains(&format!("{}+", self.value)))
    }

    /// Whether the number ends a word that a passage has: "COVID-19".
    fn is_compounded(&self) -> bool {
        let [word, dash, number] =
            self.at.checked_sub(2).and_then(|at| self.sentence.tokens.get(at..=self.at)).unwrap_or_default()
        else {
            return false;
        };
        let touch = word.range.end == dash.range.start && dash.range.end == number.range.start;
        let whole = format!("{}-{}", word.lower(), number.text);
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        let is_start = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let text = self.world.text.as_str();
        !word.lower().is_empty()
            && touch
            && dash.text == "-"
            && text.match_indices(&whole).any(|(at, found)| {
                is_start(text.get(..at).unwrap_or_default()) && is_end(text.get(at + found.len()..).unwrap_or_default())
            })
    }

    /// Whether the number is one of the unit of a number before it: "72 mL/min/1.73m2".
    fn is_in_a_unit(&self) -> bool {
        let own = self.range();
        (self.at.saturating_sub(UNIT_TOKENS)..self.at).any(|at| {
            let of = self.sentence.tokens.get(at).and_then(Token::number);
            let number = of.map(|(value, half)| Number { at, value, half, ..*self });
            let unit = number.and_then(|number| number.written_unit());
            unit.is_some_and(|(_, range)| range.start < own.start && own.end <= range.end)
        })
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
        let is_leading = |found: &Match<'a>| leading(found.topic).1.is_some_and(|lead| found.reading.part_name == lead);
        let best = |found: &mut dyn Iterator<Item = &Match<'a>>| {
            found.max_by_key(|found| (found.is_alone, is_leading(found))).copied()
        };
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
        // "102 mm[Hg] (systolic) and 76 mm[Hg] (diastolic)", "from 70 to 88 in diastolic blood pressure".
        let behind = || {
            self.sentence.after(self.at).take(PART_TOKENS).take_while(|token| {
                !matches!(token.text.as_str(), "," | "/" | ";") && !matches!(token.lower(), "and" | "with" | "over")
            })
        };
        let in_brackets = behind().take_while(|token| token.number().is_none()).skip_while(|token| token.text != "(");
        let named = in_brackets.skip(1).take(1).find_map(names);
        named
            .or_else(|| self.sentence.before(self.at).find_map(names))
            .or_else(|| behind().find_map(names))
            .or_else(|| self.sentence.after(self.at).take(3).find_map(names))
    }

    /// A number that is told as the whole, and is of one part that it is not known by: the diastolic as the blood pressure. Returns
    /// what of it is to be said.
    fn of_a_part(&self, found: Match<'a>) -> Option<(Verdict, String)> {
        let Match { topic, reading, .. } = found;
        let (parts, lead) = leading(topic);
        let is_lead = lead.is_some_and(|lead| reading.part_name == lead);
        if self.part().is_some() || parts < 2 {
            return None;
        }
        let reason = format!("This is the {} alone.", reading.part_name);
        let token = |at: Option<usize>| at.and_then(|at| self.sentence.tokens.get(at));
        let (before, after) = (token(self.at.checked_sub(1)), token(Some(self.at + 1)));
        let is_slash = |token: Option<&Token>| token.is_some_and(|token| token.text == "/");
        let opens = is_slash(after) && token(Some(self.at + 2)).is_some_and(|next| next.number().is_some());
        let closes = is_slash(before) && token(self.at.checked_sub(2)).is_some_and(|next| next.number().is_some());
        // "125/75": the one that it is known by stands first.
        if lead.is_some() && (opens && !is_lead || closes && is_lead) {
            return Some((Verdict::Contradicted, reason));
        }
        let is_other = |(at, token): (usize, &Token)| {
            at != self.at
                && token.number().is_some_and(|(value, half)| {
                    let other = Number { at, value, half, ..*self };
                    other
                        .in_topic(topic)
                        .iter()
                        .any(|other| other.reading.fact == reading.fact && other.reading.part_name != reading.part_name)
                })
        };
        let is_beside_another = || self.sentence.tokens.iter().enumerate().any(is_other);
        (!is_lead && !is_beside_another()).then_some((Verdict::RangeOnly, reason))
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

    /// Whether the number is by how much something changed, and can be nothing else: "changed by about 8".
    fn is_difference(&self) -> bool {
        let mut before = self.sentence.before(self.at);
        let has_by = before.by_ref().take(3).any(|token| token.lower() == "by");
        has_by && before.take(3).any(|token| CHANGES.contains(&token.lower()) || matches!(token.lower(), "up" | "down"))
    }

    fn differs(&self) -> Mark {
        let none = || self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this.");
        self.difference().unwrap_or_else(none)
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
            let Some((newest, oldest)) = topic.ends() else { continue };
            for last in topic.readings.iter().filter(|reading| reading.fact == newest) {
                let of_first = |reading: &&Told| reading.fact == oldest && reading.part_name == last.part_name;
                let Some(first) = topic.readings.iter().find(of_first) else { continue };
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
        let over = is_over(self.sentence.before(self.at))?;
        let denied =
            self.sentence.before(self.at).any(|token| matches!(token.lower(), "not" | "never" | "no" | "neither"));
        let topics = of_topics(self.topics, self.world);
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

    /// The time behind an end of a course, judged by the entry of that end. "Since …" is of its beginning.
    fn time_of_course(&self, ends: Ends, topic: &Topic) -> Option<(usize, Mark)> {
        let times = |from: usize, to: usize| {
            self.sentence
                .tokens
                .get(from..to)
                .into_iter()
                .flatten()
                .zip(from..)
                .filter_map(|(token, at)| if let Kind::Time(time) = token.kind { Some((at, time)) } else { None })
        };
        let end = self.sentence.tokens.len();
        let (from, to) = if self.at == ends.low { (ends.low, ends.high) } else { (ends.high, end.min(ends.high + 9)) };
        let (at, time) = times(from, to).next()?;
        // "From … to …" is the time of the whole course, and a number between has the time to itself.
        let is_whole = times(at + 1, end.min(at + 4)).next().is_some();
        let between = self.sentence.tokens.get(self.at + 1..at).unwrap_or_default();
        let is_of_another = || {
            (self.at + 1..at).any(|at| {
                let of = self.sentence.tokens.get(at).and_then(Token::number);
                of.is_some_and(|(value, half)| !Number { at, value, half, ..*self }.is_in_a_unit())
            })
        };
        let spans = |token: &Token| matches!(token.lower(), "over" | "during" | "within" | "across" | "in" | "for");
        if is_whole
            || is_of_another()
            || between.iter().rev().take(2).any(|token| spans(token) && token.lower() != "in")
        {
            return None;
        }
        let opens =
            |token: &Token| matches!(token.lower(), "since" | "from" | "than" | "after" | "starting" | "beginning");
        let is_first = self.at == ends.low || between.iter().rev().take(2).any(opens);
        let (newest, oldest) = topic.ends()?;
        let wanted = if is_first { oldest } else { newest };
        let range = self.sentence.tokens.get(at)?.range.clone();
        let is_it = is_of(topic.facts.get(wanted)?, Role::Begun, time, self.world);
        let (verdict, reason) = if is_it {
            (Verdict::Supported, String::new())
        } else {
            (Verdict::Contradicted, format!("This reading is of {}.", topic.when(wanted)))
        };
        Some((at, Mark::new(range, Claim::Time, verdict, reason)))
    }

    /// "from 82 to 79", told as a course: the first and the last reading.
    fn of_course(&self, ends: Ends) -> Option<(Mark, &'a Topic)> {
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
            let mark = match self.of_a_part(Match { topic, reading, is_alone: false }) {
                Some((verdict, reason)) => self.mark(verdict, reason),
                None => self.filled(reading, topic),
            };
            return Some((mark, topic));
        }
        let which = if is_first { "first" } else { "newest" };
        let reason = format!("The {which} reading is {}, of {}.", with_unit(right), topic.when(wanted));
        let other = if is_first { newest } else { oldest };
        let opposite = topic.readings.iter().filter(|reading| reading.fact == other).any(told);
        let values = || topic.readings.iter().map(|reading| reading.number);
        let inside = values().any(|number| number <= self.value) && values().any(|number| number >= self.value);
        let was_told = topic.numbers.iter().any(|number| (number.value - self.value).abs() < 1e-9);
        let verdict = if opposite || !(inside || was_told) { Verdict::Contradicted } else { Verdict::RangeOnly };
        Some((self.mark(verdict, reason), topic))
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
        for token in self.sentence.tokens.get(self.at + 1..)?.iter().take(UNIT_TOKENS) {
            // "1.73 m2" is written with a space, too.
            let is_area = unit.ends_with(|c: char| c.is_ascii_digit()) && matches!(token.lower(), "m2" | "m²");
            let touches = last_end.is_none_or(|end| end == token.range.start) || is_area;
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

/// Returns whether the words before a number, the nearest first, make it a bound: from above, or from below.
pub(super) fn is_over<'t>(before: impl Iterator<Item = &'t Token>) -> Option<bool> {
    let mut before = before.filter(|token| !matches!(token.lower(), "about" | "a" | "the" | "of" | "that" | "this"));
    let first = before.next()?.lower();
    let behind = before.next();
    let second = behind.map_or("", Token::lower);
    // "131 over 82" is a pressure.
    if first == "over" && behind.is_some_and(|token| token.number().is_some()) {
        return None;
    }
    match (first, second) {
        ("than", second) if MORE.contains(&second) => Some(true),
        ("than", second) if LESS.contains(&second) => Some(false),
        (first, _) if first != "than" && OVER.contains(&first) => Some(true),
        (first, _) if UNDER.contains(&first) => Some(false),
        ("least", "at") | ("to", "equal") => Some(true),
        ("most", "at") => Some(false),
        _ => None,
    }
}

/// Returns the measured things among `topics`.
pub(super) fn of_topics<'w>(topics: &Topics, world: &'w World) -> Vec<&'w Topic> {
    let all = topics.all();
    all.iter().filter_map(|topic| world.topics.get(*topic)).filter(|topic| !topic.readings.is_empty()).collect()
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

fn with_unit(reading: &Told) -> String {
    let unit = reading.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{}{unit}", reading.text)
}
