//! Reads somebody's text: plain, Markdown, HTML or PDF, one note for each file.
//!
//! The text is what the file has, byte for byte, or what [`crate::markup`] takes out of HTML and [`crate::pdf`] out of a PDF. It names no patient in a way
//! that could be relied on, so whose it is stays open until the person says so; a date is taken only from a line that says
//! what date it is. Where notes are cut is [`crate::chunk`]'s.

pub(crate) mod pdf;
mod when;

use crate::digest::sha256;
use crate::document::page::Page;
use crate::document::{Decoding, FileIndex, Provenance};
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

use super::format::{BYTE_ORDER_MARK, Format};
use super::outcome::{Outcome, Statement, unsaid};

/// Our words for a text of a kind that nothing tells.
const KIND: &str = "Text";

/// Reads the file `bytes` of that format into `outcome`.
///
/// # Errors
/// `malformed` when it is not UTF-8, or shows nothing.
pub(crate) fn read(format: Format, bytes: &[u8], outcome: &mut Outcome) -> Result<()> {
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let body = bytes.get(start..).unwrap_or_default();
    let body = std::str::from_utf8(body)
        .map_err(|_| Error::new(Code::Malformed, "the file is not UTF-8 text: save it again as UTF-8"))?;
    let mut steps = vec![Decoding::Bytes { start, end: bytes.len() }];
    let text = if format == Format::Html {
        steps.push(Decoding::Markup);
        crate::markup::text(body)
    } else {
        body.to_owned()
    };
    if text.trim().is_empty() {
        return Err(Error::new(Code::Malformed, "the file shows no text: there is nothing in it to read"));
    }
    let provenance = Provenance { file: FileIndex(0), steps };
    add(text, provenance, Vec::new(), bytes, outcome);
    Ok(())
}

/// Adds `text`, which the file `bytes` shows, to `outcome`; `pages` are where its lines stand.
fn add(text: String, provenance: Provenance, pages: Vec<Page>, bytes: &[u8], outcome: &mut Outcome) {
    let (date, kind, author, revision) = (when::date(&text), KIND, None, None);
    let note = Statement::Note { date, kind, author, text, provenance, pages, revision };
    outcome.statements.push((Place::root(), unsaid(&hex(&sha256(bytes))).into(), note));
}
