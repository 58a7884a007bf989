//! Names behind a title: "Dr. Miller". A model that was told pseudonyms can know no such name but from what was sent.

use std::collections::BTreeSet;

use super::sentence::Sentence;
use super::tokens::{Kind, Token};
use super::words::is_glue;
use super::world::World;
use super::{Claim, Mark, Verdict};

/// Titles as they are written before a name.
const TITLES: &[&str] = &["Dr", "Mr", "Mrs", "Ms", "Prof", "Doctor", "Professor"];
/// Degrees and memberships that are written behind a name.
const DEGREES: &[&str] = &[
    "MD", "DO", "MBBS", "DDS", "DMD", "DPM", "DVM", "OD", "PA", "NP", "RN", "LPN", "DNP", "MPH", "MSN", "BSN", "FACP",
    "FACC", "FACS",
];
/// Most letters of one.
const LONGEST_DEGREE: usize = 6;
/// Most words of a name.
const MOST: usize = 3;

/// Returns, of each name behind a title in `sentence`, the token of the title and those of the name.
pub(super) fn names(sentence: &Sentence) -> Vec<(usize, Vec<usize>)> {
    let text = |at: usize| sentence.tokens.get(at).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    for title in (0..sentence.tokens.len()).filter(|at| TITLES.contains(&text(*at))) {
        let mut at = title + 1;
        let mut name: Vec<usize> = Vec::new();
        while name.len() < MOST {
            match sentence.tokens.get(at) {
                Some(token) if is_sign_of_a_name(token) && !(name.is_empty() && token.text == "-") => at += 1,
                Some(token) if begins_large(token) && !is_degree(token, &name, sentence) => {
                    name.push(at);
                    at += 1;
                }
                _ => break,
            }
        }
        // An initial tells nobody.
        name.retain(|at| text(*at).chars().count() > 1);
        if !name.is_empty() {
            found.push((title, name));
        }
    }
    found
}

fn is_sign_of_a_name(token: &Token) -> bool {
    matches!(token.kind, Kind::Sign) && matches!(token.text.as_str(), "." | "-")
}

fn begins_large(token: &Token) -> bool {
    matches!(token.kind, Kind::Word { .. }) && token.text.starts_with(char::is_uppercase)
}

/// Whether `token` is a degree, such as "MD", behind the words of a name so far: all in capitals, and known or behind a word that is not.
fn is_degree(token: &Token, name: &[usize], sentence: &Sentence) -> bool {
    let is_large = |token: &Token| token.text.chars().all(char::is_uppercase);
    let so_far = name.iter().filter_map(|at| sentence.tokens.get(*at));
    let is_small_so_far = || so_far.into_iter().any(|token| !is_large(token));
    let is_short = (2..=LONGEST_DEGREE).contains(&token.text.chars().count());
    is_large(token) && is_short && (DEGREES.contains(&token.text.as_str()) || is_small_so_far())
}

/// Marks each name behind a title that neither what was sent, nor the question, nor the records have; `knows` says of a word in lower case
/// whether the records have it. Returns the tokens of all names, which are judged by this alone.
pub(super) fn check(
    sentence: &Sentence,
    world: &World,
    knows: &dyn Fn(&str) -> bool,
    marks: &mut Vec<Mark>,
) -> BTreeSet<usize> {
    let mut judged = BTreeSet::new();
    for (title, name) in names(sentence) {
        let is_strange = |token: &Token| {
            let (lower, stem) = (token.lower(), token.stem());
            let is_of_a_pseudonym = || world.names.iter().any(|name| name.split_whitespace().any(|word| word == lower));
            // "Ask your Dr. The values are steady.": the next sentence begins there.
            let is_no_name = is_glue(lower);
            let was_sent =
                is_no_name || world.stems.contains(stem) || world.asked.contains(stem) || is_of_a_pseudonym();
            !was_sent && !knows(lower.strip_suffix("'s").unwrap_or(lower))
        };
        if name.iter().filter_map(|at| sentence.tokens.get(*at)).any(is_strange)
            && let (Some(first), Some(last)) =
                (sentence.tokens.get(title), name.last().and_then(|at| sentence.tokens.get(*at)))
        {
            let reason = "Neither what was sent nor your records have this name.";
            let range = first.range.start..last.range.end;
            marks.push(Mark::new(range, Claim::Statement, Verdict::Unsupported, reason));
        }
        judged.extend(name);
    }
    judged
}
