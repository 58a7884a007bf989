//! Which passages of prose an answer without a model shows.
//!
//! A note may say another thing than the list: of the passages that say all that is asked about, the best and the newest
//! stand open, so that both sides are seen.

use std::collections::BTreeSet;

use super::Context;
use crate::document::{Content, Document, DocumentIndex, FactKind, PatientIndex};
use crate::index::analyze;
use crate::question::{Focus, Plan, Topic, concepts};
use crate::retrieve::Hits;

/// Passages that stand open.
const OPEN: usize = 3;
/// Passages that stand open beside a list of entries.
const OPEN_BESIDE_LIST: usize = 2;
/// Passages that are shown at all.
const MOST: usize = 8;
/// The share of the topics that a passage must have to be near.
const NEAR: f64 = 0.5;

/// The passages of an answer, as indexes.
#[derive(Debug, Default)]
pub struct Prose {
    /// Those to be seen at once, the most telling first.
    pub open: Vec<usize>,
    /// The others.
    pub folded: Vec<usize>,
    /// Whether they say all that is asked about.
    pub is_met: bool,
}

/// Returns the passages of `hits` that `plan` asks for; of `subjects` alone where they are known.
pub fn choose(context: &Context<'_>, plan: &Plan, hits: &Hits, subjects: Option<&BTreeSet<PatientIndex>>) -> Prose {
    let topics = topics(plan);
    if topics.is_empty() {
        return if plan.asks_for_prose() { newest(context, plan, subjects) } else { Prose::default() };
    }
    let mut found: Vec<Found> =
        hits.hits.iter().filter_map(|hit| Found::new(context, hit.passage.0 as usize, &topics)).collect();
    found.retain(|found| subjects.is_none_or(|subjects| found.subject.is_some_and(|at| subjects.contains(&at))));
    let best = found.iter().map(|found| found.share).fold(0.0, f64::max);
    found.retain(|found| found.share >= NEAR && found.share >= best);
    if plan.asks_for_prose() && plan.focus == Focus::Latest {
        found.sort_by_key(|found| std::cmp::Reverse(found.day));
    } else if let Some(best) = found.first().map(|best| best.document) {
        // After the best the newest, since a note may say that another no longer holds; each text once before any twice.
        let mut seen = BTreeSet::from([best]);
        found.get_mut(1..).unwrap_or_default().sort_by_key(|found| std::cmp::Reverse(found.day));
        let (mut firsts, mut others): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
        for (place, found) in found.drain(..).enumerate() {
            if place == 0 || seen.insert(found.document) { firsts.push(found) } else { others.push(found) }
        }
        found = firsts;
        found.extend(others);
    }
    let open = if plan.topics.is_empty() { OPEN_BESIDE_LIST } else { OPEN };
    let mut passages: Vec<usize> = found.iter().map(|found| found.passage).take(MOST).collect();
    let folded = passages.split_off(passages.len().min(open));
    Prose { is_met: best == 1.0, open: passages, folded }
}

/// What the passages must be about: the topics of the question, else the kinds that it names.
fn topics(plan: &Plan) -> Vec<Topic> {
    if !plan.topics.is_empty() {
        return plan.topics.clone();
    }
    let words = |kind: &FactKind| -> Topic {
        concepts::words_of(*kind).filter_map(analyze::term).map(|term| vec![term]).collect()
    };
    let topic: Topic = plan.kinds.iter().flat_map(words).collect();
    if topic.is_empty() { Vec::new() } else { vec![topic] }
}

/// The beginning of the newest (or first) texts, for "what did the last letter say?".
fn newest(context: &Context<'_>, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Prose {
    let wanted = |document: &Document| {
        matches!(document.content, Content::Prose { .. })
            && subjects.is_none_or(|subjects| document.subject.is_some_and(|at| subjects.contains(&at)))
            && plan.period.as_ref().is_none_or(|period| document.date.is_some_and(|day| period.holds(day)))
    };
    let mut found: Vec<(Option<jiff::civil::Date>, u32, usize)> = Vec::new();
    for (at, passage) in context.index.as_slice().iter().enumerate() {
        if let Some(document) = context.records.documents.get(passage.document.0 as usize).filter(|d| wanted(d)) {
            found.push((document.date, passage.document.0, at));
        }
    }
    found.sort_by(|a, b| {
        let days = if plan.focus == Focus::First { a.0.cmp(&b.0) } else { b.0.cmp(&a.0) };
        days.then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    });
    let mut passages: Vec<usize> = found.iter().map(|(_, _, at)| *at).take(MOST).collect();
    let folded = passages.split_off(passages.len().min(OPEN));
    Prose { is_met: !passages.is_empty(), open: passages, folded }
}

/// A passage that was found, and how much of the topics it says.
struct Found {
    passage: usize,
    document: DocumentIndex,
    subject: Option<PatientIndex>,
    day: Option<jiff::civil::Date>,
    share: f64,
}

/// What a topic weighs: a single letter, as of vitamin D, is met by much else.
fn weight(topic: &Topic) -> f64 {
    if topic.iter().flatten().all(|term| term.chars().count() == 1) { 0.25 } else { 1.0 }
}

impl Found {
    fn new(context: &Context<'_>, passage: usize, topics: &[Topic]) -> Option<Self> {
        let at = context.index.as_slice().get(passage)?;
        let document = context.records.documents.get(at.document.0 as usize)?;
        if !matches!(document.content, Content::Prose { .. }) {
            return None;
        }
        let words = analyze::bag(at.span.of(&document.text)?);
        let says = |topic: &&Topic| topic.iter().any(|terms| terms.iter().all(|term| words.contains_key(term)));
        let total: f64 = topics.iter().map(weight).sum();
        let share = topics.iter().filter(says).map(weight).sum::<f64>() / total;
        Some(Found { passage, document: at.document, subject: document.subject, day: document.date, share })
    }
}
