//! Parts of a pack as they are kept between sessions: one behind the other, each with where it begins and how long it is.
//!
//! Nothing is trusted that was kept: a part that comes back is compared with its hash, as one is that a host has just sent.

use std::collections::BTreeSet;

use super::Step;
use super::form::damaged;
use super::open::Pack;
use crate::error::Result;

/// Bytes before each part: two numbers.
const PREFIX_BYTES: usize = 16;

/// Which parts are to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Those that are not kept yet.
    New,
    /// All that are there, in place of those that are kept.
    All,
}

/// The parts that are kept, by where they begin, and those that are being kept.
#[derive(Debug, Default)]
pub(super) struct Shelved {
    kept: BTreeSet<u64>,
    pending: BTreeSet<u64>,
}

impl Pack {
    /// Returns the parts to keep, as [`restore`](Self::restore) takes them; `None` where there are none, and before the pack is open.
    pub fn to_keep(&mut self, keep: Keep) -> Option<Vec<u8>> {
        let mut run = Vec::new();
        let mut pending = BTreeSet::new();
        for (start, bytes) in self.parts()? {
            if keep == Keep::All || !self.shelved.kept.contains(&start) {
                run.extend_from_slice(&start.to_le_bytes());
                run.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
                run.extend_from_slice(bytes);
                pending.insert(start);
            }
        }
        self.shelved.pending = pending;
        (!run.is_empty()).then_some(run)
    }

    /// Takes note that what [`to_keep`](Self::to_keep) gave last is kept.
    pub fn kept(&mut self) {
        self.shelved.kept.append(&mut self.shelved.pending);
    }

    /// Takes a run of parts that were kept. The first run of a pack has what opens it; where it is open already, that must be the same.
    ///
    /// # Errors
    /// `malformed` when a part is not what was written, or of another pack: what came before it in the run is there then.
    pub fn restore(&mut self, run: &[u8]) -> Result<()> {
        for (start, bytes) in parts(run).ok_or_else(damaged)? {
            match self.head() {
                Some(head) if start == 0 && head != bytes => return Err(damaged()),
                Some(_) if start == 0 => {}
                Some(_) => self.supply(start, bytes, None)?,
                None => {
                    self.open()?;
                    self.supply(start, bytes, None).map_err(|_| damaged())?;
                    if self.open()? != Step::Done(()) {
                        return Err(damaged());
                    }
                }
            }
            self.shelved.kept.insert(start);
        }
        Ok(())
    }
}

/// Returns the parts of `run`; `None` where it is cut, or no run at all.
fn parts(run: &[u8]) -> Option<Vec<(u64, &[u8])>> {
    let mut rest = run;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (prefix, behind) = rest.split_at_checked(PREFIX_BYTES)?;
        let (start, len) = prefix.split_first_chunk::<8>()?;
        let (len, _) = len.split_first_chunk::<8>()?;
        let (part, behind) = behind.split_at_checked(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
        parts.push((u64::from_le_bytes(*start), part));
        rest = behind;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_read_whole_or_not_at_all() {
        let part =
            |start: u64, bytes: &[u8]| [&start.to_le_bytes()[..], &(bytes.len() as u64).to_le_bytes(), bytes].concat();
        let run = [part(0, b"head"), part(900, b""), part(7, b"x")].concat();
        assert_eq!(parts(&run).unwrap(), [(0, &b"head"[..]), (900, &b""[..]), (7, &b"x"[..])]);
        assert!(parts(&[]).unwrap().is_empty());
        let whole: BTreeSet<usize> = [0, 20, 36, 53].into();
        for cut in 0..=run.len() {
            assert_eq!(parts(&run[..cut]).is_some(), whole.contains(&cut), "{cut}");
        }
        let long = [&0_u64.to_le_bytes()[..], &u64::MAX.to_le_bytes(), b"x"].concat();
        assert_eq!(parts(&long), None);
    }
}
