//! Which facts a question is about: the names of series, how well they answer, and what stays.

use serde_json::{Value, json};

use super::*;
use crate::progress::Unwatched;
use crate::room::Room;

fn plan(question: &str) -> Plan {
    Plan::new(question, &[])
}

/// Returns a room with `resources` of one patient.
fn room(resources: impl IntoIterator<Item = Value>) -> Room {
    let person = json!({"resourceType": "Patient", "id": "p", "name": [{"family": "Varga", "given": ["Ilona"]}]});
    let of_patient = |mut resource: Value| {
        resource["subject"] = json!({"reference": "Patient/p"});
        resource
    };
    let all = [person].into_iter().chain(resources.into_iter().map(of_patient));
    let entry: Vec<Value> = all.map(|resource| json!({"resource": resource})).collect();
    let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string();
    let mut room = Room::new().unwrap();
    room.add(bundle.as_bytes(), &mut Unwatched).unwrap();
    room
}

fn reading(name: &str, day: &str) -> Value {
    json!({"resourceType": "Observation", "status": "final", "effectiveDateTime": day,
        "code": {"coding": [{"system": "http://loinc.org", "code": name.to_lowercase(), "display": name}]},
        "valueQuantity": {"value": 4.0, "unit": "mmol/L"}})
}

fn undated(name: &str) -> Value {
    let mut reading = reading(name, "2020-01-01");
    reading.as_object_mut().unwrap().remove("effectiveDateTime");
    reading
}

fn event(kind: &str, name: &str, day: &str) -> Value {
    json!({"resourceType": kind, "status": "completed", "performedDateTime": day, "onsetDateTime": day, "authoredOn": day,
        "code": {"coding": [{"system": "http://snomed.info/sct", "code": name.to_lowercase(), "display": name}]}})
}

/// Returns the names of the series that are selected, each with its number of facts.
fn selected(room: &Room, question: &str) -> Vec<(String, usize)> {
    let selection = select(room.records(), &Plan::new(question, &room.records().patients), None);
    selection.series.into_iter().map(|series| (series.name, series.facts.len())).collect()
}

fn shown(series: &[(String, usize)]) -> Vec<(&str, usize)> {
    series.iter().map(|(name, facts)| (name.as_str(), *facts)).collect()
}

#[test]
fn names_are_read_without_what_terminologies_add() {
    for (name, read) in [
        ("HeartRate", "Heart Rate"),
        ("heartRate", "heart Rate"),
        ("BodyMassIndex", "Body Mass Index"),
        ("HbA1c", "HbA1c"),
        ("RedCellWidth", "RedCellWidth"),
        ("Heart Rate", "Heart Rate"),
        ("Heart4Rate", "Heart4Rate"),
        ("Gout", "Gout"),
    ] {
        assert_eq!(apart(name), read, "{name}");
    }
    for (name, plain) in [
        ("Potassium [Moles/volume] in Serum or Plasma", "Potassium in Serum or Plasma"),
        ("Glucose [Mass] by Test strip by hand", "Glucose"),
        ("A [b [c] d] e", "A e"),
        ("a] b", "a b"),
        ("Gout", "Gout"),
    ] {
        assert_eq!(plain_name(name), plain, "{name}");
    }
    for (name, denies) in [
        ("No known allergy", true),
        ("NO HISTORY OF stroke", true),
        ("No current problems", true),
        ("Not known to smoke", true),
        ("Known allergy", false),
        ("No allergy", false),
    ] {
        assert_eq!(is_denial(name), denies, "{name}");
    }
    let coded = |system: Option<&str>, code: Option<&str>, text: &str, term: Option<&str>| {
        let value = |text: &str| crate::document::Value {
            text: text.into(),
            span: crate::span::Span::at(0, 0),
            form: crate::document::Form::String,
            aside: 0,
        };
        Coded {
            system: system.map(Into::into),
            code: code.map(Into::into),
            display: value(text),
            term: term.map(value),
            others: Box::default(),
        }
    };
    assert_eq!(identity(&coded(Some("s"), Some("c"), "Gout", None)), "s|c");
    assert_eq!(identity(&coded(Some("s"), None, "Gout", None)), "gout");
    assert_eq!(identity(&coded(None, Some("c"), "Gout", None)), "gout");
    assert_eq!(shown_name(&coded(None, None, "HeartRate", None)), "Heart Rate");
    assert_eq!(shown_name(&coded(None, None, "Gout", Some("Gout"))), "Gout");
    assert_eq!(shown_name(&coded(None, None, "Zipperlein", Some("Gout"))), "Zipperlein Gout");
}

fn shown_name(code: &Coded) -> String {
    super::shown(code)
}

#[test]
fn a_series_fits_by_the_share_of_its_name_that_is_said() {
    for (name, question, share) in [
        ("Hemoglobin", "hemoglobin", 1.0),
        ("Hemoglobin A1c", "hemoglobin", 0.5),
        ("Hemoglobin in Blood", "hemoglobin", 1.0),
        ("Anemia due to iron", "anemia", 1.0),
        ("Glucose--2 hours post meal", "glucose", 0.2),
        ("Sodium", "hemoglobin", 0.0),
        ("", "hemoglobin", 0.0),
    ] {
        let found = fit(name, &Bag::new(name), &plan(question));
        assert!((found - share).abs() < 1e-9, "{name}: {found}");
    }
    let topics = plan("blood pressure").topics;
    assert!(has_all("Blood pressure", &topics) && !has_all("Sodium", &topics) && has_all("Sodium", &[]));
    let bags = [Bag::new("sodium"), Bag::new("potassium")];
    let sodium = &plan("sodium").topics[0];
    assert!((rarity(sodium, &bags) - 2.0_f64.ln()).abs() < 1e-9);
    assert!((rarity(sodium, &bags[1..]) - 4.0_f64.ln()).abs() < 1e-9);
    assert!((rarity(sodium, &bags[..1]) - (4.0_f64 / 3.0).ln()).abs() < 1e-9);
    let fetal = Bag::new("Fetal heart rate");
    assert!(fetal.is_of_another(&plan("heart rate").topics) && !fetal.is_of_another(&plan("fetal heart rate").topics));
    assert!(!Bag::new("Heart rate").is_of_another(&plan("heart rate").topics));
}

#[test]
fn a_series_is_kept_that_comes_near_the_best() {
    let of = |whole: f64, parts: &[f64]| Scores { whole, parts: parts.to_vec() };
    let bests = |all: &[Scores]| {
        let best = Scores::bests(all.iter());
        (best.whole, best.parts)
    };
    assert_eq!(bests(&[of(0.2, &[0.5, 0.1]), of(0.7, &[0.3, 0.4])]), (0.7, vec![0.5, 0.4]));
    assert_eq!(bests(&[]), (0.0, vec![]));
    assert_eq!((of(0.2, &[0.5]).best(), of(0.6, &[0.5]).best(), of(0.6, &[]).best()), (0.5, 0.6, 0.6));
    assert!(of(1.0, &[]).is_full() && of(0.5, &[1.0, 1.0]).is_full());
    assert!(!of(0.5, &[]).is_full() && !of(0.5, &[1.0, 0.5]).is_full());
    for (own, best, relative) in [
        (of(0.5, &[]), of(0.5, &[]), 1.0),
        (of(0.25, &[]), of(0.5, &[]), 0.5),
        (of(0.0, &[]), of(0.0, &[]), 0.0),
        // The parts count where no series answers the whole.
        (of(0.1, &[0.5, 0.2]), of(1.0, &[0.5, 0.4]), 0.1),
        (of(0.1, &[0.25, 0.4]), of(0.5, &[0.5, 0.5]), 0.8),
        (of(0.1, &[0.0, 0.0]), of(0.5, &[0.0, 0.5]), 0.0),
    ] {
        assert!((own.relative(&best) - relative).abs() < 1e-9, "{relative}");
        assert_eq!(own.is_kept(&best), relative >= 0.75);
    }
    assert!(of(0.375, &[]).is_kept(&of(0.5, &[])) && !of(0.37, &[]).is_kept(&of(0.5, &[])));
}

#[test]
fn of_readings_the_newest_or_oldest_stay_and_of_events_those_of_one_day() {
    let readings = room([
        reading("Sodium", "2020-01-01"),
        reading("Sodium", "2021-01-01"),
        reading("Sodium", "2022-01-01"),
        undated("Sodium"),
        undated("Chloride"),
        reading("Potassium", "2022-01-01"),
    ]);
    for (question, expected) in [
        ("my last sodium", vec![("Sodium", 1)]),
        ("my first sodium", vec![("Sodium", 1)]),
        ("my last two sodium readings", vec![("Sodium", 2)]),
        ("how did my sodium change", vec![("Sodium", 3)]),
        ("my sodium", vec![("Sodium", 3)]),
        ("my chloride", vec![("Chloride", 1)]),
        ("sodium and potassium", vec![("Sodium", 3), ("Potassium", 1)]),
    ] {
        let mut found = selected(&readings, question);
        let mut expected = expected;
        found.sort();
        expected.sort();
        assert_eq!(shown(&found), expected, "{question}");
    }
    let events = room([
        event("Procedure", "Appendectomy", "2015-03-01"),
        event("Procedure", "Tonsillectomy", "2018-03-01"),
        event("Procedure", "Cast", "2018-03-01"),
        event("Condition", "Gout", "2012-03-01"),
    ]);
    for (question, expected) in [
        ("what was my last procedure", vec![("Cast", 1), ("Tonsillectomy", 1)]),
        ("what was my first procedure", vec![("Appendectomy", 1)]),
        ("which procedures did I have", vec![("Appendectomy", 1), ("Cast", 1), ("Tonsillectomy", 1)]),
        ("what was my last appendectomy", vec![("Appendectomy", 1)]),
    ] {
        let mut found = selected(&events, question);
        found.sort();
        assert_eq!(shown(&found), expected, "{question}");
    }
}

#[test]
fn what_was_called_off_is_neither_the_last_nor_the_first() {
    let stated = |status: &str, mut resource: Value| {
        resource["status"] = json!(status);
        resource
    };
    let own = room([
        stated("cancelled", reading("Sodium", "2019-01-01")),
        reading("Sodium", "2020-01-01"),
        reading("Sodium", "2021-01-01"),
        stated("corrected", reading("Sodium", "2021-01-01")),
        stated("cancelled", reading("Sodium", "2022-01-01")),
        stated("not-done", event("Procedure", "Cast", "2018-03-01")),
        event("Procedure", "Appendectomy", "2015-03-01"),
    ]);
    let statuses = |question: &str| {
        let records = own.records();
        let selection = select(records, &Plan::new(question, &records.patients), None);
        let facts = selection.series.into_iter().flat_map(|series| series.facts);
        let said = facts.filter_map(|at| fact_of(records, at)?.status.as_ref().map(|status| status.text.to_string()));
        said.collect::<Vec<_>>()
    };
    for (question, expected) in [
        ("my last sodium", vec!["corrected"]),
        ("my first sodium", vec!["final"]),
        ("what was my last procedure", vec!["completed"]),
        ("was my last sodium cancelled", vec!["cancelled"]),
    ] {
        assert_eq!(statuses(question), expected, "{question}");
    }
}

#[test]
fn the_best_comes_first_and_readings_of_somebody_within_stay_back() {
    let heart = room([
        reading("Fetal heart rate", "2022-01-01"),
        reading("Heart rate", "2020-01-01"),
        reading("Hemoglobin A1c", "2022-01-01"),
        reading("Hemoglobin", "2020-01-01"),
    ]);
    assert_eq!(shown(&selected(&heart, "my heart rate")), [("Heart rate", 1)]);
    assert_eq!(shown(&selected(&heart, "the fetal heart rate"))[0], ("Fetal heart rate", 1));
    assert_eq!(shown(&selected(&heart, "my hemoglobin")), [("Hemoglobin", 1), ("Hemoglobin A1c", 1)]);
    assert_eq!(shown(&selected(&heart, "my ferritin")), []);
    // More series than one request has room for.
    let many = room((0..45).map(|at| event("Procedure", &format!("Surgery number {at}"), "2020-01-01")));
    assert_eq!(selected(&many, "which surgery did I have").len(), 40);
}

#[test]
fn days_and_instants_are_those_on_which_a_fact_began() {
    let room = room([reading("Sodium", "2020-01-01"), undated("Sodium")]);
    let records = room.records();
    let mut days: Vec<Option<String>> = records
        .documents
        .iter()
        .enumerate()
        .flat_map(|(document, held)| (0..held.facts().len()).map(move |fact| (document, fact)))
        .map(|(document, fact)| FactRef { document: DocumentIndex(u32::try_from(document).unwrap()), fact })
        .filter(|at| fact_of(records, *at).is_some_and(|fact| fact.kind == FactKind::Observation))
        .map(|at| {
            assert_eq!(day_of(records, at).is_some(), instant_of(records, at).is_some());
            day_of(records, at).map(|day| day.to_string())
        })
        .collect();
    days.sort();
    assert_eq!(days, [None, Some("2020-01-01".to_owned())]);
    assert!(fact_of(records, FactRef { document: DocumentIndex(99), fact: 0 }).is_none());
}
