//! Replies of models, kept in a file by the hash of what was asked: a second run asks only what has changed.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::model::manifest::sha256_hex;
use chaperone::quote::format::Endpoint;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::plain_courier;
use crate::records::read;

/// One reply of the model.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Transcript {
    /// The bundle and the question's number.
    pub id: String,
    /// `chaperone` or `plain`.
    pub way: String,
    /// SHA-256 of the body that was sent.
    pub sha256: String,
    /// What came back.
    pub reply: String,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// Where replies are kept, and the model that is asked for more.
#[derive(Args)]
pub struct Replies {
    /// The replies: those there are are not asked for again; new ones are added
    #[arg(long, value_name = "FILE.jsonl")]
    transcripts: PathBuf,
    /// The address of an OpenAI-compatible server on this machine; without it, what is there is counted
    #[arg(long, value_name = "URL")]
    llm: Option<String>,
    /// The model, as the server names it
    #[arg(long, value_name = "NAME", default_value = "local")]
    model: String,
}

impl Replies {
    /// Returns whether a model is asked.
    pub fn are_asked_for(&self) -> bool {
        self.llm.is_some()
    }

    /// Returns nothing where no model is asked, or this program may ask one.
    ///
    /// # Errors
    /// `refused` for a program that was not built for it.
    pub fn may_be_asked_for(&self) -> Result<()> {
        if self.are_asked_for() { plain_courier::built_for_it() } else { Ok(()) }
    }

    /// Returns the model, by its address.
    pub fn endpoint(&self) -> Endpoint {
        Endpoint::new(self.llm.as_deref().unwrap_or("http://127.0.0.1:8080"), &self.model, false)
    }

    /// Returns the replies there are.
    ///
    /// # Errors
    /// As [`Transcripts::open`].
    pub fn open(&self) -> Result<Mutex<Transcripts>> {
        Transcripts::open(&self.transcripts).map(Mutex::new)
    }
}

/// The replies there are, by the hash of what was asked.
pub struct Transcripts {
    file: PathBuf,
    known: BTreeMap<String, Transcript>,
}

impl Transcripts {
    /// Returns what `file` holds; nothing where there is none.
    ///
    /// # Errors
    /// `io` and `malformed` for the file.
    pub fn open(file: &Path) -> Result<Self> {
        let text = if file.exists() { String::from_utf8(read(file)?).ok() } else { Some(String::new()) };
        let malformed = || Error::new(Code::Malformed, "the file of transcripts cannot be read");
        let text = text.ok_or_else(malformed)?;
        // A run that was stopped may have left a line half written: that question is asked again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            OpenOptions::new()
                .write(true)
                .open(file)
                .and_then(|file| file.set_len(whole as u64))
                .map_err(|_| Error::new(Code::Io, "the file of transcripts cannot be written"))?;
        }
        let rows = text.get(..whole).unwrap_or_default();
        let rows: std::result::Result<Vec<Transcript>, _> = rows.lines().map(serde_json::from_str).collect();
        let known = rows.map_err(|_| malformed())?.into_iter().map(|row| (row.sha256.clone(), row)).collect();
        Ok(Transcripts { file: file.to_owned(), known })
    }

    /// Returns the reply to `body`, asked by `ask` where it is not known; `None` where it is not and nobody can be asked.
    ///
    /// # Errors
    /// As `ask`; `io` when the reply cannot be kept.
    pub fn reply(
        &mut self,
        key: (&str, &str, &str),
        ask: impl FnOnce() -> Option<Result<String>>,
    ) -> Result<Option<String>> {
        let (_, _, body) = key;
        if let Some(known) = self.known.get(&sha256_hex(body.as_bytes())) {
            return Ok(Some(known.reply.clone()));
        }
        let started = Instant::now();
        let Some(reply) = ask() else { return Ok(None) };
        self.keep(key, reply?, started).map(Some)
    }

    fn keep(&mut self, (id, way, body): (&str, &str, &str), reply: String, started: Instant) -> Result<String> {
        let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let sha256 = sha256_hex(body.as_bytes());
        let row = Transcript { id: id.to_owned(), way: way.to_owned(), sha256, reply, millis };
        let line = serde_json::to_string(&row).map_err(|_| Error::internal("a transcript cannot be put into JSON"))?;
        let written = OpenOptions::new().create(true).append(true).open(&self.file);
        written
            .and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|_| Error::new(Code::Io, "the file of transcripts cannot be written"))?;
        let reply = row.reply.clone();
        self.known.insert(row.sha256.clone(), row);
        Ok(reply)
    }
}

/// As [`Transcripts::reply`], while others may ask, too.
///
/// # Errors
/// As [`Transcripts::reply`].
pub fn reply_beside_others(
    transcripts: &Mutex<Transcripts>,
    key: (&str, &str, &str),
    ask: impl FnOnce() -> Option<Result<String>>,
) -> Result<Option<String>> {
    let known = locked(transcripts).reply(key, || None)?;
    if known.is_some() {
        return Ok(known);
    }
    let started = Instant::now();
    let Some(reply) = ask() else { return Ok(None) };
    let reply = reply?;
    locked(transcripts).keep(key, reply, started).map(Some)
}

/// Returns what `mutex` holds, whatever became of others that held it.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
