//! How much something tells, as a logarithm.

use std::iter::Sum;
use std::ops::{Add, Sub};

use serde::{Serialize, Serializer};

/// How often the people who fit are halved, in tenths: 3.0 bits leave one of eight. Whole tenths add up without rounding, the same
/// on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Bits(u32);

impl Bits {
    /// Returns so many tenths of a bit.
    pub const fn tenths(tenths: u32) -> Self {
        Bits(tenths)
    }

    /// Returns how much something tells that one of `one_in` people has, rounded up.
    pub fn one_in(one_in: f64) -> Self {
        Bits(tenths(one_in).ceil() as u32)
    }

    /// Returns the same rounded down: a limit.
    pub fn below(one_in: f64) -> Self {
        Bits(tenths(one_in).floor() as u32)
    }

    /// Returns the tenths of a bit.
    pub const fn in_tenths(self) -> u32 {
        self.0
    }

    /// Returns how many of `population` fit, at least one.
    pub fn left_of(self, population: u32) -> u32 {
        (f64::from(population) / 2_f64.powf(f64::from(self.0) / 10.0)).round().max(1.0) as u32
    }

    /// Returns what is more than `other`.
    pub fn beyond(self, other: Bits) -> Bits {
        Bits(self.0.saturating_sub(other.0))
    }
}

/// Returns the logarithm to base 2 in tenths, with what is below one or no number as one.
fn tenths(one_in: f64) -> f64 {
    // The last bits of a logarithm differ between machines: a figure that is whole but for them is whole.
    let tenths = if one_in.is_finite() { one_in.max(1.0).log2() * 10.0 } else { 0.0 };
    let whole = tenths.round();
    if (tenths - whole).abs() < 1e-6 { whole } else { tenths }
}

impl Add for Bits {
    type Output = Bits;
    fn add(self, other: Bits) -> Bits {
        Bits(self.0.saturating_add(other.0))
    }
}

impl Sub for Bits {
    type Output = Bits;
    fn sub(self, other: Bits) -> Bits {
        self.beyond(other)
    }
}

impl Sum for Bits {
    fn sum<I: Iterator<Item = Bits>>(all: I) -> Bits {
        all.fold(Bits(0), Add::add)
    }
}

impl Serialize for Bits {
    /// As a number of bits with one decimal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_so_many_is_a_logarithm() {
        for (one_in, tenths) in [(1.0, 0), (2.0, 10), (8.0, 30), (2000.0, 110), (100.0, 67), (0.0, 0), (f64::NAN, 0)] {
            assert_eq!(Bits::one_in(one_in), Bits::tenths(tenths), "{one_in}");
        }
        assert_eq!(Bits::below(100.0), Bits::tenths(66));
        assert_eq!(Bits::tenths(30).left_of(800), 100);
        assert_eq!(Bits::tenths(u32::MAX).left_of(800), 1);
        assert_eq!(Bits::tenths(u32::MAX) + Bits::tenths(1), Bits::tenths(u32::MAX));
    }
    #[test]
    fn bits_add_up_and_leave_so_many() {
        for (tenths, population, left) in
            [(0, 800, 800), (10, 800, 400), (30, 801, 100), (30, 805, 101), (200, 800, 1), (0, 0, 1)]
        {
            assert_eq!(Bits::tenths(tenths).left_of(population), left, "{tenths} of {population}");
        }
        assert_eq!(Bits::tenths(30).beyond(Bits::tenths(10)), Bits::tenths(20));
        assert_eq!(Bits::tenths(10).beyond(Bits::tenths(30)), Bits::tenths(0));
        assert_eq!(Bits::tenths(30) - Bits::tenths(10), Bits::tenths(20));
        assert_eq!([1, 2, 3].map(Bits::tenths).into_iter().sum::<Bits>(), Bits::tenths(6));
        assert_eq!(Bits::tenths(67).in_tenths(), 67);
        assert_eq!(serde_json::to_string(&Bits::tenths(67)).unwrap(), "6.7");
        assert_eq!([Bits::one_in(f64::INFINITY), Bits::one_in(0.5), Bits::below(3.0)], [0, 0, 15].map(Bits::tenths));
        assert_eq!(Bits::one_in(3.0), Bits::tenths(16));
    }
}
