//! The reference range that an entry gives for its value: as two ends, or in words that say no more than that ("12.0-16.0 g/dL", "< 1.3").

use super::part_of;
use crate::document::{Field, Reading, Value};
use crate::question::exact::chart::Entry;
use crate::question::exact::unit;

/// The reference range that an entry gives for its value.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Limits<'a> {
    /// Below it the value is out of range.
    pub low: Option<Limit<'a>>,
    /// Above it the value is out of range.
    pub high: Option<Limit<'a>>,
}

/// One end of a reference range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Limit<'a> {
    /// In the unit of the value.
    pub number: f64,
    /// As the file has it.
    pub text: &'a str,
}

/// Returns the one reference range of the entry's own value; none where it gives several of which none is the normal one, or in a unit that
/// cannot be converted.
pub(crate) fn limits<'a>(entry: &Entry<'a>) -> Limits<'a> {
    let own = match &entry.fact.reading {
        Some(Reading::Quantity { unit: Some(unit), .. }) => unit.text.as_str(),
        _ => "",
    };
    limits_in(entry, own)
}

/// As [`limits`], in the unit `own`.
pub(super) fn limits_in<'a>(entry: &Entry<'a>, own: &str) -> Limits<'a> {
    let fields: &'a [Field] = &entry.fact.fields;
    let of_range = || fields.iter().filter(|field| field.label.starts_with("Reference range"));
    // One range alone is what there is, whatever it is called.
    let is_one = of_range().zip(of_range().skip(1)).all(|(field, next)| field.item == next.item);
    let is_typed = !is_one && of_range().any(|field| field.label == TYPE);
    let chosen = if is_typed { normal(of_range()) } else { None };
    if is_typed && chosen.is_none() {
        return Limits::default();
    }
    let of = |label: &'static str| {
        of_range().filter(move |field| field.label == label && chosen.is_none_or(|item| item == field.item))
    };
    limits_among(of("Reference range low"), of("Reference range high"), of("Reference range"), own)
}

/// Returns the one reference range of the part of the entry that has `value`, in `unit`.
pub(crate) fn limits_of_part<'a>(entry: &Entry<'a>, value: &Value, unit: Option<&str>) -> Limits<'a> {
    let Some(item) = part_of(entry, value) else { return Limits::default() };
    let fields: &'a [Field] = &entry.fact.fields;
    let of = |label: &'static str| fields.iter().filter(move |field| field.label == label && field.item == item);
    limits_among(
        of("Component reference range low"),
        of("Component reference range high"),
        of("Component reference range"),
        unit.unwrap_or_default(),
    )
}

/// How a file says of which kind a range is: hl7.org/fhir/R4/valueset-referencerange-meaning.html.
const TYPE: &str = "Reference range type";

/// Returns which of several ranges is the normal one: the only one that is called so, or else the only one that is called nothing else.
fn normal<'a>(fields: impl Iterator<Item = &'a Field> + Clone) -> Option<u32> {
    let is_normal = |field: &&Field| field.value.text.trim().to_lowercase().starts_with("normal");
    let types = || fields.clone().filter(|field| field.label == TYPE);
    let mut named: Vec<u32> = types().filter(is_normal).map(|field| field.item).collect();
    if named.is_empty() {
        let is_other = |item: u32| types().any(|field| field.item == item);
        let items = fields.clone().map(|field| field.item);
        named = items.filter(|item| !is_other(*item)).collect();
    }
    named.dedup();
    match named.as_slice() {
        [item] => Some(*item),
        _ => None,
    }
}

/// The only one of `fields`.
fn only<'a>(mut fields: impl Iterator<Item = &'a Field>) -> Option<&'a Field> {
    fields.next().filter(|_| fields.next().is_none())
}

fn limits_among<'a>(
    low: impl Iterator<Item = &'a Field> + Clone,
    high: impl Iterator<Item = &'a Field> + Clone,
    text: impl Iterator<Item = &'a Field>,
    own: &str,
) -> Limits<'a> {
    if low.clone().chain(high.clone()).next().is_none() {
        return only(text).and_then(|field| in_words(&field.value.text, own)).unwrap_or_default();
    }
    let limit = |field: &'a Field| {
        let number = field.value.text.parse::<f64>().ok()?;
        let stated = field.unit.as_ref().map_or(own, |unit| unit.text.as_str());
        Some(Limit { number: unit::convert(number, stated, own)?, text: field.value.text.as_str() })
    };
    Limits { low: only(low).and_then(limit), high: only(high).and_then(limit) }
}

/// Reads a range of which `text` says nothing but its ends, with no unit or in the unit `own`.
fn in_words<'a>(text: &'a str, own: &str) -> Option<Limits<'a>> {
    let is_own = |rest: &str| {
        let rest = rest.trim();
        rest.is_empty() || unit::convert(1.0, rest, own) == Some(1.0)
    };
    let text = text.trim();
    let signed = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
    let is_low = signed(&[">=", "≥", ">"]);
    if let Some(rest) = is_low.or_else(|| signed(&["<=", "≤", "<"])) {
        let (end, rest) = number(rest)?;
        let (low, high) = if is_low.is_some() { (Some(end), None) } else { (None, Some(end)) };
        return is_own(rest).then_some(Limits { low, high });
    }
    let (low, rest) = number(text)?;
    let rest = rest.trim_start();
    let (high, rest) = number(["-", "–", "—"].iter().find_map(|dash| rest.strip_prefix(dash))?)?;
    (low.number < high.number && is_own(rest)).then_some(Limits { low: Some(low), high: Some(high) })
}

/// Returns the number with which `text` begins, and what stands behind it.
fn number(text: &str) -> Option<(Limit<'_>, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit());
    let number = digits.parse::<f64>().ok().filter(|number| is_number && number.is_finite())?;
    Some((Limit { number, text: digits }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_in_words_are_read_where_nothing_else_is_said() {
        let ends = |text: &str, own: &str| {
            in_words(text, own).map(|read| (read.low.map(|end| end.number), read.high.map(|end| end.number)))
        };
        for (text, wanted) in [
            ("12.0-16.0 g/dL", Some((Some(12.0), Some(16.0)))),
            (" 12 – 16 ", Some((Some(12.0), Some(16.0)))),
            ("12-16g/dl", Some((Some(12.0), Some(16.0)))),
            ("< 1.3", Some((None, Some(1.3)))),
            ("<=1.3 g/dL", Some((None, Some(1.3)))),
            ("≥60", Some((Some(60.0), None))),
            ("> 60 g/dL", Some((Some(60.0), None))),
            ("120-160 g/L", None),
            ("12-16 (women)", None),
            ("4,000-10,000", None),
            ("16-12", None),
            ("-2-2", None),
            ("12.-16", None),
            ("12", None),
            ("negative", None),
            ("< 5 years: 12-16", None),
            ("1.3 <", None),
            ("", None),
        ] {
            assert_eq!(ends(text, "g/dL"), wanted, "{text}");
        }
    }
}
