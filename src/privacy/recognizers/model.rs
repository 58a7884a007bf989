//! What a tagger model says of names and places, and of numbers where patterns see none.
//!
//! A model is asked for recall: its answers are as strong as it is sure of them. Whether what it found is a name or the eponym of
//! a disease is weighed with the other signs.

use std::ops::Range;
use std::sync::Arc;

use crate::document::EntityType;
use crate::model::Tag;
use crate::privacy::detect::{Found, Recognizer, Score, View};
use crate::privacy::recognizers::{Names, code};

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

/// The least probability at which a name counts: what is missed costs more than what is found in vain, and
/// [`Names::weigh`] takes out what the lexicon explains.
const NAME: f32 = 0.4;
/// The least probability at which the name of a town or street counts; the model knows many, and takes drugs for them.
const PLACE: f32 = 0.5;
/// The least probability at which a number counts. Patterns know its forms better: a model takes results for house numbers.
const NUMBER: f32 = 0.8;
/// The probability from which a name is more than likely. A model is never as sure as a label or a check digit: those say better
/// what a number is.
const SURE: f32 = 0.7;
/// A number of fewer digits is a value more often than an identifier, whatever a model says.
const LONG: usize = 6;

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
                let text = view.slice(tagged.range.clone());
                let digits = text.bytes().filter(u8::is_ascii_digit).count();
                let least = match entity_type {
                    EntityType::Person => NAME,
                    EntityType::Location if digits == 0 => PLACE,
                    _ if digits >= LONG => NUMBER,
                    _ => return None,
                };
                if tagged.probability < least || code::is_of_a_system(view, tagged.range.start) {
                    return None;
                }
                let score = if *entity_type == EntityType::Person && tagged.probability >= SURE {
                    Score::FAIR
                } else {
                    Score::WEAK
                };
                Some(Found {
                    range: without_stops(text, tagged.range),
                    entity_type: *entity_type,
                    score,
                    pattern,
                    validation: None,
                    context: None,
                })
            })
            .collect();
        self.names.weigh(view, said)
    }
}

/// Returns `range`, where `text` stands, without the full stop or comma that a model takes along.
fn without_stops(text: &str, range: Range<usize>) -> Range<usize> {
    range.start..range.end - (text.len() - text.trim_end_matches(['.', ',', ';', ':']).len())
}
