//! Small files for tests, made of a few resources.
#![allow(dead_code, missing_docs)]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use base64::Engine as _;
use serde_json::{Value, json};

/// A folder of its own, removed at its end. Two of one `name` are two folders: tests run side by side.
pub struct Folder(pub PathBuf);

static FOLDERS: AtomicUsize = AtomicUsize::new(0);

impl Folder {
    pub fn new(name: &str) -> Self {
        let count = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("chaperone-test-{name}-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

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

/// A bundle of `patient` and of `resources`, each about them.
pub fn about(patient: Value, resources: &[Value]) -> Value {
    let whose = json!({ "reference": format!("Patient/{}", patient["id"].as_str().unwrap()) });
    let own = resources.iter().map(|resource| {
        let mut resource = resource.clone();
        resource["subject"] = whose.clone();
        json!({ "resource": resource })
    });
    let entries: Vec<Value> = std::iter::once(json!({ "resource": patient })).chain(own).collect();
    json!({ "resourceType": "Bundle", "type": "collection", "entry": entries })
}

/// A note of `day` that says `text`, about nobody yet.
pub fn note(day: &str, text: &str) -> Value {
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    json!({
        "resourceType": "DocumentReference", "id": "n", "status": "current", "date": day, "type": { "text": "Progress note" },
        "content": [{ "attachment": { "contentType": "text/plain", "data": data } }]
    })
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
