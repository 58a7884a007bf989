//! Writes the synthesised context: facts in a terminology's own words, around generalised values.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

use super::clauses::{Part, clauses};
use super::detect::without_accents;
use super::generalise;
use super::injection::reads_as_instruction;
use super::kind::Kind;
use super::level::{self, Rules};
use super::measure::{Gauge, Told};
use super::noise::{self, Shift};
use super::policy::Policy;
use super::precision;
use super::query::{self, Query};
use super::rare::RareDiseases;
use super::select::{Series, fact_of};
use super::stranger::{Ages, Easing, Times};
use super::terms::{self, Stretch};
use super::units;
use super::vocabulary::{Sources, Vocabulary, Withheld, is_allowable};
use crate::clearance::{Aliases, Composer, FactRef, Operator, Original, Source, SpanMap, Surrogates, Target};
use crate::document::{
    Coded, Content, Document, DocumentIndex, Fact, FactKind, Field, Moment, Passage, PatientIndex, Reading, Records,
    Value,
};
use crate::error::Result;
use crate::fold::is_invisible;
use crate::question::{Focus, Plan};
use crate::span::{Span, Synthesised};

/// Readings from which on a series is told as a range, a trend and a count.
const MIN_RANGE: usize = 3;
/// Most facts that one alias leads to; of longer series the newest.
const MAX_QUOTED: usize = 12;

/// Longest display text that may leave, in characters; LOINC's longest common names have about 200. Terminologies'
/// terms are no sentences: what is longer or has a sentence's end in it is somebody's prose.
const MAX_TERM_CHARS: usize = 200;

/// Terminologies whose display texts may leave, by their FHIR system URI.
const TERMINOLOGIES: &[&str] = &[
    "http://loinc.org",
    "http://snomed.info/sct",
    "http://www.nlm.nih.gov/research/umls/rxnorm",
    "http://hl7.org/fhir/sid/cvx",
    "http://hl7.org/fhir/sid/icd-10-cm",
    "http://hl7.org/fhir/sid/icd-10",
    "http://hl7.org/fhir/sid/ndc",
];

/// What a synthesis is made from.
pub struct Material<'a> {
    /// The records.
    pub records: &'a Records,
    /// The passages of the records.
    pub passages: &'a [Passage],
    /// The question as it was typed.
    pub question: &'a str,
    /// What the question asks for.
    pub plan: &'a Plan,
    /// The facts that answer it, best first.
    pub series: &'a [Series],
    /// Whether they are of other times than the question asks about.
    pub is_outside: bool,
    /// Passages of prose that may be quoted by their alias; of their text only the sentences that answer are told.
    pub notes: &'a [usize],
    /// Those of which nothing may be told, because the review found fault with it.
    pub silent: &'a BTreeSet<usize>,
    /// Facts to leave out, because the review found fault with them.
    pub excluded: &'a BTreeSet<FactRef>,
    /// What to tell less of, so that more people fit.
    pub easing: &'a Easing,
    /// The names of rare diseases, where they are loaded.
    pub rare: Option<&'a RareDiseases>,
    /// What the closed vocabulary is made from.
    pub words: &'a Sources<'a>,
    /// The policy in force: how exactly is told, and which kinds of facts.
    pub policy: &'a Policy,
    /// 32 bytes from a secure source, fresh for each request.
    pub seed: [u8; 32],
}

/// What may be sent if the review agrees, and what is needed to read the reply.
#[derive(Debug, Clone)]
pub struct Synthesis {
    /// The whole user message.
    pub message: SpanMap,
    /// The rewritten question alone.
    pub query: Query,
    /// The words of the question that were withheld, and why.
    pub withheld_words: Vec<Withheld>,
    /// What each alias stands for.
    pub aliases: Aliases,
    /// What each pseudonym, interval and alias stands for.
    pub surrogates: Surrogates,
    /// The facts that each stretch of the message tells, for tracing a finding back to its fact.
    pub told: Vec<(Span<Synthesised>, Vec<FactRef>)>,
    /// The passages of prose that stretches of the message tell sentences of.
    pub told_notes: Vec<(Span<Synthesised>, usize)>,
    /// The facts that were selected but cannot leave, and why.
    pub withheld: Vec<Untold>,
}

/// Returns the synthesis of `material`.
///
/// # Errors
/// `internal` when a surrogate would stand for two things.
pub fn synthesise(material: &Material<'_>) -> Result<Synthesis> {
    let mut withheld = Vec::new();
    let mut screen = Screen::default();
    let series: Vec<Series> = material
        .series
        .iter()
        .map(|series| {
            let mut facts = series.facts.clone();
            facts.retain(|fact_ref| {
                if material.easing.leaves_out(*fact_ref) {
                    withheld.push(Untold { fact: *fact_ref, reason: FOR_STRANGERS, word: None });
                    return false;
                }
                if material.excluded.contains(fact_ref) {
                    withheld.push(Untold { fact: *fact_ref, reason: FOUND_BY_REVIEW, word: None });
                    return false;
                }
                let untold = fact_of(material.records, *fact_ref).and_then(|fact| {
                    let kept = (!material.policy.may_tell(Kind::of(fact))).then_some(KEPT_BY_POLICY);
                    let (reason, word) = match (kept.or(why_not(fact)), unknown_word(fact, material.words)) {
                        (Some(reason), _) => (reason, None),
                        _ if screen.instructs(fact) => (INSTRUCTION, None),
                        (None, Some(word)) => (UNKNOWN_WORD, Some(word)),
                        (None, None) => return None,
                    };
                    Some(Untold { fact: *fact_ref, reason, word: allowable(word) })
                });
                let is_told = untold.is_none();
                withheld.extend(untold);
                is_told
            });
            Series { facts, ..series.clone() }
        })
        .filter(|series| !series.facts.is_empty())
        .collect();
    // Written twice: the first time shows which days are told at all, and only those need labels that differ.
    let draft = Writer::new(material, &series, days(material, &series))?.written(&series)?;
    let mut writer = Writer::new(material, &series, draft.told_days)?.written(&series)?;
    if !withheld.is_empty() {
        writer.out.template("Some entries stay with the patient and are not told here.\n\n");
    }
    let terms: Vec<String> = writer.terms.iter().cloned().collect();
    let pseudonyms = writer.pseudonyms.clone();
    let vocabulary = Vocabulary::new(material.question, material.plan, &terms, material.words);
    let query = query::rewrite(material.question, material.plan, &vocabulary, |patient| {
        pseudonyms.get(&Some(patient)).cloned()
    });
    writer.out.template("Question: ").append(&query.map);
    Ok(Synthesis {
        message: writer.out.finish(),
        withheld_words: query.withheld.iter().map(|span| vocabulary.withheld(*span)).collect(),
        query,
        aliases: writer.aliases,
        surrogates: writer.surrogates,
        told: writer.told,
        told_notes: writer.told_notes,
        withheld,
    })
}

/// A fact that was selected and is not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untold {
    /// The fact.
    pub fact: FactRef,
    /// Why.
    pub reason: &'static str,
    /// The word of its name that keeps it, where one does that the person may allow.
    pub word: Option<String>,
}

const FOR_STRANGERS: &str = "you made the request less telling";
const KEPT_BY_POLICY: &str = "the policy of whoever runs this keeps facts of its kind here";
const FOUND_BY_REVIEW: &str = "the review found something in it that may not leave";
const UNKNOWN_WORD: &str = "a word of its name is not among the common and medical words";

const INSTRUCTION: &str = "a name in it reads like an instruction to a language model";

/// Which terms read like instructions to a language model, each looked at once.
#[derive(Default)]
struct Screen<'f>(BTreeMap<&'f str, bool>);

impl<'f> Screen<'f> {
    /// Returns whether what `fact` is called, or one of its parts or answers, reads like an instruction.
    fn instructs(&mut self, fact: &'f Fact) -> bool {
        let reads =
            |term: &'f Value| *self.0.entry(&term.text).or_insert_with(|| reads_as_instruction(&term.text).is_some());
        called(fact).any(reads)
    }
}

/// Returns the terms by which `fact`, its parts and its answers are called.
fn called(fact: &Fact) -> impl Iterator<Item = &Value> {
    fn answer(reading: &Option<Reading>) -> Option<&Coded> {
        match reading {
            Some(Reading::Coded { answer }) => Some(answer),
            Some(Reading::Text { .. } | Reading::Quantity { .. }) | None => None,
        }
    }
    let parts = fact.components.iter().flat_map(|part| [Some(&part.code), answer(&part.reading)]);
    [fact.code.as_ref(), answer(&fact.reading)].into_iter().chain(parts).flatten().filter_map(term)
}

/// Returns the first word of what `fact` is called, of its parts and its answers that is not in the closed vocabulary.
fn unknown_word<'f>(fact: &'f Fact, sources: &Sources<'_>) -> Option<&'f str> {
    called(fact).find_map(|term| terms::staying(&term.text, sources))
}

/// Returns `word` where a person may allow it.
fn allowable(word: Option<&str>) -> Option<String> {
    word.filter(|word| is_allowable(&without_accents(&word.to_lowercase()))).map(str::to_owned)
}

/// Returns why `fact` cannot leave, or `None` if it can.
fn why_not(fact: &Fact) -> Option<&'static str> {
    let reading = |reading: &Option<Reading>| match reading {
        None => None,
        Some(Reading::Text { .. }) => Some("its value is free text"),
        Some(Reading::Coded { answer }) => {
            term(answer).is_none().then_some("its answer is not a term of a known terminology")
        }
        Some(Reading::Quantity { number, unit, .. }) => {
            if unit.as_ref().is_some_and(|unit| units::may_leave(&unit.text).is_none()) {
                return Some("its unit is not on the list of units");
            }
            generalise::round(*number, 1.0).is_none().then_some("its number is out of range")
        }
    };
    if is_not_so(fact) {
        return Some("it says that something is not so, or is not sure");
    }
    if fact.kind == FactKind::Observation && parts(fact).is_empty() {
        return Some("it has no value that can be told");
    }
    if fact.code.as_ref().and_then(term).is_none() {
        return Some("its name is not a term of a known terminology");
    }
    let parts = fact.components.iter().find_map(|component| match term(&component.code) {
        None => Some("a part's name is not a term of a known terminology"),
        Some(_) => reading(&component.reading),
    });
    reading(&fact.reading).or(parts)
}

/// Returns whether `fact` says that something did not happen, is ruled out, only planned or not certain. Our sentences have
/// no words for that, and without them it would be told as a fact.
fn is_not_so(fact: &Fact) -> bool {
    const STATUSES: &[&str] = &[
        "refuted",
        "not-done",
        "cancelled",
        "draft",
        "planned",
        "proposed",
        "registered",
        "unknown",
        "entered-in-error",
        "preparation",
        "not-taken",
        "rejected",
        "arrived",
        "triaged",
        "unconfirmed",
        "provisional",
        "differential",
        "specimen-in-process",
    ];
    let said = fact.status.as_ref().is_some_and(|status| STATUSES.contains(&status.text.as_str()));
    said || fact.fields.iter().any(|field| {
        let label = field.label.to_ascii_lowercase();
        (label.starts_with("do not perform") && field.value.text == "true")
            || (label.starts_with("verification status") && !field.value.text.eq_ignore_ascii_case("confirmed"))
    })
}

/// Returns the terminology's words for `code`, if it is of a known terminology.
fn term(code: &Coded) -> Option<&Value> {
    let known = code.system.as_deref().is_some_and(|system| TERMINOLOGIES.contains(&system));
    let plain = |term: &&Value| {
        !term.text.trim().is_empty()
            && term.text.chars().count() <= MAX_TERM_CHARS
            && !term.text.contains(['<', '>', '"', '\\'])
            && ![". ", "; ", "! ", "? "].iter().any(|end| term.text.contains(end))
    };
    code.term.as_ref().filter(|_| known && code.code.is_some()).filter(plain)
}

/// Returns every day that could be told.
fn days(material: &Material<'_>, series: &[Series]) -> BTreeSet<Date> {
    let facts = series.iter().flat_map(|series| &series.facts).filter_map(|fact| fact_of(material.records, *fact));
    facts
        .flat_map(|fact| [&fact.begun, &fact.ended])
        .flatten()
        .map(|moment| moment.day)
        .chain(written(material))
        .collect()
}

/// Returns the days on which the notes of `material` were written.
fn written(material: &Material<'_>) -> impl Iterator<Item = Date> {
    material.notes.iter().filter_map(|note| {
        let passage = material.passages.get(*note)?;
        let document = material.records.documents.get(passage.document.0 as usize)?;
        document.date.filter(|_| matches!(document.content, Content::Prose { .. }))
    })
}

struct Writer<'a> {
    material: &'a Material<'a>,
    out: Composer,
    aliases: Aliases,
    surrogates: Surrogates,
    told: Vec<(Span<Synthesised>, Vec<FactRef>)>,
    told_notes: Vec<(Span<Synthesised>, usize)>,
    labels: BTreeMap<Date, String>,
    pseudonyms: BTreeMap<Option<PatientIndex>, String>,
    terms: BTreeSet<String>,
    zero: Option<Date>,
    told_days: BTreeSet<Date>,
    rules: &'static Rules,
    quantities: BTreeMap<Measured, Spread>,
}

/// A quantity of one subject in a unit: readings that can be compared.
type Measured = (Option<PatientIndex>, Option<String>, Option<&'static str>);

/// The numbers of a quantity, each with what is known of it, and the bounds of all of them.
type Readings = (Vec<(f64, Gauge)>, Vec<f64>);

/// What holds for all readings of a quantity in a request.
#[derive(Default)]
struct Spread {
    /// The numbers that none of them may seem to have crossed.
    bounds: Vec<f64>,
    /// By how much they are moved.
    shift: Shift,
}

impl<'a> Writer<'a> {
    /// Returns a writer with labels for `days`, counted from the latest day on which a fact began or a note was written.
    fn new(material: &'a Material<'a>, series: &[Series], days: BTreeSet<Date>) -> Result<Self> {
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
        let subjects: BTreeSet<Option<PatientIndex>> = series.iter().map(|series| series.subject).collect();
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
            out: Composer::new(),
            aliases: Aliases::default(),
            surrogates,
            told: Vec::new(),
            told_notes: Vec::new(),
            labels,
            pseudonyms,
            terms: BTreeSet::new(),
            zero,
            told_days: BTreeSet::new(),
            rules,
            quantities: spreads(material, series),
        })
    }

    /// Writes everything but the question.
    fn written(mut self, series: &[Series]) -> Result<Self> {
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
        if let [(Some(subject), name)] = self.pseudonyms.iter().collect::<Vec<_>>().as_slice() {
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

    /// The band of an age, as wide as the level and what a stranger may know make it; `None` where none is told.
    fn age_band(&self, years: u32) -> Option<String> {
        let easing = self.material.easing.ages();
        if easing == Ages::Decades || self.rules.ages == level::Ages::Untold {
            return generalise::age_band(years, self.rules.ages);
        }
        generalise::age_band(years, level::Ages::Tens).and_then(|band| easing.told(&band).map(str::to_owned))
    }

    /// The age on day 0, as a band where ages are told.
    fn age(&mut self, subject: PatientIndex) {
        let birth = self.material.records.patients.get(subject.0 as usize).and_then(|patient| patient.birth);
        let years = birth.zip(self.zero).and_then(|(birth, zero)| generalise::age(birth, zero));
        // An age is of day 0: where no day is told, there is none.
        let is_dated = self.zero.is_some_and(|zero| self.labels.contains_key(&zero));
        let years = years.filter(|_| is_dated || self.material.easing.times() != Times::Untold);
        let band = years.map(|years| self.age_band(years));
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
            if matches!(self.material.plan.focus, Focus::Course | Focus::Unsaid) {
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
        let newest: Vec<FactRef> = facts.iter().rev().take(MAX_QUOTED).map(|(fact, _)| *fact).collect();
        let alias = self.aliases.add(Target::Facts { facts: newest.clone() }).to_string();
        if let Some(reference) = newest.first().and_then(|fact| self.reference(*fact)) {
            self.surrogates.add(&alias, &reference)?;
        }
        let start = self.open(&alias);
        if self.pseudonyms.len() > 1
            && let (Some(name), Some(subject)) = (self.pseudonyms.get(&series.subject), series.subject)
        {
            let whole = self.whole(subject);
            self.out.write(Operator::Pseudonym, name, whole).template(": ");
        }
        tell(self, facts);
        let end = self.close(&alias);
        self.told.extend(Span::new(start..end).map(|span| (span, facts.iter().map(|(fact, _)| *fact).collect())));
        Ok(())
    }

    fn open(&mut self, alias: &str) -> usize {
        let start = self.out.len();
        self.out.template("<quote><title>").write(Operator::Alias, alias, Vec::new()).template("</title>\n");
        start
    }

    fn close(&mut self, alias: &str) -> usize {
        self.out.template("\n<link>#").write(Operator::Alias, alias, Vec::new()).template("</link></quote>\n\n");
        self.out.len()
    }

    fn reference(&self, fact: FactRef) -> Option<String> {
        let holds = |passage: &&Passage| passage.document == fact.document && passage.facts.contains(&fact.fact);
        self.material.passages.iter().find(holds).map(|passage| passage.reference.to_string())
    }

    /// A passage of prose: that it exists, when it was written, and which of its sentences answer the question.
    fn note(&mut self, index: usize) -> Result<()> {
        let Some(passage) = self.material.passages.get(index) else { return Ok(()) };
        let Some(document) = self.material.records.documents.get(passage.document.0 as usize) else { return Ok(()) };
        if !matches!(document.content, Content::Prose { .. }) {
            return Ok(());
        }
        let alias = self.aliases.add(Target::Passage { passage: index }).to_string();
        self.surrogates.add(&alias, passage.reference.as_str())?;
        let start = self.open(&alias);
        self.out.template("A passage of a clinical note");
        if let Some((day, label)) = document.date.and_then(|day| self.labels.get_key_value(&day)) {
            let original = Original { text: day.to_string(), source: Source::Whole };
            self.told_days.insert(*day);
            self.out.template(", ").write(Operator::Time, label, vec![original]);
        }
        let is_silent = self.material.silent.contains(&index) || !self.material.policy.may_tell(Kind::Notes);
        let said = if is_silent || !self.rules.sentences { Vec::new() } else { self.said(passage, document) };
        if said.is_empty() {
            self.out.template(". Its text stays with the patient; quote it by its title.");
        } else {
            self.sentences(passage.document, &said, &document.text);
        }
        let end = self.close(&alias);
        self.told_notes.extend(Span::new(start..end).filter(|_| !said.is_empty()).map(|span| (span, index)));
        Ok(())
    }

    /// The sentences of `passage` that answer the question.
    fn said(&self, passage: &Passage, document: &Document) -> Vec<Vec<Part>> {
        let Material { records, plan, words, .. } = self.material;
        clauses(&document.text, passage.span.range(), &plan.topics, self.rules.numbers, &records.patients, words)
    }

    /// Writes `said`, sentences of `document`, whose text is `text`.
    fn sentences(&mut self, document: DocumentIndex, said: &[Vec<Part>], text: &str) {
        self.out.template(". Of what it says, with \u{2026} for what stays with the patient: ");
        for (index, parts) in said.iter().enumerate() {
            self.out.template(if index > 0 { ". " } else { "" });
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
        }
        self.out.template(".");
    }

    /// Each fact in a sentence of its own.
    fn each(&mut self, facts: &[(FactRef, &Fact)]) {
        for (index, (fact_ref, fact)) in facts.iter().enumerate() {
            if index > 0 {
                self.out.template("\n");
            }
            self.name(*fact_ref, fact);
            self.moments(*fact_ref, fact);
            let readings = parts(fact);
            if !readings.is_empty() {
                self.out.template(": ");
            }
            for (index, (code, reading)) in readings.iter().enumerate() {
                if index > 0 {
                    self.out.template("; ");
                }
                if let Some(code) = code {
                    self.term(*fact_ref, fact, code);
                    self.out.template(" ");
                }
                self.reading(*fact_ref, fact, *code, reading);
            }
            self.out.template(".");
            if let Some(words) = status(fact) {
                self.out.template(words);
            }
        }
    }

    /// A series of numbers as range, trend and count.
    fn range(&mut self, facts: &[(FactRef, &Fact)]) {
        let Some((last_ref, last)) = facts.last().copied() else { return };
        self.name(last_ref, last);
        self.out.template(", ");
        self.count(facts);
        self.out.template(" readings");
        self.first_to_last(facts);
        for (index, (code, _)) in parts(last).into_iter().enumerate() {
            let mut numbers = Vec::new();
            let mut gauges = Vec::new();
            let mut originals = Vec::new();
            let mut unit = None;
            for (fact_ref, fact) in facts {
                for (_, reading) in parts(fact).into_iter().filter(|(other, _)| same(*other, code)) {
                    if let Reading::Quantity { value, number, unit: of } = reading {
                        numbers.push(*number);
                        gauges.push(gauge(fact, code, value, of.as_ref()));
                        originals.push(original(*fact_ref, fact, value));
                        unit = unit.or(of.as_ref().map(|of| (*fact_ref, *fact, of)));
                    }
                }
            }
            let ends = || numbers.iter().copied().zip(&gauges);
            let (Some((low, of_low)), Some((high, of_high))) =
                (ends().min_by(|(a, _), (b, _)| a.total_cmp(b)), ends().max_by(|(a, _), (b, _)| a.total_cmp(b)))
            else {
                continue;
            };
            let size = high.abs().max(low.abs());
            let measured = self.measured(last_ref, last, code, unit.map(|(.., unit)| unit));
            let told = |(number, gauge): (f64, &Gauge)| self.told(&measured, gauge, number, size);
            let Some((from, to)) = told((low, of_low)).zip(told((high, of_high))) else { continue };
            self.out.template(if index == 0 { ": " } else { "; " });
            if let Some(code) = code {
                self.term(last_ref, last, code);
                self.out.template(" ");
            }
            let step = precision::step(of_high.quantity, size);
            let direction = generalise::trend(&numbers, precision::change(of_high.quantity, step));
            let is_numeric = from.number().is_some() && to.number().is_some();
            if from.text == to.text {
                self.out.template(if is_numeric { "" } else { "all " });
                self.number(&from, originals.clone(), unit);
            } else if is_numeric {
                self.out
                    .template("between about ")
                    .write(from.operator, &from.text, originals.clone())
                    .template(" and ")
                    .write(to.operator, &to.text, originals.clone());
                self.unit_of(unit);
            } else {
                self.out.template("lowest ");
                self.number(&from, originals.clone(), unit);
                self.out.template(", highest ");
                self.number(&to, originals.clone(), unit);
            }
            self.out.template(", ").write(Operator::Trend, direction, originals);
        }
        self.out.template(".");
    }

    /// Returns which quantity a reading of `fact` is of.
    fn measured(&self, fact_ref: FactRef, fact: &Fact, code: Option<&Coded>, unit: Option<&Value>) -> Measured {
        measured(subject(self.material.records, fact_ref), code.or(fact.code.as_ref()), unit)
    }

    /// Returns `number` as it is told among the readings of its quantity.
    fn told(&self, measured: &Measured, gauge: &Gauge, number: f64, size: f64) -> Option<Told> {
        let spread = self.quantities.get(measured)?;
        Some(spread.shift.of(gauge.told(number, size, &spread.bounds, self.rules.numbers)?))
    }

    /// A number with its unit.
    fn number(&mut self, told: &Told, originals: Vec<Original>, unit: Option<(FactRef, &Fact, &Value)>) {
        self.out.template(if told.number().is_some() { "about " } else { "" });
        self.out.write(told.operator, &told.text, originals);
        self.unit_of(unit.filter(|_| told.has_unit()));
    }

    fn unit_of(&mut self, unit: Option<(FactRef, &Fact, &Value)>) {
        if let Some((fact_ref, fact, unit)) = unit {
            self.unit(fact_ref, fact, unit);
        }
    }

    /// A series without numbers as a count.
    fn repeated(&mut self, facts: &[(FactRef, &Fact)]) {
        let Some((last_ref, last)) = facts.last().copied() else { return };
        self.name(last_ref, last);
        self.out.template(", recorded ");
        self.count(facts);
        self.out.template(" times");
        self.first_to_last(facts);
        self.out.template(".");
        if let Some(words) = status(last) {
            self.out.template(words);
        }
        if let [(_, reading)] = parts(last).as_slice() {
            self.out.template(" The latest: ");
            self.reading(last_ref, last, None, reading);
            self.out.template(".");
        }
    }

    fn count(&mut self, facts: &[(FactRef, &Fact)]) {
        let originals = facts.iter().filter_map(|(fact_ref, fact)| {
            let term = || fact.code.as_ref().and_then(term);
            fact.begun.as_ref().map(|moment| &moment.value).or_else(term).map(|value| original(*fact_ref, fact, value))
        });
        let originals = originals.collect();
        self.out.write(Operator::Count, &generalise::count(facts.len(), self.rules.counts), originals);
    }

    fn first_to_last(&mut self, facts: &[(FactRef, &Fact)]) {
        let mut dated =
            facts.iter().filter_map(|(fact_ref, fact)| fact.begun.as_ref().map(|moment| (*fact_ref, *fact, moment)));
        if let (Some((first_ref, first, from)), Some((last_ref, last, to))) = (dated.next(), dated.next_back())
            && let (Some(earliest), Some(latest)) = (self.labels.get(&from.day), self.labels.get(&to.day))
        {
            if earliest == latest {
                self.out.template(", all ");
            } else {
                self.out.template(", from ");
                self.moment(first_ref, first, from);
                self.out.template(" to ");
            }
            self.moment(last_ref, last, to);
        }
    }

    fn name(&mut self, fact_ref: FactRef, fact: &Fact) {
        self.out.template(lead(fact.kind));
        if let Some(code) = &fact.code {
            if self.is_unnamed(fact, code) {
                self.out.template("a rare condition, whose name stays with the patient");
            } else {
                self.term(fact_ref, fact, code);
            }
        }
    }

    /// Returns whether `fact`, about `code`, is a rare disease whose name is not told.
    fn is_unnamed(&self, fact: &Fact, code: &Coded) -> bool {
        let is_disease = matches!(fact.kind, FactKind::Condition | FactKind::FamilyMemberHistory);
        let named = |term: &Value| self.material.rare.is_some_and(|rare| rare.names(&term.text));
        self.material.easing.is_unnamed() && is_disease && term(code).is_some_and(named)
    }

    fn term(&mut self, fact_ref: FactRef, fact: &Fact, code: &Coded) {
        if let Some(term) = term(code) {
            self.terms.insert(term.text.to_string());
            for stretch in terms::stretches(&term.text, self.material.words) {
                let original = || vec![original(fact_ref, fact, term)];
                match stretch {
                    Stretch::Plain(range) | Stretch::Stays(range) => {
                        // Places where a line may be broken, as LOINC's names have them, do not leave.
                        for plain in term.text.get(range).unwrap_or_default().split(is_invisible) {
                            self.out.write(Operator::Code, plain, original());
                        }
                    }
                    Stretch::Allowed(_, word) => {
                        self.out.write(Operator::Allowed, &word, original());
                    }
                }
            }
        }
    }

    fn moments(&mut self, fact_ref: FactRef, fact: &Fact) {
        let (begun, ended) = when(fact.kind);
        if let Some(moment) = fact.begun.as_ref().filter(|moment| self.labels.contains_key(&moment.day)) {
            self.out.template(begun);
            self.moment(fact_ref, fact, moment);
        }
        if let Some(moment) =
            fact.ended.as_ref().filter(|ended| fact.begun.as_ref().is_none_or(|begun| begun.day != ended.day))
            && self.labels.contains_key(&moment.day)
        {
            self.out.template(ended);
            self.moment(fact_ref, fact, moment);
        }
    }

    fn moment(&mut self, fact_ref: FactRef, fact: &Fact, moment: &Moment) {
        if let Some(label) = self.labels.get(&moment.day) {
            self.told_days.insert(moment.day);
            self.out.write(Operator::Time, label, vec![original(fact_ref, fact, &moment.value)]);
        }
    }

    fn reading(&mut self, fact_ref: FactRef, fact: &Fact, code: Option<&Coded>, reading: &Reading) {
        match reading {
            Reading::Coded { answer } => self.term(fact_ref, fact, answer),
            Reading::Text { .. } => {}
            Reading::Quantity { value, number, unit } => {
                let measured = self.measured(fact_ref, fact, code, unit.as_ref());
                let gauge = gauge(fact, code, value, unit.as_ref());
                let unit = unit.as_ref().map(|unit| (fact_ref, fact, unit));
                match self.told(&measured, &gauge, *number, *number) {
                    Some(told) => self.number(&told, vec![original(fact_ref, fact, value)], unit),
                    None => self.unit_of(unit),
                }
            }
        }
    }

    fn unit(&mut self, fact_ref: FactRef, fact: &Fact, unit: &Value) {
        if let Some(known) = units::may_leave(&unit.text).filter(|known| !known.is_empty()) {
            self.out.template(" ").write(Operator::Unit, known, vec![original(fact_ref, fact, unit)]);
        }
    }
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
    let source = Source::Record { document: fact_ref.document, file: fact.file, span: value.span };
    Original { text: value.text.to_string(), source }
}

/// Returns the readings of a fact with the code of each component; its own reading has none.
fn parts(fact: &Fact) -> Vec<(Option<&Coded>, &Reading)> {
    let own = fact.reading.iter().map(|reading| (None, reading));
    let components =
        fact.components.iter().filter_map(|part| part.reading.as_ref().map(|reading| (Some(&part.code), reading)));
    own.chain(components).collect()
}

/// Returns what is known of the reading `value` of `fact` in `unit`: its quantity, and the reference range that stands with it, where
/// there is one only.
fn gauge(fact: &Fact, code: Option<&Coded>, value: &Value, unit: Option<&Value>) -> Gauge {
    let quantity = precision::quantity(code.or(fact.code.as_ref()), unit.map(|unit| unit.text.as_str()));
    let [lows, highs] = reference_ends(fact, value);
    match (lows.as_slice(), highs.as_slice()) {
        ([_, _, ..], _) | (_, [_, _, ..]) => Gauge { quantity, low: None, high: None },
        (lows, highs) => Gauge { quantity, low: lows.first().copied(), high: highs.first().copied() },
    }
}

/// Returns the lower and the upper ends of the reference ranges that stand with the reading `value` of `fact`.
fn reference_ends(fact: &Fact, value: &Value) -> [Vec<f64>; 2] {
    let field = fact.fields.iter().find(|field| field.value.span == value.span);
    let item = field.filter(|field| field.label.starts_with("Component")).map(|field| field.item);
    [
        ["Reference range low", "Component reference range low"],
        ["Reference range high", "Component reference range high"],
    ]
    .map(|[own, of_part]| {
        let is_it = |field: &&Field| match item {
            None => field.label == own,
            Some(item) => field.item == item && field.label == of_part,
        };
        fact.fields.iter().filter(is_it).filter_map(|field| field.value.text.parse().ok()).collect()
    })
}

fn subject(records: &Records, fact: FactRef) -> Option<PatientIndex> {
    records.documents.get(fact.document.0 as usize)?.subject
}

fn measured(subject: Option<PatientIndex>, code: Option<&Coded>, unit: Option<&Value>) -> Measured {
    (
        subject,
        code.and_then(|code| code.code.as_deref().map(str::to_owned)),
        unit.and_then(|unit| units::may_leave(&unit.text)),
    )
}

/// Returns what holds for all readings of each quantity in `series`.
fn spreads(material: &Material<'_>, series: &[Series]) -> BTreeMap<Measured, Spread> {
    let mut readings: BTreeMap<Measured, Readings> = BTreeMap::new();
    for fact_ref in series.iter().flat_map(|series| &series.facts) {
        let Some(fact) = fact_of(material.records, *fact_ref) else { continue };
        for (code, reading) in parts(fact) {
            if let Reading::Quantity { value, number, unit } = reading {
                let subject = subject(material.records, *fact_ref);
                let measured = measured(subject, code.or(fact.code.as_ref()), unit.as_ref());
                let (readings, bounds) = readings.entry(measured).or_default();
                let gauge = gauge(fact, code, value, unit.as_ref());
                bounds.extend(gauge.bounds().chain(reference_ends(fact, value).into_iter().flatten()));
                readings.push((*number, gauge));
            }
        }
    }
    let spread = |(measured, (readings, mut bounds)): (Measured, Readings)| {
        bounds.sort_by(f64::total_cmp);
        bounds.dedup();
        let numbers = material.policy.floor.rules().numbers;
        let told = |(number, gauge): &(f64, Gauge)| gauge.told(*number, *number, &bounds, numbers);
        let shift = match readings.iter().map(told).collect::<Option<Vec<Told>>>() {
            Some(told) if material.policy.has_noise() => {
                let scale = readings.first().and_then(|(_, gauge)| gauge.quantity).and_then(|row| row.scale);
                noise::shift(&material.seed, &format!("{measured:?}"), &told, &bounds, scale)
            }
            _ => Shift::default(),
        };
        (measured, Spread { bounds, shift })
    };
    readings.into_iter().map(spread).collect()
}

fn same(a: Option<&Coded>, b: Option<&Coded>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.system == b.system && a.code == b.code,
        _ => false,
    }
}

fn has_numbers(facts: &[(FactRef, &Fact)]) -> bool {
    facts.iter().all(|(_, fact)| {
        let parts = parts(fact);
        !parts.is_empty() && parts.iter().all(|(_, reading)| matches!(reading, Reading::Quantity { .. }))
    })
}

/// Returns whether each part has the same unit in all readings: a range over kilograms and pounds says nothing.
fn has_one_unit(facts: &[(FactRef, &Fact)]) -> bool {
    let units = |fact: &Fact| -> Vec<(Option<String>, Option<&'static str>)> {
        let unit = |reading: &Reading| match reading {
            Reading::Quantity { unit, .. } => unit.as_ref().and_then(|unit| units::may_leave(&unit.text)),
            Reading::Coded { .. } | Reading::Text { .. } => None,
        };
        parts(fact)
            .into_iter()
            .map(|(code, reading)| (code.and_then(|code| code.code.as_deref().map(str::to_owned)), unit(reading)))
            .collect()
    };
    let mut seen: BTreeMap<Option<String>, Option<&'static str>> = BTreeMap::new();
    facts.iter().flat_map(|(_, fact)| units(fact)).all(|(code, unit)| *seen.entry(code).or_insert(unit) == unit)
}

/// Returns the words before a fact's name.
fn lead(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Condition => "Condition: ",
        FactKind::AllergyIntolerance => "Allergy: ",
        FactKind::MedicationRequest => "Medication: ",
        FactKind::Procedure => "Procedure: ",
        FactKind::Immunization => "Immunization: ",
        FactKind::DiagnosticReport => "Report: ",
        FactKind::CarePlan => "Care plan: ",
        FactKind::Encounter => "Visit: ",
        FactKind::ImagingStudy => "Imaging: ",
        FactKind::Device => "Device: ",
        FactKind::Goal => "Goal: ",
        FactKind::FamilyMemberHistory => "Family history: ",
        FactKind::Patient | FactKind::CareTeam | FactKind::Observation | FactKind::Other => "",
    }
}

/// Returns the words before the moments a fact began and ended.
fn when(kind: FactKind) -> (&'static str, &'static str) {
    match kind {
        FactKind::Condition | FactKind::AllergyIntolerance => (", since ", ", until "),
        FactKind::MedicationRequest => (", prescribed ", ", until "),
        _ => (", ", ", until "),
    }
}

/// Returns our words for a clinical or workflow status of FHIR R4 that an answer needs.
fn status(fact: &Fact) -> Option<&'static str> {
    let lasting = matches!(
        fact.kind,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest | FactKind::CarePlan
    );
    match fact.status.as_ref().filter(|_| lasting)?.text.as_str() {
        "active" => Some(" It is active."),
        "recurrence" | "relapse" => Some(" It came back."),
        "inactive" => Some(" It is inactive."),
        "remission" => Some(" It is in remission."),
        "resolved" => Some(" It is resolved."),
        "completed" => Some(" It is completed."),
        "stopped" => Some(" It was stopped."),
        "on-hold" => Some(" It is on hold."),
        "cancelled" | "revoked" => Some(" It was cancelled."),
        _ => None,
    }
}
