//! `chaperone verify`: checks a ledger, or the ledger in a proof pack, offline.

use std::fs;
use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::ledger::{Bodies, HeadSeen, MAX_ENTRIES, State, Verdict, verify};
use clap::Args;
use serde::Serialize;

use crate::output::{Output, line};
use crate::records::read;

#[derive(Args)]
pub struct Verify {
    /// A ledger that was exported, or a proof pack
    #[arg(value_name = "RECEIPTS.json")]
    receipts: PathBuf,
    /// A folder with the exact bytes of requests; they are known by their hashes, whatever the files are called
    #[arg(long, value_name = "DIR")]
    bodies: Option<PathBuf>,
    /// The head hash that was noted elsewhere: shows whether the end of the ledger was cut off
    #[arg(long, value_name = "HASH")]
    head: Option<String>,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Outcome {
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<Bodies>,
}

pub fn run(arguments: Verify) -> Result<()> {
    let Verify { receipts, bodies, head, output } = arguments;
    let (verdict, entries) = verify(&read(&receipts)?, head.as_deref())?;
    let given = bodies.map(files).transpose()?;
    let bodies = given.map(|given| Verdict::bodies(&entries, &given));
    let outcome = Outcome { verdict, bodies };
    output.write(&outcome, || text(&outcome))?;
    if !outcome.verdict.whole {
        return Err(Error::new(Code::Refused, "the ledger is not whole"));
    }
    if outcome.verdict.head_seen == Some(HeadSeen::Nowhere) {
        return Err(Error::new(Code::Refused, "no entry of the ledger has the head hash that was given"));
    }
    let strangers = outcome.bodies.map_or(0, |bodies| bodies.strangers);
    if strangers > 0 {
        return Err(
            Error::new(Code::Refused, "files given with --bodies are the bytes of no entry").found(strangers as u64, 0)
        );
    }
    Ok(())
}

/// Reads the files of `folder`, in the order of their names.
fn files(folder: PathBuf) -> Result<Vec<Vec<u8>>> {
    let unreadable = || Error::new(Code::Io, "the folder given with --bodies cannot be read");
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(|_| unreadable())? {
        let path = entry.map_err(|_| unreadable())?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    if paths.len() > MAX_ENTRIES {
        return Err(unreadable());
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn text(Outcome { verdict, bodies }: &Outcome) -> String {
    let count = verdict.entries.len();
    let is_odd =
        verdict.head_seen == Some(HeadSeen::Nowhere) || bodies.as_ref().is_some_and(|bodies| bodies.strangers > 0);
    let mut text = match verdict.broken {
        None if is_odd => format!("NOT as given: the chain of {count} entries is whole, but see below\n"),
        None => format!("whole: {count} entries, each as it was entered\n"),
        Some(broken) => format!("BROKEN at entry {}: {}\n", broken.position, broken.words),
    };
    for entry in &verdict.entries {
        let state = match entry.state {
            State::Whole => "whole",
            State::Broken => "BROKEN",
            State::Behind => "behind the break",
        };
        let origin = entry.origin.as_deref().unwrap_or("unreadable");
        let body = if entry.read { "was read" } else { entry.body_sha256.as_deref().unwrap_or_default() };
        text += &format!("{}. {state}: {} {}\n", entry.position, line(origin, 200), line(body, 64));
    }
    let is_none = verdict.entries.first().is_some_and(|entry| entry.state != State::Whole);
    text +=
        &if is_none { "head: none, as no entry is whole\n".to_owned() } else { format!("head: {}\n", verdict.head) };
    match verdict.head_seen {
        Some(HeadSeen::Newest) => text += "the head that was noted is that of the newest entry\n",
        Some(HeadSeen::Earlier { position }) => {
            text += &format!("the head that was noted is that of entry {position}\n")
        }
        Some(HeadSeen::Nowhere) => text += "NO entry has the head that was noted\n",
        None => {}
    }
    if let Some(Bodies { matched, absent, strangers }) = bodies {
        text += &format!(
            "bytes: {} entries matched, {} without bytes here, {strangers} files of no entry\n",
            matched.len(),
            absent.len()
        );
    }
    for limit in verdict.limits {
        text += &format!("note: {limit}\n");
    }
    text
}
