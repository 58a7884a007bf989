//! What a synthesis tells of each person, and how much each thing tells.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Bits, Known, Times, assumptions};
use crate::clearance::{FactRef, Operator};
use crate::document::{Fact, FactKind, PatientIndex, Records};
use crate::privacy::select::fact_of;
use crate::privacy::synthesise::Synthesis;

/// What kind of thing tells something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// An age band.
    Age,
    /// A word that only one sex is called or has.
    Sex,
    /// A rare disease.
    RareDisease,
    /// That there is a rare disease, which is not named.
    UnnamedRareDisease,
    /// A rare disease in the question.
    RareInQuestion,
    /// Any other diagnosis, procedure, medicine, allergy or entry.
    Entry,
    /// How often something happened.
    Count,
    /// The distances in time.
    Times,
}

impl Trait {
    /// Returns the kind in words, as it stands in a list.
    pub fn words(self) -> &'static str {
        match self {
            Trait::Age => "age",
            Trait::Sex => "a word that tells the sex",
            Trait::RareDisease => "a rare disease",
            Trait::UnnamedRareDisease => "that a rare disease is there",
            Trait::RareInQuestion => "a rare disease in the question",
            Trait::Entry => "an entry",
            Trait::Count => "how often",
            Trait::Times => "distances in time",
        }
    }
}

/// One thing that is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Element {
    /// What kind of thing.
    pub kind: Trait,
    /// What it is, in the words that leave: for the person's eyes.
    pub words: String,
    /// How much it tells.
    pub bits: Bits,
    /// The facts behind it.
    #[serde(skip)]
    pub facts: Vec<FactRef>,
}

/// Things told of one person, each once.
#[derive(Default)]
struct Told {
    ages: BTreeMap<String, Bits>,
    /// In the order in which they are told.
    names: Vec<(String, Trait, Bits, Vec<FactRef>)>,
    counts: BTreeMap<String, u32>,
    times: BTreeMap<String, Bits>,
    sex: Option<String>,
}

/// Returns what `synthesis` tells of each person, each thing once, and of how many entries.
pub(super) fn of(
    synthesis: &Synthesis,
    known: &Known<'_>,
    times: Times,
) -> BTreeMap<Option<PatientIndex>, (Vec<Element>, usize)> {
    let message = &synthesis.message;
    let distance =
        |label: &str| if times == Times::Coarse { assumptions::coarse(label) } else { assumptions::time(label) };
    let mut people: BTreeMap<Option<PatientIndex>, Told> = BTreeMap::new();
    let mut inside: Vec<(usize, Option<PatientIndex>)> = Vec::new();
    for (span, facts) in &synthesis.told {
        let Some((first, fact)) = facts.first().and_then(|first| Some((first, fact_of(known.records, *first)?))) else {
            continue;
        };
        let subject = subject_of(known.records, *first);
        let told = people.entry(subject).or_default();
        let pieces = message.over(*span);
        let texts = |operator: Operator| {
            pieces.iter().filter(move |piece| piece.operator == operator).map(|piece| message.text_of(piece))
        };
        let name =
            fact.code.as_ref().and_then(|code| code.term.as_ref()).map(|term| term.text.as_str()).unwrap_or_default();
        let is_named = texts(Operator::Code).chain(texts(Operator::Allowed)).next().is_some();
        told.name(fact, name, is_named, facts, known);
        if is_named && assumptions::says_sex(name) {
            told.sex.get_or_insert_with(|| name.to_owned());
        }
        told.times.extend(texts(Operator::Time).map(|label| (label.to_owned(), distance(label))));
        if fact.kind != FactKind::Observation {
            // A band of counts tells its least.
            let least = |count: &str| count.split(' ').find_map(|word| word.parse().ok());
            let count = texts(Operator::Count).filter_map(least).max();
            told.counts.extend(count.map(|count: u32| (name.to_owned(), count)));
        }
        inside.push((span.end(), subject));
    }
    // What stands outside the passages of facts: the age in the opening, the dates of notes.
    let mut named = None;
    for piece in message.pieces() {
        match piece.operator {
            Operator::Pseudonym => {
                let name = piece.originals.first().map(|original| original.text.as_str());
                named = name.and_then(|name| patient_called(known.records, name));
            }
            Operator::AgeBand => {
                let band = message.text_of(piece);
                people.entry(named).or_default().ages.insert(band.to_owned(), assumptions::age_band(band));
            }
            Operator::Time => {
                let label = message.text_of(piece);
                let subject = inside
                    .iter()
                    .find(|(end, _)| *end >= piece.span.end())
                    .or(inside.last())
                    .map(|(_, subject)| *subject);
                let told = people.entry(subject.unwrap_or(named)).or_default();
                told.times.insert(label.to_owned(), distance(label));
            }
            _ => {}
        }
    }
    let question = synthesis.query.map.text();
    if known.rare.is_some_and(|rare| rare.names(question)) {
        for told in people.values_mut() {
            // A rare disease that is told as well is told once.
            if !told.names.iter().any(|(_, kind, ..)| *kind == Trait::RareDisease) {
                told.names.push((question.to_owned(), Trait::RareInQuestion, assumptions::rare(), Vec::new()));
            }
        }
    }
    let counted = |told: Told| {
        let entries = told.names.iter().filter(|(.., facts)| !facts.is_empty()).count();
        (told.elements(), entries)
    };
    people.into_iter().map(|(subject, told)| (subject, counted(told))).collect()
}

impl Told {
    fn name(&mut self, fact: &Fact, name: &str, is_named: bool, facts: &[FactRef], known: &Known<'_>) {
        let can_be_rare = matches!(fact.kind, FactKind::Condition | FactKind::FamilyMemberHistory);
        let is_rare = can_be_rare && known.rare.is_some_and(|rare| rare.names(name));
        let (kind, key, bits) = match (is_rare, is_named) {
            (true, true) => (
                Trait::RareDisease,
                name,
                known.share(fact).map_or(Bits::default(), Bits::one_in).max(assumptions::rare()),
            ),
            (true, false) => (Trait::UnnamedRareDisease, "a rare condition", assumptions::some_rare()),
            (false, _) => (Trait::Entry, name, assumptions::named(fact, name, known.share(fact))),
        };
        match self.names.iter_mut().find(|(known, ..)| known == key) {
            Some((.., most, of)) => {
                *most = bits.max(*most);
                of.extend(facts);
            }
            None => self.names.push((key.to_owned(), kind, bits, facts.to_vec())),
        }
    }

    fn elements(self) -> Vec<Element> {
        let element = |kind, words: &str, bits, facts| Element { kind, words: words.to_owned(), bits, facts };
        let mut elements: Vec<Element> = Vec::new();
        elements.extend(self.ages.iter().map(|(band, bits)| element(Trait::Age, band, *bits, Vec::new())));
        elements.extend(self.sex.as_deref().map(|name| element(Trait::Sex, name, assumptions::sex(), Vec::new())));
        for (name, kind, bits, mut facts) in self.names {
            facts.sort_unstable();
            facts.dedup();
            elements.push(element(kind, &name, bits, facts));
        }
        for (name, count) in &self.counts {
            elements.push(element(Trait::Count, &format!("{count} × {name}"), assumptions::count(*count), Vec::new()));
        }
        let times: Vec<(&String, &Bits)> = self.times.iter().filter(|(_, bits)| bits.in_tenths() > 0).collect();
        if !times.is_empty() {
            let labels = times.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>().join("; ");
            elements.push(element(Trait::Times, &labels, times.iter().map(|(_, bits)| **bits).sum(), Vec::new()));
        }
        elements.retain(|element| element.bits.in_tenths() > 0);
        elements
    }
}

fn subject_of(records: &Records, fact: FactRef) -> Option<PatientIndex> {
    records.documents.get(fact.document.0 as usize)?.subject
}

fn patient_called(records: &Records, name: &str) -> Option<PatientIndex> {
    let found = (0_u32..).zip(&records.patients).find(|(_, patient)| patient.name == name);
    found.map(|(index, _)| PatientIndex(index))
}
