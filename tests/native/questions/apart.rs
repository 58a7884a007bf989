//! Another kind of a thing is not the thing, and neither is what a name denies; under another usual name nothing is said to be absent.

use super::*;

fn problem(name: &str) -> Room {
    room_of(&[entry("Condition", "c", SNOMED, "", name, clinical("active", "2020-01-01"))])
}

fn shot(id: &str, code: &str, name: &str) -> serde_json::Value {
    serde_json::json!({
        "resourceType": "Immunization", "id": id, "status": "completed", "patient": { "reference": "Patient/p" },
        "vaccineCode": { "coding": [{ "system": "http://hl7.org/fhir/sid/cvx", "code": code, "display": name }] },
        "occurrenceDateTime": "2020-01-01"
    })
}

fn told(room: &Room, question: &str) -> Option<String> {
    asked(room.records(), question).map(|exact| exact.answer)
}

#[test]
fn a_condition_that_says_another_kind_is_none_of_what_is_asked() {
    for (name, questions) in [
        ("Type 1 diabetes mellitus", &["Do I have type 2 diabetes?", "T2DM?", "Do I have diabetes type 2?"][..]),
        ("Type II diabetes mellitus", &["T1DM?", "Do I have type 1 diabetes?"]),
        ("Gestational diabetes mellitus", &["Do I have type 2 diabetes?"]),
        ("Diabetes insipidus", &["Do I have diabetes?", "Am I diabetic?"]),
        ("Latent tuberculosis", &["Do I have active TB?", "Do I have TB?"]),
        ("Bipolar II disorder", &["Do I have bipolar I?", "bipolar 1?"]),
        ("Pulmonary hypertension", &["Do I have high blood pressure?", "HTN?"]),
        ("Benign neoplasm of colon", &["Do I have cancer?"]),
        ("Heat stroke", &["Did I have a stroke?"]),
    ] {
        for question in questions {
            let exact = asked(problem(name).records(), question);
            assert!(exact.as_ref().is_none_or(|exact| exact.facts.is_empty()), "{question} {name}: {exact:?}");
        }
    }
    for (name, question) in [
        ("Type 2 diabetes mellitus", "Do I have type 2 diabetes?"),
        ("Type II diabetes mellitus", "Do I have type 2 diabetes?"),
        ("Diabetes mellitus", "Do I have type 2 diabetes?"),
        ("Type I diabetes mellitus", "Do I have type 1 diabetes?"),
        ("Type 1 diabetes mellitus", "Do I have diabetes?"),
        ("Latent tuberculosis", "Do I have latent TB?"),
        ("Bipolar I disorder", "Do I have bipolar I?"),
        ("Bipolar II disorder", "Do I have bipolar 2?"),
        ("Bipolar II disorder", "Do I have bipolar disorder?"),
        ("Pulmonary hypertension", "Do I have pulmonary hypertension?"),
    ] {
        assert_eq!(told(&problem(name), question).as_deref(), Some("yes"), "{question} {name}");
    }
    // Beside one that says its kind another that does not leaves nothing open.
    let both = ["Type 1 diabetes mellitus", "Diabetes mellitus"];
    let both =
        both.map(|name| entry("Condition", &name.replace(' ', ""), SNOMED, "", name, clinical("active", "2020-01-01")));
    assert_eq!(told(&room_of(&both), "Do I have type 1 diabetes?").as_deref(), Some("yes"));
    // By the code, where the name does not say it.
    let coded = entry("Condition", "c", SNOMED, "46635009", "Diabetes mellitus", clinical("active", "2020-01-01"));
    assert_eq!(told(&room_of(&[coded]), "Do I have type 2 diabetes?"), None);
}

#[test]
fn who_has_another_kind_is_counted_with_nobody() {
    let mut room = problem("Type 1 diabetes mellitus");
    let other = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "o", "name": [{ "given": ["Eve"], "family": "Other" }] } },
        { "resource": { "resourceType": "Condition", "id": "x", "subject": { "reference": "Patient/o" },
            "clinicalStatus": { "coding": [{ "code": "active" }] }, "code": { "text": "Type 2 diabetes mellitus" } } },
    ] });
    room.add(&serde_json::to_vec(&other).unwrap(), &mut Unwatched).unwrap();
    for (question, answer) in [("Who has T2DM?", "Eve Other"), ("How many patients have type 2 diabetes?", "1")] {
        let exact = exact::answer(room.records(), question, None, Some(TODAY)).expect(question);
        assert_eq!(exact.answer, answer, "{question}");
    }
}

#[test]
fn a_vaccine_or_a_salt_that_says_another_kind_is_none_of_what_is_asked() {
    let request = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-01-01" });
    let tartrate = entry("MedicationRequest", "m", RXNORM, "866924", "metoprolol tartrate 25 MG Oral Tablet", request);
    let room = room_of(&[
        shot("a", "121", "zoster live"),
        shot("b", "216", "Pneumococcal conjugate PCV20"),
        shot("c", "150", "Influenza, seasonal, injectable"),
        tartrate,
    ]);
    for question in [
        "Have I had Shingrix?",
        "How many Shingrix doses have I had?",
        "Have I had Prevnar 13?",
        "Have I had Pneumovax?",
        "Have I had Flumist?",
        "Am I on Toprol XL?",
    ] {
        let exact = asked(room.records(), question);
        assert!(exact.as_ref().is_none_or(|exact| exact.facts.is_empty()), "{question}: {exact:?}");
    }
    for question in [
        "Have I had Zostavax?",
        "Have I had a shingles shot?",
        "Have I had Prevnar 20?",
        "Have I had Prevnar?",
        "Have I had a flu shot?",
        "Am I on Lopressor?",
    ] {
        assert_eq!(told(&room, question).as_deref(), Some("yes"), "{question}");
    }
    // Which of them it was it does not say.
    let room = room_of(&[shot("a", "188", "zoster vaccine")]);
    assert_eq!(told(&room, "Have I had Shingrix?"), None);
    let room = room_of(&[shot("a", "187", "zoster vaccine")]);
    assert_eq!(told(&room, "Have I had Shingrix?").as_deref(), Some("yes"));
}

#[test]
fn what_a_name_denies_is_not_there_by_it_and_not_said_to_be_absent() {
    for (name, questions) in [
        ("Absence of seizures", &["Do I have seizures?", "seizures?"][..]),
        ("No evidence of malignancy", &["malignancy?", "Do I have a malignancy?"]),
        ("Myocardial infarction ruled out", &["Did I have an MI?", "heart attack?"]),
        ("Probable deep vein thrombosis", &["DVT?"]),
        ("Type 2 diabetes mellitus without diabetic retinopathy", &["Do I have retinopathy?"]),
        ("H/O: asthma", &["Do I have asthma?"]),
        ("History of non-Hodgkin lymphoma", &["Do I have non-Hodgkin lymphoma?"]),
    ] {
        for question in questions {
            assert_eq!(asked(problem(name).records(), question), None, "{question} {name}");
        }
    }
    for (name, question) in [
        ("Absence seizure", "Do I have absence seizures?"),
        ("Absence seizure", "Do I have seizures?"),
        ("Type 2 diabetes mellitus without diabetic retinopathy", "Do I have diabetes?"),
        ("Breast cancer, no evidence of recurrence", "Do I have breast cancer?"),
    ] {
        assert_eq!(told(&problem(name), question).as_deref(), Some("yes"), "{question} {name}");
    }
}

#[test]
fn under_another_usual_name_nothing_is_said_to_be_absent() {
    let report = |name: &str| {
        let rest = serde_json::json!({ "status": "final", "effectiveDateTime": "2024-05-01" });
        room_of(&[entry("DiagnosticReport", "r", LOINC, "", name, rest)])
    };
    let is_denied = |room: &Room, question: &str| asked(room.records(), question).is_some_and(|exact| exact.is_absent);
    assert!(!is_denied(&report("CT abdomen pelvis"), "CTAP result"));
    assert!(!is_denied(&report("MR angiography of head"), "MRA?"));
    assert!(!is_denied(&room_of(&[shot("a", "33", "Pneumococcal PPSV23")]), "Have I had Pneumovax?"));
    assert!(!is_denied(&room_of(&[shot("a", "216", "PCV20")]), "Have I had a pneumonia vaccine?"));
    assert!(!is_denied(&room_of(&[shot("a", "94", "MMRV")]), "Have I had a measles vaccine?"));
    for (name, question) in [
        ("Benign enlargement of prostate", "BPH"),
        ("Acute non-ST segment elevation myocardial infarction", "NSTEMI?"),
        ("Hypertrophy of prostate", "BPH?"),
        ("Diabetes mellitus", "T1DM?"),
        ("Diabetes mellitus", "Do I have type 1 diabetes?"),
        ("Bipolar disorder", "Do I have bipolar I?"),
        ("Clostridioides infection", "c diff?"),
    ] {
        assert!(!is_denied(&problem(name), question), "{question} {name}");
    }
    // What is something else leaves it denied.
    for (name, question) in [("Gout", "BPH?"), ("Viral hepatitis A", "hep b?"), ("Asthma", "NSTEMI?")] {
        assert!(is_denied(&problem(name), question), "{question} {name}");
    }
    let toxin = serde_json::json!({
        "status": "final", "effectiveDateTime": "2024-05-01", "valueCodeableConcept": { "text": "Positive" }
    });
    let room = room_of(&[entry("Observation", "o", LOINC, "34468-9", "C. difficile toxin", toxin)]);
    assert!(!is_denied(&room, "c diff?"));
}

fn ended(id: &str, name: &str) -> serde_json::Value {
    let mut rest = clinical("resolved", "2001-01-01");
    rest["abatementDateTime"] = "2005-01-01".into();
    entry("Condition", id, "", "", name, rest)
}

#[test]
fn what_is_over_and_may_go_on_as_another_kind_is_not_told_to_be_over() {
    for (over, active, questions, answer) in [
        (
            "Type 2 diabetes mellitus",
            "Insulin dependent type 2 diabetes mellitus",
            &["Do I have type 2 diabetes?"][..],
            Some("yes"),
        ),
        ("Type 1 diabetes mellitus", "Diabetes mellitus", &["Do I have type 1 diabetes?"], None),
        (
            "Hypertension",
            "Hypertension with chronic obstructive pulmonary disease",
            &["Do I have hypertension?"],
            Some("yes"),
        ),
        ("Tuberculosis", "Latent tuberculosis infection", &["Do I have TB?", "Is my TB gone?"], None),
        (
            "Ischemic heart disease",
            "Hypertensive heart disease without heart failure",
            &["Do I have heart disease?"],
            Some("yes"),
        ),
        (
            "Type 2 diabetes mellitus",
            "Type 2 diabetes mellitus without diabetic retinopathy",
            &["Am I diabetic?"],
            Some("yes"),
        ),
        ("Asthma", "Asthma with COPD ruled out", &["Do I have asthma?"], Some("yes")),
    ] {
        let active = entry("Condition", "b", "", "", active, clinical("active", "2010-01-01"));
        let room = room_of(&[ended("a", over), active]);
        for question in questions {
            assert_eq!(told(&room, question).as_deref(), answer, "{question} {over}");
        }
    }
    let room = room_of(&[ended("a", "Type 2 diabetes mellitus")]);
    assert_eq!(told(&room, "Do I have type 2 diabetes?").as_deref(), Some("no"));
}

#[test]
fn a_denial_behind_is_of_its_own_clause() {
    for name in
        ["Pneumonia confirmed and pulmonary embolism ruled out", "Pneumonia treated, pulmonary embolism excluded"]
    {
        assert_eq!(told(&problem(name), "Do I have pneumonia?").as_deref(), Some("yes"), "{name}");
        assert_eq!(told(&problem(name), "Do I have a pulmonary embolism?"), None, "{name}");
    }
    for name in [
        "Pneumonia and pulmonary embolism ruled out",
        "Pneumonia excluded and pulmonary embolism ruled out",
        "Pneumonia not confirmed and pulmonary embolism ruled out",
    ] {
        for question in ["Do I have pneumonia?", "Do I have a pulmonary embolism?"] {
            assert_eq!(told(&problem(name), question), None, "{question} {name}");
        }
    }
}

#[test]
fn what_a_mark_divides_from_its_denial_is_denied() {
    for name in [
        "Pulmonary embolism, not confirmed",
        "Pulmonary embolism (ruled out)",
        "Pulmonary embolism – ruled out",
        "Pulmonary embolism: excluded",
        "Pulmonary embolism, unlikely",
    ] {
        let room = problem(name);
        for question in ["Have I had a pulmonary embolism?", "When did I have a pulmonary embolism?"] {
            assert_eq!(told(&room, question), None, "{question} {name}");
        }
        let who = asked(room.records(), "Who has had a pulmonary embolism?");
        assert!(who.is_none_or(|exact| exact.facts.is_empty()), "{name}");
    }
    assert_eq!(told(&problem("Diabetes, ruled out"), "Do I have diabetes?"), None);
}

#[test]
fn the_code_of_what_leaves_its_kind_open_is_nobody_s_kind() {
    let coded =
        |id: &str, code: &str, name: &str| entry("Condition", id, SNOMED, code, name, clinical("active", "2020-01-01"));
    let mut room =
        room_of(&[coded("a", "46635009", "Type 1 diabetes mellitus"), coded("b", "73211009", "Diabetes mellitus")]);
    let mut other = coded("x", "73211009", "DM");
    other["subject"] = serde_json::json!({ "reference": "Patient/o" });
    let other = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "o", "name": [{ "given": ["Eve"], "family": "Other" }] } },
        { "resource": other },
    ] });
    room.add(&serde_json::to_vec(&other).unwrap(), &mut Unwatched).unwrap();
    let exact = exact::answer(room.records(), "Who has type 1 diabetes?", None, Some(TODAY));
    assert!(exact.is_none_or(|exact| !exact.answer.contains("Eve")));
}

#[test]
fn a_form_a_strength_or_a_place_that_is_asked_for_is_met_by_no_other() {
    let taken = |name: &str| {
        let request = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2020-01-01" });
        room_of(&[entry("MedicationRequest", "m", "", "", name, request)])
    };
    let done = |name: &str| {
        let rest = serde_json::json!({ "status": "completed", "performedDateTime": "2020-01-01" });
        room_of(&[entry("Procedure", "p", "", "", name, rest)])
    };
    for (room, questions) in [
        (taken("Cyanocobalamin 1000 MCG Oral Tablet"), &["Do I get B12 injections?", "Did I get a B12 shot?"][..]),
        (taken("Aspirin 325 MG Oral Tablet"), &["Do I take low dose aspirin?", "Am I on baby aspirin?"]),
        (taken("fluticasone propionate 0.05 MG/ACTUAT Metered Dose Nasal Spray"), &["Am I on an inhaled steroid?"]),
        (taken("Glycopyrrolate 1 MG Oral Tablet"), &["Am I on a LAMA?"]),
        (taken("Doxepin 50 MG/ML Topical Cream"), &["Am I on a TCA?"]),
        (taken("timolol 5 MG/ML Ophthalmic Solution"), &["Am I on a beta blocker?"]),
        (problem("Intrauterine pregnancy"), &["Do I have an IUD?", "Do I have a coil?"]),
        (problem("Air embolism"), &["Have I had a blood clot?"]),
        (done("Balloon angioplasty of femoral artery"), &["Have I had a PCI?", "When was my PCI?"]),
        (problem("Nonmalignant neoplasm of skin"), &["Do I have cancer?"]),
        (problem("Neoplasm of uncertain behavior of ovary"), &["Do I have cancer?"]),
    ] {
        for question in questions {
            let exact = asked(room.records(), question);
            assert!(exact.as_ref().is_none_or(|exact| exact.facts.is_empty()), "{question}: {exact:?}");
        }
    }
    for (room, question) in [
        (taken("cyanocobalamin 1 MG/ML Injectable Solution"), "Do I get B12 injections?"),
        (taken("Cyanocobalamin 1000 MCG Oral Tablet"), "Do I take B12?"),
        (taken("aspirin 81 MG Oral Tablet"), "Am I on baby aspirin?"),
        (taken("Aspirin 325 MG Oral Tablet"), "Do I take aspirin?"),
        (taken("fluticasone propionate 0.11 MG/ACTUAT Metered Dose Inhaler"), "Am I on an inhaled steroid?"),
        (taken("metoprolol succinate 25 MG Oral Tablet"), "Am I on a beta blocker?"),
        (done("Insertion of intrauterine contraceptive device"), "Did I get an IUD?"),
        (problem("Acute pulmonary embolism"), "Have I had a blood clot?"),
        (done("Percutaneous coronary intervention"), "Have I had a PCI?"),
        (done("Balloon angioplasty of femoral artery"), "Have I had an angioplasty?"),
    ] {
        assert_eq!(told(&room, question).as_deref(), Some("yes"), "{question}");
    }
    let room = room_of(&[shot("a", "185", "Influenza, recombinant, quadrivalent, injectable")]);
    assert_eq!(told(&room, "Did I get Flublok?").as_deref(), Some("yes"));
}
