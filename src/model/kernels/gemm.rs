//! The product of a batch of rows with a matrix of packed weights, its bias and GELU in the same pass.
//!
//! A tile of four rows meets a panel of eight columns (on AVX2 two panels): sums stay in registers over the whole depth, weights
//! and activations are read in order. Rows are taken in blocks that the cache holds while every panel passes by.

use super::lanes::{LANES, Lanes};
use super::math;
use super::matrix::Matrix;
use super::path::Work;
use super::quantise::{ROWS, Tiles};

/// Tiles that are multiplied with a panel before the next one is read: 64 rows.
const BLOCK_TILES: usize = 16;

/// What is applied to each sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The bias is added.
    Bias,
    /// The bias is added, and the GELU taken.
    Gelu,
}

/// Multiplies the rows of `tiles` with `matrix`.
pub struct Gemm<'a> {
    /// The rows, quantised for the depth of a group of `matrix`.
    pub tiles: &'a Tiles,
    /// The weights.
    pub matrix: Matrix<'a>,
    /// Where the rows of the product go, `[rows, columns] f32`.
    pub out: &'a mut [f32],
    /// What is applied to each sum.
    pub then: Then,
}

impl Work for Gemm<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match self.then {
            Then::Bias => multiply::<L, false>(self.tiles, &self.matrix, self.out),
            Then::Gelu => multiply::<L, true>(self.tiles, &self.matrix, self.out),
        }
    }
}

/// A panel of eight columns.
#[derive(Clone, Copy)]
struct Panel<'a> {
    weights: &'a [[u8; 2 * LANES]],
    scales: &'a [[f32; LANES]],
    bias: &'a [f32; LANES],
    number: usize,
}

#[inline(always)]
fn multiply<L: Lanes, const GELU: bool>(tiles: &Tiles, matrix: &Matrix<'_>, out: &mut [f32]) {
    let half = matrix.depth / 2;
    if !matrix.is_whole() || tiles.words.len() != tiles.scales.len() / ROWS * half {
        return;
    }
    let columns = matrix.columns();
    let words = tiles.words.chunks(half * BLOCK_TILES);
    let scales = tiles.scales.chunks(ROWS * BLOCK_TILES);
    for ((words, scales), out) in words.zip(scales).zip(out.chunks_mut(columns * ROWS * BLOCK_TILES)) {
        let mut panels = panels(matrix);
        loop {
            let first = panels.next();
            let second = if L::PANELS == 2 { panels.next() } else { None };
            match (first, second) {
                (Some(first), Some(second)) => {
                    multiply_block::<L, GELU, 2>(words, scales, [first, second], matrix, out);
                }
                (Some(first), None) => multiply_block::<L, GELU, 1>(words, scales, [first], matrix, out),
                _ => break,
            }
        }
    }
}

#[inline(always)]
fn panels<'a>(matrix: &Matrix<'a>) -> impl Iterator<Item = Panel<'a>> {
    let weights = matrix.weights.chunks_exact(matrix.depth / 2);
    let scales = matrix.scales.chunks_exact(matrix.groups);
    let parts = weights.zip(scales).zip(matrix.bias).enumerate();
    parts.map(|(number, ((weights, scales), bias))| Panel { weights, scales, bias, number })
}

#[inline(always)]
fn multiply_block<L: Lanes, const GELU: bool, const PANELS: usize>(
    words: &[[i32; ROWS]],
    scales: &[f32],
    panels: [Panel<'_>; PANELS],
    matrix: &Matrix<'_>,
    out: &mut [f32],
) {
    let columns = matrix.columns();
    let tiles = words.chunks_exact(matrix.depth / 2).zip(scales.as_chunks::<ROWS>().0);
    for ((tile, scales), out) in tiles.zip(out.chunks_mut(columns * ROWS)) {
        let sums = if matrix.groups == 1 {
            whole::<L, PANELS>(tile, panels)
        } else {
            grouped::<L, PANELS>(tile, panels, matrix.groups)
        };
        for (panel, sums) in panels.iter().zip(sums) {
            let bias = L::load(panel.bias);
            for ((sum, scale), row) in sums.into_iter().zip(scales).zip(out.chunks_exact_mut(columns)) {
                let value = L::add(L::mul(sum, L::splat(*scale)), bias);
                if let Some(to) = row.as_chunks_mut::<LANES>().0.get_mut(panel.number) {
                    L::store(if GELU { math::gelu::<L>(value) } else { value }, to);
                }
            }
        }
    }
}

/// Returns the sums of a tile whose columns have one scale each.
#[inline(always)]
fn whole<L: Lanes, const PANELS: usize>(
    tile: &[[i32; ROWS]],
    panels: [Panel<'_>; PANELS],
) -> [[L::Floats; ROWS]; PANELS] {
    let sums = products::<L, PANELS>(tile, panels.map(|panel| panel.weights));
    let mut scaled = [[L::splat(0.0); ROWS]; PANELS];
    for ((scaled, sums), panel) in scaled.iter_mut().zip(sums).zip(&panels) {
        let Some(scale) = panel.scales.first() else { continue };
        for (scaled, sum) in scaled.iter_mut().zip(sums) {
            *scaled = L::mul(L::float(sum), L::load(scale));
        }
    }
    scaled
}

/// Returns the sums of a tile whose columns have a scale for each group.
#[inline(always)]
fn grouped<L: Lanes, const PANELS: usize>(
    tile: &[[i32; ROWS]],
    panels: [Panel<'_>; PANELS],
    groups: usize,
) -> [[L::Floats; ROWS]; PANELS] {
    let pairs = tile.len() / groups;
    let mut scaled = [[L::splat(0.0); ROWS]; PANELS];
    let mut weights = panels.map(|panel| panel.weights.chunks_exact(pairs));
    for (group, tile) in tile.chunks_exact(pairs).enumerate() {
        let mut part: [&[[u8; 2 * LANES]]; PANELS] = [&[]; PANELS];
        for (part, weights) in part.iter_mut().zip(&mut weights) {
            *part = weights.next().unwrap_or_default();
        }
        let sums = products::<L, PANELS>(tile, part);
        for ((scaled, sums), panel) in scaled.iter_mut().zip(sums).zip(&panels) {
            let Some(scale) = panel.scales.get(group) else { continue };
            let scale = L::load(scale);
            for (scaled, sum) in scaled.iter_mut().zip(sums) {
                *scaled = L::add(*scaled, L::mul(L::float(sum), scale));
            }
        }
    }
    scaled
}

/// Returns the exact sums of products of a tile with panels.
#[inline(always)]
fn products<L: Lanes, const PANELS: usize>(
    tile: &[[i32; ROWS]],
    weights: [&[[u8; 2 * LANES]]; PANELS],
) -> [[L::Ints; ROWS]; PANELS] {
    let mut sums = [[L::zeros(); ROWS]; PANELS];
    let first = weights.first().copied().unwrap_or_default();
    let second = weights.get(1).copied().unwrap_or(first);
    for ((words, first), second) in tile.iter().zip(first).zip(second) {
        let columns = [L::weights(first), if PANELS == 2 { L::weights(second) } else { L::weights(first) }];
        let pairs = words.map(L::pair);
        for (sums, columns) in sums.iter_mut().zip(columns) {
            for (sum, pair) in sums.iter_mut().zip(pairs) {
                *sum = L::dot(*sum, pair, columns);
            }
        }
    }
    sums
}
