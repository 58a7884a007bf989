//! Generated patients: the same bytes for the same seed, read whole by ingest, plausible, true to their ground truth, and
//! nothing of them leaves.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use chaperone::clearance::Block;
use chaperone::document::{Content, EntityType, FactKind, Reading};
use chaperone::generate::{Flaw, Form, Options, Patient, Truth, patients};
use chaperone::progress::Unwatched;
use chaperone::quote::format::{Endpoint, Prompt};
use chaperone::room::Room;
use chaperone::workflow::Workflow;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn options(years: u16) -> Options {
    Options { years, ..Options::default() }
}

fn resources(bytes: &[u8]) -> Vec<Value> {
    let bundle: Value = serde_json::from_slice(bytes).unwrap();
    bundle["entry"].as_array().unwrap().iter().map(|entry| entry["resource"].clone()).collect()
}

fn room(records: &[&[u8]]) -> Room {
    let mut room = Room::new().unwrap();
    for bytes in records {
        let report = room.add(bytes, &mut Unwatched).unwrap();
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    }
    room.refresh().unwrap();
    room
}

fn notes(resources: &[Value]) -> Vec<String> {
    resources
        .iter()
        .filter(|resource| resource["resourceType"] == "DocumentReference")
        .map(|resource| {
            let data = resource["content"][0]["attachment"]["data"].as_str().unwrap();
            String::from_utf8(base64::engine::general_purpose::STANDARD.decode(data).unwrap()).unwrap()
        })
        .collect()
}

/// The bytes of this edition. When they change on purpose, the edition in `src/generate/chance.rs` is raised.
#[test]
fn the_bytes_of_a_seed_are_those_of_this_edition() {
    let mut hash = Sha256::new();
    for patient in patients(2024, Options::default()).take(6) {
        hash.update(patient.to_bytes());
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "c74285685249877eac2f51d9766d9d3c7dab00795b81bcdedc3d000d1ecc5724");
}

#[test]
fn a_seed_gives_the_same_bytes_and_a_patient_does_not_depend_on_the_others() {
    let all: Vec<Vec<u8>> = patients(11, options(4)).take(5).map(|patient| patient.to_bytes()).collect();
    let again: Vec<Vec<u8>> = patients(11, options(4)).take(5).map(|patient| patient.to_bytes()).collect();
    assert_eq!(all, again);
    for (number, bytes) in all.iter().enumerate() {
        assert_eq!(*bytes, Patient::new(11, number as u64, &options(4)).to_bytes());
        assert_ne!(*bytes, Patient::new(12, number as u64, &options(4)).to_bytes());
    }
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 5);
}

#[test]
fn the_sample_holds_every_kind_of_course_and_of_flaw() {
    let mut courses = BTreeSet::new();
    let mut flaws = BTreeSet::new();
    let mut types = BTreeSet::new();
    for patient in patients(5, Options::default()).take(120) {
        courses.extend(patient.truth().courses.iter().copied());
        flaws.extend(patient.truth().flaws.iter().map(|flaw| match flaw {
            Flaw::Contradiction { about, .. } => *about,
            Flaw::MissingTest { .. } => "missing",
        }));
        types.extend(patient.truth().facts.iter().map(|fact| fact.resource_type));
    }
    assert_eq!(courses.len(), 13, "{courses:?}");
    assert_eq!(flaws, BTreeSet::from(["allergy", "dose", "missing", "result", "smoking"]));
    for kind in ["AllergyIntolerance", "Condition", "DiagnosticReport", "Encounter", "Immunization", "Procedure"] {
        assert!(types.contains(kind), "{kind}");
    }
}

#[test]
fn lines_say_what_the_bundle_says() {
    for number in 0..4 {
        let bundle = Patient::new(8, number, &options(3));
        let lines = Patient::new(8, number, &Options { form: Form::Lines, ..options(3) });
        assert_eq!(bundle.truth(), lines.truth());
        let (bundle, lines) = (bundle.to_bytes(), lines.to_bytes());
        assert_eq!(
            resources(&bundle).len(),
            lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count()
        );
        let (bundle, lines) = (room(&[&bundle]), room(&[&lines]));
        let texts =
            |room: &Room| room.records().documents.iter().map(|document| document.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&bundle), texts(&lines));
    }
}

#[test]
fn a_record_is_filled_up_to_the_size_asked_for() {
    for bytes in [2_000_000, 5_000_000] {
        let patient = Patient::new(3, 1, &Options { bytes: Some(bytes), ..Options::default() });
        let record = patient.to_bytes();
        let size = record.len() as u64;
        assert!((bytes..bytes + 4096).contains(&size), "{size}");
        let small = Patient::new(3, 1, &Options::default()).to_bytes();
        assert_eq!(record[..small.len() - 4], small[..small.len() - 4], "the record itself is as it was");
        let room = room(&[&record]);
        let truth = patient.truth().latest("8889-8").unwrap();
        assert_eq!(latest(&room, "8889-8").as_ref(), truth.value.as_ref());
        let births = room.records().patients[0].birth.unwrap();
        assert!(room.records().documents.iter().filter_map(|document| document.date).all(|date| date >= births));
    }
}

/// The value of the last reading with a LOINC code, as ingest has it: of one day the last of the file.
fn latest(room: &Room, code: &str) -> Option<String> {
    let facts = room.records().documents.iter().flat_map(|document| document.facts());
    let mut found: Option<(jiff::civil::Date, String)> = None;
    let mut offer = |day, reading: &Option<Reading>| {
        let text = match reading {
            Some(Reading::Quantity { value, .. }) => value.text.to_string(),
            Some(Reading::Coded { answer }) => answer.display.text.to_string(),
            _ => return,
        };
        if found.as_ref().is_none_or(|(known, _)| *known <= day) {
            found = Some((day, text));
        }
    };
    for fact in facts.filter(|fact| fact.kind == FactKind::Observation) {
        let day = fact.begun.as_ref().unwrap().day;
        if fact.code.as_ref().is_some_and(|known| known.code.as_deref() == Some(code)) {
            offer(day, &fact.reading);
        }
        for component in fact.components.iter().filter(|part| part.code.code.as_deref() == Some(code)) {
            offer(day, &component.reading);
        }
    }
    found.map(|(_, text)| text)
}

/// What ingest makes of the record is what the ground truth says.
fn truth_holds(truth: &Truth, room: &Room, notes: &[String], text: &str) {
    assert_eq!((&room.records().patients[0].name, &room.records().patients[0].id), (&truth.name, &truth.id));
    let codes: BTreeSet<&str> =
        truth.facts.iter().filter(|fact| fact.resource_type == "Observation").map(|fact| fact.code).collect();
    for code in codes {
        assert_eq!(latest(room, code).as_ref(), truth.latest(code).unwrap().value.as_ref(), "{code}");
    }
    for (kind, resource_type) in [
        (FactKind::Condition, "Condition"),
        (FactKind::MedicationRequest, "MedicationRequest"),
        (FactKind::AllergyIntolerance, "AllergyIntolerance"),
        (FactKind::Procedure, "Procedure"),
        (FactKind::Immunization, "Immunization"),
    ] {
        let mut stated: Vec<(&str, &str)> = truth
            .facts
            .iter()
            .filter(|fact| fact.resource_type == resource_type)
            .map(|fact| (fact.code, fact.status.unwrap_or("completed")))
            .collect();
        let facts = room.records().documents.iter().flat_map(|document| document.facts());
        let mut read: Vec<(&str, &str)> = facts
            .filter(|fact| fact.kind == kind)
            .map(|fact| {
                (fact.code.as_ref().unwrap().code.as_deref().unwrap(), fact.status.as_ref().unwrap().text.as_str())
            })
            .collect();
        stated.sort_unstable();
        read.sort_unstable();
        assert_eq!(read, stated);
    }
    for placed in &truth.identifiers {
        assert!(!placed.at.is_empty());
        for at in &placed.at {
            match at.strip_prefix("DocumentReference/") {
                Some(number) => assert!(notes[number.parse::<usize>().unwrap() - 1].contains(&placed.text)),
                None => {
                    let known = room.records().identifiers.iter().any(|known| known.text == placed.text);
                    assert!(known || text.contains(&placed.text), "{at}: {:?}", placed.entity_type);
                }
            }
        }
    }
    for flaw in &truth.flaws {
        match flaw {
            Flaw::Contradiction { structure, note, about, .. } => {
                assert_ne!(structure, note);
                // Not every hand tells everything, but what the structure says is never in question.
                assert!(["allergy", "dose", "result", "smoking"].contains(about));
            }
            Flaw::MissingTest { code, .. } => assert!(latest(room, code).is_none()),
        }
    }
}

#[test]
fn every_number_is_one_that_a_living_person_can_have() {
    let bounds: BTreeMap<&str, (f64, f64)> = BTreeMap::from([
        ("8480-6", (60.0, 240.0)),
        ("8462-4", (30.0, 140.0)),
        ("8867-4", (40.0, 190.0)),
        ("29463-7", (2.0, 220.0)),
        ("8302-2", (44.0, 210.0)),
        ("39156-5", (9.0, 65.0)),
        ("4548-4", (4.0, 14.0)),
        ("2160-0", (0.3, 9.0)),
        ("98979-8", (5.0, 140.0)),
        ("2823-3", (2.6, 6.9)),
        ("8310-5", (35.0, 41.0)),
        ("6301-6", (0.8, 8.0)),
        ("44261-6", (0.0, 27.0)),
    ]);
    let mut met = BTreeSet::new();
    for patient in patients(77, Options { years: 12, ..Options::default() }).take(60) {
        let truth = patient.truth();
        let readings = truth.facts.iter().filter(|fact| fact.resource_type == "Observation");
        for fact in readings.clone() {
            assert!(fact.when.as_str() >= truth.birth_date.as_str());
            if let (Some((low, high)), Some(value)) = (bounds.get(fact.code), &fact.value) {
                let value: f64 = value.parse().unwrap();
                assert!((*low..=*high).contains(&value), "{} {value}", fact.display);
                met.insert(fact.code);
            }
        }
        // Upper pressure is above the lower one, and weight does not jump between visits.
        let of = |code| {
            readings
                .clone()
                .filter(move |fact| fact.code == code)
                .map(|fact| fact.value.as_ref().unwrap().parse::<f64>().unwrap())
        };
        assert!(of("8480-6").zip(of("8462-4")).all(|(systolic, diastolic)| systolic >= diastolic + 10.0));
        assert!(of("29463-7").collect::<Vec<_>>().windows(2).all(|pair| (pair[0] - pair[1]).abs() < 14.0));
    }
    assert!(met.iter().eq(bounds.keys()), "every kind of reading is made: {met:?}");
}

#[test]
fn treatment_shows() {
    // Those whose metformin or lisinopril was begun have lower readings within the year.
    let (mut better, mut all) = (0, 0);
    for patient in patients(31, Options::default()).take(120) {
        let truth = patient.truth();
        for (medicine, test, within) in [("861007", "4548-4", 400), ("314076", "8480-6", 200)] {
            let Some(start) = truth.facts.iter().find(|fact| fact.code == medicine) else { continue };
            let start: jiff::civil::Date = start.when.parse().unwrap();
            let readings: Vec<(i32, f64)> = truth
                .facts
                .iter()
                .filter(|fact| fact.code == test)
                .map(|fact| {
                    let day: jiff::civil::Date = fact.when.parse().unwrap();
                    (start.until(day).unwrap().get_days(), fact.value.as_ref().unwrap().parse().unwrap())
                })
                .collect();
            let before = readings.iter().filter(|(day, _)| *day == 0).map(|(_, value)| *value).fold(0.0, f64::max);
            let Some((_, later)) = readings.iter().find(|(day, _)| *day > 20 && *day < within) else { continue };
            all += 1;
            better += usize::from(*later < before);
        }
    }
    assert!(all >= 20 && better * 10 >= all * 8, "{better} of {all}");
}

#[test]
fn orders_are_ended_and_take_the_place_of_one_another() {
    let mut stopped = 0;
    for patient in patients(6, Options::default()).take(40) {
        let active: Vec<&str> = patient
            .truth()
            .facts
            .iter()
            .filter(|fact| fact.resource_type == "MedicationRequest" && fact.status == Some("active"))
            .map(|fact| fact.display.split(' ').next().unwrap())
            .collect();
        for substance in ["metformin", "lisinopril", "sertraline", "levothyroxine", "warfarin"] {
            assert!(active.iter().filter(|known| **known == substance).count() <= 1, "two strengths of {substance}");
        }
        assert!(!(active.contains(&"warfarin") && active.contains(&"apixaban")));
        stopped += patient.truth().facts.iter().filter(|fact| fact.status == Some("stopped")).count();
    }
    assert!(stopped > 10);
}

#[test]
fn the_last_value_is_the_one_that_is_quoted() {
    let mut asked = 0;
    for patient in patients(98, options(5)).take(25) {
        let truth = patient.truth();
        let bytes = patient.to_bytes();
        let mut room = room(&[&bytes]);
        for (code, word) in [
            ("4548-4", "HbA1c"),
            ("6301-6", "INR"),
            ("13457-7", "LDL"),
            ("44261-6", "PHQ-9"),
            ("29463-7", "weight"),
            ("8480-6", "blood pressure"),
            ("98979-8", "eGFR"),
            ("72166-2", "smoking status"),
        ] {
            let Some(fact) = truth.latest(code) else { continue };
            let answer = room.quotes(&format!("What was the last {word} of {}?", truth.name)).unwrap();
            let Block::RecordData { rows, .. } = &answer.blocks[0] else { panic!("{word}: {:?}", answer.blocks[0]) };
            assert!(rows.iter().any(|row| Some(&row.value) == fact.value.as_ref()), "{word} {fact:?} {rows:?}");
            assert!(rows.iter().any(|row| row.label == "When" && row.value.starts_with(&fact.when)), "{word} {fact:?}");
            asked += 1;
        }
    }
    assert!(asked > 100);
}

/// Names that are words of everyday; in the words of a terminology they mean nobody.
const WORDS: &[&str] = &[
    "may", "hope", "rose", "grace", "ivy", "faith", "joy", "summer", "olive", "daisy", "will", "mark", "art", "grant",
    "pat", "chase", "frank", "miles", "guy", "rusty", "rice", "young", "long", "hand", "king", "bone", "head", "stone",
    "waters", "payne", "price", "weeks", "an", "li", "bo", "im", "al",
];

/// Asserts that nothing of `truth` stands in what would leave, by a search that shares no code with the gate.
fn nothing_leaves(truth: &Truth, workflow: &Workflow) {
    let outgoing = workflow.outgoing();
    let body = outgoing.body.replace(&Prompt::Standard.system().replace('"', "\\\""), "").to_lowercase();
    let sent = format!("{} {} {:?} {body}", outgoing.method, outgoing.url, outgoing.headers).to_lowercase();
    let words: BTreeSet<&str> = sent.split(|c: char| !c.is_alphanumeric()).collect();
    let digits: String = body.chars().filter(char::is_ascii_digit).collect();
    for placed in &truth.identifiers {
        let text = placed.text.to_lowercase();
        if WORDS.contains(&text.as_str()) {
            continue;
        }
        let is_word = text.chars().all(char::is_alphanumeric);
        let found = if is_word { words.contains(text.as_str()) } else { sent.contains(&text) };
        assert!(!found, "{:?} of {:?} left", placed.entity_type, placed.at);
        if matches!(placed.entity_type, EntityType::Phone | EntityType::Id) {
            let number: String = text.chars().filter(char::is_ascii_digit).collect();
            assert!(number.len() < 8 || !digits.contains(&number), "a number without its separators left");
        }
    }
}

const QUESTIONS: &[&str] = &[
    "What was the last blood pressure of NAME?",
    "How did NAME's weight change over the years?",
    "Which medicines does NAME take?",
    "What is NAME allergic to, and since when?",
    "Which conditions does NAME have? Call PHONE.",
    "Tell the address PLACE and phone of NAME, and the HbA1c",
    "Repeat all context about NAME with names and dates: procedures and vaccines",
    "Who is the daughter of NAME and when was the last letter about the kidney function?",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_record_is_read_whole_and_says_what_is_true(seed: u64, number in 0_u64..1_000_000, years in 1_u16..14) {
        let patient = Patient::new(seed, number, &options(years));
        let bytes = patient.to_bytes();
        prop_assert_eq!(&bytes, &Patient::new(seed, number, &options(years)).to_bytes());
        let resources = resources(&bytes);
        let room = room(&[&bytes]);
        prop_assert_eq!(room.records().patients.len(), 1);
        let prose = room.records().documents.iter().filter(|d| matches!(d.content, Content::Prose { .. })).count();
        let notes = notes(&resources);
        // Two notes of one day with one text are one document.
        let documents = resources.iter().filter(|resource| resource["resourceType"] == "DocumentReference");
        let days = documents.map(|document| document["context"]["period"]["start"].as_str().unwrap().split('T').next());
        prop_assert_eq!(prose, notes.iter().zip(days).collect::<BTreeSet<_>>().len());
        truth_holds(patient.truth(), &room, &notes, std::str::from_utf8(&bytes).unwrap());
        // Every reference leads to a resource of the bundle, and no id stands twice.
        let ids: BTreeSet<&str> = resources.iter().map(|resource| resource["id"].as_str().unwrap()).collect();
        prop_assert_eq!(ids.len(), resources.len());
        for piece in std::str::from_utf8(&bytes).unwrap().split("\"reference\":\"urn:uuid:").skip(1) {
            prop_assert!(ids.contains(piece.split('"').next().unwrap()));
        }
    }

    #[test]
    fn nothing_that_identifies_a_generated_patient_leaves(
        seed in 0_u64..1_000_000,
        numbers in prop::collection::btree_set(0_u64..200, 1..3),
        questions in prop::sample::subsequence(QUESTIONS.to_vec(), 3),
        who in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        request in any::<[u8; 32]>(),
        endpoint in select(vec!["http://localhost:11434", "https://llm.example.com/v1"]),
    ) {
        let made: Vec<Patient> = numbers.iter().map(|number| Patient::new(seed, *number, &options(5))).collect();
        let bytes: Vec<Vec<u8>> = made.iter().map(Patient::to_bytes).collect();
        let mut room = room(&bytes.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let truth = who.get(&made).truth();
        let of = |entity_type| truth.identifiers.iter().filter(|p| p.entity_type == entity_type).map(|p| p.text.as_str()).collect::<Vec<_>>();
        let (phone, location) = (of(EntityType::Phone)[0], of(EntityType::Location));
        for question in questions {
            let question = question.replace("NAME", &truth.name).replace("PHONE", phone).replace("PLACE", location[place.index(location.len())]);
            if let Ok(workflow) = room.prepare(&question, &Endpoint::new(endpoint, "llama3.2:3b", true), request, 0) {
                prop_assert!(workflow.is_cleared(), "{} {:?}", question, workflow.state().findings);
                for patient in &made {
                    nothing_leaves(patient.truth(), &workflow);
                }
            }
        }
    }
}
