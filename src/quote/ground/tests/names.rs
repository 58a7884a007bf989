//! Names by their words, strengths and numbers.

use super::{condition, counted, course, drug, judged_whole, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn kidneys_and_index() -> World {
    let topics = vec![
        course("Filtration rate", "mL/min/{1.73_m2}", &[("2014-01-01", 92.0), ("2020-01-01", 72.0)]),
        topic("COVID-19, mRNA", FactKind::Immunization, &[("2020-01-01", "", "completed")]),
        course("Body Mass Index", "kg/m2", &[("2014-01-01", 28.1), ("2017-01-01", 31.2), ("2020-01-01", 29.3)]),
        counted(course("Body temperature", "Cel", &[("2020-01-01", 37.2)]), 1.0),
    ];
    world("How are my kidneys doing?", topics, "")
}

#[test]
fn a_number_of_a_unit_is_none_of_a_reading() {
    judged_whole(
        &kidneys_and_index(),
        &[
            ("The body temperature was 37 C.", "Verified | +body temperature | +37: 37.2 Cel, of 2020-01-01."),
            (
                "The filtration rate fell from 92 mL/min/1.73m2 to 72 mL/min/1.73m2 over 6 years.",
                "Verified | +filtration rate | +fell: The first reading is 92, the newest 72. | +92: 92 mL/min/{1.73_m2}, of 2014-01-01. | +72: 72 mL/min/{1.73_m2}, of 2020-01-01. | +6",
            ),
            ("There was one reading of body temperature.", "Verified | +body temperature"),
        ],
    );
}

fn vaccines() -> World {
    let topics = vec![
        topic(
            "Influenza, high dose, 65+",
            FactKind::Immunization,
            &[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")],
        ),
        topic("COVID-19, mRNA", FactKind::Immunization, &[("2017-01-01", "", "completed")]),
        counted(
            topic("Pneumococcal conjugate PCV 13", FactKind::Immunization, &[("2014-01-01", "", "completed")]),
            1.0,
        ),
    ];
    world("Which vaccines did I get?", topics, "booster covid-190. sars-cov-2")
}

#[test]
fn a_number_of_a_name_is_told_by_what_stands_beside_it() {
    judged_whole(
        &vaccines(),
        &[
            ("You got COVID - 19.", "Marked | ?19: No such number was sent."),
            ("You got COVID- 19.", "Marked | ?19: No such number was sent."),
            ("You got COVID-1.", "Marked | +COVID | ?1: No such number was sent."),
            ("You got OVID-19.", "Marked | ?19: No such number was sent."),
            ("You got 13 of them.", "Marked | ?13: No such number was sent."),
            ("13 PCV.", "Unchecked | +13 PCV"),
            ("You were given influenza, high dose, 65+ on day 0.", "Unchecked | +influenza, high dose, 65 | +day 0"),
            ("You were given influenza, high dose, 65+ twice.", "Unchecked | +influenza, high dose, 65"),
            ("You were given pneumococcal conjugate PCV 13 once.", "Verified | +pneumococcal conjugate PCV 13"),
            ("You received three vaccines.", "Unchecked | +three"),
            (
                "Your first influenza vaccine, high dose, 65+ was 6 years before day 0.",
                "Unchecked | +high dose, 65 | +6 years before day 0",
            ),
        ],
    );
}

fn passages() -> World {
    let topics = vec![
        course("Body Weight", "kg", &[("2014-01-01", 78.0), ("2020-01-01", 77.0)]),
        condition("Anemia", &[("2017-01-01", "", "active")]),
    ];
    let mut world = world("How did weight change?", topics, "");
    world.aliases.push(("R1".to_owned(), 0));
    world.names.push("r1".to_owned());
    world.aliases.push(("R2".to_owned(), 1));
    world.names.push("r2".to_owned());
    world.names.push("patient k7".to_owned());
    world.sources = 2;
    world
}

#[test]
fn a_passage_that_is_named_is_of_what_is_said() {
    judged_whole(
        &passages(),
        &[
            ("R1.", "Silent"),
            ("R1 and R2.", "Silent"),
            ("Patient K77 has anemia.", "Marked | ?K77: No entry that was sent names this. | +anemia"),
            ("The last body weight was 77 kg [Source 1].", "Unchecked | +body weight | +77: 77 kg, of 2020-01-01."),
            (
                "The last body weight was 77 kg [Source 3].",
                "Marked | +body weight | +77: 77 kg, of 2020-01-01. | !3: The readings lie between 77 and 78.",
            ),
            ("The last body weight was 77 kg [Sources 1, 2].", "Unchecked | +body weight | +77: 77 kg, of 2020-01-01."),
            (
                "The last body weight was 77 kg. It was recorded on day 0 (R1).",
                "Verified Verified | +body weight | +77: 77 kg, of 2020-01-01. | +day 0",
            ),
            ("You have anemia (R2).", "Verified | +anemia"),
            ("Patient K7's last body weight was 77 kg.", "Verified | +body weight | +77: 77 kg, of 2020-01-01."),
            ("You have anemia (R1).", "Unchecked | +anemia"),
        ],
    );
}

fn strengths() -> World {
    let topics = vec![
        drug("Metformin hydrochloride 1000 MG Oral Tablet", &[("2017-01-01", "", "active")]),
        drug("Metformin hydrochloride 500 MG Oral Tablet", &[("2014-01-01", "", "stopped")]),
        drug("Insulin glargine pen 100 UNT", &[("2017-01-01", "", "active")]),
        drug("Insulin glargine pen 300 UNT", &[("2014-01-01", "", "stopped")]),
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
    ];
    world("Which medicines am I taking?", topics, "")
}

#[test]
fn strengths_tell_apart_what_the_same_words_name() {
    judged_whole(
        &strengths(),
        &[
            ("You take metformin.", "Verified | +metformin"),
            (
                "You take metformin 1000 MG, one of some 500 others.",
                "Marked | +metformin 1000 | ?500: No such number was sent.",
            ),
            ("You take insulin.", "Unchecked"),
            ("You take insulin glargine.", "Unchecked | +insulin glargine"),
            ("10. Simvastatin 10 MG Oral Tablet.", "Verified | +Simvastatin 10"),
            ("10) Simvastatin 10 MG Oral Tablet.", "Verified | +Simvastatin 10"),
            ("10 simvastatin tablets are taken.", "Unchecked | +10 simvastatin"),
        ],
    );
}

fn shared_words() -> World {
    let topics = vec![
        topic("Penicillin", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")]),
        drug("Penicillin", &[("2017-01-01", "", "stopped")]),
        topic("Influenza, seasonal, injectable", FactKind::Immunization, &[("2020-01-01", "", "completed")]),
        condition("Influenza", &[("2014-01-01", "2014-01-01", "resolved")]),
        condition("Chronic anemia", &[("2014-01-01", "", "active")]),
        condition("Chronic kidney disease", &[("2014-01-01", "", "active")]),
        condition("Kidney stone", &[("2014-01-01", "2017-01-01", "resolved")]),
    ];
    world("What am I allergic to?", topics, "")
}

#[test]
fn the_same_words_may_name_several_things_or_parts_of_them() {
    judged_whole(
        &shared_words(),
        &[
            ("You are allergic to penicillin.", "Verified | +penicillin"),
            (
                "You have received the influenza, seasonal, injectable vaccine.",
                "Verified | +influenza, seasonal, injectable",
            ),
            ("It is a chronic matter.", "Unchecked"),
            ("You have chronic disease, of the kidney.", "Unchecked | +chronic disease"),
        ],
    );
}

#[test]
fn half_of_the_words_that_others_share_name_them_all() {
    let topics = vec![
        drug("Insulin glargine pen 100", &[("2017-01-01", "", "active")]),
        drug("Insulin glargine pen 300", &[("2014-01-01", "", "stopped")]),
    ];
    judged_whole(
        &world("Which medicines am I taking?", topics, ""),
        &[
            ("You take insulin.", "Unchecked"),
            ("You take insulin glargine.", "Unchecked | +insulin glargine"),
            (
                "You take insulin glargine pen 300.",
                "Marked | !insulin glargine pen 300: The record has Insulin glargine pen 300 as stopped.",
            ),
        ],
    );
}

fn two_drugs() -> World {
    let topics = vec![
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
        drug("Ibuprofen 200 MG Oral Tablet", &[("2014-01-01", "", "active")]),
        condition("Diabetes mellitus type 2", &[("2014-01-01", "", "active")]),
        condition("Chronic kidney disease stage 3", &[("2014-01-01", "", "active")]),
        course("Glucose", "mg/dL", &[("2014-01-01", 90.0), ("2020-01-01", 200.0)]),
    ];
    world("Which medicines am I taking?", topics, "")
}

#[test]
fn a_strength_and_a_type_are_of_the_name_that_they_stand_with() {
    judged_whole(
        &two_drugs(),
        &[
            (
                "You are taking simvastatin 200 MG.",
                "Marked | +simvastatin | !200: The record has Simvastatin 10 MG Oral Tablet.",
            ),
            (
                "You are taking simvastatin 20 MG.",
                "Marked | +simvastatin | !20: The record has Simvastatin 10 MG Oral Tablet.",
            ),
            (
                "You are taking simvastatin Oral Tablet (200 MG).",
                "Marked | +simvastatin | !200: The record has Simvastatin 10 MG Oral Tablet.",
            ),
            (
                "You are taking simvastatin at a dose of 200 MG.",
                "Marked | +simvastatin | !200: The record has Simvastatin 10 MG Oral Tablet.",
            ),
            ("You are taking simvastatin 10 MG and ibuprofen 200 MG.", "Verified | +simvastatin 10 | +ibuprofen 200"),
            (
                "You are taking simvastatin 200 MG and ibuprofen 10 MG.",
                "Marked | +simvastatin | !200: The record has Simvastatin 10 MG Oral Tablet. | !10: The record has Ibuprofen 200 MG Oral Tablet.",
            ),
            ("You are taking simvastatin, 200 MG ibuprofen.", "Verified | +simvastatin | +200 MG ibuprofen"),
            ("You are taking simvastatin and 200 MG of ibuprofen.", "Unchecked | +simvastatin | +200"),
            ("You are taking 200 MG of ibuprofen.", "Unchecked | +200"),
            ("The dose is 10 MG.", "Unchecked"),
            ("You have diabetes type 3.", "Marked | +diabetes type | ?3: No such number was sent."),
            ("You have type 3 diabetes.", "Marked | ?3: No such number was sent."),
            ("You have type 2 diabetes.", "Unchecked | +type 2 diabetes"),
            ("The last glucose 200 mg/dL.", "Verified | +glucose | +200: 200 mg/dL, of 2020-01-01."),
            ("The last glucose 10 mg/dL.", "Marked | +glucose | !10: The readings lie between 90 and 200."),
        ],
    );
    let mut noted = two_drugs();
    noted.written = vec!["simvastatin 20 mg was tried".split(' ').map(str::to_owned).collect()];
    judged_whole(
        &noted,
        &[("You are taking simvastatin 20 MG.", "Unchecked | +simvastatin | +20: In a note that was sent.")],
    );
}
