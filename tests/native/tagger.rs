//! The tagger natively: real weights against the published model's own answers, and files that are not what they should be.

use std::fs;
use std::ops::Range;
use std::sync::LazyLock;

use chaperone::error::Code;
use chaperone::model::manifest::{Manifest, ModelEntry, Role};
use chaperone::model::{Tag as _, Tagger, Vote};

use crate::common::tagger::{self as shared, Reference, TOLERANCE, Text};

struct Files {
    entry: ModelEntry,
    weights: Vec<u8>,
    tokenizer: Vec<u8>,
    reference: Reference,
}

static FILES: LazyLock<Files> = LazyLock::new(|| {
    let at = |path: &str| {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}\nset up first: ./run setup test"))
    };
    let reference: Reference = serde_json::from_slice(&at("tests/data/tagger_reference.json")).unwrap();
    let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
    let entry = manifest.model(&reference.model).unwrap().clone();
    let [weights, tokenizer] =
        [Role::Weights, Role::Tokenizer].map(|role| at(&format!("models/weights/{}", entry.file(role).unwrap().path)));
    Files { entry, weights, tokenizer, reference }
});

static TAGGER: LazyLock<Tagger> =
    LazyLock::new(|| Tagger::load(&FILES.entry, FILES.weights.clone(), &FILES.tokenizer).unwrap());

/// Returns for each token of `text` its bytes and the probability that it has a label.
fn votes(text: &str) -> Vec<(Range<usize>, f32)> {
    let mut votes = Vec::new();
    TAGGER.read(text, &mut |vote| votes.push((vote.range.clone(), vote.labels.iter().sum()))).unwrap();
    votes
}

#[test]
fn probabilities_agree_with_the_published_model() {
    for Text { name, text, tokens, .. } in &FILES.reference.texts {
        let votes = votes(text);
        assert!(votes.len() >= tokens.len(), "{name}");
        // In a text of several windows the first is compared, but for the margin that the published model reads on beyond.
        let whole = votes.len() == tokens.len() && votes.len() <= 446;
        let compared = if whole { tokens.len() } else { 300 };
        for ((range, ours), (start, end, probability)) in votes.iter().zip(tokens).take(compared) {
            assert_eq!(*range, *start..*end, "{name}");
            let near = if whole { TOLERANCE } else { 0.1 };
            assert!((ours - probability).abs() <= near, "{name}, {start}..{end}: {ours}, not {probability}");
        }
    }
}

#[test]
fn states_agree_with_the_published_model() {
    shared::states_agree(&TAGGER, &FILES.reference);
}

#[test]
fn labels_agree_with_the_published_model() {
    let labels: shared::Labels = serde_json::from_slice(include_bytes!("../data/tagger_labels.json")).unwrap();
    let notes = shared::notes(include_str!("../data/privacy/clinical.jsonl"));
    shared::labels_agree(&TAGGER, &labels, notes);
}

#[test]
fn every_token_has_its_label_probabilities_and_both_states() {
    assert_eq!(TAGGER.states(), 2 * 384);
    let mut tokens = 0;
    let each = &mut |vote: &Vote<'_>| {
        assert_eq!((vote.labels.len(), vote.states.len()), (TAGGER.labels().len(), TAGGER.states()));
        assert!(vote.states.iter().all(|state| state.is_finite()) && vote.states.iter().any(|state| *state != 0.0));
        tokens += 1;
    };
    TAGGER.read("Amara Okafor was seen.", each).unwrap();
    assert!(tokens >= 5);
    assert!(votes("").is_empty());
}

#[test]
fn every_window_of_a_long_text_is_read() {
    let filler = "Blood pressure was taken twice and noted in the chart as before. ".repeat(120);
    let text = format!("{filler}Seen by Dr. Jonas Lindqvist. {filler}");
    let votes = votes(&text);
    assert!(votes.iter().any(|(range, named)| text[range.clone()].starts_with("Jonas") && *named > 0.5));
    assert!(votes.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start));
}

#[test]
fn altered_and_foreign_files_are_refused() {
    let mut cut = FILES.weights.clone();
    cut.truncate(1 << 20);
    assert_eq!(Tagger::load(&FILES.entry, cut, &FILES.tokenizer).err().unwrap().code(), Code::Model);
    assert_eq!(Tagger::load(&FILES.entry, FILES.weights.clone(), b"{}").err().unwrap().code(), Code::Model);
    let entry = ModelEntry { tagger: None, ..FILES.entry.clone() };
    assert_eq!(Tagger::load(&entry, FILES.weights.clone(), &FILES.tokenizer).err().unwrap().code(), Code::NotFound);
}
