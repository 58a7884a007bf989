//! How far a long call has come, and how to stop it.

use serde::Serialize;

use crate::error::{Code, Error, Result};

/// One step of a long call.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "camelCase")]
pub enum Progress {
    /// Reading files; both figures are bytes of input.
    Reading {
        /// Bytes read so far.
        done: u64,
        /// Bytes in all.
        total: u64,
    },
    /// Computing embeddings; both figures count passages.
    Embedding {
        /// Passages embedded so far.
        done: u64,
        /// Passages in all.
        total: u64,
    },
}

/// Hears of progress, and says whether to go on.
pub trait Observer {
    /// Is told of one step; returns `false` to cancel the call.
    fn step(&mut self, progress: Progress) -> bool;
}

impl<F: FnMut(Progress) -> bool> Observer for F {
    fn step(&mut self, progress: Progress) -> bool {
        self(progress)
    }
}

/// An [`Observer`] that goes on silently.
pub struct Unwatched;

impl Observer for Unwatched {
    fn step(&mut self, _: Progress) -> bool {
        true
    }
}

/// Reports one step to `observer`.
///
/// # Errors
/// `cancelled` when the observer says to stop.
pub fn report(observer: &mut dyn Observer, progress: Progress) -> Result<()> {
    if observer.step(progress) {
        Ok(())
    } else {
        Err(Error::new(Code::Cancelled, "cancelled: what was loaded before is kept"))
    }
}
