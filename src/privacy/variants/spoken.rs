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
