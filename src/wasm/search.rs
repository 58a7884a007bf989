//! Search as the page shows it: the passages in their own words, and why each is where it is.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{strategy, to_js};
use super::engine::{Engine, day, thrown};
use crate::error::{Code, Error};
use crate::retrieve::elsewhere::Elsewhere;
use crate::retrieve::{Hits, Rerank};
use crate::room::{Search, TOP_K};

/// Hits with what they are hits of.
#[derive(Serialize)]
struct FoundView<'a> {
    #[serde(flatten)]
    hits: &'a Hits,
    /// The name of the strategy that was used.
    strategy: String,
    /// The verbatim texts of the hits, in their order.
    texts: Vec<&'a str>,
    /// The names of whom the hits are about, in their order.
    subjects: Vec<Option<&'a str>>,
    /// Whether these are the records as they were before a file that is still being made findable.
    earlier: bool,
    /// Whether concepts were looked for in some passages only so far.
    partial: bool,
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a search would have a cross-encoder read: a question with passages, the most promising first. */
export interface Pairs { question: string; passages: string[] }
"#;

#[wasm_bindgen]
impl Engine {
    /// Has searches by `stages` and `literal` look, from now on or no longer, at what a cross-encoder says that runs elsewhere. After such a
    /// search `wantedPairs` says what it would have read; the search is made again once `takeScores` has taken the scores.
    #[wasm_bindgen(js_name = readSecondTime)]
    pub fn read_second_time(&mut self, on: bool) {
        self.second = on.then(Elsewhere::default);
    }

    /// Returns what the last search would have had read a second time and was not, once; `undefined` where there is nothing.
    ///
    /// # Errors
    /// `internal` when it cannot be converted.
    #[wasm_bindgen(js_name = wantedPairs, unchecked_return_type = "Pairs | undefined")]
    pub fn wanted_pairs(&self) -> Result<JsValue, JsValue> {
        let pairs = self.second.as_ref().and_then(Elsewhere::wanted);
        pairs.map_or(Ok(JsValue::UNDEFINED), |pairs| to_js(&pairs))
    }

    /// Takes the scores of the first of the passages that `wantedPairs` named, in their order: as many as there was time for.
    ///
    /// # Errors
    /// `invalid-argument` when nothing is wanted; `model` when there are too many, or one is not finite.
    #[wasm_bindgen(js_name = takeScores)]
    pub fn take_scores(&self, scores: Vec<f32>) -> Result<(), JsValue> {
        let none = || thrown(Error::new(Code::InvalidArgument, "no search wants anything read a second time"));
        self.second.as_ref().ok_or_else(none)?.hand_over(scores).map_err(thrown)
    }

    /// Returns the best passages for `question`, verbatim, each with the parts of its score. Nothing leaves. `today` is the person's
    /// calendar day (`2019-03-02`), from which "last year" counts. While a further file is made findable, what was there before is
    /// searched, and `earlier` says so; while concepts are still being looked for in what was read, `partial` does.
    ///
    /// # Errors
    /// `invalid-argument` for an unknown strategy or a day that is none.
    #[wasm_bindgen(unchecked_return_type = "Found")]
    pub fn search(
        &mut self,
        question: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "StrategyName")] strategy_name: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] top_k: Option<usize>,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] today: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let strategy = strategy(strategy_name.as_deref()).map_err(thrown)?;
        let (top_k, today) = (top_k.unwrap_or(TOP_K), day(today.as_deref())?);
        let reranker = self.second.as_ref().map(|second| second as &dyn Rerank);
        let search = Search { strategy, top_k, today, reranker, ..Search::default() };
        let found = self.room.find_meanwhile(question, &search).map_err(thrown)?;
        let texts = found.hits.hits.iter().map(|hit| found.text(hit.passage));
        let texts = texts.collect::<crate::error::Result<Vec<_>>>().map_err(thrown)?;
        let subjects = found.hits.hits.iter().map(|hit| found.subject(hit.document)).collect();
        let (strategy, earlier, partial) = (found.hits.used.to_string(), found.is_earlier, found.is_partial);
        to_js(&FoundView { strategy, hits: &found.hits, texts, subjects, earlier, partial })
    }
}
