//! Which patients a question names.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::{Mention, Word, simple_words};
use crate::document::{Patient, PatientIndex};
use crate::question::vocabulary;
use crate::span::Span;

/// Returns the patients that `words` name, by several parts of the name or by one that can be nothing else.
pub(super) fn mentions(words: &[Word], patients: &[Patient]) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = Vec::new();
    for (index, patient) in (0_u32..).zip(patients) {
        // What a patient is called who is not in the files is nobody's name.
        if patient.is_absent() {
            continue;
        }
        let name: Vec<String> =
            simple_words(&patient.name).into_iter().map(|word| without_accents(&word.lower)).collect();
        let mut at = 0;
        while at < words.len() {
            let run = words
                .get(at..)
                .unwrap_or_default()
                .iter()
                .take_while(|word| name.contains(&without_accents(&word.lower)))
                .count();
            if run > 1 || (run == 1 && is_name(words, at)) {
                let first = words.get(at).map_or(0, |word| word.span.start());
                let last = words.get(at + run - 1).map_or(first, |word| word.span.end());
                let span = Span::new(first..last);
                mentions.extend(span.map(|span| Mention { patient: PatientIndex(index), span }));
            }
            at += run.max(1);
        }
    }
    // A full name beats a shared part of it: of overlapping mentions the longest stay.
    let longest = |mention: &Mention| {
        !mentions.iter().any(|other| other.span.overlaps(mention.span) && other.span.len() > mention.span.len())
    };
    let mut kept: Vec<Mention> = mentions.iter().filter(|mention| longest(mention)).cloned().collect();
    kept.sort_by_key(|mention| (mention.span, mention.patient));
    kept.iter().filter(|mention| is_titled(words, mention, &kept, patients)).cloned().collect()
}

/// Returns whether the title before a name that several have leaves this one: "Mrs" is none of whom the record says that they are male, where
/// another one is left.
fn is_titled(words: &[Word], mention: &Mention, among: &[Mention], patients: &[Patient]) -> bool {
    let before = words.iter().rev().find(|word| word.span.end() <= mention.span.start());
    let other = match before.map_or("", |word| word.lower.as_str()) {
        "mrs" | "ms" | "miss" => "male",
        "mr" | "mister" => "female",
        _ => return true,
    };
    let is_other = |mention: &Mention| {
        let patient = patients.get(mention.patient.0 as usize);
        patient.and_then(|patient| patient.gender.as_deref()) == Some(other)
    };
    let is_left = among.iter().any(|one| one.span == mention.span && !is_other(one));
    !(is_left && is_other(mention))
}

/// Returns `word` as it is typed where a keyboard has no accents: "tran" for "trần".
fn without_accents(word: &str) -> String {
    if word.is_ascii() { word.to_owned() } else { word.nfd().filter(|c| !is_combining_mark(*c)).collect() }
}

/// Returns whether the word at `at`, which is a part of a patient's name, can be nothing else: it is written with a
/// capital that no sentence asks for, is no everyday word, and is no part of a longer name, which would be
/// somebody else's ("John Smith" where only John Okafor is known).
fn is_name(words: &[Word], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let beside =
        |other: Option<&Word>| other.is_some_and(|other| other.capital && !vocabulary::is_everyday(&other.lower));
    let before = at.checked_sub(1).filter(|before| *before > 0).and_then(|before| words.get(before));
    // "Mr Ferry LDL" names what is measured behind the name.
    let is_measure = words.get(at + 1).is_some_and(|next| crate::question::exact::is_abbreviated_measure(&next.lower));
    let alone = !beside(before) && (word.possessive || is_measure || !beside(words.get(at + 1)));
    let everyday = vocabulary::is_everyday(&word.lower) && !word.possessive;
    // Whom a title names is written without a capital as often: "mrs eze".
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_titled = before.is_some_and(|before| matches!(before.lower.as_str(), "mr" | "mrs"));
    (word.capital || is_titled) && (at > 0 || word.possessive) && alone && !everyday && word.lower.chars().count() > 1
}
