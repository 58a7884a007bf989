//! The recognizers: one file for each kind of identifying text, with its source, its patterns, what makes it sure, and what
//! speaks against it. Their cases are data: `tests/data/recognizers/NAME.json`.

mod account;
mod address;
mod age;
mod allow;
mod biometric;
mod called;
pub mod check;
mod code;
mod coordinates;
mod date;
mod device;
mod email;
mod head;
mod health_plan;
mod hl7;
mod holiday;
mod hospital;
mod ip;
mod label;
mod license;
mod medical_record;
mod model;
mod names;
mod national_id;
mod occupation;
mod organization;
pub mod pattern;
mod person;
mod phone;
mod place;
mod places;
mod postal_code;
mod region;
mod road;
mod room;
mod schemes;
mod setting;
mod spoken;
mod ssn;
mod street;
mod table;
pub mod units;
mod unknown;
mod url;
mod username;
mod vehicle;
mod written_date;

pub use head::{Reader, Reading};
pub use names::Names;
pub(super) use names::class::{Class, of_word as class_of};
pub use postal_code::zip3_may_stay;

use std::sync::Arc;

use crate::privacy::detect::{Detector, Recognizer};
use crate::privacy::lexicon::Lexicon;

/// Returns all recognizers that need nothing but the text.
pub fn all() -> Vec<Box<dyn Recognizer>> {
    vec![
        Box::new(account::Account),
        Box::new(age::Age),
        Box::new(biometric::Biometric),
        Box::new(code::Code),
        Box::new(coordinates::Coordinates),
        Box::new(date::Date),
        Box::new(device::Device),
        Box::new(email::Email),
        Box::new(health_plan::HealthPlan),
        Box::new(hl7::Hl7),
        Box::new(holiday::Holiday),
        Box::new(ip::Ip),
        Box::new(license::License),
        Box::new(medical_record::MedicalRecord),
        Box::new(national_id::NationalId),
        Box::new(phone::Phone),
        Box::new(postal_code::PostalCode),
        Box::new(road::Road),
        Box::new(room::Room),
        Box::new(spoken::Spoken),
        Box::new(ssn::SocialSecurity),
        Box::new(street::Street),
        Box::new(table::Table),
        Box::new(url::Url),
        Box::new(username::Username),
        Box::new(vehicle::Vehicle),
        Box::new(written_date::WrittenDate),
    ]
}

/// Returns the recognizer that asks `lexicon` what a word may be: names of people, organisations, hospitals and places.
pub fn with_lexicon(lexicon: &Arc<Lexicon>) -> Vec<Box<dyn Recognizer>> {
    vec![Box::new(Names::new(lexicon.clone()))]
}

/// Returns the detector of all recognizers: those of patterns, those that ask `lexicon`, and `reader` as their judge. Without a
/// word in the lexicon nobody is judged: the head was trained with one.
pub fn fused(lexicon: &Arc<Lexicon>, reader: Option<Reader>) -> Detector {
    let mut all = all();
    all.extend(with_lexicon(lexicon));
    let detector = Detector::new(all);
    match reader.filter(|_| !lexicon.is_empty()) {
        Some(reader) => detector.judged_by(Box::new(Reading::new(reader, lexicon.clone()))),
        None => detector,
    }
}
