//! The embedder natively: real weights, reference vectors, and files that are not what they should be.

use std::fs;
use std::sync::LazyLock;

use chaperone::error::Code;
use chaperone::model::manifest::Manifest;
use chaperone::model::{Embedder, EncoderFacts, ModelId};
use proptest::prelude::*;

use crate::common::embedding as shared;

struct Files {
    manifest: Manifest,
    reference: shared::Reference,
    #[cfg(feature = "onnx")]
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
                    cargo run --release --features cli,onnx -- models convert"
            )
        })
    };
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    let reference: shared::Reference = serde_json::from_slice(&at("tests/data/embedding_reference.json")).unwrap();
    let [weights, tokenizer] = shared::paths(&manifest, &reference.model);
    #[cfg(feature = "onnx")]
    let source = {
        let source =
            &manifest.model(&reference.model).unwrap().file(chaperone::model::manifest::Role::Source).unwrap().path;
        at(&format!("models/weights/{source}"))
    };
    Files {
        weights: at(&weights),
        tokenizer: at(&tokenizer),
        #[cfg(feature = "onnx")]
        source,
        manifest,
        reference,
    }
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

fn packed(facts: EncoderFacts, weights: &[u8], tokenizer: &[u8]) -> Result<Embedder, Code> {
    Embedder::from_packed(ModelId::new("own"), facts, weights.to_vec(), tokenizer).map_err(|error| error.code())
}

#[test]
fn facts_that_do_not_fit_the_model_are_refused() {
    let load = |facts| packed(facts, &FILES.weights, &FILES.tokenizer).err();
    assert_eq!(load(EncoderFacts { dimensions: 768, ..facts() }), Some(Code::Model));
    assert_eq!(load(EncoderFacts { max_tokens: 2, ..facts() }), Some(Code::InvalidArgument));
    assert_eq!(load(EncoderFacts { max_tokens: 513, ..facts() }), Some(Code::InvalidArgument));
    assert_eq!(load(facts()), None);
}

#[test]
fn a_tokenizer_of_a_larger_vocabulary_is_refused() {
    let grown =
        String::from_utf8(FILES.tokenizer.clone()).unwrap().replacen("\"[PAD]\":0", "\"[PAD]\":0,\"newword\":99999", 1);
    assert!(grown.len() > FILES.tokenizer.len());
    assert_eq!(packed(facts(), &FILES.weights, grown.as_bytes()).err(), Some(Code::Model));
}

#[test]
fn a_model_takes_little_more_memory_than_its_file() {
    let (held, file) = (EMBEDDER.memory() as f64, FILES.weights.len() as f64);
    assert!(held <= 1.6 * file, "{held} bytes for a file of {file}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_file_cut_anywhere_is_refused(part in 0.0f64..1.0) {
        let cut = &FILES.weights[..(FILES.weights.len() as f64 * part) as usize];
        prop_assert_eq!(packed(facts(), cut, &FILES.tokenizer).err(), Some(Code::Model));
    }

    #[test]
    fn a_file_with_a_flipped_bit_is_refused(at in any::<prop::sample::Index>(), bit in 0u8..8) {
        let mut flipped = FILES.weights.clone();
        let at = at.index(flipped.len());
        flipped[at] ^= 1 << bit;
        prop_assert!(packed(facts(), &flipped, &FILES.tokenizer).is_err());
    }
}

/// What reads ONNX.
#[cfg(feature = "onnx")]
mod exports {
    use super::*;
    use chaperone::model::own::{Choice, Own, Runtime, open};
    use chaperone::model::{Encode as _, onnx};

    fn own(onnx: &[u8]) -> Result<Own, Code> {
        let EncoderFacts { pooling, query_prefix, .. } = facts();
        open(onnx, &FILES.tokenizer, &Choice { pooling, query_prefix, runtime: Runtime::Fastest })
            .map_err(|error| error.code())
    }

    #[test]
    fn packing_gives_the_pinned_file() {
        assert_eq!(onnx::pack(&FILES.source).unwrap(), FILES.weights);
    }

    #[test]
    fn an_export_of_ones_own_gives_the_same_vectors() {
        let own = own(&FILES.source).unwrap();
        let text = ["blood pressure"];
        assert_eq!(own.embedder().embed(&text).unwrap(), EMBEDDER.embed(&text).unwrap());
        assert_eq!(own.embedder().note(), None);
    }

    #[test]
    fn what_tract_gives_is_near() {
        let graph = onnx::Graph::load(&onnx::prepare(&FILES.source).unwrap()).unwrap();
        for case in FILES.reference.cases.iter().take(3) {
            let hidden = graph.hidden(&case.ids, facts().dimensions).unwrap();
            let ours = EMBEDDER.token_vectors(&case.text).unwrap().concat();
            let cosine = shared::cosine(&ours, &hidden);
            assert!(cosine >= shared::SAME_WEIGHTS_MIN_COSINE, "{}: {cosine}", case.name);
        }
    }

    #[test]
    fn a_cut_export_is_refused() {
        for part in [0, 1000, FILES.source.len() / 2, FILES.source.len() - 1] {
            assert!(own(&FILES.source[..part]).is_err());
        }
    }
}
