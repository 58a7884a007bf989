//! Numbers that compare: bounds ("above 140") and differences ("rose by 12").

use super::units::behind_unit;
use super::{CHANGES, LATEST, LESS, MORE, Number, OVER, UNDER, of_topics, with_unit};
use crate::quote::ground::opening::bounded;
use crate::quote::ground::tokens::Token;
use crate::quote::ground::words::lists::{DOWN, UP};
use crate::quote::ground::world::Told;
use crate::quote::ground::{Mark, Verdict};

/// Words before a number that make it a bound: "less than or equal to".
const BOUND_WORDS: usize = 5;

/// Which readings a bound allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::quote::ground) enum Bound {
    Above,
    AtLeast,
    Below,
    AtMost,
}

impl Bound {
    /// Whether `number` keeps the bound `value`.
    pub(in crate::quote::ground) fn holds(self, number: f64, value: f64) -> bool {
        match self {
            Bound::Above => number > value,
            Bound::AtLeast => number >= value,
            Bound::Below => number < value,
            Bound::AtMost => number <= value,
        }
    }

    /// Returns in words how many of `readings` lie above or below `value`: of an "at least" those below.
    pub(in crate::quote::ground) fn told(self, readings: &[&Told], value: f64) -> String {
        let (beyond, way) = match self {
            Bound::Above | Bound::AtMost => (Bound::Above, "above"),
            Bound::Below | Bound::AtLeast => (Bound::Below, "below"),
        };
        let count = readings.iter().filter(|reading| beyond.holds(reading.number, value)).count();
        format!("{count} of {} readings are {way} {value}.", readings.len())
    }

    /// The same bound with the number itself.
    fn with_equal(self) -> Self {
        match self {
            Bound::Above | Bound::AtLeast => Bound::AtLeast,
            Bound::Below | Bound::AtMost => Bound::AtMost,
        }
    }
}

/// Returns the bound that the words before a number, the nearest first, make of it.
pub(in crate::quote::ground) fn bound_of<'t>(before: impl Iterator<Item = &'t Token>) -> Option<Bound> {
    let before = before.filter(|token| !matches!(token.lower(), "about" | "a" | "the" | "of" | "that" | "this"));
    let before: Vec<&Token> = before.take(BOUND_WORDS).collect();
    // "131 over 82" is a pressure.
    if matches!(before.as_slice(), [over, number, ..] if over.lower() == "over" && number.number().is_some()) {
        return None;
    }
    let words: Vec<&str> = before.iter().map(|token| token.lower()).collect();
    // "Less than or equal to", "above or at".
    let (words, has_equal) = match words.as_slice() {
        ["to", "equal", "or", rest @ ..] | ["at", "or", rest @ ..] => (rest, true),
        all => (all, false),
    };
    let (bound, rest) = match words {
        ["least", "at", rest @ ..] => (Bound::AtLeast, rest),
        ["most", "at", rest @ ..] => (Bound::AtMost, rest),
        ["than", more, rest @ ..] if MORE.contains(more) => (Bound::Above, rest),
        ["than", less, rest @ ..] if LESS.contains(less) => (Bound::Below, rest),
        ["than", ..] => return None,
        [first, rest @ ..] if OVER.contains(first) => (Bound::Above, rest),
        [first, rest @ ..] if UNDER.contains(first) => (Bound::Below, rest),
        _ => return None,
    };
    // "Equal to or less than", "at or above".
    let has_equal = has_equal || matches!(rest, ["or", "to", "equal", ..] | ["or", "at", ..]);
    Some(if has_equal { bound.with_equal() } else { bound })
}

/// Which way readings are said to differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Either,
}

impl Way {
    /// Returns the way that a word tells: "rose", "lower".
    fn of(word: &str) -> Option<Self> {
        match word {
            "up" => Some(Way::Up),
            "down" | "drop" => Some(Way::Down),
            word if UP.contains(&word) => Some(Way::Up),
            word if DOWN.contains(&word) => Some(Way::Down),
            word => Way::compared(word),
        }
    }

    /// The same of words that compare.
    fn compared(word: &str) -> Option<Self> {
        match word {
            word if MORE.contains(&word) => Some(Way::Up),
            word if LESS.contains(&word) => Some(Way::Down),
            _ => None,
        }
    }

    fn reversed(self) -> Self {
        match self {
            Way::Up => Way::Down,
            Way::Down => Way::Up,
            Way::Either => Way::Either,
        }
    }

    fn is(self, change: f64) -> bool {
        match self {
            Way::Up => change > 0.0,
            Way::Down => change < 0.0,
            Way::Either => true,
        }
    }
}

impl<'a> Number<'a> {
    /// Whether the number is by how much something changed, and can be nothing else: "changed by about 8".
    pub(super) fn is_difference(&self) -> bool {
        let mut before = self.sentence.before(self.at);
        let has_by = before.by_ref().take(3).any(|token| token.lower() == "by");
        has_by && before.take(3).any(|token| CHANGES.contains(&token.lower()) || matches!(token.lower(), "up" | "down"))
    }

    pub(super) fn differs(&self) -> Mark {
        let none = || self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this.");
        self.difference().unwrap_or_else(none)
    }

    /// Which way the number says that something went, where it says by how much: "rose by 12", "12 points lower".
    fn way(&self) -> Option<Way> {
        let mut behind = self.sentence.after(behind_unit(self.sentence, self.at) - 1).take(3);
        if let Some(way) = behind.find_map(|token| Way::compared(token.lower())) {
            // "The first was 11 lower than the last."
            let is_of_first =
                self.end_of_time() == Some(false) && self.sentence.after(self.at).any(|token| token.lower() == "than");
            return Some(if is_of_first { way.reversed() } else { way });
        }
        let has_by = self.sentence.before(self.at).take(3).any(|token| token.lower() == "by");
        let way = || self.sentence.before(self.at).find_map(|token| Way::of(token.lower()));
        has_by.then(|| way().unwrap_or(Way::Either))
    }

    /// The difference of the first and the last reading, where the number says by how much they differ.
    pub(super) fn difference(&self) -> Option<Mark> {
        let way = self.way()?;
        let part = self.part();
        let is_meant = |name: &str| name.is_empty() || part.as_deref().is_none_or(|part| name == part);
        let mut opposite = None;
        for topic in self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)) {
            let Some((newest, oldest)) = topic.ends() else { continue };
            for last in topic.readings.iter().filter(|last| last.fact == newest && is_meant(&last.part_name)) {
                let of_first = |reading: &&Told| reading.fact == oldest && reading.part_name == last.part_name;
                let Some(first) = topic.readings.iter().find(of_first) else { continue };
                let change = last.number - first.number;
                if (change.abs() - self.value).abs() > self.half + 1e-9 {
                    continue;
                }
                let told = format!("From {} to {}.", with_unit(first), with_unit(last));
                if way.is(change) {
                    return Some(self.mark(Verdict::Supported, told));
                }
                opposite = Some(self.mark(Verdict::Contradicted, told));
            }
        }
        let none = || self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this.");
        Some(opposite.unwrap_or_else(none))
    }

    /// Whether the number is the second of "120 mm[Hg] over 74": a pressure, and no bound.
    fn is_over_another(&self) -> bool {
        let Some(over) = self.at.checked_sub(1) else { return false };
        let is_number = |at: usize| self.sentence.tokens.get(at).and_then(Token::number).is_some();
        self.sentence.tokens.get(over).is_some_and(|token| token.lower() == "over")
            && (0..over).any(|at| is_number(at) && behind_unit(self.sentence, at) == over)
    }

    /// "above 140": a bound, judged by the reading that is meant.
    pub(super) fn bound(&self) -> Option<Mark> {
        let bound = bound_of(self.sentence.before(self.at)).filter(|_| !self.is_over_another())?;
        let denied =
            self.sentence.before(self.at).any(|token| matches!(token.lower(), "not" | "never" | "no" | "neither"));
        let topics = of_topics(self.topics, self.world);
        let [topic] = topics.as_slice() else {
            return Some(self.mark(Verdict::Unsupported, "It cannot be told which readings this is about."));
        };
        let part = self.part();
        let latest = self.sentence.has(LATEST).then(|| topic.ends().map(|(newest, _)| newest)).flatten();
        let mut meant: Vec<&Told> = match part.as_deref() {
            Some(part) => topic.readings.iter().filter(|reading| reading.part_name == part).collect(),
            None => bounded(topic, self.sentence, self.world),
        };
        meant.retain(|reading| latest.is_none_or(|fact| reading.fact == fact));
        let count = meant.iter().filter(|reading| bound.holds(reading.number, self.value)).count();
        let of_all = bound.told(&meant, self.value);
        Some(match (count, denied) {
            (0, false) => self.mark(Verdict::Contradicted, of_all),
            (0, true) => self.mark(Verdict::Supported, of_all),
            (count, false) if count == meant.len() => self.mark(Verdict::Supported, of_all),
            (count, true) if count == meant.len() => self.mark(Verdict::Contradicted, of_all),
            _ => self.mark(Verdict::RangeOnly, of_all),
        })
    }
}
