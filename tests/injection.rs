//! What reads like an instruction to a model, and what patients and clinicians write that must not be taken for one.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use chaperone::privacy::injection::{Screened, find, reads_as_instruction};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    questions: Questions,
    records: Records,
}

#[derive(Deserialize)]
struct Questions {
    flagged: Vec<Flagged>,
    let_be: Vec<String>,
}

/// A question, and the part of it that must be kept back.
#[derive(Deserialize)]
struct Flagged {
    text: String,
    part: String,
}

#[derive(Deserialize)]
struct Records {
    flagged: Vec<String>,
    let_be: Vec<String>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("data/injection/cases.json")).unwrap()
}

fn parts(question: &str) -> Vec<String> {
    let screened = Screened::new(question, &[], &mut |_| None);
    screened.parts().iter().map(|part| part.span.of(question).unwrap().to_owned()).collect()
}

#[test]
fn the_part_of_a_question_that_is_an_instruction_is_kept_back_and_nothing_else() {
    let questions = cases().questions;
    let wrong: Vec<_> = questions
        .flagged
        .iter()
        .map(|case| (parts(&case.text), &case.part))
        .filter(|(found, part)| found != std::slice::from_ref(*part))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_patients_ask_is_let_be() {
    let questions = cases().questions;
    assert!(questions.let_be.len() >= questions.flagged.len());
    let wrong: Vec<_> =
        questions.let_be.iter().map(|text| (text, parts(text))).filter(|(_, parts)| !parts.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_a_record_says_to_a_machine_is_found_and_what_clinicians_write_is_let_be() {
    let records = cases().records;
    assert!(records.let_be.len() >= records.flagged.len());
    let missed: Vec<_> = records.flagged.iter().filter(|text| reads_as_instruction(text).is_none()).collect();
    let wrong: Vec<_> =
        records.let_be.iter().filter_map(|text| Some((text, find(text).first()?.evidence.clone()))).collect();
    assert!(missed.is_empty() && wrong.is_empty(), "missed {missed:#?}, wrong {wrong:#?}");
}
