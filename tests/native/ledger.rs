//! The ledger: what a receipt tells, what a chain shows, and what neither holds.

use std::cell::RefCell;

use chaperone::clearance::{Operator, Receipt};
use chaperone::document::{EntityType, PatientIndex};
use chaperone::error::Code;
use chaperone::ledger::{
    Build, Clause, Collection, Disclosure, Found, GENESIS, Ledger, PublicRequest, Rulebook, SelfTest, Sought, Told,
    Verdict, Warning, Why, WithheldWords, accounts, checklist, proof, sha256, verify,
};
use chaperone::privacy::kind::Kind;
use chaperone::privacy::policy::{Choice, Policy};
use chaperone::privacy::vocabulary::Reason;
use chaperone::quote::format::Endpoint;
use chaperone::recipient::Recipient;
use chaperone::room::Room;
use chaperone::span::Span;
use chaperone::workflow::Step;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::common::rooms;

mod pack;
mod rules;
mod tampering;

thread_local! {
    static SHARED: RefCell<Room> = RefCell::new(rooms::ready(&rooms::SAMPLES));
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
