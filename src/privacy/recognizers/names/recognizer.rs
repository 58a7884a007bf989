//! The recognizer of what has no check digit, and the weighing of what a model says of it.

use std::sync::Arc;

use super::{Claim, Class, Tokens};
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::privacy::recognizers::{
    address, allow, called, hospital, occupation, organization, person, place, region, unknown,
};

/// Finds names of people, organisations, hospitals and places, and occupations told with an employer.
///
/// One recognizer for all of them, so that the words of a text are looked up once.
#[derive(Clone)]
pub struct Names {
    lexicon: Arc<Lexicon>,
}

impl Names {
    /// Returns the recognizer that asks `lexicon` what a word may be.
    pub fn new(lexicon: Arc<Lexicon>) -> Self {
        Names { lexicon }
    }

    /// Returns what a model `said` of `view`, weighed: a name that the rules see too is surer; one that is part of a medical
    /// term, or an everyday word in small letters, is faint, unless a title, a label or a relation announces it. What is no
    /// name, organisation or place stays as it is.
    pub fn weigh(&self, view: &View<'_>, mut said: Vec<Found>) -> Vec<Found> {
        let tokens = Tokens::of(view, &self.lexicon);
        let announced = person::announced(&tokens);
        let mut seen = person::claims(&tokens);
        region::spare(&tokens, &mut [&mut seen]);
        let meets = |claims: &[Claim], first: usize, last: usize| {
            claims.iter().any(|claim| claim.first <= last && first <= claim.last)
        };
        for found in &mut said {
            let names =
                matches!(found.entity_type, EntityType::Person | EntityType::Organization | EntityType::Location);
            let words = tokens.inside(&found.range);
            if !names || words.is_empty() {
                continue;
            }
            let (first, last) = (words.start, words.end - 1);
            let claim = Claim { first, last, score: found.score, pattern: found.pattern, context: found.context };
            if meets(&announced, first, last) || meets(&seen, first, last) {
                found.score = found.score.max(Score::STRONG);
            } else if allow::is_term(&tokens, &claim)
                || is_explained(&tokens, first, last)
                || region::holds(&tokens, first, last)
            {
                found.score = Score::FAINT;
            }
        }
        said
    }
}

/// Returns whether each of the words is an everyday or medical one that no capital sets apart, or one that the closed lists or
/// the lexicon have an explanation for: a drug, an organism, a gene, an eponym, a region, a heading.
fn is_explained(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let words = tokens.all.get(first..=last).unwrap_or_default();
    let known = Traits::COMMON | Traits::MEDICAL | Traits::DRUG;
    let explained = Traits::DRUG | Traits::ORGANISM | Traits::GENE | Traits::EPONYM | Traits::REGION | Traits::MEDICAL;
    let closed = Class::TERM
        | Class::ABBREVIATION
        | Class::HEADING
        | Class::FIELD
        | Class::FUNCTION
        | Class::NATION
        | Class::REGION
        | Class::EPONYM
        | Class::CREDENTIAL
        | Class::TITLE
        | Class::CALENDAR;
    words.iter().all(|word| {
        let everyday = !word.stands_out() && word.traits.is(known) && !word.traits.is(Traits::FREQUENT_NAME);
        let begins = word.begins && word.traits.is(Traits::COMMON);
        everyday
            || begins
            || word.class.is(closed)
            || word.traits.is(explained) && !word.traits.is(Traits::FREQUENT_NAME | Traits::PLACE)
            || matches!(word.shape, super::Shape::Mixed | super::Shape::Number)
            || word.raw.contains(|c: char| c.is_ascii_digit())
            || word.possessive && !word.traits.is(Traits::GIVEN_NAME)
    })
}

impl Recognizer for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let tokens = Tokens::of(view, &self.lexicon);
        let mut organizations = organization::claims(&tokens);
        let occupations = occupation::claims(&tokens, &organizations);
        let mut persons = person::claims(&tokens);
        let mut hospitals = hospital::claims(&tokens);
        let mut places = place::claims(&tokens);
        organizations.retain(|claim| !called::surely_holds(&tokens, claim.first, claim.last));
        hospitals.retain(|claim| !called::surely_holds(&tokens, claim.first, claim.last));
        let told = [&persons, &organizations, &hospitals, &places, &occupations];
        let mut unknown = unknown::claims(&tokens, told.into_iter().flatten());
        region::spare(&tokens, &mut [&mut persons, &mut hospitals, &mut places, &mut organizations, &mut unknown]);
        // A region within an address goes with it, so these are not spared.
        places.extend(address::claims(&tokens));
        let found = [
            (EntityType::Person, persons),
            (EntityType::Person, unknown),
            (EntityType::Organization, organizations),
            (EntityType::Hospital, hospitals),
            (EntityType::Location, places),
            (EntityType::Occupation, occupations),
        ];
        let of_type = |(entity_type, claims): &(EntityType, Vec<Claim>)| {
            claims.iter().map(|claim| claim.found(&tokens, *entity_type)).collect::<Vec<_>>()
        };
        found.iter().flat_map(of_type).collect()
    }
}

#[cfg(test)]
mod tests;
