//! Turns dates into intervals from day 0, coarse ones, and finer ones only where two days would be told alike.

use jiff::civil::Date;

use crate::privacy::level::Times;

/// Days in a week.
const DAYS_PER_WEEK: f64 = 7.0;
/// Average days in a month and a year of the Gregorian calendar.
const DAYS_PER_MONTH: f64 = 30.436_875;
const DAYS_PER_YEAR: f64 = 365.242_5;

/// Days up to which a distance is told in days, in weeks and in months alone.
const DAYS_ALONE: u64 = 13;
const WEEKS_ALONE: u64 = 60;
const MONTHS_ALONE: u64 = 730;

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
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

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
    fn each_grain_has_its_units_up_to_a_distance() {
        use Grain::{Days, HalfYears, Months, Weeks, Years, YearsAndWeeks};
        let zero = date(2024, 3, 2);
        let rows: &[(i64, [(Grain, &str); 6])] = &[
            (
                1,
                [
                    (Years, "less than 1 month"),
                    (HalfYears, "1 day"),
                    (Months, "1 day"),
                    (Weeks, "1 day"),
                    (YearsAndWeeks, "1 day"),
                    (Days, "1 day"),
                ],
            ),
            (
                13,
                [
                    (Years, "less than 1 month"),
                    (HalfYears, "13 days"),
                    (Months, "13 days"),
                    (Weeks, "13 days"),
                    (YearsAndWeeks, "13 days"),
                    (Days, "13 days"),
                ],
            ),
            (
                14,
                [
                    (Years, "less than 1 month"),
                    (HalfYears, "2 weeks"),
                    (Months, "2 weeks"),
                    (Weeks, "2 weeks"),
                    (YearsAndWeeks, "14 days"),
                    (Days, "14 days"),
                ],
            ),
            (
                60,
                [
                    (Years, "2 months"),
                    (HalfYears, "9 weeks"),
                    (Months, "9 weeks"),
                    (Weeks, "9 weeks"),
                    (YearsAndWeeks, "60 days"),
                    (Days, "1 month and 30 days"),
                ],
            ),
            (
                61,
                [
                    (Years, "2 months"),
                    (HalfYears, "2 months"),
                    (Months, "2 months"),
                    (Weeks, "2 months"),
                    (YearsAndWeeks, "9 weeks"),
                    (Days, "2 months and 1 day"),
                ],
            ),
            (
                730,
                [
                    (Years, "2 years"),
                    (HalfYears, "24 months"),
                    (Months, "24 months"),
                    (Weeks, "23 months and 4 weeks"),
                    (YearsAndWeeks, "104 weeks"),
                    (Days, "23 months and 30 days"),
                ],
            ),
            (
                731,
                [
                    (Years, "2 years"),
                    (HalfYears, "2 years"),
                    (Months, "2 years"),
                    (Weeks, "2 years"),
                    (YearsAndWeeks, "2 years"),
                    (Days, "24 months and 1 day"),
                ],
            ),
            (
                950,
                [
                    (Years, "2 years"),
                    (HalfYears, "2 years and 6 months"),
                    (Months, "2 years and 7 months"),
                    (Weeks, "2 years and 31 weeks"),
                    (YearsAndWeeks, "2 years and 31 weeks"),
                    (Days, "31 months and 7 days"),
                ],
            ),
        ];
        for (days, told) in rows {
            for (side, sign) in [("before", -1), ("after", 1)] {
                let day = zero.checked_add(jiff::Span::new().days(days * sign)).unwrap();
                for (grain, expected) in told {
                    assert_eq!(label(day, zero, *grain), format!("{expected} {side} day 0"), "{days} {grain:?}");
                }
            }
        }
        assert_eq!(label(zero, zero, Days), "day 0");
    }

    #[test]
    fn distances_in_their_units() {
        assert_eq!([many(0, "day"), many(1, "day"), many(2, "day")], ["0 days", "1 day", "2 days"]);
        assert_eq!(
            [years(11), years(12), years(13), years(24)],
            ["11 months", "1 year", "1 year and 1 month", "2 years"]
        );
        assert_eq!(
            [in_months_or_years(15), in_months_or_years(26), in_months_or_years(700), in_months_or_years(715)],
            ["less than 1 month", "1 month", "23 months", "23 months"]
        );
        assert_eq!([in_months_or_years(729), in_months_or_years(1000)], ["2 years", "2 years"]);
        assert_eq!([rounded(1, 30.0), rounded(44, 30.0), rounded(45, 30.0)], [1, 1, 2]);
        assert_eq!([half_years(365), half_years(548)], [2, 3]);
        assert_eq!([exactly(5), exactly(31), exactly(30)], ["5 days", "1 month and 1 day", "30 days"]);
        assert_eq!([in_weeks(365), in_weeks(1461)], ["11 months and 4 weeks", "4 years"]);
    }

    #[test]
    fn only_days_that_would_be_told_alike_are_told_finer() {
        let zero = date(2024, 3, 2);
        let days = [date(2023, 3, 2), date(2023, 3, 4), date(2020, 3, 1), date(2023, 3, 2)];
        let labels: Vec<String> =
            intervals(&days, zero, Times::HalfYears).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["4 years before day 0", "12 months before day 0", "11 months and 4 weeks before day 0"]);
        assert_eq!(intervals(&days, zero, Times::Years).len(), 3);
        assert_eq!(intervals(&[], zero, Times::Years), []);
    }

    proptest! {
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
        fn what_half_years_tell_alike_years_tell_alike(one in 0_i32..30_000, gap in 0_i32..200) {
            let other = one + gap;
            let zero = date(2024, 3, 2);
            let told = |days: i32, times| intervals(&[zero.checked_sub(jiff::Span::new().days(days)).unwrap()], zero, times)[0].1.clone();
            if told(one, Times::HalfYears) == told(other, Times::HalfYears) {
                prop_assert_eq!(told(one, Times::Years), told(other, Times::Years));
            }
        }
    }
}
