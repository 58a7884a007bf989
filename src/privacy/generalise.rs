//! Coarsens numbers to steps, dates to intervals from day 0, and ages and counts to bands.
//!
//! The operations are pure: the same values give the same words, and nothing is drawn by chance. Which steps there are
//! for a quantity is the [`precision`](super::precision) table's to say.

use jiff::civil::Date;

use super::level::{Ages, Counts, Times};

/// Days in a week.
const DAYS_PER_WEEK: f64 = 7.0;
/// Average days in a month and a year of the Gregorian calendar.
const DAYS_PER_MONTH: f64 = 30.436_875;
const DAYS_PER_YEAR: f64 = 365.242_5;

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

/// What a difference of decimal numbers may lack for being written in binary, as a share of their sizes.
const HAIR: f64 = 1e-12;

/// The direction of readings over time, as a word of the closed list.
///
/// It is judged on the real numbers: `steady` when all lie within one step, `rising` or `falling` when the last differs from
/// the first by at least a step, at least two thirds of the changes go that way, and of all pairs of readings more go that way
/// than the other (the sign of Kendall's tau: a sudden drop that is slowly made good is no rise), else `mixed`.
pub fn trend(readings: &[f64], step: f64) -> &'static str {
    let (Some(first), Some(last)) = (readings.first(), readings.last()) else {
        return "steady";
    };
    let low = readings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = readings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // 2.11 − 1.81 is a hair below 0.3 in binary; a change that just says something does say it.
    let step = step - (high.abs() + low.abs()) * HAIR;
    if high - low < step {
        return "steady";
    }
    let changes: Vec<f64> =
        readings.iter().zip(readings.iter().skip(1)).map(|(a, b)| b - a).filter(|d| *d != 0.0).collect();
    let up = changes.iter().filter(|change| **change > 0.0).count();
    let down = changes.len() - up;
    let pairs = pairs(readings);
    if last - first >= step && up * 3 >= changes.len() * 2 && pairs > 0 {
        "rising"
    } else if first - last >= step && down * 3 >= changes.len() * 2 && pairs < 0 {
        "falling"
    } else {
        "mixed"
    }
}

/// Returns how many pairs of readings rise, less those that fall; what is no number does neither.
///
/// Counted while the readings are merged to their order, which compares each far less often than with every other: W. R. Knight,
/// *A Computer Method for Calculating Kendall's Tau with Ungrouped Data*, JASA 1966.
fn pairs(readings: &[f64]) -> i64 {
    let mut readings: Vec<f64> = readings.iter().copied().filter(|reading| !reading.is_nan()).collect();
    pairs_sorting(&mut readings)
}

/// As [`pairs`] of numbers alone, which it leaves in their order.
fn pairs_sorting(readings: &mut [f64]) -> i64 {
    if readings.len() < 2 {
        return 0;
    }
    let (earlier, later) = readings.split_at_mut(readings.len() / 2);
    let mut signs = pairs_sorting(earlier) + pairs_sorting(later);
    let (mut below, mut up_to) = (0_usize, 0_usize);
    for second in later.iter() {
        while earlier.get(below).is_some_and(|first| first < second) {
            below += 1;
        }
        while earlier.get(up_to).is_some_and(|first| first <= second) {
            up_to += 1;
        }
        signs += below as i64 - (earlier.len() - up_to) as i64;
    }
    // Of two halves in order this sort makes one in a single pass.
    readings.sort_by(f64::total_cmp);
    signs
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

/// Returns one label for each of `days`, counted from `zero`: `day 0`, `3 weeks before day 0`, `4 years and 6 months
/// after day 0`. Order is kept. Different days get different labels, where coarse units would say the same of two days in
/// finer ones; but with [`Times::Years`] they may share one.
pub fn intervals(days: &[Date], zero: Date, times: Times) -> Vec<(Date, String)> {
    let mut distinct: Vec<Date> = days.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let grains: &[Grain] = match times {
        Times::Years => &[Grain::Years],
        Times::HalfYears => &[Grain::HalfYears, Grain::Months, Grain::Weeks, Grain::Days],
        Times::Weeks => &[Grain::YearsAndWeeks, Grain::Days],
    };
    let Some((coarsest, finer)) = grains.split_first() else { return Vec::new() };
    let mut labelled: Vec<(Date, String)> =
        distinct.into_iter().map(|day| (day, label(day, zero, *coarsest))).collect();
    for grain in finer {
        let clashes: Vec<bool> =
            labelled.iter().map(|(_, text)| labelled.iter().filter(|(_, other)| other == text).count() > 1).collect();
        for (entry, clash) in labelled.iter_mut().zip(clashes) {
            if clash {
                *entry = (entry.0, label(entry.0, zero, *grain));
            }
        }
    }
    labelled
}

/// How exactly [`label`] tells a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// Months and, from two years on, years: of what [`Grain::HalfYears`] tells, so that it never tells more.
    Years,
    /// Days, weeks, months and, from two years on, half years.
    HalfYears,
    /// From two years on months.
    Months,
    /// From two months on weeks.
    Weeks,
    /// Days up to two months, then weeks, and from two years on years and weeks.
    YearsAndWeeks,
    /// Days, which clash with nothing.
    Days,
}

/// Days up to which a distance is told in days, in weeks and in months alone.
const DAYS_ALONE: u64 = 13;
const WEEKS_ALONE: u64 = 60;
const MONTHS_ALONE: u64 = 730;

fn label(day: Date, zero: Date, grain: Grain) -> String {
    let days = zero.until(day).map_or(0, |span| i64::from(span.get_days())).unsigned_abs();
    if days == 0 {
        return "day 0".to_owned();
    }
    let distance = match grain {
        Grain::Years => in_months_or_years(days),
        _ if days <= DAYS_ALONE => many(days, "day"),
        Grain::Days => exactly(days),
        Grain::YearsAndWeeks if days <= WEEKS_ALONE => many(days, "day"),
        Grain::YearsAndWeeks if days <= MONTHS_ALONE => many(rounded(days, DAYS_PER_WEEK), "week"),
        Grain::YearsAndWeeks => in_weeks(days),
        _ if days <= WEEKS_ALONE => many(rounded(days, DAYS_PER_WEEK), "week"),
        Grain::Weeks => in_weeks(days),
        _ if days <= MONTHS_ALONE => many(rounded(days, DAYS_PER_MONTH), "month"),
        Grain::Months => years(rounded(days, DAYS_PER_MONTH)),
        Grain::HalfYears => years(half_years(days) * 6),
    };
    let side = if day < zero { "before" } else { "after" };
    format!("{distance} {side} day 0")
}

fn many(count: u64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// `whole`, and after it `rest` if there is any.
fn with_rest(whole: String, rest: u64, unit: &str) -> String {
    if rest == 0 { whole } else { format!("{whole} and {}", many(rest, unit)) }
}

fn years(months: u64) -> String {
    if months < 12 { many(months, "month") } else { with_rest(many(months / 12, "year"), months % 12, "month") }
}

/// Years and weeks from two years on, else months and weeks.
fn in_weeks(days: u64) -> String {
    let (per_unit, unit) = if days > MONTHS_ALONE { (DAYS_PER_YEAR, "year") } else { (DAYS_PER_MONTH, "month") };
    let whole = (days as f64 / per_unit).floor();
    let weeks = ((days as f64 - whole * per_unit) / DAYS_PER_WEEK).floor() as u64;
    with_rest(many(whole as u64, unit), weeks, "week")
}

/// Months of average length and days, or days alone where no day is left over: no coarser label is like it.
fn exactly(days: u64) -> String {
    let months = (days as f64 / DAYS_PER_MONTH).floor();
    let rest = days - (months * DAYS_PER_MONTH).floor() as u64;
    if months < 1.0 || rest == 0 { many(days, "day") } else { with_rest(many(months as u64, "month"), rest, "day") }
}

/// Whole months, from two years on whole years, of what is told in weeks, months and half years.
fn in_months_or_years(days: u64) -> String {
    let months = if days <= DAYS_ALONE {
        0
    } else if days <= WEEKS_ALONE {
        (rounded(days, DAYS_PER_WEEK) as f64 * DAYS_PER_WEEK / DAYS_PER_MONTH).round() as u64
    } else if days <= MONTHS_ALONE {
        rounded(days, DAYS_PER_MONTH)
    } else {
        return many(half_years(days) / 2, "year");
    };
    match months {
        0 => LESS_THAN_A_MONTH.to_owned(),
        24.. => many(months / 12, "year"),
        _ => many(months, "month"),
    }
}

const LESS_THAN_A_MONTH: &str = "less than 1 month";

fn half_years(days: u64) -> u64 {
    rounded(days, DAYS_PER_YEAR / 2.0)
}

fn rounded(days: u64, per_unit: f64) -> u64 {
    ((days as f64 / per_unit).round() as u64).max(1)
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
    fn trends_are_judged_on_the_real_numbers() {
        assert_eq!(trend(&[120.0, 131.0, 140.0], 5.0), "rising");
        assert_eq!(trend(&[140.0, 131.0, 120.0], 5.0), "falling");
        assert_eq!(trend(&[120.0, 122.0, 121.0], 5.0), "steady");
        assert_eq!(trend(&[2.11, 2.01, 1.91, 1.81], 0.3), "falling", "a change that just says something");
        assert_eq!(trend(&[2.11, 2.01, 1.91, 1.82], 0.3), "steady");
        assert_eq!(trend(&[120.0, 150.0, 121.0, 149.0, 120.0], 5.0), "mixed");
        assert_eq!(trend(&[100.0, 60.0, 70.0, 80.0, 90.0, 120.0], 5.0), "rising");
        assert_eq!(
            trend(&[100.0, 160.0, 150.0, 60.0, 70.0, 80.0, 90.0, 106.0], 5.0),
            "mixed",
            "a drop made good is no rise"
        );
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
    fn intervals_are_coarse_and_finer_only_where_they_must_be() {
        let zero = date(2024, 3, 2);
        let days = [zero, date(2024, 3, 1), date(2023, 12, 1), date(2020, 3, 1), date(2018, 9, 1), date(2018, 8, 1)];
        let labels: Vec<String> =
            intervals(&days, zero, Times::HalfYears).into_iter().map(|(_, label)| label).collect();
        assert_eq!(
            labels,
            [
                "5 years and 7 months before day 0",
                "5 years and 6 months before day 0",
                "4 years before day 0",
                "3 months before day 0",
                "1 day before day 0",
                "day 0"
            ]
        );
    }

    #[test]
    fn coarse_distances_are_in_months_and_years() {
        let zero = date(2024, 3, 2);
        for (day, expected) in [
            (zero, "day 0"),
            (date(2024, 2, 20), "less than 1 month before day 0"),
            (date(2024, 1, 20), "1 month before day 0"),
            (date(2023, 9, 1), "6 months before day 0"),
            (date(2022, 3, 5), "2 years before day 0"),
            (date(2019, 9, 1), "4 years before day 0"),
            (date(2029, 3, 1), "5 years after day 0"),
        ] {
            assert_eq!(intervals(&[day], zero, Times::Years)[0].1, expected);
        }
    }

    #[test]
    fn a_distance_is_told_in_units_that_suit_it() {
        let zero = date(2024, 3, 2);
        for (days, expected) in [
            (13, "13 days"),
            (14, "2 weeks"),
            (180, "6 months"),
            (700, "23 months"),
            (1643, "4 years and 6 months"),
            (3024, "8 years and 6 months"),
            (3650, "10 years"),
        ] {
            let day = zero.checked_sub(jiff::Span::new().days(days)).unwrap();
            assert_eq!(intervals(&[day], zero, Times::HalfYears)[0].1, format!("{expected} before day 0"));
        }
    }

    #[test]
    fn days_that_lie_close_together_long_ago_are_told_in_weeks_then_in_days() {
        let zero = date(2024, 3, 2);
        let labels = |days: &[Date]| {
            intervals(days, zero, Times::HalfYears).into_iter().map(|(_, label)| label).collect::<Vec<_>>()
        };
        assert_eq!(
            labels(&[date(2016, 1, 4), date(2016, 1, 14)]),
            ["8 years and 8 weeks before day 0", "8 years and 6 weeks before day 0"]
        );
        assert_eq!(
            labels(&[date(2016, 1, 4), date(2016, 1, 5)]),
            ["97 months and 28 days before day 0", "97 months and 27 days before day 0"]
        );
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
    fn each_level_has_its_own_distances() {
        let zero = date(2024, 3, 2);
        for (days, weeks, half_years, years) in [
            (0, "day 0", "day 0", "day 0"),
            (13, "13 days", "13 days", "less than 1 month"),
            (15, "15 days", "2 weeks", "less than 1 month"),
            (45, "45 days", "6 weeks", "1 month"),
            (180, "26 weeks", "6 months", "6 months"),
            (728, "104 weeks", "24 months", "2 years"),
            (1643, "4 years and 26 weeks", "4 years and 6 months", "4 years"),
        ] {
            let day = zero.checked_sub(jiff::Span::new().days(days)).unwrap();
            for (times, expected) in [(Times::Weeks, weeks), (Times::HalfYears, half_years), (Times::Years, years)] {
                let expected = if days == 0 { expected.to_owned() } else { format!("{expected} before day 0") };
                assert_eq!(intervals(&[day], zero, times)[0].1, expected);
            }
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
    fn pairs_of_very_many_readings_are_counted() {
        let rising: Vec<f64> = (0_i32..100_000).map(f64::from).collect();
        assert_eq!(pairs(&rising), 100_000_i64 * 99_999 / 2);
        assert_eq!(pairs(&[1.0, f64::NAN, 2.0, 0.0, -0.0, f64::INFINITY]), 5 - 4, "five rise, four fall");
    }

    proptest! {
        #[test]
        fn pairs_are_those_that_a_look_at_each_pair_counts(
            readings in prop::collection::vec(
                prop_oneof![
                    4 => (-5_i32..5).prop_map(f64::from),
                    1 => -5.0_f64..5.0,
                    1 => prop::sample::select(vec![-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
                ],
                0..40,
            ),
        ) {
            let mut expected = 0;
            for (at, first) in readings.iter().enumerate() {
                for second in &readings[at + 1..] {
                    expected += i64::from(second > first) - i64::from(second < first);
                }
            }
            prop_assert_eq!(pairs(&readings), expected, "{:?}", readings);
        }

        #[test]
        fn days_get_labels_of_the_form_the_gate_knows_in_their_order(
            offsets in prop::collection::vec(-20_000_i32..4_000, 1..40),
            times in prop::sample::select(vec![Times::Weeks, Times::HalfYears, Times::Years]),
        ) {
            let zero = date(2024, 3, 2);
            let days: Vec<Date> = offsets.iter().map(|o| zero.checked_add(jiff::Span::new().days(*o)).unwrap()).collect();
            let labelled = intervals(&days, zero, times);
            let mut texts: Vec<_> = labelled.iter().map(|(_, text)| text.clone()).collect();
            // Days that share a label follow one another, so that the order can be told.
            texts.dedup();
            let (runs, shared) = (texts.len(), texts.len() < labelled.len());
            texts.sort();
            texts.dedup();
            prop_assert_eq!(texts.len(), runs);
            prop_assert!(!shared || times == Times::Years);
            let form = regex::Regex::new(r"^(day 0|(less than 1 month|\d{1,5} (day|week|month|year)s?( and \d{1,2} (day|week|month)s?)?) (before|after) day 0)$").unwrap();
            prop_assert!(labelled.iter().all(|(_, text)| form.is_match(text)));
        }

        #[test]
        fn what_half_years_tell_alike_years_tell_alike(one in 0_i32..30_000, other in 0_i32..30_000) {
            let zero = date(2024, 3, 2);
            let told = |days: i32, times| intervals(&[zero.checked_sub(jiff::Span::new().days(days)).unwrap()], zero, times)[0].1.clone();
            if told(one, Times::HalfYears) == told(other, Times::HalfYears) {
                prop_assert_eq!(told(one, Times::Years), told(other, Times::Years));
            }
        }

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
