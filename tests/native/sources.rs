//! Sources other than FHIR, and archives of all: what they become, and that every value is found again in their bytes.

use chaperone::clearance::Block;
use chaperone::document::{Content, Document, DocumentKind, FactKind, Records};
use chaperone::error::Result;
use chaperone::ingest::{Report, read, unwrapped};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::verify::verify;
use chaperone::room::Room;
use serde_json::json;

use crate::common::files::{bundle, gzip, patient, weight};
use crate::common::rooms;
use crate::invariants;

mod archives;
mod ccda;
mod health;
mod people;

const LETTER: &str = include_str!("../data/sources/letter.md");

const PAGE: &str = include_str!("../data/sources/visit.html");

/// Reads `files` one after the other, each alone in steps of several sizes as well, and checks everything that was read.
fn read_all(files: &[&[u8]]) -> (Records, Vec<Report>) {
    let mut records = Records::default();
    let mut reports = Vec::new();
    let mut earlier: Vec<Vec<u8>> = Vec::new();
    for file in files {
        let before = records.clone();
        let known: Vec<&[u8]> = earlier.iter().map(Vec::as_slice).collect();
        for budgets in [&[1_usize, 100, 7][..], &[1 << 16]] {
            invariants::steps::check(&before, &known, file, budgets, &[]).unwrap();
        }
        reports.push(read(&mut records, file, &mut Unwatched).unwrap());
        let new = &records.files[before.files.len()..];
        earlier.extend(new.iter().map(|source| unwrapped(file, &source.wrapping).unwrap().into_owned()));
    }
    (records, reports)
}

fn refused(file: &[u8]) -> String {
    let outcome: Result<Report> = read(&mut Records::default(), file, &mut Unwatched);
    outcome.unwrap_err().to_string()
}

fn notes(records: &Records) -> Vec<&Document> {
    records.documents.iter().filter(|document| document.kind == DocumentKind::Note).collect()
}

#[test]
fn a_byte_order_mark_before_a_file_changes_nothing_of_what_is_read() {
    for file in [SUMMARY, EXPORT, LETTER, PAGE] {
        let marked = format!("\u{feff}{file}");
        let (plain, _) = read_all(&[file.as_bytes()]);
        let (records, _) = read_all(&[marked.as_bytes()]);
        let said = |records: &Records| -> Vec<String> {
            let names = records.patients.iter().map(|patient| patient.name.clone());
            let identifiers = records.identifiers.iter().map(|identifier| identifier.text.to_string());
            let texts = records.documents.iter().map(|document| document.text.clone());
            names.chain(identifiers).chain(texts).collect()
        };
        assert_eq!(said(&records), said(&plain));
    }
}

#[test]
fn a_letter_in_markdown_is_one_note_of_its_own_words() {
    let (records, reports) = read_all(&[LETTER.as_bytes()]);
    assert_eq!((reports[0].documents, reports[0].facts, records.patients.len()), (1, 0, 1));
    assert!(reports[0].skipped.is_empty(), "{:?}", reports[0].skipped);
    let note = notes(&records)[0];
    assert_eq!(note.text, LETTER);
    assert_eq!(note.date.map(|day| day.to_string()).as_deref(), Some("2021-05-14"));
    assert!(records.patients[0].is_absent());
    let headings: Vec<String> = chaperone::chunk::passages(&records).into_iter().map(|p| p.heading).collect();
    assert!(headings.iter().any(|heading| heading.ends_with("plan")), "{headings:?}");
}

#[test]
fn a_page_is_read_as_it_shows() {
    let (records, _) = read_all(&[PAGE.as_bytes()]);
    let note = notes(&records)[0];
    assert!(
        note.text.contains("Test | Result | Reference\n--- | --- | ---\nHaemoglobin | 13.9 g/dL | 12–15.5"),
        "{}",
        note.text
    );
    assert!(!note.text.contains("tracking"));
    let Content::Prose { provenance, .. } = &note.content else { panic!("a note is prose") };
    assert_eq!(provenance.replay(PAGE.as_bytes()).unwrap(), note.text);
}

#[test]
fn the_same_text_in_gzip_is_the_same_document() {
    let (plain, _) = read_all(&[LETTER.as_bytes()]);
    let (packed, _) = read_all(&[&gzip(LETTER.as_bytes())]);
    assert_eq!(plain.documents[0].id, packed.documents[0].id);
    let (both, reports) = read_all(&[LETTER.as_bytes(), &gzip(LETTER.as_bytes())]);
    assert_eq!((both.documents.len(), both.patients.len(), reports[1].documents), (1, 1, 0));
}

#[test]
fn every_clinical_type_is_shown_and_what_bills_is_not() {
    let of = |resource: serde_json::Value| {
        let mut resource = resource;
        resource["subject"] = json!({ "reference": "Patient/p" });
        resource
    };
    let file = bundle([
        patient("p", "Varga"),
        of(
            json!({ "resourceType": "MedicationStatement", "id": "s", "status": "active", "effectivePeriod": { "start": "2019-04-01" },
            "medicationCodeableConcept": { "text": "Metformin" }, "dosage": [{ "text": "twice a day" }] }),
        ),
        of(
            json!({ "resourceType": "ServiceRequest", "id": "r", "status": "active", "intent": "order", "authoredOn": "2020-05-06",
            "code": { "coding": [{ "system": "http://loinc.org", "code": "4548-4", "display": "HbA1c" }] } }),
        ),
        of(
            json!({ "resourceType": "QuestionnaireResponse", "id": "q", "status": "completed", "authored": "2020-05-06",
            "item": [{ "linkId": "1", "text": "Do you smoke?", "answer": [{ "valueBoolean": false }] }] }),
        ),
        of(
            json!({ "resourceType": "Flag", "id": "f", "status": "active", "code": { "text": "Fall risk" }, "period": { "start": "2020-01-01" } }),
        ),
        json!({ "resourceType": "Appointment", "id": "a", "status": "booked", "start": "2020-06-01T09:00:00Z", "comment": "Fasting.",
            "serviceType": [{ "text": "Cardiology visit" }], "participant": [{ "actor": { "reference": "Location/1" } }, { "actor": { "reference": "Patient/p" } }] }),
        json!({ "resourceType": "Task", "id": "t", "status": "requested", "intent": "order", "for": { "reference": "Patient/p" },
            "authoredOn": "2020-05-06", "code": { "text": "Repeat the blood test" } }),
        of(
            json!({ "resourceType": "List", "id": "l", "status": "current", "mode": "working", "title": "What to ask", "date": "2020-05-06",
            "entry": [{ "item": { "reference": "Flag/f" } }, { "item": { "display": "Swollen ankles", "reference": "Condition/x" } }] }),
        ),
        json!({ "resourceType": "Consent", "id": "o", "status": "active", "patient": { "reference": "Patient/p" }, "dateTime": "2020-05-06",
            "scope": { "text": "Treatment" }, "category": [{ "text": "Consent to share" }] }),
        of(
            json!({ "resourceType": "Media", "id": "m", "status": "completed", "createdDateTime": "2020-05-06", "type": { "text": "Photograph of the wound" },
            "content": { "contentType": "image/png", "url": "https://records.example/picture" } }),
        ),
        json!({ "resourceType": "Task", "id": "nobody", "status": "requested", "intent": "order", "description": "Order of paper" }),
        of(json!({ "resourceType": "Claim", "id": "c", "status": "active", "created": "2020-01-01" })),
        of(
            json!({ "resourceType": "Observation", "id": "n", "status": "final", "code": { "text": "Wound" }, "effectiveDateTime": "2020-05-06",
            "valueString": "healing", "text": { "status": "additional", "div": "<div>Edges are <b>clean</b>.</div>" } }),
        ),
        json!({ "resourceType": "Binary", "id": "b", "contentType": "text/plain", "data": "RGVhciBjb2xsZWFndWU=" }),
        of(
            json!({ "resourceType": "DocumentReference", "id": "d", "status": "current", "date": "2020-05-07T10:00:00Z",
            "content": [{ "attachment": { "contentType": "text/plain", "url": "https://records.example/fhir/Binary/b" } }] }),
        ),
    ]);
    let (records, reports) = read_all(&[&file]);
    let texts: Vec<&str> = records.documents.iter().map(|document| document.text.as_str()).collect();
    let all = texts.join("\n");
    for shown in [
        "Metformin",
        "Dosage is twice a day",
        "HbA1c",
        "Question is Do you smoke?",
        "Question answer value is false",
        "Fall risk",
        "Edges are clean.",
        "Service type is Cardiology visit",
        "Comment is Fasting",
        "Repeat the blood test",
        "What to ask",
        "Entry item is Swollen ankles",
        "Scope is Treatment",
        "Consent to share",
        "Photograph of the wound",
        "Dear colleague",
    ] {
        assert!(all.contains(shown), "{shown} is missing:\n{all}");
    }
    let kinds: Vec<FactKind> = records.documents.iter().flat_map(Document::facts).map(|fact| fact.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == FactKind::Other).count(), 8);
    assert!(kinds.contains(&FactKind::MedicationRequest));
    let set_aside: Vec<&str> = reports[0].set_aside.iter().map(|aside| aside.resource_type).collect();
    assert_eq!(set_aside, ["Binary", "Claim", "Task"]);
    assert!(!all.contains("paper") && !all.contains("records.example"));
}

#[test]
fn of_two_states_of_an_entry_the_older_is_kept_and_marked() {
    let state = |number: u32, hour: u32, kilograms: f64| {
        let mut state = weight("w", "p", "2020-01-02", kilograms);
        state["meta"] =
            json!({ "versionId": number.to_string(), "lastUpdated": format!("2020-01-0{number}T{hour:02}:00:00Z") });
        let mut person = patient("p", "Varga");
        person["birthDate"] = json!("1950-02-03");
        bundle([person, state])
    };
    let (first, second, third) = (state(1, 8, 70.5), state(2, 9, 71.25), state(3, 1, 72.0));
    let (forward, _) = read_all(&[&first, &second, &third]);
    let (backward, _) = read_all(&[&third, &second, &first]);
    for records in [&forward, &backward] {
        let facts: Vec<_> =
            records.documents.iter().flat_map(Document::facts).filter(|f| f.kind == FactKind::Observation).collect();
        let mut marked: Vec<(&str, bool)> = Vec::new();
        for fact in &facts {
            let value = fact.fields.iter().find(|field| field.label == "Value").unwrap();
            marked.push((value.value.text.as_str(), fact.is_superseded()));
        }
        marked.sort_unstable();
        assert_eq!(marked, [("70.5", true), ("71.25", true), ("72.0", false)]);
        let day = records.documents.iter().find(|document| document.kind == DocumentKind::Day).unwrap();
        assert_eq!(
            day.text.matches("Older version. Category").count() + day.text.matches("Older version. Code").count(),
            2,
            "{}",
            day.text
        );
        let words: Vec<String> = facts.iter().map(|fact| chaperone::document::face::entry(fact)).collect();
        assert_eq!(words.iter().filter(|words| words.ends_with("older version")).count(), 2);
    }
    let texts = |records: &Records| records.documents.iter().map(|d| d.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&forward), texts(&backward));
}

/// A room with the lexicon of the build and `file` in it.
fn room(file: &[u8]) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    room.add(file, &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

/// Everything that would leave for `questions`, and every box that answers them.
fn asked(room: &mut Room, file: &[u8], questions: &[&str]) -> String {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let mut sent = String::new();
    for question in questions {
        let boxes = room.quotes(question).unwrap().blocks;
        let boxes: Vec<&Block> =
            boxes.iter().filter(|b| matches!(b, Block::Verbatim { .. } | Block::RecordData { .. })).collect();
        assert!(!boxes.is_empty(), "{question}: nothing is quoted");
        for block in boxes {
            assert!(verify(block, file).unwrap().is_genuine(), "{question}: {block:?}");
        }
        if let Ok(workflow) = room.prepare(question, &endpoint, [9; 32], 0)
            && workflow.is_cleared()
        {
            sent.push_str(&workflow.outgoing().body.to_lowercase());
        }
    }
    sent
}

#[test]
fn of_a_plain_letter_nothing_that_names_anybody_leaves() {
    let letter = "Date: 2021-05-14\n\nDear Dr. Brandlmeier,\n\nMrs. Ottilie Quasthoff, born 3 April 1951, of 14 Birkenweg, \
                  Hinterzarten, telephone 07652 918273, e-mail o.quasthoff@posteo.example, was seen for her atrial fibrillation. Her son \
                  Leberecht brought her. MRN 4471-882-19.\n\nAssessment: Atrial fibrillation, rate controlled, on apixaban 5 mg twice \
                  a day. Blood pressure 132/78 mmHg.\n\nPlan: Ms. Quasthoff goes on with apixaban. Kidney values in three months.\n\n\
                  Prof. Adalbert Zwackelmann\nHeart Centre Hinterzarten\n";
    let page = format!("<html><body><p>{}</p></body></html>", letter.replace("\n\n", "</p><p>"));
    for file in [letter.as_bytes(), page.as_bytes()] {
        let mut room = room(file);
        let questions = [
            "What did the letter say about my atrial fibrillation?",
            "Which dose of apixaban do I take?",
            "What was my blood pressure?",
            "What is the plan for my kidney values?",
            "Who brought me to the clinic and where do I live?",
        ];
        let sent = asked(&mut room, file, &questions);
        for identifying in [
            "ottilie",
            "quasthoff",
            "brandlmeier",
            "zwackelmann",
            "adalbert",
            "leberecht",
            "hinterzarten",
            "birkenweg",
            "918273",
            "posteo",
            "4471",
            "1951",
            "3 april",
            "2021-05-14",
        ] {
            assert!(!sent.contains(identifying), "{identifying} left: {sent}");
        }
    }
}

const SUMMARY: &str = include_str!("../data/sources/summary.xml");

/// Every fact as `kind: label is value unit · …`, in the order of the documents.
fn shown(records: &Records) -> Vec<String> {
    let facts = records.documents.iter().flat_map(Document::facts);
    let words = |fact: &chaperone::document::Fact| {
        let fields = fact.fields.iter().map(|field| {
            let unit = field.unit.as_ref().map_or(String::new(), |unit| format!(" {}", unit.text));
            format!("{} {}{unit}", field.label, field.value.text)
        });
        format!("{:?}: {}", fact.kind, fields.collect::<Vec<_>>().join(" · "))
    };
    facts.map(words).collect()
}

const EXPORT: &str = include_str!("../data/sources/export.xml");

proptest::proptest! {
    #[test]
    fn a_damaged_source_is_read_or_refused_alike_in_any_steps(
        which in 0_usize..4, at in 0.0_f64..1.0, cut in 0_usize..200, put in "[<>&\"' a-zé]{0,12}", budget in 1_usize..5000,
    ) {
        let file = [LETTER, PAGE, SUMMARY, EXPORT][which];
        let at = file.floor_char_boundary((file.len() as f64 * at) as usize);
        let end = file.floor_char_boundary((at + cut).min(file.len())).max(at);
        let damaged = format!("{}{put}{}", &file[..at], &file[end..]);
        let _ = invariants::steps::check(&Records::default(), &[], damaged.as_bytes(), &[budget], &[]);
    }
}
