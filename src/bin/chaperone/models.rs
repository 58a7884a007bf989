//! `chaperone models convert`: from the weights as published to the form that runs, from words to a lexicon, from names
//! to the list of rare diseases, and from a table to the vocabulary of concepts. `chaperone models try`: a model of one's own.
//! `chaperone models concepts`: a vocabulary with one's own UMLS in it. `chaperone models embed`: vectors that go with records.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use chaperone::error::{Code, Error, Result};
use chaperone::index::concepts::umls::Umls;
use chaperone::index::concepts::{self, Vocabulary};
use chaperone::model::injection::Classifier;
use chaperone::model::manifest::{Manifest, ModelEntry, Origin, PinnedFile, Purpose, Role, sha256_hex};
use chaperone::privacy::lexicon::{Lexicon, Traits};
use chaperone::privacy::rare::RareDiseases;
use clap::{Args, Subcommand};

use crate::embedder;
use crate::own_model::{self, Try};
use crate::records;

#[derive(Subcommand)]
pub enum Models {
    /// Convert what was fetched; checks both ends against the manifest, and does nothing twice.
    Convert(Convert),
    /// Make a vocabulary of concepts with one's own UMLS in it, for `--concepts` and for the page.
    Concepts(OwnConcepts),
    /// Embed records ahead of time, for a page that offers them: their vectors, as the page keeps them.
    Embed(Embed),
    /// Open an ONNX export of one's own, and tell what it runs on and how fast.
    Try(Try),
}

#[derive(Args)]
pub struct Convert {
    /// The manifest of models.
    #[arg(long, value_name = "FILE", default_value = "models/manifest.json")]
    manifest: PathBuf,
    /// The folder the weights were fetched into; by default `weights` beside the manifest.
    #[arg(long, value_name = "DIR")]
    weights: Option<PathBuf>,
    /// Only the models of this set: `demo`, `test`; by default of all, which must be there then.
    #[arg(long = "for", value_name = "SET")]
    set: Option<String>,
}

#[derive(Args)]
pub struct OwnConcepts {
    /// The names: MRCONSO.RRF
    #[arg(long, value_name = "FILE")]
    mrconso: PathBuf,
    /// The relations: MRREL.RRF
    #[arg(long, value_name = "FILE")]
    mrrel: Option<PathBuf>,
    /// The folder of the model manifest and weights, whose vocabulary it comes on top of
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Take the UMLS alone
    #[arg(long)]
    alone: bool,
    /// Where the vocabulary is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub struct Embed {
    /// The records: files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// The folder of the model manifest and weights
    #[arg(long, value_name = "DIR", default_value = "models")]
    models: PathBuf,
    /// Where the vectors are written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Bytes of the UMLS that are read at once.
const UMLS_BYTES: usize = 1 << 20;

pub fn run(models: Models) -> Result<()> {
    match models {
        Models::Concepts(arguments) => own_concepts(&arguments),
        Models::Convert(arguments) => convert(&arguments),
        Models::Embed(arguments) => embed(&arguments),
        Models::Try(arguments) => own_model::run(&arguments),
    }
}

fn convert(arguments: &Convert) -> Result<()> {
    let folder = arguments.manifest.parent().unwrap_or(Path::new(""));
    let weights = arguments.weights.clone().unwrap_or_else(|| folder.join("weights"));
    let manifest =
        Manifest::parse(&read(&arguments.manifest, "the model manifest cannot be read: give it with --manifest")?)?;
    let wanted = |entry: &&ModelEntry| arguments.set.as_ref().is_none_or(|set| entry.sets.contains(set));
    if !manifest.models.iter().any(|entry| wanted(&entry)) {
        return Err(Error::new(Code::InvalidArgument, "the manifest has no model of the set that --for names"));
    }
    for entry in manifest.models.iter().filter(wanted) {
        for target in &entry.files {
            convert_one(entry, target, folder, &weights)?;
        }
    }
    Ok(())
}

fn convert_one(entry: &ModelEntry, target: &PinnedFile, folder: &Path, weights: &Path) -> Result<()> {
    if !matches!(target.origin, Origin::Converted { .. } | Origin::Kept { .. }) {
        return Ok(());
    }
    let to = weights.join(&target.path);
    if fs::read(&to).is_ok_and(|bytes| target.verify(&bytes).is_ok()) {
        println!("models: {} is here", target.path);
        return Ok(());
    }
    let prepared = match &target.origin {
        Origin::Kept { kept } => read(&folder.join(kept), "what the manifest says is kept beside it is not there")?,
        Origin::Converted { converted_from } => converted(entry, target.role, *converted_from, weights)?,
        Origin::Fetched { .. } | Origin::Gathered { .. } => return Ok(()),
    };
    target.verify(&prepared).inspect_err(|_| {
        eprintln!("chaperone: the conversion gave {} bytes of SHA-256 {}", prepared.len(), sha256_hex(&prepared));
    })?;
    write(&to, &prepared).map_err(|_| Error::new(Code::Io, "the converted model cannot be written"))?;
    println!("models: {} ({:.1} MB) converted and verified", target.path, prepared.len() as f64 / 1e6);
    Ok(())
}

/// Returns the file of role `target` that is made from the file of role `source`.
fn converted(entry: &ModelEntry, target: Role, source: Role, weights: &Path) -> Result<Vec<u8>> {
    let source = entry.file(source)?;
    let bytes = read(&weights.join(&source.path), "what is converted is not there: run ./run setup demo first")?;
    source.verify(&bytes)?;
    match (target, entry.purpose) {
        (Role::Lexicon, _) => lexicon(&bytes)?.write(),
        (Role::RareDiseases, _) => Ok(rare_diseases(&bytes)?.write()),
        (Role::Concepts, _) => Ok(concepts(&bytes)?.write()),
        (_, Purpose::InjectionClassifier) => Ok(Classifier::from_published(&bytes)?.write()),
        _ => packed(&bytes, adapters(entry, weights)?.as_deref()),
    }
}

/// Returns what is added to the weights of `entry`, where anything is.
fn adapters(entry: &ModelEntry, weights: &Path) -> Result<Option<Vec<u8>>> {
    let Some(file) = entry.files.iter().find(|file| file.role == Role::Adapters) else { return Ok(None) };
    let bytes =
        read(&weights.join(&file.path), "the adapters are not in their place: the manifest names them too late")?;
    file.verify(&bytes)?;
    Ok(Some(bytes))
}

#[cfg(feature = "onnx")]
fn packed(bytes: &[u8], adapters: Option<&[u8]>) -> Result<Vec<u8>> {
    use chaperone::model::onnx;
    adapters.map_or_else(|| onnx::pack(bytes), |adapters| onnx::pack_adapted(bytes, adapters))
}

#[cfg(not(feature = "onnx"))]
fn packed(_bytes: &[u8], _adapters: Option<&[u8]>) -> Result<Vec<u8>> {
    Err(Error::new(Code::Unsupported, "this program was built without what reads ONNX: build it with the feature onnx"))
}

/// Returns the lexicon of a table of words: on each line a word or phrase, a tab, and the number of its traits.
fn lexicon(table: &[u8]) -> Result<Lexicon> {
    let malformed = || Error::new(Code::Malformed, "the table of words is not as models/lexicon/build.py writes it");
    let table = std::str::from_utf8(table).map_err(|_| malformed())?;
    let entry = |line: &str| {
        let (word, traits) = line.split_once('\t')?;
        Some((word.to_owned(), Traits::of_bits(traits.parse().ok()?)))
    };
    let entries: Option<Vec<(String, Traits)>> = table.lines().map(entry).collect();
    Ok(Lexicon::of(entries.ok_or_else(malformed)?))
}

/// Returns the list of names of rare diseases, one on each line.
fn rare_diseases(names: &[u8]) -> Result<RareDiseases> {
    let names = std::str::from_utf8(names)
        .map_err(|_| Error::new(Code::Malformed, "the list of names is not as models/rare/build.py writes it"))?;
    Ok(RareDiseases::of(names.lines()))
}

/// Returns the vocabulary of a table of concepts.
fn concepts(table: &[u8]) -> Result<Vocabulary> {
    let table = std::str::from_utf8(table)
        .map_err(|_| Error::new(Code::Malformed, "the table is not as models/concepts/build.py writes it"))?;
    concepts::table::read(table)
}

/// Brings the UMLS of `arguments` together with the vocabulary of the folder of models.
fn own_concepts(arguments: &OwnConcepts) -> Result<()> {
    let shipped = if arguments.alone { None } else { embedder::concepts(arguments.models.as_deref())? };
    let mut umls = shipped.as_ref().map_or_else(Umls::default, Umls::onto);
    for path in std::iter::once(&arguments.mrconso).chain(&arguments.mrrel) {
        let mut file = fs::File::open(path).map_err(|_| Error::new(Code::Io, "a file of the UMLS cannot be opened"))?;
        let mut buffer = vec![0; UMLS_BYTES];
        loop {
            let count =
                file.read(&mut buffer).map_err(|_| Error::new(Code::Io, "a file of the UMLS cannot be read"))?;
            if count == 0 {
                break;
            }
            umls.push(buffer.get(..count).unwrap_or_default())?;
        }
        umls.end_file()?;
    }
    let (names, relations) = umls.taken();
    let vocabulary = umls.finish()?;
    write(&arguments.out, &vocabulary.write())
        .map_err(|_| Error::new(Code::Io, "the vocabulary cannot be written to the file given with --out"))?;
    println!(
        "{names} names and {relations} relations taken: {} concepts with {} names, {:.1} MB in memory",
        vocabulary.len(),
        vocabulary.names(),
        vocabulary.bytes() as f64 / 1e6
    );
    Ok(())
}

/// Writes the vectors of all passages of the records of `arguments`.
fn embed(arguments: &Embed) -> Result<()> {
    let (mut room, _) = records::load(&arguments.records)?;
    embedder::embed(&arguments.models, &mut room)?;
    let made = room.vectors_to_keep(usize::MAX)?;
    let (count, segment) = made.ok_or_else(|| Error::new(Code::NotFound, "the records hold no passage to embed"))?;
    write(&arguments.out, &segment)
        .map_err(|_| Error::new(Code::Io, "the vectors cannot be written to the file given with --out"))?;
    println!("models: {count} passages embedded ({:.2} MB)", segment.len() as f64 / 1e6);
    Ok(())
}

fn read(path: &Path, what: &'static str) -> Result<Vec<u8>> {
    fs::read(path).map_err(|_| Error::new(Code::Io, what))
}

/// Writes `bytes` to `path` so that the name appears only with the whole file.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension(format!("part-{}", std::process::id()));
    fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_file(&draft);
    })
}
