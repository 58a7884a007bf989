//! The hostile spellings in which an identifying text is planted: what somebody would write to get it past a filter.
//!
//! They are made here anew, by other code than that which undoes them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use unicode_normalization::UnicodeNormalization as _;

/// A way to write a text.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    write: fn(&str) -> String,
}

impl Form {
    /// Returns `text` written so.
    pub fn write(self, text: &str) -> String {
        (self.write)(text)
    }
}

/// All forms.
pub const FORMS: [Form; 26] = [
    Form { name: "as it stands", write: str::to_owned },
    Form { name: "upper case", write: |text| text.to_uppercase() },
    Form { name: "lower case", write: |text| text.to_lowercase() },
    Form { name: "last word first", write: turned },
    Form { name: "possessive", write: |text| format!("{text}'s") },
    Form { name: "decomposed accents", write: |text| text.nfd().collect() },
    Form { name: "no-break spaces", write: |text| text.replace(' ', "\u{a0}") },
    Form { name: "broken lines", write: |text| text.replace(' ', "\n") },
    Form { name: "hyphenated at the end of a line", write: |text| halved(text, "-\n") },
    Form { name: "soft hyphen", write: |text| halved(text, "\u{ad}") },
    Form { name: "zero-width spaces", write: |text| between(text, "\u{200b}") },
    Form { name: "spaced out", write: |text| between(text, " ") },
    Form { name: "dotted", write: |text| between(text, ".") },
    Form { name: "combining marks", write: |text| between(text, "\u{336}") },
    Form { name: "letters of other alphabets", write: |text| text.chars().map(look_alike).collect() },
    Form { name: "full width", write: |text| text.chars().map(wide).collect() },
    Form { name: "digits for letters", write: |text| text.chars().map(digit_alike).collect() },
    Form { name: "backwards", write: |text| text.chars().rev().collect() },
    Form { name: "13 letters on", write: |text| text.chars().map(thirteen_on).collect() },
    Form { name: "base64", write: |text| BASE64_STANDARD.encode(text) },
    Form { name: "base64 for addresses", write: |text| BASE64_URL_SAFE_NO_PAD.encode(text) },
    Form { name: "base64 of base64", write: |text| BASE64_STANDARD.encode(BASE64_STANDARD.encode(text)) },
    Form { name: "hexadecimal", write: |text| bytes(text, "", 2) },
    Form { name: "percent signs", write: |text| bytes(text, "%", 2) },
    Form {
        name: "HTML entities",
        write: |text| text.chars().fold(String::new(), |s, c| s + &format!("&#{};", c as u32)),
    },
    Form {
        name: "JSON escapes",
        write: |text| text.encode_utf16().fold(String::new(), |s, unit| s + &format!("\\u{unit:04x}")),
    },
];

fn turned(text: &str) -> String {
    match text.rsplit_once(' ') {
        Some((rest, last)) => format!("{last}, {rest}"),
        None => text.to_owned(),
    }
}

fn between(text: &str, sign: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        if !written.is_empty() && c != ' ' && !written.ends_with("  ") {
            written.push_str(sign);
        }
        if c == ' ' { written.push_str("  ") } else { written.push(c) }
    }
    written
}

/// Puts `sign` into the middle of the longest word.
fn halved(text: &str, sign: &str) -> String {
    let Some(longest) = text.split(' ').max_by_key(|word| word.chars().count()) else { return text.to_owned() };
    let half = longest.chars().count() / 2;
    let (left, right): (String, String) = (longest.chars().take(half).collect(), longest.chars().skip(half).collect());
    text.replacen(longest, &format!("{left}{sign}{right}"), 1)
}

fn look_alike(c: char) -> char {
    match c {
        'a' => 'а',
        'e' => 'е',
        'o' => 'о',
        'c' => 'с',
        'p' => 'р',
        'x' => 'х',
        'y' => 'у',
        'i' => 'і',
        's' => 'ѕ',
        'A' => 'Α',
        'B' => 'Β',
        'E' => 'Ε',
        'H' => 'Η',
        'K' => 'Κ',
        'M' => 'Μ',
        'O' => 'Ο',
        'P' => 'Ρ',
        'T' => 'Τ',
        other => other,
    }
}

fn wide(c: char) -> char {
    if c.is_ascii_graphic() { char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c) } else { c }
}

fn digit_alike(c: char) -> char {
    match c {
        'o' | 'O' => '0',
        'l' | 'I' => '1',
        'e' | 'E' => '3',
        'a' | 'A' => '4',
        's' | 'S' => '5',
        other => other,
    }
}

fn thirteen_on(c: char) -> char {
    let on = |first: u8| char::from(first + (c as u8 - first + 13) % 26);
    match c {
        'a'..='z' => on(b'a'),
        'A'..='Z' => on(b'A'),
        other => other,
    }
}

fn bytes(text: &str, sign: &str, width: usize) -> String {
    text.bytes().fold(String::new(), |mut written, byte| {
        // Writing to a String cannot fail.
        let _ = write!(written, "{sign}{byte:0width$X}");
        written
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_another() {
        let written: std::collections::BTreeSet<String> =
            FORMS.iter().map(|form| form.write("José Luis Okafor")).collect();
        assert_eq!(written.len(), FORMS.len());
    }

    #[test]
    fn forms_are_what_their_names_say() {
        let by = |name: &str| FORMS.iter().find(|form| form.name == name).unwrap().write("Amara Okafor");
        assert_eq!(by("last word first"), "Okafor, Amara");
        assert_eq!(by("spaced out"), "A m a r a  O k a f o r");
        assert_eq!(by("hyphenated at the end of a line"), "Amara Oka-\nfor");
        assert_eq!(by("13 letters on"), "Nznen Bxnsbe");
        assert_eq!(by("percent signs"), "%41%6D%61%72%61%20%4F%6B%61%66%6F%72");
    }
}
