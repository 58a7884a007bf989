//! Coded answers, as wholes.

use super::{answering, judged, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn answers() -> World {
    let topics = vec![
        answering(
            topic(
                "Tobacco smoking status",
                FactKind::Observation,
                &[("2014-01-01", "", "final"), ("2017-01-01", "", "final"), ("2020-01-01", "", "final")],
            ),
            &["Light smoker", "Heavy smoker", "Never smoker"],
        ),
        answering(topic("Housing status", FactKind::Observation, &[("2020-01-01", "", "final")]), &["Owns a home"]),
        answering(
            topic("Work", FactKind::Observation, &[("2014-01-01", "", "final"), ("2020-01-01", "", "final")]),
            &["Full time", "Full time"],
        ),
        answering(
            topic("Study", FactKind::Observation, &[("2020-01-01", "", "final"), ("", "", "final")]),
            &["Full time", "Full time"],
        ),
        answering(
            topic("Twin answers", FactKind::Observation, &[("2020-01-01", "", "final"), ("2020-01-01", "", "final")]),
            &["Yes", "Maybe so"],
        ),
    ];
    world("Do I smoke?", topics, "")
}

#[test]
fn a_coded_answer_is_the_newest_or_of_its_day() {
    judged(
        &answers(),
        &[
            ("The tobacco smoking status is heavy smoker.", "Marked | !smoker: The record says: Never smoker."),
            ("The tobacco smoking status is never smoker.", "Verified"),
            ("The housing status is owns a home, on day 0, on day 0.", "Unchecked | +day 0 | +day 0"),
        ],
    );
}

#[test]
fn an_answer_must_be_the_only_one_of_its_day() {
    judged(
        &answers(),
        &[
            ("The work is full time.", "Verified"),
            ("Full time.", "Unchecked"),
            ("The study is full time.", "Unchecked"),
            ("The twin answers is yes.", "Unchecked"),
            ("The work and housing status is owns a home.", "Unchecked"),
            ("The housing status was owns a home twice.", "Unchecked"),
        ],
    );
}
