//! A model server on the command line: what it is tried for, answers that it holds, several requests, a measurement that goes on.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::common::files::Folder;
use crate::common::http;

/// A person with thirty-six conditions.
fn many() -> Vec<u8> {
    let names = ["Fracture", "Sprain", "Pain", "Swelling", "Injury", "Burn"].into_iter().flat_map(|what| {
        ["ankle", "wrist", "knee", "hip", "shoulder", "elbow"].map(|place| format!("{what} of {place}"))
    });
    let person =
        json!({"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}]}});
    let conditions = names.enumerate().map(|(at, name)| {
        json!({"resource": {"resourceType": "Condition", "id": format!("c{at}"), "subject": {"reference": "Patient/p"},
            "code": {"coding": [{"system": "http://snomed.info/sct", "code": format!("1{at:03}"), "display": name}]},
            "clinicalStatus": {"coding": [{"code": "active"}]}, "onsetDateTime": format!("20{:02}-03-02", at % 24)}})
    });
    let entry: Vec<Value> = [person].into_iter().chain(conditions).collect();
    json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string().into_bytes()
}

/// A server that answers each body as `answer` says, with a status and, where it is 200, the model's words. Returns its address and the bodies.
fn server(answer: impl Fn(&Value) -> (u16, String) + Send + 'static) -> (String, Arc<Mutex<Vec<Value>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let address = http::listen(move |request, stream| {
        let body = serde_json::from_slice(&request.body).unwrap();
        let (status, said) = answer(&body);
        kept.lock().unwrap().push(body);
        http::complete(stream, status, &said);
    });
    (format!("http://{address}"), seen)
}

fn chaperone(arguments: &[&str], file: Option<&Path>, question: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaperone"));
    command.args(arguments).args(file).args(question).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn by_what_a_server_holds_replies_is_tried_with_fixed_words() {
    let held = json!({"answer": "ready", "quotes": []}).to_string();
    let (address, seen) = server(move |body| match body {
        body if !body["response_format"].is_null() => (200, held.clone()),
        body if !body["grammar"].is_null() => (400, String::new()),
        _ => (200, "ready".to_owned()),
    });
    let output = chaperone(&["connection", "--json", "--model", "m", "--llm", &address], None, None);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found, json!({"answered": true, "schema": true, "grammar": false}));
    assert_eq!(seen.lock().unwrap().len(), 3);
    let silent = chaperone(&["connection", "--model", "m", "--llm", "http://127.0.0.1:1"], None, None);
    assert!(!silent.status.success() && text(&silent.stderr).contains("cannot be reached"));
}

#[test]
fn what_does_not_fit_is_told_by_further_requests_and_the_answer_so_far_is_not_lost() {
    let folder = Folder::new("rounds");
    let (file, book) = (folder.put("many.json", &many()), folder.0.join("ledger.json"));
    let quote = |body: &Value| {
        let names = &body["response_format"]["json_schema"]["schema"]["properties"]["quotes"]["items"]["properties"]["ref"]
            ["enum"];
        json!({"answer": "Several.", "quotes": [{"ref": names[0], "text": ""}]}).to_string()
    };
    let (address, seen) = server(move |body| (200, quote(body)));
    let ask = |address: &str| {
        let with = [
            "ask",
            "--json",
            "--approve",
            "--hold",
            "schema",
            "--context",
            "2048",
            "--models",
            "models",
            "--ledger",
            book.to_str().unwrap(),
        ];
        chaperone(
            &[&with[..], &["--model", "m", "--llm", address, "--records"]].concat(),
            Some(&file),
            Some("Which conditions do I have?"),
        )
    };
    let output = ask(&address);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sent = seen.lock().unwrap().len();
    assert!(sent >= 3, "{sent}");
    assert_eq!(outcome["receipts"].as_array().unwrap().len(), sent);
    assert_eq!(outcome["answer"]["left"], 0);
    assert!(text(&output.stderr).contains("request 2: tells "), "{}", text(&output.stderr));
    let ledger: Value = serde_json::from_slice(&fs::read(&book).unwrap()).unwrap();
    assert_eq!(ledger["entries"].as_array().unwrap().len(), sent);
    for body in seen.lock().unwrap().iter() {
        assert!(!body.to_string().contains("Okafor"));
    }
    // The second request fails.
    let first = Mutex::new(true);
    let (address, _) = server(move |body| {
        let is_first = std::mem::take(&mut *first.lock().unwrap());
        if is_first { (200, quote(body)) } else { (500, String::new()) }
    });
    let output = ask(&address);
    assert!(
        output.status.success() && text(&output.stderr).contains("the answer so far follows"),
        "{}",
        text(&output.stderr)
    );
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(outcome["answer"]["left"].as_u64().unwrap() > 0);
    assert_eq!(outcome["receipts"].as_array().unwrap().len(), 1);
}

#[test]
fn a_measurement_that_was_stopped_in_a_line_goes_on_behind_the_last_whole_one() {
    let folder = Folder::new("transcripts");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
    let kept = folder.put("kept.jsonl", b"");
    let (address, seen) = server(|_| (200, "I do not know.".to_owned()));
    let run = || {
        let with =
            ["eval", "answers", "--approve", "--llm", &address, "--transcripts", kept.to_str().unwrap(), "--bundles"];
        let output = chaperone(&with, Some(&file), None);
        assert!(output.status.success(), "{}", text(&output.stderr));
        seen.lock().unwrap().len()
    };
    let asked = run();
    assert!(asked >= 1);
    assert_eq!(run(), asked, "nothing is asked twice");
    let whole = fs::read(&kept).unwrap();
    fs::write(&kept, &whole[..whole.len() - 9]).unwrap();
    assert_eq!(run(), asked + 1, "what was half written is asked again");
    assert_eq!(text(&fs::read(&kept).unwrap()).lines().count(), asked);
}
