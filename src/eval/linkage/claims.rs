//! What a message says, as the attacker reads it: names the attacker knows, distances, numbers and counts.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use serde::Serialize;

use super::haystack::{Entry, Haystack, Holder, days, words};
use super::window::{Window, is_coarse, windows};

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:between )?about (-?\d+(?:\.\d+)?)(?: and (-?\d+(?:\.\d+)?))?(?: (\S+?))?[,;.]?(?:\s|$)").ok()
});
static COUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r", in (?:(\d+) to (\d+)|more than (\d+)|(\d+)) readings|, recorded (?:(\d+) to (\d+)|more than (\d+)|(\d+)) times").ok()
});
static BAND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"at least (-?\d+(?:\.\d+)?)(?: and under (-?\d+(?:\.\d+)?))?|under (-?\d+(?:\.\d+)?)").ok()
});
static AGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"aged (?:under (\d+)|(\d+) to (\d+)|(\d+) or more) years").ok());
static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d{4}-\d{2}-\d{2}(?:T[0-9:.+Z-]*)?").ok());
static BARE_NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"-?\d+(?:\.\d+)?").ok());

/// How a passage of a note begins.
const NOTE: &str = "A passage of a clinical note";

/// Something said of a person, in parts that are true or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The age on day 0, from and to so many years.
    Aged(i64, i64),
    /// Entries of a name.
    Entries(Entries),
    /// Entries of a name on these very days with these very numbers.
    Raw {
        /// The name, in lower case.
        name: String,
        /// The days.
        days: Vec<i64>,
        /// The numbers.
        numbers: Vec<f64>,
    },
    /// Runs of words of notes, each in small letters with a space before and behind.
    Said(Vec<String>),
}

/// What of a message the attacker makes use of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clue {
    /// Which names of entries and answers stand together.
    Combinations,
    /// The names with days, distances in time and the age.
    Dates,
    /// The names with numbers and counts.
    Values,
    /// Sentences of notes.
    Sentences,
}

impl Clue {
    /// All of them.
    pub const ALL: [Clue; 4] = [Clue::Combinations, Clue::Dates, Clue::Values, Clue::Sentences];
}

/// Entries of one name, as a passage tells them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entries {
    name: String,
    /// How many there are at least and at most, where it says so; then the times are of the first and the last.
    count: Option<(usize, usize)>,
    times: Vec<Window>,
    numbers: Vec<Numbers>,
    answers: Vec<String>,
}

/// A number, or the least and the greatest of several.
#[derive(Debug, Clone, PartialEq)]
struct Numbers {
    part: Option<String>,
    low: f64,
    high: Option<f64>,
    slack: (f64, f64),
    /// Whether it is a band that one of the numbers lies in.
    is_band: bool,
}

impl Claim {
    /// Returns the name of the entries it is about; nothing for an age.
    pub fn name(&self) -> &str {
        match self {
            Claim::Aged(..) | Claim::Said(_) => "",
            Claim::Entries(entries) => &entries.name,
            Claim::Raw { name, .. } => name,
        }
    }

    /// Returns of how many parts it is.
    pub fn parts(&self) -> usize {
        match self {
            Claim::Aged(..) => 1,
            Claim::Entries(Entries { count, times, numbers, answers, .. }) => {
                1 + usize::from(count.is_some()) + times.len() + numbers.len() + answers.len()
            }
            Claim::Raw { days, numbers, .. } => 1 + days.len() + numbers.len(),
            Claim::Said(runs) => runs.len(),
        }
    }

    /// Returns what of this claim `clue` is, where anything is.
    pub fn only(&self, clue: Clue) -> Option<Claim> {
        let (dates, values) = (clue == Clue::Dates, clue == Clue::Values);
        match self {
            Claim::Aged(..) => dates.then(|| self.clone()),
            Claim::Said(_) => (clue == Clue::Sentences).then(|| self.clone()),
            _ if clue == Clue::Sentences => None,
            Claim::Raw { name, days, numbers } => Some(Claim::Raw {
                name: name.clone(),
                days: if dates { days.clone() } else { Vec::new() },
                numbers: if values { numbers.clone() } else { Vec::new() },
            }),
            Claim::Entries(entries) => Some(Claim::Entries(Entries {
                name: entries.name.clone(),
                // How often there is one is no combination.
                count: entries.count.map(|count| if values { count } else { (1, usize::MAX) }),
                times: if dates { entries.times.clone() } else { Vec::new() },
                numbers: if values { entries.numbers.clone() } else { Vec::new() },
                answers: if clue == Clue::Combinations { entries.answers.clone() } else { Vec::new() },
            })),
        }
    }

    /// Returns what of it is true of `holder`, in so far as it does not hang on which day is day 0.
    pub(super) fn held_by<'c>(&'c self, holder: &'c Holder) -> Held<'c> {
        match self {
            Claim::Aged(from, to) => holder.birth.map_or(Held::Always(0), |birth| Held::Aged(birth, *from, *to)),
            Claim::Entries(entries) => entries.held_by(holder),
            Claim::Raw { name, days, numbers } => {
                let called: Vec<&Entry> = holder.entries_called(name).collect();
                let on =
                    |day: &&i64| called.iter().any(|entry| entry.begun == Some(**day) || entry.ended == Some(**day));
                let is = |number: &&f64| called.iter().any(|entry| entry.numbers_of(None).any(|own| own == **number));
                Held::Always(
                    usize::from(!called.is_empty())
                        + days.iter().filter(on).count()
                        + numbers.iter().filter(is).count(),
                )
            }
            Claim::Said(runs) => Held::Always(runs.iter().filter(|run| holder.wrote(run)).count()),
        }
    }
}

/// A claim as one person's records have it.
pub(super) enum Held<'c> {
    /// So many of its parts are true, whichever day is day 0.
    Always(usize),
    /// A day of birth, and the years that somebody is said to be old on day 0, from and to.
    Aged(i64, i64, i64),
    /// One of these entries, with how many of its numbers and answers are so.
    One(&'c [Window], Vec<(&'c Entry, usize)>),
    /// A course of these entries, each with what its numbers say to each that is told.
    Course(&'c Entries, (usize, usize), Vec<(&'c Entry, Vec<Of>)>),
}

/// What the numbers of one entry say to [`Numbers`] that are told.
pub(super) struct Of {
    least: f64,
    greatest: f64,
    is_any_so: bool,
    is_each_so: bool,
}

impl Held<'_> {
    /// Returns how many parts are true when day 0 is `day`.
    pub(super) fn on(&self, day: Option<i64>) -> usize {
        let within = |moment: Option<i64>, (low, high): Window| {
            moment.zip(day).is_some_and(|(moment, day)| (low..=high).contains(&(moment - day)))
        };
        match self {
            Held::Always(parts) => *parts,
            Held::Aged(birth, from, to) => {
                let years = day.map(|day| ((day - birth) as f64 / 365.2425).floor() as i64);
                usize::from(years.is_some_and(|years| (*from..=*to).contains(&years)))
            }
            Held::One(times, entries) => {
                let fit = |(entry, rest): &(&Entry, usize)| {
                    let moments = [entry.begun, entry.ended];
                    rest + times.iter().zip(moments).filter(|(window, moment)| within(*moment, **window)).count()
                };
                entries.iter().map(|each| 1 + fit(each)).max().unwrap_or_default()
            }
            Held::Course(told, (least, most), entries) => {
                let inside = match (told.times.first(), told.times.last(), day) {
                    (Some((from, _)), Some((_, to)), Some(day)) => {
                        let start = entries.partition_point(|(entry, _)| entry.begun < Some(day + from));
                        let end = entries.partition_point(|(entry, _)| entry.begun <= Some(day + to));
                        entries.get(start..end).unwrap_or_default()
                    }
                    _ => entries.as_slice(),
                };
                let begun = |entry: Option<&(&Entry, Vec<Of>)>| entry.and_then(|(entry, _)| entry.begun);
                let ends = [begun(inside.first()), begun(inside.last())];
                let times = told.times.iter().zip(ends).filter(|(window, moment)| within(*moment, **window)).count();
                let numbers = told.numbers.iter().enumerate().filter(|(at, numbers)| {
                    let of: Vec<&Of> = inside.iter().filter_map(|(_, of)| of.get(*at)).collect();
                    numbers.hold(&of)
                });
                let is_last = |answer: &&String| inside.last().is_some_and(|(entry, _)| entry.is_answered(answer));
                usize::from(!inside.is_empty())
                    + usize::from((*least..=*most).contains(&inside.len()))
                    + times
                    + numbers.count()
                    + told.answers.iter().filter(is_last).count()
            }
        }
    }
}

impl Entries {
    /// Of a course all entries count that lie between its ends; of one entry the one that fits best.
    fn held_by<'c>(&'c self, holder: &'c Holder) -> Held<'c> {
        let of = |entry: &Entry| self.numbers.iter().map(|numbers| numbers.of(entry)).collect::<Vec<Of>>();
        let called: Vec<(&Entry, Vec<Of>)> =
            holder.entries_called(&self.name).map(|entry| (entry, of(entry))).collect();
        if called.is_empty() {
            return Held::Always(0);
        }
        let held = match self.count {
            Some(count) => Held::Course(self, count, called),
            None => {
                let rest = |entry: &Entry, of: &[Of]| {
                    let numbers = self.numbers.iter().zip(of).filter(|(numbers, of)| numbers.hold(&[*of])).count();
                    numbers + self.answers.iter().filter(|answer| entry.is_answered(answer)).count()
                };
                Held::One(&self.times, called.iter().map(|(entry, of)| (*entry, rest(entry, of))).collect())
            }
        };
        if self.times.is_empty() { Held::Always(held.on(None)) } else { held }
    }
}

impl Numbers {
    /// Returns what the numbers of `entry` say to it.
    fn of(&self, entry: &Entry) -> Of {
        let near = |number: f64, slack: f64| (number - self.low).abs() <= slack;
        let is_so = |number: f64| match self.high {
            high if self.is_band => (self.low..high.unwrap_or(f64::INFINITY)).contains(&number),
            _ => near(number, self.slack.0),
        };
        let mut of = Of { least: f64::INFINITY, greatest: f64::NEG_INFINITY, is_any_so: false, is_each_so: true };
        for number in entry.numbers_of(self.part.as_deref()) {
            of.least = of.least.min(number);
            of.greatest = of.greatest.max(number);
            of.is_any_so |= is_so(number);
            // Of several readings told as one each is rounded, and the one that is told as well.
            of.is_each_so &= near(number, 2.0 * self.slack.0);
        }
        of
    }

    /// Returns whether the least and the greatest number of entries are so, or the one number is among them.
    fn hold(&self, entries: &[&Of]) -> bool {
        let least = entries.iter().map(|of| of.least).fold(f64::INFINITY, f64::min);
        let greatest = entries.iter().map(|of| of.greatest).fold(f64::NEG_INFINITY, f64::max);
        match self.high {
            None if !self.is_band && entries.len() > 1 => least <= greatest && entries.iter().all(|of| of.is_each_so),
            Some(high) if !self.is_band => {
                (least - self.low).abs() <= self.slack.0 && (greatest - high).abs() <= self.slack.1
            }
            _ => entries.iter().any(|of| of.is_any_so),
        }
    }
}

/// Returns half of the step to which the product rounds `number` in `unit`, by its documents, and a hair.
fn slack(number: f64, unit: &str) -> f64 {
    let step = match unit {
        "mm[Hg]" | "mmHg" | "/min" => 5.0,
        "kg" | "cm" => 2.0,
        "kg/m2" => 1.0,
        _ if number == 0.0 => 0.1,
        _ => 10_f64.powf(number.abs().log10().floor() - 1.0),
    };
    step / 2.0 + 1e-6 + number.abs() * 1e-3
}

/// Words in a row of a note from which on they say something of whose it is.
const RUN: usize = 3;

/// Returns the runs of at least three words that stand between ellipses and the ends of sentences in `said`.
pub fn said(said: &str) -> Option<Claim> {
    let parts = said.split(['\u{2026}', '.', '!', '?', '\n']);
    let runs: Vec<String> = parts.filter(|part| words(part).split_whitespace().count() >= RUN).map(words).collect();
    (!runs.is_empty()).then_some(Claim::Said(runs))
}

/// Returns what the message `text` claims.
pub fn claims(haystack: &Haystack, text: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = AGE.iter().flat_map(|age| age.captures_iter(text)).map(|found| aged(&found)).collect();
    let is_coarse = is_coarse(text);
    for passage in text.split("<quote>").skip(1).filter_map(|rest| rest.split("</quote>").next()) {
        let body =
            passage.split_once("</title>").map_or(passage, |(_, body)| body).split("<link>").next().unwrap_or_default();
        if body.contains(NOTE) {
            claims.extend(body.split_once(" patient: ").and_then(|(_, told)| said(told)));
        } else if body.contains(", recorded ") || body.contains(" readings") {
            claims.extend(entries(haystack, body, is_coarse));
        } else {
            claims.extend(body.lines().filter_map(|line| entries(haystack, line, is_coarse)));
        }
    }
    claims
}

fn aged(found: &regex::Captures<'_>) -> Claim {
    let number = |at: usize| found.get(at).and_then(|text| text.as_str().parse::<i64>().ok());
    match (number(1), number(2), number(3), number(4)) {
        (Some(under), ..) => Claim::Aged(0, under - 1),
        (_, Some(from), Some(to), _) => Claim::Aged(from, to),
        (.., from) => Claim::Aged(from.unwrap_or_default(), 200),
    }
}

fn entries(haystack: &Haystack, line: &str, is_coarse: bool) -> Option<Claim> {
    let names = haystack.named_in(line);
    let (first, name) = names.first()?;
    let count = COUNT.iter().find_map(|count| count.captures(line)).and_then(|found| {
        let numbers: Vec<usize> =
            found.iter().skip(1).flatten().filter_map(|number| number.as_str().parse().ok()).collect();
        match numbers.as_slice() {
            [more] if found.get(0)?.as_str().contains("more than") => Some((more + 1, usize::MAX)),
            [exactly] => Some((*exactly, *exactly)),
            [least, most] => Some((*least, *most)),
            _ => None,
        }
    });
    let captures = NUMBERS.iter().flat_map(|numbers| numbers.captures_iter(line));
    let part_before =
        |at: usize, most: usize| names.iter().rposition(|(range, _)| range.end <= at && at - range.end <= most);
    let part_called = |part: Option<usize>| part.and_then(|part| names.get(part)).map(|(_, name)| (*name).to_owned());
    let mut numbers: Vec<Numbers> = Vec::new();
    let mut parts: Vec<usize> = Vec::new();
    for found in captures {
        let number = |at: usize| found.get(at).and_then(|text| text.as_str().parse::<f64>().ok());
        let (Some(whole), Some(low)) = (found.get(0), number(1)) else { continue };
        let unit = found.get(3).map_or("", |unit| unit.as_str().trim_end_matches([',', ';', '.']));
        // The part is the name right before the number.
        let part = part_before(whole.start(), " was ".len());
        let part = part.filter(|part| *part > 0);
        parts.extend(part);
        let high = number(2);
        let slack = (slack(low, unit), slack(high.unwrap_or(low), unit));
        numbers.push(Numbers { part: part_called(part), low, high, slack, is_band: false });
    }
    for found in BAND.iter().flat_map(|band| band.captures_iter(line)) {
        let number = |at: usize| found.get(at).and_then(|text| text.as_str().parse::<f64>().ok());
        let Some(whole) = found.get(0) else { continue };
        let part = part_before(whole.start(), 40).filter(|part| *part > 0);
        parts.extend(part);
        let (low, high) = (number(1).unwrap_or(f64::NEG_INFINITY), number(2).or(number(3)));
        numbers.push(Numbers { part: part_called(part), low, high, slack: (0.0, 0.0), is_band: true });
    }
    let is_answer =
        |(at, (range, _)): &(usize, &(Range<usize>, &str))| *at > 0 && !parts.contains(at) && range.start > first.end;
    let answers = names.iter().enumerate().filter(is_answer).map(|(_, (_, name))| (*name).to_owned()).collect();
    let times = windows(line, is_coarse).into_iter().take(2).collect();
    Some(Claim::Entries(Entries { name: (*name).to_owned(), count, times, numbers, answers }))
}

/// Returns what `lines` claim, which are of records as they are but for who it is: names, days and numbers. A line without a name
/// goes on with that of the line before.
pub fn raw_claims<'l>(haystack: &Haystack, lines: impl IntoIterator<Item = &'l str>) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut before: Option<String> = None;
    for line in lines {
        // A line that begins with a label has the name of the line before.
        let head = line.split(" · ").next().filter(|head| !head.contains(": ")).unwrap_or_default();
        let name = haystack.named_in(head).first().map(|(_, name)| (*name).to_owned()).or(before);
        before = name.clone();
        let Some(name) = name else { continue };
        let dates = || DATE.iter().flat_map(|date| date.find_iter(line));
        let outside = dates().fold(line.to_owned(), |rest, date| rest.replace(date.as_str(), " "));
        let values = outside.split(" · ").skip(1).filter_map(|part| part.rsplit_once(": ")).filter_map(|(_, value)| {
            let number = BARE_NUMBER.iter().find_map(|number| number.find(value)).filter(|found| found.start() == 0)?;
            number.as_str().parse().ok()
        });
        let mut on: Vec<i64> = dates().filter_map(|date| days(date.as_str())).collect();
        on.dedup();
        // Doses and the like are no readings.
        let is_reading = |number: &f64| {
            let mut entries = haystack.holders.iter().flat_map(|holder| holder.entries_called(&name));
            entries.any(|entry| entry.numbers_of(None).any(|own| own == *number))
        };
        let numbers = values.filter(is_reading).collect();
        claims.push(Claim::Raw { name, days: on, numbers });
    }
    claims
}
