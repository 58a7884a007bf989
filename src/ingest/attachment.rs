//! Reads what records hold in base64: plain text, Markdown, HTML and PDF.

use crate::document::Decoding;
use crate::pdf::{self, Extracted};

/// What an attachment says.
pub(crate) enum Attached {
    /// The decoded text, and the way back to the file.
    Text(String, Vec<Decoding>),
    /// The text of a PDF with the places of its lines, and the way back to the file.
    Pages(Extracted, Vec<Decoding>),
}

/// Why an attachment without a text is not read.
pub(crate) const ELSEWHERE: &str = "the attachment is empty or kept elsewhere";
const NO_TEXT: &str = "the attachment is not plain text";
const RTF: &str = "the attachment is RTF text: save it as plain text and add that";
const PICTURE: &str = "the attachment is a picture: text in pictures is not read";

/// Returns what `base64` holds, which is of the media type `media`, in lower case and without parameters. `steps` lead to the bytes that
/// it stands for.
///
/// # Errors
/// Why it is not read.
pub(crate) fn read(media: &str, base64: &str, mut steps: Vec<Decoding>) -> Result<Attached, &'static str> {
    let bytes = || Decoding::Base64.apply(base64.as_bytes()).map_err(|_| "the attachment is not base64");
    let is_markup = match media {
        "application/pdf" => {
            steps.push(Decoding::Pdf);
            let extracted = pdf::read(&bytes()?).map_err(|error| error.what())?;
            return Ok(Attached::Pages(extracted, steps));
        }
        "text/html"
        | "application/xhtml+xml"
        | "text/xml"
        | "application/xml"
        | "application/hl7-v3+xml"
        | "application/cda+xml"
        | "application/hl7-cda+xml" => true,
        "text/rtf" | "application/rtf" => return Err(RTF),
        media if media.starts_with("image/") => return Err(PICTURE),
        media if media.starts_with("text/") => false,
        _ => return Err(NO_TEXT),
    };
    let mut text = String::from_utf8(bytes()?).map_err(|_| "the attachment is not UTF-8 text")?;
    if is_markup {
        steps.push(Decoding::Markup);
        text = crate::markup::text(&text);
    }
    if text.trim().is_empty() {
        return Err(ELSEWHERE);
    }
    Ok(Attached::Text(text, steps))
}
