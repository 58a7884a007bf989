//! What somebody does, told with where: 45 CFR 164.514(b)(2)(i)(R). An occupation alone stays; beside an employer it tells who it is.

use super::names::{Claim, Class, Gap, Shape, Token, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// An occupation stands at most so many words before its employer.
const REACH: usize = 4;

/// Endings of words for those who do something.
const ENDINGS: [&str; 9] = ["er", "or", "ist", "ian", "man", "woman", "driver", "ant", "smith"];

/// Returns the occupations that are told with one of `employers` or behind a label.
pub fn claims(tokens: &Tokens<'_>, employers: &[Claim]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = employers.iter().filter_map(|employer| before(tokens, employer.first)).collect();
    claims.extend((0..tokens.all.len()).filter_map(|index| behind_label(tokens, index)));
    claims
}

/// `retired paralegal at`, `works as a scaffolder for`, `bus mechanic (`.
fn before(tokens: &Tokens<'_>, employer: usize) -> Option<Claim> {
    let mut last = employer.checked_sub(1)?;
    let links = ["at", "for", "with", "in", "of", "from", "the", "a", "called"];
    while employer - last < REACH && tokens.get(last).is_some_and(|token| links.contains(&token.lower)) {
        last = last.checked_sub(1)?;
    }
    let linked =
        last + 1 < employer || tokens.get(employer).is_some_and(|token| matches!(token.gap, Gap::Open | Gap::Comma));
    let head = tokens.get(last)?;
    let business =
        head.class.is(Class::ORGANIZATION) && tokens.get(last + 1).is_some_and(|next| next.lower == "called");
    let others = matches!(head.lower, "manager" | "boss" | "supervisor" | "student" | "coordinator" | "driver")
        && tokens.before(last).is_some_and(|before| before.lower != "a" && before.class.is(Class::FUNCTION))
        || head.lower == "student";
    if !linked
        || others
        || !(is_occupation(head) || business)
        || tokens.get(last + 1).is_some_and(|next| matches!(next.gap, Gap::Stop | Gap::Field))
    {
        return None;
    }
    let first = with_modifiers(tokens, last);
    Some(Claim {
        first,
        last,
        score: Score::STRONG,
        pattern: "before an employer",
        context: Some("an employer behind it"),
    })
}

fn behind_label(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let label = tokens.before(index)?;
    let token = tokens.get(index)?;
    let named = matches!(label.lower, "occupation" | "occ" | "profession" | "job") && token.gap == Gap::Colon;
    let fits = token.is_word()
        && !token.class.is(Class::FUNCTION | Class::FIELD)
        && !matches!(token.lower, "retired" | "unemployed" | "none" | "unknown" | "disabled" | "student");
    if !named || !fits {
        return None;
    }
    let mut last = index;
    while last < index + 2
        && tokens.get(last + 1).is_some_and(|next| {
            next.gap == Gap::Space && next.is_word() && !next.class.is(Class::FUNCTION | Class::FIELD | Class::VERB)
        })
    {
        last += 1;
    }
    Some(Claim { first: index, last, score: Score::STRONG, pattern: "label", context: Some("a label before it") })
}

fn is_occupation(token: &Token<'_>) -> bool {
    token.class.is(Class::OCCUPATION)
        || token.traits.is(Traits::COMMON)
            && !token.class.is(Class::ROLE | Class::RELATIVE | Class::VERB | Class::FUNCTION | Class::HEADING)
            && token.lower.len() > 4
            && ENDINGS.iter().any(|ending| token.lower.ends_with(ending))
}

/// Returns the index of the first of the words that say what kind: `school bus driver`.
fn with_modifiers(tokens: &Tokens<'_>, last: usize) -> usize {
    let mut first = last;
    while first > 0 && last - first < 2 {
        let Some(before) = tokens.get(first - 1) else { break };
        let joined = tokens.get(first).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Hyphen));
        let stops = Class::FUNCTION | Class::VERB | Class::AT_PLACE | Class::RELATIVE | Class::NATION;
        let adjective = matches!(
            before.lower,
            "retired"
                | "former"
                | "old"
                | "male"
                | "female"
                | "woman"
                | "man"
                | "gentleman"
                | "lady"
                | "full-time"
                | "time"
        );
        if !joined || before.class.is(stops) || adjective || !matches!(before.shape, Shape::Lower | Shape::Upper) {
            break;
        }
        first -= 1;
    }
    first
}
