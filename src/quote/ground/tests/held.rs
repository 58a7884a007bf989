//! What a number is held to: the bound, the thing, the part, the way, the unit and the time that are told with it.

use super::{condition, counted, course, drug, faults, judged, measured, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn sugar_weight_pressure(question: &str) -> World {
    let topics = vec![
        counted(course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)]), 3.0),
        course("Hemoglobin", "g/dL", &[("2014-01-01", 15.5), ("2020-01-01", 13.2)]),
        course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]),
        course("Body Weight", "kg", &[("2014-01-01", 70.0), ("2020-01-01", 82.0)]),
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
    world(question, topics, "")
}

fn all() -> World {
    sugar_weight_pressure("What was my last glucose?")
}

#[test]
fn a_bound_holds_the_number_itself_where_it_says_so() {
    judged(
        &all(),
        &[
            ("The last glucose was less than or equal to 90.", "Marked | !90: 1 of 1 readings are above 90."),
            ("The last glucose was less than or equal to 110.", "Unchecked | +110: 0 of 1 readings are above 110."),
            ("The last glucose was greater than or equal to 110.", "Marked | !110: 1 of 1 readings are below 110."),
            ("The last glucose was at least 101.", "Unchecked | +101: 0 of 1 readings are below 101."),
            ("The last glucose was at most 101.", "Unchecked | +101: 0 of 1 readings are above 101."),
            ("The last glucose was at or above 101.", "Unchecked | +101: 0 of 1 readings are below 101."),
            ("The last glucose was below or equal to 101.", "Unchecked | +101: 0 of 1 readings are above 101."),
            ("The last glucose was equal to or greater than 102.", "Marked | !102: 1 of 1 readings are below 102."),
            ("The last glucose was above 101.", "Marked | !101: 0 of 1 readings are above 101."),
        ],
    );
    // What it is equal to is a reading.
    faults(&all(), &[("The last glucose was equal to 90.", &["!90"]), ("The last glucose was equal to 101.", &[])]);
    judged(
        &sugar_weight_pressure("Is my glucose at least 101?"),
        &[(
            "Yes, the last glucose is 101 mg/dL.",
            "Marked | ~Yes: 1 of 3 readings are below 101. | +101: 101 mg/dL, of 2020-01-01.",
        )],
    );
}

#[test]
fn a_number_is_of_the_thing_that_is_named_with_it() {
    let of_weight = "of Body Weight no such number was sent.";
    judged(
        &all(),
        &[
            (
                "The last body weight was 131.",
                &format!("Marked | ?131: This is the Systolic Blood Pressure; {of_weight}"),
            ),
            (
                "131 was the last body weight.",
                &format!("Marked | ?131: This is the Systolic Blood Pressure; {of_weight}"),
            ),
            (
                "The body weight was 70, 82 and 131.",
                &format!(
                    "Marked | +70: 70 kg, of 2014-01-01. | +82: 82 kg, of 2020-01-01. | ?131: This is the Systolic Blood Pressure; {of_weight}"
                ),
            ),
            (
                "The last weight was 82 kg. It was 131 once.",
                &format!(
                    "Verified Marked | +82: 82 kg, of 2020-01-01. | ?131: This is the Systolic Blood Pressure; {of_weight}"
                ),
            ),
            (
                "The glucose was 13.2 and the hemoglobin was 101.",
                "Marked | ?13.2: This is the Hemoglobin; of Glucose no such number was sent. | ?101: This is the Glucose; of Hemoglobin no such number was sent.",
            ),
        ],
    );
    faults(
        &all(),
        &[
            ("The last body weight was 82 kg and the last systolic 131.", &[]),
            ("The last body weight was 82 kg and the BP 131/82.", &[]),
            ("Weight, BP: 82 kg, 131/82.", &[]),
            ("The systolic was 131, and the body weight was 118.", &["?118"]),
            ("The last blood pressure, told with the weight, was 131/82.", &[]),
            ("The glucose changed from 90 to 101 mg/dL, and the hemoglobin changed from 15.5 to 13.2 g/dL.", &[]),
            (
                "The glucose changed from 15.5 to 13.2, and the hemoglobin from 90 to 101.",
                &["!15.5", "!13.2", "!90", "!101"],
            ),
            ("The body weight was measured in 3 readings and was 131.", &["!3", "?131"]),
            ("The last values were 101 for glucose and 13.2 for hemoglobin.", &[]),
            ("The last glucose and hemoglobin were 101 and 13.2.", &[]),
            ("The last glucose (101) is told with hemoglobin (13.2).", &[]),
            ("The glucose was 120 three years before day 0, and the last sample had 62.5 of it.", &[]),
        ],
    );
}

#[test]
fn a_number_of_the_question_that_is_told_as_a_reading_must_be_one() {
    let ldl =
        || course("LDL cholesterol", "mg/dL", &[("2014-01-01", 150.0), ("2017-01-01", 129.0), ("2020-01-01", 118.0)]);
    let among = "130: The readings lie between 118 and 150; none that was sent is this.";
    let topics = vec![ldl(), condition("Anemia", &[("2014-01-01", "", "active")])];
    judged(
        &world("Is my LDL above 130?", topics, ""),
        &[
            ("The LDL cholesterol was 130.", &format!("Marked | ~{among}")),
            (
                "You asked whether it is 130, and the last LDL cholesterol is 118.",
                "Unchecked | +130: From your question. | +118: 118 mg/dL, of 2020-01-01.",
            ),
            (
                "The last LDL cholesterol is not 130.",
                "Marked | ?not 130: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("With anemia it was 130.", "Unchecked | +130: From your question."),
            ("The LDL cholesterol has a goal of 130.", &format!("Marked | ~{among}")),
        ],
    );
    judged(
        &world("Does my LDL meet my goal of 130?", vec![ldl()], ""),
        &[("Of LDL cholesterol the goal is 130.", "Unchecked | +130: From your question.")],
    );
}

#[test]
fn a_difference_goes_the_way_that_is_told() {
    let rose = "From 90 mg/dL to 101 mg/dL.";
    judged(
        &all(),
        &[
            ("The glucose is 11 lower.", &format!("Marked | !11: {rose}")),
            ("The glucose is 11 mg/dL lower.", &format!("Marked | !11: {rose}")),
            ("The glucose is 11 higher.", &format!("Unchecked | +11: {rose}")),
            ("The glucose went down by 11.", &format!("Marked | !11: {rose}")),
            ("The glucose is lower by 11.", &format!("Marked | !11: {rose}")),
            ("The first glucose was 11 lower than the last.", &format!("Unchecked | +11: {rose}")),
            ("The last glucose was 11 lower than the first.", &format!("Marked | !11: {rose}")),
            ("The glucose changed by 11.", &format!("Verified | +11: {rose}")),
            ("The hemoglobin is 2.3 g/dL lower.", "Unchecked | +2.3: From 15.5 g/dL to 13.2 g/dL."),
            (
                "The systolic blood pressure went up by 12.",
                "Marked | ?12: The readings that were sent do not differ by this.",
            ),
        ],
    );
}

#[test]
fn a_unit_is_that_of_the_readings_behind_whatever_number() {
    judged(
        &all(),
        &[
            (
                "The glucose changed from 90 mg/dL to 101 g/dL.",
                "Marked | +90: 90 mg/dL, of 2014-01-01. | +101: 101 mg/dL, of 2020-01-01. | !g/dL: The record has 90 mg/dL.",
            ),
            (
                "The last glucose was above 100 g/dL.",
                "Marked | +100: 1 of 1 readings are above 100. | !g/dL: The record has 90 mg/dL.",
            ),
            (
                "The ferritin changed by 2.5 g/mL.",
                "Marked | +2.5: From 60 ng/mL to 62.5 ng/mL. | !g/mL: The record has 60 ng/mL.",
            ),
            (
                "The ferritin is 2.5 g/mL higher.",
                "Marked | +2.5: From 60 ng/mL to 62.5 ng/mL. | !g/mL: The record has 60 ng/mL.",
            ),
        ],
    );
    faults(
        &all(),
        &[
            ("The glucose changed from 90 mg/dL to 101 mg/dL.", &[]),
            ("The last glucose was above 100 mg/dL.", &[]),
            ("The ferritin changed by 2.5 ng/mL.", &[]),
            ("The ferritin changed by 3.5 g/mL.", &["?3.5"]),
        ],
    );
}

#[test]
fn each_number_of_a_pressure_is_of_the_part_beside_it() {
    faults(
        &all(),
        &[
            ("The last blood pressure was 131 mm[Hg] systolic and 82 mm[Hg] diastolic.", &[]),
            ("The last blood pressure was 131 for the systolic and 82 for the diastolic.", &[]),
            ("The last systolic and diastolic blood pressure was 131/82.", &[]),
            ("The last diastolic and systolic blood pressure was 82 and 131.", &[]),
            ("The last blood pressure was 131/82 (systolic/diastolic).", &[]),
            ("The blood pressure was 120 mm[Hg] over 74 mm[Hg].", &[]),
            ("The last systolic was 131 and the diastolic 82.", &[]),
            ("The last blood pressure was systolic 131 mm[Hg] diastolic 82 mm[Hg].", &[]),
            ("The last systolic blood pressure and diastolic blood pressure were 131 and 82.", &[]),
            ("The last blood pressure was 82 mm[Hg] systolic and 131 mm[Hg] diastolic.", &["!82", "!131"]),
            ("The last blood pressure was 82 for the systolic and 131 for the diastolic.", &["!82", "!131"]),
            ("The last systolic and diastolic blood pressure was 82/131.", &["!82", "!131"]),
            ("The last diastolic and systolic blood pressure was 131/82.", &["!131", "!82"]),
            ("The last blood pressure was 131/82 (diastolic/systolic).", &["!131", "!82"]),
            ("The blood pressure was 120 mm[Hg] over 82 mm[Hg].", &["~82"]),
            ("The systolic blood pressure was over 131 mm[Hg].", &["!131"]),
            ("131 mm[Hg] is the systolic and 82 mm[Hg] is the diastolic.", &[]),
        ],
    );
}

#[test]
fn things_of_a_kind_are_counted_by_themselves() {
    let vaccine = |days: &[(&str, &str, &str)]| topic("Influenza vaccine", FactKind::Immunization, days);
    let mut shots = vaccine(&[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")]);
    shots.counts.push(2.0);
    let mut denial = topic("No known allergy", FactKind::AllergyIntolerance, &[("2020-01-01", "", "active")]);
    denial.is_denial = true;
    let topics = vec![
        drug("Simvastatin 10 MG", &[("2014-01-01", "", "active")]),
        drug("Metformin 500 MG", &[("2014-01-01", "", "active")]),
        drug("Ibuprofen 200 MG", &[("2014-01-01", "", "stopped")]),
        condition("Anemia", &[("2014-01-01", "", "active")]),
        shots,
        course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2020-01-01", 101.0)]),
        course("Ferritin", "ng/mL", &[("2014-01-01", 60.0), ("2020-01-01", 62.5)]),
        course("Body Weight", "kg", &[("2014-01-01", 70.0), ("2020-01-01", 82.0)]),
        denial,
    ];
    let world = world("Which medicines am I taking?", topics, "");
    faults(
        &world,
        &[
            ("There are 3 medicines.", &[]),
            ("There are two medicines.", &[]),
            ("You are taking 2 medications.", &[]),
            ("You are taking 3 medications.", &["?3"]),
            ("1 medications were stopped.", &[]),
            ("2 medications were stopped.", &["?2"]),
            ("There are 9 medications.", &["?9"]),
            ("There are 9 conditions.", &["?9"]),
            ("There are 1 allergies.", &["?1", "!allergies"]),
            ("There are 0 procedures.", &["?0"]),
            ("You got 2 vaccines against influenza.", &[]),
            ("You got two influenza vaccines.", &[]),
            ("You got 2 vaccines, one of them for influenza.", &["?2"]),
            ("There are 9 readings of glucose.", &["!9"]),
            ("There are 9 records.", &[]),
        ],
    );
}

#[test]
fn how_many_are_like_the_highest_is_a_count() {
    let days = [("2014-01-01", 90.0), ("2017-01-01", 120.0), ("2020-01-01", 101.0)];
    let topics = vec![counted(course("Glucose", "mg/dL", &days), 3.0), course("Ferritin", "ng/mL", &days)];
    faults(
        &world("What was my highest glucose?", topics, ""),
        &[
            ("The highest glucose was 120 mg/dL, in 1 reading.", &[]),
            ("The highest glucose was 120 mg/dL, in 3 readings.", &["~3"]),
        ],
    );
}

#[test]
fn a_time_of_one_number_is_none_of_the_next_that_has_its_own() {
    faults(
        &all(),
        &[
            ("The glucose was 120 mg/dL 3 years before day 0, and is now 101.", &[]),
            ("The glucose was 120 mg/dL 3 years before day 0, and the latest is 101.", &[]),
            ("The glucose was at its highest, 120, 3 years before day 0, and is currently 101.", &[]),
            ("The highest glucose was 101 mg/dL, and is now 101.", &["!101"]),
            ("The highest glucose was 120 mg/dL, and the lowest now 101.", &["!101"]),
            ("The glucose was 101 mg/dL 3 years before day 0, and is now 101.", &["!3 years before day 0"]),
            ("The glucose was 120 mg/dL 3 years before day 0, and is now 90.", &["!90"]),
            ("3 years before day 0 the latest glucose was 101.", &["!3 years before day 0"]),
            ("3 years before day 0 it was 120 mg/dL and 101 mg/dL of glucose.", &["!3 years before day 0"]),
        ],
    );
}

#[test]
fn of_what_has_no_day_no_time_is_told() {
    let mut weight = course("Body Weight", "kg", &[("2014-01-01", 70.0)]);
    weight.facts[0].day = None;
    weight.facts[0].when = String::new();
    let topics = vec![topic("Colonoscopy", FactKind::Procedure, &[("", "", "completed")]), weight];
    let why = "No entry that was sent is of this time.";
    judged(
        &world("When was my colonoscopy?", topics, ""),
        &[
            ("The colonoscopy was done on day 0.", &format!("Marked | ?day 0: {why}")),
            ("The body weight was 70 kg on day 0.", &format!("Marked | +70: 70 kg, of . | ?day 0: {why}")),
        ],
    );
}

fn kidneys_and_blood() -> World {
    let topics = vec![
        course("Filtration rate", "mL/min/{1.73_m2}", &[("2014-01-01", 92.0), ("2020-01-01", 72.0)]),
        course("Leukocytes", "10*3/uL", &[("2020-01-01", 4.5)]),
        course("Heart rate", "/min", &[("2020-01-01", 77.0)]),
        topic("SARS-CoV-2 vaccine", FactKind::Immunization, &[("2020-01-01", "", "completed")]),
    ];
    world("How are my kidneys doing?", topics, "")
}

#[test]
fn numbers_of_units_and_words_are_no_readings_of_their_own() {
    judged(
        &kidneys_and_blood(),
        &[
            ("The last leukocytes were 4.5 10*3/uL.", "Verified | +4.5: 4.5 10*3/uL, of 2020-01-01."),
            ("The last heart rate was 77 /min.", "Verified | +77: 77 /min, of 2020-01-01."),
            (
                "The filtration rate changed from 92 mL/min/1.73m2 to 72 mL/min/1.73m2.",
                "Verified | +92: 92 mL/min/{1.73_m2}, of 2014-01-01. | +72: 72 mL/min/{1.73_m2}, of 2020-01-01.",
            ),
        ],
    );
    faults(
        &kidneys_and_blood(),
        &[
            ("You got the SARS-CoV-2 vaccine.", &[]),
            ("You got the anti-SARS-CoV-2 vaccine.", &[]),
            ("You got the SARS-CoV-3 vaccine.", &["?3"]),
            ("The filtration rate changed from 72 mL/min/1.73m2 to 92 mL/min/1.73m2.", &["!72", "!92"]),
        ],
    );
}
