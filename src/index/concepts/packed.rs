//! A vocabulary as bytes: read in the time it takes to unpack numbers, and refused where they do not fit together.
//!
//! `"CHAPCONC" · version u16 · words · names · capitals · labels · concepts of names · names of concepts · broader · related · SHA-256 of all
//! before`. Words are written as the number of bytes that they share with the word before, the number of their other bytes, and those; a
//! list of rows as its number of rows and then each row's length and numbers. The words of a name are written as what they share with the
//! name before. Numbers are LEB128, seven bits a byte.

use super::{Lists, Vocabulary, Words};
use crate::error::Result;
use crate::leb128;
use crate::packed::{CHECKSUM_BYTES, Form, Version, sealed};
use crate::rest::Rest;

const FORM: Form = Form {
    magic: b"CHAPCONC",
    version: Version::U16(1),
    damaged: "the vocabulary is damaged or cut short: fetch or make it again",
    foreign: "this file is no vocabulary of this program",
    unsupported: "the vocabulary has another format than this version reads",
};
/// Bytes that a word has at most.
const MAX_WORD_BYTES: usize = 256;

impl Vocabulary {
    /// Returns the bytes that [`read`](Self::read) reads; the same vocabulary gives the same bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = FORM.begun();
        put(&mut bytes, self.words.len());
        let mut before = "";
        for at in 0..self.words.len() {
            let word = self.words.get(at);
            let shared = word.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
            put(&mut bytes, shared);
            put(&mut bytes, word.len() - shared);
            bytes.extend_from_slice(word.as_bytes().get(shared..).unwrap_or_default());
            before = word;
        }
        put(&mut bytes, self.names.len());
        let mut before: &[u32] = &[];
        for at in 0..self.names.len() {
            let name = self.names.row(at);
            let shared = name.iter().zip(before).take_while(|(a, b)| a == b).count();
            put(&mut bytes, shared);
            put(&mut bytes, name.len() - shared);
            name.iter().skip(shared).for_each(|word| put(&mut bytes, *word as usize));
            before = name;
        }
        let capitals: Vec<usize> =
            self.capitals.iter().enumerate().filter(|(_, capitals)| **capitals).map(|(at, _)| at).collect();
        put(&mut bytes, capitals.len());
        capitals.into_iter().for_each(|at| put(&mut bytes, at));
        put(&mut bytes, self.labels.len());
        for at in 0..self.labels.len() {
            put(&mut bytes, self.labels.get(at).len());
            bytes.extend_from_slice(self.labels.get(at).as_bytes());
        }
        for lists in [&self.concepts_of, &self.names_of, &self.broader, &self.related] {
            put(&mut bytes, lists.len());
            for at in 0..lists.len() {
                put(&mut bytes, lists.row(at).len());
                lists.row(at).iter().for_each(|number| put(&mut bytes, *number as usize));
            }
        }
        sealed(bytes)
    }

    /// Returns the checksum that its bytes end with.
    pub(super) fn checksum(&self) -> [u8; CHECKSUM_BYTES] {
        self.write().last_chunk().copied().unwrap_or_default()
    }

    /// Returns the vocabulary that `bytes` hold.
    ///
    /// # Errors
    /// `malformed` when they are cut short, altered or no vocabulary; `unsupported` when another version wrote them.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut rest = FORM.opened(bytes)?;
        let mut vocabulary = unpacked(&mut rest).map(Vocabulary::derived).ok_or_else(|| FORM.damaged())?;
        vocabulary.id = bytes.last_chunk().copied().ok_or_else(|| FORM.damaged())?;
        Ok(vocabulary)
    }
}

fn unpacked(rest: &mut Rest<'_>) -> Option<Vocabulary> {
    let mut vocabulary = Vocabulary::default();
    let mut word: Vec<u8> = Vec::new();
    for _ in 0..rest.number()? {
        word.truncate(rest.number()?);
        let length = rest.number()?;
        word.extend_from_slice(rest.take(length)?);
        if word.len() > MAX_WORD_BYTES {
            return None;
        }
        vocabulary.words.push(std::str::from_utf8(&word).ok()?);
    }
    let words = u32::try_from(vocabulary.words.len()).ok()?;
    let mut name: Vec<u32> = Vec::new();
    for _ in 0..rest.number()? {
        name.truncate(rest.number()?);
        for _ in 0..rest.number()? {
            name.push(u32::try_from(rest.number()?).ok().filter(|word| *word < words)?);
        }
        let before = vocabulary.names.len().checked_sub(1).map(|at| vocabulary.names.row(at));
        if name.is_empty() || before.is_some_and(|before| before >= name.as_slice()) {
            return None;
        }
        vocabulary.names.push(name.iter().copied());
    }
    let names = vocabulary.names.len();
    vocabulary.capitals = vec![false; names];
    for _ in 0..rest.number()? {
        *vocabulary.capitals.get_mut(rest.number()?)? = true;
    }
    for _ in 0..rest.number()? {
        let length = rest.number()?;
        vocabulary.labels.push(std::str::from_utf8(rest.take(length)?).ok()?);
    }
    vocabulary.concepts_of = rest.lists()?;
    vocabulary.names_of = rest.lists()?;
    (vocabulary.broader, vocabulary.related) = (rest.lists()?, rest.lists()?);
    let concepts = vocabulary.names_of.len();
    let within = |lists: &Lists, count: usize, most: usize| {
        lists.len() == count && lists.items.iter().all(|number| (*number as usize) < most)
    };
    let fits = vocabulary.words.are_sorted()
        && vocabulary.labels.len() == concepts
        && within(&vocabulary.concepts_of, names, concepts)
        && within(&vocabulary.names_of, concepts, names)
        && within(&vocabulary.broader, concepts, concepts)
        && within(&vocabulary.related, concepts, concepts);
    (fits && rest.0.is_empty()).then_some(vocabulary)
}

impl Words {
    /// Returns whether the words are in order, each once.
    fn are_sorted(&self) -> bool {
        (1..self.len()).all(|at| self.get(at - 1) < self.get(at))
    }
}

fn put(bytes: &mut Vec<u8>, number: usize) {
    leb128::write(bytes, number as u64);
}

impl Rest<'_> {
    fn lists(&mut self) -> Option<Lists> {
        let mut lists = Lists::default();
        for _ in 0..self.number()? {
            for _ in 0..self.number()? {
                lists.items.push(u32::try_from(self.number()?).ok()?);
            }
            lists.ends.push(u32::try_from(lists.items.len()).ok()?);
        }
        Some(lists)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Draft;
    use super::*;
    use crate::error::Code;

    fn vocabulary() -> Vocabulary {
        let mut draft = Draft::default();
        draft.name("a", "myocardial infarction", false);
        draft.name("a", "heart attack", false);
        draft.name("a", "MI", true);
        draft.name("b", "heart disease", false);
        draft.broader("a", "b");
        draft.name("c", "chest pain", false);
        draft.related("a", "c");
        draft.finish()
    }

    #[test]
    fn what_is_written_is_read() {
        let vocabulary = vocabulary();
        assert_eq!(Vocabulary::read(&vocabulary.write()).unwrap(), vocabulary);
        let none = Draft::default().finish();
        assert_eq!(Vocabulary::read(&none.write()).unwrap(), none);
    }

    #[test]
    fn what_is_cut_altered_or_newer_is_refused() {
        let bytes = vocabulary().write();
        for cut in 0..bytes.len() {
            assert_eq!(Vocabulary::read(&bytes[..cut]).unwrap_err().code(), Code::Malformed);
        }
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(Vocabulary::read(&altered).unwrap_err().code(), Code::Malformed);
        }
        let mut newer = bytes[..bytes.len() - CHECKSUM_BYTES].to_vec();
        newer[FORM.magic.len()] = 2;
        assert_eq!(Vocabulary::read(&sealed(newer)).unwrap_err().code(), Code::Unsupported);
    }

    #[test]
    fn numbers_that_point_nowhere_never_panic_whatever_the_checksum_says() {
        let bytes = vocabulary().write();
        let content = &bytes[..bytes.len() - CHECKSUM_BYTES];
        for at in FORM.begun().len()..content.len() {
            for value in [0x00, 0x7F, 0xFF] {
                let mut crafted = content.to_vec();
                crafted[at] = value;
                if let Ok(read) = Vocabulary::read(&sealed(crafted)) {
                    read.mentions::<crate::span::Question>("A heart attack, MI, or chest pain");
                }
            }
        }
    }
}
