//! An index as bytes: opened in the time it takes to read them, without looking at the records' words again.
//!
//! ```text
//! "chapidx1"  version u32 LE  SHA-256 of the rest  postcard of the rest
//! ```
//!
//! What passages speak of comes with the vocabulary that it was found by; where another is in use it is looked for anew. The rest names
//! what it was made from (the files, their documents, and how those were cut) and, where vectors are in it, the model that made them, with
//! the hash of its weights. Another version is refused, and so are damage and other records: the caller then builds anew from the stored
//! documents. It holds passages' references, which name patients: it is sealed where records are.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Index;
use super::mentioned::Mentioned;
use super::postings::Postings;
use super::vectors::Vectors;
use crate::chunk::Cut;
use crate::digest::sha256;
use crate::document::{Passage, PatientIndex, Records};
use crate::error::{Code, Error, Result};
use crate::packed::{CHECKSUM_BYTES, Form, Version};

/// The version that is written. Others are not read. It counts up whenever the same records give another index: when the form changes,
/// how documents are cut, or how words are told apart.
pub const VERSION: u32 = 3;

const FORM: Form = Form {
    magic: b"chapidx1",
    version: Version::U32(VERSION),
    damaged: "a kept index is damaged or of other records: it is built anew",
    foreign: "a kept index is damaged or of other records: it is built anew",
    unsupported: "another version of this program wrote the kept index: it is built anew",
};

/// The model that made the vectors of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its id and version.
    pub id: String,
    /// The SHA-256 of its weights, hexadecimal.
    pub sha256: String,
}

#[derive(Deserialize)]
struct Content {
    made_from: [u8; CHECKSUM_BYTES],
    model: Option<Model>,
    passages: Vec<Passage>,
    postings: Postings,
    vectors: Vectors,
    mentioned: Mentioned,
}

/// As [`Content`], of what is there.
#[derive(Serialize)]
struct Written<'a> {
    made_from: [u8; CHECKSUM_BYTES],
    model: Option<&'a Model>,
    passages: &'a [Passage],
    postings: &'a Postings,
    vectors: &'a Vectors,
    mentioned: &'a Mentioned,
}

/// Returns `index`, the index of `records` cut as `cut` says, as bytes; `model` is the one that made its vectors, and without one they
/// are left out.
///
/// # Errors
/// `invalid-argument` when its vectors are of another model; `internal` for broken invariants.
pub fn write(index: &Index, records: &Records, cut: &Cut, model: Option<&Model>) -> Result<Vec<u8>> {
    let made_by = |model: &Model| index.vectors.model().is_none_or(|made_by| made_by == model.id);
    if !model.is_none_or(made_by) {
        return Err(Error::new(Code::InvalidArgument, "the vectors of the index are not of the model that is named"));
    }
    let none = Vectors::default();
    let content = Written {
        made_from: digest(records, cut),
        model,
        passages: &index.passages,
        postings: &index.postings,
        vectors: if model.is_some() { &index.vectors } else { &none },
        mentioned: &index.mentioned,
    };
    let mut bytes = FORM.begun();
    let body = bytes.len() + CHECKSUM_BYTES;
    bytes.resize(body, 0);
    let mut bytes = postcard::to_extend(&content, bytes).map_err(|_| Error::internal("an index cannot be written"))?;
    let (head, body) = bytes.split_at_mut(body);
    if let Some(hash) = head.last_chunk_mut::<CHECKSUM_BYTES>() {
        *hash = sha256(body);
    }
    Ok(bytes)
}

/// Returns the index of `records`, cut as `cut` says, that `bytes` hold. Vectors of another model than `model` are left out, and so are they
/// where it is `None`.
///
/// # Errors
/// `unsupported` when another version wrote it; `malformed` when it is damaged or of other records: build the index anew.
pub fn read(bytes: &[u8], records: &Records, cut: &Cut, model: Option<&Model>) -> Result<Index> {
    let damaged = || FORM.damaged();
    let content: Content = postcard::from_bytes(FORM.behind_head(bytes)?).map_err(|_| damaged())?;
    let fits = |passage: &Passage| super::text_of(records, passage).is_ok();
    let counted = content.postings.passages() as usize == content.passages.len();
    if content.made_from != digest(records, cut) || !counted || !content.passages.iter().all(fits) {
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

/// What tells `records`, cut as `cut` says, from others: their files, and what else of documents and patients an index is made of.
fn digest(records: &Records, cut: &Cut) -> [u8; CHECKSUM_BYTES] {
    let mut hash = Sha256::new();
    let mut tell = |part: &str| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    tell(&cut.to_string());
    records.files.iter().for_each(|file| tell(&file.sha256));
    records.patients.iter().for_each(|patient| tell(&patient.name));
    for document in &records.documents {
        let subject = document.subject.map(|PatientIndex(at)| at.to_string()).unwrap_or_default();
        let day = document.date.map(|day| day.to_string()).unwrap_or_default();
        let author = document.author.as_deref().unwrap_or_default();
        let length = document.text.len().to_string();
        [document.id.as_str(), &document.title, &subject, &day, author, &length].into_iter().for_each(&mut tell);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk;
    use crate::document::{Content as Text, Document, DocumentKind, FileIndex, Provenance};
    use crate::hex::hex;
    use crate::index::PassageIndex;
    use crate::ingest;
    use crate::progress::Unwatched;

    const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");

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
        let bytes = write(&index, &records, &Cut::default(), Some(&model("a"))).unwrap();
        (records, index, bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let (records, index, bytes) = made();
        assert_eq!(read(&bytes, &records, &Cut::default(), Some(&model("a"))).unwrap(), index);
    }

    #[test]
    fn vectors_of_other_weights_are_left_out() {
        let (records, index, bytes) = made();
        for other in [None, Some(model("b"))] {
            let opened = read(&bytes, &records, &Cut::default(), other.as_ref()).unwrap();
            assert!(opened.vectors().is_empty());
            assert_eq!(opened.postings(), index.postings());
        }
        let other = Model { id: "other".to_owned(), sha256: "a".to_owned() };
        assert_eq!(write(&index, &records, &Cut::default(), Some(&other)).unwrap_err().code(), Code::InvalidArgument);
    }

    #[test]
    fn without_a_model_vectors_stay_behind() {
        let (records, index, _) = made();
        let bytes = write(&index, &records, &Cut::default(), None).unwrap();
        let opened = read(&bytes, &records, &Cut::default(), Some(&model("a"))).unwrap();
        assert!(opened.vectors().is_empty());
        assert_eq!((opened.postings(), opened.as_slice()), (index.postings(), index.as_slice()));
    }

    #[test]
    fn a_newer_version_is_refused_and_damage_is_seen() {
        let (records, _, bytes) = made();
        let code = |bytes: &[u8]| read(bytes, &records, &Cut::default(), None).unwrap_err().code();
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
            assert_eq!(read(&bytes, &other, &Cut::default(), None).unwrap_err().code(), Code::Malformed);
        }
    }

    #[test]
    fn other_files_names_and_cuts_are_seen() {
        let mut records = Records::default();
        ingest::read(&mut records, OKAFOR, &mut Unwatched).unwrap();
        let cut = Cut::default();
        let index = Index::build(&records, chunk::passages(&records)).unwrap();
        let bytes = write(&index, &records, &cut, None).unwrap();
        assert_eq!(read(&bytes, &records, &cut, None).unwrap(), index);
        let mut others = [records.clone(), records.clone(), records.clone(), records.clone()];
        others[0].files[0].sha256.replace_range(..1, "x");
        others[1].patients[0].name.push('a');
        others[2].documents.swap(0, 1);
        others[3].documents[0].date = None;
        for (at, other) in others.iter().enumerate() {
            assert_eq!(read(&bytes, other, &cut, None).unwrap_err().code(), Code::Malformed, "{at}");
        }
        assert_eq!(read(&bytes, &records, &"400".parse().unwrap(), None).unwrap_err().code(), Code::Malformed);
    }

    /// Fails when the sample records give another index than before: `VERSION` counts up then, as kept indices are of no use any more.
    #[test]
    fn the_version_stands_for_what_the_same_records_give() {
        let mut records = Records::default();
        ingest::read(&mut records, OKAFOR, &mut Unwatched).unwrap();
        let index = Index::build(&records, chunk::passages(&records)).unwrap();
        let bytes = write(&index, &records, &Cut::default(), None).unwrap();
        let told = hex(&Sha256::digest(&bytes[8..]));
        assert_eq!((VERSION, told.as_str()), (3, "0d78582676c23f6e37a95053f7da5cc69e095e9e01ce2d575d3984808b537222"));
    }
}
