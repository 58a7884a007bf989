//! What leaves of a note: whole sentences that answer the question, without what identifies somebody, and never without their "no".

use std::path::Path;
use std::sync::LazyLock;

use base64::Engine as _;
use chaperone::clearance::{Compare as _, Composer, Operator, Original, Source, SpanMap};
use chaperone::privacy::level::Level;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::policy::{Choice, Policy};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::recheck::Recheck;
use chaperone::room::Room;
use proptest::prelude::*;
use serde_json::json;

static LEXICON: LazyLock<Vec<u8>> = LazyLock::new(|| {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/lexicon/lexicon.bin"))
        .expect("the weights of the set `test`; ./run setup test fetches them")
});

const NOTE: &str = "Seen by Dr. Jonas Lindqvist on 2 March 2019 in Westbrook.

She does not have chest pain at rest, but has some on stairs since 14 February. Her mother Ada had chest pain \
at the age of 62. Weight 82 kg. Call 555-0142 if the chest pain comes back.

Family history:
Asthma. Diabetes in two brothers of Mr. Okafor.

Denies wheezing. She doesn't use an inhaler for her asthma. Peak flow 385, oxygen saturation 97% on air.";

fn room(note: &str) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(Lexicon::read(&LEXICON).unwrap());
    let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}],
            "birthDate": "1961-04-09"}},
        {"resource": {"resourceType": "DocumentReference", "id": "n", "status": "current",
            "subject": {"reference": "Patient/p"}, "date": "2019-03-02T10:00:00Z", "type": {"text": "Progress note"},
            "content": [{"attachment": {"contentType": "text/plain",
                "data": base64::engine::general_purpose::STANDARD.encode(note)}}]}},
    ]});
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

/// Returns the message for `question`, which is cleared; `None` where nothing may leave.
fn message(room: &mut Room, question: &str, level: Level) -> Option<SpanMap> {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let choice = Choice { level, ..Choice::default() };
    let workflow = room.prepare_as(question, &choice, &endpoint, [3; 32], 0).ok()?;
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    Some(workflow.state().synthesised.clone())
}

/// Returns what the message for `question` says of the note.
fn said(question: &str, level: Level) -> String {
    let map = message(&mut room(NOTE), question, level).unwrap();
    let (_, rest) = map.text().split_once("A passage of a clinical note").unwrap();
    rest.split("\n<link>").next().unwrap().to_owned()
}

#[test]
fn sentences_that_answer_leave_without_names_dates_and_numbers_of_people() {
    let told = said("Does the note say anything about chest pain?", Level::Balanced);
    assert!(told.contains("she does not have chest pain at rest, but has some on stairs since …"), "{told}");
    assert!(told.contains("her mother … had chest pain at the age of 62"), "{told}");
    assert!(told.contains("call … if the chest pain comes back"), "{told}");
    for gone in ["jonas", "lindqvist", "westbrook", "ada", "february", "14", "555", "weight", "82", "asthma"] {
        assert!(!told.to_lowercase().contains(gone), "{gone}: {told}");
    }
}

#[test]
fn a_sentence_keeps_what_heads_it_and_one_that_cannot_be_told_truly_stays() {
    let told = said("What do the notes say about asthma?", Level::Balanced);
    assert!(told.contains("family history: asthma"), "{told}");
    assert!(!told.contains("inhaler"), "a lost \"doesn't\" would turn it: {told}");
}

#[test]
fn numbers_leave_by_the_level() {
    let question = "What does the note say about oxygen saturation?";
    assert!(said(question, Level::Minimal).contains("peak flow 385, oxygen saturation 97 on air"));
    assert!(said(question, Level::Balanced).contains("peak flow …"));
    let strict = said(question, Level::Strict);
    assert!(!strict.contains("97") && !strict.contains("385"), "{strict}");
}

#[test]
fn of_what_is_not_asked_about_nothing_leaves() {
    let told = said("What do the notes say about my knee?", Level::Minimal);
    assert!(told.contains("Its text stays with the patient"), "{told}");
}

fn rewritten(map: &SpanMap, mut change: impl FnMut(usize, &mut (Operator, String, Vec<Original>)) -> bool) -> SpanMap {
    let mut composer = Composer::new();
    for (index, piece) in map.pieces().iter().enumerate() {
        let mut copy = (piece.operator, map.text_of(piece).to_owned(), piece.originals.clone());
        if !change(index, &mut copy) {
            continue;
        }
        match copy.0 {
            Operator::Template => composer.template(copy.1.leak()),
            operator => composer.write(operator, &copy.1, copy.2),
        };
    }
    composer.finish()
}

fn is_of_note(piece: &(Operator, String, Vec<Original>)) -> bool {
    piece.2.iter().any(|original| matches!(original.source, Source::Prose { .. }))
}

#[test]
fn a_lost_no_an_altered_word_and_a_sharper_number_are_found_out() {
    let mut room = room(NOTE);
    let question = "Does the note say anything about chest pain or oxygen saturation?";
    let map = message(&mut room, question, Level::Minimal).unwrap();
    let policy = Policy { floor: Level::Minimal, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &policy };
    assert!(recheck.compare(&map).is_empty());
    for lost in ["not", "if", "mother"] {
        let without = rewritten(&map, |_, piece| !(is_of_note(piece) && piece.1 == lost));
        assert!(without.text().len() < map.text().len(), "{lost}");
        assert!(!recheck.compare(&without).is_empty(), "{lost}");
    }
    let altered = rewritten(&map, |_, piece| {
        if is_of_note(piece) && piece.1 == "chest" {
            "back".clone_into(&mut piece.1);
        }
        true
    });
    assert!(!recheck.compare(&altered).is_empty());
    let balanced = Policy { floor: Level::Balanced, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &balanced };
    assert!(!recheck.compare(&map).is_empty(), "385 has three digits");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nobody_named_in_a_note_leaves(
        sentences in prop::collection::vec((0usize..6, 0usize..6), 1..8),
    ) {
        let people = ["Ngozi Eze", "Mr. Takahashi", "Siobhan O'Rourke", "DR. WEISS", "Lam Quang Vinh", "Amara Okafor"];
        let places = ["Elm Street 14", "Westbrook", "room 12B", "03/14/2019", "+1 555 014 2234", "MRN 88213"];
        let note = sentences
            .iter()
            .map(|(who, place)| format!("Chest pain was seen by {} at {}, and not treated.", people[*who], places[*place]))
            .collect::<Vec<_>>()
            .join(" ");
        let Some(map) = message(&mut room(&note), "What do the notes say about chest pain?", Level::Minimal) else {
            return Ok(());
        };
        let left = map.text().to_lowercase();
        for gone in ["ngozi", "eze", "takahashi", "siobhan", "rourke", "weiss", "lam", "quang", "vinh", "amara", "okafor",
            "westbrook", "elm", "12b", "03/14", "014", "2234", "88213"] {
            prop_assert!(!left.contains(gone), "{}: {}", gone, left);
        }
    }
}
