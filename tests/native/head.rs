//! The head natively: its arithmetic, the values that it reads and its answers against the code that it was trained with, and
//! what it finds in whole texts.

use std::fs;
use std::sync::LazyLock;

use chaperone::model::Head;
use chaperone::privacy::detect::View;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::recognizers::units::{Shapes, units};
use serde::Deserialize;

use crate::common::rooms;

/// How far a probability may be from the reference: `f32` here, `f64` there.
const ARITHMETIC: f32 = 1e-4;

#[derive(Deserialize)]
struct Reference {
    texts: Vec<Text>,
    numbers: Vec<Vec<f32>>,
}

#[derive(Deserialize)]
struct Text {
    name: String,
    text: String,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    unit: String,
    /// The shares of capitals in its line and its text.
    capitals: [f32; 2],
    /// The values that are 1.
    ones: Vec<usize>,
    #[cfg_attr(not(feature = "encoders"), allow(dead_code))]
    identifying: f32,
    #[cfg_attr(not(feature = "encoders"), allow(dead_code))]
    label: String,
}

fn at(path: &str) -> Vec<u8> {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}\nset up first: ./run setup test"))
}

static REFERENCE: LazyLock<Reference> =
    LazyLock::new(|| serde_json::from_slice(&at("tests/data/head_reference.json")).unwrap());
static LEXICON: LazyLock<Lexicon> = LazyLock::new(rooms::lexicon);
static HEAD: LazyLock<Head> = LazyLock::new(|| Head::read(&at("models/head/head.bin")).unwrap());

#[test]
fn the_arithmetic_is_that_of_the_training() {
    let value = |unit: usize, at: usize| ((at * 37 + unit * 11) % 97) as f32 / 97.0 - 0.5;
    let values = |unit| (0..HEAD.values()).map(|at| value(unit, at)).collect::<Vec<_>>();
    let hidden: Vec<_> = (0..REFERENCE.numbers.len()).map(|unit| HEAD.unit(&values(unit))).collect();
    for (ours, theirs) in HEAD.probabilities(&hidden).iter().zip(&REFERENCE.numbers) {
        assert_eq!(ours.len(), theirs.len());
        assert!((ours.iter().sum::<f32>() - 1.0).abs() < ARITHMETIC);
        assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= ARITHMETIC), "{ours:?}, not {theirs:?}");
    }
}

#[test]
fn units_and_their_shapes_are_those_of_the_training() {
    for Text { name, text, units: expected } in &REFERENCE.texts {
        let view = View::plain(text);
        let shapes = Shapes::new(&view, &LEXICON);
        let found = units(&view);
        assert_eq!(found.len(), expected.len(), "{name}");
        for (range, unit) in found.iter().zip(expected) {
            assert_eq!(view.slice(range.clone()), unit.unit, "{name}");
            let values = shapes.of(range);
            let capitals = [values[22], values[23]];
            assert!(capitals.iter().zip(unit.capitals).all(|(a, b)| (a - b).abs() < 1e-5), "{name}: {}", unit.unit);
            let ones: Vec<usize> =
                (0..values.len()).filter(|at| values[*at] == 1.0 && ![22, 23].contains(at)).collect();
            assert_eq!(ones, unit.ones, "{name}: {}", unit.unit);
        }
    }
}

#[cfg(feature = "encoders")]
mod with_tagger {
    use std::sync::Arc;

    use chaperone::clearance::{ENTREZ, Embed, KnownAnswers, nearest};
    use chaperone::document::EntityType;
    use chaperone::error::Code;
    use chaperone::library::entrez::{Collection, Next, Wanted};
    use chaperone::library::query::Clearing;
    use chaperone::model::Tagger;
    use chaperone::model::manifest::{Manifest, Role};
    use chaperone::privacy::detect::{Detector, Judge as _};
    use chaperone::privacy::recognizers::{Reader, Reading, fused};
    use jiff::civil::date;

    use super::*;

    /// How far a probability may be from the reference, which rounds the weights with their adapters to eight bits as set-up does, but for those in the middle between two.
    const TOLERANCE: f32 = 5e-3;

    static TAGGER: LazyLock<Arc<Tagger>> = LazyLock::new(|| {
        let manifest = Manifest::parse(&at("models/manifest.json")).unwrap();
        let entry = manifest.model("rampart-q4").unwrap();
        let file = |role| at(&format!("models/weights/{}", entry.file(role).unwrap().path));
        entry.file(Role::Head).unwrap().verify(&file(Role::Head)).unwrap();
        Arc::new(Tagger::load(entry, file(Role::Weights), &file(Role::Tokenizer)).unwrap())
    });

    fn reader() -> Reader {
        Reader::new(TAGGER.clone(), HEAD.clone()).unwrap()
    }

    fn detector() -> Detector {
        fused(&Arc::new(LEXICON.clone()), Some(reader()))
    }

    #[test]
    fn probabilities_agree_with_the_training() {
        let reading = Reading::new(reader(), Arc::new(LEXICON.clone()));
        for Text { name, text, units } in &REFERENCE.texts {
            let judged = reading.judge(&View::plain(text)).unwrap().units;
            assert_eq!(judged.len(), units.len(), "{name}");
            for (ours, theirs) in judged.iter().zip(units) {
                let apart = (ours.identifying - theirs.identifying).abs();
                assert!(apart <= TOLERANCE, "{name}: {} {} not {}", theirs.unit, ours.identifying, theirs.identifying);
                if theirs.label == "NAME" && theirs.identifying > 0.5 {
                    assert_eq!(ours.entity_type, EntityType::Person, "{name}: {}", theirs.unit);
                }
            }
        }
    }

    #[test]
    fn every_window_of_a_long_text_is_read_and_its_units_keep_their_places() {
        let filler = "Blood pressure was taken twice and noted in the chart as before. ".repeat(120);
        let text = format!("{filler}Seen by Dr. Jonas Lindqvist. {filler}");
        let found = detector().detect(&text);
        let shown: Vec<_> = found.iter().map(|entity| entity.span.of(&text).unwrap()).collect();
        assert!(shown.join(" ").contains("Jonas Lindqvist"), "{shown:?}");
        assert!(shown.len() <= 2, "{shown:?}");
    }

    #[test]
    fn the_head_adds_what_rules_miss_and_takes_back_what_is_none() {
        let plain = fused(&Arc::new(LEXICON.clone()), None);
        let judged = detector();
        let text = "Seen by ivy in bed 14. Parkinson disease, Murphy sign negative, Blake drain out.";
        let doubted = plain.detect(text).len() + 1;
        assert!(judged.detect(text).len() <= doubted);
        assert!(judged.detect(text).iter().all(|entity| !entity.span.of(text).unwrap().contains("Murphy")));
        assert!(judged.suspects(text).len() >= plain.detect(text).len());
        assert_eq!(judged.detect("").len(), 0);
    }

    struct Ones;

    impl Embed for Ones {
        fn vector(&self, _: &str) -> Option<Vec<f32>> {
            Some(vec![0.5; 4])
        }
    }

    #[test]
    fn forms_for_public_texts_pass_with_the_head_as_without() {
        let (known, plain, judged) = (KnownAnswers::default(), fused(&Arc::new(LEXICON.clone()), None), detector());
        for (detector, base) in [&plain, &judged]
            .into_iter()
            .flat_map(|detector| [(detector, ENTREZ), (detector, "http://127.0.0.1:8401/entrez/eutils/")])
        {
            let clearing = Clearing { known: &known, detector, lexicon: Some(&LEXICON) };
            for text in ["hypertension[mh] AND (salt OR sodium)", "statins AND stroke", "asthma children"] {
                let query = clearing.query(text, &[]).unwrap();
                assert!(query.withheld.is_empty(), "{text}");
                let wanted =
                    Wanted { term: query.map.text().to_owned(), from: date(2019, 1, 1), until: date(2019, 12, 31) };
                let mut collection = Collection::new(wanted, false).unwrap();
                let Next::Ask(ask) = collection.next(0).unwrap() else { panic!("it is asked at once") };
                let cleared = clearing.clear(&ask, base, &query.map, 0);
                assert!(cleared.is_ok(), "{base} {text}: {:?}", cleared.err());
            }
            let (server, id) = ("http://127.0.0.1:8000", "6f1d4c0e-8a52-4b7e-9c3d-0123456789ab");
            let listing = clearing.clear_collections(server, 0);
            assert!(listing.is_ok(), "{:?}", listing.err());
            let question = clearing.question("Does salt raise blood pressure?", &[]).unwrap();
            let request = nearest(server, id, &question.map, &Ones, 5).unwrap();
            let asked = clearing.clear_nearest(request, &question.map, &Ones, 0);
            assert!(asked.is_ok(), "{:?}", asked.err());
        }
    }

    #[test]
    fn a_head_of_other_values_is_refused() {
        let mut body = b"CHAPHEAD".to_vec();
        body.extend([1_u32, 2, 1, 1, 2].iter().flat_map(|size| size.to_le_bytes()));
        body.extend([0.0_f32; 2 + 1 + 1 + 1 + 4 + 2].iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = hex_bytes(&chaperone::model::manifest::sha256_hex(&body));
        body.extend(sum);
        let head = Head::read(&body).unwrap();
        assert_eq!(Reader::new(TAGGER.clone(), head).err().unwrap().code(), Code::Model);
    }

    fn hex_bytes(hex: &str) -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    }
}
