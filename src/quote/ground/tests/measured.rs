//! Readings as wholes: which way they go, how many, and when.

use super::{changing, counted, course, judged, world};
use crate::quote::ground::World;

fn salts() -> World {
    let topics = vec![
        changing(
            course(
                "Pulse",
                "/min",
                &[("2014-01-01", 70.0), ("2014-01-01", 80.0), ("2020-01-01", 72.0), ("2020-01-01", 72.0)],
            ),
            5.0,
        ),
        counted(
            changing(
                course("Sodium", "mmol/L", &[("2014-01-01", 140.0), ("2017-01-01", 139.0), ("2020-01-01", 140.0)]),
                2.0,
            ),
            3.0,
        ),
        counted(
            changing(
                course("Potassium", "mmol/L", &[("2014-01-01", 4.0), ("2017-01-01", 4.6), ("2020-01-01", 5.1)]),
                0.2,
            ),
            3.0,
        ),
        changing(
            course(
                "Ferritin",
                "ng/mL",
                &[("2014-01-01", 90.0), ("2017-01-01", 80.0), ("2018-01-01", 83.0), ("2020-01-01", 60.0)],
            ),
            4.0,
        ),
        course("Iron", "ug/dL", &[("2020-01-01", 60.0)]),
    ];
    world("How did my pulse change?", topics, "")
}

#[test]
fn which_way_readings_go_is_worked_out_from_all() {
    judged(
        &salts(),
        &[
            ("The sodium changed.", "Unchecked"),
            ("The potassium changed by 1.1 mmol/L.", "Verified | +1.1: From 4 mmol/L to 5.1 mmol/L."),
        ],
    );
}

#[test]
fn what_is_said_of_all_readings_is_said_of_no_one_day() {
    judged(
        &salts(),
        &[
            (
                "The potassium rose from 6 years before day 0 to day 0.",
                "Verified | +rose: The first reading is 4, the newest 5.1. | +6 years before day 0 | +day 0",
            ),
            ("The potassium rose over 6 years.", "Verified | +rose: The first reading is 4, the newest 5.1. | +6"),
            ("The potassium rose over 3 years.", "Unchecked | +rose: The first reading is 4, the newest 5.1. | +3"),
            ("The potassium rose on day 0.", "Unchecked | +rose: The first reading is 4, the newest 5.1. | +day 0"),
            ("The last potassium rose.", "Unchecked | +rose: The first reading is 4, the newest 5.1."),
        ],
    );
}

#[test]
fn a_course_may_turn_back_by_less_than_says_something() {
    judged(
        &salts(),
        &[
            ("The ferritin is falling.", "Verified | +falling: The first reading is 90, the newest 60."),
            (
                "The ferritin fell from 90 to 60 ng/mL.",
                "Verified | +fell: The first reading is 90, the newest 60. | +90: 90 ng/mL, of 2014-01-01. | +60: 60 ng/mL, of 2020-01-01.",
            ),
            (
                "The ferritin is mixed.",
                "Marked | ?mixed: The readings are falling. The first reading is 90, the newest 60.",
            ),
            ("The iron is rising.", "Marked | ?rising: No course of readings was sent that this could be about."),
            ("The iron is steady.", "Marked | ?steady: No course of readings was sent that this could be about."),
        ],
    );
}

#[test]
fn a_bound_is_of_all_readings_or_of_the_newest() {
    judged(
        &salts(),
        &[
            ("The last potassium was not above 5.1 mmol/L.", "Verified | +5.1: 0 of 1 readings are above 5.1."),
            ("The first potassium was above 3 mmol/L.", "Unchecked | +3: 3 of 3 readings are above 3."),
            ("The potassium was above 3 mmol/L, in 3 readings.", "Unchecked | +3: 3 of 3 readings are above 3. | +3"),
            ("The potassium was not below 4 mmol/L.", "Verified | +4: 0 of 3 readings are below 4."),
            (
                "The potassium range is 4 to 5.1 mmol/L.",
                "Verified | +4: 4 mmol/L, of 2014-01-01. | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
            (
                "The potassium range is 4-5.1 mmol/L.",
                "Verified | +4: 4 mmol/L, of 2014-01-01. | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
            (
                "The potassium range is 4–5.1 mmol/L.",
                "Verified | +4: 4 mmol/L, of 2014-01-01. | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn several_readings_share_a_day_that_is_told_once() {
    judged(
        &salts(),
        &[
            (
                "The potassium was 4.6 mmol/L and 5.1 mmol/L.",
                "Unchecked | +4.6: 4.6 mmol/L, of 2017-01-01. | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
            (
                "The last potassium was 5.1 mmol/L, the sodium 140 mmol/L.",
                "Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +140: 140 mmol/L, of 2020-01-01.",
            ),
            (
                "The highest potassium was 5.1 mmol/L, the sodium 140 mmol/L.",
                "Unchecked | +5.1: 5.1 mmol/L, of 2020-01-01. | +140: 140 mmol/L, of 2014-01-01.",
            ),
            (
                "The potassium was 5.1 mmol/L but the sodium was 140 mmol/L.",
                "Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +140: 140 mmol/L, of 2020-01-01.",
            ),
            (
                "The potassium was 5.1 mmol/L while the sodium was 140 mmol/L.",
                "Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +140: 140 mmol/L, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn words_of_direction_are_read_with_their_verbs() {
    judged(
        &salts(),
        &[
            ("The potassium has changed.", "Verified"),
            ("The potassium went up.", "Verified"),
            ("The potassium went down.", "Unchecked"),
            ("The sodium remained steady.", "Verified | +steady: The first reading is 140, the newest 140."),
            (
                "The sodium has stayed stable over time.",
                "Verified | +stable: The first reading is 140, the newest 140.",
            ),
        ],
    );
}

#[test]
fn words_that_claim_nothing_may_stand_where_they_belong() {
    judged(
        &salts(),
        &[
            ("As of day 0 the potassium was 5.1 mmol/L.", "Verified | +day 0 | +5.1: 5.1 mmol/L, of 2020-01-01."),
            (
                "With a value of 5.1 mmol/L the potassium was highest on day 0.",
                "Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +day 0",
            ),
            (
                "With a rising trend, the potassium was last 5.1 mmol/L.",
                "Unchecked | +rising: The first reading is 4, the newest 5.1. | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
            ("The last potassium value for the record was 5.1 mmol/L.", "Verified | +5.1: 5.1 mmol/L, of 2020-01-01."),
            ("The last potassium - 5.1 mmol/L.", "Verified | +5.1: 5.1 mmol/L, of 2020-01-01."),
        ],
    );
}

#[test]
fn a_sentence_is_read_from_behind_its_signs_and_its_place() {
    judged(
        &salts(),
        &[
            (
                "Here is what your records say: the last potassium was 5.1 mmol/L.",
                "Verified | +5.1: 5.1 mmol/L, of 2020-01-01.",
            ),
            (
                "The potassium was 5.1 mmol/L. On day 0.",
                "Verified Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +day 0",
            ),
            (
                "The last potassium was 5.1 mmol/L. The last sodium was 140 mmol/L. It was 139 mmol/L 3 years before day 0.",
                "Verified Verified Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +140: 140 mmol/L, of 2020-01-01. | +139: 139 mmol/L, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "The last potassium was 5.1 mmol/L. It was 4.6 mmol/L 3 years before day 0.",
                "Verified Verified | +5.1: 5.1 mmol/L, of 2020-01-01. | +4.6: 4.6 mmol/L, of 2017-01-01. | +3 years before day 0",
            ),
        ],
    );
}
