//! Names of hospitals, clinics and practices: 45 CFR 164.514(b)(2)(i)(B) and (R), as they say where somebody was.
//!
//! A head word (`Hospital`, `Medical Center`, `Surgery`) makes the words before it a name, when one of them is a word of its own
//! and not of any department's name (`Eye Clinic`, `Emergency Department` are no names).

use super::names::phrase::{around, behind_head};
use super::names::run::weight;
use super::names::{Casing, Claim, Class, Gap, Shape, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// Heads that are diseases' and organs' words too: what stands right before must be a name.
const ORGANS: [&str; 21] = [
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
    let placed = token.casing != Casing::Mixed && super::names::phrase::tells(before);
    let named = tokens.before(head - 1).is_some_and(|the| the.lower == "the" && the.shape == Shape::Capital)
        && before.stands_out()
        && !before.traits.is(Traits::MEDICAL);
    if doubtful
        && !closes
        && !placed
        && !named
        && !(weight(before) >= 2 || before.traits.is(Traits::PLACE) || is_of_names(tokens, head))
    {
        return None;
    }
    let (first, last) = around(tokens, head)?;
    Some(Claim { first, last, score: Score::STRONG, pattern: "head word", context: Some("a word for hospitals in it") })
}

/// Returns whether two capitals that are no words of departments stand before `head`: `Bright Harbor Dental`.
fn is_of_names(tokens: &Tokens<'_>, head: usize) -> bool {
    let before = tokens.all.get(head.saturating_sub(2)..head).unwrap_or_default();
    before.len() == 2
        && before.iter().all(|token| token.stands_out() && super::names::phrase::tells(token))
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
const BEFORE: [&str; 14] = [
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
