//! Layer normalisation, with the residual sum before it.

use super::lanes::{LANES, Lanes};
use super::path::Work;

/// Makes each row of `rows` the normalised sum of itself and the same row of `add`: mean 0, variance 1, times `gain`, plus `bias`
/// (Ba, Kiros and Hinton 2016).
pub struct AddNorm<'a> {
    /// `[rows, width] f32`; `width` is a multiple of eight.
    pub rows: &'a mut [f32],
    /// `[rows, width] f32`, or nothing for no sum.
    pub add: &'a [f32],
    /// `[width] f32`.
    pub gain: &'a [f32],
    /// `[width] f32`.
    pub bias: &'a [f32],
    /// What is added to the variance.
    pub epsilon: f32,
}

impl Work for AddNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let width = self.gain.len().max(1);
        let mut add = self.add.chunks_exact(width);
        for row in self.rows.chunks_exact_mut(width) {
            let row = row.as_chunks_mut::<LANES>().0;
            if let Some(add) = add.next() {
                for (sum, add) in row.iter_mut().zip(add.as_chunks::<LANES>().0) {
                    L::store(L::add(L::load(sum), L::load(add)), sum);
                }
            }
            normalise::<L>(row, self.gain, self.bias, self.epsilon);
        }
    }
}

#[inline(always)]
fn normalise<L: Lanes>(row: &mut [[f32; LANES]], gain: &[f32], bias: &[f32], epsilon: f32) {
    let count = gain.len() as f32;
    let mut sum = L::splat(0.0);
    for part in row.iter() {
        sum = L::add(sum, L::load(part));
    }
    let mean = L::splat(L::sum(sum) / count);
    let mut squares = L::splat(0.0);
    for part in row.iter() {
        let centred = L::sub(L::load(part), mean);
        squares = L::add(squares, L::mul(centred, centred));
    }
    let inverse = L::splat(1.0 / (L::sum(squares) / count + epsilon).sqrt());
    let (gain, bias) = (gain.as_chunks::<LANES>().0, bias.as_chunks::<LANES>().0);
    for ((part, gain), bias) in row.iter_mut().zip(gain).zip(bias) {
        let scaled = L::mul(L::sub(L::load(part), mean), inverse);
        L::store(L::add(L::mul(scaled, L::load(gain)), L::load(bias)), part);
    }
}
