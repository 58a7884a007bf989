//! How records write what is asked for: short, in doubt, as a part of the body that is missing, as what was done by means of a picture.

use chaperone::index::concepts::table;

use super::*;

const NOW: Date = Date::constant(2024, 11, 15);

fn said(room: &Room, question: &str) -> Option<String> {
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(NOW)).map(|exact| exact.sentence)
}

fn left(room: &Room, questions: &[&str]) {
    for question in questions {
        assert_eq!(said(room, question), None, "{question}");
    }
}

fn problem(id: &str, name: &str) -> serde_json::Value {
    entry("Condition", id, "", "", name, clinical("active", "2015-01-01"))
}

fn done(id: &str, name: &str, day: &str) -> serde_json::Value {
    entry("Procedure", id, "", "", name, serde_json::json!({ "status": "completed", "performedDateTime": day }))
}

fn taken(name: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2024-01-01" });
    entry("MedicationRequest", "m", "", "", name, rest)
}

fn visit(id: &str, name: &str, day: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "Encounter", "id": id, "status": "finished", "class": { "code": "AMB" },
        "type": [{ "text": name }], "subject": { "reference": "Patient/p" }, "period": { "start": day, "end": day }
    })
}

fn measured(id: &str, name: &str, code: &str, day: &str, number: f64, unit: &str) -> serde_json::Value {
    let quantity =
        serde_json::json!({ "value": number, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit });
    let system = if code.is_empty() { "" } else { LOINC };
    let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "valueQuantity": quantity });
    entry("Observation", id, system, code, name, rest)
}

#[test]
fn what_a_record_writes_short_is_not_denied_by_its_long_name() {
    for (name, question) in [
        ("DM II", "Do I have diabetes?"),
        ("HTN", "Do I have high blood pressure?"),
        ("T2DM", "Do I have diabetes?"),
        ("COPD", "Do I have chronic obstructive pulmonary disease?"),
        ("CKD stage 3", "Do I have chronic kidney disease?"),
        ("MI, 2015", "Have I had a heart attack?"),
        ("GERD", "Do I have acid reflux?"),
        ("AF", "Do I have atrial fibrillation?"),
        ("RA", "Do I have rheumatoid arthritis?"),
        ("PE", "Have I had a pulmonary embolism?"),
    ] {
        left(&room_of(&[problem("1", name), problem("2", "Gout")]), &[question]);
    }
    for (name, question) in [
        ("CABG x3", "Have I had bypass surgery?"),
        ("TKR left", "Have I had a knee replacement?"),
        ("Lap chole", "Have I had a cholecystectomy?"),
    ] {
        left(&room_of(&[done("1", name, "2015-01-01")]), &[question]);
    }
    left(&room_of(&[taken("ASA 81 MG tablet")]), &["Do I take aspirin?"]);
    // What is written short for something else says nothing.
    let room = room_of(&[problem("1", "HTN"), problem("2", "Gout"), taken("Furosemide 40 MG Oral Tablet")]);
    for question in
        ["Do I have asthma?", "Do I have myasthenia gravis?", "Have I had a heart attack?", "Do I take aspirin?"]
    {
        let told = said(&room, question).unwrap_or_default();
        assert!(told.contains("is in the record") || told.contains("is not in the record"), "{question}: {told}");
    }
}

#[test]
fn with_a_vocabulary_what_is_written_short_is_not_denied_either() {
    let known = table::read("a\tdiabetes mellitus|diabetes\t\t\nb\tgout|podagra\t\t\n").unwrap();
    let room = room_of(&[problem("1", "DM II"), problem("2", "Gout")]);
    let told =
        exact::answer_knowing(room.records(), "Do I have diabetes?", Some(PatientIndex(0)), Some(NOW), Some(&known));
    assert_eq!(told.map(|exact| exact.sentence), None);
}

#[test]
fn a_name_that_is_in_doubt_or_of_a_relative_is_no_yes_and_no_no() {
    for name in [
        "Pneumonia, suspected",
        "Pneumonia - possible",
        "Likely pneumonia",
        "? Pneumonia",
        "Pneumonia?",
        "Presumed pneumonia",
        "Concern for pneumonia",
        "Borderline pneumonia",
        "Father had pneumonia",
        "Pneumonia in mother",
    ] {
        left(&room_of(&[problem("1", name), problem("2", "Gout")]), &["Do I have pneumonia?"]);
    }
    let room = room_of(&[problem("1", "Borderline personality disorder")]);
    assert!(said(&room, "Do I have borderline personality disorder?").unwrap().starts_with("Yes"));
}

#[test]
fn a_part_of_the_body_that_is_missing_may_have_been_taken_out() {
    for (name, questions) in [
        (
            "Acquired absence of both cervix and uterus",
            &["Have I had a hysterectomy?", "Was my uterus removed?"] as &[&str],
        ),
        ("Acquired absence of gallbladder", &["Have I had a cholecystectomy?", "Was my gallbladder removed?"]),
        ("Acquired absence of right breast and nipple", &["Have I had a mastectomy?"]),
        ("Acquired absence of prostate", &["Have I had a prostatectomy?"]),
    ] {
        left(&room_of(&[problem("1", name)]), questions);
    }
    let room = room_of(&[problem("1", "Absence of seizures")]);
    assert!(said(&room, "Have I had a hysterectomy?").unwrap().contains("is not in the record"));
}

#[test]
fn an_operation_by_means_of_a_picture_is_one() {
    let room = room_of(&[
        done("1", "Appendectomy", "2010-01-01"),
        done("2", "CT guided drainage of abdominal abscess", "2022-01-01"),
        done("3", "Insertion of ventriculoperitoneal shunt under MRI guidance", "2023-01-01"),
        done("4", "CT of abdomen", "2024-01-01"),
    ]);
    let told = said(&room, "When was my last operation?").unwrap_or_default();
    assert!(told.contains("2023"), "{told}");
    let told = said(&room, "How many operations have I had?").unwrap_or_default();
    assert!(told.contains('3'), "{told}");
}

#[test]
fn what_was_put_in_by_the_same_name_undoes_no_removal() {
    for (first, then, question) in [
        ("Total knee replacement", "Removal of knee replacement prosthesis", "Do I still have my knee replacement?"),
        (
            "Insertion of port-a-cath",
            "Port-a-cath removed after insertion site infection",
            "Do I still have my port-a-cath?",
        ),
        (
            "Insertion of Foley catheter",
            "Foley catheter removal, replaced by condom catheter",
            "Do I have a Foley catheter?",
        ),
        ("Implantation of pacemaker", "Pacemaker lead revision and removal", "Do I have a pacemaker?"),
        (
            "Reverse total shoulder replacement",
            "Removal of reverse shoulder prosthesis",
            "Do I still have my reverse shoulder replacement?",
        ),
    ] {
        left(&room_of(&[done("1", first, "2010-01-01"), done("2", then, "2020-01-01")]), &[question]);
    }
    let room = room_of(&[
        done("1", "Total knee replacement", "2010-01-01"),
        done("2", "Removal of knee replacement prosthesis", "2020-01-01"),
    ]);
    assert!(said(&room, "When was my knee replacement?").unwrap_or_default().contains("2010"));
}

#[test]
fn a_shot_that_a_visit_a_report_or_an_observation_has_is_not_denied() {
    left(&room_of(&[visit("1", "Influenza vaccination visit", "2023-10-01")]), &["Did I get a flu shot?"]);
    let report = entry(
        "DiagnosticReport",
        "r",
        "",
        "",
        "Immunization report: influenza vaccine given",
        serde_json::json!({ "status": "final", "effectiveDateTime": "2023-10-01" }),
    );
    left(&room_of(&[report]), &["Did I get a flu shot?"]);
    let observed = entry(
        "Observation",
        "o",
        "",
        "",
        "Hepatitis B vaccination completed",
        serde_json::json!({
            "status": "final", "effectiveDateTime": "2023-10-01", "valueCodeableConcept": { "text": "Yes" }
        }),
    );
    left(&room_of(&[observed]), &["Have I had the hepatitis B vaccine?"]);
}

#[test]
fn a_visit_that_took_place_is_not_taken_for_a_missed_one() {
    let room = room_of(&[
        visit("1", "Office visit", "2020-01-01"),
        visit("2", "Genetics clinic: DNA testing", "2023-03-01"),
        visit("3", "Follow-up after missed appointment", "2024-02-01"),
    ]);
    assert!(said(&room, "Did I have a visit in 2023?").unwrap().starts_with("Yes"));
    assert!(said(&room, "When was my last visit?").unwrap().contains("1 February 2024"));
    let room = room_of(&[visit("1", "Office visit", "2020-01-01"), visit("2", "DNA clinic", "2024-02-01")]);
    assert!(said(&room, "When was my last visit?").unwrap().contains("2020"));
    // Whether anybody came is not said.
    let room = room_of(&[visit("1", "Office visit", "2020-01-01"), visit("2", "Genetics - DNA", "2024-02-01")]);
    left(&room, &["When was my last visit?", "How many visits have I had?"]);
}

#[test]
fn what_a_name_says_in_brackets_makes_it_no_other_measure() {
    let room = room_of(&[
        measured("1", "Hemoglobin A1c", "4548-4", "2020-01-01", 7.1, "%"),
        measured("2", "Hemoglobin A1c (change of method)", "", "2024-01-01", 9.5, "%"),
    ]);
    left(&room, &["What is my A1c?"]);
    let room = room_of(&[
        measured("1", "Glucose", "2345-7", "2020-01-01", 91.0, "mg/dL"),
        measured("2", "Glucose (urine)", "", "2024-01-01", 15.0, "mg/dL"),
    ]);
    assert!(said(&room, "What is my glucose?").unwrap().contains("91"));
}

#[test]
fn a_longer_name_of_a_measure_is_denied_beside_the_shorter_one_of_another() {
    let room = room_of(&[measured("1", "Hemoglobin [Mass/volume] in Blood", "718-7", "2020-01-01", 13.1, "g/dL")]);
    for question in ["What is my latest HbA1c?", "What's my average A1c?"] {
        assert!(said(&room, question).unwrap_or_default().contains("is not in the record"), "{question}");
    }
}

#[test]
fn what_is_taken_for_something_is_not_called_so() {
    let room = room_of(&[taken("Amlodipine 5 MG Oral Tablet")]);
    left(
        &room,
        &[
            "Do I take something for blood pressure?",
            "What am I on for my blood pressure?",
            "What pills am I on for my blood sugar?",
            "What am I on for diabetes?",
        ],
    );
    let read = room_of(&[
        taken("Amlodipine 5 MG Oral Tablet"),
        measured("1", "Body weight", "29463-7", "2020-01-01", 80.0, "kg"),
    ]);
    left(
        &read,
        &["What am I on for my weight?", "What was I given for my weight?", "which pills is she taking for her weight"],
    );
    let told = said(&room, "Do I have a prescription for warfarin?").unwrap();
    assert!(told.starts_with("No prescription of “warfarin”"), "{told}");
}

#[test]
fn a_list_of_medicines_says_nothing_of_the_use_of_drugs() {
    let room = room_of(&[taken("Aspirin 81 MG Oral Tablet")]);
    left(
        &room,
        &[
            "Does she use any drug?",
            "Is she taking any drugs?",
            "Any illicit drug use?",
            "Any IV drug use?",
            "Recreational drug use?",
            "Does she use marijuana or any street drug?",
        ],
    );
}

#[test]
fn before_a_year_is_prior_to_it() {
    let room = room_of(&[taken("Aspirin 81 MG Oral Tablet")]);
    let told = said(&room, "What did I take prior to 2020?");
    assert_eq!(told, said(&room, "What did I take before 2020?"));
    assert!(!told.unwrap_or_default().contains("prior"));
}

#[test]
fn what_somebody_said_of_a_reading_is_left_and_so_is_what_lies_between_the_last_two() {
    let weighed = |id: &str, day: &str, kilos: f64| measured(id, "Body weight", "29463-7", day, kilos, "kg");
    let room = room_of(&[weighed("1", "2019-01-01", 82.0), weighed("2", "2020-01-01", 80.0)]);
    assert!(said(&room, "What was my last weight?").unwrap().contains("80 kg"));
    left(
        &room,
        &[
            "What did they say about my weight?",
            "What did the cardiologist say about my weight?",
            "What did the dietician say my weight is?",
            "How many days between my last two weights?",
            "How far apart were my last two weight readings?",
            "How long between my last three weights?",
        ],
    );
}
