//! The documents of a process: all that the records hold of one thing, or one passage of a note.

use std::collections::BTreeSet;

use super::{Thinking, Workflow};
use crate::clearance::{Block, FactRef, box_fact, box_passage, holding};
use crate::document::Content;
use crate::error::Result;
use crate::privacy::kind::Kind;
use crate::privacy::select::{Selection, Series, fact_of, select};
use crate::privacy::stranger::Easing;
use crate::privacy::synthesise::{Material, Silent, Synthesis, synthesise};
use crate::privacy::vocabulary::Sources;
use crate::question::{Plan, Topic};
use crate::reference::Reference;
use crate::retrieve::Hits;
use crate::thought::graph::Fact;
use crate::thought::search::Document;
use crate::workflow::Context;

/// Passages of notes that one look-up brings.
const MAX_NOTES: usize = 6;

/// Something that may be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// A fact.
    Fact(FactRef),
    /// Sentences of a passage.
    Note(usize),
}

/// A document, with what is told when it is put before a model.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub series: Option<Series>,
    pub note: Option<usize>,
    pub facts: BTreeSet<Fact>,
    /// What was asked where it was found.
    pub topics: Vec<Topic>,
    /// Whether its entries are of other times than was asked about there.
    pub is_outside: bool,
}

impl Known {
    /// Returns the document numbered `at` as the search knows it.
    pub fn document(&self, at: usize) -> Document {
        Document { document: u32::try_from(at).unwrap_or(u32::MAX), facts: self.facts.clone() }
    }

    /// Returns the references of the passages that hold it.
    pub fn references(&self, context: &Context<'_>) -> Vec<Reference> {
        let passages = context.index.as_slice();
        let note = self.note.and_then(|note| passages.get(note)).map(|passage| passage.reference.clone());
        let facts = self
            .series
            .iter()
            .flat_map(|series| &series.facts)
            .filter_map(|fact| holding(*fact, passages).map(|passage| passage.reference.clone()));
        let mut seen = BTreeSet::new();
        note.into_iter().chain(facts).filter(|reference| seen.insert(reference.clone())).collect()
    }

    /// Returns its boxes, as an answer would show them.
    pub fn boxes(&self, context: &Context<'_>) -> Vec<Block> {
        let passages = context.index.as_slice();
        let facts = self.series.iter().flat_map(|series| &series.facts).rev();
        let facts = facts.filter_map(|fact| box_fact(*fact, context.records, passages));
        let note = self.note.and_then(|note| passages.get(note));
        facts.chain(note.map(|note| box_passage(note, context.records, passages)).unwrap_or_default()).collect()
    }

    /// Returns what it is called, for the person's eyes.
    pub fn title(&self, context: &Context<'_>) -> String {
        let series = self.series.as_ref().and_then(|series| {
            let fact = fact_of(context.records, *series.facts.last()?)?;
            let coded = fact.code.as_ref().map(|code| code.display.text.trim().to_owned());
            coded.filter(|name| !name.is_empty()).or_else(|| Some(series.name.clone()).filter(|name| !name.is_empty()))
        });
        let reference = || self.references(context).first().map(ToString::to_string);
        series.or_else(reference).unwrap_or_else(|| "an entry".to_owned())
    }
}

impl Thinking {
    /// Returns the documents that `hits` and `written`, found for what `plan` asks, bring beside those that are known: of each
    /// something may be told.
    pub(super) fn read(
        &mut self,
        context: &Context<'_>,
        plan: &Plan,
        hits: &Hits,
        written: &Hits,
    ) -> Result<Vec<Known>> {
        let subjects = self.subjects.clone().or_else(|| context.among(plan, hits));
        let Selection { series, is_outside, .. } = select(context.records, plan, subjects.as_ref());
        let taken: Vec<&Known> = self.documents.iter().chain(&self.spare).collect();
        let told: BTreeSet<FactRef> =
            taken.iter().filter_map(|known| known.series.as_ref()).flat_map(|series| series.facts.clone()).collect();
        let mut notes: Vec<usize> = Vec::new();
        for hit in hits.hits.iter().chain(&written.hits) {
            let document = context.records.documents.get(hit.document.0 as usize);
            let is_prose = document.is_some_and(|document| {
                matches!(document.content, Content::Prose { .. })
                    && subjects.as_ref().is_none_or(|all| document.subject.is_some_and(|own| all.contains(&own)))
            });
            let at = hit.passage.0 as usize;
            if is_prose && !notes.contains(&at) && !taken.iter().any(|known| known.note == Some(at)) {
                notes.push(at);
            }
        }
        notes.truncate(MAX_NOTES);
        let of_series = series.into_iter().filter_map(|mut series| {
            series.facts.retain(|fact| !told.contains(fact));
            (!series.facts.is_empty()).then_some((Some(series), None))
        });
        let of_notes = notes.into_iter().map(|note| (None, Some(note)));
        // In turns, so that a long list of entries does not keep the notes away.
        let (mut first, mut second): (Vec<_>, Vec<_>) = (of_series.collect(), of_notes.collect());
        if plan.asks_for_prose() {
            std::mem::swap(&mut first, &mut second);
        }
        let (mut first, mut second) = (first.into_iter(), second.into_iter());
        let mut known = Vec::new();
        loop {
            let next: Vec<_> = first.by_ref().take(2).chain(second.by_ref().take(1)).collect();
            if next.is_empty() {
                return Ok(known);
            }
            for (series, note) in next {
                let found = self.known(context, plan, series, note)?;
                known.extend(found.map(|known| Known { is_outside: is_outside && known.series.is_some(), ..known }));
            }
        }
    }

    /// Returns the document of `series` or `note`, where something of it may be told.
    fn known(
        &mut self,
        context: &Context<'_>,
        plan: &Plan,
        series: Option<Series>,
        note: Option<usize>,
    ) -> Result<Option<Known>> {
        let synthesis = self.alone(context, plan, series.as_ref(), note)?;
        let facts: BTreeSet<FactRef> = synthesis.told.iter().flat_map(|(_, facts)| facts.iter().copied()).collect();
        let notes: BTreeSet<usize> = synthesis.told_notes.iter().map(|(_, note)| *note).collect();
        let all = facts.into_iter().map(Told::Fact).chain(notes.into_iter().map(Told::Note));
        let all: Vec<Told> = all.collect();
        let facts: BTreeSet<Fact> = all.into_iter().map(|told| self.number(context, told)).collect();
        let (topics, is_outside) = (plan.topics.clone(), false);
        Ok((!facts.is_empty()).then_some(Known { series, note, facts, topics, is_outside }))
    }

    /// Returns what would be told of one document by itself.
    fn alone(
        &self,
        context: &Context<'_>,
        plan: &Plan,
        series: Option<&Series>,
        note: Option<usize>,
    ) -> Result<Synthesis> {
        let words = Sources {
            lexicon: context.lexicon,
            known: Some(context.known),
            detector: Some(context.detector),
            allowed: &self.allowed,
            instructions: self.question.parts(),
            withheld: Some(&self.withheld),
            is_record: false,
        };
        let series: Vec<Series> = series.cloned().into_iter().collect();
        let notes: Vec<usize> = note.into_iter().collect();
        synthesise(&Material {
            records: context.records,
            passages: context.index.as_slice(),
            question: self.question.plain(),
            plan,
            series: &series,
            is_outside: false,
            notes: &notes,
            excluded: &BTreeSet::new(),
            silent: &Silent::default(),
            easing: &Easing::default(),
            rare: context.rare,
            words: &words,
            policy: &self.policy,
            seed: self.seed,
        })
    }

    /// Returns the number and kind of `told`, the same whenever it is met.
    fn number(&mut self, context: &Context<'_>, told: Told) -> Fact {
        let found = self.facts.iter().position(|(known, _)| *known == told);
        let at = found.unwrap_or_else(|| {
            let kind = match told {
                Told::Fact(fact) => fact_of(context.records, fact).map_or(Kind::Other, Kind::of),
                Told::Note(_) => Kind::Notes,
            };
            self.facts.push((told, kind));
            self.facts.len() - 1
        });
        let kind = self.facts.get(at).map_or(Kind::Other, |(_, kind)| *kind);
        Fact { fact: u32::try_from(at).unwrap_or(u32::MAX), kind: kind as u16 }
    }
}

impl Workflow {
    /// Returns the text of the reply so far.
    pub fn reply_text(&self) -> &str {
        self.reply.text()
    }
}
