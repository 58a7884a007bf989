//! One question over more passages than a model's context holds: compact and refine.
//!
//! Passages are put together in groups that fit the budget. Of each group a request of its own is synthesised and
//! reviewed, and sent only as the [`Cleared`](crate::clearance::Cleared) that the review made. Every request but the first also tells the
//! answer so far, as any thought of a model's is told again (`said`): by the next request's own words and the closed vocabulary. What that answer quotes is
//! told along with it, so that the reply to the last request can quote it too, and is looked up like any other.
//!
//! A model may also say, in a fixed form, that it wants to read on: beside a passage that it names, or what is found for words of its
//! own. Those that could leave are looked for here, and none of them leaves.

mod requests;
pub(super) mod told;

use std::collections::VecDeque;

use jiff::civil::Date;

use self::told::{Told, Wish, beside, divided, sought, whole};
use super::inside::{Inside, Record, Selected, selected, told as chosen_inside};
use super::thinking::said::{MAX_THOUGHT, Said};
use super::thinking::{cut, tokens};
use super::{Answer, Context, Workflow, may_ask};
use crate::clearance::{FactRef, PublicText};
use crate::document::DocumentIndex;
use crate::error::{Code, Error, Result};
use crate::privacy::injection::{Part, Screened};
use crate::privacy::policy::{Choice, Policy, Withholding};
use crate::privacy::select::{Selection, select};
use crate::privacy::stranger::Limit;
use crate::privacy::vocabulary::Sources;
use crate::question::Plan;
use crate::quote::format::Endpoint;
use crate::quote::ground::is_unknowing;
use crate::quote::parse::{self, parse};
pub use crate::quote::prompt::Wishes;
use crate::reference::Reference;
use crate::retrieve::Hits;
use crate::retrieve::narrow::Narrowed;

/// Fewest tokens of a context: what is told of one thing, the question and a reply have room in it.
pub const MIN_CONTEXT: u64 = 2048;
/// Most tokens of a context that is made use of.
pub const MAX_CONTEXT: u64 = 1 << 20;
/// Tokens of a context where none are named.
pub const USUAL_CONTEXT: u64 = 8192;
/// Most requests of one question.
const MAX_ROUNDS: usize = 24;
/// Times that a model may say that it wants to read on.
const MAX_WISHES: usize = 4;
/// Longest words that it may have looked for, in characters.
const MAX_QUERY: usize = 200;
/// Most things of an answer so far that are told along with it.
const MAX_KEPT: usize = 8;
/// The share of a context that public passages may have: one of so many parts.
const PUBLIC_SHARE: u64 = 4;
/// Our words before the answer so far.
const LEAD: &str = "The answer so far, from other passages, which may be wrong: ";
/// Our words behind the question, where there is an answer so far.
const REFINE: &str =
    "\nThere is an answer so far. Keep what of it the passages say, add what they say beside it, and quote them.";
/// Our words behind the question, where the model may say that it wants to read on.
const MAY_WISH: &str = "\nIf the passages are not enough, end with one more line: SEARCH: and a few words to look for, or OPEN: and a title, to \
                        be given what stands beside that passage.";
/// What a question is refined over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// What is found for it.
    #[default]
    Found,
    /// All of one document of prose, in its order.
    Document(DocumentIndex),
}

/// How a question is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refinement {
    /// The tokens of the model's context: those of a request and its reply.
    pub context_tokens: u64,
    /// What it is refined over.
    pub scope: Scope,
    /// Whether the model may say that it wants to read on.
    pub wishes: Wishes,
}

/// How far a question is, for showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// The number of the request, from 1.
    pub number: usize,
    /// The things that it tells.
    pub told: usize,
    /// The things that no request has told yet.
    pub left: usize,
    /// About how many tokens it has, by our estimate.
    pub tokens: u64,
    /// How many it and its reply may have.
    pub context_tokens: u64,
}

/// One question on its way through its groups.
pub struct Refining {
    question: Screened,
    plan: Plan,
    narrowed: Vec<Narrowed>,
    nodes: Vec<Reference>,
    is_outside: bool,
    policy: Policy,
    allowed: Vec<String>,
    withheld: Withholding,
    stranger_limit: Limit,
    endpoint: Endpoint,
    seed: [u8; 32],
    generation: u64,
    refinement: Refinement,
    wished: usize,
    wanted: Option<String>,
    rest: VecDeque<Told>,
    /// What was told in any request, so that a wish brings nothing twice.
    known: Vec<Told>,
    kept: Vec<Told>,
    now: Vec<Told>,
    so_far: Option<Said>,
    round: Option<Round>,
    /// The request before it, and how many things the one that was made last tells beside what is kept.
    before: Option<Round>,
    fresh: usize,
    /// Whether a request waits for its reply.
    is_asking: bool,
    /// The public passages that the request is told which is being made.
    public: Vec<PublicText>,
    /// What a model inside the room did.
    inside: Option<Record>,
}

impl Refining {
    /// Returns the way of `question`, for which `hits` and, of prose alone, `written` were found; nothing is asked yet. The other arguments are as in
    /// [`Workflow::prepare`]. One seed holds for all its requests, as in a thought process.
    ///
    /// # Errors
    /// `invalid-argument` when the context is smaller than [`MIN_CONTEXT`] or larger than [`MAX_CONTEXT`]; `unsupported` when the document is no
    /// prose; `not-found` when there is no such document, or nothing that may leave answers; `refused` when the policy does not let the endpoint be asked.
    #[allow(clippy::too_many_arguments)] // as for a single question
    pub fn begin(
        context: &Context<'_>,
        question: Screened,
        today: Option<Date>,
        (hits, written): (&Hits, &Hits),
        choice: &Choice,
        stranger_limit: Limit,
        endpoint: Endpoint,
        refinement: Refinement,
        seed: [u8; 32],
    ) -> Result<Self> {
        if !(MIN_CONTEXT..=MAX_CONTEXT).contains(&refinement.context_tokens) {
            return Err(Error::new(Code::InvalidArgument, "a context has 2048 to 1048576 tokens")
                .found(refinement.context_tokens, MIN_CONTEXT));
        }
        let policy = choice.under(context.policy);
        may_ask(&policy, &endpoint)?;
        let Selected { plan, series, is_outside, notes } = selected(context, question.plain(), today, hits, written);
        let (rest, is_outside) = match refinement.scope {
            Scope::Document(document) => (whole(context, document, &plan.topics)?, false),
            Scope::Found => {
                (series.into_iter().map(Told::Series).chain(notes.into_iter().map(Told::Note)).collect(), is_outside)
            }
        };
        Ok(Refining {
            plan,
            narrowed: hits.narrowed.clone(),
            nodes: hits.hits.iter().map(|hit| hit.reference.clone()).collect(),
            is_outside,
            allowed: policy.allowed(&choice.allowed).to_vec(),
            policy,
            withheld: choice.withheld.clone(),
            stranger_limit,
            endpoint,
            seed,
            generation: context.generation,
            refinement,
            wished: 0,
            wanted: None,
            rest,
            known: Vec::new(),
            kept: Vec::new(),
            now: Vec::new(),
            so_far: None,
            round: None,
            before: None,
            fresh: 0,
            is_asking: false,
            public: Vec::new(),
            inside: None,
            question,
        })
    }

    /// Returns the reviewed request for the next group, the largest that fits; `None` once all were told. What of a later group may not leave is passed over.
    ///
    /// # Errors
    /// As [`Workflow::prepare`]; `too-large` when one thing alone does not fit, and `refused` when there were too many requests: the answer so
    /// far stays.
    pub fn next(&mut self, context: &Context<'_>, now_millis: u64) -> Result<Option<Workflow>> {
        self.public.clear();
        self.make(context, now_millis)
    }

    /// Makes `workflow`, which [`next`](Self::next) gave last and which is not sent, anew with the public passages `found` before its message, as
    /// [`Workflow::tell_beside`] puts them there; in its place comes what this returns. They have a quarter of the context at most, so that it may tell
    /// less of the records, and the rest later. Each request is told of them by itself. They must have been found by nothing but the words of this
    /// request's question that leave: where fewer of these leave with less of the records, it goes without them.
    ///
    /// # Errors
    /// As [`next`](Self::next); `invalid-argument` when no request waits, or it was handed over before.
    pub fn tell_beside(
        &mut self,
        context: &Context<'_>,
        workflow: &Workflow,
        found: &[PublicText],
        now_millis: u64,
    ) -> Result<Workflow> {
        let gone = || Error::new(Code::InvalidArgument, "no request of this question waits for public passages");
        if !self.is_asking || workflow.verdict.is_none() {
            return Err(gone());
        }
        let mut left = self.refinement.context_tokens / PUBLIC_SHARE;
        let fits = |text: &&PublicText| {
            let needed = tokens(text.reference()) + tokens(text.text());
            left.checked_sub(needed).map(|rest| left = rest).is_some()
        };
        self.public = found.iter().filter(fits).cloned().collect();
        let too_long = found.len() - self.public.len();
        self.put_back();
        if let Ok(Some(mut made)) = self.make(context, now_millis)
            && made.state.asked_words() == workflow.state.asked_words()
        {
            made.state.literature.left_out += too_long;
            return Ok(made);
        }
        self.put_back();
        let mut made = self.next(context, now_millis)?.ok_or_else(gone)?;
        made.state.literature.left_out = found.len();
        Ok(made)
    }

    fn make(&mut self, context: &Context<'_>, now_millis: u64) -> Result<Option<Workflow>> {
        if context.generation != self.generation {
            return Err(Error::new(
                Code::InvalidArgument,
                "the records have changed since the question was prepared; prepare it again",
            ));
        }
        while !self.rest.is_empty() || self.round.is_none() {
            if self.round.is_some_and(|round| round.number >= MAX_ROUNDS) {
                return Err(Error::new(Code::Refused, "a question takes 24 requests at most; ask for less at a time"));
            }
            let (workflow, took) = match self.fitting(context, now_millis) {
                Ok(fitting) => fitting,
                Err((error, took)) => {
                    self.rest.drain(..took.min(self.rest.len()));
                    // What may not leave at all is passed over, as in a single request.
                    if error.code() == Code::NotFound && (self.round.is_some() || !self.rest.is_empty()) {
                        continue;
                    }
                    return Err(error);
                }
            };
            let group: Vec<Told> = self.rest.drain(..took).collect();
            if !workflow.is_cleared() && (self.round.is_some() || !self.rest.is_empty()) {
                continue;
            }
            self.known.extend(group.iter().cloned());
            (self.before, self.fresh) = (self.round, group.len());
            self.now = self.kept.iter().cloned().chain(group).collect();
            self.round = Some(Round {
                number: self.round.map_or(1, |round| round.number + 1),
                told: self.now.len(),
                left: self.rest.len(),
                tokens: tokens(&workflow.outgoing().body),
                context_tokens: self.refinement.context_tokens,
            });
            self.is_asking = true;
            return Ok(Some(workflow));
        }
        Ok(None)
    }

    /// Takes back the request that was made last and not sent, to be told as `choice` says: [`next`](Self::next) makes it anew.
    pub fn retell(&mut self, context: &Context<'_>, choice: &Choice) {
        self.policy = choice.under(context.policy);
        self.allowed = self.policy.allowed(&choice.allowed).to_vec();
        self.withheld = choice.withheld.clone();
        self.put_back();
    }

    /// Takes back the request that was made last, where it has no reply: what it was to tell is told by the next one.
    pub fn put_back(&mut self) {
        if self.is_asking {
            self.is_asking = false;
            let fresh = self.now.split_off(self.now.len().saturating_sub(self.fresh));
            self.known.truncate(self.known.len().saturating_sub(fresh.len()));
            fresh.into_iter().rev().for_each(|told| self.rest.push_front(told));
            (self.round, self.fresh) = (self.before, 0);
        }
    }

    /// Tells what a model inside the room chose, before the rest; its draft is not told.
    pub fn bring_inside(&mut self, context: &Context<'_>, inside: &Inside) {
        self.bring(chosen_inside(context, &inside.chosen));
        self.inside = Some(inside.record.clone());
    }

    /// Returns how far it is, of the request that was made last.
    pub fn round(&self) -> Option<Round> {
        self.round
    }

    /// Returns how many things no request has told yet.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Takes `reply`, the answer to `workflow`, which [`next`](Self::next) gave; a second time it changes nothing. `screen` returns the parts of a
    /// text that read like instructions to a model.
    ///
    /// # Errors
    /// As `screen`.
    pub fn answered(
        &mut self,
        context: &Context<'_>,
        workflow: &Workflow,
        reply: &str,
        screen: &mut dyn FnMut(&str) -> Result<Vec<Part>>,
    ) -> Result<()> {
        if !self.is_asking {
            return Ok(());
        }
        let (said, wish) = divided(reply);
        let parts = parse(&said);
        let prose: Vec<&str> = parts
            .iter()
            .filter_map(|part| match part {
                parse::Said::Prose(prose) => Some(prose.as_str()),
                parse::Said::Quote(_) => None,
            })
            .collect();
        let prose = prose.join("\n");
        let asked = (&workflow.state.synthesised, &workflow.aliases);
        // That nothing is known so far says nothing of what is to come.
        if !prose.trim().is_empty() && !is_unknowing(&prose) {
            let prose = cut(&prose, MAX_THOUGHT);
            self.so_far = Some(Said::new(prose, screen(prose)?, Some(asked)));
            self.kept = self.quoted(workflow, &parts);
        }
        let is_heard = self.refinement.wishes == Wishes::Heard && self.wished < MAX_WISHES;
        if let Some(wish) = wish.filter(|_| is_heard) {
            self.wished += 1;
            match wish {
                Wish::Search(words) => {
                    let words = cut(&words, MAX_QUERY);
                    let words = Said::new(words, screen(words)?, Some(asked)).to_seek(
                        asked.0,
                        context,
                        &self.allowed,
                        &self.withheld,
                    );
                    self.wanted = Some(words).filter(|words| !words.is_empty());
                }
                Wish::Open(alias) => self.bring(beside(context, &workflow.aliases, alias)),
            }
        }
        self.is_asking = false;
        Ok(())
    }

    /// Returns the words to look for, where the model says that it wants to read what is found for them. They do not leave.
    pub fn wanted(&self) -> Option<&str> {
        self.wanted.as_deref()
    }

    /// Takes what was found for the words that were [wanted](Self::wanted): of what was not told yet, it is told next.
    pub fn found(&mut self, context: &Context<'_>, hits: &Hits) {
        let Some(words) = self.wanted.take() else { return };
        // A model's words count from no day of ours.
        let plan = Plan::new(&words, &context.records.patients);
        if plan.topics.is_empty() && plan.kinds.is_empty() {
            return;
        }
        let subjects = context.among(&self.plan, hits);
        let Selection { series, .. } = select(context.records, &plan, subjects.as_ref());
        let words = Sources {
            lexicon: context.lexicon,
            known: Some(context.known),
            detector: Some(context.detector),
            withheld: Some(&self.withheld),
            ..Sources::default()
        };
        // Of a note that was found for other words, what answers those is told: by words that are told.
        let notes = sought(context, (hits, subjects.as_ref()), &series, &plan.topics, &words);
        self.plan.seek(&plan.topics);
        self.bring(series.into_iter().map(Told::Series).chain(notes.into_iter().map(Told::Note)).collect());
    }

    /// Returns the answer made of `reply` to the last request, with every quotation looked up.
    ///
    /// # Errors
    /// As [`Workflow::resolve`].
    pub fn answer(&self, context: &Context<'_>, workflow: &Workflow, reply: &str) -> Result<Answer> {
        let said = if self.refinement.wishes == Wishes::No { reply.to_owned() } else { divided(reply).0 };
        let answer = workflow.resolve(context, &said)?;
        // What was wrong may be made good by the next request.
        let again = answer.again.filter(|_| self.left() == 0 && self.round.is_some_and(|round| round.number == 1));
        Ok(Answer { left: Some(self.left()), again, ..answer })
    }

    /// Puts `more` before the rest, without what is known.
    fn bring(&mut self, more: Vec<Told>) {
        for told in more.into_iter().rev() {
            let told = match told {
                Told::Series(mut series) => {
                    let knows = |fact: &FactRef| self.known.iter().chain(&self.rest).any(|told| told.has(*fact));
                    series.facts.retain(|fact| !knows(fact));
                    if series.facts.is_empty() {
                        continue;
                    }
                    Told::Series(series)
                }
                note if self.known.contains(&note) || self.rest.contains(&note) => continue,
                note => note,
            };
            self.rest.push_front(told);
        }
    }
}
