//! The rules in force, in words: what they say is what is done.

use chaperone::ledger::PolicyMark;
use chaperone::privacy::level::Level;
use chaperone::privacy::policy::Beyond;
use chaperone::progress::Unwatched;
use serde_json::json;

use super::*;
use crate::common::files;

/// A room with the word list and a note of one patient.
fn noted() -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let note =
        "Chest pain at the age of 62, peak flow 385 and pulse 72. Chest pain again. More chest pain. Still chest pain.";
    let person = json!({"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}]});
    let bundle = files::about(person, &[files::note("2019-03-02", note)]);
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

#[test]
fn the_rules_in_words_say_of_notes_what_each_level_does() {
    let host = |kinds: Option<&[Kind]>| Policy {
        kinds: kinds.map(|kinds| kinds.iter().copied().collect()),
        ..Policy::default()
    };
    for (level, host) in
        Level::ALL.into_iter().flat_map(|level| [(level, host(None)), (level, host(Some(&[Kind::BodyMassIndex])))])
    {
        let mut room = noted();
        room.set_policy(host.clone());
        let choice = Choice { level, ..Choice::default() };
        let endpoint = Endpoint::new("https://models.example", "test-model", true);
        let workflow =
            room.prepare_as("What do the notes say about chest pain?", &choice, &endpoint, [7; 32], 0).unwrap();
        assert!(workflow.is_cleared());
        let left = workflow.state().synthesised.text();
        let rules = Rulebook::of(&choice.under(&host)).rules.join("\n");
        assert!(!rules.contains("free text of records does not leave"), "{rules}");
        let leaves = rules.contains("Of a note leave at most three sentences");
        assert_eq!(leaves, left.contains("chest pain again"), "{level:?}: {left}");
        assert_eq!(!leaves, rules.contains("Of a note nothing leaves but that it is there"), "{rules}");
        assert_eq!(!leaves, left.contains("Its text stays with the patient"), "{left}");
        assert!(!left.contains("still chest pain"), "three sentences at most: {left}");
        for (digits, number) in [("two", "72"), ("three", "385")] {
            let is_said = rules.contains(&format!("{digits} significant digits"))
                || rules.contains("three significant digits") && leaves;
            assert_eq!(is_said, left.contains(number), "{number} at {level:?}: {left}");
        }
        assert_eq!(rules.contains("ages as bands."), left.contains("60 to 6"), "{left}");
        assert!(!left.contains("62"), "{left}");
    }
}

#[test]
fn the_rules_in_words_say_which_known_words_are_let_through() {
    let rules = Rulebook::of(&Policy::default()).rules.join("\n");
    // What the gate lets through (its own tests hold it to that) is no narrower than what is said.
    for said in ["small, with a capital that its place explains, or of medicine", "a number of at most six digits"] {
        assert!(rules.contains(said), "{said}");
    }
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Hand", "given": ["Rose"]}]}},
        {"resource": {"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p"},
            "code": {"coding": [{"system": "http://snomed.info/sct", "code": "125597008", "display": "Hand injury"}]},
            "clinicalStatus": {"coding": [{"code": "active"}]}, "onsetDateTime": "2019-02-03"}},
    ]});
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let endpoint = Endpoint::new("https://models.example", "test-model", true);
    let workflow = room.prepare("What conditions do I have?", &endpoint, [7; 32], 0).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    assert!(
        workflow.state().synthesised.text().contains("Hand injury"),
        "a known word with a capital that its place explains"
    );
    assert!(!workflow.state().receipts[0].exemptions.is_empty());
}

#[test]
fn a_ledger_from_before_there_were_levels_is_whole_and_goes_on() {
    let mut ledger = Ledger::default();
    let mut disclosure = small(1).entries()[0].disclosure.clone().unwrap();
    disclosure.policy = PolicyMark { name: "standard".to_owned(), sha256: sha256(b"rules"), in_force: None };
    ledger.append(disclosure).unwrap();
    let json = ledger.to_json().unwrap();
    assert!(json.contains(&format!(r#""policy":{{"name":"standard","sha256":"{}"}}"#, sha256(b"rules"))));
    let mut again = Ledger::read(json.as_bytes()).unwrap();
    again.append(small(1).entries()[0].disclosure.clone().unwrap()).unwrap();
    let json = again.to_json().unwrap();
    assert!(verify(json.as_bytes(), Some(ledger.head())).unwrap().0.whole);
    assert!(json.contains(r#""inForce":{"level":"minimal","noise":"off","allowWords":true}"#));
    let pack: Value =
        serde_json::from_str(&proof(&again, &Policy::default(), build(), SelfTest::default(), 0).unwrap()).unwrap();
    assert_eq!(pack["policies"][0]["rulebook"], Value::Null, "of the older one only the hash is known");
    assert!(pack["policies"][1]["rulebook"]["rules"].as_array().unwrap().len() > 3);
    // A setting that was changed afterwards breaks the entry.
    let forged = json.replace(r#""level":"minimal""#, r#""level":"strict""#);
    assert_eq!(verify(forged.as_bytes(), None).unwrap().0.broken.unwrap().position, 2);
}

#[test]
fn what_was_done_about_strangers_stands_in_the_receipt_and_cannot_be_changed_afterwards() {
    let ledger = |strangers| {
        let mut ledger = Ledger::default();
        SHARED.with_borrow_mut(|room| {
            room.set_policy(Policy { strangers, ..Policy::default() });
            release(room, 0, &["Which conditions do I have?".to_owned()], &mut ledger);
            room.set_policy(Policy::default());
        });
        assert_eq!(ledger.entries().len(), 1);
        ledger
    };
    let warned = ledger(Beyond::Warn).to_json().unwrap();
    assert!(!warned.contains("strangers"), "receipts from before there was a choice are as those that warn");
    for (strangers, words) in [(Beyond::Ease, "less is told."), (Beyond::Refuse, "less is told, or it is refused.")] {
        let ledger = ledger(strangers);
        let mark = &ledger.entries()[0].disclosure.as_ref().unwrap().policy;
        assert_eq!(mark.in_force.as_ref().unwrap().strangers, strangers);
        let rules = Rulebook::new(mark.in_force.clone().unwrap());
        assert_eq!(rules.mark(), *mark);
        assert!(rules.rules.iter().any(|rule| rule.contains("fits fewer people than the limit of the stranger test")));
        let json = ledger.to_json().unwrap();
        assert_eq!(broken(&json), None);
        assert_eq!(Ledger::read(json.as_bytes()).unwrap(), ledger);
        let said = format!(r#","strangers":"{}""#, strangers.as_str());
        for other in [r#","strangers":"warn""#, r#","strangers":"loose""#, "", r#","strangers":"refuse""#] {
            let forged = json.replace(&said, other);
            assert!(forged == json || broken(&forged).is_some_and(|(at, _)| at == 1), "{said} to {other}");
        }
        let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
        assert_eq!(broken(&pack), None);
        let page = serde_json::from_str::<Value>(&pack).unwrap()["page"].as_str().unwrap().to_owned();
        assert!(page.contains(&format!("Where a stranger could know who it is: {words}")), "{page}");
    }
}
