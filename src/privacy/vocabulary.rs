//! The closed vocabulary: which words of a question may leave.
//!
//! A word leaves when it is one of the everyday words of questions, of the concept table or of the terminologies that leave with
//! the facts, or when the [`Lexicon`] knows it as a common or medical word and not as a name or a place, unless it is so
//! frequent a word that alone it is hardly ever one. It does not leave when the records name it as somebody's, unless it is an
//! everyday word written as one ("the right hand" of a patient named Hand), or when a recognizer finds something identifying
//! there, other than a name that nothing announces; numbers and ages, in digits or in words, never do, but one word up to
//! "twelve". Everything else is [`Withheld`] with its [`Reason`].
//!
//! A person may allow a withheld word, one by one, where the reason is only that the word is not known well enough. What is
//! allowed is a word of the question, never a text of its own: a known answer, an identifier, a number and what is a name or a
//! place and nothing else stay, whatever is allowed; so do words that may be names beside one another ("Mary Smith"),
//! and a word with digits, but for letters with one or two digits behind them that number nobody and nothing
//! ("sglt2", not "mrn12"). The review looks at allowed words once more, and exempts none.

mod beside;
mod form;
mod written;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub(super) use self::form::is_allowable;
use self::form::{COVID, Given, MAX_ALLOWED_LETTERS, has_digit, is_allowable_with_digits, misshapen};
use crate::clearance::{self, KnownAnswers, Operator};
use crate::document::EntityType;
use crate::index::analyze;
use crate::privacy::ages::{Age, ages};
use crate::privacy::detect::{Detector, Entity, Score, without_accents};
use crate::privacy::injection::{self, Part};
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::privacy::number_words::{NumberWords, number_words};
use crate::privacy::policy::Withholding;
use crate::privacy::relations::{is_behind_a_title, is_beside_a_relation, is_by};
use crate::question::{Plan, Word, concepts, period, vocabulary};
use crate::span::{Question, Span};

/// The shortest name that is looked for within an allowed word, in letters.
const LEAST_WITHIN: usize = 6;
/// The recognizers that judge by words alone, as the vocabulary does.
const JUDGED: [&str; 2] = ["names", "model"];

const NAME: Traits = Traits::of_bits(Traits::GIVEN_NAME.bits() | Traits::FAMILY_NAME.bits());
const PROPER: Traits = Traits::of_bits(NAME.bits() | Traits::PLACE.bits() | Traits::REGION.bits());
const TERM: Traits =
    Traits::of_bits(Traits::MEDICAL.bits() | Traits::DRUG.bits() | Traits::GENE.bits() | Traits::ORGANISM.bits());
/// Letters of a word of medicine up to which it is taken for a name where it stands like one: "her son Di".
const SHORT_NAME: usize = 4;

/// Why a word stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Reason {
    /// The records name it: it is, or may be, somebody's.
    KnownAnswer {
        /// What it identifies by.
        entity_type: EntityType,
    },
    /// A recognizer takes it for something identifying.
    Identifier {
        /// What it takes it for.
        entity_type: EntityType,
    },
    /// The person keeps it back.
    ByHand,
    /// A number, or a code with one.
    Number,
    /// How old somebody is or was, in digits or in words.
    Age,
    /// A time in plain words, as those that count from today.
    Time,
    /// It is written in signs that can hide another word.
    Script,
    /// A person's name and nothing else.
    Name,
    /// A place below a state and nothing else.
    Place,
    /// A word that is a person's or a place's name as well.
    PerhapsName,
    /// A state or country.
    Region,
    /// Not in the word lists.
    Unknown,
    /// The word lists are not loaded.
    NoLexicon,
    /// It stands in a part that reads like an instruction to the model.
    Instruction {
        /// What that wants.
        kind: injection::Kind,
    },
}

impl Reason {
    /// Returns whether a person may allow what stays for this reason: a word, or a whole part that reads like an instruction, whose words
    /// are then looked at one by one.
    pub fn may_be_allowed(self) -> bool {
        match self {
            Reason::PerhapsName | Reason::Region | Reason::Unknown | Reason::Instruction { .. } => true,
            Reason::KnownAnswer { .. }
            | Reason::Identifier { .. }
            | Reason::ByHand
            | Reason::Number
            | Reason::Age
            | Reason::Time
            | Reason::Script
            | Reason::Name
            | Reason::Place
            | Reason::NoLexicon => false,
        }
    }

    /// Returns the reason in words, to stand after "it is" or "it stays, because".
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::KnownAnswer { .. } => "the records name it: it identifies somebody",
            Reason::Identifier { .. } => "it looks like something that identifies somebody",
            Reason::ByHand => "you keep it back",
            Reason::Number => "it is a number or holds one",
            Reason::Age => "it says how old somebody is",
            Reason::Time => "it says when, and “that time” stands for it",
            Reason::Script => "it is written in signs that can hide another word",
            Reason::Name => "it is a person's name",
            Reason::Place => "it is the name of a place",
            Reason::PerhapsName => "it is a name, too",
            Reason::Region => "it is a state or country",
            Reason::Unknown => "it is not among the common and medical words",
            Reason::NoLexicon => "it is not among the few words that leave while the word list is not loaded",
            Reason::Instruction { kind } => kind.in_a_question(),
        }
    }
}

/// A word, or several together, that stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Withheld {
    /// Where it stands in the question.
    pub span: Span<Question>,
    /// Why.
    pub reason: Reason,
}

/// What becomes of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It leaves as this text, made by this operation.
    Leaves(Operator, String),
    /// It stays.
    Stays(Reason),
}

/// What a vocabulary is made from.
#[derive(Default)]
pub struct Sources<'a> {
    /// What is known of words; without it only the short list of everyday words leaves.
    pub lexicon: Option<&'a Lexicon>,
    /// The identifying texts of the records.
    pub known: Option<&'a KnownAnswers>,
    /// Finds other identifying texts.
    pub detector: Option<&'a Detector>,
    /// The words that the person allows for this question, as they stand in it.
    pub allowed: &'a [String],
    /// The parts of the question that read like instructions to the model; no word of them leaves.
    pub instructions: &'a [Part],
    /// What the person keeps back by hand.
    pub withheld: Option<&'a Withholding>,
    /// Whether the text is of a record and not a person's own question: whatever any recognizer finds there stays.
    pub is_record: bool,
}

/// A stretch of the question that identifies somebody, or may.
struct Identifying {
    span: Span<Question>,
    reason: Reason,
    /// Whether it is one word that the records name, which may stand there by chance.
    single_word: bool,
}

/// The closed vocabulary for one question.
pub struct Vocabulary<'a> {
    question: &'a str,
    words: &'a [Word],
    dates: &'a [Span<Question>],
    sources: &'a Sources<'a>,
    allowed: BTreeSet<String>,
    terms: BTreeSet<String>,
    identifying: Vec<Identifying>,
    eponyms: Vec<Span<Question>>,
    ages: Vec<Age>,
    numbers: Vec<NumberWords>,
    given: Given,
}

impl<'a> Vocabulary<'a> {
    /// Returns the vocabulary for `question`, as `plan` divides it into words. `terms` are the terminologies' texts that leave
    /// with the facts.
    pub fn new(question: &'a str, plan: &'a Plan, terms: &[String], sources: &'a Sources<'a>) -> Self {
        let terms = terms.iter().flat_map(|term| term.split(|c: char| !c.is_alphanumeric())).filter_map(analyze::term);
        let known = sources.known.iter().flat_map(|known| known.occurrences(question)).filter_map(|found| {
            let reason = Reason::KnownAnswer { entity_type: found.entity_type };
            Some(Identifying { span: Span::new(found.range)?, reason, single_word: found.single_word })
        });
        // Of names that nothing announces the lexicon judges: each word stays as it is known there, and an unknown one may be allowed.
        let is_told = |entity: &Entity| {
            sources.is_record || entity.score >= Score::STRONG || !JUDGED.contains(&entity.recognizer)
        };
        let found = sources.detector.iter().flat_map(|detector| detector.suspects(question)).filter(is_told);
        let found = found.filter_map(|entity| {
            let reason = Reason::Identifier { entity_type: entity.entity_type };
            Some(Identifying { span: Span::new(entity.span.range())?, reason, single_word: false })
        });
        Vocabulary {
            question,
            words: &plan.words,
            dates: &plan.dates,
            sources,
            allowed: sources.allowed.iter().map(|word| without_accents(word.trim())).collect(),
            terms: terms.collect(),
            // Known answers come first, and give the reason where both lie over a word.
            identifying: known.chain(found).collect(),
            eponyms: eponyms(question, sources.lexicon),
            ages: ages(question),
            numbers: number_words(question),
            given: Given::of(question, sources),
        }
    }

    /// Returns what becomes of `word`, one of the plan's words.
    pub fn decide(&self, word: &Word) -> Decision {
        if let Some(part) = self.sources.instructions.iter().find(|part| part.span.overlaps(word.span)) {
            return Decision::Stays(Reason::Instruction { kind: part.kind });
        }
        let folded = without_accents(&word.lower);
        match self.staying(word, &folded) {
            None => Decision::Leaves(Operator::Vocabulary, folded),
            Some(reason) if reason.may_be_allowed() && self.allowed.contains(&folded) && self.may_be_let(&folded) => {
                Decision::Leaves(Operator::Allowed, folded)
            }
            Some(reason) => Decision::Stays(reason),
        }
    }

    /// Returns the age that `word` says, or is a part of.
    pub fn age(&self, word: &Word) -> Option<&Age> {
        let span = word.span.range();
        self.ages.iter().find(|age| age.range.start < span.end && span.start < age.range.end)
    }

    /// Returns whether `word` stays as somebody's name and is written as the common word that it is as well: "half a cup of rice" in the
    /// record of a Ms Rice. What stands around it may tell which word it is, and so the name.
    pub fn is_name_as_word(&self, word: &Word) -> bool {
        let is_named = matches!(self.decide(word), Decision::Stays(Reason::KnownAnswer { .. }));
        let folded = without_accents(&word.lower);
        let is_word = self.traits(&folded).is(Traits::COMMON) || period::month(&folded).is_some();
        is_named && !word.capital && is_word
    }

    /// Returns the number in words that `word` is a part of.
    pub fn number(&self, word: &Word) -> Option<&NumberWords> {
        let span = word.span.range();
        self.numbers.iter().find(|number| number.range.start < span.end && span.start < number.range.end)
    }

    /// Returns why `span`, which the rewriting left out, stays. A word that might have left by itself was left out because it
    /// stands as a part of a name there.
    pub fn withheld(&self, span: Span<Question>) -> Withheld {
        let has_digit = span.of(self.question).is_some_and(|text| text.contains(|c: char| c.is_ascii_digit()));
        if self.dates.contains(&span) && !has_digit {
            return Withheld { span, reason: Reason::Time };
        }
        let mut inside = self.words.iter().filter(|word| span.overlaps(word.span));
        let reason = match (inside.next(), inside.next()) {
            (Some(word), None) => self.staying(word, &without_accents(&word.lower)).unwrap_or(Reason::Name),
            (Some(word), _) if self.age(word).is_some() => Reason::Age,
            _ if has_digit => Reason::Number,
            _ => self.over(span).next().map_or(Reason::Name, |found| found.reason),
        };
        Withheld { span, reason }
    }

    /// Returns why `word`, in lower case without accents `folded`, stays; `None` when it may leave.
    fn staying(&self, word: &Word, folded: &str) -> Option<Reason> {
        let reason = self.staying_apart(word, folded)?;
        if !reason.may_be_allowed() {
            return Some(reason);
        }
        let known_in_pieces = self.joins_to_known(word)
            || !self.sources.is_record && (self.holds_known(folded) || self.numbers_known(folded));
        Some(match reason {
            _ if known_in_pieces => Reason::KnownAnswer { entity_type: EntityType::Person },
            // What cannot be allowed is not said to be merely unknown.
            _ if !self.sources.is_record && has_digit(folded) && !self.may_be_let(folded) => Reason::Number,
            Reason::PerhapsName if self.is_beside_a_name(word) => match self.staying_alone(word, folded) {
                Some(_) => Reason::Name,
                // Whose it is, or what, says what stands before it: "of my brother bill price", "license plate dog cat".
                None => Reason::Identifier { entity_type: EntityType::Organization },
            },
            _ => reason,
        })
    }

    /// Returns the same but for what its neighbours or its pieces make of it.
    fn staying_apart(&self, word: &Word, folded: &str) -> Option<Reason> {
        let is_given = || self.given.has(word.span).then_some(Reason::PerhapsName);
        self.staying_alone(word, folded).or_else(is_given)
    }

    /// Returns whether `folded` has the form of a word that a person may allow here. A word of a record with a digit in it has none.
    fn may_be_let(&self, folded: &str) -> bool {
        is_allowable(folded) || !self.sources.is_record && is_allowable_with_digits(folded)
    }

    /// Returns whether the records name what stands before the digits of `folded`, or the same with a sign between.
    fn numbers_known(&self, folded: &str) -> bool {
        let Some((known, (letters, digits))) = self.sources.known.zip(clearance::numbered(folded)) else {
            return false;
        };
        clearance::is_named_with_a_number(known, letters, digits)
    }

    fn staying_alone(&self, word: &Word, folded: &str) -> Option<Reason> {
        if self.sources.withheld.is_some_and(|withheld| withheld.keeps(folded) || withheld.keeps_within(folded)) {
            return Some(Reason::ByHand);
        }
        let everyday = vocabulary::is_everyday(folded);
        let of_records = concepts::is_known(folded) || self.is_sent(folded);
        let listed = everyday || of_records || vocabulary::is_of_care(folded);
        let begins = self.begins(word.span);
        let traits = self.traits(folded);
        // A patient named Hand is not meant by "right hand"; the review looks at the same word again.
        let is_common = listed || traits.is(Traits::FREQUENT_WORD);
        let by_case = is_common && (!word.capital || begins && everyday);
        // In the note of a patient named Long a capital is a name's, where a sentence begins as well: "Long has anemia".
        let by_chance = by_case && (!word.capital || !self.sources.is_record || self.is_ordinary(word, folded));
        if let Some(found) = self.over(word.span).find(|found| !(found.single_word && by_chance)) {
            return Some(found.reason);
        }
        if !by_case && self.is_plural_of_known(folded) {
            return Some(Reason::KnownAnswer { entity_type: EntityType::Person });
        }
        if self.is_somebody(word, traits) || self.is_written_as_somebody(word, folded) {
            return Some(Reason::Name);
        }
        if self.age(word).is_some() {
            return Some(Reason::Age);
        }
        // Of a note a number in words is told by the rule for digits.
        if !self.sources.is_record && self.number(word).is_some_and(|number| !number.is_everyday()) {
            return Some(Reason::Number);
        }
        if let Some(reason) = misshapen(folded) {
            return Some(reason);
        }
        let proper = self.sources.lexicon.is_none() || traits.is(PROPER) || traits.is_unknown();
        if proper && self.follows_title(word) && (word.capital || !everyday) {
            return Some(Reason::Name);
        }
        if self.eponyms.iter().any(|phrase| phrase.contains(word.span) && !(proper && self.may_be_somebody(*phrase))) {
            return None;
        }
        if proper && !of_records && !begins && !COVID.contains(&folded) && self.has_name_capital(word) {
            return Some(stays_alone(traits, false).unwrap_or(Reason::PerhapsName))
                .map(|reason| self.or_unlisted(reason));
        }
        if listed || COVID.contains(&folded) {
            return None;
        }
        let small = !word.capital || begins;
        folded.split('-').find_map(|part| stays_alone(self.traits(part), small)).map(|reason| self.or_unlisted(reason))
    }

    /// Returns whether `phrase`, a term with a name in it, may as well tell what somebody does: "did Kaplan sign", "and Watson test it".
    fn may_be_somebody(&self, phrase: Span<Question>) -> bool {
        let first = self.words.partition_point(|word| word.span.start() < phrase.start());
        let last = self.words.iter().rev().find(|word| word.span.end() <= phrase.end());
        let before = first.checked_sub(1).and_then(|before| self.words.get(before));
        let subject = before.is_some_and(|before| vocabulary::is_before_a_subject(&before.lower));
        subject && last.is_some_and(|last| vocabulary::is_a_doing(&last.lower))
    }

    /// Returns `reason`, or that nothing is known of words while there is no lexicon.
    fn or_unlisted(&self, reason: Reason) -> Reason {
        if self.sources.lexicon.is_some() { reason } else { Reason::NoLexicon }
    }

    /// Returns whether `word`, or another form of it, is among the terms that leave.
    fn is_sent(&self, word: &str) -> bool {
        analyze::term(word).is_some_and(|term| self.terms.contains(&term))
    }

    /// Returns whether `word` stands after a title: Dr, Mrs.
    fn follows_title(&self, word: &Word) -> bool {
        let at = self.words.partition_point(|other| other.span.start() < word.span.start());
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        before.is_some_and(|before| vocabulary::is_title(&before.lower))
    }

    /// Returns what is known of `word`, in small letters without accents.
    pub(super) fn traits(&self, word: &str) -> Traits {
        self.sources.lexicon.map(|lexicon| lexicon.of_word(word)).unwrap_or_default()
    }

    /// Returns what identifies, or may, and lies over `span`.
    fn over(&self, span: Span<Question>) -> impl Iterator<Item = &Identifying> {
        self.identifying.iter().filter(move |found| found.span.overlaps(span))
    }

    /// Returns whether `folded` is several of a name that the records have: "the Rices".
    fn is_plural_of_known(&self, folded: &str) -> bool {
        let known = |name: &str| {
            let found = self.sources.known.iter().flat_map(|known| known.occurrences(name));
            found.into_iter().any(|found| found.entity_type == EntityType::Person && found.range == (0..name.len()))
        };
        ["es", "s"].iter().filter_map(|ending| folded.strip_suffix(ending)).any(|name| name.len() > 2 && known(name))
    }

    /// Returns whether the name of somebody whom the records name stands whole in `folded`: "thistlewoodian".
    fn holds_known(&self, folded: &str) -> bool {
        let Some(known) = self.sources.known else { return false };
        let letters: String =
            folded.chars().filter(char::is_ascii_alphanumeric).take(MAX_ALLOWED_LETTERS * 3).collect();
        let is_name = |part: &str| {
            let mut found = known.occurrences(part).into_iter();
            found.any(|found| found.entity_type == EntityType::Person && found.range == (0..part.len()))
        };
        (0..letters.len()).any(|start| {
            let rest = letters.get(start..).unwrap_or_default();
            (LEAST_WITHIN..=rest.len().min(MAX_ALLOWED_LETTERS)).any(|length| rest.get(..length).is_some_and(is_name))
        })
    }

    /// Returns whether `word` is written as the name of somebody of whom it is said who they are: "her son Des", "Stone, a neighbor", "Dr Cat". Words of
    /// medicine that are no names stand behind relations, too ("mother Hypertension"); what is as short as a name is taken for one.
    fn is_somebody(&self, word: &Word, traits: Traits) -> bool {
        if self.is_of_a_whole_name(word) {
            return true;
        }
        let (text, at) = (word.span.of(self.question).unwrap_or_default(), word.span.range());
        if !word.capital || text.chars().filter(|sign| sign.is_uppercase()).count() != 1 {
            return false;
        }
        if !self.sources.is_record {
            return self.has_name_capital(word) && is_behind_a_title(self.question, at);
        }
        let is_short_term = traits.is(TERM) && text.len() <= SHORT_NAME;
        let may_be_name = traits.is(NAME) || traits.is_unknown() || !traits.is(TERM) || is_short_term;
        is_behind_a_title(self.question, at.clone())
            || is_short_term && is_by(self.question, at.clone())
            || may_be_name && is_beside_a_relation(self.question, at, traits.is(NAME))
    }
}

/// Returns why a word of these traits stays, taken by itself; `small` is whether it is written as words are.
fn stays_alone(traits: Traits, small: bool) -> Option<Reason> {
    let proper = traits.is(PROPER);
    let known = traits.is(Traits::COMMON) || traits.is(TERM) || (traits.is(Traits::EPONYM) && !proper);
    if known && (!proper || traits.is(Traits::FREQUENT_WORD)) {
        return None;
    }
    if traits.is(TERM) && small && !traits.is(Traits::FREQUENT_NAME) {
        return None;
    }
    Some(match traits {
        _ if known || (proper && traits.is(Traits::EPONYM)) => Reason::PerhapsName,
        _ if traits.is(NAME) => Reason::Name,
        _ if traits.is(Traits::PLACE) => Reason::Place,
        _ if traits.is(Traits::REGION) => Reason::Region,
        _ => Reason::Unknown,
    })
}

/// Returns where names stand in `question` that are parts of terms of medicine, with their terms.
fn eponyms(question: &str, lexicon: Option<&Lexicon>) -> Vec<Span<Question>> {
    let Some(lexicon) = lexicon else { return Vec::new() };
    let view = crate::privacy::detect::View::plain(question);
    let words = view.words();
    let mut spans = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let rest = words.get(at..).unwrap_or_default();
        let phrase = lexicon.phrase_of(rest.iter().map(|word| word.lower.as_str()), Traits::EPONYM);
        let Some((count, _)) = phrase else { continue };
        let last = rest.get(count - 1).unwrap_or(word);
        spans.extend(view.source_span(word.range.start..last.range.end).and_then(|span| Span::new(span.range())));
    }
    spans
}

#[cfg(test)]
mod tests;
