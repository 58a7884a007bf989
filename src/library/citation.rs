//! References of public passages: `Smith 2019 · PMID 31234567 · Results`.

use std::fmt;

use serde::Serialize;

use crate::ingest::literature::{Article, Key};

/// Characters of an author's name, or a DOI, that a reference shows.
const MAX_NAME_CHARS: usize = 40;

/// The reference of a public passage: who wrote it, when, its number, and which part it is. Short, for people, and unique in a library,
/// whose articles have their numbers once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Citation(String);

impl Citation {
    /// Returns the reference of the part of `article` that `heading` names.
    pub(super) fn new(article: &Article, heading: &str) -> Self {
        let who = article.authors.first().map_or_else(|| "No author".to_owned(), |author| shortened(&author.last));
        let year = article.issued.year.map_or_else(|| "n.d.".to_owned(), |year| year.to_string());
        let number = match article.key() {
            Key::Pmid(pmid) => format!("PMID {pmid}"),
            Key::Doi(doi) => format!("doi {doi}"),
            Key::Pmc(pmc) => format!("PMC{pmc}"),
            Key::Content(code) => format!("{:08x}", code >> 96),
        };
        Citation(format!("{who} {year} · {number} · {heading}"))
    }

    /// Returns the reference as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME_CHARS) {
        Some((cut, _)) => format!("{}…", name.get(..cut).unwrap_or_default().trim_end()),
        None => name.to_owned(),
    }
}
