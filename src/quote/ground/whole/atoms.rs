//! A sentence read into what it claims: names, values, times, counts, and words that have a rule.

use std::collections::BTreeMap;

use super::names::Names;
use super::silent;
use super::words::{Said, Word, said};
use crate::document::FactKind;
use crate::question::concepts;
use crate::quote::ground::numbers::{COUNTED, Number, SPANS, SPELT};
use crate::quote::ground::opening;
use crate::quote::ground::sentence::{Sentence, Topics};
use crate::quote::ground::tokens::{Kind, Token};
use crate::quote::ground::world::World;

/// A number that may be a reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Value {
    /// Where its digits begin in the prose.
    pub start: usize,
    pub value: f64,
    pub half: f64,
}

/// A piece of what a sentence claims.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Atom {
    /// Told things that have this name.
    Thing(Vec<usize>),
    /// A coded answer, in lower case.
    Answer(String),
    Value(Value),
    Count(f64),
    /// A told time.
    Time(usize),
    /// The name of a part: systolic.
    Part(String),
    /// A word for things of a kind: medicines.
    Kind(FactKind),
    /// The same before a colon and a name, as passages have it: "Medication: …".
    Label(FactKind),
    /// A distance in time: "9 years".
    Span(String),
    Word(Word),
    /// A comma, or a word that only goes on.
    Break,
    /// The end of the line that leads to this one.
    Lead,
}

/// What was read of a sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Read {
    pub atoms: Vec<Atom>,
    /// The things that the passages are of which it names by their titles.
    pub aliases: Vec<usize>,
}

impl Read {
    /// Whether only words and titles stand in it that claim nothing.
    pub fn claims_nothing(&self) -> bool {
        self.atoms.iter().all(|atom| matches!(atom, Atom::Break | Atom::Word(Word::And)))
    }

    /// Returns the one thing that it names, if it names one.
    pub fn thing(&self) -> Option<Vec<usize>> {
        let mut things =
            self.atoms.iter().filter_map(|atom| if let Atom::Thing(things) = atom { Some(things) } else { None });
        let first = things.next()?;
        things.all(|other| other == first).then(|| first.clone())
    }

    pub fn names_nothing(&self) -> bool {
        !self.atoms.iter().any(|atom| matches!(atom, Atom::Thing(_)))
    }
}

/// Returns what `sentence` claims; `None` where anything of it is left over.
pub(super) fn read(sentence: &Sentence, world: &World, names: &Names) -> Option<Read> {
    let tokens = sentence.tokens.as_slice();
    let texts: Vec<String> = tokens
        .iter()
        .map(|token| if token.lower().is_empty() { token.text.to_lowercase() } else { token.lower().to_owned() })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let reader = Reader { sentence, tokens, texts: &texts, world, names };
    let mut read = Read::default();
    let mut at = reader.start();
    while at < tokens.len() {
        at += reader.next(at, &mut read)?;
    }
    Some(read)
}

struct Reader<'a> {
    sentence: &'a Sentence,
    tokens: &'a [Token],
    texts: &'a [&'a str],
    world: &'a World,
    names: &'a Names,
}

impl Reader<'_> {
    /// Returns where what it says begins: behind the signs and the number of a list, and behind "Yes" or "No" where that is right.
    fn start(&self) -> usize {
        let text = |at: usize| self.texts.get(at).copied().unwrap_or_default();
        let mut at = self.texts.iter().position(|text| *text == ":").map_or(0, |colon| {
            // "Here is what your records say:" leads to what stands behind it.
            let leads =
                colon + 1 < self.tokens.len() && silent::says_nothing(self.tokens.get(..colon).unwrap_or_default());
            if leads { colon + 1 } else { 0 }
        });
        while matches!(text(at), "#" | "*" | "-" | "–" | "•") {
            at += 1;
        }
        let is_place = self
            .tokens
            .get(at)
            .is_some_and(|token| token.number().is_some_and(|(value, _)| value < 100.0 && value.fract() == 0.0));
        if is_place && matches!(text(at + 1), "." | ")") && self.tokens.len() > at + 2 {
            at += 2;
        }
        let answers = matches!(text(at), "yes" | "no") && text(at + 1) == ",";
        let is_right = || {
            let topics = self.sentence.topics(self.world, None);
            opening::judged(self.sentence, &topics, self.world)
                .is_some_and(|mark| mark.verdict == crate::quote::ground::Verdict::Supported)
        };
        if answers && is_right() { at + 2 } else { at }
    }

    /// Reads what stands at token `at`; returns how many tokens it took, `None` where nothing takes it.
    fn next(&self, at: usize, read: &mut Read) -> Option<usize> {
        let rest = self.tokens.get(at..)?;
        let token = rest.first()?;
        if let Some((atom, len)) = self.named(rest) {
            read.atoms.push(atom);
            return Some(len);
        }
        match &token.kind {
            Kind::Time(time) => read.atoms.push(Atom::Time(*time)),
            Kind::OtherTime => return None,
            Kind::Name => match self.world.aliases.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(&token.text)) {
                Some((_, thing)) => read.aliases.push(*thing),
                None if self.world.several => return None,
                None => {}
            },
            Kind::Number { value, half } => return self.number(at, (*value, *half), read),
            Kind::Sign => return self.sign(at, &mut read.atoms),
            Kind::Word { lower, .. } => return self.word(at, lower, &mut read.atoms),
        }
        Some(1)
    }

    /// The longest name, of a thing, a part of a reading or an answer, that `rest` begins with.
    fn named(&self, rest: &[Token]) -> Option<(Atom, usize)> {
        let things: Vec<usize> = self.names.things.iter().map(|name| name.said(rest)).collect();
        let longest = things.iter().copied().max().unwrap_or_default();
        let answer = self.names.answers.iter().map(|(name, text)| (name.said(rest), text)).max_by_key(|(len, _)| *len);
        let part = self.names.parts.iter().map(|(name, text)| (name.said(rest), text)).max_by_key(|(len, _)| *len);
        match (answer, part) {
            (_, Some((len, text))) if len > longest => Some((Atom::Part(text.clone()), len)),
            (Some((len, text)), _) if len > longest => Some((Atom::Answer(text.clone()), len)),
            _ if longest == 0 => None,
            _ => {
                let same = things.iter().enumerate().filter(|(_, len)| **len == longest);
                let len = longest + initials(rest.get(..longest)?, rest.get(longest..)?);
                Some((Atom::Thing(same.map(|(at, _)| at).collect()), len))
            }
        }
    }

    fn number(&self, at: usize, (value, half): (f64, f64), read: &mut Read) -> Option<usize> {
        let next = self.texts.get(at + 1).copied().unwrap_or_default();
        if COUNTED.contains(&next) {
            // How many things there are of a kind, no rule counts.
            return counts_entries(next).then(|| read.atoms.push(Atom::Count(value))).map(|()| 2);
        }
        let start = self.tokens.get(at)?.range.start;
        read.atoms.push(Atom::Value(Value { start, value, half }));
        let topics = Topics::default();
        let number = Number { at, value, half, sentence: self.sentence, topics: &topics, world: self.world };
        // Whether the unit is the reading's own, the marks have judged.
        // "131/82" has no unit between, and "72 /min" one that begins so.
        let is_pair = next == "/" && self.tokens.get(at + 2).is_some_and(|token| token.number().is_some());
        let unit = number.written_unit().filter(|_| !is_pair);
        let len = unit.map_or(0, |(_, range)| {
            self.tokens
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .take_while(|token| token.range.end <= range.end)
                .count()
        });
        Some(1 + len)
    }

    fn sign(&self, at: usize, atoms: &mut Vec<Atom>) -> Option<usize> {
        let token = self.tokens.get(at)?;
        let (before, after) = (at.checked_sub(1).and_then(|before| self.tokens.get(before)), self.tokens.get(at + 1));
        let is_number = |token: Option<&Token>| token.is_some_and(|token| token.number().is_some());
        match token.text.as_str() {
            "," | ";" => atoms.push(Atom::Break),
            "/" if is_number(before) && is_number(after) => atoms.push(Atom::Word(Word::Slash)),
            "-" | "–" if is_number(before) && is_number(after) => atoms.push(Atom::Word(Word::Dash)),
            "-" | "–" => {
                let stands_alone = before.is_none_or(|before| before.range.end < token.range.start)
                    && after.is_none_or(|after| token.range.end < after.range.start);
                if !stands_alone {
                    return None;
                }
                atoms.push(Atom::Break);
            }
            "." if after.is_none() => {}
            ":" | "(" | ")" | "[" | "]" | "\"" | "“" | "”" | "*" => {}
            // A public passage that is named by its number; a statement of it is none of the records.
            _ => return None,
        }
        Some(1)
    }

    fn word(&self, at: usize, lower: &str, atoms: &mut Vec<Atom>) -> Option<usize> {
        let next = self.texts.get(at + 1).copied().unwrap_or_default();
        if let Some(count) = spelt(lower) {
            if lower == "once" || lower == "twice" {
                atoms.push(Atom::Count(count));
                return Some(1);
            }
            return counts_entries(next).then(|| atoms.push(Atom::Count(count))).map(|()| 2);
        }
        if matches!(lower, "but" | "while") {
            atoms.push(Atom::Break);
            return Some(1);
        }
        let is = |ahead: usize, is: &dyn Fn(&Token) -> bool| self.tokens.get(at + ahead).is_some_and(is);
        let is_told = |ahead: usize| is(ahead, &|token| matches!(token.kind, Kind::Time(_)));
        let is_number = |ahead: usize| {
            is(ahead, &|token| token.number().is_some() || spelt(token.lower()).is_some())
                || opening::is_that_number(self.sentence, at + ahead + 1)
                || (is(ahead, &|token| matches!(token.lower(), "about" | "approximately"))
                    && is(ahead + 1, &|token| token.number().is_some()))
        };
        let before = at.checked_sub(1).and_then(|before| self.texts.get(before)).copied().unwrap_or_default();
        if let Some(len) = self.span(at, atoms) {
            return Some(len);
        }
        // "131 over 82" is a pressure, and "131 over 6 years" none.
        if lower == "over" && matches!(atoms.last(), Some(Atom::Value(_))) && is_number(1) {
            atoms.push(Atom::Word(Word::Slash));
            return Some(1);
        }
        // "Given to Patient K7", "over 14 readings", "with a diastolic …".
        let is_of_person =
            matches!(lower, "to" | "by" | "for" | "of") && is(1, &|token| matches!(token.kind, Kind::Name));
        let is_count = matches!(lower, "over" | "across" | "in")
            && is_number(1)
            && self.texts.get(at + 2).is_some_and(|noun| counts_entries(noun));
        let is_with_part = lower == "with" && matches!(next, "a" | "an" | "the") && self.part(at + 2).is_some();
        if is_of_person || is_count || is_with_part {
            return Some(1);
        }
        // "That number" is the one that was asked for.
        if let (Some(asked), true) = (self.world.asked_bound, opening::is_that_number(self.sentence, at)) {
            let start = self.tokens.get(at)?.range.start;
            atoms.push(Atom::Value(Value { start, value: asked.value, half: 0.5 }));
            return Some(1);
        }
        // "135 mm[Hg] for the systolic".
        let is_the = usize::from(matches!(next, "the" | "your"));
        if lower == "for" && self.part(at + 1 + is_the).is_some() {
            return Some(1);
        }
        let (found, len) = said(before, self.texts.get(at..)?, is_told, is_number);
        match found {
            Said::Free => {}
            Said::Word(word) => atoms.push(Atom::Word(word)),
            Said::Strange => match (self.part(at), concepts::kinds_of(lower)) {
                (Some(part), _) => atoms.push(Atom::Part(part)),
                (None, [kind]) if next == ":" && matches!(lower, "medication" | "condition" | "allergy") => {
                    atoms.push(Atom::Label(*kind));
                }
                (None, [kind]) if lower != "family" && lower != "hereditary" => atoms.push(Atom::Kind(*kind)),
                _ => return None,
            },
        }
        Some(len)
    }

    /// "Over 9 years and 6 months": returns how many tokens that takes.
    fn span(&self, at: usize, atoms: &mut Vec<Atom>) -> Option<usize> {
        let text = |ahead: usize| self.texts.get(at + ahead).copied().unwrap_or_default();
        let is_span = |ahead: usize| {
            let number = self.tokens.get(at + ahead).is_some_and(|token| token.number().is_some());
            number && SPANS.contains(&text(ahead + 1))
        };
        if !matches!(text(0), "over" | "during" | "within" | "in") || !is_span(1) {
            return None;
        }
        let more = text(3) == "and" && is_span(4);
        let len = if more { 6 } else { 3 };
        atoms.push(Atom::Span((1..len).map(text).collect::<Vec<&str>>().join(" ")));
        Some(len)
    }

    /// The part that the word at `at` alone tells apart from all others that were told: systolic.
    fn part(&self, at: usize) -> Option<String> {
        let stem = self.tokens.get(at)?.stem();
        let parts: BTreeMap<&str, &[String]> = (self.world.topics.iter().flat_map(|topic| &topic.readings))
            .map(|reading| (reading.part_name.as_str(), reading.part.as_slice()))
            .collect();
        let own = |name: &str, stems: &[String]| -> Vec<String> {
            let others = || parts.iter().filter(|(other, _)| **other != name).flat_map(|(_, stems)| stems.iter());
            stems.iter().filter(|stem| others().all(|other| other != *stem)).cloned().collect()
        };
        let is_it = |(name, stems): &(&&str, &&[String])| own(name, stems) == [stem];
        parts.iter().find(is_it).filter(|_| !stem.is_empty()).map(|(name, _)| (*name).to_owned())
    }
}

/// Returns how many of the tokens behind a name are its initials in brackets: "Body Mass Index (BMI)".
fn initials(name: &[Token], behind: &[Token]) -> usize {
    let [open, short, close, ..] = behind else { return 0 };
    let first: String = name.iter().filter_map(|token| token.lower().chars().next()).collect();
    let is_it = open.text == "(" && close.text == ")" && first.len() > 1 && short.lower() == first;
    if is_it { 3 } else { 0 }
}

/// Whether a noun counts the entries of one thing.
fn counts_entries(noun: &str) -> bool {
    COUNTED.contains(&noun)
        && concepts::kinds_of(noun).is_empty()
        && !matches!(noun, "prescriptions" | "doses" | "visits")
}

/// Returns the number that a word is.
fn spelt(word: &str) -> Option<f64> {
    let small = match word {
        "once" | "one" => Some(1),
        "twice" => Some(2),
        _ => SPELT.iter().position(|spelt| *spelt == word).and_then(|at| u32::try_from(at + 2).ok()),
    };
    small.map(f64::from)
}
