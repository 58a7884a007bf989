//! What prose says of a measure after its newest coded value: a note, the conclusion of a report, a result in words. "LVEF 25%" of last week
//! stands against an ejection fraction of 60 % that was coded five years before.
//!
//! Nothing is told from such a text. Where there is one, what the coded values say of the latest, of now, or by denying something is not told
//! either, and the question is left to whoever reads the texts.

use jiff::civil::Date;

use super::ask::{Ask, Pick, Want};
use super::chart::{Chart, Entry};
use super::points::Readings;
use super::{Exact, Form, Frame, measures, rule, unit};
use crate::document::{Content, Document, Reading};
use crate::question::{abbreviated, period, when};

/// Most words from a name to its number: "LVEF is estimated to be approximately 25%".
const REACH: usize = 7;
/// Words by which a number is no value but what is aimed at.
const AIMS: &[&str] =
    &["goal", "goals", "target", "targets", "aim", "aiming", "keep", "maintain", "threshold", "limit"];
/// Units behind which a number is a dose.
const DOSES: &[&str] = &[
    "mg", "mcg", "µg", "ug", "g", "meq", "iu", "unit", "units", "tablet", "tablets", "tab", "tabs", "capsule",
    "capsules", "puff", "puffs", "drop", "drops",
];
/// Units of time, and what else makes a number none of a measure.
const TIMES: &[&str] =
    &["hour", "hours", "hourly", "hr", "hrs", "h", "minute", "minutes", "min", "mins", "time", "times", "am", "pm"];
/// Words before what is aimed at by which the number behind it is the value itself: "above goal at 182/110".
const REACHED: &[&str] = &[
    "above",
    "over",
    "below",
    "under",
    "beyond",
    "past",
    "exceeds",
    "exceeding",
    "exceeded",
    "at",
    "near",
    "within",
    "outside",
    "off",
    "of",
    "from",
    "meets",
    "met",
    "reached",
    "missed",
    "misses",
];
/// What a dose is in no part of: "450 mg per deciliter".
const VOLUMES: &[&str] =
    &["dl", "deciliter", "decilitre", "l", "liter", "litre", "ml", "milliliter", "millilitre", "100", "hundred"];
/// Words between the two numbers of a range.
const RANGE: &[&str] = &["", "to", "and", "or", "over", "/", "–"];

/// The newest coded value, against which numbers of texts are held.
#[derive(Debug, Clone, Copy)]
struct Own<'a> {
    number: f64,
    /// The lower number of a blood pressure.
    second: Option<f64>,
    unit: Option<&'a str>,
}

impl Own<'_> {
    fn is(&self, value: &Value) -> bool {
        let is_same = |number: f64, other: f64| (number - other).abs() < 1e-9;
        let (Some(own), Some(second)) = (self.second, value.second) else {
            return value.numbers.iter().any(|number| is_same(*number, self.number));
        };
        value.numbers.iter().any(|number| is_same(*number, self.number)) && is_same(own, second)
    }
}

/// A number of a text: all that it may be read as, and the one behind a stroke.
struct Value {
    numbers: Vec<f64>,
    second: Option<f64>,
}

/// Whether a later text may say another thing than `exact`, the answer to `ask` from `readings`.
pub(super) fn may_change(
    ask: &Ask,
    exact: &Exact,
    chart: &Chart<'_>,
    readings: &Readings<'_, '_>,
    frame: &Frame,
) -> bool {
    let is_of_latest = match ask.want {
        // A list is one of coded values, and the first is the first.
        Want::Value | Want::Date => {
            let is_one =
                matches!(ask.pick, None | Some(Pick::Latest(_) | Pick::Back(_) | Pick::Highest | Pick::Lowest));
            is_one && exact.form != Form::List
        }
        // What was so once stays so.
        Want::Whether => exact.answer != "yes" || exact.rules.iter().any(|rule| rule == rule::LATEST),
        Want::Trend => true,
        Want::Compare => ask.each.is_empty(),
        _ => false,
    };
    is_of_latest && is_told(chart, readings, frame)
}

/// Whether a text that is later than the newest of `readings` in the time of `frame`, and of that time itself, has a number of what they are of,
/// and another one than that.
pub(super) fn is_told(chart: &Chart<'_>, readings: &Readings<'_, '_>, frame: &Frame) -> bool {
    let Some(newest) = readings.points.iter().rfind(|point| frame.holds(point.entry.day())) else { return false };
    let number = newest.number.or(newest.limit.map(|(_, limit)| limit));
    let (Some(day), Some(number)) = (newest.entry.day(), number) else { return false };
    let own = Own { number, second: newest.second.map(|(second, _)| second), unit: newest.unit };
    let is_later = |of: Option<Date>| of.is_some_and(|of| of > day) && frame.holds(of);
    let names = names(readings);
    let abbreviations = abbreviated::of_names(&names);
    let says = |text: &str| {
        names.iter().any(|name| tells(text, name, own))
            || abbreviations.iter().any(|short| tells_short(text, short, own))
    };
    let is_prose = |document: &&&Document| matches!(document.content, Content::Prose { .. });
    let mut written = chart.documents.iter().filter(is_prose).filter(|document| is_later(document.date));
    let mut entries = chart.entries.iter().filter(|entry| is_later(entry.day()));
    written.any(|document| says(&document.text)) || entries.any(|entry| prose_of(entry).any(&says))
}

/// What an entry says in somebody's words: a conclusion, a note, a result.
fn prose_of<'a>(entry: &Entry<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let fact = entry.fact;
    let fields = fact.fields.iter().filter(|field| field.label == "Conclusion" || field.label.starts_with("Note"));
    let result = match &fact.reading {
        Some(Reading::Text { value }) => Some(value.text.as_str()),
        _ => None,
    };
    fields.map(|field| field.value.text.as_str()).chain(result)
}

/// What the measure of `readings` is called, in lower case.
fn names(readings: &Readings<'_, '_>) -> Vec<String> {
    let known = measures::MEASURES.iter().find(|measure| measure.name == readings.name);
    let words = known.into_iter().flat_map(|measure| measure.words).map(|word| (*word).to_owned());
    let mut names: Vec<String> = std::iter::once(readings.name.to_lowercase()).chain(words).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether `text` has a number other than `own` near an abbreviation of one or two letters, which stands for too much else by itself.
fn tells_short(text: &str, short: &str, own: Own<'_>) -> bool {
    let is_unit = unit::is_unit(&short.to_ascii_lowercase());
    let is_alone = short.len() < 2 || short.len() == 2 && is_unit;
    if is_alone { abbreviated::are_in(text, &[short]) } else { tells(text, &short.to_ascii_lowercase(), own) }
}

/// Whether `text` has a number other than `own` near `name`, which is in lower case.
fn tells(text: &str, name: &str, own: Own<'_>) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_short = name.len() <= 2;
    if name.len() < 2 || is_short && unit::is_unit(name) {
        return false;
    }
    lower.match_indices(name).any(|(at, found)| {
        let end = at + found.len();
        let (Some(before), Some(behind)) = (lower.get(..at), lower.get(end..)) else { return false };
        let is_apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        // Two letters are an abbreviation where they are written as one.
        let is_written = !is_short || text.get(at..end).is_some_and(|own| own == name.to_ascii_uppercase());
        let is_name = is_apart(before.chars().next_back()) && is_apart(behind.chars().next()) && is_written;
        is_name && is_value_near(name, before, sentence(behind), own)
    })
}

/// Returns `text` up to the end of its first sentence or line.
fn sentence(text: &str) -> &str {
    let ends = |(at, c): &(usize, char)| {
        let mut rest = text.get(at + c.len_utf8()..).unwrap_or_default().chars();
        match c {
            '\n' | ';' => true,
            '.' | '?' | '!' => rest.next().is_none_or(char::is_whitespace),
            _ => false,
        }
    };
    let end = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Returns `text` from the beginning of its last sentence or line, and of that from the last comma on.
fn last_clause(text: &str) -> &str {
    let mut rest = text;
    while let Some(behind) = rest.get(sentence(rest).len()..).filter(|behind| !behind.is_empty()) {
        let mut chars = behind.chars();
        chars.next();
        rest = chars.as_str();
    }
    let is_mark = |at: &usize| rest.get(at + 1..).is_some_and(|behind| behind.starts_with(char::is_whitespace));
    let comma = rest.match_indices(',').map(|(at, _)| at).rfind(is_mark);
    comma.and_then(|at| rest.get(at + 1..)).unwrap_or(rest)
}

/// Whether a value other than `own` stands in `behind`, before the name of another measure than `name`, or is the last word of `before`.
fn is_value_near(name: &str, before: &str, behind: &str, own: Own<'_>) -> bool {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%' && c != '/').to_owned();
    let mut last: Vec<String> = last_clause(before).split_whitespace().rev().take(3).map(bare).collect();
    last.reverse();
    let words: Vec<String> = behind.split_whitespace().take(REACH).map(bare).collect();
    // "A 25% ejection fraction"
    if last.last().is_some_and(|word| word.ends_with('%') && is_other(std::slice::from_ref(word), 0, own)) {
        return true;
    }
    // "Weight stable, BP 120/80" is of two things.
    let is_another =
        |word: &String| measures::named(&[word.as_str()]).is_some_and(|measure| !measure.words.contains(&name));
    let mut is_aimed = (last.len().saturating_sub(2)..last.len()).any(|at| is_aim(&last, at));
    // Where the number was that is aimed at.
    let mut aim = None;
    for (at, _) in words.iter().enumerate().take_while(|(_, word)| !is_another(word)) {
        is_aimed |= is_aim(&words, at);
        if value(&words, at, own).is_none() {
            continue;
        }
        let is_between = || words.get(at - 1).is_some_and(|word| RANGE.contains(&word.as_str()));
        if is_aimed || aim.is_some_and(|aim| at == aim + 2) && is_between() {
            (is_aimed, aim) = (false, Some(at));
        } else if is_other(&words, at, own) {
            return true;
        }
    }
    false
}

/// Whether the word at `at` of `words` says that the number behind it is what is aimed at, and none that lies to it in some way.
fn is_aim(words: &[String], at: usize) -> bool {
    let before = words.get(at.saturating_sub(2)..at).unwrap_or_default();
    words.get(at).is_some_and(|word| AIMS.contains(&word.as_str()))
        && !before.iter().any(|word| REACHED.contains(&word.as_str()))
}

/// Whether the word at `at` of `words` is a value, and another one than `own`.
fn is_other(words: &[String], at: usize, own: Own<'_>) -> bool {
    value(words, at, own).is_some_and(|value| !own.is(&value))
}

/// Returns the number that the word at `at` of `words` is; `None` where it is a dose, a time or a date by what stands around it.
fn value(words: &[String], at: usize, own: Own<'_>) -> Option<Value> {
    let digits = |text: &str| -> String { text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect() };
    let text = |at: usize| words.get(at).map_or("", String::as_str);
    let word = text(at);
    let whole = digits(word);
    let mut rest = word.get(whole.len()..).unwrap_or_default();
    let mut numbers: Vec<f64> = vec![whole.trim_end_matches('.').parse().ok()?];
    let decimals = rest.strip_prefix(',').map(digits).filter(|decimals| !decimals.is_empty());
    // "6,9", and "60,000", which may be either.
    if let Some(decimals) = decimals {
        rest = rest.get(1 + decimals.len()..).unwrap_or_default();
        numbers = format!("{whole}.{decimals}").parse().ok().into_iter().collect();
        if decimals.len() == 3 {
            numbers.extend(format!("{whole}{decimals}").parse::<f64>().ok());
        }
    }
    let second = rest.strip_prefix('/').and_then(|rest| digits(rest).trim_end_matches('.').parse().ok());
    let is_year =
        word == whole && whole.len() == 4 && numbers.first().is_some_and(|number| (1900.0..2100.0).contains(number));
    let is_day =
        word.matches(['-', '/']).count() > 1 || matches!(rest, "st" | "nd" | "rd" | "th") || rest.starts_with(':');
    let is_apart = rest.is_empty();
    let unit = if is_apart { text(at + 1) } else { rest.trim_start_matches('-') };
    let behind = at + 1 + usize::from(is_apart);
    let is_part = text(behind) == "per" && VOLUMES.contains(&text(behind + 1));
    // What is weighed in kilograms may be written in grams.
    let is_own = || own.unit.is_some_and(|own| unit::convert(1.0, unit, own).is_some());
    let is_dose = DOSES.contains(&unit) && !is_part && !is_own();
    let is_times = !is_apart && unit == "x" || at.checked_sub(1).is_some_and(|before| text(before) == "x");
    let is_time = TIMES.contains(&unit) || when::is_unit(unit) || period::month(unit).is_some();
    let is_none = is_year || is_day || is_dose || is_times || is_time;
    (!is_none).then_some(Value { numbers, second })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Own<'_> = Own { number: 60.0, second: None, unit: Some("%") };

    #[test]
    fn a_number_near_the_name_of_a_measure_is_one_of_it() {
        for (text, name) in [
            ("LVEF 25%.", "lvef"),
            ("Echo: EF is severely reduced, estimated at 25-30 %", "ef"),
            ("Ejection fraction of approximately 25%.", "ejection fraction"),
            ("A 25% ejection fraction was seen", "ejection fraction"),
            ("EF was 60% in 2019, 25% now", "ef"),
            ("BP 182/110 at triage", "bp"),
            ("Weight today: 71.5 kg", "weight"),
        ] {
            assert!(tells(text, name, OWN), "{text}");
        }
        for (text, name) in [
            ("EF 60%", "ef"),
            ("EF 60% on 2019-05-01", "ef"),
            ("LVEF was seen in 2019", "lvef"),
            ("check the potassium in 3 months", "potassium"),
            ("potassium 20 mEq daily", "potassium"),
            ("weight bearing for 6 weeks", "weight"),
            ("BP goal below 130/80", "bp"),
            ("target weight 71 kg", "weight"),
            ("ef 25", "ef"),
            ("Weight stable. Glucose 102.", "weight"),
            ("Weight\nGlucose 102", "weight"),
            ("recheck the weight on 3 March", "weight"),
            ("500 MG 2 tablets", "mg"),
        ] {
            assert!(!tells(text, name, OWN), "{text}");
        }
    }
    #[test]
    fn a_number_behind_what_is_aimed_at_is_one_of_it_and_all_of_it_counts() {
        let pressure = Own { number: 120.0, second: Some(80.0), unit: Some("mm[Hg]") };
        let weight = Own { number: 80.0, second: None, unit: Some("kg") };
        let glucose = Own { number: 90.0, second: None, unit: Some("mg/dL") };
        for (text, name, own) in [
            ("BP above goal at 182/110.", "bp", pressure),
            ("BP not at goal, 182/110 today", "bp", pressure),
            ("Blood pressure not at goal. BP 182/110 today.", "bp", pressure),
            ("BP 120/110 today", "bp", pressure),
            ("BP goal 130/80, today 182/110", "bp", pressure),
            ("A1c goal <7, today 9.4%", "a1c", OWN),
            ("Potassium 60,9", "potassium", OWN),
            ("Potassium 5.5-6.1", "potassium", OWN),
            ("HR 130 x 3 days", "hr", OWN),
            ("Glucose 450 mg per deciliter", "glucose", glucose),
            ("Weight 60000 g", "weight", weight),
        ] {
            assert!(tells(text, name, own), "{text}");
        }
        for (text, name, own) in [
            ("BP 120/80 today", "bp", pressure),
            ("BP goal 130 over 85", "bp", pressure),
            ("Keep BP at goal, below 130/80", "bp", pressure),
            ("A1c goal 6.5 to 7", "a1c", OWN),
            ("Potassium 60,0", "potassium", OWN),
            ("Platelets 60,000", "platelets", Own { number: 60_000.0, ..OWN }),
            ("HR x 3 today", "hr", OWN),
            ("Glucose: metformin 500 mg per day", "glucose", glucose),
            ("Weight: furosemide 40 mg", "weight", weight),
            ("Potassium 2 g daily", "potassium", OWN),
        ] {
            assert!(!tells(text, name, own), "{text}");
        }
    }
}
