//! The gate: looks for known answers, for identifiers of known shape, for what recognizers find and for pieces that do not keep
//! to their operation's form, in every part of a request, as it stands and with its encodings undone.
//!
//! What is found is exempt by provenance alone. A known answer is, when every byte of it is ours, or when it is one word within
//! one piece of a terminology or of the closed vocabulary that is known as a common or medical word and written as such. What
//! recognizers find is, when our operations made every byte of it that is not ours, or when what it has of one such piece is known
//! as a whole, or word by word with a word of medicine among them; never in a term with a title in it ("Anemia Dr Young"). What is found in a decoded text is, when every byte of it is ours, or one such word comes out of one.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::decode::{View, views};
use super::known::{KnownAnswers, Occurrence};
use super::span_map::{Operator, Piece, SpanMap};
use crate::document::EntityType;
use crate::fold::Folded;
use crate::lazy_regex::LazyRegex;
use crate::span::{Span, Synthesised};

/// Finds identifying texts that the records do not name, and knows words. The kernel trusts it to find more, never less.
pub trait Detect {
    /// Returns the bytes of the identifying texts in `text`, and what they are.
    fn detect(&self, text: &str) -> Vec<(Range<usize>, EntityType)>;

    /// Returns what `term` is known as: a word, or several with one space between, in lower case without accents.
    fn knows(&self, term: &str) -> Familiarity;
}

/// What a term is known as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Familiarity {
    /// A name rather than a word, or nothing.
    Unknown,
    /// An everyday word.
    Common,
    /// A word of medicine, which terminologies write with a capital too.
    Medical,
}

/// Operations whose pieces are our own words and numbers, whatever they are made of.
const MADE_HERE: [Operator; 9] = {
    use Operator::{AgeBand, Alias, Band, Count, Noise, Round, Template, Time, Trend};
    [Template, Round, Noise, Band, Count, Time, AgeBand, Trend, Alias]
};
/// What mends the parts that are not the message.
const SETTINGS: &str = "change the endpoint settings; nothing was sent";
/// Most digits of a number of ours that may be a known answer by chance: postal codes, and no telephone number.
const MAX_CHANCE_DIGITS: usize = 6;

/// Which part of a request a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The HTTP method.
    Method,
    /// The address.
    Url,
    /// A header.
    Header,
    /// The body's frame: everything but the user message.
    Body,
    /// The user message, which spans point into.
    Message,
}

/// The rule that was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub enum Rule {
    /// An identifying text that the records name.
    KnownAnswer {
        /// What it is.
        entity_type: EntityType,
    },
    /// A text shaped like an identifier.
    Pattern {
        /// What it looks like.
        entity_type: EntityType,
    },
    /// A text that recognizers take for identifying.
    Detected {
        /// What they take it for.
        entity_type: EntityType,
    },
    /// A piece that does not have the form its operation gives.
    Form {
        /// The operation.
        operator: Operator,
    },
    /// A text that is not what its source says.
    Source,
    /// A request that is not built as it must be.
    Frame,
}

/// One reason to refuse. It holds no text of the request, the records or the question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Which part it is about.
    pub part: Part,
    /// The bytes of the user message; `None` for the other parts.
    pub span: Option<Span<Synthesised>>,
    /// The rule that was broken.
    pub rule: Rule,
    /// What is wrong.
    pub reason: &'static str,
    /// What would mend it.
    pub fix: &'static str,
}

impl Occurrence {
    /// Returns the rule that it breaks.
    pub(super) fn rule(&self) -> Rule {
        Rule::KnownAnswer { entity_type: self.entity_type }
    }
}

impl Finding {
    pub(super) fn of(part: Part, span: Option<Span<Synthesised>>, rule: Rule) -> Self {
        let reason = match rule {
            Rule::KnownAnswer { .. } => "an identifying text from the records",
            Rule::Pattern { .. } => "a text shaped like an identifier",
            Rule::Detected { .. } => "a text that looks identifying",
            Rule::Form { .. } => "a piece does not have the form its operation gives",
            Rule::Source => "a text that is not what its source says",
            Rule::Frame => "more encodings within each other than are undone",
        };
        let fix = if part == Part::Message { "leave the fact or the word out" } else { SETTINGS };
        Finding { part, span, rule, reason, fix }
    }

    /// Returns that `part` is not built as it must be, for `reason`, unless it `holds`.
    pub(super) fn unless(holds: bool, part: Part, reason: &'static str) -> Option<Self> {
        (!holds).then(|| Self::frame(part, reason))
    }

    pub(super) fn frame(part: Part, reason: &'static str) -> Self {
        Finding { part, span: None, rule: Rule::Frame, reason, fix: SETTINGS }
    }
}

/// A known answer, or what recognizers found, that was let through, because every byte of it is innocent by provenance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exemption {
    /// The bytes of the user message.
    pub span: Span<Synthesised>,
    /// What it would have been.
    pub entity_type: EntityType,
    /// The operation whose words it is a part of.
    pub operator: Operator,
}

/// A month as a regular expression.
macro_rules! month {
    () => {
        "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
    };
}

/// Shapes that identifiers have. Each cites the clause of 45 CFR 164.514(b)(2)(i) it serves.
static PATTERNS: [(EntityType, LazyRegex); 13] = [
    // (C) all elements of dates directly related to an individual, but the year, and ages over 89.
    (EntityType::Date, LazyRegex::new(r"\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b")),
    (EntityType::Date, LazyRegex::new(r"\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b")),
    (EntityType::Date, LazyRegex::new(concat!(r"(?i)\b", month!(), r"\.?,?\s+\d{1,4}\b"))),
    (EntityType::Date, LazyRegex::new(concat!(r"(?i)\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?", month!(), r"\b"))),
    (EntityType::Date, LazyRegex::new(r"\b\d{1,2}:\d{2}\b")),
    (EntityType::Age, LazyRegex::new(r"(?i)\b(?:9\d|1[0-3]\d)[\s-]*(?:years?|yrs?|y/?o)\b")),
    // (D), (E), (G)–(L), (R): numbers. Seven digits with at most single separators are a telephone
    // number, a record number or an account; so is any six-digit run and any long mix of letters and digits.
    (EntityType::Phone, LazyRegex::new(r"\d(?:[-. ()/]{0,2}\d){6,}")),
    (EntityType::Id, LazyRegex::new(r"\d{6,}")),
    (EntityType::Id, LazyRegex::new(r"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-")),
    (EntityType::Id, LazyRegex::new(r"(?i)\b[a-z]{1,4}[-#]?\d{5,}\b")),
    // (F) electronic mail addresses; (N), (O) URLs and IP addresses.
    (EntityType::Email, LazyRegex::new(r"@")),
    (EntityType::Url, LazyRegex::new(r"(?i)://|\bwww\.")),
    (EntityType::Url, LazyRegex::new(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")),
];

/// The form that each operation gives to its pieces. A piece of any other form is refused.
static FORMS: [(Operator, LazyRegex); 13] = [
    // Terminologies use no angle brackets, quotation marks or line breaks that could close our tags.
    (Operator::Code, LazyRegex::new(r#"^[^<>"\\\p{Cc}\p{Cf}]{1,300}$"#)),
    (Operator::Unit, LazyRegex::new(r"^[^\s<>@]{1,16}$")),
    (Operator::Round, LazyRegex::new(r"^-?\d{1,5}(?:\.\d{1,3})?$")),
    (Operator::Noise, LazyRegex::new(r"^-?\d{1,5}(?:\.\d{1,3})?$")),
    (
        Operator::Band,
        LazyRegex::new(
            r"^(?:(?:below|within|above) the reference range|at least -?\d{1,5}(?:\.\d{1,3})?|(?:at least -?\d{1,5}(?:\.\d{1,3})? and )?under -?\d{1,5}(?:\.\d{1,3})?)$",
        ),
    ),
    (Operator::Count, LazyRegex::new(r"^(?:\d{1,5}|3 to 5|6 to 10|more than 10|more than 99999)$")),
    (Operator::Trend, LazyRegex::new(r"^(?:rising|falling|steady|mixed)$")),
    (
        Operator::Time,
        LazyRegex::new(
            r"^(?:day 0|(?:(?:less than 1 month|\d{1,5} (?:days?|weeks?|months?|years?)(?: and \d{1,2} (?:days?|weeks?|months?))?) (?:before|after) day 0))$",
        ),
    ),
    (Operator::AgeBand, LazyRegex::new(r"^(?:under (?:5|10)|5 to 9|[1-8]0 to [1-8][49]|[1-8]5 to [1-8]9|90 or more)$")),
    (Operator::Pseudonym, LazyRegex::new(r"^Patient [A-Z][2-9]$")),
    (Operator::Alias, LazyRegex::new(r"^R[1-9]\d{0,3}$")),
    (Operator::Vocabulary, LazyRegex::new(r"^(?:[a-z]{1,20}(?:\d{1,2}[a-z]{0,2})?(?:-[a-z]{1,20}){0,3}|covid-19)$")),
    // Letters, or letters with one or two digits behind them: no number alone, no accent, nothing invisible, no second word.
    (Operator::Allowed, LazyRegex::new(r"^(?:[a-z]{2,24}(?:-[a-z]{2,24}){0,2}|[a-z]{3,20}\d{1,2})$")),
];

/// Returns whether `text` has the form that `operator` gives. Template words have no form of their own:
/// they are `'static`.
pub(super) fn has_form(operator: Operator, text: &str) -> bool {
    operator == Operator::Template
        || FORMS.iter().find(|(of, _)| *of == operator).is_some_and(|(_, form)| form.is_match(text))
}

/// Returns the letters and the digits of `text`, in small letters, where it is of letters with digits behind them and nothing else.
pub(crate) fn numbered(text: &str) -> Option<(&str, &str)> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = text.split_at(at);
    let is_both = !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    (is_both && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((letters, digits))
}

/// Returns whether `known` has `letters` by themselves, or with `digits` behind a sign: what a digit at a name and a code without its hyphen hide.
pub(crate) fn is_named_with_a_number(known: &KnownAnswers, letters: &str, digits: &str) -> bool {
    !letters.is_empty()
        && [letters.to_owned(), format!("{letters} {digits}")].iter().any(|text| !known.occurrences(text).is_empty())
}

/// What a request is looked through for.
pub(super) struct Gate<'a> {
    pub known: &'a KnownAnswers,
    pub detect: Option<&'a dyn Detect>,
}

impl Gate<'_> {
    /// Looks through the user message, with exemptions by provenance.
    pub(super) fn message(&self, map: &SpanMap) -> (Vec<Finding>, Vec<Exemption>) {
        let (mut findings, mut exemptions) = (BTreeSet::new(), BTreeSet::new());
        let mut found = |range: Range<usize>, rule: Rule, exempt: &dyn Fn(Span<Synthesised>) -> Option<Operator>| {
            let span = Span::at(range.start, range.len());
            match (exempt(span), rule) {
                (Some(operator), Rule::KnownAnswer { entity_type } | Rule::Detected { entity_type }) => {
                    exemptions.insert(Exemption { span, entity_type, operator });
                }
                (exempt, _) => findings.extend(exempt.is_none().then(|| Finding::of(Part::Message, Some(span), rule))),
            }
        };
        for piece in map.pieces().iter().filter(|piece| !has_form(piece.operator, map.text_of(piece))) {
            found(piece.span.range(), Rule::Form { operator: piece.operator }, &|_| None);
        }
        for piece in map.pieces().iter().filter(|piece| piece.operator == Operator::Allowed) {
            let (letters, digits) = numbered(map.text_of(piece)).unwrap_or_default();
            if is_named_with_a_number(self.known, letters, digits) {
                found(piece.span.range(), Rule::KnownAnswer { entity_type: EntityType::Person }, &|_| None);
            }
        }
        for hit in self.known.occurrences(map.text()) {
            found(hit.range.clone(), hit.rule(), &|span| self.exempt(map, span, hit.single_word));
        }
        for (range, rule) in self.shapes(map.text()) {
            found(range, rule, &|span| match rule {
                Rule::Detected { .. } => self.exempt_detected(map, span),
                _ => ours(map, span),
            });
        }
        let mut is_decoded = true;
        let joined =
            [&[Operator::Code, Operator::Vocabulary, Operator::Allowed][..], &[Operator::Round, Operator::Noise]];
        for (text, pieces) in joined.map(|operators| join(map, operators)) {
            let source = |range: Range<usize>| sources(&pieces, range).filter(|span| map.over(*span).len() > 1);
            let (views, is_all) = views(&text);
            for hit in self.known.occurrences(&text) {
                let Some(span) = source(hit.range.clone()) else { continue };
                found(span.range(), hit.rule(), &|span| self.exempt(map, span, false));
            }
            let decoded = views.iter().flat_map(|view| self.within(view, usize::MAX));
            for (hit, span) in decoded.filter_map(|(hit, range)| Some((hit, source(range)?))) {
                found(span.range(), hit.rule(), &|span| ours(map, span));
            }
            is_decoded &= is_all;
        }
        let (views, is_all) = views(map.text());
        for view in &views {
            for (hit, range) in self.within(view, usize::MAX) {
                found(range, hit.rule(), &|span| self.exempt(map, span, hit.single_word && self.detect.is_some()));
            }
            let shapes = if view.is_shaped { self.shapes(view.traced.text()) } else { Vec::new() };
            for (range, rule) in shapes {
                found(view.traced.source(range), rule, &|span| ours(map, span));
            }
        }
        if !(is_decoded && is_all) {
            found(0..map.text().len(), Rule::Frame, &|_| None);
        }
        (findings.into_iter().collect(), exemptions.into_iter().collect())
    }

    /// Returns the known answers in `view` that are long enough, or as long as `enough`, with the bytes that they came from.
    pub(super) fn within<'v>(
        &self,
        view: &'v View,
        enough: usize,
    ) -> impl Iterator<Item = (Occurrence, Range<usize>)> + use<'v> {
        let text = view.traced.text();
        self.known.occurrences(text).into_iter().filter_map(move |hit| {
            let signs = text.get(hit.range.clone())?.chars().filter(|c| c.is_alphanumeric()).count();
            let range = view.traced.source(hit.range.clone());
            (signs >= view.least.min(enough)).then_some((hit, range))
        })
    }

    /// Returns what in `text` is shaped like an identifier or taken for one by recognizers.
    pub(super) fn shapes(&self, text: &str) -> Vec<(Range<usize>, Rule)> {
        let detected = self.detect.iter().flat_map(|detect| detect.detect(text));
        let detected = detected.map(|(range, entity_type)| (range, Rule::Detected { entity_type }));
        let shaped = PATTERNS.iter().flat_map(|(entity_type, pattern)| {
            let found = pattern.compiled().into_iter().flat_map(|regex| regex.find_iter(text));
            found.map(|found| (found.range(), Rule::Pattern { entity_type: *entity_type }))
        });
        detected.chain(shaped).collect()
    }

    /// Returns what `text` is known as; `None` with no recognizers to ask.
    pub(super) fn knows(&self, text: &str) -> Option<Familiarity> {
        self.detect.map(|detect| detect.knows(Folded::words(text).text().trim()))
    }

    /// Returns the operation that makes a known answer innocent at `span`, if one does.
    fn exempt(&self, map: &SpanMap, span: Span<Synthesised>, is_single: bool) -> Option<Operator> {
        let (text, pieces) = (span.of(map.text())?, map.over(span));
        let Some(piece) = pieces.iter().find(|piece| piece.operator != Operator::Template) else {
            return Some(Operator::Template);
        };
        let is_number = !text.contains(char::is_alphabetic);
        let innocent = if pieces.iter().all(|piece| MADE_HERE.contains(&piece.operator)) {
            (is_number || (is_single && pieces.len() == 1))
                && text.chars().filter(char::is_ascii_digit).count() <= MAX_CHANCE_DIGITS
        } else {
            is_single && pieces.len() == 1 && is_of_vocabulary(piece) && self.is_word(map, piece, span, text)
        };
        innocent.then_some(piece.operator)
    }

    /// Returns whether `text`, at `span` in `piece`, is a word written as one: small, or with a capital that its place explains
    /// (the first word, or all have one) or that a medical word may have. Without recognizers to ask none is explained.
    fn is_word(&self, map: &SpanMap, piece: &Piece, span: Span<Synthesised>, text: &str) -> bool {
        let is_small = !text.contains(char::is_uppercase);
        let mut words = map.text_of(piece).split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 3);
        let is_explained = span.start() == piece.span.start() || words.all(|word| word.starts_with(char::is_uppercase));
        match self.knows(text) {
            None => is_small,
            Some(Familiarity::Unknown) => false,
            Some(Familiarity::Common) => is_small || is_explained,
            Some(Familiarity::Medical) => true,
        }
    }

    /// Returns the operation that makes what recognizers found at `span` innocent, if one does.
    fn exempt_detected(&self, map: &SpanMap, span: Span<Synthesised>) -> Option<Operator> {
        let pieces = map.over(span);
        let mut other = pieces.iter().filter(|piece| is_of_vocabulary(piece) || piece.operator == Operator::Allowed);
        let Some(piece) = other.next() else { return pieces.first().map(|piece| piece.operator) };
        let both = Span::<Synthesised>::new(span.start().max(piece.span.start())..span.end().min(piece.span.end()))?;
        let folded = Folded::words(both.of(map.text())?);
        let each: Vec<Option<Familiarity>> = folded.text().split_whitespace().map(|term| self.knows(term)).collect();
        let is_of_medicine = each.contains(&Some(Familiarity::Medical)) && !each.contains(&Some(Familiarity::Unknown));
        let is_known = is_of_medicine || self.knows(folded.text().trim()) > Some(Familiarity::Unknown);
        // What people are called by. Terminologies have "MR" for a picture, "MS" for a disease and "HLA-DR".
        let is_title = |it| "Dr dr DR Mr mr Mrs mrs Ms Miss Prof prof Doctor Professor".split(' ').any(|one| one == it);
        let is_titled = map.text_of(piece).split(|sign: char| !sign.is_alphabetic()).any(is_title);
        (other.next().is_none() && is_of_vocabulary(piece) && is_known && !is_titled).then_some(piece.operator)
    }
}

fn is_of_vocabulary(piece: &Piece) -> bool {
    matches!(piece.operator, Operator::Code | Operator::Vocabulary)
}

/// Returns that every byte of `span` is ours.
fn ours(map: &SpanMap, span: Span<Synthesised>) -> Option<Operator> {
    map.over(span).iter().all(|piece| piece.operator == Operator::Template).then_some(Operator::Template)
}

/// Returns the texts of the pieces that `operators` made, with a space between, and where each begins in it and in the message.
fn join(map: &SpanMap, operators: &[Operator]) -> (String, Vec<(usize, Span<Synthesised>)>) {
    let (mut text, mut pieces) = (String::new(), Vec::new());
    for piece in map.pieces().iter().filter(|piece| operators.contains(&piece.operator)) {
        pieces.push((text.len(), piece.span));
        text.push_str(map.text_of(piece));
        text.push(' ');
    }
    (text, pieces)
}

/// Returns the bytes of the message that `range` of the joined `pieces` came from.
fn sources(pieces: &[(usize, Span<Synthesised>)], range: Range<usize>) -> Option<Span<Synthesised>> {
    let at = |byte: usize| {
        let piece = pieces.partition_point(|(start, _)| *start <= byte).checked_sub(1)?;
        pieces.get(piece).map(|(start, span)| (span.start() + byte - start).min(span.end()))
    };
    Span::new(at(range.start)?..at(range.end.checked_sub(1)?)? + 1)
}

#[cfg(test)]
mod tests;
