//! Values of which a file gives a limit alone, and courses of what a share of the value says nothing of.

use super::*;

/// What is measured: the code, its name, and the unit.
type Of<'a> = (&'a str, &'a str, &'a str);

const GLUCOSE: Of<'_> = ("2345-7", "Glucose [Mass/volume] in Serum or Plasma", "mg/dL");
const EGFR: Of<'_> = ("33914-3", "Glomerular filtration rate/1.73 sq M.predicted", "mL/min/1.73 m2");
const POTASSIUM: Of<'_> = ("2823-3", "Potassium [Moles/volume] in Serum or Plasma", "mmol/L");
const WEIGHT: Of<'_> = ("29463-7", "Body weight", "kg");
const TEMPERATURE: Of<'_> = ("8310-5", "Body temperature", "Cel");
const SATURATION: Of<'_> = ("59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry", "%");

/// A reading as a resource: `value` is a number, with a sign before it where it is a limit.
fn measured((code, name, unit): Of<'_>, value: &str, day: &str) -> serde_json::Value {
    let number = value.trim_start_matches(['<', '>', '=']);
    let sign = value.strip_suffix(number).unwrap();
    let mut quantity = serde_json::json!({
        "value": serde_json::from_str::<serde_json::Value>(number).unwrap(), "unit": unit, "code": unit, "system": "http://unitsofmeasure.org"
    });
    if !sign.is_empty() {
        quantity["comparator"] = sign.into();
    }
    let rest = serde_json::json!({ "status": "final", "effectiveDateTime": day, "valueQuantity": quantity });
    entry("Observation", &format!("o-{code}-{day}"), LOINC, code, name, rest)
}

fn series(of: Of<'_>, values: &[(&str, &str)]) -> Room {
    room_of(&values.iter().map(|(value, day)| measured(of, value, day)).collect::<Vec<_>>())
}

/// The sentence of the answer to `question`; empty where there is none from entries.
fn said(room: &Room, question: &str) -> String {
    asked(room.records(), question).map_or_else(String::new, |exact| exact.sentence)
}

fn all_said(room: &Room, rows: &[(&str, &str)]) {
    for (question, sentence) in rows {
        assert_eq!(said(room, question), *sentence, "{question}");
    }
}

#[test]
fn a_value_above_a_limit_is_told_and_never_passed_over() {
    let values = [("90", "2022-03-10"), ("88", "2023-03-10"), ("98", "2024-03-10"), (">600", "2024-05-10")];
    let room = series(GLUCOSE, &values);
    all_said(
        &room,
        &[
            ("what is my latest blood sugar", "The latest glucose in blood is >600 mg/dL, of 10 May 2024."),
            ("what is my highest blood sugar", "The highest glucose in blood is >600 mg/dL, of 10 May 2024."),
            ("what is my lowest blood sugar", "The lowest glucose in blood is 88 mg/dL, of 10 March 2023."),
            ("when was my glucose highest", "The highest glucose in blood is of 10 May 2024: >600 mg/dL."),
            ("was my glucose ever above 500", "Yes: 1 of 4 readings of glucose in blood is above 500 mg/dL."),
            ("was my glucose ever below 80", "No: of 4 readings of glucose in blood none is below 80 mg/dL."),
            ("how often was my glucose measured", "The record has 4 readings of glucose in blood."),
            (
                "how many times was my glucose above 600",
                "The record has 1 reading of glucose in blood above 600 mg/dL.",
            ),
            // Above what it lies is not known.
            ("was my glucose ever above 700", ""),
            ("what is my average glucose", ""),
            ("has my glucose gone up", ""),
            ("how has my glucose changed", ""),
            ("is my latest glucose higher than the one before", ""),
            ("what is the difference between my highest and lowest glucose", ""),
        ],
    );
    let told = asked(room.records(), "what is my latest blood sugar").unwrap();
    assert_eq!((told.answer.as_str(), told.facts.len()), (">600 mg/dL", 1));
    assert!(told.rules.iter().any(|rule| rule.contains("a limit alone")), "{:?}", told.rules);
    let listed = said(&room, "all my glucose values");
    assert!(listed.contains("first: >600 mg/dL (10 May 2024); 98 mg/dL"), "{listed}");
    // What has no other value is not said to be absent.
    let room = series(("6598-7", "Troponin T", "ng/L"), &[("<14", "2024-03-10")]);
    assert_eq!(said(&room, "what was my latest troponin t"), "The latest troponin T is <14 ng/L, of 10 March 2024.");
}

#[test]
fn limits_on_both_sides_are_told_only_where_it_is_certain() {
    let room = series(EGFR, &[(">60", "2020-01-10"), ("45", "2023-01-10"), ("<15", "2024-05-10")]);
    let name = "estimated glomerular filtration rate";
    all_said(
        &room,
        &[
            ("what is my latest eGFR", &format!("The latest {name} is <15 mL/min/1.73 m2, of 10 May 2024.")),
            ("what was my first eGFR", &format!("The first {name} is >60 mL/min/1.73 m2, of 10 January 2020.")),
            ("my lowest egfr", &format!("The lowest {name} is <15 mL/min/1.73 m2, of 10 May 2024.")),
            ("my highest egfr", &format!("The highest {name} is >60 mL/min/1.73 m2, of 10 January 2020.")),
            ("was my egfr ever below 15", &format!("Yes: 1 of 3 readings of {name} is below 15 mL/min/1.73 m2.")),
            ("was my egfr ever above 90", ""),
            ("was my egfr ever below 10", ""),
            ("average egfr", ""),
        ],
    );
    // Two that lie above limits: which is higher nobody knows.
    let room = series(EGFR, &[(">60", "2020-01-10"), (">=90", "2023-01-10"), ("70", "2024-05-10")]);
    assert_eq!(said(&room, "my highest egfr"), "");
    assert_eq!(said(&room, "my lowest egfr"), "");
    assert!(said(&room, "was my egfr ever below 60").starts_with("No: of 3 readings"));
    // The limit itself belongs to the one and not to the other.
    let at = |value| series(EGFR, &[(value, "2024-01-10")]);
    assert!(said(&at(">=90"), "was my egfr ever at least 90").starts_with("Yes"));
    assert_eq!(said(&at(">=90"), "was my egfr ever above 90"), "");
    assert!(said(&at(">90"), "was my egfr ever above 90").starts_with("Yes"));
    assert!(said(&at("<=15"), "was my egfr ever above 15").starts_with("No"));
    assert_eq!(said(&at("<=15"), "was my egfr ever below 15"), "");
    // A sign that is none of these is no value.
    assert_eq!(said(&series(EGFR, &[("45", "2023-01-10"), ("=15", "2024-05-10")]), "my latest egfr"), "");
}

#[test]
fn one_end_of_an_interval_in_a_document_is_a_limit() {
    let document = |value: &str| {
        format!(
            r#"<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><recordTarget><patientRole><id extension="1" root="1.1"/><patient><name><given>Test</given><family>Person</family></name><birthTime value="19580302"/></patient></patientRole></recordTarget><component><structuredBody><component><section><code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/><title>Results</title><text>K</text>{}{}</section></component></structuredBody></component></ClinicalDocument>"#,
            observation("20230901", r#"<value xsi:type="PQ" value="4.4" unit="mmol/L"/>"#),
            observation("20240501", value)
        )
    };
    fn observation(day: &str, value: &str) -> String {
        format!(
            r#"<entry><observation classCode="OBS" moodCode="EVN"><code code="2823-3" codeSystem="2.16.840.1.113883.6.1" displayName="Potassium"/><statusCode code="completed"/><effectiveTime value="{day}"/>{value}</observation></entry>"#
        )
    }
    let open = r#"<value xsi:type="IVL_PQ"><low value="7.5" unit="mmol/L" inclusive="false"/></value>"#;
    let low = r#"<value xsi:type="IVL_PQ"><low value="7.5" unit="mmol/L"/></value>"#;
    let high = r#"<value xsi:type="IVL_PQ"><high value="2.5" unit="mmol/L" inclusive="false"/></value>"#;
    let both = r#"<value xsi:type="IVL_PQ"><low value="5" unit="mmol/L"/><high value="6" unit="mmol/L"/></value>"#;
    for (value, question, sentence) in [
        (open, "what is my latest potassium", "The latest potassium in blood is >7.5 mmol/L, of 1 May 2024."),
        (open, "my highest potassium", "The highest potassium in blood is >7.5 mmol/L, of 1 May 2024."),
        (open, "was my potassium ever above 7", "Yes: 1 of 2 readings of potassium in blood is above 7 mmol/L."),
        (open, "average potassium", ""),
        (low, "what is my latest potassium", "The latest potassium in blood is >=7.5 mmol/L, of 1 May 2024."),
        (high, "what is my lowest potassium", "The lowest potassium in blood is <2.5 mmol/L, of 1 May 2024."),
        (both, "what is my latest potassium", ""),
    ] {
        let mut room = Room::new().unwrap();
        room.add(document(value).as_bytes(), &mut Unwatched).unwrap();
        assert_eq!(said(&room, question), sentence, "{value}");
        let shown = serde_json::to_string(&room.quotes_on(question, Some(TODAY)).unwrap().blocks).unwrap();
        assert_eq!(shown.contains("Value low, more than"), value == open, "{shown}");
    }
}

#[test]
fn what_moves_little_in_numbers_is_not_called_stable() {
    let spells = |of, first: &str, last: &str, question: &str| {
        said(&series(of, &[(first, "2024-01-01"), (last, "2024-05-01")]), question)
    };
    let ph = ("2744-1", "pH of Arterial blood", "[pH]");
    let sodium = ("2951-2", "Sodium [Moles/volume] in Serum or Plasma", "mmol/L");
    for (of, first, last, question, starts) in [
        (SATURATION, "93", "89", "is my oxygen getting worse", "Yes: oxygen saturation is falling, from 93 % (1"),
        (SATURATION, "93", "92", "is my oxygen getting worse", "No: oxygen saturation is stable"),
        (TEMPERATURE, "37", "38.8", "has my temperature gone up", "Yes: body temperature is rising, from 37 °C (1"),
        (TEMPERATURE, "37", "37.2", "has my temperature gone up", "No: body temperature is stable"),
        (TEMPERATURE, "37", "38.8", "how has my temperature changed", "Body temperature: rising"),
        (sodium, "136", "130", "did my sodium fall", "Yes: sodium in blood is falling, from 136 mmol/L (1"),
        (sodium, "136", "130", "has my sodium been stable", "No: sodium in blood is falling"),
        (ph, "7.4", "7.1", "has my ph gone down", "Yes: pH of Arterial blood is falling, from 7.4 (1"),
        (WEIGHT, "80", "80.6", "have I gained weight", "No: body weight is stable"),
        (POTASSIUM, "5.3", "5.55", "has my potassium gone up", "Yes: potassium in blood is rising, from 5.3 mmol/L (1"),
        (POTASSIUM, "4.1", "4.2", "has my potassium gone up", "No: potassium in blood is stable"),
    ] {
        let told = spells(of, first, last, question);
        assert!(told.starts_with(starts), "{question}: {told}");
    }
    // Within a month that is water; over longer it is called neither a gain nor none, and from 5 % on it is one.
    let weights = |last: &str, day: &str| series(WEIGHT, &[("80", "2024-01-01"), (last, day)]);
    let gained = |last: &str, day: &str| said(&weights(last, day), "have I gained weight");
    for last in ["82.1", "83.9"] {
        assert!(gained(last, "2024-01-04").starts_with("Yes: body weight is rising, from 80 kg"), "{last}");
    }
    assert_eq!(gained("83.9", "2024-05-01"), "");
    assert!(gained("84.1", "2024-05-01").starts_with("Yes: body weight is rising, from 80 kg"));
    assert_eq!(gained("82.1", "2024-05-01"), "");
    assert!(gained("77.9", "2024-05-01").starts_with("No: body weight is stable"));
    assert!(said(&weights("82.1", "2024-05-01"), "how has my weight changed").starts_with("Body weight: stable"));
    // Whatever the unit.
    let fahrenheit = (TEMPERATURE.0, TEMPERATURE.1, "[degF]");
    for (celsius, degrees) in [(("37", "37.5"), ("98.6", "99.5")), (("37", "37.4"), ("98.6", "99.3"))] {
        let way =
            |of, (first, last): (&str, &str)| spells(of, first, last, "has my temperature gone up").contains("Yes");
        assert_eq!(way(TEMPERATURE, celsius), way(fahrenheit, degrees), "{degrees:?}");
    }
    let told = asked(weights("83.9", "2024-01-04").records(), "have I gained weight").unwrap();
    assert!(told.rules.iter().any(|rule| rule.contains("less than 1 kg and by no more than 5 %")), "{:?}", told.rules);
}

#[test]
fn what_lies_out_of_its_range_is_not_called_stable() {
    let at = |value: &str, day: &str, high: f64, mark: &str| {
        let mut reading = measured(POTASSIUM, value, day);
        reading["referenceRange"] = serde_json::json!([{ "high": { "value": high, "unit": "mmol/L" } }]);
        if !mark.is_empty() {
            reading["interpretation"] = serde_json::json!([{ "coding": [{ "code": mark }] }]);
        }
        reading
    };
    let said_of =
        |last: serde_json::Value, question: &str| said(&room_of(&[at("5.3", "2024-01-01", 6.0, ""), last]), question);
    for question in ["has my potassium gone up", "how has my potassium changed", "is my potassium stable"] {
        assert_eq!(said_of(at("5.4", "2024-05-01", 5.1, ""), question), "", "{question}");
        assert_eq!(said_of(at("5.4", "2024-05-01", 6.0, "H"), question), "", "{question}");
        assert!(said_of(at("5.4", "2024-05-01", 6.0, "N"), question).contains("stable"), "{question}");
        // What is the same is so wherever it lies.
        assert!(said_of(at("5.3", "2024-05-01", 5.1, "H"), question).contains("stable"), "{question}");
    }
    // Up, and down again most of the way: neither is said, nor is it denied that it falls.
    let up = [("100", "2024-01-01"), ("190", "2024-02-01"), ("180", "2024-03-01"), ("170", "2024-04-01")];
    let room = series(GLUCOSE, &[up.as_slice(), &[("110", "2024-05-01")]].concat());
    assert_eq!(said(&room, "is my glucose rising"), "");
    assert_eq!(said(&room, "is my glucose falling"), "");
    assert!(said(&room, "is my glucose stable").starts_with("No: glucose in blood has no clear direction"));
}

#[test]
fn an_equivalent_of_one_charge_and_a_mole_are_computed_together() {
    let milli = (POTASSIUM.0, POTASSIUM.1, "mEq/L");
    let room = room_of(&[
        measured(POTASSIUM, "4.0", "2023-02-01"),
        measured(milli, "5.6", "2024-02-01"),
        measured(POTASSIUM, "4.2", "2024-05-01"),
    ]);
    assert_eq!(said(&room, "average potassium"), "The average potassium in blood is 4.6 mmol/L, over 3 readings.");
    assert!(said(&room, "how has my potassium changed").starts_with("Potassium in blood: rising"));
    assert!(said(&room, "my highest potassium").starts_with("The highest potassium in blood is 5.6 m"));
    // An extreme in another unit than its own is told in one unit.
    let pounds = (WEIGHT.0, WEIGHT.1, "[lb_av]");
    let room = room_of(&[measured(pounds, "180", "2023-06-01"), measured(WEIGHT, "70", "2024-05-01")]);
    assert_eq!(asked(room.records(), "my highest weight").unwrap().answer, "81.65 kg");
    let name = "Platelets [#/volume] in Blood by Automated count";
    let room = room_of(&[
        measured(("777-3", name, "10*3/uL"), "250", "2023-02-01"),
        measured(("26515-7", "Platelets [#/volume] in Blood", "10*9/L"), "90", "2024-02-01"),
    ]);
    assert_eq!(said(&room, "average platelets"), "The average platelets is 170 10*3/uL, over 2 readings.");
}

#[test]
fn of_what_is_measured_in_several_fluids_blood_stands_first() {
    let urine = ("2828-2", "Potassium [Moles/volume] in Urine", "mmol/L");
    let mut room = room_of(&[
        measured(POTASSIUM, "5.6", "2024-02-01"),
        measured(POTASSIUM, "4.1", "2024-04-01"),
        measured(urine, "60", "2024-05-01"),
    ]);
    let mut first = |question: &str| match room.quotes_on(question, Some(TODAY)).unwrap().blocks.first() {
        Some(Block::RecordData { rows, .. }) => rows.iter().map(|row| row.value.clone()).collect::<Vec<_>>().join(" "),
        other => panic!("{question}: {other:?}"),
    };
    assert!(first("is my potassium too high").contains("4.1"));
    assert!(first("is the potassium in my urine too high").contains("60"));
}
