//! The proof pack: what its page tells, and that it names nobody.

use std::fmt::Write as _;

use base64::Engine as _;
use chaperone::clearance::Exemption;

use super::*;

/// Every sixth of the sample questions about `who`.
fn questions(who: &str) -> Vec<String> {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../data/answers.json")).unwrap();
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

#[test]
fn no_receipt_and_no_proof_of_the_sample_questions_holds_an_identifier_in_any_form() {
    SHARED.with_borrow_mut(|room| {
        let mut ledger = Ledger::default();
        for (who, name) in rooms::SAMPLES.iter().enumerate() {
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
        for who in 0..rooms::SAMPLES.len() {
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
