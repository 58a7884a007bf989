//! Slips of the pen in a question, put right by the words of the records.
//!
//! A word is looked at where nothing knows it: no passage holds it, and neither do the word lists. It is then read as the nearest of the
//! [`Terms`] of records or of a library, within [`most_slips`] insertions, deletions, replacements or swaps of neighbours (Damerau 1964, in the restricted form). Words
//! with a digit, short ones, names and whatever stands \*between asterisks\* are left alone. Where it makes one of the table's runs of
//! words whole (`heart atack`), it is read as that word instead. The question stays as it is; what it is read as is looked for beside it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{closed, concepts, tongue};
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
    /// The term of the index that it is read as, or the whole word of the table.
    pub term: String,
    /// Whether it is a word of the table, with which the question is read as if it had been typed so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_run: bool,
}

/// Returns `question` as it is read where words of it make runs of the table whole.
pub fn read_as<'q>(question: &'q str, corrections: &[Correction]) -> Cow<'q, str> {
    let mut read = Cow::Borrowed(question);
    for correction in corrections.iter().rev().filter(|correction| correction.of_run) {
        let (start, end) = (correction.span.start(), correction.span.end());
        if correction.span.of(question).is_some() {
            read.to_mut().replace_range(start..end, &correction.term);
        }
    }
    read
}

/// Returns how many slips are put right in a word of so many letters.
pub fn most_slips(letters: usize) -> usize {
    match letters {
        0..LEAST_LETTERS => 0,
        LEAST_LETTERS..LONG => 1,
        _ => 2,
    }
}

/// Where the terms stand that a word may be read as.
pub trait Terms {
    /// Returns whether a text has `term`.
    fn has(&self, term: &str) -> bool;

    /// Returns the terms that begin with `start`, in byte order, each with the number of texts that have it.
    fn beginning(&self, start: &str) -> impl Iterator<Item = (&str, u32)>;
}

impl Terms for Postings {
    fn has(&self, term: &str) -> bool {
        self.list(term).doc_freq() > 0
    }

    fn beginning(&self, start: &str) -> impl Iterator<Item = (&str, u32)> {
        self.vocabulary(start)
    }
}

/// A word of a question that may be a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubted {
    /// Which of the question's words it is.
    at: usize,
    /// Where it stands.
    span: Span<Question>,
    /// The word in lower case.
    pub lower: String,
    /// Its term.
    pub term: String,
}

/// Returns the words of `question` that may be slips where nothing knows them, in their order: no short ones, none with a digit, between
/// asterisks or in the stretches `named`, which are names of something.
pub fn doubted(question: &str, named: impl IntoIterator<Item = Span<Question>>) -> Vec<Doubted> {
    let kept: Vec<Span<Question>> = between_asterisks(question).into_iter().chain(named).collect();
    let mut found = Vec::new();
    for (at, word) in analyze::words::<Question>(question).enumerate() {
        let lower = word.text.to_lowercase();
        let plain = lower.chars().all(char::is_alphabetic) && most_slips(lower.chars().count()) > 0;
        if plain
            && !kept.iter().any(|span| span.overlaps(word.span))
            && let Some(term) = analyze::term(word.text)
        {
            found.push(Doubted { at, span: word.span, lower, term });
        }
    }
    found
}

/// Returns what the words of `question` are read as that neither `terms` nor `knows` (asked in lower case) have, in their order; those in
/// the stretches `named`, which are names of something, stay.
pub fn corrections(
    question: &str,
    terms: &impl Terms,
    knows: impl Fn(&str) -> bool,
    named: impl IntoIterator<Item = Span<Question>>,
) -> Vec<Correction> {
    let named: Vec<Span<Question>> = named.into_iter().collect();
    if tongue::is_foreign(question, named.iter().copied()) {
        return Vec::new();
    }
    let mut found = asking(question, terms, &knows, &named);
    let asked: Vec<Span<Question>> = found.iter().map(|correction| correction.span).collect();
    let all: Vec<String> = analyze::words::<Question>(question).map(|word| word.text.to_lowercase()).collect();
    for Doubted { at, span, lower, term } in doubted(question, named.into_iter().chain(asked)) {
        // Nearly all words stand in some passage, and the lists are slower to ask.
        if terms.has(&term) || knows(&lower) {
            continue;
        }
        let letters = lower.chars().count();
        if let Some(whole) = of_run(&all, at, most_slips(letters)) {
            found.push(Correction { span, term: whole.to_owned(), of_run: true });
            continue;
        }
        // Terms are stems: of "shortness" five letters are compared, of which two are too many.
        let most = most_slips(letters.min(term.chars().count()));
        if let Some(nearest) = nearest(&term, most, terms) {
            found.push(Correction { span, term: nearest, of_run: false });
        }
    }
    found.sort_by_key(|correction| correction.span.start());
    found
}

/// Returns what the words of `question` are read as that are slips of those with which questions ask.
fn asking(
    question: &str,
    terms: &impl Terms,
    knows: impl Fn(&str) -> bool,
    named: &[Span<Question>],
) -> Vec<Correction> {
    let words: Vec<_> = analyze::words::<Question>(question).collect();
    let starred = between_asterisks(question);
    let kept = |span: Span<Question>| starred.iter().chain(named).any(|kept| kept.overlaps(span));
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let lower = word.text.to_lowercase();
        let next = words.get(at + 1).map(|next| next.text.to_lowercase());
        let Some(whole) = closed::meant(&lower, next.as_deref()) else { continue };
        let is_there = analyze::term(word.text).is_some_and(|term| terms.has(&term));
        if !kept(word.span) && !is_there && !knows(&lower) {
            found.push(Correction { span: word.span, term: whole.to_owned(), of_run: true });
        }
    }
    found
}

/// The word of a run of the table that the word at `at` is within `most` slips of, where the words beside it are the others of that run.
fn of_run(words: &[String], at: usize, most: usize) -> Option<&'static str> {
    let word: Vec<char> = words.get(at)?.chars().collect();
    let mut table = Table::default();
    for run in concepts::runs() {
        for (place, whole) in run.iter().enumerate() {
            let Some(here) = at.checked_sub(place).and_then(|from| words.get(from..from + run.len())) else { continue };
            let others = here.iter().zip(&run).enumerate().filter(|(number, _)| *number != place);
            if word.iter().copied().ne(whole.chars())
                && others.into_iter().all(|(_, (said, known))| said == known)
                && word.first() == whole.chars().next().as_ref()
                && table.slips(&word, whole, most).is_some()
            {
                return Some(whole);
            }
        }
    }
    None
}

/// The one of `terms` that is fewest slips from `term`; of several the one in most texts, then the first.
fn nearest(term: &str, most: usize, terms: &impl Terms) -> Option<String> {
    let word: Vec<char> = term.chars().collect();
    let letters = letters(term);
    let mut table = Table::default();
    let mut best: Option<(usize, std::cmp::Reverse<u32>, &str)> = None;
    // The first letter is hardly ever wrong (Pollock and Zamora 1984).
    let first: String = word.iter().take(1).collect();
    for (other, doc_freq) in terms.beginning(&first) {
        let within = best.map_or(most, |(slips, ..)| slips);
        // A slip brings at most one letter and takes at most one away; a number is another number.
        let theirs = self::letters(other);
        let apart = (letters & !theirs).count_ones().max((theirs & !letters).count_ones());
        if apart as usize > within || !other.chars().all(char::is_alphabetic) {
            continue;
        }
        if let Some(slips) = table.slips(&word, other, within) {
            let candidate = (slips, std::cmp::Reverse(doc_freq), other);
            best = Some(best.map_or(candidate, |best| best.min(candidate)));
        }
    }
    best.map(|(.., term)| term.to_owned())
}

/// Returns the set of the characters of `word` by their numbers modulo 64, as bits.
fn letters(word: &str) -> u64 {
    word.chars().fold(0, |set, letter| set | 1 << (u32::from(letter) % u64::BITS))
}

/// The rows of the table of dynamic programming that are needed, and the letters of the word compared with.
#[derive(Default)]
struct Table {
    other: Vec<char>,
    before: Vec<usize>,
    last: Vec<usize>,
    next: Vec<usize>,
}

impl Table {
    /// Returns how many slips lie between two words, if no more than `most`.
    fn slips(&mut self, word: &[char], other: &str, most: usize) -> Option<usize> {
        let Table { other: letters, before, last, next } = self;
        letters.clear();
        letters.extend(other.chars());
        if word.len().abs_diff(letters.len()) > most {
            return None;
        }
        before.clear();
        last.clear();
        last.extend(0..=letters.len());
        for (row, letter) in word.iter().enumerate() {
            next.clear();
            next.push(row + 1);
            for (column, wanted) in letters.iter().enumerate() {
                let at = |line: &[usize], place: usize| line.get(place).copied().unwrap_or(usize::MAX / 2);
                let mut least = (at(last.as_slice(), column + 1) + 1).min(at(next.as_slice(), column) + 1);
                least = least.min(at(last.as_slice(), column) + usize::from(letter != wanted));
                let swapped = row > 0
                    && column > 0
                    && word.get(row - 1) == Some(wanted)
                    && letters.get(column - 1) == Some(letter);
                if swapped {
                    least = least.min(at(before.as_slice(), column - 1) + 1);
                }
                next.push(least);
            }
            if next.iter().all(|slips| *slips > most) {
                return None;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, next);
        }
        last.last().copied().filter(|slips| *slips <= most)
    }
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
        corrections(question, &postings, knows, []).into_iter().map(|correction| correction.term).collect()
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
    fn a_stem_has_no_more_slips_than_its_own_letters_allow_and_names_stay() {
        let postings = Postings::build([["start of the care plan", "metformin"]]);
        let read = |question: &str, named: &[Span<Question>]| {
            corrections(question, &postings, |_| false, named.iter().copied()).len()
        };
        assert_eq!(read("shortness of breath", &[]), 0);
        assert_eq!(read("metfromin", &[]), 1);
        assert_eq!(read("metfromin", &[Span::new(0..9).unwrap()]), 0);
    }

    #[test]
    fn a_slip_within_a_run_of_the_table_is_read_as_its_word() {
        let postings = Postings::build([["myocardial infarction", "attach the form"]]);
        let found = |question: &str| corrections(question, &postings, |_| false, []);
        let put_right = |question: &str| read_as(question, &found(question)).into_owned();
        assert_eq!(put_right("Have I had a heart atack?"), "Have I had a heart attack?");
        assert_eq!(put_right("É: heart attck, heart attak?"), "É: heart attack, heart attack?");
        for kept in ["an atack", "heart ache", "atack heart", "heart xtack", "*heart atack*"] {
            assert_eq!(put_right(kept), kept);
        }
    }

    #[test]
    fn a_slip_in_what_a_question_asks_with_is_read_as_that_word() {
        let postings = Postings::build([["metformin", "hwo"]]);
        let found = |question: &str| corrections(question, &postings, |word| word == "wich", []);
        let put_right = |question: &str| read_as(question, &found(question)).into_owned();
        assert_eq!(put_right("waht was my last metformin"), "what was my last metformin");
        assert_eq!(put_right("wehn was my lsat one"), "when was my last one");
        for kept in ["*waht* was it", "hwo many", "wich one", "what was my last"] {
            assert_eq!(put_right(kept), kept);
        }
        assert_eq!(put_right("Wehn war mein letzter metfromin"), "Wehn war mein letzter metfromin");
        assert_eq!(found("Wann war mein letzter metfromin"), [], "questions are read in English");
    }

    #[test]
    fn spans_stand_on_the_words() {
        let postings = Postings::build([["metformin"]]);
        let question = "é metfromin";
        let found = corrections(question, &postings, |_| false, []);
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
            prop_assert_eq!(Table::default().slips(&letters, &b, most), Some(whole).filter(|slips| *slips <= most));
        }

        #[test]
        fn the_nearest_is_that_of_looking_at_all(words in prop::collection::vec("[abcé]{5,9}", 1..12), word in "[abcé]{5,9}") {
            let postings = Postings::build(words.iter().map(|word| [word.as_str()]));
            let term = analyze::term(&word).unwrap_or_default();
            let letters: Vec<char> = term.chars().collect();
            let near = |(other, doc_freq): (&str, u32)| {
                let slips = naive(&letters, &other.chars().collect::<Vec<_>>());
                (slips <= 2 && other.chars().next() == letters.first().copied()).then_some((slips, std::cmp::Reverse(doc_freq), other.to_owned()))
            };
            let all = postings.vocabulary("").filter_map(near).min().map(|(.., other)| other);
            prop_assert_eq!(nearest(&term, 2, &postings), all);
        }
    }
}
