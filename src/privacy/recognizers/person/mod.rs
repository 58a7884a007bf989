//! Names of people: 45 CFR 164.514(b)(2)(i)(A). Patients, relatives, clinicians, everybody else.
//!
//! Rules look for what stands beside a name (a title, a role, a label, a relation, a signature, a verb), each in its own file;
//! names without any of that are told by the lexicon and by their shape. What is surely a name somewhere is looked for
//! everywhere else in the text. Names inside medical terms are kept by [`allow`](super::allow), but never against a title or a
//! label.

mod again;
mod bare;
mod deed;
mod field;
mod relative;
mod role;
mod signature;
mod title;

use std::cmp::Reverse;

pub use bare::is_determined;

use super::allow;
use super::names::{Claim, Tokens};

/// Returns the names of people, the longest of those that begin with a word first.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = announced(tokens);
    claims.extend(bare::claims(tokens).into_iter().filter(|claim| !allow::is_term(tokens, claim)));
    claims.extend(deed::claims(tokens).into_iter().filter(|claim| !allow::is_term(tokens, claim)));
    claims.extend(again::beside(tokens, &claims));
    claims.extend(again::elsewhere(tokens, &claims));
    claims.sort_by_key(|claim| (claim.first, Reverse(claim.last), Reverse(claim.score)));
    claims
}

/// Returns the names that a title, a label, a role, a relation or a signature announces; no allow-list speaks
/// against them.
pub fn announced(tokens: &Tokens<'_>) -> Vec<Claim> {
    let rules = [title::claims, field::claims, role::claims, relative::claims, signature::claims, bare::aged];
    rules.iter().flat_map(|rule| rule(tokens)).collect()
}
