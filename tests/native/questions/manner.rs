//! How medicines are taken: how often, as needed, on hold, stopped in a time; and what was handed out later than a "not now".

use super::*;

fn told(room: &Room, question: &str) -> Option<(String, String)> {
    let told = exact::answer(room.records(), question, Some(PatientIndex(0)), Some(Date::constant(2024, 11, 29)));
    told.map(|exact| (exact.answer, exact.sentence))
}

fn said(room: &Room, question: &str) -> Option<String> {
    told(room, question).map(|(_, sentence)| sentence)
}

fn dosed(id: &str, name: &str, dosage: serde_json::Value) -> serde_json::Value {
    let rest = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2024-05-01", "dosageInstruction": [dosage] });
    entry("MedicationRequest", id, RXNORM, name, name, rest)
}

fn with_status(kind: &str, id: &str, name: &str, status: &str, begun: &str, ended: Option<&str>) -> serde_json::Value {
    let mut rest = serde_json::json!({ "status": status });
    match kind {
        "MedicationStatement" => rest["effectivePeriod"] = serde_json::json!({ "start": begun }),
        _ => rest["authoredOn"] = serde_json::json!(begun),
    }
    if let Some(ended) = ended {
        rest["effectivePeriod"]["end"] = serde_json::json!(ended);
    }
    entry(kind, id, RXNORM, name, name, rest)
}

fn handed_out(name: &str, day: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "MedicationDispense", "id": "d", "status": "completed", "medicationCodeableConcept": { "text": name },
        "subject": { "reference": "Patient/p" }, "whenHandedOver": day
    })
}

/// What is taken once a week, at need, and each day.
fn of_each_manner() -> Room {
    let quantity = |value: u32| serde_json::json!([{ "doseQuantity": { "value": value, "unit": "mg" } }]);
    room_of(&[
        dosed(
            "1",
            "Methotrexate 2.5 MG",
            serde_json::json!({ "doseAndRate": quantity(15),
                "timing": { "repeat": { "frequency": 1, "period": 1, "periodUnit": "wk", "dayOfWeek": ["mon"] } } }),
        ),
        dosed(
            "2",
            "Morphine 10 MG",
            serde_json::json!({ "doseAndRate": quantity(10), "asNeededCodeableConcept": { "text": "pain" },
                "timing": { "repeat": { "frequency": 1, "period": 4, "periodUnit": "h" } },
                "maxDosePerPeriod": { "numerator": { "value": 40, "unit": "mg" }, "denominator": { "value": 1, "unit": "d" } } }),
        ),
        dosed("3", "Lisinopril 10 MG", serde_json::json!({ "text": "10 mg daily" })),
    ])
}

#[test]
fn how_often_something_is_taken_is_told_by_its_dosage() {
    let room = of_each_manner();
    let methotrexate = "The active prescription “Methotrexate 2.5 MG” of 1 May 2024 says: 15 mg. How it is taken: once per week, on Monday.";
    for question in [
        "Do I take methotrexate every day?",
        "How often do I take methotrexate?",
        "What is my methotrexate dose?",
        "How many times a day do I take methotrexate?",
        "Do I take methotrexate as needed?",
    ] {
        assert_eq!(said(&room, question).as_deref(), Some(methotrexate), "{question}");
    }
    assert_eq!(told(&room, "What is my methotrexate dose?").unwrap().0, "15 mg, once per week, on Monday");
    let morphine = "The active prescription “Morphine 10 MG” of 1 May 2024 says: 10 mg. How it is taken: once every 4 hours, as needed for pain, at most 40 mg per day.";
    for question in ["Do I take morphine every day?", "What is my morphine dose?"] {
        assert_eq!(said(&room, question).as_deref(), Some(morphine), "{question}");
    }
    let lisinopril = "The active prescription “Lisinopril 10 MG” of 1 May 2024 says: 10 mg daily.";
    assert_eq!(said(&room, "Do I take lisinopril every day?").as_deref(), Some(lisinopril));
    assert_eq!(told(&room, "Do I take methotrexate?").unwrap().0, "yes");
    let plain = room_of(&[dosed("1", "Digoxin 0.125 MG", serde_json::json!({ "text": "0.125 mg" }))]);
    for question in ["Do I take digoxin every day?", "How often do I take digoxin?"] {
        assert_eq!(told(&plain, question), None, "{question}: it does not say");
    }
    let odd = serde_json::json!({ "timing": { "repeat": { "frequency": 2 } }, "doseAndRate": [{ "doseQuantity": { "value": 1, "unit": "mg" } }] });
    let odd = room_of(&[dosed("1", "Digoxin 0.125 MG", odd)]);
    assert_eq!(told(&odd, "What is my digoxin dose?"), None, "twice in a time that is not said");
}

#[test]
fn a_box_has_the_days_and_the_most_that_may_be_taken() {
    let room = of_each_manner();
    let rows: Vec<String> = room
        .records()
        .documents
        .iter()
        .flat_map(|document| document.facts())
        .flat_map(|fact| {
            fact.fields
                .iter()
                .map(|field| format!("{}: {}", field.label.as_str(), field.value.text.as_str()))
                .collect::<Vec<_>>()
        })
        .collect();
    for row in ["Dosage timing day of week: mon", "Dosage at most numerator: 40", "Dosage at most denominator: 1"] {
        assert!(rows.iter().any(|known| known == row), "{row}: {rows:?}");
    }
}

#[test]
fn a_list_by_a_property_has_what_has_it() {
    let room = of_each_manner();
    let list = |question: &str| told(&room, question).map(|(answer, _)| answer);
    assert_eq!(list("Which medicines do I take as needed?").as_deref(), Some("Morphine 10 MG"));
    assert_eq!(list("Which medicines do I take every day?").as_deref(), Some("Lisinopril 10 MG"));
    assert_eq!(list("Which medicines do I take every week?"), None);
    assert_eq!(list("Which medicines are on hold?"), None);
    let mut held = room_of(&[
        with_status("MedicationRequest", "1", "Warfarin 5 MG", "on-hold", "2024-02-01", None),
        with_status("MedicationRequest", "2", "Lisinopril 10 MG", "active", "2024-06-01", None),
    ]);
    assert_eq!(
        said(&held, "Which medicines are on hold?").as_deref(),
        Some("1 prescription: “Warfarin 5 MG” (1 February 2024).")
    );
    for question in ["Which medicines have I stopped?", "Is my warfarin on hold?"] {
        assert_eq!(told(&held, question), None, "{question}: on hold is not stopped");
    }
    let shown = held.quotes_on("Which medicines have I stopped?", None).unwrap();
    assert!(!shown.blocks.is_empty() && shown.notice.is_none(), "one of them is active: {:?}", shown.notice);
    let (brief, _) = held.brief(PatientIndex(0), Date::constant(2024, 1, 1)).unwrap();
    let items: Vec<&str> = brief.parts.iter().flat_map(|part| &part.items).map(|item| item.text.as_str()).collect();
    assert!(items.contains(&"New: Warfarin 5 MG, 1 February 2024, and on hold"), "{items:?}");
    assert_eq!(told(&held, "Which medicines do I take?").unwrap().0, "Lisinopril 10 MG");
}

#[test]
fn what_was_stopped_in_a_time_is_told_by_its_end() {
    let statement =
        |id, name, status, ended| with_status("MedicationStatement", id, name, status, "2020-01-01", Some(ended));
    let mut all = vec![
        statement("1", "Metformin 500 MG", "completed", "2024-08-01"),
        statement("2", "Simvastatin 20 MG", "stopped", "2022-08-01"),
    ];
    let question = "Which medicines were stopped in 2024?";
    assert_eq!(told(&room_of(&all), question), None, "none of them was written then");
    all.push(with_status("MedicationRequest", "3", "Sertraline 50 MG", "stopped", "2024-02-01", None));
    assert_eq!(told(&room_of(&all), question), None, "of one nobody says when it ended");
    let ended = room_of(&[
        with_status("MedicationRequest", "1", "Metformin 500 MG", "active", "2020-01-01", None),
        statement("2", "Metformin 500 MG", "stopped", "2024-08-01"),
    ]);
    assert_eq!(
        told(&ended, "Am I taking metformin?"),
        Some((
            "active, and stopped later".to_owned(),
            "The record says both: the prescription “Metformin 500 MG” of 1 January 2020 is active, and another one, of 1 January 2020, has the status “stopped” and ended on 1 August 2024.".to_owned()
        ))
    );
}

#[test]
fn nothing_is_denied_where_a_medicine_was_handed_out_later() {
    let warfarin = with_status("MedicationRequest", "1", "Warfarin 5 MG", "stopped", "2021-02-01", None);
    let room = |name: &str, day: &str| room_of(&[warfarin.clone(), handed_out(name, day)]);
    let later = room("Apixaban 5 MG", "2024-11-20");
    for question in ["Do I take a blood thinner?", "Am I on any anticoagulants?"] {
        assert_eq!(told(&later, question), None, "{question}");
    }
    assert_eq!(told(&later, "Do I take warfarin?").unwrap().0, "no", "what is named is not what was handed out");
    assert_eq!(told(&room("Warfarin 5 MG", "2024-11-20"), "Do I take warfarin?"), None);
    assert_eq!(told(&room("Apixaban 5 MG", "2020-11-20"), "Do I take a blood thinner?").unwrap().0, "no");
}
