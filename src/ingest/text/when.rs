//! The day that a text says it is about.

use jiff::civil::Date;

use crate::months::MONTHS;

/// Lines at the start of a text that may say its date.
const LINES: usize = 20;

/// What a line says before a date, in lower case.
const LABELS: &[&str] = &[
    "date",
    "date of visit",
    "date of service",
    "date of encounter",
    "visit date",
    "encounter date",
    "service date",
    "note date",
    "report date",
    "date of report",
    "date of consultation",
    "seen on",
    "dated",
];

/// Returns the day that one of the first lines of `text` gives with a label, as `2019-03-02`, `2 March 2019` or
/// `March 2, 2019`. Days written in numbers alone in another order are left: which is the month nobody can tell.
pub(super) fn date(text: &str) -> Option<Date> {
    text.lines().take(LINES).find_map(|line| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '-' | '|'));
        let (label, rest) = line.split_once(':')?;
        let label = label.trim_matches(|c: char| c.is_whitespace() || c == '*').to_lowercase();
        let rest = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '|' | '.'));
        LABELS.contains(&label.as_str()).then(|| day(rest)).flatten()
    })
}

/// Returns the day at the start of `text`.
fn day(text: &str) -> Option<Date> {
    if let Some(iso) = text.get(..10).filter(|iso| iso.as_bytes().get(4) == Some(&b'-')) {
        let ends = text.as_bytes().get(10).is_none_or(|byte| !byte.is_ascii_alphanumeric() || *byte == b'T');
        return crate::ingest::fhir::day(iso).filter(|_| ends);
    }
    let mut words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let (first, second, third) = (words.next()?, words.next()?, words.next()?);
    let month = |word: &str| {
        let word = word.trim_end_matches('.').to_lowercase();
        let at = MONTHS.iter().position(|month| *month == word || (word.len() >= 3 && month.starts_with(&word)))?;
        i8::try_from(at + 1).ok()
    };
    let number = |word: &str| word.trim_end_matches(['.', 't', 'h', 's', 'n', 'd', 'r']).parse::<i8>().ok();
    let year =
        third.get(..4).filter(|_| third.len() == 4 || third.as_bytes().get(4).is_some_and(u8::is_ascii_punctuation));
    let year = year?.parse::<i16>().ok()?;
    let (month, day) = match (month(first), month(second)) {
        (Some(month), _) => (month, number(second)?),
        (None, Some(month)) => (month, number(first)?),
        (None, None) => return None,
    };
    Date::new(year, month, day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_taken_only_where_it_says_what_it_is() {
        for (text, expected) in [
            ("Clinic letter\nDate: 2019-03-02\n", Some("2019-03-02")),
            ("**Date of visit:** March 2, 2019", Some("2019-03-02")),
            ("Visit date: 2 Mar 2019, 10:30", Some("2019-03-02")),
            ("Seen on: 2nd March 2019.", Some("2019-03-02")),
            ("Date: 03/02/2019", None),
            ("Date of birth: 1950-01-01", None),
            ("She was seen 2019-03-02", None),
            ("Date: 2019-13-02", None),
            ("Date: Maybe 2, 2019", None),
            ("Date:", None),
        ] {
            assert_eq!(date(text).map(|day| day.to_string()).as_deref(), expected, "{text}");
        }
    }
}
