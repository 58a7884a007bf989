//! What is so now, what was so in a time, and how old somebody was: what began, ended or was done at another time does not tell it.

use super::*;

const NOW: Date = Date::constant(2024, 11, 29);

/// Asks about somebody born on 20 December 1950, of whom the record says `more`, too.
fn told(more: serde_json::Value, resources: &[serde_json::Value], question: &str) -> Option<Exact> {
    let mut patient = serde_json::json!({ "resourceType": "Patient", "id": "p", "birthDate": "1950-12-20" });
    for (key, value) in more.as_object().unwrap() {
        patient[key] = value.clone();
    }
    let entries: Vec<_> = std::iter::once(&patient)
        .chain(resources)
        .map(|resource| serde_json::json!({ "resource": resource }))
        .collect();
    let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
    let mut room = Room::new().unwrap();
    room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(NOW))
}

fn said(resources: &[serde_json::Value], question: &str) -> Option<String> {
    told(serde_json::json!({}), resources, question).map(|exact| exact.sentence)
}

fn visit(id: &str, class: &str, status: &str, start: &str, end: Option<&str>) -> serde_json::Value {
    let name = if class == "EMER" { "Emergency room admission" } else { "Hospital admission" };
    let mut visit = serde_json::json!({
        "resourceType": "Encounter", "id": id, "status": status, "class": { "code": class },
        "type": [{ "coding": [{ "system": SNOMED, "code": "1", "display": name }] }],
        "subject": { "reference": "Patient/p" }, "period": { "start": start }
    });
    if let Some(end) = end {
        visit["period"]["end"] = end.into();
    }
    visit
}

fn stay() -> serde_json::Value {
    visit("stay", "IMP", "finished", "2024-01-14T08:00:00+00:00", Some("2024-01-19T12:00:00+00:00"))
}

#[test]
fn who_was_discharged_is_not_in_hospital() {
    let over =
        [stay(), visit("er", "EMER", "finished", "2024-08-05T22:00:00+00:00", Some("2024-08-06T03:00:00+00:00"))];
    for question in [
        "Am I in hospital now?",
        "Am I currently hospitalized?",
        "Am I in the emergency room?",
        "How long have I been in hospital?",
    ] {
        assert_eq!(said(&over, question), None, "{question}");
    }
    assert_eq!(
        said(&over, "Was I in hospital in 2024?").unwrap(),
        "Yes: the record has an entry of 14 January 2024 in 2024: “Hospital admission”."
    );
    let open = [stay(), visit("now", "IMP", "in-progress", "2024-11-27T08:00:00+00:00", None)];
    for question in ["Am I in hospital now?", "Am I in hospital today?"] {
        assert!(said(&open, question).unwrap().starts_with("Yes: the record has "), "{question}");
    }
    assert_eq!(
        said(&open, "How long have I been in hospital?").unwrap(),
        "2 days: “Hospital admission” is of 27 November 2024, counted to 29 November 2024."
    );
}

#[test]
fn what_lasts_over_one_midnight_at_most_is_told_in_hours() {
    let of = |start: &str, end: &str| [visit("er", "EMER", "finished", start, Some(end))];
    let question = "How long was my last emergency visit?";
    for (start, end, long) in [
        ("2024-08-05T22:00:00+00:00", "2024-08-06T03:00:00+00:00", "5 hours"),
        ("2024-08-05T09:00:00+00:00", "2024-08-05T09:45:00+00:00", "45 minutes"),
        ("2024-08-05T09:00:00+02:00", "2024-08-05T09:30:00+01:00", "1 hour, 30 minutes"),
        ("2024-08-05T09:00:00+00:00", "2024-08-07T09:45:00+00:00", "2 days"),
    ] {
        let sentence = said(&of(start, end), question).unwrap();
        assert_eq!(
            sentence,
            format!("“Emergency room admission” of 5 August 2024 lasted {long}, as the record has it.")
        );
    }
    assert_eq!(said(&of("2024-08-05", "2024-08-06"), question), None);
}

#[test]
fn a_stay_is_of_each_time_in_which_one_of_its_days_lies() {
    let stays = [visit("stay", "IMP", "finished", "2023-12-28T08:00:00+00:00", Some("2024-01-04T12:00:00+00:00"))];
    for (question, span) in [
        ("Was I in hospital on 1 January 2024?", "on 1 January 2024"),
        ("Was I in hospital this year?", "in 2024"),
        ("Was I in hospital in 2023?", "in 2023"),
    ] {
        let sentence = said(&stays, question).unwrap();
        let wanted = format!("Yes: the record has an entry of 28 December 2023 {span}: “Hospital admission”.");
        assert_eq!(sentence, wanted, "{question}");
    }
    // Nobody says of which year one counts that lies in two.
    assert_eq!(said(&stays, "How many times was I in hospital in 2024?"), None);
    assert!(said(&stays, "How many times was I in hospital in 2023?").unwrap().starts_with("The record has 1 visit"));
    let before = told(serde_json::json!({}), &stays, "Was I in hospital in February 2024?").unwrap();
    assert!(before.is_absent, "{}", before.sentence);
}

#[test]
fn one_shot_is_no_series_and_a_weak_one_no_protection() {
    let shot = |name: &str, rest: serde_json::Value| {
        let mut shot = serde_json::json!({
            "resourceType": "Immunization", "id": "v", "status": "completed", "patient": { "reference": "Patient/p" },
            "vaccineCode": { "text": name }, "occurrenceDateTime": "2024-02-01"
        });
        for (key, value) in rest.as_object().unwrap() {
            shot[key] = value.clone();
        }
        [shot]
    };
    let first = serde_json::json!({ "protocolApplied": [{ "doseNumberPositiveInt": 1, "seriesDosesPositiveInt": 2 }] });
    let zoster = shot("zoster recombinant", first);
    for question in ["Have I had all my shingles shots?", "Am I fully vaccinated against shingles?"] {
        assert_eq!(said(&zoster, question), None, "{question}");
    }
    assert!(said(&zoster, "Have I had a shingles shot?").unwrap().starts_with("Yes"));
    let weak = |is: bool| shot("pneumococcal polysaccharide PPV23", serde_json::json!({ "isSubpotent": is }));
    assert_eq!(said(&weak(true), "Have I had the pneumonia vaccine?"), None);
    assert!(said(&weak(false), "Have I had the pneumonia vaccine?").unwrap().starts_with("Yes"));
}

#[test]
fn an_age_is_of_the_day_that_is_asked_for() {
    for (question, wanted) in [
        ("How old was I on 1 May 1980?", Some("29 years, on 1 May 1980.")),
        ("How old am I?", Some("73 years, on 29 November 2024.")),
        // Of a year it is one of two, and of "then" nobody knows which day is meant.
        ("How old was I in 2001?", None),
        ("How old was I then?", None),
        ("How old was I on 1 May 1940?", None),
    ] {
        assert_eq!(said(&[], question).as_deref(), wanted, "{question}");
    }
}

#[test]
fn what_came_after_something_was_not_before_it() {
    let weight = |id: &str, day: &str| {
        let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day,
            "valueQuantity": { "value": 74, "unit": "kg" } });
        entry("Observation", id, LOINC, "29463-7", "Body weight", rest)
    };
    let done = serde_json::json!({ "status": "completed", "performedDateTime": "2024-01-15" });
    let knee = entry("Procedure", "k", SNOMED, "1", "Total replacement of left knee", done);
    let records = [knee, weight("before", "2023-12-31"), weight("after", "2024-03-10")];
    let long = said(&records, "How long after my knee replacement was I weighed?");
    assert!(long.is_none_or(|long| long.contains("10 March 2024")));
    assert!(
        said(&records, "How many days after my knee replacement was I weighed?").unwrap().contains("10 March 2024")
    );
}

#[test]
fn of_who_has_died_nothing_goes_on() {
    let prescribed = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-01-01" });
    let records = [entry("MedicationRequest", "m", "", "", "Warfarin 5 MG", prescribed)];
    let dead = |question: &str| {
        told(serde_json::json!({ "deceasedDateTime": "2023-01-31" }), &records, question).unwrap().sentence
    };
    let died = "The day of death in the record is 31 January 2023.";
    for question in ["Is he dead?", "Is he still alive?", "Has he died?"] {
        assert_eq!(dead(question), died, "{question}");
        assert_eq!(said(&records, question), None, "{question}");
    }
    let counted = "3 years, 30 days (1126 days): “Warfarin 5 MG” is of 1 January 2020, counted to 31 January 2023.";
    assert_eq!(dead("How long has he been on warfarin?"), format!("{counted} {died}"));
    let on = dead("Is he on warfarin?");
    assert!(on.starts_with("Yes") && on.ends_with(died), "{on}");
    assert!(!said(&records, "Is he on warfarin?").unwrap().contains("death"));
}

#[test]
fn a_pregnancy_of_long_ago_is_none_of_now() {
    let pregnancy = |day: &str| {
        let rest = serde_json::json!({ "clinicalStatus": { "coding": [{ "code": "active" }] }, "onsetDateTime": day });
        entry("Condition", "c", SNOMED, "72892002", "Normal pregnancy", rest)
    };
    let status = serde_json::json!({ "status": "final", "effectiveDateTime": "2024-09-15",
        "valueCodeableConcept": { "text": "Not pregnant" } });
    let denied = entry("Observation", "o", LOINC, "82810-3", "Pregnancy status", status);
    assert_eq!(said(&[pregnancy("1984-01-01")], "Am I pregnant?"), None);
    assert_eq!(said(&[pregnancy("2024-08-01"), denied], "Am I pregnant?"), None);
    assert!(said(&[pregnancy("2024-08-01")], "Am I pregnant?").unwrap().starts_with("Yes"));
    assert!(said(&[pregnancy("1984-01-01")], "Was I ever pregnant?").unwrap().starts_with("Yes"));
}
