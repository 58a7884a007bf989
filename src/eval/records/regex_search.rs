//! The keyword search of the reference system, made again to compare with: up to ten keywords of the question, each a pattern, and
//! documents ordered by how many of them match.

use regex::{Regex, RegexBuilder};

use crate::index::analyze;
use crate::span::Question;

/// Keywords taken from a question.
pub const KEYWORDS: usize = 10;

/// Returns the keywords of `question`: its first [`KEYWORDS`] distinct words that are no stop words, as patterns that ignore case.
pub fn keywords(question: &str) -> Vec<Regex> {
    let mut words: Vec<String> = Vec::new();
    for word in analyze::words::<Question>(question) {
        let lower = word.text.to_lowercase();
        if analyze::term(word.text).is_some() && !words.contains(&lower) {
            words.push(lower);
        }
    }
    words.truncate(KEYWORDS);
    let pattern = |word: &String| RegexBuilder::new(&regex::escape(word)).case_insensitive(true).build().ok();
    words.iter().filter_map(pattern).collect()
}

/// Returns the numbers of the best `k` of `texts` for `keywords`: by how many match, the earlier of two that are alike.
pub fn search(keywords: &[Regex], texts: &[&str], k: usize) -> Vec<usize> {
    let count = |text: &&str| keywords.iter().filter(|keyword| keyword.is_match(text)).count();
    let mut scored: Vec<(usize, usize)> = texts.iter().map(count).enumerate().filter(|(_, count)| *count > 0).collect();
    scored.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.into_iter().take(k).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_with_more_keywords_come_first() {
        let keywords = keywords("What was Okafor's blood pressure?");
        assert_eq!(keywords.len(), 3);
        let texts = ["okafor", "Blood pressure of Okafor's", "nothing", "blood pressure"];
        assert_eq!(search(&keywords, &texts, 3), [1, 3]);
    }
}
