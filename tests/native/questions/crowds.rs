//! What is told of several people: whose visits are counted, what is taken by whom, and who may have something under a code alone.

use super::*;

const CVX: &str = "http://hl7.org/fhir/sid/cvx";
const ICD: &str = "http://hl7.org/fhir/sid/icd-10-cm";

/// A room of people, each with what they have.
fn of(people: &[(&str, &[serde_json::Value])]) -> Room {
    let bundle = |(given, own): &(&str, &[serde_json::Value])| {
        let patient = serde_json::json!({ "resourceType": "Patient", "id": given, "gender": "female", "birthDate": "1950-05-06",
            "name": [{ "given": [given], "family": "Reed" }] });
        let own = own.iter().enumerate().map(|(at, resource)| {
            let mut resource = resource.clone();
            let key = if resource["patient"].is_null() { "subject" } else { "patient" };
            resource[key] = serde_json::json!({ "reference": format!("Patient/{given}") });
            resource["id"] = format!("{given}-{at}").into();
            resource
        });
        let entries: Vec<_> =
            std::iter::once(patient).chain(own).map(|resource| serde_json::json!({ "resource": resource })).collect();
        serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries })
    };
    rooms::of_bundles(&people.iter().map(bundle).collect::<Vec<_>>())
}

fn told(room: &Room, question: &str) -> Option<Exact> {
    exact::answer(room.records(), question, None, Some(TODAY))
}

fn said(room: &Room, question: &str) -> Option<String> {
    told(room, question).map(|exact| exact.sentence)
}

fn visit(class: &str, from: &str, until: &str) -> serde_json::Value {
    serde_json::json!({ "resourceType": "Encounter", "status": "finished", "class": { "code": class }, "subject": {},
        "period": { "start": from, "end": until } })
}

fn problem(code: &str, name: &str) -> serde_json::Value {
    entry("Condition", "c", SNOMED, code, name, clinical("active", "2019-01-01"))
}

fn gout() -> serde_json::Value {
    problem("90560007", "Gout")
}

fn prescription(code: &str, name: &str, rest: serde_json::Value) -> serde_json::Value {
    let plain = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2019-01-01" });
    let mut entry = entry("MedicationRequest", "m", RXNORM, code, name, plain);
    for (key, value) in rest.as_object().unwrap() {
        entry[key] = value.clone();
    }
    entry
}

/// An entry that has a code and no name.
fn nameless(kind: &str, key: &str, system: &str, code: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut entry = entry(kind, "n", system, code, "", rest);
    entry[key] = serde_json::json!({ "coding": [{ "system": system, "code": code }] });
    entry
}

#[test]
fn stays_are_not_counted_as_people_and_the_last_of_them_is_no_first_found() {
    let room = of(&[
        ("Ada", &[visit("IMP", "2019-01-03", "2019-01-05"), visit("IMP", "2019-06-03", "2019-06-05")]),
        ("Ben", &[visit("IMP", "2019-03-03", "2019-03-05"), visit("IMP", "2023-03-03", "2023-03-05")]),
        ("Cara", &[gout()]),
    ]);
    for question in [
        "How many hospital stays did patients have in 2019?",
        "How many times were patients in hospital in 2019?",
        "Which patient was last in hospital?",
        "Who was the last in hospital?",
    ] {
        assert_eq!(said(&room, question), None, "{question}");
    }
    for question in
        ["How many patients were in hospital in 2019?", "How many of the patients were hospitalized in 2019?"]
    {
        assert_eq!(told(&room, question).expect(question).answer, "2", "{question}");
    }
}

#[test]
fn of_several_people_a_night_in_hospital_is_not_passed_over() {
    let room = of(&[
        ("Ben", &[visit("OBSENC", "2019-03-03", "2019-03-05")]),
        ("Cara", &[visit("IMP", "2019-03-03", "2019-03-05")]),
        ("Dora", &[gout()]),
    ]);
    assert_eq!(said(&room, "How many patients were in hospital in 2019?"), None);
    let named = said(&room, "Who was in hospital in 2019?").unwrap();
    assert!(named.starts_with("1 patient of 3") && named.contains(": Cara Reed."), "{named}");
    assert!(named.ends_with(" Not confirmed, and not counted: Ben Reed."), "{named}");
    assert_eq!(told(&room, "How many patients were in hospital in 2018?"), None);
}

#[test]
fn what_ended_is_not_among_what_people_take() {
    let over = serde_json::json!({ "resourceType": "MedicationStatement", "status": "active", "subject": {},
        "medicationCodeableConcept": { "coding": [{ "system": RXNORM, "code": "2683", "display": "Colchicine 0.6 MG" }], "text": "Colchicine 0.6 MG" },
        "effectivePeriod": { "start": "2019-01-01", "end": "2019-02-01" } });
    let allopurinol = prescription("519", "Allopurinol 100 MG", serde_json::json!({}));
    let mut room = of(&[("Ada", &[gout(), over, allopurinol]), ("Ben", &[gout()])]);
    let found = room
        .call_tool("find_patients", r#"{"having": ["gout"], "kind": "medicines"}"#, Some(TODAY))
        .unwrap()
        .to_string();
    assert!(found.contains("Allopurinol") && !found.contains("Colchicine"), "{found}");
    let list = said(&room, "What medications are gout patients on?").unwrap();
    assert!(list.contains("Allopurinol") && !list.contains("Colchicine"), "{list}");
    for question in ["Who takes colchicine?", "Which patients are on colchicine?"] {
        assert!(told(&room, question).is_none_or(|exact| exact.answer == "none"), "{question}");
    }
}

#[test]
fn whether_people_take_what_their_entry_says_is_not_taken_is_open() {
    let with = |code: &str, name: &str, key: &str, text: &str| {
        prescription(code, name, serde_json::json!({ key: [{ "text": text }] }))
    };
    let warfarin = prescription("11289", "Warfarin 5 MG", serde_json::json!({}));
    let celecoxib =
        with("140587", "Celecoxib 100 MG Oral Capsule", "note", "Started after patient stopped taking ibuprofen.");
    let room = of(&[("Ada", &[celecoxib]), ("Ben", std::slice::from_ref(&warfarin))]);
    assert_eq!(told(&room, "Who takes celecoxib?").unwrap().answer, "Ada Reed");
    for text in [
        "twice daily. Not taking this medicine may raise your sugar.",
        "Call us if you are not taking it",
        "Discussed the risks of not taking it",
        "Has not stopped taking it",
    ] {
        let metformin = with("6809", "Metformin 500 MG", "dosageInstruction", text);
        let room = of(&[("Ada", &[metformin]), ("Ben", std::slice::from_ref(&warfarin))]);
        assert_eq!(told(&room, "Who takes metformin?").unwrap().answer, "Ada Reed", "{text}");
        assert_eq!(told(&room, "Which patients don't take metformin?").unwrap().answer, "Ben Reed", "{text}");
    }
    for text in
        ["Patient not taking: Reported on 10/2/2024", "Pt has stopped taking metformin", "not taking Glucophage"]
    {
        let metformin = || with("6809", "Metformin 500 MG", "note", text);
        let cara = prescription("6809", "Metformin 500 MG", serde_json::json!({}));
        let room = of(&[("Ada", &[metformin()]), ("Ben", std::slice::from_ref(&warfarin)), ("Cara", &[cara])]);
        for (question, answer) in
            [("Who takes metformin?", "Cara Reed"), ("Which patients don't take metformin?", "Ben Reed")]
        {
            let told = told(&room, question).expect(question);
            assert_eq!(told.answer, answer, "{question} {text}");
            assert!(told.sentence.ends_with(" Not confirmed, and not counted: Ada Reed."), "{}", told.sentence);
        }
        assert!(said(&room, "Who has ever taken metformin?").is_none_or(|said| said.contains("Ada")), "{text}");
    }
}

#[test]
fn a_course_that_is_over_by_its_dosage_alone_is_denied_of_nobody() {
    let days = serde_json::json!({ "dosageInstruction": [{ "timing": { "repeat": { "boundsDuration": { "value": 7, "unit": "d", "code": "d" } } } }] });
    let room = of(&[("Ada", &[prescription("723", "Amoxicillin 500 MG", days)]), ("Ben", &[gout()])]);
    for question in ["Who takes amoxicillin now?", "Who is on amoxicillin?", "How many patients take amoxicillin?"] {
        let open = |exact: Exact| exact.sentence.ends_with(" Not confirmed, and not counted: Ada Reed.");
        assert!(told(&room, question).is_none_or(open), "{question}");
    }
    let without = told(&room, "Who is not on amoxicillin?");
    assert!(without.is_none_or(|exact| exact.answer == "Ben Reed"));
}

#[test]
fn a_later_text_is_not_talked_over_in_an_average() {
    let a1c = |day: &str, value: f64| {
        entry(
            "Observation",
            "o",
            LOINC,
            "4548-4",
            "Hemoglobin A1c",
            serde_json::json!({ "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": "%" } }),
        )
    };
    let conclusion =
        serde_json::json!({ "status": "final", "effectiveDateTime": "2024-01-01", "conclusion": "HbA1c 12.4% today." });
    let report = entry("DiagnosticReport", "r", LOINC, "11502-2", "Laboratory report", conclusion);
    let ben = [gout(), a1c("2021-01-01", 7.1)];
    let question = "What is the average A1c of gout patients?";
    let room = of(&[("Ada", &[gout(), a1c("2020-01-01", 6.1)]), ("Ben", &ben)]);
    assert_eq!(told(&room, question).unwrap().answer, "6.6 %");
    let room = of(&[("Ada", &[gout(), a1c("2020-01-01", 6.1), report]), ("Ben", &ben)]);
    assert_eq!(told(&room, question), None);
}

#[test]
fn who_has_an_entry_without_a_name_is_not_told_to_be_without_it() {
    let icd = nameless("Condition", "code", ICD, "E11.9", clinical("active", "2015-01-01"));
    let diabetes = problem("73211009", "Diabetes mellitus");
    let mut room = of(&[("Ann", std::slice::from_ref(&diabetes)), ("Bob", &[icd])]);
    // Nor is it by a tool.
    let found = room.call_tool("find_patients", r#"{"having": ["gout"]}"#, Some(TODAY)).unwrap();
    assert!(found.is_null(), "{found}");
    for question in [
        "Which patients are without diabetes?",
        "How many patients have diabetes?",
        "How many patients do not have diabetes?",
    ] {
        assert_eq!(said(&room, question), None, "{question}");
    }
    let known = of(&[("Ann", &[diabetes]), ("Bob", &[gout()])]);
    assert_eq!(told(&known, "Which patients are without diabetes?").unwrap().answer, "Bob Reed");
    assert_eq!(told(&known, "How many patients have diabetes?").unwrap().answer, "1");
    let shot = |display: Option<&str>| {
        let mut coding = serde_json::json!({ "system": CVX, "code": "140" });
        display.into_iter().for_each(|display| coding["display"] = display.into());
        serde_json::json!({ "resourceType": "Immunization", "status": "completed", "vaccineCode": { "coding": [coding] },
            "patient": {}, "occurrenceDateTime": "2023-10-10" })
    };
    let mut other = shot(Some("Influenza seasonal"));
    other["vaccineCode"]["coding"][0]["code"] = "141".into();
    let room = of(&[("Ann", &[other]), ("Bob", &[shot(None)])]);
    assert_eq!(said(&room, "Who has not had a flu shot?"), None);
    let mut dangling = prescription("1", "x", serde_json::json!({}));
    dangling.as_object_mut().unwrap().remove("medicationCodeableConcept");
    dangling["medicationReference"] = serde_json::json!({ "reference": "Medication/none" });
    let warfarin = prescription("11289", "Warfarin 5 MG", serde_json::json!({}));
    let room = of(&[("Ann", &[warfarin]), ("Bob", &[dangling])]);
    assert_eq!(said(&room, "Which patients are not on warfarin?"), None);
}

#[test]
fn of_everybody_nothing_is_denied_that_is_open_of_one() {
    let allergy = entry("AllergyIntolerance", "a", SNOMED, "91936005", "Penicillin", clinical("active", "2019-01-01"));
    let room = of(&[("Ann", &[allergy]), ("Bob", &[gout()])]);
    for question in ["Who is allergic to amoxicillin?", "Who takes medicine for gout?"] {
        assert_eq!(said(&room, question), None, "{question}");
    }
    assert!(told(&room, "Who is allergic to latex?").unwrap().is_absent);
    assert!(told(&room, "Who takes warfarin?").unwrap().is_absent);
}
