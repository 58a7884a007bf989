//! Loading the lexicon, the names of rare diseases, the embedding model and the classifier of a folder of models into a room.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use chaperone::error::{Code, Error, Result};
use chaperone::index::concepts::Vocabulary;
use chaperone::index::snapshot::Model;
use chaperone::model::injection::Classifier;
use chaperone::model::manifest::{Manifest, Purpose, Role};
use chaperone::model::{Embedding, Encode};
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::rare::RareDiseases;
use chaperone::retrieve::Rerank;
use chaperone::room::Room;

use crate::records::read;

/// The folder of models where none is named.
const MODELS: &str = "models";

/// Loads the lexicon that `folder/manifest.json` names into `room`; without a folder that of `models`, if it is there. Returns whether it was.
///
/// # Errors
/// `io` when a file of a named folder cannot be read, `model` when it is not the pinned one.
pub fn lexicon(folder: Option<&Path>, room: &mut Room) -> Result<bool> {
    let lexicon = packed_lexicon(folder)?;
    let is_there = lexicon.is_some();
    if let Some(lexicon) = lexicon {
        room.set_lexicon(lexicon);
    }
    Ok(is_there)
}

/// Loads the word list by which names are told from other words and the names of rare diseases, for what may be told to somebody. Without the word list, what
/// records call things is held to their own names and to patterns alone: then nothing may be sent.
///
/// # Errors
/// As [`lexicon`] and [`rare_diseases`]; `not-found` where `sends` and the word list is not there.
pub fn for_telling(folder: Option<&Path>, room: &mut Room, sends: bool) -> Result<()> {
    if !lexicon(folder, room)? {
        if sends {
            return Err(Error::new(
                Code::NotFound,
                "nothing was sent: the word list is not here, by which names of people and places are kept back; ./run demo makes it, and --models names its folder",
            ));
        }
        eprintln!(
            "chaperone: the word list is not here: names of people and places in what records call things could leave, so that nothing would be sent; ./run demo makes it, and --models names its folder"
        );
    }
    if !rare_diseases(folder, room)? {
        eprintln!(
            "chaperone: the list of rare diseases is not here: a disease counts as any other, and a stranger could tell more than is said"
        );
    }
    Ok(())
}

/// Loads the names of rare diseases that `folder/manifest.json` names into `room`; without a folder those of `models`, if they are
/// there. Returns whether they were.
///
/// # Errors
/// As [`lexicon`].
pub fn rare_diseases(folder: Option<&Path>, room: &mut Room) -> Result<bool> {
    let bytes = prepared(folder, Purpose::RareDiseases, Role::RareDiseases)?;
    if let Some(bytes) = &bytes {
        room.set_rare_diseases(RareDiseases::read(bytes)?);
    }
    Ok(bytes.is_some())
}

/// Returns the lexicon that `folder/manifest.json` names; without a folder that of `models`, if it is there.
///
/// # Errors
/// As [`lexicon`].
pub fn packed_lexicon(folder: Option<&Path>) -> Result<Option<Lexicon>> {
    prepared(folder, Purpose::Lexicon, Role::Lexicon)?.map(|bytes| Lexicon::read(&bytes)).transpose()
}

/// Returns the vocabulary of concepts that `folder/manifest.json` names; without a folder that of `models`, if it is there.
///
/// # Errors
/// As [`lexicon`].
pub fn concepts(folder: Option<&Path>) -> Result<Option<Vocabulary>> {
    prepared(folder, Purpose::Concepts, Role::Concepts)?.map(|bytes| Vocabulary::read(&bytes)).transpose()
}

/// Returns the vocabulary of `file`, one's own; without one that of [`concepts`].
///
/// # Errors
/// As [`concepts`], and `malformed` or `unsupported` for a file that is no vocabulary.
pub fn own_concepts(file: Option<&Path>, folder: Option<&Path>) -> Result<Option<Vocabulary>> {
    match file {
        Some(file) => Ok(Some(Vocabulary::read(&read(file)?)?)),
        None => concepts(folder),
    }
}

/// Lets `room` look for concepts, in what it holds and in questions, as the page does: those of [`own_concepts`], where there are any.
///
/// # Errors
/// As [`own_concepts`].
pub fn understand(file: Option<&Path>, folder: Option<&Path>, room: &mut Room) -> Result<()> {
    if let Some(vocabulary) = own_concepts(file, folder)? {
        room.set_vocabulary(vocabulary);
        room.index()?;
        room.mention(usize::MAX);
    }
    Ok(())
}

/// Returns the checked bytes of the file of `role` of the first model for `purpose`.
fn prepared(folder: Option<&Path>, purpose: Purpose, role: Role) -> Result<Option<Vec<u8>>> {
    let named = folder.unwrap_or(Path::new(MODELS));
    let Ok(manifest) = fs::read(named.join("manifest.json")) else {
        return if folder.is_none() { Ok(None) } else { read(&named.join("manifest.json")).map(|_| None) };
    };
    let manifest = Manifest::parse(&manifest)?;
    let Some(entry) = manifest.models_for(purpose).next() else { return Ok(None) };
    let file = entry.file(role)?;
    let path = named.join("weights").join(&file.path);
    if folder.is_none() && !path.is_file() {
        return Ok(None);
    }
    let bytes = read(&path)?;
    file.verify(&bytes)?;
    Ok(Some(bytes))
}

/// Returns the SHA-256 of each file that `ask` loads, by what it is for, as `folder/manifest.json` pins it: the word list, the names
/// of rare diseases and the concepts, and where a folder is named the embedder and the classifier; without a folder those of `models`, if they are there.
///
/// # Errors
/// `io` when the manifest of a named folder cannot be read; `malformed` when it is none.
pub fn pins(folder: Option<&Path>) -> Result<Vec<(&'static str, String)>> {
    let named = folder.unwrap_or(Path::new(MODELS));
    let manifest = match fs::read(named.join("manifest.json")) {
        Ok(manifest) => Manifest::parse(&manifest)?,
        Err(_) if folder.is_none() => return Ok(Vec::new()),
        Err(_) => return Err(Error::new(Code::Io, "the model manifest cannot be read; nothing was sent")),
    };
    let mut pins = Vec::new();
    for (name, purpose, role, is_always) in [
        ("lexicon", Purpose::Lexicon, Role::Lexicon, true),
        ("rare-diseases", Purpose::RareDiseases, Role::RareDiseases, true),
        ("concepts", Purpose::Concepts, Role::Concepts, true),
        ("embedder", Purpose::Embedder, Role::Weights, false),
        ("injection-classifier", Purpose::InjectionClassifier, Role::Weights, false),
    ] {
        let Some(entry) = manifest.models_for(purpose).next().filter(|_| is_always || folder.is_some()) else {
            continue;
        };
        let file = entry.file(role)?;
        if named.join("weights").join(&file.path).is_file() {
            pins.push((name, file.sha256.clone()));
        }
    }
    Ok(pins)
}

/// Returns the classifier of instructions that `folder/manifest.json` names.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
pub fn classifier(folder: &Path) -> Result<Classifier> {
    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let entry = manifest.models_for(Purpose::InjectionClassifier).next();
    let entry =
        entry.ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no classifier of instructions"))?;
    let file = entry.file(Role::Weights)?;
    let bytes = read(&folder.join("weights").join(&file.path))?;
    file.verify(&bytes)?;
    Classifier::read(&bytes)
}

/// Lets `room` screen questions with `classifier` and the first embedder that `folder/manifest.json` names; no passage is embedded.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
pub fn screen_with(folder: &Path, classifier: Arc<Classifier>, room: &mut Room) -> Result<()> {
    room.set_encoder(loaded(folder)?);
    room.set_classifier(classifier);
    Ok(())
}

/// Vectors of texts, by the first embedder that a folder of models names.
pub struct Vectors(Box<dyn Encode>);

impl Vectors {
    /// Returns the vector of `text`.
    ///
    /// # Errors
    /// `model` when the embedder fails.
    pub fn of(&self, text: &str) -> Result<Embedding> {
        let vector = self.0.embed(&[text])?.pop();
        vector.ok_or_else(|| Error::internal("an embedder gave no vector for a text"))
    }
}

/// Returns the vectors of the first embedder that `folder/manifest.json` names.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
pub fn vectors(folder: &Path) -> Result<Vectors> {
    loaded(folder).map(|embedder| Vectors(embedder))
}

/// Returns the first embedder that `folder/manifest.json` names as a snapshot of an index names it.
///
/// # Errors
/// `io` when the manifest cannot be read; `not-found` when it names no embedder.
pub fn named(folder: &Path) -> Result<Model> {
    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let none = || Error::new(Code::NotFound, "the model manifest names no embedder");
    let entry = manifest.models_for(Purpose::Embedder).next().ok_or_else(none)?;
    Ok(Model { id: entry.id.as_str().to_owned(), sha256: entry.file(Role::Weights)?.sha256.clone() })
}

/// Loads the first embedder that `folder/manifest.json` names, whose files lie in `folder/weights`.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
#[cfg(feature = "encoders")]
pub fn loaded(folder: &Path) -> Result<Box<dyn Encode + Sync>> {
    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let entry = manifest
        .models_for(Purpose::Embedder)
        .next()
        .ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no embedder"))?;
    let file = |role| read(&folder.join("weights").join(&entry.file(role)?.path));
    let embedder = chaperone::model::Embedder::load(entry, file(Role::Weights)?, &file(Role::Tokenizer)?)?;
    Ok(Box::new(embedder))
}

/// Returns how many tokens the first embedder that `folder/manifest.json` names reads of a text, and its tokenizer, which gives as many
/// as a text has.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
#[cfg(feature = "encoders")]
pub fn uncut_tokenizer(folder: &Path) -> Result<(usize, chaperone::model::Tokenizer)> {
    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let none = || Error::new(Code::NotFound, "the model manifest names no embedder");
    let entry = manifest.models_for(Purpose::Embedder).next().ok_or_else(none)?;
    let facts = entry.encoder.as_ref().ok_or_else(none)?;
    let json = read(&folder.join("weights").join(&entry.file(Role::Tokenizer)?.path))?;
    Ok((facts.max_tokens, chaperone::model::Tokenizer::load(&json, usize::MAX)?))
}

/// Returns the first reranker that `folder/manifest.json` names, whose files lie in `folder/weights`.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
#[cfg(feature = "encoders")]
pub fn reranker(folder: &Path) -> Result<Box<dyn Rerank>> {
    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let entry = manifest
        .models_for(Purpose::Reranker)
        .next()
        .ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no reranker"))?;
    let file = |role| read(&folder.join("weights").join(&entry.file(role)?.path));
    let reranker = chaperone::model::Reranker::load(entry, file(Role::Weights)?, &file(Role::Tokenizer)?)?;
    Ok(Box::new(reranker))
}

/// Refuses: this program was built without the encoder.
///
/// # Errors
/// Always `unsupported`.
#[cfg(not(feature = "encoders"))]
pub fn reranker(_: &Path) -> Result<Box<dyn Rerank>> {
    Err(Error::new(Code::Unsupported, "this program was built without the feature encoders, and so without a reranker"))
}

/// Refuses: this program was built without the encoder.
///
/// # Errors
/// Always `unsupported`.
#[cfg(not(feature = "encoders"))]
pub fn loaded(_: &Path) -> Result<Box<dyn Encode + Sync>> {
    Err(Error::new(Code::Unsupported, "this program was built without the feature encoders, and so without embeddings"))
}

/// Embeds the passages of `room` with the first embedder that `folder/manifest.json` names, whose files lie in
/// `folder/weights`, and lets it use the classifier of instructions where that is there; says on standard error how far it has come.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
#[cfg(feature = "encoders")]
pub fn embed(folder: &Path, room: &mut Room) -> Result<()> {
    use std::io::IsTerminal as _;

    use chaperone::progress::Progress;

    room.set_encoder(loaded(folder)?);
    if let Ok(classifier) = classifier(folder) {
        room.set_classifier(classifier);
    }
    let watched = std::io::stderr().is_terminal();
    let told = |progress: Progress| {
        if let Progress::Embedding { done, total } = progress
            && (watched || done == total)
        {
            eprint!(
                "{}embedding {done}/{total}{}",
                if watched { "\r" } else { "" },
                if done == total { "\n" } else { "" }
            );
        }
        true
    };
    room.embed(usize::MAX, &mut { told })?;
    Ok(())
}

/// Refuses: this program was built without the encoder.
///
/// # Errors
/// Always `unsupported`.
#[cfg(not(feature = "encoders"))]
pub fn embed(_: &Path, _: &mut Room) -> Result<()> {
    Err(Error::new(Code::Unsupported, "this program was built without the feature encoders, and so without embeddings"))
}
