//! The portable twin: what every other path must equal, bit for bit.

use super::lanes::{LANES, Lanes, TO_INTEGER, Wide};
use super::quantise::ROWS;

/// Eight lanes as arrays.
#[derive(Debug, Clone, Copy)]
pub struct Scalar;

#[inline(always)]
fn each<A: Copy, B: Copy, C: Copy + Default>(a: [A; LANES], b: [B; LANES], of: impl Fn(A, B) -> C) -> [C; LANES] {
    let mut result = [C::default(); LANES];
    for ((result, a), b) in result.iter_mut().zip(a).zip(b) {
        *result = of(a, b);
    }
    result
}

impl Lanes for Scalar {
    const PANELS: usize = 1;
    const TILES: usize = 1;
    type Floats = [f32; LANES];
    type Ints = [i32; LANES];
    type Pairs = [[i16; 2]; LANES];

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self::Floats {
        *from
    }

    #[inline(always)]
    fn store(value: Self::Floats, to: &mut [f32; LANES]) {
        *to = value;
    }

    #[inline(always)]
    fn splat(value: f32) -> Self::Floats {
        [value; LANES]
    }

    #[inline(always)]
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn div(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| a / b)
    }

    #[inline(always)]
    fn min(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        each(a, b, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn abs(a: Self::Floats) -> Self::Floats {
        a.map(f32::abs)
    }

    #[inline(always)]
    fn sum([a, b, c, d, e, f, g, h]: Self::Floats) -> f32 {
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }

    #[inline(always)]
    fn round(a: Self::Floats) -> Self::Ints {
        a.map(|a| ((a + TO_INTEGER).to_bits() as i32).wrapping_sub(TO_INTEGER.to_bits() as i32))
    }

    #[inline(always)]
    fn float(a: Self::Ints) -> Self::Floats {
        a.map(|a| a as f32)
    }

    #[inline(always)]
    fn times_power_of_two(a: Self::Floats, n: Self::Ints) -> Self::Floats {
        each(a, n, |a, n| f32::from_bits(a.to_bits().wrapping_add((n as u32) << 23)))
    }

    #[inline(always)]
    fn store_rows(rows: [Self::Ints; ROWS], to: &mut [[i32; ROWS]; LANES / 2]) {
        for (row, ints) in rows.iter().enumerate() {
            for (to, [low, high]) in to.iter_mut().zip(ints.as_chunks::<2>().0) {
                if let Some(to) = to.get_mut(row) {
                    *to = (low & 0xffff) | (high << 16);
                }
            }
        }
    }

    #[inline(always)]
    fn store_ints(value: Self::Ints, to: &mut [i32; LANES]) {
        *to = value;
    }

    #[inline(always)]
    fn zeros() -> Self::Ints {
        [0; LANES]
    }

    #[inline(always)]
    fn weights(from: &[u8; 2 * LANES]) -> Self::Pairs {
        let mut pairs = [[0; 2]; LANES];
        for (pair, [low, high]) in pairs.iter_mut().zip(from.as_chunks::<2>().0) {
            *pair = [i16::from(*low as i8), i16::from(*high as i8)];
        }
        pairs
    }

    #[inline(always)]
    fn wide(from: &Wide) -> Self::Pairs {
        *from
    }

    #[inline(always)]
    fn store_wide(weights: Self::Pairs, to: &mut Wide) {
        *to = weights;
    }

    #[inline(always)]
    fn pair(pair: i32) -> Self::Pairs {
        [[pair as i16, (pair >> 16) as i16]; LANES]
    }

    #[inline(always)]
    fn dot(sum: Self::Ints, a: Self::Pairs, b: Self::Pairs) -> Self::Ints {
        let products =
            each(a, b, |[a, b], [c, d]| (i32::from(a) * i32::from(c)).wrapping_add(i32::from(b) * i32::from(d)));
        each(sum, products, i32::wrapping_add)
    }
}
