//! Entries that say that there is nothing of their kind, or that nobody knows.

use super::*;

const IPS: &str = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips";

fn statement(system: &str, code: &str, name: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": "active", "dateAsserted": "2024-02-01" });
    entry("MedicationStatement", "m", system, code, name, rest)
}

fn problem(system: &str, code: &str, name: &str) -> serde_json::Value {
    entry("Condition", "c", system, code, name, clinical("active", "2024-02-01"))
}

fn vaccination(name: &str) -> serde_json::Value {
    serde_json::json!({ "resourceType": "Immunization", "id": "v", "status": "completed", "patient": { "reference": "Patient/p" },
        "vaccineCode": { "coding": [{ "system": "http://hl7.org/fhir/sid/cvx", "code": "998", "display": name }] },
        "occurrenceDateTime": "2024-02-01" })
}

#[test]
fn an_entry_that_says_that_there_is_none_is_no_entry_of_one() {
    for (none, questions) in [
        (
            statement(IPS, "no-known-medications", "No known medications"),
            &[("Do I take any medicines?", "no"), ("How many medicines do I take?", "0"), ("What do I take?", "none")]
                [..],
        ),
        (statement("", "", "No current medications"), &[("Do I take any medicines?", "no")]),
        (
            problem(SNOMED, "160245001", "No current problems or disability"),
            &[("Do I have any medical conditions?", "no"), ("How many diagnoses do I have?", "0")],
        ),
        (problem("", "", "No active problems"), &[("Do I have any medical conditions?", "no")]),
        (
            vaccination("No vaccine administered"),
            &[("Have I had any vaccines?", "no"), ("How many vaccines have I had?", "0")],
        ),
    ] {
        let room = room_of(&[none]);
        for (question, answer) in questions {
            let exact = asked(room.records(), question).expect(question);
            assert_eq!((exact.answer.as_str(), exact.facts.len()), (*answer, 1), "{question}");
            assert!(
                exact.sentence.starts_with("The record itself says that there is none: “No "),
                "{}",
                exact.sentence
            );
        }
        let brief = chaperone::brief::brief(room.records(), PatientIndex(0), Date::constant(2024, 1, 1));
        assert!(brief.parts.iter().all(|part| part.items.is_empty()), "{:?}", brief.parts);
    }
    // Beside something it does not count.
    let gout = entry("Condition", "g", SNOMED, "90560007", "Gout", clinical("active", "2019-01-01"));
    let room = room_of(&[problem("", "", "No known problems"), gout]);
    assert_eq!(asked(room.records(), "How many diagnoses do I have?").unwrap().answer, "1");
}

#[test]
fn an_entry_that_says_that_nobody_knows_is_neither_one_nor_none() {
    let allergy = entry(
        "AllergyIntolerance",
        "a",
        IPS,
        "no-allergy-info",
        "No information about allergies",
        serde_json::json!({ "clinicalStatus": { "coding": [{ "code": "active" }] } }),
    );
    for (entry, questions) in [
        (
            statement(IPS, "no-medication-info", "No information about medications"),
            ["Do I take any medicines?", "How many medicines do I take?"],
        ),
        (
            problem(IPS, "no-problem-info", "No information about problems"),
            ["Do I have any medical conditions?", "How many diagnoses do I have?"],
        ),
        (allergy, ["Do I have any allergies?", "How many allergies do I have?"]),
    ] {
        let room = room_of(&[entry]);
        for question in questions {
            assert_eq!(asked(room.records(), question), None, "{question}");
        }
    }
}
