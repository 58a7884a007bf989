//! The chain: each entry holds the hash of the one before, and tells of what left or of what was read from a server of records.

use serde::{Deserialize, Serialize};

use super::collection::Collection;
use super::disclosure::{Build, Disclosure, PublicRequest};
use super::policy::Rulebook;
use super::reading::sha256;
use super::verify::verify;
use crate::clearance::Receipt;
use crate::error::{Code, Error, Place, Result};
use crate::workflow::WorkflowState;

/// What stands in place of a hash before the first entry.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// The word by which a ledger file is known.
pub(super) const FORMAT: &str = "chaperone-ledger";
/// The version of the form that is written and read.
pub(super) const VERSION: u32 = 1;
/// The most bytes of a ledger file that is read.
pub const MAX_LEDGER_BYTES: usize = 64 << 20;
/// The most entries of a ledger.
pub const MAX_ENTRIES: usize = 100_000;

/// One entry. Its hash is SHA-256 over the compact JSON of its other fields, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place, from 1.
    pub number: usize,
    /// The hash of the entry before; [`GENESIS`] for the first.
    pub previous: String,
    /// What left; or else
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosure: Option<Disclosure>,
    /// what was read from a server of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<Collection>,
    /// The hash of this entry.
    pub hash: String,
}

impl Entry {
    /// Returns whether it tells of one thing, in the form that it is told in.
    pub(super) fn is_well_formed(&self) -> bool {
        self.disclosure.is_some() != self.collection.is_some()
            && self.collection.as_ref().is_none_or(Collection::is_well_formed)
            && self.disclosure.as_ref().is_none_or(Disclosure::is_well_formed)
    }

    /// Returns when it was released or had been read, in milliseconds since 1970.
    pub fn at_millis(&self) -> u64 {
        let read = self.collection.as_ref().map(|collection| collection.collected_at_millis);
        self.disclosure.as_ref().map(|disclosure| disclosure.released_at_millis).or(read).unwrap_or_default()
    }

    /// Returns scheme, host and port of the server.
    pub fn origin(&self) -> &str {
        let read = self.collection.as_ref().map(|collection| collection.origin.as_str());
        self.disclosure
            .as_ref()
            .map(|disclosure| disclosure.receipt.recipient.origin.as_str())
            .or(read)
            .unwrap_or_default()
    }

    /// Returns the hash that this entry must have.
    ///
    /// # Errors
    /// `internal` when it cannot be written as JSON, which texts and numbers always can.
    pub(super) fn expected_hash(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Hashed<'a> {
            number: usize,
            previous: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            disclosure: Option<&'a Disclosure>,
            #[serde(skip_serializing_if = "Option::is_none")]
            collection: Option<&'a Collection>,
        }
        let Entry { number, previous, disclosure, collection, .. } = self;
        let (disclosure, collection) = (disclosure.as_ref(), collection.as_ref());
        let hashed = Hashed { number: *number, previous, disclosure, collection };
        Ok(sha256(serde_json::to_string(&hashed).map_err(|_| unwritten())?.as_bytes()))
    }
}

/// What has left, and what was read from servers of records, oldest first. Entries are added at the end and never change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// Returns the entries, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the hash of the newest entry; [`GENESIS`] of an empty ledger. Noted elsewhere, it shows later whether
    /// anything up to that entry was changed.
    pub fn head(&self) -> &str {
        self.entries.last().map_or(GENESIS, |entry| entry.hash.as_str())
    }

    /// Adds `disclosure` and returns its entry.
    ///
    /// # Errors
    /// `too-large` when there are [`MAX_ENTRIES`]; `internal` for broken invariants.
    pub fn append(&mut self, disclosure: Disclosure) -> Result<&Entry> {
        self.add(Some(disclosure), None)
    }

    /// Adds what was read from a server of records, and returns its entry.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn collected(&mut self, collection: Collection) -> Result<&Entry> {
        self.add(None, Some(collection))
    }

    fn add(&mut self, disclosure: Option<Disclosure>, collection: Option<Collection>) -> Result<&Entry> {
        if self.entries.len() >= MAX_ENTRIES {
            return Err(Error::new(Code::TooLarge, "the ledger is full: export it and begin a new one")
                .found(self.entries.len() as u64, MAX_ENTRIES as u64));
        }
        let previous = self.head().to_owned();
        let (number, hash) = (self.entries.len() + 1, String::new());
        let mut entry = Entry { number, previous, disclosure, collection, hash };
        entry.hash = entry.expected_hash()?;
        self.entries.push(entry);
        self.entries.last().ok_or_else(|| Error::internal("an entry that was added is not there"))
    }

    /// Adds the request of `state` that is about to be handed over as `receipt` says, under the policy in force.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn enter(
        &mut self,
        state: &WorkflowState,
        receipt: &Receipt,
        build: Build,
        released_at_millis: u64,
    ) -> Result<&Entry> {
        let policy = Rulebook::of(&state.policy).mark();
        self.append(Disclosure::new(state, receipt, policy, build, released_at_millis))
    }

    /// Adds a request for public texts that is about to be handed over as `receipt` says.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn enter_public(
        &mut self,
        request: PublicRequest<'_>,
        receipt: &Receipt,
        build: Build,
        released_at_millis: u64,
    ) -> Result<&Entry> {
        self.append(Disclosure::of_public(request, receipt, build, released_at_millis))
    }

    /// Returns the ledger as a JSON file, with one entry on each line.
    ///
    /// # Errors
    /// `internal` when it cannot be written as JSON, which texts and numbers always can.
    pub fn to_json(&self) -> Result<String> {
        let head = self.head();
        let count = self.entries.len();
        let lines: std::result::Result<Vec<String>, _> = self.entries.iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|_| unwritten())?.join(",\n");
        let line_end = if lines.is_empty() { "" } else { "\n" };
        Ok(format!(
            "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"count\":{count},\"head\":\"{head}\",\"entries\":[{line_end}{lines}{line_end}]}}\n"
        ))
    }

    /// Reads a ledger back, to go on with it.
    ///
    /// # Errors
    /// As [`verify`](super::verify()); `malformed` with the number of the first broken entry when it is not whole.
    pub fn read(json: &[u8]) -> Result<Self> {
        let (verdict, entries) = verify(json, None)?;
        match verdict.broken {
            None => Ok(Ledger { entries }),
            Some(broken) => {
                let place = Place::root().field("entries").index(broken.position.saturating_sub(1));
                Err(Error::new(Code::Malformed, "the ledger is not whole: this is the first entry that is broken")
                    .at(place))
            }
        }
    }
}

fn unwritten() -> Error {
    Error::internal("an entry of the ledger cannot be put into JSON")
}
