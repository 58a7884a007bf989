//! Reads FHIR's data types from nodes: exact values with their bytes.
//!
//! Source: hl7.org/fhir/R4/datatypes.html.

use jiff::civil::Date;

use crate::document::{Coded, Coding, Form, Moment, Value, coding_rank};
use crate::ingest::json::{Kind, Node};
use crate::shared::Shared;

/// Returns a string, number or boolean exactly as the file has it; `None` for anything else or a blank string.
pub(super) fn value(node: &Node<'_>) -> Option<Value> {
    let (text, form) = match &node.kind {
        Kind::Text(text) if !text.trim().is_empty() => (text.as_ref(), Form::String),
        Kind::Number(text) => (*text, Form::Token),
        Kind::Bool(true) => ("true", Form::Token),
        Kind::Bool(false) => ("false", Form::Token),
        _ => return None,
    };
    Some(Value { text: text.into(), span: node.span, form, aside: 0 })
}

/// Returns the value of the member `name`, if it is a string, number or boolean.
pub(super) fn value_of(node: &Node<'_>, name: &str) -> Option<Value> {
    value(node.get(name)?)
}

/// Returns a `CodeableConcept`, a `Coding` or a bare `code`. Of a concept the text is shown, else the
/// shortest display (a terminology's long name is for machines), else the code; system and code are those of the coding that is meant
/// first ([`coding_rank`]), of equals the first.
pub(super) fn coded(node: &Node<'_>) -> Option<Coded> {
    if node.text().is_some() {
        let display = value(node)?;
        return Some(Coded {
            system: None,
            code: Some(display.text.clone()),
            display,
            term: None,
            others: Box::default(),
        });
    }
    let codings = node.get("coding").map_or(std::slice::from_ref(node), Node::items);
    let with_code = || codings.iter().filter(|coding| coding.text_of("code").is_some());
    let best = with_code().min_by_key(|coding| coding_rank(coding.text_of("system")));
    let display = node
        .get("text")
        .filter(|text| text.text().is_some())
        .or_else(|| shortest(codings.iter().filter_map(|coding| coding.get("display"))))
        .or_else(|| best.and_then(|coding| coding.get("code")))?;
    let display = value(display)?;
    let others = with_code().filter(|other| best.is_none_or(|best| !std::ptr::eq(*other, best))).take(MAX_OTHERS);
    let others: Box<[Coding]> = others.filter_map(coding).collect();
    let Some(Coding { system, code, term }) = best.and_then(coding) else {
        return Some(Coded { system: None, code: None, display, term: None, others });
    };
    Some(Coded { system, code: Some(code), display, term, others })
}

/// Codings beside the first that are kept of a concept.
const MAX_OTHERS: usize = 16;

fn coding(node: &Node<'_>) -> Option<Coding> {
    let text = |name| node.text_of(name).map(Shared::from);
    let term = node.get("display").filter(|text| text.text().is_some()).and_then(value);
    Some(Coding { system: text("system"), code: text("code")?, term })
}

/// Returns the shortest of the `displays` that is a text; of equals the first.
fn shortest<'n, 'a>(displays: impl Iterator<Item = &'n Node<'a>>) -> Option<&'n Node<'a>> {
    let texts = displays.filter_map(|node| Some((node.text()?.trim(), node))).filter(|(text, _)| !text.is_empty());
    texts.min_by_key(|(text, _)| text.chars().count()).map(|(_, node)| node)
}

/// A `Quantity` (`Age`, `Duration`, `Money` and `SimpleQuantity` alike).
pub(super) struct Quantity {
    /// The number as the file has it.
    pub value: Value,
    /// `unit`, else `code`, else `currency`.
    pub unit: Option<Value>,
    /// `<`, `<=`, `>=`, `>`: the number is a bound, not the value.
    pub comparator: Option<Value>,
}

/// Returns the quantity that `node` holds; `None` without a JSON number.
pub(super) fn quantity(node: &Node<'_>) -> Option<Quantity> {
    let value = node.get("value").filter(|value| matches!(value.kind, Kind::Number(_))).and_then(value)?;
    let unit = ["unit", "code", "currency"].into_iter().find_map(|name| value_of(node, name));
    Some(Quantity { value, unit, comparator: value_of(node, "comparator") })
}

/// Returns a FHIR `date`, `dateTime` or `instant` with the day it falls on; `None` when it is none.
pub(super) fn moment(node: &Node<'_>) -> Option<Moment> {
    let day = day(node.text()?)?;
    Some(Moment { value: value(node)?, day })
}

/// Returns the day that `text` (`2019`, `2019-03`, `2019-03-02`, `2019-03-02T…`) names, the first of the month
/// or year where none is given.
pub(crate) fn day(text: &str) -> Option<Date> {
    let date = match text.get(10..11) {
        Some("T") => text.get(..10)?,
        Some(_) => return None,
        None => text,
    };
    let mut parts = date.split('-');
    let mut part = |digits: usize| match parts.next() {
        None => Some(1),
        Some(part) if part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()) => part.parse().ok(),
        Some(_) => None,
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    if parts.next().is_some() {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::parse;

    #[test]
    fn days_are_read_as_written() {
        for (text, expected) in [
            ("2019-06-29T00:54:07+00:00", "2019-06-29"),
            ("2019-06-29T23:54:07.084-04:00", "2019-06-29"),
            ("2019-06-29", "2019-06-29"),
            ("2019-06", "2019-06-01"),
            ("2019", "2019-01-01"),
            ("2024-02-29", "2024-02-29"),
        ] {
            assert_eq!(day(text).map(|day| day.to_string()).as_deref(), Some(expected));
        }
        for text in [
            "",
            "19",
            "2019-6-29",
            "2019-13-01",
            "2019-02-30",
            "2019-06-29 00:54",
            "2019-06-29-01",
            "２０１９",
            "-2019",
            "June",
        ] {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn a_concept_shows_its_text_first() {
        let shown = |json: &str| coded(&parse(json, 0).unwrap()).map(|coded| (coded.display.text, coded.code));
        let some = |display: &str, code: Option<&str>| Some((Shared::from(display), code.map(Shared::from)));
        assert_eq!(shown(r#"{"text":"A","coding":[{"code":"1","display":"B"}]}"#), some("A", Some("1")));
        assert_eq!(
            shown(r#"{"text":" ","coding":[{"system":"s"},{"code":"1"},{"display":"B"}]}"#),
            some("B", Some("1"))
        );
        assert_eq!(
            shown(
                r#"{"coding":[{"code":"4548-4","display":"Hemoglobin A1c/Hemoglobin.total in Blood"},{"display":"HbA1c"}]}"#
            ),
            some("HbA1c", Some("4548-4"))
        );
        assert_eq!(shown(r#"{"coding":[{"code":"1"}]}"#), some("1", Some("1")));
        assert_eq!(shown(r#"{"system":"s","code":"AMB","display":"ambulatory"}"#), some("ambulatory", Some("AMB")));
        assert_eq!(shown(r#""food""#), some("food", Some("food")));
        // A code of the house before that of LOINC hides nothing.
        let both = coded(
            &parse(
                r#"{"coding":[{"system":"urn:lab","code":"GLU","display":"Gluc."},{"system":"http://loinc.org","code":"2339-0","display":"Glucose"}]}"#,
                0,
            )
            .unwrap(),
        )
        .unwrap();
        assert_eq!((both.system.as_deref(), both.code.as_deref()), (Some("http://loinc.org"), Some("2339-0")));
        assert_eq!(both.term.as_ref().map(|term| term.text.as_str()), Some("Glucose"));
        let all: Vec<_> = both.codings().collect();
        assert_eq!(all, [(Some("http://loinc.org"), "2339-0"), (Some("urn:lab"), "GLU")]);
        assert_eq!(both.others.first().and_then(|other| Some(other.term.as_ref()?.text.as_str())), Some("Gluc."));
        for nothing in ["{}", "5", r#"{"coding":{}}"#, r#"{"coding":[]}"#, r#"{"text":5}"#, r#""""#] {
            assert_eq!(shown(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_quantity_needs_a_number() {
        let read =
            |json: &str| quantity(&parse(json, 0).unwrap()).map(|q| (q.value.text, q.unit.map(|unit| unit.text)));
        assert_eq!(read(r#"{"value":1E2,"code":"mg"}"#), Some(("1E2".into(), Some("mg".into()))));
        assert_eq!(read(r#"{"value":"5"}"#), None);
        assert_eq!(read(r#"{"unit":"mg"}"#), None);
    }
}
