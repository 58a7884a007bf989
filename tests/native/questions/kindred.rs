//! What stands in the record under another name than the question's: kinds of an illness far below it, brands, parts of the body that are missing.

use chaperone::index::concepts::table;

use super::*;

/// Six levels of illnesses, each a kind of the one before, and what is in two medicines.
const TABLE: &str = "a\tneoplasms|cancer|tumor\t\t\nb\tneoplasms by histologic type\ta\t\nc\tlymphoid tissue growths\tb\t\n\
    d\tcellular growths\tc\t\ne\tgrowths of lymph nodes\td\t\nf\tHodgkin disease|hodgkin's disease\te\t\ng\tasthma\t\t\n\
    h\tanalgesics, opioid|opioid\t\t\ni\toxycodone\th\t\nj\tcodeine\th\t\nk\tmorphine\th\t\nl\tlisinopril\t\t\n";

fn condition(name: &str) -> serde_json::Value {
    entry("Condition", "c", SNOMED, "1", name, clinical("active", "2020-01-01"))
}

fn known_to(room: &mut Room) {
    room.set_vocabulary(table::read(TABLE).unwrap());
    room.set_subject(Some(PatientIndex(0))).unwrap();
    room.refresh().unwrap();
}

#[test]
fn a_kind_far_below_what_is_asked_for_is_shown_and_never_said_to_be_absent() {
    let mut room = room_of(&[condition("Hodgkin's disease")]);
    known_to(&mut room);
    for question in ["Do I have cancer?", "Do I have a tumor?"] {
        let answer = room.quotes(question).unwrap();
        assert_eq!(answer.exact, None, "{question}");
        assert_eq!(answer.blocks.len(), 1, "{question}");
        let notice = answer.notice.unwrap();
        assert!(notice.contains("kinds of it"), "{question}: {notice}");
    }
    let mut room = room_of(&[condition("Asthma")]);
    known_to(&mut room);
    let answer = room.quotes("Do I have cancer?").unwrap();
    assert!(answer.exact.unwrap().exact.is_absent && answer.blocks.is_empty());
}

#[test]
fn of_what_has_very_many_kinds_nothing_is_denied_beside_a_name_that_is_not_known_as_a_whole() {
    let kinds: String = (0..300).map(|kind| format!("k{kind}\tgrowth {kind}\ta\t\n")).collect();
    let known = table::read(&format!("a\tneoplasms|cancer\t\t\ng\tasthma\t\t\n{kinds}")).unwrap();
    let ask = |question: &str, name: &str| {
        let room = room_of(&[condition(name)]);
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), Some(&known))
    };
    assert!(ask("Do I have cancer?", "Asthma").unwrap().is_absent);
    for name in ["Widespread disease", "HIV", "CLL"] {
        assert_eq!(ask("Do I have cancer?", name), None, "{name}");
    }
    assert_eq!(ask("Do I have a bleeding disorder?", "Von Willebrand disease"), None);
    let known = table::read(
        "b\tbleeding\t\t\nd\themorrhagic disorders|bleeding disorder\t\t\nv\tvon willebrand disease\td\t\n",
    )
    .unwrap();
    let room = room_of(&[condition("Von Willebrand disease")]);
    let told = exact::answer_knowing(
        room.records(),
        "Do I have a bleeding disorder?",
        Some(PatientIndex(0)),
        Some(TODAY),
        Some(&known),
    );
    assert_eq!(told, None);
}

#[test]
fn nothing_is_denied_beside_a_name_that_does_not_say_what_it_is() {
    let known = table::read("a\theart failure\t\t\nb\tasthma\t\t\n").unwrap();
    let ask = |question: &str, kind: &str, name: &str, rest: serde_json::Value| {
        let mut one = entry(kind, "x", SNOMED, "1", name, rest);
        if kind == "Immunization" {
            let fields = one.as_object_mut().unwrap();
            let code = fields.remove("code").unwrap();
            let patient = fields.remove("subject").unwrap();
            fields.extend([("vaccineCode".to_owned(), code), ("patient".to_owned(), patient)]);
        }
        let room = room_of(&[one]);
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), Some(&known))
    };
    let active = || clinical("active", "2020-01-01");
    assert_eq!(ask("Do I have heart failure?", "Condition", "HFrEF", active()), None);
    assert!(ask("Do I have heart failure?", "Condition", "Asthma", active()).unwrap().is_absent);
    let given = || serde_json::json!({ "status": "completed", "occurrenceDateTime": "2020-01-01" });
    for (question, brand) in [
        ("Did I get the tetanus shot?", "Boostrix"),
        ("Did I get a covid shot?", "Comirnaty"),
        ("Did I get the hepatitis B vaccine?", "Twinrix"),
    ] {
        assert_eq!(ask(question, "Immunization", brand, given()), None, "{question}");
    }
    let tetanus = ask("Did I get the tetanus shot?", "Immunization", "Influenza, seasonal", given());
    assert!(tetanus.unwrap().is_absent);
}

#[test]
fn a_class_of_medicines_is_there_by_a_brand_and_not_absent_beside_an_unknown_name() {
    let known = table::read(TABLE).unwrap();
    let asked = |name: &str| {
        let medicine = entry(
            "MedicationRequest",
            "m",
            RXNORM,
            "1",
            name,
            serde_json::json!({ "status": "active", "intent": "order" }),
        );
        let room = room_of(&[medicine]);
        exact::answer_knowing(
            room.records(),
            "Am I taking an opioid?",
            Some(PatientIndex(0)),
            Some(TODAY),
            Some(&known),
        )
    };
    for name in ["OxyContin 10 MG Extended Release Oral Tablet", "Percocet", "codeine 30 MG Oral Tablet"] {
        assert_eq!(asked(name).unwrap().answer, "yes", "{name}");
    }
    for name in ["Zorblex 5", "Tylenol #3"] {
        assert_eq!(asked(name), None, "{name}");
    }
    assert!(asked("lisinopril 10 MG Oral Tablet").unwrap().is_absent);
}

#[test]
fn a_missing_part_of_the_body_is_neither_there_nor_not_gone() {
    let room = room_of(&[condition("Acquired absence of spleen")]);
    for question in ["Do I have a spleen?", "Do I still have my spleen?", "Is my spleen gone?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    assert_eq!(asked(room.records(), "Do I have an absence of spleen?").unwrap().answer, "yes");
    let room = room_of(&[condition("Rupture of spleen")]);
    assert_eq!(asked(room.records(), "Do I have a rupture of the spleen?").unwrap().answer, "yes");
}

#[test]
fn an_active_condition_whose_end_is_still_to_come_is_in_the_list() {
    let mut ending = condition("Hepatitis B");
    ending["abatementDateTime"] = serde_json::json!("2099-05-01");
    let asthma = entry("Condition", "d", SNOMED, "2", "Asthma", clinical("active", "2020-01-01"));
    let room = room_of(&[ending.clone(), asthma]);
    assert_eq!(asked(room.records(), "How many conditions do I have?").unwrap().answer, "2");
    let listed = asked(room.records(), "Which conditions do I have?").unwrap();
    assert!(listed.sentence.contains("Hepatitis B") && listed.facts.len() == 2, "{}", listed.sentence);
    assert_eq!(asked(room.records(), "Do I have hepatitis B?"), None);
    // Whether one that ended at an age is over is not known, and none is left out of a list.
    let mut aged = entry("Condition", "e", SNOMED, "3", "Gout", clinical("active", "2020-01-01"));
    aged["abatementAge"] = serde_json::json!({ "value": 55, "unit": "a" });
    assert_eq!(asked(room_of(&[ending.clone(), aged]).records(), "Which conditions do I have?"), None);
    ending["abatementDateTime"] = serde_json::json!("2021-05-01");
    assert_ne!(
        asked(room_of(&[ending]).records(), "How many conditions do I have?").map(|exact| exact.answer),
        Some("1".to_owned())
    );
}

#[test]
fn a_relative_s_everyday_word_finds_the_family_history() {
    let room = rooms::of(&["okafor"]);
    let answer = room_with_subject(room).quotes("Did Dad have a stroke?").unwrap();
    let first = serde_json::to_string(&answer.blocks[0]).unwrap();
    assert!(first.contains("Cerebrovascular accident"), "{first}");
}

fn room_with_subject(mut room: Room) -> Room {
    room.set_subject(Some(PatientIndex(0))).unwrap();
    room.refresh().unwrap();
    room
}
