//! What is still to come, and entries of kinds that no question names: appointments and orders.

use chaperone::clearance::Block;
use chaperone::workflow::Answer;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::common::rooms;

/// A record with a visit that is over, and these appointments: (id, status, what for, start).
fn record(appointments: &[(&str, &str, &str, &str)]) -> Value {
    let mut entries = vec![
        json!({"resource": {"resourceType": "Patient", "id": "p1", "name": [{"family": "Berg", "given": ["Liv"]}], "birthDate": "1970-02-03"}}),
        json!({"resource": {"resourceType": "Encounter", "id": "e1", "status": "finished", "class": {"code": "AMB"}, "type": [{"text": "Office visit"}],
            "subject": {"reference": "Patient/p1"}, "period": {"start": "2026-05-01T10:00:00Z"}}}),
    ];
    entries.extend(appointments.iter().map(|(id, status, description, start)| {
        json!({"resource": {"resourceType": "Appointment", "id": id, "status": status, "description": description, "start": start,
            "participant": [{"actor": {"reference": "Patient/p1"}, "status": "accepted"}]}})
    }));
    json!({"resourceType": "Bundle", "type": "collection", "entry": entries})
}

/// Asks on 28 November 2026.
fn ask(bundle: &Value, question: &str) -> Answer {
    rooms::of_bundles(std::slice::from_ref(bundle)).quotes_on(question, Some(date(2026, 11, 28))).unwrap()
}

fn title(block: &Block) -> &str {
    match block {
        Block::RecordData { title, .. } => title,
        other => panic!("{other:?}"),
    }
}

/// The names of the boxes of an answer, those that stand open and those that are folded.
fn named(answer: &Answer) -> (Vec<&str>, Vec<&str>) {
    let all: Vec<&str> = answer.blocks.iter().map(title).collect();
    let is_folded = |at: usize| answer.folded.iter().any(|run| run.contains(&at));
    let of = |folded| (0..all.len()).filter(|at| is_folded(*at) == folded).map(|at| all[at]).collect();
    (of(false), of(true))
}

const APPOINTMENTS: &[(&str, &str, &str, &str)] = &[
    ("a1", "booked", "Eye check", "2027-03-01T08:00:00Z"),
    ("a2", "booked", "Cardiology follow-up", "2027-01-12T09:30:00Z"),
    ("a3", "cancelled", "Foot clinic", "2026-12-01T09:30:00Z"),
    ("a4", "fulfilled", "Cardiology visit", "2026-03-12T09:30:00Z"),
];

#[test]
fn what_is_still_to_come_stands_first_the_soonest_before_the_others() {
    let bundle = record(APPOINTMENTS);
    for question in [
        "When is my next appointment?",
        "do i have any upcoming appointments",
        "When is my next visit to the doctor?",
        "Which visits are still to come?",
        "which appointments are to come",
    ] {
        let answer = ask(&bundle, question);
        let (open, folded) = named(&answer);
        assert_eq!(open, ["Cardiology follow-up", "Eye check"], "{question}");
        assert!(folded.iter().all(|name| *name == "Office visit"), "{question}: {folded:?}");
        assert!(answer.exact.is_none());
        assert!(answer.notice.unwrap().starts_with("What is shown first is still to come"), "{question}");
    }
    let answer = ask(&bundle, "When is my next eye check?");
    assert_eq!(named(&answer).0, ["Eye check"]);
    // What else is to come does not cover what answers.
    let answer = ask(&bundle, "When is my next colonoscopy due?");
    assert_eq!(named(&answer).0, ["Cardiology follow-up", "Eye check"]);
    assert!(answer.notice.unwrap().starts_with("No entry that names what you asked about has a day"));
    let mut seen = bundle.clone();
    let colonoscopy = json!({"resource": {"resourceType": "Procedure", "id": "c", "status": "completed", "code": {"text": "Colonoscopy"},
        "subject": {"reference": "Patient/p1"}, "performedDateTime": "2021-04-02"}});
    seen["entry"].as_array_mut().unwrap().push(colonoscopy);
    let answer = ask(&seen, "When is my next colonoscopy due?");
    assert_eq!(named(&answer).0, ["Colonoscopy", "Cardiology follow-up", "Eye check"]);
    assert!(answer.notice.unwrap().starts_with("No entry that names what you asked about has a day"));
    // The day itself is still to come; without one nothing is said of it.
    let mut room = rooms::of_bundles(std::slice::from_ref(&bundle));
    let on = |room: &mut chaperone::room::Room, day| room.quotes_on("When is my next appointment?", day).unwrap();
    assert_eq!(named(&on(&mut room, Some(date(2027, 3, 1)))).0, ["Eye check"]);
    assert!(on(&mut room, None).notice.is_none_or(|notice| !notice.contains("still to come")));
}

#[test]
fn where_nothing_lies_ahead_no_visit_of_the_past_is_taken_for_the_next() {
    let answer = ask(&record(&APPOINTMENTS[2..]), "When is my next appointment?");
    assert!(
        answer.notice.unwrap().starts_with("No entry that was read has a day that is still to come. What is shown")
    );
    assert_eq!(named(&answer).0, ["Office visit"]);
    let answer = ask(&record(&[]), "Is a colonoscopy due?");
    assert!(answer.blocks.is_empty());
    assert!(answer.notice.unwrap().contains("still to come. That does not mean that nothing is planned"));
    // What came after something else is over.
    for question in
        ["What was my next visit after May 2020?", "Was my fatigue due to anemia?", "Is my weight going to come down?"]
    {
        let answer = ask(&record(APPOINTMENTS), question);
        assert!(answer.notice.is_none_or(|notice| !notice.contains("still to come")), "{question}");
    }
}

#[test]
fn an_entry_of_another_kind_that_has_all_that_is_asked_for_answers() {
    let answer = ask(&record(APPOINTMENTS), "Was there a cardiology visit?");
    assert_eq!(named(&answer).0, ["Cardiology follow-up", "Cardiology visit"], "the newest first");
    assert!(answer.notice.unwrap().contains("their status says what became of them"));
    // What is of another time is not shown as if it answered.
    assert!(ask(&record(APPOINTMENTS), "Was there a cardiology visit in 2015?").blocks.is_empty());
    let answer = ask(&record(APPOINTMENTS), "Was there a cardiology biopsy?");
    assert!(answer.blocks.is_empty() && answer.notice.unwrap().starts_with("Nothing in the records answers"));
}

#[test]
fn a_phone_number_is_no_measurement() {
    let answer = rooms::of(&["okafor"]).quotes_on("who is my doctor and what's the phone number", None).unwrap();
    assert!(answer.notice.is_none_or(|notice| !notice.starts_with("No measurement")), "{:?}", answer.notice);
}

#[test]
fn what_is_over_or_must_not_be_done_is_not_to_come_and_what_is_planned_is() {
    let mut bundle = record(&[
        ("a1", "fulfilled", "Blood test", "2026-11-28T08:00:00Z"),
        ("a2", "booked", "Dentist", "2026-11-28T15:00:00Z"),
        ("a3", "noshow", "Foot clinic", "2026-12-03T08:00:00Z"),
    ]);
    let given = (0..14).map(|number| {
        json!({"resource": {"resourceType": "MedicationAdministration", "id": format!("m{number}"), "status": "completed",
            "medicationCodeableConcept": {"text": "heparin"}, "subject": {"reference": "Patient/p1"},
            "effectiveDateTime": format!("2026-11-28T{number:02}:00:00Z")}})
    });
    let entries = bundle["entry"].as_array_mut().unwrap();
    entries.extend(given);
    entries.push(json!({"resource": {"resourceType": "Procedure", "id": "h", "status": "preparation", "code": {"text": "Hip replacement"},
        "subject": {"reference": "Patient/p1"}, "performedDateTime": "2027-03-01"}}));
    entries.push(json!({"resource": {"resourceType": "ServiceRequest", "id": "l", "status": "active", "intent": "order", "doNotPerform": true,
        "code": {"text": "Lumbar puncture"}, "subject": {"reference": "Patient/p1"}, "occurrenceDateTime": "2027-02-01"}}));
    entries.push(
        json!({"resource": {"resourceType": "ServiceRequest", "id": "s", "status": "active", "intent": "order",
        "code": {"text": "Mammogram"}, "subject": {"reference": "Patient/p1"},
        "occurrencePeriod": {"start": "2026-11-15", "end": "2027-03-01"}}}),
    );
    let answer = ask(&bundle, "When is my next appointment?");
    assert_eq!(named(&answer).0, ["Mammogram", "Dentist", "Hip replacement"]);
    assert_eq!(named(&ask(&bundle, "When is my hip replacement scheduled?")).0, ["Hip replacement"]);
    assert_eq!(named(&ask(&bundle, "Is my mammogram due?")).0, ["Mammogram"]);
    let answer = ask(&bundle, "Has my next appointment been booked?");
    assert_eq!(named(&answer).0.first(), Some(&"Mammogram"));
}

#[test]
fn an_appointment_that_is_booked_is_not_denied_and_not_counted_by_past_visits() {
    let booked = record(&[("a1", "booked", "Eye clinic", "2026-11-28T14:00:00Z")]);
    let mut planned = record(&[]);
    planned["entry"].as_array_mut().unwrap().push(json!({"resource": {"resourceType": "Encounter", "id": "e2", "status": "planned", "class": {"code": "AMB"},
        "type": [{"text": "Eye clinic"}], "subject": {"reference": "Patient/p1"}, "period": {"start": "2026-11-28T14:00:00Z"}}}));
    for bundle in [&booked, &planned] {
        for question in [
            "Do I have an appointment today?",
            "Do I have any appointments this week?",
            "How many appointments do I have?",
        ] {
            let answer = ask(bundle, question);
            assert!(answer.exact.is_none(), "{question}: {:?}", answer.exact);
            assert_eq!(named(&answer).0, ["Eye clinic"], "{question}");
        }
        // Whatever asks by coded entries alone is told nothing of absence, either.
        let room = rooms::of_bundles(std::slice::from_ref(bundle));
        let told = |question: &str| {
            let subject = Some(chaperone::document::PatientIndex(0));
            chaperone::question::exact::answer(room.records(), question, subject, Some(date(2026, 11, 28)))
        };
        for question in
            ["Do I have an appointment today?", "Was there a visit today?", "How many appointments do I have?"]
        {
            assert_eq!(told(question), None, "{question}");
        }
        assert!(told("Was there a visit yesterday?").unwrap().is_absent);
        assert_eq!(told("How many visits did I have in May 2026?").unwrap().answer, "1");
    }
}

#[test]
fn what_is_not_fixed_is_not_said_to_be_still_to_come() {
    let order = |id: &str, status: &str, intent: &str, what: &str| {
        json!({"resource": {"resourceType": "ServiceRequest", "id": id, "status": status, "intent": intent, "code": {"text": what},
            "subject": {"reference": "Patient/p1"}, "occurrenceDateTime": "2026-12-04"}})
    };
    let unfixed = "What is shown first has a day that is still to come, but is not fixed";
    for status in ["proposed", "pending", "waitlist"] {
        let answer =
            ask(&record(&[("a1", status, "Eye clinic", "2026-12-04T14:00:00Z")]), "When is my next appointment?");
        assert_eq!(named(&answer).0, ["Eye clinic"], "{status}");
        assert!(answer.notice.unwrap().starts_with(unfixed), "{status}");
    }
    for (status, intent) in [("draft", "order"), ("active", "proposal"), ("active", "plan"), ("active", "option")] {
        let mut bundle = record(&[]);
        bundle["entry"].as_array_mut().unwrap().push(order("s1", status, intent, "Mammogram"));
        let answer = ask(&bundle, "Is my mammogram due?");
        assert_eq!(named(&answer).0, ["Mammogram"], "{status} {intent}");
        assert!(answer.notice.unwrap().starts_with(unfixed), "{status} {intent}");
    }
    let mut declined = record(&[("a1", "booked", "Eye clinic", "2026-12-04T14:00:00Z")]);
    declined["entry"][2]["resource"]["participant"][0]["status"] = json!("declined");
    assert!(ask(&declined, "When is my next appointment?").notice.unwrap().starts_with(unfixed));
    // What is fixed stands before what is not, whichever is sooner.
    let both = record(&[
        ("a1", "proposed", "Eye clinic", "2026-12-04T14:00:00Z"),
        ("a2", "booked", "Dentist", "2027-02-01T09:00:00Z"),
    ]);
    let answer = ask(&both, "When is my next appointment?");
    assert_eq!(named(&answer).0, ["Dentist", "Eye clinic"]);
    assert!(answer.notice.unwrap().starts_with("What is shown first is still to come"));
    assert!(ask(&both, "When is my next eye clinic appointment?").notice.unwrap().starts_with(unfixed));
}

#[test]
fn an_appointment_is_of_whom_its_address_in_the_bundle_names() {
    let mut bundle = record(&[]);
    let entries = bundle["entry"].as_array_mut().unwrap();
    entries[0]["fullUrl"] = json!("urn:uuid:6f1c1a52-0000-4000-8000-000000000001");
    entries.push(json!({"fullUrl": "urn:uuid:6f1c1a52-0000-4000-8000-000000000002",
        "resource": {"resourceType": "Practitioner", "id": "d", "name": [{"family": "Stone"}]}}));
    let with = |participants: Value| {
        let mut bundle = bundle.clone();
        bundle["entry"]
            .as_array_mut()
            .unwrap()
            .push(json!({"resource": {"resourceType": "Appointment", "id": "a1", "status": "booked",
            "description": "Eye clinic", "start": "2026-12-04T14:00:00Z", "participant": participants}}));
        bundle
    };
    let actor =
        |number: u32| json!({"actor": {"reference": format!("urn:uuid:6f1c1a52-0000-4000-8000-00000000000{number}")}});
    for participants in [json!([actor(1)]), json!([actor(2), actor(1)])] {
        assert_eq!(named(&ask(&with(participants), "When is my next appointment?")).0, ["Eye clinic"]);
    }
    let answer = ask(&with(json!([actor(2)])), "When is my next appointment?");
    assert_eq!(named(&answer).0, ["Office visit"]);
}
