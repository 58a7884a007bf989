//! Exponential, GELU and hyperbolic tangent on eight lanes, to about the precision of `f32`.

use super::lanes::{LANES, Lanes};
use super::path::Work;

/// log₂ e.
const LOG2_E: f32 = std::f32::consts::LOG2_E;
/// ln 2 in two parts, the first of few digits: its products with small integers are exact (Cody and Waite 1980).
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;
/// Beyond this the power of two of the result would leave `f32`.
const EXP_LIMIT: f32 = 87.0;
/// The Taylor coefficients of (eʳ − 1 − r) / r², from the last; |r| is at most ln 2 / 2.
const EXP: [f32; 5] = [1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0];

/// Abramowitz and Stegun 1964, 7.1.28: erfc(z) ≈ (1 + a₁z + … + a₆z⁶)⁻¹⁶, to 3 · 10⁻⁷; from the last, each over √2 to the power of
/// its number, so that it is taken of √2 · z.
const ERFC: [f32; 6] = [5.382_975e-6, 4.889_063_7e-5, 3.800_357_4e-5, 3.277_626_4e-3, 2.114_100_6e-2, 4.986_734_7e-2];

/// Returns e to the power of `x`; beyond ±87 that of ±87.
#[inline(always)]
pub fn exp<L: Lanes>(x: L::Floats) -> L::Floats {
    let x = L::min(L::max(x, L::splat(-EXP_LIMIT)), L::splat(EXP_LIMIT));
    let whole = L::round(L::mul(x, L::splat(LOG2_E)));
    let n = L::float(whole);
    let r = L::sub(L::sub(x, L::mul(n, L::splat(LN_2_HIGH))), L::mul(n, L::splat(LN_2_LOW)));
    let mut sum = L::splat(0.0);
    for coefficient in EXP {
        sum = L::add(L::mul(sum, r), L::splat(coefficient));
    }
    sum = L::add(L::mul(sum, r), L::splat(0.5));
    let y = L::add(L::add(L::mul(L::mul(sum, r), r), r), L::splat(1.0));
    L::times_power_of_two(y, whole)
}

/// Returns the GELU of `x`, `x · Φ(x)` with the normal distribution's Φ (Hendrycks and Gimpel 2016), not its tanh form.
#[inline(always)]
pub fn gelu<L: Lanes>(x: L::Floats) -> L::Floats {
    let magnitude = L::abs(x);
    let mut sum = L::splat(0.0);
    for coefficient in ERFC {
        sum = L::mul(L::add(sum, L::splat(coefficient)), magnitude);
    }
    let mut power = L::add(sum, L::splat(1.0));
    for _ in 0..4 {
        power = L::mul(power, power);
    }
    // x ≥ 0: x − x · erfc / 2; x < 0: −|x| · erfc / 2.
    L::sub(L::max(x, L::splat(0.0)), L::div(L::mul(magnitude, L::splat(0.5)), power))
}

/// Returns the hyperbolic tangent of `x`.
#[inline(always)]
pub fn tanh<L: Lanes>(x: L::Floats) -> L::Floats {
    let powers = exp::<L>(L::add(x, x));
    L::sub(L::splat(1.0), L::div(L::splat(2.0), L::add(powers, L::splat(1.0))))
}

/// Makes each of some numbers its hyperbolic tangent.
pub struct Tanh<'a>(pub &'a mut [f32]);

impl Work for Tanh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (whole, rest) = self.0.as_chunks_mut::<LANES>();
        for part in whole {
            L::store(tanh::<L>(L::load(part)), part);
        }
        let mut last = [0.0; LANES];
        last.iter_mut().zip(rest.iter()).for_each(|(to, from)| *to = *from);
        L::store(tanh::<L>(L::load(&last)), &mut last);
        rest.iter_mut().zip(last).for_each(|(to, from)| *to = from);
    }
}
