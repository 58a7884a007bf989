//! Search over a handful of hand-made documents: what is found, in which order, and whether the reasons add up.

use std::collections::BTreeSet;

use chaperone::Code;
use chaperone::document::{
    Content, Decoding, Document, DocumentIndex, DocumentKind, FileIndex, Passage, Patient, PatientIndex, Provenance,
    Records,
};
use chaperone::index::{Added, Index, PassageIndex, analyze, bm25};
use chaperone::reference::Reference;
use chaperone::retrieve::prune::{self, Limits};
use chaperone::retrieve::{Fallback, Fate, Filter, Hits, Query, QueryVector, Strategy, search};
use chaperone::span::Span;
use jiff::civil::{Date, date};

mod concepts;
mod stages;

const MODEL: &str = "test-model 1";

fn patient(name: &str, family: &str) -> Patient {
    Patient {
        id: name.to_owned(),
        name: name.to_owned(),
        family: family.to_owned(),
        birth: None,
        death: None,
        gender: None,
    }
}

/// Adds a document of one passage.
fn put(r: &mut Records, p: &mut Vec<Passage>, subject: Option<u32>, day: Option<Date>, heading: &str, text: &str) {
    let whom = subject.map_or("Guideline", |at| r.patients[at as usize].family.as_str());
    let title = day.map_or_else(|| format!("{whom} · {heading}"), |day| format!("{whom} {day}"));
    let document = DocumentIndex(r.documents.len() as u32);
    p.push(Passage {
        reference: Reference::new(&title, heading, &[text.as_bytes()]),
        document,
        heading: heading.to_owned(),
        span: Span::at(0, text.len()),
        facts: 0..0,
        fact_references: Vec::new(),
        headings: Vec::new(),
        header: None,
    });
    let provenance = Provenance { file: FileIndex(0), steps: vec![Decoding::Bytes { start: 0, end: text.len() }] };
    r.documents.push(Document {
        id: format!("{document:?}"),
        kind: if day.is_some() { DocumentKind::Day } else { DocumentKind::Medications },
        subject: subject.map(PatientIndex),
        date: day,
        title,
        author: None,
        text: text.to_owned(),
        content: Content::Prose { provenance, pages: Vec::new() },
        revision: None,
    });
}

fn records() -> (Records, Vec<Passage>) {
    let patients = vec![patient("Ngozi Okafor", "Okafor"), patient("José Gómez", "Gómez")];
    let (mut records, mut passages) = (Records { patients, ..Records::default() }, Vec::new());
    let (r, p) = (&mut records, &mut passages);
    put(r, p, Some(0), Some(date(2018, 5, 9)), "Vital signs", "Code is Blood Pressure. Systolic is 128 mm[Hg].");
    put(r, p, Some(0), Some(date(2019, 3, 2)), "Vital signs", "Code is Blood Pressure. Systolic is 140 mm[Hg].");
    put(
        r,
        p,
        Some(0),
        Some(date(2019, 3, 2)),
        "Laboratory",
        "Code is Hemoglobin A1c. Value is 6.40 %. Diabetes screening.",
    );
    put(r, p, Some(0), None, "Medications", "Code is Metformin hydrochloride 500 MG Oral Tablet. Reason is Diabetes.");
    put(r, p, Some(1), Some(date(2019, 3, 2)), "Vital signs", "Code is Blood Pressure. Systolic is 119 mm[Hg].");
    put(r, p, Some(1), None, "Medications", "Code is Lisinopril 10 MG Oral Tablet. Reason is Hypertension.");
    put(r, p, None, None, "Advice", "High blood pressure: measure again on two days.\r\n🩺 Naïve cuffs mislead.");
    (records, passages)
}

fn built() -> (Records, Index) {
    let (records, passages) = records();
    let index = Index::build(&records, passages).unwrap();
    (records, index)
}

/// A vector of three meanings: pressure, sugar, drug.
fn meaning(pressure: f32, sugar: f32, drug: f32) -> Vec<f32> {
    vec![pressure, sugar, drug, 0.1]
}

fn embedded() -> (Records, Index) {
    let (records, mut index) = built();
    let meanings = [
        meaning(1.0, 0.0, 0.0),
        meaning(1.0, 0.1, 0.0),
        meaning(0.0, 1.0, 0.0),
        meaning(0.0, 0.7, 1.0),
        meaning(1.0, 0.0, 0.1),
        meaning(0.7, 0.0, 1.0),
        meaning(0.9, 0.0, 0.4),
    ];
    index.add_vectors(MODEL, (0..).map(PassageIndex).zip(meanings)).unwrap();
    (records, index)
}

fn asks(text: &str, vector: Option<Vec<f32>>) -> Query {
    let vector = vector.map(|values| QueryVector { model: MODEL.to_owned(), values, word_share: None });
    Query { text: text.to_owned(), vector, ..Query::default() }
}

fn found(hits: &Hits) -> Vec<u32> {
    hits.hits.iter().map(|hit| hit.passage.0).collect()
}

const FUSED: [Strategy; 2] = [Strategy::Linear { alpha: 0.5 }, Strategy::Rrf { k: 60 }];

#[test]
fn a_patients_name_and_a_reading_find_that_patients_reading() {
    let (records, index) = built();
    let of = |text: &str| found(&search(&index, &records, &asks(text, None), Strategy::Keyword, 1).unwrap());
    assert_eq!(of("blood pressure of Jose Gomez"), [4]);
    assert_eq!(of("GÓMEZ's medications?"), [5]);
    assert_eq!(of("HEMOGLOBIN 6.4"), [2]);
    assert_eq!(of("Okafor blood pressures on 2018-05-09"), [0]);
    assert_eq!(of("naive"), [6]);
    assert_eq!(of("colonoscopy"), [0_u32; 0]);
    assert_eq!(of(""), [0_u32; 0]);
}

#[test]
fn every_passage_is_found_by_its_reference_and_no_other_is() {
    let (records, index) = built();
    for (at, passage) in index.passages() {
        let document = &records.documents[at.0 as usize];
        assert_eq!(index.find(&Reference::parse(passage.reference.as_str())), Some(at));
        assert_eq!(index.text(&records, at).unwrap(), document.text);
        let embedding_text = index.embedding_text(&records, at).unwrap();
        assert!(embedding_text.starts_with(&document.title) && embedding_text.ends_with(&document.text));
    }
    assert_eq!(index.find(&Reference::parse("Okafor 2019-03-02 · Vital signs")), None);
    assert_eq!(index.text(&records, PassageIndex(99)).unwrap_err().code(), Code::NotFound);
}

#[test]
fn vectors_find_what_words_do_not() {
    let (records, index) = embedded();
    let query = asks("sugar tablets", Some(meaning(0.0, 0.8, 1.0)));
    let dense = search(&index, &records, &query, Strategy::Dense, 2).unwrap();
    assert_eq!(found(&dense)[0], 3);
    let keyword = search(&index, &records, &query, Strategy::Keyword, 2).unwrap();
    assert_eq!(found(&keyword)[0], 5, "both say tablet, the other one is longer");
    let linear = search(&index, &records, &query, FUSED[0], 1).unwrap();
    assert_eq!(found(&linear), [3]);
    let rrf = search(&index, &records, &query, FUSED[1], 2).unwrap();
    assert_eq!(rrf.hits[0].score, rrf.hits[1].score, "each is first in one list and second in the other");
    assert_eq!(found(&rrf), [5, 3], "so the reference decides");
}

#[test]
fn the_parts_of_a_score_add_up() {
    let (records, index) = embedded();
    let query = asks("What was the last blood pressure of Okafor?", Some(meaning(1.0, 0.0, 0.2)));
    for strategy in [Strategy::Keyword, Strategy::Dense, FUSED[0], FUSED[1], Strategy::Linear { alpha: 1.0 }] {
        let hits = search(&index, &records, &query, strategy, 3).unwrap();
        assert_eq!((hits.used, hits.fallback), (strategy, None));
        for (rank, hit) in (1..).zip(hits.hits.iter().chain(&hits.dropped)) {
            let keyword = hit.keyword.as_ref();
            let adds = keyword.map_or(0.0, |part| part.adds) + hit.dense.as_ref().map_or(0.0, |part| part.adds);
            assert_eq!(hit.score, adds, "{strategy}");
            assert_eq!(hit.rank, rank);
            assert_eq!(hit.fate, if rank <= 3 { Fate::Kept } else { Fate::BelowTopK });
            assert_eq!(hit.reference, index.passage(hit.passage).unwrap().reference);
            assert!(keyword.is_none_or(|part| part.bm25.score > 0.0 && !part.bm25.terms.is_empty()));
        }
        let json = serde_json::to_string(&hits).unwrap();
        let again: Hits = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), json);
    }
}

#[test]
fn exactly_as_many_as_asked_for_and_fewer_are_a_beginning_of_more() {
    let (records, index) = embedded();
    let query = asks("blood pressure", Some(meaning(1.0, 0.0, 0.0)));
    for strategy in [Strategy::Keyword, Strategy::Dense, FUSED[0], FUSED[1]] {
        let all = search(&index, &records, &query, strategy, 100).unwrap();
        let available = if strategy == Strategy::Keyword { 4 } else { 7 };
        assert_eq!(all.hits.len(), available, "{strategy}");
        for best in 0..=available {
            let some = search(&index, &records, &query, strategy, best).unwrap();
            assert_eq!(some.hits, all.hits[..best], "{strategy}");
            assert_eq!(some.dropped.len(), best.min(available - best), "{strategy}");
        }
    }
}

#[test]
fn equal_scores_are_ordered_by_reference_whatever_the_order_of_adding() {
    let (records, mut passages) = records();
    let references = |passages: Vec<Passage>| {
        let index = Index::build(&records, passages).unwrap();
        let hits = search(&index, &records, &asks("systolic", None), Strategy::Keyword, 2).unwrap();
        assert_eq!(hits.hits[0].score, hits.hits[1].score);
        hits.hits.into_iter().map(|hit| hit.reference).collect::<Vec<_>>()
    };
    let forwards = references(passages.clone());
    passages.reverse();
    assert!(forwards.is_sorted() && forwards.len() == 2);
    assert_eq!(forwards, references(passages));
}

#[test]
fn a_filter_admits_by_patient_kind_and_day() {
    let (records, index) = embedded();
    let with = |filter: Filter| {
        let query = Query { filter, ..asks("blood pressure tablet", Some(meaning(1.0, 0.0, 0.5))) };
        let hits = search(&index, &records, &query, FUSED[0], 10).unwrap();
        assert_eq!(hits.considered.admitted, hits.considered.dense);
        found(&hits).into_iter().collect::<BTreeSet<_>>()
    };
    assert_eq!(with(Filter::default()).len(), 7);
    assert_eq!(with(Filter::patients([PatientIndex(1)])), BTreeSet::from([4, 5]));
    assert_eq!(with(Filter::patients([PatientIndex(9)])), BTreeSet::new());
    let medications = Filter { kinds: BTreeSet::from([DocumentKind::Medications]), ..Filter::default() };
    assert_eq!(with(medications), BTreeSet::from([3, 5, 6]));
    let since = Filter { from: Some(date(2019, 3, 2)), ..Filter::patients([PatientIndex(0)]) };
    assert_eq!(with(since), BTreeSet::from([1, 2, 3]));
    let until = Filter { until: Some(date(2019, 3, 1)), ..Filter::patients([PatientIndex(0)]) };
    assert_eq!(with(until), BTreeSet::from([0, 3]));
}

#[test]
fn without_vectors_every_ranking_by_them_gives_the_keyword_list_and_says_so() {
    let (records, mut index) = built();
    let plain = asks("blood pressure", None);
    let with_vector = asks("blood pressure", Some(meaning(1.0, 0.0, 0.0)));
    let keyword = search(&index, &records, &plain, Strategy::Keyword, 3).unwrap();
    for strategy in FUSED.into_iter().chain([Strategy::Dense, Strategy::Mmr { lambda: 0.5 }]) {
        for (query, why) in [(&plain, Fallback::NoQueryVector), (&with_vector, Fallback::NoPassageVectors)] {
            let hits = search(&index, &records, query, strategy, 3).unwrap();
            assert_eq!((hits.asked, hits.used, hits.fallback), (strategy, Strategy::Keyword, Some(why)));
            assert_eq!(hits.hits, keyword.hits);
        }
    }

    index.add_vectors(MODEL, [(PassageIndex(3), meaning(0.0, 0.5, 1.0))]).unwrap();
    let hits = search(&index, &records, &with_vector, FUSED[0], 10).unwrap();
    assert_eq!((hits.used, hits.considered.keyword, hits.considered.dense), (FUSED[0], 4, 1));
    assert_eq!(hits.hits.len(), 5);
    assert_eq!(index.without_vector().map(|at| at.0).collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn explanations_have_whole_words_for_their_stems() {
    let (records, index) = built();
    let hits = search(&index, &records, &asks("How is my blood pressure?", None), Strategy::Keyword, 3).unwrap();
    let terms: Vec<&str> =
        hits.hits[0].keyword.iter().flat_map(|part| &part.bm25.terms).map(|of| of.term.as_str()).collect();
    assert_eq!(terms, ["blood", "pressur"]);
    assert_eq!(hits.whole("blood pressur"), "blood pressure");
    assert!(!hits.words.contains_key("blood"), "what is a word as it stands is not listed");
}

#[test]
fn vectors_of_two_models_are_never_compared() {
    let (records, mut index) = embedded();
    let mut query = asks("blood pressure", Some(meaning(1.0, 0.0, 0.0)));
    query.vector.as_mut().unwrap().model = "another 2".to_owned();
    assert_eq!(search(&index, &records, &query, FUSED[0], 3).unwrap_err().code(), Code::Model);
    assert_eq!(search(&index, &records, &query, Strategy::Keyword, 3).unwrap().hits.len(), 3);
    let other = [(PassageIndex(0), meaning(1.0, 0.0, 0.0))];
    assert_eq!(index.add_vectors("another 2", other.clone()).unwrap_err().code(), Code::Model);
    index.clear_vectors();
    index.add_vectors("another 2", other).unwrap();
    assert_eq!(search(&index, &records, &query, Strategy::Dense, 3).unwrap().hits.len(), 1);
    let unknown = index.add_vectors("another 2", [(PassageIndex(7), meaning(1.0, 0.0, 0.0))]);
    assert_eq!(unknown.unwrap_err().code(), Code::NotFound);
}

#[test]
fn adding_piece_by_piece_equals_building_at_once() {
    let (records, passages) = records();
    let mut index = Index::default();
    for passage in &passages {
        assert_eq!(index.add(&records, vec![passage.clone()]), Ok(Added { passages: 1, repeats: 0 }));
    }
    assert_eq!(index, Index::build(&records, passages.clone()).unwrap());
    assert_eq!(index.add(&records, passages), Ok(Added { passages: 0, repeats: 7 }));
    assert_eq!(index.len(), 7);
}

#[test]
fn an_index_built_anew_takes_over_the_vectors_of_passages_it_still_has() {
    let (mut records, embedded) = embedded();
    let mut passages: Vec<_> = embedded.passages().map(|(_, passage)| passage.clone()).skip(1).collect();
    put(&mut records, &mut passages, None, None, "Advice", "Rest.");
    let mut index = Index::build(&records, passages).unwrap();
    assert_eq!(index.adopt_vectors(&embedded, 0, usize::MAX), Ok(6));
    assert_eq!(index.without_vector().map(|at| at.0).collect::<Vec<_>>(), [6]);
    let query = asks("", Some(meaning(0.9, 0.0, 0.4)));
    let best = |index: &Index| {
        let hits = search(index, &records, &query, Strategy::Dense, 1).unwrap().hits;
        (hits[0].reference.clone(), hits[0].score)
    };
    assert_eq!(best(&index), best(&embedded));
    assert_eq!(index.adopt_vectors(&Index::default(), 0, usize::MAX), Ok(0));
    index.clear_vectors();
    index.add_vectors("another 2", [(PassageIndex(0), vec![1.0])]).unwrap();
    assert_eq!(index.adopt_vectors(&embedded, 0, usize::MAX).unwrap_err().code(), Code::Model);
}

#[test]
fn passages_that_do_not_fit_are_refused_and_nothing_is_added() {
    let (records, passages) = records();
    let mut index = Index::build(&records, passages[..2].to_vec()).unwrap();
    let before = index.clone();
    let mut foreign = passages[2].clone();
    foreign.document = DocumentIndex(99);
    let mut beyond = passages[2].clone();
    beyond.span = Span::at(0, 1000);
    let mut borrowed = passages[2].clone();
    borrowed.reference = passages[0].reference.clone();
    let mut twin = passages[3].clone();
    twin.reference = passages[4].reference.clone();
    for bad in [vec![passages[3].clone(), foreign], vec![beyond], vec![borrowed], vec![passages[4].clone(), twin]] {
        let error = index.add(&records, bad).unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument);
        assert!(error.place().as_str().starts_with("passages["));
        assert_eq!(index, before);
    }
}

#[test]
fn diversity_leaves_out_what_is_said_already() {
    let (records, index) = embedded();
    let query = asks("blood pressure", Some(meaning(1.0, 0.0, 0.0)));
    let near = search(&index, &records, &query, Strategy::Mmr { lambda: 1.0 }, 4).unwrap();
    assert_eq!(found(&near), found(&search(&index, &records, &query, Strategy::Dense, 4).unwrap()));
    let far = search(&index, &records, &query, Strategy::Mmr { lambda: 0.3 }, 4).unwrap();
    assert_eq!(found(&far)[0], found(&near)[0]);
    assert_ne!(found(&far), found(&near));
}

#[test]
fn the_best_by_keywords_are_the_same_however_they_are_found() {
    let (records, index) = built();
    for text in ["blood pressure of Okafor", "diabetes tablet", "mm hg code is", "nothing of this"] {
        for filter in [Filter::default(), Filter::patients([PatientIndex(1)])] {
            let query = Query { filter, ..asks(text, None) };
            let admitted = query.filter.admitted(&index, &records);
            let mut slow = bm25::scores(index.postings(), &bm25::weights(analyze::bag(text)), query.bm25);
            slow.retain(|(at, _)| admitted[at.0 as usize]);
            slow.sort_by(|a, b| b.1.total_cmp(&a.1).then(index.place(a.0).cmp(&index.place(b.0))));
            for k in 0..8 {
                let hits = search(&index, &records, &query, Strategy::Keyword, k).unwrap();
                assert_eq!(hits.considered.keyword, slow.len(), "{text}");
                let shown: Vec<_> = hits.hits.iter().chain(&hits.dropped).collect();
                let fast: Vec<_> = shown.iter().map(|hit| (hit.passage, hit.score)).collect();
                assert_eq!(fast, slow[..slow.len().min(2 * k)], "{text} {k}");
                for hit in shown {
                    let part = hit.keyword.as_ref().unwrap();
                    assert_eq!((part.rank, part.bm25.score), (hit.rank, hit.score), "{text} {k}");
                }
            }
        }
    }
}

#[test]
fn weights_say_what_a_term_counts() {
    let (records, index) = built();
    let weights = [("gomez", 5.0), ("okafor", 0.1), ("pressur", 1.0)];
    let weights = weights.map(|(term, weight)| (term.to_owned(), weight)).into_iter().collect();
    let query = Query { weights: Some(weights), ..asks("blood pressure of Okafor", None) };
    assert_eq!(found(&search(&index, &records, &query, Strategy::Keyword, 1).unwrap()), [4]);
}

#[test]
fn a_context_holds_what_is_relevant_once_and_fits() {
    let (records, index) = embedded();
    let query = asks("blood pressure", Some(meaning(1.0, 0.0, 0.0)));
    let pruned = |limits: Limits| {
        let mut hits = search(&index, &records, &query, Strategy::Linear { alpha: 0.5 }, 7).unwrap();
        prune::context(&index, &records, &mut hits, limits).unwrap();
        assert_eq!(hits.hits.len() + hits.dropped.len(), 7);
        assert!(hits.hits.iter().all(|hit| hit.fate == Fate::Kept));
        hits
    };
    let all = Limits { relevance: 0.0, likeness: 2.0, tokens: usize::MAX };
    assert_eq!(pruned(all).hits.len(), 7);
    let fates = |limits| pruned(limits).dropped.iter().map(|hit| hit.fate).collect::<BTreeSet<_>>();
    assert_eq!(fates(Limits { relevance: 0.9, ..all }), BTreeSet::from([Fate::BelowThreshold]));
    assert_eq!(fates(Limits { likeness: 0.9, ..all }), BTreeSet::from([Fate::Redundant]));
    assert_eq!(fates(Limits { tokens: 12, ..all }), BTreeSet::from([Fate::OverBudget]));
    assert_eq!(pruned(Limits { tokens: 0, ..all }).hits.len(), 1, "the best is always kept");
}
