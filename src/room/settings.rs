//! What a room works with: its models and lists, the host's policy, whom it is about, and how documents are cut.

use std::sync::Arc;

use super::Room;
use crate::chunk::Cut;
use crate::document::PatientIndex;
use crate::error::{Code, Error, Result};
use crate::index::concepts::Vocabulary;
use crate::model::Encode;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::Policy;
use crate::privacy::rare::RareDiseases;
use crate::privacy::recognizers::{self, Reader};

impl Room {
    /// Uses `encoder` for passages and questions from now on; vectors of another model are forgotten.
    pub fn set_encoder(&mut self, encoder: Box<dyn Encode>) {
        if self.index.vectors().model().is_some_and(|model| model != encoder.model_id().as_str()) {
            self.index.clear_vectors();
            self.kept.clear();
        }
        self.encoder = Some(encoder);
        self.recount();
    }

    /// Hands `take` the file of weights of the encoder in use, part by part; nothing where there is none, or it runs elsewhere.
    pub fn encoder_file(&self, take: &mut dyn FnMut(&[u8])) {
        self.encoder.iter().for_each(|encoder| encoder.file(take));
    }

    /// Uses no encoder from now on: what is asked is searched by words. Vectors stay until one of another model is used.
    pub fn unset_encoder(&mut self) {
        self.encoder = None;
        self.recount();
    }

    /// Begins anew to make passages where they are cut in tokens, which the encoder in use counts.
    fn recount(&mut self) {
        if self.cut.counts_tokens() {
            self.renewal = None;
        }
    }

    /// Asks `lexicon` from now on what a word may be. Until then only a short list of words leaves with a question, and names
    /// are found only where the records name them.
    pub fn set_lexicon(&mut self, lexicon: impl Into<Arc<Lexicon>>) {
        self.lexicon = Some(lexicon.into());
        self.renew_detector();
    }

    /// Asks `reader` from now on, beside the rules and the lexicon, what identifies somebody.
    pub fn set_reader(&mut self, reader: Reader) {
        self.reader = Some(reader);
        self.renew_detector();
    }

    fn renew_detector(&mut self) {
        let lexicon = self.lexicon.clone().unwrap_or_default();
        self.detector = recognizers::fused(&lexicon, self.reader.clone());
    }

    /// Looks for concepts of `vocabulary` from now on, in passages and in questions.
    pub fn set_vocabulary(&mut self, vocabulary: impl Into<Arc<Vocabulary>>) {
        self.vocabulary = Some(vocabulary.into());
    }

    /// Returns the concepts that are known.
    pub fn vocabulary(&self) -> Option<&Arc<Vocabulary>> {
        self.vocabulary.as_ref()
    }

    /// Asks `rare` from now on whether a disease is rare. Until then none is known to be.
    pub fn set_rare_diseases(&mut self, rare: impl Into<Arc<RareDiseases>>) {
        self.rare = Some(rare.into());
    }

    /// Makes every request from now on under `policy`, the host's, which a person's choice can only tighten.
    pub fn set_policy(&mut self, policy: Policy) {
        self.policy = policy;
    }

    /// Returns the host's policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Sets whom questions are about that name nobody; `None` is everybody. While the room holds one patient, they are
    /// about that one.
    ///
    /// # Errors
    /// `not-found` when there is no such patient.
    pub fn set_subject(&mut self, subject: Option<PatientIndex>) -> Result<()> {
        if subject.is_some_and(|subject| self.records.patients.get(subject.0 as usize).is_none()) {
            return Err(Error::new(Code::NotFound, "there is no patient with this number"));
        }
        self.subject = subject;
        Ok(())
    }

    /// Cuts documents as `cut` says from now on. Passages that are cut otherwise have other references and no vectors yet; in tokens
    /// it is as the encoder in use counts them when passages are made, and by characters where none does.
    pub fn set_cut(&mut self, cut: Cut) {
        if self.cut != cut {
            self.cut = cut;
            self.stale = true;
            self.renewal = None;
            self.generation += 1;
        }
    }

    /// Returns how documents are cut.
    pub fn cut(&self) -> &Cut {
        &self.cut
    }
}
