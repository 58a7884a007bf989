//! The tagger against the published model with its adapters: labels and states; the same cases natively and in the browser.

use std::collections::BTreeMap;

use chaperone::model::{Tag as _, Tagger};
use serde::Deserialize;

/// How far a probability may be from the published model's, whose weights with their adapters are rounded to eight bits alike, but for
/// those in the middle between two.
pub const TOLERANCE: f32 = 5e-3;
/// The least cosine of a token's states with the published model's.
pub const MIN_COSINE: f64 = 0.9999;
/// The least share of tokens that have the published model's label.
pub const MIN_SAME_LABELS: f64 = 0.995;

#[derive(Deserialize)]
pub struct Reference {
    pub model: String,
    pub texts: Vec<Text>,
}

#[derive(Deserialize)]
pub struct Text {
    pub name: String,
    pub text: String,
    pub tokens: Vec<(usize, usize, f32)>,
    /// Those of the first tokens.
    pub states: Vec<Vec<f32>>,
}

/// A letter for the label of each token of a text, `a` for none, by the text's id.
#[derive(Deserialize)]
pub struct Labels {
    pub labels: Vec<String>,
    pub texts: BTreeMap<String, String>,
}

/// A text of the set that the labels are of.
#[derive(Deserialize)]
pub struct Note {
    pub id: String,
    pub text: String,
}

pub fn notes(jsonl: &str) -> impl Iterator<Item = Note> {
    jsonl.lines().map(|line| serde_json::from_str(line).unwrap())
}

pub fn states_agree(tagger: &Tagger, reference: &Reference) {
    let mut compared = 0;
    for Text { name, text, states, .. } in &reference.texts {
        let mut ours: Vec<Vec<f32>> = Vec::new();
        tagger.read(text, &mut |vote| ours.push(vote.states.to_vec())).unwrap();
        for (at, (ours, theirs)) in ours.iter().zip(states).enumerate() {
            assert_eq!(ours.len(), theirs.len());
            // Each layer's by themselves: the longer would hide the shorter.
            let width = tagger.states() / 2;
            for (ours, theirs) in ours.chunks(width).zip(theirs.chunks(width)) {
                let cosine = cosine(ours, theirs);
                assert!(cosine >= MIN_COSINE, "{name}, token {at}: {cosine}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 30, "{compared}");
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// Compares the labels of `notes`; those that the reference has none of are passed over.
pub fn labels_agree(tagger: &Tagger, reference: &Labels, notes: impl Iterator<Item = Note>) {
    let name = |letter: char| reference.labels[(letter as usize) - usize::from(b'a')].as_str();
    let (mut tokens, mut named, mut same, mut same_named) = (0, 0, 0, 0);
    for Note { id, text } in notes {
        let Some(theirs) = reference.texts.get(&id) else { continue };
        let mut ours: Vec<String> = Vec::new();
        tagger
            .read(&text, &mut |vote| {
                let none = 1.0 - vote.labels.iter().sum::<f32>();
                let best = vote.labels.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
                ours.push(if *best.1 > none { tagger.labels()[best.0].clone() } else { "O".to_owned() });
            })
            .unwrap();
        assert_eq!(ours.len(), theirs.len(), "{id}");
        for (ours, letter) in ours.iter().zip(theirs.chars()) {
            let agrees = usize::from(ours == name(letter));
            (tokens, same) = (tokens + 1, same + agrees);
            if letter != 'a' {
                (named, same_named) = (named + 1, same_named + agrees);
            }
        }
    }
    assert!(tokens > 5_000 && named > 400, "{tokens} tokens, {named} with a label");
    for (same, of) in [(same, tokens), (same_named, named)] {
        let share = same as f64 / of as f64;
        assert!(share >= MIN_SAME_LABELS, "{same} of {of}: {share}");
    }
}
