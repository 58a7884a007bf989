//! What the person does in a thought process: approves what it tells, judges its thoughts, takes some out, puts in their own, and ends it.

use super::said::{MAX_THOUGHT, Said};
use super::{Open, Scorer, Thinking, cut};
use crate::error::Result;
use crate::privacy::injection::Part;
use crate::thought::graph::{By, NodeId, Score};
use crate::thought::journal::Event;
use crate::thought::search::Want;

impl Thinking {
    /// Lets the step that waits go on; what it tells is approved from now on.
    ///
    /// # Errors
    /// `invalid-argument` when none waits.
    pub fn approve(&mut self) -> Result<()> {
        self.process_mut()?.apply(Event::Approved)
    }

    /// Does without the step that waits, and what it would tell.
    ///
    /// # Errors
    /// `invalid-argument` when none waits.
    pub fn refuse(&mut self) -> Result<()> {
        self.process_mut()?.apply(Event::Refused)
    }

    /// Sets the person's own score of a thought.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    pub fn judge(&mut self, thought: NodeId, value: f64) -> Result<()> {
        // A judgement of it that is under way is not waited for.
        self.open.retain(|_, open| !matches!(open.want, Want::Score { thought: other, .. } if other == thought));
        let value = Score::new(value, By::Person).value;
        self.process_mut()?.apply(Event::Judged { thought, value })
    }

    /// Takes a node out of the search. A thought whose score the person is asked for needs none then.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such node, or it is the question.
    pub fn prune(&mut self, node: NodeId) -> Result<()> {
        self.process_mut()?.apply(Event::Pruned { node })?;
        let is_its = |open: &Open| matches!(open.want, Want::Score { thought, .. } if thought == node);
        let waits = self.open.iter().find(|(_, open)| is_its(open)).map(|(ticket, _)| *ticket);
        match waits.filter(|_| self.limits.scorer == Scorer::Person) {
            Some(ticket) => self.give_up(ticket).map(drop),
            None => Ok(()),
        }
    }

    /// Wants a thought in the answer, or no more.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    pub fn pin(&mut self, thought: NodeId, pinned: bool) -> Result<()> {
        self.process_mut()?.apply(Event::Pinned { thought, pinned })
    }

    /// Puts in a thought of the person's own. Like the question, it is told by the closed vocabulary.
    ///
    /// # Errors
    /// `invalid-argument` when it has no words.
    pub fn add(&mut self, text: &str, instructions: Vec<Part>) -> Result<()> {
        let text = cut(text.trim(), MAX_THOUGHT).to_owned();
        let said = Said::new(&text, instructions, None);
        self.process_mut()?.apply(Event::Added { text })?;
        self.keep(said, None)
    }

    /// Ends the search; the last question can still be asked.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning.
    pub fn cancel(&mut self) -> Result<()> {
        self.open.clear();
        self.process_mut()?.apply(Event::Cancelled)
    }
}
