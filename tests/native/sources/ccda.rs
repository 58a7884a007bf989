//! Documents in C-CDA.

use base64::Engine as _;

use super::*;
use crate::common::pdf;

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
fn a_name_or_place_that_a_ccda_document_has_in_words_leaves_in_no_sentence() {
    for (name, address) in [
        ("<prefix>Mr</prefix> Art Brown", "Willow Grove"),
        ("<given>Art</given> Brown", "<additionalLocator>Willow Grove</additionalLocator>"),
        ("Art <family>Brown</family>", "<deliveryAddressLine>Willow Grove</deliveryAddressLine>"),
    ] {
        let file = format!(
            "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><recordTarget><patientRole><id root=\"2.16.840.1.113883.19.5\" extension=\"MRN-5561902\"/>\
             <addr>{address}</addr><patient><name>{name}</name></patient></patientRole></recordTarget><component><structuredBody><component><section>\
             <code code=\"11450-4\" codeSystem=\"2.16.840.1.113883.6.1\"/><title>Problems</title><text><paragraph>BROWN, ART</paragraph>\
             <paragraph>Art Brown has chest pain.</paragraph><paragraph>The chest pain began at willow grove.</paragraph></text></section></component>\
             </structuredBody></component></ClinicalDocument>"
        );
        let mut room = room(file.as_bytes());
        let sent = asked(&mut room, file.as_bytes(), &["What do the notes say about chest pain?"]);
        assert!(sent.contains("has chest pain"), "{sent}");
        for gone in ["brown", " art ", "art,", "art:", "willow", "grove"] {
            assert!(!sent.contains(gone), "{name}: {gone} of {sent}");
        }
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
