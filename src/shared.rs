//! Short texts that stand in thousands of places, held once: codes, units, statuses, what is measured.
//!
//! A record says "Body Weight", "kg" and "final" for every reading. A [`Shared`] text is cloned without being copied, and a
//! [`Pool`] finds the one that is there already. Texts that stand in one place only gain nothing from it and lose nothing.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text that is cloned without being copied.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared(Arc<str>);

impl Shared {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Shared {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Default for Shared {
    fn default() -> Self {
        Shared(Arc::from(""))
    }
}

impl AsRef<str> for Shared {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Shared {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Shared(Arc::from(text))
    }
}

impl From<String> for Shared {
    fn from(text: String) -> Self {
        Shared(Arc::from(text))
    }
}

impl From<Shared> for String {
    fn from(text: Shared) -> Self {
        text.as_str().to_owned()
    }
}

impl PartialEq<str> for Shared {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Shared {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Shared {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Shared> for str {
    fn eq(&self, other: &Shared) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<Shared> for &str {
    fn eq(&self, other: &Shared) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<Shared> for String {
    fn eq(&self, other: &Shared) -> bool {
        self == other.as_str()
    }
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Shared::from)
    }
}

/// Bytes of the longest text that a pool holds: longer ones are prose, and seldom the same.
const MAX_POOLED_BYTES: usize = 96;

/// Texts that were met before.
#[derive(Debug, Default)]
pub struct Pool(HashSet<Shared>);

impl Pool {
    /// Puts the text that was met first in the place of `text`, where they are equal.
    pub fn share(&mut self, text: &mut Shared) {
        if text.len() > MAX_POOLED_BYTES {
            return;
        }
        match self.0.get(text.as_str()) {
            Some(known) => *text = known.clone(),
            None => {
                self.0.insert(text.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_held_once() {
        let mut pool = Pool::default();
        let (mut one, mut other) = (Shared::from("kg"), Shared::from("kg".to_owned()));
        assert!(!Arc::ptr_eq(&one.0, &other.0));
        pool.share(&mut one);
        pool.share(&mut other);
        assert!(Arc::ptr_eq(&one.0, &other.0));
        let mut unlike = Shared::from("g");
        pool.share(&mut unlike);
        assert_eq!(unlike, "g");
    }

    #[test]
    fn long_texts_are_left_as_they_are() {
        let mut pool = Pool::default();
        let prose = "a".repeat(MAX_POOLED_BYTES + 1);
        let (mut one, mut other) = (Shared::from(prose.clone()), Shared::from(prose));
        pool.share(&mut one);
        pool.share(&mut other);
        assert!(pool.0.is_empty() && !Arc::ptr_eq(&one.0, &other.0));
    }

    #[test]
    fn it_reads_and_writes_as_a_text() {
        let text = Shared::from("naïve 🩺");
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, "\"naïve 🩺\"");
        assert_eq!(serde_json::from_str::<Shared>(&json).unwrap(), text);
        assert_eq!((format!("{text}"), format!("{text:?}")), ("naïve 🩺".to_owned(), "\"naïve 🩺\"".to_owned()));
    }
}
