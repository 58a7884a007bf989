//! What is new in a record since a day: new problems, changed medicines, values out of their range or on the move, each with
//! its entries; and beside it where the record disagrees with itself ([`disagreement`]).
//!
//! It takes no question and no model, reads structured entries only, and judges nothing: out of range is what the file
//! itself says. Notes are not read for it, and that is said ([`INTENDED_USE`]).
//!
//! Beside it stand the whole record by time ([`timeline`]) and what was measured as series of numbers ([`series`]).

pub mod disagreement;
pub mod series;
pub mod timeline;

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

pub use disagreement::{Disagreement, Side};

use crate::clearance::{Block, FactRef, box_fact};
use crate::document::{Fact, FactKind, Field, Passage, PatientIndex, Reading, Records};
use crate::question::exact::chart::{Chart, Entry, untagged};
use crate::question::exact::entries::is_current;
use crate::question::exact::readings::{Course, course, number_of};
use crate::question::exact::unit;
use crate::question::exact::words;

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
    let new = |kind: FactKind| chart.entries.iter().filter(move |entry| entry.fact.kind == kind).filter(is_new).rev();
    let named = |entry: &Entry<'_>| Item {
        text: format!("{}, {}", untagged(entry.name()), words::when(entry)),
        facts: vec![entry.at],
        boxes: Vec::new(),
    };
    let parts = vec![
        part(
            "New problems",
            "Conditions that began on that day or later; those of one's life (work, schooling, housing) behind those of one's body.",
            diseases_first(new(FactKind::Condition).collect()).into_iter().map(named).collect(),
        ),
        part(
            "New allergies",
            "Allergies and intolerances entered on that day or later.",
            new(FactKind::AllergyIntolerance).filter(|entry| !says_none(entry.name())).map(named).collect(),
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
            "Prescriptions of that day or later: new where none of the medicine stands before it, changed where an earlier one names another strength or dose.",
            medicines(&chart, since),
        ),
        part(
            "Values out of range",
            "Of each thing measured, the latest value since then that its own entry marks as abnormal, or that lies outside the reference range which it gives.",
            out_of_range(&chart, since),
        ),
        part(
            "Values on the move",
            "At least three readings since then, of which the last differs from the first by more than 5 %, and the median of all slopes goes the same way.",
            moving(&chart, since),
        ),
    ];
    Brief {
        since,
        parts,
        disagreements: disagreement::all(&chart, records),
        red_flags: RED_FLAGS,
        intended_use: INTENDED_USE,
    }
}

/// Returns `entries` in their order, those that SNOMED CT tags as a finding or a situation behind the others: it files there what
/// happens to people beside their diseases.
fn diseases_first<'e, 'a>(mut entries: Vec<&'e Entry<'a>>) -> Vec<&'e Entry<'a>> {
    entries.sort_by_key(|entry| ["(finding)", "(situation)"].iter().any(|tag| entry.name().trim_end().ends_with(tag)));
    entries
}

/// Returns whether an entry of the list of allergies says that there is none.
fn says_none(name: &str) -> bool {
    let name = name.to_lowercase();
    ["no known", "no allerg", "nkda", "none known", "not known"].iter().any(|none| name.contains(none))
}

fn part(title: &'static str, rule: &'static str, mut items: Vec<Item>) -> Part {
    let more = items.len().saturating_sub(MOST);
    items.truncate(MOST);
    Part { title, rule, items, more }
}

/// Words in names of medicines that say nothing of which it is.
const FORMS: &[&str] = &[
    "tablet",
    "oral",
    "capsule",
    "injection",
    "solution",
    "injectable",
    "suspension",
    "extended",
    "release",
    "delayed",
    "abuse",
    "deterrent",
    "actuat",
    "hour",
    "preservative",
    "free",
    "prefilled",
    "syringe",
    "cream",
    "topical",
    "chewable",
    "topic",
    "pack",
    "day",
    "drug",
    "implant",
    "disintegrating",
];

/// Returns the first word of a medicine's name that is one: its first ingredient.
pub(crate) fn ingredient(name: &str) -> Option<String> {
    let words = name.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.into_iter().find(|word| word.len() > 3 && !FORMS.contains(&word.as_str()))
}

/// Returns all that an entry says of how much is taken: its name's strength and its dosage.
pub(crate) fn dose(fact: &Fact) -> String {
    let name = fact.code.as_ref().map_or("", |code| code.display.text.as_str()).to_lowercase();
    let strength: Vec<&str> =
        name.split_whitespace().skip_while(|word| !word.starts_with(|c: char| c.is_ascii_digit())).take(2).collect();
    let dosage = fact.fields.iter().filter(|field| field.label.starts_with("Dosage"));
    let said: Vec<String> = dosage
        .map(|field| {
            format!(
                "{} {} {}",
                field.label,
                field.value.text,
                field.unit.as_ref().map_or("", |unit| unit.text.as_str())
            )
        })
        .collect();
    format!("{} | {}", strength.join(" "), said.join("; "))
}

fn medicines(chart: &Chart<'_>, since: Date) -> Vec<Item> {
    let all: Vec<&Entry<'_>> =
        chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::MedicationRequest).collect();
    let mut items = Vec::new();
    for (at, entry) in all.iter().enumerate().rev() {
        if entry.day().is_none_or(|day| day < since) {
            continue;
        }
        let own = ingredient(entry.name());
        // Two medicines without a code are not the same for that.
        let is_coded = entry.code().is_some();
        let same = |other: &&&Entry<'_>| {
            (is_coded && other.code() == entry.code()) || (own.is_some() && ingredient(other.name()) == own)
        };
        let before = all.iter().take(at).rfind(same);
        let name = untagged(entry.name());
        let stopped = if is_current(entry.fact) { "" } else { ", and not active any more" };
        match before {
            None => items.push(Item {
                text: format!("New: {name}, {}{stopped}", words::when(entry)),
                facts: vec![entry.at],
                boxes: Vec::new(),
            }),
            Some(before) if dose(before.fact) != dose(entry.fact) => items.push(Item {
                text: format!(
                    "Changed: {name}, {}{stopped}; before: {}, {}",
                    words::when(entry),
                    untagged(before.name()),
                    words::when(before)
                ),
                facts: vec![entry.at, before.at],
                boxes: Vec::new(),
            }),
            Some(_) => {}
        }
    }
    items
}

/// All numeric readings by code, by time.
fn readings<'c, 'a>(chart: &'c Chart<'a>) -> BTreeMap<(&'c str, &'a str), Vec<(&'c Entry<'a>, f64)>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for entry in chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation && entry.day().is_some())
    {
        if let Some(Reading::Quantity { number, unit, .. }) = &entry.fact.reading {
            let unit = unit.as_ref().map_or("", |unit| unit.text.as_str());
            all.entry((entry.code().unwrap_or(entry.name()), unit)).or_default().push((entry, *number));
        }
    }
    all
}

fn value(entry: &Entry<'_>) -> String {
    match &entry.fact.reading {
        Some(Reading::Quantity { number, unit, .. }) => {
            words::quantity(*number, unit.as_ref().map(|unit| unit.text.as_str()))
        }
        _ => String::new(),
    }
}

/// Returns in which way the entry itself says that its value is out of range.
pub(crate) fn says_out(entry: &Entry<'_>, number: f64) -> Option<String> {
    let fields = || entry.fact.fields.iter().filter(|field| !field.label.starts_with("Component"));
    let marked = fields().find(|field| field.label == "Interpretation").map(|field| field.value.text.as_str());
    // hl7.org/fhir/R4/valueset-observation-interpretation.html: codes and displays that say no more than "as expected".
    const EXPECTED: &[&str] = &["n", "normal", "neg", "negative", "ie", "nr", "non-reactive", "s", "susceptible", "u"];
    if let Some(mark) = marked.filter(|mark| !EXPECTED.contains(&mark.to_lowercase().as_str())) {
        return Some(format!("marked “{mark}”"));
    }
    let Limits { low, high } = limits(entry);
    match (low, high) {
        (Some(low), _) if number < low.number => Some(format!("below {}, the range of its entry", low.text)),
        (_, Some(high)) if number > high.number => Some(format!("above {}, the range of its entry", high.text)),
        _ => None,
    }
}

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

/// Returns the one reference range of the entry's own value; none where it gives several, or in a unit that cannot be converted.
pub(crate) fn limits<'a>(entry: &Entry<'a>) -> Limits<'a> {
    let one = |label: &str| {
        let mut all = entry.fact.fields.iter().filter(|field: &&Field| field.label == label);
        all.next().filter(|_| all.next().is_none())
    };
    let own = match &entry.fact.reading {
        Some(Reading::Quantity { unit: Some(unit), .. }) => unit.text.as_str(),
        _ => "",
    };
    let limit = |label: &str| {
        let field = one(label)?;
        let number = field.value.text.parse::<f64>().ok()?;
        let stated = field.unit.as_ref().map_or(own, |unit| unit.text.as_str());
        Some(Limit { number: unit::convert(number, stated, own)?, text: field.value.text.as_str() })
    };
    Limits { low: limit("Reference range low"), high: limit("Reference range high") }
}

fn out_of_range(chart: &Chart<'_>, since: Date) -> Vec<Item> {
    let mut found: Vec<(&Entry<'_>, String)> = readings(chart)
        .into_values()
        .filter_map(|points| {
            let (entry, number) = points.last().copied()?;
            (entry.day()? >= since).then_some(())?;
            Some((entry, says_out(entry, number)?))
        })
        .collect();
    found.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.key));
    let item = |(entry, why): (&Entry<'_>, String)| Item {
        text: format!("{}: {}, {}; {why}", untagged(entry.name()), value(entry), words::when(entry)),
        facts: vec![entry.at],
        boxes: Vec::new(),
    };
    found.into_iter().map(item).collect()
}

fn moving(chart: &Chart<'_>, since: Date) -> Vec<Item> {
    let mut found: Vec<(f64, Item)> = Vec::new();
    for points in readings(chart).into_values() {
        let inside: Vec<(&Entry<'_>, f64)> =
            points.into_iter().filter(|(entry, _)| entry.day().is_some_and(|day| day >= since)).collect();
        if inside.len() < COURSE || inside.len() > 1_000 {
            continue;
        }
        let values: Vec<(f64, f64)> =
            inside.iter().filter_map(|(entry, number)| Some((number_of(entry.day()?), *number))).collect();
        let Some(way) = course(&values).filter(|way| matches!(way, Course::Rising | Course::Falling)) else { continue };
        let (Some((first, from)), Some((last, to))) = (inside.first(), inside.last()) else { continue };
        let text = format!(
            "{}: {}, from {} ({}) to {} ({}), {} readings",
            untagged(last.name()),
            way.words(),
            value(first),
            words::when(first),
            value(last),
            words::when(last),
            inside.len()
        );
        let share = (to - from).abs() / from.abs().max(f64::MIN_POSITIVE);
        found.push((share, Item { text, facts: vec![last.at, first.at], boxes: Vec::new() }));
    }
    // The greatest change, as a share of the first value, first.
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.text.cmp(&b.1.text)));
    found.into_iter().map(|(_, item)| item).collect()
}
