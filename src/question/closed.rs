//! Slips of the pen in the words with which a question asks: "waht was", "wehn did", "hwo many".
//!
//! They are few and known, so that a short one can be read, too: where two neighbours have changed places or one letter is missing.

use super::vocabulary;

/// The words that are read; of those that a slip could be, the first.
const WORDS: &[&str] = &[
    "what", "when", "where", "which", "whose", "many", "much", "often", "does", "have", "were", "last", "latest",
    "first", "recent", "ever", "since", "before", "after", "between", "highest", "lowest", "average", "the", "was",
    "did", "has", "how", "who", "with", "from",
];

/// Words that are no slips, though no list of questions has them.
const OTHERS: &[&str] = &[
    "hat", "hen", "wen", "hose", "man", "mch", "doe", "dos", "hae", "lat", "las", "fist", "wee", "wit", "form", "eve",
    "fro", "teh", "hoe", "lot", "for", "tat",
];

/// What shows that a question asks how.
const HOW: &[&str] = &["many", "much", "often", "long", "old", "tall", "heavy", "high", "low", "far"];

/// Fewest letters of a word that is read as another.
const LEAST: usize = 3;

/// Returns the word with which questions ask that `word` (lower case), with `next` behind it, is a slip of; `None` where it is a known word
/// or could be none.
pub fn meant(word: &str, next: Option<&str>) -> Option<&'static str> {
    let letters: Vec<char> = word.chars().collect();
    let is_plain = letters.len() >= LEAST && letters.iter().all(char::is_ascii_lowercase);
    if !is_plain || word != "teh" && OTHERS.contains(&word) || super::is_known(word) || vocabulary::is_title(word) {
        return None;
    }
    // "Hwo" is how as well as who.
    let asks_how = next.is_some_and(|next| HOW.contains(&next));
    let is_meant = |whole: &str| match whole {
        "how" => asks_how,
        "who" => !asks_how,
        _ => true,
    };
    WORDS.iter().copied().find(|whole| is_meant(whole) && (is_swapped(&letters, whole) || lacks_one(&letters, whole)))
}

/// Whether two neighbours of `whole` have changed places in `word`.
fn is_swapped(word: &[char], whole: &str) -> bool {
    let whole: Vec<char> = whole.chars().collect();
    let Some(at) = word.iter().zip(&whole).position(|(one, other)| one != other) else { return false };
    let mut turned = word.to_vec();
    if word.len() != whole.len() || at + 1 >= word.len() {
        return false;
    }
    turned.swap(at, at + 1);
    turned == whole
}

/// Whether `word` is `whole` without one letter that is not its first.
fn lacks_one(word: &[char], whole: &str) -> bool {
    let whole: Vec<char> = whole.chars().collect();
    let same = word.iter().zip(&whole).take_while(|(one, other)| one == other).count();
    word.len() + 1 == whole.len() && same > 0 && word.get(same..) == whole.get(same + 1..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_questions_are_read_in_spite_of_a_slip() {
        for (typed, next, read) in [
            ("waht", None, "what"),
            ("wht", None, "what"),
            ("whta", None, "what"),
            ("hwat", None, "what"),
            ("wehn", None, "when"),
            ("whihc", None, "which"),
            ("wich", None, "which"),
            ("whcih", None, "which"),
            ("hwo", Some("many"), "how"),
            ("hwo", Some("prescribed"), "who"),
            ("mnay", None, "many"),
            ("lsat", None, "last"),
            ("teh", None, "the"),
            ("latst", None, "latest"),
        ] {
            assert_eq!(meant(typed, next), Some(read), "{typed}");
        }
    }

    #[test]
    fn what_is_a_word_or_no_slip_stays() {
        for word in
            ["what", "were", "may", "hat", "hen", "man", "inr", "ldl", "wst", "ca", "waaht", "whom", "form", "wähn"]
        {
            assert_eq!(meant(word, None), None, "{word}");
        }
    }
}
