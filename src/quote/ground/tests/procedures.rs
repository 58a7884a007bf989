//! What was done, as wholes.

use super::{judged, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn done() -> World {
    let topics = vec![
        topic(
            "Colonoscopy",
            FactKind::Procedure,
            &[("2014-01-01", "", "completed"), ("2017-01-01", "", "completed"), ("2020-01-01", "", "completed")],
        ),
        topic("Biopsy", FactKind::Procedure, &[("2017-01-01", "", "completed"), ("", "", "completed")]),
        topic("Suture", FactKind::Procedure, &[("2014-01-01", "", "completed"), ("2020-01-01", "", "stopped")]),
        topic(
            "Tetanus vaccine",
            FactKind::Immunization,
            &[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")],
        ),
        topic("Lipid panel", FactKind::DiagnosticReport, &[("2020-01-01", "", "preliminary")]),
        topic("Chest X-ray", FactKind::ImagingStudy, &[("2020-01-01", "", "")]),
    ];
    world("Which procedures did I have?", topics, "")
}

#[test]
fn what_was_done_is_of_its_days() {
    judged(
        &done(),
        &[
            ("A colonoscopy was done 3 years before day 0.", "Verified | +3 years before day 0"),
            ("Colonoscopies were done.", "Verified"),
            ("Three colonoscopies were done.", "Unchecked"),
            ("A colonoscopy, from 6 years before day 0 to day 0.", "Verified | +6 years before day 0 | +day 0"),
            ("A colonoscopy, from 3 years before day 0 to day 0.", "Unchecked | +3 years before day 0 | +day 0"),
            (
                "A biopsy, from 3 years before day 0 to 3 years before day 0.",
                "Unchecked | +3 years before day 0 | +3 years before day 0",
            ),
            ("A biopsy was done 3 years before day 0.", "Verified | +3 years before day 0"),
        ],
    );
}

#[test]
fn the_first_and_the_last_are_of_all_entries() {
    judged(
        &done(),
        &[
            ("The last colonoscopy was done on day 0.", "Verified | +day 0"),
            ("The first colonoscopy was done 6 years before day 0.", "Verified | +6 years before day 0"),
            ("The last colonoscopy was done.", "Unchecked"),
            (
                "The last colonoscopy was done on day 0, from 6 years before day 0 to day 0.",
                "Unchecked | +day 0 | +6 years before day 0 | +day 0",
            ),
        ],
    );
}

#[test]
fn what_was_not_done_to_its_end_was_not_done() {
    judged(
        &done(),
        &[
            ("The last suture was done on day 0.", "Unchecked | +day 0"),
            ("A suture was done on day 0.", "Unchecked | +day 0"),
            ("A suture was done 6 years before day 0.", "Verified | +6 years before day 0"),
            ("You received a tetanus vaccine on day 0.", "Verified | +day 0"),
            ("You received the tetanus vaccine twice.", "Verified"),
            ("Your last tetanus vaccine was on day 0.", "Verified | +day 0"),
            ("A chest X-ray was done on day 0.", "Verified | +day 0"),
        ],
    );
}

#[test]
fn words_of_other_kinds_are_not_said_of_procedures() {
    judged(
        &done(),
        &[
            ("Your procedures: colonoscopy, biopsy.", "Verified"),
            ("Colonoscopy, procedure, on day 0.", "Verified | +day 0"),
            ("Immunization: tetanus vaccine on day 0.", "Verified | +day 0"),
            ("You had a colonoscopy. It was done on day 0.", "Verified Verified | +day 0"),
            (
                "You had a colonoscopy on day 0. It was done on day 0 and 3 years before day 0.",
                "Verified Unchecked | +day 0 | +day 0 | +3 years before day 0",
            ),
        ],
    );
}
