//! Texts in a normal form in which dress does not matter, aligned with the bytes they came from.
//!
//! Letters lose accents and case, compatibility forms (fullwidth, mathematical, ligatures) and letters that look like Latin ones
//! become those, and what cannot be seen is gone. A [`Folded`] text is made of such letters as words or as letters and digits without
//! anything between them, either as they are or with those signs made equal that scanners and jokers take for each other.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use crate::error::{Error, Result};

/// A folded text with the bytes of the original that each of its bytes came from.
pub(crate) struct Folded {
    text: String,
    origin: Vec<(u32, u32)>,
}

impl Folded {
    /// Returns the words of `text` divided by single spaces, with a space at either end.
    pub(crate) fn words(text: &str) -> Self {
        Self::divided(text, |c| c)
    }

    /// Returns the letters and digits of `text` only.
    pub(crate) fn dense(text: &str) -> Self {
        Self::run_together(text, |c| c.is_alphanumeric().then_some(c))
    }

    /// Returns the words of `text` as [`words`](Self::words) does, with signs made equal that are taken for each other: 0 and o,
    /// 1, i and l, 5 and s, 8 and b, @ and a, rn and m.
    pub(crate) fn noisy(text: &str) -> Self {
        Self::divided(text, lookalike).merged()
    }

    /// Returns the letters and digits of `text` only, with signs made equal as in [`noisy`](Self::noisy).
    pub(crate) fn noisy_dense(text: &str) -> Self {
        Self::run_together(text, |c| Some(lookalike(c)).filter(|c| c.is_alphanumeric())).merged()
    }

    /// Returns [`dense`](Self::dense) with each of its letters and digits made equal as in [`noisy`](Self::noisy), and none of two.
    pub(crate) fn alike(text: &str) -> Self {
        Self::run_together(text, |c| c.is_alphanumeric().then(|| lookalike(c)))
    }

    /// Returns the folded text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes of the original that the bytes `range` of the folded text came from.
    pub(crate) fn original(&self, range: Range<usize>) -> Range<usize> {
        let origins = self.origin.get(range).unwrap_or_default();
        let from = origins.iter().map(|(from, _)| *from).min().unwrap_or_default();
        let to = origins.iter().map(|(_, to)| *to).max().unwrap_or_default();
        from as usize..to.max(from) as usize
    }

    fn divided(text: &str, sign: fn(char) -> char) -> Self {
        let mut folded = Folded { text: String::from(" "), origin: vec![(0, 0)] };
        for (at, c) in text.char_indices() {
            let span = (at, at + c.len_utf8());
            let mut is_seen = false;
            for c in letters(c) {
                is_seen = true;
                let c = sign(c);
                if c.is_alphanumeric() {
                    folded.push(c, span);
                } else if !folded.text.ends_with(' ') {
                    folded.push(' ', span);
                }
            }
            folded.extend_last(is_seen, span);
        }
        if !folded.text.ends_with(' ') {
            folded.push(' ', (text.len(), text.len()));
        }
        folded
    }

    fn run_together(text: &str, sign: fn(char) -> Option<char>) -> Self {
        let mut folded = Folded { text: String::new(), origin: Vec::new() };
        for (at, c) in text.char_indices() {
            let span = (at, at + c.len_utf8());
            let mut is_seen = false;
            for c in letters(c) {
                is_seen = true;
                if let Some(c) = sign(c) {
                    folded.push(c, span);
                }
            }
            folded.extend_last(is_seen, span);
        }
        folded
    }

    /// Adds `c`, which came from the bytes `span`.
    fn push(&mut self, c: char, (from, to): (usize, usize)) {
        // Texts of 4 GiB are refused long before.
        let span = (u32::try_from(from).unwrap_or(u32::MAX), u32::try_from(to).unwrap_or(u32::MAX));
        self.text.push(c);
        self.origin.extend(std::iter::repeat_n(span, c.len_utf8()));
    }

    /// Makes one letter of two that look like one.
    fn merged(self) -> Self {
        let mut merged = Folded { text: String::with_capacity(self.text.len()), origin: Vec::new() };
        let mut rest = self.text.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, next)| *next);
            let (one, len) = match (c, next) {
                ('r', Some('n')) => ('m', 2),
                ('v', Some('v')) => ('w', 2),
                _ => (c, c.len_utf8()),
            };
            if len > c.len_utf8() {
                rest.next();
            }
            let span = self.original(at..at + len);
            merged.push(one, (span.start, span.end));
        }
        merged
    }

    /// A mark that folds to nothing belongs to the letter before it.
    fn extend_last(&mut self, is_seen: bool, (from, to): (usize, usize)) {
        if let Some(last) = self.origin.last_mut().filter(|last| !is_seen && last.1 as usize == from) {
            last.1 = u32::try_from(to).unwrap_or(u32::MAX);
        }
    }
}

/// Finds many folded texts at once, each with what is to be known of it.
pub(crate) struct Finder<P> {
    automaton: AhoCorasick,
    patterns: Vec<P>,
}

impl<P: Ord> Finder<P> {
    /// Returns the finder of `patterns`; of equal texts the least stays.
    ///
    /// # Errors
    /// `internal` when the automaton cannot be built (more than 2³¹ states).
    pub(crate) fn new(mut patterns: Vec<(String, P)>) -> Result<Self> {
        patterns.sort();
        patterns.dedup_by(|later, first| later.0 == first.0);
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(patterns.iter().map(|(text, _)| text))
            .map_err(|_| Error::internal("the automaton of known identifiers could not be built"))?;
        Ok(Finder { automaton, patterns: patterns.into_iter().map(|(_, pattern)| pattern).collect() })
    }

    /// Returns what is found in `folded`, overlapping too, with its bytes in the original; `margin` bytes at either end are left
    /// out of them.
    pub(crate) fn find<'a>(
        &'a self,
        folded: &'a Folded,
        margin: usize,
    ) -> impl Iterator<Item = (&'a P, Range<usize>)> + use<'a, P> {
        self.automaton.find_overlapping_iter(folded.text()).filter_map(move |found| {
            let pattern = self.patterns.get(found.pattern().as_usize())?;
            Some((pattern, folded.original(found.start() + margin..found.end() - margin)))
        })
    }
}

/// Returns the letters, in lower case and without accents, that `c` is or looks like; none for what cannot be seen.
pub(crate) fn letters(c: char) -> impl Iterator<Item = char> {
    let plain = c.is_ascii().then(|| c.to_ascii_lowercase());
    let other = (!c.is_ascii() && !is_invisible(c)).then(|| folded(c));
    plain.into_iter().chain(other.into_iter().flatten())
}

fn folded(c: char) -> Vec<char> {
    if matches!(c, 'ß' | 'ẞ') {
        return vec!['s', 's'];
    }
    if let Some(digit) = DIGITS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|value| *value < 10)) {
        return char::from_digit(digit, 10).into_iter().collect();
    }
    let simple: String = std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c) && !is_invisible(*c)).collect();
    let latin = if simple.is_ascii() { simple } else { skeleton(&simple).collect() };
    latin.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).map(nearest).collect()
}

/// The zeros of other scripts' digits, which Unicode has no compatibility form for.
const DIGITS: [u32; 12] =
    [0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0E50, 0x17E0];

/// Returns the Latin letter nearest to one that Unicode takes for no letter's double, but readers do.
fn nearest(c: char) -> char {
    match c {
        'ĸ' | 'к' | 'κ' => 'k',
        'ʙ' | 'в' | 'β' => 'b',
        'ʜ' | 'н' => 'h',
        'ᴍ' | 'ʍ' | 'м' | 'μ' => 'm',
        'ᴛ' | 'т' | 'τ' => 't',
        'ɢ' => 'g',
        'ɴ' | 'п' | 'η' => 'n',
        'ʀ' | 'я' | 'г' => 'r',
        'ʟ' => 'l',
        'ɪ' | 'ı' | 'ι' => 'i',
        'ʏ' => 'y',
        'и' => 'u',
        'ε' | 'є' | 'э' | 'ə' => 'e',
        'δ' => 'd',
        'λ' => 'l',
        'π' => 'n',
        'ω' => 'w',
        'ζ' => 'z',
        'ɑ' | 'α' => 'a',
        c => c,
    }
}

/// Returns the sign that stands for all that `c`, already folded, is taken for.
fn lookalike(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | 'i' | '!' | '|' => 'l',
        '2' => 'z',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        c => c,
    }
}

/// Whether `c` shows nothing: default-ignorable code points of Unicode, and soft hyphens.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dress_does_not_matter() {
        for (text, words) in [
            ("Zoë Müller-Łuk", " zoe muller luk "),
            ("ｈａｌｅｙ 𝓞𝓴𝓪𝓯𝓸𝓻 Ⓞⓚ", " haley okafor ok "),
            ("О\u{43a}аfоr Ηand", " okafor hand "),
            ("Ha\u{200b}l\u{301}ey\u{e0041}", " haley "),
            ("Groß Søren Æsa", " gross soren aesa "),
            ("٥٥٥-०१", " 555 01 "),
            ("", " "),
        ] {
            assert_eq!(Folded::words(text).text(), words, "{text}");
        }
        assert_eq!(Folded::dense("O k-a\tf.or 7").text(), "okafor7");
        assert_eq!(Folded::noisy("0kaf0r H@rrnon").text(), " okafor harmon ");
        assert_eq!(Folded::noisy("Bernie").text(), Folded::noisy("Bemie").text());
    }

    #[test]
    fn a_range_leads_back_to_its_bytes() {
        let text = "x Ha\u{200b}rrne\u{301}y.";
        let noisy = Folded::noisy(text);
        assert_eq!(noisy.text(), " x harmey ");
        assert_eq!(&text[noisy.original(3..9)], "Ha\u{200b}rrne\u{301}y");
    }

    proptest! {
        #[test]
        fn every_range_slices_its_text(text in "\\PC{0,30}", a in 0usize..40, b in 0usize..40) {
            for folded in [Folded::words(&text), Folded::dense(&text), Folded::noisy(&text), Folded::noisy_dense(&text)] {
                prop_assert!(text.get(folded.original(a.min(b)..a.max(b))).is_some());
                prop_assert!(folded.text().chars().all(|c| c == ' ' || c.is_alphanumeric()));
            }
        }
    }
}
