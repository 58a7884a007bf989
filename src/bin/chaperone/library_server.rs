//! A Chroma server: loaded over requests that are made again until it answers, and asked by the vector of words that were cleared.

use std::path::Path;
use std::time::{Duration, Instant};

use chaperone::clearance::{Cleared, Embed, Receipt, nearest};
use chaperone::error::{Code, Error, Result};
use chaperone::ledger::{PublicRequest, Sought};
use chaperone::library::Library;
use chaperone::library::chroma;
use chaperone::library::pack::Asked;
use chaperone::library::query::{Clearing, Query};
use chaperone::library::several::Offered;
use chaperone::model::Encode;
use chaperone::privacy::policy::Policy;
use chaperone::privacy::vocabulary::Withheld;
use serde::Serialize;
use serde_json::Value;

use crate::approval::Approval;
use crate::ask::now_millis;
use crate::courier::{self, agent_within};
use crate::embedder;
use crate::endpoint::is_here;
use crate::ledger::Book;
use crate::library_fetch::{host, reviewed, withheld};
use crate::output::line;

/// How long a server may be away in mid-load, and while somebody waits for an answer.
pub const LOADING: Duration = Duration::from_secs(120);
const ASKING: Duration = Duration::from_secs(3);
/// How often it is asked meanwhile, where it does not say itself.
const ASKED_AGAIN: Duration = Duration::from_millis(500);
const REPLY_TIMEOUT: Duration = Duration::from_secs(120);
/// How long it may take over an answer that somebody waits for: it looks vectors up, and does not think.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// Bytes of the longest answer.
const MAX_REPLY_BYTES: u64 = 16 << 20;
/// Where collections are, of the tenant and the database that Chroma has of its own.
pub const COLLECTIONS: &str = "api/v2/tenants/default_tenant/databases/default_database/collections";
/// Stands for the collection's id in a request that is reviewed and not sent.
const NO_COLLECTION: &str = "00000000-0000-0000-0000-000000000000";

/// What is said where a server refuses what any Chroma takes.
const NO_CHROMA: &str = "the server refused the request: is it Chroma, of a version with the API v2, and the collection's name one that it takes?";

/// The server, which may go away and come back.
pub struct Server {
    agent: ureq::Agent,
    base: String,
    patience: Duration,
    /// How long an answer to what was cleared may take.
    answer_timeout: Duration,
    /// Requests that had to be made again.
    pub again: u32,
}

impl Server {
    /// Returns the server at `address`, waited for as long as `patience` where it is away.
    ///
    /// # Errors
    /// `invalid-argument` for an address of another machine without encryption.
    pub fn new(address: &str, patience: Duration) -> Result<Self> {
        let is_secret = address.starts_with("https://") || (address.starts_with("http://") && is_here(address));
        if !is_secret {
            return Err(Error::new(Code::InvalidArgument, "without encryption Chroma is asked on this machine alone"));
        }
        let base = format!("{}/", address.trim_end_matches('/'));
        let agent = agent_within(address, REPLY_TIMEOUT);
        Ok(Server { agent, base, patience, answer_timeout: ANSWER_TIMEOUT, again: 0 })
    }

    /// Returns what the server answers to `body` at `path`.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn post(&mut self, path: &str, body: &Value) -> Result<Vec<u8>> {
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
            let mut after = None;
            if let Ok(mut response) = ask(&self.agent, &self.base) {
                let status = response.status().as_u16();
                let said = response.headers().get("retry-after");
                after = said.and_then(|after| after.to_str().ok()?.trim().parse().ok());
                let body = response.body_mut().with_config().limit(MAX_REPLY_BYTES).read_to_vec();
                match (status, body) {
                    (200 | 201, Ok(body)) => return Ok(body),
                    (status, _) if refuses(status) => {
                        return Err(Error::new(Code::Network, NO_CHROMA).found(u64::from(status), 200));
                    }
                    _ => {}
                }
            }
            self.wait(start, after)?;
        }
    }

    /// Sends what `release` gives until the server answers, each time released anew, and returns the answer. Where it refuses, `refused` is said.
    ///
    /// # Errors
    /// As `release`; `network` when it refuses or is away for too long.
    fn answered(&mut self, refused: &'static str, mut release: impl FnMut() -> Result<Cleared>) -> Result<Vec<u8>> {
        let start = Instant::now();
        loop {
            let answer = courier::exchange_within(release()?, None, self.answer_timeout);
            match answer.status {
                200 | 201 => return Ok(answer.body),
                status if refuses(status) => {
                    return Err(Error::new(Code::Network, refused).found(u64::from(status), 200));
                }
                _ => self.wait(start, answer.retry_after_seconds)?,
            }
        }
    }

    /// Waits until the server is to be asked again, `after` so many seconds where it says so.
    ///
    /// # Errors
    /// `network` when it was away for too long since `start`.
    fn wait(&mut self, start: Instant, after: Option<u64>) -> Result<()> {
        if start.elapsed() > self.patience {
            return Err(Error::new(
                Code::Network,
                "the server does not answer: run the same command again once it does",
            ));
        }
        self.again += 1;
        std::thread::sleep(after.map_or(ASKED_AGAIN, Duration::from_secs).clamp(ASKED_AGAIN, self.patience));
        Ok(())
    }
}

/// Returns whether a server that answers with `status` would answer so again.
fn refuses(status: u16) -> bool {
    (400..=499).contains(&status) && status != 429
}

/// Whether what was cleared is sent.
#[derive(Clone, Copy)]
pub enum Sending<'a> {
    /// It is once it is approved, and entered before, where there is a ledger.
    Yes { approval: &'a Approval, book: Option<&'a Book> },
    /// It is reviewed alone.
    No,
}

/// Which collection is asked, and for how much.
pub struct Wanted<'a> {
    /// The server's address.
    pub chroma: &'a str,
    /// The collection's name.
    pub collection: &'a str,
    /// The folder of the model that its vectors are of.
    pub models: &'a Path,
    /// How many passages.
    pub count: u32,
    /// The rules that hold.
    pub policy: &'a Policy,
    /// Whether it is asked at all.
    pub sending: Sending<'a>,
}

/// What left to a server, and what it told.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Served {
    /// The words whose vector leaves.
    pub leaves: String,
    /// The host that it leaves to.
    pub host: String,
    /// Whether it left.
    pub is_sent: bool,
    /// Passages whose ids are not made of their references.
    pub left_out: usize,
    /// Of what left last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Why it told nothing, where it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<String>,
    #[serde(skip)]
    told: Result<Vec<Offered>>,
}

impl Served {
    /// Returns what stands for the server at `chroma` where nothing was asked of it, and `why`.
    pub fn unasked(chroma: &str, why: &str) -> Self {
        Served {
            leaves: String::new(),
            host: host(chroma).to_owned(),
            is_sent: false,
            left_out: 0,
            receipt: None,
            silent: Some(why.to_owned()),
            told: Ok(Vec::new()),
        }
    }

    /// Returns whether it told of any passage.
    pub fn has_told(&self) -> bool {
        self.told.as_ref().is_ok_and(|told| !told.is_empty())
    }
}

impl Library for Served {
    fn passages(&mut self, _: &Asked) -> Result<Vec<Offered>> {
        self.told.clone()
    }
}

/// The vectors of questions by one encoder.
struct Vectors<'a>(&'a dyn Encode);

impl Embed for Vectors<'_> {
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        self.0.embed_question(text).ok().map(|vector| vector.as_slice().to_vec())
    }
}

impl Wanted<'_> {
    /// Asks for what is near to those words of `question` that `clearing` lets go, with those that are `allowed`. The words and the host are told on standard
    /// error first, and so are the words that stay; the server is asked once that is approved. A server that does not answer is no error: what came of it says so.
    ///
    /// # Errors
    /// `invalid-argument` where no word may leave, and for an address of another machine without encryption; `refused` by the review; `not-found` without the
    /// collection; as [`Approval::asks`], as loading the model, and as [`Book::enter`].
    pub fn ask(&self, clearing: &Clearing<'_>, question: &str, allowed: &[String]) -> Result<Served> {
        let mut server = Server::new(self.chroma, ASKING)?;
        let query = clearing.question(question, allowed)?;
        withheld(question, &query.withheld);
        let host = host(self.chroma);
        let tense = match self.sending {
            Sending::Yes { approval, .. } if approval.is_given() => "leaves",
            _ => "would leave",
        };
        eprintln!("chaperone: the vector of these words {tense}, to {host}:\n  {}", line(query.map.text(), 1000));
        let encoder = embedder::loaded(self.models)?;
        let vectors = Vectors(encoder.as_ref());
        let leaves = query.map.text().to_owned();
        let mut served = Served { leaves, silent: None, ..Served::unasked(self.chroma, "") };
        // What the review refuses is refused before the server hears of anybody.
        self.cleared(clearing, &query, &vectors, NO_COLLECTION)?;
        let Sending::Yes { approval, book } = self.sending else { return Ok(served) };
        approval.asks(host)?;
        let releasing = Releasing { clearing, policy: self.policy, book };
        let told = self.told(&mut server, &releasing, (&query, &vectors as &dyn Embed), &mut served);
        served.told = match told {
            Err(error) if !matches!(error.code(), Code::Network | Code::Reply) => return Err(error),
            told => told,
        };
        if let Err(error) = &served.told {
            eprintln!("chaperone: {host}: {error}");
            served.silent = Some(error.to_string());
        }
        Ok(served)
    }

    fn cleared(&self, clearing: &Clearing<'_>, query: &Query, vectors: &dyn Embed, id: &str) -> Result<Cleared> {
        let request = nearest(self.chroma, id, &query.map, vectors, self.count).ok_or_else(|| {
            Error::new(Code::InvalidArgument, "there is no vector of the question, or --top-k is not 1 to 100")
        })?;
        reviewed(clearing.clear_nearest(request, &query.map, vectors, now_millis()))
    }

    /// Returns what the server tells of what is near to `query`: which collections it has is asked first, without the name of the one that is meant.
    fn told(
        &self,
        server: &mut Server,
        releasing: &Releasing<'_>,
        (query, vectors): (&Query, &dyn Embed),
        served: &mut Served,
    ) -> Result<Vec<Offered>> {
        let clearing = releasing.clearing;
        let there = server.answered(NO_CHROMA, || {
            releasing.entered(reviewed(clearing.clear_collections(self.chroma, now_millis()))?, &[])
        })?;
        let id = chroma::collection_named(self.collection, &there)?;
        let refused = "the server refused the question: was the collection loaded with vectors of the same model?";
        let answer = server.answered(refused, || {
            let cleared = releasing.entered(self.cleared(clearing, query, vectors, &id)?, &query.withheld)?;
            served.receipt = Some(cleared.receipt().clone());
            served.is_sent = true;
            Ok(cleared)
        })?;
        let (told, left_out) = chroma::nearest(&answer, self.count as usize)?;
        served.left_out = left_out;
        Ok(told.into_iter().map(Offered::Told).collect())
    }
}

/// By what a request is released, and where it is entered.
struct Releasing<'a> {
    clearing: &'a Clearing<'a>,
    policy: &'a Policy,
    book: Option<&'a Book>,
}

impl Releasing<'_> {
    /// Enters `cleared`, which is about to be sent; `withheld` are the words that stay.
    fn entered(&self, cleared: Cleared, withheld: &[Withheld]) -> Result<Cleared> {
        if let Some(book) = self.book {
            let by_lexicon = self.clearing.lexicon.is_some();
            let sought = if cleared.outgoing().method == "GET" { Sought::Collections } else { Sought::Vector };
            let request = PublicRequest { sought, withheld, by_lexicon, policy: self.policy };
            book.enter_public(request, &cleared, now_millis())?;
        }
        Ok(cleared)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use chaperone::room::Room;

    use super::*;
    use crate::library_fetch::clearing;

    #[test]
    fn a_server_that_takes_a_request_and_never_answers_is_away() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        // Whoever is connected to is kept, and hears nothing.
        let _silent = std::thread::spawn(move || listener.incoming().collect::<Vec<_>>());
        let room = Room::new().unwrap();
        let clearing = clearing(&room);
        let mut server = Server::new(&address, Duration::ZERO).unwrap();
        assert!(server.answer_timeout <= Duration::from_secs(60));
        server.answer_timeout = Duration::from_millis(100);
        let told = server.answered(NO_CHROMA, || reviewed(clearing.clear_collections(&address, now_millis())));
        let error = told.unwrap_err();
        assert_eq!(error.code(), Code::Network);
        assert!(error.to_string().contains("does not answer"), "{error}");
    }
}
