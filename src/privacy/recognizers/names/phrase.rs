//! Names of organisations: words around a head word that says what they are (`Lakemont Heart Clinic`, `Harlan & Voss LLP`).

use super::run::weight;
use super::{Casing, Class, Gap, Shape, Token, Tokens};
use crate::privacy::lexicon::Traits;

/// A name of an organisation has at most so many words before its head.
const LONGEST: usize = 6;

/// Among small or capital letters alone, at most so many.
const LONGEST_FLAT: usize = 4;

/// Words that are of no one organisation.
const GENERIC: Class = Class::FUNCTION;

/// Returns the first and last word of the name whose head stands at `head`; `None` where the head stands alone or only words
/// that any organisation has stand before it.
pub fn around(tokens: &Tokens<'_>, head: usize) -> Option<(usize, usize)> {
    let token = tokens.get(head)?;
    let last = last(tokens, head);
    let first = match (token.shape, token.casing) {
        (Shape::Capital, Casing::Mixed | Casing::Lower) => first_capital(tokens, head)?,
        (Shape::Upper, Casing::Mixed) if token.raw.len() <= 4 => first_capital(tokens, head)?,
        (Shape::Lower, Casing::Mixed) | (Shape::Number | Shape::Letter | Shape::Mixed, _) => return None,
        _ => first_flat(tokens, head)?,
    };
    (first < head).then_some((first, last))
}

/// Returns whether `token` sets a name apart: it is not of the words that any department, form or organisation has.
pub fn tells(token: &Token<'_>) -> bool {
    let generic = GENERIC
        | Class::HEADING
        | Class::HOSPITAL
        | Class::SPECIALTY
        | Class::ROLE
        | Class::RELATIVE
        | Class::FIELD
        | Class::TITLE
        | Class::ABBREVIATION
        | Class::VERB
        | Class::CALENDAR
        | Class::GENERIC
        | Class::NATION;
    if token.class.is(Class::TERM) && token.shape == Shape::Lower {
        return false;
    }
    let term = token.traits.is(Traits::MEDICAL | Traits::DRUG)
        && !token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
    !matches!(token.shape, Shape::Number | Shape::Letter) && !token.class.is(generic) && !term
}

fn is_joined(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|token| match token.gap {
        Gap::Space | Gap::Hyphen | Gap::BrokenHyphen | Gap::Wrap | Gap::And => true,
        Gap::Stop => tokens.before(index).is_some_and(|before| matches!(before.lower, "st" | "ste" | "mt" | "ft")),
        _ => false,
    })
}

/// Words that stand between the capitals of a name.
fn links(token: &Token<'_>) -> bool {
    matches!(
        token.lower,
        "of" | "the"
            | "and"
            | "for"
            | "de"
            | "la"
            | "del"
            | "y"
            | "et"
            | "und"
            | "des"
            | "van"
            | "da"
            | "do"
            | "dos"
            | "di"
    )
}

fn first_capital(tokens: &Tokens<'_>, head: usize) -> Option<usize> {
    let mut first = head;
    while first > 0 && head - first < LONGEST && is_joined(tokens, first) {
        let before = tokens.get(first - 1)?;
        let is_part = matches!(before.shape, Shape::Capital | Shape::Upper | Shape::Letter)
            || before.shape == Shape::Number && tokens.get(first)?.gap == Gap::Space && before.raw.len() <= 3
            || links(before) && is_linked(tokens, first - 1);
        let is_person =
            before.class.is(Class::TITLE) && before.lower != "sister" && before.lower != "sir" && before.lower != "don";
        if !is_part || is_person {
            break;
        }
        first -= 1;
    }
    // What a sentence begins with is no part: `At Lakemont`, `Seen in Lakemont Clinic`.
    while first < head
        && tokens.get(first).is_some_and(|token| {
            token.class.is(Class::FUNCTION | Class::VERB)
                && !matches!(token.lower, "the" | "new" | "first" | "all" | "our" | "second" | "third" | "sees")
                || links(token) && token.shape == Shape::Lower
        })
    {
        first += 1;
    }
    let telling = tokens.all.get(first..head)?.iter().any(|token| tells(token) && token.shape != Shape::Lower);
    telling.then_some(first)
}

/// Returns whether a capital stands before the linking word at `index`.
fn is_linked(tokens: &Tokens<'_>, index: usize) -> bool {
    is_joined(tokens, index)
        && tokens.before(index).is_some_and(|token| token.shape == Shape::Capital || links(token))
        && tokens.before(index).is_some_and(|token| !token.class.is(Class::VERB | Class::ROLE | Class::RELATIVE))
}

fn first_flat(tokens: &Tokens<'_>, head: usize) -> Option<usize> {
    let mut first = head;
    let stops = Class::VERB | Class::ROLE | Class::RELATIVE | Class::TITLE | Class::CALENDAR | Class::BEFORE_PERSON;
    while first > 0 && head - first < LONGEST_FLAT && is_joined(tokens, first) {
        let before = tokens.get(first - 1)?;
        let is_part = before.shape != Shape::Number
            && (!before.class.is(stops | Class::FUNCTION) || before.class.is(Class::GENERIC))
            || matches!(before.lower, "and" | "of" | "new")
                && first < head
                && is_joined(tokens, first - 1)
                && tokens.before(first - 1).is_some_and(|token| weight(token) >= 0);
        if !is_part {
            break;
        }
        first -= 1;
    }
    while first < head && tokens.get(first).is_some_and(|token| links(token)) {
        first += 1;
    }
    let words = tokens.all.get(first..head)?;
    let anchored = first.checked_sub(1).is_some_and(|before| {
        is_joined(tokens, first)
            && tokens.get(before).is_some_and(|before| {
                before.class.is(Class::AT_PLACE)
                    || before.shape == Shape::Number
                    || matches!(before.lower, "the" | "for" | "with" | "called" | "by")
            })
    }) || tokens
        .get(first)
        .is_some_and(|token| matches!(token.gap, Gap::Field | Gap::Start | Gap::Colon | Gap::Open));
    let telling = words.iter().filter(|word| tells(word)).count();
    let named = words.iter().any(|word| weight(word) >= 1);
    if named && !anchored {
        // Without a preposition only what can be a name belongs to it.
        let from = words.iter().position(|word| weight(word) >= 0)?;
        return Some(first + from);
    }
    let listed = tokens.get(first).is_some_and(|token| token.gap == Gap::Comma) && telling > 1;
    (telling > 0 && (anchored || listed)).then_some(first)
}

/// Returns the index of the last word of a name whose head is at `head`: further heads, and `of` with what it is of.
fn last(tokens: &Tokens<'_>, head: usize) -> usize {
    let mut last = head;
    let more = Class::HOSPITAL | Class::SPECIALTY | Class::ORGANIZATION;
    for _ in 0..4 {
        let Some(next) = tokens.get(last + 1) else { break };
        let same = tokens.get(head).is_some_and(|head| head.shape == next.shape || head.casing != Casing::Mixed);
        if is_joined(tokens, last + 1) && same && next.class.is(more) && !next.class.is(Class::VERB) {
            last += 1;
            continue;
        }
        let more_of_it = next.stands_out()
            && next.gap == Gap::Space
            && !next.begins
            && !next.class.is(Class::FUNCTION
                | Class::TITLE
                | Class::HEADING
                | Class::FIELD
                | Class::CALENDAR
                | Class::CREDENTIAL);
        if more_of_it {
            last += 1;
            continue;
        }
        let pair = next.lower == "and"
            && tokens
                .get(last + 2)
                .is_some_and(|token| token.class.is(Class::HOSPITAL | Class::SPECIALTY) && token.gap == Gap::Space);
        if pair
            && next.gap == Gap::Space
            && tokens.get(last + 2).is_some_and(|token| tokens.get(head).is_some_and(|head| head.shape == token.shape))
        {
            last += 2;
            continue;
        }
        let of = matches!(next.lower, "of" | "at" | "for" | "and") || next.gap == Gap::And;
        let after = if next.gap == Gap::And { last + 1 } else { last + 2 };
        let named = tokens.get(after).is_some_and(|token| {
            token.stands_out() && !token.class.is(Class::FUNCTION | Class::TITLE | Class::CALENDAR)
        });
        if of && named && is_joined(tokens, last + 1) && is_joined(tokens, after) && next.lower != "at" {
            last = after;
            continue;
        }
        break;
    }
    last
}

/// Returns the first and last words of each stretch of two capitals or more that stands out of its sentence, with one word at
/// least that tells. The words of persons, departments and terms are the caller's to leave out.
pub fn capitals(tokens: &Tokens<'_>) -> Vec<(usize, usize)> {
    let mut stretches = Vec::new();
    let mut first = 0;
    while first < tokens.all.len() {
        let mut last = first;
        let is_capital = |token: &Token<'_>| {
            token.stands_out() && !token.class.is(Class::FUNCTION | Class::TITLE | Class::CALENDAR)
                || token.shape == Shape::Upper
                    && token.casing == Casing::Mixed
                    && token.raw.len() > 2
                    && !token.class.is(Class::ABBREVIATION | Class::CREDENTIAL)
        };
        if tokens.get(first).is_some_and(is_capital) {
            loop {
                let next = last + 1;
                if is_joined(tokens, next) && tokens.get(next).is_some_and(is_capital) {
                    last = next;
                } else if is_joined(tokens, next)
                    && tokens
                        .get(next)
                        .is_some_and(|token| links(token) && token.lower != "and" && token.lower != "the")
                    && is_joined(tokens, next + 1)
                    && tokens.get(next + 1).is_some_and(is_capital)
                {
                    last = next + 1;
                } else {
                    break;
                }
            }
            if last > first && tokens.all.get(first..=last).unwrap_or_default().iter().any(tells) {
                stretches.push((first, last));
            }
        }
        first = last + 1;
    }
    stretches
}

/// Returns the last word of a name whose head stands first, as in `Farmacia San Judas`; the head itself where none follows.
pub fn behind_head(tokens: &Tokens<'_>, head: usize) -> usize {
    let mut last = head;
    while last < head + 5 {
        let Some(next) = tokens.get(last + 1) else { break };
        let joined = matches!(next.gap, Gap::Space | Gap::Hyphen);
        let before_name = tokens
            .get(last + 2)
            .is_some_and(|after| after.stands_out() || after.casing != Casing::Mixed && weight(after) >= 1);
        let part = next.stands_out() && !next.class.is(Class::FUNCTION | Class::CALENDAR | Class::HEADING)
            || next.casing != Casing::Mixed && weight(next) >= 1
            || (next.class.is(Class::PARTICLE)
                || matches!(
                    next.lower,
                    "fur" | "am" | "an" | "der" | "e" | "et" | "the" | "of" | "hospitalier" | "medical"
                ))
                && before_name;
        if !joined || !part {
            break;
        }
        last += 1;
    }
    last
}

#[cfg(test)]
mod tests;
