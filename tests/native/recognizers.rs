//! Plays the cases of the recognizers: `tests/data/recognizers/NAME.json` is played by the recognizer NAME alone.

use std::fs;
use std::path::Path;

use chaperone::document::EntityType;
use chaperone::privacy::detect::Detector;
use chaperone::privacy::recognizers;
use proptest::prelude::*;
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

/// Texts of what recognizers look at: labels, digits in groups, names, signs of every kind.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[0-9OlIS]{1,12}",
        "[0-9]{1,4}[-/.: ][0-9]{1,4}[-/.: ][0-9]{1,6}",
        "[A-Z]{1,3}[0-9]{2,9}",
        r"\PC{0,6}",
        prop::sample::select(vec![
            "MRN: ",
            "SSN ",
            "phone ",
            "fax ",
            "(01)",
            "+45 ",
            "PID|1||",
            "|",
            "\t",
            "\n",
            "\r\n",
            " Street",
            "Rua ",
            ", GA ",
            "May ",
            "the 3rd",
            "P.O. Box ",
            "@",
            "http://",
            "::",
            "\u{301}",
            "\u{a0}",
            "\u{200b}",
            "é",
            "IBAN ",
            "plate ",
            "92 y/o",
            "five oh one ",
            "Apt ",
            "NPI ",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_text_is_read_without_fault_and_alike_each_time(text in hostile()) {
        thread_local!(static DETECTOR: Detector = Detector::new(recognizers::all()));
        DETECTOR.with(|detector| {
            let entities = detector.detect(&text);
            for entity in &entities {
                prop_assert!(entity.span.of(&text).is_some_and(|part| !part.is_empty()));
            }
            prop_assert!(entities.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()));
            prop_assert_eq!(&entities, &detector.detect(&text));
            Ok(())
        })?;
    }
}

#[test]
fn every_recognizer_has_a_name_of_its_own() {
    let mut names: Vec<_> = recognizers::all().iter().map(|recognizer| recognizer.name()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}
