//! What a room is asked: quotations without a model, a request to one, and what is new of a patient.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{Room, Search};
use crate::brief::{self, Brief};
use crate::clearance::Block;
use crate::document::{DocumentKind, PatientIndex};
use crate::error::{Code, Error, Result};
use crate::privacy::policy::Choice;
use crate::privacy::stranger::Limit;
use crate::question::follow;
use crate::quote::format::Endpoint;
use crate::retrieve::narrow::By;
use crate::workflow::{self, Answer, Workflow};

/// Passages of prose among which an answer without a model chooses.
pub(super) const TOP_NOTES: usize = 48;

impl Room {
    /// Returns `question` made whole with what it takes over from the newest of `earlier` (oldest first), or `None` where it
    /// stands alone; see [`follow::whole`].
    pub fn follow_up(&self, question: &str, earlier: &[String]) -> Option<String> {
        follow::whole(question, earlier, &self.records.patients)
    }

    /// Returns the answer to `question` without any model: quotes only. Nothing leaves.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes(&mut self, question: &str) -> Result<Answer> {
        self.quotes_on(question, None)
    }

    /// As [`quotes`](Self::quotes), where `today` is the caller's calendar day: "last year" and "how long ago" count from it.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes_on(&mut self, question: &str, today: Option<Date>) -> Result<Answer> {
        self.quotes_without(question, today, &BTreeSet::new())
    }

    /// As [`quotes_on`](Self::quotes_on), where nothing is searched more narrowly by what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes_without(&mut self, question: &str, today: Option<Date>, without: &BTreeSet<By>) -> Result<Answer> {
        not_empty(question)?;
        let search = Search { today, without: without.clone(), ..Search::default() };
        let hits = self.find(question, &search)?;
        let notes = BTreeSet::from([DocumentKind::Note]);
        let written = self.find(question, &Search { top_k: TOP_NOTES, kinds: notes, ..search })?;
        Ok(workflow::quotes(&self.context(), question, &hits, &written, today))
    }

    /// Returns what is new of `patient` since `since` and where the record disagrees with itself, with the boxes of all entries.
    ///
    /// # Errors
    /// `not-found` when there is no such patient; as [`refresh`](Self::refresh).
    pub fn brief(&mut self, patient: PatientIndex, since: Date) -> Result<(Brief, Vec<Block>)> {
        self.has(patient)?;
        self.refresh()?;
        let mut brief = brief::brief(&self.records, patient, since);
        let blocks = brief.boxed(&self.records, self.index.as_slice());
        Ok((brief, blocks))
    }

    /// Synthesises and reviews a request for `question`; nothing is sent. See [`Workflow::prepare`].
    ///
    /// # Errors
    /// As [`search`](Self::search) and [`Workflow::prepare`].
    pub fn prepare(
        &mut self,
        question: &str,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        self.prepare_as(question, &Choice::default(), endpoint, seed, now_millis)
    }

    /// As [`prepare`](Self::prepare), told as exactly as the person's `choice` and the host's policy both let it.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    pub fn prepare_as(
        &mut self,
        question: &str,
        choice: &Choice,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        self.prepare_for(question, None, choice, Limit::default(), endpoint, seed, now_millis)
    }

    /// As [`prepare_as`](Self::prepare_as), where what is told must fit as many people as `limit` says. `today` is the caller's calendar day, from
    /// which "last year" counts; without it only dates with a year are a time.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    #[allow(clippy::too_many_arguments)] // as for the workflow
    pub fn prepare_for(
        &mut self,
        question: &str,
        today: Option<Date>,
        choice: &Choice,
        limit: Limit,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        self.prepare_without(question, today, &BTreeSet::new(), choice, limit, endpoint, seed, now_millis)
    }

    /// As [`prepare_for`](Self::prepare_for), where nothing is searched more narrowly by what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    #[allow(clippy::too_many_arguments)] // as for the workflow
    pub fn prepare_without(
        &mut self,
        question: &str,
        today: Option<Date>,
        without: &BTreeSet<By>,
        choice: &Choice,
        limit: Limit,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        not_empty(question)?;
        let question = self.screen(question, self.policy.allowed(&choice.allowed))?;
        let search = Search { today, without: without.clone(), ..Search::default() };
        let hits = self.find(question.plain(), &search)?;
        let notes = BTreeSet::from([DocumentKind::Note]);
        let written = self.find(question.plain(), &Search { top_k: TOP_NOTES, kinds: notes, ..search })?;
        let context = self.context();
        Workflow::prepare(&context, &question, today, &hits, &written, choice, limit, endpoint, seed, now_millis)
    }

    /// Synthesises and reviews a request that asks `question` of public passages alone, and tells nothing of the records. Nothing is sent. The other arguments are as in
    /// [`prepare_for`](Self::prepare_for).
    ///
    /// # Errors
    /// `invalid-argument` for an empty question; as [`Workflow::prepare_alone`].
    pub fn prepare_alone(
        &mut self,
        question: &str,
        choice: &Choice,
        endpoint: &Endpoint,
        now_millis: u64,
    ) -> Result<Workflow> {
        not_empty(question)?;
        self.refresh()?;
        let question = self.screen(question, self.policy.allowed(&choice.allowed))?;
        Workflow::prepare_alone(&self.context(), &question, choice, endpoint, now_millis)
    }
}

pub(super) fn not_empty(question: &str) -> Result<()> {
    if question.trim().is_empty() {
        return Err(Error::new(Code::InvalidArgument, "the question is empty; type what you want to know"));
    }
    Ok(())
}
