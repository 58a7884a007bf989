//! The days of moments as sources other than FHIR write them.

use jiff::civil::Date;

/// Returns the day that `text` names: `20190302`, with or without a time and zone (HL7 version 3, data type `TS`), or
/// `2019-03-02`, alone or with a time behind a space or `T`. The first of the month or year where none is given; `None` for any
/// other text. The day is as written: nothing is converted between time zones.
pub(crate) fn day(text: &str) -> Option<Date> {
    let date = text.split([' ', 'T']).next()?;
    if date.contains('-') && date.as_bytes().get(4) == Some(&b'-') {
        return super::fhir::day(date);
    }
    let digits = date.split(['+', '-', '.']).next().filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    let part = |range: std::ops::Range<usize>| match digits.get(range.clone()) {
        Some(part) => part.parse::<i8>().ok(),
        None => (digits.len() <= range.start).then_some(1),
    };
    let year = digits.get(..4)?.parse().ok()?;
    Date::new(year, part(4..6)?, part(6..8)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_they_are_written() {
        for (text, expected) in [
            ("20190302", Some("2019-03-02")),
            ("20190302103000+0100", Some("2019-03-02")),
            ("201903021030-0500", Some("2019-03-02")),
            ("20190302103000.123-0500", Some("2019-03-02")),
            ("201903", Some("2019-03-01")),
            ("2019", Some("2019-01-01")),
            ("2019-03-02 23:59:59 +0100", Some("2019-03-02")),
            ("2019-03-02", Some("2019-03-02")),
            ("2019-03-02T10:00:00Z", Some("2019-03-02")),
            ("20191302", None),
            ("2019033", None),
            ("201", None),
            ("", None),
            ("today", None),
        ] {
            assert_eq!(day(text).map(|day| day.to_string()).as_deref(), expected, "{text}");
        }
    }
}
