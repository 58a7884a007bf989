//! The names of rare diseases: whether what a record calls a condition is one.
//!
//! [`RareDiseases`] are packed when the project is set up, from the names that an open ontology of diseases gives to rare ones;
//! `docs/stranger.md` says from which, and what counts as rare. A name is kept as a piece of its hash: the list answers for a
//! name, and says no names.
//!
//! It says nothing of how rare a disease is, and knows only what the ontology has: a disease that it does not name is not found.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::fold::Folded;
use crate::packed::{Form, Version, sealed};

const FORM: Form = Form {
    magic: b"CHAPRARE",
    version: Version::U16(1),
    damaged: "the list of rare diseases is damaged or cut short: fetch it again",
    foreign: "the list of rare diseases is damaged or cut short: fetch it again",
    unsupported: "the list of rare diseases has another format than this version reads",
};
/// Bytes of a name's hash that are kept: among 50,000 names one of 20 million others is found by chance.
const KEY_BYTES: usize = 5;
/// Words of a term that are looked at; names have at most about twenty.
const MAX_WORDS: usize = 40;
/// Letters of a name of one word that is looked for in prose.
const MIN_LONE: usize = 7;
/// Words before a name that say that it is not that.
const NEGATIONS: [&str; 5] = ["non", "not", "no", "anti", "without"];

type Key = [u8; KEY_BYTES];

/// A list of names of rare diseases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RareDiseases {
    keys: Vec<Key>,
    longest: usize,
}

impl RareDiseases {
    /// Returns the list of `names`.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut longest = 0;
        let mut keys = BTreeSet::new();
        for name in names {
            let words = words(name);
            if !words.is_empty() && words.len() <= MAX_WORDS {
                longest = longest.max(words.len());
                keys.insert(key(&words));
            }
        }
        RareDiseases { keys: keys.into_iter().collect(), longest }
    }

    /// Returns the list that `bytes` hold, as [`write`](Self::write) wrote them.
    ///
    /// # Errors
    /// `malformed` when they are cut short, altered or no such list; `unsupported` when another version wrote them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut rest = FORM.opened(bytes)?;
        let longest = rest.u16().ok_or_else(|| FORM.damaged())?;
        let (keys, left) = rest.0.as_chunks::<KEY_BYTES>();
        if !left.is_empty() || !keys.is_sorted() {
            return Err(FORM.damaged());
        }
        Ok(RareDiseases { keys: keys.to_vec(), longest: usize::from(longest).min(MAX_WORDS) })
    }

    /// Returns the bytes that [`read`](Self::read) reads: magic, version, words of the longest name, hashes in order, checksum.
    /// The same names give the same bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = FORM.begun();
        bytes.extend_from_slice(&u16::try_from(self.longest).unwrap_or(u16::MAX).to_le_bytes());
        self.keys.iter().for_each(|key| bytes.extend_from_slice(key));
        sealed(bytes)
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether no name is known.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns whether `term` names a rare disease: as a whole, or by several of its words one after the other ("acute
    /// exacerbation of cystic fibrosis"). Case, accents, order of words, British spelling and a terminology's mark in brackets
    /// do not matter.
    pub fn names(&self, term: &str) -> bool {
        let words = words(term);
        let words = words.get(..MAX_WORDS.min(words.len())).unwrap_or_default();
        self.holds(words)
            || (0..words.len()).any(|from| {
                let before = from.checked_sub(1).and_then(|at| words.get(at));
                let is_denied = before.is_some_and(|word| NEGATIONS.contains(&word.as_str()));
                !is_denied
                    && (2..=self.longest)
                        .any(|count| words.get(from..from + count).is_some_and(|name| self.holds(name)))
            })
    }

    /// Returns the names of rare diseases that stand in `prose`, each once, the longest where they overlap: of several words, or of one
    /// that is long enough to be no abbreviation.
    pub fn within(&self, prose: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for clause in prose.split(['.', ';', ':', '!', '?', '\u{2026}']) {
            let words = split(clause);
            let mut from = 0;
            while from < words.len() {
                let is_denied = from
                    .checked_sub(1)
                    .and_then(|at| words.get(at))
                    .is_some_and(|word| NEGATIONS.contains(&word.as_str()));
                let named = |count: &usize| {
                    words.get(from..from + count).is_some_and(|name| {
                        let is_long = *count > 1 || name.iter().all(|word| word.chars().count() >= MIN_LONE);
                        is_long && self.holds(name)
                    })
                };
                match (1..=self.longest.max(1)).rev().find(named).filter(|_| !is_denied) {
                    Some(count) => {
                        let name = words.get(from..from + count).unwrap_or_default().join(" ");
                        if !found.contains(&name) {
                            found.push(name);
                        }
                        from += count;
                    }
                    None => from += 1,
                }
            }
        }
        found
    }

    fn holds(&self, words: &[String]) -> bool {
        !words.is_empty() && self.keys.binary_search(&key(words)).is_ok()
    }
}

/// Returns the words of `name` in one spelling.
fn words(name: &str) -> Vec<String> {
    let tagged = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let name = tagged.filter(|(name, _)| !name.trim().is_empty()).map_or(name, |(name, _)| name);
    split(name)
}

/// Returns the words of `text` in one spelling, without those that say nothing.
fn split(text: &str) -> Vec<String> {
    let folded = Folded::words(text);
    let words = folded.text().split_whitespace().filter(|word| *word != "s" && *word != "of" && *word != "the");
    words.map(|word| word.replace("ae", "e").replace("oe", "e")).collect()
}

/// Returns the first bytes of the SHA-256 of the words, sorted.
fn key(words: &[String]) -> Key {
    let mut sorted: Vec<&str> = words.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let digest = Sha256::digest(sorted.join(" "));
    let mut key = Key::default();
    key.iter_mut().zip(digest).for_each(|(byte, of)| *byte = of);
    key
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::Code;
    use crate::packed::CHECKSUM_BYTES;

    fn list() -> RareDiseases {
        RareDiseases::of(["cystic fibrosis", "sarcoidosis", "small cell lung carcinoma", "haemophilia A"])
    }

    #[test]
    fn names_are_found_within_prose() {
        let list = list();
        assert_eq!(
            list.within("her brother has cystic fibrosis, and sarcoidosis. Well."),
            ["cystic fibrosis", "sarcoidosis"]
        );
        assert_eq!(list.within("he has cystic … fibrosis"), Vec::<String>::new());
        assert_eq!(list.within("no cystic fibrosis. Cystic. Fibrosis"), Vec::<String>::new());
        assert_eq!(list.within("fibrosis, cystic; cystic fibrosis").len(), 2);
        let long = format!("{} small cell lung carcinoma", "word ".repeat(90));
        assert_eq!(list.within(&long), ["small cell lung carcinoma"]);
    }

    #[test]
    fn a_name_is_found_in_any_dress() {
        let list = list();
        for term in [
            "Cystic fibrosis (disorder)",
            "Fibrosis, cystic",
            "CYSTIC FIBROSIS OF PANCREAS",
            "Acute exacerbation of cystic fibrosis",
            "Hemophilia A",
            "Sarcoidosis (disorder)",
        ] {
            assert!(list.names(term), "{term}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_found() {
        let list = list();
        for term in [
            "Fibrosis",
            "Sarcoidosis screening",
            "Non-small cell lung carcinoma",
            "Hypertension",
            "",
            "()",
            "(disorder)",
        ] {
            assert!(!list.names(term), "{term}");
        }
        assert!(!RareDiseases::default().names("Cystic fibrosis") && RareDiseases::default().is_empty());
    }

    #[test]
    fn a_list_that_is_cut_altered_or_newer_is_refused() {
        let bytes = list().write();
        assert_eq!(RareDiseases::read(&bytes).unwrap(), list());
        for cut in 0..bytes.len() {
            assert_eq!(RareDiseases::read(&bytes[..cut]).unwrap_err().code(), Code::Malformed);
        }
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(RareDiseases::read(&altered).unwrap_err().code(), Code::Malformed);
        }
        let mut newer = bytes[..bytes.len() - CHECKSUM_BYTES].to_vec();
        newer[FORM.magic.len()] = 2;
        assert_eq!(RareDiseases::read(&sealed(newer)).unwrap_err().code(), Code::Unsupported);
    }

    #[test]
    fn a_name_stands_in_a_term_whole_or_by_several_of_its_words() {
        let list = RareDiseases::of(["cystic fibrosis", "sarcoidosis", "acute intermittent porphyria", "cat eye"]);
        for (term, named) in [
            ("cystic fibrosis", true),
            ("mild cystic fibrosis", true),
            ("mild cystic fibrosis today", true),
            ("cystic and fibrosis", false),
            // One word alone is the whole term, or none of it.
            ("sarcoidosis", true),
            ("sarcoidosis of lung", false),
            ("of the sarcoidosis", true),
            ("not cystic fibrosis", false),
            ("no cystic fibrosis", false),
            ("anti cystic fibrosis", false),
            ("without cystic fibrosis", false),
            ("cystic fibrosis, not cystic", true),
            ("intermittent acute porphyria", true),
            ("acute porphyria", false),
            ("sarcoidosis (lung)", true),
            ("(sarcoidosis)", true),
            ("(lung) sarcoidosis", false),
            ("cat's eye", true),
        ] {
            assert_eq!(list.names(term), named, "{term}");
        }
        // Of a long term only the first words are looked at.
        let long = |before: usize| list.names(&format!("{}cystic fibrosis", "word ".repeat(before)));
        assert!(long(38) && !long(39));
        assert_eq!((list.len(), list.is_empty()), (4, false));
    }

    #[test]
    fn names_of_more_words_than_are_looked_at_are_left_out() {
        let name = |words: usize| (0..words).map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        let list = RareDiseases::of([name(40).as_str(), name(41).as_str(), "", "the of"]);
        assert_eq!(list.len(), 1);
        assert!(list.names(&name(40)) && !list.names(&name(41).replace("w0 ", "")));
    }

    #[test]
    fn prose_has_a_name_once_and_the_longest() {
        let list =
            RareDiseases::of(["sarcoid", "gaucher", "lupus", "lung sarcoid", "cystic fibrosis", "small lung sarcoid"]);
        let rows: &[(&str, &[&str])] = &[
            ("he has sarcoid", &["sarcoid"]),
            ("he has lupus", &[]),
            ("a lung sarcoid, a sarcoid, a lung sarcoid", &["lung sarcoid", "sarcoid"]),
            ("a small lung sarcoid of the lung", &["small lung sarcoid"]),
            ("no sarcoid, not gaucher", &[]),
            ("no lung sarcoid", &["sarcoid"]),
            ("sarcoid gaucher", &["sarcoid", "gaucher"]),
            ("cystic. fibrosis", &[]),
            ("cystic; fibrosis: cystic! fibrosis? cystic", &[]),
            ("the cystic fibrosis cystic", &["cystic fibrosis"]),
        ];
        for &(prose, names) in rows {
            assert_eq!(list.within(prose), names, "{prose}");
        }
        assert!(RareDiseases::default().within("sarcoid").is_empty());
    }

    proptest! {
        #[test]
        fn every_name_is_found_again(names in prop::collection::vec("[a-z]{2,7}( [a-z]{2,7}){0,4}", 1..30)) {
            let list = RareDiseases::read(&RareDiseases::of(names.iter().map(String::as_str)).write()).unwrap();
            for name in &names {
                prop_assert!(list.names(name) || words(name).is_empty(), "{}", name);
            }
        }

        #[test]
        fn no_term_makes_a_look_up_panic(term in "\\PC{0,80}") {
            list().names(&term);
        }
    }
}
