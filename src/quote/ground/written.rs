//! What sentences of notes say that were told: a number or a word of theirs, beside the same word, is in the records though no entry has it.

use super::sentence::Sentence;
use super::tokens::{Kind, Token, alike, stem};
use super::words::{is_glue, is_negator};
use super::world::{World, stems_of};
use super::{Claim, Mark, Verdict};

/// Words between two that stand beside each other.
const BESIDE: usize = 4;

/// Words behind one in which it is denied: "smoking status: never".
const DENIED_BEHIND: usize = 2;
/// Words with which another clause begins.
const BEGINS: &[&str] = &["he", "she", "they", "patient", "but", "although", "though", "however", "who"];

/// A sentence of a note, as it was told: its words and numbers, in lower case.
pub(super) type Written = Vec<String>;

/// Returns the sentences of `text`.
pub(super) fn sentences(text: &str) -> Vec<Written> {
    let is_end = |at: usize, c: char| match c {
        ';' | '\n' | '\u{2026}' => true,
        '.' => !text.get(at + 1..).unwrap_or_default().starts_with(|next: char| next.is_ascii_digit()),
        _ => false,
    };
    let mut written = Vec::new();
    let mut start = 0;
    let ends = text.char_indices().filter(|(at, c)| is_end(*at, *c)).map(|(at, c)| (at, at + c.len_utf8()));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        let words = text.get(start..end).unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '.');
        let words = words.map(|word| word.trim_matches('.').to_lowercase()).filter(|word| !word.is_empty());
        written.push(words.collect::<Written>());
        start = next;
    }
    written.retain(|words| words.len() > 1);
    written
}

/// Takes back that nothing says so, in those `marks` of `sentence` that a note says. What the entries contradict stays contradicted: a note of then
/// does not make right what is said of the last reading.
pub(super) fn settle(sentence: &Sentence, world: &World, marks: &mut [Mark]) {
    for mark in marks.iter_mut().filter(|mark| mark.verdict == Verdict::Unsupported) {
        let said = match mark.claim {
            Claim::Number | Claim::Direction | Claim::Judgement => says(sentence, world, mark),
            _ => false,
        };
        if said {
            *mark = Mark::new(mark.range.clone(), mark.claim, Verdict::Supported, "In a note that was sent.");
        }
    }
}

/// Whether a sentence of a note has a word like the stem, and does not deny it: "she smoked for ten years".
pub(super) fn speaks_of(world: &World, stem_of_it: &str) -> bool {
    let is_denied = |words: &[String], place: usize| {
        let before = words.get(..place).unwrap_or_default().iter().rev().take(BESIDE);
        let mut before = before.take_while(|word| !BEGINS.contains(&word.as_str()));
        let mut behind = words.get(place + 1..).unwrap_or_default().iter().take(DENIED_BEHIND);
        let denies = |word: &String| is_negator(word) || word == "non";
        before.any(denies) || behind.any(denies)
    };
    let is_it = |word: &String| alike(&stem(word), stem_of_it);
    world.written.iter().any(|words| {
        let mut places = words.iter().enumerate().filter(|(_, word)| is_it(word));
        places.any(|(place, _)| !is_denied(words, place))
    })
}

fn says(sentence: &Sentence, world: &World, mark: &Mark) -> bool {
    let Some(at) = sentence.tokens.iter().position(|token| token.range == mark.range) else { return false };
    let tells = |token: &&Token| matches!(&token.kind, Kind::Word { lower, .. } if lower.len() > 2 && !is_glue(lower));
    let before: Vec<&Token> = sentence.before(at).take(BESIDE + 1).collect();
    // A number is of what stands before it; a word may be of what stands behind.
    let beside = before.iter().copied().find(tells);
    let behind = || sentence.after(at).take(BESIDE + 1).find(tells);
    let beside: Vec<&str> = match mark.claim {
        Claim::Number => beside.into_iter().map(Token::stem).collect(),
        _ => beside.into_iter().chain(behind()).map(Token::stem).collect(),
    };
    let is_denied = before.iter().any(|token| is_negator(token.lower()));
    let claimed = sentence.tokens.get(at);
    world.written.iter().any(|words| {
        words.iter().enumerate().any(|(place, word)| {
            let is_it = match claimed.map(|token| &token.kind) {
                Some(Kind::Number { value, .. }) => {
                    word.parse::<f64>().is_ok_and(|number| (number - value).abs() < 1e-9)
                }
                Some(Kind::Word { lower, .. }) => lower == word,
                _ => false,
            };
            let near = |from: usize, to: usize| words.get(from..to.min(words.len())).unwrap_or_default();
            let first = place.saturating_sub(BESIDE + 1);
            let around = if mark.claim == Claim::Number { near(first, place) } else { near(first, place + BESIDE + 2) };
            let denies = near(first, place).iter().any(|word| is_negator(word));
            is_it
                && denies == is_denied
                && around.iter().any(|word| beside.iter().any(|stem| stems_of(word).contains(*stem)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_sentences_of_words_and_numbers() {
        for (text, expected) in [
            ("eGFR of 71; LDL is 130.", &["egfr of 71", "ldl is 130"][..]),
            ("HbA1c 8.4. It fell.\nWeight 82…Well and fine", &["hba1c 8.4", "it fell", "weight 82", "well and fine"]),
            ("Creatinine is 1.1.", &["creatinine is 1.1"]),
            ("Well.", &[]),
            ("...; \n", &[]),
            ("Pain (left), none", &["pain left none"]),
        ] {
            let found: Vec<String> = sentences(text).iter().map(|words| words.join(" ")).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
