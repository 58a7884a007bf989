//! The operations that a path has to have: eight lanes of `f32` or `i32`, and products of pairs of `i16`.

use super::quantise::ROWS;

/// What is added to a number below 2²² so that its fraction, rounded to the nearest and even, leaves the mantissa: 1.5 · 2²³.
pub const TO_INTEGER: f32 = 12_582_912.0;

/// Lanes of a vector.
pub const LANES: usize = 8;

/// Weights of sixteen bits, as they are multiplied: for each lane the pair that [`Lanes::weights`] makes of two bytes.
pub type Wide = [[i16; 2]; LANES];

/// Eight lanes. Every operation gives the same bits on every path; none is fused with another.
pub trait Lanes: Copy {
    /// Panels of a matrix that are multiplied at once, 1 or 2: together with the rows as many sums as registers hold.
    const PANELS: usize;
    /// Tiles of rows that are multiplied at once, 1 or 2.
    const TILES: usize;
    /// `[8] f32`.
    type Floats: Copy;
    /// `[8] i32`.
    type Ints: Copy;
    /// `[8, 2] i16`: two numbers to multiply for each lane.
    type Pairs: Copy;

    /// Returns the numbers `from`.
    fn load(from: &[f32; LANES]) -> Self::Floats;
    /// Writes `value` to `to`.
    fn store(value: Self::Floats, to: &mut [f32; LANES]);
    /// Returns `value` in every lane.
    fn splat(value: f32) -> Self::Floats;
    /// Returns `a + b`.
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a − b`.
    fn sub(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a · b`.
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a / b`.
    fn div(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a` where `a < b`, else `b`.
    fn min(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a` where `a > b`, else `b`.
    fn max(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns the magnitude of `a`.
    fn abs(a: Self::Floats) -> Self::Floats;
    /// Returns the sum of the lanes, `((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7))`.
    fn sum(a: Self::Floats) -> f32;
    /// Returns the nearest integers, of two equally near the even one; of magnitudes beyond 2²² something that is the same on every
    /// path.
    fn round(a: Self::Floats) -> Self::Ints;

    /// Returns `a` as numbers, rounded to the nearest.
    fn float(a: Self::Ints) -> Self::Floats;
    /// Returns `a · 2ⁿ`, where neither `a` nor the outcome is 0 or less than normal numbers are.
    fn times_power_of_two(a: Self::Floats, n: Self::Ints) -> Self::Floats;
    /// Writes neighbours as pairs of sixteen bits, the first one low, those of the two rows side by side. No number has more bits.
    fn store_rows(rows: [Self::Ints; ROWS], to: &mut [[i32; ROWS]; LANES / 2]);
    /// Writes `value` to `to`.
    fn store_ints(value: Self::Ints, to: &mut [i32; LANES]);
    /// Returns 0 in every lane.
    fn zeros() -> Self::Ints;

    /// Returns sixteen packed weights, each byte an `i8`: the pair of lane 0 first.
    fn weights(from: &[u8; 2 * LANES]) -> Self::Pairs;
    /// Returns the weights that [`store_wide`](Self::store_wide) wrote.
    fn wide(from: &Wide) -> Self::Pairs;
    /// Writes `weights` to `to`.
    fn store_wide(weights: Self::Pairs, to: &mut Wide);
    /// Returns the two halves of `pair`, the low one first, in every lane.
    fn pair(pair: i32) -> Self::Pairs;
    /// Returns `sum + a₀ · b₀ + a₁ · b₁` of the pairs of each lane.
    fn dot(sum: Self::Ints, a: Self::Pairs, b: Self::Pairs) -> Self::Ints;
}
