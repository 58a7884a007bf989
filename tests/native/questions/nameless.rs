//! Entries that have a code and no name, or neither: nothing is said to be absent where one of them may be what is asked for.

use chaperone::document::FactKind;

use super::*;

const ICD: &str = "http://hl7.org/fhir/sid/icd-10-cm";
const CVX: &str = "http://hl7.org/fhir/sid/cvx";
const CPT: &str = "http://www.ama-assn.org/go/cpt";

/// An entry that has a code and no name.
fn coded(kind: &str, id: &str, system: &str, code: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut entry = entry(kind, id, system, code, "", rest);
    let key = if kind == "MedicationRequest" { "medicationCodeableConcept" } else { "code" };
    entry[key] = serde_json::json!({ "coding": [{ "system": system, "code": code }] });
    entry
}

fn prescribed(status: &str, day: &str) -> serde_json::Value {
    serde_json::json!({ "status": status, "intent": "order", "authoredOn": day })
}

fn vaccination(id: &str, code: &str, name: Option<&str>, day: &str) -> serde_json::Value {
    let mut coding = serde_json::json!({ "system": CVX, "code": code });
    name.into_iter().for_each(|name| coding["display"] = name.into());
    serde_json::json!({ "resourceType": "Immunization", "id": id, "status": "completed", "vaccineCode": { "coding": [coding] },
        "patient": { "reference": "Patient/p" }, "occurrenceDateTime": day })
}

#[test]
fn what_an_entry_without_a_name_may_be_is_not_said_to_be_absent() {
    let done = serde_json::json!({ "status": "completed", "performedDateTime": "2021-04-01" });
    let allergy = serde_json::json!({ "clinicalStatus": { "coding": [{ "code": "active" }] } });
    let dangling = serde_json::json!({ "resourceType": "MedicationRequest", "id": "m", "status": "active", "intent": "order",
        "subject": { "reference": "Patient/p" }, "medicationReference": { "reference": "Medication/none" }, "authoredOn": "2024-01-01" });
    let local = serde_json::json!({ "status": "final", "effectiveDateTime": "2024-01-01", "valueQuantity": { "value": 9.1, "unit": "ng/mL" } });
    let gout = entry("Condition", "g", SNOMED, "90560007", "Gout", clinical("active", "2019-01-01"));
    let device = serde_json::json!({ "resourceType": "Device", "id": "d", "status": "inactive", "patient": { "reference": "Patient/p" } });
    for (nameless, questions) in [
        (
            coded("Condition", "c", ICD, "C61", clinical("active", "2015-01-01")),
            &["Do I have prostate cancer?", "Have I ever had prostate cancer?", "When did I have a stroke?"][..],
        ),
        (coded("Condition", "c", SNOMED, "44054006", clinical("active", "2015-01-01")), &["Do I have diabetes?"]),
        (
            coded("MedicationRequest", "m", RXNORM, "855332", prescribed("active", "2024-01-01")),
            &["Do I take warfarin?", "Have I ever taken warfarin?"],
        ),
        (dangling, &["Do I take warfarin?", "Do I take any medicines?"]),
        (
            vaccination("v", "208", None, "2021-04-01"),
            &["Have I had a covid shot?", "How many covid shots have I had?"],
        ),
        (coded("Procedure", "p1", CPT, "45378", done), &["Have I had a colonoscopy?", "Have I had any surgeries?"]),
        (coded("AllergyIntolerance", "a", SNOMED, "91936005", allergy), &["Am I allergic to penicillin?"]),
        (coded("Observation", "o", "urn:lab", "1234", local), &["What is my PSA?"]),
        (device.clone(), &["Do I have a pacemaker?", "Do I have any stents?"]),
    ] {
        let room = room_of(&[gout.clone(), nameless]);
        for question in questions {
            assert_eq!(asked(room.records(), question), None, "{question}");
        }
        // What has a name is told.
        assert_eq!(asked(room.records(), "Do I have gout?").unwrap().answer, "yes");
    }
    // Without such an entry it is said.
    let room = room_of(&[gout]);
    for question in ["Do I have prostate cancer?", "Do I take warfarin?", "Have I had a covid shot?", "What is my PSA?"]
    {
        assert!(asked(room.records(), question).unwrap().is_absent, "{question}");
    }
}

#[test]
fn a_device_without_a_name_may_be_one_and_no_illness() {
    let device = serde_json::json!({ "resourceType": "Device", "id": "d", "status": "active", "patient": { "reference": "Patient/p" } });
    let gout = entry("Condition", "g", SNOMED, "90560007", "Gout", clinical("active", "2019-01-01"));
    let bob =
        serde_json::json!({ "resourceType": "Patient", "id": "q", "name": [{ "given": ["Bob"], "family": "Cole" }] });
    let room = room_of(&[gout.clone(), device.clone(), bob]);
    assert_eq!(asked(room.records(), "Who has asthma?").unwrap().answer, "none");
    assert_eq!(asked(room.records(), "Who has a pacemaker?"), None);
    let room = room_of(&[gout, device]);
    for question in ["Have I ever had epilepsy?", "Do I have asthma?", "What was my last potassium?"] {
        assert!(asked(room.records(), question).is_some_and(|exact| exact.is_absent), "{question}");
    }
}

#[test]
fn a_code_that_the_tables_have_and_a_code_in_words_are_names() {
    let potassium = coded(
        "Observation",
        "k",
        LOINC,
        "2823-3",
        serde_json::json!({ "status": "final", "effectiveDateTime": "2024-01-01", "valueQuantity": { "value": 4.1, "unit": "mmol/L" } }),
    );
    let asthma = coded("Condition", "c", "urn:house", "asthma", clinical("active", "2015-01-01"));
    let room = room_of(&[potassium, asthma]);
    assert!(asked(room.records(), "What is my PSA?").unwrap().is_absent);
    assert!(asked(room.records(), "Do I have gout?").unwrap().is_absent);
    assert_eq!(asked(room.records(), "Do I have asthma?").unwrap().answer, "yes");
}

#[test]
fn an_entry_without_a_name_may_be_one_more_or_a_later_one() {
    let named = vaccination("v1", "207", Some("COVID-19, mRNA"), "2021-01-10");
    let room = room_of(&[named.clone(), vaccination("v2", "208", None, "2021-02-10")]);
    for question in ["How many covid shots have I had?", "When was my last covid shot?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    assert_eq!(asked(room.records(), "Have I had a covid shot?").unwrap().answer, "yes");
    // One of the same code is found by it, and an earlier one is not the latest.
    let room = room_of(&[named.clone(), vaccination("v2", "207", None, "2021-02-10")]);
    assert_eq!(asked(room.records(), "How many covid shots have I had?").unwrap().answer, "2");
    let room = room_of(&[named, vaccination("v2", "208", None, "2019-02-10")]);
    assert_eq!(asked(room.records(), "When was my last covid shot?").unwrap().answer, "2021-01-10");
    // The day of one that is named is not that of all.
    let flu = vaccination("v1", "140", Some("Influenza, seasonal"), "2020-10-10");
    let room = room_of(&[flu.clone(), vaccination("v2", "158", None, "2024-02-10")]);
    for question in ["When did I get my flu shot?", "How long since my flu shot?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    assert_eq!(asked(room_of(&[flu]).records(), "When did I get my flu shot?").unwrap().answer, "2020-10-10");
    let stopped =
        entry("MedicationRequest", "m1", RXNORM, "1", "warfarin sodium 5 MG", prescribed("stopped", "2015-01-01"));
    let active = coded("MedicationRequest", "m2", RXNORM, "855332", prescribed("active", "2024-01-01"));
    assert_eq!(asked(room_of(&[stopped.clone(), active]).records(), "Am I on warfarin?"), None);
    assert_eq!(asked(room_of(&[stopped]).records(), "Am I on warfarin?").unwrap().answer, "no");
}

#[test]
fn of_several_people_nothing_is_said_to_be_absent_where_one_has_an_entry_without_a_name() {
    let other = |resource: Option<serde_json::Value>| {
        let patient = serde_json::json!({ "resourceType": "Patient", "id": "o", "name": [{ "given": ["Eve"], "family": "Other" }] });
        let entries: Vec<_> = std::iter::once(patient)
            .chain(resource)
            .map(|resource| serde_json::json!({ "resource": resource }))
            .collect();
        serde_json::to_vec(&serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries }))
            .unwrap()
    };
    let gout = entry("Condition", "g", SNOMED, "90560007", "Gout", clinical("active", "2019-01-01"));
    let mut nameless = coded("Condition", "c", ICD, "C61", clinical("active", "2015-01-01"));
    nameless["subject"] = serde_json::json!({ "reference": "Patient/o" });
    let question = "Who has prostate cancer?";
    let mut room = room_of(std::slice::from_ref(&gout));
    room.add(&other(None), &mut Unwatched).unwrap();
    assert_eq!(asked(room.records(), question).unwrap().answer, "none");
    let mut room = room_of(&[gout]);
    room.add(&other(Some(nameless)), &mut Unwatched).unwrap();
    assert_eq!(asked(room.records(), question), None);
}

#[test]
fn a_device_that_is_used_is_called_by_what_it_is() {
    let used = |device: serde_json::Value| {
        serde_json::json!({ "resourceType": "DeviceUseStatement", "id": "u", "status": "active", "subject": { "reference": "Patient/p" },
            "device": device, "reasonCode": [{ "text": "Sick sinus" }], "timingPeriod": { "start": "2016-05-05" } })
    };
    let pacemaker =
        serde_json::json!({ "resourceType": "Device", "id": "d", "type": { "text": "Dual chamber pacemaker" } });
    for (device, other) in [
        (serde_json::json!({ "display": "Dual chamber pacemaker" }), None),
        (serde_json::json!({ "reference": "Device/d" }), Some(pacemaker)),
    ] {
        let all: Vec<_> = std::iter::once(used(device)).chain(other).collect();
        let mut room = room_of(&all);
        let told = asked(room.records(), "Do I have a pacemaker?");
        assert!(told.is_none_or(|exact| exact.answer == "yes"), "that it is not there is not said");
        let answer = room.quotes_on("Do I have a pacemaker?", Some(TODAY)).unwrap();
        let shown = answer
            .blocks
            .iter()
            .any(|block| matches!(block, Block::RecordData { title, .. } if title == "Dual chamber pacemaker"));
        assert!(shown, "{:?}", answer.blocks);
        let used = room
            .records()
            .documents
            .iter()
            .flat_map(|document| document.facts())
            .find(|fact| fact.kind == FactKind::Other);
        let used = used.unwrap();
        assert_eq!(used.code.as_ref().map(|code| code.display.text.as_str()), Some("Dual chamber pacemaker"));
        assert_eq!(used.begun.as_ref().map(|begun| begun.day.to_string()).as_deref(), Some("2016-05-05"));
    }
}
