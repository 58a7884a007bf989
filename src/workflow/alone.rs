//! A question to the literature alone: its own words, public passages before them, and nothing of a record.
//!
//! Which of its words leave is decided as for any question, and names that the records in the room have stay. What a model makes of the passages is
//! held to nothing here: it is shown as its words, with the passages beside them.

use super::literature::Put;
use super::reply;
use super::trial::{Bare, without_records};
use super::{Answer, Context, LEFT_OUT, Workflow, may_ask};
use crate::clearance::Composer;
use crate::error::{Code, Error, Result};
use crate::privacy::injection::Screened;
use crate::privacy::policy::{Choice, Withholding};
use crate::privacy::query::{self, Query};
use crate::privacy::vocabulary::{Sources, Vocabulary, Withheld};
use crate::question::Plan;
use crate::quote::format::{Endpoint, Held, Manner, Prompt};
use crate::quote::prompt::{LITERATURE, LITERATURE_CHOICE};

/// Said where nothing of a library goes with the question.
const NO_PASSAGE: &str =
    "no public passage that may leave was found by the words of this question that leave: ask in other words";

/// Returns `question` as it leaves where nothing of a record leaves with it, and its words that stay. Those that leave so leave with records, too.
pub(super) fn by_itself(
    context: &Context<'_>,
    question: &Screened,
    plan: &Plan,
    allowed: &[String],
    withheld: &Withholding,
) -> (Query, Vec<Withheld>) {
    let words = Sources {
        lexicon: context.lexicon,
        known: Some(context.known),
        detector: Some(context.detector),
        allowed,
        instructions: question.parts(),
        withheld: Some(withheld),
        is_record: false,
    };
    let vocabulary = Vocabulary::new(question.plain(), plan, &[], &words);
    let query = query::rewrite(question.plain(), plan, &vocabulary, |_| None);
    let stay = query.withheld.iter().map(|span| vocabulary.withheld(*span)).collect();
    (query, stay)
}

impl Workflow {
    /// Reviews a request that asks `question` of public passages alone, which are put before it by [`tell_beside`](Self::tell_beside): without any it is not
    /// released. The other arguments are as in [`prepare`](Self::prepare).
    ///
    /// # Errors
    /// `refused` when the policy does not let the endpoint be asked; `internal` for broken invariants.
    pub fn prepare_alone(
        context: &Context<'_>,
        question: &Screened,
        choice: &Choice,
        endpoint: &Endpoint,
        now_millis: u64,
    ) -> Result<Self> {
        let policy = choice.under(context.policy);
        may_ask(&policy, endpoint)?;
        let allowed = policy.allowed(&choice.allowed);
        let plan = Plan::new(question.plain(), &context.records.patients);
        let (query, withheld_words) = by_itself(context, question, &plan, allowed, &choice.withheld);
        let mut message = Composer::new();
        message.template("Question: ").append(&query.map);
        let message = message.finish();
        // What holds replies to passages of records has none to hold them to, and no passage of the literature is copied.
        let system = if endpoint.prompt == Prompt::MultipleChoice { LITERATURE_CHOICE } else { LITERATURE };
        let manner = Manner { system, held: Held::Free, ..Manner::answer(endpoint.prompt) };
        let put = Put { endpoint: endpoint.clone(), manner, asked: question.question().to_owned() };
        let (outgoing, verdict) = put.reviewed(context, &policy, &[], &message, now_millis)?;
        let bare = Bare { message, query, withheld_words, question, plan, policy, withheld: &choice.withheld };
        Ok(Workflow { put: Some(put), ..without_records(context, bare, outgoing, verdict) })
    }

    /// Returns whether it asks of public passages alone.
    pub fn is_alone(&self) -> bool {
        self.put.is_some() && self.aliases.iter().next().is_none()
    }

    /// # Errors
    /// `not-found` where it asks of public passages, and there are none before it.
    pub(super) fn has_passages(&self) -> Result<()> {
        if self.is_alone() && self.state.literature.told.is_empty() {
            return Err(Error::new(Code::NotFound, NO_PASSAGE));
        }
        Ok(())
    }

    /// Returns what is shown of `reply` where public passages alone were asked.
    pub(super) fn answer_alone(&self, context: &Context<'_>, reply: &str) -> Answer {
        let request = reply::Request {
            message: &self.state.synthesised,
            aliases: &self.aliases,
            told: &self.told,
            surrogates: &self.surrogates,
            passages: &self.passages,
            world: None,
        };
        let read = reply::read(context, &request, reply);
        let cited = self.state.literature.cited(reply);
        let names_one = cited.as_ref().is_some_and(|cited| !cited.sources.is_empty());
        let notice = match (reply.trim().is_empty(), read.left_out, read.knows_nothing, names_one) {
            (true, ..) => Some("The model gave no answer."),
            (_, true, ..) => Some(LEFT_OUT),
            (.., true, _) => Some("The model did not answer the question."),
            (.., false) => Some("The model names no source; do not rely on this answer without reading the passages."),
            _ => None,
        };
        Answer { blocks: read.blocks, checked: read.checked, notice, cited, ..Answer::default() }
    }
}
