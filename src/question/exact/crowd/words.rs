//! The words of a question about everybody: marks parted from them, times put together, and several words for one put as one.

use jiff::civil::Date;

use super::phrases::SAME;
use crate::question::plan::simple_words;
use crate::question::when::{self, Range};

/// A word, a mark (as `,`) or a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case; empty for a time.
    pub text: String,
    pub range: Option<Range>,
}

/// Longest question that is read.
const MOST: usize = 40;

/// Returns the words of `question`; `None` where it is none for this reader.
pub(super) fn tokens(question: &str, today: Option<Date>) -> Option<Vec<Token>> {
    if question.contains(['(', ')', '"', '“']) {
        return None;
    }
    let straight = question.replace('’', "'").replace(['–', '—'], " , ").replace('≥', ">=").replace('≤', "<=");
    let straight = straight.replace(">=", " at least ").replace("<=", " at most ");
    let straight = straight.replace('>', " over ").replace('<', " under ").replace('&', " and ");
    let mut words: Vec<String> = Vec::new();
    for chunk in straight.split_whitespace() {
        let bare = chunk.trim_end_matches([',', ';', ':', '?', '!', '.']);
        if !bare.is_empty() && bare != "-" {
            words.push(bare.to_owned());
        }
        if bare.len() < chunk.len() || bare == "-" {
            words.push(",".to_owned());
        }
    }
    while words.last().is_some_and(|last| last == ",") {
        words.pop();
    }
    if words.is_empty() || words.len() > MOST {
        return None;
    }
    SAME.iter().for_each(|(said, means)| put(&mut words, said, means));
    // "Diabetes, not counting prediabetes", "epilepsy and gout, ever"
    let belongs = |words: &[String], at: usize| {
        words.get(at + 1).is_some_and(|next| matches!(next.as_str(), "excepting" | "anytime" | "ever"))
    };
    // At the end, behind a comma, it is of all that is named.
    if let [.., mark, last] = words.as_mut_slice()
        && (mark.as_str(), last.as_str()) == (",", "ever")
    {
        *last = "anytime".to_owned();
    }
    for at in (0..words.len()).rev().filter(|at| *at > 0) {
        if words.get(at).is_some_and(|word| word == ",") && belongs(&words, at) {
            words.remove(at);
        }
    }
    later(&mut words);
    timed(words, today)
}

/// Puts `means` for each run of words that is one of `said`, alternatives divided by `|`.
fn put(words: &mut Vec<String>, said: &str, means: &str) {
    for phrase in said.split('|') {
        let run: Vec<&str> = phrase.split(' ').collect();
        let mut at = 0;
        while at + run.len() <= words.len() {
            let is_met = words.iter().skip(at).zip(&run).all(|(word, said)| word.to_lowercase() == *said);
            if is_met {
                words.splice(at..at + run.len(), means.split_whitespace().map(str::to_owned));
            }
            at += 1;
        }
    }
}

/// "In 2015 or later" is since 2015.
fn later(words: &mut Vec<String>) {
    const LATER: &[&str] =
        &["or later", "or after", "and later", "and after", "onwards", "onward", "and onwards", "and on"];
    const EARLIER: &[&str] = &["or earlier", "or before", "and earlier", "and before"];
    let is_year = |word: &String| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    for (phrases, limit) in [(LATER, "since"), (EARLIER, "until")] {
        for phrase in phrases {
            let run: Vec<&str> = phrase.split(' ').collect();
            let found = (1..words.len()).find(|at| {
                words.get(at - 1).is_some_and(is_year)
                    && words.len() >= at + run.len()
                    && words.iter().skip(*at).zip(&run).all(|(word, said)| word.to_lowercase() == *said)
            });
            let Some(at) = found else { continue };
            words.drain(at..at + run.len());
            let is_before = |word: &&String| matches!(word.to_lowercase().as_str(), "in" | "from" | "since" | "during");
            let before = at.checked_sub(2).filter(|before| words.get(*before).as_ref().is_some_and(is_before));
            match before.and_then(|before| words.get_mut(before)) {
                Some(word) => *word = limit.to_owned(),
                None => words.insert(at - 1, limit.to_owned()),
            }
        }
    }
}

/// Returns `words` with those of a time as one.
fn timed(words: Vec<String>, today: Option<Date>) -> Option<Vec<Token>> {
    let text = words.join(" ");
    let read = simple_words(&text);
    let times = when::read(&read, today);
    if times.is_unsure || times.is_rough {
        return None;
    }
    let of_time = |from: usize, until: usize| {
        times
            .words
            .iter()
            .filter_map(|at| read.get(*at))
            .any(|word| word.span.start() >= from && word.span.end() <= until)
    };
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut runs, mut is_in) = (0, 0, false);
    for word in words {
        let end = at + word.len();
        let is_time = word != "," && of_time(at, end);
        at = end + 1;
        if is_time && is_in {
            continue;
        }
        runs += usize::from(is_time);
        is_in = is_time;
        let range = times.range.filter(|_| is_time);
        if is_time && range.is_none() {
            return None;
        }
        let text = if is_time { String::new() } else { word.to_lowercase() };
        tokens.push(Token { text, range });
    }
    // Two times are put together to one by who reads them: which is of what is not said.
    (runs < 2).then_some(tokens)
}
