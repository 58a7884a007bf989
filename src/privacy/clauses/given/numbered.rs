//! Numbers, days and letters that are somebody's or a place's by the words before them: "badge 441", "last four 1200", "on the fourth",
//! "Building C".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::figures::has_unit;

/// Bytes before a number that are looked at.
const NEAR: usize = 80;
/// Fewest digits of what is dialled, or of a serial number.
const DIALLED_DIGITS: usize = 3;

/// What a number is given to people or places for, right before it.
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(?:badge|unit|building|bldg|block|house|flat|apartment|apt|rooms?|rm|beds?|ward|bay|practice|locker|plate|account|acct|policy|member|membership|claim|chart|file|case|box|suite|floor|gate|desk|extension|ext|pager|bleep|licen[cs]e|permit|passport|employee|staff|clinic|school|bus|lot|ticket|order|invoice|participant|pin|code|number|reference|ref|id|docket|serial|registration|station|cell|inmate|card|lodge|local|tower|wing|pavilion|campus|troop|precinct|(?-i:[Pp]od)|npi|dea|csn|fin|mrn|ssn|s/n|sn|model|device|trailer|highway|hwy|zip)(?:\s+(?:no|number|num|nr|code|id))?(?:\s+(?:is|was))?[\s.:#=|*(-]*$",
    )
    .ok()
});
/// The same of numbers of three digits and more: what is dialled, and what is written on a device.
static DIALLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(?:calls?|called|calling|pages?|paged|fax|faxed|phone|tel|dial|texts?|reach|contact|ring|callback|spectralink|vocera|voicemail|line|lab|mr|pump|pacemaker|implant|icd|post|rn|np|pa|md|nurse|office|hotline|units?\s+of\s+\w+|last\s+(?:4|four)|end(?:s|ed|ing)?|digits|x)(?:\s+(?:me|her|him|us|them|you|back|at|on|in|to|or|of|the|my|rn|nurse|md|office|clinic|desk|x|is|was|are|were|ext|no|number|digits|ssn|social|with)){0,4}[\s.:#=|*(-]*$",
    )
    .ok()
});

/// Returns whether the number of `text` at `number` is given to somebody or to a place: "badge 441", "number twelve", "page 2500".
pub(in crate::privacy::clauses) fn is_given(text: &str, number: &Range<usize>) -> bool {
    let before = text.get(..number.start).unwrap_or_default();
    let behind = text.get(number.end..).unwrap_or_default();
    let before = before.get(before.floor_char_boundary(before.len().saturating_sub(NEAR))..).unwrap_or(before);
    let is = |form: &LazyLock<Option<Regex>>| form.as_ref().is_none_or(|form| form.is_match(before));
    let digits = text.get(number.clone()).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
    let is_reading = behind.starts_with('/') || before.ends_with('/');
    (is(&NUMBERED) || digits >= DIALLED_DIGITS && !is_reading && is(&DIALLED)) && !has_unit(behind)
}

macro_rules! ordinal {
    () => {
        r"(?:(?:(?:twenty|thirty)[\s-]+)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)"
    };
}

struct Forms {
    /// A day of a month without it, with nothing behind it that it counts.
    day: Regex,
    /// A further one behind it: "on the fourth and fifth toes".
    further: Regex,
    /// The letter of a building.
    letter: Regex,
    /// The number of a road.
    route: Regex,
}

static FORMS: LazyLock<Option<Forms>> = LazyLock::new(|| {
    Some(Forms {
        day: Regex::new(concat!(r"(?i)(?-u:\b)(?:on|by|of|until|till|since|before|after|from)\s+the\s+(?P<it>", ordinal!(), r")(?:\s*(?:[.,;:)\n]|$)|\s+(?:and|or|to|with|at|in|by|for|she|he|they|it|when|was|is|but|then|per|as|because|due|after|before|who|had|has|on|from)(?-u:\b))")).ok()?,
        further: Regex::new(concat!(r"(?i)^(?:[\s,/]|and|or|to|the)+", ordinal!(), r"(?-u:\b)")).ok()?,
        letter: Regex::new(r"(?-u:\b)(?i:building|bldg|tower|wing|pod|unit|block|pavilion|suite|apt|apartment|flat|trailer|cottage|lot)\.?\s+(?P<it>[A-Z])(?:$|[^\p{L}\p{N}'\u{2019}+-])").ok()?,
        route: Regex::new(r"(?i)(?-u:\b)(?:(?:lives?|lived|living|resides?|residing|stays?|stayed|address|mail|home)\s+(?:(?:is|at|on|off|to)\s+){0,2}(?P<it>(?:rr|rural\s+route|route|rte|rt)\.?\s*#?\s*[0-9]+)|(?P<road>(?:rural\s+route|county\s+road|highway|hwy)\.?\s*#?\s*[0-9]+))").ok()?,
    })
});

/// Returns the bytes of `text` that are a day, the letter of a building, or a road by its number.
pub(super) fn held(text: &str) -> Vec<Range<usize>> {
    let Some(forms) = FORMS.as_ref() else { return std::iter::once(0..text.len()).collect() };
    let days = forms
        .day
        .captures_iter(text)
        .filter_map(|found| found.name("it"))
        .filter(|day| !forms.further.is_match(text.get(day.end()..).unwrap_or_default()));
    let letters = forms.letter.captures_iter(text).filter_map(|found| found.name("it"));
    let roads = forms.route.captures_iter(text).filter_map(|found| found.name("it").or_else(|| found.name("road")));
    days.chain(letters).chain(roads).map(|found| found.range()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_compiles() {
        assert!(NUMBERED.is_some() && DIALLED.is_some() && FORMS.is_some());
    }

    #[test]
    fn what_is_dialled_and_what_is_written_on_things_is_given() {
        for text in [
            "call 2500",
            "call me at 2500",
            "reach me at 2500",
            "page 2500",
            "fax: 2500",
            "call x 2500",
            "last four 1200",
            "last 4: 2500",
            "last 4 SSN 2500",
            "last four of SSN 2500",
            "MRN ends with 2500",
            "SSN ends 2510",
            "ending in 2500",
            "CSN 300",
            "NPI 4500",
            "S/N 4500",
            "model 4500",
            "device 4500",
            "Lodge 450",
            "union local 250",
            "pod 12",
            "Tower 3",
            "my number is 2500",
            "door code is 2500",
            "RN (2500",
            "badge is 441",
            "lab 2500",
        ] {
            let at = text.rfind(' ').unwrap_or_default() + 1;
            let at = at + usize::from(text[at..].starts_with('('));
            assert!(is_given(text, &(at..text.len())), "{text}");
        }
        for (text, number) in [
            ("page 250 mg", "250"),
            ("call 20 with", "20"),
            ("POD 12", "12"),
            ("pulse 120", "120"),
            ("clinic line 120/80", "120"),
            ("ended 5 days", "5"),
            ("post 2", "2"),
        ] {
            let at = text.find(number).unwrap();
            assert!(!is_given(text, &(at..at + number.len())), "{text}");
        }
    }

    #[test]
    fn a_day_without_its_month_a_letter_and_a_road_are_held() {
        for (text, it) in [
            ("found on the fourth and treated", Some("fourth")),
            ("due by the twenty-first.", Some("twenty-first")),
            ("on the second", Some("second")),
            ("on the fourth toe", None),
            ("on the fourth and fifth toes", None),
            ("the first of", None),
            ("lives in Building C and", Some("C")),
            ("in tower B.", Some("B")),
            ("unit A+", None),
            ("unit Aspirin", None),
            ("lives at RR 2 and", Some("RR 2")),
            ("on Highway 9", Some("Highway 9")),
            ("BP 120, RR 20", None),
        ] {
            assert_eq!(held(text).first().map(|range| &text[range.clone()]), it, "{text}");
        }
    }
}
