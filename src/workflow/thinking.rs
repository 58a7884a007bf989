//! The thought process over records: the search of [`crate::thought`], with a model at the other end.
//!
//! A [`Thinking`] says what it wants next ([`Next`]): that something is looked up in the records, which stays here, or that a model is
//! asked. Each such request is a [`Workflow`] like that of any question: synthesised anew from the facts behind the thoughts that are put
//! together, reviewed, and sent only as the [`Cleared`](crate::clearance::Cleared) that the review alone can make. What comes back is
//! bound to what it copied (`said`), and is told again by the next request's own words and the closed vocabulary only.
//!
//! One seed holds for all requests of a process: noise that was drawn anew for each could be averaged away, and who sees the
//! requests knows that they belong together. Distances in time are still counted in each from the latest day that it tells.

mod beside;
mod document;
mod judging;
mod limits;
mod person;
mod replies;
mod requests;
pub(super) mod said;
mod saved;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{Context, Workflow, may_ask};
use crate::clearance::PublicText;
use crate::document::PatientIndex;
use crate::error::{Code, Error, Result};
use crate::privacy::injection::Screened;
use crate::privacy::kind::Kind;
use crate::privacy::policy::{Choice, Policy, Withholding};
use crate::privacy::stranger::Limit;
use crate::question::Plan;
use crate::quote::format::Endpoint;
use crate::quote::task::Task;
use crate::retrieve::Hits;
use crate::retrieve::narrow::Narrowed;
use crate::thought::graph::NodeId;
use crate::thought::journal::{Event, Recorded};
use crate::thought::search::{Ending, Ticket, Unranked, Want};
use document::{Known, Told};
pub use judging::Scorer;
pub use limits::{Limits, Offered, Proposal};
use said::Said;
pub use saved::{MAX_SAVED_BYTES, Saved};
pub use view::{NodeView, Tells, View};

/// Judgements that are drawn of a thought where a server tells no probabilities.
const SAMPLES: usize = 3;

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
        let allowed = policy.allowed(&choice.allowed).to_vec();
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

    fn give_up(&mut self, ticket: Ticket) -> Result<Option<Next>> {
        self.open.remove(&ticket);
        self.process_mut()?.apply(Event::Failed { ticket })?;
        Ok(None)
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
