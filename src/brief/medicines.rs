//! Which medicines are new, were changed, started again or ended since a day.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use super::{Item, is_none};
use crate::document::{Fact, FactKind};
use crate::question::exact::chart::{Chart, Entry, Identity, untagged};
use crate::question::exact::entries::is_current;
use crate::question::exact::words;

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
    words.into_iter().find(|word| is_substance(word))
}

/// Whether `word` (lower case), of a medicine's name, may be a substance.
pub(crate) fn is_substance(word: &str) -> bool {
    word.len() > 3 && !FORMS.contains(&word)
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

/// Returns what the medicine of `entry` is called, and what the entry says in words of how it is taken, as its file has it.
fn named(entry: &Entry<'_>) -> String {
    let dosage = entry.fact.fields.iter().filter(|field| field.label == "Dosage").map(|field| field.value.text.trim());
    let said: Vec<String> = dosage.filter(|said| !said.is_empty()).map(|said| format!("“{said}”")).collect();
    let name = untagged(entry.name());
    if said.is_empty() { name.to_owned() } else { format!("{name}, {}", said.join(", then ")) }
}

/// The prescriptions of a chart, and which of them are of one medicine: those of one code, and those of one ingredient. Two without a code are
/// not the same for that.
struct Prescriptions<'c, 'a> {
    entries: Vec<Prescription<'c, 'a>>,
    /// How many are current, by code and by ingredient.
    current: (BTreeMap<Identity<'a>, usize>, HashMap<String, usize>),
}

struct Prescription<'c, 'a> {
    entry: &'c Entry<'a>,
    code: Option<Identity<'a>>,
    ingredient: Option<String>,
    /// The number of the one before it that is of the same medicine.
    before: Option<usize>,
    /// Whether an earlier one of the same medicine is current, so that this one does not start it anew.
    goes_on: bool,
}

impl<'c, 'a> Prescriptions<'c, 'a> {
    fn of(chart: &'c Chart<'a>) -> Self {
        let (mut by_code, mut by_ingredient): (BTreeMap<Identity<'a>, usize>, HashMap<String, usize>) =
            Default::default();
        let mut all = Prescriptions { entries: Vec::new(), current: Default::default() };
        let is_one = |entry: &&Entry<'_>| entry.fact.kind == FactKind::MedicationRequest && !is_none(entry.fact);
        let of_kind = chart.entries.iter().filter(is_one);
        for (at, entry) in of_kind.enumerate() {
            let code = Some(entry.identity()).filter(|identity| identity.code().is_some());
            let ingredient = ingredient(entry.name());
            let last = code.and_then(|code| by_code.insert(code, at));
            let before = ingredient.clone().and_then(|ingredient| by_ingredient.insert(ingredient, at)).max(last);
            let goes_on = all.count(code, ingredient.as_deref()) > 0;
            if is_current(entry.fact) {
                code.into_iter().for_each(|code| *all.current.0.entry(code).or_default() += 1);
                ingredient.iter().for_each(|own| *all.current.1.entry(own.clone()).or_default() += 1);
            }
            all.entries.push(Prescription { entry, code, ingredient, before, goes_on });
        }
        all
    }

    /// Whether another current one is of the medicine that `of` is of.
    fn go_on(&self, of: &Prescription<'_, 'a>) -> bool {
        self.count(of.code, of.ingredient.as_deref()) > usize::from(is_current(of.entry.fact))
    }

    /// How many current ones there are of a code, or of an ingredient where these are more.
    fn count(&self, code: Option<Identity<'a>>, ingredient: Option<&str>) -> usize {
        let by_code = code.and_then(|code| self.current.0.get(&code));
        let by_ingredient = ingredient.and_then(|ingredient| self.current.1.get(ingredient));
        by_code.max(by_ingredient).copied().unwrap_or_default()
    }
}

/// Returns what it is called that a medicine is prescribed anew on `day` as it was in `before`; `None` where `before` does not say that it
/// was over by then: that may be no more than a renewal.
fn again(before: &Fact, day: Date) -> Option<&'static str> {
    if before.ended.as_ref().is_some_and(|ended| ended.day >= day) {
        return None;
    }
    match before.status.as_ref().map(|status| status.text.as_str()) {
        Some("stopped") => Some("Started again"),
        Some("completed") => Some("Again"),
        _ => before.ended.is_some().then_some("Again"),
    }
}

/// Returns which prescriptions are new since `since`, were changed, start a medicine again, or end.
pub(super) fn medicines(chart: &Chart<'_>, since: Date) -> Vec<Item> {
    let all = Prescriptions::of(chart);
    let mut items: Vec<(Date, Item)> = Vec::new();
    for prescription in all.entries.iter().rev() {
        let entry = prescription.entry;
        let name = named(entry);
        let end = entry.fact.ended.as_ref().filter(|end| end.day >= since);
        let until = end.map_or(String::new(), |end| format!(", until {}", words::moment(end)));
        let is_over = !is_current(entry.fact);
        let begun = entry.day().filter(|day| *day >= since);
        let before = prescription.before.and_then(|at| all.entries.get(at)).map(|before| before.entry);
        let way = begun.and_then(|day| match before {
            None => Some((day, "New", vec![entry.at])),
            Some(before) if dose(before.fact) != dose(entry.fact) => Some((day, "Changed", vec![entry.at, before.at])),
            Some(before) if !prescription.goes_on => {
                again(before.fact, day).map(|way| (day, way, vec![entry.at, before.at]))
            }
            Some(_) => None,
        });
        let (day, text, facts) = match way {
            Some((day, way, facts)) => (day, format!("{way}: {name}, {}", words::when(entry)), facts),
            None => {
                // One that another follows did not end.
                let Some(end) = end.filter(|_| !all.go_on(prescription)) else { continue };
                let way = if is_over { "Ended" } else { "Active, with an end" };
                (end.day, format!("{way}: {name}"), vec![entry.at])
            }
        };
        let is_held = entry.status() == Some("on-hold");
        let stopped = match begun {
            Some(_) if is_held => ", and on hold",
            Some(_) if is_over => ", and not active any more",
            _ => "",
        };
        let earlier = match before {
            Some(before) if facts.len() > 1 => {
                format!("; before: {}, {}", named(before), words::when(before))
            }
            _ => String::new(),
        };
        let text = format!("{text}{until}{stopped}{earlier}");
        items.push((day, Item { text, facts, boxes: Vec::new() }));
    }
    // The sort is stable: of one day the newest entry stays first.
    items.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
    items.into_iter().map(|(_, item)| item).collect()
}
