//! The classifier of instructions against its published weights; the same cases natively and in the browser.

use chaperone::model::injection::Classifier;
use chaperone::model::{Embedder, Embedding, Encode as _};
use serde::Deserialize;

use super::embedding;

/// How far a logit may be from that of the published weights, which are rounded to eight bits here.
pub const MAX_LOGIT: f64 = 0.1;

#[derive(Deserialize)]
pub struct Reference {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    logit: f64,
}

fn logit(probability: f64) -> f64 {
    (probability / (1.0 - probability)).ln()
}

/// `vectors` are those that the reference was computed of, in its order.
pub fn logits_agree(
    classifier: &Classifier,
    embedder: &Embedder,
    reference: &Reference,
    vectors: &embedding::Reference,
) {
    assert_eq!(reference.cases.len(), vectors.cases.len());
    let (mut instructions, mut questions) = (0, 0);
    for (Case { name, logit: expected }, case) in reference.cases.iter().zip(&vectors.cases) {
        assert_eq!(*name, case.name);
        let ours = embedder.embed(&[&case.text]).unwrap().remove(0);
        for vector in [Embedding::new(case.same_weights.clone()).unwrap(), ours] {
            let found = logit(classifier.probability(&vector).unwrap());
            assert!((found - expected).abs() <= MAX_LOGIT, "{name}: {found}, not {expected}");
        }
        if *expected > 0.0 { instructions += 1 } else { questions += 1 }
    }
    assert!(instructions > 0 && questions > 0);
}
