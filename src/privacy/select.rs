//! Finds the facts that a question is about, and leaves the rest behind.
//!
//! Facts of one subject and code form a *series*. A series is scored by the share of the question's topics that
//! its words answer, weighed by how rare each topic is among all series; only the best stay. A question
//! for blood pressure thus gets blood pressure, and nothing else of the same day.

use std::collections::{BTreeMap, BTreeSet};

use crate::clearance::FactRef;
use crate::document::{Coded, DocumentIndex, Fact, FactKind, PatientIndex, Records};
use crate::index::analyze;
use crate::question::{Focus, Plan};

/// A series stays when its score is at least this share of the best one's.
const KEEP_SHARE: f64 = 0.75;
/// At most this many series go into one request.
const MAX_SERIES: usize = 40;

/// All facts of one subject about one thing, by date.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Whom they are about.
    pub subject: Option<PatientIndex>,
    /// The resource type.
    pub kind: FactKind,
    /// The facts, oldest first; undated ones before all others.
    pub facts: Vec<FactRef>,
    /// How well the series answers the question, from 0 to 1.
    pub score: f64,
}

/// Returns the fact that `fact` names.
pub fn fact_of(records: &Records, fact: FactRef) -> Option<&Fact> {
    records.documents.get(fact.document.0 as usize)?.facts().get(fact.fact)
}

/// Returns the series that `plan` asks for, the best first. Only patients in `subjects` are looked at; `None` is
/// everybody. With [`Focus::Latest`] and [`Focus::First`] a series of readings holds that one reading only.
pub fn select(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Vec<Series> {
    let catalogue = catalogue(records, subjects);
    let bags: Vec<Bag> = catalogue.keys().map(Bag::new).collect();
    let weights: Vec<f64> = plan.topics.iter().map(|topic| rarity(topic, &bags)).collect();
    let total: f64 = weights.iter().sum();
    let mut series: Vec<Series> = Vec::new();
    for ((key, facts), bag) in catalogue.into_iter().zip(&bags) {
        if !plan.kinds.is_empty() && !plan.kinds.contains(&key.kind) {
            continue;
        }
        let score = match plan.topics.as_slice() {
            [] if plan.kinds.is_empty() => 0.0,
            [] => 1.0,
            topics => {
                let met: f64 = topics.iter().zip(&weights).map(|(topic, weight)| weight * bag.answers(topic)).sum();
                if total > 0.0 { met / total } else { 0.0 }
            }
        };
        series.push(Series { subject: key.subject, kind: key.kind, facts, score });
    }
    // "Which medicines does she take for her blood pressure?": no medicine's name says what it is for. Of one patient
    // all of the kind are then told; of several that would be more than the question needs.
    let unmet = series.iter().all(|series| series.score == 0.0);
    if unmet && !plan.kinds.is_empty() && subjects.is_some_and(|subjects| subjects.len() == 1) {
        series.iter_mut().for_each(|series| series.score = 1.0);
    }
    series.retain(|series| series.score > 0.0);
    let best = series.iter().map(|series| series.score).fold(0.0, f64::max);
    series.retain(|series| series.score >= best * KEEP_SHARE);
    for series in &mut series {
        series.facts.sort_by_key(|fact| (fact_of(records, *fact).and_then(|f| f.begun.as_ref().map(|m| m.day)), *fact));
        if series.kind == FactKind::Observation {
            // Without a date a reading is neither first nor last, and has no place in a course.
            let dated = |fact: &FactRef| fact_of(records, *fact).is_some_and(|fact| fact.begun.is_some());
            if series.facts.iter().any(dated) {
                series.facts.retain(dated);
            }
            focus(&mut series.facts, plan.focus);
        }
    }
    if plan.focus != Focus::Course && plan.topics.is_empty() && series.iter().all(|s| s.kind != FactKind::Observation) {
        focus_across(records, &mut series, plan.focus);
    }
    // Of equals what is active and what is newest comes first; the sort is stable, so that the rest keeps the
    // catalogue's order.
    let rank = |series: &Series| {
        let newest = series.facts.last().and_then(|fact| fact_of(records, *fact));
        let active = newest.and_then(|fact| fact.status.as_ref()).is_some_and(|status| status.text == "active");
        (active, newest.and_then(|fact| fact.begun.as_ref().map(|moment| moment.day)))
    };
    series.sort_by_cached_key(|series| std::cmp::Reverse(rank(series)));
    series.sort_by(|a, b| b.score.total_cmp(&a.score));
    series.truncate(MAX_SERIES);
    series
}

/// Keeps the one fact that `focus` wants of facts sorted by date.
fn focus(facts: &mut Vec<FactRef>, focus: Focus) {
    let wanted = match focus {
        Focus::Latest => facts.last().copied(),
        Focus::First => facts.first().copied(),
        Focus::Course => return,
    };
    *facts = wanted.into_iter().collect();
}

/// "What was my last procedure?": of events of one kind with different codes only the latest (first) day stays. What lasts
/// (conditions, medications, allergies) is current whenever it began, and stays.
fn focus_across(records: &Records, series: &mut Vec<Series>, focus: Focus) {
    let lasting = |kind| {
        matches!(
            kind,
            FactKind::Condition | FactKind::MedicationRequest | FactKind::AllergyIntolerance | FactKind::CarePlan
        )
    };
    let day = |fact: &FactRef| fact_of(records, *fact).and_then(|fact| fact.begun.as_ref().map(|moment| moment.day));
    let subjects: BTreeSet<Option<PatientIndex>> = series.iter().map(|series| series.subject).collect();
    for subject in subjects {
        let days = series
            .iter()
            .filter(|s| s.subject == subject && !lasting(s.kind))
            .flat_map(|s| s.facts.iter().filter_map(day));
        let Some(wanted) = (if focus == Focus::First { days.min() } else { days.max() }) else {
            continue;
        };
        for series in series.iter_mut().filter(|s| s.subject == subject && !lasting(s.kind)) {
            series.facts.retain(|fact| day(fact) == Some(wanted));
        }
    }
    series.retain(|series| !series.facts.is_empty());
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    subject: Option<PatientIndex>,
    kind: FactKind,
    code: String,
    words: String,
}

/// Groups all facts by subject, kind and code.
fn catalogue(records: &Records, subjects: Option<&BTreeSet<PatientIndex>>) -> BTreeMap<Key, Vec<FactRef>> {
    let mut catalogue: BTreeMap<Key, Vec<FactRef>> = BTreeMap::new();
    for (document_index, document) in (0_u32..).map(DocumentIndex).zip(&records.documents) {
        if subjects.is_some_and(|wanted| document.subject.is_none_or(|subject| !wanted.contains(&subject))) {
            continue;
        }
        for (index, fact) in document.facts().iter().enumerate() {
            let Some(code) = &fact.code else { continue };
            let key = Key {
                subject: document.subject,
                kind: fact.kind,
                code: identity(code),
                words: fact
                    .components
                    .iter()
                    .map(|component| shown(&component.code))
                    .fold(shown(code), |words, part| format!("{words} {part}")),
            };
            catalogue.entry(key).or_default().push(FactRef { document: document_index, fact: index });
        }
    }
    catalogue
}

fn identity(code: &Coded) -> String {
    match (&code.system, &code.code) {
        (Some(system), Some(code)) => format!("{system}|{code}"),
        _ => code.display.text.to_lowercase(),
    }
}

fn shown(code: &Coded) -> String {
    match &code.term {
        Some(term) if term.text != code.display.text => format!("{} {}", code.display.text, term.text),
        _ => code.display.text.clone(),
    }
}

/// The terms of a series' words.
struct Bag(BTreeSet<String>);

impl Bag {
    fn new(key: &Key) -> Self {
        Bag(analyze::bag(&key.words).into_keys().collect())
    }

    /// Returns how well the words answer `topic`: the best share of an alternative's terms, if more than half.
    fn answers(&self, topic: &[Vec<String>]) -> f64 {
        let share = |alternative: &Vec<String>| {
            let met = alternative.iter().filter(|term| self.0.contains(*term)).count();
            met as f64 / alternative.len().max(1) as f64
        };
        topic.iter().map(share).filter(|share| *share > 0.5).fold(0.0, f64::max)
    }
}

/// Returns the weight of a topic: the BM25 idf over the series, so that a word that nearly all series have says little.
fn rarity(topic: &[Vec<String>], bags: &[Bag]) -> f64 {
    let total = bags.len() as f64;
    let with = bags.iter().filter(|bag| bag.answers(topic) > 0.0).count() as f64;
    ((total - with + 0.5) / (with + 0.5) + 1.0).ln()
}
