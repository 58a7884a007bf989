//! Draws by chance that are the same on every machine and in every release: ChaCha8 with a seed hashed from names.
//!
//! Only the words of the stream are taken from the generator crate; how they become numbers stands here, so that
//! a new release of it cannot change a patient. Nothing uses functions whose last digit differs between platforms.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

/// Stands in every seed. It is raised when the same seed gives other records than before.
const EDITION: &[u8] = b"chaperone generate 1";

/// A stream of draws of its own, for one purpose of one patient or practice.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    /// Returns the stream for `purpose`, `number` under `seed`; streams of other names are independent of it.
    pub(super) fn new(seed: u64, purpose: &'static str, number: u64) -> Self {
        let hash = Sha256::new()
            .chain_update(EDITION)
            .chain_update(seed.to_le_bytes())
            .chain_update(number.to_le_bytes())
            .chain_update(purpose)
            .finalize();
        Chance(ChaCha8Rng::from_seed(hash.into()))
    }

    /// Returns a whole number from 0 up to, but not including, `bound` (at least 1), each as likely as the others.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        // Lemire, "Fast random integer generation in an interval" (2019): multiply, and draw again in the few cases
        // that would make some numbers likelier.
        let bound = u64::from(bound.max(1));
        let least = (1_u64 << 32) % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * bound;
            if product & 0xffff_ffff >= least {
                return u32::try_from(product >> 32).unwrap_or_default();
            }
        }
    }

    /// Returns a whole number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        let width = u32::try_from(i64::from(high.max(low)) - i64::from(low) + 1).unwrap_or(u32::MAX);
        low.saturating_add_unsigned(self.below(width))
    }

    /// Returns `true` in `share` of a hundred draws.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// Returns a number from 0 up to, but not including, 1.
    pub(super) fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32() >> 8) / 16_777_216.0
    }

    /// Returns a number from `low` to `high`.
    pub(super) fn real(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    /// Returns a deviation around 0, bell-shaped with the given standard deviation and never beyond six of it: the sum
    /// of twelve even draws.
    pub(super) fn spread(&mut self, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.unit()).sum();
        (sum - 6.0) * deviation
    }

    /// Returns one of `items`, which are not empty.
    pub(super) fn pick<T: ?Sized>(&mut self, items: &[&'static T]) -> &'static T {
        self.one::<&'static T>(items)
    }

    /// Returns a reference to one of `items`, which are not empty.
    pub(super) fn one<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        let index = self.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize;
        items.get(index).expect("the tables of the generator are not empty")
    }

    /// Returns `count` random decimal digits.
    pub(super) fn digits(&mut self, count: usize) -> String {
        (0..count).filter_map(|_| char::from_digit(self.below(10), 10)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_one_of_this_edition() {
        let mut chance = Chance::new(7, "test", 3);
        let drawn: Vec<u32> = (0..6).map(|_| chance.below(1000)).collect();
        let again: Vec<u32> = {
            let mut chance = Chance::new(7, "test", 3);
            (0..6).map(|_| chance.below(1000)).collect()
        };
        assert_eq!(drawn, again);
        for (seed, purpose, number) in [(8, "test", 3), (7, "tests", 3), (7, "test", 4)] {
            let mut other = Chance::new(seed, purpose, number);
            assert_ne!(drawn, (0..6).map(|_| other.below(1000)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn draws_keep_to_their_bounds_and_reach_them() {
        let mut chance = Chance::new(1, "bounds", 0);
        let drawn: Vec<i32> = (0..2000).map(|_| chance.between(-3, 3)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-3), Some(&3)));
        assert_eq!(chance.between(5, 5), 5);
        assert_eq!(chance.below(1), 0);
        assert!((0..2000).all(|_| (0.0..1.0).contains(&chance.unit())));
        let spread: f64 = (0..4000).map(|_| chance.spread(2.0)).sum::<f64>() / 4000.0;
        assert!(spread.abs() < 0.2, "{spread}");
        let hits = (0..4000).filter(|_| chance.percent(25)).count();
        assert!((850..1150).contains(&hits), "{hits}");
    }
}
