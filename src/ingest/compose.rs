//! Composes the text of a document from its facts: one line per fact, one sentence per leaf.
//!
//! The text is made from the fields alone, so that a document can be composed anew when another file
//! adds to it. Numbers are rounded and moments cut to their day *here*, for reading and searching;
//! the fields keep what the file has.

use std::cmp::Ordering;

use crate::document::{Fact, Field, Form, Value};
use crate::span::Span;

use super::heading::Heading;

/// Decimals shown. Source: the flattening of the reference system rounds to 2.
const DECIMALS: usize = 2;
/// Below this the decimals shown would hold fewer than two digits of the number; two digits are shown then.
const SMALL: f64 = 0.1;
/// From here on the digits of a number are shown as they are.
const LARGE: f64 = 1e15;

/// Stands before what was so in an earlier state of the source.
const SUPERSEDED: &str = "Older version.";

/// Puts `facts` into reading order, drops repeats, and returns their text; the spans of every fact
/// and field are set to their place in it.
pub(crate) fn compose(facts: &mut Vec<Fact>) -> String {
    facts.sort_by(|a, b| content_order(a, b).then_with(|| (a.file, a.span).cmp(&(b.file, b.span))));
    facts.dedup_by(|later, kept| {
        let same = later.file != kept.file && content_order(later, kept) == Ordering::Equal;
        if same {
            super::revisions::keep_newer(&mut kept.revision, &later.revision);
        }
        same
    });
    let mut text = String::new();
    for fact in facts {
        if !text.is_empty() {
            text.push('\n');
        }
        let start = text.len();
        let superseded = fact.is_superseded();
        if superseded {
            text.push_str(SUPERSEDED);
        }
        for (index, field) in fact.fields.iter_mut().enumerate() {
            if index > 0 || superseded {
                text.push(' ');
            }
            let start = text.len();
            sentence(field, &mut text);
            field.sentence = Span::at(start, text.len() - start);
        }
        fact.text = Span::at(start, text.len() - start);
    }
    text.shrink_to_fit();
    text
}

/// Reading order: heading, day, resource type, what it is about, then everything that is shown. Facts that
/// compare equal say the same; where they stand is not looked at, so that the order in which files are
/// read does not matter.
fn content_order(a: &Fact, b: &Fact) -> Ordering {
    Heading::of(a)
        .cmp(&Heading::of(b))
        .then_with(|| day(a).cmp(&day(b)))
        .then_with(|| a.kind.cmp(&b.kind))
        .then_with(|| about(a).cmp(&about(b)))
        .then_with(|| moment(a).cmp(&moment(b)))
        .then_with(|| shown_fields(a).cmp(shown_fields(b)))
}

fn about(fact: &Fact) -> Option<(&str, Option<&str>)> {
    fact.code.as_ref().map(|code| (code.display.text.as_str(), code.code.as_deref()))
}

fn day(fact: &Fact) -> Option<jiff::civil::Date> {
    fact.begun.as_ref().map(|moment| moment.day)
}

fn moment(fact: &Fact) -> Option<&str> {
    fact.begun.as_ref().map(|moment| moment.value.text.as_str())
}

fn shown_fields(fact: &Fact) -> impl Iterator<Item = (&str, &str, Option<&str>)> {
    fact.fields.iter().map(|field| {
        (field.label.as_str(), field.value.text.as_str(), field.unit.as_ref().map(|unit| unit.text.as_str()))
    })
}

fn sentence(field: &Field, text: &mut String) {
    text.push_str(&field.label);
    text.push_str(" is ");
    match compact_day(field) {
        Some(day) => text.push_str(&day.to_string()),
        None => show(&field.value, text),
    }
    if let Some(unit) = &field.unit {
        text.push(' ');
        push_line(&unit.text, text);
    }
    if !text.ends_with('.') {
        text.push('.');
    }
}

/// Adds `value` as it is shown.
fn show(value: &Value, text: &mut String) {
    match value.form {
        Form::Token => text.push_str(&rounded(&value.text)),
        Form::String => push_line(calendar_day(&value.text).unwrap_or(&value.text), text),
        Form::Xml if is_decimal(&value.text) => text.push_str(&rounded(&value.text)),
        Form::Xml | Form::Status | Form::StringStatus => push_line(&value.text, text),
    }
}

/// Returns the day of a moment of HL7 version 3 (`20190302`, with or without a time), which only the label tells from a number.
fn compact_day(field: &Field) -> Option<jiff::civil::Date> {
    let is_moment = field.value.form == Form::Xml && super::MOMENTS.contains(&field.label.as_str());
    is_moment.then(|| super::moment::day(&field.value.text)).flatten()
}

/// White space becomes single spaces: a fact is one line.
fn push_line(words: &str, text: &mut String) {
    for (index, word) in words.split_whitespace().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Returns the day of a moment with a time; `None` for any other text.
fn calendar_day(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let is_time = bytes.get(10) == Some(&b'T') && bytes.get(13) == Some(&b':') && !text.contains(' ');
    is_time.then(|| super::fhir::day(text)).flatten()?;
    text.get(..10)
}

/// Returns whether an attribute of XML is a number with decimals.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.contains('.') && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns a number as it is shown: integers as they are, others with two decimals, or two digits if they are small.
fn rounded(token: &str) -> String {
    let number = match token.parse::<f64>() {
        Ok(number) if token.contains(['.', 'e', 'E']) && number.abs() < LARGE => number,
        _ => return token.to_owned(),
    };
    if number == 0.0 {
        return format!("{:.DECIMALS$}", 0.0);
    }
    if number.abs() >= SMALL {
        return format!("{number:.DECIMALS$}");
    }
    // The exponent is read off the number rounded to two digits, so that 0.0999 counts as 0.10.
    let scientific = format!("{number:.1e}");
    let exponent = scientific.split_once("e-").and_then(|(_, exponent)| exponent.parse::<usize>().ok()).unwrap_or(1);
    format!("{number:.*}", exponent + DECIMALS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_for_reading() {
        for (token, expected) in [
            ("173.90123", "173.90"),
            ("173.9", "173.90"),
            ("120", "120"),
            ("1E2", "100.00"),
            ("-0.0", "0.00"),
            ("-71.175", "-71.17"),
            ("0.5", "0.50"),
            ("0.0042", "0.0042"),
            ("0.00417", "0.0042"),
            ("-0.05", "-0.050"),
            ("0.0999", "0.10"),
            ("0.001", "0.0010"),
            ("1e-7", "0.00000010"),
            ("1e300", "1e300"),
            ("1e999", "1e999"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("true", "true"),
        ] {
            assert_eq!(rounded(token), expected, "{token}");
        }
    }

    #[test]
    fn moments_are_cut_to_their_day() {
        assert_eq!(calendar_day("2019-06-29T00:54:07+00:00"), Some("2019-06-29"));
        for text in ["2019-06-29", "2019", "2019-13-29T00:54:07Z", "Taken at noon T:", "2019-06-29Tea: at five"] {
            assert_eq!(calendar_day(text), None, "{text}");
        }
    }
}
