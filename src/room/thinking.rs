//! Thinks about a question with the records of the room.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{Room, Search, TOP_K, TOP_NOTES, not_empty};
use crate::document::DocumentKind;
use crate::error::{Code, Error, Result};
use crate::model::Encode;
use crate::privacy::injection::{Part, Screened};
use crate::privacy::policy::Choice;
use crate::privacy::stranger::Limit;
use crate::quote::format::Endpoint;
use crate::retrieve::Hits;
use crate::retrieve::narrow::By;
use crate::thought::estimator::shipped;
use crate::thought::search::Ticket;
use crate::workflow::Workflow;
use crate::workflow::thinking::{Next, Saved, Thinking};

impl Room {
    /// Returns a process about `question`, with what was found for it; nothing is asked before its limits are approved. `today`, `choice`,
    /// `endpoint` and `seed` are as in [`prepare_for`](Self::prepare_for).
    ///
    /// # Errors
    /// As [`search`](Self::search) and [`Thinking::begin`].
    pub fn think(
        &mut self,
        question: &str,
        today: Option<Date>,
        choice: &Choice,
        endpoint: &Endpoint,
        seed: [u8; 32],
    ) -> Result<Thinking> {
        let (question, hits, written) = self.asked(question, today, &BTreeSet::new(), choice)?;
        let (context, limit) = (self.context(), Limit::default());
        let thinking =
            Thinking::begin(&context, question, today, &hits, &written, choice, limit, endpoint.clone(), seed)?;
        Ok(thinking.with_estimator(self.has_estimator()))
    }

    /// Returns whether the embedder in use is the one whose vectors the estimator reads.
    fn has_estimator(&self) -> bool {
        let reads = |encoder: &dyn Encode| shipped().is_ok_and(|own| own.embedder() == encoder.model_id().as_str());
        self.encoder.as_deref().is_some_and(reads)
    }

    /// Returns what `thinking` wants next. What it looks up in the records, and vectors, it is given here: it never wants a search.
    ///
    /// # Errors
    /// As [`Thinking::next`] and [`search`](Self::search).
    pub fn think_next(&self, thinking: &mut Thinking, now_millis: u64) -> Result<Next> {
        loop {
            match thinking.next(&self.context(), now_millis)? {
                Next::Search { ticket, query } => {
                    // What a model says counts from no day of ours.
                    let found = self.looked_up(&query, None, &BTreeSet::new());
                    if found.is_err() {
                        // The embedder may run elsewhere, and be asked for this query's vector first.
                        thinking.put_back(ticket)?;
                    }
                    let (hits, written) = found?;
                    thinking.found(&self.context(), ticket, &hits, &written)?;
                }
                Next::Embed { texts } => {
                    let gone = || {
                        Error::new(
                            Code::NotFound,
                            "the embedding model that the estimator reads is not there any more; load it, and go on",
                        )
                    };
                    let encoder = self.encoder.as_deref().filter(|_| self.has_estimator()).ok_or_else(gone)?;
                    let only: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
                    let vectors =
                        encoder.embed(&only)?.iter().map(|vector| vector.as_slice().to_vec()).collect::<Vec<_>>();
                    thinking.embedded(texts.iter().map(|(node, _)| *node).zip(vectors))?;
                }
                next => return Ok(next),
            }
        }
    }

    /// Gives `thinking` the reply that was fed to `workflow`, for step `ticket`.
    ///
    /// # Errors
    /// As [`Thinking::answered`].
    pub fn think_answered(&self, thinking: &mut Thinking, ticket: Ticket, workflow: Workflow) -> Result<()> {
        let parts = self.instructions(workflow.reply_text().trim())?;
        thinking.answered(&self.context(), ticket, workflow, parts)
    }

    /// Gives `thinking` a thought of the person's own.
    ///
    /// # Errors
    /// As [`Thinking::add`].
    pub fn think_added(&self, thinking: &mut Thinking, text: &str) -> Result<()> {
        let parts = self.instructions(text.trim())?;
        thinking.add(text, parts)
    }

    /// Returns the process that was saved, played again over the records of the room, to go on with.
    ///
    /// # Errors
    /// As [`think`](Self::think) and [`Thinking::replay`].
    pub fn think_again(
        &mut self,
        saved: Saved,
        choice: &Choice,
        endpoint: &Endpoint,
        now_millis: u64,
    ) -> Result<Thinking> {
        let question = saved.question().to_owned();
        let mut thinking = self.think(&question, saved.today(), choice, endpoint, saved.seed())?;
        let mut find = |query: &str| self.looked_up(query, None, &BTreeSet::new());
        let mut screen = |text: &str| self.instructions(text);
        thinking.replay(&self.context(), saved, &mut find, &mut screen, now_millis)?;
        Ok(thinking)
    }

    /// Returns `question` screened, with what is found for it, and what of prose alone, once all that was read is in the index.
    pub(super) fn asked(
        &mut self,
        question: &str,
        today: Option<Date>,
        without: &BTreeSet<By>,
        choice: &Choice,
    ) -> Result<(Screened, Hits, Hits)> {
        not_empty(question)?;
        self.refresh()?;
        let question = self.screen(question, self.policy.allowed(&choice.allowed))?;
        let (hits, written) = self.looked_up(question.plain(), today, without)?;
        Ok((question, hits, written))
    }

    /// Returns what is found for `query`, and what of prose alone, not searched more narrowly by what is in `without`.
    pub(super) fn looked_up(&self, query: &str, today: Option<Date>, without: &BTreeSet<By>) -> Result<(Hits, Hits)> {
        let search = Search { top_k: TOP_K, today, without: without.clone(), ..Search::default() };
        let hits = self.found(query, &search, &self.records, self.vocabulary.as_deref())?;
        let kinds = [DocumentKind::Note].into();
        let search = Search { top_k: TOP_NOTES, kinds, ..search };
        let written = self.found(query, &search, &self.records, self.vocabulary.as_deref())?;
        Ok((hits, written))
    }

    /// Returns the parts of `text`, which a model or the person wrote, that read like instructions.
    pub(super) fn instructions(&self, text: &str) -> Result<Vec<Part>> {
        Ok(self.screen(text, &[])?.parts().to_vec())
    }
}
