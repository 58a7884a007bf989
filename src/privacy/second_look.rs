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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_as_familiar_as_the_lists_say() {
        let (common, frequent) = (Traits::COMMON, Traits::FREQUENT_WORD);
        let (given, often, eponym) = (Traits::GIVEN_NAME, Traits::FREQUENT_NAME, Traits::EPONYM);
        let words = [
            ("quuxing", common),
            ("quuxitis", Traits::MEDICAL),
            ("quuxumab", Traits::DRUG),
            ("quux1", Traits::GENE),
            ("quuxella", Traits::ORGANISM),
            ("quuxmann", eponym),
            ("quuxson", eponym | Traits::FAMILY_NAME),
            ("quuxton", eponym | Traits::PLACE | common),
            ("quuxa", given | often | Traits::MEDICAL),
            ("quuxe", given | often | common | frequent),
            ("quuxi", given | common),
            ("quuxo", given),
            ("quuxson disease", eponym),
            ("quuxson town", Traits::PLACE),
            ("quuxson sign", eponym | Traits::FAMILY_NAME),
        ];
        let lexicon = Lexicon::of(words.map(|(word, traits)| (word.to_owned(), traits)));
        let detector = Detector::new(Vec::new());
        let look = SecondLook { detector: &detector, lexicon: Some(&lexicon) };
        for (term, expected) in [
            ("metformin", Familiarity::Medical),
            ("blood", Familiarity::Medical),
            ("what", Familiarity::Common),
            ("quuxing", Familiarity::Common),
            ("quuxitis", Familiarity::Medical),
            ("quuxumab", Familiarity::Medical),
            ("quux1", Familiarity::Medical),
            ("quuxella", Familiarity::Medical),
            ("quuxmann", Familiarity::Medical),
            ("quuxson", Familiarity::Unknown),
            ("quuxton", Familiarity::Medical),
            ("quuxa", Familiarity::Unknown),
            ("quuxe", Familiarity::Common),
            ("quuxi", Familiarity::Common),
            ("quuxo", Familiarity::Unknown),
            ("zzyx", Familiarity::Unknown),
            ("quuxson disease", Familiarity::Medical),
            ("quuxson's disease", Familiarity::Medical),
            ("quuxson sign", Familiarity::Medical),
            ("quuxson town", Familiarity::Unknown),
            ("quuxson disease today", Familiarity::Unknown),
            ("quuxing quuxing", Familiarity::Unknown),
        ] {
            assert_eq!(look.knows(term), expected, "{term}");
        }
        let without = SecondLook { detector: &detector, lexicon: None };
        assert_eq!((without.knows("quuxing"), without.knows("what")), (Familiarity::Unknown, Familiarity::Common));
        assert_eq!(look.detect("Dr. Okafor"), []);
        let detector = Detector::new(crate::privacy::recognizers::all());
        let look = SecondLook { detector: &detector, lexicon: None };
        assert_eq!(look.detect("mail a@b.example"), [(5..16, EntityType::Email)]);
    }
}
