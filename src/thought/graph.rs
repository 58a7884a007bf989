//! What was thought so far: a graph without cycles.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A node, by its place in the order in which they were made; the question is node 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The question.
    pub const QUESTION: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Kind {
    /// What is asked. It has no parents.
    Question,
    /// What was read, a child of the question.
    Document {
        /// Which one, by the driver's own number.
        document: u32,
        /// What is told when it is put before a model.
        facts: BTreeSet<Fact>,
    },
    /// What a model, or the person, made of its parents.
    Thought {
        /// The text, under the pseudonyms of the process.
        text: String,
    },
}

/// Something that is told of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fact {
    /// Which one, by the driver's own number.
    pub fact: u32,
    /// Of what kind, by the driver's own number.
    pub kind: u16,
}

/// Who gave a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The model, of its own thought, from the probabilities of its next token.
    SelfCritic,
    /// The model, of its own thought, from how often it said so, where its server tells no probabilities.
    Sampled,
    /// The estimator, from the parents.
    Estimator,
    /// The person.
    Person,
    /// The truth, in an evaluation.
    Oracle,
    /// A rule: what has no words, or could not be judged, is worth nothing.
    Rule,
}

impl By {
    /// Returns who that is in words.
    pub fn words(self) -> &'static str {
        match self {
            By::SelfCritic => "by the model, from the probabilities of its judgement",
            By::Sampled => "by the model, from several judgements that were drawn",
            By::Estimator => "by the estimator",
            By::Person => "by the person",
            By::Oracle => "by the truth",
            By::Rule => "by a rule: it has no words, or could not be judged",
        }
    }
}

/// How good a thought is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "Given")]
pub struct Score {
    /// From 0, worthless, to 1, accurate and sufficient, in whole millionths: so it is the same when it is read back.
    pub value: f64,
    /// Who says so.
    pub by: By,
}

impl Score {
    /// Returns the score `value`, which is drawn into its bounds; what is no number is worthless.
    pub fn new(value: f64, by: By) -> Self {
        let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
        Score { value: (value * 1e6).round() / 1e6, by }
    }
}

#[derive(Deserialize)]
struct Given {
    value: f64,
    by: By,
}

impl From<Given> for Score {
    fn from(Given { value, by }: Given) -> Self {
        Score::new(value, by)
    }
}

/// A node of the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// What it was made of: none, or two.
    pub parents: Vec<NodeId>,
    /// What was made of it, oldest first.
    pub children: Vec<NodeId>,
    /// Its score; documents and the question have none.
    pub score: Option<Score>,
    /// How often a step below it was scored, itself included.
    pub visits: u32,
    /// The sum of the rewards of those steps.
    pub sum: f64,
    /// Steps below it whose reply is not there yet.
    pub pending: u32,
    /// Whether the person, or a step that failed, took it out of the search.
    pub pruned: bool,
    /// Whether the person wants it in the answer.
    pub pinned: bool,
}

impl Node {
    /// Returns whether it is a thought.
    pub fn is_thought(&self) -> bool {
        matches!(self.kind, Kind::Thought { .. })
    }

    /// Returns the mean reward of the steps below it; nought where there was none.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) }
    }
}

/// The graph of one process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Graph(Vec<Node>);

impl Default for Graph {
    fn default() -> Self {
        Graph(vec![Node::new(Kind::Question, Vec::new())])
    }
}

impl Node {
    fn new(kind: Kind, parents: Vec<NodeId>) -> Self {
        Node {
            kind,
            parents,
            children: Vec::new(),
            score: None,
            visits: 0,
            sum: 0.0,
            pending: 0,
            pruned: false,
            pinned: false,
        }
    }
}

impl Graph {
    /// Returns the node called `id`.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.0.get(id.index())
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.0.get_mut(id.index())
    }

    /// Returns the nodes with their names, in the order in which they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.0.iter().enumerate().map(|(at, node)| (NodeId(at as u32), node))
    }

    /// Returns the thoughts, in the order in which they were made.
    pub fn thoughts(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.iter().filter(|(_, node)| node.is_thought())
    }

    /// Puts a node in, a child of each of `parents`, which must be there already: so there can be no cycle.
    pub(super) fn add(&mut self, kind: Kind, parents: &[NodeId]) -> Option<NodeId> {
        if !parents.iter().all(|parent| parent.index() < self.0.len()) {
            return None;
        }
        let id = NodeId(u32::try_from(self.0.len()).ok()?);
        self.0.push(Node::new(kind, parents.to_vec()));
        for parent in parents {
            if let Some(parent) = self.get_mut(*parent) {
                parent.children.push(id);
            }
        }
        Some(id)
    }

    /// Returns `id` and everything that it was made of, each once.
    pub fn ancestry(&self, id: NodeId) -> BTreeSet<NodeId> {
        self.reached(id, |node| &node.parents)
    }

    /// Returns `id` and everything that was made of it, each once.
    pub fn descent(&self, id: NodeId) -> BTreeSet<NodeId> {
        self.reached(id, |node| &node.children)
    }

    fn reached(&self, id: NodeId, on: impl Fn(&Node) -> &[NodeId]) -> BTreeSet<NodeId> {
        let mut seen = BTreeSet::from([id]);
        let mut waiting = vec![id];
        while let Some(next) = waiting.pop() {
            for other in self.get(next).map(&on).unwrap_or_default() {
                if seen.insert(*other) {
                    waiting.push(*other);
                }
            }
        }
        seen
    }

    /// Returns the facts that stand behind `id`: those of every document that it was made of.
    pub fn facts(&self, id: NodeId) -> BTreeSet<Fact> {
        let documents = self.ancestry(id).into_iter().filter_map(|id| match self.get(id).map(|node| &node.kind) {
            Some(Kind::Document { facts, .. }) => Some(facts),
            _ => None,
        });
        documents.flatten().copied().collect()
    }

    /// Returns the documents whose reading led to `id`: those of steps that were held to be better than every thought that they were made
    /// of; all that stand behind it where there is none. What misled on the way, and was seen to, need not be read once more.
    pub fn led_by(&self, id: NodeId) -> BTreeSet<NodeId> {
        let score = |id: &NodeId| self.get(*id).and_then(|node| node.score).map(|score| score.value);
        let is_document = |id: &NodeId| self.get(*id).is_some_and(|node| matches!(node.kind, Kind::Document { .. }));
        let behind = self.ancestry(id);
        let raised = behind.iter().filter_map(|step| {
            let node = self.get(*step).filter(|node| node.is_thought())?;
            let before = node.parents.iter().filter_map(score).fold(0.0, f64::max);
            score(step).is_none_or(|own| own > before).then_some(&node.parents)
        });
        let led: BTreeSet<NodeId> = raised.flatten().copied().filter(is_document).collect();
        if led.is_empty() { behind.into_iter().filter(is_document).collect() } else { led }
    }

    /// Returns whether two nodes, and nothing else, were put together before, in either order.
    pub fn were_paired(&self, a: NodeId, b: NodeId) -> bool {
        let children = self.get(a).map(|node| node.children.as_slice()).unwrap_or_default();
        let is_of_both = |node: &Node| node.parents.len() == 2 && node.parents.contains(&b) && a != b;
        children.iter().any(|child| self.get(*child).is_some_and(is_of_both))
    }

    /// Passes `reward` from `id` to everything that it was made of, each once, and to itself.
    pub(super) fn propagate(&mut self, id: NodeId, reward: f64) {
        for ancestor in self.ancestry(id) {
            if let Some(node) = self.get_mut(ancestor) {
                node.visits += 1;
                node.sum += reward;
            }
        }
    }

    /// Corrects by `difference` what was passed on from `id` before.
    pub(super) fn correct(&mut self, id: NodeId, difference: f64) {
        for ancestor in self.ancestry(id) {
            if let Some(node) = self.get_mut(ancestor) {
                node.sum += difference;
            }
        }
    }

    /// Marks `of` and everything that they were made of as having one more step under way, or one fewer.
    pub(super) fn hold(&mut self, of: &[NodeId], is_begun: bool) {
        let all: BTreeSet<NodeId> = of.iter().flat_map(|id| self.ancestry(*id)).collect();
        for id in all {
            if let Some(node) = self.get_mut(id) {
                node.pending = if is_begun { node.pending + 1 } else { node.pending.saturating_sub(1) };
            }
        }
    }

    /// Returns the best thought that is not pruned: the pinned before the others, by its score, the older of two that are alike.
    pub fn best(&self) -> Option<(NodeId, &Node)> {
        let value = |node: &Node| node.score.map_or(-1.0, |score| score.value);
        let found = self.thoughts().filter(|(_, node)| !node.pruned && (node.score.is_some() || node.pinned));
        found.max_by(|(a_id, a), (b_id, b)| {
            a.pinned.cmp(&b.pinned).then(value(a).total_cmp(&value(b))).then(b_id.cmp(a_id))
        })
    }

    /// Takes out the thoughts that are made of nothing but what was taken out, beside the question; pinned ones stay.
    pub(super) fn prune_below(&mut self) {
        // What a node is made of stands before it.
        for at in 0..self.0.len() {
            let is_out = |id: &NodeId| self.get(*id).is_some_and(|node| node.pruned);
            let is_bare = |node: &Node| {
                let mut of = node.parents.iter().filter(|id| **id != NodeId::QUESTION).peekable();
                node.is_thought() && !node.pinned && of.peek().is_some() && of.all(is_out)
            };
            let is_bare = self.0.get(at).is_some_and(is_bare);
            if let Some(node) = self.0.get_mut(at).filter(|_| is_bare) {
                node.pruned = true;
            }
        }
    }

    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is nothing but the question.
    pub fn is_empty(&self) -> bool {
        self.0.len() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn thought(text: &str) -> Kind {
        Kind::Thought { text: text.to_owned() }
    }

    #[test]
    fn an_ancestor_on_two_ways_is_counted_once() {
        let mut graph = Graph::default();
        let a = graph.add(thought("a"), &[NodeId::QUESTION]).unwrap();
        let b = graph.add(thought("b"), &[NodeId::QUESTION]).unwrap();
        let both = graph.add(thought("both"), &[a, b]).unwrap();
        graph.propagate(both, 0.5);
        for id in [NodeId::QUESTION, a, b, both] {
            assert_eq!((graph.get(id).unwrap().visits, graph.get(id).unwrap().sum), (1, 0.5));
        }
    }

    #[test]
    fn facts_are_those_of_all_documents_behind_a_thought() {
        let mut graph = Graph::default();
        let facts = |of: &[u32]| of.iter().map(|fact| Fact { fact: *fact, kind: 0 }).collect::<BTreeSet<_>>();
        let document = |document, of: &[u32]| Kind::Document { document, facts: facts(of) };
        let one = graph.add(document(7, &[1, 2]), &[NodeId::QUESTION]).unwrap();
        let two = graph.add(document(8, &[2, 3]), &[NodeId::QUESTION]).unwrap();
        let a = graph.add(thought("a"), &[NodeId::QUESTION, one]).unwrap();
        let b = graph.add(thought("b"), &[a, two]).unwrap();
        assert_eq!(graph.facts(a), facts(&[1, 2]));
        assert_eq!(graph.facts(b), facts(&[1, 2, 3]));
        assert_eq!(graph.descent(one), BTreeSet::from([one, a, b]));
        assert!(graph.were_paired(a, two) && graph.were_paired(two, a) && !graph.were_paired(one, two));
    }

    #[test]
    fn what_did_not_raise_a_score_is_not_what_led_to_a_thought() {
        let mut graph = Graph::default();
        let mut made = |kind: Kind, of: &[NodeId], score: Option<f64>| {
            let id = graph.add(kind, of).unwrap();
            graph.get_mut(id).unwrap().score = score.map(|value| Score::new(value, By::Oracle));
            id
        };
        let document = |document| Kind::Document { document, facts: BTreeSet::new() };
        let [a, b, c] = [0, 1, 2].map(|at| made(document(at), &[NodeId::QUESTION], None));
        let one = made(thought("misled"), &[NodeId::QUESTION, a], Some(0.0));
        let two = made(thought("better"), &[one, b], Some(0.5));
        let three = made(thought("no better"), &[two, c], Some(0.5));
        let four = made(thought("best"), &[three, a], Some(0.9));
        let own = made(thought("the person's own"), &[NodeId::QUESTION], None);
        assert_eq!(graph.led_by(one), BTreeSet::from([a]), "there is nothing else");
        assert_eq!(graph.led_by(two), BTreeSet::from([b]));
        assert_eq!(graph.led_by(three), BTreeSet::from([b]));
        assert_eq!(graph.led_by(four), BTreeSet::from([a, b]));
        assert_eq!(graph.led_by(own), BTreeSet::new());
    }

    #[test]
    fn what_is_made_of_nothing_but_what_was_taken_out_is_out_too() {
        let mut graph = Graph::default();
        let document = |document| Kind::Document { document, facts: BTreeSet::new() };
        let [a, b] = [0, 1].map(|at| graph.add(document(at), &[NodeId::QUESTION]).unwrap());
        let one = graph.add(thought("one"), &[NodeId::QUESTION, a]).unwrap();
        let with_more = graph.add(thought("with more"), &[one, b]).unwrap();
        let alone = graph.add(thought("alone"), &[NodeId::QUESTION, one]).unwrap();
        let further = graph.add(thought("further"), &[alone, one]).unwrap();
        let wanted = graph.add(thought("wanted"), &[alone, further]).unwrap();
        let own = graph.add(thought("the person's own"), &[NodeId::QUESTION]).unwrap();
        graph.get_mut(wanted).unwrap().pinned = true;
        graph.prune_below();
        assert!(graph.iter().all(|(_, node)| !node.pruned));
        graph.get_mut(one).unwrap().pruned = true;
        graph.prune_below();
        let out: Vec<NodeId> = graph.iter().filter(|(_, node)| node.pruned).map(|(id, _)| id).collect();
        assert_eq!(out, [one, alone, further], "{with_more:?}, {wanted:?} and {own:?} stay");
    }

    #[test]
    fn the_best_is_pinned_or_scored_highest_and_not_pruned() {
        let mut graph = Graph::default();
        let ids: Vec<NodeId> = (0..3).map(|_| graph.add(thought("t"), &[NodeId::QUESTION]).unwrap()).collect();
        assert_eq!(graph.best(), None);
        for (id, value) in ids.iter().zip([0.4, 0.9, 0.9]) {
            graph.get_mut(*id).unwrap().score = Some(Score::new(value, By::Oracle));
        }
        assert_eq!(graph.best().unwrap().0, ids[1], "the older of two that are alike");
        graph.get_mut(ids[1]).unwrap().pruned = true;
        assert_eq!(graph.best().unwrap().0, ids[2]);
        graph.get_mut(ids[0]).unwrap().pinned = true;
        assert_eq!(graph.best().unwrap().0, ids[0]);
    }

    proptest! {
        #[test]
        fn however_it_grows_parents_come_first_and_sums_agree(steps in prop::collection::vec((0_u32..40, 0_u32..40, 0.0_f64..1.0), 0..40)) {
            let mut graph = Graph::default();
            let mut rewards = 0.0;
            let mut added = 0;
            for (a, b, reward) in steps {
                let size = graph.len() as u32;
                let parents = [NodeId(a % size), NodeId(b % size)];
                let id = graph.add(thought("t"), &parents).unwrap();
                graph.propagate(id, reward);
                added += 1;
                // Every node comes from the question here, so that all of it arrives there.
                rewards += reward;
            }
            let question = graph.get(NodeId::QUESTION).unwrap();
            prop_assert_eq!(question.visits, added);
            prop_assert!((question.sum - rewards).abs() < 1e-9);
            for (id, node) in graph.iter() {
                prop_assert!(node.parents.iter().all(|parent| *parent < id));
                prop_assert!(node.children.iter().all(|child| *child > id));
            }
            prop_assert_eq!(graph.add(thought("t"), &[NodeId(1000)]), None);
        }
    }
}
