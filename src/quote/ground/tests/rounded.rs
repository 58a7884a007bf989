//! Readings that were rounded for the model, and what is told of them.

use super::{changing, counted, course, judged, told_as, world};
use crate::quote::ground::World;

fn rounded_weight() -> World {
    let topics = vec![counted(
        changing(
            told_as(
                course(
                    "Body Weight",
                    "kg",
                    &[
                        ("2014-01-01", 78.4),
                        ("2016-01-01", 81.5),
                        ("2017-01-01", 86.2),
                        ("2018-01-01", 80.0),
                        ("2020-01-01", 77.6),
                    ],
                ),
                &[(78.0, &[0, 1, 2, 3, 4]), (86.0, &[0, 1, 2, 3, 4]), (78.0, &[4]), (80.0, &[3])],
            ),
            2.0,
        ),
        5.0,
    )];
    world("How did my weight change?", topics, "")
}

#[test]
fn a_number_stands_for_the_readings_that_it_was_rounded_from() {
    judged(
        &rounded_weight(),
        &[
            ("The body weight was 82 kg.", "Marked | ~82: One of 5 readings is 81.5 kg, of 2016-01-01."),
            ("The body weight was 81 kg.", "Marked | ~81: One of 5 readings is 81.5 kg, of 2016-01-01."),
            ("The body weight was 77.6 kg.", "Marked | ~77.6: One of 5 readings is 77.6 kg, of 2020-01-01."),
            ("The last body weight was 78 kg.", "Verified | +78: 77.6 kg, of 2020-01-01."),
            ("The last body weight was 86 kg.", "Marked | !86: The newest reading is 77.6 kg, of 2020-01-01."),
            ("The lowest body weight was 80 kg.", "Marked | !80: The lowest is 77.6 kg, of 2020-01-01."),
        ],
    );
}

#[test]
fn the_ends_of_rounded_readings_are_known_by_what_they_were_told_as() {
    judged(
        &rounded_weight(),
        &[
            (
                "The body weight was between 78 and 86 kg, in five readings.",
                "Verified | +78: 77.6 kg, of 2020-01-01. | +86: 86.2 kg, of 2017-01-01. | +five",
            ),
            (
                "The body weight was between 78.4 and 86.2 kg.",
                "Unchecked | +78.4: 78.4 kg, of 2014-01-01. | +86.2: 86.2 kg, of 2017-01-01.",
            ),
        ],
    );
}

#[test]
fn the_course_of_rounded_readings_is_that_of_the_record() {
    judged(
        &rounded_weight(),
        &[
            (
                "The body weight changed from 86 kg to 78 kg.",
                "Marked | ~86: The first reading is 78.4 kg, of 2014-01-01. | +78: 77.6 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 78 kg to 86 kg.",
                "Marked | +78: 78.4 kg, of 2014-01-01. | ~86: The newest reading is 77.6 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 80 kg to 78 kg.",
                "Marked | ~80: The first reading is 78.4 kg, of 2014-01-01. | +78: 77.6 kg, of 2020-01-01.",
            ),
            (
                "The body weight fell by 0.8 kg.",
                "Marked | ~fell: The readings are mixed. The first reading is 78.4, the newest 77.6. | +0.8: From 78.4 kg to 77.6 kg.",
            ),
            (
                "The body weight fell by 1 kg.",
                "Marked | ~fell: The readings are mixed. The first reading is 78.4, the newest 77.6. | +1: From 78.4 kg to 77.6 kg.",
            ),
            ("The body weight is 0.8 kg less.", "Unchecked | +0.8: From 78.4 kg to 77.6 kg."),
            ("The body weight is 0.8 less.", "Unchecked | +0.8: From 78.4 kg to 77.6 kg."),
            (
                "The body weight is falling.",
                "Marked | ~falling: The readings are mixed. The first reading is 78.4, the newest 77.6.",
            ),
            (
                "The body weight is steady.",
                "Marked | ?steady: The readings are mixed. The first reading is 78.4, the newest 77.6.",
            ),
        ],
    );
}

#[test]
fn the_time_that_stands_behind_a_number_is_its_own() {
    judged(
        &rounded_weight(),
        &[
            (
                "The body weight was 86 kg 3 years before day 0, then 80 kg, then 78 kg on day 0.",
                "Unchecked | +86: 86.2 kg, of 2017-01-01. | +3 years before day 0 | +80: 80 kg, of 2018-01-01. | +78: 77.6 kg, of 2020-01-01. | +day 0",
            ),
            (
                "The body weight was 86 kg, as was written 3 years before day 0, and 78 kg on day 0.",
                "Unchecked | +86: 86.2 kg, of 2017-01-01. | +3 years before day 0 | +78: 77.6 kg, of 2020-01-01. | +day 0",
            ),
            (
                "The body weight was 86 kg, as was then written down for you 3 years before day 0, and 78 kg on day 0.",
                "Marked | ~86: One of 5 readings is 86.2 kg, of 2017-01-01. | +3 years before day 0 | +78: 77.6 kg, of 2020-01-01. | +day 0",
            ),
            (
                "The body weight was 78 kg 6 years before day 0 and 78 kg on day 0.",
                "Unchecked | +78: 78.4 kg, of 2014-01-01. | +6 years before day 0 | +78: 77.6 kg, of 2020-01-01. | +day 0",
            ),
            (
                "The body weight was 86 kg from 6 years before day 0 to day 0.",
                "Marked | ~86: One of 5 readings is 86.2 kg, of 2017-01-01. | +6 years before day 0 | +day 0",
            ),
            (
                "The body weight was 86 kg from 6 years before day 0, and day 0.",
                "Marked | ~86: One of 5 readings is 86.2 kg, of 2017-01-01. | +6 years before day 0 | +day 0",
            ),
        ],
    );
}

#[test]
fn bounds_of_rounded_readings_are_those_of_the_record() {
    judged(
        &rounded_weight(),
        &[
            ("The weight was measured 5 times in 6 years.", "Unchecked | +5 | +6"),
            ("Five body weight readings are there.", "Unchecked | +Five"),
        ],
    );
}

fn one_height() -> World {
    let topics = vec![course("Body Height", "cm", &[("2020-01-01", 172.0)])];
    world("What is my height?", topics, "")
}

#[test]
fn one_reading_is_all_there_is() {
    judged(
        &one_height(),
        &[
            ("The height is rising.", "Marked | ?rising: No course of readings was sent that this could be about."),
            ("The height was measured over 1 day.", "Marked | ?1: No entries that were sent are this far apart."),
            (
                "The height was between 172 and 172 cm.",
                "Verified | +172: 172 cm, of 2020-01-01. | +172: 172 cm, of 2020-01-01.",
            ),
        ],
    );
}

fn asked_for_130() -> World {
    let topics = vec![course(
        "LDL cholesterol",
        "mg/dL",
        &[("2014-01-01", 150.0), ("2017-01-01", 129.0), ("2020-01-01", 118.0)],
    )];
    world("Is my LDL above 130 and is it 5 years old?", topics, "")
}

#[test]
fn a_number_of_the_question_is_no_reading() {
    judged(
        &asked_for_130(),
        &[
            (
                "The LDL cholesterol was 131 mg/dL.",
                "Marked | ~131: The readings lie between 118 and 150; none that was sent is this.",
            ),
            ("Your question was about 130 mg/dL.", "Unchecked | +130: From your question."),
        ],
    );
}

fn height() -> World {
    let topics = vec![course("Body Height", "cm", &[("2020-01-01", 172.0)])];
    world("What is my height?", topics, "")
}

#[test]
fn one_reading_has_no_course() {
    judged(
        &height(),
        &[(
            "The height changed from 180 to 172 cm.",
            "Marked | !180: The record has 172 cm. | +172: 172 cm, of 2020-01-01.",
        )],
    );
}

fn weight_told_as_100() -> World {
    let topics = vec![told_as(
        course("Body Weight", "kg", &[("2014-01-01", 98.0), ("2017-01-01", 92.0), ("2020-01-01", 90.5)]),
        &[(100.0, &[0]), (92.0, &[1])],
    )];
    world("How did my weight change?", topics, "")
}

#[test]
fn the_first_of_a_course_may_be_told_rounded_to_a_fiftieth() {
    judged(
        &weight_told_as_100(),
        &[
            (
                "The body weight changed from 100 kg to 90.5 kg.",
                "Verified | +100: 98 kg, of 2014-01-01. | +90.5: 90.5 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 98 kg to 91 kg.",
                "Verified | +98: 98 kg, of 2014-01-01. | +91: 90.5 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 98 kg to 90 kg.",
                "Verified | +98: 98 kg, of 2014-01-01. | +90: 90.5 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 98 kg to 89 kg.",
                "Marked | +98: 98 kg, of 2014-01-01. | !89: The newest reading is 90.5 kg, of 2020-01-01.",
            ),
        ],
    );
}

fn weight_in_the_midst() -> World {
    let topics = vec![told_as(
        course(
            "Body Weight",
            "kg",
            &[("2014-01-01", 92.0), ("2016-01-01", 98.0), ("2017-01-01", 85.0), ("2020-01-01", 90.0)],
        ),
        &[(100.0, &[1])],
    )];
    world("How did my weight change?", topics, "")
}

#[test]
fn what_lies_within_the_readings_is_true_of_the_range() {
    judged(
        &weight_in_the_midst(),
        &[
            (
                "The body weight changed from 92 kg to 100 kg.",
                "Marked | +92: 92 kg, of 2014-01-01. | ~100: The newest reading is 90 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 92 kg to 98 kg.",
                "Marked | +92: 92 kg, of 2014-01-01. | ~98: The newest reading is 90 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 85 kg to 90 kg.",
                "Marked | ~85: The first reading is 92 kg, of 2014-01-01. | +90: 90 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 84 kg to 90 kg.",
                "Marked | !84: The first reading is 92 kg, of 2014-01-01. | +90: 90 kg, of 2020-01-01.",
            ),
        ],
    );
}

fn index_told_as_31() -> World {
    let topics = vec![told_as(
        course("Body mass index", "kg/m2", &[("2014-01-01", 31.2), ("2020-01-01", 30.9)]),
        &[(31.0, &[1])],
    )];
    world("What was my highest body mass index?", topics, "")
}

#[test]
fn the_highest_is_known_by_its_own_number_too() {
    judged(
        &index_told_as_31(),
        &[
            ("The highest body mass index was 31 kg/m2.", "Verified | +31: 31.2 kg/m2, of 2014-01-01."),
            (
                "The highest body mass index was 31 kg/m2 on day 0.",
                "Marked | +31: 31.2 kg/m2, of 2014-01-01. | ~day 0: The highest is 31.2 kg/m2, of 2014-01-01.",
            ),
        ],
    );
}

fn index_told_as_33() -> World {
    let topics = vec![told_as(
        course("Body mass index", "kg/m2", &[("2014-01-01", 32.5), ("2020-01-01", 33.1)]),
        &[(33.0, &[1])],
    )];
    world("What was my lowest body mass index?", topics, "")
}

#[test]
fn the_lowest_is_known_by_its_own_number_too() {
    judged(
        &index_told_as_33(),
        &[
            ("The lowest body mass index was 33 kg/m2.", "Verified | +33: 32.5 kg/m2, of 2014-01-01."),
            ("The lowest body mass index was 33.1 kg/m2.", "Marked | !33.1: The lowest is 32.5 kg/m2, of 2014-01-01."),
        ],
    );
}

fn index_told_alike() -> World {
    let topics = vec![told_as(
        course("Body mass index", "kg/m2", &[("2014-01-01", 30.4), ("2017-01-01", 28.0), ("2020-01-01", 30.3)]),
        &[(30.5, &[0]), (30.5, &[2]), (28.0, &[1])],
    )];
    world("What was my highest body mass index?", topics, "")
}

#[test]
fn of_two_that_are_told_alike_the_highest_has_its_own_day() {
    judged(
        &index_told_alike(),
        &[
            (
                "The highest body mass index was 30.5 kg/m2 on day 0.",
                "Marked | +30.5: 30.4 kg/m2, of 2014-01-01. | ~day 0: The highest is 30.4 kg/m2, of 2014-01-01.",
            ),
            (
                "The highest body mass index was 30.5 kg/m2 6 years before day 0.",
                "Verified | +30.5: 30.4 kg/m2, of 2014-01-01. | +6 years before day 0",
            ),
        ],
    );
}

fn lowest_told_alike() -> World {
    let topics = vec![told_as(
        course("Body mass index", "kg/m2", &[("2014-01-01", 28.4), ("2017-01-01", 31.0), ("2020-01-01", 28.3)]),
        &[(28.5, &[0]), (28.5, &[2])],
    )];
    world("What was my lowest body mass index?", topics, "")
}

#[test]
fn of_two_that_are_told_alike_the_lowest_has_its_own_day() {
    judged(
        &lowest_told_alike(),
        &[
            (
                "The lowest body mass index was 28.5 kg/m2 6 years before day 0.",
                "Marked | +28.5: 28.3 kg/m2, of 2020-01-01. | ~6 years before day 0: The lowest is 28.3 kg/m2, of 2020-01-01.",
            ),
            (
                "The lowest body mass index was 28.5 kg/m2 on day 0.",
                "Verified | +28.5: 28.3 kg/m2, of 2020-01-01. | +day 0",
            ),
        ],
    );
}

fn range_of_weight() -> World {
    let topics = vec![counted(
        changing(
            told_as(
                course(
                    "Body Weight",
                    "kg",
                    &[
                        ("2014-01-01", 77.0),
                        ("2016-01-01", 78.1),
                        ("2017-01-01", 86.9),
                        ("2018-01-01", 85.8),
                        ("2020-01-01", 80.0),
                    ],
                ),
                &[(78.0, &[0, 1, 2, 3, 4]), (86.0, &[0, 1, 2, 3, 4])],
            ),
            1.0,
        ),
        5.0,
    )];
    world("How did my weight change?", topics, "")
}

#[test]
fn the_ends_of_a_range_are_the_least_and_the_greatest() {
    judged(
        &range_of_weight(),
        &[
            (
                "The body weight was between 78 and 86 kg.",
                "Verified | +78: 77 kg, of 2014-01-01. | +86: 86.9 kg, of 2017-01-01.",
            ),
            ("The body weight was 78 kg.", "Marked | ~78: One of 5 readings is 78.1 kg, of 2016-01-01."),
        ],
    );
}

fn range_far_off() -> World {
    let topics = vec![changing(
        told_as(
            course(
                "Body Weight",
                "kg",
                &[("2014-01-01", 76.5), ("2016-01-01", 78.1), ("2017-01-01", 86.9), ("2020-01-01", 80.0)],
            ),
            &[(78.0, &[0, 1, 2, 3]), (86.0, &[0, 1, 2])],
        ),
        1.0,
    )];
    world("How did my weight change?", topics, "")
}

#[test]
fn an_end_of_a_range_that_lies_far_off_is_another_reading() {
    judged(
        &range_far_off(),
        &[(
            "The body weight was between 78 and 87 kg.",
            "Unchecked | +78: 78.1 kg, of 2016-01-01. | +87: 86.9 kg, of 2017-01-01.",
        )],
    );
}

#[test]
fn an_end_of_a_range_is_the_reading_that_was_told_so() {
    let days = [("2014-01-01", 77.0), ("2016-01-01", 78.1), ("2017-01-01", 86.9), ("2020-01-01", 80.0)];
    let weight = |of: &'static [usize]| {
        let weight = changing(course("Body Weight", "kg", &days), 2.0);
        world("How did my weight change?", vec![told_as(weight, &[(78.0, of), (87.0, &[2])])], "")
    };
    let said = "The body weight was between 78 and 87 kg.";
    let high = "+87: 86.9 kg, of 2017-01-01.";
    judged(&weight(&[0, 1, 2, 3]), &[(said, &format!("Verified | +78: 77 kg, of 2014-01-01. | {high}"))]);
    judged(&weight(&[1]), &[(said, &format!("Unchecked | +78: 78.1 kg, of 2016-01-01. | {high}"))]);
}
