//! The verifier: reads a ledger file and says which entry is the first that is not as it was written, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::account::accounts;
use super::chain::{Entry, FORMAT, GENESIS, MAX_ENTRIES, MAX_LEDGER_BYTES, VERSION};
use super::checklist::checklist;
use super::policy::PolicyMark;
use super::proof::{Checked, FORMAT as PROOF_FORMAT, STATEMENT, VERSION as PROOF_VERSION};
use super::reading::{compact, is_sha256, sha256};
use crate::clearance::ChatBody;
use crate::error::{Code, Error, Result};

/// What no chain can show; to be said beside every verdict.
pub const LIMITS: &[&str] = &[
    "The chain shows that no entry was changed, taken out, put in or moved after others were added behind it.",
    "It cannot show that the newest entries were cut off together with the head hash, or that the whole file was written anew: compare the head hash with one that was noted elsewhere.",
    "It shows what was released to be sent, not whether it arrived.",
];

/// The same of a proof pack.
const PACK_LIMITS: &[&str] = &[
    "The chain shows that no entry was changed, taken out, put in or moved after others were added behind it.",
    "It cannot show that the newest entries were cut off together with the head hash, or that the whole file was written anew: compare the head hash with one that was noted elsewhere.",
    "It shows what was released to be sent, not whether it arrived.",
    "Of a proof pack the rules, the checklists, the accounts and what it says of itself are held to its ledger. Its self-test, its build, its time and its page to read are the word of whoever made it: nothing here compares them.",
];

/// What is wrong with the first entry that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It cannot be read as an entry, or holds more, less or other than an entry does.
    Unreadable,
    /// Its content is not what its hash is of.
    Changed,
    /// At least one entry that stood before it is not there.
    Removed,
    /// It stands at another place than where it was entered.
    Moved,
    /// It stands there twice.
    Repeated,
    /// The entry before it is another than the one that it was entered after.
    Replaced,
    /// The file says that it holds more entries than it does: the newest are not there.
    Truncated,
    /// The head that the file names is not the hash of its newest entry.
    HeadChanged,
    /// The rules that a proof pack shows for it are not those that its receipt names.
    RulesChanged,
    /// The checklist that a proof pack shows for it is not the one that its receipt gives.
    ChecklistChanged,
    /// The accounts of a proof pack, at this entry the last, are not those that its receipts give.
    AccountsChanged,
}

impl Why {
    /// Returns the reason in words, to stand as a sentence of its own.
    pub fn words(self) -> &'static str {
        match self {
            Why::Unreadable => "It cannot be read as an entry, or something was added to it or taken out of it.",
            Why::Changed => "Its content was changed: it is not what its hash is of.",
            Why::Removed => "At least one entry that stood before it was removed.",
            Why::Moved => "It was moved: it was entered at another place.",
            Why::Repeated => "It was copied: the same entry stands before.",
            Why::Replaced => "The entry before it was replaced: this one was entered after another.",
            Why::Truncated => "The newest entries were cut off: the file says that there are more.",
            Why::HeadChanged => "The head hash of the file was changed, or its newest entries were exchanged.",
            Why::RulesChanged => "The rules that the pack shows for it are not those that its receipt names.",
            Why::ChecklistChanged => "The checklist that the pack shows for it is not the one that its receipt gives.",
            Why::AccountsChanged => "What the pack says that each provider has learnt is not what its receipts give.",
        }
    }
}

/// The first entry that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// Its place in the file, from 1; of a file that was cut off, the place of the first entry that is missing.
    pub position: usize,
    /// Why.
    pub why: Why,
    /// The same in words.
    pub words: &'static str,
}

/// What can be said of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is as it was entered, and so is everything before it.
    Whole,
    /// It is the first that is broken.
    Broken,
    /// It stands behind one that is broken: nothing holds its place.
    Behind,
}

/// What was found of one entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryVerdict {
    /// Its place in the file, from 1.
    pub position: usize,
    /// Whether it can be relied on.
    pub state: State,
    /// When it was released or had been read, in milliseconds since 1970; `None` where it cannot be read.
    pub released_at_millis: Option<u64>,
    /// To whom, or from whom; `None` where it cannot be read. It is text of the file.
    pub origin: Option<String>,
    /// Whether it tells of what was read from a server of records, and of nothing that left.
    pub read: bool,
    /// The hash of the bytes that left; `None` where none did, or it cannot be read.
    pub body_sha256: Option<String>,
}

/// Where the head hash stands that was noted elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "seen")]
pub enum HeadSeen {
    /// It is that of the newest entry.
    Newest,
    /// It is that of an earlier entry: the ledger went on since.
    Earlier {
        /// The entry's place, from 1.
        position: usize,
    },
    /// No entry has it: this is not the ledger that it was noted of, or its end was cut off.
    Nowhere,
}

/// What became of the exact bytes that were handed over beside the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Bodies {
    /// Places, from 1, of the entries whose bytes are there and are those that left.
    pub matched: Vec<usize>,
    /// Places, from 1, of the entries whose bytes are not there.
    pub absent: Vec<usize>,
    /// How many of the files that were given are the bytes of no entry.
    pub strangers: usize,
}

/// What the verifier found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// Whether nothing is broken.
    pub whole: bool,
    /// The first entry that is broken.
    pub broken: Option<Broken>,
    /// Each entry of the file.
    pub entries: Vec<EntryVerdict>,
    /// The hash of the newest entry that is whole.
    pub head: String,
    /// Where a head hash that was noted elsewhere stands, where one was given.
    pub head_seen: Option<HeadSeen>,
    /// What a chain cannot show.
    pub limits: &'static [&'static str],
}

impl Verdict {
    /// Returns what `bodies`, the exact bytes of requests, are to `entries`, those that [`verify`] returned with this verdict.
    /// A body counts only where its length and model are those of the receipt, too.
    pub fn bodies(entries: &[Entry], bodies: &[Vec<u8>]) -> Bodies {
        let mut by_hash: BTreeMap<String, (&[u8], bool)> =
            bodies.iter().map(|body| (sha256(body), (body.as_slice(), false))).collect();
        let mut outcome = Bodies::default();
        for (entry, position) in entries.iter().zip(1..) {
            let Some(receipt) = entry.disclosure.as_ref().map(|disclosure| &disclosure.receipt) else { continue };
            let is_it = |body: &[u8]| {
                body.len() == receipt.body_bytes
                    && serde_json::from_slice::<ChatBody>(body).is_ok_and(|body| body.model == receipt.recipient.model)
            };
            match by_hash.get_mut(&receipt.body_sha256).filter(|(body, _)| is_it(body)) {
                Some((_, matched)) => {
                    *matched = true;
                    outcome.matched.push(position);
                }
                None => outcome.absent.push(position),
            }
        }
        outcome.strangers = by_hash.values().filter(|(_, matched)| !matched).count();
        outcome
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    format: String,
    version: u32,
    count: usize,
    head: String,
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
}

/// Reads the ledger file `json`, or the ledger within a proof pack, and returns what was found and the entries that are
/// whole. `noted` is a head hash that was noted elsewhere.
///
/// # Errors
/// `malformed` when it is no ledger file at all; `unsupported` for another version; `too-large` beyond
/// [`MAX_LEDGER_BYTES`] or [`MAX_ENTRIES`]; `invalid-argument` when `noted` is no hash.
pub fn verify(json: &[u8], noted: Option<&str>) -> Result<(Verdict, Vec<Entry>)> {
    if json.len() > MAX_LEDGER_BYTES {
        return Err(Error::new(Code::TooLarge, "this file is too large for a ledger")
            .found(json.len() as u64, MAX_LEDGER_BYTES as u64));
    }
    if noted.is_some_and(|noted| !is_sha256(noted)) {
        return Err(Error::new(Code::InvalidArgument, "a head hash has 64 hexadecimal digits"));
    }
    // Bytes that are no UTF-8 make the entry that they stand in unreadable, not the file.
    let text = String::from_utf8_lossy(json);
    let pack = unpacked(&text);
    let mut found = read(pack.as_ref().map_or(text.as_ref(), |pack| pack.ledger.get()))?;
    let limits = if pack.is_some() { PACK_LIMITS } else { LIMITS };
    if let Some(pack) = pack {
        if pack.version != PROOF_VERSION {
            return Err(Error::new(Code::Unsupported, "this proof pack is of another version")
                .found(u64::from(pack.version), u64::from(PROOF_VERSION)));
        }
        found.hold_to(&pack.rules());
        found.hold_tables(&pack);
    }
    let Judged { whole, broken, entries } = found;
    let head = whole.last().map_or(GENESIS, |entry| entry.hash.as_str()).to_owned();
    let head_seen = noted.map(|noted| {
        if noted == head {
            return HeadSeen::Newest;
        }
        whole
            .iter()
            .position(|entry| entry.hash == noted)
            .map_or(HeadSeen::Nowhere, |at| HeadSeen::Earlier { position: at + 1 })
    });
    let verdict = Verdict { whole: broken.is_none(), broken, entries, head, head_seen, limits };
    Ok((verdict, whole))
}

/// What is checked of a proof pack.
#[derive(Deserialize)]
struct Pack<'a> {
    format: String,
    version: u32,
    /// The head hash that it names.
    head: String,
    #[serde(borrow)]
    statement: Option<&'a RawValue>,
    build: PackBuild,
    #[serde(borrow)]
    ledger: &'a RawValue,
    #[serde(borrow)]
    policies: Option<&'a RawValue>,
    #[serde(borrow)]
    checklists: Option<&'a RawValue>,
    #[serde(borrow)]
    accounts: Option<&'a RawValue>,
}

/// What a proof pack says that it was made by.
#[derive(Deserialize)]
struct PackBuild {
    version: String,
}

/// A checklist as a proof pack shows it, without the words of the version that wrote it.
#[derive(Deserialize)]
struct Listed {
    number: usize,
    identifiers: Vec<Value>,
}

/// Rules as a proof pack shows them.
#[derive(Deserialize)]
struct Shown<'a> {
    mark: PolicyMark,
    #[serde(borrow)]
    rulebook: Option<&'a RawValue>,
}

impl Shown<'_> {
    /// Returns whether the rules that are written out are those of the mark. Of another version there may be none.
    fn is_of_its_mark(&self) -> bool {
        self.rulebook.is_none_or(|rulebook| sha256(compact(rulebook.get()).as_bytes()) == self.mark.sha256)
    }
}

impl Pack<'_> {
    /// Returns the marks of the policies whose rules stand there as they were, and once; none where the list cannot be read.
    fn rules(&self) -> Vec<PolicyMark> {
        let shown = self.policies.and_then(|policies| serde_json::from_str::<Vec<Shown<'_>>>(policies.get()).ok());
        let shown = shown.unwrap_or_default();
        let is_alone =
            |one: &&Shown<'_>| shown.iter().filter(|other| other.mark.sha256 == one.mark.sha256).count() == 1;
        let held = shown.iter().filter(|shown| shown.is_of_its_mark()).filter(is_alone);
        held.map(|shown| shown.mark.clone()).collect()
    }

    /// Returns whether `shown`, a part of the pack, says in words too what this program would say of `expected`; of a pack of another version
    /// the words may be others.
    fn says(&self, shown: Option<&RawValue>, expected: &impl serde::Serialize) -> bool {
        let is_other = self.build.version != env!("CARGO_PKG_VERSION");
        let shown = shown.and_then(|shown| serde_json::from_str::<Value>(shown.get()).ok());
        is_other || shown.is_some() && shown == serde_json::to_value(expected).ok()
    }
}

/// Returns how often a checklist found each identifier, in order.
fn found_of<'v>(identifiers: &'v [Value]) -> Vec<(Option<&'v Value>, Vec<Option<&'v Value>>)> {
    let counts = |item: &'v Value| item.get("found").and_then(Value::as_array).into_iter().flatten();
    let of = |item: &'v Value| (item.get("clause"), counts(item).map(|found| found.get("count")).collect());
    identifiers.iter().map(of).collect()
}

/// Returns the numbers of an account.
fn told_of(account: &Value) -> Vec<Option<&Value>> {
    let kinds = account.get("kinds").and_then(Value::as_array).into_iter().flatten();
    let numbers = [
        "origin",
        "models",
        "requests",
        "bytes",
        "firstMillis",
        "lastMillis",
        "ageBand",
        "times",
        "allowedWords",
        "warnings",
    ]
    .map(|field| account.get(field));
    numbers
        .into_iter()
        .chain(kinds.flat_map(|kind| ["kind", "atLeast", "atMost"].map(|field| kind.get(field))))
        .collect()
}

/// Returns the proof pack that `text` is; `None` where it is none.
fn unpacked(text: &str) -> Option<Pack<'_>> {
    serde_json::from_str(text).ok().filter(|pack: &Pack<'_>| pack.format == PROOF_FORMAT)
}

struct Judged {
    whole: Vec<Entry>,
    broken: Option<Broken>,
    entries: Vec<EntryVerdict>,
}

impl Judged {
    /// Takes the first entry whose rules are not among those of `shown` for broken.
    fn hold_to(&mut self, shown: &[PolicyMark]) {
        let is_shown = |entry: &Entry| entry.disclosure.as_ref().is_none_or(|told| shown.contains(&told.policy));
        let Some(at) = self.whole.iter().position(|entry| !is_shown(entry)) else { return };
        self.break_at(at, Why::RulesChanged);
    }
}

impl Judged {
    /// Takes for broken the first entry whose checklist in `pack` is not the one that its receipt gives, and the last where the accounts
    /// are not those of all.
    fn hold_tables(&mut self, pack: &Pack<'_>) {
        if self.broken.is_some() {
            return;
        }
        if pack.head != self.whole.last().map_or(GENESIS, |entry| entry.hash.as_str()) {
            return self.break_at(self.whole.len().saturating_sub(1), Why::HeadChanged);
        }
        let listed: Vec<Listed> =
            pack.checklists.and_then(|lists| serde_json::from_str(lists.get()).ok()).unwrap_or_default();
        let is_listed = |entry: &Entry| {
            let Some(told) = entry.disclosure.as_ref() else { return true };
            let Ok(Value::Array(expected)) = serde_json::to_value(checklist(told)) else { return false };
            let mut lists = listed.iter().filter(|list| list.number == entry.number);
            lists.next().is_some_and(|list| found_of(&list.identifiers) == found_of(&expected))
                && lists.next().is_none()
        };
        let unlisted = self.whole.iter().position(|entry| !is_listed(entry)).map(|at| (at, Why::ChecklistChanged));
        let lists: Vec<Checked> = self.whole.iter().filter_map(Checked::of).collect();
        let holds = listed.len() == lists.len() && pack.says(pack.checklists, &lists);
        let accounts_hold = || {
            let shown: Vec<Value> =
                pack.accounts.and_then(|shown| serde_json::from_str(shown.get()).ok()).unwrap_or_default();
            let accounts = accounts(&self.whole);
            let Ok(Value::Array(expected)) = serde_json::to_value(&accounts) else { return false };
            shown.len() == expected.len()
                && shown.iter().zip(&expected).all(|(shown, expected)| told_of(shown) == told_of(expected))
                && pack.says(pack.accounts, &accounts)
                && pack.says(pack.statement, &STATEMENT)
        };
        let last = self.whole.len().saturating_sub(1);
        let unlisted = unlisted.or_else(|| (!holds).then_some((last, Why::ChecklistChanged)));
        let Some((at, why)) = unlisted.or_else(|| (!accounts_hold()).then_some((last, Why::AccountsChanged))) else {
            return;
        };
        self.break_at(at, why);
    }

    /// Takes the entry at `at` of those that are whole for broken, for the reason `why`.
    fn break_at(&mut self, at: usize, why: Why) {
        self.whole.truncate(at);
        self.broken = Some(Broken::new(at + 1, why));
        for verdict in self.entries.iter_mut().skip(at) {
            verdict.state = if verdict.position == at + 1 { State::Broken } else { State::Behind };
        }
    }
}

/// Reads a ledger. A file that is no JSON any more is read line by line, so that the broken entry can be named.
fn read(text: &str) -> Result<Judged> {
    if let Ok(File { format, version, count, head, entries }) = serde_json::from_str::<File<'_>>(text) {
        if format != FORMAT {
            return Err(no_ledger());
        }
        if version != VERSION {
            return Err(Error::new(Code::Unsupported, "this ledger is of another version")
                .found(u64::from(version), u64::from(VERSION)));
        }
        let texts: Vec<&str> = entries.into_iter().map(RawValue::get).collect();
        return judge(&texts, Some((count, &head)));
    }
    let head = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},");
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines.as_slice() {
        [first, entries @ .., _] if first.starts_with(&head) && !entries.is_empty() => {
            let texts: Vec<&str> = entries.iter().map(|line| line.strip_suffix(',').unwrap_or(line)).collect();
            let mut judged = judge(&texts, None)?;
            // Something between the entries, or the first or the last line, keeps it from being JSON.
            judged.broken.get_or_insert(Broken::new(texts.len() + 1, Why::Unreadable));
            Ok(judged)
        }
        _ => Err(no_ledger()),
    }
}

impl Broken {
    fn new(position: usize, why: Why) -> Self {
        Broken { position, why, words: why.words() }
    }
}

/// Judges the entries of `texts`; `said` are the number of entries and the head hash that the file names.
fn judge(texts: &[&str], said: Option<(usize, &str)>) -> Result<Judged> {
    if texts.len() > MAX_ENTRIES {
        return Err(Error::new(Code::TooLarge, "this ledger has too many entries")
            .found(texts.len() as u64, MAX_ENTRIES as u64));
    }
    let entries: Vec<Option<Entry>> = texts.iter().map(|text| exactly(text)).collect();
    let places = Places::of(&entries);
    let mut broken = None;
    let mut previous = GENESIS;
    for (entry, position) in entries.iter().zip(1..) {
        let why = match entry {
            None => Some(Why::Unreadable),
            Some(entry) if entry.expected_hash()? != entry.hash => Some(Why::Changed),
            Some(entry) => places.misplaced(entry, position, previous),
        };
        if let Some(why) = why {
            broken = Some(Broken::new(position, why));
            break;
        }
        previous = entry.as_ref().map_or(previous, |entry| entry.hash.as_str());
    }
    if let (None, Some((count, head))) = (&broken, said) {
        broken = if count > entries.len() {
            Some(Broken::new(entries.len() + 1, Why::Truncated))
        } else if count != entries.len() || head != previous {
            Some(Broken::new(entries.len().max(1), Why::HeadChanged))
        } else {
            None
        };
    }
    let first = broken.map_or(usize::MAX, |broken| broken.position);
    let verdicts = entries.iter().zip(1..).map(|(entry, position)| {
        let disclosure = entry.as_ref().and_then(|entry| entry.disclosure.as_ref());
        EntryVerdict {
            position,
            state: match position.cmp(&first) {
                std::cmp::Ordering::Less => State::Whole,
                std::cmp::Ordering::Equal => State::Broken,
                std::cmp::Ordering::Greater => State::Behind,
            },
            released_at_millis: entry.as_ref().map(Entry::at_millis),
            origin: entry.as_ref().map(|entry| entry.origin().to_owned()),
            read: entry.as_ref().is_some_and(|entry| entry.collection.is_some()),
            body_sha256: disclosure.map(|disclosure| disclosure.receipt.body_sha256.clone()),
        }
    });
    let verdicts = verdicts.collect();
    let whole = entries.into_iter().take(first.saturating_sub(1)).flatten().collect();
    Ok(Judged { whole, broken, entries: verdicts })
}

/// Reads an entry; `None` unless its text, without white space, is what would be written of it.
fn exactly(text: &str) -> Option<Entry> {
    let entry = serde_json::from_str(text).ok().filter(Entry::is_well_formed)?;
    (serde_json::to_string(&entry).ok()? == compact(text)).then_some(entry)
}

/// Where the entries stand that have a hash or a number.
struct Places<'a> {
    hashes: BTreeMap<&'a str, usize>,
    numbers: BTreeMap<usize, usize>,
}

impl<'a> Places<'a> {
    fn of(entries: &'a [Option<Entry>]) -> Self {
        let (mut hashes, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        for (entry, position) in entries.iter().zip(1..) {
            if let Some(entry) = entry {
                hashes.entry(entry.hash.as_str()).or_insert(position);
                numbers.entry(entry.number).or_insert(position);
            }
        }
        Places { hashes, numbers }
    }

    /// Returns why `entry` does not belong at `position`, behind the entry with the hash `previous`.
    fn misplaced(&self, entry: &Entry, position: usize, previous: &str) -> Option<Why> {
        if entry.number == position && entry.previous == previous {
            return None;
        }
        let stands_elsewhere = |at: Option<&usize>| at.is_some_and(|at| *at > position);
        Some(if self.hashes.get(entry.hash.as_str()).is_some_and(|at| *at < position) {
            Why::Repeated
        } else if entry.number == position {
            Why::Replaced
        } else if entry.number < position
            || stands_elsewhere(self.hashes.get(entry.previous.as_str()))
            || stands_elsewhere(self.numbers.get(&position))
        {
            Why::Moved
        } else {
            Why::Removed
        })
    }
}

fn no_ledger() -> Error {
    Error::new(Code::Malformed, "this is no ledger file: choose one that was exported here, or a proof pack")
}
