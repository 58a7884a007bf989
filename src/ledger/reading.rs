//! Forms of the small texts in a ledger, and how a text of JSON is compared with what would have been written.

use crate::digest;
use crate::hex::hex;

/// Returns the SHA-256 of `bytes` in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&digest::sha256(bytes))
}

/// Returns whether `text` is a SHA-256 in lower-case hexadecimal.
pub(super) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns whether `text` is one short word of small letters and hyphens.
pub(super) fn is_word(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Returns the JSON text `json` without the white space that means nothing.
pub(super) fn compact(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let (mut inside, mut escaped) = (false, false);
    for c in json.chars() {
        if inside || !matches!(c, ' ' | '\t' | '\n' | '\r') {
            text.push(c);
        }
        if escaped {
            escaped = false;
        } else if inside && c == '\\' {
            escaped = true;
        } else if c == '"' {
            inside = !inside;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_white_space_that_means_nothing_goes() {
        assert_eq!(compact("{ \"a b\" : [ 1 ,\n\t2 ] , \"\\\" c\" : \"\\\\\" }\r\n"), r#"{"a b":[1,2],"\" c":"\\"}"#);
    }

    #[test]
    fn a_hash_is_of_64_small_digits() {
        assert!(is_sha256(&sha256(b"")));
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert!(!is_sha256(&sha256(b"").to_uppercase()));
        assert!(is_word("anchor-self") && !is_word("") && !is_word("Ann") && !is_word("a b"));
    }
}
