//! A text as recognizers read it, with the way back to its bytes.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::span::{Examined, Span};

/// A text in which typography does not matter: letters are composed, compatibility forms of ASCII signs are those signs,
/// invisible signs are gone, every space is a plain one, every dash a hyphen, every quotation mark a straight one, and
/// lines end with a line feed. Case and accents stay.
pub struct View<'t> {
    source: &'t str,
    text: String,
    /// For each byte of `text` the bytes of the source that its character came from.
    origin: Vec<(u32, u32)>,
    words: Vec<Word>,
    /// The bytes of `text` that are tabs in the source, in order.
    tabs: Vec<usize>,
    /// The bytes of the spaces that stand for a line's end.
    breaks: Vec<usize>,
}

/// A word of a view: letters and digits, with apostrophes and full stops inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The bytes of the view's text.
    pub range: Range<usize>,
    /// The word in lower case, without accents.
    pub lower: String,
}

impl<'t> View<'t> {
    /// Returns the view of `text` as it stands.
    pub fn plain(text: &'t str) -> Self {
        let mut view = View::empty(text);
        for (span, c) in composed(text) {
            view.push(c, span);
        }
        view.find_words();
        view
    }

    /// Returns the view of `text` with its lines run together and words that a hyphen divides at a line's end made whole;
    /// `None` for a text of one line, whose plain view is the same.
    pub fn healed(text: &'t str) -> Option<Self> {
        let plain = View::plain(text);
        if !plain.text.trim_end().contains('\n') {
            return None;
        }
        let mut view = View::empty(text);
        let mut rest = plain.text.char_indices().peekable();
        let mut before = None;
        while let Some((at, c)) = rest.next() {
            let origin = plain.origin.get(at).copied().unwrap_or_default();
            let tail = plain.text.get(at + c.len_utf8()..).unwrap_or_default();
            let divided = c == '-' && before.is_some_and(char::is_alphabetic) && {
                let after = tail.trim_start_matches([' ', '\t']).strip_prefix('\n').map(str::trim_start);
                // Among capitals a word goes on with capitals: `HARG-` and `ROVE`.
                let written = plain.text.get(..at).unwrap_or_default();
                let shouted = written.chars().rev().take(2).filter(|c| c.is_uppercase()).count() == 2;
                let goes_on = |next: &str| next.chars().take(2).filter(|c| c.is_uppercase()).count() == 2;
                after.is_some_and(|next| next.starts_with(char::is_lowercase) || shouted && goes_on(next))
            };
            if divided {
                while rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                continue;
            }
            if c == '\n' {
                view.breaks.push(view.text.len());
            }
            view.push(if c == '\n' { ' ' } else { c }, origin);
            before = Some(c);
        }
        view.find_words();
        Some(view)
    }

    /// Returns the view of `text` with the letters that a scanner took for digits made digits again: `2O2l-O3-l4` is a day; `None` for a text
    /// that has none.
    pub fn rescanned(text: &'t str) -> Option<Self> {
        let mut view = View::plain(text);
        let numbers = view.text.split_inclusive(|c: char| !is_of_a_number(c));
        let mut written = String::with_capacity(view.text.len());
        for part in numbers {
            let number = part.trim_end_matches(|c: char| !is_of_a_number(c));
            // What a letter stands before is a word.
            let closed = part == number || !part.ends_with(char::is_alphanumeric);
            let alone = closed && !written.ends_with(char::is_alphanumeric);
            if alone && is_scanned(number) {
                written.extend(number.chars().map(|c| match c {
                    'O' | 'o' => '0',
                    'l' | 'I' => '1',
                    other => other,
                }));
                written.push_str(part.get(number.len()..).unwrap_or_default());
            } else {
                written.push_str(part);
            }
        }
        if written == view.text {
            return None;
        }
        view.text = written;
        view.find_words();
        Some(view)
    }

    /// Returns the text that recognizers read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the words in the order of the text.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Returns the text of `range`; empty where it does not fit.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// Returns whether a line ended within `range`, which may have been healed since.
    pub fn is_broken(&self, range: Range<usize>) -> bool {
        let first = self.breaks.partition_point(|at| *at < range.start);
        self.breaks.get(first).is_some_and(|at| *at < range.end) || self.slice(range).contains('\n')
    }

    /// Returns the lines, without what ends them, as they were before they were healed.
    pub fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        let plain = self.text.match_indices('\n').map(|(at, _)| at);
        let mut ends: Vec<usize> = plain.chain(self.breaks.iter().copied()).chain([self.text.len()]).collect();
        ends.sort_unstable();
        let mut start = 0;
        ends.into_iter().map(move |end| {
            let line = start..end;
            start = end + 1;
            line
        })
    }

    /// Returns the words before byte `at`, nearest first.
    pub fn words_before(&self, at: usize) -> impl Iterator<Item = &Word> {
        let end = self.words.partition_point(|word| word.range.end <= at);
        self.words.get(..end).unwrap_or_default().iter().rev()
    }

    /// Returns the words from byte `at` on.
    pub fn words_after(&self, at: usize) -> impl Iterator<Item = &Word> {
        let start = self.words.partition_point(|word| word.range.start < at);
        self.words.get(start..).unwrap_or_default().iter()
    }

    /// Returns the bytes of the source that `range` of this view came from; `None` for an empty range.
    pub fn source_span(&self, range: Range<usize>) -> Option<Span<Examined>> {
        let origins = self.origin.get(range).filter(|origins| !origins.is_empty())?;
        let start = origins.iter().map(|(start, _)| *start).min()?;
        let end = origins.iter().map(|(_, end)| *end).max()?;
        Span::new(start as usize..end as usize).filter(|span| span.of(self.source).is_some())
    }

    /// Returns whether the space at byte `at` is a tab in the source, which parts the columns of a table.
    pub fn is_tab(&self, at: usize) -> bool {
        self.tabs.binary_search(&at).is_ok()
    }

    fn empty(source: &'t str) -> Self {
        View {
            source,
            text: String::new(),
            origin: Vec::new(),
            words: Vec::new(),
            tabs: Vec::new(),
            breaks: Vec::new(),
        }
    }

    fn push(&mut self, c: char, origin: (u32, u32)) {
        if c == ' ' && self.source.as_bytes().get(origin.0 as usize) == Some(&b'\t') {
            self.tabs.push(self.text.len());
        }
        self.text.push(c);
        self.origin.extend(std::iter::repeat_n(origin, c.len_utf8()));
    }

    fn find_words(&mut self) {
        let words = self.text.unicode_word_indices();
        self.words =
            words.map(|(at, word)| Word { range: at..at + word.len(), lower: without_accents(word) }).collect();
    }
}

/// Returns whether `c` may be a digit of a scanned number, or a sign within one.
fn is_of_a_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, 'O' | 'o' | 'l' | 'I' | '.' | '-' | '/' | ':')
}

/// Returns whether `number` has letters for some of its digits, no more than there are digits; a single `l` behind few of them is a litre, and
/// one before a digit each a level of the spine: `l4-l5`, `l3/4`.
fn is_scanned(number: &str) -> bool {
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let letters = number.bytes().filter(u8::is_ascii_alphabetic).count();
    let litres = letters == 1 && number.ends_with('l') && digits < 5;
    let level = |part: &str| matches!(part.strip_prefix('l').unwrap_or(part).as_bytes(), [b'1'..=b'5']);
    let levels = number.split(['-', '/']).all(level);
    digits >= 2 && (1..=digits).contains(&letters) && !litres && !levels
}

/// Returns `text` in lower case without accents.
pub fn without_accents(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Returns the characters of the view of `text`, each with the bytes that it came from.
fn composed(text: &str) -> impl Iterator<Item = ((u32, u32), char)> {
    let mut out: Vec<((u32, u32), char)> = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let mut end = at + c.len_utf8();
        // What most texts are made of needs no tables.
        if matches!(c, ' '..='~' | '\n') && rest.peek().is_none_or(|(_, next)| next.is_ascii()) {
            let span = (u32::try_from(at).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX));
            out.push((span, c));
            continue;
        }
        let mut cluster = String::from(c);
        while let Some((at, mark)) = rest.next_if(|(_, c)| is_combining_mark(*c)) {
            cluster.push(mark);
            end = at + mark.len_utf8();
        }
        // A text of more than 4 GiB is refused long before.
        let span = (u32::try_from(at).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX));
        for c in cluster.nfc() {
            out.extend(plain(c).map(|c| (span, c)));
        }
    }
    out.into_iter()
}

/// Returns what `c` looks like in the view.
fn plain(c: char) -> impl Iterator<Item = char> {
    let sign = match c {
        '\r'
        | '\u{00AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}'
        | '\u{202A}'..='\u{202E}' => None,
        '\n' | '\u{0085}' | '\u{2028}' | '\u{2029}' | '\u{000B}' | '\u{000C}' => Some('\n'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => Some('-'),
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{02BC}' | '\u{00B4}' | '\u{FF07}' => Some('\''),
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{00AB}' | '\u{00BB}' => Some('"'),
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    };
    sign.into_iter().flat_map(|c| {
        let folded: Vec<char> = std::iter::once(c).nfkc().collect();
        if !c.is_ascii() && folded.iter().all(char::is_ascii) && !folded.contains(&' ') { folded } else { vec![c] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn typography_does_not_matter() {
        let text = "O\u{2019}Brien\u{a0}\u{2013} e\u{301}te\u{ad}\u{200b}\r\n\u{ff14}\u{ff12}";
        assert_eq!(View::plain(text).text(), "O'Brien - \u{e9}te\n42");
    }

    #[test]
    fn a_range_leads_back_to_its_bytes() {
        let text = "x e\u{301}\u{200b}te\u{301} \u{ff14}\u{ff12}";
        let view = View::plain(text);
        let at = view.text().find("\u{e9}t\u{e9}").unwrap();
        let span = view.source_span(at..at + 5).unwrap();
        assert_eq!(span.of(text), Some("e\u{301}\u{200b}te\u{301}"));
        let at = view.text().find("42").unwrap();
        assert_eq!(view.source_span(at..at + 2).unwrap().of(text), Some("\u{ff14}\u{ff12}"));
    }

    #[test]
    fn tabs_are_spaces_that_are_known() {
        let view = View::plain("\u{e9}\tb c");
        assert_eq!((view.text(), view.is_tab(2), view.is_tab(4)), ("\u{e9} b c", true, false));
    }

    #[test]
    fn broken_lines_are_healed() {
        let text = "seen by Dr Ama-\n  ra Okafor\nL4-\nL5 of 555-\n0100";
        assert_eq!(View::healed(text).unwrap().text(), "seen by Dr Amara Okafor L4- L5 of 555- 0100");
        assert!(View::healed("one line\n").is_none());
    }

    #[test]
    fn capitals_go_on_behind_a_hyphen_and_scanned_digits_are_digits() {
        assert_eq!(View::healed("HARG-\nROVE, T-\nWAVE").unwrap().text(), "HARGROVE, T- WAVE");
        for (text, read) in [
            ("on 2O2l-O3-l4, x", "on 2021-03-14, x"),
            ("IP 2O3.O.ll3.42", "IP 203.0.113.42"),
            ("(6l2)-555-Ol48 O46", "(612)-555-0148 046"),
        ] {
            let view = View::rescanned(text).unwrap();
            assert_eq!((view.text(), view.source_span(0..text.len()).unwrap().len()), (read, text.len()));
        }
        for text in ["pO2 60, CO2 24", "500l of 10l", "T4-O2x", "l4-l5, l3/4", "Ill at 10", "Hello"] {
            assert!(View::rescanned(text).is_none(), "{text}");
        }
    }

    #[test]
    fn where_lines_ended_is_still_known() {
        let healed = View::healed("seen by\nDr Okafor").unwrap();
        assert!(healed.is_broken(7..8) && !healed.is_broken(8..12));
        let lines: Vec<_> = healed.lines().map(|line| healed.slice(line).to_owned()).collect();
        assert_eq!(lines, ["seen by", "Dr Okafor"]);
        assert_eq!(View::plain("a\nb").lines().count(), 2);
    }

    #[test]
    fn a_word_goes_on_in_the_next_line_where_it_may() {
        for (text, healed) in [
            ("Ama-\nra", "Amara"),
            ("Ama- \t\n\n  ra here", "Amara here"),
            ("Ama-\nRa", "Ama- Ra"),
            ("Ama-\n4", "Ama- 4"),
            ("4-\nra", "4- ra"),
            ("- \nra", "-  ra"),
            ("Ama-ra\nhere", "Ama-ra here"),
            ("Ama -\nra", "Ama - ra"),
            ("HARG-\nROVE", "HARGROVE"),
            ("HARG-\nRove", "HARG- Rove"),
            ("HArg-\nROVE", "HArg- ROVE"),
            ("AT-\nROVE", "ATROVE"),
            ("T-\nROVE", "T- ROVE"),
            ("HARG-\nR", "HARG- R"),
            ("one\r\ntwo", "one two"),
        ] {
            assert_eq!(View::healed(text).unwrap().text(), healed, "{text:?}");
        }
        assert!(View::healed("one line").is_none() && View::healed("one\n\n ").is_none());
    }

    #[test]
    fn digits_that_a_scan_read_as_letters_are_digits_in_a_number_alone() {
        for (text, read) in [
            ("l2O", "l2O"),
            ("12O", "120"),
            ("4l2-555-O148", "412-555-0148"),
            ("at 1O:3O then", "at 10:30 then"),
            ("o1I2", "0112"),
            ("1l", "1l"),
            ("12l", "12l"),
            ("1234l", "1234l"),
            ("12345l", "123451"),
            ("12l4", "1214"),
            ("2OO", "2OO"),
            ("22OO", "2200"),
            ("22OOO", "22OOO"),
            ("T12O", "T12O"),
            ("12OT", "12OT"),
            ("12O,T", "120,T"),
            ("l3-l4", "l3-l4"),
            ("l3/4", "l3/4"),
            ("l3-l6", "13-16"),
            ("l13-l4", "113-14"),
            ("OO-II", "OO-II"),
            ("1234", "1234"),
        ] {
            let view = View::rescanned(text);
            assert_eq!(view.as_ref().map_or(text, |view| view.text()), read, "{text}");
        }
    }

    #[test]
    fn signs_are_read_as_the_plain_ones() {
        for (text, read) in [
            ("a\u{ad}b\u{200f}c\u{2064}d\u{feff}e\u{202e}f\r", "abcdef"),
            ("a\u{85}b\u{2028}c\u{2029}d\u{b}e\u{c}f", "a\nb\nc\nd\ne\nf"),
            ("\u{2010}\u{2015}\u{2212}\u{fe58}\u{fe63}\u{ff0d}", "------"),
            ("\u{2018}\u{201b}\u{2032}\u{2bc}\u{b4}\u{ff07}", "''''''"),
            ("\u{201c}\u{201f}\u{2033}\u{ab}\u{bb}", "\"\"\"\"\""),
            ("a\u{a0}b\u{3000}c\td", "a b c d"),
            ("\u{ff21}\u{ff11}\u{2460}\u{fb01}", "A11fi"),
            // What has a space in its plain form, or none in ASCII, stays.
            ("\u{2474}\u{a8}\u{e9}\u{df}", "(1)\u{a8}\u{e9}\u{df}"),
            ("e\u{301}e", "\u{e9}e"),
            ("q\u{301}\u{302}x", "q\u{301}\u{302}x"),
        ] {
            assert_eq!(View::plain(text).text(), read, "{text:?}");
        }
        assert_eq!(without_accents("\u{c9}TUDE \u{ff21}"), "etude a");
        assert_eq!(without_accents("Okafor"), "okafor");
    }

    #[test]
    fn words_lie_before_and_behind_a_byte() {
        let view = View::plain("One two, three");
        let shown = |words: Vec<&Word>| words.into_iter().map(|word| word.lower.clone()).collect::<Vec<_>>();
        assert_eq!(shown(view.words_before(7).collect()), ["two", "one"]);
        assert_eq!(shown(view.words_before(6).collect()), ["one"]);
        assert_eq!(shown(view.words_after(4).collect()), ["two", "three"]);
        assert_eq!(shown(view.words_after(5).collect()), ["three"]);
        assert_eq!((view.slice(4..7), view.slice(4..99)), ("two", ""));
        assert!(view.source_span(3..3).is_none() && view.source_span(3..99).is_none());
    }

    #[test]
    fn lines_are_those_of_the_text() {
        let of = |view: &View<'_>| view.lines().map(|line| view.slice(line).to_owned()).collect::<Vec<_>>();
        assert_eq!(of(&View::plain("a\n\nbc")), ["a", "", "bc"]);
        assert_eq!(of(&View::plain("abc")), ["abc"]);
        let healed = View::healed("a b\nc\nd").unwrap();
        assert_eq!(of(&healed), ["a b", "c", "d"]);
        let broken = |range: Range<usize>| healed.is_broken(range);
        assert!(broken(3..4) && broken(0..4) && broken(3..6) && broken(5..6));
        assert!(!broken(0..3) && !broken(4..5) && !broken(6..7) && !broken(1..2));
        let plain = View::plain("a\nb");
        assert!(plain.is_broken(0..2) && plain.is_broken(1..2) && !plain.is_broken(0..1) && !plain.is_broken(2..3));
    }

    proptest! {
        #[test]
        fn every_range_of_a_view_has_its_bytes(text in "[\\PC\r\n\u{301}\u{200b}\u{a0}-]{0,40}", a in 0usize..60, b in 0usize..60) {
            for view in [Some(View::plain(&text)), View::healed(&text)].into_iter().flatten() {
                let (a, b) = (a.min(b), a.max(b));
                if view.text().is_char_boundary(a) && view.text().is_char_boundary(b) && a < b && b <= view.text().len() {
                    prop_assert!(view.source_span(a..b).unwrap().of(&text).is_some());
                }
                for word in view.words() {
                    prop_assert!(view.source_span(word.range.clone()).is_some());
                }
            }
        }
    }
}
