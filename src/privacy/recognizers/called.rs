//! Terms of medicine that are called after somebody or somewhere: `Levine sign`, `Jackson-Pratt drain`, `Bristol 6`, `Kings College
//! criteria`, `Diane 35`. Whom terms are called after, and which terms are closed, the lexicon says (`docs/vocabularies.md`).
//!
//! A term is sure where a word of terms follows the name, or where the lexicon has the whole of it; it is likely where what
//! stands beside the name is said of things rather than of people: a grade, a result, a dose. A title or a given name before the
//! name makes it somebody's, whatever follows. Nothing here weighs what the records name: that is somebody's everywhere.

use std::ops::Range;

use super::names::{Casing, Class, Gap, Shape, Token, Tokens};
use super::setting;
use crate::privacy::lexicon::Traits;

/// The most names that one term has: `Smith-Lemli-Opitz syndrome`.
const NAMES: usize = 3;
/// The most words of a term that the lexicon has as a whole.
const PHRASE: usize = 6;
/// The most words that go with a term behind it: `Glenn shunt patent`.
const TAIL: usize = 3;
/// The most words between names that nobody knows as those of terms and the head of their term.
const BETWEEN: usize = 2;
/// Digits of the longest grade or result; a longer number is a code.
const GRADE: usize = 3;

/// How surely something is a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surety {
    /// What stands beside the name is said of things.
    Likely,
    /// The term is written out.
    Sure,
}

/// A term in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its first and last word.
    pub words: (usize, usize),
    /// How surely it is one.
    pub surety: Surety,
    /// Whether the lexicon has it, and not only a name within it.
    pub listed: bool,
}

impl Term {
    /// Returns whether the lexicon has the whole of it, in more than one word.
    pub fn is_whole(&self) -> bool {
        self.listed && self.surety == Surety::Sure && self.words.0 < self.words.1
    }

    /// Returns the bytes of the view that the term has.
    pub fn range(&self, tokens: &Tokens<'_>) -> Range<usize> {
        let (first, last) = self.words;
        let start = tokens.get(first).map_or(0, |token| token.range.start);
        start..tokens.get(last).map_or(start, |token| token.range.end)
    }
}

/// Returns the terms of a text, in order.
pub fn terms(tokens: &Tokens<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < tokens.all.len() {
        let term = at(tokens, first);
        first = term.as_ref().map_or(first, |term| term.words.1) + 1;
        found.extend(term);
    }
    found
}

/// Returns whether the words from `first` to `last` lie within a term, but for words in small letters that are nobody's name: `ovarian
/// Brenner tumour`.
pub fn holds(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let terms: Vec<Term> = (first.saturating_sub(NAMES)..=last).filter_map(|start| at(tokens, start)).collect();
    let within = |index: usize| terms.iter().any(|term| term.words.0 <= index && index <= term.words.1);
    (first..=last).any(within) && (first..=last).all(|index| within(index) || setting::is_only_a_word(tokens, index))
}

/// Returns whether the words from `first` to `last` lie within one term that is written out.
pub fn surely_holds(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let terms = (first.saturating_sub(NAMES)..=first).filter_map(|start| at(tokens, start));
    terms.into_iter().any(|term| term.surety == Surety::Sure && term.words.0 <= first && last <= term.words.1)
}

/// Returns the term that begins with the word at `first`.
fn at(tokens: &Tokens<'_>, first: usize) -> Option<Term> {
    let word = tokens.get(first)?;
    let phrase = phrase(tokens, first);
    let run = names(tokens, first);
    let called = |last: usize| {
        let names = tokens.all.get(first..=last).unwrap_or_default();
        names.iter().any(|name| name.traits.is(Traits::EPONYM | Traits::TERM) || name.class.is(Class::EPONYM))
    };
    let names = run.filter(|last| called(*last)).max(phrase.map(|(last, _)| last));
    let sure = |last: usize, listed: bool| Some((tail(tokens, graded(tokens, last)), Surety::Sure, listed));
    let found = match (phrase, names) {
        (Some((last, true)), _) => sure(last, true),
        (_, Some(last)) => match head(tokens, first, last) {
            Some(head) => sure(head, false),
            None if is_told_of_things(tokens, first, last) => {
                Some((tail(tokens, graded(tokens, last)), Surety::Likely, false))
            }
            None if is_listed(tokens, last) => Some((tail(tokens, last), Surety::Likely, false)),
            None => None,
        },
        _ if strangers(tokens, first).is_some() => {
            let (last, surety) = strangers(tokens, first)?;
            Some((tail(tokens, last), surety, false))
        }
        _ if is_sold(tokens, first) => Some((first, Surety::Likely, false)),
        _ if is_substance(word) => {
            let other = word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
            Some((first, if other { Surety::Likely } else { Surety::Sure }, true))
        }
        _ => None,
    };
    let (last, surety, listed) = found?;
    (!is_somebody(tokens, first)).then_some(Term { words: (first, last), surety, listed })
}

/// Returns the last word of the longest term of the lexicon that begins with the word at `first`, and whether it is closed: more than
/// the names of people side by side, or names that a hyphen binds.
fn phrase(tokens: &Tokens<'_>, first: usize) -> Option<(usize, bool)> {
    let words = tokens.all.get(first..(first + PHRASE).min(tokens.all.len()))?;
    let joined = |at: usize, word: &Token<'_>| at == 0 || matches!(word.gap, Gap::Space | Gap::Hyphen | Gap::Wrap);
    let joined = words.iter().enumerate().take_while(|(at, word)| joined(*at, word));
    let (count, traits) = tokens.lexicon.phrase(joined.map(|(_, word)| word.lower))?;
    let words = words.get(..count).filter(|_| traits.is(Traits::EPONYM | Traits::TERM))?;
    let is_named = |word: &Token<'_>| word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
    let bound = words.iter().skip(1).any(|word| word.gap == Gap::Hyphen);
    let said = words.iter().any(|word| !is_named(word) || word.class.is(Class::TERM));
    Some((first + count - 1, bound || said))
}

/// Returns the last word of the names that stand side by side from the word at `first` on.
fn names(tokens: &Tokens<'_>, first: usize) -> Option<usize> {
    let more = |index: usize| index == first || is_joined(tokens, index);
    let named = |index: &usize| more(*index) && tokens.get(*index).is_some_and(names_a_term);
    (first..first + NAMES).take_while(named).last()
}

fn names_a_term(token: &Token<'_>) -> bool {
    let particle = token.class.is(Class::PARTICLE) && !token.class.is(Class::FUNCTION);
    let written = token.shape != Shape::Lower || token.gap == Gap::Hyphen;
    let unknown = token.traits.is_unknown() && token.class == Class::default() && is_letters(token) && written;
    let called = token.traits.is(Traits::EPONYM | Traits::TERM) || token.class.is(Class::EPONYM);
    called && !token.class.is(Class::FUNCTION | Class::TITLE) || particle || unknown
}

/// Returns the word that makes a term of the names from `first` to `last`: a sign, test, disease; behind an eponym any word of
/// medicine. A letter or a Roman number may stand between: `Chiari I malformation`.
fn head(tokens: &Tokens<'_>, first: usize, last: usize) -> Option<usize> {
    let names = tokens.all.get(first..=last).unwrap_or_default();
    let eponym = names.iter().any(|name| name.traits.is(Traits::EPONYM) || name.class.is(Class::EPONYM));
    let between = tokens.get(last + 1).is_some_and(|next| {
        next.gap == Gap::Space
            && (next.is_roman() || next.shape == Shape::Letter && next.raw.chars().all(char::is_uppercase))
    });
    let head = if between { last + 2 } else { last + 1 };
    let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE;
    let business = Class::HOSPITAL | Class::ORGANIZATION | Class::PLACE;
    let never = Class::VERB | Class::FUNCTION | Class::RELATIVE | Class::ROLE | Class::CREDENTIAL | business;
    let fits = tokens.get(head).is_some_and(|token| {
        let makes = token.class.is(Class::TERM)
            || token.traits.is(Traits::EPONYM_HEAD)
            || eponym && token.traits.is(Traits::MEDICAL) && !token.traits.is(name);
        let never = if token.class.is(Class::TERM) { Class::FUNCTION | Class::CREDENTIAL } else { never };
        makes && is_letters(token) && token.lower.len() > 2 && !token.class.is(never)
    });
    (fits && is_joined(tokens, head)).then_some(head)
}

/// Returns the head behind names that the lexicon does not know as those of terms, where that head is of terms alone: `Varadi-Papp
/// syndrome`. Nobody has a syndrome before it is called after them; whose it is, a possessive may say.
fn strangers(tokens: &Tokens<'_>, first: usize) -> Option<(usize, Surety)> {
    let name = |token: &Token<'_>| {
        let named =
            token.traits.is_unknown() || token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
        let written = token.stands_out() || token.shape == Shape::Upper && token.casing == Casing::Upper;
        let particle = token.class.is(Class::PARTICLE) && !token.class.is(Class::FUNCTION);
        named && written && is_letters(token) && token.class == Class::default() || particle
    };
    let goes = |index: &usize| tokens.get(*index).is_some_and(name) && (*index == first || is_joined(tokens, *index));
    let last = (first..=first + NAMES).take_while(goes).last()?;
    let says = |index: &usize| {
        tokens.get(*index).is_some_and(|word| {
            word.gap == Gap::Space
                && word.shape == Shape::Lower
                && !word.class.is(Class::VERB | Class::FUNCTION | Class::RELATIVE)
        })
    };
    let between = (last + 1..=last + BETWEEN)
        .take_while(says)
        .find(|index| tokens.get(index + 1).is_some_and(|head| SURE.contains(&head.lower) && head.gap == Gap::Space));
    let at = between.map_or(last + 1, |index| index + 1);
    let head = tokens.get(at).filter(|head| SURE.contains(&head.lower) && is_joined(tokens, at))?;
    let names = tokens.all.get(first..=last)?;
    let given = names.len() == 2
        && !names.iter().all(|name| name.traits.is(Traits::EPONYM | Traits::TERM))
        && names.iter().all(|name| name.gap != Gap::Hyphen)
        && names
            .first()
            .is_some_and(|name| name.traits.is(Traits::GIVEN_NAME) && name.traits.is(Traits::FREQUENT_NAME));
    let owned = names.iter().any(|name| name.possessive) && !matches!(head.lower, "sign" | "syndrome" | "phenomenon");
    (!given).then_some((at, if owned || between.is_some() && names.len() < 2 { Surety::Likely } else { Surety::Sure }))
}

/// What nobody has but the term.
const SURE: [&str; 36] = [
    "syndrome",
    "syndromes",
    "disease",
    "sign",
    "phenomenon",
    "anomaly",
    "malformation",
    "dystrophy",
    "dysplasia",
    "myopathy",
    "neuropathy",
    "ataxia",
    "tumor",
    "tumour",
    "lymphoma",
    "sarcoma",
    "classification",
    "criteria",
    "manoeuvre",
    "maneuver",
    "osteotomy",
    "forceps",
    "retractor",
    "reflex",
    "stain",
    "encephalopathy",
    "leukodystrophy",
    "chondrodysplasia",
    "deficiency",
    "arthroplasty",
    "nomogram",
    "contracture",
    "nodes",
    "palsy",
    "virus",
    "dementia",
];

/// Returns the last word that goes with the term that ends at `last`: words of medicine and everyday words that are nobody's name.
fn tail(tokens: &Tokens<'_>, last: usize) -> usize {
    let goes = |index: &usize| {
        let never = Class::VERB | Class::FUNCTION | Class::RELATIVE | Class::ROLE | Class::CREDENTIAL | Class::TITLE;
        tokens.get(*index).is_some_and(|token| {
            let name = token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
            let said = token.traits.is(Traits::MEDICAL | Traits::COMMON) && (!name || token.class.is(Class::TERM));
            token.gap == Gap::Space && said && is_letters(token) && !token.class.is(never | Class::HOSPITAL)
        })
    };
    (last + 1..=last + TAIL).take_while(goes).last().unwrap_or(last)
}

/// Returns whether what stands beside the names from `first` to `last` is said of things: a grade or result behind them, an
/// operation or result before.
fn is_told_of_things(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let words = tokens.all.get(first..=last).unwrap_or_default();
    let often = |word: &Token<'_>| word.traits.is(Traits::FREQUENT_NAME) && !word.class.is(Class::EPONYM);
    let before = first.checked_sub(1).and_then(|before| tokens.get(before));
    let operated = before.is_some_and(|before| before.lower == "p" && before.gap == Gap::Slash)
        && first.checked_sub(2).and_then(|at| tokens.get(at)).is_some_and(|status| status.lower == "s");
    let done = operated && !words.iter().any(often)
        || before.is_some_and(|before| DONE.contains(&before.lower) && !words.iter().any(often));
    let of = before.is_some_and(|before| before.lower == "of")
        && first
            .checked_sub(2)
            .and_then(|at| tokens.get(at))
            .is_some_and(|head| head.class.is(Class::TERM) || head.traits.is(Traits::EPONYM_HEAD));
    let done = done || (of || before.is_some_and(|before| before.lower == "morbus")) && !words.iter().any(often);
    let Some(after) = tokens.get(last + 1).filter(|_| !words.iter().all(often)) else { return done };
    let told = matches!(after.gap, Gap::Space | Gap::Hyphen)
        && (RESULTS.contains(&after.lower) || after.is_roman() || is_grade(tokens, last + 1));
    let handled = after.gap == Gap::Space
        && HANDLED.contains(&after.lower)
        && tokens.get(last + 2).is_none_or(|next| {
            next.gap != Gap::Space || next.class.is(Class::AT_PLACE | Class::CALENDAR) || BEHIND.contains(&next.lower)
        });
    done || told || handled
}

/// Returns the last word of the names that end at `last` with the grade behind them: `Salter-Harris II`.
fn graded(tokens: &Tokens<'_>, last: usize) -> usize {
    let grade = tokens.get(last + 1).is_some_and(|after| {
        matches!(after.gap, Gap::Space | Gap::Hyphen) && (after.is_roman() || is_grade(tokens, last + 1))
    });
    last + usize::from(grade)
}

/// Returns whether what stands behind the next of several names is said of things: `Faber and Fadir painful`.
fn is_listed(tokens: &Tokens<'_>, last: usize) -> bool {
    let Some(link) = tokens.get(last + 1) else { return false };
    let next = match link.gap {
        Gap::And | Gap::Slash | Gap::Comma => last + 1,
        Gap::Space if matches!(link.lower, "and" | "or") => last + 2,
        _ => return false,
    };
    let called = |name: &Token<'_>| name.traits.is(Traits::EPONYM | Traits::TERM) || name.class.is(Class::EPONYM);
    names(tokens, next).is_some_and(|end| {
        tokens.all.get(next..=end).unwrap_or_default().iter().any(called)
            && (is_told_of_things(tokens, next, end) || head(tokens, next, end).is_some())
    })
}

/// What is written before an operation, or before what was found.
const DONE: [&str; 9] = ["post", "redo", "positive", "negative", "modified", "reverse", "bilateral", "poss", "likely"];
/// What is found of a test or a sign, and how a thing is.
const RESULTS: [&str; 18] = [
    "positive",
    "negative",
    "pos",
    "neg",
    "absent",
    "present",
    "equivocal",
    "normal",
    "abnormal",
    "borderline",
    "painful",
    "grade",
    "stage",
    "class",
    "type",
    "score",
    "patent",
    "dilated",
];
/// What is done with a thing.
const HANDLED: [&str; 18] = [
    "inserted",
    "placed",
    "removed",
    "out",
    "flushed",
    "changed",
    "deflated",
    "clamped",
    "secured",
    "replaced",
    "tested",
    "considered",
    "repeated",
    "deferred",
    "drained",
    "performed",
    "applied",
    "fitted",
];
/// What stands behind such a word where it is not somebody who did it.
const BEHIND: [&str; 12] =
    ["at", "on", "by", "in", "with", "without", "and", "after", "before", "today", "yesterday", "overnight"];

/// Returns whether the word at `index` is a grade or result, and not somebody's age, a day or a code.
fn is_grade(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(number) = tokens.get(index).filter(|token| token.shape == Shape::Number) else { return false };
    let digits = number.raw.bytes().filter(u8::is_ascii_digit).count();
    let aged = |word: &str| {
        matches!(
            word,
            "y" | "yo" | "yr" | "yrs" | "year" | "years" | "m" | "f" | "male" | "female" | "old" | "mo" | "months"
        )
    };
    let letters = number.lower.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = tokens.get(index + 1);
    let person = after.is_some_and(|next| {
        aged(next.lower) && next.gap != Gap::Field || next.class.is(Class::CALENDAR) && next.gap == Gap::Space
    });
    digits <= GRADE && !aged(letters) && !person
}

/// Returns whether the word at `index` is what a drug is sold as, with a dose or a form behind it: `Diane 35`, `Yasmin tablets`.
fn is_sold(tokens: &Tokens<'_>, index: usize) -> bool {
    let sold = tokens.get(index).is_some_and(|token| token.traits.is(Traits::BRAND));
    let form = |token: &Token<'_>| FORMS.contains(&token.lower) || is_grade(tokens, index + 1);
    sold && tokens.get(index + 1).is_some_and(|after| after.gap == Gap::Space && form(after))
}

/// Forms in which drugs come.
const FORMS: [&str; 24] = [
    "pill",
    "pills",
    "patch",
    "patches",
    "tablet",
    "tablets",
    "tab",
    "tabs",
    "cap",
    "caps",
    "capsules",
    "coil",
    "iud",
    "ring",
    "cream",
    "gel",
    "spray",
    "inhaler",
    "drops",
    "injection",
    "mg",
    "mcg",
    "daily",
    "bd",
];

/// Returns whether the word is a drug's or an organism's, and no frequent name.
fn is_substance(word: &Token<'_>) -> bool {
    word.traits.is(Traits::DRUG | Traits::ORGANISM)
        && !word.traits.is(Traits::FREQUENT_NAME | Traits::REGION)
        && (word.traits.is(Traits::ORGANISM)
            || !word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE))
        && is_letters(word)
}

/// Returns whether a title, a given name or the word for whom it is stands before the word at `first`.
fn is_somebody(tokens: &Tokens<'_>, first: usize) -> bool {
    tokens.before(first).is_some_and(|before| {
        let given = before.traits.is(Traits::GIVEN_NAME) && !before.traits.is(Traits::FREQUENT_WORD);
        let beside = is_joined(tokens, first) || tokens.get(first).is_some_and(|word| word.gap == Gap::Stop);
        let told = matches!(before.lower, "patient" | "pt" | "client" | "baby" | "named" | "called");
        (before.class.is(Class::TITLE) || told) && beside
            || given && before.shape != Shape::Lower && is_joined(tokens, first)
    })
}

fn is_letters(token: &Token<'_>) -> bool {
    token.lower.chars().all(|c| c.is_alphabetic() || c == '\'')
}

fn is_joined(tokens: &Tokens<'_>, index: usize) -> bool {
    // The possessive of a name that ends in s: `Wilms' tumour`.
    let owned = || tokens.between(index) == "' ";
    index > 0 && tokens.get(index).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Hyphen) || owned())
}

#[cfg(test)]
mod tests;
