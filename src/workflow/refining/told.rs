//! What a question is refined over, thing by thing, and what of it a model asks for.

use std::collections::{BTreeSet, VecDeque};

use super::super::{Context, notes};
use crate::clearance::{Aliases, FactRef, Target, holding};
use crate::document::{Content, DocumentIndex, Passage, PatientIndex};
use crate::error::{Code, Error, Result};
use crate::privacy::clauses::{is_answering, is_told_of};
use crate::privacy::select::{Series, fact_of};
use crate::privacy::vocabulary::Sources;
use crate::question::Topic;
use crate::reference::Alias;
use crate::retrieve::Hits;

/// What begins a line that says so.
const SEARCH: &str = "SEARCH:";
const OPEN: &str = "OPEN:";

/// What a model wants to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// What is found for these words of its own.
    Search(String),
    /// What stands beside the passage of this alias.
    Open(Alias),
}

/// One thing that may be told: all entries of one kind of thing, or a passage of prose.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::workflow) enum Told {
    Series(Series),
    Note(usize),
}

impl Told {
    /// Returns whether `fact` is one of its entries.
    pub(in crate::workflow) fn has(&self, fact: FactRef) -> bool {
        matches!(self, Told::Series(series) if series.facts.contains(&fact))
    }
}

/// Returns all passages of `document`, of which sentences answer `topics`.
///
/// # Errors
/// `not-found` when there is no such document or none of its sentences answers, as a model would be told nothing of it; `unsupported` for entries.
pub(super) fn whole(context: &Context<'_>, document: DocumentIndex, topics: &[Topic]) -> Result<VecDeque<Told>> {
    let of = context.records.documents.get(document.0 as usize);
    let of =
        of.ok_or_else(|| Error::new(Code::NotFound, "there is no such document; the list of records names them"))?;
    if !matches!(of.content, Content::Prose { .. }) {
        return Err(Error::new(
            Code::Unsupported,
            "only a note or letter is read whole: of entries what answers is told, all of it",
        ));
    }
    if !is_answering(&of.text, topics) {
        return Err(Error::new(
            Code::NotFound,
            "no sentence of this note has a word of the question, and only such are told: ask with words that stand in it",
        ));
    }
    let mut passages: Vec<(usize, &Passage)> =
        context.index.as_slice().iter().enumerate().filter(|(_, passage)| passage.document == document).collect();
    passages.sort_by_key(|(at, passage)| (passage.span.start(), *at));
    Ok(passages.into_iter().map(|(at, _)| Told::Note(at)).collect())
}

/// Returns of the passages of prose among `hits` those of `subjects` of which a sentence answers `topics`, which a model wrote, by words that may be told; all
/// where it asked for a kind of text alone. `words` is what a note's words are told by.
pub(super) fn sought(
    context: &Context<'_>,
    (hits, subjects): (&Hits, Option<&BTreeSet<PatientIndex>>),
    series: &[Series],
    topics: &[Topic],
    words: &Sources<'_>,
) -> Vec<usize> {
    let is_told = |at: &usize| {
        let passage = context.index.as_slice().get(*at)?;
        let document = context.records.documents.get(passage.document.0 as usize)?;
        let is_of = subjects.is_none_or(|all| document.subject.is_none_or(|own| all.contains(&own)));
        let patients = &context.records.patients;
        Some(is_of && (topics.is_empty() || is_told_of(&document.text, passage.span.range(), topics, patients, words)))
    };
    notes(context, hits, series).into_iter().filter(|at| is_told(at) == Some(true)).collect()
}

/// Returns what stands beside the passage that `alias` names: of prose the passages before and behind it, of an entry what else was entered with it.
pub(super) fn beside(context: &Context<'_>, aliases: &Aliases, alias: Alias) -> Vec<Told> {
    let passages = context.index.as_slice();
    match aliases.get(alias) {
        Some(Target::Passage { passage }) => {
            let document = passages.get(*passage).map(|passage| passage.document);
            let near = [passage.checked_sub(1), passage.checked_add(1)].into_iter().flatten();
            let same = |at: &usize| passages.get(*at).is_some_and(|other| Some(other.document) == document);
            near.filter(same).map(Told::Note).collect()
        }
        Some(Target::Facts { facts }) => {
            let Some(fact) = facts.last() else { return Vec::new() };
            let document = context.records.documents.get(fact.document.0 as usize);
            let beside = holding(*fact, passages).into_iter().flat_map(|passage| passage.facts.clone());
            beside
                .map(|other| FactRef { document: fact.document, fact: other })
                .filter_map(|other| {
                    let (subject, kind) = (document?.subject, fact_of(context.records, other)?.kind);
                    let (name, met) = (String::new(), Vec::new());
                    Some(Told::Series(Series { subject, kind, facts: vec![other], score: 0.0, fit: 0.0, name, met }))
                })
                .collect()
        }
        None => Vec::new(),
    }
}

/// Returns `reply` without the line that says what the model wants to read, and that.
pub(super) fn divided(reply: &str) -> (String, Option<Wish>) {
    let mut wish = None;
    let mut said: Vec<&str> = Vec::new();
    for line in reply.lines() {
        let bare = line.trim().trim_start_matches(['*', '-', '>', '`', ' ']);
        let behind = |word: &str| {
            bare.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).and_then(|_| bare.get(word.len()..))
        };
        let found = match (behind(SEARCH), behind(OPEN)) {
            (Some(words), _) => {
                Some(words.trim()).filter(|words| !words.is_empty()).map(|words| Wish::Search(words.to_owned()))
            }
            (None, Some(title)) => {
                title.split(|c: char| !c.is_ascii_alphanumeric()).find_map(Alias::parse).map(Wish::Open)
            }
            (None, None) => {
                said.push(line);
                continue;
            }
        };
        wish = wish.or(found);
    }
    (said.join("\n"), wish)
}

#[cfg(test)]
mod tests;
