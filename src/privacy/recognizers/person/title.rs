//! Names behind a title: `Dr. Okafor`, `Mrs Berg`, `sister ackroyd`.

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{end, is_leading_particle, weight, with_given, wraps};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// Titles that are nothing else. The others (`father`, `officer`, `lt`) are everyday words or abbreviations too.
const PLAIN: [&str; 31] = [
    "dra",
    "dre",
    "mdm",
    "dhr",
    "monsignor",
    "dr",
    "drs",
    "doctor",
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "prof",
    "professor",
    "rev",
    "reverend",
    "rabbi",
    "imam",
    "sheikh",
    "monsieur",
    "mme",
    "mlle",
    "herr",
    "frau",
    "senor",
    "senora",
    "smt",
    "shri",
    "sri",
    "sra",
];

/// Returns the names behind titles.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, title) in tokens.all.iter().enumerate() {
        if !title.class.is(Class::TITLE) || title.possessive || title.shape == Shape::Mixed || is_gauge(tokens, index) {
            continue;
        }
        let first = past_titles(tokens, index + 1);
        let Some(name) = tokens.get(first) else { continue };
        if !(matches!(name.gap, Gap::Space | Gap::Stop) || name.gap == Gap::Wrap && wraps(tokens, first)) {
            continue;
        }
        let plain = PLAIN.contains(&title.lower);
        let particles = (0..3).take_while(|more| is_leading_particle(tokens, first + more)).count();
        let behind = tokens.get(first + particles).filter(|_| particles > 0);
        let capital = particles == 0 && name.stands_out() && name.class.is(Class::PARTICLE);
        if fits(name, plain)
            || behind.is_some_and(|name| fits(name, plain))
            || capital && tokens.get(first + 1).is_some_and(|next| next.stands_out() && next.gap == Gap::Space)
        {
            let last = end(tokens, first, 0);
            let last = if plain { with_given_initial(tokens, last) } else { last };
            claims.push(Claim {
                first,
                last,
                score: Score::STRONG,
                pattern: "title",
                context: Some("a title before it"),
            });
        }
    }
    claims
}

/// `Dr. Okafor, N.` is one name; `Dr. Okafor, Dr. Berg` and `Dr. Okafor, Lisbon` are not.
fn with_given_initial(tokens: &Tokens<'_>, last: usize) -> usize {
    match tokens.get(last + 1) {
        Some(next) if next.shape == Shape::Letter => with_given(tokens, last, 2),
        _ => last,
    }
}

/// Returns whether the word at `index` tells how wide a tube is, on the French scale: `19 Fr Blake`.
fn is_gauge(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|word| word.lower == "fr" && word.gap == Gap::Space)
        && tokens.before(index).is_some_and(|before| before.shape == Shape::Number)
}

fn past_titles(tokens: &Tokens<'_>, index: usize) -> usize {
    let titles = tokens.all.get(index..).unwrap_or_default().iter();
    let count = titles
        .take_while(|token| {
            token.class.is(Class::TITLE)
                && matches!(token.gap, Gap::Space | Gap::Stop)
                && token.lower.len() <= 6
                && !token.traits.is(Traits::FREQUENT_NAME)
        })
        .count();
    index + count.min(2)
}

/// Returns whether `name` may follow a title; one that is `plain` lets any word follow that can be a name at all.
fn fits(name: &Token<'_>, plain: bool) -> bool {
    if name.class.is(Class::FUNCTION | Class::CREDENTIAL) && !name.stands_out() {
        return false;
    }
    match (name.shape, name.casing) {
        (Shape::Number | Shape::Mixed, _) => false,
        (Shape::Letter, _) => plain && name.raw.chars().all(char::is_uppercase),
        (Shape::Capital, Casing::Mixed | Casing::Lower) => {
            let weight = weight(name);
            weight >= if plain { -4 } else { 1 } && !(name.class.is(Class::FUNCTION) && weight < -3)
        }
        _ if name.class.is(Class::ABBREVIATION) && name.shape == Shape::Upper => false,
        (Shape::Upper, Casing::Mixed | Casing::Lower) => {
            plain && name.raw.len() > 1 && !name.class.is(Class::ABBREVIATION)
        }
        (Shape::Lower, Casing::Mixed) => plain && is_name_alone(name),
        _ if plain => {
            is_name_alone(name)
                || (name.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) || weight(name) >= -1)
                    && !name.class.is(Class::VERB | Class::FUNCTION | Class::ROLE | Class::HEADING | Class::TITLE)
        }
        _ => weight(name) >= 2 && is_name_alone(name),
    }
}

/// Returns whether nothing is known of the word, or only that it is a name.
fn is_name_alone(name: &Token<'_>) -> bool {
    !name.traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG)
        && name.class == Class::default()
        && name.lower.len() > 1
}

#[cfg(test)]
mod tests;
