//! References from one member of an archive to another: an export in bulk has a file for every type of resource.

use chaperone::chunk::passages;
use chaperone::clearance::box_passage;
use chaperone::document::{Content, Document, DocumentKind, Fact, FactKind, Records};
use chaperone::ingest::{read, unwrapped};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::verify::verify;
use chaperone::room::Room;
use serde_json::{Value, json};

use crate::common::files::{bundle, patient, zip};
use crate::invariants;

fn order(medication: &str) -> Value {
    json!({ "resourceType": "MedicationRequest", "id": "r", "status": "active", "intent": "order", "authoredOn": "2024-02-03",
        "subject": { "reference": "Patient/p" }, "medicationReference": { "reference": medication } })
}

fn metformin(id: &str) -> Value {
    json!({ "resourceType": "Medication", "id": id, "code": { "text": "Metformin 500 mg tablet", "coding": [
        { "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "860975", "display": "metformin 500 MG Oral Tablet" }] } })
}

fn note() -> [Value; 2] {
    [
        json!({ "resourceType": "DocumentReference", "id": "d", "status": "current", "subject": { "reference": "Patient/p" },
            "author": [{ "reference": "Practitioner/a" }], "date": "2024-02-03T08:00:00Z",
            "content": [{ "attachment": { "contentType": "text/plain", "url": "Binary/b" } }] }),
        json!({ "resourceType": "Binary", "id": "b", "contentType": "text/plain", "data": "U2hlIHdhbGtzIGRhaWx5Lg==" }),
    ]
}

/// An archive with one member of lines for each of `resources`.
fn export(resources: &[Value]) -> Vec<u8> {
    let lines: Vec<String> = resources.iter().map(|resource| format!("{resource}\n")).collect();
    let names: Vec<String> = (0..lines.len()).map(|at| format!("{at}.ndjson")).collect();
    let members = names.iter().zip(&lines).map(|(name, line)| (name.as_str(), Some(line.as_bytes())));
    zip(&members.collect::<Vec<_>>())
}

/// Reads `archive` and checks that every value is found again in its member.
fn records(archive: &[u8]) -> Records {
    let mut records = Records::default();
    read(&mut records, archive, &mut Unwatched).unwrap();
    let members: Vec<Vec<u8>> =
        records.files.iter().map(|file| unwrapped(archive, &file.wrapping).unwrap().into_owned()).collect();
    let members: Vec<&[u8]> = members.iter().map(Vec::as_slice).collect();
    invariants::check(&records, &members);
    records
}

fn medicine(records: &Records) -> Option<&Fact> {
    let mut facts = records.documents.iter().flat_map(Document::facts);
    facts.find(|fact| fact.kind == FactKind::MedicationRequest)
}

/// What the order of `records` says that it is of.
fn medicine_name(records: &Records) -> Option<&str> {
    medicine(records)?.code.as_ref().map(|code| code.display.text.as_str())
}

#[test]
fn a_medicine_in_another_member_is_named_and_quoted_from_there() {
    for resources in [
        [metformin("m"), order("Medication/m"), patient("p", "Varga")],
        [patient("p", "Varga"), order("Medication/m"), metformin("m")],
    ] {
        let archive = export(&resources);
        let records = records(&archive);
        let fact = medicine(&records).unwrap();
        let code = fact.code.as_ref().unwrap();
        assert_eq!((&*code.display.text, code.code.as_deref()), ("Metformin 500 mg tablet", Some("860975")));
        assert!(fact.file_of(&code.display) != fact.file && fact.elsewhere.len() == 1);
        assert_eq!(fact.file_of(code.term.as_ref().unwrap()), fact.elsewhere[0].file);
        let passages = passages(&records);
        let boxes: Vec<_> = passages.iter().flat_map(|passage| box_passage(passage, &records, &passages)).collect();
        assert!(boxes.iter().any(|block| serde_json::to_string(block).unwrap().contains("Metformin 500 mg tablet")));
        for block in boxes {
            let verified = verify(&block, &archive).unwrap();
            assert!(verified.is_genuine() && verified.genuine > 0, "{verified:?}");
        }
    }
}

#[test]
fn what_is_in_another_member_is_told_and_the_review_finds_it_there() {
    let mut room = Room::new().unwrap();
    let archive = export(&[patient("p", "Varga"), order("Medication/m"), metformin("m")]);
    room.add(&archive, &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let workflow = room.prepare("Which medicines am I taking?", &endpoint, [9; 32], 0).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    assert!(workflow.outgoing().body.contains("metformin"), "{}", workflow.outgoing().body);
}

#[test]
fn a_note_and_its_author_in_other_members_are_read() {
    let author =
        json!({ "resourceType": "Practitioner", "id": "a", "name": [{ "family": "Byron", "given": ["Ada"] }] });
    let [reference, binary] = note();
    let records = records(&export(&[patient("p", "Varga"), reference, author, binary]));
    let note = records.documents.iter().find(|document| document.kind == DocumentKind::Note).unwrap();
    assert_eq!((note.text.as_str(), note.author.as_deref()), ("She walks daily.", Some("Ada Byron")));
    assert!(matches!(&note.content, Content::Prose { provenance, .. } if provenance.file.0 == 3));
}

#[test]
fn nothing_is_taken_from_where_it_may_be_somebody_elses() {
    let other = json!({ "resourceType": "Medication", "id": "m", "code": { "text": "Warfarin 5 mg tablet" } });
    // Two members have one of that id.
    let ambiguous = export(&[patient("p", "Varga"), order("Medication/m"), metformin("m"), other.clone()]);
    assert_eq!(medicine_name(&records(&ambiguous)), None);
    // The other member is a Bundle, of whatever server.
    let closed = bundle([metformin("m")]);
    let line = format!("{}\n", order("Medication/m"));
    let person = patient("p", "Varga").to_string();
    let archive = zip(&[("a", Some(&closed)), ("b", Some(line.as_bytes())), ("c", Some(person.as_bytes()))]);
    assert_eq!(medicine_name(&records(&archive)), None);
    // The order is in a Bundle that has not what it refers to.
    let closed = bundle([patient("p", "Varga"), order("Medication/m")]);
    let line = format!("{}\n", metformin("m"));
    let archive = zip(&[("a", Some(&closed)), ("b", Some(line.as_bytes()))]);
    assert_eq!(medicine_name(&records(&archive)), None);
    // What the own file has goes before.
    let lines = format!("{}\n{}\n", order("Medication/m"), metformin("m"));
    let (person, other) = (patient("p", "Varga").to_string(), other.to_string());
    let archive = zip(&[("a", Some(other.as_bytes())), ("b", Some(lines.as_bytes())), ("c", Some(person.as_bytes()))]);
    assert_eq!(medicine_name(&records(&archive)), Some("Metformin 500 mg tablet"));
}
