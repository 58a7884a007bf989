//! The ledger: what a receipt tells, what a chain shows, and what neither holds.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use base64::Engine as _;
use chaperone::clearance::{Exemption, Operator, Receipt};
use chaperone::document::{EntityType, PatientIndex};
use chaperone::error::Code;
use chaperone::ledger::{
    Build, Clause, Collection, Disclosure, Found, GENESIS, HeadSeen, Ledger, PolicyMark, PublicRequest, Rulebook,
    SelfTest, Sought, State, Told, Verdict, Warning, Why, WithheldWords, accounts, checklist, proof, sha256, verify,
};
use chaperone::privacy::kind::Kind;
use chaperone::privacy::level::Level;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::policy::{Beyond, Choice, Policy};
use chaperone::privacy::vocabulary::Reason;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::recipient::Recipient;
use chaperone::room::Room;
use chaperone::span::Span;
use chaperone::workflow::Step;
use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

const FILES: [&str; 5] = ["okafor", "quinones", "rice", "solberg", "tran"];

fn room() -> Room {
    let mut room = Room::new().unwrap();
    for name in FILES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/records/{name}.json"));
        room.add(&std::fs::read(file).unwrap(), &mut Unwatched).unwrap();
    }
    room.refresh().unwrap();
    room
}

thread_local! {
    static SHARED: RefCell<Room> = RefCell::new(room());
}

fn build() -> Build {
    let hash = sha256(b"some file");
    Build::from_json(&format!(
        r#"{{"engine":"{hash}","lexicon":"","models":[{{"purpose":"embedder","sha256":"{hash}"}}]}}"#
    ))
    .unwrap()
}

/// Releases the requests of `questions` about patient `who` into `ledger`, and returns their bodies.
fn release(room: &mut Room, who: usize, questions: &[String], ledger: &mut Ledger) -> Vec<Vec<u8>> {
    room.set_subject(Some(PatientIndex(u32::try_from(who).unwrap()))).unwrap();
    let endpoint = Endpoint::new("https://models.example", "test-model", true);
    let mut bodies = Vec::new();
    for question in questions {
        // Where nothing that may leave answers, nothing is entered.
        let Ok(mut workflow) = room.prepare(question, &endpoint, [7; 32], 1_700_000_000_000) else { continue };
        let Ok(Step::Ask(cleared)) = workflow.release(&room.context()) else { panic!("refused: {question}") };
        let entry = ledger.enter(workflow.state(), cleared.receipt(), build(), 1_700_000_000_123).unwrap();
        assert_eq!(entry.disclosure.as_ref().unwrap().receipt.body_sha256, sha256(cleared.outgoing().body.as_bytes()));
        bodies.push(cleared.outgoing().body.clone().into_bytes());
    }
    bodies
}

/// Every sixth of the sample questions about `who`.
fn questions(who: &str) -> Vec<String> {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../data/answers.json")).unwrap();
    let mut questions: Vec<String> = cases
        .iter()
        .filter(|case| case["who"] == who)
        .map(|case| case["question"].as_str().unwrap().to_owned())
        .collect();
    questions.dedup();
    // Each kind of question once is enough: a review of all of them takes minutes on a slow machine.
    questions.into_iter().step_by(6).collect()
}

/// Returns the texts of `json`, hashes left out: their digits may hold any number.
fn texts(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) => {}
        Value::String(text) => all.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, all)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            all.push(name.clone());
            texts(value, all);
        }),
        Value::Number(number) => all.push(number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

/// A room with the word list and a note of one patient.
fn noted() -> Room {
    let mut room = Room::new().unwrap();
    let lexicon = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/lexicon/lexicon.bin");
    room.set_lexicon(Lexicon::read(&std::fs::read(lexicon).unwrap()).unwrap());
    let note =
        "Chest pain at the age of 62, peak flow 385 and pulse 72. Chest pain again. More chest pain. Still chest pain.";
    let bundle = serde_json::json!({"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}]}},
        {"resource": {"resourceType": "DocumentReference", "id": "n", "status": "current",
            "subject": {"reference": "Patient/p"}, "date": "2019-03-02", "type": {"text": "Progress note"},
            "content": [{"attachment": {"contentType": "text/plain",
                "data": base64::engine::general_purpose::STANDARD.encode(note)}}]}},
    ]});
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
    let lexicon = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/lexicon/lexicon.bin");
    room.set_lexicon(Lexicon::read(&std::fs::read(lexicon).unwrap()).unwrap());
    let bundle = serde_json::json!({"resourceType": "Bundle", "type": "collection", "entry": [
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
fn no_receipt_and_no_proof_of_the_sample_questions_holds_an_identifier_in_any_form() {
    SHARED.with_borrow_mut(|room| {
        let mut ledger = Ledger::default();
        for (who, name) in FILES.iter().enumerate() {
            let mut asked = questions(name);
            let patient = room.records().patients[who].name.clone();
            asked.push(format!("What was the last blood pressure of {patient}, who lives in Ibadan?"));
            release(room, who, &asked, &mut ledger);
        }
        assert!(ledger.entries().len() >= 12, "{}", ledger.entries().len());
        let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 1_700_000_000_456).unwrap();
        let context = room.context();
        let mut innocent: Vec<String> = Vec::new();
        texts(
            &serde_json::from_str(
                &proof(&Ledger::default(), &Policy::default(), build(), SelfTest::default(), 0).unwrap(),
            )
            .unwrap(),
            &mut innocent,
        );
        for entry in ledger.entries() {
            let json = serde_json::to_value(entry).unwrap();
            let mut all = Vec::new();
            texts(&json, &mut all);
            for text in &all {
                let found: Vec<EntityType> =
                    context.known.occurrences(text).iter().map(|found| found.entity_type).collect();
                assert_eq!(found, [], "{text}");
            }
        }
        // In other dress: as it stands, in base64 at each of the three offsets, in hexadecimal, percent-encoded, reversed.
        let whole = ledger.to_json().unwrap() + &pack;
        let dates = |of: EntityType| of == EntityType::Date;
        for identifier in context.records.identifiers.iter().filter(|each| each.text.chars().count() >= 5) {
            let text = identifier.text.as_str();
            let digits_alone = text.bytes().all(|b| b.is_ascii_digit());
            for form in forms(text) {
                let absent = !whole.contains(&form)
                    || digits_alone && form.len() < 8
                    || dates(identifier.entity_type) && form.len() < 8;
                // Our own words of the pack are ours, whoever is called so.
                assert!(
                    absent || innocent.iter().any(|ours| ours.contains(&form)),
                    "a {:?} in some form",
                    identifier.entity_type
                );
            }
        }
        for patient in &context.records.patients {
            for part in patient.name.split(' ') {
                assert!(
                    !whole.to_lowercase().contains(&part.to_lowercase())
                        || innocent.iter().any(|ours| ours.to_lowercase().contains(&part.to_lowercase())),
                    "part of a name"
                );
            }
        }
    });
}

fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned(), text.chars().rev().collect()];
    for pad in 0..3 {
        let padded = [vec![b' '; pad].as_slice(), text.as_bytes()].concat();
        let encoded = base64::engine::general_purpose::STANDARD_NO_PAD.encode(padded);
        let inner = &encoded[[0, 2, 3][pad]..encoded.len() - 1];
        forms.push(inner.to_owned());
    }
    let (mut hex, mut percent) = (String::new(), String::new());
    for byte in text.bytes() {
        write!(hex, "{byte:02x}").unwrap();
        if byte.is_ascii_alphanumeric() {
            percent.push(char::from(byte))
        } else {
            write!(percent, "%{byte:02X}").unwrap()
        }
    }
    forms.extend([hex, percent]);
    forms
}

#[test]
fn a_receipt_tells_kinds_counts_and_reasons() {
    SHARED.with_borrow_mut(|room| {
        let mut ledger = Ledger::default();
        let asked = ["How did my blood pressure change, said Kowalczyk on 3 May 2020?".to_owned()];
        let bodies = release(room, 0, &asked, &mut ledger);
        let entry = &ledger.entries()[0];
        let disclosure = entry.disclosure.as_ref().unwrap();
        assert_eq!((entry.number, entry.previous.as_str()), (1, GENESIS));
        assert_eq!(disclosure.receipt.recipient.origin, "https://models.example");
        assert_eq!(disclosure.receipt.recipient.model, "test-model");
        assert_eq!(disclosure.receipt.body_bytes, bodies[0].len());
        assert!(matches!(disclosure.kinds.as_slice(), [Told { kind: Kind::BloodPressure, facts }] if *facts > 1));
        assert!(disclosure.withheld_words.iter().any(|words| words.count > 0));
        assert_eq!(disclosure.policy, Rulebook::of(&Choice::default().under(&Policy::default())).mark());
        let found =
            |clause: Clause| checklist(disclosure).into_iter().find(|item| item.clause == clause).unwrap().found;
        assert!(found(Clause::A).iter().any(|found| found.what == "replaced by a pseudonym" && found.count > 0));
        assert!(found(Clause::C).iter().any(|found| found.what == "turned into a distance in time" && found.count > 1));
        assert_eq!(found(Clause::Q), Vec::<Found>::new());
        assert_eq!(checklist(disclosure).len(), 18);
        let matched = Verdict::bodies(ledger.entries(), &bodies);
        assert_eq!((matched.matched, matched.absent, matched.strangers), (vec![1], vec![], 0));
        let mut changed = bodies[0].clone();
        changed[20] ^= 1;
        let matched = Verdict::bodies(ledger.entries(), &[changed]);
        assert_eq!((matched.matched, matched.absent, matched.strangers), (vec![], vec![1], 1));
    });
}

/// A ledger of `count` small entries.
fn small(count: usize) -> Ledger {
    let mut ledger = Ledger::default();
    for number in 0..count {
        let body = format!("body {number}");
        ledger
            .append(Disclosure {
                released_at_millis: 1_700_000_000_000 + number as u64,
                receipt: Receipt {
                    body_sha256: sha256(body.as_bytes()),
                    recipient: Recipient {
                        origin: if number % 2 == 0 { "https://a.example" } else { "https://b.example" }.to_owned(),
                        model: "m".to_owned(),
                    },
                    body_bytes: 10 + number,
                    reviewed_at_millis: 1_699_999_999_000,
                    operators: vec![(Span::at(0, 4), Operator::Template), (Span::at(4, 6), Operator::Time)],
                    exemptions: Vec::new(),
                    literature: Vec::new(),
                },
                kinds: vec![Told { kind: Kind::Conditions, facts: 2 }, Told { kind: Kind::Medicines, facts: number }],
                notes: 0,
                withheld_words: vec![WithheldWords {
                    reason: Reason::KnownAnswer { entity_type: EntityType::Phone },
                    count: 1,
                }],
                withheld_facts: Vec::new(),
                rounds: 1,
                by_lexicon: true,
                policy: Rulebook::of(&Policy::default()).mark(),
                build: build(),
                sought: None,
            })
            .unwrap();
    }
    ledger
}

/// The first line of a file, those of its entries, and the last.
type Lines = (String, Vec<String>, String);

/// The first and last line, and the lines of the entries without their commas.
fn lines(json: &str) -> Lines {
    let lines: Vec<&str> = json.lines().collect();
    let entries = lines[1..lines.len() - 1].iter().map(|line| line.trim_end_matches(',').to_owned()).collect();
    (lines[0].to_owned(), entries, lines[lines.len() - 1].to_owned())
}

fn joined((first, entries, last): &Lines) -> String {
    format!("{first}\n{}\n{last}\n", entries.join(",\n"))
}

fn broken(json: &str) -> Option<(usize, Why)> {
    verify(json.as_bytes(), None).unwrap().0.broken.map(|broken| (broken.position, broken.why))
}

#[test]
fn a_ledger_reads_back_and_goes_on() {
    for count in [0, 1, 5] {
        let ledger = small(count);
        let json = ledger.to_json().unwrap();
        let mut again = Ledger::read(json.as_bytes()).unwrap();
        assert_eq!(again, ledger);
        assert_eq!(again.to_json().unwrap(), json);
        let first = ledger.entries().first().and_then(|entry| entry.disclosure.clone());
        if let Some(disclosure) = first {
            again.append(disclosure).unwrap();
            assert_eq!(broken(&again.to_json().unwrap()), None);
        }
        // White space between the tokens means nothing, as in any JSON.
        let pretty =
            serde_json::to_string_pretty(&serde_json::from_str::<Box<serde_json::value::RawValue>>(&json).unwrap())
                .unwrap();
        assert_eq!(broken(&pretty.replace("\":", "\" : ")), None);
        let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
        assert_eq!(Ledger::read(pack.as_bytes()).unwrap(), ledger);
    }
}

#[test]
fn each_kind_of_tampering_is_named_at_its_entry() {
    let whole = lines(&small(5).to_json().unwrap());
    let tampered = |change: &dyn Fn(&mut Lines)| {
        let mut lines = whole.clone();
        change(&mut lines);
        broken(&joined(&lines))
    };
    assert_eq!(tampered(&|_| {}), None);
    assert_eq!(tampered(&|file| file.1[2] = file.1[2].replace("a.example", "c.example")), Some((3, Why::Changed)));
    assert_eq!(
        tampered(&|file| file.1[2] = file.1[2].replace("\"rounds\":1", "\"rounds\":1.0")),
        Some((3, Why::Unreadable))
    );
    assert_eq!(
        tampered(&|file| file.1[2] = file.1[2].replace("\"rounds\":1", "\"rounds\":1,\"rounds\":1")),
        Some((3, Why::Unreadable))
    );
    assert_eq!(tampered(&|file| file.1[2] = file.1[2].replace("\"m\"", "\"\\u006d\"")), Some((3, Why::Unreadable)));
    assert_eq!(
        tampered(&|file| file.1[2] = file.1[2].replace("\"why\":\"known", "\"more\":1,\"why\":\"known")),
        Some((3, Why::Unreadable))
    );
    let made = |round: usize| {
        let mut disclosure = small(4).entries()[3].disclosure.clone().unwrap();
        disclosure.rounds = round;
        let mut ledger = small(3);
        ledger.append(disclosure).unwrap();
        broken(&ledger.to_json().unwrap())
    };
    assert_eq!((made(1), made(0)), (None, Some((4, Why::Unreadable))), "what left was made in a round");
    assert_eq!(tampered(&|file| drop(file.1.remove(2))), Some((3, Why::Removed)));
    assert_eq!(tampered(&|file| drop(file.1.remove(0))), Some((1, Why::Removed)));
    assert_eq!(tampered(&|file| file.1.swap(1, 3)), Some((2, Why::Moved)));
    assert_eq!(tampered(&|file| file.1.insert(3, file.1[1].clone())), Some((4, Why::Repeated)));
    assert_eq!(tampered(&|file| drop(file.1.pop())), Some((5, Why::Truncated)));
    let head = |file: &Lines| file.0.split('"').nth(11).unwrap().to_owned();
    assert_eq!(tampered(&|file| file.0 = file.0.replace(&head(file), GENESIS)), Some((5, Why::HeadChanged)));
    // An entry that was written anew, with a right hash: the one behind it shows it.
    let mut other = small(3);
    let mut disclosure = small(4).entries()[3].disclosure.clone().unwrap();
    disclosure.receipt.recipient.origin = "https://c.example".to_owned();
    other.append(disclosure).unwrap();
    let forged = lines(&other.to_json().unwrap()).1[3].clone();
    assert_eq!(tampered(&|file| file.1[3] = forged.clone()), Some((5, Why::Replaced)));
    // The whole file written anew is sound in itself: only a head that was noted elsewhere shows it.
    let noted = small(5).head().to_owned();
    let anew = verify(other.to_json().unwrap().as_bytes(), Some(&noted)).unwrap().0;
    assert!(anew.whole && anew.head_seen == Some(HeadSeen::Nowhere));
    let longer = verify(small(6).to_json().unwrap().as_bytes(), Some(&noted)).unwrap().0;
    assert_eq!(longer.head_seen, Some(HeadSeen::Earlier { position: 5 }));
    let states: Vec<State> = {
        let mut file = whole.clone();
        file.1.swap(1, 3);
        verify(joined(&file).as_bytes(), None).unwrap().0.entries.iter().map(|entry| entry.state).collect()
    };
    assert_eq!(states, [State::Whole, State::Broken, State::Behind, State::Behind, State::Behind]);
}

#[test]
fn what_is_no_ledger_is_refused_with_a_code() {
    for (bytes, code) in [
        (b"".as_slice(), Code::Malformed),
        (b"{}", Code::Malformed),
        (b"\xff\xfe", Code::Malformed),
        (b"{\"format\":\"other\",\"version\":1,\"count\":0,\"head\":\"\",\"entries\":[]}", Code::Malformed),
        (
            b"{\"format\":\"chaperone-ledger\",\"version\":2,\"count\":0,\"head\":\"\",\"entries\":[]}",
            Code::Unsupported,
        ),
    ] {
        assert_eq!(verify(bytes, None).unwrap_err().code(), code);
    }
    assert_eq!(verify(b"{}", Some("no hash")).unwrap_err().code(), Code::InvalidArgument);
    for json in [
        r#"{"engine":"Okafor","lexicon":"","models":[]}"#,
        r#"{"engine":"","lexicon":"","models":[{"purpose":"Amara Okafor","sha256":""}]}"#,
        r#"{"engine":"","lexicon":"","models":[],"more":1}"#,
    ] {
        assert_eq!(Build::from_json(json).unwrap_err().code(), Code::InvalidArgument, "{json}");
    }
    for json in [r#"[{"way":"Amara Okafor","result":"blocked"}]"#, r#"[{"way":"fetch","result":"okafor"}]"#, "{}"] {
        assert_eq!(SelfTest::from_json(json).unwrap_err().code(), Code::InvalidArgument, "{json}");
    }
}

#[test]
fn what_a_provider_learnt_is_added_up_and_warned_of() {
    let ledger = small(4);
    let [a, b] = accounts(ledger.entries()).try_into().unwrap();
    assert_eq!((a.origin.as_str(), a.requests, b.requests), ("https://a.example", 2, 2));
    let medicines = a.kinds.iter().find(|kind| kind.kind == Kind::Medicines).unwrap();
    assert_eq!((medicines.at_least, medicines.at_most), (2, 2));
    let conditions = a.kinds.iter().find(|kind| kind.kind == Kind::Conditions).unwrap();
    assert_eq!((conditions.at_least, conditions.at_most), (2, 4));
    assert_eq!(a.warnings, [Warning::CourseOfIllness]);
    let mut many = Ledger::default();
    let mut disclosure = ledger.entries()[0].disclosure.clone().unwrap();
    disclosure.receipt.operators.push((Span::at(10, 8), Operator::AgeBand));
    for kind in [Kind::Hba1c, Kind::Weight, Kind::Lipids, Kind::Pain, Kind::Smoking, Kind::Conditions] {
        disclosure.kinds = vec![Told { kind, facts: 1 }];
        many.append(disclosure.clone()).unwrap();
    }
    let [account] = accounts(many.entries()).try_into().unwrap();
    assert_eq!(account.warnings, [Warning::ManyKinds, Warning::AgeAndConditions]);
    assert_eq!(account.warned.len(), 2);
}

#[test]
fn a_proof_pack_tells_all_and_runs_nothing() {
    let self_test = SelfTest::from_json(r#"[{"way":"fetch","result":"blocked"}]"#).unwrap();
    let pack: Value =
        serde_json::from_str(&proof(&small(2), &Policy::default(), build(), self_test, 1_700_000_000_000).unwrap())
            .unwrap();
    assert_eq!(pack["format"], "chaperone-proof");
    assert_eq!(pack["selfTest"]["ways"][0]["result"], "blocked");
    assert_eq!(pack["checklists"].as_array().unwrap().len(), 2);
    let policies = pack["policies"].as_array().unwrap();
    assert_eq!(policies.len(), 1, "each policy once");
    assert_eq!(policies[0]["mark"], pack["ledger"]["entries"][0]["disclosure"]["policy"]);
    let rulebook = serde_json::to_string(&Rulebook::of(&Policy::default())).unwrap();
    assert_eq!(policies[0]["mark"]["sha256"], sha256(rulebook.as_bytes()), "the hash is that of the rules");
    let page = pack["page"].as_str().unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("2023-11-14T22:13:20Z"));
    assert!(page.contains("remain personal data under the GDPR"));
    assert!(page.contains("Your request to https://a.example (model m) reveals "), "{page}");
    let entered = small(2).entries()[0].disclosure.clone().unwrap();
    assert!(!entered.receipt.operators.is_empty());
    for (span, operator) in &entered.receipt.operators {
        assert!(page.contains(operator.reason()), "{operator:?}");
        let place = format!("{}–{}", span.start(), span.end());
        assert!(*operator == Operator::Template || page.contains(&place), "{operator:?} at {place}");
    }
    for outside in ["<script", "src=", "href=", "http-equiv", "url(h", "@import", " on"] {
        let harmless = outside == " on";
        assert!(harmless || !page.contains(outside), "{outside}");
    }
    let three: Value =
        serde_json::from_str(&proof(&small(3), &Policy::default(), build(), SelfTest::default(), 0).unwrap()).unwrap();
    let together = "Your 2 requests to https://a.example (model m) together reveal ";
    assert!(three["page"].as_str().unwrap().contains(together), "{}", three["page"]);
    let not_run: Value =
        serde_json::from_str(&proof(&small(0), &Policy::default(), build(), SelfTest::default(), 0).unwrap()).unwrap();
    assert_eq!(not_run["selfTest"]["run"], false);
    assert!(not_run["page"].as_str().unwrap().contains("Not run in this session"));
}

#[test]
fn what_was_let_through_stands_in_the_pack_with_its_place_and_reason() {
    let mut ledger = Ledger::default();
    let mut disclosure = small(1).entries()[0].disclosure.clone().unwrap();
    let of = |start, entity_type, operator| Exemption { span: Span::at(start, 4), entity_type, operator };
    disclosure.receipt.exemptions =
        vec![of(40, EntityType::Person, Operator::Code), of(60, EntityType::Date, Operator::Template)];
    ledger.append(disclosure).unwrap();
    let page = |ledger: &Ledger| {
        let pack = proof(ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
        serde_json::from_str::<Value>(&pack).unwrap()["page"].as_str().unwrap().to_owned()
    };
    for row in [
        "<code>40–44</code></td><td>Names</td><td>it is a word of the standard wording of a medical code",
        "<code>60–64</code></td><td>Elements of dates but the year, and ages over 89</td><td>every byte of it is of our own",
    ] {
        assert!(page(&ledger).contains(row), "{row}");
    }
    assert!(!page(&small(1)).contains("and is none, and why"));
    // What the gate itself lets through stands there as well.
    let mut ledger = Ledger::default();
    SHARED.with_borrow_mut(|room| {
        for who in 0..FILES.len() {
            release(room, who, &["Which conditions do I have?".to_owned()], &mut ledger);
        }
    });
    let page = page(&ledger);
    let receipts = || ledger.entries().iter().map(|entry| &entry.disclosure.as_ref().unwrap().receipt);
    for exemption in receipts().flat_map(|receipt| &receipt.exemptions) {
        let place = format!("<code>{}–{}</code>", exemption.span.start(), exemption.span.end());
        assert!(page.contains(&place), "{exemption:?}");
    }
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

#[test]
fn requests_for_public_texts_are_told_by_their_kind_and_make_no_course() {
    let mut ledger = small(1);
    let receipt = ledger.entries()[0].disclosure.as_ref().unwrap().receipt.clone();
    let batches = std::iter::repeat_n(Sought::PubmedBatch, 12);
    for sought in [Sought::PubmedSearch].into_iter().chain(batches) {
        let of =
            Receipt { recipient: Recipient { model: String::new(), ..receipt.recipient.clone() }, ..receipt.clone() };
        let policy = Policy::default();
        let request = PublicRequest { sought, withheld: &[], by_lexicon: true, policy: &policy };
        ledger.enter_public(request, &of, build(), 1_700_000_000_001).unwrap();
    }
    let [account] = accounts(ledger.entries()).try_into().unwrap();
    let told: Vec<(Sought, usize)> = account.public.iter().map(|public| (public.sought, public.requests)).collect();
    assert_eq!(told, [(Sought::PubmedSearch, 1), (Sought::PubmedBatch, 12)]);
    assert_eq!((account.requests, account.models), (14, vec!["m".to_owned()]));
    assert!(!account.warnings.contains(&Warning::ManyRequests));
    let json = ledger.to_json().unwrap();
    assert_eq!(Ledger::read(json.as_bytes()).unwrap().to_json().unwrap(), json);
    let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
    assert_eq!(broken(&pack), None);
}

#[test]
fn checklists_and_accounts_of_a_pack_that_are_not_those_of_its_receipts_are_found() {
    let ledger = small(3);
    let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
    assert_eq!(broken(&pack), None);
    // The rest of the pack stays as it was written, byte for byte.
    let forged = |part: &str, change: fn(&mut Value)| {
        let mut pack: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&pack).unwrap();
        let mut value: Value = serde_json::from_str(pack[part].get()).unwrap();
        change(&mut value);
        pack.insert(part.to_owned(), RawValue::from_string(value.to_string()).unwrap());
        broken(&serde_json::to_string(&pack).unwrap())
    };
    assert_eq!((forged("checklists", |_| ()), forged("accounts", |_| ())), (None, None));
    let found =
        |lists: &mut Value| lists[1]["identifiers"][2]["found"] = serde_json::json!([{ "what": "x", "count": 9 }]);
    assert_eq!(forged("checklists", found), Some((2, Why::ChecklistChanged)));
    assert_eq!(forged("checklists", |lists| _ = lists.as_array_mut().unwrap().pop()), Some((3, Why::ChecklistChanged)));
    assert_eq!(forged("checklists", |lists| *lists = Value::Null), Some((1, Why::ChecklistChanged)));
    assert_eq!(forged("accounts", |accounts| accounts[0]["requests"] = 1.into()), Some((3, Why::AccountsChanged)));
    assert_eq!(forged("accounts", |accounts| *accounts = Value::Null), Some((3, Why::AccountsChanged)));
    let words = |lists: &mut Value| {
        for list in lists.as_array_mut().unwrap() {
            for item in list["identifiers"].as_array_mut().unwrap() {
                item["coveredBy"] = serde_json::json!(["nothing left"]);
            }
        }
    };
    assert_eq!(forged("checklists", words), Some((3, Why::ChecklistChanged)));
    let more = |lists: &mut Value| {
        let mut other = lists[0].clone();
        other["number"] = 99.into();
        lists.as_array_mut().unwrap().push(other);
    };
    assert_eq!(forged("checklists", more), Some((3, Why::ChecklistChanged)));
    assert_eq!(
        forged("accounts", |accounts| accounts[0]["warned"] = serde_json::json!(["x"])),
        Some((3, Why::AccountsChanged))
    );
    assert_eq!(forged("statement", |said| *said = serde_json::json!(["anonymous"])), Some((3, Why::StatementChanged)));
    assert_eq!(forged("limits", |said| *said = serde_json::json!(["none"])), Some((3, Why::StatementChanged)));
    // Of another version the words cannot be compared, and that is said.
    let other = pack.replacen(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")), "\"version\": \"0.0.1\"", 1);
    let verdict = verify(other.as_bytes(), None).unwrap().0;
    assert!(verdict.whole && verdict.limits.last().unwrap().contains("another version"), "{:?}", verdict.limits);
    for (from, to) in [
        ("\"run\": false", "\"run\": false, \"by\": \"us\""),
        ("\"selfTest\"", "\"selfTest\": {\"run\": true, \"ways\": []}, \"selfTest\""),
    ] {
        let added = pack.replacen(from, to, 1);
        assert!(added != pack, "{from}");
        assert_eq!(verify(added.as_bytes(), None).unwrap_err().code(), Code::Malformed);
    }
    assert_eq!(forged("head", |head| *head = "f".repeat(64).into()), Some((3, Why::HeadChanged)));
    assert_eq!(
        forged("policies", |all| {
            let one = all[0].clone();
            all.as_array_mut().unwrap().push(one)
        }),
        Some((1, Why::RulesChanged))
    );
    // What nothing holds is said.
    let (verdict, _) = verify(pack.as_bytes(), None).unwrap();
    assert!(verdict.limits.iter().any(|limit| limit.contains("self-test")));
    let (verdict, _) = verify(ledger.to_json().unwrap().as_bytes(), None).unwrap();
    assert!(!verdict.limits.iter().any(|limit| limit.contains("self-test")));
}

#[test]
fn rules_of_a_pack_that_are_not_those_of_its_receipts_are_found() {
    let mut ledger = small(2);
    let mut disclosure = small(3).entries()[2].disclosure.clone().unwrap();
    disclosure.policy = Rulebook::of(&Policy { strangers: Beyond::Refuse, ..Policy::default() }).mark();
    ledger.append(disclosure).unwrap();
    let pack = proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap();
    assert_eq!(broken(&pack), None);
    let text = |from: &str, to: &str| {
        assert!(pack.contains(from), "{from}");
        broken(&pack.replacen(from, to, 1))
    };
    assert_eq!(text("\"policies\": [", "\"policies\": [], \"more\": ["), Some((1, Why::RulesChanged)));
    assert_eq!(
        text("what then still fits too few people does not leave", "all of it leaves"),
        Some((3, Why::RulesChanged))
    );
    assert_eq!(text("Ages become bands of five years", "Ages become bands of one year"), Some((1, Why::RulesChanged)));
    assert_eq!(text("\"policies\"", "\"rules\""), Some((1, Why::RulesChanged)));
    // Rules that nothing was told by, and what no pack has.
    let with = |further: &[Level]| {
        let mut parts: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&pack).unwrap();
        let rules = further.iter().map(|floor| {
            let rules = Rulebook::of(&Policy { floor: *floor, ..Policy::default() });
            let mark = serde_json::to_string(&rules.mark()).unwrap();
            let rulebook = serde_json::to_string(&rules).unwrap();
            format!(",{{\"mark\":{mark},\"rulebook\":{rulebook}}}")
        });
        let written = parts["policies"].get().trim_end_matches(']').to_owned();
        let all = written + &rules.collect::<String>() + "]";
        parts.insert("policies".to_owned(), RawValue::from_string(all).unwrap());
        broken(&serde_json::to_string(&parts).unwrap())
    };
    assert_eq!(with(&[]), None);
    assert_eq!(with(&[Level::Strict]), None, "those in force when it was made may be further ones");
    assert_eq!(with(&[Level::Strict, Level::Balanced]), Some((3, Why::RulesChanged)));
    let added = pack.replacen("\"policies\"", "\"approved\": true, \"policies\"", 1);
    assert_eq!(verify(added.as_bytes(), None).unwrap_err().code(), Code::Malformed);
    let added = pack.replacen("\"mark\"", "\"approved\": true, \"mark\"", 1);
    assert_eq!(broken(&added), Some((1, Why::RulesChanged)));
    let states = |json: &str| -> Vec<State> {
        verify(json.as_bytes(), None).unwrap().0.entries.iter().map(|entry| entry.state).collect()
    };
    let forged = pack.replacen("what then still fits too few people does not leave", "all of it leaves", 1);
    assert_eq!(states(&forged), [State::Whole, State::Whole, State::Broken]);
    assert_eq!(verify(forged.as_bytes(), None).unwrap().0.head, ledger.entries()[1].hash);
    assert_eq!(Ledger::read(forged.as_bytes()).unwrap_err().code(), Code::Malformed);
}

#[test]
fn any_other_byte_at_any_place_of_an_entry_is_found_there() {
    let json = small(2).to_json().unwrap();
    let start = json.find('\n').unwrap() + 1;
    let mut position = 1;
    for at in start..json.rfind("]}").unwrap() - 1 {
        let before = json.as_bytes()[at];
        if before == b'\n' || json.as_bytes()[at..].starts_with(b",\n") {
            position += usize::from(before == b'\n');
            continue;
        }
        for other in [before ^ 1, b' ', b'"', 0xff] {
            let mut changed = json.clone().into_bytes();
            changed[at] = other;
            if other == before {
                continue;
            }
            let verdict = verify(&changed, None).unwrap().0;
            assert_eq!(verdict.broken.map(|broken| broken.position), Some(position), "byte {at} to {other}");
        }
    }
    assert_eq!(position, 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_removal_or_swap_before_the_end_is_found_at_its_first_place(count in 3_usize..8, one in 0_usize..7, other in 0_usize..7) {
        let (one, other) = (one % (count - 1), other % (count - 1));
        let whole = lines(&small(count).to_json().unwrap());
        let mut removed = whole.clone();
        removed.1.remove(one);
        prop_assert_eq!(broken(&joined(&removed)), Some((one + 1, Why::Removed)));
        if one != other {
            let mut swapped = whole;
            swapped.1.swap(one, other);
            prop_assert_eq!(broken(&joined(&swapped)), Some((one.min(other) + 1, Why::Moved)));
        }
    }

    #[test]
    fn whatever_the_bytes_reading_does_not_panic_and_what_is_whole_is_written_as_it_was(
        at in any::<prop::sample::Index>(), cut in any::<bool>(),
        bytes in prop_oneof![Just(Vec::new()), prop::collection::vec(any::<u8>(), 0..40)],
    ) {
        let mut json = small(3).to_json().unwrap().into_bytes();
        let at = at.index(json.len());
        if cut { json.truncate(at) } else { json.splice(at..at, bytes.iter().copied()); }
        for input in [json.as_slice(), bytes.as_slice()] {
            if let Ok(ledger) = Ledger::read(input) {
                let written: Value = serde_json::from_str(&ledger.to_json().unwrap()).unwrap();
                prop_assert_eq!(written, serde_json::from_slice::<Value>(input).unwrap());
            }
        }
    }
}

#[test]
fn what_was_read_from_a_server_is_an_entry_of_the_same_chain_and_no_request() {
    let asked = r#"[{"what":"Condition","requests":2,"entries":7,"bytes":900,"ending":"whole"}]"#;
    let mut ledger = small(1);
    let read = Collection::from_json("https://ehr.example/fhir/okafor", asked, 1_700_000_000_000).unwrap();
    ledger.collected(read).unwrap();
    ledger.append(small(1).entries()[0].disclosure.clone().unwrap()).unwrap();
    let json = ledger.to_json().unwrap();
    assert!(!json.contains("okafor"), "the path of an address may name somebody");
    assert_eq!(Ledger::read(json.as_bytes()).unwrap(), ledger);
    let (verdict, entries) = verify(json.as_bytes(), Some(ledger.head())).unwrap();
    assert!(verdict.whole);
    assert_eq!(verdict.entries.iter().map(|entry| entry.read).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(verdict.entries[1].origin.as_deref(), Some("https://ehr.example"));
    let accounts = accounts(&entries);
    assert_eq!(
        accounts.iter().map(|account| account.requests).collect::<Vec<_>>(),
        [2],
        "it told no provider anything"
    );
    assert_eq!(Verdict::bodies(&entries, &[]).absent, [1, 3]);
    for (from, to) in [
        (r#""entries":7"#, r#""entries":8"#),
        (r#""what":"Condition""#, r#""what":"Okafor""#),
        (r#""origin":"https://ehr.example""#, r#""origin":"https://other.example""#),
    ] {
        assert_eq!(broken(&json.replace(from, to)).map(|(position, _)| position), Some(2), "{to}");
    }
    let pack: Value =
        serde_json::from_str(&proof(&ledger, &Policy::default(), build(), SelfTest::default(), 0).unwrap()).unwrap();
    assert_eq!(pack["checklists"].as_array().unwrap().len(), 2);
    let page = pack["page"].as_str().unwrap();
    assert!(
        page.contains("2. Read from https://ehr.example") && page.contains("<td>Condition</td><td>2</td><td>7</td>")
    );
}
