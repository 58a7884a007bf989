//! The ledger, as JavaScript sees it.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, thrown};
use crate::clearance::{Cleared, Operator};
use crate::error::{Code, Error, Result};
use crate::ledger::{
    Account, Build, Collection, Entry, Ledger, PublicRequest, SelfTest, Sought, accounts, proof, verify,
};
use crate::privacy::policy::Choice;
use crate::workflow::WorkflowState;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** One request that was released, newest last. `kinds` are words of a closed list; `hasBody` says whether its exact bytes are in memory. */
export interface LedgerEntry {
  number: number; releasedAtMillis: number; origin: string; model: string; bodyBytes: number; bodySha256: string; hash: string;
  kinds: { words: string; facts: number }[]; ageBand: boolean; notes: number; allowedWords: number;
  /** How many times the stand-in of a name was told. */
  standIns: number;
  withheldWords: { reason: string; count: number }[]; withheldFacts: { reason: string; count: number }[];
  policy: string; hasBody: boolean;
  /** The references of the public passages that left with it. */
  literature: string[];
  /** Where it asked for public texts and not a model, what kind of request it was. */
  sought?: Sought;
}
/** A kind of request for public texts. */
export type Sought = "pubmed-search" | "pubmed-batch" | "collections" | "vector";
/** One reading of a server of records that the person signed in to. `what` is a type of FHIR or `everything`. */
export interface LedgerReading {
  number: number; collectedAtMillis: number; origin: string; hash: string; requests: number; entries: number; bytes: number;
  asked: { what: string; requests: number; entries: number; bytes: number; ending: string }[];
}
/** What one provider has been told, all requests together. */
export interface ProviderAccount {
  origin: string; models: string[]; requests: number; public?: { sought: Sought; requests: number }[]; bytes: number; firstMillis: number; lastMillis: number;
  kinds: { kind: string; words: string; atLeast: number; atMost: number }[];
  ageBand: boolean; times: number; allowedWords: number; warnings: string[]; warned: string[];
}
/** The ledger; `head` is the hash to note elsewhere. */
export interface LedgerView { entries: LedgerEntry[]; readings: LedgerReading[]; accounts: ProviderAccount[]; head: string }
/** What the verifier found in a ledger file; positions count from 1. */
export interface LedgerVerdict {
  whole: boolean; broken: { position: number; why: string; words: string } | null;
  entries: { position: number; state: "whole" | "broken" | "behind"; releasedAtMillis: number | null; origin: string | null; read: boolean; bodySha256: string | null }[];
  head: string; headSeen: { seen: "newest" | "earlier" | "nowhere"; position?: number } | null; limits: string[];
}
"#;

/// Requests whose exact bytes are kept in memory; of more, the oldest are forgotten.
const MAX_BODIES: usize = 64;

/// The ledger with the exact bytes of this session's newest requests.
#[derive(Default)]
pub struct Desk {
    ledger: Ledger,
    build: Build,
    bodies: BTreeMap<usize, String>,
}

impl Desk {
    /// Enters a request that is about to be handed over.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub(super) fn enter(&mut self, state: &WorkflowState, cleared: &Cleared, now_millis: u64) -> Result<()> {
        let number = self.ledger.enter(state, cleared.receipt(), self.build.clone(), now_millis)?.number;
        self.keep_body(number, cleared);
        Ok(())
    }

    /// Enters a request for public texts that is about to be handed over.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub(super) fn enter_public(
        &mut self,
        request: PublicRequest<'_>,
        cleared: &Cleared,
        now_millis: u64,
    ) -> Result<()> {
        let number = self.ledger.enter_public(request, cleared.receipt(), self.build.clone(), now_millis)?.number;
        self.keep_body(number, cleared);
        Ok(())
    }

    fn keep_body(&mut self, number: usize, cleared: &Cleared) {
        self.bodies.insert(number, cleared.outgoing().body.clone());
        while self.bodies.len() > MAX_BODIES {
            self.bodies.pop_first();
        }
    }
}

#[derive(Serialize)]
struct Counted<'a> {
    reason: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct KindView {
    words: &'static str,
    facts: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryView<'a> {
    number: usize,
    released_at_millis: u64,
    origin: &'a str,
    model: &'a str,
    body_bytes: usize,
    body_sha256: &'a str,
    hash: &'a str,
    kinds: Vec<KindView>,
    age_band: bool,
    notes: usize,
    allowed_words: usize,
    stand_ins: usize,
    withheld_words: Vec<Counted<'a>>,
    withheld_facts: Vec<Counted<'a>>,
    policy: &'a str,
    has_body: bool,
    literature: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    sought: Option<Sought>,
}

#[derive(Serialize)]
struct LedgerView<'a> {
    entries: Vec<EntryView<'a>>,
    readings: Vec<ReadingView<'a>>,
    accounts: Vec<Account>,
    head: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReadingView<'a> {
    number: usize,
    hash: &'a str,
    requests: usize,
    entries: usize,
    bytes: usize,
    #[serde(flatten)]
    collection: &'a Collection,
}

impl<'a> ReadingView<'a> {
    fn of(Entry { number, collection, hash, .. }: &'a Entry) -> Option<Self> {
        let collection = collection.as_ref()?;
        let (requests, entries, bytes) = (collection.requests(), collection.entries(), collection.bytes());
        Some(ReadingView { number: *number, hash, requests, entries, bytes, collection })
    }
}

impl<'a> EntryView<'a> {
    fn new(Entry { number, disclosure, hash, .. }: &'a Entry, has_body: bool) -> Option<Self> {
        let disclosure = disclosure.as_ref()?;
        let receipt = &disclosure.receipt;
        let words = disclosure.withheld_words.iter();
        let facts = disclosure.withheld_facts.iter();
        Some(EntryView {
            number: *number,
            released_at_millis: disclosure.released_at_millis,
            origin: &receipt.recipient.origin,
            model: &receipt.recipient.model,
            body_bytes: receipt.body_bytes,
            body_sha256: &receipt.body_sha256,
            hash,
            kinds: disclosure.kinds.iter().map(|t| KindView { words: t.kind.words(), facts: t.facts }).collect(),
            age_band: disclosure.stretches(Operator::AgeBand) > 0,
            notes: disclosure.notes,
            allowed_words: disclosure.stretches(Operator::Allowed),
            stand_ins: disclosure.stretches(Operator::Pseudonym),
            withheld_words: words.map(|w| Counted { reason: w.reason.as_str(), count: w.count }).collect(),
            withheld_facts: facts.map(|f| Counted { reason: &f.reason, count: f.count }).collect(),
            policy: &disclosure.policy.name,
            has_body,
            literature: &receipt.literature,
            sought: disclosure.sought,
        })
    }
}

#[wasm_bindgen]
impl Engine {
    /// Sets the hashes that receipts name from now on: `{ engine, lexicon, models: [{ purpose, sha256 }] }` as JSON.
    ///
    /// # Errors
    /// `invalid-argument` when it is of no such form.
    #[wasm_bindgen(js_name = setBuild)]
    pub fn set_build(&mut self, json: &str) -> std::result::Result<(), JsValue> {
        self.desk.build = Build::from_json(json).map_err(thrown)?;
        Ok(())
    }

    /// Returns what was released so far, and what each provider has learnt of it.
    ///
    /// # Errors
    /// `internal` when it cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "LedgerView")]
    pub fn ledger(&self) -> std::result::Result<JsValue, JsValue> {
        let Desk { ledger, bodies, .. } = &self.desk;
        let entries = ledger.entries();
        to_js(&LedgerView {
            entries: entries
                .iter()
                .filter_map(|entry| EntryView::new(entry, bodies.contains_key(&entry.number)))
                .collect(),
            readings: entries.iter().filter_map(ReadingView::of).collect(),
            accounts: accounts(entries),
            head: ledger.head(),
        })
    }

    /// Enters what was read from the server of records at `url`: a list of `{ what, requests, entries, bytes, ending }` as JSON.
    /// `clock_millis` is the time since 1970 in milliseconds.
    ///
    /// # Errors
    /// `invalid-argument` when it is of no such form; `too-large` when the ledger is full.
    #[wasm_bindgen(js_name = enterCollection)]
    pub fn enter_collection(&mut self, url: &str, asked: &str, clock_millis: f64) -> std::result::Result<(), JsValue> {
        let collection = Collection::from_json(url, asked, clock_millis as u64).map_err(thrown)?;
        self.desk.ledger.collected(collection).map(drop).map_err(thrown)
    }

    /// Returns the ledger as a file, which `restoreLedger` and `verifyLedger` read.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = ledgerFile)]
    pub fn ledger_file(&self) -> std::result::Result<String, JsValue> {
        self.desk.ledger.to_json().map_err(thrown)
    }

    /// Goes on with a ledger that was kept.
    ///
    /// # Errors
    /// `malformed` when it is broken; `invalid-argument` when there are entries of this session already.
    #[wasm_bindgen(js_name = restoreLedger)]
    pub fn restore_ledger(&mut self, json: &str) -> std::result::Result<(), JsValue> {
        if !self.desk.ledger.entries().is_empty() {
            return Err(thrown(Error::new(
                Code::InvalidArgument,
                "there are entries of this session already; a kept ledger cannot go on",
            )));
        }
        self.desk.ledger = Ledger::read(json.as_bytes()).map_err(thrown)?;
        Ok(())
    }

    /// Returns the exact bytes that left with entry `number`, where they are still in memory.
    #[wasm_bindgen(js_name = ledgerBody)]
    pub fn ledger_body(&self, number: usize) -> Option<String> {
        self.desk.bodies.get(&number).cloned()
    }

    /// Forgets the exact bytes of all requests; the entries stay.
    #[wasm_bindgen(js_name = forgetBodies)]
    pub fn forget_bodies(&mut self) {
        self.desk.bodies.clear();
    }

    /// Returns the proof pack as JSON. `self_test` is a list of `{ way, result }` as JSON, empty where it was not run;
    /// `clock_millis` is the time since 1970 in milliseconds.
    ///
    /// # Errors
    /// `invalid-argument` when the self-test's result is of no such form.
    #[wasm_bindgen(js_name = proofPack)]
    pub fn proof_pack(&self, self_test: &str, clock_millis: f64) -> std::result::Result<String, JsValue> {
        let self_test = SelfTest::from_json(self_test).map_err(thrown)?;
        proof(
            &self.desk.ledger,
            &Choice::default().under(self.room.policy()),
            self.desk.build.clone(),
            self_test,
            clock_millis as u64,
        )
        .map_err(thrown)
    }

    /// Returns what is found in a ledger file or proof pack; nothing of it is kept. `noted` is a head hash that was noted elsewhere.
    ///
    /// # Errors
    /// `malformed` when it is no ledger file; `too-large` or `unsupported`; `invalid-argument` when `noted` is no hash.
    #[wasm_bindgen(js_name = verifyLedger, unchecked_return_type = "LedgerVerdict")]
    pub fn verify_ledger(&self, json: &[u8], noted: Option<String>) -> std::result::Result<JsValue, JsValue> {
        to_js(&verify(json, noted.as_deref()).map_err(thrown)?.0)
    }
}
