//! What is new in a record since a day: new problems, changed medicines, values out of their range or on the move, each with
//! its entries; and beside it where the record disagrees with itself ([`disagreement`]).
//!
//! It takes no question and no model, reads structured entries only, and judges nothing: out of range is what the file
//! itself says. Notes are not read for it, and that is said ([`INTENDED_USE`]).
//!
//! Beside it stand the whole record by time ([`timeline`]) and what was measured as series of numbers ([`series`]).

pub mod disagreement;
mod limits;
mod marked;
mod medicines;
pub mod series;
pub mod timeline;

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

pub use disagreement::{Disagreement, Side};
use limits::limits_in;
pub(crate) use limits::{Limit, Limits, limits, limits_of_part};
use marked::out_of_range;
pub(crate) use marked::valued;
use medicines::medicines;
pub(crate) use medicines::{dose, ingredient, is_substance};

use crate::clearance::{Block, FactRef, box_fact};
use crate::document::{Coded, Fact, FactKind, Field, Passage, PatientIndex, Reading, Records, Value};
use crate::question::exact::chart::{Chart, Entry, Identity, untagged};
use crate::question::exact::course::{Course, STEADY, course, number_of};
use crate::question::exact::words;
use crate::question::exact::{denies_kind, says_unknown, unconfirmed};

/// What is shown with every brief, whatever is in it.
pub const RED_FLAGS: &str = "This is no check for emergencies. With chest pain, trouble breathing, sudden weakness, confusion or trouble speaking, heavy bleeding, \
     or thoughts of harming yourself, call your emergency number now.";

/// What a brief is for.
pub const INTENDED_USE: &str = "To find what is new in your own records before a visit. It is no diagnosis and no advice, it reads coded entries and not the notes, and \
     what nobody entered is not in it. Check each entry in its source, and ask whoever treats you.";

/// Most items of one part; more are counted.
const MOST: usize = 6;
/// Readings from which a course is told.
const COURSE: usize = 3;

/// What is new since a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Brief {
    /// The first day that counts.
    pub since: Date,
    /// The parts, in order; those without items too.
    pub parts: Vec<Part>,
    /// Where the record disagrees with itself, at any time.
    pub disagreements: Vec<Disagreement>,
    /// How many more of these there are.
    pub more_disagreements: usize,
    /// [`RED_FLAGS`].
    pub red_flags: &'static str,
    /// [`INTENDED_USE`].
    pub intended_use: &'static str,
}

/// One part of a brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// What it holds, in our words.
    pub title: &'static str,
    /// By which rule.
    pub rule: &'static str,
    /// The items, the newest first.
    pub items: Vec<Item>,
    /// How many more there are.
    pub more: usize,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// What it says, in our words around values of the record.
    pub text: String,
    /// The entries that it was made from.
    #[serde(skip)]
    pub facts: Vec<FactRef>,
    /// Their boxes, by number; empty before [`Brief::boxed`].
    pub boxes: Vec<usize>,
}

impl Brief {
    /// Returns the boxes of all entries, each once, and notes with each item which are its own.
    pub fn boxed(&mut self, records: &Records, passages: &[Passage]) -> Vec<Block> {
        let (mut blocks, mut known): (Vec<Block>, BTreeMap<FactRef, usize>) = (Vec::new(), BTreeMap::new());
        let mut number = |fact: FactRef| {
            if let Some(number) = known.get(&fact) {
                return Some(*number);
            }
            blocks.push(box_fact(fact, records, passages)?);
            known.insert(fact, blocks.len() - 1);
            Some(blocks.len() - 1)
        };
        for item in self.parts.iter_mut().flat_map(|part| &mut part.items) {
            item.boxes = item.facts.iter().filter_map(|fact| number(*fact)).collect();
        }
        for side in self.disagreements.iter_mut().flat_map(|disagreement| &mut disagreement.sides) {
            side.shown = number(side.fact);
        }
        blocks
    }
}

/// Returns what is new of `patient` since `since`.
pub fn brief(records: &Records, patient: PatientIndex, since: Date) -> Brief {
    let chart = Chart::new(records, patient);
    let is_new = |entry: &&Entry<'_>| entry.day().is_some_and(|day| day >= since);
    let readings = readings(&chart);
    let new = |kind: FactKind| chart.entries.iter().filter(move |entry| entry.fact.kind == kind).filter(is_new).rev();
    let named = |entry: &Entry<'_>| Item {
        text: {
            let (name, when) = (untagged(entry.name()), words::when(entry));
            let is_recorded = entry.fact.kind == FactKind::Condition && entry.fact.is_dated_by_recording();
            let text = if is_recorded { format!("{name}, recorded {when}") } else { format!("{name}, {when}") };
            match unconfirmed(entry.fact) {
                Some(said) => format!("{text}; not confirmed: “{said}”"),
                None => text,
            }
        },
        facts: vec![entry.at],
        boxes: Vec::new(),
    };
    let parts = vec![
        part(
            "New problems",
            "Conditions that began on that day or later, or were recorded then without a day on which they began; those of one's life (work, schooling, housing) behind those of one's body.",
            diseases_first(new(FactKind::Condition).filter(|entry| !is_none(entry.fact)).collect())
                .into_iter()
                .map(named)
                .collect(),
        ),
        part(
            "New allergies",
            "Allergies and intolerances entered on that day or later, without those that are resolved or inactive.",
            new(FactKind::AllergyIntolerance)
                .filter(|entry| !is_none(entry.fact) && !is_over(entry.fact))
                .map(named)
                .collect(),
        ),
        part(
            "Problems that ended",
            "Conditions whose end in the record is on that day or later.",
            chart
                .entries
                .iter()
                .rev()
                .filter(|entry| entry.fact.kind == FactKind::Condition && entry.end().is_some_and(|end| end >= since))
                .map(|entry| Item {
                    text: format!(
                        "{}, until {}",
                        untagged(entry.name()),
                        entry.fact.ended.as_ref().map(words::moment).unwrap_or_default()
                    ),
                    facts: vec![entry.at],
                    boxes: Vec::new(),
                })
                .collect(),
        ),
        part(
            "Changed medicines",
            "Medicines prescribed or said to be taken on that day or later: new where none of the medicine stands before it, changed where an earlier one names another strength or dose, started again where the same one before it is stopped, again where that one is completed or has ended; and those whose end in the record is on that day or later, where no other entry of the medicine is active. One that was stopped without a day is not told.",
            medicines(&chart, since),
        ),
        part(
            "Values out of range",
            "Of each thing measured, also of each number of a blood pressure, the latest value since then, a number, a bound (“>600”) or words, that its own entry marks as abnormal, or that lies outside the reference range which it gives; with it the latest one after it, where there is one. One marked as critical is told too where a later one is not so marked, and stands first.",
            out_of_range(&chart, since),
        ),
        part(
            "Values on the move",
            "At least three readings since then, of which the last differs from the first by more than 5 %, and the median of all slopes goes the same way; “up and down” are others of which readings between lie beyond both by more than 10 %. Where readings between lie beyond both by more than 5 %, the lowest and the highest are named too, and “up and down” it is also where these lie more than twice as far apart as first and last.",
            moving(&readings, since),
        ),
    ];
    let (disagreements, more_disagreements) = disagreement::all(&chart);
    Brief { since, parts, disagreements, more_disagreements, red_flags: RED_FLAGS, intended_use: INTENDED_USE }
}

/// Returns `entries` in their order, those that SNOMED CT tags as a finding or a situation behind the others: it files there what
/// happens to people beside their diseases.
fn diseases_first<'e, 'a>(mut entries: Vec<&'e Entry<'a>>) -> Vec<&'e Entry<'a>> {
    entries.sort_by_key(|entry| ["(finding)", "(situation)"].iter().any(|tag| entry.name().trim_end().ends_with(tag)));
    entries
}

/// Whether an entry says that there is nothing of its kind, or that nobody knows of any.
fn is_none(fact: &Fact) -> bool {
    denies_kind(fact) || says_unknown(fact)
}

/// Whether an allergy is one no more, as its entry says.
fn is_over(fact: &Fact) -> bool {
    fact.status.as_ref().is_some_and(|status| matches!(status.text.as_str(), "resolved" | "inactive"))
}

fn part(title: &'static str, rule: &'static str, mut items: Vec<Item>) -> Part {
    let more = items.len().saturating_sub(MOST);
    items.truncate(MOST);
    Part { title, rule, items, more }
}

/// One number that was measured: an entry's own, or that of one of its parts, such as the upper of a blood pressure.
struct Measured<'c, 'a> {
    entry: &'c Entry<'a>,
    name: &'a str,
    number: f64,
    unit: Option<&'a str>,
}

impl<'c, 'a> Measured<'c, 'a> {
    fn of(entry: &'c Entry<'a>, code: Option<&'a Coded>, reading: &'a Reading) -> Option<Self> {
        let Reading::Quantity { number, unit, .. } = reading else { return None };
        let name = code.map_or("", |code| code.display.text.as_str());
        let unit = unit.as_ref().map(|unit| unit.text.as_str());
        Some(Measured { entry, name, number: *number, unit })
    }

    fn shown(&self) -> String {
        words::quantity(self.number, self.unit)
    }
}

/// Numbers of observations by code and unit, each by time.
type Readings<'c, 'a> = BTreeMap<(Identity<'a>, &'a str), Vec<Measured<'c, 'a>>>;

/// All numbers of observations, those of their parts too, by code and unit, each by time.
fn readings<'c, 'a>(chart: &'c Chart<'a>) -> Readings<'c, 'a> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for entry in chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation && entry.day().is_some())
    {
        let fact: &'a Fact = entry.fact;
        let own = fact.reading.iter().map(|reading| (fact.code.as_ref(), reading));
        let parts = fact.components.iter().filter_map(|part| Some((Some(&part.code), part.reading.as_ref()?)));
        for (code, reading) in own.chain(parts) {
            if let Some(measured) = Measured::of(entry, code, reading) {
                all.entry((chart.identity_of(code), measured.unit.unwrap_or_default())).or_default().push(measured);
            }
        }
    }
    all
}

/// Returns the first of `marks` that says more than "as expected".
fn mark<'f>(mut marks: impl Iterator<Item = &'f Field>) -> Option<&'f str> {
    // hl7.org/fhir/R4/valueset-observation-interpretation.html: codes and displays that say no more than "as expected".
    const EXPECTED: &[&str] = &[
        "n",
        "normal",
        "neg",
        "negative",
        "ie",
        "nd",
        "not detected",
        "nr",
        "non-reactive",
        "exp",
        "expected",
        "s",
        "susceptible",
        "u",
    ];
    marks.find_map(|field| {
        let mark = field.value.text.as_str();
        (!EXPECTED.contains(&mark.trim().to_lowercase().as_str())).then_some(mark)
    })
}

/// The marks of the entry itself.
fn marks<'a>(entry: &Entry<'a>) -> impl Iterator<Item = &'a Field> + use<'a> {
    let fact: &'a Fact = entry.fact;
    fact.fields.iter().filter(|field| field.label == "Interpretation")
}

/// The marks of the part of the entry that is its `item`.
fn marks_of_part<'a>(entry: &Entry<'a>, item: u32) -> impl Iterator<Item = &'a Field> + use<'a> {
    let fact: &'a Fact = entry.fact;
    fact.fields.iter().filter(move |field| field.label == "Component interpretation" && field.item == item)
}

/// Returns in which way the entry itself says that its value is out of range.
pub(crate) fn says_out(entry: &Entry<'_>, number: f64) -> Option<String> {
    out(mark(marks(entry)), &limits(entry), number)
}

/// Returns in which way the entry itself says that the `value` of one of its parts is out of range.
pub(crate) fn says_part_out(entry: &Entry<'_>, value: &Value, number: f64, unit: Option<&str>) -> Option<String> {
    let item = part_of(entry, value)?;
    out(mark(marks_of_part(entry, item)), &limits_of_part(entry, value, unit), number)
}

/// Returns which part of the entry has `value`.
fn part_of(entry: &Entry<'_>, value: &Value) -> Option<u32> {
    let is_its = |field: &&Field| field.label == "Component value" && field.value == *value;
    entry.fact.fields.iter().find(is_its).map(|field| field.item)
}

fn out(marked: Option<&str>, limits: &Limits<'_>, number: f64) -> Option<String> {
    if let Some(mark) = marked {
        return Some(format!("marked “{mark}”"));
    }
    match (limits.low, limits.high) {
        (Some(low), _) if number < low.number => Some(format!("below {}, the range of its entry", low.text)),
        (_, Some(high)) if number > high.number => Some(format!("above {}, the range of its entry", high.text)),
        _ => None,
    }
}

/// Returns the lowest and the highest of `inside`, the earliest of equals, where one of them lies beyond both `first` and `last` by more than
/// what counts as steady.
fn beyond<'p, 'c, 'a>(
    inside: &[&'p Measured<'c, 'a>],
    first: &Measured<'_, '_>,
    last: &Measured<'_, '_>,
) -> Option<Beyond<'p, 'c, 'a>> {
    let low = inside.iter().min_by(|a, b| a.number.total_cmp(&b.number))?;
    let high = inside.iter().rev().max_by(|a, b| a.number.total_cmp(&b.number))?;
    let past = (first.number.min(last.number) - low.number).max(high.number - first.number.max(last.number));
    (past > STEADY * first.number.abs()).then_some(Beyond { low, high, past })
}

/// The lowest and the highest of several readings, and how far the farther of them lies beyond both the first and the last.
struct Beyond<'p, 'c, 'a> {
    low: &'p Measured<'c, 'a>,
    high: &'p Measured<'c, 'a>,
    past: f64,
}

impl Beyond<'_, '_, '_> {
    /// Whether they lie so far beyond that first and last are alike by chance.
    fn is_far(&self, first: &Measured<'_, '_>) -> bool {
        self.past > 2.0 * STEADY * first.number.abs()
    }
}

fn moving(readings: &Readings<'_, '_>, since: Date) -> Vec<Item> {
    let mut found: Vec<(f64, Item)> = Vec::new();
    for points in readings.values() {
        let inside: Vec<&Measured<'_, '_>> =
            points.iter().filter(|point| point.entry.day().is_some_and(|day| day >= since)).collect();
        if inside.len() < COURSE || inside.len() > 1_000 {
            continue;
        }
        let values: Vec<(f64, f64)> =
            inside.iter().filter_map(|point| Some((number_of(point.entry.day()?), point.number))).collect();
        let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
        let beyond = beyond(&inside, first, last);
        let change = (last.number - first.number).abs();
        let way = course(&values, None).filter(|way| matches!(way, Course::Rising | Course::Falling));
        let goes = match (way, &beyond) {
            // The way from the first to the last would hide the greater ways between.
            (Some(_), Some(beyond)) if beyond.high.number - beyond.low.number > 2.0 * change => "up and down",
            (Some(way), _) => way.words(),
            (None, Some(beyond)) if beyond.is_far(first) => "up and down",
            (None, _) => continue,
        };
        let mut text = format!(
            "{}: {goes}, from {} ({}) to {} ({}), {} readings",
            untagged(last.name),
            first.shown(),
            words::when(first.entry),
            last.shown(),
            words::when(last.entry),
            inside.len()
        );
        let mut facts = vec![last.entry.at, first.entry.at];
        let past = beyond.as_ref().map_or(0.0, |beyond| beyond.past);
        if let Some(Beyond { low, high, .. }) = beyond {
            let (from, to) = (words::when(low.entry), words::when(high.entry));
            text += &format!("; lowest {} ({from}), highest {} ({to})", low.shown(), high.shown());
            facts.extend([low.entry.at, high.entry.at].iter().filter(|at| !facts.contains(at)).collect::<Vec<_>>());
        }
        let share = change.max(past) / first.number.abs().max(f64::MIN_POSITIVE);
        found.push((share, Item { text, facts, boxes: Vec::new() }));
    }
    // The greatest change, as a share of the first value, first.
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.text.cmp(&b.1.text)));
    found.into_iter().map(|(_, item)| item).collect()
}
