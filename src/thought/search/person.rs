//! What the person says to a search while it goes on: which step may be taken, which thought is good, wanted, left out or their own, and that it is enough.

use super::{Ending, Search, Step, unknown};
use crate::error::{Code, Error, Result};
use crate::thought::graph::{By, Kind, NodeId, Score};

impl Search {
    /// Lets the step that waits go on, and covers what it tells from now on.
    ///
    /// # Errors
    /// `invalid-argument` when none waits.
    pub fn approve(&mut self) -> Result<()> {
        let parents = self.waiting.take().ok_or_else(unknown)?;
        let facts = self.uncovered(&parents);
        self.budget.cover(&facts, &self.told);
        Ok(())
    }

    /// Does without the step that waits: the documents behind it that are not covered are taken out.
    ///
    /// # Errors
    /// `invalid-argument` when none waits.
    pub fn refuse(&mut self) -> Result<()> {
        let parents = self.waiting.take().ok_or_else(unknown)?;
        let uncovered = self.uncovered(&parents);
        let refused: Vec<NodeId> = self
            .graph
            .iter()
            .filter(|(_, node)| matches!(&node.kind, Kind::Document { facts, .. } if !facts.is_disjoint(&uncovered)))
            .map(|(id, _)| id)
            .collect();
        refused.into_iter().try_for_each(|id| self.prune(id))
    }

    /// Sets the person's own score of a thought, in place of the one that it had.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    pub fn judge(&mut self, thought: NodeId, value: f64) -> Result<()> {
        if !self.graph.get(thought).is_some_and(|node| node.is_thought()) {
            return Err(unknown());
        }
        self.settle(thought, Score::new(value, By::Person));
        self.under_way.retain(|_, step| *step != Step::Score { thought });
        Ok(())
    }

    /// Takes a node out of the search, with every thought that is made of nothing else; what is pinned stays.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such node, or it is the question.
    pub fn prune(&mut self, id: NodeId) -> Result<()> {
        if id == NodeId::QUESTION {
            return Err(unknown());
        }
        self.graph.get_mut(id).map(|node| node.pruned = true).ok_or_else(unknown)?;
        self.graph.prune_below();
        Ok(())
    }

    /// Wants a thought in the answer, or no more.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    pub fn pin(&mut self, id: NodeId, pinned: bool) -> Result<()> {
        let node = self.graph.get_mut(id).filter(|node| node.is_thought());
        node.map(|node| node.pinned = pinned).ok_or_else(unknown)
    }

    /// Puts in a thought of the person's own, a child of the question.
    ///
    /// # Errors
    /// `invalid-argument` when `text` is empty.
    pub fn add(&mut self, text: &str) -> Result<NodeId> {
        if text.trim().is_empty() {
            return Err(Error::new(Code::InvalidArgument, "a thought has words"));
        }
        let added = self.graph.add(Kind::Thought { text: text.to_owned() }, &[NodeId::QUESTION]);
        added.ok_or_else(|| Error::internal("the question is not there"))
    }

    /// Ends the search. What is under way is answered in vain.
    pub fn cancel(&mut self) {
        self.end(Ending::Cancelled);
        self.under_way.clear();
    }
}
