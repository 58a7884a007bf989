//! Postings: for every term the passages it stands in and how often, in a few bytes each.
//!
//! The terms are sorted and lie in one string; the list of a term is a run of LEB128 numbers: the gap to the passage before, and
//! twice the number of occurrences in its text; where it occurs in other [fields](super::fields) too, instead one more than twice the set
//! of its fields as bits, and then the number in each. Passages are numbered in the order of adding, so
//! that new ones are joined on at the end of each list. Positions of words are not kept.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::PassageIndex;
use super::analyze;
use super::fields::{Counts, Field, FieldWeights, Part};
use crate::leb128;
use crate::span::DocumentText;

/// The sorted terms of a set of passages, each with its postings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Postings {
    /// All terms, one after the other, in byte order.
    terms: String,
    entries: Vec<Entry>,
    lists: Vec<u8>,
    lengths: Vec<Length>,
    /// The terms of all passages, field by field.
    total: [u64; Field::COUNT],
}

/// How many terms a passage has in its text, and in its other fields: 255 stands for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Length {
    text: u32,
    others: [u8; Field::COUNT - 1],
}

impl Length {
    fn of(counts: &Counts) -> Self {
        let [others @ .., text] = counts;
        Length { text: *text, others: others.map(|count| u8::try_from(count).unwrap_or(u8::MAX)) }
    }

    fn counts(self) -> Counts {
        let [who, title, codes, date] = self.others.map(u32::from);
        [who, title, codes, date, self.text]
    }
}

/// What is known of one term; it begins where the entry before ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    term_end: usize,
    list_end: usize,
    doc_freq: u32,
    last_passage: u32,
}

impl Postings {
    /// Returns the postings of `passages`, each given as the parts it is found by; a text alone is one of [`Field::Text`].
    pub fn build<'a, I>(passages: impl IntoIterator<Item = I>) -> Self
    where
        I: IntoIterator,
        I::Item: Into<Part<'a>>,
    {
        let mut draft = Draft::default();
        for parts in passages {
            draft.add(parts.into_iter().map(Into::into));
        }
        draft.finish()
    }

    /// Returns the number of passages.
    pub fn passages(&self) -> u32 {
        self.lengths.len() as u32
    }

    /// Returns the number of distinct terms.
    pub fn terms(&self) -> usize {
        self.entries.len()
    }

    /// Returns the size of the lists in bytes.
    pub fn list_bytes(&self) -> usize {
        self.lists.len()
    }

    /// Returns the number of terms in a passage, repeats counted, each times the weight of its field; 0 for one that is not here.
    pub fn length(&self, passage: PassageIndex, weights: &FieldWeights) -> f64 {
        self.lengths.get(passage.0 as usize).map_or(0.0, |length| weights.sum(&length.counts()))
    }

    /// Returns the mean of the [`length`](Self::length) of the passages; 0 where there is none.
    pub fn average_length(&self, weights: &FieldWeights) -> f64 {
        if self.lengths.is_empty() {
            return 0.0;
        }
        let total = weights.each().iter().zip(self.total).fold(0.0, |sum, (weight, total)| sum + weight * total as f64);
        total / self.lengths.len() as f64
    }

    /// Returns the postings of `term`, in the order of the passages; empty for a term that is not here.
    pub fn list(&self, term: &str) -> List<'_> {
        let at = self.place(|other| other < term);
        if at < self.entries.len() && self.term(at) == term {
            return self.list_at(at);
        }
        List { bytes: &[], doc_freq: 0, passage: 0 }
    }

    /// Joins `more` on: its first passage comes after the last of this one.
    pub fn append(&mut self, more: &Postings) {
        let shift = self.passages();
        let mut joined = Postings {
            terms: String::with_capacity(self.terms.len().max(more.terms.len())),
            entries: Vec::with_capacity(self.entries.len().max(more.entries.len())),
            lists: Vec::with_capacity(self.lists.len() + more.lists.len()),
            lengths: Vec::new(),
            total: self.total,
        };
        joined.total.iter_mut().zip(more.total).for_each(|(sum, part)| *sum += part);
        let (mut mine, mut theirs) = (0, 0);
        while mine < self.entries.len() || theirs < more.entries.len() {
            let order = match (mine < self.entries.len(), theirs < more.entries.len()) {
                (true, false) => std::cmp::Ordering::Less,
                (false, _) => std::cmp::Ordering::Greater,
                (true, true) => self.term(mine).cmp(more.term(theirs)),
            };
            let mut entry = Entry { term_end: 0, list_end: 0, doc_freq: 0, last_passage: 0 };
            if order.is_le() {
                let list = self.list_at(mine);
                joined.lists.extend_from_slice(list.bytes);
                entry.doc_freq = list.doc_freq;
                entry.last_passage = self.entries.get(mine).map_or(0, |entry| entry.last_passage);
            }
            joined.terms.push_str(if order.is_le() { self.term(mine) } else { more.term(theirs) });
            if order.is_ge() {
                let mut list = more.list_at(theirs);
                let gap = list.number();
                put(&mut joined.lists, gap + shift - entry.last_passage);
                joined.lists.extend_from_slice(list.bytes);
                entry.doc_freq += list.doc_freq;
                entry.last_passage = shift + more.entries.get(theirs).map_or(0, |entry| entry.last_passage);
            }
            mine += usize::from(order.is_le());
            theirs += usize::from(order.is_ge());
            entry.term_end = joined.terms.len();
            entry.list_end = joined.lists.len();
            joined.entries.push(entry);
        }
        joined.lengths = std::mem::take(&mut self.lengths);
        joined.lengths.extend_from_slice(&more.lengths);
        *self = joined;
    }

    /// Returns the terms that begin with `start`, in byte order, each with the number of passages that hold it.
    pub fn vocabulary(&self, start: &str) -> impl Iterator<Item = (&str, u32)> {
        let from = self.place(|term| term < start);
        let entries = self.entries.iter().enumerate().skip(from);
        entries.map(|(at, entry)| (self.term(at), entry.doc_freq)).take_while(move |(term, _)| term.starts_with(start))
    }

    /// Returns the place of the first term that is not `before`, which holds of the first so many.
    fn place(&self, before: impl Fn(&str) -> bool) -> usize {
        let (mut low, mut high) = (0, self.entries.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.term(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Leaves only the passages that `keep` says so of, by their numbers; those after one that goes are numbered anew.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut numbers = Vec::with_capacity(keep.len());
        let mut kept = Postings::default();
        for (at, length) in self.lengths.iter().enumerate() {
            let stays = keep.get(at).copied().unwrap_or(false);
            numbers.push(stays.then_some(kept.lengths.len() as u32));
            if stays {
                kept.lengths.push(*length);
                kept.total.iter_mut().zip(length.counts()).for_each(|(sum, count)| *sum += u64::from(count));
            }
        }
        for at in 0..self.entries.len() {
            let mut entry = Entry { term_end: 0, list_end: 0, doc_freq: 0, last_passage: 0 };
            for (passage, counts) in self.list_at(at) {
                let Some(number) = numbers.get(passage.0 as usize).copied().flatten() else { continue };
                put(&mut kept.lists, number - entry.last_passage);
                put_counts(&mut kept.lists, &counts);
                entry.last_passage = number;
                entry.doc_freq += 1;
            }
            if entry.doc_freq > 0 {
                kept.terms.push_str(self.term(at));
                entry.term_end = kept.terms.len();
                entry.list_end = kept.lists.len();
                kept.entries.push(entry);
            }
        }
        *self = kept;
    }

    fn before(&self, at: usize) -> (usize, usize) {
        at.checked_sub(1).and_then(|at| self.entries.get(at)).map_or((0, 0), |entry| (entry.term_end, entry.list_end))
    }

    fn term(&self, at: usize) -> &str {
        let end = self.entries.get(at).map_or(0, |entry| entry.term_end);
        self.terms.get(self.before(at).0..end).unwrap_or_default()
    }

    fn list_at(&self, at: usize) -> List<'_> {
        let (end, doc_freq) = self.entries.get(at).map_or((0, 0), |entry| (entry.list_end, entry.doc_freq));
        List { bytes: self.lists.get(self.before(at).1..end).unwrap_or_default(), doc_freq, passage: 0 }
    }
}

/// The postings of one term: passages in order, each with the number of occurrences in each field.
#[derive(Debug, Clone)]
pub struct List<'a> {
    bytes: &'a [u8],
    doc_freq: u32,
    passage: u32,
}

impl List<'_> {
    /// Returns the number of passages that hold the term.
    pub fn doc_freq(&self) -> u32 {
        self.doc_freq
    }

    /// Goes on to `passage`, or to the first after it, and returns what stands there; what is passed over is not read in full.
    #[inline]
    pub fn seek(&mut self, passage: PassageIndex) -> Option<(PassageIndex, Counts)> {
        while !self.bytes.is_empty() {
            self.passage = self.passage.wrapping_add(self.number());
            if self.passage >= passage.0 {
                return Some((PassageIndex(self.passage), self.counts()));
            }
            self.pass_counts();
        }
        None
    }

    /// Gives `take` each passage that is left, without reading how often the term stands there.
    #[inline]
    pub fn each_passage(mut self, mut take: impl FnMut(PassageIndex)) {
        while !self.bytes.is_empty() {
            self.passage = self.passage.wrapping_add(self.number());
            take(PassageIndex(self.passage));
            self.pass_counts();
        }
    }

    #[inline]
    fn counts(&mut self) -> Counts {
        let mut counts = Counts::default();
        let head = self.number();
        if head & 1 == 0 {
            let [.., text] = &mut counts;
            *text = head >> 1;
        } else {
            for (field, count) in counts.iter_mut().enumerate() {
                if head >> (field + 1) & 1 == 1 {
                    *count = self.number();
                }
            }
        }
        counts
    }

    #[inline]
    fn pass_counts(&mut self) {
        let head = self.number();
        if head & 1 == 1 {
            (0..(head >> 1).count_ones()).for_each(|_| {
                self.number();
            });
        }
    }

    #[inline]
    fn number(&mut self) -> u32 {
        leb128::read_u32(&mut self.bytes).unwrap_or_default()
    }
}

impl Iterator for List<'_> {
    type Item = (PassageIndex, Counts);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        self.passage = self.passage.wrapping_add(self.number());
        let counts = self.counts();
        Some((PassageIndex(self.passage), counts))
    }
}

/// Writes how often a term occurs in each field, as the module says.
fn put_counts(bytes: &mut Vec<u8>, counts: &Counts) {
    let [others @ .., text] = counts;
    if others.iter().all(|count| *count == 0) && *text <= u32::MAX >> 1 {
        return put(bytes, text << 1);
    }
    let fields = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    put(bytes, fields.fold(1, |set, (field, _)| set | 1 << (field + 1)));
    counts.iter().filter(|count| **count > 0).for_each(|count| put(bytes, *count));
}

fn put(bytes: &mut Vec<u8>, number: u32) {
    leb128::write(bytes, u64::from(number));
}

/// Postings that are being made. Words are looked up as they are written, so that each form of a word is
/// normalised and stemmed once.
#[derive(Default)]
struct Draft {
    /// Words as written, and the term each has: `None` for stop words.
    words: HashMap<Box<str>, Option<usize>>,
    ids: HashMap<Box<str>, usize>,
    terms: Vec<DraftTerm>,
    lengths: Vec<Length>,
    total: [u64; Field::COUNT],
    /// The terms of the passage at hand.
    seen: Vec<usize>,
}

struct DraftTerm {
    term: Box<str>,
    list: Vec<u8>,
    doc_freq: u32,
    last_passage: u32,
    /// Occurrences in the passage at hand, field by field.
    counts: Counts,
}

impl Draft {
    fn add<'a>(&mut self, parts: impl Iterator<Item = Part<'a>>) {
        let passage = self.lengths.len() as u32;
        let mut length = Counts::default();
        for Part { field, text } in parts {
            if field == Field::Codes {
                // What a question has in one piece: its parts are numbers like any other. It is no text that makes a passage longer.
                self.count(text, field, &mut Counts::default());
            } else {
                analyze::words::<DocumentText>(text).for_each(|word| self.count(word.text, field, &mut length));
            }
        }
        for id in self.seen.drain(..) {
            if let Some(term) = self.terms.get_mut(id) {
                put(&mut term.list, passage - term.last_passage);
                put_counts(&mut term.list, &term.counts);
                term.last_passage = passage;
                term.doc_freq += 1;
                term.counts = Counts::default();
            }
        }
        let length = Length::of(&length);
        self.lengths.push(length);
        self.total.iter_mut().zip(length.counts()).for_each(|(sum, count)| *sum += u64::from(count));
    }

    /// Counts one `word` of a field of the passage at hand.
    fn count(&mut self, word: &str, field: Field, length: &mut Counts) {
        let Some(id) = self.id(word) else { return };
        let Some(term) = self.terms.get_mut(id) else { return };
        if term.counts == Counts::default() {
            self.seen.push(id);
        }
        for counts in [&mut term.counts, length] {
            counts.get_mut(field as usize).into_iter().for_each(|count| *count += 1);
        }
    }

    fn id(&mut self, word: &str) -> Option<usize> {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let id = analyze::term(word).map(|term| {
            let term = term.into_boxed_str();
            *self.ids.entry(term.clone()).or_insert_with(|| {
                self.terms.push(DraftTerm {
                    term,
                    list: Vec::new(),
                    doc_freq: 0,
                    last_passage: 0,
                    counts: Counts::default(),
                });
                self.terms.len() - 1
            })
        });
        self.words.insert(word.into(), id);
        id
    }

    fn finish(mut self) -> Postings {
        self.terms.sort_unstable_by(|a, b| a.term.cmp(&b.term));
        let mut postings = Postings { lengths: self.lengths, total: self.total, ..Postings::default() };
        for term in self.terms {
            postings.terms.push_str(&term.term);
            postings.lists.extend_from_slice(&term.list);
            postings.entries.push(Entry {
                term_end: postings.terms.len(),
                list_end: postings.lists.len(),
                doc_freq: term.doc_freq,
                last_passage: term.last_passage,
            });
        }
        postings
    }
}

#[cfg(test)]
mod tests;
