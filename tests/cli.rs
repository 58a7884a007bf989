//! The command line as a person or a script meets it: arguments, forms of output, exit codes.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chaperone-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
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

/// A patient with one blood pressure, as the resources of a bundle.
fn resources(id: &str, family: &str, systolic: u32) -> Vec<Value> {
    let code = |text: &str, code: &str| json!({"text": text, "coding": [{"system": "http://loinc.org", "code": code, "display": text}]});
    let part = |text: &str, loinc: &str, value: u32| json!({"code": code(text, loinc), "valueQuantity": {"value": value, "unit": "mm[Hg]"}});
    vec![
        json!({"resourceType": "Patient", "id": id, "name": [{"family": family, "given": ["Ada"]}], "birthDate": "1950-02-03"}),
        json!({
            "resourceType": "Observation", "id": format!("{id}-bp"), "status": "final",
            "subject": {"reference": format!("Patient/{id}")}, "effectiveDateTime": "2019-03-02T09:00:00Z",
            "category": [{"coding": [{"code": "vital-signs"}]}], "code": code("Blood Pressure", "85354-9"),
            "component": [part("Systolic Blood Pressure", "8480-6", systolic), part("Diastolic Blood Pressure", "8462-4", 80)]
        }),
    ]
}

fn bundle(resources: &[Value]) -> Vec<u8> {
    let entry: Vec<_> = resources.iter().map(|resource| json!({"resource": resource})).collect();
    json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string().into_bytes()
}

fn chaperone(arguments: &[&str], paths: &[&Path], last: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaperone")).args(arguments).args(paths).args(last).output().unwrap()
}

fn parsed(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn search_finds_the_reading_in_every_form_of_file_and_says_why() {
    let folder = Folder::new("forms");
    let plain = folder.put("plain.json", &bundle(&resources("p1", "Okafor", 141)));
    let lines: Vec<_> = resources("p2", "Varga", 119).iter().map(Value::to_string).collect();
    let lines = folder.put("lines.ndjson", lines.join("\n").as_bytes());
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&bundle(&resources("p3", "Lindqvist", 128))).unwrap();
    let gzip = folder.put("gzip.json.gz", &gzip.finish().unwrap());
    folder.put("notes.txt", b"not records, and not looked at");
    folder.put("list.json", b"[1, 2]");

    let named =
        parsed(&chaperone(&["search", "--json", "--records"], &[&plain, &lines, &gzip], &["blood pressure of Varga"]));
    assert_eq!(named["records"]["patients"], 3);
    let text = named["texts"][0].as_str().unwrap();
    assert!(text.contains("119") && text.contains("80"), "{text}");
    let best = &named["search"]["hits"][0];
    assert!(best["reference"].as_str().unwrap().starts_with("Varga 2019-03-02"));
    assert_eq!(named["search"]["used"]["name"], "keyword");
    assert_eq!(named["search"]["fallback"], "no-query-vector");
    assert_eq!(best["keyword"]["bm25"]["score"], best["score"]);

    let of_folder = parsed(&chaperone(&["search", "--json", "--records"], &[&folder.0], &["blood pressure of Varga"]));
    assert_eq!(of_folder["search"]["hits"], named["search"]["hits"]);
    assert!(of_folder["records"]["left_out"][0]["file"].as_str().unwrap().ends_with("list.json"));
}

#[test]
fn search_speaks_to_people_unless_told_otherwise() {
    let folder = Folder::new("people");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let shown =
        chaperone(&["search", "--strategy", "keyword", "--top-k", "1", "--records"], &[&file], &["systolic pressure"]);
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(
        shown.status.success() && text.contains("Okafor 2019-03-02") && text.contains("bm25") && text.contains("141"),
        "{text}"
    );

    let out = folder.0.join("out.json");
    let written =
        chaperone(&["search", "--json", "--out", out.to_str().unwrap(), "--records"], &[&file], &["pressure"]);
    assert!(written.status.success() && written.stdout.is_empty());
    let value: Value = serde_json::from_slice(&fs::read(out).unwrap()).unwrap();
    assert_eq!(value["question"], "pressure");
}

#[test]
fn what_cannot_be_done_exits_with_an_error_and_repeats_nothing_of_the_records() {
    let folder = Folder::new("errors");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let broken = folder.put("broken.json", b"{\"resourceType\": \"Bundle\", \"entry\": [{\"Zebra");
    let empty = Folder::new("empty");
    let missing = folder.0.join("missing.json");
    let cases: [(&[&str], &Path, &[&str]); 6] = [
        (&["search", "--records"], &missing, &["question"]),
        (&["search", "--records"], &broken, &["question"]),
        (&["search", "--records"], &empty.0, &["question"]),
        (&["search", "--records"], &file, &[]),
        (&["search", "--strategy", "dense", "--records"], &file, &["question"]),
        (&["search", "--strategy", "linear:2", "--records"], &file, &["question"]),
    ];
    for (arguments, path, last) in cases {
        let output = chaperone(arguments, &[path], last);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?} {path:?}");
        assert!(!told.is_empty() && !told.contains("Zebra") && !told.contains("Okafor"), "{told}");
    }
}

#[test]
fn bench_load_counts_what_it_loads() {
    let folder = Folder::new("bench");
    folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    folder.put("b.json", &bundle(&resources("p2", "Varga", 119)));
    let figures = folder.0.join("figures.out");
    let output = chaperone(&["bench", "load", "--json", figures.to_str().unwrap(), "--data"], &[&folder.0], &[]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("serde_json::Value"));
    let figures: Value = serde_json::from_slice(&fs::read(figures).unwrap()).unwrap();
    assert_eq!((&figures["files"], &figures["documents"]["day_with_observation_or_procedure"]), (&json!(2), &json!(2)));
    assert!(figures["seconds"].as_f64().unwrap() > 0.0 && figures["passages"].as_u64().unwrap() >= 2);
}
