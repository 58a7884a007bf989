//! Names beside names, and names that were told before.

use std::collections::BTreeSet;

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{closes, end, start, weight};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// Returns the names that are listed behind those of `claims`: `Graziella and Nives`, `Lin, Okafor & Berg`.
pub fn beside(tokens: &Tokens<'_>, claims: &[Claim]) -> Vec<Claim> {
    let mut found: Vec<Claim> = Vec::new();
    for claim in claims {
        if let Some(last) = listed_before(tokens, claim) {
            let first = start(tokens, last, 1);
            found.push(Claim { first, last, score: Score::FAIR, pattern: "list", context: Some("a name behind it") });
        }
    }
    for claim in claims {
        let mut last = claim.last;
        if let Some(first) = nickname(tokens, last) {
            found.push(Claim {
                first,
                last: first,
                score: Score::FAIR,
                pattern: "nickname",
                context: Some("a name before it"),
            });
        }
        while let Some(first) = listed(tokens, last, claim.score) {
            last = end(tokens, first, 1);
            found.push(Claim { first, last, score: Score::FAIR, pattern: "list", context: Some("a name before it") });
        }
    }
    found
}

/// Returns the index of a single capital in brackets or quotation marks behind the word at `last`: `Althea Cruz ("Thea")`.
fn nickname(tokens: &Tokens<'_>, last: usize) -> Option<usize> {
    let name = tokens.get(last + 1).filter(|name| name.gap == Gap::Open && name.shape == Shape::Capital)?;
    let quoted = tokens.between(last + 1).ends_with('"');
    let shut = tokens.get(last + 2).is_some_and(|next| next.gap == Gap::Close);
    (shut && weight(name) >= if quoted { -1 } else { 2 }).then_some(last + 1)
}

/// Returns the index of a capital before a comma and the name that begins at `first`: `Abakumova, Wallace and Perez`.
fn listed_before(tokens: &Tokens<'_>, claim: &Claim) -> Option<usize> {
    let first = claim.first;
    let last = first.checked_sub(1)?;
    let name = tokens.get(last)?;
    let goes_on = tokens.get(claim.last + 1).is_some_and(|next| next.lower == "and");
    let parted = tokens.get(first).is_some_and(|token| {
        token.gap == Gap::Comma && (token.stands_out() || token.casing == Casing::Lower && goes_on)
    });
    let known = Traits::DRUG | Traits::ORGANISM | Traits::MEDICAL | Traits::REGION;
    let written = name.stands_out() || name.casing == Casing::Lower && name.shape == Shape::Lower;
    (parted && written && weight(name) >= 2 && !name.traits.is(known)).then_some(last)
}

fn listed(tokens: &Tokens<'_>, last: usize, score: Score) -> Option<usize> {
    let next = tokens.get(last + 1)?;
    let first = if matches!(next.lower, "and" | "or" | "et" | "y" | "und") { last + 2 } else { last + 1 };
    let name = tokens.get(first)?;
    let joined = if first == last + 2 {
        matches!(next.gap, Gap::Space | Gap::Comma) && name.gap == Gap::Space
    } else {
        matches!(name.gap, Gap::And | Gap::Slash)
    };
    let everyday =
        name.stands_out() && name.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && closes(tokens, first);
    let sure = score >= Score::FAIR || everyday && !name.traits.is(Traits::EPONYM);
    let named =
        sure && (weight(name) >= 2 || everyday) && matches!(name.shape, Shape::Capital | Shape::Upper | Shape::Lower);
    (joined && named && !tokens.get(first + 1).is_some_and(|next| next.class.is(Class::TERM) && next.gap == Gap::Space))
        .then_some(first)
}

/// Returns where the words of `claims`' names stand elsewhere.
pub fn elsewhere(tokens: &Tokens<'_>, claims: &[Claim]) -> Vec<Claim> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut taken = vec![false; tokens.all.len()];
    for claim in claims {
        for index in claim.first..=claim.last {
            if let Some(taken) = taken.get_mut(index) {
                *taken = true;
            }
        }
        if claim.score >= Score::FAIR {
            let words = tokens.all.get(claim.first..=claim.last).unwrap_or_default();
            names.extend(words.iter().filter(|word| is_telling(word)).map(|word| word.lower));
        }
    }
    let free = tokens.all.iter().zip(&taken).enumerate().filter(|(_, (_, taken))| !**taken);
    let again = free.filter(|(index, (word, _))| names.contains(word.lower) && may_be(tokens, *index, word));
    again
        .map(|(index, _)| Claim {
            first: index,
            last: index,
            score: Score::FAIR,
            pattern: "told before",
            context: Some("the same name elsewhere"),
        })
        .collect()
}

/// Returns whether the word tells a name when it stands alone.
fn is_telling(word: &Token<'_>) -> bool {
    word.lower.len() > 2
        && !word.class.is(Class::FUNCTION
            | Class::PARTICLE
            | Class::SUFFIX
            | Class::TITLE
            | Class::ROLE
            | Class::RELATIVE)
        && !word.class.is(Class::FIELD | Class::HEADING | Class::CREDENTIAL)
}

fn may_be(tokens: &Tokens<'_>, index: usize, word: &Token<'_>) -> bool {
    let everyday = word.traits.is(Traits::COMMON | Traits::MEDICAL | Traits::DRUG);
    let in_term = tokens.get(index + 1).is_some_and(|next| {
        next.class.is(Class::TERM) && matches!(next.gap, Gap::Space | Gap::Hyphen) && next.shape != Shape::Number
    });
    match (word.shape, word.casing) {
        (Shape::Number | Shape::Letter | Shape::Mixed, _) => false,
        (Shape::Capital, Casing::Mixed | Casing::Lower) if word.begins && everyday => {
            word.traits.is(Traits::GIVEN_NAME)
                && !in_term
                && tokens.get(index + 1).is_some_and(|next| next.class.is(Class::VERB) && next.gap == Gap::Space)
        }
        (Shape::Capital, Casing::Mixed | Casing::Lower) => !in_term,
        (Shape::Lower, Casing::Mixed) => !everyday && !in_term,
        _ if everyday => {
            let does = tokens.get(index + 1).is_some_and(|next| next.class.is(Class::VERB) && next.gap == Gap::Space);
            let before = tokens.before(index).is_none_or(|before| {
                word.begins || matches!(before.lower, "but" | "and" | "that" | "then" | "because" | "if" | "when")
            });
            does && before && !in_term
        }
        _ => !in_term,
    }
}

#[cfg(test)]
mod tests;
