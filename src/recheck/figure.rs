//! Holds a number of a note to what stands beside it: a sign that bounds it, a year or a day that it may be, or an item of a list that it
//! may head. Rules of its own, as of all that is here.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The greatest number of an item.
const LAST_ITEM: u64 = 30;
/// Bytes beside a number that are looked at.
const NEAR: usize = 80;

static FORMS: LazyLock<Option<Forms>> = LazyLock::new(|| {
    Some(Forms {
        bounded: Regex::new(r"(?:['\u{2019}\u{2018}`\u{b4}]|[<>\u{2264}\u{2265}\u{2248}\u{b1}\u{d7}#$\u{2212}]\s*|\d\s+[-\u{2013}\u{2014}]\s*)$").ok()?,
        goes_on: Regex::new(r"^(?:['\u{2019}\u{2032}\u{2033}]|\s*[<>\u{2264}\u{2265}\u{b1}\u{d7}]|:\d|\s+[-\u{2013}\u{2014}]\s+\d)").ok()?,
        beside: Regex::new(r"^[ \t]+\d+(?P<item>[.)]\s)?").ok()?,
        behind: Regex::new(r"\d[ \t]+$").ok()?,
        item: Regex::new(r"^(?P<sign>[.)])(?:[ \t]+\n?|\n)[ \t]*\p{L}").ok()?,
        dated: Regex::new(
            r"(?i)\b(?:since|in|until|till|class|fall|spring|summer|winter|autumn|christmas|retirement|retired|graduated|born|married|jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|surgery|replaced|removed|diagnosed|cabg)\s+(?:(?:the|of|about|early|late)\s+)*(?:\d\d[/-])?$",
        )
        .ok()?,
        measured: Regex::new(
            r"(?i)^(?:/\d\d)?[\s-]*(?:[%\u{b0}\u{b5}\u{3bc}]|(?:m?c?g|gm|grams?|kgs?|lbs?|pounds|oz|ounces|ug|ng|m?l|cc|dl|lit(?:er|re)s|[ckm]m|inches|feet|ft|miles|met(?:er|re)s|h(?:ou)?rs?|h|min(?:ute)?s?|sec(?:ond)?s?|days?|w(?:ee)?ks?|mo(?:nth)?s?|y(?:ea)?rs?|beats|bpm|units?|iu|tab(?:let)?s?|capsules|pills|times|steps|percent|degrees|mmhg|mmol|meq|points|packs?|sessions|doses?|visits|puffs|drops|stairs|blocks)\b)",
        )
        .ok()?,
        of_years: Regex::new(r"(?i)^[\s-]+(?:(?:odd|some|plus)\s+)?(?:years?|yrs?)\b").ok()?,
        short_year: Regex::new(r"(?:^|[\s(])(?:['\u{2019}]\d\d|0\d)(?:[\s,;)]|$)").ok()?,
        of_a_day: Regex::new(r"(?i)\b(?:surgery|operation|op|seen|visit|admitted|discharged|born|on|since|until)\s+$").ok()?,
    })
});

struct Forms {
    /// What stands before a number that it bounds.
    bounded: Regex,
    /// What stands behind one that it goes on.
    goes_on: Regex,
    /// A number behind, and whether it heads an item.
    beside: Regex,
    /// A number before.
    behind: Regex,
    /// What makes a number one of an item.
    item: Regex,
    /// What makes one of two digits a year.
    dated: Regex,
    /// What says what it counts.
    measured: Regex,
    of_years: Regex,
    /// A year as it is written short.
    short_year: Regex,
    /// What makes one with a point a day and a month.
    of_a_day: Regex,
}

/// Returns whether the number of `text` at `range`, which says `value` where it is whole, may be no reading. `sentence` is where it stands.
pub(super) fn is_other(text: &str, range: &Range<usize>, value: Option<u64>, sentence: &Range<usize>) -> bool {
    let Some(forms) = FORMS.as_ref() else { return true };
    let from = text.ceil_char_boundary(range.start.saturating_sub(NEAR));
    let before = text.get(from..range.start).unwrap_or_default();
    let after = text.get(range.end..text.ceil_char_boundary(range.end.saturating_add(NEAR)).min(text.len()));
    let after = after.unwrap_or_default();
    let written = text.get(range.clone()).unwrap_or_default();
    let in_digits = written.starts_with(|sign: char| sign.is_ascii_digit());
    let is_beside = || {
        forms.behind.is_match(before) || forms.beside.captures(after).is_some_and(|found| found.name("item").is_none())
    };
    let heads_item = || {
        let in_brackets = before.rfind('(') > before.rfind(')');
        let sign = forms.item.captures(after).and_then(|found| found.name("sign"));
        sign.is_some_and(|sign| sign.as_str() == "." || !in_brackets)
            && value.is_some_and(|value| (1..=LAST_ITEM).contains(&value))
    };
    let is_day = || {
        let parts =
            written.split_once('.').and_then(|(day, month)| Some((day.parse::<u8>().ok()?, month.parse::<u8>().ok()?)));
        let is_date = parts.is_some_and(|(day, month)| (1..=31).contains(&day) && (1..=12).contains(&month));
        is_date && after.starts_with('.') && forms.of_a_day.is_match(before)
    };
    let is_year = || {
        let is_short = value.is_some_and(|value| (if in_digits { 10 } else { 13 }..100).contains(&value));
        let beside = || text.get(sentence.clone()).is_some_and(|said| forms.short_year.is_match(said));
        is_short && !forms.measured.is_match(after) && (forms.dated.is_match(before) || beside())
    };
    let nought = written.starts_with('0') && written.get(1..2).is_some_and(|next| next != ".");
    forms.bounded.is_match(before)
        || forms.goes_on.is_match(after)
        || nought
        || in_digits && (is_beside() || heads_item() || is_day())
        || value.is_some_and(|value| value >= 90) && forms.of_years.is_match(after)
        || is_year()
}

/// Returns whether the number of `text` at `range` is said to be more or less than it: "over" in signs.
pub(super) fn is_a_bound(text: &str, range: &Range<usize>) -> bool {
    let before =
        text.get(..range.start).unwrap_or_default().trim_end_matches(|sign: char| sign.is_whitespace() || sign == '=');
    before.ends_with(['<', '>', '\u{2264}', '\u{2265}', '\u{2248}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_be_no_reading_by_what_stands_beside_it() {
        for (text, number, value, is) in [
            ("Pain since '98", "98", 98, true),
            ("in the fall of 87", "87", 87, true),
            ("winter 98/99", "99", 99, true),
            ("hip replaced 07, knee 11", "07", 7, true),
            ("hip replaced 07, knee 11", "11", 11, true),
            ("since ninety-eight", "ninety-eight", 98, true),
            ("cough for ninety-one years", "ninety-one", 91, true),
            ("19 98", "98", 98, true),
            ("Weight > 90 kg", "90", 90, true),
            ("Weight \u{2212}5 kg", "5", 5, true),
            ("for 5 - 10 minutes", "10", 10, true),
            ("for 5 - 10 minutes", "5", 5, true),
            ("Metformin 25. Aspirin", "25", 25, true),
            ("cough 2) fever", "2", 2, true),
            ("Weight 82 kg", "82", 82, false),
            ("BP 120/80, well", "80", 80, false),
            ("since 12 weeks", "12", 12, false),
            ("for 10 years", "10", 10, false),
            ("(pain 3) today", "3", 3, false),
            ("Weight 82. Well", "82", 82, false),
            ("Nodule 4 5. Stable", "4", 4, false),
            ("in two days", "two", 2, false),
        ] {
            let at = text.find(number).unwrap();
            assert_eq!(is_other(text, &(at..at + number.len()), Some(value), &(0..text.len())), is, "{text}: {number}");
        }
        assert!(is_a_bound("age >= 62", &(7..9)) && !is_a_bound("age = 62", &(6..8)));
        let text = "surgery 3.4. A1c 6.9.";
        assert!(is_other(text, &(8..11), None, &(0..12)) && !is_other(text, &(17..20), None, &(12..21)));
    }
}
