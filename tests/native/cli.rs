//! The command line as a person or a script meets it: arguments, forms of output, exit codes.

use std::fs;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::thread::JoinHandle;

use chaperone::index::concepts::table;
use chaperone::privacy::policy::Policy;
use serde_json::{Value, json};

use crate::common::files::Folder;
use crate::common::http;

mod asking;
mod incomplete;
mod searching;
mod sending;

/// A patient with one blood pressure, as the resources of a bundle.
fn resources(id: &str, family: &str, systolic: u32) -> Vec<Value> {
    let code = |text: &str, code: &str| json!({"text": text, "coding": [{"system": "http://loinc.org", "code": code, "display": text}]});
    let part = |text: &str, loinc: &str, value: u32| json!({"code": code(text, loinc), "valueQuantity": {"value": value, "unit": "mm[Hg]"}});
    vec![
        json!({"resourceType": "Patient", "id": id, "name": [{"family": family, "given": ["Ada"]}], "birthDate": "1950-02-03"}),
        json!({
            "resourceType": "Observation", "id": format!("{id}-bp"), "status": "final",
            "subject": {"reference": format!("Patient/{id}")}, "effectiveDateTime": "2019-03-02T09:00:00Z",
            "category": [{"coding": [{"code": "vital-signs"}]}], "code": code("Blood Pressure", "85354-9"),
            "component": [part("Systolic Blood Pressure", "8480-6", systolic), part("Diastolic Blood Pressure", "8462-4", 80)]
        }),
    ]
}

fn bundle(resources: &[Value]) -> Vec<u8> {
    let entry: Vec<_> = resources.iter().map(|resource| json!({"resource": resource})).collect();
    json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string().into_bytes()
}

fn chaperone(arguments: &[&str], paths: &[&Path], last: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaperone")).args(arguments).args(paths).args(last).output().unwrap()
}

fn parsed(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn models_of_the_set_that_was_fetched_are_converted_and_no_other_is_asked_for() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut manifest: Value = serde_json::from_slice(&fs::read(kept.join("manifest.json")).unwrap()).unwrap();
    let models = manifest["models"].as_array_mut().unwrap();
    models.retain(|entry| entry["purpose"] == "tagger" || entry["sets"] == json!(["test"]));
    for entry in models.iter_mut().filter(|entry| entry["purpose"] == "tagger") {
        entry["files"].as_array_mut().unwrap().retain(|file| file["role"] == "head");
    }
    assert!(models.len() > 1, "one that only the tests need");

    let folder = Folder::new("convert");
    for made in ["head", "weights/rampart-q4"] {
        fs::create_dir_all(folder.0.join(made)).unwrap();
    }
    fs::copy(kept.join("head/head.bin"), folder.0.join("head/head.bin")).unwrap();
    let manifest = folder.put("manifest.json", manifest.to_string().as_bytes());
    let convert = |set: &[&str]| chaperone(&["models", "convert", "--manifest"], &[&manifest], set);
    let demo = convert(&["--for", "demo"]);
    assert!(demo.status.success(), "{}", String::from_utf8_lossy(&demo.stderr));
    assert!(folder.0.join("weights/rampart-q4/head.bin").is_file());
    for all in [&["--for", "test"][..], &[]] {
        let refused = convert(all);
        assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("is not there"));
    }
    assert!(!convert(&["--for", "nothing"]).status.success());
}

#[test]
fn what_cannot_be_done_exits_with_an_error_and_repeats_nothing_of_the_records() {
    let folder = Folder::new("errors");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let broken = folder.put("broken.json", b"{\"resourceType\": \"Bundle\", \"entry\": [{\"Zebra");
    let empty = Folder::new("empty");
    let missing = folder.0.join("missing.json");
    let cases: [(&[&str], &Path, &[&str]); 6] = [
        (&["search", "--records"], &missing, &["question"]),
        (&["search", "--records"], &broken, &["question"]),
        (&["search", "--records"], &empty.0, &["question"]),
        (&["search", "--records"], &file, &[]),
        (&["search", "--strategy", "linear:x", "--records"], &file, &["question"]),
        (&["search", "--strategy", "linear:2", "--records"], &file, &["question"]),
    ];
    for (arguments, path, last) in cases {
        let output = chaperone(arguments, &[path], last);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?} {path:?}");
        assert!(!told.is_empty() && !told.contains("Zebra") && !told.contains("Okafor"), "{told}");
    }
}

#[test]
fn eval_exact_counts_what_is_claimed_and_what_is_right() {
    let folder = Folder::new("exact");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let asked = [
        json!({"id": "a", "question": "What was my last blood pressure?", "patient": "p1", "answer": "141/80", "form": "latest"}),
        json!({"id": "b", "question": "How many blood pressure readings do I have?", "patient": "Ada Okafor", "answer": "7", "form": "count"}),
        json!({"id": "c", "question": "Why did I feel so tired?", "patient": "p1", "answer": "nothing", "form": "text"}),
        json!({"id": "d", "question": "Do I have asthma?", "patient": "p1"}),
    ];
    let asked: Vec<String> = asked.iter().map(Value::to_string).collect();
    let questions = folder.put("questions.jsonl", asked.join("\n").as_bytes());
    let out = folder.0.join("answers.jsonl");
    let with = |more: &[&str]| {
        let last = [&["--questions", questions.to_str().unwrap()], more].concat();
        chaperone(&["eval", "exact", "--bundles"], &[&file], &last)
    };
    let report = parsed(&with(&["--json", "--today", "2019-06-01", "--out", out.to_str().unwrap()]));
    let counts = |of: &Value| ["asked", "claimed", "right", "wrong"].map(|name| of[name].as_u64().unwrap());
    assert_eq!(counts(&report["all"]), [3, 2, 1, 1]);
    assert_eq!(counts(&report["forms"]["latest"]), [1, 1, 1, 0]);
    assert_eq!(counts(&report["forms"]["count"]), [1, 1, 0, 1]);
    assert_eq!(counts(&report["forms"]["text"]), [1, 0, 0, 0]);
    let answers: Vec<Value> =
        fs::read_to_string(&out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["answer"], &answers[2]["answer"]), (&json!("141/80 mmHg"), &Value::Null));
    let table = with(&["--slips", "1"]);
    assert!(table.status.success());
    let table = String::from_utf8(table.stdout).unwrap();
    assert!(table.contains("latest") && table.contains("gold") && table.contains("How many"), "{table}");
    let unknown = folder.put("unknown.jsonl", br#"{"id": "a", "question": "What?", "patient": "Zebra"}"#);
    let refused = chaperone(&["eval", "exact", "--bundles"], &[&file], &["--questions", unknown.to_str().unwrap()]);
    assert!(!refused.status.success() && !String::from_utf8_lossy(&refused.stderr).contains("Zebra"));
}

#[test]
fn what_is_known_of_concepts_counts_for_a_question_and_for_the_evaluation_alike() {
    let folder = Folder::new("concepts");
    let note = json!({"resourceType": "DocumentReference", "id": "n", "status": "current", "date": "2020-01-01T09:00:00Z",
        "subject": {"reference": "Patient/p1"}, "type": {"coding": [{"code": "34109-9"}]},
        "content": [{"attachment": {"contentType": "text/plain", "data": "S25vd24gemliYmxlcyBvZiB0aGUgbGVmdCB0b2Uu"}}]});
    let mut all = resources("p1", "Okafor", 141);
    all.push(note);
    let file = folder.put("a.json", &bundle(&all));
    // "Known zibbles of the left toe."
    let known = table::read("a\tzibbles|gout\t\t\n").unwrap();
    let concepts = folder.put("concepts.bin", &known.write());
    let questions = folder.put(
        "q.jsonl",
        br#"{"id": "a", "question": "Do I have gout?", "patient": "p1", "answer": "left to retrieval"}"#,
    );
    for (with, is_absent) in [(&[][..], true), (&["--concepts", concepts.to_str().unwrap()][..], false)] {
        let asked = parsed(&chaperone(
            &["ask", "--json"],
            &[],
            &[with, &["--records", file.to_str().unwrap(), "Do I have gout?"]].concat(),
        ));
        assert_eq!(asked["answer"]["exact"]["isAbsent"].as_bool(), is_absent.then_some(true), "{asked}");
        let eval = [&["--json", "--questions", questions.to_str().unwrap()], with].concat();
        let report = parsed(&chaperone(&["eval", "exact", "--bundles"], &[&file], &eval));
        assert_eq!(report["all"]["claimed"], usize::from(is_absent));
    }
}

#[test]
fn a_brief_says_what_is_new_with_its_boxes() {
    let folder = Folder::new("brief");
    let mut all = resources("p1", "Okafor", 141);
    all.push(json!({"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p1"}, "onsetDateTime": "2019-02-01",
        "clinicalStatus": {"coding": [{"code": "active"}]}, "code": {"text": "Asthma", "coding": [{"code": "195967001"}]}}));
    let file = folder.put("a.json", &bundle(&all));
    let told = |since: &str| parsed(&chaperone(&["brief", "--json", "--records"], &[&file], &["--since", since]));
    let new = told("2019-01-15");
    assert_eq!(new["since"], "2019-01-15");
    let items: Vec<&str> = new["parts"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|part| part["items"].as_array().unwrap())
        .map(|item| item["text"].as_str().unwrap())
        .collect();
    assert!(items.iter().any(|item| item.contains("Asthma")), "{items:?}");
    assert!(new["blocks"].as_array().unwrap().iter().any(|block| block["kind"] == "record-data"));
    assert!(new["redFlags"].as_str().is_some() && new["intendedUse"].as_str().is_some());
    assert!(!told("2019-12-01").to_string().contains("Asthma"));
    let text = chaperone(&["brief", "--records"], &[&file], &["--since", "2019-01-15"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("Since 2019-01-15") && text.contains("Asthma") && text.contains("nothing was found"),
        "{text}"
    );
    let other = folder.put("b.json", &bundle(&resources("p2", "Varga", 119)));
    let unsaid = chaperone(&["brief", "--records"], &[&file, &other], &["--since", "2019-01-15"]);
    assert!(!unsaid.status.success() && String::from_utf8_lossy(&unsaid.stderr).contains("--patient"));
    let said =
        chaperone(&["brief", "--json", "--records"], &[&file, &other], &["--since", "2019-01-15", "--patient", "p2"]);
    assert!(!parsed(&said).to_string().contains("Asthma"));
    assert!(!chaperone(&["brief", "--records"], &[&file], &["--since", "last spring"]).status.success());
}

#[test]
fn tools_are_listed_with_their_schemas_and_called() {
    let folder = Folder::new("tools");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let listed = parsed(&chaperone(&["tools"], &[], &[]));
    let named: Vec<&str> =
        listed.as_array().unwrap().iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
    assert_eq!(named, ["list_patients", "look_up", "find_patients", "search_passages", "read_passage"]);
    for tool in listed.as_array().unwrap() {
        assert_eq!(tool["function"]["parameters"]["additionalProperties"], false);
    }
    let call = |name: &str, arguments: &str| {
        chaperone(&["tools", "--call", name, "--arguments", arguments, "--records"], &[&file], &[])
    };
    let found = parsed(&call("look_up", r#"{"topic": "systolic blood pressure", "wanted": "latest"}"#));
    assert!(found.to_string().contains("141 mmHg"), "{found}");
    assert!(parsed(&call("list_patients", "{}")).to_string().contains("Okafor"));
    for (name, arguments) in [("look_up", r#"{"wanted": "Zebra"}"#), ("nothing", "{}"), ("look_up", "Zebra")] {
        let refused = call(name, arguments);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && !told.contains("Zebra") && !told.contains("Okafor"), "{told}");
    }
    assert!(!chaperone(&["tools", "--call", "look_up"], &[], &[]).status.success());
}

#[test]
fn bench_load_counts_what_it_loads() {
    let folder = Folder::new("bench");
    folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    folder.put("b.json", &bundle(&resources("p2", "Varga", 119)));
    let figures = folder.0.join("figures.out");
    let output = chaperone(&["bench", "load", "--json", figures.to_str().unwrap(), "--data"], &[&folder.0], &[]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("serde_json::Value"));
    let figures: Value = serde_json::from_slice(&fs::read(figures).unwrap()).unwrap();
    assert_eq!((&figures["files"], &figures["documents"]["day_with_observation_or_procedure"]), (&json!(2), &json!(2)));
    assert!(figures["seconds"].as_f64().unwrap() > 0.0 && figures["passages"].as_u64().unwrap() >= 2);
}

/// A model server for one request: answers with `reply` as a chat completion and hands back what it received.
fn model_server(reply: &str) -> (String, JoinHandle<String>) {
    let reply = reply.to_owned();
    server(move |stream| http::complete(stream, 200, &reply))
}

/// A server for one request: reads it, answers as `answer` does, and hands back what it received.
fn server(answer: impl FnOnce(&mut TcpStream) + Send + 'static) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let received = http::request(&stream).unwrap();
        answer(&mut stream);
        received.text()
    });
    (address, served)
}

#[test]
fn detect_names_what_stands_on_standard_input() {
    let detect = |input: &[u8], arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chaperone"))
            .arg("detect")
            .args(arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let text = "Né 2019, mail ada@example.org";
    let json: Value = serde_json::from_slice(&detect(text.as_bytes(), &["--json"]).stdout).unwrap();
    let span = &json["spans"][0];
    let range = span["start"].as_u64().unwrap() as usize..span["end"].as_u64().unwrap() as usize;
    assert_eq!((text.get(range).unwrap(), span["entity_type"].as_str()), ("ada@example.org", Some("EMAIL")));
    assert_eq!((span["recognizer"].as_str(), span["score"].as_u64()), (Some("email"), Some(100)));
    let table = String::from_utf8(detect(text.as_bytes(), &[]).stdout).unwrap();
    assert!(table.contains("EMAIL") && table.contains("ada@example.org"), "{table}");
    assert_eq!(detect(b"nothing here", &[]).stdout, b"");
    assert!(!detect(b"\xff", &[]).status.success());
}

#[test]
fn a_ledger_is_verified_offline_and_the_first_broken_entry_is_named() {
    use chaperone::ledger::{Build, Ledger, SelfTest, proof};
    use chaperone::quote::format::Endpoint;
    use chaperone::workflow::Step;

    let mut room = chaperone::room::Room::new().unwrap();
    room.add(&bundle(&resources("a", "Lovelace", 151)), &mut chaperone::progress::Unwatched).unwrap();
    let folder = Folder::new("verify");
    let bodies = folder.0.join("bodies");
    fs::create_dir_all(&bodies).unwrap();
    let mut ledger = Ledger::default();
    for (number, question) in
        ["What was the last blood pressure?", "When was the blood pressure taken?"].iter().enumerate()
    {
        let endpoint = Endpoint::new("https://models.example", "test", true);
        let mut workflow = room.prepare(question, &endpoint, [number as u8; 32], 0).unwrap();
        let Ok(Step::Ask(cleared)) = workflow.release(&room.context()) else { panic!("refused") };
        ledger.enter(workflow.state(), cleared.receipt(), Build::default(), 0).unwrap();
        fs::write(bodies.join(format!("{number}.json")), &cleared.outgoing().body).unwrap();
    }
    let json = ledger.to_json().unwrap();
    let file = folder.put("ledger.json", json.as_bytes());
    let pack = folder.put(
        "proof.json",
        proof(&ledger, &Policy::default(), Build::default(), SelfTest::default(), 0).unwrap().as_bytes(),
    );
    let bodies = bodies.to_str().unwrap();
    for whole in [&file, &pack] {
        let verified = chaperone(&["verify", "--json", "--head", ledger.head(), "--bodies", bodies], &[whole], &[]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        let verdict: Value = serde_json::from_slice(&verified.stdout).unwrap();
        assert_eq!((&verdict["whole"], &verdict["headSeen"]["seen"]), (&json!(true), &json!("newest")));
        assert_eq!(verdict["bodies"], json!({"matched": [1, 2], "absent": [], "strangers": 0}));
    }
    let changed = folder.put("changed.json", json.replacen("models.example", "others.example", 1).as_bytes());
    let verified = chaperone(&["verify"], &[&changed], &[]);
    assert!(!verified.status.success());
    assert!(String::from_utf8_lossy(&verified.stdout).contains("BROKEN at entry 1"));
    let cut: String = json.lines().enumerate().filter(|(at, _)| *at != 2).map(|(_, line)| line).collect();
    let cut = folder.put("cut.json", cut.replace(",]", "]").as_bytes());
    let verified = chaperone(&["verify", "--json"], &[&cut], &[]);
    assert!(!verified.status.success());
    let verdict: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(verdict["broken"]["why"], "truncated");
    assert!(!chaperone(&["verify", "--head", &"1".repeat(64)], &[&file], &[]).status.success(), "another head");
    fs::write(Path::new(bodies).join("0.json"), "{}").unwrap();
    assert!(!chaperone(&["verify", "--bodies", bodies], &[&file], &[]).status.success(), "bytes of no entry");
}

#[test]
fn a_benchmark_of_an_encoder_says_which_file_or_model_is_wrong_and_what_to_do() {
    let folder = Folder::new("encoder");
    let texts = folder.put("texts.json", b"one\ntwo\n");
    let minilm = ["bench", "encoder", "--rounds", "1", "--texts"];
    let output = chaperone(&minilm, &[&texts], &["--model", "minilm"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("all-minilm-l6-v2-int8, bge-small-en-v1.5-int8"), "{told}");
    assert!(!told.contains("jailguard"), "it is none of those: {told}");
    let output = chaperone(&minilm, &[&texts], &["--model", "all-minilm-l6-v2-int8"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("texts.json") && told.contains(r#"["one", "two"]"#), "{told}");
    // A folder of models without the weights.
    let manifest = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/manifest.json")).unwrap();
    folder.put("manifest.json", &manifest);
    let models = ["bench", "encoder", "--model", "all-minilm-l6-v2-int8", "--models"];
    let output = chaperone(&models, &[&folder.0], &["--texts", "none"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("model.pack") && told.contains("./run setup test"), "{told}");
}
