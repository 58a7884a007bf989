//! Reading the records a command works on: files, or folders of them.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use chaperone::document::Skipped;
use chaperone::error::{Code, Error, Result};
use chaperone::ingest::{HEAD_BYTES, Import, NO_JSON, Report, STEP_BYTES, Stream};
use chaperone::room::Room;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use flate2::read::MultiGzDecoder;
use serde::Serialize;
use serde_json::Value;

use crate::output::line;

/// Resources that are kept of an abridged bundle beside its people: more would only be read again and again.
const KEPT_RESOURCES: usize = 60;

/// The endings of the files that are read out of a folder.
const ENDINGS: [&str; 11] =
    [".json", ".ndjson", ".jsonl", ".xml", ".txt", ".md", ".html", ".htm", ".pdf", ".zip", ".gz"];

/// The records, and the question that follows them.
#[derive(Args)]
pub struct Asked {
    /// FHIR JSON, C-CDA, an Apple Health export, or notes as text, Markdown, HTML or PDF; gzip or ZIP of these; or folders of them
    #[arg(long, value_name = "PATH", required = true, num_args = 1.., value_parser = OsStringValueParser::new().map(PathBuf::from))]
    records: Vec<PathBuf>,
    /// What to look for
    #[arg(value_name = "QUESTION")]
    question: Option<String>,
}

/// The questions before.
#[derive(Args)]
pub struct After {
    /// A question asked before, whose words a follow-up takes over ("and in 2015?"); may be given several times, oldest first
    #[arg(long, value_name = "QUESTION")]
    after: Vec<String>,
}

impl After {
    /// Returns `question` whole, and says on standard error how it was read where that is not as it was typed.
    pub fn whole(&self, room: &Room, question: String) -> String {
        let Some(whole) = room.follow_up(&question, &self.after) else { return question };
        eprintln!("chaperone: read as: {}", line(&whole, MAX_QUESTION));
        whole
    }
}

/// Longest question that is told back, in characters.
const MAX_QUESTION: usize = 1000;

impl Asked {
    /// Returns the paths and the question. `--records A B QUESTION` reads as if all three were paths, so that
    /// without a question of its own the last path is one, unless it names something that exists.
    ///
    /// # Errors
    /// `invalid-argument` when there is no question, or when it or a path is empty.
    pub fn split(self) -> Result<(Vec<PathBuf>, String)> {
        let refused = |what| Err(Error::new(Code::InvalidArgument, what));
        let Asked { mut records, question } = self;
        let last = || records.last().and_then(|last| last.to_str());
        if question.as_deref().or_else(last).is_some_and(|question| question.trim().is_empty()) {
            return refused("the question is empty: say in words what you look for");
        }
        if records.iter().any(|path| path.as_os_str().is_empty()) {
            return refused("a path of --records is empty");
        }
        if let Some(question) = question {
            return Ok((records, question));
        }
        match records
            .pop()
            .filter(|last| !records.is_empty() && !last.exists())
            .map(|last| last.into_os_string().into_string())
        {
            Some(Ok(question)) => Ok((records, question)),
            _ => refused("the question is missing: give it after the paths of --records"),
        }
    }
}

/// What was read, in numbers, and what was not.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Files read; a file given twice counts once.
    pub files: usize,
    /// People the records are about.
    pub patients: usize,
    /// Documents made of them.
    pub documents: usize,
    /// Passages that can be found.
    pub passages: usize,
    /// Files of folders that hold no records.
    pub left_out: Vec<LeftOut>,
    /// What was not read of the other files, and why.
    pub skipped: Vec<Skipped>,
    /// How many more places were not read.
    pub unlisted: usize,
    /// The files of which something is missing, so that it is missing from every answer, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Incomplete>,
}

/// Places of one file that are listed with an answer; the others are counted.
const NAMED: usize = 3;

/// A file that was read in part.
#[derive(Debug, Serialize)]
pub struct Incomplete {
    /// The file, as it was named.
    pub file: String,
    /// Whether it ends in the middle: what should come after is missing.
    pub cut: bool,
    /// How many entries of it were read.
    pub read: usize,
    /// How many documents were made of it.
    pub documents: usize,
    /// How many places of it could not be read, that of the cut included.
    pub unread: usize,
    /// The first of them, and why.
    pub places: Vec<Skipped>,
}

impl Incomplete {
    /// Returns what is missing of the file at `path`; `None` where all of it was read.
    fn of(path: &Path, report: &Report) -> Option<Self> {
        let unread = report.skipped.len() + report.unlisted;
        let is_whole = unread == 0 && !report.cut && report.stopped.is_none();
        (!is_whole).then(|| Incomplete {
            file: path.display().to_string(),
            cut: report.cut,
            read: report.facts,
            documents: report.documents,
            unread,
            places: report.skipped.iter().take(NAMED).cloned().collect(),
        })
    }

    /// Returns it as a line.
    fn words(&self) -> String {
        let file = line(&self.file, MAX_PATH);
        let read = match self.read {
            0 => count(self.documents, "document", "documents"),
            read => count(read, "entry", "entries"),
        };
        if let [Skipped { reason, .. }] = self.places.as_slice()
            && reason == NO_JSON
        {
            return format!("{file} {NO_JSON}: {read}");
        }
        let first = self.places.first().map_or(String::new(), |Skipped { path, reason }| {
            let path = line(path, MAX_PATH);
            let path = if path.is_empty() { path } else { path + ": " };
            format!(" ({}{path}{reason})", if self.unread > 1 { "the first: " } else { "" })
        });
        let places = count(self.unread, "place", "places");
        match (self.cut, self.unread) {
            (true, 0 | 1) => format!(
                "{file} ends in the middle: {read} read; what should come after is missing from every answer. Get the whole file"
            ),
            (true, _) => format!(
                "{file} ends in the middle: {read} read; what should come after is missing from every answer, and what could not be read before that, {places} in all{first}. Get the whole file"
            ),
            (false, 0) => {
                format!("{file} was not read to its end: {read} read; the rest is missing from every answer")
            }
            (false, _) => format!(
                "{file}: {read} read; {places} could not be read, or not whole, and may be missing from every answer{first}"
            ),
        }
    }
}

fn count(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Longest name of a file that is told, in characters.
const MAX_PATH: usize = 1000;

/// A file of a folder that holds no records.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    /// The file.
    pub file: String,
    /// Why it could not be read as records.
    pub reason: String,
}

impl LeftOut {
    fn new(path: &Path, error: &Error) -> Self {
        LeftOut { file: path.display().to_string(), reason: error.to_string() }
    }
}

/// Reads the files that `paths` name into a room, and returns it with what was read. A file of a folder that holds
/// no records is left out; a file that was named must hold some. Which files were read in part is said on standard error.
///
/// # Errors
/// `io` when a path cannot be read, `not-found` when a folder holds no records, and as [`Room::add`]; the path is
/// named on standard error.
pub fn load(paths: &[PathBuf]) -> Result<(Room, Summary)> {
    let mut room = Room::new()?;
    let (mut skipped, mut unlisted, mut left_out, mut incomplete) = (Vec::new(), 0, Vec::new(), Vec::new());
    for file in files(paths)? {
        match add(&mut room, &file.path) {
            Ok(added) => {
                incomplete.extend(Incomplete::of(&file.path, &added));
                skipped.extend(added.skipped);
                unlisted += added.unlisted;
            }
            Err(error) if file.from_folder && is_no_record(&error) => left_out.push(LeftOut::new(&file.path, &error)),
            Err(error) => {
                name(&file.path);
                return Err(error);
            }
        }
    }
    let passages = room.index()?.len();
    let records = room.records();
    let (files, patients, documents) = (records.sources(), records.patients.len(), records.documents.len());
    if files == 0 {
        return Err(Error::new(Code::NotFound, "none of the files holds records"));
    }
    for file in &left_out {
        eprintln!("chaperone: not read: {}: {}", file.file, file.reason);
    }
    for file in &incomplete {
        eprintln!("chaperone: {}", file.words());
    }
    Ok((room, Summary { files, patients, documents, passages, left_out, skipped, unlisted, incomplete }))
}

/// Bytes from which on a file is read as it streams by.
const LONG_BYTES: u64 = 8 << 20;

/// Reads the file at `path` into `room`: a long one of lines, or of Apple Health, as it streams by, any other whole.
///
/// # Errors
/// `io` when it cannot be read; as [`Room::add`] and [`Room::finish_stream`].
fn add(room: &mut Room, path: &Path) -> Result<Report> {
    if fs::metadata(path).is_ok_and(|about| about.len() >= LONG_BYTES) {
        let mut file = fs::File::open(path).map_err(|_| unreadable())?;
        let mut head = Vec::new();
        file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head).map_err(|_| unreadable())?;
        if Stream::fits(&head) {
            let mut stream = Stream::begin(&head);
            stream.push(&head)?;
            let mut piece = vec![0; HEAD_BYTES];
            loop {
                match file.read(&mut piece).map_err(|_| unreadable())? {
                    0 => return room.finish_stream(stream),
                    read => stream.push(piece.get(..read).unwrap_or_default())?,
                };
            }
        }
    }
    let bytes = read(path)?;
    let mut import = Import::begin(&bytes)?.named(&path.to_string_lossy());
    while !room.step(&mut import, STEP_BYTES)?.finished {}
    room.finish(import)
}

fn unreadable() -> Error {
    Error::new(Code::Io, "a file cannot be read: does it exist, and may you read it?")
}

/// A file to read.
pub struct Input {
    /// Where it lies.
    pub path: PathBuf,
    /// Whether a folder was named and not the file itself.
    pub from_folder: bool,
}

/// Returns whether `error` says that a file is something else than records.
pub fn is_no_record(error: &Error) -> bool {
    matches!(error.code(), Code::Malformed | Code::Unsupported)
}

/// Returns the files that `paths` name, folders replaced by the record files in them in the order of their names.
///
/// # Errors
/// `io` when a folder cannot be read, `not-found` when it holds no records.
pub fn files(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(Input { path: path.clone(), from_folder: false });
            continue;
        }
        let unreadable = |_| Error::new(Code::Io, "a folder of records cannot be read");
        let mut found = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable).inspect_err(|_| name(path))? {
            found.push(entry.map_err(unreadable).inspect_err(|_| name(path))?.path());
        }
        found.retain(|file| file.is_file() && has_ending(file) && !is_read_me(file));
        if found.is_empty() {
            name(path);
            return Err(Error::new(
                Code::NotFound,
                "a folder holds no records: .json, .ndjson, .jsonl, .xml, .txt, .md, .html, .pdf, .zip or .gz",
            ));
        }
        found.sort();
        files.extend(found.into_iter().map(|path| Input { path, from_folder: true }));
    }
    Ok(files)
}

/// Returns the bytes of `path`.
///
/// # Errors
/// `io` when it cannot be read; the path is named on standard error.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|_| unreadable()).inspect_err(|_| name(path))
}

fn has_ending(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns whether `file` tells of its folder and not of a person.
fn is_read_me(file: &Path) -> bool {
    file.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("readme"))
}

/// Errors hold no text of their own making, so the person is told here which path an error is about.
pub fn name(path: &Path) {
    eprintln!("chaperone: {}", path.display());
}

/// Returns `bytes` with gzip around them undone.
///
/// # Errors
/// `malformed` when the gzip data are damaged or cut short.
pub fn unwrapped(bytes: &[u8]) -> Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.to_vec());
    }
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes)
        .read_to_end(&mut text)
        .map_err(|_| Error::new(Code::Malformed, "a file's gzip data are damaged or cut short"))?;
    Ok(text)
}

/// Returns `bundle` with its people and the first of its other resources.
pub fn abridged(mut bundle: Value) -> Value {
    let mut kept = 0;
    if let Some(entries) = bundle.get_mut("entry").and_then(Value::as_array_mut) {
        entries.retain(|entry| match entry.pointer("/resource/resourceType").and_then(Value::as_str) {
            Some("Patient" | "Practitioner" | "RelatedPerson" | "Organization" | "Location") => true,
            Some("Claim" | "ExplanationOfBenefit") | None => false,
            Some(_) => {
                kept += 1;
                kept <= KEPT_RESOURCES
            }
        });
    }
    bundle
}
