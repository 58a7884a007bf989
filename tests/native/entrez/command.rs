//! The command that fetches from Entrez, run as a person runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::*;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chaperone-fetch-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn command(address: SocketAddr, into: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaperone"));
    command
        .args(["library", "fetch", "--approve", "--from", "2020-01-01", "--until", "2020-03-31", "--into"])
        .arg(into)
        .args(["--entrez", &format!("http://{address}/")])
        .args(more)
        .env_remove("NCBI_API_KEY");
    command
}

fn fetch(address: SocketAddr, into: &Path, more: &[&str]) -> Output {
    command(address, into, more).output().unwrap()
}

/// The articles of a library of all files in `folder`.
fn built(folder: &Path) -> (u64, u64) {
    let pack = folder.join("all.pack");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".xml.gz"))
        .collect();
    files.sort();
    let made = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "build", "--json", "--pack"])
        .arg(&pack)
        .args(&files)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    (made["counts"]["articles"].as_u64().unwrap(), made["repeats"].as_u64().unwrap())
}

#[test]
fn articles_are_fetched_whatever_goes_wrong_and_make_a_library_of_each_once() {
    use Wrong::{Broken, Cut, Forgets, HangsUp, Lacks, Packed, TooMany};
    let wrong = [(1, Broken), (3, Cut), (5, Lacks), (7, Forgets), (10, HangsUp), (12, Packed), (14, TooMany)];
    let (address, server) = serve(Server { a_day: 10, wrong: wrong.into_iter().collect(), ..Server::default() });
    let into = folder("wrong");
    let output = fetch(address, &into, &["--json", "salt AND \"blood pressure\"[tiab]"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("this query leaves, to 127.0.0.1") && said.contains("salt AND \"blood pressure\"[tiab]"),
        "{said}"
    );
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((outcome["account"]["received"].as_u64(), outcome["account"]["missing"].as_u64()), (Some(910), Some(0)));
    assert_eq!(built(&into), (910, 0));
    for request in &server.lock().unwrap().requests {
        let (head, form) = request.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /e") && !head.to_lowercase().contains("salt"), "{head}");
        assert!(!head.to_lowercase().contains("user-agent: ureq") && !form.contains("api_key"));
    }
    let again = server.lock().unwrap().requests.len();
    let output = fetch(address, &into, &["salt AND \"blood pressure\"[tiab]"]);
    assert!(output.status.success());
    assert_eq!(server.lock().unwrap().requests.len(), again, "all is there");
    assert!(!fetch(address, &into, &["sugar"]).status.success(), "the folder is of another query");
    let _ = std::fs::remove_dir_all(into);
}

#[test]
fn what_was_killed_goes_on_and_nothing_is_lost_or_doubled() {
    for after in [3, 4, 6] {
        let (address, server) = serve(Server { a_day: 10, ..Server::default() });
        let into = folder(&format!("killed-{after}"));
        let mut child = command(address, &into, &["salt"]).stderr(std::process::Stdio::null()).spawn().unwrap();
        while server.lock().unwrap().requests.len() < after {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let output = fetch(address, &into, &["salt"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(built(&into), (910, 0), "{after}");
        std::fs::remove_file(into.join("collection.json")).unwrap();
        let lost = fetch(address, &into, &["salt"]);
        assert!(String::from_utf8_lossy(&lost.stderr).contains("give another folder"));
        let _ = std::fs::remove_dir_all(into);
    }
}

#[test]
fn a_query_with_somebody_in_it_does_not_leave() {
    let (address, server) = serve(Server { a_day: 10, ..Server::default() });
    let into = folder("refused");
    std::fs::create_dir_all(&into).unwrap();
    let record = into.join("r.json");
    std::fs::write(
        &record,
        r#"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","id":"p","name":[{"family":"Salter","given":["Amara"]}],"birthDate":"1961-03-02"}}]}"#,
    )
    .unwrap();
    let records = ["--records", record.to_str().unwrap(), "--"];
    let models = ["--models", concat!(env!("CARGO_MANIFEST_DIR"), "/models")];
    for (query, more) in [
        ("Amara Salter blood pressure", &records[..]),
        ("amara AND blood", &records),
        ("blood MRN-77-1234", &[]),
        ("blood 1961-03-02", &[]),
        ("blood 555-123-4567", &[]),
        ("blood Hendricks", &[]),
        ("blood <script>", &[]),
        ("", &[]),
    ] {
        let listed = fetch(address, &into, &[&models[..], more, &[query]].concat());
        // In a folder without the word list.
        let unlisted = command(address, &into, &[more, &[query]].concat()).current_dir(&into).output().unwrap();
        for output in [listed, unlisted] {
            assert!(!output.status.success(), "{query}");
        }
    }
    let output = fetch(address, &into, &["--dry-run", "salt"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("nothing was sent"));
    // Whoever cannot be asked has not said yes.
    let unasked = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "fetch", "--from", "2020-01-01", "--until", "2020-03-31", "--entrez"])
        .args([&format!("http://{address}/"), "--into"])
        .args([&into.join("unasked"), std::path::Path::new("salt")])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&unasked.stderr);
    assert!(
        !unasked.status.success() && told.contains("this query would leave") && told.contains("--approve"),
        "{told}"
    );
    let elsewhere = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args([
            "library",
            "fetch",
            "--from",
            "2020-01-01",
            "--until",
            "2020-01-31",
            "--entrez",
            "https://elsewhere.example/",
            "--into",
        ])
        .arg(&into)
        .arg("salt")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&elsewhere.stderr).contains("the review refused the request"));
    assert_eq!(server.lock().unwrap().requests.len(), 0);
    let _ = std::fs::remove_dir_all(into);
}

#[test]
fn a_window_that_changed_while_it_was_stopped_is_told_as_it_is_now() {
    let (address, server) = serve(Server { a_day: 20, ..Server::default() });
    let into = folder("changed");
    let mut child = command(address, &into, &["salt"]).stderr(std::process::Stdio::null()).spawn().unwrap();
    let is_begun =
        || std::fs::read_to_string(into.join("collection.json")).is_ok_and(|state| state.contains("\"done\":500"));
    while !is_begun() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    server.lock().unwrap().also = 7;
    let output = fetch(address, &into, &["--json", "salt"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let account = &serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["account"];
    assert_eq!(
        (account["counted"].as_u64(), account["received"].as_u64(), account["missing"].as_u64()),
        (Some(1827), Some(1827), Some(0))
    );
    let (articles, repeats) = built(&into);
    assert_eq!((articles, repeats), (1827, 500), "what came before it was stopped came again, and is there once");
    let _ = std::fs::remove_dir_all(into);
}
