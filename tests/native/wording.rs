//! How people word what they ask of coded facts, rule by rule, on the sample records, with the vocabulary of concepts, as the page asks.

use std::path::Path;
use std::sync::LazyLock;

use chaperone::document::PatientIndex;
use chaperone::index::concepts::Vocabulary;
use chaperone::progress::Unwatched;
use chaperone::question::exact::{self, Exact};
use chaperone::room::Room;
use jiff::civil::Date;

use crate::common::rooms;

const TODAY: Date = Date::constant(2024, 11, 15);
static KNOWN: LazyLock<Vocabulary> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/concepts/concepts.bin");
    Vocabulary::read(&std::fs::read(path).expect("set-up makes the vocabulary")).expect("it is of this version")
});

/// Asks about the patient whose name has `of`; about nobody where it is empty.
fn ask(room: &Room, of: &str, question: &str) -> Option<Exact> {
    let patients = &room.records().patients;
    let at = patients.iter().position(|patient| !of.is_empty() && patient.name.contains(of));
    let subject = at.map(|at| PatientIndex(u32::try_from(at).unwrap()));
    assert!(of.is_empty() || subject.is_some(), "{of}");
    exact::answer_knowing(room.records(), question, subject, Some(TODAY), Some(&KNOWN))
}

fn check(cases: &[(&str, &str, Option<&str>)]) {
    let room = rooms::of(&rooms::SAMPLES);
    for (of, question, wanted) in cases {
        let answer = ask(&room, of, question);
        assert_eq!(answer.as_ref().map(|exact| exact.answer.as_str()), *wanted, "{question}");
    }
}

#[test]
fn how_much_something_changed_is_told_and_the_unit_says_what_is_meant() {
    check(&[
        ("Imani", "How much weight did I gain between March and October 2022?", Some("higher by 13.3 kg")),
        ("Okafor", "How many points has my eGFR dropped since 2015?", Some("lower by 20 mL/min/1.73 m²")),
        ("Solberg", "How many kg lighter is he than in 2016?", Some("lower by 6.3 kg")),
        ("Nahia", "How many centimeters did she grow between 2020 and 2022?", Some("higher by 13.1 cm")),
        // Without a unit the course is meant.
        ("Okafor", "How much has my LDL changed?", Some("falling")),
    ]);
}

#[test]
fn a_bound_may_stand_behind_its_number() {
    check(&[
        ("Okafor", "Has my diastolic ever been 95 or more?", Some("no")),
        ("Okafor", "How many times was the top number 140 or higher?", Some("3")),
        ("Okafor", "How many of my A1c results were 6.5 % or less?", Some("3")),
    ]);
}

#[test]
fn what_was_before_an_event_is_the_last_before_it_and_a_beginning_is_the_first() {
    check(&[
        ("Okafor", "What was my BP before I was put on lisinopril?", Some("152/94 mmHg")),
        ("Okafor", "What was my weight before I was put on lisinopril?", Some("84.3 kg")),
        ("Okafor", "What was my weight before I was put on metformin?", Some("83.9 kg")),
        ("Trần", "What was my platelet count before my gallbladder operation?", Some("185 10*3/uL")),
        ("Imani", "Weight right before the C-section", Some("80.4 kg")),
        (
            "Okafor",
            "What were my weights before my colonoscopy?",
            Some("84.3 kg; 83.9 kg; 85.7 kg; 83.1 kg; 82.4 kg; 82.0 kg; 83.8 kg; 82.2 kg; 81.5 kg"),
        ),
    ]);
}

#[test]
fn two_of_something_are_exactly_two() {
    check(&[
        ("Okafor", "How many days were between my two covid shots?", Some("21 days")),
        ("Okafor", "How many days were between my two flu shots?", None),
    ]);
}

#[test]
fn what_lasted_is_counted_to_its_end_and_what_is_taken_from_its_first_prescription() {
    check(&[
        ("Trần", "How many days did I have bronchitis?", Some("17 days")),
        ("Nahia", "How long was her arm broken?", Some("23 days")),
        ("Okafor", "How long have I taken metformin?", Some("3174 days")),
    ]);
    let room = rooms::of(&rooms::SAMPLES);
    let exact = ask(&room, "Okafor", "How long have I taken metformin?").unwrap();
    assert!(exact.rules.iter().any(|rule| rule.contains("first prescription")), "{:?}", exact.rules);
}

#[test]
fn how_often_something_is_taken_is_its_dose() {
    check(&[
        ("Okafor", "metformin - how much and how often?", Some("1000 mg twice daily with meals")),
        ("Trần", "How often do I take warfarin?", Some("3 mg each evening")),
        ("Trần", "How often was I prescribed warfarin?", Some("4")),
        ("Solberg", "When was the furosemide raised to 80?", Some("2022-11-14")),
        ("Trần", "When was my warfarin last changed?", Some("2023-07-18")),
    ]);
}

#[test]
fn a_question_may_stand_behind_what_it_is_about() {
    check(&[
        ("Imani", "Zoloft - am I still taking it?", Some("no")),
        ("Imani", "Levothyroxine: since when?", Some("2017-05-16")),
        ("Nahia", "What was her o2 sat when it was lowest?", Some("91 %")),
        ("Trần", "Do I have an arrhythmia called AFib?", Some("yes")),
        ("Nahia", "Does she have eczema, atopic dermatitis?", Some("yes")),
    ]);
}

#[test]
fn letters_that_are_articles_elsewhere_are_part_of_a_name() {
    check(&[
        ("Nahia", "When was her second hep A shot?", Some("2018-08-28")),
        ("Nahia", "When was her second hep B shot?", Some("2016-10-25")),
        ("Nahia", "Peanut IgE in 2020?", Some("7.6 kU/L")),
        ("Nahia", "last dtap?", Some("2020-09-01")),
    ]);
}

#[test]
fn what_was_taken_out_may_be_named_behind_it() {
    check(&[
        ("Trần", "When did they take out my gall bladder?", Some("2021-05-14")),
        ("Trần", "When was my gallbladder removed?", Some("2021-05-14")),
        ("Trần", "When did they remove my appendix?", Some("not in the record")),
        ("Solberg", "When was his hearing tested?", Some("2024-01-16")),
    ]);
}

#[test]
fn a_slip_of_the_pen_is_put_right_and_said_where_that_gives_an_answer() {
    check(&[
        ("Okafor", "is my ldl cholestrol going down", Some("yes")),
        ("Trần", "lowest hemaglobin ever", Some("11.1 g/dL")),
        ("Okafor", "my latest wieght", Some("78.83571428571429 kg")),
        // Nothing is near enough.
        ("Okafor", "my latest wxyzght", None),
        // His pneumonia is over, and nothing is near the other word.
        ("Solberg", "Does he have pneumonias or pneumonoia?", Some("no")),
    ]);
    let room = rooms::of(&rooms::SAMPLES);
    let exact = ask(&room, "Trần", "lowest hemaglobin ever").unwrap();
    assert!(exact.rules.iter().any(|rule| rule == "“hemaglobin” is read as “hemoglobin”."), "{:?}", exact.rules);
    // An illness is never said to be had for the like of its name.
    let other = ask(&room, "Okafor", "Do I have arteritis?");
    assert!(other.is_none_or(|exact| exact.is_absent));
}

#[test]
fn a_name_may_be_typed_without_its_accents() {
    check(&[
        ("", "What was Mrs Tran's weight in May 2024?", Some("50.4 kg")),
        ("", "What is Hakon Solberg's last pulse?", Some("58 /min")),
    ]);
}

#[test]
fn a_class_of_medicines_is_found_by_its_members_and_never_said_to_be_absent() {
    check(&[
        ("Okafor", "Am I on a cholesterol medicine?", Some("yes")),
        ("Okafor", "Am I on blood pressure pills?", Some("yes")),
        ("Okafor", "Am I on a blood pressure tablet?", Some("yes")),
        ("Okafor", "Am I on birth control?", None),
        // One was stopped, and what else is taken may be one: no table has all.
        ("Imani", "Am I on an antidepressant?", None),
        ("Nahia", "Is she on an antidepressant?", None),
    ]);
}

#[test]
fn what_somebody_is_allergic_to_is_no_reading_of_an_antibody() {
    let room = rooms::of(&rooms::SAMPLES);
    let nahia = ask(&room, "Nahia", "Is she allergic to peanuts?").unwrap();
    assert!(nahia.sentence.contains("Allergy to peanut"), "{}", nahia.sentence);
    // A record with the test alone has no answer from entries.
    let (patient, entry) = (
        r#"{"resource":{"resourceType":"Patient","id":"p1","name":[{"given":["Ada"],"family":"Kestrel"}],"birthDate":"2010-01-01"}}"#,
        r#"{"resource":{"resourceType":"Observation","id":"o1","status":"final","subject":{"reference":"Patient/p1"},"code":{"coding":[{"system":"http://loinc.org","code":"6206-7","display":"Peanut IgE Ab in Serum"}]},"effectiveDateTime":"2020-03-02","valueQuantity":{"value":0.25,"unit":"kU/L"}}}"#,
    );
    let mut room = Room::new().unwrap();
    let bundle = format!(r#"{{"resourceType":"Bundle","type":"collection","entry":[{patient},{entry}]}}"#);
    room.add(bundle.as_bytes(), &mut Unwatched).unwrap();
    assert_eq!(ask(&room, "Kestrel", "Is she allergic to peanuts?"), None);
    assert_eq!(ask(&room, "Kestrel", "What was her peanut IgE?").unwrap().answer, "0.25 kU/L");
}

#[test]
fn an_abbreviation_is_not_said_to_be_absent_where_the_record_has_the_like_of_it() {
    check(&[
        ("Solberg", "Does he have CHF?", Some("yes")),
        ("Solberg", "How many digoxin prescriptions have there been?", Some("2")),
        ("Okafor", "What day did they take the polyp out?", Some("2019-06-18")),
        ("Okafor", "When did I get the pneumonia vaccine?", Some("2022-04-05")),
        ("Imani", "my latest thyroid test, TSH", Some("2.1 mIU/L")),
        ("Okafor", "When was my thyroid last checked, TSH?", None),
        ("Okafor", "When was my covid booster?", None),
        ("Solberg", "Has his BNP been above 5000?", Some("yes")),
        ("Okafor", "which of my A1cs were at or below 6.5", Some("6.2 %; 6.5 %; 6.4 %")),
        ("Nahia", "How many doses of hepatitis B vaccine has she had?", Some("3")),
        ("Okafor", "Do I have HTN?", Some("yes")),
        ("Okafor", "How much have I lost since March 2016?", Some("lower by 6.86 kg")),
    ]);
}
