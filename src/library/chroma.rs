//! Loading a library into Chroma: which requests, and what their answers say.
//!
//! Source: Chroma's HTTP API, version 2. A passage has an id that is made of its reference, and is written by `upsert`: whatever is sent once
//! more takes its own place, so that nothing is there twice however often a load is stopped. Sans I/O: this writes bodies and reads answers. All
//! that is in them are public texts and their vectors; nothing of a record, and no question.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::PublicPassage;
use crate::digest;
use crate::error::{Code, Error, Result};
use crate::index::vectors::Quantised;
use crate::ingest::literature::Author;

/// Authors of an article that are named.
const NAMED: usize = 8;

/// How far a load is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Load {
    /// The collection's name.
    pub collection: String,
    /// The hash that stands for the pack.
    pub fingerprint: String,
    /// How many passages the server has said that it has.
    pub done: u32,
}

impl Load {
    /// Goes on with what [`saved`](Self::saved) gave, where it was of this collection and pack; else begins anew.
    ///
    /// # Errors
    /// `malformed` for what is no such file.
    pub fn resume(collection: &str, fingerprint: &str, saved: Option<&[u8]>) -> Result<Self> {
        let new = Load { collection: collection.to_owned(), fingerprint: fingerprint.to_owned(), done: 0 };
        let Some(saved) = saved else { return Ok(new) };
        let known: Load = serde_json::from_slice(saved).map_err(|_| {
            Error::new(Code::Malformed, "the file of how far the load is cannot be read: remove it to begin anew")
        })?;
        let is_same = known.collection == new.collection && known.fingerprint == new.fingerprint;
        Ok(if is_same { known } else { new })
    }

    /// Returns how far it is, to go on with later.
    ///
    /// # Errors
    /// `internal` when that cannot be written.
    pub fn saved(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(|_| Error::internal("how far a load is cannot be written"))
    }
}

/// Returns the body that makes the collection `name`, or finds it where it is.
pub fn collection(name: &str) -> Value {
    json!({ "name": name, "get_or_create": true, "configuration": { "hnsw": { "space": "cosine" } } })
}

/// Returns the id of the collection that the server answered with.
///
/// # Errors
/// `reply` when it is none.
pub fn collection_id(answer: &[u8]) -> Result<String> {
    #[derive(Deserialize)]
    struct Answer {
        id: String,
    }
    let answer: Option<Answer> = serde_json::from_slice(answer).ok();
    let is_id = |id: &String| id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let id = answer.map(|answer| answer.id).filter(is_id);
    id.ok_or_else(|| Error::new(Code::Reply, "the server answered with something that is no collection: is it Chroma?"))
}

/// Returns how many passages the server says that a collection has.
///
/// # Errors
/// `reply` when it says no number.
pub fn count(answer: &[u8]) -> Result<u64> {
    serde_json::from_slice(answer).map_err(|_| Error::new(Code::Reply, "the server does not say how much there is"))
}

/// Returns the id of a passage: 32 hexadecimal digits, made of its reference.
pub fn id(passage: &PublicPassage) -> String {
    format!("{:032x}", digest::short(passage.citation().as_str().as_bytes()))
}

/// Returns the body that writes `passages`, each with its vector.
pub fn upsert(passages: &[(PublicPassage, &Quantised)]) -> Value {
    let of = |each: &dyn Fn(&PublicPassage, &Quantised) -> Value| {
        Value::Array(passages.iter().map(|(passage, vector)| each(passage, vector)).collect())
    };
    json!({
        "ids": of(&|passage, _| Value::from(id(passage))),
        "embeddings": of(&|_, vector| Value::from(vector.values())),
        "documents": of(&|passage, _| Value::from(passage.text())),
        "metadatas": of(&|passage, _| Value::Object(metadata(passage))),
    })
}

/// What stands beside a passage. Chroma takes texts, numbers and yes or no, and nothing that is missing.
fn metadata(passage: &PublicPassage) -> Map<String, Value> {
    let article = passage.article();
    let mut authors = String::new();
    for author in article.authors.iter().take(NAMED) {
        let _ = write!(authors, "{}{}", if authors.is_empty() { "" } else { "; " }, Author::cited(author));
    }
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| {
        if value != "" {
            fields.insert(name.to_owned(), value);
        }
    };
    add("citation", passage.citation().as_str().into());
    add("title", article.title.as_str().into());
    add("journal", article.journal.as_str().into());
    add("authors", authors.into());
    add("types", article.types.join("; ").into());
    add("retracted", article.is_retracted().into());
    add("doi", article.doi.as_deref().unwrap_or_default().into());
    if let Some(year) = article.issued.year {
        add("year", year.into());
    }
    if let Some(pmid) = article.pmid {
        add("pmid", pmid.into());
    }
    fields
}
