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
const TIMES: &[&str] = &[
    "hour", "hours", "hourly", "hr", "hrs", "h", "minute", "minutes", "min", "mins", "time", "times", "am", "pm", "x",
];

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
    let (Some(day), Some(own)) = (newest.entry.day(), newest.number.or(newest.limit.map(|(_, limit)| limit))) else {
        return false;
    };
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
fn tells_short(text: &str, short: &str, own: f64) -> bool {
    let is_unit = unit::is_unit(&short.to_ascii_lowercase());
    let is_alone = short.len() < 2 || short.len() == 2 && is_unit;
    if is_alone { abbreviated::are_in(text, &[short]) } else { tells(text, &short.to_ascii_lowercase(), own) }
}

/// Whether `text` has a number other than `own` near `name`, which is in lower case.
fn tells(text: &str, name: &str, own: f64) -> bool {
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

/// Whether a value other than `own` stands in `behind`, before the name of another measure than `name`, or is the last word of `before`.
fn is_value_near(name: &str, before: &str, behind: &str, own: f64) -> bool {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%' && c != '/').to_owned();
    let last: Vec<String> = before.split_whitespace().rev().take(2).map(bare).collect();
    let words: Vec<String> = behind.split_whitespace().take(REACH).map(bare).collect();
    let is_aim = |word: &String| AIMS.contains(&word.as_str());
    if last.iter().any(is_aim) {
        return false;
    }
    // "A 25% ejection fraction"
    if last.first().is_some_and(|word| word.ends_with('%') && is_value(word, "", own)) {
        return true;
    }
    // "Weight stable, BP 120/80" is of two things.
    let is_another =
        |word: &String| measures::named(&[word.as_str()]).is_some_and(|measure| !measure.words.contains(&name));
    let of_name = words.iter().take_while(|word| !is_aim(word) && !is_another(word)).enumerate();
    of_name.into_iter().any(|(at, word)| is_value(word, words.get(at + 1).map_or("", String::as_str), own))
}

/// Whether `word` is a number other than `own`, and by what stands behind it, `next`, no dose, no time and no date.
fn is_value(word: &str, next: &str, own: f64) -> bool {
    let digits = word.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
    let rest = word.get(digits.len()..).unwrap_or_default();
    let Some(number) = digits.trim_end_matches('.').parse::<f64>().ok() else { return false };
    let is_year = rest.is_empty() && digits.len() == 4 && (1900.0..2100.0).contains(&number);
    let is_day =
        word.matches(['-', '/', '.']).count() > 1 || matches!(rest, "st" | "nd" | "rd" | "th") || rest.starts_with(':');
    let unit = if rest.is_empty() { next } else { rest.trim_start_matches('-') };
    let is_other =
        DOSES.contains(&unit) || TIMES.contains(&unit) || when::is_unit(unit) || period::month(unit).is_some();
    !(is_year || is_day || is_other || (number - own).abs() < 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(tells(text, name, 60.0), "{text}");
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
            assert!(!tells(text, name, 60.0), "{text}");
        }
    }
}
