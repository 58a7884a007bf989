//! What entries do not say for certain: a plan that is not in force, a goal that may be reached, a result that is not final or was corrected, a
//! dose that may not count, a finding that was not there.

use super::*;

fn said(room: &Room, question: &str) -> (String, String) {
    let told = exact::answer(room.records(), question, Some(PatientIndex(0)), Some(Date::constant(2024, 11, 29)));
    told.map(|exact| (exact.answer, exact.sentence)).unwrap_or_default()
}

fn answer(room: &Room, question: &str) -> String {
    said(room, question).0
}

fn plan(id: &str, name: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut all = serde_json::json!({
        "status": "active", "intent": "plan", "category": [{ "text": name }], "period": { "start": "2024-01-01" }
    });
    for (key, value) in rest.as_object().unwrap() {
        all[key] = value.clone();
    }
    let mut plan = entry("CarePlan", id, SNOMED, "", name, all);
    plan.as_object_mut().unwrap().remove("code");
    plan
}

fn activity(name: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut detail = serde_json::json!({ "code": { "text": name }, "status": "in-progress" });
    for (key, value) in rest.as_object().unwrap() {
        detail[key] = value.clone();
    }
    serde_json::json!({ "detail": detail })
}

fn goal(id: &str, text: &str, status: &str, achieved: &str) -> serde_json::Value {
    let rest = serde_json::json!({
        "description": { "text": text }, "lifecycleStatus": status, "startDate": "2024-01-01",
        "achievementStatus": { "coding": [{ "code": achieved }] }
    });
    let mut goal = entry("Goal", id, SNOMED, "", text, rest);
    goal.as_object_mut().unwrap().remove("code");
    goal
}

fn observed(id: &str, name: &str, at: &str, status: &str, rest: serde_json::Value) -> serde_json::Value {
    let (system, code) = match name {
        "Hemoglobin" => (LOINC, "718-7"),
        "Seizures" => (SNOMED, "91175000"),
        _ => (SNOMED, ""),
    };
    let mut all = rest;
    all["status"] = status.into();
    all["effectiveDateTime"] = at.into();
    entry("Observation", id, system, code, name, all)
}

fn grams(value: f64) -> serde_json::Value {
    serde_json::json!({ "valueQuantity": { "value": value, "unit": "g/dL" } })
}

fn word(value: &str) -> serde_json::Value {
    serde_json::json!({ "valueCodeableConcept": { "text": value } })
}

#[test]
fn what_a_plan_holds_is_told_only_where_all_of_it_is_to_be_done() {
    let asked = "What am I supposed to do under my diabetes care plan?";
    let of = |rest: serde_json::Value, second: serde_json::Value| {
        let mut rest = rest;
        rest["activity"] =
            serde_json::json!([activity("Diabetic diet", serde_json::json!({})), activity("Walking", second)]);
        answer(&room_of(&[plan("1", "Diabetes care", rest)]), asked)
    };
    let none = || serde_json::json!({});
    assert_eq!(of(none(), none()), "Diabetic diet; Walking");
    for (rest, second) in [
        (none(), serde_json::json!({ "status": "cancelled" })),
        (none(), serde_json::json!({ "status": "stopped" })),
        (none(), serde_json::json!({ "doNotPerform": true })),
        (serde_json::json!({ "status": "revoked" }), none()),
        (serde_json::json!({ "status": "draft" }), none()),
        (serde_json::json!({ "intent": "proposal" }), none()),
        (serde_json::json!({ "intent": "option" }), none()),
    ] {
        assert_eq!(of(rest.clone(), second.clone()), "", "{rest} {second}");
    }
    let room = room_of(&[
        plan("1", "Diabetes care", none()),
        plan("2", "Wound care", serde_json::json!({ "intent": "proposal" })),
        plan("3", "Asthma care", serde_json::json!({ "intent": "option" })),
    ]);
    assert_eq!(said(&room, "How many care plans do I have?").1, "The record has 1 active care plan.");
    assert_eq!(answer(&room, "What are my care plans?"), "Diabetes care");
}

#[test]
fn whether_a_goal_was_reached_is_left_to_retrieval() {
    let room = room_of(&[
        goal("1", "HbA1c below 7", "completed", "achieved"),
        goal("2", "Walk every day", "active", "in-progress"),
        goal("3", "Lose weight", "cancelled", "not-achieved"),
        goal("4", "Run a marathon", "rejected", "not-attainable"),
    ]);
    for question in [
        "Did I reach my goal?",
        "Have I reached my HbA1c goal?",
        "Have I met my goals?",
        "Did she achieve her target?",
        "Am I at my goal?",
    ] {
        assert_eq!(answer(&room, question), "", "{question}");
    }
    assert_eq!(answer(&room, "What are my goals?"), "Walk every day");
    assert_eq!(said(&room, "How many goals do I have?").1, "The record has 1 active goal.");
    assert_eq!(answer(&room, "What are my latest goals?"), "");
    let cancelled = said(&room, "Do I have a goal to lose weight?").1;
    assert!(
        cancelled.starts_with("Not now, as the record has it") && cancelled.ends_with("“cancelled”."),
        "{cancelled}"
    );
}

#[test]
fn a_status_in_words_counts_as_one_under_a_code() {
    let of = |kind: &str, id: &str, name: &str, rest: serde_json::Value| {
        let mut all = serde_json::json!({ "recordedDate": "2022-01-01" });
        for (key, value) in rest.as_object().unwrap() {
            all[key] = value.clone();
        }
        entry(kind, id, SNOMED, name, name, all)
    };
    let snomed = serde_json::json!({ "coding": [{ "system": SNOMED, "code": "413322009" }] });
    let room = room_of(&[
        of("Condition", "1", "Gout", serde_json::json!({ "verificationStatus": { "text": "Refuted" } })),
        of("Condition", "2", "Asthma", serde_json::json!({ "clinicalStatus": { "text": "Resolved" } })),
        of("Condition", "3", "Psoriasis", serde_json::json!({ "clinicalStatus": snomed })),
        of("Condition", "4", "Migraine", serde_json::json!({ "clinicalStatus": { "text": "Active" } })),
        of("Condition", "5", "Eczema", serde_json::json!({ "clinicalStatus": { "text": "See the letter" } })),
        of("AllergyIntolerance", "6", "Latex", serde_json::json!({ "verificationStatus": { "text": "REFUTED" } })),
        of("AllergyIntolerance", "7", "Peanut", serde_json::json!({ "clinicalStatus": { "text": "Resolved" } })),
    ]);
    for question in ["Do I have gout?", "Am I allergic to latex?"] {
        let told = answer(&room, question);
        assert!(told.is_empty() || told.starts_with("no"), "{question} {told}");
    }
    for (question, name) in [("Do I have asthma?", "Asthma"), ("Do I have psoriasis?", "Psoriasis")] {
        assert_eq!(
            said(&room, question).1,
            format!(
                "Not now, as the record has it: the condition “{name}” of 1 January 2022 has the status “resolved”."
            )
        );
    }
    assert_eq!(answer(&room, "Am I allergic to peanuts?"), "no");
    assert_eq!(answer(&room, "Do I have migraine?"), "yes");
    assert_eq!(answer(&room, "Do I have eczema?"), "the record does not say");
    assert_eq!(answer(&room, "Which conditions do I have?"), "Migraine");
}

#[test]
fn what_was_not_taken_is_none_of_the_medicines() {
    let statement = |id: &str, name: &str, rest: serde_json::Value| {
        let mut all = serde_json::json!({ "status": "active", "effectiveDateTime": "2024-01-01" });
        for (key, value) in rest.as_object().unwrap() {
            all[key] = value.clone();
        }
        entry("MedicationStatement", id, RXNORM, name, name, all)
    };
    let room = room_of(&[
        statement("1", "Warfarin 5 MG", serde_json::json!({ "taken": "n" })),
        statement("2", "Digoxin 0.125 MG", serde_json::json!({ "wasNotTaken": true })),
        statement("3", "Metformin 500 MG", serde_json::json!({ "taken": "y" })),
        statement("4", "Sertraline 50 MG", serde_json::json!({ "status": "recorded" })),
    ]);
    for question in ["Am I on warfarin?", "Am I taking digoxin?", "Have I ever taken warfarin?"] {
        assert!(!answer(&room, question).starts_with("yes"), "{question}");
    }
    assert_eq!(answer(&room, "Which medicines do I take?"), "Metformin 500 MG");
    assert_eq!(
        said(&room, "Do I take sertraline?").1,
        "The record does not say whether it is so now: the prescription “Sertraline 50 MG” of 1 January 2024 has the status “recorded”."
    );
}

#[test]
fn a_result_that_is_not_final_is_told_as_such() {
    let room = room_of(&[
        observed("1", "Hemoglobin", "2024-01-01T08:00:00Z", "final", grams(12.5)),
        observed("2", "Hemoglobin", "2024-03-01T08:00:00Z", "preliminary", grams(7.5)),
        observed("3", "HIV antibody", "2024-03-01T08:00:00Z", "preliminary", word("Positive")),
    ]);
    assert_eq!(
        said(&room, "What is my hemoglobin?").1,
        "The latest hemoglobin is 7.5 g/dL, of 1 March 2024. Its status is “preliminary”."
    );
    let target = said(&room, "What is my target hemoglobin?").1;
    assert!(
        target.ends_with("The latest hemoglobin is 7.5 g/dL, of 1 March 2024. Its status is “preliminary”."),
        "{target}"
    );
    let lowest = said(&room, "What was my lowest hemoglobin?").1;
    assert!(lowest.ends_with(" Its status is “preliminary”."), "{lowest}");
    let count = said(&room, "How many hemoglobin readings do I have?").1;
    assert!(count.ends_with(" Not said to be final, as the record has it: 7.5 g/dL (1 March 2024)."), "{count}");
    let first = said(&room, "What was my first hemoglobin?").1;
    assert!(first.ends_with("1 January 2024."), "{first}");
    let antibody = said(&room, "Was my HIV antibody test positive?").1;
    assert!(antibody.is_empty() || antibody.ends_with(" Its status is “preliminary”."), "{antibody}");
    let antibody = said(&room, "What is my HIV antibody?").1;
    assert!(antibody.ends_with(" Its status is “preliminary”."), "{antibody}");
}

#[test]
fn what_was_done_by_an_unknown_status_is_left_to_retrieval() {
    let done = |id: &str, name: &str, status: &str| {
        entry(
            "Procedure",
            id,
            SNOMED,
            name,
            name,
            serde_json::json!({ "status": status, "performedDateTime": "2020-01-01" }),
        )
    };
    let mut device = entry("Device", "3", SNOMED, "", "Pacemaker", serde_json::json!({ "status": "unknown" }));
    device["type"] = device["code"].take();
    device["patient"] = device["subject"].take();
    let room = room_of(&[done("1", "Colonoscopy", "unknown"), done("2", "Appendectomy", "completed"), device]);
    for question in ["Did I have a colonoscopy?", "When was my colonoscopy?", "Do I have a pacemaker?"] {
        assert_eq!(answer(&room, question), "", "{question}");
    }
    assert_eq!(answer(&room, "Did I have an appendectomy?"), "yes");
}

#[test]
fn a_corrected_result_stands_for_the_one_that_it_replaced() {
    let at = "2024-03-01T08:00:00Z";
    let room = room_of(&[
        observed("1", "Hemoglobin", at, "preliminary", grams(4.0)),
        observed("2", "Hemoglobin", at, "corrected", grams(14.1)),
        observed("3", "Hemoglobin", at, "final", grams(20.1)),
        observed("4", "Hemoglobin", "2024-02-01T08:00:00Z", "final", grams(13.0)),
    ]);
    for (question, told) in [
        ("What is my hemoglobin?", "The latest hemoglobin is 14.1 g/dL, of 1 March 2024."),
        ("What was my highest hemoglobin?", "The highest hemoglobin is 14.1 g/dL, of 1 March 2024."),
        ("What was my lowest hemoglobin?", "The lowest hemoglobin is 13 g/dL, of 1 February 2024."),
        ("How many hemoglobin readings do I have?", "The record has 2 readings of hemoglobin."),
        ("Was my hemoglobin ever above 18?", "No: of 2 readings of hemoglobin none is above 18 g/dL."),
    ] {
        assert_eq!(said(&room, question).1, told, "{question}");
    }
    assert_eq!(answer(&room, "What is my average hemoglobin?"), "13.55 g/dL");
    // Of a day without a time it is not known which of several was replaced.
    let day = "2024-03-01";
    let room = room_of(&[
        observed("1", "Hemoglobin", day, "final", grams(20.1)),
        observed("2", "Hemoglobin", day, "final", grams(9.0)),
        observed("3", "Hemoglobin", day, "amended", grams(14.1)),
    ]);
    assert_eq!(answer(&room, "What was my highest hemoglobin?"), "20.1 g/dL");
    let room = room_of(&[
        observed("1", "Hemoglobin", day, "final", grams(20.1)),
        observed("3", "Hemoglobin", day, "amended", grams(14.1)),
    ]);
    assert_eq!(answer(&room, "What was my highest hemoglobin?"), "14.1 g/dL");
}

#[test]
fn a_dose_that_may_not_count_is_neither_counted_nor_dated() {
    let shot = |id: &str, name: &str, day: &str, weak: bool| {
        serde_json::json!({
            "resourceType": "Immunization", "id": id, "status": "completed", "patient": { "reference": "Patient/p" },
            "vaccineCode": { "coding": [{ "system": "http://hl7.org/fhir/sid/cvx", "code": name, "display": name }] },
            "occurrenceDateTime": day, "isSubpotent": weak
        })
    };
    let room = room_of(&[
        shot("1", "MMR", "2010-01-01", false),
        shot("2", "MMR", "2015-01-01", true),
        shot("3", "Hepatitis B", "2011-01-01", false),
    ]);
    for question in [
        "How many MMR shots have I had?",
        "When was my last MMR?",
        "Have I had an MMR vaccine?",
        "Which patients had an MMR vaccine?",
        "How many patients had an MMR vaccine?",
        "Who has had an MMR shot?",
    ] {
        assert_eq!(answer(&room, question), "", "{question}");
    }
    assert_eq!(answer(&room, "How many hepatitis B shots have I had?"), "1");
}

#[test]
fn a_finding_that_was_not_there_is_neither_counted_nor_dated() {
    let room = room_of(&[
        observed("1", "Seizures", "2024-01-01", "final", serde_json::json!({ "valueBoolean": false })),
        observed("2", "Fever", "2024-01-01", "final", word("Absent")),
        observed("3", "Influenza virus A antigen", "2024-01-01", "final", word("Not detected")),
    ]);
    for question in ["How many seizures have I had?", "When was my last seizure?", "When did I last have a fever?"] {
        assert_eq!(answer(&room, question), "", "{question}");
    }
    assert_eq!(answer(&room, "How many influenza virus A antigen tests have I had?"), "1");
}
