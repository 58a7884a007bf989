//! Readings of several parts: which number is of which.

use super::{course, judged, measured, world};
use crate::quote::ground::World;

fn pressure_pain_weight() -> World {
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
        measured(
            "Pain panel",
            "{score}",
            &[("2014-01-01", &[("Rest", 2.0), ("Walking", 5.0)]), ("2020-01-01", &[("Rest", 3.0), ("Walking", 4.0)])],
        ),
        course("Body Weight", "kg", &[("2014-01-01", 70.0), ("2020-01-01", 82.0)]),
    ];
    world("What was my last blood pressure?", topics, "")
}

#[test]
fn two_parts_are_told_together_in_their_order() {
    judged(
        &pressure_pain_weight(),
        &[
            (
                "The last systolic blood pressure was 131 mm[Hg]. The diastolic was 82 mm[Hg].",
                "Verified Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "The last systolic blood pressure was 131 mm[Hg]. The diastolic was 82 mm[Hg] on day 0. The walking was 4 on day 0.",
                "Verified Verified Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01. | +day 0 | +4: 4 {score}, of 2020-01-01. | +day 0",
            ),
            (
                "The last blood pressure was 131 mm[Hg], with a diastolic of 82 mm[Hg].",
                "Unchecked | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn what_is_said_of_a_part_is_held_to_that_part() {
    judged(
        &pressure_pain_weight(),
        &[
            ("The lowest diastolic blood pressure was 70 mm[Hg].", "Verified | +70: 70 mm[Hg], of 2014-01-01."),
            (
                "The blood pressure was between 118 and 131 mm[Hg].",
                "Unchecked | +118: 118 mm[Hg], of 2014-01-01. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
            ("The blood pressure rose.", "Verified | +rose: The first reading is 70, the newest 82."),
            ("The systolic blood pressure was above 100.", "Verified | +100: 3 of 3 readings are above 100."),
            (
                "The blood pressure rose by 13 mm[Hg].",
                "Unchecked | +rose: The first reading is 70, the newest 82. | +13: From 118 mm[Hg] to 131 mm[Hg].",
            ),
            (
                "The systolic blood pressure rose by 13 mm[Hg].",
                "Verified | +rose: The first reading is 118, the newest 131. | +13: From 118 mm[Hg] to 131 mm[Hg].",
            ),
        ],
    );
}

#[test]
fn parts_without_a_leading_one_are_told_by_their_names() {
    judged(
        &pressure_pain_weight(),
        &[
            ("The pain panel rest is rising.", "Verified | +rising: The first reading is 2, the newest 3."),
            ("The pain panel walking is falling.", "Verified | +falling: The first reading is 5, the newest 4."),
            ("The last weight was 82 kg.", "Verified | +82: 82 kg, of 2020-01-01."),
        ],
    );
}

#[test]
fn numbers_of_two_readings_make_no_pair() {
    judged(
        &pressure_pain_weight(),
        &[
            (
                "The blood pressure was 131 mm[Hg] (systolic), 82 mm[Hg] (diastolic) on day 0.",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01. | +day 0",
            ),
            (
                "The blood pressure was (131/82) on day 0.",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01. | +day 0",
            ),
            (
                "The blood pressure was 120 / 74.",
                "Unchecked | +120: 120 mm[Hg], of 2017-01-01. | +74: 74 mm[Hg], of 2017-01-01.",
            ),
            (
                "The blood pressure was 120 mm[Hg] to 74 mm[Hg].",
                "Marked | +120: 120 mm[Hg], of 2017-01-01. | ~74: This is the Diastolic Blood Pressure alone.",
            ),
        ],
    );
}

fn equal_parts() -> World {
    let topics = vec![
        measured(
            "Blood Pressure",
            "mm[Hg]",
            &[
                ("2014-01-01", &[("Diastolic Blood Pressure", 60.0), ("Systolic Blood Pressure", 90.0)]),
                ("2020-01-01", &[("Diastolic Blood Pressure", 90.0), ("Systolic Blood Pressure", 130.0)]),
            ],
        ),
        course("Body Weight", "kg", &[("2014-01-01", 71.0), ("2020-01-01", 82.0)]),
    ];
    world("What was my last blood pressure?", topics, "systolic blood pressure. diastolic blood pressure")
}

#[test]
fn of_readings_with_the_same_number_the_part_that_is_named_is_meant() {
    judged(
        &equal_parts(),
        &[
            ("The diastolic blood pressure was 90 mm[Hg].", "Verified | +90: 90 mm[Hg], of 2020-01-01."),
            (
                "The systolic blood pressure was 90 mm[Hg] on day 0.",
                "Marked | +90: 90 mm[Hg], of 2014-01-01. | !day 0: This reading is of 2014-01-01.",
            ),
            (
                "The diastolic blood pressure was 90 mm[Hg] on day 0.",
                "Verified | +90: 90 mm[Hg], of 2020-01-01. | +day 0",
            ),
            (
                "The blood pressure was 60 and later 130 mm[Hg].",
                "Marked | ~60: This is the Diastolic Blood Pressure alone. | +130: 130 mm[Hg], of 2020-01-01.",
            ),
            (
                "The blood pressure was 60 and 130 mm[Hg].",
                "Marked | ~60: This is the Diastolic Blood Pressure alone. | ~130: These are of different readings: 60 mm[Hg] is of 2014-01-01, 130 mm[Hg] is of 2020-01-01.",
            ),
            (
                "The blood pressure was 130 mm[Hg] and then also down 90.",
                "Unchecked | +130: 130 mm[Hg], of 2020-01-01. | +90: 90 mm[Hg], of 2014-01-01.",
            ),
            (
                "The systolic blood pressure was 120 mm[Hg].",
                "Marked | ~120: The readings lie between 90 and 130; none that was sent is this.",
            ),
            ("The diastolic blood pressure was 120 mm[Hg].", "Marked | !120: The readings lie between 60 and 90."),
            (
                "The last body weight was 82 kg and the last systolic blood pressure 130 mm[Hg].",
                "Verified | +82: 82 kg, of 2020-01-01. | +130: 130 mm[Hg], of 2020-01-01.",
            ),
            (
                "The last systolic blood pressure was 130 mm[Hg], the body weight 82 kg.",
                "Unchecked | +130: 130 mm[Hg], of 2020-01-01. | +82: 82 kg, of 2020-01-01.",
            ),
            (
                "The systolic one was 130 (systolic) and 90 (diastolic).",
                "Unchecked | +130: 130 mm[Hg], of 2020-01-01. | +90: 90 mm[Hg], of 2020-01-01.",
            ),
        ],
    );
}

fn apgar() -> World {
    let topics = vec![measured(
        "Apgar panel",
        "{score}",
        &[("2014-01-01", &[("Score at one minute", 8.0)]), ("2020-01-01", &[("Score at one minute", 9.0)])],
    )];
    world("What was my last Apgar score?", topics, "")
}

#[test]
fn a_reading_with_one_part_is_told_by_its_number() {
    judged(&apgar(), &[("The last Apgar panel was 9.", "Verified | +9: 9 {score}, of 2020-01-01.")]);
}
