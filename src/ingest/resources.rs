//! Reads the resources of one file of FHIR JSON, one after the other.

use std::ops::Range;

use crate::document::FileIndex;
use crate::error::{Code, Error, Place, Result};

use super::entries::{Entries, Found};
use super::fhir::{Entry, Reading};
use super::format::BYTE_ORDER_MARK;
use super::json::{self, Kind, Node};
use super::outcome::Outcome;
use super::skips::Skips;

/// A file of resources that is being read.
pub(crate) struct Resources {
    entries: Entries,
    reading: Reading,
    /// Values that are a resource.
    count: usize,
}

impl Resources {
    /// Begins to read `bytes`, the unwrapped file.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Resources { entries: Entries::new(bytes, start..bytes.len()), reading: Reading::default(), count: 0 }
    }

    /// Returns what was not read so far, to be added to.
    pub(crate) fn unread(&mut self) -> &mut Skips {
        self.reading.unread()
    }

    /// Goes on along `bytes` as far as `budget` allows, and returns whether that was all.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when the file is no FHIR JSON.
    pub(crate) fn step(&mut self, bytes: &[u8], budget: &mut usize) -> Result<bool> {
        match self.entries.next(bytes, budget) {
            None => Ok(false),
            Some(Found::End) => match self.entries.nothing().filter(|_| self.count == 0) {
                None => Ok(true),
                Some(error) => Err(error),
            },
            Some(found) => self.take(found, bytes).map(|()| false),
        }
    }

    /// Returns the byte up to which resources were found.
    pub(crate) fn done(&self) -> usize {
        self.entries.done()
    }

    /// Returns the ids of the patients that the file describes.
    pub(crate) fn patients(&self) -> Vec<String> {
        self.reading.patient_ids()
    }

    /// Resolves every reference; see [`Reading::finish`].
    pub(crate) fn finish(self, file: FileIndex, is_known: &dyn Fn(&str) -> bool) -> Outcome {
        self.reading.finish(file, is_known)
    }

    /// Reads what was found in `file`, the unwrapped bytes.
    ///
    /// # Errors
    /// As [`json::parse`] when the file is one resource that cannot be read; `malformed` when that is not UTF-8.
    fn take(&mut self, found: Found, file: &[u8]) -> Result<()> {
        match found {
            Found::Entry(place, range) => match tree(file, &range) {
                Ok(entry) => self.entry(&place, &entry, file),
                Err(error) => self.reading.unread().add_error(&place, &error),
            },
            Found::Resource(place, range) => match tree(file, &range) {
                Ok(resource) => {
                    let entry = Entry { place, full_url: None, resource: &resource };
                    self.count += usize::from(self.reading.resource(&entry, file));
                }
                Err(error) if place == Place::root() => return Err(error),
                Err(error) => self.reading.unread().add_error(&place, &error),
            },
            Found::Empty(place) => self.reading.skip(&place.field("entry"), "the Bundle has no entries"),
            Found::Unread(place, reason, byte) => self.reading.unread().add_at(&place, reason, byte),
            Found::Cut(place, byte) => self.reading.unread().add_cut(&place, byte),
            Found::End => {}
        }
        Ok(())
    }

    fn entry(&mut self, place: &Place, entry: &Node<'_>, file: &[u8]) {
        let place = place.field("resource");
        match entry.get("resource") {
            Some(resource) if matches!(resource.kind, Kind::Object(_)) => {
                let entry = Entry { place, full_url: entry.text_of("fullUrl"), resource };
                self.count += usize::from(self.reading.resource(&entry, file));
            }
            _ => self.reading.skip(&place, "the entry holds no resource"),
        }
    }
}

/// Returns the tree of the bytes in `range`.
///
/// # Errors
/// `malformed` when they are not UTF-8, else as [`json::parse`].
fn tree<'f>(file: &'f [u8], range: &Range<usize>) -> Result<Node<'f>> {
    let bytes = file.get(range.clone()).unwrap_or_default();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::new(Code::Malformed, "is not UTF-8 text: save or export it again as UTF-8"))?;
    json::parse(text, range.start)
}
