//! Scaled dot-product attention of one sequence, in `f32`.
//!
//! Eight queries lie side by side in a vector, so that the softmax runs over keys without ever adding up lanes.

use super::lanes::{LANES, Lanes};
use super::math;
use super::path::Work;

/// Keys, or places of a vector, that are computed at once.
const ROWS: usize = 4;

/// `softmax(q · kᵀ / √d) · v` for each head (Vaswani et al. 2017, section 3.2).
pub struct Attention<'a> {
    /// Query, key and value of each token, `[tokens, 3, heads, size] f32`.
    pub qkv: &'a [f32],
    /// Where the outcome goes, `[tokens, heads, size] f32`.
    pub out: &'a mut [f32],
    /// The number of heads.
    pub heads: usize,
    /// The length of a head's vectors, a multiple of four.
    pub size: usize,
}

impl Work for Attention<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Attention { qkv, out, heads, size } = self;
        let width = heads * size;
        if width == 0 || !size.is_multiple_of(ROWS) {
            return;
        }
        let tokens = qkv.len() / (3 * width);
        let mut room = Room::new(tokens, size);
        for head in 0..heads {
            room.take(qkv, width, head * size, size);
            for (number, out) in out.chunks_mut(width * LANES).enumerate() {
                room.attend::<L>(number, tokens, size);
                room.give(out, width, head * size, size);
            }
        }
    }
}

/// What one head reads and makes.
struct Room {
    /// For each eight tokens, `[size, 8]`: the queries, already divided by √size.
    queries: Vec<[f32; LANES]>,
    /// For each four tokens, `[size, 4]`.
    keys: Vec<[f32; ROWS]>,
    /// For each four places of a vector, `[tokens, 4]`.
    values: Vec<[f32; ROWS]>,
    /// Of eight queries for each key, `[tokens, 8]`, the tokens filled up to fours.
    scores: Vec<[f32; LANES]>,
    /// What comes out for eight queries, `[size, 8]`.
    context: Vec<[f32; LANES]>,
}

impl Room {
    fn new(tokens: usize, size: usize) -> Self {
        Room {
            queries: vec![[0.0; LANES]; tokens.div_ceil(LANES) * size],
            keys: vec![[0.0; ROWS]; tokens.div_ceil(ROWS) * size],
            values: vec![[0.0; ROWS]; size / ROWS * tokens],
            scores: vec![[0.0; LANES]; tokens.div_ceil(ROWS) * ROWS],
            context: vec![[0.0; LANES]; size],
        }
    }

    /// Takes the head that begins at `from` of each token's vectors.
    #[inline(always)]
    fn take(&mut self, qkv: &[f32], width: usize, from: usize, size: usize) {
        let factor = 1.0 / (size as f32).sqrt();
        for (token, row) in qkv.chunks_exact(3 * width).enumerate() {
            let part = |number: usize| row.get(number * width + from..number * width + from + size).unwrap_or_default();
            let queries = self.queries.get_mut(token / LANES * size..).unwrap_or_default();
            for (queries, value) in queries.iter_mut().zip(part(0)) {
                if let Some(query) = queries.get_mut(token % LANES) {
                    *query = value * factor;
                }
            }
            let keys = self.keys.get_mut(token / ROWS * size..).unwrap_or_default();
            for (keys, value) in keys.iter_mut().zip(part(1)) {
                if let Some(key) = keys.get_mut(token % ROWS) {
                    *key = *value;
                }
            }
            let tokens = self.values.len() / (size / ROWS);
            let values = self.values.get_mut(token..).unwrap_or_default().iter_mut().step_by(tokens);
            for (to, value) in values.zip(part(2).as_chunks::<ROWS>().0) {
                *to = *value;
            }
        }
    }

    /// Makes the outcome for the eight queries of panel `number`.
    #[inline(always)]
    fn attend<L: Lanes>(&mut self, number: usize, tokens: usize, size: usize) {
        let queries = self.queries.get(number * size..(number + 1) * size).unwrap_or_default();
        for (keys, scores) in self.keys.chunks_exact(size).zip(self.scores.as_chunks_mut::<ROWS>().0) {
            for (to, sum) in scores.iter_mut().zip(products::<L>(queries, keys)) {
                L::store(sum, to);
            }
        }
        let scores = self.scores.get_mut(..tokens).unwrap_or_default();
        let mut largest = L::splat(f32::MIN);
        for score in scores.iter() {
            largest = L::max(L::load(score), largest);
        }
        let mut sum = L::splat(0.0);
        for score in scores.iter_mut() {
            let power = math::exp::<L>(L::sub(L::load(score), largest));
            sum = L::add(sum, power);
            L::store(power, score);
        }
        let inverse = L::div(L::splat(1.0), sum);
        for (values, context) in self.values.chunks_exact(tokens).zip(self.context.as_chunks_mut::<ROWS>().0) {
            for (to, sum) in context.iter_mut().zip(products::<L>(scores, values)) {
                L::store(L::mul(sum, inverse), to);
            }
        }
    }

    /// Writes the outcome to the rows of `out`, from the place `from` of each.
    #[inline(always)]
    fn give(&self, out: &mut [f32], width: usize, from: usize, size: usize) {
        for (lane, row) in out.chunks_exact_mut(width).enumerate() {
            let row = row.get_mut(from..from + size).unwrap_or_default();
            for (to, context) in row.iter_mut().zip(&self.context) {
                *to = context.get(lane).copied().unwrap_or_default();
            }
        }
    }
}

/// Returns for each of four places of `tile` the sum of its products with the eight lanes of `panel`.
#[inline(always)]
fn products<L: Lanes>(panel: &[[f32; LANES]], tile: &[[f32; ROWS]]) -> [L::Floats; ROWS] {
    let mut sums = [L::splat(0.0); ROWS];
    for (lanes, tile) in panel.iter().zip(tile) {
        let lanes = L::load(lanes);
        for (sum, value) in sums.iter_mut().zip(tile) {
            *sum = L::add(*sum, L::mul(lanes, L::splat(*value)));
        }
    }
    sums
}
