//! Entries whose names hold what is asked for and that do not say it: what was taken out, what is given and is no vaccine, who did not come,
//! what was only asked of somebody, and a course whose last readings go the other way.

use super::*;

const NOW: Date = Date::constant(2024, 11, 15);

fn told(room: &Room, question: &str) -> Option<Exact> {
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(NOW))
}

fn said(room: &Room, question: &str) -> Option<String> {
    told(room, question).map(|exact| exact.sentence)
}

fn left(room: &Room, questions: &[&str]) {
    for question in questions {
        assert_eq!(said(room, question), None, "{question}");
    }
}

fn done(id: &str, name: &str, day: &str) -> serde_json::Value {
    entry("Procedure", id, "", "", name, serde_json::json!({ "status": "completed", "performedDateTime": day }))
}

fn problem(id: &str, name: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "clinicalStatus": { "coding": [{ "code": "active" }] }, "onsetDateTime": day });
    entry("Condition", id, "", "", name, rest)
}

fn prescribed(id: &str, name: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": day });
    entry("MedicationRequest", id, "", "", name, rest)
}

fn visit(id: &str, name: &str, class: &str, from: &str, until: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "Encounter", "id": id, "status": "finished", "class": { "code": class },
        "type": [{ "text": name }], "subject": { "reference": "Patient/p" }, "period": { "start": from, "end": until }
    })
}

fn given(id: &str, name: &str, day: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "Immunization", "id": id, "status": "completed", "vaccineCode": { "text": name },
        "patient": { "reference": "Patient/p" }, "occurrenceDateTime": day
    })
}

fn value(id: &str, name: &str, code: &str, day: &str, number: f64, unit: &str) -> serde_json::Value {
    let quantity = serde_json::json!({
        "value": number, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit
    });
    let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "valueQuantity": quantity });
    entry("Observation", id, LOINC, code, name, rest)
}

fn answered(id: &str, name: &str, code: &str, day: &str, text: &str) -> serde_json::Value {
    let rest = serde_json::json!({
        "status": "final", "effectiveDateTime": day, "valueCodeableConcept": { "text": text }
    });
    entry("Observation", id, LOINC, code, name, rest)
}

#[test]
fn what_was_taken_out_is_not_told_as_there() {
    for (put_in, taken_out, thing) in [
        ("Implantation of cardiac pacemaker", "Removal of cardiac pacemaker", "pacemaker"),
        ("Insertion of intrauterine device", "Removal of intrauterine device", "IUD"),
        ("Colostomy", "Reversal of colostomy", "colostomy"),
        ("Port-a-cath insertion", "Port-a-cath removal", "port"),
        ("PICC line placement", "PICC line removal", "PICC line"),
        ("Tracheostomy", "Tracheostomy closure", "tracheostomy"),
    ] {
        let room = room_of(&[done("1", put_in, "2015-02-02"), done("2", taken_out, "2022-05-05")]);
        left(
            &room,
            &[
                &format!("Do I have a {thing}?"),
                &format!("Do I still have my {thing}?"),
                &format!("How long have I had my {thing}?"),
                &format!("How many {thing}s have I had?"),
            ],
        );
        let got = said(&room, &format!("When did I get my {thing}?")).unwrap();
        assert_eq!(got, format!("The procedure “{put_in}” is of 2 February 2015."));
        // Alone it is none, either; and what was put in again is there.
        let alone = room_of(&[done("2", taken_out, "2022-05-05")]);
        left(&alone, &[&format!("Do I have a {thing}?"), &format!("When did I get my {thing}?")]);
        let again = room_of(&[
            done("1", put_in, "2015-02-02"),
            done("2", taken_out, "2022-05-05"),
            done("3", put_in, "2023-05-05"),
        ]);
        let got = said(&again, &format!("Do I have a {thing}?")).unwrap();
        assert!(got.starts_with("Yes: the record has 2 procedures, the latest of 5 May 2023"), "{got}");
    }
    for (name, thing) in [
        ("Removal of ureteral stent", "stent"),
        ("Urinary catheter removal", "catheter"),
        ("Suture removal", "stitches"),
        ("Cast removal", "cast"),
        ("Explantation of breast implant", "breast implant"),
    ] {
        left(&room_of(&[done("1", name, "2021-05-05")]), &[&format!("Do I have a {thing}?")]);
    }
    let room = room_of(&[done("1", "Removal of cardiac pacemaker", "2022-05-05"), {
        serde_json::json!({
            "resourceType": "Device", "id": "d", "status": "active", "type": { "text": "Cardiac pacemaker" },
            "patient": { "reference": "Patient/p" }
        })
    }]);
    left(&room, &["Do I have a pacemaker?"]);
    let room = room_of(&[
        done("1", "Removal of cardiac pacemaker", "2022-05-05"),
        problem("2", "Cardiac pacemaker present", "2015-01-01"),
    ]);
    left(&room, &["Do I have a pacemaker?"]);
    let pump = serde_json::json!({
        "resourceType": "Device", "id": "d", "status": "inactive", "type": { "text": "Infusion pump" },
        "patient": { "reference": "Patient/p" }
    });
    left(&room_of(&[pump]), &["Do I have an infusion pump?", "What devices do I have?"]);
}

#[test]
fn when_something_was_taken_out_is_told() {
    let room = room_of(&[
        done("1", "Implantation of cardiac pacemaker", "2015-02-02"),
        done("2", "Removal of cardiac pacemaker", "2022-05-05"),
        done("3", "Removal of gallbladder", "2021-05-05"),
        done("4", "Suture removal", "2020-05-05"),
        done("5", "Cast removal", "2019-05-05"),
        done("6", "Colonoscopy with removal of polyp", "2018-05-05"),
    ]);
    for (question, sentence) in [
        ("When was my pacemaker taken out?", "The procedure “Removal of cardiac pacemaker” is of 5 May 2022."),
        ("When was my gallbladder removed?", "The procedure “Removal of gallbladder” is of 5 May 2021."),
        ("When were my stitches taken out?", "The procedure “Suture removal” is of 5 May 2020."),
        ("When was my cast taken off?", "The procedure “Cast removal” is of 5 May 2019."),
        ("When was my last colonoscopy?", "The latest procedure “Colonoscopy with removal of polyp” is of 5 May 2018."),
        ("How many colonoscopies have I had?", "The record has 1 procedure of “colonoscopies”."),
        (
            "Have I had my pacemaker removed?",
            "Yes: the record has an entry of 5 May 2022: “Removal of cardiac pacemaker”.",
        ),
        ("Was my gallbladder removed?", "Yes: the record has an entry of 5 May 2021: “Removal of gallbladder”."),
    ] {
        assert_eq!(said(&room, question).unwrap_or_default(), sentence, "{question}");
    }
    left(&room, &["Do I have a gallbladder?"]);
    left(&room_of(&[done("1", "Implantation of cardiac pacemaker", "2015-02-02")]), &["Is my pacemaker out?"]);
}

#[test]
fn nothing_is_said_of_a_course_against_its_last_readings() {
    let room = |code: &str, name: &str, unit: &str, values: &[(&str, f64)]| {
        let of = |(at, (day, number)): (usize, &(&str, f64))| value(&at.to_string(), name, code, day, *number, unit);
        room_of(&values.iter().enumerate().map(of).collect::<Vec<_>>())
    };
    let psa = [("2010-01-01", 8.0), ("2011-01-01", 0.1), ("2022-01-01", 0.4), ("2023-01-01", 1.9), ("2024-01-01", 4.8)];
    let psa = room("2857-1", "PSA", "ng/mL", &psa);
    left(&psa, &["Is my PSA going up?", "Has my PSA gone up?"]);
    assert!(said(&psa, "Is my PSA stable?").unwrap().starts_with("No: "));
    let crp = room("1988-5", "CRP", "mg/L", &[("2022-01-01", 45.0), ("2023-01-01", 4.0), ("2024-01-01", 40.0)]);
    left(&crp, &["Has my CRP gone up?", "Is my CRP rising?", "Has my CRP gone down?"]);
    let weights = [
        ("1992-01-01", 43.0),
        ("1995-01-01", 44.0),
        ("2000-01-01", 45.0),
        ("2010-01-01", 90.0),
        ("2024-01-01", 60.0),
        ("2024-05-01", 55.0),
        ("2024-10-01", 49.0),
    ];
    let weights = room("29463-7", "Body weight", "kg", &weights);
    left(&weights, &["Am I losing weight?", "Am I gaining weight?", "Has she lost weight?"]);
    let plain = [("2021-01-01", 60.0), ("2022-01-01", 70.0), ("2023-01-01", 81.0), ("2024-01-01", 80.0)];
    let plain = room("29463-7", "Body weight", "kg", &plain);
    assert!(said(&plain, "Am I gaining weight?").unwrap().starts_with("Yes: body weight is rising"));
    assert!(said(&plain, "Am I losing weight?").unwrap().starts_with("No: body weight is rising"));
}

#[test]
fn visits_for_something_are_visits() {
    let room = room_of(&[
        visit("1", "Diabetes clinic", "AMB", "2024-02-01", "2024-02-01"),
        visit("2", "Diabetes clinic", "AMB", "2024-05-01", "2024-05-01"),
        problem("3", "Type 2 diabetes", "2010-01-01"),
        visit("4", "Prenatal visit", "AMB", "2019-07-05", "2019-07-05"),
        visit("5", "Prenatal visit", "AMB", "2019-09-05", "2019-09-05"),
        prescribed("6", "Prenatal vitamin", "2019-07-01"),
        visit("7", "Wound care visit", "AMB", "2024-03-01", "2024-03-01"),
        done("8", "Wound debridement", "2023-01-01"),
        problem("9", "Gout", "2011-01-01"),
    ]);
    for (question, sentence) in [
        ("How many diabetes visits did I have this year?", "The record has 2 visits of “diabetes visits” in 2024."),
        ("When was my last diabetes visit?", "The latest visit “Diabetes clinic” is of 1 May 2024."),
        ("How many prenatal visits did I have?", "The record has 2 visits of “prenatal visits”."),
        ("When was my last wound visit?", "The latest visit “Wound care visit” is of 1 March 2024."),
    ] {
        assert_eq!(said(&room, question).unwrap_or_default(), sentence, "{question}");
    }
    let is = said(&room, "Did I have a diabetes visit this year?").unwrap();
    assert!(is.starts_with("Yes: the record has 2 visits"), "{is}");
    left(
        &room,
        &["When was my last gout visit?", "How many gout appointments did I have?", "When was my last gout check-up?"],
    );
    // By its reason a visit may be one of them, too.
    let mut other = visit("10", "Office visit", "AMB", "2024-06-01", "2024-06-01");
    other["reasonCode"] = serde_json::json!([{ "text": "Type 2 diabetes" }]);
    let room = room_of(&[visit("1", "Diabetes clinic", "AMB", "2024-02-01", "2024-02-01"), other]);
    left(&room, &["How many diabetes visits did I have this year?"]);
    let room = room_of(&[
        visit("1", "Cardiology clinic", "AMB", "2023-05-01", "2023-05-01"),
        visit("2", "No show - Cardiology", "AMB", "2024-08-01", "2024-08-01"),
    ]);
    let last = said(&room, "When was my last cardiology visit?").unwrap();
    assert_eq!(last, "The latest visit “Cardiology clinic” is of 1 May 2023.");
    assert_eq!(said(&room, "How many visits have I had?").unwrap(), "The record has 1 visit.");
}

#[test]
fn antibodies_that_are_given_are_no_vaccine() {
    let room = room_of(&[given("1", "Tetanus immune globulin", "2023-05-01"), given("2", "Tdap", "2013-01-01")]);
    assert_eq!(
        said(&room, "When was my last tetanus shot?").unwrap(),
        "The latest vaccination “Tdap” was given on 1 January 2013."
    );
    assert_eq!(
        said(&room, "How many tetanus shots have I had?").unwrap(),
        "The record has 1 vaccination of “tetanus shots”."
    );
    assert_eq!(said(&room, "How many vaccines have I had?").unwrap(), "The record has 1 vaccination.");
    let room = room_of(&[
        given("1", "Rabies immune globulin", "2018-01-01"),
        given("2", "Hepatitis B immune globulin", "2018-01-01"),
    ]);
    left(
        &room,
        &[
            "Have I had a rabies vaccine?",
            "Am I vaccinated against hepatitis B?",
            "Have I had the hepatitis B vaccine?",
            "How many vaccines have I had?",
        ],
    );
}

#[test]
fn a_night_in_hospital_is_not_denied() {
    let observed = visit("1", "Observation stay", "OBSENC", "2023-06-10", "2023-06-13");
    let emergency = visit("2", "Emergency department visit", "EMER", "2023-06-10T22:00:00Z", "2023-06-11T05:00:00Z");
    for stay in [&observed, &emergency] {
        let room = room_of(&[stay.clone(), problem("9", "Gout", "2011-01-01")]);
        left(
            &room,
            &[
                "Was I in the hospital in 2023?",
                "Have I ever been hospitalized?",
                "When was I last in the hospital?",
                "How many times have I been hospitalized?",
            ],
        );
        let admitted = |id: &str, day: &str| visit(id, "Hospital admission", "IMP", day, day);
        let room = room_of(&[stay.clone(), admitted("3", "2010-06-10")]);
        left(&room, &["When was I last in the hospital?", "How many times have I been hospitalized?"]);
        assert!(said(&room, "Have I ever been hospitalized?").unwrap().starts_with("Yes: "));
        let room = room_of(&[stay.clone(), admitted("3", "2024-06-10")]);
        let last = said(&room, "When was I last in the hospital?").unwrap();
        assert_eq!(last, "The latest visit “Hospital admission” is of 10 June 2024.");
    }
    // Who came in the evening and went home soon after midnight was not there for the night.
    let short = visit("2", "Emergency department visit", "EMER", "2023-06-10T23:30:00Z", "2023-06-11T00:30:00Z");
    let room = room_of(&[short, problem("9", "Gout", "2011-01-01")]);
    assert!(said(&room, "Have I ever been hospitalized?").unwrap().starts_with("The record has no hospital stays"));
}

#[test]
fn things_are_known_by_the_names_of_their_substances() {
    for (name, questions) in [
        ("Cholecalciferol 1000 unit tablet", &["Do I take vitamin D?", "Have I ever taken vitamin D?"][..]),
        ("Vitamin D3 2000 IU", &["Do I take vitamin D?", "Have I ever taken vitamin D?"]),
        ("Cyanocobalamin 1000 mcg", &["Do I take B12?", "Do I take vitamin B12?"]),
        (
            "Levonorgestrel 52 mg intrauterine system",
            &["Do I have a Mirena?", "Do I have an IUD?", "Do I have a coil?"],
        ),
        ("Folic acid 1 mg", &["Do I take folate?"]),
        ("Niacin 500 mg", &["Do I take vitamin B3?"]),
        ("Ascorbic acid 500 mg", &["Do I take vitamin C?"]),
        ("Thiamine 100 mg", &["Do I take vitamin B1?"]),
        ("Acetylsalicylic acid 81 mg", &["Do I take aspirin?", "Do I take baby aspirin?"]),
        ("Paracetamol 500 mg", &["Do I take Tylenol?", "Do I take acetaminophen?"]),
        ("Salbutamol inhaler", &["Do I use albuterol?"]),
        ("Adrenaline 0.3 mg", &["Do I have an EpiPen?"]),
        ("Glyceryl trinitrate 0.4 mg", &["Do I take nitroglycerin?"]),
        ("Rifampicin 300 mg", &["Do I take rifampin?"]),
        ("Cefalexin 500 mg", &["Have I taken cephalexin?"]),
    ] {
        let room = room_of(&[prescribed("1", name, "2023-01-01")]);
        for question in questions {
            let told = said(&room, question).unwrap_or_default();
            assert_eq!(told, format!("Yes: the record has an entry of 1 January 2023: “{name}”."), "{question}");
        }
    }
    let room = room_of(&[prescribed("1", "Cholecalciferol 1000 unit tablet", "2023-01-01")]);
    assert!(said(&room, "When did I start vitamin D?").unwrap().ends_with("was prescribed on 1 January 2023."));
    for name in [
        "Acute pulmonary embolus",
        "Pulmonary embolism",
        "DVT of leg",
        "Deep vein thrombosis",
        "Venous thromboembolism",
    ] {
        let room = room_of(&[problem("1", name, "2023-01-01")]);
        assert!(said(&room, "Have I had a blood clot?").unwrap().starts_with("Yes: "), "{name}");
    }
}

#[test]
fn what_was_asked_on_a_day_tells_no_length_of_time() {
    let smoking = |text: &str| answered("1", "Tobacco smoking status", "72166-2", "2024-05-01", text);
    for status in ["Never smoker", "Current every day smoker", "Former smoker"] {
        let room = room_of(&[smoking(status)]);
        left(
            &room,
            &[
                "How long have I smoked?",
                "How long have I been smoking?",
                "How long has it been since I smoked?",
                "When did I start smoking?",
                "When did I last smoke?",
            ],
        );
    }
    let room = room_of(&[value("1", "LDL Cholesterol", "13457-7", "2024-05-01", 100.0, "mg/dL")]);
    assert!(said(&room, "How long has it been since my last LDL?").is_some());
}

#[test]
fn a_period_and_drugs_are_no_names_of_entries() {
    for name in ["Rh negative state in antepartum period", "Irregular periods"] {
        left(
            &room_of(&[problem("1", name, "2019-07-01")]),
            &["When was my last period?", "How long ago was my last period?"],
        );
    }
    let room = room_of(&[problem("1", "Irregular periods", "2019-07-01")]);
    assert!(said(&room, "Do I have irregular periods?").unwrap().starts_with("Yes: "));
    let drugs =
        ["Does she use drugs?", "Do I use drugs?", "Does she do drugs?", "Have I ever used drugs?", "Is she on drugs?"];
    left(&room_of(&[prescribed("1", "Diabetes test strips", "2012-01-01")]), &drugs);
    left(&room, &drugs);
}

#[test]
fn examinations_and_trainings_are_no_operations() {
    let room = room_of(&[
        done("1", "MRI of cervical spine", "2021-01-01"),
        done("2", "Insulin pump training", "2020-01-01"),
        done("3", "CT of head", "2020-06-01"),
        done("4", "Appendectomy", "2010-02-01"),
    ]);
    assert_eq!(said(&room, "How many surgeries have I had?").unwrap(), "The record has 1 procedure.");
    assert_eq!(
        said(&room, "When was my last surgery?").unwrap(),
        "The latest procedure “Appendectomy” is of 1 February 2010."
    );
}

#[test]
fn a_later_reading_without_a_code_is_not_passed_over() {
    let coded = |day: &str| value("1", "LDL Cholesterol", "13457-7", day, 100.0, "mg/dL");
    let mut own = value("2", "LDL-C (local)", "", "2024-01-01", 190.0, "mg/dL");
    left(&room_of(&[coded("2020-01-01"), own.clone()]), &["What was my last LDL?", "What was my highest LDL?"]);
    let later = room_of(&[coded("2024-06-01"), own.clone()]);
    assert_eq!(
        said(&later, "What was my last LDL?").unwrap(),
        "The latest LDL cholesterol is 100 mg/dL, of 1 June 2024."
    );
    left(&later, &["What was my highest LDL?"]);
    own["code"] = serde_json::json!({ "text": "LDL/HDL ratio" });
    assert!(said(&room_of(&[coded("2020-01-01"), own]), "What was my last LDL?").is_some());
}

#[test]
fn when_it_was_written_is_not_when_it_was_handed_out() {
    let room = room_of(&[
        prescribed("1", "Levothyroxine 75 mcg tablet", "2023-02-10"),
        serde_json::json!({
            "resourceType": "MedicationDispense", "id": "2", "status": "completed", "whenHandedOver": "2024-08-02",
            "medicationCodeableConcept": { "text": "Levothyroxine 75 mcg tablet" }, "subject": { "reference": "Patient/p" }
        }),
    ]);
    left(
        &room,
        &[
            "When was my levothyroxine last dispensed?",
            "When was my levothyroxine last filled?",
            "When did I last pick up my levothyroxine?",
            "When does my levothyroxine run out?",
        ],
    );
    assert!(said(&room, "When was my levothyroxine prescribed?").is_some());
}

#[test]
fn what_was_put_in_was_not_taken_out_by_that() {
    let room = room_of(&[
        done("1", "Application of cast to forearm", "2023-01-10"),
        done("2", "Insertion of ureteral stent", "2023-03-10"),
        done("3", "Implantation of cardiac pacemaker", "2019-03-10"),
    ]);
    left(
        &room,
        &[
            "When did my cast come off?",
            "When did my cast come off in 2023?",
            "When did they take the cast off in January 2023?",
            "When did I have the stent out last year?",
        ],
    );
    for question in
        ["When was the pacemaker implantation carried out?", "Can you find out when the pacemaker was put in?"]
    {
        assert_eq!(told(&room, question).expect(question).answer, "2019-03-10", "{question}");
    }
}
