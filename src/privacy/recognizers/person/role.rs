//! Names beside what somebody does: `RN Gilhooly`, `Attending: Saxena`, `Meredith Kolb, LICSW`, `nurse to paloma`.

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{end, start, weight, with_given};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// Returns the names behind a role and before a credential.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, token) in tokens.all.iter().enumerate() {
        claims.extend(seen_by(tokens, index));
        if token.class.is(Class::ROLE) && !token.possessive {
            claims.extend(behind_role(tokens, index));
        }
        if token.class.is(Class::CREDENTIAL) {
            claims.extend(before_credential(tokens, index));
        }
    }
    claims
}

/// `S/B Cockayne`, `seen by Foley`, `d/w Graves`: whoever sees, reads or is asked is somebody, though terms are called like that.
fn seen_by(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let word = tokens.get(index)?;
    let first = index + 1;
    let name = tokens.get(first).filter(|name| name.gap == Gap::Space)?;
    let before = tokens.before(index);
    let short = word.gap == Gap::Slash && before.is_some_and(|before| SHORT.contains(&(before.lower, word.lower)));
    let told = short
        || word.lower == "by" && before.is_some_and(|before| DONE_BY.contains(&before.lower))
        || word.lower == "with" && before.is_some_and(|before| before.lower == "discussed");
    let never = Class::FUNCTION
        | Class::ROLE
        | Class::RELATIVE
        | Class::HEADING
        | Class::FIELD
        | Class::TERM
        | Class::HOSPITAL
        | Class::ORGANIZATION
        | Class::SPECIALTY
        | Class::ABBREVIATION
        | Class::TITLE
        | Class::CREDENTIAL
        | Class::CALENDAR
        | Class::NATION;
    let called = Traits::FAMILY_NAME | Traits::GIVEN_NAME | Traits::EPONYM;
    let named = name.traits.is(called) || name.traits.is_unknown();
    let flat = name.casing == Casing::Lower && short && !name.traits.is(Traits::COMMON);
    let written = name.stands_out() || name.shape == Shape::Upper && name.casing == Casing::Upper || flat;
    let known = Traits::MEDICAL | Traits::DRUG | Traits::ORGANISM | Traits::REGION;
    let other = name.class.is(never) || name.traits.is(known) || name.traits.is(Traits::COMMON) && !name.stands_out();
    let makes_a_term = tokens.get(first + 1).is_some_and(|next| {
        matches!(next.gap, Gap::Space | Gap::Hyphen) && next.class.is(Class::TERM) && next.shape != Shape::Capital
    });
    (told && named && written && !other && !makes_a_term).then(|| Claim {
        first,
        last: end(tokens, first, 1),
        score: Score::STRONG,
        pattern: "seen by",
        context: Some("a word before it that says who did it"),
    })
}

/// What notes write for "seen by", "discussed with", "reviewed by".
const SHORT: [(&str, &str); 3] = [("s", "b"), ("d", "w"), ("r", "v")];
/// What somebody does, before "by".
const DONE_BY: [&str; 16] = [
    "seen",
    "examined",
    "reviewed",
    "assisted",
    "dictated",
    "interpreted",
    "reported",
    "verified",
    "attended",
    "accompanied",
    "witnessed",
    "signed",
    "phoned",
    "referred",
    "consented",
    "operated",
];

fn behind_role(tokens: &Tokens<'_>, role: usize) -> Option<Claim> {
    let first = role + 1;
    let name = tokens.get(first)?;
    let least = match name.gap {
        Gap::Space | Gap::Wrap if name.casing == Casing::Upper => 1,
        Gap::Space | Gap::Wrap => 2,
        Gap::Comma | Gap::Open => 3,
        _ => return None,
    };
    // `nurse blessing took`: in a text of one case what a name does tells it.
    let does = name.casing != Casing::Mixed
        && name.gap == Gap::Space
        && name.traits.is(Traits::GIVEN_NAME)
        && !name.class.is(Class::FUNCTION | Class::VERB | Class::ROLE | Class::HEADING | Class::FIELD | Class::TERM)
        && tokens
            .get(first + 1)
            .is_some_and(|next| next.gap == Gap::Space && (next.class.is(Class::VERB) || next.lower == "and"));
    if name.shape == Shape::Letter || weight(name) < least && !does || is_sentence_of(tokens, role, first) {
        return None;
    }
    let last = with_given(tokens, end(tokens, first, 0), 1);
    Some(Claim { first, last, score: Score::STRONG, pattern: "role before", context: Some("a role before it") })
}

/// `pt Xarelto 20 mg` tells of a drug: what is counted, or a part of a term, is nobody.
fn is_sentence_of(tokens: &Tokens<'_>, role: usize, first: usize) -> bool {
    let after = tokens.get(first + 1);
    let counted = after.is_some_and(|next| next.shape == Shape::Number && next.gap == Gap::Space && role + 1 == first);
    let term = after.is_some_and(|next| {
        matches!(next.gap, Gap::Space | Gap::Hyphen) && next.class.is(Class::TERM) && next.shape == Shape::Lower
    });
    let known = tokens.get(first).is_some_and(|name| name.traits.is(Traits::DRUG | Traits::EPONYM));
    term || counted && known
}

fn before_credential(tokens: &Tokens<'_>, credential: usize) -> Option<Claim> {
    let token = tokens.get(credential)?;
    let last = credential.checked_sub(1)?;
    let name = tokens.get(last)?;
    let separated = token.gap == Gap::Comma || name.shape == Shape::Letter && token.gap == Gap::Stop;
    let beside = matches!(token.gap, Gap::Space | Gap::Open | Gap::Wrap) && is_written_as_credential(token);
    // `Okafor, MD` needs the comma or capitals; `md` alone is a word like any other.
    if flat_pair(tokens, credential) {
        return Some(Claim {
            first: last - 1,
            last,
            score: Score::STRONG,
            pattern: "credential behind",
            context: Some("a credential behind it"),
        });
    }
    if !(separated && (is_written_as_credential(token) || ends_here(tokens, credential)) || beside) {
        return None;
    }
    if name.class.is(Class::CREDENTIAL) && name.shape != Shape::Capital {
        return None;
    }
    let is_cut = name.shape == Shape::Letter && last > 0;
    if !is_cut && weight(name) < if separated { 0 } else { 2 } {
        return None;
    }
    let first = family_first(tokens, start(tokens, last, -3));
    if first == last && weight(name) < 2 {
        return None;
    }
    Some(Claim {
        first,
        last,
        score: Score::STRONG,
        pattern: "credential behind",
        context: Some("a credential behind it"),
    })
}

/// `crystal waters pa-c.`: two words that are names, alone on their line before a credential.
fn flat_pair(tokens: &Tokens<'_>, credential: usize) -> bool {
    let is_name = |index: usize| {
        tokens.get(index).is_some_and(|token| {
            token.casing == Casing::Lower
                && token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
                && !token.class.is(Class::FUNCTION | Class::VERB | Class::HEADING | Class::FIELD)
        })
    };
    let opens = credential >= 2 && is_name(credential - 1) && is_name(credential - 2);
    let spaced =
        tokens.get(credential).is_some_and(|token| token.gap == Gap::Space && !token.class.is(Class::FUNCTION));
    opens
        && spaced
        && tokens.get(credential - 1).is_some_and(|token| token.gap == Gap::Space)
        && tokens.get(credential - 2).is_some_and(|token| token.begins)
}

/// `Nakagawa, R. NP`: the family name stands before a comma.
fn family_first(tokens: &Tokens<'_>, first: usize) -> usize {
    let has_comma = tokens.get(first).is_some_and(|token| token.gap == Gap::Comma);
    match first.checked_sub(1) {
        Some(family) if has_comma && tokens.get(family).is_some_and(|token| weight(token) >= 2) => {
            start(tokens, family, 1)
        }
        _ => first,
    }
}

fn is_written_as_credential(token: &Token<'_>) -> bool {
    token.shape == Shape::Upper && token.raw.len() >= 2 || token.shape == Shape::Mixed
}

/// Returns whether a sentence, line or field ends behind the word at `index`.
fn ends_here(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index + 1).is_none_or(|next| next.begins || !matches!(next.gap, Gap::Space | Gap::Hyphen))
}

#[cfg(test)]
mod tests;
