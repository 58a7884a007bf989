//! One request that was released, with its circumstances.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::policy::{PolicyMark, Rulebook};
use super::reading::{is_sha256, is_word};
use crate::clearance::{Operator, Receipt};
use crate::error::{Code, Error, Result};
use crate::privacy::kind::Kind;
use crate::privacy::policy::Policy;
use crate::privacy::vocabulary::{Reason, Withheld};
use crate::workflow::WorkflowState;

/// Models that a build may name.
const MAX_MODELS: usize = 8;

/// A request for public texts that is about to be handed over.
#[derive(Debug, Clone, Copy)]
pub struct PublicRequest<'a> {
    /// What it asks for.
    pub sought: Sought,
    /// The words of the question that stay.
    pub withheld: &'a [Withheld],
    /// Whether a lexicon told which words are ordinary ones.
    pub by_lexicon: bool,
    /// The policy in force.
    pub policy: &'a Policy,
}

/// What kind of request for public texts it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sought {
    /// A search of PubMed, which says a query.
    PubmedSearch,
    /// The fetching of what a search found, which says nothing.
    PubmedBatch,
    /// Which collections a vector database has, which says nothing.
    Collections,
    /// A question to a vector database, which says the vector of words.
    Vector,
}

impl Sought {
    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Sought::PubmedSearch => "a search of PubMed",
            Sought::PubmedBatch => "a batch of articles that PubMed found",
            Sought::Collections => "which collections a server of public passages has",
            Sought::Vector => "a vector of words to a server of public passages",
        }
    }
}

/// What left with one request, to whom, by which rules. It holds no identifier and no text of records or of the question; of public passages it
/// has the references.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Disclosure {
    /// When the caller's clock said it was released, in milliseconds since 1970-01-01 UTC. Whether it arrived is not known here.
    pub released_at_millis: u64,
    /// What the review cleared: the hash of the exact bytes, the recipient, and the operation behind each stretch.
    pub receipt: Receipt,
    /// How many facts left, by kind, in the order of [`Kind`].
    pub kinds: Vec<Told>,
    /// Passages of notes that were named by an alias and of whose text nothing left.
    pub notes: usize,
    /// How many words of the question were withheld, by reason.
    pub withheld_words: Vec<WithheldWords>,
    /// How many facts were withheld, by reason.
    pub withheld_facts: Vec<WithheldFacts>,
    /// Rounds of synthesis and review; more than one means that the review sent it back.
    pub rounds: usize,
    /// Whether the word list was asked; without it fewer words leave.
    pub by_lexicon: bool,
    /// The rules that held.
    pub policy: PolicyMark,
    /// What made it.
    pub build: Build,
    /// Where it asked for public texts and not a model, what kind of request it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sought: Option<Sought>,
}

/// Facts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What they are about.
    pub kind: Kind,
    /// How many.
    pub facts: usize,
}

/// Words that were withheld for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithheldWords {
    /// Why.
    pub reason: Reason,
    /// How many stretches of words.
    pub count: usize,
}

/// Facts that were withheld for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithheldFacts {
    /// Why, in our words.
    pub reason: String,
    /// How many.
    pub count: usize,
}

/// The hashes of what made a request, each SHA-256 in lower-case hexadecimal, or empty where the caller knows none. The core
/// has none of its own: it cannot hash itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Build {
    /// The version of this crate.
    pub version: String,
    /// The compiled engine.
    pub engine: String,
    /// The word list.
    pub lexicon: String,
    /// The models in use.
    pub models: Vec<ModelHash>,
}

/// A model in use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelHash {
    /// What it is for, such as `embedder`.
    pub purpose: String,
    /// SHA-256 of its weights.
    pub sha256: String,
}

impl Build {
    /// Returns the build that `json` describes, without its version, which is this crate's.
    ///
    /// # Errors
    /// `invalid-argument` when a field is of no such form.
    pub fn from_json(json: &str) -> Result<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Given {
            engine: String,
            lexicon: String,
            models: Vec<ModelHash>,
        }
        let wrong = || Error::new(Code::InvalidArgument, "the hashes of this build are not of the form asked for");
        let Given { engine, lexicon, models } = serde_json::from_str(json).map_err(|_| wrong())?;
        let build = Build { version: env!("CARGO_PKG_VERSION").to_owned(), engine, lexicon, models };
        if build.is_well_formed() { Ok(build) } else { Err(wrong()) }
    }

    /// Returns whether each field has the form of a version, a hash or a word: nothing else can hide in it.
    pub(super) fn is_well_formed(&self) -> bool {
        let hash = |text: &str| text.is_empty() || is_sha256(text);
        let version =
            |text: &str| text.len() <= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b".-+".contains(&b));
        version(&self.version)
            && hash(&self.engine)
            && hash(&self.lexicon)
            && self.models.len() <= MAX_MODELS
            && self.models.iter().all(|model| is_word(&model.purpose) && is_sha256(&model.sha256))
    }
}

impl Disclosure {
    /// Returns what is told of the request of `state` that `receipt` is of, released at `released_at_millis`.
    pub fn new(
        state: &WorkflowState,
        receipt: &Receipt,
        policy: PolicyMark,
        build: Build,
        released_at_millis: u64,
    ) -> Self {
        let mut words: BTreeMap<Reason, usize> = BTreeMap::new();
        for withheld in &state.withheld_words {
            *words.entry(withheld.reason).or_default() += 1;
        }
        let mut facts: BTreeMap<&str, usize> = BTreeMap::new();
        for withheld in &state.withheld_facts {
            *facts.entry(withheld.reason).or_default() += 1;
        }
        Disclosure {
            released_at_millis,
            receipt: receipt.clone(),
            kinds: state.told.iter().map(|(kind, facts)| Told { kind: *kind, facts: *facts }).collect(),
            notes: state.notes,
            withheld_words: words.into_iter().map(|(reason, count)| WithheldWords { reason, count }).collect(),
            withheld_facts: facts
                .into_iter()
                .map(|(reason, count)| WithheldFacts { reason: reason.to_owned(), count })
                .collect(),
            rounds: state.rounds,
            by_lexicon: state.by_lexicon,
            policy,
            build,
            sought: None,
        }
    }

    /// Returns what is told of a request for public texts that `receipt` is of: it tells no facts of records.
    pub fn of_public(request: PublicRequest<'_>, receipt: &Receipt, build: Build, released_at_millis: u64) -> Self {
        let PublicRequest { sought, withheld, by_lexicon, policy } = request;
        let policy = Rulebook::of(policy).mark();
        let mut words: BTreeMap<Reason, usize> = BTreeMap::new();
        for withheld in withheld {
            *words.entry(withheld.reason).or_default() += 1;
        }
        Disclosure {
            released_at_millis,
            receipt: receipt.clone(),
            kinds: Vec::new(),
            notes: 0,
            withheld_words: words.into_iter().map(|(reason, count)| WithheldWords { reason, count }).collect(),
            withheld_facts: Vec::new(),
            rounds: 1,
            by_lexicon,
            policy,
            build,
            sought: Some(sought),
        }
    }

    /// Returns whether it can be of a request that was made: to somebody, with a hash, and in one round at least where it had a body. Its
    /// times are not held to one another: a clock may be set back.
    pub(super) fn is_well_formed(&self) -> bool {
        let Receipt { body_sha256, recipient, body_bytes, .. } = &self.receipt;
        let is_counted = self.withheld_words.iter().all(|withheld| withheld.count > 0)
            && self.withheld_facts.iter().all(|withheld| withheld.count > 0);
        (self.rounds > 0 || *body_bytes == 0)
            && is_sha256(body_sha256)
            && !recipient.origin.is_empty()
            && is_counted
            && self.build.is_well_formed()
    }

    /// Returns how many stretches of the message `operator` made.
    pub fn stretches(&self, operator: Operator) -> usize {
        self.receipt.operators.iter().filter(|(_, of)| *of == operator).count()
    }

    /// Returns how many facts left.
    pub fn facts(&self) -> usize {
        self.kinds.iter().map(|told| told.facts).fold(0, usize::saturating_add)
    }
}
