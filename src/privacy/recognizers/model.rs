//! What a tagger model says of names and places, and of numbers where patterns see none.
//!
//! A model is asked for recall: its answers are as strong as it is sure of them. Whether what it found is a name or the eponym of
//! a disease is weighed with the other signs.

use std::sync::Arc;

use crate::document::EntityType;
use crate::model::Tag;
use crate::privacy::detect::{Found, Recognizer, Score, View};
use crate::privacy::recognizers::Names;

/// The labels that count, and what they are. `STATE` is no identifier.
const LABELS: &[(&str, EntityType)] = &[
    ("GIVEN_NAME", EntityType::Person),
    ("SURNAME", EntityType::Person),
    ("EMAIL", EntityType::Email),
    ("PHONE", EntityType::Phone),
    ("URL", EntityType::Url),
    ("TAX_ID", EntityType::NationalId),
    ("BANK_ACCOUNT", EntityType::Account),
    ("ROUTING_NUMBER", EntityType::Account),
    ("GOVERNMENT_ID", EntityType::NationalId),
    ("PASSPORT", EntityType::NationalId),
    ("DRIVERS_LICENSE", EntityType::License),
    ("BUILDING_NUMBER", EntityType::Location),
    ("STREET_NAME", EntityType::Location),
    ("SECONDARY_ADDRESS", EntityType::Location),
    ("CITY", EntityType::Location),
    ("ZIP_CODE", EntityType::Location),
];

/// Finds what a model labels.
pub struct Model {
    tagger: Arc<dyn Tag>,
    names: Names,
}

impl Model {
    /// Returns the recognizer that asks `tagger` and lets `names` weigh what it says.
    pub fn new(tagger: Arc<dyn Tag>, names: Names) -> Self {
        Model { tagger, names }
    }
}

impl Recognizer for Model {
    fn name(&self) -> &'static str {
        "model"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        // Models read a line's end as a space: what they say of the lines run together they have said of the text.
        if view.is_healed() {
            return Vec::new();
        }
        // A model that fails finds nothing; what it would have found is looked for by the others all the same.
        let tagged = self.tagger.tag(view.text()).unwrap_or_default();
        let said = tagged
            .into_iter()
            .filter_map(|tagged| {
                let (pattern, entity_type) = LABELS.iter().find(|(label, _)| *label == tagged.label)?;
                Some(Found {
                    range: tagged.range,
                    entity_type: *entity_type,
                    score: Score::of_probability(tagged.probability),
                    pattern,
                    validation: None,
                    context: None,
                })
            })
            .collect();
        self.names.weigh(view, said)
    }
}
