//! Numbers as they are said: digit by digit, with the usual words for nothing and for two or three of a kind.

use crate::privacy::number_words::UNITS;

/// What a zero is called.
const ZEROS: [&str; 3] = ["zero", "oh", "o"];
/// Fewest digits of a number that are looked for in words.
const MIN_DIGITS: usize = 5;
/// Most digits: what is longer nobody says.
const MAX_DIGITS: usize = 16;

/// Returns a telephone number without what need not be dialled, and each so shortened in words.
pub(super) fn telephones(text: &str) -> Vec<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let mut variants = Vec::new();
    let local = digits.strip_prefix('1').filter(|rest| rest.len() == 10).unwrap_or(&digits);
    variants.push(local.to_owned());
    // Without the area: seven digits, a telephone number still.
    variants.extend(local.get(3..).filter(|_| local.len() == 10).map(str::to_owned));
    let said: Vec<String> = variants.iter().flat_map(|number| spoken(number)).collect();
    variants.extend(said);
    variants
}

/// Returns the digits of `number` in words, in each way that they are said; nothing for fewer than five, which chance has too.
pub(super) fn spoken(number: &str) -> Vec<String> {
    let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
    if !(MIN_DIGITS..=MAX_DIGITS).contains(&digits.len()) {
        return Vec::new();
    }
    let mut ways: Vec<String> = ZEROS.iter().flat_map(|zero| said(&digits, zero)).collect();
    ways.sort();
    ways.dedup();
    ways
}

/// Returns the ways to say `digits` where nothing is called `zero`: each run of one digit one by one, or with "double" and "triple".
fn said(digits: &[u32], zero: &str) -> Vec<String> {
    let mut ways = vec![String::new()];
    for run in digits.chunk_by(|one, next| one == next) {
        let digit = run.first().copied().unwrap_or_default();
        let word = if digit == 0 { zero } else { UNITS.get(digit as usize).copied().unwrap_or_default() };
        let single = vec![word; run.len()].join(" ");
        let of_run = match run.len() {
            2 => vec![single, format!("double {word}")],
            3 => {
                vec![single, format!("triple {word}"), format!("double {word} {word}"), format!("{word} double {word}")]
            }
            4 => vec![single, format!("double {word} double {word}")],
            _ => vec![single],
        };
        ways = ways.iter().flat_map(|way| of_run.iter().map(move |run| format!("{way} {run}"))).collect();
    }
    ways.into_iter().map(|way| way.trim_start().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_said_one_by_one_or_two_and_three_of_a_kind() {
        for (digits, ways) in [
            (&[1, 2][..], &["one two"][..]),
            (&[1, 1, 2], &["one one two", "double one two"]),
            (&[2, 1, 1, 1], &["two one one one", "two triple one", "two double one one", "two one double one"]),
            (&[3, 3, 3, 3], &["three three three three", "double three double three"]),
            (&[3, 3, 3, 3, 3], &["three three three three three"]),
            (&[0, 7, 0], &["o seven o"]),
        ] {
            assert_eq!(said(digits, "o"), ways);
        }
        let zeros = ["four o seven eight eight", "four oh seven eight eight", "four zero seven double eight"];
        let of = spoken("MRN-40788");
        assert!(zeros.iter().all(|way| of.iter().any(|other| other == way)), "{of:?}");
        assert!(of.is_sorted_by(|a, b| a < b), "none twice");
        for (number, count) in [("4078", 0), ("12345", 1), ("1234567891234567", 1), ("12345678912345678", 0)] {
            assert_eq!(spoken(number).len(), count, "{number}");
        }
    }

    #[test]
    fn a_telephone_number_is_dialled_without_its_country_and_its_area() {
        for (text, shortened) in [
            ("+1 (555) 419-3488", &["5554193488", "4193488"][..]),
            ("555.419.3488", &["5554193488", "4193488"]),
            ("1-419-3488", &["14193488"]),
            ("1234567890", &["1234567890", "4567890"]),
            ("419-3488", &["4193488"]),
            ("+44 20 7946 0123", &["442079460123"]),
        ] {
            let of = telephones(text);
            let digits: Vec<&str> =
                of.iter().map(String::as_str).filter(|way| way.starts_with(|c: char| c.is_ascii_digit())).collect();
            assert_eq!(digits, shortened, "{text}");
            let said = shortened.iter().map(|number| spoken(number).len()).sum::<usize>();
            assert_eq!(of.len(), digits.len() + said, "{text}");
        }
    }
}
