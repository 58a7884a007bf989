//! A request that says nothing of anybody: it shows whether a server takes requests, and whether its model answers.

use super::state::{Asked, state};
use super::{Context, Workflow, may_ask};
use crate::clearance::{self, Aliases, Composer, Surrogates};
use crate::error::Result;
use crate::privacy::injection::Screened;
use crate::privacy::query::Query;
use crate::privacy::second_look::SecondLook;
use crate::privacy::stranger::{self, Easing, Known, Limit};
use crate::privacy::synthesise::Synthesis;
use crate::question::Plan;
use crate::quote::attribute::Passages;
use crate::quote::chat::Reply;
use crate::quote::format::{Endpoint, SYSTEMS, request};
use crate::quote::ground::World;

/// The whole message of a trial.
pub const TRIAL: &str = "This only tests the connection. Reply with one word: ready.";

impl Workflow {
    /// Reviews a request to `endpoint` whose message is [`TRIAL`], whatever the records are. It is released, sent and entered in the
    /// ledger like any other; what the model answers is of no account. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// `refused` when the policy does not let the endpoint be asked; `internal` for broken invariants.
    pub fn trial(context: &Context<'_>, endpoint: &Endpoint, now_millis: u64) -> Result<Self> {
        may_ask(context.policy, endpoint)?;
        let mut message = Composer::new();
        message.template(TRIAL);
        let synthesis = Synthesis {
            message: message.finish(),
            query: Query { map: Composer::new().finish(), withheld: Vec::new() },
            withheld_words: Vec::new(),
            aliases: Aliases::default(),
            surrogates: Surrogates::default(),
            told: Vec::new(),
            told_notes: Vec::new(),
            withheld: Vec::new(),
        };
        let outgoing = request(endpoint, synthesis.message.text())?;
        let look = SecondLook { detector: context.detector, lexicon: context.lexicon };
        let verdict = clearance::review(
            outgoing.clone(),
            &synthesis.message,
            SYSTEMS,
            context.known,
            Some(&look),
            None,
            now_millis,
        );
        let known = Known::new(context.records, context.rare);
        let singling = stranger::test(&synthesis, &known, Limit::default(), &Easing::default());
        let asked = Asked {
            question: &Screened::new("", &[], &mut |_| None),
            plan: Plan::new("", &[]),
            policy: context.policy.clone(),
            narrowed: Vec::new(),
            nodes: Vec::new(),
        };
        let world = World::new(context.records, &synthesis.message, &[], "");
        let state = state(context, asked, (&synthesis, singling), &verdict, 1);
        Ok(Workflow {
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
        })
    }

    /// Returns whether anything has come of the reply.
    pub fn has_answered(&self) -> bool {
        !self.reply.text().trim().is_empty()
    }
}
