//! From an export to the packed form, and the proof that both compute the same.
//!
//! The parts that were recognised are packed and run on the kernels, the export on tract, on the same tokens, in pairs of texts where
//! it classifies those; only what agrees is handed out. The number of heads, which stands in no weight, is the one with which they agree.

use super::adapters;
use super::graph::Graph;
use super::recognise::{Found, recognise};
use super::{convert, proto};
use crate::error::{Code, Error, Result};
use crate::model::bert::{Bert, Sequence};
use crate::model::pack;
use crate::model::pack::parts::{HeadParts, Parts};

/// The least cosine of each token's numbers with those of the export, where the file's own weights are packed.
const SAME: f64 = 0.99995;
/// The same where weights of more bits were rounded to eight.
const ROUNDED: f64 = 0.98;
/// How far a number may be from the export's, in shares of the largest, where one number is all there is.
const NEAR: f32 = 0.02;
/// The sizes of a head that are tried.
const SIZES: [usize; 4] = [32, 64, 16, 128];
/// Of how many tokens the texts are that it is tried on.
const LENGTHS: [usize; 3] = [3, 17, 40];

/// Returns the packed form of the encoder `onnx`.
///
/// # Errors
/// `unsupported` when it is no BERT encoder that is known, or does not come out the same; `model` when the file is damaged.
pub fn pack(onnx: &[u8]) -> Result<Vec<u8>> {
    proven(onnx).map(|(_, packed)| packed)
}

/// As [`pack()`], with the adapters of the file `added` in its matrices; that they are the encoder's, and the encoder the export's, is
/// shown before they are added.
///
/// # Errors
/// As [`pack()`]; `malformed` when the file of adapters is damaged, `unsupported` when it is of another encoder.
pub fn pack_adapted(onnx: &[u8], added: &[u8]) -> Result<Vec<u8>> {
    let (mut parts, _) = proven(onnx)?;
    adapters::add(&mut parts, added)?;
    pack::write(&parts)
}

/// Returns the parts of the encoder `onnx`, and their packed form.
fn proven(onnx: &[u8]) -> Result<(Parts, Vec<u8>)> {
    let unknown = || Error::new(Code::Unsupported, "the model is no BERT encoder of a known form: it runs on tract");
    let (_, graph) = proto::read(onnx)?;
    let Found { mut parts, rounded } = recognise(&graph).ok_or_else(unknown)?;
    drop(graph);
    let width = parts.norm.gain.len().max(1);
    // Only what classifies texts is given pairs of them.
    let pairs = matches!(parts.head, HeadParts::Pair { .. }) && parts.types.len() > width;
    let reference = Graph::load(&if pairs { convert::prepare_pairs(onnx)? } else { convert::prepare(onnx)? })?;
    let words = parts.words.values.len() / width;
    let texts: Vec<Vec<u32>> = LENGTHS.iter().map(|length| tokens(*length, words)).collect();
    let second = |ids: &Vec<u32>| if pairs { ids.len() / 2 } else { ids.len() };
    let texts: Vec<Sequence<'_>> = texts.iter().map(|ids| Sequence { ids, second: second(ids) }).collect();
    let first = |text: &Sequence<'_>| {
        reference.run_pair(text.ids, text.second)?.into_iter().next().map(|(_, values)| values).ok_or_else(unknown)
    };
    let expected: Vec<Vec<f32>> = texts.iter().map(first).collect::<Result<_>>()?;
    let least = if rounded { ROUNDED } else { SAME };
    for size in SIZES {
        parts.heads = parts.norm.gain.len() / size;
        let Ok(packed) = pack::write(&parts) else { continue };
        let bert = Bert::read(packed.clone())?;
        let agrees = |(text, expected): (&Sequence<'_>, &Vec<f32>)| {
            output(&bert, *text).is_ok_and(|ours| near(&ours, expected, text.ids.len(), least))
        };
        if texts.iter().zip(&expected).all(agrees) {
            return Ok((parts, packed));
        }
    }
    Err(unknown())
}

/// Returns `length` token ids below `words`, spread over them.
fn tokens(length: usize, words: usize) -> Vec<u32> {
    (0..length).map(|at| (at * 7919 + 101) % words.max(1)).filter_map(|id| u32::try_from(id).ok()).collect()
}

/// Returns what the export's first output is by our kernels.
fn output(bert: &Bert, text: Sequence<'_>) -> Result<Vec<f32>> {
    let batch = [text];
    match bert.pair_logits(&batch) {
        Ok(logits) => Ok(logits),
        Err(_) if bert.labels() > 0 => bert.token_logits(&bert.states(&batch, &[])?.last),
        Err(_) => Ok(bert.states(&batch, &[])?.last),
    }
}

/// Returns whether `ours` and `expected` are near, token by token or as one.
fn near(ours: &[f32], expected: &[f32], tokens: usize, least: f64) -> bool {
    if ours.len() != expected.len() || ours.is_empty() {
        return false;
    }
    let row = if ours.len().is_multiple_of(tokens) { ours.len() / tokens } else { ours.len() };
    if row < 8 {
        let largest = expected.iter().fold(1.0_f32, |most, value| most.max(value.abs()));
        return ours.iter().zip(expected).all(|(a, b)| (a - b).abs() <= NEAR * largest);
    }
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let rows = ours.chunks_exact(row).zip(expected.chunks_exact(row));
    rows.into_iter().all(|(a, b)| dot(a, b) >= least * (dot(a, a) * dot(b, b)).sqrt())
}
