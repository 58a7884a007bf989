//! Who somebody is, beside a word that is a name then: "her son Des", "Stone, a neighbor", "Dr Cat", "seen by Abi".

use std::ops::Range;

/// What may stand between two words.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\u{a0}'];

/// What people are to each other.
#[rustfmt::skip] // words of one kind, in a few lines
pub(super) const RELATIONS: &[&str] = &[
    "mother", "father", "mom", "mum", "dad", "parent", "brother", "sister", "sibling", "son", "daughter", "child", "twin", "wife", "husband", "spouse", "partner", "fiance",
    "fiancee", "girlfriend", "boyfriend", "uncle", "aunt", "auntie", "cousin", "niece", "nephew", "grandmother", "grandfather", "grandma", "grandpa", "grandson",
    "granddaughter", "stepmother", "stepfather", "stepson", "stepdaughter", "friend", "neighbor", "neighbour", "roommate", "flatmate", "coworker", "colleague", "boss",
    "landlord", "landlady", "employer", "teacher", "coach", "caregiver", "carer", "guardian", "widow", "widower", "baby", "godmother", "godfather", "classmate",
];
/// What stands between a name and a relation behind it.
const WHOSE: &[&str] = &["a", "an", "the", "her", "his", "their", "my", "our", "your", "another", "one"];
/// Words that may stand before such a relation: "an old friend".
const MOST_BETWEEN: usize = 2;

/// What somebody is called by. A word with a capital behind it is a name, whatever else it may mean.
#[rustfmt::skip] // words of one kind, in a few lines
const TITLES: &[&str] = &[
    "dr", "dra", "drs", "doctor", "mr", "mrs", "ms", "miss", "mx", "prof", "professor", "nurse", "matron", "midwife", "rev", "reverend", "herr", "frau", "monsieur",
    "mme", "senor", "senora",
];

/// Returns whether the word of `text` at `word` stands behind a title: "Dr. Cat".
pub(super) fn is_behind_a_title(text: &str, word: Range<usize>) -> bool {
    let before = text.get(..word.start).unwrap_or_default();
    let near = before.trim_end_matches(BLANKS);
    let title = last_word(near.strip_suffix('.').unwrap_or(near));
    (near.len() < before.len() || near.ends_with('.')) && TITLES.contains(&title.to_lowercase().as_str())
}

/// Returns whether the word of `text` at `word` stands behind "by", as who did something does: "seen by Abi".
pub(super) fn is_by(text: &str, word: Range<usize>) -> bool {
    let before = text.get(..word.start).unwrap_or_default();
    let near = before.trim_end_matches(BLANKS);
    near.len() < before.len() && last_word(near).eq_ignore_ascii_case("by")
}

fn last_word(text: &str) -> &str {
    text.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default()
}

/// Returns whether the word of `text` at `word` stands behind a relation ("her son Des") or, where it `is_name` as well, before one that
/// says who it is ("Stone, a neighbor").
pub(super) fn is_beside_a_relation(text: &str, word: Range<usize>, is_name: bool) -> bool {
    let is_relation = |said: &str| RELATIONS.contains(&said.to_lowercase().as_str());
    let before = text.get(..word.start).unwrap_or_default();
    let near = before.trim_end_matches(BLANKS);
    let near = near.strip_suffix(',').unwrap_or(near);
    if near.len() < before.len() && is_relation(last_word(near)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, word: &str) -> Range<usize> {
        let start = text.rfind(word).unwrap();
        start..start + word.len()
    }

    #[test]
    fn a_word_behind_a_title_or_by() {
        for (text, title, by) in [
            ("Dr. Cat", true, false),
            ("Dr Cat", true, false),
            ("dr.Cat", true, false),
            ("Nurse\n\u{a0}Cat", true, false),
            ("DrCat", false, false),
            ("Mr, Cat", false, false),
            ("the Cat", false, false),
            ("seen. Cat", false, false),
            ("seen by Cat", false, true),
            ("seen By\tCat", false, true),
            ("seen by. Cat", false, false),
            ("baby Cat", false, false),
            ("byCat", false, false),
            ("Cat", false, false),
        ] {
            let word = at(text, "Cat");
            assert_eq!((is_behind_a_title(text, word.clone()), is_by(text, word)), (title, by), "{text}");
        }
    }

    #[test]
    fn a_word_beside_a_relation() {
        for (text, as_name, as_word) in [
            ("her son Stone", true, true),
            ("her son, Stone", true, true),
            ("her SON Stone", true, true),
            ("person Stone", false, false),
            ("her son. Stone", false, false),
            ("sonStone", false, false),
            // Behind a name: who it is.
            ("Stone, a neighbor", true, false),
            ("Stone (her old friend)", true, false),
            ("Stone, her very old friend", true, false),
            ("Stone, her very old dear friend", false, false),
            ("Stone, neighbor", true, false),
            ("Stone, Neighbor of hers", true, false),
            ("Stone , a neighbor", true, false),
            ("Stone, old friend", false, false),
            ("Stone, a kidney, a friend", false, false),
            ("Stone a neighbor", false, false),
            ("Stone, the", false, false),
            ("Stone", false, false),
        ] {
            let word = at(text, "Stone");
            assert_eq!(
                (is_beside_a_relation(text, word.clone(), true), is_beside_a_relation(text, word, false)),
                (as_name, as_word),
                "{text}"
            );
        }
    }
}
