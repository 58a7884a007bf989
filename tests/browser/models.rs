//! The embedder and the reranker of the second rank, the tagger, the classifier of instructions and every tokenizer in wasm: the same
//! cases as natively.

use chaperone::model::injection::Classifier;
use chaperone::model::manifest::{Manifest, Role};
use chaperone::model::{Embedder, Reranker, Tag as _, Tagger};
use serde::de::DeserializeOwned;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::files::read;

#[path = "../common/classifier.rs"]
mod classifier;
#[path = "../common/embedding.rs"]
#[allow(dead_code)]
mod embedding;
#[path = "../common/models.rs"]
mod shared;
#[path = "../common/tagger.rs"]
mod tagger;
#[path = "../common/tokens.rs"]
mod tokens;

async fn manifest() -> Manifest {
    Manifest::parse(&read("models/manifest.json").await).unwrap()
}

async fn json<T: DeserializeOwned>(path: &str) -> T {
    serde_json::from_slice(&read(path).await).unwrap()
}

async fn reference() -> shared::Reference {
    json("tests/data/engine_reference.json").await
}

#[wasm_bindgen_test]
async fn the_second_embedder_agrees_with_the_reference() {
    let (manifest, reference) = (manifest().await, reference().await);
    let [weights, tokenizer] = shared::paths(&manifest, &reference.embedder);
    let entry = manifest.model(&reference.embedder).unwrap();
    let embedder = Embedder::load(entry, read(&weights).await, &read(&tokenizer).await).unwrap();
    shared::vectors_agree(&embedder, &reference);
    let entry = shared::with_prefix(&manifest, &reference.embedder);
    let embedder = Embedder::load(&entry, read(&weights).await, &read(&tokenizer).await).unwrap();
    shared::a_question_is_embedded_behind_its_prefix(&embedder);
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
    let reference: tagger::Reference = json("tests/data/tagger_reference.json").await;
    let manifest = manifest().await;
    let entry = manifest.model(&reference.model).unwrap();
    let path = |role| format!("models/weights/{}", entry.file(role).unwrap().path);
    let (weights, tokenizer) = (read(&path(Role::Weights)).await, read(&path(Role::Tokenizer)).await);
    let tagger = Tagger::load(entry, weights, &tokenizer).unwrap();
    for tagger::Text { name, text, tokens, .. } in reference.texts.iter().filter(|case| case.tokens.len() < 400) {
        let mut votes = Vec::new();
        tagger.read(text, &mut |vote| votes.push((vote.range.clone(), vote.labels.iter().sum::<f32>()))).unwrap();
        assert_eq!(votes.len(), tokens.len(), "{name}");
        for ((range, ours), (start, end, probability)) in votes.iter().zip(tokens) {
            assert_eq!(*range, *start..*end, "{name}");
            assert!((ours - probability).abs() <= tagger::TOLERANCE, "{name}, {start}..{end}: {ours}");
        }
    }
    tagger::states_agree(&tagger, &reference);
    let notes = String::from_utf8(read("tests/data/privacy/clinical.jsonl").await).unwrap();
    tagger::labels_agree(&tagger, &json("tests/data/tagger_labels.json").await, tagger::notes(&notes));
}

#[wasm_bindgen_test]
async fn every_tokenizer_gives_the_tokens_of_another_implementation() {
    let (manifest, reference) =
        (manifest().await, json::<tokens::Reference>("tests/data/tokenizer_reference.json").await);
    tokens::every_tokenizer_is_compared(&manifest, &reference);
    for model in reference.models.keys() {
        tokens::tokens_agree(&manifest, &reference, model, &read(&tokens::path(&manifest, model)).await);
    }
}

#[wasm_bindgen_test]
async fn the_classifier_of_instructions_agrees_with_its_published_weights() {
    let manifest = manifest().await;
    let vectors: embedding::Reference = json("tests/data/embedding_reference.json").await;
    let weights = manifest.model("jailguard-binary").unwrap().file(Role::Weights).unwrap();
    let classifier = Classifier::read(&read(&format!("models/weights/{}", weights.path)).await).unwrap();
    let [weights, tokenizer] = embedding::paths(&manifest, &vectors.model);
    let (weights, tokenizer) = (read(&weights).await, read(&tokenizer).await);
    let embedder = embedding::load(&manifest, &vectors.model, &weights, &tokenizer);
    let reference = json("tests/data/injection/reference.json").await;
    classifier::logits_agree(&classifier, &embedder, &reference, &vectors);
}
