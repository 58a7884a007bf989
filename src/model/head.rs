//! The head: a small network of our own over a tagger's states, which says of each unit of a text what it identifies.
//!
//! `docs/head.md` says what the values of a unit are, how the network was trained and how its file is laid out. Here are its
//! file and its arithmetic; which values a unit has is the business of [`crate::privacy::recognizers`].

use crate::error::Result;
use crate::packed::{Form, Version};

const FORM: Form = Form {
    magic: b"CHAPHEAD",
    version: Version::U32(1),
    damaged: "the head is damaged or cut short: set up again",
    foreign: "this file is no head over a tagger's states",
    unsupported: "the head has another format than this version reads",
};
/// The most that a size of the file may be: far above any head of use, far below what would overflow.
const MAX_SIZE: u32 = 1 << 14;

/// The network: `unit = relu(W1 · values + b1)`; `window = relu(b2 + Σ_k W2[k] · unit[i + k − reach/2])`;
/// `probabilities = softmax(W3 · (unit ‖ window) + b3)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    values: usize,
    hidden: usize,
    reach: usize,
    labels: usize,
    /// `[hidden, values] f32`.
    unit: Vec<f32>,
    unit_bias: Vec<f32>,
    /// `[reach, hidden, hidden] f32`.
    window: Vec<f32>,
    window_bias: Vec<f32>,
    /// `[labels, 2 * hidden] f32`.
    label: Vec<f32>,
    label_bias: Vec<f32>,
}

impl Head {
    /// Returns the head that `bytes` hold, as `models/head/train.py` writes them.
    ///
    /// # Errors
    /// `malformed` when they are cut short, altered or no head; `unsupported` when another version wrote them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = || FORM.damaged();
        let body = FORM.opened(bytes)?.0;
        let (words, _) = body.as_chunks::<4>();
        let mut words = words.iter().copied();
        let mut size = || match words.next().map(u32::from_le_bytes) {
            Some(size @ 1..=MAX_SIZE) => usize::try_from(size).map_err(|_| damaged()),
            _ => Err(damaged()),
        };
        let (values, hidden, reach, labels) = (size()?, size()?, size()?, size()?);
        let mut floats = words.map(f32::from_le_bytes);
        let mut array = |length: Option<usize>| {
            let length = length.filter(|length| *length <= body.len()).ok_or_else(damaged)?;
            let array: Vec<f32> = floats.by_ref().take(length).collect();
            if array.len() == length && array.iter().all(|weight| weight.is_finite()) {
                Ok(array)
            } else {
                Err(damaged())
            }
        };
        let unit = array(hidden.checked_mul(values))?;
        let unit_bias = array(Some(hidden))?;
        let window = array(hidden.checked_mul(hidden).and_then(|square| square.checked_mul(reach)))?;
        let window_bias = array(Some(hidden))?;
        let label = array(labels.checked_mul(2 * hidden))?;
        let label_bias = array(Some(labels))?;
        if floats.next().is_some() || body.len() % 4 != 0 || reach % 2 == 0 {
            return Err(damaged());
        }
        let window = by_place(&window, hidden, reach);
        Ok(Head { values, hidden, reach, labels, unit, unit_bias, window, window_bias, label, label_bias })
    }

    /// Returns how many values a unit has.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Returns how many labels there are, that of no identifier, the first, among them.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Returns the hidden state of the unit with `values`, `[hidden] f32`. Values that are missing count as 0.
    pub fn unit(&self, values: &[f32]) -> Vec<f32> {
        layer(&self.unit, &self.unit_bias, self.values, values).map(|sum| sum.max(0.0)).collect()
    }

    /// Returns the probabilities of the labels for each of `units`, which are in the order of the text and as
    /// [`unit`](Self::unit) returned them.
    pub fn probabilities(&self, units: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let square = (self.hidden * self.hidden).max(1);
        let of = |at: usize, unit: &Vec<f32>| {
            let mut window = self.window_bias.clone();
            for (place, weights) in self.window.chunks_exact(square).enumerate() {
                let beside = (at + place).checked_sub(self.reach / 2).and_then(|at| units.get(at));
                let Some(beside) = beside else { continue };
                for (sum, row) in window.iter_mut().zip(weights.chunks_exact(self.hidden.max(1))) {
                    *sum += dot(row, beside);
                }
            }
            let both: Vec<f32> = unit.iter().copied().chain(window.into_iter().map(|sum| sum.max(0.0))).collect();
            softmax(layer(&self.label, &self.label_bias, 2 * self.hidden, &both).collect())
        };
        units.iter().enumerate().map(|(at, unit)| of(at, unit)).collect()
    }
}

/// Returns the weights `[hidden, hidden, reach]` as `[reach, hidden, hidden]`, so that the rows that meet one unit lie together.
fn by_place(weights: &[f32], hidden: usize, reach: usize) -> Vec<f32> {
    let at = |place: usize| weights.iter().skip(place).step_by(reach).copied();
    let all: Vec<f32> = (0..reach).flat_map(at).collect();
    debug_assert_eq!(all.len(), hidden * hidden * reach);
    all
}

/// Returns `weights · values + bias`, `weights` row after row of `width`.
fn layer<'w>(weights: &'w [f32], bias: &'w [f32], width: usize, values: &'w [f32]) -> impl Iterator<Item = f32> + 'w {
    weights.chunks_exact(width.max(1)).zip(bias).map(|(row, bias)| bias + dot(row, values))
}

/// Returns the sum of the products, in eight sums side by side: in one the processor would wait for each addition.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let shared = a.len().min(b.len());
    let (a, a_rest) = a.get(..shared).unwrap_or_default().as_chunks::<8>();
    let (b, b_rest) = b.get(..shared).unwrap_or_default().as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

fn softmax(mut outputs: Vec<f32>) -> Vec<f32> {
    let largest = outputs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    outputs.iter_mut().for_each(|output| *output = (*output - largest).exp());
    let sum: f32 = outputs.iter().sum();
    outputs.iter_mut().for_each(|output| *output /= sum);
    outputs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::Code;
    use crate::packed::sealed;

    /// Two values, one hidden, a reach of three, two labels; the arrays in the order of the file.
    fn file(sizes: [u32; 4], floats: &[f32]) -> Vec<u8> {
        let sizes = sizes.into_iter().flat_map(u32::to_le_bytes);
        let floats = floats.iter().flat_map(|float| float.to_le_bytes());
        sealed(FORM.begun().into_iter().chain(sizes).chain(floats).collect())
    }

    const SIZES: [u32; 4] = [2, 1, 3, 2];
    const FLOATS: [f32; 13] = [1.0, -2.0, 0.5, 10.0, 1.0, 0.1, -1.0, 0.0, 0.0, 1.0, 2.0, 0.0, -3.0];

    #[test]
    fn it_computes_what_the_formula_says() {
        let head = Head::read(&file(SIZES, &FLOATS)).unwrap();
        assert_eq!((head.values(), head.labels()), (2, 2));
        assert_eq!(head.unit(&[3.0, 1.0]), [1.5]);
        assert_eq!(head.unit(&[0.0, 1.0]), [0.0]);
        // Windows: 1 · 1.5 + 0.1 · 2 − 1 and 10 · 1.5 + 1 · 2 − 1; outputs: 0 and u + 2 w − 3.
        let [first, second] = <[Vec<f32>; 2]>::try_from(head.probabilities(&[vec![1.5], vec![2.0]])).unwrap();
        let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
        assert!((first[1] - sigmoid(1.5 + 2.0 * 0.7 - 3.0)).abs() < 1e-6, "{first:?}");
        assert!((second[1] - sigmoid(2.0 + 2.0 * 16.0 - 3.0)).abs() < 1e-6, "{second:?}");
        assert!(head.probabilities(&[]).is_empty());
    }

    #[test]
    fn the_sum_side_by_side_is_the_sum() {
        let a: Vec<f32> = (0..21_u8).map(f32::from).collect();
        assert_eq!(dot(&a, &a), f32::from((0..21).map(|n| n * n).sum::<i16>()));
        assert_eq!(dot(&a, &[2.0]), 0.0);
    }

    #[test]
    fn a_head_that_is_cut_altered_or_newer_is_refused() {
        let whole = file(SIZES, &FLOATS);
        for cut in 0..whole.len() {
            assert_eq!(Head::read(&whole[..cut]).unwrap_err().code(), Code::Malformed);
        }
        for at in 0..whole.len() {
            let mut altered = whole.clone();
            altered[at] ^= 1;
            assert_eq!(Head::read(&altered).unwrap_err().code(), Code::Malformed);
        }
        let mut newer = whole[..whole.len() - 32].to_vec();
        newer[8] = 2;
        assert_eq!(Head::read(&sealed(newer)).unwrap_err().code(), Code::Unsupported);
        for (sizes, floats) in [
            ([2, 1, 2, 2], &FLOATS[..12]),
            ([0, 1, 3, 2], &FLOATS[..11]),
            ([2, 1, 3, 1 << 20], &FLOATS[..]),
            (SIZES, &FLOATS[..12]),
            (SIZES, &[&FLOATS[..], &[0.0]].concat()),
            (SIZES, &[&FLOATS[..12], &[f32::NAN]].concat()),
            ([1 << 14; 4], &FLOATS),
        ] {
            assert_eq!(Head::read(&file(sizes, floats)).unwrap_err().code(), Code::Malformed, "{sizes:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(sizes in prop::array::uniform4(0_u32..5), floats in prop::collection::vec(any::<f32>(), 0..160), values in prop::collection::vec(any::<f32>(), 0..6)) {
            if let Ok(head) = Head::read(&file(sizes, &floats)) {
                let units = vec![head.unit(&values); 3];
                prop_assert!(head.probabilities(&units).iter().all(|row| row.len() == head.labels()));
            }
        }
    }
}
