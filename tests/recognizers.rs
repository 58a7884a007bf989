//! Plays the cases of the recognizers: `tests/data/recognizers/NAME.json` is played by the recognizer NAME alone.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::Path;

use chaperone::document::EntityType;
use chaperone::privacy::detect::Detector;
use chaperone::privacy::recognizers;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
    find: Vec<(EntityType, String)>,
}

fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recognizers").join(format!("{name}.json"));
    let text = fs::read_to_string(path).unwrap_or_else(|_| panic!("{name} has no cases"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_recognizer_finds_what_its_cases_say_and_nothing_else() {
    let mut wrong = Vec::new();
    for recognizer in recognizers::all() {
        let name = recognizer.name();
        let cases = cases(name);
        let quiet = cases.iter().filter(|case| case.find.is_empty()).count();
        assert!(quiet * 2 >= cases.len(), "{name}: at least as many cases of what must not be found");
        let detector = Detector::new(vec![recognizer]);
        for case in cases {
            let found: Vec<(EntityType, String)> = detector
                .detect(&case.text)
                .iter()
                .map(|entity| (entity.entity_type, entity.span.of(&case.text).unwrap().to_owned()))
                .collect();
            if found != case.find {
                wrong.push(format!("{name}: {}: {found:?}, not {:?}", case.name, case.find));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
