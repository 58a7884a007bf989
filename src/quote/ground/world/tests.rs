//! What of a request and of the records behind it is known: over records that are read, and a message that tells of them.

use serde_json::{Value as Json, json};

use super::*;
use crate::clearance::{Composer, Original, Source};
use crate::progress::Unwatched;

fn records(resources: &[Json]) -> Records {
    let mut entries: Vec<Json> = ["p", "q"]
        .map(|id| json!({ "resource": { "resourceType": "Patient", "id": id, "name": [{ "family": id.repeat(4) }] } }))
        .into();
    for (number, resource) in resources.iter().enumerate() {
        let mut resource = resource.clone();
        resource["id"] = json!(format!("r{number}"));
        if resource["subject"].is_null() {
            resource["subject"] = json!({ "reference": "Patient/p" });
        }
        entries.push(json!({ "resource": resource }));
    }
    let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
    let mut records = Records::default();
    crate::ingest::read(&mut records, bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    records
}

fn glucose(day: &str, value: f64) -> Json {
    json!({ "resourceType": "Observation", "status": "final", "code": { "text": "Glucose" }, "effectiveDateTime": day,
        "valueQuantity": { "value": value, "unit": "mg/dL" } })
}

fn order(name: &str, day: &str, status: &str) -> Json {
    json!({ "resourceType": "MedicationRequest", "status": status, "intent": "order", "authoredOn": day,
        "medicationCodeableConcept": { "text": name } })
}

/// The entries of this name and day.
fn of(records: &Records, name: &str, day: &str) -> Vec<FactRef> {
    let all = records.documents.iter().zip(0..).flat_map(|(document, index)| {
        document.facts().iter().enumerate().map(move |(fact, found)| (DocumentIndex(index), fact, found))
    });
    let named = all.filter(|(_, _, fact)| {
        fact.code.as_ref().is_some_and(|code| told_name(code).text.as_str() == name)
            && fact.begun.as_ref().is_some_and(|begun| begun.day.to_string() == day)
    });
    named.map(|(document, fact, _)| FactRef { document, fact }).collect()
}

fn original(text: &str) -> Vec<Original> {
    vec![Original { text: text.to_owned(), source: Source::Whole }]
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// A passage for each of `told`: its name and the days of its entries.
fn world(records: &Records, told: &[(&str, &[&str])], question: &str) -> World {
    let mut message = Composer::new();
    let mut spans = Vec::new();
    message.template("Passages:\n\n");
    for (name, days) in told {
        let start = message.len();
        message.write(Operator::Code, name, Vec::new()).template(". ");
        let facts: Vec<FactRef> = days.iter().flat_map(|day| of(records, name, day)).collect();
        assert!(!facts.is_empty(), "{name}");
        spans.push((Span::new(start..message.len()).unwrap(), facts));
    }
    message.template("\nQuestion: ").write(Operator::Vocabulary, &question.to_lowercase(), Vec::new());
    World::new(records, &message.finish(), &spans, question)
}

#[test]
fn a_passage_is_known_with_its_entries_numbers_times_and_names() {
    let records = records(&[glucose("2014-01-01", 90.0), glucose("2020-01-01", 101.0), glucose("2017-01-01", 120.0)]);
    let mut message = Composer::new();
    message.template("Passages:\n\n");
    let start = message.len();
    message.write(Operator::Alias, "R1", Vec::new()).template(": ").write(Operator::Code, "Glucose", Vec::new());
    message.template(", ").write(Operator::Count, "2", Vec::new()).template(" readings, from ");
    message.write(Operator::Time, "6 years before day 0", original("2014-01-01T08:00:00Z")).template(" to ");
    message.write(Operator::Time, "Day 0", original("2020-01-01")).template(": between about ");
    message.write(Operator::Round, "90", original("90.0")).template(" and ");
    message.write(Operator::Noise, "100", original("101.0")).template(" mg/dL.");
    let end = message.len();
    message.template(" ").write(Operator::Time, "day 0", original("2020-01")).template("\n\n");
    message.write(Operator::Code, "Insulin 100 UNT/ML, pen 3.5.", Vec::new()).template("\nQuestion: ");
    message.write(Operator::Vocabulary, "did the sugar of", Vec::new()).template(" ");
    message.write(Operator::Pseudonym, "Patient K7", Vec::new()).template(" ");
    message.write(Operator::Vocabulary, "stay under 110", Vec::new());
    let facts = [of(&records, "Glucose", "2014-01-01"), of(&records, "Glucose", "2020-01-01")].concat();
    let told = [(Span::new(start..end).unwrap(), [facts.clone(), facts].concat())];
    let world = World::new(&records, &message.finish(), &told, "Did Ada's sugar stay under 110?");

    let [topic] = world.topics.as_slice() else { panic!("{:?}", world.topics) };
    assert_eq!((topic.name.as_str(), topic.kind, topic.is_denial), ("Glucose", FactKind::Observation, false));
    assert_eq!((&topic.stems, &topic.own), (&vec!["glucos".to_owned()], &vec!["glucos".to_owned()]));
    assert_eq!(topic.facts.len(), 2, "each entry once");
    assert_eq!(
        topic.readings.iter().map(|reading| (reading.fact, reading.number)).collect::<Vec<_>>(),
        [(0, 90.0), (1, 101.0)]
    );
    let numbers: Vec<(f64, &[usize])> =
        topic.numbers.iter().map(|number| (number.value, number.of.as_slice())).collect();
    assert_eq!(numbers, [(90.0, &[0][..]), (100.0, &[1][..])]);
    assert_eq!(topic.counts, [2.0, 2.0], "what was told, and what is");
    let times: Vec<(&str, &[Date])> =
        world.times.iter().map(|time| (time.label.as_str(), time.days.as_slice())).collect();
    assert_eq!(
        times,
        [("6 years before day 0", &[day("2014-01-01")][..]), ("day 0", &[day("2020-01-01"), day("2020-01-01")])]
    );
    assert_eq!(world.names, ["patient k7", "r1"], "the longest first");
    assert_eq!(world.aliases, [("R1".to_owned(), 0)]);
    assert_eq!(world.name_numbers, [100.0, 3.5]);
    assert_eq!(world.asked_numbers, [110.0, 110.0]);
    assert!(world.asked.contains("sugar") && world.asked.contains("stay") && !world.stems.contains("sugar"));
    assert!(world.text.starts_with("passages:") && !world.text.contains("sugar"));
    assert!(!world.several && !world.asks_now && world.asked_bound.is_some());
    assert_eq!(world.full.len(), 1);
    assert_eq!((world.full[0].facts.len(), world.full[0].readings.len()), (3, 3), "what was not told is known too");
    assert!(world.full[0].counts.is_empty() && world.full[0].numbers.is_empty());
}

#[test]
fn a_note_is_known_by_its_sentences_and_by_what_it_denies() {
    let records = records(&[glucose("2014-01-01", 90.0)]);
    let mut message = Composer::new();
    message.template("Passages:\n\n");
    let start = message.len();
    message.write(Operator::Alias, "R1", Vec::new()).template(": ").write(Operator::Code, "Glucose", Vec::new());
    message.template(" was ").write(Operator::Round, "90", original("90.0")).template(" mg/dL.\n");
    let end = message.len();
    message.write(Operator::Alias, "R1", Vec::new()).template(" ").write(Operator::Alias, "R2", Vec::new());
    message.template(": ").write(Operator::Vocabulary, "no fever, creatinine of 1.1", Vec::new());
    message.template(".\nQuestion: ").write(Operator::Vocabulary, "am i well", Vec::new());
    let told = [(Span::new(start..end).unwrap(), of(&records, "Glucose", "2014-01-01"))];
    let world = World::new(&records, &message.finish(), &told, "Am I well?");
    assert_eq!(world.names, ["r1", "r2"]);
    assert!(world.stems.contains("glucos") && world.stems.contains("creatinin") && !world.stems.contains("well"));
    assert_eq!(world.negated.iter().collect::<Vec<_>>(), ["fever"]);
    let written: Vec<String> = world.written.iter().map(|words| words.join(" ")).collect();
    assert_eq!(written, ["r1 r2 no fever creatinine of 1.1"]);
}

#[test]
fn what_several_passages_of_one_name_tell_is_one_thing() {
    let records = records(&[
        glucose("2014-01-01", 90.0),
        glucose("2020-01-01", 101.0),
        order("Simvastatin 10 MG", "2014-01-01", "active"),
        order("Glucose", "2014-01-01", "active"),
    ]);
    let told: [(&str, &[&str]); 3] =
        [("Glucose", &["2014-01-01"]), ("Simvastatin 10 MG", &["2014-01-01"]), ("Glucose", &["2020-01-01"])];
    let known = world(&records, &told, "Which medicines am I taking?");
    let names: Vec<(&str, FactKind, usize)> =
        known.topics.iter().map(|topic| (topic.name.as_str(), topic.kind, topic.facts.len())).collect();
    // The first entry of a passage says of what kind it is.
    assert_eq!(names.len(), 2);
    assert_eq!(names[0].0, "Glucose");
    assert_eq!(names[1], ("Simvastatin 10 MG", FactKind::MedicationRequest, 1));
    assert!(known.asks_now);
    assert_eq!(known.asked_kinds, [FactKind::MedicationRequest]);
}

#[test]
fn words_that_another_thing_has_too_are_none_of_its_own() {
    let records = records(&[
        order("Metformin hydrochloride 500 MG Oral Tablet", "2014-01-01", "active"),
        order("Metformin 850 MG Oral Tablet", "2014-01-01", "active"),
    ]);
    let told: [(&str, &[&str]); 2] = [
        ("Metformin hydrochloride 500 MG Oral Tablet", &["2014-01-01"]),
        ("Metformin 850 MG Oral Tablet", &["2014-01-01"]),
    ];
    let known = world(&records, &told, "");
    assert_eq!(known.topics[0].stems, ["500", "hydrochlorid", "metformin"]);
    assert_eq!(known.topics[0].own, ["500", "hydrochlorid"]);
    assert_eq!(known.topics[1].own, ["850"]);
}

#[test]
fn passages_about_two_people_are_about_several() {
    let mut other = glucose("2020-01-01", 88.0);
    other["subject"] = json!({ "reference": "Patient/q" });
    let records = records(&[glucose("2014-01-01", 90.0), other, order("Simvastatin 10 MG", "2014-01-01", "active")]);
    let of = |told: &[(&str, &[&str])]| world(&records, told, "");
    assert!(of(&[("Glucose", &["2014-01-01"]), ("Glucose", &["2020-01-01"])]).several);
    let one = of(&[("Glucose", &["2014-01-01"]), ("Simvastatin 10 MG", &["2014-01-01"])]);
    assert!(!one.several);
    assert_eq!(one.full[0].facts.len(), 1, "nothing of another person's");
}

#[test]
fn another_strength_that_is_taken_is_kin_and_another_form_is_the_same() {
    let records = records(&[
        order("Simvastatin 10 MG Oral Tablet", "2014-01-01", "stopped"),
        order("Simvastatin 10 MG Oral Capsule", "2017-01-01", "stopped"),
        order("Simvastatin 20 MG Oral Tablet", "2020-01-01", "active"),
        order("Ibuprofen 200 MG", "2014-01-01", "stopped"),
        order("Ibuprofen 400 MG", "2020-01-01", "stopped"),
        order("Lisinopril 10 MG / Amlodipine 5 MG", "2014-01-01", "stopped"),
        order("Amlodipine 10 MG / Lisinopril 20 MG", "2020-01-01", "active"),
    ]);
    let told: [(&str, &[&str]); 3] = [
        ("Simvastatin 10 MG Oral Tablet", &["2014-01-01"]),
        ("Ibuprofen 200 MG", &["2014-01-01"]),
        ("Lisinopril 10 MG / Amlodipine 5 MG", &["2014-01-01"]),
    ];
    let known = world(&records, &told, "");
    assert_eq!(known.kin, [true, false, true]);
    let counts: Vec<usize> = known.full.iter().map(|topic| topic.facts.len()).collect();
    assert_eq!(counts, [2, 1, 1]);
}

#[test]
fn an_entry_is_known_with_its_days_its_status_and_its_answer() {
    let condition = |name: &str, more: Json| {
        let mut condition = json!({ "resourceType": "Condition", "code": { "text": name } });
        for (key, value) in more.as_object().unwrap() {
            condition[key] = value.clone();
        }
        condition
    };
    let status = |status: &str| json!({ "coding": [{ "code": status }] });
    let smoking = json!({ "resourceType": "Observation", "status": "final", "code": { "text": "Tobacco use" },
        "effectiveDateTime": "2014-01-01", "valueCodeableConcept": { "text": "Never smoker" } });
    let records = records(&[
        condition("Gout", json!({ "onsetDateTime": "2014-01-01", "abatementDateTime": "2017-01-01" })),
        condition("Anemia", json!({ "onsetDateTime": "2014-01-01", "clinicalStatus": status("active") })),
        condition("Asthma", json!({ "recordedDate": "2014-01-01" })),
        smoking,
        order("Warfarin 5 MG", "2014-01-01", "completed"),
    ]);
    let names = ["Gout", "Anemia", "Asthma", "Tobacco use", "Warfarin 5 MG"];
    let told: Vec<(&str, &[&str])> = names.iter().map(|name| (*name, &["2014-01-01"][..])).collect();
    let known = world(&records, &told, "");
    let facts: Vec<_> = known.topics.iter().map(|topic| &topic.facts[0]).collect();
    let statuses: Vec<Option<&str>> = facts.iter().map(|fact| fact.status.as_deref()).collect();
    assert_eq!(statuses, [Some("resolved"), Some("active"), None, Some("final"), Some("completed")]);
    assert_eq!(facts.iter().map(|fact| fact.is_recorded).collect::<Vec<_>>(), [false, false, true, false, false]);
    assert_eq!((facts[0].ended, facts[1].ended), (Some(day("2017-01-01")), None));
    assert!(facts.iter().all(|fact| fact.day == Some(day("2014-01-01")) && fact.when == "2014-01-01"));
    let answers: Vec<Option<&str>> =
        facts.iter().map(|fact| fact.answer.as_ref().map(|(_, answer)| answer.as_str())).collect();
    assert_eq!(answers, [None, None, None, Some("Never smoker"), None]);
}

#[test]
fn the_parts_of_a_reading_have_names_units_and_the_least_that_says_something() {
    let part = |name: &str, value: u32| json!({ "code": { "text": name }, "valueQuantity": { "value": value, "unit": "mm[Hg]" } });
    let pressure = json!({ "resourceType": "Observation", "status": "final", "code": { "text": "Blood Pressure" },
        "effectiveDateTime": "2014-01-01",
        "component": [part("Diastolic Blood Pressure", 70), { "code": { "text": "Arm" } }, part("Systolic Blood Pressure", 118)] });
    let records = records(&[pressure, glucose("2014-01-01", 90.5)]);
    let told: [(&str, &[&str]); 2] = [("Blood Pressure", &["2014-01-01"]), ("Glucose", &["2014-01-01"])];
    let known = world(&records, &told, "");
    let shown = |topic: &Topic| -> Vec<(String, String, Option<String>)> {
        topic.readings.iter().map(|told| (told.part_name.clone(), told.text.clone(), told.unit.clone())).collect()
    };
    let row = |part: &str, text: &str, unit: &str| (part.to_owned(), text.to_owned(), Some(unit.to_owned()));
    assert_eq!(
        shown(&known.topics[0]),
        [row("Diastolic Blood Pressure", "70", "mm[Hg]"), row("Systolic Blood Pressure", "118", "mm[Hg]")]
    );
    assert_eq!(shown(&known.topics[1]), [row("", "90.5", "mg/dL")]);
    assert_eq!(known.topics[0].readings[1].part, ["blood", "pressur", "systol"]);
    assert!(known.topics.iter().flat_map(|topic| &topic.readings).all(|reading| reading.change > 0.0));
}

#[test]
fn the_newest_and_the_first_entry_are_those_of_their_days() {
    let records = records(&[
        glucose("2017-01-01", 1.0),
        glucose("2014-01-01", 2.0),
        glucose("2020-01-01", 3.0),
        glucose("2020-01-01", 4.0),
    ]);
    let known = world(&records, &[("Glucose", &["2017-01-01", "2014-01-01", "2020-01-01"])], "");
    let (newest, oldest) = known.topics[0].ends().unwrap();
    assert_eq!((known.topics[0].when(newest), known.topics[0].when(oldest)), ("2020-01-01", "2014-01-01"));
    assert_eq!((newest, oldest, known.topics[0].when(9)), (3, 1, ""));
    let mut undated = known.topics[0].clone();
    undated.facts.iter_mut().for_each(|fact| fact.day = None);
    assert_eq!(undated.ends(), None);
}

#[test]
fn times_are_known_as_they_were_told_and_as_models_vary_them() {
    let label = |label: &str| Time { label: label.to_owned(), days: vec![day("2017-05-01")] };
    let labels =
        ["day 0", "3 years before day 0", "1 year before day 0", "2 months before day 0", "10 days before day 0"];
    let world = World { times: labels.map(label).into(), ..World::default() };
    for (words, known) in [
        ("day 0", Some(0)),
        ("3 years before day 0", Some(1)),
        ("3  years\nbefore day 0", Some(1)),
        ("three years before day 0", Some(1)),
        ("3 years prior to day 0", Some(1)),
        ("3 years earlier than day 0", Some(1)),
        ("3 years from day 0", Some(1)),
        ("3 years since day 0", Some(1)),
        ("3 years after day 0", None),
        ("4 years before day 0", None),
        ("a year before day 0", Some(2)),
        ("an year before day 0", Some(2)),
        ("one year before day 0", Some(2)),
        ("two months before day 0", Some(3)),
        ("ten days before day 0", Some(4)),
        ("nine days before day 0", None),
    ] {
        assert_eq!(world.time(words), known, "{words}");
    }
    for (words, known) in [("2017-05-01", Some(0)), ("2017-05-02", None), ("2017-05", None), ("may 2017", None)] {
        assert_eq!(world.date(words), known, "{words}");
    }
}

#[test]
fn what_stands_behind_a_negation_alone_is_negated() {
    for (text, expected) in [
        ("she has no chest pain", &["chest", "pain"][..]),
        ("no chest pain. pain on stairs", &["chest"]),
        ("denies cough, wheezes", &["cough"]),
        ("without fever or chills at night today", &["at", "chill", "fever", "or"]),
        ("she doesn't smoke", &["smoke"]),
        ("no fever no cough", &["cough", "fever"]),
        ("she has pain", &[]),
        ("fever: none; cough", &[]),
    ] {
        assert_eq!(negated(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn passages_of_notes_are_what_is_left_without_those_of_entries() {
    let text = "Note one. [entry] Note two. [other] End.";
    let span = |part: &str| {
        let at = text.find(part).unwrap();
        Span::new(at..at + part.len()).unwrap()
    };
    let fact = || vec![FactRef { document: DocumentIndex(0), fact: 0 }];
    let told = [(span("[other]"), fact()), (span("Note two."), Vec::new()), (span("[entry]"), fact())];
    assert_eq!(without(text, &told), "Note one. \n Note two. \n End.");
    let twice = [(span("[entry] Note"), fact()), (span("[entry]"), fact())];
    assert_eq!(without(text, &twice), "Note one. \n\n two. [other] End.");
    assert_eq!(without(text, &[]), text);
}

#[test]
fn a_question_asks_for_all_things_of_a_kind_or_for_something_else() {
    use FactKind::{AllergyIntolerance, Condition, MedicationRequest};
    for (question, kinds) in [
        ("Which medicines am I taking?", &[MedicationRequest][..]),
        ("What are my conditions and allergies?", &[]),
        ("What are my conditions, my allergies?", &[Condition, AllergyIntolerance]),
        ("Which medicines were stopped?", &[]),
        ("What is my weight?", &[]),
        ("What do I have?", &[]),
    ] {
        assert_eq!(asked_kinds(question), kinds, "{question}");
    }
}

#[test]
fn numbers_and_days_are_read_out_of_words() {
    assert_eq!(numbers_in("Simvastatin 10 MG, 0.5 ML. Type 2.").collect::<Vec<_>>(), [10.0, 0.5, 2.0]);
    assert_eq!(numbers_in("1.2.3 and ...").collect::<Vec<_>>(), [0.0; 0]);
    for (text, expected) in [
        ("2014", Some("2014-01-01")),
        ("2014-03", Some("2014-03-01")),
        ("2014-03-02", Some("2014-03-02")),
        ("2014-03-02T08:00:00Z", Some("2014-03-02")),
        ("in March", None),
        ("", None),
    ] {
        assert_eq!(day_in(text), expected.map(day), "{text}");
    }
}
