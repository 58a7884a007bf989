//! Passages of a vector database, as JavaScript sees them: what would leave is shown, the request is entered in the ledger and handed over once, and what the
//! server tells stands among what is at hand, as its word.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::cleared::Cleared;
use super::convert::{FindingView, Utf16, WithheldView, to_js};
use super::engine::{Engine, day, thrown};
use super::library::{Library, StepView};
use super::pubmed::{clearing, in_force, refused};
use crate::clearance::Outgoing;
use crate::error::{Code, Error};
use crate::ledger::{PublicRequest, Sought};
use crate::library::neighbours::{COUNT, Neighbours, Proposal};
use crate::library::several::{Fused, Offered, fused};
use crate::library::{Mark, Step, chroma};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What would leave of a question to a server of public passages: the vector of the words that leave. */
export interface NearestProposal {
  leaves: string;
  /** Offsets are UTF-16 units of the question. */
  withheldWords: WithheldWord[]; byLexicon: boolean;
  /** The request, with noughts for the collection's id, which the server gives. */
  request: Outgoing; findings: Finding[]; mayBeSent: boolean;
}
/** A passage of a server, of what is at hand, or of both. */
export interface LibraryNeighbour {
  reference: string; title: string; text: string; year: number | null; pmid: number | null;
  /** The authors, as citations have them. */
  authors: string[];
  /** The journal, the types of publication and the DOI, as far as they are known. */
  about: string[];
  marks: ("retracted" | "partly-retracted" | "concern" | "corrected")[];
  /** Whether it is a server's word, and not of a file that was read here. */
  told: boolean;
  /** Whether the server and what is at hand have other texts of it. */
  differs: boolean;
}
/** What a server told, among what is at hand; `leftOut` are passages whose ids are not made of their references, `told` is how many the server told beside those, and `narrowed` whether years or authors of the question narrowed what is at hand. */
export interface LibraryAmong { found: LibraryNeighbour[]; leftOut: number; told: number; narrowed: boolean }
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProposalView<'a> {
    leaves: &'a str,
    withheld_words: Vec<WithheldView>,
    by_lexicon: bool,
    request: &'a Outgoing,
    findings: Vec<FindingView>,
    may_be_sent: bool,
}

#[derive(Serialize)]
struct NeighbourView<'a> {
    reference: &'a str,
    title: &'a str,
    text: &'a str,
    year: Option<i64>,
    pmid: Option<u64>,
    authors: Vec<String>,
    about: Vec<String>,
    marks: &'a [Mark],
    told: bool,
    differs: bool,
}

impl<'a> NeighbourView<'a> {
    fn of(Fused { passage, marks, differs, .. }: &'a Fused) -> Self {
        NeighbourView {
            reference: passage.citation(),
            title: passage.title(),
            text: passage.text(),
            year: passage.year(),
            pmid: passage.pmid(),
            authors: passage.authors(),
            about: passage.about(),
            marks,
            told: passage.is_told(),
            differs: *differs,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AmongView<'a> {
    found: Vec<NeighbourView<'a>>,
    left_out: usize,
    told: usize,
    narrowed: bool,
}

#[wasm_bindgen]
impl Engine {
    /// Returns what would leave of `question` to the server at `base`; of the words that stay, `allowed` leave where that may be. What may be sent takes the
    /// place of what was there before. `clock_millis` is the time since 1970.
    ///
    /// # Errors
    /// `invalid-argument` where no word may leave; `too-large` for a long question; `model` where search by meaning is not there; `refused` where the policy
    /// does not let that server be asked.
    #[wasm_bindgen(js_name = nearestPropose, unchecked_return_type = "NearestProposal")]
    pub fn nearest_propose(
        &mut self,
        question: &str,
        allowed: Vec<String>,
        base: &str,
        clock_millis: f64,
    ) -> Result<JsValue, JsValue> {
        // What the records name has to be known of all that was read.
        self.room.refresh().map_err(thrown)?;
        let (clearing, policy) = (clearing(&self.room), in_force(&self.room));
        let leaves = clearing.question(question, policy.allowed(&allowed)).map_err(thrown)?;
        // Where it runs elsewhere, its vector is asked for by this.
        self.room.question_vector(leaves.map.text()).map_err(thrown)?;
        let asked = (question, base);
        let proposal = Neighbours::propose(&clearing, &policy, &self.room, asked, &allowed, clock_millis as u64);
        let Proposal { query, request, findings, neighbours } = proposal.map_err(thrown)?;
        let units = Utf16::new(question);
        let leaving = Utf16::new(query.map.text());
        let shown = to_js(&ProposalView {
            leaves: query.map.text(),
            withheld_words: query.withheld.iter().map(|word| WithheldView::new(word, &policy, &units)).collect(),
            by_lexicon: clearing.lexicon.is_some(),
            request: &request,
            findings: findings.iter().map(|finding| FindingView::new(finding, &leaving)).collect(),
            may_be_sent: neighbours.is_some(),
        })?;
        self.neighbours = neighbours;
        Ok(shown)
    }

    /// Hands over the request for which collections the server of the question that was proposed has, and enters it in the ledger before. `clock_millis` is the
    /// time since 1970.
    ///
    /// # Errors
    /// `not-found` where nothing was proposed; `refused` when the review does not pass it, or the policy does not let that server be asked; `too-large` when
    /// the ledger is full.
    #[wasm_bindgen(js_name = nearestCollections)]
    pub fn nearest_collections(&mut self, clock_millis: f64) -> Result<Cleared, JsValue> {
        self.room.refresh().map_err(thrown)?;
        let (clearing, policy, now_millis) = (clearing(&self.room), in_force(&self.room), clock_millis as u64);
        let neighbours = self.neighbours.as_ref().ok_or_else(|| thrown(none()))?;
        let reviewed = neighbours.collections(&clearing, &policy, now_millis).map_err(thrown)?;
        let cleared = reviewed.map_err(|_| thrown(refused()))?;
        let by_lexicon = clearing.lexicon.is_some();
        let request = PublicRequest { sought: Sought::Collections, withheld: &[], by_lexicon, policy: &policy };
        self.desk.enter_public(request, &cleared, now_millis).map_err(thrown)?;
        Ok(Cleared::new(cleared))
    }

    /// Hands over the question that was proposed, to the collection `name` among those that the server says it has, and enters it in the ledger before.
    ///
    /// # Errors
    /// `not-found` where nothing was proposed, and without the collection; `reply` where the server named none; else as `nearestPropose`.
    #[wasm_bindgen(js_name = nearestRelease)]
    pub fn nearest_release(&mut self, name: &str, collections: &[u8], clock_millis: f64) -> Result<Cleared, JsValue> {
        self.room.refresh().map_err(thrown)?;
        let (clearing, policy, now_millis) = (clearing(&self.room), in_force(&self.room), clock_millis as u64);
        let neighbours = self.neighbours.as_ref().ok_or_else(|| thrown(none()))?;
        let reviewed = neighbours.release(&clearing, &policy, &self.room, (name, collections), now_millis);
        let cleared = reviewed.map_err(thrown)?.map_err(|_| thrown(refused()))?;
        let withheld = &neighbours.query().withheld;
        let by_lexicon = clearing.lexicon.is_some();
        let request = PublicRequest { sought: Sought::Vector, withheld, by_lexicon, policy: &policy };
        self.desk.enter_public(request, &cleared, now_millis).map_err(thrown)?;
        Ok(Cleared::new(cleared))
    }
}

fn none() -> Error {
    Error::new(Code::NotFound, "no question waits for that server: look anew")
}

#[wasm_bindgen]
impl Library {
    /// Returns the passages that a server answered with, `reply`, among those of the files that are open, which are asked `question` as it is; or which
    /// bytes are needed first. `today` is the person's calendar day.
    ///
    /// # Errors
    /// `reply` for an answer that is none; else as `search`.
    #[wasm_bindgen(unchecked_return_type = "LibraryStep<LibraryAmong>")]
    pub fn among(&mut self, reply: &[u8], question: &str, today: &str) -> Result<JsValue, JsValue> {
        let (told, left_out) = chroma::nearest(reply, COUNT as usize).map_err(thrown)?;
        let count = told.len();
        let mut lists = vec![told.into_iter().map(Offered::Told).collect::<Vec<_>>()];
        let mut narrowed = false;
        match self.at_hand(question, day(Some(today))?)? {
            Some(Step::Done(found)) => {
                narrowed = found.narrowed.passages.is_some();
                lists.push(found.hits.into_iter().map(Offered::from).collect());
            }
            Some(Step::Want(ranges)) => return to_js(&StepView::<()>::of(Step::Want(ranges), |()| ())),
            None => {}
        }
        let best = fused(lists, COUNT as usize);
        let found = best.iter().map(NeighbourView::of).collect();
        to_js(&StepView::Done(AmongView { found, left_out, told: count, narrowed }))
    }
}
