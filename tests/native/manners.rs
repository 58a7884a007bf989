//! Exact answers to wordings of talk: courses by several words, times in which nothing was measured, all dates of something, days told by a
//! clause with a title, people by age, words that are passed over.

mod everybody;

use chaperone::document::PatientIndex;
use chaperone::progress::Unwatched;
use chaperone::question::exact::{self, Exact};
use chaperone::room::Room;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::common::files::about;
use crate::common::rooms;

const TODAY: Date = Date::constant(2021, 6, 1);

fn observation(id: &str, code: &str, name: &str, day: &str, value: f64, unit: &str) -> Value {
    json!({
        "resourceType": "Observation", "id": id, "status": "final", "effectiveDateTime": day,
        "code": { "coding": [{ "system": "http://loinc.org", "code": code, "display": name }] },
        "valueQuantity": { "value": value, "unit": unit, "code": unit, "system": "http://unitsofmeasure.org" }
    })
}

fn weight(id: &str, day: &str, value: f64) -> Value {
    observation(id, "29463-7", "Body weight", day, value, "kg")
}

fn condition(id: &str, code: &str, name: &str, begun: &str, ended: Option<&str>) -> Value {
    let status = if ended.is_some() { "resolved" } else { "active" };
    let mut resource = json!({
        "resourceType": "Condition", "id": id, "onsetDateTime": begun, "recordedDate": begun,
        "clinicalStatus": { "coding": [{ "code": status }] }, "verificationStatus": { "coding": [{ "code": "confirmed" }] },
        "code": { "coding": [{ "system": "http://snomed.info/sct", "code": code, "display": name }], "text": name }
    });
    if let Some(ended) = ended {
        resource["abatementDateTime"] = json!(ended);
    }
    resource
}

fn prescription(id: &str, code: &str, name: &str, day: &str) -> Value {
    json!({
        "resourceType": "MedicationRequest", "id": id, "status": "active", "intent": "order", "authoredOn": day,
        "medicationCodeableConcept": {
            "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": code, "display": name }], "text": name
        }
    })
}

fn goal() -> Value {
    json!({
        "resourceType": "Goal", "id": "goal", "lifecycleStatus": "active", "description": { "text": "Hemoglobin A1c total in Blood < 7.0" }
    })
}

fn bundle(id: &str, given: &str, born: &str, died: Option<&str>, resources: &[Value]) -> Value {
    let mut patient = json!({
        "resourceType": "Patient", "id": id, "gender": "male", "birthDate": born, "name": [{ "given": [given], "family": "Kassulke" }]
    });
    if let Some(died) = died {
        patient["deceasedDateTime"] = json!(died);
    }
    about(patient, resources)
}

fn fermin() -> Room {
    rooms::of_bundles(&[bundle(
        "p",
        "Fermin",
        "1941-03-04",
        None,
        &[
            weight("w1", "2014-01-02", 80.0),
            weight("w2", "2016-01-02", 81.0),
            weight("w3", "2018-01-02", 80.5),
            observation("a1", "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "2016-01-02", 6.1, "%"),
            observation("a2", "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "2018-01-02", 6.9, "%"),
            goal(),
            condition("s1", "444814009", "Viral sinusitis", "2012-03-08", Some("2012-03-22")),
            condition("s2", "444814009", "Viral sinusitis", "2016-07-08", Some("2016-07-29")),
            condition("h", "53741008", "Coronary heart disease", "2017-11-15", None),
            prescription("m1", "308136", "amLODIPine 5 MG Oral Tablet", "2017-11-15"),
            prescription("m2", "314231", "Simvastatin 10 MG Oral Tablet", "2018-03-01"),
        ],
    )])
}

fn asked(room: &Room, question: &str) -> Option<Exact> {
    exact::answer(room.records(), question, Some(PatientIndex(0)), Some(TODAY))
}

fn told(room: &Room, question: &str) -> Option<String> {
    asked(room, question).map(|exact| exact.answer)
}

fn all_told(room: &Room, rows: &[(&str, &str)]) {
    for (question, answer) in rows {
        assert_eq!(told(room, question).as_deref(), Some(*answer), "{question}");
    }
}

#[test]
fn courses_and_comparisons_are_read_in_the_words_of_talk() {
    all_told(
        &fermin(),
        &[
            ("Is my weight going up, going down or staying the same?", "stable"),
            ("Is my weight up, down or flat over time?", "stable"),
            ("Has my weight stayed the same all these years?", "yes"),
            ("Is my A1c getting worse?", "yes"),
            ("A1c higher in 2018 than in 2016?", "yes"),
            ("Would you say my A1c has risen since 2015?", "yes"),
            ("What's the change in my A1c from 2016 to 2018?", "higher by 0.8 %"),
            ("Is he over 79 kilos now?", "yes"),
            ("last A1c, Kassulke", "6.9 %"),
            ("what was fermin's last weight", "80.5 kg"),
        ],
    );
}

#[test]
fn a_time_in_which_nothing_was_measured_is_said_whatever_a_goal_says() {
    let room = fermin();
    for question in
        ["What was my A1c in 2014?", "What was my average A1c in 2014?", "Was my A1c higher in 2018 than in 2013?"]
    {
        let exact = asked(&room, question).unwrap_or_else(|| panic!("{question}"));
        assert!(exact.is_absent, "{question}: {}", exact.answer);
    }
}

#[test]
fn all_dates_and_days_told_by_a_clause_are_read() {
    let room = fermin();
    all_told(
        &room,
        &[
            ("When did my sinus infections start? All dates please.", "2012-03-08; 2016-07-08"),
            ("I keep getting sinus infections. Can you tell me when each of them started?", "2012-03-08; 2016-07-08"),
            ("That dreadful sinus infection of mine in 2016, how long did it last?", "21 days"),
            (
                "Which medicines was Mr. Kassulke started on the day his heart disease was diagnosed?",
                "amLODIPine 5 MG Oral Tablet",
            ),
            ("Which medicines was he put on in March 2018?", "Simvastatin 10 MG Oral Tablet"),
        ],
    );
    // No illness is a medicine.
    let medicines = asked(&room, "Which medicines are for the sinusitis diagnosed?");
    assert!(medicines.is_none_or(|exact| !exact.answer.contains("sinusitis")));
    let passed = asked(&room, "That dreadful sinus infection of mine in 2016, how long did it last?").unwrap();
    assert!(passed.rules.iter().any(|rule| rule.contains("“dreadful”")), "{:?}", passed.rules);
}

#[test]
fn what_somebody_found_out_without_a_name_is_no_first_illness() {
    for question in
        ["When did they find the brain tumor?", "When did they find it?", "When did she find out about that?"]
    {
        assert!(asked(&fermin(), question).is_none_or(|exact| exact.is_absent), "{question}");
    }
}

#[test]
fn people_are_told_by_age_and_birth_and_who_died_takes_nothing_now() {
    let warfarin = || prescription("w", "855332", "Warfarin Sodium 5 MG Oral Tablet", "2010-01-01");
    let room = rooms::of_bundles(&[
        bundle("a", "Ada", "1928-05-06", Some("2015-01-01T00:00:00Z"), &[warfarin()]),
        bundle("b", "Bo", "1939-05-06", None, &[warfarin()]),
        bundle("c", "Cy", "2010-05-06", None, &[condition("x", "195967001", "Asthma", "2015-02-03", None)]),
    ]);
    let told = |question: &str| exact::answer(room.records(), question, None, Some(TODAY)).map(|exact| exact.answer);
    for (question, answer) in [
        ("How many of our patients were born before 1930?", "1"),
        ("How many patients are over 80?", "1"),
        ("How many patients are under 18 years old?", "1"),
        ("Which children have asthma?", "Cy Kassulke"),
        ("Everyone currently on warfarin, please.", "Bo Kassulke"),
        ("Which patients take warfarin?", "Ada Kassulke; Bo Kassulke"),
    ] {
        assert_eq!(told(question).as_deref(), Some(answer), "{question}");
    }
}

#[test]
fn what_no_rule_reads_word_by_word_is_read_by_its_gist() {
    let room = fermin();
    all_told(
        &room,
        &[
            ("Kassulke - peak A1c?", "6.9 %"),
            ("By how much did my A1c change from 2016 to 2018?", "higher by 0.8 %"),
            ("A1c twenty eighteen against twenty sixteen, the difference?", "higher by 0.8 %"),
            ("sinusitis July 2016, lasted how many days?", "21 days"),
            ("My two sinus infections: how many days apart did they begin?", "1583 days"),
            (
                "What did they prescribe him the day they found the coronary heart disease?",
                "amLODIPine 5 MG Oral Tablet",
            ),
        ],
    );
    let exact = asked(&room, "Kassulke - peak A1c?").unwrap();
    assert!(exact.facts.len() == 1, "{exact:?}");
    let read = asked(&room, "sinusitis July 2016, lasted how many days?").unwrap();
    assert!(read.rules.iter().any(|rule| rule.starts_with("Read as")), "{:?}", read.rules);
}

#[test]
fn a_word_that_may_change_what_is_asked_ends_the_reading_by_gist() {
    let room = fermin();
    for question in [
        "Which of my readings besides the A1c peaked?",
        "What caused the peak A1c?",
        "My sister's peak A1c?",
        "What does A1c mean?",
        "my A1c now and in 2016",
        "How much did he weigh at birth?",
        "Should the peak A1c worry me?",
        "peak A1c density?",
        "How many sinusitis tests did she undergo?",
        "Which hospital did my sinusitis in 2016?",
        "When was my last sinusitis test?",
    ] {
        assert!(asked(&room, question).is_none_or(|exact| exact.is_absent), "{question}: {:?}", asked(&room, question));
    }
}

#[test]
fn everybody_is_asked_about_by_what_is_put_together() {
    let warfarin = || prescription("w", "855332", "Warfarin Sodium 5 MG Oral Tablet", "2010-01-01");
    let gout = || condition("g", "90560007", "Gout", "2012-01-01", None);
    let flu = |ended| condition("s", "444814009", "Viral sinusitis (disorder)", "2016-01-01", ended);
    let room = rooms::of_bundles(&[
        bundle(
            "a",
            "Ada",
            "1928-05-06",
            Some("2015-01-01T00:00:00Z"),
            &[gout(), weight("w1", "2012-01-01", 120.0), weight("w2", "2014-01-01", 90.0)],
        ),
        bundle("b", "Bo", "1939-05-06", None, &[warfarin(), gout(), weight("w1", "2014-01-01", 95.0)]),
        bundle(
            "c",
            "Cy",
            "2010-05-06",
            None,
            &[flu(Some("2016-02-01")), weight("w1", "2018-01-01", 30.0), weight("w2", "2019-01-01", 35.0)],
        ),
    ]);
    let told = |question: &str| exact::answer(room.records(), question, None, Some(TODAY)).map(|exact| exact.answer);
    for (question, answer) in [
        ("Who has gout but isn't taking warfarin?", "Ada Kassulke"),
        ("Which patients with gout take warfarin?", "Bo Kassulke"),
        ("How many patients have gout or take warfarin?", "2"),
        ("Whose weight was ever above 100 kg?", "Ada Kassulke"),
        ("Everyone whose last weight is over 100 kg", "none"),
        ("last weight over 94 kg, who?", "Bo Kassulke"),
        ("Who had the highest weight?", "Ada Kassulke"),
        ("Who has the highest weight?", "Bo Kassulke"),
        ("Which patients died in 2014 or later?", "Ada Kassulke"),
        ("How many patients died before 2010?", "0"),
        ("Which kids have had sinusitis?", "Cy Kassulke"),
        ("How many children are there?", "1"),
        ("What do gout patients take?", "Warfarin Sodium 5 MG Oral Tablet"),
        ("Who is the youngest patient?", "Cy Kassulke"),
    ] {
        assert_eq!(told(question).as_deref(), Some(answer), "{question}");
    }
    for question in [
        "Who stopped taking warfarin?",
        "Who might have gout?",
        "Does everybody have gout?",
        "Which men are too heavy?",
    ] {
        assert!(told(question).is_none(), "{question}");
    }
    let without = exact::answer(room.records(), "Who has gout but isn't taking warfarin?", None, Some(TODAY)).unwrap();
    assert!(without.rules.iter().any(|rule| rule.contains("nobody entered")), "{:?}", without.rules);
}

#[test]
fn a_score_is_looked_for_by_its_whole_name_where_other_things_are_measured_by_a_part_of_it() {
    let score = |id: &str, value: f64| {
        observation(id, "72514-3", "Pain severity - 0-10 verbal numeric rating", "2020-01-02", value, "{score}")
    };
    let other =
        observation("o", "91148-7", "How pain has interfered with enjoyment of life", "2020-01-02", 4.0, "{score}");
    let more =
        observation("m", "91147-9", "How pain has interfered with general activity", "2020-01-02", 5.0, "{score}");
    let room = rooms::of_bundles(&[
        bundle("p", "Fermin", "1941-03-04", None, &[score("s", 3.0), other, more]),
        bundle("q", "Amos", "1950-03-04", None, &[score("t", 1.0)]),
        bundle("r", "Boris", "1950-03-04", None, &[score("u", 7.0)]),
    ]);
    let count = |question: &str| exact::answer(room.records(), question, None, Some(TODAY)).map(|exact| exact.answer);
    for question in ["How many patients have a pain score above 2?", "How many patients have a pain level over 2?"] {
        assert_eq!(count(question).as_deref(), Some("2"), "{question}");
    }
    // Of one person several things are measured that may be meant.
    assert_eq!(count("How many patients have pain above 2?"), None);
}

#[test]
fn what_somebody_is_allergic_to_was_not_prescribed_by_that() {
    let allergy = json!({
        "resourceType": "AllergyIntolerance", "id": "a", "recordedDate": "1993-04-24", "category": ["medication"],
        "clinicalStatus": { "coding": [{ "code": "active" }] },
        "code": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "29046", "display": "Lisinopril" }] }
    });
    let pills = prescription("m", "308136", "amLODIPine 5 MG Oral Tablet", "2017-11-15");
    let mut room = rooms::of_bundles(&[]);
    let mut whole = bundle("p", "Fermin", "1941-03-04", None, &[pills]);
    let mut allergy = allergy;
    allergy["patient"] = json!({ "reference": "Patient/p" });
    whole["entry"].as_array_mut().unwrap().push(json!({ "resource": allergy }));
    room.add(&serde_json::to_vec(&whole).unwrap(), &mut Unwatched).unwrap();
    for question in ["When was I prescribed lisinopril?", "Date they put me on lisinopril?"] {
        assert_ne!(told(&room, question).as_deref(), Some("1993-04-24"), "{question}");
    }
}
