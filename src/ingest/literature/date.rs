//! Dates as bibliographies write them.

use serde::{Deserialize, Serialize};

use super::article::Issued;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A day, whether the calendar has it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day {
    /// The year.
    pub year: i16,
    /// The month, 1 to 12.
    pub month: i8,
    /// The day, 1 to 31.
    pub day: i8,
}

/// Returns a year of four digits.
pub(super) fn year(text: &str) -> Option<i16> {
    let text = text.trim();
    (text.len() == 4).then(|| text.parse().ok()).flatten().filter(|year| (1000..=2999).contains(year))
}

/// Returns a month by its number, or by its name in English, long or short.
pub(super) fn month(text: &str) -> Option<i8> {
    let text = text.trim().to_ascii_lowercase();
    match text.parse::<i8>() {
        Ok(number) => (1..=12).contains(&number).then_some(number),
        Err(_) => {
            let named = |short: &&str| {
                text.starts_with(*short) && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'.')
            };
            (1_i8..).zip(MONTHS.iter()).find(|(_, short)| named(short)).map(|(number, _)| number)
        }
    }
}

/// Returns the first year of `text`, and the month after or before it: `1998 Dec-1999 Jan`, `2019/03/02`, `Winter 2000`.
pub(super) fn issued(text: &str) -> Issued {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let Some(at) = words.iter().position(|word| year(word).is_some()) else { return Issued::default() };
    let of = |at: Option<usize>| at.and_then(|at| words.get(at)).and_then(|word| month(word));
    Issued {
        year: words.get(at).and_then(|word| year(word)),
        month: of(at.checked_add(1)).or_else(|| of(at.checked_sub(1))),
    }
}

/// Returns the day of `YYYYMMDD` or of `YYYY/MM/DD`.
pub(super) fn day(text: &str) -> Option<Day> {
    let digits: String = text.trim().chars().filter(|c| !matches!(c, '/' | '-')).take(8).collect();
    parts(digits.get(..4)?, digits.get(4..6)?, digits.get(6..8)?)
}

/// Returns the day of a year, a month and a day.
pub(super) fn parts(of_year: &str, of_month: &str, of_day: &str) -> Option<Day> {
    let day = of_day.trim().parse().ok().filter(|day| (1..=31).contains(day))?;
    Some(Day { year: year(of_year)?, month: month(of_month)?, day })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_and_months_are_read_and_nothing_is_made_up() {
        for (text, year, month) in [
            ("2002 Sep", Some(2002), Some(9)),
            ("1998 Dec-1999 Jan", Some(1998), Some(12)),
            ("2019/03/02", Some(2019), Some(3)),
            ("2000 Spring", Some(2000), None),
            ("March 2011", Some(2011), Some(3)),
            ("2001", Some(2001), None),
            ("n.d.", None, None),
            ("12345", None, None),
        ] {
            assert_eq!(issued(text), Issued { year, month }, "{text}");
        }
        assert_eq!(day("20041117"), Some(Day { year: 2004, month: 11, day: 17 }));
        assert_eq!((day("2004"), day("20041399")), (None, None));
    }
}
