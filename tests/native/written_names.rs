//! Names in notes that are common words, told by their capital alone: where a sentence begins, behind an initial, in capitals.

use chaperone::clearance::{Compare as _, Composer, Operator, Source, SpanMap};
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Choice, Policy};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::recheck::Recheck;
use chaperone::room::Room;
use chaperone::span::Span;
use serde_json::json;

use crate::common::{files, rooms};

const QUESTION: &str = "What do my notes say about chest pain?";

fn room(family: &str, note: &str) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let person = json!({"resourceType": "Patient", "id": "p", "name": [{"family": family, "given": ["Ngozi"]}],
        "birthDate": "1961-04-09"});
    let bundle = files::about(person, &[files::note("2019-03-02T10:00:00Z", note)]);
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

fn message(room: &mut Room) -> Option<SpanMap> {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let choice = Choice { level: Level::Minimal, noise: Noise::Off, ..Choice::default() };
    let workflow = room.prepare_as(QUESTION, &choice, &endpoint, [3; 32], 0).ok()?;
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    Some(workflow.state().synthesised.clone())
}

/// Returns what is told of `note` in the records of Ngozi `family`; empty where its text stays.
fn told(family: &str, note: &str) -> String {
    let text = message(&mut room(family, note)).map(|map| map.text().to_owned()).unwrap_or_default();
    let told = text.split_once("for what stays with the patient: ").map(|(_, told)| told);
    told.and_then(|told| told.split("\n<link>").next()).unwrap_or_default().to_owned()
}

fn has(told: &str, word: &str) -> bool {
    told.split(|sign: char| !sign.is_alphanumeric()).any(|said| said == word)
}

#[test]
fn a_recorded_name_that_is_a_common_word_stays_wherever_it_has_a_capital() {
    for (family, note) in [
        ("Long", "Long reports fatigue and chest pain."),
        ("Long", "HPI: Long has chest pain today."),
        ("Long", "Pt. Long has chest pain today."),
        ("Long", "The chest pain was discussed with\nLong and the team."),
        ("Good", "Good says that the chest pain is worse."),
        ("Best", "Best has chest pain today."),
        ("Day", "Day feels chest pain at night."),
        ("Well", "Well denies chest pain today."),
        ("High", "High was seen for chest pain."),
        ("Weeks", "Weeks has chest pain today."),
    ] {
        let told = told(family, note);
        assert!(!has(&told, &family.to_lowercase()), "{note} → {told}");
    }
    let said = "long history of chest pain at night.";
    assert_eq!(told("Long", "Long history of chest pain at night."), said);
}

#[test]
fn somebody_whom_a_capital_alone_tells_stays() {
    for (note, gone) in [
        ("RN J. Day was told of the chest pain.", "day"),
        ("Cc: J. Price, chest pain clinic.", "price"),
        ("The chest pain was reviewed with A. B. Price today.", "price"),
        ("Hope is a pleasant woman with chest pain.", "hope"),
        ("Young MD says the chest pain is worse.", "young"),
        ("Hope, age 40, has chest pain.", "hope"),
        ("1. Hope is tired and has chest pain.", "hope"),
        ("Patient PRICE has chest pain today.", "price"),
        ("Seen by LONG for chest pain today.", "long"),
        ("Dr. Will YOUNG treats the chest pain.", "young"),
        ("Hope\n\nThe woman has chest pain today.", "hope"),
        ("The chest pain was discussed with N.P. Price today.", "price"),
        ("Hematology: Hope says that the chest pain is worse.", "hope"),
    ] {
        let told = told("Okonkwo", note);
        assert!(!has(&told, gone), "{note} → {told}");
    }
}

#[test]
fn common_words_that_begin_sentences_leave_as_before() {
    for note in [
        "Will follow up for chest pain.",
        "Hope is that the chest pain improves.",
        "Chest pain was worse today.",
        "Blood pressure is low, with chest pain.",
        "Strength is normal, no chest pain.",
        "Rest is advised for chest pain.",
        "Plan: Will start aspirin for chest pain.",
        "Young woman with chest pain.",
    ] {
        assert_eq!(told("Okonkwo", note), note.to_lowercase(), "{note}");
    }
}

#[test]
fn the_second_reading_finds_a_recorded_name_that_does_something() {
    let note = "Long has chest pain at night.";
    let mut room = room("Long", note);
    let map = message(&mut room).unwrap();
    let policy = Policy { floor: Level::Minimal, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question: QUESTION, policy: &policy };
    assert!(recheck.compare(&map).is_empty(), "{}", map.text());
    let mut composer = Composer::new();
    for piece in map.pieces() {
        let (mut text, mut originals) = (map.text_of(piece).to_owned(), piece.originals.clone());
        if text == "has" {
            for original in &mut originals {
                if let Source::Prose { span, .. } = &mut original.source {
                    *span = Span::at(note.find("Long").unwrap(), "Long".len());
                    "long".clone_into(&mut text);
                }
            }
        }
        match piece.operator {
            Operator::Template => composer.template(text.leak()),
            operator => composer.write(operator, &text, originals),
        };
    }
    let named = composer.finish();
    assert!(named.text().contains("long chest pain"), "{}", named.text());
    assert!(!recheck.compare(&named).is_empty());
}
