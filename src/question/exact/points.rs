//! The values of a measure: numbers, answers in words, and limits where a file says no more than that ("> 600 mg/dL").

use super::ask::Bound;
use super::chart::Entry;
use super::unit;
use crate::document::{Component, Fact, Field};

/// The statuses of values that are not final, or of which this is not known: hl7.org/fhir/R4/valueset-observation-status.html.
pub(super) const OPEN: &[&str] = &["registered", "preliminary", "partial", "unknown"];

/// One value of a measure.
#[derive(Debug, Clone)]
pub(super) struct Point<'c, 'a> {
    pub entry: &'c Entry<'a>,
    /// The number; `None` for an answer in words, and for a limit.
    pub number: Option<f64>,
    /// The value as the file has it.
    pub text: &'a str,
    pub unit: Option<&'a str>,
    /// The lower number of a blood pressure.
    pub second: Option<(f64, &'a str)>,
    /// The limit that the value lies beyond, where the file gives that alone.
    pub limit: Option<(Sign, f64)>,
}

/// All values of one measure, by time.
#[derive(Debug, Clone)]
pub(super) struct Readings<'c, 'a> {
    pub name: String,
    pub codes: Vec<String>,
    pub points: Vec<Point<'c, 'a>>,
    pub is_pair: bool,
}

impl Readings<'_, '_> {
    /// Whether one of them is a value that is not understood.
    pub fn are_unsure(&self) -> bool {
        self.points.iter().any(|point| matches!(point.limit, Some((Sign::Unsure, _))))
    }

    /// Returns `number` of one of them, in the unit `from`, in the unit `to`.
    pub fn convert(&self, number: f64, from: &str, to: &str) -> Option<f64> {
        unit::convert_of(&self.name, number, from, to)
    }
}

/// How a value lies to the limit that its file gives for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Above,
    AtLeast,
    Below,
    AtMost,
    /// A range, or a sign that is none of these.
    Unsure,
}

impl Sign {
    /// As records write it.
    pub fn text(self) -> &'static str {
        match self {
            Sign::Above => ">",
            Sign::AtLeast => ">=",
            Sign::Below => "<",
            Sign::AtMost => "<=",
            Sign::Unsure => "",
        }
    }

    /// Source: hl7.org/fhir/R4/valueset-quantity-comparator.html.
    fn of(text: &str) -> Self {
        match text {
            ">" => Sign::Above,
            ">=" => Sign::AtLeast,
            "<" => Sign::Below,
            "<=" => Sign::AtMost,
            _ => Sign::Unsure,
        }
    }

    fn is_up(self) -> bool {
        matches!(self, Sign::Above | Sign::AtLeast)
    }

    fn is_down(self) -> bool {
        matches!(self, Sign::Below | Sign::AtMost)
    }
}

impl Point<'_, '_> {
    /// Returns the status by which its entry says that it is not final, or that this is not known.
    pub fn open_status(&self) -> Option<&str> {
        self.entry.status().filter(|status| OPEN.contains(status))
    }

    /// Whether the value lies so to `limit`, which is in its unit; `None` where that is not certain.
    pub fn lies(&self, bound: Bound, limit: f64) -> Option<bool> {
        let Some((sign, own)) = self.limit else { return Some(bound.holds(self.number?, limit)) };
        let is_high_asked = matches!(bound, Bound::Above | Bound::AtLeast);
        let is_strict = matches!(bound, Bound::Above | Bound::Below);
        // What lies above a limit lies above each lower one, and below none of them.
        let is_past = match sign {
            Sign::Above => own >= limit,
            Sign::Below => own <= limit,
            // At the very limit only what may be equal to it holds for sure, or fails for sure.
            Sign::AtLeast if is_high_asked == is_strict => own > limit,
            Sign::AtLeast => own >= limit,
            Sign::AtMost if is_high_asked != is_strict => own < limit,
            Sign::AtMost => own <= limit,
            Sign::Unsure => return None,
        };
        is_past.then_some(sign.is_up() == is_high_asked)
    }

    /// Between which numbers the value lies.
    fn ends(&self) -> Option<(f64, f64)> {
        match (self.number, self.limit) {
            (Some(number), _) => Some((number, number)),
            (None, Some((sign, limit))) if sign.is_up() => Some((limit, f64::INFINITY)),
            (None, Some((sign, limit))) if sign.is_down() => Some((f64::NEG_INFINITY, limit)),
            _ => None,
        }
    }
}

/// Returns the newest of `points` than which surely none is higher, or none lower where the lowest is asked for; `None` where none surely
/// is that.
pub(super) fn extreme<'p, 'c, 'a>(points: &'p [Point<'c, 'a>], high: bool) -> Option<&'p Point<'c, 'a>> {
    let ends: Vec<(f64, f64)> = points.iter().map(Point::ends).collect::<Option<_>>()?;
    let is_certain = |at: usize, own: (f64, f64)| {
        let mut others = ends.iter().enumerate().filter(|(other, _)| *other != at);
        others.all(|(_, other)| if high { own.0 >= other.1 } else { own.1 <= other.0 })
    };
    let found = ends.iter().enumerate().rev().find(|(at, own)| is_certain(*at, **own)).map(|(at, _)| at);
    points.get(found?)
}

/// Returns the value of `fact` of which its file gives a limit alone.
pub(super) fn of_entry<'c, 'a>(entry: &'c Entry<'a>) -> Option<Point<'c, 'a>> {
    let fact: &'a Fact = entry.fact;
    if fact.reading.is_some() || fact.fields.iter().any(|field| field.label == "Data absent reason") {
        return None;
    }
    let labels = ["Value", "Value comparator", "Value low", "Value high"];
    of_fields(entry, labels, &fact.fields)
}

/// As [`of_entry`], for one part of it.
pub(super) fn of_part<'c, 'a>(entry: &'c Entry<'a>, part: &Component) -> Option<Point<'c, 'a>> {
    let fields: &'a [Field] = &entry.fact.fields;
    let is_code = |field: &&Field| field.label == "Component code" && field.value == part.code.display;
    let item = fields.iter().find(is_code).filter(|_| part.reading.is_none())?.item;
    let own = || fields.iter().filter(|field| field.item == item);
    if own().any(|field| field.label == "Component data absent reason") {
        return None;
    }
    let labels = ["Component value", "Component value comparator", "Component value low", "Component value high"];
    of_fields(entry, labels, own())
}

/// Reads a limit from the `fields` that have these labels: of a number, of its sign, and of the ends of a range.
fn of_fields<'c, 'a>(
    entry: &'c Entry<'a>,
    labels: [&str; 4],
    fields: impl IntoIterator<Item = &'a Field> + Clone,
) -> Option<Point<'c, 'a>> {
    let [number, sign, low, high] = labels.map(|label| fields.clone().into_iter().find(|field| field.label == label));
    let (sign, value) = match (number, sign, low, high) {
        (Some(number), Some(sign), None, None) => (Sign::of(&sign.value.text), number),
        // One end of an interval alone belongs to it, where the file does not say otherwise.
        (None, None, Some(low), None) if excludes(&fields, low) => (Sign::Above, low),
        (None, None, Some(low), None) => (Sign::AtLeast, low),
        (None, None, None, Some(high)) if excludes(&fields, high) => (Sign::Below, high),
        (None, None, None, Some(high)) => (Sign::AtMost, high),
        (None, None, Some(low), Some(_)) => (Sign::Unsure, low),
        _ => return None,
    };
    let text: &'a str = &value.value.text;
    let limit = text.parse::<f64>().ok().filter(|limit| limit.is_finite())?;
    let unit = value.unit.as_ref().map(|unit| unit.text.as_str());
    Some(Point { entry, number: None, text, unit, second: None, limit: Some((sign, limit)) })
}

/// Whether one of `fields` says that `end` of an interval does not belong to it.
fn excludes<'a>(fields: &(impl IntoIterator<Item = &'a Field> + Clone), end: &Field) -> bool {
    let mut fields = fields.clone().into_iter();
    fields.any(|field| field.label.strip_suffix(" inclusive") == Some(&end.label) && field.value.text == "false")
}
