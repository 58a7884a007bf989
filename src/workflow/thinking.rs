//! The thought process over records: the search of [`crate::thought`], with a model at the other end.
//!
//! A [`Thinking`] says what it wants next ([`Next`]): that something is looked up in the records, which stays here, or that a model is
//! asked. Each such request is a [`Workflow`] like that of any question: synthesised anew from the facts behind the thoughts that are put
//! together, reviewed, and sent only as the [`Cleared`](crate::clearance::Cleared) that the review alone can make. What comes back is
//! bound to what it copied ([`said`]), and is told again by the next request's own words only.
//!
//! One seed holds for all requests of a process: noise that was drawn anew for each could be averaged away, and who sees the
//! requests knows that they belong together. Distances in time are still counted in each from the latest day that it tells.

mod beside;
mod document;
mod judging;
mod limits;
pub(super) mod said;
mod saved;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use super::asking::Portion;
use jiff::civil::Date;

use super::{Context, Workflow, may_ask};
use crate::clearance::PublicText;
use crate::document::PatientIndex;
use crate::error::{Code, Error, Result};
use crate::privacy::injection::{Part, Screened};
use crate::privacy::kind::Kind;
use crate::privacy::policy::{Choice, Policy, Withholding};
use crate::privacy::select::Series;
use crate::privacy::stranger::Limit;
use crate::question::Plan;
use crate::quote::format::{Endpoint, Held, Manner};
use crate::quote::task::Task;
use crate::retrieve::Hits;
use crate::retrieve::narrow::Narrowed;
use crate::thought::graph::{By, Graph, Kind as Node, NodeId, Score};
use crate::thought::journal::{Event, Recorded};
use crate::thought::score::{sampled, self_critic};
use crate::thought::search::{Ending, Ticket, Unranked, Want};
use document::{Known, Told};
pub use judging::Scorer;
pub use limits::{Limits, Offered, Proposal};
use said::{MAX_THOUGHT, Said};
pub use saved::{MAX_SAVED_BYTES, Saved};
pub use view::{NodeView, Tells, View};

/// Judgements that are drawn of a thought where a server tells no probabilities.
const SAMPLES: usize = 3;
/// The temperature at which they are drawn.
const SAMPLING: f32 = 0.7;
/// Documents behind the thoughts of one request; of more, those that were found last.
const MAX_BEHIND: usize = 12;
/// Thoughts that are told with the last question, the best and those that the person wants.
const MAX_LAST: usize = 3;
/// Longest query that a model may form, in characters.
const MAX_QUERY: usize = 200;

/// What a process wants next.
// There is one of it at a time, and it is taken apart at once.
#[allow(clippy::large_enum_variant)]
pub enum Next {
    /// Look `query` up in the records and give [`Thinking::found`] what was found. Nothing leaves.
    Search {
        /// The step.
        ticket: Ticket,
        /// What to look for.
        query: String,
    },
    /// Send what the workflow releases, feed it the reply, and give it to [`Thinking::answered`]; or say [`Thinking::failed`].
    Ask {
        /// The step.
        ticket: Ticket,
        /// What is asked.
        task: Task,
        /// The request.
        workflow: Workflow,
    },
    /// Give [`Thinking::embedded`] the vectors of these texts, by the embedder that the estimator reads. Nothing leaves.
    Embed {
        /// The nodes, each with its text; that of the question first, if it is among them.
        texts: Vec<(NodeId, String)>,
    },
    /// Ask the person how good a thought is, who says so with [`Thinking::judge`], or takes it out with [`Thinking::prune`].
    Judge {
        /// Which.
        thought: NodeId,
    },
    /// Ask the person: the next step tells what they did not approve. Answered by [`Thinking::approve`] or [`Thinking::refuse`].
    Approval {
        /// How many facts of which kinds.
        tells: Vec<Tells>,
    },
    /// Nothing until a step under way is answered.
    Wait,
    /// Nothing more but the last question, [`Thinking::answer`].
    Done {
        /// Why.
        ending: Ending,
    },
}

/// One thought process.
pub struct Thinking {
    question: Screened,
    /// The caller's calendar day when it began: what counts from now counts from there, also when it is gone on with later.
    today: Option<Date>,
    plan: Plan,
    /// What the question says of the documents that may answer it, and what became of that.
    narrowed: Vec<Narrowed>,
    policy: Policy,
    allowed: Vec<String>,
    withheld: Withholding,
    stranger_limit: Limit,
    endpoint: Endpoint,
    seed: [u8; 32],
    generation: u64,
    /// Whose facts are looked at; everybody's where none is named.
    subjects: Option<BTreeSet<PatientIndex>>,
    /// Documents that were found and not given to the search yet.
    spare: Vec<Known>,
    /// Those that were, by their numbers.
    documents: Vec<Known>,
    /// What may be told, by its number.
    facts: Vec<(Told, Kind)>,
    limits: Limits,
    process: Option<Recorded>,
    thoughts: BTreeMap<NodeId, Thought>,
    open: BTreeMap<Ticket, Open>,
    /// Whether the server tells probabilities, once that is known.
    has_likely: Option<bool>,
    /// Last questions that were asked.
    answers: u32,
    /// Whether there is an embedder whose vectors the estimator reads.
    has_estimator: bool,
    /// The vectors of nodes, where the estimator judges.
    vectors: BTreeMap<NodeId, Vec<f32>>,
    /// The public passages that requests are told of, and the words that they were looked for by.
    public: Vec<PublicText>,
    sought_by: BTreeSet<String>,
}

/// A thought, and the request that it answers; a person's own answers none.
struct Thought {
    said: Said,
    asked: Option<Workflow>,
}

/// A step under way.
struct Open {
    want: Want,
    /// What a model said to look for.
    query: Option<String>,
    /// Judgements so far.
    samples: Vec<String>,
    is_asked: bool,
}

impl Thinking {
    /// Returns a process about `question`, for which `hits` and, of prose alone, `written` were found. Nothing is asked before
    /// [`start`](Self::start). `today`, `choice`, `stranger_limit` (there `limit`), `endpoint` and `seed` are as in [`Workflow::prepare`].
    ///
    /// # Errors
    /// `not-found` when nothing that may leave bears on the question; `refused` when the policy does not let the endpoint be asked.
    #[allow(clippy::too_many_arguments)] // as for a single question
    pub fn begin(
        context: &Context<'_>,
        question: Screened,
        today: Option<Date>,
        hits: &Hits,
        written: &Hits,
        choice: &Choice,
        stranger_limit: Limit,
        endpoint: Endpoint,
        seed: [u8; 32],
    ) -> Result<Self> {
        let policy = choice.under(context.policy);
        may_ask(&policy, &endpoint)?;
        let allowed = if policy.allow_words { choice.allowed.clone() } else { Vec::new() };
        let plan = context.narrowing(question.plain(), hits, today).plan;
        let subjects = context.among(&plan, hits);
        let mut thinking = Thinking {
            question,
            today,
            plan,
            narrowed: hits.narrowed.clone(),
            policy,
            allowed,
            withheld: choice.withheld.clone(),
            stranger_limit,
            endpoint,
            seed,
            generation: context.generation,
            subjects,
            spare: Vec::new(),
            documents: Vec::new(),
            facts: Vec::new(),
            limits: Limits::default(),
            process: None,
            thoughts: BTreeMap::new(),
            open: BTreeMap::new(),
            has_likely: None,
            answers: 0,
            has_estimator: false,
            vectors: BTreeMap::new(),
            public: Vec::new(),
            sought_by: BTreeSet::new(),
        };
        let plan = thinking.plan.clone();
        thinking.spare = thinking.read(context, &plan, hits, written)?;
        if thinking.spare.is_empty() {
            return Err(Error::new(
                Code::NotFound,
                "nothing in the records that may leave bears on this question; ask without a model to see the passages",
            ));
        }
        Ok(thinking)
    }

    /// Begins to think within `limits`, which the person approved.
    ///
    /// # Errors
    /// `invalid-argument` when it began before, or a limit is out of its bounds.
    pub fn start(&mut self, limits: Limits) -> Result<()> {
        if self.process.is_some() {
            return Err(Error::new(Code::InvalidArgument, "this thought process has begun; its limits stay"));
        }
        self.can_be_judged_by(limits.scorer)?;
        self.process = Some(Recorded::new(limits.settings()?, limits.budget(), self.seed));
        self.limits = limits;
        Ok(())
    }

    /// Returns what to do next. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning, or when the records have changed since.
    pub fn next(&mut self, context: &Context<'_>, now_millis: u64) -> Result<Next> {
        self.check(context)?;
        if let Some(next) = self.estimates(context)? {
            return Ok(next);
        }
        loop {
            let waiting = self.open.iter().find(|(_, open)| !open.is_asked).map(|(ticket, _)| *ticket);
            if let Some(ticket) = waiting {
                match self.ask(context, ticket, now_millis)? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            match self.process_mut()?.next(&Unranked) {
                Want::Approval { facts } => return Ok(Next::Approval { tells: self.tells(&facts) }),
                Want::Wait => return Ok(Next::Wait),
                Want::Done { ending } => {
                    self.open.clear();
                    return Ok(Next::Done { ending });
                }
                want => self.opened(want),
            }
        }
    }

    fn opened(&mut self, want: Want) {
        if let Want::Documents { ticket, .. } | Want::Thought { ticket, .. } | Want::Score { ticket, .. } = want {
            self.open.insert(ticket, Open { want, query: None, samples: Vec::new(), is_asked: false });
        }
    }

    /// Returns what step `ticket` needs; `None` where nothing may be asked for it, and it is given up.
    fn ask(&mut self, context: &Context<'_>, ticket: Ticket, now_millis: u64) -> Result<Option<Next>> {
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

    fn give_up(&mut self, ticket: Ticket) -> Result<Option<Next>> {
        self.open.remove(&ticket);
        self.process_mut()?.apply(Event::Failed { ticket })?;
        Ok(None)
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

    /// Returns the documents that led to the thoughts `last`; the thoughts themselves where there are none.
    fn led_by(&self, graph: &Graph, last: &[NodeId]) -> Vec<NodeId> {
        let led: BTreeSet<NodeId> = last.iter().flat_map(|id| graph.led_by(*id)).collect();
        if led.is_empty() { last.to_vec() } else { led.into_iter().collect() }
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
        for topic in known.iter().filter(|known| known.note.is_some()).flat_map(|known| &known.topics) {
            if !plan.topics.contains(topic) {
                plan.topics.push(topic.clone());
            }
        }
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

    /// Takes what was found for a [`Next::Search`].
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
            let plan = Plan::new(&query, &context.records.patients);
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

    /// Takes the reply that was fed to `workflow`, which [`Next::Ask`] gave. `instructions` are the parts of it that read like instructions
    /// to a model.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn answered(&mut self, ticket: Ticket, workflow: Workflow, instructions: Vec<Part>) -> Result<()> {
        let open = self.open.get(&ticket).filter(|open| open.is_asked).ok_or_else(unknown)?;
        let reply = workflow.reply.text().trim();
        let tokens = tokens(&workflow.outgoing().body) + tokens(reply);
        match open.want {
            Want::Documents { .. } => {
                let asked = (&workflow.state.synthesised, &workflow.aliases);
                let query = Said::new(cut(reply, MAX_QUERY), instructions, Some(asked)).to_seek();
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

    fn queried(&mut self, ticket: Ticket, query: String, tokens: u64) -> Result<()> {
        self.process_mut()?.apply(Event::Queried { ticket, text: query.clone(), tokens })?;
        let open = self.open.get_mut(&ticket).ok_or_else(unknown)?;
        (open.query, open.is_asked) = (Some(query), false);
        Ok(())
    }

    fn thought(
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

    /// Keeps what stands behind the newest node.
    fn keep(&mut self, said: Said, asked: Option<Workflow>) -> Result<()> {
        let newest = self.process()?.search().graph().iter().next_back().map(|(id, _)| id).ok_or_else(unknown)?;
        self.thoughts.insert(newest, Thought { said, asked });
        Ok(())
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

    /// Takes note that a request got no usable reply. A judgement for which probabilities were asked is asked for once more, without.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    pub fn failed(&mut self, ticket: Ticket) -> Result<()> {
        let open = self.open.get_mut(&ticket).ok_or_else(unknown)?;
        if matches!(open.want, Want::Score { .. }) && self.has_likely.is_none() {
            open.is_asked = false;
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

    fn check(&self, context: &Context<'_>) -> Result<()> {
        if context.generation == self.generation {
            return Ok(());
        }
        Err(Error::new(Code::InvalidArgument, "the records have changed since this began; begin to think anew"))
    }

    fn process(&self) -> Result<&Recorded> {
        self.process.as_ref().ok_or_else(not_begun)
    }

    fn process_mut(&mut self) -> Result<&mut Recorded> {
        self.process.as_mut().ok_or_else(not_begun)
    }
}

fn not_begun() -> Error {
    Error::new(Code::InvalidArgument, "the thought process has not begun; approve what it may use up first")
}

/// Returns about how many tokens `text` is: a third of its bytes, which is more than most models count for English. What a server says it
/// counted is not asked: it could say anything.
pub(super) fn tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(3)
}

/// Returns the first `most` characters of `text`.
pub(super) fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

fn unknown() -> Error {
    Error::new(Code::InvalidArgument, "the thought process has no such step under way")
}
