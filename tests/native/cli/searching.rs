//! What a search finds, how it is shown, and the index that it keeps.

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

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
fn what_tells_of_a_folder_is_not_read_as_somebody() {
    let folder = Folder::new("readme");
    folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    folder.put("README.md", b"# Records\n\nBlood pressure of five people.\n");
    folder.put("note.md", b"Blood pressure was 131 on 2 March 2019.\n");
    let found = parsed(&chaperone(&["search", "--json", "--records"], &[&folder.0], &["my last blood pressure"]));
    assert_eq!(found["records"]["files"], json!(2), "{found}");
}

#[test]
fn search_counts_the_passages_of_the_cut_that_was_asked_for() {
    let folder = Folder::new("cut");
    let visits: String = (1..=40).map(|day| format!("On visit {day} the wound was dry and clean.\n\n")).collect();
    let note = folder.put("note.txt", visits.as_bytes());
    let passages = |with: &[&str]| {
        let found = parsed(&chaperone(&["search", "--json", "--records"], &[&note], &[with, &["wound"]].concat()));
        found["records"]["passages"].as_u64().unwrap()
    };
    assert_eq!(passages(&["--cut", "whole"]), 1);
    assert!(passages(&["--cut", "200"]) > passages(&["--cut", "800"]));
}
