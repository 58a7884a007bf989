//! The review on the sample records: nothing of anybody gets out in any dress, and ordinary questions still leave, even where
//! every patient is called by common and medical words.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chaperone::document::PatientIndex;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::Workflow;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::rooms;

#[derive(Deserialize)]
struct Case {
    who: String,
    question: String,
}

fn questions() -> Vec<(usize, String)> {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/answers.json")).unwrap();
    let who = |case: &Case| rooms::SAMPLES.iter().position(|file| *file == case.who).unwrap();
    cases.iter().map(|case| (who(case), case.question.clone())).collect()
}

fn sample(file: &str) -> Value {
    serde_json::from_slice(&rooms::sample(file)).unwrap()
}

/// The samples with their patients renamed to the first of `names`, and a patient for each of the others.
fn room(names: &[(String, String)], lexicon: bool) -> Room {
    let mut room = Room::new().unwrap();
    if lexicon {
        room.set_lexicon(rooms::lexicon());
    }
    for (file, (given, family)) in rooms::SAMPLES.iter().zip(names) {
        let mut bundle = sample(file);
        let entries = bundle["entry"].as_array_mut().unwrap();
        let patient = entries.iter_mut().find(|entry| entry["resource"]["resourceType"] == "Patient").unwrap();
        patient["resource"]["name"] = json!([{"use": "official", "family": family, "given": [given]}]);
        room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    }
    let others = names.iter().enumerate().skip(rooms::SAMPLES.len()).map(|(at, (given, family))| {
        json!({"resource": {"resourceType": "Patient", "id": format!("other-{at}"), "birthDate": "1950-01-02",
            "name": [{"family": family, "given": [given]}]}})
    });
    let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": others.collect::<Vec<_>>()});
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    assert_eq!(room.records().patients.len(), names.len());
    room
}

/// Prepares every question; `None` where nothing that may leave answers it.
fn prepared(room: &mut Room, questions: &[(usize, String)]) -> Vec<Option<Workflow>> {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let mut ask = |who: usize, question: &str| {
        room.set_subject(Some(PatientIndex(u32::try_from(who).unwrap()))).unwrap();
        room.prepare(question, &endpoint, [7; 32], 0).ok()
    };
    questions.iter().map(|(who, question)| ask(*who, question)).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect()
}

fn unheard_of() -> Vec<(String, String)> {
    (0..50).map(|at| (format!("Xq{at}orvil"), format!("Zw{at}ubbex"))).collect()
}

#[test]
fn every_question_of_the_samples_is_sent_and_nothing_is_left_out_for_chance() {
    let mut room = room(&unheard_of(), true);
    let (mut asked, mut failed) = (0, Vec::new());
    for ((_, question), workflow) in questions().iter().zip(prepared(&mut room, &questions())) {
        let Some(workflow) = workflow else { continue };
        asked += 1;
        let state = workflow.state();
        let dropped = state.withheld_facts.iter().filter(|fact| fact.reason.contains("review")).count();
        if !workflow.is_cleared() || dropped > 0 {
            let left_out: Vec<&str> = state.withheld_facts.iter().map(|fact| fact.name.as_str()).collect();
            failed.push(format!("{question}: {left_out:?} {:?}", state.findings));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
    assert!(asked >= 80, "{asked} have an answer of which something may leave");
}

/// Returns the lines of a request's `body` that are told from codes.
fn without_notes(body: &str) -> Vec<&str> {
    body.split("\\n").filter(|line| !line.starts_with("A passage of a clinical note")).collect()
}

#[test]
fn patients_called_by_words_stay_unnamed_and_their_questions_are_sent() {
    let names: Vec<(String, String)> = serde_json::from_str(include_str!("../data/gate/word_names.json")).unwrap();
    assert_eq!(names.len(), 50);
    let questions = questions();
    let plain = prepared(&mut room(&unheard_of(), true), &questions);
    let named = prepared(&mut room(&names, true), &questions);
    let (mut asked, mut sent, mut same, mut refused) = (0, 0, 0, Vec::new());
    for ((_, question), (plain, named)) in questions.iter().zip(plain.iter().zip(&named)) {
        let Some(plain) = plain.as_ref().filter(|plain| plain.is_cleared()) else { continue };
        asked += 1;
        let Some(named) = named.as_ref().filter(|named| named.is_cleared()) else {
            let map = named.as_ref().map(|named| &named.state().synthesised);
            let spans = named
                .iter()
                .flat_map(|named| &named.state().findings)
                .map(|f| (f.rule, f.span.and_then(|s| s.of(map.unwrap().text()))));
            refused.push(format!("{question}: {:?}", spans.collect::<Vec<_>>()));
            continue;
        };
        sent += 1;
        let body = &named.outgoing().body;
        // In a note's sentence a word that is somebody's name stays; what is told from codes is the same to the byte.
        same += usize::from(without_notes(body) == without_notes(&plain.outgoing().body));
        // What a name's word says there, it says in the same request about somebody whom nobody is called like.
        let new: Vec<String> = words(body).difference(&words(&plain.outgoing().body)).cloned().collect();
        for (given, family) in &names {
            let both = [given.to_lowercase(), family.to_lowercase()];
            assert!(!new.iter().any(|word| both.contains(word)), "{question}: {new:?}");
            assert!(!body.to_lowercase().contains(&both.join(" ")), "{question}");
        }
    }
    println!(
        "of {asked} questions {sent} sent, {same} of them byte for byte as for patients whom nobody is called like"
    );
    assert!(asked >= 80 && same * 100 >= asked * 90, "{asked} asked, {sent} sent, {same} byte for byte the same");
    assert!(sent * 100 >= asked * 95, "{sent} of {asked}\n{}", refused.join("\n"));
}

/// Prepares a question for an endpoint, and returns the parts that were refused.
fn refused(room: &mut Room, url: &str, model: &str) -> Vec<String> {
    room.set_subject(Some(PatientIndex(0))).unwrap();
    match room.prepare("What is my blood pressure?", &Endpoint::new(url, model, true), [7; 32], 0) {
        Ok(workflow) if workflow.is_cleared() => Vec::new(),
        Ok(workflow) => {
            workflow.state().findings.iter().map(|finding| format!("{:?} {:?}", finding.part, finding.rule)).collect()
        }
        Err(_) => vec!["Error".to_owned()],
    }
}

#[test]
fn what_endpoints_and_models_are_called_is_sent() {
    let mut room = room(&unheard_of(), true);
    let models = include_str!("../data/gate/models.txt").lines().filter(|line| !line.starts_with('#'));
    let urls = include_str!("../data/gate/endpoints.txt").lines().filter(|line| !line.starts_with('#'));
    let (models, urls): (Vec<&str>, Vec<&str>) = (models.collect(), urls.collect());
    assert!(models.len() >= 80 && urls.len() >= 20);
    let of_models = models.into_iter().map(|model| ("http://localhost:11434", model));
    let mut failed = Vec::new();
    for (url, model) in of_models.chain(urls.into_iter().map(|url| (url, "gpt-4o"))) {
        let found = refused(&mut room, url, model);
        failed.extend((!found.is_empty()).then(|| format!("{url} {model}: {found:?}")));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn an_address_and_a_models_name_carry_nobody() {
    let mut room = room(&unheard_of(), true);
    let paths = [
        "patients/jane-doe",
        "robert_williams",
        "maria-garcia-lopez",
        "MRN-4471902",
        "dob/1961-07-12",
        "tel/555-419-3488",
        "amFuZSBkb2UsIDE5NjEtMDctMTI",
    ];
    let models =
        ["jane-doe-0712", "mary.johnson", "robert_williams", "gpt-born-1961-07-12", "999-50-3202", "llama:MRN4471902"];
    let urls = paths.map(|path| (format!("https://llm.example.org/{path}/v1/chat/completions"), "gpt-4o"));
    let bodies = models.map(|model| ("http://localhost:11434".to_owned(), model));
    let mut passed = Vec::new();
    for (part, (url, model)) in urls.map(|url| ("Url", url)).into_iter().chain(bodies.map(|body| ("Body", body))) {
        let found = refused(&mut room, &url, model);
        passed
            .extend((!found.iter().any(|found| found.starts_with(part))).then(|| format!("{url} {model}: {found:?}")));
    }
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}

#[test]
fn the_kernel_is_small_enough_to_be_read_in_an_afternoon() {
    let kernel = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/clearance");
    let files = fs::read_dir(kernel).unwrap().map(|entry| entry.unwrap().path());
    let lines: usize = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines().map(str::trim);
            code.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
        })
        .sum();
    assert!((1_000..=1_500).contains(&lines), "the kernel has {lines} lines of code");
}
