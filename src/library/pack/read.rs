//! Reads the tables, lists and articles of an open pack.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::io::Read as _;
use std::sync::Arc;

use flate2::read::DeflateDecoder;

use super::blocks::Missing;
use super::build::{APART, Stored};
use super::form::{Terms, damaged};
use super::lists::{self, Posting};
use super::open::Opened;
use crate::error::Result;
use crate::library::passage::{self, PublicPassage};
use crate::rest::Rest;

/// Bytes of the longest group once inflated.
const MAX_GROUP_BYTES: u64 = 64 << 20;

/// A term of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) docs: u64,
    /// Bytes of the head; 0 for a short list.
    pub(super) head: u64,
    /// Where the list begins in the body, and its bytes.
    pub(super) at: u64,
    pub(super) len: u64,
    pub(super) most: u8,
}

impl Opened {
    /// Returns the authors whose family name is one of `names`, with their lists; two may be written alike.
    pub(super) fn authors(
        &self,
        names: &[String],
        missing: &mut Missing,
    ) -> Result<Option<BTreeMap<String, Vec<Entry>>>> {
        let aside = self.root.authors;
        let bytes = there!(self.blocks.read(aside.at, aside.len, missing));
        let table: Terms = postcard::from_bytes(&bytes).map_err(|_| damaged())?;
        if !table.is_within(self.header.body_len) {
            return Err(damaged());
        }
        let mut found: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        let mut is_there = true;
        for name in names {
            let (from, until) = (format!("{name}{APART}"), format!("{name}\u{2}"));
            let first = table.pages.partition_point(|(key, _)| *key <= from).saturating_sub(1);
            let last = table.pages.partition_point(|(key, _)| *key < until);
            for page in first..last {
                match self.page(&table, page, missing)? {
                    Some(entries) => {
                        for (key, entry) in entries.into_iter().filter(|(key, _)| *key >= from && *key < until) {
                            if let Some((_, author)) = key.split_once(APART) {
                                found.entry(author.to_owned()).or_default().push(entry);
                            }
                        }
                    }
                    None => is_there = false,
                }
            }
        }
        Ok(is_there.then_some(found))
    }

    /// Returns the entries of `keys` that `table` has.
    pub(super) fn entries<'k>(
        &self,
        table: &Terms,
        keys: impl Iterator<Item = &'k str>,
        missing: &mut Missing,
    ) -> Result<Option<BTreeMap<&'k str, Entry>>> {
        let mut by_page: BTreeMap<usize, Vec<&'k str>> = BTreeMap::new();
        for key in keys {
            if let Some(page) = table.pages.partition_point(|(first, _)| first.as_str() <= key).checked_sub(1) {
                by_page.entry(page).or_default().push(key);
            }
        }
        let mut found = BTreeMap::new();
        let mut is_there = true;
        for (page, keys) in by_page {
            let Some(entries) = self.page(table, page, missing)? else {
                is_there = false;
                continue;
            };
            for key in keys {
                if let Ok(at) = entries.binary_search_by(|(known, _)| known.as_str().cmp(key))
                    && let Some((_, entry)) = entries.get(at)
                {
                    found.insert(key, *entry);
                }
            }
        }
        Ok(is_there.then_some(found))
    }

    /// Returns the entries of a page, in order.
    pub(super) fn page(
        &self,
        table: &Terms,
        page: usize,
        missing: &mut Missing,
    ) -> Result<Option<Vec<(String, Entry)>>> {
        let before: u64 = table.pages.iter().take(page).map(|(_, len)| u64::from(*len)).sum();
        let (_, len) = table.pages.get(page).ok_or_else(damaged)?;
        let bytes = there!(self.blocks.read(table.at + before, u64::from(*len), missing));
        entries_of(&bytes, table).map(Some).ok_or_else(damaged)
    }

    /// Returns a whole list.
    pub(super) fn whole(&self, entry: &Entry, missing: &mut Missing) -> Result<Option<Vec<Posting>>> {
        let bytes = there!(self.blocks.read(entry.at, entry.len, missing));
        let read = || -> Option<Vec<Posting>> {
            if entry.head == 0 {
                return lists::postings(&bytes, 0);
            }
            let pieces = lists::pieces(bytes.get(..usize::try_from(entry.head).ok()?)?, entry.len)?;
            let mut all = Vec::new();
            for piece in pieces {
                let part = bytes.get(usize::try_from(piece.at).ok()?..usize::try_from(piece.at + piece.len).ok()?)?;
                all.extend(lists::postings(part, piece.from)?);
            }
            Some(all)
        };
        read().map(Some).ok_or_else(damaged)
    }

    /// Returns `wanted` passages by their numbers.
    pub(super) fn passages(
        &self,
        wanted: &BTreeSet<u32>,
        missing: &mut Missing,
    ) -> Result<Option<BTreeMap<u32, PublicPassage>>> {
        let articles = &self.root.articles;
        let mut groups: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let mut is_there = true;
        for passage in wanted {
            let page =
                articles.pages.partition_point(|(first, _)| first <= passage).checked_sub(1).ok_or_else(damaged)?;
            let before: u64 = articles.pages.iter().take(page).map(|(_, len)| u64::from(*len)).sum();
            let (first, len) = articles.pages.get(page).ok_or_else(damaged)?;
            let Some(bytes) = self.blocks.read(articles.at + before, u64::from(*len), missing) else {
                is_there = false;
                continue;
            };
            let (first, at, len) = group_of(&bytes, *first, *passage).ok_or_else(damaged)?;
            let end = at.checked_add(len).ok_or_else(damaged)?;
            if end > articles.groups_len {
                return Err(damaged());
            }
            groups.insert(first, (articles.groups_at + at, len));
        }
        if !is_there {
            return Ok(None);
        }
        let mut passages = BTreeMap::new();
        for (first, (at, len)) in groups {
            let Some(bytes) = self.blocks.read(at, len, missing) else {
                is_there = false;
                continue;
            };
            let mut group = Vec::new();
            DeflateDecoder::new(bytes.as_ref()).take(MAX_GROUP_BYTES).read_to_end(&mut group).map_err(|_| damaged())?;
            let stored: Vec<Stored> = postcard::from_bytes(&group).map_err(|_| damaged())?;
            let mut number = first;
            for Stored { article, parts } in stored {
                let article = Arc::new(article);
                let body = passage::body(&article);
                for part in parts {
                    if wanted.contains(&number) {
                        let text = body.get(part.span.start as usize..part.span.end as usize).ok_or_else(damaged)?;
                        passages.insert(number, PublicPassage::new(&article, &part.heading, text));
                    }
                    number = number.checked_add(1).ok_or_else(damaged)?;
                }
            }
        }
        Ok(is_there.then_some(passages))
    }
}

/// Reads a page of a table of terms; `None` where it is not one.
fn entries_of(page: &[u8], table: &Terms) -> Option<Vec<(String, Entry)>> {
    let mut page = Rest(page);
    let mut at = page.long()?;
    let mut entries: Vec<(String, Entry)> = Vec::new();
    while !page.0.is_empty() {
        let shared = usize::try_from(page.long()?).ok()?;
        let rest = usize::try_from(page.long()?).ok()?;
        let before = entries.last().map_or("", |(key, _)| key.as_str());
        let key = [before.as_bytes().get(..shared)?, page.take(rest)?].concat();
        let (docs, head, len) = (page.long()?, page.long()?, page.long()?);
        let most = page.byte()?;
        let end = at.checked_add(len)?;
        if end > table.lists_len || head > len {
            return None;
        }
        entries.push((String::from_utf8(key).ok()?, Entry { docs, head, at: table.lists_at + at, len, most }));
        at = end;
    }
    Some(entries)
}

/// Returns the first passage of the group that `passage` is in, where that begins among the groups, and its bytes.
fn group_of(page: &[u8], first: u32, passage: u32) -> Option<(u32, u64, u64)> {
    let mut page = Rest(page);
    let (mut at, mut first) = (page.long()?, first);
    while !page.0.is_empty() {
        let passages = u32::try_from(page.long()?).ok()?;
        let len = page.long()?;
        let next = first.checked_add(passages)?;
        if passage < next {
            return Some((first, at, len));
        }
        (first, at) = (next, at.checked_add(len)?);
    }
    None
}
