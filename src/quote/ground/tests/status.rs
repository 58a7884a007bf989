//! What is so now, what is over, and lists.

use super::{condition, drug, judged_whole, topic, world};
use crate::document::FactKind;
use crate::quote::ground::World;

fn medicines() -> World {
    let topics = vec![
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
        drug("Ibuprofen 200 MG Oral Tablet", &[("2014-01-01", "2017-01-01", "stopped")]),
        drug(
            "Metformin hydrochloride 500 MG Oral Tablet",
            &[("2014-01-01", "2017-01-01", "stopped"), ("2020-01-01", "", "active")],
        ),
        condition("Anemia", &[("2017-01-01", "", "active")]),
        condition("Viral sinusitis (disorder)", &[("2014-01-01", "2017-01-01", "resolved")]),
        condition("Chronic kidney disease stage 3", &[("2017-01-01", "", "active")]),
        topic("Colonoscopy", FactKind::Procedure, &[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")]),
        topic("Influenza, seasonal, injectable", FactKind::Immunization, &[("2017-01-01", "", "completed")]),
        topic("Peanut", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")]),
    ];
    world("Which medicines am I taking?", topics, "")
}

#[test]
fn what_is_taken_had_or_over_is_as_the_record_has_it() {
    judged_whole(
        &medicines(),
        &[
            ("Ibuprofen ended 3 years before day 0.", "Verified | +Ibuprofen | +3 years before day 0"),
            ("Yes, you take simvastatin.", "Unchecked | +simvastatin"),
            ("You had viral sinusitis 6 years before day 0.", "Unchecked | +viral sinusitis | +6 years before day 0"),
        ],
    );
}

#[test]
fn what_was_done_is_told_with_its_days() {
    judged_whole(
        &medicines(),
        &[
            ("Your first and last colonoscopy was on day 0.", "Unchecked | +colonoscopy | +day 0"),
            ("Colonoscopy was performed twice.", "Verified | +Colonoscopy"),
        ],
    );
}

#[test]
fn a_name_is_said_of_its_kind() {
    judged_whole(
        &medicines(),
        &[
            ("Peanut.", "Unchecked | +Peanut"),
            ("Your conditions are anemia and simvastatin.", "Unchecked | +anemia | +simvastatin"),
            (
                "Medication: Ibuprofen 200 MG Oral Tablet, prescribed 6 years before day 0. It was stopped.",
                "Verified Verified | +Ibuprofen 200 | +6 years before day 0",
            ),
            ("Condition: Simvastatin 10 MG Oral Tablet.", "Unchecked | +Simvastatin 10"),
        ],
    );
}

#[test]
fn a_list_is_said_of_what_leads_to_it() {
    judged_whole(
        &medicines(),
        &[
            (
                "You no longer take:\n- Simvastatin 10 MG Oral Tablet",
                "Silent Marked | !Simvastatin 10: The record says that Simvastatin 10 MG Oral Tablet is active.",
            ),
            (
                "Your conditions:\n1. Anemia\n2. Chronic kidney disease stage 3",
                "Silent Verified Verified | +Anemia | +Chronic kidney disease stage 3",
            ),
        ],
    );
}

#[test]
fn what_is_said_of_two_things_is_held_to_both() {
    judged_whole(
        &medicines(),
        &[
            (
                "Simvastatin and ibuprofen were prescribed 6 years before day 0.",
                "Verified | +Simvastatin | +ibuprofen | +6 years before day 0",
            ),
            ("Ibuprofen is inactive.", "Unchecked | +Ibuprofen"),
            ("Simvastatin, 10 MG.", "Unchecked | +Simvastatin, 10"),
            ("You are on simvastatin.", "Verified | +simvastatin"),
        ],
    );
}

fn conditions_now() -> World {
    let topics = vec![
        condition("Viral sinusitis (disorder)", &[("2014-01-01", "2017-01-01", "resolved")]),
        condition("Asthma", &[("2014-01-01", "2017-01-01", "resolved"), ("2017-01-01", "", "active")]),
        condition("Gout", &[("2017-01-01", "", "active")]),
        drug("Ibuprofen 200 MG Oral Tablet", &[("2014-01-01", "2017-01-01", "stopped")]),
    ];
    world("Which conditions do I have?", topics, "")
}

#[test]
fn what_is_over_is_said_so_by_the_sentence_or_the_one_behind() {
    judged_whole(
        &conditions_now(),
        &[
            (
                "You have viral sinusitis. It is known.",
                "Marked Unchecked | !viral sinusitis: The record has Viral sinusitis (disorder) as resolved.",
            ),
            (
                "You have viral sinusitis. Gout was resolved.",
                "Marked Marked | !viral sinusitis: The record has Viral sinusitis (disorder) as resolved. | !Gout: The record says that Gout is active.",
            ),
            (
                "You have asthma 6 years before day 0 and gout.",
                "Marked | +asthma | !6 years before day 0: The record has Asthma as resolved. | +gout",
            ),
            ("Conditions include viral sinusitis.", "Unchecked | +viral sinusitis"),
        ],
    );
}

#[test]
fn what_is_over_may_be_told_with_its_end() {
    judged_whole(
        &conditions_now(),
        &[
            (
                "You have viral sinusitis until 3 years before day 0, and viral sinusitis.",
                "Marked | !viral sinusitis: The record has Viral sinusitis (disorder) as resolved. | +3 years before day 0",
            ),
            (
                "You have viral sinusitis until 3 years before day 0 and gout.",
                "Unchecked | +viral sinusitis | +3 years before day 0 | +gout",
            ),
            ("3 years before day 0 you had viral sinusitis.", "Unchecked | +3 years before day 0 | +viral sinusitis"),
        ],
    );
}

#[test]
fn a_time_is_that_of_an_end_right_behind_the_word_for_it() {
    let topics = vec![condition("Viral sinusitis (disorder)", &[("2014-01-01", "2017-01-01", "resolved")])];
    judged_whole(
        &world("", topics, ""),
        &[
            ("Viral sinusitis ended 3 years before day 0.", "Verified | +Viral sinusitis | +3 years before day 0"),
            (
                "Viral sinusitis ended 6 years before day 0.",
                "Marked | +Viral sinusitis | ~6 years before day 0: Another entry is of this time.",
            ),
            (
                "Viral sinusitis ended, begun 6 years before day 0.",
                "Unchecked | +Viral sinusitis | +6 years before day 0",
            ),
        ],
    );
}

#[test]
fn each_thing_is_held_to_what_is_said_of_it() {
    judged_whole(
        &medicines(),
        &[
            ("You take simvastatin, and ibuprofen was stopped.", "Unchecked | +simvastatin | +ibuprofen"),
            ("You take simvastatin and ibuprofen was stopped.", "Unchecked | +simvastatin | +ibuprofen"),
            ("Ibuprofen was stopped, and you take simvastatin.", "Verified | +Ibuprofen | +simvastatin"),
            (
                "You take ibuprofen, and simvastatin was stopped.",
                "Marked | !ibuprofen: The record has Ibuprofen 200 MG Oral Tablet as stopped. | !simvastatin: The record says that Simvastatin 10 MG Oral Tablet is active.",
            ),
            (
                "You take simvastatin, metformin and ibuprofen.",
                "Marked | +simvastatin | +metformin | !ibuprofen: The record has Ibuprofen 200 MG Oral Tablet as stopped.",
            ),
            (
                "You take simvastatin and ibuprofen, both of which were stopped.",
                "Marked | !simvastatin: The record says that Simvastatin 10 MG Oral Tablet is active. | +ibuprofen",
            ),
            (
                "Simvastatin and ibuprofen were stopped.",
                "Marked | !Simvastatin: The record says that Simvastatin 10 MG Oral Tablet is active. | +ibuprofen",
            ),
            (
                "You stopped ibuprofen and simvastatin.",
                "Marked | +ibuprofen | !simvastatin: The record says that Simvastatin 10 MG Oral Tablet is active.",
            ),
            ("You have viral sinusitis (resolved), and anemia.", "Unchecked | +viral sinusitis | +anemia"),
            ("You had viral sinusitis, but have anemia.", "Verified | +viral sinusitis | +anemia"),
            (
                "You have anemia, recorded 3 years before day 0, and resolved.",
                "Marked | !anemia: The record says that Anemia is active. | +3 years before day 0",
            ),
            (
                "You have viral sinusitis, which began 6 years before day 0, and was resolved.",
                "Unchecked | +viral sinusitis | +6 years before day 0",
            ),
            (
                "As recorded, you have viral sinusitis.",
                "Marked | !viral sinusitis: The record has Viral sinusitis (disorder) as resolved.",
            ),
        ],
    );
}

#[test]
fn what_is_denied_is_not_said_to_be_so() {
    judged_whole(
        &medicines(),
        &[
            (
                "You are not taking ibuprofen.",
                "Unchecked | +not: The record has Ibuprofen 200 MG Oral Tablet as over. | +ibuprofen",
            ),
            (
                "You do not take ibuprofen or metformin.",
                "Marked | !not: The records have entries of Metformin hydrochloride 500 MG Oral Tablet. | +ibuprofen | +metformin",
            ),
            (
                "You do not take ibuprofen but take simvastatin.",
                "Unchecked | +not: The record has Ibuprofen 200 MG Oral Tablet as over. | +ibuprofen | +simvastatin",
            ),
            (
                "You do not take ibuprofen and take simvastatin.",
                "Unchecked | +not: The record has Ibuprofen 200 MG Oral Tablet as over. | +ibuprofen | +simvastatin",
            ),
            (
                "You do not have gout and take simvastatin.",
                "Marked | ?not have: That something is not so, no passage that was sent says. What is not written may still be so. | ?gout: No entry that was sent names this. | +simvastatin",
            ),
            ("You do not have, as recorded, anemia.", "Marked | !not: The records have an entry of Anemia. | +anemia"),
            (
                "Ibuprofen was not stopped.",
                "Marked | +Ibuprofen | !not: The record has Ibuprofen 200 MG Oral Tablet as over.",
            ),
            ("Metformin was not stopped.", "Unchecked | +Metformin"),
            (
                "The colonoscopy was not completed.",
                "Marked | +colonoscopy | ?not completed: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            (
                "Ibuprofen is not active.",
                "Marked | +Ibuprofen | ?not active: That something is not so, no passage that was sent says. What is not written may still be so.",
            ),
            (
                "You are not taking simvastatin.",
                "Marked | !not: The records have an entry of Simvastatin 10 MG Oral Tablet. | +simvastatin",
            ),
            (
                "Simvastatin was not stopped.",
                "Unchecked | +Simvastatin | +not: The record has Simvastatin 10 MG Oral Tablet as active.",
            ),
            (
                "You have not stopped simvastatin.",
                "Unchecked | +not: The record has Simvastatin 10 MG Oral Tablet as active. | +simvastatin",
            ),
            (
                "You do not have viral sinusitis, but take ibuprofen.",
                "Marked | +not: The record has Viral sinusitis (disorder) as over. | +viral sinusitis | !ibuprofen: The record has Ibuprofen 200 MG Oral Tablet as stopped.",
            ),
            (
                "You do not take:\n- Ibuprofen 200 MG Oral Tablet",
                "Marked Unchecked | ?not take: That something is not so, no passage that was sent says. What is not written may still be so. | +Ibuprofen 200",
            ),
        ],
    );
}

#[test]
fn what_somebody_has_had_is_over_or_not() {
    judged_whole(
        &medicines(),
        &[
            ("You have had anemia since 3 years before day 0.", "Unchecked | +anemia | +3 years before day 0"),
            ("You have had anemia.", "Unchecked | +anemia"),
            ("You've had anemia.", "Unchecked | +anemia"),
            ("You have had viral sinusitis.", "Verified | +viral sinusitis"),
            (
                "You have had viral sinusitis since 6 years before day 0.",
                "Marked | !viral sinusitis: The record has Viral sinusitis (disorder) as resolved. | +6 years before day 0",
            ),
            ("You had anemia.", "Marked | !anemia: The record says that Anemia is active."),
        ],
    );
}
