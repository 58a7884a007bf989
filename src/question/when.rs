//! The time that a question names in plain words: "last spring", "in the past six months", "since March", "two years
//! ago", beside the dates with a year that [`super::period`] reads.
//!
//! Words that count from now need the caller's `today`; without it they are no date, and `Times::is_unsure` says so.
//! The seasons are those of the northern half of the earth: spring is March to May.

use std::ops::Range as Words;

use jiff::civil::{Date, Weekday};
use jiff::{Span as Length, ToSpan as _};

use super::period::{self, Limit, Stated};
use super::plan::{Word, number};
use super::{falling, vocabulary};
use crate::error::{Code, Error, Result};
use crate::span::{Question, Span};

/// Days from the first to the last, both inclusive; `None` is as far as the records go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Range {
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub until: Option<Date>,
}

impl Range {
    /// Returns whether `day` is in the range.
    pub fn holds(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }

    /// Returns whether any of the days from `first` to `last` is in the range.
    pub fn meets(&self, first: Date, last: Date) -> bool {
        self.from.is_none_or(|from| from <= last) && self.until.is_none_or(|until| first <= until)
    }
}

/// The times that a question states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Times {
    /// The range that all of them together leave; `None` where none is stated.
    pub range: Option<Range>,
    /// Each stated time by itself, in order, where it stands for its own days ("in 2015", "a year ago").
    pub each: Vec<Range>,
    /// The two ends, each a time of its own: "from 2018 to 2020".
    pub ends: Option<[Range; 2]>,
    /// The words that they are, by index, with those before them that belong to them.
    pub words: Vec<usize>,
    /// The words of each, without those before it but an article; in order, without overlap.
    pub dates: Vec<Words<usize>>,
    /// Whether a word counts from now and now is not known.
    pub is_unsure: bool,
    /// Whether a part of a time is meant of which nobody says where it ends: "at the end of 2015".
    pub is_rough: bool,
}

const SEASONS: [(&str, i8); 5] = [("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12)];

/// Words that may stand between a limit and its time and say nothing.
const BETWEEN: &[&str] = &["the", "of", "a", "in", "during", "over", "within", "for", "on", "at", "about", "around"];

/// Any day: which words are a time does not hang on it.
const SOME_DAY: Date = Date::constant(2000, 1, 1);

/// Returns the calendar day that `text` is: ten characters as `2019-03-02` (ISO 8601, extended), and no other form.
///
/// # Errors
/// `invalid-argument` when it is none.
pub fn calendar_day(text: &str) -> Result<Date> {
    let is_mark = |at: usize| at == 4 || at == 7;
    let is_formed = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| if is_mark(at) { byte == b'-' } else { byte.is_ascii_digit() });
    let day = if is_formed { text.parse().ok() } else { None };
    day.ok_or_else(|| Error::new(Code::InvalidArgument, "this is no calendar day: 2019-03-02 is one"))
}

/// Returns the words of each time that `words` state, whatever day it is: dates, and what counts from now.
pub(super) fn dates(words: &[Word]) -> Vec<Words<usize>> {
    read(words, Some(SOME_DAY)).dates
}

/// Returns where `dates`, stretches of `words`, stand in the question.
pub(super) fn spans(words: &[Word], dates: &[Words<usize>]) -> Vec<Span<Question>> {
    let ends = |date: &Words<usize>| Some((words.get(date.start)?.span, words.get(date.end.checked_sub(1)?)?.span));
    dates.iter().filter_map(ends).filter_map(|(a, b)| Span::new(a.start()..b.end())).collect()
}

/// Returns the times that `words` state, counted from `today`.
pub(super) fn read(words: &[Word], today: Option<Date>) -> Times {
    let mut times = Times::default();
    let mut stated = period::dates(words);
    let mut at = 0;
    while at < words.len() {
        let free = |range: &Words<usize>, stated: &[Stated]| {
            stated.iter().all(|other| other.words.end <= range.start || range.end <= other.words.start)
        };
        let holds = |range: &Words<usize>, stated: &[Stated]| {
            let inside = |other: &&Stated| range.start <= other.words.start && other.words.end <= range.end;
            let apart = |other: &&Stated| other.words.end <= range.start || range.end <= other.words.start;
            stated.iter().all(|other| inside(&other) || apart(&other))
        };
        match plain(words, at, today) {
            Plain::Days(date) if free(&date.words, &stated) || holds(&date.words, &stated) => {
                // "The summer of 2018" is no year.
                stated.retain(|other| other.words.end <= date.words.start || date.words.end <= other.words.start);
                at = date.words.end;
                stated.push(date);
            }
            Plain::Unsure => {
                times.is_unsure = true;
                at += 1;
            }
            _ => at += 1,
        }
    }
    stated.sort_by_key(|date| date.words.start);
    let (mut range, mut within) = (Range::default(), None::<(Date, Date)>);
    let mut open = false;
    let mut ends: Vec<(Limit, Range)> = Vec::new();
    for (number, date) in stated.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| stated.get(before)).map(|date| date.words.end);
        let (limit, paired) = period::limit(words, date.words.start, before);
        let limit = if paired && open { Limit::Until } else { limit };
        open = paired && limit == Limit::From;
        let said = |at: usize, all: &[&str]| words.get(at).is_some_and(|word| all.contains(&word.lower.as_str()));
        // "Results from 2015" are of that year; "from 2015 on" and "from 2015 to 2017" begin with it.
        let end = date.words.end;
        let alone =
            number + 1 == stated.len() && !said(end, &["on", "onward", "onwards", "to", "until", "till", "through"]);
        let from = date.words.start.checked_sub(1).is_some_and(|at| said(at, &["from"]));
        let limit = if limit == Limit::From && from && alone { Limit::Within } else { limit };
        let edge = leading(words, date.words.start);
        // "Did I start in 2015" and "which did end on 3 May" have verbs.
        let is_edge = |at: usize| at + 1 == date.words.start || said(at + 1, &["of"]);
        let begins = edge.iter().any(|at| said(*at, &["beginning", "start"]) && is_edge(*at));
        let closes = edge.iter().any(|at| said(*at, &["end"]) && is_edge(*at));
        let (first, last) = match (begins, closes) {
            (true, _) => (date.first, date.first),
            (false, true) => (date.last, date.last),
            (false, false) => (date.first, date.last),
        };
        let limit = if begins && limit == Limit::After { Limit::From } else { limit };
        // "At the end of 2015" is no single day.
        let is_rough = (begins || closes) && limit == Limit::Within && date.first < date.last;
        times.is_rough |= is_rough;
        let (first, last) = if is_rough { edge_of(date, closes) } else { (first, last) };
        let date = Stated { first, last, words: date.words.clone() };
        if from && said(end, &["on", "onward", "onwards"]) {
            times.words.push(end);
        }
        ends.push((limit, Range { from: Some(date.first), until: Some(date.last) }));
        match limit {
            Limit::From => range.from = range.from.max(Some(date.first)),
            Limit::After => range.from = range.from.max(date.last.checked_add(1.day()).ok()),
            Limit::Until => range.until = least(range.until, Some(date.last)),
            Limit::Before => range.until = least(range.until, date.first.checked_sub(1.day()).ok()),
            Limit::Within => {
                let (first, last) = within.unwrap_or((date.first, date.last));
                within = Some((first.min(date.first), last.max(date.last)));
                times.each.push(Range { from: Some(date.first), until: Some(date.last) });
            }
        }
        times.words.extend(date.words.clone());
        times.words.extend(leading(words, date.words.start));
        let start = date.words.start.checked_sub(1).filter(|at| said(*at, &["the", "a"])).unwrap_or(date.words.start);
        times.dates.push(start..date.words.end);
    }
    if let Some((first, last)) = within {
        range.from = range.from.max(Some(first));
        range.until = least(range.until, Some(last));
    }
    // What ends before it begins was not understood.
    times.is_unsure |= range.from.zip(range.until).is_some_and(|(from, until)| until < from);
    if let [(Limit::From, first), (Limit::Until, last)] = ends.as_slice() {
        times.ends = Some([*first, *last]);
    }
    times.range = (!stated.is_empty()).then_some(range);
    times.words.sort_unstable();
    times.words.dedup();
    times
}

fn least(a: Option<Date>, b: Option<Date>) -> Option<Date> {
    a.into_iter().chain(b).min()
}

/// The words before a time that belong to it: "since the beginning of".
fn leading(words: &[Word], start: usize) -> Vec<usize> {
    const LIMITS: &[&str] = &[
        "since", "from", "between", "after", "until", "till", "through", "by", "before", "to", "up", "starting", "and",
    ];
    const FILLERS: &[&str] = &["year", "years", "month", "beginning", "start", "end", "early", "late", "middle"];
    let mut taken = Vec::new();
    for at in (0..start).rev() {
        let Some(word) = words.get(at) else { break };
        let word = word.lower.as_str();
        if LIMITS.contains(&word) {
            taken.push(at);
            let before = at.checked_sub(1).filter(|before| word == "to" && text_is(words, *before, "prior"));
            taken.extend(before);
            break;
        }
        let is_verb = matches!(word, "start" | "end") && at + 1 != start && !text_is(words, at + 1, "of");
        if is_verb || !BETWEEN.contains(&word) && !FILLERS.contains(&word) {
            break;
        }
        taken.push(at);
    }
    taken
}

/// Returns the days that are meant by the end, or the beginning, of `date`: a quarter of a year, a third of anything shorter.
fn edge_of(date: &Stated, closes: bool) -> (Date, Date) {
    let days = (date.last - date.first).get_days();
    let days = if days > 300 { days / 4 } else { days / 3 };
    let of = |day: Option<Date>, other: Date| day.unwrap_or(other);
    if closes {
        (of(date.last.checked_sub(days.days()).ok(), date.first), date.last)
    } else {
        (date.first, of(date.first.checked_add(days.days()).ok(), date.last))
    }
}

fn text_is(words: &[Word], at: usize, text: &str) -> bool {
    words.get(at).is_some_and(|word| word.lower == text)
}

enum Plain {
    Days(Stated),
    Unsure,
    Nothing,
}

/// Reads a time in plain words that begins at word `at`.
fn plain(words: &[Word], at: usize, today: Option<Date>) -> Plain {
    let text = |at: usize| words.get(at).map(|word| word.lower.as_str()).unwrap_or_default();
    let before = at.checked_sub(1).map(text).unwrap_or_default();
    let days = |(first, last): (Date, Date), count: usize| Plain::Days(Stated { first, last, words: at..at + count });
    let counted = |count: usize, reach: &dyn Fn(Date) -> Option<(Date, Date)>| match today {
        None => Plain::Unsure,
        Some(today) => reach(today).map_or(Plain::Nothing, |range| days(range, count)),
    };
    let word = text(at);
    // "spring 2019", "the summer of 2019", "the 1990s"
    if let Some(month) = season(word) {
        let next = if text(at + 1) == "of" { at + 2 } else { at + 1 };
        if let Some(year) = year(text(next)) {
            return of_season(year, month).map_or(Plain::Nothing, |range| days(range, next + 1 - at));
        }
    }
    if let Some(first) = decade(word) {
        let last = period::days_of_year(first + 9);
        return match (period::days_of_year(first), last) {
            (Some(first), Some(last)) => days((first.0, last.1), 1),
            _ => Plain::Nothing,
        };
    }
    match word {
        "today" if before != "as" => return counted(1, &|today| Some((today, today))),
        // "Should I take it tonight?" asks of no day that entries have.
        "tonight" if !(0..at).any(|at| matches!(text(at), "should" | "can" | "may" | "must")) => {
            return counted(1, &|today| Some((today, today)));
        }
        "yesterday" => return counted(1, &|today| back(today, 1).map(|day| (day, day))),
        "day" if text(at + 1) == "before" && text(at + 2) == "yesterday" => {
            return counted(3, &|today| back(today, 2).map(|day| (day, day)));
        }
        _ => {}
    }
    // "a couple of" counts as one word does.
    let of = |at: usize| usize::from(text(at) == "couple" && text(at + 1) == "of");
    // "two years ago", "a month ago"
    if let Some(count) = amount(word) {
        let end = at + 1 + of(at);
        if let (Some(unit), "ago") = (unit(text(end)), text(end + 1)) {
            return counted(end + 2 - at, &|today| around(today.checked_sub(unit.times(count)).ok()?, unit));
        }
    }
    let past = matches!(word, "last" | "past" | "previous" | "preceding" | "prior");
    if past || word == "this" {
        let next = text(at + 1);
        let end = at + 2 + of(at + 1);
        // "The last 2 D dimers" are of no days.
        let is_name = text(end) == "d" && text(end + 1).starts_with("dimer");
        if let (Some(count), Some(unit), true) = (amount(next), unit(text(end)), past && !is_name) {
            return counted(end + 1 - at, &|today| Some((today.checked_sub(unit.times(count)).ok()?, today)));
        }
        match (word, next) {
            ("last", "night") => return counted(2, &|today| Some((back(today, 1)?, today))),
            ("this", "morning" | "afternoon" | "evening") => return counted(2, &|today| Some((today, today))),
            _ => {}
        }
        if let Some(weekday) = weekday(next) {
            let behind = if past { 1 } else { 0 };
            return counted(2, &|today| newest(weekday, back(today, behind)?).map(|day| (day, day)));
        }
        if let Some(unit) = unit(next).filter(|_| !next.ends_with('s') && next != "d") {
            // "the past year" and "over the last year" are the twelve months before today; "last year" is a calendar year.
            let rolling = word == "past" || (word == "last" && before == "the");
            return counted(2, &|today| match (word, rolling) {
                ("this", _) => around(today, unit),
                (_, true) => Some((today.checked_sub(unit.times(1)).ok()?, today)),
                (_, false) => around(today.checked_sub(unit.times(1)).ok()?, unit),
            });
        }
        // "Any prior fall?"
        if word == "prior" {
            return Plain::Nothing;
        }
        if let Some(month) = season(next).filter(|_| next != "fall" || !falls(words, at + 1)) {
            return counted(2, &|today| {
                let year = today.year();
                let range = of_season(year, month)?;
                let is_past = range.1 < today;
                match word {
                    "this" => Some(range),
                    _ if is_past => Some(range),
                    _ => of_season(year - 1, month),
                }
            });
        }
        if let Some(month) = whole_month(next).filter(|_| year(text(at + 2)).is_none()) {
            return counted(2, &|today| {
                let year = if month < today.month() || word == "this" { today.year() } else { today.year() - 1 };
                period::days_of_month(year, month)
            });
        }
    }
    // "Between March and October 2022": the year is said once.
    if let (Some(month), true) = (whole_month(word), matches!(before, "between" | "from")) {
        let joined = matches!(text(at + 1), "and" | "to" | "until" | "through");
        // "From March to October 17 2022"
        let said = year(text(at + 3)).or_else(|| day(text(at + 3)).and_then(|_| year(text(at + 4))));
        let year = said.filter(|_| joined && whole_month(text(at + 2)).is_some());
        if let Some(range) = year.and_then(|year| period::days_of_month(year, month)) {
            return days(range, 1);
        }
    }
    let dated = ["in", "since", "during", "until", "till", "before", "after", "from", "by"].contains(&before);
    if let Some(weekday) = weekday(word).filter(|_| dated || before == "on") {
        return counted(1, &|today| newest(weekday, today).map(|day| (day, day)));
    }
    let is_counted_from = ["in", "since", "until", "till", "before", "after"].contains(&before);
    let shortened = || period::shortened_month(words, at).filter(|_| is_counted_from);
    if let Some(month) = whole_month(word).or_else(shortened).filter(|_| {
        let is_of_year = text(at + 1) == "of" && year(text(at + 2)).is_some();
        dated && !is_of_year && year(text(at + 1)).is_none() && day(text(at + 1)).is_none()
    }) {
        return counted(1, &|today| {
            let year = if month <= today.month() { today.year() } else { today.year() - 1 };
            period::days_of_month(year, month)
        });
    }
    if is_counted_from && period::is_slashed(word) {
        return counted(1, &|today| period::slashed(word, today));
    }
    Plain::Nothing
}

/// Whether the word at `at`, "fall", is what happened to somebody.
fn falls(words: &[Word], at: usize) -> bool {
    let said = |(place, word): (usize, &Word)| match word {
        Word { possessive: true, .. } => "my".to_owned(),
        Word { capital: true, lower, .. } if place > 0 && !vocabulary::is_everyday(lower) => falling::NAME.to_owned(),
        Word { lower, .. } => lower.clone(),
    };
    let said: Vec<String> = words.iter().enumerate().map(said).collect();
    falling::is_meant(&said.iter().map(String::as_str).collect::<Vec<_>>(), at)
}

fn day(word: &str) -> Option<u8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year(word: &str) -> Option<i16> {
    let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().filter(|year| (1900..2100).contains(year))
}

fn decade(word: &str) -> Option<i16> {
    let year = word.strip_suffix('s')?;
    match year.len() {
        4 => year.parse::<i16>().ok().filter(|year| (1900..2100).contains(year) && year % 10 == 0),
        _ => None,
    }
}

fn season(word: &str) -> Option<i8> {
    SEASONS.iter().find(|(name, _)| *name == word).map(|(_, month)| *month)
}

fn whole_month(word: &str) -> Option<i8> {
    period::is_month(word).then(|| period::month(word)).flatten()
}

/// The three months of a season; the winter of a year begins in its December.
fn of_season(year: i16, month: i8) -> Option<(Date, Date)> {
    let first = Date::new(year, month, 1).ok()?;
    Some((first, first.checked_add(2.months()).ok()?.last_of_month()))
}

/// Returns the number that counts units: "a", "one", "two", "12".
fn amount(word: &str) -> Option<i32> {
    match word {
        "a" | "an" | "one" | "1" => Some(1),
        "couple" => Some(2),
        _ if word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
        _ => number(word).and_then(|count| i32::try_from(count).ok()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    fn times(self, count: i32) -> Length {
        match self {
            Unit::Day => count.days(),
            Unit::Week => count.weeks(),
            Unit::Month => count.months(),
            Unit::Year => count.years(),
        }
    }
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

fn back(day: Date, days: i32) -> Option<Date> {
    day.checked_sub(days.days()).ok()
}

/// Returns the newest `weekday` up to `day`.
fn newest(weekday: Weekday, day: Date) -> Option<Date> {
    back(day, i32::from(day.weekday().since(weekday)))
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "day" | "d" => Unit::Day,
        "week" | "wk" => Unit::Week,
        "month" | "mo" | "mth" => Unit::Month,
        "year" | "yr" => Unit::Year,
        _ => return None,
    })
}

/// Returns whether `word` (lower case) is a unit of time from a day on, whole or abbreviated.
pub(super) fn is_unit(word: &str) -> bool {
    unit(word).is_some()
}

/// Returns the whole calendar unit that `day` lies in; weeks begin on Monday.
fn around(day: Date, unit: Unit) -> Option<(Date, Date)> {
    match unit {
        Unit::Day => Some((day, day)),
        Unit::Week => {
            let first = day.checked_sub(i32::from(day.weekday().since(Weekday::Monday)).days()).ok()?;
            Some((first, first.checked_add(6.days()).ok()?))
        }
        Unit::Month => period::days_of_month(day.year(), day.month()),
        Unit::Year => period::days_of_year(day.year()),
    }
}

#[cfg(test)]
mod tests;
