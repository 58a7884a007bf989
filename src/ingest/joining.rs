//! Joins a file that was read to its end to the records, in steps that can be stopped between any two of them.
//!
//! References are resolved first, which needs the records no more than by the ids of their patients. What is joined then changes documents,
//! so that it is done on a copy, made in steps too, which takes their place at the end: until then they are as they were, and can be
//! searched. Where a copy is not worth it, the end does all of it in place.

use std::collections::HashSet;

use crate::document::{FileIndex, Records, SourceFile};
use crate::error::{Code, Error, Result};

use super::Report;
use super::fhir::Together;
use super::import::Read;
use super::join::Join;
use super::outcome::Outcome;
use super::skips::Skips;
use super::unit::Saying;

/// What a file is joined to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onto {
    /// The records themselves, at the end.
    Place,
    /// A copy of the records, step by step.
    Copy,
}

/// A file that is being joined. Dropping it gives the file up; nothing was changed then.
pub struct Joining {
    stage: Stage,
    onto: Onto,
    files: Vec<SourceFile>,
    outcome: Outcome,
}

enum Stage {
    AlreadyRead,
    Resolving(Box<Resolving>),
    Copying(Records),
    Joining(Records, Box<Join>),
    Joined(Records, Box<Join>),
}

/// The files of a source whose references are being resolved.
struct Resolving {
    /// Each with its place in an archive.
    ahead: std::vec::IntoIter<(Option<usize>, Saying)>,
    at_hand: Option<(Option<usize>, Saying)>,
    files: Together,
    /// The ids of all patients that are known.
    patients: HashSet<String>,
}

impl Joining {
    /// Returns what there is to do for a file that the records have already: nothing.
    pub(super) fn already() -> Self {
        Joining { stage: Stage::AlreadyRead, onto: Onto::Place, files: Vec::new(), outcome: Outcome::default() }
    }

    /// Begins with `reads`, of a source whose bytes have the hash `sha256`.
    ///
    /// # Errors
    /// `too-large` for more files than can be counted.
    pub(super) fn begin(records: &Records, sha256: String, reads: Vec<Read>, skips: Skips, onto: Onto) -> Result<Self> {
        let mut patients: HashSet<String> = records.patients.iter().map(|patient| patient.id.clone()).collect();
        let (mut says, mut files, mut reachable) = (Vec::new(), Vec::new(), Vec::new());
        for (at, mut read) in reads.into_iter().enumerate() {
            let index = u32::try_from(records.files.len() + at).map(FileIndex);
            let index = index.map_err(|_| Error::new(Code::TooLarge, "too many files: start a new session"))?;
            patients.extend(read.made.patients());
            reachable.extend(read.made.reachable(index));
            says.push((read.number, read.made.saying(index, &sha256, read.number.is_some())));
            let (sha256, bytes) = (sha256.clone(), read.bytes as u64);
            files.push(SourceFile { sha256, wrapping: read.wrapping, bytes, cut: skips.cut });
        }
        let (ahead, at_hand, reachable) = (says.into_iter(), None, Together::new(reachable));
        let stage = Stage::Resolving(Box::new(Resolving { ahead, at_hand, files: reachable, patients }));
        Ok(Joining { stage, onto, files, outcome: Outcome { skips, ..Outcome::default() } })
    }

    /// Goes on by about `most` statements or documents, and returns whether there is nothing more to do but [`finish`](Self::finish).
    /// `records` must be those with which it began.
    ///
    /// Whatever the steps, the outcome is the same.
    pub fn step(&mut self, records: &Records, most: usize) -> bool {
        let most = most.max(1);
        self.stage = match std::mem::replace(&mut self.stage, Stage::AlreadyRead) {
            Stage::Resolving(mut resolving) => {
                if resolving.step(&mut self.outcome, most) || self.onto == Onto::Place {
                    Stage::Resolving(resolving)
                } else {
                    Stage::Copying(Records {
                        documents: Vec::with_capacity(records.documents.len()),
                        ..beside(records)
                    })
                }
            }
            Stage::Copying(mut copy) => {
                let ahead = records.documents.get(copy.documents.len()..).unwrap_or_default();
                copy.documents.extend_from_slice(ahead.get(..most).unwrap_or(ahead));
                if copy.documents.len() < records.documents.len() {
                    Stage::Copying(copy)
                } else {
                    let join = self.begin_join(&mut copy);
                    Stage::Joining(copy, join)
                }
            }
            Stage::Joining(mut copy, mut join) => {
                if join.step(&mut copy, most) {
                    Stage::Joined(copy, join)
                } else {
                    Stage::Joining(copy, join)
                }
            }
            done => done,
        };
        match &self.stage {
            Stage::AlreadyRead | Stage::Joined(..) => true,
            Stage::Resolving(resolving) => self.onto == Onto::Place && resolving.is_through(),
            Stage::Copying(_) | Stage::Joining(..) => false,
        }
    }

    /// Does what is left, and returns what was added, with the records as they were before where it was joined to a copy of them.
    pub fn finish(mut self, records: &mut Records) -> (Report, Option<Records>) {
        while !self.step(records, usize::MAX) {}
        match self.stage {
            Stage::AlreadyRead => (Report { already_read: true, ..Report::default() }, None),
            Stage::Joined(copy, join) => {
                let report = join.finish(&copy);
                (report, Some(std::mem::replace(records, copy)))
            }
            Stage::Resolving(_) | Stage::Copying(_) | Stage::Joining(..) => {
                let mut join = self.begin_join(records);
                while !join.step(records, usize::MAX) {}
                (join.finish(records), None)
            }
        }
    }

    /// Returns whether it is joined to a copy of the records.
    pub fn is_of_a_copy(&self) -> bool {
        self.onto == Onto::Copy
    }

    fn begin_join(&mut self, records: &mut Records) -> Box<Join> {
        Box::new(Join::begin(records, std::mem::take(&mut self.files), std::mem::take(&mut self.outcome)))
    }
}

impl Resolving {
    /// Goes on by about `most` statements, which are added to `outcome`, and returns whether there are more.
    fn step(&mut self, outcome: &mut Outcome, most: usize) -> bool {
        let mut left = most;
        while left > 0 {
            let Some((number, mut saying)) = self.at_hand.take().or_else(|| self.ahead.next()) else { return false };
            let done = saying.step(&|id| self.patients.contains(id), &self.files, left);
            if done > 0 {
                self.at_hand = Some((number, saying));
            } else {
                outcome.take(saying.finish(&self.files), number);
            }
            left = left.saturating_sub(done.max(1));
        }
        !self.is_through()
    }

    fn is_through(&self) -> bool {
        self.at_hand.is_none() && self.ahead.len() == 0
    }
}

/// Returns a copy of all of `records` but the documents.
fn beside(records: &Records) -> Records {
    let Records { files, patients, documents: _, identifiers, links, retractions, left_out } = records;
    let (files, patients, links) = (files.clone(), patients.clone(), links.clone());
    Records {
        files,
        patients,
        documents: Vec::new(),
        identifiers: identifiers.clone(),
        links,
        retractions: retractions.clone(),
        left_out: *left_out,
    }
}
