//! What is denied, held to the whole of a name; and entries and notes that say different things.

use super::{condition, drug, faults, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

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
            ("You have no heart attack.", &["?no", "?attack"]),
            ("You have no heart murmur.", &["?no"]),
            ("You have no atrial flutter.", &["?no"]),
            ("You have no atrial fibrillation.", &["!no"]),
            ("You do not have diabetes.", &["!not"]),
            ("You have no diabetes.", &["!no"]),
            ("You have no type 1 diabetes.", &["?no", "?1"]),
            ("You have no viral sinusitis.", &[]),
            ("You do not take simvastatin.", &["!not"]),
            ("You do not take simvastatin 10 MG tablets.", &["!not"]),
            ("You have no peanut allergy.", &["!no"]),
        ],
    );
    faults(&ills("No heart murmur."), &[("You have no heart murmur.", &[])]);
}
