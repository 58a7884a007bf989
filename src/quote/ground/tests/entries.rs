//! Entries of every kind: what is said of them whole.

use super::{condition, counted, drug, judged, recorded, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn every_kind() -> World {
    let topics = vec![
        topic("Diabetes self management plan", FactKind::CarePlan, &[("2014-01-01", "", "active")]),
        topic("Reduce weight", FactKind::Goal, &[("2014-01-01", "", "active")]),
        topic("Breast cancer", FactKind::FamilyMemberHistory, &[("2014-01-01", "", "")]),
        topic(
            "Chest X-ray",
            FactKind::ImagingStudy,
            &[("2014-01-01", "", "available"), ("2020-01-01", "", "available")],
        ),
        topic("Lipid panel report", FactKind::DiagnosticReport, &[("2020-01-01", "", "final")]),
        topic("Office visit", FactKind::Encounter, &[("2014-01-01", "", "finished")]),
        condition("Gout", &[("2014-01-01", "2017-01-01", "resolved"), ("2020-01-01", "", "active")]),
        condition("Old rash", &[("2014-01-01", "", "")]),
        topic("Latex", FactKind::AllergyIntolerance, &[("2014-01-01", "", "")]),
        topic("Ragweed", FactKind::AllergyIntolerance, &[("2014-01-01", "2017-01-01", "")]),
        drug("Aspirin 81 MG", &[("2014-01-01", "", "on-hold")]),
        drug("Insulin glargine 100 UNT/ML", &[("2014-01-01", "", "draft")]),
        topic("Dialysis", FactKind::Procedure, &[("2014-01-01", "", "in-progress")]),
        topic("Spirometry", FactKind::Procedure, &[("2014-01-01", "", "")]),
        topic("Tetanus", FactKind::Immunization, &[("2014-01-01", "", "not-done")]),
        recorded(condition("Asthma", &[("2014-01-01", "", "active")])),
    ];
    world("Which things do I have?", topics, "")
}

#[test]
fn what_is_said_of_an_entry_must_be_of_its_kind_and_its_status() {
    judged(
        &every_kind(),
        &[
            ("Breast cancer, 6 years before day 0.", "Unchecked | +6 years before day 0"),
            ("A chest X-ray was performed on day 0.", "Verified | +day 0"),
            ("A chest X-ray was performed 6 years before day 0.", "Verified | +6 years before day 0"),
            ("A chest X-ray was performed twice.", "Verified"),
            ("You had a chest X-ray on day 0.", "Verified | +day 0"),
            ("A lipid panel report was done on day 0.", "Verified | +day 0"),
            ("You have old rash.", "Unchecked"),
            ("You have old rash, 6 years before day 0.", "Unchecked | +6 years before day 0"),
        ],
    );
}

#[test]
fn when_something_was_done_is_told_by_its_entries() {
    judged(
        &every_kind(),
        &[
            ("The last spirometry was 6 years before day 0.", "Verified | +6 years before day 0"),
            ("The first chest X-ray was 6 years before day 0.", "Verified | +6 years before day 0"),
            (
                "The last chest X-ray was on day 0 since 6 years before day 0.",
                "Unchecked | +day 0 | +6 years before day 0",
            ),
            ("The last chest X-ray was on day 0, performed on day 0.", "Verified | +day 0 | +day 0"),
            ("Chest X-ray, from 6 years before day 0 to day 0.", "Verified | +6 years before day 0 | +day 0"),
            (
                "Chest X-ray, from 6 years before day 0 to 6 years before day 0.",
                "Unchecked | +6 years before day 0 | +6 years before day 0",
            ),
            ("The highest gout.", "Unchecked"),
            ("You had no gout.", "Marked | !no: The records have entries of Gout."),
            ("You underwent dialysis.", "Unchecked"),
            ("You underwent spirometry.", "Verified"),
            ("You have had spirometry.", "Verified"),
        ],
    );
}

#[test]
fn what_lasts_lasted_from_its_beginning_to_its_end() {
    let topics = vec![
        counted(condition("Asthma", &[("2014-01-01", "", "active"), ("2017-01-01", "", "active")]), 2.0),
        condition("Rash", &[("2014-01-01", "2017-01-01", "resolved")]),
        topic("Spirometry", FactKind::Procedure, &[("2014-01-01", "", ""), ("2017-01-01", "", "")]),
    ];
    judged(
        &world("Which conditions do I have?", topics, ""),
        &[
            (
                "You have asthma from 6 years before day 0 to 3 years before day 0.",
                "Unchecked | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "Asthma, from 6 years before day 0 to 3 years before day 0.",
                "Unchecked | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "You have asthma, recorded 2 times, from 6 years before day 0 to 3 years before day 0.",
                "Verified | +2 | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "You have asthma, two entries, from 6 years before day 0 to 3 years before day 0.",
                "Verified | +two | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "Rash, from 6 years before day 0 to 3 years before day 0.",
                "Verified | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "Rash, since 6 years before day 0, from 6 years before day 0 to 3 years before day 0.",
                "Unchecked | +6 years before day 0 | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "Spirometry, from 6 years before day 0 to 3 years before day 0.",
                "Verified | +6 years before day 0 | +3 years before day 0",
            ),
        ],
    );
}
