//! What stands for what within one request, and prose with the originals put back.
//!
//! This is for reading on the device alone: a quotation never comes by this way, and nothing that is put back here is sent.

use aho_corasick::{AhoCorasick, MatchKind};
use serde::Serialize;

use crate::error::{Error, Result};

/// The pseudonyms and intervals of one request with what they stand for; used to restore the prose.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Surrogates(Vec<(String, String)>);

impl Surrogates {
    /// Adds that `surrogate` stands for `original`.
    ///
    /// # Errors
    /// `internal` when the surrogate already stands for something else: the map must run both ways.
    pub fn add(&mut self, surrogate: &str, original: &str) -> Result<()> {
        match self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(surrogate)) {
            Some((_, other)) if other != original => Err(Error::internal("one surrogate was given to two originals")),
            Some(_) => Ok(()),
            None => {
                self.0.push((surrogate.to_owned(), original.to_owned()));
                Ok(())
            }
        }
    }

    /// Returns `prose` with every surrogate that stands as words of its own replaced by its original.
    pub(crate) fn restore(&self, prose: &str) -> Vec<ProsePart> {
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(self.0.iter().map(|(surrogate, _)| surrogate));
        let mut parts = Vec::new();
        let mut at = 0;
        for found in automaton.iter().flat_map(|automaton| automaton.find_iter(prose)) {
            let head = prose.get(..found.start()).unwrap_or_default();
            let tail = prose.get(found.end()..).unwrap_or_default();
            let is_part = head.ends_with(char::is_alphanumeric) || tail.starts_with(char::is_alphanumeric);
            if is_part || is_longer_count(head, prose.get(found.range())) {
                continue;
            }
            if let Some((_, original)) = self.0.get(found.pattern().as_usize()) {
                push_prose(&mut parts, prose.get(at..found.start()), None);
                push_prose(&mut parts, Some(original), prose.get(found.range()));
                at = found.end();
            }
        }
        push_prose(&mut parts, prose.get(at..), None);
        parts
    }
}

/// Returns whether an interval found after `head` is only the end of a longer one: "2-3 months before day 0", "1 year and 3
/// months before day 0", "less than 1 month before day 0". Putting a date there would say something that nobody said.
fn is_longer_count(head: &str, found: Option<&str>) -> bool {
    if !found.is_some_and(|found| found.starts_with(|c: char| c.is_ascii_digit())) {
        return false;
    }
    let mut words = head.split_whitespace().rev();
    let last = words.next().unwrap_or_default().to_ascii_lowercase();
    let counts = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches('s');
        word.ends_with(|c: char| c.is_ascii_digit()) || matches!(word, "day" | "week" | "month" | "year")
    };
    let joins = matches!(last.as_str(), "and" | "to" | "or" | "," | "-" | "–");
    let touching = head.ends_with(['-', '–', '.', '/', ',']);
    touching
        || last == "than"
        || counts(&last)
        || (joins && words.next().is_some_and(|word| counts(&word.to_ascii_lowercase())))
}

fn push_prose(parts: &mut Vec<ProsePart>, text: Option<&str>, surrogate: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        parts.push(ProsePart { text: text.to_owned(), surrogate: surrogate.map(str::to_owned) });
    }
}

/// A stretch of prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProsePart {
    /// The text to show.
    pub text: String,
    /// The surrogate that the model wrote here, where the text was put back for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surrogate: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(parts: &[ProsePart]) -> String {
        parts.iter().map(|part| part.text.as_str()).collect()
    }

    fn surrogates() -> Surrogates {
        let mut surrogates = Surrogates::default();
        for (surrogate, original) in [
            ("Patient K7", "Amara Okafor"),
            ("day 0", "2024-03-02"),
            ("3 months before day 0", "2023-12-01"),
            ("R1", "ref one"),
        ] {
            surrogates.add(surrogate, original).unwrap();
        }
        surrogates
    }

    #[test]
    fn surrogates_are_restored_longest_first_and_as_whole_words() {
        let parts =
            surrogates().restore("patient k7 rose from 3 months before day 0 to Day 0 (R1), not R12 or today 0.");
        assert_eq!(texts(&parts), "Amara Okafor rose from 2023-12-01 to 2024-03-02 (ref one), not R12 or today 0.");
        assert_eq!(parts[0].surrogate.as_deref(), Some("patient k7"));
    }

    #[test]
    fn the_end_of_a_longer_interval_is_left_as_the_model_wrote_it() {
        for prose in [
            "1 year and 3 months before day 0.",
            "2-3 months before day 0",
            "between 2 and 3 months before day 0",
            "2.3 months before day 0",
            "2 to 3 months before day 0",
        ] {
            let parts = surrogates().restore(prose);
            assert!(!texts(&parts).contains("2023-12-01"), "{}", texts(&parts));
        }
        assert!(texts(&surrogates().restore("It was normal 3 months before day 0.")).contains("2023-12-01"));
    }

    #[test]
    fn one_surrogate_cannot_stand_for_two() {
        let mut surrogates = surrogates();
        assert!(surrogates.add("day 0", "2024-03-02").is_ok());
        assert!(surrogates.add("Day 0", "2024-03-03").is_err());
    }

    proptest! {
        #[test]
        fn prose_without_surrogates_comes_back_as_it_was(prose in "[a-z éñ🩺.,]{0,60}") {
            prop_assert_eq!(texts(&surrogates().restore(&prose)), prose);
        }
    }
}
