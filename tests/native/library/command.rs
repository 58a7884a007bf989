//! The commands that build and search libraries, run as a person runs them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::Value;

mod host;

use host::{Habits, host};

fn chaperone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaperone")).args(arguments).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chaperone-library-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_library_is_built_of_files_and_searched_in_a_file_and_at_an_address() {
    let folder = folder("whole");
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/literature");
    let files = ["pubmed.xml", "medline.nbib", "references.ris", "jats.xml", "bioc.xml"].map(|name| data.join(name));
    let pack = folder.join("own.pack");
    let pack = pack.to_str().unwrap();
    let mut arguments = vec!["library", "build", "--json", "--chunking", "semantic", "--pack", pack];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let made = json(&chaperone(&arguments));
    assert_eq!(
        (made["counts"]["articles"].as_u64(), made["repeats"].as_u64(), made["counts"]["retracted"].as_u64()),
        (Some(10), Some(1), Some(3))
    );
    assert_eq!(made["files"].as_array().unwrap().len(), 5);
    let question = "What did Smith find about walking since 2019?";
    let found = json(&chaperone(&["library", "search", pack, question, "--json"]));
    let hit = &found["found"]["hits"][0];
    assert_eq!(hit["passage"]["citation"], "Smith 2019 · PMID 90000001 · Results, Conclusions");
    assert_eq!(found["fingerprint"], made["fingerprint"]);
    let told = chaperone(&["library", "search", pack, "supplement", "--pin", made["fingerprint"].as_str().unwrap()]);
    assert!(String::from_utf8_lossy(&told.stdout).contains("RETRACTED"));
    assert!(!chaperone(&["library", "search", pack, "supplement", "--pin", "00"]).status.success());

    let bytes = std::fs::read(pack).unwrap();
    let served = host(bytes.clone(), Habits::default());
    let over = json(&chaperone(&["library", "search", &served.address, question, "--json"]));
    assert_eq!(over["found"], found["found"]);
    let heard: Vec<String> = served.heard.try_iter().collect();
    assert!(!heard.is_empty());
    for request in heard {
        let lower = request.to_lowercase();
        assert!(lower.starts_with("get /library.pack http/1.1"));
        let names: Vec<&str> =
            lower.lines().skip(1).filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| ["host", "range", "accept", "accept-encoding"].contains(name)), "{names:?}");
        assert!(!lower.contains("smith") && !lower.contains("walk"), "what is asked stays here");
    }
    let served = host(bytes, Habits { whole: true, ..Habits::default() });
    let refused = chaperone(&["library", "search", &served.address, question]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("whole file"));
    let plain = chaperone(&["library", "search", "http://example.org/own.pack", question]);
    assert!(String::from_utf8_lossy(&plain.stderr).contains("https"));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn beside_an_answer_from_records_stand_public_texts_in_boxes_of_their_own() {
    let folder = folder("beside");
    let (pack, record) = (folder.join("own.pack"), folder.join("note.txt"));
    let pack = pack.to_str().unwrap();
    std::fs::write(&record, "The patient had a stroke in 2019 and takes aspirin.").unwrap();
    let articles = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/literature/pubmed.xml");
    json(&chaperone(&["library", "build", "--json", "--pack", pack, articles]));
    let ask = |more: &[&str]| {
        let asked = ["ask", "--records", record.to_str().unwrap(), "--library", pack];
        chaperone(&[&asked[..], more, &["--", "What about the stroke since 2019?"]].concat())
    };
    let said = String::from_utf8(ask(&[]).stdout).unwrap();
    let (records, literature) = said.split_once("From the library").unwrap();
    assert!(records.contains("takes aspirin") && !records.contains("PMID"), "{records}");
    assert!(literature.contains("╔ [Source 1] ") && literature.contains("public text, verbatim"), "{literature}");
    assert!(literature.contains("RETRACTED") && !literature.contains("takes aspirin"), "{literature}");
    let told = json(&ask(&["--json"]));
    assert!(told["literature"]["hits"].as_array().is_some_and(|hits| hits.len() > 1));
    assert!(told["answer"]["blocks"].to_string().find("PMID").is_none());
    let plain = chaperone(&["ask", "--records", record.to_str().unwrap(), "--json", "--", "What about the stroke?"]);
    assert!(json(&plain).get("literature").is_none());
    let hosted = chaperone(&[
        "ask",
        "--records",
        record.to_str().unwrap(),
        "--library",
        "https://example.org/own.pack",
        "--",
        "What about the stroke?",
    ]);
    assert!(String::from_utf8_lossy(&hosted.stderr).contains("read from a file"));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_makes_no_library() {
    let folder = folder("bad");
    let bad = folder.join("bad.xml");
    std::fs::write(&bad, "<svg>no</html>").unwrap();
    let pack = folder.join("none.pack");
    let output = chaperone(&["library", "build", "--pack", pack.to_str().unwrap(), bad.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("bad.xml") && said.contains("none of the formats"), "{said}");
    assert!(!pack.exists());
    let _ = std::fs::remove_dir_all(folder);
}

/// Where the range begins that a request asks for, and how long it is.
fn range_of(request: &str) -> Option<(u64, u64)> {
    let (first, last) = request.to_lowercase().lines().find_map(|line| {
        let (first, last) = line.strip_prefix("range: bytes=")?.split_once('-')?;
        Some((first.parse::<u64>().ok()?, last.parse::<u64>().ok()?))
    })?;
    Some((first, last + 1 - first))
}

/// The ranges that were asked for, as they came.
fn ranges(heard: &std::sync::mpsc::Receiver<String>) -> Vec<(u64, u64)> {
    heard.try_iter().map(|request| range_of(&request).expect("each asks for one range")).collect()
}

/// Where the body of a pack begins: behind the header, the root and a hash for each block, as the header says.
fn body_at(pack: &[u8]) -> u64 {
    let root = u64::from(u32::from_le_bytes(pack[12..16].try_into().unwrap()));
    let body = u64::from_le_bytes(pack[16..24].try_into().unwrap());
    let body_at = 64 + root + body.div_ceil(8192) * 16;
    assert_eq!(body_at + body, pack.len() as u64);
    body_at
}

/// A library of many invented articles in `folder`.
fn many(folder: &std::path::Path) -> String {
    let (ris, pack) = (folder.join("many.ris"), folder.join("many.pack"));
    std::fs::write(&ris, super::invented(4000)).unwrap();
    let pack = pack.to_str().unwrap().to_owned();
    json(&chaperone(&["library", "build", "--json", "--pack", &pack, ris.to_str().unwrap()]));
    pack
}

#[test]
fn ranges_of_one_round_are_asked_for_side_by_side_and_the_first_that_fails_is_told() {
    let folder = folder("beside-each-other");
    let pack = many(&folder);
    let bytes = std::fs::read(&pack).unwrap();
    let words = "w3481 w77 w900 w12 w2500 w1999";
    let search = |at: &str| chaperone(&["library", "search", at, words, "--unpadded", "--reading", "none", "--json"]);
    let here = json(&chaperone(&["library", "search", &pack, words, "--reading", "none", "--json"]));
    let slow = |failing| Habits { delay: Duration::from_millis(60), failing, ..Habits::default() };
    let served = host(bytes.clone(), slow(BTreeMap::new()));
    let over = json(&search(&served.address));
    assert_eq!(over["found"], here["found"]);
    let most = served.most.load(Ordering::SeqCst);
    assert!((2..=6).contains(&most), "{most} at a time");
    let asked = ranges(&served.heard);
    assert_eq!(over["read"]["ranges"].as_u64(), Some(asked.len() as u64));
    assert_eq!(over["read"]["bytes"].as_u64(), Some(asked.iter().map(|(_, len)| len).sum()));
    // Each of the body fails by itself, each later one sooner: what is told is of the first of its round.
    let mut starts: Vec<u64> =
        asked.iter().map(|(start, _)| *start).filter(|start| *start >= body_at(&bytes)).collect();
    starts.sort_unstable();
    let failing = (0..).zip(&starts).map(|(at, start): (usize, _)| {
        let later = Duration::from_millis(20 * (starts.len() - at) as u64);
        (*start as usize, (500 + at as u16, later))
    });
    let failing: BTreeMap<usize, (u16, Duration)> = failing.collect();
    let told = |failing: BTreeMap<usize, (u16, Duration)>| {
        let output = search(&host(bytes.clone(), slow(failing)).address);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let first = told(failing.clone());
    assert!(first.contains("the server did not answer a range"), "{first}");
    assert_eq!((told(failing.clone()), told(failing.clone())), (first.clone(), first.clone()));
    // One alone is told as it is, whichever it is.
    for (start, (status, _)) in failing.iter().take(4) {
        let told = told(BTreeMap::from([(*start, (*status, Duration::ZERO))]));
        assert!(told.contains(&status.to_string()), "{told}");
    }
    let (start, _) = failing.first_key_value().unwrap();
    let gone = told(BTreeMap::from([(*start, (404, Duration::ZERO))]));
    assert!(gone.contains("there is no pack at this address"), "{gone}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_host_hears_of_windows_of_one_size_alone_unless_it_may_know() {
    const WINDOW: u64 = 128 << 10;
    let folder = folder("padded");
    let bytes = std::fs::read(many(&folder)).unwrap();
    let total = bytes.len() as u64;
    let body_at = body_at(&bytes);
    let served = host(bytes, Habits::default());
    let search = |more: &[&str]| {
        let asked = ["library", "search", &served.address, "w3481 w77 w900", "--json"];
        let found = json(&chaperone(&[&asked[..], more].concat()));
        (found["found"].clone(), ranges(&served.heard))
    };
    let (found, padded) = search(&[]);
    let (bare_found, bare) = search(&["--unpadded"]);
    assert_eq!(found, bare_found);
    let is_of_body = |range: &&(u64, u64)| range.0 >= body_at;
    let windows: Vec<(u64, u64)> = padded.iter().filter(is_of_body).copied().collect();
    assert!(
        windows
            .iter()
            .all(|(start, len)| (start - body_at).is_multiple_of(WINDOW) && *len == WINDOW.min(total - start)),
        "{windows:?}"
    );
    let distinct: std::collections::BTreeSet<u64> =
        windows.iter().map(|(start, _)| (start - body_at) / WINDOW).collect();
    assert_eq!(distinct.len(), windows.len(), "none is asked for twice");
    // Each window that is needed is among them, and others are beside it.
    let needed: std::collections::BTreeSet<u64> = bare
        .iter()
        .filter(is_of_body)
        .flat_map(|(start, len)| [start - body_at, start - body_at + len - 1])
        .map(|at| at / WINDOW)
        .collect();
    // Of so small a pack a window that is drawn first is often one that is needed later.
    assert!(needed.is_subset(&distinct) && distinct.len() > needed.len(), "{needed:?} {distinct:?}");
    assert!(
        bare.iter().filter(is_of_body).any(|(_, len)| len % WINDOW != 0),
        "without padding sizes tell what is read"
    );
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_file_in_latin_1_is_told_and_makes_no_library_of_wrong_signs() {
    let folder = folder("latin");
    let (file, pack) = (folder.join("latin.ris"), folder.join("none.pack"));
    std::fs::write(&file, b"TY  - JOUR\nTI  - \xdcber Salz\nER  - \n").unwrap();
    let output = chaperone(&["library", "build", "--pack", pack.to_str().unwrap(), file.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("is not UTF-8") && said.contains("no article"), "{said}");
    assert!(!pack.exists());
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_configuration_is_the_same_in_toml_and_in_json() {
    use chaperone::library::configuration::Choices;
    let toml = r#"
        [build]
        chunking = ["semantic", "whole"]
        prefix = "title,mesh"
        k1 = [0.9, 1.5]
        b = 0.4
        questions = true
        [search]
        strategy = ["rrf:20", "mmr:0.5", "keyword"]
        top-k = 7
        probes = [16, 32]
        filters = false
        evidence = true
        questions = "beside"
        spelling = [true, false]
        concepts = true
        queries = [false, true]
        causal = true
    "#;
    let json = r#"{
        "build": {"chunking": ["semantic", "whole"], "prefix": "title,mesh", "k1": [0.9, 1.5], "b": 0.4, "questions": true},
        "search": {"strategy": ["rrf:20", "mmr:0.5", "keyword"], "top-k": 7, "probes": [16, 32], "filters": false, "evidence": true,
            "questions": "beside", "spelling": [true, false], "concepts": true, "queries": [false, true], "causal": true}}"#;
    let (toml, json): (Choices, Choices) = (toml::from_str(toml).unwrap(), Choices::from_json(json).unwrap());
    assert_eq!(toml, json);
    let ways = toml.ways().unwrap();
    assert_eq!((ways.len(), ways.clone()), (2 * 2 * 3 * 2 * 2 * 2, json.ways().unwrap()));
    assert!(ways.iter().all(|way| way.reading.concepts && way.reading.causal && way.top_k == 7));
}

#[test]
fn a_search_reads_slips_and_asks_in_other_wordings_where_that_is_said() {
    let folder = folder("reading");
    let (pack, file) = (folder.join("own.pack"), folder.join("way.toml"));
    let pack = pack.to_str().unwrap();
    let articles = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/literature/pubmed.xml");
    json(&chaperone(&["library", "build", "--json", "--pack", pack, articles]));
    let question = "Does asprin reduce stroke?";
    let search = |more: &[&str]| chaperone(&[&["library", "search", pack, question][..], more].concat());
    let plain = json(&search(&["--json", "--reading", "none"]));
    assert!(plain["found"].get("corrections").is_none() && plain["found"].get("wordings").is_none());
    let flags = json(&search(&["--json", "--reading", "spelling,concepts,queries,causal"]));
    assert!(flags["found"]["corrections"].as_array().is_some_and(|read| !read.is_empty()), "{flags}");
    assert_eq!(flags["found"]["wordings"][0], "effect of asprin on stroke");
    std::fs::write(&file, "[search]\nspelling = true\nconcepts = true\nqueries = true\ncausal = true\n").unwrap();
    assert_eq!(json(&search(&["--json", "--config", file.to_str().unwrap()]))["found"], flags["found"]);
    let told = search(&["--reading", "spelling,causal"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let usual = json(&search(&["--json"]));
    assert!(usual["found"]["corrections"].as_array().is_some_and(|read| !read.is_empty()), "{usual}");
    assert!(usual["found"].get("wordings").is_none());
    // At an address slips are read where one says so alone: the pages around one tell its host how the word begins.
    let served = host(std::fs::read(pack).unwrap(), Habits::default());
    let there =
        |more: &[&str]| json(&chaperone(&[&["library", "search", &served.address, question, "--json"], more].concat()));
    assert!(there(&[])["found"].get("corrections").is_none());
    assert!(there(&["--reading", "spelling"])["found"].get("corrections").is_some());
    let says = |text: &str| {
        std::fs::write(&file, text).unwrap();
        there(&["--config", file.to_str().unwrap()])["found"].get("corrections").is_some()
    };
    assert!(!says("") && !says("[search]\ntop-k = 5\n"), "a file that says nothing of slips asks for nothing");
    assert!(says("[search]\nspelling = true\n"));
    assert!(
        told.contains("asprin is not in it, and read as aspirin") && told.contains("also looked for as: "),
        "{told}"
    );
    let _ = std::fs::remove_dir_all(folder);
}
