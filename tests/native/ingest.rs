//! Reading files into records: the samples, and several files of one patient. Bad input is in `bad_input.rs`.

use std::collections::BTreeSet;

use base64::Engine as _;
use chaperone::chunk::passages;
use chaperone::document::{DocumentKind, EntityType, FactKind, Reading, Records, Wrapping};
use chaperone::error::Code;
use chaperone::ingest::{Report, read};
use chaperone::progress::{Progress, Unwatched};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::files::{bundle, gzip, patient, weight};
use crate::invariants;

const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");
const SOLBERG: &[u8] = include_bytes!("../../examples/records/solberg.json");

fn add(records: &mut Records, bytes: &[u8]) -> Report {
    read(records, bytes, &mut Unwatched).unwrap()
}

fn load(files: &[&[u8]]) -> Records {
    let mut records = Records::default();
    for file in files {
        let report = add(&mut records, file);
        // Of whom a resource is may stand in a later file.
        let skipped: Vec<_> =
            report.skipped.iter().filter(|skipped| !skipped.reason.contains("not in the file")).collect();
        assert!(skipped.is_empty(), "{skipped:?}");
    }
    invariants::check(&records, files);
    records
}

/// What may not depend on the order of files: documents by id with their texts, and references.
fn essence(records: &Records) -> (BTreeSet<(String, String, String)>, BTreeSet<String>) {
    let documents = records.documents.iter().map(|d| (d.id.clone(), d.title.clone(), d.text.clone())).collect();
    (documents, passages(records).into_iter().map(|passage| passage.reference.as_str().to_owned()).collect())
}

#[test]
fn the_samples_are_read_whole() {
    let records = load(&[OKAFOR, SOLBERG]);
    let names: Vec<&str> = records.patients.iter().map(|patient| patient.name.as_str()).collect();
    assert_eq!(names, ["Amara Ngozi Okafor", "Håkon Emil Solberg"]);
    for kind in [
        DocumentKind::Day,
        DocumentKind::Conditions,
        DocumentKind::Allergies,
        DocumentKind::Medications,
        DocumentKind::Demographics,
        DocumentKind::Care,
        DocumentKind::Note,
    ] {
        let of_kind = records.documents.iter().filter(|document| document.kind == kind);
        assert_eq!(of_kind.filter_map(|document| document.subject).collect::<BTreeSet<_>>().len(), 2, "{kind:?}");
    }
    assert_eq!(records.documents.iter().filter(|document| document.kind == DocumentKind::Note).count(), 13);
}

#[test]
fn the_last_blood_pressure_is_found_with_its_bytes() {
    let records = load(&[OKAFOR]);
    let pressures = records
        .documents
        .iter()
        .flat_map(|document| document.facts())
        .filter(|fact| fact.code.as_ref().is_some_and(|code| code.code.as_deref() == Some("85354-9")));
    let last = pressures.max_by_key(|fact| fact.begun.as_ref().map(|moment| moment.day)).unwrap();
    let values: Vec<(&str, &str)> = last
        .components
        .iter()
        .filter_map(|part| match part.reading.as_ref()? {
            Reading::Quantity { value, .. } => Some((part.code.code.as_deref()?, value.text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(values, [("8480-6", "124"), ("8462-4", "76")]);
    assert_eq!(last.begun.as_ref().unwrap().value.text, "2024-04-09T09:30:00-05:00");
    let document =
        records.documents.iter().find(|document| document.date == Some(jiff::civil::date(2024, 4, 9))).unwrap();
    assert_eq!(document.title, "Okafor 2024-04-09");
    assert_eq!(
        last.text.of(&document.text).unwrap(),
        "Category is vital-signs. Code is Blood Pressure. Component code is Systolic Blood Pressure. Component value is 124 \
         mm[Hg]. Component code is Diastolic Blood Pressure. Component value is 76 mm[Hg]. Effective is 2024-04-09. Status is final."
    );
}

#[test]
fn numbers_are_rounded_in_the_text_and_kept_in_the_fact() {
    let records = load(&[OKAFOR]);
    let document =
        records.documents.iter().find(|document| document.date == Some(jiff::civil::date(2024, 4, 9))).unwrap();
    assert!(document.text.contains("Code is Body Weight. Value is 78.84 kg."));
    let values = document.facts().iter().flat_map(|fact| &fact.fields).map(|field| field.value.text.as_str());
    assert!(values.into_iter().any(|text| text == "78.83571428571429"));
}

#[test]
fn no_identifier_stands_in_the_text_of_facts() {
    let records = load(&[OKAFOR, SOLBERG]);
    let structured = records.documents.iter().filter(|document| !document.facts().is_empty());
    let texts: Vec<&str> = structured.map(|document| document.text.as_str()).collect();
    assert!(records.identifiers.len() > 100);
    for identifier in records.identifiers.iter().filter(|identifier| identifier.entity_type != EntityType::Date) {
        let holds = |text: &&&str| holds_word(text, &identifier.text);
        assert_eq!(texts.iter().find(holds), None, "{identifier:?}");
    }
}

/// Returns whether `word` stands in `text` other than within a longer word.
fn holds_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.into_iter().chain(after).any(char::is_alphanumeric)
    })
}

#[test]
fn every_identifier_of_the_samples_is_harvested() {
    let records = load(&[OKAFOR, SOLBERG]);
    for (text, entity_type, own) in [
        ("Amara Okafor", EntityType::Person, true),
        ("Okafor, Amara Ngozi", EntityType::Person, true),
        ("Eze", EntityType::Person, true),
        ("Chidi", EntityType::Person, false),
        ("Ifeoma Nwosu", EntityType::Person, false),
        ("Zoë Brandt-Nielsen", EntityType::Person, false),
        ("Nielsen", EntityType::Person, false),
        ("Håkon", EntityType::Person, true),
        ("Inés Castellanos", EntityType::Person, false),
        ("Maple Row Family Practice", EntityType::Organization, false),
        ("48 Kestrel Lane", EntityType::Location, true),
        ("Fairhollow", EntityType::Location, true),
        ("01299", EntityType::Location, true),
        ("42.481907", EntityType::Location, true),
        ("555-0117", EntityType::Phone, true),
        ("555-0118", EntityType::Phone, false),
        ("(555) 555-0173", EntityType::Phone, false),
        ("amara.okafor@mail.example.com", EntityType::Email, true),
        ("999-00-4821", EntityType::Id, true),
        ("GM-77120", EntityType::Id, false),
        ("9900000017", EntityType::Id, false),
        ("1961-04-17", EntityType::Date, true),
    ] {
        let found = records.identifiers.iter().find(|found| found.text == text && found.entity_type == entity_type);
        assert_eq!(found.map(|found| found.patient.is_some()), Some(own), "{text}");
    }
    for text in ["MA", "US", "Mrs.", "Patient", "Dr."] {
        assert!(records.identifiers.iter().all(|found| found.text != text), "{text}");
    }
}

#[test]
fn a_note_names_its_author_and_is_exact() {
    let records = load(&[OKAFOR]);
    let note = records.documents.iter().find(|document| document.title == "Okafor 2018-04-10 · Progress note").unwrap();
    assert_eq!(note.author.as_deref(), Some("Dr. Zoë Brandt-Nielsen"));
    assert!(note.text.starts_with("Maple Row Family Practice\n") && note.text.ends_with("Dr. Zoë Brandt-Nielsen\n"));
    let headings: Vec<String> = passages(&records)
        .into_iter()
        .filter(|passage| passage.reference.as_str().starts_with("Okafor 2018-04-10 · Progress note"))
        .map(|passage| passage.heading)
        .collect();
    assert_eq!(headings, ["Progress note", "Progress note", "Progress note: plan"]);
}

#[test]
fn the_same_file_twice_is_one_file() {
    let mut records = load(&[OKAFOR]);
    let before = records.clone();
    let report = add(&mut records, OKAFOR);
    assert!(report.already_read);
    assert_eq!(records, before);
}

#[test]
fn the_same_content_in_gzip_adds_a_file_and_nothing_else() {
    let mut records = load(&[OKAFOR]);
    let before = records.clone();
    let report = add(&mut records, &gzip(OKAFOR));
    assert_eq!((report.patients, report.documents, report.facts), (0, 0, 0));
    assert_eq!(records.documents, before.documents);
    assert_eq!(records.identifiers, before.identifiers);
    assert_eq!(records.files[1].wrapping, [Wrapping::Gzip]);
    invariants::check(&records, &[OKAFOR, OKAFOR]);
}

#[test]
fn the_order_of_files_does_not_matter() {
    assert_eq!(essence(&load(&[OKAFOR, SOLBERG])), essence(&load(&[SOLBERG, OKAFOR])));
}

/// Two files of one patient give what one file of both would have.
#[test]
fn a_patient_may_come_in_several_files() {
    let whole: Value = serde_json::from_slice(OKAFOR).unwrap();
    let entries = whole["entry"].as_array().unwrap();
    for border in [9, 40, entries.len() / 2, entries.len() - 1] {
        let part =
            |entries: &[Value]| serde_json::to_vec(&json!({ "resourceType": "Bundle", "entry": entries })).unwrap();
        // Both parts hold what others refer to (clinic, clinician, patient, conditions), and overlap by some resources.
        let first = part(&entries[..(border + 8).min(entries.len())]);
        let second = part(&[&entries[..9], &entries[border..]].concat());
        let (joined, one) = (load(&[&first, &second]), load(&[OKAFOR]));
        let texts = |records: &Records| {
            // A care plan words its goals only where they stand in the same file.
            let documents = records.documents.iter().filter(|document| document.kind != DocumentKind::Care);
            documents.map(|document| (document.id.clone(), document.text.clone())).collect::<Vec<_>>()
        };
        assert!(texts(&joined) == texts(&one), "cut at {border}");
        assert_eq!(joined.patients, one.patients);
        assert_eq!(joined.identifiers, one.identifiers);
    }
}

#[test]
fn lines_may_name_a_patient_that_comes_later() {
    let lines = |resources: &[Value]| resources.iter().map(|r| format!("{r}\r\n")).collect::<String>().into_bytes();
    let observations = lines(&[weight("w1", "p1", "2020-01-02", 70.5), weight("w2", "p1", "2021-01-02", 71.25)]);
    let patients = lines(&[patient("p1", "Byron"), patient("p2", "Curie")]);
    let early = load(&[&observations, &patients]);
    assert_eq!(early.patients[0].name, "Ada Byron");
    let titles: Vec<&str> = early.documents.iter().map(|document| document.title.as_str()).collect();
    assert_eq!(titles, ["Byron 2020-01-02", "Byron 2021-01-02"]);
    assert_eq!(essence(&early), essence(&load(&[&patients, &observations])));
}

#[test]
fn two_people_of_one_id_are_not_mixed_up() {
    let mut records = Records::default();
    let born = |year: &str, family: &str| json!({ "resourceType": "Patient", "id": "1", "birthDate": year, "name": [{ "family": family }] });
    add(&mut records, &bundle([born("1950-01-01", "Byron"), weight("a", "1", "2020-01-02", 60.0)]));
    for other in [born("1960-01-01", "Byron"), born("1950-01-01", "Curie")] {
        let before = records.documents.clone();
        let report = add(&mut records, &bundle([other, weight("b", "1", "2020-01-02", 90.0)]));
        assert_eq!((report.facts, report.skipped.len()), (0, 3), "{:?}", report.skipped);
        assert_eq!(records.documents, before);
    }
}

#[test]
fn a_resource_about_somebody_else_is_not_taken_for_the_only_patients() {
    let mut records = Records::default();
    let mut unsaid = weight("a", "p1", "2020-01-02", 60.0);
    unsaid.as_object_mut().unwrap().remove("subject");
    let mut conditional = weight("b", "p1", "2020-01-03", 61.0);
    conditional["subject"] = json!({ "reference": "Patient?identifier=7" });
    let mut group = weight("c", "p1", "2020-01-04", 62.0);
    group["subject"] = json!({ "reference": "urn:uuid:nobody-here" });
    let report = add(&mut records, &bundle([patient("p1", "Byron"), unsaid, conditional, group]));
    assert_eq!(records.documents.iter().filter(|document| document.kind == DocumentKind::Day).count(), 2);
    assert_eq!(report.skipped.iter().map(|skipped| skipped.path.as_str()).collect::<Vec<_>>(), ["entry[3].resource"]);
    let mut records = Records::default();
    let report = add(
        &mut records,
        &bundle([
            patient("p1", "Byron"),
            patient("p2", "Curie"),
            json!({
                "resourceType": "Observation", "code": { "text": "Pulse" }
            }),
        ]),
    );
    assert_eq!(report.skipped.len(), 1, "two patients, and nobody named");
}

#[test]
fn a_patient_who_is_not_in_the_files_has_no_id_for_a_name_and_is_reported_once() {
    let (id, other) = ("9b2f6c1e-nobody", "4c11-nobody");
    let file = bundle([
        patient("p", "Byron"),
        weight("a", id, "2020-01-02", 60.0),
        weight("b", other, "2020-01-02", 61.0),
        weight("c", id, "2020-02-02", 62.0),
    ]);
    let mut records = Records::default();
    let report = add(&mut records, &file);
    let names: Vec<&str> = records.patients.iter().map(|patient| patient.name.as_str()).collect();
    assert_eq!(names, ["Ada Byron", "Patient not in the file 1", "Patient not in the file 2"]);
    assert!(records.documents.iter().any(|document| document.title == "Patient not in the file 1 2020-02-02"));
    let paths: Vec<&str> = report.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    assert_eq!(paths, ["entry[1].resource", "entry[2].resource"]);
    for skipped in &report.skipped {
        assert!(skipped.reason.contains("Patient not in the file"), "{}", skipped.reason);
        assert!(!skipped.reason.contains("nobody"), "a message holds no value");
    }
    // The words of that name are nobody's: they choose no patient in a question.
    let plan = chaperone::question::Plan::new("Is the patient in the file 1 well?", &records.patients);
    assert_eq!(plan.mentions, []);

    let report = add(&mut records, &bundle([patient(id, "Curie")]));
    assert_eq!(report.skipped, []);
    assert_eq!(records.patients[1].family, "Curie");
    assert!(records.documents.iter().any(|document| document.title == "Curie 2020-02-02"));
}

#[test]
fn a_medication_may_be_a_resource_of_its_own() {
    let file = bundle([
        json!({ "resourceType": "MedicationRequest", "id": "r", "status": "active", "subject": { "reference": "Patient/p" },
            "medicationReference": { "reference": "Medication/m" }, "reasonReference": [{ "reference": "Condition/c" }] }),
        json!({ "resourceType": "Medication", "id": "m", "code": { "text": "metformin 500 MG" } }),
        json!({ "resourceType": "Condition", "id": "c", "code": { "text": "Diabetes" }, "subject": { "reference": "Patient/p" } }),
        patient("p", "Byron"),
    ]);
    let records = load(&[&file]);
    let document = records.documents.iter().find(|document| document.kind == DocumentKind::Medications).unwrap();
    assert_eq!(document.text, "Medication is metformin 500 MG. Reason is Diabetes. Status is active.");
    assert_eq!(document.facts()[0].code.as_ref().unwrap().display.text, "metformin 500 MG");
}

#[test]
fn undated_and_misdated_readings_are_kept_apart() {
    let mut undated = weight("a", "p", "2020-01-02", 60.0);
    undated.as_object_mut().unwrap().remove("effectiveDateTime");
    let file = bundle([patient("p", "Byron"), undated, weight("b", "p", "2020-02-31", 61.0)]);
    let mut records = Records::default();
    let report = add(&mut records, &file);
    assert_eq!(
        report.skipped.iter().map(|skipped| skipped.path.as_str()).collect::<Vec<_>>(),
        ["entry[2].resource.effectiveDateTime"]
    );
    let document = records.documents.iter().find(|document| document.id == "p/undated").unwrap();
    assert_eq!((document.facts().len(), document.date, document.title.as_str()), (2, None, "Byron · Undated"));
    invariants::check(&records, &[&file]);
}

#[test]
fn one_letter_in_two_resources_is_one_document() {
    let data = base64::engine::general_purpose::STANDARD.encode("Dear colleague,\r\n\r\nall is well. 🩺\r\n");
    let file = bundle([
        patient("p", "Byron"),
        json!({ "resourceType": "DiagnosticReport", "id": "d", "status": "final", "effectiveDateTime": "2020-05-06",
            "code": { "coding": [{ "code": "34117-2" }] }, "presentedForm": [{ "contentType": "text/plain", "data": data }] }),
        json!({ "resourceType": "DocumentReference", "id": "r", "date": "2020-05-06", "author": [{ "display": "Dr. Curie" }],
            "type": { "coding": [{ "code": "34117-2" }] },
            "content": [{ "attachment": { "contentType": "text/plain; charset=utf-8", "data": data } }] }),
    ]);
    let records = load(&[&file]);
    let notes: Vec<_> = records.documents.iter().filter(|document| document.kind == DocumentKind::Note).collect();
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].title, "Byron 2020-05-06 · History and physical");
    assert_eq!(notes[0].author.as_deref(), Some("Dr. Curie"));
}

#[test]
fn a_byte_order_mark_and_every_line_ending_are_read() {
    let text = String::from_utf8(OKAFOR.to_vec()).unwrap();
    for file in [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), format!("\r\n {text}\t")] {
        load(&[file.as_bytes()]);
    }
}

#[test]
fn cancelling_changes_nothing_and_progress_is_told() {
    let mut records = Records::default();
    let mut calls = 0;
    let error = read(&mut records, OKAFOR, &mut |_: Progress| {
        calls += 1;
        calls < 2
    });
    assert_eq!(error.unwrap_err().code(), Code::Cancelled);
    assert_eq!(records, Records::default());
    let mut told = Vec::new();
    read(&mut records, OKAFOR, &mut |progress: Progress| {
        told.push(progress);
        true
    })
    .unwrap();
    let total = OKAFOR.len() as u64;
    assert_eq!(told.last(), Some(&Progress::Reading { done: total, total }));
}

#[test]
fn a_day_is_cut_at_its_headings_and_long_parts_between_facts() {
    let records = load(&[OKAFOR]);
    let index = records.documents.iter().position(|d| d.date == Some(jiff::civil::date(2024, 4, 9))).unwrap();
    let of_day = passages(&records).into_iter().filter(|passage| passage.document.0 as usize == index);
    let found: Vec<(String, usize)> = of_day.map(|passage| (passage.heading, passage.facts.len())).collect();
    let found: Vec<(&str, usize)> = found.iter().map(|(heading, facts)| (heading.as_str(), *facts)).collect();
    assert_eq!(
        found,
        [
            ("Vital signs", 4),
            ("Laboratory", 3),
            ("Laboratory", 4),
            ("Social history", 1),
            ("Reports", 1),
            ("Encounter", 1)
        ]
    );
    let mut many: Vec<Value> =
        (0..40).map(|n| weight(&format!("w{n}"), "p", "2020-01-02", f64::from(n) + 0.5)).collect();
    many.push(patient("p", "Byron"));
    let file = bundle(many);
    let passages = passages(&load(&[&file]));
    assert!(passages.len() > 3);
    assert!(passages.iter().all(|passage| passage.heading == "Observations"));
}

proptest! {
    #[test]
    fn every_value_comes_back_exactly(
        text in "\\PC{0,20}|[\\\\\"/\u{8}\u{c}\n\r\t é🩺\u{2028}]{0,12}",
        number in "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?",
        ascii: bool,
    ) {
        let quoted = serde_json::to_string(&text).unwrap();
        let quoted = if ascii { escaped(&quoted) } else { quoted };
        let file = format!(
            "{{\"resourceType\":\"Bundle\",\"entry\":[{{\"resource\":{{\"resourceType\":\"Patient\",\"id\":\"p\",\"gender\":\"female\"}}}},\
             {{\"resource\":{{\"resourceType\":\"Observation\",\"code\":{{\"text\":{quoted}}},\"valueString\":{quoted},\"status\":\"final\",\
             \"component\":[{{\"code\":{{\"text\":\"n\"}},\"valueQuantity\":{{\"value\":{number},\"unit\":{quoted}}}}}]}}}}]}}"
        );
        let records = load(&[file.as_bytes()]);
        let fact = records.documents.iter().flat_map(|d| d.facts()).find(|fact| fact.kind == FactKind::Observation).unwrap();
        let shown: Vec<&str> = fact.fields.iter().map(|field| field.value.text.as_str()).collect();
        prop_assert!(shown.contains(&number.as_str()));
        prop_assert_eq!(shown.contains(&text.as_str()), !text.trim().is_empty());
    }

    #[test]
    fn readings_in_any_order_and_any_cut_give_the_same_documents(
        days in prop::collection::vec((1_i8..5, 1_u16..400), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let readings: Vec<Value> = days
            .iter()
            .enumerate()
            .map(|(index, (day, grams))| weight(&format!("w{index}"), "p", &format!("2020-01-0{day}"), f64::from(*grams) / 8.0))
            .collect();
        let one = bundle([patient("p", "Byron")].into_iter().chain(readings.iter().cloned()));
        // A Bundle without entries is remarked upon.
        let cut = 1 + cut.index(readings.len());
        let first = bundle(readings[..cut].iter().rev().cloned());
        let second = bundle([patient("p", "Byron")].into_iter().chain(readings[cut..].iter().rev().cloned()));
        // Two readings that say the same are one statement where they come from two files.
        let all_differ = days.iter().collect::<BTreeSet<_>>().len() == days.len();
        if all_differ {
            prop_assert_eq!(essence(&load(&[&one])), essence(&load(&[&first, &second])));
        }
        prop_assert_eq!(essence(&load(&[&first, &second])), essence(&load(&[&second, &first])));
    }
}

/// Writes every character beyond ASCII as `\u` escapes, surrogate pairs included.
fn escaped(json: &str) -> String {
    let mut units = [0; 2];
    let escape = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    json.chars().map(escape).collect()
}
