//! What a synthesis tells of each person, and how much each thing tells.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Bits, Known, Times, assumptions};
use crate::clearance::{FactRef, Operator, Piece, Source};
use crate::document::{DocumentIndex, Fact, FactKind, PatientIndex, Records};
use crate::fold::Folded;
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
    /// A rare disease in a sentence of a note.
    RareInNote,
    /// What a note says.
    Note,
    /// Something of a relative, in a note.
    Relative,
    /// What somebody works, did or lives as, in a note.
    Life,
    /// A distance in time in the words of a note.
    TimeInNote,
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
            Trait::RareInNote => "a rare disease in a note",
            Trait::Note => "what a note says",
            Trait::Relative => "something of a relative, in a note",
            Trait::Life => "work or way of life, in a note",
            Trait::TimeInNote => "a time in the words of a note",
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
    /// The passages of notes whose sentences say it.
    #[serde(skip)]
    pub notes: Vec<usize>,
}

/// Things told of one person, each once.
#[derive(Default)]
struct Told {
    ages: BTreeMap<String, Bits>,
    /// In the order in which they are told.
    names: Vec<(String, Trait, Bits, Vec<FactRef>)>,
    /// What sentences of notes say, in their order.
    said: Vec<(String, Trait, Bits, Vec<usize>)>,
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
    // Whose passages have which pseudonym: patients may share a name.
    let mut called: BTreeMap<&str, Option<PatientIndex>> = BTreeMap::new();
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
        called.extend(texts(Operator::Pseudonym).map(|pseudonym| (pseudonym, subject)));
        if fact.kind != FactKind::Observation {
            // A band of counts tells its least.
            let least = |count: &str| count.split(' ').find_map(|word| word.parse().ok());
            let count = texts(Operator::Count).filter_map(least).max();
            told.counts.extend(count.map(|count: u32| (name.to_owned(), count)));
        }
        inside.push((span.end(), subject));
    }
    for (span, note) in &synthesis.told_notes {
        let mut pieces = message.over(*span).iter().filter_map(|piece| Some((piece, prose_of(piece)?)));
        let Some((first, document)) = pieces.next() else { continue };
        let last = pieces.next_back().map_or(first, |(last, _)| last);
        let subject = known.records.documents.get(document.0 as usize).and_then(|document| document.subject);
        let said = message.text().get(first.span.start()..last.span.end()).unwrap_or_default();
        let told = people.entry(subject).or_default();
        told.note(said, *note, known);
        let bands = message.over(*span).iter().filter(|piece| piece.operator == Operator::AgeBand);
        told.ages.extend(
            bands.map(|piece| message.text_of(piece)).map(|band| (band.to_owned(), assumptions::age_band(band))),
        );
        inside.push((span.end(), subject));
    }
    // What stands outside the passages of facts: the age in the opening, the dates of notes.
    let only = match people.keys().collect::<Vec<_>>().as_slice() {
        [one] => **one,
        _ => None,
    };
    let mut named = None;
    for piece in message.pieces() {
        match piece.operator {
            Operator::Pseudonym => {
                let name = piece.originals.first().map(|original| original.text.as_str());
                let by_name = || name.and_then(|name| patient_called(known.records, name));
                named = called.get(message.text_of(piece)).copied().flatten().or(only).or_else(by_name);
            }
            Operator::AgeBand if prose_of(piece).is_none() => {
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
            let is_told = told.names.iter().any(|(_, kind, ..)| *kind == Trait::RareDisease)
                || told.said.iter().any(|(_, kind, ..)| *kind == Trait::RareInNote);
            if !is_told {
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
        let is_rare = can_be_rare && !assumptions::is_common(name) && known.rare.is_some_and(|rare| rare.names(name));
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

    /// Adds what the sentences `said` of the passage `note` tell. What an entry tells as well is told once.
    fn note(&mut self, said: &str, note: usize, known: &Known<'_>) {
        let is_first = !self.said.iter().any(|(_, kind, ..)| *kind == Trait::Note);
        let is_told = |told: &Told, name: &str| {
            let wanted: Vec<&str> = name.split(' ').collect();
            told.names.iter().filter(|(_, kind, ..)| *kind != Trait::UnnamedRareDisease).any(|(other, ..)| {
                let other = Folded::words(other);
                wanted.iter().all(|word| other.text().split_whitespace().any(|of| of == *word))
            })
        };
        let mut rare = known.rare.map(|rare| rare.within(said)).unwrap_or_default();
        rare.retain(|name| !assumptions::is_common(name));
        let common = assumptions::common_within(said);
        let names_nothing = rare.is_empty() && common.is_empty();
        for name in rare.into_iter().filter(|name| !is_told(self, name)).collect::<Vec<_>>() {
            self.says(name, Trait::RareInNote, assumptions::rare(), note);
        }
        for (name, bits) in common.into_iter().filter(|(name, _)| !is_told(self, name)).collect::<Vec<_>>() {
            self.says(name, Trait::Note, bits, note);
        }
        if names_nothing {
            self.says(said.to_owned(), Trait::Note, assumptions::said(is_first), note);
        }
        let (relative, life) = assumptions::of_others(said);
        if let Some(word) = relative {
            self.says(word, Trait::Relative, assumptions::of_life(), note);
        }
        if let Some(word) = life {
            self.says(word, Trait::Life, assumptions::of_life(), note);
        }
        for (words, bits) in assumptions::times_within(said) {
            self.says(words, Trait::TimeInNote, bits, note);
        }
        if self.sex.is_none() && assumptions::prose_says_sex(said) {
            self.sex = Some(said.to_owned());
        }
    }

    fn says(&mut self, words: String, kind: Trait, bits: Bits, note: usize) {
        match self.said.iter_mut().find(|(known, of, ..)| *known == words && *of == kind) {
            Some((.., notes)) if notes.contains(&note) => {}
            Some((.., notes)) => notes.push(note),
            None => self.said.push((words, kind, bits, vec![note])),
        }
    }

    fn elements(self) -> Vec<Element> {
        let element =
            |kind, words: &str, bits, facts| Element { kind, words: words.to_owned(), bits, facts, notes: Vec::new() };
        let mut elements: Vec<Element> = Vec::new();
        elements.extend(self.ages.iter().map(|(band, bits)| element(Trait::Age, band, *bits, Vec::new())));
        elements.extend(self.sex.as_deref().map(|name| element(Trait::Sex, name, assumptions::sex(), Vec::new())));
        for (name, kind, bits, mut facts) in self.names {
            facts.sort_unstable();
            facts.dedup();
            elements.push(element(kind, &name, bits, facts));
        }
        for (words, kind, bits, notes) in self.said {
            elements.push(Element { notes, ..element(kind, &words, bits, Vec::new()) });
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

/// Returns the document of prose whose words `piece` was made from.
fn prose_of(piece: &Piece) -> Option<DocumentIndex> {
    piece.originals.iter().find_map(|original| match original.source {
        Source::Prose { document, .. } => Some(document),
        Source::Record { .. } | Source::Question { .. } | Source::Whole => None,
    })
}

fn subject_of(records: &Records, fact: FactRef) -> Option<PatientIndex> {
    records.documents.get(fact.document.0 as usize)?.subject
}

fn patient_called(records: &Records, name: &str) -> Option<PatientIndex> {
    let found = (0_u32..).zip(&records.patients).find(|(_, patient)| patient.name == name);
    found.map(|(index, _)| PatientIndex(index))
}

#[cfg(test)]
mod tests;
