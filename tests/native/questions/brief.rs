//! The brief: what is new, what is out of range, and which entries contradict each other.

use super::*;

#[test]
fn what_is_new_is_told_with_its_entries() {
    let mut room = rooms::of(&rooms::SAMPLES);
    let (brief, blocks) = room.brief(PatientIndex(0), Date::constant(2020, 1, 1)).unwrap();
    let part = |title: &str| brief.parts.iter().find(|part| part.title == title).unwrap();
    let texts = |title: &str| part(title).items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>();
    assert!(texts("New problems").iter().any(|text| text.contains("Osteoarthritis of knee, 15 September 2020")));
    assert!(texts("Changed medicines")[0].starts_with("New: acetaminophen 500 MG"));
    let dosed = "Oral Tablet, “1000 mg when needed, at most 3 times a day”, 15 September 2020";
    assert!(texts("Changed medicines")[0].contains(dosed), "{:?}", texts("Changed medicines"));
    assert!(texts("Values out of range").iter().any(|text| text.contains("marked “High”")));
    assert!(!texts("Values on the move").is_empty());
    for item in brief.parts.iter().flat_map(|part| &part.items) {
        assert!(!item.boxes.is_empty() && item.boxes.iter().all(|number| *number < blocks.len()), "{}", item.text);
    }
    assert!(brief.red_flags.contains("emergency number") && brief.intended_use.contains("no diagnosis"));
    let (later, _) = room.brief(PatientIndex(0), Date::constant(2030, 1, 1)).unwrap();
    assert!(later.parts.iter().all(|part| part.items.is_empty()));
    assert!(room.brief(PatientIndex(99), TODAY).is_err());
}

#[test]
fn both_numbers_of_a_blood_pressure_and_medicines_that_ended_are_in_the_brief() {
    let pressure = |id: &str, day: &str, upper: u32, rest: serde_json::Value| {
        let part = |code: &str, name: &str, value: u32| {
            serde_json::json!({ "code": { "coding": [{ "system": "http://loinc.org", "code": code, "display": name }] },
                "valueQuantity": { "value": value, "unit": "mmHg" } })
        };
        let mut panel = entry(
            "Observation",
            id,
            "http://loinc.org",
            "85354-9",
            "Blood pressure panel",
            serde_json::json!({
                "status": "final", "effectiveDateTime": day,
                "component": [part("8480-6", "Systolic", upper), part("8462-4", "Diastolic", 80)]
            }),
        );
        for (key, value) in rest.as_object().unwrap() {
            panel["component"][0][key] = value.clone();
        }
        panel
    };
    let limits = serde_json::json!({ "referenceRange": [{ "high": { "value": 140, "unit": "mmHg" } }] });
    let mut marked = pressure("b5", "2021-05-01", 151, serde_json::json!({}));
    marked["code"]["coding"][0]["code"] = "55284-4".into();
    marked["component"][0]["code"]["coding"][0]["code"] = "8459-0".into();
    marked["component"][1]["code"]["coding"][0]["code"] = "8453-3".into();
    marked["interpretation"] = serde_json::json!([{ "coding": [{ "code": "H", "display": "High" }] }]);
    let statement = |id: &str, name: &str, status: &str, begun: &str, ended: &str| {
        entry(
            "MedicationStatement",
            id,
            RXNORM,
            id,
            name,
            serde_json::json!({
                "status": status, "effectivePeriod": { "start": begun, "end": ended }
            }),
        )
    };
    let mut room = room_of(&[
        pressure("b1", "2021-01-01", 120, serde_json::json!({})),
        pressure("b2", "2021-02-01", 131, serde_json::json!({})),
        pressure("b3", "2021-03-01", 144, limits),
        marked,
        statement("1", "Amlodipine 5 MG", "completed", "2018-01-01", "2021-04-02"),
        statement("2", "Warfarin 5 MG", "completed", "2017-01-01", "2019-04-02"),
        statement("3", "Metformin 500 MG", "completed", "2018-01-01", "2021-02-02"),
        entry(
            "MedicationRequest",
            "4",
            RXNORM,
            "3",
            "Metformin 500 MG",
            serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-12-30" }),
        ),
    ]);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2021, 1, 1)).unwrap();
    let texts = |title: &str| {
        let part = brief.parts.iter().find(|part| part.title == title).unwrap();
        part.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(
        texts("Values out of range"),
        [
            "Blood pressure panel: Systolic 151 mmHg, Diastolic 80 mmHg, 1 May 2021; marked “High”",
            "Systolic: 144 mmHg, 1 March 2021; above 140, the range of its entry"
        ]
    );
    let moving = texts("Values on the move");
    assert!(moving.len() == 1 && moving[0].starts_with("Systolic: rising, from 120 mmHg"), "{moving:?}");
    assert_eq!(texts("Changed medicines"), ["Ended: Amlodipine 5 MG, until 2 April 2021"]);
    let pressure = room.series(PatientIndex(0)).unwrap().into_iter().find(|series| series.name == "Systolic").unwrap();
    assert_eq!(pressure.points.last().unwrap().out.as_deref(), Some("above 140, the range of its entry"));
}

/// The texts of one part of the brief of the only patient since 2021.
fn told(room: &mut Room, title: &str) -> Vec<String> {
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2021, 1, 1)).unwrap();
    let part = brief.parts.into_iter().find(|part| part.title == title).unwrap();
    part.items.into_iter().map(|item| item.text).collect()
}

#[test]
fn a_value_out_of_range_is_told_though_a_later_one_is_not() {
    let observed = |id: &str, code: &str, day: &str, rest: serde_json::Value| {
        let mut all = entry("Observation", id, "http://loinc.org", code, code, rest);
        all["status"] = "final".into();
        all["effectiveDateTime"] = day.into();
        all
    };
    let sodium = |id: &str, day: &str, value: u32, mark: Option<&str>| {
        let mut rest = serde_json::json!({
            "valueQuantity": { "value": value, "unit": "mmol/L" },
            "referenceRange": [{ "low": { "value": 135, "unit": "mmol/L" }, "high": { "value": 145, "unit": "mmol/L" } }]
        });
        rest["interpretation"] = mark.into_iter().map(|mark| serde_json::json!({ "text": mark })).collect();
        observed(id, "Sodium", day, rest)
    };
    let bound = |id: &str, code: &str, by: &str, value: u32, rest: serde_json::Value| {
        let mut all = observed(id, code, "2021-02-01", rest);
        all["valueQuantity"] = serde_json::json!({ "value": value, "comparator": by, "unit": "mg/dL" });
        all
    };
    let range = serde_json::json!({ "referenceRange": [{ "low": { "value": 70, "unit": "mg/dL" }, "high": { "value": 110, "unit": "mg/dL" } }] });
    let marks = |mark: &str| serde_json::json!({ "interpretation": [{ "text": mark }] });
    let words = |id: &str, day: &str, said: &str, mark: &str| {
        let mut all = observed(id, "Haemoglobin", day, marks(mark));
        all["valueString"] = said.into();
        all
    };
    let mut room = room_of(&[
        // What lies before the day does not count, nor does what is as expected.
        words("h0", "2020-12-31", "6.0 g/dL", "LL"),
        words("h1", "2021-03-10", "7.1 g/dL CRITICAL", "LL"),
        words("h2", "2021-04-10", "12.5 g/dL", "Normal"),
        words("h3", "2021-04-10", "9 g/dL", "L"),
        sodium("s1", "2021-05-01", 120, Some("Critical low")),
        sodium("s2", "2021-05-11T02:30:00Z", 128, Some("L")),
        sodium("s3", "2021-05-11T23:30:00-08:00", 139, None),
        bound("g1", "Glucose", ">", 600, marks("HH")),
        bound("g2", "Fasting glucose", ">", 110, range.clone()),
        // On which side it lies is open.
        bound("g3", "Other glucose", "<", 110, range),
        bound("g4", "Insulin", ">", 5, serde_json::json!({})),
    ]);
    assert_eq!(
        told(&mut room, "Values out of range"),
        [
            "Sodium: 120 mmol/L, 1 May 2021; marked “Critical low”",
            "Haemoglobin: 7.1 g/dL CRITICAL, 10 March 2021; marked “LL”",
            "Glucose: >600 mg/dL, 1 February 2021; marked “HH”",
            "Sodium: 128 mmol/L, 11 May 2021; marked “L”; later not out of range, as its entry says: 139 mmol/L (11 May 2021)",
            "Haemoglobin: 9 g/dL, 10 April 2021; marked “L”",
            "Fasting glucose: >110 mg/dL, 1 February 2021; above 110, the range of its entry",
        ]
    );
}

#[test]
fn parts_of_an_entry_out_of_range_are_told_as_they_stand() {
    let part = |name: &str, rest: serde_json::Value| {
        let mut part = rest;
        part["code"] =
            serde_json::json!({ "coding": [{ "system": "http://loinc.org", "code": name, "display": name }] });
        part
    };
    let parts = [
        part("Ketones", serde_json::json!({ "valueString": "large", "interpretation": [{ "text": "AA" }] })),
        part("Protein", serde_json::json!({ "valueString": "none", "interpretation": [{ "text": "N" }] })),
        part(
            "Glucose",
            serde_json::json!({
                "valueQuantity": { "value": 1000, "comparator": ">=", "unit": "mg/dL" },
                "referenceRange": [{ "high": { "value": 15, "unit": "mg/dL" } }]
            }),
        ),
    ];
    let panel = |id: &str, day: &str, parts: &[serde_json::Value]| {
        let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "component": parts });
        entry("Observation", id, "http://loinc.org", "24356-8", "Urinalysis", rest)
    };
    let later = [part("Glucose", serde_json::json!({ "valueQuantity": { "value": 9, "unit": "mg/dL" } }))];
    let mut room = room_of(&[panel("u1", "2021-02-01", &parts), panel("u2", "2021-02-03", &later)]);
    assert_eq!(
        told(&mut room, "Values out of range"),
        [
            "Ketones: large, 1 February 2021; marked “AA”",
            "Glucose: >=1000 mg/dL, 1 February 2021; above 15, the range of its entry; later without a mark or a range: 9 mg/dL (3 February 2021)",
        ]
    );
}

#[test]
fn a_direction_hides_no_greater_change_between() {
    let weights = |values: &[f64]| {
        let weight = |(at, value): (usize, &f64)| {
            let rest = serde_json::json!({
                "status": "final", "effectiveDateTime": format!("2021-0{}-01", at + 1),
                "valueQuantity": { "value": value, "unit": "kg" }
            });
            entry("Observation", &format!("w{at}"), "http://loinc.org", "29463-7", "Weight", rest)
        };
        told(&mut room_of(&values.iter().enumerate().map(weight).collect::<Vec<_>>()), "Values on the move")
    };
    let from_to = "from 80 kg (1 January 2021) to 70 kg (1 May 2021), 5 readings";
    assert_eq!(weights(&[80.0, 78.0, 76.0, 73.0, 70.0]), [format!("Weight: falling, {from_to}")]);
    // Beyond the first by less than counts as a change.
    assert_eq!(weights(&[80.0, 83.0, 76.0, 73.0, 70.0]), [format!("Weight: falling, {from_to}")]);
    assert_eq!(
        weights(&[80.0, 85.0, 76.0, 73.0, 70.0]),
        [format!("Weight: falling, {from_to}; lowest 70 kg (1 May 2021), highest 85 kg (1 February 2021)")]
    );
    assert_eq!(
        weights(&[80.0, 95.0, 76.0, 73.0, 70.0]),
        [format!("Weight: up and down, {from_to}; lowest 70 kg (1 May 2021), highest 95 kg (1 February 2021)")]
    );
}

#[test]
fn a_medicine_that_is_prescribed_again_is_told_where_the_record_says_that_it_was_over() {
    let prescription = |id: &str, name: &str, status: &str, day: &str| {
        let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": day });
        entry("MedicationRequest", id, RXNORM, name, name, rest)
    };
    let of = |before: &str, between: &[serde_json::Value]| {
        let mut all = vec![prescription("1", "Digoxin 125 MCG", before, "2016-06-02")];
        all.extend_from_slice(between);
        all.push(prescription("9", "Digoxin 125 MCG", "active", "2023-07-10"));
        told(&mut room_of(&all), "Changed medicines")
    };
    let tail = "Digoxin 125 MCG, 10 July 2023; before: Digoxin 125 MCG, 2 June 2016";
    assert_eq!(of("stopped", &[]), [format!("Started again: {tail}")]);
    assert_eq!(of("completed", &[]), [format!("Again: {tail}")]);
    // A renewal, or what nobody says to have been over.
    assert!(of("active", &[]).is_empty() && of("unknown", &[]).is_empty());
    let active = prescription("2", "Digoxin 125 MCG", "active", "2015-01-01");
    assert!(of("stopped", &[active]).is_empty(), "another one went on");
}

/// A bundle whose entries contradict each other.
fn contradictory() -> Vec<u8> {
    let coded = |system: &str, code: &str, display: &str| serde_json::json!({ "coding": [{ "system": system, "code": code, "display": display }] });
    let patient = serde_json::json!({ "reference": "Patient/p" });
    let status = |code: &str| serde_json::json!({ "coding": [{ "code": code }] });
    let condition = |id: &str, clinical: &str, begun: &str, ended: Option<&str>| {
        let mut condition = serde_json::json!({
            "resourceType": "Condition", "id": id, "subject": patient, "clinicalStatus": status(clinical),
            "code": coded("http://snomed.info/sct", "195967001", "Asthma"), "onsetDateTime": begun
        });
        if let Some(ended) = ended {
            condition["abatementDateTime"] = ended.into();
        }
        condition
    };
    let medicine = |id: &str, code: &str, display: &str| {
        serde_json::json!({
            "resourceType": "MedicationRequest", "id": id, "subject": patient, "status": "active", "intent": "order", "authoredOn": "2021-01-01",
            "medicationCodeableConcept": coded("http://www.nlm.nih.gov/research/umls/rxnorm", code, display)
        })
    };
    let allergy = |id: &str, code: &str, display: &str| {
        serde_json::json!({
            "resourceType": "AllergyIntolerance", "id": id, "patient": patient, "clinicalStatus": status("active"),
            "code": coded("http://snomed.info/sct", code, display), "recordedDate": "2020-01-01"
        })
    };
    let resources = [
        serde_json::json!({ "resourceType": "Patient", "id": "p", "name": [{ "given": ["Test"], "family": "Person" }] }),
        condition("c1", "active", "2019-01-01", None),
        condition("c2", "resolved", "2018-01-01", Some("2020-05-01")),
        medicine("m1", "197361", "amlodipine 5 MG Oral Tablet"),
        medicine("m2", "308135", "amlodipine 10 MG Oral Tablet"),
        allergy("a1", "716186003", "No known allergy"),
        allergy("a2", "1", "amlodipine"),
    ];
    let entries: Vec<_> = resources.iter().map(|resource| serde_json::json!({ "resource": resource })).collect();
    serde_json::to_vec(&serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries }))
        .unwrap()
}

#[test]
fn entries_that_contradict_each_other_stand_side_by_side() {
    let mut room = Room::new().unwrap();
    room.add(&contradictory(), &mut Unwatched).unwrap();
    let (brief, blocks) = room.brief(PatientIndex(0), TODAY).unwrap();
    let about: Vec<(&str, &str, usize)> =
        brief.disagreements.iter().map(|each| (each.about, each.title.as_str(), each.sides.len())).collect();
    assert_eq!(
        about,
        [
            ("allergy", "Whether there is an allergy", 2),
            ("allergy", "Amlodipine is an allergy, and prescribed", 2),
            ("dose", "Dose of amlodipine", 2),
            ("problem", "Asthma", 2),
        ]
    );
    for side in brief.disagreements.iter().flat_map(|each| &each.sides) {
        assert!(side.shown.is_some_and(|number| number < blocks.len()), "{}", side.text);
    }
}

#[test]
fn disagreements_beyond_those_that_are_shown_are_counted() {
    let measured = |number: usize, value: f64| {
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": "2024-03-15T08:00:00Z", "valueQuantity": { "value": value, "unit": "mmol/L" }
        });
        let code = format!("local-{number}");
        entry("Observation", &format!("o-{number}-{value}"), LOINC, &code, &code, rest)
    };
    let readings: Vec<_> = (0..23).flat_map(|number| [measured(number, 1.0), measured(number, 2.0)]).collect();
    let mut room = room_of(&readings);
    let (brief, _) = room.brief(PatientIndex(0), TODAY).unwrap();
    assert_eq!((brief.disagreements.len(), brief.more_disagreements), (20, 3));
}

#[test]
fn a_range_in_words_and_the_normal_one_of_several_are_read() {
    let measured = |code: &str, value: f64, unit: &str, ranges: serde_json::Value| {
        let quantity = serde_json::json!({ "value": value, "unit": unit });
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": "2024-03-15", "valueQuantity": quantity, "referenceRange": ranges
        });
        entry("Observation", &format!("o-{code}"), LOINC, code, code, rest)
    };
    let range = |kind: &str, low: u32, high: u32| {
        serde_json::json!({ "type": { "text": kind }, "low": { "value": low, "unit": "mmol/L" },
            "high": { "value": high, "unit": "mmol/L" } })
    };
    let normal = |low: u32, high: u32| range("normal", low, high);
    let allergy = |id: &str, status: &str| {
        let system = "http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical";
        let status = serde_json::json!({ "coding": [{ "system": system, "code": status }] });
        let rest = serde_json::json!({ "recordedDate": "2024-03-15", "clinicalStatus": status });
        entry("AllergyIntolerance", id, "", "", id, rest)
    };
    let mut room = room_of(&[
        measured("2951-2", 122.0, "mmol/L", serde_json::json!([normal(135, 145), range("treatment", 100, 150)])),
        measured("718-7", 8.1, "g/dL", serde_json::json!([{ "text": "12.0-16.0 g/dL" }])),
        measured("2160-0", 3.9, "mg/dL", serde_json::json!([{ "text": "< 1.3" }])),
        // Which of two is meant, and what else words may say, is not known.
        measured("2823-3", 122.0, "mmol/L", serde_json::json!([normal(135, 145), normal(125, 150)])),
        measured("2075-0", 122.0, "mmol/L", serde_json::json!([{ "text": "135-145 (women)" }])),
        allergy("Latex", "resolved"),
        allergy("Mold", "inactive"),
        allergy("Penicillin", "active"),
    ]);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2024, 1, 1)).unwrap();
    let texts = |title: &str| {
        let part = brief.parts.iter().find(|part| part.title == title).unwrap();
        part.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>()
    };
    let mut told = texts("Values out of range");
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "2160-0: 3.9 mg/dL, 15 March 2024; above 1.3, the range of its entry",
            "2951-2: 122 mmol/L, 15 March 2024; below 135, the range of its entry",
            "718-7: 8.1 g/dL, 15 March 2024; below 12.0, the range of its entry",
        ]
    );
    assert_eq!(texts("New allergies"), ["Penicillin, 15 March 2024"]);
}

#[test]
fn what_is_not_confirmed_is_marked_and_what_came_back_to_where_it_began_is_on_the_move() {
    let verified = |kind: &str, id: &str, verified: &str| {
        let mut rest = clinical("active", "2024-03-15");
        rest["verificationStatus"] = serde_json::json!({ "coding": [{ "code": verified }] });
        entry(kind, id, "", "", id, rest)
    };
    let series = |code: &str, values: &[f64]| {
        let each = values.iter().enumerate().map(|(at, value)| {
            let rest = serde_json::json!({
                "status": "final", "effectiveDateTime": format!("2024-02-0{}", at + 1),
                "valueQuantity": { "value": value, "unit": "mg/dL" }
            });
            entry("Observation", &format!("{code}-{at}"), LOINC, code, code, rest)
        });
        each.collect::<Vec<_>>()
    };
    let mut resources = vec![
        verified("Condition", "Sepsis", "differential"),
        verified("Condition", "Gout", "confirmed"),
        verified("AllergyIntolerance", "Vancomycin", "unconfirmed"),
    ];
    resources.extend(series("2345-7", &[102.0, 410.0, 38.0, 104.0]));
    resources.extend(series("2160-0", &[1.0, 1.08, 1.0]));
    let mut room = room_of(&resources);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2024, 1, 1)).unwrap();
    let texts = |title: &str| {
        let part = brief.parts.iter().find(|part| part.title == title).unwrap();
        part.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>()
    };
    let mut problems = texts("New problems");
    problems.sort_unstable();
    assert_eq!(
        problems,
        ["Gout, recorded 15 March 2024", "Sepsis, recorded 15 March 2024; not confirmed: “differential”"]
    );
    assert_eq!(texts("New allergies"), ["Vancomycin, 15 March 2024; not confirmed: “unconfirmed”"]);
    assert_eq!(
        texts("Values on the move"),
        ["2345-7: up and down, from 102 mg/dL (1 February 2024) to 104 mg/dL (4 February 2024), 4 readings; \
             lowest 38 mg/dL (3 February 2024), highest 410 mg/dL (2 February 2024)"]
    );
}
