//! A text as rules about names read it: words with their shape, what they do, what the lexicon knows of them, and what stands
//! between them.

use std::ops::Range;

use super::class::{self, Class};
use crate::privacy::detect::View;
use crate::privacy::lexicon::{Lexicon, Traits};

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `okafor`
    Lower,
    /// `Okafor`, `McDonald`, `O'Brien`
    Capital,
    /// `OKAFOR`, two letters or more
    Upper,
    /// `J`
    Letter,
    /// Digits, or mostly.
    Number,
    /// `eGFR`, `pH`
    Mixed,
}

/// How the stretch around a word is written, and so what a capital says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Casing {
    /// Sentences with capitals where they belong.
    Mixed,
    /// No capitals at all.
    Lower,
    /// All in capitals.
    Upper,
}

/// What stands between a word and the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Nothing before: the text's start.
    Start,
    /// One space, or nothing at all.
    Space,
    /// A hyphen.
    Hyphen,
    /// A hyphen at a line's end.
    BrokenHyphen,
    /// A comma.
    Comma,
    /// A full stop and space: an abbreviation's or a sentence's.
    Stop,
    /// A line's end that may be in the middle of a sentence.
    Wrap,
    /// A line's end, or the end of a cell or field.
    Field,
    /// A colon or equals sign.
    Colon,
    /// An opening bracket or quotation mark.
    Open,
    /// A closing bracket or quotation mark.
    Close,
    /// A slash.
    Slash,
    /// A circumflex, as HL7 version 2 parts the components of a name.
    Caret,
    /// An ampersand or plus.
    And,
    /// Anything else.
    Other,
}

/// A word.
#[derive(Debug, Clone)]
pub struct Token<'v> {
    /// The bytes of the view's text.
    pub range: Range<usize>,
    /// As it is written.
    pub raw: &'v str,
    /// In lower case without accents, without a possessive ending.
    pub lower: &'v str,
    /// Whether a possessive ending was taken off.
    pub possessive: bool,
    /// How it is written.
    pub shape: Shape,
    /// How what is around it is written.
    pub casing: Casing,
    /// What it does.
    pub class: Class,
    /// What the lexicon knows of it.
    pub traits: Traits,
    /// What stands before it.
    pub gap: Gap,
    /// Whether a sentence or a line may begin here, so that a capital says little.
    pub begins: bool,
}

impl Token<'_> {
    /// Returns whether a capital sets the word apart from the words around it.
    pub fn stands_out(&self) -> bool {
        self.shape == Shape::Capital && self.casing == Casing::Mixed
    }

    /// Returns whether the word is a Roman numeral from II on.
    pub fn is_roman(&self) -> bool {
        self.shape == Shape::Upper && self.raw.chars().all(|c| matches!(c, 'I' | 'V' | 'X')) && self.raw != "XI"
    }

    /// Returns whether the word is written with letters only, but for an apostrophe.
    pub fn is_word(&self) -> bool {
        !matches!(self.shape, Shape::Number)
    }

    /// Returns the bytes of the word without a possessive ending.
    pub fn name_range(&self) -> Range<usize> {
        let end = if self.possessive {
            self.raw.rfind('\'').map_or(self.range.end, |at| self.range.start + at)
        } else {
            self.range.end
        };
        self.range.start..end
    }
}

/// The words of a view.
pub struct Tokens<'v> {
    /// The view.
    pub view: &'v View<'v>,
    /// What is known of words.
    pub lexicon: &'v Lexicon,
    /// The words in their order.
    pub all: Vec<Token<'v>>,
}

impl<'v> Tokens<'v> {
    /// Returns the words of `view`, with what `lexicon` knows of them.
    pub fn of(view: &'v View<'v>, lexicon: &'v Lexicon) -> Self {
        let casings = casings(view);
        let mut all: Vec<Token<'v>> = Vec::with_capacity(view.words().len());
        let mut before = 0;
        for word in view.words() {
            let raw = view.text().get(word.range.clone()).unwrap_or_default();
            let between = view.text().get(before..word.range.start).unwrap_or_default();
            let (lower, possessive) = without_possessive(&word.lower);
            let gap = if before == 0 {
                Gap::Start
            } else {
                gap(
                    between,
                    view.is_broken(before..word.range.start),
                    (before..word.range.start).any(|at| view.is_tab(at)),
                )
            };
            let traits = traits(lexicon, lower);
            let class = class_of(lower, traits);
            let begins = begins(gap, between, all.last());
            before = word.range.end;
            let casing = casing_at(&casings, word.range.start);
            all.push(Token {
                range: word.range.clone(),
                raw,
                lower,
                possessive,
                shape: shape(raw),
                casing,
                class,
                traits,
                gap,
                begins,
            });
        }
        Tokens { view, lexicon, all }
    }

    /// Returns whether `word` is an everyday or a medical word, or one of headings.
    pub fn is_everyday(&self, word: &str) -> bool {
        class::of_word(word) != Class::default()
            || traits(self.lexicon, word).is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG)
    }

    /// Returns the word at `index`.
    pub fn get(&self, index: usize) -> Option<&Token<'v>> {
        self.all.get(index)
    }

    /// Returns the word before the one at `index`.
    pub fn before(&self, index: usize) -> Option<&Token<'v>> {
        index.checked_sub(1).and_then(|index| self.all.get(index))
    }

    /// Returns what stands between the word at `index` and the one before.
    pub fn between(&self, index: usize) -> &'v str {
        let end = self.get(index).map_or(self.view.text().len(), |token| token.range.start);
        let start = if index == 0 { 0 } else { self.before(index).map_or(end, |token| token.range.end) };
        self.view.text().get(start..end).unwrap_or_default()
    }

    /// Returns the bytes from the word at `first` to the one at `last`, without that one's possessive ending.
    pub fn range(&self, first: usize, last: usize) -> Range<usize> {
        match (self.get(first), self.get(last)) {
            (Some(first), Some(last)) => first.range.start..last.name_range().end,
            _ => 0..0,
        }
    }

    /// Returns the indexes of the words that lie in `range`.
    pub fn inside(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.all.partition_point(|token| token.range.end <= range.start);
        let end = self.all.partition_point(|token| token.range.start < range.end);
        first..end
    }
}

fn without_possessive(lower: &str) -> (&str, bool) {
    match lower.strip_suffix("'s") {
        Some(name) if name.len() > 1 => (name, true),
        _ => (lower, false),
    }
}

fn shape(raw: &str) -> Shape {
    // French articles: `l'Oréal`, `d'Arc`.
    let raw = match raw.split_once('\'') {
        Some((article, name)) if article.len() == 1 && name.starts_with(char::is_uppercase) => name,
        _ => raw,
    };
    let letters = raw.chars().filter(|c| c.is_alphabetic()).count();
    let digits = raw.chars().filter(|c| c.is_numeric()).count();
    let upper = raw.chars().filter(|c| c.is_uppercase()).count();
    let first_upper = raw.chars().next().is_some_and(char::is_uppercase);
    if digits > 0 && digits * 2 >= letters {
        Shape::Number
    } else if letters == 1 {
        Shape::Letter
    } else if upper == 0 {
        // Scripts without case are read as names' capitals are: they cannot be told apart.
        if raw.chars().any(|c| c.is_alphabetic() && !c.is_lowercase()) { Shape::Capital } else { Shape::Lower }
    } else if upper == letters || raw.strip_suffix("'s").is_some_and(|raw| raw.chars().all(|c| !c.is_lowercase())) {
        Shape::Upper
    } else if upper >= 3 && raw.chars().all(|c| c.is_uppercase() || matches!(c, 'l' | 'o' | '0' | '1' | '5')) {
        // A scan reads capitals as the small letters and digits that look like them.
        Shape::Upper
    } else if first_upper && is_capitalised(raw) && !(digits > 0 && upper > 1) {
        Shape::Capital
    } else {
        Shape::Mixed
    }
}

/// Returns whether no capital but the first stands anywhere but behind `Mc`, `Mac`, `De`, `O'` and the like.
fn is_capitalised(raw: &str) -> bool {
    let inner: Vec<(usize, char)> = raw.char_indices().skip(1).filter(|(_, c)| c.is_uppercase()).collect();
    match inner.as_slice() {
        [] => true,
        [(at, _)] => raw.get(..*at).is_some_and(|head| {
            head.ends_with(['\'', '.']) || (head.len() <= 5 && head.chars().count() > 1 && raw.len() > at + 2)
        }),
        _ => raw.contains('.') && raw.len() <= 8,
    }
}

fn traits(lexicon: &Lexicon, lower: &str) -> Traits {
    let traits = lexicon.of_word(lower);
    if traits.is_unknown() { without_noise(lexicon, lower) } else { traits }
}

/// What scanned letters are read as: a mistaken sign, and what it may stand for.
const CONFUSED: [(&str, &str); 8] =
    [("rn", "m"), ("1", "l"), ("1", "i"), ("0", "o"), ("5", "s"), ("l", "i"), ("i", "l"), ("vv", "w")];

/// Returns the words that a scan may have read as `lower`: with one sign read wrongly, or all of its kind.
pub fn readings(lower: &str) -> impl Iterator<Item = String> {
    CONFUSED.iter().filter(move |(read, _)| lower.contains(read)).flat_map(move |(read, meant)| {
        let single = lower.match_indices(read).map(move |(at, read)| {
            let (head, tail) = (lower.get(..at).unwrap_or_default(), lower.get(at + read.len()..).unwrap_or_default());
            [head, meant, tail].concat()
        });
        single.chain([lower.replace(read, meant)])
    })
}

/// Returns what `lexicon` knows of an everyday or medical word that a scan may have read as `lower`.
fn without_noise(lexicon: &Lexicon, lower: &str) -> Traits {
    if lower.len() < 4 {
        return Traits::default();
    }
    readings(lower).map(|word| lexicon.of_word(&word)).fold(Traits::default(), |all, traits| {
        if traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG) { all | traits } else { all }
    })
}

fn class_of(lower: &str, traits: Traits) -> Class {
    let class = class::of_word(lower);
    if class != Class::default() || lower.len() < 4 || traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) {
        return class;
    }
    readings(lower).map(|word| class::of_word(&word)).find(|class| *class != Class::default()).unwrap_or_default()
}

fn gap(between: &str, broken: bool, tabbed: bool) -> Gap {
    let wide = tabbed || between.contains("  ");
    let signs = between.trim();
    let has_line = between.contains('\n');
    if signs.contains(['|', ';']) {
        return Gap::Field;
    }
    if signs == "-" && !between.starts_with(' ') && (has_line || broken) {
        return Gap::BrokenHyphen;
    }
    if signs.contains([':', '=']) {
        return Gap::Colon;
    }
    if has_line || (wide && !broken) {
        return Gap::Field;
    }
    match signs {
        "" if broken => Gap::Wrap,
        "" => Gap::Space,
        "-" if between == "-" => Gap::Hyphen,
        "," | ".," => Gap::Comma,
        "." => Gap::Stop,
        "/" => Gap::Slash,
        "^" => Gap::Caret,
        "&" | "+" => Gap::And,
        "#" => Gap::Colon,
        // A quotation mark opens what it touches, and closes what stands before it.
        signs if signs.ends_with(['(', '[', '<', '{']) || between.ends_with('"') => Gap::Open,
        signs if signs.starts_with([')', ']', '>', '}']) || signs.starts_with('"') || signs.ends_with('"') => {
            Gap::Close
        }
        _ => Gap::Other,
    }
}

/// Titles, initials and abbreviations end in a full stop that ends no sentence.
fn begins(gap: Gap, between: &str, before: Option<&Token<'_>>) -> bool {
    match gap {
        Gap::Start | Gap::Field | Gap::Wrap => true,
        Gap::Stop => before.is_none_or(|token| {
            !token.class.is(Class::TITLE | Class::SUFFIX | Class::CREDENTIAL) && token.shape != Shape::Letter
        }),
        Gap::Space | Gap::Hyphen | Gap::BrokenHyphen | Gap::Comma | Gap::Slash | Gap::Caret | Gap::And => false,
        Gap::Colon | Gap::Open | Gap::Close | Gap::Other => between.contains(['.', '!', '?', ':', '"', '-', '*', ')']),
    }
}

/// Stretches of a text and how each is written, by the byte where each ends.
fn casings(view: &View<'_>) -> Vec<(usize, Casing)> {
    let (mut upper, mut letters) = (0, 0);
    for c in view.text().chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        upper += usize::from(c.is_uppercase());
    }
    // A text of a sentence or more with hardly a capital was typed without them.
    let rest = if letters >= 12 && upper * 100 <= letters { Casing::Lower } else { Casing::Mixed };
    let mut stretches = Vec::new();
    let mut end = 0;
    for line in view.lines() {
        end = line.end.max(end);
        let line = view.text().get(line).unwrap_or_default();
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        let upper = line.chars().filter(|c| c.is_uppercase()).count();
        stretches.push((end, if letters >= 4 && upper * 4 >= letters * 3 { Casing::Upper } else { rest }));
    }
    stretches
}

fn casing_at(stretches: &[(usize, Casing)], at: usize) -> Casing {
    let index = stretches.partition_point(|(end, _)| *end <= at);
    stretches.get(index).or(stretches.last()).map_or(Casing::Mixed, |(_, casing)| *casing)
}

#[cfg(test)]
mod tests;
