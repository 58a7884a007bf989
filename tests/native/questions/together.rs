//! What is asked for together by one name: the laboratory's values, vital signs, panels, pictures, what is new, a summary.

use chaperone::quote::format::Endpoint;

use super::*;

/// The sentence of the answer to `question` about the person of `file`, without what it says of newer texts; empty where there is none from entries.
fn said(room: &Room, file: &str, question: &str) -> String {
    let whose = rooms::SAMPLES.iter().position(|name| *name == file).unwrap();
    let subject = Some(PatientIndex(u32::try_from(whose).unwrap()));
    let exact = exact::answer(room.records(), question, subject, Some(Date::constant(2024, 8, 1)));
    let sentence = exact.map_or_else(String::new, |exact| exact.sentence);
    sentence.split(" A text of ").next().unwrap_or_default().to_owned()
}

#[test]
fn the_latest_of_each_value_is_told_whatever_people_call_them() {
    let room = rooms::of(&rooms::SAMPLES);
    let labs = "The latest laboratory values are of 9 April 2024: creatinine in blood: 0.92 mg/dL; \
                estimated glomerular filtration rate: 71 mL/min/1.73 m²; HbA1c: 6.4 %; glucose in blood: 118.6 mg/dL; \
                LDL cholesterol: 81.7 mg/dL; HDL cholesterol: 51.2 mg/dL; triglycerides: 121.9 mg/dL.";
    for question in [
        "labs",
        "latest labs",
        "recent labs please",
        "Show me her last lab results",
        "What were the latest blood test results?",
        "bloodwork",
        "blood work",
        "any new labs?",
        "lab values",
        "What are my most recent test results?",
        "can you show me the labs",
        "What do the labs say?",
    ] {
        assert_eq!(said(&room, "okafor", question), labs, "{question}");
    }
    for (question, sentence) in [
        (
            "vitals",
            "The latest vital signs are of 9 April 2024: blood pressure: 124/76 mmHg; body weight: 78.84 kg; body height: 164.2 cm; body mass index: 29.24 kg/m².",
        ),
        (
            "lipid panel",
            "The latest lipids are of 9 April 2024: LDL cholesterol: 81.7 mg/dL; HDL cholesterol: 51.2 mg/dL; triglycerides: 121.9 mg/dL.",
        ),
        (
            "kidney labs",
            "The latest kidney tests are of 9 April 2024: creatinine in blood: 0.92 mg/dL; estimated glomerular filtration rate: 71 mL/min/1.73 m².",
        ),
        (
            "lipids in 2023",
            "The latest lipids in 2023 are of 18 April 2023: LDL cholesterol: 84.1 mg/dL; HDL cholesterol: 50.6 mg/dL; triglycerides: 127.4 mg/dL.",
        ),
        (
            "When were her last lipids drawn?",
            "The latest lipids are of 9 April 2024: LDL cholesterol: 81.7 mg/dL; HDL cholesterol: 51.2 mg/dL; triglycerides: 121.9 mg/dL.",
        ),
        (
            "lipids from last week",
            "The coded entries have no lipids from 22 July 2024 to 28 July 2024; the latest are of 9 April 2024.",
        ),
        (
            "blood pressure and lipids",
            "The latest blood pressure is 124/76 mmHg, of 9 April 2024. The latest lipids are of 9 April 2024: LDL cholesterol: 81.7 mg/dL; HDL cholesterol: 51.2 mg/dL; triglycerides: 121.9 mg/dL.",
        ),
        (
            "social history",
            "The latest entries of social history are of 9 April 2024: tobacco smoking status: Never smoked tobacco.",
        ),
    ] {
        assert_eq!(said(&room, "okafor", question), sentence, "{question}");
    }
}

#[test]
fn what_is_out_of_range_is_what_the_entries_say_and_what_they_leave_open_is_told() {
    let room = rooms::of(&rooms::SAMPLES);
    for (file, question, sentence) in [
        (
            "okafor",
            "abnormal labs",
            "7 of the 7 latest laboratory values give a mark or a range, and 2 of them are out of it: HbA1c: 6.4 % (9 April 2024); glucose in blood: 118.6 mg/dL (9 April 2024).",
        ),
        (
            "okafor",
            "Are any lipids out of range?",
            "3 of the 3 latest lipids give a mark or a range, and none of them is out of it.",
        ),
        (
            "rice",
            "any abnormal vitals?",
            "Whether any of the 6 latest vital signs is out of range the entries do not say: none gives a mark or a range.",
        ),
    ] {
        assert_eq!(said(&room, file, question), sentence, "{question}");
    }
    let both = said(&room, "okafor", "values out of range");
    assert!(both.starts_with("7 of the 7 latest laboratory values") && both.contains("latest vital signs"), "{both}");
}

#[test]
fn nothing_is_claimed_where_more_is_asked_than_the_latest() {
    let room = rooms::of(&rooms::SAMPLES);
    for question in [
        "Are my labs normal?",
        "How are my labs?",
        "Why were labs drawn?",
        "Should I repeat the labs?",
        "What do my labs mean?",
        "labs in 2019 and in 2020",
        "Who ordered the labs?",
        "What can I do about my cholesterol?",
        "What should we do for my cholesterol?",
        "labs of my mother",
        "no labs",
        "What changed in my diet since 2020?",
        "What is new in the treatment of asthma?",
        "anything new for my knee?",
    ] {
        let told = said(&room, "okafor", question);
        assert!(!told.starts_with("The latest laboratory") && !told.contains("the record has"), "{question}: {told}");
    }
    // Of several people none is meant.
    assert!(exact::answer(room.records(), "latest labs", None, None).is_none());
    // Who has none of it is not told that there is none.
    let empty = room_of(&[]);
    for question in ["latest labs", "vitals", "CBC", "imaging", "what is new since 2020", "anything new?", "summary"] {
        assert!(asked(empty.records(), question).is_none_or(|exact| exact.is_absent), "{question}");
    }
}

#[test]
fn what_is_new_is_told_kind_by_kind_and_what_is_planned_is_not() {
    let room = rooms::of(&rooms::SAMPLES);
    let since = "Since 1 January 2023 the record has 1 condition (“Postpartum depression”), 2 conditions that ended (“Postpartum depression”; “Iron deficiency anemia”)";
    for question in [
        "what is new since 2023",
        "What has changed since 2023?",
        "anything new since January 2023",
        "what happened since 2023",
    ] {
        let told = said(&room, "rice", question);
        assert!(
            told.starts_with(since) && told.contains("1 prescription (“sertraline 50 MG Oral Tablet”)"),
            "{question}: {told}"
        );
    }
    let visit = "Since the last visit (9 July 2024) the record has 1 condition that ended (“Postpartum depression”), 1 visit (“Encounter for check up”), 5 measurements and 1 note.";
    for question in [
        "anything new?",
        "What's new since my last visit?",
        "what changed since her last appointment",
        "What has happened since the last visit?",
    ] {
        assert_eq!(said(&room, "rice", question), visit, "{question}");
    }
    let stay = |id: &str, day: &str, status: &str| {
        let rest = serde_json::json!({ "status": status, "class": { "code": "AMB" }, "period": { "start": day } });
        let mut visit = entry("Encounter", id, "http://snomed.info/sct", "185349003", "Check up", rest);
        visit["type"] = serde_json::json!([{ "coding": [{ "system": "http://snomed.info/sct", "code": "185349003", "display": "Check up" }] }]);
        visit
    };
    let room = room_of(&[
        stay("a", "2024-03-01", "finished"),
        stay("b", "2024-05-01", "planned"),
        stay("c", "2024-09-01", "finished"),
    ]);
    let told = asked(room.records(), "anything new?").unwrap();
    assert_eq!(told.sentence, "Since the last visit (1 March 2024) the record has 1 visit (“Check up”).");
    assert_eq!(told.facts.len(), 1);
}

#[test]
fn pictures_histories_and_a_summary_are_told_by_their_entries() {
    let room = rooms::of(&rooms::SAMPLES);
    for question in ["imaging", "recent imaging", "scans", "Any imaging in 2020?", "radiology results"] {
        assert!(said(&room, "okafor", question).contains("“Plain X-ray of knee” (15 September 2020)"), "{question}");
    }
    let had = said(&room, "rice", "Which conditions have I had?");
    for question in ["pmh", "past medical history", "her medical history"] {
        assert_eq!(said(&room, "rice", question), had, "{question}");
    }
    assert_eq!(said(&room, "rice", "surgical history"), said(&room, "rice", "What surgery have I had?"));
    for question in ["summary", "Summarize the record", "give me a summary of my health"] {
        let told = said(&room, "rice", question);
        assert!(
            told.contains("“Hypothyroidism”") && told.contains("“levothyroxine sodium 0.075 MG Oral Tablet”"),
            "{question}: {told}"
        );
        assert!(told.contains("allerg"), "{question}: {told}");
    }
}

#[test]
fn a_model_is_told_of_the_same_entries() {
    let mut room = rooms::with_lexicon(&["okafor"]);
    let endpoint = Endpoint::new("http://localhost:11434", "test", false);
    let workflow = room.prepare("latest labs", &endpoint, [11; 32], 0).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    let told = workflow.state().synthesised.text();
    for name in ["Creatinine", "Hemoglobin A1c", "Triglycerides", "Low Density Lipoprotein"] {
        assert_eq!(told.matches(name).count(), 1, "{name} in {told}");
    }
    let mut room = rooms::with_lexicon(&["rice"]);
    let workflow = room.prepare("what is new since 2023", &endpoint, [11; 32], 0).unwrap();
    let told = workflow.state().synthesised.text();
    assert!(told.contains("Postpartum depression") && told.contains("sertraline"), "{told}");
    assert!(!told.contains("Hypothyroidism"), "what is not of that time is not told: {told}");
}

#[test]
fn what_is_not_among_the_values_is_said() {
    let lab = |id: &str, name: &str, category: Option<&str>| {
        let mut rest = serde_json::json!({ "status": "final", "effectiveDateTime": "2024-03-01",
            "valueQuantity": { "value": 5, "unit": "mmol/L" } });
        if let Some(category) = category {
            rest["category"] = serde_json::json!([{ "text": category }]);
        }
        entry("Observation", id, "", "", name, rest)
    };
    let first = lab("a", "Fluoride", Some("Laboratory"));
    let told = |resources: &[serde_json::Value], question: &str| {
        asked(room_of(resources).records(), question).unwrap().sentence
    };
    assert_eq!(
        told(std::slice::from_ref(&first), "labs"),
        "The latest laboratory values are of 1 March 2024: Fluoride: 5 mmol/L."
    );
    let loose = [first.clone(), lab("b", "Boron", None)];
    let sentence = "The latest laboratory values are of 1 March 2024: Fluoride: 5 mmol/L. 1 measured entry has no category that is known, and is not among these.";
    assert_eq!(told(&loose, "labs"), sentence);
    let more = [first.clone(), lab("b", "Boron", None), lab("c", "Tin", Some("Some other"))];
    assert!(
        told(&more, "labs").ends_with(" 2 measured entries have no category that is known, and are not among these.")
    );
    let note = |day: &str| {
        let data = base64::engine::general_purpose::STANDARD.encode("Potassium was 6.1 by telephone.");
        serde_json::json!({ "resourceType": "DocumentReference", "id": day, "status": "current", "date": format!("{day}T10:00:00Z"),
            "subject": { "reference": "Patient/p" }, "content": [{ "attachment": { "contentType": "text/plain", "data": data } }] })
    };
    assert!(!told(&[first.clone(), note("2024-02-01")], "labs").contains("newer"));
    for question in ["labs", "labs in 2024", "abnormal labs", "when were my last labs?"] {
        let told = told(&[first.clone(), note("2024-05-01")], question);
        assert!(
            told.ends_with(" A text of 1 May 2024 is newer; values in texts are not among these."),
            "{question}: {told}"
        );
    }
    assert!(!told(&[first, note("2024-05-01")], "labs in March 2024").contains("newer"));
}
