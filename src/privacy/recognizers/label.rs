//! Numbers and codes that a label names: "MRN: 00418", "policy no. GN-4418", "serial (pump) 77-1".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::spoken;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Score, View};

/// What may stand between a label and its value: "number", "(home)", "is on file as", a colon, the border of a table's cell.
static BETWEEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let between = concat!(
        r#"(?i)^(?:[ _.-]{0,2}(?:numbers?|num|nummer|numero|nbr|no|nr|ids?|identifier|code|card|tag|ref|pin|reg|lic|registration|license|licence)(?-u:\b)\.?){0,2}"#,
        r#"(?: ?\([^()\n0-9]{1,24}\))?"#,
        r#"(?:[ ,](?:is|was|are|of|for|as|in|on|file|still|listed|reads?|says|saying|ends?|ending|with|the|this|my|his|her|their|back|sticker|last (?:four|4)|digits|patient|pt|issued|number|no|it's|to)(?-u:\b)){0,5}"#,
        // Dots lead from a label to the end of its line.
        r#"(?: ?\.{3,60})?[ \n:#=|./"'*>_-]{0,8}[(\[]?[ #]{0,2}"#,
    );
    Regex::new(between).ok()
});

/// What follows a number that counts or measures something.
static MEASURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let measure = concat!(
        r"(?i)^(?: ?%| ?\^| ?(?:x ?10|[-/])? ?(?:mg|mcg|ug|\u{b5}g|ng|pg|g|gm|grams?|kg|lbs?|oz|ml|cc|l|dl|ul|liters?|litres?|mmol|umol|nmol|meq|units?|u|iu|miu|mm|cm|m|km|in|inch(?:es)?|ft|feet|",
        r"hours?|hrs?|h|minutes?|mins?|s|secs?|seconds?|ms|days?|d|weeks?|wks?|wk|months?|mos?|years?|yrs?|yo|y|bpm|mmhg|mm ?hg|kpa|cells?|copies|kcal|cal|calories|fr|french|ga|gauge|percent|",
        r"points?|pts?|tabs?|tablets?|caps?|capsules?|pills?|doses?|puffs?|drops?|times|x|patients|people|beats|steps|cigarettes|packs?|pack|ppd|degrees?|deg|c|f|hz|khz|mhz|db|gy|cgy|mci|mbq|wbc|rbc|k|th percentile)(?-u:\b))",
    );
    Regex::new(measure).ok()
});

/// Returns whether what follows byte `at` of `text` says that the number before it counts or measures something.
pub fn is_measured(text: &str, at: usize) -> bool {
    matches(&MEASURE, text, at).is_some()
}

fn matches(regex: &LazyLock<Option<Regex>>, text: &str, at: usize) -> Option<usize> {
    let found = regex.as_ref()?.find(text.get(at..)?)?;
    Some(at + found.end())
}

/// What a code must have to be taken for one.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The fewest digits.
    pub min_digits: usize,
    /// The fewest letters and digits.
    pub min_length: usize,
    /// The most letters and digits.
    pub max_length: usize,
}

impl Shape {
    /// A code with at least `min_digits` digits, up to 24 characters.
    pub const fn digits(min_digits: usize) -> Self {
        Shape { min_digits, min_length: min_digits, max_length: 24 }
    }
}

/// Labels, and what stands behind them.
pub struct Labelled {
    labels: Regex,
    shape: Shape,
    entity_type: EntityType,
    score: Score,
    pattern: &'static str,
}

impl Labelled {
    /// Returns what finds codes of `shape` behind one of `labels`, the alternatives of a regular expression, as
    /// `entity_type`; `None` if that is none, which a test of every recognizer rules out.
    pub fn new(
        pattern: &'static str,
        labels: &str,
        shape: Shape,
        entity_type: EntityType,
        score: Score,
    ) -> Option<Self> {
        let labels = Regex::new(&format!(r"(?i)(?-u:\b)(?:{labels})")).ok()?;
        Some(Labelled { labels, shape, entity_type, score, pattern })
    }

    /// Returns the codes of `view` behind the labels.
    pub fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = |range| Found {
            range,
            entity_type: self.entity_type,
            score: self.score,
            pattern: self.pattern,
            validation: None,
            context: Some("label"),
        };
        values(&self.labels, view.text()).filter_map(|at| self.read(view.text(), at)).map(found).collect()
    }

    fn read(&self, text: &str, at: usize) -> Option<Range<usize>> {
        code(text, at, self.shape).or_else(|| spoken::digits_at(text, at, self.shape.min_digits))
    }
}

/// Returns where the values behind the labels of `text` begin.
pub fn values<'t>(labels: &'t Regex, text: &'t str) -> impl Iterator<Item = usize> + 't {
    labels.find_iter(text).filter_map(|label| value_start(text, label.end()))
}

/// Returns where the value begins whose label ends at byte `at`; `None` if the label is only the beginning of a word.
pub fn value_start(text: &str, at: usize) -> Option<usize> {
    let next = text.get(at..)?.chars().next()?;
    let last = text.get(..at)?.chars().next_back()?;
    if next.is_alphabetic() && last.is_alphanumeric() {
        return None;
    }
    matches(&BETWEEN, text, at)
}

/// Letters that scanning makes of digits.
fn is_lookalike(byte: u8) -> bool {
    matches!(byte, b'O' | b'o' | b'I' | b'l' | b'S' | b'B' | b'Z')
}

/// A run of letters and digits, joined by single signs such as hyphens.
struct Token {
    end: usize,
    digits: usize,
    lookalikes: usize,
    length: usize,
    signs: usize,
}

impl Token {
    fn at(text: &str, start: usize) -> Option<Token> {
        let bytes = text.as_bytes();
        let is_part = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let mut token = Token { end: start, digits: 0, lookalikes: 0, length: 0, signs: 0 };
        while let Some(byte) = bytes.get(token.end) {
            let sign = matches!(byte, b'-' | b'/' | b'.' | b'_' | b'^');
            if byte.is_ascii_alphanumeric() {
                token.digits += usize::from(byte.is_ascii_digit());
                token.lookalikes += usize::from(is_lookalike(*byte));
                token.length += 1;
                token.end += 1;
            } else if token.length > 0 && sign && is_part(token.end + 1) {
                token.signs += 1;
                token.end += 1;
            } else if token.length > 0
                && *byte == b'-'
                && matches!(bytes.get(token.end + 1), Some(b' ' | b'\n'))
                && bytes.get(token.end + 2).is_some_and(u8::is_ascii_digit)
            {
                token.end += 2;
            } else {
                break;
            }
        }
        let joined = text.get(token.end..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric);
        (token.length > 0 && !joined).then_some(token)
    }

    /// The digits, with those that scanning made letters of.
    fn likely_digits(&self) -> usize {
        if self.digits > 0 && self.digits + self.lookalikes == self.length { self.length } else { self.digits }
    }
}

/// Returns the bytes of the code of `shape` that begins at byte `at` of `text`: "A1/0098 8417", "GHX 884 20 1157".
pub fn code(text: &str, at: usize, shape: Shape) -> Option<Range<usize>> {
    let first = Token::at(text, at)?;
    let (mut end, mut digits, mut length) = (first.end, first.likely_digits(), first.length);
    let mut last = first;
    let mut groups = 1;
    while text.as_bytes().get(end) == Some(&b' ') && groups < 6 {
        let Some(next) = Token::at(text, end + 1) else { break };
        let own = end + 1..next.end;
        if !goes_on(text, &last, &next, groups, own.clone()) || length + next.length > shape.max_length {
            break;
        }
        (end, digits, length, groups) = (next.end, digits + next.likely_digits(), length + next.length, groups + 1);
        last = next;
    }
    let whole = text.get(at..end)?;
    let number = groups == 1 && whole.bytes().all(|byte| byte.is_ascii_digit());
    let value = number && is_measured(text, end) || is_decimal(whole);
    let fits = digits >= shape.min_digits && (shape.min_length..=shape.max_length).contains(&length) && !value;
    fits.then_some(at..end)
}

/// Words that begin no code.
const WORDS: &[&str] = &[
    "and", "or", "at", "to", "was", "the", "with", "from", "but", "not", "he", "she", "who", "on", "by", "no", "for",
    "is", "in", "of", "had", "has", "then", "over", "age", "aged", "q", "x", "up", "down", "lost", "used", "took",
    "take", "per", "now", "new", "old", "ran", "got", "said", "says", "read", "shows",
];

/// Returns whether `next`, the bytes `own` of `text`, belongs to the code whose `groups`-th group is `last`.
fn goes_on(text: &str, last: &Token, next: &Token, groups: usize, own: Range<usize>) -> bool {
    let part = text.get(own.clone()).unwrap_or_default();
    let slashed = part.contains('/') && next.digits < 5;
    let of_something = matches!(text.as_bytes().get(next.end), Some(b':' | b'%' | b'=')) || slashed;
    if of_something || is_measured(text, next.end) {
        return false;
    }
    if last.likely_digits() == 0 {
        let start = own.start - 1 - last.length;
        let word = text.get(start..own.start - 1).unwrap_or_default();
        return groups == 1
            && last.length <= 4
            && next.digits >= 2
            && !WORDS.contains(&word.to_ascii_lowercase().as_str());
    }
    let number = next.digits > 0 && next.likely_digits() == next.length;
    let short = last.length <= 6 || last.signs > 0 && next.length == 4;
    let tail = groups >= 3 && next.digits == 0 && next.length <= 2 && is_upper(part);
    number && short && (2..=6).contains(&next.length) && last.length >= 2
        || number && groups >= 3 && next.length == 1
        || tail
}

/// Returns whether `text` is a decimal number or a range of two: a result.
fn is_decimal(text: &str) -> bool {
    let decimal = |part: &str| {
        let digits = |part: &str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.split_once('.').is_some_and(|(whole, rest)| digits(whole) && digits(rest))
    };
    text.split('-').all(decimal)
}

fn is_upper(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns whether one of the `count` words before byte `at` of `view`, none of them further than 80 bytes off, is one of
/// `words` (lower case, without accents).
pub fn follows(view: &View<'_>, at: usize, count: usize, words: &[&str]) -> bool {
    view.words_before(at)
        .take(count)
        .take_while(|word| word.range.end + 80 >= at)
        .any(|word| words.contains(&word.lower.trim_end_matches('s')) || words.contains(&word.lower.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<&str> {
        let labels = Regex::new(r"(?i)\b(?:mrn|policy|number)").unwrap();
        let at = values(&labels, text).next()?;
        code(text, at, Shape::digits(3)).and_then(|range| text.get(range))
    }

    #[test]
    fn codes_are_read_whole() {
        for (text, code) in [
            ("MRN: 00483-2217   DOB", "00483-2217"),
            ("mrn no. AMH.0008844127, x", "AMH.0008844127"),
            ("policy (dental) number is GN-4418- 0071, group", "GN-4418- 0071"),
            ("policy GHX 884 20 1157.", "GHX 884 20 1157"),
            ("policy 4418 902 771 KV), who", "4418 902 771 KV"),
            ("MRN | 4418001 | Saxena", "4418001"),
            ("mrn oo-3l82 s: 78 m", "oo-3l82"),
            ("MRN 310077 78 M", "310077"),
        ] {
            assert_eq!(read(text), Some(code), "{text}");
        }
        for text in ["MRN: pending", "mrnas 123", "policy 500 mg", "MRN: DOB: 1960", "number of 12"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
