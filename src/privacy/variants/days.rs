//! A day as it is written on paper and as it is said.

use jiff::civil::Date;

use crate::privacy::number_words::{TEENS, TENS, UNITS};

/// The first nineteen numbers of order.
const ORDINALS: [&str; 19] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// Returns the other ways to write the day that `text` is.
pub(super) fn days(text: &str) -> Vec<String> {
    let Some(date) = text.get(..10).and_then(|day| day.parse::<Date>().ok()) else { return Vec::new() };
    let (year, month, day) = (date.year(), date.month(), date.day());
    let (name, short) = (date.strftime("%B").to_string(), date.strftime("%b").to_string());
    let mut variants = vec![format!("{year}{month:02}{day:02}")];
    for (first, second) in [(month, day), (day, month)] {
        variants.push(format!("{first:02}/{second:02}/{year}"));
        variants.push(format!("{first}/{second}/{year}"));
        variants.push(format!("{first:02}/{second:02}/{:02}", year.rem_euclid(100)));
        variants.push(format!("{first}/{second}/{:02}", year.rem_euclid(100)));
    }
    for name in [&name, &short] {
        variants.extend([
            format!("{name} {day} {year}"),
            format!("{day} {name} {year}"),
            format!("{name} {day}th {year}"),
            format!("{day}th of {name} {year}"),
        ]);
    }
    // Without the year only with the month in full: three letters and a number are found in too much.
    variants.extend([format!("{name} {day}"), format!("{day} {name}")]);
    variants.extend(in_words(date, &name, &short));
    variants.extend([format!("born {year}"), format!("born in {year}")]);
    variants
}

/// Returns the ways to say `date`: the day as a number or in order, the month by name or as a number, the year as it is usual.
fn in_words(date: Date, name: &str, short: &str) -> Vec<String> {
    let (month, day) = (date.month().unsigned_abs(), date.day().unsigned_abs());
    let ending = match (day % 10, day / 10) {
        (_, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    let ordered = [ordinal(day), format!("{day}{ending}")];
    let mut ways = Vec::new();
    for day in &ordered {
        ways.extend([format!("{day} {name}"), format!("{day} of {name}"), format!("{name} {day}")]);
        ways.push(format!("{name} the {day}"));
    }
    ways.extend([format!("{} {name}", cardinal(day)), format!("{name} {}", cardinal(day))]);
    let mut years = years(date.year().unsigned_abs());
    years.extend([date.year().to_string(), format!("{:02}", date.year().rem_euclid(100))]);
    for year in &years {
        for day in ordered.iter().chain([&cardinal(day)]) {
            ways.extend([format!("{day} {short} {year}"), format!("{day} of {short} {year}")]);
            ways.push(format!("{short} {day} {year}"));
        }
        ways.push(format!("{} {} {year}", cardinal(month), cardinal(day)));
        ways.push(format!("{} {} {year}", cardinal(day), cardinal(month)));
        ways.push(format!("{} {} {year}", ordinal(day), ordinal(month)));
        ways.push(format!("{} of the {} {year}", ordinal(day), ordinal(month)));
    }
    ways
}

/// Returns the ways to say a year: "nineteen fifty eight", "nineteen hundred and fifty eight", "fifty eight", "two thousand five".
fn years(year: u16) -> Vec<String> {
    let (century, rest) = (cardinal(u8::try_from(year / 100).unwrap_or_default()), u8::try_from(year % 100));
    let rest = rest.unwrap_or_default();
    let said = cardinal(rest);
    let round = if year / 100 == 20 { "two thousand".to_owned() } else { format!("{century} hundred") };
    match rest {
        0 => vec![round],
        1..10 => vec![
            format!("{round} {said}"),
            format!("{round} and {said}"),
            format!("{century} oh {said}"),
            format!("{century} o {said}"),
            format!("oh {said}"),
        ],
        _ => vec![format!("{round} {said}"), format!("{round} and {said}"), format!("{century} {said}"), said],
    }
}

/// Returns a number below a hundred in words.
fn cardinal(number: u8) -> String {
    let of = |words: &[&'static str], at: u8| words.get(usize::from(at)).copied().unwrap_or_default();
    match (number / 10, number % 10) {
        (0, unit) => of(&UNITS, unit).to_owned(),
        (1, unit) => of(&TEENS, unit).to_owned(),
        (ten, 0) => of(&TENS, ten - 2).to_owned(),
        (ten, unit) => format!("{} {}", of(&TENS, ten - 2), of(&UNITS, unit)),
    }
}

/// Returns the number of order of a day or a month.
fn ordinal(number: u8) -> String {
    let of = |number: u8| ORDINALS.get(usize::from(number).saturating_sub(1)).copied().unwrap_or_default();
    match (number / 10, number % 10) {
        (0 | 1, _) => of(number).to_owned(),
        (2, 0) => "twentieth".to_owned(),
        (_, 0) => "thirtieth".to_owned(),
        (ten, unit) => format!("{} {}", cardinal(ten * 10), of(unit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_with_its_month_first_or_its_day() {
        let of = days("2003-01-09T10:00:00Z");
        for way in [
            "20030109",
            "01/09/2003",
            "1/9/2003",
            "09/01/2003",
            "9/1/2003",
            "01/09/03",
            "9/1/03",
            "January 9 2003",
            "9 Jan 2003",
            "Jan 9th 2003",
            "9th of January 2003",
            "January 9",
            "9 January",
            "born 2003",
            "born in 2003",
            "ninth Jan oh three",
            "nine Jan 2003",
            "one nine two thousand three",
            "nine one 03",
            "ninth of the first two thousand and three",
            "ninth first twenty o three",
            "January the ninth",
            "nine January",
            "January nine",
            "January 9th",
            "ninth of Jan 2003",
            "9th Jan oh three",
            "Jan nine 03",
            "Jan ninth twenty oh three",
        ] {
            assert!(of.iter().any(|other| other == way), "{way}: {of:?}");
        }
        for other in ["Jan 9", "9 Jan", "2003", "January 2003", "1/9"] {
            assert!(!of.iter().any(|way| way == other), "{other}");
        }
        for none in ["2003-01", "spring 2003", ""] {
            assert_eq!(days(none), [""; 0]);
        }
    }

    #[test]
    fn a_day_in_order_has_its_ending() {
        for (day, written, said) in [
            (1_u8, "1st", "first"),
            (2, "2nd", "second"),
            (3, "3rd", "third"),
            (4, "4th", "fourth"),
            (10, "10th", "tenth"),
            (11, "11th", "eleventh"),
            (12, "12th", "twelfth"),
            (13, "13th", "thirteenth"),
            (19, "19th", "nineteenth"),
            (20, "20th", "twentieth"),
            (21, "21st", "twenty first"),
            (22, "22nd", "twenty second"),
            (23, "23rd", "twenty third"),
            (29, "29th", "twenty ninth"),
            (30, "30th", "thirtieth"),
            (31, "31st", "thirty first"),
        ] {
            let of = days(&format!("1958-03-{day:02}"));
            for way in [
                format!("{written} of March"),
                format!("March the {said}"),
                format!("{said} March"),
                format!("March {written}"),
            ] {
                assert!(of.contains(&way), "{way}");
            }
            assert_eq!(ordinal(day), said);
        }
    }

    #[test]
    fn a_year_is_said_as_it_is_usual() {
        for (year, ways) in [
            (1900, &["nineteen hundred"][..]),
            (2000, &["two thousand"]),
            (2005, &["two thousand five", "two thousand and five", "twenty oh five", "twenty o five", "oh five"]),
            (
                1909,
                &[
                    "nineteen hundred nine",
                    "nineteen hundred and nine",
                    "nineteen oh nine",
                    "nineteen o nine",
                    "oh nine",
                ],
            ),
            (1910, &["nineteen hundred ten", "nineteen hundred and ten", "nineteen ten", "ten"]),
            (
                1958,
                &[
                    "nineteen hundred fifty eight",
                    "nineteen hundred and fifty eight",
                    "nineteen fifty eight",
                    "fifty eight",
                ],
            ),
            (2030, &["two thousand thirty", "two thousand and thirty", "twenty thirty", "thirty"]),
        ] {
            assert_eq!(years(year), ways);
        }
        for (number, said) in [
            (0, "zero"),
            (9, "nine"),
            (10, "ten"),
            (19, "nineteen"),
            (20, "twenty"),
            (58, "fifty eight"),
            (99, "ninety nine"),
        ] {
            assert_eq!(cardinal(number), said);
        }
    }
}
