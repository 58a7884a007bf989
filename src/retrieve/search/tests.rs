//! Each strategy against the formula that its documentation states, worked out anew from the two lists.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::*;
use crate::document::{
    Content, Decoding, DocumentKind, Fact, FactKind, FileIndex, Passage, Patient, PatientIndex, Provenance,
};
use crate::error::Code;
use crate::reference::Reference;
use crate::retrieve::{
    Concept, Fallback, Filter, Hit, Hits, QueryVector, Rerank, Variant, search as plainly, search_with,
};
use crate::span::Span;

/// Adds a document of one passage: somebody's prose, or one of facts.
fn put(r: &mut Records, p: &mut Vec<Passage>, subject: Option<u32>, heading: &str, text: &str, prose: bool) {
    let document = DocumentIndex(r.documents.len() as u32);
    let title = subject.map_or_else(|| heading.to_owned(), |at| format!("Patient {at} · {heading}"));
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
        kind: DocumentKind::Note,
        subject: subject.map(PatientIndex),
        date: None,
        title,
        author: None,
        text: text.to_owned(),
        content: if prose {
            Content::Prose { provenance, pages: Vec::new() }
        } else {
            Content::Facts { facts: vec![Fact::bare(FactKind::Observation, Span::at(0, 1))] }
        },
        revision: None,
    });
}

/// Letters of one patient, each of one passage.
pub(in crate::retrieve) fn letters<'t>(texts: impl IntoIterator<Item = &'t str>) -> (Records, Index) {
    let (mut r, mut p) = (people(), Vec::new());
    for (at, text) in texts.into_iter().enumerate() {
        put(&mut r, &mut p, Some(0), &format!("Letter {at}"), text, true);
    }
    let index = Index::build(&r, p).unwrap();
    (r, index)
}

fn people() -> Records {
    let patient = |family: &str| Patient {
        id: family.to_owned(),
        name: family.to_owned(),
        family: family.to_owned(),
        birth: None,
        death: None,
        gender: None,
    };
    Records { patients: vec![patient("Rice"), patient("Bell")], ..Records::default() }
}

const MODEL: &str = "test-model 1";

/// Whose it is, what it is called, what it says, and its vector.
type Row = (Option<u32>, &'static str, &'static str, Option<[f32; 3]>);

/// Notes and two articles; one passage has no vector. The prose may stand there as facts.
fn mixed(prose: bool) -> (Records, Index) {
    mixed_in(prose, false)
}

/// The same, where the last vector may come first.
fn mixed_in(prose: bool, backwards: bool) -> (Records, Index) {
    let (mut r, mut p) = (people(), Vec::new());
    let rows: [Row; 8] = [
        (Some(0), "Visit", "Blood pressure was high at the visit.", Some([1.0, 0.0, 0.0])),
        (Some(0), "Call", "No fever. The knee hurts.", Some([0.0, 0.1, 1.0])),
        (Some(0), "Ward", "Fever and cough for a week, pressure on the chest.", Some([0.0, 1.0, 0.2])),
        (Some(0), "Laboratory", "Blood count was normal, and a fever was not seen.", None),
        (Some(1), "Ward", "Fever of unknown origin; cough.", Some([0.1, 0.9, 0.0])),
        (None, "Guideline for fever", "Measure the fever twice.", Some([0.2, 0.8, 0.1])),
        (None, "A case report", "Blood pressure fell.", Some([0.9, 0.1, 0.0])),
        (Some(0), "Diet", "Diet was discussed.", Some([0.3, 0.3, 0.9])),
    ];
    for (subject, heading, text, _) in &rows {
        put(&mut r, &mut p, *subject, heading, text, prose);
    }
    let mut index = Index::build(&r, p).unwrap();
    let vectors = (0..).map(PassageIndex).zip(&rows).filter_map(|(at, (.., vector))| Some((at, (*vector)?.to_vec())));
    let mut vectors: Vec<(PassageIndex, Vec<f32>)> = vectors.collect();
    if backwards {
        vectors.reverse();
    }
    index.add_vectors(MODEL, vectors).unwrap();
    (r, index)
}

fn asked(text: &str) -> Query {
    let wordings = |wordings: &[&[&str]]| -> Vec<Vec<String>> {
        wordings.iter().map(|terms| terms.iter().map(|term| (*term).to_owned()).collect()).collect()
    };
    Query {
        text: text.to_owned(),
        vector: Some(QueryVector { model: MODEL.to_owned(), values: vec![0.6, 0.8, 0.1], word_share: None }),
        concepts: vec![
            Concept::new(wordings(&[&["fever"]]), 1.0),
            Concept::new(wordings(&[&["blood", "pressur"], &["hypertens"]]), 0.5),
        ],
        variants: vec![
            Variant { text: "knee".to_owned(), values: vec![0.0, 0.2, 1.0] },
            Variant { text: "diet".to_owned(), values: vec![0.2, 0.3, 0.9] },
        ],
        ..Query::default()
    }
}

const ASKED: &str = "What of fever and blood pressure?";

/// Gives each passage the next of its logits, as many as it has, and keeps what it was given to read.
#[derive(Default)]
struct Reads {
    logits: Vec<f32>,
    read: RefCell<Vec<Vec<String>>>,
}

impl Rerank for Reads {
    fn score(&self, _: &str, passages: &[&str]) -> Result<Vec<f32>> {
        self.read.borrow_mut().push(passages.iter().map(|text| (*text).to_owned()).collect());
        Ok(self.logits.iter().copied().take(passages.len()).collect())
    }
}

/// What brings the scores of `list`, and 0 where that is one, to 0–1.
fn scale(list: &BTreeMap<PassageIndex, f64>, zero: bool) -> impl Fn(f64) -> f64 + use<> {
    let mut all: Vec<f64> = list.values().copied().chain(zero.then_some(0.0)).collect();
    all.sort_by(f64::total_cmp);
    let (least, most) = (all.first().copied().unwrap_or(0.0), all.last().copied().unwrap_or(0.0));
    move |score| if most > least { (score - least) / (most - least) } else { 1.0 }
}

/// What the formulas say, from the lists alone.
struct Formulas<'a> {
    index: &'a Index,
    records: &'a Records,
    query: &'a Query,
    keyword: BTreeMap<PassageIndex, f64>,
    dense: BTreeMap<PassageIndex, f64>,
    admitted: usize,
}

impl<'a> Formulas<'a> {
    fn new(index: &'a Index, records: &'a Records, query: &'a Query, terms: &Weights) -> Self {
        let admitted: Vec<PassageIndex> = index
            .passages()
            .filter(|(_, passage)| query.filter.admits(&records.documents[passage.document.0 as usize]))
            .map(|(at, _)| at)
            .collect();
        let keyword = bm25::scores(index.postings(), terms, query.bm25);
        let keyword = keyword.into_iter().filter(|(at, _)| admitted.contains(at)).collect();
        let values = query.vector.as_ref().map(|vector| vector.values.clone()).unwrap_or_default();
        let cosine = |at: &PassageIndex| Some((*at, index.vectors().rescored(&values, *at)?));
        let dense = admitted.iter().filter_map(cosine).collect();
        Formulas { index, records, query, keyword, dense, admitted: admitted.len() }
    }

    fn keyword_scale(&self) -> impl Fn(f64) -> f64 {
        scale(&self.keyword, self.keyword.len() < self.admitted)
    }

    fn dense_scale(&self) -> impl Fn(f64) -> f64 {
        scale(&self.dense, false)
    }

    fn rank(&self, list: &BTreeMap<PassageIndex, f64>, at: PassageIndex) -> Option<usize> {
        Some(1 + self.sorted(list).iter().position(|(other, _)| *other == at)?)
    }

    fn sorted(&self, list: &BTreeMap<PassageIndex, f64>) -> Vec<(PassageIndex, f64)> {
        let mut sorted: Vec<(PassageIndex, f64)> = list.iter().map(|(at, score)| (*at, *score)).collect();
        sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(self.index.place(a.0).cmp(&self.index.place(b.0))));
        sorted
    }

    fn either(&self, score: impl Fn(PassageIndex) -> f64) -> BTreeMap<PassageIndex, f64> {
        self.keyword.keys().chain(self.dense.keys()).map(|at| (*at, score(*at))).collect()
    }

    fn linear(&self, alpha: f64, at: PassageIndex) -> f64 {
        let keyword = self.keyword.get(&at).map_or(0.0, |score| self.keyword_scale()(*score));
        let dense = self.dense.get(&at).map_or(0.0, |score| self.dense_scale()(*score));
        alpha * keyword + (1.0 - alpha) * dense
    }

    fn rrf(&self, k: u32, at: PassageIndex) -> f64 {
        let of = |list| self.rank(list, at).map_or(0.0, |rank| 1.0 / (f64::from(k) + rank as f64));
        of(&self.keyword) + of(&self.dense)
    }

    /// The weight of the concepts of which `at` has all words of a wording.
    fn covered(&self, at: PassageIndex) -> f64 {
        let text = self.index.embedding_text(self.records, at).unwrap();
        let terms = crate::index::analyze::bag(&text);
        let speaks = |concept: &&Concept| {
            concept.wordings.iter().any(|wording| wording.iter().all(|term| terms.contains_key(term)))
        };
        self.query.concepts.iter().filter(speaks).map(|concept| concept.weight).sum()
    }

    fn asked_for(&self) -> f64 {
        self.query.concepts.iter().map(|concept| concept.weight).sum()
    }

    fn nearest_variant(&self, at: PassageIndex) -> Option<f64> {
        let cosines = self.query.variants.iter().filter_map(|it| self.index.vectors().rescored(&it.values, at));
        cosines.max_by(f64::total_cmp)
    }

    fn factor(&self, at: PassageIndex) -> f64 {
        match self.index.passage(at).unwrap().heading.as_str() {
            "Guideline for fever" => 1.2,
            "A case report" => 0.95,
            _ => 1.0,
        }
    }

    fn focused(&self, alpha: f64, coverage: f64, at: PassageIndex) -> f64 {
        let scale = self.dense_scale();
        let nearer = match (self.nearest_variant(at), self.dense.get(&at)) {
            (Some(nearest), Some(own)) => (scale(nearest) - scale(*own)).max(0.0),
            _ => 0.0,
        };
        let first = self.linear(alpha, at) + coverage * self.covered(at) / self.asked_for();
        (first + (1.0 - alpha) * nearer) * (1.0 + 0.1 * (self.factor(at) - 1.0))
    }
}

fn all(hits: &Hits) -> Vec<&Hit> {
    hits.hits.iter().chain(&hits.dropped).collect()
}

/// Holds `hits` to `scores`: those passages, in that order, with those scores and their places in the two lists.
fn assert_ranked(hits: &Hits, formulas: &Formulas<'_>, scores: &BTreeMap<PassageIndex, f64>, what: &str) {
    let sorted = formulas.sorted(scores);
    let found: Vec<PassageIndex> = all(hits).iter().map(|hit| hit.passage).collect();
    assert_eq!(found, sorted.iter().map(|(at, _)| *at).collect::<Vec<_>>(), "{what}");
    for (hit, (_, score)) in all(hits).iter().zip(&sorted) {
        assert!((hit.score - score).abs() < 1e-9, "{what}: {} and not {score}", hit.score);
    }
}

/// What a hit adds in a list, by its score there, that brought to 0–1, and its place.
type Adds<'a> = &'a dyn Fn(&Hit, f64, f64, usize) -> f64;

/// Holds the parts of each of `hits` in the two lists to `adds`, what each adds by its place and by what it is brought to.
fn assert_parts(hits: &Hits, formulas: &Formulas<'_>, normalised: bool, adds: [Adds<'_>; 2], what: &str) {
    let [of_keyword, of_dense] = adds;
    for hit in all(hits) {
        let part = hit.keyword.as_ref().map(|part| (part.rank, part.bm25.score, part.normalised, part.adds));
        let expected = formulas.keyword.get(&hit.passage).map(|score| {
            let normal = formulas.keyword_scale()(*score);
            let rank = formulas.rank(&formulas.keyword, hit.passage).unwrap();
            (rank, *score, normalised.then_some(normal), of_keyword(hit, *score, normal, rank))
        });
        assert_close(part, expected, what);
        let part = hit.dense.as_ref().map(|part| (part.rank, part.cosine, part.normalised, part.adds));
        let expected = formulas.dense.get(&hit.passage).map(|cosine| {
            let normal = formulas.dense_scale()(*cosine);
            let rank = formulas.rank(&formulas.dense, hit.passage).unwrap();
            (rank, *cosine, normalised.then_some(normal), of_dense(hit, *cosine, normal, rank))
        });
        assert_close(part, expected, what);
    }
}

type Part = (usize, f64, Option<f64>, f64);

fn assert_close(part: Option<Part>, expected: Option<Part>, what: &str) {
    let flat = |part: Part| [part.0 as f64, part.1, part.2.unwrap_or(-9.0), part.3];
    let (part, expected) = (part.map(flat), expected.map(flat));
    let close = match (part, expected) {
        (Some(part), Some(expected)) => part.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9),
        (None, None) => true,
        _ => false,
    };
    assert!(close, "{what}: {part:?} and not {expected:?}");
}

#[test]
fn the_strategies_of_one_formula_are_that_formula() {
    let (records, index) = mixed(true);
    for filter in [Filter::default(), Filter::patients([PatientIndex(0)])] {
        // In the last all that the first patient has shares a word.
        for text in [ASKED, "fever, fever", "was", "diet, blood or fever"] {
            let query = Query { filter: filter.clone(), ..asked(text) };
            let formulas = Formulas::new(&index, &records, &query, &query.terms());
            let hits = |strategy| plainly(&index, &records, &query, strategy, 20).unwrap();

            let found = hits(Strategy::Keyword);
            assert_ranked(&found, &formulas, &formulas.keyword, "keyword");
            for hit in all(&found) {
                let part = hit.keyword.as_ref().unwrap();
                assert_eq!((part.rank, part.adds, part.normalised), (hit.rank, hit.score, None));
                assert!(hit.dense.is_none());
            }

            let found = hits(Strategy::Dense);
            assert_ranked(&found, &formulas, &formulas.dense, "dense");
            for hit in all(&found) {
                let part = hit.dense.as_ref().unwrap();
                assert_eq!((part.rank, part.adds, part.normalised), (hit.rank, hit.score, None));
                assert!(hit.keyword.is_none());
            }

            assert_eq!(found.considered.keyword, 0);

            for alpha in [0.0, 0.3, 1.0] {
                let found = hits(Strategy::Linear { alpha });
                assert_ranked(&found, &formulas, &formulas.either(|at| formulas.linear(alpha, at)), "linear");
                let keyword = |_: &Hit, _: f64, normal: f64, _: usize| alpha * normal;
                let dense = |_: &Hit, _: f64, normal: f64, _: usize| (1.0 - alpha) * normal;
                assert_parts(&found, &formulas, true, [&keyword, &dense], "linear");
            }
            for k in [0, 60] {
                let found = hits(Strategy::Rrf { k });
                assert_ranked(&found, &formulas, &formulas.either(|at| formulas.rrf(k, at)), "rrf");
                let part = |_: &Hit, _: f64, _: f64, rank: usize| 1.0 / (f64::from(k) + rank as f64);
                assert_parts(&found, &formulas, false, [&part, &part], "rrf");
            }
            let considered = hits(Strategy::Linear { alpha: 0.3 }).considered;
            assert_eq!((considered.passages, considered.admitted), (8, formulas.admitted));
            assert_eq!((considered.keyword, considered.dense), (formulas.keyword.len(), formulas.dense.len()));
        }
    }
}

#[test]
fn concepts_count_first_and_words_among_passages_that_cover_alike() {
    let (records, index) = mixed(true);
    for (text, concepts) in [(ASKED, true), ("cough of the week", true), ("pressure", true), ("blood", false)] {
        let mut query = asked(text);
        if !concepts {
            query.concepts.clear();
        }
        let mut terms = query.terms();
        for term in query.concepts.iter().flat_map(|concept| concept.wordings.iter().flatten()) {
            terms.entry(term.clone()).or_insert(1.0);
        }
        let formulas = Formulas::new(&index, &records, &query, &terms);
        let most = formulas.keyword.values().copied().fold(0.0, f64::max);
        let scores = formulas
            .keyword
            .iter()
            .map(|(at, bm25)| {
                let covered = if concepts { formulas.covered(*at) / formulas.asked_for() * 2.0 } else { 0.0 };
                (*at, covered + bm25 / most / 2.0)
            })
            .collect();
        let found = plainly(&index, &records, &query, Strategy::Concept, 20).unwrap();
        assert_ranked(&found, &formulas, &scores, text);
        for hit in all(&found) {
            let part = hit.keyword.as_ref().unwrap();
            assert_eq!((part.normalised, part.adds), (None, 0.0));
            let spoken: Vec<(&str, f64)> =
                hit.spoken.iter().map(|spoken| (spoken.asked.as_str(), spoken.counts)).collect();
            let weighed: f64 = spoken.iter().map(|(asked, _)| if *asked == "fever" { 1.0 } else { 0.5 }).sum();
            assert_eq!(weighed, formulas.covered(hit.passage), "{spoken:?}");
        }
    }
    // A term of the question keeps its weight, and what has none of the words may speak of nothing.
    let query = Query { weights: Some(Weights::from([("fever".to_owned(), 0.1)])), ..asked("fever") };
    let weight = |strategy| {
        let found = plainly(&index, &records, &query, strategy, 20).unwrap();
        let parts = all(&found).into_iter().filter_map(|hit| hit.keyword.clone()).flat_map(|part| part.bm25.terms);
        parts.map(|term| (term.term, term.weight)).collect::<BTreeMap<_, _>>()
    };
    let both = [("blood".to_owned(), 1.0), ("fever".to_owned(), 0.1), ("pressur".to_owned(), 1.0)];
    assert_eq!(weight(Strategy::Concept), BTreeMap::from(both));
    assert_eq!(weight(Strategy::Keyword), BTreeMap::from([("fever".to_owned(), 0.1)]));
}

#[test]
fn the_stages_are_their_formulas_for_each_type_of_question() {
    for (prose, text, alpha, coverage, reads) in [
        (true, ASKED, 0.2, 0.1, true),
        (true, "Fever raises the blood pressure of everybody.", 0.2 + 0.1, 0.1, false),
        (false, ASKED, 0.8, 0.6, false),
        (false, "Fever raises the blood pressure of everybody.", 0.8, 0.6, false),
    ] {
        let (records, index) = mixed(prose);
        for filter in [Filter::default(), Filter::patients([PatientIndex(0)])] {
            let query = Query { filter, ..asked(text) };
            let formulas = Formulas::new(&index, &records, &query, &query.terms());
            let focused = formulas.either(|at| formulas.focused(alpha, coverage, at));
            let found = plainly(&index, &records, &query, Strategy::Stages { pairs: 5 }, 20).unwrap();
            assert_ranked(&found, &formulas, &focused, text);
            let factor = |hit: &Hit| 1.0 + 0.1 * (formulas.factor(hit.passage) - 1.0);
            let keyword = |hit: &Hit, _: f64, normal: f64, _: usize| alpha * normal * factor(hit);
            let dense = |hit: &Hit, _: f64, normal: f64, _: usize| (1.0 - alpha) * normal * factor(hit);
            assert_parts(&found, &formulas, true, [&keyword, &dense], text);
            for hit in all(&found) {
                let part = hit.concept.unwrap();
                assert_eq!((part.covered, part.of), (formulas.covered(hit.passage), 1.5));
                assert!((part.adds - coverage * part.covered / part.of * factor(hit)).abs() < 1e-9);
                assert_eq!(hit.evidence, (factor(hit) != 1.0).then(|| factor(hit)));
                assert!(hit.variants.is_none_or(|adds| adds > 0.0));
            }
            let adds: f64 = all(&found).iter().filter_map(|hit| hit.variants).sum();
            assert!(adds > 0.0, "the knee is nearer by another wording");

            // Of the best five three have been read.
            let reader = Reads { logits: vec![-3.0, 6.0, 0.5], ..Reads::default() };
            let tools = Tools { reranker: Some(&reader), ..Tools::default() };
            let found = search_with(&index, &records, &query, Strategy::Stages { pairs: 5 }, 20, &tools).unwrap();
            assert_eq!(
                reader.read.borrow().iter().map(Vec::len).collect::<Vec<_>>(),
                if reads { vec![5] } else { vec![] }
            );
            if !reads {
                assert_ranked(&found, &formulas, &focused, text);
                continue;
            }
            let before = formulas.sorted(&focused);
            let logits = [Some(-3.0_f64), Some(6.0), Some(0.5)].into_iter().chain(std::iter::repeat(None));
            let read = |logit: f64| 0.4 / (1.0 + (-logit / 3.0).exp());
            let after =
                before.iter().zip(logits).map(|((at, score), logit)| (*at, score * 0.6 + logit.map_or(0.0, read)));
            let after: BTreeMap<PassageIndex, f64> = after.collect();
            assert_ranked(&found, &formulas, &after, text);
            for hit in all(&found) {
                let parts = [
                    hit.keyword.as_ref().map(|part| part.adds),
                    hit.dense.as_ref().map(|part| part.adds),
                    hit.concept.map(|part| part.adds),
                    hit.variants,
                    hit.rerank.map(|part| part.adds),
                ];
                assert!((parts.iter().flatten().sum::<f64>() - hit.score).abs() < 1e-9, "{text}: {hit:?}");
                assert_eq!(hit.rerank.is_some(), before[..3].iter().any(|(at, _)| *at == hit.passage));
            }
        }
    }
}

#[test]
fn the_published_formulas_take_the_greatest_of_scores_as_they_are() {
    let (records, index) = mixed(true);
    let wording = |values: [f32; 3]| vec![Variant { text: "other".to_owned(), values: values.to_vec() }];
    for (text, variants) in [(ASKED, wording([0.0, 0.2, 1.0])), ("diet", wording([0.3, 0.3, 0.9])), ("zzz", vec![])] {
        let query = Query { variants, ..asked(text) };
        let formulas = Formulas::new(&index, &records, &query, &query.terms());
        let focused = formulas.either(|at| {
            let of = |list: &BTreeMap<PassageIndex, f64>| list.get(&at).copied().unwrap_or(0.0);
            let greatest = of(&formulas.keyword).max(of(&formulas.dense)).max(formulas.covered(at) / 1.5);
            greatest.max(formulas.nearest_variant(at).unwrap_or(0.0)) * formulas.factor(at)
        });
        let found = plainly(&index, &records, &query, Strategy::Literal, 20).unwrap();
        assert_ranked(&found, &formulas, &focused, text);
        for logits in [vec![-9.0, 4.0], vec![9.0, 9.5], vec![0.25; 8], vec![]] {
            let reader = Reads { logits: logits.clone(), ..Reads::default() };
            let tools = Tools { reranker: Some(&reader), ..Tools::default() };
            let found = search_with(&index, &records, &query, Strategy::Literal, 20, &tools).unwrap();
            let sorted = formulas.sorted(&focused);
            let split = logits.len().min(sorted.len());
            let read: Vec<f64> =
                sorted.iter().zip(&logits).map(|((_, score), logit)| 0.7 * f64::from(*logit) + 0.3 * score).collect();
            let lowest = read.iter().copied().fold(f64::INFINITY, f64::min);
            // What was not read comes after what was, as far apart as before.
            let above = match sorted.get(split) {
                Some((_, first)) if split > 0 => (first - lowest + 1.0).max(0.0),
                _ => 0.0,
            };
            let after: BTreeMap<PassageIndex, f64> = sorted
                .iter()
                .enumerate()
                .map(|(at, (passage, score))| (*passage, read.get(at).copied().unwrap_or(score - above)))
                .collect();
            assert_ranked(&found, &formulas, &after, text);
            for hit in all(&found) {
                if let Some(part) = hit.rerank {
                    assert!((part.adds - 0.7 * part.logit).abs() < 1e-9);
                }
                assert!(hit.keyword.as_ref().is_none_or(|part| (part.normalised, part.adds) == (None, 0.0)));
                assert!(hit.dense.as_ref().is_none_or(|part| (part.normalised, part.adds) == (None, 0.0)));
            }
        }
    }
}

#[test]
fn shares_that_are_said_stand_in_the_place_of_those_of_the_question() {
    let (records, index) = mixed(true);
    let mut query = asked(ASKED);
    query.shares = stages::Shares {
        alpha: Some(0.5),
        coverage: Some(0.0),
        variants: Some(0.0),
        evidence: Some(0.0),
        rerank: Some(1.0),
    };
    let formulas = Formulas::new(&index, &records, &query, &query.terms());
    let found = plainly(&index, &records, &query, Strategy::default(), 20).unwrap();
    assert_ranked(&found, &formulas, &formulas.either(|at| formulas.linear(0.5, at)), "linear");
    let reader = Reads { logits: vec![0.0; 8], ..Reads::default() };
    let tools = Tools { reranker: Some(&reader), ..Tools::default() };
    let found = search_with(&index, &records, &query, Strategy::default(), 20, &tools).unwrap();
    assert!(all(&found).iter().all(|hit| hit.score == 0.5));
    // What was measured of a model says what words count beside its vectors, where prose is asked.
    let mut query = asked(ASKED);
    query.concepts.clear();
    query.variants.clear();
    query.vector.as_mut().unwrap().word_share = Some(0.6);
    for (text, alpha) in [(ASKED, 0.6), ("Fever raises the blood pressure of everybody.", 0.7)] {
        let query = Query { text: text.to_owned(), ..query.clone() };
        let formulas = Formulas::new(&index, &records, &query, &query.terms());
        let scores = formulas.either(|at| formulas.linear(alpha, at) * (1.0 + 0.1 * (formulas.factor(at) - 1.0)));
        let found = plainly(&index, &records, &query, Strategy::default(), 20).unwrap();
        assert_ranked(&found, &formulas, &scores, text);
        assert!(all(&found).iter().all(|hit| hit.concept.is_none()), "nothing is known of what it is about");
    }
    // A concept that counts nothing is none.
    let mut query = asked(ASKED);
    query.concepts.iter_mut().for_each(|concept| concept.weight = 0.0);
    let found = plainly(&index, &records, &query, Strategy::default(), 20).unwrap();
    assert!(all(&found).iter().all(|hit| hit.concept.is_none() && hit.score.is_finite()));
    let words = |kind: QuestionType, measured| kind.alpha(measured);
    assert_eq!(words(QuestionType::Claim, Some(0.95)), 1.0);
    assert_eq!(words(QuestionType::Records, Some(0.3)), 0.8);
}

#[test]
fn a_question_is_one_of_prose_where_half_of_what_may_answer_is() {
    for (prose, facts, not_admitted, text, kind) in [
        (2, 2, 0, "What of fever?", QuestionType::Prose),
        (2, 3, 0, "What of fever?", QuestionType::Records),
        (3, 2, 0, "What of fever?", QuestionType::Prose),
        (3, 2, 2, "What of fever?", QuestionType::Records),
        (2, 2, 0, "Fever raises the pulse of all.", QuestionType::Claim),
        (0, 2, 0, "Fever raises the pulse of all.", QuestionType::Records),
        (0, 0, 0, "What of fever?", QuestionType::Prose),
    ] {
        let (mut r, mut p) = (people(), Vec::new());
        for at in 0..prose + facts {
            put(&mut r, &mut p, Some(0), &format!("Entry {at}"), "Fever.", at < prose);
        }
        let index = Index::build(&r, p).unwrap();
        let admitted: Vec<bool> = (0..prose + facts).map(|at| at >= not_admitted).collect();
        let query = Query { text: text.to_owned(), ..Query::default() };
        assert_eq!(question_type(&index, &r, &query, &admitted), kind, "{prose} {facts} {not_admitted} {text}");
    }
}

/// As many letters as `count`, each without a word of the question, whose vectors turn away from it by one part more each.
fn turned(count: usize, degrees: f64) -> (Records, Index) {
    let texts: Vec<String> = (0..count).map(|at| format!("Letter number {at}.")).collect();
    let (records, mut index) = letters(texts.iter().map(String::as_str));
    let vectors = (0..count).map(|at| (PassageIndex(at as u32), at_angle(at as f64 * degrees)));
    index.add_vectors(MODEL, vectors).unwrap();
    (records, index)
}

fn at_angle(degrees: f64) -> Vec<f32> {
    let turn = degrees.to_radians();
    vec![turn.cos() as f32, turn.sin() as f32, 0.0]
}

fn towards(degrees: f64) -> Query {
    let vector = QueryVector { model: MODEL.to_owned(), values: at_angle(degrees), word_share: None };
    Query { text: "What of fever?".to_owned(), vector: Some(vector), ..Query::default() }
}

fn numbers(hits: &[Hit]) -> Vec<u32> {
    hits.iter().map(|hit| hit.passage.0).collect()
}

#[test]
fn diversity_chooses_among_four_times_as_many_of_the_nearest() {
    let (records, index) = turned(20, 4.0);
    let found = plainly(&index, &records, &towards(0.0), Strategy::Mmr { lambda: 0.1 }, 1).unwrap();
    // Two are chosen, the one and what just missed: of the eight nearest.
    assert_eq!((numbers(&found.hits), numbers(&found.dropped)), (vec![0], vec![7]));
    for hit in all(&found) {
        let part = hit.dense.as_ref().unwrap();
        assert!((part.adds - 0.1 * part.cosine).abs() < 1e-12 && part.normalised.is_none());
    }
}

#[test]
fn the_first_stage_leaves_a_hundred_and_fifty_for_the_second() {
    let (records, index) = turned(160, 0.5);
    let lifted = |to: f64, best: usize| {
        let mut query = towards(0.0);
        query.variants = vec![Variant { text: "other".to_owned(), values: at_angle(to) }];
        let found = plainly(&index, &records, &query, Strategy::Stages { pairs: 0 }, best).unwrap();
        numbers(&found.hits).into_iter().max()
    };
    assert!(lifted(60.0, 10).is_some_and(|last| (110..135).contains(&last)));
    assert!(lifted(78.0, 10).is_some_and(|last| (140..150).contains(&last)), "those after it are not looked at again");
    assert_eq!(lifted(78.0, 80), Some(159), "where more are wanted more are");
    let found = plainly(&index, &records, &towards(0.0), Strategy::Literal, 80).unwrap();
    assert_eq!(found.hits.len() + found.dropped.len(), 160);
    let mut query = towards(0.0);
    query.variants = vec![Variant { text: "other".to_owned(), values: at_angle(78.0) }];
    let found = plainly(&index, &records, &query, Strategy::Literal, 10).unwrap();
    assert!(numbers(&found.hits).into_iter().max().is_some_and(|last| (140..150).contains(&last)));
}

#[test]
fn a_cross_encoder_reads_as_many_as_there_are_pairs_and_a_hundred_at_most() {
    let (records, index) = turned(120, 0.5);
    for (strategy, read) in [
        (Strategy::Stages { pairs: 0 }, vec![]),
        (Strategy::Stages { pairs: 3 }, vec![3]),
        (Strategy::Stages { pairs: 500 }, vec![100]),
        (Strategy::Literal, vec![20]),
        (Strategy::Linear { alpha: 0.5 }, vec![]),
    ] {
        let reader = Reads { logits: vec![1.0; 500], ..Reads::default() };
        let tools = Tools { reranker: Some(&reader), ..Tools::default() };
        let found = search_with(&index, &records, &towards(0.0), strategy, 60, &tools).unwrap();
        assert_eq!(reader.read.borrow().iter().map(Vec::len).collect::<Vec<_>>(), read, "{strategy}");
        let of = all(&found).iter().filter(|hit| hit.rerank.is_some()).count();
        assert_eq!(of, read.first().copied().unwrap_or(0), "{strategy}");
    }
}

#[test]
fn a_cross_encoder_reads_what_stands_above_a_passage_and_its_sentences_that_answer() {
    let filler = "Nothing of this matters to anybody who asks. ".repeat(20);
    let long = format!("{filler}The fever is gone. {filler}");
    let (records, mut index) = letters(["No fever.", &long]);
    index.add_vectors(MODEL, [(PassageIndex(0), at_angle(0.0)), (PassageIndex(1), at_angle(9.0))]).unwrap();
    let reader = Reads { logits: vec![0.0; 2], ..Reads::default() };
    let tools = Tools { reranker: Some(&reader), ..Tools::default() };
    search_with(&index, &records, &towards(0.0), Strategy::default(), 2, &tools).unwrap();
    let read = reader.read.borrow()[0].clone();
    let whole = |at| index.embedding_text(&records, PassageIndex(at)).unwrap();
    assert_eq!(read[0], whole(0));
    let above = whole(1).strip_suffix(long.as_str()).unwrap().to_owned();
    assert!(!above.is_empty() && read[1].starts_with(&above), "{}", read[1]);
    assert!(read[1].contains("The fever is gone.") && read[1].len() < 700, "{}", read[1]);
}

#[test]
fn the_nearest_five_hundred_and_twelve_are_measured_without_rounding() {
    for count in [512, 600] {
        let texts: Vec<String> = (0..count).map(|at| format!("Letter number {at}.")).collect();
        let (records, mut index) = letters(texts.iter().map(String::as_str));
        let mut state = 7_u32;
        let mut vector = || -> Vec<f32> {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 16_777_216.0 - 0.5
            };
            (0..16).map(|_| next()).collect()
        };
        let vectors: Vec<(PassageIndex, Vec<f32>)> = (0..count).map(|at| (PassageIndex(at), vector())).collect();
        index.add_vectors(MODEL, vectors).unwrap();
        let values = vector();
        let mut query = towards(0.0);
        query.vector = Some(QueryVector { model: MODEL.to_owned(), values: values.clone(), word_share: None });
        let found = plainly(&index, &records, &query, Strategy::Dense, count as usize).unwrap();
        let rounded = dense::scores(&index, query.vector.as_ref().unwrap()).unwrap();
        let mut cosines: Vec<f64> = rounded.iter().map(|(_, cosine)| *cosine).collect();
        cosines.sort_by(|a, b| b.total_cmp(a));
        let least = cosines[511];
        let mut exact = 0;
        for (at, rounded) in rounded {
            let hit = found.hits.iter().find(|hit| hit.passage == at).unwrap();
            let expected = if rounded >= least { index.vectors().rescored(&values, at).unwrap() } else { rounded };
            assert_eq!(hit.score, expected);
            exact += usize::from(hit.score != rounded);
        }
        assert!((500..=512).contains(&exact), "{exact}");
    }
}

#[test]
fn what_there_is_to_rank_by_says_which_strategy_is_used() {
    let (records, with) = mixed(true);
    let mut without = with.clone();
    without.clear_vectors();
    let plain = Query { vector: None, ..asked(ASKED) };
    for (name, used) in [
        ("keyword", None),
        ("concept", None),
        ("dense", Some("keyword")),
        ("mmr", Some("keyword")),
        ("linear", Some("keyword")),
        ("rrf", Some("keyword")),
        ("stages:4", Some("stages:4")),
        ("literal", Some("literal")),
    ] {
        let strategy: Strategy = name.parse().unwrap();
        for (index, query, why) in [
            (&with, &asked(ASKED), None),
            (&with, &plain, Some(Fallback::NoQueryVector)),
            (&without, &plain, Some(Fallback::NoQueryVector)),
            (&without, &asked(ASKED), Some(Fallback::NoPassageVectors)),
        ] {
            let hits = plainly(index, &records, query, strategy, 3).unwrap();
            let (used, why) = match (why, used) {
                (Some(why), Some(used)) => (used.parse().unwrap(), Some(why)),
                _ => (strategy, None),
            };
            assert_eq!((hits.asked, hits.used, hits.fallback), (strategy, used, why), "{name}");
            // Other wordings are told where passages were compared with them.
            let compares = strategy.uses_variants() && why.is_none();
            assert_eq!(hits.wordings, if compares { vec!["knee", "diet"] } else { vec![] }, "{name}");
            assert!(!hits.hits.is_empty());
        }
    }
}

#[test]
fn constants_out_of_their_ranges_are_refused() {
    let (records, index) = mixed(true);
    for (k1, b, sound) in [(1.5, 0.75, true), (0.0, 0.0, true), (1.5, 1.0, true), (-0.1, 0.5, false), (1.5, 1.1, false)]
    {
        let bm25 = crate::index::bm25::Parameters { k1, b, ..Default::default() };
        let query = Query { bm25, ..asked(ASKED) };
        let found = plainly(&index, &records, &query, Strategy::Keyword, 3).map(|hits| hits.hits.len());
        assert_eq!(found.map_err(|error| error.code()), if sound { Ok(3) } else { Err(Code::InvalidArgument) });
    }
    let wrong = plainly(&index, &records, &asked(ASKED), Strategy::Linear { alpha: 2.0 }, 3);
    assert_eq!(wrong.unwrap_err().code(), Code::InvalidArgument);
}

#[test]
fn as_many_as_are_asked_for_are_kept_and_as_many_that_just_missed_are_told() {
    let (records, index) = mixed(true);
    let query = asked(ASKED);
    for strategy in Strategy::all() {
        let whole = plainly(&index, &records, &query, strategy, 20).unwrap();
        let found = whole.hits.len();
        assert!(found >= 6 && whole.dropped.is_empty(), "{strategy}");
        for best in [0, 1, 3, found] {
            let hits = plainly(&index, &records, &query, strategy, best).unwrap();
            assert_eq!((hits.hits.len(), hits.dropped.len()), (best, best.min(found - best)), "{strategy} {best}");
            let expected: Vec<PassageIndex> = whole.hits.iter().map(|hit| hit.passage).take(2 * best).collect();
            assert_eq!(all(&hits).iter().map(|hit| hit.passage).collect::<Vec<_>>(), expected, "{strategy} {best}");
            for (rank, hit) in (1..).zip(all(&hits)) {
                assert_eq!((hit.rank, hit.fate == crate::retrieve::Fate::Kept), (rank, rank <= best));
            }
        }
    }
    assert!(plainly(&index, &records, &query, Strategy::default(), 8).unwrap().words.contains_key("pressur"));
}

#[test]
fn in_which_order_vectors_came_does_not_matter() {
    let (records, index) = mixed(true);
    let (_, backwards) = mixed_in(true, true);
    for strategy in Strategy::all() {
        let [one, other] = [&index, &backwards].map(|index| {
            let hits = plainly(index, &records, &asked(ASKED), strategy, 20).unwrap();
            all(&hits).into_iter().map(|hit| (hit.passage, hit.score)).collect::<Vec<_>>()
        });
        assert_eq!(one, other, "{strategy}");
    }
}
