//! The whole record of one patient at a glance.

use jiff::civil::Date;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, thrown};
use crate::document::PatientIndex;
use crate::question::when::calendar_day;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What stands in one lane of a timeline. */
export type LaneKind = "conditions" | "allergies" | "medicines" | "measurements" | "procedures" | "vaccinations" | "visits" | "notes" | "other";
/** One entry: its `day` for placing it, `from` and `until` as exactly as the file has them; `current` says that it lasts and is so now. */
export interface TimelineItem { name: string; day?: string; from?: string; until?: string; current: boolean; said?: string[]; reference: string }
/** Everything of one patient by kind and time, entries without a day first; `lastVisit` is the day of the latest visit, or of the latest entry where there is none. */
export interface Timeline { lanes: { kind: LaneKind; items: TimelineItem[] }[]; lastVisit?: string }
/** One end of a reference range: `number` for placing it, `text` as the file has it. */
export interface RangeEnd { number: number; text: string }
/** One reading: `text` is the number exactly as the file has it; `out` says in which way its own entry says that it is out of range. */
export interface SeriesPoint { day: string; at: string; number: number; text: string; low?: RangeEnd; high?: RangeEnd; out?: string; reference: string }
/** All readings of one thing in one unit, by time. */
export interface Series { name: string; code?: string; unit?: string; points: SeriesPoint[] }
/** How much is new of a patient since a day: how many entries each part of the brief has, and how many disagreements there are. */
export interface Points { since: string; counts: { title: string; count: number }[]; disagreements: number }
"#;

/// As the TypeScript type has it.
#[derive(Serialize)]
struct Points {
    since: Date,
    counts: Vec<Count>,
    disagreements: usize,
}

#[derive(Serialize)]
struct Count {
    title: &'static str,
    count: usize,
}

#[wasm_bindgen]
impl Engine {
    /// Returns the day of the latest visit of a patient, by number, or of the latest entry where there is none, as `2019-03-02`.
    ///
    /// # Errors
    /// `not-found` when there is no such patient.
    #[wasm_bindgen(js_name = lastVisit)]
    pub fn last_visit(&mut self, patient: u32) -> Result<Option<String>, JsValue> {
        Ok(self.room.last_visit(PatientIndex(patient)).map_err(thrown)?.map(|day| day.to_string()))
    }

    /// Returns how much is new of a patient, by number, since the day `since`, of the form `2019-03-02`.
    ///
    /// # Errors
    /// `not-found` when there is no such patient; `invalid-argument` for a day that is none.
    #[wasm_bindgen(unchecked_return_type = "Points")]
    pub fn points(&mut self, patient: u32, since: &str) -> Result<JsValue, JsValue> {
        let since = calendar_day(since).map_err(thrown)?;
        let brief = self.room.points(PatientIndex(patient), since).map_err(thrown)?;
        let counts = brief.parts.iter().map(|part| Count { title: part.title, count: part.items.len() + part.more });
        to_js(&Points {
            since,
            counts: counts.collect(),
            disagreements: brief.disagreements.len() + brief.more_disagreements,
        })
    }

    /// Returns everything of a patient, by number, in lanes by kind.
    ///
    /// # Errors
    /// `not-found` when there is no such patient.
    #[wasm_bindgen(unchecked_return_type = "Timeline")]
    pub fn timeline(&mut self, patient: u32) -> Result<JsValue, JsValue> {
        to_js(&self.room.timeline(PatientIndex(patient)).map_err(thrown)?)
    }

    /// Returns what was measured of a patient, by number, as series of numbers: those with most readings first.
    ///
    /// # Errors
    /// `not-found` when there is no such patient.
    #[wasm_bindgen(unchecked_return_type = "Series[]")]
    pub fn series(&mut self, patient: u32) -> Result<JsValue, JsValue> {
        to_js(&self.room.series(PatientIndex(patient)).map_err(thrown)?)
    }
}
