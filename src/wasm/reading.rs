//! Files into the engine, at once or in steps, and what the person says of who is who in them.

use wasm_bindgen::prelude::*;

use super::convert::{Callback, to_js};
use super::engine::{Engine, thrown};
use crate::document::{Link, PatientIndex};
use crate::error::{Code, Error};
use crate::ingest::{Import, STEP_BYTES, link};
use crate::room::Joining;

/// Statements or documents that one step of adding a file takes where nothing else is said: some ten milliseconds of work.
const JOIN_STEP: usize = 512;

#[wasm_bindgen]
impl Engine {
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

    /// Begins to read one file in steps and returns its number; it may be said how it is `called`. Between two steps the caller may do something else, or
    /// give the file up.
    ///
    /// # Errors
    /// `malformed`, `unsupported` or `too-large` when its first bytes or its length say so.
    #[wasm_bindgen(js_name = beginFile)]
    pub fn begin_file(
        &mut self,
        bytes: Vec<u8>,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] called: Option<String>,
    ) -> Result<u32, JsValue> {
        let import = Import::begin(bytes).map_err(thrown)?.named(&called.unwrap_or_default());
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

    /// Goes on adding file `id`, read to its end, by about `most` entries (512 where nothing is said), and returns whether there is nothing
    /// more to do but `finishFile`. Until then the room answers as if it were not there. Whatever this throws, the file is given up then.
    ///
    /// # Errors
    /// `invalid-argument` when it was not read to its end; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = joinStep)]
    pub fn join_step(
        &mut self,
        id: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] most: Option<usize>,
    ) -> Result<bool, JsValue> {
        let mut joining = self.take_joining(id)?;
        let is_through = self.room.join_step(&mut joining, most.unwrap_or(JOIN_STEP));
        self.joinings.insert(id, joining);
        Ok(is_through)
    }

    /// Adds file `id`, read to its end, to the room: what `joinStep` left to do. The file is forgotten, whatever comes of it.
    ///
    /// # Errors
    /// `invalid-argument` when it was not read to its end, or other records came between; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = finishFile, unchecked_return_type = "Added")]
    pub fn finish_file(&mut self, id: u32) -> Result<JsValue, JsValue> {
        let joining = self.take_joining(id)?;
        to_js(&self.room.joined(joining).map_err(thrown)?)
    }

    /// Holds the records as they are for searches, before a file is added to them at once: a turn of its own, as it takes time.
    pub fn stand(&mut self) {
        self.room.stand();
    }

    /// Gives file `id` up; nothing of it was added. Returns whether it was being read.
    #[wasm_bindgen(js_name = abandonFile)]
    pub fn abandon_file(&mut self, id: u32) -> bool {
        self.room.settle();
        let was_joined = self.joinings.remove(&id).is_some();
        self.imports.remove(&id).is_some() || was_joined
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

    /// Returns file `id` as it is being added, and begins with that where it was read only.
    fn take_joining(&mut self, id: u32) -> Result<Joining, JsValue> {
        match self.joinings.remove(&id) {
            Some(joining) => Ok(joining),
            None => self.take_import(id).and_then(|import| self.room.join(import).map_err(thrown)),
        }
    }

    fn take_import(&mut self, id: u32) -> Result<Import<'static>, JsValue> {
        let not_found = || thrown(Error::new(Code::NotFound, "this file is not being read any more; add it again"));
        self.imports.remove(&id).ok_or_else(not_found)
    }
}
