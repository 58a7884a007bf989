//! Who somebody is to another, beside a word that is a name then: "her son Des", "Stone, a neighbor".

use std::ops::Range;

/// What people are to each other.
#[rustfmt::skip] // words of one kind, in a few lines
const RELATIONS: &[&str] = &[
    "mother", "father", "mom", "mum", "dad", "parent", "brother", "sister", "sibling", "son", "daughter", "child", "twin", "wife", "husband", "spouse", "partner", "fiance",
    "fiancee", "girlfriend", "boyfriend", "uncle", "aunt", "auntie", "cousin", "niece", "nephew", "grandmother", "grandfather", "grandma", "grandpa", "grandson",
    "granddaughter", "stepmother", "stepfather", "stepson", "stepdaughter", "friend", "neighbor", "neighbour", "roommate", "flatmate", "coworker", "colleague", "boss",
    "landlord", "landlady", "employer", "teacher", "coach", "caregiver", "carer", "guardian", "widow", "widower", "baby", "godmother", "godfather", "classmate",
];
/// What stands between a name and a relation behind it.
const WHOSE: &[&str] = &["a", "an", "the", "her", "his", "their", "my", "our", "your", "another", "one"];
/// Words that may stand before such a relation: "an old friend".
const MOST_BETWEEN: usize = 2;

/// Returns whether the word of `text` at `word` stands behind a relation ("her son Des") or, where it `is_name` as well, before one that
/// says who it is ("Stone, a neighbor").
pub(super) fn is_beside_a_relation(text: &str, word: Range<usize>, is_name: bool) -> bool {
    let is_relation = |said: &str| RELATIONS.contains(&said.to_lowercase().as_str());
    let before = text.get(..word.start).unwrap_or_default();
    let near = before.trim_end_matches([' ', '\t', '\n', '\u{a0}']);
    let near = near.strip_suffix(',').unwrap_or(near);
    let last = near.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    if near.len() < before.len() && is_relation(last) {
        return true;
    }
    let Some(behind) =
        text.get(word.end..).filter(|_| is_name).and_then(|rest| rest.trim_start().strip_prefix([',', '(']))
    else {
        return false;
    };
    let clause = behind.split([',', '.', ';', ')', '\n']).next().unwrap_or_default();
    let mut words = clause.split_whitespace();
    words.next().is_some_and(|first| WHOSE.contains(&first.to_lowercase().as_str()) || is_relation(first))
        && (clause.split_whitespace().next().is_some_and(is_relation) || words.take(MOST_BETWEEN + 1).any(is_relation))
}
