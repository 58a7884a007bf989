//! Exact answers on the sample records: questions written by hand, with gold that was read off the records.

use base64::Engine as _;
use chaperone::clearance::{Block, box_fact};
use chaperone::document::{PatientIndex, Records};
use chaperone::eval::exact::{Asked, Counts, Report};
use chaperone::index::concepts::{Vocabulary, table};
use chaperone::progress::Unwatched;
use chaperone::question::exact::{self, Exact};
use chaperone::question::{Filters, Plan};
use chaperone::room::Room;
use chaperone::workflow::Answer;
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

/// Asks the questions of `set` about the sample people on the day `today`; returns the counts, and what was not right.
fn counted(set: &str, today: Date, known: Option<&Vocabulary>) -> (Counts, Vec<String>) {
    let room = room();
    let records = room.records();
    let (mut report, mut missed) = (Report::default(), Vec::new());
    for line in set.lines() {
        let case: Asked = serde_json::from_str(line).unwrap();
        let whose = records.patients.iter().position(|patient| Some(&patient.id) == case.patient.as_ref()).unwrap();
        let subject = PatientIndex(u32::try_from(whose).unwrap());
        let answer = exact::answer_knowing(records, &case.question, Some(subject), Some(today), known);
        let (gold, before) = (case.answer.unwrap(), report.all);
        report.all.add(&gold, answer.as_ref().map(|answer| answer.answer.as_str()));
        if report.all.right == before.right {
            missed.push(format!("{} {}: {:?}", case.id, case.question, answer.map(|answer| answer.answer)));
        }
    }
    (report.all, missed)
}

#[test]
fn what_is_found_by_a_slip_that_is_put_right_is_shown_with_how_it_was_read() {
    let mut room = Room::new().unwrap();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
    room.add(&std::fs::read(path).unwrap(), &mut Unwatched).unwrap();
    for (typed, right) in [
        ("is my cholestrol going up?", "is my cholesterol going up?"),
        ("What was my last cholestrol?", "What was my last cholesterol?"),
    ] {
        let read = room.quotes_on(typed, None).unwrap();
        let known = room.quotes_on(right, None).unwrap();
        assert!(!known.blocks.is_empty() && known.read_as.is_empty(), "{right}");
        assert_eq!(read.blocks, known.blocks, "{typed}");
        let told = read.exact.iter().flat_map(|told| &told.exact.rules).chain(&read.read_as);
        assert_eq!(told.filter(|rule| *rule == "“cholestrol” is read as “cholesterol”.").count(), 1, "{typed}");
    }
}

#[test]
fn a_time_that_stands_behind_a_mark_counts_as_much() {
    let room = room();
    for thing in ["weight", "blood pressure"] {
        for time in ["last year", "last week", "this year", "in 1990", "in March 1990"] {
            let answer =
                |question: String| asked(room.records(), &question).map(|exact| (exact.answer, exact.is_absent));
            let within = answer(format!("What was my {thing} {time}?"));
            assert_eq!(answer(format!("What was my {thing}, {time}?")), within, "{thing}, {time}");
            assert!(time != "in 1990" || within.is_some_and(|(_, is_absent)| is_absent), "{thing} {time}");
        }
    }
}

#[test]
fn questions_in_everyday_wording_are_answered_and_none_of_what_is_absent_is_made_up() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/concepts/concepts.bin");
    let concepts = Vocabulary::read(&std::fs::read(path).expect("set-up makes the vocabulary")).unwrap();
    let day = Date::constant(2024, 11, 15);
    // Of the fourth set and the eighth more is left to retrieval, though entries have it.
    for (set, today, least, known, percent) in [
        (include_str!("../data/questions/handwritten.jsonl"), TODAY, 270, None, 90),
        // Written before the planner was asked any of them, their truths by `benches/blind_truth.py`.
        (include_str!("../data/questions/blind.jsonl"), day, 220, None, 90),
        (include_str!("../data/questions/second.jsonl"), day, 150, None, 90),
        (include_str!("../data/questions/third.jsonl"), day, 180, None, 90),
        // Their truths by `benches/blind_fourth.py` to `blind_eighth.py`; asked with the vocabulary, as the page asks.
        (include_str!("../data/questions/fourth.jsonl"), day, 199, Some(&concepts), 88),
        (include_str!("../data/questions/fifth.jsonl"), day, 141, Some(&concepts), 90),
        (include_str!("../data/questions/sixth.jsonl"), day, 118, Some(&concepts), 90),
        (include_str!("../data/questions/seventh.jsonl"), day, 112, Some(&concepts), 90),
        (include_str!("../data/questions/eighth.jsonl"), day, 79, Some(&concepts), 84),
    ] {
        let (all, missed) = counted(set, today, known);
        assert!(all.asked >= least);
        assert!(all.right * 100 >= all.asked * percent, "{all:?} {missed:#?}");
        assert_eq!((all.wrong, all.absent_wrong), (0, 0), "{all:?} {missed:#?}");
    }
}

#[test]
fn whether_an_illness_came_back_and_when_it_was_over_is_left_to_retrieval() {
    let room = room();
    let at = room.records().patients.iter().position(|patient| patient.name.contains("Okafor")).unwrap();
    let of = Some(PatientIndex(u32::try_from(at).unwrap()));
    for question in [
        "Did my pneumonia come back?",
        "When did my pneumonia come back?",
        "How many times has my pneumonia come back?",
        "How old was I when I got over pneumonia?",
        "How old was I when my pneumonia came back?",
    ] {
        assert_eq!(exact::answer(room.records(), question, of, Some(TODAY)), None, "{question}");
    }
}

#[test]
fn a_vaccination_is_no_answer_to_whether_the_disease_was_had() {
    let room = room();
    let of = |name: &str| {
        let at = room.records().patients.iter().position(|patient| patient.name.contains(name)).unwrap();
        Some(PatientIndex(u32::try_from(at).unwrap()))
    };
    let ask = |name, question| exact::answer(room.records(), question, of(name), Some(TODAY));
    for (name, question) in [
        ("Nahia", "Did she have measles?"),
        ("Nahia", "When did she have chickenpox?"),
        ("Nahia", "How often has she had the flu?"),
        ("Okafor", "Have I had covid?"),
        ("Okafor", "How many times did I have covid?"),
        ("Trần", "When did I have shingles?"),
    ] {
        assert_eq!(ask(name, question), None, "{question}");
    }
    assert!(ask("Okafor", "How many times did I have pneumonia?").unwrap().is_absent);
    for (name, question, answer) in [
        ("Nahia", "When did she get her MMR?", "2017-08-29"),
        ("Nahia", "Was she vaccinated against measles?", "yes"),
        ("Okafor", "Did I get a covid shot?", "yes"),
    ] {
        assert_eq!(ask(name, question).unwrap().answer, answer, "{question}");
    }
}

#[test]
fn what_is_over_is_not_counted_to_today() {
    let room = room();
    let lasted = asked(room.records(), "How long did I have the colon polyp?").unwrap();
    assert_eq!((lasted.answer.as_str(), lasted.facts.len()), ("35 days", 1), "{}", lasted.sentence);
    // What has no end in the record lasted nobody knows how long.
    assert_eq!(asked(room.records(), "How long did I have hypertension?"), None);
    let ago = asked(room.records(), "How long ago was my colonoscopy?").unwrap();
    assert!(ago.sentence.contains("counted to"), "{}", ago.sentence);
    let then = asked(room.records(), "How old was I when I had my colonoscopy?").unwrap();
    assert_eq!((then.answer.as_str(), then.rules.len()), ("58", 1));
    // She has not died, and has had no stroke.
    assert_eq!(asked(room.records(), "How old was I when I died?"), None);
    assert_eq!(asked(room.records(), "How old was I when I had a stroke?"), None);
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

/// Which blocks of `answer` are the boxes of its entries, by what they hold.
fn boxes_of_entries(room: &Room, answer: &Answer) -> Vec<usize> {
    let context = room.context();
    let facts = answer.exact.iter().flat_map(|told| &told.exact.facts);
    let own: Vec<Block> = facts.filter_map(|fact| box_fact(*fact, context.records, context.index.as_slice())).collect();
    (0..).zip(&answer.blocks).filter(|(_, block)| own.contains(block)).map(|(number, _)| number).collect()
}

#[test]
fn the_boxes_that_an_answer_names_are_those_of_its_entries() {
    let mut room = room();
    room.set_subject(Some(PatientIndex(0))).unwrap();
    for question in [
        "What is my latest A1c?",
        "What medicines do I take?",
        "Is my weight stable since 2022?",
        "How long have I had diabetes?",
    ] {
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        let boxes = &answer.exact.as_ref().expect(question).boxes;
        assert!(!boxes.is_empty(), "{question}");
        assert_eq!(*boxes, boxes_of_entries(&room, &answer), "{question}");
    }
}

#[test]
fn of_more_entries_than_an_answer_shows_the_first_are_shown() {
    let weight = |number: i32| {
        let rest = serde_json::json!({
            "status": "final",
            "effectiveDateTime": format!("{}-{:02}-05", 2010 + number / 12, number % 12 + 1),
            "valueQuantity": {
                "value": 60.0 + f64::from(number) / 10.0, "unit": "kg", "code": "kg", "system": "http://unitsofmeasure.org"
            }
        });
        entry("Observation", &format!("w{number}"), LOINC, "29463-7", "Body weight", rest)
    };
    let mut room = room_of(&(0..150).map(weight).collect::<Vec<_>>());
    let answer = room.quotes_on("How many times was my weight measured?", Some(TODAY)).unwrap();
    assert_eq!(answer.blocks.len(), 120);
    assert!(answer.folded.last().is_some_and(|run| run.end == 120), "{:?}", answer.folded);
    let told = answer.exact.as_ref().unwrap();
    assert_eq!((told.exact.answer.as_str(), told.exact.facts.len()), ("150", 150));
    assert_eq!(told.boxes, boxes_of_entries(&room, &answer));
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

const SNOMED: &str = "http://snomed.info/sct";
const RXNORM: &str = "http://www.nlm.nih.gov/research/umls/rxnorm";

/// A room with the records of one patient, who has `resources`.
fn room_of(resources: &[serde_json::Value]) -> Room {
    let patient = serde_json::json!({ "resourceType": "Patient", "id": "p", "name": [{ "given": ["Test"], "family": "Person" }] });
    let entries: Vec<_> = std::iter::once(&patient)
        .chain(resources)
        .map(|resource| serde_json::json!({ "resource": resource }))
        .collect();
    let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
    let mut room = Room::new().unwrap();
    room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    room
}

/// An entry about the patient, under `code` of `system` where there is one.
fn entry(kind: &str, id: &str, system: &str, code: &str, name: &str, rest: serde_json::Value) -> serde_json::Value {
    let concept = if code.is_empty() {
        serde_json::json!({ "text": name })
    } else {
        serde_json::json!({ "coding": [{ "system": system, "code": code, "display": name }] })
    };
    let whose = serde_json::json!({ "reference": "Patient/p" });
    let mut entry = serde_json::json!({ "resourceType": kind, "id": id });
    let (code, subject) = match kind {
        "MedicationRequest" | "MedicationStatement" => ("medicationCodeableConcept", "subject"),
        "AllergyIntolerance" => ("code", "patient"),
        _ => ("code", "subject"),
    };
    entry[code] = concept;
    entry[subject] = whose;
    for (key, value) in rest.as_object().unwrap() {
        entry[key] = value.clone();
    }
    entry
}

fn clinical(status: &str, day: &str) -> serde_json::Value {
    serde_json::json!({ "clinicalStatus": { "coding": [{ "code": status }] }, "recordedDate": day })
}

fn written(id: &str, day: &str, text: &str) -> serde_json::Value {
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    serde_json::json!({
        "resourceType": "DocumentReference", "id": id, "status": "current", "date": format!("{day}T09:00:00Z"),
        "subject": { "reference": "Patient/p" }, "type": { "coding": [{ "code": "34109-9" }] },
        "content": [{ "attachment": { "contentType": "text/plain", "data": data } }]
    })
}

#[test]
fn a_whole_kind_is_not_in_the_record_only_where_no_text_speaks_of_it() {
    let knee = written("n1", "2020-02-03", "The knee aches after stairs and is stiff at dawn.");
    let questions =
        ["Do I have any allergies?", "What am I allergic to?", "What do I take?", "How many allergies do I have?"];
    let room = room_of(std::slice::from_ref(&knee));
    for question in questions {
        let exact = asked(room.records(), question).expect(question);
        let searched = exact.searched.unwrap();
        assert!(exact.is_absent && searched.texts == 1, "{question}: {}", exact.sentence);
        let wanted = if question.contains("llerg") { "allergic" } else { "prescribed" };
        assert!(searched.names.iter().any(|name| name == wanted), "{question}: {:?}", searched.names);
    }
    let allergies = &questions[..2];
    for (text, kind) in [
        ("Her mother says that she is allergic to bees.", allergies),
        ("She had a reaction to the dye last year.", allergies),
        ("He takes something white at night.", &questions[2..3]),
        ("Continue Lisinopril.", &questions[2..3]),
        ("500mg twice a day", &questions[2..3]),
    ] {
        let room = room_of(&[knee.clone(), written("n2", "2021-02-03", text)]);
        for question in kind {
            assert_eq!(asked(room.records(), question), None, "{question} {text}");
        }
    }
    // What was stopped says nothing of what a text has.
    let stopped = entry(
        "MedicationRequest",
        "m",
        RXNORM,
        "313988",
        "Furosemide 40 MG Oral Tablet",
        serde_json::json!({
            "status": "stopped", "intent": "order", "authoredOn": "2018-01-01"
        }),
    );
    let taken = written("n3", "2021-02-03", "He takes aspirin.");
    for question in ["What do I take?", "How many medicines am I on?", "Do I take any medicines?"] {
        let exact = asked(room_of(&[stopped.clone(), knee.clone()]).records(), question).expect(question);
        assert!(exact.is_absent && exact.searched.is_some(), "{question}: {}", exact.sentence);
        assert_eq!(asked(room_of(&[stopped.clone(), taken.clone()]).records(), question), None, "{question}");
    }
    // The problem list speaks of it, and a visit for a test does not.
    let problem = entry("Condition", "c", SNOMED, "91934008", "Allergy to nut", clinical("active", "2020-01-01"));
    assert_eq!(asked(room_of(&[problem]).records(), "Do I have any allergies?"), None);
    let test = entry(
        "Procedure",
        "t",
        SNOMED,
        "395142003",
        "Allergy screening test",
        serde_json::json!({ "status": "completed" }),
    );
    assert!(asked(room_of(&[test]).records(), "Do I have any allergies?").unwrap().is_absent);
}

#[test]
fn of_words_that_name_nothing_known_it_is_not_said_that_it_is_not_there() {
    let request = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2019-01-01" });
    let thyroxine =
        entry("MedicationRequest", "m", RXNORM, "966224", "levothyroxine sodium 0.075 MG Oral Tablet", request);
    let deaf = entry("Condition", "c", SNOMED, "49526009", "Presbycusis", clinical("active", "2019-01-01"));
    let sulfa = entry(
        "AllergyIntolerance",
        "a",
        SNOMED,
        "91939003",
        "Allergy to sulfonamide",
        clinical("active", "2019-01-01"),
    );
    let room = room_of(&[thyroxine, deaf, sulfa]);
    for question in ["Do I take heart pills?", "When did my water break?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    for question in ["Do I take thyroid pills?", "Am I hard of hearing?", "Am I allergic to sulfa?"] {
        assert_eq!(asked(room.records(), question).unwrap().answer, "yes", "{question}");
    }
    let broken = asked(room.records(), "When did I break my arm?").unwrap();
    assert!(broken.is_absent && broken.searched.unwrap().names.contains(&"fracture humerus".to_owned()));
    // With a vocabulary only what it, the tables or the records have a name for is known.
    let known = table::read("a\tlupus erythematosus|lupus\t\t\n").unwrap();
    let ask = |question: &str, known| {
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), known)
    };
    for question in ["Do I have lupus?", "Do I have gout?", "Do I take omeprazole?"] {
        assert!(ask(question, None).unwrap().is_absent, "{question}");
    }
    assert!(ask("Do I have lupus?", Some(&known)).unwrap().is_absent);
    assert!(ask("Do I take omeprazole?", Some(&known)).unwrap().is_absent);
    assert_eq!(ask("Do I have gleet?", Some(&known)), None);
}

#[test]
fn what_somebody_wrote_is_no_coded_entry_and_is_left_to_retrieval() {
    let gout = entry("Condition", "c", SNOMED, "90560007", "Gout", clinical("active", "2020-01-01"));
    let room = room_of(std::slice::from_ref(&gout));
    for question in [
        "What did the letter say?",
        "What did the letter say about gout?",
        "Are there any letters about my heart?",
        "What does the report say?",
        "What was said about my gout?",
    ] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    // "Can you say" asks for no text.
    assert_eq!(asked(room.records(), "Can you say when my gout started?").unwrap().answer, "2020-01-01");
    let room = room_of(&[gout, written("n", "2021-02-03", "The knee aches after stairs.")]);
    for question in ["What did the letter say?", "What did the letter say about gout?", "What was said about lupus?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
}

#[test]
fn a_record_that_says_that_there_is_no_allergy_is_not_said_to_have_one() {
    let none =
        entry("AllergyIntolerance", "a", SNOMED, "716186003", "No known allergy", clinical("active", "2020-01-01"));
    let room = room_of(std::slice::from_ref(&none));
    for (question, answer) in [("Do I have any allergies?", "no"), ("How many allergies do I have?", "0")] {
        let exact = asked(room.records(), question).unwrap();
        assert_eq!((exact.answer.as_str(), exact.facts.len(), exact.is_absent), (answer, 1, false), "{question}");
    }
    let latex =
        entry("AllergyIntolerance", "b", SNOMED, "300916003", "Latex allergy", clinical("active", "2021-01-01"));
    let room = room_of(&[none, latex]);
    let exact = asked(room.records(), "Do I have any allergies?").unwrap();
    assert_eq!((exact.answer.as_str(), exact.facts.len()), ("yes", 1), "{}", exact.sentence);
}

#[test]
fn entries_of_one_code_are_one_thing_whatever_they_are_called() {
    let of = |kind, system, code, names: [&str; 2], was, is| {
        let old = entry(kind, "one", system, code, names[0], was);
        let new = entry(kind, "two", system, code, names[1], is);
        room_of(&[old, new])
    };
    let request =
        |status: &str, day: &str| serde_json::json!({ "status": status, "intent": "order", "authoredOn": day });
    let conditions = ["Essential hypertension", "High blood pressure disorder"];
    let medicines = ["Furosemide 40 MG Oral Tablet", "Lasix 40 MG Oral Tablet"];
    let allergies = ["Allergy to penicillin", "Penicillin-class hypersensitivity"];
    let was = clinical("inactive", "2015-01-01");
    for (room, question) in [
        (
            of(
                "Condition",
                SNOMED,
                "59621000",
                conditions,
                clinical("resolved", "2015-01-01"),
                clinical("active", "2019-01-01"),
            ),
            "Do I have essential hypertension?",
        ),
        (
            of(
                "MedicationRequest",
                RXNORM,
                "313988",
                ["Torsemide 20 MG Oral Tablet", "Demadex pill"],
                request("stopped", "2015-01-01"),
                request("active", "2019-01-01"),
            ),
            "Am I on torsemide?",
        ),
        (
            of("AllergyIntolerance", SNOMED, "91936005", allergies, was, clinical("active", "2019-01-01")),
            "Am I allergic to penicillin?",
        ),
    ] {
        let exact = asked(room.records(), question).expect(question);
        assert_eq!(exact.answer, "yes", "{question}: {}", exact.sentence);
    }
    let room = of(
        "MedicationRequest",
        RXNORM,
        "313988",
        medicines,
        request("stopped", "2015-01-01"),
        request("active", "2019-01-01"),
    );
    assert_eq!(asked(room.records(), "How many medicines was I ever prescribed?").unwrap().answer, "2");
    assert_eq!(asked(room.records(), "How many different medicines was I ever prescribed?").unwrap().answer, "1");
}

#[test]
fn the_same_code_of_another_system_is_another_thing() {
    let active = |id, system, name| entry("Condition", id, system, "49000", name, clinical("active", "2019-01-01"));
    let gone = entry("Condition", "a", SNOMED, "49000", "Gout", clinical("resolved", "2015-01-01"));
    let room = room_of(&[gone.clone(), active("b", "urn:local", "Sprained ankle")]);
    assert_eq!(asked(room.records(), "Do I have gout?").unwrap().answer, "no");
    let room = room_of(&[gone, active("b", SNOMED, "Podagra")]);
    assert_eq!(asked(room.records(), "Do I have gout?").unwrap().answer, "yes");
}

const ICD: &str = "http://hl7.org/fhir/sid/icd-10-cm";
const LOINC: &str = "http://loinc.org";

/// `entry` with these codings in place of its own, as `(system, code, display)`, and `text` shown.
fn with_codings(mut entry: serde_json::Value, codings: &[(&str, &str, &str)], text: &str) -> serde_json::Value {
    let codings = codings.iter().map(|(system, code, display)| {
        if display.is_empty() {
            serde_json::json!({ "system": system, "code": code })
        } else {
            serde_json::json!({ "system": system, "code": code, "display": display })
        }
    });
    let codings: Vec<_> = codings.collect();
    let element = if entry.get("medicationCodeableConcept").is_some() { "medicationCodeableConcept" } else { "code" };
    entry[element] = serde_json::json!({ "coding": codings, "text": text });
    entry
}

#[test]
fn an_entry_is_found_by_every_coding_that_it_has() {
    let problem = |id, codings: &[(&str, &str, &str)], text: &str, status, day| {
        with_codings(entry("Condition", id, SNOMED, "1", text, clinical(status, day)), codings, text)
    };
    let both = [(SNOMED, "59621000", "Essential hypertension"), (ICD, "I10", "Essential (primary) hypertension")];
    // Resolved under both codes; active under the other one alone, which the source calls otherwise.
    let old = problem("a", &both, "Essential hypertension", "resolved", "2015-01-01");
    let new = problem("b", &[(ICD, "I10", "")], "Raised pressure, long known", "active", "2019-01-01");
    let room = room_of(&[old.clone(), new.clone()]);
    assert_eq!(asked(room.records(), "Do I have essential hypertension?").unwrap().answer, "yes");
    assert_eq!(asked(room.records(), "How many conditions do I have?").unwrap().answer, "1");
    // They are one thing, and disagree: the brief shows both.
    let mut room = room_of(&[old, problem("c", &[(ICD, "I10", "")], "Raised pressure", "active", "2015-01-01")]);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2010, 1, 1)).unwrap();
    assert_eq!(brief.disagreements.iter().map(|each| each.about).collect::<Vec<_>>(), ["problem"]);
    // What only another coding says in words is found by these.
    let local = [(ICD, "E11.9", ""), (SNOMED, "44054006", "Type 2 diabetes mellitus")];
    let room = room_of(&[problem("d", &local, "Zucker", "active", "2019-01-01")]);
    assert_eq!(asked(room.records(), "Do I have type 2 diabetes?").unwrap().answer, "yes");
}

#[test]
fn a_measure_is_found_by_every_code_of_loinc() {
    let reading = |id, codings: &[(&str, &str, &str)], day: &str, value: f64| {
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": "%", "code": "%", "system": "http://unitsofmeasure.org" }
        });
        with_codings(entry("Observation", id, LOINC, "1", "SpO2", rest), codings, "SpO2")
    };
    let room = room_of(&[
        reading("a", &[(LOINC, "59408-5", ""), (LOINC, "2708-6", "")], "2020-01-01", 97.0),
        reading("b", &[("urn:local", "S", ""), (LOINC, "2708-6", "")], "2021-01-01", 95.0),
    ]);
    let exact = asked(room.records(), "How many times was my oxygen saturation measured?").unwrap();
    assert_eq!((exact.answer.as_str(), exact.facts.len()), ("2", 2), "{}", exact.sentence);
    assert_eq!(asked(room.records(), "What is my latest oxygen saturation?").unwrap().answer, "95.0 %");
}

#[test]
fn a_class_that_two_medicines_share_makes_no_one_of_them() {
    let request = |id, code, name: &str, status: &str| {
        let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": "2019-01-01" });
        let codings = [(RXNORM, code, name), ("http://www.whocc.no/atc", "C09A", "")];
        with_codings(entry("MedicationRequest", id, RXNORM, code, name, rest), &codings, name)
    };
    let room = room_of(&[
        request("a", "314076", "lisinopril 10 MG Oral Tablet", "stopped"),
        request("b", "858817", "enalapril 10 MG Oral Tablet", "active"),
    ]);
    assert_eq!(asked(room.records(), "Am I on lisinopril?").unwrap().answer, "no");
    assert_eq!(asked(room.records(), "How many different medicines was I ever prescribed?").unwrap().answer, "2");
}

#[test]
fn a_code_for_much_makes_nothing_of_what_stands_under_it() {
    let allergy = |id, name: &str, status| {
        let code = serde_json::json!({ "coding": [{ "system": SNOMED, "code": "419199007", "display": "Allergy to substance" }], "text": name });
        let mut allergy = entry("AllergyIntolerance", id, SNOMED, "419199007", name, clinical(status, "2020-01-01"));
        allergy["code"] = code;
        allergy
    };
    let room = room_of(&[allergy("a", "Latex", "inactive"), allergy("b", "Peanut", "active")]);
    assert_eq!(asked(room.records(), "Am I allergic to latex?"), None);
}

#[test]
fn a_cohort_counts_by_code() {
    let mut room = Room::new().unwrap();
    for (id, name) in [
        ("p1", "Furosemide 40 MG Oral Tablet"),
        ("p2", "Lasix 40 MG Oral Tablet"),
        ("p3", "Furosemide 40 MG Oral Tablet"),
    ] {
        let whose = serde_json::json!({ "reference": format!("Patient/{id}") });
        let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
            { "resource": { "resourceType": "Patient", "id": id, "name": [{ "given": ["Ada"], "family": format!("F{id}") }] } },
            { "resource": { "resourceType": "Condition", "id": format!("c{id}"), "subject": whose, "clinicalStatus": { "coding": [{ "code": "active" }] },
                "code": { "coding": [{ "system": SNOMED, "code": "84114007", "display": "Heart failure" }] }, "onsetDateTime": "2019-01-01" } },
            { "resource": { "resourceType": "MedicationRequest", "id": format!("m{id}"), "subject": whose, "status": "active", "intent": "order", "authoredOn": "2020-01-01",
                "medicationCodeableConcept": { "coding": [{ "system": RXNORM, "code": "313988", "display": name }] } } },
        ] });
        room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    }
    let exact =
        exact::answer(room.records(), "What medications are patients with heart failure on?", None, Some(TODAY))
            .unwrap();
    assert_eq!(exact.answer, "Furosemide 40 MG Oral Tablet", "{}", exact.sentence);
    assert!(exact.sentence.contains("(3)"), "{}", exact.sentence);
}

#[test]
fn absence_is_looked_for_by_all_names_of_a_concept_and_by_codes_that_other_records_have() {
    const TABLE: &str =
        "a\tpodagra|gout\t\t\nb\tlupus erythematosus|lupus\t\t\nc\tdiscoid lupus erythematosus|discoid lupus\tb\t\n";
    let known = table::read(TABLE).unwrap();
    let note = written("n", "2020-01-01", "Known podagra of the left toe.");
    let condition = entry("Condition", "c", SNOMED, "200938002", "Discoid lupus", clinical("active", "2019-01-01"));
    let ask = |room: &Room, question: &str, known| {
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), known)
    };
    let room = room_of(&[note.clone(), condition]);
    assert!(ask(&room, "Do I have gout?", None).unwrap().is_absent);
    assert_eq!(ask(&room, "Do I have gout?", Some(&known)), None, "a text has another name");
    let exact = ask(&room_of(&[]), "Do I have lupus?", Some(&known)).unwrap();
    assert!(exact.searched.unwrap().names.contains(&"discoid lupus erythematosus".to_owned()), "kinds of it, too");
    // One record's name is looked for under its code in the others.
    let mut room =
        room_of(&[entry("Condition", "d", SNOMED, "90560007", "Toe gathering", clinical("active", "2019-01-01"))]);
    assert!(ask(&room, "Do I have gout?", None).unwrap().searched.unwrap().codes.is_empty());
    let other = |code: &str| {
        serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": format!("o{code}"), "name": [{ "given": ["Eve"], "family": "Other" }] } },
        { "resource": { "resourceType": "Condition", "id": format!("x{code}"), "subject": { "reference": format!("Patient/o{code}") },
            "code": { "coding": [{ "system": SNOMED, "code": code, "display": "Gout" }] } } },
    ] })
    };
    room.add(&serde_json::to_vec(&other("1")).unwrap(), &mut Unwatched).unwrap();
    let exact = ask(&room, "Do I have gout?", None).unwrap();
    assert_eq!((exact.is_absent, exact.searched.unwrap().codes), (true, vec!["1".to_owned()]));
    room.add(&serde_json::to_vec(&other("90560007")).unwrap(), &mut Unwatched).unwrap();
    assert_eq!(ask(&room, "Do I have gout?", None), None, "it stands under that code");
}

#[test]
fn both_numbers_of_a_blood_pressure_and_medicines_that_ended_are_in_the_brief() {
    let pressure = |id: &str, day: &str, upper: u32, rest: serde_json::Value| {
        let part = |code: &str, name: &str, value: u32| {
            serde_json::json!({ "code": { "coding": [{ "system": "http://loinc.org", "code": code, "display": name }] },
                "valueQuantity": { "value": value, "unit": "mmHg" } })
        };
        let mut panel = entry(
            "Observation",
            id,
            "http://loinc.org",
            "85354-9",
            "Blood pressure panel",
            serde_json::json!({
                "status": "final", "effectiveDateTime": day,
                "component": [part("8480-6", "Systolic", upper), part("8462-4", "Diastolic", 80)]
            }),
        );
        for (key, value) in rest.as_object().unwrap() {
            panel["component"][0][key] = value.clone();
        }
        panel
    };
    let limits = serde_json::json!({ "referenceRange": [{ "high": { "value": 140, "unit": "mmHg" } }] });
    let mut marked = pressure("b5", "2021-05-01", 151, serde_json::json!({}));
    marked["code"]["coding"][0]["code"] = "55284-4".into();
    marked["component"][0]["code"]["coding"][0]["code"] = "8459-0".into();
    marked["component"][1]["code"]["coding"][0]["code"] = "8453-3".into();
    marked["interpretation"] = serde_json::json!([{ "coding": [{ "code": "H", "display": "High" }] }]);
    let statement = |id: &str, name: &str, status: &str, begun: &str, ended: &str| {
        entry(
            "MedicationStatement",
            id,
            RXNORM,
            id,
            name,
            serde_json::json!({
                "status": status, "effectivePeriod": { "start": begun, "end": ended }
            }),
        )
    };
    let mut room = room_of(&[
        pressure("b1", "2021-01-01", 120, serde_json::json!({})),
        pressure("b2", "2021-02-01", 131, serde_json::json!({})),
        pressure("b3", "2021-03-01", 144, limits),
        marked,
        statement("1", "Amlodipine 5 MG", "completed", "2018-01-01", "2021-04-02"),
        statement("2", "Warfarin 5 MG", "completed", "2017-01-01", "2019-04-02"),
        statement("3", "Metformin 500 MG", "completed", "2018-01-01", "2021-02-02"),
        entry(
            "MedicationRequest",
            "4",
            RXNORM,
            "3",
            "Metformin 500 MG",
            serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-12-30" }),
        ),
    ]);
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2021, 1, 1)).unwrap();
    let texts = |title: &str| {
        let part = brief.parts.iter().find(|part| part.title == title).unwrap();
        part.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(
        texts("Values out of range"),
        [
            "Blood pressure panel: Systolic 151 mmHg, Diastolic 80 mmHg, 1 May 2021; marked “High”",
            "Systolic: 144 mmHg, 1 March 2021; above 140, the range of its entry"
        ]
    );
    let moving = texts("Values on the move");
    assert!(moving.len() == 1 && moving[0].starts_with("Systolic: rising, from 120 mmHg"), "{moving:?}");
    assert_eq!(texts("Changed medicines"), ["Ended: Amlodipine 5 MG, until 2 April 2021"]);
    let pressure = room.series(PatientIndex(0)).unwrap().into_iter().find(|series| series.name == "Systolic").unwrap();
    assert_eq!(pressure.points.last().unwrap().out.as_deref(), Some("above 140, the range of its entry"));
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
