//! Rewrites the question over a closed vocabulary.
//!
//! A word leaves only if it is an everyday word of questions, a word of the concept table, or a word of the
//! terminology that leaves anyway with the facts. A patient's name becomes the pseudonym. Everything else,
//! numbers and dates among it, is withheld; the person sees which words.

use std::collections::BTreeSet;

use crate::clearance::{Composer, Operator, Original, Source, SpanMap};
use crate::document::PatientIndex;
use crate::question::{Plan, concepts, plan};
use crate::span::{Question, Span};

/// The rewritten question and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// The rewritten question with the sources of its words.
    pub map: SpanMap,
    /// The words that were withheld.
    pub withheld: Vec<Span<Question>>,
}

/// Returns `question` rewritten. `terms` are the terminology's texts that leave with the facts; `pseudonym` gives the
/// stand-in for a patient, or `None` for one without facts in this request.
pub fn rewrite(
    question: &str,
    plan: &Plan,
    terms: &[String],
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Query {
    let sent: BTreeSet<String> =
        terms.iter().flat_map(|term| term.split(|c: char| !c.is_alphanumeric())).map(str::to_lowercase).collect();
    let mut composer = Composer::new();
    let mut withheld = Vec::new();
    let mut said: Option<Span<Question>> = None;
    let mut begun = false;
    for word in &plan.words {
        let original = |span: Span<Question>| Original {
            text: span.of(question).unwrap_or_default().to_owned(),
            source: Source::Question { span },
        };
        let (operator, text, span) = match plan.mentions.iter().find(|mention| mention.span.overlaps(word.span)) {
            Some(mention) if said == Some(mention.span) => continue,
            Some(mention) => {
                said = Some(mention.span);
                let shared = plan.mentions.iter().filter(|other| other.span == mention.span).count() > 1;
                match pseudonym(mention.patient).filter(|_| !shared) {
                    Some(name) => (Operator::Pseudonym, name, mention.span),
                    None => {
                        withheld.push(mention.span);
                        continue;
                    }
                }
            }
            None if may_leave(&word.lower, &sent) => (Operator::Vocabulary, word.lower.clone(), word.span),
            None => {
                withheld.push(word.span);
                continue;
            }
        };
        if begun {
            composer.template(" ");
        }
        begun = true;
        composer.write(operator, &text, vec![original(span)]);
    }
    if begun {
        composer.template("?");
    } else {
        composer.template("What do the passages say?");
    }
    Query { map: composer.finish(), withheld }
}

fn may_leave(word: &str, sent: &BTreeSet<String>) -> bool {
    let plain = word.is_ascii() && word.starts_with(|c: char| c.is_ascii_lowercase());
    plain && (plan::is_everyday(word) || concepts::is_known(word) || sent.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Patient;

    fn patient(name: &str) -> Patient {
        Patient { id: name.into(), name: name.into(), family: name.into(), birth: None, death: None, gender: None }
    }

    fn rewritten(question: &str, terms: &[&str]) -> (String, Vec<String>) {
        let plan = Plan::new(question, &[patient("Amara Okafor"), patient("John Okafor")]);
        let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
        let query = rewrite(question, &plan, &terms, |patient| Some(format!("Patient K{}", patient.0 + 2)));
        let withheld = query.withheld.iter().map(|span| span.of(question).unwrap().to_owned()).collect();
        (query.map.text().to_owned(), withheld)
    }

    #[test]
    fn names_numbers_and_unknown_words_do_not_leave() {
        let (query, withheld) = rewritten(
            "Did Dr Gleason say on 3 March 2019 that Amara Okafor's metformin (MRN 77-1234) was stopped?",
            &["Metformin 500 MG"],
        );
        assert_eq!(query, "did dr on that Patient K2 metformin was stopped?");
        for word in ["Gleason", "3", "2019", "MRN", "77-1234", "March"] {
            assert!(withheld.contains(&word.to_owned()), "{word}: {withheld:?}");
        }
    }

    #[test]
    fn a_name_that_two_patients_share_is_withheld() {
        let (query, withheld) = rewritten("What is Okafor's blood pressure?", &["Blood Pressure"]);
        assert_eq!(query, "what is blood pressure?");
        assert_eq!(withheld, ["Okafor"]);
    }

    #[test]
    fn a_question_of_which_nothing_may_leave_becomes_a_plain_one() {
        assert_eq!(rewritten("Gleason 1234?", &[]).0, "What do the passages say?");
    }
}
