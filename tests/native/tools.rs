//! The planner's searches as tools: the same answers as a question gets, schemas that say what is taken, and errors that tell nothing.

use std::collections::BTreeSet;

use chaperone::error::Code;
use chaperone::progress::Unwatched;
use chaperone::room::Room;
use chaperone::room::tools::{Tool, tools};
use serde_json::{Value, json};

use crate::common::rooms;

fn call(room: &mut Room, name: &str, arguments: &Value) -> Value {
    room.call_tool(name, &arguments.to_string(), None).unwrap()
}

fn code(room: &mut Room, name: &str, arguments: &str) -> Code {
    room.call_tool(name, arguments, None).unwrap_err().code()
}

/// Arguments that use every property of a tool's schema, as it says.
fn full(tool: &Tool) -> Value {
    match tool.name {
        "look_up" => {
            json!({"topic": "weight", "kind": "observations", "wanted": "latest", "patient": 0, "from": "2000-01-01", "until": "2030-01-01"})
        }
        "find_patients" => json!({"having": ["asthma"], "kind": "medicines", "measured": "weight"}),
        "search_passages" => {
            json!({"text": "weight", "patient": 0, "from": "2000-01-01", "until": "2030-01-01", "kinds": ["note"], "most": 3})
        }
        "read_passage" => json!({"reference": "nowhere"}),
        _ => json!({}),
    }
}

#[test]
fn what_a_tool_says_is_what_the_question_gets() {
    let mut room = rooms::of(&["okafor"]);
    for (arguments, question) in [
        (json!({"topic": "weight", "wanted": "latest"}), "What was my latest weight?"),
        (json!({"topic": "weight", "wanted": "highest"}), "What was my highest weight?"),
        (json!({"topic": "weight", "wanted": "count"}), "How many weights do I have?"),
        (
            json!({"topic": "systolic blood pressure", "wanted": "average"}),
            "What was my average systolic blood pressure?",
        ),
        (json!({"kind": "conditions", "wanted": "list"}), "Which conditions do I have?"),
        (json!({"kind": "medicines", "wanted": "list"}), "List my medicines"),
    ] {
        let told = call(&mut room, "look_up", &arguments);
        let asked = room.quotes(question).unwrap().exact.unwrap_or_else(|| panic!("{question}"));
        assert_eq!(told["exact"]["answer"], asked.exact.answer, "{question}");
        assert_eq!(told["exact"]["rules"], json!(asked.exact.rules), "{question}");
        assert_eq!(told["all"], asked.exact.facts.len(), "{question}");
        assert_eq!(told["entries"].as_array().unwrap().len(), asked.exact.facts.len().min(40), "{question}");
    }
}

#[test]
fn days_limit_what_is_looked_up_and_searched() {
    let mut room = rooms::of(&["okafor"]);
    let count = |room: &mut Room, arguments: Value| {
        let told = call(room, "look_up", &arguments);
        told["exact"]["answer"].as_str().and_then(|answer| answer.parse::<usize>().ok()).unwrap_or_default()
    };
    let all = count(&mut room, json!({"topic": "weight", "wanted": "count"}));
    let late = count(&mut room, json!({"topic": "weight", "wanted": "count", "from": "2019-01-01"}));
    let early = count(&mut room, json!({"topic": "weight", "wanted": "count", "until": "2018-12-31"}));
    assert!(late > 0 && early > 0, "{late} {early}");
    assert_eq!(all, late + early);
    let found = call(
        &mut room,
        "search_passages",
        &json!({"text": "weight", "from": "2019-01-01", "until": "2019-12-31", "kinds": ["day"], "most": 20}),
    );
    let days: Vec<&str> =
        found["passages"].as_array().unwrap().iter().filter_map(|each| each["day"].as_str()).collect();
    assert!(!days.is_empty() && days.iter().all(|day| day.starts_with("2019")), "{days:?}");
}

#[test]
fn a_passage_is_verbatim_and_leads_to_those_beside_it() {
    let mut room = rooms::of(&["okafor"]);
    let found = call(&mut room, "search_passages", &json!({"text": "weight", "most": 1}));
    let passage = &found["passages"][0];
    let read = call(&mut room, "read_passage", &json!({"reference": passage["reference"]}));
    assert_eq!(read["text"], passage["text"]);
    let text = read["text"].as_str().unwrap();
    assert!(room.records().documents.iter().any(|document| document.text.contains(text)));
    // The first passage of a document has none before it.
    let found = call(&mut room, "search_passages", &json!({"text": "weight", "most": 20}));
    let mut beside = 0;
    for passage in found["passages"].as_array().unwrap() {
        let read = call(&mut room, "read_passage", &json!({"reference": passage["reference"]}));
        if let Some(before) = read["before"].as_str() {
            let other = call(&mut room, "read_passage", &json!({"reference": before}));
            assert_eq!((&other["behind"], &other["document"]), (&passage["reference"], &read["document"]));
            beside += 1;
        }
    }
    assert!(beside > 0, "no passage has one before it");
}

#[test]
fn several_patients_are_told_apart() {
    let mut room = rooms::of(&["okafor", "rice", "tran"]);
    let all = call(&mut room, "list_patients", &json!({}));
    assert_eq!(all["all"], 3);
    assert_eq!(code(&mut room, "look_up", r#"{"topic": "weight", "wanted": "latest"}"#), Code::InvalidArgument);
    assert_eq!(code(&mut room, "look_up", r#"{"topic": "weight", "wanted": "latest", "patient": 3}"#), Code::NotFound);
    let answers: BTreeSet<String> = (0..3)
        .map(|patient| call(&mut room, "look_up", &json!({"topic": "weight", "wanted": "latest", "patient": patient})))
        .map(|told| told["exact"]["answer"].to_string())
        .collect();
    assert!(answers.len() > 1, "{answers:?}");
    let passages = call(&mut room, "search_passages", &json!({"text": "weight", "patient": 1, "most": 20}));
    let passages = passages["passages"].as_array().unwrap();
    assert!(!passages.is_empty() && passages.iter().all(|passage| passage["patient"] == 1));
    let condition = room.quotes("Which conditions does Okafor have?").unwrap().exact.unwrap().exact.answer;
    let first = condition.split(';').next().unwrap().trim().to_owned();
    let having = call(&mut room, "find_patients", &json!({"having": [first]}));
    assert!(having["exact"]["answer"].as_str().unwrap().contains("Okafor"), "{having}");
}

#[test]
fn what_is_not_coded_is_no_answer() {
    let mut room = rooms::of(&["okafor"]);
    let nobody = call(&mut room, "find_patients", &json!({"having": ["zorblax"]}));
    assert_eq!((&nobody["exact"]["isAbsent"], &nobody["entries"]), (&json!(true), &json!([])), "{nobody}");
    assert!(nobody["exact"]["searched"]["texts"].as_u64() > Some(0), "{nobody}");
    let absent = call(&mut room, "look_up", &json!({"topic": "zorblax", "wanted": "whether"}));
    assert!(absent.is_null() || absent["exact"]["isAbsent"] == true, "{absent}");
}

#[test]
fn a_schema_names_what_is_taken_and_nothing_else_is() {
    let mut room = rooms::of(&["okafor"]);
    for tool in tools() {
        let properties: BTreeSet<String> = tool.parameters["properties"].as_object().unwrap().keys().cloned().collect();
        let arguments = full(&tool);
        let used: BTreeSet<String> = arguments.as_object().unwrap().keys().cloned().collect();
        assert_eq!(used, properties, "{}", tool.name);
        let outcome = room.call_tool(tool.name, &arguments.to_string(), None);
        let missing = outcome.as_ref().is_err_and(|error| error.code() == Code::NotFound);
        assert!(outcome.is_ok() || tool.name == "read_passage" && missing, "{}: {outcome:?}", tool.name);
        for required in tool.parameters["required"].as_array().unwrap() {
            let mut less = arguments.clone();
            less.as_object_mut().unwrap().remove(required.as_str().unwrap());
            assert_eq!(code(&mut room, tool.name, &less.to_string()), Code::InvalidArgument, "{}", tool.name);
        }
        let mut more = arguments.clone();
        more["more"] = json!(1);
        assert_eq!(code(&mut room, tool.name, &more.to_string()), Code::InvalidArgument, "{}", tool.name);
        assert_eq!(tool.parameters["additionalProperties"], false);
        assert_eq!(tool.function()["function"]["name"], tool.name);
    }
    for wanted in
        ["latest", "earliest", "previous", "highest", "lowest", "average", "count", "trend", "list", "whether", "date"]
    {
        call(&mut room, "look_up", &json!({"topic": "weight", "wanted": wanted}));
    }
    let look_up = &tools()[1].parameters["properties"];
    assert_eq!(look_up["wanted"]["enum"].as_array().unwrap().len(), 11);
    for kind in look_up["kind"]["enum"].as_array().unwrap() {
        call(&mut room, "look_up", &json!({"kind": kind, "wanted": "list"}));
    }
}

#[test]
fn what_is_wrong_is_named_and_never_repeated() {
    let mut room = rooms::of(&["okafor"]);
    let secret = "Zebulon Quartermain";
    for (name, arguments, expected) in [
        (secret, "{}".to_owned(), Code::NotFound),
        ("look_up", secret.to_owned(), Code::InvalidArgument),
        ("look_up", format!(r#"{{"wanted": "{secret}"}}"#), Code::InvalidArgument),
        ("look_up", format!(r#"{{"{secret}": 1, "wanted": "latest"}}"#), Code::InvalidArgument),
        ("look_up", format!(r#"{{"topic": "weight", "wanted": "latest", "from": "{secret}"}}"#), Code::InvalidArgument),
        ("look_up", r#"{"topic": " ", "wanted": "latest"}"#.to_owned(), Code::InvalidArgument),
        ("look_up", r#"{"wanted": "latest"}"#.to_owned(), Code::InvalidArgument),
        ("look_up", format!(r#"{{"topic": "{}", "wanted": "latest"}}"#, "a".repeat(401)), Code::InvalidArgument),
        ("find_patients", r#"{"having": []}"#.to_owned(), Code::InvalidArgument),
        ("find_patients", format!(r#"{{"having": {}}}"#, json!(vec!["a"; 5])), Code::InvalidArgument),
        ("search_passages", r#"{"text": "weight", "most": 0}"#.to_owned(), Code::InvalidArgument),
        ("search_passages", r#"{"text": "weight", "most": 21}"#.to_owned(), Code::InvalidArgument),
        ("read_passage", format!(r#"{{"reference": "{secret}"}}"#), Code::NotFound),
        ("list_patients", " ".repeat(20_000), Code::TooLarge),
    ] {
        let error = room.call_tool(name, &arguments, None).unwrap_err();
        assert_eq!(error.code(), expected, "{name}");
        assert!(!error.to_string().contains("Quartermain") && !format!("{error:?}").contains("Quartermain"), "{name}");
    }
}

/// A letter with a long table in its second section.
fn table() -> String {
    let rows: String = (0..120).map(|row| format!("Test {row} | {row} mmol/L | 1–9\n")).collect();
    format!(
        "# Letter\n\nSeen today.\n\n## Zirconium studies\n\nTest | Result | Benchmark\n--- | --- | ---\n{rows}\n## Plan\n\nRest.\n"
    )
}

#[test]
fn rows_of_a_table_come_with_its_header_and_headings() {
    let (mut room, file) = (Room::new().unwrap(), table().into_bytes());
    room.add(&file, &mut Unwatched).unwrap();
    let whole = String::from_utf8(file.clone()).unwrap();
    let index = room.index().unwrap();
    let at = index.passages().find(|(_, passage)| {
        let text = passage.span.of(&whole);
        text.is_some_and(|text| text.contains("Test 60 ") && !text.contains("Benchmark"))
    });
    let passage = at.expect("rows without their header").1.clone();
    let reference = passage.reference.as_str().to_owned();
    let read = call(&mut room, "read_passage", &json!({"reference": reference}));
    assert_eq!(read["header"], "Test | Result | Benchmark");
    assert_eq!(read["headings"], json!(["# Letter", "## Zirconium studies"]));
    // What stands above is found, and shown as stretches of their own that lead back to their bytes.
    for words in ["benchmark test 60", "zirconium studies test 60"] {
        let found = call(&mut room, "search_passages", &json!({"text": words, "most": 1}));
        assert_eq!(found["passages"][0]["reference"], reference, "{words}");
    }
    let passages = room.index().unwrap().as_slice().to_vec();
    let [block] = chaperone::clearance::box_passage(&passage, room.records(), &passages).try_into().unwrap();
    assert!(chaperone::quote::verify::verify(&block, &file).unwrap().is_genuine());
    let chaperone::clearance::Block::Verbatim { text, above, citation, reference, person, title, telling } = block
    else {
        panic!()
    };
    assert!(text.starts_with("Test ") && !text.contains("Benchmark"));
    let told: Vec<&str> = above.iter().map(|above| above.text.as_str()).collect();
    assert_eq!(told, ["# Letter", "## Zirconium studies", "Test | Result | Benchmark"]);
    for above in &above {
        assert_eq!(whole.get(above.citation.start..above.citation.end), Some(above.text.as_str()));
        let holder = passages.iter().find(|passage| passage.reference == above.reference).unwrap();
        assert!(holder.span.of(&whole).unwrap().contains(&above.text));
    }
    let mut above = above;
    above[2].text = "Test | Result | Reference".to_owned();
    let forged = chaperone::clearance::Block::Verbatim { text, above, citation, reference, person, title, telling };
    assert!(!chaperone::quote::verify::verify(&forged, &file).unwrap().is_genuine());
}

#[test]
fn documents_are_cut_as_the_room_is_told() {
    let mut room = Room::new().unwrap();
    room.add(table().as_bytes(), &mut Unwatched).unwrap();
    let mut cut = |said: &str| {
        room.set_cut(said.parse().unwrap());
        room.index().unwrap().passages().map(|(_, passage)| passage.span).collect::<Vec<_>>()
    };
    let usual = cut("830");
    let longest = |spans: &[chaperone::span::Span<_>]| spans.iter().map(|span| span.len()).max().unwrap();
    assert_eq!(cut("whole").len(), 1);
    let small = cut("300");
    assert!(small.len() > usual.len() && longest(&small) <= 400, "bytes of 300 characters");
    assert!(small.windows(2).all(|pair| pair[0].end() <= pair[1].start()));
    let both = cut("300,830");
    assert_eq!(both.len(), small.len() + usual.len());
    let shared = cut("300+80");
    assert!(shared.windows(2).any(|pair| pair[0].end() > pair[1].start()), "pieces share what lies between");
    assert!(cut("tokens:128").len() > usual.len(), "three characters stand for a token");
    assert_eq!(cut("830"), usual);
}
