//! Dates in digits: 45 CFR 164.514(b)(2)(i)(C), "all elements of dates (except year)".
//!
//! ISO 8601 with or without signs and time, HL7's `YYYYMMDDHHMM`, day and month in either order with a two- or four-digit
//! year, month and year, and day and month alone where a word or a leading zero says so. A year alone may stay. Against a
//! pair of numbers speak a scale ("pain 7/10", "5/5 strength"), a duration ("3/7"), a pressure, a spine level, a day that
//! does not exist. A time of day is found together with its date; alone it says nothing of the day.

use std::sync::LazyLock;

use super::check;
use super::label;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! time {
    () => {
        r"(?:(?:,? (?:at )?|T)(?:[01]?[0-9]|2[0-3])[:.][0-5][0-9](?:[:.][0-5][0-9](?:[.,][0-9]{1,9})?)?(?: ?(?:am|pm|a\.m\.|p\.m\.|hrs?|h|uhr))?(?: ?(?:z|utc|gmt|[a-z]{2,3}t|[+-][0-9]{2}:?[0-9]{2}))?(?-u:\b))?"
    };
}
macro_rules! weekday {
    () => {
        r"(?:(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday),? (?:the )?)?"
    };
}
macro_rules! from {
    () => {
        r"(?i)(?:^|[^0-9A-Za-z./:+-]|[^0-9][:-]|[a-z][./])"
    };
}
macro_rules! to {
    () => {
        r"(?:$|[^0-9A-Za-z/-]|-(?:$|[^0-9]))"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("year, month, day", concat!(from!(), r"(?P<it>", weekday!(), r"(?:1[89]|20)[0-9]{2}[-/._](?:0?[1-9]|1[0-2])[-/._](?:0?[1-9]|[12][0-9]|3[01])", time!(), ")(?:$|[^0-9A-Za-z]|t[0-9]{2}|_)"), Score::CERTAIN),
        ("run together", r"(?:^|[^0-9.,/+A-Za-z-]|[A-Za-z_]-|[._])(?P<it>(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:T?(?:[01][0-9]|2[0-3])[0-5][0-9](?:[0-5][0-9](?:\.[0-9]{1,6})?)?(?:[+-][0-9]{4}|Z)?)?)(?:$|[^0-9.,%/A-Za-z]|[.,](?:$|[^0-9]))", Score::STRONG),
        ("day, month, year", concat!(from!(), r"(?P<it>", weekday!(), r"[0-9]{1,2}[ ]?/[ ]?[0-9]{1,2}[ ]?/[ ]?(?:[12][0-9]{3}|'?[0-9]{2})", time!(), ")", to!()), Score::STRONG),
        ("day, month, year", concat!(from!(), r"(?P<it>", weekday!(), r"[0-9]{1,2}-[0-9]{1,2}-(?:(?:19|20)[0-9]{2}|[0-9]{2})", time!(), ")", to!()), Score::FAIR),
        ("day, month, year", concat!(from!(), r"(?P<it>", weekday!(), r"[0-9]{1,2}\.[ ]?[0-9]{1,2}\.[ ]?(?:(?:19|20)[0-9]{2}|[0-9]{2})", time!(), r")(?:$|[^0-9A-Za-z.%-]|\.(?:$|[^0-9]))"), Score::FAIR),
        ("with look-alikes", r"(?:^|[^0-9A-Za-z./-])(?P<it>[0-9OoIlSBZ]{1,2}[/-][0-9OoIlSBZ]{1,2}[/-][0-9OoIlSBZ]{2}(?:[0-9OoIlSBZ]{2})?)(?:$|[^0-9A-Za-z/-])", Score::WEAK),
        ("day, month and apart the year", r"(?:^|[^0-9A-Za-z.,/:-])(?P<it>[0-9]{1,2}[./][0-9]{1,2}\.?[ -]{1,2}(?:(?:19|20)[0-9]{2}|'?[0-9]{2}))(?:$|[^0-9A-Za-z/%.-]|[.](?:$|[^0-9]))", Score::FAINT),
        ("with the signs of China and Japan", r"(?:[0-9]{2,4}\u{5e74} ?)?[0-9]{1,2}\u{6708} ?(?:[0-9]{1,2}\u{65e5})?", Score::CERTAIN),
        ("day and month with points", r"(?i)(?-u:\b)(?:am|vom|bis|seit|ab|den|d\.|der|zum|beim|dne|dnia|od|do|pr\.|pvm|kl\.) (?P<it>[0-3]?[0-9]\.[01]?[0-9]\.)(?:$|[^0-9])", Score::FAIR),
        ("day and month with a hyphen", r"(?i)(?-u:\b)(?:on|since|seen|dated|date|until|appt|appointment|admitted|discharged|due)[: ]{1,2}(?P<it>[01]?[0-9]-[0-3]?[0-9])(?:$|[^0-9A-Za-z/.-]|[.](?:$|[^0-9]))", Score::FAIR),
        ("month and year", concat!(from!(), r"(?P<it>(?:0?[1-9]|1[0-2])[/-](?:19|20)[0-9]{2})", to!()), Score::FAIR),
        ("year and month", concat!(from!(), r"(?P<it>(?:19|20)[0-9]{2}[-/](?:0[1-9]|1[0-2]))", to!()), Score::FAIR),
        ("day and month", concat!(from!(), r"(?P<it>", weekday!(), r"[0-9OolI]{1,2}/[0-9OolI]{1,2}(?: ?(?:-|to|and|&|,) ?[0-9]{1,2}/[0-9]{1,2})*)", to!()), Score::FAINT),
        ("born", r"(?i)(?-u:\b)(?:dob|d\.o\.b\.?|date of birth|birth ?date|born|geb\.?|f\u{f8}dt|fecha de nacimiento|n\u{e9}e? le|nasc(?:imento)?\.?)(?: on)?[ :=#-]{0,3}(?P<it>[0-9OolISB]{1,4}[ ./-]{0,2}[0-9OolISB]{1,2}[ ./-]{0,2}[0-9OolISB]{2,4})(?-u:\b)", Score::CERTAIN),
        ("dated", r"(?i)(?-u:\b)(?:date|dated|doa|dod|dos|d\.o\.[asd]\.|admitted|adm|disch(?:arged)?|lmp|edd|edc)[ :=#]{1,3}(?P<it>[0-9]{1,2}[ ./-]{1,2}[0-9]{1,2}(?:[ ./-]{1,2}(?:[0-9]{4}|[0-9]{2}))?)(?-u:\b)", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Words before a pair of numbers that make it a day and a month.
const BEFORE: &[&str] = &[
    "on",
    "from",
    "since",
    "of",
    "week",
    "wk",
    "until",
    "till",
    "til",
    "by",
    "before",
    "after",
    "dated",
    "date",
    "through",
    "thru",
    "starting",
    "beginning",
    "ending",
    "due",
    "clinic",
    "appt",
    "appointment",
    "seen",
    "admit",
    "admitted",
    "adm",
    "discharged",
    "disch",
    "dc",
    "rtc",
    "followup",
    "f/u",
    "return",
    "visit",
    "surgery",
    "triage",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thurs",
    "fri",
    "sat",
    "sun",
    "last",
    "next",
    "started",
    "stopped",
    "begun",
    "ended",
    "done",
    "received",
    "collected",
    "drawn",
    "taken",
    "placed",
    "removed",
    "scheduled",
    "rescheduled",
    "booked",
    "cancelled",
    "called",
    "updated",
    "reviewed",
    "signed",
    "dob",
    "lmp",
    "edd",
    "home",
    "tomorrow",
    "today",
    "yesterday",
    "cx",
    "mri",
    "ct",
    "xr",
    "cxr",
    "us",
    "echo",
    "labs",
    "bx",
    "note",
    "shift",
    "debrief",
    "reported",
    "eve",
    "entry",
    "consult",
    "session",
    "dose",
    "given",
    "born",
    "died",
    "op",
    "s/p",
    "readmitted",
    "transferred",
    "intubated",
    "extubated",
    "stent",
    "stented",
    "cath",
    "cathed",
    "scoped",
    "implanted",
    "explanted",
    "faxed",
    "emailed",
    "vaccinated",
    "diagnosed",
    "consented",
    "enrolled",
    "expires",
    "expired",
];

/// Words right before a pair of numbers that make it a day and a month whatever is measured: "chest pain on 3/5".
const DAYS: &[&str] = &["on", "since", "until", "till", "dated"];

/// Words before a pair of numbers that make it something else.
const SCALES: &[&str] = &[
    "pain",
    "strength",
    "motor",
    "power",
    "gcs",
    "apgar",
    "apgars",
    "moca",
    "mmse",
    "scale",
    "score",
    "scored",
    "murmur",
    "grade",
    "reflex",
    "reflexe",
    "dtr",
    "bp",
    "vision",
    "va",
    "visual",
    "acuity",
    "pulse",
    "pulses",
    "tablet",
    "stage",
    "bottle",
    "node",
    "criteria",
    "rating",
    "rated",
    "intensity",
    "sem",
    "phq",
    "gad",
    "nodes",
    "severity",
    "tanner",
    "bishop",
    "sirs",
    "qsofa",
    "titer",
    "titre",
    "dilution",
    "edema",
    "oedema",
    "systolic",
    "diastolic",
    "mrc",
    "bpp",
    "biophysical",
    "trimester",
    "para",
    "gravida",
];

/// The same, right before it only: what strength is tested of, and what is counted.
const MUSCLES: &[&str] = &[
    "dose",
    "day",
    "week",
    "phase",
    "cycle",
    "part",
    "step",
    "set",
    "level",
    "levels",
    "out",
    "ratio",
    "about",
    "approximately",
    "for",
    "x",
    "sensation",
    "tone",
    "quad",
    "quads",
    "biceps",
    "triceps",
    "grip",
    "extension",
    "flexion",
    "hip",
    "knee",
    "ankle",
    "lot",
    "page",
    "pg",
    "lead",
    "leads",
    "abd",
    "add",
    "ehl",
    "ta",
    "gs",
    "hd",
    "pod",
    "visits",
    "session",
    "over",
    "past",
    "in",
    "times",
    "half",
    "third",
    "quarter",
];

/// Words after a pair of numbers that are counted.
const COUNTED: &[&str] = &[
    "node",
    "nodes",
    "lymph",
    "tender",
    "points",
    "positive",
    "cores",
    "core",
    "fields",
    "criteria",
    "items",
    "correct",
    "strength",
    "power",
    "pain",
    "severity",
    "murmur",
    "systolic",
    "bilaterally",
    "throughout",
    "reps",
    "questions",
    "involved",
    "sln",
    "slns",
    "sentinel",
    "biopsies",
    "samples",
    "blocks",
    "sets",
    "bottles",
];

/// Finds dates in digits.
pub struct Date;

impl Recognizer for Date {
    fn name(&self) -> &'static str {
        "date"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Date));
        found.filter_map(|found| judge(view, found)).collect()
    }
}

fn judge(view: &View<'_>, found: Found) -> Option<Found> {
    let text = view.slice(found.range.clone());
    match found.pattern {
        "day, month, year" | "with look-alikes" => {
            let legible = legible(text);
            let look_alikes = found.pattern == "with look-alikes";
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            let plain = !text.bytes().any(|byte| byte.is_ascii_alphabetic());
            if look_alikes && (plain || digits < 3) || !is_date(&legible) {
                return None;
            }
            let short =
                legible.split(['-', '.']).next_back().is_some_and(|year| year.trim().len() <= 2) && !text.contains('/');
            let (before, after) = around(view, &found);
            let chain = short
                && (before.ends_with(['.', '-'])
                    || after.starts_with(['.', '-'])
                        && after.get(1..2).is_some_and(|c| c.bytes().all(|b| b.is_ascii_digit())));
            let counted = short
                && (label::is_measured(view.text(), found.range.end)
                    || text.contains('.')
                        && text.len() < 7
                        && !before.ends_with(['(', ':', '*'])
                        && !label::follows(view, found.range.start, 2, BEFORE));
            (!chain && !counted).then_some(Found { validation: Some("the day exists"), ..found })
        }
        "year, month, day" | "run together" => {
            let digits = check::digits(text);
            let number =
                |part: Option<&[u32]>| part.unwrap_or_default().iter().fold(0, |number, digit| number * 10 + digit);
            let exists = if found.pattern == "run together" {
                check::is_day(number(digits.get(..4)), number(digits.get(4..6)), number(digits.get(6..8)))
            } else {
                let parts = numbers(text);
                matches!(parts.as_slice(), [year, month, day, ..] if check::is_day(*year, *month, *day))
            };
            (exists && !label::is_measured(view.text(), found.range.end))
                .then_some(Found { validation: Some("the day exists"), ..found })
        }
        "month and year" | "year and month" => {
            let titre = label::follows(view, found.range.start, 2, &["titer", "titre", "dilution", "ratio"]);
            let years = text.get(4..5) == Some("-")
                && label::follows(view, found.range.start, 2, &["between", "years", "cohort"]);
            (!titre && !years && !label::is_measured(view.text(), found.range.end)).then_some(found)
        }
        "day and month" => day_and_month(view, found),
        "day, month and apart the year" => {
            let dashed = text.contains(" ") || text.contains('-');
            let numbers = numbers(text);
            let year = numbers.get(2).copied().unwrap_or(0);
            let named = label::follows(view, found.range.start, 2, BEFORE);
            let long = year > 1900;
            (dashed
                && is_date(text)
                && (long || named && text.contains('-'))
                && !label::is_measured(view.text(), found.range.end))
            .then_some(Found { score: Score::FAIR, ..found })
        }
        "with the signs of China and Japan" | "day and month with points" => Some(found),
        "born" => (check::digits(&legible(text)).len() >= 4).then_some(found),
        _ => {
            let parts = numbers(text);
            let exists = matches!(parts.as_slice(), [a, b] | [a, b, _] if check::is_day(2000, *a, *b) || check::is_day(2000, *b, *a));
            (exists && !label::is_measured(view.text(), found.range.end)).then_some(found)
        }
    }
}

fn day_and_month(view: &View<'_>, found: Found) -> Option<Found> {
    let whole = view.slice(found.range.clone());
    let at = whole.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let weekday = at > 2;
    let text = whole.get(at..).unwrap_or_default();
    let first = legible(text.split([' ', '-', ',', '&']).next().unwrap_or_default());
    let (one, two) = first.split_once('/')?;
    let (left, right) = (one.parse::<u32>().ok()?, two.parse::<u32>().ok()?);
    let letters = text.bytes().take(first.len()).any(|byte| byte.is_ascii_alphabetic());
    let digits = text.bytes().take(first.len()).filter(u8::is_ascii_digit).count();
    if !(check::is_day(2000, left, right) || check::is_day(2000, right, left)) || digits < 2 {
        return None;
    }
    let (before, after) = around(view, &found);
    let measured = label::is_measured(view.text(), found.range.end);
    let near: Vec<&str> = view.words_before(found.range.start).take(2).map(|word| word.lower.as_str()).collect();
    let is_scale = |words: &[&str], word: &str| words.contains(&word) || words.contains(&word.trim_end_matches('s'));
    let counts = view.words_after(found.range.end).next().is_some_and(|word| COUNTED.contains(&word.lower.as_str()));
    let scale = counts
        || near.iter().any(|word| is_scale(SCALES, word))
        || near.first().is_some_and(|word| is_scale(MUSCLES, word));
    let direct = near.first().is_some_and(|word| BEFORE.contains(word));
    let is_day =
        !counts && near.first().is_some_and(|word| DAYS.contains(word)) && !after.trim_start().starts_with("scale");
    let padded = [one, two].iter().any(|part| part.len() == 2 && part.starts_with('0')) && !letters;
    let timed = after.strip_prefix([' ', ',']).is_some_and(|rest| {
        let rest = rest.trim_start_matches(' ').trim_start_matches("at ");
        let time: String = rest.chars().take(5).collect();
        let hour = time.get(..4).is_some_and(|four| four.bytes().all(|byte| byte.is_ascii_digit()));
        hour || time.contains(':') && time.starts_with(|c: char| c.is_ascii_digit())
    });
    // What scales count to: a pair with such a second number needs a word for it.
    let scale_end = matches!(right, 2..=10 | 12 | 15 | 20 | 24 | 25 | 27 | 28 | 30);
    let line_start = before.is_empty() || before.ends_with('\n');
    let alike = left == right;
    let sure = weekday || direct && !scale || is_day || padded || timed;
    let likely = !scale && !scale_end && !alike && !letters;
    let opens = line_start && !scale && !alike && (left > right || !scale_end) && after.starts_with([' ', ':', '-']);
    let spine = before.ends_with(|c: char| c.is_ascii_alphanumeric());
    let fraction = (left, right) == (24, 7) || (1, 2) == (left, right) && !direct;
    if measured || spine || fraction || !(sure || likely || opens) {
        return None;
    }
    let score = if sure { Score::FAIR } else { Score::WEAK };
    Some(Found { score, validation: Some("the day exists"), context: direct.then_some("a word before it"), ..found })
}

fn around<'v>(view: &'v View<'_>, found: &Found) -> (&'v str, &'v str) {
    let text = view.text();
    (text.get(..found.range.start).unwrap_or_default(), text.get(found.range.end..).unwrap_or_default())
}

/// Returns `text` with the letters that scanning makes of digits as digits.
fn legible(text: &str) -> String {
    let digit = |c| match c {
        'O' | 'o' => '0',
        'I' | 'l' => '1',
        'S' => '5',
        'B' => '8',
        'Z' => '2',
        c => c,
    };
    text.chars().map(digit).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// Returns whether the first three numbers of `text` are a day that exists, in either order, and its year.
fn is_date(text: &str) -> bool {
    let exists = |a, b, year| check::is_day(year, b, a) || check::is_day(year, a, b);
    matches!(numbers(text).as_slice(), [a, b, year, ..] if exists(*a, *b, *year) && (*year < 100 || (1850..2150).contains(year)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 15);
    }
}
