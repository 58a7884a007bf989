//! Addresses told by how they are put together: 45 CFR 164.514(b)(2)(i)(B).
//!
//! Streets of the world end in no common word. What they share is the order: a number, capitalised words, another number; a unit with
//! its number behind them; then a town, a region, a country, a postal code. A word that the lexicon knows only as a word of medicine, a drug or
//! a measure breaks the run: "5 Metoprolol 25", "Grade 3 Carcinoma 12".

use std::ops::RangeInclusive;

use super::names::{Claim, Class, Gap, Shape, Token, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// Words with which a unit's number stands.
const UNITS: &[&str] = &["apt", "apartment", "suite", "ste", "flat", "unit", "appt", "wohnung"];
/// Small words within the names of streets.
const SMALL: &[&str] = &[
    "de", "del", "della", "dei", "da", "do", "dos", "das", "du", "des", "la", "le", "les", "el", "los", "las", "u",
    "ul", "al", "van", "von", "der", "den", "het", "d", "tee", "st", "y", "e", "i",
];
/// Words that begin another field.
const FIELDS: &[&str] = &[
    "mobile",
    "phone",
    "tel",
    "telephone",
    "desk",
    "fax",
    "email",
    "mail",
    "user",
    "agent",
    "dob",
    "mrn",
    "ssn",
    "cell",
    "office",
    "web",
];
/// The most words on either side of a unit.
const MOST: usize = 8;
/// Digits of a number of a house, unit or postal code.
const DIGITS: RangeInclusive<usize> = 1..=6;

/// Returns the addresses.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, token) in tokens.all.iter().enumerate() {
        if UNITS.contains(&token.lower) && tokens.get(index + 1).is_some_and(is_number) {
            claims.extend(around_unit(tokens, index));
        }
        if is_number(token) {
            claims.extend(numbered(tokens, index));
        }
        if token.class.is(Class::AT_PLACE) || token.lower == "of" {
            claims.extend(after_preposition(tokens, index + 1));
        }
    }
    claims
}

/// The words before a unit, from the first number on, and those behind it.
fn around_unit(tokens: &Tokens<'_>, unit: usize) -> Option<Claim> {
    let mut first = unit;
    while first > 0 && unit - first < MOST && joins(tokens.get(first)?) && is_part(tokens.get(first - 1)?) {
        first -= 1;
    }
    // It begins with a capital or a number.
    while first < unit && !begins(tokens.get(first)?) {
        first += 1;
    }
    let has_number = tokens.all.get(first..unit)?.iter().any(is_number);
    let has_name = tokens.all.get(first..unit)?.iter().any(is_name);
    (has_number && has_name).then(|| claim(first, behind(tokens, unit + 1), "address with a unit", Score::STRONG))
}

/// A number, one to four capitalised words with small ones between, and another number: `4923 Parmova 109`, `214 Pavlou Drandaki 6`.
fn numbered(tokens: &Tokens<'_>, first: usize) -> Option<Claim> {
    let mut last = first + 1;
    while last - first <= 5
        && tokens.get(last).is_some_and(|word| word.gap == Gap::Space && (is_name(word) || is_small(word)))
    {
        last += 1;
    }
    let words = tokens.all.get(first + 1..last)?;
    let name = words.first().is_some_and(is_name);
    let number = tokens.get(last).is_some_and(|word| word.gap == Gap::Space && is_number(word));
    let counted = tokens.get(last + 1).is_some_and(|next| next.gap == Gap::Space && is_measure(next));
    (name && number && !counted).then(|| claim(first, behind(tokens, last), "number, name, number", Score::FAIR))
}

/// What stands behind a preposition of places: one or two numbers and a name (`9816 214 Pavlou Drandaki`), or two names and a number
/// of two digits or more (`Joaquin Suarez 2906`).
fn after_preposition(tokens: &Tokens<'_>, first: usize) -> Option<Claim> {
    let numbers =
        tokens.all.get(first..)?.iter().take(2).take_while(|word| word.gap == Gap::Space && is_number(word)).count();
    let mut last = first + numbers;
    while last - first <= 6
        && tokens.get(last).is_some_and(|word| word.gap == Gap::Space && (is_name(word) || is_small(word)))
    {
        last += 1;
    }
    let words = tokens.all.get(first + numbers..last)?;
    let names = words.iter().filter(|word| is_name(word) && word.raw.chars().count() > 3).count();
    let long = tokens.get(last).is_some_and(|word| word.gap == Gap::Space && is_number(word) && word.raw.len() > 1);
    let fits = words.first().is_some_and(is_name) && if numbers > 0 { names > 0 } else { names > 1 && long };
    let last = if long { last } else { last.checked_sub(1)? };
    fits.then(|| claim(first, behind(tokens, last), "behind a preposition", Score::WEAK))
}

/// Returns the last word of the address whose street ends at `last`: town, region, country and code follow.
fn behind(tokens: &Tokens<'_>, mut last: usize) -> usize {
    for _ in 0..MOST {
        let Some(next) = tokens.get(last + 1) else { break };
        let field = FIELDS.contains(&next.lower) || tokens.get(last + 2).is_some_and(|after| after.gap == Gap::Colon);
        let joined = matches!(next.gap, Gap::Space | Gap::Comma | Gap::Wrap | Gap::Hyphen | Gap::Open);
        if field || !joined || !(is_name(next) || next.shape == Shape::Upper && next.raw.len() <= 3 || is_number(next))
        {
            break;
        }
        last += 1;
    }
    last
}

fn claim(first: usize, last: usize, pattern: &'static str, score: Score) -> Claim {
    Claim { first, last, score, pattern, context: None }
}

fn joins(word: &Token<'_>) -> bool {
    matches!(word.gap, Gap::Space | Gap::Comma | Gap::Stop | Gap::Hyphen | Gap::Wrap)
}

fn is_part(word: &Token<'_>) -> bool {
    is_name(word) || is_number(word) || is_small(word) || word.shape == Shape::Letter
}

fn begins(word: &Token<'_>) -> bool {
    is_number(word) || is_name(word)
}

/// Returns whether the word may stand within a name: a small one of the kind, or one that no list knows.
fn is_small(word: &Token<'_>) -> bool {
    SMALL.contains(&word.lower) || word.shape == Shape::Lower && word.traits.is_unknown() && word.raw.len() > 3
}

/// Returns whether the word may be part of an address's names: with a capital, and no word of medicine alone.
fn is_name(word: &Token<'_>) -> bool {
    let apostrophe = word.shape == Shape::Mixed && word.raw.contains(['\'', '\u{2019}']);
    let capital =
        word.shape == Shape::Capital || apostrophe || word.shape == Shape::Upper && word.raw.chars().count() > 3;
    let clinical = word.traits.is(Traits::MEDICAL | Traits::DRUG | Traits::GENE | Traits::ORGANISM)
        && !word.traits.is(Traits::PLACE | Traits::GIVEN_NAME | Traits::FAMILY_NAME);
    capital
        && !clinical
        && !word.class.is(Class::HEADING | Class::TERM | Class::CALENDAR | Class::TITLE)
        && !FIELDS.contains(&word.lower)
}

fn is_number(word: &Token<'_>) -> bool {
    let digits = word.raw.bytes().filter(u8::is_ascii_digit).count();
    DIGITS.contains(&digits) && word.raw.len() <= digits + 1
}

/// Returns whether a number before the word is a dose or a result.
fn is_measure(word: &Token<'_>) -> bool {
    const MEASURES: &[&str] = &[
        "mg", "mcg", "g", "ml", "l", "units", "iu", "mmol", "tablets", "tabs", "times", "days", "weeks", "years",
        "percent",
    ];
    MEASURES.contains(&word.lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::EntityType;
    use crate::privacy::detect::View;
    use crate::privacy::lexicon::Lexicon;

    fn found(text: &str) -> Vec<String> {
        let of = |traits: Traits, words: &str| -> Vec<(String, Traits)> {
            words.split(' ').map(|word| (word.to_owned(), traits)).collect()
        };
        let lexicon = Lexicon::of(
            [
                of(
                    Traits::COMMON,
                    "the restaurant is at he lives on north side of take seen and day was with in to meet me grade",
                ),
                of(Traits::DRUG, "metoprolol tartrate"),
                of(Traits::MEDICAL, "carcinoma hemoglobin"),
            ]
            .concat(),
        );
        let view = View::plain(text);
        let tokens = Tokens::of(&view, &lexicon);
        let claims = claims(&tokens);
        claims.iter().map(|claim| view.slice(claim.found(&tokens, EntityType::Location).range).to_owned()).collect()
    }

    #[test]
    fn addresses_are_told_by_their_order() {
        for (text, address) in [
            (
                "Lives: 6750 Koskikatu 25 Apt. 864, Artilleros, CO, Uruguay 64677",
                "6750 Koskikatu 25 Apt. 864, Artilleros, CO, Uruguay 64677",
            ),
            ("sent 4923 Parmova 109 Suite 380 Maribor", "4923 Parmova 109 Suite 380 Maribor"),
            ("The restaurant is at 9816 214 Pavlou Drandaki.", "9816 214 Pavlou Drandaki"),
            ("He lives on the north side of Joaquin Suarez 2906.", "Joaquin Suarez 2906"),
            ("Meet me at 0538 15 Millicent Drive Apt. 3 Muel", "0538 15 Millicent Drive Apt. 3 Muel"),
        ] {
            assert!(found(text).iter().any(|found| found == address), "{:?}", found(text));
        }
    }

    #[test]
    fn doses_results_and_grades_are_none() {
        for text in [
            "take 5 Metoprolol Tartrate 25 mg",
            "at 40 Hemoglobin 12",
            "seen in Grade 3 Carcinoma 12",
            "to 3 times a day",
            "with 2 of 4",
            "",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }
}
