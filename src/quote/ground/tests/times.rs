//! Times beside no number.

use super::{condition, judged, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn asthma_and_gout() -> World {
    let topics = vec![
        condition("Asthma", &[("2014-01-01", "2017-01-01", "resolved"), ("2017-01-01", "", "active")]),
        condition("Gout", &[("2017-01-01", "2020-01-01", "resolved")]),
        topic("Appendectomy", FactKind::Procedure, &[("2014-01-01", "2014-01-01", "completed")]),
        topic(
            "Office visit",
            FactKind::Encounter,
            &[("2014-01-01", "2017-01-01", "finished"), ("2020-01-01", "", "finished")],
        ),
    ];
    world("When did I have asthma?", topics, "")
}

#[test]
fn a_time_is_that_of_an_entry_as_it_is_said() {
    judged(
        &asthma_and_gout(),
        &[
            ("You have asthma since 3 years before day 0.", "Verified | +3 years before day 0"),
            ("You have gout, since 3 years before day 0, until day 0.", "Unchecked | +3 years before day 0 | +day 0"),
            ("You have gout until day 0 and gout.", "Marked | !gout: The record has Gout as resolved. | +day 0"),
            ("Gout ended on day 0.", "Verified | +day 0"),
            (
                "Gout was present 6 years before day 0, and asthma on day 0.",
                "Marked | ~6 years before day 0: Another entry is of this time. | ~day 0: Another entry is of this time.",
            ),
            ("The last office visit was on day 0.", "Verified | +day 0"),
            ("The last office visit was until 3 years before day 0.", "Unchecked | +3 years before day 0"),
            ("The last appendectomy was 6 years before day 0.", "Verified | +6 years before day 0"),
        ],
    );
}

#[test]
fn how_long_something_lasted_is_the_time_between_two_days() {
    judged(
        &asthma_and_gout(),
        &[
            ("Gout lasted 3 years and 3 years.", "Marked | ?3: No entries that were sent are this far apart."),
            ("Gout lasted 1 year.", "Marked | ?1: No entries that were sent are this far apart."),
            ("Gout lasted 2 years and 8 months.", "Unchecked | +2"),
        ],
    );
}

fn procedures() -> World {
    let topics = vec![
        topic("Colonoscopy", FactKind::Procedure, &[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")]),
        topic("Appendectomy", FactKind::Procedure, &[("2014-01-01", "", "completed")]),
        topic("Undated thing", FactKind::Procedure, &[("", "", "completed")]),
    ];
    world("When was my last colonoscopy?", topics, "")
}

#[test]
fn the_last_of_what_was_done_is_the_newest_and_each_has_its_own_days() {
    judged(&procedures(), &[("The newest colonoscopy was done on day 0.", "Verified | +day 0")]);
}
