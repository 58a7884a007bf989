//! What a source takes back: an entry that was entered in error, a document that another one replaced, and ids that may be of
//! somebody else.

use base64::Engine as _;
use chaperone::document::{Document, DocumentKind, PatientIndex, Records};
use chaperone::ingest::link::{link, unmatched};
use chaperone::ingest::read;
use chaperone::progress::Unwatched;
use chaperone::question::exact;
use chaperone::room::Room;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::common::files::{bundle, weight};

const VISITS: &str = include_str!("../data/sources/visits.xml");

/// A patient whose birth date is said, so that another file with the same id and date is about the same person.
fn patient(id: &str, family: &str) -> Value {
    let mut patient = crate::common::files::patient(id, family);
    patient["birthDate"] = json!("1950-02-03");
    patient
}

fn read_all(files: &[&[u8]]) -> Records {
    let mut records = Records::default();
    for file in files {
        read(&mut records, file, &mut Unwatched).unwrap();
    }
    records
}

fn answer(records: &Records, question: &str) -> Option<String> {
    let today = Some(Date::constant(2024, 9, 1));
    exact::answer(records, question, Some(PatientIndex(0)), today)
        .filter(|exact| !exact.is_absent)
        .map(|exact| exact.answer)
}

/// A state of one weight, with when it was written, if that is said.
fn state(kilograms: f64, status: &str, written: Option<&str>) -> Value {
    let mut state = weight("w", "p", "2020-01-02", kilograms);
    state["status"] = json!(status);
    if let Some(written) = written {
        state["meta"] = json!({ "lastUpdated": written });
    }
    state
}

#[test]
fn what_was_entered_in_error_is_not_answered_from_in_any_order() {
    let first = bundle([patient("p", "Varga"), state(70.5, "final", Some("2020-01-02T08:00:00Z"))]);
    let error = bundle([patient("p", "Varga"), state(70.5, "entered-in-error", Some("2020-01-03T08:00:00Z"))]);
    let alone = serde_json::to_vec(&state(70.5, "entered-in-error", None)).unwrap();
    let mended = bundle([patient("p", "Varga"), state(68.0, "corrected", Some("2020-01-04T08:00:00Z"))]);
    assert_eq!(answer(&read_all(&[&first]), "What was my last weight?").as_deref(), Some("70.5 kg"));
    for files in [[&first, &error], [&error, &first], [&first, &alone], [&alone, &first]] {
        let records = read_all(&files.map(Vec::as_slice));
        assert_eq!(answer(&records, "What was my last weight?"), None);
        let day = records.documents.iter().find(|document| document.kind == DocumentKind::Day).unwrap();
        assert!(day.text.starts_with("Older version."), "{}", day.text);
        assert!(day.facts().iter().all(|fact| fact.is_superseded()));
        assert_eq!(records.patients.len(), 1);
    }
    for files in [[&first, &error, &mended], [&mended, &error, &first], [&error, &mended, &first]] {
        let records = read_all(&files.map(Vec::as_slice));
        assert_eq!(answer(&records, "What was my last weight?").as_deref(), Some("68.0 kg"));
    }
    let history = bundle([
        patient("p", "Varga"),
        state(70.5, "final", Some("2020-01-02T08:00:00Z")),
        state(70.5, "entered-in-error", Some("2020-01-03T08:00:00Z")),
    ]);
    assert_eq!(answer(&read_all(&[&history]), "What was my last weight?"), None);
}

#[test]
fn what_is_taken_back_stays_so_after_two_were_made_one() {
    let first = bundle([patient("p", "Varga"), state(70.5, "final", Some("2020-01-02T08:00:00Z"))]);
    let mut other = weight("w2", "q", "2021-01-02", 66.0);
    other["meta"] = json!({ "versionId": "1" });
    let other = bundle([patient("q", "Varga"), other]);
    let error = serde_json::to_vec(&state(70.5, "entered-in-error", Some("2020-01-03T08:00:00Z"))).unwrap();
    let mut records = read_all(&[&other, &first, &error]);
    link(&mut records, PatientIndex(1), PatientIndex(0)).unwrap();
    assert_eq!(answer(&records, "What was my first weight?").as_deref(), Some("66.0 kg"));
    let mut records = read_all(&[&other, &first]);
    link(&mut records, PatientIndex(1), PatientIndex(0)).unwrap();
    assert_eq!(answer(&records, "What was my first weight?").as_deref(), Some("70.5 kg"));
    read(&mut records, &error, &mut Unwatched).unwrap();
    assert_eq!(answer(&records, "What was my first weight?").as_deref(), Some("66.0 kg"));
}

#[test]
fn a_document_that_another_one_replaces_is_marked() {
    let letter = |id: &str, text: &str, more: Value| {
        let data = base64::engine::general_purpose::STANDARD.encode(text);
        let mut letter = json!({ "resourceType": "DocumentReference", "id": id, "status": "current", "date": "2020-05-07T10:00:00Z",
            "subject": { "reference": "Patient/p" }, "content": [{ "attachment": { "contentType": "text/plain", "data": data } }] });
        for (name, value) in more.as_object().unwrap() {
            letter[name] = value.clone();
        }
        letter
    };
    let titles = |files: &[&[u8]]| {
        let records = read_all(files);
        let notes = records.documents.iter().filter(|document| document.kind == DocumentKind::Note);
        let marked = |note: &Document| (note.text.clone(), note.title.ends_with("older version"));
        let mut notes: Vec<(String, bool)> = notes.map(marked).collect();
        notes.sort();
        notes
    };
    let marked = |older: bool| [("Rest.".to_owned(), older), ("Walk.".to_owned(), false)];
    for (relation, older) in [("replaces", true), ("appends", false)] {
        let old = bundle([patient("p", "Varga"), letter("d1", "Rest.", json!({}))]);
        let relates = json!({ "relatesTo": [{ "code": relation, "target": { "reference": "DocumentReference/d1" } }] });
        let new = bundle([patient("p", "Varga"), letter("d2", "Walk.", relates)]);
        assert_eq!(titles(&[&old, &new]), marked(older));
        assert_eq!(titles(&[&new, &old]), marked(older));
    }
    let superseded = letter("d1", "Rest.", json!({ "status": "superseded" }));
    assert_eq!(titles(&[&bundle([patient("p", "Varga"), superseded, letter("d2", "Walk.", json!({}))])]), marked(true));
    let error = letter("d1", "Rest.", json!({ "docStatus": "entered-in-error" }));
    assert!(titles(&[&bundle([patient("p", "Varga"), error])]).is_empty());
}

#[test]
fn a_newer_ccda_document_takes_an_entry_back() {
    let newer = VISITS
        .replace("<versionNumber value=\"1\"/>", "<versionNumber value=\"2\"/>")
        .replace("value=\"20240502183000-0500\"", "value=\"20240601080000-0500\"")
        .replacen(
            "<statusCode code=\"active\"/><effectiveTime xsi:type",
            "<statusCode code=\"nullified\"/><effectiveTime xsi:type",
            1,
        );
    assert_eq!(answer(&read_all(&[VISITS.as_bytes()]), "Do I take lisinopril?").as_deref(), Some("yes"));
    for files in [[VISITS.as_bytes(), newer.as_bytes()], [newer.as_bytes(), VISITS.as_bytes()]] {
        let records = read_all(&files);
        assert_eq!(answer(&records, "Do I take lisinopril?"), None);
        assert_eq!(records.patients.len(), 1, "a number of C-CDA says who gave it");
    }
}

/// A patient with a weight, as a server of its own has it.
fn server(given: &[&str], birth: Option<&str>, kilograms: f64) -> Vec<u8> {
    let mut patient = patient("1", "Varga");
    patient["name"] = json!([{ "family": "Varga", "given": given }]);
    match birth {
        Some(birth) => patient["birthDate"] = json!(birth),
        None => drop(patient.as_object_mut().unwrap().remove("birthDate")),
    }
    bundle([patient, weight("w", "1", "2020-01-02", kilograms)])
}

#[test]
fn one_id_is_one_patient_only_where_nothing_speaks_against_it_else_the_person_is_asked() {
    let born = Some("1950-02-03");
    let known = server(&["Ada"], born, 70.5);
    for alike in [server(&["Ada"], born, 71.0), server(&["ada", "Maria"], born, 71.0)] {
        let records = read_all(&[&known, &alike]);
        assert_eq!((records.patients.len(), unmatched(&records).len()), (1, 0));
    }
    for unsure in [server(&["Ada"], None, 71.0), server(&["Adelheid"], born, 71.0)] {
        for files in [[&known, &unsure], [&unsure, &known]] {
            let mut room = Room::new().unwrap();
            for file in files {
                room.add(file, &mut Unwatched).unwrap();
            }
            let records = room.records();
            assert_eq!(records.patients.len(), 2);
            assert_eq!(records.documents.iter().filter(|document| document.kind == DocumentKind::Day).count(), 2);
            let asked = unmatched(records);
            assert_eq!(asked.len(), 1);
            assert_eq!(
                (asked[0].patient, asked[0].unsaid, asked[0].candidates.as_slice()),
                (PatientIndex(1), false, &[PatientIndex(0)][..])
            );
            room.link(PatientIndex(1), PatientIndex(0)).unwrap();
            assert_eq!((room.records().patients.len(), unmatched(room.records()).len()), (1, 0));
            // What was said holds when both are read again.
            let linked = room.records().clone();
            room.read_anew();
            for file in files {
                room.add(file, &mut Unwatched).unwrap();
            }
            room.change_over();
            assert!(*room.records() == linked);
        }
    }
    // One file has one patient of an id, however often it says so, and a bare reference means that patient.
    let mut twice = patient("1", "Varga");
    twice["gender"] = json!("female");
    twice.as_object_mut().unwrap().remove("birthDate");
    assert_eq!(read_all(&[&bundle([patient("1", "Varga"), twice])]).patients.len(), 1);
    let bare = serde_json::to_vec(&weight("w9", "1", "2022-01-02", 72.0)).unwrap();
    assert_eq!(read_all(&[&bare, &server(&["Ada"], None, 70.5)]).patients.len(), 1);
}
