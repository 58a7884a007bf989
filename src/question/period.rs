//! The time that a question is about: "in 2021", "since March 2019", "between 2019 and 2021".
//!
//! Only dates with a year are read: without a clock "last year" is no date, and "in March" is in no year. A number is
//! a year only where it can be nothing else, and no filter is made where none is stated.

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Serialize;

use super::plan::Word;
use crate::months::MONTHS;

/// The days that a question is about, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The first day; `None` is as early as the records go.
    pub from: Option<Date>,
    /// The last day; `None` is as late as the records go.
    pub until: Option<Date>,
}

/// How a date limits the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    From,
    After,
    Until,
    Before,
    Within,
}

/// A date in the question: the days it may mean and the words it is.
pub(super) struct Stated {
    pub first: Date,
    pub last: Date,
    pub words: std::ops::Range<usize>,
}

/// Words after which a number of four digits is an amount.
const UNITS: &[&str] = &["mg", "mcg", "g", "kg", "ml", "l", "iu", "units", "unit", "ug", "steps", "kcal", "calories"];

/// Words between a preposition and its date.
const FILLERS: &[&str] =
    &["the", "of", "year", "years", "month", "beginning", "start", "end", "early", "late", "middle", "about", "around"];

impl Period {
    /// Returns the period that `words` state, and the words that each of its dates is, by their indexes; `None` where no date is.
    pub(super) fn read(words: &[Word]) -> Option<(Self, Vec<std::ops::Range<usize>>)> {
        let stated = dates(words);
        let mut period = Period { from: None, until: None };
        let mut within: Option<(Date, Date)> = None;
        let mut open = false;
        for (number, date) in stated.iter().enumerate() {
            let before = stated.get(number.wrapping_sub(1)).map(|date| date.words.end);
            let (limit, paired) = limit(words, date.words.start, before);
            // "between A and B", "from A to B": the second date ends what the first began.
            let limit = if paired && open { Limit::Until } else { limit };
            open = paired && limit == Limit::From;
            match limit {
                Limit::From => period.from = period.from.max(Some(date.first)),
                Limit::After => period.from = period.from.max(date.last.checked_add(1.day()).ok()),
                Limit::Until => period.until = least(period.until, Some(date.last)),
                Limit::Before => period.until = least(period.until, date.first.checked_sub(1.day()).ok()),
                Limit::Within => {
                    let (first, last) = within.unwrap_or((date.first, date.last));
                    within = Some((first.min(date.first), last.max(date.last)));
                }
            }
        }
        if let Some((first, last)) = within {
            period.from = period.from.max(Some(first));
            period.until = least(period.until, Some(last));
        }
        let dates: Vec<_> = stated.into_iter().map(|date| date.words).collect();
        (!dates.is_empty()).then_some((period, dates))
    }

    /// Returns whether `day` is in the period.
    pub fn holds(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }
}

fn least(a: Option<Date>, b: Option<Date>) -> Option<Date> {
    a.into_iter().chain(b).min()
}

/// Returns how the date at word `at` limits, and whether a second date may belong to it; `before` is where the date
/// before it ends.
pub(super) fn limit(words: &[Word], at: usize, before: Option<usize>) -> (Limit, bool) {
    // "2015 through 2018" begins with its first year, though no "from" stands before it.
    let is_year = |at: usize| {
        words.get(at).is_some_and(|word| word.lower.len() == 4 && word.lower.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let joins =
        words.get(at + 1).is_some_and(|word| matches!(word.lower.as_str(), "through" | "to" | "until" | "till"));
    if before.is_none() && joins && is_year(at) && is_year(at + 2) {
        return (Limit::From, true);
    }
    let mut place = at;
    while let Some(previous) = place.checked_sub(1) {
        let Some(word) = words.get(previous) else { break };
        if before.is_some_and(|end| previous < end) {
            return (Limit::Within, false);
        }
        // "Prior to 2020" is before it.
        let is_prior =
            || previous.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| word.lower == "prior");
        match word.lower.as_str() {
            "to" if is_prior() => return (Limit::Before, false),
            filler if FILLERS.contains(&filler) => place = previous,
            "since" | "starting" => return (Limit::From, false),
            "from" | "between" => return (Limit::From, true),
            "after" => return (Limit::After, false),
            "and" | "to" | "through" | "till" | "until" | "up" | "by" if before == Some(previous) => {
                return (if word.lower == "and" { Limit::Within } else { Limit::Until }, true);
            }
            "until" | "till" | "through" | "by" => return (Limit::Until, false),
            "before" => return (Limit::Before, false),
            _ => break,
        }
    }
    (Limit::Within, false)
}

/// Returns the dates that `words` state, in order.
pub(super) fn dates(words: &[Word]) -> Vec<Stated> {
    let mut dates = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match date_at(words, at) {
            Some(date) => {
                at = date.words.end;
                dates.push(date);
            }
            None => at += 1,
        }
    }
    dates
}

fn date_at(words: &[Word], at: usize) -> Option<Stated> {
    let text = |at: usize| words.get(at).map(|word| word.lower.as_str());
    let stated = |(first, last): (Date, Date), count: usize| Stated { first, last, words: at..at + count };
    let skip_of = |at: usize| if text(at) == Some("of") { at + 1 } else { at };
    let word = text(at)?;
    if let Some(days) = compound(word) {
        return Some(stated(days, 1));
    }
    if let Some(month) = month(word) {
        let named = skip_of(at + 1);
        if let Some(year) = text(named).and_then(year) {
            return Some(stated(days_of_month(year, month)?, named + 1 - at));
        }
        let (day, year) = (text(at + 1).and_then(day)?, text(at + 2).and_then(year)?);
        return Some(stated(one_day(year, month, day)?, 3));
    }
    if let Some(day) = day(word) {
        let named = skip_of(at + 1);
        let (month, year) = (text(named).and_then(month)?, text(named + 1).and_then(year)?);
        return Some(stated(one_day(year, month, day)?, named + 2 - at));
    }
    let amount = text(at + 1).is_some_and(|next| UNITS.contains(&next)) || is_limit(words, at);
    let year = year(word).filter(|_| !amount)?;
    Some(stated(days_of_year(year)?, 1))
}

/// Whether the number at `at` is one that values are compared with: "above 2000", and a round one after "over".
fn is_limit(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", |word| word.lower.as_str());
    let is_round = words.get(at).is_some_and(|word| word.lower.ends_with("00"));
    let compared = at.checked_sub(2).and_then(|before| words.get(before)).map_or("", |word| word.lower.as_str());
    let is_more = matches!(compared, "more" | "less" | "greater" | "higher" | "lower" | "fewer");
    matches!(before, "above" | "below" | "under" | "exceed" | "exceeded" | "exceeding")
        || is_round && (before == "over" || before == "than" && is_more)
}

fn year(word: &str) -> Option<i16> {
    let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().filter(|year| (1900..2100).contains(year))
}

fn day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ordinal = word.strip_prefix(digits).unwrap_or_default();
    let written = matches!(ordinal, "" | "st" | "nd" | "rd" | "th") && (1..=2).contains(&digits.len());
    written.then(|| digits.parse().ok()).flatten().filter(|day| (1..=31).contains(day))
}

/// Returns whether `word` (lower case) is the whole name of a month.
pub(super) fn is_month(word: &str) -> bool {
    MONTHS.contains(&word)
}

/// Returns the number of the month that `word` (lower case) names, whole or shortened.
pub(crate) fn month(word: &str) -> Option<i8> {
    let named = |name: &&str| **name == *word || (word.len() >= 3 && word.len() <= 4 && name.starts_with(word));
    (1_i8..).zip(MONTHS.iter()).find(|(_, name)| named(name)).map(|(month, _)| month)
}

/// Returns the number of the month that the word at `at` shortens, as "oct" and "sept" do; none where a Jan does something.
pub(super) fn shortened_month(words: &[Word], at: usize) -> Option<i8> {
    const DOES: &[&str] = &[
        "was", "is", "had", "has", "did", "does", "died", "took", "started", "stopped", "began", "came", "went", "got",
        "left",
    ];
    let word = words.get(at).filter(|word| !word.possessive)?;
    let does = words.get(at + 1).is_some_and(|next| DOES.contains(&next.lower.as_str()));
    month(&word.lower).filter(|_| !(word.lower == "jan" && word.capital && does))
}

/// Whether `word` is two numbers with a slash between, of which the first may be a month: `9/24`.
pub(super) fn is_slashed(word: &str) -> bool {
    slashed_numbers(word).is_some()
}

/// Returns the days of `9/24` as a month and a year up to `today`; `None` where it may as well be a day of another month: `9/15`.
pub(super) fn slashed(word: &str, today: Date) -> Option<(Date, Date)> {
    let (month, second) = slashed_numbers(word)?;
    let year = 2000 + i16::from(second);
    let days = days_of_month(year, month).filter(|(first, _)| *first <= today)?;
    // What may be a day is the newest such day up to today, of whichever of the two numbers is the month.
    let day = |month: i8, day: i8| {
        let of = |year: i16| Date::new(year, month, day).ok().filter(|day| *day <= today);
        of(today.year()).or_else(|| of(today.year() - 1))
    };
    let mut others = [day(month, second), day(second, month)].into_iter().flatten();
    others.all(|day| days.0 <= day && day <= days.1).then_some(days)
}

fn slashed_numbers(word: &str) -> Option<(i8, i8)> {
    let (month, second) = word.split_once('/')?;
    let month = month.parse::<i8>().ok().filter(|month| (1..=12).contains(month))?;
    let second = second.parse::<i8>().ok().filter(|_| second.len() == 2)?;
    Some((month, second))
}

/// Reads `2019-03-02`, `2019-03`, `2019-2021`, `03/2019` and `3/2/2019`, of which the last may mean two days.
fn compound(word: &str) -> Option<(Date, Date)> {
    let mark = ['-', '/', '.'].into_iter().find(|mark| word.contains(*mark))?;
    let parts: Vec<&str> = word.split(mark).collect();
    let number = |text: &str| text.parse::<i8>().ok().filter(|_| text.len() <= 2);
    match parts.as_slice() {
        [a, b] => match (year(a), year(b)) {
            (Some(from), Some(until)) => {
                let (from, until) = (days_of_year(from)?, days_of_year(until)?);
                (from.0 <= until.1).then_some((from.0, until.1))
            }
            (Some(year), None) => days_of_month(year, number(b)?),
            (None, Some(year)) => days_of_month(year, number(a)?),
            (None, None) => None,
        },
        [a, b, c] => match (year(a), year(c)) {
            (Some(year), _) => one_day(year, number(b)?, number(c)?),
            (None, Some(year)) => {
                let (a, b) = (number(a)?, number(b)?);
                match (one_day(year, a, b), one_day(year, b, a)) {
                    (Some(x), Some(y)) => Some((x.0.min(y.0), x.1.max(y.1))),
                    (x, y) => x.or(y),
                }
            }
            (None, None) => None,
        },
        _ => None,
    }
}

fn one_day(year: i16, month: i8, day: i8) -> Option<(Date, Date)> {
    Date::new(year, month, day).ok().map(|day| (day, day))
}

pub(super) fn days_of_month(year: i16, month: i8) -> Option<(Date, Date)> {
    Date::new(year, month, 1).ok().map(|first| (first, first.last_of_month()))
}

pub(super) fn days_of_year(year: i16) -> Option<(Date, Date)> {
    Date::new(year, 1, 1).ok().map(|first| (first, first.last_of_year()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Plan;

    fn period(question: &str) -> Option<(String, String)> {
        let day = |day: Option<Date>| day.map_or_else(String::new, |day| day.to_string());
        Plan::new(question, &[]).period.map(|period| (day(period.from), day(period.until)))
    }

    #[test]
    fn dates_with_their_prepositions_are_read() {
        for (question, from, until) in [
            ("my weight in 2021", "2021-01-01", "2021-12-31"),
            ("weight 2021?", "2021-01-01", "2021-12-31"),
            ("INR since 2019", "2019-01-01", ""),
            ("INR since the beginning of March 2019", "2019-03-01", ""),
            ("INR after 2019", "2020-01-01", ""),
            ("INR before March 2019", "", "2019-02-28"),
            ("INR until 3 March 2019", "", "2019-03-03"),
            ("INR between 2019 and 2021", "2019-01-01", "2021-12-31"),
            ("INR from May 2019 to the end of June 2020", "2019-05-01", "2020-06-30"),
            ("INR after 2018 and before 2020", "2019-01-01", "2019-12-31"),
            ("INR in 2019 or 2021", "2019-01-01", "2021-12-31"),
            ("INR 2019-2021", "2019-01-01", "2021-12-31"),
            ("INR 2019–2021", "2019-01-01", "2021-12-31"),
            ("INR on 2019-03-02", "2019-03-02", "2019-03-02"),
            ("INR on March 3rd, 2019", "2019-03-03", "2019-03-03"),
            ("INR on the 3rd of March 2019", "2019-03-03", "2019-03-03"),
            ("INR on 3/2/2019", "2019-02-03", "2019-03-02"),
            ("INR on 13/2/2019", "2019-02-13", "2019-02-13"),
            ("INR in 03/2019", "2019-03-01", "2019-03-31"),
            ("weight and INR in Feb 2020", "2020-02-01", "2020-02-29"),
        ] {
            assert_eq!(period(question), Some((from.to_owned(), until.to_owned())), "{question}");
        }
    }

    #[test]
    fn no_filter_is_made_where_none_is_stated() {
        for question in [
            "my INR",
            "in March",
            "may I know my INR",
            "vitamin D 2000 IU",
            "metformin 2000 mg",
            "room 2150",
            "last year",
            "the last 5 years",
            "COVID-19",
            "140/90",
            "31 February 2019x",
            "since I started warfarin",
        ] {
            assert_eq!(period(question), None, "{question}");
        }
    }

    #[test]
    fn a_day_that_is_none_is_no_day() {
        assert_eq!(period("on 2019-02-30"), None);
        assert_eq!(period("on 31 February 2019"), Some(("2019-02-01".to_owned(), "2019-02-28".to_owned())));
    }
}
