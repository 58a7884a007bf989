//! Holds words to what they may not say beside others: a number in words more exactly than the level tells it, and a name by what is said
//! of it around the gap.
//!
//! What a number in words says is worked out by adding up, not by its digits as the first reading does.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Words that a number is said with, each with what it adds; a scale multiplies instead.
#[rustfmt::skip] // a table
const WORDS: &[(&str, u64)] = &[
    ("zero", 0), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10),
    ("eleven", 11), ("twelve", 12), ("thirteen", 13), ("fourteen", 14), ("fifteen", 15), ("sixteen", 16), ("seventeen", 17), ("eighteen", 18),
    ("nineteen", 19), ("twenty", 20), ("thirty", 30), ("forty", 40), ("fourty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70),
    ("eighty", 80), ("ninety", 90),
];
/// Numbers up to which one word is an everyday one.
const EVERYDAY: u64 = 12;

/// What is said of how somebody is called.
static OF_NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:surnames?|namesakes?|nicknames?|nicknamed|(?:last|first|maiden)\s+names?|puns?|rhymes?|homonym)\b",
    )
    .ok()
});

/// Returns how many digits tell something of the number of which the words of `text` at `range` are a part, and whether it is one
/// everyday word; `None` where they are no number.
pub(super) fn digits(text: &str, range: &Range<usize>) -> Option<(usize, bool)> {
    let (all, _) = number(text, range)?;
    let is_everyday = matches!(all.as_slice(), [word] if worth(word).is_some_and(|worth| worth <= EVERYDAY));
    Some((telling(&value(&all)), is_everyday))
}

/// Returns the number of which the words of `text` at `range` are a part, and where it stands; `None` where they are none.
pub(super) fn whole(text: &str, range: &Range<usize>) -> Option<(u64, Range<usize>)> {
    let (all, place) = number(text, range)?;
    Some((value(&all).parse().ok()?, place))
}

/// Returns the words of the number of which those of `text` at `range` are a part, and where it stands.
fn number(text: &str, range: &Range<usize>) -> Option<(Vec<String>, Range<usize>)> {
    let is_number = |word: &str| worth(word).is_some() || scale(word).is_some();
    let inside: Vec<String> = words(text.get(range.clone())?);
    if inside.is_empty() || !inside.iter().all(|word| is_number(word)) {
        return None;
    }
    // What goes on at once, with nothing but white space and hyphens between.
    let before = text.get(..range.start)?;
    let joined = |between: &str| !between.is_empty() && between.chars().all(|sign| sign.is_whitespace() || sign == '-');
    let mut all = inside;
    let mut rest = before;
    while all.len() < 12 {
        let trimmed = rest.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '-');
        let word: usize = trimmed.chars().rev().take_while(|sign| sign.is_alphabetic()).map(char::len_utf8).sum();
        let (left, word) = trimmed.split_at_checked(trimmed.len() - word)?;
        if !joined(rest.get(trimmed.len()..)?) || !is_number(&word.to_lowercase()) {
            break;
        }
        all.insert(0, word.to_lowercase());
        rest = left;
    }
    let start = if rest.len() < before.len() { rest.len() } else { range.start };
    let mut rest = text.get(range.end..)?;
    while all.len() < 12 {
        let trimmed = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '-');
        let word: usize = trimmed.chars().take_while(|sign| sign.is_alphabetic()).map(char::len_utf8).sum();
        let (word, behind) = trimmed.split_at_checked(word)?;
        if !joined(rest.get(..rest.len() - trimmed.len())?) || !is_number(&word.to_lowercase()) {
            break;
        }
        all.push(word.to_lowercase());
        rest = behind;
    }
    Some((all, start..text.len() - rest.len()))
}

/// Returns what stands one after the other in `words`, as dictation says it: "one thirty two" is 1 and 32, which is 132.
fn value(words: &[String]) -> String {
    let (mut said, mut sum) = (String::new(), None::<u64>);
    for word in words {
        match (scale(word), worth(word), sum) {
            (Some(scale), _, sum_so_far) => sum = Some(sum_so_far.unwrap_or(1) * scale),
            (None, Some(worth), Some(so_far)) if fits(so_far, worth) => sum = Some(so_far + worth),
            (None, Some(worth), so_far) => {
                said.extend(so_far.map(|so_far| so_far.to_string()));
                sum = Some(worth);
            }
            (None, None, _) => {}
        }
    }
    said.extend(sum.map(|sum| sum.to_string()));
    said
}

/// Returns whether `worth` goes on a number that is `so_far`: a unit behind a ten, anything behind hundreds.
fn fits(so_far: u64, worth: u64) -> bool {
    worth > 0
        && (so_far >= 100 && so_far.is_multiple_of(100)
            || (20..1000).contains(&so_far) && so_far.is_multiple_of(10) && so_far % 100 >= 20 && worth < 10)
}

fn telling(said: &str) -> usize {
    said.trim_start_matches('0').trim_end_matches('0').len()
}

fn worth(word: &str) -> Option<u64> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, worth)| *worth)
}

fn scale(word: &str) -> Option<u64> {
    match word {
        "hundred" => Some(100),
        "thousand" => Some(1000),
        _ => None,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns whether `sentence` of `text` speaks of names and a word of it is not among what is `told`.
pub(super) fn gives_a_name(text: &str, sentence: &Range<usize>, told: &[Range<usize>]) -> bool {
    let said = text.get(sentence.clone()).unwrap_or_default();
    if !OF_NAMES.as_ref().is_some_and(|names| names.is_match(said)) {
        return false;
    }
    let mut at = sentence.start;
    said.split_inclusive(|sign: char| !sign.is_alphabetic()).any(|word| {
        let start = at;
        at += word.len();
        let letters = word.trim_end_matches(|sign: char| !sign.is_alphabetic()).len();
        // A letter behind an apostrophe is no word.
        letters > 1 && !told.iter().any(|range| range.start <= start && start + letters <= range.end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, part: &str) -> Option<(usize, bool)> {
        let at = text.find(part).unwrap();
        digits(text, &(at..at + part.len()))
    }

    #[test]
    fn words_of_a_number_are_read_together() {
        for (text, part, found) in [
            ("BP one thirty two over seventy six", "thirty", Some((3, false))),
            ("BP one thirty two over seventy six", "two", Some((3, false))),
            ("BP one thirty two over seventy six", "seventy", Some((2, false))),
            ("two hundred twelve", "hundred", Some((3, false))),
            ("two hundred five", "five", Some((3, false))),
            ("four thousand", "four", Some((1, false))),
            ("one forty", "one", Some((2, false))),
            ("fifty-eight", "fifty-eight", Some((2, false))),
            ("twice or two", "two", Some((1, true))),
            ("thirteen", "thirteen", Some((2, false))),
            ("one of ten", "ten", Some((1, true))),
            ("someone", "someone", None),
            ("two, three", "two", Some((1, true))),
        ] {
            assert_eq!(of(text, part), found, "{text}: {part}");
        }
    }

    #[test]
    fn a_number_in_words_is_found_whole() {
        let text = "for ninety one years";
        assert_eq!(whole(text, &(11..14)), Some((91, 4..14)));
        assert_eq!(whole(text, &(4..10)), Some((91, 4..14)));
        assert_eq!(whole(text, &(0..3)), None);
    }

    #[test]
    fn a_gap_beside_what_is_said_of_names_gives_one() {
        let text = "Ate rice, and apologised for the surname.";
        let whole = 0..text.len();
        assert!(gives_a_name(text, &whole, &[0..3, 8..text.len()]));
        assert!(!gives_a_name(text, &whole, std::slice::from_ref(&whole)));
        let other = 0..3;
        assert!(!gives_a_name("Ate rice, and left.", &(0..19), std::slice::from_ref(&other)));
    }
}
