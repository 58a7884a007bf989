//! For every concept the passages that speak of it, and how they mean it, in a few bytes each.
//!
//! As the postings of words, but of what a [`Vocabulary`] finds: "heart attack" and "myocardial infarction" are in one list. The list of a
//! concept is a run of LEB128 numbers, pairs of the gap to the passage before and the set of contexts it is mentioned in there. Passages
//! are looked through in their order, in as many steps as who asks likes; those that have not been are in no list.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PassageIndex;
use super::concepts::{ConceptId, Context, Known, Vocabulary};
use crate::leb128;
use crate::span::DocumentText;

/// What the passages of an index speak of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mentioned {
    lists: BTreeMap<ConceptId, Entry>,
    /// Passages that were looked through.
    passages: u32,
    /// The vocabulary whose concepts they are.
    vocabulary: [u8; 32],
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Entry {
    bytes: Vec<u8>,
    last: u32,
}

impl Mentioned {
    /// Returns the lists of no passage, for concepts of `vocabulary`.
    pub fn of(vocabulary: &Vocabulary) -> Self {
        Mentioned { vocabulary: vocabulary.id(), ..Mentioned::default() }
    }

    /// Returns whether these are concepts of `vocabulary`.
    pub fn are_of(&self, vocabulary: &Vocabulary) -> bool {
        self.vocabulary == vocabulary.id()
    }

    /// Returns how many passages were looked through.
    pub fn passages(&self) -> usize {
        self.passages as usize
    }

    /// Returns the number of concepts that any passage speaks of.
    pub fn concepts(&self) -> usize {
        self.lists.len()
    }

    /// Returns the size of the lists in bytes.
    pub fn list_bytes(&self) -> usize {
        self.lists.values().map(|entry| entry.bytes.len()).sum()
    }

    /// Looks through the next passage, of which `texts` are the parts. Where `all` is given everything in it is meant so.
    pub fn add<'t>(
        &mut self,
        vocabulary: &Vocabulary,
        known: &mut Known,
        texts: impl IntoIterator<Item = &'t str>,
        all: Option<Context>,
    ) {
        for (concept, contexts) in found_in(vocabulary, known, texts, all) {
            self.put(concept, self.passages, contexts);
        }
        self.passages += 1;
    }

    fn put(&mut self, concept: ConceptId, passage: u32, contexts: u8) {
        let entry = self.lists.entry(concept).or_default();
        leb128::write(&mut entry.bytes, u64::from(passage - entry.last));
        entry.bytes.push(contexts);
        entry.last = passage;
    }

    /// Returns the passages that speak of `concept` in their order, each with the set of its contexts ([`Context::bit`]).
    pub fn list(&self, concept: ConceptId) -> List<'_> {
        List { bytes: self.lists.get(&concept).map_or(&[], |entry| &entry.bytes), passage: 0 }
    }

    /// Leaves only the passages that `keep` says so of, by their numbers; those after one that goes are numbered anew.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut numbers = Vec::with_capacity(self.passages());
        let mut kept = Mentioned { vocabulary: self.vocabulary, ..Mentioned::default() };
        for stays in keep.iter().take(self.passages()) {
            numbers.push(stays.then_some(kept.passages));
            kept.passages += u32::from(*stays);
        }
        for concept in self.lists.keys() {
            for (passage, contexts) in self.list(*concept) {
                if let Some(number) = numbers.get(passage.0 as usize).copied().flatten() {
                    kept.put(*concept, number, contexts);
                }
            }
        }
        *self = kept;
    }
}

/// Returns the concepts that `texts` speak of, each with the set of its contexts. Where `all` is given everything is meant so.
pub(super) fn found_in<'t>(
    vocabulary: &Vocabulary,
    known: &mut Known,
    texts: impl IntoIterator<Item = &'t str>,
    all: Option<Context>,
) -> BTreeMap<ConceptId, u8> {
    let mut found: BTreeMap<ConceptId, u8> = BTreeMap::new();
    for text in texts {
        for mention in vocabulary.mentions_among::<DocumentText>(text, known) {
            let context = all.map_or(mention.context, |all| all.max(mention.context));
            for concept in vocabulary.concepts_of(mention.name) {
                *found.entry(concept).or_default() |= context.bit();
            }
        }
    }
    found
}

/// The passages of one concept, in order, each with the set of its contexts.
#[derive(Debug, Clone)]
pub struct List<'a> {
    bytes: &'a [u8],
    passage: u32,
}

impl Iterator for List<'_> {
    type Item = (PassageIndex, u8);

    fn next(&mut self) -> Option<Self::Item> {
        let gap = leb128::read_u32(&mut self.bytes)?;
        let (contexts, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        self.passage = self.passage.saturating_add(gap);
        Some((PassageIndex(self.passage), *contexts))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::concepts::table;
    use super::*;

    const TABLE: &str = "a\theart attack|myocardial infarction\t\t\nb\tchest pain\t\t\nc\tfever\t\t\n";

    fn of(texts: &[&str]) -> (Vocabulary, Mentioned) {
        let vocabulary = table::read(TABLE).unwrap();
        let (mut mentioned, mut known) = (Mentioned::of(&vocabulary), Known::default());
        texts.iter().for_each(|text| mentioned.add(&vocabulary, &mut known, [*text], None));
        (vocabulary, mentioned)
    }

    fn listed(mentioned: &Mentioned, concept: u32) -> Vec<(u32, u8)> {
        mentioned.list(ConceptId(concept)).map(|(passage, contexts)| (passage.0, contexts)).collect()
    }

    #[test]
    fn all_names_of_a_concept_are_in_one_list() {
        let (_, mentioned) = of(&["Heart attack.", "no fever", "Myocardial infarction; no heart attacks since"]);
        let (so, denied) = (Context::Affirmed.bit(), Context::Denied.bit());
        assert_eq!(listed(&mentioned, 0), [(0, so), (2, so | denied)]);
        assert_eq!(listed(&mentioned, 1), []);
        assert_eq!(listed(&mentioned, 2), [(1, denied)]);
        assert_eq!((mentioned.passages(), mentioned.concepts()), (3, 2));
    }

    #[test]
    fn everything_in_a_family_history_is_of_the_family() {
        let vocabulary = table::read(TABLE).unwrap();
        let mut mentioned = Mentioned::of(&vocabulary);
        mentioned.add(&vocabulary, &mut Known::default(), ["fever"], Some(Context::Family));
        assert_eq!(listed(&mentioned, 2), [(0, Context::Family.bit())]);
    }

    proptest! {
        #[test]
        fn taking_out_equals_never_having_had(
            texts in prop::collection::vec("(fever|chest pain|heart attack|no|cough)( (fever|chest pain|no|heart attack)){0,4}", 0..200),
            keep in prop::collection::vec(any::<bool>(), 200),
        ) {
            let all: Vec<&str> = texts.iter().map(String::as_str).collect();
            let (_, mut mentioned) = of(&all);
            mentioned.retain(&keep);
            let left: Vec<&str> = all.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(text, _)| *text).collect();
            let (_, expected) = of(&left);
            for concept in 0..3 {
                prop_assert_eq!(listed(&mentioned, concept), listed(&expected, concept));
            }
            prop_assert_eq!(mentioned, expected);
        }
    }
}
