//! Requests that say nothing of anybody: they show whether a server takes requests, which models it has, and whether one answers.

use serde::Deserialize;

use super::state::{Asked, state};
use super::{Context, Workflow, may_ask};
use crate::clearance::{self, Aliases, Cleared, Composer, Finding, Operator, Outgoing, SpanMap, TRIAL_GRAMMAR};
use crate::error::Result;
use crate::privacy::injection::Screened;
use crate::privacy::policy::{Policy, Withholding};
use crate::privacy::query::Query;
use crate::privacy::second_look::SecondLook;
use crate::privacy::stranger::{self, Easing, Known, Limit};
use crate::privacy::synthesise::Synthesis;
use crate::privacy::vocabulary::Withheld;
use crate::question::Plan;
use crate::quote::attribute::Passages;
use crate::quote::chat::Reply;
use crate::quote::format::{Endpoint, Held, Manner, SYSTEMS, listing, request_in};
use crate::quote::ground::World;
use crate::quote::hold::Hold;
use crate::quote::models;
use crate::surrogates::Surrogates;

/// The whole message of a trial.
pub const TRIAL: &str = "This only tests the connection. Reply with one word: ready.";

impl Workflow {
    /// Reviews a request to `endpoint` whose message is [`TRIAL`], whatever the records are. It is released, sent and entered in the
    /// ledger like any other. What the model answers is of no account but where the endpoint is to hold it: then
    /// [`is_held`] says whether it does. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// `refused` when the policy does not let the endpoint be asked; `internal` for broken invariants.
    pub fn trial(context: &Context<'_>, endpoint: &Endpoint, now_millis: u64) -> Result<Self> {
        let mut message = Composer::new();
        message.template(TRIAL);
        if endpoint.hold.is_some() {
            message.template(" The one passage is called ").write(Operator::Alias, "R1", Vec::new()).template(".");
        }
        let message = message.finish();
        let manner = Manner { held: Held::ToTrial, ..Manner::answer(endpoint.prompt) };
        let outgoing = request_in(endpoint, &manner, &message)?;
        said_to_nobody(context, endpoint, message, outgoing, now_millis)
    }

    /// Reviews a request for the names of the models at the server of `endpoint`, which has no body; released, sent and entered like any
    /// other. [`models`](Self::models) reads what the server answers.
    ///
    /// # Errors
    /// `refused` when the policy does not let the endpoint be asked; `unsupported` where its address is of one model;
    /// `internal` for broken invariants.
    pub fn listing(context: &Context<'_>, endpoint: &Endpoint, now_millis: u64) -> Result<Self> {
        said_to_nobody(context, endpoint, Composer::new().finish(), listing(endpoint)?, now_millis)
    }

    /// Returns the names of the models in `reply`, the answer to a [`listing`](Self::listing).
    ///
    /// # Errors
    /// As [`models::names`].
    pub fn models(reply: &str) -> Result<Vec<String>> {
        models::names(reply)
    }

    /// Returns whether the reply, to a [`trial`](Self::trial), has the form that its server was to hold it to by `hold`.
    pub fn is_held(&self, hold: Hold) -> bool {
        is_held(hold, self.reply.text())
    }

    /// Returns whether anything has come of the reply.
    pub fn has_answered(&self) -> bool {
        !self.reply.text().trim().is_empty()
    }
}

/// Returns whether `reply`, to a trial, has the form that a server gives it that holds replies by `hold`. The message asks for
/// one word, so none has it by chance.
pub fn is_held(hold: Hold, reply: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        #[serde(rename = "answer")]
        _answer: String,
        quotes: Vec<Quote>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Quote {
        #[serde(rename = "ref")]
        alias: String,
        #[serde(rename = "text")]
        _text: String,
    }
    match hold {
        Hold::Schema => serde_json::from_str::<Form>(reply)
            .is_ok_and(|form| form.quotes.len() <= 1 && form.quotes.iter().all(|quote| quote.alias == "R1")),
        Hold::Grammar => TRIAL_GRAMMAR.split('"').nth(1) == Some(reply.trim()),
    }
}

/// Reviews `outgoing`, which carries `message`: words of ours alone, or none.
///
/// # Errors
/// `refused` when the policy does not let the endpoint be asked; `internal` for broken invariants.
fn said_to_nobody(
    context: &Context<'_>,
    endpoint: &Endpoint,
    message: SpanMap,
    outgoing: Outgoing,
    now_millis: u64,
) -> Result<Workflow> {
    may_ask(context.policy, endpoint)?;
    let look = SecondLook { detector: context.detector, lexicon: context.lexicon };
    let verdict = clearance::review(outgoing.clone(), &message, SYSTEMS, context.known, Some(&look), None, now_millis);
    let bare = Bare {
        message,
        query: Query { map: Composer::new().finish(), withheld: Vec::new() },
        withheld_words: Vec::new(),
        question: &Screened::new("", &[], &mut |_| None),
        plan: Plan::new("", &[]),
        policy: context.policy.clone(),
        withheld: &Withholding::default(),
    };
    Ok(without_records(context, bare, outgoing, verdict))
}

/// What a request is made of that tells nothing of records.
pub(super) struct Bare<'a> {
    pub(super) message: SpanMap,
    pub(super) query: Query,
    pub(super) withheld_words: Vec<Withheld>,
    pub(super) question: &'a Screened,
    pub(super) plan: Plan,
    pub(super) policy: Policy,
    pub(super) withheld: &'a Withholding,
}

/// Returns the way of the request `outgoing`, which was reviewed with `verdict` and is made of `bare`.
pub(super) fn without_records(
    context: &Context<'_>,
    bare: Bare<'_>,
    outgoing: Outgoing,
    verdict: std::result::Result<Cleared, Vec<Finding>>,
) -> Workflow {
    let Bare { message, query, withheld_words, question, plan, policy, withheld } = bare;
    let synthesis = Synthesis {
        message,
        query,
        withheld_words,
        aliases: Aliases::default(),
        surrogates: Surrogates::default(),
        told: Vec::new(),
        told_notes: Vec::new(),
        told_sentences: Vec::new(),
        withheld_notes: Vec::new(),
        withheld: Vec::new(),
    };
    let known = Known::new(context.records, context.rare);
    let singling = stranger::test(&synthesis, &known, Limit::default(), &Easing::default());
    let asked = Asked { withheld, question, plan, policy, narrowed: Vec::new(), nodes: Vec::new() };
    let world = World::new(context.records, &synthesis.message, &[], "");
    let state = state(context, asked, (&synthesis, singling), &verdict, 1);
    Workflow {
        generation: context.generation,
        passages: Passages::of(&state.synthesised, &synthesis.aliases),
        aliases: synthesis.aliases,
        surrogates: synthesis.surrogates,
        outgoing,
        verdict: Some(verdict),
        reply: Reply::default(),
        world,
        state,
        told: Vec::new(),
        again: None,
        hold: None,
        streamed: 0,
        read: 0,
        put: None,
    }
}
