//! Which passages speak of the concepts of one question: as far as they were looked through, by their lists; of the others those alone are
//! looked through that have all words of a name.
//!
//! So a question need not wait until all of large records have been looked through, and finds the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::analyze;
use super::concepts::{ConceptId, Known, Vocabulary, written_as};
use super::mentioned::{Mentioned, found_in};
use super::{Index, PassageIndex};
use crate::document::Records;

/// For concepts of a question the passages that speak of them.
#[derive(Debug, Default)]
pub struct Speaking<'i> {
    read: Option<&'i Mentioned>,
    beyond: BTreeMap<ConceptId, Vec<(PassageIndex, u8)>>,
    looked_through: usize,
}

impl Speaking<'_> {
    /// Returns the passages that speak of `concept` in their order, each with the set of its contexts
    /// ([`Context::bit`](super::concepts::Context::bit)).
    pub fn list(&self, concept: ConceptId) -> impl Iterator<Item = (PassageIndex, u8)> {
        let read = self.read.map(|read| read.list(concept));
        read.into_iter().flatten().chain(self.beyond.get(&concept).into_iter().flatten().copied())
    }

    /// Returns how many passages were looked through for this question alone.
    pub fn looked_through(&self) -> usize {
        self.looked_through
    }
}

impl Index {
    /// Returns which passages speak of `concepts`. Where the `vocabulary` is given that they are of, those that were not looked through yet
    /// ([`mention`](Self::mention)) and are `admitted` are, as far as they have all words of a name of one of `concepts`; without it they
    /// speak of nothing.
    pub fn speaking_of(
        &self,
        records: &Records,
        vocabulary: Option<&Vocabulary>,
        concepts: &BTreeSet<ConceptId>,
        admitted: &[bool],
    ) -> Speaking<'_> {
        let Some(vocabulary) = vocabulary else {
            return Speaking { read: Some(&self.mentioned), ..Speaking::default() };
        };
        let read = Some(&self.mentioned).filter(|mentioned| mentioned.are_of(vocabulary));
        let from = read.map_or(0, Mentioned::passages);
        let mut speaking = Speaking { read, ..Speaking::default() };
        if from >= self.len() || concepts.is_empty() {
            return speaking;
        }
        let mut known = Known::default();
        for passage in self.candidates(vocabulary, concepts, from, admitted) {
            let Some((texts, all)) = self.passage(passage).map(|passage| super::spoken_in(records, passage)) else {
                continue;
            };
            for (concept, contexts) in found_in(vocabulary, &mut known, texts, all) {
                if concepts.contains(&concept) {
                    speaking.beyond.entry(concept).or_default().push((passage, contexts));
                }
            }
            speaking.looked_through += 1;
        }
        speaking
    }

    /// The passages from the one numbered `from` on that are `admitted` and have all words of a name of one of `concepts`, in order.
    fn candidates(
        &self,
        vocabulary: &Vocabulary,
        concepts: &BTreeSet<ConceptId>,
        from: usize,
        admitted: &[bool],
    ) -> Vec<PassageIndex> {
        let may = |at: usize| at >= from && admitted.get(at).copied().unwrap_or(false);
        let mut having: HashMap<&str, Vec<PassageIndex>> = HashMap::new();
        let mut found = vec![false; self.len()];
        for name in concepts.iter().flat_map(|concept| vocabulary.names_of(*concept)) {
            // Postings have no words that every text has.
            let words: Vec<&str> = name.into_iter().filter(|word| !analyze::is_stop_word(word)).collect();
            for word in &words {
                having.entry(*word).or_insert_with(|| self.having(word, may));
            }
            let mut lists: Vec<&[PassageIndex]> =
                words.iter().filter_map(|word| having.get(word)).map(Vec::as_slice).collect();
            lists.sort_unstable_by_key(|list| list.len());
            match lists.split_first() {
                Some((rarest, others)) => {
                    let in_all = |at: &&PassageIndex| others.iter().all(|list| list.binary_search(at).is_ok());
                    for at in rarest.iter().filter(in_all) {
                        found.get_mut(at.0 as usize).into_iter().for_each(|found| *found = true);
                    }
                }
                None => found.iter_mut().enumerate().filter(|(at, _)| may(*at)).for_each(|(_, found)| *found = true),
            }
        }
        (0_u32..).map(PassageIndex).zip(found).filter(|(_, found)| *found).map(|(at, _)| at).collect()
    }

    /// The passages of which `may` holds that have a `word` of a name, however they write it; in order.
    fn having(&self, word: &str, may: impl Fn(usize) -> bool) -> Vec<PassageIndex> {
        let mut found = Vec::new();
        for term in written_as(word) {
            self.postings.list(term).each_passage(|at| {
                if may(at.0 as usize) {
                    found.push(at);
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::concepts::table;
    use super::*;
    use crate::chunk;
    use crate::ingest::read;
    use crate::progress::Unwatched;

    const TABLE: &str = "a\theart attack|myocardial infarction|MI\t\t\nb\tchest pain|pain of the chest\t\t\nc\tfever\t\t\n\
                         d\tdiabetes mellitus|type 2 diabetes\t\t\ne\tunder the weather|out of it\t\t\nf\twith it\t\t\n";

    /// An index of passages with these texts.
    fn of(texts: &[String]) -> (Records, Index) {
        let mut records = Records::default();
        for (number, text) in texts.iter().enumerate() {
            let file = format!("Note {number}\n\n{text}\n");
            read(&mut records, file.as_bytes(), &mut Unwatched).unwrap();
        }
        let passages = chunk::passages(&records);
        let index = Index::build(&records, passages).unwrap();
        (records, index)
    }

    fn lists(speaking: &Speaking<'_>, concepts: &BTreeSet<ConceptId>) -> Vec<Vec<(PassageIndex, u8)>> {
        concepts.iter().map(|concept| speaking.list(*concept).collect()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_question_finds_the_same_however_many_passages_were_looked_through(
            texts in prop::collection::vec(
                "(No |Her mother has |)(fever|Chest pain|heart attacks|MI|mi|type II diabetes|type 2 diabetes|pains of a chest|under weather|with it|knee)(\\. |, | )(fever|knee|diabetes mellitus|out of it)",
                1..12,
            ),
            done in 0_usize..12,
            wanted in prop::collection::btree_set((0_u32..6).prop_map(ConceptId), 0..4),
        ) {
            let vocabulary = table::read(TABLE).unwrap();
            let (records, mut index) = of(&texts);
            let all = vec![true; index.len()];
            index.mention(&vocabulary, &records, done);
            let early = lists(&index.speaking_of(&records, Some(&vocabulary), &wanted, &all), &wanted);
            index.mention(&vocabulary, &records, usize::MAX);
            let late = index.speaking_of(&records, Some(&vocabulary), &wanted, &all);
            prop_assert_eq!(late.looked_through(), 0);
            prop_assert_eq!(early, lists(&late, &wanted));
        }
    }

    #[test]
    fn only_passages_that_may_name_it_are_looked_through() {
        let texts: Vec<String> = (0..40)
            .map(|at| if at % 10 == 3 { "A heart attack." } else { "The knee, and a heart." }.to_owned())
            .collect();
        let vocabulary = table::read(TABLE).unwrap();
        let (records, index) = of(&texts);
        let infarction = vocabulary.mentions::<crate::span::Question>("heart attack");
        let wanted: BTreeSet<ConceptId> =
            infarction.iter().flat_map(|found| vocabulary.concepts_of(found.name)).collect();
        let all = vec![true; index.len()];
        let speaking = index.speaking_of(&records, Some(&vocabulary), &wanted, &all);
        assert_eq!((wanted.len(), speaking.looked_through(), lists(&speaking, &wanted)[0].len()), (1, 4, 4));
        // Of whom is not asked nothing is looked at.
        let nobody = vec![false; index.len()];
        assert_eq!(index.speaking_of(&records, Some(&vocabulary), &wanted, &nobody).looked_through(), 0);
        // Without a vocabulary it is as before they were looked through.
        assert_eq!(lists(&index.speaking_of(&records, None, &wanted, &all), &wanted), [vec![]]);
    }
}
