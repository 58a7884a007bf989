//! Sentences of prose, and which of the told things each is about.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Kind, Token, alike, tokens};
use super::words::is_negator;
use super::world::World;

/// Tokens between a word of a name and a number of it.
const BESIDE: usize = 3;

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
                || (text == "."
                    && !is_place(&open)
                    && !is_abbreviated(&open, rest)
                    && (rest.is_empty() || rest.starts_with(char::is_whitespace))));
        open.push(token);
        if ends {
            close(&mut open, &mut sentences);
        }
    }
    close(&mut open, &mut sentences);
    sentences
}

/// Whether what stands before a full stop is a place in a list: "1."
fn is_place(open: &[Token]) -> bool {
    matches!(open, [one] if one.number().is_some_and(|(value, _)| value < 100.0 && value.fract() == 0.0))
}

/// Titles and names that are written with a full stop, as they stand: "MS." and "400 ms." may end a sentence.
const TITLES: &[&str] = &["Dr", "Mr", "Mrs", "Ms", "Prof", "St"];
/// Other words that are written with one, and end no sentence.
const SHORT: &[&str] = &["vs", "approx"];

/// Whether the full stop behind `open` is of an abbreviation, and `rest` goes on with the sentence.
fn is_abbreviated(open: &[Token], rest: &str) -> bool {
    let Some(last) = open.last().filter(|_| !rest.trim().is_empty()) else { return false };
    let is_title = |token: &Token| TITLES.contains(&token.text.as_str());
    let is_initial = last.text.chars().count() == 1 && last.text.starts_with(char::is_uppercase);
    let is_latin = |one: &Token, stop: &Token| {
        one.range.end == stop.range.start && matches!((one.lower(), last.lower()), ("e", "g") | ("i", "e"))
    };
    let is_beside = match open {
        [.., title, _] if is_initial && is_title(title) => true,
        [.., before, stop, _] if stop.text == "." => is_latin(before, stop) || is_initial && is_title(before),
        _ => false,
    };
    // An answer that begins with "No." ends there.
    let is_number =
        last.text == "No" && open.len() > 1 && rest.trim_start().starts_with(|first: char| first.is_ascii_digit());
    is_beside || is_number || is_title(last) || SHORT.contains(&last.lower())
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
            let tokens = self.without_strange_numbers(tokens);
            let found: BTreeSet<&str> = tokens.iter().filter_map(|at| self.tokens.get(*at)).map(Token::stem).collect();
            let found: BTreeSet<&str> =
                found.into_iter().filter(|stem| !stem.is_empty() && !is_negator(stem)).collect();
            let distinct = found.iter().any(|stem| topic.own.iter().any(|own| alike(own, stem)));
            // A name whose words others have too must be there by half; strengths alone tell such names apart.
            let words = |stems: &[String]| stems.iter().filter(|stem| !is_number(stem)).count();
            if distinct || (!found.is_empty() && words(&topic.own) == 0 && found.len() * 2 >= words(&topic.stems)) {
                named.push((index, tokens));
            }
        }
        let kept = self.longest(world, &named);
        let meant = before.map_or_else(|| (0..world.topics.len()).collect(), <[usize]>::to_vec);
        Topics { named: kept, meant }
    }

    /// Returns `tokens` without the numbers that stand beside no word of the name: a strength is of the drug before it alone.
    fn without_strange_numbers(&self, tokens: Vec<usize>) -> Vec<usize> {
        let is_number = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.number().is_some());
        let has_place = is_place(self.tokens.get(..1).unwrap_or_default())
            && self.tokens.get(1).is_some_and(|next| matches!(next.text.as_str(), "." | ")"));
        let tokens: Vec<usize> = tokens.into_iter().filter(|at| *at > 0 || !has_place).collect();
        let words: Vec<usize> = tokens.iter().copied().filter(|at| !is_number(at)).collect();
        let is_beside = |at: usize| words.iter().any(|word| word.abs_diff(at) <= BESIDE);
        tokens.into_iter().filter(|at| words.is_empty() || !is_number(at) || is_beside(*at)).collect()
    }

    /// Returns `named` without the runs that are part of a longer name, or that are the whole of another name and of this one a part.
    fn longest(&self, world: &World, named: &[(usize, Vec<usize>)]) -> Vec<(usize, Vec<usize>)> {
        let runs: Vec<(usize, Vec<Vec<usize>>)> =
            named.iter().map(|(topic, tokens)| (*topic, self.runs(tokens))).collect();
        let is_whole = |topic: usize, run: &[usize]| {
            world.topics.get(topic).is_some_and(|topic| {
                let has = |stem: &String| {
                    run.iter().filter_map(|at| self.tokens.get(*at)).any(|token| alike(stem, token.key()))
                };
                topic.stems.iter().all(has)
            })
        };
        let is_of_another = |topic: usize, run: &Vec<usize>| {
            runs.iter().filter(|(other, _)| *other != topic).any(|(other, theirs)| {
                theirs.iter().any(|longer| {
                    let holds = run.iter().all(|at| longer.contains(at));
                    let is_longer = longer.len() > run.len();
                    holds && (is_longer || (is_whole(*other, longer) && !is_whole(topic, run)))
                })
            })
        };
        runs.iter()
            .map(|(topic, own)| {
                (*topic, own.iter().filter(|run| !is_of_another(*topic, run)).flatten().copied().collect::<Vec<_>>())
            })
            .filter(|(_, tokens)| !tokens.is_empty())
            .collect()
    }

    /// Returns `tokens` in runs of those that stand together; a list that says a word of a name again begins another.
    pub fn runs(&self, tokens: &[usize]) -> Vec<Vec<usize>> {
        let key = |at: usize| self.tokens.get(at).map_or("", Token::key);
        let is_listing = |from: usize, to: usize| {
            let between = self.tokens.get(from + 1..to).unwrap_or_default();
            between.iter().any(|token| token.text == "," || matches!(token.lower(), "and" | "or"))
        };
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for (index, at) in tokens.iter().copied().enumerate() {
            let joins = runs.last().and_then(|run| Some((run, *run.last()?))).is_some_and(|(run, last)| {
                let between = self.tokens.get(last + 1..at).unwrap_or_default();
                let is_small = between.iter().all(|token| matches!(token.lower(), "of" | "the" | "in" | "to" | "with"));
                // The next of the list: any of its words may be one that was there.
                let item = tokens.get(index..).unwrap_or_default();
                let goes_on = |pair: &&[usize]| matches!(pair, [one, next] if !is_listing(*one, *next));
                let len = item.windows(2).take_while(goes_on).count() + 1;
                let again = |at: &usize| run.iter().any(|other| alike(key(*other), key(*at)));
                (at - last <= 2 || is_small) && !(is_listing(last, at) && item.iter().take(len).any(again))
            });
            match runs.last_mut() {
                Some(run) if joins => run.push(at),
                _ => runs.push(vec![at]),
            }
        }
        runs
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
