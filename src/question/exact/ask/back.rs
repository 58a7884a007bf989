//! Places that are counted from the end: "the last but one", "my second to last A1c", "the one before that".

use super::reader::Reader;
use crate::question::plan::Word;

/// How far back what is asked for lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Back {
    /// Where the words for its place begin, and its place from the end: 2 is the last but one.
    pub place: Option<(usize, usize)>,
    /// How many times "the one before that" stands behind the rest.
    pub steps: usize,
    /// Whether the last of them is wanted beside what stands before it: "my last A1c and the one before".
    pub is_joined: bool,
}

/// Words for a place from the end.
const PLACES: &[(&str, usize)] = &[
    ("last but one", 2),
    ("last but two", 3),
    ("last but three", 4),
    ("next to last", 2),
    ("penultimate", 2),
    ("previous", 2),
];
/// Ordinals that count from the end where one of [`FROM_END`] stands behind them.
const ORDINALS: &[(&str, usize)] = &[
    ("second", 2),
    ("2nd", 2),
    ("third", 3),
    ("3rd", 3),
    ("fourth", 4),
    ("4th", 4),
    ("fifth", 5),
    ("5th", 5),
    ("sixth", 6),
    ("6th", 6),
];
/// What makes an ordinal count from the end.
const FROM_END: &[&str] =
    &["to last", "to the last", "from last", "from the last", "last", "latest", "newest", "most recent"];
/// What the last but one stands before, at the end of a question: "the A1c before the last one".
const BEFORE_LAST: &[&str] = &[
    "before the last one",
    "before my last one",
    "before the latest one",
    "before the most recent one",
    "before the latest",
    "before the most recent",
    "before the last",
    "before last",
];
/// What points to the one before, behind a mark or "and".
const BEFORE_THAT: &[&str] = &[
    "the one before that one",
    "the one before that",
    "the one before it",
    "the one before",
    "before that one",
    "before that",
    "before it",
];

/// Takes the words for a place from the end; `None` where they cannot be read as one.
pub(super) fn back(reader: &mut Reader<'_>) -> Option<Back> {
    let (steps, is_joined) = steps(reader)?;
    if let Some(at) = BEFORE_LAST.iter().find_map(|phrase| take_last(reader, phrase, reader.tokens.len())) {
        // "The one before the last one"
        let one = at.checked_sub(1).filter(|before| reader.free(*before) == Some("one"));
        // "My weight at the visit before last" is no weight before the last.
        const BESIDE: &[&str] = &["at", "on", "during", "since", "after", "until"];
        if (0..at).any(|before| reader.free(before).is_some_and(|word| BESIDE.contains(&word))) {
            return None;
        }
        one.into_iter().for_each(|one| reader.use_up(one));
        return Some(Back { place: Some((at, 2)), steps, is_joined });
    }
    let place = PLACES.iter().find_map(|(phrase, place)| Some((take(reader, phrase)?, *place)));
    if place.is_some() {
        return Some(Back { place, steps, is_joined });
    }
    // "From the second to the last" has two ends.
    let has_ends = ["from", "between"].iter().any(|word| reader.find(word).is_some());
    let phrases = ORDINALS.iter().flat_map(|(word, place)| FROM_END.iter().map(move |end| (*word, *end, *place)));
    for (word, end, place) in phrases.filter(|(_, end, _)| !has_ends || !end.starts_with("to ")) {
        if let Some(at) = take(reader, &format!("{word} {end}")) {
            return Some(Back { place: Some((at, place)), steps, is_joined });
        }
    }
    Some(Back { place: None, steps, is_joined })
}

/// Takes each "the one before that" at the end, and returns how many there are and whether "and" stands before the last; `None` where one
/// points to something else.
fn steps(reader: &mut Reader<'_>) -> Option<(usize, bool)> {
    let (mut end, mut steps, mut is_joined) = (reader.tokens.len(), 0, false);
    while let Some(at) = BEFORE_THAT.iter().find_map(|phrase| take_last(reader, phrase, end)) {
        let and = at.checked_sub(1).filter(|before| reader.free(*before) == Some("and"));
        // "I had surgery. What was my weight before that?"
        let is_apart = and.is_some() || reader.tokens.get(at).is_some_and(|token| token.clause);
        if !is_apart {
            return None;
        }
        and.into_iter().for_each(|and| reader.use_up(and));
        is_joined |= steps == 0 && and.is_some();
        (end, steps) = (and.unwrap_or(at), steps + 1);
    }
    Some((steps, is_joined))
}

/// Takes `phrase`, written with spaces or with hyphens.
fn take(reader: &mut Reader<'_>, phrase: &str) -> Option<usize> {
    reader.take(phrase).or_else(|| reader.take(&phrase.replace(' ', "-")))
}

/// Takes `phrase` where it stands right before the word at `end`.
fn take_last(reader: &mut Reader<'_>, phrase: &str, end: usize) -> Option<usize> {
    let words: Vec<&str> = phrase.split(' ').collect();
    let at = end.checked_sub(words.len())?;
    let is_there = (at..end).zip(&words).all(|(at, word)| reader.free(at) == Some(*word));
    is_there.then(|| (at..end).for_each(|at| reader.use_up(at)))?;
    Some(at)
}

/// Whether `words` count from the end, or point to the one before.
pub(in crate::question::exact) fn counts_back(words: &[Word]) -> bool {
    let said = words.iter().map(|word| word.lower.replace('-', " ")).collect::<Vec<_>>().join(" ");
    let said = format!(" {said} ");
    let has = |phrase: &str| said.contains(&format!(" {phrase} "));
    let ordinal = |(word, _): &(&str, usize)| FROM_END.iter().any(|end| has(&format!("{word} {end}")));
    let at_end = BEFORE_LAST.iter().any(|phrase| said.ends_with(&format!(" {phrase} ")));
    PLACES.iter().any(|(phrase, _)| has(phrase))
        || ORDINALS.iter().any(ordinal)
        || BEFORE_THAT.iter().any(|phrase| has(phrase))
        || at_end
}

#[cfg(test)]
mod tests {
    use super::super::reader::tokens;
    use super::*;
    use crate::question::plan::simple_words;

    fn read(question: &str) -> Option<(Option<usize>, usize)> {
        let words = simple_words(question);
        let mut reader = Reader { tokens: tokens(question, &words) };
        back(&mut reader).map(|back| (back.place.map(|(_, place)| place), back.steps))
    }

    #[test]
    fn places_are_counted_from_the_end() {
        for (question, read_as) in [
            ("What was my last but one A1c?", Some((Some(2), 0))),
            ("my second-to-last A1c", Some((Some(2), 0))),
            ("my second last A1c", Some((Some(2), 0))),
            ("3rd most recent weight", Some((Some(3), 0))),
            ("the A1c before the last one", Some((Some(2), 0))),
            ("What was my last A1c, the one before that?", Some((None, 1))),
            ("What was my last A1c, the one before that, before that?", Some((None, 2))),
            ("My weight at the visit before last", None),
            ("My previous weight, the one before that?", Some((Some(2), 1))),
            ("I had surgery. What was my weight before that?", None),
            ("What was my weight before the last visit?", Some((None, 0))),
            ("days from the second to the last shot", Some((None, 0))),
            ("What was my second highest A1c?", Some((None, 0))),
        ] {
            assert_eq!(read(question), read_as, "{question}");
        }
    }

    #[test]
    fn words_that_count_back_are_known_as_such() {
        for question in
            ["the last but one", "and the one before that", "A1c before the last one", "my third-to-last A1c"]
        {
            assert!(counts_back(&simple_words(question)), "{question}");
        }
        for question in ["my last A1c", "weight before the last visit", "the second A1c", "before my surgery"] {
            assert!(!counts_back(&simple_words(question)), "{question}");
        }
    }
}
