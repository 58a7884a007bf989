//! Prepared questions: synthesised, reviewed, handed over once, and answered.

use wasm_bindgen::prelude::*;

use super::cleared::Cleared;
use super::convert::{DraftView, from_js, seed, to_js};
use super::engine::{Engine, day, thrown};
use crate::error::{Code, Error};
use crate::privacy::policy::Choice;
use crate::privacy::stranger::Limit;
use crate::quote::format::Endpoint;
use crate::quote::hold::Hold;
use crate::quote::prompt::{Asking, Wishes};
use crate::workflow::refining::{Refinement, Refining, Scope, USUAL_CONTEXT};
use crate::workflow::{Step, Workflow};

/// Prepared questions that are kept; of more, the oldest is forgotten.
const MAX_DRAFTS: usize = 16;

#[wasm_bindgen]
impl Engine {
    /// Synthesises and reviews a request for `question`. Nothing is sent. Without [`load_lexicon`](Engine::load_lexicon) before it a name in a
    /// code's display could leave. `seed_bytes` are 32 fresh random bytes;
    /// `clock_millis` is the time since 1970 in milliseconds. `choice` is how much the person
    /// wants to be told; balanced where nothing is said. `asking` is how the model is asked, and why it is asked again if it is.
    /// `today` is the person's calendar day (`2019-03-02`), from which "last year" counts; without it that is no time. The day itself
    /// does not leave.
    ///
    /// # Errors
    /// `not-found` when nothing that may leave answers the question; `invalid-argument` for an empty question, or a day that is none; `refused` when the
    /// host's policy does not let this server be asked, or when a stranger would learn too much and the choice or the policy says to refuse.
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
        let Asking { prompt, again, hold, context, wishes, note, inside, alone, without } =
            if asking.is_undefined() { Asking::default() } else { from_js(asking)? };
        let endpoint = Endpoint::new(url, model, true).asked_by(prompt, again).held_by(hold);
        let (seed, limit) = (seed(seed_bytes).map_err(thrown)?, Limit::default());
        let today = day(today.as_deref())?;
        if alone {
            let workflow =
                self.room.prepare_alone(question, &choice, &endpoint, clock_millis as u64).map_err(thrown)?;
            let id = self.draft(workflow);
            return to_js(&DraftView::new(id, self.draft_mut(id)?));
        }
        let work = match inside {
            Some(work) => Some(self.inside.get(&work).ok_or_else(no_such_draft)?),
            None => None,
        };
        let scope = note.map(|note| self.room.note_of(&note).map(Scope::Document)).transpose().map_err(thrown)?;
        if scope.is_some() || context.is_some() || wishes == Wishes::Heard {
            let context_tokens = context.unwrap_or(USUAL_CONTEXT);
            let refinement = Refinement { context_tokens, scope: scope.unwrap_or_default(), wishes };
            let refining = match work {
                Some(work) => self.room.refine_inside(work, &choice, &endpoint, refinement, seed),
                None => self.room.refine_without(question, today, &without, &choice, &endpoint, refinement, seed),
            };
            return self.next_of(None, refining.map_err(thrown)?, clock_millis as u64);
        }
        let workflow = match work {
            Some(work) => self.room.prepare_inside(work, &choice, limit, &endpoint, seed, clock_millis as u64),
            None => {
                let now = clock_millis as u64;
                self.room.prepare_without(question, today, &without, &choice, limit, &endpoint, seed, now)
            }
        };
        let workflow = workflow.map_err(thrown)?;
        let id = self.draft(workflow);
        to_js(&DraftView::new(id, self.draft_mut(id)?))
    }

    /// Synthesises and reviews the next request of the question whose request `draft` was answered, with the answer so far.
    ///
    /// # Errors
    /// `not-found` for an unknown draft, and when nothing is left to tell; else as [`prepare`](Self::prepare), and `too-large` when one entry alone is
    /// longer than the context. The answer so far stays.
    #[wasm_bindgen(js_name = prepareNext, unchecked_return_type = "Draft")]
    pub fn prepare_next(&mut self, draft: u32, clock_millis: f64) -> Result<JsValue, JsValue> {
        let mut refining = self.refining.remove(&draft).ok_or_else(no_such_draft)?;
        // One that got no reply is made once more.
        refining.put_back();
        self.next_of(Some(draft), refining, clock_millis as u64)
    }

    /// Synthesises and reviews the request `draft`, one of several and not sent, anew, told as `choice` says.
    ///
    /// # Errors
    /// As [`prepare_next`](Self::prepare_next).
    #[wasm_bindgen(js_name = prepareAnew, unchecked_return_type = "Draft")]
    pub fn prepare_anew(
        &mut self,
        draft: u32,
        #[wasm_bindgen(unchecked_param_type = "Choice")] choice: JsValue,
        clock_millis: f64,
    ) -> Result<JsValue, JsValue> {
        let choice: Choice = from_js(choice)?;
        let mut refining = self.refining.remove(&draft).ok_or_else(no_such_draft)?;
        refining.retell(&self.room.context(), &choice);
        self.next_of(Some(draft), refining, clock_millis as u64)
    }

    /// Reviews a request with fixed words and nothing of the records, to see whether the server at `url` and its `model` answer, and
    /// whether they hold the reply by `hold`, where that is given; returns the number of its draft.
    ///
    /// # Errors
    /// `refused` when the host's policy does not let this server be asked.
    pub fn trial(
        &mut self,
        url: &str,
        model: &str,
        clock_millis: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "Hold")] hold: JsValue,
    ) -> Result<u32, JsValue> {
        let hold: Option<Hold> = if hold.is_undefined() { None } else { Some(from_js(hold)?) };
        let endpoint = Endpoint::new(url, model, true).held_by(hold);
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

    /// Returns whether the reply to the trial `draft` has the form that its server was to hold it to by `hold`.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = isHeld)]
    pub fn is_held(
        &self,
        draft: u32,
        #[wasm_bindgen(unchecked_param_type = "Hold")] hold: JsValue,
    ) -> Result<bool, JsValue> {
        Ok(self.drafts.get(&draft).ok_or_else(no_such_draft)?.is_held(from_js(hold)?))
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
        self.draft_mut(draft)?.event(data).map_err(thrown)
    }

    /// Returns the answer made of the reply so far, with every quotation looked up.
    ///
    /// # Errors
    /// `not-found` for an unknown draft; `invalid-argument` when the records have changed since.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn resolve(&mut self, draft: u32) -> Result<JsValue, JsValue> {
        let workflow = self.drafts.get(&draft).ok_or_else(no_such_draft)?;
        let Some(refining) = self.refining.get_mut(&draft) else {
            return to_js(&workflow.answer(&self.room.context()).map_err(thrown)?);
        };
        let reply = workflow.reply_text();
        self.room.refine_answered(refining, workflow, reply).map_err(thrown)?;
        to_js(&refining.answer(&self.room.context(), workflow, reply).map_err(thrown)?)
    }

    /// Returns whether the reply to a draft came to its end; `false` when its server stopped before that.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = isComplete)]
    pub fn is_complete(&self, draft: u32) -> Result<bool, JsValue> {
        Ok(self.drafts.get(&draft).ok_or_else(no_such_draft)?.is_complete())
    }

    /// Returns everything the question went through, as JSON. It holds originals.
    ///
    /// # Errors
    /// `not-found` for an unknown draft.
    #[wasm_bindgen(js_name = workflowState)]
    pub fn workflow_state(&self, draft: u32) -> Result<String, JsValue> {
        let workflow = self.drafts.get(&draft).ok_or_else(no_such_draft)?;
        serde_json::to_string_pretty(workflow.state())
            .map_err(|_| thrown(Error::internal("the workflow state could not be written as JSON")))
    }

    /// Keeps the next request of `refining`, and returns it for showing. Where there is none, it stays with the draft `before`.
    fn next_of(&mut self, before: Option<u32>, mut refining: Refining, now_millis: u64) -> Result<JsValue, JsValue> {
        let workflow = match refining.next(&self.room.context(), now_millis) {
            Ok(Some(workflow)) => workflow,
            none => {
                let over = || Error::new(Code::NotFound, "all that bears on the question was told");
                self.refining.extend(before.map(|before| (before, refining)));
                return Err(thrown(none.err().unwrap_or_else(over)));
            }
        };
        let round = refining.round();
        let id = self.draft(workflow);
        self.refining.insert(id, refining);
        to_js(&DraftView::new(id, self.draft_mut(id)?).at(round))
    }

    /// Keeps `workflow`, in place of the oldest where there are many, and returns its number.
    pub(super) fn draft(&mut self, workflow: Workflow) -> u32 {
        let id = self.next_draft;
        self.next_draft += 1;
        self.drafts.insert(id, workflow);
        while self.drafts.len() > MAX_DRAFTS {
            self.drafts.pop_first();
        }
        while self.refining.len() > MAX_DRAFTS {
            self.refining.pop_first();
        }
        id
    }

    fn draft_mut(&mut self, draft: u32) -> Result<&mut Workflow, JsValue> {
        self.drafts.get_mut(&draft).ok_or_else(no_such_draft)
    }
}

pub(super) fn no_such_draft() -> JsValue {
    thrown(Error::new(Code::NotFound, "this prepared question is not kept any more; prepare it again"))
}
