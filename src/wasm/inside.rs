//! A model inside the room at work on a question: its requests, which hold records and leave for no endpoint, and its replies.

use std::collections::BTreeSet;

use wasm_bindgen::prelude::*;

use super::convert::{from_js, to_js};
use super::engine::{Engine, day, thrown};
use crate::error::{Code, Error};
use crate::retrieve::narrow::By;

/// Works that are kept; of more, the oldest is forgotten.
const MAX_WORKS: usize = 16;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a model inside the room did for a question: the tools that it called, what it chose, what it drafted from originals, and what of that the request tells. */
export interface Inside {
  model: string; ending: "working" | "drafted" | "nothing-found" | "unreadable" | "failed";
  calls: { tool: string; arguments: string; found: number; failure?: string }[];
  chosen: string[]; draft?: string; told?: string; transcript: { role: string; content: string }[];
}
"#;

#[wasm_bindgen]
impl Engine {
    /// Has `model`, which runs inside the room with `context_tokens` of context, look up and draft what answers `question`; returns the number of its work.
    /// `today` is the person's calendar day. Nothing is searched more narrowly by what is in `without`, whatever the question says.
    ///
    /// # Errors
    /// `invalid-argument` for an empty question, or a day that is none.
    #[wasm_bindgen(js_name = insideBegin)]
    pub fn inside_begin(
        &mut self,
        question: &str,
        model: &str,
        context_tokens: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] today: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "NarrowedBy[]")] without: JsValue,
    ) -> Result<u32, JsValue> {
        let today = day(today.as_deref())?;
        let without: BTreeSet<By> = if without.is_undefined() { BTreeSet::new() } else { from_js(without)? };
        let agent = self.room.work_inside(question, today, model, context_tokens as u64).map_err(thrown)?;
        let agent = agent.widened(without);
        let id = self.next_inside;
        self.next_inside += 1;
        self.inside.insert(id, agent);
        while self.inside.len() > MAX_WORKS {
            self.inside.pop_first();
        }
        Ok(id)
    }

    /// Returns the body of the next request for the model inside the room, or `undefined` once its work is over. It holds records as they are:
    /// it is for that model alone, and never for an endpoint.
    ///
    /// # Errors
    /// `not-found` for an unknown work; `invalid-argument` when the records have changed.
    #[wasm_bindgen(js_name = insideNext)]
    pub fn inside_next(&mut self, work: u32) -> Result<Option<String>, JsValue> {
        let agent = self.inside.get_mut(&work).ok_or_else(no_such_work)?;
        self.room.next_inside(agent).map_err(thrown)
    }

    /// Takes the data of one event of the reply.
    ///
    /// # Errors
    /// `not-found` for an unknown work; `reply` when it is no chat completion; `too-large` when the reply does not end.
    #[wasm_bindgen(js_name = insideEvent)]
    pub fn inside_event(&mut self, work: u32, data: &str) -> Result<(), JsValue> {
        self.inside.get_mut(&work).ok_or_else(no_such_work)?.event(data).map_err(thrown)
    }

    /// Ends a work where its model stopped: nothing of it is taken over, and what it did stays to be seen.
    ///
    /// # Errors
    /// `not-found` for an unknown work.
    #[wasm_bindgen(js_name = insideFailed)]
    pub fn inside_failed(&mut self, work: u32) -> Result<(), JsValue> {
        self.inside.get_mut(&work).ok_or_else(no_such_work)?.fail();
        Ok(())
    }

    /// Returns what was done so far.
    ///
    /// # Errors
    /// `not-found` for an unknown work.
    #[wasm_bindgen(js_name = insideView, unchecked_return_type = "Inside")]
    pub fn inside_view(&self, work: u32) -> Result<JsValue, JsValue> {
        to_js(self.inside.get(&work).ok_or_else(no_such_work)?.record())
    }
}

fn no_such_work() -> JsValue {
    thrown(Error::new(Code::NotFound, "this work in the browser is not kept any more; begin it again"))
}
