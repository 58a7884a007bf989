//! The review's second look: the recognizers once more, and what the lexicon knows of words.
//!
//! The review lies below this module and imports nothing of it; what it needs to ask goes through [`Detect`].

use std::ops::Range;

use super::detect::Detector;
use super::lexicon::{Lexicon, Traits};
use crate::clearance::{Detect, Familiarity};
use crate::document::EntityType;
use crate::question::{concepts, vocabulary};

const MEDICAL: Traits = Traits::of_bits(
    Traits::MEDICAL.bits()
        | Traits::DRUG.bits()
        | Traits::GENE.bits()
        | Traits::ORGANISM.bits()
        | Traits::EPONYM.bits(),
);
const NAME: Traits = Traits::of_bits(Traits::GIVEN_NAME.bits() | Traits::FAMILY_NAME.bits() | Traits::PLACE.bits());

/// A detector with a lexicon, as the review asks them.
pub struct SecondLook<'a> {
    /// Finds identifying texts.
    pub detector: &'a Detector,
    /// What is known of words; without it only the short lists of everyday words and of the concept table are.
    pub lexicon: Option<&'a Lexicon>,
}

impl Detect for SecondLook<'_> {
    fn detect(&self, text: &str) -> Vec<(Range<usize>, EntityType)> {
        self.detector.suspects(text).into_iter().map(|entity| (entity.span.range(), entity.entity_type)).collect()
    }

    /// A word of medicine is medical, and so is a phrase that has a name in it and is known as a whole; an everyday word is common.
    /// A name that is a name more often than anything else is neither, unless it is among the most frequent words.
    fn knows(&self, term: &str) -> Familiarity {
        if concepts::is_known(term) || vocabulary::is_of_care(term) {
            return Familiarity::Medical;
        }
        if vocabulary::is_everyday(term) {
            return Familiarity::Common;
        }
        let Some(lexicon) = self.lexicon else { return Familiarity::Unknown };
        let count = term.split(' ').count();
        if count > 1 {
            let phrase = lexicon.phrase(term.split(' ')).filter(|(words, _)| *words == count);
            return phrase
                .filter(|(_, traits)| traits.is(MEDICAL))
                .map_or(Familiarity::Unknown, |_| Familiarity::Medical);
        }
        let traits = lexicon.of_word(term);
        let rather_name = traits.is(Traits::FREQUENT_NAME) && !traits.is(Traits::FREQUENT_WORD);
        let only_eponym = !traits.is(Traits::COMMON) && traits.is(Traits::EPONYM) && traits.is(NAME);
        match traits {
            _ if rather_name || only_eponym => Familiarity::Unknown,
            _ if traits.is(MEDICAL) => Familiarity::Medical,
            _ if traits.is(Traits::COMMON) => Familiarity::Common,
            _ => Familiarity::Unknown,
        }
    }
}
