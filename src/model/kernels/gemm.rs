//! The product of a batch of rows with a matrix of packed weights, its bias and GELU in the same pass.
//!
//! A tile of two rows (two tiles where there are registers for them) meets two panels of eight columns: sums stay in registers over
//! the whole depth, weights and activations are read in order. The first tile widens the weights of its panels to sixteen bits and
//! leaves them so for the others, which find them in the cache; meanwhile a byte of each line of the weights that come next is read.
//! What leaves the registers fills whole lines of the cache.

use super::lanes::{LANES, Lanes, Wide};
use super::math;
use super::matrix::Matrix;
use super::path::Work;
use super::quantise::{ROWS, Tiles};

/// Rows that meet a panel before the next one is read.
const BLOCK_ROWS: usize = 128;

/// Sixteens of bytes in a line of the cache.
const LINE: usize = 4;

/// The most sixteens of bytes that are fetched ahead: more would push out what is being multiplied.
const MOST_AHEAD: usize = 512;

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
    /// Room for widened weights, whatever is in it; kept from one product to the next.
    pub room: &'a mut Vec<[Wide; 2]>,
}

impl Work for Gemm<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match self.then {
            Then::Bias => multiply::<L, false>(self),
            Then::Gelu => multiply::<L, true>(self),
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

/// What a tile meets: panels, and room for their weights once they are widened, `[depth / 2]`.
struct Meeting<'a, const PANELS: usize> {
    panels: [Panel<'a>; PANELS],
    wide: &'a mut [[Wide; PANELS]],
    groups: usize,
    columns: usize,
    /// The weights that come next, to be fetched while these are multiplied.
    next: &'a [[u8; 2 * LANES]],
}

/// Rows of activations: a tile, or two of them behind each other.
#[derive(Clone, Copy)]
struct Rows<'a, const TILES: usize> {
    tiles: [&'a [[i32; ROWS]]; TILES],
    scales: &'a [f32],
}

#[inline(always)]
fn multiply<L: Lanes, const GELU: bool>(Gemm { tiles, matrix, out, room, .. }: Gemm<'_>) {
    let half = matrix.depth / 2;
    if !matrix.is_whole() || tiles.words.len() != tiles.scales.len() / ROWS * half {
        return;
    }
    let (groups, columns) = (matrix.groups, matrix.columns());
    if room.len() < half {
        room.resize(half, [[[0; 2]; LANES]; 2]);
    }
    let wide = room.get_mut(..half).unwrap_or_default();
    let words = tiles.words.chunks(half * (BLOCK_ROWS / ROWS));
    let scales = tiles.scales.chunks(BLOCK_ROWS);
    for ((words, scales), out) in words.zip(scales).zip(out.chunks_mut(columns * BLOCK_ROWS)) {
        let mut panels = panels(&matrix);
        loop {
            let first = panels.next();
            let second = if L::PANELS == 2 { panels.next() } else { None };
            match (first, second) {
                (Some(first), Some(second)) => {
                    let ahead = (second.number + 1) * half..(second.number + 3) * half;
                    let next = matrix.weights.get(ahead).filter(|next| next.len() <= MOST_AHEAD).unwrap_or_default();
                    let panels = [first, second];
                    multiply_block::<L, GELU, 2>(
                        words,
                        scales,
                        Meeting { panels, wide: &mut *wide, groups, columns, next },
                        out,
                    );
                }
                (Some(first), None) => {
                    let wide = wide.as_flattened_mut().as_chunks_mut::<1>().0.get_mut(..half).unwrap_or_default();
                    multiply_block::<L, GELU, 1>(
                        words,
                        scales,
                        Meeting { panels: [first], wide, groups, columns, next: &[] },
                        out,
                    );
                }
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
    mut meeting: Meeting<'_, PANELS>,
    out: &mut [f32],
) {
    let half = meeting.wide.len();
    let words = words.chunks(half * L::TILES);
    let scales = scales.chunks(ROWS * L::TILES);
    let out = out.chunks_mut(meeting.columns * ROWS * L::TILES);
    let share = (meeting.next.len() / LINE / words.len().max(1) + 1) * LINE;
    let mut next = meeting.next.chunks(share);
    for (at, ((words, scales), out)) in words.zip(scales).zip(out).enumerate() {
        let lines = next.next().unwrap_or_default().chunks(LINE);
        std::hint::black_box(lines.filter_map(|line| line.first()?.first()).fold(0, |all, byte| all ^ byte));
        match words.split_at_checked(half) {
            Some((first, second)) if L::TILES == 2 && second.len() == half => {
                multiply_rows::<L, GELU, PANELS, 2>(
                    Rows { tiles: [first, second], scales },
                    &mut meeting,
                    at == 0,
                    out,
                );
            }
            Some((first, _)) => {
                multiply_rows::<L, GELU, PANELS, 1>(Rows { tiles: [first], scales }, &mut meeting, at == 0, out);
            }
            None => {}
        }
    }
}

#[inline(always)]
fn multiply_rows<L: Lanes, const GELU: bool, const PANELS: usize, const TILES: usize>(
    rows: Rows<'_, TILES>,
    meeting: &mut Meeting<'_, PANELS>,
    first: bool,
    out: &mut [f32],
) {
    let sums = match (first, meeting.groups) {
        (true, 1) => whole::<L, PANELS, TILES, true>(rows, meeting),
        (false, 1) => whole::<L, PANELS, TILES, false>(rows, meeting),
        (true, _) => grouped::<L, PANELS, TILES, true>(rows, meeting),
        (false, _) => grouped::<L, PANELS, TILES, false>(rows, meeting),
    };
    let scales = rows.scales.as_chunks::<ROWS>().0;
    let rows = out.chunks_mut(meeting.columns * ROWS);
    for (at, (scales, out)) in scales.iter().zip(rows).enumerate() {
        for ((row, scale), out) in scales.iter().enumerate().zip(out.chunks_exact_mut(meeting.columns)) {
            let out = out.as_chunks_mut::<LANES>().0;
            for (panel, sums) in meeting.panels.iter().zip(&sums) {
                let Some(sum) = sums.get(at).and_then(|sums| sums.get(row)) else { continue };
                let value = L::add(L::mul(*sum, L::splat(*scale)), L::load(panel.bias));
                if let Some(to) = out.get_mut(panel.number) {
                    L::store(if GELU { math::gelu::<L>(value) } else { value }, to);
                }
            }
        }
    }
}

/// The scaled sums of some rows, `[panels, tiles, rows]`.
type Sums<L, const PANELS: usize, const TILES: usize> = [[[<L as Lanes>::Floats; ROWS]; TILES]; PANELS];

/// Returns the sums of rows whose columns have one scale each.
#[inline(always)]
fn whole<L: Lanes, const PANELS: usize, const TILES: usize, const FIRST: bool>(
    rows: Rows<'_, TILES>,
    meeting: &mut Meeting<'_, PANELS>,
) -> Sums<L, PANELS, TILES> {
    let weights = meeting.panels.map(|panel| panel.weights);
    let sums = products::<L, PANELS, TILES, FIRST>(rows.tiles, weights, meeting.wide);
    let mut scaled = [[[L::splat(0.0); ROWS]; TILES]; PANELS];
    for ((scaled, sums), panel) in scaled.iter_mut().zip(sums).zip(&meeting.panels) {
        let Some(scale) = panel.scales.first() else { continue };
        for (scaled, sum) in scaled.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *scaled = L::mul(L::float(*sum), L::load(scale));
        }
    }
    scaled
}

/// Returns the sums of rows whose columns have a scale for each group.
#[inline(always)]
fn grouped<L: Lanes, const PANELS: usize, const TILES: usize, const FIRST: bool>(
    rows: Rows<'_, TILES>,
    meeting: &mut Meeting<'_, PANELS>,
) -> Sums<L, PANELS, TILES> {
    let pairs = meeting.wide.len() / meeting.groups;
    let mut scaled = [[[L::splat(0.0); ROWS]; TILES]; PANELS];
    for (group, wide) in meeting.wide.chunks_exact_mut(pairs).enumerate() {
        let at = group * pairs..(group + 1) * pairs;
        let tiles = rows.tiles.map(|tile| tile.get(at.clone()).unwrap_or_default());
        let weights = meeting.panels.map(|panel| panel.weights.get(at.clone()).unwrap_or_default());
        let sums = products::<L, PANELS, TILES, FIRST>(tiles, weights, wide);
        for ((scaled, sums), panel) in scaled.iter_mut().zip(sums).zip(&meeting.panels) {
            let Some(scale) = panel.scales.get(group) else { continue };
            let scale = L::load(scale);
            for (scaled, sum) in scaled.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
                *scaled = L::add(*scaled, L::mul(L::float(*sum), scale));
            }
        }
    }
    scaled
}

/// Returns the exact sums of products of tiles with panels. With `FIRST` the weights are read from `weights`, and `wide` is written;
/// else they are read from `wide`.
#[inline(always)]
fn products<L: Lanes, const PANELS: usize, const TILES: usize, const FIRST: bool>(
    tiles: [&[[i32; ROWS]]; TILES],
    weights: [&[[u8; 2 * LANES]]; PANELS],
    wide: &mut [[Wide; PANELS]],
) -> [[[L::Ints; ROWS]; TILES]; PANELS] {
    let mut sums = [[[L::zeros(); ROWS]; TILES]; PANELS];
    let [one, other] = [tiles.first(), tiles.last()].map(|tile| tile.copied().unwrap_or_default());
    if FIRST {
        let [left, right] = [weights.first(), weights.last()].map(|panel| panel.copied().unwrap_or_default());
        for ((((wide, left), right), one), other) in wide.iter_mut().zip(left).zip(right).zip(one).zip(other) {
            let mut columns = [L::weights(left); PANELS];
            if let (2, Some(last)) = (PANELS, columns.last_mut()) {
                *last = L::weights(right);
            }
            for (wide, columns) in wide.iter_mut().zip(columns) {
                L::store_wide(columns, wide);
            }
            add_products::<L, PANELS, TILES>(&mut sums, [one, other], columns);
        }
    } else {
        for ((wide, one), other) in wide.iter().zip(one).zip(other) {
            add_products::<L, PANELS, TILES>(&mut sums, [one, other], wide.each_ref().map(L::wide));
        }
    }
    sums
}

#[inline(always)]
fn add_products<L: Lanes, const PANELS: usize, const TILES: usize>(
    sums: &mut [[[L::Ints; ROWS]; TILES]; PANELS],
    words: [&[i32; ROWS]; 2],
    columns: [L::Pairs; PANELS],
) {
    for (tile, words) in (0..TILES).zip(words) {
        for (row, word) in words.iter().enumerate() {
            let pair = L::pair(*word);
            for (sums, columns) in sums.iter_mut().zip(columns) {
                if let Some(sum) = sums.get_mut(tile).and_then(|sums| sums.get_mut(row)) {
                    *sum = L::dot(*sum, pair, columns);
                }
            }
        }
    }
}
