//! What notes say in other words than questions: "fell" and "K 6.2".

use super::*;

const NOTE: &str = "Fell in the kitchen this morning, no head strike.\n\n\
    Labs: K 6.2 (H), Na 131 (L), Cr 2.1, eGFR 27. HbA1c 9.4%.";

/// The notice of an answer on 1 June 2024, and whether a box that stands open has `text`.
fn shown(room: &mut Room, question: &str, text: &str) -> (Option<&'static str>, bool) {
    let answer = room.quotes_on(question, Some(TODAY)).unwrap();
    let is_open = |at: &usize| answer.folded.iter().all(|run| !run.contains(at));
    let open = (0..answer.blocks.len()).filter(is_open);
    let has = |at: usize| serde_json::to_string(&answer.blocks[at]).unwrap().contains(text);
    (answer.notice, open.into_iter().any(has))
}

#[test]
fn a_measure_that_a_note_abbreviates_is_found_and_not_denied() {
    let mut room = room_of(&[written("n", "2024-05-03", NOTE)]);
    for (question, value) in [
        ("What is my A1C?", "9.4%"),
        ("My last hemoglobin a1c", "9.4%"),
        ("What is my kidney function?", "Cr 2.1"),
        ("What is my sodium?", "Na 131"),
        ("What is my potassium?", "K 6.2"),
        ("What is my creatinine?", "Cr 2.1"),
    ] {
        let exact = asked(room.records(), question);
        assert_eq!(exact, None, "{question}");
        let (notice, is_shown) = shown(&mut room, question, value);
        assert!(is_shown && notice.is_some_and(|notice| notice.contains("notes that mention it")), "{question}");
    }
    for question in ["What is my calcium?", "What is my hemoglobin?"] {
        assert!(asked(room.records(), question).unwrap().is_absent, "{question}");
    }
}

#[test]
fn an_illness_that_a_note_writes_short_is_found_and_not_denied() {
    let mut room = room_of(&[written("n", "2024-05-03", "Seen today and well. PMH: HTN, T2DM, CKD stage 3.")]);
    for question in ["Do I have hypertension?", "Do I have high blood pressure?", "Do I have diabetes?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
        assert!(shown(&mut room, question, "PMH: HTN").1, "{question}");
    }
    assert!(asked(room.records(), "Do I have asthma?").unwrap().is_absent);
}

#[test]
fn a_denial_behind_another_illness_is_none_of_the_one_that_is_confirmed() {
    let problem = |name: &str| entry("Condition", "c", SNOMED, "", name, clinical("active", "2020-01-01"));
    let told = |name: &str, note: &str, question: &str| {
        let mut room = room_of(&[problem(name), written("n", "2024-05-03", note)]);
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        (answer.exact.unwrap().exact.sentence.starts_with("Yes"), answer.notice.unwrap().contains("“no” or “not”"))
    };
    let apart = "Seen today. Pneumonia confirmed and pulmonary embolism ruled out.";
    assert_eq!(told("Pneumonia", apart, "Do I have pneumonia?"), (true, false));
    assert_eq!(told("Pulmonary embolism", apart, "Do I have a pulmonary embolism?"), (false, true));
    let both = "Seen today. Pneumonia and pulmonary embolism ruled out.";
    assert_eq!(told("Pneumonia", both, "Do I have pneumonia?"), (false, true));
}

#[test]
fn a_fall_is_no_autumn_where_somebody_falls() {
    let fall = serde_json::json!({
        "clinicalStatus": { "coding": [{ "code": "active" }] }, "onsetDateTime": "2024-05-12"
    });
    let mut room =
        room_of(&[entry("Condition", "f", SNOMED, "1912002", "Fall", fall), written("n", "2024-05-03", NOTE)]);
    for question in
        ["When did I last fall?", "When did Test last fall?", "When was my last fall?", "Have I had a fall?"]
    {
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        assert!(answer.narrowed.is_empty(), "{question} {:?}", answer.narrowed);
        assert!(shown(&mut room, question, "Fall").1, "{question}");
    }
    let mut room = room_of(&[written("n", "2024-05-03", NOTE)]);
    for question in ["Did I fall?", "Have I fallen?", "Have I had any falls?", "When did I last fall?"] {
        assert!(shown(&mut room, question, "Fell in the kitchen").1, "{question}");
    }
    let plan = Plan::new("What did I weigh last fall?", &room.records().patients);
    let range = Filters::read(&plan, room.records(), Some(TODAY)).range.unwrap();
    assert_eq!(range.from, Some(Date::constant(2023, 9, 1)));
}

#[test]
fn a_form_of_a_verb_that_a_note_has_is_not_denied() {
    let room = room_of(&[written("n", "2024-05-03", "Stung by a wasp in the garden.")]);
    let exact = asked(room.records(), "Did I have a sting?");
    assert!(exact.as_ref().is_none_or(|exact| !exact.is_absent), "{exact:?}");
}

#[test]
fn what_is_compared_with_a_year_is_of_another() {
    let potassium = |id: &str, day: &str, value: f64, unit: &str| {
        let rest = serde_json::json!({
            "status": "final", "effectiveDateTime": day, "valueQuantity": { "value": value, "unit": unit }
        });
        entry("Observation", id, LOINC, "2823-3", "Potassium", rest)
    };
    let mut room = room_of(&[
        potassium("k1", "2023-02-01", 4.0, "mmol/L"),
        potassium("k2", "2023-08-01", 5.0, "mmol/L"),
        potassium("k3", "2024-02-01", 5.6, "mEq/L"),
        potassium("k4", "2024-04-01", 4.1, "mmol/L"),
    ]);
    for question in ["What is my potassium compared to last year?", "Compare my potassium with last year"] {
        let exact = asked(room.records(), question).expect(question);
        assert_eq!(exact.answer, "lower by 0.9 mmol/L", "{question}");
    }
    assert_eq!(asked(room.records(), "Is my potassium higher than last year?").unwrap().answer, "no");
    // What no rule compares is searched in all times.
    let answer = room.quotes_on("How is my appetite compared to last year?", Some(TODAY)).unwrap();
    assert!(answer.narrowed.is_empty(), "{:?}", answer.narrowed);
}
