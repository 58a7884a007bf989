//! Search by stages: concepts, other wordings and a cross-encoder beside words and vectors.

use chaperone::retrieve::elsewhere::{Elsewhere, Pairs};
use chaperone::retrieve::{Concept, Rerank, Tools, Variant, search_with};

use super::*;

/// Likes passages the better the later their word stands in the list.
struct Likes(&'static [&'static str]);

impl Rerank for Likes {
    fn score(&self, _: &str, passages: &[&str]) -> chaperone::Result<Vec<f32>> {
        let likes =
            |text: &&str| self.0.iter().rposition(|word| text.contains(word)).map_or(-99.0, |at| at as f32 * 30.0);
        Ok(passages.iter().map(likes).collect())
    }
}

struct Miscounts;

impl Rerank for Miscounts {
    fn score(&self, _: &str, passages: &[&str]) -> chaperone::Result<Vec<f32>> {
        Ok(vec![1.0; passages.len() + 1])
    }
}

fn about(words: &[&[&str]]) -> Vec<Concept> {
    let wordings = words.iter().map(|terms| terms.iter().map(|term| (*term).to_owned()).collect()).collect();
    vec![Concept::new(wordings, 1.0)]
}

#[test]
fn the_parts_of_the_stages_add_up_too() {
    let (records, index) = embedded();
    let likes = Likes(&["Blood", "Hypertension", "Naïve"]);
    for (filter, reads) in [(Filter::default(), true), (Filter::patients([PatientIndex(0)]), true)] {
        let query = Query {
            concepts: about(&[&["blood", "pressur"]]),
            variants: vec![Variant { text: "cuffs".into(), values: meaning(0.4, 0.1, 0.2) }],
            filter,
            ..asks("blood pressure", Some(meaning(1.0, 0.0, 0.2)))
        };
        let tools = Tools { reranker: Some(&likes), ..Tools::default() };
        let hits = search_with(&index, &records, &query, Strategy::Stages { pairs: 4 }, 7, &tools).unwrap();
        assert_eq!(hits.hits.iter().filter(|hit| hit.rerank.is_some()).count(), if reads { 4 } else { 0 });
        for hit in &hits.hits {
            let parts = [
                hit.keyword.as_ref().map(|part| part.adds),
                hit.dense.as_ref().map(|part| part.adds),
                hit.concept.map(|part| part.adds),
                hit.variants,
                hit.rerank.map(|part| part.adds),
            ];
            assert!((hit.score - parts.iter().flatten().sum::<f64>()).abs() < 1e-12);
        }
        assert!(hits.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}

#[test]
fn a_wording_that_is_nearer_than_the_question_lifts_a_passage_and_is_told() {
    let (records, index) = embedded();
    let plain = asks("blood pressure cuffs", Some(meaning(1.0, 0.0, 0.2)));
    let other = Variant { text: "another wording".into(), values: meaning(0.0, 1.0, 0.0) };
    let worded = Query { variants: vec![other], ..plain.clone() };
    let stages = Strategy::Stages { pairs: 0 };
    let hits = |query: &Query, strategy| search(&index, &records, query, strategy, 7).unwrap();
    let (before, after) = (hits(&plain, stages), hits(&worded, stages));
    assert_eq!((before.wordings.len(), after.wordings), (0, vec!["another wording".to_owned()]));
    for hit in &after.hits {
        let own = before.hits.iter().find(|other| other.passage == hit.passage).unwrap();
        let nearer = hit.variants.unwrap_or_default();
        assert!(own.variants.is_none() && (hit.score - own.score - nearer).abs() < 1e-12);
        assert_eq!(hit.dense, own.dense, "its place by the question itself stays");
    }
    let lifted: Vec<u32> = after.hits.iter().filter(|hit| hit.variants.is_some()).map(|hit| hit.passage.0).collect();
    assert!(lifted.contains(&2) && !lifted.contains(&4), "{lifted:?}");
    assert!(hits(&worded, Strategy::Linear { alpha: 0.5 }).wordings.is_empty());
}

#[test]
fn a_cross_encoder_lifts_what_it_likes() {
    let (records, index) = embedded();
    let query = asks("blood pressure cuffs", Some(meaning(1.0, 0.0, 0.2)));
    let hits = |likes: &Likes, strategy| {
        search_with(&index, &records, &query, strategy, 7, &Tools { reranker: Some(likes), ..Tools::default() })
            .unwrap()
            .hits
    };
    for strategy in [Strategy::Stages { pairs: 30 }, Strategy::Literal] {
        for (liked, passage) in [(Likes(&["", "Naïve"]), 6), (Likes(&["", "128"]), 0)] {
            let place = |hits: &[chaperone::retrieve::Hit]| {
                let at = hits.iter().position(|hit| hit.passage.0 == passage).unwrap();
                (at, hits[at].score)
            };
            let (before, after) = (place(&hits(&Likes(&[]), strategy)), place(&hits(&liked, strategy)));
            assert!(after.0 <= before.0 && after.1 > before.1, "{strategy} {passage}");
        }
    }
    assert_eq!(hits(&Likes(&["", "Naïve"]), Strategy::Literal)[0].passage.0, 6, "a logit outweighs all else there");
    let refused = search_with(
        &index,
        &records,
        &query,
        Strategy::default(),
        1,
        &Tools { reranker: Some(&Miscounts), ..Tools::default() },
    );
    assert_eq!(refused.unwrap_err().code(), Code::Internal);
}

#[test]
fn a_cross_encoder_that_runs_elsewhere_has_read_what_there_was_time_for() {
    let (records, index) = embedded();
    let query = asks("blood pressure cuffs", Some(meaning(1.0, 0.0, 0.2)));
    let with = |reranker: &dyn Rerank, strategy| {
        search_with(&index, &records, &query, strategy, 7, &Tools { reranker: Some(reranker), ..Tools::default() })
            .unwrap()
            .hits
    };
    let without = |strategy| search_with(&index, &records, &query, strategy, 7, &Tools::default()).unwrap().hits;
    for strategy in [Strategy::Stages { pairs: 4 }, Strategy::Literal] {
        let (elsewhere, likes) = (Elsewhere::default(), Likes(&["Blood", "Hypertension", "Naïve"]));
        assert_eq!(with(&elsewhere, strategy), without(strategy), "nothing has been read yet");
        let Pairs { question, passages } = elsewhere.wanted().unwrap();
        let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
        let scores = likes.score(&question, &texts).unwrap();
        // All of them are as if it had been asked at once; the first two alone are all that is read of them.
        elsewhere.hand_over(scores.clone()).unwrap();
        assert_eq!(with(&elsewhere, strategy), with(&likes, strategy));
        let elsewhere = Elsewhere::default();
        with(&elsewhere, strategy);
        elsewhere.wanted().unwrap();
        elsewhere.hand_over(scores[..2].to_vec()).unwrap();
        let hits = with(&elsewhere, strategy);
        assert_eq!(hits.iter().filter(|hit| hit.rerank.is_some()).count(), 2);
        assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!(elsewhere.wanted(), None);
    }
    let elsewhere = Elsewhere::default();
    with(&elsewhere, Strategy::Keyword);
    assert_eq!(elsewhere.wanted(), None, "words alone ask it nothing");
}

#[test]
fn concepts_come_before_words_that_are_beside_the_point() {
    let (records, index) = built();
    let query =
        Query { concepts: about(&[&["sugar"], &["hemoglobin", "a1c"]]), ..asks("sugar tablet tablet tablet", None) };
    let hits = search(&index, &records, &query, Strategy::Concept, 3).unwrap();
    assert_eq!(found(&hits)[0], 2);
    let words = search(&index, &records, &query, Strategy::Keyword, 3).unwrap();
    assert_ne!(found(&words)[0], 2);
}
