//! The record room: the records, their index, their known answers and the model in use, kept in step.
//!
//! Both the browser's engine and the command line are thin shells around it. It does no I/O: it takes
//! bytes, seeds and clock readings.

use std::collections::BTreeSet;
use std::sync::Arc;

mod again;
mod asking;
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
mod settings;
mod thinking;
pub mod tools;
mod vectors;
mod wordings;

use crate::chunk::Cut;
use crate::clearance::KnownAnswers;
use crate::document::{PatientIndex, Records};
use crate::error::Result;
use crate::index::Index;
use crate::index::concepts::Vocabulary;
use crate::ingest::{self, Import, Report, Step, Stream};
use crate::model::Encode;
use crate::model::injection::Classifier;
use crate::privacy::detect::Detector;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::Policy;
use crate::privacy::rare::RareDiseases;
use crate::privacy::recognizers::{self, Reader};
use crate::progress::Observer;
use crate::reference::Reference;
use crate::workflow::Context;

pub use again::WORTH_KEEPING;
use asking::{TOP_NOTES, not_empty};
pub use examine::MAX_EXAMINED_BYTES;
pub use joining::Joining;
pub use meanwhile::Meanwhile;
use past::Past;
use renewal::{Cutter, Renewal};
pub use searching::{Expansion, Filters, Search, Spelling};

/// Passages that a question retrieves when nothing else is asked for.
pub const TOP_K: usize = 8;

/// Passages that one step of making an index takes where nothing else is said: some ten milliseconds of work.
pub const INDEX_STEP_TEXTS: usize = 512;

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
