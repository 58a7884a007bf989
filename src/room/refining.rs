//! Asks one question over more passages than a model's context holds.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::Room;
use crate::document::{Content, DocumentIndex};
use crate::error::{Code, Error, Result};
use crate::privacy::policy::Choice;
use crate::privacy::stranger::Limit;
use crate::quote::format::Endpoint;
use crate::reference::Reference;
use crate::retrieve::narrow::By;
use crate::workflow::Workflow;
use crate::workflow::refining::{Refinement, Refining};

impl Room {
    /// Returns the way of `question` through as many requests as it takes; nothing is asked yet. `today`, `choice`, `endpoint` and `seed` are as in
    /// [`prepare_for`](Self::prepare_for).
    ///
    /// # Errors
    /// As [`search`](Self::search) and [`Refining::begin`].
    pub fn refine(
        &mut self,
        question: &str,
        today: Option<Date>,
        choice: &Choice,
        endpoint: &Endpoint,
        refinement: Refinement,
        seed: [u8; 32],
    ) -> Result<Refining> {
        self.refine_without(question, today, &BTreeSet::new(), choice, endpoint, refinement, seed)
    }

    /// As [`refine`](Self::refine), where nothing is searched more narrowly by what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// As [`refine`](Self::refine).
    #[allow(clippy::too_many_arguments)] // as for the workflow
    pub fn refine_without(
        &mut self,
        question: &str,
        today: Option<Date>,
        without: &BTreeSet<By>,
        choice: &Choice,
        endpoint: &Endpoint,
        refinement: Refinement,
        seed: [u8; 32],
    ) -> Result<Refining> {
        let (question, hits, written) = self.asked(question, today, without, choice)?;
        let (context, limit) = (self.context(), Limit::default());
        let found = (&hits, &written);
        Refining::begin(&context, question, today, found, choice, limit, endpoint.clone(), refinement, seed)
    }

    /// Gives `refining` the reply to `workflow`, and what is found for the words of a model that wants to read on. Where that failed it can be called
    /// once more: the embedder may run elsewhere, and be asked for these words' vector first.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn refine_answered(&self, refining: &mut Refining, workflow: &Workflow, reply: &str) -> Result<()> {
        refining.answered(&self.context(), workflow, reply, &mut |text| self.instructions(text))?;
        if let Some(words) = refining.wanted() {
            let (hits, _) = self.looked_up(words, None, &BTreeSet::new())?;
            refining.found(&self.context(), &hits);
        }
        Ok(())
    }

    /// Returns the document of prose that the passage `reference` is of.
    ///
    /// # Errors
    /// `not-found` when there is no such passage; `unsupported` when it is of no note or letter.
    pub fn note_of(&mut self, reference: &str) -> Result<DocumentIndex> {
        self.refresh()?;
        let named = Reference::parse(reference);
        let passage = self.index.as_slice().iter().find(|passage| passage.reference == named);
        let document = passage
            .map(|passage| passage.document)
            .ok_or_else(|| Error::new(Code::NotFound, "no passage of these records has that reference"))?;
        match self.records.documents.get(document.0 as usize).map(|document| &document.content) {
            Some(Content::Prose { .. }) => Ok(document),
            _ => Err(Error::new(Code::Unsupported, "only a note or letter is read whole, and this passage is of none")),
        }
    }
}
