//! The proof pack: one file that shows an auditor what left, by which rules, and how that can be checked.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::account::{Account, accounts};
use super::chain::{Entry, Ledger};
use super::checklist::{Item, checklist};
use super::disclosure::Build;
use super::page;
use super::policy::{PolicyMark, Rulebook};
use super::reading::is_word;
use super::verify::LIMITS;
use crate::error::{Code, Error, Result};
use crate::privacy::policy::Policy;

/// The word by which a proof pack is known.
pub(super) const FORMAT: &str = "chaperone-proof";
pub(super) const VERSION: u32 = 1;
/// Ways out that a self-test may tell of.
const MAX_WAYS: usize = 128;

/// What the pack says of itself.
pub(super) const STATEMENT: &[&str] = &[
    "This file tells what left a device that health records are on, and holds no identifier and no text of records or questions; of public passages that left it holds the references, with the authors' names in them.",
    "Pseudonymised data remain personal data under the GDPR (Article 4(5), Recital 26): whoever holds the records can tell whom a request was about. What left was pseudonymised and generalised; nothing here claims that it is anonymous.",
    "The checklist follows the Safe Harbor list of 45 CFR 164.514(b)(2)(i). It is no legal opinion: 164.514(b)(2)(ii) also asks that nobody knows of a way to identify the person with what remains.",
];

/// What became of one way out in the self-test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayResult {
    /// The way, by its name in the list of ways out.
    pub way: String,
    /// `blocked`, `not-blockable` or `open`.
    pub result: String,
}

/// What the self-test of this session found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SelfTest {
    /// Whether it was run to its end in this session.
    pub run: bool,
    /// Each way that was tried.
    pub ways: Vec<WayResult>,
}

impl SelfTest {
    /// Returns the self-test that found the ways of `json`, a list; one that was not run for an empty list.
    ///
    /// # Errors
    /// `invalid-argument` when it is of no such form: names are words of small letters, and results one of three.
    pub fn from_json(json: &str) -> Result<Self> {
        let wrong = || Error::new(Code::InvalidArgument, "the self-test's result is not of the form asked for");
        let ways: Vec<WayResult> = serde_json::from_str(json).map_err(|_| wrong())?;
        let known = |result: &str| matches!(result, "blocked" | "not-blockable" | "open");
        if ways.len() > MAX_WAYS || !ways.iter().all(|way| is_word(&way.way) && known(&way.result)) {
            return Err(wrong());
        }
        Ok(SelfTest { run: !ways.is_empty(), ways })
    }
}

/// The checklist of one request.
#[derive(Debug, Clone, Serialize)]
pub struct Checked {
    /// The entry's number in the ledger.
    pub number: usize,
    /// The identifiers.
    pub identifiers: Vec<Item>,
}

impl Checked {
    /// Returns the checklist of `entry`; `None` where nothing left by it.
    pub(super) fn of(entry: &Entry) -> Option<Self> {
        let identifiers = checklist(entry.disclosure.as_ref()?);
        Some(Checked { number: entry.number, identifiers })
    }
}

/// Rules with their hash.
#[derive(Debug, Clone, Serialize)]
pub struct Ruled {
    /// Name and hash, as receipts have them.
    pub mark: PolicyMark,
    /// The rules; `None` for those of another version of this program, which it cannot write out.
    pub rulebook: Option<Rulebook>,
}

/// Returns the rules of `entries` and those under `policy`, each once.
fn policies(entries: &[Entry], policy: &Policy) -> Vec<Ruled> {
    let marks = entries.iter().flat_map(|entry| &entry.disclosure).map(|disclosure| disclosure.policy.clone());
    let mut ruled: Vec<Ruled> = Vec::new();
    for mark in marks.chain([Rulebook::of(policy).mark()]) {
        if ruled.iter().all(|known| known.mark != mark) {
            let rulebook = mark.in_force.clone().map(Rulebook::new).filter(|rulebook| rulebook.mark() == mark);
            ruled.push(Ruled { mark, rulebook });
        }
    }
    ruled
}

/// Everything in a proof pack.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    format: &'static str,
    version: u32,
    /// When the caller's clock said it was made, in milliseconds since 1970-01-01 UTC.
    pub made_at_millis: u64,
    /// What the pack says of itself.
    pub statement: &'static [&'static str],
    /// The head hash of the ledger.
    pub head: String,
    /// What the ledger cannot show.
    pub limits: &'static [&'static str],
    /// The rules that held for each request, and those that hold now, each once.
    pub policies: Vec<Ruled>,
    /// What this pack was made by.
    pub build: Build,
    /// The self-test of this session.
    pub self_test: SelfTest,
    /// The identifiers of HIPAA's list for each request.
    pub checklists: Vec<Checked>,
    /// What each provider has learnt.
    pub accounts: Vec<Account>,
    /// The ledger file, as it is exported.
    ledger: Box<RawValue>,
    /// All of it as a page to read: HTML without script or outside parts.
    pub page: String,
}

/// Returns the proof pack of `ledger` as JSON; `policy` is the one in force now.
///
/// # Errors
/// `internal` when it cannot be written as JSON, which texts and numbers always can.
pub fn proof(
    ledger: &Ledger,
    policy: &Policy,
    build: Build,
    self_test: SelfTest,
    made_at_millis: u64,
) -> Result<String> {
    let unwritten = || Error::internal("the proof pack cannot be put into JSON");
    let mut proof = Proof {
        format: FORMAT,
        version: VERSION,
        made_at_millis,
        statement: STATEMENT,
        head: ledger.head().to_owned(),
        limits: LIMITS,
        policies: policies(ledger.entries(), policy),
        build,
        self_test,
        checklists: ledger.entries().iter().filter_map(Checked::of).collect(),
        accounts: accounts(ledger.entries()),
        ledger: RawValue::from_string(ledger.to_json()?.trim_end().to_owned()).map_err(|_| unwritten())?,
        page: String::new(),
    };
    proof.page = page::html(&proof, ledger.entries());
    serde_json::to_string_pretty(&proof).map(|json| json + "\n").map_err(|_| unwritten())
}
