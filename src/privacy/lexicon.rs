//! What is known of single words: whether they are everyday words, medical ones, names or places.
//!
//! A [`Lexicon`] is packed from word lists of other packages when the project is set up, and read from its bytes;
//! `docs/vocabularies.md` says from which, and by which rules a word has a trait. It answers for words in lower case without
//! accents, and for phrases: places of several words, and names with the words that make a medical term of them
//! ("wilson disease").
//!
//! It says what a word *may* be, and nothing of what it is in a text.

mod packed;

use std::collections::BTreeMap;
use std::ops::{BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

use crate::error::Result;
use packed::Packed;

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
    /// A word that makes the name before it a term of medicine: disease, syndrome, sign.
    pub const EPONYM_HEAD: Traits = Traits(1 << 12);
    /// A name within a term of medicine, or a phrase that is such a term: what stands beside a name says whether it is one.
    pub const TERM: Traits = Traits(1 << 13);
    /// What a drug is sold as, and people are called too.
    pub const BRAND: Traits = Traits(1 << 14);

    /// What says nothing of a word by itself.
    const BESIDE: u32 = Traits::TERM.0 | Traits::BRAND.0;

    /// Returns whether the word is one of `others`.
    #[must_use]
    pub fn is(self, others: Traits) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns whether nothing is known of the word by itself.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self.0 & !Traits::BESIDE == 0
    }

    /// Returns the traits as the number that a packed lexicon holds.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the traits of a packed lexicon's number.
    #[must_use]
    pub const fn of_bits(bits: u32) -> Self {
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

/// The words and phrases and what is known of them.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    packed: Packed,
}

impl Lexicon {
    /// Returns the lexicon that `bytes` hold, as [`write`](Self::write) wrote them.
    ///
    /// # Errors
    /// `malformed` when they are cut short, altered or no lexicon; `unsupported` when another version wrote them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Packed::read(bytes).map(|packed| Lexicon { packed })
    }

    /// Returns a lexicon of `words`, each in lower case without accents, and phrases with one space between their words;
    /// the traits of a word that comes twice are joined.
    pub fn of(words: impl IntoIterator<Item = (String, Traits)>) -> Self {
        let mut entries: BTreeMap<String, Traits> = BTreeMap::new();
        for (word, traits) in words {
            *entries.entry(word).or_default() |= traits;
        }
        Lexicon { packed: Packed::of(&entries) }
    }

    /// Returns the bytes that [`read`](Self::read) reads: magic, version, content and checksum. The same words give the same
    /// bytes.
    ///
    /// # Errors
    /// `too-large` when there are more words, bytes or sets of traits than the form has numbers for.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.packed.write()
    }

    /// Returns the number of words and phrases.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns whether nothing is known of any word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns what is known of `word`, which is in lower case without accents. Of a possessive of which nothing is known it
    /// is what is known of the word that it is made of.
    pub fn of_word(&self, word: &str) -> Traits {
        let (known, _) = self.packed.find(word);
        let bare = bare(word);
        if known == Traits::default() && bare != word { self.packed.find(bare).0 } else { known }
    }

    /// Returns how many of `words`, from the first on, are the longest known phrase of several words, and what it is; `None`
    /// where they begin none. The words are in lower case without accents; possessives count as the words that they are
    /// made of: "wilson's disease" is "wilson disease".
    pub fn phrase<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Option<(usize, Traits)> {
        self.phrase_of(words, Traits(u32::MAX))
    }

    /// Returns the same of the phrases that are one of `wanted`, which a longer one of another kind does not hide.
    pub fn phrase_of<'w>(&self, words: impl IntoIterator<Item = &'w str>, wanted: Traits) -> Option<(usize, Traits)> {
        let mut phrase = String::new();
        let mut longest = None;
        for (count, word) in (1..).zip(words) {
            if count > 1 {
                phrase.push(' ');
            }
            phrase.push_str(bare(word));
            let (traits, longer) = self.packed.find(&phrase);
            if count > 1 && traits.is(wanted) {
                longest = Some((count, traits));
            }
            if !longer {
                break;
            }
        }
        longest
    }
}

/// Returns `word` without the ending of a possessive.
fn bare(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::error::Code;

    fn lexicon(words: &[(&str, Traits)]) -> Lexicon {
        Lexicon::of(words.iter().map(|(word, traits)| ((*word).to_owned(), *traits)))
    }

    #[test]
    fn traits_of_a_word_are_joined() {
        let lexicon = lexicon(&[("may", Traits::COMMON), ("may", Traits::GIVEN_NAME)]);
        assert!(lexicon.of_word("may").is(Traits::COMMON) && lexicon.of_word("may").is(Traits::GIVEN_NAME));
        assert!(lexicon.of_word("okafor").is_unknown() && lexicon.of_word("").is_unknown());
        assert_eq!(lexicon.len(), 1);
    }

    #[test]
    fn a_longer_phrase_of_another_kind_hides_none_that_is_asked_for() {
        let lexicon = lexicon(&[("wilson disease", Traits::EPONYM), ("wilson disease of sheep", Traits::TERM)]);
        let words = ["wilson's", "disease", "of", "sheep"];
        assert_eq!(lexicon.phrase(words), Some((4, Traits::TERM)));
        assert_eq!(lexicon.phrase_of(words, Traits::EPONYM), Some((2, Traits::EPONYM)));
        assert_eq!(lexicon.phrase_of(words, Traits::DRUG), None);
    }

    #[test]
    fn possessives_are_known_as_their_words() {
        let lexicon = lexicon(&[("wilson", Traits::FAMILY_NAME), ("it's", Traits::COMMON), ("it", Traits::MEDICAL)]);
        assert_eq!(lexicon.of_word("wilson's"), Traits::FAMILY_NAME);
        assert_eq!(lexicon.of_word("wilson'"), Traits::FAMILY_NAME);
        assert_eq!(lexicon.of_word("it's"), Traits::COMMON);
    }

    #[test]
    fn the_longest_phrase_is_found() {
        let place = |word| (word, Traits::PLACE);
        let lexicon = lexicon(&["new", "new town", "new york", "new york mills", "newton", "york"].map(place));
        for (words, longest) in [
            (&["new", "york", "mills", "today"][..], Some(3)),
            (&["new", "york", "today"], Some(2)),
            (&["new", "york's"], Some(2)),
            (&["new"], None),
            (&["new", "day"], None),
            (&["york", "new"], None),
            (&[], None),
        ] {
            assert_eq!(lexicon.phrase(words.iter().copied()).map(|(count, _)| count), longest, "{words:?}");
        }
    }

    #[test]
    fn a_lexicon_that_is_cut_altered_or_newer_is_refused() {
        let bytes = lexicon(&[("heart", Traits::MEDICAL), ("head", Traits::MEDICAL)]).write().unwrap();
        assert_eq!(Lexicon::read(&bytes).unwrap().of_word("heart"), Traits::MEDICAL);
        for cut in 0..bytes.len() {
            assert_eq!(Lexicon::read(&bytes[..cut]).unwrap_err().code(), Code::Malformed);
        }
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(Lexicon::read(&altered).unwrap_err().code(), Code::Malformed);
        }
        let mut newer = bytes[..bytes.len() - 32].to_vec();
        newer[8] = 2;
        newer.extend_from_slice(&Sha256::digest(&newer));
        assert_eq!(Lexicon::read(&newer).unwrap_err().code(), Code::Unsupported);
    }

    proptest! {
        #[test]
        fn every_word_is_found_again_and_no_other(
            words in proptest::collection::btree_map("[a-dé' ]{1,6}", 1u32..8192, 0..120),
            other in "[a-dé' ]{0,6}",
        ) {
            let entries: BTreeMap<String, Traits> =
                words.iter().map(|(word, bits)| (word.clone(), Traits::of_bits(*bits))).collect();
            let packed = Packed::read(&Packed::of(&entries).write().unwrap()).unwrap();
            prop_assert_eq!(packed.len(), entries.len());
            for word in words.keys().chain([&other]) {
                let begins = format!("{word} ");
                let longer = words.keys().any(|key| key.starts_with(&begins));
                let (traits, begins_longer) = packed.find(word);
                prop_assert_eq!(traits.bits(), words.get(word).copied().unwrap_or_default());
                // A word's next sign is a letter or an apostrophe, which a space sorts before.
                prop_assert_eq!(begins_longer, longer, "{}", word);
            }
        }

        #[test]
        fn no_bytes_make_a_look_up_panic(body in proptest::collection::vec(any::<u8>(), 0..400), word in "\\PC{0,8}", blocks in 0u32..6) {
            let header = [b"CHAPLEXI".as_slice(), &[1, 0, 1, 0, 5, 0, 0, 0]].concat();
            let counts = [(blocks * 16).to_le_bytes(), blocks.to_le_bytes()].concat();
            for mut bytes in [body.clone(), [header.clone(), body.clone()].concat(), [header, counts, body].concat()] {
                let _ = Lexicon::read(&bytes);
                bytes.extend_from_slice(&Sha256::digest(&bytes));
                if let Ok(lexicon) = Lexicon::read(&bytes) {
                    lexicon.of_word(&word);
                    lexicon.phrase(word.split(' '));
                }
            }
        }
    }
}
