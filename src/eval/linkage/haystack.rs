//! What the attacker holds: everybody's bundles, read for names, days and numbers.

use std::collections::BTreeSet;

use base64::Engine as _;
use jiff::civil::Date;
use serde_json::Value;

use crate::privacy::detect::without_accents;

/// Elements that hold what a resource is about.
const ABOUT: [&str; 4] = ["code", "medicationCodeableConcept", "vaccineCode", "type"];
/// Elements that hold when something began or was found, and when it ended.
const BEGUN: [&str; 9] = [
    "effectiveDateTime",
    "onsetDateTime",
    "performedDateTime",
    "performedPeriod",
    "authoredOn",
    "occurrenceDateTime",
    "effectivePeriod",
    "recordedDate",
    "period",
];
const ENDED: [&str; 4] = ["abatementDateTime", "performedPeriod", "effectivePeriod", "period"];

/// Everybody's records.
#[derive(Debug, Default)]
pub struct Haystack {
    /// The people, in the order in which they were added.
    pub holders: Vec<Holder>,
    /// All names of entries, parts and answers, in lower case.
    pub names: BTreeSet<String>,
}

/// What is known of one person.
#[derive(Debug, Default)]
pub struct Holder {
    /// `Patient.id`.
    pub id: String,
    /// The day of birth, counted in days.
    pub birth: Option<i64>,
    entries: Vec<Entry>,
    /// The words of the notes, each note by itself.
    notes: Vec<String>,
}

/// One entry of a record.
#[derive(Debug, Default)]
pub struct Entry {
    names: BTreeSet<String>,
    /// When it began or was found, in days.
    pub begun: Option<i64>,
    /// When it ended, in days.
    pub ended: Option<i64>,
    /// The numbers, each with the names of its part; none for the entry's own.
    pub numbers: Vec<(BTreeSet<String>, f64)>,
    answers: BTreeSet<String>,
}

impl Holder {
    /// Returns the entries called `name`, in lower case.
    pub fn entries_called<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h Entry> {
        self.entries.iter().filter(move |entry| entry.names.contains(name))
    }

    /// Returns whether a note has `run`, words as [`words`] gives them.
    pub fn wrote(&self, run: &str) -> bool {
        self.notes.iter().any(|note| note.contains(run))
    }

    /// Returns whether there are notes.
    pub fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }
}

impl Entry {
    /// Returns the numbers of the part called `part`; without one, all numbers.
    pub fn numbers_of(&self, part: Option<&str>) -> impl Iterator<Item = f64> {
        let wanted = move |names: &BTreeSet<String>| part.is_none_or(|part| names.contains(part) || names.is_empty());
        self.numbers.iter().filter(move |(names, _)| wanted(names)).map(|(_, number)| *number)
    }

    /// Returns whether it was answered with `answer`, in lower case.
    pub fn is_answered(&self, answer: &str) -> bool {
        self.answers.contains(answer)
    }
}

impl Haystack {
    /// Adds the person of `bundle` and returns their number; somebody who is there already keeps theirs.
    pub fn add(&mut self, bundle: &Value) -> Option<usize> {
        let resources = || {
            bundle
                .get("entry")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.get("resource"))
        };
        let patient = resources().find(|resource| kind(resource) == "Patient")?;
        let id = text(patient, "id").to_owned();
        if let Some(known) = self.holders.iter().position(|holder| holder.id == id) {
            return Some(known);
        }
        let medications: Vec<(&str, &Value)> = resources()
            .filter(|resource| kind(resource) == "Medication")
            .map(|resource| (text(resource, "id"), resource))
            .collect();
        let mut entries: Vec<Entry> = Vec::new();
        for resource in resources()
            .filter(|resource| !matches!(kind(resource), "Patient" | "Medication" | "Claim" | "ExplanationOfBenefit"))
        {
            let mut names: BTreeSet<String> =
                ABOUT.iter().filter_map(|about| resource.get(about)).flat_map(names_of).collect();
            let reference =
                resource.get("medicationReference").map(|reference| text(reference, "reference")).unwrap_or_default();
            let referred = medications.iter().filter(|(id, _)| !id.is_empty() && reference.ends_with(id));
            names.extend(referred.filter_map(|(_, medication)| medication.get("code")).flat_map(names_of));
            if names.is_empty() {
                continue;
            }
            let parts = resource.get("component").and_then(Value::as_array).into_iter().flatten();
            let numbers =
                parts.filter_map(|part| Some((part.get("code").map(names_of)?.into_iter().collect(), number(part)?)));
            let own = number(resource).map(|number| (BTreeSet::new(), number));
            let numbers: Vec<(BTreeSet<String>, f64)> = own.into_iter().chain(numbers).collect();
            let answers: BTreeSet<String> =
                resource.get("valueCodeableConcept").into_iter().flat_map(names_of).collect();
            self.names.extend(names.iter().chain(&answers).chain(numbers.iter().flat_map(|(names, _)| names)).cloned());
            entries.push(Entry {
                names,
                begun: day(resource, &BEGUN, "start"),
                ended: day(resource, &ENDED, "end"),
                numbers,
                answers,
            });
        }
        entries.sort_by_key(|entry| entry.begun);
        let notes = resources().flat_map(attached).map(|note| words(&note)).collect();
        self.holders.push(Holder { id, birth: days(text(patient, "birthDate")), entries, notes });
        self.holders.len().checked_sub(1)
    }
}

/// Returns the texts that `resource` carries in base64: notes, and the forms in which reports were presented.
fn attached(resource: &Value) -> Vec<String> {
    let list = |field: &str| resource.get(field).and_then(Value::as_array).into_iter().flatten();
    let content = list("content").filter_map(|content| content.get("attachment")).chain(list("presentedForm"));
    content
        .filter(|attachment| text(attachment, "contentType").starts_with("text/plain"))
        .filter_map(|attachment| base64::engine::general_purpose::STANDARD.decode(text(attachment, "data")).ok())
        .filter_map(|bytes| String::from_utf8(bytes).ok())
        .collect()
}

/// Returns the words of `text` in small letters without accents, a space before and behind each.
pub(super) fn words(text: &str) -> String {
    let folded = without_accents(&text.to_lowercase());
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + word + " ")
}

fn kind(resource: &Value) -> &str {
    text(resource, "resourceType")
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the text and the displays of a `CodeableConcept`, or of several, in lower case.
fn names_of(concept: &Value) -> Vec<String> {
    let concepts = concept.as_array().map_or(std::slice::from_ref(concept), Vec::as_slice);
    let codings = |concept: &Value| concept.get("coding").and_then(Value::as_array).cloned().unwrap_or_default();
    let all = concepts.iter().flat_map(|concept| {
        let displays: Vec<String> = codings(concept).iter().map(|coding| text(coding, "display").to_owned()).collect();
        [text(concept, "text").to_owned()].into_iter().chain(displays)
    });
    all.map(|name| name.trim().to_lowercase()).filter(|name| name.chars().count() > 2).collect()
}

fn number(value: &Value) -> Option<f64> {
    value.get("valueQuantity")?.get("value")?.as_f64()
}

fn day(resource: &Value, elements: &[&str], end: &str) -> Option<i64> {
    elements.iter().filter_map(|element| resource.get(element)).find_map(|value| match value {
        Value::String(moment) => days(moment),
        // A moment that is no period begins and does not end.
        value => days(text(value, end)),
    })
}

/// Returns the day of an ISO 8601 date or moment, counted from 1970-01-01.
pub fn days(moment: &str) -> Option<i64> {
    let day: Date = moment.get(..10)?.parse().ok()?;
    Some(i64::from(jiff::civil::date(1970, 1, 1).until(day).ok()?.get_days()))
}
