//! The units of a view and what is cheap to see of them: their shape, the signs at their borders and what the lexicon knows
//! of their words.
//!
//! `models/head/features.py` computes the same values; `docs/head.md` lists them in their order.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::privacy::detect::{View, without_accents};
use crate::privacy::lexicon::Lexicon;

/// The signs that a border may be; behind them stand the text's border and any other sign.
const SIGNS: [char; 21] =
    [' ', '\n', '\t', ',', '.', ':', '-', '/', '(', ')', '@', '\'', '#', '=', '|', '_', '&', '"', '+', ';', '^'];
const BORDERS: usize = SIGNS.len() + 2;
const TRAITS: usize = 13;
const SHAPES: usize = 24;
/// How many values there are of a unit.
pub const WIDTH: usize = SHAPES + 2 * BORDERS + TRAITS + 1;

/// Returns the units of `view`, its runs of letters and digits, in order, as bytes of its text.
pub fn units(view: &View<'_>) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    for (at, c) in view.text().char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        match units.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => units.push(at..at + c.len_utf8()),
        }
    }
    units
}

/// Reads what is to be seen of units.
pub struct Shapes<'v, 't> {
    view: &'v View<'t>,
    lexicon: &'v Lexicon,
    of_text: f32,
    /// Of each line, by its first byte: its end and the share of capitals among its letters.
    lines: BTreeMap<usize, (usize, f32)>,
}

impl<'v, 't> Shapes<'v, 't> {
    /// Returns the reader of the units of `view`, which asks `lexicon` what their words may be.
    pub fn new(view: &'v View<'t>, lexicon: &'v Lexicon) -> Self {
        let lines = view.lines().map(|line| (line.start, (line.end, capitals(view.slice(line.clone()))))).collect();
        Shapes { view, lexicon, of_text: capitals(view.text()), lines }
    }

    /// Returns what is known of `unit`, bytes of the view that [`units`] gave: [`WIDTH`] values.
    pub fn of(&self, unit: &Range<usize>) -> Vec<f32> {
        let text = self.view.slice(unit.clone());
        let before = self.view.slice(0..unit.start).chars().next_back();
        let after = self.view.slice(unit.end..self.view.text().len()).chars().next();
        let line = self.lines.range(..=unit.start).next_back();
        let (line_start, (line_end, of_line)) = line.map_or((0, (0, 0.0)), |(start, line)| (*start, *line));
        let first = self.view.slice(line_start..unit.start).trim().is_empty();
        let last = self.view.slice(unit.end..line_end).trim().is_empty();

        let mut values = Vec::with_capacity(WIDTH);
        values.extend(letters(text).map(one));
        values.extend([one(first), one(last), of_line, self.of_text]);
        let tab_before = unit.start.checked_sub(1).is_some_and(|at| self.view.is_tab(at));
        values.extend(one_of(border(before, tab_before), BORDERS));
        values.extend(one_of(border(after, self.view.is_tab(unit.end)), BORDERS));
        let traits = self.lexicon.of_word(&without_accents(text));
        values.extend((0..TRAITS).map(|bit| one(traits.bits() >> bit & 1 == 1)));
        values.push(one(traits.is_unknown() && !text.contains(char::is_numeric)));
        values
    }
}

/// Returns what is to be seen of a unit's letters and digits: its case or that it has digits, and its length.
fn letters(unit: &str) -> impl Iterator<Item = bool> {
    let length = unit.chars().count();
    let digits = unit.chars().filter(|c| c.is_numeric()).count();
    let letters = length - digits;
    let rest = unit.char_indices().nth(1).and_then(|(at, _)| unit.get(at..)).unwrap_or_default();
    let (upper, lower, small) = (is_upper(unit), is_lower(unit), is_lower(rest));
    let shape = [
        upper && letters > 1,
        lower,
        length > 1 && unit.starts_with(char::is_uppercase) && small,
        length == 1 && upper,
        letters > 1 && !(upper || lower || small),
        digits > 0 && letters == 0,
        digits > 0 && letters > 0,
    ];
    let number = (0..8).map(move |count| letters == 0 && digits.min(7) == count);
    let word = (0..5).map(move |three| letters > 0 && ((length - 1) / 3).min(4) == three);
    shape.into_iter().chain(number).chain(word)
}

fn is_upper(text: &str) -> bool {
    text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

fn is_lower(text: &str) -> bool {
    text.contains(char::is_lowercase) && !text.contains(char::is_uppercase)
}

/// Returns the share of the letters of `text` that are capitals; 0 where it has none.
fn capitals(text: &str) -> f32 {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (all, upper) = letters.fold((0_u32, 0_u32), |(all, upper), c| (all + 1, upper + u32::from(c.is_uppercase())));
    // A text has far fewer than 2^24 letters, or its share matters little.
    upper as f32 / all.max(1) as f32
}

/// Returns the index of the `sign` beside a unit; of none, that of the text's border.
fn border(sign: Option<char>, is_tab: bool) -> usize {
    let Some(sign) = sign else { return SIGNS.len() };
    let sign = if is_tab { '\t' } else { sign };
    SIGNS.iter().position(|known| *known == sign).unwrap_or(SIGNS.len() + 1)
}

fn one_of(index: usize, width: usize) -> impl Iterator<Item = f32> {
    (0..width).map(move |at| one(at == index))
}

fn one(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::privacy::lexicon::Traits;

    fn shown(text: &str, unit: usize) -> Vec<usize> {
        let view = View::plain(text);
        let lexicon = Lexicon::of([("rice".to_owned(), Traits::COMMON | Traits::FAMILY_NAME)]);
        let values = Shapes::new(&view, &lexicon).of(&units(&view)[unit]);
        assert_eq!(values.len(), WIDTH);
        (0..WIDTH).filter(|at| values[*at] == 1.0).collect()
    }

    #[test]
    fn units_are_runs_of_letters_and_digits() {
        let view = View::plain("Dr. O\u{2019}Brien_2\u{a0}(é)");
        let shown: Vec<_> = units(&view).into_iter().map(|unit| view.slice(unit)).collect();
        assert_eq!(shown, ["Dr", "O", "Brien", "2", "é"]);
        assert!(units(&View::plain(" -\n")).is_empty());
    }

    #[test]
    fn shape_borders_and_traits_stand_in_their_places() {
        // Capital and small, four letters; first and last of its line; line feed and the text's border; common, a family name.
        assert_eq!(shown("Dr\nRice", 1), [2, 16, 20, 21, 24 + 1, 47 + 21, 70, 70 + 7]);
        // Two digits; between two signs that are alike; nothing known, and no word.
        assert_eq!(shown("a:42:b", 1), [5, 9, 24 + 5, 47 + 5]);
        // A tab is a sign of its own; letters alone of which nothing is known; all of the letters are capitals.
        assert_eq!(shown("1\tOKAFOR", 1), [0, 16, 21, 22, 23, 24 + 2, 47 + 21, 83]);
        assert_eq!(shown("B7 ~", 0), [0, 6, 15, 20, 22, 23, 24 + 21, 47].iter().skip(1).copied().collect::<Vec<_>>());
    }

    #[test]
    fn letters_and_digits_have_one_shape_and_one_length() {
        // All in capitals, all small, a capital, one letter, other letters, digits, digits and letters; digits from 0 on;
        // letters by threes.
        for (unit, expected) in [
            ("OKAFOR", [0, 16].as_slice()),
            ("okafor", &[1, 16]),
            ("ok", &[1, 15]),
            ("oka", &[1, 15]),
            ("okaf", &[1, 16]),
            ("okaforok", &[1, 17]),
            ("okaforokaf", &[1, 18]),
            ("okaforokafork", &[1, 19]),
            ("okaforokaforokafor", &[1, 19]),
            ("Okafor", &[2, 16]),
            ("O", &[3, 15]),
            ("o", &[1, 15]),
            ("OkaFor", &[4, 16]),
            ("okaFor", &[4, 16]),
            ("OK4", &[0, 6, 15]),
            ("O4", &[6, 15]),
            ("Ok4", &[2, 6, 15]),
            ("4", &[5, 8]),
            ("42", &[5, 9]),
            ("4242424", &[5, 14]),
            ("424242424", &[5, 14]),
            ("李明", &[4, 15]),
            ("李", &[15]),
        ] {
            let found: Vec<usize> = letters(unit).enumerate().filter(|(_, holds)| *holds).map(|(at, _)| at).collect();
            assert_eq!(found, expected, "{unit}");
        }
    }

    #[test]
    fn signs_beside_a_unit_are_told_apart() {
        for (at, sign) in SIGNS.into_iter().enumerate() {
            assert_eq!(border(Some(sign), false), at, "{sign:?}");
        }
        assert_eq!((border(None, false), border(Some('~'), false)), (SIGNS.len(), SIGNS.len() + 1));
        assert_eq!((border(Some(' '), true), border(None, true)), (2, SIGNS.len()));
        assert_eq!(one_of(1, 3).collect::<Vec<_>>(), [0.0, 1.0, 0.0]);
        let view = View::plain("a\tb 4");
        let lexicon = Lexicon::default();
        let shapes = Shapes::new(&view, &lexicon);
        let of = |unit: usize| shapes.of(&units(&view)[unit]);
        assert_eq!((of(0)[SHAPES + BORDERS + 2], of(0)[SHAPES + BORDERS]), (1.0, 0.0), "a tab behind");
        assert_eq!((of(1)[SHAPES + 2], of(1)[SHAPES], of(1)[SHAPES + BORDERS]), (1.0, 0.0, 1.0), "a tab before");
        // A number is no word that nobody knows.
        assert_eq!((of(0)[WIDTH - 1], of(2)[WIDTH - 1]), (1.0, 0.0));
    }

    #[test]
    fn first_and_last_are_of_the_line_and_capitals_are_counted() {
        let view = View::plain("Seen: OKAFOR, J\n  by me (x) .\n12");
        let lexicon = Lexicon::default();
        let shapes = Shapes::new(&view, &lexicon);
        let found: Vec<(&str, f32, f32, f32)> = units(&view)
            .iter()
            .map(|unit| {
                let values = shapes.of(unit);
                (view.slice(unit.clone()), values[20], values[21], values[22])
            })
            .collect();
        let of_line = 8.0 / 11.0;
        assert_eq!(
            found,
            [
                ("Seen", 1.0, 0.0, of_line),
                ("OKAFOR", 0.0, 0.0, of_line),
                ("J", 0.0, 1.0, of_line),
                ("by", 1.0, 0.0, 0.0),
                ("me", 0.0, 0.0, 0.0),
                ("x", 0.0, 0.0, 0.0),
                ("12", 1.0, 1.0, 0.0),
            ]
        );
        assert_eq!(shapes.of(&units(&view)[0])[23], 8.0 / 16.0);
        assert_eq!((capitals("1 2"), capitals("aB"), capitals("AB")), (0.0, 0.5, 1.0));
    }

    #[test]
    fn each_trait_has_a_place_of_its_own() {
        let bits = (0..TRAITS).map(|bit| (format!("w{bit}"), Traits::of_bits(1 << bit)));
        let lexicon = Lexicon::of(bits.chain([("é".to_owned(), Traits::COMMON)]));
        let text = (0..TRAITS).map(|bit| format!("w{bit}")).collect::<Vec<_>>().join(" ");
        let view = View::plain(&text);
        let shapes = Shapes::new(&view, &lexicon);
        for (bit, unit) in units(&view).iter().enumerate() {
            let traits = shapes.of(unit)[SHAPES + 2 * BORDERS..].to_vec();
            let expected: Vec<f32> = (0..=TRAITS).map(|at| one(at == bit)).collect();
            assert_eq!(traits, expected, "{bit}");
        }
    }

    proptest! {
        #[test]
        fn every_unit_of_any_text_has_its_values(text in "[a-zA-Z0-9 \\PC\r\n\t\u{301}_-]{0,40}") {
            let view = View::plain(&text);
            let lexicon = Lexicon::default();
            let shapes = Shapes::new(&view, &lexicon);
            for unit in units(&view) {
                let values = shapes.of(&unit);
                prop_assert_eq!(values.len(), WIDTH);
                prop_assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
            }
        }
    }
}
