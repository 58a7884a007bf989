//! Where an address ends and a question begins: "14 Alder Lane, Flat 3. How is my pulse?" An address goes on in words with capitals, and
//! a question behind it would stay with them.

use std::ops::Range;

/// Words with which a question begins, wherever they stand.
const ASKING: &[&str] = &["how", "what", "when", "which", "who", "whom", "whose", "why", "where"];
/// Words with which one begins behind a mark or "and", before one of [`WHOM`].
const LEADING: &[&str] = &[
    "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "should", "will", "would", "have", "has",
    "had", "wants", "show", "list", "tell", "give",
];
/// Whom or what such a question is about.
const WHOM: &[&str] = &[
    "i", "we", "you", "he", "she", "they", "it", "my", "our", "his", "her", "their", "the", "there", "any", "me", "to",
];

/// Returns `range` of `text`, an address, without the question that begins within it.
pub(super) fn before_question(text: &str, range: Range<usize>) -> Range<usize> {
    let (start, end) = (range.start, range.end);
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '\u{2019}' | '-');
    let behind = text.get(start..).unwrap_or_default();
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in behind.split_inclusive(|c: char| !is_letter(c)) {
        let bare = word.trim_end_matches(|c: char| !is_letter(c));
        // One word more than the address has, by which it is told whether a question begins.
        if words.last().is_some_and(|(at, _)| start + at >= end) {
            break;
        }
        if !bare.is_empty() {
            words.push((at, bare));
        }
        at += word.len();
    }
    let begins = |pair: &[(usize, &str)]| {
        let [(before, last), (at, word), (_, next)] = pair else { return None };
        let gap = behind.get(before + last.len()..*at)?;
        let lower = word.to_lowercase();
        let is_small = word.starts_with(char::is_lowercase);
        let is_led = gap.contains(['.', ',', ':', ';', '?', '!', '\n']) || *last == "and";
        let next_is_small = next.starts_with(char::is_lowercase) || matches!(*next, "I" | "I'm" | "A");
        let asks = ASKING.contains(&lower.as_str()) && next_is_small && (is_small || is_led);
        let leads = LEADING.contains(&lower.as_str()) && WHOM.contains(&next.to_lowercase().as_str()) && is_led;
        (asks || leads).then_some(start + at)
    };
    let cut = words.windows(3).find_map(begins).filter(|cut| *cut < end);
    let Some(cut) = cut else { return range };
    let address = text.get(start..cut).unwrap_or_default().trim_end_matches(|c: char| !is_letter(c));
    let address = address.strip_suffix(" and").unwrap_or(address).trim_end_matches(|c: char| !is_letter(c));
    start..start + address.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_where_a_question_begins() {
        for (address, behind, rest) in [
            (
                "14 Alder Lane, Flat 3, Alder Row, MA 01299. How",
                " is my pulse?",
                "14 Alder Lane, Flat 3, Alder Row, MA 01299",
            ),
            ("3 Oak Street and wants to know: when was my last scan", "", "3 Oak Street"),
            ("3 oak street how", " is my pulse", "3 oak street"),
            ("3 Oak Street, Dover, was my", " pulse high?", "3 Oak Street, Dover"),
            ("3 Oak Street\nShow me my", " pulse", "3 Oak Street"),
            ("3 What Cheer Street", ", Dover", "3 What Cheer Street"),
            ("12 rua do Carmo", "", "12 rua do Carmo"),
            ("12 rua do carmo", "", "12 rua do carmo"),
            ("3 Oak Street", " How is it", "3 Oak Street"),
            ("5 Änger, Çity. Which", " ß", "5 Änger, Çity"),
        ] {
            let text = format!("I live at {address}{behind}");
            assert_eq!(&text[before_question(&text, 10..10 + address.len())], rest, "{text}");
        }
        assert_eq!(before_question("", 0..0), 0..0);
        assert_eq!(before_question("a", 3..9), 3..9);
    }
}
