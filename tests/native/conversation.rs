//! A conversation: a follow-up is made whole here, and nothing of the turns before it leaves beside it.

use chaperone::clearance::{Block, Operator};
use chaperone::privacy::policy::Choice;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use proptest::prelude::*;

use crate::common::rooms;

/// Asks `questions` one after the other, and returns each as it was read.
fn read(room: &Room, questions: &[&str]) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for question in questions {
        let read = room.follow_up(question, &whole).unwrap_or_else(|| (*question).to_owned());
        whole.push(read);
    }
    whole
}

/// Returns the message that would leave for `question`, and the pseudonyms in it.
fn message(room: &mut Room, question: &str, seed: u8) -> (String, Vec<String>) {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let workflow = room.prepare_as(question, &Choice::default(), &endpoint, [seed; 32], 0).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    let map = &workflow.state().synthesised;
    let pseudonyms = map.pieces().iter().filter(|piece| piece.operator == Operator::Pseudonym);
    (map.text().to_owned(), pseudonyms.map(|piece| map.text_of(piece).to_owned()).collect())
}

#[test]
fn a_follow_up_is_answered_from_what_it_takes_over() {
    let mut room = rooms::ready(&["okafor"]);
    let asked = read(&room, &["What was my highest weight?", "and the lowest?", "what about my blood pressure?"]);
    assert_eq!(asked[1], "What was my weight, the lowest?");
    let sentences: Vec<String> =
        asked.iter().take(2).map(|question| room.quotes(question).unwrap().exact.unwrap().exact.sentence).collect();
    assert!(sentences[0].to_lowercase().contains("highest"), "{sentences:?}");
    assert!(sentences[1].to_lowercase().contains("lowest"), "{sentences:?}");
    let is_weight = |block: &Block| matches!(block, Block::RecordData { title, .. } if title.contains("eight"));
    assert!(room.quotes(&asked[1]).unwrap().blocks.iter().any(is_weight));
    let told = room.quotes(&asked[2]).unwrap();
    let is_pressure = |block: &Block| matches!(block, Block::RecordData { title, .. } if title.to_lowercase().contains("blood pressure"));
    assert!(told.blocks.iter().any(is_pressure), "{}: {:?}", asked[2], told.blocks);
}

#[test]
fn each_turn_leaves_under_pseudonyms_of_its_own_and_without_the_turns_before() {
    let mut room = rooms::ready(&["okafor", "solberg"]);
    let name = room.records().patients[0].name.clone();
    let first = format!("What was {name}'s last weight?");
    let asked = read(&room, &[&first, "And her last blood pressure?", "And what about that in 2019?"]);
    assert!(asked[1].contains(&name), "the person is named for the search: {}", asked[1]);
    let (one, first_pseudonyms) = message(&mut room, &asked[0], 1);
    let (two, second_pseudonyms) = message(&mut room, &asked[1], 2);
    assert!(one.to_lowercase().contains("weight") && !two.to_lowercase().contains("weight"), "{two}");
    assert!(!first_pseudonyms.is_empty() && !second_pseudonyms.is_empty());
    assert!(first_pseudonyms.iter().all(|name| !second_pseudonyms.contains(name)), "fresh in each turn");
    for text in [&one, &two] {
        for part in name.split_whitespace() {
            assert!(!text.contains(part), "{text}");
        }
    }
}

/// Identifying texts that somebody may have typed in an earlier turn.
const TYPED: &[&str] = &[
    "Dr. Jonas Lindqvist",
    "MRN 77-1234",
    "jonas.lindqvist@example.org",
    "555-0142-118",
    "12 March 1961",
    "SSN 219-09-9999",
    "Westbrook Lane 14",
    "Lindqvist's",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn what_an_earlier_turn_held_is_held_back_in_a_later_one(
        typed in proptest::sample::subsequence(TYPED, 1..4), place in 0_usize..3,
        next in proptest::sample::select(&["and in 2015?", "Is that too high?", "what about my blood pressure?", "the lowest?", "How has it changed since then?"][..]),
    ) {
        let mut room = rooms::ready(&["okafor"]);
        let said = typed.join(" ");
        let first = [
            format!("{said}: what was my highest weight?"),
            format!("What was my highest weight, {said}?"),
            format!("What was my {said} highest weight?"),
        ][place].clone();
        let asked = read(&room, &[&first, next]);
        let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
        let workflow = room.prepare_as(&asked[1], &Choice::default(), &endpoint, [7; 32], 0).unwrap();
        prop_assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
        let body = workflow.outgoing().body.to_lowercase();
        for gone in ["lindqvist", "jonas", "77-1234", "1234", "example.org", "0142", "219-09", "9999", "westbrook", "1961"] {
            prop_assert!(!body.contains(gone), "{gone} of {:?}: {body}", asked[1]);
        }
    }
}
