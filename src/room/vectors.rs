//! The vectors of passages: made here or elsewhere, kept, and taken back.

use super::Room;
use crate::clearance::Embed;
use crate::error::{Code, Error, Result};
use crate::index::PassageIndex;
use crate::progress::{Observer, Progress, report};
use crate::reference::Reference;
use crate::vault::segment;

/// Passages that are embedded in one batch.
const EMBED_AT_ONCE: usize = 8;

impl Embed for Room {
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        self.question_vector(text).ok()
    }
}

impl Room {
    /// Returns the vector of `question` by the encoder in use.
    ///
    /// # Errors
    /// `model` where there is none, or it fails, or runs elsewhere and has not given the vector yet.
    pub fn question_vector(&self, question: &str) -> Result<Vec<f32>> {
        let encoder = self.encoder.as_ref().ok_or_else(|| {
            Error::new(Code::Model, "search by meaning is not there yet: without it there is no vector of the question")
        })?;
        Ok(encoder.embed_question(question)?.as_slice().to_vec())
    }

    /// Embeds at most `most` passages that have no vector yet, and returns how many have one now, and of how
    /// many. Without an encoder nothing is embedded.
    ///
    /// # Errors
    /// `model` when the encoder fails; `cancelled` when `observer` says so. What was embedded before is kept.
    pub fn embed(&mut self, most: usize, observer: &mut dyn Observer) -> Result<(usize, usize)> {
        self.refresh()?;
        let total = self.index.len();
        if let Some(encoder) = &self.encoder {
            let waiting: Vec<PassageIndex> = self.index.without_vector().take(most).collect();
            for passages in waiting.chunks(EMBED_AT_ONCE) {
                let texts: Vec<String> = passages
                    .iter()
                    .map(|passage| self.index.embedding_text(&self.records, *passage))
                    .collect::<Result<_>>()?;
                let vectors = encoder.embed(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
                let pairs = passages.iter().zip(&vectors).map(|(passage, vector)| (*passage, vector.as_slice()));
                self.index.add_vectors(encoder.model_id().as_str(), pairs)?;
                let done = self.index.vectors().len() as u64;
                report(observer, Progress::Embedding { done, total: total as u64 })?;
            }
        }
        Ok((self.index.vectors().len(), total))
    }

    /// Returns the passages that have no vector yet, in order: of each its reference and the text to embed. What embeds them
    /// elsewhere hands the vectors to [`take_vectors`](Self::take_vectors).
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub fn texts_to_embed(&mut self) -> Result<Vec<(Reference, String)>> {
        self.refresh()?;
        let of = |at: PassageIndex| {
            let reference = self.index.passage(at).map(|passage| passage.reference.clone());
            let text = self.index.embedding_text(&self.records, at)?;
            Ok(reference.map(|reference| (reference, text)))
        };
        self.index.without_vector().filter_map(|at| of(at).transpose()).collect()
    }

    /// Takes the vectors of passages that the model in use embedded elsewhere, and returns how many passages have one now, and of how
    /// many. A passage that is not there any more is left out.
    ///
    /// # Errors
    /// `invalid-argument` when no model is in use, or the vectors are not one of its length for each reference.
    pub fn take_vectors(&mut self, references: &[Reference], vectors: &[f32]) -> Result<(usize, usize)> {
        self.refresh()?;
        let unfit =
            || Error::new(Code::InvalidArgument, "these are not vectors of the model in use, one for each passage");
        let encoder = self.encoder.as_ref().ok_or_else(unfit)?;
        if vectors.len() != references.len() * encoder.dimensions() {
            return Err(unfit().found(vectors.len() as u64, (references.len() * encoder.dimensions()) as u64));
        }
        let found = references.iter().zip(vectors.chunks_exact(encoder.dimensions().max(1)));
        let found: Vec<_> = found.filter_map(|(of, vector)| Some((self.index.find(of)?, vector))).collect();
        self.index.add_vectors(encoder.model_id().as_str(), found)?;
        Ok((self.index.vectors().len(), self.index.len()))
    }

    /// Returns at most `most` vectors that are not kept yet, as bytes to seal, and how many those are; `None` when
    /// all are kept. They count as kept once [`vectors_kept`](Self::vectors_kept) has been told so.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn vectors_to_keep(&self, most: usize) -> Result<Option<(usize, Vec<u8>)>> {
        let vectors = self.index.vectors();
        let waiting = self.index.passages().filter(|(_, passage)| !self.kept.contains(&passage.reference));
        let rows: Vec<_> = waiting
            .filter_map(|(at, passage)| Some((passage.reference.clone(), vectors.get(at)?)))
            .take(most)
            .collect();
        let Some(model) = vectors.model().filter(|_| !rows.is_empty()) else { return Ok(None) };
        let count = rows.len();
        Ok(Some((count, segment::pack(&segment::Vectors { model: model.to_owned(), rows })?)))
    }

    /// Takes note that the vectors of `segment`, as [`vectors_to_keep`](Self::vectors_to_keep) returned it, are kept.
    ///
    /// # Errors
    /// `malformed` when it is no such segment.
    pub fn vectors_kept(&mut self, segment: &[u8]) -> Result<()> {
        self.kept.extend(segment::unpack(segment)?.rows.into_iter().map(|(reference, _)| reference));
        Ok(())
    }

    /// Takes note that no vector is kept: all are about to be kept anew, in one piece.
    pub fn vectors_forgotten(&mut self) {
        self.kept.clear();
    }

    /// Takes back vectors that were kept, and returns how many found their passage. Vectors of another model than
    /// the one in use are left out.
    ///
    /// # Errors
    /// `malformed` when the segment is damaged; `unsupported` when a newer version wrote it.
    pub fn restore_vectors(&mut self, segment: &[u8]) -> Result<usize> {
        let segment::Vectors { model, rows } = segment::unpack(segment)?;
        self.refresh()?;
        if !self.may_hold(&model) {
            return Ok(0);
        }
        self.kept.extend(rows.iter().map(|(reference, _)| reference.clone()));
        self.index.restore_vectors(&model, rows)
    }

    /// Takes vectors that come with records, as [`vectors_to_keep`](Self::vectors_to_keep) returned them elsewhere, and returns
    /// how many found a passage without one. They count as made here, so that none of them is kept yet. Vectors of another model
    /// than the one in use are left out.
    ///
    /// # Errors
    /// As [`restore_vectors`](Self::restore_vectors).
    pub fn adopt_vectors(&mut self, segment: &[u8]) -> Result<usize> {
        let segment::Vectors { model, rows } = segment::unpack(segment)?;
        self.refresh()?;
        if self.may_hold(&model) { self.index.restore_vectors(&model, rows) } else { Ok(0) }
    }

    /// Returns whether vectors of `model` go with the model in use, and with those that are here.
    fn may_hold(&self, model: &str) -> bool {
        let used = self.encoder.as_ref().map(|encoder| encoder.model_id().as_str());
        used.or_else(|| self.index.vectors().model()).is_none_or(|used| used == model)
    }
}
