//! The record room: the records, their index, their known answers and the model in use, kept in step.
//!
//! Both the browser's engine and the command line are thin shells around it. It does no I/O: it takes
//! bytes, seeds and clock readings.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;

mod again;
mod examine;
pub mod inside;
mod joining;
mod meanwhile;
mod overview;
mod past;
mod refining;
mod renewal;
mod screen;
mod searching;
mod thinking;
pub mod tools;
mod vectors;
mod wordings;

use crate::brief::{self, Brief};
use crate::chunk::Cut;
use crate::clearance::{Block, KnownAnswers};
use crate::document::{DocumentKind, PatientIndex, Records};
use crate::error::{Code, Error, Result};
use crate::index::Index;
use crate::index::concepts::Vocabulary;
use crate::ingest::{self, Import, Report, Step, Stream};
use crate::model::Encode;
use crate::model::injection::Classifier;
use crate::privacy::detect::Detector;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::{Choice, Policy};
use crate::privacy::rare::RareDiseases;
use crate::privacy::recognizers::{self, Reader};
use crate::privacy::stranger::Limit;
use crate::progress::Observer;
use crate::question::{self, follow, spell};
use crate::quote::format::Endpoint;
use crate::reference::Reference;
use crate::retrieve::narrow::By;
use crate::retrieve::{self, Hits, QueryVector, Strategy, Tools};
use crate::workflow::{self, Answer, Context, Workflow};

pub use again::WORTH_KEEPING;
pub use examine::MAX_EXAMINED_BYTES;
pub use joining::Joining;
pub use meanwhile::Meanwhile;
use past::Past;
use renewal::{Cutter, Renewal};
pub use searching::{Expansion, Filters, Search, Spelling};

/// Passages that a question retrieves when nothing else is asked for.
pub const TOP_K: usize = 8;

/// Passages of prose among which an answer without a model chooses.
const TOP_NOTES: usize = 48;

/// Passages that one step of making an index takes where nothing else is said: some ten milliseconds of work.
pub const INDEX_STEP_TEXTS: usize = 512;

/// Passages that a question looks through for concepts before it goes on, of those that were not yet, for the questions after it. It finds the
/// same without: of the others it looks through those that have the words of what it asks for.
const MENTION_BESIDE: usize = INDEX_STEP_TEXTS;

/// The records and everything made of them.
pub struct Room {
    records: Records,
    index: Index,
    known: KnownAnswers,
    encoder: Option<Box<dyn Encode>>,
    subject: Option<PatientIndex>,
    generation: u64,
    stale: bool,
    /// The passages whose vectors are kept outside the room.
    kept: BTreeSet<Reference>,
    /// The generation whose index is kept outside the room.
    kept_index: Option<u64>,
    renewal: Option<Renewal>,
    /// The records that the index is of, while a new one is made of `records`.
    earlier: Option<Records>,
    /// What is not needed any more, to be let go of in turns.
    past: Past,
    /// Records that are read anew, to take the place of `records`.
    anew: Option<Records>,
    lexicon: Option<Arc<Lexicon>>,
    vocabulary: Option<Arc<Vocabulary>>,
    rare: Option<Arc<RareDiseases>>,
    reader: Option<Reader>,
    classifier: Option<Arc<Classifier>>,
    detector: Detector,
    policy: Policy,
    cut: Cut,
}

impl Room {
    /// Returns an empty room.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn new() -> Result<Self> {
        let records = Records::default();
        let index = Index::build(&records, Vec::new())?;
        Ok(Room {
            records,
            index,
            known: KnownAnswers::default(),
            encoder: None,
            subject: None,
            generation: 0,
            stale: false,
            kept: BTreeSet::new(),
            kept_index: None,
            renewal: None,
            earlier: None,
            past: Past::default(),
            anew: None,
            lexicon: None,
            vocabulary: None,
            rare: None,
            reader: None,
            classifier: None,
            detector: Detector::new(recognizers::all()),
            policy: Policy::default(),
            cut: Cut::default(),
        })
    }

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

    /// Looks for concepts of `vocabulary` from now on, in passages and in questions.
    pub fn set_vocabulary(&mut self, vocabulary: impl Into<Arc<Vocabulary>>) {
        self.vocabulary = Some(vocabulary.into());
    }

    /// Returns the concepts that are known.
    pub fn vocabulary(&self) -> Option<&Arc<Vocabulary>> {
        self.vocabulary.as_ref()
    }

    /// Looks for concepts in at most `most` further passages of the index as it is, and returns how many were looked through, and of how
    /// many; without a vocabulary there is nothing to do.
    pub fn mention(&mut self, most: usize) -> (usize, usize) {
        match &self.vocabulary {
            // The index is of other records.
            _ if self.stale && self.earlier.is_none() => (self.index.len(), self.index.len()),
            Some(vocabulary) => {
                let records = self.earlier.as_ref().unwrap_or(&self.records);
                self.index.mention(vocabulary, records, most)
            }
            None => (self.index.len(), self.index.len()),
        }
    }

    /// Asks `rare` from now on whether a disease is rare. Until then none is known to be.
    pub fn set_rare_diseases(&mut self, rare: impl Into<Arc<RareDiseases>>) {
        self.rare = Some(rare.into());
    }

    /// Asks `reader` from now on, beside the rules and the lexicon, what identifies somebody.
    pub fn set_reader(&mut self, reader: Reader) {
        self.reader = Some(reader);
        self.renew_detector();
    }

    /// Makes every request from now on under `policy`, the host's, which a person's choice can only tighten.
    pub fn set_policy(&mut self, policy: Policy) {
        self.policy = policy;
    }

    /// Returns the host's policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    fn renew_detector(&mut self) {
        let lexicon = self.lexicon.clone().unwrap_or_default();
        self.detector = recognizers::fused(&lexicon, self.reader.clone());
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

    /// Reads the file `bytes` into the room.
    ///
    /// # Errors
    /// As [`ingest::read`]; the room is then as it was.
    pub fn add(&mut self, bytes: &[u8], observer: &mut dyn Observer) -> Result<Report> {
        let report = ingest::read(self.anew.as_mut().unwrap_or(&mut self.records), bytes, observer)?;
        self.added(&report);
        Ok(report)
    }

    /// Goes on reading the file of `import` by about `budget` bytes; the room does not change.
    ///
    /// # Errors
    /// As [`Import::step`].
    pub fn step(&self, import: &mut Import<'_>, budget: usize) -> Result<Step> {
        import.step(self.anew.as_ref().unwrap_or(&self.records), budget)
    }

    /// Adds the file that `stream` has read.
    ///
    /// # Errors
    /// As [`Stream::finish`]; the room is then as it was.
    pub fn finish_stream(&mut self, stream: Stream) -> Result<Report> {
        self.stand();
        let report = stream.finish(self.anew.as_mut().unwrap_or(&mut self.records));
        report.iter().for_each(|report| self.added(report));
        self.settle();
        report
    }

    fn added(&mut self, report: &Report) {
        if !report.already_read && self.anew.is_none() {
            self.stale = true;
            self.renewal = None;
            self.generation += 1;
        }
    }

    /// Brings passages, index and known answers up to date with the files read. Every call that needs them
    /// does so itself; vectors of passages that did not change are kept.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    pub fn refresh(&mut self) -> Result<()> {
        if self.stale {
            while self.refresh_step(usize::MAX).map(|(done, total)| done < total)? {}
        }
        Ok(())
    }

    /// Goes on with [`refresh`](Self::refresh) by about `most` passages and returns how much is done, and of how much (documents, counted
    /// twice, and identifiers); both are equal at the end. Until then the room answers as if no step had been taken. A file that
    /// is added meanwhile lets it begin anew.
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub fn refresh_step(&mut self, most: usize) -> Result<(usize, usize)> {
        let all = renewal::total(&self.records);
        if !self.stale {
            return Ok(if self.past.shed(most) { (all, all) } else { (all.saturating_sub(1), all) });
        }
        let mut renewal = self.renewal.take().unwrap_or_else(Renewal::new);
        if !renewal.is_through(&self.records) {
            let encoder = self.encoder.as_deref().filter(|encoder| encoder.tokens("").is_some());
            let count = |text: &str| encoder.and_then(|encoder| encoder.tokens(text)).unwrap_or_default();
            let tokens = encoder.is_some().then_some(&count as &dyn Fn(&str) -> usize);
            renewal.step(&self.records, &Cutter { cut: &self.cut, tokens }, &self.index, most)?;
        }
        if !renewal.is_through(&self.records) {
            let (done, _) = renewal.progress(&self.records);
            self.renewal = Some(renewal);
            return Ok((done.min(all.saturating_sub(1)), all));
        }
        let (index, known) = renewal.finish()?;
        let before = std::mem::replace(&mut self.index, index);
        self.known = known;
        self.stale = false;
        self.past.take(self.earlier.take(), before);
        Ok(if self.past.shed(most) { (all, all) } else { (all.saturating_sub(1), all) })
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

    /// Returns the records read so far.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Returns the index, brought up to date.
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub fn index(&mut self) -> Result<&Index> {
        self.refresh()?;
        Ok(&self.index)
    }

    /// Returns the `top_k` best passages for `question`, with the parts of their scores. Where the question names
    /// patients, only theirs are searched.
    ///
    /// # Errors
    /// As [`retrieve::search_with`].
    pub fn search(&mut self, question: &str, strategy: Strategy, top_k: usize) -> Result<Hits> {
        self.find(question, &Search { strategy, top_k, ..Search::default() })
    }

    /// Returns the best passages for `question` as `search` asks for them.
    ///
    /// # Errors
    /// As [`retrieve::search_with`].
    pub fn find(&mut self, question: &str, search: &Search<'_>) -> Result<Hits> {
        self.refresh()?;
        if search.expansion == Expansion::Concepts {
            self.mention(MENTION_BESIDE);
        }
        self.found(question, search, &self.records, self.vocabulary.as_deref())
    }

    /// As [`find`](Self::find), in `records`, which the index is of; in passages that were not looked through for concepts yet those of
    /// `beyond` are looked for, where it is given.
    fn found(
        &self,
        question: &str,
        search: &Search<'_>,
        records: &Records,
        beyond: Option<&Vocabulary>,
    ) -> Result<Hits> {
        let vector = match &self.encoder {
            Some(encoder) if search.strategy.uses_dense() && !self.index.vectors().is_empty() => {
                let values = encoder.embed_question(question)?.as_slice().to_vec();
                let model = encoder.model_id().as_str().to_owned();
                Some(QueryVector { model, values, word_share: encoder.word_share() })
            }
            _ => None,
        };
        let only = (records.patients.len() == 1).then_some(PatientIndex(0));
        let corrections = match search.spelling {
            Spelling::Corrected => {
                let known = search.vocabulary.or(self.vocabulary.as_deref());
                let named = known.into_iter().flat_map(|known| known.mentions(question)).map(|mention| mention.span);
                spell::corrections(question, self.index.postings(), |word| self.knows(word), named)
            }
            Spelling::AsWritten => Vec::new(),
        };
        let search = Search { vocabulary: search.vocabulary.or(self.vocabulary.as_deref()), ..search.clone() };
        let mut query = search.query(records, self.subject.or(only), question, vector, corrections);
        if let Some(encoder) = self.encoder.as_ref().filter(|_| query.vector.is_some()) {
            query.variants = search.variants(question, encoder.as_ref())?;
        }
        let tools = Tools { reranker: search.reranker, vocabulary: beyond };
        retrieve::search_with(&self.index, records, &query, search.strategy, search.top_k, &tools)
    }

    /// Returns whether `word` (lower case) is one that is not to be read as another.
    fn knows(&self, word: &str) -> bool {
        let listed = self.lexicon.as_ref().is_some_and(|lexicon| !lexicon.of_word(word).is_unknown());
        listed || question::is_known(word)
    }

    /// Returns `question` made whole with what it takes over from the newest of `earlier` (oldest first), or `None` where it
    /// stands alone; see [`follow::whole`].
    pub fn follow_up(&self, question: &str, earlier: &[String]) -> Option<String> {
        follow::whole(question, earlier, &self.records.patients)
    }

    /// Returns the answer to `question` without any model: quotes only. Nothing leaves.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes(&mut self, question: &str) -> Result<Answer> {
        self.quotes_on(question, None)
    }

    /// As [`quotes`](Self::quotes), where `today` is the caller's calendar day: "last year" and "how long ago" count from it.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes_on(&mut self, question: &str, today: Option<Date>) -> Result<Answer> {
        self.quotes_without(question, today, &BTreeSet::new())
    }

    /// As [`quotes_on`](Self::quotes_on), where nothing is searched more narrowly by what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn quotes_without(&mut self, question: &str, today: Option<Date>, without: &BTreeSet<By>) -> Result<Answer> {
        not_empty(question)?;
        let search = Search { today, without: without.clone(), ..Search::default() };
        let hits = self.find(question, &search)?;
        let notes = BTreeSet::from([DocumentKind::Note]);
        let written = self.find(question, &Search { top_k: TOP_NOTES, kinds: notes, ..search })?;
        Ok(workflow::quotes(&self.context(), question, &hits, &written, today))
    }

    /// Returns what is new of `patient` since `since` and where the record disagrees with itself, with the boxes of all entries.
    ///
    /// # Errors
    /// `not-found` when there is no such patient; as [`refresh`](Self::refresh).
    pub fn brief(&mut self, patient: PatientIndex, since: Date) -> Result<(Brief, Vec<Block>)> {
        self.has(patient)?;
        self.refresh()?;
        let mut brief = brief::brief(&self.records, patient, since);
        let blocks = brief.boxed(&self.records, self.index.as_slice());
        Ok((brief, blocks))
    }

    /// Synthesises and reviews a request for `question`; nothing is sent. See [`Workflow::prepare`].
    ///
    /// # Errors
    /// As [`search`](Self::search) and [`Workflow::prepare`].
    pub fn prepare(
        &mut self,
        question: &str,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        self.prepare_as(question, &Choice::default(), endpoint, seed, now_millis)
    }

    /// As [`prepare`](Self::prepare), told as exactly as the person's `choice` and the host's policy both let it.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    pub fn prepare_as(
        &mut self,
        question: &str,
        choice: &Choice,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        self.prepare_for(question, None, choice, Limit::default(), endpoint, seed, now_millis)
    }

    /// As [`prepare_as`](Self::prepare_as), where what is told must fit as many people as `limit` says. `today` is the caller's calendar day, from
    /// which "last year" counts; without it only dates with a year are a time.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    #[allow(clippy::too_many_arguments)] // as for the workflow
    pub fn prepare_for(
        &mut self,
        question: &str,
        today: Option<Date>,
        choice: &Choice,
        limit: Limit,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Workflow> {
        not_empty(question)?;
        let allowed: &[String] = if self.policy.allow_words { &choice.allowed } else { &[] };
        let question = self.screen(question, allowed)?;
        let search = Search { today, ..Search::default() };
        let hits = self.find(question.plain(), &search)?;
        let notes = BTreeSet::from([DocumentKind::Note]);
        let written = self.find(question.plain(), &Search { top_k: TOP_NOTES, kinds: notes, ..search })?;
        let context = self.context();
        Workflow::prepare(&context, &question, today, &hits, &written, choice, limit, endpoint, seed, now_millis)
    }

    /// Synthesises and reviews a request that asks `question` of public passages alone, and tells nothing of the records. Nothing is sent. The other arguments are as in
    /// [`prepare_for`](Self::prepare_for).
    ///
    /// # Errors
    /// `invalid-argument` for an empty question; as [`Workflow::prepare_alone`].
    pub fn prepare_alone(
        &mut self,
        question: &str,
        choice: &Choice,
        endpoint: &Endpoint,
        now_millis: u64,
    ) -> Result<Workflow> {
        not_empty(question)?;
        self.refresh()?;
        let allowed: &[String] = if self.policy.allow_words { &choice.allowed } else { &[] };
        let question = self.screen(question, allowed)?;
        Workflow::prepare_alone(&self.context(), &question, choice, endpoint, now_millis)
    }

    /// Returns the records with everything that a workflow needs, as of the last refresh.
    pub fn context(&self) -> Context<'_> {
        Context {
            records: &self.records,
            index: &self.index,
            known: &self.known,
            lexicon: self.lexicon.as_deref(),
            detector: &self.detector,
            rare: self.rare.as_deref(),
            vocabulary: self.vocabulary.as_deref(),
            subject: self.subject,
            policy: &self.policy,
            generation: self.generation,
        }
    }
}

fn not_empty(question: &str) -> Result<()> {
    if question.trim().is_empty() {
        return Err(Error::new(Code::InvalidArgument, "the question is empty; type what you want to know"));
    }
    Ok(())
}
