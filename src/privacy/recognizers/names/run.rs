//! How much speaks for a word being part of a name, and how far a name goes.
//!
//! A word's weight is a sum of named parts: what its capital says where it stands, what the lexicon knows, what the word does in
//! a sentence. The parts were set by hand on development texts; what a rule asks for depends on what stands beside the name.

use super::{Casing, Class, Gap, Shape, Token, Tokens};
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::unknown;

/// A name of more words than this is a list.
const LONGEST: usize = 7;

/// What no name is, whatever speaks for it.
const NEVER: i32 = -9;

/// Returns how much speaks for `token` being part of a name: 4 and more is enough alone, 0 is undecided.
pub fn weight(token: &Token<'_>) -> i32 {
    match token.shape {
        Shape::Number | Shape::Mixed => return NEVER,
        Shape::Letter => return -1,
        Shape::Lower if token.casing == Casing::Mixed => return -6 + known(token).min(4),
        Shape::Lower | Shape::Capital | Shape::Upper => {}
    }
    of_shape(token) + of_class(token) + known(token)
}

/// What the capital says.
fn of_shape(token: &Token<'_>) -> i32 {
    match (token.shape, token.casing) {
        (Shape::Capital, Casing::Mixed) if token.gap == Gap::Colon => 1,
        (Shape::Capital, Casing::Mixed) => {
            if token.begins {
                0
            } else {
                2
            }
        }
        (Shape::Capital, Casing::Lower) => 3,
        (Shape::Capital, Casing::Upper) => 1,
        // Among small letters a word in capitals is an abbreviation, the more likely the shorter it is.
        (Shape::Upper, Casing::Mixed | Casing::Lower) => {
            if token.raw.len() <= 4 {
                -4
            } else {
                -1
            }
        }
        _ => 0,
    }
}

/// What the closed lists say.
fn of_class(token: &Token<'_>) -> i32 {
    let class = token.class;
    let is_name = token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME);
    let mut weight = 0;
    if class.is(Class::FUNCTION) {
        weight -= 6;
    }
    if class.is(Class::HEADING | Class::FIELD | Class::TERM | Class::HOSPITAL | Class::ORGANIZATION) {
        weight -= if is_name && token.traits.is(Traits::FREQUENT_NAME) { 1 } else { 2 };
    }
    if class.is(Class::ROLE | Class::RELATIVE | Class::TITLE | Class::VERB) {
        weight -= 3;
    }
    if class.is(Class::NATION) {
        weight -= if is_name { 2 } else { 4 };
    }
    if class.is(Class::CALENDAR) {
        weight -= 4;
    }
    if class.is(Class::ABBREVIATION) || (class.is(Class::CREDENTIAL | Class::REGION) && token.shape == Shape::Upper) {
        weight -= 3;
    }
    weight
}

/// What the lexicon says.
fn known(token: &Token<'_>) -> i32 {
    let traits = token.traits;
    if traits.is_unknown() {
        if unknown::has_medical_form(token) {
            return -3;
        }
        // Two letters that nobody knows are an abbreviation more often than a name.
        return if token.lower.len() <= 2 || token.class != Class::default() { 0 } else { 2 };
    }
    let is_name = traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME);
    let out = token.stands_out();
    let mut weight = match is_name {
        true if traits.is(Traits::FREQUENT_NAME) && traits.is(Traits::COMMON) => {
            if out {
                3
            } else {
                1
            }
        }
        true if traits.is(Traits::FREQUENT_NAME) => 4,
        true if traits.is(Traits::FREQUENT_WORD) => {
            if out {
                -2
            } else {
                -5
            }
        }
        true if traits.is(Traits::COMMON) => {
            if out {
                0
            } else {
                -2
            }
        }
        true if traits.is(Traits::MEDICAL | Traits::DRUG) => 1,
        true => 3,
        false if traits.is(Traits::FREQUENT_WORD) => -6,
        false if traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG) => -3,
        false if traits.is(Traits::PLACE) => 2,
        false => 0,
    };
    if traits.is(Traits::ORGANISM) || traits.is(Traits::DRUG) {
        weight -= 2;
    }
    if traits.is(Traits::GENE) && token.shape == Shape::Upper {
        weight -= 1;
    }
    if traits.is(Traits::EPONYM) {
        weight -= 1;
    }
    if traits.is(Traits::REGION) {
        weight -= 3;
    }
    weight
}

/// Returns whether `token` may follow a word of a name; `floor` is the least weight.
fn continues(tokens: &Tokens<'_>, index: usize, floor: i32) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    if token.class.is(Class::SUFFIX) && matches!(token.gap, Gap::Space | Gap::Comma) && token.shape != Shape::Lower {
        return true;
    }
    let joined = match token.gap {
        Gap::Space | Gap::Hyphen | Gap::BrokenHyphen | Gap::Caret => true,
        // A full stop goes on where it stands behind an initial or `St`.
        Gap::Stop => tokens.before(index).is_some_and(|before| before.shape == Shape::Letter || before.lower == "st"),
        Gap::Wrap => wraps(tokens, index),
        _ => false,
    };
    if !joined {
        return false;
    }
    match token.shape {
        Shape::Letter => {
            token.raw.chars().all(char::is_uppercase)
                || token.casing == Casing::Lower
                    && (is_initial(tokens, index) || tokens.get(index + 1).is_some_and(|next| weight(next) >= 2))
        }
        Shape::Number | Shape::Mixed => false,
        _ if token.gap == Gap::Hyphen || token.gap == Gap::BrokenHyphen => {
            !token.class.is(Class::FUNCTION) || token.shape != Shape::Lower
        }
        _ => {
            let ends = token.class.is(Class::CREDENTIAL | Class::FIELD) && token.shape == Shape::Upper;
            // Behind an initial or a particle any capital is the family name.
            let awaited = token.stands_out()
                && !token.class.is(Class::FUNCTION | Class::FIELD | Class::HEADING | Class::TITLE)
                && tokens.before(index).is_some_and(|before| {
                    before.shape == Shape::Letter && index >= 2
                        || before.class.is(Class::PARTICLE) && before.shape == Shape::Lower
                });
            // Behind another capital a name's second word needs less.
            let bonus = if token.begins { 2 } else { 0 };
            let floor = if token.stands_out() { floor } else { floor.max(1) };
            !ends
                && (!is_label(tokens, index) || closes_name(tokens, index) || is_behind_particle(tokens, index))
                && (awaited || weight(token) + bonus >= floor || is_named(tokens, index, floor <= 1))
        }
    }
}

/// Returns whether the word at `index` is an everyday word and a name, and where it stands a name: behind a given name, or
/// closing a name that something has `announced`.
fn is_named(tokens: &Tokens<'_>, index: usize, announced: bool) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    let never = Class::FUNCTION
        | Class::FIELD
        | Class::TERM
        | Class::HOSPITAL
        | Class::ORGANIZATION
        | Class::CALENDAR
        | Class::ROLE;
    if !token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) || token.class.is(never) || token.gap == Gap::Wrap {
        return false;
    }
    let behind_given = tokens.before(index).is_some_and(|before| weight(before) + i32::from(before.begins) >= 4);
    if token.stands_out() {
        return behind_given || announced && !token.class.is(Class::VERB | Class::HEADING);
    }
    announced && !token.class.is(Class::VERB | Class::HEADING) && token.casing != Casing::Mixed && closes(tokens, index)
}

/// Returns whether a name may end with the word at `index`: a sign or a small word follows it.
pub fn closes(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index + 1).is_none_or(|next| {
        !matches!(next.gap, Gap::Space | Gap::Hyphen)
            || next.shape == Shape::Number
            || next.class.is(Class::FUNCTION | Class::VERB | Class::CREDENTIAL)
    })
}

/// Returns whether the letter at `index` stands for a name: behind it comes a full stop, or another letter, or the end.
fn is_initial(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.between(index + 1).starts_with('.') || tokens.get(index + 1).is_some_and(|next| next.shape == Shape::Letter)
}

/// Returns whether the word at `index` is a family name, and nothing else or behind a given name that is nothing else: "Mary Smith: cough".
fn closes_name(tokens: &Tokens<'_>, index: usize) -> bool {
    let is_only = |token: &Token<'_>| {
        token.class == Class::default() && !token.traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG)
    };
    let is_given = |before: &Token<'_>| before.traits.is(Traits::GIVEN_NAME) && is_only(before);
    tokens.get(index).is_some_and(|token| {
        token.class == Class::default()
            && token.traits.is(Traits::FAMILY_NAME)
            && (is_only(token) || tokens.before(index).is_some_and(is_given))
    })
}

/// Returns whether a particle stands before the word at `index`, which names no part of a note: "Dr. van der Okafor: stable".
fn is_behind_particle(tokens: &Tokens<'_>, index: usize) -> bool {
    let no_name = Class::FUNCTION | Class::FIELD | Class::HEADING | Class::TITLE;
    index.checked_sub(1).is_some_and(|before| is_leading_particle(tokens, before))
        && tokens.get(index).is_some_and(|token| !token.class.is(no_name))
}

/// Returns whether a colon follows the word at `index` or the next, so that it names a field.
fn is_label(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index + 1).is_some_and(|next| next.gap == Gap::Colon)
}

/// Returns whether the line before the word at `index` is long enough to have been wrapped, and what follows is no field.
pub fn wraps(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    let line = tokens.all.get(..index).unwrap_or_default().iter().rev();
    let length = line.take_while(|token| !matches!(token.gap, Gap::Wrap | Gap::Field | Gap::Start)).count();
    // A line of a few words was wrapped where the next begins with what is a name and nothing else, or with a particle of one.
    let only_name = token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
        && !token.traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG)
        && token.class == Class::default()
        || is_leading_particle(tokens, index) && token.shape == Shape::Lower;
    let least = if only_name { 3 } else { 5 };
    length >= least && !token.class.is(Class::FIELD | Class::HEADING) && !is_label(tokens, index)
}

/// Returns the index of the last word of the name that begins at `first`, whose further words weigh at least `floor`.
pub fn end(tokens: &Tokens<'_>, first: usize, floor: i32) -> usize {
    let mut last = first;
    while last - first < LONGEST {
        let next = last + 1;
        if continues(tokens, next, floor) {
            last = next;
        } else if let Some(after) = past_particles(tokens, next).filter(|after| continues(tokens, *after, floor)) {
            last = after;
        } else if let Some(after) = past_nickname(tokens, next) {
            last = after;
        } else {
            break;
        }
    }
    // A single letter closes a name only with its full stop, or as a cut family name.
    last
}

/// Returns the index of the first word behind particles that begin at `index`; `None` where no particle stands there.
fn past_particles(tokens: &Tokens<'_>, index: usize) -> Option<usize> {
    let mut at = index;
    while let Some(token) = tokens.get(at) {
        let is_initial = || tokens.before(at).is_some_and(|before| before.shape == Shape::Letter);
        let joined = matches!(token.gap, Gap::Space | Gap::Hyphen)
            || at == index && token.gap == Gap::Stop && is_initial()
            || at == index && token.gap == Gap::Wrap && token.shape == Shape::Lower && wraps(tokens, at);
        if !joined || !token.class.is(Class::PARTICLE) || at > index + 2 {
            break;
        }
        at += 1;
    }
    (at > index).then_some(at)
}

/// Returns the index of the word behind a nickname in quotation marks or brackets, as in `Guadalupe "Lupe" Ortiz`.
fn past_nickname(tokens: &Tokens<'_>, index: usize) -> Option<usize> {
    let nickname = tokens
        .get(index)
        .filter(|token| token.gap == Gap::Open && tokens.between(index).ends_with(['"', '(', '\'']))?;
    let after = tokens.get(index + 1).filter(|token| token.gap == Gap::Close)?;
    let shut = tokens.between(index + 1);
    let is_short = matches!(shut, "\" " | ") " | "\") " | ".\" " | ",\" ");
    (is_short
        && nickname.shape == Shape::Capital
        && (shut.starts_with(['"', '\'']) || weight(nickname) >= -1)
        && after.shape == Shape::Capital
        && weight(after) >= 0)
        .then_some(index + 1)
}

/// Returns the index of the first word of the name that ends at `last`.
pub fn start(tokens: &Tokens<'_>, last: usize, floor: i32) -> usize {
    let mut first = last;
    while first > 0 && last - first < LONGEST {
        let before = first - 1;
        let Some(token) = tokens.get(before) else { break };
        let is_particle = token.class.is(Class::PARTICLE) && matches!(token.shape, Shape::Lower | Shape::Capital);
        let fits = token.shape == Shape::Letter || weight(token) + if token.begins { 2 } else { 0 } >= floor;
        if token.class.is(Class::TITLE) && !token.traits.is(Traits::FREQUENT_NAME) {
            break;
        }
        if (is_particle || fits && continues(tokens, first, -20)) && joins(tokens, first) {
            first = before;
        } else {
            break;
        }
    }
    while first < last
        && tokens.get(first).is_some_and(|token| {
            token.class.is(Class::PARTICLE | Class::FUNCTION)
                && token.shape == Shape::Lower
                && !is_leading_particle(tokens, first)
        })
    {
        first += 1;
    }
    first
}

fn joins(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|token| match token.gap {
        Gap::Space | Gap::Hyphen | Gap::BrokenHyphen | Gap::Caret => true,
        Gap::Stop => tokens.before(index).is_some_and(|before| before.shape == Shape::Letter || before.lower == "st"),
        Gap::Wrap => wraps(tokens, index),
        _ => false,
    })
}

/// Returns whether the particle at `index` may open a family name: `van`, `de`, `al`, not `y` or `an`.
pub fn is_leading_particle(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|token| {
        token.class.is(Class::PARTICLE) && !token.class.is(Class::FUNCTION) && token.lower.len() > 1
    }) && tokens.get(index + 1).is_some_and(|next| matches!(next.gap, Gap::Space | Gap::Hyphen))
}

/// Returns the index of the last word where `Last, First M.` begins at `first`, whose family name ends at `last`; else `last`.
pub fn with_given(tokens: &Tokens<'_>, last: usize, floor: i32) -> usize {
    let Some(given) = tokens.get(last + 1) else { return last };
    if given.gap != Gap::Comma
        || given.class.is(Class::CREDENTIAL) && given.shape == Shape::Upper && given.raw.len() < 5
    {
        return last;
    }
    let is_initial = given.shape == Shape::Letter && is_initial(tokens, last + 1);
    let is_name = !matches!(given.shape, Shape::Letter | Shape::Number | Shape::Mixed) && weight(given) >= floor;
    let is_given = floor <= 0
        && given.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
        && !given.class.is(Class::FUNCTION | Class::VERB | Class::ROLE | Class::RELATIVE)
        && given.shape != Shape::Number
        && closes(tokens, last + 1)
        || given.shape != Shape::Lower
            && given.is_word()
            && tokens
                .get(last + 2)
                .is_some_and(|next| next.gap == Gap::Hyphen && !next.class.is(Class::FUNCTION | Class::TERM));
    if is_initial || is_name || is_given { end(tokens, last + 1, floor.max(1)) } else { last }
}

#[cfg(test)]
mod tests;
