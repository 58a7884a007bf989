//! Prose in pieces: words, numbers and signs, each with its place; times as the request told them are one piece.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::world::World;
use crate::index::analyze;

/// What a piece of prose is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A word; `lower` is it in lower case, `stem` what is compared.
    Word { lower: String, stem: String },
    /// A number, with half of its last place.
    Number { value: f64, half: f64 },
    /// A time that was told, by its place in [`World::times`].
    Time(usize),
    /// A time that was not: a distance from day 0 or a calendar date.
    OtherTime,
    /// A pseudonym or alias.
    Name,
    /// Any other sign.
    Sign,
}

/// A piece of prose.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub range: Range<usize>,
    /// As it stands.
    pub text: String,
    pub kind: Kind,
}

impl Token {
    /// Returns the word in lower case; empty for what is no word.
    pub fn lower(&self) -> &str {
        match &self.kind {
            Kind::Word { lower, .. } => lower,
            _ => "",
        }
    }

    /// Returns the stem; empty for what is no word.
    pub fn stem(&self) -> &str {
        match &self.kind {
            Kind::Word { stem, .. } => stem,
            _ => "",
        }
    }

    /// Returns what names are compared by: the stem, or a number as it stands.
    pub fn key(&self) -> &str {
        if matches!(self.kind, Kind::Number { .. }) { &self.text } else { self.stem() }
    }

    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<(f64, f64)> {
        match self.kind {
            Kind::Number { value, half } => Some((value, half)),
            _ => None,
        }
    }
}

/// Distances from day 0, as our words tell them and as models vary them.
static DISTANCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:day|week|month|year)s?(?:\s+and\s+\d+\s+(?:day|week|month)s?)?\s+(?:before|after|prior\s+to|earlier\s+than|from|since)\s+day\s+0\b|\bday\s+0\b").ok()
});
/// Calendar dates: ISO, with the month's name on either side, a month and a year, or a year alone.
static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:19|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d\b|\b(?:in|since|until|by|from|of|before|after|during)\s+((?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?)\b").ok()
});
/// Words with digits in them, numbers, words, and signs.
static PIECE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)?|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[^\s\p{L}\p{N}]").ok()
});

/// How a reply names a public passage by its number.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\[\s*sources?\s+(\d{1,4}(?:\s*(?:,|and|;|&)\s*(?:source\s+)?\d{1,4})*)\s*\]").ok()
});

/// Returns where `text` names public passages, and by which numbers.
pub fn cited(text: &str) -> Vec<(Range<usize>, Vec<usize>)> {
    let found = CITED.iter().flat_map(|form| form.captures_iter(text));
    let named = found.filter_map(|found| {
        let numbers = found.get(1)?.as_str().split(|c: char| !c.is_ascii_digit());
        Some((found.get(0)?.range(), numbers.filter_map(|number| number.parse().ok()).collect()))
    });
    named.collect()
}

/// Returns the pieces of `prose` in order.
pub(super) fn tokens(prose: &str, world: &World) -> Vec<Token> {
    let mut whole: Vec<Token> = Vec::new();
    let lower = prose.to_lowercase();
    // Lower case of some letters has another length: then names are looked for as they stand.
    let text = if lower.len() == prose.len() { lower.as_str() } else { prose };
    let free = |whole: &[Token], range: &Range<usize>| {
        whole.iter().all(|t| range.end <= t.range.start || t.range.end <= range.start)
    };
    // The number of a passage that was told is none of the records'.
    for (range, numbers) in cited(prose) {
        if numbers.iter().all(|number| (1..=world.sources).contains(number)) {
            let text = prose.get(range.clone()).unwrap_or_default().to_owned();
            whole.push(Token { text, range, kind: Kind::Sign });
        }
    }
    for name in &world.names {
        for (at, found) in text.match_indices(name.as_str()) {
            let range = at..at + found.len();
            if is_whole(text, &range) && free(&whole, &range) {
                whole.push(Token { text: found.to_owned(), range, kind: Kind::Name });
            }
        }
    }
    for found in DISTANCE.iter().flat_map(|form| form.find_iter(text)) {
        let range = found.range();
        if free(&whole, &range) {
            let kind = world.time(found.as_str()).map_or(Kind::OtherTime, Kind::Time);
            whole.push(Token { text: found.as_str().to_owned(), range, kind });
        }
    }
    for found in DATE.iter().flat_map(|form| form.captures_iter(text)) {
        let range = found.get(1).or(found.get(0)).map_or(0..0, |found| found.range());
        if free(&whole, &range) {
            let kind = world.date(text.get(range.clone()).unwrap_or_default()).map_or(Kind::OtherTime, Kind::Time);
            whole.push(Token { text: text.get(range.clone()).unwrap_or_default().to_owned(), range, kind });
        }
    }
    for found in PIECE.iter().flat_map(|form| form.find_iter(prose)) {
        let range = found.range();
        if free(&whole, &range) {
            whole.push(Token { kind: kind(found.as_str()), text: found.as_str().to_owned(), range });
        }
    }
    whole.sort_by_key(|token| token.range.start);
    minutes(&mut whole);
    whole
}

/// The "min" of "mL/min" is no minimum.
fn minutes(tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        let is_per = at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.text == "/");
        if let Some(Token { kind: Kind::Word { lower, .. }, .. }) = tokens.get_mut(at).filter(|_| is_per)
            && lower == "min"
        {
            "minute".clone_into(lower);
        }
    }
}

fn kind(text: &str) -> Kind {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let plain = text.replace(',', "");
        let places = plain.split_once('.').map_or(0, |(_, after)| after.len());
        let half = 0.5 / 10_f64.powi(i32::try_from(places).unwrap_or(0));
        return plain.parse().map_or(Kind::Sign, |value| Kind::Number { value, half });
    }
    if text.starts_with(char::is_alphabetic) {
        let lower = text.to_lowercase().replace('’', "'");
        let stem = stem(&lower);
        return Kind::Word { lower, stem };
    }
    Kind::Sign
}

/// Returns what of a word is compared: its stem, or itself where it is too common to have one.
pub(super) fn stem(lower: &str) -> String {
    let bare = lower.strip_suffix("'s").unwrap_or(lower);
    analyze::term(bare).unwrap_or_else(|| bare.to_owned())
}

fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).is_some_and(|before| before.ends_with(char::is_alphanumeric));
    let after = text.get(range.end..).is_some_and(|after| after.starts_with(char::is_alphanumeric));
    !before && !after
}

/// Returns whether two stems are of one word: the same, or one the beginning of the other.
pub(super) fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || (short.chars().count() >= 4 && long.starts_with(short) && long.len() - short.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quote::ground::world::Time;

    fn world() -> World {
        let time = |label: &str, day: &str| Time { label: label.to_owned(), days: day.parse().into_iter().collect() };
        World {
            times: vec![time("day 0", "2020-01-01"), time("3 years before day 0", "2017-01-01")],
            names: vec!["patient k7".to_owned(), "r1".to_owned()],
            sources: 2,
            ..World::default()
        }
    }

    /// The pieces of `prose`, each with a letter for what it is.
    fn pieces(prose: &str) -> Vec<String> {
        let shown = |token: &Token| {
            let kind = match token.kind {
                Kind::Word { .. } => 'w',
                Kind::Number { .. } => 'n',
                Kind::Time(_) => 't',
                Kind::OtherTime => 'o',
                Kind::Name => 'p',
                Kind::Sign => 's',
            };
            assert_eq!(prose.get(token.range.clone()).map(str::to_lowercase), Some(token.text.to_lowercase()));
            format!("{kind}:{}", token.text)
        };
        tokens(prose, &world()).iter().map(shown).collect()
    }

    #[test]
    fn prose_is_taken_apart_into_words_numbers_signs_names_and_times() {
        for (prose, expected) in [
            ("The LDL was 101.5 mg/dL.", &["w:The", "w:LDL", "w:was", "n:101.5", "w:mg", "s:/", "w:dL", "s:."][..]),
            ("1,010 HbA1c's don’t", &["n:1,010", "w:HbA1c's", "w:don’t"]),
            ("(day 0)", &["s:(", "t:day 0", "s:)"]),
            ("Day 00, day 1.", &["w:Day", "n:00", "s:,", "w:day", "n:1", "s:."]),
            ("3 Years  before day 0", &["t:3 years  before day 0"]),
            (
                "3 years before day 0 and three years prior to day 0",
                &["t:3 years before day 0", "w:and", "t:three years prior to day 0"],
            ),
            ("2 years and 3 months before day 0", &["o:2 years and 3 months before day 0"]),
            ("3 years after day 0", &["o:3 years after day 0"]),
            ("2017-01-01 and 2017-01-02", &["t:2017-01-01", "w:and", "o:2017-01-02"]),
            (
                "2 March 2019, March 2, 2019, 3/4/2019",
                &["o:2 march 2019", "s:,", "o:march 2, 2019", "s:,", "o:3/4/2019"],
            ),
            ("since 2019 of 2019 ml", &["w:since", "o:2019", "w:of", "o:2019", "w:ml"]),
            ("2019 ml", &["n:2019", "w:ml"]),
            ("Patient K7, R1 and R12", &["p:patient k7", "s:,", "p:r1", "w:and", "w:R12"]),
            ("Patient K77 xR1", &["w:Patient", "w:K77", "w:xR1"]),
            ("so [Source 2].", &["w:so", "s:[Source 2]", "s:."]),
            ("so [Source 3]", &["w:so", "s:[", "w:Source", "n:3", "s:]"]),
            ("so [Source 0]", &["w:so", "s:[", "w:Source", "n:0", "s:]"]),
            // A letter whose small form is longer: names are looked for as they stand.
            ("İ 3 years before day 0", &["w:İ", "t:3 years before day 0"]),
        ] {
            assert_eq!(pieces(prose), expected, "{prose}");
        }
    }

    #[test]
    fn a_number_is_known_to_half_of_its_last_place() {
        for (prose, value, half) in
            [("101", 101.0, 0.5), ("1,010", 1010.0, 0.5), ("13.2", 13.2, 0.05), ("13.25", 13.25, 0.005)]
        {
            let found = tokens(prose, &World::default())[0].number().unwrap();
            assert!((found.0 - value).abs() < 1e-9 && (found.1 - half).abs() < 1e-9, "{prose}: {found:?}");
        }
        let keys: Vec<String> =
            tokens("Readings of 13.2.", &World::default()).iter().map(|token| token.key().to_owned()).collect();
        assert_eq!(keys, ["read", "of", "13.2", ""]);
    }

    #[test]
    fn min_behind_a_slash_is_a_minute_and_else_the_least() {
        let words = |prose: &str| -> Vec<String> {
            tokens(prose, &World::default()).iter().map(|token| token.lower().to_owned()).collect()
        };
        assert_eq!(words("/min"), ["", "minute"]);
        assert_eq!(words("mL/min of min"), ["ml", "", "minute", "of", "min"]);
    }

    #[test]
    fn public_passages_are_named_by_their_numbers_in_brackets() {
        let found = |text: &str| -> Vec<(String, Vec<usize>)> {
            cited(text).into_iter().map(|(range, numbers)| (text[range].to_owned(), numbers)).collect()
        };
        assert_eq!(
            found("So [Source 1], [ sources 2, 3; source 14 ] and [SOURCE 5 and 6]."),
            [
                ("[Source 1]".to_owned(), vec![1]),
                ("[ sources 2, 3; source 14 ]".to_owned(), vec![2, 3, 14]),
                ("[SOURCE 5 and 6]".to_owned(), vec![5, 6])
            ]
        );
        assert_eq!(found("Source 1, [1], [Source], [Source 12345]"), []);
    }

    #[test]
    fn stems_are_of_one_word_where_one_begins_with_the_other() {
        for (a, b) in [("smok", "smok"), ("smok", "smoker"), ("smoking", "smok"), ("no", "no"), ("diabet", "diabetic")]
        {
            assert!(alike(a, b) && alike(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("smok", "smokeless"),
            ("bleed", "bleedings"),
            ("bod", "body"),
            ("smoke", "smoki"),
            ("", "anem"),
            ("hemoglobin", "hemato"),
        ] {
            assert!(!alike(a, b) && !alike(b, a), "{a} {b}");
        }
        assert_eq!((stem("readings"), stem("varga's"), stem("the")), ("read".into(), "varga".into(), "the".into()));
    }
}
