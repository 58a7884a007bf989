//! Ranks the passages of an open pack, by words and by vectors.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::blocks::Missing;
use super::clusters::Table;
use super::form::{Clusters, damaged};
use super::lists::{self, MAX_IMPACT, Piece, Posting};
use super::open::Opened;
use super::read::Entry;
use crate::error::{Code, Error, Result};
use crate::index::PassageIndex;
use crate::index::bm25::{Parameters, Weights};
use crate::index::top::{Scored, top_k};
use crate::index::vectors::{Quantised, Vectors};

/// Bytes of a list that is read whole; of a longer one its head first.
const SHORT_LIST_BYTES: u64 = 64 << 10;
/// Passages of each list that are fused.
pub(super) const FUSED: usize = 200;
/// The share of the clusters that is read, and the fewest.
const PROBED: (usize, usize, usize) = (3, 8, 16);
/// Of so many vectors and more that share is less, down to an eighth: each takes some 400 bytes, which may come over a network.
const PROBED_VECTORS: usize = 8192;
/// What sums may be off by for being added up in floating point.
const ROUNDING: f64 = 1e-9;

impl Opened {
    /// Returns the best `k` passages, and perhaps others, with their BM25.
    pub(super) fn keyword(
        &self,
        weights: &Weights,
        admitted: Option<&BTreeSet<u32>>,
        k: usize,
        missing: &mut Missing,
    ) -> Result<Option<Vec<(PassageIndex, f64)>>> {
        let found = there!(self.entries(&self.root.terms, weights.keys().map(String::as_str), missing)?);
        let unit = (self.root.k1 + 1.0) / MAX_IMPACT;
        let mut terms: Vec<(Entry, f64)> = Vec::new();
        for (term, entry) in found {
            let docs = u32::try_from(entry.docs).map_err(|_| damaged())?;
            let idf = Parameters::default().idf(self.root.counts.passages, docs.min(self.root.counts.passages));
            terms.push((entry, weights.get(term).copied().unwrap_or(0.0) * idf * unit));
        }
        let bound = |(entry, weight): &(Entry, f64)| weight * f64::from(entry.most);
        let is_long = |entry: &Entry| entry.head > 0 && entry.len > SHORT_LIST_BYTES;
        terms.sort_by(|a, b| {
            (is_long(&a.0)).cmp(&is_long(&b.0)).then(bound(b).total_cmp(&bound(a))).then(a.0.at.cmp(&b.0.at))
        });
        let (short, long) = terms.split_at(terms.partition_point(|(entry, _)| !is_long(entry)));
        let mut heads: Vec<Vec<Piece>> = Vec::new();
        for (entry, _) in long {
            if let Some(head) = self.blocks.read(entry.at, entry.head, missing) {
                heads.push(lists::pieces(&head, entry.len).ok_or_else(damaged)?);
            }
        }
        let mut sums = Sums { admitted, passages: self.root.counts.passages, by_passage: HashMap::new() };
        for (entry, weight) in short {
            if let Some(postings) = self.whole(entry, missing)? {
                sums.add(&postings, *weight)?;
            }
        }
        if !missing.is_empty() {
            return Ok(None);
        }
        for (at, (entry, weight)) in long.iter().enumerate() {
            let left: f64 = long.iter().skip(at).map(bound).sum();
            let least = sums.nth(k);
            if least.is_none_or(|least| left >= least * (1.0 - ROUNDING)) {
                sums.add(&there!(self.whole(entry, missing)?), *weight)?;
                continue;
            }
            // What has none of the terms so far cannot come among the best: of the other lists only what is said of the rest is read.
            let candidates = sums.at_least(least.unwrap_or(0.0) * (1.0 - ROUNDING) - left);
            for ((entry, weight), pieces) in long.iter().zip(&heads).skip(at) {
                for piece in pieces.iter().filter(|piece| candidates.range(piece.from..=piece.last).next().is_some()) {
                    if let Some(bytes) = self.blocks.read(entry.at + piece.at, piece.len, missing) {
                        let mut postings = lists::postings(&bytes, piece.from).ok_or_else(damaged)?;
                        postings.retain(|(passage, _)| candidates.contains(passage));
                        sums.add(&postings, *weight)?;
                    }
                }
            }
            break;
        }
        Ok(missing.is_empty().then(|| sums.by_passage.into_iter().map(|(at, sum)| (PassageIndex(at), sum)).collect()))
    }

    /// Returns the vectors of all passages by their numbers.
    pub(super) fn vectors(&self, missing: &mut Missing) -> Result<Option<BTreeMap<u32, Quantised>>> {
        let Some(clusters) = &self.root.vectors else { return Ok(Some(BTreeMap::new())) };
        let row = clusters.dimensions as usize + 8;
        let bytes = there!(self.blocks.read(clusters.rows_at, clusters.count() * row as u64, missing));
        let vectors: Option<BTreeMap<u32, Quantised>> = bytes.chunks(row).map(row_of).collect();
        vectors.map(Some).ok_or_else(damaged)
    }

    /// Returns the passages of the clusters nearest to `query` with their cosines, and their vectors.
    #[expect(clippy::type_complexity, reason = "a list and what it was made of, used once")]
    pub(super) fn dense(
        &self,
        clusters: &Clusters,
        query: &[f32],
        probes: Option<usize>,
        admitted: Option<&BTreeSet<u32>>,
        missing: &mut Missing,
    ) -> Result<Option<(Vec<(PassageIndex, f64)>, Vectors)>> {
        let row = clusters.dimensions as usize + 8;
        if query.len() != clusters.dimensions as usize {
            return Err(Error::new(
                Code::InvalidArgument,
                "the question's vector has another number of dimensions than the library's",
            )
            .found(query.len() as u64, u64::from(clusters.dimensions)));
        }
        let quantised = Quantised::new(query)?;
        let bytes = there!(self.blocks.read(clusters.centres_at, clusters.rows.len() as u64 * row as u64, missing));
        let centres: Option<Vec<Quantised>> =
            bytes.chunks(row).map(|bytes| row_of(bytes).map(|(_, centre)| centre)).collect();
        let table = Table::new(&centres.ok_or_else(damaged)?);
        let count = probes.unwrap_or_else(|| probed(&clusters.rows));
        let (mut cosines, mut rows) = (Vec::new(), Vectors::default());
        let mut is_there = true;
        for cluster in table.nearest_of(&quantised, count) {
            let before: u64 = clusters.rows.iter().take(cluster).map(|rows| u64::from(*rows)).sum();
            let members = clusters.rows.get(cluster).copied().unwrap_or(0);
            let (at, len) = (clusters.rows_at + before * row as u64, u64::from(members) * row as u64);
            let Some(bytes) = self.blocks.read(at, len, missing) else {
                is_there = false;
                continue;
            };
            for bytes in bytes.chunks(row) {
                let (passage, vector) =
                    row_of(bytes).filter(|(at, _)| *at < self.root.counts.passages).ok_or_else(damaged)?;
                if admitted.is_none_or(|admitted| admitted.contains(&passage)) {
                    let at = PassageIndex(rows.len() as u32);
                    rows.insert_quantised(&clusters.model, at, vector)?;
                    cosines.push((PassageIndex(passage), rows.rescored(query, at).unwrap_or(-1.0)));
                }
            }
        }
        if !is_there {
            return Ok(None);
        }
        // Once more under the numbers of their passages, in order, for what compares them with each other.
        let mut numbered = Vectors::default();
        let best = top_k(
            cosines.iter().enumerate().map(|(at, (passage, score))| Scored {
                passage: PassageIndex(at as u32),
                score: *score,
                tie_break: passage.0,
            }),
            FUSED,
        );
        for best in best {
            if let (Some((passage, _)), Some(vector)) = (cosines.get(best.passage.0 as usize), rows.get(best.passage)) {
                numbered.insert_quantised(&clusters.model, *passage, vector)?;
            }
        }
        Ok(Some((cosines, numbered)))
    }
}

/// Returns how many of the clusters with so many `rows` each are read where nothing is said.
fn probed(rows: &[u32]) -> usize {
    let (share, of, least) = PROBED;
    let vectors: usize = rows.iter().map(|rows| *rows as usize).sum();
    let affordable = rows.len() * PROBED_VECTORS / vectors.max(1);
    (rows.len() * share / of).min(affordable).max(rows.len() / of).max(least)
}

/// Sums of scores, of the passages that are admitted.
struct Sums<'a> {
    admitted: Option<&'a BTreeSet<u32>>,
    passages: u32,
    by_passage: HashMap<u32, f64>,
}

impl Sums<'_> {
    fn add(&mut self, postings: &[Posting], weight: f64) -> Result<()> {
        if postings.last().is_some_and(|(last, _)| *last >= self.passages) {
            return Err(damaged());
        }
        for (passage, impact) in postings {
            if self.admitted.is_none_or(|admitted| admitted.contains(passage)) {
                *self.by_passage.entry(*passage).or_insert(0.0) += weight * f64::from(*impact);
            }
        }
        Ok(())
    }

    /// Returns the sum that `k` passages have or exceed, where there are so many.
    fn nth(&self, k: usize) -> Option<f64> {
        let mut sums: Vec<f64> = self.by_passage.values().copied().collect();
        let at = k.checked_sub(1).filter(|at| *at < sums.len())?;
        sums.sort_unstable_by_key(|sum| Reverse(sum.to_bits()));
        sums.get(at).copied()
    }

    fn at_least(&self, least: f64) -> BTreeSet<u32> {
        self.by_passage.iter().filter(|(_, sum)| **sum >= least).map(|(passage, _)| *passage).collect()
    }
}

/// Reads a row of vectors: the passage, and the vector.
fn row_of(bytes: &[u8]) -> Option<(u32, Quantised)> {
    let passage = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let scale = f32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?);
    let codes = bytes.get(8..)?.iter().map(|byte| *byte as i8).collect();
    Some((passage, Quantised::from_parts(codes, scale).ok()?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn of_small_libraries_more_clusters_are_read_than_of_large_ones() {
        for (clusters, read) in [(0, 16), (20, 16), (45, 16), (72, 27), (143, 53), (200, 40), (440, 55)] {
            assert_eq!(super::probed(&vec![clusters as u32; clusters]), read, "{clusters}");
        }
    }
}
