//! `chaperone ask`: answer blocks; without a model, quotes only.

use std::path::PathBuf;

use chaperone::chunk::Cut;
use chaperone::clearance::{Block, Receipt};
use chaperone::error::{Code, Error, Result};
use chaperone::privacy::stranger::Limit;
use chaperone::question::exact::Exact;
use chaperone::reference::Reference;
use chaperone::workflow::{Answer, Step};
use clap::Args;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Serialize;

use crate::approval::Approval;
use crate::ask_library::Alone;
use crate::endpoint::{Model, seed};
use crate::eval_exact::day;
use crate::ledger::Book;
use crate::library_beside::{Beside, Libraries, Serving};
use crate::library_server::Sending;
use crate::output::{Output, line};
use crate::records::{After, Asked, Incomplete, load};
use crate::rounds::{self, Refined, Rounds};
use crate::telling::Telling;
use crate::{ask_library, embedder, prose};

#[derive(Args)]
#[command(mut_arg("records", |records| records.required(false).required_unless_present_any(["library", "chroma"])))]
pub struct Ask {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    after: After,
    /// The address of an OpenAI-compatible server. What would go to it is shown first, and goes once it is approved; without it the answer is quotes only, and
    /// without --chroma, too, nothing leaves
    #[arg(long, value_name = "URL", requires = "model")]
    llm: Option<String>,
    #[command(flatten)]
    approval: Approval,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    telling: Telling,
    #[command(flatten)]
    rounds: Rounds,
    /// The folder of the model manifest and weights for dense retrieval; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// A vocabulary of concepts, as `models concepts` makes it; else that of the folder of models, where it is there
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// The ledger to enter each request in before it is sent, to a model or to a server of public passages; begun where there is none. `chaperone verify` checks it
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// The day that counts as today, for "last year" and "how long ago"; without it this machine's clock says (in UTC), and with --llm
    /// what counts from today is no time
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    /// How documents are cut into passages: whole; sizes in characters (830; 400,1600) or tokens of the model (tokens:256), with an
    /// overlap behind them (+120)
    #[arg(long, value_name = "CUT", value_parser = cut)]
    cut: Option<Cut>,
    /// A library in a file: what of it bears on the question stands below the answer, as public text. With --llm the model is told of it, too:
    /// passages as they are, found by the words of the question that leave. Without --records the library alone is asked
    #[arg(long, value_name = "PACK")]
    library: Option<String>,
    #[command(flatten)]
    serving: Serving,
    #[command(flatten)]
    output: Output,
}

/// Reads a cut.
pub fn cut(given: &str) -> std::result::Result<Cut, &'static str> {
    given.parse().map_err(|_| "expected whole, sizes as 830 or 400,1600 or tokens:256, and an overlap as +120")
}

/// What is written of a question.
#[derive(Serialize)]
pub struct Outcome<'a> {
    pub question: &'a str,
    pub answer: &'a Answer,
    /// What left, if anything did.
    pub receipts: &'a [Receipt],
    /// The files of which something is missing, and so missing from the answer.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub incomplete: &'a [Incomplete],
    /// What a library has on the question: public texts, of nobody's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literature: Option<&'a Beside>,
}

pub fn run(arguments: Ask) -> Result<()> {
    let Ask { asked, after, llm, approval, model, telling, rounds, models, .. } = arguments;
    let Ask { concepts, ledger: file, today, cut, library, serving, output, .. } = arguments;
    let (paths, question) = asked.split()?;
    if file.is_some() && llm.is_none() && !serving.is_named() {
        return Err(Error::new(
            Code::InvalidArgument,
            "without --llm and without --chroma nothing leaves, so that --ledger has nothing to enter",
        ));
    }
    if approval.is_given() && llm.is_none() && !serving.is_named() {
        return Err(Error::new(
            Code::InvalidArgument,
            "without --llm and without --chroma nothing leaves, so that there is nothing to --approve",
        ));
    }
    let book = file.map(|path| Book { path, models: models.clone() });
    if paths.is_empty() {
        if rounds.are_asked() {
            return Err(Error::new(Code::InvalidArgument, "without --records a question is asked by one request"));
        }
        let endpoint = llm.map(|address| model.endpoint(&address, false)).transpose()?;
        return ask_library::ask(
            Alone { library, serving, telling, models, book, approval },
            &question,
            endpoint,
            &output,
        );
    }
    let (mut room, read) = load(&paths)?;
    let incomplete = read.incomplete.as_slice();
    let question = after.whole(&room, question);
    room.set_cut(cut.unwrap_or_default());
    if llm.is_some() {
        embedder::for_telling(models.as_deref(), &mut room, true)?;
    } else {
        embedder::lexicon(models.as_deref(), &mut room)?;
    }
    if let Some(folder) = &models {
        embedder::embed(folder, &mut room)?;
    }
    embedder::understand(concepts.as_deref(), models.as_deref(), &mut room)?;
    let choice = telling.choice(&mut room)?;
    let sending = Sending::Yes { approval: &approval, book: book.as_ref() };
    let Some(address) = llm else {
        let answer = room.quotes_on(&question, today.or_else(clock_day))?;
        let served = serving.ask(&mut room, &question, &choice, models.as_deref(), sending)?;
        let literature = Libraries::of(library, served).map(|libraries| libraries.beside(&question)).transpose()?;
        let literature = literature.as_ref();
        let outcome = Outcome { question: &question, answer: &answer, receipts: &[], incomplete, literature };
        return output.write(&outcome, || {
            text(&answer) + &literature.map(|found| found.boxes(&answer, None)).unwrap_or_default()
        });
    };
    let endpoint = model.endpoint(&address, false)?;
    if let Some(refinement) = rounds.refinement(&mut room)? {
        let refining = room.refine(&question, today, &choice, &endpoint, refinement, seed()?)?;
        let served = serving.ask(&mut room, &question, &choice, models.as_deref(), sending)?;
        let libraries = Libraries::of(library, served);
        let refined = rounds::refined(&room, refining, &approval, book.as_ref(), libraries.as_ref())?;
        let Refined { answer, receipts, literature } = &refined;
        let (found, told) = literature.as_ref().map(|(found, told)| (found, told)).unzip();
        let told = told.map(|told| (told, answer.cited.as_ref()));
        return output.write(&Outcome { question: &question, answer, receipts, incomplete, literature: found }, || {
            text(answer) + &found.map(|found| found.boxes(answer, told)).unwrap_or_default()
        });
    }
    let limit = Limit::default();
    let mut workflow = room.prepare_for(&question, today, &choice, limit, &endpoint, seed()?, now_millis())?;
    let mut literature = None;
    let served = match workflow.is_cleared() {
        true => serving.ask(&mut room, &question, &choice, models.as_deref(), sending)?,
        false => None,
    };
    if let Some(libraries) = Libraries::of(library, served) {
        let (found, told) = libraries.told_beside(&workflow)?;
        workflow.tell_beside(&room.context(), &told, now_millis())?;
        literature = Some(found);
    }
    let literature = literature.as_ref();
    let reply = match workflow.release(&room.context())? {
        Step::Ask(cleared) => approval.sent(cleared, &workflow, book.as_ref())?,
        Step::Refused(findings) => {
            for finding in &findings {
                eprintln!("chaperone: {}", finding.reason);
            }
            return Err(Error::new(
                Code::Refused,
                "the review refused the request and nothing was sent; `chaperone prepare` shows why",
            )
            .found(findings.len() as u64, 0));
        }
    };
    let answer = workflow.resolve(&room.context(), &reply)?;
    let receipts = &workflow.state().receipts;
    let told = Some((&workflow.state().literature, answer.cited.as_ref()));
    output.write(&Outcome { question: &question, answer: &answer, receipts, incomplete, literature }, || {
        text(&answer) + &literature.map(|found| found.boxes(&answer, told)).unwrap_or_default()
    })
}

/// Returns the clock's reading in milliseconds since 1970; 0 for a clock before that.
pub fn now_millis() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Returns the calendar day of the clock, in UTC.
pub fn clock_day() -> Option<Date> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    let days = i64::try_from(since.as_secs() / 86_400).ok()?;
    Date::new(1970, 1, 1).ok()?.checked_add(days.days()).ok()
}

/// Longest line of an answer, in characters.
const MAX_LINE: usize = 2000;

/// Returns an exact answer with its rules and what was searched.
fn exact(exact: &Exact) -> String {
    let mut text = format!("{}\n", line(&exact.sentence, MAX_LINE));
    for rule in &exact.rules {
        text += &format!("  · {}\n", line(rule, MAX_LINE));
    }
    if let Some(searched) = &exact.searched {
        text += &format!(
            "  · searched: {} coded entries and {} notes, for {}",
            searched.entries,
            searched.texts,
            line(&searched.names.join(", "), MAX_LINE)
        );
        if !searched.codes.is_empty() {
            text += &format!("; codes {}", line(&searched.codes.join(", "), MAX_LINE));
        }
        text.push('\n');
    }
    text + "\n"
}

/// Returns `answer` as a text to read.
pub fn text(answer: &Answer) -> String {
    let mut text: String =
        answer.narrowed.iter().map(|narrowed| format!("{}\n", line(&narrowed.sentence, MAX_LINE))).collect();
    for read in &answer.read_as {
        text += &format!("{}\n", line(read, MAX_LINE));
    }
    if let Some(told) = &answer.exact {
        text += &exact(&told.exact);
    }
    if let Some(notice) = answer.notice {
        text += &format!("{notice}\n");
    }
    for (at, block) in answer.blocks.iter().enumerate() {
        if let Some(run) = answer.folded.iter().find(|run| run.start == at) {
            text += &format!("— {} that bear on it —\n", run.len());
        } else if answer.folded.iter().any(|run| run.end == at) {
            text += "—\n";
        }
        match block {
            Block::Prose { .. } if answer.checked.iter().any(|checked| checked.block == at) => {
                text.extend(answer.checked.iter().filter(|checked| checked.block == at).map(prose::checked));
            }
            Block::Prose { parts } => {
                let prose: String = parts.iter().map(|part| part.text.as_str()).collect();
                text += &format!("{}\n", line(&prose::own(&prose), MAX_LINE));
            }
            Block::Verbatim { text: quoted, above, reference, person, .. } => {
                text += &format!("┌ {} · verbatim from the source\n", head(reference, person.as_deref()));
                for above in above {
                    text += &format!("╎ {}\n", line(&above.text, MAX_LINE));
                }
                for row in quoted.lines() {
                    text += &format!("│ {}\n", line(row, MAX_LINE));
                }
                text += "└\n";
            }
            Block::RecordData { .. } => text += &record_data(block),
            Block::Invalid { asked, reason } => {
                text += &format!("✗ {}: {reason}\n", line(&prose::own(asked), MAX_LINE))
            }
        }
    }
    text + &prose::sums(answer)
}

/// Returns what stands at the head of a box: its reference, after whose it is where the reference does not tell that.
fn head(reference: &Reference, person: Option<&str>) -> String {
    let person = person.map(|person| format!("{person} · ")).unwrap_or_default();
    line(&format!("{person}{reference}"), MAX_LINE)
}

/// Returns a box of structured data; nothing for any other block.
pub fn record_data(block: &Block) -> String {
    let Block::RecordData { title, rows, reference, person, .. } = block else { return String::new() };
    let head = head(reference, person.as_deref());
    let mut text = format!("┌ {head} · from structured data\n│ {}\n", line(title, MAX_LINE));
    for row in rows {
        let unit = row.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
        text += &format!("│ {}: {}\n", line(&row.label, MAX_LINE), line(&format!("{}{unit}", row.value), MAX_LINE));
    }
    text + "└\n"
}
