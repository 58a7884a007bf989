//! The index: passages, their words and their vectors, and the way from a reference to its passage.
//!
//! An [`Index`] belongs to the [`Records`] it was built over and copies none of their text: it keeps passages
//! (which are ranges of documents), postings and vectors. Where records only grow at their end [`Index::add`] goes on
//! from what is there; where their documents change, the index is built anew and takes over what it can
//! ([`Index::adopt_vectors`]). How hits are found and ordered is [`crate::retrieve`]'s part.

pub mod analyze;
pub mod bm25;
pub mod building;
pub mod concepts;
pub mod fields;
pub mod maxscore;
pub mod mentioned;
pub mod postings;
pub mod snapshot;
pub mod speaking;
pub mod top;
pub mod vectors;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::concepts::{Context, Known, Vocabulary};
use self::fields::{Field, Part};
use self::mentioned::Mentioned;
use self::postings::Postings;
use self::vectors::Vectors;
use crate::document::{Document, DocumentIndex, FactKind, Passage, Records};
use crate::error::{Code, Error, Place, Result};
use crate::reference::Reference;

/// Names one of the passages of an [`Index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PassageIndex(pub u32);

/// What one call of [`Index::add`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Added {
    /// Passages that are now found.
    pub passages: usize,
    /// Passages that were there already, word for word and under the same reference.
    pub repeats: usize,
}

/// The passages of some records, ready to be searched.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Index {
    passages: Vec<Passage>,
    /// All passages in the order of their references.
    by_reference: Vec<PassageIndex>,
    /// The place of each passage in `by_reference`.
    places: Vec<u32>,
    /// The document of each passage: a search asks for all of them, and passages themselves lie far apart.
    documents: Vec<DocumentIndex>,
    postings: Postings,
    vectors: Vectors,
    mentioned: Mentioned,
}

impl Index {
    /// Returns the index of `passages`, which must be pieces of the documents of `records`.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn build(records: &Records, passages: Vec<Passage>) -> Result<Self> {
        let mut index = Index::default();
        index.add(records, passages)?;
        Ok(index)
    }

    /// Adds `passages`, pieces of documents of `records`, and says how many were new. `records` must be those of
    /// earlier calls, to which documents may have been added at the end. On an error nothing is added.
    ///
    /// # Errors
    /// `invalid-argument` with the number of the passage when its document or its range does not exist, or when
    /// its reference already names another text.
    pub fn add(&mut self, records: &Records, passages: Vec<Passage>) -> Result<Added> {
        let mut new: BTreeMap<Reference, usize> = BTreeMap::new();
        let mut kept: Vec<Passage> = Vec::with_capacity(passages.len());
        let mut added = Added::default();
        for (at, passage) in passages.into_iter().enumerate() {
            let text =
                text_of(records, &passage).map_err(|error| error.at(Place::root().field("passages").index(at)))?;
            let earlier = new
                .get(&passage.reference)
                .and_then(|at| kept.get(*at))
                .or_else(|| self.find(&passage.reference).and_then(|at| self.passage(at)));
            match earlier {
                Some(earlier) if text_of(records, earlier)? == text => added.repeats += 1,
                Some(_) => {
                    return Err(Error::new(Code::InvalidArgument, "a reference already names another text")
                        .at(Place::root().field("passages").index(at)));
                }
                None => {
                    new.insert(passage.reference.clone(), kept.len());
                    kept.push(passage);
                }
            }
        }
        added.passages = kept.len();
        let more = Postings::build(kept.iter().map(|passage| searchable(records, passage)));
        if self.passages.is_empty() {
            self.postings = more;
        } else {
            self.postings.append(&more);
        }
        self.passages.extend(kept);
        self.sort();
        Ok(added)
    }

    /// Takes out the passages that `keep` says no to, without reading the words of the others again; those after one that goes are
    /// numbered anew.
    pub fn retain(&mut self, keep: impl Fn(&Passage) -> bool) {
        let keep: Vec<bool> = self.passages.iter().map(keep).collect();
        self.postings.retain(&keep);
        self.vectors.retain(&keep);
        self.mentioned.retain(&keep);
        let mut stays = keep.into_iter();
        self.passages.retain(|_| stays.next().unwrap_or(false));
        self.sort();
    }

    fn sort(&mut self) {
        let mut order: Vec<_> = (0_u32..).zip(&self.passages).map(|(at, passage)| (&passage.reference, at)).collect();
        order.sort_unstable();
        self.by_reference = order.into_iter().map(|(_, at)| PassageIndex(at)).collect();
        self.documents = self.passages.iter().map(|passage| passage.document).collect();
        self.places = vec![0; self.passages.len()];
        for (place, passage) in (0_u32..).zip(&self.by_reference) {
            if let Some(slot) = self.places.get_mut(passage.0 as usize) {
                *slot = place;
            }
        }
    }

    /// Lets go of the last `most` passages, and returns whether none is left: what is left is no index any more.
    pub fn shed(&mut self, most: usize) -> bool {
        self.passages.truncate(self.passages.len().saturating_sub(most));
        self.passages.is_empty()
    }

    /// Returns the number of passages.
    pub fn len(&self) -> usize {
        self.passages.len()
    }

    /// Returns whether there is no passage.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// Returns all passages in the order of adding, which is that of their numbers.
    pub fn passages(&self) -> impl ExactSizeIterator<Item = (PassageIndex, &Passage)> {
        self.passages.iter().enumerate().map(|(at, passage)| (PassageIndex(at as u32), passage))
    }

    /// Returns all passages in the order of their numbers.
    pub fn as_slice(&self) -> &[Passage] {
        &self.passages
    }

    /// Returns the document of each passage, in the order of their numbers.
    pub fn documents(&self) -> &[DocumentIndex] {
        &self.documents
    }

    /// Returns one passage, or `None` where the number names none.
    pub fn passage(&self, passage: PassageIndex) -> Option<&Passage> {
        self.passages.get(passage.0 as usize)
    }

    /// Returns the passage that `reference` names exactly, or `None`.
    pub fn find(&self, reference: &Reference) -> Option<PassageIndex> {
        let name = |at: &PassageIndex| self.passage(*at).map(|passage| &passage.reference);
        let place = self.by_reference.binary_search_by(|at| name(at).cmp(&Some(reference))).ok()?;
        self.by_reference.get(place).copied()
    }

    /// Returns the place of a passage in the order of all references, which breaks ties between scores.
    pub fn place(&self, passage: PassageIndex) -> u32 {
        self.places.get(passage.0 as usize).copied().unwrap_or(u32::MAX)
    }

    /// Returns the verbatim text of a passage.
    ///
    /// # Errors
    /// `not-found` when there is no such passage; `invalid-argument` when `records` are not those of this index.
    pub fn text<'r>(&self, records: &'r Records, passage: PassageIndex) -> Result<&'r str> {
        text_of(records, self.passage(passage).ok_or_else(no_such_passage)?)
    }

    /// Returns the text to embed for a passage: title and heading, then the text, so that a short list of readings
    /// says whose and when; rows of a table come with its header. It names the patient and never leaves the device.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn embedding_text(&self, records: &Records, passage: PassageIndex) -> Result<String> {
        let text = self.text(records, passage)?;
        let found = self.passage(passage).ok_or_else(no_such_passage)?;
        let title = document_of(records, found).map_or("", |document| document.title.as_str());
        let document = document_of(records, found).map_or("", |document| document.text.as_str());
        let header =
            found.header.and_then(|header| header.of(document)).map_or(String::new(), |row| format!("{row}\n"));
        // Of what is about nobody the heading says no more than that it is a text.
        if document_of(records, found).is_some_and(|document| document.subject.is_none() && document.facts().is_empty())
        {
            let gap = if title.is_empty() { "" } else { "\n" };
            return Ok(format!("{title}{gap}{header}{text}"));
        }
        Ok(format!("{title} · {}\n{header}{text}", found.heading))
    }

    /// Returns the postings of the passages.
    pub fn postings(&self) -> &Postings {
        &self.postings
    }

    /// Returns the vectors of the passages.
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// Returns what the passages speak of, as far as they were looked through.
    pub fn mentioned(&self) -> &Mentioned {
        &self.mentioned
    }

    /// Looks for concepts of `vocabulary` in at most `most` further passages, and returns how many were looked through, and of how many. Where
    /// those of another vocabulary were looked for before, it begins anew.
    pub fn mention(&mut self, vocabulary: &Vocabulary, records: &Records, most: usize) -> (usize, usize) {
        if !self.mentioned.are_of(vocabulary) {
            self.mentioned = Mentioned::of(vocabulary);
        }
        let from = self.mentioned.passages();
        let mut known = Known::default();
        for passage in self.passages.iter().skip(from).take(most) {
            let (texts, all) = spoken_in(records, passage);
            self.mentioned.add(vocabulary, &mut known, texts, all);
        }
        (self.mentioned.passages(), self.passages.len())
    }

    /// Returns the passages that have no vector yet, in order.
    pub fn without_vector(&self) -> impl Iterator<Item = PassageIndex> {
        self.passages().map(|(at, _)| at).filter(|at| !self.vectors.has(*at))
    }

    /// Records vectors that `model` (its id and version) made, each in place of an earlier one of its passage. On
    /// an error the vectors before it are kept.
    ///
    /// # Errors
    /// `not-found` for a passage that is not here, and as [`Vectors::insert`].
    pub fn add_vectors<V: AsRef<[f32]>>(
        &mut self,
        model: &str,
        vectors: impl IntoIterator<Item = (PassageIndex, V)>,
    ) -> Result<()> {
        for (passage, vector) in vectors {
            self.passage(passage).ok_or_else(no_such_passage)?;
            self.vectors.insert(model, passage, vector.as_ref())?;
        }
        Ok(())
    }

    /// Takes over the vectors of the passages that `earlier` has too, of at most `most` from the one numbered `from` on, and
    /// returns how many those are: when records change and passages are made anew, only what is new needs embedding. A
    /// reference is made from all that the text to embed is made of, so that equal references have equal vectors.
    ///
    /// # Errors
    /// `model` when both have vectors, of different models.
    pub fn adopt_vectors(&mut self, earlier: &Index, from: usize, most: usize) -> Result<usize> {
        let Some(model) = earlier.vectors.model() else { return Ok(0) };
        let mut adopted = 0;
        for (at, passage) in (0..).map(PassageIndex).zip(&self.passages).skip(from).take(most) {
            if let Some(vector) = earlier.find(&passage.reference).and_then(|at| earlier.vectors.get(at)) {
                self.vectors.insert_quantised(model, at, vector)?;
                adopted += 1;
            }
        }
        Ok(adopted)
    }

    /// Takes over vectors that were kept, and returns how many found their passage. Those of passages that have a
    /// vector already are left.
    ///
    /// # Errors
    /// `model` when there are vectors of another model here; as [`Vectors::insert_quantised`].
    pub fn restore_vectors(
        &mut self,
        model: &str,
        rows: impl IntoIterator<Item = (Reference, vectors::Quantised)>,
    ) -> Result<usize> {
        let mut restored = 0;
        for (reference, vector) in rows {
            let Some(passage) = self.find(&reference).filter(|at| !self.vectors.has(*at)) else { continue };
            self.vectors.insert_quantised(model, passage, vector)?;
            restored += 1;
        }
        Ok(restored)
    }

    /// Forgets all vectors, to embed with another model.
    pub fn clear_vectors(&mut self) {
        self.vectors = Vectors::default();
    }
}

fn no_such_passage() -> Error {
    Error::new(Code::NotFound, "there is no passage with this number")
}

fn document_of<'r>(records: &'r Records, passage: &Passage) -> Option<&'r Document> {
    records.documents.get(passage.document.0 as usize)
}

fn text_of<'r>(records: &'r Records, passage: &Passage) -> Result<&'r str> {
    document_of(records, passage)
        .and_then(|document| passage.span.of(&document.text))
        .ok_or_else(|| Error::new(Code::InvalidArgument, "a passage is not a piece of a document of these records"))
}

/// The texts of a passage in which concepts are looked for, and how everything in them is meant, where that is known.
fn spoken_in<'r>(records: &'r Records, passage: &'r Passage) -> ([&'r str; 2], Option<Context>) {
    let of_family = !passage.facts.is_empty()
        && document_of(records, passage).is_some_and(|document| {
            let facts = document.facts().get(passage.facts.clone()).unwrap_or_default();
            facts.iter().all(|fact| fact.kind == FactKind::FamilyMemberHistory)
        });
    let texts = [passage.heading.as_str(), text_of(records, passage).unwrap_or("")];
    (texts, of_family.then_some(Context::Family))
}

/// Characters from which on a code of digits alone is no number that a text or question may have.
const LONG_CODE: usize = 5;

/// Whether `code` tells itself from other words: `140` may be anything, `I10` and `4548-4` may not.
fn tells(code: &str) -> bool {
    code.len() >= LONG_CODE
        || code.contains(|c: char| c.is_ascii_alphabetic()) && code.contains(|c: char| c.is_ascii_digit())
}

/// What a passage is found by: the patient's name and who wrote it, the document's title and the heading, the codes of its facts, the
/// day, and the text.
fn searchable<'r>(records: &'r Records, passage: &'r Passage) -> Vec<Part<'r>> {
    let document = document_of(records, passage);
    let patient = document.and_then(|document| document.subject).and_then(|at| records.patients.get(at.0 as usize));
    let part = |field: Field, text: &'r str| Part { field, text };
    let title = document.map_or("", |document| document.title.as_str());
    let day = document.and_then(|document| document.date).map(|day| day.to_string());
    let dated = day.as_deref().and_then(|day| title.find(day).map(|at| at..at + day.len()));
    let dated = dated.unwrap_or(title.len()..title.len());
    let of_title = |range: std::ops::Range<usize>| title.get(range).unwrap_or_default();
    // Rows are found by the words of their header, and a section by the headings around it; its own stands in the heading.
    let prose = document.map_or("", |document| document.text.as_str());
    let outer = passage.headings.iter().filter_map(|span| span.of(prose));
    let outer = outer
        .map(|heading| heading.trim_matches(['#', ' ']))
        .filter(|outer| !passage.heading.ends_with(&outer.to_lowercase()));
    let mut parts = vec![
        part(Field::Who, patient.map_or("", |patient| patient.name.as_str())),
        part(Field::Who, document.and_then(|document| document.author.as_deref()).unwrap_or("")),
        part(Field::Title, of_title(0..dated.start)),
        part(Field::Date, of_title(dated.clone())),
        part(Field::Title, of_title(dated.end..title.len())),
        part(Field::Title, passage.heading.as_str()),
        part(Field::Text, passage.header.and_then(|header| header.of(prose)).unwrap_or("")),
        part(Field::Text, text_of(records, passage).unwrap_or("")),
    ];
    parts.extend(outer.map(|outer| part(Field::Title, outer)));
    let facts = document.and_then(|document| document.facts().get(passage.facts.clone())).unwrap_or_default();
    let codes = facts.iter().flat_map(|fact| {
        let components = fact.components.iter().map(|component| Some(&component.code));
        std::iter::once(fact.code.as_ref()).chain(components).flatten()
    });
    let mut codes: Vec<&str> = codes.filter_map(|coded| coded.code.as_deref()).filter(|code| tells(code)).collect();
    codes.sort_unstable();
    codes.dedup();
    parts.extend(codes.into_iter().map(|code| part(Field::Codes, code)));
    parts
}
