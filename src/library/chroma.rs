//! Loading a library into Chroma, and asking it for passages: which requests, and what their answers say.
//!
//! Source: Chroma's HTTP API, version 2. A passage has an id that is made of its reference, and is written by `upsert`: whatever is sent once
//! more takes its own place, so that nothing is there twice however often a load is stopped. Sans I/O: this writes bodies and reads answers. All
//! that is in them are public texts and their vectors; nothing of a record, and no question.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Mark, PublicPassage};
use crate::digest;
use crate::error::{Code, Error, Result};
use crate::index::vectors::Quantised;
use crate::ingest::literature::Author;

/// Authors of an article that are named.
const NAMED: usize = 8;
/// What stands beside a passage, by a number that goes up where there is more: what was loaded with less is loaded anew.
const FORM: u32 = 2;
/// Stands between the parts of a list, since Chroma takes none.
const BETWEEN: &str = "; ";

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
    /// What stands beside each; 0 in files of before that was told.
    #[serde(default)]
    pub form: u32,
}

impl Load {
    /// Goes on with what [`saved`](Self::saved) gave, where it was of this collection and pack, with the same beside each passage; else begins anew.
    ///
    /// # Errors
    /// `malformed` for what is no such file.
    pub fn resume(collection: &str, fingerprint: &str, saved: Option<&[u8]>) -> Result<Self> {
        let new = Load { collection: collection.to_owned(), fingerprint: fingerprint.to_owned(), done: 0, form: FORM };
        let Some(saved) = saved else { return Ok(new) };
        let known: Load = serde_json::from_slice(saved).map_err(|_| {
            Error::new(Code::Malformed, "the file of how far the load is cannot be read: remove it to begin anew")
        })?;
        let is_same = Load { done: 0, ..known.clone() } == new;
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
    let id = answer.map(|answer| answer.id).filter(|id| is_id(id));
    id.ok_or_else(|| Error::new(Code::Reply, "the server answered with something that is no collection: is it Chroma?"))
}

/// Returns the id of the collection `name` among those that the server answered with.
///
/// # Errors
/// `reply` when the answer is no list of collections; `not-found` when it is not there.
pub fn collection_named(name: &str, answer: &[u8]) -> Result<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
        name: String,
    }
    let all: Vec<Named> = serde_json::from_slice(answer)
        .map_err(|_| Error::new(Code::Reply, "the server does not say which collections it has: is it Chroma?"))?;
    let id = all.into_iter().find(|one| one.name == name).map(|one| one.id).filter(|id| is_id(id));
    id.ok_or_else(|| Error::new(Code::NotFound, "the server has no collection of that name: load it with library push"))
}

/// A passage that a server has, as it tells it. It is public if what was loaded is; it is no [`PublicPassage`], which files alone give.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// Its reference, of which its id is made.
    pub citation: String,
    /// The article's title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The article's year.
    pub year: Option<i64>,
    /// Its number in PubMed.
    pub pmid: Option<u64>,
    /// The authors, as citations have them; of more than eight the first.
    pub authors: Vec<String>,
    /// The journal.
    pub journal: String,
    /// The types of publication.
    pub types: String,
    /// The DOI; empty where there is none.
    pub doi: String,
    /// What had been said of the article when it was loaded; of what an earlier version loaded, whether it was retracted and no more.
    pub marks: Vec<Mark>,
    /// One less the cosine, as the server says.
    pub distance: f64,
}

/// Returns the passages that the server answered with, nearest first, and how many were left out, since their ids are not made of their
/// references.
///
/// # Errors
/// `reply` when the answer is none, or longer than what was asked for.
pub fn nearest(answer: &[u8], most: usize) -> Result<(Vec<Told>, usize)> {
    #[derive(Deserialize)]
    struct Answer {
        ids: Vec<Vec<String>>,
        documents: Vec<Vec<Option<String>>>,
        metadatas: Vec<Vec<Option<Map<String, Value>>>>,
        distances: Vec<Vec<f64>>,
    }
    let bad = || Error::new(Code::Reply, "the server answered with something that are no passages: is it Chroma?");
    let answer: Answer = serde_json::from_slice(answer).map_err(|_| bad())?;
    let [ids] = <[Vec<String>; 1]>::try_from(answer.ids).map_err(|_| bad())?;
    let [texts] = <[Vec<Option<String>>; 1]>::try_from(answer.documents).map_err(|_| bad())?;
    let [about] = <[Vec<Option<Map<String, Value>>>; 1]>::try_from(answer.metadatas).map_err(|_| bad())?;
    let [distances] = <[Vec<f64>; 1]>::try_from(answer.distances).map_err(|_| bad())?;
    let count = ids.len();
    if count > most || texts.len() != count || about.len() != count || distances.len() != count {
        return Err(bad());
    }
    let all = ids.into_iter().zip(texts).zip(about.into_iter().zip(distances));
    let told: Vec<Told> =
        all.filter_map(|((id, text), (about, distance))| told(&id, text?, &about?, distance)).collect();
    let left_out = count - told.len();
    Ok((told, left_out))
}

fn told(id: &str, text: String, about: &Map<String, Value>, distance: f64) -> Option<Told> {
    let of = |name: &str| about.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let citation = of("citation");
    (id == id_of(&citation) && distance.is_finite()).then(|| Told {
        citation,
        title: of("title"),
        text,
        year: about.get("year").and_then(Value::as_i64),
        pmid: about.get("pmid").and_then(Value::as_u64),
        authors: of("authors").split(BETWEEN).filter(|author| !author.is_empty()).map(str::to_owned).collect(),
        journal: of("journal"),
        types: of("types"),
        doi: of("doi"),
        marks: marks(&of("marks"), about.get("retracted").and_then(Value::as_bool).unwrap_or(false)),
        distance,
    })
}

/// Returns the marks that `names` are of, and that of a retraction where one `is_retracted`.
fn marks(names: &str, is_retracted: bool) -> Vec<Mark> {
    let named: Vec<Mark> = names.split(BETWEEN).filter_map(Mark::named).collect();
    let is_there = |mark: &Mark| named.contains(mark) || (*mark == Mark::Retracted && is_retracted);
    Mark::ALL.into_iter().filter(is_there).collect()
}

/// Returns how many passages the server says that a collection has.
///
/// # Errors
/// `reply` when it says no number.
pub fn count(answer: &[u8]) -> Result<u64> {
    serde_json::from_slice(answer).map_err(|_| Error::new(Code::Reply, "the server does not say how much there is"))
}

fn is_id(id: &str) -> bool {
    id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Returns the id of a passage: 32 hexadecimal digits, made of its reference.
pub fn id(passage: &PublicPassage) -> String {
    id_of(passage.citation().as_str())
}

fn id_of(citation: &str) -> String {
    format!("{:032x}", digest::short(citation.as_bytes()))
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
        let _ = write!(authors, "{}{}", if authors.is_empty() { "" } else { BETWEEN }, Author::cited(author));
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
    add("types", article.types.join(BETWEEN).into());
    add("retracted", article.is_retracted().into());
    let marks: Vec<&str> = passage.marks().into_iter().map(Mark::as_str).collect();
    add("marks", marks.join(BETWEEN).into());
    add("doi", article.doi.as_deref().unwrap_or_default().into());
    if let Some(year) = article.issued.year {
        add("year", year.into());
    }
    if let Some(pmid) = article.pmid {
        add("pmid", pmid.into());
    }
    fields
}
