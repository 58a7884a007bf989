//! The embedder against vectors that were computed without it; the same cases natively and in the browser.

use chaperone::error::Code;
use chaperone::model::manifest::{Manifest, Role};
use chaperone::model::{Embedder, Encode};
use serde::Deserialize;

/// The least cosine with ONNX Runtime on the same int8 weights, which computes in f32: ours rounds activations to sixteen bits.
pub const SAME_WEIGHTS_MIN_COSINE: f64 = 0.9999;

/// The largest difference in any of the 384 values from the same.
pub const SAME_WEIGHTS_MAX_ABS: f32 = 5e-4;

/// The least cosine with the full-precision model: what rounding the weights to int8 may cost.
/// The least of the cases is the empty text, whose two tokens carry no content.
pub const FP32_MIN_COSINE: f32 = 0.996;

/// How long a vector is: 1 within the rounding of 384 `f32`.
pub const UNIT_LENGTH_MAX_ABS: f32 = 1e-6;

#[derive(Deserialize)]
pub struct Reference {
    pub model: String,
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    pub text: String,
    pub ids: Vec<u32>,
    pub same_weights: Vec<f32>,
    pub fp32: Vec<f32>,
}

pub fn load(manifest: &Manifest, model: &str, weights: &[u8], tokenizer: &[u8]) -> Embedder {
    Embedder::load(manifest.model(model).unwrap(), weights.to_vec(), tokenizer).unwrap()
}

pub fn paths(manifest: &Manifest, model: &str) -> [String; 2] {
    let entry = manifest.model(model).unwrap();
    [Role::Weights, Role::Tokenizer].map(|role| format!("models/weights/{}", entry.file(role).unwrap().path))
}

pub fn agrees_with_the_reference(embedder: &Embedder, reference: &Reference) {
    assert_eq!(embedder.model_id().as_str(), reference.model);
    assert!(reference.cases.len() >= 12);
    for case in &reference.cases {
        assert_eq!(embedder.count_tokens(&case.text).unwrap(), case.ids.len(), "{}: tokens", case.name);
        let vector = embedder.embed(&[&case.text]).unwrap().remove(0);
        assert_eq!(vector.as_slice().len(), embedder.dimensions());
        let differences = vector.as_slice().iter().zip(&case.same_weights).map(|(ours, theirs)| (ours - theirs).abs());
        let largest = differences.fold(0.0, f32::max);
        assert!(largest <= SAME_WEIGHTS_MAX_ABS, "{}: {largest} from the same weights", case.name);
        let same = cosine(vector.as_slice(), &case.same_weights);
        assert!(same >= SAME_WEIGHTS_MIN_COSINE, "{}: cosine {same} with the same weights", case.name);
        let cosine: f32 = vector.as_slice().iter().zip(&case.fp32).map(|(ours, theirs)| ours * theirs).sum();
        assert!(cosine >= FP32_MIN_COSINE, "{}: cosine {cosine} with full precision", case.name);
        let length = vector.dot(&vector).unwrap().sqrt();
        assert!((length - 1.0).abs() <= UNIT_LENGTH_MAX_ABS, "{}: length {length}", case.name);
    }
}

pub fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

pub fn no_bit_depends_on_the_batch(embedder: &Embedder, reference: &Reference) {
    let texts: Vec<&str> = reference.cases.iter().map(|case| case.text.as_str()).collect();
    let together = embedder.embed(&texts).unwrap();
    let reversed: Vec<&str> = texts.iter().rev().copied().collect();
    let backwards = embedder.embed(&reversed).unwrap();
    for (index, text) in texts.iter().enumerate() {
        let alone = embedder.embed(&[text]).unwrap();
        assert_eq!(alone[0], together[index]);
        assert_eq!(alone[0], backwards[texts.len() - 1 - index]);
    }
    assert!(embedder.embed(&[]).unwrap().is_empty());
}

pub fn meaning_is_nearer_than_wording(embedder: &Embedder) {
    let texts = [
        "The patient has type 2 diabetes mellitus with diabetic nephropathy.",
        "Kidney damage caused by adult-onset diabetes.",
        "The museum opens at ten o'clock on Sundays.",
    ];
    let vectors = embedder.embed(&texts).unwrap();
    let (near, far) = (vectors[0].dot(&vectors[1]).unwrap(), vectors[0].dot(&vectors[2]).unwrap());
    assert!(near > 0.5 && far < 0.2 && near > far, "{near} {far}");
}

pub fn altered_files_are_refused(manifest: &Manifest, model: &str, weights: &[u8], tokenizer: &[u8]) {
    let entry = manifest.model(model).unwrap();
    let mut flipped = weights.to_vec();
    flipped[weights.len() / 2] ^= 1;
    let cut = &weights[..weights.len() - 1];
    for altered in [&flipped[..], cut, &[], tokenizer] {
        assert_eq!(Embedder::load(entry, altered.to_vec(), tokenizer).err().unwrap().code(), Code::Model);
    }
    assert_eq!(Embedder::load(entry, weights.to_vec(), &tokenizer[1..]).err().unwrap().code(), Code::Model);
}
