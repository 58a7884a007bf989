//! References: the short names by which people, boxes and links point at a passage.
//!
//! A reference reads `Okafor 2019-03-02 · Vital signs · k7qd2`: whom, when, what, and a code made from
//! the passage's own content. The code is always there: were it added on collision only, the order
//! of import would decide which of two patients of one name keeps the plain form, and a link saved
//! yesterday could lead to the other one today. References never leave the device; an [`Alias`] does.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The unique, stable, human-readable name of a passage on this device.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reference(String);

/// Letters of the content code: no vowels, so that no code spells a word.
const ALPHABET: &[u8; 30] = b"0123456789bcdfghjkmnpqrstvwxyz";
/// 30⁵ codes within one label (one patient, day and heading).
const CODE_LEN: usize = 5;
const SEPARATOR: &str = " · ";

impl Reference {
    /// Returns the reference for a passage: `label` (whom and when), `heading` (what) and a code made
    /// from `content`, which must hold everything that tells this passage from its revisions.
    pub fn new(label: &str, heading: &str, content: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in content {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut number = hash.finalize().iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        let mut reference = format!("{label}{SEPARATOR}{heading}{SEPARATOR}");
        for _ in 0..CODE_LEN {
            let letter = ALPHABET.get((number % 30) as usize).copied().unwrap_or(b'0');
            reference.push(char::from(letter));
            number /= 30;
        }
        Reference(reference)
    }

    /// Returns the reference written as `text`, for looking it up. Any text may be asked for; whether
    /// it names a passage is for the index to say.
    pub fn parse(text: &str) -> Self {
        Reference(text.trim().to_owned())
    }

    /// Returns the reference as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The neutral stand-in for a reference in what leaves: `R1`, `R2`, … in one request, and nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Alias(u32);

impl Alias {
    /// Returns the alias with the given number, counted from 1.
    pub fn new(number: u32) -> Self {
        Alias(number)
    }

    /// Returns the alias that `text` spells (`R3`, with or without spaces or brackets around it), if any.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '#' | '(' | ')'))
            .strip_prefix(['R', 'r'])?;
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        digits.parse().ok().map(Alias)
    }

    /// Returns the number of this alias, counted from 1.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Alias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_depends_on_its_own_content_only() {
        let a = Reference::new("Okafor 2019-03-02", "Vital signs", &[b"patient-1", b"120"]);
        let b = Reference::new("Okafor 2019-03-02", "Vital signs", &[b"patient-2", b"120"]);
        assert_ne!(a, b);
        assert_eq!(a, Reference::new("Okafor 2019-03-02", "Vital signs", &[b"patient-1", b"120"]));
        assert!(a.as_str().starts_with("Okafor 2019-03-02 · Vital signs · "));
        assert_eq!(Reference::parse(a.as_str()), a);
    }

    #[test]
    fn parts_of_the_content_do_not_run_into_each_other() {
        assert_ne!(Reference::new("a", "b", &[b"12", b"3"]), Reference::new("a", "b", &[b"1", b"23"]));
    }

    #[test]
    fn an_alias_reads_back_from_what_models_write() {
        for text in ["R3", " r3 ", "[R3]", "#R3"] {
            assert_eq!(Alias::parse(text), Some(Alias::new(3)), "{text}");
        }
        for text in ["", "R", "R0", "R03", "3", "R3a", "R-1", "R99999999999"] {
            assert_eq!(Alias::parse(text), None, "{text}");
        }
    }
}
