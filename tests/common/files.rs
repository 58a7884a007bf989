//! Small files for tests, made of a few resources.
#![allow(dead_code, missing_docs)]

use std::io::Write as _;

use serde_json::{Value, json};

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn bundle(resources: impl IntoIterator<Item = Value>) -> Vec<u8> {
    let entries: Vec<Value> = resources.into_iter().map(|resource| json!({ "resource": resource })).collect();
    serde_json::to_vec(&json!({ "resourceType": "Bundle", "type": "collection", "entry": entries })).unwrap()
}

pub fn patient(id: &str, family: &str) -> Value {
    json!({ "resourceType": "Patient", "id": id, "name": [{ "family": family, "given": ["Ada"] }] })
}

pub fn weight(id: &str, patient: &str, day: &str, kilograms: f64) -> Value {
    json!({
        "resourceType": "Observation", "id": id, "status": "final", "subject": { "reference": format!("Patient/{patient}") },
        "code": { "coding": [{ "system": "http://loinc.org", "code": "29463-7", "display": "Body Weight" }] },
        "effectiveDateTime": day, "valueQuantity": { "value": kilograms, "unit": "kg" }
    })
}
