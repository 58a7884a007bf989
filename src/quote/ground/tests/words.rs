//! Negations and coded answers.

use super::{answering, condition, judged_whole, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;
use crate::quote::ground::world::{Topic, stems_of};

fn habits() -> World {
    let topics = vec![
        answering(
            topic(
                "Tobacco smoking status",
                FactKind::Observation,
                &[("2014-01-01", "", "final"), ("2020-01-01", "", "final")],
            ),
            &["Current smoker", "Never smoker"],
        ),
        answering(topic("Alcohol use", FactKind::Observation, &[("2020-01-01", "", "final")]), &["Former drinker"]),
        answering(topic("Coffee", FactKind::Observation, &[("2020-01-01", "", "final")]), &["Drinks coffee daily"]),
    ];
    world("Do I smoke?", topics, "never smoker. current smoker. former drinker")
}

#[test]
fn a_coded_answer_is_said_as_it_is() {
    judged_whole(
        &habits(),
        &[
            ("You never smoked.", "Verified | +smoked"),
            ("You are a never smoker.", "Verified | +smoker"),
            ("You are a non smoker.", "Unchecked | +smoker"),
            ("You are a former drinker.", "Verified"),
            ("The tobacco smoking status is never smoker.", "Verified | +tobacco smoking status | +smoker"),
            (
                "The tobacco smoking status was never smoker on day 0.",
                "Verified | +tobacco smoking status | +smoker | +day 0",
            ),
            ("The last tobacco smoking status was never smoker.", "Verified | +tobacco smoking status | +smoker"),
            ("Your smoking status is unknown.", "Unchecked | +smoking status"),
        ],
    );
}

fn no_allergies() -> World {
    let topics = vec![Topic {
        is_denial: true,
        ..topic("No known allergies", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")])
    }];
    let mut world = world("What am I allergic to?", topics, "no known allergies");
    world.negated = stems_of("known allergies");
    world
}

#[test]
fn what_is_known_not_to_be_may_be_denied() {
    judged_whole(&no_allergies(), &[("You have no known allergies.", "Unchecked | +no")]);
}

fn letter() -> World {
    let topics = vec![
        condition("Hypertension", &[("2014-01-01", "", "active")]),
        condition("Old fracture", &[("2014-01-01", "2017-01-01", "resolved")]),
    ];
    let mut world = world(
        "What does the letter say about chest pain?",
        topics,
        "the patient has no chest pain. she denies wheezing",
    );
    world.negated = stems_of("pain wheez chest");
    world
}

#[test]
fn a_negation_is_held_to_entries_and_passages() {
    judged_whole(
        &letter(),
        &[
            (
                "The patient has chest pain.",
                "Marked | !chest: The passage says that this is not so. | !pain: The passage says that this is not so.",
            ),
            ("The patient has no chest pain.", "Unchecked | +no"),
            ("The patient denies chest pain.", "Unchecked | +denies"),
            ("The patient is free of chest pain.", "Unchecked"),
            ("The patient wheezes.", "Marked | !wheezes: The passage says that this is not so."),
            ("There is no old fracture.", "Unchecked | +no: The record has Old fracture as over. | +old fracture"),
            (
                "There is no fracture and no hypertension.",
                "Marked | !no: The records have an entry of Hypertension. | +fracture | +hypertension",
            ),
        ],
    );
}
