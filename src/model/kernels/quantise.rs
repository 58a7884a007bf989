//! Activations of sixteen bits: each row with a scale of its own.

use super::lanes::{LANES, Lanes};
use super::path::Work;

/// Rows of a tile.
pub const ROWS: usize = 2;

/// Rows of sixteen-bit activations, two to a tile: what a matrix product reads.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tiles {
    /// For each tile and pair of columns the pair of each of the two rows, the low half first: `[tiles, width / 2, 2] i32`.
    pub words: Vec<[i32; ROWS]>,
    /// What a unit of each row stands for, `[tiles · 2] f32`; 0 for rows that only fill the last tile.
    pub scales: Vec<f32>,
}

/// Returns the largest magnitude that activations may have so that no sum of `depth` products with weights of eight bits leaves
/// 32 bits: `min(32767, (2³¹ − 1) / (128 · depth))`.
pub fn largest(depth: usize) -> i32 {
    let most = i64::from(i32::MAX) / (128 * depth.clamp(1, 1 << 20) as i64);
    most.min(i64::from(i16::MAX)) as i32
}

/// Rounds each row of `rows` to sixteen bits, its largest magnitude to [`largest`].
pub struct Quantise<'a> {
    /// `[rows, width] f32`; `width` is a multiple of eight.
    pub rows: &'a [f32],
    /// Columns of a row.
    pub width: usize,
    /// The products that are summed without a scale between them.
    pub depth: usize,
    /// Where the rounded rows go, in place of what is there.
    pub tiles: &'a mut Tiles,
}

impl Work for Quantise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let width = self.width.max(LANES);
        let count = (self.rows.len() / width).div_ceil(ROWS);
        let most = largest(self.depth) as f32;
        let Tiles { words, scales } = self.tiles;
        words.resize(count * (width / 2), [0; ROWS]);
        scales.resize(count * ROWS, 0.0);
        let none = vec![0.0; width];
        let rows = self.rows.chunks(width * ROWS);
        let tiles = words.chunks_exact_mut(width / 2).zip(scales.as_chunks_mut::<ROWS>().0);
        for (rows, (words, scales)) in rows.zip(tiles) {
            let (first, second) = rows.split_at_checked(width).unwrap_or_default();
            let rows = [first, if second.is_empty() { &none } else { second }].map(|row| row.as_chunks().0);
            let factors = rows.map(|row| factor::<L>(row, most));
            *scales = factors.map(|(_, scale)| scale);
            quantise_rows::<L>(rows, factors.map(|(factor, _)| factor), words);
        }
    }
}

/// Returns what the numbers of `row` are multiplied with, and what a unit stands for then.
#[inline(always)]
fn factor<L: Lanes>(row: &[[f32; LANES]], most: f32) -> (f32, f32) {
    let mut magnitudes = L::splat(0.0);
    for part in row {
        magnitudes = L::max(L::abs(L::load(part)), magnitudes);
    }
    let mut lanes = [0.0; LANES];
    L::store(magnitudes, &mut lanes);
    let magnitude = lanes.into_iter().fold(0.0_f32, |most, lane| if lane > most { lane } else { most });
    // A number so small that its inverse is infinite counts as none.
    let factor = most / magnitude;
    if factor.is_finite() { (factor, magnitude / most) } else { (0.0, 0.0) }
}

/// Writes two rows, each multiplied with its factor, as a tile.
#[inline(always)]
fn quantise_rows<L: Lanes>(rows: [&[[f32; LANES]]; ROWS], factors: [f32; ROWS], words: &mut [[i32; ROWS]]) {
    let [first, second] = rows;
    let [one, two] = factors.map(L::splat);
    for ((first, second), words) in first.iter().zip(second).zip(words.as_chunks_mut().0) {
        let first = L::round(L::mul(L::load(first), one));
        let second = L::round(L::mul(L::load(second), two));
        L::store_rows([first, second], words);
    }
}
