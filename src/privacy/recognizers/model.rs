//! What a tagger model says of names and places, and of numbers where patterns see none.
//!
//! A model is asked for recall: its answers are as strong as it is sure of them. Whether what it found is a name or the eponym of
//! a disease is weighed with the other signs.

use std::ops::Range;

use crate::document::EntityType;
use crate::model::Tagged;
use crate::privacy::detect::{Found, Score, View};
use crate::privacy::recognizers::{Names, code};

/// The least probability of having any label at which a word is part of a stretch. Low on purpose: other signs are weighed
/// with it, and what is missed costs more than what is found in vain.
pub const LEAST: f32 = 0.2;

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

/// Returns what a model `tagged` in `view`, weighed by `names`.
pub fn said(view: &View<'_>, tagged: Vec<Tagged>, names: &Names) -> Vec<Found> {
    let found = |tagged: Tagged| {
        let (pattern, entity_type) = LABELS.iter().find(|(label, _)| *label == tagged.label)?;
        let text = view.slice(tagged.range.clone());
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let least = match entity_type {
            EntityType::Person => NAME,
            EntityType::Location if digits == 0 => PLACE,
            _ if digits >= LONG => NUMBER,
            _ => return None,
        };
        let public = code::is_of_a_system(view, tagged.range.start) || code::is_public_at(view, &tagged.range);
        if tagged.probability < least || public {
            return None;
        }
        let sure = *entity_type == EntityType::Person && tagged.probability >= SURE;
        Some(Found {
            range: without_stops(text, tagged.range),
            entity_type: *entity_type,
            score: if sure { Score::FAIR } else { Score::WEAK },
            pattern,
            validation: None,
            context: None,
        })
    };
    names.weigh(view, tagged.into_iter().filter_map(found).collect())
}

/// Returns `range`, where `text` stands, without the full stop or comma that a model takes along.
fn without_stops(text: &str, range: Range<usize>) -> Range<usize> {
    range.start..range.end - (text.len() - text.trim_end_matches(['.', ',', ';', ':']).len())
}
