//! The way back from a text to the bytes of its file.

use base64::Engine as _;
use serde::{Deserialize, Serialize};

use super::{FileIndex, status};
use crate::error::{Code, Error, Result};

/// One step from the bytes of a file to a text; the first step works on the unwrapped file, each
/// further one on what the step before gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Decoding {
    /// Takes the bytes `start..end` as they are: a JSON number, `true` or `false`.
    Bytes {
        /// Offset of the first byte.
        start: usize,
        /// Offset after the last byte.
        end: usize,
    },
    /// Takes the bytes `start..end`, which are a JSON string with its quotation marks, and undoes the escapes.
    JsonString {
        /// Offset of the opening quotation mark.
        start: usize,
        /// Offset after the closing quotation mark.
        end: usize,
    },
    /// Undoes base64 (RFC 4648, standard alphabet, white space ignored).
    Base64,
    /// Undoes the entities and `CDATA` sections of a text or attribute of XML 1.0, which hold no element.
    Xml,
    /// Takes the text out of HTML or of the narrative of a CDA document, by the rules of [`crate::markup`].
    Markup,
    /// Takes the text out of the pages of a PDF, by the rules of [`crate::pdf`].
    Pdf,
    /// Takes a code, a display or words for a status as the status of FHIR that it is, by a fixed list.
    Status,
}

impl Decoding {
    /// Returns what this step makes of `input`.
    ///
    /// # Errors
    /// `malformed` when the range does not fit or the bytes are not of the form the step undoes; of a PDF as [`crate::pdf::read`].
    pub fn apply(&self, input: &[u8]) -> Result<Vec<u8>> {
        let slice = |start: usize, end: usize| {
            input
                .get(start..end)
                .ok_or_else(|| Error::new(Code::Malformed, "a byte range of the provenance lies outside its file"))
        };
        match *self {
            Decoding::Bytes { start, end } => Ok(slice(start, end)?.to_vec()),
            Decoding::JsonString { start, end } => serde_json::from_slice::<String>(slice(start, end)?)
                .map(String::into_bytes)
                .map_err(|_| Error::new(Code::Malformed, "a byte range of the provenance does not hold a JSON string")),
            Decoding::Base64 => {
                let dense: Vec<u8> = input.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
                base64::engine::general_purpose::STANDARD
                    .decode(dense)
                    .map_err(|_| Error::new(Code::Malformed, "a byte range of the provenance does not hold base64"))
            }
            Decoding::Xml => crate::markup::xml(utf8(input)?)
                .map(String::into_bytes)
                .ok_or_else(|| Error::new(Code::Malformed, "a byte range of the provenance holds no text of XML")),
            Decoding::Markup => Ok(crate::markup::text(utf8(input)?).into_bytes()),
            Decoding::Pdf => Ok(crate::pdf::read(input)?.text.into_bytes()),
            Decoding::Status => Ok(status::plain(utf8(input)?).into_bytes()),
        }
    }
}

fn utf8(input: &[u8]) -> Result<&str> {
    std::str::from_utf8(input).map_err(|_| Error::new(Code::Malformed, "a byte range of the provenance is not UTF-8"))
}

/// The way back from a text to the bytes it was decoded from; replayable by anyone who has the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The file.
    pub file: FileIndex,
    /// The steps, first to last.
    pub steps: Vec<Decoding>,
}

impl Provenance {
    /// Returns the text that the steps make of `unwrapped`, the bytes of the file without its wrapping.
    ///
    /// # Errors
    /// `malformed` when a step does not apply or the outcome is not UTF-8.
    pub fn replay(&self, unwrapped: &[u8]) -> Result<String> {
        let mut steps = self.steps.iter();
        let first = steps.next().ok_or_else(|| Error::internal("a provenance without steps"))?;
        let mut bytes = first.apply(unwrapped)?;
        for step in steps {
            bytes = step.apply(&bytes)?;
        }
        String::from_utf8(bytes).map_err(|_| Error::new(Code::Malformed, "the decoded text is not UTF-8"))
    }
}
