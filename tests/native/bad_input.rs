//! Files that are broken, hostile or something else: what can be read is read, the rest is listed, nothing already loaded
//! is lost, and no value of a file stands in any message. The small cases are data (`data/bad_input.json`).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use base64::Engine as _;
use chaperone::document::{Records, Skipped, Wrapping};
use chaperone::error::{Code, Result};
use chaperone::ingest::{Import, MAX_LISTED, MAX_UNWRAPPED_BYTES, NO_JSON, Report, STEP_BYTES, read};
use chaperone::progress::Unwatched;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::files::{bundle, gzip, patient, weight, zip};
use crate::invariants;

const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");
const SOLBERG: &[u8] = include_bytes!("../../examples/records/solberg.json");

/// Texts that stand in the values of the cases, and may stand in no message.
const CANARIES: &[&str] = &["Quix", "Zanzibar", "canary-", "555-0199", "5550199"];
/// Sizes of steps that any file must be readable in.
const BUDGETS: &[&[usize]] = &[&[1], &[7, 1000, 2], &[10_007]];
/// Bytes of a file from which on it is read in large steps only.
const LARGE: usize = 1 << 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Case {
    name: String,
    /// The file, as JSON to be written without spaces, …
    json: Option<Value>,
    /// … as text, …
    text: Option<String>,
    /// … as bytes, one for each character up to U+00FF, …
    bytes: Option<String>,
    /// … or as lines, each JSON or text.
    lines: Option<Vec<Value>>,
    /// The code and a part of the message.
    refused: Option<(String, String)>,
    /// The ids of the documents made.
    documents: Option<Vec<String>>,
    /// Path and a part of the reason of everything listed, in order.
    #[serde(default)]
    skipped: Vec<(String, String)>,
    /// Texts that are known as identifying afterwards.
    #[serde(default)]
    identifiers: Vec<String>,
}

impl Case {
    fn file(&self) -> Vec<u8> {
        let line = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_owned);
        match (&self.json, &self.text, &self.bytes, &self.lines) {
            (Some(json), None, None, None) => serde_json::to_vec(json).unwrap(),
            (None, Some(text), None, None) => text.clone().into_bytes(),
            (None, None, Some(bytes), None) => bytes.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
            (None, None, None, Some(lines)) => lines.iter().map(line).collect::<Vec<_>>().join("\n").into_bytes(),
            _ => panic!("{}: a case has one file", self.name),
        }
    }
}

/// What was loaded before: a part of a sample, so that a case takes little time.
static LOADED: LazyLock<Vec<u8>> = LazyLock::new(|| sample(OKAFOR, 12, false));

fn loaded() -> Records {
    let mut records = Records::default();
    read(&mut records, &LOADED, &mut Unwatched).unwrap();
    records
}

/// Reads `file` next to what `before` holds in steps of every size.
fn check(before: &Records, file: &[u8]) -> Result<Report> {
    let small = if file.len() > LARGE { BUDGETS.len() - 1 } else { 0 };
    let mut outcomes: Vec<_> = BUDGETS[small..]
        .iter()
        .map(|budgets| invariants::steps::check(before, &[&LOADED], file, budgets, CANARIES))
        .collect();
    outcomes.pop().unwrap()
}

/// What was not read; the patient of most cases is in no file, which is told once for each file.
fn skipped(report: &Report) -> impl Iterator<Item = &Skipped> {
    report.skipped.iter().filter(|skipped| !skipped.reason.contains("Patient not in the file"))
}

fn paths(report: &Report) -> Vec<&str> {
    skipped(report).map(|skipped| skipped.path.as_str()).collect()
}

/// Returns whether a document was made of a case: of its patient, or of a text that names none.
fn is_of_case(id: &str) -> bool {
    id.starts_with("canary") || id.starts_with("source-")
}

#[test]
fn every_case_is_read_as_far_as_it_can_be() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/bad_input.json")).unwrap();
    assert!(cases.len() >= 40);
    let before = loaded();
    for case in cases {
        let plain = case.file();
        for file in [plain.clone(), gzip(&plain)] {
            match (check(&before, &file), &case.refused, &case.documents) {
                (Err(error), Some((code, says)), None) => {
                    assert_eq!(error.code().as_str(), code, "{}: {error}", case.name);
                    assert!(error.to_string().contains(says), "{}: {error}", case.name);
                }
                (Ok(report), None, Some(documents)) => {
                    let found = skipped(&report).map(|skipped| (skipped.path.as_str(), skipped.reason.as_str()));
                    let found: Vec<(&str, &str)> = found.collect();
                    assert_eq!(found.len(), case.skipped.len(), "{}: {found:?}", case.name);
                    for ((path, reason), (expected, part)) in found.iter().zip(&case.skipped) {
                        assert!(path == expected && reason.contains(part), "{}: {path}: {reason}", case.name);
                    }
                    let mut records = before.clone();
                    read(&mut records, &file, &mut Unwatched).unwrap();
                    let made = records.documents.iter().map(|document| document.id.as_str());
                    let made: BTreeSet<&str> = made.filter(|id| is_of_case(id)).collect();
                    assert_eq!(made, documents.iter().map(String::as_str).collect(), "{}", case.name);
                    for text in &case.identifiers {
                        let known = records.identifiers.iter().any(|known| known.text == *text);
                        assert!(known, "{}: {text} is not known", case.name);
                    }
                    let theirs = |records: &Records| {
                        records.documents.iter().filter(|d| !is_of_case(&d.id)).cloned().collect::<Vec<_>>()
                    };
                    assert!(theirs(&records) == theirs(&before), "{}: changed what was loaded", case.name);
                }
                (outcome, ..) => panic!("{}: {outcome:?}", case.name),
            }
        }
    }
}

#[test]
fn what_was_given_up_changes_nothing() {
    let mut records = loaded();
    let before = records.clone();
    for steps in [0, 1, 5, 100] {
        let mut import = Import::begin(SOLBERG).unwrap();
        for _ in 0..steps {
            assert!(!import.step(&records, 1000).unwrap().finished);
        }
        if steps == 1 {
            let error = import.finish(&mut records).unwrap_err();
            assert_eq!(error.code(), Code::InvalidArgument);
        }
        assert!(records == before);
    }
    let mut again = Import::begin(LOADED.as_slice()).unwrap();
    while !again.step(&records, 1000).unwrap().finished {}
    assert!(again.finish(&mut records).unwrap().already_read);
    let mut refused = Import::begin(b"{}".as_slice()).unwrap();
    while refused.step(&records, 1).is_ok() {}
    assert_eq!(refused.step(&records, 1).unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(refused.finish(&mut records).unwrap_err().code(), Code::InvalidArgument);
    assert!(records == before);
}

/// Two files that are read at the same time are two files.
#[test]
fn imports_may_be_interleaved() {
    let mut records = Records::default();
    let mut imports = [OKAFOR, SOLBERG, OKAFOR].map(|file| Import::begin(file).unwrap());
    while !imports.iter_mut().map(|import| import.step(&records, 5000).unwrap().finished).fold(true, |a, b| a & b) {}
    let [first, second, third] = imports;
    second.finish(&mut records).unwrap();
    first.finish(&mut records).unwrap();
    assert!(third.finish(&mut records).unwrap().already_read);
    invariants::check(&records, &[SOLBERG, OKAFOR]);
}

#[test]
fn depth_is_refused_where_it_stands_and_nothing_else_is() {
    let before = loaded();
    let open = |with: &str| with.repeat(100_000);
    let deep = open("[") + &open("]");
    let objects = open("{\"a\":") + "1" + &open("}");
    let asthma = r#"{"resourceType":"Condition","subject":{"reference":"Patient/canary-7"},"code":{"text":"Asthma"}}"#;
    for inside in [&deep, &objects] {
        let file =
            format!(r#"{{"x":{inside},"resourceType":"Bundle","entry":[{{"y":{inside}}},{{"resource":{asthma}}}]}}"#);
        let report = check(&before, file.as_bytes()).unwrap();
        assert_eq!((paths(&report), report.documents), (vec!["entry[0]"], 1));
        let lines = format!("{{\"resourceType\":\"Observation\",\"a\":{inside}}}\n{asthma}\n{inside}\n");
        let report = check(&before, lines.as_bytes()).unwrap();
        assert_eq!((paths(&report), report.documents), (vec!["line[0]", "line[2]"], 1));
        let alone = format!(r#"{{"resourceType":"Observation","a":{inside}}}"#);
        assert_eq!(check(&before, alone.as_bytes()).unwrap_err().code(), Code::TooLarge);
    }
    for file in [open("["), open("{\"a\":"), deep.clone(), objects, open("[{\"entry\":"), open("{\"entry\":[")] {
        assert!(matches!(check(&before, file.as_bytes()).unwrap_err().code(), Code::Malformed | Code::Unsupported));
    }
}

#[test]
fn a_hundred_thousand_empty_entries_are_counted_and_not_all_listed() {
    let before = loaded();
    let entries = vec!["{}"; 100_000].join(",");
    let file = format!(r#"{{"resourceType":"Bundle","entry":[{entries}]}}"#);
    let report = check(&before, file.as_bytes()).unwrap();
    assert_eq!((report.skipped.len(), report.unlisted), (MAX_LISTED, 100_000 - MAX_LISTED));
    let lines = "{\"a\":1}\n".repeat(100_000) + r#"{"resourceType":"Claim"}"#;
    let report = check(&before, lines.as_bytes()).unwrap();
    assert_eq!((report.skipped.len(), report.unlisted), (MAX_LISTED, 100_000 - MAX_LISTED));
}

#[test]
fn long_texts_are_read() {
    let long = "Zanzibar ".repeat(200_000);
    let mut observation = weight("a", "p", "2020-01-02", 60.0);
    observation["valueString"] = long.clone().into();
    let name = long.trim_end().to_owned();
    let file = bundle([json!({ "resourceType": "Patient", "id": "p", "name": [{ "family": name }] }), observation]);
    assert_eq!(check(&loaded(), &file).unwrap().documents, 1);
}

/// A Bundle of a hundred megabytes: letters of some size, as exports have them.
#[test]
fn a_hundred_megabytes_are_read_step_by_step() {
    let letter = "All is well, and nothing has changed since the last visit.\n".repeat(4000);
    let mut file = br#"{"resourceType":"Bundle","entry":["#.to_vec();
    let mut letters = 0;
    while file.len() < 100_000_000 {
        let data = base64::engine::general_purpose::STANDARD.encode(format!("Letter {letters}\n{letter}"));
        let reference = json!({ "resource": { "resourceType": "DocumentReference", "subject": { "reference": "Patient/canary-7" },
            "content": [{ "attachment": { "contentType": "text/plain", "data": data } }] } });
        serde_json::to_writer(&mut file, &reference).unwrap();
        file.push(b',');
        letters += 1;
    }
    file.pop();
    file.extend_from_slice(b"]}");
    let total = file.len() as u64;
    let mut records = loaded();
    let (mut steps, mut done) = (0, 0);
    let mut import = Import::begin(file).unwrap();
    loop {
        let step = import.step(&records, STEP_BYTES).unwrap();
        // A step reads what it was asked for and the entry that it ends in.
        assert!(step.total == total && step.done - done <= (STEP_BYTES + 500_000) as u64);
        (steps, done) = (steps + 1, step.done);
        if step.finished {
            break;
        }
    }
    assert!(steps > 1000, "{steps} steps");
    let report = import.finish(&mut records).unwrap();
    assert_eq!((report.documents, skipped(&report).count()), (letters, 0));
}

#[test]
fn gzip_is_read_as_far_as_it_goes() {
    let before = loaded();
    let whole = check(&before, &gzip(SOLBERG)).unwrap();
    let packed = gzip(SOLBERG);
    let cut = &packed[..packed.len() / 2];
    let report = check(&before, cut).unwrap();
    assert!(report.documents > 0 && report.documents < whole.documents);
    assert!(report.cut && !whole.cut);
    assert_eq!(report.skipped[0].path, "");
    assert!(report.skipped[0].reason.contains("the gzip is cut short"));
    assert!(report.skipped[1].path.starts_with("entry[") && report.skipped[1].reason.contains("cut short here"));
    let half = SOLBERG.len() / 2;
    let members = [gzip(&SOLBERG[..half]), gzip(&SOLBERG[half..])].concat();
    assert_eq!(check(&before, &members).unwrap().documents, whole.documents);
    let nested = check(&before, &gzip(&packed)).unwrap_err();
    assert!(nested.to_string().contains("gzip within gzip"), "{nested}");
    let zip = check(&before, &gzip(b"PK\x03\x04 Quixley")).unwrap_err();
    assert!(zip.to_string().contains("ZIP archive"), "{zip}");
    let followed = check(&before, &[&packed[..], b"Quixley"].concat()).unwrap();
    assert_eq!((followed.documents, followed.cut), (whole.documents, false));
    assert!(followed.skipped[0].reason.contains("what follows the end of the gzip"));
    let mut flipped = packed.clone();
    let end = flipped.len();
    flipped[end - 6] ^= 1;
    for broken in [&packed[..12], &flipped, &gzip(b"")] {
        assert_eq!(check(&before, broken).unwrap_err().code(), Code::Malformed);
    }
    let mut records = before.clone();
    read(&mut records, cut, &mut Unwatched).unwrap();
    assert_eq!(records.files[1].wrapping, [Wrapping::Gzip]);
}

#[test]
fn a_text_that_is_called_json_is_read_and_told() {
    const LETTER: &[u8] = b"Dear Ms. Quixley,\nyour weight is 60 kg.\n";
    let told = |name: &str, file: &[u8]| {
        let mut records = Records::default();
        let mut import = Import::begin(file).unwrap().named(name);
        while !import.step(&records, STEP_BYTES).unwrap().finished {}
        let report = import.finish(&mut records).unwrap();
        assert!(report.documents > 0, "{name}");
        report.skipped.into_iter().filter(|one| one.reason == NO_JSON).map(|one| one.path).collect::<Vec<_>>()
    };
    for name in ["letter.json", "Letters/A.NDJSON", "a.jsonl", "letter.json.gz"] {
        assert_eq!(told(name, LETTER), [""], "{name}");
        assert_eq!(told(name, &gzip(LETTER)), [""], "{name}");
        assert!(told(name, OKAFOR).is_empty(), "{name}");
    }
    for name in ["letter.txt", "letter", "letter.json.txt", "json"] {
        assert!(told(name, LETTER).is_empty(), "{name}");
    }
    let archive = zip(&[("a.json", Some(LETTER)), ("b.txt", Some(b"Rest.")), ("c.json", Some(OKAFOR))]);
    assert_eq!(told("all.zip", &archive), ["file[0]"]);
}

/// A bomb is given up at the limit, after as many steps as its bytes need.
/// Reads `bomb` in steps of 4 MiB and returns how many there were before it was refused as too large.
fn steps_until_too_large(bomb: Vec<u8>) -> usize {
    let records = loaded();
    let mut import = Import::begin(bomb).unwrap();
    let mut steps = 0;
    let error = loop {
        match import.step(&records, 1 << 22) {
            Ok(step) => assert!(!step.finished),
            Err(error) => break error,
        }
        steps += 1;
    };
    assert_eq!(error.code(), Code::TooLarge);
    steps
}

#[test]
fn a_bomb_ends_at_the_limit() {
    let member = gzip(&vec![b' '; 1 << 20]);
    let bomb = member.repeat((MAX_UNWRAPPED_BYTES >> 20) + 100);
    assert!(bomb.len() < MAX_UNWRAPPED_BYTES / 32);
    let steps = steps_until_too_large(bomb);
    assert!((MAX_UNWRAPPED_BYTES >> 22..=(MAX_UNWRAPPED_BYTES >> 22) + 2).contains(&steps), "{steps} steps");
}

#[test]
fn members_of_an_archive_are_a_bomb_together() {
    let member = vec![b' '; 1 << 23];
    let count = (MAX_UNWRAPPED_BYTES >> 23) + 4;
    let names: Vec<String> = (0..count).map(|at| format!("{at}.txt")).collect();
    let members: Vec<(&str, Option<&[u8]>)> = names.iter().map(|name| (name.as_str(), Some(&member[..]))).collect();
    let bomb = zip(&members);
    assert!(bomb.len() < MAX_UNWRAPPED_BYTES / 256);
    let steps = steps_until_too_large(bomb);
    assert!(steps <= (MAX_UNWRAPPED_BYTES >> 22) + 2 * count, "{steps} steps");
}

/// A small file with every kind of thing in it, to be broken.
fn small() -> Vec<u8> {
    let note = base64::engine::general_purpose::STANDARD.encode("# Plan\nRest.\n");
    bundle([
        patient("p", "Quixley"),
        weight("a", "p", "2020-01-02T10:00:00Z", 60.125),
        json!({ "resourceType": "Observation", "subject": { "reference": "Patient/p" }, "code": { "text": "BP \"é\" \u{1}" },
            "component": [{ "code": { "text": "x" }, "valueQuantity": { "value": -0.0, "unit": "mm\t[Hg]" } },
                { "code": { "text": "y" }, "valueCodeableConcept": { "coding": [{ "display": "🩺" }] } }] }),
        json!({ "resourceType": "Condition", "code": { "text": "C" }, "onsetDateTime": "2019" }),
        json!({ "resourceType": "DocumentReference", "content": [{ "attachment": { "contentType": "text/plain", "data": note } }] }),
    ])
}

#[test]
fn a_file_cut_anywhere_gives_what_stands_before_the_cut() {
    let file = small();
    let mut found = 0;
    for end in 0..file.len() {
        let empty = Records::default();
        let documents = match invariants::steps::check(&empty, &[], &file[..end], &[3], CANARIES) {
            Ok(report) => {
                assert!(report.cut && report.skipped.iter().any(|skipped| skipped.reason.contains("cut short here")));
                report.documents
            }
            Err(error) => {
                assert_eq!(error.code(), Code::Malformed);
                0
            }
        };
        assert!(documents >= found, "a longer part gives less");
        found = documents;
    }
    assert_eq!(found, 2, "the readings that say whose they are");
}

/// One way to damage a file.
#[derive(Debug, Clone)]
enum Damage {
    Set(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Drop(prop::sample::Index, usize),
    Insert(prop::sample::Index, Vec<u8>),
    /// Bytes of the other file, from a place on.
    Splice(prop::sample::Index, prop::sample::Index, usize),
}

impl Damage {
    fn strategy() -> impl Strategy<Value = Damage> {
        let any_index = any::<prop::sample::Index>;
        let byte = || prop_oneof![any::<u8>(), prop::sample::select(b"{}[]\",:\\0-e.u \n\r\x00\xef".to_vec())];
        prop_oneof![
            4 => (any_index(), byte()).prop_map(|(at, byte)| Damage::Set(at, byte)),
            1 => any_index().prop_map(Damage::Cut),
            2 => (any_index(), 1_usize..200).prop_map(|(at, bytes)| Damage::Drop(at, bytes)),
            2 => (any_index(), prop::collection::vec(byte(), 1..20)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
            2 => (any_index(), any_index(), 1_usize..2000).prop_map(|(at, from, bytes)| Damage::Splice(at, from, bytes)),
        ]
    }

    fn apply(&self, file: &mut Vec<u8>, other: &[u8]) {
        if file.is_empty() {
            return;
        }
        match self {
            Damage::Set(at, byte) => {
                let at = at.index(file.len());
                file[at] = *byte;
            }
            Damage::Cut(at) => file.truncate(at.index(file.len())),
            Damage::Drop(at, bytes) => {
                let at = at.index(file.len());
                file.drain(at..(at + bytes).min(file.len()));
            }
            Damage::Insert(at, bytes) => {
                let at = at.index(file.len());
                file.splice(at..at, bytes.iter().copied());
            }
            Damage::Splice(at, from, bytes) => {
                let (at, from) = (at.index(file.len()), from.index(other.len()));
                let part = &other[from..(from + bytes).min(other.len())];
                file.splice(at..at, part.iter().copied());
            }
        }
    }
}

/// The first `count` entries of a sample and its last, so that a case takes little time.
fn sample(file: &[u8], count: usize, pretty: bool) -> Vec<u8> {
    let mut whole: Value = serde_json::from_slice(file).unwrap();
    let entries = whole["entry"].as_array_mut().unwrap();
    entries.drain(count..entries.len() - 5);
    if pretty { serde_json::to_vec_pretty(&whole) } else { serde_json::to_vec(&whole) }.unwrap()
}

fn lines(file: &[u8], count: usize) -> Vec<u8> {
    let whole: Value = serde_json::from_slice(&sample(file, count, false)).unwrap();
    let entries = whole["entry"].as_array().unwrap();
    entries.iter().map(|entry| format!("{}\n", entry["resource"])).collect::<String>().into_bytes()
}

/// Values of both samples that no code or unit has.
const SAMPLE_CANARIES: &[&str] =
    &["Okafor", "Amara", "Solberg", "Håkon", "Kestrel", "Fairhollow", "999-00", "555-01", "@mail"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_damaged_sample_is_read_or_refused_alike_in_any_steps(
        damages in prop::collection::vec(Damage::strategy(), 1..5),
        budgets in prop::collection::vec(1_usize..5000, 1..5),
        shape in 0..3,
        packed: bool,
    ) {
        let mut file = match shape {
            0 => sample(OKAFOR, 12, false),
            1 => sample(OKAFOR, 12, true),
            _ => lines(OKAFOR, 12),
        };
        damages.iter().for_each(|damage| damage.apply(&mut file, SOLBERG));
        let file = if packed { gzip(&file) } else { file };
        let _ = invariants::steps::check(&Records::default(), &[], &file, &budgets, SAMPLE_CANARIES);
    }

    #[test]
    fn a_damaged_gzip_is_read_or_refused_alike_in_any_steps(
        damages in prop::collection::vec(Damage::strategy(), 1..3),
        budgets in prop::collection::vec(1_usize..5000, 1..5),
    ) {
        let mut file = gzip(&small());
        damages.iter().for_each(|damage| damage.apply(&mut file, SOLBERG));
        let _ = invariants::steps::check(&Records::default(), &[], &file, &budgets, CANARIES);
    }

    #[test]
    fn a_damaged_small_file_keeps_every_invariant(
        damages in prop::collection::vec(Damage::strategy(), 1..8), budgets in prop::collection::vec(1_usize..50, 1..5),
    ) {
        let (mut file, other) = (small(), small());
        damages.iter().for_each(|damage| damage.apply(&mut file, &other));
        let _ = invariants::steps::check(&Records::default(), &[], &file, &budgets, &["Quix"]);
    }

    #[test]
    fn any_bytes_are_refused_or_are_a_note(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            // Bytes that are text, which any others hardly ever are.
            r"[a-zA-Z0-9.,:;%/() \n]{0,3}\PC{1,80}".prop_map(String::into_bytes),
        ],
        packed: bool, budget in 1_usize..40,
    ) {
        let is_text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.trim().is_empty());
        let file = if packed { gzip(&bytes) } else { bytes };
        if let Ok(report) = invariants::steps::check(&Records::default(), &[], &file, &[budget], &[]) {
            prop_assert!(is_text && report.facts == 0 && report.documents <= 1, "{:?}", report);
        }
    }
}
