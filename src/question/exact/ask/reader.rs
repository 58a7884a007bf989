//! The words of a question, and what became of each.

use std::collections::BTreeSet;

use super::super::{chart, lay, measures};
use crate::question::plan::Word;

/// A word of the question and what became of it.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    pub lower: &'a str,
    pub part: usize,
    pub used: bool,
    /// It is part of a name that stands in the records.
    pub named: bool,
    /// A mark before it parts it from what stands there: "Zoloft - am I taking it?"
    pub clause: bool,
}

/// Reads the words of a question.
pub(super) struct Reader<'a> {
    pub tokens: Vec<Token<'a>>,
}

impl Reader<'_> {
    /// Takes the first free run of words that is `phrase`, and returns where it begins.
    pub fn take(&mut self, phrase: &str) -> Option<usize> {
        let at = self.find(phrase)?;
        let count = phrase.split(' ').count();
        self.tokens.iter_mut().skip(at).take(count).for_each(|token| token.used = true);
        Some(at)
    }

    pub fn find(&self, phrase: &str) -> Option<usize> {
        let words: Vec<&str> = phrase.split(' ').collect();
        self.tokens.windows(words.len()).position(|run| {
            run.iter().zip(&words).all(|(token, word)| !token.used && !token.named && token.lower == *word)
        })
    }

    pub fn take_any(&mut self, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find_map(|phrase| self.take(phrase))
    }

    pub fn free(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|token| !token.used && !token.named).map(|token| token.lower)
    }

    pub fn use_up(&mut self, at: usize) {
        if let Some(token) = self.tokens.get_mut(at) {
            token.used = true;
        }
    }
}

pub(super) fn tokens<'a>(question: &str, words: &'a [Word]) -> Vec<Token<'a>> {
    let mut part = 0;
    let mut end = 0;
    words
        .iter()
        .map(|word| {
            let gap = question.get(end..word.span.start()).unwrap_or_default();
            end = word.span.end();
            part += usize::from(gap.contains([',', ';', '?', '!', '&']) || gap.contains(". "));
            if matches!(word.lower.as_str(), "and" | "or") {
                part += 1;
            }
            let clause = gap.contains([',', ';', ':', '?', '!', '–', '—']) || gap.contains(" - ");
            Token { lower: &word.lower, part, used: false, named: false, clause }
        })
        .collect()
}

/// Marks the runs of two and more words that are a name, of an entry of the records or one that is known here, the longest
/// first: "red blood count" and "high blood pressure" hold words that say something else elsewhere.
pub(super) fn protect(reader: &mut Reader<'_>, names: &BTreeSet<Vec<String>>) {
    let known = measures::MEASURES.iter().flat_map(|measure| measure.words).copied().chain(lay::all());
    let known: BTreeSet<Vec<&str>> =
        known.filter(|words| words.contains(' ')).map(|words| words.split(' ').collect()).collect();
    let longest =
        names.iter().map(Vec::len).chain(known.iter().map(Vec::len)).max().unwrap_or(0).min(reader.tokens.len());
    for len in (2..=longest).rev() {
        for start in 0..=reader.tokens.len().saturating_sub(len) {
            let Some(run) = reader.tokens.get(start..start + len) else { break };
            if run.iter().any(|token| token.used || token.named) {
                continue;
            }
            let said: Vec<&str> = run.iter().map(|token| token.lower).collect();
            let owned: Vec<String> = said.iter().map(|word| (*word).to_owned()).collect();
            if known.contains(&said) || names.contains(&owned) {
                let part = run.first().map_or(0, |token| token.part);
                for token in reader.tokens.iter_mut().skip(start).take(len) {
                    (token.named, token.part) = (true, part);
                }
            }
        }
    }
    protect_numbers(reader);
}

/// Marks the number of "bipolar I" and "stage I", which is nobody who asks: "what stage I am in" asks so.
fn protect_numbers(reader: &mut Reader<'_>) {
    const ASKING: &[&str] = &["what", "which", "my"];
    const VERBS: &[&str] =
        &["am", "have", "had", "was", "take", "took", "need", "got", "get", "did", "do", "can", "should"];
    for at in 1..reader.tokens.len() {
        let word = |at: usize| reader.tokens.get(at).map_or("", |token| token.lower);
        let is_asked = at.checked_sub(2).is_some_and(|before| ASKING.contains(&word(before)));
        let is_number = word(at) == "i" && chart::is_numbered(word(at - 1));
        if is_number && !is_asked && !VERBS.contains(&word(at + 1)) {
            let part = reader.tokens.get(at).map_or(0, |token| token.part);
            for token in reader.tokens.iter_mut().skip(at - 1).take(2).filter(|token| !token.used) {
                (token.named, token.part) = (true, part);
            }
        }
    }
}
