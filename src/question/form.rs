//! Whether a text asks, or states: "Does statin use raise the risk of diabetes?" and "Statin use raises the risk of diabetes."
//!
//! Both are looked for. Models that were trained on questions and the passages that answer them read what is stated less well than words and
//! vectors do, so that it is ranked otherwise ([`crate::retrieve::stages::QuestionType`]).

use unicode_segmentation::UnicodeSegmentation as _;

/// Words that a text begins with that asks, or that asks for something.
const OPENING: &[&str] = &[
    "what",
    "which",
    "who",
    "whom",
    "whose",
    "when",
    "where",
    "why",
    "how",
    "is",
    "are",
    "was",
    "were",
    "am",
    "do",
    "does",
    "did",
    "can",
    "could",
    "should",
    "would",
    "will",
    "shall",
    "may",
    "might",
    "must",
    "has",
    "have",
    "had",
    "list",
    "name",
    "mention",
    "describe",
    "define",
    "explain",
    "tell",
    "show",
    "give",
    "find",
    "compare",
    "summarize",
    "summarise",
];

/// Words that ask wherever they stand.
const ANYWHERE: &[&str] = &["what", "please"];

/// Words from which on a text without an asking word states something; fewer are words to look for.
const SENTENCE: usize = 5;

/// The same, where it ends as a sentence does.
const ENDED: usize = 3;

/// Returns whether `text` asks, or is no more than words to look for; it states something else.
pub fn asks(text: &str) -> bool {
    let words: Vec<String> = text.unicode_words().map(str::to_lowercase).collect();
    let opens = words.first().is_some_and(|word| OPENING.contains(&word.as_str()));
    let asks_within = || words.iter().any(|word| ANYWHERE.contains(&word.as_str()));
    let least = if text.trim_end().ends_with('.') { ENDED } else { SENTENCE };
    text.contains('?') || words.len() < least || opens || asks_within()
}

#[cfg(test)]
mod tests {
    use super::asks;

    #[test]
    fn questions_requests_and_words_to_look_for_ask() {
        for text in [
            "Does statin use raise the risk of diabetes?",
            "how is asthma treated in small children",
            "List symptoms of Allgrove syndrome.",
            "The enzyme is involved in what pathway of the cell",
            "As of 2019, what is known of it",
            "my last HbA1c",
            "blood pressure 2019",
            "",
        ] {
            assert!(asks(text), "{text}");
        }
    }

    #[test]
    fn sentences_state() {
        for text in [
            "Statin use raises the risk of diabetes.",
            "Obesity decreases life quality.",
            "CDK6 shows impaired binding to loss-of-function variants of p18",
            "0-dimensional biomaterials lack inductive properties",
        ] {
            assert!(!asks(text), "{text}");
        }
    }
}
