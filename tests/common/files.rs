//! Small files for tests, made of a few resources.
#![allow(dead_code, missing_docs)]

use std::io::Write as _;

use serde_json::{Value, json};

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A ZIP archive of `members`: folders without bytes, files deflated.
pub fn zip(members: &[(&str, Option<&[u8]>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in members {
        match bytes {
            None => writer.add_directory(*name, options).unwrap(),
            Some(bytes) => {
                writer.start_file(*name, options).unwrap();
                writer.write_all(bytes).unwrap();
            }
        }
    }
    writer.finish().unwrap().into_inner()
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
