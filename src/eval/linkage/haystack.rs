//! What the attacker holds: everybody's bundles, read for names, days and numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};
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
    names: BTreeSet<String>,
    /// What finds them in a text, made when it is first asked for.
    finder: OnceLock<Finder>,
}

/// Finds names in a text.
#[derive(Debug)]
struct Finder {
    names: Vec<String>,
    built: Option<AhoCorasick>,
}

/// What is known of one person.
#[derive(Debug, Default)]
pub struct Holder {
    /// `Patient.id`.
    pub id: String,
    /// The day of birth, counted in days.
    pub birth: Option<i64>,
    /// The entries, in the order of their beginnings.
    entries: Vec<Entry>,
    /// The numbers of the entries of each name, in their order.
    called: BTreeMap<String, Vec<usize>>,
    /// The words of the notes, each note by itself.
    notes: Vec<String>,
    /// The numbers of the notes in which three words stand in a row.
    rows: BTreeMap<String, Vec<usize>>,
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
    pub fn entries_called(&self, name: &str) -> impl Iterator<Item = &Entry> {
        self.called.get(name).into_iter().flatten().filter_map(move |number| self.entries.get(*number))
    }

    /// Returns whether a note has `run`, at least three words as `words` gives them.
    pub fn wrote(&self, run: &str) -> bool {
        let notes = rows(run).next().and_then(|row| self.rows.get(row));
        notes.into_iter().flatten().filter_map(|number| self.notes.get(*number)).any(|note| note.contains(run))
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
    /// Returns the names in `text`, longest first where they overlap, with their bytes of it in lower case.
    pub fn named_in(&self, text: &str) -> Vec<(Range<usize>, &str)> {
        let finder = self.finder.get_or_init(|| {
            let names: Vec<String> = self.names.iter().cloned().collect();
            let mut builder = AhoCorasick::builder();
            let built = builder.match_kind(MatchKind::LeftmostLongest).ascii_case_insensitive(true).build(&names).ok();
            Finder { names, built }
        });
        let lower = text.to_lowercase();
        let found = finder.built.iter().flat_map(|built| built.find_iter(&lower));
        let is_whole = |range: &Range<usize>| {
            let beside = [
                lower.get(..range.start).and_then(|text| text.chars().next_back()),
                lower.get(range.end..).and_then(|text| text.chars().next()),
            ];
            !beside.into_iter().flatten().any(char::is_alphanumeric)
        };
        found
            .map(|found| (found.range(), found.pattern().as_usize()))
            .filter(|(range, _)| is_whole(range))
            .filter_map(|(range, name)| Some((range, finder.names.get(name)?.as_str())))
            .collect()
    }

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
        let mut called: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, entry) in entries.iter().enumerate() {
            entry.names.iter().for_each(|name| called.entry(name.clone()).or_default().push(number));
        }
        let notes: Vec<String> = resources().flat_map(attached).map(|note| words(&note)).collect();
        let mut in_rows: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, note) in notes.iter().enumerate() {
            for row in rows(note) {
                match in_rows.get_mut(row) {
                    Some(numbers) if numbers.last() == Some(&number) => {}
                    Some(numbers) => numbers.push(number),
                    None => drop(in_rows.insert(row.to_owned(), vec![number])),
                }
            }
        }
        self.finder = OnceLock::new();
        let birth = days(text(patient, "birthDate"));
        self.holders.push(Holder { id, birth, entries, called, notes, rows: in_rows });
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

/// Returns every three words in a row of `words`, which are as [`words`] gives them, with the spaces beside.
fn rows(words: &str) -> impl Iterator<Item = &str> {
    let spaces: Vec<usize> = words.match_indices(' ').map(|(at, _)| at).collect();
    let starts: Vec<Range<usize>> =
        spaces.iter().zip(spaces.iter().skip(3)).map(|(start, end)| *start..*end + 1).collect();
    starts.into_iter().filter_map(move |range| words.get(range))
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
