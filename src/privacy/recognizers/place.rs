//! Places below a state: cities, towns, districts, counties (45 CFR 164.514(b)(2)(i)(B)). Streets, postal codes and coordinates
//! are the address recognizer's.
//!
//! Countries and states alone identify nobody and stay.

use super::allow;
use super::names::phrase::tells;
use super::names::run::weight;
use super::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// The last word of a label whose value is a place.
const LABELS: [&str; 10] =
    ["city", "town", "county", "birthplace", "suburb", "village", "district", "municipality", "residence", "locality"];

/// Verbs and nouns before a preposition of place.
const GOING: [&str; 34] = [
    "lives",
    "lived",
    "live",
    "living",
    "resides",
    "residing",
    "moved",
    "moving",
    "moves",
    "born",
    "raised",
    "grew",
    "home",
    "house",
    "native",
    "originally",
    "resident",
    "visiting",
    "travelled",
    "traveled",
    "flew",
    "drove",
    "drives",
    "stationed",
    "transferred",
    "returned",
    "in",
    "came",
    "comes",
    "coming",
    "based",
    "up",
    "here",
    "trip",
];

/// Returns the names of places.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for index in 0..tokens.all.len() {
        claims.extend(behind_label(tokens, index));
        claims.extend(behind_preposition(tokens, index));
        claims.extend(before_region(tokens, index));
        claims.extend(by_head(tokens, index));
        claims.extend(known(tokens, index));
        claims.extend(known_phrase(tokens, index));
        claims.extend(behind_name(tokens, index));
        claims.extend(small_head(tokens, index));
        claims.extend(head_first(tokens, index));
    }
    claims.retain(|claim| claim.score >= Score::STRONG || !allow::is_term(tokens, claim));
    claims
}

fn is_region(token: &Token<'_>) -> bool {
    token.traits.is(Traits::REGION) && (token.shape != Shape::Lower || token.casing == Casing::Lower)
        || token.class.is(Class::REGION)
            && (token.shape == Shape::Upper || token.lower.len() > 3 && token.shape == Shape::Capital)
}

/// Returns the index of the last word of the place that begins at `first`.
fn end(tokens: &Tokens<'_>, first: usize) -> usize {
    let mut last = first;
    while last < first + 3 {
        let joined = tokens.get(last + 1).is_some_and(|next| {
            matches!(next.gap, Gap::Space | Gap::Hyphen | Gap::BrokenHyphen | Gap::Wrap)
                && !is_region(next)
                && !next.class.is(Class::FUNCTION | Class::FIELD | Class::HEADING)
                && match (next.shape, next.casing) {
                    (Shape::Capital, Casing::Mixed | Casing::Lower) => true,
                    (Shape::Capital | Shape::Upper | Shape::Lower, Casing::Upper | Casing::Lower) => {
                        weight(next) >= 2
                            || next.class.is(Class::PLACE)
                            || next.traits.is(Traits::PLACE) && weight(next) >= 0
                    }
                    _ => false,
                }
        });
        if !joined {
            break;
        }
        last += 1;
    }
    last
}

fn behind_label(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let label = tokens.before(index)?;
    let token = tokens.get(index)?;
    let named = LABELS.contains(&label.lower.rsplit('_').next().unwrap_or_default()) && token.gap == Gap::Colon;
    let fits = matches!(token.shape, Shape::Capital | Shape::Upper) || weight(token) >= 1;
    (named && fits).then(|| Claim {
        first: index,
        last: end(tokens, index),
        score: Score::STRONG,
        pattern: "label",
        context: Some("a label before it"),
    })
}

fn behind_preposition(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let preposition = tokens.before(index)?;
    let token = tokens.get(index)?;
    let placed = preposition.class.is(Class::AT_PLACE)
        && matches!(token.gap, Gap::Space | Gap::Wrap)
        && preposition.shape == Shape::Lower
        || preposition.class.is(Class::AT_PLACE) && preposition.casing == Casing::Upper && token.gap == Gap::Space;
    if !placed
        || token.possessive
        || is_region(token)
        || token.class.is(Class::NATION | Class::CALENDAR | Class::TITLE)
        || matches!(token.shape, Shape::Letter)
    {
        return None;
    }
    let going =
        index.checked_sub(2).and_then(|index| tokens.get(index)).is_some_and(|verb| GOING.contains(&verb.lower));
    let place = token.traits.is(Traits::PLACE);
    let named = weight(token)
        >= if place {
            1
        } else if going {
            2
        } else {
            4
        };
    let to_people = matches!(preposition.lower, "to" | "via" | "of") && !going && !place;
    (named && !to_people || place && going && weight(token) >= -2 && token.stands_out()).then(|| Claim {
        first: index,
        last: end(tokens, index),
        score: if going || place { Score::FAIR } else { Score::WEAK },
        pattern: "preposition",
        context: Some("a preposition of place before it"),
    })
}

/// `Decatur, GA`, `Hamtramck, Michigan`, `ODESSA, TX 79761`, `Minneapolis 55454`.
fn before_region(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let region = tokens.get(index)?;
    let last = index.checked_sub(1)?;
    let place = tokens.get(last)?;
    let zip = is_postcode(tokens, index)
        || region.shape == Shape::Number
            && region.raw.len() == 5
            && matches!(region.gap, Gap::Space | Gap::Comma)
            && place.stands_out();
    let parted = matches!(region.gap, Gap::Comma | Gap::Caret)
        || region.gap == Gap::Space && region.shape == Shape::Upper && place.stands_out();
    if !(zip || is_region(region) && parted) {
        return None;
    }
    // `Okafor, MD` is a physician; `MD` and a postal code is Maryland.
    let degree = region.class.is(Class::CREDENTIAL)
        && !tokens.get(index + 1).is_some_and(|next| next.shape == Shape::Number && next.raw.len() >= 5);
    let is_name = matches!(place.shape, Shape::Capital | Shape::Upper)
        && !place.class.is(Class::FUNCTION | Class::FIELD | Class::ABBREVIATION | Class::CALENDAR | Class::CREDENTIAL)
        && weight(place) >= if zip && place.gap != Gap::Comma { 1 } else { -4 };
    // `Rotterdam CT 3`: a scan is no Connecticut.
    let scan = region.lower == "ct"
        && tokens.get(index + 1).is_some_and(|next| {
            let short = next.shape == Shape::Number && next.raw.len() < 5;
            next.gap == Gap::Space && (short || next.traits.is(Traits::MEDICAL))
        });
    if degree || scan || !is_name {
        return None;
    }
    let mut first = last;
    while first > 0 && last - first < 2 {
        let before = tokens.get(first - 1)?;
        let joined = matches!(tokens.get(first)?.gap, Gap::Space | Gap::Hyphen | Gap::BrokenHyphen)
            && before.shape == place.shape
            && !before.class.is(Class::FUNCTION | Class::FIELD | Class::HEADING | Class::AT_PLACE | Class::ROLE);
        if !joined {
            break;
        }
        first -= 1;
    }
    Some(Claim {
        first,
        last,
        score: Score::STRONG,
        pattern: "before a state",
        context: Some("a state or postal code behind it"),
    })
}

/// `Hennepin County`, `Sterling Heights`.
fn by_head(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token = tokens.get(head)?;
    let before = tokens.before(head)?;
    let joined = token.class.is(Class::PLACE) && token.gap == Gap::Space && before.gap != Gap::Hyphen;
    let capital = token.stands_out() && before.stands_out() && tells(before);
    let flat = token.casing != Casing::Mixed && token.shape == before.shape && weight(before) >= 2;
    (joined && (capital || flat)).then_some(Claim {
        first: head - 1,
        last: head,
        score: Score::FAIR,
        pattern: "head word",
        context: None,
    })
}

/// `Pen Mill station`, `Prophetstown Park`: capitals before a word for a place.
fn small_head(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    const HEADS: [&str; 22] = [
        "station",
        "park",
        "lake",
        "river",
        "bridge",
        "mall",
        "airport",
        "harbour",
        "harbor",
        "pier",
        "estate",
        "square",
        "plaza",
        "creek",
        "forest",
        "campus",
        "stadium",
        "arena",
        "marina",
        "market",
        "parish",
        "lighthouse",
    ];
    let token = tokens.get(head).filter(|token| HEADS.contains(&token.lower) && token.gap == Gap::Space)?;
    let before = tokens.before(head)?;
    let capital = before.stands_out() && !before.begins && tells(before);
    let flat = token.casing != Casing::Mixed && token.shape == before.shape && weight(before) >= 2;
    let named =
        capital && !before.class.is(Class::TERM | Class::EPONYM) && !before.traits.is(Traits::MEDICAL | Traits::DRUG);
    if !(named || flat) {
        return None;
    }
    let more = tokens
        .before(head - 1)
        .is_some_and(|word| before.gap == Gap::Space && word.stands_out() && capital && tells(word) && !word.begins);
    let first = if more { head - 2 } else { head - 1 };
    Some(Claim {
        first,
        last: head,
        score: Score::WEAK,
        pattern: "head word",
        context: Some("a word for a place behind it"),
    })
}

/// `Lake Octahatchee`, `Fort Novosel`, `Camp Pendleton`: a word for a place before its name.
fn head_first(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    const HEADS: [&str; 12] =
        ["lake", "fort", "camp", "mount", "port", "river", "cape", "isle", "glen", "loch", "kelurahan", "barrio"];
    let token = tokens.get(head).filter(|token| HEADS.contains(&token.lower))?;
    let name = tokens.get(head + 1).filter(|name| name.gap == Gap::Space)?;
    let capital = token.shape == Shape::Capital && name.stands_out() && tells(name) && !name.traits.is(Traits::MEDICAL);
    let flat = token.casing != Casing::Mixed && token.shape == name.shape && weight(name) >= 2;
    (capital || flat).then(|| Claim {
        first: head,
        last: end(tokens, head + 1),
        score: Score::WEAK,
        pattern: "head word first",
        context: Some("a word for a place before it"),
    })
}

/// A place that the lexicon knows, and that is hardly anything else.
fn known(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let token = tokens.get(index)?;
    let place = token.traits.is(Traits::PLACE)
        && !token.traits.is(Traits::COMMON | Traits::MEDICAL | Traits::GIVEN_NAME | Traits::REGION);
    let clear = place
        && !token.class.is(Class::EPONYM)
        && token.stands_out()
        && weight(token) >= 1
        && !token.traits.is(Traits::EPONYM);
    let counted = tokens
        .get(index + 1)
        .is_some_and(|next| next.gap == Gap::Space && (next.shape == Shape::Number || next.class.is(Class::TERM)));
    (clear && !counted).then_some(Claim {
        first: index,
        last: index,
        score: Score::WEAK,
        pattern: "known place",
        context: None,
    })
}

/// Returns whether a British or Canadian postal code begins at `index`: `TQ2 9ZZ`, `M5V 2T6`.
fn is_postcode(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some((outward, inward)) = tokens.get(index).zip(tokens.get(index + 1)) else { return false };
    let is_code = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    let is_outward = (2..=4).contains(&outward.raw.len())
        && is_code(outward.raw)
        && outward.raw.starts_with(|c: char| c.is_ascii_uppercase())
        && outward.raw.bytes().any(|b| b.is_ascii_digit());
    let is_inward = inward.raw.len() == 3
        && is_code(inward.raw)
        && inward.raw.starts_with(|c: char| c.is_ascii_digit())
        && inward.raw.bytes().any(|b| b.is_ascii_uppercase());
    is_outward && is_inward && inward.gap == Gap::Space && matches!(outward.gap, Gap::Space | Gap::Comma)
}

/// Words that end a street's name.
const STREETS: [&str; 33] = [
    "street",
    "st",
    "road",
    "rd",
    "avenue",
    "ave",
    "lane",
    "ln",
    "drive",
    "court",
    "ct",
    "place",
    "pl",
    "boulevard",
    "blvd",
    "square",
    "sq",
    "terrace",
    "way",
    "close",
    "crescent",
    "row",
    "walk",
    "hill",
    "gate",
    "cross",
    "parade",
    "mews",
    "box",
    "plaza",
    "circle",
    "loop",
    "trail",
];

/// A place between commas behind a hospital, an organisation or a street: `Beacon Road, Torquay`, `Links Medical Group, Angus`.
fn behind_name(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let token = tokens.get(index).filter(|token| token.gap == Gap::Comma)?;
    let before = tokens.before(index)?;
    let written = before.shape != Shape::Lower || before.casing != Casing::Mixed;
    let boxed =
        before.shape == Shape::Number && index > 1 && tokens.get(index - 2).is_some_and(|word| word.lower == "box");
    let headed =
        before.class.is(Class::HOSPITAL | Class::ORGANIZATION | Class::SPECIALTY) || STREETS.contains(&before.lower);
    let known = token.traits.is(Traits::PLACE);
    let fits = match token.shape {
        Shape::Capital | Shape::Upper => weight(token) >= 2 || known,
        _ => token.casing == Casing::Lower && known && !token.traits.is(Traits::COMMON),
    };
    let last = end(tokens, index);
    let closed = tokens
        .get(last + 1)
        .is_none_or(|next| next.gap != Gap::Space || next.shape == Shape::Upper || next.shape == Shape::Number);
    let other = is_region(token) || token.class.is(Class::FIELD | Class::FUNCTION | Class::CREDENTIAL);
    (written && (headed || boxed) && fits && closed && !other).then_some(Claim {
        first: index,
        last,
        score: Score::FAIR,
        pattern: "behind a name",
        context: Some("a hospital, organisation or street before it"),
    })
}

/// A place of several words that the lexicon knows; one of everyday words alone where a preposition or a comma stands before it.
fn known_phrase(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let words = tokens.all.get(index..(index + 4).min(tokens.all.len()))?;
    let first = words.first().filter(|first| !first.class.is(Class::FUNCTION) && first.shape != Shape::Number)?;
    let joined = words
        .iter()
        .enumerate()
        .take_while(|(at, word)| *at == 0 || matches!(word.gap, Gap::Space | Gap::Hyphen | Gap::Wrap));
    let (count, traits) = tokens.lexicon.phrase(joined.map(|(_, word)| word.lower))?;
    let found = words.get(..count)?;
    if !traits.is(Traits::PLACE) || traits.is(Traits::REGION | Traits::EPONYM) {
        return None;
    }
    let before = tokens.before(index);
    let announced = first.gap == Gap::Comma
        || first.gap == Gap::Space && before.is_some_and(|before| before.class.is(Class::AT_PLACE));
    let everyday = found.iter().all(|word| word.traits.is(Traits::COMMON | Traits::MEDICAL));
    // `Truth or Consequences`, `Stow on the Wold`
    let written = |word: &Token<'_>| word.stands_out() || word.class.is(Class::FUNCTION | Class::PARTICLE);
    let written = found.last().is_some_and(Token::stands_out) && first.stands_out() && found.iter().all(written);
    let fits =
        if written { !everyday || announced || !first.begins } else { first.casing != Casing::Mixed && announced };
    let last = index + count - 1;
    fits.then_some(Claim { first: index, last, score: Score::FAIR, pattern: "known place", context: None })
}
