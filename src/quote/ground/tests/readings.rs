//! What is said of readings: one of them, a part of one, all of them, and how they went.

use super::{faults, hemoglobin, measured, pressure, topic, world};
use crate::document::FactKind;
use crate::quote::ground::ground;
use crate::quote::ground::world::Number;

#[test]
fn one_part_of_a_reading_is_not_the_whole() {
    let world = world("What was my last blood pressure?", vec![pressure()], "");
    faults(
        &world,
        &[
            ("The last blood pressure was about 131 mm[Hg] on day 0.", &[]),
            ("The last blood pressure was 131/82 mm[Hg].", &[]),
            ("The last blood pressure was 131 over 82 mm[Hg].", &[]),
            ("The last diastolic blood pressure was 82 mm[Hg].", &[]),
            ("The last blood pressure was 131 mm[Hg] (systolic) and 82 mm[Hg] (diastolic).", &[]),
            ("The last blood pressure was 82 mm[Hg] (systolic) and 131 mm[Hg] (diastolic).", &["!82", "!131"]),
            ("The blood pressure changed from 70 to 82 mm[Hg] in diastolic blood pressure.", &[]),
            ("The last blood pressure was about 82 mm[Hg] on day 0.", &["~82"]),
            ("The last blood pressure was 82/131 mm[Hg].", &["!82", "!131"]),
            ("The blood pressure changed from 70 to 82 mm[Hg].", &["~70", "~82"]),
            ("The blood pressure changed from 118 to 131 mm[Hg].", &[]),
            ("The last systolic blood pressure was 82 mm[Hg].", &["!82"]),
        ],
    );
}

#[test]
fn the_time_behind_an_end_of_a_course_is_that_of_the_end() {
    let world = world("How did my hemoglobin change?", vec![hemoglobin()], "");
    faults(
        &world,
        &[
            ("The hemoglobin changed from 15.5 g/dL to 13.2 g/dL, 6 years before day 0.", &["!6 years before day 0"]),
            ("The hemoglobin fell from 15.5 g/dL on day 0 to 13.2 g/dL on day 0.", &["!day 0"]),
            (
                "The hemoglobin fell from 15.5 g/dL on day 0 to 13.2 g/dL 6 years before day 0.",
                &["!day 0", "!6 years before day 0"],
            ),
            ("The hemoglobin changed from 15.5 g/dL 6 years before day 0 to 13.2 g/dL on day 0.", &[]),
            ("The hemoglobin changed from 15.5 to 13.2 g/dL since 6 years before day 0.", &[]),
            ("The hemoglobin fell from 15.5 to 13.2 g/dL from 6 years before day 0 to day 0.", &[]),
            ("The hemoglobin changed from 15.5 g/dL to 13.2 g/dL on day 0.", &[]),
        ],
    );
}

#[test]
fn by_how_much_something_changed_is_no_reading() {
    let one = measured("Hemoglobin", "g/dL", &[("2020-01-01", &[("", 13.2)])]);
    faults(
        &world("How did my hemoglobin change?", vec![hemoglobin()], ""),
        &[
            ("The hemoglobin changed by about 2.3 g/dL.", &[]),
            ("The hemoglobin changed by about 13.2 g/dL.", &["?13.2"]),
            ("The hemoglobin fell by 15.5 g/dL.", &["?15.5"]),
            ("The hemoglobin was 13.2 g/dL on day 0.", &[]),
        ],
    );
    faults(
        &world("How did my hemoglobin change?", vec![one], ""),
        &[("The hemoglobin changed by about 13.2 g/dL from day 0.", &["?13.2"])],
    );
}

#[test]
fn a_number_of_a_unit_or_of_a_word_is_no_reading() {
    let rate = measured(
        "Filtration rate",
        "mL/min/{1.73_m2}",
        &[("2014-01-01", &[("", 92.0)]), ("2020-01-01", &[("", 72.0)])],
    );
    let topics = vec![rate, topic("COVID-19, mRNA", FactKind::Immunization, &[("2020-01-01", "", "completed")])];
    let world = world("How are my kidneys doing?", topics, "");
    faults(
        &world,
        &[
            ("The filtration rate was between 72 and 92 mL/min/1.73m2.", &[]),
            ("The last filtration rate was 72 mL/min/1.73 m² on day 0.", &[]),
            ("The last filtration rate was 72 mL/min/{1.73_m2} on day 0.", &[]),
            ("The filtration rate was 1.73.", &["!1.73"]),
            ("The last filtration rate was 72 mL/min/1.90m2.", &["!1.90"]),
            ("The last filtration rate was 72 g/1.73.", &["!g", "!1.73"]),
            ("You got COVID-19, mRNA.", &[]),
            ("You got COVID-21, mRNA.", &["?21"]),
            ("The last filtration rate was rate-19.", &["!19"]),
        ],
    );
}

#[test]
fn what_is_of_all_readings_is_not_said_of_the_highest() {
    let days: [(&str, &[(&str, f64)]); 3] =
        [("2014-01-01", &[("", 28.0)]), ("2017-01-01", &[("", 31.0)]), ("2020-01-01", &[("", 29.0)])];
    let mut index = measured("Body mass index", "kg/m2", &days);
    index.counts.push(3.0);
    let mut level = measured("Glucose", "mg/dL", &days.map(|(day, _)| (day, &[("", 90.0)] as &[(&str, f64)])));
    level.counts.push(3.0);
    let span = "from 6 years before day 0 to day 0";
    let highest = |more: &str| format!("The highest body mass index was 31 kg/m2, {more}.");
    let many = highest(&format!("which occurred in 3 readings {span}"));
    let timed = highest(&format!("recorded {span}"));
    let (six, zero) = ("~6 years before day 0", "~day 0");
    faults(
        &world("What was my highest body mass index?", vec![index], ""),
        &[
            (&many, &["~3", six, zero]),
            (&timed, &[six, zero]),
            (&highest("the highest of 3 readings"), &[]),
            (&highest("in 1 reading"), &[]),
            (&highest("3 years before day 0"), &[]),
            (&format!("The body mass index was between 28 and 31 kg/m2 in 3 readings, {span}."), &[]),
        ],
    );
    let alike = format!("The highest glucose was 90 mg/dL, in 3 readings {span}.");
    faults(&world("What was my highest glucose?", vec![level], ""), &[(&alike, &[])]);
}

#[test]
fn of_readings_that_are_told_alike_one_is_the_highest() {
    let days: [(&str, &[(&str, f64)]); 3] =
        [("2014-01-01", &[("", 30.4)]), ("2017-01-01", &[("", 28.0)]), ("2020-01-01", &[("", 30.3)])];
    let mut index = measured("Body mass index", "kg/m2", &days);
    index.numbers = vec![Number { value: 30.5, of: vec![0] }, Number { value: 30.5, of: vec![2] }];
    let world = world("What was my highest body mass index?", vec![index], "");
    let said = |time: &str| format!("The highest body mass index was 30.5 kg/m2 {time}.");
    let (first, last) = (said("6 years before day 0"), said("on day 0"));
    faults(&world, &[(&first, &[]), (&last, &["~day 0"])]);
    let real = ground(&last, &world, None, &|_| false).into_iter().find_map(|mark| mark.real);
    assert_eq!(real.as_deref(), Some("30.4"));
}

#[test]
fn a_day_that_nothing_has_and_a_time_between_other_readings_are_marked() {
    let days: [(&str, &[(&str, f64)]); 3] =
        [("2014-01-01", &[("", 15.5)]), ("2017-01-01", &[("", 12.0)]), ("2020-01-01", &[("", 13.2)])];
    let world = world("How did my hemoglobin change?", vec![measured("Hemoglobin", "g/dL", &days)], "");
    faults(
        &world,
        &[
            ("The last hemoglobin was 13.2 g/dL on day 3.", &["?3"]),
            ("The last hemoglobin was 13.2 g/dL on day 0.", &[]),
            ("The hemoglobin changed from 15.5 to 13.2 g/dL over 6 years.", &[]),
            ("The hemoglobin changed from 15.5 to 13.2 g/dL over 3 years.", &["~3"]),
        ],
    );
}
