//! The embedder natively: real weights, reference vectors, and files that are not what they should be.
#![cfg(all(feature = "onnx", not(target_arch = "wasm32")))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

#[path = "common/embedding.rs"]
mod shared;

use std::fs;
use std::sync::LazyLock;

use chaperone::error::Code;
use chaperone::model::manifest::{Manifest, Role};
use chaperone::model::{Embedder, Encode as _, EncoderFacts, ModelId, onnx};
use proptest::prelude::*;

struct Files {
    manifest: Manifest,
    reference: shared::Reference,
    source: Vec<u8>,
    weights: Vec<u8>,
    tokenizer: Vec<u8>,
}

static FILES: LazyLock<Files> = LazyLock::new(|| {
    let at = |path: &str| {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        fs::read(&path).unwrap_or_else(|error| {
            panic!(
                "{path}: {error}\nfetch and convert the weights first: python3 models/fetch.py --for test && \
                    cargo run --release --features cli -- models convert"
            )
        })
    };
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    let reference: shared::Reference = serde_json::from_slice(&at("tests/data/embedding_reference.json")).unwrap();
    let [weights, tokenizer] = shared::paths(&manifest, &reference.model);
    let source = &manifest.model(&reference.model).unwrap().file(Role::Source).unwrap().path;
    let source = at(&format!("models/weights/{source}"));
    Files { weights: at(&weights), tokenizer: at(&tokenizer), source, manifest, reference }
});

static EMBEDDER: LazyLock<Embedder> =
    LazyLock::new(|| shared::load(&FILES.manifest, &FILES.reference.model, &FILES.weights, &FILES.tokenizer));

fn facts() -> EncoderFacts {
    EMBEDDER.facts().clone()
}

#[test]
fn vectors_agree_with_the_reference() {
    shared::agrees_with_the_reference(&EMBEDDER, &FILES.reference);
}

#[test]
fn no_bit_depends_on_the_batch() {
    shared::no_bit_depends_on_the_batch(&EMBEDDER, &FILES.reference);
}

#[test]
fn meaning_is_nearer_than_wording() {
    shared::meaning_is_nearer_than_wording(&EMBEDDER);
}

#[test]
fn altered_files_are_refused() {
    shared::altered_files_are_refused(&FILES.manifest, &FILES.reference.model, &FILES.weights, &FILES.tokenizer);
}

#[test]
fn tokens_are_those_of_the_reference_tokenizer() {
    let tokenizer = chaperone::model::Tokenizer::load(&FILES.tokenizer, facts().max_tokens).unwrap();
    for case in &FILES.reference.cases {
        assert_eq!(tokenizer.encode(&case.text).unwrap(), case.ids, "{}", case.name);
    }
}

#[test]
fn conversion_gives_the_pinned_file_and_is_stable() {
    let prepared = onnx::prepare(&FILES.source).unwrap();
    assert_eq!(prepared, FILES.weights);
    assert_eq!(onnx::prepare(&prepared).unwrap(), prepared);
}

#[test]
fn an_export_of_ones_own_gives_the_same_vectors() {
    let own = Embedder::from_export(ModelId::new("my own"), facts(), &FILES.source, &FILES.tokenizer).unwrap();
    let text = ["blood pressure"];
    assert_eq!(own.embed(&text).unwrap(), EMBEDDER.embed(&text).unwrap());
    assert_eq!(own.model_id().as_str(), "my own");
}

#[test]
fn facts_that_do_not_fit_the_model_are_refused() {
    let load = |facts| {
        Embedder::from_export(ModelId::new("own"), facts, &FILES.source, &FILES.tokenizer).err().map(|e| e.code())
    };
    assert_eq!(load(EncoderFacts { dimensions: 768, ..facts() }), Some(Code::Model));
    assert_eq!(load(EncoderFacts { max_tokens: 2, ..facts() }), Some(Code::InvalidArgument));
}

#[test]
fn a_tokenizer_of_a_larger_vocabulary_is_refused() {
    let grown =
        String::from_utf8(FILES.tokenizer.clone()).unwrap().replacen("\"[PAD]\":0", "\"[PAD]\":0,\"newword\":99999", 1);
    assert!(grown.len() > FILES.tokenizer.len());
    let error = Embedder::from_export(ModelId::new("own"), facts(), &FILES.source, grown.as_bytes()).err().unwrap();
    assert_eq!(error.code(), Code::Model);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_file_cut_anywhere_is_refused(part in 0.0f64..1.0) {
        let cut = &FILES.source[..(FILES.source.len() as f64 * part) as usize];
        prop_assert!(Embedder::from_export(ModelId::new("cut"), facts(), cut, &FILES.tokenizer).is_err());
    }
}
