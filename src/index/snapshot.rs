//! An index as bytes: opened in the time it takes to read them, without looking at the records' words again.
//!
//! ```text
//! "chapidx1"  version u32 LE  SHA-256 of the rest  postcard of the rest
//! ```
//!
//! What passages speak of comes with the vocabulary that it was found by; where another is in use it is looked for anew. The rest names the documents that it was made from (ids and lengths) and the model that made the vectors, with the hash of its weights. A
//! newer version is refused, and so are damage and other records: the caller then builds anew from the stored documents. It holds passages'
//! references, which name patients: it is sealed where records are.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Index;
use super::mentioned::Mentioned;
use super::postings::Postings;
use super::vectors::Vectors;
use crate::document::{Passage, Records};
use crate::error::{Code, Error, Result};

/// The version that is written. Others are not read.
pub const VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"chapidx1";
const HASH_BYTES: usize = 32;

/// The model that made the vectors of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its id and version.
    pub id: String,
    /// The SHA-256 of its weights, hexadecimal.
    pub sha256: String,
}

#[derive(Serialize, Deserialize)]
struct Content {
    documents: [u8; HASH_BYTES],
    model: Option<Model>,
    passages: Vec<Passage>,
    postings: Postings,
    vectors: Vectors,
    mentioned: Mentioned,
}

/// Returns `index`, the index of `records`, as bytes; `model` is the one that made its vectors.
///
/// # Errors
/// `invalid-argument` when there are vectors of another model, or of none; `internal` for broken invariants.
pub fn write(index: &Index, records: &Records, model: Option<&Model>) -> Result<Vec<u8>> {
    if index.vectors.model() != model.map(|model| model.id.as_str()).filter(|_| !index.vectors.is_empty()) {
        return Err(Error::new(Code::InvalidArgument, "the vectors of the index are not of the model that is named"));
    }
    let content = Content {
        documents: digest(records),
        model: model.cloned(),
        passages: index.passages.clone(),
        postings: index.postings.clone(),
        vectors: index.vectors.clone(),
        mentioned: index.mentioned.clone(),
    };
    let body = postcard::to_allocvec(&content).map_err(|_| Error::internal("an index cannot be written"))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(Sha256::digest(&body));
    bytes.extend(body);
    Ok(bytes)
}

/// Returns the index of `records` that `bytes` hold. Vectors of another model than `model` are left out, and so are they where it is `None`.
///
/// # Errors
/// `unsupported` when another version wrote it; `malformed` when it is damaged or of other records: build the index anew.
pub fn read(bytes: &[u8], records: &Records, model: Option<&Model>) -> Result<Index> {
    let damaged = || Error::new(Code::Malformed, "a kept index is damaged or of other records: it is built anew");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(damaged)?;
    let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(Error::new(
            Code::Unsupported,
            "another version of this program wrote the kept index: it is built anew",
        )
        .found(u64::from(version), u64::from(VERSION)));
    }
    let (hash, body) = rest.split_first_chunk::<HASH_BYTES>().ok_or_else(damaged)?;
    if Sha256::digest(body).as_slice() != hash {
        return Err(damaged());
    }
    let content: Content = postcard::from_bytes(body).map_err(|_| damaged())?;
    let fits = |passage: &Passage| super::text_of(records, passage).is_ok();
    let counted = content.postings.passages() as usize == content.passages.len();
    if content.documents != digest(records) || !counted || !content.passages.iter().all(fits) {
        return Err(damaged());
    }
    let mentioned = content.mentioned;
    let mut index = Index { passages: content.passages, postings: content.postings, mentioned, ..Index::default() };
    if model.is_some() && content.model.as_ref() == model {
        index.vectors = content.vectors;
    }
    index.sort();
    Ok(index)
}

/// What tells the documents of `records` from others.
fn digest(records: &Records) -> [u8; HASH_BYTES] {
    let mut hash = Sha256::new();
    for document in &records.documents {
        for part in [document.id.as_str(), document.title.as_str()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.update((document.text.len() as u64).to_le_bytes());
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk;
    use crate::document::{Content as Text, Document, DocumentKind, FileIndex, Provenance};
    use crate::index::PassageIndex;

    fn records(texts: &[&str]) -> Records {
        let document = |(at, text): (usize, &&str)| Document {
            id: at.to_string(),
            kind: DocumentKind::Note,
            subject: None,
            date: None,
            title: format!("Letter {at}"),
            author: None,
            text: (*text).to_owned(),
            content: Text::Prose {
                provenance: Provenance { file: FileIndex(0), steps: Vec::new() },
                pages: Vec::new(),
            },
            revision: None,
        };
        Records { documents: texts.iter().enumerate().map(document).collect(), ..Records::default() }
    }

    fn model(sha256: &str) -> Model {
        Model { id: "m".to_owned(), sha256: sha256.to_owned() }
    }

    fn made() -> (Records, Index, Vec<u8>) {
        let records = records(&["knee pain", "fever and cough"]);
        let mut index = Index::build(&records, chunk::passages(&records)).unwrap();
        index.add_vectors("m", [(PassageIndex(1), [0.6_f32, 0.8])]).unwrap();
        let bytes = write(&index, &records, Some(&model("a"))).unwrap();
        (records, index, bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let (records, index, bytes) = made();
        assert_eq!(read(&bytes, &records, Some(&model("a"))).unwrap(), index);
    }

    #[test]
    fn vectors_of_other_weights_are_left_out() {
        let (records, index, bytes) = made();
        for other in [None, Some(model("b"))] {
            let opened = read(&bytes, &records, other.as_ref()).unwrap();
            assert!(opened.vectors().is_empty());
            assert_eq!(opened.postings(), index.postings());
        }
        assert_eq!(write(&index, &records, None).unwrap_err().code(), Code::InvalidArgument);
    }

    #[test]
    fn a_newer_version_is_refused_and_damage_is_seen() {
        let (records, _, bytes) = made();
        let code = |bytes: &[u8]| read(bytes, &records, None).unwrap_err().code();
        let mut newer = bytes.clone();
        newer[8] += 1;
        assert_eq!(code(&newer), Code::Unsupported);
        for at in [0, 12, 43, 44, 60, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(code(&damaged), Code::Malformed, "{at}");
        }
        for end in [0, 7, 11, 43, bytes.len() - 1] {
            assert_eq!(code(&bytes[..end]), Code::Malformed, "{end}");
        }
    }

    #[test]
    fn other_records_are_seen() {
        let (_, _, bytes) = made();
        for other in [records(&["knee pain"]), records(&["knee pains", "fever and cough"])] {
            assert_eq!(read(&bytes, &other, None).unwrap_err().code(), Code::Malformed);
        }
    }
}
