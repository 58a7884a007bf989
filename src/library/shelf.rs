//! The articles of a library before it is built: each once, in its newest state, whatever the order of reading.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::error::{Error, Result};
use crate::ingest::literature::{Article, Item, Key};

/// Articles, packed in memory, in the order of their keys.
#[derive(Debug, Default)]
pub struct Shelf {
    articles: BTreeMap<Key, Vec<u8>>,
    deleted: BTreeSet<u32>,
    repeats: usize,
}

impl Shelf {
    /// Takes what a reader hands out. Of two states of an article the newer is kept; one that PubMed took back goes, whether it comes
    /// before or after.
    ///
    /// # Errors
    /// `internal` when an article cannot be packed.
    pub fn put(&mut self, item: Item) -> Result<()> {
        match item {
            Item::Deleted(numbers) => {
                self.articles.retain(|key, _| !matches!(key, Key::Pmid(pmid) if numbers.contains(pmid)));
                self.deleted.extend(numbers);
            }
            Item::Article(article) => {
                let key = article.key();
                if matches!(&key, Key::Pmid(pmid) if self.deleted.contains(pmid)) {
                    return Ok(());
                }
                if let Some(known) = self.articles.get(&key) {
                    self.repeats += 1;
                    if !article.supersedes(&unpacked(known)?) {
                        return Ok(());
                    }
                }
                self.articles.insert(key, packed(&article)?);
            }
        }
        Ok(())
    }

    /// Returns how many articles there are.
    pub fn len(&self) -> usize {
        self.articles.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.articles.is_empty()
    }

    /// Returns how often an article came that was there already.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Returns the articles in the order of their keys.
    pub fn articles(&self) -> impl Iterator<Item = Result<Article>> {
        self.articles.values().map(|bytes| unpacked(bytes))
    }
}

fn packed(article: &Article) -> Result<Vec<u8>> {
    let broken = || Error::internal("an article cannot be packed");
    let bytes = postcard::to_allocvec(article).map_err(|_| broken())?;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&bytes).and_then(|()| encoder.finish()).map_err(|_| broken())
}

fn unpacked(bytes: &[u8]) -> Result<Article> {
    let broken = || Error::internal("an article that was packed cannot be read");
    let mut unpacked = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut unpacked).map_err(|_| broken())?;
    postcard::from_bytes(&unpacked).map_err(|_| broken())
}
