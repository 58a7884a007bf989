//! A model of a few numbers, written, read and run: against the plain formulas, on every path, and damaged.

use proptest::prelude::*;

use super::parts::{HeadParts, LayerParts, Normal, Parts, Table, Weights};
use super::{Pack, write};
use crate::error::Code;
use crate::model::bert::{Bert, Sequence};
use crate::model::kernels::Path;

const WIDTH: usize = 16;
const WIDE: usize = 24;
const WORDS: usize = 11;
const POSITIONS: usize = 9;

/// Numbers of −1 to 1 that a seed gives.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn some(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.next() * scale).collect()
    }

    fn ints(&mut self, count: usize, most: f32) -> Vec<i8> {
        (0..count).map(|_| (self.next() * most).round() as i8).collect()
    }

    fn norm(&mut self) -> Normal {
        Normal { gain: self.some(WIDTH, 1.0), bias: self.some(WIDTH, 0.3) }
    }

    fn weights(&mut self, depth: usize, columns: usize, groups: usize) -> Weights {
        let most = if groups > 1 { 7.0 } else { 127.0 };
        Weights {
            values: self.ints(depth * columns, most),
            scales: (0..groups * columns).map(|_| (self.next().abs() + 0.1) / most / 4.0).collect(),
            bias: self.some(columns, 0.3),
            groups,
        }
    }
}

fn parts(groups: usize, labels: usize, pair: bool) -> Parts {
    let mut numbers = Numbers(groups as u64 * 100 + labels as u64);
    let layers = (0..2)
        .map(|_| LayerParts {
            qkv: numbers.weights(WIDTH, 3 * WIDTH, groups),
            out: numbers.weights(WIDTH, WIDTH, groups),
            attention_norm: numbers.norm(),
            up: numbers.weights(WIDTH, WIDE, groups),
            down: numbers.weights(WIDE, WIDTH, groups),
            norm: numbers.norm(),
        })
        .collect();
    let head = match (labels, pair) {
        (0, _) => HeadParts::None,
        (_, false) => HeadParts::Tokens(numbers.weights(WIDTH, labels, groups)),
        (_, true) => HeadParts::Pair {
            pooler: numbers.weights(WIDTH, WIDTH, groups),
            classifier: numbers.weights(WIDTH, labels, groups),
        },
    };
    Parts {
        heads: 2,
        epsilon: 1e-12,
        words: Table { values: numbers.ints(WORDS * WIDTH, 127.0), zero: -3, scales: vec![0.01] },
        positions: numbers.some(POSITIONS * WIDTH, 0.5),
        types: numbers.some(2 * WIDTH, 0.5),
        norm: numbers.norm(),
        layers,
        head,
    }
}

/// The encoder as the paper writes it, in `f64`.
mod plain {
    use super::*;

    fn linear(rows: &[Vec<f64>], weights: &Weights) -> Vec<Vec<f64>> {
        let columns = weights.bias.len();
        let depth = weights.values.len() / columns;
        let of = |row: &Vec<f64>, column: usize| {
            let products = row.iter().enumerate().map(|(at, value)| {
                let scale = weights.scales[at / (depth / weights.groups) * columns + column];
                value * f64::from(weights.values[at * columns + column]) * f64::from(scale)
            });
            products.sum::<f64>() + f64::from(weights.bias[column])
        };
        rows.iter().map(|row| (0..columns).map(|column| of(row, column)).collect()).collect()
    }

    fn norm(rows: &[Vec<f64>], add: &[Vec<f64>], norm: &Normal) -> Vec<Vec<f64>> {
        let of = |(row, add): (&Vec<f64>, &Vec<f64>)| {
            let sums: Vec<f64> = row.iter().zip(add).map(|(a, b)| a + b).collect();
            let mean = sums.iter().sum::<f64>() / sums.len() as f64;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / sums.len() as f64;
            let scaled = sums.iter().map(|sum| (sum - mean) / (variance + 1e-12).sqrt());
            scaled.zip(norm.gain.iter().zip(&norm.bias)).map(|(x, (g, b))| x * f64::from(*g) + f64::from(*b)).collect()
        };
        rows.iter().zip(add).map(of).collect()
    }

    /// Φ by the series of the error function (Abramowitz and Stegun 1964, 7.1.6).
    fn gelu(x: f64) -> f64 {
        let z = x / 2f64.sqrt();
        let (mut term, mut sum) = (z, z);
        for n in 1..200 {
            term *= 2.0 * z * z / f64::from(2 * n + 1);
            sum += term;
        }
        x / 2.0 * (1.0 + 2.0 / std::f64::consts::PI.sqrt() * (-z * z).exp() * sum)
    }

    pub fn states(parts: &Parts, ids: &[u32], second: usize) -> Vec<Vec<f64>> {
        let embed = |(at, id): (usize, &u32)| {
            let of = |place: usize| {
                let word = f64::from(i32::from(parts.words.values[*id as usize * WIDTH + place]) - parts.words.zero);
                let text = parts.types[usize::from(at >= second) * WIDTH + place];
                word * f64::from(parts.words.scales[0]) + f64::from(text + parts.positions[at * WIDTH + place])
            };
            (0..WIDTH).map(of).collect::<Vec<f64>>()
        };
        let rows: Vec<Vec<f64>> = ids.iter().enumerate().map(embed).collect();
        let mut rows = norm(&rows, &vec![vec![0.0; WIDTH]; ids.len()], &parts.norm);
        let size = WIDTH / parts.heads;
        for layer in &parts.layers {
            let qkv = linear(&rows, &layer.qkv);
            let mut context = vec![vec![0.0; WIDTH]; ids.len()];
            for head in 0..parts.heads {
                for query in 0..ids.len() {
                    let score = |key: usize| {
                        let places = head * size..(head + 1) * size;
                        places.map(|at| qkv[query][at] * qkv[key][WIDTH + at]).sum::<f64>() / (size as f64).sqrt()
                    };
                    let powers: Vec<f64> = (0..ids.len()).map(|key| score(key).exp()).collect();
                    let sum: f64 = powers.iter().sum();
                    for at in head * size..(head + 1) * size {
                        context[query][at] =
                            (0..ids.len()).map(|key| powers[key] / sum * qkv[key][2 * WIDTH + at]).sum();
                    }
                }
            }
            rows = norm(&rows, &linear(&context, &layer.out), &layer.attention_norm);
            let mut up = linear(&rows, &layer.up);
            up.iter_mut().flatten().for_each(|value| *value = gelu(*value));
            rows = norm(&rows, &linear(&up, &layer.down), &layer.norm);
        }
        rows
    }

    pub fn head(parts: &Parts, rows: &[Vec<f64>]) -> Vec<f64> {
        match &parts.head {
            HeadParts::None => vec![],
            HeadParts::Tokens(classifier) => linear(rows, classifier).concat(),
            HeadParts::Pair { pooler, classifier } => {
                let mut pooled = linear(&rows[..1], pooler);
                pooled.iter_mut().flatten().for_each(|value| *value = value.tanh());
                linear(&pooled, classifier).concat()
            }
        }
    }
}

fn near(ours: &[f32], expected: &[f64]) {
    assert_eq!(ours.len(), expected.len());
    for (ours, expected) in ours.iter().zip(expected) {
        assert!((f64::from(*ours) - expected).abs() <= 2e-3, "{ours}, not {expected}");
    }
}

#[test]
fn a_model_computes_what_the_formulas_say_on_every_path() {
    let ids = [3, 10, 0, 7, 7];
    for (groups, labels, pair) in [(1, 0, false), (1, 5, false), (2, 5, false), (2, 1, true), (1, 9, true)] {
        let parts = parts(groups, labels, pair);
        let bytes = write(&parts).unwrap();
        assert_eq!(bytes, write(&parts).unwrap());
        let mut first: Option<Vec<f32>> = None;
        for path in Path::all() {
            let bert = Bert::read(bytes.clone()).unwrap().on(path);
            assert_eq!((bert.width(), bert.layers(), bert.labels(), bert.most_tokens()), (WIDTH, 2, labels, POSITIONS));
            assert!(bert.memory() < 4 * bytes.len());
            let sequence = Sequence { ids: &ids, second: 3 };
            let states = bert.states(&[sequence], &[0, 1]).unwrap();
            let expected = plain::states(&parts, &ids, 3);
            near(&states.last, &expected.concat());
            assert_eq!(states.after[1], states.last);
            assert_ne!(states.after[0], states.last);
            match (labels, pair) {
                (0, _) => assert!(bert.token_logits(&states.last).is_err() && bert.pair_logits(&[sequence]).is_err()),
                (_, false) => near(&bert.token_logits(&states.last).unwrap(), &plain::head(&parts, &expected)),
                (_, true) => near(&bert.pair_logits(&[sequence]).unwrap(), &plain::head(&parts, &expected)),
            }
            assert_eq!(first.get_or_insert(states.last.clone()), &states.last, "{path:?}");
        }
    }
}

#[test]
fn a_model_gives_back_the_file_that_it_was_read_from() {
    for (groups, labels, pair) in [(1, 0, false), (2, 5, false), (2, 1, true)] {
        let bytes = write(&parts(groups, labels, pair)).unwrap();
        let mut file = Vec::new();
        Pack::read(bytes.clone()).unwrap().file(&mut |part| file.extend_from_slice(part));
        assert_eq!(file, bytes);
    }
}

#[test]
fn no_bit_depends_on_the_batch() {
    let bert = Bert::read(write(&parts(2, 3, false)).unwrap()).unwrap();
    let texts: [&[u32]; 4] = [&[1, 2, 3], &[4], &[5, 6, 7, 8, 9, 10, 0, 1, 2], &[3, 3]];
    let batch: Vec<Sequence<'_>> = texts.iter().map(|ids| Sequence::one(ids)).collect();
    let alone: Vec<f32> = batch.iter().flat_map(|text| bert.states(&[*text], &[]).unwrap().last).collect();
    assert_eq!(bert.states(&batch, &[]).unwrap().last, alone);
    assert!(bert.states(&[], &[]).unwrap().last.is_empty());
}

#[test]
fn the_products_are_counted() {
    let bert = Bert::read(write(&parts(1, 0, false)).unwrap()).unwrap();
    let once = bert.products(3, 1);
    assert!(once > 0 && once.is_multiple_of(2 * 3));
    assert_eq!(bert.products(3, 2), 2 * once);
    assert_eq!(bert.products(0, 2), 0);
}

#[test]
fn what_the_model_does_not_read_is_refused() {
    let bert = Bert::read(write(&parts(1, 0, false)).unwrap()).unwrap();
    let refused = |ids: &[u32], after: &[usize]| bert.states(&[Sequence::one(ids)], after).unwrap_err().code();
    assert_eq!(refused(&[], &[]), Code::Model);
    assert_eq!(refused(&[0; POSITIONS + 1], &[]), Code::Model);
    assert_eq!(refused(&[WORDS as u32], &[]), Code::Model);
    assert_eq!(refused(&[1], &[2]), Code::Model);
}

#[test]
fn parts_that_do_not_fit_are_not_written() {
    let refused = |change: fn(&mut Parts)| {
        let mut parts = parts(1, 3, false);
        change(&mut parts);
        write(&parts).unwrap_err().code()
    };
    assert_eq!(refused(|parts| parts.heads = 3), Code::Unsupported);
    assert_eq!(refused(|parts| parts.heads = 0), Code::Unsupported);
    assert_eq!(refused(|parts| parts.layers.clear()), Code::Unsupported);
    assert_eq!(refused(|parts| parts.epsilon = f32::NAN), Code::Unsupported);
    assert_eq!(refused(|parts| parts.words.zero = 999), Code::Unsupported);
    assert_eq!(refused(|parts| parts.words.scales = vec![1.0; 2]), Code::Unsupported);
    assert_eq!(refused(|parts| parts.layers[1].up.bias.truncate(8)), Code::Unsupported);
    assert_eq!(refused(|parts| parts.norm.gain.truncate(5)), Code::Unsupported);
}

#[test]
fn weights_side_by_side_keep_their_places() {
    let one = Weights { values: vec![1, 2, 3, 4], scales: vec![0.1, 0.2], bias: vec![5.0, 6.0], groups: 1 };
    let two = Weights { values: vec![7, 8], scales: vec![0.3], bias: vec![9.0], groups: 1 };
    let joined = Weights::beside(&[one.clone(), two.clone()]).unwrap();
    assert_eq!(joined.values, [1, 2, 7, 3, 4, 8]);
    assert_eq!((joined.scales, joined.bias), (vec![0.1, 0.2, 0.3], vec![5.0, 6.0, 9.0]));
    assert_eq!(Weights::beside(&[one, Weights { groups: 2, ..two }]), None);
    assert_eq!(Weights::beside(&[]), None);
    let rounded = Weights::rounded(&[1.27, 0.0, -0.64, 0.0], vec![0.0, 0.0]);
    assert_eq!((rounded.values, rounded.scales), (vec![127, 0, -64, 0], vec![0.01, 0.0]));
}

proptest! {
    #[test]
    fn a_damaged_file_is_refused(at in any::<prop::sample::Index>(), bit in 0u8..8, cut: bool) {
        let mut bytes = write(&parts(2, 5, true)).unwrap();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= 1 << bit }
        prop_assert!(Pack::read(bytes).is_err());
    }

    #[test]
    fn sizes_that_lie_never_panic(at in 0usize..52, value: u32, groups in 1usize..3) {
        let mut bytes = write(&parts(groups, 5, false)).unwrap();
        let end = bytes.len() - super::CHECKSUM_BYTES;
        bytes[8 + at..12 + at].copy_from_slice(&value.to_le_bytes());
        let sum = super::checksum(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        if let Ok(bert) = Bert::read(bytes) {
            let _ = bert.states(&[Sequence::one(&[0])], &[]).and_then(|states| bert.token_logits(&states.last));
        }
    }
}
