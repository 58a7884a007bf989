//! What a model can ask the records by the words that it wants looked for, and by what becomes of its own words: no day, no name and no
//! place. Each is asked with two words of which one is so and the other not, and nothing tells them apart.

use base64::Engine as _;
use chaperone::privacy::policy::{Choice, Withholding};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::task::Task;
use chaperone::room::Room;
use chaperone::workflow::refining::{Refinement, Refining, Scope, Wishes};
use chaperone::workflow::thinking::{Limits, Next, Saved, Thinking};
use chaperone::workflow::{Step, Workflow};
use serde_json::{Value, json};

use crate::common::rooms;

const QUESTION: &str = "How did my hemoglobin A1c change?";

fn endpoint() -> Endpoint {
    Endpoint::new("http://localhost:8080", "model", true)
}

fn reading(code: &str, name: &str, value: f64, unit: &str, day: &str) -> Value {
    json!({ "resourceType": "Observation", "id": format!("o{code}{day}"), "status": "final", "subject": { "reference": "Patient/p" },
        "code": { "coding": [{ "system": "http://loinc.org", "code": code, "display": name }] }, "effectiveDateTime": day,
        "valueQuantity": { "value": value, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit } })
}

fn note(id: &str, day: &str, text: &str) -> Value {
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    json!({ "resourceType": "DocumentReference", "id": id, "status": "current", "subject": { "reference": "Patient/p" }, "date": day,
        "type": { "text": "note" }, "content": [{ "attachment": { "contentType": "text/plain", "data": data } }] })
}

fn medicine(id: &str, code: &str, name: &str, day: &str) -> Value {
    json!({ "resourceType": "MedicationRequest", "id": id, "status": "active", "intent": "order", "subject": { "reference": "Patient/p" },
        "authoredOn": day, "medicationCodeableConcept": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": code, "display": name }] } })
}

/// A room with somebody of this name, a few readings and medicines, and `notes`.
fn room(given: &str, family: &str, notes: &[Value]) -> Room {
    let person = json!({ "resourceType": "Patient", "id": "p", "name": [{ "given": [given], "family": family }], "birthDate": "1957-09-23" });
    let mut entries = vec![
        person,
        reading("4548-4", "Hemoglobin A1c", 6.8, "%", "2021-03-04"),
        reading("29463-7", "Body weight", 81.3, "kg", "2019-11-14"),
        medicine("m1", "860975", "24 HR Metformin 500 MG Extended Release Oral Tablet", "2018-02-03"),
        medicine("m2", "314076", "Lisinopril 10 MG Oral Tablet", "2020-06-07"),
    ];
    entries.extend(notes.iter().cloned());
    let entry: Vec<Value> = entries.into_iter().map(|resource| json!({ "resource": resource })).collect();
    let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": entry });
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

/// What the second request tells, where the model wants `words` looked for; none where there is no second one.
fn asked(room: &mut Room, words: &str, choice: &Choice) -> Option<String> {
    let refinement = Refinement { context_tokens: 32_768, scope: Scope::Found, wishes: Wishes::Heard };
    let mut refining: Refining = room.refine(QUESTION, None, choice, &endpoint(), refinement, [7; 32]).unwrap();
    let first = refining.next(&room.context(), 0).unwrap().unwrap();
    room.refine_answered(&mut refining, &first, &format!("I do not know.\nSEARCH: {words}")).unwrap();
    let second = refining.next(&room.context(), 0).unwrap()?;
    assert!(second.is_cleared());
    Some(second.state().synthesised.text().to_owned())
}

fn searched(room: &mut Room, words: &str) -> Option<String> {
    asked(room, words, &Choice::default())
}

/// Lets a process search for what `seek` says, and returns what was told in all its requests, one after the other, and what it saves.
fn thought(room: &mut Room, seek: &str, said: &str) -> (Vec<String>, String) {
    let mut thinking: Thinking = room.think(QUESTION, None, &Choice::default(), &endpoint(), [7; 32]).unwrap();
    let limits = thinking.proposal().limits;
    thinking.start(Limits { thoughts: 5, calls: 30, threshold: 2.0, facts: 500, ..limits }).unwrap();
    let mut told = Vec::new();
    for _ in 0..200 {
        match room.think_next(&mut thinking, 5).unwrap() {
            Next::Ask { ticket, task, mut workflow } => {
                told.push(workflow.state().synthesised.text().to_owned());
                let reply = match task {
                    Task::Seek => seek,
                    Task::Judge => "1",
                    Task::Think => said,
                };
                feed(room, &mut workflow, reply);
                room.think_answered(&mut thinking, ticket, workflow).unwrap();
            }
            Next::Approval { .. } => thinking.approve().unwrap(),
            Next::Done { .. } => break,
            _ => panic!("nothing is under way"),
        }
    }
    (told, thinking.save().unwrap())
}

fn feed(room: &Room, workflow: &mut Workflow, reply: &str) {
    let Step::Ask(_) = workflow.release(&room.context()).unwrap() else { panic!("it was refused") };
    workflow.event(&json!({ "choices": [{ "delta": { "content": reply } }] }).to_string()).unwrap();
    workflow.event("[DONE]").unwrap();
}

fn headache() -> Value {
    note("d2", "2016-07-06", "She has headache and takes ibuprofen.\n")
}

#[test]
fn no_time_in_a_models_words_narrows_what_is_found() {
    let mut room = room("Thessaly", "Delacroix", &[headache()]);
    let plain = searched(&mut room, "headache").unwrap();
    assert!(plain.contains("ibuprofen"), "{plain}");
    for time in [
        "on 6 July 2016",
        "on 7 July 2016",
        "in July 2016",
        "in June 2016",
        "before 2015",
        "after 2015",
        "2016-07-06",
        "07/06/2016",
        "between 2012 and 2014",
        "in the summer of 2016",
        "since March",
        "on Monday",
        "last year",
        "two years ago",
        "in twenty sixteen",
        "since the birth",
        "in the 1990s",
        "when she was 58",
        "at 58 years old",
    ] {
        let told = searched(&mut room, &format!("headache {time}"));
        assert_eq!(told.as_deref(), Some(plain.as_str()), "{time}");
    }
    let weight = searched(&mut room, "body weight").unwrap();
    for time in ["in 2019", "in 2018", "in November 2019", "before 2015", "of a woman born 1957-09-23"] {
        assert_eq!(searched(&mut room, &format!("body weight {time}")).as_deref(), Some(weight.as_str()), "{time}");
    }
}

#[test]
fn no_name_in_a_models_words_tells_whether_the_records_have_it() {
    let seen = "Dr. Adebayo Okonkwo saw her in Springfield. She has chest pain and takes aspirin. She works at Sunrise Bakery.\n";
    let mut room = room("Thessaly", "Delacroix", &[note("d1", "2020-05-06", seen)]);
    for name in [
        "Okonkwo",
        "Adebayo",
        "Springfield",
        "Sunrise Bakery",
        "Thessaly",
        "Delacroix",
        "Okafor",
        "Smith",
        "Boston",
        "Riverside Bakery",
        "Hilda",
        "seen by Okonkwo",
        "Okonkwo Okafor Smith Springfield Boston",
    ] {
        assert_eq!(searched(&mut room, name), None, "{name}");
    }
    let pain = searched(&mut room, "chest pain").unwrap();
    assert!(pain.contains("aspirin") && !pain.contains("saw"), "{pain}");
    for name in ["Okonkwo", "Smith", "Springfield", "Thessaly Delacroix", "Hilda Brandt", "Bakery"] {
        assert_eq!(searched(&mut room, &format!("chest pain {name}")).as_deref(), Some(pain.as_str()), "{name}");
    }
    let weight = searched(&mut room, "body weight").unwrap();
    for name in ["Thessaly Delacroix", "Thessaly", "Hilda", "Hilda Brandt"] {
        let told = searched(&mut room, &format!("body weight of {name}"));
        assert_eq!(told.as_deref(), Some(weight.as_str()), "{name}");
    }
}

#[test]
fn a_common_word_that_is_somebodys_name_is_looked_for_like_one_of_which_nothing_is_found() {
    for words in [
        "rice",
        "last rice medications",
        "rice medications",
        "rice, body weight",
        "first rice",
        "Rice. Hill.",
        "hill",
        "rices",
        "rice headache",
    ] {
        let told = |given: &str, family: &str| searched(&mut room(given, family, &[headache()]), words);
        let nobodys = told("Thessaly", "Delacroix");
        assert_eq!(told("Grace", "Rice"), nobodys, "{words}");
        assert_eq!(told("Summer", "Hill"), nobodys, "{words}");
        assert_eq!(told("Rice", "Hill"), nobodys, "{words}");
    }
}

#[test]
fn what_the_person_keeps_back_is_not_looked_for() {
    let mut room = room("Thessaly", "Delacroix", &[headache()]);
    let withheld = Withholding { words: ["headache".to_owned()].into(), ..Withholding::default() };
    assert_eq!(asked(&mut room, "headache", &Choice { withheld, ..Choice::default() }), None);
    assert!(searched(&mut room, "headache").is_some());
}

#[test]
fn in_a_thought_process_words_of_a_model_ask_nothing_either() {
    let seen = "Dr. Adebayo Okonkwo saw her in Springfield. She has chest pain and takes aspirin.\n";
    let notes = [headache(), note("d1", "2020-05-06", seen)];
    let mut room = room("Thessaly", "Delacroix", &notes);
    let said = "Something is missing: more about headache.";
    let (plain, _) = thought(&mut room, "headache", said);
    assert!(plain.iter().any(|told| told.contains("ibuprofen")), "{plain:?}");
    for words in [
        "headache on 6 July 2016",
        "headache on 7 July 2016",
        "headache before 2015",
        "headache Okonkwo",
        "headache Smith",
        "headache Thessaly",
    ] {
        let (told, saved) = thought(&mut room, words, said);
        assert_eq!(told, plain, "{words}");
        // What is kept of it is what was looked for, and is played again.
        assert!(!saved.contains("2016") && !saved.contains("Okonkwo") && !saved.contains(words), "{saved}");
        let again = room.think_again(Saved::from_json(&saved).unwrap(), &Choice::default(), &endpoint(), 5).unwrap();
        assert_eq!(again.save().unwrap(), saved);
    }
    let (nobodys, _) = thought(&mut room, "Smith", said);
    for name in ["Okonkwo", "Springfield", "Thessaly", "6 July 2016"] {
        assert_eq!(thought(&mut room, name, said).0, nobodys, "{name}");
        assert!(nobodys.iter().all(|told| !told.contains(" saw ")), "{nobodys:?}");
    }
    // A file may hold anything.
    let (_, saved) = thought(&mut room, "headache", said);
    let planted = saved.replace("\"headache\"", "\"headache on 7 July 2016, Okonkwo\"");
    assert_ne!(planted, saved);
    let again = room.think_again(Saved::from_json(&planted).unwrap(), &Choice::default(), &endpoint(), 5).unwrap();
    assert_eq!(again.save().unwrap(), saved);
}

#[test]
fn what_becomes_of_a_models_words_does_not_tell_which_is_a_name_here() {
    let said = "Thought: price young hope stone brown rice banks wood hill grace summer baker cook bell king rose field long small park reading mobile \
                grove doctor willow nurse. Rice. Hill. Price. Young. Mobile. The headache of hills and rices, at prices of roses.";
    let told = |given: &str, family: &str| {
        let (told, _) = thought(&mut room(given, family, &[headache()]), "headache", said);
        told.into_iter().find(|told| told.contains("The thought to be judged")).unwrap()
    };
    let nobodys = told("Thessaly", "Delacroix");
    assert!(nobodys.contains("doctor") && nobodys.contains("headache"), "{nobodys}");
    for (given, family) in
        [("Grace", "Rice"), ("Summer", "Hill"), ("Hope", "Price"), ("Rose", "Young"), ("Willow", "Grove")]
    {
        assert_eq!(told(given, family), nobodys, "{given} {family}");
    }
}

#[test]
fn honest_words_find_what_they_name() {
    let heart = note("d3", "2022-05-06", "Echocardiogram shows heart failure with low ejection fraction.\n");
    let mut room = room("Grace", "Rice", &[headache(), heart]);
    for (words, found) in [
        ("last body weight", "Body weight"),
        ("Body weight", "Body weight"),
        ("metformin", "Metformin"),
        ("Metformin 500 MG dose", "Metformin"),
        ("heart failure echocardiogram", "ejection"),
        ("Heart failure, Echocardiogram", "ejection"),
        ("headache, ibuprofen", "ibuprofen"),
        ("medications", "Lisinopril"),
    ] {
        let told = searched(&mut room, words).unwrap_or_default();
        assert!(told.contains(found), "{words}: {told}");
    }
}
