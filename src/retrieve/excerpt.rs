//! What a cross-encoder reads of a long passage: the sentences that share most with the question.
//!
//! Reading takes time that grows with the square of the length, and what answers a question stands in a sentence or two. The words of the question
//! choose them, each by how rare it is: a query-biased summary (Tombros and Sanderson, *Advantages of Query Biased Summaries in
//! Information Retrieval*, SIGIR 1998), read in the place of the whole as by Hofstätter et al., *Intra-Document Cascading*, SIGIR 2021.

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::index::analyze;
use crate::index::bm25::{Parameters, Weights};
use crate::index::postings::Postings;
use crate::span::DocumentText;

/// Characters of an excerpt, at most, but for a first sentence that is longer: some 150 tokens.
pub const MOST_CHARS: usize = 600;

/// What the terms of a question say of a sentence.
pub struct Chooser {
    worth: BTreeMap<String, f64>,
}

impl Chooser {
    /// Returns the chooser for the terms of `query`, as rare as `postings` have them.
    pub fn new(postings: &Postings, query: &Weights, parameters: Parameters) -> Self {
        let idf = |term: &str| parameters.idf(postings.passages(), postings.list(term).doc_freq());
        Chooser { worth: query.iter().map(|(term, weight)| (term.clone(), weight * idf(term))).collect() }
    }

    /// Returns the sentences of `text` that share most with the question, in their order; the whole text where it is not longer than
    /// [`MOST_CHARS`]. Of sentences that share as much the earlier come first.
    pub fn excerpt(&self, text: &str) -> String {
        if text.chars().count() <= MOST_CHARS {
            return text.to_owned();
        }
        let sentences: Vec<&str> = text.split_sentence_bounds().collect();
        let mut order: Vec<(f64, usize)> =
            sentences.iter().enumerate().map(|(at, sentence)| (self.worth(sentence), at)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let (mut chosen, mut used) = (Vec::new(), 0);
        for (_, at) in order {
            let length = sentences.get(at).map_or(0, |sentence| sentence.chars().count());
            if chosen.is_empty() || used + length <= MOST_CHARS {
                used += length;
                chosen.push(at);
            }
        }
        chosen.sort_unstable();
        chosen.into_iter().filter_map(|at| sentences.get(at).copied()).collect()
    }

    /// What the terms that `sentence` has are worth, each once.
    fn worth(&self, sentence: &str) -> f64 {
        let mut seen: Vec<&str> = Vec::new();
        let mut worth = 0.0;
        for word in analyze::words::<DocumentText>(sentence) {
            let Some((term, more)) = analyze::term(word.text).and_then(|term| self.worth.get_key_value(&term)) else {
                continue;
            };
            if !seen.contains(&term.as_str()) {
                seen.push(term);
                worth += more;
            }
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::bm25;

    fn chooser(query: &str, passages: &[&str]) -> Chooser {
        let postings = Postings::build(passages.iter().map(|text| [*text]));
        Chooser::new(&postings, &bm25::weights(analyze::bag(query)), Parameters::default())
    }

    #[test]
    fn a_short_text_is_read_whole() {
        assert_eq!(chooser("knee", &["knee"]).excerpt("Fever. Cough."), "Fever. Cough.");
    }

    #[test]
    fn of_a_long_text_the_sentences_that_answer_are_read_in_their_order() {
        let filler = "Nothing of this matters to anybody who asks. ".repeat(20);
        let text = format!("The knee hurts at night. {filler}The fever of the knee is gone. {filler}");
        let excerpt = chooser("fever of the knee", &["fever", "a letter", "knee"]).excerpt(&text);
        assert!(excerpt.starts_with("The knee hurts at night. "), "{excerpt}");
        assert!(excerpt.contains("The fever of the knee is gone. "), "{excerpt}");
        assert!(excerpt.chars().count() <= MOST_CHARS);
        let none = chooser("zzz", &["fever"]).excerpt(&text);
        assert!(
            none.starts_with("The knee hurts at night. Nothing"),
            "what shares nothing is read from its beginning: {none}"
        );
    }

    #[test]
    fn what_is_read_may_be_as_long_as_there_is_room_and_no_longer() {
        let chooser = chooser("fever", &["fever", "knee"]);
        let fever = "Fever at night. ";
        let rest = format!("{}.", "X".repeat(MOST_CHARS - fever.len() - 1));
        let full = format!("{fever}{rest}");
        assert_eq!((full.len(), chooser.excerpt(&full)), (MOST_CHARS, full.clone()), "a text of just that length");
        // Of what is longer the sentences are read that have room, the last of them to the last character.
        assert_eq!(chooser.excerpt(&format!("No. {full}")), format!("No. {fever}"));
        assert_eq!(chooser.excerpt(&format!("{}. {full}", "Y".repeat(MOST_CHARS))), full);
    }

    #[test]
    fn a_rare_word_is_worth_more_than_a_common_one_and_each_word_counts_once() {
        let chooser = chooser("fever knee", &["fever", "knee", "knee pain", "knee swelling"]);
        assert!(chooser.worth("The fever.") > chooser.worth("The knee."));
        assert_eq!(chooser.worth("Knee, knee and knees."), chooser.worth("The knee."));
        let both = chooser.worth("The fever.") + chooser.worth("The knee.");
        assert!((chooser.worth("Fever of the knee") - both).abs() < 1e-12);
        assert_eq!(chooser.worth("Cough."), 0.0);
        // What the question says twice counts twice.
        let of = |query: &str| self::chooser(query, &["fever", "knee"]).worth("Fever.");
        assert!((of("fever, fever") - 2.0 * of("fever")).abs() < 1e-12);
    }

    #[test]
    fn a_sentence_that_is_too_long_is_read_all_the_same() {
        let text = "knee ".repeat(300);
        assert_eq!(chooser("knee", &["knee"]).excerpt(&text), text);
    }
}
