//! What is one thing and what is another, by the codes of the entries.

use super::*;

#[test]
fn entries_of_one_code_are_one_thing_whatever_they_are_called() {
    let of = |kind, system, code, names: [&str; 2], was, is| {
        let old = entry(kind, "one", system, code, names[0], was);
        let new = entry(kind, "two", system, code, names[1], is);
        room_of(&[old, new])
    };
    let request =
        |status: &str, day: &str| serde_json::json!({ "status": status, "intent": "order", "authoredOn": day });
    let conditions = ["Essential hypertension", "High blood pressure disorder"];
    let medicines = ["Furosemide 40 MG Oral Tablet", "Lasix 40 MG Oral Tablet"];
    let allergies = ["Allergy to penicillin", "Penicillin-class hypersensitivity"];
    let was = clinical("inactive", "2015-01-01");
    for (room, question) in [
        (
            of(
                "Condition",
                SNOMED,
                "59621000",
                conditions,
                clinical("resolved", "2015-01-01"),
                clinical("active", "2019-01-01"),
            ),
            "Do I have essential hypertension?",
        ),
        (
            of(
                "MedicationRequest",
                RXNORM,
                "313988",
                ["Torsemide 20 MG Oral Tablet", "Demadex pill"],
                request("stopped", "2015-01-01"),
                request("active", "2019-01-01"),
            ),
            "Am I on torsemide?",
        ),
        (
            of("AllergyIntolerance", SNOMED, "91936005", allergies, was, clinical("active", "2019-01-01")),
            "Am I allergic to penicillin?",
        ),
    ] {
        let exact = asked(room.records(), question).expect(question);
        assert_eq!(exact.answer, "yes", "{question}: {}", exact.sentence);
    }
    let room = of(
        "MedicationRequest",
        RXNORM,
        "313988",
        medicines,
        request("stopped", "2015-01-01"),
        request("active", "2019-01-01"),
    );
    assert_eq!(asked(room.records(), "How many medicines was I ever prescribed?").unwrap().answer, "2");
    assert_eq!(asked(room.records(), "How many different medicines was I ever prescribed?").unwrap().answer, "1");
}

#[test]
fn the_same_code_of_another_system_is_another_thing() {
    let active = |id, system, name| entry("Condition", id, system, "49000", name, clinical("active", "2019-01-01"));
    let gone = entry("Condition", "a", SNOMED, "49000", "Gout", clinical("resolved", "2015-01-01"));
    let room = room_of(&[gone.clone(), active("b", "urn:local", "Sprained ankle")]);
    assert_eq!(asked(room.records(), "Do I have gout?").unwrap().answer, "no");
    let room = room_of(&[gone, active("b", SNOMED, "Podagra")]);
    assert_eq!(asked(room.records(), "Do I have gout?").unwrap().answer, "yes");
}

const ICD: &str = "http://hl7.org/fhir/sid/icd-10-cm";

/// `entry` with these codings in place of its own, as `(system, code, display)`, and `text` shown.
fn with_codings(mut entry: serde_json::Value, codings: &[(&str, &str, &str)], text: &str) -> serde_json::Value {
    let codings = codings.iter().map(|(system, code, display)| {
        if display.is_empty() {
            serde_json::json!({ "system": system, "code": code })
        } else {
            serde_json::json!({ "system": system, "code": code, "display": display })
        }
    });
    let codings: Vec<_> = codings.collect();
    let element = if entry.get("medicationCodeableConcept").is_some() { "medicationCodeableConcept" } else { "code" };
    entry[element] = serde_json::json!({ "coding": codings, "text": text });
    entry
}

#[test]
fn an_entry_is_found_by_every_coding_that_it_has() {
    let problem = |id, codings: &[(&str, &str, &str)], text: &str, status, day| {
        with_codings(entry("Condition", id, SNOMED, "1", text, clinical(status, day)), codings, text)
    };
    let both = [(SNOMED, "59621000", "Essential hypertension"), (ICD, "I10", "Essential (primary) hypertension")];
    // Resolved under both codes; active under the other one alone, which the source calls otherwise.
    let old = problem("a", &both, "Essential hypertension", "resolved", "2015-01-01");
    let new = problem("b", &[(ICD, "I10", "")], "Raised pressure, long known", "active", "2019-01-01");
    let room = room_of(&[old.clone(), new.clone()]);
    assert_eq!(asked(room.records(), "Do I have essential hypertension?").unwrap().answer, "yes");
    assert_eq!(asked(room.records(), "How many conditions do I have?").unwrap().answer, "1");
    // They are one thing, and disagree: the brief shows both.
    let mut room = room_of(&[old, problem("c", &[(ICD, "I10", "")], "Raised pressure", "active", "2015-01-01")]);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2010, 1, 1)).unwrap();
    assert_eq!(brief.disagreements.iter().map(|each| each.about).collect::<Vec<_>>(), ["problem"]);
    // What only another coding says in words is found by these.
    let local = [(ICD, "E11.9", ""), (SNOMED, "44054006", "Type 2 diabetes mellitus")];
    let room = room_of(&[problem("d", &local, "Zucker", "active", "2019-01-01")]);
    assert_eq!(asked(room.records(), "Do I have type 2 diabetes?").unwrap().answer, "yes");
}

#[test]
fn a_measure_is_found_by_every_code_of_loinc() {
    let reading = |id, codings: &[(&str, &str, &str)], day: &str, value: f64| {
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": "%", "code": "%", "system": "http://unitsofmeasure.org" }
        });
        with_codings(entry("Observation", id, LOINC, "1", "SpO2", rest), codings, "SpO2")
    };
    let room = room_of(&[
        reading("a", &[(LOINC, "59408-5", ""), (LOINC, "2708-6", "")], "2020-01-01", 97.0),
        reading("b", &[("urn:local", "S", ""), (LOINC, "2708-6", "")], "2021-01-01", 95.0),
    ]);
    let exact = asked(room.records(), "How many times was my oxygen saturation measured?").unwrap();
    assert_eq!((exact.answer.as_str(), exact.facts.len()), ("2", 2), "{}", exact.sentence);
    assert_eq!(asked(room.records(), "What is my latest oxygen saturation?").unwrap().answer, "95.0 %");
}

#[test]
fn a_class_that_two_medicines_share_makes_no_one_of_them() {
    let request = |id, code, name: &str, status: &str| {
        let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": "2019-01-01" });
        let codings = [(RXNORM, code, name), ("http://www.whocc.no/atc", "C09A", "")];
        with_codings(entry("MedicationRequest", id, RXNORM, code, name, rest), &codings, name)
    };
    let room = room_of(&[
        request("a", "314076", "lisinopril 10 MG Oral Tablet", "stopped"),
        request("b", "858817", "enalapril 10 MG Oral Tablet", "active"),
    ]);
    assert_eq!(asked(room.records(), "Am I on lisinopril?").unwrap().answer, "no");
    assert_eq!(asked(room.records(), "How many different medicines was I ever prescribed?").unwrap().answer, "2");
}

#[test]
fn a_code_for_much_makes_nothing_of_what_stands_under_it() {
    let allergy = |id, name: &str, status| {
        let code = serde_json::json!({ "coding": [{ "system": SNOMED, "code": "419199007", "display": "Allergy to substance" }], "text": name });
        let mut allergy = entry("AllergyIntolerance", id, SNOMED, "419199007", name, clinical(status, "2020-01-01"));
        allergy["code"] = code;
        allergy
    };
    let room = room_of(&[allergy("a", "Latex", "inactive"), allergy("b", "Peanut", "active")]);
    assert_eq!(asked(room.records(), "Am I allergic to latex?"), None);
}

#[test]
fn a_cohort_counts_by_code() {
    let mut room = Room::new().unwrap();
    for (id, name) in [
        ("p1", "Furosemide 40 MG Oral Tablet"),
        ("p2", "Lasix 40 MG Oral Tablet"),
        ("p3", "Furosemide 40 MG Oral Tablet"),
    ] {
        let whose = serde_json::json!({ "reference": format!("Patient/{id}") });
        let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
            { "resource": { "resourceType": "Patient", "id": id, "name": [{ "given": ["Ada"], "family": format!("F{id}") }] } },
            { "resource": { "resourceType": "Condition", "id": format!("c{id}"), "subject": whose, "clinicalStatus": { "coding": [{ "code": "active" }] },
                "code": { "coding": [{ "system": SNOMED, "code": "84114007", "display": "Heart failure" }] }, "onsetDateTime": "2019-01-01" } },
            { "resource": { "resourceType": "MedicationRequest", "id": format!("m{id}"), "subject": whose, "status": "active", "intent": "order", "authoredOn": "2020-01-01",
                "medicationCodeableConcept": { "coding": [{ "system": RXNORM, "code": "313988", "display": name }] } } },
        ] });
        room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    }
    let exact =
        exact::answer(room.records(), "What medications are patients with heart failure on?", None, Some(TODAY))
            .unwrap();
    assert_eq!(exact.answer, "Furosemide 40 MG Oral Tablet", "{}", exact.sentence);
    assert!(exact.sentence.contains("(3)"), "{}", exact.sentence);
}
