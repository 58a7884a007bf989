//! Where a pack lies: a file, or an address. Brings the ranges that are wanted, and counts them.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use chaperone::error::{Code, Error, Result};
use chaperone::library::pack::{Pack, Range, Served, Step};
use serde::Serialize;

use crate::courier::agent_within;
use crate::endpoint::is_here;

/// Time for one range.
const RANGE_TIMEOUT: Duration = Duration::from_secs(60);
/// Times that a search may ask for more: each brings something new.
const MAX_ROUNDS: usize = 64;

/// Ranges that a host is asked for at a time, as browsers do.
const AT_A_TIME: usize = 6;

/// What came of a range, and how many bytes the whole pack has, where that is said.
type Came = (Vec<u8>, Option<u64>);

/// Where a pack lies.
pub enum Source {
    /// A file, and how many bytes it has.
    File(File, u64),
    /// An address that answers ranges.
    Address(Box<ureq::Agent>, String),
}

/// What was read of a pack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Times that something was waited for.
    pub rounds: usize,
    /// Ranges that were read.
    pub ranges: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl Source {
    /// Returns whether `pack` is an address.
    pub fn is_address(pack: &str) -> bool {
        pack.starts_with("http://") || pack.starts_with("https://")
    }

    /// Opens `pack`, a path or an address.
    ///
    /// # Errors
    /// `io` when a file cannot be read; `invalid-argument` for an address without encryption that is not of this machine.
    pub fn open(pack: &str) -> Result<Self> {
        if !Source::is_address(pack) {
            let unread = || Error::new(Code::Io, "the pack cannot be read: is the path right?");
            let file = File::open(Path::new(pack)).map_err(|_| unread())?;
            let bytes = file.metadata().map_err(|_| unread())?.len();
            return Ok(Source::File(file, bytes));
        }
        if pack.starts_with("http://") && !is_here(pack) {
            return Err(Error::new(
                Code::InvalidArgument,
                "without encryption a pack is read from this machine alone: give an address of https",
            ));
        }
        Ok(Source::Address(Box::new(agent_within(pack, RANGE_TIMEOUT)), pack.to_owned()))
    }

    /// Returns what comes of `ranges`, in their order.
    ///
    /// # Errors
    /// That of the first of them that fails.
    fn read(&mut self, ranges: &[Range]) -> Result<Vec<Came>> {
        match self {
            Source::File(file, total) => {
                ranges.iter().map(|range| Ok((from_file(file, *range)?, Some(*total)))).collect()
            }
            Source::Address(agent, address) => side_by_side(ranges, |range| from_host(agent, address, range)),
        }
    }

    /// Asks `pack` for something until it has it, and brings it what it wants in between.
    ///
    /// # Errors
    /// As `step`; `network` and `io` when bytes cannot be had.
    pub fn drive<T>(
        &mut self,
        pack: &mut Pack,
        traffic: &mut Traffic,
        mut step: impl FnMut(&mut Pack) -> Result<Step<T>>,
    ) -> Result<T> {
        for _ in 0..MAX_ROUNDS {
            match step(pack)? {
                Step::Done(done) => return Ok(done),
                Step::Want(ranges) => {
                    traffic.rounds += 1;
                    for (range, (bytes, total)) in ranges.iter().zip(self.read(&ranges)?) {
                        traffic.ranges += 1;
                        traffic.bytes += bytes.len() as u64;
                        pack.supply(range.start, &bytes, total)?;
                    }
                }
            }
        }
        Err(Error::new(Code::Malformed, "the pack asks for more and more: it is not as it should be"))
    }
}

fn from_file(file: &mut File, range: Range) -> Result<Vec<u8>> {
    let unread = || Error::new(Code::Io, "the pack cannot be read");
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(range.start)).map_err(|_| unread())?;
    file.take(range.len).read_to_end(&mut bytes).map_err(|_| unread())?;
    Ok(bytes)
}

/// Asks the host at `address` for `range`. What goes is the address and two numbers; what they were made from stays here.
fn from_host(agent: &ureq::Agent, address: &str, range: Range) -> Result<Came> {
    let last = range.end().saturating_sub(1);
    let request = agent.get(address).header("range", format!("bytes={}-{last}", range.start));
    let unreached = || Error::new(Code::Network, "the host of the pack cannot be reached");
    let mut response = request.header("accept-encoding", "identity").call().map_err(|_| unreached())?;
    let status = response.status().as_u16();
    let said = response.headers().get("content-range").and_then(|said| said.to_str().ok()).map(str::to_owned);
    // Of an answer that is no range nothing is read: it may be the whole file.
    let bytes = if status == 206 {
        let body = response.body_mut().with_config().limit(range.len + 1).read_to_vec();
        body.map_err(|_| Error::new(Code::Network, "the host's answer broke off, or is longer than the range"))?
    } else {
        Vec::new()
    };
    let served = Served { status, content_range: said.as_deref(), bytes: bytes.len() as u64 };
    let total = served.check(range)?;
    Ok((bytes, total))
}

/// Returns what `read` gives for `ranges`, in their order. Several are read at a time; they are begun in their order, and none after one failed.
///
/// # Errors
/// That of the first of them that fails, however long each takes: all before it were begun.
fn side_by_side<T: Send>(ranges: &[Range], read: impl Fn(Range) -> Result<T> + Sync) -> Result<Vec<T>> {
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let take = || {
        let mut done = Vec::new();
        while !has_failed.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(range) = ranges.get(at) else { break };
            let came = read(*range);
            has_failed.fetch_or(came.is_err(), Ordering::Relaxed);
            done.push((at, came));
        }
        done
    };
    let done: Result<Vec<_>> = thread::scope(|scope| {
        let beside = 1..AT_A_TIME.min(ranges.len());
        // Where no thread is to be had, this one reads all of them.
        let beside: Vec<_> = beside.filter_map(|_| thread::Builder::new().spawn_scoped(scope, take).ok()).collect();
        let mut done = take();
        for thread in beside {
            done.extend(thread.join().map_err(|_| Error::internal("a range was not read to its end"))?);
        }
        Ok(done)
    });
    let mut done = done?;
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, came)| came).collect()
}
