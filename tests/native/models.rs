//! The embedder and the reranker of the second rank natively, and files that are not what they should be.

use std::fs;
use std::sync::LazyLock;

use chaperone::error::Code;
use chaperone::model::injection::Classifier;
use chaperone::model::manifest::{Manifest, ModelEntry, Role};
use chaperone::model::{Embedder, Reranker};

use crate::common::{classifier, embedding, models as shared, tokens};

fn at(path: &str) -> Vec<u8> {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}\nset up first: ./run setup test"))
}

static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| Manifest::parse(&at("models/manifest.json")).unwrap());
static REFERENCE: LazyLock<shared::Reference> =
    LazyLock::new(|| serde_json::from_slice(&at("tests/data/engine_reference.json")).unwrap());

static EMBEDDER: LazyLock<Embedder> = LazyLock::new(|| {
    let [weights, tokenizer] = shared::paths(&MANIFEST, &REFERENCE.embedder);
    Embedder::load(MANIFEST.model(&REFERENCE.embedder).unwrap(), at(&weights), &at(&tokenizer)).unwrap()
});

static RERANKER: LazyLock<Reranker> = LazyLock::new(|| {
    let [weights, tokenizer] = shared::paths(&MANIFEST, &REFERENCE.reranker);
    Reranker::load(MANIFEST.model(&REFERENCE.reranker).unwrap(), at(&weights), &at(&tokenizer)).unwrap()
});

#[test]
fn vectors_agree_with_the_reference() {
    shared::vectors_agree(&EMBEDDER, &REFERENCE);
}

#[test]
fn a_question_is_embedded_behind_its_prefix() {
    let [weights, tokenizer] = shared::paths(&MANIFEST, &REFERENCE.embedder);
    let entry = shared::with_prefix(&MANIFEST, &REFERENCE.embedder);
    let embedder = Embedder::load(&entry, at(&weights), &at(&tokenizer)).unwrap();
    shared::a_question_is_embedded_behind_its_prefix(&embedder);
}

#[test]
fn scores_agree_with_the_reference() {
    shared::scores_agree(&RERANKER, &REFERENCE);
}

#[test]
fn no_score_depends_on_the_batch() {
    shared::no_score_depends_on_the_batch(&RERANKER, &REFERENCE);
}

#[test]
fn a_text_longer_than_the_model_reads_is_cut() {
    let long = "Blood pressure was taken twice and noted in the chart as before. ".repeat(100);
    assert_eq!(RERANKER.score("When was it taken?", &[&long, &format!("{long}{long}")]).unwrap().len(), 2);
}

#[test]
fn models_take_little_more_memory_than_their_files() {
    for (id, held) in [(&REFERENCE.embedder, EMBEDDER.memory()), (&REFERENCE.reranker, RERANKER.memory())] {
        let file = at(&shared::paths(&MANIFEST, id)[0]).len();
        assert!(held as f64 <= 1.6 * file as f64, "{id}: {held} bytes for a file of {file}");
    }
}

#[test]
fn altered_and_foreign_files_are_refused() {
    let entry = MANIFEST.model(&REFERENCE.reranker).unwrap();
    let [weights, tokenizer] = shared::paths(&MANIFEST, &REFERENCE.reranker).map(|path| at(&path));
    let load = |entry: &ModelEntry, weights: &[u8], tokenizer: &[u8]| {
        Reranker::load(entry, weights.to_vec(), tokenizer).err().map(|error| error.code())
    };
    assert_eq!(load(entry, &weights[..1000], &tokenizer), Some(Code::Model));
    assert_eq!(load(entry, &weights, &tokenizer[1..]), Some(Code::Model));
    let embedder = MANIFEST.model(&REFERENCE.embedder).unwrap();
    assert_eq!(load(embedder, &at(&shared::paths(&MANIFEST, &REFERENCE.embedder)[0]), &tokenizer), Some(Code::Model));
    let mut short = entry.clone();
    short.reranker = None;
    assert_eq!(load(&short, &weights, &tokenizer), Some(Code::NotFound));
    short.reranker = Some(chaperone::model::manifest::RerankerFacts { max_tokens: 513 });
    assert_eq!(load(&short, &weights, &tokenizer), Some(Code::Model));
}

#[test]
fn every_tokenizer_gives_the_tokens_of_another_implementation() {
    let reference: tokens::Reference = serde_json::from_slice(&at("tests/data/tokenizer_reference.json")).unwrap();
    tokens::every_tokenizer_is_compared(&MANIFEST, &reference);
    for model in reference.models.keys() {
        tokens::tokens_agree(&MANIFEST, &reference, model, &at(&tokens::path(&MANIFEST, model)));
    }
}

#[test]
fn the_classifier_of_instructions_agrees_with_its_published_weights() {
    let vectors: embedding::Reference = serde_json::from_slice(&at("tests/data/embedding_reference.json")).unwrap();
    let reference: classifier::Reference = serde_json::from_slice(&at("tests/data/injection/reference.json")).unwrap();
    let weights = MANIFEST.model("jailguard-binary").unwrap().file(Role::Weights).unwrap();
    let classifier = Classifier::read(&at(&format!("models/weights/{}", weights.path))).unwrap();
    let [weights, tokenizer] = embedding::paths(&MANIFEST, &vectors.model).map(|path| at(&path));
    let embedder = embedding::load(&MANIFEST, &vectors.model, &weights, &tokenizer);
    classifier::logits_agree(&classifier, &embedder, &reference, &vectors);
}
