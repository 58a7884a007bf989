//! The ledger file of `chaperone ask`, `thought ask` and `library nearest` with `--ledger`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use chaperone::clearance::Cleared;
use chaperone::error::{Code, Error, Result};
use chaperone::ledger::{Build, Ledger, ModelHash, PublicRequest};
use chaperone::model::manifest::sha256_hex;
use chaperone::workflow::WorkflowState;

use crate::embedder;

/// A ledger file.
pub struct Book {
    /// Where it lies.
    pub path: PathBuf,
    /// The folder of models that was named.
    pub models: Option<PathBuf>,
}

impl Book {
    /// Enters `cleared`, which is about to be sent; a file that is not there is begun.
    ///
    /// # Errors
    /// `malformed` when the file is no ledger, or a broken one; `io` when it cannot be read or written. Nothing may be sent then.
    pub fn enter(&self, state: &WorkflowState, cleared: &Cleared, now_millis: u64) -> Result<()> {
        self.add(|ledger, build| ledger.enter(state, cleared.receipt(), build, now_millis).map(drop))
    }

    /// Enters `cleared`, a request for public texts that is about to be sent.
    ///
    /// # Errors
    /// As [`enter`](Self::enter).
    pub fn enter_public(&self, request: PublicRequest<'_>, cleared: &Cleared, now_millis: u64) -> Result<()> {
        self.add(|ledger, build| ledger.enter_public(request, cleared.receipt(), build, now_millis).map(drop))
    }

    fn add(&self, enter: impl FnOnce(&mut Ledger, Build) -> Result<()>) -> Result<()> {
        let mut ledger = match fs::read(&self.path) {
            Ok(bytes) => Ledger::read(&bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Ledger::default(),
            Err(_) => {
                return Err(Error::new(Code::Io, "the file given with --ledger cannot be read; nothing was sent"));
            }
        };
        enter(&mut ledger, build(self.models.as_deref())?)?;
        let unfinished = self.path.with_extension("unfinished");
        fs::write(&unfinished, ledger.to_json()?)
            .and_then(|()| fs::rename(&unfinished, &self.path))
            .map_err(|_| Error::new(Code::Io, "the file given with --ledger cannot be written; nothing was sent"))
    }
}

/// Returns the hashes of what makes requests: this program as it lies on the disk, and of what was loaded the files that the manifest pins.
///
/// # Errors
/// `io` when this program cannot be read; as reading the manifest does.
fn build(models: Option<&Path>) -> Result<Build> {
    let unread = || Error::new(Code::Io, "this program cannot be read for its hash; nothing was sent");
    let program = std::env::current_exe().and_then(fs::read).map_err(|_| unread())?;
    let (mut lexicon, mut used) = (String::new(), Vec::new());
    for (purpose, sha256) in embedder::pins(models)? {
        match purpose {
            "lexicon" => lexicon = sha256,
            purpose => used.push(ModelHash { purpose: purpose.to_owned(), sha256 }),
        }
    }
    Ok(Build { version: env!("CARGO_PKG_VERSION").to_owned(), engine: sha256_hex(&program), lexicon, models: used })
}
