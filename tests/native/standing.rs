//! The order of boxes by what entries say of themselves: what is not so stands behind what is, and what was put right before what it
//! was put right from.

use chaperone::clearance::Block;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::common::rooms;

fn record(resources: &[Value]) -> Value {
    let mut entries = vec![
        json!({"resource": {"resourceType": "Patient", "id": "p1", "name": [{"family": "Berg", "given": ["Liv"]}]}}),
    ];
    entries.extend(resources.iter().zip(0..).map(|(resource, number)| {
        let mut resource = resource.clone();
        resource["id"] = json!(format!("r{number}"));
        let whom = if resource["resourceType"] == "Immunization" { "patient" } else { "subject" };
        resource[whom] = json!({"reference": "Patient/p1"});
        json!({ "resource": resource })
    }));
    json!({"resourceType": "Bundle", "type": "collection", "entry": entries})
}

/// What stands in the boxes of the answer on 15 June 2024: of those that are open, and of those that are folded.
fn boxes(bundle: &Value, question: &str) -> (Vec<String>, Vec<String>) {
    let answer = rooms::of_bundles(std::slice::from_ref(bundle)).quotes_on(question, Some(date(2024, 6, 15))).unwrap();
    let text = |block: &Block| match block {
        Block::RecordData { title, rows, .. } => {
            let rows: Vec<&str> = rows.iter().map(|row| row.value.as_str()).collect();
            format!("{title}: {}", rows.join(", "))
        }
        other => panic!("{other:?}"),
    };
    let is_folded = |at: usize| answer.folded.iter().any(|run| run.contains(&at));
    let of = |folded| {
        let own = answer.blocks.iter().enumerate().filter(|(at, _)| is_folded(*at) == folded);
        own.map(|(_, block)| text(block)).collect()
    };
    (of(false), of(true))
}

fn shot(status: &str, day: &str) -> Value {
    json!({"resourceType": "Immunization", "status": status, "vaccineCode": {"text": "Influenza vaccine"}, "occurrenceDateTime": day})
}

fn potassium(status: &str, day: &str, value: f64) -> Value {
    json!({"resourceType": "Observation", "status": status, "code": {"text": "Potassium"}, "effectiveDateTime": day,
        "valueQuantity": {"value": value, "unit": "mmol/L"}})
}

#[test]
fn what_was_not_done_stands_behind_what_was() {
    let shots = record(&[shot("not-done", "2023-10-01"), shot("completed", "2020-10-05")]);
    for question in [
        "When was my last influenza vaccine?",
        "Did I have an influenza vaccine?",
        "influenza vaccine",
        "Which vaccines have I had?",
        "What was my last vaccine?",
    ] {
        let (open, _) = boxes(&shots, question);
        assert!(open.first().is_some_and(|first| first.contains("2020-10-05")), "{question}: {open:?}");
    }
    // Who asks for what was not done is shown it.
    let (open, _) = boxes(&shots, "Why was my influenza vaccine not given?");
    assert!(open.first().is_some_and(|first| first.contains("2023-10-01")), "{open:?}");
    let (open, _) = boxes(&record(&[shot("not-done", "2023-10-01")]), "What was my last vaccine?");
    assert!(open.first().is_some_and(|first| first.contains("2023-10-01")), "{open:?}");
}

#[test]
fn a_reading_that_was_called_off_stands_behind_those_that_hold() {
    let own = record(&[
        potassium("cancelled", "2024-03-02", 6.9),
        potassium("registered", "2024-03-03", 7.7),
        potassium("final", "2024-01-10", 4.1),
    ]);
    for question in
        ["What was my last potassium?", "potassium", "How did my potassium change over time?", "What is my potassium?"]
    {
        let (open, folded) = boxes(&own, question);
        assert!(open.first().is_some_and(|first| first.contains("4.1")), "{question}: {open:?}");
        let all = [open, folded].concat();
        assert!(all.iter().any(|text| text.contains("6.9")), "{question}: {all:?}");
    }
    // Of one moment what was put right is told.
    let right = record(&[potassium("corrected", "2024-01-10", 4.1), potassium("final", "2024-01-10", 6.9)]);
    let room = rooms::of_bundles(std::slice::from_ref(&right));
    let subject = Some(chaperone::document::PatientIndex(0));
    let told =
        chaperone::question::exact::answer(room.records(), "What was my last potassium?", subject, None).unwrap();
    assert!(told.answer.starts_with("4.1"), "{told:?}");
    let (open, _) = boxes(&right, "What was my last potassium?");
    assert!(open.first().is_some_and(|first| first.contains("4.1")), "{open:?}");
    // A newer one that is preliminary is still the newest.
    let newer = record(&[potassium("final", "2019-01-10", 4.1), potassium("preliminary", "2024-03-02", 5.2)]);
    let (open, _) = boxes(&newer, "potassium");
    assert!(open.first().is_some_and(|first| first.contains("5.2")), "{open:?}");
}

#[test]
fn what_was_put_right_stands_before_what_was_said_first() {
    let report = |status: &str, day: &str, conclusion: &str| {
        json!({"resourceType": "DiagnosticReport", "status": status, "code": {"text": "Mammogram"}, "effectiveDateTime": day,
            "conclusion": conclusion})
    };
    let found = |status: &str, value: &str| {
        json!({"resourceType": "Observation", "status": status, "code": {"text": "Mammogram"}, "effectiveDateTime": "2024-02-01T10:00:00Z",
            "valueString": value})
    };
    let day = "2024-02-01T10:00:00Z";
    let said = [("corrected", "spiculated mass"), ("final", "normal"), ("preliminary", "clear")];
    for turn in 0..said.len() {
        let mut said = said;
        said.rotate_left(turn);
        let reports = record(&said.map(|(status, text)| report(status, day, text)));
        let readings = record(&said.map(|(status, text)| found(status, text)));
        for bundle in [&reports, &readings] {
            for question in ["mammogram", "What did my last mammogram show?", "When was my last mammogram?"] {
                let (open, folded) = boxes(bundle, question);
                let all = [open, folded].concat();
                let at = |text: &str| all.iter().position(|all| all.contains(text));
                assert_eq!(at("spiculated mass"), Some(0), "{question}: {all:?}");
                assert!(at("normal") < at("clear"), "{question}: {all:?}");
            }
        }
    }
}

#[test]
fn what_is_of_a_later_day_is_not_what_was_last() {
    let event = |day: &str| json!({"resourceType": "Procedure", "status": "completed", "code": {"text": "Colonoscopy"}, "performedDateTime": day});
    let bundle = record(&[event("2019-04-02"), event("2024-09-01")]);
    for question in ["When did I have my last colonoscopy?", "What was my last procedure?", "When was the colonoscopy?"]
    {
        let (open, _) = boxes(&bundle, question);
        assert!(open.first().is_some_and(|first| first.contains("2019-04-02")), "{question}: {open:?}");
    }
}

#[test]
fn what_is_called_off_forbidden_or_proposed_stands_behind_what_is_taken() {
    let medicine = |name: &str, more: Value| {
        let mut medicine = json!({"resourceType": "MedicationRequest", "status": "active", "intent": "order",
            "medicationCodeableConcept": {"text": name}, "authoredOn": "2023-01-01"});
        medicine.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        medicine
    };
    let bundle = record(&[
        medicine("Ibuprofen", json!({"doNotPerform": true, "authoredOn": "2024-01-05"})),
        medicine("Warfarin", json!({"intent": "proposal", "authoredOn": "2024-01-04"})),
        medicine("Digoxin", json!({"status": "cancelled", "authoredOn": "2024-01-03"})),
        medicine("Metformin", json!({})),
    ]);
    let (open, folded) = boxes(&bundle, "medicines");
    let starts = |all: &[String]| all.iter().map(|text| text.split(':').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(starts(&open), ["Metformin"]);
    assert_eq!(starts(&folded), ["Warfarin", "Ibuprofen", "Digoxin"]);
}
