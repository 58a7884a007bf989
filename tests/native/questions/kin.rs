//! "My mother" in a question: the patient whose record it is, or a relative of whom the record speaks.

use super::*;

/// The answers to `question` and how it was read, of a woman born in `year` about whom the record has `more` beside a prescription.
fn told(year: u16, more: &[serde_json::Value], question: &str) -> (Option<String>, Vec<String>) {
    let patient = serde_json::json!({
        "resourceType": "Patient", "id": "p", "gender": "female", "birthDate": format!("{year}-05-01"),
        "name": [{ "given": ["Test"], "family": "Person" }]
    });
    let digoxin = entry(
        "MedicationRequest",
        "m",
        RXNORM,
        "197604",
        "digoxin 0.125 MG Oral Tablet",
        serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-03-01" }),
    );
    let gout = entry("Condition", "c", SNOMED, "90560007", "Gout", clinical("active", "2019-02-01"));
    let entries: Vec<_> =
        [&patient, &digoxin, &gout].into_iter().chain(more).map(|one| serde_json::json!({ "resource": one })).collect();
    let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
    let mut room = Room::new().unwrap();
    room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    let answer = room.quotes_on(question, Some(TODAY)).unwrap();
    (answer.exact.map(|told| told.exact.answer), answer.read_as)
}

fn relative(called: &str, more: serde_json::Value) -> serde_json::Value {
    let mut history = serde_json::json!({
        "resourceType": "FamilyMemberHistory", "id": "f", "status": "completed", "patient": { "reference": "Patient/p" },
        "relationship": { "coding": [{ "code": "REL", "display": called }] },
        "condition": [{ "code": { "coding": [{ "system": SNOMED, "code": "38341003", "display": "Hypertension" }] } }]
    });
    for (key, value) in more.as_object().unwrap() {
        history[key] = value.clone();
    }
    history
}

const ASKED: [&str; 4] =
    ["Is my mother on digoxin?", "Does Mom have gout?", "Did my mother have gout?", "Was my mother on digoxin?"];

#[test]
fn where_the_record_names_such_a_relative_nothing_is_told_of_the_patient() {
    let none = serde_json::json!({});
    for question in ASKED {
        let (answer, read) = told(1950, &[], question);
        assert_eq!((answer.as_deref(), read.len()), (Some("yes"), 0), "{question}");
        for more in [
            relative("mother", none.clone()),
            relative("natural parent", none.clone()),
            written("n", "2020-02-03", "Her mother takes digoxin and had gout."),
        ] {
            let (answer, read) = told(1950, &[more], question);
            assert_eq!(answer, None, "{question}");
            assert!(matches!(read.as_slice(), [one] if one.contains("may mean a relative")), "{question}: {read:?}");
        }
        // A grandmother and a father are no mother.
        for more in [relative("grandmother", none.clone()), relative("father", none.clone())] {
            assert_eq!(told(1950, &[more], question).0.as_deref(), Some("yes"), "{question}");
        }
    }
}

#[test]
fn who_cannot_be_alive_is_not_asked_about_in_the_present() {
    let dead = || relative("mother", serde_json::json!({ "deceasedBoolean": true }));
    for (year, more) in [(1930, relative("mother", serde_json::json!({}))), (1950, dead())] {
        for (question, wanted) in [
            ("Is my mother on digoxin?", Some("yes")),
            ("Does Mom have gout?", Some("yes")),
            // Of the past both may be meant.
            ("Was my mother on digoxin?", None),
            ("Did my mother have gout?", None),
            // The relative had it, too.
            ("Does my mother have hypertension?", None),
        ] {
            let (answer, _) = told(year, std::slice::from_ref(&more), question);
            assert_eq!(answer.as_deref(), wanted, "{year} {question}");
        }
    }
    let alive = relative("mother", serde_json::json!({ "deceasedBoolean": false }));
    assert_eq!(told(1950, &[alive], "Is my mother on digoxin?").0, None);
}

#[test]
fn what_the_family_history_says_answers_without_a_word_that_nothing_does() {
    let mut room = rooms::of(&["okafor"]);
    for (question, answers) in
        [("Does my mother have diabetes?", true), ("Did my mother have high blood pressure?", false)]
    {
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        assert!(answer.exact.is_none(), "{question}");
        assert_eq!(answer.notice.is_none(), answers, "{question}: {:?}", answer.notice);
        let Some(Block::RecordData { title, rows, .. }) = answer.blocks.first() else { panic!("{question}: no box") };
        assert!(title.contains("mother"), "{question}: {title}");
        assert!(!answers || rows.iter().any(|row| row.value.contains("diabetes")), "{question}");
    }
    // Of her own diabetes the family history says nothing.
    let own = room.quotes_on("Do I have diabetes?", Some(TODAY)).unwrap();
    assert_eq!(own.exact.unwrap().exact.answer, "yes");
}
