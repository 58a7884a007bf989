//! Articles of PubMed, as JavaScript sees them: what would leave is shown, and each request is reviewed, entered in the ledger and handed over once.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::cleared::Cleared;
use super::convert::{FindingView, Utf16, WithheldView, to_js};
use super::engine::{Engine, thrown};
use crate::clearance::Outgoing;
use crate::error::{Code, Error};
use crate::ledger::{PublicRequest, Sought};
use crate::library::entrez::{Account, Reply};
use crate::library::gathering::{BATCH, Due, Gathering, MOST, Proposal, Typed};
use crate::library::query::Clearing;
use crate::privacy::policy::{Choice, Policy};
use crate::question::when::calendar_day;
use crate::room::Room;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What would leave for a query of PubMed. Without a word that stays, and without a finding, it may be sent. */
export interface PubmedProposal {
  /** The query, of which the words that stay are parts; offsets are UTF-16 units of it. */
  text: string; leaves: string; withheldWords: WithheldWord[]; byLexicon: boolean;
  /** The first request; null where a word stays. */
  request: Outgoing | null; findings: Finding[]; mayBeSent: boolean;
  /** The most articles that come of it, and how many come at a time. */
  most: number; batch: number;
}
/** How far it is; `beyond` are articles that were found and are more than come. */
export interface PubmedAccount { windows: number; batches: number; counted: number; received: number; missing: number; beyond: number }
/** What is to be done next. */
export type PubmedDue = "request" | "nothing" | { wait: number };
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProposalView<'a> {
    text: &'a str,
    leaves: &'a str,
    withheld_words: Vec<WithheldView>,
    by_lexicon: bool,
    request: Option<&'a Outgoing>,
    findings: Vec<FindingView>,
    may_be_sent: bool,
    most: u32,
    batch: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum DueView {
    Request,
    Nothing,
    Wait(u64),
}

/// What a query is held to, with the records and words of `room`.
pub(super) fn clearing(room: &Room) -> Clearing<'_> {
    let context = room.context();
    Clearing { known: context.known, detector: context.detector, lexicon: context.lexicon }
}

/// The policy in force where a person chooses nothing.
pub(super) fn in_force(room: &Room) -> Policy {
    Choice::default().under(room.policy())
}

/// Returns the error for what the review refused.
pub(super) fn refused() -> Error {
    Error::new(Code::Refused, "the review refused this request; nothing was sent")
}

#[wasm_bindgen]
impl Engine {
    /// Returns what would leave for the `query` and two days (`2019-03-02`), to the programs of Entrez at `base`; of the words that stay, `allowed`
    /// leave where that may be. What may be sent takes the place of what was there before. `clock_millis` is the time since 1970.
    ///
    /// # Errors
    /// `invalid-argument` for what is no query, day or address of Entrez; `too-large` for a long query; `refused` where the policy does not let it be asked.
    #[wasm_bindgen(js_name = pubmedPropose, unchecked_return_type = "PubmedProposal")]
    pub fn pubmed_propose(
        &mut self,
        query: &str,
        from: &str,
        until: &str,
        allowed: Vec<String>,
        base: &str,
        clock_millis: f64,
    ) -> Result<JsValue, JsValue> {
        // What the records name has to be known of all that was read.
        self.room.refresh().map_err(thrown)?;
        let day = |text: &str| calendar_day(text).map_err(thrown);
        let typed = Typed { query, from: day(from)?, until: day(until)?, allowed: &allowed, base };
        let (clearing, policy) = (clearing(&self.room), in_force(&self.room));
        let proposal = Gathering::propose(&clearing, &policy, &typed, clock_millis as u64).map_err(thrown)?;
        let by_lexicon = clearing.lexicon.is_some();
        let Proposal { text, query, request, findings, gathering } = proposal;
        let units = Utf16::new(&text);
        let view = ProposalView {
            text: &text,
            leaves: query.map.text(),
            withheld_words: query.withheld.iter().map(|word| WithheldView::new(word, &policy, &units)).collect(),
            by_lexicon,
            request: request.as_ref(),
            findings: findings.iter().map(|finding| FindingView::new(finding, &Utf16::new(query.map.text()))).collect(),
            may_be_sent: gathering.is_some(),
            most: MOST,
            batch: BATCH,
        };
        let shown = to_js(&view)?;
        self.gathering = gathering;
        Ok(shown)
    }

    /// Returns what to do next, where `elapsed_millis` went by since some moment that stays the same.
    ///
    /// # Errors
    /// `not-found` where nothing is collected; `invalid-argument` while an answer is due.
    #[wasm_bindgen(js_name = pubmedDue, unchecked_return_type = "PubmedDue")]
    pub fn pubmed_due(&mut self, elapsed_millis: f64) -> Result<JsValue, JsValue> {
        to_js(&match gathering(&mut self.gathering)?.due(elapsed_millis as u64).map_err(thrown)? {
            Due::Request => DueView::Request,
            Due::Nothing => DueView::Nothing,
            Due::Wait(until) => DueView::Wait(until),
        })
    }

    /// Hands over the request that is due, once, and enters it in the ledger before. `clock_millis` is the time since 1970.
    ///
    /// # Errors
    /// `refused` when the review does not pass it, or the policy does not let it be asked; `invalid-argument` where none is due; `too-large` when the ledger is full.
    #[wasm_bindgen(js_name = pubmedRelease)]
    pub fn pubmed_release(&mut self, clock_millis: f64) -> Result<Cleared, JsValue> {
        self.room.refresh().map_err(thrown)?;
        let (clearing, policy, now_millis) = (clearing(&self.room), in_force(&self.room), clock_millis as u64);
        let gathering = gathering(&mut self.gathering)?;
        let reviewed = gathering.release(&clearing, &policy, now_millis).map_err(thrown)?;
        let cleared = reviewed.map_err(|_| thrown(refused()))?;
        let by_lexicon = clearing.lexicon.is_some();
        let is_search = !cleared.receipt().operators.is_empty();
        let sought = if is_search { Sought::PubmedSearch } else { Sought::PubmedBatch };
        let request = PublicRequest { sought, withheld: &[], by_lexicon, policy: &policy };
        let entered = self.desk.enter_public(request, &cleared, now_millis);
        if let Err(error) = entered {
            gathering.withdraw();
            return Err(thrown(error));
        }
        Ok(Cleared::new(cleared))
    }

    /// Takes what Entrez answered to the request that was handed over last, with `status` 0 where there was no answer; whether articles came of it.
    ///
    /// # Errors
    /// `network` after a request was made in vain so often that it is better to go on later.
    #[wasm_bindgen(js_name = pubmedReply)]
    pub fn pubmed_reply(&mut self, status: u16, body: &[u8], elapsed_millis: f64) -> Result<bool, JsValue> {
        let reply = Reply { status, retry_after_seconds: None, body };
        gathering(&mut self.gathering)?.reply(reply, elapsed_millis as u64).map_err(thrown)
    }

    /// Takes note that the request that was handed over last was given up: it is made anew.
    ///
    /// # Errors
    /// `not-found` where nothing is collected.
    #[wasm_bindgen(js_name = pubmedWithdraw)]
    pub fn pubmed_withdraw(&mut self) -> Result<(), JsValue> {
        gathering(&mut self.gathering)?.withdraw();
        Ok(())
    }

    /// Returns how far it is.
    ///
    /// # Errors
    /// `not-found` where nothing is collected.
    #[wasm_bindgen(js_name = pubmedAccount, unchecked_return_type = "PubmedAccount")]
    pub fn pubmed_account(&mut self) -> Result<JsValue, JsValue> {
        let account: Account = gathering(&mut self.gathering)?.account();
        to_js(&account)
    }
}

fn gathering(of: &mut Option<Gathering>) -> Result<&mut Gathering, JsValue> {
    of.as_mut().ok_or_else(|| thrown(Error::new(Code::NotFound, "nothing is being collected from PubMed: look anew")))
}
