//! What comes back to a thought process: what was found in the records, what a model said, and that it said nothing.

use super::said::{MAX_THOUGHT, Said};
use super::{SAMPLES, Thinking, Thought, cut, tokens, unknown};
use crate::error::Result;
use crate::privacy::injection::Part;
use crate::question::{Plan, Topic};
use crate::retrieve::Hits;
use crate::thought::graph::{By, Score};
use crate::thought::journal::Event;
use crate::thought::score::{sampled, self_critic};
use crate::thought::search::{Ticket, Want};
use crate::workflow::{Context, Workflow};

/// Longest query that a model may form, in characters.
const MAX_QUERY: usize = 200;

impl Thinking {
    /// Takes what was found for a [`Next::Search`](super::Next::Search).
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way, or when the records have changed.
    pub fn found(&mut self, context: &Context<'_>, ticket: Ticket, hits: &Hits, written: &Hits) -> Result<()> {
        self.check(context)?;
        let open = self.open.get(&ticket).ok_or_else(unknown)?;
        let Want::Documents { most, .. } = open.want else { return Err(unknown()) };
        let query = open.query.clone();
        if let Some(query) = query {
            // A model's words count from no day of ours.
            let mut plan = Plan::new(&query, &context.records.patients);
            let is_sought = |topic: &&Topic| !self.plan.topics.contains(topic);
            plan.sought = plan.topics.iter().filter(is_sought).cloned().collect();
            // A query about nothing would find everything.
            let is_about = !plan.topics.is_empty() || !plan.kinds.is_empty();
            let mut fresh = if is_about { self.read(context, &plan, hits, written)? } else { Vec::new() };
            // What the question itself found comes after what this query did.
            fresh.append(&mut self.spare);
            self.spare = fresh;
        }
        let rest = self.spare.split_off(self.spare.len().min(most));
        let given = std::mem::replace(&mut self.spare, rest);
        let first = self.documents.len();
        self.documents.extend(given);
        let found = self.documents.iter().enumerate().skip(first).map(|(at, known)| known.document(at)).collect();
        self.open.remove(&ticket);
        self.process_mut()?.apply(Event::Documents { ticket, found })
    }

    /// Takes the reply that was fed to `workflow`, which [`Next::Ask`](super::Next::Ask) gave. `instructions` are the parts of it that read like instructions
    /// to a model.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn answered(
        &mut self,
        context: &Context<'_>,
        ticket: Ticket,
        workflow: Workflow,
        instructions: Vec<Part>,
    ) -> Result<()> {
        let open = self.open.get(&ticket).filter(|open| open.is_asked).ok_or_else(unknown)?;
        let reply = workflow.reply.text().trim();
        let tokens = tokens(&workflow.outgoing().body) + tokens(reply);
        match open.want {
            Want::Documents { .. } => {
                let query = self.to_seek(context, reply, instructions, &workflow);
                self.queried(ticket, query, tokens)
            }
            Want::Thought { .. } => {
                let text = cut(reply, MAX_THOUGHT).to_owned();
                self.thought(ticket, text, tokens, workflow, instructions)
            }
            Want::Score { .. } => self.judged(ticket, &workflow, tokens),
            Want::Approval { .. } | Want::Wait | Want::Done { .. } => Err(unknown()),
        }
    }

    /// Returns what is looked for of `reply`, a model's to the request of `workflow`.
    pub(super) fn to_seek(
        &self,
        context: &Context<'_>,
        reply: &str,
        instructions: Vec<Part>,
        workflow: &Workflow,
    ) -> String {
        let message = &workflow.state.synthesised;
        let said = Said::new(cut(reply, MAX_QUERY), instructions, Some((message, &workflow.aliases)));
        said.to_seek(message, context, &self.allowed, &self.withheld)
    }

    pub(super) fn queried(&mut self, ticket: Ticket, query: String, tokens: u64) -> Result<()> {
        self.process_mut()?.apply(Event::Queried { ticket, text: query.clone(), tokens })?;
        let open = self.open.get_mut(&ticket).ok_or_else(unknown)?;
        (open.query, open.is_asked) = (Some(query), false);
        Ok(())
    }

    pub(super) fn thought(
        &mut self,
        ticket: Ticket,
        text: String,
        tokens: u64,
        asked: Workflow,
        instructions: Vec<Part>,
    ) -> Result<()> {
        let said = Said::new(&text, instructions, Some((&asked.state.synthesised, &asked.aliases)));
        self.process_mut()?.apply(Event::Thought { ticket, text, tokens })?;
        self.open.remove(&ticket);
        self.keep(said, Some(asked))
    }

    fn judged(&mut self, ticket: Ticket, workflow: &Workflow, tokens: u64) -> Result<()> {
        let reply = workflow.reply.text().trim().to_owned();
        let likely = workflow.reply.first();
        let was_drawn = self.has_likely == Some(false);
        if !likely.is_empty() {
            self.has_likely = Some(true);
        }
        let open = self.open.get_mut(&ticket).ok_or_else(unknown)?;
        open.samples.push(reply);
        let score = match self_critic(likely).filter(|_| !was_drawn) {
            Some(value) => Score::new(value, By::SelfCritic),
            None if likely.is_empty() && open.samples.len() < SAMPLES => {
                open.is_asked = false;
                self.has_likely = Some(false);
                return self.process_mut()?.apply(Event::Asked { tokens });
            }
            None => match sampled(open.samples.iter().map(String::as_str)) {
                Some(value) => Score::new(value, By::Sampled),
                None => Score::new(0.0, By::Rule),
            },
        };
        self.open.remove(&ticket);
        self.process_mut()?.apply(Event::Scored { ticket, score, tokens })
    }

    /// Keeps what stands behind the newest node.
    pub(super) fn keep(&mut self, said: Said, asked: Option<Workflow>) -> Result<()> {
        let newest = self.process()?.search().graph().iter().next_back().map(|(id, _)| id).ok_or_else(unknown)?;
        self.thoughts.insert(newest, Thought { said, asked });
        Ok(())
    }

    /// Takes note that a request got no usable reply. A judgement for which probabilities were asked is asked for once more, without.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn failed(&mut self, ticket: Ticket) -> Result<()> {
        let open = self.open.get_mut(&ticket).ok_or_else(unknown)?;
        if matches!(open.want, Want::Score { .. }) && self.has_likely.is_none() {
            open.is_asked = false;
            // It is one of those that are kept back for a judgement.
            open.samples.push(String::new());
            self.has_likely = Some(false);
            return self.process_mut()?.apply(Event::Asked { tokens: 0 });
        }
        self.give_up(ticket).map(drop)
    }

    /// Takes back a request that was not sent: it is made and reviewed anew by the next [`next`](Self::next).
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn put_back(&mut self, ticket: Ticket) -> Result<()> {
        self.open.get_mut(&ticket).map(|open| open.is_asked = false).ok_or_else(unknown)
    }
}
