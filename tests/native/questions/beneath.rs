//! What entries say below their names: what relatives had, and what reports conclude.

use super::*;

/// The notice of the answer to `question`, and the titles of what is shown.
fn shown(room: &mut Room, question: &str) -> (Option<String>, Vec<String>) {
    let answer = room.quotes_on(question, Some(TODAY)).unwrap();
    let titles = answer.blocks.iter().filter_map(|block| match block {
        Block::RecordData { title, .. } => Some(title.clone()),
        _ => None,
    });
    (answer.notice.map(str::to_owned), titles.collect())
}

fn relative(id: &str, coding: &serde_json::Value, had: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "FamilyMemberHistory", "id": id, "status": "completed", "patient": { "reference": "Patient/p" },
        "relationship": { "coding": [coding] }, "condition": [{ "code": { "text": had } }]
    })
}

#[test]
fn what_runs_in_the_family_is_named_by_its_conditions() {
    let mut room = room_of(&[
        relative("1", &serde_json::json!({ "code": "MTH", "display": "mother" }), "Breast cancer"),
        relative("2", &serde_json::json!({ "code": "FTH", "display": "father" }), "Myocardial infarction"),
    ]);
    for question in [
        "Does breast cancer run in my family?",
        "Does anyone in my family have breast cancer?",
        "Do I have a family history of breast cancer?",
    ] {
        assert_eq!(shown(&mut room, question), (None, vec!["mother".to_owned()]), "{question}");
    }
    let (notice, titles) = shown(&mut room, "Does anyone in my family have diabetes?");
    assert!(notice.is_some_and(|notice| notice.starts_with("No entry of this kind names")), "{titles:?}");
    assert_eq!(titles.len(), 2, "{titles:?}");
}

#[test]
fn a_relative_is_known_by_a_code_alone() {
    let of = |id: &str, code: &str, had: &str| {
        let system = "http://terminology.hl7.org/CodeSystem/v3-RoleCode";
        relative(id, &serde_json::json!({ "system": system, "code": code }), had)
    };
    let mut room = room_of(&[
        of("1", "MTH", "Breast cancer"),
        of("2", "FTH", "Myocardial infarction"),
        of("3", "MGRMTH", "Ovarian cancer"),
    ]);
    for (question, code) in [
        ("Did my mother have breast cancer?", "MTH"),
        ("Did my father have a heart attack?", "FTH"),
        ("Did my grandmother have cancer?", "MGRMTH"),
        ("Do I have a family history of ovarian cancer?", "MGRMTH"),
    ] {
        // What is shown is as the record has it.
        assert_eq!(shown(&mut room, question), (None, vec![code.to_owned()]), "{question}");
    }
    let (_, titles) = shown(&mut room, "Did my brother have a stroke?");
    assert!(titles.is_empty(), "{titles:?}");
}

#[test]
fn a_report_is_found_by_what_it_concludes() {
    let report = |id: &str, code: &str, name: &str, day: &str, said: &str| {
        let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "conclusion": said });
        entry("DiagnosticReport", id, LOINC, code, name, rest)
    };
    let mut coded = report("1", "60567-5", "Comprehensive pathology report panel", "2023-09-20", "See the code.");
    coded["conclusionCode"] = serde_json::json!([{ "coding": [
        { "system": SNOMED, "code": "408643008", "display": "Infiltrating duct carcinoma of breast" }
    ] }]);
    let mut all = vec![
        coded,
        report("2", "24627-2", "CT Chest", "2023-09-22", "Pulmonary embolism in right lower lobe."),
        report("3", "24627-2", "CT Chest", "2024-02-22", "Nothing of note."),
    ];
    let mut room = room_of(&all);
    for (question, title) in [
        ("Do I have cancer?", "Comprehensive pathology report panel"),
        ("Do I have breast cancer?", "Comprehensive pathology report panel"),
        ("Do I have a carcinoma?", "Comprehensive pathology report panel"),
        ("Have I had a pulmonary embolism?", "CT Chest"),
    ] {
        assert_eq!(shown(&mut room, question), (None, vec![title.to_owned()]), "{question}");
    }
    let (_, titles) = shown(&mut room, "Do I have leukemia?");
    assert!(titles.is_empty(), "{titles:?}");

    // What is named by an entry of its own is told by that.
    all.push(entry("Condition", "4", SNOMED, "59282003", "Pulmonary embolism", clinical("active", "2023-09-22")));
    let (_, titles) = shown(&mut room_of(&all), "Have I had a pulmonary embolism?");
    assert_eq!(titles, ["Pulmonary embolism"]);
}

#[test]
fn readings_of_which_one_is_written_as_a_text_are_shown() {
    let reading = |id: &str, day: &str, value: serde_json::Value| {
        let mut rest = serde_json::json!({ "status": "final", "effectiveDateTime": day });
        rest.as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
        entry("Observation", id, LOINC, "2857-1", "Prostate specific Ag [Mass/volume] in Serum or Plasma", rest)
    };
    let mut room = room_of(&[
        reading("1", "2024-01-15", serde_json::json!({ "valueQuantity": { "value": 4.5, "unit": "ng/mL" } })),
        reading("2", "2024-05-15", serde_json::json!({ "valueString": "12.3 ng/mL (HIGH)" })),
    ]);
    for question in ["Was my PSA ever above 10?", "What was my highest PSA?", "How has my PSA changed?"] {
        let (notice, titles) = shown(&mut room, question);
        assert_eq!((notice, titles.len()), (None, 2), "{question}");
    }
}
