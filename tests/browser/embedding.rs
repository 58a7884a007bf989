//! The embedder in wasm: real weights, real inference, the same cases as natively.

use std::cell::OnceCell;
use std::rc::Rc;

use chaperone::model::Embedder;
use chaperone::model::manifest::Manifest;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::files::read;

#[path = "../common/embedding.rs"]
mod shared;

struct Loaded {
    manifest: Manifest,
    reference: shared::Reference,
    weights: Vec<u8>,
    tokenizer: Vec<u8>,
    embedder: Embedder,
}

thread_local! {
    static LOADED: OnceCell<Rc<Loaded>> = const { OnceCell::new() };
}

async fn loaded() -> Rc<Loaded> {
    if let Some(loaded) = LOADED.with(|cell| cell.get().cloned()) {
        return loaded;
    }
    let manifest = Manifest::parse(&read("models/manifest.json").await).unwrap();
    let reference: shared::Reference =
        serde_json::from_slice(&read("tests/data/embedding_reference.json").await).unwrap();
    let [weights, tokenizer] = shared::paths(&manifest, &reference.model);
    let (weights, tokenizer) = (read(&weights).await, read(&tokenizer).await);
    let embedder = shared::load(&manifest, &reference.model, &weights, &tokenizer);
    let loaded = Rc::new(Loaded { manifest, reference, weights, tokenizer, embedder });
    LOADED.with(|cell| cell.get_or_init(|| loaded).clone())
}

#[wasm_bindgen_test]
async fn vectors_agree_with_the_reference() {
    let loaded = loaded().await;
    shared::agrees_with_the_reference(&loaded.embedder, &loaded.reference);
}

#[wasm_bindgen_test]
async fn no_bit_depends_on_the_batch() {
    let loaded = loaded().await;
    shared::no_bit_depends_on_the_batch(&loaded.embedder, &loaded.reference);
}

#[wasm_bindgen_test]
async fn meaning_is_nearer_than_wording() {
    shared::meaning_is_nearer_than_wording(&loaded().await.embedder);
}

#[wasm_bindgen_test]
async fn altered_files_are_refused() {
    let loaded = loaded().await;
    shared::altered_files_are_refused(&loaded.manifest, &loaded.reference.model, &loaded.weights, &loaded.tokenizer);
}
