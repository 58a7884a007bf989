//! `chaperone generate` as a person or a script meets it: files, forms, refusals, what is told.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chaperone::generate::{Options, Patient};
use chaperone::progress::Unwatched;
use chaperone::room::Room;
use flate2::read::GzDecoder;
use serde_json::Value;

/// A path of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chaperone-generate-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).unwrap().map(Result::unwrap);
        entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn generate(arguments: &[&str], out: &Path) -> Output {
    let chaperone = env!("CARGO_BIN_EXE_chaperone");
    Command::new(chaperone).arg("generate").args(arguments).arg("--out").arg(out).output().unwrap()
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_files_are_the_librarys_patients_and_do_not_depend_on_how_many_there_are() {
    let (few, many) = (Folder::new("few"), Folder::new("many"));
    let told: Value = serde_json::from_str(&succeeds(&generate(
        &["--patients", "2", "--seed", "9", "--years", "3", "--json"],
        &few.0,
    )))
    .unwrap();
    succeeds(&generate(&["--patients", "4", "--seed", "9", "--years", "3"], &many.0));
    let (few, many) = (few.files(), many.files());
    assert_eq!(few.keys().collect::<Vec<_>>(), ["patient-000000.json", "patient-000001.json"]);
    assert_eq!(many.len(), 4);
    for (number, (name, bytes)) in few.iter().enumerate() {
        assert_eq!(many[name], *bytes);
        assert_eq!(Patient::new(9, number as u64, &Options { years: 3, ..Options::default() }).to_bytes(), *bytes);
    }
    let bytes: usize = few.values().map(Vec::len).sum();
    assert_eq!((&told["files"], &told["patients"], &told["seed"]), (&2.into(), &2.into(), &9.into()));
    assert_eq!((&told["bytes"], &told["bytes_on_disk"]), (&bytes.into(), &bytes.into()));
    assert!(told["resources"].as_u64().unwrap() > 20);
}

#[test]
fn gzip_and_lines_hold_the_same_records() {
    let (plain, packed) = (Folder::new("plain"), Folder::new("packed"));
    let common = ["--patients", "2", "--seed", "4", "--years", "2", "--ndjson"];
    succeeds(&generate(&common, &plain.0));
    let text = succeeds(&generate(&[&common[..], &["--gzip"]].concat(), &packed.0));
    assert!(text.contains("2 patients in 2 files"), "{text}");
    let (plain, packed) = (plain.files(), packed.files());
    for (name, bytes) in &plain {
        assert!(name.ends_with(".ndjson"));
        let mut unpacked = Vec::new();
        GzDecoder::new(packed[&format!("{name}.gz")].as_slice()).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, *bytes);
        let mut room = Room::new().unwrap();
        let report = room.add(&packed[&format!("{name}.gz")], &mut Unwatched).unwrap();
        assert!(report.skipped.is_empty() && report.patients == 1 && report.facts > 10);
    }
}

#[test]
fn a_folder_that_holds_something_is_left_as_it_is_unless_told_otherwise() {
    let folder = Folder::new("held");
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(folder.0.join("mine.txt"), "mine").unwrap();
    let common = ["--patients", "1", "--seed", "4", "--years", "1"];
    let refused = generate(&common, &folder.0);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && told.contains("not empty") && told.contains("--force"), "{told}");
    assert_eq!(folder.files().len(), 1);
    succeeds(&generate(&[&common[..], &["--force"]].concat(), &folder.0));
    let files = folder.files();
    assert_eq!(files.len(), 2);
    assert_eq!(files["mine.txt"], b"mine");
}

#[test]
fn what_cannot_be_done_is_refused_and_leaves_nothing_half_written() {
    let folder = Folder::new("refused");
    for arguments in [
        &["--patients", "0", "--seed", "1"][..],
        &["--patients", "-1", "--seed", "1"],
        &["--patients", "1", "--seed", "x"],
        &["--patients", "1"],
        &["--seed", "1"],
        &["--patients", "1", "--seed", "1", "--years", "0"],
        &["--patients", "1", "--seed", "1", "--years", "61"],
        &["--patients", "1", "--seed", "1", "--bytes", "many"],
    ] {
        let output = generate(arguments, &folder.0);
        assert!(!output.status.success() && output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
        assert!(!folder.0.exists());
    }
    fs::write(&folder.0, "a file").unwrap();
    let output = generate(&["--patients", "1", "--seed", "1"], &folder.0);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("not a folder"), "{told}");
    fs::remove_file(&folder.0).unwrap();
    // The truth's folder is missing: said before a patient is made.
    let missing = folder.0.join("missing/truth.jsonl");
    let output = generate(&["--patients", "1", "--seed", "1", "--truth", missing.to_str().unwrap()], &folder.0);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("does not exist"), "{told}");
    assert!(folder.files().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let folder = Folder::new("full");
    let output = generate(&["--patients", "3", "--seed", "1", "--truth", "/dev/full"], &folder.0);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("disk is full"), "{told}");
}

#[test]
fn the_truth_is_one_line_for_each_patient_and_is_the_librarys() {
    let (folder, beside) = (Folder::new("truth"), Folder::new("truth-beside"));
    fs::create_dir_all(&beside.0).unwrap();
    let file = beside.0.join("truth.jsonl");
    succeeds(&generate(&["--patients", "3", "--seed", "2", "--truth", file.to_str().unwrap()], &folder.0));
    let lines = fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 3);
    for (number, line) in lines.lines().enumerate() {
        let patient = Patient::new(2, number as u64, &Options::default());
        assert_eq!(line, serde_json::to_string(patient.truth()).unwrap());
        let truth: Value = serde_json::from_str(line).unwrap();
        let identifiers = truth["identifiers"].as_array().unwrap();
        for wanted in ["PERSON", "PHONE", "ID", "LOCATION", "DATE", "ORGANIZATION", "URL"] {
            assert!(identifiers.iter().any(|identifier| identifier["entityType"] == wanted), "{wanted}");
        }
        let in_notes = |identifier: &Value| {
            identifier["at"].as_array().unwrap().iter().any(|at| at.as_str().unwrap().starts_with("DocumentReference/"))
        };
        assert!(identifiers.iter().any(in_notes));
        assert!(truth["facts"][0]["code"].is_string());
    }
}

#[test]
fn a_large_record_is_made_to_size() {
    let folder = Folder::new("large");
    succeeds(&generate(&["--patients", "1", "--seed", "1", "--bytes", "8000000"], &folder.0));
    let files = folder.files();
    let size = files["patient-000000.json"].len();
    assert!((8_000_000..8_004_096).contains(&size), "{size}");
}
