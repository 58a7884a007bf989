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

#[test]
fn that_there_is_none_now_denies_neither_what_was_nor_what_is_open() {
    let over = |kind: &str, name: &str| {
        let mut rest = clinical("resolved", "2015-01-01");
        rest["abatementDateTime"] = "2016-01-01".into();
        let request = serde_json::json!({ "status": "completed", "intent": "order", "authoredOn": "2015-01-01" });
        entry(kind, "o", "", "", name, if kind == "Condition" { rest } else { request })
    };
    let room = room_of(&[problem("", "", "No active problems"), over("Condition", "Pneumonia")]);
    for (question, answer) in [
        ("What conditions did I have?", "Pneumonia"),
        ("Did I have any illnesses?", "yes"),
        ("Do I have any conditions?", "no"),
    ] {
        assert_eq!(asked(room.records(), question).unwrap().answer, answer, "{question}");
    }
    let none = || statement("", "", "No known medications");
    let room = room_of(&[none(), over("MedicationRequest", "Lisinopril 10 MG Oral Tablet")]);
    assert_eq!(asked(room.records(), "What medications did I take?").unwrap().answer, "Lisinopril 10 MG Oral Tablet");
    // What is on hold, of an unknown status or without a name may be there.
    let is_denied = |entries: &[serde_json::Value], question: &str| {
        let exact = asked(room_of(entries).records(), question);
        exact.is_some_and(|exact| matches!(exact.answer.as_str(), "no" | "none" | "0") || exact.is_absent)
    };
    for status in ["on-hold", "unknown"] {
        let request = serde_json::json!({ "status": status, "intent": "order", "authoredOn": "2024-03-01" });
        let warfarin = entry("MedicationRequest", "w", "", "", "Warfarin 5 MG", request);
        for question in ["Am I on any medicines?", "What do I take?", "How many medicines do I take?"] {
            assert!(!is_denied(&[none(), warfarin.clone()], question), "{question} {status}");
        }
    }
    let mut nameless = over("Condition", "");
    nameless["code"] =
        serde_json::json!({ "coding": [{ "system": "http://hl7.org/fhir/sid/icd-10-cm", "code": "C61" }] });
    assert!(!is_denied(&[problem("", "", "No known problems"), nameless], "Do I have any conditions?"));
}

#[test]
fn what_is_written_after_it_may_say_otherwise() {
    use base64::Engine as _;
    let note = |day: &str| {
        let text = base64::engine::general_purpose::STANDARD.encode("Started warfarin 5 mg daily.");
        serde_json::json!({ "resourceType": "DocumentReference", "id": "d", "status": "current", "subject": { "reference": "Patient/p" },
            "date": format!("{day}T10:00:00Z"), "type": { "text": "Note" },
            "content": [{ "attachment": { "contentType": "text/plain", "data": text } }] })
    };
    let none = statement("", "", "No known medications");
    for question in ["Am I on any medicines?", "What do I take?"] {
        assert_eq!(asked(room_of(&[none.clone(), note("2024-03-01")]).records(), question), None, "{question}");
        let before = room_of(&[none.clone(), note("2020-03-01")]);
        assert!(matches!(asked(before.records(), question).unwrap().answer.as_str(), "no" | "none"), "{question}");
    }
}

#[test]
fn what_is_not_known_of_an_allergy_does_not_deny_it() {
    let allergy = |name: &str| {
        let rest = serde_json::json!({ "clinicalStatus": { "coding": [{ "code": "active" }] } });
        room_of(&[entry("AllergyIntolerance", "a", "", "", name, rest)])
    };
    let answer = |name: &str, question: &str| asked(allergy(name).records(), question).map(|exact| exact.answer);
    for (name, told) in [
        ("Penicillin (reaction not known)", Some("yes")),
        ("Peanut, no known cross-reaction", Some("yes")),
        ("No known allergies", Some("no")),
        ("Patient has no known allergies", Some("no")),
        ("NKDA", Some("none is named")),
        ("No known drug allergy", Some("none is named")),
        ("No known latex allergy", Some("none is named")),
        ("Peanut: no known allergy", Some("none is named")),
        ("Allergies not known", None),
    ] {
        assert_eq!(answer(name, "Do I have any allergies?").as_deref(), told, "{name}");
    }
    let ever = asked(allergy("No known allergies").records(), "Have I ever had any allergies?");
    assert!(ever.is_none_or(|exact| exact.answer != "yes"));
}
