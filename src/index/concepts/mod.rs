//! What words mean: concepts with all their names, the broader ones above them, and those they have to do with.
//!
//! A [`Vocabulary`] finds the names of concepts in a text, the longest first, by an automaton over normalised words: names are runs
//! of word numbers in order, and each further word narrows the run of names that still fit. It is made at set-up from open vocabularies
//! (`docs/vocabularies.md`), or from a person's own UMLS ([`umls`]). What a mention says of its concept, whether it is denied, somebody
//! else's, past or only possible, is [`context`]'s part.
//!
//! It knows names and no more: a word with several meanings has all of them, and a meaning that no vocabulary names is not found.

pub mod context;
mod draft;
mod packed;
pub mod table;
pub mod umls;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

pub use self::context::Context;
use self::context::{Cue, Plain};
pub use self::draft::Draft;
use super::analyze;
use crate::span::{Span, Text};

/// Names one of the concepts of a [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConceptId(pub u32);

/// Words of names that say nothing: "cancer of the breast" is "cancer breast".
const SKIPPED: [&str; 4] = ["an", "in", "of", "the"];

/// Roman numbers of types and grades, and the same in digits; "IV" is a way into a vein.
const ROMAN: [(&str, &str); 2] = [("ii", "2"), ("iii", "3")];

/// Returns the terms as which texts may have a word of names.
pub(super) fn written_as(word: &str) -> impl Iterator<Item = &str> {
    let roman = ROMAN.iter().filter(move |(_, digit)| *digit == word).map(|(roman, _)| *roman);
    std::iter::once(word).chain(roman)
}

/// Marks that no name goes across.
const ENDS: &[char] =
    &['.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '/', '|', '"', '·', '•', '\n', '\r', '\t', '—', '–'];

/// Levels of narrower concepts that an expansion goes down.
const LEVELS: usize = 4;

/// Concepts that an expansion has at most: of the open vocabularies every kind of "cancer" is among them.
const MOST_EXPANDED: usize = 10_000;

/// How a concept is to one that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The same, whatever it is called.
    Same,
    /// A kind of it.
    Narrower,
    /// It has to do with it.
    Related,
    /// It is a kind of this.
    Broader,
}

impl Relation {
    /// Returns what speaking of such a concept counts, of 1 for the very same.
    pub fn weight(self) -> f64 {
        match self {
            Relation::Same => 1.0,
            Relation::Narrower => 0.9,
            Relation::Related => 0.4,
            Relation::Broader => 0.3,
        }
    }
}

/// A name of concepts in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention<T: Text> {
    /// Where it stands, from its first word to its last.
    pub span: Span<T>,
    /// The number of the name.
    pub name: u32,
    /// How it is meant.
    pub context: Context,
}

/// Rows of numbers, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Lists {
    /// Where each row ends.
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.items.extend(row);
        self.ends.push(self.items.len() as u32);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).and_then(|at| self.ends.get(at)).map_or(0, |end| *end as usize);
        let end = self.ends.get(at).map_or(start, |end| *end as usize);
        self.items.get(start..end).unwrap_or_default()
    }
}

/// Texts, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Words {
    ends: Vec<u32>,
    text: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(self.text.len() as u32);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).and_then(|at| self.ends.get(at)).map_or(0, |end| *end as usize);
        let end = self.ends.get(at).map_or(start, |end| *end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The number of `word`, where the texts are in order.
    fn find(&self, word: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle as u32),
            }
        }
        None
    }
}

/// Concepts with their names and how they hang together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vocabulary {
    words: Words,
    /// The names in order, each a row of numbers of words.
    names: Lists,
    /// For each word the first name that begins with it, and one more for the end.
    first: Vec<u32>,
    /// Whether a name counts only where it is written in capitals.
    capitals: Vec<bool>,
    /// How each concept is called where people read it.
    labels: Words,
    /// The concepts of each name.
    concepts_of: Lists,
    /// The names of each concept, the preferred one first.
    names_of: Lists,
    broader: Lists,
    narrower: Lists,
    related: Lists,
    /// The SHA-256 of what it is written as.
    id: [u8; 32],
}

/// A word of a text as names have it, and where it stands.
struct Token<T: Text> {
    /// Its number, where any name has it.
    word: Option<u32>,
    span: Span<T>,
    /// Whether it is written in capitals.
    capitals: bool,
    /// Whether a name may go on from the word before to this one.
    joined: bool,
}

impl Vocabulary {
    /// Returns what tells this vocabulary from any other.
    pub fn id(&self) -> [u8; 32] {
        self.id
    }

    /// Returns the number of concepts.
    pub fn len(&self) -> usize {
        self.names_of.len()
    }

    /// Returns whether there is no concept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of different names.
    pub fn names(&self) -> usize {
        self.names.len()
    }

    /// Returns the bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        let lists = [&self.names, &self.concepts_of, &self.names_of, &self.broader, &self.narrower, &self.related];
        let numbers: usize = lists.iter().map(|list| list.ends.len() + list.items.len()).sum();
        self.words.text.len()
            + self.labels.text.len()
            + self.capitals.len()
            + size_of::<u32>() * (numbers + self.words.ends.len() + self.labels.ends.len() + self.first.len())
    }

    /// Returns how `concept` is called where people read it; empty where there is no such concept.
    pub fn label(&self, concept: ConceptId) -> &str {
        self.labels.get(concept.0 as usize)
    }

    /// Returns all names of `concept`, the preferred one first, each as its normalised words.
    pub fn names_of(&self, concept: ConceptId) -> impl Iterator<Item = Vec<&str>> {
        self.names_of.row(concept.0 as usize).iter().map(|name| self.name(*name))
    }

    /// Returns the concepts that a name stands for.
    pub fn concepts_of(&self, name: u32) -> impl Iterator<Item = ConceptId> {
        self.concepts_of.row(name as usize).iter().map(|concept| ConceptId(*concept))
    }

    /// Returns the concepts right above `concept`.
    pub fn broader(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.broader.row(concept.0 as usize).iter().map(|concept| ConceptId(*concept))
    }

    /// Returns the concepts right below `concept`.
    pub fn narrower(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.narrower.row(concept.0 as usize).iter().map(|concept| ConceptId(*concept))
    }

    /// Returns the concepts that `concept` has to do with.
    pub fn related(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.related.row(concept.0 as usize).iter().map(|concept| ConceptId(*concept))
    }

    /// Returns the normalised words of a name.
    pub fn name(&self, name: u32) -> Vec<&str> {
        self.names.row(name as usize).iter().map(|word| self.words.get(*word as usize)).collect()
    }

    /// Returns `asked`, the kinds of them down some levels, those that they have to do with, and those right above them, in the order of
    /// their numbers and each as what counts most.
    pub fn expanded(&self, asked: impl IntoIterator<Item = ConceptId>) -> Vec<(ConceptId, Relation)> {
        let mut found: Vec<(ConceptId, Relation)> = Vec::new();
        let mut known: BTreeSet<ConceptId> = BTreeSet::new();
        let mut add = |found: &mut Vec<(ConceptId, Relation)>, concept: ConceptId, relation: Relation| {
            let new = found.len() < MOST_EXPANDED && known.insert(concept);
            if new {
                found.push((concept, relation));
            }
            new
        };
        for concept in asked {
            add(&mut found, concept, Relation::Same);
        }
        let own: Vec<ConceptId> = found.iter().map(|(concept, _)| *concept).collect();
        let mut level = own.clone();
        for _ in 0..LEVELS {
            let below: Vec<ConceptId> = level.iter().flat_map(|concept| self.narrower(*concept)).collect();
            level = below.into_iter().filter(|concept| add(&mut found, *concept, Relation::Narrower)).collect();
        }
        for concept in &own {
            let related = self.related(*concept).map(|other| (other, Relation::Related));
            for (other, relation) in related.chain(self.broader(*concept).map(|other| (other, Relation::Broader))) {
                add(&mut found, other, relation);
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns whether `concept` is one of `asked`, or a kind of it, however far below.
    pub fn is_kind_of(&self, concept: ConceptId, asked: &BTreeSet<ConceptId>) -> bool {
        let mut seen = BTreeSet::from([concept]);
        let mut left = vec![concept];
        while let Some(next) = left.pop() {
            if asked.contains(&next) {
                return true;
            }
            left.extend(self.broader(next).filter(|above| seen.insert(*above)));
        }
        false
    }

    /// Returns the names of concepts in `text` in their order, the longest where several begin at one word, none within another.
    pub fn mentions<T: Text>(&self, text: &str) -> Vec<Mention<T>> {
        self.mentions_among(text, &mut Known::default())
    }

    /// As [`mentions`](Self::mentions), for many texts: `known` are the words of those before.
    pub fn mentions_among<T: Text>(&self, text: &str, known: &mut Known) -> Vec<Mention<T>> {
        let (tokens, plain) = self.tokens::<T>(text, known);
        let mut found: Vec<Mention<T>> = Vec::new();
        let mut at = 0;
        while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
            let Some((name, length)) = self.longest(rest) else {
                at += 1;
                continue;
            };
            if let (Some(first), Some(last)) = (rest.first(), rest.get(length - 1)) {
                let span = Span::at(first.span.start(), last.span.end() - first.span.start());
                found.push(Mention { span, name, context: Context::Affirmed });
            }
            at += length;
        }
        if !found.is_empty() {
            context::mark(&plain, &mut found);
        }
        found
    }

    /// The longest name that `tokens` begin with, and how many of them it has.
    fn longest<T: Text>(&self, tokens: &[Token<T>]) -> Option<(u32, usize)> {
        let head = tokens.first()?;
        let word = head.word? as usize;
        let (mut low, mut high) = (*self.first.get(word)? as usize, *self.first.get(word + 1)? as usize);
        let mut best = None;
        for (depth, next) in (1..).zip(tokens.iter().skip(1).map(Some).chain(std::iter::once(None))) {
            // Of names that are alike so far the one that ends here comes first.
            if low < high && self.names.row(low).len() == depth {
                let small = depth == 1 && !head.capitals;
                if !(small && self.capitals.get(low).copied().unwrap_or(false)) {
                    best = Some((low as u32, depth));
                }
                low += 1;
            }
            let Some(word) = next.filter(|next| next.joined).and_then(|next| next.word) else { break };
            let word_of = |name: usize| self.names.row(name).get(depth).copied();
            let from = low + partition(high.saturating_sub(low), |at| word_of(low + at) < Some(word));
            high = from + partition(high.saturating_sub(from), |at| word_of(from + at) <= Some(word));
            low = from;
            if low >= high {
                break;
            }
        }
        best
    }

    /// The words of `text` that names may have, and all of them as the rules of contexts see them.
    fn tokens<T: Text>(&self, text: &str, known: &mut Known) -> (Vec<Token<T>>, Vec<Plain>) {
        let (mut tokens, mut plain): (Vec<Token<T>>, Vec<Plain>) = (Vec::new(), Vec::new());
        let (mut end, mut ended, mut sentence) = (0, false, 0);
        for word in analyze::words::<T>(text) {
            let start = word.span.start();
            // A compound comes after its parts, which are taken.
            if start < end {
                continue;
            }
            let gap = text.get(end..start).unwrap_or_default();
            if gap != " " {
                ended |= gap.contains(ENDS);
                sentence += usize::from(context::ends_sentence(gap));
            }
            end = word.span.end();
            let seen = known.seen(word.text, &self.words);
            plain.push(Plain { cue: seen.cue, start, end, sentence, comma: gap.starts_with(',') });
            let Some(number) = seen.number else { continue };
            tokens.push(Token { word: number, span: word.span, capitals: seen.capitals, joined: !ended });
            ended = false;
        }
        (tokens, plain)
    }
}

/// Words as they are written, and what they were found to be: of many texts each is looked up once.
#[derive(Default)]
pub struct Known {
    words: HashMap<Box<str>, Seen>,
}

/// What a word was found to be.
#[derive(Clone, Copy)]
struct Seen {
    /// For a word that says nothing in names nothing, else its number where any name has it.
    number: Option<Option<u32>>,
    /// Whether it is written in capitals.
    capitals: bool,
    cue: Cue,
}

impl Known {
    fn seen(&mut self, word: &str, names: &Words) -> Seen {
        if let Some(seen) = self.words.get(word) {
            return *seen;
        }
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let seen = Seen {
            number: normalised(word).map(|word| names.find(&word)),
            capitals: letters > 1 && !word.chars().any(char::is_lowercase),
            cue: context::cue(&word.to_lowercase()),
        };
        self.words.insert(word.into(), seen);
        seen
    }
}

/// Returns `word` as names have it; `None` for one that says nothing in a name.
fn normalised(word: &str) -> Option<Cow<'_, str>> {
    if let Some(term) = analyze::term(word) {
        let digit = ROMAN.iter().find(|(roman, _)| *roman == term).map(|(_, digit)| Cow::Borrowed(*digit));
        return Some(digit.unwrap_or(Cow::Owned(term)));
    }
    let lower = word.to_lowercase();
    (analyze::is_stop_word(&lower) && !SKIPPED.contains(&lower.as_str())).then_some(Cow::Owned(lower))
}

/// Returns the words of `name` as texts are looked through for them.
fn normalised_words(name: &str) -> Vec<String> {
    let mut end = 0;
    let mut words = Vec::new();
    for word in analyze::words::<crate::span::Question>(name) {
        if word.span.start() >= end {
            end = word.span.end();
            words.extend(normalised(word.text).map(Cow::into_owned));
        }
    }
    words
}

/// Returns the first of `count` places where `before` is not so; it must be so of all before that one.
fn partition(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
