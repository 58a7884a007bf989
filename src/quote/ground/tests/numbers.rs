//! Numbers, units and times of readings: what is marked of each, and whether the sentence is derived.

use super::{counted, course, judged, measured, world};
use crate::quote::ground::World;

fn sugar_and_pressure() -> World {
    let topics = vec![
        measured(
            "Blood Pressure",
            "mm[Hg]",
            &[
                ("2014-01-01", &[("Diastolic Blood Pressure", 70.0), ("Systolic Blood Pressure", 118.0)]),
                ("2017-01-01", &[("Diastolic Blood Pressure", 74.0), ("Systolic Blood Pressure", 120.0)]),
                ("2020-01-01", &[("Diastolic Blood Pressure", 82.0), ("Systolic Blood Pressure", 131.0)]),
            ],
        ),
        course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]),
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
    ];
    world("What was my last blood pressure?", topics, "")
}

#[test]
fn one_reading_is_told_by_its_number_and_its_time() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The glucose was 120 mg/dL on day 0.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | !day 0: This reading is of 2017-01-01.",
            ),
            (
                "The glucose was 120 mg/dL 3 years before day 0 and 101 mg/dL on day 0.",
                "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0 | +101: 101 mg/dL, of 2020-01-01. | +day 0",
            ),
        ],
    );
}

#[test]
fn the_highest_lowest_first_and_last_are_so_of_all_readings() {
    judged(
        &sugar_and_pressure(),
        &[
            ("The highest glucose was 101 mg/dL.", "Marked | !101: The highest is 120 mg/dL, of 2017-01-01."),
            ("The lowest glucose was 101 mg/dL.", "Marked | !101: The lowest is 90 mg/dL, of 2014-01-01."),
            ("The latest glucose was 90 mg/dL.", "Marked | !90: The newest reading is 101 mg/dL, of 2020-01-01."),
        ],
    );
}

#[test]
fn a_bound_is_held_to_the_readings_that_are_meant() {
    judged(
        &sugar_and_pressure(),
        &[
            ("The glucose was not below 90 mg/dL.", "Verified | +90: 0 of 3 readings are below 90."),
            ("The last glucose was lower than 110.", "Verified | +110: 1 of 1 readings are below 110."),
            ("The last glucose was more than 110.", "Marked | !110: 0 of 1 readings are above 110."),
            ("The glucose was more than 80.", "Verified | +80: 3 of 3 readings are above 80."),
            ("The glucose was higher than that.", "Unchecked"),
            ("The last systolic blood pressure was above 130.", "Verified | +130: 1 of 1 readings are above 130."),
            ("The last diastolic blood pressure was above 130.", "Marked | !130: 0 of 1 readings are above 130."),
        ],
    );
}

#[test]
fn a_difference_is_that_of_the_first_and_the_last_reading() {
    judged(
        &sugar_and_pressure(),
        &[
            ("The glucose changed by 11.", "Verified | +11: From 90 mg/dL to 101 mg/dL."),
            ("The systolic blood pressure went up by 13 mm[Hg].", "Verified | +13: From 118 mm[Hg] to 131 mm[Hg]."),
            ("The diastolic blood pressure went up by 12 mm[Hg].", "Verified | +12: From 70 mm[Hg] to 82 mm[Hg]."),
            ("The blood pressure went up by 12 mm[Hg].", "Unchecked | +12: From 70 mm[Hg] to 82 mm[Hg]."),
        ],
    );
}

#[test]
fn a_count_is_that_of_the_entries() {
    judged(
        &sugar_and_pressure(),
        &[
            ("There were three readings of glucose.", "Verified | +three"),
            ("The highest glucose was 120 mg/dL, 3 times.", "Unchecked | +120: 120 mg/dL, of 2017-01-01. | +3"),
            (
                "The highest glucose was 120 mg/dL, in 3 times.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | ~3: Of 3 readings 1 are like this.",
            ),
            (
                "The highest glucose was 120 mg/dL from 6 years before day 0 to day 0.",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | ~6 years before day 0: This is the time of all 3 readings; 1 are like this. | ~day 0: This is the time of all 3 readings; 1 are like this.",
            ),
        ],
    );
}

#[test]
fn a_range_is_of_all_readings_and_of_no_one_day() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The glucose was between 90 and 120 mg/dL and was measured on day 0.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +day 0",
            ),
            (
                "The glucose was between 90 and 120 mg/dL, the latest on day 0.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +day 0",
            ),
            (
                "The glucose ranged from 90 to 120 mg/dL over 6 years.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +6",
            ),
            (
                "The glucose ranged from 90 to 120 mg/dL over 5 years.",
                "Marked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | ?5: No entries that were sent are this far apart.",
            ),
        ],
    );
}

#[test]
fn a_course_goes_from_the_first_reading_to_the_last() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The glucose changed from 101 to 90 mg/dL.",
                "Marked | !101: The first reading is 90 mg/dL, of 2014-01-01. | !90: The newest reading is 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose changed from 80 to 101 mg/dL.",
                "Marked | !80: The first reading is 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_distance_in_time_lies_between_two_entries() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The glucose changed from 90 to 101 mg/dL over 5 years and 11 months.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01. | +5",
            ),
            ("The glucose was measured over 6 years.", "Unchecked | +6"),
            ("The glucose was measured on day 0.", "Verified | +day 0"),
        ],
    );
}

#[test]
fn the_times_of_a_course_are_those_of_its_ends() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL within 3 years before day 0.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | !3 years before day 0: No entry of Hemoglobin is of this time; the newest is of 2020-01-01.",
            ),
            (
                "The hemoglobin fell from 15.5 to 13.2 g/dL during 6 years before day 0.",
                "Unchecked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | +6 years before day 0",
            ),
        ],
    );
}

#[test]
fn the_parts_of_a_pressure_have_courses_of_their_own() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The systolic blood pressure rose from 118 to 131 mm[Hg].",
                "Verified | +rose: The first reading is 118, the newest 131. | +118: 118 mm[Hg], of 2014-01-01. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
            (
                "The blood pressure rose from 118 to 131 mm[Hg].",
                "Unchecked | +rose: The first reading is 70, the newest 82. | +118: 118 mm[Hg], of 2014-01-01. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
            (
                "The blood pressure rose from 118/70 to 131/82 mm[Hg].",
                "Unchecked | +rose: The first reading is 70, the newest 82. | +118: 118 mm[Hg], of 2014-01-01. | +70: 70 mm[Hg], of 2014-01-01. | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "The diastolic blood pressure rose from 118 to 131 mm[Hg].",
                "Marked | +rose: The first reading is 70, the newest 82. | ~118: The first reading is 70 mm[Hg], of 2014-01-01. | ~131: The newest reading is 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "The systolic blood pressure rose from 120 to 131 mm[Hg].",
                "Marked | +rose: The first reading is 118, the newest 131. | ~120: The first reading is 118 mm[Hg], of 2014-01-01. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_direction_is_that_of_the_readings() {
    judged(
        &sugar_and_pressure(),
        &[
            ("The blood pressure is rising.", "Verified | +rising: The first reading is 70, the newest 82."),
            (
                "The glucose is rising.",
                "Marked | ~rising: The readings are mixed. The first reading is 90, the newest 101.",
            ),
            (
                "The glucose is falling.",
                "Marked | !falling: The readings are mixed. The first reading is 90, the newest 101.",
            ),
            (
                "The glucose is steady.",
                "Marked | ?steady: The readings are mixed. The first reading is 90, the newest 101.",
            ),
            ("The hemoglobin is falling.", "Verified | +falling: The first reading is 15.5, the newest 13.2."),
            (
                "The glucose and hemoglobin are steady.",
                "Marked | ?steady: The readings are falling and mixed. The first reading is 15.5, the newest 13.2.",
            ),
        ],
    );
}

#[test]
fn the_parts_of_a_pressure_are_of_one_reading() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The blood pressure was 118/70 and 131/82.",
                "Marked | +118: 118 mm[Hg], of 2014-01-01. | +70: 70 mm[Hg], of 2014-01-01. | ~131: These are of different readings: 70 mm[Hg] is of 2014-01-01, 131 mm[Hg] is of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "The blood pressure was between 70 and 131.",
                "Marked | ~70: This is the Diastolic Blood Pressure alone. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
            (
                "The last blood pressure was 131 mm[Hg] with a diastolic of 82 mm[Hg].",
                "Unchecked | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn numbers_and_times_are_read_however_they_are_written() {
    judged(
        &sugar_and_pressure(),
        &[
            (
                "The last glucose was 101 mg/dL, recorded 2020-01-01.",
                "Verified | +101: 101 mg/dL, of 2020-01-01. | +2020-01-01",
            ),
            (
                "The last glucose was 101 mg/dL, recorded 2020-01-02.",
                "Marked | +101: 101 mg/dL, of 2020-01-01. | ?2020-01-02: No entry that was sent is of this time.",
            ),
            (
                "The last glucose was 101 mg/dL in 2020.",
                "Marked | +101: 101 mg/dL, of 2020-01-01. | ?2020: No entry that was sent is of this time.",
            ),
            (
                "The last glucose was 101 mg/dL on 1 January 2020.",
                "Marked | +101: 101 mg/dL, of 2020-01-01. | ?1 January 2020: No entry that was sent is of this time.",
            ),
            (
                "The last hemoglobin was 13.25 g/dL.",
                "Marked | ~13.25: The readings lie between 13.2 and 15.5; none that was sent is this.",
            ),
            (
                "The last of it was 101 three years before day 0.",
                "Marked | +101: 101 mg/dL, of 2020-01-01. | !three years before day 0: This reading is of 2020-01-01.",
            ),
            (
                "The last glucose was 120 mg/dL three years before day 0.",
                "Marked | !120: The newest reading is 101 mg/dL, of 2020-01-01. | !three years before day 0: The newest entry of Glucose is of 2020-01-01.",
            ),
            (
                "Your glucose was 120 mg/dL [Source 1].",
                "Marked | +120: 120 mg/dL, of 2017-01-01. | !1: The readings lie between 90 and 120.",
            ),
        ],
    );
}

#[test]
fn a_number_in_words_counts_what_stands_near_behind_it() {
    judged(
        &sugar_and_pressure(),
        &[
            ("There were three glucose readings.", "Unchecked | +three"),
            (
                "There were two glucose readings.",
                "Marked | !two: The records that were looked at have 3 entries of Glucose.",
            ),
            ("In two years there were other readings.", "Unchecked"),
        ],
    );
}
