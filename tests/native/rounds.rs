//! The review sends a synthesis back until nothing is found any more, or refuses: on records of which it does.

use chaperone::error::Result;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::{Step, Workflow};
use serde_json::{Value, json};

use crate::common::rooms;

const QUESTION: &str = "Which conditions do I have?";

/// A room with the word list and one patient, who has the conditions `names`, the newest first, each with its status.
fn room(patient: [&str; 2], names: &[(&str, &str)]) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let person = json!({ "resource": { "resourceType": "Patient", "id": "p",
        "name": [{ "given": [patient[0]], "family": patient[1] }] } });
    let conditions = names.iter().enumerate().map(|(at, (name, status))| {
        let day = jiff::civil::date(2024, 3, 2).checked_sub(jiff::Span::new().days(97 * i64::try_from(at).unwrap())).unwrap();
        json!({ "resource": { "resourceType": "Condition", "id": format!("c{at}"), "subject": { "reference": "Patient/p" },
            "code": { "coding": [{ "system": "http://snomed.info/sct", "code": format!("1{at:03}"), "display": name }] },
            "clinicalStatus": { "coding": [{ "code": status }] }, "onsetDateTime": day.to_string() } })
    });
    let entry: Vec<Value> = [person].into_iter().chain(conditions).collect();
    let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": entry });
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

fn prepared(room: &mut Room, address: &str) -> Result<Workflow> {
    room.prepare(QUESTION, &Endpoint::new(address, "model", true), [7; 32], 0)
}

const SERVER: &str = "http://localhost:8080";

/// So many conditions that end in "ankle", and behind them as many that begin with "wrist": whenever the two in the middle are left out,
/// the next two stand beside each other, and together are the name of a patient called Ankle Wrist.
fn adjoining(pairs: usize) -> Vec<(&'static str, &'static str)> {
    const ENDING: [&str; 10] = [
        "Fracture of ankle",
        "Sprain of ankle",
        "Pain in ankle",
        "Swelling of ankle",
        "Injury of ankle",
        "Arthritis of ankle",
        "Infection of ankle",
        "Burn of ankle",
        "Wound of ankle",
        "Ulcer of ankle",
    ];
    const BEGINNING: [&str; 10] = [
        "Wrist fracture",
        "Wrist sprain",
        "Wrist pain",
        "Wrist swelling",
        "Wrist injury",
        "Wrist arthritis",
        "Wrist infection",
        "Wrist burn",
        "Wrist wound",
        "Wrist ulcer",
    ];
    let all = ENDING[..pairs].iter().chain(&BEGINNING[..pairs]);
    all.map(|name| (*name, "active")).collect()
}

#[test]
fn what_passes_at_once_takes_one_round() {
    let mut room = room(["Amara", "Okafor"], &adjoining(3));
    let workflow = prepared(&mut room, SERVER).unwrap();
    assert!(workflow.is_cleared() && workflow.state().withheld_facts.is_empty());
    assert_eq!((workflow.state().rounds, workflow.state().told.values().sum::<usize>()), (1, 6));
}

#[test]
fn an_entry_whose_status_nobody_knows_is_left_out_in_a_second_round() {
    let mut room = room(["Amara", "Okafor"], &[("Asthma", "active"), ("Gout", "perhaps"), ("Wrist pain", "active")]);
    let mut workflow = prepared(&mut room, SERVER).unwrap();
    let state = workflow.state();
    assert!(workflow.is_cleared(), "{:?}", state.findings);
    assert_eq!(state.rounds, 2);
    let text = state.synthesised.text();
    assert!(text.contains("Asthma") && text.contains("Wrist pain") && !text.contains("Gout"), "{text}");
    let withheld: Vec<(&str, &str)> =
        state.withheld_facts.iter().map(|fact| (fact.name.as_str(), fact.reason)).collect();
    assert_eq!(withheld, [("Gout", "the review found something in it that may not leave")]);
    assert!(matches!(workflow.release(&room.context()), Ok(Step::Ask(_))));
}

#[test]
fn each_round_may_find_what_the_one_before_uncovered() {
    for pairs in [1, 3, 6] {
        // One more of each kind, which stand apart from one another: something is left to tell.
        let mut names = adjoining(pairs);
        names.push(("Asthma", "active"));
        let mut room = room(["Ankle", "Wrist"], &names);
        let workflow = prepared(&mut room, SERVER).unwrap();
        let state = workflow.state();
        assert!(workflow.is_cleared(), "{pairs}: {:?}", state.findings);
        assert_eq!((state.rounds, state.withheld_facts.len()), (pairs + 1, 2 * pairs));
        assert!(state.synthesised.text().contains("Asthma") && !state.synthesised.text().contains("rist"));
    }
}

#[test]
fn what_is_not_right_after_eight_rounds_is_refused() {
    let mut names = adjoining(10);
    names.push(("Asthma", "active"));
    let mut room = room(["Ankle", "Wrist"], &names);
    let mut workflow = prepared(&mut room, SERVER).unwrap();
    assert_eq!(workflow.state().rounds, 8);
    assert!(!workflow.is_cleared() && !workflow.state().findings.is_empty());
    assert!(workflow.state().receipts.is_empty());
    let Ok(Step::Refused(findings)) = workflow.release(&room.context()) else { panic!("it was refused") };
    assert_eq!(findings, workflow.state().findings);
    assert!(workflow.release(&room.context()).is_err(), "once");
}

#[test]
fn what_leaving_out_does_not_mend_is_refused_when_nothing_more_can_be_left_out() {
    let mut room = room(["Amara", "Okafor"], &[("Asthma", "active"), ("Gout", "perhaps")]);
    let mut workflow = prepared(&mut room, "https://okafor.example/v1").unwrap();
    assert!(!workflow.is_cleared());
    assert_eq!(workflow.state().rounds, 2, "the entry was left out, and then nothing changed any more");
    assert!(!workflow.state().synthesised.text().contains("Gout"));
    assert!(matches!(workflow.release(&room.context()), Ok(Step::Refused(_))));
}
