//! The embedder and the reranker of the second rank in wasm: the same cases as natively. The tagger: the same as the published model's.

use chaperone::model::manifest::{Manifest, Role};
use chaperone::model::{Embedder, Reranker, Tag as _, Tagger};
use serde::Deserialize;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::files::read;

#[path = "../common/models.rs"]
mod shared;

/// As natively.
const TAGGER_TOLERANCE: f32 = 5e-3;

#[derive(Deserialize)]
struct Named {
    model: String,
    texts: Vec<NamedText>,
}

#[derive(Deserialize)]
struct NamedText {
    name: String,
    text: String,
    tokens: Vec<(usize, usize, f32)>,
}

async fn manifest() -> Manifest {
    Manifest::parse(&read("models/manifest.json").await).unwrap()
}

async fn reference() -> shared::Reference {
    serde_json::from_slice(&read("tests/data/engine_reference.json").await).unwrap()
}

#[wasm_bindgen_test]
async fn the_second_embedder_agrees_with_the_reference() {
    let (manifest, reference) = (manifest().await, reference().await);
    let [weights, tokenizer] = shared::paths(&manifest, &reference.embedder);
    let entry = manifest.model(&reference.embedder).unwrap();
    let embedder = Embedder::load(entry, read(&weights).await, &read(&tokenizer).await).unwrap();
    shared::vectors_agree(&embedder, &reference);
    shared::a_question_has_its_prefix(&embedder);
}

#[wasm_bindgen_test]
async fn the_reranker_agrees_with_the_reference() {
    let (manifest, reference) = (manifest().await, reference().await);
    let [weights, tokenizer] = shared::paths(&manifest, &reference.reranker);
    let entry = manifest.model(&reference.reranker).unwrap();
    let reranker = Reranker::load(entry, read(&weights).await, &read(&tokenizer).await).unwrap();
    shared::scores_agree(&reranker, &reference);
    shared::no_score_depends_on_the_batch(&reranker, &reference);
}

#[wasm_bindgen_test]
async fn the_tagger_agrees_with_the_published_model() {
    let reference: Named = serde_json::from_slice(&read("tests/data/tagger_reference.json").await).unwrap();
    let manifest = manifest().await;
    let entry = manifest.model(&reference.model).unwrap();
    let path = |role| format!("models/weights/{}", entry.file(role).unwrap().path);
    let (weights, tokenizer) = (read(&path(Role::Weights)).await, read(&path(Role::Tokenizer)).await);
    let tagger = Tagger::load(entry, weights, &tokenizer).unwrap();
    for NamedText { name, text, tokens } in reference.texts.iter().filter(|case| case.tokens.len() < 400) {
        let mut votes = Vec::new();
        tagger.read(text, &mut |vote| votes.push((vote.range.clone(), vote.labels.iter().sum::<f32>()))).unwrap();
        assert_eq!(votes.len(), tokens.len(), "{name}");
        for ((range, ours), (start, end, probability)) in votes.iter().zip(tokens) {
            assert_eq!(*range, *start..*end, "{name}");
            assert!((ours - probability).abs() <= TAGGER_TOLERANCE, "{name}, {start}..{end}: {ours}");
        }
    }
}
