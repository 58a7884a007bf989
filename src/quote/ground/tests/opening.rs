//! An opening yes or no, by the bound that was asked for.

use super::{course, judged, pressure, world};
use crate::quote::ground::World;

fn above_130() -> World {
    let topics = vec![course(
        "LDL cholesterol",
        "mg/dL",
        &[("2014-01-01", 150.0), ("2017-01-01", 129.0), ("2020-01-01", 118.0)],
    )];
    world("Is my LDL cholesterol above 130?", topics, "")
}

#[test]
fn a_bound_that_was_asked_for_is_answered_by_all_readings_and_the_newest() {
    judged(
        &above_130(),
        &[
            ("No LDL cholesterol is above 130.", "Marked | ~130: 1 of 3 readings are above 130."),
            ("No, LDL cholesterol is not above the threshold.", "Marked | ~No: 1 of 3 readings are above 130."),
            (
                "The last LDL cholesterol is not above that number.",
                "Verified | +number: 0 of 1 readings are above 130.",
            ),
        ],
    );
}

fn below_130() -> World {
    let topics = vec![course(
        "LDL cholesterol",
        "mg/dL",
        &[("2014-01-01", 150.0), ("2017-01-01", 130.0), ("2020-01-01", 118.0)],
    )];
    world("Is my LDL cholesterol below 130?", topics, "")
}

#[test]
fn what_is_as_large_as_a_bound_is_not_below_it() {
    judged(
        &below_130(),
        &[
            (
                "Yes, your LDL cholesterol is below 130.",
                "Marked | ~Yes: 1 of 3 readings are below 130. | ~130: 1 of 3 readings are below 130.",
            ),
            (
                "No, your LDL cholesterol is not below 130.",
                "Marked | !No: 1 of 3 readings are below 130. | ~130: 1 of 3 readings are below 130.",
            ),
            (
                "Yes, it is 118 mg/dL.",
                "Marked | ~Yes: 1 of 3 readings are below 130. | +118: 118 mg/dL, of 2020-01-01.",
            ),
        ],
    );
}

fn below_150() -> World {
    let topics = vec![
        course("LDL cholesterol", "mg/dL", &[("2014-01-01", 149.0), ("2017-01-01", 130.0), ("2020-01-01", 118.0)]),
        course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]),
    ];
    world("Is my LDL cholesterol below 150?", topics, "")
}

#[test]
fn a_yes_is_right_where_all_readings_are_below() {
    judged(
        &below_150(),
        &[(
            "Yes, your LDL cholesterol is below 150.",
            "Verified | +Yes: 3 of 3 readings are below 150. | +150: 3 of 3 readings are below 150.",
        )],
    );
}

fn above_118() -> World {
    let topics = vec![course("LDL cholesterol", "mg/dL", &[("2014-01-01", 118.0), ("2020-01-01", 118.0)])];
    world("Is my LDL cholesterol above 118?", topics, "")
}

#[test]
fn what_is_as_large_as_a_bound_is_not_above_it() {
    judged(
        &above_118(),
        &[
            (
                "Yes, your LDL cholesterol is above 118.",
                "Marked | !Yes: 0 of 2 readings are above 118. | !118: 0 of 2 readings are above 118.",
            ),
            (
                "No, your LDL cholesterol is not above 118.",
                "Verified | +No: 0 of 2 readings are above 118. | +118: 0 of 2 readings are above 118.",
            ),
        ],
    );
}

fn over_5_years() -> World {
    let topics = vec![course("LDL cholesterol", "mg/dL", &[("2014-01-01", 150.0), ("2020-01-01", 118.0)])];
    world("Did my LDL cholesterol fall over 5 years?", topics, "")
}

#[test]
fn a_distance_in_time_is_no_bound() {
    judged(
        &over_5_years(),
        &[
            ("Yes, your LDL cholesterol fell.", "Unchecked | +fell: The first reading is 150, the newest 118."),
            ("No, it is not above that number.", "Marked | ?number: It cannot be told which readings this is about."),
        ],
    );
}

fn asked_below_150() -> World {
    let topics = vec![course(
        "LDL cholesterol",
        "mg/dL",
        &[("2014-01-01", 149.0), ("2017-01-01", 130.0), ("2020-01-01", 118.0)],
    )];
    world("Is my LDL cholesterol below 150?", topics, "")
}

#[test]
fn an_opening_yes_is_read_before_a_comma_alone() {
    judged(
        &asked_below_150(),
        &[
            (
                "Yes: your LDL cholesterol is below 150.",
                "Unchecked | +Yes: 3 of 3 readings are below 150. | +150: 3 of 3 readings are below 150.",
            ),
            (
                "Yes, LDL cholesterol is below 150.",
                "Verified | +Yes: 3 of 3 readings are below 150. | +150: 3 of 3 readings are below 150.",
            ),
        ],
    );
}

#[test]
fn what_was_asked_of_the_past_any_reading_answers() {
    let topics = || vec![course("LDL cholesterol", "mg/dL", &[("2014-01-01", 150.0), ("2020-01-01", 118.0)])];
    let world = |question: &str| world(question, topics(), "");
    let counts = "1 of 2 readings are above 140.";
    for (question, yes, no) in [
        ("Was my LDL cholesterol ever above 140?", '+', '!'),
        ("Has my LDL cholesterol ever been above 140?", '+', '!'),
        ("Was my LDL cholesterol above 140?", '+', '~'),
        ("Was my last LDL cholesterol above 140?", '!', '~'),
        ("Is my LDL cholesterol above 140?", '!', '~'),
    ] {
        judged(
            &world(question),
            &[
                ("Yes, it was above 140.", &format!("Marked | {yes}Yes: {counts} | ~140: {counts}")),
                ("No, it was 118 mg/dL.", &format!("Marked | {no}No: {counts} | +118: 118 mg/dL, of 2020-01-01.")),
            ],
        );
    }
    let none = "0 of 2 readings are above 160.";
    judged(
        &world("Was my LDL cholesterol ever above 160?"),
        &[
            ("Yes, it was above 160.", &format!("Marked | !Yes: {none} | !160: {none}")),
            ("No, it was not above 160.", &format!("Unchecked | +No: {none} | +160: {none}")),
        ],
    );
}

#[test]
fn a_bound_of_a_pressure_is_of_the_systolic_where_no_part_is_named() {
    judged(
        &world("Is my blood pressure above 110?", vec![pressure()], ""),
        &[
            (
                "Yes, your blood pressure is above 110.",
                "Unchecked | +Yes: 3 of 3 readings are above 110. | +110: 3 of 3 readings are above 110.",
            ),
            ("Your diastolic blood pressure is above 110.", "Marked | !110: 0 of 3 readings are above 110."),
        ],
    );
    judged(
        &world("Is my diastolic blood pressure above 80?", vec![pressure()], ""),
        &[(
            "Yes, it is above 80.",
            "Marked | ~Yes: 1 of 3 readings are above 80. | ~80: 1 of 3 readings are above 80.",
        )],
    );
}
