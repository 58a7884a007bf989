//! Writes the passages of a synthesis: the order of things, and what holds for all of them.

mod facts;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

use super::quantities::{Measured, Spread, has_numbers, has_one_unit, parts, same, spreads};
use super::{Material, written};
use crate::clearance::{Aliases, Composer, FactRef, Operator, Original, Source, Target, holding};
use crate::document::{Content, Document, DocumentIndex, Fact, FactKind, Passage, PatientIndex, Reading, Value};
use crate::error::Result;
use crate::privacy::clauses::{Clause, Exactness, Part, clauses};
use crate::privacy::generalise;
use crate::privacy::kind::Kind;
use crate::privacy::level::{self, Rules};
use crate::privacy::select::{Series, fact_of};
use crate::privacy::stranger::Times;
use crate::question::Focus;
use crate::span::{Span, Synthesised};
use crate::surrogates::Surrogates;

/// Readings from which on a series is told as a range, a trend and a count.
const MIN_RANGE: usize = 3;

/// Most facts that one alias leads to; of longer series those that their range rests on, and the newest.
const MAX_QUOTED: usize = 40;

pub(super) struct Writer<'a> {
    material: &'a Material<'a>,
    /// Facts of which a later one of the same series stays.
    overtaken: &'a BTreeSet<FactRef>,
    pub(super) out: Composer,
    pub(super) aliases: Aliases,
    pub(super) surrogates: Surrogates,
    pub(super) told: Vec<(Span<Synthesised>, Vec<FactRef>)>,
    pub(super) told_notes: Vec<(Span<Synthesised>, usize)>,
    pub(super) told_sentences: Vec<(Span<Synthesised>, (usize, usize))>,
    labels: BTreeMap<Date, String>,
    pub(super) pseudonyms: BTreeMap<Option<PatientIndex>, String>,
    /// The sentences that are told of each note.
    said: BTreeMap<usize, Vec<Clause>>,
    /// Whether all entries and notes, those of which nothing is told among them, are of one person.
    is_of_one: bool,
    pub(super) terms: BTreeSet<String>,
    zero: Option<Date>,
    pub(super) told_days: BTreeSet<Date>,
    rules: &'static Rules,
    quantities: BTreeMap<Measured, Spread>,
}

impl<'a> Writer<'a> {
    /// Returns a writer with labels for `days`, counted from the latest day on which a fact began or a note was written.
    pub(super) fn new(
        material: &'a Material<'a>,
        series: &[Series],
        overtaken: &'a BTreeSet<FactRef>,
        days: BTreeSet<Date>,
    ) -> Result<Self> {
        let facts =
            || series.iter().flat_map(|series| &series.facts).filter_map(|fact| fact_of(material.records, *fact));
        let begun = facts().filter_map(|fact| fact.begun.as_ref().map(|moment| moment.day)).max();
        let zero = begun.into_iter().chain(written(material)).max().or_else(|| days.last().copied());
        let days: Vec<Date> = days.into_iter().collect();
        let rules = material.policy.floor.rules();
        let distances = |times| zero.map(|zero| generalise::intervals(&days, zero, times)).into_iter().flatten();
        let labels: BTreeMap<Date, String> = match material.easing.times() {
            Times::Distances => distances(rules.times).collect(),
            Times::Coarse => distances(level::Times::Years).collect(),
            // Day 0 itself tells nothing, and is what an age is of.
            Times::Untold => distances(level::Times::Years).filter(|(day, _)| Some(*day) == zero).collect(),
        };
        let mut surrogates = Surrogates::default();
        for (day, label) in &labels {
            // Days that are told alike are put back as all of them.
            let mut alike = labels.iter().filter(|(_, other)| *other == label).map(|(day, _)| day);
            if let (Some(first), Some(last)) = (alike.next(), alike.next_back()) {
                surrogates.add(label, &format!("{first} to {last}"))?;
                continue;
            }
            let written =
                facts().flat_map(|fact| [&fact.begun, &fact.ended]).flatten().filter(|moment| moment.day == *day);
            // A year alone is put back as that year, not as its first of January.
            let vague = written
                .map(|moment| moment.value.text.as_str())
                .filter(|text| text.len() < 8)
                .min_by_key(|text| text.len());
            surrogates.add(label, &vague.map_or_else(|| day.to_string(), str::to_owned))?;
        }
        let said: BTreeMap<usize, Vec<Clause>> =
            material.notes.iter().map(|note| (*note, said(material, rules, *note))).collect();
        let of_series = || series.iter().map(|series| series.subject);
        // A note of which nothing is told is under no pseudonym: nobody could tell whether it is the right one.
        let of_notes = material
            .notes
            .iter()
            .filter_map(|note| prose(material, *note).map(|(_, document)| (note, document.subject)));
        let telling = of_notes.clone().filter(|(note, _)| said.get(note).is_some_and(|said| !said.is_empty()));
        let subjects: BTreeSet<Option<PatientIndex>> = of_series().chain(telling.map(|(_, subject)| subject)).collect();
        let all: BTreeSet<Option<PatientIndex>> = of_series().chain(of_notes.map(|(_, subject)| subject)).collect();
        let mut rng = ChaCha8Rng::from_seed(material.seed);
        let mut pseudonyms: BTreeMap<Option<PatientIndex>, String> = BTreeMap::new();
        for subject in subjects {
            let Some(patient) = subject.and_then(|index| material.records.patients.get(index.0 as usize)) else {
                continue;
            };
            let name = loop {
                let name = pseudonym(&mut rng);
                if !pseudonyms.values().any(|taken| *taken == name) {
                    break name;
                }
            };
            surrogates.add(&name, &patient.name)?;
            pseudonyms.insert(subject, name);
            if pseudonyms.len() >= MAX_PSEUDONYMS {
                break;
            }
        }
        Ok(Writer {
            material,
            overtaken,
            out: Composer::new(),
            aliases: Aliases::default(),
            surrogates,
            told: Vec::new(),
            told_notes: Vec::new(),
            told_sentences: Vec::new(),
            labels,
            pseudonyms,
            said,
            is_of_one: all.len() == 1,
            terms: BTreeSet::new(),
            zero,
            told_days: BTreeSet::new(),
            rules,
            quantities: spreads(material, series),
        })
    }

    /// Writes everything but the question.
    pub(super) fn written(mut self, series: &[Series]) -> Result<Self> {
        self.opening(series);
        for series in series {
            self.series(series)?;
        }
        for note in self.material.notes {
            self.note(*note)?;
        }
        Ok(self)
    }

    fn opening(&mut self, series: &[Series]) {
        self.out.template("Passages:\n");
        if let ([(Some(subject), name)], true) = (self.pseudonyms.iter().collect::<Vec<_>>().as_slice(), self.is_of_one)
        {
            let whole = self.whole(*subject);
            self.out.template("All passages are about ").write(Operator::Pseudonym, name, whole).template(".\n");
        }
        if self.material.plan.words.iter().any(|word| matches!(word.lower.as_str(), "age" | "old")) {
            for subject in series.iter().filter_map(|series| series.subject).collect::<BTreeSet<_>>() {
                self.age(subject);
            }
        }
        if self.material.is_outside {
            self.out.template("None of them is of the time that the question is about.\n");
        }
        if self.material.policy.has_noise() {
            self.out.template("Numbers are rounded, and may be moved by one step.\n");
        }
        self.out.template("\n");
    }

    fn whole(&self, subject: PatientIndex) -> Vec<Original> {
        let patient = self.material.records.patients.get(subject.0 as usize);
        patient.map(|patient| Original { text: patient.name.clone(), source: Source::Whole }).into_iter().collect()
    }

    /// The age on day 0, as a band where ages are told.
    fn age(&mut self, subject: PatientIndex) {
        let birth = self.material.records.patients.get(subject.0 as usize).and_then(|patient| patient.birth);
        let years = birth.zip(self.zero).and_then(|(birth, zero)| generalise::age(birth, zero));
        // An age is of day 0: where no day is told, there is none.
        let is_dated = self.zero.is_some_and(|zero| self.labels.contains_key(&zero));
        let years = years.filter(|_| is_dated || self.material.easing.times() != Times::Untold);
        let band = years.map(|years| self.material.easing.ages().band(years, self.rules.ages));
        if let Some(None) = band {
            self.out.template("No age is told.\n");
        }
        if let (Some(name), Some(Some(band)), Some(birth)) = (self.pseudonyms.get(&Some(subject)), band, birth) {
            let whole = self.whole(subject);
            self.out
                .write(Operator::Pseudonym, name, whole)
                .template(" was aged ")
                .write(Operator::AgeBand, &band, vec![Original { text: birth.to_string(), source: Source::Whole }])
                .template(" years on day 0.\n");
        }
    }

    fn series(&mut self, series: &Series) -> Result<()> {
        let facts: Vec<(FactRef, &Fact)> = series
            .facts
            .iter()
            .filter_map(|fact_ref| fact_of(self.material.records, *fact_ref).map(|fact| (*fact_ref, fact)))
            .collect();
        let latest = facts.last().copied().into_iter().collect::<Vec<_>>();
        let numbers = has_numbers(&facts) && has_one_unit(&facts);
        if series.kind == FactKind::Observation && facts.len() >= MIN_RANGE && numbers {
            self.passage(series, &facts, Writer::range)?;
            let focus = self.material.plan.focus;
            if focus == Focus::Course && self.rules.first_readings {
                let first = facts.first().copied().into_iter().collect::<Vec<_>>();
                self.passage(series, &first, Writer::each)?;
            }
            if matches!(focus, Focus::Course | Focus::Unsaid) {
                self.passage(series, &latest, Writer::each)?;
            }
        } else if facts.len() >= MIN_RANGE {
            self.passage(series, &facts, Writer::repeated)?;
        } else {
            self.passage(series, &facts, Writer::each)?;
        }
        Ok(())
    }

    /// Writes one passage with its alias; `tell` writes the sentences.
    fn passage(
        &mut self,
        series: &Series,
        facts: &[(FactRef, &Fact)],
        tell: fn(&mut Self, &[(FactRef, &Fact)]),
    ) -> Result<()> {
        let quoted = quoted(facts);
        let newest = quoted.first().copied();
        let alias = self.aliases.add(Target::Facts { facts: quoted }).to_string();
        if let Some(reference) = newest.and_then(|fact| self.reference(fact)) {
            self.surrogates.add(&alias, &reference)?;
        }
        let start = self.open(&alias);
        self.about(series.subject);
        tell(self, facts);
        if facts.last().is_some_and(|(last, _)| self.overtaken.contains(last)) {
            self.out.template(" A later entry of it stays with the patient.");
        }
        let end = self.close(&alias);
        self.told.extend(Span::new(start..end).map(|span| (span, facts.iter().map(|(fact, _)| *fact).collect())));
        Ok(())
    }

    fn open(&mut self, alias: &str) -> usize {
        let start = self.out.len();
        self.out.template("<quote><title>").write(Operator::Alias, alias, Vec::new()).template("</title>\n");
        start
    }

    /// Writes whom a passage is about, where not all are about one.
    fn about(&mut self, subject: Option<PatientIndex>) {
        if !self.is_of_one
            && let (Some(name), Some(subject)) = (self.pseudonyms.get(&subject), subject)
        {
            let whole = self.whole(subject);
            self.out.write(Operator::Pseudonym, name, whole).template(": ");
        }
    }

    fn close(&mut self, alias: &str) -> usize {
        self.out.template("\n<link>#").write(Operator::Alias, alias, Vec::new()).template("</link></quote>\n\n");
        self.out.len()
    }

    fn reference(&self, fact: FactRef) -> Option<String> {
        holding(fact, self.material.passages).map(|passage| passage.reference.to_string())
    }

    /// A passage of prose: that it exists, when it was written, and which of its sentences answer the question, and then whose it is.
    fn note(&mut self, index: usize) -> Result<()> {
        let Some((passage, document)) = prose(self.material, index) else { return Ok(()) };
        let alias = self.aliases.add(Target::Passage { passage: index }).to_string();
        self.surrogates.add(&alias, passage.reference.as_str())?;
        let said = self.said.remove(&index).unwrap_or_default();
        let start = self.open(&alias);
        if !said.is_empty() {
            self.about(document.subject);
        }
        self.out.template("A passage of a clinical note");
        if let Some((day, label)) = document.date.and_then(|day| self.labels.get_key_value(&day)) {
            let original = Original { text: day.to_string(), source: Source::Whole };
            self.told_days.insert(*day);
            self.out.template(", ").write(Operator::Time, label, vec![original]);
        }
        if said.is_empty() {
            self.out.template(". Its text stays with the patient; quote it by its title.");
        } else {
            self.sentences(index, passage.document, &said, &document.text);
        }
        let end = self.close(&alias);
        self.told_notes.extend(Span::new(start..end).filter(|_| !said.is_empty()).map(|span| (span, index)));
        Ok(())
    }

    /// Writes `said`, sentences of `document` in the passage `note`, whose text is `text`.
    fn sentences(&mut self, note: usize, document: DocumentIndex, said: &[Clause], text: &str) {
        self.out.template(". Of what it says, with \u{2026} for what stays with the patient: ");
        for (index, Clause { start, parts }) in said.iter().enumerate() {
            self.out.template(if index > 0 { ". " } else { "" });
            let begun = self.out.len();
            for (index, part) in parts.iter().enumerate() {
                match part {
                    Part::Kept => self.out.template(if index > 0 { " \u{2026}" } else { "\u{2026}" }),
                    Part::Told { range, operator, text: told, gap } => {
                        let span = Span::at(range.start, range.len());
                        let original = Original {
                            text: span.of(text).unwrap_or_default().to_owned(),
                            source: Source::Prose { document, span },
                        };
                        self.out.template(gap).write(*operator, told, vec![original])
                    }
                };
            }
            self.told_sentences.extend(Span::new(begun..self.out.len()).map(|span| (span, (note, *start))));
        }
        self.out.template(".");
    }
}

/// Returns which of `facts`, oldest first, an alias leads to, the newest first: all, or of more than [`MAX_QUOTED`] the first, the last, those
/// with the least and the greatest of each number, and of the others the newest.
fn quoted(facts: &[(FactRef, &Fact)]) -> Vec<FactRef> {
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    if facts.len() > MAX_QUOTED {
        kept.extend([0, facts.len() - 1]);
        for (code, _) in facts.last().map(|(_, last)| parts(last)).unwrap_or_default() {
            let numbers = || {
                facts.iter().enumerate().flat_map(|(at, (_, fact))| {
                    let of_part = parts(fact).into_iter().filter(|(other, _)| same(*other, code));
                    of_part.filter_map(move |(_, reading)| match reading {
                        Reading::Quantity { number, .. } => Some((at, *number)),
                        Reading::Coded { .. } | Reading::Text { .. } => None,
                    })
                })
            };
            let ends =
                [numbers().min_by(|(_, a), (_, b)| a.total_cmp(b)), numbers().max_by(|(_, a), (_, b)| a.total_cmp(b))];
            kept.extend(ends.into_iter().flatten().map(|(at, _)| at));
        }
    }
    for at in (0..facts.len()).rev() {
        if kept.len() >= MAX_QUOTED {
            break;
        }
        kept.insert(at);
    }
    kept.into_iter().rev().filter_map(|at| facts.get(at)).map(|(fact, _)| *fact).collect()
}

/// Returns the passage `index` and its document, where that is prose.
fn prose<'a>(material: &'a Material<'_>, index: usize) -> Option<(&'a Passage, &'a Document)> {
    let passage = material.passages.get(index)?;
    let document = material.records.documents.get(passage.document.0 as usize)?;
    matches!(document.content, Content::Prose { .. }).then_some((passage, document))
}

/// Returns the sentences of the note in the passage `index` that answer the question and may be told.
fn said(material: &Material<'_>, rules: &Rules, index: usize) -> Vec<Clause> {
    let is_silent = material.silent.notes.contains(&index)
        || material.easing.silences(index)
        || !material.policy.may_tell(Kind::Notes)
        || !rules.sentences;
    let Some((passage, document)) = prose(material, index).filter(|_| !is_silent) else { return Vec::new() };
    let Material { records, plan, words, .. } = material;
    let exactness = Exactness { numbers: rules.numbers, ages: rules.ages, easing: material.easing.ages() };
    let topics = (plan.topics.as_slice(), plan.sought.as_slice());
    let mut said = clauses(&document.text, passage.span.range(), topics, exactness, &records.patients, words);
    // None takes the place of one that the review found fault with.
    said.retain(|clause| !material.silent.sentences.contains(&(index, clause.start)));
    said
}

/// Distinct pseudonyms of the form [`pseudonym`] gives, less a reserve so that drawing stays quick.
const MAX_PSEUDONYMS: usize = 100;

/// Returns a pseudonym: a consonant and a digit, which together are nobody's name.
fn pseudonym(rng: &mut ChaCha8Rng) -> String {
    const LETTERS: &[u8] = b"BCDFGHJKLMNPQRSTVWXZ";
    let number = rng.next_u32() as usize;
    let letter = LETTERS.get(number % LETTERS.len()).copied().map_or('K', char::from);
    format!("Patient {letter}{}", 2 + (number / LETTERS.len()) % 8)
}

fn original(fact_ref: FactRef, fact: &Fact, value: &Value) -> Original {
    let source = Source::Record { document: fact_ref.document, file: fact.file_of(value), span: value.span };
    Original { text: value.text.to_string(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudonym_is_a_consonant_and_a_digit_and_each_comes() {
        let mut rng = ChaCha8Rng::from_seed([3; 32]);
        let drawn: BTreeSet<String> = (0..4000).map(|_| pseudonym(&mut rng)).collect();
        assert_eq!(drawn.len(), 20 * 8, "each letter with each digit");
        for name in &drawn {
            let signs = name.strip_prefix("Patient ").unwrap().as_bytes();
            assert!(matches!(signs, [letter, b'2'..=b'9'] if b"BCDFGHJKLMNPQRSTVWXZ".contains(letter)), "{name}");
        }
        let again = |seed: u8| pseudonym(&mut ChaCha8Rng::from_seed([seed; 32]));
        assert_eq!(again(7), again(7));
    }
}
