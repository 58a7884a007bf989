//! The table of contents of what is kept. It is sealed like everything it names.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::envelope::{self, Kind};
use crate::error::{Code, Error, Result};

/// The name of a sealed object: random, so that it tells nothing of what the object holds. In JSON it is its 32
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectName(pub [u8; 16]);

impl ObjectName {
    /// Returns the name that is written as `text`, 32 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// `invalid-argument` for any other text.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || Error::new(Code::InvalidArgument, "the name of an object is 32 hexadecimal digits");
        let digits = text.as_bytes();
        if digits.len() != 32 || digits.iter().any(|digit| !matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(wrong());
        }
        let mut name = [0; 16];
        for (byte, pair) in name.iter_mut().zip(digits.as_chunks::<2>().0) {
            *byte =
                pair.iter().fold(0, |value, digit| value << 4 | (char::from(*digit).to_digit(16).unwrap_or(0) as u8));
        }
        Ok(ObjectName(name))
    }

    /// Returns what must be given as associated data when the object of this name is sealed and opened, so that no
    /// object can be put in the place of another.
    pub fn associated(&self) -> Vec<u8> {
        [b"chaperone object 1 ".as_slice(), &self.0].concat()
    }
}

impl std::fmt::Display for ObjectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for ObjectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ObjectName({self})")
    }
}

impl Serialize for ObjectName {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for ObjectName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 16]>::deserialize(deserializer).map(ObjectName);
        }
        ObjectName::parse(&String::deserialize(deserializer)?)
            .map_err(|_| serde::de::Error::custom("is not the name of an object"))
    }
}

/// A source file that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// What the person knows it by: its file name.
    pub label: String,
    /// SHA-256 of the file as it was given, in lower-case hexadecimal.
    pub sha256: String,
    /// Length of the file as it was given, in bytes.
    pub bytes: u64,
    /// Whether it was compressed with gzip to be kept. A file that was gzip already is kept as it was.
    pub packed: bool,
    /// Where its bytes are, first to last.
    pub objects: Vec<ObjectName>,
}

/// A run of vectors that is kept; see [`super::segment`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// How many vectors.
    pub count: u64,
    /// Where its bytes are, first to last.
    pub objects: Vec<ObjectName>,
}

/// Everything that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// The source files, in the order of adding.
    pub sources: Vec<Source>,
    /// The vectors of their passages, in the order of adding.
    pub segments: Vec<Segment>,
    /// The page's own state (conversation, settings) as the page wrote it, if it wrote any.
    pub page: Vec<ObjectName>,
    /// The index of the files, without vectors, if it is kept; see [`crate::index::snapshot`].
    pub index: Vec<ObjectName>,
}

/// As version 1 wrote it.
#[derive(Serialize, Deserialize)]
struct First {
    sources: Vec<Source>,
    segments: Vec<Segment>,
    page: Vec<ObjectName>,
}

impl From<First> for Catalogue {
    fn from(First { sources, segments, page }: First) -> Self {
        Catalogue { sources, segments, page, index: Vec::new() }
    }
}

impl Catalogue {
    /// Returns the names of all objects.
    pub fn objects(&self) -> BTreeSet<ObjectName> {
        let sources = self.sources.iter().flat_map(|source| &source.objects);
        let segments = self.segments.iter().flat_map(|segment| &segment.objects);
        sources.chain(segments).chain(&self.page).chain(&self.index).copied().collect()
    }

    /// Takes the source file with this hash out, and with it every vector and the index: they hold those of many files, and text can be
    /// guessed from them. Returns whether there was such a file; without one nothing changes.
    pub fn remove_source(&mut self, sha256: &str) -> bool {
        let before = self.sources.len();
        self.sources.retain(|source| source.sha256 != sha256);
        let found = self.sources.len() < before;
        if found {
            self.segments.clear();
            self.index.clear();
        }
        found
    }

    /// Returns the bytes to seal.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn pack(&self) -> Result<Vec<u8>> {
        envelope::pack(Kind::Catalogue, self)
    }

    /// Returns the catalogue that [`pack`](Self::pack) wrote.
    ///
    /// # Errors
    /// `malformed` when it is damaged; `unsupported` when a newer version wrote it.
    pub fn unpack(bytes: &[u8]) -> Result<Self> {
        let (version, payload) = envelope::open(Kind::Catalogue, bytes)?;
        if version == 1 { envelope::value::<First>(payload).map(Self::from) } else { envelope::value(payload) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_and_read() {
        let name = ObjectName([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 254, 255]);
        assert_eq!(name.to_string(), "000102030405060708090a0b0c0dfeff");
        assert_eq!(ObjectName::parse(&name.to_string()).unwrap(), name);
        let json = serde_json::to_string(&name).unwrap();
        assert_eq!(json, format!("\"{name}\""));
        assert_eq!(serde_json::from_str::<ObjectName>(&json).unwrap(), name);
        for wrong in [
            "",
            "00",
            "000102030405060708090A0B0C0DFEFF",
            "../../../../../etc/passwd0123456",
            "é00102030405060708090a0b0c0dfef",
        ] {
            assert_eq!(ObjectName::parse(wrong).unwrap_err().code(), Code::InvalidArgument);
        }
    }

    #[test]
    fn a_catalogue_comes_back_and_names_all_its_objects() {
        let name = |byte| ObjectName([byte; 16]);
        let catalogue = Catalogue {
            sources: vec![Source {
                label: "letters.json".to_owned(),
                sha256: "ab".repeat(32),
                bytes: 12,
                packed: true,
                objects: vec![name(1), name(2)],
            }],
            segments: vec![Segment { count: 3, objects: vec![name(3)] }],
            page: vec![name(4)],
            index: vec![name(5), name(6)],
        };
        assert_eq!(Catalogue::unpack(&catalogue.pack().unwrap()).unwrap(), catalogue);
        assert_eq!(catalogue.objects(), (1..=6).map(name).collect());
    }

    #[test]
    fn what_the_first_version_kept_is_read() {
        let name = |byte| ObjectName([byte; 16]);
        let segments = vec![Segment { count: 3, objects: vec![name(3)] }];
        let first = First { sources: Vec::new(), segments: segments.clone(), page: vec![name(4)] };
        let bytes = envelope::written_by(1, Kind::Catalogue, &first);
        let expected = Catalogue { segments, page: vec![name(4)], ..Catalogue::default() };
        assert_eq!(Catalogue::unpack(&bytes).unwrap(), expected);
        let as_second = envelope::written_by(2, Kind::Catalogue, &first);
        assert_eq!(Catalogue::unpack(&as_second).unwrap_err().code(), Code::Malformed);
    }

    #[test]
    fn a_source_goes_with_all_vectors_and_nothing_else() {
        let name = |byte| ObjectName([byte; 16]);
        let source = |sha256: &str, byte| Source {
            label: "letters.json".to_owned(),
            sha256: sha256.to_owned(),
            bytes: 12,
            packed: true,
            objects: vec![name(byte)],
        };
        let mut catalogue = Catalogue {
            sources: vec![source("aa", 1), source("bb", 2)],
            segments: vec![Segment { count: 3, objects: vec![name(3)] }],
            page: vec![name(4)],
            index: vec![name(5)],
        };
        let before = catalogue.clone();
        assert!(!catalogue.remove_source("cc"));
        assert_eq!(catalogue, before);
        assert!(catalogue.remove_source("aa"));
        assert_eq!(catalogue.objects(), [name(2), name(4)].into());
    }
}
