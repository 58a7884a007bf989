//! Slips of the pen in a question, put right by the words of the records.
//!
//! A word is looked at where nothing knows it: no passage holds it, and neither do the word lists. It is then read as the nearest term of
//! the index, within [`most_slips`] insertions, deletions, replacements or swaps of neighbours (Damerau 1964, in the restricted form). Words
//! with a digit, short ones, names and whatever stands \*between asterisks\* are left alone. The question stays as it is; what it is
//! read as is looked for beside it.

use serde::{Deserialize, Serialize};

use crate::index::analyze;
use crate::index::postings::Postings;
use crate::span::{Question, Span};

/// Letters that a word has at least.
const LEAST_LETTERS: usize = 5;

/// Letters from which on two slips are put right.
const LONG: usize = 9;

/// A word of a question that is read as another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Where the word stands.
    pub span: Span<Question>,
    /// The term of the index that it is read as.
    pub term: String,
}

/// Returns how many slips are put right in a word of so many letters.
pub fn most_slips(letters: usize) -> usize {
    match letters {
        0..LEAST_LETTERS => 0,
        LEAST_LETTERS..LONG => 1,
        _ => 2,
    }
}

/// Returns what the words of `question` are read as that neither `postings` nor `knows` (asked in lower case) have, in their order.
pub fn corrections(question: &str, postings: &Postings, knows: impl Fn(&str) -> bool) -> Vec<Correction> {
    let kept = between_asterisks(question);
    let mut found = Vec::new();
    for word in analyze::words::<Question>(question) {
        let lower = word.text.to_lowercase();
        let letters = lower.chars().count();
        let plain = lower.chars().all(char::is_alphabetic) && most_slips(letters) > 0;
        if !plain || kept.iter().any(|span| span.overlaps(word.span)) || knows(&lower) {
            continue;
        }
        let Some(term) = analyze::term(word.text) else { continue };
        if postings.list(&term).doc_freq() > 0 {
            continue;
        }
        if let Some(nearest) = nearest(&term, most_slips(letters), postings) {
            found.push(Correction { span: word.span, term: nearest });
        }
    }
    found
}

/// The term of the index that is fewest slips from `term`; of several the one in most passages, then the first.
fn nearest(term: &str, most: usize, postings: &Postings) -> Option<String> {
    let word: Vec<char> = term.chars().collect();
    let mut best: Option<(usize, std::cmp::Reverse<u32>, &str)> = None;
    for (other, doc_freq) in postings.vocabulary() {
        // The first letter is hardly ever wrong (Pollock and Zamora 1984), and a number is another number.
        if !other.starts_with(word.first().copied().unwrap_or(' ')) || !other.chars().all(char::is_alphabetic) {
            continue;
        }
        let within = best.map_or(most, |(slips, ..)| slips);
        if let Some(slips) = slips(&word, other, within) {
            let candidate = (slips, std::cmp::Reverse(doc_freq), other);
            best = Some(best.map_or(candidate, |best| best.min(candidate)));
        }
    }
    best.map(|(.., term)| term.to_owned())
}

/// Returns how many slips lie between two words, if no more than `most`.
fn slips(word: &[char], other: &str, most: usize) -> Option<usize> {
    let other: Vec<char> = other.chars().collect();
    if word.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in word.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, wanted) in other.iter().enumerate() {
            let at = |line: &[usize], place: usize| line.get(place).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, column + 1) + 1).min(at(&next, column) + 1);
            least = least.min(at(&last, column) + usize::from(letter != wanted));
            let swapped =
                row > 0 && column > 0 && word.get(row - 1) == Some(wanted) && other.get(column - 1) == Some(letter);
            if swapped {
                least = least.min(at(&before, column - 1) + 1);
            }
            next.push(least);
        }
        if next.iter().all(|slips| *slips > most) {
            return None;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|slips| *slips <= most)
}

/// The stretches of `question` that stand between asterisks.
fn between_asterisks(question: &str) -> Vec<Span<Question>> {
    let marks: Vec<usize> = question.match_indices('*').map(|(at, _)| at).collect();
    marks.as_chunks::<2>().0.iter().filter_map(|[from, to]| Span::new(*from..*to + 1)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(question: &str) -> Vec<String> {
        let postings =
            Postings::build([["metformin hydrochloride"], ["colonoscopy by Okafor"], ["metoprolol metformin"]]);
        let knows = |word: &str| ["lisinopril", "please"].contains(&word);
        corrections(question, &postings, knows).into_iter().map(|correction| correction.term).collect()
    }

    #[test]
    fn a_slip_is_read_as_the_nearest_word_of_the_records() {
        assert_eq!(read("since when metfromin?"), ["metformin"]);
        assert_eq!(read("my colonosopy"), ["colonoscopi"]);
        assert_eq!(read("Metformim and metoprolol"), ["metformin"]);
    }

    #[test]
    fn what_is_known_marked_short_or_a_number_stays() {
        for question in [
            "lisinopril please",
            "*metfromin*",
            "*since metfromin* or so",
            "metformin",
            "metf",
            "B12 metfor1in",
            "zzzzzz",
            "",
        ] {
            assert_eq!(read(question), Vec::<String>::new(), "{question}");
        }
        assert_eq!(read("metfromin *metfromin"), ["metformin", "metformin"], "one asterisk marks nothing");
    }

    #[test]
    fn spans_stand_on_the_words() {
        let postings = Postings::build([["metformin"]]);
        let question = "é metfromin";
        let found = corrections(question, &postings, |_| false);
        assert_eq!(found[0].span.of(question), Some("metfromin"));
    }

    /// Plain dynamic programming over the whole table.
    fn naive(a: &[char], b: &[char]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let mut least = (table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    least = least.min(table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn slips_are_those_of_the_whole_table(a in "[abcé]{0,9}", b in "[abcé]{0,9}", most in 0_usize..4) {
            let letters: Vec<char> = a.chars().collect();
            let whole = naive(&letters, &b.chars().collect::<Vec<_>>());
            prop_assert_eq!(slips(&letters, &b, most), Some(whole).filter(|slips| *slips <= most));
        }
    }
}
