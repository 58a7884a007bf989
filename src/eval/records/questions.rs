//! One question for each document, in three kinds.

use jiff::civil::Date;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use serde::Serialize;

use super::facts::{Said, Sayings, said};
use super::{Asked, lay};
use crate::document::{Document, DocumentKind, FactKind, Records};

/// What a question says of what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The patient and the day, in the record's words.
    Dated,
    /// The patient but no day, in the record's words.
    Undated,
    /// The patient but no day, in everyday words.
    Lay,
}

/// Documents of a patient that may speak of a thing for a question to name it alone. Beyond them it names the value that was found as
/// well, and asks when that was.
const FEW: usize = 3;

/// Kinds of entry that questions are made from.
const KINDS: &[FactKind] = &[
    FactKind::Observation,
    FactKind::Procedure,
    FactKind::Condition,
    FactKind::AllergyIntolerance,
    FactKind::MedicationRequest,
    FactKind::Immunization,
];

/// Returns a question for each document of `records` that one can be made from, in the order of the documents; the same for the same
/// `seed`. Everyday words are there for some things only; a document that says nothing else has no question in them.
pub fn questions(records: &Records, kind: Kind, seed: u64) -> Vec<Asked> {
    let sayings = Sayings::of(records, KINDS);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut asked = Vec::new();
    for (number, document) in records.documents.iter().enumerate() {
        let whose = document.subject.map(|at| at.0);
        let Some(patient) = whose.and_then(|at| records.patients.get(at as usize)) else { continue };
        let mut things = said(document, KINDS);
        if kind == Kind::Lay {
            things.retain(|said| lay::words(&said.name, 0).is_some());
        }
        let Some(said) = pick(&mut rng, &things) else { continue };
        let Some(thing) = thing(&mut rng, said, kind) else { continue };
        let date = begun(document, said).filter(|_| kind == Kind::Dated);
        if kind == Kind::Dated && date.is_none() {
            continue;
        }
        let few = sayings.of_name(whose, said) <= FEW;
        let question = worded(&mut rng, &patient.name, said, &thing, date, few);
        let mut documents = vec![document.id.clone()];
        for at in sayings.same(whose, said).iter().filter(|at| **at != number) {
            documents.extend(records.documents.get(*at).map(|document| document.id.clone()));
        }
        let id = format!("{kind:?}-{number}").to_lowercase();
        asked.push(Asked { id, question, patient: Some(patient.id.clone()), date, documents });
    }
    asked
}

/// Returns `count` of `questions` without repeats, the same for the same `seed`.
pub fn draw(questions: &[Asked], count: usize, seed: u64) -> Vec<&Asked> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut left: Vec<&Asked> = questions.iter().collect();
    let mut drawn = Vec::new();
    while drawn.len() < count && !left.is_empty() {
        let at = below(&mut rng, left.len());
        drawn.push(left.swap_remove(at));
    }
    drawn
}

fn below(rng: &mut ChaCha8Rng, count: usize) -> usize {
    (rng.next_u64() % (count.max(1) as u64)) as usize
}

fn pick<'a, T>(rng: &mut ChaCha8Rng, from: &'a [T]) -> Option<&'a T> {
    from.get(below(rng, from.len()))
}

fn thing(rng: &mut ChaCha8Rng, said: &Said, kind: Kind) -> Option<String> {
    match kind {
        Kind::Dated | Kind::Undated => Some(said.name.clone()),
        Kind::Lay => lay::words(&said.name, below(rng, lay::WORDINGS)).map(str::to_owned),
    }
}

/// Returns the day that what is `said` began: the document's own, or of a collated document that of the entry.
fn begun(document: &Document, said: &Said) -> Option<Date> {
    if document.kind == DocumentKind::Day {
        return document.date;
    }
    let named = |fact: &&crate::document::Fact| {
        fact.kind == said.kind
            && crate::document::face::title(fact).is_some_and(|title| super::facts::plain(&title.text) == said.name)
    };
    document.facts().iter().find(named)?.begun.as_ref().map(|moment| moment.day)
}

fn worded(rng: &mut ChaCha8Rng, name: &str, said: &Said, thing: &str, date: Option<Date>, few: bool) -> String {
    let day = date.map(|date| written(rng, date));
    let patterns: &[&str] = match (said.kind, &day, &said.value) {
        (FactKind::Observation, Some(_), _) => &[
            "What was {name}'s {thing} on {day}?",
            "What did the {thing} of {name} show on {day}?",
            "{thing} for {name}, {day}",
        ],
        (FactKind::Observation, None, Some(_)) if !few => &[
            "When was {name}'s {thing} {value}?",
            "On which day did {name} have a {thing} of {value}?",
            "{name}: date of the {thing} result {value}",
        ],
        (FactKind::Observation, None, _) => {
            &["What was {name}'s {thing}?", "What did the {thing} of {name} show?", "{thing} for {name}"]
        }
        (FactKind::Procedure, Some(_), _) => &[
            "Why did {name} have {thing} on {day}?",
            "How did the {thing} of {name} on {day} go?",
            "Details of {thing} for {name} on {day}",
        ],
        (FactKind::Procedure, None, _) => {
            &["When did {name} have {thing}?", "Was {thing} ever done for {name}?", "Details of {thing} for {name}"]
        }
        (FactKind::Immunization, Some(_), _) => {
            &["Was {name} given {thing} on {day}?", "Which dose of {thing} did {name} get on {day}?"]
        }
        (FactKind::Immunization, None, _) => &["When was {name} given {thing}?", "Has {name} had {thing}?"],
        (FactKind::Condition, Some(_), _) => &[
            "Was {name} diagnosed with {thing} on {day}?",
            "Is the {thing} that {name} has had since {day} still active?",
        ],
        (FactKind::Condition, None, _) => {
            &["When was {name} diagnosed with {thing}?", "Does {name} still have {thing}?"]
        }
        (FactKind::MedicationRequest, Some(_), _) => {
            &["Is {name} still on {thing}, prescribed on {day}?", "Why was {name} prescribed {thing} on {day}?"]
        }
        (FactKind::MedicationRequest, None, _) => {
            &["Does {name} take {thing}?", "Since when has {name} been on {thing}?"]
        }
        (_, Some(_), _) => &["Was the {thing} of {name} recorded on {day}?"],
        (_, None, _) => &["Does {name} have an {thing}?", "How severe is the {thing} of {name}?"],
    };
    let pattern = pick(rng, patterns).copied().unwrap_or_default();
    pattern
        .replace("{thing}", thing)
        .replace("{value}", said.value.as_deref().unwrap_or_default())
        .replace("{day}", day.as_deref().unwrap_or_default())
        .replace("{name}", name)
}

/// Writes a day in one of the ways that people do.
fn written(rng: &mut ChaCha8Rng, date: Date) -> String {
    let pattern = pick(rng, &["%Y-%m-%d", "%B %-d, %Y", "%-d %B %Y"]).copied().unwrap_or("%Y-%m-%d");
    date.strftime(pattern).to_string()
}
