//! The BERT encoder over the kernels: token ids in, hidden states out (Devlin et al. 2018).
//!
//! Texts of a batch lie behind each other without padding; no bit of what comes out for one depends on the others. It knows nothing
//! of words: [`super::Tokenizer`] makes the ids, and embedder, tagger and reranker make something of the states.

use crate::error::{Code, Error, Result};
use crate::model::kernels::Path;
use crate::model::kernels::attention::Attention;
use crate::model::kernels::gemm::{Gemm, Then};
use crate::model::kernels::lanes::Wide;
use crate::model::kernels::math::Tanh;
use crate::model::kernels::norm::AddNorm;
use crate::model::kernels::quantise::{Quantise, Tiles};
use crate::model::pack::{Head, Linear, Norm, Pack};

/// An encoder, ready to run.
#[derive(Debug)]
pub struct Bert {
    pack: Pack,
    path: Path,
}

/// One text, or two of which the second is read in the light of the first.
#[derive(Debug, Clone, Copy)]
pub struct Sequence<'a> {
    /// The token ids, special tokens included.
    pub ids: &'a [u32],
    /// Where the second text begins; the number of ids where there is none.
    pub second: usize,
}

impl<'a> Sequence<'a> {
    /// Returns the sequence of one text.
    pub fn one(ids: &'a [u32]) -> Self {
        Sequence { ids, second: ids.len() }
    }
}

/// What products need beside what they read and make, kept from one to the next.
#[derive(Debug, Default)]
struct Room {
    tiles: Tiles,
    wide: Vec<[Wide; 2]>,
}

/// What an encoder gives for a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct States {
    /// The hidden states of all tokens behind each other, `[tokens, width] f32`.
    pub last: Vec<f32>,
    /// The same after each layer that was asked for.
    pub after: Vec<Vec<f32>>,
}

impl Bert {
    /// Returns the encoder in `bytes`, a file in the packed form.
    ///
    /// # Errors
    /// `model` when they are damaged or no packed model; `unsupported` when another version wrote them.
    pub fn read(bytes: Vec<u8>) -> Result<Self> {
        Ok(Bert { pack: Pack::read(bytes)?, path: Path::best() })
    }

    /// Returns this encoder on the instructions of `path`. The outcome is the same on all.
    pub fn on(self, path: Path) -> Self {
        Bert { path, ..self }
    }

    /// Returns the length of a hidden state.
    pub fn width(&self) -> usize {
        self.pack.width
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> usize {
        self.pack.layers.len()
    }

    /// Returns the most tokens of a sequence.
    pub fn most_tokens(&self) -> usize {
        self.pack.positions.len() / self.pack.width
    }

    /// Returns how many labels the classifier above the last layer gives for each token, or for each pair; 0 without one.
    pub fn labels(&self) -> usize {
        match &self.pack.head {
            Head::None => 0,
            Head::Tokens(classifier) | Head::Pair(_, classifier) => classifier.columns,
        }
    }

    /// Returns whether the labels are of a text or a pair of texts, and not of each token.
    pub fn classifies_texts(&self) -> bool {
        matches!(self.pack.head, Head::Pair(..))
    }

    /// Hands `take` the file that the model was read from, part by part.
    pub fn file(&self, take: &mut dyn FnMut(&[u8])) {
        self.pack.file(take);
    }

    /// Returns the bytes that the model holds in memory.
    pub fn memory(&self) -> usize {
        self.pack.memory()
    }

    /// Returns the hidden states of the tokens of `batch`, those after the last layer and those after each layer of `after`, which
    /// counts from 0.
    ///
    /// # Errors
    /// `model` when an id is of no word, a sequence is empty or longer than the model reads, or `after` names no layer.
    pub fn states(&self, batch: &[Sequence<'_>], after: &[usize]) -> Result<States> {
        if after.iter().any(|layer| *layer >= self.pack.layers.len()) {
            return Err(Error::new(Code::Model, "the model does not have the layer whose states are asked for"));
        }
        let mut states = self.embeddings(batch)?;
        let width = self.pack.width;
        let mut kept = vec![Vec::new(); after.len()];
        let mut room = Room::default();
        let [mut qkv, mut out, mut up] = [const { Vec::new() }; 3];
        let mut context = vec![0.0; states.len()];
        for (number, layer) in self.pack.layers.iter().enumerate() {
            self.linear(&layer.qkv, &states, Then::Bias, &mut room, &mut qkv);
            let (mut from, mut to) = (qkv.as_slice(), context.as_mut_slice());
            for sequence in batch {
                let tokens = sequence.ids.len();
                let (qkv, rest) = from.split_at_checked(tokens * 3 * width).unwrap_or_default();
                let (out, others) = to.split_at_mut_checked(tokens * width).unwrap_or_default();
                self.path.run(Attention { qkv, out, heads: self.pack.heads, size: width / self.pack.heads });
                (from, to) = (rest, others);
            }
            self.linear(&layer.out, &context, Then::Bias, &mut room, &mut out);
            self.add_norm(&mut states, &out, &layer.attention_norm);
            self.linear(&layer.up, &states, Then::Gelu, &mut room, &mut up);
            self.linear(&layer.down, &up, Then::Bias, &mut room, &mut out);
            self.add_norm(&mut states, &out, &layer.norm);
            for (kept, _) in kept.iter_mut().zip(after).filter(|(_, layer)| **layer == number) {
                kept.clone_from(&states);
            }
        }
        Ok(States { last: states, after: kept })
    }

    /// Returns what the classifier of tokens gives for each row of `states`, `[tokens, labels] f32`.
    ///
    /// # Errors
    /// `model` when the model has no such classifier.
    pub fn token_logits(&self, states: &[f32]) -> Result<Vec<f32>> {
        match &self.pack.head {
            Head::Tokens(classifier) => Ok(self.logits(classifier, states)),
            _ => Err(Error::new(Code::Model, "the model has no classifier of tokens")),
        }
    }

    /// Returns what the classifier of sequences gives for each sequence of `batch`, `[sequences, labels] f32`.
    ///
    /// # Errors
    /// `model` when the model has no such classifier; as [`states`](Self::states).
    pub fn pair_logits(&self, batch: &[Sequence<'_>]) -> Result<Vec<f32>> {
        let Head::Pair(pooler, classifier) = &self.pack.head else {
            return Err(Error::new(Code::Model, "the model has no classifier of sequences"));
        };
        let states = self.states(batch, &[])?.last;
        let mut first = Vec::with_capacity(batch.len() * self.pack.width);
        let mut rest = states.as_slice();
        for sequence in batch {
            first.extend(rest.iter().take(self.pack.width));
            rest = rest.get(sequence.ids.len() * self.pack.width..).unwrap_or_default();
        }
        let mut pooled = Vec::new();
        self.linear(pooler, &first, Then::Bias, &mut Room::default(), &mut pooled);
        self.path.run(Tanh(&mut pooled));
        Ok(self.logits(classifier, &pooled))
    }

    /// Computes the matrix products of all layers over `rows` rows, `rounds` times and nothing else, and returns how many
    /// multiplications and additions that was: what a benchmark holds against the processor's peak.
    pub fn products(&self, rows: usize, rounds: usize) -> u64 {
        let (mut operations, mut room, mut out) = (0, Room::default(), Vec::new());
        for layer in &self.pack.layers {
            for linear in [&layer.qkv, &layer.out, &layer.up, &layer.down] {
                let matrix = self.pack.matrix(linear);
                let (width, depth) = (matrix.depth, matrix.depth / matrix.groups.max(1));
                self.path.run(Quantise { rows: &vec![1.0; rows * width], width, depth, tiles: &mut room.tiles });
                out.resize(rows * matrix.columns(), 0.0);
                for _ in 0..rounds {
                    let (tiles, room) = (&room.tiles, &mut room.wide);
                    self.path.run(Gemm { tiles, matrix, out: &mut out, then: Then::Bias, room });
                    operations += 2 * (rows * width * matrix.columns()) as u64;
                }
            }
        }
        operations
    }

    /// Returns the normalised sums of the vectors of word, position and text, `[tokens, width] f32`.
    fn embeddings(&self, batch: &[Sequence<'_>]) -> Result<Vec<f32>> {
        let width = self.pack.width;
        let tokens: usize = batch.iter().map(|sequence| sequence.ids.len()).sum();
        let mut rows = vec![0.0; tokens * width];
        let mut row = rows.chunks_exact_mut(width);
        for sequence in batch {
            if sequence.ids.is_empty() || sequence.ids.len() > self.most_tokens() {
                return Err(Error::new(Code::Model, "a sequence of tokens is empty or longer than the model reads")
                    .found(sequence.ids.len() as u64, self.most_tokens() as u64));
            }
            let positions = self.pack.positions.chunks_exact(width);
            for (((at, id), row), position) in sequence.ids.iter().enumerate().zip(&mut row).zip(positions) {
                let text = usize::from(at >= sequence.second);
                let text = self.pack.types.chunks_exact(width).nth(text);
                if !self.pack.word(*id, row) {
                    return Err(Error::new(Code::Model, "a token is not in the model's vocabulary")
                        .found(u64::from(*id), self.pack.words.count as u64));
                }
                let Some(text) = text else {
                    return Err(Error::new(Code::Model, "the model reads no second text"));
                };
                for ((sum, text), position) in row.iter_mut().zip(text).zip(position) {
                    *sum = (*sum + text) + position;
                }
            }
        }
        let Norm { gain, bias } = &self.pack.norm;
        self.path.run(AddNorm { rows: &mut rows, add: &[], gain, bias, epsilon: self.pack.epsilon });
        Ok(rows)
    }

    /// Makes `out` the product of `rows` with `linear`, with the columns that fill its last panel.
    fn linear(&self, linear: &Linear, rows: &[f32], then: Then, room: &mut Room, out: &mut Vec<f32>) {
        let matrix = self.pack.matrix(linear);
        let depth = matrix.depth / matrix.groups.max(1);
        out.resize(rows.len() / matrix.depth.max(1) * matrix.columns(), 0.0);
        self.path.run(Quantise { rows, width: matrix.depth, depth, tiles: &mut room.tiles });
        self.path.run(Gemm { tiles: &room.tiles, matrix, out, then, room: &mut room.wide });
    }

    fn logits(&self, classifier: &Linear, rows: &[f32]) -> Vec<f32> {
        let wide = self.pack.matrix(classifier).columns().max(1);
        let mut out = Vec::new();
        self.linear(classifier, rows, Then::Bias, &mut Room::default(), &mut out);
        out.chunks_exact(wide).flat_map(|row| row.iter().take(classifier.columns)).copied().collect()
    }

    fn add_norm(&self, rows: &mut [f32], add: &[f32], norm: &Norm) {
        self.path.run(AddNorm { rows, add, gain: &norm.gain, bias: &norm.bias, epsilon: self.pack.epsilon });
    }
}
