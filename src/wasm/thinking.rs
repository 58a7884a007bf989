//! The thought process, as JavaScript sees it: one at a time.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{from_js, seed, to_js};
use super::engine::{Engine, day, thrown};
use crate::error::{Code, Error};
use crate::privacy::policy::Choice;
use crate::quote::format::Endpoint;
use crate::quote::prompt::Asking;
use crate::quote::task::Task;
use crate::thought::graph::NodeId;
use crate::thought::search::{Ending, Ticket};
use crate::workflow::thinking::{Limits, Next, Saved, Tells, Thinking};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a thought process may use up and tell; `kinds` are words of a closed list, `tokens` an estimate. */
export interface ThinkLimits { thoughts: number; calls: number; tokens: number; facts: number; kinds: string[]; threshold: number; disclosureWeight?: number; scorer?: ThinkJudge; confirmations?: number }
/** Who says how good a thought is: the model, the estimator, which also says what is put together next, or the person, each time. */
export type ThinkJudge = "self-critic" | "estimator" | "person";
/** How many facts of a kind. */
export interface ThinkTells { kind: string; words: string; facts: number }
/** Limits that cover what was found for the question, what that would tell, and who can judge, each with the score that is good enough then. */
export interface ThinkProposal { limits: ThinkLimits; tells: ThinkTells[]; documents: number; scorers: { scorer: ThinkJudge; threshold: number }[] }
/** Who gave a score. */
export type ThinkScorer = "self-critic" | "sampled" | "estimator" | "person" | "oracle" | "rule";
/** Why a thought process ended. */
export type ThinkEnding = "good-enough" | "size" | "budget" | "exhausted" | "cancelled";
/** A node of the graph of thoughts, with names and dates put back. */
export interface ThinkNode {
  id: number; kind: "question" | "document" | "thought"; text: string; score?: number; by?: ThinkScorer; visits: number; mean: number;
  parents: number[]; pruned: boolean; pinned: boolean; own: boolean; tells: ThinkTells[]; wasTold: boolean;
}
/** A thought process as it stands; `line` is the best thought with everything that it was made of. */
export interface ThinkView {
  nodes: ThinkNode[]; best?: number; line: number[]; limits: ThinkLimits; spent: { calls: number; tokens: number; facts: number };
  told: ThinkTells[]; ending?: ThinkEnding;
}
/** What a thought process wants next: that a draft is released and sent, the person's word or score, that a reply is waited for, or nothing more. */
export type ThinkNext =
  | { next: "ask"; ticket: number; task: "think" | "judge" | "seek"; draft: number }
  | { next: "approval"; tells: ThinkTells[] }
  | { next: "judge"; thought: number }
  | { next: "wait" }
  | { next: "done"; ending: ThinkEnding };
"#;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "next")]
enum NextView {
    Ask { ticket: Ticket, task: Task, draft: u32 },
    Approval { tells: Vec<Tells> },
    Judge { thought: NodeId },
    Wait,
    Done { ending: Ending },
}

#[wasm_bindgen]
impl Engine {
    /// Looks up what bears on `question` and returns what to propose to the person; nothing is asked yet. An earlier process is forgotten. The
    /// arguments are those of `prepare`; `today` is kept with the process.
    ///
    /// # Errors
    /// As `prepare`.
    #[allow(clippy::too_many_arguments)] // JavaScript hands over each by itself
    #[wasm_bindgen(js_name = thinkBegin, unchecked_return_type = "ThinkProposal")]
    pub fn think_begin(
        &mut self,
        question: &str,
        url: &str,
        model: &str,
        seed_bytes: &[u8],
        #[wasm_bindgen(unchecked_param_type = "Choice")] choice: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Asking")] asking: JsValue,
        today: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let today = day(today.as_deref())?;
        let choice: Choice = from_js(choice)?;
        let Asking { prompt, again, hold, .. } = from_js(asking)?;
        let endpoint = Endpoint::new(url, model, true).asked_by(prompt, again).held_by(hold);
        let seed = seed(seed_bytes).map_err(thrown)?;
        let thinking = self.room.think(question, today, &choice, &endpoint, seed).map_err(thrown)?;
        let proposal = thinking.proposal();
        self.thinking = Some(thinking);
        to_js(&proposal)
    }

    /// Plays a process again that `thinkSaved` wrote, to go on with; returns its question. What counts from today counts from the day on
    /// which it began.
    ///
    /// # Errors
    /// `malformed` when it does not fit these records, or was altered; `unsupported` when it is of another version.
    #[wasm_bindgen(js_name = thinkAgain)]
    pub fn think_again(
        &mut self,
        json: &str,
        url: &str,
        model: &str,
        #[wasm_bindgen(unchecked_param_type = "Choice")] choice: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Asking")] asking: JsValue,
        clock_millis: f64,
    ) -> Result<String, JsValue> {
        let choice: Choice = from_js(choice)?;
        let Asking { prompt, again, hold, .. } = from_js(asking)?;
        let endpoint = Endpoint::new(url, model, true).asked_by(prompt, again).held_by(hold);
        let saved = Saved::from_json(json).map_err(thrown)?;
        let question = saved.question().to_owned();
        self.thinking = Some(self.room.think_again(saved, &choice, &endpoint, clock_millis as u64).map_err(thrown)?);
        Ok(question)
    }

    /// Begins to think within `limits`, which the person approved.
    ///
    /// # Errors
    /// `invalid-argument` when a limit is out of its bounds, or it began before.
    #[wasm_bindgen(js_name = thinkStart)]
    pub fn think_start(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ThinkLimits")] limits: JsValue,
    ) -> Result<(), JsValue> {
        let limits: Limits = from_js(limits)?;
        self.thinking_mut()?.start(limits).map_err(thrown)
    }

    /// Returns what the process wants next. A request that it wants sent is a draft, to be released like any other.
    ///
    /// # Errors
    /// `invalid-argument` when the records have changed since it began; `not-found` when there is no process.
    #[wasm_bindgen(js_name = thinkNext, unchecked_return_type = "ThinkNext")]
    pub fn think_next(&mut self, clock_millis: f64) -> Result<JsValue, JsValue> {
        let thinking = self.thinking.as_mut().ok_or_else(none)?;
        let view = match self.room.think_next(thinking, clock_millis as u64).map_err(thrown)? {
            Next::Ask { ticket, task, workflow } => NextView::Ask { ticket, task, draft: self.draft(workflow) },
            Next::Approval { tells } => NextView::Approval { tells },
            Next::Judge { thought } => NextView::Judge { thought },
            Next::Done { ending } => NextView::Done { ending },
            Next::Wait | Next::Search { .. } | Next::Embed { .. } => NextView::Wait,
        };
        to_js(&view)
    }

    /// Gives the process the reply that was fed to `draft`, for the step `ticket`.
    ///
    /// # Errors
    /// `not-found` for an unknown draft; `invalid-argument` when no such step is under way.
    #[wasm_bindgen(js_name = thinkAnswered)]
    pub fn think_answered(&mut self, ticket: u32, draft: u32) -> Result<(), JsValue> {
        let thinking = self.thinking.as_mut().ok_or_else(none)?;
        let forgotten = || thrown(Error::new(Code::NotFound, "this request is not kept any more"));
        let workflow = self.drafts.remove(&draft).ok_or_else(forgotten)?;
        self.room.think_answered(thinking, Ticket(ticket), workflow).map_err(thrown)
    }

    /// Says that a step got no usable reply. It counts as a request, and is given up or asked in another way.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    #[wasm_bindgen(js_name = thinkFailed)]
    pub fn think_failed(&mut self, ticket: u32) -> Result<(), JsValue> {
        self.thinking_mut()?.failed(Ticket(ticket)).map_err(thrown)
    }

    /// Says that the request of a step was broken off: it is made and reviewed anew when the process goes on.
    ///
    /// # Errors
    /// `invalid-argument` when no such step is under way.
    #[wasm_bindgen(js_name = thinkPutBack)]
    pub fn think_put_back(&mut self, ticket: u32) -> Result<(), JsValue> {
        self.thinking_mut()?.put_back(Ticket(ticket)).map_err(thrown)
    }

    /// Lets the step that waits for the person go on, or does without it.
    ///
    /// # Errors
    /// `invalid-argument` when none waits.
    #[wasm_bindgen(js_name = thinkDecide)]
    pub fn think_decide(&mut self, approved: bool) -> Result<(), JsValue> {
        let thinking = self.thinking_mut()?;
        if approved { thinking.approve() } else { thinking.refuse() }.map_err(thrown)
    }

    /// Sets the person's own score of a thought, from 0 to 1.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    #[wasm_bindgen(js_name = thinkJudge)]
    pub fn think_judge(&mut self, thought: u32, value: f64) -> Result<(), JsValue> {
        self.thinking_mut()?.judge(NodeId(thought), value).map_err(thrown)
    }

    /// Takes a thought or a document out.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such node.
    #[wasm_bindgen(js_name = thinkPrune)]
    pub fn think_prune(&mut self, node: u32) -> Result<(), JsValue> {
        self.thinking_mut()?.prune(NodeId(node)).map_err(thrown)
    }

    /// Wants a thought in the answer, or no more.
    ///
    /// # Errors
    /// `invalid-argument` when there is no such thought.
    #[wasm_bindgen(js_name = thinkPin)]
    pub fn think_pin(&mut self, thought: u32, pinned: bool) -> Result<(), JsValue> {
        self.thinking_mut()?.pin(NodeId(thought), pinned).map_err(thrown)
    }

    /// Puts in a thought of the person's own.
    ///
    /// # Errors
    /// `invalid-argument` when it has no words.
    #[wasm_bindgen(js_name = thinkAdd)]
    pub fn think_add(&mut self, text: &str) -> Result<(), JsValue> {
        let thinking = self.thinking.as_mut().ok_or_else(none)?;
        self.room.think_added(thinking, text).map_err(thrown)
    }

    /// Ends the process; its last question can still be asked.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning.
    #[wasm_bindgen(js_name = thinkStop)]
    pub fn think_stop(&mut self) -> Result<(), JsValue> {
        self.thinking_mut()?.cancel().map_err(thrown)
    }

    /// Prepares the last question of the process, and returns its draft, which is released and resolved like any other.
    ///
    /// # Errors
    /// `not-found` when there is no thought to answer from; `refused` when no request is left, or the review did not pass it.
    #[wasm_bindgen(js_name = thinkAnswer)]
    pub fn think_answer(&mut self, clock_millis: f64) -> Result<u32, JsValue> {
        let thinking = self.thinking.as_mut().ok_or_else(none)?;
        let workflow = thinking.answer(&self.room.context(), clock_millis as u64).map_err(thrown)?;
        Ok(self.draft(workflow))
    }

    /// Returns the process as it stands.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning, or when the records have changed.
    #[wasm_bindgen(js_name = thinkView, unchecked_return_type = "ThinkView")]
    pub fn think_view(&self) -> Result<JsValue, JsValue> {
        to_js(&self.thinking_ref()?.view(&self.room.context()).map_err(thrown)?)
    }

    /// Returns what a thought says, checked, or the boxes of a document.
    ///
    /// # Errors
    /// As `thinkView`.
    #[wasm_bindgen(js_name = thinkDetail, unchecked_return_type = "Answer")]
    pub fn think_detail(&self, node: u32) -> Result<JsValue, JsValue> {
        to_js(&self.thinking_ref()?.detail(&self.room.context(), NodeId(node)).map_err(thrown)?)
    }

    /// Returns the process as JSON, for `thinkAgain`. It holds the question, and thoughts under pseudonyms.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning.
    #[wasm_bindgen(js_name = thinkSaved)]
    pub fn think_saved(&self) -> Result<String, JsValue> {
        self.thinking_ref()?.save().map_err(thrown)
    }

    /// Returns the process as a text to read, with names and dates put back.
    ///
    /// # Errors
    /// As `thinkView`.
    #[wasm_bindgen(js_name = thinkReport)]
    pub fn think_report(&self) -> Result<String, JsValue> {
        self.thinking_ref()?.report(&self.room.context()).map_err(thrown)
    }

    /// Forgets the process.
    #[wasm_bindgen(js_name = thinkForget)]
    pub fn think_forget(&mut self) {
        self.thinking = None;
    }
}

impl Engine {
    fn thinking_ref(&self) -> Result<&Thinking, JsValue> {
        self.thinking.as_ref().ok_or_else(none)
    }

    fn thinking_mut(&mut self) -> Result<&mut Thinking, JsValue> {
        self.thinking.as_mut().ok_or_else(none)
    }
}

pub(super) fn none() -> JsValue {
    thrown(Error::new(Code::NotFound, "no thought process is under way; begin one"))
}
