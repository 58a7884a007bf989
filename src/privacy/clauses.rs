//! Tells of a passage of prose the sentences that answer a question, word by word over the closed vocabulary.
//!
//! A sentence is told whole, or not at all: an ellipsis stands for each run of its words that stay, and none is cut, so that its
//! "no" and its "if" stay with what they are about. What heads it ("Family history:") is told before it. Of numbers only those leave
//! that need no rounding at the level in force, and of ages, in digits or in words, their band. Names, dates and whatever else identifies somebody stay by the rules of the
//! [`vocabulary`](super::vocabulary), as in a question; nothing of a note can be allowed.

mod answers;
mod bare;
mod figures;
mod given;
mod items;
mod sentences;
mod signs;

use std::cmp::Reverse;
use std::ops::Range;

use self::answers::{answered, words_of};
pub use self::answers::{is_answering, is_told_of};
use self::given::Banner;
pub(super) use self::given::held_of_question;
use self::sentences::{Sentence, is_not_run_together, says_no, sentences};
use super::ages::Years;
use super::injection::reads_as_instruction;
use super::level::{self, Numbers};
use super::lexicon::Traits;
use super::number_words::NumberWords;
use super::stranger;
use super::vocabulary::{Decision, Reason, Sources, Vocabulary};
use crate::clearance::Operator;
use crate::document::Patient;
use crate::question::{Plan, Topic, Word};

/// Most sentences of one passage that are told.
const MAX_SENTENCES: usize = 3;
/// Most words of a sentence that is told.
const MAX_WORDS: usize = 60;
/// Bytes before and behind a passage that are read with it, for what heads it and for names that go on.
const BESIDE: usize = 600;
/// Signs that stand for an apostrophe.
const APOSTROPHES: &[char] = &['\u{2019}', '\u{2018}', '\u{b4}', '`', '\u{2bc}', '\u{2032}', '\u{ff07}'];
/// Years, which are no readings.
const YEARS: Range<u32> = 1900..2101;

/// Words for what somebody is called, and for how that sounds or is written.
#[rustfmt::skip] // words of one kind, in two lines
const OF_NAMES: &[&str] = &[
    "surname", "surnames", "forename", "forenames", "namesake", "namesakes", "nickname", "nicknames", "nicknamed", "initials", "named",
    "renamed", "pun", "puns", "punned", "rhyme", "rhymes", "spelled", "spelt", "spelling", "pronounced", "homonym",
];

/// What is left of a word behind an age in it.
const BEHIND_AGES: &[&str] =
    &["year-old", "year-olds", "years-old", "yr-old", "year", "years", "yr", "yrs", "yo", "y", "m", "f"];

/// How exactly numbers and ages are told.
#[derive(Debug, Clone, Copy)]
pub struct Exactness {
    /// Numbers.
    pub numbers: Numbers,
    /// Ages, by the level.
    pub ages: level::Ages,
    /// Ages, by what a stranger may know.
    pub easing: stranger::Ages,
}

impl Exactness {
    /// Returns the band of an age; `None` where none is told.
    fn band(self, years: Years) -> Option<String> {
        match years {
            Years::Exact(years) => self.easing.band(years, self.ages),
            // A decade is the narrowest band that it can be told in.
            Years::Decade(first) if self.ages != level::Ages::Untold => self.easing.band(first, level::Ages::Tens),
            Years::Decade(_) | Years::Unsaid => None,
        }
    }
}

/// A sentence of which something leaves, or what may be one in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Where the sentence begins in the document's text.
    pub start: usize,
    /// Its parts, and those of what heads it.
    pub parts: Vec<Part>,
}

/// What becomes of a part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// It leaves as this text, made by this operation.
    Told {
        /// The bytes in the document's text.
        range: Range<usize>,
        /// The operation.
        operator: Operator,
        /// What leaves.
        text: String,
        /// Our sign between it and the part before.
        gap: &'static str,
    },
    /// It stays.
    Kept,
}

/// Returns the sentences of `text` in `passage` that answer one of `topics`, each as its parts, in the order of the text, at most
/// `MAX_SENTENCES`, those that answer most of them first to be taken; one of which the note leaves open whether it is one or several, as several, each with what heads it. `sources` is what the vocabulary is made from, whose allowed words are left out of account.
/// Those of the topics that are `sought` by a model are answered by words that are told alone: else a gap would tell what stands in it.
pub fn clauses(
    text: &str,
    passage: Range<usize>,
    (topics, sought): (&[Topic], &[Topic]),
    exactness: Exactness,
    patients: &[Patient],
    sources: &Sources<'_>,
) -> Vec<Clause> {
    let window = around(text, &passage);
    let Some(read) = text.get(window.clone()) else { return Vec::new() };
    let (sought, asked): (Vec<&Topic>, Vec<&Topic>) = topics.iter().partition(|topic| sought.contains(topic));
    let mut answering: Vec<(usize, bool, Sentence)> = sentences(read)
        .into_iter()
        .filter(|sentence| passage.contains(&(window.start + sentence.range.start)))
        .filter_map(|sentence| {
            let said = read.get(sentence.range.clone())?;
            let by_asked = answered(said, asked.iter().copied());
            (by_asked + answered(said, sought.iter().copied()) > 0).then(|| (by_asked, says_no(said), sentence))
        })
        .collect();
    if answering.is_empty() {
        return Vec::new();
    }
    let plan = Plan::new(read, patients);
    let sources = Sources {
        lexicon: sources.lexicon,
        known: sources.known,
        detector: sources.detector,
        allowed: &[],
        instructions: &[],
        withheld: sources.withheld,
        is_record: true,
    };
    let vocabulary = Vocabulary::new(read, &plan, &[], &sources);
    let held = given::held(read, |word| vocabulary.traits(word));
    let banners = given::banners(read, |word| vocabulary.traits(word));
    let teller =
        Teller { text: read, start: window.start, plan: &plan, vocabulary: &vocabulary, exactness, held, banners };
    if !sought.is_empty() {
        for (count, _, sentence) in &mut answering {
            let told = teller.told(sentence).unwrap_or_default();
            *count += answered(&words_of(told.iter().flatten()), sought.iter().copied());
        }
        answering.retain(|(count, ..)| *count > 0);
    }
    // Of many those that say most of what is asked, and what says no before what says yes: told alone, this would be told as so.
    answering.sort_by_key(|(answered, says_no, _)| Reverse((*answered, *says_no)));
    let told = answering.iter().filter_map(|(.., sentence)| {
        let start = window.start + sentence.range.start;
        Some(teller.told(sentence)?.into_iter().map(move |parts| Clause { start, parts }))
    });
    let mut told: Vec<Clause> = told.take(MAX_SENTENCES).flatten().collect();
    told.sort_by_key(|clause| clause.start);
    told
}

/// Returns `passage` with what stands beside it, on the borders of signs. Where that begins in another line than the passage, it begins with a whole block,
/// or line, if one begins near: the rest of a heading would read like a heading of its own.
fn around(text: &str, passage: &Range<usize>) -> Range<usize> {
    let cut = text.floor_char_boundary(passage.start.saturating_sub(BESIDE));
    let near = text.floor_char_boundary(cut.saturating_sub(BESIDE));
    let lines = || text.get(near..cut).unwrap_or_default().match_indices('\n').map(|(at, _)| near + at + 1);
    let is_empty = |at: &usize| {
        let line = text.get(*at..cut).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
        line.starts_with('\n')
    };
    let behind = |at: usize| lines().find(|next| *next > at);
    let block = lines().rfind(is_empty).and_then(behind);
    let first = (near == 0).then_some(0);
    let is_own = !text.get(cut..passage.start).is_some_and(|before| before.contains('\n'));
    let start = if is_own { cut } else { block.or(first).or_else(|| lines().next_back()).unwrap_or(cut) };
    let end = text.ceil_char_boundary(passage.end.saturating_add(BESIDE));
    start..end.min(text.len())
}

struct Teller<'a> {
    text: &'a str,
    /// Where the text begins in the document's.
    start: usize,
    plan: &'a Plan,
    vocabulary: &'a Vocabulary<'a>,
    exactness: Exactness,
    /// What is somebody's by what stands around it.
    held: Vec<Range<usize>>,
    /// Names as heads of pages have them, which head no sentence.
    banners: Vec<Banner>,
}

impl Teller<'_> {
    /// Returns what is told of `sentence`, of each of its parts by itself; `None` when it is too long, reads like an instruction, might say
    /// something else than the note, or more of its words stay than leave.
    fn told(&self, sentence: &Sentence) -> Option<Vec<Vec<Part>>> {
        let said = self.text.get(sentence.range.clone())?;
        // A question says nothing, and what a sign turns would be told as so.
        let with_heads =
            || sentence.heads.iter().chain([&sentence.range]).filter_map(|range| self.text.get(range.clone()));
        if with_heads().any(signs::turns)
            || signs::is_struck(self.text, sentence.range.start)
            || reads_as_instruction(said).is_some()
        {
            return None;
        }
        // An ellipsis in the place of "doesn't" would say the opposite.
        let inside = said.replace(APOSTROPHES, "'").to_lowercase();
        let is_run_together = || inside.split(|sign: char| !sign.is_alphanumeric()).any(is_not_run_together);
        if inside.contains("n't") || is_run_together() || !sentence.is_clear(self.text) {
            return None;
        }
        let mut told: Vec<Vec<Part>> = Vec::new();
        let (mut kept, mut of_all) = (0, 0);
        for index in 0..sentence.parts.len() {
            let is_said = |range: &&Range<usize>| !self.banners.iter().any(|name| name.is_all_of(self.text, range));
            let mut parts = self.parts(sentence.told_as(index).filter(is_said))?;
            if parts.is_empty() {
                continue;
            }
            kept += parts.iter().filter(|part| **part == Part::Kept).count();
            parts.dedup_by(|a, b| *a == Part::Kept && *b == Part::Kept);
            of_all += parts.len();
            told.push(parts);
        }
        // "Diarrhea: 0" without its nought would be told as so.
        let noughts = inside.split(|sign: char| !sign.is_alphanumeric() && sign != '.').filter(|word| is_nought(word));
        let is_told = |part: &&Part| matches!(part, Part::Told { text, .. } if is_nought(text));
        if told.iter().flatten().filter(is_told).count() < noughts.count() {
            return None;
        }
        // Of a name that is a word, what is said of it and what stands around the gap would tell which.
        if kept > 0 && speaks_of_names(&inside) {
            return None;
        }
        (of_all > kept).then_some(told)
    }

    /// Returns what becomes of the words of `ranges`, each of which heads those behind it; `None` where one is too long, or has a name where
    /// a common word could stand.
    fn parts<'r>(&self, ranges: impl Iterator<Item = &'r Range<usize>>) -> Option<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        for range in ranges {
            let words: Vec<&Word> = self
                .plan
                .words
                .iter()
                .filter(|word| range.start <= word.span.start() && word.span.end() <= range.end)
                .collect();
            if words.len() > MAX_WORDS || words.iter().any(|word| self.vocabulary.is_name_as_word(word)) {
                return None;
            }
            let before = parts.len();
            let mut done = range.start;
            for word in words {
                if word.span.start() < done {
                    continue;
                }
                done = self.word(word, range, done, &mut parts);
            }
            if let (true, Some(Part::Told { gap, .. })) = (before > 0, parts.get_mut(before)) {
                *gap = ": ";
            }
        }
        Some(parts)
    }

    /// Adds what becomes of `word`, of which `done` is the end of what was told before; returns the end of what is told now.
    fn word(&self, word: &Word, within: &Range<usize>, done: usize, parts: &mut Vec<Part>) -> usize {
        let between = self.text.get(done..word.span.start()).unwrap_or_default();
        let gap = gap(between, parts.is_empty());
        let is_named = self.plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
        let decision = self.vocabulary.decide(word);
        let place = |range: Range<usize>| self.start + range.start..self.start + range.end;
        let in_words = self.vocabulary.number(word).filter(|number| !self.may_tell_words(number, within));
        match decision {
            _ if is_named || self.is_held(&word.span.range()) => parts.push(Part::Kept),
            Decision::Leaves(..) if let Some(number) = in_words => {
                parts.push(Part::Kept);
                return number.range.end.max(word.span.end());
            }
            Decision::Leaves(Operator::Vocabulary, text) => {
                parts.push(Part::Told { range: place(word.span.range()), operator: Operator::Vocabulary, text, gap });
            }
            Decision::Stays(Reason::Age) => return self.age(word, within, gap, parts),
            Decision::Stays(Reason::Number) => {
                let run = run(self.text, word.span.range(), within);
                let numbers = numbers(self.text, run.clone());
                // Of two with a slash between one alone says something else, or half: "…/78".
                let are_told = numbers.iter().all(|number| self.may_tell_digits(number, within));
                for (index, number) in numbers.into_iter().enumerate() {
                    parts.push(if are_told {
                        let gap = if index > 0 { "/" } else { gap };
                        let text = self.text.get(number.clone()).unwrap_or_default().to_owned();
                        Part::Told { range: place(number), operator: Operator::Round, text, gap }
                    } else {
                        Part::Kept
                    });
                }
                return run.end.max(word.span.end());
            }
            Decision::Leaves(..) | Decision::Stays(_) => parts.push(Part::Kept),
        }
        word.span.end()
    }

    /// Adds the band of the age that `word` says or begins, and what is left of the word behind it; returns the end of both.
    fn age(&self, word: &Word, within: &Range<usize>, gap: &'static str, parts: &mut Vec<Part>) -> usize {
        let Some(age) = self.vocabulary.age(word) else {
            parts.push(Part::Kept);
            return word.span.end();
        };
        let place = |range: Range<usize>| self.start + range.start..self.start + range.end;
        let run = run(self.text, age.range.clone(), within);
        // A part of "60-65", or what is a name or a date as well, says its age not at all.
        let is_whole = run == age.range && age.range.end <= within.end && !figures::is_compared(self.text, &age.range);
        parts.push(
            match self.exactness.band(age.years).filter(|_| is_whole && self.is_free(&age.range, Reason::Age)) {
                // "Well under 10" would say something else than "well, under 10".
                Some(text) => {
                    let gap = if gap == " " && text.starts_with("under") { ", " } else { gap };
                    Part::Told { range: place(age.range.clone()), operator: Operator::AgeBand, text, gap }
                }
                None => Part::Kept,
            },
        );
        let done = age.range.end.max(run.end);
        let rest = self.text.get(done..word.span.end()).unwrap_or_default();
        let bare = rest.trim_start_matches(['-', '/', '.']);
        let lower = bare.to_lowercase();
        if BEHIND_AGES.contains(&lower.as_str()) {
            let range = place(word.span.end() - bare.len()..word.span.end());
            parts.push(Part::Told { range, operator: Operator::Vocabulary, text: lower, gap: " " });
        }
        done.max(word.span.end())
    }

    /// Returns whether every word that `number` is written with stays for `reason` alone.
    fn is_free(&self, number: &Range<usize>, reason: Reason) -> bool {
        let mut words = self.plan.words.iter().filter(|word| {
            let span = word.span.range();
            span.start < number.end && number.start < span.end
        });
        words.all(|word| {
            let is_named = self.plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
            !is_named && self.vocabulary.decide(word) == Decision::Stays(reason)
        })
    }

    /// Returns the most digits that a number is told with.
    fn most_digits(&self) -> usize {
        match self.exactness.numbers {
            Numbers::Finer => 3,
            Numbers::Rounded => 2,
            Numbers::Banded => 0,
        }
    }

    /// Returns whether `number`, in the sentence at `within`, needs no rounding, and is nothing else.
    fn may_tell_words(&self, number: &NumberWords, within: &Range<usize>) -> bool {
        number.digits <= self.most_digits()
            && !number.is_year()
            && !figures::may_be_other(self.text, &number.range, within, number.whole())
            && !bare::is_unexplained(self.text, &number.range, within, number.whole(), |word| self.is_drug(word))
            && !given::is_given(self.text, &number.range)
            && !self.is_held(&number.range)
    }

    /// Returns whether `word`, in small letters, is a drug, or an ingredient of one.
    fn is_drug(&self, word: &str) -> bool {
        self.vocabulary.traits(word).is(Traits::DRUG)
    }

    /// Returns whether what stands around the bytes at `range` says that they are somebody's.
    fn is_held(&self, range: &Range<usize>) -> bool {
        self.held.iter().any(|held| held.start < range.end && range.start < held.end)
    }

    /// Returns whether the digits at `number`, in the sentence at `within`, need no rounding, and are nothing else.
    fn may_tell_digits(&self, number: &Range<usize>, within: &Range<usize>) -> bool {
        let text = self.text.get(number.clone()).unwrap_or_default();
        self.may_tell(text)
            && self.is_free(number, Reason::Number)
            && !is_spaced_out(self.text, number)
            && !figures::may_be_other(self.text, number, within, text.parse().ok())
            && !bare::is_unexplained(self.text, number, within, text.parse().ok(), |word| self.is_drug(word))
            && !given::is_given(self.text, number)
            && !self.is_held(number)
    }

    /// Returns whether `number` needs no rounding, and is no year.
    fn may_tell(&self, number: &str) -> bool {
        let most = self.most_digits();
        if most == 0 {
            return false;
        }
        let whole = number.parse::<u32>().ok();
        let digits = number.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit);
        let digits: String = digits.collect();
        let significant = if number.contains('.') { digits.len() } else { digits.trim_end_matches('0').len() };
        number.parse::<f64>().is_ok()
            && number.len() <= 5
            && significant <= most
            && !whole.is_some_and(|whole| YEARS.contains(&whole))
    }
}

/// Returns whether `word` says that there is none: "0", "0.", "zero".
fn is_nought(word: &str) -> bool {
    matches!(word.trim_end_matches('.'), "0" | "zero")
}

/// Returns whether `said`, in small letters, speaks of what somebody is called.
fn speaks_of_names(said: &str) -> bool {
    let mut words = said.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let is_of_two =
            matches!(word, "last" | "first" | "middle" | "family" | "given" | "maiden" | "own" | "same" | "pet");
        if OF_NAMES.contains(&word) || is_of_two && words.peek().is_some_and(|next| matches!(*next, "name" | "names")) {
            return true;
        }
    }
    false
}

/// Returns the digits, full stops, slashes and other signs of numbers around `word` that are written together, within `within`.
fn run(text: &str, word: Range<usize>, within: &Range<usize>) -> Range<usize> {
    let joins =
        |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | ',' | '-' | '<' | '>' | '+' | '~' | '^' | '_' | '%');
    let before = text.get(within.start..word.start).unwrap_or_default();
    let start = word.start - (before.len() - before.trim_end_matches(joins).len());
    let after = text.get(word.end..within.end).unwrap_or_default();
    let end = word.end + (after.len() - after.trim_start_matches(joins).len());
    let whole = text.get(start..end).unwrap_or_default();
    // What ends a sentence, or parts it, is none of the number's.
    start..start + whole.trim_end_matches(['.', ',', '-', '/']).len()
}

/// Returns whether the digit of `text` at `number` stands beside another with a space between: "glucose 1 4 2".
fn is_spaced_out(text: &str, number: &Range<usize>) -> bool {
    let is_lone = |signs: &[char]| match signs {
        [' ' | '\u{a0}', digit, rest @ ..] => {
            digit.is_ascii_digit()
                && !rest.first().is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '/'))
        }
        _ => false,
    };
    let before: Vec<char> = text.get(..number.start).unwrap_or_default().chars().rev().take(3).collect();
    let after: Vec<char> = text.get(number.end..).unwrap_or_default().chars().take(3).collect();
    number.len() == 1 && (is_lone(&before) || is_lone(&after))
}

/// Returns the one number, or the two with a slash between, that `run` is; nothing but its own range where it is anything else.
fn numbers(text: &str, run: Range<usize>) -> Vec<Range<usize>> {
    let written = text.get(run.clone()).unwrap_or_default();
    let is_number = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_digit())
            && part.ends_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_digit() || c == '.')
            && part.matches('.').count() <= 1
    };
    let one = |range: Range<usize>| std::iter::once(range).collect();
    let bare = written.trim_end_matches('%');
    match bare.split_once('/') {
        None if is_number(bare) => one(run.start..run.start + bare.len()),
        Some((first, second)) if is_number(first) && is_number(second) && bare.len() == written.len() => {
            [run.start..run.start + first.len(), run.start + first.len() + 1..run.end].into()
        }
        _ => one(run),
    }
}

/// Returns our sign for what stands between two words.
fn gap(between: &str, is_first: bool) -> &'static str {
    if is_first {
        return "";
    }
    match between.trim_start().chars().next() {
        Some(',') => ", ",
        Some(';') => "; ",
        Some(':') => ": ",
        Some('/') => "/",
        _ => " ",
    }
}

#[cfg(test)]
mod tests;
