//! Whether the people of two sources are one.

use chaperone::document::PatientIndex;
use chaperone::ingest::link::{link, unmatched};

use super::*;

#[test]
fn patients_of_two_sources_are_one_only_when_the_person_says_so() {
    let mut known = patient("p", "Delacroix-Webb");
    known["birthDate"] = json!("1957-09-23");
    known["name"] = json!([{ "family": "Delacroix-Webb", "given": ["Thessaly"] }]);
    let bundle = bundle([known, weight("w1", "p", "2023-03-28", 70.5)]);
    let mut room = Room::new().unwrap();
    for file in [bundle.as_slice(), SUMMARY.as_bytes(), LETTER.as_bytes()] {
        room.add(file, &mut Unwatched).unwrap();
    }
    assert_eq!(room.records().patients.len(), 3, "nothing is joined by itself");
    let asked = unmatched(room.records());
    let numbers = |candidates: &[PatientIndex]| candidates.iter().map(|index| index.0).collect::<Vec<_>>();
    assert_eq!(
        asked.iter().map(|each| (each.patient.0, each.unsaid, numbers(&each.candidates))).collect::<Vec<_>>(),
        [(1, false, vec![0]), (2, true, vec![0, 1]),]
    );
    let before = room.records().clone();
    assert!(
        room.link(PatientIndex(1), PatientIndex(1)).is_err() && room.link(PatientIndex(9), PatientIndex(0)).is_err()
    );
    assert!(*room.records() == before);
    room.link(PatientIndex(2), PatientIndex(0)).unwrap();
    room.link(PatientIndex(1), PatientIndex(0)).unwrap();
    let records = room.records();
    assert_eq!((records.patients.len(), unmatched(records).len()), (1, 0));
    assert!(records.documents.iter().all(|d| d.subject == Some(PatientIndex(0))
        && d.id.starts_with("p/")
        && d.title.starts_with("Delacroix-Webb")));
    let day = records.documents.iter().find(|d| d.id == "p/2023-03-28").unwrap();
    assert_eq!(day.facts().len(), 4, "{}", day.text);
    assert!(records.identifiers.iter().all(|identifier| identifier.patient.is_none_or(|index| index.0 == 0)));
    let files = [bundle.as_slice(), SUMMARY.as_bytes(), LETTER.as_bytes()];
    invariants::check(records, &files);
    // What is read later of the same source, or again without one of the others, is still that person's.
    let kept = records.clone();
    room.read_anew();
    for file in files {
        room.add(file, &mut Unwatched).unwrap();
    }
    room.change_over();
    assert!(*room.records() == kept, "read anew, with what the person said, it is the same");
    room.read_anew();
    room.add(&bundle, &mut Unwatched).unwrap();
    room.change_over();
    let texts = room.records().documents.iter().map(|d| d.text.as_str()).collect::<String>();
    assert!(!texts.contains("Lisinopril") && !texts.contains("Methotrexate"), "of what was removed nothing is left");
    assert!(!room.records().identifiers.iter().any(|identifier| identifier.text.contains("Oyelaran")));
}

#[test]
fn people_born_on_different_days_are_not_made_one() {
    let born = |id: &str, day: &str| {
        let mut patient = patient(id, "Varga");
        patient["birthDate"] = json!(day);
        patient
    };
    let mut records = Records::default();
    read(&mut records, &bundle([born("a", "1950-01-01"), born("b", "1950-01-02")]), &mut Unwatched).unwrap();
    assert!(unmatched(&records).is_empty());
    assert!(
        link(&mut records, PatientIndex(1), PatientIndex(0))
            .unwrap_err()
            .to_string()
            .contains("born on different days")
    );
}
