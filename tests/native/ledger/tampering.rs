//! Whatever was changed in a ledger or a proof pack is found, and named where it stands.

use std::collections::BTreeMap;

use chaperone::ledger::{HeadSeen, State};
use chaperone::privacy::level::Level;
use chaperone::privacy::policy::Beyond;
use proptest::prelude::*;

use super::*;

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
