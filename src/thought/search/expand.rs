//! Selection and expansion: which nodes are put together next.

use std::collections::BTreeSet;

use rand_chacha::rand_core::RngCore as _;

use super::{Rank, Search, Step, Walk};
use crate::thought::graph::{Fact, Kind, Node, NodeId};
use crate::thought::uct::{Arm, bounds};

/// What a document that nothing is known of is held to be worth, where it is the first.
const UNREAD: f64 = 0.5;
/// What each document before it, read already or ranked higher, takes from that, as a share: the more was read, the less is new.
const PLACE: f64 = 0.1;
/// What of the mean reward of its thoughts a document is held to be worth to another one.
const AGAIN: f64 = 0.5;

/// What the next step can be.
pub(super) enum Found {
    /// These are put together.
    Together(Vec<NodeId>),
    /// Documents are needed first, by a query made of this node.
    Documents(NodeId),
    /// There is nothing to put together.
    Nothing,
}

/// Which documents are looked at.
#[derive(Clone, Copy, PartialEq)]
enum Reading {
    /// Those that nothing was made of yet.
    Unread,
    /// Those too that another thought was made of.
    Again,
}

/// What a walk need not go to.
#[derive(Default)]
struct Shut {
    /// Nodes that nothing is left to go with.
    closed: BTreeSet<NodeId>,
    /// Those of them below which it is the same everywhere.
    dead: BTreeSet<NodeId>,
}

impl Search {
    /// Returns what to put together next: the node that the walk leads to, with a document or with a thought.
    pub(super) fn expansion(&mut self, rank: &dyn Rank) -> Found {
        let reading = match self.settings.walk {
            Walk::Leaves => Reading::Unread,
            Walk::Widened if self.given.is_empty() && !self.no_more_documents => {
                return Found::Documents(NodeId::QUESTION);
            }
            Walk::Widened => Reading::Again,
        };
        if reading == Reading::Again && !self.has_begun {
            return self.first_step();
        }
        let wants_document = self.unit() < self.settings.document_share;
        let mut shut = Shut::default();
        while let Some(leaf) = self.walk(&mut shut) {
            let ancestry = self.graph.ancestry(leaf);
            let (unread, again) = self.document_for(leaf, &ancestry, rank, reading);
            if unread.is_none() && (wants_document || self.given.is_empty()) && !self.no_more_documents {
                let best = self.graph.best().map_or(NodeId::QUESTION, |(id, _)| id);
                return Found::Documents(best);
            }
            let document = if reading == Reading::Again { again } else { unread };
            let thought =
                if wants_document && document.is_some() { None } else { self.thought_for(leaf, &ancestry, rank) };
            let other = if wants_document { document.or(thought) } else { thought.or(document) };
            // A document that nothing is left to go with is still something to think about.
            let alone = || {
                let is_new = self.graph.get(leaf).is_some_and(|node| !node.is_thought() && node.children.is_empty());
                (is_new && leaf != NodeId::QUESTION && !self.was_tried(leaf, NodeId::QUESTION))
                    .then_some(NodeId::QUESTION)
            };
            match other.or_else(alone) {
                Some(other) => return Found::Together(vec![leaf, other]),
                None => shut.closed.insert(leaf),
            };
        }
        Found::Nothing
    }

    /// Returns the first step of a widened search: the question with the first documents, as a single request would be made of them. One
    /// that would tell more facts than may be told, or facts that weigh more than it may be worth, is left for later, but for the first.
    fn first_step(&self) -> Found {
        let mut told = self.told.clone();
        let mut parents = vec![NodeId::QUESTION];
        let mut dearest: Option<(NodeId, f64)> = None;
        for (place, (id, facts)) in self.documents_there().enumerate() {
            let fresh = facts.difference(&told).count();
            let worth = self.settings.worth(unread(place), fresh);
            if dearest.is_none_or(|(_, most)| worth > most) {
                dearest = Some((id, worth));
            }
            if worth > 0.0 && told.len() + fresh <= self.budget.facts && parents.len() <= self.settings.first {
                told.extend(facts);
                parents.push(id);
            }
        }
        match dearest {
            None if self.no_more_documents => Found::Nothing,
            None => Found::Documents(NodeId::QUESTION),
            Some((id, _)) if parents.len() == 1 => Found::Together(vec![NodeId::QUESTION, id]),
            Some(_) => Found::Together(parents),
        }
    }

    /// Returns the documents that are not pruned, in the order in which they were given.
    fn documents_there(&self) -> impl Iterator<Item = (NodeId, &BTreeSet<Fact>)> {
        self.documents.iter().filter_map(|id| match self.graph.get(*id).map(|node| (node.pruned, &node.kind)) {
            Some((false, Kind::Document { facts, .. })) => Some((*id, facts)),
            _ => None,
        })
    }

    /// Goes from the question down, by the bound, to the node that is gone on with.
    fn walk(&self, shut: &mut Shut) -> Option<NodeId> {
        while !shut.dead.contains(&NodeId::QUESTION) {
            let mut at = NodeId::QUESTION;
            loop {
                let node = self.graph.get(at)?;
                let is_open = !shut.closed.contains(&at);
                let children: Vec<NodeId> = node.children.iter().filter(|id| self.is_walked(**id)).copied().collect();
                if is_open && self.has_room(at, node, children.len()) {
                    return Some(at);
                }
                let open: Vec<NodeId> = children.into_iter().filter(|id| !shut.dead.contains(id)).collect();
                match self.highest(node, &open) {
                    Some(next) => at = next,
                    // Where nothing below can be gone on with, room or not, this can.
                    None if is_open && self.settings.walk == Walk::Widened => return Some(at),
                    None => {
                        shut.dead.insert(at);
                        break;
                    }
                }
            }
        }
        None
    }

    /// Whether a walk goes over the node: over documents only where it ends at nodes without children.
    fn is_walked(&self, id: NodeId) -> bool {
        let is_one = |node: &Node| !node.pruned && (node.is_thought() || self.settings.walk == Walk::Leaves);
        self.graph.get(id).is_some_and(is_one)
    }

    /// Whether a walk ends at the node `at`, which has so many `children`.
    fn has_room(&self, at: NodeId, node: &Node, children: usize) -> bool {
        match self.settings.walk {
            Walk::Leaves => children == 0,
            Walk::Widened => {
                let is_its =
                    |step: &&Step| matches!(step, Step::Thought { parents, .. } if parents.first() == Some(&at));
                let begun = self.under_way.values().filter(is_its).count();
                children + begun < self.settings.room(node.visits + node.pending)
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

    /// Whether `a` and `b` were put together before, with an answer or without.
    fn was_tried(&self, a: NodeId, b: NodeId) -> bool {
        self.failed.contains(&[a, b]) || self.failed.contains(&[b, a]) || self.graph.were_paired(a, b)
    }

    /// Returns the document that goes with `leaf`, which was made of `ancestry`: the one that is worth most, less what its facts weigh. The
    /// first is of those that nothing was made of yet, the second of all that are looked at.
    fn document_for(
        &self,
        leaf: NodeId,
        ancestry: &BTreeSet<NodeId>,
        rank: &dyn Rank,
        reading: Reading,
    ) -> (Option<NodeId>, Option<NodeId>) {
        let is_new = |node: &Node| node.children.is_empty() && node.pending == 0;
        let is_read = |id: &&NodeId| self.graph.get(**id).is_some_and(|node| !node.pruned && !is_new(node));
        let mut place = self.documents.iter().filter(is_read).count();
        let mut new: Option<(NodeId, f64)> = None;
        let mut any: Option<(NodeId, f64)> = None;
        for id in &self.documents {
            let Some(node) = self.graph.get(*id).filter(|node| !node.pruned) else { continue };
            let is_unread = is_new(node);
            let known = if is_unread { unread(place) } else { AGAIN * node.mean() };
            place += usize::from(is_unread);
            if (reading == Reading::Unread && !is_unread) || ancestry.contains(id) {
                continue;
            }
            let value = rank.rank(&self.graph, leaf, *id).unwrap_or(known);
            let fresh = if self.settings.disclosure_weight > 0.0 { self.untold(node) } else { 0 };
            let worth = self.settings.worth(value, fresh);
            // What would take more than it may bring is not read at all.
            let is_dear = fresh > 0 && worth <= 0.0;
            let is_best = any.is_none_or(|(_, most)| worth > most);
            let is_newest = is_unread && new.is_none_or(|(_, most)| worth > most);
            if is_dear || !(is_best || is_newest) || self.was_tried(leaf, *id) {
                continue;
            }
            if is_best {
                any = Some((*id, worth));
            }
            if is_newest {
                new = Some((*id, worth));
            }
        }
        (new.map(|(id, _)| id), any.map(|(id, _)| id))
    }

    /// Returns how many facts of a document were not told yet.
    fn untold(&self, node: &Node) -> usize {
        match &node.kind {
            Kind::Document { facts, .. } => facts.difference(&self.told).count(),
            Kind::Question | Kind::Thought { .. } => 0,
        }
    }

    /// Returns the thought that goes with `leaf`, which was made of `ancestry`: of a few drawn by chance the one of the highest rank, else
    /// of the highest score.
    fn thought_for(&mut self, leaf: NodeId, ancestry: &BTreeSet<NodeId>, rank: &dyn Rank) -> Option<NodeId> {
        let below = self.graph.descent(leaf);
        let fits = |(id, node): &(NodeId, &Node)| {
            !node.pruned
                && node.score.is_some()
                && !ancestry.contains(id)
                && !below.contains(id)
                && !self.was_tried(leaf, *id)
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

/// Returns what an unread document at this place of the ranking is held to be worth.
fn unread(place: usize) -> f64 {
    UNREAD * (1.0 - PLACE).powi(i32::try_from(place).unwrap_or(i32::MAX))
}
