//! Numbers of a note that may be something else than a reading: a year, a day, the number of an item, one of a row, or one that a sign
//! beside it bounds. They stay.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::APOSTROPHES;
use super::signs::COMPARING;
use crate::privacy::ages::MEASURED;

/// The greatest number that is taken for that of an item of a list.
const MOST_ITEMS: u32 = 30;
/// Years of anything from which on they say that somebody is old.
const OLD: u32 = 90;
/// Signs before a number that change it or make it no reading.
const BEFORE: &[char] = &[
    '-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}', '\u{ff0d}', '~', '\u{b1}',
    '\u{2213}', '\u{d7}', '\u{f7}', '*', '^', '#', '\u{2116}', '\u{a7}', '$', '\u{20ac}', '\u{a3}', '\u{a5}', '@',
    '\u{221a}', '\u{2206}', '\u{394}',
];
/// Signs at the beginning of a line that begin an item of a list.
const ITEM_SIGNS: &[char] = &['-', '*', '\u{2010}', '\u{2013}', '\u{2014}'];
/// Signs behind a number that change it or join it to another.
const BEHIND: &[char] = &[
    '-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{d7}', '\u{b1}', '\u{f7}', '*', '^',
];
/// Signs at once behind a number that make it feet, inches, minutes, or a part of a number.
#[rustfmt::skip] // signs of one kind, in two lines
const JOINED: &[char] = &[
    '"', '\u{2033}', '\u{201d}', '\u{2030}', '\u{b2}', '\u{b3}', '\u{b9}', '\u{bc}', '\u{bd}', '\u{be}', '\u{2150}', '\u{2151}', '\u{2152}', '\u{2153}', '\u{2154}', '\u{2155}',
    '\u{2156}', '\u{2157}', '\u{2158}', '\u{2159}', '\u{215a}', '\u{215b}', '\u{215c}', '\u{215d}', '\u{215e}',
];
/// Words before a number of two digits that make it a year, where no unit is behind it.
#[rustfmt::skip] // words of one kind, in a few lines
const DATING: &[&str] = &[
    "since", "in", "until", "till", "from", "by", "during", "before", "after", "circa", "back", "class", "year", "years", "fall", "spring", "summer", "winter",
    "autumn", "christmas", "xmas", "easter", "thanksgiving", "halloween", "retirement", "retired", "graduated", "graduation", "born", "married", "divorced",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul",
    "aug", "sep", "sept", "oct", "nov", "dec", "done", "replaced", "repaired", "removed", "diagnosed", "dx", "surgery", "operation", "op", "cabg", "pci", "mi", "cva",
    "stroke", "accident", "mva", "hysterectomy", "appendectomy", "cholecystectomy", "surgeries", "hospitalized", "hospitalised", "moved", "oh", "o", "aught", "nought",
];
/// Words between them and it.
const FILLING: &[&str] = &["the", "of", "about", "around", "early", "late", "mid", "approximately", "maybe", "ca"];
/// Words before a day and a month.
const DAYS: &[&str] = &["on", "since", "from", "until", "till", "by", "before", "after", "between"];
/// Words behind a number that it counts or measures.
#[rustfmt::skip] // words of one kind, in a few lines
pub(super) const UNITS: &[&str] = &[
    "mg", "mcg", "ug", "g", "gm", "gram", "grams", "kg", "kgs", "lb", "lbs", "pounds", "oz", "ounces", "ml", "cc", "l", "liters", "litres", "dl", "cm", "mm", "inches", "feet", "ft",
    "miles", "km", "meters", "metres", "hour", "hours", "hr", "hrs", "h", "minute", "minutes", "min", "mins", "second", "seconds", "sec", "secs", "day", "days", "week",
    "weeks", "wk", "wks", "month", "months", "mo", "mos", "year", "years", "yr", "yrs", "beats", "bpm", "unit", "units", "iu", "tablet", "tablets", "tab", "tabs",
    "capsules", "pills", "times", "steps", "percent", "degrees", "mmhg", "mmol", "meq", "ng", "points", "pack", "packs", "sessions", "doses", "dose", "visits", "puffs", "drops", "stairs", "blocks",
];
/// A year of two digits by how it is written: behind an apostrophe or with a nought.
static SHORT_YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|[^\p{N}./])(?:['\u{2019}\u{2018}\u{201b}\u{b4}`\u{2bc}\u{2032}\u{ff07}][0-9]{2}|0[0-9])(?:[^\p{L}\p{N}./%]|[./]\s|[./]?$)",
    )
    .ok()
});

/// Returns whether the number of `text` at `number`, in the sentence at `within`, may be something else than a reading. `said` is what it says,
/// where it is whole.
pub(super) fn may_be_other(text: &str, number: &Range<usize>, within: &Range<usize>, said: Option<u32>) -> bool {
    let before = text.get(within.start.min(number.start)..number.start).unwrap_or_default();
    let behind = text.get(number.end..within.end.max(number.end)).unwrap_or_default();
    let beyond = text.get(number.end..).unwrap_or_default();
    let written = text.get(number.clone()).unwrap_or_default();
    let is_in_digits = written.starts_with(|sign: char| sign.is_ascii_digit());
    if !is_in_digits && written.starts_with(|sign: char| !sign.is_alphanumeric() && sign != '+') {
        return true;
    }
    let is_dated = || said.is_some_and(|said| (10..100).contains(&said) && (is_in_digits || said > 12));
    is_bounded(before, behind)
        || written.starts_with('0') && written.get(1..2).is_some_and(|next| next != ".")
        || is_in_digits && (is_of_an_item(text, number, beyond, said) || is_a_day(written, before, beyond))
        || said.is_some_and(|said| is_old(said, behind))
        || last_word(before).is_some_and(|word| matches!(word.as_str(), "oh" | "aught" | "nought"))
        || is_dated() && !has_unit(behind) && is_of_a_year(text, before, within)
        || is_two_years(written, before, behind)
}

/// Returns whether a comparison stands before the number of `text` at `number`, which then is a bound: "age > 62".
pub(super) fn is_compared(text: &str, number: &Range<usize>) -> bool {
    let before = text.get(..number.start).unwrap_or_default().trim_end().trim_end_matches('=').trim_end();
    before.ends_with(COMPARING) || before.ends_with(['~', '\u{b1}', '\u{2212}'])
}

/// Returns whether a sign or another number beside it bounds or changes a number.
fn is_bounded(before: &str, behind: &str) -> bool {
    if before.ends_with(APOSTROPHES) || before.ends_with(['\'', '\u{201b}']) {
        return true;
    }
    let near = before.trim_end();
    let sign = near.trim_end_matches('=').trim_end();
    // A dash that begins a line begins an item.
    let line = near.rsplit('\n').next().unwrap_or_default().trim();
    let is_item = near.len() < before.len() && line.chars().count() == 1 && line.starts_with(ITEM_SIGNS);
    let is_signed = sign.ends_with(COMPARING) || near.ends_with(BEFORE) && !is_item;
    let is_beside = near.len() < before.len() && near.ends_with(|sign: char| sign.is_ascii_digit());
    let after = behind.trim_start();
    let digit = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
    let goes_on = after.len() < behind.len() && digit(after)
        || after.starts_with(COMPARING)
        || after.starts_with(BEHIND) && digit(after.trim_start_matches(BEHIND).trim_start())
        || behind.strip_prefix(':').is_some_and(digit);
    let is_joined = behind.starts_with(JOINED) || behind.starts_with(APOSTROPHES) || behind.starts_with('\'');
    is_signed || is_beside || goes_on || is_joined
}

/// Returns whether a number may head an item of a list: "2. Aspirin", "2) cough".
fn is_of_an_item(text: &str, number: &Range<usize>, beyond: &str, said: Option<u32>) -> bool {
    let Some(rest) = beyond.strip_prefix(['.', ')']) else { return false };
    let before = text.get(..number.start).unwrap_or_default();
    let is_in_brackets = beyond.starts_with(')') && before.rfind('(') > before.rfind(')');
    let next = rest.trim_start();
    let gap = rest.get(..rest.len() - next.len()).unwrap_or_default();
    !is_in_brackets
        && said.is_some_and(|said| (1..=MOST_ITEMS).contains(&said))
        && !gap.is_empty()
        && gap.matches('\n').count() < 2
        && next.starts_with(|sign: char| !sign.is_ascii_digit())
}

/// Returns whether a number is a day and its month: "surgery 3.4.", "on 3.4".
fn is_a_day(written: &str, before: &str, beyond: &str) -> bool {
    let Some((day, month)) = written.split_once('.') else { return false };
    let within = |part: &str, most: u32| part.parse::<u32>().is_ok_and(|part| (1..=most).contains(&part));
    let is_date = within(day, 31) && within(month, 12) && month.len() <= 2;
    let last = last_word(before).unwrap_or_default();
    let measured = {
        let mut words =
            before.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).rev().take(3);
        words.any(|word| MEASURED.contains(&word.to_lowercase().as_str()))
    };
    is_date && (beyond.starts_with('.') && !measured || DAYS.contains(&last.as_str()) && !has_unit(beyond))
}

/// Returns whether two numbers with a slash between are two years that follow each other: "98/99".
fn is_two_years(written: &str, before: &str, behind: &str) -> bool {
    let two = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = |text: &str| text.parse::<u32>().ok().filter(|_| two(text));
    let next = behind.strip_prefix('/').and_then(|rest| rest.get(..2)).and_then(value);
    let last = before.strip_suffix('/').and_then(|rest| rest.get(rest.len().checked_sub(2)?..)).and_then(value);
    value(written)
        .is_some_and(|said| next == Some((said + 1) % 100) || last.is_some_and(|last| (last + 1) % 100 == said))
}

/// Returns whether `said` of the years or decades that stand behind it make somebody old: "ninety-one years".
fn is_old(said: u32, behind: &str) -> bool {
    let mut words = behind.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.find(|word| !matches!(*word, "odd" | "some" | "plus" | "or" | "so" | "more" | "long" | "full"));
    first.is_some_and(|word| match word.to_lowercase().as_str() {
        "year" | "years" | "yr" | "yrs" | "y" | "winters" | "summers" | "springs" => said >= OLD,
        "decade" | "decades" => said * 10 >= OLD,
        _ => false,
    })
}

/// Returns whether a number of two digits may be a year: by the word before it, or since another of its sentence is written as one.
fn is_of_a_year(text: &str, before: &str, within: &Range<usize>) -> bool {
    let sentence = text.get(within.clone()).unwrap_or_default();
    if SHORT_YEAR.as_ref().is_none_or(|year| year.is_match(sentence)) {
        return true;
    }
    let before = before.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '/');
    let mut words: Vec<String> = before
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // "from 62 to 71"
    let is_short = |word: &String| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    while let [.., number, link] = words.as_slice()
        && is_short(number)
        && matches!(link.as_str(), "to" | "and" | "or" | "through" | "thru" | "until" | "till")
    {
        words.truncate(words.len() - 2);
    }
    words
        .iter()
        .rev()
        .find(|word| !FILLING.contains(&word.as_str()))
        .is_some_and(|word| DATING.contains(&word.as_str()))
}

/// Returns whether what stands behind a number says what it counts or measures.
pub(super) fn has_unit(behind: &str) -> bool {
    let behind =
        behind.strip_prefix('/').map_or(behind, |rest| rest.trim_start_matches(|sign: char| sign.is_ascii_digit()));
    let near = behind.trim_start_matches([' ', '\u{a0}', '\t', '-', '\n']);
    let word: String = near.chars().take_while(|sign| sign.is_alphanumeric()).collect();
    near.starts_with(['%', '\u{b0}', '\u{b5}', '\u{3bc}']) || UNITS.contains(&word.to_lowercase().as_str())
}

/// Returns the last word of `text`, in small letters, with nothing but white space behind it.
fn last_word(text: &str) -> Option<String> {
    let near = text.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '-');
    let word = near.rsplit(|sign: char| !sign.is_alphanumeric()).next()?;
    (!word.is_empty()).then(|| word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_may_be_something_else_stay() {
        for (text, number, is_other) in [
            ("Pain since '98", "98", true),
            ("CABG '09", "09", true),
            ("in '07", "07", true),
            ("class of 62", "62", true),
            ("the fall of '87", "87", true),
            ("the fall of 87", "87", true),
            ("winter 98/99", "98", true),
            ("winter 98/99", "99", true),
            ("hip replaced 07, knee 11", "11", true),
            ("hip replaced 07, knee 11", "07", true),
            ("19 98", "98", true),
            ("worked there from 62 to 71", "71", true),
            ("surgery 3.4.", "3.4", true),
            ("surgery on 3.4", "3.4", true),
            ("Weight > 90 kg", "90", true),
            ("Troponin < 4", "4", true),
            ("BP \u{2264} 4", "4", true),
            ("Weight \u{2212}5 kg", "5", true),
            ("for 5 - 10 minutes", "5", true),
            ("for 5 - 10 minutes", "10", true),
            ("height 5'4", "5", true),
            ("ratio 2:1", "2", true),
            ("Metformin 25. Aspirin 81", "25", true),
            ("1) cough 2) fever", "2", true),
            ("Cough for 91 years", "91", true),
            ("Weight 82 kg", "82", false),
            ("BP 142/88", "88", false),
            ("A1c 6.9.", "6.9", false),
            ("Potassium is 4.1.", "4.1", false),
            ("for 10 years", "10", false),
            ("since 12 weeks", "12", false),
            ("pain in 62 days", "62", false),
            ("(pain 3) at rest", "3", false),
            ("Weight 82. Well.", "82", false),
            ("Dose 0.5 mg", "0.5", false),
            ("- 5 mg at night", "5", false),
            ("pulse 62, weight 80", "80", false),
            ("Aspirin 81 mg for 20 years", "81", false),
        ] {
            let at = text.find(number).unwrap();
            let said = number.parse().ok();
            assert_eq!(
                may_be_other(text, &(at..at + number.len()), &(0..text.len()), said),
                is_other,
                "{text}: {number}"
            );
        }
        for (text, words, said, is_other) in [
            ("Pain since ninety-eight", "ninety-eight", 98, true),
            ("for the last ninety-one years", "ninety-one", 91, true),
            ("in oh seven", "seven", 7, true),
            ("in oh-seven", "seven", 7, true),
            ("for nine decades", "nine", 9, true),
            ("for two decades", "two", 2, false),
            ("for twenty years", "twenty", 20, false),
            ("in two years", "two", 2, false),
            ("pulse of seventy six", "seventy six", 76, false),
        ] {
            let at = text.find(words).unwrap();
            assert_eq!(may_be_other(text, &(at..at + words.len()), &(0..text.len()), Some(said)), is_other, "{text}");
        }
    }
    #[test]
    fn a_sign_or_a_number_beside_it_bounds_or_changes_a_number() {
        for (before, behind, is) in [
            ("weight ", " kg", false),
            ("weight", " kg", false),
            ("since '", "", true),
            ("since \u{2019}", "", true),
            ("weight > ", " kg", true),
            ("weight >= ", " kg", true),
            ("weight = ", " kg", false),
            ("weight -", " kg", true),
            ("weight - ", " kg", true),
            ("weight ~", " kg", true),
            ("well\n- ", " mg", false),
            ("well\n-", " mg", true),
            ("well\n-- ", " mg", true),
            ("well\n~ ", " mg", true),
            ("well\n#", " mg", true),
            ("120 ", " kg", true),
            ("120", " kg", false),
            ("weight ", " 5 kg", true),
            ("weight ", "5", false),
            ("weight ", " < 5", true),
            ("weight ", " - 5", true),
            ("weight ", " -- 5", true),
            ("weight ", " - well", false),
            ("ratio ", ":1", true),
            ("weight ", ": well", false),
            ("height ", "'4", true),
            ("height ", "\u{2019}", true),
            ("height ", "\u{bd}", true),
            ("height ", "\"", true),
        ] {
            assert_eq!(is_bounded(before, behind), is, "{before:?} {behind:?}");
        }
        for (text, is) in [
            ("age > 62", true),
            ("age >= 62", true),
            ("age >62", true),
            ("age ~ 62", true),
            ("age \u{b1}62", true),
            ("age = 62", false),
            ("age 62", false),
            ("> age 62", false),
        ] {
            assert_eq!(is_compared(text, &(text.len() - 2..text.len())), is, "{text}");
        }
    }

    #[test]
    fn a_number_before_a_full_stop_or_a_bracket_may_head_an_item() {
        for (text, number, said, is) in [
            ("2. Aspirin", 0..1, Some(2), true),
            ("2) cough", 0..1, Some(2), true),
            ("30. Aspirin", 0..2, Some(30), true),
            ("31. Aspirin", 0..2, Some(31), false),
            ("0. Aspirin", 0..1, Some(0), false),
            ("2.Aspirin", 0..1, Some(2), false),
            ("2.\nAspirin", 0..1, Some(2), true),
            ("2.\n\nAspirin", 0..1, Some(2), false),
            ("2. 5 mg", 0..1, Some(2), false),
            ("2. ", 0..1, Some(2), false),
            ("2, cough", 0..1, Some(2), false),
            ("(pain 3) at rest", 6..7, Some(3), false),
            ("(pain) 3) at rest", 7..8, Some(3), true),
            ("(pain 3. At rest", 6..7, Some(3), true),
            ("2. Aspirin", 0..1, None, false),
        ] {
            assert_eq!(is_of_an_item(text, &number, &text[number.end..], said), is, "{text}");
        }
    }

    #[test]
    fn a_day_and_its_month_or_two_years() {
        for (written, before, beyond, is) in [
            ("3.4", "surgery ", ".", true),
            ("31.12", "surgery ", ".", true),
            ("32.12", "surgery ", ".", false),
            ("31.13", "surgery ", ".", false),
            ("0.4", "surgery ", ".", false),
            ("3.0", "surgery ", ".", false),
            ("3.004", "surgery ", ".", false),
            ("34", "surgery ", ".", false),
            ("3.4", "surgery ", "", false),
            ("4.1", "potassium is ", ".", false),
            ("4.1", "potassium was seen to be ", ".", true),
            ("3.4", "on ", " and", true),
            ("3.4", "since ", "", true),
            ("3.4", "by ", " kg", false),
            ("3.4", "of ", "", false),
        ] {
            assert_eq!(is_a_day(written, before, beyond), is, "{before}{written}{beyond}");
        }
        for (written, before, behind, is) in [
            ("98", "winter ", "/99", true),
            ("99", "winter 98/", "", true),
            ("99", "winter ", "/00", true),
            ("00", "winter 99/", "", true),
            ("98", "winter ", "/97", false),
            ("98", "winter ", "/98", false),
            ("98", "winter ", " 99", false),
            ("99", "winter 98 ", "", false),
            ("98", "winter ", "/9", false),
            ("9", "winter ", "/10", false),
            ("142", "BP ", "/43", false),
        ] {
            assert_eq!(is_two_years(written, before, behind), is, "{before}{written}{behind}");
        }
    }

    #[test]
    fn years_and_decades_that_make_somebody_old() {
        for (said, behind, is) in [
            (90, " years", true),
            (89, " years", false),
            (91, "-odd years", true),
            (95, " full yrs", true),
            (90, " winters", true),
            (9, " decades", true),
            (8, " decades", false),
            (95, " days", false),
            (95, " kg for years", false),
            (95, "", false),
        ] {
            assert_eq!(is_old(said, behind), is, "{said}{behind}");
        }
    }

    #[test]
    fn a_number_of_two_digits_is_a_year_by_the_word_before_it_or_by_another_of_its_sentence() {
        for (text, number, is) in [
            ("Cough since 62", 12..14, true),
            ("Cough since the early 62", 22..24, true),
            ("Cough from 62 to 71", 17..19, true),
            ("Cough from 62 and 65 or 71", 24..26, true),
            ("Cough 62 to 71", 12..14, false),
            ("Cough since 162 to 71", 19..21, false),
            ("Cough, weight 62", 14..16, false),
            ("Weight 62, cough in '98", 7..9, true),
            ("Weight 62, cough in 07", 7..9, true),
            ("Weight 62, cough 0.7", 7..9, false),
            ("Winter 98/99", 10..12, true),
            ("62", 0..2, false),
        ] {
            assert_eq!(is_of_a_year(text, &text[..number.start], &(0..text.len())), is, "{text}");
        }
        let text = "In '98 pain. Weight 62";
        assert!(!is_of_a_year(text, "Weight ", &(13..22)), "another sentence says nothing of it");
    }

    #[test]
    fn numbers_in_their_sentence() {
        for (text, number, said, is) in [
            ("Cough in 10", "10", Some(10), true),
            ("Cough in 9", "9", Some(9), false),
            ("Cough in 99", "99", Some(99), true),
            ("Cough in 100", "100", Some(100), false),
            ("Cough in 62 mg", "62", Some(62), false),
            ("Cough in thirteen", "thirteen", Some(13), true),
            ("Cough in twelve", "twelve", Some(12), false),
            ("weight 07", "07", Some(7), true),
            ("weight 0.7", "0.7", None, false),
            ("weight 0", "0", Some(0), false),
            ("weight (ten", "(ten", Some(10), true),
            ("weight oh 7", "7", Some(7), true),
        ] {
            let at = text.find(number).unwrap();
            assert_eq!(may_be_other(text, &(at..at + number.len()), &(0..text.len()), said), is, "{text}");
        }
    }

    #[test]
    fn what_a_number_counts_or_measures_stands_behind_it() {
        for (behind, is) in [
            (" mg", true),
            ("mg", true),
            ("-mg", true),
            ("\u{a0}mg", true),
            ("\nMG", true),
            ("%", true),
            (" \u{b0}C", true),
            ("/80 mmHg", true),
            ("/day", true),
            (" mgs", false),
            (" falls", false),
            (", mg", false),
            ("", false),
        ] {
            assert_eq!(has_unit(behind), is, "{behind:?}");
        }
        for (text, last) in [("in Oh ", Some("oh")), ("in oh-", Some("oh")), ("in.", None), ("", None)] {
            assert_eq!(last_word(text).as_deref(), last, "{text:?}");
        }
    }
}
