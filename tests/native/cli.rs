//! The command line as a person or a script meets it: arguments, forms of output, exit codes.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chaperone::index::concepts::table;
use chaperone::privacy::policy::Policy;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chaperone-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

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
fn search_finds_the_reading_in_every_form_of_file_and_says_why() {
    let folder = Folder::new("forms");
    let plain = folder.put("plain.json", &bundle(&resources("p1", "Okafor", 141)));
    let lines: Vec<_> = resources("p2", "Varga", 119).iter().map(Value::to_string).collect();
    let lines = folder.put("lines.ndjson", lines.join("\n").as_bytes());
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&bundle(&resources("p3", "Lindqvist", 128))).unwrap();
    let gzip = folder.put("gzip.json.gz", &gzip.finish().unwrap());
    folder.put("notes.docx", b"not records, and not looked at");
    folder.put("list.json", b"[1, 2]");

    let named =
        parsed(&chaperone(&["search", "--json", "--records"], &[&plain, &lines, &gzip], &["blood pressure of Varga"]));
    assert_eq!(named["records"]["patients"], 3);
    let text = named["texts"][0].as_str().unwrap();
    assert!(text.contains("119") && text.contains("80"), "{text}");
    let best = &named["search"]["hits"][0];
    assert!(best["reference"].as_str().unwrap().starts_with("Varga 2019-03-02"));
    assert_eq!(named["search"]["used"]["name"], "stages");
    assert_eq!(named["search"]["fallback"], "no-query-vector");
    let adds = |part: &str| best[part]["adds"].as_f64().unwrap();
    assert!((adds("keyword") + adds("concept") - best["score"].as_f64().unwrap()).abs() < 1e-12);

    let of_folder = parsed(&chaperone(&["search", "--json", "--records"], &[&folder.0], &["blood pressure of Varga"]));
    assert_eq!(of_folder["search"]["hits"], named["search"]["hits"]);
    assert!(of_folder["records"]["left_out"][0]["file"].as_str().unwrap().ends_with("list.json"));
}

#[test]
fn search_keeps_its_index_and_opens_it_for_the_same_records_alone() {
    let folder = Folder::new("snapshot");
    let records = folder.put("records.json", &bundle(&resources("p1", "Okafor", 141)));
    let kept = folder.0.join("index.kept");
    let search = |kept: &Path| {
        let with = ["--snapshot", kept.to_str().unwrap(), "blood pressure"];
        chaperone(&["search", "--json", "--records"], &[&records], &with)
    };
    let first = parsed(&search(&kept));
    let bytes = fs::read(&kept).unwrap();
    let again = search(&kept);
    assert_eq!((parsed(&again), again.stderr.as_slice()), (first.clone(), b"".as_slice()));
    assert_eq!(fs::read(&kept).unwrap(), bytes, "it is written once");

    fs::write(&records, bundle(&resources("p1", "Okafor", 142))).unwrap();
    let other = search(&kept);
    assert!(String::from_utf8_lossy(&other.stderr).contains("built anew"));
    assert!(parsed(&other)["texts"][0].as_str().unwrap().contains("142"));
    assert_ne!(fs::read(&kept).unwrap(), bytes);

    fs::write(&kept, &bytes[..bytes.len() / 2]).unwrap();
    let damaged = search(&kept);
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("built anew"));
    assert_eq!(parsed(&damaged)["search"], parsed(&other)["search"]);
    let nowhere = search(&folder.0.join("none").join("index.kept"));
    assert!(!nowhere.status.success() && String::from_utf8_lossy(&nowhere.stderr).contains("--snapshot"));
}

#[test]
fn a_umls_of_ones_own_is_packed_and_searched_by_and_a_code_is_found() {
    let folder = Folder::new("umls");
    let records = folder.put("plain.json", &bundle(&resources("p1", "Okafor", 141)));
    let name = |cui: &str, text: &str| format!("{cui}|ENG|P|L1|PF|S1|Y|A1||||MSH|MH|D1|{text}|0|N||\n");
    let names = [name("C0000001", "flimsy wobble"), name("C0000002", "systolic blood pressure")].concat();
    let relation = "C0000001|A1|AUI|CHD|C0000002|A2|AUI||R1||MSH|MSH|||N||\n";
    let mrconso = folder.put("MRCONSO.RRF", names.as_bytes());
    let mrrel = folder.put("MRREL.RRF", relation.as_bytes());
    let packed = folder.0.join("own.bin");
    let of = |mrconso: &Path| {
        let arguments = ["models", "concepts", "--alone", "--mrconso", mrconso.to_str().unwrap()];
        let [mrrel, packed] = [&mrrel, &packed].map(|path| path.to_str().unwrap());
        chaperone(&arguments, &[], &["--mrrel", mrrel, "--out", packed])
    };
    assert!(!of(&records).status.success() && !packed.exists());
    let made = of(&mrconso);
    assert!(String::from_utf8_lossy(&made.stdout).starts_with("2 names and 1 relations taken: 2 concepts"), "{made:?}");
    let with = ["--strategy", "concept", "--concepts", packed.to_str().unwrap(), "--json", "flimsy wobble"];
    let found = parsed(&chaperone(&["search", "--records"], &[&records], &with));
    let spoken = &found["search"]["hits"][0]["spoken"][0]["concept"];
    assert_eq!((&spoken["label"], &spoken["relation"]), (&json!("systolic blood pressure"), &json!("narrower")));
    let by_code =
        parsed(&chaperone(&["search", "--records"], &[&records], &["--strategy", "keyword", "--json", "8480-6"]));
    let terms = &by_code["search"]["hits"][0]["keyword"]["bm25"]["terms"];
    assert_eq!((&terms[0]["term"], &terms[0]["tf"]["counts"]), (&json!("8480-6"), &json!([0, 0, 1, 0, 0])));
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
fn a_long_file_of_lines_is_read_as_it_streams_by() {
    let folder = Folder::new("long");
    let mut lines: Vec<String> = resources("p", "Lovelace", 131).iter().map(Value::to_string).collect();
    let padding = "0".repeat(1 << 20);
    lines.extend(
        (0..9).map(|at| json!({"resourceType": "Basic", "id": format!("b{at}"), "text": &padding}).to_string()),
    );
    let long = folder.put("long.ndjson", lines.join("\n").as_bytes());
    let short = folder.put("short.ndjson", lines[..2].join("\n").as_bytes());
    let hits = |file: &Path| {
        let found = parsed(&chaperone(&["search", "--json", "--records"], &[file], &["my last blood pressure"]));
        found["search"]["hits"].as_array().unwrap().iter().map(|hit| hit["reference"].clone()).collect::<Vec<_>>()
    };
    assert!(!hits(&short).is_empty());
    assert_eq!(hits(&long), hits(&short));
}

#[test]
fn search_speaks_to_people_unless_told_otherwise() {
    let folder = Folder::new("people");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    let shown =
        chaperone(&["search", "--strategy", "keyword", "--top-k", "1", "--records"], &[&file], &["systolic pressure"]);
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(
        shown.status.success() && text.contains("Okafor 2019-03-02") && text.contains("bm25") && text.contains("141"),
        "{text}"
    );

    let read_as = chaperone(&["search", "--top-k", "1", "--records"], &[&file], &["systolic presure"]);
    assert!(String::from_utf8(read_as.stdout).unwrap().contains("presure is not known, and read as pressur"));
    let as_written =
        chaperone(&["search", "--as-written", "--context", "10", "--records"], &[&file], &["systolic presure"]);
    let text = String::from_utf8(as_written.stdout).unwrap();
    assert!(as_written.status.success() && text.contains("141") && !text.contains("read as"), "{text}");

    let out = folder.0.join("out.json");
    let written =
        chaperone(&["search", "--json", "--out", out.to_str().unwrap(), "--records"], &[&file], &["pressure"]);
    assert!(written.status.success() && written.stdout.is_empty());
    let value: Value = serde_json::from_slice(&fs::read(out).unwrap()).unwrap();
    assert_eq!(value["question"], "pressure");
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
fn model_server(reply: &str) -> (String, std::thread::JoinHandle<String>) {
    let body = json!({"choices": [{"message": {"role": "assistant", "content": reply}}]}).to_string();
    server(move |stream| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json";
        write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    })
}

/// A server for one request: reads it, answers as `answer` does, and hands back what it received.
fn server(answer: impl FnOnce(&mut std::net::TcpStream) + Send + 'static) -> (String, std::thread::JoinHandle<String>) {
    use std::io::Read as _;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut received = Vec::new();
        let mut chunk = [0; 4096];
        loop {
            let read = stream.read(&mut chunk).unwrap();
            received.extend_from_slice(&chunk[..read]);
            let text = String::from_utf8_lossy(&received).into_owned();
            let length = text
                .to_lowercase()
                .split("content-length: ")
                .nth(1)
                .and_then(|rest| rest.lines().next()?.trim().parse::<usize>().ok());
            let head = text.find("\r\n\r\n").map(|at| at + 4);
            // What has no length has no body.
            if read == 0 || head.is_some_and(|head| received.len() >= head + length.unwrap_or(0)) {
                break;
            }
        }
        answer(&mut stream);
        String::from_utf8(received).unwrap()
    });
    (address, served)
}

#[test]
fn an_answer_without_a_model_can_be_verified_against_its_file_and_not_against_another() {
    let folder = Folder::new("ask");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let other = folder.put("other.json", &bundle(&resources("b", "Hopper", 122)));
    let answer = folder.0.join("answer.json");
    let asked = chaperone(
        &["ask", "--json", "--out", answer.to_str().unwrap(), "--records"],
        &[&file],
        &["What was my last blood pressure?"],
    );
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let outcome: Value = serde_json::from_slice(&fs::read(&answer).unwrap()).unwrap();
    assert_eq!(outcome["answer"]["blocks"][0]["kind"], "record-data");
    assert_eq!(outcome["receipts"], json!([]));
    let verify = |source: &Path| chaperone(&["verify-quote", answer.to_str().unwrap(), "--source"], &[source], &[]);
    assert!(verify(&file).status.success());
    assert!(!verify(&other).status.success());
    // A box whose value was changed is false, even though it cites the right file.
    let changed = fs::read_to_string(&answer).unwrap().replace("\"151\"", "\"121\"");
    fs::write(&answer, changed).unwrap();
    assert!(!verify(&file).status.success());
}

#[test]
fn a_model_gets_the_cleared_bytes_and_its_quotation_is_replaced() {
    let folder = Folder::new("llm");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let ledger = folder.0.join("ledger.json");
    let (address, served) = model_server("On day 0.\n<quote><title>R1</title>999 over 99</quote>");
    let asked = chaperone(
        &[
            "ask",
            "--json",
            "--approve",
            "--llm",
            &address,
            "--model",
            "test",
            "--ledger",
            ledger.to_str().unwrap(),
            "--records",
        ],
        &[&file],
        &["What was Ada Lovelace's last blood pressure?"],
    );
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let received = served.join().unwrap();
    // The port and the length may hold any digits.
    let told = |line: &&str| !line.starts_with("Host:") && !line.to_lowercase().starts_with("content-length:");
    let told = received.lines().filter(told).collect::<Vec<_>>().join("\n").replace(&address, "");
    for secret in ["Lovelace", "Ada", "1950", "2019", "03-02", "151"] {
        assert!(!told.contains(secret), "{secret}");
    }
    let outcome: Value = serde_json::from_slice(&asked.stdout).unwrap();
    let text = outcome["answer"].to_string();
    assert!(text.contains("2019-03-02") && text.contains("\"151\"") && !text.contains("999"));
    let body = received.split("\r\n\r\n").nth(1).unwrap();
    assert_eq!(outcome["receipts"][0]["bodyBytes"], body.len());
    let entered = fs::read_to_string(&ledger).unwrap();
    assert!(chaperone(&["verify"], &[&ledger], &[]).status.success());
    assert!(entered.contains(&chaperone::ledger::sha256(body.as_bytes())), "what arrived is what was entered");
    let program = fs::read(env!("CARGO_BIN_EXE_chaperone")).unwrap();
    assert!(entered.contains(&format!("\"engine\":\"{}\"", chaperone::ledger::sha256(&program))), "{entered}");
    let pinned: Value = serde_json::from_slice(&fs::read("models/manifest.json").unwrap()).unwrap();
    let lexicon = pinned["models"].as_array().unwrap().iter().find(|model| model["purpose"] == "lexicon").unwrap();
    let sha256 =
        lexicon["files"].as_array().unwrap().iter().find(|file| file["role"] == "lexicon").unwrap()["sha256"].clone();
    assert!(entered.contains(&format!("\"lexicon\":{sha256}")), "{entered}");
    // A ledger that was tampered with takes no further entry, and then nothing is sent.
    fs::write(&ledger, entered.replace("\"rounds\":1", "\"rounds\":2")).unwrap();
    let refused = chaperone(
        &[
            "ask",
            "--approve",
            "--llm",
            "http://127.0.0.1:9",
            "--model",
            "test",
            "--ledger",
            ledger.to_str().unwrap(),
            "--records",
        ],
        &[&file],
        &["What was Ada Lovelace's last blood pressure?"],
    );
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("entries[0]"));
}

#[test]
fn a_day_that_counts_as_today_is_taken_in_one_form_and_leaves_with_nothing() {
    let folder = Folder::new("today");
    let file = folder.put("one.json", &bundle(&resources("a", "Lovelace", 151)));
    let question = "How high was my blood pressure last year?";
    let prepared =
        |more: &[&str]| chaperone(&[&["prepare", "--json"], more, &["--records"]].concat(), &[&file], &[question]);
    let outcome = |more: &[&str]| -> Value { serde_json::from_slice(&prepared(more).stdout).unwrap() };
    let of_that_time = outcome(&["--today", "2020-07-19"]);
    assert_eq!(of_that_time["state"]["narrowed"][0]["state"], "applied");
    assert_eq!(of_that_time["state"]["synthesisedQuery"], "how high was my blood pressure at that time?");
    let body = of_that_time["request"]["body"].as_str().unwrap();
    assert!(!body.contains("2020") && !body.contains("2019") && !body.contains("last year"), "{body}");
    assert_eq!(outcome(&[])["state"]["narrowed"][0]["state"], "unknown");
    for command in ["prepare", "ask", "search"] {
        for nonsense in ["today", "20200719", "2020-02-30", "2020-7-19", ""] {
            let refused = chaperone(&[command, "--today", nonsense, "--records"], &[&file], &[question]);
            assert!(!refused.status.success(), "{command} {nonsense}");
            assert!(String::from_utf8_lossy(&refused.stderr).contains("expected a day as 2019-03-02"), "{command}");
        }
    }
}

#[test]
fn prepare_shows_the_exact_bytes_and_sends_nothing() {
    let folder = Folder::new("prepare");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let prepared =
        chaperone(&["prepare", "--json", "--records"], &[&file], &["How high was Lovelace's blood pressure?"]);
    let outcome: Value = serde_json::from_slice(&prepared.stdout).unwrap();
    assert_eq!(outcome["cleared"], true);
    let body: Value = serde_json::from_str(outcome["request"]["body"].as_str().unwrap()).unwrap();
    assert_eq!(body["messages"][1]["content"], outcome["state"]["synthesised"]["text"]);
    assert!(outcome["state"]["originalQuery"].as_str().unwrap().contains("Lovelace"));
    assert!(!outcome["request"].to_string().contains("Lovelace"));
}

#[test]
fn a_redirect_is_not_followed_and_an_endless_reply_ends() {
    let folder = Folder::new("redirect");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let asked = |address: &str| {
        let with = ["ask", "--approve", "--llm", address, "--model", "test", "--records"];
        chaperone(&with, &[&file], &["What was Ada Lovelace's last blood pressure?"])
    };
    let elsewhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let place = elsewhere.local_addr().unwrap();
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let (address, served) = server(move |stream| {
            let head = format!("HTTP/1.1 {status}\r\nlocation: http://{place}/v1/chat/completions");
            write!(stream, "{head}\r\ncontent-length: 0\r\n\r\n").unwrap();
        });
        let output = asked(&address);
        served.join().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("refused the request"), "{status}: {said}");
        let came = elsewhere.accept().map(|_| ()).unwrap_err();
        assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "{status}: nobody knocked there");
    }
    // Without a length and without an end: it is given up, and the other side is left alone with it.
    let (address, served) = server(|stream| {
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{{\"choices\": [\"").unwrap();
        while stream.write_all(&[b'a'; 1 << 16]).is_ok() {}
    });
    let output = asked(&address);
    served.join().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("broke off"), "{said}");
}

#[test]
fn what_was_not_reviewed_is_not_sent_by_a_program_that_was_not_built_for_it() {
    let folder = Folder::new("plain");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let kept = folder.0.join("kept.jsonl");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let set = folder.0.join("set");
    fs::create_dir_all(&set).unwrap();
    folder.put("set/corpus.jsonl", br#"{"_id":"1","title":"Salt","text":"Salt raises blood pressure."}"#);
    folder.put("set/queries.jsonl", br#"{"_id":"q","text":"Does salt raise blood pressure?"}"#);
    folder.put("set/qrels.train.tsv", b"query-id\tcorpus-id\tscore\nq\t1\t1\n");
    let kept = kept.to_str().unwrap();
    let answers = ["eval", "answers", "--plain", "--llm", &address, "--transcripts", kept, "--bundles"];
    let attacks = ["eval", "attacks", "--llm", &address, "--prompts", "tests/data/attacks/own.jsonl", "--bundles"];
    let [thought, methods] = ["thought", "methods"]
        .map(|what| ["eval", what, "--llm", &address, "--transcripts", kept, "--data", "tests/data", "--questions"]);
    let prompts = ["--prompts", "literature", "--llm", &address, "--transcripts", kept];
    let library = [&["bench", "library"][..], &prompts, &["--data"]].concat();
    let all = [
        (&answers[..], &file),
        (&attacks[..], &file),
        (&thought[..], &file),
        (&methods[..], &file),
        (&library[..], &set),
    ];
    for (asked, of) in all {
        let output = chaperone(asked, &[of], &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("nothing that was not reviewed"), "{asked:?}: {said}");
        let came = listener.accept().map(|_| ()).unwrap_err();
        assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "nobody knocked");
    }
}

#[test]
fn an_address_without_encryption_is_warned_of_unless_it_is_this_machines() {
    let folder = Folder::new("readable");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let said = |arguments: &[&str], address: &str| {
        let with = [arguments, &["--model", "test", "--llm", address, "--records"]].concat();
        let output = chaperone(&with, &[&file], &["What was my last blood pressure?"]);
        assert!(output.status.success(), "{address}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    };
    // Neither sends anything.
    for command in [&["prepare"][..], &["thought", "ask"]] {
        for readable in ["http://192.168.1.20:11434", "http://models.example.org/v1", "http://localhost.example.org"] {
            let said = said(command, readable);
            assert!(said.contains("without encryption") && said.lines().count() == 1, "{readable}: {said}");
        }
        for unread in ["https://models.example.org", "http://localhost:1", "http://127.8.0.1:1", "http://[::1]:1/v1"] {
            assert_eq!(said(command, unread), "", "{unread}");
        }
    }
}

#[test]
fn what_is_for_this_machine_goes_by_no_proxy() {
    let folder = Folder::new("proxy");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let proxy = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    proxy.set_nonblocking(true).unwrap();
    let run = |arguments: &[&str]| {
        let ended = Command::new(env!("CARGO_BIN_EXE_chaperone"))
            .args(arguments)
            .env("ALL_PROXY", format!("http://{}", proxy.local_addr().unwrap()))
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .output()
            .unwrap();
        let came = proxy.accept().map(|_| ()).unwrap_err();
        assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "nobody asked the proxy: {arguments:?}");
        ended
    };
    let (address, served) = model_server("The passages say it.");
    let question = "What was my last blood pressure?";
    let records = file.to_str().unwrap();
    let asked = run(&["ask", "--approve", "--llm", &address, "--model", "test", "--records", records, question]);
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    assert!(served.join().unwrap().starts_with("POST /v1/chat/completions"));
    // Ranges of a pack, which no model is asked for.
    let (address, served) = server(|stream| {
        write!(stream, "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
    });
    assert!(!run(&["library", "search", &format!("{address}/x.pack"), "asthma"]).status.success());
    assert!(served.join().unwrap().starts_with("GET /x.pack"));
}

#[test]
fn a_pack_is_read_without_encryption_from_this_machine_alone() {
    for elsewhere in
        ["http://192.0.2.1/x.pack", "http://localhost:80@192.0.2.1/x.pack", "http://localhost.example.org/x.pack"]
    {
        let refused = chaperone(&["library", "search", elsewhere, "asthma"], &[], &[]);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains("from this machine alone"), "{elsewhere}: {said}");
    }
}

#[test]
fn what_would_leave_is_shown_and_without_a_word_of_the_person_nothing_leaves() {
    let folder = Folder::new("unapproved");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    nobody.set_nonblocking(true).unwrap();
    let address = format!("http://{}", nobody.local_addr().unwrap());
    let ledger = folder.0.join("ledger.json");
    let with = ["ask", "--llm", &address, "--model", "test", "--ledger", ledger.to_str().unwrap()];
    let question = "What was Ada Lovelace's last blood pressure?";
    for more in [&[][..], &["--context", "4096"]] {
        let asked = chaperone(&[&with[..], more, &["--records"]].concat(), &[&file], &[question]);
        let said = String::from_utf8(asked.stderr).unwrap();
        assert!(!asked.status.success() && said.contains("nothing was sent") && said.contains("--approve"), "{said}");
        assert!(said.contains(&format!("POST {address}/v1/chat/completions")), "{said}");
        let body = said.lines().find(|line| line.starts_with('{')).unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        assert!(body["messages"][1]["content"].as_str().unwrap().contains("blood pressure"), "{body}");
        assert!(!said.contains("Lovelace"), "{said}");
        let came = nobody.accept().map(|_| ()).unwrap_err();
        assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "nobody knocked");
        assert!(!ledger.exists(), "what did not leave is not entered");
    }
}

#[test]
fn without_the_word_list_nothing_is_sent_and_what_would_be_is_said_to_be_less_safe() {
    let folder = Folder::new("no-words");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    nobody.set_nonblocking(true).unwrap();
    let address = format!("http://{}", nobody.local_addr().unwrap());
    // Where no folder is named, that of the place where the program is run counts: here is none.
    let run = |command: &[&str]| {
        let with = [
            "--llm",
            &address,
            "--model",
            "m",
            "--records",
            file.to_str().unwrap(),
            "What was my last blood pressure?",
        ];
        let program = env!("CARGO_BIN_EXE_chaperone");
        Command::new(program).args(command).args(with).current_dir(&folder.0).output().unwrap()
    };
    for command in [&["ask", "--approve"][..], &["ask"], &["thought", "ask", "--approve"]] {
        let refused = run(command);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains("nothing was sent: the word list is not here"), "{said}");
    }
    for command in [&["prepare"][..], &["thought", "ask"]] {
        let shown = run(command);
        let said = String::from_utf8_lossy(&shown.stderr);
        assert!(shown.status.success() && said.contains("word list is not here"), "{said}");
        assert!(said.contains("the list of rare diseases is not here"), "{said}");
    }
    let came = nobody.accept().map(|_| ()).unwrap_err();
    assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "nobody knocked");
}

#[test]
fn a_dead_endpoint_is_named_without_its_address_or_the_question() {
    let folder = Folder::new("dead");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let asked = chaperone(
        &["ask", "--approve", "--llm", "http://127.0.0.1:1", "--model", "test", "--records"],
        &[&file],
        &["Lovelace's blood pressure?"],
    );
    assert!(!asked.status.success());
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains("cannot be reached") && !said.contains("Lovelace"), "{said}");
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
fn a_message_is_less_telling_on_request_and_leads_fewer_to_whom_it_is_about() {
    let folder = Folder::new("linkage");
    let names = ["Gout", "Psoriasis", "Migraine", "Epilepsy"];
    for (number, family) in ["Lovelace", "Hopper", "Noether"].iter().enumerate() {
        let id = format!("p{number}");
        let conditions = names.iter().enumerate().map(|(at, name)| {
            json!({"resourceType": "Condition", "id": format!("{id}c{at}"), "subject": {"reference": format!("Patient/{id}")},
                "clinicalStatus": {"coding": [{"code": "active"}]}, "onsetDateTime": format!("20{:02}-0{}-03", 5 + at * (number + 1), number + 2),
                "code": {"text": name, "coding": [{"system": "http://snomed.info/sct", "code": format!("{at}"), "display": name}]}})
        });
        let all: Vec<Value> = resources(&id, family, 120 + 10 * number as u32).into_iter().chain(conditions).collect();
        folder.put(&format!("{id}.json"), &bundle(&all));
    }
    let one = folder.0.join("p0.json");
    let bits = |more: &[&str]| {
        let prepared = chaperone(
            &[&["prepare", "--json"], more, &["--records"]].concat(),
            &[&one],
            &["Which conditions do I have?"],
        );
        assert!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
        let outcome: Value = serde_json::from_slice(&prepared.stdout).unwrap();
        let found = &outcome["state"]["stranger"];
        (found["bits"].as_f64().unwrap(), found["limit"].as_f64().unwrap(), found["eased"].as_array().unwrap().len())
    };
    let (all, limit, none) = bits(&[]);
    let (less, _, done) = bits(&["--less-telling", "--or-refuse"]);
    assert!(all > limit && less <= limit && none == 0 && done > 0, "{all} {less} {limit} {done}");
    let policy = folder.put("strangers.policy", br#"{"strangers":"ease"}"#);
    let (hosts, _, done) = bits(&["--policy", policy.to_str().unwrap()]);
    assert!(hosts <= limit && done > 0, "a host's policy does the same: {hosts} {limit} {done}");
    let alone = chaperone(&["ask", "--or-refuse", "--records"], &[&one], &["Which conditions do I have?"]);
    assert!(!alone.status.success() && String::from_utf8_lossy(&alone.stderr).contains("--less-telling"));
    let prepared = chaperone(&["prepare", "--records"], &[&one], &["Which conditions do I have?"]);
    assert!(String::from_utf8_lossy(&prepared.stdout).contains("Could a stranger know who this is? perhaps"));

    let measured = chaperone(&["eval", "linkage", "--json", "--bundles"], &[&folder.0], &[]);
    assert!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stderr));
    let figures: Value = serde_json::from_slice(&measured.stdout).unwrap();
    assert_eq!((&figures["haystack"], &figures["asked"]), (&json!(3), &json!(3)));
    let unique = |name: &str| {
        let way = figures["ways"].as_array().unwrap().iter().find(|way| way["way"] == name).unwrap();
        way["all"]["unique"].as_f64().unwrap()
    };
    assert_eq!(unique("identifiers-removed"), 1.0, "true days lead to whom they are of");
    assert!(unique("less-telling") < unique("synthesis") && unique("synthesis") <= unique("minimal"), "{figures}");
    assert!(unique("strict") <= unique("synthesis"), "{figures}");
}

#[test]
fn a_level_is_told_and_a_policy_only_tightens_it() {
    let folder = Folder::new("levels");
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
    let policy = folder.put("policy.json", br#"{"floor":"strict","noise":"on"}"#);
    let broken = folder.put("broken.json", br#"{"floor":"lax"}"#);
    let prepared = |options: &[&str], policy: Option<&Path>| {
        let mut arguments = vec!["prepare", "--json"];
        arguments.extend(options);
        if let Some(policy) = policy {
            arguments.extend(["--policy", policy.to_str().unwrap()]);
        }
        arguments.push("--records");
        chaperone(&arguments, &[&records], &["How did my blood pressure change?"])
    };
    let told = |output: &Output| -> Value { serde_json::from_slice(&output.stdout).unwrap() };
    let operators = |told: &Value| -> Vec<String> {
        let pieces = told["state"]["synthesised"]["pieces"].as_array().unwrap();
        pieces.iter().map(|piece| piece["operator"].as_str().unwrap().to_owned()).collect()
    };
    let balanced = told(&prepared(&[], None));
    assert_eq!(balanced["state"]["policy"]["floor"], "balanced");
    assert!(!operators(&balanced).contains(&"band".to_owned()));
    for (options, policy) in [(["--level", "strict"], None), (["--level", "minimal"], Some(policy.as_path()))] {
        let strict = told(&prepared(&options, policy));
        assert_eq!((&strict["cleared"], &strict["state"]["policy"]["floor"]), (&json!(true), &json!("strict")));
        assert!(operators(&strict).contains(&"band".to_owned()));
    }
    let refused = prepared(&[], Some(&broken));
    assert!(!refused.status.success() && refused.stdout.is_empty());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("policy") && !said.contains("lax"), "{said}");
    assert!(!prepared(&["--level", "loose"], None).status.success());
}

#[test]
fn an_entry_and_a_word_are_kept_back_by_hand() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
    let prepared = |withheld: &[&str]| {
        let mut arguments = vec!["prepare", "--json"];
        withheld.iter().for_each(|withheld| arguments.extend(["--withhold", *withheld]));
        arguments.push("--records");
        chaperone(&arguments, &[&records], &["Which conditions do I have?"])
    };
    let told = |output: &Output| -> Value { serde_json::from_slice(&output.stdout).unwrap() };
    let all = told(&prepared(&[]));
    let reference = all["state"]["extracted"][0]["entries"][0].as_str().unwrap().to_owned();
    let fewer = told(&prepared(&[&reference]));
    assert_eq!(fewer["cleared"], json!(true));
    let references = |told: &Value| serde_json::to_string(&told["state"]["extracted"]).unwrap();
    assert!(references(&all).contains(&reference) && !references(&fewer).contains(&reference));
    assert_eq!(fewer["state"]["byHand"]["passages"], json!([reference]));
    let word = told(&prepared(&["conditions"]));
    assert!(!word["state"]["synthesisedQuery"].as_str().unwrap().contains("condition"));
    let unknown = prepared(&["no such passage"]);
    assert!(!unknown.status.success() && unknown.stdout.is_empty());
    assert!(!String::from_utf8_lossy(&unknown.stderr).contains("no such passage"));
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
