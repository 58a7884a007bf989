//! Search as the page shows it: the passages in their own words, and why each is where it is.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{strategy, to_js};
use super::engine::{Engine, day, thrown};
use crate::retrieve::Hits;
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
}

#[wasm_bindgen]
impl Engine {
    /// Returns the best passages for `question`, verbatim, each with the parts of its score. Nothing leaves. `today` is the person's
    /// calendar day (`2019-03-02`), from which "last year" counts.
    ///
    /// # Errors
    /// `invalid-argument` for an unknown strategy or a day that is none, or for `dense` and `mmr` before anything is embedded.
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
        let hits = self.room.find(question, &Search { strategy, top_k, today, ..Search::default() }).map_err(thrown)?;
        let context = self.room.context();
        let texts = hits.hits.iter().map(|hit| context.index.text(context.records, hit.passage));
        let texts = texts.collect::<crate::error::Result<Vec<_>>>().map_err(thrown)?;
        to_js(&FoundView { strategy: hits.used.to_string(), hits: &hits, texts })
    }
}
