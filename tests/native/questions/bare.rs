//! Numbers without a unit: compared only with values in one unit in which they can be meant.

use super::*;

const GLUCOSE: &str = "2345-7";
const HEMOGLOBIN: &str = "718-7";
const A1C: &str = "4548-4";
const PLATELETS: &str = "777-3";
const WEIGHT: &str = "29463-7";
const TEMPERATURE: &str = "8310-5";

fn reading(whose: &str, code: &str, value: f64, unit: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({
        "status": "final", "effectiveDateTime": day,
        "valueQuantity": { "value": value, "unit": unit, "code": unit, "system": "http://unitsofmeasure.org" }
    });
    let mut own = entry("Observation", &format!("o-{code}-{day}-{whose}"), LOINC, code, code, rest);
    own["subject"]["reference"] = format!("Patient/{whose}").into();
    own
}

fn of(code: &str, values: &[(f64, &str)]) -> Room {
    let days = ["2024-01-15", "2024-03-15", "2024-05-15"];
    room_of(
        &values.iter().zip(days).map(|((value, unit), day)| reading("p", code, *value, unit, day)).collect::<Vec<_>>(),
    )
}

/// Asks the questions about `room`: those of `left` have no answer from entries, the others one that begins so.
fn check(room: &Room, left: &[&str], said: &[(&str, &str)]) {
    for question in left {
        assert_eq!(asked(room.records(), question).map(|exact| exact.sentence), None, "{question}");
    }
    for (question, begin) in said {
        let sentence = asked(room.records(), question).map_or_else(String::new, |exact| exact.sentence);
        assert!(sentence.starts_with(begin), "{question}: {sentence}");
    }
}

#[test]
fn a_number_that_cannot_be_meant_in_the_unit_is_not_compared() {
    check(
        &of(GLUCOSE, &[(18.2, "mmol/L")]),
        &["Is my glucose below 100?", "Was my glucose ever above 180?", "How many times was my glucose above 126?"],
        &[
            ("Is my glucose above 15?", "Yes: the latest glucose in blood is 18.2 mmol/L"),
            ("Is my glucose above 20 mmol/L?", "No: the latest"),
        ],
    );
    check(
        &of(GLUCOSE, &[(95.0, "mg/dL")]),
        &["Is my glucose above 7?"],
        &[("Is my glucose above 180?", "No: the latest"), ("Was my glucose ever below 54?", "No: of 1 reading")],
    );
    // Close by its digits, and of another unit all the same.
    check(&of(HEMOGLOBIN, &[(50.0, "g/L")]), &["Is my hemoglobin below 12?"], &[]);
    check(&of(A1C, &[(9.0, "%")]), &["Is my A1c above 42?"], &[("Is my A1c above 7?", "Yes")]);
    check(
        &of(TEMPERATURE, &[(98.2, "[degF]")]),
        &["Is my temperature above 38?", "Did I ever have a temperature above 38?"],
        &[("Is my temperature above 99?", "No"), ("Is my temperature above 36 °C?", "Yes")],
    );
    check(&of(PLATELETS, &[(95_000.0, "/uL")]), &["Were my platelets ever below 100?"], &[]);
    // Far apart, in a unit that all use.
    check(&of(PLATELETS, &[(9.0, "10*3/uL")]), &[], &[("Were my platelets ever below 150?", "Yes")]);
}

#[test]
fn values_in_several_units_are_compared_with_no_bare_number() {
    let mixed = of(GLUCOSE, &[(95.0, "mg/dL"), (18.2, "mmol/L")]);
    check(&mixed, &["Was my glucose ever above 180?", "what is my highest glucose?"], &[]);
    check(
        &of(HEMOGLOBIN, &[(13.5, "g/dL"), (81.0, "g/L")]),
        &[
            "Was my hemoglobin ever below 10?",
            "How many times was my hemoglobin below 10?",
            "Is my hemoglobin above 12?",
            "When was my hemoglobin last below 10?",
        ],
        &[
            ("Was my hemoglobin ever below 10 g/dL?", "Yes: 1 of 2 readings"),
            ("what is my lowest hemoglobin", "The lowest hemoglobin is 81 g/L"),
        ],
    );
    check(
        &of(A1C, &[(5.6, "%"), (40.0, "mmol/mol")]),
        &["Was my A1c ever above 7?", "Was my A1c ever above 6.5%?"],
        &[],
    );
    check(&of(WEIGHT, &[(68.0, "kg"), (150.0, "[lb_av]")]), &["Is my weight above 100?"], &[]);
    // Spellings of one unit are one.
    check(
        &of(PLATELETS, &[(250.0, "10*3/uL"), (95.0, "10*9/L")]),
        &[],
        &[("Were my platelets ever below 100?", "Yes: 1 of 2 readings")],
    );
}

#[test]
fn of_several_people_a_bare_number_is_compared_in_one_unit() {
    let other =
        serde_json::json!({ "resourceType": "Patient", "id": "q", "name": [{ "given": ["Other"], "family": "Body" }] });
    let both = |value: f64, unit: &str| {
        let one = reading("p", GLUCOSE, 90.0, "mg/dL", "2024-01-15");
        room_of(&[other.clone(), one, reading("q", GLUCOSE, value, unit, "2024-02-15")])
    };
    let said = |room: &Room, question: &str| {
        exact::answer(room.records(), question, None, Some(TODAY)).map(|exact| exact.answer)
    };
    for question in
        ["Whose glucose is below 100?", "Who has a glucose above 200?", "Who has ever had a glucose above 200?"]
    {
        assert_eq!(said(&both(18.2, "mmol/L"), question), None, "{question}");
        assert!(said(&both(240.0, "mg/dL"), question).is_some(), "{question}");
    }
    assert_eq!(said(&both(240.0, "mg/dL"), "Whose glucose is below 100?").as_deref(), Some("Test Person"));
    assert_eq!(said(&both(240.0, "mg/dL"), "Whose glucose is below 5?"), None);
}

#[test]
fn a_blood_pressure_of_one_number_is_never_passed_over() {
    let pressure = |day: &str, parts: &[(&str, u32)]| {
        let parts: Vec<_> = parts
            .iter()
            .map(|(code, value)| {
                serde_json::json!({ "code": { "coding": [{ "system": LOINC, "code": code, "display": code }] },
                    "valueQuantity": { "value": value, "unit": "mmHg" } })
            })
            .collect();
        let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "component": parts });
        entry("Observation", &format!("b-{day}"), LOINC, "85354-9", "Blood pressure panel", rest)
    };
    let whole = || pressure("2024-01-15", &[("8480-6", 122), ("8462-4", 80)]);
    let questions = [
        "What is my blood pressure?",
        "what was my highest blood pressure?",
        "was my blood pressure ever above 180?",
        "how many times was my blood pressure above 140?",
        "what is my average blood pressure?",
    ];
    for part in [pressure("2024-04-15", &[("8480-6", 192)]), reading("p", "8480-6", 192.0, "mmHg", "2024-04-15")] {
        let systolic = ("was my systolic blood pressure ever above 180?", "Yes: 1 of 2 readings");
        check(&room_of(&[whole(), part]), &questions, &[systolic]);
    }
    // The same number once more, beside its pair, is in it.
    let again = reading("p", "8480-6", 122.0, "mmHg", "2024-01-15");
    let latest = ("What is my blood pressure?", "The latest blood pressure is 122/80 mmHg");
    check(&room_of(&[whole(), again]), &[], &[latest]);
}
