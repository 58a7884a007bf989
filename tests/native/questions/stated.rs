//! What is no more than planned or registered, who is in hospital, what a text says later than the newest value, and times and limits as
//! notes write them.

use super::*;

const DAY: Date = Date::constant(2024, 11, 15);

fn said(room: &Room, question: &str) -> Option<String> {
    let whose = (room.records().patients.len() == 1).then_some(PatientIndex(0));
    exact::answer(room.records(), question, whose, Some(DAY)).map(|exact| exact.sentence)
}

fn prescription(id: &str, name: &str, status: &str, intent: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": status, "intent": intent, "authoredOn": day });
    entry("MedicationRequest", id, RXNORM, id, name, rest)
}

fn measured(id: &str, (code, name, unit): (&str, &str, &str), value: f64, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({
        "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": unit }
    });
    entry("Observation", id, LOINC, code, name, rest)
}

fn report(id: &str, name: &str, status: &str, day: &str, conclusion: Option<&str>) -> serde_json::Value {
    let mut rest = serde_json::json!({ "status": status, "effectiveDateTime": day });
    if let Some(conclusion) = conclusion {
        rest["conclusion"] = conclusion.into();
    }
    entry("DiagnosticReport", id, LOINC, id, name, rest)
}

#[test]
fn what_is_planned_is_not_taken_and_what_is_registered_was_not_done() {
    let mut room = room_of(&[
        prescription("1364445", "Apixaban 5 MG", "active", "plan", "2024-11-10"),
        prescription("860975", "Metformin 500 MG", "active", "order", "2024-08-01"),
        report("30799-1", "CT head", "registered", "2024-11-14", None),
        report("24558-9", "US abdomen", "final", "2024-11-13", None),
    ]);
    let planned = "The record has no more of it than the prescription “Apixaban 5 MG” of 10 November 2024, whose intent is “plan”.";
    assert_eq!(said(&room, "Am I on apixaban?").as_deref(), Some(planned));
    for question in ["Am I on a blood thinner?", "Have I had a CT head?", "When was my CT head?"] {
        assert_eq!(said(&room, question), None, "{question}");
    }
    let planned = room_of(&[prescription("1364445", "Apixaban 5 MG", "active", "plan", "2024-11-10")]);
    assert_eq!(said(&planned, "Which medicines do I take?"), None);
    let list = said(&room, "Which medicines do I take?").unwrap();
    assert!(list.contains("Metformin") && !list.contains("Apixaban"), "{list}");
    assert!(said(&room, "Have I had a US abdomen?").unwrap().starts_with("Yes"));
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2024, 1, 1)).unwrap();
    assert!(brief.parts.iter().flat_map(|part| &part.items).all(|item| !item.text.contains("Apixaban")));
}

#[test]
fn who_is_in_hospital_is_told_by_a_visit_that_goes_on() {
    let visit = |of: &str, class: &str, status: &str, period: serde_json::Value| {
        serde_json::json!({
            "resourceType": "Encounter", "id": format!("v{of}"), "status": status, "class": { "code": class },
            "subject": { "reference": format!("Patient/{of}") }, "period": period
        })
    };
    let patient = |id: &str, given: &str| serde_json::json!({ "resourceType": "Patient", "id": id, "name": [{ "given": [given], "family": "Reed" }] });
    let of = |resources: &[serde_json::Value]| {
        let entries: Vec<_> = resources.iter().map(|resource| serde_json::json!({ "resource": resource })).collect();
        let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
        let mut room = Room::new().unwrap();
        room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
        room
    };
    let over = serde_json::json!({ "start": "2024-03-01", "end": "2024-03-04" });
    let room = of(&[
        patient("a", "Alan"),
        patient("b", "Beth"),
        patient("c", "Carl"),
        visit("a", "IMP", "in-progress", serde_json::json!({ "start": "2024-11-12" })),
        visit("b", "AMB", "finished", over.clone()),
        visit("c", "IMP", "finished", over.clone()),
    ]);
    for question in [
        "who is inpatient now",
        "who is in hospital now",
        "who is currently an inpatient",
        "which patients are in hospital",
        "who is admitted",
    ] {
        let told = said(&room, question).unwrap_or_else(|| panic!("{question}"));
        assert_eq!(told, "1 patient of 3 with “hospital stay”: Alan Reed.", "{question}");
    }
    let was = said(&room, "who was admitted in March 2024").unwrap();
    assert!(was.starts_with("1 patient of 3 with “hospital stay”") && was.ends_with(": Carl Reed."), "{was}");
    assert_eq!(said(&room, "how many patients were hospitalized").unwrap(), "2 patients of 3 with “hospital stay”.");
    for question in ["who was in the emergency room", "who is in hospital with asthma"] {
        assert_eq!(said(&room, question), None, "{question}");
    }
    let room = of(&[patient("b", "Beth"), patient("c", "Carl"), visit("c", "IMP", "finished", over)]);
    for question in ["who is inpatient now", "who is in hospital", "how many patients are in hospital"] {
        assert_eq!(said(&room, question), None, "{question}");
    }
}

const FRACTION: (&str, &str, &str) = ("10230-1", "LVEF", "%");

#[test]
fn what_a_text_says_later_than_the_newest_value_is_not_talked_over() {
    let coded = || measured("1", FRACTION, 60.0, "2019-05-01");
    let with = |later: serde_json::Value| room_of(&[coded(), later]);
    let later = [
        with(report("34552-0", "Echocardiogram", "final", "2024-11-03", Some("LVEF 25%."))),
        with(written("n", "2024-11-03", "Echo today: EF is severely reduced, estimated at 25-30 %.")),
    ];
    for room in &later {
        for question in [
            "Is my EF below 40?",
            "What is my EF?",
            "When was my last EF?",
            "What was my lowest EF?",
            "Has my EF ever been below 40?",
        ] {
            assert_eq!(said(room, question), None, "{question}");
        }
        // What was so then stays so.
        for question in ["What was my EF in 2019?", "Has my EF ever been above 40?", "What was my first EF?"] {
            assert!(said(room, question).is_some(), "{question}");
        }
    }
    for room in [
        with(report("34552-0", "Echocardiogram", "final", "2019-01-03", Some("LVEF 25%."))),
        with(report("34552-0", "Echocardiogram", "final", "2024-11-03", Some("LVEF 60%, unchanged."))),
        with(written("n", "2024-11-03", "EF was seen in 2019. HR 80, and the EF goal is 50%.")),
    ] {
        assert_eq!(
            said(&room, "Is my EF below 40?").unwrap(),
            "No: the latest ejection fraction is 60 %, of 1 May 2019."
        );
    }
}

const CREATININE: (&str, &str, &str) = ("2160-0", "Creatinine", "mg/dL");

#[test]
fn abbreviated_times_are_times() {
    let room = room_of(&[
        measured("1", CREATININE, 0.9, "2022-01-01"),
        measured("2", CREATININE, 2.4, "2024-10-20"),
        measured("3", CREATININE, 2.0, "2024-11-01"),
        measured("4", CREATININE, 1.5, "2024-11-10"),
    ]);
    for (short, whole) in [
        ("Cr trend past yr", "Cr trend past year"),
        ("Cr trend past mo", "Cr trend past month"),
        ("Cr trend past 3 mos", "Cr trend past 3 months"),
        ("Cr trend last 6 mo", "Cr trend last 6 months"),
        ("Cr trend prior 3 months", "Cr trend past 3 months"),
        ("Cr trend past 30 d", "Cr trend past 30 days"),
        ("highest creatinine last 2 wks", "highest creatinine last 2 weeks"),
        ("Cr trend since Oct", "Cr trend since October"),
        ("Cr trend since Sept", "Cr trend since September"),
        ("Cr trend since 9/24", "Cr trend since 09/2024"),
        ("highest creatinine before Nov", "highest creatinine before November"),
    ] {
        let told = said(&room, whole).unwrap_or_else(|| panic!("{whole}"));
        assert!(told.contains("2024"), "{told}");
        assert_eq!(said(&room, short), Some(told), "{short}");
    }
    // What may be a day of another month is neither, and what is of hours is of no days.
    for question in [
        "Cr trend since 9/15",
        "Cr trend in the last 24 hrs",
        "Cr trend past fortnight",
        "highest creatinine past 24 h",
    ] {
        assert_eq!(said(&room, question), None, "{question}");
    }
}

#[test]
fn how_long_a_medicine_is_taken_is_counted_from_its_first_prescription() {
    let room = room_of(&[
        prescription("314076", "Lisinopril 10 MG", "stopped", "order", "2023-01-01"),
        prescription("314077", "Lisinopril 20 MG", "active", "order", "2024-10-05"),
    ]);
    let whole = said(&room, "how long have I been on lisinopril").unwrap();
    assert!(whole.starts_with("1 year, 10 months, 14 days (684 days)"), "{whole}");
    for question in ["How long on lisinopril", "how long on lisinopril now", "on lisinopril how long"] {
        assert_eq!(said(&room, question).as_ref(), Some(&whole), "{question}");
    }
}

#[test]
fn since_when_says_that_it_is_over() {
    let mut ended = prescription("855332", "Warfarin 5 MG", "stopped", "order", "2023-01-10");
    ended["dispenseRequest"] = serde_json::json!({ "validityPeriod": { "end": "2023-04-01" } });
    let room = room_of(&[
        ended,
        prescription("314077", "Lisinopril 20 MG", "active", "order", "2024-10-05"),
        prescription("197604", "Digoxin 0.125 MG", "unknown", "order", "2024-10-05"),
    ]);
    let read = room.follow_up("since when?", &["is he on warfarin".to_owned()]).unwrap();
    let told = said(&room, &read).unwrap();
    assert!(told.contains("was prescribed on 10 January 2023. Not now, as the record has it: "), "{told}");
    assert!(!said(&room, "since when is he on lisinopril").unwrap().contains("Not now"));
    let unknown = said(&room, "since when is he on digoxin").unwrap();
    assert!(
        unknown.contains("2024. The record does not say whether it is so now: the prescription “Digoxin"),
        "{unknown}"
    );
}

#[test]
fn a_sign_before_a_number_is_a_limit_in_a_follow_up_too() {
    let inr = ("6301-6", "INR", "{INR}");
    let room = room_of(&[
        measured("1", inr, 3.9, "2024-08-01"),
        measured("2", inr, 2.1, "2024-09-01"),
        measured("3", inr, 2.4, "2024-10-01"),
        measured("4", inr, 2.2, "2024-11-01"),
    ]);
    let before = ["last INR".to_owned()];
    let wanted = said(&room, "last INR above 3");
    assert!(wanted.as_ref().is_some_and(|told| told.starts_with("The latest INR above 3 is 3.9")), "{wanted:?}");
    for question in ["ever >3?", "ever > 3?", "above 3 ever?", ">3?", "and >3?"] {
        let read = room.follow_up(question, &before).unwrap();
        assert_eq!(said(&room, &read), wanted, "{read}");
    }
}
