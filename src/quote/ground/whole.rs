//! Which sentences of a model's words are derived whole from the records, and which nobody checked.
//!
//! A mark is of a stretch: a number, a time, a name. That each of them is in the records does not make the sentence true. Here each
//! sentence is read word by word into what it claims, by closed lists and no others: names that were told, values, times, counts, and
//! words that have a rule. A rule works out anew from the facts what they claim together, from all entries of the record where it is said of
//! all. What no list holds is left over, and a sentence of which anything is left over is *not checked*; so is one that no rule covers
//! from its first word to its last. A word that nobody knows can therefore make no sentence true.

mod atoms;
mod claims;
mod entries;
mod groups;
mod measured;
mod names;
mod silent;
mod words;

use std::ops::Range;

use serde::Serialize;

use super::sentence::{Sentence, sentences};
use super::world::World;
use super::{MAX_PROSE, Mark, Verdict};
use crate::span::overlap;
use atoms::{Atom, Read, read};
use groups::Claimed;
use names::Names;
pub(super) use names::core;

/// What is known of a sentence as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// All that it claims was worked out from the records.
    Verified,
    /// Some of it is marked as not holding.
    Marked,
    /// It was not checked as a whole.
    Unchecked,
    /// It claims nothing.
    Silent,
}

/// A sentence of prose with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// The sentence, in bytes of the prose.
    pub range: Range<usize>,
    /// What is known of it.
    pub standing: Standing,
}

/// How many sentences of an answer were derived whole, how many have a mark, and how many were not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Statements {
    /// Sentences that were derived whole.
    pub verified: usize,
    /// Sentences of which some is marked as not holding.
    pub marked: usize,
    /// Sentences that were not checked as a whole.
    pub unchecked: usize,
}

impl Statements {
    /// Takes `statements` into account.
    pub fn add(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement.standing {
                Standing::Verified => self.verified += 1,
                Standing::Marked => self.marked += 1,
                Standing::Unchecked => self.unchecked += 1,
                Standing::Silent => {}
            }
        }
    }
}

/// Returns the sentences of `prose` with what is known of each; `marks` are what was found of its stretches.
pub fn statements(prose: &str, world: &World, marks: &[Mark]) -> Vec<Statement> {
    let end = if prose.len() > MAX_PROSE { prose.floor_char_boundary(MAX_PROSE) } else { prose.len() };
    let names = Names::of(world);
    let mut found = Vec::new();
    // A line that ends in a colon is said of the lines behind it; without what it says these cannot be read.
    let mut lead: Option<Option<Vec<Atom>>> = None;
    let mut before: Option<Vec<usize>> = None;
    for sentence in sentences(prose.get(..end).unwrap_or_default(), world) {
        let own: Vec<&Mark> = marks.iter().filter(|mark| overlap(&mark.range, &sentence.range)).collect();
        let opens = sentence.tokens.last().is_some_and(|token| token.text == ":");
        let read = read(&sentence, world, &names);
        let standing = if own.iter().any(|mark| mark.verdict != Verdict::Supported) {
            Standing::Marked
        } else if silent::is_silent(&sentence) {
            Standing::Silent
        } else {
            let standing = stands(&sentence, read.as_ref(), lead.as_ref(), before.as_deref(), (world, &own));
            if opens { lead_stands(read.as_ref(), standing) } else { standing }
        };
        before = read
            .as_ref()
            .and_then(Read::thing)
            .or_else(|| before.filter(|_| read.as_ref().is_some_and(Read::names_nothing)));
        if opens {
            lead = Some(read.map(|read| read.atoms));
        } else if !is_item(prose, &sentence) && sentence.tokens.last().is_some_and(|token| token.text == ".") {
            lead = None;
        }
        found.push(Statement { range: sentence.range, standing });
    }
    if end < prose.len() {
        found.push(Statement { range: end..prose.len(), standing: Standing::Marked });
    }
    found
}

/// Whether a sentence begins its line.
fn is_item(prose: &str, sentence: &Sentence) -> bool {
    prose.get(..sentence.range.start).is_some_and(|before| before.trim_end_matches([' ', '\t']).ends_with('\n'))
}

/// Returns what is known of a sentence without a mark against it.
fn stands(
    sentence: &Sentence,
    read: Option<&Read>,
    lead: Option<&Option<Vec<Atom>>>,
    before: Option<&[usize]>,
    (world, marks): (&World, &[&Mark]),
) -> Standing {
    let Some(read) = read else { return Standing::Unchecked };
    let atoms = match lead {
        Some(None) => return Standing::Unchecked,
        Some(Some(lead)) => lead.iter().cloned().chain([Atom::Lead]).chain(read.atoms.iter().cloned()).collect(),
        None => read.atoms.clone(),
    };
    if read.claims_nothing() {
        return Standing::Silent;
    }
    if sentence.tokens.last().is_some_and(|token| token.text == "?") || world.several {
        return Standing::Unchecked;
    }
    let claimed = Claimed { sentence, world, marks };
    let is_named = |alias: &usize| {
        let things = atoms.iter().filter_map(|atom| if let Atom::Thing(things) = atom { Some(things) } else { None });
        things.flatten().copied().chain(before.into_iter().flatten().copied()).any(|thing| thing == *alias)
    };
    if read.aliases.iter().all(is_named) && claimed.holds(&atoms, before) {
        Standing::Verified
    } else {
        Standing::Unchecked
    }
}

/// Returns what is known of a line that only leads to the lines behind it: these are checked with what it says.
fn lead_stands(read: Option<&Read>, standing: Standing) -> Standing {
    let leads = |atom: &Atom| match atom {
        Atom::Thing(_) | Atom::Kind(_) | Atom::Part(_) | Atom::Break => true,
        Atom::Word(word) => word.leads(),
        _ => false,
    };
    if read.is_some_and(|read| read.atoms.iter().all(leads)) { Standing::Silent } else { standing }
}
