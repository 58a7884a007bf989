//! The thought process and what it is compared with, over the same cases and the same reader.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::reader::{Idea, Reader};
use super::world::{Case, Page};
use crate::thought::graph::{By, Kind, NodeId, Score};
use crate::thought::score::SELF_CRITIC_THRESHOLD;
use crate::thought::search::{Budget, Document, Search, Settings, Unranked, Want};

/// A way to come to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The model alone.
    Plain,
    /// The best document for the question, and nothing else.
    SingleDocument,
    /// The five best documents at once, as our pipeline puts them before a model.
    Pipeline,
    /// Thoughts one after the other, each with the next document.
    Chain,
    /// A tree of thoughts: six steps, of which the two best are kept each time.
    TreeOfThoughts,
    /// The thought process, scored by the model itself.
    SelfCritic,
    /// The thought process, scored by the truth.
    Oracle,
}

impl Method {
    /// Every method, in the order of tables.
    pub const ALL: [Method; 7] = [
        Method::Plain,
        Method::SingleDocument,
        Method::Pipeline,
        Method::Chain,
        Method::TreeOfThoughts,
        Method::SelfCritic,
        Method::Oracle,
    ];
}

/// What came of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it was answered rightly.
    pub is_right: bool,
    /// Questions to the model, the answer itself among them.
    pub calls: u32,
    /// Documents that were put before it.
    pub documents: usize,
}

/// Answers `case` by `method`; `size` is the most thoughts of a process.
pub fn answer(method: Method, case: &Case, reader: &Reader, size: usize, chance: &mut Chance) -> Outcome {
    let read = |at: usize| case.ranking.get(at).and_then(|page| case.pages.get(*page));
    let (idea, calls, documents) = match method {
        Method::Plain => (Idea::default(), 0, 0),
        Method::SingleDocument => (reader.think(case, &read(0).into_iter().collect::<Vec<_>>(), &[], chance), 0, 1),
        Method::Pipeline => {
            let pages: Vec<&Page> = (0..5).filter_map(read).collect();
            (reader.think(case, &pages, &[], chance), 0, pages.len())
        }
        Method::Chain => chain(case, reader, size, chance),
        Method::TreeOfThoughts => tree(case, reader, chance),
        Method::SelfCritic | Method::Oracle => process(method, case, reader, size, chance),
    };
    Outcome { is_right: reader.answers(case, &idea, chance), calls: calls + 1, documents }
}

/// One thought after the other, each made of the one before and of the next document, until the model calls one good.
fn chain(case: &Case, reader: &Reader, size: usize, chance: &mut Chance) -> (Idea, u32, usize) {
    let mut idea = Idea::default();
    let mut calls = 0;
    for (read, page) in case.ranking.iter().take(size).enumerate() {
        let pages: Vec<&Page> = case.pages.get(*page).into_iter().collect();
        idea = reader.think(case, &pages, &[&idea], chance);
        calls += 2;
        if reader.judges(case, &idea, chance) >= SELF_CRITIC_THRESHOLD {
            return (idea, calls, read + 1);
        }
    }
    let read = case.ranking.len().min(size);
    (idea, calls, read)
}

/// Six steps; in each every kept thought is put together with each of the next two documents, and the two best are kept.
fn tree(case: &Case, reader: &Reader, chance: &mut Chance) -> (Idea, u32, usize) {
    const STEPS: usize = 6;
    const BREADTH: usize = 2;
    let mut kept: Vec<(Idea, f64)> = vec![(Idea::default(), 0.0)];
    let mut calls = 0;
    for step in 0..STEPS {
        let next: Vec<&Page> =
            case.ranking.iter().skip(step * BREADTH).take(BREADTH).filter_map(|at| case.pages.get(*at)).collect();
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
    let best = kept.into_iter().next().map(|(idea, _)| idea).unwrap_or_default();
    (best, calls, STEPS * BREADTH)
}

/// The thought process of [`Search`], whose wants are answered by `reader`.
fn process(method: Method, case: &Case, reader: &Reader, size: usize, chance: &mut Chance) -> (Idea, u32, usize) {
    let threshold = if method == Method::Oracle { 1.0 } else { SELF_CRITIC_THRESHOLD };
    let settings = Settings { size, threshold, ..Settings::default() };
    let budget = Budget { calls: u32::MAX, tokens: u64::MAX, facts: usize::MAX, kinds: None };
    let mut search = Search::new(settings, budget, chance.seed());
    let mut ideas: BTreeMap<NodeId, Idea> = BTreeMap::from([(NodeId::QUESTION, Idea::default())]);
    let mut calls = 0;
    loop {
        let answered = match search.next(&Unranked) {
            Want::Documents { ticket, from, most } => {
                let known = ideas.get(&from).map(|idea| idea.facts.clone()).unwrap_or_default();
                let order = if from == NodeId::QUESTION {
                    case.ranking.clone()
                } else {
                    // A query is made of the best thought.
                    calls += 1;
                    case.ranked_for(&known, chance)
                };
                let fresh = order.into_iter().map(|at| at as u32).filter(|at| !search.knows(*at)).take(most);
                let found = fresh.map(|document| Document { document, facts: BTreeSet::new() }).collect();
                search.documents(ticket, found)
            }
            Want::Thought { ticket, parents } => {
                let page = |id: &NodeId| match search.graph().get(*id).map(|node| &node.kind) {
                    Some(Kind::Document { document, .. }) => case.pages.get(*document as usize),
                    _ => None,
                };
                let pages: Vec<&Page> = parents.iter().filter_map(page).collect();
                let before: Vec<&Idea> = parents.iter().filter_map(|id| ideas.get(id)).collect();
                let thought = reader.think(case, &pages, &before, chance);
                calls += 1;
                search.thought(ticket, "a thought", 0).map(|id| drop(ideas.insert(id, thought)))
            }
            Want::Score { ticket, thought } => {
                let Some(idea) = ideas.get(&thought) else { break };
                let score = if method == Method::Oracle {
                    Score::new(idea.share(case), By::Oracle)
                } else {
                    calls += 1;
                    Score::new(reader.judges(case, idea, chance), By::SelfCritic)
                };
                search.score(ticket, score, 0)
            }
            // Nothing is told of anybody here, and steps come one after the other.
            Want::Approval { .. } | Want::Wait | Want::Done { .. } => break,
        };
        if answered.is_err() {
            break;
        }
    }
    let best = search.graph().best().and_then(|(id, _)| ideas.get(&id)).cloned().unwrap_or_default();
    let read = search.graph().iter().filter(|(_, node)| is_read(node)).count();
    (best, calls, read)
}

/// Whether `node` is a document of which something was made.
fn is_read(node: &crate::thought::graph::Node) -> bool {
    matches!(node.kind, Kind::Document { .. }) && !node.children.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAIR: Reader = Reader {
        reads: 0.8,
        crowding: 0.12,
        keeps: 0.95,
        misled: 0.6,
        recovers: 0.6,
        praises: 0.8,
        flatters: 0.25,
        guesses: 0.2,
    };

    fn share(method: Method, size: usize, is_hard: bool) -> f64 {
        let mut chance = Chance::new(11);
        let right = (0..400).filter(|_| {
            let case = Case::draw(&mut chance, is_hard);
            answer(method, &case, &FAIR, size, &mut chance).is_right
        });
        right.count() as f64 / 400.0
    }

    #[test]
    fn the_truth_as_judge_beats_every_other_method_and_more_thoughts_help_it() {
        let oracle = share(Method::Oracle, 25, true);
        for method in Method::ALL.into_iter().filter(|method| *method != Method::Oracle) {
            assert!(oracle >= share(method, 25, true), "{method:?}");
        }
        assert!(oracle > share(Method::Oracle, 3, true) + 0.1);
    }

    #[test]
    fn what_misleads_costs_a_single_document_most() {
        let lost = |method| share(method, 25, false) - share(method, 25, true);
        assert!(lost(Method::SingleDocument) > lost(Method::Oracle));
    }

    #[test]
    fn the_same_seed_gives_the_same_outcomes() {
        for method in Method::ALL {
            let run = || {
                let mut chance = Chance::new(2);
                let case = Case::draw(&mut chance, true);
                answer(method, &case, &FAIR, 12, &mut chance)
            };
            assert_eq!(run(), run());
        }
    }

    #[test]
    fn calls_are_counted() {
        let mut chance = Chance::new(2);
        let case = Case::draw(&mut chance, false);
        let calls = |method, chance: &mut Chance| answer(method, &case, &FAIR, 6, chance).calls;
        assert_eq!(calls(Method::Plain, &mut chance), 1);
        assert_eq!(calls(Method::TreeOfThoughts, &mut chance), 1 + 2 * (2 + 5 * 4));
        assert!(calls(Method::SelfCritic, &mut chance) <= 1 + 6 * 2 + 6);
    }
}
