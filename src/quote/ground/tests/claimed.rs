//! Readings as wholes: what a sentence may say of them, and what it may not.

use super::{counted, course, judged, world};
use crate::quote::ground::World;

fn three_courses() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        counted(course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.25)]), 2.0),
        counted(course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]), 2.0),
    ];
    world("What was my last glucose?", topics, "")
}

#[test]
fn a_sentence_without_a_name_is_of_what_was_spoken_of_before() {
    judged(
        &three_courses(),
        &[
            (
                "The last glucose was 101 mg/dL. It was 120 mg/dL 3 years before day 0. It was 90 mg/dL 6 years before day 0.",
                "Verified Verified Verified | +101: 101 mg/dL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0 | +90: 90 mg/dL, of 2014-01-01. | +6 years before day 0",
            ),
            (
                "The last glucose was 101 mg/dL and the last ferritin was 62.5 ng/mL. It was 120 mg/dL 3 years before day 0.",
                "Verified Unchecked | +101: 101 mg/dL, of 2020-01-01. | +62.5: 62.5 ng/mL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "The last glucose was 101 mg/dL. The last glucose was 101 mg/dL and the last ferritin was 62.5 ng/mL. It was 120 mg/dL 3 years before day 0.",
                "Verified Verified Unchecked | +101: 101 mg/dL, of 2020-01-01. | +101: 101 mg/dL, of 2020-01-01. | +62.5: 62.5 ng/mL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "The last glucose was 101 mg/dL. It was listed. It was 120 mg/dL 3 years before day 0.",
                "Verified Silent Verified | +101: 101 mg/dL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            ("The last hemoglobin was 13.2 g/dL.", "Verified | +13.2: 13.25 g/dL, of 2020-01-01."),
            ("The last hemoglobin was 13.3 g/dL.", "Verified | +13.3: 13.25 g/dL, of 2020-01-01."),
            (
                "Here is what your records say: glucose was last 101 mg/dL.",
                "Verified | +101: 101 mg/dL, of 2020-01-01.",
            ),
            ("Here is what your records say: glucose", "Unchecked"),
        ],
    );
}

#[test]
fn a_place_in_a_list_is_a_small_whole_number() {
    judged(
        &three_courses(),
        &[
            ("100) The last glucose was 101 mg/dL.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
            ("99) The last glucose was 101 mg/dL.", "Verified | +101: 101 mg/dL, of 2020-01-01."),
            ("2.5) The last glucose was 101 mg/dL.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
        ],
    );
}

#[test]
fn a_count_is_of_entries_by_the_words_that_count_them() {
    judged(
        &three_courses(),
        &[
            ("The glucose was above 89 mg/dL twice.", "Unchecked | +89: 3 of 3 readings are above 89."),
            (
                "The glucose was mixed, in three readings.",
                "Verified | +mixed: The first reading is 90, the newest 101. | +three",
            ),
            (
                "The glucose was mixed, over 3 readings.",
                "Verified | +mixed: The first reading is 90, the newest 101. | +3",
            ),
            (
                "The glucose was mixed, across 3 readings.",
                "Verified | +mixed: The first reading is 90, the newest 101. | +3",
            ),
            (
                "The glucose was mixed, in 3 readings, over 6 years and 1 month.",
                "Unchecked | +mixed: The first reading is 90, the newest 101. | +3 | +6",
            ),
            ("The last glucose was 101 over 6 years.", "Unchecked | +101: 101 mg/dL, of 2020-01-01. | +6"),
        ],
    );
}

#[test]
fn signs_stand_alone_or_between_numbers() {
    judged(
        &three_courses(),
        &[
            ("The last glucose was 101 mg/dL - on day 0.", "Verified | +101: 101 mg/dL, of 2020-01-01. | +day 0"),
            ("The last glucose was 101 mg/dL -on day 0.", "Unchecked | +101: 101 mg/dL, of 2020-01-01. | +day 0"),
            ("The last glucose was 101 mg/dL on day 0-.", "Unchecked | +101: 101 mg/dL, of 2020-01-01. | +day 0"),
            ("The last glucose was (101 mg/dL) [on day 0].", "Verified | +101: 101 mg/dL, of 2020-01-01. | +day 0"),
        ],
    );
}

#[test]
fn a_bound_is_read_with_its_words() {
    judged(
        &three_courses(),
        &[
            ("The last glucose was above about 100 mg/dL.", "Verified | +100: 1 of 1 readings are above 100."),
            ("The last glucose was over 100 mg/dL.", "Verified | +100: 1 of 1 readings are above 100."),
            ("The last glucose was over about 100 mg/dL.", "Verified | +100: 1 of 1 readings are above 100."),
            ("The last glucose was less than 110 mg/dL.", "Verified | +110: 1 of 1 readings are below 110."),
            ("The last glucose was larger than 100 mg/dL.", "Verified | +100: 1 of 1 readings are above 100."),
        ],
    );
}

#[test]
fn what_no_list_holds_is_left_over() {
    judged(
        &three_courses(),
        &[
            ("The last glucose was 101 mg/dL (GLU).", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
            ("The last Glucose (G) was 101 mg/dL.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
        ],
    );
}

#[test]
fn two_readings_of_a_sentence_share_a_day_or_are_told_apart() {
    judged(
        &three_courses(),
        &[
            ("The glucose, the last, was 101 mg/dL.", "Verified | +101: 101 mg/dL, of 2020-01-01."),
            (
                "The last glucose was 101 mg/dL, the highest 120 mg/dL.",
                "Verified | +101: 101 mg/dL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01.",
            ),
            (
                "The highest glucose was 120 mg/dL, the lowest 90 mg/dL.",
                "Verified | +120: 120 mg/dL, of 2017-01-01. | +90: 90 mg/dL, of 2014-01-01.",
            ),
        ],
    );
}

#[test]
fn first_and_last_are_said_of_one_reading_once() {
    judged(
        &three_courses(),
        &[
            ("The first and last glucose was 101 mg/dL.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
            (
                "The first glucose was 90 mg/dL, the last glucose 101 mg/dL.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_range_is_no_reading_and_has_no_day() {
    judged(
        &three_courses(),
        &[
            ("The glucose range was 101 mg/dL.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
            (
                "The glucose ranged 90 to 120 mg/dL.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.",
            ),
            (
                "The glucose was between 90 and 120 mg/dL on 3 occasions.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3",
            ),
            (
                "The glucose was between 90 and 120 mg/dL over 6 years.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01. | +6",
            ),
        ],
    );
}

#[test]
fn a_course_is_told_with_its_way_and_its_ends() {
    judged(
        &three_courses(),
        &[
            (
                "The glucose changed from 90 mg/dL to 101 mg/dL, mixed.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01. | +mixed: The first reading is 90, the newest 101.",
            ),
            (
                "The glucose changed from 90 mg/dL to 101 mg/dL in 3 readings.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01. | +3",
            ),
            (
                "The last glucose changed from 90 mg/dL to 101 mg/dL.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose on day 0 changed from 90 mg/dL to 101 mg/dL.",
                "Unchecked | +day 0 | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose was from 90 mg/dL to 101 mg/dL.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_difference_is_told_with_its_way() {
    judged(
        &three_courses(),
        &[
            ("The ferritin changed by 2.5 ng/mL over 6 years.", "Verified | +2.5: From 60 ng/mL to 62.5 ng/mL. | +6"),
            ("The ferritin changed by 2.5 ng/mL on day 0.", "Unchecked | +2.5: From 60 ng/mL to 62.5 ng/mL. | +day 0"),
            ("By 2.5 ng/mL the ferritin was.", "Unchecked | +2.5: From 60 ng/mL to 62.5 ng/mL."),
            ("The ferritin was by 2.5 ng/mL.", "Unchecked | +2.5: From 60 ng/mL to 62.5 ng/mL."),
        ],
    );
}

#[test]
fn a_bound_is_of_all_or_of_the_last() {
    judged(
        &three_courses(),
        &[
            ("The glucose was above 89 mg/dL, in 3 readings.", "Unchecked | +89: 3 of 3 readings are above 89. | +3"),
            ("The first glucose was above 89 mg/dL.", "Unchecked | +89: 3 of 3 readings are above 89."),
        ],
    );
}

#[test]
fn a_name_alone_claims_nothing_that_can_be_derived() {
    judged(
        &three_courses(),
        &[
            ("Glucose.", "Unchecked"),
            ("The glucose was measured 3 times.", "Verified | +3"),
            (
                "The glucose was measured 3 times between 6 years before day 0 and day 0.",
                "Verified | +3 | +6 years before day 0 | +day 0",
            ),
            ("The glucose was measured since 6 years before day 0.", "Unchecked | +6 years before day 0"),
        ],
    );
}

#[test]
fn lines_are_read_with_what_leads_to_them() {
    judged(
        &three_courses(),
        &[
            ("First results:\nGlucose: 90 mg/dL", "Unchecked Verified | +90: 90 mg/dL, of 2014-01-01."),
            (
                "Glucose: 101 mg/dL on day 0. It was 120 mg/dL 3 years before day 0.",
                "Verified Verified | +101: 101 mg/dL, of 2020-01-01. | +day 0 | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0",
            ),
            (
                "Glucose:\nThe last glucose was 101 mg/dL. The last ferritin was 62.5 ng/mL.",
                "Silent Unchecked Unchecked | +101: 101 mg/dL, of 2020-01-01. | +62.5: 62.5 ng/mL, of 2020-01-01.",
            ),
        ],
    );
}
