//! What no entry says, and no reading word by word can answer.

use super::form::{Ask, Want};
use super::reader::Reader;
use crate::question::plan::Word;

/// Whether it is asked what somebody may do, at what time of the day, at which place or on which side, or what a word means: no entry says
/// so.
pub(super) fn is_of_no_entry(reader: &Reader<'_>) -> bool {
    const MAY: &[&str] = &["can", "could", "may", "might", "would", "shall", "should", "must"];
    const WHO: &[&str] = &["i", "he", "she", "they", "we", "my", "his", "her", "it"];
    let is = |at: usize, known: &[&str]| reader.free(at).is_some_and(|word| known.contains(&word));
    let may = (0..reader.tokens.len()).any(|at| is(at, MAY) && is(at + 1, WHO));
    const PLACES: &[&str] = &[
        "hospital", "clinic", "ward", "pharmacy", "side", "arm", "leg", "hand", "foot", "ear", "eye", "knee", "hip",
        "shoulder", "wrist", "ankle",
    ];
    const VERBS: &[&str] = &["was", "were", "is", "are", "am", "did", "do", "does", "has", "have"];
    let place =
        (0..reader.tokens.len()).any(|at| is(at, &["which", "what"]) && is(at + 1, PLACES) && is(at + 2, VERBS));
    let meaning =
        is(0, &["what", "what's", "whats"]) && (is(1, &["is", "are"]) && is(2, &["a", "an"]) || is(1, &["a", "an"]));
    let looks = (0..reader.tokens.len())
        .any(|at| is(at, WHO) && is(at + 1, &["look", "looks", "looked", "seem", "seems", "seemed"]));
    // "What is it for?", "what did the scan find?": what a thing is for, or has shown, is not what it is called.
    let last = (0..reader.tokens.len()).rev().find_map(|at| reader.free(at)).unwrap_or_default();
    const SHOWN: &[&str] = &["find", "found", "show", "showed", "shown", "reveal", "revealed", "for", "like"];
    let asks_what = is(0, &["what", "what's", "whats"]);
    let shown = asks_what && SHOWN.contains(&last) && !reader.tokens.iter().any(|token| is_value(token.lower));
    // "Which are over?" asks for those that ended.
    let over = is(0, &["which", "what"]) && matches!(last, "over" | "gone");
    // "Between my last two tests" asks for the last but one as well.
    let two_last = (0..reader.tokens.len())
        .any(|at| is(at, &["last", "past", "latest", "recent"]) && is(at + 1, &["two", "2", "three", "3"]));
    let between = two_last && (0..reader.tokens.len()).any(|at| is(at, &["between", "apart"]));
    may || between || over || place || meaning || looks || shown || reader.find("what time").is_some()
}

fn is_value(word: &str) -> bool {
    super::super::measures::named(&[word]).is_some()
}

/// Whether it is asked in which way something came about: "how did she break her ankle" is in no entry.
pub(super) fn asks_manner(words: &[Word], ask: &Ask) -> bool {
    let is = |at: usize, known: &[&str]| words.get(at).is_some_and(|word| known.contains(&word.lower.as_str()));
    let tells = matches!(ask.want, Want::Trend | Want::Compare | Want::Span | Want::Count | Want::Average);
    !tells && is(0, &["how"]) && is(1, &["did", "does", "do"])
}

/// Whether a size is asked for that is no measure of a person: "how big was the polyp".
pub(super) fn asks_size(words: &[Word], reader: &Reader<'_>) -> bool {
    let sized = |pair: &[Word]| match pair {
        [how, size] => how.lower == "how" && matches!(size.lower.as_str(), "big" | "large" | "wide" | "thick" | "deep"),
        _ => false,
    };
    words.windows(2).any(sized) && !reader.tokens.iter().any(|token| matches!(token.lower, "head" | "waist" | "hip"))
}

/// Whether "when" begins a clause that says of which time, and asks for no day: "what did I weigh when I came in".
pub(super) fn is_subordinate(reader: &Reader<'_>, first: Option<usize>) -> bool {
    let asking = |at: &usize| matches!(reader.free(*at), Some("what" | "what's" | "whats" | "how" | "which"));
    let Some(first) = first.filter(asking) else { return false };
    let Some(at) = reader.find("when").filter(|at| *at > first + 1) else { return false };
    let before = reader.free(at - 1).unwrap_or_default();
    let is_clause = reader.tokens.get(at).is_some_and(|token| token.clause);
    let asks = matches!(before, "and" | "or" | "date" | "day" | "year" | "time" | "since") || is_clause;
    !asks && !matches!(reader.free(at + 1), Some("it" | "was" | "were" | "is" | "did"))
}
