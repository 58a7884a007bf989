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
use serde_json::Value;

use crate::courier::agent_within;
use crate::endpoint::is_here;
use crate::library::opened;
use crate::library_fetch::write_whole;
use crate::output::Output;
use crate::pack_source::Traffic;

/// Passages of a batch.
const BATCH: u32 = 256;
/// How long a server may be away before the load stops, and how often it is asked meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);
const ASKED_AGAIN: Duration = Duration::from_millis(500);
const REPLY_TIMEOUT: Duration = Duration::from_secs(120);
/// Bytes of the longest answer.
const MAX_REPLY_BYTES: u64 = 16 << 20;
/// Where collections are, of the tenant and the database that Chroma has of its own.
pub const COLLECTIONS: &str = "api/v2/tenants/default_tenant/databases/default_database/collections";

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
    let mut server = Server::new(&arguments.chroma)?;
    let id = chroma::collection_id(&server.post(COLLECTIONS, &chroma::collection(&arguments.collection))?)?;
    let state = arguments.state.clone().unwrap_or_else(|| PathBuf::from(format!("{}.push.json", arguments.pack)));
    let saved = fs::read(&state).ok();
    let mut load = Load::resume(&arguments.collection, &pack.fingerprint()?, saved.as_deref())?;
    // A collection that was emptied since is loaded anew, and so is one of which the file says what cannot be.
    let there = chroma::count(&server.get(&format!("{COLLECTIONS}/{id}/count"))?)?;
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
    let counted = chroma::count(&server.get(&format!("{COLLECTIONS}/{id}/count"))?)?;
    let outcome = Outcome {
        passages: total,
        sent: total - before,
        counted,
        seconds: start.elapsed().as_secs_f64(),
        again: server.again,
    };
    arguments.output.write(&outcome, || {
        format!(
            "{} passages, {} of them sent now; the collection has {}\n",
            outcome.passages, outcome.sent, outcome.counted
        )
    })?;
    if counted < u64::from(total) {
        return Err(Error::new(
            Code::Reply,
            "the server has fewer passages than it took: remove the state file, and load again",
        )
        .found(counted, u64::from(total)));
    }
    Ok(())
}

/// The server, which may go away and come back.
pub struct Server {
    agent: ureq::Agent,
    base: String,
    again: u32,
}

impl Server {
    /// Returns the server at `address`.
    ///
    /// # Errors
    /// `invalid-argument` for an address of another machine without encryption.
    pub fn new(address: &str) -> Result<Self> {
        let is_secret = address.starts_with("https://") || (address.starts_with("http://") && is_here(address));
        if !is_secret {
            return Err(Error::new(Code::InvalidArgument, "without encryption Chroma is asked on this machine alone"));
        }
        let base = format!("{}/", address.trim_end_matches('/'));
        Ok(Server { agent: agent_within(address, REPLY_TIMEOUT), base, again: 0 })
    }

    fn post(&mut self, path: &str, body: &Value) -> Result<Vec<u8>> {
        let body = body.to_string();
        self.patiently(|agent, base| {
            let url = format!("{base}{path}");
            agent.post(&url).header("content-type", "application/json").send(body.as_bytes())
        })
    }

    /// Returns what the server answers at `path`.
    ///
    /// # Errors
    /// `network` when it refuses or is away for too long.
    pub fn get(&mut self, path: &str) -> Result<Vec<u8>> {
        self.patiently(|agent, base| agent.get(format!("{base}{path}")).call())
    }

    /// Asks until there is an answer, or the server was away for too long. What it refuses is not asked again.
    fn patiently(
        &mut self,
        ask: impl Fn(&ureq::Agent, &str) -> std::result::Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<Vec<u8>> {
        let start = Instant::now();
        loop {
            if let Ok(mut response) = ask(&self.agent, &self.base) {
                let status = response.status().as_u16();
                let body = response.body_mut().with_config().limit(MAX_REPLY_BYTES).read_to_vec();
                match (status, body) {
                    (200 | 201, Ok(body)) => return Ok(body),
                    (400..=499, _) if status != 429 => {
                        return Err(Error::new(
                            Code::Network,
                            "the server refused the request: is it Chroma, of a version with the API v2, and the collection's name one that it takes?",
                        )
                        .found(u64::from(status), 200));
                    }
                    _ => {}
                }
            }
            if start.elapsed() > PATIENCE {
                return Err(Error::new(
                    Code::Network,
                    "the server does not answer: run the same command again once it does",
                ));
            }
            self.again += 1;
            std::thread::sleep(ASKED_AGAIN);
        }
    }
}
