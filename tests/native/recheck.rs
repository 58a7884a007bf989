//! The second reading, on the sample records: what the synthesis says is found to be what the records say, and what says
//! anything else is found out, whatever is changed in it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use chaperone::clearance::{Compare as _, Composer, Operator, Original, Piece, Source, SpanMap};
use chaperone::document::{DocumentIndex, PatientIndex};
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Beyond, Choice, Policy};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::recheck::Recheck;
use chaperone::room::Room;
use chaperone::span::Span;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::common::rooms;

const BALANCED: Policy = Policy {
    floor: Level::Balanced,
    allow_words: true,
    noise: Noise::Off,
    strangers: Beyond::Warn,
    kinds: None,
    endpoints: None,
};

const QUESTIONS: [&str; 10] = [
    "How did my blood pressure change?",
    "What was my last blood pressure?",
    "Which medicines do I take?",
    "What conditions do I have?",
    "What are my allergies?",
    "How old was I when my weight was taken last?",
    "How did my HbA1c change over the years?",
    "Which vaccinations did I get?",
    "What procedures did I have?",
    "How is my cholesterol?",
];

thread_local! {
    static ROOM: RefCell<Room> = RefCell::new(rooms::ready(&rooms::SAMPLES));
}

/// Returns the message for `question` about the patient `subject`, or about everybody; `None` where nothing may leave.
fn message(room: &mut Room, question: &str, subject: Option<u32>) -> Option<SpanMap> {
    room.set_subject(subject.map(PatientIndex)).unwrap();
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let workflow = room.prepare(question, &endpoint, [9; 32], 0).ok()?;
    assert!(workflow.is_cleared());
    Some(workflow.state().synthesised.clone())
}

/// Returns `map` with other pieces.
fn remade(pieces: Vec<(Operator, String, Vec<Original>)>) -> SpanMap {
    let mut composer = Composer::new();
    for (operator, text, originals) in pieces {
        match operator {
            Operator::Template => composer.template(text.leak()),
            _ => composer.write(operator, &text, originals),
        };
    }
    composer.finish()
}

fn pieces(map: &SpanMap) -> Vec<(Operator, String, Vec<Original>)> {
    let copy = |piece: &Piece| (piece.operator, map.text_of(piece).to_owned(), piece.originals.clone());
    map.pieces().iter().map(copy).collect()
}

/// Returns the text of a piece of `operator` that says something else than `text`.
fn changed(operator: Operator, text: &str) -> Option<String> {
    Some(match operator {
        Operator::Round => {
            let number: f64 = text.parse().unwrap();
            if number == 0.0 { "7".to_owned() } else { format!("{}", (number * 1.3 * 100.0).round() / 100.0) }
        }
        Operator::Count => (text.parse::<u32>().unwrap() + 1).to_string(),
        Operator::Trend => match text {
            "rising" => "falling",
            "falling" => "rising",
            "steady" => "rising",
            _ => "steady",
        }
        .to_owned(),
        Operator::Time if text == "day 0" => "3 weeks before day 0".to_owned(),
        Operator::Time if text.ends_with("before day 0") => text.replace("before", "after"),
        Operator::Time => text.replace("after", "before"),
        Operator::AgeBand if text == "90 or more" => "80 to 89".to_owned(),
        Operator::AgeBand => "90 or more".to_owned(),
        // A term without its last word, or one letter more.
        Operator::Code => text.rsplit_once(' ').map_or_else(|| format!("{text}s"), |(rest, _)| rest.to_owned()),
        Operator::Vocabulary => format!("{text}x"),
        Operator::Unit => if text == "kg" { "mg" } else { "kg" }.to_owned(),
        _ => return None,
    })
}

#[test]
fn what_the_synthesis_says_is_what_the_records_say() {
    let mut room = rooms::ready(&rooms::SAMPLES);
    let mut made = BTreeSet::new();
    for subject in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
        for question in QUESTIONS {
            let Some(map) = message(&mut room, question, subject) else { continue };
            let recheck = Recheck { records: room.records(), question, policy: &BALANCED };
            assert_eq!(recheck.compare(&map), [], "{question}");
            assert_eq!(recheck.compare(&remade(pieces(&map))), [], "a copy is as good");
            made.extend(map.pieces().iter().map(|piece| piece.operator));
        }
    }
    use Operator::{AgeBand, Alias, Code, Count, Pseudonym, Round, Template, Time, Trend, Unit, Vocabulary};
    for operator in [AgeBand, Alias, Code, Count, Pseudonym, Round, Template, Time, Trend, Unit, Vocabulary] {
        assert!(made.contains(&operator), "the questions make every kind of piece: {operator:?}");
    }
}

#[test]
fn a_number_is_said_to_be_on_its_sides_of_the_limits_that_are_known() {
    let read = |value: f64, range: Value| {
        let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": [
            { "resource": { "resourceType": "Patient", "id": "p", "name": [{ "family": "Varga", "given": ["Ilona"] }] } },
            { "resource": { "resourceType": "Observation", "status": "final", "subject": { "reference": "Patient/p" },
                "effectiveDateTime": "2019-02-03", "referenceRange": range, "valueQuantity": { "value": value, "unit": "%" },
                "code": { "coding": [{ "system": "http://loinc.org", "code": "4548-4", "display": "Hemoglobin A1c" }] } } },
        ] });
        let mut room = Room::new().unwrap();
        room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
        room.refresh().unwrap();
        let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
        let workflow = room.prepare("What was my last HbA1c?", &endpoint, [9; 32], 0).unwrap();
        assert!(workflow.is_cleared());
        let state = workflow.state();
        state
            .limits
            .iter()
            .map(|(span, limits)| (span.of(state.synthesised.text()).unwrap().to_owned(), limits.clone()))
            .collect::<Vec<_>>()
    };
    let range = json!([{ "low": { "value": 4 }, "high": { "value": 5.6 } }]);
    let said = |told: &str, limits: &str| vec![(told.to_owned(), limits.to_owned())];
    assert_eq!(
        read(6.42, range.clone()),
        said("6.4", "at least 5.7 and under 6.5; above the reference range 4 to 5.6")
    );
    assert_eq!(read(5.04, range), said("5", "under 5.7; within the reference range 4 to 5.6"));
    assert_eq!(read(6.5, json!([])), said("6.5", "at least 6.5 and under 7"));
}

#[test]
fn an_entry_that_is_not_so_is_not_told_and_one_that_ended_is_told_to_have() {
    let bundle = |clinical: &str, verification: &str| {
        format!(
            r#"{{"resourceType":"Bundle","type":"collection","entry":[
            {{"resource":{{"resourceType":"Patient","id":"p","name":[{{"family":"Varga","given":["Ilona"]}}]}}}},
            {{"resource":{{"resourceType":"Condition","subject":{{"reference":"Patient/p"}},"onsetDateTime":"2019-02-03",
              "code":{{"coding":[{{"system":"http://snomed.info/sct","code":"44054006","display":"Diabetes mellitus type 2"}}]}},
              "clinicalStatus":{{"coding":[{{"code":"{clinical}"}}]}},"verificationStatus":{{"coding":[{{"code":"{verification}"}}]}}}}}}]}}"#
        )
    };
    let read = |clinical: &str, verification: &str| {
        let mut room = Room::new().unwrap();
        room.add(bundle(clinical, verification).as_bytes(), &mut Unwatched).unwrap();
        room.refresh().unwrap();
        room
    };
    let question = "Do I have diabetes?";
    let mut told = read("resolved", "confirmed");
    let map = message(&mut told, question, Some(0)).unwrap();
    assert!(map.text().contains("It is resolved."));
    let faults = |room: &Room, map: &SpanMap| {
        Recheck { records: room.records(), question, policy: &BALANCED }.compare(map).len()
    };
    assert_eq!(faults(&told, &map), 0);
    let mut ended = pieces(&map);
    let said = ended.iter_mut().find(|(_, text, _)| text.contains("resolved")).unwrap();
    said.1 = said.1.replace("It is resolved.", "It is active.");
    assert_eq!(faults(&told, &remade(ended)), 1, "the records say that it is over");
    // The same bytes at the same places, but for the status.
    for (clinical, verification) in [("resolved", "refuted  "), ("resolved", "refuted"), ("draft   ", "confirmed")] {
        let room = read(clinical, verification);
        assert_ne!(faults(&room, &map), 0, "{clinical} {verification}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_says_something_else_is_found_out(
        question in prop::sample::select(QUESTIONS.to_vec()), subject in 0_u32..5, at in any::<Index>(), how in 0..4,
    ) {
        ROOM.with_borrow_mut(|room| {
            let Some(map) = message(room, question, Some(subject)) else { return Ok(()) };
            let mut pieces = pieces(&map);
            let candidates: Vec<usize> = match how {
                0 => (0..pieces.len()).filter(|index| changed(pieces[*index].0, &pieces[*index].1).is_some()).collect(),
                1 | 2 => (0..pieces.len()).filter(|index| {
                    pieces[*index].2.iter().any(|original| matches!(original.source, Source::Record { .. }))
                }).collect(),
                _ => (0..pieces.len()).filter(|index| {
                    pieces[*index].0 == Operator::Pseudonym && pieces[*index].2[0].source == Source::Whole
                }).collect(),
            };
            if candidates.is_empty() {
                return Ok(());
            }
            let (operator, text, originals) = &mut pieces[candidates[at.index(candidates.len())]];
            match how {
                0 => *text = changed(*operator, text).unwrap(),
                // A source a byte further on, or in another document.
                1 => {
                    let Source::Record { document, file, span } = originals[0].source else { unreachable!() };
                    originals[0].source = Source::Record { document, file, span: Span::at(span.start() + 1, span.len()) };
                }
                2 => {
                    let Source::Record { document, file, span } = originals[0].source else { unreachable!() };
                    originals[0].source = Source::Record { document: DocumentIndex(document.0 + 1), file, span };
                }
                _ => {
                    let other = room.records().patients.iter().find(|patient| patient.name != originals[0].text).unwrap();
                    originals[0].text = other.name.clone();
                }
            }
            let shown = format!("{operator:?} {text} {how}");
            let recheck = Recheck { records: room.records(), question, policy: &BALANCED };
            prop_assert!(!recheck.compare(&remade(pieces)).is_empty(), "{}: {} in\n{}", question, shown, map.text());
            Ok(())
        })?;
    }
}

#[test]
fn before_the_passages_nothing_is_said_of_the_records_that_no_passage_tells() {
    let mut room = rooms::ready(&rooms::SAMPLES);
    let question = "How did my blood pressure change?";
    let map = message(&mut room, question, Some(0)).unwrap();
    let others = message(&mut room, question, Some(1)).unwrap();
    let whole = pieces(&map);
    let faults = |room: &Room, said: (Operator, String, Vec<Original>)| {
        let earlier = [
            (Operator::Template, "An earlier thought: ".to_owned(), Vec::new()),
            said,
            (Operator::Template, ".\n".to_owned(), Vec::new()),
        ];
        let message = remade(earlier.into_iter().chain(whole.clone()).collect());
        Recheck { records: room.records(), question, policy: &BALANCED }.compare(&message).len()
    };
    let is_of_records = |piece: &(Operator, String, Vec<Original>)| {
        matches!(piece.0, Operator::Code | Operator::Round | Operator::Time | Operator::Trend | Operator::Count)
            && piece.2.iter().any(|original| matches!(original.source, Source::Record { .. }))
    };
    let told: Vec<_> = whole.iter().filter(|piece| is_of_records(piece)).cloned().collect();
    assert!(told.len() > 4);
    for piece in told {
        assert_eq!(faults(&room, piece.clone()), 0, "it is told by a passage: {piece:?}");
        if let Some(text) = changed(piece.0, &piece.1) {
            assert_ne!(faults(&room, (piece.0, text, piece.2.clone())), 0, "no passage tells this: {piece:?}");
        }
        let bare = (piece.0, piece.1.clone(), Vec::new());
        assert_ne!(faults(&room, bare), 0, "it has no source: {piece:?}");
    }
    for piece in pieces(&others).into_iter().filter(is_of_records) {
        assert_ne!(faults(&room, piece.clone()), 0, "it is somebody else's: {piece:?}");
    }
}

#[test]
fn what_is_told_more_exactly_than_its_level_is_found_out() {
    ROOM.with_borrow_mut(|room| {
        room.set_subject(Some(PatientIndex(0))).unwrap();
        let question = "How did my blood pressure and my weight change? How old am I?";
        let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
        for told in Level::ALL {
            // A seed with which a weight is moved.
            let choice = Choice { level: told, noise: Noise::On, ..Choice::default() };
            let workflow = room.prepare_as(question, &choice, &endpoint, [9; 32], 0).unwrap();
            let map = &workflow.state().synthesised;
            let is_moved = map.pieces().iter().any(|piece| piece.operator == Operator::Noise);
            for level in Level::ALL {
                for noise in [Noise::Off, Noise::On] {
                    let policy = Policy { floor: level, noise, ..Policy::default() };
                    let found = Recheck { records: room.records(), question, policy: &policy }.compare(map);
                    // What is told less exactly than it might be is no fault.
                    let fits = level == told && (noise == Noise::On || !is_moved);
                    let is_too_exact = level > told || (noise == Noise::Off && is_moved);
                    if fits || is_too_exact {
                        assert_eq!(found.is_empty(), fits, "told at {told:?}, read at {level:?}, {noise:?}: {found:?}");
                    }
                }
            }
        }
    });
}
