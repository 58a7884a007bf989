//! The way of one question, without I/O: plan, retrieve, synthesise, review, ask, resolve.
//!
//! A [`Workflow`] is a state machine. It yields [`Step::Ask`] with a [`Cleared`] that the caller may send, is fed the
//! reply, and ends in [`Step::Done`] with an [`Answer`]. Everything it found on the way is in its [`WorkflowState`],
//! which can be shown and exported; it stays on the device.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

mod alone;
mod asking;
mod boxes;
mod cautions;
pub mod inside;
mod literature;
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

use crate::clearance::{Aliases, Block, Cleared, FactRef, Finding, KnownAnswers, Outgoing, Receipt, SpanMap};
use crate::document::{Content, Document, PatientIndex, Records};
use crate::error::{Code, Error, Result};
use crate::index::Index;
use crate::index::concepts::Vocabulary;
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
use crate::question::exact::Exact;
use crate::quote::attribute::Passages;
use crate::quote::chat::Reply;
use crate::quote::format::{Again, Endpoint, Manner};
use crate::quote::ground::{Statements, Tally, World};
use crate::quote::hold::Hold;
use crate::quote::parse::{Said, parse};
use crate::recipient::Recipient;
use crate::reference::{Alias, Reference};
use crate::retrieve::narrow::{By, Narrowed, Narrowing, State};
use crate::retrieve::{Filter, Hits};
use crate::span::{Span, Synthesised};
use crate::surrogates::Surrogates;
use asking::Portion;
pub use cautions::Caution;
use cautions::cautions;
use inside::{Selected, selected};
pub use literature::{Cited, Literature};
pub use quotes::quotes;
use quotes::{is_reading, mark};
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

    /// Returns the patients whose facts are looked at: of everybody those alone that retrieval found.
    fn among(&self, plan: &Plan, hits: &Hits) -> Option<BTreeSet<PatientIndex>> {
        let found = || hits.hits.iter().filter_map(|hit| self.records.documents.get(hit.document.0 as usize)?.subject);
        self.subjects(plan).or_else(|| Some(found().collect()).filter(|found: &BTreeSet<_>| !found.is_empty()))
    }
}

/// An answer to show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Answer {
    /// Its parts in order.
    pub blocks: Vec<Block>,
    /// Runs of blocks that bear on the question without answering it, or are the middle of a long course: one click away
    /// and in their place. In order, without overlap.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Range<usize>>,
    /// What the reader should know about the answer as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<&'static str>,
    /// What the question says of the documents that may answer it, and what became of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub narrowed: Vec<Narrowed>,
    /// Passages in its blocks that read like instructions to a language model; in the order of the blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<Caution>,
    /// The exact answer, where the question is about coded facts and no model was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Told>,
    /// The model's words, checked: to be shown in the place of the blocks that they are of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Checked>,
    /// How the model quoted what some blocks show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<Noted>,
    /// How many of the model's claims hold, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    /// How many of the model's sentences were derived whole, have a mark, and were not checked, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statements: Option<Statements>,
    /// What was looked at, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Why the model may be asked once more, if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
    /// Which public passages the model says that it goes by, where it was given any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited: Option<Cited>,
    /// How many things that bear on the question no request has told yet, where it is asked by several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
}

/// An exact answer, and the boxes that it was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The answer.
    #[serde(flatten)]
    pub exact: Exact,
    /// Which blocks are its entries, by number.
    pub boxes: Vec<usize>,
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

/// Everything one question went through (R1.8). It holds originals: for the person's eyes and export only.
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

/// Said where a model wrote what a page could follow or run.
const LEFT_OUT: &str = "What the model wrote held links, pictures, addresses or code. They were left out and nothing was followed; be careful with the rest of it.";

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
        let allowed: &[String] = if policy.allow_words { &choice.allowed } else { &[] };
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

    /// Takes the data of one streamed event of the reply; returns the text it adds, with surrogates as they came. Of a reply that is held to a
    /// schema that is what it adds to the answer in it.
    ///
    /// # Errors
    /// As [`Reply::event`].
    pub fn event(&mut self, data: &str) -> Result<String> {
        let added = self.reply.event(data)?.to_owned();
        if self.hold != Some(Hold::Schema) {
            return Ok(added);
        }
        // It is read again once it has grown by its 64th part: a long reply is not read as often as it has events.
        let length = self.reply.text().len();
        if !self.reply.is_complete() && length < self.read + self.read / 64 {
            return Ok(String::new());
        }
        self.read = length;
        let answer = parse(self.reply.text()).into_iter().find_map(|said| match said {
            Said::Prose(prose) => Some(prose),
            Said::Quote(_) => None,
        });
        let answer = answer.unwrap_or_default();
        let more = answer.get(self.streamed..).unwrap_or_default().to_owned();
        self.streamed = answer.len().max(self.streamed);
        Ok(more)
    }

    /// Returns the answer made of the reply that was streamed in.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub fn answer(&self, context: &Context<'_>) -> Result<Answer> {
        self.resolve(context, self.reply.text())
    }

    /// Returns the answer made of `reply`, with every quotation looked up.
    ///
    /// # Errors
    /// `invalid-argument` when the records have changed since the question was prepared: its aliases would lead
    /// elsewhere.
    pub fn resolve(&self, context: &Context<'_>, reply: &str) -> Result<Answer> {
        self.check(context)?;
        if self.is_alone() {
            return Ok(self.answer_alone(context, reply));
        }
        let request = reply::Request {
            message: &self.state.synthesised,
            aliases: &self.aliases,
            surrogates: &self.surrogates,
            passages: &self.passages,
            world: Some(&self.world),
        };
        let mut read = reply::read(context, &request, reply);
        mark(&self.state.plan, &mut read.blocks);
        let quoted = read.blocks.iter().any(|block| matches!(block, Block::Verbatim { .. } | Block::RecordData { .. }));
        let fault = match (reply.trim().is_empty(), quoted, read.knows_nothing) {
            (true, ..) => Some(Again::AnsweredNothing),
            (_, false, true) => Some(Again::AnsweredNothing),
            (_, false, false) => Some(Again::QuotedNothing),
            (_, true, _) => None,
        };
        let notice = match (reply.trim().is_empty(), fault, self.again) {
            (true, _, None) => Some("The model gave no answer."),
            (true, _, Some(_)) => Some("The model was asked twice and gave no answer."),
            (_, Some(Again::AnsweredNothing), None) => Some("The model did not answer the question."),
            (_, Some(Again::AnsweredNothing), Some(_)) => {
                Some("The model was asked twice and did not answer the question.")
            }
            (_, Some(_), None) => {
                Some("The model quoted nothing; do not rely on this answer without checking the records.")
            }
            (_, Some(_), Some(_)) => Some(
                "The model was asked twice and quoted nothing; do not rely on this answer without checking the records.",
            ),
            (_, None, _) => None,
        };
        Ok(Answer {
            cautions: cautions(&read.blocks),
            blocks: read.blocks,
            notice: if read.left_out { Some(LEFT_OUT) } else { notice },
            checked: read.checked,
            noted: read.noted,
            tally: Some(read.tally),
            statements: Some(read.statements),
            coverage: Some(self.coverage(context)),
            cited: self.state.literature.cited(reply),
            narrowed: self.state.narrowed.clone(),
            again: fault.filter(|_| self.again.is_none()),
            ..Answer::default()
        })
    }

    /// Returns what was looked at for the question, and what was not.
    fn coverage(&self, context: &Context<'_>) -> Coverage {
        let documents = &context.records.documents;
        Coverage {
            searched: documents.len(),
            notes: documents.iter().filter(|document| matches!(document.content, Content::Prose { .. })).count(),
            entries: documents.iter().map(|document| document.facts().len()).sum(),
            told: self.told.iter().flat_map(|(_, facts)| facts).collect::<BTreeSet<_>>().len(),
            withheld: self.state.withheld_facts.len(),
            unread_notes: self.state.notes,
            withheld_words: self.state.withheld_words.len(),
        }
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
