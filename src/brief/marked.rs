//! Values out of range since a day: what their own entries mark, or what lies outside the range that these give.
//!
//! A value is a number, a number that is only a bound, or an answer in words; of words only a mark tells. What came later and is not out of
//! range hides none that was: both are told.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Item, Limits, limits_in, limits_of_part, mark, marks, marks_of_part, out};
use crate::clearance::FactRef;
use crate::document::{Component, Fact, FactKind, Field, Moment, Reading};
use crate::question::exact::chart::{Chart, Entry, Identity, untagged};
use crate::question::exact::words;

/// Most characters of an answer in words; its box has all.
const LONGEST: usize = 120;

/// One value of an entry: its own, that of one of its parts, or of a panel all of them.
struct Found<'c, 'a> {
    entry: &'c Entry<'a>,
    name: &'a str,
    /// The value as it is told.
    shown: String,
    /// In which way its entry says that it is out of range.
    out: Option<String>,
    /// Whether its entry says that it is not.
    is_within: bool,
    is_critical: bool,
    is_panel: bool,
}

/// A number with its unit, and how it is bounded where it is only a bound.
struct Number<'a> {
    bound: &'a str,
    number: f64,
    unit: Option<&'a str>,
}

impl Number<'_> {
    fn shown(&self) -> String {
        format!("{}{}", self.bound, words::quantity(self.number, self.unit))
    }

    /// The number to hold against a range: of a bound that leaves open on which side of `limits` the value lies there is none.
    fn held_against(&self, limits: &Limits<'_>) -> Option<f64> {
        let (low, high) = (limits.low.map(|low| low.number), limits.high.map(|high| high.number));
        let beyond = match self.bound {
            "" => return Some(self.number),
            ">" => high.is_some_and(|high| self.number >= high),
            ">=" => high.is_some_and(|high| self.number > high),
            "<" => low.is_some_and(|low| self.number <= low),
            "<=" => low.is_some_and(|low| self.number < low),
            _ => false,
        };
        // ">600" of a range that ends at 600 lies above it, by however little.
        let step = if self.bound.starts_with('>') { f64::EPSILON } else { -f64::EPSILON };
        beyond.then(|| self.number + step * self.number.abs().max(1.0))
    }
}

/// Whether `mark` says that a value is critical: the codes of hl7.org/fhir/R4/valueset-observation-interpretation.html, and their words.
fn is_critical(mark: &str) -> bool {
    let lower = mark.trim().to_lowercase();
    matches!(lower.as_str(), "hh" | "ll" | "aa") || lower.contains("critical") || lower.contains("panic")
}

impl<'c, 'a> Found<'c, 'a> {
    fn new(entry: &'c Entry<'a>, name: &'a str, shown: String, marks: &[&Field]) -> Self {
        let marked = mark(marks.iter().copied());
        Found {
            entry,
            name,
            shown,
            out: out(marked, &Limits::default(), 0.0),
            is_within: marked.is_none() && !marks.is_empty(),
            is_critical: marks.iter().any(|field| is_critical(&field.value.text)),
            is_panel: false,
        }
    }

    /// The same, of a number with the range that its entry gives.
    fn within(mut self, number: &Number<'_>, limits: &Limits<'_>) -> Self {
        let held = number.held_against(limits);
        self.out = self.out.or_else(|| out(None, limits, held?));
        let has_range = limits.low.is_some() || limits.high.is_some();
        self.is_within = self.out.is_none() && (self.is_within || has_range && held.is_some());
        self
    }

    /// The entry's own value, or that of its parts together.
    fn own(entry: &'c Entry<'a>) -> Option<Self> {
        let fact: &'a Fact = entry.fact;
        let marks: Vec<&Field> = marks(entry).collect();
        if fact.reading.is_none() && !fact.components.is_empty() {
            let parts = fact.components.iter().filter_map(|part| {
                let shown = told(fact, part.reading.as_ref(), item_of(fact, part))?.0;
                Some(format!("{} {shown}", untagged(&part.code.display.text)))
            });
            let parts = parts.collect::<Vec<_>>().join(", ");
            let panel = Found { is_panel: true, ..Found::new(entry, entry.name(), parts, &marks) };
            return (!panel.shown.is_empty()).then_some(panel);
        }
        let (shown, number) = told(fact, fact.reading.as_ref(), None)?;
        let found = Found::new(entry, entry.name(), shown, &marks);
        Some(match number {
            Some(number) => found.within(&number, &limits_in(entry, number.unit.unwrap_or_default())),
            None => found,
        })
    }

    /// The value of one of the entry's parts.
    fn part(entry: &'c Entry<'a>, part: &'a Component) -> Option<Self> {
        let fact: &'a Fact = entry.fact;
        let item = item_of(fact, part)?;
        let (shown, number) = told(fact, part.reading.as_ref(), Some(item))?;
        let marks: Vec<&Field> = marks_of_part(entry, item).collect();
        let found = Found::new(entry, part.code.display.text.as_str(), shown, &marks);
        let value = fact.fields.iter().find(|field| field.label == "Component value" && field.item == item);
        Some(match number.zip(value) {
            Some((number, field)) => found.within(&number, &limits_of_part(entry, &field.value, number.unit)),
            None => found,
        })
    }

    fn item(&self, later: Option<&Self>) -> Option<Item> {
        let (name, when) = (untagged(self.name), words::when(self.entry));
        let mut text = format!("{name}: {}, {when}; {}", self.shown, self.out.as_deref()?);
        let mut facts: Vec<FactRef> = vec![self.entry.at];
        if let Some(later) = later {
            let how = if later.is_within {
                "later not out of range, as its entry says"
            } else {
                "later without a mark or a range"
            };
            text += &format!("; {how}: {} ({})", later.shown, words::when(later.entry));
            facts.push(later.entry.at);
        }
        Some(Item { text, facts, boxes: Vec::new() })
    }
}

/// Which item of its entry a part is, as its code says.
fn item_of(fact: &Fact, part: &Component) -> Option<u32> {
    let is_its = |field: &&Field| field.label == "Component code" && field.value == part.code.display;
    fact.fields.iter().find(is_its).map(|field| field.item)
}

/// Returns how a value is told, and its number where it is one: a `reading`, or a number that is only a bound, of the part that is `item` where
/// one is given.
fn told<'a>(fact: &'a Fact, reading: Option<&'a Reading>, item: Option<u32>) -> Option<(String, Option<Number<'a>>)> {
    let number = match reading {
        Some(Reading::Quantity { number, unit, .. }) => {
            Number { bound: "", number: *number, unit: unit.as_ref().map(|unit| unit.text.as_str()) }
        }
        Some(Reading::Coded { answer }) => return Some((shortened(untagged(&answer.display.text)), None)),
        Some(Reading::Text { value }) => return Some((shortened(&value.text), None)),
        None => bound(fact, item)?,
    };
    Some((number.shown(), Some(number)))
}

/// Returns the number that is only a bound.
fn bound(fact: &Fact, item: Option<u32>) -> Option<Number<'_>> {
    let label = if item.is_some() { "Component value" } else { "Value" };
    let pairs = fact.fields.iter().zip(fact.fields.iter().skip(1));
    let is_its = |(before, field): &(&Field, &Field)| {
        field.label == label
            && before.item == field.item
            && item.is_none_or(|item| item == field.item)
            && before.label.strip_suffix(" comparator") == Some(label)
    };
    let (before, field) = pairs.into_iter().find(is_its)?;
    let number = field.value.text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    let unit = field.unit.as_ref().map(|unit| unit.text.as_str());
    Some(Number { bound: before.value.text.as_str(), number, unit })
}

/// Returns the value of `entry` as it is told, that of its parts where it has no other, and whether it or one of these is out of range: `None`
/// where the entry gives neither a mark nor a range for it.
pub(crate) fn valued(entry: &Entry<'_>) -> Option<(String, Option<bool>)> {
    let own = Found::own(entry)?;
    let parts: Vec<Found<'_, '_>> = entry.fact.components.iter().filter_map(|part| Found::part(entry, part)).collect();
    let is_out = own.out.is_some() || parts.iter().any(|part| part.out.is_some());
    let is_within = own.is_within || own.is_panel && parts.iter().all(|part| part.is_within);
    Some((own.shown, if is_out { Some(true) } else { is_within.then_some(false) }))
}

fn shortened(text: &str) -> String {
    let one: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match one.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", one.get(..at).unwrap_or_default().trim_end()),
        None => one,
    }
}

/// Whether `later` is later than `earlier` for certain: a day alone is no moment of that day, and of two zones the later moment may be written
/// with the earlier day.
fn is_later(later: &Entry<'_>, earlier: &Entry<'_>) -> bool {
    let has_time = |entry: &Entry<'_>| entry.fact.begun.as_ref().is_some_and(Moment::has_time);
    let is_same_day = later.day() == earlier.day() && has_time(later) && has_time(earlier);
    later.key.0 > earlier.key.0 && (later.day() > earlier.day() || is_same_day)
}

/// Returns the values out of range since `since`: the critical ones first, and the newest of each.
pub(super) fn out_of_range(chart: &Chart<'_>, since: Date) -> Vec<Item> {
    let mut all: BTreeMap<Identity<'_>, Vec<Found<'_, '_>>> = BTreeMap::new();
    let is_new =
        |entry: &&Entry<'_>| entry.fact.kind == FactKind::Observation && entry.day().is_some_and(|day| day >= since);
    for entry in chart.entries.iter().filter(is_new) {
        let fact = entry.fact;
        let parts = fact.components.iter().map(|part| (Some(&part.code), Found::part(entry, part)));
        for (code, found) in std::iter::once((fact.code.as_ref(), Found::own(entry))).chain(parts) {
            all.entry(chart.identity_of(code)).or_default().extend(found);
        }
    }
    let mut items: Vec<(bool, &Entry<'_>, Item)> = Vec::new();
    for values in all.values() {
        let Some(at) = values.iter().rposition(|value| value.out.is_some()) else { continue };
        let (before, after) = values.split_at(at);
        let Some((last, after)) = after.split_first() else { continue };
        let later = after.iter().rev().find(|later| is_later(later.entry, last.entry)).filter(|_| !last.is_panel);
        let graver = before.iter().rev().find(|value| value.is_critical && !last.is_critical);
        for (value, later) in [(Some(last), later), (graver, None)] {
            items.extend(value.and_then(|value| Some((!value.is_critical, value.entry, value.item(later)?))));
        }
    }
    items.sort_by_key(|(is_plain, entry, _)| (*is_plain, std::cmp::Reverse(entry.key)));
    items.into_iter().map(|(.., item)| item).collect()
}
