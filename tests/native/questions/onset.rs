//! When something began: the day on which it was written down does not tell that.

use super::*;

fn problem(id: &str, code: &str, name: &str, rest: serde_json::Value) -> serde_json::Value {
    let mut problem = entry("Condition", id, SNOMED, code, name, clinical("active", "2022-03-03"));
    for (key, value) in rest.as_object().unwrap() {
        problem[key] = value.clone();
    }
    problem
}

fn age(years: u32) -> serde_json::Value {
    serde_json::json!({ "value": years, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a" })
}

#[test]
fn what_began_in_words_or_as_an_age_did_not_begin_when_it_was_recorded() {
    let penicillin = serde_json::json!({
        "clinicalStatus": { "coding": [{ "code": "active" }] }, "recordedDate": "2022-03-03", "onsetAge": age(4)
    });
    let mut room = room_of(&[
        problem("c1", "195967001", "Asthma", serde_json::json!({ "onsetString": "in childhood" })),
        problem("c2", "38341003", "Hypertension", serde_json::json!({ "onsetAge": age(45) })),
        problem("c3", "73211009", "Diabetes", serde_json::json!({ "onsetRange": { "low": age(40), "high": age(45) } })),
        problem("c4", "37796009", "Migraine", serde_json::json!({ "onsetDateTime": "2015-02-01" })),
        entry("AllergyIntolerance", "a1", SNOMED, "91936005", "Penicillin", penicillin),
    ]);
    for question in [
        "When did I get asthma?",
        "How old was I when I got asthma?",
        "How long have I had asthma?",
        "Did I have asthma in 2015?",
        "When did I get hypertension?",
        "When did I get diabetes?",
        "How old was I when I got diabetes?",
        "Which conditions did I have in 2015?",
        "How long have I been allergic to penicillin?",
    ] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    for (question, answer) in [
        ("How old was I when I got hypertension?", "45"),
        ("How old was I when I got my penicillin allergy?", "4"),
        ("Do I have asthma?", "yes"),
        ("When did I get migraine?", "2015-02-01"),
    ] {
        assert_eq!(asked(room.records(), question).expect(question).answer, answer, "{question}");
    }
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2020, 1, 1)).unwrap();
    let texts: Vec<&str> = brief.parts[0].items.iter().map(|item| item.text.as_str()).collect();
    assert!(texts.contains(&"Asthma, recorded 3 March 2022") && texts.len() == 3, "{texts:?}");
}

#[test]
fn what_says_nothing_of_its_beginning_was_recorded_then() {
    let peanut = entry("AllergyIntolerance", "a", SNOMED, "91935009", "Peanut", clinical("active", "2022-03-03"));
    let room = room_of(&[problem("c", "90560007", "Gout", serde_json::json!({})), peanut]);
    for (question, sentence) in [
        ("When did I get gout?", "The condition “Gout” was recorded on 3 March 2022."),
        ("When was my peanut allergy recorded?", "The allergy “Peanut” was recorded on 3 March 2022."),
    ] {
        assert_eq!(asked(room.records(), question).expect(question).sentence, sentence);
    }
    for question in ["How long have I had gout?", "How old was I when I got gout?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
}

#[test]
fn an_end_in_words_is_an_end() {
    let ended = serde_json::json!({ "onsetDateTime": "2015-02-01", "abatementString": "last spring" });
    let room = room_of(&[entry("Condition", "c", SNOMED, "37796009", "Migraine", ended)]);
    let exact = asked(room.records(), "Do I have migraine?").unwrap();
    assert_eq!(exact.sentence, "Not now, as the record has it: the condition “Migraine” of 1 February 2015 has ended.");
    assert_eq!(asked(room.records(), "When did my migraine end?"), None);
}

#[test]
fn what_is_not_taken_or_only_intended_was_never_taken() {
    let stated = |status: &str| {
        let rest = serde_json::json!({ "status": status, "effectiveDateTime": "2024-02-01" });
        entry("MedicationStatement", "m", RXNORM, "197361", "amlodipine 5 MG Oral Tablet", rest)
    };
    for status in ["not-taken", "intended"] {
        let mut room = room_of(&[stated(status)]);
        for question in ["Was I ever on amlodipine?", "When did I start amlodipine?", "Do I take amlodipine?"] {
            let exact = asked(room.records(), question);
            assert!(exact.as_ref().is_none_or(|exact| exact.is_absent), "{status} {question} {exact:?}");
        }
        let (brief, _) = room.brief(PatientIndex(0), Date::constant(2020, 1, 1)).unwrap();
        assert!(brief.parts.iter().all(|part| part.items.is_empty()), "{status}");
    }
    assert_eq!(asked(room_of(&[stated("active")]).records(), "Was I ever on amlodipine?").unwrap().answer, "yes");
}
