//! The requests of a thought process: each tells of the documents behind the thoughts that it is about, reviewed like that of any question.

use std::collections::BTreeSet;

use super::document::Known;
use super::said::Said;
use super::{Next, Scorer, Thinking, tokens, unknown};
use crate::error::{Code, Error, Result};
use crate::privacy::select::Series;
use crate::quote::format::{Held, Manner};
use crate::quote::task::Task;
use crate::thought::graph::{Graph, Kind as Node, NodeId};
use crate::thought::journal::Event;
use crate::thought::search::{Ticket, Want};
use crate::workflow::asking::Portion;
use crate::workflow::{Context, Workflow};

/// The temperature at which they are drawn.
const SAMPLING: f32 = 0.7;
/// Documents behind the thoughts of one request; of more, those that were found last.
const MAX_BEHIND: usize = 12;
/// Thoughts that are told with the last question, the best and those that the person wants.
const MAX_LAST: usize = 3;

impl Thinking {
    /// Returns what step `ticket` needs; `None` where nothing may be asked for it, and it is given up.
    pub(super) fn ask(&mut self, context: &Context<'_>, ticket: Ticket, now_millis: u64) -> Result<Option<Next>> {
        let Some(open) = self.open.get(&ticket) else { return Err(unknown()) };
        let (task, of) = match (&open.want, &open.query) {
            (Want::Documents { .. }, Some(query)) => return Ok(Some(self.search(ticket, query.clone()))),
            (Want::Documents { from: NodeId::QUESTION, .. }, None) => {
                return Ok(Some(self.search(ticket, self.question.plain().to_owned())));
            }
            (Want::Documents { from, .. }, None) => (Task::Seek, vec![*from]),
            (Want::Thought { parents, .. }, _) => (Task::Think, parents.clone()),
            (Want::Score { thought, .. }, _) => match self.limits.scorer {
                Scorer::SelfCritic => (Task::Judge, vec![*thought]),
                Scorer::Person => return Ok(Some(Next::Judge { thought: *thought })),
                Scorer::Estimator => {
                    let thought = *thought;
                    return self.estimated(ticket, thought);
                }
            },
            (Want::Approval { .. } | Want::Wait | Want::Done { .. }, _) => return Err(unknown()),
        };
        let workflow = match self.request(context, task, &of, now_millis) {
            Ok(workflow) if workflow.is_cleared() => workflow,
            Ok(_) => return self.give_up(ticket),
            Err(error) if matches!(error.code(), Code::NotFound | Code::Refused) => return self.give_up(ticket),
            Err(error) => return Err(error),
        };
        let needed = tokens(&workflow.outgoing().body) + u64::from(task.max_tokens());
        let spent = self.process()?.search().spent().tokens;
        if spent.saturating_add(needed) > self.limits.tokens_to_think() {
            self.open.clear();
            self.process_mut()?.apply(Event::Exhausted)?;
            return Ok(None);
        }
        if let Some(open) = self.open.get_mut(&ticket) {
            open.is_asked = true;
        }
        Ok(Some(Next::Ask { ticket, task, workflow }))
    }

    fn search(&mut self, ticket: Ticket, query: String) -> Next {
        if let Some(open) = self.open.get_mut(&ticket) {
            open.is_asked = true;
        }
        Next::Search { ticket, query }
    }

    /// Returns the reviewed request for `task`, about the nodes `of`.
    fn request(&self, context: &Context<'_>, task: Task, of: &[NodeId], now_millis: u64) -> Result<Workflow> {
        let lead = match task {
            Task::Think | Task::Seek => "A thought so far, which may be wrong: ",
            Task::Judge => "The thought to be judged: ",
        };
        let is_sampled = task == Task::Judge && self.has_likely == Some(false);
        let manner = Manner {
            system: task.system(),
            max_tokens: task.max_tokens(),
            temperature: if is_sampled { SAMPLING } else { 0.0 },
            logprobs: task == Task::Judge && !is_sampled,
            held: Held::Free,
        };
        let thoughts: Vec<(&'static str, &Said)> =
            of.iter().filter_map(|id| self.thoughts.get(id)).map(|thought| (lead, &thought.said)).collect();
        self.put(context, &self.behind(of), &thoughts, manner, now_millis)
    }

    /// Returns the reviewed request that tells of `documents` and `thoughts`.
    fn put(
        &self,
        context: &Context<'_>,
        documents: &[usize],
        thoughts: &[(&'static str, &Said)],
        manner: Manner,
        now_millis: u64,
    ) -> Result<Workflow> {
        let known: Vec<&Known> = documents.iter().filter_map(|document| self.documents.get(*document)).collect();
        let series: Vec<Series> = known.iter().filter_map(|known| known.series.clone()).collect();
        let notes: Vec<usize> = known.iter().filter_map(|known| known.note).collect();
        let mut plan = self.plan.clone();
        // Of a note that was found for another query, what answers that is told.
        known.iter().filter(|known| known.note.is_some()).for_each(|known| plan.seek(&known.topics));
        let nodes = known.iter().flat_map(|known| known.references(context)).collect();
        let mut of_series = known.iter().filter(|known| known.series.is_some()).peekable();
        let is_outside = of_series.peek().is_some() && of_series.all(|known| known.is_outside);
        let portion = Portion {
            question: &self.question,
            plan,
            series: &series,
            is_outside,
            notes: &notes,
            thoughts,
            behind: &[],
            manner,
            policy: self.policy.clone(),
            allowed: &self.allowed,
            withheld: &self.withheld,
            limit: self.stranger_limit,
            endpoint: &self.endpoint,
            seed: self.seed,
            now_millis,
        };
        let mut workflow = Workflow::put(context, portion, self.narrowed.clone(), nodes)?;
        if manner.system != Task::Seek.system() && self.may_tell_beside(&workflow) {
            workflow.tell_beside(context, &self.public, now_millis)?;
        }
        Ok(workflow)
    }

    /// Returns the numbers of the documents that the nodes `of` were made of; where there are none, of those that were told.
    fn behind(&self, of: &[NodeId]) -> Vec<usize> {
        let Some(graph) = self.process.as_ref().map(|process| process.search().graph()) else { return Vec::new() };
        let document = |id: NodeId| match graph.get(id).map(|node| &node.kind) {
            Some(Node::Document { document, .. }) => Some(*document as usize),
            _ => None,
        };
        let all: BTreeSet<NodeId> = of.iter().flat_map(|id| graph.ancestry(*id)).collect();
        let mut found: BTreeSet<usize> = all.into_iter().filter_map(document).collect();
        if found.is_empty() {
            let told = graph.thoughts().flat_map(|(id, _)| graph.ancestry(id));
            found = told.filter_map(document).collect();
        }
        found.into_iter().rev().take(MAX_BEHIND).rev().collect()
    }

    /// Returns the documents that led to the thoughts `last`; the thoughts themselves where there are none.
    fn led_by(&self, graph: &Graph, last: &[NodeId]) -> Vec<NodeId> {
        let led: BTreeSet<NodeId> = last.iter().flat_map(|id| graph.led_by(*id)).collect();
        if led.is_empty() { last.to_vec() } else { led.into_iter().collect() }
    }

    /// Returns the reviewed last request: the question, with the best thought and those that the person wants, and the passages that led to
    /// them. Its reply becomes an answer like any other, with every quotation looked up.
    ///
    /// # Errors
    /// `not-found` when there is no thought to answer from; `refused` when no call, or not enough tokens, are left.
    pub fn answer(&mut self, context: &Context<'_>, now_millis: u64) -> Result<Workflow> {
        const LEAD: &str = "A thought on the way to the answer, which may be wrong and is not to be quoted: ";
        self.check(context)?;
        let search = self.process()?.search();
        let graph = search.graph();
        let pinned = graph.thoughts().filter(|(_, node)| node.pinned && !node.pruned).map(|(id, _)| id);
        let mut last: Vec<NodeId> = graph.best().map(|(id, _)| id).into_iter().collect();
        last.extend(pinned.filter(|id| graph.best().is_none_or(|(best, _)| best != *id)));
        last.truncate(MAX_LAST);
        let mut documents = self.behind(&self.led_by(graph, &last));
        let thoughts: Vec<(&'static str, &Said)> =
            last.iter().filter_map(|id| self.thoughts.get(id)).map(|thought| (LEAD, &thought.said)).collect();
        let manner = Manner::answer(self.endpoint.prompt);
        let spent = *search.spent();
        if spent.calls.saturating_add(self.answers) >= self.limits.calls {
            return Err(Error::new(Code::Refused, "the calls that were approved are used up"));
        }
        loop {
            if documents.is_empty() {
                return Err(Error::new(
                    Code::NotFound,
                    "there is no thought to answer from; ask the question as it is",
                ));
            }
            let workflow = self.put(context, &documents, &thoughts, manner, now_millis)?;
            let needed = tokens(&workflow.outgoing().body) + u64::from(manner.max_tokens);
            if spent.tokens.saturating_add(needed) <= self.limits.tokens {
                self.answers += 1;
                return Ok(workflow);
            }
            if documents.len() == 1 {
                return Err(Error::new(Code::Refused, "the tokens that were approved are used up"));
            }
            documents.remove(0);
        }
    }
}
