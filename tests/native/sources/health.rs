//! Exports of Apple Health.

use super::*;
use crate::common::files::zip;

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
