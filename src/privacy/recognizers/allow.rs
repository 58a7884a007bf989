//! What looks like a name and is a term: `Wilson disease`, `McBurney's point`, `Norwalk virus`, `Foley catheter`.
//!
//! A name is part of a term when a word of terms follows it (or a second name and then such a word), when it is called after
//! somebody and a number or a grade follows, or when a hyphen binds it to an everyday ending (`Crohn-like`).

use super::called;
use super::names::{Claim, Class, Gap, Shape, Tokens};
use crate::privacy::lexicon::Traits;

/// Returns whether the words of `claim` are part of a medical term.
pub fn is_term(tokens: &Tokens<'_>, claim: &Claim) -> bool {
    let mut index = claim.last + 1;
    // `Omni and Bookwalter retractors`, `Child-Pugh class`, `Barlow and Ortolani negative`
    while index < claim.last + 4
        && tokens.get(index).is_some_and(|token| {
            matches!(token.gap, Gap::Space | Gap::Hyphen | Gap::Slash | Gap::And | Gap::Wrap)
                && (token.lower == "and"
                    || token.lower == "or"
                    || token.shape == Shape::Capital && !token.class.is(Class::TERM))
        })
    {
        index += 1;
    }
    let is_joined =
        |index: usize| tokens.get(index).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Hyphen | Gap::Wrap));
    let is_of_terms = |index: usize| tokens.get(index).is_some_and(|token| token.class.is(Class::TERM));
    let words = tokens.all.get(claim.first..=claim.last).unwrap_or_default();
    let called_after = words.iter().any(|word| word.traits.is(Traits::EPONYM));
    if is_joined(index) && is_of_terms(index) {
        return true;
    }
    // An adjective may stand between: `Wagner grade`, `Babinski plantar response`.
    if called_after && is_joined(index) && is_joined(index + 1) && is_of_terms(index + 1) {
        return true;
    }
    if words.len() == 1 && is_of_anatomy(tokens, claim.first) || called::holds(tokens, claim.first, claim.last) {
        return true;
    }
    let Some(after) = tokens.get(claim.last + 1) else { return false };
    // `Burch colposuspension`, `Syme amputation`: an operation is called after somebody.
    let operation = after.gap == Gap::Space
        && after.shape == Shape::Lower
        && OPERATIONS.iter().any(|ending| after.lower.ends_with(ending));
    if operation {
        return true;
    }
    // `Jackson-Pratt 40 mL`, `Clavien-Dindo IIIa`.
    let all_called_after = words.iter().all(|word| word.traits.is(Traits::EPONYM) || word.class.is(Class::EPONYM));
    let hyphened = words.iter().skip(1).all(|word| word.gap == Gap::Hyphen);
    let bound =
        after.gap == Gap::Hyphen && after.shape == Shape::Lower && after.traits.is(Traits::COMMON | Traits::MEDICAL);
    let graded = matches!(after.gap, Gap::Space | Gap::Hyphen)
        && (after.shape == Shape::Number
            || after.is_roman()
            || matches!(after.lower, "negative" | "positive" | "absent" | "present"))
        && (words.len() == 1 || all_called_after && hyphened);
    bound || graded || words.len() == 1 && called_after && before_is_test(tokens, claim.first)
}

/// Returns whether a word that tests are spoken of with stands before: `positive Babinski`, `by Leopold`.
fn before_is_test(tokens: &Tokens<'_>, first: usize) -> bool {
    tokens.before(first).is_some_and(|before| {
        matches!(
            before.lower,
            "positive" | "negative" | "modified" | "the" | "a" | "no" | "bilateral" | "left" | "right" | "reverse"
        )
    })
}

/// Endings of operations and of what is seen at one.
const OPERATIONS: [&str; 14] = [
    "ectomy",
    "ostomy",
    "otomy",
    "plasty",
    "pexy",
    "desis",
    "rrhaphy",
    "suspension",
    "amputation",
    "maze",
    "folds",
    "mesh",
    "wrap",
    "reversal",
];

/// Parts of the body that are called "of" somebody.
const ANATOMY: [&str; 40] = [
    "circle",
    "loop",
    "sphincter",
    "ampulla",
    "foramen",
    "foramina",
    "pouch",
    "tendon",
    "zonule",
    "angle",
    "canal",
    "duct",
    "space",
    "fossa",
    "triangle",
    "node",
    "nodes",
    "islet",
    "islets",
    "bundle",
    "aqueduct",
    "ligament",
    "valve",
    "valves",
    "membrane",
    "capsule",
    "fascia",
    "gland",
    "glands",
    "crypts",
    "plexus",
    "ganglion",
    "line",
    "organ",
    "muscle",
    "vein",
    "artery",
    "tubercle",
    "fissure",
    "cave",
];

/// Returns whether the word at `index` is whom a part of the body is called after: `circle of Willis`.
fn is_of_anatomy(tokens: &Tokens<'_>, index: usize) -> bool {
    let back = |count: usize| index.checked_sub(count).and_then(|at| tokens.get(at));
    back(1).is_some_and(|of| of.lower == "of") && back(2).is_some_and(|part| ANATOMY.contains(&part.lower))
}

#[cfg(test)]
mod tests;
