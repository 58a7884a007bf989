//! What one file says, of whatever format, before it is joined to what is known.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::document::page::Page;
use crate::document::{EntityType, Fact, FileIndex, Patient, Provenance, Revision};
use crate::error::Place;
use crate::shared::Shared;

use super::skips::Skips;

/// A statement of a file with the id of its patient.
#[derive(Debug)]
pub(crate) enum Statement {
    /// A fact; its spans into the document's text are still empty.
    Fact(Box<Fact>),
    /// A note.
    Note {
        /// The day it is about.
        date: Option<Date>,
        /// Our words for its kind.
        kind: &'static str,
        /// Who wrote it, as the file says.
        author: Option<String>,
        /// The decoded text.
        text: String,
        /// The way back to the file.
        provenance: Provenance,
        /// Where its lines stand, for a text that was read from pages.
        pages: Vec<Page>,
        /// Which state of which entry it is.
        revision: Option<Revision>,
    },
    /// An entry was entered in error, or another one took its place: earlier states of it are not so any more.
    Retraction(Revision),
}

/// A file read to the end, of whatever format.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The patients that the file describes, in file order.
    pub patients: Vec<(Place, Patient)>,
    /// Every statement with the id of its patient and its place, in file order; where the file does not say whom
    /// it is about the id is one made of its bytes.
    pub statements: Vec<(Place, Shared, Statement)>,
    /// Identifying texts, each with the id of the patient whose own it is.
    pub identifiers: Vec<(String, EntityType, Option<String>)>,
    /// Resource types that no statement is made from, with their numbers.
    pub set_aside: BTreeMap<&'static str, usize>,
    /// What could not be read.
    pub skips: Skips,
}

/// What stands before the hash of a file in the id of whomever it is about, where it does not say.
const UNSAID: &str = "source-";
/// Hexadecimal digits of that hash.
const HASH_DIGITS: usize = 16;

/// Returns the id of whomever a file is about that does not say so; `sha256` is the hash of its bytes.
pub(crate) fn unsaid(sha256: &str) -> String {
    format!("{UNSAID}{}", sha256.get(..HASH_DIGITS).unwrap_or(sha256))
}

/// Returns whether `id` stands for whomever a file is about that does not say so.
pub(crate) fn is_unsaid(id: &str) -> bool {
    id.strip_prefix(UNSAID)
        .is_some_and(|hash| hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

impl Outcome {
    /// Returns this, read from the file that will have the index `file`. `sha256` is the hash of what was given: what does
    /// not say whom it is about is taken to be about one person throughout an archive.
    pub(crate) fn numbered(mut self, file: FileIndex, sha256: &str, in_archive: bool) -> Self {
        for (_, id, statement) in &mut self.statements {
            if id.is_empty() || in_archive && is_unsaid(id) {
                *id = unsaid(sha256).into();
            }
            match statement {
                Statement::Fact(fact) => fact.file = file,
                Statement::Note { provenance, .. } => provenance.file = file,
                Statement::Retraction(_) => {}
            }
        }
        self
    }

    /// Adds what another file of the same source says: the member `number` of an archive.
    pub(crate) fn take(&mut self, other: Outcome, number: Option<usize>) {
        let placed = |place: Place| match number {
            Some(number) => Place::root().field("file").index(number).within(&place),
            None => place,
        };
        self.patients.extend(other.patients.into_iter().map(|(place, patient)| (placed(place), patient)));
        let statements = other.statements.into_iter();
        self.statements.extend(statements.map(|(place, id, statement)| (placed(place), id, statement)));
        self.identifiers.extend(other.identifiers);
        for (resource_type, count) in other.set_aside {
            *self.set_aside.entry(resource_type).or_default() += count;
        }
        self.skips.take(other.skips, number);
    }
}
