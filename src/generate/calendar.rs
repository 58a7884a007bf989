//! Days and how they are written. There is no clock: every record ends before [`PRESENT`].

use jiff::ToSpan as _;
use jiff::civil::{Date, date};

/// The day that every record ends before or on. Fixed, so that a seed means the same records for ever.
pub(super) const PRESENT: Date = date(2024, 12, 31);

/// Returns the day `days` after `day` (before, if negative), or `day` where the calendar ends.
pub(super) fn after(day: Date, days: i32) -> Date {
    day.checked_add(i64::from(days).days()).unwrap_or(day)
}

/// Returns the days from `from` to `to`, negative if `to` is earlier.
pub(super) fn days(from: Date, to: Date) -> i32 {
    from.until(to).map_or(0, |span| span.get_days())
}

/// Returns the age in whole years on `day`; 0 before birth.
pub(super) fn age(birth: Date, day: Date) -> i32 {
    let had_birthday = (day.month(), day.day()) >= (birth.month(), birth.day());
    (i32::from(day.year()) - i32::from(birth.year()) - i32::from(!had_birthday)).max(0)
}

/// Returns the age in months of 30.4 days.
pub(super) fn months(birth: Date, day: Date) -> f64 {
    f64::from(days(birth, day).max(0)) / 30.4
}

/// Returns the age as notes have it: `63-year-old`, `5-month-old`, `9-day-old`.
pub(super) fn aged(birth: Date, day: Date) -> String {
    match (age(birth, day), days(birth, day).max(0)) {
        (0, days @ 0..=59) => format!("{days}-day-old"),
        (0, days) => format!("{}-month-old", days * 10 / 304),
        (years, _) => format!("{years}-year-old"),
    }
}

/// Returns the next day that is no Saturday or Sunday.
pub(super) fn weekday(day: Date) -> Date {
    match day.weekday() {
        jiff::civil::Weekday::Saturday => after(day, 2),
        jiff::civil::Weekday::Sunday => after(day, 1),
        _ => day,
    }
}

/// Returns `2 March 2019`.
pub(super) fn long(day: Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}

/// Returns `03/02/2019`, as forms in the United States have it.
pub(super) fn form(day: Date) -> String {
    day.strftime("%m/%d/%Y").to_string()
}

/// Returns `March 2019`.
pub(super) fn month(day: Date) -> String {
    day.strftime("%B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_and_written() {
        let day = date(2020, 2, 28);
        assert_eq!(after(day, 2), date(2020, 3, 1));
        assert_eq!(days(day, date(2020, 3, 1)), 2);
        assert_eq!(age(date(1960, 3, 1), day), 59);
        assert_eq!(age(date(1960, 2, 28), day), 60);
        assert_eq!(
            (long(day), form(day), month(day)),
            ("28 February 2020".into(), "02/28/2020".into(), "February 2020".into())
        );
        assert_eq!(aged(day, date(2020, 3, 9)), "10-day-old");
        assert_eq!(aged(day, date(2020, 8, 1)), "5-month-old");
        assert_eq!(aged(day, date(2021, 2, 28)), "1-year-old");
        assert_eq!(weekday(date(2024, 6, 1)), date(2024, 6, 3));
        assert_eq!(weekday(date(2024, 6, 3)), date(2024, 6, 3));
    }
}
