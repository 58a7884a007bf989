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
