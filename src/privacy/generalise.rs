//! Coarsens numbers to steps, ages and counts to bands, dates to intervals from day 0, and readings to their direction.
//!
//! The operations are pure: the same values give the same words, and nothing is drawn by chance. Which steps there are
//! for a quantity is the [`precision`](super::precision) table's to say.

mod times;
mod trend;

use jiff::civil::Date;

use super::level::{Ages, Counts};
pub use times::intervals;
pub use trend::trend;

/// Returns `number` rounded as by [`round`], in finer steps where it would come to lie on or beyond one of `bounds`: what
/// is below a bound stays below it, what is above stays above, and what is a bound stays it.
pub fn round_within(number: f64, step: f64, bounds: &[f64]) -> Option<String> {
    let mut step = step;
    loop {
        let text = round(number, step)?;
        let rounded: f64 = text.parse().ok()?;
        let stays = |bound: &f64| number.total_cmp(bound) == rounded.total_cmp(bound);
        if step <= FINEST || bounds.iter().filter(|bound| bound.is_finite()).all(stays) {
            return Some(text);
        }
        step = finer(step).max(FINEST);
    }
}

/// The finest step: three decimals are the most that leave.
pub(super) const FINEST: f64 = 0.001;

/// Returns the next finer step of the series …, 10, 5, 2, 1, 0.5, …
pub(super) fn finer(step: f64) -> f64 {
    let place = 10_f64.powf((step.log10() + 1e-9).floor());
    match step / place {
        lead if lead > 5.5 => place * 5.0,
        lead if lead > 2.5 => place * 2.0,
        lead if lead > 1.5 => place,
        _ => place / 2.0,
    }
}

/// Returns the next coarser step of the series.
pub(super) fn coarser(step: f64) -> f64 {
    let place = 10_f64.powf((step.log10() + 1e-9).floor());
    match step / place {
        lead if lead < 1.5 => place * 2.0,
        lead if lead < 2.5 => place * 5.0,
        _ => place * 10.0,
    }
}

/// Returns `number` rounded to a multiple of `step`, written without needless zeros; `None` for what is not
/// finite or has more than five digits before the point.
pub fn round(number: f64, step: f64) -> Option<String> {
    if !number.is_finite() || !step.is_finite() || step <= 0.0 {
        return None;
    }
    let rounded = (number / step).round() * step;
    if rounded.abs() >= 99_999.5 {
        return None;
    }
    let places = if step >= 1.0 { 0 } else { ((-step.log10()).ceil() as usize).min(3) };
    let text = format!("{rounded:.places$}");
    let trimmed = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    Some(if trimmed == "-0" || trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() })
}

/// Returns the band of an age in whole years, `None` where ages are not told: five or ten years wide, `under 5` or `under 10` and
/// `90 or more` at the ends (45 CFR 164.514(b)(2)(i)(C) pools 90 and over).
pub fn age_band(years: u32, ages: Ages) -> Option<String> {
    let wide = match ages {
        Ages::Fives => 5,
        Ages::Tens => 10,
        Ages::Untold => return None,
    };
    let from = years / wide * wide;
    Some(match years {
        90.. => "90 or more".to_owned(),
        _ if from == 0 => format!("under {wide}"),
        _ => format!("{from} to {}", from + wide - 1),
    })
}

/// Returns how `count` entries are told: of six digits or more, which read like an identifier, only that they are so many.
pub fn count(count: usize, counts: Counts) -> String {
    match (counts, count) {
        (Counts::Exact, 100_000..) => "more than 99999".to_owned(),
        (Counts::Exact, _) | (Counts::Banded, 0..=2) => count.to_string(),
        (Counts::Banded, 3..=5) => "3 to 5".to_owned(),
        (Counts::Banded, 6..=10) => "6 to 10".to_owned(),
        (Counts::Banded, _) => "more than 10".to_owned(),
    }
}

/// Returns the age in whole years on `day` of someone born on `birth`; `None` if `day` is before it.
pub fn age(birth: Date, day: Date) -> Option<u32> {
    let had_birthday = (day.month(), day.day()) >= (birth.month(), birth.day());
    let years = i32::from(day.year()) - i32::from(birth.year()) - i32::from(!had_birthday);
    u32::try_from(years).ok()
}
#[cfg(test)]
mod tests {
    use super::super::precision;
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_rounded_to_two_significant_digits_or_the_step() {
        for (number, expected) in [
            (139.53, "140"),
            (27.86, "28"),
            (5.83, "5.8"),
            (0.923, "0.92"),
            (1234.0, "1200"),
            (3.0, "3"),
            (0.0, "0"),
            (-4.25, "-4.3"),
        ] {
            assert_eq!(round(number, precision::step(None, number)).as_deref(), Some(expected), "{number}");
        }
        assert_eq!(round(137.4, 5.0).as_deref(), Some("135"));
        assert_eq!(round(7.24, 0.5).as_deref(), Some("7"));
        for number in [f64::NAN, f64::INFINITY, 1e9] {
            assert_eq!(round(number, 1.0), None);
        }
    }

    #[test]
    fn ages_are_pooled_at_ninety() {
        for (years, tens, fives) in [
            (63, "60 to 69", "60 to 64"),
            (65, "60 to 69", "65 to 69"),
            (9, "under 10", "5 to 9"),
            (4, "under 10", "under 5"),
            (89, "80 to 89", "85 to 89"),
            (90, "90 or more", "90 or more"),
            (104, "90 or more", "90 or more"),
        ] {
            assert_eq!(age_band(years, Ages::Tens).as_deref(), Some(tens));
            assert_eq!(age_band(years, Ages::Fives).as_deref(), Some(fives));
            assert_eq!(age_band(years, Ages::Untold), None);
        }
        assert_eq!(age(date(1961, 5, 20), date(2024, 5, 19)), Some(62));
        assert_eq!(age(date(1961, 5, 20), date(2024, 5, 20)), Some(63));
        assert_eq!(age(date(1961, 5, 20), date(1960, 1, 1)), None);
    }

    #[test]
    fn counts_are_told_in_bands_from_three_on() {
        for (number, banded) in [(1, "1"), (2, "2"), (3, "3 to 5"), (5, "3 to 5"), (6, "6 to 10"), (10, "6 to 10")] {
            assert_eq!(count(number, Counts::Banded), banded);
            assert_eq!(count(number, Counts::Exact), number.to_string());
        }
        assert_eq!(count(11, Counts::Banded), "more than 10");
        assert_eq!(count(99_999, Counts::Exact), "99999");
        for many in [100_000, 4_000_000] {
            assert_eq!(count(many, Counts::Exact), "more than 99999");
            assert_eq!(count(many, Counts::Banded), "more than 10");
        }
    }

    #[test]
    fn a_threshold_is_not_crossed_by_rounding() {
        for (number, step, bounds, expected) in [
            (138.0, 5.0, [140.0].as_slice(), "138"),
            (139.0, 5.0, &[140.0], "139"),
            (141.0, 5.0, &[140.0], "142"),
            (137.0, 5.0, &[140.0], "135"),
            (5.04, 0.1, &[3.5, 5.0], "5.05"),
            (3.5, 0.1, &[3.5, 5.0], "3.5"),
            (4.24, 0.1, &[f64::NAN], "4.2"),
        ] {
            assert_eq!(round_within(number, step, bounds).as_deref(), Some(expected), "{number}");
        }
    }

    #[test]
    fn steps_are_of_one_series() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * a;
        for (step, finer_one, coarser_one) in [
            (100.0, 50.0, 200.0),
            (50.0, 20.0, 100.0),
            (20.0, 10.0, 50.0),
            (10.0, 5.0, 20.0),
            (5.0, 2.0, 10.0),
            (2.0, 1.0, 5.0),
            (1.0, 0.5, 2.0),
            (0.5, 0.2, 1.0),
            (0.2, 0.1, 0.5),
            (0.1, 0.05, 0.2),
            (0.001, 0.0005, 0.002),
        ] {
            assert!(near(finer(step), finer_one) && near(coarser(step), coarser_one), "{step}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_rounded() {
        for (number, step, expected) in [
            (99_999.0, 1.0, Some("99999")),
            (99_999.4, 1.0, Some("99999")),
            (99_999.5, 1.0, None),
            (-99_999.5, 1.0, None),
            (5.0, 0.0, None),
            (5.0, -1.0, None),
            (5.0, f64::INFINITY, None),
            (5.25, 0.2, Some("5.2")),
            (-0.2, 1.0, Some("0")),
            (100.0, 10.0, Some("100")),
            (1.5, 0.0005, Some("1.5")),
            (1.23456, 0.0001, Some("1.235")),
        ] {
            assert_eq!(round(number, step).as_deref(), expected, "{number} in {step}");
        }
        assert_eq!(round_within(0.0004, 0.5, &[0.0]).as_deref(), Some("0"), "three decimals are the most that leave");
        assert_eq!(round_within(0.0006, 0.5, &[0.0]).as_deref(), Some("0.001"));
        assert_eq!(round_within(f64::NAN, 0.5, &[0.0]), None);
        assert_eq!(count(0, Counts::Banded), "0");
        assert_eq!(
            [age(date(2000, 2, 29), date(2023, 2, 28)), age(date(2000, 2, 29), date(2023, 3, 1))],
            [Some(22), Some(23)]
        );
        assert_eq!(age(date(2000, 5, 1), date(2000, 5, 1)), Some(0));
        assert_eq!(age(date(2000, 5, 2), date(2000, 5, 1)), None);
    }

    proptest! {
        #[test]
        fn rounding_keeps_every_number_on_its_side_of_every_bound(
            number in 0.0_f64..500.0, step in prop::sample::select(vec![0.1, 0.5, 1.0, 2.0, 5.0, 10.0]), bounds in prop::collection::vec(0.0_f64..500.0, 0..6),
        ) {
            let number = (number * 100.0).round() / 100.0;
            let bounds: Vec<f64> = bounds.into_iter().map(|bound| (bound * 10.0).round() / 10.0).collect();
            let rounded: f64 = round_within(number, step, &bounds).unwrap().parse().unwrap();
            prop_assert!((rounded - number).abs() <= step / 2.0 + 1e-3);
            prop_assert!(bounds.iter().all(|bound| number.total_cmp(bound) == rounded.total_cmp(bound)));
        }

        #[test]
        fn rounding_stays_within_half_a_step_and_has_the_form_the_gate_knows(number in -90_000.0_f64..90_000.0) {
            let step = precision::step(None, number);
            let text = round(number, step).unwrap();
            prop_assert!((text.parse::<f64>().unwrap() - number).abs() <= step / 2.0 + 1e-3);
            prop_assert!(regex::Regex::new(r"^-?\d{1,5}(\.\d{1,3})?$").unwrap().is_match(&text), "{}", text);
        }
    }
}
