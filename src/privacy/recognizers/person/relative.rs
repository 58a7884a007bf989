//! Names behind what somebody is to the patient: `her daughter Ngozi`, `wife, Mary`, `roommate Arjun`, `son Mr. Prashanth`.

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{end, weight};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Tokens};

/// Returns the names behind relations.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, token) in tokens.all.iter().enumerate() {
        if !token.class.is(Class::RELATIVE) || token.possessive {
            continue;
        }
        let mut first = index + 1;
        // `brother-in-law, Nigel`, `wife of Bassam`, `daughter is called Rahma`, `son named Ade`
        while first < index + 4
            && tokens.get(first).is_some_and(|token| {
                matches!(token.lower, "in" | "law" | "of" | "named" | "called" | "name" | "is")
                    && matches!(token.gap, Gap::Space | Gap::Hyphen)
            })
        {
            first += 1;
        }
        claims.extend(name(tokens, first, first > index + 1));
    }
    claims
}

fn name(tokens: &Tokens<'_>, first: usize, told: bool) -> Option<Claim> {
    let name = tokens.get(first)?;
    let stray = matches!(name.shape, Shape::Number | Shape::Mixed | Shape::Letter);
    let least = match name.gap {
        Gap::Space | Gap::Wrap => 1,
        Gap::Comma | Gap::Open | Gap::Colon => 2,
        _ => return None,
    };
    let weight = weight(name);
    let closing = name.traits.is(Traits::GIVEN_NAME)
        && !name.class.is(Class::VERB
            | Class::ROLE
            | Class::RELATIVE
            | Class::HEADING
            | Class::CALENDAR
            | Class::FIELD)
        && name.casing != Casing::Mixed
        && matches!(name.gap, Gap::Space)
        && tokens.get(first + 1).is_some_and(|next| !matches!(next.gap, Gap::Space | Gap::Hyphen | Gap::Slash));
    // `son sonny brings`, `friend dusty took`: in a text of one case what a name does tells it.
    let does = name.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
        && name.casing != Casing::Mixed
        && name.gap == Gap::Space
        && !name.class.is(Class::FUNCTION
            | Class::VERB
            | Class::ROLE
            | Class::RELATIVE
            | Class::HEADING
            | Class::FIELD)
        && tokens.get(first + 1).is_some_and(|next| next.class.is(Class::VERB) && next.gap == Gap::Space);
    let common = name.traits.is(Traits::COMMON) && name.traits.is(Traits::GIVEN_NAME) && name.stands_out();
    if stray
        || !(weight >= least || closing || does || common && weight >= -2 && !told)
        || name.class.is(Class::FUNCTION)
    {
        return None;
    }
    let last = end(tokens, first, 0);
    Some(Claim { first, last, score: Score::STRONG, pattern: "relative", context: Some("a relation before it") })
}

#[cfg(test)]
mod tests;
