//! Knows files that hold no FHIR JSON by their first bytes, and says what to do with them.
//!
//! Nothing is decided by the name of a file. What is not known here is tried as JSON.

use crate::error::{Code, Error, Result};

/// The mark of UTF-8 at the start of a text (Unicode 16, section 23.8).
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// RFC 1952, section 2.3.1.
pub(crate) const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];

/// Bytes at the start of a file that are looked at for words of markup.
const LOOKED_AT: usize = 1024;

/// Formats by their first bytes. Sources: APPNOTE 6.3.10 (ZIP), ISO 32000-2, PNG 3, JPEG T.81, GIF89a, TIFF 6.0, the
/// formats' own documents for the archives, and RTF 1.9.1.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "the file is a ZIP archive (or a document in one): unpack it and add the files in it"),
    (b"PK\x05\x06", "the file is an empty ZIP archive: there is nothing in it to add"),
    (b"PK\x07\x08", "the file is a part of a ZIP archive: unpack the archive and add the files in it"),
    (b"7z\xbc\xaf\x27\x1c", "the file is a 7-Zip archive: unpack it and add the files in it"),
    (b"Rar!\x1a\x07", "the file is a RAR archive: unpack it and add the files in it"),
    (b"BZh", "the file is compressed with bzip2: unpack it and add what is in it"),
    (b"\xfd7zXZ\0", "the file is compressed with xz: unpack it and add what is in it"),
    (b"\x28\xb5\x2f\xfd", "the file is compressed with zstd: unpack it and add what is in it"),
    (b"%PDF-", "the file is a PDF: ask where it comes from for an export as FHIR R4 JSON"),
    (b"\x89PNG\r\n\x1a\n", "the file is a PNG picture: records are read from FHIR R4 JSON"),
    (b"\xff\xd8\xff", "the file is a JPEG picture: records are read from FHIR R4 JSON"),
    (b"GIF8", "the file is a GIF picture: records are read from FHIR R4 JSON"),
    (b"II*\0", "the file is a TIFF picture: records are read from FHIR R4 JSON"),
    (b"MM\0*", "the file is a TIFF picture: records are read from FHIR R4 JSON"),
    (b"{\\rtf", "the file is RTF text: records are read from FHIR R4 JSON"),
    (b"SQLite format 3\0", "the file is a database: export its records as FHIR R4 JSON"),
    (b"MSH|", "the file is HL7 version 2 messages: export the records as FHIR R4 JSON"),
];

/// Formats known by a word further in: where it stands, the word, what is said. Sources: DICOM PS3.10, section 7.1;
/// POSIX.1-2017, `pax`.
const LATER_SIGNATURES: &[(usize, &[u8], &str)] = &[
    (128, b"DICM", "the file is a DICOM image: records are read from FHIR R4 JSON"),
    (257, b"ustar", "the file is a tar archive: unpack it and add the files in it"),
];

const UTF_16: &str = "the file is UTF-16 or UTF-32 text: save it as UTF-8 and add it again";
const EMPTY: &str = "the file is empty: there is nothing in it to read";
const GZIP_IN_GZIP: &str = "the file is gzip within gzip: unpack it once and add what is in it";

/// Refuses the unwrapped file `bytes` when it is known to be something else than JSON.
///
/// # Errors
/// `malformed` for an empty file, else `unsupported`; the message says what it is and what to do.
pub(crate) fn refuse(bytes: &[u8]) -> Result<()> {
    let unsupported = |what| Err(Error::new(Code::Unsupported, what));
    let marked = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = marked.trim_ascii_start();
    if text.is_empty() {
        return Err(Error::new(Code::Malformed, EMPTY));
    }
    if bytes.starts_with(GZIP_MAGIC) {
        return unsupported(GZIP_IN_GZIP);
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
    if text.starts_with(b"<") {
        return unsupported(markup(text.get(..LOOKED_AT).unwrap_or(text)));
    }
    Ok(())
}

/// Returns what a text that starts with `<` is. FHIR's own XML has the namespace `http://hl7.org/fhir`
/// (hl7.org/fhir/R4/xml.html), C-CDA the root `ClinicalDocument`.
fn markup(start: &[u8]) -> &'static str {
    let start = start.to_ascii_lowercase();
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    if has(b"<!doctype html") || has(b"<html") {
        "the file is a web page: log in to where the records are and save them as FHIR R4 JSON"
    } else if has(b"http://hl7.org/fhir") {
        "the file is FHIR in XML: export it as JSON"
    } else if has(b"clinicaldocument") {
        "the file is a C-CDA document: export the records as FHIR R4 JSON"
    } else {
        "the file is XML: export the records as FHIR R4 JSON"
    }
}

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
            (b"PK\x03\x04....", Code::Unsupported, "ZIP"),
            (b"%PDF-1.7", Code::Unsupported, "PDF"),
            (b"\x89PNG\r\n\x1a\n", Code::Unsupported, "PNG"),
            (b"\x1f\x8b\x08", Code::Unsupported, "gzip within gzip"),
            (b"{\\rtf1 text}", Code::Unsupported, "RTF"),
            (b"MSH|^~\\&|", Code::Unsupported, "HL7 version 2"),
            (b"\xff\xfe{\0", Code::Unsupported, "UTF-16"),
            (b"\xfe\xff\0{", Code::Unsupported, "UTF-16"),
            (b"\0{", Code::Unsupported, "UTF-16"),
            (b"{\0\"\0", Code::Unsupported, "UTF-16"),
            (b"<!DOCTYPE HTML><html>", Code::Unsupported, "web page"),
            (
                b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<Bundle xmlns=\"http://hl7.org/fhir\">",
                Code::Unsupported,
                "FHIR in XML",
            ),
            (b"<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\">", Code::Unsupported, "C-CDA"),
            (b"<note/>", Code::Unsupported, "XML"),
        ] {
            let error = refuse(bytes).unwrap_err();
            assert_eq!(error.code(), code, "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
        let mut tar = vec![b'a'; 512];
        tar[257..262].copy_from_slice(b"ustar");
        assert!(refuse(&tar).unwrap_err().to_string().contains("tar"));
    }

    #[test]
    fn what_may_be_json_is_let_through() {
        for bytes in [b"{}".as_slice(), b"[", b"\xef\xbb\xbf {", b"no json", b"\0\0\0\0", b"B", b"{\"a\":\"<html\"}"] {
            assert!(refuse(bytes).is_ok());
        }
    }
}
