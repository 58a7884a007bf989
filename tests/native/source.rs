//! Boxes and the source reader on the sample records: every text of every box stands in its file, each fact has a name of
//! its own, and what a reader is shown are the bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use chaperone::chunk::passages;
use chaperone::clearance::{Block, FactRef, Row, box_fact, box_passage};
use chaperone::document::face::{face, title};
use chaperone::document::{Content, DocumentIndex, Fact, FactKind, Passage, Reading, Records};
use chaperone::ingest::read;
use chaperone::progress::Unwatched;
use chaperone::quote::source::{Shown, pieces, source};
use chaperone::quote::verify::{Original, verify};
use chaperone::reference::Reference;
use serde_json::json;

use crate::common::rooms;

static BYTES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| rooms::SAMPLES.map(rooms::sample).to_vec());

static RECORDS: LazyLock<Records> = LazyLock::new(|| records(BYTES.iter().map(Vec::as_slice)));

fn records<'b>(files: impl IntoIterator<Item = &'b [u8]>) -> Records {
    let mut records = Records::default();
    for bytes in files {
        read(&mut records, bytes, &mut Unwatched).unwrap();
    }
    records
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A bundle of one patient and `resources`, each about the patient.
fn bundle(resources: &[serde_json::Value]) -> Vec<u8> {
    let mut entries = vec![json!({ "resource": { "resourceType": "Patient", "id": "p",
        "name": [{ "family": "Varga", "given": ["Ilona"] }] } })];
    for (number, resource) in resources.iter().enumerate() {
        let mut resource = resource.clone();
        resource["id"] = json!(format!("r{number}"));
        let whom = if resource["resourceType"] == "AllergyIntolerance" { "patient" } else { "subject" };
        resource[whom] = json!({ "reference": "Patient/p" });
        entries.push(json!({ "resource": resource }));
    }
    serde_json::to_vec(&json!({ "resourceType": "Bundle", "type": "collection", "entry": entries })).unwrap()
}

/// The only box of the only resource of a bundle, as `label: value unit` lines after its title.
fn faced(resource: serde_json::Value) -> Vec<String> {
    let file = bundle(&[resource]);
    let records = records([file.as_slice()]);
    let passages = passages(&records);
    let boxes = passages.iter().flat_map(|passage| box_passage(passage, &records, &passages));
    let boxes: Vec<Block> = boxes
        .filter(|block| !matches!(block, Block::RecordData { reference, .. } if reference.as_str().contains("Demographics")))
        .collect();
    let [block] = boxes.as_slice() else { panic!("{boxes:?}") };
    assert!(verify(block, &file).unwrap().is_genuine());
    let Block::RecordData { entry, title, rows, .. } = block else { panic!("{block:?}") };
    assert!(!entry.is_empty(), "{title}: a box says what kind of entry it is");
    let line = |row: &Row| {
        let unit = row.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
        format!("{}: {}{unit}", row.label, row.value)
    };
    std::iter::once(title.clone()).chain(rows.iter().map(line)).collect()
}

fn facts(records: &Records) -> impl Iterator<Item = (FactRef, &Fact)> {
    records.documents.iter().zip(0..).flat_map(|(document, index)| {
        let document_index = DocumentIndex(index);
        document.facts().iter().enumerate().map(move |(fact, of)| (FactRef { document: document_index, fact }, of))
    })
}

fn passage_of(fact: FactRef, passages: &[Passage]) -> &Passage {
    passages.iter().find(|p| p.document == fact.document && p.facts.contains(&fact.fact)).unwrap()
}

#[test]
fn every_box_of_every_fact_stands_in_its_file_and_says_what_was_read() {
    let passages = passages(&RECORDS);
    let originals: Vec<Original<'_>> = BYTES.iter().map(|bytes| Original::new(bytes)).collect();
    let mut faces = 0;
    for (fact_ref, fact) in facts(&RECORDS) {
        let block = box_fact(fact_ref, &RECORDS, &passages).unwrap();
        let verified = originals[fact.file.0 as usize].verify(&block).unwrap();
        assert!(verified.is_genuine(), "{block:?} {verified:?}");
        let Block::RecordData { title: named, title_citation, rows, elements, .. } = &block else { panic!() };
        assert_eq!(title_citation.is_some(), title(fact).is_some());
        assert!(elements.len() >= fact.fields.len());
        let of_title = |row: &Row| &row.value == named && title_citation.as_ref() == Some(&row.citation);
        assert!(!rows.iter().any(of_title), "the title stands twice: {rows:?}");
        assert!(rows.iter().all(|row| !row.value.contains('T') || !row.value.contains(":00")), "a time: {rows:?}");
        let value = |reading: &Reading| match reading {
            Reading::Quantity { value, .. } | Reading::Text { value } => value.clone(),
            Reading::Coded { answer } => answer.display.clone(),
        };
        let parts = fact.components.iter().filter_map(|component| component.reading.as_ref());
        for reading in fact.reading.iter().chain(parts).map(value) {
            assert!(rows.iter().any(|row| row.value == reading.text), "{:?} is not on {rows:?}", reading.text);
            faces += 1;
        }
        if let Some(begun) = &fact.begun {
            let day = begun.value.text.get(..10).unwrap_or(&begun.value.text);
            assert!(rows.iter().any(|row| row.value == day), "{day} is not on {rows:?}");
            assert!(elements.iter().any(|row| row.value == begun.value.text), "the whole moment is an element");
        }
    }
    assert!(faces > 600, "{faces}");
}

#[test]
fn every_box_leads_to_its_own_bytes() {
    let packed: Vec<Vec<u8>> = BYTES.iter().map(|bytes| gzip(bytes)).collect();
    for (files, unwrapped) in [(&*BYTES, &*BYTES), (&packed, &*BYTES)] {
        let records = records(files.iter().map(Vec::as_slice));
        let passages = passages(&records);
        let mut opened = 0;
        for (fact_ref, fact) in facts(&records) {
            let reference = passage_of(fact_ref, &passages).reference_of(fact_ref.fact).unwrap();
            let file = &unwrapped[fact.file.0 as usize];
            let wanted = pieces(&records, &passages, reference).unwrap();
            assert_eq!(wanted[0].span, fact.span);
            let slices: Vec<Option<&[u8]>> = wanted.iter().map(|piece| file.get(piece.span.range())).collect();
            let found = source(&records, &passages, reference, &slices).unwrap();
            let Shown::Entries(entries) = &found.content else { panic!() };
            let document = &records.documents[fact_ref.document.0 as usize];
            let marked: BTreeSet<String> = entries
                .iter()
                .flat_map(|entry| {
                    let text = entry.text.as_deref().unwrap();
                    assert_eq!(text.as_bytes(), &file[entry.piece.span.range()]);
                    assert!(entry.found > 0 && entry.missing == 0);
                    assert!(entry.marks.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
                    entry.marks.iter().filter(|mark| mark.on_face).map(|mark| text[mark.range.clone()].to_owned())
                })
                .collect();
            // Strings with escapes are marked as they are written.
            let written = |text: &str| serde_json::to_string(text).unwrap().trim_matches('"').to_owned();
            let mut shown: BTreeSet<String> = title(fact).map(|title| written(&title.text)).into_iter().collect();
            for line in face(fact, document.facts()) {
                shown.insert(written(line.shown()));
                shown.extend(line.unit.map(|unit| written(&unit.text)));
                if let chaperone::document::face::Label::Own(label) = line.label {
                    shown.insert(written(&label.text));
                }
            }
            assert_eq!(marked, shown, "{reference}");
            opened += 1;
        }
        assert!(opened > 900, "{opened}");
    }
}

#[test]
fn a_note_is_decoded_again_from_its_bytes() {
    let passages = passages(&RECORDS);
    let mut notes = 0;
    for passage in &passages {
        let document = &RECORDS.documents[passage.document.0 as usize];
        let Content::Prose { provenance, .. } = &document.content else { continue };
        let file = &BYTES[provenance.file.0 as usize];
        let wanted = pieces(&RECORDS, &passages, &passage.reference).unwrap();
        let slice = &file[wanted[0].span.range()];
        assert!(slice.starts_with(b"\"") && slice.ends_with(b"\""));
        let same =
            |slice: Option<&[u8]>| match source(&RECORDS, &passages, &passage.reference, &[slice]).unwrap().content {
                Shown::Prose { text, passage: span, same, .. } => {
                    assert_eq!((text, span), (document.text.as_str(), passage.span));
                    same
                }
                Shown::Entries(_) => panic!("a note is no entry"),
            };
        assert_eq!(same(Some(slice)), Some(true));
        assert_eq!(same(None), None);
        let mut altered = slice.to_vec();
        altered[10] = if altered[10] == b'A' { b'B' } else { b'A' };
        assert_eq!(same(Some(&altered)), Some(false));
        assert_eq!(same(Some(&slice[1..])), Some(false));
        notes += 1;
    }
    assert!(notes > 40, "{notes}");
}

#[test]
fn bytes_of_another_file_prove_nothing() {
    let passages = passages(&RECORDS);
    let (fact_ref, fact) = facts(&RECORDS).find(|(_, fact)| fact.kind == FactKind::Observation).unwrap();
    let reference = passage_of(fact_ref, &passages).reference_of(fact_ref.fact).unwrap();
    let slice = BYTES[fact.file.0 as usize][fact.span.range()].to_vec();
    let entry = |slice: &[u8]| match source(&RECORDS, &passages, reference, &[Some(slice)]).unwrap().content {
        Shown::Entries(mut entries) => entries.remove(0),
        Shown::Prose { .. } => panic!("a fact is no prose"),
    };
    let value = match fact.reading.as_ref() {
        Some(Reading::Quantity { value, .. } | Reading::Text { value }) => value.span,
        Some(Reading::Coded { answer }) => answer.display.span,
        None => fact.begun.as_ref().unwrap().value.span,
    };
    let mut altered = slice.clone();
    let at = value.start() + 1 - fact.span.start();
    altered[at] = if altered[at] == b'7' { b'8' } else { b'7' };
    assert!(entry(&altered).missing > 0);
    assert_eq!(entry(&slice[..slice.len() - 1]).text, None);
    assert_eq!((entry(&slice).missing, entry(&slice).text.unwrap().into_bytes()), (0, slice));
}

#[test]
fn every_fact_has_a_reference_of_its_own_that_reading_again_does_not_change() {
    let by_value = |records: &Records| -> BTreeMap<String, String> {
        let passages = passages(records);
        let mut all: BTreeSet<&Reference> = passages.iter().map(|passage| &passage.reference).collect();
        for passage in &passages {
            assert_eq!(passage.fact_references.len(), passage.facts.len());
            assert!(passage.fact_references.iter().all(|reference| all.insert(reference)), "a reference is used twice");
        }
        facts(records)
            .map(|(fact_ref, fact)| {
                let reference = passage_of(fact_ref, &passages).reference_of(fact_ref.fact).unwrap();
                (reference.to_string(), format!("{:?}", fact.fields.iter().map(|f| &f.value.text).collect::<Vec<_>>()))
            })
            .collect()
    };
    let forward = by_value(&RECORDS);
    let packed: Vec<Vec<u8>> = BYTES.iter().rev().map(|bytes| gzip(bytes)).collect();
    assert_eq!(forward, by_value(&records(packed.iter().map(Vec::as_slice))));
    assert!(forward.keys().all(|reference| reference.chars().count() < 90), "references are short");
    assert!(forward.keys().any(|reference| reference.starts_with("Okafor 2015-02-10 · Blood Pressure · ")));
}

#[test]
fn the_face_is_what_a_reader_wants() {
    let code = |display: &str| json!({ "coding": [{ "system": "s", "code": "1", "display": display }] });
    let quantity =
        |value: &str| json!({ "value": serde_json::from_str::<serde_json::Value>(value).unwrap(), "unit": "mg/dL" });
    let cases = [
        (
            json!({ "resourceType": "Observation", "status": "final", "code": code("Glucose"), "valueQuantity": quantity("108.0"),
                "effectiveDateTime": "2019-06-29T00:54:07.084+00:00", "interpretation": [code("High")], "method": code("Strip"),
                "referenceRange": [{ "low": quantity("70"), "high": quantity("99.5") }] }),
            vec![
                "Glucose",
                "Value: 108.0 mg/dL",
                "Interpretation: High",
                "Reference range, from: 70 mg/dL",
                "Reference range, up to: 99.5 mg/dL",
                "When: 2019-06-29",
            ],
        ),
        // Two ranges say nothing unless it is said for whom each is.
        (
            json!({ "resourceType": "Observation", "status": "preliminary", "code": code("Iron"), "issued": "2019-06-29T00:54:07Z",
                "valueQuantity": { "value": 5, "comparator": "<", "code": "ug/dL" },
                "referenceRange": [{ "low": quantity("70") }, { "low": quantity("60") }] }),
            vec!["Iron", "Value, less than: 5 ug/dL", "Issued: 2019-06-29", "Status: preliminary"],
        ),
        // A part without a name does not take that of the part before.
        (
            json!({ "resourceType": "Observation", "status": "final", "code": code("Panel"), "effectiveDateTime": "2019-06",
                "component": [{ "code": code("A"), "valueQuantity": quantity("1") }, { "valueQuantity": quantity("2") },
                    { "code": code("C"), "valueQuantity": { "value": 3, "comparator": ">=" } },
                    { "code": code("D"), "dataAbsentReason": code("not asked") }] }),
            vec![
                "Panel",
                "A: 1 mg/dL",
                "Component: 2 mg/dL",
                "C, at least: 3",
                "D, no value, because: not asked",
                "When: 2019-06",
            ],
        ),
        (
            json!({ "resourceType": "MedicationRequest", "status": "stopped", "medicationCodeableConcept": code("Metformin"),
                "authoredOn": "2019-06-29T00:54:07Z", "intent": "order",
                "dosageInstruction": [{ "text": "twice daily", "timing": { "repeat": { "frequency": 2, "period": 1, "periodUnit": "d" } } }] }),
            vec!["Metformin", "Dose: twice daily", "Prescribed: 2019-06-29", "Status: stopped"],
        ),
        // Without words the dose is what its elements say; a second dose does not lend the first its period.
        (
            json!({ "resourceType": "MedicationRequest", "status": "active", "medicationCodeableConcept": code("Insulin"), "doNotPerform": true,
                "dosageInstruction": [
                    { "timing": { "repeat": { "frequency": 2, "period": 1.0 } }, "doseAndRate": [{ "doseQuantity": { "value": 4, "unit": "IU" } }] },
                    { "timing": { "repeat": { "frequency": 1, "period": 3, "periodUnit": "wk" } }, "asNeededBoolean": true }] }),
            vec![
                "Insulin",
                "Not to be taken: true",
                "Dose: 4 IU",
                "Times taken: 2",
                "Per: 1.0",
                "Times taken: 1",
                "Per: 3 wk",
                "As needed: true",
                "Status: active",
            ],
        ),
        (
            json!({ "resourceType": "Condition", "code": code("Asthma"), "onsetString": "in childhood", "recordedDate": "2019-06-29",
                "clinicalStatus": code("Active"), "verificationStatus": code("Confirmed"), "abatementAge": { "value": 12, "unit": "a" } }),
            vec!["Asthma", "Recorded: 2019-06-29", "Began: in childhood", "Ended: 12 a", "Status: Active"],
        ),
        (
            json!({ "resourceType": "AllergyIntolerance", "code": code("Penicillin"), "criticality": "high", "verificationStatus": code("Refuted"),
                "reaction": [{ "manifestation": [code("Hives")], "severity": "mild" }], "type": "allergy" }),
            vec!["Penicillin", "Verification: Refuted", "Reaction: Hives", "Severity: mild", "Criticality: high"],
        ),
        (
            json!({ "resourceType": "Procedure", "status": "not-done", "code": code("Colonoscopy"), "statusReason": code("Declined"),
                "performedPeriod": { "start": "2019-06-29T10:00:00Z", "end": "2019-06-30T11:00:00Z" } }),
            vec![
                "Colonoscopy",
                "Status: not-done",
                "Reason for the status: Declined",
                "Not done: 2019-06-29",
                "Until: 2019-06-30",
            ],
        ),
        // A name with escapes and a number that no computer would write so.
        (
            json!({ "resourceType": "Observation", "status": "final", "code": { "text": "\"T\u{e9}st\" \u{1}\\" }, "valueString": "näh\n" }),
            vec!["\"T\u{e9}st\" \u{1}\\", "Value: näh\n"],
        ),
    ];
    for (resource, expected) in cases {
        assert_eq!(faced(resource.clone()), expected, "{resource}");
    }
}

#[test]
fn what_is_not_so_is_not_said_to_be_done_taken_or_had_on_a_day() {
    let code = |display: &str| json!({ "coding": [{ "system": "s", "code": "1", "display": display }] });
    let certain = |code: &str| json!({ "coding": [{ "code": code }] });
    let medicine = |kind: &str, more: serde_json::Value| {
        let mut medicine = json!({ "resourceType": kind, "medicationCodeableConcept": code("Warfarin") });
        medicine.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        medicine
    };
    let request = |more| medicine("MedicationRequest", more);
    let statement = |more| medicine("MedicationStatement", more);
    let goal = |status: &str| json!({ "resourceType": "Goal", "lifecycleStatus": status, "description": code("Walk"), "startDate": "2023-10-01" });
    let cases = [
        (
            json!({ "resourceType": "Immunization", "status": "not-done", "vaccineCode": code("Influenza"),
                "statusReason": code("Immunity"), "occurrenceDateTime": "2023-10-01" }),
            vec!["Status: not-done", "Reason for the status: Immunity", "Not given: 2023-10-01"],
        ),
        (
            json!({ "resourceType": "Immunization", "status": "not-done", "vaccineCode": code("Influenza"),
                "occurrenceString": "last autumn" }),
            vec!["Status: not-done", "Not given: last autumn"],
        ),
        (
            json!({ "resourceType": "Immunization", "status": "completed", "vaccineCode": code("Influenza"),
                "isSubpotent": true, "subpotentReason": [code("Cold chain")], "occurrenceDateTime": "2023-10-01" }),
            vec!["Subpotent: true", "Subpotent because of: Cold chain", "Given: 2023-10-01"],
        ),
        (
            json!({ "resourceType": "Procedure", "status": "preparation", "code": code("Hip replacement"),
                "performedDateTime": "2027-03-01" }),
            vec!["Status: preparation", "Planned for: 2027-03-01"],
        ),
        (
            json!({ "resourceType": "Procedure", "status": "not-done", "code": code("Hip replacement"),
                "performedAge": { "value": 50, "unit": "a" } }),
            vec!["Status: not-done", "Not done: 50 a"],
        ),
        (
            json!({ "resourceType": "Procedure", "status": "completed", "code": code("Hip replacement"),
                "performedString": "in spring" }),
            vec!["Performed: in spring"],
        ),
        (
            statement(json!({ "status": "not-taken", "effectiveDateTime": "2023-10-01" })),
            vec!["Status: not-taken", "When: 2023-10-01"],
        ),
        (
            statement(json!({ "status": "intended", "effectivePeriod": { "start": "2023-10-01" } })),
            vec!["Status: intended", "Planned for: 2023-10-01"],
        ),
        (
            statement(json!({ "status": "active", "effectiveDateTime": "2023-10-01" })),
            vec!["Taken since: 2023-10-01", "Status: active"],
        ),
        (
            request(json!({ "status": "cancelled", "intent": "order", "authoredOn": "2023-10-01" })),
            vec!["Status: cancelled", "Recorded: 2023-10-01"],
        ),
        (
            request(json!({ "status": "draft", "intent": "order", "authoredOn": "2023-10-01" })),
            vec!["Status: draft", "Recorded: 2023-10-01"],
        ),
        (
            request(json!({ "status": "active", "intent": "proposal", "authoredOn": "2023-10-01" })),
            vec!["Intent: proposal", "Proposed: 2023-10-01", "Status: active"],
        ),
        (
            request(json!({ "status": "active", "intent": "plan", "authoredOn": "2023-10-01" })),
            vec!["Intent: plan", "Planned: 2023-10-01", "Status: active"],
        ),
        (
            request(json!({ "status": "active", "intent": "option", "authoredOn": "2023-10-01" })),
            vec!["Intent: option", "Recorded: 2023-10-01", "Status: active"],
        ),
        (
            request(json!({ "status": "active", "intent": "filler-order", "authoredOn": "2023-10-01" })),
            vec!["Prescribed: 2023-10-01", "Status: active"],
        ),
        (
            json!({ "resourceType": "Condition", "code": code("Epilepsy"), "onsetDateTime": "2019-06-29",
                "clinicalStatus": certain("active"), "verificationStatus": certain("refuted"), "note": [{ "text": "EEG normal" }] }),
            vec!["Verification: refuted", "Status: active", "When: 2019-06-29", "Note: EEG normal"],
        ),
        (
            json!({ "resourceType": "Condition", "code": code("Epilepsy"), "onsetString": "at school",
                "verificationStatus": certain("refuted") }),
            vec!["Verification: refuted", "When: at school"],
        ),
        (
            json!({ "resourceType": "AllergyIntolerance", "code": code("Penicillin"), "onsetDateTime": "2019",
                "verificationStatus": certain("refuted") }),
            vec!["Verification: refuted", "When: 2019"],
        ),
        (goal("cancelled"), vec!["Status: cancelled", "When: 2023-10-01"]),
        (goal("rejected"), vec!["Status: rejected", "When: 2023-10-01"]),
        (goal("active"), vec!["Since: 2023-10-01"]),
        (
            json!({ "resourceType": "Observation", "status": "cancelled", "code": code("Potassium"),
                "valueQuantity": { "value": 6.9, "unit": "mmol/L" }, "effectiveDateTime": "2023-10-01" }),
            vec!["Status: cancelled", "Value: 6.9 mmol/L", "When: 2023-10-01"],
        ),
        (
            json!({ "resourceType": "CarePlan", "status": "active", "intent": "plan", "title": "Heart", "activity": [
                { "detail": { "code": code("Salt"), "status": "cancelled", "doNotPerform": true } },
                { "detail": { "code": code("Walking"), "status": "in-progress", "doNotPerform": false } }] }),
            vec!["Activity: Salt", "Activity not to be done: true", "Activity status: cancelled", "Activity: Walking"],
        ),
    ];
    for (resource, expected) in cases {
        assert_eq!(faced(resource.clone())[1..], expected, "{resource}");
    }
}

#[test]
fn a_box_says_what_kind_of_entry_it_is() {
    let coded = |text: &str| json!({ "text": text });
    for (resource, expected) in [
        (json!({ "resourceType": "AllergyIntolerance", "code": coded("Bee venom") }), "Allergy"),
        (
            json!({ "resourceType": "Immunization", "status": "completed", "vaccineCode": coded("Bee venom") }),
            "Vaccination",
        ),
        (json!({ "resourceType": "Condition", "code": coded("Bee venom") }), "Condition"),
        (
            json!({ "resourceType": "MedicationRequest", "status": "active", "medicationCodeableConcept": coded("Bee venom") }),
            "Medicine",
        ),
        (
            json!({ "resourceType": "Observation", "status": "final", "code": coded("Bee venom"), "valueString": "positive",
            "category": [{ "coding": [{ "code": "laboratory" }] }] }),
            "Laboratory result",
        ),
    ] {
        let file = bundle(&[resource]);
        let records = records([file.as_slice()]);
        let passages = passages(&records);
        let boxes = passages.iter().flat_map(|passage| box_passage(passage, &records, &passages));
        let entries: Vec<String> = boxes
            .filter_map(|block| match block {
                Block::RecordData { entry, title, .. } if title == "Bee venom" => Some(entry.into_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(entries, [expected]);
    }
}

#[test]
fn two_readings_of_one_day_are_told_apart_by_their_time() {
    let reading = |at: &str, value: u32| {
        json!({ "resourceType": "Observation", "status": "final", "code": { "text": "Pulse" }, "effectiveDateTime": at,
            "valueQuantity": { "value": value, "unit": "/min" } })
    };
    let file = bundle(&[
        reading("2019-06-29T08:05:00Z", 60),
        reading("2019-06-29T20:10:00Z", 72),
        reading("2019-06-30T20:10:00Z", 72),
    ]);
    let records = records([file.as_slice()]);
    let passages = passages(&records);
    let times: Vec<(String, Vec<String>)> = facts(&records)
        .filter(|(_, fact)| fact.kind == FactKind::Observation)
        .map(|(fact, _)| match box_fact(fact, &records, &passages).unwrap() {
            Block::RecordData { reference, rows, .. } => (
                reference.to_string(),
                rows.into_iter().filter(|row| row.label == "Time").map(|row| row.value).collect(),
            ),
            other => panic!("{other:?}"),
        })
        .collect();
    let shown: Vec<&[String]> = times.iter().map(|(_, times)| times.as_slice()).collect();
    assert_eq!(shown, [&["08:05".to_owned()][..], &["20:10".to_owned()], &[]]);
    assert_eq!(times.iter().map(|(reference, _)| reference).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn a_medicine_that_is_described_elsewhere_is_shown_there_too() {
    let file = serde_json::to_vec(&json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "p", "name": [{ "family": "Varga" }] } },
        { "resource": { "resourceType": "MedicationRequest", "id": "r", "status": "active", "subject": { "reference": "Patient/p" },
            "medicationReference": { "reference": "Medication/m" } } },
        { "resource": { "resourceType": "Medication", "id": "m", "code": { "text": "Metformin 500 mg" } } },
    ] }))
    .unwrap();
    let records = records([file.as_slice()]);
    let passages = passages(&records);
    let (fact_ref, fact) = facts(&records).find(|(_, fact)| fact.kind == FactKind::MedicationRequest).unwrap();
    let reference = passage_of(fact_ref, &passages).reference_of(fact_ref.fact).unwrap();
    let wanted = pieces(&records, &passages, reference).unwrap();
    assert_eq!(wanted.len(), 2);
    let slices: Vec<Option<&[u8]>> = wanted.iter().map(|piece| file.get(piece.span.range())).collect();
    let Shown::Entries(entries) = source(&records, &passages, reference, &slices).unwrap().content else { panic!() };
    let marked = |at: usize| -> Vec<&str> {
        let text = entries[at].text.as_deref().unwrap();
        entries[at].marks.iter().map(|mark| &text[mark.range.clone()]).collect()
    };
    assert_eq!((marked(0), marked(1)), (vec!["active"], vec!["Metformin 500 mg"]));
    assert_eq!(fact.elsewhere.iter().map(|place| place.span).collect::<Vec<_>>(), [wanted[1].span]);
    assert!(reference.as_str().starts_with("Varga · Metformin 500 mg · "));
}

#[test]
fn an_altered_title_or_element_is_noticed() {
    let passages = passages(&RECORDS);
    let (fact_ref, fact) = facts(&RECORDS).find(|(_, fact)| fact.kind == FactKind::Condition).unwrap();
    let genuine = box_fact(fact_ref, &RECORDS, &passages).unwrap();
    let file = &BYTES[fact.file.0 as usize];
    let altered = |change: &dyn Fn(&mut Block)| {
        let mut block = genuine.clone();
        change(&mut block);
        verify(&block, file).unwrap()
    };
    assert!(altered(&|_| {}).is_genuine());
    let title = altered(&|block| {
        if let Block::RecordData { title, .. } = block {
            title.push('s');
        }
    });
    assert!(!title.is_genuine() && title.false_title && title.false_rows.is_empty());
    let element = altered(&|block| {
        if let Block::RecordData { elements, .. } = block {
            elements[1].value = "Ada".to_owned();
        }
    });
    let Block::RecordData { rows, .. } = &genuine else { panic!() };
    assert_eq!(element.false_rows, [rows.len() + 1]);
    // The box reads back from what it is written as, and a box without elements, as older ones are, does too.
    let mut written = serde_json::to_value(&genuine).unwrap();
    assert_eq!(serde_json::from_value::<Block>(written.clone()).unwrap(), genuine);
    for gone in ["elements", "titleCitation"] {
        written.as_object_mut().unwrap().remove(gone).unwrap();
    }
    assert!(verify(&serde_json::from_value(written).unwrap(), file).unwrap().is_genuine());
}
