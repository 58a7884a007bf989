//! Vital signs and measures of the body.

use super::units_of::{CELSIUS, FAHRENHEIT, FILTRATION, INCHES, MM_HG, NONE, PER_MINUTE, PERCENT, POUNDS, WEEKS};
use super::{PLAIN, Quantity};

pub(super) const TABLE: &[Quantity] = &[
    Quantity {
        name: "Systolic blood pressure",
        codes: &["8480-6", "8459-0", "8460-8", "8461-6"],
        units: MM_HG,
        step: 5.0,
        thresholds: &[120.0, 130.0, 140.0, 160.0, 180.0],
        source: "thresholds: ACC/AHA 2017 (120, 130, 140, 180), ESC/ESH 2018 (140, 160, 180); step: AHA statement on measurement 2019",
        ..PLAIN
    },
    Quantity {
        name: "Diastolic blood pressure",
        codes: &["8462-4", "8453-3", "8454-1", "8455-8"],
        units: MM_HG,
        step: 5.0,
        thresholds: &[80.0, 90.0, 100.0, 110.0, 120.0],
        source: "thresholds: ACC/AHA 2017 (80, 90, 120), ESC/ESH 2018 (90, 100, 110); step: AHA statement on measurement 2019",
        ..PLAIN
    },
    Quantity {
        name: "Mean blood pressure",
        codes: &["8478-0"],
        units: MM_HG,
        step: 5.0,
        thresholds: &[65.0],
        source: "threshold: Surviving Sepsis Campaign 2021; step: as systolic",
        ..PLAIN
    },
    Quantity {
        name: "Heart rate",
        codes: &["8867-4", "8889-8", "8893-0"],
        units: PER_MINUTE,
        step: 5.0,
        thresholds: &[50.0, 100.0],
        source: "thresholds: ACC/AHA/HRS 2018 bradycardia (50), ACC/AHA/HRS 2015 supraventricular tachycardia (100); step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Fetal heart rate",
        codes: &["55283-6"],
        units: PER_MINUTE,
        step: 5.0,
        thresholds: &[110.0, 160.0],
        source: "thresholds and step: FIGO intrapartum fetal monitoring 2015",
        ..PLAIN
    },
    Quantity {
        name: "Breathing rate",
        codes: &["9279-1"],
        units: PER_MINUTE,
        step: 2.0,
        thresholds: &[9.0, 12.0, 21.0, 25.0],
        source: "thresholds: NEWS2, Royal College of Physicians 2017; step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Body temperature",
        codes: &["8310-5", "8331-1", "8332-9", "8328-7"],
        units: CELSIUS,
        step: 0.5,
        thresholds: &[35.0, 38.0],
        source: "thresholds: European Resuscitation Council 2021 (35, hypothermia), CDC (38, fever); step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Body temperature",
        codes: &["8310-5", "8331-1", "8332-9", "8328-7"],
        units: FAHRENHEIT,
        step: 1.0,
        thresholds: &[95.0, 100.4],
        source: "thresholds: European Resuscitation Council 2021 (95, hypothermia), CDC (100.4, fever); step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Oxygen saturation",
        codes: &["2708-6", "59408-5"],
        units: PERCENT,
        step: 1.0,
        thresholds: &[92.0, 94.0, 96.0],
        scale: Some((0.0, 100.0)),
        source: "thresholds: NEWS2, Royal College of Physicians 2017; step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Body weight",
        codes: &["29463-7", "3141-9"],
        units: &["kg"],
        step: 2.0,
        from: 20.0,
        source: "step: charts of adults",
        ..PLAIN
    },
    Quantity {
        name: "Body weight",
        codes: &["29463-7", "3141-9"],
        units: POUNDS,
        step: 5.0,
        from: 50.0,
        source: "step: charts of adults",
        ..PLAIN
    },
    Quantity {
        name: "Birth weight",
        codes: &["8339-4"],
        units: &["g"],
        step: 50.0,
        from: 500.0,
        thresholds: &[1000.0, 1500.0, 2500.0],
        source: "thresholds: WHO, ICD-10 (extremely low, very low, low birth weight); step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Body height",
        codes: &["8302-2"],
        units: &["cm"],
        step: 2.0,
        from: 100.0,
        source: "step: charts of adults",
        ..PLAIN
    },
    Quantity {
        name: "Body height",
        codes: &["8302-2"],
        units: INCHES,
        step: 1.0,
        from: 40.0,
        source: "step: charts of adults",
        ..PLAIN
    },
    Quantity {
        name: "Body mass index",
        codes: &["39156-5"],
        units: &["kg/m2"],
        step: 1.0,
        thresholds: &[18.5, 25.0, 30.0, 35.0, 40.0],
        source: "thresholds: WHO Technical Report Series 894, 2000; step: its tables",
        ..PLAIN
    },
    Quantity {
        name: "Body mass index percentile",
        codes: &["59576-9"],
        units: PERCENT,
        step: 5.0,
        from: 25.0,
        thresholds: &[5.0, 85.0, 95.0],
        scale: Some((0.0, 100.0)),
        source: "thresholds: Expert Committee (Barlow), Pediatrics 2007; step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Waist circumference",
        codes: &["8280-0"],
        units: &["cm"],
        step: 2.0,
        from: 20.0,
        thresholds: &[80.0, 88.0, 94.0, 102.0],
        source: "thresholds: WHO Expert Consultation on waist circumference 2008; step: charts",
        ..PLAIN
    },
    Quantity {
        name: "Head circumference",
        codes: &["9843-4", "8287-5"],
        units: &["cm"],
        step: 0.5,
        source: "step: growth charts",
        ..PLAIN
    },
    Quantity {
        name: "Peak expiratory flow",
        codes: &["19935-6"],
        units: &["L/min"],
        step: 10.0,
        from: 50.0,
        source: "step: marks of the meters",
        ..PLAIN
    },
    Quantity {
        name: "FEV1/FVC",
        codes: &["19926-5"],
        units: PERCENT,
        step: 1.0,
        thresholds: &[70.0],
        scale: Some((0.0, 100.0)),
        source: "threshold: GOLD 2023; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Left ventricular ejection fraction",
        codes: &["10230-1", "8806-2"],
        units: PERCENT,
        step: 5.0,
        from: 25.0,
        thresholds: &[41.0, 50.0],
        scale: Some((0.0, 100.0)),
        source: "thresholds: Universal Definition of Heart Failure 2021 (up to 40, 41 to 49, from 50); step: reports",
        ..PLAIN
    },
    Quantity {
        name: "Gestational age",
        codes: &["18185-9"],
        units: WEEKS,
        step: 1.0,
        thresholds: &[28.0, 32.0, 37.0, 39.0, 41.0, 42.0],
        source: "thresholds: WHO preterm birth (28, 32, 37), ACOG Committee Opinion 579, 2013 (39, 41, 42); step: completed weeks",
        ..PLAIN
    },
    Quantity { name: "Fundal height", codes: &["11881-0"], units: &["cm"], step: 1.0, source: "step: charts", ..PLAIN },
    Quantity {
        name: "Glomerular filtration rate, estimated",
        codes: &["33914-3", "62238-1", "98979-8", "48642-3", "48643-1", "69405-9", "77147-7", "88293-6", "88294-4"],
        units: FILTRATION,
        step: 2.0,
        from: 10.0,
        change: 5.0,
        thresholds: &[15.0, 30.0, 45.0, 60.0, 90.0],
        source: "thresholds and change: KDIGO chronic kidney disease 2012 (stages; rapid progression is more than 5 a year); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Ten-year cardiovascular risk",
        codes: &["79423-0"],
        units: PERCENT,
        step: 1.0,
        from: 10.0,
        thresholds: &[5.0, 7.5, 20.0],
        scale: Some((0.0, 100.0)),
        source: "thresholds: ACC/AHA primary prevention 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Pain severity, 0 to 10",
        codes: &["72514-3"],
        units: NONE,
        step: 1.0,
        change: 2.0,
        thresholds: &[1.0, 5.0, 7.0],
        scale: Some((0.0, 10.0)),
        source: "thresholds: Serlin et al., Pain 1995 (mild 1 to 4, moderate 5 and 6, severe from 7); change: Farrar et al., Pain 2001",
        ..PLAIN
    },
];
