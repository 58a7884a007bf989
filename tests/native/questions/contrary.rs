//! What one entry has as so and another denies, and what the record has only as not so.

use super::*;

fn told(room: &Room, question: &str) -> Option<exact::Exact> {
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(Date::constant(2024, 6, 15)))
}

fn said(room: &Room, question: &str) -> String {
    told(room, question).map(|exact| exact.sentence).unwrap_or_default()
}

fn prescription(id: &str, name: &str, status: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": day });
    entry("MedicationRequest", id, RXNORM, name, name, rest)
}

fn condition(id: &str, name: &str, verified: &str, day: &str) -> serde_json::Value {
    let mut rest = clinical("active", day);
    rest["verificationStatus"] = serde_json::json!({ "coding": [{ "code": verified }] });
    entry("Condition", id, SNOMED, name, name, rest)
}

#[test]
fn a_brand_is_its_medicine_by_either_name() {
    let room = room_of(&[
        prescription("1", "Coumadin 5 MG", "active", "2024-05-02"),
        prescription("2", "Warfarin Sodium 5 MG", "stopped", "2023-05-02"),
        prescription("3", "Lipitor 20 MG", "active", "2024-05-02"),
        prescription("4", "Percocet 5 MG", "active", "2024-05-02"),
    ]);
    for (question, sentence) in [
        ("Am I on warfarin?", "Yes: the record has an entry of 2 May 2024: “Coumadin 5 MG”."),
        ("Am I on a blood thinner?", "Yes: the record has an entry of 2 May 2024: “Coumadin 5 MG”."),
        ("Have I stopped warfarin?", "No: the prescription “Coumadin 5 MG” is active, of 2 May 2024."),
        ("Am I no longer on warfarin?", "No: the prescription “Coumadin 5 MG” is active, of 2 May 2024."),
        ("Am I on a statin?", "Yes: the record has an entry of 2 May 2024: “Lipitor 20 MG”."),
        ("Do I take oxycodone?", "Yes: the record has an entry of 2 May 2024: “Percocet 5 MG”."),
    ] {
        assert_eq!(said(&room, question), sentence, "{question}");
    }
    // A stop by the other name is one of the same medicine.
    let room = room_of(&[
        prescription("1", "Coumadin 5 MG", "active", "2023-05-02"),
        prescription("2", "Warfarin Sodium 5 MG", "stopped", "2024-05-02"),
        prescription("3", "Percocet 5 MG", "active", "2023-05-02"),
        prescription("4", "Acetaminophen 325 MG", "stopped", "2024-05-02"),
    ]);
    let both = said(&room, "Am I on warfarin?");
    assert!(
        both.starts_with("The record says both: the prescription “Coumadin 5 MG” of 2 May 2023 is active"),
        "{both}"
    );
    let list = said(&room, "Which medicines do I take?");
    assert!(list.ends_with(" Active, but stopped by a later entry: “Coumadin 5 MG”."), "{list}");
}

#[test]
fn a_later_entry_that_says_not_to_take_it_is_told_beside_an_active_one() {
    let mut not = prescription("2", "Warfarin 5 MG", "active", "2024-05-02");
    not["doNotPerform"] = serde_json::json!(true);
    let active = || {
        let mut active = prescription("1", "Warfarin 5 MG", "active", "2023-05-02");
        active["dosageInstruction"] = serde_json::json!([{ "text": "Take one daily" }]);
        active
    };
    let on_hold = prescription("2", "Warfarin 5 MG", "on-hold", "2024-05-02");
    for (later, says) in [(not, "says not to take it"), (on_hold, "has the status “on-hold”")] {
        let room = room_of(&[active(), later]);
        let both = format!(
            "The record says both: the prescription “Warfarin 5 MG” of 2 May 2023 is active, and a later one, of 2 May 2024, {says}."
        );
        for question in ["Am I on warfarin?", "Have I stopped warfarin?"] {
            assert_eq!(said(&room, question), both, "{question}");
        }
        for question in ["What dose of warfarin do I take?", "How long have I been on warfarin?"] {
            assert_eq!(told(&room, question), None, "{question}");
        }
        let list = told(&room, "Which medicines do I take?").unwrap();
        assert!(list.sentence.ends_with(" Active, but a later entry says that it is not so: “Warfarin 5 MG”."));
        assert_eq!(list.facts.len(), 2, "what says so is among what is shown");
        // One that says that it is taken after that counts.
        let room = room_of(&[active(), prescription("3", "Warfarin 5 MG", "active", "2024-06-01")]);
        assert!(said(&room, "Am I on warfarin?").starts_with("Yes"));
    }
}

#[test]
fn an_illness_that_was_refuted_later_is_told_as_both() {
    let room = room_of(&[
        condition("1", "Asthma", "confirmed", "2010-01-01"),
        condition("2", "Asthma", "refuted", "2024-01-01"),
        condition("3", "Gout", "refuted", "2010-01-01"),
        condition("4", "Gout", "confirmed", "2024-01-01"),
    ]);
    let both = "The record says both: the condition “Asthma” of 1 January 2010 is active, and a later one, of 1 January 2024, has the status “refuted”.";
    assert_eq!(said(&room, "Do I have asthma?"), both);
    assert_eq!(said(&room, "Is my asthma gone?"), both);
    assert_eq!(told(&room, "How long have I had asthma?"), None);
    assert!(said(&room, "Do I have gout?").starts_with("Yes"));
}

#[test]
fn an_illness_that_was_over_later_is_told_as_both() {
    let over = |id: &str, name: &str, begun: &str, ended: &str| {
        let mut rest = clinical("resolved", begun);
        rest["abatementDateTime"] = serde_json::json!(ended);
        entry("Condition", id, SNOMED, name, name, rest)
    };
    let room = room_of(&[
        condition("1", "Asthma", "confirmed", "2010-01-01"),
        over("2", "Asthma", "2009-01-01", "2020-05-01"),
        // What came back is there.
        over("3", "Gout", "2010-01-01", "2012-03-01"),
        condition("4", "Gout", "confirmed", "2024-01-01"),
        over("5", "Anemia", "2010-01-01", "2012-03-01"),
        condition("6", "Anemia", "confirmed", "2012-03-01"),
    ]);
    let both = "The record says both: the condition “Asthma” of 1 January 2010 is active, and another one, of 1 January 2009, has the status “resolved” and ended on 1 May 2020.";
    assert_eq!(said(&room, "Do I have asthma?"), both);
    for question in ["Do I have gout?", "Do I have anemia?"] {
        assert!(said(&room, question).starts_with("Yes"), "{question}");
    }
}

#[test]
fn what_the_record_has_only_as_not_so_is_told_as_such() {
    let undone = |kind: &str, id: &str, name: &str, at: &str| {
        let mut rest = serde_json::json!({ "status": "not-done" });
        rest[at] = serde_json::json!("2023-10-01");
        if kind == "Immunization" {
            rest["vaccineCode"] = serde_json::json!({ "text": name });
            rest["patient"] = serde_json::json!({ "reference": "Patient/p" });
        }
        entry(kind, id, SNOMED, name, name, rest)
    };
    let mut proposed = prescription("4", "Lisinopril 10 MG", "active", "2023-01-01");
    proposed["intent"] = serde_json::json!("proposal");
    let room = room_of(&[
        undone("Immunization", "1", "Influenza vaccine", "occurrenceDateTime"),
        undone("Procedure", "2", "Colonoscopy", "performedDateTime"),
        prescription("3", "Metformin 500 MG", "cancelled", "2023-01-01"),
        proposed,
        condition("5", "Asthma", "refuted", "2015-01-01"),
        // What is so stands beside what is not.
        condition("6", "Gout", "refuted", "2015-01-01"),
        condition("7", "Gout", "confirmed", "2014-01-01"),
    ]);
    for (question, what) in [
        ("When was my flu shot?", "vaccination “Influenza vaccine” of 1 October 2023, which has the status “not-done”"),
        ("Did I get a flu shot?", "vaccination “Influenza vaccine” of 1 October 2023, which has the status “not-done”"),
        ("When was my last colonoscopy?", "procedure “Colonoscopy” of 1 October 2023, which has the status “not-done”"),
        ("Have I had a colonoscopy?", "procedure “Colonoscopy” of 1 October 2023, which has the status “not-done”"),
        ("Am I on metformin?", "prescription “Metformin 500 MG” of 1 January 2023, which has the status “cancelled”"),
        ("Am I on lisinopril?", "prescription “Lisinopril 10 MG” of 1 January 2023, whose intent is “proposal”"),
        ("Do I have asthma?", "condition “Asthma” of 1 January 2015, which has the status “refuted”"),
    ] {
        let exact = told(&room, question).expect(question);
        assert_eq!(exact.sentence, format!("The record has no more of it than the {what}."), "{question}");
        assert!(
            exact.answer.starts_with("no (") || exact.answer.starts_with("not in the record ("),
            "{}",
            exact.answer
        );
        assert_eq!(
            (exact.is_absent, exact.facts.len()),
            (true, 1),
            "{question}: the entry is shown, and answers no more"
        );
    }
    assert!(!said(&room, "Do I have gout?").contains("no more of it"));
}

#[test]
fn what_begins_or_ends_later_than_today_is_left_to_who_reads_it() {
    let mut ends = clinical("active", "2010-01-01");
    ends["abatementDateTime"] = serde_json::json!("2025-01-01");
    let mut aged = clinical("active", "2010-01-01");
    aged["abatementAge"] = serde_json::json!({ "value": 55, "unit": "a" });
    let room = room_of(&[
        prescription("1", "Warfarin 5 MG", "active", "2024-09-02"),
        entry("Condition", "2", SNOMED, "Asthma", "Asthma", ends),
        entry("Condition", "3", SNOMED, "Gout", "Gout", aged),
    ]);
    for question in ["Am I on warfarin?", "Do I have asthma?", "Do I have gout?", "What conditions do I have?"] {
        assert_eq!(told(&room, question), None, "{question}");
    }
}

#[test]
fn what_an_entry_denies_in_its_own_words_is_not_told() {
    let noted = |mut entry: serde_json::Value, note: &str| {
        entry["note"] = serde_json::json!([{ "text": note }]);
        entry
    };
    let allergy =
        entry("AllergyIntolerance", "2", SNOMED, "Penicillin", "Penicillin", clinical("active", "2010-01-01"));
    let room = room_of(&[
        noted(condition("1", "Pulmonary embolism", "confirmed", "2020-01-01"), "Ruled out by CT"),
        noted(allergy, "De-labelled after a test: NOT allergic"),
        noted(prescription("3", "Warfarin 5 MG", "active", "2023-05-02"), "Stopped by cardiology 3 May 2024"),
        noted(condition("4", "Gout", "confirmed", "2020-01-01"), "Septic arthritis not ruled out"),
    ]);
    for question in ["Did I have a pulmonary embolism?", "Am I allergic to penicillin?", "Am I on warfarin?"] {
        assert_eq!(told(&room, question), None, "{question}");
    }
    assert!(said(&room, "Do I have gout?").starts_with("Yes"));
}

#[test]
fn no_known_allergy_is_no_allergy_and_hides_none() {
    let none = || {
        let rest = clinical("active", "2020-01-01");
        entry("AllergyIntolerance", "1", SNOMED, "716186003", "No known allergy", rest)
    };
    let by_itself = room_of(&[none()]);
    for question in ["What am I allergic to?", "Do I have any allergies?"] {
        let sentence = "The record itself says that there is none: “No known allergy” (1 January 2020).";
        assert_eq!(said(&by_itself, question), sentence, "{question}");
    }
    let mut room = room_of(&[none(), condition("2", "Allergy to penicillin", "confirmed", "2010-01-01")]);
    for question in ["What am I allergic to?", "Do I have any allergies?", "Am I allergic to penicillin?"] {
        assert_eq!(told(&room, question), None, "{question}");
        let answer = room.quotes(question).unwrap();
        let first = answer.blocks.first().map(|block| format!("{block:?}")).unwrap_or_default();
        assert!(first.contains("Allergy to penicillin"), "{question}: {first}");
        assert!(answer.notice.is_some_and(|notice| notice.contains("not in the list of allergies")), "{question}");
    }
}

#[test]
fn which_way_a_value_is_and_how_it_is_judged_is_not_answered_by_its_being_there() {
    let a1c = |id: &str, value: f64, day: &str| {
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": "%", "code": "%", "system": "http://unitsofmeasure.org" }
        });
        entry("Observation", id, LOINC, "4548-4", "Hemoglobin A1c", rest)
    };
    let room = room_of(&[a1c("1", 8.3, "2017-01-01"), a1c("2", 7.0, "2019-01-01")]);
    for question in [
        "Was my A1c up since 2017?",
        "Was my last A1c up?",
        "Was my A1c okay?",
        "Was my A1c out?",
        "Was my A1c needed?",
    ] {
        assert!(!said(&room, question).starts_with("Yes"), "{question}");
    }
    assert!(said(&room, "Did my A1c go up?").starts_with("No: HbA1c is falling"));
    assert!(said(&room, "Did I have an A1c?").starts_with("Yes"));
}
