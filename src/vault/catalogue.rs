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

/// What is kept of a library at the page's server: the parts of its pack that were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Library {
    /// Where it lies at the server.
    pub path: String,
    /// The hash that stands for every byte of the pack.
    pub fingerprint: String,
    /// How many bytes are kept.
    pub bytes: u64,
    /// Where its parts are: runs of them in the order of keeping, each in objects, first to last.
    pub runs: Vec<Vec<ObjectName>>,
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
    /// What was read of libraries at the page's server, each path once.
    pub libraries: Vec<Library>,
}

/// Whether something is kept beside what is there of its kind, or in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Beside it.
    Beside,
    /// In its place.
    Alone,
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
        Catalogue { sources, segments, page, ..Catalogue::default() }
    }
}

/// As version 2 wrote it.
#[derive(Serialize, Deserialize)]
struct Second {
    sources: Vec<Source>,
    segments: Vec<Segment>,
    page: Vec<ObjectName>,
    index: Vec<ObjectName>,
}

impl From<Second> for Catalogue {
    fn from(Second { sources, segments, page, index }: Second) -> Self {
        Catalogue { sources, segments, page, index, libraries: Vec::new() }
    }
}

impl Catalogue {
    /// Returns the names of all objects.
    pub fn objects(&self) -> BTreeSet<ObjectName> {
        let sources = self.sources.iter().flat_map(|source| &source.objects);
        let segments = self.segments.iter().flat_map(|segment| &segment.objects);
        let libraries = self.libraries.iter().flat_map(|library| library.runs.iter().flatten());
        sources.chain(segments).chain(&self.page).chain(&self.index).chain(libraries).copied().collect()
    }

    /// Adds a run of parts of the library at `path`, in `objects` of `bytes` bytes. Where it is another pack than the one that is kept of that path, or with
    /// [`Place::Alone`], it takes the place of all runs.
    pub fn add_library(&mut self, path: &str, fingerprint: &str, bytes: u64, objects: Vec<ObjectName>, place: Place) {
        let known = self.libraries.iter_mut().find(|library| library.path == path);
        match known {
            Some(library) if library.fingerprint == fingerprint && place == Place::Beside => {
                library.bytes = library.bytes.saturating_add(bytes);
                library.runs.push(objects);
            }
            _ => {
                self.libraries.retain(|library| library.path != path);
                let (path, fingerprint) = (path.to_owned(), fingerprint.to_owned());
                self.libraries.push(Library { path, fingerprint, bytes, runs: vec![objects] });
            }
        }
    }

    /// Takes out what is kept of the library at `path`. Returns whether there was any.
    pub fn remove_library(&mut self, path: &str) -> bool {
        let before = self.libraries.len();
        self.libraries.retain(|library| library.path != path);
        self.libraries.len() < before
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
        match version {
            1 => envelope::value::<First>(payload).map(Self::from),
            2 => envelope::value::<Second>(payload).map(Self::from),
            _ => envelope::value(payload),
        }
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
            libraries: vec![library("/a.pack", "f", &[&[7], &[8, 9]])],
        };
        assert_eq!(Catalogue::unpack(&catalogue.pack().unwrap()).unwrap(), catalogue);
        assert_eq!(catalogue.objects(), (1..=9).map(name).collect());
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
    fn what_the_second_version_kept_is_read_and_has_no_library() {
        let name = |byte| ObjectName([byte; 16]);
        let second =
            Second { sources: Vec::new(), segments: Vec::new(), page: vec![name(4)], index: vec![name(5), name(6)] };
        let bytes = envelope::written_by(2, Kind::Catalogue, &second);
        let expected = Catalogue { page: vec![name(4)], index: vec![name(5), name(6)], ..Catalogue::default() };
        assert_eq!(Catalogue::unpack(&bytes).unwrap(), expected);
        let as_third = envelope::written_by(3, Kind::Catalogue, &second);
        assert_eq!(Catalogue::unpack(&as_third).unwrap_err().code(), Code::Malformed);
    }

    fn library(path: &str, fingerprint: &str, runs: &[&[u8]]) -> Library {
        let runs: Vec<Vec<ObjectName>> =
            runs.iter().map(|run| run.iter().map(|byte| ObjectName([*byte; 16])).collect()).collect();
        Library { path: path.to_owned(), fingerprint: fingerprint.to_owned(), bytes: 10 * runs.len() as u64, runs }
    }

    #[test]
    fn runs_of_a_library_stand_beside_each_other_until_it_is_another_pack_and_go_with_it() {
        let name = |byte| ObjectName([byte; 16]);
        let mut catalogue = Catalogue::default();
        let mut add = |path: &str, fingerprint: &str, object: u8, place: Place| {
            catalogue.add_library(path, fingerprint, 10, vec![name(object)], place);
            catalogue.libraries.clone()
        };
        add("/a.pack", "f", 1, Place::Beside);
        add("/b.pack", "g", 2, Place::Beside);
        let both = [library("/a.pack", "f", &[&[1], &[3]]), library("/b.pack", "g", &[&[2]])];
        assert_eq!(add("/a.pack", "f", 3, Place::Beside), both);
        let alone = [library("/b.pack", "g", &[&[2]]), library("/a.pack", "f", &[&[4]])];
        assert_eq!(add("/a.pack", "f", 4, Place::Alone), alone);
        let other = [library("/a.pack", "f", &[&[4]]), library("/b.pack", "h", &[&[5]])];
        assert_eq!(add("/b.pack", "h", 5, Place::Beside), other);
        assert!(!catalogue.remove_library("/c.pack"));
        assert!(catalogue.remove_library("/a.pack"));
        assert_eq!(catalogue.objects(), [name(5)].into());
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
            libraries: vec![library("/a.pack", "f", &[&[6]])],
        };
        let before = catalogue.clone();
        assert!(!catalogue.remove_source("cc"));
        assert_eq!(catalogue, before);
        assert!(catalogue.remove_source("aa"));
        assert_eq!(catalogue.objects(), [name(2), name(4), name(6)].into());
    }
}
