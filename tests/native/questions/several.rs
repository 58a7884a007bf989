//! Which of several is meant, how many there are, and what is so now.

use super::*;

fn answers(name: &str, cases: &[(&str, Option<&str>)]) {
    let room = rooms::of(&[name]);
    for (question, wanted) in cases {
        let answer = asked(room.records(), question).map(|exact| exact.answer);
        assert_eq!(answer.as_deref(), *wanted, "{question}");
    }
}

#[test]
fn places_are_counted_from_the_end() {
    answers(
        "okafor",
        &[
            ("What was my last but one A1c?", Some("6.5 %")),
            ("the A1c before the last one", Some("6.5 %")),
            ("my second-to-last A1c", Some("6.5 %")),
            ("my second last A1c", Some("6.5 %")),
            ("my previous A1c", Some("6.5 %")),
            ("the last but one blood pressure", Some("126/78 mmHg")),
            ("What was my 3rd last A1c?", Some("6.7 %")),
            ("What was my last A1c, the one before that?", Some("6.5 %")),
            ("What was my last A1c, the one before that, the one before that?", Some("6.7 %")),
            ("What was my first A1c?", Some("6.2 %")),
            ("What was my second A1c?", Some("7.9 %")),
            ("What was my last A1c and the one before?", Some("6.4 %; 6.5 %")),
            ("What was my last vaccine and the one before?", None),
            ("What was my weight at the visit before last?", None),
            // Before the highest may be of the day or of the value, and there is one colonoscopy.
            ("What was my highest A1c, the one before that?", None),
            ("What was my last A1c in 2019, the one before that?", None),
            ("When was my last colonoscopy, the one before that?", None),
            ("when was my last but one colonoscopy", None),
            // No list of what is taken is numbered.
            ("Which medicines am I on, what is the second one for?", None),
            ("Which medicines am I on, the second one?", None),
        ],
    );
}

#[test]
fn a_follow_up_asks_for_the_one_before() {
    let room = rooms::ready(&["okafor"]);
    let mut whole = vec!["What was my last A1c?".to_owned()];
    for (question, wanted) in [("and the one before that?", "6.5 %"), ("and before that?", "6.7 %")] {
        let read = room.follow_up(question, &whole).unwrap();
        assert_eq!(asked(room.records(), &read).unwrap().answer, wanted, "{read}");
        whole.push(read);
    }
    let read = room.follow_up("and the previous one?", &whole[..1]).unwrap();
    assert_eq!(asked(room.records(), &read).unwrap().answer, "6.5 %", "{read}");
}

#[test]
fn a_place_from_the_end_is_one_of_times() {
    let shot = |id: &str, day: &str, name: &str| {
        serde_json::json!({
            "resourceType": "Immunization", "id": id, "status": "completed", "patient": { "reference": "Patient/p" },
            "vaccineCode": { "text": name }, "occurrenceDateTime": day
        })
    };
    let room = room_of(&[
        shot("a", "2019-05-01", "Tetanus"),
        shot("b", "2021-05-01", "Flu"),
        shot("c", "2021-05-01", "Covid"),
    ]);
    let answer = |question: &str| asked(room.records(), question).map(|exact| exact.answer);
    assert_eq!(answer("What was my previous vaccine?").as_deref(), Some("Tetanus"));
    assert_eq!(answer("What was my last but two vaccine?"), None);
}

#[test]
fn a_list_says_how_many_entries_there_are_and_of_how_many_kinds() {
    let room = rooms::of(&["okafor"]);
    for (question, begins, boxes) in [
        ("show all my visits in 2019", "2 visits in 2019, of 1 kind: “", 2),
        ("my foot exams", "3 procedures, of 1 kind: “", 3),
        ("which vaccines did I get in 2021", "2 vaccinations in 2021, of 1 kind: “", 2),
        ("Which vaccines have I had?", "8 vaccinations, of 3 kinds: “", 3),
        ("Which allergies do I have?", "2 active allergies: “", 2),
        ("How many different vaccines did I have?", "The record has 8 vaccinations, of 3 kinds.", 3),
    ] {
        let exact = asked(room.records(), question).unwrap();
        assert!(exact.sentence.starts_with(begins), "{question}: {}", exact.sentence);
        assert_eq!(exact.facts.len(), boxes, "{question}");
    }
}

#[test]
fn what_is_so_now_is_all_that_is_active() {
    let room = rooms::of(&["okafor"]);
    let said = |question: &str| asked(room.records(), question).unwrap().sentence;
    for when in ["right now", "now", "currently", "at the moment", "at present", "these days"] {
        assert!(
            said(&format!("Which medicines am I taking {when}?")).starts_with("3 active prescriptions: “"),
            "{when}"
        );
        assert!(said(&format!("Which conditions do I have {when}?")).starts_with("5 active conditions: “"), "{when}");
        assert!(said(&format!("Which allergies do I have {when}?")).starts_with("2 active allergies: “"), "{when}");
        // What is measured is so when it was measured last.
        assert!(said(&format!("What is my weight {when}?")).starts_with("The latest body weight is "), "{when}");
    }
    assert!(said("What was my last prescription?").starts_with("1 latest prescription: “"));
}

#[test]
fn what_is_no_longer_so_is_worded_as_what_is_over() {
    let day = Date::constant(2024, 11, 15);
    let said = |name: &str, question: &str| {
        let told = exact::answer(rooms::of(&[name]).records(), question, Some(PatientIndex(0)), Some(day));
        told.map(|exact| (exact.answer, exact.sentence)).unwrap_or_default()
    };
    for (name, question, answer, begins) in [
        ("okafor", "Do I no longer have sinusitis?", "yes", "Yes: the condition “"),
        ("okafor", "Do I no longer have hypertension?", "no", "No: the condition “Essential hypertension” is active"),
        ("okafor", "Am I no longer on lisinopril?", "no", "No: the prescription “lisinopril"),
        (
            "rice",
            "am I no longer depressed",
            "yes",
            "Yes: the condition “Postpartum depression” of 24 January 2023 ended on 9 July 2024.",
        ),
        (
            "rice",
            "do I no longer have diabetes",
            "yes",
            "Yes: the condition “Gestational diabetes mellitus” of 2 August 2022 ended on",
        ),
        ("rice", "am I no longer taking sertraline", "yes", "Yes: the prescription “sertraline"),
    ] {
        let (found, sentence) = said(name, question);
        assert_eq!(found, answer, "{question}: {sentence}");
        assert!(sentence.starts_with(begins), "{question}: {sentence}");
    }
    // What is on hold is not over.
    let held = |status: &str| {
        let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": "2020-03-01" });
        let room = room_of(&[entry("MedicationRequest", "m", RXNORM, "197604", "digoxin 0.125 MG Oral Tablet", rest)]);
        asked(room.records(), "Am I no longer on digoxin?").map(|exact| exact.answer)
    };
    assert_eq!([held("on-hold"), held("stopped")], [None, Some("yes".to_owned())]);
}

#[test]
fn a_note_against_it_is_told_whichever_way_the_question_is_put() {
    let mut room = rooms::of(&["okafor"]);
    for (question, begins) in [
        ("am I allergic to penicillin", "The coded entries say yes: the record has "),
        (
            "am I no longer allergic to penicillin",
            "The coded entries say no: the allergy “Allergy to penicillin” is active",
        ),
    ] {
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        let sentence = answer.exact.unwrap().exact.sentence;
        assert!(sentence.starts_with(begins), "{question}: {sentence}");
        assert!(answer.notice.unwrap().contains("“no” or “not”"), "{question}");
    }
}

#[test]
fn the_boxes_of_a_number_are_those_that_are_counted() {
    let mut room = rooms::of(&["okafor"]);
    let answer = room.quotes_on("How many A1c above 7?", Some(TODAY)).unwrap();
    let told = answer.exact.as_ref().unwrap();
    assert_eq!((told.exact.answer.as_str(), told.boxes.as_slice()), ("4", [0, 1, 2, 3].as_slice()));
    assert!(answer.folded.first().is_some_and(|run| run.start == 4), "{:?}", answer.folded);
    // An eye examination is no operation, and stands behind those that are listed.
    let answer = room.quotes_on("What surgery have I had?", Some(TODAY)).unwrap();
    assert_eq!(answer.exact.unwrap().boxes, [0, 1]);
    assert!(answer.folded.first().is_some_and(|run| run.start == 2), "{:?}", answer.folded);
}

#[test]
fn a_slip_of_the_pen_changes_nothing_of_what_is_said_of_a_time() {
    let mut room = rooms::of(&["okafor"]);
    let mut said = |question: &str| {
        let answer = room.quotes_on(question, Some(Date::constant(2026, 11, 29))).unwrap();
        (answer.exact.map_or_else(String::new, |told| told.exact.sentence), answer.blocks)
    };
    let right = said("what was my cholesterol last year");
    assert_eq!(right.0, "The coded entries have no lipids in 2025; the latest are of 9 April 2024.");
    assert_eq!(said("what was my colesterol last year"), right);
}
