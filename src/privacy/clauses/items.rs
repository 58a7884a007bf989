//! Numbers that head the items of a list: "1. Metformin", "2) cough".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The greatest number of an item.
const MOST: u32 = 30;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<before>^|\s|\A)(?P<it>\(?(?P<number>[0-9]{1,2})(?:\.\)?|\)))(?:[ \t\u{a0}]+\n?[ \t]*|\n[ \t]*)")
        .ok()
});

/// Where an item begins: its number, up to what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// The bytes from the number to the first of what it heads.
    pub(super) range: Range<usize>,
    /// The number.
    pub(super) number: u32,
}

/// Returns the items that begin in `text`: with a number at the beginning of a line, or with one of a row before a word.
pub(super) fn items(text: &str) -> Vec<Item> {
    let mut found: Vec<(Item, bool)> = Vec::new();
    let mut at = 0;
    while let Some(captures) = NUMBER.as_ref().and_then(|form| form.captures_at(text, at)) {
        let (Some(whole), Some(it), Some(digits)) = (captures.get(0), captures.name("it"), captures.name("number"))
        else {
            break;
        };
        // The white space behind one number may be what stands before the next.
        at = it.end();
        let before = text.get(..it.start()).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let begins_line = line.trim_matches([' ', '\t', '-', '*', '\u{2022}']).is_empty();
        let next = text.get(whole.end()..).unwrap_or_default();
        let is_before_word =
            next.starts_with(|sign: char| sign.is_alphabetic() || matches!(sign, '"' | '(' | '?' | '\u{201c}' | '~'));
        let number = digits.as_str().parse::<u32>().ok().filter(|number| (1..=MOST).contains(number));
        let is_number = digits.as_str().len() == 1 || !digits.as_str().starts_with('0');
        if let Some(number) = number.filter(|_| is_number && (begins_line || is_before_word) && !next.is_empty()) {
            found.push((Item { range: it.start()..whole.end(), number }, begins_line));
        }
    }
    let is_beside = |index: usize| {
        let number = |at: Option<usize>| at.and_then(|at| found.get(at)).map(|(item, _)| item.number);
        let own = number(Some(index)).unwrap_or_default();
        number(index.checked_sub(1)).is_some_and(|before| before + 1 == own) || number(Some(index + 1)) == Some(own + 1)
    };
    let are_items: Vec<bool> = found.iter().enumerate().map(|(at, (_, begins))| *begins || is_beside(at)).collect();
    found.into_iter().zip(are_items).filter(|(_, is_item)| *is_item).map(|((item, _), _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_begin_with_a_number_at_a_line_or_one_of_a_row() {
        let of = |text: &str| {
            items(text)
                .into_iter()
                .map(|item| (item.number, text[item.range.end..].chars().take(3).collect()))
                .collect::<Vec<(u32, String)>>()
        };
        let is = |number: u32, next: &str| (number, next.to_owned());
        assert_eq!(of("Medications:\n1. Metformin 500\n2. Aspirin 81"), [is(1, "Met"), is(2, "Asp")]);
        assert_eq!(of("1. Pneumonia 2. No effusion 3. Nodule 4 mm 5. Stable").len(), 3);
        assert_eq!(of("Has 1) cough 2) fever"), [is(1, "cou"), is(2, "fev")]);
        assert_eq!(of("Pain 3. Walks well."), []);
        assert_eq!(of("Weight 8.2 kg\n82 kg"), []);
        assert_eq!(of("1. 2. cough"), [is(1, "2. "), is(2, "cou")]);
    }
    #[test]
    fn numbers_of_items_are_written_as_such_and_one_is_beside_another() {
        let of = |text: &str| items(text).into_iter().map(|item| item.number).collect::<Vec<u32>>();
        for (text, numbers) in [
            ("1. cough", &[1][..]),
            ("  - 1. cough", &[1]),
            ("\u{2022} 3) cough", &[3]),
            ("well\n30. cough", &[30]),
            ("well\n31. cough", &[]),
            ("well\n0. cough", &[]),
            ("well\n01. cough", &[]),
            ("(1) cough (2) fever", &[1, 2]),
            ("1.) cough 2.) fever", &[1, 2]),
            ("Has 1) cough 3) fever", &[]),
            ("Has 2) cough 1) fever", &[]),
            ("Has 1) cough and 2) 5 falls", &[]),
            ("Has 1) cough and 2) \"falls\"", &[1, 2]),
            ("Has 1) ~cough and 2) ?falls", &[1, 2]),
            ("1. 5 falls", &[1]),
            ("1.", &[]),
            ("1. ", &[]),
            ("1.cough", &[]),
            ("1.\ncough", &[1]),
            ("a1. cough", &[]),
            ("123. cough", &[]),
        ] {
            assert_eq!(of(text), numbers, "{text}");
        }
        assert_eq!(items("Has 1) cough 2) fever")[1].range, 13..16);
    }
}
