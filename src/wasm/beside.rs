//! Public passages beside requests, as JavaScript sees them: the engine looks for them by itself, in a pack that it reads by ranges.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{DraftView, from_js, to_js};
use super::drafts::no_such_draft;
use super::engine::{Engine, thrown};
use super::library::{LiteratureView, StepView};
use super::thinking::none;
use crate::clearance::{Block, PublicText};
use crate::library::pack::{Asked, Found, Range};
use crate::library::{Pack, Step as Read};
use crate::workflow::side_by_side;
use crate::workflow::thinking::Proposal;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What to approve of a thought process whose requests are told of public passages, and which these are. */
export interface ThinkBeside { proposal: ThinkProposal; literature: { told: LibraryHit[]; stays: LibraryHit[] } }
"#;

#[derive(Serialize)]
struct BesideView<'a> {
    proposal: Proposal,
    literature: LiteratureView<'a>,
}

#[wasm_bindgen]
impl Engine {
    /// Puts public passages of a library before the message of a draft, and has its request reviewed anew; one of several requests may tell less of the
    /// records then. They are looked for by those words of the question that leave with it. The library is read by
    /// ranges: without `start` it is begun, then `bytes` are those of the pack from `start` on.
    ///
    /// # Errors
    /// `not-found` for an unknown draft; `invalid-argument` for one that was released; `malformed` for what is no pack.
    #[wasm_bindgen(unchecked_return_type = "LibraryStep<Draft>")]
    pub fn beside(
        &mut self,
        draft: u32,
        clock_millis: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] start: Option<f64>,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] bytes: Option<Vec<u8>>,
    ) -> Result<JsValue, JsValue> {
        let workflow = self.drafts.get_mut(&draft).ok_or_else(no_such_draft)?;
        let found = match looked_up(&mut self.beside, workflow.state().asked_words(), start.zip(bytes))? {
            Read::Done(found) => found,
            Read::Want(ranges) => return want(ranges),
        };
        let (context, now_millis) = (self.room.context(), clock_millis as u64);
        let round = match self.refining.get_mut(&draft) {
            Some(refining) => {
                let told = refining.tell_beside(&context, workflow, &texts(&found), now_millis);
                *workflow = told.map_err(thrown)?;
                refining.round()
            }
            None => {
                workflow.tell_beside(&context, &texts(&found), now_millis).map_err(thrown)?;
                None
            }
        };
        let literature = LiteratureView::of(&found, &workflow.state().literature);
        to_js(&StepView::Done(DraftView::new(draft, workflow).at(round).beside(literature)))
    }

    /// Has the requests of the thought process tell of public passages of a library, read by ranges as in `beside`.
    ///
    /// # Errors
    /// `not-found` when there is no process; `invalid-argument` when the records have changed since it began; `malformed` for what is no pack.
    #[wasm_bindgen(js_name = thinkBeside, unchecked_return_type = "LibraryStep<ThinkBeside>")]
    pub fn think_beside(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] start: Option<f64>,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] bytes: Option<Vec<u8>>,
    ) -> Result<JsValue, JsValue> {
        let thinking = self.thinking.as_mut().ok_or_else(none)?;
        let context = self.room.context();
        let found = match looked_up(&mut self.beside, thinking.asked_words(&context), start.zip(bytes))? {
            Read::Done(found) => found,
            Read::Want(ranges) => return want(ranges),
        };
        let literature = thinking.tell_beside(&context, &texts(&found)).map_err(thrown)?;
        let literature = LiteratureView::of(&found, &literature);
        to_js(&StepView::Done(BesideView { proposal: thinking.proposal(), literature }))
    }

    /// Returns each medicine of the boxes `blocks` of an answer of which one of the public `passages` names another amount.
    ///
    /// # Errors
    /// `invalid-argument` for what are no boxes.
    #[wasm_bindgen(js_name = sideBySide, unchecked_return_type = "SideBySide[]")]
    pub fn side_by_side(
        #[wasm_bindgen(unchecked_param_type = "Block[]")] blocks: JsValue,
        passages: Vec<String>,
    ) -> Result<JsValue, JsValue> {
        let blocks: Vec<Block> = from_js(blocks)?;
        to_js(&side_by_side(&blocks, &passages))
    }
}

fn want(ranges: Vec<Range>) -> Result<JsValue, JsValue> {
    to_js(&StepView::<()>::of(Read::Want(ranges), |()| ()))
}

fn texts(found: &Found) -> Vec<PublicText> {
    found.hits.iter().filter_map(|hit| hit.passage.public()).collect()
}

/// Takes a step of reading `pack`, begun where nothing was `brought`: what it has on `words`, or which bytes it wants.
fn looked_up(pack: &mut Pack, words: String, brought: Option<(f64, Vec<u8>)>) -> Result<Read<Found>, JsValue> {
    match brought {
        Some((start, bytes)) => pack.supply(start as u64, &bytes, None).map_err(thrown)?,
        None => *pack = Pack::default(),
    }
    if let Read::Want(ranges) = pack.open().map_err(thrown)? {
        return Ok(Read::Want(ranges));
    }
    pack.search(&Asked::beside(words)).map_err(thrown)
}
