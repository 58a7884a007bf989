//! WebAssembly's fixed-width SIMD: a vector of eight lanes is two of four.
#![allow(unsafe_code)]

use core::arch::wasm32::{
    f32x4_abs, f32x4_add, f32x4_convert_i32x4, f32x4_div, f32x4_extract_lane, f32x4_mul, f32x4_pmax, f32x4_pmin,
    f32x4_splat, f32x4_sub, i16x8_load_extend_i8x8, i16x8_narrow_i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_shl,
    i32x4_shuffle, i32x4_splat, i32x4_sub, v128, v128_load, v128_store,
};

use super::lanes::{LANES, Lanes, TO_INTEGER, Wide};
use super::quantise::ROWS;

/// Eight lanes as two vectors of 128 bits.
#[derive(Clone, Copy)]
pub struct Simd128;

/// The low four lanes and the high four.
type Two = (v128, v128);

impl Lanes for Simd128 {
    const PANELS: usize = 2;
    const TILES: usize = 1;
    type Floats = Two;
    type Ints = Two;
    type Pairs = Two;

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Two {
        let at = from.as_ptr().cast::<v128>();
        // SAFETY: the array has 32 readable bytes, and `v128_load` asks for no alignment.
        unsafe { (v128_load(at), v128_load(at.add(1))) }
    }

    #[inline(always)]
    fn store((low, high): Two, to: &mut [f32; LANES]) {
        let at = to.as_mut_ptr().cast::<v128>();
        // SAFETY: the array has 32 bytes that only this reference may write, and `v128_store` asks for no alignment.
        unsafe {
            v128_store(at, low);
            v128_store(at.add(1), high);
        }
    }

    #[inline(always)]
    fn splat(value: f32) -> Two {
        (f32x4_splat(value), f32x4_splat(value))
    }

    #[inline(always)]
    fn add(a: Two, b: Two) -> Two {
        (f32x4_add(a.0, b.0), f32x4_add(a.1, b.1))
    }

    #[inline(always)]
    fn sub(a: Two, b: Two) -> Two {
        (f32x4_sub(a.0, b.0), f32x4_sub(a.1, b.1))
    }

    #[inline(always)]
    fn mul(a: Two, b: Two) -> Two {
        (f32x4_mul(a.0, b.0), f32x4_mul(a.1, b.1))
    }

    #[inline(always)]
    fn div(a: Two, b: Two) -> Two {
        (f32x4_div(a.0, b.0), f32x4_div(a.1, b.1))
    }

    // `pmin(x, y)` is `y` where `y < x`, else `x`.
    #[inline(always)]
    fn min(a: Two, b: Two) -> Two {
        (f32x4_pmin(b.0, a.0), f32x4_pmin(b.1, a.1))
    }

    // `pmax(x, y)` is `y` where `x < y`, else `x`.
    #[inline(always)]
    fn max(a: Two, b: Two) -> Two {
        (f32x4_pmax(b.0, a.0), f32x4_pmax(b.1, a.1))
    }

    #[inline(always)]
    fn abs(a: Two) -> Two {
        (f32x4_abs(a.0), f32x4_abs(a.1))
    }

    #[inline(always)]
    fn sum(a: Two) -> f32 {
        let four = f32x4_add(a.0, a.1);
        (f32x4_extract_lane::<0>(four) + f32x4_extract_lane::<2>(four))
            + (f32x4_extract_lane::<1>(four) + f32x4_extract_lane::<3>(four))
    }

    #[inline(always)]
    fn round(a: Two) -> Two {
        let (add, bits) = (f32x4_splat(TO_INTEGER), i32x4_splat(TO_INTEGER.to_bits() as i32));
        (i32x4_sub(f32x4_add(a.0, add), bits), i32x4_sub(f32x4_add(a.1, add), bits))
    }

    #[inline(always)]
    fn float(a: Two) -> Two {
        (f32x4_convert_i32x4(a.0), f32x4_convert_i32x4(a.1))
    }

    #[inline(always)]
    fn times_power_of_two(a: Two, n: Two) -> Two {
        (i32x4_add(a.0, i32x4_shl(n.0, 23)), i32x4_add(a.1, i32x4_shl(n.1, 23)))
    }

    #[inline(always)]
    fn store_rows([first, second]: [Two; ROWS], to: &mut [[i32; ROWS]; LANES / 2]) {
        let [first, second] = [first, second].map(|(low, high)| i16x8_narrow_i32x4(low, high));
        let at = to.as_mut_ptr().cast::<v128>();
        // SAFETY: the array has 32 bytes that only this reference may write, and `v128_store` asks for no alignment.
        unsafe {
            v128_store(at, i32x4_shuffle::<0, 4, 1, 5>(first, second));
            v128_store(at.add(1), i32x4_shuffle::<2, 6, 3, 7>(first, second));
        }
    }

    #[inline(always)]
    fn store_ints((low, high): Two, to: &mut [i32; LANES]) {
        let at = to.as_mut_ptr().cast::<v128>();
        // SAFETY: the array has 32 bytes that only this reference may write, and `v128_store` asks for no alignment.
        unsafe {
            v128_store(at, low);
            v128_store(at.add(1), high);
        }
    }

    #[inline(always)]
    fn zeros() -> Two {
        (i32x4_splat(0), i32x4_splat(0))
    }

    #[inline(always)]
    fn weights(from: &[u8; 2 * LANES]) -> Two {
        let at = from.as_ptr().cast::<i8>();
        // SAFETY: the array has 16 readable bytes, eight for each load, which asks for no alignment.
        unsafe { (i16x8_load_extend_i8x8(at), i16x8_load_extend_i8x8(at.add(8))) }
    }

    #[inline(always)]
    fn wide(from: &Wide) -> Two {
        let at = from.as_ptr().cast::<v128>();
        // SAFETY: the array has 32 readable bytes, and `v128_load` asks for no alignment.
        unsafe { (v128_load(at), v128_load(at.add(1))) }
    }

    #[inline(always)]
    fn store_wide((low, high): Two, to: &mut Wide) {
        let at = to.as_mut_ptr().cast::<v128>();
        // SAFETY: the array has 32 bytes that only this reference may write, and `v128_store` asks for no alignment.
        unsafe {
            v128_store(at, low);
            v128_store(at.add(1), high);
        }
    }

    #[inline(always)]
    fn pair(pair: i32) -> Two {
        let splat = i32x4_splat(pair);
        (splat, splat)
    }

    #[inline(always)]
    fn dot(sum: Two, a: Two, b: Two) -> Two {
        (i32x4_add(sum.0, i32x4_dot_i16x8(a.0, b.0)), i32x4_add(sum.1, i32x4_dot_i16x8(a.1, b.1)))
    }
}
