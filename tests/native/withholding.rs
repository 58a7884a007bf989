//! What a person keeps back by hand does not leave: an entry, a note, a word; and the receipt says how much was.

use base64::Engine as _;
use chaperone::error::Code;
use chaperone::ledger::{Build, Disclosure, Rulebook};
use chaperone::privacy::policy::{Choice, Withholding};
use chaperone::privacy::vocabulary::Reason;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::reference::Reference;
use chaperone::room::Room;
use chaperone::workflow::{Workflow, WorkflowState};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::rooms;

const NAMES: [&str; 4] = ["Asthma", "Gout", "Wrist pain", "Pain in ankle"];
const CONDITIONS: &str = "Which conditions do I have?";
const NOTES: &str = "What do the notes say about chest pain?";

fn room() -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let person = json!({ "resource": { "resourceType": "Patient", "id": "p",
        "name": [{ "given": ["Amara"], "family": "Okafor" }] } });
    let conditions = NAMES.iter().enumerate().map(|(at, name)| {
        json!({ "resource": { "resourceType": "Condition", "id": format!("c{at}"), "subject": { "reference": "Patient/p" },
            "code": { "coding": [{ "system": "http://snomed.info/sct", "code": format!("1{at:03}"), "display": name }] },
            "clinicalStatus": { "coding": [{ "code": "active" }] }, "onsetDateTime": format!("20{:02}-03-02", 10 + at) } })
    });
    let notes = ["Chest pain at rest, with nausea.", "No more chest pain."].map(|note| {
        json!({ "resource": { "resourceType": "DocumentReference", "status": "current", "subject": { "reference": "Patient/p" },
            "date": "2019-03-02", "type": { "text": "Progress note" }, "content": [{ "attachment": { "contentType": "text/plain",
                "data": base64::engine::general_purpose::STANDARD.encode(note) } }] } })
    });
    let entry: Vec<Value> = [person].into_iter().chain(conditions).chain(notes).collect();
    let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": entry });
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

fn prepared(room: &mut Room, question: &str, withheld: Withholding) -> chaperone::error::Result<Workflow> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    room.prepare_as(question, &Choice { withheld, ..Choice::default() }, &endpoint, [7; 32], 0)
}

fn words(words: &[&str]) -> Withholding {
    Withholding { words: words.iter().map(|word| (*word).to_owned()).collect(), ..Withholding::default() }
}

fn passages(references: &[&Reference]) -> Withholding {
    Withholding {
        passages: references.iter().map(|reference| (*reference).clone()).collect(),
        ..Withholding::default()
    }
}

/// Returns the name by which the entry or note can be kept back of which the original says `text`.
fn behind<'s>(state: &'s WorkflowState, text: &str) -> &'s Reference {
    let offered = state.extracted.iter().find(|offered| offered.original.contains(text)).unwrap();
    &offered.entries[0]
}

#[test]
fn an_entry_that_is_kept_back_does_not_leave_and_stands_in_the_receipt() {
    let mut room = room();
    let all = prepared(&mut room, CONDITIONS, Withholding::default()).unwrap();
    assert!(NAMES.iter().all(|name| all.state().synthesised.text().contains(name)));
    let gout = behind(all.state(), "Gout").clone();
    let workflow = prepared(&mut room, CONDITIONS, passages(&[&gout])).unwrap();
    let state = workflow.state();
    assert!(workflow.is_cleared() && !state.synthesised.text().contains("Gout"), "{}", state.synthesised.text());
    assert!(state.synthesised.text().contains("Asthma") && state.synthesised.text().contains("Some entries stay"));
    let kept: Vec<_> = state.withheld_facts.iter().map(|fact| (fact.name.as_str(), fact.reason)).collect();
    assert_eq!(kept, [("Gout", "you keep it back")]);
    assert_eq!(state.by_hand, passages(&[&gout]));
    let policy = Rulebook::of(&state.policy).mark();
    let disclosure = Disclosure::new(state, &state.receipts[0], policy, Build::default(), 0);
    assert_eq!(disclosure.withheld_facts.len(), 1);
    assert_eq!(
        (disclosure.withheld_facts[0].reason.as_str(), disclosure.withheld_facts[0].count),
        ("you keep it back", 1)
    );
    let json = serde_json::to_string(&disclosure).unwrap();
    assert!(!json.contains("Gout") && !json.contains(gout.as_str()), "a receipt holds no text of records: {json}");
}

#[test]
fn a_note_that_is_kept_back_is_not_even_named() {
    let mut room = room();
    let all = prepared(&mut room, NOTES, Withholding::default()).unwrap();
    assert!(all.state().synthesised.text().contains("nausea"));
    let note = behind(all.state(), "nausea").clone();
    let workflow = prepared(&mut room, NOTES, passages(&[&note])).unwrap();
    let state = workflow.state();
    assert!(workflow.is_cleared() && !state.synthesised.text().contains("nausea"), "{}", state.synthesised.text());
    assert!(state.synthesised.text().contains("no more chest pain"));
    assert!(state.extracted.iter().all(|offered| !offered.references.contains(&note)));
    assert!(
        state
            .withheld_facts
            .iter()
            .any(|fact| fact.reference.as_ref() == Some(&note) && fact.reason == "you keep it back")
    );
}

#[test]
fn a_word_that_is_kept_back_leaves_neither_with_the_question_nor_a_note_nor_an_entry() {
    let mut room = room();
    let question = "Does the note speak of chest pain with nausea?";
    let before = prepared(&mut room, question, Withholding::default()).unwrap();
    assert_eq!(before.state().synthesised.text().matches("nausea").count(), 2, "{}", before.state().synthesised.text());
    let workflow = prepared(&mut room, question, words(&["Nausea"])).unwrap();
    let state = workflow.state();
    assert!(workflow.is_cleared() && !state.synthesised.text().contains("nausea"), "{}", state.synthesised.text());
    assert!(state.synthesised.text().contains("chest pain at rest"));
    assert!(state.withheld_words.iter().any(|withheld| withheld.reason == Reason::ByHand));
    let policy = Rulebook::of(&state.policy).mark();
    let disclosure = Disclosure::new(state, &state.receipts[0], policy, Build::default(), 0);
    assert!(disclosure.withheld_words.iter().any(|words| words.reason == Reason::ByHand && words.count == 1));
    let workflow = prepared(&mut room, CONDITIONS, words(&["ankles"])).unwrap();
    let state = workflow.state();
    assert!(!state.synthesised.text().contains("ankle") && state.synthesised.text().contains("Wrist pain"));
    assert_eq!(state.withheld_facts[0].reason, "you keep back a word of its name");
}

#[test]
fn a_word_that_is_kept_back_leaves_in_no_compound() {
    let mut room = room();
    let question = "Is it my ankle-pain or my gout?";
    let before = prepared(&mut room, question, Withholding::default()).unwrap();
    assert!(before.state().synthesised.text().contains("ankle-pain"), "{}", before.state().synthesised.text());
    let workflow = prepared(&mut room, question, words(&["pain"])).unwrap();
    assert!(workflow.is_cleared() && !workflow.state().synthesised.text().to_lowercase().contains("pain"));
}

#[test]
fn a_kept_back_no_keeps_back_its_sentence() {
    let mut room = room();
    let workflow = prepared(&mut room, NOTES, words(&["no"])).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    assert!(
        !workflow.state().synthesised.text().contains("more chest pain"),
        "without its no it would say the opposite"
    );
}

#[test]
fn who_keeps_back_everything_is_told_so() {
    let mut room = room();
    let all = prepared(&mut room, CONDITIONS, Withholding::default()).unwrap();
    let every: Vec<Reference> = all.state().extracted.iter().flat_map(|offered| offered.entries.clone()).collect();
    let error = prepared(&mut room, CONDITIONS, passages(&every.iter().collect::<Vec<_>>())).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
    assert!(error.to_string().contains("you keep back all"), "{error}");
}

#[test]
fn a_choice_is_read_with_what_it_keeps_back() {
    let choice: Choice =
        serde_json::from_value(json!({ "withheld": { "passages": ["A · B · c"], "words": ["gout"] } })).unwrap();
    assert!(choice.withheld.keeps("Gout") && choice.withheld.passages.contains(&Reference::parse("A · B · c")));
    assert!(serde_json::from_value::<Choice>(json!({ "withheld": { "word": ["gout"] } })).is_err());
    assert!(serde_json::from_value::<Choice>(json!({})).unwrap().withheld.is_empty());
}

thread_local! {
    static ROOM: std::cell::RefCell<Room> = std::cell::RefCell::new(room());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_that_is_kept_back_leaves(taken in prop::collection::vec(any::<bool>(), 4), word in prop::option::of(0usize..4)) {
        ROOM.with_borrow_mut(|room| {
            let all = prepared(room, CONDITIONS, Withholding::default()).unwrap();
            let mut withheld = Withholding::default();
            for (name, _) in NAMES.iter().zip(&taken).filter(|(_, taken)| **taken) {
                withheld.passages.insert(behind(all.state(), name).clone());
            }
            let word = word.map(|at| NAMES[at].rsplit(' ').next().unwrap());
            withheld.words.extend(word.map(str::to_owned));
            let is_kept = |name: &str, taken: bool| {
                taken || word.is_some_and(|word| name.to_lowercase().split(' ').any(|of| of == word.to_lowercase()))
            };
            let Ok(workflow) = prepared(room, CONDITIONS, withheld) else {
                prop_assert!(NAMES.iter().zip(&taken).all(|(name, taken)| is_kept(name, *taken)), "something was left to tell");
                return Ok(());
            };
            prop_assert!(workflow.is_cleared());
            let text = workflow.state().synthesised.text();
            for (name, taken) in NAMES.iter().zip(&taken) {
                prop_assert_eq!(!is_kept(name, *taken), text.contains(name), "{}: {}", name, text);
            }
            Ok(())
        })?;
    }
}
