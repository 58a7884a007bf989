//! Names that nothing announces: told by the lexicon, their shape and the sentence around them.

use super::deed::ANY;
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{end, start, weight, with_given};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};

/// So much must speak for a name.
const ENOUGH: i32 = 4;

/// So much makes it fairly sure.
const FAIRLY: i32 = 6;

/// Returns the names that nothing announces.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = spelled(tokens);
    claims.extend(listed(tokens));
    let mut index = 0;
    while index < tokens.all.len() {
        if !opens(tokens, index) {
            index += 1;
            continue;
        }
        let last = last_first(tokens, index, end(tokens, index, 1));
        if let Some(claim) = claim(tokens, index, last) {
            claims.push(claim);
        }
        index = last + 1;
    }
    claims
}

/// `Ngan, Wai-Keung` at a line's beginning, with a field or a number behind it, is one name.
fn last_first(tokens: &Tokens<'_>, first: usize, last: usize) -> usize {
    let begins = tokens.get(first).is_some_and(|token| matches!(token.gap, Gap::Start | Gap::Field));
    let end = if begins { with_given(tokens, last, 2) } else { last };
    let closed = tokens.get(end + 1).is_none_or(|next| {
        matches!(next.gap, Gap::Field | Gap::Slash | Gap::Open | Gap::Other | Gap::Colon)
            || next.shape == Shape::Number
            || next.class.is(Class::FIELD)
    });
    if closed { end } else { last }
}

/// `miles long 12m`, `summer 16f`: names, though everyday words, before an age; one alone where a line begins.
pub fn aged(tokens: &Tokens<'_>) -> Vec<Claim> {
    let is_name = |index: usize| {
        tokens.get(index).is_some_and(|token| {
            token.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
                && !token.class.is(Class::FUNCTION
                    | Class::VERB
                    | Class::HEADING
                    | Class::FIELD
                    | Class::ROLE
                    | Class::RELATIVE)
        })
    };
    let ages = tokens.all.iter().enumerate().filter(|(_, token)| is_age(token.lower) && token.gap == Gap::Space);
    let first = |age: usize| {
        let last = age.checked_sub(1).filter(|last| is_name(*last))?;
        let name = tokens.get(last)?;
        let before = tokens.before(last).filter(|_| is_name(last - 1));
        match before {
            Some(given) if given.begins && name.gap == Gap::Space => Some(last - 1),
            // `BISHOP, GENE 61M`
            Some(family) if family.begins && name.gap == Gap::Comma && family.shape == name.shape => Some(last - 1),
            // `Foley 16F` is a width.
            _ if matches!(name.gap, Gap::Start | Gap::Field)
                && name.traits.is(Traits::GIVEN_NAME)
                && !name.traits.is(Traits::EPONYM | Traits::TERM | Traits::MEDICAL | Traits::DRUG)
                && !name.class.is(Class::CALENDAR | Class::TERM) =>
            {
                Some(last)
            }
            _ => None,
        }
    };
    let claim = |(age, first): (usize, usize)| Claim {
        first,
        last: age - 1,
        score: Score::STRONG,
        pattern: "before an age",
        context: Some("an age behind it"),
    };
    ages.filter_map(|(age, _)| Some((age, first(age)?))).map(claim).collect()
}

/// `KLOSTERHALFEN, GÜNTER 71`, `MACARAEG, TEODORA`: family and given name, as lists in capitals have them.
fn listed(tokens: &Tokens<'_>) -> Vec<Claim> {
    let known = Traits::DRUG | Traits::ORGANISM | Traits::MEDICAL | Traits::REGION;
    let is_name = |token: &Token<'_>| {
        token.shape == Shape::Upper
            && token.casing == Casing::Upper
            && token.lower.len() > 2
            && weight(token) >= 1
            && !token.traits.is(known)
    };
    let mut claims = Vec::new();
    for (index, given) in tokens.all.iter().enumerate().skip(1) {
        let Some(family) = tokens.before(index) else { continue };
        let named = weight(given) + weight(family) >= 4;
        if given.gap == Gap::Comma && is_name(given) && is_name(family) && named && family.gap != Gap::Comma {
            claims.push(Claim {
                first: start(tokens, index - 1, 1),
                last: end(tokens, index, 1),
                score: Score::WEAK,
                pattern: "family and given name",
                context: None,
            });
        }
    }
    claims
}

/// Names that are spelled out: `h a r g r o v e`, `O-K-A-F-O-R`.
fn spelled(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut first = 0;
    while first < tokens.all.len() {
        let letters = tokens.all.get(first..).unwrap_or_default().iter().enumerate();
        let count = letters
            .take_while(|(at, token)| {
                token.lower.len() == 1
                    && token.shape == Shape::Letter
                    && (*at == 0
                        || matches!(token.gap, Gap::Space | Gap::Hyphen) && tokens.between(first + at).len() == 1)
            })
            .count();
        let word: String = tokens.all.iter().skip(first).take(count).map(|token| token.lower).collect();
        if count >= 4 && !tokens.is_everyday(&word) {
            let last = first + count - 1;
            claims.push(Claim { first, last, score: Score::FAIR, pattern: "spelled out", context: None });
        }
        first += count.max(1);
    }
    claims
}

fn opens(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|token| match token.shape {
        _ if token.is_roman() || token.class.is(Class::SUFFIX) => false,
        // What a hyphen binds to a word that is no name is none: `Child-Pugh`.
        _ if token.gap == Gap::Hyphen && token.class.is(Class::EPONYM) => false,
        Shape::Letter => {
            token.raw.chars().all(char::is_uppercase)
                && tokens
                    .get(index + 1)
                    .is_some_and(|next| next.gap == Gap::Stop && next.stands_out() && weight(next) + 2 >= 3)
        }
        Shape::Capital => weight(token) >= 1 || pairs(tokens, index),
        _ => weight(token) >= 1,
    })
}

/// Returns whether the word at `index` is a given name, though it may be an everyday word, that a family name follows, with an
/// initial between them or not.
fn pairs(tokens: &Tokens<'_>, index: usize) -> bool {
    let never = Class::FUNCTION
        | Class::VERB
        | Class::HEADING
        | Class::FIELD
        | Class::ROLE
        | Class::RELATIVE
        | Class::TITLE
        | Class::CALENDAR
        | Class::TERM
        | Class::NATION;
    let given = tokens.get(index).is_some_and(|token| {
        token.stands_out()
            && (token.traits.is(Traits::GIVEN_NAME) || token.traits.is_unknown() && weight(token) >= 0)
            && !token.class.is(never)
            && !token.traits.is(Traits::DRUG | Traits::ORGANISM)
    });
    let initial = tokens.get(index + 1).is_some_and(|next| next.shape == Shape::Letter && next.gap == Gap::Space);
    let family = tokens.get(if initial { index + 2 } else { index + 1 });
    given
        && family.is_some_and(|next| {
            next.stands_out() && (next.gap == Gap::Space || initial && next.gap == Gap::Stop) && weight(next) >= 1
        })
}

/// Returns whether somebody is spoken to or speaks: `Kuba, can I`, `Nicole: Remember`.
fn is_addressed(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let opens = tokens.get(first).is_some_and(|word| {
        word.begins
            && word.shape == Shape::Capital
            && (word.traits.is(Traits::GIVEN_NAME) && !word.traits.is(Traits::FREQUENT_WORD)
                || word.traits.is_unknown())
    });
    let speaks = tokens.get(last + 1).is_some_and(|next| match next.gap {
        Gap::Comma if tokens.get(first).is_some_and(|word| word.traits.is(Traits::COMMON)) => {
            matches!(
                next.lower,
                "can"
                    | "could"
                    | "would"
                    | "will"
                    | "please"
                    | "you"
                    | "i"
                    | "we"
                    | "do"
                    | "did"
                    | "are"
                    | "thank"
                    | "thanks"
            )
        }
        Gap::Comma => next.class.is(Class::FUNCTION | Class::VERB),
        Gap::Colon => next.shape == Shape::Capital && next.casing == Casing::Mixed,
        _ => false,
    });
    opens && speaks
}

/// Returns whether nothing else stands on the line.
fn is_alone_on_its_line(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let is_edge = |token: &Token<'_>| matches!(token.gap, Gap::Start | Gap::Field);
    tokens.get(first).is_some_and(|word| is_edge(word) && word.shape == Shape::Capital)
        && tokens.get(last + 1).is_none_or(is_edge)
}

fn claim(tokens: &Tokens<'_>, first: usize, last: usize) -> Option<Claim> {
    let words = tokens.all.get(first..=last)?;
    if words.iter().any(|word| word.class.is(Class::HOSPITAL | Class::ORGANIZATION | Class::PLACE) && weight(word) < 2)
    {
        return None;
    }
    let joined: String = words.iter().map(|word| word.lower).collect();
    if words.len() > 1 && words.iter().all(|word| word.shape == Shape::Lower) && tokens.is_everyday(&joined) {
        return None;
    }
    let best = words.iter().map(weight).max()?;
    let mut sum = best;
    let mut context = None;
    let is_name = |word: &Token<'_>| weight(word) >= 1 || word.stands_out() && word.traits.is(Traits::GIVEN_NAME);
    let is_pair = words.len() > 1 && words.iter().filter(|word| is_name(word)).count() > 1;
    if is_pair {
        let named = words.iter().filter(|word| word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)).count();
        sum += if named > 0 || words.iter().all(|word| word.casing == Casing::Lower) { 2 } else { 1 };
    }
    if let Some(before) = tokens.before(first) {
        let joined = tokens.get(first).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Wrap));
        if joined && before.class.is(Class::BEFORE_PERSON) {
            sum += if words.first().is_some_and(|word| word.casing == Casing::Mixed) { 1 } else { 2 };
            context = Some("a word that tells of people before it");
        }
        if joined
            && matches!(before.lower, "the" | "a" | "an" | "no" | "any" | "with" | "on" | "mg" | "of")
            && !before.class.is(Class::BEFORE_PERSON)
        {
            sum -= 2;
        }
        if joined && (before.lower == "on" || before.lower == "of" || before.traits.is(Traits::DRUG)) {
            sum -= 1;
        }
    }
    if words.last().is_some_and(|word| word.possessive) {
        sum += 1;
    }
    if is_addressed(tokens, first, last) {
        sum += 2;
    }
    if is_alone_on_its_line(tokens, first, last) {
        sum += 1;
    }
    if let Some(after) = tokens.get(last + 1) {
        let said = behind(tokens, last + 1, after.gap);
        sum += if is_pair && said > -6 { said.max(-1) } else { said };
        if after.class.is(Class::VERB) && after.gap == Gap::Space && after.shape == Shape::Lower {
            context = context.or(Some("a verb of people behind it"));
        }
    }
    let does = tokens.get(last + 1).is_some_and(|after| {
        after.class.is(Class::VERB) && !after.class.is(Class::TERM) && after.gap == Gap::Space && words.len() == 1
    });
    if does {
        sum += i32::from(words.iter().any(|word| word.traits.is(Traits::EPONYM) && word.begins));
    } else if words.iter().all(|word| word.class.is(Class::EPONYM)) {
        sum -= match words.len() {
            1 if words.iter().any(|word| word.traits.is(Traits::FREQUENT_NAME)) => 1,
            1 => 3,
            _ => 5,
        };
    } else if words.iter().all(|word| word.traits.is(Traits::EPONYM) && !word.traits.is(Traits::FREQUENT_NAME)) {
        sum -= if is_pair { 4 } else { 1 };
    }
    if words.iter().all(|word| word.traits.is(Traits::REGION)) {
        sum -= 2;
    }
    if words.len() == 1 {
        sum += alone(tokens, first);
    }
    if tokens.get(first + 1).is_some_and(|word| word.gap == Gap::Caret && first < last) {
        sum += 1;
    }
    let score = match sum {
        FAIRLY.. => Score::FAIR,
        ENOUGH.. => Score::WEAK,
        _ => return None,
    };
    let pattern = if is_pair { "names side by side" } else { "name by itself" };
    Some(Claim { first, last, score, pattern, context })
}

/// What speaks against a single word: an everyday word that begins a sentence, what is counted, an abbreviation.
fn alone(tokens: &Tokens<'_>, index: usize) -> i32 {
    let Some(word) = tokens.get(index) else { return 0 };
    let mut sum = 0;
    if is_set_apart(tokens, index) {
        sum += 2;
    }
    if word.traits.is(Traits::COMMON) && is_determined(tokens, index) {
        sum -= 2;
    }
    let placed = tokens.before(index).is_some_and(|before| before.class.is(Class::AT_PLACE) || before.lower == "of");
    let given =
        word.traits.is(Traits::REGION) && word.traits.is(Traits::FREQUENT_NAME) && word.traits.is(Traits::GIVEN_NAME);
    if given && !placed && word.stands_out() && word.gap == Gap::Space {
        sum += 3;
    }
    let both = word.traits.is(Traits::GIVEN_NAME) && word.traits.is(Traits::FAMILY_NAME);
    let other = Traits::COMMON
        | Traits::MEDICAL
        | Traits::DRUG
        | Traits::EPONYM
        | Traits::PLACE
        | Traits::ORGANISM
        | Traits::GENE;
    if word.casing == Casing::Lower && both && !word.traits.is(other) {
        sum += 1;
    }
    if word.begins && word.traits.is(Traits::COMMON) && !word.traits.is(Traits::FREQUENT_NAME) {
        sum -= 1;
    }
    let counted = tokens.before(index).is_some_and(|before| before.shape == Shape::Number && word.gap == Gap::Space);
    let pedigree = index > 1 && tokens.get(index - 2).is_some_and(Token::is_roman);
    if counted && !pedigree && !word.traits.is(Traits::GIVEN_NAME) || counted && word.traits.is(Traits::EPONYM) {
        sum -= 2;
    }
    let dotted = tokens.between(index + 1).starts_with('.')
        && tokens.get(index + 1).is_some_and(|next| !next.begins || next.shape == Shape::Number);
    if word.raw.len() <= 4 && word.traits.is_unknown() && (dotted || tokens.between(index + 1).starts_with(". ")) {
        sum -= 2;
    }
    sum
}

/// Returns whether the word is a given name with a capital, though an everyday word, between small letters: `given Angel his`.
fn is_set_apart(tokens: &Tokens<'_>, index: usize) -> bool {
    let small = |token: &Token<'_>| token.shape == Shape::Lower && matches!(token.gap, Gap::Space | Gap::Comma);
    tokens.get(index).is_some_and(|word| {
        word.stands_out()
            && !word.begins
            && !is_determined(tokens, index)
            && word.gap == Gap::Space
            && word.traits.is(Traits::GIVEN_NAME)
            && word.traits.is(Traits::COMMON | Traits::MEDICAL)
            && !word.traits.is(Traits::FREQUENT_WORD | Traits::DRUG | Traits::EPONYM)
            && !word.class.is(Class::FUNCTION
                | Class::TERM
                | Class::HEADING
                | Class::CALENDAR
                | Class::HOSPITAL
                | Class::ORGANIZATION)
    }) && tokens.before(index).is_some_and(|before| before.shape == Shape::Lower)
        && tokens.get(index + 1).is_none_or(small)
}

/// Returns whether an article or the like stands before the word at `index`: `The Dean`, `a former Shepherd`.
pub fn is_determined(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|word| word.gap == Gap::Space)
        && tokens.before(index).is_some_and(|before| {
            matches!(
                before.lower,
                "the" | "a" | "an" | "former" | "retired" | "ex" | "another" | "no" | "every" | "each"
            )
        })
}

/// Returns whether the word is an age and a sex: `38m`, `71f`, `64yo`.
fn is_age(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ending = word.get(digits.len()..).unwrap_or_default();
    (1..=3).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
        && matches!(ending, "m" | "f" | "y" | "yo" | "yr" | "yrs")
}

/// What the word behind says: people do things, terms are of something, doses are counted.
fn behind(tokens: &Tokens<'_>, index: usize, gap: Gap) -> i32 {
    let Some(after) = tokens.get(index) else { return 0 };
    if !matches!(gap, Gap::Space | Gap::Wrap | Gap::Hyphen) {
        return 0;
    }
    if after.class.is(Class::TERM) && !after.class.is(Class::VERB) {
        return -6;
    }
    if is_age(after.lower) {
        return 2;
    }
    if after.shape == Shape::Number
        || after.is_roman() && tokens.get(index + 1).is_none_or(|next| next.gap != Gap::Space)
    {
        return -3;
    }
    if after.class.is(Class::VERB) && after.gap == Gap::Space {
        let everyday = tokens.before(index).is_some_and(|name| name.traits.is(Traits::COMMON));
        return if ANY.contains(&after.lower) && everyday { 1 } else { 2 };
    }
    if after.shape == Shape::Lower
        && after.traits.is(Traits::COMMON)
        && after.lower.ends_with("ed")
        && after.lower.len() > 4
    {
        return 1;
    }
    if after.class.is(Class::FUNCTION | Class::RELATIVE | Class::CREDENTIAL | Class::FIELD)
        || after.shape != Shape::Lower
    {
        return 0;
    }
    let owned = tokens.before(index).is_some_and(|name| name.possessive && !name.traits.is(Traits::EPONYM));
    if after.traits.is(Traits::MEDICAL) && !owned {
        return -3;
    }
    if after.traits.is(Traits::COMMON) { -1 } else { 0 }
}

#[cfg(test)]
mod tests;
