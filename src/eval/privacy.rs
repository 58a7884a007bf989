//! How well identifying texts are found in marked texts.
//!
//! A marked stretch counts as **covered** when found spans of any type together hold all of its characters (what leaves would
//! not show it), as **typed** when spans of its own type do, and as **exact** when one found span has its very bounds. A found
//! span counts as **right** when it shares a letter or digit with a marked stretch. **Over-redacted** are the characters that
//! are found and not marked, by all that are not marked. Precision belongs to a type of found spans, recall to a label of the
//! set; F1 joins a label's recall with the precision of its type.

mod labels;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::spans::{Answered, CodePoints, Harmless, Mark, Marked};
use crate::privacy::detect::{Detector, Entity, Known};
use crate::span::{Span, overlap};
pub use labels::{Labels, entity_type_named, name_of};

/// How many of the marked stretches were found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Recall {
    /// Marked stretches.
    pub marked: usize,
    /// Those whose every character was found, as whatever type.
    pub covered: usize,
    /// Those whose every character was found as their own type.
    pub typed: usize,
    /// Those that one found span has the bounds of.
    pub exact: usize,
}

impl Recall {
    /// Returns the share of the marked stretches that are covered; 1 where nothing is marked.
    pub fn rate(self) -> f64 {
        share(self.covered, self.marked)
    }

    fn add(&mut self, other: Recall) {
        self.marked += other.marked;
        self.covered += other.covered;
        self.typed += other.typed;
        self.exact += other.exact;
    }
}

/// How many of the found spans were marked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Precision {
    /// Found spans.
    pub found: usize,
    /// Those that share a letter or digit with a marked stretch, whatever its label.
    pub right: usize,
}

impl Precision {
    /// Returns the share of the found spans that are right; 1 where nothing is found.
    pub fn rate(self) -> f64 {
        share(self.right, self.found)
    }
}

/// The figures of a label.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LabelFigures {
    /// What the set calls it.
    pub label: String,
    /// The type that it stands for.
    pub entity_type: String,
    /// How many were found.
    #[serde(flatten)]
    pub counts: Recall,
    /// Covered by marked.
    pub recall: f64,
    /// Right by found, of its type.
    pub precision: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
}

/// The figures of a type of found spans.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeFigures {
    /// The type.
    pub entity_type: String,
    /// How many were right.
    #[serde(flatten)]
    pub counts: Precision,
    /// Right by found.
    pub precision: f64,
}

/// The recall within one group of texts or names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupFigures {
    /// The group.
    pub group: String,
    /// How many were found.
    #[serde(flatten)]
    pub counts: Recall,
    /// Covered by marked.
    pub recall: f64,
}

/// How often something harmless was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HarmlessFigures {
    /// The kind; `all` for all of them.
    pub kind: String,
    /// How many there are.
    pub items: usize,
    /// How many of them were found, wholly or in part.
    pub hit: usize,
    /// Hit by items.
    pub rate: f64,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Marked texts.
    pub texts: usize,
    /// Their code points.
    pub characters: usize,
    /// All labels together.
    pub all: Recall,
    /// Covered by marked.
    pub recall: f64,
    /// Right by found, over all types.
    pub precision: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
    /// Letters and digits that were found and not marked.
    pub over_redacted: usize,
    /// Letters and digits that are not marked.
    pub unmarked: usize,
    /// Over-redacted by unmarked.
    pub over_redaction: f64,
    /// By label.
    pub labels: Vec<LabelFigures>,
    /// By type of found span.
    pub types: Vec<TypeFigures>,
    /// By the origin of names.
    pub origins: Vec<GroupFigures>,
    /// By casing of the texts.
    pub casings: Vec<GroupFigures>,
    /// By kind of text.
    pub kinds: Vec<GroupFigures>,
    /// What must not be found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harmless: Vec<HarmlessFigures>,
}

/// The found spans of a text, as they are handed out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundSpans {
    /// The text's name.
    pub id: String,
    /// Its spans.
    pub spans: Vec<FoundSpan>,
}

/// A found span, in code points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoundSpan {
    /// Code points before it.
    pub start: usize,
    /// Code points up to its end.
    pub end: usize,
    /// Its type.
    pub label: String,
}

/// Something that went wrong, in bytes of its text; holds no text itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The index of the text.
    pub text: usize,
    /// Where.
    pub range: Range<usize>,
    /// The label of what was missed, or the type of what was found without need.
    pub name: String,
    /// The recognizer that found it without need; `None` for what was missed.
    pub recognizer: Option<&'static str>,
}

/// A report with what lies behind it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The figures.
    pub report: Report,
    /// What was found, text by text.
    pub found: Vec<FoundSpans>,
    /// What was missed, wholly or in part, and what was found without need.
    pub slips: Vec<Slip>,
}

#[derive(Default)]
struct Tally {
    labels: BTreeMap<String, Recall>,
    types: BTreeMap<String, Precision>,
    origins: BTreeMap<String, Recall>,
    casings: BTreeMap<String, Recall>,
    kinds: BTreeMap<String, Recall>,
    characters: usize,
    over_redacted: usize,
    unmarked: usize,
}

/// Returns how well `detector` finds what is marked in `texts`.
pub fn measure(detector: &Detector, texts: &[Marked], labels: &Labels) -> Outcome {
    measure_by(texts, labels, |text| detector.detect(&text.text))
}

/// Returns how well `answers`, what somebody else found, hold what is marked in `texts`; a text without an answer holds nothing.
pub fn measure_answers(answers: &[Answered], texts: &[Marked], labels: &Labels) -> Outcome {
    let answers: BTreeMap<&str, &[Mark]> =
        answers.iter().map(|each| (each.id.as_str(), each.spans.as_slice())).collect();
    measure_by(texts, labels, |text| {
        let points = CodePoints::of(&text.text);
        let entity = |mark: &Mark| {
            let range = points.bytes(mark.start, mark.end)?;
            let entity_type = labels.entity_type(&mark.label).or_else(|| entity_type_named(&mark.label))?;
            let known = Known { span: Span::at(range.start, range.len()), entity_type };
            Some(known.entity("peer", "as it answered"))
        };
        answers.get(text.id.as_str()).map_or_else(Vec::new, |spans| spans.iter().filter_map(entity).collect())
    })
}

fn measure_by(texts: &[Marked], labels: &Labels, find: impl Fn(&Marked) -> Vec<Entity>) -> Outcome {
    let mut tally = Tally::default();
    let (mut found, mut slips) = (Vec::new(), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        let entities = find(text);
        found.push(found_spans(text, index, &entities));
        tally.add(index, text, &entities, labels, &mut slips);
    }
    Outcome { report: tally.report(texts.len(), labels), found, slips }
}

/// Returns how often `detector` hits what must not be found: by kind, and all together last.
pub fn measure_harmless(detector: &Detector, items: &[Harmless]) -> (Vec<HarmlessFigures>, Vec<Slip>) {
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut slips = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let kind = kinds.entry(item.kind.as_deref().unwrap_or("other")).or_default();
        kind.0 += 1;
        let Some(range) = CodePoints::of(&item.text).bytes(item.span.start, item.span.end) else { continue };
        let entities = detector.detect(&item.text);
        if let Some(entity) = entities.iter().find(|entity| overlap(&entity.span.range(), &range)) {
            kind.1 += 1;
            let name = name_of(entity.entity_type);
            slips.push(Slip { text: index, range: entity.span.range(), name, recognizer: Some(entity.recognizer) });
        }
    }
    let all = kinds.values().fold((0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
    let figures = |(kind, (items, hit)): (&str, (usize, usize))| {
        let rate = if items == 0 { 0.0 } else { share(hit, items) };
        HarmlessFigures { kind: kind.to_owned(), items, hit, rate }
    };
    (kinds.into_iter().chain([("all", all)]).map(figures).collect(), slips)
}

impl Tally {
    fn add(&mut self, index: usize, text: &Marked, entities: &[Entity], labels: &Labels, slips: &mut Vec<Slip>) {
        let points = CodePoints::of(&text.text);
        self.characters += text.text.chars().count();
        let marks: Vec<(&Mark, Range<usize>)> =
            text.spans.iter().filter_map(|mark| Some((mark, points.bytes(mark.start, mark.end)?))).collect();
        for (mark, range) in &marks {
            let Some(entity_type) = labels.entity_type(&mark.label) else { continue };
            let Some(whole) = labels.asked(&text.text, range.clone(), entity_type) else { continue };
            let covered = is_covered(&text.text, &whole, entities.iter());
            let typed = is_covered(&text.text, &whole, entities.iter().filter(|e| e.entity_type == entity_type));
            let exact = entities.iter().any(|entity| entity.span.range() == whole);
            let counts = Recall { marked: 1, covered: covered.into(), typed: typed.into(), exact: exact.into() };
            self.labels.entry(mark.label.clone()).or_default().add(counts);
            if let Some(origin) = &mark.origin {
                self.origins.entry(origin.clone()).or_default().add(counts);
            }
            if let Some(casing) = &text.casing {
                self.casings.entry(casing.clone()).or_default().add(counts);
            }
            if let Some(kind) = &text.kind {
                self.kinds.entry(kind.clone()).or_default().add(counts);
            }
            if !covered {
                slips.push(Slip { text: index, range: whole, name: mark.label.clone(), recognizer: None });
            }
        }
        for entity in entities {
            let range = entity.span.range();
            let shared = |(_, mark): &(&Mark, Range<usize>)| shares(&text.text, &range, mark);
            let right = marks.iter().any(shared);
            let counts = self.types.entry(name_of(entity.entity_type)).or_default();
            counts.found += 1;
            counts.right += usize::from(right);
            if !right {
                let name = name_of(entity.entity_type);
                slips.push(Slip { text: index, range, name, recognizer: Some(entity.recognizer) });
            }
        }
        for (at, c) in text.text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let here = at..at + c.len_utf8();
            if marks.iter().any(|(_, mark)| overlap(mark, &here)) {
                continue;
            }
            self.unmarked += 1;
            self.over_redacted += usize::from(entities.iter().any(|entity| overlap(&entity.span.range(), &here)));
        }
    }

    fn report(self, texts: usize, labels: &Labels) -> Report {
        let all = self.labels.values().fold(Recall::default(), |mut sum, counts| {
            sum.add(*counts);
            sum
        });
        let asked = self.types.iter().filter(|(entity_type, _)| labels.asks_for(entity_type));
        let every = asked.fold(Precision::default(), |sum, (_, counts)| Precision {
            found: sum.found + counts.found,
            right: sum.right + counts.right,
        });
        let of_label = |(label, counts): (String, Recall)| {
            let entity_type = labels.entity_type(&label).map(name_of).unwrap_or_default();
            let precision = self.types.get(&entity_type).copied().unwrap_or_default().rate();
            let recall = counts.rate();
            LabelFigures { label, entity_type, counts, recall, precision, f1: f1(recall, precision) }
        };
        let of_type = |(entity_type, counts): (&String, &Precision)| TypeFigures {
            entity_type: entity_type.clone(),
            counts: *counts,
            precision: counts.rate(),
        };
        Report {
            texts,
            characters: self.characters,
            all,
            recall: all.rate(),
            precision: every.rate(),
            f1: f1(all.rate(), every.rate()),
            over_redacted: self.over_redacted,
            unmarked: self.unmarked,
            over_redaction: if self.unmarked == 0 { 0.0 } else { share(self.over_redacted, self.unmarked) },
            labels: self.labels.into_iter().map(of_label).collect(),
            types: self.types.iter().map(of_type).collect(),
            origins: groups(self.origins),
            casings: groups(self.casings),
            kinds: groups(self.kinds),
            harmless: Vec::new(),
        }
    }
}

fn groups(groups: BTreeMap<String, Recall>) -> Vec<GroupFigures> {
    groups.into_iter().map(|(group, counts)| GroupFigures { group, counts, recall: counts.rate() }).collect()
}

fn found_spans(text: &Marked, index: usize, entities: &[Entity]) -> FoundSpans {
    let points = CodePoints::of(&text.text);
    let span = |entity: &Entity| FoundSpan {
        start: points.before(entity.span.start()),
        end: points.before(entity.span.end()),
        label: name_of(entity.entity_type),
    };
    let id = if text.id.is_empty() { (index + 1).to_string() } else { text.id.clone() };
    FoundSpans { id, spans: entities.iter().map(span).collect() }
}

/// Returns `range` of `text` without white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (inside.len() - inside.trim_start().len());
    start..(start + inside.trim().len())
}

/// Returns whether `entities` together hold every character of `range` that is no white space.
fn is_covered<'e>(text: &str, range: &Range<usize>, entities: impl Iterator<Item = &'e Entity> + Clone) -> bool {
    let inside = text.get(range.clone()).unwrap_or_default();
    inside.char_indices().filter(|(_, c)| !c.is_whitespace()).all(|(at, c)| {
        let here = range.start + at..range.start + at + c.len_utf8();
        entities.clone().any(|entity| overlap(&entity.span.range(), &here))
    })
}

fn shares(text: &str, a: &Range<usize>, b: &Range<usize>) -> bool {
    let shared = a.start.max(b.start)..a.end.min(b.end);
    text.get(shared).is_some_and(|shared| shared.contains(char::is_alphanumeric))
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn f1(recall: f64, precision: f64) -> f64 {
    if recall + precision == 0.0 { 0.0 } else { 2.0 * recall * precision / (recall + precision) }
}

#[cfg(test)]
mod tests;
