//! The ledger file of `chaperone ask --ledger`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use chaperone::clearance::Cleared;
use chaperone::error::{Code, Error, Result};
use chaperone::ledger::{Build, Ledger};
use chaperone::workflow::WorkflowState;

/// Enters `cleared`, which is about to be sent, in the ledger at `path`; a file that is not there begins one.
///
/// # Errors
/// `malformed` when the file is no ledger, or a broken one; `io` when it cannot be read or written. Nothing may be sent then.
pub fn enter(path: &Path, state: &WorkflowState, cleared: &Cleared, now_millis: u64) -> Result<()> {
    let mut ledger = match fs::read(path) {
        Ok(bytes) => Ledger::read(&bytes)?,
        Err(error) if error.kind() == ErrorKind::NotFound => Ledger::default(),
        Err(_) => return Err(Error::new(Code::Io, "the file given with --ledger cannot be read; nothing was sent")),
    };
    // A native build has no pins of its own files.
    let build = Build { version: env!("CARGO_PKG_VERSION").to_owned(), ..Build::default() };
    ledger.enter(state, cleared.receipt(), build, now_millis)?;
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, ledger.to_json()?)
        .and_then(|()| fs::rename(&unfinished, path))
        .map_err(|_| Error::new(Code::Io, "the file given with --ledger cannot be written; nothing was sent"))
}
