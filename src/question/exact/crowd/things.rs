//! Words around the name of a thing, and questions for what people take or what is measured of them.

use super::phrases::{DONE, SILENT};
use super::read::{Parser, is_read};
use super::words::Token;

const MEDICINES: &[&str] =
    &["medicines", "medicine", "medications", "medication", "meds", "drugs", "prescriptions", "pills", "tablets"];

/// Takes a word before the name of a thing that says nothing of it.
pub(super) fn is_silent(parser: &mut Parser) -> bool {
    let is_here = |phrase: &&&str| {
        phrase
            .split(' ')
            .enumerate()
            .all(|(place, word)| parser.tokens.get(parser.at + place).is_some_and(|token| token.text == word))
    };
    let Some(phrase) = SILENT.iter().find(is_here) else { return false };
    parser.at += phrase.split(' ').count();
    true
}

/// Takes from the end of the name of a thing that it was done, or is written, and returns whether it was done to somebody.
pub(super) fn without_done(words: &mut Vec<String>) -> bool {
    const TO_SOMEBODY: &[&str] =
        &["fitted", "inserted", "placed", "implanted", "put in", "performed", "made", "carried out"];
    let said = |words: &[String], phrase: &str| {
        let run: Vec<&str> = phrase.split(' ').collect();
        words.len() > run.len() && words.iter().rev().zip(run.iter().rev()).all(|(word, said)| word == said)
    };
    let mut is_done = false;
    while let Some(phrase) = DONE.iter().find(|phrase| said(words, phrase)) {
        words.truncate(words.len() - phrase.split(' ').count());
        is_done |= TO_SOMEBODY.contains(phrase);
    }
    is_done
}

/// Takes the words with which it is asked what people take, so that those for the people are left.
pub(super) fn medicines(tokens: &mut Vec<Token>) -> bool {
    let said: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let is = |at: usize, words: &[&str]| said.get(at).is_some_and(|word| words.contains(word));
    let is_verb = |at: usize| is(at, &["do", "does", "are", "is"]);
    let taken = ["take", "taking", "on", "use", "using", "prescribed", "get", "receive"];
    let is_taken = said.last().is_some_and(|last| taken.contains(last));
    let asks = is(0, &["what", "which"]);
    let all = said.len();
    // "What do the asthmatic children take?", "which drugs are gout patients on?"
    if asks && is_taken && (is_verb(1) || is(1, MEDICINES) && is_verb(2)) {
        let from = if is_verb(1) { 2 } else { 3 };
        let until = if is(all.saturating_sub(2), &["on"]) && all > from + 2 { all - 2 } else { all - 1 };
        tokens.truncate(until);
        tokens.drain(..from);
        return true;
    }
    // "Medicines taken by women with asthma", "current meds of the gout patients"
    let at = (0..all.min(6)).find(|at| is(*at, MEDICINES));
    let Some(at) = at.filter(|at| {
        (0..*at).all(|at| {
            is(at, &["what", "which", "list", "show", "give", "me", "all", "the", "current", "active", "name", "of"])
        })
    }) else {
        return false;
    };
    let rest = said.get(at + 1..).unwrap_or_default();
    const BY: &[&[&str]] = &[
        &["are", "taken", "by"],
        &["are", "used", "by"],
        &["taken", "by"],
        &["used", "by"],
        &["list", "of"],
        &["of"],
        &["for"],
        &["among"],
    ];
    let Some(by) = BY.iter().find(|by| rest.starts_with(by)) else { return false };
    let is_people = rest.iter().any(|word| super::phrases::PEOPLE.iter().any(|(known, ..)| known == word));
    if is_people {
        tokens.drain(..at + 1 + by.len());
    }
    is_people
}

/// Takes the words with which an average over people is asked for, and returns what was measured.
pub(super) fn average(tokens: &mut Vec<Token>) -> Option<Vec<String>> {
    const BEFORE: &[&str] =
        &["what", "is", "was", "the", "what's", "give", "me", "show", "compute", "calculate", "tell", "get"];
    let said: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let at = said.iter().position(|word| matches!(*word, "average" | "mean"))?;
    if !said.iter().take(at).all(|word| BEFORE.contains(word)) {
        return None;
    }
    let of = said.iter().rposition(|word| matches!(*word, "of" | "among" | "amongst" | "across" | "in" | "for"));
    let is_people = |word: &str| super::phrases::PEOPLE.iter().any(|(known, ..)| *known == word);
    let first = (at + 1..said.len())
        .find(|place| matches!(said.get(*place), Some(&("of" | "among" | "amongst" | "across" | "in" | "for"))));
    let of = first.or(of).filter(|of| *of > at + 1 && said.iter().skip(*of).any(|word| is_people(word)))?;
    let words: Vec<String> = said
        .get(at + 1..of)?
        .iter()
        .filter(|word| !matches!(**word, "latest" | "last" | "current" | "most" | "recent"))
        .map(|word| (*word).to_owned())
        .collect();
    if words.is_empty()
        || !words.iter().all(|word| is_read(word))
        || words.iter().any(|word| matches!(word.as_str(), "age" | "number" | ""))
    {
        return None;
    }
    tokens.drain(..=of);
    Some(words)
}
