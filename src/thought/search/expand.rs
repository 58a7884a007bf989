//! Selection and expansion: which two nodes are put together next.

use std::collections::BTreeSet;

use rand_chacha::rand_core::RngCore as _;

use super::{Rank, Search};
use crate::thought::graph::{Kind, Node, NodeId};
use crate::thought::uct::{Arm, bounds};

/// What the next step can be.
pub(super) enum Found {
    /// These two are put together.
    Pair([NodeId; 2]),
    /// Documents are needed first, by a query made of this node.
    Documents(NodeId),
    /// There is nothing to put together.
    Nothing,
}

impl Search {
    /// Returns what to put together next: the node that the walk leads to, with a document or with a thought.
    pub(super) fn expansion(&mut self, rank: &dyn Rank) -> Found {
        let wants_document = self.unit() < self.settings.document_share;
        let mut closed: BTreeSet<NodeId> = BTreeSet::new();
        while let Some(leaf) = self.walk(&mut closed) {
            let document = self.document_for(leaf, rank);
            if document.is_none() && (wants_document || self.lacks_documents()) && !self.no_more_documents {
                let best = self.graph.best().map_or(NodeId::QUESTION, |(id, _)| id);
                return Found::Documents(best);
            }
            let thought = if wants_document && document.is_some() { None } else { self.thought_for(leaf, rank) };
            let other = if wants_document { document.or(thought) } else { thought.or(document) };
            // A document that nothing is left to go with is still something to think about.
            let alone = || {
                let is_new = self.graph.get(leaf).is_some_and(|node| !node.is_thought() && node.children.is_empty());
                (is_new && leaf != NodeId::QUESTION).then_some(NodeId::QUESTION)
            };
            match other.or_else(alone) {
                Some(other) => return Found::Pair([leaf, other]),
                None => closed.insert(leaf),
            };
        }
        Found::Nothing
    }

    /// Whether there is no document at all.
    fn lacks_documents(&self) -> bool {
        self.given.is_empty()
    }

    /// Goes from the question down, by the bound, to a node without children; `closed` are those where nothing can be done.
    fn walk(&self, closed: &mut BTreeSet<NodeId>) -> Option<NodeId> {
        loop {
            let mut at = NodeId::QUESTION;
            loop {
                if closed.contains(&at) {
                    return None;
                }
                let node = self.graph.get(at)?;
                let is_there = |id: &&NodeId| self.graph.get(**id).is_some_and(|node| !node.pruned);
                let children: Vec<NodeId> = node.children.iter().filter(is_there).copied().collect();
                if children.is_empty() {
                    return Some(at);
                }
                let open: Vec<NodeId> = children.into_iter().filter(|id| !closed.contains(id)).collect();
                let Some(next) = self.highest(node, &open) else {
                    closed.insert(at);
                    break;
                };
                at = next;
            }
        }
    }

    /// Returns the child with the highest bound, the oldest of those that are alike.
    fn highest(&self, parent: &Node, children: &[NodeId]) -> Option<NodeId> {
        let arm = |id: &NodeId| {
            let node = self.graph.get(*id);
            let visits = node.map_or(0, |node| node.visits + node.pending);
            Arm { sum: node.map_or(0.0, |node| node.sum), visits }
        };
        let arms: Vec<Arm> = children.iter().map(arm).collect();
        let found =
            bounds(&arms, parent.visits + parent.pending, self.settings.exploration, self.settings.exploitation);
        let best = children.iter().zip(found).reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(id, _)| *id)
    }

    /// Returns the document that goes with `leaf`: of those that nothing was made of yet the one of the highest rank, else the first.
    fn document_for(&self, leaf: NodeId, rank: &dyn Rank) -> Option<NodeId> {
        let ancestry = self.graph.ancestry(leaf);
        let is_free = |(id, node): &(NodeId, &Node)| {
            matches!(node.kind, Kind::Document { .. })
                && !node.pruned
                && node.children.is_empty()
                && node.pending == 0
                && !ancestry.contains(id)
        };
        let free =
            self.graph.iter().filter(is_free).map(|(id, _)| (id, rank.rank(&self.graph, leaf, id).unwrap_or(0.0)));
        free.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(id, _)| id)
    }

    /// Returns the thought that goes with `leaf`: of a few drawn by chance the one of the highest rank, else of the highest score.
    fn thought_for(&mut self, leaf: NodeId, rank: &dyn Rank) -> Option<NodeId> {
        let ancestry = self.graph.ancestry(leaf);
        let fits = |(id, node): &(NodeId, &Node)| {
            !node.pruned && node.score.is_some() && !ancestry.contains(id) && !self.graph.were_paired(leaf, *id)
        };
        let mut fitting: Vec<NodeId> = self.graph.thoughts().filter(fits).map(|(id, _)| id).collect();
        let mut drawn: Vec<NodeId> = Vec::new();
        while drawn.len() < self.settings.sample && !fitting.is_empty() {
            let at = self.below(fitting.len());
            drawn.push(fitting.swap_remove(at));
        }
        drawn.sort_unstable();
        let worth = |id: NodeId| {
            let own = || self.graph.get(id).and_then(|node| node.score).map_or(0.0, |score| score.value);
            (id, rank.rank(&self.graph, leaf, id).unwrap_or_else(own))
        };
        drawn.into_iter().map(worth).reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(id, _)| id)
    }

    /// Draws a number from 0, which it may be, to 1, which it is not.
    fn unit(&mut self) -> f64 {
        f64::from(self.rng.next_u32()) / 4_294_967_296.0
    }

    /// Draws a number below `count`, which must not be nought.
    fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.rng.next_u32()) * count as u64) >> 32) as usize
    }
}
