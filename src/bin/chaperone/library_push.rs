//! `chaperone library push`: loads a library into a Chroma server, in batches, from where it stopped.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chaperone::error::{Code, Error, Result};
use chaperone::index::vectors::Quantised;
use chaperone::library::chroma::{self, Load};
use chaperone::library::{Pack, PublicPassage};
use clap::Args;
use serde::Serialize;

use crate::library::opened;
use crate::library_fetch::write_whole;
use crate::library_server::{COLLECTIONS, LOADING, Server};
use crate::output::Output;
use crate::pack_source::Traffic;

/// Passages of a batch.
const BATCH: u32 = 256;
/// How often a server is asked how much it has, where that is too little, and how long apart.
const COUNTS: u32 = 5;
const BETWEEN_COUNTS: Duration = Duration::from_millis(500);

#[derive(Args)]
pub struct Push {
    /// The library, a file with vectors
    pack: String,
    /// Chroma's address
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8000")]
    chroma: String,
    /// The collection that it is loaded into, which is made where it is not there
    #[arg(long, value_name = "NAME")]
    collection: String,
    /// The file that says how far the load is; beside the library unless it is given
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// What `library push` writes as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    passages: u32,
    /// Those that this run sent; the others were there.
    sent: u32,
    /// What the server says that the collection has.
    counted: u64,
    seconds: f64,
    /// Requests that had to be made again.
    again: u32,
}

pub fn run(arguments: &Push) -> Result<()> {
    let mut traffic = Traffic::default();
    let (mut pack, mut source) = opened(&arguments.pack, None, &mut traffic)?;
    let total = pack.counts()?.passages;
    let vectors = source.drive(&mut pack, &mut traffic, Pack::vectors)?;
    if vectors.len() != total as usize {
        return Err(Error::new(Code::InvalidArgument, "the library has no vectors: build it with --models"));
    }
    let mut server = Server::new(&arguments.chroma, LOADING)?;
    let id = chroma::collection_id(&server.post(COLLECTIONS, &chroma::collection(&arguments.collection))?)?;
    let state = arguments.state.clone().unwrap_or_else(|| PathBuf::from(format!("{}.push.json", arguments.pack)));
    let saved = fs::read(&state).ok();
    let mut load = Load::resume(&arguments.collection, &pack.fingerprint()?, saved.as_deref())?;
    // A collection that was emptied since is loaded anew, and so is one of which the file says what cannot be.
    let there = counted(&mut server, &id)?;
    if there < u64::from(load.done) || load.done > total {
        load.done = 0;
    }
    let (start, before) = (Instant::now(), load.done);
    while load.done < total {
        let passages = source.drive(&mut pack, &mut traffic, |pack| pack.passages(load.done, BATCH))?;
        let batch: Option<Vec<(PublicPassage, &Quantised)>> =
            (load.done..).zip(passages).map(|(number, passage)| Some((passage, vectors.get(&number)?))).collect();
        let batch = batch.ok_or_else(|| Error::internal("a passage lost its vector"))?;
        server.post(&format!("{COLLECTIONS}/{id}/upsert"), &chroma::upsert(&batch))?;
        load.done += batch.len() as u32;
        let unwritten = |_| Error::new(Code::Io, "the file of how far the load is cannot be written");
        write_whole(&state, &load.saved()?).map_err(unwritten)?;
        eprintln!("chaperone: {} of {total} passages", load.done);
    }
    let mut counted_now = counted(&mut server, &id)?;
    for _ in 1..COUNTS {
        if counted_now >= u64::from(total) {
            break;
        }
        std::thread::sleep(BETWEEN_COUNTS);
        counted_now = counted(&mut server, &id)?;
    }
    let outcome = Outcome {
        passages: total,
        sent: total - before,
        counted: counted_now,
        seconds: start.elapsed().as_secs_f64(),
        again: server.again,
    };
    arguments.output.write(&outcome, || {
        format!(
            "{} passages, {} of them sent now; the collection has {}\n",
            outcome.passages, outcome.sent, outcome.counted
        )
    })?;
    if counted_now < u64::from(total) {
        return Err(Error::new(
            Code::Reply,
            "the server says that it has fewer passages than it took: run the same command again, which loads all of them anew",
        )
        .found(counted_now, u64::from(total)));
    }
    Ok(())
}

/// Returns how many passages the collection `id` has, as `server` says.
fn counted(server: &mut Server, id: &str) -> Result<u64> {
    chroma::count(&server.get(&format!("{COLLECTIONS}/{id}/count"))?)
}
