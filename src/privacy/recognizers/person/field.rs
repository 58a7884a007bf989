//! Names behind a label: `Patient: Ngozi Okafor`, `emergency_contact=Lam Quang Vinh`, `S/o Late Sri Gopinath`.

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{closes, end, is_leading_particle, weight, with_given};
use crate::privacy::recognizers::names::token::readings;
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// The last word of a label whose value is a person.
const LABELS: [&str; 98] = [
    "px",
    "proband",
    "lead",
    "rep",
    "circ",
    "anesth",
    "parents",
    "kids",
    "assist",
    "reporter",
    "crew",
    "res",
    "dr",
    "care_team",
    "alias",
    "patient",
    "name",
    "names",
    "pt",
    "client",
    "member",
    "subscriber",
    "insured",
    "holder",
    "guarantor",
    "responsible",
    "party",
    "surgeon",
    "surgeons",
    "assistant",
    "anesthesia",
    "anesthesiologist",
    "attending",
    "consultant",
    "physician",
    "doctor",
    "provider",
    "prescriber",
    "pcp",
    "gp",
    "nurse",
    "rn",
    "midwife",
    "pharmacist",
    "radiologist",
    "pathologist",
    "technologist",
    "scribe",
    "resident",
    "fellow",
    "intern",
    "hospitalist",
    "cardiologist",
    "interpreter",
    "caller",
    "informant",
    "historian",
    "contact",
    "nok",
    "kin",
    "guardian",
    "proxy",
    "surrogate",
    "poa",
    "witness",
    "author",
    "signed",
    "by",
    "dictated",
    "cc",
    "attn",
    "attention",
    "re",
    "ref",
    "subject",
    "from",
    "to",
    "dear",
    "mother",
    "father",
    "spouse",
    "wife",
    "husband",
    "son",
    "daughter",
    "partner",
    "baby",
    "caregiver",
    "present",
    "ordering",
    "referring",
    "worker",
    "manager",
    "employee",
    "person",
    "patientname",
    "clinician",
    "copy",
];

/// Relations as Indian records write them: son, daughter, wife of.
const OF: [&str; 5] = ["s", "d", "w", "f", "m"];

/// Returns the names behind labels.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, token) in tokens.all.iter().enumerate() {
        // Dots lead from a label to what stands behind it: `Patient ....... Hargrove`.
        let led = token.gap == Gap::Colon || tokens.between(index).contains("....");
        let labelled = led && index > 0 && is_label(tokens, index - 1);
        if labelled || is_relation_of(tokens, index) {
            claims.extend(value(tokens, index));
        }
    }
    claims
}

fn is_label(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|label| {
        let last = label.lower.rsplit(['_', '.']).next().unwrap_or(label.lower);
        LABELS.contains(&last)
            || label.class.is(Class::ROLE | Class::RELATIVE | Class::TITLE)
            || label.lower.ends_with("name")
            || label.lower == "contact"
            || label.traits.is_unknown() && readings(label.lower).any(|word| LABELS.contains(&word.as_str()))
    })
}

/// Returns whether `S/o`, `D/o` or `W/o` stands before the word at `index`.
fn is_relation_of(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(of) = tokens.before(index).filter(|token| token.raw == "o" || token.raw == "O") else { return false };
    of.gap == Gap::Slash
        && index.checked_sub(2).and_then(|index| tokens.get(index)).is_some_and(|token| OF.contains(&token.lower))
        && tokens.get(index).is_some_and(Token::stands_out)
}

fn value(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let first = past_titles(tokens, index);
    let name = tokens.get(first)?;
    let begins = fits(tokens, first) || is_leading_particle(tokens, first) && fits(tokens, first + 1);
    if is_full_name(tokens, index, first) {
        let last = with_given(tokens, end(tokens, first, 0).max(first + 1), 0);
        return Some(Claim { first, last, score: Score::STRONG, pattern: "label", context: Some("a label before it") });
    }
    if !begins || name.shape == Shape::Letter && tokens.get(first + 1).is_none_or(|next| weight(next) < 1) {
        return None;
    }
    let last = with_given(tokens, end(tokens, first, 0), 0);
    Some(Claim { first, last, score: Score::STRONG, pattern: "label", context: Some("a label before it") })
}

/// Returns whether `name:` stands before the word at `index`, and the two words from `first` on, which end there, may both be names, whatever else
/// they are: `PATIENT NAME: ROSE HAND`.
fn is_full_name(tokens: &Tokens<'_>, index: usize, first: usize) -> bool {
    let name = |index: usize| {
        tokens.get(index).is_some_and(|word| {
            word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && !word.class.is(Class::FUNCTION | Class::FIELD)
        })
    };
    let label = tokens.before(index).is_some_and(|label| label.lower.ends_with("name"));
    let beside = tokens.get(first + 1).is_some_and(|next| matches!(next.gap, Gap::Space | Gap::Wrap));
    label && name(first) && name(first + 1) && beside && closes(tokens, first + 1)
}

fn past_titles(tokens: &Tokens<'_>, index: usize) -> usize {
    let titles = tokens.all.get(index..).unwrap_or_default().iter();
    let is_title = |token: &&Token<'_>| {
        token.class.is(Class::TITLE) && token.lower.len() <= 6 && !token.traits.is(Traits::FREQUENT_NAME)
            || token.lower == "late"
    };
    index + titles.take_while(is_title).count().min(3)
}

/// Returns whether the word at `index` may begin a name behind a label.
fn fits(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(name) = tokens.get(index) else { return false };
    // The colon makes every value look like a sentence's beginning; here its capital counts.
    let weight = weight(name) + if name.begins && name.shape == Shape::Capital { 2 } else { 0 };
    let followed = tokens.get(index + 1).is_some_and(|next| {
        matches!(next.gap, Gap::Space | Gap::Comma | Gap::Hyphen | Gap::Caret | Gap::Stop) && self::weight(next) >= 1
    });
    match (name.shape, name.casing) {
        (Shape::Number | Shape::Mixed, _) => false,
        (Shape::Letter, _) => name.raw.chars().all(char::is_uppercase),
        (Shape::Capital, _) => weight >= 1 || weight >= -2 && followed,
        (Shape::Upper, Casing::Mixed) => name.raw.len() > 3 && weight >= -1 || weight >= -4 && followed,
        (Shape::Lower, Casing::Mixed) => weight >= -4 && name.traits.is(Traits::FREQUENT_NAME),
        _ => weight >= 2 || weight >= -1 && followed,
    }
}

#[cfg(test)]
mod tests;
