//! The recognizer of what has no check digit.

use std::sync::Arc;

use super::{Claim, Tokens};
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, View};
use crate::privacy::lexicon::Lexicon;
use crate::privacy::recognizers::{address, hospital, occupation, organization, person, place, region, unknown};

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
