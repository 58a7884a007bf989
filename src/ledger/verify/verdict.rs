//! What the verifier says: of the file, of each entry, and why one is broken.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ledger::chain::Entry;
use crate::ledger::reading::sha256;
use crate::recipient::Recipient;

const SHOWN: &str =
    "The chain shows that no entry was changed, taken out, put in or moved after others were added behind it.";

const NOT_SHOWN: &str = "It cannot show that the newest entries were cut off together with the head hash, or that the whole file was written anew: compare the head hash with one that was noted elsewhere.";

const ARRIVED: &str = "It shows what was released to be sent, not whether it arrived.";

const OF_A_PACK: &str = "Of a proof pack the rules, the checklists, the accounts and what it says of itself are held to its ledger. Its self-test, its build, its time and its page to read are the word of whoever made it: nothing here compares them.";

/// What no chain can show; to be said beside every verdict.
pub const LIMITS: &[&str] = &[SHOWN, NOT_SHOWN, ARRIVED];

/// The same of a proof pack.
pub(super) const PACK_LIMITS: &[&str] = &[SHOWN, NOT_SHOWN, ARRIVED, OF_A_PACK];

/// The same of a proof pack that another version made.
pub(super) const OTHER_PACK_LIMITS: &[&str] = &[
    SHOWN,
    NOT_SHOWN,
    ARRIVED,
    OF_A_PACK,
    "This pack says that another version of this program made it: its words are not compared, only its numbers and hashes.",
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
    /// What a proof pack, at this entry the last, says of itself is not what it must say.
    StatementChanged,
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
            Why::StatementChanged => "What the pack says of itself, or of what it cannot show, was changed.",
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
    /// Returns what `bodies`, the exact bytes of requests, are to `entries`, those that [`verify`](super::verify) returned with this verdict.
    /// A body counts only where its length and model are those of the receipt, too.
    pub fn bodies(entries: &[Entry], bodies: &[Vec<u8>]) -> Bodies {
        let mut by_hash: BTreeMap<String, (&[u8], bool)> =
            bodies.iter().map(|body| (sha256(body), (body.as_slice(), false))).collect();
        let mut outcome = Bodies::default();
        for (entry, position) in entries.iter().zip(1..) {
            let Some(receipt) = entry.disclosure.as_ref().map(|disclosure| &disclosure.receipt) else { continue };
            let is_it = |body: &[u8]| {
                // A form, and what asks a vector database, name no model.
                body.len() == receipt.body_bytes
                    && std::str::from_utf8(body)
                        .is_ok_and(|body| Recipient::of("", body).model == receipt.recipient.model)
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

impl Broken {
    pub(super) fn new(position: usize, why: Why) -> Self {
        Broken { position, why, words: why.words() }
    }
}
