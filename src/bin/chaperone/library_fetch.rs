//! `chaperone library fetch`: collects articles of PubMed through Entrez, into a folder, from where it stopped.
//!
//! Each answer is written as it came, then how far the collection is: whoever stops it in between has that answer asked for once more, and it
//! takes the place of the one before.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chaperone::clearance::{Cleared, ENTREZ, Finding};
use chaperone::error::{Code, Error, Result};
use chaperone::library::entrez::{Account, Collection, Next, Reply, Wanted};
use chaperone::library::query::{Clearing, Query};
use chaperone::privacy::vocabulary::Withheld;
use chaperone::room::Room;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::civil::Date;
use serde::Serialize;

use crate::approval::Approval;
use crate::ask::now_millis;
use crate::courier;
use crate::embedder;
use crate::eval_exact::day;
use crate::output::{Output, line};
use crate::records::load;

/// The environment variable that holds the key of Entrez, with which it takes more requests a second.
const KEY_VARIABLE: &str = "NCBI_API_KEY";
/// How far the collection is.
const STATE: &str = "collection.json";

#[derive(Args)]
pub struct Fetch {
    /// What to look for, in the syntax of PubMed
    query: String,
    /// The first day of publication
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    from: Date,
    /// The last day of publication
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    until: Date,
    /// The folder that the answers are written to; one with a collection of the same query and days is gone on with
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Records whose identifying texts must not be in the query
    #[arg(long, value_name = "PATH", num_args = 1..)]
    records: Vec<PathBuf>,
    /// A word of the query that may leave although it is not known well enough; may be given several times
    #[arg(long, value_name = "WORD")]
    allow: Vec<String>,
    /// The folder of the model manifest and weights, for its list of words
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Say what would be asked, and ask nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    approval: Approval,
    /// Where the programs of Entrez are, for a stand-in on this machine
    #[arg(long, value_name = "URL", default_value = ENTREZ)]
    entrez: String,
    #[command(flatten)]
    output: Output,
}

/// What `library fetch` writes as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    query: &'a str,
    host: &'a str,
    is_sent: bool,
    account: Account,
    files: usize,
}

pub fn run(arguments: Fetch) -> Result<()> {
    let mut room = if arguments.records.is_empty() { Room::new()? } else { load(&arguments.records)?.0 };
    embedder::lexicon(arguments.models.as_deref(), &mut room)?;
    let clearing = clearing(&room);
    let query = clearing.query(&arguments.query, &arguments.allow)?;
    if !query.withheld.is_empty() {
        return refused(&arguments.query, &query.withheld);
    }
    let wanted = Wanted { term: query.map.text().to_owned(), from: arguments.from, until: arguments.until };
    let (place, is_given) = (host(&arguments.entrez), arguments.approval.is_given());
    let tense = if is_given && !arguments.dry_run { "leaves" } else { "would leave" };
    eprintln!("chaperone: this query {tense}, to {place}:\n  {}", line(&wanted.term, 1000));
    let key = std::env::var(KEY_VARIABLE).ok();
    let mut collection = begun(&arguments.into, wanted, key.is_some())?;
    let mut files = files_in(&arguments.into).len();
    if arguments.dry_run {
        // What would be refused is told before anything is asked.
        if let Next::Ask(ask) = collection.next(0)? {
            reviewed(clearing.clear(&ask, &arguments.entrez, &query.map, now_millis()))?;
        }
    } else {
        fs::create_dir_all(&arguments.into).map_err(|_| unwritten())?;
        files = collect(&arguments, &clearing, &query, &mut collection, key.as_deref())?;
    }
    let account = if arguments.dry_run { Account::default() } else { collection.account() };
    let outcome =
        Outcome { query: query.map.text(), host: host(&arguments.entrez), is_sent: !arguments.dry_run, account, files };
    arguments.output.write(&outcome, || told(&outcome))
}

/// Returns what a query is held to, with the records and words of `room`.
pub fn clearing(room: &Room) -> Clearing<'_> {
    let context = room.context();
    Clearing { known: context.known, detector: context.detector, lexicon: context.lexicon }
}

/// Goes on until all is collected, once the query is approved; returns how many files there are.
fn collect(
    arguments: &Fetch,
    clearing: &Clearing<'_>,
    Query { map, .. }: &Query,
    collection: &mut Collection,
    key: Option<&str>,
) -> Result<usize> {
    let start = Instant::now();
    let clock = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut is_approved = false;
    loop {
        match collection.next(clock())? {
            Next::Done => return Ok(files_in(&arguments.into).len()),
            Next::Wait(until) => std::thread::sleep(Duration::from_millis(until.saturating_sub(clock()))),
            Next::Ask(ask) => {
                let cleared = reviewed(clearing.clear(&ask, &arguments.entrez, map, now_millis()))?;
                if !is_approved {
                    arguments.approval.asks(host(&arguments.entrez))?;
                    is_approved = true;
                }
                let answer = courier::exchange(cleared, key);
                let reply = Reply {
                    status: answer.status,
                    retry_after_seconds: answer.retry_after_seconds,
                    body: &answer.body,
                };
                let before = collection.account().batches;
                let outcome = collection.reply(reply, clock(), &mut |_| {});
                let account = collection.account();
                if account.batches > before {
                    write_whole(&arguments.into.join(name(account.batches)), &packed(&answer.body)?)
                        .map_err(|_| unwritten())?;
                    eprintln!("chaperone: {} of {} articles", account.received, account.counted);
                }
                write_whole(&arguments.into.join(STATE), &collection.saved()?).map_err(|_| unwritten())?;
                outcome?;
            }
        }
    }
}

/// Returns the collection in `folder`, where there is one of `wanted`, or a new one.
fn begun(folder: &Path, wanted: Wanted, has_key: bool) -> Result<Collection> {
    match fs::read(folder.join(STATE)) {
        Ok(saved) => Collection::resume(&wanted, has_key, &saved),
        Err(_) if files_in(folder).is_empty() => Collection::new(wanted, has_key),
        Err(_) => Err(Error::new(
            Code::Io,
            "the folder has answers of PubMed, but not the file that says how far they go: give another folder with --into",
        )),
    }
}

/// Returns the name of the file of a batch.
fn name(number: u32) -> String {
    format!("pubmed-{number:06}.xml.gz")
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".xml.gz"));
    entries.filter(is_one).collect()
}

/// Returns an answer in gzip, in which it may have come.
fn packed(body: &[u8]) -> Result<Vec<u8>> {
    if body.starts_with(&[0x1f, 0x8b]) {
        return Ok(body.to_vec());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).and_then(|()| encoder.finish()).map_err(|_| Error::internal("an answer cannot be packed"))
}

/// Writes `bytes` so that the file is there as a whole, or as it was before.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}

fn unwritten() -> Error {
    Error::new(Code::Io, "the folder given with --into cannot be written to")
}

/// Tells which words of `text` stay, and why.
pub fn withheld(text: &str, words: &[Withheld]) {
    for Withheld { span, reason } in words {
        let word = span.of(text).unwrap_or_default();
        let may = if reason.may_be_allowed() { "; --allow lets it leave" } else { "" };
        eprintln!("withheld: “{}”: {}{may}", line(word, 40), reason.as_str());
    }
}

fn refused(query: &str, words: &[Withheld]) -> Result<()> {
    withheld(&query.split_whitespace().collect::<Vec<_>>().join(" "), words);
    Err(Error::new(Code::Refused, "the query has words that may not leave; nothing was sent"))
}

/// Tells why a request was refused, if it was.
///
/// # Errors
/// `refused` then.
pub fn reviewed(reviewed: std::result::Result<Cleared, Vec<Finding>>) -> Result<Cleared> {
    reviewed.map_err(|findings| {
        for finding in findings {
            eprintln!("✗ {}: {}; {}", finding.rule.as_str(), finding.reason, finding.fix);
        }
        Error::new(Code::Refused, "the review refused the request; it was not sent")
    })
}

/// Returns the host of `address`.
pub fn host(address: &str) -> &str {
    address.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

fn told(outcome: &Outcome<'_>) -> String {
    if !outcome.is_sent {
        return format!("cleared by the review; nothing was sent to {}\n", outcome.host);
    }
    let account = outcome.account;
    let mut text = format!(
        "{} articles of {} came, in {} windows and {} files; make a library of these with library build\n",
        account.received, account.counted, account.windows, outcome.files
    );
    if account.missing > 0 {
        text += &format!("{} were counted and never came\n", account.missing);
    }
    if account.beyond > 0 {
        text += &format!("{} of single days are more than PubMed gives out\n", account.beyond);
    }
    text
}
