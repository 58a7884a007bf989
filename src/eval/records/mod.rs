//! Questions whose answer stands in one document of the records, made from the records: does a search bring that document?
//!
//! The measure is that of the reference system: a question is generated from a document, and is a hit when its document is among the
//! `k` retrieved. A hit is *strict* when it is that very document, and *answer-level* when it is any document of the patient that says
//! the same of the same thing. Questions avoid what says who somebody is: marital status, death, age, contact, address.

mod facts;
mod lay;
mod questions;
pub mod regex_search;

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use self::questions::{Kind, draw, questions};
use crate::document::{Document, DocumentKind, FactKind, Records};

/// A question and the documents that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its name.
    pub id: String,
    /// The question.
    pub question: String,
    /// The id or name of the patient it is about.
    #[serde(default)]
    pub patient: Option<String>,
    /// The day it is about, where it says one.
    #[serde(default)]
    pub date: Option<Date>,
    /// The ids of the documents that answer it, the one it was made from first.
    pub documents: Vec<String>,
}

/// Which documents there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// One for each day of a patient with an observation or a procedure, beside the collated ones.
    Observed,
    /// One for each day of a patient on which anything is recorded, beside the collated ones.
    EveryDay,
}

/// Returns `records` with only the documents that `counting` counts: days, conditions, allergies and medications; without patients who
/// have more than `most` of them.
pub fn counted(mut records: Records, counting: Counting, most: usize) -> Records {
    let counts = |document: &Document| match document.kind {
        DocumentKind::Conditions | DocumentKind::Allergies | DocumentKind::Medications => true,
        DocumentKind::Day => {
            let observed = |kind| matches!(kind, FactKind::Observation | FactKind::Procedure);
            counting == Counting::EveryDay || document.facts().iter().any(|fact| observed(fact.kind))
        }
        _ => false,
    };
    records.documents.retain(counts);
    let mut of = vec![0_usize; records.patients.len()];
    for document in &records.documents {
        if let Some(count) = document.subject.and_then(|at| of.get_mut(at.0 as usize)) {
            *count += 1;
        }
    }
    let few =
        |document: &Document| document.subject.and_then(|at| of.get(at.0 as usize)).is_none_or(|count| *count <= most);
    records.documents.retain(few);
    records
}

/// Hits among questions, at one number of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Hits {
    /// Questions that were asked.
    pub asked: usize,
    /// Those whose own document was among the first.
    pub strict: usize,
    /// Those with any document that gives the answer among the first.
    pub answered: usize,
}

impl Hits {
    /// Counts one question: `found` are the ids of documents, best first, of which the first `k` count.
    pub fn count(&mut self, asked: &Asked, found: &[&str], k: usize) {
        let found: BTreeSet<&str> = found.iter().take(k).copied().collect();
        self.asked += 1;
        self.strict += usize::from(asked.documents.first().is_some_and(|own| found.contains(own.as_str())));
        self.answered += usize::from(asked.documents.iter().any(|id| found.contains(id.as_str())));
    }

    /// Returns the shares of strict and of answer-level hits, in percent; 0 where nothing was asked.
    pub fn percent(&self) -> (f64, f64) {
        let share = |hits: usize| 100.0 * hits as f64 / self.asked.max(1) as f64;
        (share(self.strict), share(self.answered))
    }
}

/// Letters of a word that is misspelt, at least.
const LONG: usize = 7;

/// Returns `question` with two neighbouring letters swapped, in the middle of its longest word of at least seven letters, of several the first,
/// but for words that `is_name` holds of; the question itself where it has none.
pub fn misspelt(question: &str, is_name: impl Fn(&str) -> bool) -> String {
    let words = question.split(|c: char| !c.is_ascii_alphabetic());
    let mut longest = "";
    for word in words.filter(|word| word.len() >= LONG && !is_name(word)) {
        if word.len() > longest.len() {
            longest = word;
        }
    }
    let mut letters: Vec<char> = longest.chars().collect();
    let middle = letters.len() / 2;
    // Two that are alike would change nothing.
    let at = (middle..letters.len().saturating_sub(1)).find(|at| letters.get(*at) != letters.get(at + 1));
    let Some(at) = at else { return question.to_owned() };
    letters.swap(at, at + 1);
    question.replacen(longest, &letters.into_iter().collect::<String>(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(documents: &[&str]) -> Asked {
        let documents = documents.iter().map(|id| (*id).to_owned()).collect();
        Asked { id: "1".to_owned(), question: "?".to_owned(), patient: None, date: None, documents }
    }

    #[test]
    fn only_the_first_documents_count() {
        let mut hits = Hits::default();
        hits.count(&asked(&["a", "b"]), &["x", "b", "a"], 2);
        assert_eq!(hits, Hits { asked: 1, strict: 0, answered: 1 });
        hits.count(&asked(&["a", "b"]), &["x", "b", "a"], 3);
        assert_eq!(hits, Hits { asked: 2, strict: 1, answered: 2 });
        assert_eq!(hits.percent(), (50.0, 100.0));
    }

    #[test]
    fn two_letters_of_the_longest_word_change_places() {
        assert_eq!(misspelt("When was my colonoscopy?", |_| false), "When was my colonsocopy?");
        assert_eq!(
            misspelt("When was Okaforson's surgery?", |word| word == "Okaforson"),
            "When was Okaforson's suregry?"
        );
        assert_eq!(misspelt("a possessed word", |_| false), "a posssesed word");
        assert_eq!(misspelt("What is it?", |_| false), "What is it?");
    }

    #[test]
    fn a_question_reads_back() {
        let read: Asked = serde_json::from_str(r#"{"id":"1","question":"q","documents":["p/d"]}"#).unwrap();
        assert_eq!((read.patient, read.date, read.documents), (None, None, vec!["p/d".to_owned()]));
    }
}
