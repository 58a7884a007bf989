//! The thought process and what it is compared with, over the same cases and the same reader.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::reader::{Idea, Reads};
use super::world::Case;
use crate::thought::graph::{By, Fact, Graph, Kind, Node, NodeId, Score};
use crate::thought::search::{Budget, Document, Rank, Search, Settings, Unranked, Walk, Want};

/// Documents that our pipeline puts before a model at once.
const AT_ONCE: usize = 5;
/// Most documents behind the thought that an answer is made of that are read again for it: as many as the product reads again.
const READ_AGAIN: usize = 12;

/// A way to come to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The model alone.
    Plain,
    /// Thoughts one after the other, each made of the one before and of no document.
    Unaided,
    /// The best document for the question, and nothing else.
    SingleDocument,
    /// The five best documents at once, as our pipeline puts them before a model.
    Pipeline,
    /// Thoughts one after the other, each with the next document.
    Chain,
    /// A tree of thoughts: six steps, of which the two best are kept each time.
    TreeOfThoughts,
    /// Rounds of two thoughts side by side, which a third one corrects by what is then looked up, in the manner of RATT.
    Corrected,
    /// The thought process, scored by the model itself.
    SelfCritic,
    /// The thought process, scored by an estimator, which also says what to put together.
    Estimator,
    /// The thought process, scored by the truth.
    Oracle,
}

impl Method {
    /// Every method that needs no estimator, in the order of tables.
    pub const ALL: [Method; 8] = [
        Method::Plain,
        Method::SingleDocument,
        Method::Pipeline,
        Method::Chain,
        Method::TreeOfThoughts,
        Method::Corrected,
        Method::SelfCritic,
        Method::Oracle,
    ];

    /// Every method that needs no estimator, and the thoughts without documents, of which only a real model has any.
    pub const OF_A_MODEL: [Method; 9] = [
        Method::Plain,
        Method::Unaided,
        Method::SingleDocument,
        Method::Pipeline,
        Method::Chain,
        Method::TreeOfThoughts,
        Method::Corrected,
        Method::SelfCritic,
        Method::Oracle,
    ];
}

/// One of the two that a thought is made of.
#[derive(Debug, Clone, Copy)]
pub enum Side<'a> {
    /// The question itself.
    Question,
    /// A document, by its place among those of the case.
    Page(usize),
    /// What was thought before.
    Thought(&'a Idea),
}

/// Says what a thought is likely to be worth before it is made.
pub trait Estimate {
    /// Returns what one made of these two is likely to be worth, from 0 to 1.
    fn worth(&self, parents: [Side<'_>; 2]) -> f64;

    /// Returns the worth from which on a thought is held to be good.
    fn threshold(&self) -> f64;
}

/// A thought of a process that was made of two, as an estimator is trained on it.
#[derive(Debug, Clone)]
pub struct Made<'a> {
    /// Of what.
    pub parents: [Side<'a>; 2],
    /// What it is.
    pub idea: &'a Idea,
}

/// How good the thoughts were that a method had on one question, each by the truth.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Thoughts {
    /// How many.
    pub count: u32,
    /// How many are right and have all that is asked for.
    pub right: u32,
    /// The sum of what they are worth, each from 0 to 1.
    pub worth: f64,
}

/// Looks over a reader's shoulder, and notes what its thoughts are worth.
struct Noted<'a> {
    reader: &'a dyn Reads,
    thoughts: Cell<Thoughts>,
}

impl Reads for Noted<'_> {
    fn think(&self, case: &Case, pages: &[usize], ideas: &[&Idea], chance: &mut Chance) -> Idea {
        let idea = self.reader.think(case, pages, ideas, chance);
        let worth = self.reader.share(case, &idea);
        let Thoughts { count, right, worth: before } = self.thoughts.get();
        self.thoughts.set(Thoughts { count: count + 1, right: right + u32::from(worth >= 1.0), worth: before + worth });
        idea
    }

    fn before_it(&self, case: &Case, pages: &[usize], idea: Option<&Idea>, chance: &mut Chance) -> Idea {
        self.reader.before_it(case, pages, idea, chance)
    }

    fn judges(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> f64 {
        self.reader.judges(case, idea, chance)
    }

    fn good(&self) -> f64 {
        self.reader.good()
    }

    fn share(&self, case: &Case, idea: &Idea) -> f64 {
        self.reader.share(case, idea)
    }

    fn seeks(&self, case: &Case, ideas: &[&Idea], chance: &mut Chance) -> Vec<usize> {
        self.reader.seeks(case, ideas, chance)
    }

    fn answers(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> bool {
        self.reader.answers(case, idea, chance)
    }
}

/// What came of one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Whether it was answered rightly.
    pub is_right: bool,
    /// Questions to the model, the answer itself among them.
    pub calls: u32,
    /// Documents that were put before it.
    pub documents: usize,
    /// What they told of the person: their facts, each once.
    pub facts: usize,
    /// What it thought on the way.
    pub thoughts: Thoughts,
}

/// A question put to a method.
#[derive(Clone, Copy)]
pub struct Put<'a> {
    /// The question.
    pub case: &'a Case,
    /// Who reads.
    pub reader: &'a dyn Reads,
    /// How a process is searched; the threshold is that of the method.
    pub settings: &'a Settings,
    /// What [`Method::Estimator`] asks; without it that is the search by the order of retrieval, and nothing is good enough.
    pub estimate: Option<&'a dyn Estimate>,
}

/// What a method came to think, after so many questions to the model, and the documents that it put before it.
struct Come {
    idea: Idea,
    calls: u32,
    read: BTreeSet<usize>,
}

/// Answers what is `put` by `method`; `made` hears of each thought of a process that was made of two, once it is scored.
pub fn answer(method: Method, put: Put<'_>, chance: &mut Chance, made: &mut dyn FnMut(Made<'_>)) -> Outcome {
    let noted = Noted { reader: put.reader, thoughts: Cell::default() };
    let put = Put { reader: &noted, ..put };
    let Put { case, reader, settings, .. } = put;
    let at_once = |read: BTreeSet<usize>, chance: &mut Chance| {
        let pages: Vec<usize> = read.iter().copied().collect();
        Come { idea: reader.before_it(case, &pages, None, chance), calls: 0, read }
    };
    let Come { idea, calls, read } = match method {
        Method::Plain => Come { idea: Idea::default(), calls: 0, read: BTreeSet::new() },
        Method::SingleDocument => at_once(BTreeSet::from([case.nearest]), chance),
        Method::Pipeline => at_once(case.ranking.iter().take(AT_ONCE).copied().collect(), chance),
        Method::Unaided => chain(case, reader, vec![None; settings.size], chance),
        Method::Chain => {
            chain(case, reader, case.ranking.iter().take(settings.size).copied().map(Some).collect(), chance)
        }
        Method::TreeOfThoughts => tree(case, reader, chance),
        Method::Corrected => corrected(case, reader, chance),
        Method::SelfCritic | Method::Estimator | Method::Oracle => process(method, put, chance, made),
    };
    let told: BTreeSet<u32> =
        read.iter().filter_map(|at| case.pages.get(*at)).flat_map(|page| page.holds.iter().copied()).collect();
    let is_right = reader.answers(case, &idea, chance);
    let thoughts = noted.thoughts.get();
    Outcome { is_right, calls: calls + 1, documents: read.len(), facts: told.len(), thoughts }
}

/// One thought after the other, each made of the one before and of the next of `pages`, until the model calls one good.
fn chain(case: &Case, reader: &dyn Reads, pages: Vec<Option<usize>>, chance: &mut Chance) -> Come {
    let mut come = Come { idea: Idea::default(), calls: 0, read: BTreeSet::new() };
    for page in pages {
        come.idea = reader.think(case, page.as_slice(), &[&come.idea], chance);
        come.calls += 2;
        come.read.extend(page);
        if reader.judges(case, &come.idea, chance) >= reader.good() {
            break;
        }
    }
    come
}

/// Six steps; in each every kept thought is put together with each of the next two documents, and the two best are kept.
fn tree(case: &Case, reader: &dyn Reads, chance: &mut Chance) -> Come {
    const STEPS: usize = 6;
    const BREADTH: usize = 2;
    let mut kept: Vec<(Idea, f64)> = vec![(Idea::default(), 0.0)];
    let mut calls = 0;
    for step in 0..STEPS {
        let next: Vec<usize> = case.ranking.iter().skip(step * BREADTH).take(BREADTH).copied().collect();
        let mut made: Vec<(Idea, f64)> = Vec::new();
        for (idea, _) in &kept {
            for page in &next {
                let thought = reader.think(case, &[*page], &[idea], chance);
                let worth = reader.judges(case, &thought, chance);
                calls += 2;
                made.push((thought, worth));
            }
        }
        made.extend(kept);
        made.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        made.truncate(BREADTH);
        kept = made;
    }
    let idea = kept.into_iter().next().map(|(idea, _)| idea).unwrap_or_default();
    Come { idea, calls, read: case.ranking.iter().take(STEPS * BREADTH).copied().collect() }
}

/// Four rounds; in each two thoughts are made of the one before, and a third of both and of what is found for them.
fn corrected(case: &Case, reader: &dyn Reads, chance: &mut Chance) -> Come {
    const ROUNDS: usize = 4;
    let mut idea = Idea::default();
    let mut order = case.ranking.clone();
    let mut read: BTreeSet<usize> = BTreeSet::new();
    let mut calls = 0;
    for _ in 0..ROUNDS {
        let mut side = |idea: &Idea, read: &mut BTreeSet<usize>, chance: &mut Chance| {
            let next = order.iter().copied().find(|at| !read.contains(at));
            read.extend(next);
            calls += 1;
            reader.think(case, next.as_slice(), &[idea], chance)
        };
        let (one, other) = (side(&idea, &mut read, chance), side(&idea, &mut read, chance));
        order = reader.seeks(case, &[&one, &other], chance);
        let next = order.iter().copied().find(|at| !read.contains(at));
        read.extend(next);
        idea = reader.think(case, next.as_slice(), &[&one, &other], chance);
        // The query, and the correction.
        calls += 2;
    }
    Come { idea, calls, read }
}

/// Ranks pairs by an estimator.
struct Ranked<'a> {
    estimate: &'a dyn Estimate,
    ideas: &'a BTreeMap<NodeId, Idea>,
}

impl Rank for Ranked<'_> {
    fn rank(&self, graph: &Graph, a: NodeId, b: NodeId) -> Option<f64> {
        Some(self.estimate.worth([side(graph, self.ideas, a), side(graph, self.ideas, b)]))
    }
}

/// Returns what the node called `id` is to whoever estimates.
fn side<'a>(graph: &Graph, ideas: &'a BTreeMap<NodeId, Idea>, id: NodeId) -> Side<'a> {
    match graph.get(id).map(|node| &node.kind) {
        Some(Kind::Document { document, .. }) => Side::Page(*document as usize),
        Some(Kind::Thought { .. }) => ideas.get(&id).map_or(Side::Question, Side::Thought),
        Some(Kind::Question) | None => Side::Question,
    }
}

/// The thought process of [`Search`], whose wants are answered by a reader.
fn process(method: Method, put: Put<'_>, chance: &mut Chance, made: &mut dyn FnMut(Made<'_>)) -> Come {
    let Put { case, reader, settings, estimate } = put;
    let estimate = estimate.filter(|_| method == Method::Estimator);
    let threshold = match (method, estimate) {
        (Method::SelfCritic, _) => reader.good(),
        (_, Some(estimate)) => estimate.threshold(),
        _ => 1.0,
    };
    // Nobody but the model itself needs to be asked whether it is sure.
    let confirmations = if method == Method::SelfCritic { settings.confirmations } else { 0 };
    let settings = Settings { threshold, confirmations, ..settings.clone() };
    let is_published = settings.walk == Walk::Leaves;
    let budget = Budget { calls: u32::MAX, tokens: u64::MAX, facts: usize::MAX, kinds: None };
    let mut search = Search::new(settings, budget, chance.seed());
    let mut ideas: BTreeMap<NodeId, Idea> = BTreeMap::from([(NodeId::QUESTION, Idea::default())]);
    let mut calls = 0;
    loop {
        let want = match estimate {
            Some(estimate) => search.next(&Ranked { estimate, ideas: &ideas }),
            None => search.next(&Unranked),
        };
        let answered = match want {
            Want::Documents { ticket, from, most } => {
                let order = if from == NodeId::QUESTION {
                    case.ranking.clone()
                } else {
                    // A query is made of the best thought.
                    calls += 1;
                    let best: Vec<&Idea> = ideas.get(&from).into_iter().collect();
                    reader.seeks(case, &best, chance)
                };
                // What the question itself had found comes after what a query did, as in the product.
                let mut fresh: Vec<u32> = Vec::new();
                for at in order.into_iter().chain(case.ranking.iter().copied()).map(|at| at as u32) {
                    if fresh.len() < most && !search.knows(at) && !fresh.contains(&at) {
                        fresh.push(at);
                    }
                }
                search.documents(ticket, fresh.into_iter().map(|at| document(case, at)).collect())
            }
            Want::Thought { ticket, parents } => {
                let pages: Vec<usize> = parents.iter().filter_map(|id| page(search.graph(), *id)).collect();
                let before: Vec<&Idea> = parents.iter().filter_map(|id| ideas.get(id)).collect();
                let thought = reader.think(case, &pages, &before, chance);
                calls += 1;
                search.thought(ticket, "a thought", 0).map(|id| drop(ideas.insert(id, thought)))
            }
            Want::Score { ticket, thought } => {
                let Some(idea) = ideas.get(&thought) else { break };
                let parents = search.graph().get(thought).map(|node| node.parents.clone()).unwrap_or_default();
                let sides: Vec<Side<'_>> = parents.into_iter().map(|id| side(search.graph(), &ideas, id)).collect();
                let score = match estimate {
                    Some(estimate) => Score::new(worth(estimate, &sides), By::Estimator),
                    None if method == Method::SelfCritic => {
                        calls += 1;
                        Score::new(reader.judges(case, idea, chance), By::SelfCritic)
                    }
                    None => Score::new(reader.share(case, idea), By::Oracle),
                };
                if let [a, b] = sides[..] {
                    made(Made { parents: [a, b], idea });
                }
                search.score(ticket, score, 0)
            }
            // Nobody is asked here, and steps come one after the other.
            Want::Approval { .. } | Want::Wait | Want::Done { .. } => break,
        };
        if answered.is_err() {
            break;
        }
    }
    let graph = search.graph();
    let best = graph.best().map(|(id, _)| id);
    let mut idea = best.and_then(|id| ideas.get(&id)).cloned().unwrap_or_default();
    if let Some(best) = best.filter(|_| !is_published) {
        // As the product does, the last question puts the passages that led to the thought before the model once more.
        let behind: BTreeSet<usize> = graph.led_by(best).into_iter().filter_map(|id| page(graph, id)).collect();
        let pages: Vec<usize> = behind.into_iter().rev().take(READ_AGAIN).collect();
        idea = reader.before_it(case, &pages, Some(&idea), chance);
    }
    let is_read = |(_, node): &(NodeId, &Node)| !node.children.is_empty();
    let read = graph.iter().filter(is_read).filter_map(|(id, _)| page(graph, id)).collect();
    Come { idea, calls, read }
}

/// Returns the document at `at` as the search knows it: with the facts that it tells.
fn document(case: &Case, at: u32) -> Document {
    let held = case.pages.get(at as usize).map(|page| &page.holds).into_iter().flatten();
    Document { document: at, facts: held.map(|fact| Fact { fact: *fact, kind: 0 }).collect() }
}

/// Returns the place of the document that the node called `id` is.
fn page(graph: &Graph, id: NodeId) -> Option<usize> {
    match graph.get(id).map(|node| &node.kind) {
        Some(Kind::Document { document, .. }) => Some(*document as usize),
        _ => None,
    }
}

/// Returns what a thought made of `sides` is likely to be worth: as much as one made of the best two of them.
fn worth(estimate: &dyn Estimate, sides: &[Side<'_>]) -> f64 {
    let pairs = sides.iter().enumerate().flat_map(|(at, a)| sides.iter().skip(at + 1).map(|b| [*a, *b]));
    pairs.map(|pair| estimate.worth(pair)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests;
