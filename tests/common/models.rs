//! The embedder and the reranker of the second rank against numbers that were computed without them; the same cases natively and in
//! the browser.

use chaperone::model::manifest::{Manifest, ModelEntry, Role};
use chaperone::model::{Embedder, Encode, Reranker};
use serde::Deserialize;

/// The least cosine with ONNX Runtime on the same int8 weights in f32.
pub const MIN_COSINE: f64 = 0.9999;
/// The largest difference of a score from the same.
pub const MAX_LOGIT: f32 = 0.02;
/// The least rank correlation (Kendall 1938) of the scores with the same.
pub const MIN_TAU: f64 = 0.99;

#[derive(Deserialize)]
pub struct Reference {
    pub embedder: String,
    pub vectors: Vec<Vector>,
    pub reranker: String,
    pub questions: Vec<String>,
    pub passages: Vec<String>,
    pub scores: Vec<Vec<f32>>,
}

#[derive(Deserialize)]
pub struct Vector {
    pub text: String,
    pub vector: Vec<f32>,
}

pub fn paths(manifest: &Manifest, model: &str) -> [String; 2] {
    let entry = manifest.model(model).unwrap();
    [Role::Weights, Role::Tokenizer].map(|role| format!("models/weights/{}", entry.file(role).unwrap().path))
}

pub fn vectors_agree(embedder: &Embedder, reference: &Reference) {
    assert!(reference.vectors.len() >= 30);
    for case in &reference.vectors {
        let ours = embedder.embed(&[&case.text]).unwrap().remove(0);
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        let (ours, theirs) = (ours.as_slice(), case.vector.as_slice());
        let cosine = dot(ours, theirs) / (dot(ours, ours) * dot(theirs, theirs)).sqrt();
        assert!(cosine >= MIN_COSINE, "{}: {cosine}", case.text);
    }
}

/// The entry of `model` with words before questions, which none of the models that are shipped has.
pub fn with_prefix(manifest: &Manifest, model: &str) -> ModelEntry {
    let mut entry = manifest.model(model).unwrap().clone();
    let facts = entry.encoder.as_mut().unwrap();
    assert!(facts.query_prefix.is_empty());
    facts.query_prefix = "Represent this sentence for searching relevant passages: ".into();
    entry
}

/// A question is embedded behind the words that the manifest puts before it, a passage is not.
pub fn a_question_is_embedded_behind_its_prefix(embedder: &Embedder) {
    let prefix = &embedder.facts().query_prefix;
    assert!(!prefix.is_empty());
    let text = "Which medicines am I on?";
    let prefixed = embedder.embed(&[&format!("{prefix}{text}")]).unwrap().remove(0);
    assert_eq!(embedder.embed_question(text).unwrap(), prefixed);
    assert_eq!(embedder.embed_question(text).unwrap(), prefixed, "asked again");
    assert_ne!(embedder.embed(&[text]).unwrap().remove(0), prefixed);
}

pub fn scores_agree(reranker: &Reranker, reference: &Reference) {
    let passages: Vec<&str> = reference.passages.iter().map(String::as_str).collect();
    assert_eq!(reference.questions.len() * passages.len(), 200);
    let mut pairs: Vec<(f32, f32)> = Vec::new();
    for (question, theirs) in reference.questions.iter().zip(&reference.scores) {
        let ours = reranker.score(question, &passages).unwrap();
        for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            assert!((ours - theirs).abs() <= MAX_LOGIT, "{question} {at}: {ours}, not {theirs}");
            pairs.push((*ours, *theirs));
        }
    }
    let mut sum = 0i32;
    let mut count = 0i32;
    for (at, a) in pairs.iter().enumerate() {
        for b in &pairs[..at] {
            if a.1 != b.1 {
                sum += if (a.0 > b.0) == (a.1 > b.1) { 1 } else { -1 };
                count += 1;
            }
        }
    }
    let tau = f64::from(sum) / f64::from(count);
    assert!(tau >= MIN_TAU, "rank correlation {tau}");
}

pub fn no_score_depends_on_the_batch(reranker: &Reranker, reference: &Reference) {
    let passages: Vec<&str> = reference.passages.iter().map(String::as_str).collect();
    let question = &reference.questions[0];
    let together = reranker.score(question, &passages).unwrap();
    for (passage, score) in passages.iter().zip(together) {
        assert_eq!(reranker.score(question, &[passage]).unwrap(), [score]);
    }
    assert!(reranker.score(question, &[]).unwrap().is_empty());
}
