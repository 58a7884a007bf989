//! Chooses what to put together next: selection, expansion, scoring and back-propagation, without I/O.

mod budget;
mod expand;
mod person;
mod settings;
#[cfg(test)]
pub(super) mod tests;

use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde::{Deserialize, Serialize};

pub use budget::{Budget, Spent};
pub use settings::{Settings, Walk};

use super::graph::{By, Fact, Graph, Kind, Node, NodeId, Score};
use crate::error::{Code, Error, Result};

/// Names a step that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ticket(pub u32);

/// What the search wants next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "want")]
pub enum Want {
    /// Documents that were not given before, for a query made of a thought, or of the question at the beginning.
    Documents {
        /// Answered by [`Search::documents`].
        ticket: Ticket,
        /// The thought.
        from: NodeId,
        /// How many at most.
        most: usize,
    },
    /// A thought that a model makes of two nodes, or of the question and the first documents.
    Thought {
        /// Answered by [`Search::thought`].
        ticket: Ticket,
        /// Of what; the question itself may be among them.
        parents: Vec<NodeId>,
    },
    /// How good a thought is.
    Score {
        /// Answered by [`Search::score`].
        ticket: Ticket,
        /// Which.
        thought: NodeId,
    },
    /// The person's word: the next step would tell what the budget does not cover. Answered by [`Search::approve`] or [`Search::refuse`].
    Approval {
        /// What would be told that is not covered.
        facts: BTreeSet<Fact>,
    },
    /// Nothing until one of the steps under way is answered.
    Wait,
    /// Nothing more.
    Done {
        /// Why.
        ending: Ending,
    },
}

/// Why a search is at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A thought is good enough.
    GoodEnough,
    /// There are as many thoughts as there may be.
    Size,
    /// The budget of calls or tokens is used up.
    Budget,
    /// There is nothing left to put together.
    Exhausted,
    /// The person ended it.
    Cancelled,
}

impl Ending {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Ending::GoodEnough => "Ended: a thought is good enough.",
            Ending::Size => "Ended: there are as many thoughts as there may be.",
            Ending::Budget => "Ended: the requests or tokens that were approved are used up.",
            Ending::Exhausted => "Ended: there is nothing left to put together.",
            Ending::Cancelled => "Ended by the person.",
        }
    }
}

/// A document that retrieval found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Which one, by the driver's own number.
    pub document: u32,
    /// What is told when it is put before a model.
    pub facts: BTreeSet<Fact>,
}

/// Says before a model is asked what two nodes are worth together.
pub trait Rank {
    /// Returns what a thought made of `a` and `b` is likely to be worth, from 0 to 1; `None` where that is not known.
    fn rank(&self, graph: &Graph, a: NodeId, b: NodeId) -> Option<f64>;
}

/// Knows nothing of pairs: documents are taken in the order of retrieval, and thoughts by their own scores.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unranked;

impl Rank for Unranked {
    fn rank(&self, _: &Graph, _: NodeId, _: NodeId) -> Option<f64> {
        None
    }
}

/// A step under way.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Documents,
    Thought { parents: Vec<NodeId>, fresh: usize },
    Score { thought: NodeId },
}

/// One search.
#[derive(Debug, Clone)]
pub struct Search {
    settings: Settings,
    budget: Budget,
    rng: ChaCha8Rng,
    graph: Graph,
    under_way: BTreeMap<Ticket, Step>,
    next_ticket: u32,
    spent: Spent,
    /// What was put before a model.
    told: BTreeSet<Fact>,
    /// The documents that were given, and their nodes in that order.
    given: BTreeSet<u32>,
    documents: Vec<NodeId>,
    /// What each thought cost and newly told, until it is scored.
    costs: BTreeMap<NodeId, Cost>,
    /// Whether retrieval has nothing more.
    no_more_documents: bool,
    /// Whether a first step was begun.
    has_begun: bool,
    /// What was put together in vain: the step got no answer.
    failed: BTreeSet<[NodeId; 2]>,
    /// The step that waits for the person's word.
    waiting: Option<Vec<NodeId>>,
    ending: Option<Ending>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    fresh: usize,
    tokens: u64,
}

impl Search {
    /// Returns a search of nothing but the question. `seed` decides every draw.
    pub fn new(settings: Settings, budget: Budget, seed: [u8; 32]) -> Self {
        Search {
            settings,
            budget,
            rng: ChaCha8Rng::from_seed(seed),
            graph: Graph::default(),
            under_way: BTreeMap::new(),
            next_ticket: 0,
            spent: Spent::default(),
            told: BTreeSet::new(),
            given: BTreeSet::new(),
            documents: Vec::new(),
            costs: BTreeMap::new(),
            no_more_documents: false,
            has_begun: false,
            failed: BTreeSet::new(),
            waiting: None,
            ending: None,
        }
    }

    /// Returns what was thought so far.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns why it ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns what was used up so far.
    pub fn spent(&self) -> &Spent {
        &self.spent
    }

    /// Returns what was put before a model so far.
    pub fn told(&self) -> &BTreeSet<Fact> {
        &self.told
    }

    /// Returns whether documents are known already, which retrieval should not bring again.
    pub fn knows(&self, document: u32) -> bool {
        self.given.contains(&document)
    }

    /// Returns what to do next. A step that it names counts as begun; `rank` is asked which pair is worth most.
    pub fn next(&mut self, rank: &dyn Rank) -> Want {
        if let Some(ending) = self.ending {
            return Want::Done { ending };
        }
        if let Some(parents) = &self.waiting {
            return Want::Approval { facts: self.uncovered(parents) };
        }
        if let Some(ending) = self.reached() {
            return self.end(ending);
        }
        if let Some(thought) = self.unscored() {
            let ticket = self.begin(Step::Score { thought });
            return Want::Score { ticket, thought };
        }
        let underway = self.under_way.len();
        if let Some(ending) = self.exceeded() {
            return if underway > 0 { Want::Wait } else { self.end(ending) };
        }
        if underway >= self.settings.parallel.max(1) {
            return Want::Wait;
        }
        match self.expansion(rank) {
            expand::Found::Together(parents) => {
                let facts = self.uncovered(&parents);
                if facts.is_empty() {
                    return self.begin_thought(parents);
                }
                self.waiting = Some(parents);
                Want::Approval { facts }
            }
            expand::Found::Documents(_) if self.under_way.values().any(|step| *step == Step::Documents) => Want::Wait,
            expand::Found::Documents(from) => {
                let ticket = self.begin(Step::Documents);
                Want::Documents { ticket, from, most: self.batch() }
            }
            expand::Found::Nothing if underway > 0 => Want::Wait,
            expand::Found::Nothing => self.end(Ending::Exhausted),
        }
    }

    /// Takes what retrieval found for a query; what was given before is left out. None at all says that there is nothing more.
    ///
    /// # Errors
    /// `invalid-argument` when `ticket` is not of documents that are under way.
    pub fn documents(&mut self, ticket: Ticket, found: Vec<Document>) -> Result<()> {
        self.take(ticket, |step| *step == Step::Documents)?;
        let most = self.batch();
        let fresh: Vec<Document> =
            found.into_iter().filter(|found| self.given.insert(found.document)).take(most).collect();
        self.no_more_documents = fresh.is_empty();
        for Document { document, facts } in fresh {
            self.documents.extend(self.graph.add(Kind::Document { document, facts }, &[NodeId::QUESTION]));
        }
        Ok(())
    }

    /// Takes the thought that a model made, which cost `tokens`, and returns its name. An empty one is taken out at once.
    ///
    /// # Errors
    /// `invalid-argument` when `ticket` is not of a thought that is under way.
    pub fn thought(&mut self, ticket: Ticket, text: &str, tokens: u64) -> Result<NodeId> {
        let step = self.take(ticket, |step| matches!(step, Step::Thought { .. }))?;
        let Step::Thought { parents, fresh } = step else { return Err(unknown()) };
        self.graph.hold(&parents, false);
        self.spent.tokens += tokens;
        let id = self.graph.add(Kind::Thought { text: text.to_owned() }, &parents).ok_or_else(unknown)?;
        self.costs.insert(id, Cost { fresh, tokens });
        if text.trim().is_empty() {
            self.settle(id, Score::new(0.0, By::Rule));
            self.prune(id)?;
        }
        // What it was made of may have been taken out meanwhile.
        self.graph.prune_below();
        Ok(id)
    }

    /// Takes a score, which cost `tokens`, and passes its reward to everything that the thought was made of.
    ///
    /// # Errors
    /// `invalid-argument` when `ticket` is not of a score that is under way.
    pub fn score(&mut self, ticket: Ticket, score: Score, tokens: u64) -> Result<()> {
        let step = self.take(ticket, |step| matches!(step, Step::Score { .. }))?;
        let Step::Score { thought } = step else { return Err(unknown()) };
        self.spent.tokens += tokens;
        self.settle(thought, score);
        Ok(())
    }

    /// Takes note of `calls` beside those of the steps, and of `tokens`: a query that a model formed, or another sample of its judgement.
    pub fn charge(&mut self, calls: u32, tokens: u64) {
        self.spent.calls = self.spent.calls.saturating_add(calls);
        self.spent.tokens = self.spent.tokens.saturating_add(tokens);
    }

    /// Ends the search because the next step would use up more than there is. What is under way is answered in vain.
    pub fn exhaust(&mut self) {
        self.end(Ending::Budget);
        self.under_way.clear();
    }

    /// Takes note that a step got no answer. What it told is told; it counts as a call.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn fail(&mut self, ticket: Ticket) -> Result<()> {
        match self.take(ticket, |_| true)? {
            Step::Documents => self.no_more_documents = true,
            Step::Thought { parents, .. } => {
                self.graph.hold(&parents, false);
                if let [a, b] = parents[..] {
                    self.failed.insert([a, b]);
                }
            }
            Step::Score { thought } => self.settle(thought, Score::new(0.0, By::Rule)),
        }
        Ok(())
    }

    fn end(&mut self, ending: Ending) -> Want {
        let ending = *self.ending.get_or_insert(ending);
        Want::Done { ending }
    }

    /// Returns that a thought is good enough, where one is.
    fn reached(&self) -> Option<Ending> {
        let is_good = |node: &Node| node.score.is_some_and(|score| score.value >= self.settings.threshold);
        let (id, best) = self.graph.best()?;
        if !is_good(best) {
            return None;
        }
        // What the person says needs nobody to agree.
        let is_said = best.score.is_some_and(|score| score.by == By::Person);
        let is_confirmed = is_said || self.settings.confirmations == 0 || {
            let before = self.graph.ancestry(id).into_iter().filter(|other| *other != id);
            before.filter_map(|id| self.graph.get(id)).filter(|node| is_good(node)).count()
                >= self.settings.confirmations
        };
        is_confirmed.then_some(Ending::GoodEnough)
    }

    /// Returns which limit there is no step beyond.
    fn exceeded(&self) -> Option<Ending> {
        let begun = self.under_way.values().filter(|step| matches!(step, Step::Thought { .. })).count();
        if self.graph.thoughts().count() + begun >= self.settings.size {
            Some(Ending::Size)
        } else if self.spent.calls >= self.budget.calls || self.spent.tokens >= self.budget.tokens {
            Some(Ending::Budget)
        } else {
            None
        }
    }

    /// Returns the oldest thought without a score, of which none is under way.
    fn unscored(&self) -> Option<NodeId> {
        let waits = |thought: NodeId| self.under_way.values().any(|step| *step == Step::Score { thought });
        let unscored = |(_, node): &(NodeId, &Node)| node.score.is_none() && !node.pruned;
        self.graph.thoughts().filter(unscored).map(|(id, _)| id).find(|id| !waits(*id))
    }

    /// Returns what a step with `parents` would tell that the budget does not cover.
    fn uncovered(&self, parents: &[NodeId]) -> BTreeSet<Fact> {
        self.budget.uncovered(&self.fresh(parents), &self.told)
    }

    /// Returns what a step with `parents` would tell for the first time.
    fn fresh(&self, parents: &[NodeId]) -> BTreeSet<Fact> {
        let all = parents.iter().flat_map(|parent| self.graph.facts(*parent));
        all.filter(|fact| !self.told.contains(fact)).collect()
    }

    fn begin_thought(&mut self, parents: Vec<NodeId>) -> Want {
        let fresh = self.fresh(&parents);
        self.has_begun = true;
        self.graph.hold(&parents, true);
        let ticket = self.begin(Step::Thought { parents: parents.clone(), fresh: fresh.len() });
        self.told.extend(fresh);
        self.spent.facts = self.told.len();
        Want::Thought { ticket, parents }
    }

    /// Returns how many documents are asked for at a time.
    fn batch(&self) -> usize {
        if self.given.is_empty() { self.settings.first_batch() } else { self.settings.batch.max(1) }
    }

    fn begin(&mut self, step: Step) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        let is_asked = match step {
            Step::Documents => false,
            Step::Thought { .. } => true,
            Step::Score { .. } => !self.settings.free_scores,
        };
        self.spent.calls += u32::from(is_asked);
        self.under_way.insert(ticket, step);
        ticket
    }

    fn take(&mut self, ticket: Ticket, is_it: impl Fn(&Step) -> bool) -> Result<Step> {
        match self.under_way.remove(&ticket) {
            Some(step) if is_it(&step) => Ok(step),
            Some(step) => {
                self.under_way.insert(ticket, step);
                Err(unknown())
            }
            None => Err(unknown()),
        }
    }

    /// Gives `thought` its score and passes the reward on: the first time as a visit, later as what it is more or less than before.
    fn settle(&mut self, thought: NodeId, score: Score) {
        let cost = self.costs.get(&thought).copied().unwrap_or(Cost { fresh: 0, tokens: 0 });
        let reward = |score: Score| self.settings.reward(score.value, cost.fresh, cost.tokens);
        let before = self.graph.get(thought).and_then(|node| node.score).map(reward);
        let now = reward(score);
        match before {
            None => self.graph.propagate(thought, now),
            Some(before) => self.graph.correct(thought, now - before),
        }
        if let Some(node) = self.graph.get_mut(thought) {
            node.score = Some(score);
        }
    }
}

fn unknown() -> Error {
    Error::new(Code::InvalidArgument, "the thought process has no such step or thought")
}
