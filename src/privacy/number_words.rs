//! Numbers in words: "fifty-eight", "one thirty two over seventy six", "six point five".
//!
//! A number that is dictated tells as much as one in digits. Here the words that say one number are found together, with how many digits
//! it has that tell something, so that it leaves by the rule for digits or not at all.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The greatest number that is an everyday word where it stands alone.
const MOST_EVERYDAY: u32 = 12;
/// Numbers that are years rather than readings.
const YEARS: Range<u32> = 1900..2101;

pub(super) const UNITS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
pub(super) const TEENS: [&str; 10] =
    ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
pub(super) const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

macro_rules! word {
    () => {
        r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)"
    };
}

static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let between = r"(?:[\s-]+(?:(?:and|oh|o|point)[\s-]+)*)";
    Regex::new(&format!(concat!(r"(?i)(?-u:\b)", word!(), r"(?:{}", word!(), r")*(?-u:\b)"), between)).ok()
});

/// A number in words, where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberWords {
    /// The bytes of its words.
    pub range: Range<usize>,
    /// How many digits tell something: of "two hundred" one, of "six point five" two.
    pub digits: usize,
    /// The number, where it is whole and below 10,000.
    whole: Option<u32>,
    /// Whether it is one word.
    is_alone: bool,
}

impl NumberWords {
    /// Returns whether it is an everyday word as well: "one", "two", up to "twelve".
    pub fn is_everyday(&self) -> bool {
        self.is_alone && self.whole.is_some_and(|whole| whole <= MOST_EVERYDAY)
    }

    /// Returns the number, where it is whole and below 10,000.
    pub fn whole(&self) -> Option<u32> {
        self.whole
    }

    /// Returns whether it may be a year.
    pub fn is_year(&self) -> bool {
        self.whole.is_some_and(|whole| YEARS.contains(&whole))
    }
}

/// Returns the numbers that `text` has in words, in its order.
pub fn number_words(text: &str) -> Vec<NumberWords> {
    let runs = RUN.iter().flat_map(|run| run.find_iter(text));
    runs.flat_map(|run| {
        parts(run.as_str())
            .into_iter()
            .map(move |part| read(run.as_str(), part.clone(), run.start() + part.start..run.start() + part.end))
    })
    .collect()
}

/// Returns the numbers of `run`: an "and" parts them where no hundred or thousand stands before it.
fn parts(run: &str) -> Vec<Range<usize>> {
    let lower = run.to_ascii_lowercase();
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, and) in lower.match_indices("and").filter(|(at, _)| is_word(&lower, *at, 3)) {
        let before = lower.get(start..at).unwrap_or_default().trim_end_matches(|sign: char| !sign.is_alphabetic());
        if !before.ends_with("hundred") && !before.ends_with("thousand") {
            parts.push(start..start + before.len());
            let behind = lower.get(at + and.len()..).unwrap_or_default();
            start = lower.len() - behind.trim_start_matches(|sign: char| !sign.is_alphabetic()).len();
        }
    }
    parts.push(start..run.len());
    parts
}

/// Returns whether the `length` bytes of `text` at `at` are a word: "and", not that of "thousand".
fn is_word(text: &str, at: usize, length: usize) -> bool {
    let letter = |sign: Option<char>| sign.is_some_and(char::is_alphabetic);
    !letter(text.get(..at).and_then(|before| before.chars().next_back()))
        && !letter(text.get(at + length..).and_then(|behind| behind.chars().next()))
}

/// Reads the number that `part` of `run` says, which is at `range` of the text.
fn read(run: &str, part: Range<usize>, range: Range<usize>) -> NumberWords {
    let lower = run.get(part).unwrap_or_default().to_ascii_lowercase();
    let mut digits = String::new();
    let (mut has_point, mut count) = (false, 0);
    // How many noughts at the end the next word may take the place of.
    let mut open = 0;
    // How long it is up to its thousands, where they are said.
    let mut thousands = None;
    for word in lower.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty()) {
        let at = |words: &[&str]| words.iter().position(|known| *known == word);
        count += 1;
        let (said, opens) = match word {
            "and" => continue,
            "point" => {
                has_point = true;
                digits.push('.');
                open = 0;
                continue;
            }
            "oh" | "o" => ("0".to_owned(), 0),
            "hundred" => ("00".to_owned(), 2),
            "thousand" => ("000".to_owned(), 3),
            "fourty" => ("40".to_owned(), 1),
            _ => match (at(&UNITS), at(&TEENS), at(&TENS)) {
                (Some(unit), ..) => (unit.to_string(), 0),
                (_, Some(teen), _) => ((teen + 10).to_string(), 0),
                (.., tens) => (tens.map_or(String::new(), |tens| ((tens + 2) * 10).to_string()), 1),
            },
        };
        // "Two thousand two hundred": the two stood in the place of the last nought.
        let last = digits.len().saturating_sub(3);
        let unit = digits.get(last..).and_then(|last| last.strip_prefix("00")).filter(|unit| *unit != "0");
        if let Some(unit) = unit.filter(|_| word == "hundred" && thousands == Some(digits.len())).map(str::to_owned) {
            digits.truncate(last);
            digits.push_str(&unit);
            digits.push_str("00");
            open = 2;
            continue;
        }
        let scales = matches!(word, "hundred" | "thousand");
        if scales && digits.is_empty() {
            digits.push('1');
        }
        if !scales && said.len() <= open {
            digits.truncate(digits.len() - said.len());
            open = if opens > 0 { opens } else { 0 };
        } else {
            open = opens;
        }
        digits.push_str(&said);
        thousands = if word == "thousand" { Some(digits.len()) } else { thousands };
    }
    let whole = (!has_point && digits.len() <= 4).then(|| digits.parse().ok()).flatten();
    let telling = digits.trim_start_matches(['0', '.']);
    let telling = if has_point { telling } else { telling.trim_end_matches('0') };
    let digits = telling.chars().filter(char::is_ascii_digit).count();
    NumberWords { range, digits, whole, is_alone: count == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(&str, usize)> {
        number_words(text).into_iter().map(|found| (&text[found.range], found.digits)).collect()
    }

    #[test]
    fn numbers_are_found_with_the_digits_that_tell_something() {
        for (text, found) in [
            ("BP one thirty two over seventy six", &[("one thirty two", 3), ("seventy six", 2)][..]),
            ("fifty-eight, came today", &[("fifty-eight", 2)]),
            ("two hundred and twelve", &[("two hundred and twelve", 3)]),
            ("two hundred twelve", &[("two hundred twelve", 3)]),
            ("Two Hundred", &[("Two Hundred", 1)]),
            ("a hundred and five", &[("hundred and five", 3)]),
            ("one hundred thirty two", &[("one hundred thirty two", 3)]),
            ("four thousand", &[("four thousand", 1)]),
            ("six point five", &[("six point five", 2)]),
            ("six point nine five", &[("six point nine five", 3)]),
            ("one oh two", &[("one oh two", 3)]),
            ("one forty", &[("one forty", 2)]),
            ("one and two", &[("one", 1), ("two", 1)]),
            ("seventeen or twenty", &[("seventeen", 2), ("twenty", 1)]),
            ("two thousand and twelve", &[("two thousand and twelve", 4)]),
            ("someone, tension, often", &[]),
        ] {
            assert_eq!(said(text), found, "{text}");
        }
    }

    #[test]
    fn one_word_up_to_twelve_is_everyday_and_a_year_is_one() {
        let is = |text: &str| {
            number_words(text).into_iter().map(|found| (found.is_everyday(), found.is_year())).collect::<Vec<_>>()
        };
        assert_eq!(is("two or twelve"), [(true, false); 2]);
        assert_eq!(is("thirteen, one thirty, hundred"), [(false, false); 3]);
        assert_eq!(is("nineteen eighty; nineteen eighty four; twenty twenty"), [(false, true); 3]);
        assert_eq!(is("two thousand and twelve, twenty one"), [(false, true), (false, false)]);
    }
    #[test]
    fn what_a_number_in_words_is() {
        for (text, whole, digits) in [
            ("zero", Some(0), 0),
            ("twelve", Some(12), 2),
            ("nineteen", Some(19), 2),
            ("fourty two", Some(42), 2),
            ("one forty", Some(140), 2),
            ("one forty five", Some(145), 3),
            ("one oh five", Some(105), 3),
            ("two hundred", Some(200), 1),
            ("hundred", Some(100), 1),
            ("hundred and five", Some(105), 3),
            ("two hundred thirty", Some(230), 2),
            ("two hundred thirty two", Some(232), 3),
            ("thousand", Some(1000), 1),
            ("two thousand and twelve", Some(2012), 4),
            ("nine thousand", Some(9000), 1),
            ("ten thousand", None, 1),
            ("two thousand two hundred", Some(2200), 2),
            ("two thousand two hundred and five", Some(2205), 4),
            ("two thousand and two hundred sixty", Some(2260), 3),
            ("one thousand nine hundred eighty four", Some(1984), 4),
            ("thousand two hundred", Some(1200), 2),
            ("ten thousand two hundred", None, 3),
            ("two hundred thousand two hundred", None, 4),
            ("two hundred two thousand", None, 3),
            ("two thousand two", Some(2002), 4),
            ("nineteen eighty four", Some(1984), 4),
            ("twenty twenty", Some(2020), 3),
            ("six point five", None, 2),
            ("six point zero five", None, 3),
            ("six point oh five", None, 3),
            ("zero point five", None, 1),
            ("one two three four five", None, 5),
        ] {
            let found = number_words(text);
            let found: Vec<(Option<u32>, usize, &str)> =
                found.iter().map(|found| (found.whole(), found.digits, &text[found.range.clone()])).collect();
            assert_eq!(found, [(whole, digits, text)], "{text}");
        }
        assert!(number_words("Twelve").iter().all(NumberWords::is_everyday));
        assert!(!number_words("two three").iter().any(NumberWords::is_everyday));
        for (text, is) in [
            ("eighteen ninety nine", false),
            ("nineteen hundred", true),
            ("twenty one hundred", true),
            ("twenty one oh one", false),
        ] {
            assert_eq!(number_words(text)[0].is_year(), is, "{text}");
        }
    }

    #[test]
    fn an_and_parts_numbers_but_behind_a_hundred() {
        let of = |run: &str| parts(run).into_iter().map(|part| run[part].to_owned()).collect::<Vec<_>>();
        assert_eq!(of("one and two"), ["one", "two"]);
        assert_eq!(of("One AND two and three"), ["One", "two", "three"]);
        assert_eq!(of("two hundred and twelve"), ["two hundred and twelve"]);
        assert_eq!(of("two thousand-and-twelve and six"), ["two thousand-and-twelve", "six"]);
        assert_eq!(of("one thousand"), ["one thousand"]);
        for (text, at, is) in [("one and two", 4, true), ("thousand", 5, false), ("andy", 0, false), ("and", 0, true)] {
            assert_eq!(is_word(text, at, 3), is, "{text}");
        }
    }
}
