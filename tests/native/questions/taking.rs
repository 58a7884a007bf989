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
    let in_words = |text: &str| {
        room_of(&[prescription("Azithromycin 250 MG", serde_json::json!({ "dosageInstruction": [{ "text": text }] }))])
    };
    for text in ["1 daily for 5 days", "Take two every 12 hours for 2 weeks.", "500 mg PO TID for 10 days"] {
        assert_eq!(asked(in_words(text).records(), "Am I on azithromycin?"), None, "{text}");
        assert_eq!(asked(in_words(text).records(), "Have I ever taken azithromycin?").unwrap().answer, "yes");
    }
    for text in [
        "1 daily for 5-7 days",
        "1 daily for 5 days, then 1 weekly",
        "1 daily for 7 days of each month",
        "2 daily for 3 days and 1 daily from then on",
        "1 daily for high blood pressure",
        "1 daily for 3000 days",
        "call if not better for 3 days",
    ] {
        assert_eq!(asked(in_words(text).records(), "Am I on azithromycin?").unwrap().answer, "yes", "{text}");
    }
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

#[test]
fn the_day_of_coming_off_a_medicine_is_not_that_of_its_prescription() {
    let stopped =
        prescription("Lisinopril 10 MG", serde_json::json!({ "status": "stopped", "authoredOn": "2019-02-02" }));
    let room = room_of(&[stopped]);
    for question in [
        "When was I taken off lisinopril?",
        "When did I come off lisinopril?",
        "When did they take me off lisinopril?",
        "When did I get off lisinopril?",
        "When was she weaned off lisinopril?",
        "How old was I when I was taken off lisinopril?",
        "How many times was I taken off lisinopril?",
    ] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    assert_eq!(asked(room.records(), "When was I put on lisinopril?").unwrap().answer, "2019-02-02");
    assert_eq!(asked(room.records(), "Can you find out when I started lisinopril?").unwrap().answer, "2019-02-02");
}

#[test]
fn since_when_takes_for_granted_that_it_is_so() {
    let bounds = serde_json::json!({ "value": 5, "unit": "d", "code": "d" });
    let course = serde_json::json!({ "dosageInstruction": [{ "timing": { "repeat": { "boundsDuration": bounds } } }] });
    let mut resolved = clinical("resolved", "2015-02-03");
    resolved["abatementDateTime"] = "2015-04-01".into();
    let room = room_of(&[
        prescription("Amoxicillin 500 MG", course),
        prescription("Sertraline 50 MG", serde_json::json!({ "note": [{ "text": "Patient not taking" }] })),
        prescription("Lisinopril 10 MG", serde_json::json!({ "status": "stopped", "authoredOn": "2019-02-02" })),
        prescription("Metformin 500 MG", serde_json::json!({ "authoredOn": "2018-02-02" })),
        entry("Condition", "g", SNOMED, "90560007", "Gout", resolved),
    ]);
    for question in [
        "Since when am I on amoxicillin?",
        "Since when have I been on amoxicillin?",
        "Since when am I on sertraline?",
        "Since when have I been taking sertraline?",
    ] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    for (question, over) in [
        ("Since when have I been on lisinopril?", "has the status “stopped”."),
        ("Since when am I on lisinopril?", "has the status “stopped”."),
        ("Since when have I had gout?", "ended on 1 April 2015."),
        ("Since when has she had gout?", "ended on 1 April 2015."),
    ] {
        let told = asked(room.records(), question).expect(question).sentence;
        assert!(told.contains(" Not now, as the record has it: ") && told.ends_with(over), "{question}: {told}");
    }
    let told = asked(room.records(), "Since when have I been on metformin?").unwrap();
    assert_eq!((told.answer.as_str(), told.sentence.contains("Not now")), ("2018-02-02", false));
    // When it began is told, whatever became of it.
    assert_eq!(asked(room.records(), "When was I put on sertraline?").unwrap().answer, "2024-01-01");
}
