//! The forms that a word may have that leaves, or that a person lets leave.

use std::ops::Range;

use super::{Reason, Sources};
use crate::clearance;
use crate::privacy::clauses::held_of_question;
use crate::question::period;
use crate::span::{Question, Span};

/// The longest word that leaves, in letters; the review's form for a word has the same limit.
const MAX_LETTERS: usize = 20;
/// The longest allowed word, in letters: names of drugs and diseases can be long.
pub(super) const MAX_ALLOWED_LETTERS: usize = 24;
/// Letters, and digits behind them, of a word with a number in it that a person may allow: "sglt2", and not "b12", "k1234" or "12mar".
const LETTERS_BEFORE_DIGITS: std::ops::RangeInclusive<usize> = 3..=20;
const DIGITS_ALLOWED: std::ops::RangeInclusive<usize> = 1..=2;
/// What stands before numbers of people, places and days. With a number behind it no such word can be allowed: "mrn12", "bed4", "march12".
const BEFORE_NUMBERS: [&str; 58] = [
    "mrn",
    "pat",
    "patient",
    "pid",
    "pin",
    "nhs",
    "ssn",
    "ehr",
    "emr",
    "rec",
    "record",
    "file",
    "chart",
    "case",
    "fall",
    "acc",
    "acct",
    "account",
    "ref",
    "num",
    "nummer",
    "visit",
    "enc",
    "encounter",
    "adm",
    "room",
    "rooms",
    "zimmer",
    "bed",
    "bett",
    "ward",
    "station",
    "unit",
    "floor",
    "apt",
    "flat",
    "suite",
    "haus",
    "house",
    "box",
    "zip",
    "plz",
    "street",
    "road",
    "tel",
    "phone",
    "fax",
    "user",
    "mai",
    "okt",
    "dez",
    "born",
    "dob",
    "geb",
    "day",
    "tag",
    "year",
    "jahr",
];
/// The only word with a number behind a hyphen, and the same without.
pub(super) const COVID: [&str; 2] = ["covid-19", "covid19"];

/// The stretches of a question that are somebody's by what stands before them, as in a note. The rules for notes see to those of a record.
pub(super) struct Given(Vec<Range<usize>>);

impl Given {
    /// Returns those of `question`.
    pub(super) fn of(question: &str, sources: &Sources<'_>) -> Self {
        let traits = |word: &str| sources.lexicon.map(|lexicon| lexicon.of_word(word)).unwrap_or_default();
        Given(if sources.is_record { Vec::new() } else { held_of_question(question, traits) })
    }

    /// Returns whether one lies over `span`.
    pub(super) fn has(&self, span: Span<Question>) -> bool {
        self.0.iter().any(|given| given.start < span.end() && span.start() < given.end)
    }
}

/// Returns why `folded` has no form that a word may leave in; `None` when it has.
pub(super) fn misshapen(folded: &str) -> Option<Reason> {
    if !folded.is_ascii() || folded.bytes().any(|byte| !byte.is_ascii_alphanumeric() && byte != b'-') {
        return Some(if folded.contains(char::is_alphabetic) { Reason::Script } else { Reason::Number });
    }
    let is_part = |part: &str| {
        let letters = part.bytes().take_while(u8::is_ascii_lowercase).count();
        let rest = part.get(letters..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let tail = rest.get(digits..).unwrap_or_default();
        (1..=MAX_LETTERS).contains(&letters)
            && digits <= 2
            && tail.len() <= if digits == 0 { 0 } else { 2 }
            && tail.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let mut parts = folded.split('-');
    let whole = parts.next().is_some_and(is_part)
        && parts.clone().count() <= 3
        && parts.all(|part| is_part(part) && !part.contains(|c: char| c.is_ascii_digit()));
    if whole || COVID.contains(&folded) {
        None
    } else if folded.contains(|c: char| c.is_ascii_digit()) {
        Some(Reason::Number)
    } else {
        Some(Reason::Unknown)
    }
}

/// Returns whether `folded` has the form of a word that a person may allow: letters only, with hyphens between.
pub(in crate::privacy) fn is_allowable(folded: &str) -> bool {
    let mut parts = folded.split('-');
    parts.clone().count() <= 3
        && parts.all(|part| {
            (2..=MAX_ALLOWED_LETTERS).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
        })
}

/// Returns whether `folded` has the form of a word with digits that a person may allow, and is none that numbers people, places or days.
pub(super) fn is_allowable_with_digits(folded: &str) -> bool {
    clearance::numbered(folded).is_some_and(|(letters, digits)| {
        LETTERS_BEFORE_DIGITS.contains(&letters.len())
            && DIGITS_ALLOWED.contains(&digits.len())
            && !BEFORE_NUMBERS.contains(&letters)
            && period::month(letters).is_none()
    })
}

/// Returns whether a digit stands in `text`.
pub(super) fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_leaves_in_the_form_of_a_word_and_no_other() {
        for word in [
            "a",
            "garden",
            "b12",
            "hba1c",
            "a1bc",
            "follow-up",
            "one-two-three-four",
            "h2-blocker",
            "covid-19",
            "covid19",
            "abcdefghijklmnopqrst",
        ] {
            assert_eq!(misshapen(word), None, "{word}");
        }
        for (word, reason) in [
            ("мetformin", Reason::Script),
            ("é", Reason::Script),
            ("a_b", Reason::Script),
            ("a.b", Reason::Script),
            ("3.5", Reason::Number),
            ("٣", Reason::Number),
            ("%", Reason::Number),
            ("12", Reason::Number),
            ("b123", Reason::Number),
            ("a1bcd", Reason::Number),
            ("a1b2", Reason::Number),
            ("12mar", Reason::Number),
            ("beta-h2", Reason::Number),
            ("covid-20", Reason::Number),
            ("abcdefghijklmnopqrstu", Reason::Unknown),
            ("one-two-three-four-five", Reason::Unknown),
            ("one--two", Reason::Unknown),
            ("-", Reason::Unknown),
            ("", Reason::Unknown),
            ("Garden", Reason::Unknown),
        ] {
            assert_eq!(misshapen(word), Some(reason), "{word}");
        }
    }

    #[test]
    fn a_person_may_allow_letters_with_hyphens_between() {
        for word in ["ab", "ashwagandha", "st-johns-wort", "abcdefghijklmnopqrstuvwx"] {
            assert!(is_allowable(word), "{word}");
        }
        for word in
            ["", "a", "a-ab", "one-two-three-four", "abcdefghijklmnopqrstuvwxy", "ab2", "Ab", "аb", "ab cd", "ab-"]
        {
            assert!(!is_allowable(word), "{word}");
        }
    }

    #[test]
    fn a_person_may_allow_letters_with_a_short_number_that_numbers_nobody_and_nothing() {
        for word in ["abc1", "sglt2", "quux12", "abcdefghijklmnopqrst12"] {
            assert!(is_allowable_with_digits(word), "{word}");
        }
        for word in [
            "ab1",
            "abcdefghijklmnopqrstu1",
            "quux123",
            "quux",
            "quux1b",
            "1quux",
            "12",
            "mrn1",
            "room12",
            "march12",
            "mar12",
            "okt3",
            "year1",
        ] {
            assert!(!is_allowable_with_digits(word), "{word}");
        }
        assert!(has_digit("a1") && !has_digit("ab") && !has_digit(""));
    }

    #[test]
    fn what_is_somebodys_by_what_stands_before_it_is_so_of_a_question_alone() {
        let question = "x, email bill@home, now";
        let has = |is_record: bool, from: usize, to: usize| {
            let given = Given::of(question, &Sources { is_record, ..Sources::default() });
            given.has(Span::at(from, to - from))
        };
        assert!(has(false, 9, 18) && has(false, 10, 11) && has(false, 0, 10) && has(false, 17, 20));
        assert!(!has(false, 0, 9) && !has(false, 18, 22) && !has(true, 9, 18));
    }
}
