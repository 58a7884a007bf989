//! Names of hospitals, clinics and practices: 45 CFR 164.514(b)(2)(i)(B) and (R), as they say where somebody was.
//!
//! A head word (`Hospital`, `Medical Center`, `Surgery`) makes the words before it a name, when one of them is a word of its own
//! and not of any department's name (`Eye Clinic`, `Emergency Department` are no names).

use super::names::phrase::{around, behind_head, tells};
use super::names::run::weight;
use super::names::{Casing, Claim, Class, Gap, Shape, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// Heads that are diseases' and organs' words too: what stands right before must be a name.
const ORGANS: [&str; 26] = [
    "unit",
    "house",
    "lodge",
    "ward",
    "wing",
    "cancer",
    "heart",
    "retina",
    "spine",
    "pain",
    "eye",
    "lung",
    "kidney",
    "liver",
    "wound",
    "family",
    "nursing",
    "surgery",
    "health",
    "maternity",
    "regional",
    "general",
    "community",
    "university",
    "veterans",
    "memorial",
];

/// Returns the names of hospitals, clinics and practices.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for index in 0..tokens.all.len() {
        claims.extend(by_head(tokens, index));
        claims.extend(saint(tokens, index));
        claims.extend(our_lady(tokens, index));
        claims.extend(head_first(tokens, index));
        claims.extend(small_head(tokens, index));
        claims.extend(the_one(tokens, index));
        claims.extend(abbreviated(tokens, index));
        claims.extend(destination(tokens, index));
    }
    claims
}

fn by_head(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token = tokens.get(head)?;
    if !token.class.is(Class::HOSPITAL | Class::SPECIALTY) {
        return None;
    }
    let before = tokens.before(head)?;
    let closes = tokens.get(head + 1).is_some_and(|next| {
        next.gap == Gap::Space && next.class.is(Class::HOSPITAL | Class::SPECIALTY | Class::ORGANIZATION)
    });
    let doubtful = ORGANS.contains(&token.lower) || token.class.is(Class::SPECIALTY);
    // "Knee pain" in a text of one case is an ache.
    let is_ache = token.lower == "pain" && before.traits.is(Traits::MEDICAL);
    let placed = token.casing != Casing::Mixed && tells(before) && !is_ache;
    let named = tokens.before(head - 1).is_some_and(|the| the.lower == "the" && the.shape == Shape::Capital)
        && before.stands_out()
        && !before.traits.is(Traits::MEDICAL);
    let sure = weight(before) >= 2 || before.traits.is(Traits::PLACE) || is_of_names(tokens, head);
    if doubtful && !(closes || placed || named || sure) {
        return None;
    }
    let (first, last) = around(tokens, head)?;
    Some(Claim { first, last, score: Score::STRONG, pattern: "head word", context: Some("a word for hospitals in it") })
}

/// Returns whether two capitals that are no words of departments stand before `head`: `Bright Harbor Dental`.
fn is_of_names(tokens: &Tokens<'_>, head: usize) -> bool {
    let before = tokens.all.get(head.saturating_sub(2)..head).unwrap_or_default();
    before.len() == 2
        && before.iter().all(|token| token.stands_out() && tells(token))
        && before.iter().all(|token| token.casing == Casing::Mixed)
}

/// `St Aidan's`, `Mt. Carmel`: a saint, unless a street's word or number stands before.
fn saint(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let token = tokens.get(index)?;
    let name = tokens.get(index + 1)?;
    let is_saint = matches!(token.lower, "st" | "saint" | "ste" | "sankt") && token.shape == Shape::Capital;
    let street = tokens.before(index).is_some_and(|before| {
        token.gap == Gap::Space
            && (before.shape == Shape::Capital && !before.class.is(Class::FUNCTION) || before.shape == Shape::Number)
    });
    let named = name.stands_out()
        && matches!(name.gap, Gap::Space | Gap::Stop)
        && !name.class.is(Class::FUNCTION | Class::CALENDAR);
    let counted = name.traits.is(Traits::DRUG)
        || tokens.get(index + 2).is_some_and(|next| next.class.is(Class::TERM) && next.gap == Gap::Space);
    (is_saint && named && !street && !counted).then_some(Claim {
        first: index,
        last: index + 1,
        score: Score::FAIR,
        pattern: "saint",
        context: None,
    })
}

/// Words for hospitals that stand before the name: `Clinique Saint-Élysée`, `Vårdcentralen Skiljebo`.
const BEFORE: [&str; 26] = [
    "centre",
    "institut",
    "instituto",
    "istituto",
    "laboratorios",
    "laboratorio",
    "ysbyty",
    "rumah",
    "rsu",
    "rsud",
    "clsc",
    "chu",
    "clinique",
    "clinica",
    "hopital",
    "hospital",
    "ospedale",
    "klinikum",
    "klinik",
    "krankenhaus",
    "vardcentralen",
    "vardcentral",
    "policlinico",
    "szpital",
    "maternidade",
    "sanatorio",
];

fn head_first(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token = tokens.get(head).filter(|token| BEFORE.contains(&token.lower))?;
    let last = behind_head(tokens, head);
    let english = token.lower == "hospital" && !tokens.get(head + 1).is_some_and(|next| next.class.is(Class::PARTICLE));
    (last > head && !english).then_some(Claim {
        first: head,
        last,
        score: Score::STRONG,
        pattern: "head word first",
        context: Some("a word for hospitals in it"),
    })
}

/// `Kowhai ward`, `Wanblee dialysis`, `Hafan nursing home`: a name with a capital before a head in small letters.
fn small_head(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token = tokens.get(head)?;
    let is_head = token.class.is(Class::HOSPITAL)
        && token.shape == Shape::Lower
        && token.casing == Casing::Mixed
        && token.gap == Gap::Space;
    let before = tokens.before(head)?;
    let named = before.stands_out()
        && !before.begins
        && !before.possessive
        && tells(before)
        && !before.class.is(Class::TERM | Class::EPONYM | Class::ORGANIZATION)
        && !before.traits.is(Traits::MEDICAL | Traits::DRUG | Traits::EPONYM | Traits::REGION);
    if !is_head || !named {
        return None;
    }
    let mut first = head - 1;
    while first > 0
        && head - first < 4
        && tokens.get(first).is_some_and(|token| token.gap == Gap::Space)
        && tokens.get(first - 1).is_some_and(|token| {
            (token.stands_out() && tells(token) && !token.begins)
                || token.class.is(Class::PARTICLE) && token.shape == Shape::Lower
        })
    {
        first -= 1;
    }
    let last = if tokens.get(head + 1).is_some_and(|next| next.gap == Gap::Space && next.lower == "home") {
        head + 1
    } else {
        head
    };
    Some(Claim {
        first,
        last,
        score: Score::FAIR,
        pattern: "head word",
        context: Some("a word for hospitals behind it"),
    })
}

/// `at the Infirmary`, `from the Foothills`: what is called so without saying what it is.
fn the_one(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let token = tokens.get(index)?;
    let the = tokens.before(index).filter(|the| the.lower == "the" && the.shape == Shape::Lower)?;
    let preposition = index.checked_sub(2).and_then(|at| tokens.get(at))?;
    let placed = matches!(preposition.lower, "at" | "to" | "from" | "in" | "by" | "near" | "outside")
        && the.gap == Gap::Space
        && token.gap == Gap::Space;
    let other = Class::FIELD
        | Class::HEADING
        | Class::NATION
        | Class::TERM
        | Class::CALENDAR
        | Class::ABBREVIATION
        | Class::REGION
        | Class::ROLE
        | Class::RELATIVE
        | Class::TITLE
        | Class::EPONYM
        | Class::SPECIALTY;
    let known = Traits::DRUG | Traits::EPONYM | Traits::ORGANISM | Traits::GENE | Traits::REGION;
    let closed = tokens.get(index + 1).is_none_or(|next| {
        next.gap != Gap::Space && next.gap != Gap::Hyphen
            || next.class.is(Class::FUNCTION | Class::VERB | Class::CALENDAR)
            || next.shape == Shape::Number
    });
    (placed && closed && token.stands_out() && !token.class.is(other) && !token.traits.is(known)).then_some(Claim {
        first: index,
        last: index,
        score: Score::WEAK,
        pattern: "the name",
        context: Some("a preposition before it"),
    })
}

/// `transferred to CGH`, `seen at KNH`: letters that no list knows, where somebody was.
fn abbreviated(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let token = tokens.get(index)?;
    let before = tokens.before(index)?;
    let placed = matches!(before.lower, "at" | "to" | "from" | "via") && token.gap == Gap::Space;
    let letters = (3..=6).contains(&token.raw.len()) && token.raw.chars().all(char::is_alphabetic);
    let strange = token.class == Class::default() && token.traits.is_unknown();
    let closed = tokens.get(index + 1).is_none_or(|next| {
        next.gap != Gap::Space && next.gap != Gap::Hyphen
            || next.class.is(Class::FUNCTION | Class::VERB | Class::CALENDAR)
    });
    (placed && letters && strange && closed && token.shape == Shape::Upper && token.casing == Casing::Mixed).then_some(
        Claim {
            first: index,
            last: index,
            score: Score::WEAK,
            pattern: "abbreviated",
            context: Some("a preposition before it"),
        },
    )
}

/// Words of moving somebody, behind which a hospital or home is told.
const MOVED: [&str; 30] = [
    "transferred",
    "transfered",
    "xfer",
    "xferred",
    "transfer",
    "discharged",
    "discharge",
    "dc'd",
    "dc",
    "d/c",
    "dispo",
    "admitted",
    "referred",
    "readmitted",
    "airlifted",
    "flown",
    "brought",
    "presented",
    "sent",
    "back",
    "return",
    "returned",
    "placed",
    "placement",
    "records",
    "followed",
    "seen",
    "treated",
    "evaluated",
    "delivered",
];

/// `discharged to shady pines`, `transferred from good samaritan`: in a text of one case, two or three words that are of no
/// department.
fn destination(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let first = tokens.get(index).filter(|first| first.casing != Casing::Mixed && first.gap == Gap::Space)?;
    let preposition = tokens.before(index)?;
    let the = preposition.lower == "the";
    let preposition = if the { index.checked_sub(2).and_then(|at| tokens.get(at))? } else { preposition };
    let verb = index.checked_sub(if the { 3 } else { 2 }).and_then(|at| tokens.get(at))?;
    if !matches!(preposition.lower, "to" | "from" | "at" | "by") || !MOVED.contains(&verb.lower) {
        return None;
    }
    let is_part = |token: &super::names::Token<'_>| {
        token.shape == first.shape
            && token.is_word()
            && !token.class.is(Class::FUNCTION
                | Class::VERB
                | Class::CALENDAR
                | Class::ROLE
                | Class::RELATIVE
                | Class::TITLE
                | Class::ABBREVIATION
                | Class::TERM
                | Class::FIELD)
            && !token.traits.is(Traits::DRUG)
            && (!token.traits.is(Traits::MEDICAL) || token.traits.is(Traits::FAMILY_NAME | Traits::PLACE))
    };
    let mut last = index;
    if !is_part(first) || first.class.is(Class::GENERIC | Class::HEADING | Class::SPECIALTY | Class::HOSPITAL) {
        return None;
    }
    while last < index + 3
        && tokens.get(last + 1).is_some_and(|next| {
            matches!(next.gap, Gap::Space | Gap::Hyphen) && (is_part(next) || next.class.is(Class::HOSPITAL))
        })
    {
        last += 1;
    }
    (last > index || weight(first) >= 2).then_some(Claim {
        first: index,
        last,
        score: Score::WEAK,
        pattern: "destination",
        context: Some("a word of moving before it"),
    })
}

/// `Our Lady of Loreto`.
fn our_lady(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let written = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.lower == word);
    let named = tokens.get(index + 3).is_some_and(|name| !name.class.is(Class::FUNCTION) && name.gap == Gap::Space);
    (written(index, "our") && written(index + 1, "lady") && written(index + 2, "of") && named).then_some(Claim {
        first: index,
        last: index + 3,
        score: Score::FAIR,
        pattern: "saint",
        context: None,
    })
}
