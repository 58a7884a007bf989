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
                "Marked | +no: The record has Old fracture as over. | +fracture | !no: The records have an entry of Hypertension. | +hypertension",
            ),
        ],
    );
}

fn note() -> World {
    let topics = vec![condition("Anemia", &[("2017-01-01", "", "active")])];
    let note = "The patient has no chest pain. She denies fever, chills or cough. No family history of stroke. Never smoker. \
        HIV test: negative.";
    world("What does the note say?", topics, note)
}

#[test]
fn a_negation_holds_where_a_passage_denies_the_same_thing() {
    judged_whole(
        &note(),
        &[
            ("There is no fever.", "Unchecked | +no"),
            ("There is no chest pain.", "Unchecked | +no"),
            ("There is no pain in the chest on day 0.", "Unchecked | +no | +day 0"),
            (
                "There is no pain.",
                "Marked | ?no pain: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("There is no cough.", "Unchecked | +no"),
            ("There is no cough or fever.", "Unchecked | +no"),
            (
                "There is no cough and no rash.",
                "Marked | +no | ?no: That something is not so, no passage that was sent says. What is not written may still be so. | ?rash: No entry that was sent names this.",
            ),
            (
                "There is no cough or rash.",
                "Marked | ?no cough or: That something is not so, no passage that was sent says. What is not written may still be so. | ?rash: No entry that was sent names this.",
            ),
            (
                "There is no rash.",
                "Marked | ?no: That something is not so, no passage that was sent says. What is not written may still be so. | ?rash: No entry that was sent names this.",
            ),
            (
                "There is no stroke.",
                "Marked | ?no stroke: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("There is no family history of stroke.", "Unchecked | +no"),
            (
                "You never had surgery.",
                "Marked | ?never had surgery: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("The HIV test was negative.", "Unchecked | +negative"),
            (
                "The tetanus test was negative.",
                "Marked | ?tetanus: No entry that was sent names this. | ?negative: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("You do not cough.", "Unchecked | +not"),
            (
                "It is not.",
                "Marked | ?not: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
        ],
    );
}

#[test]
fn what_the_record_says_there_is_none_of_is_not_said_as_so() {
    judged_whole(
        &no_allergies(),
        &[
            ("You have allergies.", "Marked | !allergies: The record says: No known allergies."),
            ("You have known allergies.", "Marked | !known allergies: The record says: No known allergies."),
            ("There are allergies.", "Marked | !allergies: The record says: No known allergies."),
            ("You are allergic.", "Marked | !allergic: The record says: No known allergies."),
            ("You do not have allergies.", "Unchecked | +not | +allergies"),
            ("There are no allergies.", "Unchecked | +no"),
            ("Allergies: none.", "Unchecked | +Allergies | +none"),
            ("Do you have allergies?", "Unchecked"),
            ("The allergies were asked for.", "Unchecked"),
            ("No known allergies.", "Unchecked | +No"),
            ("You have anemia, and no allergies.", "Unchecked | +no"),
            (
                "You have allergies, and no anemia.",
                "Marked | !allergies: The record says: No known allergies. | ?no anemia: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            (
                "You have no anemia.",
                "Marked | ?no anemia: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            (
                "You have no anemia and no gout.",
                "Marked | ?no anemia: That something is not so, no passage that was sent says. What is not written may still be so. | ?no: That something is not so, no passage that was sent says. What is not written may still be so. | ?gout: No entry that was sent names this.",
            ),
            (
                "There is no known anemia.",
                "Marked | ?no known anemia: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            ("There is a known problem.", "Unchecked"),
        ],
    );
    let mut topics = no_allergies().topics;
    topics.push(topic("Peanut", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")]));
    judged_whole(&world("What am I allergic to?", topics, ""), &[("You have allergies.", "Unchecked | +allergies")]);
}

fn smoking(answers: &[&str], more: &str) -> World {
    let days = [("2014-01-01", "", "final"), ("2020-01-01", "", "final")];
    let days = days.get(2 - answers.len()..).unwrap_or_default();
    let topics = vec![
        answering(topic("Tobacco smoking status", FactKind::Observation, days), answers),
        condition("Anemia", &[("2017-01-01", "", "active")]),
    ];
    world("Do I smoke?", topics, &format!("{}. {more}", answers.join(". ")))
}

#[test]
fn a_coded_answer_is_never_once_or_now() {
    judged_whole(
        &smoking(&["Never smoker"], ""),
        &[
            ("You are a former smoker.", "Marked | !smoker: The record says: Never smoker."),
            ("You are an ex-smoker.", "Marked | !smoker: The record says: Never smoker."),
            ("You used to smoke.", "Marked | !smoke: The record says: Never smoker."),
            ("You quit smoking.", "Marked | !smoking: The record says: Never smoker."),
            ("You are a smoker.", "Marked | !smoker: The record says: Never smoker."),
            ("You were a smoker.", "Marked | !smoker: The record says: Never smoker."),
            ("You smoke.", "Marked | !smoke: The record says: Never smoker."),
            ("You no longer smoke.", "Marked | !smoke: The record says: Never smoker."),
            ("You do not smoke.", "Unchecked | +smoke"),
            ("You have never smoked.", "Verified | +smoked"),
            ("You are not a former smoker.", "Unchecked | +smoker"),
            ("No, you are a smoker.", "Marked | !smoker: The record says: Never smoker."),
            (
                "You have no gout and are a smoker.",
                "Marked | ?no: That something is not so, no passage that was sent says. What is not written may still be so. | ?gout: No entry that was sent names this. | !smoker: The record says: Never smoker.",
            ),
            (
                "You smoke and have no gout.",
                "Marked | !smoke: The record says: Never smoker. | ?no: That something is not so, no passage that was sent says. What is not written may still be so. | ?gout: No entry that was sent names this.",
            ),
            ("Smoking: never.", "Unchecked | +Smoking"),
            (
                "You smoke, and no smoking status is recorded.",
                "Marked | !smoke: The record says: Never smoker. | +smoking status",
            ),
        ],
    );
    judged_whole(
        &smoking(&["Former smoker"], ""),
        &[
            ("You are a former smoker.", "Verified | +smoker"),
            ("You are an ex-smoker.", "Unchecked | +smoker"),
            ("You were a smoker.", "Unchecked | +smoker"),
            ("You smoked.", "Unchecked | +smoked"),
            ("You were a current smoker.", "Marked | !smoker: The record says: Former smoker."),
            ("You are a smoker.", "Marked | !smoker: The record says: Former smoker."),
            ("You are a smoker in the past.", "Unchecked | +smoker"),
            ("You smoked in the past.", "Unchecked | +smoked"),
            ("You do not smoke.", "Unchecked | +smoke"),
            ("You have never smoked.", "Marked | !smoked: The record says: Former smoker."),
            ("You are trying to quit smoking.", "Marked | !smoking: The record says: Former smoker."),
        ],
    );
    judged_whole(
        &smoking(&["Non-smoker"], ""),
        &[
            ("You do not smoke.", "Unchecked | +smoke"),
            ("You have never smoked.", "Marked | ?smoked: The record says: Non-smoker."),
            ("You smoke.", "Marked | !smoke: The record says: Non-smoker."),
        ],
    );
    judged_whole(
        &smoking(&["Tobacco smoking consumption unknown"], ""),
        &[
            ("You smoke.", "Marked | ?smoke: The record says: Tobacco smoking consumption unknown."),
            ("It is unknown whether you smoke.", "Unchecked | +smoke"),
        ],
    );
}

#[test]
fn an_older_answer_is_told_with_its_own_day() {
    judged_whole(
        &smoking(&["Current smoker", "Never smoker"], ""),
        &[
            ("You were a current smoker 6 years before day 0.", "Verified | +smoker | +6 years before day 0"),
            ("You were a current smoker, recorded 6 years before day 0.", "Verified | +smoker | +6 years before day 0"),
            ("6 years before day 0, you were a current smoker.", "Verified | +6 years before day 0 | +smoker"),
            (
                "You were a never smoker 6 years before day 0.",
                "Marked | !smoker: The record says: Current smoker. | +6 years before day 0",
            ),
            (
                "You were a smoker 6 years before day 0 and are a never smoker now.",
                "Unchecked | +smoker | +6 years before day 0 | +smoker",
            ),
            (
                "You were a smoker 6 years before day 0 and a smoker on day 0.",
                "Marked | +smoker | +6 years before day 0 | !smoker: The record says: Never smoker. | +day 0",
            ),
            (
                "You are a never smoker, and have anemia since 3 years before day 0.",
                "Verified | +smoker | +anemia | +3 years before day 0",
            ),
            ("You were a smoker.", "Marked | !smoker: The record says: Never smoker."),
            (
                "You were a smoker 3 years before day 0.",
                "Marked | !smoker: The record says: Never smoker. | !3 years before day 0: No entry of Tobacco smoking status is of this time; the newest is of 2020-01-01.",
            ),
        ],
    );
}
