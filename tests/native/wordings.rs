//! Exact answers to wordings that are read part by part: visits by reason, what a plan holds, parts of the body, ends of years, people by sex.

use chaperone::document::PatientIndex;
use chaperone::question::exact::{self, Exact};
use chaperone::room::Room;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::common::files::about;
use crate::common::rooms;

const TODAY: Date = Date::constant(2024, 6, 1);

fn bundle(id: &str, given: &str, sex: &str, resources: &[Value]) -> Value {
    let patient = json!({ "resourceType": "Patient", "id": id, "gender": sex, "name": [{ "given": [given], "family": "Person" }] });
    about(patient, resources)
}

fn visit(id: &str, class: &str, name: &str, reason: &str, day: &str) -> Value {
    json!({
        "resourceType": "Encounter", "id": id, "status": "finished", "class": { "code": class }, "type": [{ "text": name }],
        "reasonCode": [{ "coding": [{ "system": "http://snomed.info/sct", "code": format!("r{id}"), "display": reason }] }],
        "period": { "start": day, "end": day }
    })
}

fn weight(id: &str, day: &str, value: f64) -> Value {
    json!({
        "resourceType": "Observation", "id": id, "status": "final", "effectiveDateTime": day,
        "code": { "coding": [{ "system": "http://loinc.org", "code": "29463-7", "display": "Body weight" }] },
        "valueQuantity": { "value": value, "unit": "kg", "code": "kg", "system": "http://unitsofmeasure.org" }
    })
}

fn study(id: &str, modality: &str, site: &str, day: &str) -> Value {
    json!({
        "resourceType": "ImagingStudy", "id": id, "status": "available", "started": day,
        "series": [{ "uid": format!("1.2.{id}"), "modality": { "code": "M", "display": modality }, "bodySite": { "code": site, "display": site } }]
    })
}

fn asked(room: &Room, question: &str) -> Option<Exact> {
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(TODAY))
}

fn told(room: &Room, question: &str) -> Option<String> {
    asked(room, question).map(|exact| exact.answer)
}

#[test]
fn visits_are_told_apart_by_why_somebody_was_there() {
    let room = rooms::of_bundles(&[bundle(
        "p",
        "Ada",
        "female",
        &[
            visit("1", "EMER", "Emergency room admission", "Drug overdose", "2018-01-02"),
            visit("2", "EMER", "Emergency room admission", "Asthma", "2019-03-04"),
            visit("3", "AMB", "Asthma follow-up", "Asthma", "2019-04-01"),
            visit("4", "IMP", "Encounter Inpatient", "Pneumonia", "2020-05-06"),
            visit("5", "IMP", "Hospital admission", "Asthma", "2021-05-06"),
            json!({ "resourceType": "Condition", "id": "m", "subject": { "reference": "Patient/p" }, "code": { "text": "Migraine" },
                "onsetDateTime": "2017-01-01" }),
        ],
    )]);
    for (question, answer) in [
        ("How many times was I in the emergency room because of an overdose?", "1"),
        ("Number of ED presentations for overdose in 2018?", "1"),
        ("When was I in the emergency room for the asthma?", "2019-03-04"),
        ("When was I admitted with pneumonia?", "2020-05-06"),
        ("How many times have I been admitted as an inpatient?", "2"),
        ("last inpatient admission date", "2021-05-06"),
        ("When was I last in A&E?", "2019-03-04"),
        ("How many asthma follow-ups did I have in 2019?", "1"),
    ] {
        assert_eq!(told(&room, question).as_deref(), Some(answer), "{question}");
    }
    // That nobody came for something is not said: a visit may give no reason.
    assert_eq!(told(&room, "How many times was I in the emergency room because of a migraine?"), None);
    // Having it is not counted where having been there for it is meant.
    assert_eq!(told(&room, "How many times have I had a migraine?").as_deref(), Some("1"));
    assert_eq!(told(&room, "How many times was I admitted with a migraine?"), None);
}

#[test]
fn what_a_plan_holds_and_what_was_x_rayed_is_told() {
    let plan = json!({
        "resourceType": "CarePlan", "id": "c", "status": "active", "intent": "order", "category": [{ "text": "Asthma self management" }],
        "period": { "start": "2019-01-01" },
        "activity": [
            { "detail": { "code": { "text": "Breathing control" }, "status": "in-progress" } },
            { "detail": { "code": { "text": "Home nebulizer therapy" }, "status": "in-progress" } },
            { "detail": { "code": { "text": "Breathing control" }, "status": "in-progress" } },
        ]
    });
    let room = rooms::of_bundles(&[bundle(
        "p",
        "Ada",
        "female",
        &[
            plan,
            study("1", "Digital Radiography", "Knee", "2017-12-25"),
            study("2", "Computed Radiography", "Wrist", "2019-02-03"),
            study("3", "Ultrasound", "Heart", "2017-12-27"),
        ],
    )]);
    for (question, answer) in [
        ("What am I supposed to be doing under the asthma care plan?", "Breathing control; Home nebulizer therapy"),
        ("What's in the asthma plan, activities I mean?", "Breathing control; Home nebulizer therapy"),
        ("Which part of me was X-rayed in Dec 2017?", "Knee"),
        ("Which parts of my body were X-rayed?", "Wrist; Knee"),
    ] {
        let exact = asked(&room, question).unwrap_or_else(|| panic!("{question}"));
        let sorted = |text: &str| {
            let mut parts: Vec<String> = text.split("; ").map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(&exact.answer), sorted(answer), "{question}");
        assert!(!exact.facts.is_empty(), "{question}");
    }
    assert_eq!(told(&room, "What is in the diabetes plan?"), None);
}

#[test]
fn the_end_of_a_year_is_no_single_day_and_a_verb_is_no_end() {
    let request = json!({
        "resourceType": "MedicationRequest", "id": "m", "status": "active", "intent": "order", "authoredOn": "2015-04-03",
        "medicationCodeableConcept": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "1", "display": "Lisinopril 10 MG Oral Tablet" }] }
    });
    let room = rooms::of_bundles(&[bundle(
        "p",
        "Ada",
        "female",
        &[weight("a", "2015-02-01", 80.0), weight("b", "2015-12-23", 84.0), weight("c", "2017-06-01", 86.0), request],
    )]);
    assert_eq!(told(&room, "How heavy was I at the end of 2015?").as_deref(), Some("84.0 kg"));
    assert_eq!(told(&room, "What did I weigh at the end of 2017?"), None);
    assert_eq!(told(&room, "Which meds did I start in 2015?").as_deref(), Some("Lisinopril 10 MG Oral Tablet"));
    assert_eq!(told(&room, "weight in 2016").as_deref(), Some("not in the record"));
}

#[test]
fn people_are_counted_by_sex_where_every_record_says_it() {
    let gout = json!({
        "resourceType": "Condition", "id": "g", "onsetDateTime": "2019-01-01", "clinicalStatus": { "coding": [{ "code": "active" }] },
        "code": { "coding": [{ "system": "http://snomed.info/sct", "code": "90560007", "display": "Gout" }] }
    });
    let mut bundles = vec![
        bundle("p1", "Ada", "female", std::slice::from_ref(&gout)),
        bundle("p2", "Ben", "male", std::slice::from_ref(&gout)),
        bundle("p3", "Cora", "female", &[weight("w", "2019-01-01", 60.0)]),
    ];
    let room = rooms::of_bundles(&bundles);
    assert_eq!(told(&room, "How many of all the patients are female?").as_deref(), Some("2"));
    assert_eq!(told(&room, "How many women have gout?").as_deref(), Some("1"));
    assert_eq!(told(&room, "Which men have gout?").as_deref(), Some("Ben Person"));
    let mut unsaid = bundle("p4", "Dee", "female", &[gout]);
    unsaid["entry"][0]["resource"].as_object_mut().unwrap().remove("gender");
    bundles.push(unsaid);
    assert_eq!(told(&rooms::of_bundles(&bundles), "How many women have gout?"), None);
}

#[test]
fn a_time_of_day_before_a_question_is_a_part_of_it_and_small_talk_is_not() {
    let room = rooms::of_bundles(&[bundle(
        "p",
        "Ann",
        "female",
        &[weight("w1", "2019-03-01", 60.0), weight("w2", "2021-03-01", 64.0)],
    )]);
    assert!(
        told(&room, "in the middle of the night, can't sleep, what was my last weight?")
            .is_some_and(|answer| answer.contains("64"))
    );
    for question in ["At night what was my last weight?", "In the evening what was my last weight?"] {
        assert_eq!(told(&room, question), None, "{question}");
    }
}
