//! Collecting articles of PubMed through Entrez: which requests in which order, how fast, and what becomes of their answers.
//!
//! Source: NLM, *Entrez Programming Utilities Help*, chapters 2 to 4 (`esearch` with `usehistory=y`, then `efetch` in batches), and its
//! usage policy: 3 requests a second, 10 with a key. A period is gone through in windows of [`WINDOW_DAYS`]; one with more articles than
//! `esearch` gives out is halved. An answer that is an error, is cut short or lacks articles is asked for again, later each time; what
//! comes is handed out once, when it is whole.
//!
//! Sans I/O: this says what to ask and when, and is told the answers and the time. Nothing here sends anything: each request is reviewed first, and
//! only what that clears is sent.

use std::collections::VecDeque;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::clearance::{Outgoing, percent};
use crate::error::{Code, Error, Result};
use crate::ingest::literature::{Item, Reader, said_by_search};

/// Days of a window.
pub const WINDOW_DAYS: i64 = 30;
/// Articles of a batch.
pub const BATCH: u32 = 500;
/// The most articles of one search that PubMed gives out.
const MOST_FOUND: u32 = 9999;
/// The program that searches, and the one that gives what was found.
const SEARCH: &str = "esearch.fcgi";
const FETCH: &str = "efetch.fcgi";
/// Times that a request is made before the collection stops.
const ATTEMPTS: u32 = 6;
/// Milliseconds between two requests, without a key and with one.
const PACE_MILLIS: (u64, u64) = (334, 100);
/// Milliseconds before a request is made again, doubled each time, and the longest.
const BACK_OFF_MILLIS: (u64, u64) = (1000, 60_000);
/// Seconds that a server may ask to wait.
const MOST_ASKED_SECONDS: u64 = 300;

/// What is to be collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The query, in the syntax of PubMed, as it leaves.
    pub term: String,
    /// The first day of publication.
    pub from: Date,
    /// The last.
    pub until: Date,
}

/// A request: the program of Entrez, and its parameters, to which who sends it adds a key where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// `esearch.fcgi` or `efetch.fcgi`.
    pub program: &'static str,
    /// Names and values, not encoded.
    pub parameters: Vec<(&'static str, String)>,
}

impl Ask {
    /// Returns the request as it would go out, to the programs at `base`, which ends with a slash: a form in the body, so that no server on the way
    /// writes the query down with the address. The review of [`clearance`](crate::clearance) makes of it what can be sent.
    pub fn outgoing(&self, base: &str) -> Outgoing {
        let fields: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!("{name}={}", percent(value))).collect();
        Outgoing {
            method: "POST".to_owned(),
            url: format!("{base}{}", self.program),
            headers: vec![("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned())],
            body: fields.join("&"),
        }
    }

    /// Returns whether it says the query.
    pub fn is_search(&self) -> bool {
        self.program == SEARCH
    }
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Ask this, and tell the answer.
    Ask(Ask),
    /// Wait until the clock says so many milliseconds.
    Wait(u64),
    /// All is collected.
    Done,
}

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The status of HTTP; 0 where there was no answer.
    pub status: u16,
    /// The field `Retry-After` in seconds, where there is one.
    pub retry_after_seconds: Option<u64>,
    /// The body.
    pub body: &'a [u8],
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Windows that were gone through.
    pub windows: u32,
    /// Answers with articles that were taken.
    pub batches: u32,
    /// Articles that the searches counted.
    pub counted: u64,
    /// Articles that came.
    pub received: u64,
    /// Articles that were counted and did not come, however often they were asked for.
    pub missing: u64,
    /// Articles of a single day beyond those that PubMed gives out, or of the whole beyond those that were to be collected.
    pub beyond: u64,
}

/// A window that is being gone through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Open {
    from: Date,
    until: Date,
    /// How many it has, once that is known.
    count: Option<u32>,
    /// How many were asked for and came, or were given up.
    done: u32,
    /// What of the account is of this window: how many the search counted, how many came, and how many never did.
    #[serde(default)]
    found: u32,
    #[serde(default)]
    received: u64,
    #[serde(default)]
    missing: u64,
    /// Where the server keeps what was found. It forgets that after a while, and then is searched again.
    #[serde(skip)]
    history: Option<(String, String)>,
}

impl Open {
    fn new(from: Date, until: Date) -> Self {
        Open { from, until, count: None, done: 0, found: 0, received: 0, missing: 0, history: None }
    }
}

/// A collection on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    wanted: Wanted,
    left: VecDeque<(Date, Date)>,
    open: Option<Open>,
    account: Account,
    #[serde(skip)]
    has_key: bool,
    /// Articles of a batch.
    #[serde(default = "usual_batch", skip_serializing_if = "is_usual")]
    batch: u32,
    /// The most articles that are collected of the whole period, which is one window then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
    /// Times that the request was made without a good answer.
    #[serde(skip)]
    failed: u32,
    /// Before which no request may be made.
    #[serde(skip)]
    not_before_millis: u64,
    #[serde(skip)]
    is_waiting: bool,
}

impl Collection {
    /// Begins to collect `wanted`; `has_key` where requests are sent with a key.
    ///
    /// # Errors
    /// `invalid-argument` for an empty query, and a period that ends before it begins.
    pub fn new(wanted: Wanted, has_key: bool) -> Result<Self> {
        is_whole(&wanted)?;
        let mut left = VecDeque::new();
        let mut from = wanted.from;
        while from <= wanted.until {
            let until = from.saturating_add((WINDOW_DAYS - 1).days()).min(wanted.until);
            left.push_back((from, until));
            match until.tomorrow() {
                Ok(next) => from = next,
                Err(_) => break,
            }
        }
        Ok(Collection::of(wanted, left, has_key, BATCH, None))
    }

    /// Begins to collect at most `most` articles of `wanted`, those that PubMed has first, in batches of `batch`: for who waits for them, and holds
    /// them in memory. What is found beyond that counts as [`beyond`](Account::beyond).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn within(wanted: Wanted, batch: u32, most: u32) -> Result<Self> {
        is_whole(&wanted)?;
        let left = VecDeque::from([(wanted.from, wanted.until)]);
        Ok(Collection::of(wanted, left, false, batch.clamp(1, BATCH), Some(most.min(MOST_FOUND))))
    }

    fn of(wanted: Wanted, left: VecDeque<(Date, Date)>, has_key: bool, batch: u32, most: Option<u32>) -> Self {
        Collection {
            wanted,
            left,
            open: None,
            account: Account::default(),
            has_key,
            batch,
            most,
            failed: 0,
            not_before_millis: 0,
            is_waiting: false,
        }
    }

    /// Goes on with what [`saved`](Self::saved) gave, where it was of `wanted`.
    ///
    /// # Errors
    /// `malformed` for what is no such file; `invalid-argument` for that of another query or period.
    pub fn resume(wanted: &Wanted, has_key: bool, saved: &[u8]) -> Result<Self> {
        let known: Collection = serde_json::from_slice(saved).map_err(|_| {
            Error::new(Code::Malformed, "the file of how far the collection is cannot be read: begin anew without it")
        })?;
        if known.wanted != *wanted {
            return Err(Error::new(
                Code::InvalidArgument,
                "the file of how far the collection is belongs to another query or period",
            ));
        }
        Ok(Collection { has_key, ..known })
    }

    /// Returns how far it is, to go on with later: without what the server keeps, which it may have forgotten.
    ///
    /// # Errors
    /// `internal` when that cannot be written.
    pub fn saved(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(|_| Error::internal("how far a collection is cannot be written"))
    }

    /// Returns how far it is.
    pub fn account(&self) -> Account {
        self.account
    }

    /// Returns what to do next, where the clock says `now_millis`. After [`Next::Ask`] the answer is to be told before this is asked again.
    ///
    /// # Errors
    /// `invalid-argument` while an answer is due.
    pub fn next(&mut self, now_millis: u64) -> Result<Next> {
        if self.is_waiting {
            return Err(Error::new(Code::InvalidArgument, "the last request was not answered yet"));
        }
        if self.open.is_none() {
            let Some((from, until)) = self.left.pop_front() else { return Ok(Next::Done) };
            self.open = Some(Open::new(from, until));
        }
        if now_millis < self.not_before_millis {
            return Ok(Next::Wait(self.not_before_millis));
        }
        let open = self.open.as_ref().ok_or_else(|| Error::internal("a window that was opened is closed"))?;
        self.not_before_millis = now_millis + if self.has_key { PACE_MILLIS.1 } else { PACE_MILLIS.0 };
        self.is_waiting = true;
        let day = |day: Date| format!("{:04}/{:02}/{:02}", day.year(), day.month(), day.day());
        let mut parameters = vec![("db", "pubmed".to_owned()), ("tool", "chaperone".to_owned())];
        Ok(Next::Ask(match &open.history {
            None => {
                parameters.extend([
                    ("term", self.wanted.term.clone()),
                    ("datetype", "pdat".to_owned()),
                    ("mindate", day(open.from)),
                    ("maxdate", day(open.until)),
                    ("usehistory", "y".to_owned()),
                    ("retmax", "0".to_owned()),
                ]);
                Ask { program: SEARCH, parameters }
            }
            Some((key, environment)) => {
                let rest = open.count.map_or(self.batch, |count| count.saturating_sub(open.done).min(self.batch));
                parameters.extend([
                    ("query_key", key.clone()),
                    ("WebEnv", environment.clone()),
                    ("retstart", open.done.to_string()),
                    ("retmax", rest.to_string()),
                    ("retmode", "xml".to_owned()),
                ]);
                Ask { program: FETCH, parameters }
            }
        }))
    }

    /// Takes note that the last request was given up by who made it: it is made anew, and is none that failed.
    pub fn withdraw(&mut self) {
        self.is_waiting = false;
    }

    /// Takes the answer to the last request, and gives `take` the articles in it where it is whole.
    ///
    /// # Errors
    /// `network` after a request was made in vain so often that it is better to go on later, with [`saved`](Self::saved); what was taken holds. `reply` where
    /// the first search is answered with an error of PubMed's, or with what is not its XML: asking again would bring the same.
    pub fn reply(&mut self, reply: Reply<'_>, now_millis: u64, take: &mut dyn FnMut(Item)) -> Result<()> {
        self.is_waiting = false;
        let mut open =
            self.open.take().ok_or_else(|| Error::new(Code::InvalidArgument, "an answer that nobody asked for"))?;
        let is_good = reply.status == 200;
        // A search that is made once more, since the server forgot, is no progress yet.
        let is_again = open.history.is_none() && open.count.is_some();
        let outcome = match (&open.history, is_good) {
            (_, false) => false,
            (None, true) => self.found(&mut open, reply.body),
            (Some(_), true) => self.fetched(&mut open, reply.body, take),
        };
        if outcome {
            self.failed = if is_again { self.failed } else { 0 };
            let is_over = open.count.is_some_and(|count| open.done >= count);
            self.account.windows = self.account.windows.saturating_add(u32::from(is_over));
            self.open = (!is_over && open.from <= open.until).then_some(open);
            return Ok(());
        }
        let is_first = self.account == Account::default() && open.history.is_none();
        self.open = Some(open);
        if is_good && is_first {
            no_answer(reply.body)?;
        }
        self.failed += 1;
        if self.failed >= ATTEMPTS {
            self.failed = 0;
            return Err(Error::new(Code::Network, "PubMed gives no good answer: go on later, from where it is"));
        }
        let own = (BACK_OFF_MILLIS.0 << (self.failed - 1)).min(BACK_OFF_MILLIS.1);
        let asked = reply.retry_after_seconds.unwrap_or(0).min(MOST_ASKED_SECONDS) * 1000;
        self.not_before_millis = now_millis + own.max(asked);
        Ok(())
    }

    /// Takes the answer to a search; whether it was one.
    fn found(&mut self, open: &mut Open, body: &[u8]) -> bool {
        let Some((count, key, environment)) = said_by_search(body) else { return false };
        // After a pause it may have another number of articles: then it is gone through from the beginning, and whoever keeps the articles
        // keeps each once.
        if open.count.is_some() && open.found != count {
            self.begin_anew(open);
        }
        if self.most.is_none() && count > MOST_FOUND && open.from < open.until {
            let days = open.from.until(open.until).map_or(0, |span| span.get_days());
            let middle = open.from.saturating_add((i64::from(days) / 2).days());
            if let Ok(next) = middle.tomorrow() {
                self.left.push_front((next, open.until));
                *open = Open::new(open.from, middle);
                return true;
            }
        }
        let most = self.most();
        if open.count.is_none() {
            let account = &mut self.account;
            account.counted = account.counted.saturating_add(u64::from(count));
            account.beyond = account.beyond.saturating_add(u64::from(count.saturating_sub(most)));
            open.found = count;
        }
        open.count = Some(count.min(most));
        open.history = Some((key, environment));
        true
    }

    /// Has a window gone through from its beginning, and takes what came of it out of the account. What was written of it keeps its number.
    fn begin_anew(&mut self, open: &mut Open) {
        let most = self.most();
        let account = &mut self.account;
        account.counted = account.counted.saturating_sub(u64::from(open.found));
        account.beyond = account.beyond.saturating_sub(u64::from(open.found.saturating_sub(most)));
        account.received = account.received.saturating_sub(open.received);
        account.missing = account.missing.saturating_sub(open.missing);
        *open = Open::new(open.from, open.until);
    }

    /// The most articles of one search that are asked for.
    fn most(&self) -> u32 {
        self.most.unwrap_or(MOST_FOUND)
    }

    /// Takes a batch; whether it was whole, or is taken as it is since it was asked for often enough.
    fn fetched(&mut self, open: &mut Open, body: &[u8], take: &mut dyn FnMut(Item)) -> bool {
        let expected = open.count.unwrap_or(0).saturating_sub(open.done).min(self.batch);
        let mut items = Vec::new();
        let mut keep = |item| items.push(item);
        let mut reader = Reader::begin(0);
        let read = reader.push(body, &mut keep).and_then(|()| reader.finish(&mut keep));
        let Ok(report) = read else {
            // What is no set of articles says most often that the server forgot what it had found.
            open.history = None;
            return false;
        };
        let received = (report.articles + report.skipped.len() + report.unlisted).try_into().unwrap_or(u32::MAX);
        let is_whole = !report.is_cut && received >= expected;
        if !is_whole && self.failed + 1 < ATTEMPTS {
            return false;
        }
        let came = report.articles as u64;
        let lost = u64::from(expected).saturating_sub(came);
        let account = &mut self.account;
        account.batches = account.batches.saturating_add(1);
        account.received = account.received.saturating_add(came);
        account.missing = account.missing.saturating_add(lost);
        open.received = open.received.saturating_add(came);
        open.missing = open.missing.saturating_add(lost);
        items.into_iter().for_each(take);
        open.done += expected;
        true
    }
}

/// # Errors
/// `reply` where `body` is an error of PubMed's, or of somebody else: a page to sign in, or another program. What merely ends too early is neither.
fn no_answer(body: &[u8]) -> Result<()> {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let is_of_entrez = text.is_empty()
        || text.contains("<eSearchResult")
        || (text.starts_with("<?xml") && !text.to_lowercase().contains("<html"));
    if !is_of_entrez {
        return Err(Error::new(
            Code::Reply,
            "what answers at this address is not PubMed: it sent something else than PubMed's XML, perhaps a page to sign in",
        ));
    }
    if text.contains("<ERROR>") && text.contains("</eSearchResult>") {
        return Err(Error::new(
            Code::Reply,
            "PubMed refused this query with an error: look at its brackets, quotation marks and tags",
        ));
    }
    Ok(())
}

/// # Errors
/// `invalid-argument` for an empty query, and a period that ends before it begins.
fn is_whole(wanted: &Wanted) -> Result<()> {
    if wanted.term.trim().is_empty() {
        return Err(Error::new(Code::InvalidArgument, "the query is empty"));
    }
    if wanted.from > wanted.until {
        return Err(Error::new(Code::InvalidArgument, "the period ends before it begins: exchange its two days"));
    }
    Ok(())
}

fn usual_batch() -> u32 {
    BATCH
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde calls
fn is_usual(batch: &u32) -> bool {
    *batch == BATCH
}
