//! Sources other than FHIR, and archives of all: what they become, and that every value is found again in their bytes.

use base64::Engine as _;
use chaperone::clearance::Block;
use chaperone::document::{Content, Document, DocumentKind, FactKind, PatientIndex, Records, Wrapping};
use chaperone::error::Result;
use chaperone::ingest::link::{link, unmatched};
use chaperone::ingest::{Report, read, unwrapped};
use chaperone::model::manifest::{Manifest, Purpose, Role};
use chaperone::privacy::lexicon::Lexicon;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::verify::verify;
use chaperone::room::Room;
use serde_json::json;

use crate::common::files::{bundle, gzip, patient, weight, zip};
use crate::common::pdf;
use crate::invariants;

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
fn members_of_an_archive_are_read_as_the_files_they_are() {
    let lines = [weight("w1", "p", "2020-01-02", 70.5), weight("w2", "p", "2020-01-03", 71.25)];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let archive = zip(&[
        ("export/", None),
        ("export/Observation.ndjson", Some(lines.as_bytes())),
        ("export/Patient.json.gz", Some(&gzip(&bundle([patient("p", "Varga")])))),
        ("export/notes/letter.md", Some(LETTER.as_bytes())),
        ("export/picture.png", Some(b"\x89PNG\r\n\x1a\n")),
        ("export/table.dat", Some(b"\x01\x02\x03")),
        ("__MACOSX/._x", Some(b"junk")),
        ("export/inner.zip", Some(&zip(&[("a.txt", Some(b"inner"))]))),
    ]);
    for file in [archive.clone(), gzip(&archive)] {
        let (records, reports) = read_all(&[&file]);
        let report = &reports[0];
        assert_eq!((report.facts, report.documents, records.patients.len()), (2, 3, 2), "{report:?}");
        assert_eq!((records.sources(), records.files.len()), (1, 3));
        let reasons: Vec<(&str, &str)> = report.skipped.iter().map(|s| (s.path.as_str(), s.reason.as_str())).collect();
        assert!(
            reasons.iter().any(|(path, reason)| *path == "file[5]" && reason.contains("neither records nor text")),
            "{reasons:?}"
        );
        assert!(
            reasons.iter().any(|(path, reason)| *path == "file[7]" && reason.contains("archive within")),
            "{reasons:?}"
        );
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        let is_in_gzip = |wrapping: &[Wrapping]| wrapping.last() == Some(&Wrapping::Gzip);
        assert_eq!(records.files.iter().filter(|file| is_in_gzip(&file.wrapping)).count(), 1);
        let (again, reports) = read_all(&[&file, &file]);
        assert!(reports[1].already_read && again == records);
    }
}

#[test]
fn an_archive_that_is_broken_or_empty_is_refused() {
    let whole = zip(&[("a.txt", Some(b"A letter."))]);
    assert!(refused(&whole[..whole.len() - 30]).contains("broken or cut short"));
    assert!(refused(&zip(&[("a/", None)])).contains("nothing in the ZIP archive"));
    assert!(refused(&zip(&[("a.dat", Some(&[1, 2, 3]))])).contains("nothing in the ZIP archive"));
    // A directory that points outside the archive.
    let mut lying = whole.clone();
    let at = lying.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    lying[at + 20..at + 24].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
    assert!(refused(&lying).contains("ZIP archive"));
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
    let manifest = Manifest::parse(include_bytes!("../../models/manifest.json")).unwrap();
    let lexicon = manifest.models_for(Purpose::Lexicon).next().unwrap().file(Role::Lexicon).unwrap().clone();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights").join(lexicon.path);
    let mut room = Room::new().unwrap();
    room.set_lexicon(Lexicon::read(&std::fs::read(path).expect("set-up makes the lexicon")).unwrap());
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

#[test]
fn a_ccda_document_becomes_facts_and_its_narrative_notes() {
    let (records, reports) = read_all(&[SUMMARY.as_bytes()]);
    let patient = &records.patients[0];
    assert_eq!((patient.name.as_str(), patient.family.as_str()), ("Thessaly Ruth Delacroix-Webb", "Delacroix-Webb"));
    assert_eq!(patient.birth.map(|day| day.to_string()).as_deref(), Some("1957-09-23"));
    let facts = shown(&records);
    for expected in [
        "Patient: Gender Female · Birth date 19570923 · Marital status Married",
        "Condition: Condition Essential hypertension · Onset 20110615 · Clinical status active",
        "Condition: Condition Iron deficiency anemia, followed by Dr. Oyelaran · Onset 2019 · Abatement 20200310 · Clinical status Resolved",
        "AllergyIntolerance: Allergy Penicillin G · Type Allergy to drug · Reaction manifestation Hives · Reaction severity Moderate · Onset 19980501 · Clinical status active",
        "MedicationRequest: Medication Lisinopril 10 MG Oral Tablet · Dosage dose 10 mg · Dosage timing period 24 h · Dosage route Oral · Effective start 20110620 · Status active",
        "Observation: Category Results · Code Hemoglobin A1c · Value 6.84 % · Interpretation High · Reference range low 4.0 % · Reference range high 5.6 % · Effective 202303281015-0500 · Status completed",
        "Observation: Category Vital signs · Code Systolic blood pressure · Value 138 mm[Hg] · Effective 20230328 · Status completed",
        "Immunization: Vaccine Influenza, seasonal, injectable, preservative free · Occurrence 20221014 · Status completed",
        "FamilyMemberHistory: Relationship Father · Condition code Myocardial infarction · Condition onset 57 a",
        "Procedure: Procedure Colonoscopy · Performed 20180904 · Status completed",
        "Other: Code Hemoglobin A1c · Intent INT · Effective 20230628 · Status active",
    ] {
        assert!(facts.iter().any(|fact| fact == expected), "{expected}\nis missing of\n{}", facts.join("\n"));
    }
    assert!(!facts.iter().any(|fact| fact.contains("Diabetes")), "what is denied is no fact");
    let reasons: Vec<&str> = reports[0].skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert!(reasons[0].starts_with("denies something"));
    let observation = records
        .documents
        .iter()
        .flat_map(Document::facts)
        .find(|fact| fact.code.as_ref().is_some_and(|code| code.code.as_deref() == Some("4548-4")));
    assert_eq!(observation.unwrap().code.as_ref().unwrap().system.as_deref(), Some("http://loinc.org"));
    let problems = notes(&records).into_iter().find(|note| note.title.ends_with("Problem list")).unwrap();
    assert!(
        problems.text.starts_with(
            "# Problems\n\nProblem | Since | Status\n--- | --- | ---\nEssential hypertension | June 2011 | Active\n"
        ),
        "{}",
        problems.text
    );
    assert_eq!(problems.author.as_deref(), Some("Barnabas Oyelaran"));
    let texts: Vec<&str> = records.documents.iter().map(|document| document.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("Birth date is 1957-09-23.")), "days are shown as days");
    let known = |text: &str| records.identifiers.iter().any(|identifier| identifier.text == text);
    for text in [
        "Thessaly",
        "Delacroix-Webb",
        "Delacroix",
        "Webb",
        "MRN-5561902",
        "999-31-4407",
        "88 Gannet Row",
        "Marrowby",
        "97999",
        "+1(555)555-0147",
        "tdelacroix-webb@mail.example",
        "Ignatz",
        "Pommerell",
        "Oyelaran",
        "Barnabas Oyelaran",
        "1447733882",
        "Marrowby Harbor Clinic",
        "Harbor Health Trust",
        "DOC-77120",
        "1957-09-23",
        "2011-06-15",
        "1 Quay Street",
    ] {
        assert!(known(text), "{text} is not known");
    }
    assert!(!known("Penicillin G") && !known("Father"));
}

#[test]
fn a_ccda_document_without_sections_is_what_it_holds() {
    let document = |attributes: &str, body: &str| {
        format!(
            r#"<ClinicalDocument xmlns="urn:hl7-org:v3"><code code="51852-2" codeSystem="2.16.840.1.113883.6.1"/>
            <effectiveTime value="20210304"/><recordTarget><patientRole><id root="1.2.3" extension="7"/><patient>
            <name><given>Amara</given><family>Okafor</family></name></patient></patientRole></recordTarget>
            <component><nonXMLBody><text {attributes}>{body}</text></nonXMLBody></component></ClinicalDocument>"#
        )
    };
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let said = "Furosemide was raised to 80 mg each morning.";
    let pages = pdf::pdf(&[&pdf::line(72.0, 700.0, 11.0, said)]);
    let folded: String =
        base64(&pages).as_bytes().chunks(76).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    for (attributes, body) in [
        (r#"mediaType="application/pdf" representation="B64""#, folded.clone()),
        (r#"mediaType="text/plain" representation="B64""#, base64(said.as_bytes())),
        (r#"mediaType="text/html" representation="B64""#, base64(format!("<p>{said}</p>").as_bytes())),
        (r#"mediaType="text/plain""#, said.to_owned()),
    ] {
        let file = document(attributes, &body);
        let (records, reports) = read_all(&[file.as_bytes()]);
        assert!(reports[0].skipped.is_empty(), "{:?}", reports[0].skipped);
        let note = records.documents.iter().find(|document| document.kind == DocumentKind::Note).unwrap();
        assert_eq!((note.text.trim(), note.title.as_str()), (said, "Okafor 2021-03-04 · Letter"), "{attributes}");
        assert_eq!(note.pages().len(), usize::from(attributes.contains("pdf")), "{attributes}");
    }
    for (attributes, body, reason) in [
        (r#"mediaType="application/pdf" representation="B64""#, base64(b"no pdf"), "PDF"),
        (r#"mediaType="image/png" representation="B64""#, base64(b"no text"), "picture"),
        (r#"mediaType="text/plain" representation="B64""#, "?".to_owned(), "base64"),
        (r#"mediaType="text/plain""#, String::new(), "empty"),
    ] {
        let (_, reports) = read_all(&[document(attributes, &body).as_bytes()]);
        assert_eq!(reports[0].skipped.len(), 1, "{:?}", reports[0].skipped);
        assert_eq!(reports[0].skipped[0].path, "ClinicalDocument.component.nonXMLBody");
        assert!(reports[0].skipped[0].reason.contains(reason), "{:?}", reports[0].skipped);
    }
}

#[test]
fn nothing_that_a_ccda_document_names_leaves_and_its_boxes_are_genuine() {
    let file = SUMMARY.as_bytes();
    let mut room = room(file);
    let questions = [
        "What was my last hemoglobin A1c?",
        "What was my blood pressure?",
        "Which medicines do I take?",
        "Which allergies do I have?",
        "Which conditions do I have?",
        "When did I have a colonoscopy?",
        "Which vaccinations did I have?",
        "What was assessed about my diet?",
    ];
    let sent = asked(&mut room, file, &questions);
    assert!(sent.contains("hemoglobin a1c was about ") && sent.contains("lisinopril"), "{sent}");
    for identifying in [
        "thessaly",
        "delacroix",
        "webb",
        "oyelaran",
        "barnabas",
        "marrowby",
        "gannet",
        "5561902",
        "4407",
        "0147",
        "97999",
        "pommerell",
        "1957",
        "20230328",
    ] {
        assert!(!sent.contains(identifying), "{identifying} left: {sent}");
    }
}

#[test]
fn of_two_versions_of_a_document_the_older_is_marked_and_what_did_not_change_is_one() {
    let newer = SUMMARY
        .replace("<versionNumber value=\"1\"/>", "<versionNumber value=\"2\"/>")
        .replace("<effectiveTime value=\"20230411093015-0500\"/>", "<effectiveTime value=\"20230512080000-0500\"/>")
        .replace("value=\"6.84\" unit=\"%\"", "value=\"6.48\" unit=\"%\"")
        .replace("Blood pressure above target.", "Blood pressure on target.");
    let (one, _) = read_all(&[SUMMARY.as_bytes()]);
    for files in [[SUMMARY.as_bytes(), newer.as_bytes()], [newer.as_bytes(), SUMMARY.as_bytes()]] {
        let (both, _) = read_all(&files);
        assert_eq!(both.patients.len(), 1);
        assert_eq!(shown(&both).len(), shown(&one).len() + 1);
        let older: Vec<_> =
            both.documents.iter().flat_map(Document::facts).filter(|fact| fact.is_superseded()).collect();
        assert_eq!(older.len(), 1);
        assert!(older[0].fields.iter().any(|field| field.value.text == "6.84"));
        let assessments: Vec<(bool, bool)> = notes(&both)
            .into_iter()
            .filter(|note| note.text.starts_with("# Assessment"))
            .map(|note| (note.text.contains("above target"), note.title.ends_with("older version")))
            .collect();
        assert_eq!(assessments.len(), 2);
        assert!(assessments.iter().all(|(is_first, is_marked)| is_first == is_marked), "{assessments:?}");
    }
}

#[test]
fn xml_that_is_hostile_is_bounded_and_reaches_for_nothing() {
    let doc = |inner: &str, declared: &str| {
        format!(
            "<?xml version=\"1.0\"?>{declared}<ClinicalDocument xmlns=\"urn:hl7-org:v3\">{inner}</ClinicalDocument>"
        )
    };
    let role = "<recordTarget><patientRole><id root=\"1.2\" extension=\"A-1\"/><patient><name><given>Ada</given><family>&f;</family></name></patient></patientRole></recordTarget>";
    let external = doc(role, "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>");
    let (records, _) = {
        let mut records = Records::default();
        let report = read(&mut records, external.as_bytes(), &mut Unwatched).unwrap();
        (records, report)
    };
    assert_eq!(records.patients[0].name, "Ada");
    let laughs: String =
        (1..20).map(|at| format!("<!ENTITY e{at} \"&e{};&e{};&e{};\">", at - 1, at - 1, at - 1)).collect();
    let laughs = doc(&format!("{role}<title>&e19;</title>"), &format!("<!DOCTYPE x [<!ENTITY e0 \"ha\">{laughs}]>"));
    assert!(read(&mut Records::default(), laughs.as_bytes(), &mut Unwatched).is_ok());
    assert!(refused(doc(&"<a>".repeat(5000), "").as_bytes()).contains("nested too deep"));
    assert!(refused(doc("<component/>", "").as_bytes()).contains("whom it is about"));
    assert!(refused(doc("<a></b>", "").as_bytes()).contains("well-formed"));
}

const EXPORT: &str = include_str!("../data/sources/export.xml");

#[test]
fn of_an_export_of_apple_health_each_day_keeps_its_lowest_highest_and_last() {
    let (records, reports) = read_all(&[EXPORT.as_bytes()]);
    let facts = shown(&records);
    let expected = [
        "Observation: Code BloodPressureDiastolic · Diastolic blood pressure value 83 mmHg · Effective 2024-02-07 07:00:00 +0100",
        "Observation: Code BloodPressureSystolic · Systolic blood pressure value 131 mmHg · Effective 2024-02-07 07:00:00 +0100",
        "Observation: Code Headache · Value SeverityModerate · Effective 2024-02-08 07:00:00 +0100",
        "Observation: Code BodyMass · Body weight value 68.45 kg · Effective 2024-02-09 07:00:00 +0100",
        "Observation: Code HeartRate · Heart rate value 61 count/min · Effective 2024-02-10 08:00:00 +0100",
        "Observation: Code HeartRate · Heart rate value 148 count/min · Effective 2024-02-10 09:00:00 +0100",
        "Observation: Code HeartRate · Heart rate value 72 count/min · Effective 2024-02-10 12:00:00 +0100",
        "Observation: Code OxygenSaturation · Oxygen saturation as a share of 1 0.97 · Effective 2024-02-10 03:00:00 +0100",
        "Patient: Gender Female · Birth date 1983-11-05",
    ];
    for fact in expected {
        assert!(facts.iter().any(|shown| shown == fact), "{fact}\nis missing of\n{}", facts.join("\n"));
    }
    assert_eq!(facts.len(), expected.len(), "{}", facts.join("\n"));
    let aside: Vec<(&str, usize)> =
        reports[0].set_aside.iter().map(|aside| (aside.resource_type, aside.count)).collect();
    assert_eq!(
        aside,
        [
            ("ActivitySummary", 1),
            ("Record (between the lowest, highest and last of a day)", 2),
            ("Record (part of a sum)", 1),
            ("Workout", 1)
        ]
    );
    let text = records.documents.iter().map(|document| document.text.as_str()).collect::<Vec<_>>().join("\n");
    assert!(text.contains("Heart rate value is 148 count/min. Effective is 2024-02-10."), "{text}");
    let known = |text: &str| records.identifiers.iter().any(|identifier| identifier.text == text);
    assert!(known("Wilhelmina") && known("1983-11-05") && known("Wilhelmina’s Apple Watch"));
}

#[test]
fn an_export_with_clinical_records_is_one_source_and_a_cut_one_is_read_as_far_as_it_goes() {
    let clinical = weight("w", "hk-1", "2023-05-06", 69.5).to_string();
    let person = patient("hk-1", "Nordhaven").to_string();
    let archive = zip(&[
        ("apple_health_export/export.xml", Some(EXPORT.as_bytes())),
        ("apple_health_export/export_cda.xml", Some(b"<ClinicalDocument/>")),
        ("apple_health_export/clinical-records/Observation-1.json", Some(clinical.as_bytes())),
        ("apple_health_export/clinical-records/Patient-1.json", Some(person.as_bytes())),
        ("apple_health_export/workout-routes/route.gpx", Some(b"<gpx/>")),
    ]);
    let (records, reports) = read_all(&[&archive]);
    assert_eq!((records.sources(), records.files.len(), records.patients.len()), (1, 3, 2));
    assert!(reports[0].skipped.is_empty(), "{:?}", reports[0].skipped);
    for cut in [EXPORT.len() - 20, EXPORT.len() * 2 / 3, 1400] {
        let cut = &EXPORT.as_bytes()[..EXPORT.floor_char_boundary(cut)];
        let (records, reports) = read_all(&[cut]);
        assert!(reports[0].cut && !records.documents.is_empty(), "{:?}", reports[0]);
    }
    assert!(refused(&EXPORT.as_bytes()[..300]).contains("cut short before its first record"));
}

#[test]
fn a_long_export_is_read_in_windows() {
    let (head, _) = EXPORT.split_once(" <Record").unwrap();
    let mut export = head.to_owned();
    for minute in 0..20_000_u32 {
        let (day, hour, second) = (1 + minute / 1440 % 28, minute / 60 % 24, minute % 60);
        export += &format!(
            " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"W’s Watch\" unit=\"count/min\" startDate=\"2024-01-{day:02} {hour:02}:{second:02}:00 +0100\" value=\"{}\"/>\n",
            50 + minute * 7 % 97
        );
    }
    export += "</HealthData>\n";
    let (mut once, mut stepped) = (Records::default(), Records::default());
    read(&mut once, export.as_bytes(), &mut Unwatched).unwrap();
    invariants::steps::read_in_steps(&mut stepped, export.as_bytes(), &[70_000]).unwrap();
    assert!(once == stepped);
    let days = once.documents.iter().filter(|document| document.kind == DocumentKind::Day).count();
    let facts: usize = once.documents.iter().map(|document| document.facts().len()).sum();
    assert_eq!(days, 14);
    assert!(facts <= 3 * 14 + 1 && facts > 2 * 14, "{facts}");
}

#[test]
fn nothing_that_an_export_of_apple_health_names_leaves() {
    let file = EXPORT.as_bytes();
    let mut room = room(file);
    let sent = asked(
        &mut room,
        file,
        &["How high was my heart rate?", "What was my body mass?", "What was my systolic blood pressure?"],
    );
    for identifying in ["wilhelmina", "nordhaven", "1983", "2024-02", "iphone", "omron"] {
        assert!(!sent.contains(identifying), "{identifying} left: {sent}");
    }
}

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

#[test]
fn patients_of_two_sources_are_one_only_when_the_person_says_so() {
    let mut known = patient("p", "Delacroix-Webb");
    known["birthDate"] = json!("1957-09-23");
    known["name"] = json!([{ "family": "Delacroix-Webb", "given": ["Thessaly"] }]);
    let bundle = bundle([known, weight("w1", "p", "2023-03-28", 70.5)]);
    let mut room = Room::new().unwrap();
    for file in [bundle.as_slice(), SUMMARY.as_bytes(), LETTER.as_bytes()] {
        room.add(file, &mut Unwatched).unwrap();
    }
    assert_eq!(room.records().patients.len(), 3, "nothing is joined by itself");
    let asked = unmatched(room.records());
    let numbers = |candidates: &[PatientIndex]| candidates.iter().map(|index| index.0).collect::<Vec<_>>();
    assert_eq!(
        asked.iter().map(|each| (each.patient.0, each.unsaid, numbers(&each.candidates))).collect::<Vec<_>>(),
        [(1, false, vec![0]), (2, true, vec![0, 1]),]
    );
    let before = room.records().clone();
    assert!(
        room.link(PatientIndex(1), PatientIndex(1)).is_err() && room.link(PatientIndex(9), PatientIndex(0)).is_err()
    );
    assert!(*room.records() == before);
    room.link(PatientIndex(2), PatientIndex(0)).unwrap();
    room.link(PatientIndex(1), PatientIndex(0)).unwrap();
    let records = room.records();
    assert_eq!((records.patients.len(), unmatched(records).len()), (1, 0));
    assert!(records.documents.iter().all(|d| d.subject == Some(PatientIndex(0))
        && d.id.starts_with("p/")
        && d.title.starts_with("Delacroix-Webb")));
    let day = records.documents.iter().find(|d| d.id == "p/2023-03-28").unwrap();
    assert_eq!(day.facts().len(), 4, "{}", day.text);
    assert!(records.identifiers.iter().all(|identifier| identifier.patient.is_none_or(|index| index.0 == 0)));
    let files = [bundle.as_slice(), SUMMARY.as_bytes(), LETTER.as_bytes()];
    invariants::check(records, &files);
    // What is read later of the same source, or again without one of the others, is still that person's.
    let kept = records.clone();
    room.read_anew();
    for file in files {
        room.add(file, &mut Unwatched).unwrap();
    }
    room.change_over();
    assert!(*room.records() == kept, "read anew, with what the person said, it is the same");
    room.read_anew();
    room.add(&bundle, &mut Unwatched).unwrap();
    room.change_over();
    let texts = room.records().documents.iter().map(|d| d.text.as_str()).collect::<String>();
    assert!(!texts.contains("Lisinopril") && !texts.contains("Methotrexate"), "of what was removed nothing is left");
    assert!(!room.records().identifiers.iter().any(|identifier| identifier.text.contains("Oyelaran")));
}

#[test]
fn people_born_on_different_days_are_not_made_one() {
    let born = |id: &str, day: &str| {
        let mut patient = patient(id, "Varga");
        patient["birthDate"] = json!(day);
        patient
    };
    let mut records = Records::default();
    read(&mut records, &bundle([born("a", "1950-01-01"), born("b", "1950-01-02")]), &mut Unwatched).unwrap();
    assert!(unmatched(&records).is_empty());
    assert!(
        link(&mut records, PatientIndex(1), PatientIndex(0))
            .unwrap_err()
            .to_string()
            .contains("born on different days")
    );
}
