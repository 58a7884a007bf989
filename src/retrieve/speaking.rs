//! Which passages speak of what a question is about: by the concepts that a vocabulary finds in them, and by the question's wordings.

use std::collections::BTreeMap;

use super::{Concept, Spoken, SpokenConcept};
use crate::index::concepts::{Context, Relation};
use crate::index::speaking::Speaking;
use crate::index::{Index, PassageIndex};

/// A passage that speaks of a concept of the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Speaks {
    pub passage: PassageIndex,
    /// How much of the concept that counts, 0 to 1.
    pub counts: f64,
    /// Which of what the concept means it names, and how; `None` where its words stand for it.
    named: Option<(usize, Context)>,
}

impl Speaks {
    /// Returns what is told of this, where `concept` is the question's.
    pub fn explained(&self, concept: &Concept) -> Spoken {
        let named = self.named.and_then(|(at, context)| {
            let meant = concept.meant.get(at)?;
            Some(SpokenConcept { label: meant.label.clone(), relation: meant.relation, context })
        });
        let asked = concept.wordings.first().map_or(String::new(), |words| words.join(" "));
        Spoken { asked, concept: named, counts: self.counts }
    }
}

/// Returns the passages among those `admitted` that speak of `concept`, in order; `mentions` says which name what it means.
///
/// A passage that names the very concept counts by how it means it. Any other counts by the best of what it names and of the wordings
/// whose words it has all.
pub(super) fn speaking(index: &Index, mentions: &Speaking<'_>, concept: &Concept, admitted: &[bool]) -> Vec<Speaks> {
    let mut found: BTreeMap<PassageIndex, Speaks> = BTreeMap::new();
    let better = |found: &mut BTreeMap<PassageIndex, Speaks>, speaks: Speaks| {
        let known = found.entry(speaks.passage).or_insert(speaks);
        if speaks.counts > known.counts {
            *known = speaks;
        }
    };
    for (at, meant) in concept.meant.iter().enumerate() {
        for (passage, contexts) in mentions.list(meant.concept) {
            let best = Context::ALL
                .into_iter()
                .filter(|context| contexts & context.bit() != 0)
                .map(|context| (weight(concept, context), context));
            if let Some((weight, context)) = best.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
                let counts = meant.relation.weight() * weight;
                better(&mut found, Speaks { passage, counts, named: Some((at, context)) });
            }
        }
    }
    let names_it = |speaks: &Speaks| {
        let meant = speaks.named.and_then(|(at, _)| concept.meant.get(at));
        meant.is_some_and(|meant| meant.relation == Relation::Same)
    };
    for passage in worded(index, concept) {
        if !found.get(&passage).is_some_and(names_it) {
            better(&mut found, Speaks { passage, counts: 1.0, named: None });
        }
    }
    let admits = |speaks: &Speaks| admitted.get(speaks.passage.0 as usize).copied().unwrap_or(false);
    found.into_values().filter(admits).collect()
}

/// What a mention in `context` counts for a question's `concept`.
fn weight(concept: &Concept, context: Context) -> f64 {
    match (concept.of_family, context) {
        (true, Context::Family) => 1.0,
        (true, _) => Context::Family.weight(),
        (false, context) => context.weight(),
    }
}

/// The passages that have all words of any wording of `concept`.
fn worded(index: &Index, concept: &Concept) -> Vec<PassageIndex> {
    let postings = index.postings();
    let mut all: Vec<PassageIndex> = Vec::new();
    for wording in &concept.wordings {
        let mut lists = wording.iter().map(|term| postings.list(term).map(|(at, _)| at).collect::<Vec<_>>());
        let Some(first) = lists.next() else { continue };
        let both = |a: Vec<PassageIndex>, b: Vec<PassageIndex>| -> Vec<PassageIndex> {
            a.into_iter().filter(|at| b.binary_search(at).is_ok()).collect()
        };
        all.extend(lists.fold(first, both));
    }
    all.sort_unstable();
    all.dedup();
    all
}
