//! Optional noise: all numbers of a quantity in a request may be moved, all alike, by one step.
//!
//! The shift is drawn from the request's seed. It is added to what was rounded, so that it never tells more than the rounded
//! number does, however often a question is asked. Since all numbers of a quantity move alike, their order, their differences and
//! the direction are those of the real ones. A shift that would take a number over a threshold, an end of its reference range, nought or an
//! end of its scale is not made.
//!
//! This is no differential privacy, and promises nothing in its terms: the shift is bounded, it is not made near thresholds,
//! and who asks often enough learns the rounded number. It makes a number harder to match with another source, no more.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use super::generalise::round;
use super::measure::Told;
use crate::clearance::Operator;

/// By how much the numbers of one quantity are moved.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Shift {
    by: f64,
    step: f64,
}

/// Returns the shift for the numbers `told` of one quantity, drawn from `seed` for the quantity that `name` stands for; none where they are
/// not all told in one step, or where one of them would cross one of `bounds` or leave `scale`.
pub fn shift(seed: &[u8; 32], name: &str, told: &[Told], bounds: &[f64], scale: Option<(f64, f64)>) -> Shift {
    let Some(step) = told.first().and_then(|told| told.step) else { return Shift::default() };
    let drawn = Sha256::new().chain_update(seed).chain_update(b"noise").chain_update(name).finalize();
    let by = match ChaCha8Rng::from_seed(drawn.into()).next_u32() % 3 {
        0 => step,
        1 => -step,
        _ => return Shift::default(),
    };
    let shift = Shift { by, step };
    let stays = |told: &Told| {
        let (Some(number), true) = (told.number(), told.step == Some(step)) else { return false };
        let Some(moved) = shift.moved(told).and_then(|told| told.number()) else { return false };
        scale.is_none_or(|(low, high)| (low..=high).contains(&moved))
            && bounds.iter().all(|bound| number.total_cmp(bound) == moved.total_cmp(bound))
    };
    if told.iter().all(stays) { shift } else { Shift::default() }
}

impl Shift {
    /// Returns `told`, moved. What was not rounded in the step that the shift was drawn for stays as it is.
    pub fn of(self, told: Told) -> Told {
        if self.by == 0.0 || told.step != Some(self.step) {
            return told;
        }
        self.moved(&told).unwrap_or(told)
    }

    fn moved(self, told: &Told) -> Option<Told> {
        // Near a bound a number was rounded in finer steps than the shift: its digits are kept.
        let text = round(told.number()? + self.by, super::generalise::FINEST)?;
        Some(Told { text, operator: Operator::Noise, step: told.step })
    }
}

#[cfg(test)]
mod tests;
