//! One file of one format, read step by step: the members of an archive are several.

use crate::document::FileIndex;
use crate::error::Result;

use super::apple::{Ahead, Export, Went};
use super::fhir::{Reachable, Resolving, Together};
use super::format::Format;
use super::outcome::Outcome;
use super::resources::Resources;
use super::skips::Skips;
use super::text::pdf::Pages;
use super::{ccda, text};

/// A file that is being read.
pub(crate) enum Unit {
    /// FHIR JSON, resource by resource.
    Fhir(Box<Resources>),
    /// An export of Apple Health, record by record.
    Apple(Box<Export>),
    /// A PDF, page by page.
    Pdf(Box<Pages>),
    /// A format that is read at once.
    Whole { format: Format, outcome: Outcome },
}

/// What was read of a file.
pub(crate) enum Made {
    /// Resources whose references are still to be resolved.
    Fhir(Box<Resources>),
    /// Statements that need nothing more than the number of their file.
    Whole(Outcome),
}

impl Unit {
    /// Begins to read `bytes`, the unwrapped file.
    ///
    /// # Errors
    /// As the reader of its format.
    pub(crate) fn begin(format: Format, bytes: &[u8]) -> Result<Self> {
        Ok(match format {
            Format::Fhir => Unit::Fhir(Box::new(Resources::new(bytes))),
            Format::AppleHealth => Unit::Apple(Box::default()),
            Format::Pdf => Unit::Pdf(Box::new(Pages::open(bytes)?)),
            _ => Unit::Whole { format, outcome: Outcome::default() },
        })
    }

    /// Returns what was not read so far, to be added to.
    pub(crate) fn unread(&mut self) -> &mut Skips {
        match self {
            Unit::Fhir(resources) => resources.unread(),
            Unit::Apple(export) => export.unread(),
            Unit::Pdf(pages) => pages.unread(),
            Unit::Whole { outcome, .. } => &mut outcome.skips,
        }
    }

    /// Goes on along `bytes` as far as `budget` allows, and returns whether that was all.
    ///
    /// # Errors
    /// As the reader of its format.
    pub(crate) fn step(&mut self, bytes: &[u8], budget: &mut usize) -> Result<bool> {
        match self {
            Unit::Fhir(resources) => resources.step(bytes, budget),
            Unit::Apple(export) => Ok(export.along(Ahead { bytes, base: 0, is_end: true }, budget)? == Went::Through),
            Unit::Pdf(pages) => pages.step(bytes, budget),
            Unit::Whole { format, outcome } => {
                *budget = budget.saturating_sub(bytes.len());
                match format {
                    Format::Html | Format::Text => text::read(*format, bytes, outcome)?,
                    Format::Cda => ccda::read(bytes, outcome)?,
                    Format::Fhir | Format::Zip | Format::AppleHealth | Format::Pdf => {}
                }
                Ok(true)
            }
        }
    }

    /// Returns the byte up to which the file was read.
    pub(crate) fn done(&self) -> usize {
        match self {
            Unit::Fhir(resources) => resources.done(),
            Unit::Apple(export) => export.done(),
            Unit::Pdf(pages) => pages.done(),
            Unit::Whole { .. } => 0,
        }
    }

    /// Returns what was read.
    pub(crate) fn finish(self) -> Made {
        match self {
            Unit::Fhir(resources) => Made::Fhir(resources),
            Unit::Apple(export) => Made::Whole(export.finish()),
            Unit::Pdf(pages) => Made::Whole(pages.finish()),
            Unit::Whole { outcome, .. } => Made::Whole(outcome),
        }
    }
}

impl Made {
    /// Returns the ids of the patients that the file describes.
    pub(crate) fn patients(&self) -> Vec<String> {
        match self {
            Made::Fhir(resources) => resources.patients(),
            Made::Whole(outcome) => outcome.patients.iter().map(|(_, patient)| patient.id.clone()).collect(),
        }
    }

    /// Returns what references can point at in the file, which will have the index `file`: for [`Saying::step`].
    pub(crate) fn reachable(&mut self, file: FileIndex) -> Option<Reachable> {
        match self {
            Made::Fhir(resources) => Some(resources.reachable(file)),
            Made::Whole(_) => None,
        }
    }

    /// Begins to make of it what the file says, which will have the index `file`; `sha256` is the hash of what was given, an archive where
    /// `in_archive`.
    pub(crate) fn saying(self, file: FileIndex, sha256: &str, in_archive: bool) -> Saying {
        match self {
            Made::Fhir(resources) => Saying::Resolving(Box::new(resources.resolving(file))),
            Made::Whole(outcome) => Saying::Whole(outcome.numbered(file, sha256, in_archive)),
        }
    }
}

/// What a file says, as far as it is known.
pub(crate) enum Saying {
    Resolving(Box<Resolving>),
    Whole(Outcome),
}

impl Saying {
    /// Goes on by at most `most` statements, and returns how many those were: none at the end. `is_known` says whether a patient of that id
    /// was read from another file; `files` is what can be reached in this file and those beside it.
    pub(crate) fn step(&mut self, is_known: &dyn Fn(&str) -> bool, files: &Together, most: usize) -> usize {
        match self {
            Saying::Resolving(resolving) => resolving.step(is_known, files, most),
            Saying::Whole(_) => 0,
        }
    }

    /// Returns what the file says.
    pub(crate) fn finish(self, files: &Together) -> Outcome {
        match self {
            Saying::Resolving(resolving) => resolving.finish(files),
            Saying::Whole(outcome) => outcome,
        }
    }
}
