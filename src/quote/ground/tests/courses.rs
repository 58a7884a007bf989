//! Courses, ranges and differences by the words around their numbers.

use super::{counted, course, drug, judged, measured, world};
use crate::quote::ground::World;

fn sugar_and_iron() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        counted(course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]), 2.0),
        counted(course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]), 2.0),
    ];
    world("What was my last glucose?", topics, "")
}

#[test]
fn what_changed_by_a_number_is_read_from_the_words_before_it() {
    judged(
        &sugar_and_iron(),
        &[
            ("The last hemoglobin was at least 13.", "Unchecked | +13: 0 of 1 readings are below 13."),
            ("The last hemoglobin was at most 14.", "Unchecked | +14: 0 of 1 readings are above 14."),
            ("The last hemoglobin was at least 14.", "Marked | !14: 1 of 1 readings are below 14."),
            ("The hemoglobin was fewer than 16.", "Verified | +16: 2 of 2 readings are below 16."),
            (
                "The hemoglobin: a change was seen by the laboratory at 13.2 g/dL.",
                "Unchecked | +13.2: 13.2 g/dL, of 2020-01-01.",
            ),
            (
                "The hemoglobin: a change was seen by the laboratory at 2.3 g/dL.",
                "Marked | !2.3: The readings lie between 13.2 and 15.5.",
            ),
            ("The changed hemoglobin is marked by 13.2 g/dL.", "Unchecked | +13.2: 13.2 g/dL, of 2020-01-01."),
            (
                "The ferritin rose by 3 ng/mL.",
                "Verified | +rose: The first reading is 60, the newest 62.5. | +3: From 60 ng/mL to 62.5 ng/mL.",
            ),
            ("The ferritin is 2.5 higher.", "Unchecked | +2.5: From 60 ng/mL to 62.5 ng/mL."),
        ],
    );
}

#[test]
fn two_numbers_are_ends_where_words_make_them_so() {
    judged(
        &sugar_and_iron(),
        &[
            (
                "The glucose went from low to 120, then 101 mg/dL.",
                "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose changed from 120 mg/dL to what 3 readings show.",
                "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +3",
            ),
            (
                "The glucose changed from 120 mg/dL as it was to 101 mg/dL.",
                "Marked | ~120: The first reading is 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose changed from 120 mg/dL as it was then to 101 mg/dL.",
                "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose changed and was from then on between 90 and 120 mg/dL.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.",
            ),
            (
                "The glucose changed between 90 and 120 mg/dL.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.",
            ),
        ],
    );
}

#[test]
fn a_time_behind_the_end_of_a_course_is_of_that_end() {
    judged(
        &sugar_and_iron(),
        &[
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL, and it all began 6 years before day 0.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | +6 years before day 0",
            ),
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL, recorded 6 years before day 0 to day 0.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | +6 years before day 0 | +day 0",
            ),
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL 6 years before day 0, not on day 0.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | !6 years before day 0: This reading is of 2020-01-01. | ?not on: That something is not so, no passage that was sent says. What is not written may still be so. | +day 0",
            ),
            (
                "The hemoglobin fell from 15.5 to 13.2 since 6 years before day 0.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | +6 years before day 0",
            ),
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL from a test 6 years before day 0.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | !6 years before day 0: This reading is of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_time_is_of_the_number_before_it() {
    judged(
        &sugar_and_iron(),
        &[
            (
                "In the last years the hemoglobin fell from 15.5 g/dL 6 years before day 0 to 13.2 g/dL on day 0.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +6 years before day 0 | +13.2: 13.2 g/dL, of 2020-01-01. | +day 0",
            ),
            (
                "The highest of the last readings of glucose was 120 mg/dL 3 years before day 0.",
                "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "The glucose was 120 mg/dL 6 years before day 0, and on day 0 it was 101 mg/dL.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | !6 years before day 0: This reading is of 2017-01-01. | +day 0 | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose was 120 mg/dL 6 years before day 0, read again on day 0.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | !6 years before day 0: This reading is of 2017-01-01. | +day 0",
            ),
            ("The ferritin was 62 ng/mL on day 0.", "Verified | +62: 62.5 ng/mL, of 2020-01-01. | +day 0"),
            ("The ferritin was 63 ng/mL on day 0.", "Verified | +63: 62.5 ng/mL, of 2020-01-01. | +day 0"),
        ],
    );
}

fn filtration() -> World {
    let topics = vec![
        course("Filtration rate", "mL/min/{1.73_m2}", &[("2014-01-01", 92.0), ("2020-01-01", 72.0)]),
        course("Leukocytes", "10*3/uL", &[("2020-01-01", 4.5)]),
    ];
    world("How are my kidneys doing?", topics, "")
}

#[test]
fn a_number_of_a_unit_does_not_part_a_time_from_its_reading() {
    judged(
        &filtration(),
        &[
            (
                "The filtration rate fell from 92 mL/min/1.73m2 to 72 mL/min/1.73m2 6 years before day 0.",
                "Marked | +fell: The first reading is 92, the newest 72. | +92: 92 mL/min/{1.73_m2}, of 2014-01-01. | +72: 72 mL/min/{1.73_m2}, of 2020-01-01. | !6 years before day 0: This reading is of 2020-01-01.",
            ),
            ("The last filtration rate was 72 mL / min.", "Unchecked | +72: 72 mL/min/{1.73_m2}, of 2020-01-01."),
        ],
    );
}

fn newest_first() -> World {
    let topics = vec![counted(
        course("Glucose", "mg/dL", &[("2020-01-01", 101.0), ("2017-01-01", 119.5), ("2014-01-01", 120.0)]),
        3.0,
    )];
    world("How did my glucose change?", topics, "on day 30 after it. day 9 of it")
}

#[test]
fn entries_may_stand_in_any_order() {
    judged(
        &newest_first(),
        &[
            ("The glucose was measured over 6 years.", "Unchecked | +6"),
            ("The glucose is falling.", "Verified | +falling: The first reading is 120, the newest 101."),
            (
                "The glucose changed from 120 to 101 mg/dL.",
                "Verified | +120: 120 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose was 101 mg/dL on day 3.",
                "Marked | +101: 101 mg/dL, of 2020-01-01. | ?3: No entry that was sent is of this day.",
            ),
            ("The last glucose was 101 mg/dL.", "Verified | +101: 101 mg/dL, of 2020-01-01."),
            (
                "The highest glucose was 120 mg/dL in 3 readings.",
                "Marked | +120: 120 mg/dL, of 2014-01-01. | ~3: Of 3 readings 2 are like this.",
            ),
        ],
    );
}

fn nearly_alike() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 120.0), ("2020-01-01", 119.5)]), 2.0),
        course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 61.0)]),
        counted(course("Filtration rate", "mL/min/{1.73_m2}", &[("2014-01-01", 92.0), ("2020-01-01", 72.0)]), 2.0),
    ];
    world("How did my glucose change?", topics, "")
}

#[test]
fn what_is_like_the_highest_is_told_with_it() {
    judged(
        &nearly_alike(),
        &[
            (
                "The highest glucose was 120 mg/dL from 6 years before day 0 to day 0.",
                "Unchecked | +120: 120 mg/dL, of 2014-01-01. | +6 years before day 0 | +day 0",
            ),
            (
                "61 was the highest ferritin in 2 readings.",
                "Marked | +61: 61 ng/mL, of 2020-01-01. | ~2: Of 2 readings 1 are like this.",
            ),
        ],
    );
}

fn ranges_and_days() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]),
        measured(
            "Blood Pressure",
            "mm[Hg]",
            &[
                ("2014-01-01", &[("Diastolic Blood Pressure", 70.0), ("Systolic Blood Pressure", 118.0)]),
                ("2017-01-01", &[("Diastolic Blood Pressure", 74.0), ("Systolic Blood Pressure", 120.0)]),
                ("2020-01-01", &[("Diastolic Blood Pressure", 82.0), ("Systolic Blood Pressure", 131.0)]),
            ],
        ),
    ];
    world("What was my last glucose?", topics, "systolic blood pressure. diastolic blood pressure")
}

#[test]
fn a_range_on_one_day_is_of_readings_of_that_day() {
    judged(
        &ranges_and_days(),
        &[
            (
                "120 was the highest glucose in 3 readings.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | ~3: Of 3 readings 1 are like this.",
            ),
            (
                "The hemoglobin fell, and 9 years passed.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | ?9: No entries that were sent are this far apart.",
            ),
            (
                "The hemoglobin fell, and 6 years passed.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +6",
            ),
            (
                "The highest systolic blood pressure was 131 mm[Hg] in 3 readings.",
                "Marked | +131: 131 mm[Hg], of 2020-01-01. | ~3: Of 3 readings 1 are like this.",
            ),
            (
                "The glucose was between 90 and 120 mg/dL on day 0 and 6 years before day 0.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +day 0 | +6 years before day 0",
            ),
            (
                "The glucose was between 90 and 120 mg/dL, its peak at 3 years before day 0.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "The glucose was between 90 and 120 mg/dL, its minimum at 6 years before day 0.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +6 years before day 0",
            ),
            (
                "The blood pressure was between 70 and 118 mm[Hg] at 6 years before day 0.",
                "Unchecked | +70: 70 mm[Hg], of 2014-01-01. | +118: 118 mm[Hg], of 2014-01-01. | +6 years before day 0",
            ),
            (
                "The glucose was between 101 and 101 mg/dL on day 0.",
                "Unchecked | +101: 101 mg/dL, of 2020-01-01. | +101: 101 mg/dL, of 2020-01-01. | +day 0",
            ),
        ],
    );
}

fn without_day_0() -> World {
    let topics = vec![counted(
        course("Glucose", "mg/dL", &[("2020-01-01", 101.0), ("2017-01-01", 119.5), ("2014-01-01", 120.0)]),
        3.0,
    )];
    let mut world = world("How did my glucose change?", topics, "");
    world.times.clear();
    world
}

#[test]
fn without_a_day_0_the_entries_are_told_apart_by_their_own_days() {
    judged(
        &without_day_0(),
        &[
            ("The glucose was measured over 6 years.", "Unchecked | +6"),
            ("The glucose was measured over 5 years.", "Marked | ?5: No entries that were sent are this far apart."),
        ],
    );
}

fn ends() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        counted(course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]), 2.0),
        course("Filtration rate", "mL/min/{1.73_m2}", &[("2014-01-01", 92.0), ("2020-01-01", 72.0)]),
        drug("Metformin 1000 MG", &[("2017-01-01", "", "active")]),
        drug("Metformin 500 MG", &[("2014-01-01", "", "stopped")]),
    ];
    world("How did my glucose change?", topics, "")
}

#[test]
fn what_stands_between_two_numbers_joins_or_parts_them() {
    judged(
        &ends(),
        &[
            (
                "The glucose changed from 90 to 120 to 110 mg/dL.",
                "Marked | +90: 90 mg/dL, of 2014-01-01. | ~120: The newest reading is 101 mg/dL, of 2020-01-01. | ~110: The readings lie between 90 and 120; none that was sent is this.",
            ),
            (
                "The filtration rate fell from 92 to 72 mL/min/1.73m2 6 years before day 0.",
                "Marked | +fell: The first reading is 92, the newest 72. | +92: 92 mL/min/{1.73_m2}, of 2014-01-01. | +72: 72 mL/min/{1.73_m2}, of 2020-01-01. | !6 years before day 0: This reading is of 2020-01-01.",
            ),
            (
                "The glucose was between 90 and 120 and on day 0 lower.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +day 0",
            ),
            (
                "The last glucose was 101 mg/dL - the last ferritin 62.5 ng/mL.",
                "Verified | +101: 101 mg/dL, of 2020-01-01. | +62.5: 62.5 ng/mL, of 2020-01-01.",
            ),
            (
                "You take metformin in the 500 MG form.",
                "Marked | !metformin: The record has Metformin 500 MG as stopped.",
            ),
            (
                "The glucose was not rising but above 89 mg/dL.",
                "Marked | ?not rising: That something is not so, no passage that was sent says. What is not written may still be so. | +89: 3 of 3 readings are above 89.",
            ),
        ],
    );
}
