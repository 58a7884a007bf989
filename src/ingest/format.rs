//! Knows what a file is by its bytes, and says of what is not read what to do with it.
//!
//! Nothing is decided by the name of a file. What is not known here is tried as FHIR JSON where a line of it begins as
//! JSON does, and read as somebody's text else.

use crate::error::{Code, Error, Result};

/// The mark of UTF-8 at the start of a text (Unicode 16, section 23.8).
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// RFC 1952, section 2.3.1.
pub(crate) const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
/// APPNOTE 6.3.10, section 4.3.7.
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";
/// ISO 32000-2, 7.5.2.
const PDF_MAGIC: &[u8] = b"%PDF-";
/// Bytes at the start of a file among which a PDF may begin (ISO 32000-1, annex H, note 13).
const PDF_LOOKED_AT: usize = 1024;

/// Bytes at the start of a file that are looked at for words of markup.
const LOOKED_AT: usize = 4096;
/// Bytes at the start of a file that must be text for all of it to be taken as such.
const TEXT_LOOKED_AT: usize = 1 << 16;

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// FHIR R4 JSON, in whichever of its forms.
    Fhir,
    /// A ZIP archive of files.
    Zip,
    /// A C-CDA document.
    Cda,
    /// `export.xml` of Apple Health.
    AppleHealth,
    /// A web page.
    Html,
    /// Somebody's text: plain or Markdown.
    Text,
    /// Pages as they are printed.
    Pdf,
}

/// Formats by their first bytes. Sources: APPNOTE 6.3.10 (ZIP), ISO 32000-2, PNG 3, JPEG T.81, GIF89a, TIFF 6.0, the
/// formats' own documents for the archives, and RTF 1.9.1.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"PK\x05\x06", "the file is an empty ZIP archive: there is nothing in it to add"),
    (b"PK\x07\x08", "the file is a part of a ZIP archive: unpack the archive and add the files in it"),
    (b"7z\xbc\xaf\x27\x1c", "the file is a 7-Zip archive: unpack it and add the files in it"),
    (b"Rar!\x1a\x07", "the file is a RAR archive: unpack it and add the files in it"),
    (b"BZh", "the file is compressed with bzip2: unpack it and add what is in it"),
    (b"\xfd7zXZ\0", "the file is compressed with xz: unpack it and add what is in it"),
    (b"\x28\xb5\x2f\xfd", "the file is compressed with zstd: unpack it and add what is in it"),
    (b"\x89PNG\r\n\x1a\n", "the file is a PNG picture: text in pictures is not read"),
    (b"\xff\xd8\xff", "the file is a JPEG picture: text in pictures is not read"),
    (b"GIF8", "the file is a GIF picture: text in pictures is not read"),
    (b"II*\0", "the file is a TIFF picture: text in pictures is not read"),
    (b"MM\0*", "the file is a TIFF picture: text in pictures is not read"),
    (b"{\\rtf", "the file is RTF text: save it as plain text and add that"),
    (b"SQLite format 3\0", "the file is a database: export its records as FHIR R4 JSON"),
    (b"MSH|", "the file is HL7 version 2 messages: export the records as FHIR R4 JSON"),
    (b"\xd0\xcf\x11\xe0", "the file is an older Office document: save it as plain text and add that"),
];

/// Formats known by a word further in: where it stands, the word, what is said. Sources: DICOM PS3.10, section 7.1;
/// POSIX.1-2017, `pax`.
const LATER_SIGNATURES: &[(usize, &[u8], &str)] = &[
    (128, b"DICM", "the file is a DICOM image: pictures are not read"),
    (257, b"ustar", "the file is a tar archive: unpack it and add the files in it"),
];

const UTF_16: &str = "the file is UTF-16 or UTF-32 text: save it as UTF-8 and add it again";
const OLDER: &str = "the file is text in an older encoding: save it as UTF-8 and add it again";
const EMPTY: &str = "the file is empty: there is nothing in it to read";
const GZIP_IN_GZIP: &str = "the file is gzip within gzip: unpack it once and add what is in it";
const FHIR_XML: &str = "the file is FHIR in XML: export it as JSON";
const OTHER_XML: &str = "the file is XML of a kind that is not read: export the records as FHIR R4 JSON or C-CDA";
const NO_TEXT: &str =
    "the file is neither records nor text: export the records as FHIR R4 JSON, or NDJSON, and add that";

/// Endings of names by which a file says that it is JSON.
const JSON_ENDINGS: [&str; 3] = [".json", ".ndjson", ".jsonl"];

/// Returns whether a file that is called `name` says by it that it is JSON, packed or not.
pub(crate) fn is_called_json(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    JSON_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns what the unwrapped file `bytes` is.
///
/// # Errors
/// `malformed` for an empty file, or one that is no text and nothing that is known; `unsupported` for formats that are not
/// read; the message says what it is and what to do.
pub(crate) fn of(bytes: &[u8]) -> Result<Format> {
    let unsupported = |what| Err(Error::new(Code::Unsupported, what));
    let marked = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = marked.trim_ascii_start();
    if text.is_empty() {
        return Err(Error::new(Code::Malformed, EMPTY));
    }
    if bytes.starts_with(GZIP_MAGIC) {
        return unsupported(GZIP_IN_GZIP);
    }
    if bytes.starts_with(ZIP_MAGIC) {
        return Ok(Format::Zip);
    }
    if text.starts_with(PDF_MAGIC) {
        return Ok(Format::Pdf);
    }
    if let Some((_, what)) = SIGNATURES.iter().find(|(magic, _)| bytes.starts_with(magic) || text.starts_with(magic)) {
        return unsupported(what);
    }
    let at = |offset: usize| bytes.get(offset..).unwrap_or_default();
    if let Some((.., what)) = LATER_SIGNATURES.iter().find(|(offset, magic, _)| at(*offset).starts_with(magic)) {
        return unsupported(what);
    }
    if is_utf_16(bytes) {
        return unsupported(UTF_16);
    }
    match text.first() {
        Some(b'<') => markup(text.get(..LOOKED_AT).unwrap_or(text)),
        _ if has_json(text) => Ok(Format::Fhir),
        _ if is_text(text) => Ok(Format::Text),
        _ if bytes.get(..PDF_LOOKED_AT).unwrap_or(bytes).windows(PDF_MAGIC.len()).any(|at| at == PDF_MAGIC) => {
            Ok(Format::Pdf)
        }
        _ if is_older_text(text) => unsupported(OLDER),
        _ => Err(Error::new(Code::Malformed, NO_TEXT)),
    }
}

/// Returns whether `text`, or one of its first lines, begins as JSON does.
fn has_json(text: &[u8]) -> bool {
    let ahead = text.get(..TEXT_LOOKED_AT).unwrap_or(text);
    let is_array = || {
        let inside = text.get(1..).unwrap_or_default().trim_ascii_start();
        inside.is_empty() || inside.starts_with(b"{") || inside.starts_with(b"[") || inside.starts_with(b"]")
    };
    match text.first() {
        Some(b'{') => true,
        Some(b'[') if is_array() || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok() => true,
        _ => ahead.split(|byte| *byte == b'\n').any(|line| {
            let inside = line.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
            inside.is_some_and(|inside| inside.starts_with(b"\""))
        }),
    }
}

/// Returns whether the beginning of `text` is UTF-8 without the control characters that no text has.
fn is_text(text: &[u8]) -> bool {
    let ahead = text.get(..TEXT_LOOKED_AT).unwrap_or(text);
    let valid = match std::str::from_utf8(ahead) {
        Ok(_) => true,
        // A character that is cut in two by the look.
        Err(error) => error.error_len().is_none() && ahead.len() < text.len(),
    };
    valid && !ahead.iter().any(is_control) && ahead.iter().any(u8::is_ascii_alphabetic) | !ahead.is_ascii()
}

/// Returns whether the beginning of `text`, which is no UTF-8, reads as text in an encoding of one byte for each letter, such as
/// ISO 8859-1 or Windows-1252: most of it letters, digits and signs of ASCII, and none of it a control character that no text has.
fn is_older_text(text: &[u8]) -> bool {
    let ahead = text.get(..TEXT_LOOKED_AT).unwrap_or(text);
    let plain = ahead.iter().filter(|byte| byte.is_ascii()).count();
    plain * 2 > ahead.len() && !ahead.is_ascii() && !ahead.iter().any(is_control)
}

/// Whether `byte` is a control character that no text has.
fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127)
}

/// Returns what a text that starts with `<` is. FHIR's own XML has the namespace `http://hl7.org/fhir`
/// (hl7.org/fhir/R4/xml.html), C-CDA the root `ClinicalDocument`, an export of Apple Health the root `HealthData`.
///
/// # Errors
/// `unsupported` for other XML.
fn markup(start: &[u8]) -> Result<Format> {
    let start = start.to_ascii_lowercase();
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    if has(b"<clinicaldocument") || has(b":clinicaldocument") {
        Ok(Format::Cda)
    } else if has(b"<!doctype healthdata") || has(b"<healthdata") {
        Ok(Format::AppleHealth)
    } else if has(b"http://hl7.org/fhir") {
        Err(Error::new(Code::Unsupported, FHIR_XML))
    } else if start.starts_with(b"<?xml") && !has(b"<html") {
        Err(Error::new(Code::Unsupported, OTHER_XML))
    } else if HTML.iter().any(|tag| has(tag)) {
        Ok(Format::Html)
    } else {
        Err(Error::new(Code::Unsupported, OTHER_XML))
    }
}

/// Tags by which a page without a head, or a piece of one, is known.
const HTML: &[&[u8]] = &[
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<body",
    b"<p>",
    b"<p ",
    b"<div",
    b"<h1",
    b"<h2",
    b"<ul>",
    b"<table",
    b"<br",
];

/// Returns whether `bytes` are UTF-16 or UTF-32: by their byte order mark, or by the zeros around their first
/// character, which in JSON is ASCII (RFC 4627, section 3).
fn is_utf_16(bytes: &[u8]) -> bool {
    match *bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 0, 0xfe, 0xff, ..] => true,
        [0, first, ..] | [first, 0, ..] => first != 0 && first.is_ascii(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_something_else_is_named() {
        for (bytes, code, word) in [
            (b"".as_slice(), Code::Malformed, "empty"),
            (b" \r\n\t", Code::Malformed, "empty"),
            (b"\xef\xbb\xbf\n", Code::Malformed, "empty"),
            (b"\x89PNG\r\n\x1a\n", Code::Unsupported, "PNG"),
            (b"\x1f\x8b\x08", Code::Unsupported, "gzip within gzip"),
            (b"{\\rtf1 text}", Code::Unsupported, "RTF"),
            (b"MSH|^~\\&|", Code::Unsupported, "HL7 version 2"),
            (b"\xff\xfe{\0", Code::Unsupported, "UTF-16"),
            (b"\xfe\xff\0{", Code::Unsupported, "UTF-16"),
            (b"\0{", Code::Unsupported, "UTF-16"),
            (b"{\0\"\0", Code::Unsupported, "UTF-16"),
            (
                b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<Bundle xmlns=\"http://hl7.org/fhir\">",
                Code::Unsupported,
                "FHIR in XML",
            ),
            (b"\0\0\0\0", Code::Malformed, "neither records nor text"),
            (b"caf\xe9", Code::Unsupported, "older encoding"),
            (b"Sehr geehrte Frau M\xfcller,\r\nIhr Blutdruck \x84gut\x93", Code::Unsupported, "older encoding"),
            (b"\xe9\xe8\xff", Code::Malformed, "neither records nor text"),
            (b"caf\xe9 \x01\x02", Code::Malformed, "neither records nor text"),
            (b"0 1 2", Code::Malformed, "neither records nor text"),
            (b"<note/>", Code::Unsupported, "XML"),
        ] {
            let error = of(bytes).unwrap_err();
            assert_eq!(error.code(), code, "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
        let mut tar = vec![b'a'; 512];
        tar[257..262].copy_from_slice(b"ustar");
        assert!(of(&tar).unwrap_err().to_string().contains("tar"));
    }

    #[test]
    fn what_is_read_is_told_by_its_bytes() {
        for (bytes, format) in [
            (b"{}".as_slice(), Format::Fhir),
            (b"[", Format::Fhir),
            (b"[1]", Format::Fhir),
            (b"\xef\xbb\xbf {", Format::Fhir),
            (b"no json\n {\"resourceType\":", Format::Fhir),
            (b"{\"a\":\"<html\"}", Format::Fhir),
            (b"[x] Take two", Format::Text),
            (b"# Plan\n\nRest {and} fluids", Format::Text),
            ("é".as_bytes(), Format::Text),
            (b"PK\x03\x04....", Format::Zip),
            (b"<!DOCTYPE HTML><html>", Format::Html),
            (b"<p>Dear", Format::Html),
            (
                b"<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC ''><html xmlns='http://www.w3.org/1999/xhtml'>",
                Format::Html,
            ),
            (b"<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\">", Format::Cda),
            (b"<?xml version=\"1.0\"?><n1:ClinicalDocument xmlns:n1=\"urn:hl7-org:v3\">", Format::Cda),
            (b"<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [", Format::AppleHealth),
        ] {
            assert_eq!(of(bytes).unwrap(), format);
        }
    }
}
