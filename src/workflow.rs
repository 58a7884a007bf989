//! The way of one question, without I/O: plan, retrieve, synthesise, review, ask, resolve.
//!
//! A [`Workflow`] is a state machine. It yields [`Step::Ask`] with a [`Cleared`] that the caller may send, is fed the
//! reply, and makes an [`Answer`] of it. Everything it found on the way is in its [`WorkflowState`], which can be shown
//! and exported; it stays on the device.

use std::collections::{BTreeMap, BTreeSet};

mod advice;
mod alone;
mod answer;
mod asking;
mod boxes;
mod cautions;
pub mod inside;
mod literature;
mod others;
mod prose;
mod quotes;
pub mod refining;
mod reply;
mod rules;
mod side_by_side;
mod state;
pub mod thinking;
mod trial;

use jiff::civil::Date;
use serde::Serialize;

use crate::clearance::{Aliases, Cleared, FactRef, Finding, KnownAnswers, Outgoing, Receipt, SpanMap};
use crate::document::{Content, Document, PatientIndex, Records};
use crate::error::{Code, Error, Result};
use crate::index::concepts::Vocabulary;
use crate::index::{Index, analyze};
use crate::privacy::detect::Detector;
use crate::privacy::injection::Screened;
use crate::privacy::kind::Kind;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::{Choice, Policy, Withholding};
use crate::privacy::rare::RareDiseases;
use crate::privacy::select::{Series, fact_of};
use crate::privacy::stranger::{Limit, Singling};
use crate::privacy::vocabulary::Withheld;
use crate::question::Plan;
use crate::quote::attribute::Passages;
use crate::quote::chat::Reply;
use crate::quote::format::{Again, Endpoint, Manner};
use crate::quote::ground::World;
use crate::quote::hold::Hold;
use crate::recipient::Recipient;
use crate::reference::{Alias, Reference};
use crate::retrieve::narrow::{By, Narrowed, Narrowing, State};
use crate::retrieve::{Filter, Hits};
use crate::span::{Span, Synthesised};
use crate::surrogates::Surrogates;
use answer::LEFT_OUT;
pub use answer::{Answer, Told};
use asking::Portion;
pub use cautions::Caution;
use inside::{Selected, selected};
pub use literature::{Cited, Literature};
use quotes::is_reading;
pub use quotes::quotes;
pub use reply::{Checked, Coverage, Noted};
pub use side_by_side::{SideBySide, side_by_side};
pub use trial::{TRIAL, is_held};

/// Times the review may send a synthesis back before the request is refused.
const MAX_ROUNDS: usize = 8;
/// Passages of prose that a request may name.
const MAX_NOTES: usize = 3;
/// The share of what is asked about that an entry must have to be shown as near.
const NEAR: f64 = 0.5;
/// The records with everything that a question needs.
pub struct Context<'a> {
    /// The records.
    pub records: &'a Records,
    /// Their passages, indexed.
    pub index: &'a Index,
    /// Their identifying texts.
    pub known: &'a KnownAnswers,
    /// What is known of words; without it only a short list of words leaves.
    pub lexicon: Option<&'a Lexicon>,
    /// Finds identifying texts that the records do not name.
    pub detector: &'a Detector,
    /// The names of rare diseases; without them none is known to be rare.
    pub rare: Option<&'a RareDiseases>,
    /// The concepts that are known beside the tables of this program.
    pub vocabulary: Option<&'a Vocabulary>,
    /// Whom questions are about that name nobody.
    pub subject: Option<PatientIndex>,
    /// What the host lets leave; a person's choice can only tighten it.
    pub policy: &'a Policy,
    /// Counts the changes of the records. What was prepared over other records is not sent and not resolved.
    pub generation: u64,
}

impl Context<'_> {
    /// Returns the patients that a question is about: those it names, else the one it was set to; `None` is everybody.
    pub fn subjects(&self, plan: &Plan) -> Option<BTreeSet<PatientIndex>> {
        let named: BTreeSet<PatientIndex> = plan.mentions.iter().map(|mention| mention.patient).collect();
        let only = (self.records.patients.len() == 1).then_some(PatientIndex(0));
        if named.is_empty() { self.subject.or(only).map(|subject| BTreeSet::from([subject])) } else { Some(named) }
    }

    /// Returns what `question` says of the documents that may answer it, read as it was when `hits` were found: `today` is the caller's
    /// calendar day, from which "last year" counts, and what the person took away stays away.
    fn narrowing(&self, question: &str, hits: &Hits, today: Option<Date>) -> Narrowing {
        let taken = |narrowed: &&Narrowed| narrowed.state == State::TakenAway;
        let without: BTreeSet<By> = hits.narrowed.iter().filter(taken).map(|narrowed| narrowed.by).collect();
        let only = (self.records.patients.len() == 1).then_some(PatientIndex(0));
        Narrowing::read(question, self.records, self.subject.or(only), today, &without)
    }

    /// Returns whether a text or an identifier of the records has `word`, which is in lower case.
    fn has_word(&self, word: &str) -> bool {
        let is_indexed = |term: &str| self.index.postings().list(term).doc_freq() > 0;
        let identifies = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|own| own.to_lowercase() == word);
        // What is too common to be looked for is nobody's name.
        analyze::term(word).is_none_or(|term| is_indexed(&term))
            || self.records.identifiers.iter().any(|identifier| identifies(&identifier.text))
    }

    /// Returns the patients whose facts are looked at: of everybody those alone that retrieval found.
    fn among(&self, plan: &Plan, hits: &Hits) -> Option<BTreeSet<PatientIndex>> {
        let found = || hits.hits.iter().filter_map(|hit| self.records.documents.get(hit.document.0 as usize)?.subject);
        self.subjects(plan).or_else(|| Some(found().collect()).filter(|found: &BTreeSet<_>| !found.is_empty()))
    }
}

/// One passage that was offered under an alias.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// The alias in the request.
    pub alias: Alias,
    /// The passages behind it.
    pub references: Vec<Reference>,
    /// The names by which what it tells of can be kept back: each entry's own, and a note's passage.
    pub entries: Vec<Reference>,
    /// What they say, as their file has it, which stays here: a note's text, or one line for each fact.
    pub original: String,
}

/// A fact that was selected, or a passage of a note that was found, and stays here. It holds originals: for the person's eyes only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WithheldFact {
    /// What it is about, in the records' own words; else the heading it stands under.
    pub name: String,
    /// When it was found, began or was done, as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Why it stays.
    pub reason: &'static str,
    /// The word of its name that keeps it, where the person may allow that word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The passage that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
}

/// Everything one question went through. It holds originals: for the person's eyes and export only.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowState {
    /// The question as it was typed.
    pub original_query: String,
    /// What it was read to ask for.
    pub plan: Plan,
    /// What it says of the documents that may answer it, and what became of that.
    pub narrowed: Vec<Narrowed>,
    /// The passages retrieved.
    pub nodes: Vec<Reference>,
    /// The passages offered, with the information extracted from them.
    pub extracted: Vec<Offered>,
    /// The synthesised information and question, with the source of every byte.
    pub synthesised: SpanMap,
    /// On which sides of its known limits each number of it is, in words.
    pub limits: Vec<(Span<Synthesised>, String)>,
    /// The synthesised question alone.
    pub synthesised_query: String,
    /// Words of the question that were withheld, and parts that read like instructions, and why.
    pub withheld_words: Vec<Withheld>,
    /// The policy in force: the host's, tightened by the person's choice.
    pub policy: Policy,
    /// What the person keeps back by hand.
    #[serde(skip_serializing_if = "Withholding::is_empty")]
    pub by_hand: Withholding,
    /// Words that the person allowed, as they left.
    pub allowed_words: Vec<String>,
    /// Whether the lexicon was asked; without it fewer words leave.
    pub by_lexicon: bool,
    /// The selected facts that were withheld, each once.
    pub withheld_facts: Vec<WithheldFact>,
    /// What the review found in the last round; empty when it passed.
    pub findings: Vec<Finding>,
    /// How many facts the synthesis tells, by kind.
    pub told: BTreeMap<Kind, usize>,
    /// Passages of notes that it names by an alias, without their text.
    pub notes: usize,
    /// What a stranger could tell from all of it together.
    pub stranger: Singling,
    /// The public passages that stand before it.
    #[serde(skip_serializing_if = "Literature::is_empty")]
    pub literature: Literature,
    /// What a model inside the room did for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<inside::Record>,
    /// Rounds of synthesis and review.
    pub rounds: usize,
    /// The receipts of what was cleared.
    pub receipts: Vec<Receipt>,
}

/// What a workflow wants next.
#[derive(Debug)]
// There is one of it at a time, and it is taken apart at once; on 32 bits it is small enough.
#[allow(clippy::large_enum_variant)]
pub enum Step {
    /// Send this and feed the reply.
    Ask(Cleared),
    /// The review refused; nothing may be sent.
    Refused(Vec<Finding>),
}

/// One question on its way.
pub struct Workflow {
    state: WorkflowState,
    generation: u64,
    aliases: Aliases,
    surrogates: Surrogates,
    outgoing: Outgoing,
    verdict: Option<std::result::Result<Cleared, Vec<Finding>>>,
    reply: Reply,
    told: Vec<(Span<Synthesised>, Vec<FactRef>)>,
    again: Option<Again>,
    hold: Option<Hold>,
    /// How much of a held answer was handed on as it was streamed, in bytes.
    streamed: usize,
    /// How long the reply was when the held answer in it was last read, in bytes.
    read: usize,
    passages: Passages,
    world: World,
    /// What writes the request, where public passages may stand before its message.
    put: Option<literature::Put>,
}

/// Returns the passages of prose among the best hits; beside facts only those of the same patients.
fn notes(context: &Context<'_>, hits: &Hits, series: &[Series]) -> Vec<usize> {
    let subjects: BTreeSet<Option<PatientIndex>> = series.iter().map(|series| series.subject).collect();
    let wanted = |document: &Document| {
        matches!(document.content, Content::Prose { .. })
            && (subjects.is_empty() || subjects.contains(&document.subject))
    };
    hits.hits
        .iter()
        .filter(|hit| context.records.documents.get(hit.document.0 as usize).is_some_and(wanted))
        .map(|hit| hit.passage.0 as usize)
        .take(MAX_NOTES)
        .collect()
}

/// Returns the passages of prose that say all that is asked about, beside `series` that answer, too: a letter may say that what
/// the list has is not so. Of what was measured the readings tell, unless it is asked whether something was done.
fn besides(
    context: &Context<'_>,
    plan: &Plan,
    filter: &Filter,
    written: &Hits,
    subjects: Option<&BTreeSet<PatientIndex>>,
    series: &[Series],
) -> Vec<usize> {
    let prose = prose::choose(context, plan, filter, written, subjects);
    let is_measured =
        |series: &Series| series.facts.iter().filter_map(|fact| fact_of(context.records, *fact)).any(is_reading);
    let told = prose.is_met && !plan.topics.is_empty() && (prose.says_undone || !series.iter().all(is_measured));
    if told { prose.open.into_iter().take(MAX_NOTES).collect() } else { Vec::new() }
}

impl Workflow {
    /// Synthesises and reviews a request for `question`, until the review passes or nothing is left to leave out. What of the
    /// question reads like an instruction to the model is neither searched for nor told.
    /// `choice` is how much the person wants to be told, as far as the host's policy lets it; `limit` is how few people it may fit. `seed` must be 32 fresh bytes from a secure source; `now_millis` is the caller's clock.
    /// Public passages come before it by [`tell_beside`](Self::tell_beside).
    /// `hits` and `written` were found for `today`, the caller's calendar day, from which "last year" counts; without it only dates with a
    /// year are a time. The day itself is in nothing that leaves.
    ///
    /// # Errors
    /// `not-found` when nothing that may leave answers the question; `refused` when the policy does not let the endpoint be asked, or
    /// when a stranger would learn too much and the policy in force says to refuse; `internal` for broken invariants.
    #[allow(clippy::too_many_arguments)] // each is the caller's own, and none has a default that is right
    pub fn prepare(
        context: &Context<'_>,
        question: &Screened,
        today: Option<Date>,
        hits: &Hits,
        written: &Hits,
        choice: &Choice,
        limit: Limit,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Self> {
        let policy = choice.under(context.policy);
        let allowed = policy.allowed(&choice.allowed);
        may_ask(&policy, endpoint)?;
        let Selected { plan, series, is_outside, notes } = selected(context, question.plain(), today, hits, written);
        let portion = Portion {
            question,
            plan,
            series: &series,
            is_outside,
            notes: &notes,
            thoughts: &[],
            behind: &[],
            manner: Manner::answer(endpoint.prompt),
            policy,
            allowed,
            withheld: &choice.withheld,
            limit,
            endpoint,
            seed,
            now_millis,
        };
        let nodes = hits.hits.iter().map(|hit| hit.reference.clone()).collect();
        Workflow::put(context, portion, hits.narrowed.clone(), nodes)
    }

    /// Returns everything the question went through so far.
    pub fn state(&self) -> &WorkflowState {
        &self.state
    }

    /// Returns the request that was reviewed, for showing. It cannot be sent.
    pub fn outgoing(&self) -> &Outgoing {
        &self.outgoing
    }

    /// Returns whether the review passed the request.
    pub fn is_cleared(&self) -> bool {
        self.state.findings.is_empty()
    }

    /// Hands over what may be sent, once.
    ///
    /// # Errors
    /// `invalid-argument` when it was handed over before, or when the records have changed since the review; `not-found` where it asks of public passages
    /// and none stands before it.
    pub fn release(&mut self, context: &Context<'_>) -> Result<Step> {
        self.check(context)?;
        self.has_passages()?;
        match self.verdict.take() {
            Some(Ok(cleared)) => Ok(Step::Ask(cleared)),
            Some(Err(findings)) => Ok(Step::Refused(findings)),
            None => Err(released_before()),
        }
    }

    /// Returns whether the reply came to its end.
    pub fn is_complete(&self) -> bool {
        self.reply.is_complete()
    }

    fn check(&self, context: &Context<'_>) -> Result<()> {
        if context.generation == self.generation {
            return Ok(());
        }
        Err(Error::new(
            Code::InvalidArgument,
            "the records have changed since the question was prepared; prepare it again",
        ))
    }
}

fn released_before() -> Error {
    Error::new(Code::InvalidArgument, "this request was released before; prepare the question again")
}

/// # Errors
/// `refused` when `policy` does not let the server of `endpoint` be asked.
fn may_ask(policy: &Policy, endpoint: &Endpoint) -> Result<()> {
    if policy.may_ask(&Recipient::of(&endpoint.url, "").origin) {
        return Ok(());
    }
    Err(Error::new(Code::Refused, "the policy of whoever runs this does not let this server be asked"))
}

/// Returns the facts told in the stretches that `findings` are about.
fn faulty<'s, T>(findings: &[Finding], told: &'s [(Span<Synthesised>, T)]) -> Vec<&'s T> {
    let spans: Vec<_> = findings.iter().filter_map(|finding| finding.span).collect();
    let hit = |span: &Span<Synthesised>| spans.iter().any(|finding| finding.overlaps(*span));
    told.iter().filter(|(span, _)| hit(span)).map(|(_, what)| what).collect()
}
