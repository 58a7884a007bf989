//! What is known of single words: whether they are everyday words, medical ones, names or places.
//!
//! A [`Lexicon`] is packed from word lists of other packages when the project is set up, and read from its bytes. It answers
//! for one word in lower case without accents at a time, and knows nothing of phrases but the words that make a name part
//! of a medical term ("Wilson disease").

use std::ops::{BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

/// What a word may be; a word may be several things at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct Traits(u32);

impl Traits {
    /// An everyday word of English.
    pub const COMMON: Traits = Traits(1);
    /// A word of medicine: of diseases, findings, procedures, anatomy, tests.
    pub const MEDICAL: Traits = Traits(1 << 1);
    /// A drug or an ingredient of one.
    pub const DRUG: Traits = Traits(1 << 2);
    /// A gene, protein or other symbol of biology.
    pub const GENE: Traits = Traits(1 << 3);
    /// A part of an organism's name.
    pub const ORGANISM: Traits = Traits(1 << 4);
    /// A name that diseases, signs, tests or parts of the body are called after.
    pub const EPONYM: Traits = Traits(1 << 5);
    /// A given name.
    pub const GIVEN_NAME: Traits = Traits(1 << 6);
    /// A family name.
    pub const FAMILY_NAME: Traits = Traits(1 << 7);
    /// A city, town or district.
    pub const PLACE: Traits = Traits(1 << 8);
    /// A state or country, which alone identifies nobody.
    pub const REGION: Traits = Traits(1 << 9);
    /// A name so frequent that it is a name more often than anything else it may be.
    pub const FREQUENT_NAME: Traits = Traits(1 << 10);
    /// An everyday word so frequent that alone it is hardly ever a name.
    pub const FREQUENT_WORD: Traits = Traits(1 << 11);

    /// Returns whether the word is one of `others`.
    #[must_use]
    pub fn is(self, others: Traits) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns whether nothing is known of the word.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// Returns the traits as the number that a packed lexicon holds.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the traits of a packed lexicon's number.
    #[must_use]
    pub fn of_bits(bits: u32) -> Self {
        Traits(bits)
    }
}

impl BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

impl BitOrAssign for Traits {
    fn bitor_assign(&mut self, other: Traits) {
        self.0 |= other.0;
    }
}

/// The words and what is known of them.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    words: std::collections::BTreeMap<String, Traits>,
}

impl Lexicon {
    /// Returns a lexicon of `words`, each in lower case without accents; the traits of a word that comes twice are joined.
    pub fn of(words: impl IntoIterator<Item = (String, Traits)>) -> Self {
        let mut lexicon = Lexicon::default();
        for (word, traits) in words {
            *lexicon.words.entry(word).or_default() |= traits;
        }
        lexicon
    }

    /// Returns what is known of `word`, which is in lower case without accents.
    pub fn of_word(&self, word: &str) -> Traits {
        self.words.get(word).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_of_a_word_are_joined() {
        let lexicon = Lexicon::of([("may".into(), Traits::COMMON), ("may".into(), Traits::GIVEN_NAME)]);
        assert!(lexicon.of_word("may").is(Traits::COMMON) && lexicon.of_word("may").is(Traits::GIVEN_NAME));
        assert!(lexicon.of_word("okafor").is_unknown());
    }
}
