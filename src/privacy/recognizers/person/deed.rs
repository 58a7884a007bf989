//! Names, though everyday words, that are told by what somebody does: `ivy started her iv`, `Will Young may go home`.

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// Returns the names before verbs of people.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = doing(tokens);
    claims.extend(both(tokens));
    claims
}

/// `ivy started her iv`, `MERRY SAYS`: in a text of one case a given name that is an everyday word too, where a sentence begins
/// and somebody does something.
fn doing(tokens: &Tokens<'_>) -> Vec<Claim> {
    let never = Class::FUNCTION
        | Class::VERB
        | Class::HEADING
        | Class::FIELD
        | Class::ROLE
        | Class::RELATIVE
        | Class::TERM
        | Class::CALENDAR
        | Class::TITLE;
    let mut claims = Vec::new();
    for (index, word) in tokens.all.iter().enumerate() {
        let named = word.begins
            && word.casing != Casing::Mixed
            && word.traits.is(Traits::GIVEN_NAME)
            && !word.class.is(never)
            && !word.traits.is(Traits::MEDICAL | Traits::DRUG);
        let does = tokens.get(index + 1).is_some_and(|next| {
            next.class.is(Class::VERB)
                && next.gap == Gap::Space
                && !ANY.contains(&next.lower)
                && !next.class.is(Class::TERM)
        });
        if named && does {
            claims.push(Claim {
                first: index,
                last: index,
                score: Score::WEAK,
                pattern: "somebody who does something",
                context: Some("a verb of people behind it"),
            });
        }
    }
    claims
}

/// `Will Young may go home`, `Faith Bright is tearful`: a given and a family name, though everyday words, both with capitals where one
/// would do, before a verb.
fn both(tokens: &Tokens<'_>) -> Vec<Claim> {
    let never = Class::FUNCTION
        | Class::HEADING
        | Class::FIELD
        | Class::TERM
        | Class::HOSPITAL
        | Class::ORGANIZATION
        | Class::SPECIALTY
        | Class::PLACE
        | Class::NATION
        | Class::TITLE;
    let named = |token: &Token<'_>, name: Traits| {
        let other = Traits::DRUG | Traits::ORGANISM | Traits::EPONYM_HEAD | Traits::REGION;
        let written = token.stands_out() || token.shape == Shape::Upper && token.casing == Casing::Upper;
        written && token.traits.is(name) && !token.class.is(never) && !token.traits.is(other)
    };
    let medical = |token: &Token<'_>| token.traits.is(Traits::MEDICAL);
    let says = |token: &Token<'_>| {
        (token.shape == Shape::Lower || token.casing == Casing::Upper)
            && (token.class.is(Class::VERB) || matches!(token.lower, "may" | "must" | "might" | "cannot"))
            && !token.class.is(Class::TERM)
    };
    let pair = |index: &usize| {
        let [Some(given), Some(family), Some(verb)] = [0, 1, 2].map(|more| tokens.get(index + more)) else {
            return false;
        };
        given.begins
            && (!given.class.is(Class::CALENDAR) || given.traits.is(Traits::FREQUENT_WORD))
            && !medical(given)
            && named(given, Traits::GIVEN_NAME)
            && named(family, Traits::FAMILY_NAME)
            && !family.class.is(Class::CALENDAR)
            && family.gap == Gap::Space
            && verb.gap == Gap::Space
            && says(verb)
    };
    let claim = |index| Claim {
        first: index,
        last: index + 1,
        score: Score::STRONG,
        pattern: "given and family name",
        context: Some("a verb of people behind it"),
    };
    (0..tokens.all.len()).filter(pair).map(claim).collect()
}

/// Verbs that things do as well as people.
pub const ANY: [&str; 24] = [
    "is",
    "was",
    "has",
    "had",
    "will",
    "would",
    "can",
    "could",
    "should",
    "did",
    "does",
    "remains",
    "remained",
    "appears",
    "appeared",
    "returned",
    "left",
    "continues",
    "continued",
    "became",
    "becomes",
    "started",
    "stopped",
    "also",
];

#[cfg(test)]
mod tests;
