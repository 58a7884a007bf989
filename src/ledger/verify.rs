//! The verifier: reads a ledger file and says which entry is the first that is not as it was written, and why.

mod pack;
mod verdict;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::chain::{Entry, FORMAT, GENESIS, MAX_ENTRIES, MAX_LEDGER_BYTES, VERSION};
use super::proof::VERSION as PROOF_VERSION;
use super::reading::{compact, is_sha256};
use crate::error::{Code, Error, Result};
use pack::{WholePack, unpacked};
pub use verdict::{Bodies, Broken, EntryVerdict, HeadSeen, LIMITS, State, Verdict, Why};
use verdict::{OTHER_PACK_LIMITS, PACK_LIMITS};

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
    let limits = match &pack {
        None => LIMITS,
        Some(pack) if pack.is_of_another_version() => OTHER_PACK_LIMITS,
        Some(_) => PACK_LIMITS,
    };
    if let Some(pack) = pack {
        if pack.version != PROOF_VERSION {
            return Err(Error::new(Code::Unsupported, "this proof pack is of another version")
                .found(u64::from(pack.version), u64::from(PROOF_VERSION)));
        }
        found.hold_to(&pack.rules());
        found.hold_tables(&pack);
        if found.broken.is_none() && serde_json::from_str::<WholePack>(&text).is_err() {
            return Err(Error::new(
                Code::Malformed,
                "this proof pack holds something that no pack has: it was changed",
            ));
        }
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

struct Judged {
    whole: Vec<Entry>,
    broken: Option<Broken>,
    entries: Vec<EntryVerdict>,
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
