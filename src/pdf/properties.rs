//! What the information dictionary of a PDF says of the document (ISO 32000-2, 14.3.3).

use hayro_interpret::hayro_syntax::Pdf;

/// Characters of the longest text that is taken.
const MAX_CHARS: usize = 300;
/// Years of making that are one: there was no PDF before.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2200;

/// What a PDF says of itself beside its pages. Whoever made the file filled it in, or a program did: it may be anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Properties {
    /// Its author.
    pub author: Option<String>,
    /// The year in which the file was made.
    pub year: Option<i16>,
}

impl Properties {
    pub(super) fn of(pdf: &Pdf) -> Self {
        let said = pdf.metadata();
        let made = said.creation_date.as_ref().map(|date| date.year);
        Properties {
            author: said.author.as_deref().and_then(text),
            year: made.filter(|year| YEARS.contains(year)).and_then(|year| i16::try_from(year).ok()),
        }
    }
}

/// Returns a text string of PDF: UTF-16 or UTF-8 behind its mark, else one byte a character; `None` where nothing can be seen in it.
fn text(bytes: &[u8]) -> Option<String> {
    let decoded = match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units: Vec<u16> = rest.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect();
            String::from_utf16_lossy(&units)
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            // The first 256 of Unicode, which PDFDocEncoding follows but for signs that are rare in names.
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    };
    let words: Vec<String> = decoded
        .split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| *c != '\u{fffd}').collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    let text: String = words.join(" ").chars().take(MAX_CHARS).collect();
    text.contains(char::is_alphanumeric).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_each_of_their_encodings() {
        let cases: [(&[u8], Option<&str>); 10] = [
            (b"Society of  Invented\nMedicine", Some("Society of Invented Medicine")),
            (b"\xfe\xff\0\xc9\0c\0o", Some("Éco")),
            (b"\xfe\xff\0\xc9\0", Some("É")),
            (b"\xef\xbb\xbf\xc3\x89co", Some("Éco")),
            (b"\xc3\x89co", Some("Éco")),
            (b"\xc9cole", Some("École")),
            (b"", None),
            (b" \0\n", None),
            (b"\xfe\xff\xd8\0", None),
            (b"--", None),
        ];
        for (bytes, read) in cases {
            assert_eq!(text(bytes).as_deref(), read, "{bytes:?}");
        }
        assert_eq!(text(&[b'a'; 1000]).map(|text| text.len()), Some(MAX_CHARS));
    }
}
