//! Reads the resources of one file of FHIR JSON, one after the other.

use std::ops::Range;

use crate::document::FileIndex;
use crate::error::{Code, Error, Place, Result};

use super::entries::{Entries, Found};
use super::fhir::{Entry, Reachable, Reading, Resolving, Together};
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
    /// Where the bytes that are read begin in the unwrapped file.
    base: usize,
    /// Whether one of the values before those of `entries` was a Bundle.
    had_bundle: bool,
}

impl Resources {
    /// Begins to read `bytes`, the unwrapped file.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Resources::from(Entries::new(bytes, start..bytes.len()))
    }

    /// Begins to read a file of lines, which are handed to [`lines`](Self::lines).
    pub(crate) fn of_lines() -> Self {
        Resources::from(Entries::lines(0..0, 0, true))
    }

    fn from(entries: Entries) -> Self {
        Resources { entries, reading: Reading::default(), count: 0, base: 0, had_bundle: false }
    }

    /// Reads the lines in `bytes`, which begin at byte `base` of the unwrapped file with its line `number`, and returns how many
    /// they are. `goes_on`: other lines follow.
    pub(crate) fn lines(&mut self, bytes: &[u8], base: usize, number: usize, goes_on: bool) -> usize {
        let start = if base == 0 && bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        self.had_bundle |= self.entries.has_bundle();
        (self.entries, self.base) = (Entries::lines(start..bytes.len(), number, goes_on), base);
        while let Some(found) = self.entries.next(bytes, &mut usize::MAX.clone()) {
            if found == Found::End {
                break;
            }
            // What is wrong with one line is noted where it stands.
            let _ = self.take(found, bytes);
        }
        bytes.iter().filter(|byte| **byte == b'\n').count()
    }

    /// Returns why the file is refused, if nothing in it could be read.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when the file is no FHIR JSON.
    pub(crate) fn check(&self) -> Result<()> {
        match self.entries.nothing().filter(|_| self.count == 0 && !self.had_bundle) {
            None => Ok(()),
            Some(error) => Err(error),
        }
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
            Some(Found::End) => self.check().map(|()| true),
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

    /// Returns what references can point at in this file, which will have the index `file`.
    pub(crate) fn reachable(&mut self, file: FileIndex) -> Reachable {
        let is_bundle = self.had_bundle || self.entries.has_bundle();
        self.reading.reachable(file, !is_bundle)
    }

    /// Resolves every reference; see [`Reading::finish`].
    pub(crate) fn finish(self, file: FileIndex, is_known: &dyn Fn(&str) -> bool, files: &Together) -> Outcome {
        self.reading.finish(file, is_known, files)
    }

    /// Begins to resolve references; see [`Reading::resolving`].
    pub(crate) fn resolving(self, file: FileIndex) -> Resolving {
        self.reading.resolving(file)
    }

    /// Reads what was found in `file`, the unwrapped bytes from `base` on.
    ///
    /// # Errors
    /// As [`json::parse`] when the file is one resource that cannot be read; `malformed` when that is not UTF-8.
    fn take(&mut self, found: Found, file: &[u8]) -> Result<()> {
        match found {
            Found::Entry(place, range) => match tree(file, &range, self.base) {
                Ok(entry) => self.entry(&place, &entry, file),
                Err(error) => self.reading.unread().leave_out_for(&place, &error),
            },
            Found::Resource(place, range) => match tree(file, &range, self.base) {
                Ok(resource) => {
                    let bytes = self.bytes(&resource, file);
                    let entry = Entry { place, full_url: None, resource: &resource, bytes, is_put: false };
                    self.count += usize::from(self.reading.resource(&entry));
                }
                Err(error) if place == Place::root() => return Err(error),
                Err(error) => self.reading.unread().leave_out_for(&place, &error),
            },
            Found::Empty(place) => self.reading.skip(&place.field("entry"), "the Bundle has no entries"),
            Found::Unread(place, reason, byte) => {
                self.reading.unread().leave_out_at(&place, reason, self.base + byte);
            }
            Found::Cut(place, byte) => self.reading.unread().add_cut(&place, self.base + byte),
            Found::End => {}
        }
        Ok(())
    }

    fn entry(&mut self, place: &Place, entry: &Node<'_>, file: &[u8]) {
        let place = place.field("resource");
        match entry.get("resource") {
            Some(resource) if matches!(resource.kind, Kind::Object(_)) => {
                let bytes = self.bytes(resource, file);
                let is_put = entry.at("request.method").and_then(Node::text) == Some("PUT");
                let entry = Entry { place, full_url: entry.text_of("fullUrl"), resource, bytes, is_put };
                self.count += usize::from(self.reading.resource(&entry));
            }
            _ if self.reading.deletion(&place, entry) => {}
            _ => self.reading.skip(&place, "the entry holds no resource"),
        }
    }

    /// Returns the bytes of `node`, which was read from `file`.
    fn bytes<'f>(&self, node: &Node<'_>, file: &'f [u8]) -> &'f [u8] {
        let range = node.span.range();
        file.get(range.start.saturating_sub(self.base)..range.end.saturating_sub(self.base)).unwrap_or_default()
    }
}

/// Returns the tree of the bytes in `range` of `file`, which begin at byte `base` of the unwrapped file.
///
/// # Errors
/// `malformed` when they are not UTF-8, else as [`json::parse`].
fn tree<'f>(file: &'f [u8], range: &Range<usize>, base: usize) -> Result<Node<'f>> {
    let bytes = file.get(range.clone()).unwrap_or_default();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::new(Code::Malformed, "is not UTF-8 text: save or export it again as UTF-8"))?;
    json::parse(text, base + range.start)
}
