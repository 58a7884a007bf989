//! Text to terms: what the keyword index counts, and what a question asks it for.
//!
//! A [`Word`] is a Unicode word (UAX #29) with its place in the text. Words that a mark holds together
//! are counted alone and as a whole, so that a question finds the text however either is written:
//!
//! | text | words |
//! |---|---|
//! | `COVID-19`, `COVID19` | `COVID` `19` and the whole, whose term is `covid19` |
//! | `140/90`, `1:40`, `2019-03-02` | the numbers and the whole, as it is written |
//! | `1,234` | `1` `234` and the whole, whose term is `1234` |
//! | `q.d.`, `follow-up` | the parts and the whole, whose terms are `qd` and `followup` |
//! | `m²`, `CO₂` | the letters, the number and the whole |
//! | `mm[Hg]`, `5–7` | `mm` `Hg`; `5` `7`: brackets and dashes hold nothing together |
//!
//! A *term* is what [`term`] makes of a word: compatibility-normalised (NFKC), lower-case, without
//! accents, stemmed (Porter2). Stop words and words beyond [`MAX_TERM_BYTES`] have no term. This module
//! knows neither synonyms nor spelling; it looks at one text and keeps nothing.

use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::{UWordBoundIndices, UnicodeSegmentation, UnicodeWordIndices};

use crate::span::{Span, Text};

/// The longest term in bytes: what is longer (encoded data, long URLs) nobody types into a question.
pub const MAX_TERM_BYTES: usize = 64;

/// Letters that must stand before a final number for the letters to count alone: `COVID19`, not `B12`.
const LETTERS_BEFORE_NUMBER: usize = 3;

/// A word of a text, with where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a, T: Text> {
    /// The word as the text has it.
    pub text: &'a str,
    /// Where it stands, in bytes of the text.
    pub span: Span<T>,
}

/// Returns the words of `text` in reading order, the parts of a compound before its whole.
pub fn words<T: Text>(text: &str) -> Words<'_, T> {
    Words {
        text,
        bounds: Bounds { rest: text, from: 0, line: None },
        next_atom: None,
        atoms: VecDeque::new(),
        ready: VecDeque::new(),
        kind: PhantomData,
    }
}

/// Returns the distinct terms of `text` in byte order, each with the number of times it occurs.
pub fn bag(text: &str) -> BTreeMap<String, u32> {
    let mut bag = BTreeMap::new();
    for word in words::<crate::span::Question>(text) {
        if let Some(term) = term(word.text) {
            *bag.entry(term).or_insert(0) += 1;
        }
    }
    bag
}

/// Returns the term of one word as [`words`] gives it, or `None` for a stop word, a word without a letter or
/// digit, and a word whose term would be longer than [`MAX_TERM_BYTES`].
pub fn term(word: &str) -> Option<String> {
    let plain = if word.is_ascii() { word.to_ascii_lowercase() } else { fold(word) };
    let plain = if plain.contains(is_joiner) { join(&plain) } else { plain };
    if !plain.contains(char::is_alphanumeric) || STOP_WORDS.binary_search(&plain.as_str()).is_ok() {
        return None;
    }
    let term = if plain.contains(char::is_numeric) {
        without_final_zeros(plain)
    } else {
        Stemmer::create(Algorithm::English).stem(&plain).into_owned()
    };
    (term.len() <= MAX_TERM_BYTES).then_some(term)
}

/// Returns whether `word` (lower case) is one that has no term because every text has it.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Lower-cases and normalises `word`, and drops accents and the characters that are not seen.
fn fold(word: &str) -> String {
    let lower: String = word.nfkc().flat_map(char::to_lowercase).collect();
    lower
        .nfkd()
        .filter(|c| !is_accent(*c) && !is_invisible(*c))
        .nfc()
        .map(|c| if c == '’' { '\'' } else { c })
        .collect()
}

/// The block Combining Diacritical Marks: the accents of Latin, Greek and Cyrillic. The marks of other
/// scripts are vowels and stay.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// Soft hyphen, joiners, byte order mark and variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '_' | '\u{2010}' | '\u{2011}' | '\u{FF0D}')
}

fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '\u{2070}'..='\u{2079}' | '\u{2080}'..='\u{2089}')
}

/// Marks that may hold a compound together; a full stop between digits is part of a number.
fn is_joiner(c: char) -> bool {
    is_hyphen(c) || matches!(c, '.' | ':' | ',' | '/')
}

/// Writes a whole compound: numbers keep their marks but for commas, everything else is run together.
fn join(whole: &str) -> String {
    if whole.contains(char::is_alphabetic) {
        let mut joined = String::with_capacity(whole.len());
        let mut rest = whole.chars().peekable();
        while let Some(c) = rest.next() {
            let in_number =
                c == '.' && joined.ends_with(char::is_numeric) && rest.peek().is_some_and(|c| c.is_numeric());
            if in_number || !is_joiner(c) {
                joined.push(c);
            }
        }
        joined
    } else {
        whole.chars().filter(|c| *c != ',').collect()
    }
}

/// `5.40` is `5.4` and `7.0` is `7`: how many zeros a device prints must not decide what is found.
fn without_final_zeros(mut number: String) -> String {
    let decimal = number.split_once('.').is_some_and(|(whole, part)| {
        !whole.is_empty() && !part.is_empty() && [whole, part].iter().all(|s| s.bytes().all(|b| b.is_ascii_digit()))
    });
    if decimal {
        number.truncate(number.trim_end_matches('0').trim_end_matches('.').len());
    }
    number
}

/// The stretches between two word bounds that hold a letter or digit, each with where it begins. A line ends a word in any case; one of ASCII
/// alone is cut without tables of characters.
struct Bounds<'a> {
    rest: &'a str,
    /// Where the line begins.
    from: usize,
    line: Option<(Line<'a>, usize)>,
}

/// A line that is being cut.
enum Line<'a> {
    Ascii(UnicodeWordIndices<'a>),
    Any(UWordBoundIndices<'a>),
}

impl<'a> Iterator for Bounds<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((line, length)) = &mut self.line {
                let found = match line {
                    Line::Ascii(words) => words.next(),
                    Line::Any(bounds) => bounds.find(|(_, word)| word.contains(char::is_alphanumeric)),
                };
                if let Some((start, word)) = found {
                    return Some((self.from + start, word));
                }
                self.from += *length;
            }
            if self.rest.is_empty() {
                self.line = None;
                return None;
            }
            let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            let (line, rest) = self.rest.split_at_checked(end)?;
            self.rest = rest;
            let cut = if line.is_ascii() {
                Line::Ascii(line.unicode_word_indices())
            } else {
                Line::Any(line.split_word_bound_indices())
            };
            self.line = Some((cut, end));
        }
    }
}

/// The iterator that [`words`] returns.
pub struct Words<'a, T: Text> {
    text: &'a str,
    bounds: Bounds<'a>,
    next_atom: Option<Range<usize>>,
    atoms: VecDeque<Range<usize>>,
    ready: VecDeque<Range<usize>>,
    kind: PhantomData<T>,
}

impl<'a, T: Text> Words<'a, T> {
    fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The next piece that holds no joiner but the point of a decimal number.
    fn atom(&mut self) -> Option<Range<usize>> {
        while self.atoms.is_empty() {
            let (start, word) = self.bounds.next()?;
            let bytes = word.as_bytes();
            let digit_at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
            let mut from = 0;
            for (at, mark) in word.match_indices(['_', '.', ':', ',', ';']) {
                if mark == "." && digit_at(at.checked_sub(1)) && digit_at(Some(at + 1)) {
                    continue;
                }
                self.push(start + from..start + at);
                from = at + mark.len();
            }
            self.push(start + from..start + word.len());
        }
        self.atoms.pop_front()
    }

    /// Takes an atom, unless it is a mark alone: an accent may follow a joiner.
    fn push(&mut self, atom: Range<usize>) {
        if self.slice(&atom).contains(char::is_alphanumeric) {
            self.atoms.push_back(atom);
        }
    }

    /// Whether the mark between two neighbouring atoms makes them one compound.
    fn are_joined(&self, left: &Range<usize>, right: &Range<usize>) -> bool {
        let sides = (self.slice(left).chars().next_back(), self.slice(right).chars().next());
        let (Some(before), Some(after)) = sides else {
            return false;
        };
        let mut gap = self.slice(&(left.end..right.start)).chars();
        match (gap.next(), gap.next()) {
            (None, _) => before.is_alphabetic() && is_raised(after),
            (Some('.'), None) => before.is_alphabetic() && after.is_alphabetic(),
            (Some(':'), None) => before.is_alphabetic() == after.is_alphabetic(),
            (Some(',' | '/'), None) => before.is_numeric() && after.is_numeric(),
            (Some(mark), None) => is_hyphen(mark),
            (Some(_), Some(_)) => false,
        }
    }

    /// Queues an atom, and the letters of one such as `COVID19` with its number.
    fn queue(&mut self, atom: &Range<usize>) {
        self.ready.push_back(atom.clone());
        let word = self.slice(atom);
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let split = letters.len() < word.len()
            && letters.chars().all(char::is_alphabetic)
            && letters.chars().count() >= LETTERS_BEFORE_NUMBER;
        if split {
            let middle = atom.start + letters.len();
            self.ready.push_back(atom.start..middle);
            self.ready.push_back(middle..atom.end);
        }
    }
}

impl<'a, T: Text> Iterator for Words<'a, T> {
    type Item = Word<'a, T>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() {
            let first = self.next_atom.take().or_else(|| self.atom())?;
            self.queue(&first);
            let mut last = first.clone();
            self.next_atom = self.atom();
            while let Some(atom) = self.next_atom.take() {
                if !self.are_joined(&last, &atom) {
                    self.next_atom = Some(atom);
                    break;
                }
                self.queue(&atom);
                last = atom;
                self.next_atom = self.atom();
            }
            if last.end > first.end {
                self.ready.push_back(first.start..last.end);
            }
        }
        let range = self.ready.pop_front()?;
        Some(Word { text: self.slice(&range), span: Span::at(range.start, range.end - range.start) })
    }
}

/// English words of the closed classes (articles, pronouns, forms of be, have and do, common prepositions and
/// question words), chosen for this crate; in byte order. Negations (`no`, `not`, `without`) and words with a
/// medical or calendar reading (`may`, `will`, `it`'s case aside, `last`, `up`, `down`) are kept out of the list.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "hers", "him", "his", "how", "i", "if",
    "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "our", "ours", "she", "should", "so", "some",
    "such", "than", "that", "the", "their", "theirs", "them", "then", "there", "these", "they", "this", "those", "to",
    "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "with", "would", "you", "your",
    "yours",
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::span::DocumentText;

    fn terms(text: &str) -> Vec<String> {
        words::<DocumentText>(text).filter_map(|word| term(word.text)).collect()
    }

    #[test]
    fn words_are_folded_and_stemmed_and_stop_words_dropped() {
        assert_eq!(terms("What were the patient’s Medications?"), ["patient", "medic"]);
        assert_eq!(terms("José Gómez, naïve: Ménière"), terms("jose gomez naive meniere"));
        assert_eq!(terms("hyper\u{AD}tension ﬁbrosis １２０"), terms("hypertension fibrosis 120"));
        assert_eq!(terms("no fever, not without pain"), ["no", "fever", "not", "without", "pain"]);
    }

    #[test]
    fn numbers_are_kept_however_many_zeros_they_end_in() {
        assert_eq!(terms("5.4 5.40 7.0 70 0.0 1.2.30"), ["5.4", "5.4", "7", "70", "0", "1.2.30"]);
        assert_eq!(terms("140/90"), ["140", "90", "140/90"]);
        assert_eq!(terms("1,234"), ["1", "234", "1234"]);
        assert_eq!(terms("2019-03-02"), ["2019", "03", "02", "2019-03-02"]);
        assert_eq!(terms("titre 1:40"), ["titr", "1", "40", "1:40"]);
    }

    #[test]
    fn compounds_count_alone_and_as_a_whole() {
        assert_eq!(terms("COVID-19"), ["covid", "19", "covid19"]);
        assert_eq!(terms("COVID19"), ["covid19", "covid", "19"]);
        assert_eq!(terms("SARS-CoV-2"), ["sar", "cov", "2", "sarscov2"]);
        assert_eq!(terms("follow-ups"), ["follow", "up", "followup"]);
        assert_eq!(terms("HbA1c B12 T4"), ["hba1c", "b12", "t4"]);
        assert_eq!(terms("q.d. end.Next"), ["q", "d", "qd", "end", "next", "endnext"]);
        assert_eq!(terms("snake_case x-2.5"), ["snake", "case", "snakecas", "x", "2.5", "x2.5"]);
    }

    #[test]
    fn units_brackets_and_dashes_hold_nothing_together() {
        assert_eq!(terms("120 mm[Hg]"), ["120", "mm", "hg"]);
        assert_eq!(terms("1½ 糖尿"), ["1", "1⁄2", "糖", "尿"]);
        assert_eq!(terms("27.5 kg/m² 5–7 µg/dL"), ["27.5", "kg", "m", "2", "m2", "5", "7", "μg", "dl"]);
    }

    #[test]
    fn nothing_comes_of_what_holds_no_word() {
        for text in ["", " \r\n\t", "🩺 👍🏽 — … !?", "the of and", "\u{200D}"] {
            assert_eq!(terms(text), Vec::<String>::new(), "{text:?}");
        }
        assert_eq!(terms(&"x".repeat(MAX_TERM_BYTES + 1)), Vec::<String>::new());
    }

    #[test]
    fn spans_slice_the_words_out_of_their_text() {
        let text = "Naïve 🩺 HbA1c\r\n5.4 % — COVID-19";
        let found: Vec<_> = words::<DocumentText>(text).map(|word| word.span.of(text).unwrap()).collect();
        assert_eq!(found, ["Naïve", "HbA1c", "5.4", "COVID", "19", "COVID-19"]);
    }

    #[test]
    fn one_accent_does_not_change_how_the_other_words_are_cut() {
        let text = "Value:high code.Next 1:40 a_b 5;6 1,234 don't";
        let accented = terms(&format!("{text} é"));
        assert_eq!(accented[..accented.len() - 1], terms(text));
    }

    #[test]
    fn a_bag_counts() {
        let bag = bag("pain, Pains and no pain");
        assert_eq!(bag.into_iter().collect::<Vec<_>>(), [("no".to_owned(), 1), ("pain".to_owned(), 3)]);
    }

    #[test]
    fn the_stop_words_are_sorted() {
        assert!(STOP_WORDS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn an_accent_after_a_joiner_is_no_word() {
        let found: Vec<_> = words::<DocumentText>("A_\u{11366} b").map(|word| word.text).collect();
        assert_eq!(found, ["A", "b"]);
    }

    proptest! {
        #[test]
        fn every_word_is_a_slice_and_they_come_in_order(text in "\\PC{0,60}|[a-c19 .:,/_é🩺-]{0,40}") {
            let mut end = 0;
            for word in words::<DocumentText>(&text) {
                prop_assert_eq!(word.span.of(&text), Some(word.text));
                prop_assert!(word.text.contains(char::is_alphanumeric));
                prop_assert!(word.span.end() >= end || word.span.start() < end);
                end = word.span.end();
                if let Some(term) = term(word.text) {
                    prop_assert!(!term.is_empty() && term.len() <= MAX_TERM_BYTES);
                }
            }
        }

        #[test]
        fn a_text_is_cut_as_unicode_says_whatever_its_lines_hold(
            text in "([a-cA-C019 .:;,'/_é²🩺\u{301}\u{200D}\r-]{0,12}\n?){0,5}|\\PC{0,40}",
        ) {
            let bounds = text.split_word_bound_indices();
            // At these marks a stretch is cut in any case.
            let cut = |(start, word): (usize, &str)| -> Vec<(usize, String)> {
                let mut from = 0;
                let mut parts = Vec::new();
                for (at, mark) in word.match_indices(['_', '.', ':', ',', ';']) {
                    parts.push((start + from, word[from..at].to_owned()));
                    from = at + mark.len();
                }
                parts.push((start + from, word[from..].to_owned()));
                parts.retain(|(_, part)| part.contains(char::is_alphanumeric));
                parts
            };
            let expected: Vec<_> = bounds.flat_map(cut).collect();
            let found: Vec<_> = Bounds { rest: &text, from: 0, line: None }.flat_map(cut).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn case_does_not_matter(text in "[a-z0-9 .:,/'-]{0,40}") {
            prop_assert_eq!(terms(&text), terms(&text.to_ascii_uppercase()));
        }

        #[test]
        fn texts_side_by_side_give_the_terms_of_both(left in "[a-z0-9é.-]{0,20}", right in "[a-z0-9é.-]{0,20}") {
            let mut both = terms(&left);
            both.extend(terms(&right));
            prop_assert_eq!(terms(&format!("{left}\n{right}")), both);
        }
    }
}
