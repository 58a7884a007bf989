//! Patterns of words, and what is put in the place of what they meet.

use super::Chunks;
use crate::question::plan::number;

/// Words for whose something is, and articles.
const MINE: &[&str] = &["my", "his", "her", "the", "their", "our", "a", "an", "your", "this", "that"];
/// What is asked of.
const WHO: &[&str] = &["i", "he", "she", "they", "we", "you"];
/// Most chunks that a gap takes.
const GAP: usize = 9;

/// A pattern and the plain words for it: `a|b` is one of several words, `?a|b` one of them or nothing, `N` a number, `MY` a word for whose it
/// is, `WHO` a person, `*` any word, `~` one to nine words, `^` the beginning and `$` the end of the question. `{n}` stands for what the
/// n-th part of the pattern met, from 0, `^` and `$` not counted.
pub(super) type Row = (&'static str, &'static str);

/// Puts plain words in the place of all that the patterns of `table` meet, one pattern after the other.
pub(super) fn apply(table: &[Row], chunks: &mut Chunks) {
    for (pattern, plain) in table {
        let parts: Vec<&str> = pattern.split(' ').collect();
        let mut at = 0;
        while at < chunks.len() {
            let Some((end, words)) = met(chunks, at, at, &parts) else {
                at += 1;
                continue;
            };
            let mut text = (*plain).to_owned();
            for (number, word) in words.iter().enumerate() {
                text = text.replace(&format!("{{{number}}}"), word);
            }
            chunks.replace(at, end - at, &text);
            at += text.split_whitespace().count().max(1);
        }
    }
}

/// Returns what each part of a pattern for a whole question met.
pub(super) fn captured(pattern: &str, chunks: &Chunks) -> Option<Vec<String>> {
    let parts: Vec<&str> = pattern.split(' ').collect();
    met(chunks, 0, 0, &parts).map(|(_, words)| words)
}

/// Returns where what meets `parts` from `place` on ends, and what each part met; `from` is where the whole begins.
fn met(chunks: &Chunks, from: usize, place: usize, parts: &[&str]) -> Option<(usize, Vec<String>)> {
    let Some((part, rest)) = parts.split_first() else { return Some((place, Vec::new())) };
    match *part {
        "^" => return (place == 0).then(|| met(chunks, from, place, rest))?,
        "$" => return (place == chunks.len()).then(|| met(chunks, from, place, rest))?,
        _ => {}
    }
    let with = |word: String, found: (usize, Vec<String>)| {
        let mut words = vec![word];
        words.extend(found.1);
        (found.0, words)
    };
    // A mark inside of a phrase makes it two.
    let is_apart = |place: usize| place > from && chunks.ends_clause(place - 1) || place >= chunks.len();
    if let Some(wanted) = part.strip_prefix('?') {
        let taken = (!is_apart(place) && is_met(wanted, &chunks.bare(place)))
            .then(|| met(chunks, from, place + 1, rest))
            .flatten();
        return match taken {
            Some(found) => Some(with(chunks.typed(place), found)),
            None => met(chunks, from, place, rest).map(|found| with(String::new(), found)),
        };
    }
    if is_apart(place) {
        return None;
    }
    if *part == "~" {
        for count in 1..=GAP {
            let end = place + count;
            if end > chunks.len() || count > 1 && chunks.ends_clause(end - 2) {
                return None;
            }
            if let Some(found) = met(chunks, from, end, rest) {
                let words: Vec<String> = (place..end).map(|at| chunks.typed(at)).collect();
                return Some(with(words.join(" "), found));
            }
        }
        return None;
    }
    if !is_met(part, &chunks.bare(place)) {
        return None;
    }
    met(chunks, from, place + 1, rest).map(|found| with(chunks.typed(place), found))
}

fn is_met(part: &str, word: &str) -> bool {
    match part {
        "N" => {
            word.parse::<f64>().is_ok() || number(word).is_some() || word.trim_end_matches('%').parse::<f64>().is_ok()
        }
        "MY" => MINE.contains(&word),
        "WHO" => WHO.contains(&word),
        "*" => !word.is_empty(),
        alternatives => alternatives.split('|').any(|known| known == word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_take_up_parts_that_their_pattern_has() {
        use super::super::{clauses, parts, phrases, shapes, shorthand, talk, turns};
        let tables = [
            clauses::CLAUSES,
            parts::PARTS,
            phrases::PHRASES,
            shapes::SHAPES,
            shorthand::ROWS,
            talk::TALK,
            turns::TURNS,
        ];
        for (pattern, plain) in tables.into_iter().flatten() {
            let parts = pattern.split(' ').filter(|part| !matches!(*part, "^" | "$")).count();
            for number in plain.split('{').skip(1) {
                let number: usize = number.split('}').next().unwrap().parse().unwrap();
                assert!(number < parts, "{pattern}: {plain}");
            }
        }
    }

    #[test]
    fn a_pattern_meets_words_gaps_and_what_may_be_missing() {
        let table: &[Row] = &[("how many days ?did|was ~ last $", "length of {4}")];
        for (typed, plain) in [
            ("how many days did my cold last?", "length of my cold?"),
            ("how many days my bad cold last", "length of my bad cold"),
            ("how many days did it rain, and my cold last", "how many days did it rain, and my cold last"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(table, &mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }
}
