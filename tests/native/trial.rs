//! A test of a model server: it is reviewed, released and entered like a question, and says nothing of anybody.

use std::collections::BTreeSet;

use chaperone::clearance::{Block, ChatBody};
use chaperone::error::Code;
use chaperone::ledger::{Build, Ledger};
use chaperone::privacy::policy::Policy;
use chaperone::quote::format::Endpoint;
use chaperone::quote::hold::Hold;
use chaperone::workflow::{Step, TRIAL, Workflow};

use crate::common::rooms;

#[test]
fn it_leaves_as_fixed_words_once_in_either_protocol() {
    let room = rooms::ready(&["okafor"]);
    for address in ["http://localhost:11434", "https://api.anthropic.com"] {
        let endpoint = Endpoint::new(address, "llama3.2:3b", true);
        let mut trial = Workflow::trial(&room.context(), &endpoint, 7).unwrap();
        assert!(trial.is_cleared(), "{:?}", trial.state().findings);
        assert!(!trial.has_answered());
        let body: ChatBody = serde_json::from_str(&trial.outgoing().body).unwrap();
        assert_eq!(body.messages.last().unwrap().content, TRIAL);
        let Step::Ask(cleared) = trial.release(&room.context()).unwrap() else { panic!("it was refused") };
        assert_eq!(cleared.outgoing().url, endpoint.url);
        assert_eq!(trial.release(&room.context()).unwrap_err().code(), Code::InvalidArgument);
        trial.event(r#"{"choices":[{"delta":{"content":"ready"}}]}"#).unwrap();
        assert!(trial.has_answered());
    }
}

#[test]
fn whether_a_server_holds_replies_is_seen_by_a_form_that_no_model_gives_by_itself() {
    let room = rooms::ready(&["okafor"]);
    let said = |hold: Hold, text: &str| {
        let endpoint = Endpoint::new("http://localhost:11434", "m", true).held_by(Some(hold));
        let mut trial = Workflow::trial(&room.context(), &endpoint, 7).unwrap();
        assert!(trial.is_cleared(), "{:?}", trial.state().findings);
        let body: ChatBody = serde_json::from_str(&trial.outgoing().body).unwrap();
        assert_eq!(
            (body.response_format.is_some(), body.grammar.is_some()),
            (hold == Hold::Schema, hold == Hold::Grammar)
        );
        let delta = serde_json::json!({"choices": [{"delta": {"content": text}}]});
        trial.event(&delta.to_string()).unwrap();
        trial.is_held(hold)
    };
    assert!(said(Hold::Schema, r#"{"answer": "ready", "quotes": []}"#));
    assert!(said(Hold::Schema, r#" {"answer":"ready","quotes":[{"ref":"R1","text":"x"}]} "#));
    assert!(said(Hold::Grammar, "<quote><title>R1</title>ready<link>#R1</link></quote>"));
    for text in [
        "ready",
        "",
        "{}",
        r#"{"answer": "ready"}"#,
        r#"{"answer":"ready","quotes":[],"more":1}"#,
        r#"{"answer":"ready","quotes":[{"ref":"R2","text":"x"}]}"#,
        r#"```json {"answer": "ready", "quotes": []} ```"#,
        r#"{"answer": "ready", "quotes": ["#,
    ] {
        assert!(!said(Hold::Schema, text) && !said(Hold::Grammar, text), "{text}");
    }
    // Anthropic's messages have nothing to hold replies by: it is asked as it always is.
    let endpoint = Endpoint::new("https://api.anthropic.com", "m", true).held_by(Some(Hold::Schema));
    let trial = Workflow::trial(&room.context(), &endpoint, 7).unwrap();
    let body: ChatBody = serde_json::from_str(&trial.outgoing().body).unwrap();
    assert!(body.response_format.is_none() && body.messages.last().unwrap().content == TRIAL);
}

#[test]
fn an_answer_that_is_held_is_read_as_it_comes_and_its_quotations_are_looked_up() {
    let mut room = rooms::ready(&["okafor"]);
    let question = "What was my last blood pressure?";
    let endpoint = Endpoint::new("http://localhost:11434", "m", true).held_by(Some(Hold::Schema));
    let mut workflow = room.prepare(question, &endpoint, [7; 32], 0).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    let body: ChatBody = serde_json::from_str(&workflow.outgoing().body).unwrap();
    let offered: Vec<String> = workflow.state().extracted.iter().map(|offered| offered.alias.to_string()).collect();
    let names = &body.response_format.unwrap()["json_schema"]["schema"]["properties"]["quotes"]["items"]["properties"]
        ["ref"]["enum"];
    assert_eq!(*names, serde_json::json!(offered));
    let reply =
        serde_json::json!({"answer": "It was as the passage says.", "quotes": [{"ref": "R1", "text": ""}]}).to_string();
    let mut streamed = String::new();
    for sign in reply.chars() {
        let delta = serde_json::json!({"choices": [{"delta": {"content": sign.to_string()}}]});
        streamed += &workflow.event(&delta.to_string()).unwrap();
    }
    assert_eq!(streamed, "It was as the passage says.");
    let held = workflow.answer(&room.context()).unwrap();
    let free =
        workflow.resolve(&room.context(), "It was as the passage says.\n<quote><title>R1</title></quote>").unwrap();
    assert!(held.blocks.iter().any(|block| matches!(block, Block::RecordData { .. })));
    assert_eq!(held, free);
    // A long one is handed on in larger pieces, and whole.
    let long = "It was as the passage says. ".repeat(2000) + "That is all.";
    let reply = serde_json::json!({"answer": long, "quotes": []}).to_string();
    let mut workflow = room.prepare(question, &endpoint, [7; 32], 0).unwrap();
    let mut streamed = String::new();
    for piece in reply.as_bytes().chunks(3) {
        let content = std::str::from_utf8(piece).unwrap();
        let delta = serde_json::json!({"choices": [{"delta": {"content": content}}]});
        streamed += &workflow.event(&delta.to_string()).unwrap();
        assert!(long.starts_with(&streamed));
    }
    streamed += &workflow.event("[DONE]").unwrap();
    assert_eq!(streamed, long);
    // By a grammar the reply has the form that it always has, and the message says no more.
    let by_grammar = endpoint.held_by(Some(Hold::Grammar));
    let other = room.prepare(question, &by_grammar, [7; 32], 0).unwrap();
    assert!(other.is_cleared() && !other.state().synthesised.text().contains("JSON"));
}

#[test]
fn it_is_entered_in_the_ledger_as_a_request_that_tells_nothing() {
    let room = rooms::ready(&["okafor"]);
    let mut trial = Workflow::trial(&room.context(), &Endpoint::new("http://localhost:11434", "m", true), 7).unwrap();
    let Step::Ask(cleared) = trial.release(&room.context()).unwrap() else { panic!("it was refused") };
    let mut ledger = Ledger::default();
    ledger.enter(trial.state(), cleared.receipt(), Build::default(), 8).unwrap();
    let json = ledger.to_json().unwrap();
    let (_, entries) = chaperone::ledger::verify(json.as_bytes(), None).unwrap();
    assert_eq!(entries.len(), 1);
}

#[test]
fn the_names_of_models_are_asked_for_without_a_word_and_entered_too() {
    let room = rooms::ready(&["okafor"]);
    for (address, url) in [
        ("http://localhost:11434", "http://localhost:11434/v1/models"),
        ("https://api.anthropic.com", "https://api.anthropic.com/v1/models"),
    ] {
        let mut listing = Workflow::listing(&room.context(), &Endpoint::new(address, "", false), 7).unwrap();
        assert!(listing.is_cleared(), "{:?}", listing.state().findings);
        let Step::Ask(cleared) = listing.release(&room.context()).unwrap() else { panic!("it was refused") };
        let outgoing = cleared.outgoing();
        assert_eq!((outgoing.method.as_str(), outgoing.url.as_str(), outgoing.body.as_str()), ("GET", url, ""));
        let mut ledger = Ledger::default();
        ledger.enter(listing.state(), cleared.receipt(), Build::default(), 8).unwrap();
        let (verdict, entries) = chaperone::ledger::verify(ledger.to_json().unwrap().as_bytes(), None).unwrap();
        assert!(verdict.whole && entries.len() == 1);
    }
    assert_eq!(Workflow::models(r#"{"data":[{"id":"b"},{"id":"a"}]}"#).unwrap(), ["a", "b"]);
}

#[test]
fn an_address_or_model_that_names_a_patient_is_refused() {
    let room = rooms::ready(&["okafor"]);
    let named = room.context().records.patients[0].name.split_whitespace().last().unwrap().to_lowercase();
    for endpoint in [
        Endpoint::new(&format!("http://{named}.example"), "m", true),
        Endpoint::new(&format!("http://localhost/{named}"), "m", true),
        Endpoint::new("http://localhost", &named, true),
    ] {
        let mut trial = Workflow::trial(&room.context(), &endpoint, 0).unwrap();
        assert!(!trial.is_cleared());
        assert!(matches!(trial.release(&room.context()).unwrap(), Step::Refused(_)));
        if endpoint.url.contains(&named) {
            let mut listing = Workflow::listing(&room.context(), &endpoint, 0).unwrap();
            assert!(matches!(listing.release(&room.context()).unwrap(), Step::Refused(_)));
        }
    }
}

#[test]
fn a_server_that_the_policy_does_not_name_is_not_tested() {
    let mut room = rooms::ready(&["okafor"]);
    let endpoints = Some(BTreeSet::from(["http://localhost:11434".to_owned()]));
    room.set_policy(Policy { endpoints, ..Policy::default() });
    let elsewhere = Endpoint::new("https://api.anthropic.com", "m", true);
    let refused = Workflow::trial(&room.context(), &elsewhere, 0).err().unwrap();
    assert_eq!(refused.code(), Code::Refused);
    assert_eq!(Workflow::listing(&room.context(), &elsewhere, 0).err().unwrap().code(), Code::Refused);
    assert!(Workflow::trial(&room.context(), &Endpoint::new("http://localhost:11434", "m", true), 0).is_ok());
}
