//! Coarsens numbers to clinical precision, dates to intervals from day 0, and ages to bands.
//!
//! The operations are pure: the same values give the same words, and nothing is drawn by chance.

use jiff::civil::Date;

use crate::document::Coded;

const LOINC: &str = "http://loinc.org";
/// Average days in a month and a year of the Gregorian calendar.
const DAYS_PER_MONTH: f64 = 30.436_875;
const DAYS_PER_YEAR: f64 = 365.242_5;

/// Clinical precision by LOINC code: differences below the step say nothing about a patient.
///
/// Blood pressure: sphygmomanometers are read to 2 mm[Hg] and vary by 5 between readings (Muntner et al.,
/// Hypertension 2019, AHA statement on measurement). Haemoglobin A1c: a change below 0.5 % is within the
/// assay and biology (Little et al., Clin Chem 2011). Temperature, rates, weight and height: the steps in which charts are drawn.
const STEPS: &[(&str, f64)] = &[
    ("8480-6", 5.0),
    ("8462-4", 5.0),
    ("8867-4", 5.0),
    ("9279-1", 2.0),
    ("8310-5", 0.5),
    ("4548-4", 0.5),
    ("29463-7", 2.0),
    ("8302-2", 2.0),
    ("39156-5", 1.0),
    ("2708-6", 1.0),
    ("59408-5", 1.0),
];

/// Returns the step to which readings of `code` are rounded; without an entry, the place of the second significant
/// digit of `number`.
pub fn step(code: Option<&Coded>, number: f64) -> f64 {
    let loinc = code.filter(|code| code.system.as_deref() == Some(LOINC)).and_then(|code| code.code.as_deref());
    if let Some((_, step)) = STEPS.iter().find(|(code, _)| Some(*code) == loinc) {
        return *step;
    }
    let size = number.abs();
    if !size.is_finite() || size < 0.001 {
        return 0.001;
    }
    // A whole number below ten (a score, a count) is not coarser than one.
    10_f64.powf(size.log10().floor() - 1.0)
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

/// The direction of readings over time, as a word of the closed list.
///
/// It is judged on the real numbers: `steady` when all lie within one step, `rising` or `falling` when the
/// last differs from the first by at least a step and at least two thirds of the changes go that way, else `mixed`.
pub fn trend(readings: &[f64], step: f64) -> &'static str {
    let (Some(first), Some(last)) = (readings.first(), readings.last()) else {
        return "steady";
    };
    let low = readings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = readings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if high - low < step {
        return "steady";
    }
    let changes: Vec<f64> =
        readings.iter().zip(readings.iter().skip(1)).map(|(a, b)| b - a).filter(|d| *d != 0.0).collect();
    let up = changes.iter().filter(|change| **change > 0.0).count();
    let down = changes.len() - up;
    if last - first >= step && up * 3 >= changes.len() * 2 {
        "rising"
    } else if first - last >= step && down * 3 >= changes.len() * 2 {
        "falling"
    } else {
        "mixed"
    }
}

/// Returns the band of an age in whole years: ten years wide, `under 10` and `90 or more` at the ends (45 CFR
/// 164.514(b)(2)(i)(C) pools 90 and over).
pub fn age_band(years: u32) -> String {
    match years {
        0..=9 => "under 10".to_owned(),
        10..=89 => format!("{}0 to {}9", years / 10, years / 10),
        _ => "90 or more".to_owned(),
    }
}

/// Returns the age in whole years on `day` of someone born on `birth`; `None` if `day` is before it.
pub fn age(birth: Date, day: Date) -> Option<u32> {
    let had_birthday = (day.month(), day.day()) >= (birth.month(), birth.day());
    let years = i32::from(day.year()) - i32::from(birth.year()) - i32::from(!had_birthday);
    u32::try_from(years).ok()
}

/// Returns one label for each of `days`, counted from `zero`: `day 0`, `3 weeks before day 0`, `2 years after day
/// 0`. Order is kept, and different days get different labels: where coarse units would say the same of two
/// days, those are told in finer ones.
pub fn intervals(days: &[Date], zero: Date) -> Vec<(Date, String)> {
    let mut distinct: Vec<Date> = days.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut labelled: Vec<(Date, String, usize)> =
        distinct.into_iter().map(|day| (day, label(day, zero, 0), 0)).collect();
    for grain in 1..GRAINS {
        let clashes: Vec<bool> = labelled
            .iter()
            .map(|(_, text, _)| labelled.iter().filter(|(_, other, _)| other == text).count() > 1)
            .collect();
        for (entry, clash) in labelled.iter_mut().zip(clashes) {
            if clash {
                *entry = (entry.0, label(entry.0, zero, grain), grain);
            }
        }
    }
    labelled.into_iter().map(|(day, text, _)| (day, text)).collect()
}

/// How many grains [`label`] knows; the last tells days and clashes with nothing.
const GRAINS: usize = 4;

fn label(day: Date, zero: Date, grain: usize) -> String {
    let apart = zero.until(day).map_or(0, |span| i64::from(span.get_days()));
    if apart == 0 {
        return "day 0".to_owned();
    }
    let days = apart.unsigned_abs();
    let (count, unit) = match (grain, days) {
        (3, _) | (0, 0..=13) => (days, "day"),
        (2, _) | (0, 14..=60) => (rounded(days, 7.0), "week"),
        (1, _) | (0, 61..=730) => (rounded(days, DAYS_PER_MONTH), "month"),
        _ => (rounded(days, DAYS_PER_YEAR), "year"),
    };
    let plural = if count == 1 { "" } else { "s" };
    let side = if apart < 0 { "before" } else { "after" };
    format!("{count} {unit}{plural} {side} day 0")
}

fn rounded(days: u64, per_unit: f64) -> u64 {
    ((days as f64 / per_unit).round() as u64).max(1)
}

#[cfg(test)]
mod tests {
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
            assert_eq!(round(number, step(None, number)).as_deref(), Some(expected), "{number}");
        }
        assert_eq!(round(137.4, 5.0).as_deref(), Some("135"));
        assert_eq!(round(7.24, 0.5).as_deref(), Some("7"));
        for number in [f64::NAN, f64::INFINITY, 1e9] {
            assert_eq!(round(number, 1.0), None);
        }
    }

    #[test]
    fn trends_are_judged_on_the_real_numbers() {
        assert_eq!(trend(&[120.0, 131.0, 140.0], 5.0), "rising");
        assert_eq!(trend(&[140.0, 131.0, 120.0], 5.0), "falling");
        assert_eq!(trend(&[120.0, 122.0, 121.0], 5.0), "steady");
        assert_eq!(trend(&[120.0, 150.0, 121.0, 149.0, 120.0], 5.0), "mixed");
    }

    #[test]
    fn ages_are_pooled_at_ninety() {
        assert_eq!(age_band(63), "60 to 69");
        assert_eq!(age_band(9), "under 10");
        for years in [90, 104] {
            assert_eq!(age_band(years), "90 or more");
        }
        assert_eq!(age(date(1961, 5, 20), date(2024, 5, 19)), Some(62));
        assert_eq!(age(date(1961, 5, 20), date(2024, 5, 20)), Some(63));
        assert_eq!(age(date(1961, 5, 20), date(1960, 1, 1)), None);
    }

    #[test]
    fn intervals_are_coarse_and_finer_only_where_they_must_be() {
        let zero = date(2024, 3, 2);
        let days = [zero, date(2024, 3, 1), date(2023, 12, 1), date(2020, 3, 1), date(2018, 9, 1), date(2018, 8, 1)];
        let labels: Vec<String> = intervals(&days, zero).into_iter().map(|(_, label)| label).collect();
        assert_eq!(
            labels,
            [
                "67 months before day 0",
                "66 months before day 0",
                "4 years before day 0",
                "3 months before day 0",
                "1 day before day 0",
                "day 0"
            ]
        );
    }

    proptest! {
        #[test]
        fn different_days_get_different_labels_of_the_form_the_gate_knows(offsets in prop::collection::vec(-20_000_i32..4_000, 1..40)) {
            let zero = date(2024, 3, 2);
            let days: Vec<Date> = offsets.iter().map(|o| zero.checked_add(jiff::Span::new().days(*o)).unwrap()).collect();
            let labelled = intervals(&days, zero);
            let mut texts: Vec<_> = labelled.iter().map(|(_, text)| text.clone()).collect();
            texts.sort();
            texts.dedup();
            prop_assert_eq!(texts.len(), labelled.len());
            let form = regex::Regex::new(r"^(day 0|\d{1,5} (day|week|month|year)s? (before|after) day 0)$").unwrap();
            prop_assert!(labelled.iter().all(|(_, text)| form.is_match(text)));
        }

        #[test]
        fn rounding_stays_within_half_a_step_and_has_the_form_the_gate_knows(number in -90_000.0_f64..90_000.0) {
            let step = step(None, number);
            let text = round(number, step).unwrap();
            prop_assert!((text.parse::<f64>().unwrap() - number).abs() <= step / 2.0 + 1e-3);
            prop_assert!(regex::Regex::new(r"^-?\d{1,5}(\.\d{1,3})?$").unwrap().is_match(&text), "{}", text);
        }
    }
}
