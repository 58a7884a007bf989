//! Loading a library into Chroma, over HTTP from a stand-in on this machine that goes away in the middle and comes back. The real server is tried
//! by `./run bench chroma`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

mod beside;
mod load;
mod near;

use chaperone::index::snapshot::Model;
use chaperone::index::vectors::Quantised;
use chaperone::ingest::literature::{Item, Reader};
use chaperone::library::Pack;
use chaperone::library::chroma::{Load, id};
use chaperone::library::pack::{Builder, Options, Step, cut};
use serde_json::{Value, json};

use crate::common::http::{self, Request};

const COUNT: usize = 700;
const COLLECTION: &str = "11111111-2222-3333-4444-555555555555";

/// RIS of so many invented articles.
fn invented(count: usize) -> String {
    let article = |number: usize| {
        format!(
            "TY  - JOUR\nTI  - Title {number}\nAU  - Smith, Ann\nPY  - 2001\nDO  - 10.5555/{number}\nAB  - Text {number}.\nER  - \n"
        )
    };
    (0..count).map(article).collect()
}

/// A pack of invented articles with vectors.
fn pack() -> Vec<u8> {
    packed(&invented(COUNT), true)
}

/// A pack of the articles `text`, with vectors of a model that is none or without.
fn packed(text: &str, with_vectors: bool) -> Vec<u8> {
    let mut builder = Builder::new(Options::default());
    let mut count = 0;
    let mut take = |item| {
        if let Item::Article(article) = item {
            let cut = cut(&article, &Options::default());
            builder.add(*article, cut).unwrap();
            count += 1;
        }
    };
    let mut reader = Reader::begin(0);
    reader.push(text.as_bytes(), &mut take).unwrap();
    reader.finish(&mut take).unwrap();
    let vector = |number: usize| Quantised::new(&[1.0, number as f32, 2.0]).unwrap();
    if with_vectors {
        let model = Model { id: "m".into(), sha256: "0".repeat(64) };
        builder.set_vectors(model, (0..count).map(vector).collect()).unwrap();
    }
    builder.finish(Vec::new()).unwrap().bytes
}

#[derive(Default)]
struct Server {
    passages: BTreeMap<String, Value>,
    requests: Vec<String>,
    queries: Vec<String>,
    /// What a model was asked.
    chats: Vec<String>,
    /// Requests that are taken and not answered, and such that are not even taken.
    unanswered: Vec<usize>,
    untaken: Vec<usize>,
    /// From which request on none is taken.
    away_from: Option<usize>,
    /// What is answered to a request, whatever it is.
    statuses: BTreeMap<usize, u16>,
    /// What is answered to a question.
    to_queries: Option<u16>,
    /// How many passages it keeps silent about.
    short: usize,
}

impl Server {
    fn answer(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
        let last = path.rsplit('/').next().unwrap();
        match last {
            "collections" if method == "GET" => {
                (200, json!([{ "id": "0".repeat(36), "name": "others" }, { "id": COLLECTION, "name": "papers" }]))
            }
            "completions" => {
                self.chats.push(String::from_utf8(body.to_vec()).unwrap());
                let said = "It is so [Source 1].";
                (200, json!({ "choices": [{ "message": { "role": "assistant", "content": said } }] }))
            }
            "query" if self.to_queries.is_some() => (self.to_queries.unwrap(), json!({})),
            "query" => {
                self.queries.push(String::from_utf8(body.to_vec()).unwrap());
                let passages: Vec<_> = self.passages.iter().take(2).collect();
                let of = |at: usize| passages.iter().map(|(_, passage)| passage[at].clone()).collect::<Vec<_>>();
                let ids: Vec<_> = passages.iter().map(|(id, _)| (*id).clone()).collect();
                let distances = vec![0.1; ids.len()];
                (200, json!({ "ids": [ids], "documents": [of(1)], "metadatas": [of(2)], "distances": [distances] }))
            }
            "collections" => (200, json!({ "id": COLLECTION, "name": "papers" })),
            "count" => (200, json!(self.passages.len().saturating_sub(self.short))),
            "upsert" => {
                let body: Value = serde_json::from_slice(body).unwrap();
                let list = |name: &str| body[name].as_array().unwrap().clone();
                for (at, id) in list("ids").into_iter().enumerate() {
                    let passage = json!([list("embeddings")[at], list("documents")[at], list("metadatas")[at]]);
                    self.passages.insert(id.as_str().unwrap().to_owned(), passage);
                }
                (200, json!({}))
            }
            _ => (404, json!({})),
        }
    }
}

fn serve(server: Server) -> (SocketAddr, Arc<Mutex<Server>>) {
    http::serve(server, |server, Request { head, body }, stream| {
        let number = server.requests.len();
        let mut words = head.split_whitespace().map(str::to_owned);
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        server.requests.push(head);
        if server.untaken.contains(&number) || server.away_from.is_some_and(|first| first <= number) {
            return;
        }
        let (status, answer) = match server.statuses.get(&number) {
            Some(status) => (*status, json!({ "error": "later" })),
            None => server.answer(&method, &path, &body),
        };
        if server.unanswered.contains(&number) {
            return;
        }
        let answer = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\nretry-after: 0\r\n\r\n",
            answer.len()
        );
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(answer.as_bytes()));
    })
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chaperone-chroma-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn push(pack: &std::path::Path, address: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "push", "--json", "--collection", "papers", "--chroma", address])
        .arg(pack)
        .output()
        .unwrap()
}

#[test]
fn a_library_is_loaded_whatever_the_server_does_and_nothing_is_lost_or_doubled() {
    let folder = folder("load");
    let path = folder.join("own.pack");
    let bytes = pack();
    std::fs::write(&path, &bytes).unwrap();
    let (address, server) = serve(Server { unanswered: vec![2, 4, 8], untaken: vec![0, 3, 6], ..Server::default() });
    let address = format!("http://{address}");
    let output = push(&path, &address);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (
            outcome["passages"].as_u64(),
            outcome["sent"].as_u64(),
            outcome["counted"].as_u64(),
            outcome["again"].as_u64()
        ),
        (Some(700), Some(700), Some(700), Some(6))
    );
    // Each is there once, as the pack has it.
    let mut pack = Pack::of(&bytes).unwrap();
    let (Step::Done(passages), Step::Done(vectors)) = (pack.passages(0, u32::MAX).unwrap(), pack.vectors().unwrap())
    else {
        panic!("all of it is there")
    };
    {
        let server = server.lock().unwrap();
        assert_eq!(server.passages.len(), COUNT);
        for (number, passage) in (0..).zip(&passages) {
            let there = &server.passages[&id(passage)];
            assert_eq!(there[1].as_str(), Some(passage.text()));
            let vector: Vec<f32> =
                there[0].as_array().unwrap().iter().map(|value| value.as_f64().unwrap() as f32).collect();
            assert_eq!(vector, vectors[&number].values());
            assert_eq!((there[2]["year"].as_i64(), there[2]["retracted"].as_bool()), (Some(2001), Some(false)));
            assert!(there[2].get("pmid").is_none());
        }
    }
    // Once more: nothing is to be sent.
    let again: Value = serde_json::from_slice(&push(&path, &address).stdout).unwrap();
    assert_eq!((again["sent"].as_u64(), again["counted"].as_u64()), (Some(0), Some(700)));
    // A server that lost all is loaded anew.
    server.lock().unwrap().passages.clear();
    let anew: Value = serde_json::from_slice(&push(&path, &address).stdout).unwrap();
    assert_eq!((anew["sent"].as_u64(), anew["counted"].as_u64()), (Some(700), Some(700)));
    // A file that says that more was loaded than there is counts for nothing, also where the server has so many.
    let state = folder.join("own.pack.push.json");
    let mut beyond: Load = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    beyond.done = 701;
    std::fs::write(&state, beyond.saved().unwrap()).unwrap();
    server.lock().unwrap().passages.insert("another".into(), json!([]));
    let whole: Value = serde_json::from_slice(&push(&path, &address).stdout).unwrap();
    assert_eq!((whole["sent"].as_u64(), whole["counted"].as_u64()), (Some(700), Some(701)));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn what_is_no_chroma_and_what_has_no_vectors_is_told() {
    let folder = folder("none");
    let path = folder.join("own.pack");
    std::fs::write(&path, pack()).unwrap();
    let refused = push(&path, "http://example.org:8000");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("on this machine alone"));
    let address = http::listen(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 404 X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
    let address = format!("http://{address}");
    let refused = push(&path, &address);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is it Chroma"));
    let articles = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/literature/pubmed.xml");
    let bare = folder.join("bare.pack");
    let built = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "build", articles, "--pack"])
        .arg(&bare)
        .output()
        .unwrap();
    assert!(built.status.success());
    assert!(String::from_utf8_lossy(&push(&bare, &address).stderr).contains("has no vectors"));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn how_far_a_load_is_holds_for_its_collection_and_pack_alone() {
    let known = Load { done: 512, ..Load::resume("papers", "ab", None).unwrap() };
    let saved = known.saved().unwrap();
    assert_eq!(Load::resume("papers", "ab", Some(&saved)).unwrap().done, 512);
    assert_eq!(Load::resume("papers", "cd", Some(&saved)).unwrap().done, 0);
    assert_eq!(Load::resume("others", "ab", Some(&saved)).unwrap().done, 0);
    assert!(Load::resume("papers", "ab", Some(b"{")).is_err());
    // What was loaded with less beside each passage is loaded anew.
    let before = br#"{"collection":"papers","fingerprint":"ab","done":512}"#;
    assert_eq!(Load::resume("papers", "ab", Some(before)).unwrap().done, 0);
}

/// Asks the server at `address` for what is near to `question`.
fn nearest(address: &str, question: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "nearest", "--approve", "--json", "--collection", "papers", "--chroma", address])
        .args(["--models", concat!(env!("CARGO_MANIFEST_DIR"), "/models")])
        .args(more)
        .arg(question)
        .output()
        .unwrap()
}

#[test]
fn the_vector_of_the_words_that_may_leave_is_all_that_a_server_is_asked_with() {
    let folder = folder("nearest");
    let path = folder.join("own.pack");
    std::fs::write(&path, pack()).unwrap();
    let (address, server) = serve(Server::default());
    let address = format!("http://{address}");
    assert!(push(&path, &address).status.success());
    let output = nearest(&address, "Does salt raise the blood pressure of Mr Okafor, MRN 4471902?", &[]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    let leaves = outcome["leaves"].as_str().unwrap();
    assert!(leaves.contains("salt") && leaves.contains("blood pressure"), "{leaves}");
    assert!(!leaves.to_lowercase().contains("okafor") && !leaves.contains("447"), "{leaves}");
    assert!(told.contains("withheld") && told.contains("Okafor"));
    let found = outcome["found"].as_array().unwrap();
    assert_eq!(found.len(), 2);
    assert!(found[0]["citation"].as_str().unwrap().starts_with("Smith 2001 · doi 10.5555/"));
    {
        let server = server.lock().unwrap();
        assert_eq!(server.queries.len(), 1);
        let body: Value = serde_json::from_str(&server.queries[0]).unwrap();
        assert_eq!(body.as_object().unwrap().len(), 3);
        let vector = body["query_embeddings"][0].as_array().unwrap();
        assert!(vector.len() > 100 && vector.iter().all(|value| value.as_f64().unwrap().abs() <= 1.0));
        assert!(server.requests.iter().all(|head| !head.to_lowercase().contains("okafor") && !head.contains("salt")));
        // Which collections there are is asked without a name.
        let asked: Vec<&String> = server.requests.iter().filter(|head| head.starts_with("GET")).collect();
        assert!(!asked.is_empty() && asked.iter().all(|head| !head.contains("papers")));
    }
    // The same words say the same, whoever is meant.
    let other = nearest(&address, "Does salt raise the blood pressure of Mr Tran, MRN 9981223?", &[]);
    assert!(other.status.success());
    let queries = server.lock().unwrap().queries.clone();
    assert_eq!(queries[0], queries[1]);
    let asked = queries.len();
    let dry = nearest(&address, "Does salt raise blood pressure?", &["--dry-run"]);
    assert!(dry.status.success());
    assert_eq!(server.lock().unwrap().queries.len(), asked);
    let none = nearest(&address, "Okafor?", &[]);
    assert!(!none.status.success() && String::from_utf8_lossy(&none.stderr).contains("nothing can be asked"));
    let away = nearest("http://example.org:8000", "Does salt raise blood pressure?", &[]);
    assert!(!away.status.success());
    assert_eq!(server.lock().unwrap().queries.len(), asked);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn an_answer_that_is_none_is_an_error_and_a_passage_under_a_false_id_is_left_out() {
    let passage = |id: &str| json!({ "ids": [[id]], "documents": [["Text."]], "metadatas": [[{ "citation": "A" }]], "distances": [[0.2]] });
    let read = |answer: &Value| chaperone::library::chroma::nearest(answer.to_string().as_bytes(), 5);
    assert_eq!(read(&passage("0")).unwrap(), (Vec::new(), 1));
    assert_eq!(
        read(&json!({ "ids": [[]], "documents": [[]], "metadatas": [[]], "distances": [[]] })).unwrap(),
        (Vec::new(), 0)
    );
    for answer in [
        json!({}),
        json!([]),
        json!({ "ids": [], "documents": [], "metadatas": [], "distances": [] }),
        json!({ "ids": [["a", "b"]], "documents": [["x"]], "metadatas": [[{}]], "distances": [[0.1]] }),
        json!({ "ids": [vec!["a"; 6]], "documents": [vec!["x"; 6]], "metadatas": [[{}, {}, {}, {}, {}, {}]], "distances": [vec![0.1; 6]] }),
    ] {
        assert!(read(&answer).is_err(), "{answer}");
    }
    let named = |name: &str| {
        chaperone::library::chroma::collection_named(
            name,
            json!([{ "id": COLLECTION, "name": "papers" }]).to_string().as_bytes(),
        )
    };
    assert_eq!(named("papers").unwrap(), COLLECTION);
    assert!(named("others").is_err());
}
