//! `chaperone thought`: a model thinks about a question step by step, within what was approved.

use std::fs;
use std::path::PathBuf;

use chaperone::clearance::Receipt;
use chaperone::error::{Code, Error, Result};
use chaperone::room::Room;
use chaperone::thought::search::Ending;
use chaperone::workflow::thinking::{Limits, Next, Proposal, Scorer, Tells, Thinking, View};
use chaperone::workflow::{Answer, Literature, Step, Workflow};
use clap::{Args, Subcommand, ValueEnum};
use jiff::civil::Date;
use serde::Serialize;

use crate::approval::Approval;
use crate::ask::{now_millis, text};
use crate::endpoint::{Model, seed};
use crate::eval_exact::day;
use crate::ledger::Book;
use crate::library_beside::{Beside, Libraries, Serving};
use crate::library_server::Sending;
use crate::output::{Output, line};
use crate::records::{Asked, Incomplete, load};
use crate::telling::Telling;
use crate::{courier, embedder, thought_train};

/// Longest line that is printed, in characters.
const MAX_LINE: usize = 2000;

#[derive(Subcommand)]
pub enum Thought {
    /// Think about a question with a model, and answer it from the best thought.
    Ask(Box<Ask>),
    /// Train an estimator on thoughts whose worth the truth says: what a thought made of two parents is likely to be worth.
    Train(Box<thought_train::Train>),
}

#[derive(Args)]
pub struct Ask {
    #[command(flatten)]
    asked: Asked,
    /// The address of an OpenAI-compatible server
    #[arg(long, value_name = "URL", requires = "model")]
    llm: String,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    telling: Telling,
    /// Approve what is proposed; without it the proposal is printed and nothing leaves
    #[arg(long)]
    approve: bool,
    /// Approve kinds of facts too that are found on the way; without it what would tell them is left out
    #[arg(long, requires = "approve")]
    approve_new: bool,
    /// Most thoughts
    #[arg(long, value_name = "N", default_value_t = Limits::default().thoughts)]
    thoughts: usize,
    /// Most requests, the last question among them
    #[arg(long, value_name = "N", default_value_t = Limits::default().calls)]
    calls: u32,
    /// Most tokens there and back, by an estimate of ours
    #[arg(long, value_name = "N", default_value_t = Limits::default().tokens)]
    tokens: u64,
    /// Who says how good a thought is; the estimator needs --models, and also says what is put together next
    #[arg(long, value_enum, default_value_t = Judge::SelfCritic)]
    judge: Judge,
    /// Thoughts behind the one that is good enough that must be good enough too, where the model judges
    #[arg(long, value_name = "N", default_value_t = Limits::default().confirmations)]
    confirm: usize,
    /// The score from which on a thought is good enough; without it that of who judges
    #[arg(long, value_name = "SHARE")]
    threshold: Option<f64>,
    /// What each fact that is told for the first time takes from the worth of a thought, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Limits::default().disclosure_weight)]
    new_facts_cost: f64,
    /// The folder of the model manifest and weights for dense retrieval; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// The day that counts as today, for "last year"; without it what counts from today is no time. The day itself does not leave
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    /// The ledger to enter each request in before it is sent; begun where there is none
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Write the process to FILE, to look at or to go on with in the page
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A library in a file: the model is told of what it has on the question with each request, as public text in a place of its own, found by the words of the
    /// question that leave
    #[arg(long, value_name = "PACK")]
    library: Option<String>,
    #[command(flatten)]
    serving: Serving,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Judge {
    /// The model, of its own thought
    SelfCritic,
    /// The estimator, from what the thought was made of
    Estimator,
}

impl From<Judge> for Scorer {
    fn from(judge: Judge) -> Self {
        match judge {
            Judge::SelfCritic => Scorer::SelfCritic,
            Judge::Estimator => Scorer::Estimator,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    question: &'a str,
    proposal: &'a Proposal,
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<&'a View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Answer>,
    /// What left, request for request.
    receipts: &'a [Receipt],
    /// The files of which something is missing, and so missing from the answer.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    incomplete: &'a [Incomplete],
    /// What a library has on the question: public texts, of nobody's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    literature: Option<&'a Beside>,
}

pub fn run(thought: Thought) -> Result<()> {
    match thought {
        Thought::Ask(ask) => think(*ask),
        Thought::Train(train) => thought_train::run(&train),
    }
}

fn think(arguments: Ask) -> Result<()> {
    let Ask { asked, llm, model, telling, approve, approve_new, .. } = arguments;
    let Ask {
        new_facts_cost: disclosure_weight,
        thoughts,
        calls,
        tokens,
        judge,
        confirm: confirmations,
        threshold,
        models,
        today,
        ledger,
        save,
        library,
        serving,
        output,
        ..
    } = arguments;
    let endpoint = model.endpoint(&llm, false)?;
    let (paths, question) = asked.split()?;
    let (mut room, read) = load(&paths)?;
    embedder::for_telling(models.as_deref(), &mut room, approve)?;
    if let Some(folder) = &models {
        embedder::embed(folder, &mut room)?;
    }
    embedder::understand(None, models.as_deref(), &mut room)?;
    let choice = telling.choice(&mut room)?;
    // Before anything is approved nothing leaves.
    let book = ledger.map(|path| Book { path, models: models.clone() });
    let sending = if approve { Sending::Yes { approval: &Approval::GIVEN, book: book.as_ref() } } else { Sending::No };
    let served = serving.ask(&mut room, &question, &choice, models.as_deref(), sending)?;
    let mut thinking = room.think(&question, today, &choice, &endpoint, seed()?)?;
    let mut literature = None;
    if let Some(libraries) = Libraries::of(library, served) {
        let found = libraries.beside(&thinking.asked_words(&room.context()))?;
        let told = thinking.tell_beside(&room.context(), &found.texts())?;
        literature = Some((found, told));
    }
    let found = literature.as_ref().map(|(found, _)| found);
    let proposal = thinking.proposal();
    if !approve {
        let nothing = Outcome {
            question: &question,
            proposal: &proposal,
            process: None,
            answer: None,
            receipts: &[],
            incomplete: &read.incomplete,
            literature: found,
        };
        let public = |(found, told): &(Beside, Literature)| found.boxes(&Answer::default(), Some((told, None)));
        return output.write(&nothing, || proposed(&proposal) + &literature.as_ref().map(public).unwrap_or_default());
    }
    let scorer = Scorer::from(judge);
    let threshold = threshold.map_or_else(|| scorer.threshold(), Ok)?;
    thinking.start(Limits {
        scorer,
        confirmations,
        thoughts,
        calls,
        tokens,
        threshold,
        disclosure_weight,
        ..proposal.limits.clone()
    })?;
    let mut receipts = Vec::new();
    let ending = go_on(&room, &mut thinking, approve_new, book.as_ref(), &mut receipts)?;
    let mut last = thinking.answer(&room.context(), now_millis())?;
    send(&room, &mut last, book.as_ref(), &mut receipts)?;
    let answer = last.answer(&room.context())?;
    if let Some(file) = save {
        fs::write(file, thinking.save()?)
            .map_err(|_| Error::new(Code::Io, "the process cannot be written to the file given with --save"))?;
    }
    let view = thinking.view(&room.context())?;
    let outcome = Outcome {
        question: &question,
        proposal: &proposal,
        process: Some(&view),
        answer: Some(&answer),
        receipts: &receipts,
        incomplete: &read.incomplete,
        literature: found,
    };
    output.write(&outcome, || {
        let report = thinking.report(&room.context()).unwrap_or_default();
        let lines: Vec<String> = report.lines().map(|row| line(row, MAX_LINE)).collect();
        let told = Some((&last.state().literature, answer.cited.as_ref()));
        let public = found.map(|found| found.boxes(&answer, told)).unwrap_or_default();
        format!("{}\n\n{}\n{}{public}", lines.join("\n"), ending.words(), text(&answer))
    })
}

/// Thinks to the end.
fn go_on(
    room: &Room,
    thinking: &mut Thinking,
    approve_new: bool,
    book: Option<&Book>,
    receipts: &mut Vec<Receipt>,
) -> Result<Ending> {
    loop {
        match room.think_next(thinking, now_millis())? {
            Next::Ask { ticket, mut workflow, .. } => {
                match send(room, &mut workflow, book, receipts) {
                    Ok(()) => room.think_answered(thinking, ticket, workflow)?,
                    // A reply that cannot be read costs the step and not the process.
                    Err(error) if error.code() == Code::Reply => thinking.failed(ticket)?,
                    Err(error) => return Err(error),
                }
            }
            Next::Approval { .. } if approve_new => thinking.approve()?,
            Next::Approval { .. } => thinking.refuse()?,
            Next::Done { ending } => return Ok(ending),
            Next::Wait | Next::Search { .. } | Next::Embed { .. } | Next::Judge { .. } => {
                return Err(Error::internal("the thought process waits for a step that is not under way"));
            }
        }
    }
}

/// Sends the request of `workflow`, and feeds it the reply.
fn send(room: &Room, workflow: &mut Workflow, book: Option<&Book>, receipts: &mut Vec<Receipt>) -> Result<()> {
    let cleared = match workflow.release(&room.context())? {
        Step::Ask(cleared) => cleared,
        Step::Refused(findings) => {
            return Err(Error::new(Code::Refused, "the review refused the request and nothing was sent")
                .found(findings.len() as u64, 0));
        }
    };
    if let Some(book) = book {
        book.enter(workflow.state(), &cleared, now_millis())?;
    }
    receipts.push(cleared.receipt().clone());
    let reply = courier::fetch(cleared)?;
    workflow.event(&reply).map(drop)
}

fn proposed(proposal: &Proposal) -> String {
    let mut text =
        format!("{} documents bear on the question. Thinking about them would tell, at first:\n", proposal.documents);
    for Tells { words, facts, .. } in &proposal.tells {
        text += &format!("  {words}: {facts}\n");
    }
    text + "Nothing has left. --approve begins; --thoughts, --calls and --tokens bound it.\n"
}
