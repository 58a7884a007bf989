//! The engine that the page's worker drives.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "encoders")]
use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{TellingView, from_js, to_js};
use super::failure::failure;
use super::ledger::Desk;
use super::sighting::sightings;
use crate::brief::Brief;
use crate::clearance::Block;
use crate::document::PatientIndex;
use crate::error::Error;
use crate::index::concepts::umls::Umls;
use crate::ingest::{Import, Stream};
use crate::library::Pack;
use crate::library::gathering::Gathering;
use crate::library::neighbours::Neighbours;
#[cfg(feature = "encoders")]
use crate::model::Remote;
use crate::privacy::policy::Policy;
use crate::question::when::calendar_day;
use crate::retrieve::elsewhere::Elsewhere;
use crate::retrieve::narrow::By;
use crate::room::inside::Agent;
use crate::room::{INDEX_STEP_TEXTS, Joining, Room};
use crate::workflow::Workflow;
use crate::workflow::refining::Refining;
use crate::workflow::thinking::Thinking;

/// The records of one person's session with everything that is computed on them.
#[wasm_bindgen]
pub struct Engine {
    pub(super) room: Room,
    pub(super) desk: Desk,
    pub(super) drafts: BTreeMap<u32, Workflow>,
    /// The questions that are asked by several requests, by the number of the last one's draft.
    pub(super) refining: BTreeMap<u32, Refining>,
    /// The library of which a draft is to be told.
    pub(super) beside: Pack,
    pub(super) thinking: Option<Thinking>,
    /// Articles of PubMed that the person would have collected, or has.
    pub(super) gathering: Option<Gathering>,
    /// The question that would go to a server of public passages, or went.
    pub(super) neighbours: Option<Neighbours>,
    /// What models inside the room work on.
    pub(super) inside: BTreeMap<u32, Agent>,
    pub(super) next_inside: u32,
    pub(super) next_draft: u32,
    pub(super) imports: BTreeMap<u32, Import<'static>>,
    /// The files that are being added.
    pub(super) joinings: BTreeMap<u32, Joining>,
    pub(super) next_import: u32,
    #[cfg(feature = "encoders")]
    pub(super) remote: Option<Arc<Remote>>,
    /// The cross-encoder that runs elsewhere, where searches are to have passages read a second time.
    pub(super) second: Option<Elsewhere>,
    /// The person's own UMLS while it is read.
    pub(super) umls: Option<Umls>,
    pub(super) streams: BTreeMap<u32, Stream>,
    pub(super) next_stream: u32,
}

#[derive(Serialize)]
struct Holdings {
    files: usize,
    patients: usize,
    documents: usize,
    facts: usize,
    passages: usize,
    embedded: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

#[derive(Serialize)]
struct BriefView {
    #[serde(flatten)]
    brief: Brief,
    blocks: Vec<Block>,
}

pub(super) fn thrown(error: Error) -> JsValue {
    failure(&error)
}

#[wasm_bindgen]
impl Engine {
    /// Returns an engine without records or model.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Engine, JsValue> {
        let room = Room::new().map_err(thrown)?;
        Ok(Engine {
            room,
            desk: Desk::default(),
            drafts: BTreeMap::new(),
            refining: BTreeMap::new(),
            beside: Pack::default(),
            thinking: None,
            gathering: None,
            neighbours: None,
            inside: BTreeMap::new(),
            next_inside: 1,
            next_draft: 1,
            imports: BTreeMap::new(),
            joinings: BTreeMap::new(),
            next_import: 1,
            #[cfg(feature = "encoders")]
            remote: None,
            second: None,
            umls: None,
            streams: BTreeMap::new(),
            next_stream: 1,
        })
    }

    /// Goes on making what was added findable, by about `most` passages (512 where nothing is said). Call it again until `done`
    /// equals `total`; whatever else is called before that does the rest at once where it needs it.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = indexStep, unchecked_return_type = "{ done: number; total: number }")]
    pub fn index_step(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] most: Option<usize>,
    ) -> Result<JsValue, JsValue> {
        let (done, total) = self.room.refresh_step(most.unwrap_or(INDEX_STEP_TEXTS)).map_err(thrown)?;
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }

    /// Returns what the room holds.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(unchecked_return_type = "Holdings")]
    pub fn holdings(&mut self) -> Result<JsValue, JsValue> {
        let index = self.room.index().map_err(thrown)?;
        let (passages, embedded, model) =
            (index.len(), index.vectors().len(), index.vectors().model().map(str::to_owned));
        let records = self.room.records();
        to_js(&Holdings {
            files: records.sources(),
            patients: records.patients.len(),
            documents: records.documents.len(),
            facts: records.documents.iter().map(|document| document.facts().len()).sum(),
            passages,
            embedded,
            model,
        })
    }

    /// Returns the names of the patients, in the order of their numbers.
    ///
    /// # Errors
    /// `internal` when they cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn patients(&self) -> Result<JsValue, JsValue> {
        to_js(&self.room.records().patients.iter().map(|patient| patient.name.as_str()).collect::<Vec<_>>())
    }

    /// Sets whom questions are about that name nobody, by number; `undefined` is everybody.
    ///
    /// # Errors
    /// `not-found` when there is no such patient.
    #[wasm_bindgen(js_name = setSubject)]
    pub fn set_subject(&mut self, patient: Option<u32>) -> Result<(), JsValue> {
        self.room.set_subject(patient.map(PatientIndex)).map_err(thrown)
    }

    /// Cuts documents into passages as `cut` says from now on: `whole`; sizes in characters, as `830` or `400,1600`, or in tokens of the
    /// model in use, as `tokens:256`; and with `+120` behind them what a piece of prose repeats of what stands before it.
    ///
    /// # Errors
    /// `invalid-argument` for what is no cut.
    #[wasm_bindgen(js_name = setCut)]
    pub fn set_cut(&mut self, cut: &str) -> Result<(), JsValue> {
        self.room.set_cut(cut.parse().map_err(thrown)?);
        Ok(())
    }

    /// Returns what identifies somebody in `text`, in its order, without overlap. Nothing of it is kept, and nothing leaves.
    ///
    /// # Errors
    /// `too-large` when it is longer than 256 KiB.
    #[wasm_bindgen(unchecked_return_type = "Sighting[]")]
    pub fn examine(&mut self, text: &str) -> Result<JsValue, JsValue> {
        to_js(&sightings(text, &self.room.examine(text).map_err(thrown)?))
    }

    /// Returns the answer without any model: quotes, and the exact answer where the question is about coded facts. Nothing
    /// leaves. `today` is the person's calendar day (`2019-03-02`), from which "last year" counts. Nothing is searched more narrowly by
    /// what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// `invalid-argument` for a day that is none; `internal` for broken invariants.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn quotes(
        &mut self,
        question: &str,
        today: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "NarrowedBy[]")] without: JsValue,
    ) -> Result<JsValue, JsValue> {
        let today = day(today.as_deref())?;
        let without: BTreeSet<By> = if without.is_undefined() { BTreeSet::new() } else { from_js(without)? };
        to_js(&self.room.quotes_without(question, today, &without).map_err(thrown)?)
    }

    /// Returns `question` made whole with what it leaves unsaid, taken from the newest of the questions before it (`earlier`, oldest
    /// first), or `undefined` where it stands alone. Nothing of earlier turns is used but their words.
    #[wasm_bindgen(js_name = followUp)]
    pub fn follow_up(&self, question: &str, earlier: Vec<String>) -> Option<String> {
        self.room.follow_up(question, &earlier)
    }

    /// Returns what is new of a patient, by number, since a day (`2019-03-02`), where the record disagrees with itself, and the
    /// boxes of all entries.
    ///
    /// # Errors
    /// `not-found` when there is no such patient; `invalid-argument` for a day that is none.
    #[wasm_bindgen(unchecked_return_type = "Brief")]
    pub fn brief(&mut self, patient: u32, since: &str) -> Result<JsValue, JsValue> {
        let since = calendar_day(since).map_err(thrown)?;
        let (brief, blocks) = self.room.brief(PatientIndex(patient), since).map_err(thrown)?;
        to_js(&BriefView { brief, blocks })
    }

    /// Makes every request from now on under the host's policy `json`, which a person's choice can only tighten. A policy that cannot be
    /// read is taken for the strictest: nothing leaves then.
    ///
    /// # Errors
    /// `invalid-argument` when it cannot be read.
    #[wasm_bindgen(js_name = setPolicy)]
    pub fn set_policy(&mut self, json: &str) -> Result<(), JsValue> {
        let policy = Policy::from_json(json);
        self.room.set_policy(policy.as_ref().map_or_else(|_| Policy::strictest(), Policy::clone));
        policy.map(drop).map_err(thrown)
    }

    /// Returns what the levels do, in words, and what the host's policy lets be chosen.
    ///
    /// # Errors
    /// `internal` when it cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "Telling")]
    pub fn telling(&self) -> Result<JsValue, JsValue> {
        to_js(&TellingView::new(self.room.policy()))
    }
}

/// # Errors
/// `invalid-argument` for a day that is none.
pub(super) fn day(text: Option<&str>) -> Result<Option<Date>, JsValue> {
    text.map(calendar_day).transpose().map_err(thrown)
}
