//! What is derived of courses, pressures, medicines and answers by words that join them.

use super::{answering, changing, condition, counted, course, day, drug, judged, measured, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;
use crate::quote::ground::world::{Time, Topic};

fn many_courses() -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        counted(course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]), 2.0),
        course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]),
        changing(
            course("Sodium", "mmol/L", &[("2014-01-01", 140.0), ("2017-01-01", 139.0), ("2020-01-01", 140.0)]),
            2.0,
        ),
        changing(course("Body Weight", "kg", &[("2014-01-01", 78.4), ("2017-01-01", 86.2), ("2020-01-01", 77.6)]), 2.0),
        course("Iron", "ug/dL", &[("2017-07-01", 60.0), ("2020-01-01", 70.0)]),
        condition("Gout", &[("2017-01-01", "", "active")]),
        topic("Tetanus vaccine", FactKind::Immunization, &[("2020-01-01", "", "completed")]),
    ];
    let mut world = world("How did my glucose change?", topics, "");
    world.times.push(Time {
        label: "2 years and 6 months before day 0".to_owned(),
        days: day("2017-07-01").into_iter().collect(),
    });
    world.times.push(Time { label: "2 years before day 0".to_owned(), days: day("2018-01-01").into_iter().collect() });
    world
}

#[test]
fn each_number_of_a_course_a_bound_and_a_difference_has_the_readings_unit() {
    judged(
        &many_courses(),
        &[
            (
                "The hemoglobin fell from 15.5 kg to 13.2 g/dL.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | !kg: The record has 15.5 g/dL. | +13.2: 13.2 g/dL, of 2020-01-01.",
            ),
            (
                "The hemoglobin fell from 15.5 g/dL to 13.2 kg.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +15.5: 15.5 g/dL, of 2014-01-01. | +13.2: 13.2 g/dL, of 2020-01-01. | !kg: The record has 15.5 g/dL.",
            ),
            (
                "The hemoglobin fell by 2.3 kg.",
                "Marked | +fell: The first reading is 15.5, the newest 13.2. | +2.3: From 15.5 g/dL to 13.2 g/dL. | !kg: The record has 15.5 g/dL.",
            ),
        ],
    );
}

#[test]
fn a_course_is_one_shape_and_goes_one_way() {
    judged(
        &many_courses(),
        &[
            (
                "The glucose was 101 mg/dL, between 90 and 120 mg/dL.",
                "Unchecked | +101: 101 mg/dL, of 2020-01-01. | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.",
            ),
            (
                "The glucose went up from 90 mg/dL to 101 mg/dL.",
                "Verified | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The glucose changed from 90 mg/dL to 101 mg/dL and went up.",
                "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
            ),
            (
                "The sodium went up from 140 mmol/L to 140 mmol/L.",
                "Unchecked | +140: 140 mmol/L, of 2014-01-01. | +140: 140 mmol/L, of 2020-01-01.",
            ),
            (
                "The sodium went down from 140 mmol/L to 140 mmol/L.",
                "Unchecked | +140: 140 mmol/L, of 2014-01-01. | +140: 140 mmol/L, of 2020-01-01.",
            ),
            (
                "The body weight went down from 78.4 kg to 77.6 kg.",
                "Verified | +78.4: 78.4 kg, of 2014-01-01. | +77.6: 77.6 kg, of 2020-01-01.",
            ),
            (
                "The body weight changed from 78.4 kg to 77.6 kg and went down.",
                "Unchecked | +78.4: 78.4 kg, of 2014-01-01. | +77.6: 77.6 kg, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_reading_without_a_day_is_of_the_next_that_is_told() {
    judged(
        &many_courses(),
        &[
            (
                "The ferritin was 62.5 ng/mL, the glucose 120 mg/dL 3 years before day 0 and the hemoglobin 13.2 g/dL on day 0.",
                "Unchecked | +62.5: 62.5 ng/mL, of 2020-01-01. | +120: 120 mg/dL, of 2017-01-01. | +3 years before day 0 | +13.2: 13.2 g/dL, of 2020-01-01. | +day 0",
            ),
            (
                "The ferritin was 62.5 ng/mL and the hemoglobin 13.2 g/dL.",
                "Verified | +62.5: 62.5 ng/mL, of 2020-01-01. | +13.2: 13.2 g/dL, of 2020-01-01.",
            ),
        ],
    );
}

#[test]
fn a_span_is_told_as_it_was_before_day_0() {
    judged(
        &many_courses(),
        &[
            (
                "The iron changed from 60 to 70 ug/dL over 2 years and 6 months.",
                "Verified | +60: 60 ug/dL, of 2017-07-01. | +70: 70 ug/dL, of 2020-01-01. | +2",
            ),
            (
                "The iron changed from 60 to 70 ug/dL over 2 years and 5 months.",
                "Unchecked | +60: 60 ug/dL, of 2017-07-01. | +70: 70 ug/dL, of 2020-01-01. | +2",
            ),
        ],
    );
}

#[test]
fn a_verb_of_its_own_is_said_of_each_thing() {
    judged(
        &many_courses(),
        &[
            ("You have gout and received the tetanus vaccine on day 0.", "Unchecked | +day 0"),
            ("You received the tetanus vaccine on day 0 and have gout.", "Verified | +day 0"),
        ],
    );
}

fn one_pressure() -> World {
    let topics = vec![measured(
        "Blood Pressure",
        "mm[Hg]",
        &[
            ("2014-01-01", &[("Diastolic Blood Pressure", 70.0), ("Systolic Blood Pressure", 118.0)]),
            ("2017-01-01", &[("Diastolic Blood Pressure", 74.0), ("Systolic Blood Pressure", 120.0)]),
            ("2020-01-01", &[("Diastolic Blood Pressure", 82.0), ("Systolic Blood Pressure", 131.0)]),
        ],
    )];
    let mut world =
        world("What was my last blood pressure?", topics, "systolic blood pressure. diastolic blood pressure");
    world.aliases.push(("R1".to_owned(), 0));
    world.names.push("r1".to_owned());
    world.names.push("patient k7".to_owned());
    world
}

#[test]
fn parts_and_people_are_named_around_a_pressure() {
    judged(
        &one_pressure(),
        &[
            (
                "The lowest blood pressure was 118/70 mm[Hg].",
                "Unchecked | +118: 118 mm[Hg], of 2014-01-01. | +70: 70 mm[Hg], of 2014-01-01.",
            ),
            (
                "The last blood pressure was 131/82 mm[Hg], 131 mm[Hg].",
                "Unchecked | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01. | +131: 131 mm[Hg], of 2020-01-01.",
            ),
            (
                "The last blood pressure was a systolic of 131 mm[Hg] with a diastolic of 82 mm[Hg].",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            ("The last blood pressure was 82 mm[Hg] for the diastolic.", "Verified | +82: 82 mm[Hg], of 2020-01-01."),
            ("The last blood pressure was 82 mm[Hg] for diastolic.", "Verified | +82: 82 mm[Hg], of 2020-01-01."),
            ("The last blood pressure was 82 mm[Hg] for your diastolic.", "Verified | +82: 82 mm[Hg], of 2020-01-01."),
            (
                "The last blood pressure (BP) was 131/82 mm[Hg].",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "Last blood pressure (BP) 131/82 mm[Hg].",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
            (
                "The last blood pressure for Patient K7 was 131/82 mm[Hg].",
                "Verified | +131: 131 mm[Hg], of 2020-01-01. | +82: 82 mm[Hg], of 2020-01-01.",
            ),
        ],
    );
}

fn four_medicines() -> World {
    let topics = vec![
        drug("Ibuprofen 200 MG", &[("2014-01-01", "2017-01-01", "stopped")]),
        drug("Naproxen 500 MG", &[("2014-01-01", "2020-01-01", "stopped")]),
        drug("Simvastatin 10 MG", &[("2014-01-01", "", "active")]),
        drug("Aspirin 81 MG", &[("2017-01-01", "", "active")]),
        condition("Anemia", &[("2017-01-01", "", "active")]),
    ];
    world("Which medicines were stopped?", topics, "")
}

#[test]
fn what_is_said_of_one_of_a_list_is_said_of_the_others_without_a_verb() {
    judged(
        &four_medicines(),
        &[
            ("Ibuprofen and naproxen were stopped.", "Verified"),
            ("You take simvastatin and have anemia.", "Verified"),
            ("You have anemia and take simvastatin.", "Verified"),
            ("Simvastatin, aspirin are active.", "Verified"),
            ("Simvastatin is active, aspirin.", "Verified"),
        ],
    );
}

fn work() -> World {
    let topics = vec![
        answering(
            topic("Work", FactKind::Observation, &[("2014-01-01", "", "final"), ("2020-01-01", "", "final")]),
            &["Full time", "Full time"],
        ),
        answering(topic("Housing status", FactKind::Observation, &[("2020-01-01", "", "final")]), &["Owns a home"]),
    ];
    world("What is my work?", topics, "")
}

#[test]
fn an_answer_of_another_day_is_told_with_that_day() {
    judged(
        &work(),
        &[
            ("The work is full time 6 years before day 0.", "Verified | +6 years before day 0"),
            ("The work is now full time 6 years before day 0.", "Unchecked | +6 years before day 0"),
        ],
    );
}

fn pulse() -> World {
    let topics = vec![
        counted(
            changing(
                course("Pulse", "/min", &[("2014-01-01", 100.0), ("2017-01-01", 120.0), ("2020-01-01", 100.0)]),
                5.0,
            ),
            3.0,
        ),
        condition("Anemia", &[("2017-01-01", "", "active")]),
        drug("Simvastatin 10 MG", &[("2014-01-01", "", "active")]),
    ];
    world("How did my pulse change?", topics, "pulse abnormal. low risk. advised to rest")
}

#[test]
fn a_course_that_ends_where_it_began_goes_no_way() {
    judged(
        &pulse(),
        &[
            (
                "The pulse is rising.",
                "Marked | !rising: The readings are mixed. The first reading is 100, the newest 100.",
            ),
            (
                "The pulse is falling.",
                "Marked | !falling: The readings are mixed. The first reading is 100, the newest 100.",
            ),
        ],
    );
}

#[test]
fn a_judgement_and_advice_may_be_those_of_a_passage() {
    judged(
        &pulse(),
        &[
            ("The pulse is normal.", "Marked | ?normal: A judgement that the records do not hold."),
            ("The pulse is abnormal.", "Unchecked"),
            ("It is a risk.", "Unchecked"),
            ("It is risky.", "Marked | ?risky: A judgement that the records do not hold."),
            ("You were advised so.", "Unchecked"),
            ("You are to consult.", "Marked | ?consult: Advice that the records do not hold."),
        ],
    );
}

#[test]
fn a_yes_is_turned_by_a_no_of_its_first_words() {
    judged(
        &pulse(),
        &[
            ("Yes, you have been told of none.", "Marked | ~Yes: What stands behind it says no. | +none"),
            ("Yes, you have been told of so none.", "Unchecked | +none"),
        ],
    );
}

#[test]
fn a_lead_ends_with_a_sentence_behind_its_lines() {
    judged(
        &pulse(),
        &[
            (
                "Your conditions:\n- Anemia\nThe records show that. You take simvastatin.\nYou take simvastatin.",
                "Silent Verified Silent Unchecked Verified",
            ),
            ("Your conditions:\n- Anemia\n- Simvastatin", "Silent Verified Unchecked"),
            ("Your conditions are listed: anemia.", "Verified"),
        ],
    );
}

#[test]
fn readings_of_two_units_of_one_day_or_of_none_are_not_derived() {
    let said = [
        ("The last glucose was above 100.", "Unchecked | +100: 1 of 1 readings are above 100."),
        (
            "The glucose was between 90 and 120.",
            "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.",
        ),
        (
            "The glucose changed from 90 to 101.",
            "Unchecked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01.",
        ),
        ("The glucose changed by 11.", "Unchecked | +11: From 90 mg/dL to 101 mg/dL."),
        ("The last glucose was 101.", "Unchecked | +101: 101 mg/dL, of 2020-01-01."),
    ];
    let derived = said.map(|(said, found)| (said, found.replacen("Unchecked", "Verified", 1)));
    judged(&many_courses(), &derived.each_ref().map(|(said, found)| (*said, found.as_str())));
    let glucose = |change: &dyn Fn(&mut Topic)| {
        let mut world = many_courses();
        world.full.iter_mut().filter(|topic| topic.name == "Glucose").for_each(change);
        world
    };
    judged(&glucose(&|topic| topic.readings[0].unit = Some("mmol/L".to_owned())), &said);
    let [above, range, ..] = said;
    judged(&glucose(&|topic| topic.facts[0].day = None), &[above, range]);
    // Two readings of the first day, and of the last.
    let twice = |at: usize| glucose(&move |topic| topic.facts[1].day = topic.facts[at].day);
    let [.., course, difference, last] = said;
    judged(&twice(0), &[course, difference]);
    judged(&twice(2), &[above, course, difference, last]);
}

#[test]
fn a_line_that_says_more_than_what_its_lines_are_of_stands_for_itself() {
    let ends = "+90: 90 mg/dL, of 2014-01-01. | +120: 120 mg/dL, of 2017-01-01.";
    judged(
        &many_courses(),
        &[
            ("The glucose was between 90 and 120 mg/dL:\nin 3 readings", &format!("Verified Unchecked | {ends} | +3")),
            ("The last glucose:\n101 mg/dL", "Silent Verified | +101: 101 mg/dL, of 2020-01-01."),
            (
                "The ferritin changed from 60 to 62.5 ng/mL over 6 years and rose.",
                "Verified | +60: 60 ng/mL, of 2014-01-01. | +62.5: 62.5 ng/mL, of 2020-01-01. | +6 | +rose: The first reading is 60, the newest 62.5.",
            ),
        ],
    );
}
