//! The tokens of every shipped tokenizer against those of another implementation; the same cases natively and in the browser.

use std::collections::BTreeMap;

use chaperone::model::Tokenizer;
use chaperone::model::manifest::{Manifest, ModelEntry, Role};
use serde::Deserialize;

/// The tagger reads windows of a text, whatever its length.
const TAGGER_TOKENS: usize = 1 << 20;

#[derive(Deserialize)]
pub struct Reference {
    texts: Vec<String>,
    question: String,
    pub models: BTreeMap<String, Expected>,
}

/// What a model's tokenizer gives for each of the texts.
#[derive(Deserialize)]
pub struct Expected {
    ids: Option<Vec<Vec<u32>>>,
    /// Of the tagger: each token's id and bytes.
    tokens: Option<Vec<Vec<(u32, usize, usize)>>>,
    /// Of the reranker: where the text begins behind the question, and the ids of both.
    pairs: Option<Vec<(usize, Vec<u32>)>>,
}

pub fn path(manifest: &Manifest, model: &str) -> String {
    format!("models/weights/{}", manifest.model(model).unwrap().file(Role::Tokenizer).unwrap().path)
}

fn most_tokens(entry: &ModelEntry) -> usize {
    let embedder = entry.encoder.as_ref().map(|facts| facts.max_tokens);
    embedder.or(entry.reranker.as_ref().map(|facts| facts.max_tokens)).unwrap_or(TAGGER_TOKENS)
}

/// All four models with a tokenizer are in the reference.
pub fn every_tokenizer_is_compared(manifest: &Manifest, reference: &Reference) {
    let read = |entry: &&ModelEntry| entry.encoder.is_some() || entry.reranker.is_some() || entry.tagger.is_some();
    let shipped: Vec<&str> = manifest.models.iter().filter(read).map(|entry| entry.id.as_str()).collect();
    assert_eq!(shipped.len(), 4);
    assert!(shipped.iter().all(|id| reference.models.contains_key(*id)), "{shipped:?}");
}

pub fn tokens_agree(manifest: &Manifest, reference: &Reference, model: &str, json: &[u8]) {
    let tokenizer = Tokenizer::load(json, most_tokens(manifest.model(model).unwrap())).unwrap();
    let Expected { ids, tokens, pairs } = &reference.models[model];
    assert!(ids.is_some() || tokens.is_some());
    for (at, text) in reference.texts.iter().enumerate() {
        if let Some(ids) = ids {
            assert_eq!(tokenizer.encode(text).unwrap(), ids[at], "{model}: {text:?}");
        }
        if let Some(tokens) = tokens {
            let ours = tokenizer.tokens(text).unwrap();
            let ours: Vec<_> = ours.iter().map(|(id, range)| (*id, range.start, range.end)).collect();
            assert_eq!(ours, tokens[at], "{model}: {text:?}");
        }
        if let Some(pairs) = pairs {
            let (ids, second) = tokenizer.encode_pair(&reference.question, text).unwrap();
            assert_eq!((second, ids), pairs[at].clone(), "{model}: {text:?}");
        }
    }
}
