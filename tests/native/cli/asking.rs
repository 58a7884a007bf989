//! Questions and their answers: what is prepared and asked, and what the person and the host choose about it.

use super::*;

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
    let ask = |more: &[&str], address: &str| {
        let with =
            ["--approve", "--llm", address, "--model", "test", "--ledger", ledger.to_str().unwrap(), "--records"];
        chaperone(&[&["ask"], more, &with].concat(), &[&file], &["What was Ada Lovelace's last blood pressure?"])
    };
    let asked = ask(&["--json"], &address);
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
    let refused = ask(&[], "http://127.0.0.1:9");
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
fn what_must_be_said_of_an_answer_stands_before_its_boxes() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
    for (question, said) in [
        ("What did Dr Nobody write about my knee?", "No text of these records names its author so."),
        ("I have chest pain now", "What to do now no record can say"),
    ] {
        let ended = chaperone(&["ask", "--today", "2026-11-28", "--records"], &[&samples], &[question]);
        let text = String::from_utf8(ended.stdout).unwrap();
        let (said, first) = (text.find(said), text.find('┌'));
        assert!(said.is_some() && first.is_some() && said < first, "{question}: {text}");
    }
    let shown = chaperone(
        &["prepare", "--today", "2026-11-28", "--records"],
        &[&samples],
        &["What did my notes say about my kidneys before lisinopril?"],
    );
    assert!(String::from_utf8(shown.stdout).unwrap().contains("before “lisinopril 20 MG Oral Tablet”"));
}
