//! What is not taken, or not any more, though its entry is active; and what an allergy says nothing of.

use super::*;

fn prescription(name: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut entry = entry(
        "MedicationRequest",
        name,
        RXNORM,
        name,
        name,
        serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2024-01-01" }),
    );
    for (key, value) in rest.as_object().unwrap() {
        entry[key] = value.clone();
    }
    entry
}

#[test]
fn what_is_entered_as_not_taken_is_not_told_as_taken() {
    let amlodipine = prescription("Amlodipine 5 MG", serde_json::json!({}));
    for rest in [
        serde_json::json!({ "note": [{ "text": "Patient not taking: Reported on 10/2/2024" }] }),
        serde_json::json!({ "dosageInstruction": [{ "text": "STOP TAKING as of 5/1/2024" }] }),
        serde_json::json!({ "dosageInstruction": [{ "text": "DISCONTINUED" }] }),
        serde_json::json!({ "statusReason": { "text": "Patient not taking" } }),
        serde_json::json!({ "dosageInstruction": [{ "text": "not taking" }] }),
    ] {
        let metoprolol = prescription("Metoprolol 25 MG", rest);
        let room = room_of(&[metoprolol, amlodipine.clone()]);
        for question in [
            "Am I on metoprolol?",
            "Do I take metoprolol?",
            "What do I take?",
            "How long have I been on metoprolol?",
            "Have I stopped metoprolol?",
        ] {
            assert_eq!(asked(room.records(), question), None, "{question}");
        }
        assert_eq!(asked(room.records(), "Do I take amlodipine?").unwrap().answer, "yes");
    }
    // What to do in some case is not what is so.
    for text in [
        "Stop taking if a rash appears",
        "1 daily until discontinued",
        "do not take with alcohol",
        "call if not taking it for 3 days",
    ] {
        let rest = serde_json::json!({ "dosageInstruction": [{ "text": text }] });
        let room = room_of(&[prescription("Metoprolol 25 MG", rest)]);
        assert_eq!(asked(room.records(), "Am I on metoprolol?").unwrap().answer, "yes", "{text}");
    }
}

#[test]
fn a_course_ends_when_its_dosage_says_for_how_long_it_is() {
    let course = |days: u32, repeats: u32| {
        let bounds = serde_json::json!({ "value": days, "unit": "d", "code": "d" });
        prescription(
            "Azithromycin 250 MG",
            serde_json::json!({ "dosageInstruction": [{ "timing": { "repeat": { "boundsDuration": bounds, "frequency": 1, "period": 1, "periodUnit": "d" } } }],
                "dispenseRequest": { "numberOfRepeatsAllowed": repeats } }),
        )
    };
    let room = room_of(&[course(5, 0)]);
    for question in ["Am I on azithromycin?", "How long have I been on azithromycin?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    assert_eq!(asked(room.records(), "Have I ever taken azithromycin?").unwrap().answer, "yes");
    // It goes on, or may be handed out again.
    for goes_on in [course(300, 0), course(30, 11)] {
        let room = room_of(&[goes_on]);
        assert_eq!(asked(room.records(), "Am I on azithromycin?").unwrap().answer, "yes");
        assert_eq!(asked(room.records(), "How long have I been on azithromycin?").unwrap().form, exact::Form::Interval);
    }
}

#[test]
fn an_allergy_says_nothing_of_what_was_taken_or_given() {
    let allergy = |name: &str| entry("AllergyIntolerance", "a", SNOMED, name, name, clinical("active", "2019-01-01"));
    let room = room_of(&[allergy("Codeine")]);
    for question in [
        "Have I ever taken codeine?",
        "When did I last take codeine?",
        "When did I start codeine?",
        "How many times have I had codeine?",
        "When was I last given codeine?",
    ] {
        let told = asked(room.records(), question);
        assert!(told.as_ref().is_none_or(|exact| exact.is_absent), "{question}: {told:?}");
    }
    assert_eq!(asked(room.records(), "Am I allergic to codeine?").unwrap().answer, "yes");
    assert_eq!(asked(room.records(), "Do I have an allergy to codeine?").unwrap().answer, "yes");
}
