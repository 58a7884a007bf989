//! Sentences of prose, and which of the told things each is about.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Kind, Token, alike, tokens};
use super::world::World;

/// A sentence, or a line.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub range: Range<usize>,
    pub tokens: Vec<Token>,
}

/// The things that a sentence is about, by their place in [`World::topics`].
#[derive(Debug, Clone, Default)]
pub(super) struct Topics {
    /// Those it names, each with the tokens that name it.
    pub named: Vec<(usize, Vec<usize>)>,
    /// Those it can be about where it names none.
    pub meant: Vec<usize>,
}

impl Topics {
    /// Returns all things that it can be about.
    pub fn all(&self) -> Vec<usize> {
        if self.named.is_empty() { self.meant.clone() } else { self.named.iter().map(|(topic, _)| *topic).collect() }
    }
}

/// Returns the sentences of `prose`.
pub(super) fn sentences(prose: &str, world: &World) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut open: Vec<Token> = Vec::new();
    let close = |open: &mut Vec<Token>, sentences: &mut Vec<Sentence>| {
        if let (Some(first), Some(last)) = (open.first(), open.last()) {
            let range = first.range.start..last.range.end;
            sentences.push(Sentence { range, tokens: std::mem::take(open) });
        }
    };
    for token in tokens(prose, world) {
        let between = open.last().and_then(|last| prose.get(last.range.end..token.range.start)).unwrap_or_default();
        if between.contains('\n') {
            close(&mut open, &mut sentences);
        }
        let text = prose.get(token.range.clone()).unwrap_or_default();
        let rest = prose.get(token.range.end..).unwrap_or_default();
        let ends = matches!(token.kind, Kind::Sign)
            && (matches!(text, "!" | "?" | ";")
                || (text == "." && (rest.is_empty() || rest.starts_with(char::is_whitespace))));
        open.push(token);
        if ends {
            close(&mut open, &mut sentences);
        }
    }
    close(&mut open, &mut sentences);
    sentences
}

impl Sentence {
    /// Returns what the sentence is about; `before` is what the one before was.
    pub fn topics(&self, world: &World, before: Option<&[usize]>) -> Topics {
        let mut named: Vec<(usize, Vec<usize>)> = Vec::new();
        for (index, topic) in world.topics.iter().enumerate() {
            let tokens: Vec<usize> = (0..)
                .zip(&self.tokens)
                .filter(|(_, token)| !token.key().is_empty() && topic.stems.iter().any(|stem| alike(stem, token.key())))
                .map(|(at, _)| at)
                .collect();
            let found: BTreeSet<&str> = tokens.iter().filter_map(|at| self.tokens.get(*at)).map(Token::stem).collect();
            let found: BTreeSet<&str> = found.into_iter().filter(|stem| !stem.is_empty()).collect();
            let distinct = found.iter().any(|stem| topic.own.iter().any(|own| alike(own, stem)));
            // A name whose words others have too must be there by half; strengths alone tell such names apart.
            let words = |stems: &[String]| stems.iter().filter(|stem| !is_number(stem)).count();
            if distinct || (!found.is_empty() && words(&topic.own) == 0 && found.len() * 2 >= words(&topic.stems)) {
                named.push((index, tokens));
            }
        }
        // Where one thing is named by far more of its words than another, the other only shares a word with it.
        let most = named.iter().map(|(_, tokens)| tokens.len()).max().unwrap_or(0);
        let inside = |tokens: &[usize]| {
            named
                .iter()
                .any(|(_, other)| other.len() > tokens.len() && tokens.iter().all(|token| other.contains(token)))
        };
        let kept: Vec<(usize, Vec<usize>)> =
            named.iter().filter(|(_, tokens)| tokens.len() == most || !inside(tokens)).cloned().collect();
        let meant = before.map_or_else(|| (0..world.topics.len()).collect(), <[usize]>::to_vec);
        Topics { named: kept, meant }
    }

    /// Returns whether one of the words (lower case) stands in the sentence.
    pub fn has(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| words.contains(&token.lower()))
    }

    /// Returns the words before token `at`, the nearest first, up to a sign that ends a clause.
    pub fn before(&self, at: usize) -> impl Iterator<Item = &Token> {
        self.tokens.get(..at).unwrap_or_default().iter().rev().take_while(|token| !ends_clause(token))
    }

    /// Returns the tokens after token `at` up to the end of the clause.
    pub fn after(&self, at: usize) -> impl Iterator<Item = &Token> {
        self.tokens.get(at + 1..).unwrap_or_default().iter().take_while(|token| !ends_clause(token))
    }
}

fn is_number(stem: &str) -> bool {
    stem.starts_with(|c: char| c.is_ascii_digit())
}

fn ends_clause(token: &Token) -> bool {
    matches!(token.lower(), "but" | "while" | "whereas" | "although" | "however")
}
