//! Public passages beside the records: which of them leave with a request, and which a reply goes by.
//!
//! They are found by the words of the question that leave, and by nothing else, so that which they are tells nothing more. The
//! kernel writes them and looks through them ([`crate::clearance::public`]); what is left out here would be refused there, or reads like an
//! instruction to the model. What a model says of them is not checked as its words about the records are.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Context, Workflow, WorkflowState};
use crate::clearance::public::is_free;
use crate::clearance::{self, Cleared, Detect, Finding, KnownAnswers, Operator, Outgoing, PublicText, Source, SpanMap};
use crate::document::EntityType;
use crate::error::{Code, Error, Result};
use crate::privacy::injection::reads_as_instruction;
use crate::privacy::policy::Policy;
use crate::privacy::second_look::SecondLook;
use crate::quote::format::{Endpoint, Manner, SYSTEMS, request_beside};
use crate::quote::ground::cited;
use crate::recheck::Recheck;

/// Most numbers of sources that are read in one reply.
const MAX_CITED: usize = 100;

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

/// How a request is written, and what its review is told beside the message.
#[derive(Debug, Clone)]
pub(super) struct Put {
    pub(super) endpoint: Endpoint,
    pub(super) manner: Manner,
    /// All that the words of the message come from: the question, and behind it each thought.
    pub(super) asked: String,
}

impl Put {
    /// Returns the request that carries `message` behind `literature`, and what the review says of it.
    ///
    /// # Errors
    /// As [`request_beside`].
    #[allow(clippy::type_complexity)] // two parts of one outcome
    pub(super) fn reviewed(
        &self,
        context: &Context<'_>,
        policy: &Policy,
        literature: &[PublicText],
        message: &SpanMap,
        now_millis: u64,
    ) -> Result<(Outgoing, std::result::Result<Cleared, Vec<Finding>>)> {
        let outgoing = request_beside(&self.endpoint, &self.manner, literature, message)?;
        let look = SecondLook { detector: context.detector, lexicon: context.lexicon };
        let recheck = Recheck { records: context.records, question: &self.asked, policy };
        let verdict = clearance::review_beside(
            outgoing.clone(),
            message,
            literature,
            SYSTEMS,
            context.known,
            Some(&look),
            Some(&recheck),
            now_millis,
        );
        Ok((outgoing, verdict))
    }
}

impl Literature {
    pub(super) fn of(told: &[PublicText], left_out: usize) -> Self {
        Literature { told: told.iter().map(|source| source.reference().to_owned()).collect(), left_out }
    }

    /// Returns the number under which `text` is told, from 1; `None` where it stays.
    pub fn number(&self, text: &PublicText) -> Option<usize> {
        self.told.iter().position(|told| told == text.reference()).map(|at| at + 1)
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
        let numbers: BTreeSet<usize> =
            cited(reply).into_iter().flat_map(|(_, numbers)| numbers).take(MAX_CITED).collect();
        let (sources, unknown) = numbers.into_iter().partition(|number| (1..=self.told.len()).contains(number));
        Some(Cited { sources, unknown })
    }
}

impl WorkflowState {
    /// Returns the words of the question that leave, with spaces between: what public passages may be looked for by. What was thought before is none of it.
    pub fn asked_words(&self) -> String {
        words_of(&self.synthesised, self.original_query.len())
    }
}

/// Returns the words of `message` that are from the first `most` bytes of the question, with spaces between.
pub(super) fn words_of(message: &SpanMap, most: usize) -> String {
    let is_of_question = |source: &Source| matches!(source, Source::Question { span } if span.end() <= most);
    let leaves = message.pieces().iter().filter(|piece| {
        matches!(piece.operator, Operator::Vocabulary | Operator::Code | Operator::Allowed)
            && !piece.originals.is_empty()
            && piece.originals.iter().all(|original| is_of_question(&original.source))
    });
    leaves.map(|piece| message.text_of(piece)).collect::<Vec<_>>().join(" ")
}

impl Workflow {
    /// Puts those of the public passages `found` that may leave before the message, as they are, in place of those that stood there, and has the
    /// request reviewed anew. The message does not change. Those stay in which something stands that the records name, or a number of
    /// a patient, or that read like an instruction. They must have been found by nothing but what leaves ([`WorkflowState::asked_words`]). A request that the review
    /// refused stays as it is, and so does one that it would refuse with them.
    ///
    /// # Errors
    /// `invalid-argument` when the request was handed over before, or the records have changed since; `unsupported` for one that asks
    /// nothing.
    pub fn tell_beside(&mut self, context: &Context<'_>, found: &[PublicText], now_millis: u64) -> Result<()> {
        self.check(context)?;
        let Some(put) = &self.put else {
            return Err(Error::new(Code::Unsupported, "public passages stand before a question alone"));
        };
        match &self.verdict {
            Some(Ok(_)) => {}
            Some(Err(_)) => return Ok(()),
            None => return Err(super::released_before()),
        }
        let look = SecondLook { detector: context.detector, lexicon: context.lexicon };
        let (told, left_out) = choose(found, context.known, &look);
        let (outgoing, verdict) =
            put.reviewed(context, &self.state.policy, &told, &self.state.synthesised, now_millis)?;
        match verdict {
            Ok(cleared) => {
                self.state.receipts = vec![cleared.receipt().clone()];
                self.state.literature = Literature::of(&told, left_out);
                self.world.sources = told.len();
                (self.outgoing, self.verdict) = (outgoing, Some(Ok(cleared)));
            }
            Err(_) if !told.is_empty() => {
                // It goes without them, as it would have.
                self.tell_beside(context, &[], now_millis)?;
                self.state.literature = Literature::of(&[], told.len() + left_out);
            }
            Err(findings) => {
                self.state.findings.clone_from(&findings);
                self.verdict = Some(Err(findings));
            }
        }
        Ok(())
    }
}

/// Returns those of `found` that may leave, each reference once, and how many stay.
pub(super) fn choose(found: &[PublicText], known: &KnownAnswers, look: &dyn Detect) -> (Vec<PublicText>, usize) {
    let mut seen = BTreeSet::new();
    let each_once: Vec<&PublicText> = found.iter().filter(|source| seen.insert(source.reference())).collect();
    let may_leave = |source: &&&PublicText| {
        is_free(source, known, Some(look))
            && [source.reference(), source.text()]
                .into_iter()
                .all(|text| reads_as_instruction(text).is_none() && !numbers_a_patient(text, look))
    };
    let told: Vec<PublicText> = each_once.iter().filter(may_leave).copied().cloned().collect();
    let left_out = each_once.len() - told.len();
    (told, left_out)
}

/// Returns whether a number stands in `text` that is one patient's: such a passage is of a letter or a record that was opened as literature.
fn numbers_a_patient(text: &str, look: &dyn Detect) -> bool {
    use EntityType::{HealthPlan, MedicalRecord, SocialSecurity};
    look.detect(text).iter().any(|(_, found)| matches!(found, SocialSecurity | MedicalRecord | HealthPlan))
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
