//! How strong the evidence of a document is, by what kind of document it says it is.
//!
//! The order is that of the pyramid of evidence (guidelines and systematic reviews above trials, trials above reports of cases); the size of
//! the factors is ours, but for the guidelines' 1.2, and small: it decides between passages that answer alike, not whether they do.

use crate::document::Document;

/// Words of a title or first line, in lower case, and the factor of what they name. The first that is found counts.
const KINDS: &[(&str, f64)] = &[
    ("guideline", 1.2),
    ("practice recommendation", 1.2),
    ("consensus statement", 1.2),
    ("systematic review", 1.1),
    ("meta-analysis", 1.1),
    ("randomized controlled trial", 1.05),
    ("randomised controlled trial", 1.05),
    ("case report", 0.95),
    ("letter to the editor", 0.95),
];

/// Returns what a score is multiplied by for the kind of `document`: 1 for documents about somebody, and where nothing is said.
pub fn factor(document: &Document) -> f64 {
    if document.subject.is_some() {
        return 1.0;
    }
    let title = document.title.to_lowercase();
    KINDS.iter().find(|(words, _)| title.contains(words)).map_or(1.0, |(_, factor)| *factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Content, DocumentKind, PatientIndex};

    fn titled(title: &str, subject: Option<PatientIndex>) -> Document {
        Document {
            id: "1".to_owned(),
            kind: DocumentKind::Note,
            subject,
            date: None,
            title: title.to_owned(),
            author: None,
            text: String::new(),
            content: Content::Facts { facts: Vec::new() },
            revision: None,
        }
    }

    #[test]
    fn a_guideline_counts_for_more_and_a_record_as_it_is() {
        assert_eq!(factor(&titled("Guidelines for the management of asthma", None)), 1.2);
        assert_eq!(factor(&titled("Statins: a Meta-Analysis", None)), 1.1);
        assert_eq!(factor(&titled("Asthma in children", None)), 1.0);
        assert_eq!(factor(&titled("Guideline handed out", Some(PatientIndex(0)))), 1.0);
    }
}
