//! The recognizers: one file for each kind of identifying text, with its source, its patterns, what makes it sure, and what
//! speaks against it. Their cases are data: `tests/data/recognizers/NAME.json`.

mod account;
mod age;
mod biometric;
pub mod check;
mod code;
mod coordinates;
mod date;
mod device;
mod email;
mod health_plan;
mod hl7;
mod holiday;
mod ip;
mod label;
mod license;
mod medical_record;
mod model;
mod national_id;
pub mod pattern;
mod phone;
mod places;
mod postal_code;
mod room;
mod schemes;
mod spoken;
mod ssn;
mod street;
mod table;
mod url;
mod username;
mod vehicle;
mod written_date;

pub use model::Model;
pub use postal_code::zip3_may_stay;

use crate::privacy::detect::Recognizer;

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
