//! Files that were read in part: each command that answers says so, on standard error and in its JSON.

use super::*;

const QUESTION: &str = "What was my last blood pressure?";

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_file_that_ends_in_the_middle_is_named_with_every_answer() {
    let folder = Folder::new("cut");
    let mut all = resources("p1", "Okafor", 141);
    all.extend(resources("p1", "Okafor", 152).into_iter().skip(1));
    // The person and one reading stand before the cut.
    let whole = bundle(&all);
    let file = folder.put("cut.json", &whole[..whole.len() - 300]);
    let sound = folder.put("sound.json", &bundle(&resources("p1", "Okafor", 141)));
    let name = file.to_str().unwrap();
    for (command, last) in [
        (&["ask", "--records"][..], &[QUESTION][..]),
        (&["prepare", "--records"], &[QUESTION]),
        (&["search", "--records"], &[QUESTION]),
        (&["brief", "--since", "2019-01-01", "--records"], &[]),
    ] {
        let told = said(&chaperone(command, &[&file], last));
        assert!(told.contains(&format!("{name} ends in the middle: 2 entries read")), "{command:?}: {told}");
        assert!(told.contains("missing from every answer") && !told.contains("Okafor"), "{command:?}: {told}");
        let whole = said(&chaperone(command, &[&sound], last));
        assert!(!whole.contains("every answer"), "{command:?}: {whole}");
    }
    let outcome = parsed(&chaperone(&["ask", "--json", "--records"], &[&file], &[QUESTION]));
    let beside = &outcome["answer"]["readAs"][0];
    assert!(beside.as_str().unwrap().starts_with("A file of the records was not read to its end"), "{outcome}");
    let missing = &outcome["incomplete"][0];
    assert_eq!((&missing["file"], &missing["cut"], &missing["read"]), (&json!(name), &json!(true), &json!(2)));
    let outcome = parsed(&chaperone(&["ask", "--json", "--records"], &[&sound], &[QUESTION]));
    assert!(outcome.get("incomplete").is_none() && outcome["answer"].get("readAs").is_none(), "{outcome}");
}

#[test]
fn an_entry_that_cannot_be_read_is_told_with_its_place_and_not_its_value() {
    let folder = Folder::new("damaged");
    let mut all = resources("p1", "Okafor", 141);
    all.push(all[1].clone());
    all[2]["id"] = json!("other");
    all[2]["effectiveDateTime"] = json!("Zebra");
    let file = folder.put("damaged.json", &bundle(&all));
    let told = said(&chaperone(&["ask", "--records"], &[&file], &[QUESTION]));
    assert!(told.contains(file.to_str().unwrap()) && told.contains("1 place could not be read"), "{told}");
    assert!(told.contains("entry[2].resource.effectiveDateTime: is not a date") && !told.contains("Zebra"), "{told}");
    let brief = parsed(&chaperone(&["brief", "--json", "--since", "2019-01-01", "--records"], &[&file], &[]));
    assert_eq!((&brief["incomplete"][0]["cut"], &brief["incomplete"][0]["unread"]), (&json!(false), &json!(1)));
}

#[test]
fn that_an_entry_was_not_read_is_said_with_every_answer() {
    let folder = Folder::new("left-out");
    let mut all = resources("p1", "Okafor", 141);
    let mut asthma = json!({
        "resourceType": "Condition", "id": "c1", "subject": { "reference": "Patient/p1" },
        "code": { "text": "Asthma" }, "modifierExtension": [{ "url": "https://example.org/not", "valueBoolean": true }]
    });
    all.push(asthma.clone());
    let beside = |all: &[serde_json::Value]| {
        let file = folder.put("records.json", &bundle(all));
        let outcome = parsed(&chaperone(&["ask", "--json", "--records"], &[&file], &["Do I have asthma?"]));
        assert_eq!(outcome["answer"]["exact"]["answer"], "no (not in the record)", "{outcome}");
        outcome["answer"]["readAs"].clone()
    };
    let one = "A part of the records was not read: what it may say is missing from every answer.";
    assert_eq!(beside(&all), json!([one]));
    // What is marked as an error says nothing of anybody.
    asthma["verificationStatus"] = json!({ "coding": [{ "code": "entered-in-error" }] });
    all.pop();
    all.push(asthma);
    assert_eq!(beside(&all), json!(null));
    all.pop();
    all.push(json!({ "resourceType": "MedicationOrder", "id": "m1", "patient": { "reference": "Patient/p1" } }));
    all.push(json!({ "id": "x" }));
    let two = "2 parts of the records were not read: what they may say is missing from every answer.";
    assert_eq!(beside(&all), json!([two]));
}

#[test]
fn a_text_that_is_called_json_is_named() {
    let folder = Folder::new("no-json");
    let letter = b"Dear Ms. Okafor,\nyour blood pressure was 141/82 in March.\n";
    let (called, plain) = (folder.put("letter.json", letter), folder.put("letter.txt", letter));
    let told = said(&chaperone(&["ask", "--records"], &[&called], &[QUESTION]));
    let named = format!("{} is called JSON and is none: it was read as plain text", called.to_str().unwrap());
    assert!(told.contains(&named) && !told.contains("could not be read"), "{told}");
    assert!(!said(&chaperone(&["ask", "--records"], &[&plain], &[QUESTION])).contains("plain text"));
}

#[test]
fn an_empty_question_is_called_empty() {
    let folder = Folder::new("empty-question");
    let file = folder.put("a.json", &bundle(&resources("p1", "Okafor", 141)));
    for command in ["ask", "prepare", "search"] {
        for empty in ["", "  "] {
            let refused = chaperone(&[command, "--records"], &[&file], &[empty]);
            let told = String::from_utf8(refused.stderr).unwrap();
            assert!(!refused.status.success() && told.contains("the question is empty"), "{command}: {told}");
        }
    }
    let told = String::from_utf8(chaperone(&["ask", "--records", ""], &[&file], &[QUESTION]).stderr).unwrap();
    assert!(told.contains("a path of --records is empty"), "{told}");
}
