//! What identifies somebody in the narrative of a person or an organisation, which repeats its elements as XHTML.

use crate::document::EntityType;
use crate::traced::Traced;

/// Fewest digits of a number.
const MIN_DIGITS: usize = 5;

/// Returns the runs of two or more capitalised words, as wholes (a label beside them is a word of every narrative and no name
/// of its own), the numbers and the e-mail addresses in `div`.
pub(super) fn texts(div: &str) -> Vec<(String, EntityType)> {
    let plain = Traced::plain(&untagged(div));
    let plain = plain.unescaped().unwrap_or(plain);
    let mut found = Vec::new();
    for line in plain.text().split(['\n', ',', ';', ':', '(', ')', '|']) {
        let mut run: Vec<&str> = Vec::new();
        for word in line.split_whitespace().chain([""]) {
            if word.starts_with(char::is_uppercase) {
                run.push(word);
                continue;
            }
            if run.len() > 1 {
                found.push((run.join(" "), EntityType::Organization));
            }
            run.clear();
            if word.contains('@') {
                found.push((word.to_owned(), EntityType::Email));
            } else if word.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS {
                found.push((word.to_owned(), EntityType::Id));
            }
        }
    }
    found
}

/// Returns `div` with a line's end for every tag.
fn untagged(div: &str) -> String {
    let mut text = String::with_capacity(div.len());
    let mut is_tag = false;
    for c in div.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => {
                is_tag = false;
                text.push('\n');
            }
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    text
}
