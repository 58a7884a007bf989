//! Moments as instants, whichever way a source writes them: the one reader of times that all comparing goes by.
//!
//! FHIR writes `2019-03-02T10:15:00-05:00`, HL7 version 3 `201903021015-0500`, an export of Apple Health `2019-03-02 10:15:00
//! +0100`. What has no zone is taken to be in UTC; what has no time of day is no instant.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::Moment;

/// How exactly a moment is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// A year.
    Year,
    /// A month of a year.
    Month,
    /// A day, with or without a time.
    Day,
}

impl Moment {
    /// Returns how exactly it is given, by the digits of its date.
    pub fn precision(&self) -> Precision {
        let text = self.value.text.as_str();
        let is_dashed = text.as_bytes().get(4) == Some(&b'-');
        let date = text.split(['T', ' ']).next().unwrap_or(text);
        let digits = match is_dashed {
            true => date.bytes().filter(u8::is_ascii_digit).count(),
            false => date.bytes().take_while(u8::is_ascii_digit).count(),
        };
        match digits {
            0..=5 => Precision::Year,
            6..=7 => Precision::Month,
            _ => Precision::Day,
        }
    }

    /// Returns the day as FHIR writes it, as exactly as it is given: `2019-03-02`, `2019-03` or `2019`.
    pub fn written(&self) -> String {
        match self.precision() {
            Precision::Year => self.day.strftime("%Y").to_string(),
            Precision::Month => self.day.strftime("%Y-%m").to_string(),
            Precision::Day => self.day.to_string(),
        }
    }

    /// Returns whether it has a time of day.
    pub fn has_time(&self) -> bool {
        instant(&self.value.text).is_some()
    }

    /// Returns the instant to compare by; what has no time of day begins at midnight in UTC.
    pub fn instant(&self) -> Option<Timestamp> {
        instant(&self.value.text).or_else(|| midnight(self.day))
    }
}

/// Returns the instant that `text` names, if it has a time of day: of hours alone the first minute.
pub fn instant(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    // Nearly all are written so, and a chart is put in order by the moments of all its entries.
    if is_plain(text) { text.parse().ok() } else { by_parts(text) }
}

/// Whether `text` is written as FHIR does, with seconds and a zone: what every reader of times takes as it is.
fn is_plain(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00";
    let is_of = |bytes: &[u8], form: &[u8]| {
        let fits = |(byte, form): (&u8, &u8)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form };
        bytes.len() == form.len() && bytes.iter().zip(form).all(fits)
    };
    let Some((moment, rest)) = text.as_bytes().split_at_checked(FORM.len()) else { return false };
    let zone = match rest.split_first() {
        Some((b'.', rest)) => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            rest.get(digits..).filter(|_| (1..=9).contains(&digits)).unwrap_or_default()
        }
        _ => rest,
    };
    is_of(moment, FORM) && (zone == b"Z" || is_of(zone, b"+00:00") || is_of(zone, b"-00:00"))
}

/// As [`instant`], whichever way it is written.
fn by_parts(text: &str) -> Option<Timestamp> {
    let (day, rest) = if text.as_bytes().get(4) == Some(&b'-') {
        (text.get(..10)?.to_owned(), text.get(10..)?.strip_prefix(['T', 't', ' '])?)
    } else {
        let day = format!("{}-{}-{}", text.get(..4)?, text.get(4..6)?, text.get(6..8)?);
        (day, text.get(8..)?)
    };
    let at = rest.find(['+', '-', 'Z', 'z']).unwrap_or(rest.len());
    let (time, zone) = (rest.get(..at)?.trim(), rest.get(at..)?);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let clock: String = clock.chars().filter(|c| *c != ':').collect();
    let offset: String = zone.get(1..).unwrap_or_default().chars().filter(|c| *c != ':').collect();
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(&clock) || !is_digits(&offset) || !is_digits(fraction) || fraction.is_empty() {
        return None;
    }
    let (hours, minutes, seconds) = match clock.len() {
        2 => (clock.as_str(), "00", "00"),
        4 => (clock.get(..2)?, clock.get(2..)?, "00"),
        6 => (clock.get(..2)?, clock.get(2..4)?, clock.get(4..)?),
        _ => return None,
    };
    let zone = match (zone.get(..1), offset.len()) {
        (None | Some("Z" | "z"), 0) => "Z".to_owned(),
        (Some(sign @ ("+" | "-")), 2) => format!("{sign}{offset}:00"),
        (Some(sign @ ("+" | "-")), 4) => format!("{sign}{}:{}", offset.get(..2)?, offset.get(2..)?),
        _ => return None,
    };
    let fraction = fraction.get(..9).unwrap_or(fraction);
    format!("{day}T{hours}:{minutes}:{seconds}.{fraction}{zone}").parse().ok()
}

/// Returns the beginning of `day` in UTC.
pub fn midnight(day: Date) -> Option<Timestamp> {
    let days = day.since(Date::constant(1970, 1, 1)).ok()?.get_days();
    Timestamp::UNIX_EPOCH.checked_add(SignedDuration::from_hours(i64::from(days) * 24)).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Form, Value};
    use crate::span::Span;

    fn moment(text: &str, day: Date) -> Moment {
        Moment { value: Value { text: text.into(), span: Span::at(0, 0), form: Form::Xml, aside: 0 }, day }
    }

    #[test]
    fn one_instant_is_one_however_it_is_written() {
        let ten: Timestamp = "2019-03-02T10:15:00Z".parse().unwrap();
        for text in [
            "2019-03-02T10:15:00Z",
            "2019-03-02T05:15:00-05:00",
            "2019-03-02T10:15:00.000Z",
            "2019-03-02T10:15:00",
            "201903020515-0500",
            "20190302051500-0500",
            "20190302051500.0000-0500",
            "201903021015",
            "201903021015Z",
            "2019-03-02 11:15:00 +0100",
        ] {
            assert_eq!(instant(text), Some(ten), "{text}");
        }
        assert_eq!(instant("2019030210"), "2019-03-02T10:00:00Z".parse().ok());
        assert_eq!(instant("20190302101530.25+01"), "2019-03-02T09:15:30.25Z".parse().ok());
    }

    #[test]
    fn what_has_no_time_of_day_or_is_none_is_no_instant() {
        for text in [
            "",
            "2019",
            "201903",
            "20190302",
            "2019-03",
            "2019-03-02",
            "2019-03-02T",
            "2019-03-02 noon",
            "201903021",
            "20190302101",
            "2019-13-02T10:15:00Z",
            "201903022515",
            "20190302-0500",
            "today",
            "2019-03-02T10:15:00+1",
            "2019-03-02T10:15:00.Z",
            "２０１９０３０２１０１５",
            "201903021015-05:0",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
        let day = Date::constant(2019, 3, 2);
        assert_eq!(moment("20190302", day).instant(), "2019-03-02T00:00:00Z".parse().ok());
        assert!(!moment("20190302", day).has_time() && moment("201903021015", day).has_time());
    }

    proptest! {
        #[test]
        fn what_is_written_plainly_is_read_as_anything_else_is(
            text in "[0-2][0-9]{3}-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,10})?(Z|z|[+-][0-2][0-9]:?[0-6][0-9])?",
        ) {
            prop_assert_eq!(instant(&text), by_parts(&text), "{}", is_plain(&text));
        }
    }

    #[test]
    fn a_moment_is_as_exact_as_its_digits() {
        let first = Date::constant(2019, 6, 1);
        for (text, written) in [
            ("2019", "2019"),
            ("201906", "2019-06"),
            ("2019-06", "2019-06"),
            ("20190601", "2019-06-01"),
            ("2019060110", "2019-06-01"),
            ("201906011015-0500", "2019-06-01"),
            ("2019-06-01", "2019-06-01"),
            ("2019-06-01T10:15:00Z", "2019-06-01"),
            ("2019-06-01 10:15:00 +0100", "2019-06-01"),
        ] {
            assert_eq!(moment(text, first).written(), written, "{text}");
        }
    }
}
