//! Loads over servers that are busy, that count too little, and by a program that is killed.

use std::time::{Duration, Instant};

use super::*;

fn outcome(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn numbers(outcome: &Value) -> (Option<u64>, Option<u64>) {
    (outcome["sent"].as_u64(), outcome["counted"].as_u64())
}

#[test]
fn a_server_that_says_later_is_asked_again_and_the_load_goes_on() {
    let folder = folder("busy");
    let path = folder.join("own.pack");
    std::fs::write(&path, pack()).unwrap();
    let statuses = BTreeMap::from([(0, 429), (2, 503), (3, 429), (5, 500), (8, 503)]);
    let (address, server) = serve(Server { statuses, ..Server::default() });
    let loaded = outcome(&push(&path, &format!("http://{address}")));
    assert_eq!(numbers(&loaded), (Some(700), Some(700)));
    assert_eq!(loaded["again"].as_u64(), Some(5));
    assert_eq!(server.lock().unwrap().passages.len(), COUNT);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_count_that_stays_short_is_an_error_and_the_next_load_makes_up_for_it() {
    let folder = folder("short");
    let path = folder.join("own.pack");
    std::fs::write(&path, pack()).unwrap();
    let (address, server) = serve(Server { short: 3, ..Server::default() });
    let address = format!("http://{address}");
    let short = push(&path, &address);
    let said = String::from_utf8_lossy(&short.stderr).into_owned();
    assert!(!short.status.success() && said.contains("fewer passages than it took"), "{said}");
    assert!(said.contains("697") && said.contains("run the same command again"), "{said}");
    let asked = |server: &Server| server.requests.iter().filter(|head| head.contains("/count")).count();
    assert!(asked(&server.lock().unwrap()) > 2, "it is asked for more than once");
    // What is missing indeed comes with the next load, and nothing twice.
    {
        let mut server = server.lock().unwrap();
        server.short = 0;
        let lost: Vec<String> = server.passages.keys().take(3).cloned().collect();
        server.passages.retain(|id, _| !lost.contains(id));
    }
    assert_eq!(numbers(&outcome(&push(&path, &address))), (Some(700), Some(700)));
    assert_eq!(server.lock().unwrap().passages.len(), COUNT);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_load_that_was_killed_goes_on_in_another_process() {
    let folder = folder("killed");
    let (path, state) = (folder.join("own.pack"), folder.join("own.pack.push.json"));
    std::fs::write(&path, pack()).unwrap();
    // The second batch is taken and not answered; then the server is away, and the program waits.
    let (address, server) = serve(Server { unanswered: vec![3], away_from: Some(4), ..Server::default() });
    let address = format!("http://{address}");
    let mut loading = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "push", "--json", "--collection", "papers", "--chroma", &address])
        .arg(&path)
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while server.lock().unwrap().requests.len() < 6 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    loading.kill().unwrap();
    loading.wait().unwrap();
    let kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    assert_eq!(kept["done"].as_u64(), Some(256));
    assert_eq!(server.lock().unwrap().passages.len(), 512, "more than the program knows of");
    server.lock().unwrap().away_from = None;
    assert_eq!(numbers(&outcome(&push(&path, &address))), (Some(444), Some(700)));
    assert_eq!(server.lock().unwrap().passages.len(), COUNT);
    let _ = std::fs::remove_dir_all(folder);
}
