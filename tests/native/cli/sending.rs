//! Where what leaves goes, and when nothing goes at all.

use super::*;
use crate::common::http::Nobody;

#[test]
fn a_redirect_is_not_followed_and_an_endless_reply_ends() {
    let folder = Folder::new("redirect");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let asked = |address: &str| {
        let with = ["ask", "--approve", "--llm", address, "--model", "test", "--records"];
        chaperone(&with, &[&file], &["What was Ada Lovelace's last blood pressure?"])
    };
    let elsewhere = Nobody::new();
    let place = elsewhere.address();
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let location = format!("{place}/v1/chat/completions");
        let (address, served) = server(move |stream| {
            let head = format!("HTTP/1.1 {status}\r\nlocation: {location}");
            write!(stream, "{head}\r\ncontent-length: 0\r\n\r\n").unwrap();
        });
        let output = asked(&address);
        served.join().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("refused the request"), "{status}: {said}");
        elsewhere.assert_left_alone(status);
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
    let nobody = Nobody::new();
    let address = nobody.address();
    let set = folder.0.join("set");
    fs::create_dir_all(&set).unwrap();
    folder.put("set/corpus.jsonl", br#"{"_id":"1","title":"Salt","text":"Salt raises blood pressure."}"#);
    folder.put("set/queries.jsonl", br#"{"_id":"q","text":"Does salt raise blood pressure?"}"#);
    folder.put("set/qrels.train.tsv", b"query-id\tcorpus-id\tscore\nq\t1\t1\n");
    let kept = kept.to_str().unwrap();
    let answers = ["eval", "answers", "--plain", "--approve", "--llm", &address, "--transcripts", kept, "--bundles"];
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
        nobody.assert_left_alone(&format!("{asked:?}"));
    }
}

#[test]
fn a_measurement_sends_nothing_without_a_yes_beforehand() {
    let folder = Folder::new("unasked");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let kept = folder.0.join("kept.jsonl");
    let nobody = Nobody::new();
    let with = ["eval", "answers", "--llm", &nobody.address(), "--transcripts", kept.to_str().unwrap(), "--bundles"];
    let output = chaperone(&with, &[&file], &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("--approve"), "{said}");
    nobody.assert_left_alone("eval answers");
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
    // This one would send; there is nobody who could approve it.
    for (address, is_readable) in [("http://models.example.org/v1", true), ("https://models.example.org", false)] {
        let with = ["ask", "--model", "test", "--llm", address, "--records"];
        let asked = chaperone(&with, &[&file], &["What was my last blood pressure?"]);
        let said = String::from_utf8_lossy(&asked.stderr);
        assert!(!asked.status.success() && said.contains("nothing was sent"), "{said}");
        assert_eq!(said.contains("without encryption"), is_readable, "{address}: {said}");
    }
}

#[test]
fn what_is_for_this_machine_goes_by_no_proxy() {
    let folder = Folder::new("proxy");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let proxy = Nobody::new();
    let run = |arguments: &[&str]| {
        let ended = Command::new(env!("CARGO_BIN_EXE_chaperone"))
            .args(arguments)
            .env("ALL_PROXY", proxy.address())
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .output()
            .unwrap();
        proxy.assert_left_alone(&format!("by the proxy: {arguments:?}"));
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
    let nobody = Nobody::new();
    let address = nobody.address();
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
        nobody.assert_left_alone(&format!("{more:?}"));
        assert!(!ledger.exists(), "what did not leave is not entered");
    }
}

#[test]
fn without_the_word_list_nothing_is_sent_and_what_would_be_is_said_to_be_less_safe() {
    let folder = Folder::new("no-words");
    let file = folder.put("lovelace.json", &bundle(&resources("a", "Lovelace", 151)));
    let nobody = Nobody::new();
    let address = nobody.address();
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
    let models = folder.0.join("models");
    std::fs::create_dir(&models).unwrap();
    std::fs::write(models.join("manifest.json"), include_bytes!("../../../models/manifest.json")).unwrap();
    let measured = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["eval", "answers", "--approve", "--llm", &address, "--transcripts", "kept.jsonl", "--bundles"])
        .args([&file, Path::new("--models"), &models])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&measured.stderr);
    assert!(!measured.status.success() && said.contains("lexicon.bin"), "{said}");
    nobody.assert_left_alone("without the word list");
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
