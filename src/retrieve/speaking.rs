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

/// The passages that have all words of any wording of `concept`; those of several wordings as often.
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
    all
}

#[cfg(test)]
mod tests {
    use super::super::search::tests::letters;
    use super::*;
    use crate::index::concepts::{Vocabulary, table};
    use crate::question::meant;

    const LETTERS: [&str; 10] = [
        "He had a myocardial infarction.",
        "No myocardial infarction was found.",
        "The mother had a myocardial infarction.",
        "Possible myocardial infarction.",
        "No myocardial infarction in spring. In autumn he had a heart attack.",
        "Chest pain on stairs.",
        "The knee is swollen.",
        "Stairs are hard for the knee.",
        "Heart disease is known.",
        "History of heart attack. He had a myocardial infarction.",
    ];

    fn vocabulary() -> Vocabulary {
        table::read("h\theart disease\t\t\nm\tmyocardial infarction|heart attack\th\tp\np\tchest pain\t\t\n").unwrap()
    }

    /// A letter, how much of what is asked it counts, and as what it names it.
    type Found = (u32, f64, Option<(Relation, Context)>);

    /// Returns, for each letter that speaks of `asked`, how much that counts, and as what it names it.
    fn found(asked: &str, wordings: &[&[&str]], not_admitted: &[usize]) -> Vec<Found> {
        let (records, index) = letters(LETTERS);
        let vocabulary = vocabulary();
        let mut concept = meant::with(Vec::new(), asked, &vocabulary, |_| false).remove(0);
        let terms = |terms: &&[&str]| terms.iter().map(|term| (*term).to_owned()).collect();
        concept.wordings = wordings.iter().map(terms).collect();
        let mut admitted: Vec<bool> = (0..LETTERS.len()).map(|at| !not_admitted.contains(&at)).collect();
        // What is beyond the list is not admitted.
        while admitted.pop_if(|last| !*last).is_some() {}
        let ids = concept.meant.iter().map(|meant| meant.concept).collect();
        let mentions = index.speaking_of(&records, Some(&vocabulary), &ids, &admitted);
        let told = |speaks: Speaks| {
            let spoken = speaks.explained(&concept);
            assert_eq!(spoken.counts, speaks.counts);
            assert_eq!(spoken.asked, wordings.first().map_or(String::new(), |words| words.join(" ")));
            (speaks.passage.0, speaks.counts, spoken.concept.map(|concept| (concept.relation, concept.context)))
        };
        speaking(&index, &mentions, &concept, &admitted).into_iter().map(told).collect()
    }

    #[test]
    fn what_a_passage_names_counts_by_how_it_is_and_how_it_is_meant() {
        use Context::{Affirmed, Denied, Family, Possible};
        use Relation::{Broader, Related, Same};
        assert_eq!(
            found("heart attack", &[], &[]),
            [
                (0, 1.0, Some((Same, Affirmed))),
                (1, 0.7, Some((Same, Denied))),
                (2, 0.6, Some((Same, Family))),
                (3, 0.8, Some((Same, Possible))),
                // Of several mentions the one that counts most.
                (4, 1.0, Some((Same, Affirmed))),
                (5, 0.4, Some((Related, Affirmed))),
                (8, 0.3, Some((Broader, Affirmed))),
                // Of two that count alike the first, as contexts are in order.
                (9, 1.0, Some((Same, Affirmed))),
            ]
        );
        let of_family = found("a heart attack in my family", &[], &[]);
        let counts: Vec<(u32, f64)> = of_family.iter().map(|(at, counts, _)| (*at, *counts)).collect();
        assert_eq!(
            counts,
            [(0, 0.6), (1, 0.6), (2, 1.0), (3, 0.6), (4, 0.6), (5, 0.4 * 0.6), (8, 0.3 * 0.6), (9, 0.6)]
        );
        let of_heart: Vec<(u32, f64)> =
            found("heart disease", &[], &[]).iter().map(|(at, counts, _)| (*at, *counts)).collect();
        assert_eq!(of_heart[of_heart.len() - 2..], [(8, 1.0), (9, 0.9)]);
        assert_eq!(of_heart[..2], [(0, 0.9), (1, 0.9 * 0.7)]);
    }

    #[test]
    fn words_that_stand_for_it_count_whole_but_where_it_is_named_by_itself() {
        // A denial stays one, although all words of the wording are there.
        let counts = |wordings: &[&[&str]], not: &[usize]| -> Vec<(u32, f64, bool)> {
            let found = found("heart attack", wordings, not);
            found.into_iter().map(|(at, counts, named)| (at, counts, named.is_some())).collect()
        };
        assert_eq!(counts(&[&["myocardi", "infarct"]], &[])[1], (1, 0.7, true));
        // What has to do with it counts less than the words, of which all must be there.
        let rows = counts(&[&["zzz"], &["stair"]], &[]);
        assert_eq!(rows[5..7], [(5, 1.0, false), (7, 1.0, false)]);
        let rows = counts(&[&["knee", "stair"], &[]], &[]);
        assert_eq!(rows[5..7], [(5, 0.4, true), (7, 1.0, false)]);
        assert_eq!(counts(&[&["knee", "zzz"]], &[]).len(), 8);
        assert_eq!(counts(&[&["knee"], &["stair"]], &[0, 1, 2, 3, 4, 7, 8, 9]), [(5, 1.0, false), (6, 1.0, false)]);
    }
    #[test]
    fn of_two_concepts_that_count_alike_the_first_is_told() {
        let (records, index) = letters(["Chest pain, and a heart attack."]);
        let vocabulary = vocabulary();
        let mut concept = meant::with(Vec::new(), "heart attack", &vocabulary, |_| false).remove(0);
        concept.wordings.clear();
        concept.meant.iter_mut().for_each(|meant| meant.relation = Relation::Same);
        let named = ["chest pain", "myocardial infarction"];
        let first = concept.meant.iter().map(|meant| meant.label.clone()).find(|label| named.contains(&label.as_str()));
        let ids = concept.meant.iter().map(|meant| meant.concept).collect();
        let mentions = index.speaking_of(&records, Some(&vocabulary), &ids, &[true]);
        let found = speaking(&index, &mentions, &concept, &[true]);
        let labels: Vec<String> =
            found.iter().filter_map(|speaks| Some(speaks.explained(&concept).concept?.label)).collect();
        assert_eq!(labels, first.as_slice());
    }
}
