//! Public passages beside the records: which of them leave with a request, and which a reply goes by.
//!
//! They are found by the words of the question that leave, and by nothing else, so that which they are tells nothing more. The
//! kernel writes them and looks through them ([`crate::clearance::public`]); what is left out here would be refused there, or reads like an
//! instruction to the model. What a model says of them is not checked as its words about the records are.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::WorkflowState;
use crate::clearance::public::is_free;
use crate::clearance::{Detect, KnownAnswers, Operator, PublicText, Source};
use crate::privacy::injection::reads_as_instruction;

/// Most numbers of sources that are read in one reply.
const MAX_CITED: usize = 100;

/// How a reply names a source.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\[\s*sources?\s+(\d{1,4}(?:\s*(?:,|and|;|&)\s*(?:source\s+)?\d{1,4})*)\s*\]").ok()
});

/// The public passages of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Literature {
    /// The references of those that are told, in the order of their numbers, from 1.
    pub told: Vec<String>,
    /// How many were found and stay.
    pub left_out: usize,
}

/// Which sources a reply goes by, by its own word.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cited {
    /// The numbers of sources that were told, each once.
    pub sources: Vec<usize>,
    /// The numbers that no source has.
    pub unknown: Vec<usize>,
}

impl Literature {
    pub(super) fn of(told: Vec<PublicText>, left_out: usize) -> Self {
        Literature { told: told.into_iter().map(|source| source.reference().to_owned()).collect(), left_out }
    }

    /// Returns whether none was found.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.left_out == 0
    }

    /// Returns which sources `reply` names; `None` where none was told.
    pub(super) fn cited(&self, reply: &str) -> Option<Cited> {
        if self.told.is_empty() {
            return None;
        }
        let named = CITED.iter().flat_map(|form| form.captures_iter(reply)).filter_map(|found| found.get(1));
        let numbers: BTreeSet<usize> = named
            .flat_map(|numbers| numbers.as_str().split(|c: char| !c.is_ascii_digit()))
            .filter_map(|number| number.parse().ok())
            .take(MAX_CITED)
            .collect();
        let (sources, unknown) = numbers.into_iter().partition(|number| (1..=self.told.len()).contains(number));
        Some(Cited { sources, unknown })
    }
}

impl WorkflowState {
    /// Returns the words of the question that leave, with spaces between: what public passages may be looked for by.
    pub fn asked_words(&self) -> String {
        let is_of_question = |source: &Source| matches!(source, Source::Question { .. });
        let leaves = self.synthesised.pieces().iter().filter(|piece| {
            matches!(piece.operator, Operator::Vocabulary | Operator::Code | Operator::Allowed)
                && !piece.originals.is_empty()
                && piece.originals.iter().all(|original| is_of_question(&original.source))
        });
        leaves.map(|piece| self.synthesised.text_of(piece)).collect::<Vec<_>>().join(" ")
    }
}

/// Returns those of `found` that may leave, each reference once, and how many stay.
pub(super) fn choose(found: &[PublicText], known: &KnownAnswers, look: &dyn Detect) -> (Vec<PublicText>, usize) {
    let mut seen = BTreeSet::new();
    let each_once: Vec<&PublicText> = found.iter().filter(|source| seen.insert(source.reference())).collect();
    let may_leave = |source: &&&PublicText| {
        is_free(source, known, Some(look))
            && [source.reference(), source.text()].into_iter().all(|text| reads_as_instruction(text).is_none())
    };
    let told: Vec<PublicText> = each_once.iter().filter(may_leave).copied().cloned().collect();
    let left_out = each_once.len() - told.len();
    (told, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_by_their_numbers_and_one_that_was_not_told_is_none() {
        let told = Literature { told: vec!["a".into(), "b".into(), "c".into()], left_out: 1 };
        for (reply, sources, unknown) in [
            ("It falls [Source 1]. It rises [Source 3].", vec![1, 3], vec![]),
            ("Both [Source 1, 2], again [source 1] and [Sources 2 and 3].", vec![1, 2, 3], vec![]),
            ("[Source 1; Source 4] [Source 0]", vec![1], vec![0, 4]),
            ("Source 1 says so, [1] and [Source one].", vec![], vec![]),
            ("", vec![], vec![]),
        ] {
            assert_eq!(told.cited(reply), Some(Cited { sources, unknown }), "{reply}");
        }
        assert_eq!(Literature { told: Vec::new(), left_out: 2 }.cited("[Source 1]"), None);
    }
}
