//! How strong the evidence of a document is, by what kind of document it says it is.
//!
//! The order is that of the pyramid of evidence (guidelines and systematic reviews above trials, trials above reports of cases); the size of
//! the factors is ours, but for the guidelines' 1.2, and small: it decides between passages that answer alike, not whether they do.

use crate::document::Document;
use crate::ingest::literature::Article;

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

/// Types of publication as PubMed has them, and those of passages of guidelines, with their factors. The one that is farthest from 1 counts.
const TYPES: &[(&str, f64)] = &[
    ("guideline", 1.2),
    ("guideline section", 1.2),
    ("practice guideline", 1.2),
    ("consensus development conference", 1.2),
    ("systematic review", 1.1),
    ("meta-analysis", 1.1),
    ("randomized controlled trial", 1.05),
    ("case reports", 0.95),
    ("comment", 0.95),
    ("editorial", 0.95),
    ("letter", 0.95),
];
/// The factor of what was retracted, whatever else it is.
const RETRACTED: f64 = 0.5;

/// Returns what the score of a passage of `article` is multiplied by for the kind of publication it is; 1 where that is none of those with a factor.
pub fn of_article(article: &Article) -> f64 {
    if article.is_retracted() {
        return RETRACTED;
    }
    let factors = article.types.iter().filter_map(|kind| {
        let kind = kind.to_lowercase();
        TYPES.iter().find(|(name, _)| *name == kind).map(|(_, factor)| *factor)
    });
    factors.fold(1.0, |most, factor| if (factor - 1.0_f64).abs() > (most - 1.0_f64).abs() { factor } else { most })
}

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
        assert_eq!(factor(&titled("A case report of gout", None)), 0.95);
        assert_eq!(factor(&titled("Guideline by systematic review", None)), 1.2);
    }

    #[test]
    fn of_the_types_of_an_article_the_one_farthest_from_none_counts() {
        use crate::ingest::literature::{Item, Reader};
        let article = |types: &[&str]| {
            let types: String = types.iter().map(|kind| format!("PT  - {kind}\n")).collect();
            let text = format!("\nPMID- 90000011\nOWN - NLM\nTI  - Salt and blood pressure.\n{types}JT  - Journal\n");
            let mut articles = Vec::new();
            let mut take = |item| {
                if let Item::Article(article) = item {
                    articles.push(*article);
                }
            };
            let mut reader = Reader::begin(0);
            reader.push(text.as_bytes(), &mut take).unwrap();
            reader.finish(&mut take).unwrap();
            articles.remove(0)
        };
        for (types, factor) in [
            (&["Journal Article"][..], 1.0),
            (&["Journal Article", "Practice Guideline"], 1.2),
            (&["Meta-Analysis", "Comment"], 1.1),
            (&["Comment", "Meta-Analysis"], 1.1),
            (&["Case Reports"], 0.95),
            (&["Randomized Controlled Trial", "Comment"], 1.05),
            (&["Comment", "Randomized Controlled Trial"], 0.95),
            (&["Systematic Review", "Guideline", "Letter"], 1.2),
            (&["Guideline", "Retracted Publication"], 0.5),
        ] {
            assert_eq!(of_article(&article(types)), factor, "{types:?}");
        }
    }
}
