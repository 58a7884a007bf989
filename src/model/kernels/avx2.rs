//! AVX2: eight lanes are one vector of 256 bits.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_loadu_si128, _mm_movehl_ps, _mm_shuffle_ps,
    _mm256_add_epi32, _mm256_add_ps, _mm256_andnot_ps, _mm256_castps_si256, _mm256_castps256_ps128,
    _mm256_castsi256_ps, _mm256_cvtepi8_epi16, _mm256_cvtepi32_ps, _mm256_div_ps, _mm256_extractf128_ps,
    _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps,
    _mm256_packs_epi32, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256, _mm256_shuffle_epi32,
    _mm256_slli_epi32, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_epi32, _mm256_sub_ps,
};

use super::lanes::{LANES, Lanes, TO_INTEGER, Wide};
use super::path::{Detected, Work};
use super::quantise::ROWS;

/// Eight lanes as a vector of 256 bits. Nothing outside this file can name it, and here only [`with_avx2`] uses it: whatever
/// runs on it has asked the processor for AVX2.
#[derive(Clone, Copy)]
struct Avx2;

/// Runs `work` on AVX2.
pub fn run<W: Work>(_: Detected, work: W) -> W::Output {
    // SAFETY: a `Detected` is made only after the processor said that it has AVX2.
    unsafe { with_avx2(work) }
}

#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

impl Lanes for Avx2 {
    const PANELS: usize = 2;
    const TILES: usize = 2;
    type Floats = __m256;
    type Ints = __m256i;
    type Pairs = __m256i;

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`); the array has 32 readable bytes, and the load asks for no alignment.
        unsafe { _mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(value: __m256, to: &mut [f32; LANES]) {
        // SAFETY: as in `load`; only this reference may write the 32 bytes.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), value) }
    }

    #[inline(always)]
    fn splat(value: f32) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    fn add(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_div_ps(a, b) }
    }

    #[inline(always)]
    fn min(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    fn max(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn abs(a: __m256) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), a) }
    }

    #[inline(always)]
    fn sum(a: __m256) -> f32 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe {
            let four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }

    #[inline(always)]
    fn round(a: __m256) -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe {
            let shifted = _mm256_castps_si256(_mm256_add_ps(a, _mm256_set1_ps(TO_INTEGER)));
            _mm256_sub_epi32(shifted, _mm256_set1_epi32(TO_INTEGER.to_bits() as i32))
        }
    }

    #[inline(always)]
    fn float(a: __m256i) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_cvtepi32_ps(a) }
    }

    #[inline(always)]
    fn times_power_of_two(a: __m256, n: __m256i) -> __m256 {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), _mm256_slli_epi32::<23>(n))) }
    }

    #[inline(always)]
    fn store_rows([first, second]: [__m256i; ROWS], to: &mut [[i32; ROWS]; LANES / 2]) {
        // SAFETY: the processor has AVX2 (see `Avx2`); only this reference may write the 32 bytes, and the store asks for no
        // alignment.
        unsafe {
            // Within each half: the pairs of the first row, then those of the second; then one of each in turn.
            let packed = _mm256_packs_epi32(first, second);
            let turned = _mm256_shuffle_epi32::<0b11_01_10_00>(packed);
            _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), turned);
        }
    }

    #[inline(always)]
    fn store_ints(value: __m256i, to: &mut [i32; LANES]) {
        // SAFETY: the processor has AVX2 (see `Avx2`); only this reference may write the 32 bytes, and the store asks for no
        // alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), value) }
    }

    #[inline(always)]
    fn zeros() -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn weights(from: &[u8; 2 * LANES]) -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`); the array has 16 readable bytes, and the load asks for no alignment.
        unsafe { _mm256_cvtepi8_epi16(_mm_loadu_si128(from.as_ptr().cast::<__m128i>())) }
    }

    #[inline(always)]
    fn wide(from: &Wide) -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`); the array has 32 readable bytes, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast::<__m256i>()) }
    }

    #[inline(always)]
    fn store_wide(weights: __m256i, to: &mut Wide) {
        // SAFETY: as in `wide`; only this reference may write the 32 bytes.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), weights) }
    }

    #[inline(always)]
    fn pair(pair: i32) -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_set1_epi32(pair) }
    }

    #[inline(always)]
    fn dot(sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2 (see `Avx2`).
        unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
    }
}
