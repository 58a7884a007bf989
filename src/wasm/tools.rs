//! The planner's searches as tools for a model that runs in this room.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, day, thrown};
use crate::room::tools;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A tool in the form that chat completions take; `parameters` is the JSON Schema of its arguments. */
export interface Tool { type: "function"; function: { name: string; description: string; parameters: Record<string, unknown>; strict: boolean } }
"#;

#[wasm_bindgen]
impl Engine {
    /// Returns the tools that a model in this room may call.
    ///
    /// # Errors
    /// `internal` when they cannot be told to JavaScript.
    #[wasm_bindgen(unchecked_return_type = "Tool[]")]
    pub fn tools(&self) -> Result<JsValue, JsValue> {
        to_js(&tools::tools().iter().map(tools::Tool::function).collect::<Vec<Value>>())
    }

    /// Returns what the tool `name` returns for `parameters`, a JSON object as text: JSON as text. It is text of the records, which no
    /// review has seen. `today` is the person's calendar day (`2019-03-02`).
    ///
    /// # Errors
    /// `not-found` when there is no such tool, patient or passage; `invalid-argument` when the arguments are not as its schema says;
    /// `too-large` when they are longer than any use of them.
    #[wasm_bindgen(js_name = callTool)]
    pub fn call_tool(
        &mut self,
        name: &str,
        parameters: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] today: Option<String>,
    ) -> Result<String, JsValue> {
        let today = day(today.as_deref())?;
        Ok(self.room.call_tool(name, parameters, today).map_err(thrown)?.to_string())
    }
}
