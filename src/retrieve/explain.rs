//! Why a passage is where it is, as data: the page, the tests and the command line read the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Strategy;
use super::narrow::Narrowed;
use crate::document::DocumentIndex;
use crate::index::PassageIndex;
use crate::index::bm25::Bm25;
use crate::index::concepts::{Context, Relation};
use crate::question::spell::Correction;
use crate::reference::Reference;

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    /// The strategy that was asked for.
    pub asked: Strategy,
    /// The strategy that was used; another than asked for only where `fallback` says why.
    pub used: Strategy,
    /// Why another strategy was used, if one was.
    pub fallback: Option<Fallback>,
    /// The words of the question that were read as others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
    /// What the question says of the documents that may answer it, and what became of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub narrowed: Vec<Narrowed>,
    /// The other wordings of the question that passages were compared with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wordings: Vec<String>,
    /// How many passages there were to choose from.
    pub considered: Considered,
    /// The best, best first.
    pub hits: Vec<Hit>,
    /// Those that just missed: at most as many again, in order.
    pub dropped: Vec<Hit>,
    /// Of the terms of the best that are stems, a whole word of the question or of what was found.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

impl Hits {
    /// Returns `terms`, one or several with a space between, as whole words.
    pub fn whole(&self, terms: &str) -> String {
        let word = |term| self.words.get(term).map_or(term, String::as_str);
        terms.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns `question`, which these are of, as it was read where words of it are not known, and each of those with what it was read as.
    pub fn read(&self, question: &str) -> (String, Vec<(String, String)>) {
        let (mut read, mut words) = (question.to_owned(), Vec::new());
        let mut corrections: Vec<_> = self.corrections.iter().collect();
        corrections.sort_by_key(|correction| correction.span.start());
        for correction in corrections.into_iter().rev() {
            let Some(typed) = correction.span.of(question) else { continue };
            let whole = self.whole(&correction.term);
            words.push((typed.to_owned(), whole.clone()));
            read.replace_range(correction.span.start()..correction.span.end(), &whole);
        }
        words.reverse();
        (read, words)
    }
}

/// How many passages a search looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Considered {
    /// All passages of the index.
    pub passages: usize,
    /// Those that the filter admits.
    pub admitted: usize,
    /// Admitted ones that share a word with the question.
    pub keyword: usize,
    /// Admitted ones whose vector was compared.
    pub dense: usize,
}

/// A reason for ranking by keywords alone although vectors were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// The question has no vector: no embedding model is loaded.
    NoQueryVector,
    /// No passage has a vector yet: embedding has not begun.
    NoPassageVectors,
}

impl Fallback {
    /// Returns the reason in plain words.
    pub fn reason(self) -> &'static str {
        match self {
            Fallback::NoQueryVector => "ranked without vectors: no embedding model is loaded for the question",
            Fallback::NoPassageVectors => "ranked without vectors: no passage has been embedded yet",
        }
    }
}

/// A passage with its place and the parts of its score: `score` is the sum of what the parts add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The passage.
    pub passage: PassageIndex,
    /// The document it is a piece of.
    pub document: DocumentIndex,
    /// Its name.
    pub reference: Reference,
    /// Its place, counted from 1; those dropped are counted on.
    pub rank: usize,
    /// What it was ranked by: BM25 for keyword, cosine for dense, the fused value else.
    pub score: f64,
    /// Its part in the keyword list, where it has one.
    pub keyword: Option<KeywordPart>,
    /// Its part in the dense list, where it has one.
    pub dense: Option<DensePart>,
    /// What it speaks of of what the question is about, where the strategy looks at that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concept: Option<ConceptPart>,
    /// Which of the question's concepts it speaks of, and as what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spoken: Vec<Spoken>,
    /// What it adds that another wording of the question is nearer to it than the question itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<f64>,
    /// What its score is multiplied by for what kind of document it is from, where that is not 1; the parts above are given with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<f64>,
    /// What a cross-encoder says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerank: Option<RerankPart>,
    /// Whether it was kept, and why.
    pub fate: Fate,
}

/// What speaking of the concepts of a question adds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ConceptPart {
    /// The weight of the concepts that the passage speaks of.
    pub covered: f64,
    /// The weight of all concepts of the question.
    pub of: f64,
    /// What is added to the final score.
    pub adds: f64,
}

/// What a passage speaks of of what the question is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spoken {
    /// The words of the question, as terms.
    pub asked: String,
    /// The concept that the passage names; `None` where words of the passage stand for it by this program's own tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concept: Option<SpokenConcept>,
    /// How much of the question's concept that counts, 0 to 1.
    pub counts: f64,
}

/// A concept that a passage names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpokenConcept {
    /// How it is called.
    pub label: String,
    /// How it is to what the question names.
    pub relation: Relation,
    /// How the passage means it.
    pub context: Context,
}

/// What a cross-encoder adds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RerankPart {
    /// What the model gave, unbounded.
    pub logit: f64,
    /// What is added to the final score.
    pub adds: f64,
}

/// What the words of a passage add to its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeywordPart {
    /// Its place in the keyword list, counted from 1.
    pub rank: usize,
    /// The raw score and how it comes about.
    pub bm25: Bm25,
    /// The score brought to 0–1, where the strategy does that.
    pub normalised: Option<f64>,
    /// What is added to the final score.
    pub adds: f64,
}

/// What the vector of a passage adds to its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DensePart {
    /// Its place in the dense list, counted from 1.
    pub rank: usize,
    /// The cosine with the question, −1 to 1.
    pub cosine: f64,
    /// The cosine brought to 0–1, where the strategy does that.
    pub normalised: Option<f64>,
    /// What is added to the final score.
    pub adds: f64,
}

/// What became of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fate {
    /// It is among the best.
    Kept,
    /// It was found, but as many better ones as were asked for.
    BelowTopK,
    /// Too little of the best score.
    BelowThreshold,
    /// It says nearly what a better one says.
    Redundant,
    /// The context was full.
    OverBudget,
}

impl Fate {
    /// Returns the reason in plain words.
    pub fn reason(self) -> &'static str {
        match self {
            Fate::Kept => "kept: among the best, as many as were asked for",
            Fate::BelowThreshold => "dropped: far less relevant than the best",
            Fate::Redundant => "dropped: says nearly what a better one says",
            Fate::OverBudget => "dropped: the context is full",
            Fate::BelowTopK => "dropped: as many better ones were found as were asked for",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn hits(corrections: Vec<Correction>, words: &[(&str, &str)]) -> Hits {
        Hits {
            asked: Strategy::Keyword,
            used: Strategy::Keyword,
            fallback: None,
            corrections,
            narrowed: Vec::new(),
            wordings: Vec::new(),
            considered: Considered { passages: 0, admitted: 0, keyword: 0, dense: 0 },
            hits: Vec::new(),
            dropped: Vec::new(),
            words: words.iter().map(|(term, word)| ((*term).to_owned(), (*word).to_owned())).collect(),
        }
    }

    #[test]
    fn terms_are_told_as_whole_words() {
        let hits = hits(Vec::new(), &[("pressur", "pressure"), ("biopsi", "biopsy")]);
        for (terms, whole) in [
            ("blood pressur", "blood pressure"),
            ("biopsi", "biopsy"),
            ("knee", "knee"),
            ("pressur biopsi", "pressure biopsy"),
        ] {
            assert_eq!(hits.whole(terms), whole);
        }
    }

    #[test]
    fn a_question_is_told_as_it_was_read() {
        let at = |start: usize, end: usize, term: &str| Correction {
            span: Span::at(start, end - start),
            term: term.to_owned(),
            of_run: false,
        };
        let asked = "My presure after the byopsy?";
        let words = [("pressur", "pressure"), ("biopsi", "biopsy")];
        let pair = |typed: &str, whole: &str| (typed.to_owned(), whole.to_owned());
        let both = vec![pair("presure", "pressure"), pair("byopsy", "biopsy")];
        for (corrections, read, told) in [
            (vec![], asked, vec![]),
            (vec![at(21, 27, "biopsi")], "My presure after the biopsy?", vec![pair("byopsy", "biopsy")]),
            // In the order of the question, in whatever order they were found.
            (vec![at(3, 10, "pressur"), at(21, 27, "biopsi")], "My pressure after the biopsy?", both.clone()),
            (vec![at(21, 27, "biopsi"), at(3, 10, "pressur")], "My pressure after the biopsy?", both),
            // What is not of this question is left out.
            (vec![at(40, 44, "knee")], asked, vec![]),
        ] {
            assert_eq!(hits(corrections, &words).read(asked), (read.to_owned(), told));
        }
    }

    #[test]
    fn each_fate_and_fallback_has_its_own_reason() {
        let fates = [Fate::Kept, Fate::BelowTopK, Fate::BelowThreshold, Fate::Redundant, Fate::OverBudget];
        for (fate, word) in fates.into_iter().zip(["among the best", "as many better", "relevant", "nearly", "full"]) {
            let reason = fate.reason();
            assert!(reason.contains(word), "{reason}");
            assert_eq!(reason.starts_with("kept"), fate == Fate::Kept, "{reason}");
        }
        assert!(Fallback::NoQueryVector.reason().contains("no embedding model"));
        assert!(Fallback::NoPassageVectors.reason().contains("no passage"));
    }
}
