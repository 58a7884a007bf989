//! NEON, which every processor of this architecture has: a vector of eight lanes is two of four.
#![allow(unsafe_code)]

use std::arch::aarch64::{
    float32x4_t, int16x8_t, int32x4_t, vabsq_f32, vaddq_f32, vaddq_s32, vbslq_f32, vcgtq_f32, vcltq_f32, vcvtq_f32_s32,
    vdivq_f32, vdupq_n_f32, vdupq_n_s32, vget_low_s16, vgetq_lane_f32, vld1_s8, vld1q_f32, vld1q_s16, vmovl_s8,
    vmull_high_s16, vmull_s16, vmulq_f32, vpaddq_s32, vqmovn_high_s32, vqmovn_s32, vreinterpretq_f32_s32,
    vreinterpretq_s16_s32, vreinterpretq_s32_f32, vreinterpretq_s32_s16, vshlq_n_s32, vst1q_f32, vst1q_s16, vst1q_s32,
    vsubq_f32, vsubq_s32, vzip1q_s32, vzip2q_s32,
};

use super::lanes::{LANES, Lanes, TO_INTEGER, Wide};
use super::quantise::ROWS;

/// Eight lanes as two vectors of 128 bits.
#[derive(Clone, Copy)]
pub struct Neon;

type Floats = (float32x4_t, float32x4_t);
type Ints = (int32x4_t, int32x4_t);
type Pairs = (int16x8_t, int16x8_t);

/// Calls `of` with the low lanes and with the high ones.
macro_rules! both {
    ($of:ident, $($of_both:expr),+) => {
        // SAFETY: NEON is part of the architecture that this file is compiled for, and none of the functions given here touches memory.
        unsafe { ($of($($of_both.0),+), $of($($of_both.1),+)) }
    };
}

impl Lanes for Neon {
    const PANELS: usize = 2;
    const TILES: usize = 2;
    type Floats = Floats;
    type Ints = Ints;
    type Pairs = Pairs;

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Floats {
        let at = from.as_ptr();
        // SAFETY: the array has 32 readable bytes, sixteen for each load.
        unsafe { (vld1q_f32(at), vld1q_f32(at.add(4))) }
    }

    #[inline(always)]
    fn store((low, high): Floats, to: &mut [f32; LANES]) {
        let at = to.as_mut_ptr();
        // SAFETY: the array has 32 bytes that only this reference may write, sixteen for each store.
        unsafe {
            vst1q_f32(at, low);
            vst1q_f32(at.add(4), high);
        }
    }

    #[inline(always)]
    fn splat(value: f32) -> Floats {
        let value = (value, value);
        both!(vdupq_n_f32, value)
    }

    #[inline(always)]
    fn add(a: Floats, b: Floats) -> Floats {
        both!(vaddq_f32, a, b)
    }

    #[inline(always)]
    fn sub(a: Floats, b: Floats) -> Floats {
        both!(vsubq_f32, a, b)
    }

    #[inline(always)]
    fn mul(a: Floats, b: Floats) -> Floats {
        both!(vmulq_f32, a, b)
    }

    #[inline(always)]
    fn div(a: Floats, b: Floats) -> Floats {
        both!(vdivq_f32, a, b)
    }

    #[inline(always)]
    fn min(a: Floats, b: Floats) -> Floats {
        both!(smaller, a, b)
    }

    #[inline(always)]
    fn max(a: Floats, b: Floats) -> Floats {
        both!(larger, a, b)
    }

    #[inline(always)]
    fn abs(a: Floats) -> Floats {
        both!(vabsq_f32, a)
    }

    #[inline(always)]
    fn sum((low, high): Floats) -> f32 {
        // SAFETY: as in `both`.
        unsafe {
            let four = vaddq_f32(low, high);
            (vgetq_lane_f32::<0>(four) + vgetq_lane_f32::<2>(four))
                + (vgetq_lane_f32::<1>(four) + vgetq_lane_f32::<3>(four))
        }
    }

    #[inline(always)]
    fn round(a: Floats) -> Ints {
        both!(rounded, a)
    }

    #[inline(always)]
    fn float(a: Ints) -> Floats {
        both!(vcvtq_f32_s32, a)
    }

    #[inline(always)]
    fn times_power_of_two(a: Floats, n: Ints) -> Floats {
        both!(times_power_of_two, a, n)
    }

    #[inline(always)]
    fn store_rows(rows: [Ints; ROWS], to: &mut [[i32; ROWS]; LANES / 2]) {
        let at = to.as_mut_ptr().cast::<i32>();
        // SAFETY: as in `both`; the array has 32 bytes that only this reference may write, sixteen for each store.
        unsafe {
            let [first, second] = rows.map(|(low, high)| vreinterpretq_s32_s16(vqmovn_high_s32(vqmovn_s32(low), high)));
            vst1q_s32(at, vzip1q_s32(first, second));
            vst1q_s32(at.add(4), vzip2q_s32(first, second));
        }
    }

    #[inline(always)]
    fn store_ints((low, high): Ints, to: &mut [i32; LANES]) {
        let at = to.as_mut_ptr();
        // SAFETY: the array has 32 bytes that only this reference may write, sixteen for each store.
        unsafe {
            vst1q_s32(at, low);
            vst1q_s32(at.add(4), high);
        }
    }

    #[inline(always)]
    fn zeros() -> Ints {
        let zeros = (0, 0);
        both!(vdupq_n_s32, zeros)
    }

    #[inline(always)]
    fn weights(from: &[u8; 2 * LANES]) -> Pairs {
        let at = from.as_ptr().cast::<i8>();
        // SAFETY: the array has 16 readable bytes, eight for each load.
        unsafe { (vmovl_s8(vld1_s8(at)), vmovl_s8(vld1_s8(at.add(8)))) }
    }

    #[inline(always)]
    fn wide(from: &Wide) -> Pairs {
        let at = from.as_ptr().cast::<i16>();
        // SAFETY: the array has 32 readable bytes, sixteen for each load.
        unsafe { (vld1q_s16(at), vld1q_s16(at.add(8))) }
    }

    #[inline(always)]
    fn store_wide((low, high): Pairs, to: &mut Wide) {
        let at = to.as_mut_ptr().cast::<i16>();
        // SAFETY: the array has 32 bytes that only this reference may write, sixteen for each store.
        unsafe {
            vst1q_s16(at, low);
            vst1q_s16(at.add(8), high);
        }
    }

    #[inline(always)]
    fn pair(pair: i32) -> Pairs {
        let pair = (pair, pair);
        both!(repeated, pair)
    }

    #[inline(always)]
    fn dot(sum: Ints, a: Pairs, b: Pairs) -> Ints {
        both!(dot, sum, a, b)
    }
}

// The instructions for the smaller and the larger one treat what is no number otherwise than the other paths do.
#[inline]
#[target_feature(enable = "neon")]
fn smaller(a: float32x4_t, b: float32x4_t) -> float32x4_t {
    vbslq_f32(vcltq_f32(a, b), a, b)
}

#[inline]
#[target_feature(enable = "neon")]
fn larger(a: float32x4_t, b: float32x4_t) -> float32x4_t {
    vbslq_f32(vcgtq_f32(a, b), a, b)
}

#[inline]
#[target_feature(enable = "neon")]
fn rounded(a: float32x4_t) -> int32x4_t {
    let shifted = vreinterpretq_s32_f32(vaddq_f32(a, vdupq_n_f32(TO_INTEGER)));
    vsubq_s32(shifted, vdupq_n_s32(TO_INTEGER.to_bits() as i32))
}

#[inline]
#[target_feature(enable = "neon")]
fn times_power_of_two(a: float32x4_t, n: int32x4_t) -> float32x4_t {
    vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(a), vshlq_n_s32::<23>(n)))
}

#[inline]
#[target_feature(enable = "neon")]
fn repeated(pair: i32) -> int16x8_t {
    vreinterpretq_s16_s32(vdupq_n_s32(pair))
}

#[inline]
#[target_feature(enable = "neon")]
fn dot(sum: int32x4_t, a: int16x8_t, b: int16x8_t) -> int32x4_t {
    let products = vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b));
    vaddq_s32(sum, products)
}
