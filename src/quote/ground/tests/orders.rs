//! Orders of medicines and lasting things, as wholes.

use super::{condition, drug, judged_whole, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn orders() -> World {
    let topics = vec![
        drug("Metformin hydrochloride 500 MG Extended Release Oral Tablet", &[("2014-01-01", "", "active")]),
        drug("Insulin glargine 100 UNT/ML Injectable Solution [Lantus]", &[("2014-01-01", "", "active")]),
        drug("Aspirin 81 MG Oral Tablet", &[("2014-01-01", "2017-01-01", "stopped"), ("2017-01-01", "", "active")]),
        drug("Warfarin 5 MG", &[("2014-01-01", "2017-01-01", "completed")]),
        drug("Codeine 15 MG", &[("2014-01-01", "2017-01-01", "stopped"), ("2017-01-01", "2020-01-01", "completed")]),
        condition("Chronic kidney disease stage 1 (disorder)", &[("2014-01-01", "", "active")]),
        condition("Body disorder (finding)", &[("2014-01-01", "", "active")]),
        topic("Allergy to mold", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")]),
    ];
    let mut world = world("Which medicines am I taking?", topics, "");
    world.kin[3] = true;
    world
}

#[test]
fn a_medicine_is_named_by_what_it_is() {
    judged_whole(
        &orders(),
        &[
            ("You take metformin 500 MG extended release.", "Verified | +metformin 500 MG extended release"),
            ("You take metformin metformin.", "Unchecked | +metformin metformin"),
        ],
    );
}

#[test]
fn an_order_that_ended_is_told_with_its_days() {
    judged_whole(
        &orders(),
        &[
            ("You take aspirin, prescribed 3 years before day 0.", "Verified | +aspirin | +3 years before day 0"),
            ("You take aspirin since 3 years before day 0.", "Verified | +aspirin | +3 years before day 0"),
        ],
    );
}

#[test]
fn an_end_is_that_of_the_order() {
    judged_whole(
        &orders(),
        &[
            (
                "Warfarin, prescribed 6 years before day 0, was completed.",
                "Verified | +Warfarin | +6 years before day 0",
            ),
            (
                "Warfarin, prescribed 6 years before day 0, was ended 3 years before day 0.",
                "Verified | +Warfarin | +6 years before day 0 | +3 years before day 0",
            ),
            (
                "Warfarin, prescribed 6 years before day 0, was ended on day 0.",
                "Marked | +Warfarin | +6 years before day 0 | !day 0: No entry of Warfarin 5 MG is of this time; the newest is of 2014-01-01.",
            ),
            (
                "Warfarin, prescribed 6 years before day 0, was inactive.",
                "Unchecked | +Warfarin | +6 years before day 0",
            ),
        ],
    );
}

#[test]
fn of_several_orders_all_must_be_over() {
    judged_whole(
        &orders(),
        &[
            ("Codeine was ended.", "Verified | +Codeine"),
            ("You no longer take codeine since 6 years before day 0.", "Unchecked | +codeine | +6 years before day 0"),
            (
                "Codeine, since 6 years before day 0, until day 0.",
                "Unchecked | +Codeine | +6 years before day 0 | +day 0",
            ),
        ],
    );
}

#[test]
fn a_condition_and_an_allergy_are_named_whole() {
    judged_whole(
        &orders(),
        &[
            ("You have chronic kidney disease stage 1 (disorder).", "Verified | +chronic kidney disease stage 1"),
            ("You have a body disorder.", "Unchecked | +body"),
        ],
    );
}

#[test]
fn a_list_of_a_kind_holds_things_of_that_kind() {
    judged_whole(
        &orders(),
        &[
            (
                "You take aspirin, metformin and have chronic kidney disease stage 1.",
                "Unchecked | +aspirin | +metformin | +chronic kidney disease stage 1",
            ),
            (
                "Metformin was prescribed 6 years before day 0, and aspirin 3 years before day 0.",
                "Verified | +Metformin | +6 years before day 0 | +aspirin | +3 years before day 0",
            ),
            (
                "Metformin and aspirin were prescribed 6 years before day 0.",
                "Verified | +Metformin | +aspirin | +6 years before day 0",
            ),
            (
                "Metformin and aspirin were prescribed 3 years before day 0.",
                "Unchecked | +Metformin | +aspirin | +3 years before day 0",
            ),
        ],
    );
}

#[test]
fn how_often_it_was_ordered_is_the_count_of_its_entries() {
    judged_whole(
        &orders(),
        &[
            ("Aspirin twice.", "Verified | +Aspirin"),
            ("Aspirin was prescribed twice.", "Verified | +Aspirin"),
            ("Aspirin was prescribed once.", "Unchecked | +Aspirin"),
            ("The last aspirin was prescribed 3 years before day 0.", "Unchecked | +aspirin | +3 years before day 0"),
            (
                "You take aspirin 6 years before day 0 on day 0.",
                "Marked | +aspirin | !6 years before day 0: The record has Aspirin 81 MG Oral Tablet as stopped. | !day 0: No entry of Aspirin 81 MG Oral Tablet is of this time; the newest is of 2017-01-01.",
            ),
        ],
    );
}

#[test]
fn a_word_is_said_of_the_kind_it_fits() {
    judged_whole(
        &orders(),
        &[
            ("You are diagnosed with chronic kidney disease stage 1.", "Verified | +chronic kidney disease stage 1"),
            ("You have no aspirin.", "Marked | !no: The records have entries of Aspirin 81 MG Oral Tablet. | +aspirin"),
        ],
    );
}

fn two_medicines() -> World {
    let topics = vec![
        drug("Metformin 1000 MG", &[("2017-01-01", "", "active")]),
        drug("Warfarin 5 MG", &[("2014-01-01", "", "stopped")]),
    ];
    world("Which medicines am I taking?", topics, "")
}

#[test]
fn what_stands_behind_a_line_that_says_nothing_is_read_by_itself() {
    judged_whole(
        &two_medicines(),
        &[
            ("Here is what your records say: metformin", "Verified | +metformin"),
            ("Here is what your records say: metformin.", "Verified | +metformin"),
        ],
    );
}
