//! Exact answers on the sample records: questions written by hand, with gold that was read off the records.

use chaperone::clearance::Block;
use chaperone::document::{PatientIndex, Records};
use chaperone::eval::exact::{Asked, Report};
use chaperone::progress::Unwatched;
use chaperone::question::exact::{self, Exact};
use chaperone::question::{Filters, Plan};
use chaperone::room::Room;
use jiff::civil::Date;

const TODAY: Date = Date::constant(2024, 6, 1);

fn room() -> Room {
    let mut room = Room::new().unwrap();
    for name in ["okafor", "quinones", "rice", "solberg", "tran"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/records/{name}.json"));
        room.add(&std::fs::read(path).unwrap(), &mut Unwatched).unwrap();
    }
    room
}

fn asked(records: &Records, question: &str) -> Option<Exact> {
    exact::answer(records, question, Some(PatientIndex(0)), Some(TODAY))
}

#[test]
fn questions_written_by_hand_are_answered_and_none_of_what_is_absent_is_made_up() {
    let room = room();
    let records = room.records();
    let (mut report, mut missed) = (Report::default(), Vec::new());
    for line in include_str!("../data/questions/handwritten.jsonl").lines() {
        let case: Asked = serde_json::from_str(line).unwrap();
        let whose = records.patients.iter().position(|patient| Some(&patient.id) == case.patient.as_ref()).unwrap();
        let subject = PatientIndex(u32::try_from(whose).unwrap());
        let answer = exact::answer(records, &case.question, Some(subject), Some(TODAY));
        let (gold, before) = (case.answer.unwrap(), report.all);
        report.all.add(&gold, answer.as_ref().map(|answer| answer.answer.as_str()));
        if report.all.right == before.right {
            missed.push(format!("{} {}: {:?}", case.id, case.question, answer.map(|answer| answer.answer)));
        }
    }
    let all = report.all;
    assert!(all.asked >= 270);
    assert!(all.right * 10 >= all.asked * 9, "{all:?} {missed:#?}");
    assert_eq!((all.wrong, all.absent_wrong), (0, 0), "{all:?} {missed:#?}");
}

#[test]
fn an_answer_says_its_rule_and_has_its_entries() {
    let room = room();
    for (question, answer, rule) in [
        ("What is my latest A1c?", "6.4 %", "newest time stamp"),
        ("What medicines do I take?", "", "status in the record is active"),
        ("Is my weight stable since 2022?", "yes", "no more than 5 %"),
        ("How long have I had diabetes?", "", "Whole calendar days"),
    ] {
        let exact = asked(room.records(), question).unwrap();
        assert!(answer.is_empty() || exact.answer == answer, "{question}: {}", exact.answer);
        assert!(exact.rules.iter().any(|said| said.contains(rule)), "{question}: {:?}", exact.rules);
        assert!(!exact.facts.is_empty(), "{question}");
    }
}

#[test]
fn absence_is_said_only_with_what_was_searched() {
    let room = room();
    let exact = asked(room.records(), "What is my PSA?").unwrap();
    assert!(exact.is_absent && exact.facts.is_empty());
    let searched = exact.searched.unwrap();
    assert!(searched.entries > 100 && searched.texts > 0);
    assert_eq!(searched.codes, ["2857-1"]);
    assert!(searched.names.contains(&"prostate specific antigen".to_owned()));
    // What is prescribed is not what is measured.
    assert_eq!(asked(room.records(), "When was my metformin level measured?"), None);
    // A note speaks of it: that is for retrieval.
    assert_eq!(asked(room.records(), "When did I have my stroke?"), None);
}

#[test]
fn without_a_clock_nothing_is_counted_from_now() {
    let room = room();
    let ask = |question, today| exact::answer(room.records(), question, Some(PatientIndex(0)), today);
    for question in ["What was my weight last year?", "How old am I?", "How long ago was my last flu shot?"] {
        assert!(ask(question, Some(TODAY)).is_some(), "{question}");
        assert_eq!(ask(question, None), None, "{question}");
    }
    assert!(ask("What was my weight in 2019?", None).is_some());
}

#[test]
fn the_box_of_an_answer_that_stood_elsewhere_comes_first() {
    let mut room = room();
    room.set_subject(Some(PatientIndex(0))).unwrap();
    let answer = room.quotes_on("What was my highest A1c?", Some(TODAY)).unwrap();
    let told = answer.exact.unwrap();
    assert_eq!((told.exact.answer.as_str(), told.boxes), ("7.9 %", vec![0]));
    let Block::RecordData { rows, .. } = &answer.blocks[0] else { panic!("no box") };
    assert!(rows.iter().any(|row| row.value == "7.9" && row.unit.as_deref() == Some("%")));
}

#[test]
fn what_is_new_is_told_with_its_entries() {
    let mut room = room();
    let (brief, blocks) = room.brief(PatientIndex(0), Date::constant(2020, 1, 1)).unwrap();
    let part = |title: &str| brief.parts.iter().find(|part| part.title == title).unwrap();
    let texts = |title: &str| part(title).items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>();
    assert!(texts("New problems").iter().any(|text| text.contains("Osteoarthritis of knee, 15 September 2020")));
    assert!(texts("Changed medicines")[0].starts_with("New: acetaminophen 500 MG"));
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
fn an_author_and_a_time_choose_documents() {
    let room = room();
    let records = room.records();
    for (question, author, documents) in [
        ("What did Dr Brandt-Nielsen write about my knee?", "Brandt-Nielsen", 6),
        ("What did Brandt-Nielsen write in 2023?", "Brandt-Nielsen", 2),
        ("What did Dr de Kérangal advise?", "Kérangal", 1),
        ("What did Dr. van der Zwaan recommend since 2022?", "Zwaan", 1),
        ("Letters by Dr King in 2023", "King", 3),
    ] {
        let filters = Filters::read(&Plan::new(question, &records.patients), records, Some(TODAY));
        assert!(
            filters.authors.iter().all(|named| named.contains(author)) && filters.authors.len() == 1,
            "{filters:?}"
        );
        assert_eq!(
            records.documents.iter().filter(|document| filters.admits(document)).count(),
            documents,
            "{question}"
        );
    }
}
