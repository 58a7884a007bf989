//! Takes the text out of a PDF (ISO 32000-2), page by page, with the place of every line.
//!
//! Which letters a page shows, and where, is told by [`hayro_interpret`], in every target alike; how letters become lines
//! and lines a text are the few fixed rules of `lines` and `flow`, so that anyone who has the file gets the same text
//! again. Not read: text in pictures, letters whose font does not say what they mean, and files that are locked
//! with a password. Nothing that a file refers to outside itself is fetched, and no script in it is run.

mod flow;
mod glyphs;
mod inflation;
mod lines;
mod properties;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::document::page::Page;
use crate::error::{Code, Error, Result};

use flow::Flow;
use glyphs::Shown;
pub use properties::Properties;

/// Bytes of the largest PDF that is read.
pub const MAX_BYTES: usize = 128 << 20;
/// Pages that are read of one file.
pub const MAX_PAGES: usize = 10_000;
/// Letters that are read of one file.
const MAX_GLYPHS: usize = 32 << 20;
/// Of so many letters of a page one may be without a meaning; with more the page is not read.
const UNKNOWN_SHARE: usize = 10;

const BROKEN: &str = "the PDF is broken: open it, print or save it as a new PDF, and add that";
const LOCKED: &str = "the PDF is locked with a password: open it, save it without one, and add that";
const ENCRYPTION: &str = "the PDF is encrypted in a way that is not read: open it, save it without, and add that";
const NO_PAGES: &str = "the PDF has no pages: there is nothing in it to read";
const NO_TEXT: &str =
    "the PDF shows pictures and no text, as a scan does: have its text recognised (OCR), and add what comes out";

/// Why a page is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It shows no letters.
    NoText,
    /// Its fonts do not say which letters they show.
    NoMeaning,
    /// It cannot be interpreted.
    Broken,
}

impl Unread {
    /// Returns the reason in plain words.
    pub fn reason(self) -> &'static str {
        match self {
            Unread::NoText => "the page shows no text; text in pictures is not read",
            Unread::NoMeaning => "the fonts of the page do not say which letters they show: its text is not read",
            Unread::Broken => "the page is broken and was not read",
        }
    }
}

/// What was read of a PDF.
#[derive(Debug, Clone, PartialEq)]
pub struct Extracted {
    /// The text of all pages that were read, in their order.
    pub text: String,
    /// These pages, with their lines.
    pub pages: Vec<Page>,
    /// The pages that were not read, from 1, and why.
    pub unread: Vec<(u32, Unread)>,
    /// What it says of itself.
    pub properties: Properties,
}

/// Reads all pages of `bytes`.
///
/// # Errors
/// As [`Reader::open`], [`Reader::step`] and [`Reader::finish`].
pub fn read(bytes: &[u8]) -> Result<Extracted> {
    let mut reader = Reader::open(bytes)?;
    while !reader.step()? {}
    reader.finish()
}

/// A PDF that is being read, a page at a time.
pub struct Reader {
    pdf: Pdf,
    next: usize,
    glyphs: usize,
    flow: Flow,
    unread: Vec<(u32, Unread)>,
}

impl Reader {
    /// Begins to read the file `bytes`.
    ///
    /// # Errors
    /// `malformed` when it is no PDF that can be repaired, or has no pages; `unsupported` when it is locked; `too-large`
    /// beyond [`MAX_BYTES`] and [`MAX_PAGES`], or where it would unpack to more than is held.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        if bytes.len() > MAX_BYTES {
            let error = Error::new(Code::TooLarge, "the PDF is too large: split it, in bytes");
            return Err(error.found(bytes.len() as u64, MAX_BYTES as u64));
        }
        inflation::check(bytes)?;
        let data = bytes.to_vec();
        let opened = guarded(|| Pdf::new(data).map(|pdf| (pdf.pages().len(), pdf)));
        let (pages, pdf) = match opened {
            Some(Ok(opened)) => opened,
            Some(Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected))) => {
                return Err(Error::new(Code::Unsupported, LOCKED));
            }
            Some(Err(LoadPdfError::Decryption(_))) => return Err(Error::new(Code::Unsupported, ENCRYPTION)),
            Some(Err(LoadPdfError::Invalid)) | None => return Err(Error::new(Code::Malformed, BROKEN)),
        };
        match pages {
            0 => Err(Error::new(Code::Malformed, NO_PAGES)),
            pages if pages > MAX_PAGES => {
                let error = Error::new(Code::TooLarge, "the PDF has too many pages: split it");
                Err(error.found(pages as u64, MAX_PAGES as u64))
            }
            _ => Ok(Reader { pdf, next: 0, glyphs: 0, flow: Flow::default(), unread: Vec::new() }),
        }
    }

    /// Returns how many pages were looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.pdf.pages().len())
    }

    /// Reads the next page, and returns whether it was the last.
    ///
    /// # Errors
    /// `too-large` when the pages hold more letters than are read of one file.
    pub fn step(&mut self) -> Result<bool> {
        let Some(page) = self.pdf.pages().get(self.next) else { return Ok(true) };
        self.next += 1;
        let number = u32::try_from(self.next).unwrap_or(u32::MAX);
        let most = MAX_GLYPHS.saturating_sub(self.glyphs);
        match guarded(|| glyphs::of(page, most)) {
            None => self.unread.push((number, Unread::Broken)),
            Some(shown) => {
                self.glyphs += shown.count();
                if shown.is_full {
                    let error = Error::new(Code::TooLarge, "the PDF holds too much text: split it, in letters");
                    return Err(error.found(self.glyphs as u64, MAX_GLYPHS as u64));
                }
                match why_unread(&shown) {
                    Some(reason) => self.unread.push((number, reason)),
                    None => self.flow.page(number, &shown),
                }
            }
        }
        Ok(self.next >= self.pdf.pages().len())
    }

    /// Returns what was read.
    ///
    /// # Errors
    /// `unsupported` when no page has a text.
    pub fn finish(self) -> Result<Extracted> {
        let (text, pages) = self.flow.finish();
        if text.trim().is_empty() {
            return Err(Error::new(Code::Unsupported, NO_TEXT));
        }
        let properties = guarded(|| Properties::of(&self.pdf)).unwrap_or_default();
        Ok(Extracted { text, pages, unread: self.unread, properties })
    }
}

fn why_unread(shown: &Shown) -> Option<Unread> {
    if shown.count() == 0 {
        return Some(Unread::NoText);
    }
    (shown.unknown * UNKNOWN_SHARE > shown.count()).then_some(Unread::NoMeaning)
}

/// Returns what `work` makes; `None` when the interpreter gives up on a damaged file by a panic, where those can be caught
/// (in WebAssembly the engine's worker ends instead, and the page says so).
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
