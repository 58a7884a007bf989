//! Sets in the layout of BEIR (Thakur et al. 2021): a corpus, questions, and judgements of which documents answer which.
//!
//! `corpus.jsonl[.gz]` has a line `{_id, title, text}` for each document, `queries.jsonl` a line `{_id, text}` for each question,
//! `qrels.NAME.tsv` (or `qrels/NAME.tsv`) a line `query-id corpus-id score` for each judgement, after a heading. Other fields are not read.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::retrieval::Judgements;
use crate::document::{Content, Document, DocumentKind, FileIndex, Provenance, Records};
use crate::error::{Code, Error, Place, Result};

/// One question of a set with its judgements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The question's id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The documents that answer it.
    pub judgements: Judgements,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

fn entries(lines: &str) -> Result<Vec<Entry>> {
    let numbered = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|_| {
                Error::new(Code::Malformed, "a line is not {_id, text}").at(Place::root().field("line").index(at))
            })
        })
        .collect()
}

/// Returns the corpus that `lines` hold, each document a public one of prose, in their order; one whose id was there before is left out.
///
/// # Errors
/// `malformed` with the number of a line that is not `{_id, title, text}`.
pub fn corpus(lines: &str) -> Result<Records> {
    let mut records = Records::default();
    let mut seen = HashSet::new();
    for Entry { id, title, text } in entries(lines)? {
        if !seen.insert(id.clone()) {
            continue;
        }
        let provenance = Provenance { file: FileIndex(0), steps: Vec::new() };
        records.documents.push(Document {
            id,
            kind: DocumentKind::Note,
            subject: None,
            date: None,
            title,
            author: None,
            text,
            content: Content::Prose { provenance, pages: Vec::new() },
            revision: None,
        });
    }
    Ok(records)
}

/// Returns the questions of `queries` that `qrels` judges, in their order.
///
/// # Errors
/// `malformed` with the number of a line that cannot be read.
pub fn questions(queries: &str, qrels: &str) -> Result<Vec<Judged>> {
    let mut judgements: BTreeMap<&str, Judgements> = BTreeMap::new();
    for (at, line) in qrels.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut fields = line.split_whitespace();
        let (query, document, grade) = (fields.next(), fields.next(), fields.next());
        let (Some(query), Some(document), Some(grade)) = (query, document, grade) else {
            return Err(unjudged(at));
        };
        match grade.parse() {
            Ok(0) => {}
            Ok(grade) => {
                judgements.entry(query).or_default().insert(document.to_owned(), grade);
            }
            Err(_) if at == 0 => {}
            Err(_) => return Err(unjudged(at)),
        }
    }
    let questions = entries(queries)?.into_iter();
    let judged = |entry: Entry| {
        let judgements = judgements.get(entry.id.as_str())?.clone();
        Some(Judged { id: entry.id, text: entry.text, judgements })
    };
    Ok(questions.filter_map(judged).collect())
}

fn unjudged(at: usize) -> Error {
    Error::new(Code::Malformed, "a line of the judgements is not query-id, corpus-id, score")
        .at(Place::root().field("line").index(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_read() {
        let records = corpus("{\"_id\":\"a\",\"title\":\"T\",\"text\":\"x\"}\n{\"_id\":\"b\",\"text\":\"y\"}\n{\"_id\":\"a\",\"text\":\"z\"}\n").unwrap();
        let read: Vec<_> =
            records.documents.iter().map(|d| (d.id.as_str(), d.title.as_str(), d.text.as_str())).collect();
        assert_eq!(read, [("a", "T", "x"), ("b", "", "y")]);
        let queries = "{\"_id\":\"1\",\"text\":\"one\",\"more\":[1]}\n{\"_id\":\"2\",\"text\":\"two\"}\n";
        let judged = questions(queries, "query-id\tcorpus-id\tscore\n2\ta\t1\n2\tb\t0\n").unwrap();
        assert_eq!(judged.len(), 1);
        assert_eq!((judged[0].id.as_str(), judged[0].text.as_str()), ("2", "two"));
        assert_eq!(judged[0].judgements.iter().collect::<Vec<_>>(), [(&"a".to_owned(), &1)]);
    }

    #[test]
    fn what_is_no_set_is_refused() {
        assert_eq!(corpus("{\"id\": 1}").unwrap_err().code(), Code::Malformed);
        assert_eq!(questions("", "q d s\nq d\n").unwrap_err().code(), Code::Malformed);
        assert_eq!(questions("", "q d s\nq d much\n").unwrap_err().code(), Code::Malformed);
    }
}
