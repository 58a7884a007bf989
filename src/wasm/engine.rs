//! The engine that the page's worker drives.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "encoders")]
use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::cleared::Cleared;
use super::convert::{Callback, DraftView, TellingView, from_js, seed, to_js};
use super::failure::failure;
use super::ledger::Desk;
use super::sighting::sightings;
use super::source::{SourceView, pieces_to_js, slices_from_js};
use crate::brief::Brief;
use crate::clearance::Block;
use crate::document::{Link, PatientIndex};
use crate::error::{Code, Error};
use crate::index::concepts::umls::Umls;
use crate::ingest::{Import, STEP_BYTES, Stream, link};
use crate::model::injection::Classifier;
#[cfg(feature = "encoders")]
use crate::model::manifest::Role;
#[cfg(feature = "encoders")]
use crate::model::{Embedder, Head, ModelEntry, Remote, Tagger};
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::{Choice, Policy};
use crate::privacy::rare::RareDiseases;
#[cfg(feature = "encoders")]
use crate::privacy::recognizers::Reader;
use crate::question::when::calendar_day;
use crate::quote::format::Endpoint;
use crate::quote::prompt::Asking;
use crate::quote::source;
use crate::reference::Reference;
use crate::retrieve::narrow::By;
use crate::room::{INDEX_STEP_TEXTS, Room};
use crate::workflow::thinking::Thinking;
use crate::workflow::{Step, Strangers, Workflow};

/// Prepared questions that are kept; of more, the oldest is forgotten.
const MAX_DRAFTS: usize = 16;

/// The records of one person's session with everything that is computed on them.
#[wasm_bindgen]
pub struct Engine {
    pub(super) room: Room,
    pub(super) desk: Desk,
    pub(super) drafts: BTreeMap<u32, Workflow>,
    pub(super) thinking: Option<Thinking>,
    next_draft: u32,
    imports: BTreeMap<u32, Import<'static>>,
    next_import: u32,
    #[cfg(feature = "encoders")]
    remote: Option<Arc<Remote>>,
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

#[cfg(feature = "encoders")]
pub(super) fn entry(json: &str) -> Result<ModelEntry, JsValue> {
    serde_json::from_str(json)
        .map_err(|_| thrown(Error::new(Code::Model, "the manifest entry of the model cannot be read")))
}

#[cfg(feature = "encoders")]
fn reader(entry: &ModelEntry, weights: Vec<u8>, tokenizer: &[u8], head: &[u8]) -> Result<Reader, Error> {
    entry.file(Role::Head)?.verify(head)?;
    Reader::new(Arc::new(Tagger::load(entry, weights, tokenizer)?), Head::read(head)?)
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
            thinking: None,
            next_draft: 1,
            imports: BTreeMap::new(),
            next_import: 1,
            #[cfg(feature = "encoders")]
            remote: None,
            umls: None,
            streams: BTreeMap::new(),
            next_stream: 1,
        })
    }

    /// Loads the embedding model of one manifest entry (JSON) from its weights and tokenizer, whose hashes
    /// are checked against the entry.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadModel)]
    pub fn load_model(&mut self, entry_json: &str, weights: Vec<u8>, tokenizer: &[u8]) -> Result<(), JsValue> {
        let embedder = Embedder::load(&entry(entry_json)?, weights, tokenizer).map_err(thrown)?;
        self.room.set_encoder(Box::new(embedder));
        self.remote = None;
        Ok(())
    }

    /// Uses the embedding model of one entry (JSON) that runs elsewhere: it embeds what `textsToEmbed` returns, for `takeVectors`, and
    /// the questions that `wantedQuestion` names. A call that fails for want of a question's vector is made again with it.
    ///
    /// # Errors
    /// `not-found` when the entry is of no embedder; `model` when it cannot be read.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadRemote)]
    pub fn load_remote(&mut self, entry_json: &str) -> Result<(), JsValue> {
        let remote = Arc::new(Remote::of(&entry(entry_json)?).map_err(thrown)?);
        self.room.set_encoder(Box::new(Arc::clone(&remote)));
        self.remote = Some(remote);
        Ok(())
    }

    /// Returns the question for want of whose vector the last call failed, once; `undefined` where it failed for something else.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = wantedQuestion)]
    pub fn wanted_question(&self) -> Option<String> {
        self.remote.as_ref()?.wanted()
    }

    /// Takes the vector of a question that `wantedQuestion` named.
    ///
    /// # Errors
    /// `model` when it is of other dimensions than the entry says, or not finite; `invalid-argument` when no model runs elsewhere.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = takeQuestionVector)]
    pub fn take_question_vector(&self, question: &str, vector: Vec<f32>) -> Result<(), JsValue> {
        let none = || thrown(Error::new(Code::InvalidArgument, "no model that runs elsewhere is in use"));
        self.remote.as_ref().ok_or_else(none)?.hand_over(question, vector).map_err(thrown)
    }

    /// Uses no embedding model from now on: search is by words until another one is loaded.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = unloadModel)]
    pub fn unload_model(&mut self) {
        self.room.unset_encoder();
        self.remote = None;
    }

    /// Loads the tagger of one manifest entry (JSON) from its weights, tokenizer and head, whose hashes are checked against the
    /// entry. What identifies somebody is looked for by it from then on, beside the rules and the lexicon.
    ///
    /// # Errors
    /// `model` when a file is not the pinned one or cannot be used.
    #[cfg(feature = "encoders")]
    #[wasm_bindgen(js_name = loadTagger)]
    pub fn load_tagger(
        &mut self,
        entry_json: &str,
        weights: Vec<u8>,
        tokenizer: &[u8],
        head: &[u8],
    ) -> Result<(), JsValue> {
        self.room.set_reader(reader(&entry(entry_json)?, weights, tokenizer, head).map_err(thrown)?);
        Ok(())
    }

    /// Loads the classifier of instructions, which is asked beside the rules what of a question is an instruction to the model, once an
    /// embedder is there whose vectors it reads.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no classifier; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadClassifier)]
    pub fn load_classifier(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_classifier(Classifier::read(bytes).map_err(thrown)?);
        Ok(())
    }

    /// Loads the lexicon, which is asked what a word may be. Until then only a short list of words leaves with a question.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no lexicon; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadLexicon)]
    pub fn load_lexicon(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_lexicon(Lexicon::read(bytes).map_err(thrown)?);
        Ok(())
    }

    /// Loads the names of rare diseases. Until then none is known to be rare.
    ///
    /// # Errors
    /// `malformed` when the bytes are cut short, altered or no such list; `unsupported` when another version wrote them.
    #[wasm_bindgen(js_name = loadRareDiseases)]
    pub fn load_rare_diseases(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.room.set_rare_diseases(RareDiseases::read(bytes).map_err(thrown)?);
        Ok(())
    }

    /// Reads one file. `on_progress` is told of bytes read and cancels by returning `false`.
    ///
    /// # Errors
    /// `malformed`, `unsupported`, `too-large` or `cancelled`; what was read before is kept.
    #[wasm_bindgen(js_name = addFile, unchecked_return_type = "Added")]
    pub fn add_file(
        &mut self,
        bytes: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "(progress: Progress) => boolean")] on_progress: Option<
            js_sys::Function,
        >,
    ) -> Result<JsValue, JsValue> {
        let added = self.room.add(bytes, &mut Callback(on_progress.as_ref())).map_err(thrown)?;
        to_js(&added)
    }

    /// Returns the SHA-256 of the file that was read last, in lower-case hexadecimal; `undefined` before the first.
    #[wasm_bindgen(js_name = lastFile)]
    pub fn last_file(&self) -> Option<String> {
        self.room.records().files.last().map(|file| file.sha256.clone())
    }

    /// Begins to read one file in steps and returns its number. Between two steps the caller may do something else, or
    /// give the file up.
    ///
    /// # Errors
    /// `malformed`, `unsupported` or `too-large` when its first bytes or its length say so.
    #[wasm_bindgen(js_name = beginFile)]
    pub fn begin_file(&mut self, bytes: Vec<u8>) -> Result<u32, JsValue> {
        let import = Import::begin(bytes).map_err(thrown)?;
        let id = self.next_import;
        self.next_import += 1;
        self.imports.insert(id, import);
        Ok(id)
    }

    /// Goes on reading file `id` by about `budget` bytes (256 KiB where nothing is said). Both figures of the reply are
    /// bytes; once `finished` is true the file can be added. Whatever this throws, the file is given up then.
    ///
    /// # Errors
    /// `malformed`, `unsupported` or `too-large`; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = stepFile, unchecked_return_type = "{ done: number; total: number; finished: boolean }")]
    pub fn step_file(
        &mut self,
        id: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] budget: Option<usize>,
    ) -> Result<JsValue, JsValue> {
        let mut import = self.take_import(id)?;
        let step = self.room.step(&mut import, budget.unwrap_or(STEP_BYTES)).map_err(thrown)?;
        self.imports.insert(id, import);
        to_js(&step)
    }

    /// Adds file `id`, read to its end, to the room. The file is forgotten, whatever comes of it.
    ///
    /// # Errors
    /// `invalid-argument` when it was not read to its end; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = finishFile, unchecked_return_type = "Added")]
    pub fn finish_file(&mut self, id: u32) -> Result<JsValue, JsValue> {
        let import = self.take_import(id)?;
        to_js(&self.room.finish(import).map_err(thrown)?)
    }

    /// Gives file `id` up; nothing of it was added. Returns whether it was being read.
    #[wasm_bindgen(js_name = abandonFile)]
    pub fn abandon_file(&mut self, id: u32) -> bool {
        self.imports.remove(&id).is_some()
    }

    /// Begins to read files anew, beside the records there are: those that are to stay when one is taken away. Until
    /// `changeOver` or `stay` every file that is read goes there.
    #[wasm_bindgen(js_name = readAnew)]
    pub fn read_anew(&mut self) {
        self.room.read_anew();
    }

    /// Puts what was read anew in the place of the records. Prepared questions are forgotten.
    #[wasm_bindgen(js_name = changeOver)]
    pub fn change_over(&mut self) {
        self.room.change_over();
        self.drafts.clear();
    }

    /// Returns the patients of whom the person must say whether they are another one, by their numbers.
    ///
    /// # Errors
    /// `internal` when they cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "Unmatched[]")]
    pub fn unmatched(&self) -> Result<JsValue, JsValue> {
        to_js(&link::unmatched(self.room.records()))
    }

    /// Makes the patient numbered `from` the same as the one numbered `to`, as the person says. Prepared questions are forgotten.
    ///
    /// # Errors
    /// `not-found` for an unknown number; `invalid-argument` when the two cannot be one person.
    #[wasm_bindgen(js_name = samePatient)]
    pub fn same_patient(&mut self, from: u32, to: u32) -> Result<(), JsValue> {
        self.room.link(PatientIndex(from), PatientIndex(to)).map_err(thrown)?;
        self.drafts.clear();
        Ok(())
    }

    /// Returns what the person said of who is who, as JSON to be kept: it holds ids of patients.
    ///
    /// # Errors
    /// `internal` when it cannot be written.
    #[wasm_bindgen(js_name = links)]
    pub fn links(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.room.records().links)
            .map_err(|_| thrown(Error::internal("what was said of patients could not be written")))
    }

    /// Does again what was said of who is who, as `links` returned it, of the patients that there are.
    ///
    /// # Errors
    /// `malformed` when it is not what `links` returned.
    #[wasm_bindgen(js_name = restoreLinks)]
    pub fn restore_links(&mut self, json: &str) -> Result<(), JsValue> {
        let said: Vec<Link> = serde_json::from_str(json)
            .map_err(|_| thrown(Error::new(Code::Malformed, "what was said of patients cannot be read")))?;
        self.room.relink(&said);
        Ok(())
    }

    /// Forgets what was read anew; the records are as they were.
    pub fn stay(&mut self) {
        self.room.stay();
    }

    /// Goes on making what was added findable, by about `most` texts (512 where nothing is said). Call it again until `done`
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

    /// Embeds at most `most` further passages. Call it again until `done` equals `total`.
    ///
    /// # Errors
    /// `model` when the model fails.
    #[wasm_bindgen(js_name = embedNext, unchecked_return_type = "{ done: number; total: number }")]
    pub fn embed_next(&mut self, most: usize) -> Result<JsValue, JsValue> {
        let (done, total) = self.room.embed(most, &mut crate::progress::Unwatched).map_err(thrown)?;
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }

    /// Returns the passages that have no vector yet, for workers that embed them elsewhere.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = textsToEmbed, unchecked_return_type = "{ references: string[]; texts: string[] }")]
    pub fn texts_to_embed(&mut self) -> Result<JsValue, JsValue> {
        let (references, texts): (Vec<Reference>, Vec<String>) =
            self.room.texts_to_embed().map_err(thrown)?.into_iter().unzip();
        to_js(&serde_json::json!({ "references": references, "texts": texts }))
    }

    /// Takes the vectors of passages that a worker embedded, behind each other.
    ///
    /// # Errors
    /// `invalid-argument` when they are not one for each reference, or no model is loaded.
    #[wasm_bindgen(js_name = takeVectors, unchecked_return_type = "{ done: number; total: number }")]
    pub fn take_vectors(&mut self, references: Vec<String>, vectors: &[f32]) -> Result<JsValue, JsValue> {
        let references: Vec<Reference> = references.iter().map(|reference| Reference::parse(reference)).collect();
        let (done, total) = self.room.take_vectors(&references, vectors).map_err(thrown)?;
        to_js(&serde_json::json!({ "done": done, "total": total }))
    }

    /// Returns at most `most` vectors that are not kept yet, as bytes to seal; `undefined` when all are kept.
    ///
    /// # Errors
    /// `internal` for broken invariants.
    #[wasm_bindgen(js_name = vectorsToKeep, unchecked_return_type = "{ count: number; bytes: Uint8Array } | undefined")]
    pub fn vectors_to_keep(&self, most: usize) -> Result<JsValue, JsValue> {
        let Some((count, bytes)) = self.room.vectors_to_keep(most).map_err(thrown)? else {
            return Ok(JsValue::UNDEFINED);
        };
        let object = js_sys::Object::new();
        let fields = [("count", JsValue::from(count)), ("bytes", js_sys::Uint8Array::from(bytes.as_slice()).into())];
        for (name, value) in fields {
            js_sys::Reflect::set(&object, &name.into(), &value)?;
        }
        Ok(object.into())
    }

    /// Takes note that the vectors that `vectorsToKeep` returned are kept.
    ///
    /// # Errors
    /// `malformed` when `segment` is not what it returned.
    #[wasm_bindgen(js_name = vectorsKept)]
    pub fn vectors_kept(&mut self, segment: &[u8]) -> Result<(), JsValue> {
        self.room.vectors_kept(segment).map_err(thrown)
    }

    /// Takes note that no vector is kept any more, so that `vectorsToKeep` returns all of them.
    #[wasm_bindgen(js_name = vectorsForgotten)]
    pub fn vectors_forgotten(&mut self) {
        self.room.vectors_forgotten();
    }

    /// Takes back vectors that were kept, and returns how many found their passage.
    ///
    /// # Errors
    /// `malformed` when the segment is damaged; `unsupported` when a newer version wrote it.
    #[wasm_bindgen(js_name = restoreVectors)]
    pub fn restore_vectors(&mut self, segment: &[u8]) -> Result<usize, JsValue> {
        self.room.restore_vectors(segment).map_err(thrown)
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

    /// Synthesises and reviews a request for `question`. Nothing is sent. `seed_bytes` are 32 fresh random bytes;
    /// `clock_millis` is the time since 1970 in milliseconds. `choice` is how much the person
    /// wants to be told; balanced where nothing is said. `asking` is how the model is asked, and why it is asked again if it is.
    /// `today` is the person's calendar day (`2019-03-02`), from which "last year" counts; without it that is no time. The day itself
    /// does not leave.
    ///
    /// # Errors
    /// `not-found` when nothing that may leave answers the question; `invalid-argument` for an empty question, or a day that is none; `refused` when the
    /// host's policy does not let this server be asked.
    #[allow(clippy::too_many_arguments)] // JavaScript hands over each by itself
    #[wasm_bindgen(unchecked_return_type = "Draft")]
    pub fn prepare(
        &mut self,
        question: &str,
        url: &str,
        model: &str,
        seed_bytes: &[u8],
        clock_millis: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "Choice")] choice: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Asking")] asking: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] today: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let choice: Choice = if choice.is_undefined() { Choice::default() } else { from_js(choice)? };
        let Asking { prompt, again } = if asking.is_undefined() { Asking::default() } else { from_js(asking)? };
        let endpoint = Endpoint::new(url, model, true).asked_by(prompt, again);
        let seed = seed(seed_bytes).map_err(thrown)?;
        let (today, strangers) = (day(today.as_deref())?, Strangers::of(&choice));
        let workflow = self
            .room
            .prepare_for(question, today, &choice, strangers, &endpoint, seed, clock_millis as u64)
            .map_err(thrown)?;
        let id = self.draft(workflow);
        to_js(&DraftView::new(id, self.draft_mut(id)?))
    }

    /// Reviews a request with fixed words and nothing of the records, to see whether the server at `url` and its `model` answer;
    /// returns the number of its draft.
    ///
    /// # Errors
    /// `refused` when the host's policy does not let this server be asked.
    pub fn trial(&mut self, url: &str, model: &str, clock_millis: f64) -> Result<u32, JsValue> {
        let endpoint = Endpoint::new(url, model, true);
        let workflow = Workflow::trial(&self.room.context(), &endpoint, clock_millis as u64).map_err(thrown)?;
        Ok(self.draft(workflow))
    }

    /// Reviews a request for the names of the models at the server at `url`, which says nothing; returns the number of its draft.
    ///
    /// # Errors
    /// `refused` when the host's policy does not let this server be asked; `unsupported` where the address is of one model.
    pub fn listing(&mut self, url: &str, clock_millis: f64) -> Result<u32, JsValue> {
        let endpoint = Endpoint::new(url, "", false);
        let workflow = Workflow::listing(&self.room.context(), &endpoint, clock_millis as u64).map_err(thrown)?;
        Ok(self.draft(workflow))
    }

    /// Returns the names of the models in `reply`, what a server answered to a listing.
    ///
    /// # Errors
    /// `reply` when it is no list of models; `too-large` when it is longer than one can be.
    #[wasm_bindgen(js_name = modelNames)]
    pub fn model_names(reply: &str) -> Result<Vec<String>, JsValue> {
        Workflow::models(reply).map_err(thrown)
    }

    /// Returns whether anything has come of the reply to a draft.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = hasAnswered)]
    pub fn has_answered(&self, draft: u32) -> Result<bool, JsValue> {
        Ok(self.drafts.get(&draft).ok_or_else(no_such_draft)?.has_answered())
    }

    /// Hands over the request of a draft that the review passed, once, and enters it in the ledger before. `clock_millis` is
    /// the time since 1970 in milliseconds.
    ///
    /// # Errors
    /// `refused` when the review did not pass it; `invalid-argument` the second time; `not-found` for an unknown draft;
    /// `too-large` when the ledger is full.
    pub fn release(&mut self, draft: u32, clock_millis: f64) -> Result<Cleared, JsValue> {
        let workflow = self.drafts.get_mut(&draft).ok_or_else(no_such_draft)?;
        match workflow.release(&self.room.context()).map_err(thrown)? {
            Step::Ask(cleared) => {
                self.desk.enter(workflow.state(), &cleared, clock_millis as u64).map_err(thrown)?;
                Ok(Cleared::new(cleared))
            }
            Step::Refused(_) => {
                Err(thrown(Error::new(Code::Refused, "the review refused this request; nothing was sent")))
            }
        }
    }

    /// Takes the data of one server-sent event of the reply and returns the text it adds.
    ///
    /// # Errors
    /// `reply` when it is not a chat completion; `too-large` when the reply does not end.
    #[wasm_bindgen(js_name = replyEvent)]
    pub fn reply_event(&mut self, draft: u32, data: &str) -> Result<String, JsValue> {
        self.draft_mut(draft)?.event(data).map(str::to_owned).map_err(thrown)
    }

    /// Returns the answer made of the reply so far, with every quotation looked up.
    ///
    /// # Errors
    /// `not-found` for an unknown draft; `invalid-argument` when the records have changed since.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn resolve(&self, draft: u32) -> Result<JsValue, JsValue> {
        let workflow = self.drafts.get(&draft).ok_or_else(no_such_draft)?;
        to_js(&workflow.answer(&self.room.context()).map_err(thrown)?)
    }

    /// Returns whether the reply to a draft came to its end; `false` when its server stopped before that.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = isComplete)]
    pub fn is_complete(&self, draft: u32) -> Result<bool, JsValue> {
        Ok(self.drafts.get(&draft).ok_or_else(no_such_draft)?.is_complete())
    }

    /// Returns everything the question went through (R1.8), as JSON. It holds originals.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = workflowState)]
    pub fn workflow_state(&self, draft: u32) -> Result<String, JsValue> {
        let workflow = self.drafts.get(&draft).ok_or_else(no_such_draft)?;
        serde_json::to_string_pretty(workflow.state())
            .map_err(|_| thrown(Error::internal("the workflow state could not be written as JSON")))
    }

    /// Returns where the bytes lie that `reference` leads to, for `source`.
    ///
    /// # Errors
    /// `not-found` when the reference names nothing of these records.
    #[wasm_bindgen(js_name = sourcePieces, unchecked_return_type = "SourcePiece[]")]
    pub fn source_pieces(&mut self, reference: &str) -> Result<JsValue, JsValue> {
        self.room.refresh().map_err(thrown)?;
        let context = self.room.context();
        let reference = Reference::parse(reference);
        pieces_to_js(&source::pieces(context.records, context.index.as_slice(), &reference).map_err(thrown)?)
    }

    /// Returns what `reference` leads to, with the places of what its box shows. `slices` are the bytes of
    /// `sourcePieces`, as far as they could be read.
    ///
    /// # Errors
    /// `not-found` when the reference names nothing of these records.
    #[wasm_bindgen(unchecked_return_type = "SourceView")]
    pub fn source(
        &mut self,
        reference: &str,
        #[wasm_bindgen(unchecked_param_type = "(Uint8Array | null)[]")] slices: js_sys::Array,
    ) -> Result<JsValue, JsValue> {
        self.room.refresh().map_err(thrown)?;
        let slices = slices_from_js(&slices)?;
        let slices: Vec<Option<&[u8]>> = slices.iter().map(Option::as_deref).collect();
        let context = self.room.context();
        let reference = Reference::parse(reference);
        let found = source::source(context.records, context.index.as_slice(), &reference, &slices).map_err(thrown)?;
        to_js(&SourceView::new(&found))
    }

    fn take_import(&mut self, id: u32) -> Result<Import<'static>, JsValue> {
        let not_found = || thrown(Error::new(Code::NotFound, "this file is not being read any more; add it again"));
        self.imports.remove(&id).ok_or_else(not_found)
    }

    /// Keeps `workflow`, in place of the oldest where there are many, and returns its number.
    pub(super) fn draft(&mut self, workflow: Workflow) -> u32 {
        let id = self.next_draft;
        self.next_draft += 1;
        self.drafts.insert(id, workflow);
        while self.drafts.len() > MAX_DRAFTS {
            self.drafts.pop_first();
        }
        id
    }

    fn draft_mut(&mut self, draft: u32) -> Result<&mut Workflow, JsValue> {
        self.drafts.get_mut(&draft).ok_or_else(no_such_draft)
    }
}

/// # Errors
/// `invalid-argument` for a day that is none.
pub(super) fn day(text: Option<&str>) -> Result<Option<Date>, JsValue> {
    text.map(calendar_day).transpose().map_err(thrown)
}

fn no_such_draft() -> JsValue {
    thrown(Error::new(Code::NotFound, "this prepared question is not kept any more; prepare it again"))
}
