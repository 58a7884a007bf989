//! What is denied, held to the whole of a name; and entries and notes that say different things.

use super::{answering, condition, drug, faults, judged, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;
use crate::quote::ground::written::sentences;

fn ills(more: &str) -> World {
    let lasts = [("2017-01-01", "", "active")];
    let topics = vec![
        condition("Heart failure", &lasts),
        condition("Atrial fibrillation", &lasts),
        condition("Type 2 diabetes mellitus", &lasts),
        condition("Retinopathy due to diabetes mellitus", &lasts),
        condition("Allergy to penicillin", &lasts),
        condition("Viral sinusitis (disorder)", &[("2014-01-01", "2017-01-01", "resolved")]),
        drug("Simvastatin 10 MG Oral Tablet", &lasts),
        topic("Peanut", FactKind::AllergyIntolerance, &lasts),
    ];
    world("What do I have?", topics, more)
}

#[test]
fn what_is_denied_is_held_to_an_entry_that_has_all_of_its_words() {
    faults(
        &ills(""),
        &[
            ("You have no heart failure.", &["!no"]),
            ("You have not been diagnosed with heart failure.", &["!not"]),
            ("You have no heart attack.", &["?no heart", "?attack"]),
            ("You have no heart murmur.", &["?no heart murmur"]),
            ("You have no atrial flutter.", &["?no atrial flutter"]),
            ("You have no atrial fibrillation.", &["!no"]),
            ("You do not have diabetes.", &["!not"]),
            ("You have no diabetes.", &["!no"]),
            ("You have no type 1 diabetes.", &["?no type", "?1"]),
            ("You have no viral sinusitis.", &[]),
            ("You do not take simvastatin.", &["!not"]),
            ("You do not take simvastatin 10 MG tablets.", &["!not"]),
            ("You have no peanut allergy.", &["!no"]),
            ("You are not allergic to peanuts.", &["!not"]),
            ("You have heart failure but not diabetes.", &["!not"]),
            ("You have no gout or diabetes.", &["!no", "?gout"]),
            ("Diabetes: none.", &["!none"]),
            ("The records do not mention diabetes.", &["!not"]),
            ("The records do not mention atrial fibrillation.", &["!not"]),
            ("There is no information on simvastatin.", &["!no"]),
            ("The records do not say whether you have heart failure.", &["!not"]),
        ],
    );
    faults(&ills("No heart murmur."), &[("You have no heart murmur.", &[])]);
}

#[test]
fn what_an_entry_says_and_a_passage_denies_is_left_open() {
    let differ = "An entry and a passage that were sent say different things of this.";
    judged(
        &ills("The patient is not allergic to penicillin. No heart failure, atrial flutter or gout."),
        &[
            ("You are not allergic to penicillin.", &format!("Marked | !not: {differ}")),
            ("You have no penicillin allergy.", &format!("Marked | !no: {differ}")),
            ("You have no heart failure.", &format!("Marked | !no: {differ}")),
            ("You have no heart failure or gout.", &format!("Marked | !no: {differ}")),
            (
                "You have no heart failure or atrial fibrillation.",
                "Marked | !no: The records have an entry of Atrial fibrillation.",
            ),
        ],
    );
    judged(
        &ills("The patient is not allergic to latex."),
        &[(
            "You are not allergic to penicillin.",
            "Marked | !not: The records have an entry of Allergy to penicillin.",
        )],
    );
}

fn smoking(answer: &str, note: &str) -> World {
    let status = topic("Tobacco smoking status", FactKind::Observation, &[("2020-01-01", "", "final")]);
    let mut world = world("Do I smoke?", vec![answering(status, &[answer])], answer);
    world.written = sentences(note);
    world
}

#[test]
fn a_coded_answer_tells_nothing_where_a_note_speaks_of_the_same() {
    let open = "A note that was sent speaks of this too; the record says: Never smoker.";
    for note in ["No cough, but she smoked for ten years.", "Seen today with former smoking.", "She is a smoker."] {
        judged(
            &smoking("Never smoker", note),
            &[
                ("You never smoked.", &format!("Marked | ?smoked: {open}")),
                ("You are a former smoker.", &format!("Marked | ?smoker: {open}")),
                ("You smoked for ten years.", &format!("Marked | ?smoked: {open}")),
                ("The tobacco smoking status is never smoker.", &format!("Marked | ?smoker: {open}")),
            ],
        );
    }
    for note in ["She has never smoked.", "Smoking status: never.", "Denies smoking.", "She walks to work."] {
        judged(
            &smoking("Never smoker", note),
            &[
                ("You never smoked.", "Verified"),
                ("You are a former smoker.", "Marked | !smoker: The record says: Never smoker."),
            ],
        );
    }
    judged(
        &smoking("Former smoker", "She smoked for ten years."),
        &[
            ("You are a former smoker.", "Unchecked"),
            ("You never smoked.", "Marked | !smoked: The record says: Former smoker."),
            (
                "You are a smoker.",
                "Marked | ?smoker: A note that was sent speaks of this too; the record says: Former smoker.",
            ),
        ],
    );
}
