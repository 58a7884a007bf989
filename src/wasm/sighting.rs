//! What was found in a text, for the page.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::Utf16;
use crate::document::EntityType;
use crate::privacy::detect::Entity;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Something in a text that identifies somebody, and why it is taken for that; offsets are UTF-16 units, `score` is from 0 to 100. */
export interface Sighting { start: number; end: number; entityType: string; recognizer: string; score: number; pattern: string; validation?: string; context?: string }
"#;

/// What the page shows of an [`Entity`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sighting {
    start: usize,
    end: usize,
    entity_type: EntityType,
    recognizer: &'static str,
    score: u8,
    pattern: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    validation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
}

/// Returns `entities` of `text`, which stand in the order of their bytes, with UTF-16 offsets.
pub fn sightings(text: &str, entities: &[Entity]) -> Vec<Sighting> {
    let (mut bytes, mut units) = (0, 0);
    let mut at = |offset: usize| {
        // Counted on from the last place: a long text with many entities is gone through once.
        units += text.get(bytes..offset).map_or(0, |part| Utf16::new(part).at(part.len()));
        bytes = offset;
        units
    };
    let sighting = |entity: &Entity| Sighting {
        start: at(entity.span.start()),
        end: at(entity.span.end()),
        entity_type: entity.entity_type,
        recognizer: entity.recognizer,
        score: entity.score.percent(),
        pattern: entity.pattern,
        validation: entity.validation,
        context: entity.context,
    };
    entities.iter().map(sighting).collect()
}
