//! Plays the cases of the recognizer of names with a small lexicon, and what holds for any text.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use chaperone::document::EntityType;
use chaperone::privacy::detect::{Detector, Recognizer, View};
use chaperone::privacy::lexicon::{Lexicon, Traits};
use chaperone::privacy::recognizers::{self, Names};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::rooms;

/// The words of the cases, as a lexicon of the whole language knows them.
fn lexicon() -> Arc<Lexicon> {
    let lists: Vec<(Traits, &str)> = vec![
        (
            Traits::COMMON,
            "a absent dean access acorns alone along and arm at bed before best call came chair check classes clear complete cough descent disease \
             dog drain drip dictating drive drove eats exam few follow for gave hand happy hope in index known level likes line \
             little long looked lower man mark may median miles morning mutated normal note numb pain part patient performed pre progressive \
             reaction rest review rice rich right ruled said site size smoker speaking stable stands start summary surgery taken \
             teacher tender then this three today told tract two typed unknown weakness well will wild with work worker wound young \
             king grace reviewed discharge negative type left leg none healthy retired plan heart clinic hospital course history \
             present illness physical emergency department eye outside local nurse doctor mother father wife died home night \
             come understanding works herb orders protocol male female and family medicine bound seen continued see put days his her harlan late",
        ),
        (
            Traits::FREQUENT_WORD,
            "hand will may long young mark hope rich little right home night work well present course part late come medicine \
             understanding understood stay first again",
        ),
        (
            Traits::MEDICAL,
            "cancer cardiology catheter claudication disease heart hand medical pain patient rice sign surgery syndrome vitals \
             wound cough stroke virus chest memorial paralegal",
        ),
        (Traits::DRUG, "metoprolol furosemide lasix heparin"),
        (Traits::GENE, "brca1 kras braf"),
        (
            Traits::EPONYM,
            "parkinson graves wilson mcburney babinski lhermitte pugh hoehn yahr apgar wells charlson foley blake norwalk kocher \
             willis mohs whipple gleason breslow clark crohn",
        ),
        (
            Traits::GIVEN_NAME,
            "ngozi john mary tariq will meredith jan etienne gopinath grace mark rich hope young may miles long quang vinh \
             wilson blake clark amara april june august elliott king hand rice dean",
        ),
        (
            Traits::FAMILY_NAME,
            "okafor patel hand parkinson graves bright berg hargrove leveque shenoy king rice wilson wells clark long miles voss \
             grace young hope mary john",
        ),
        (Traits::FREQUENT_NAME, "john mary graves wilson clark patel"),
        (Traits::PLACE, "waukesha huntsville rotherham lakemont hennepin rotterdam"),
        (Traits::TERM, "jackson pratt rotherham"),
        (Traits::REGION, "michigan canada"),
    ];
    let words = lists
        .into_iter()
        .flat_map(|(traits, words)| words.split_whitespace().map(move |word| (word.to_owned(), traits)));
    let phrases = [("truth or consequences".to_owned(), Traits::PLACE), ("jackson pratt".to_owned(), Traits::TERM)];
    Arc::new(Lexicon::of(words.chain(phrases)))
}

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
    find: Vec<(EntityType, String)>,
}

fn found(detector: &Detector, text: &str) -> Vec<(EntityType, String)> {
    let entities = detector.detect(text);
    entities.iter().map(|entity| (entity.entity_type, entity.span.of(text).unwrap().to_owned())).collect()
}

fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recognizers").join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn names_are_found_where_the_cases_say_and_nowhere_else() {
    let cases = cases("names");
    let quiet = cases.iter().filter(|case| case.find.is_empty()).count();
    assert!(quiet * 2 >= cases.len(), "at least as many cases of what must not be found");
    let detector = Detector::new(recognizers::with_lexicon(&lexicon()));
    let mut wrong = Vec::new();
    for case in cases {
        let found = found(&detector, &case.text);
        if found != case.find {
            wrong.push(format!("{}: {found:?}, not {:?}", case.name, case.find));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The parts of the recognizer of names, each with the type of what it finds.
const PARTS: [(&str, EntityType); 5] = [
    ("hospital", EntityType::Hospital),
    ("place", EntityType::Location),
    ("organization", EntityType::Organization),
    ("occupation", EntityType::Occupation),
    ("unknown", EntityType::Person),
];

#[test]
fn each_part_finds_what_its_cases_say_with_the_lexicon_of_the_set_up() {
    let detector = Detector::new(recognizers::with_lexicon(&Arc::new(rooms::lexicon())));
    let mut wrong = Vec::new();
    for (part, entity_type) in PARTS {
        let cases = cases(part);
        let quiet = cases.iter().filter(|case| case.find.is_empty()).count();
        assert!(quiet * 2 >= cases.len(), "{part}: at least as many cases of what must not be found");
        for case in cases {
            let mut found = found(&detector, &case.text);
            found.retain(|(found, _)| *found == entity_type || case.find.is_empty());
            if found != case.find {
                wrong.push(format!("{part}: {}: {found:?}, not {:?}", case.name, case.find));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pieces that rules look at, in any order.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = [
        "Dr. ",
        "Mrs ",
        "patient: ",
        "name=",
        "S/o ",
        ", MD",
        " RN",
        "daughter ",
        "Sincerely,\n",
        "cc: ",
        "initials ",
        "J. ",
        "J",
        "van der ",
        "O'",
        "'s",
        "-",
        "-\n",
        "\n",
        "\r\n",
        "\t",
        "  ",
        " | ",
        "^",
        "(\"",
        "\") ",
        " & ",
        "St. ",
        "Our Lady of ",
        "Hospital ",
        "LLP",
        "works at ",
        "lives in ",
        ", GA ",
        " S60 3TH",
        "Okafor ",
        "OKAFOR",
        "hand ",
        "Wilson ",
        "disease ",
        "h a r g ",
        "71m ",
        "é",
        "e\u{301}",
        "\u{200b}",
        "👩",
        "İ",
        "ß",
        "ﬁ",
        "Étienne ",
        "12 ",
        "0",
        "l",
    ];
    let piece = prop_oneof![4 => prop::sample::select(pieces.to_vec()).prop_map(str::to_owned), 1 => r"\PC{0,5}"];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_read_without_panic_and_twice_alike(text in hostile()) {
        let lexicon = lexicon();
        let names = Names::new(lexicon.clone());
        for view in [Some(View::plain(&text)), View::healed(&text)].into_iter().flatten() {
            let found = names.find(&view);
            for found in &found {
                prop_assert!(view.source_span(found.range.clone()).is_some_and(|span| span.of(&text).is_some()));
            }
            prop_assert_eq!(&names.find(&view), &found);
        }
        let detector = Detector::new(recognizers::with_lexicon(&lexicon));
        prop_assert_eq!(detector.detect(&text), detector.detect(&text));
    }

    #[test]
    fn no_allow_list_speaks_against_a_title(
        title in prop::sample::select(vec!["Dr.", "Dr", "Mr.", "Mrs", "Ms.", "Professor"]),
        name in prop::sample::select(vec![
            "Parkinson", "Wilson", "Graves", "Babinski", "Hand", "Rice", "Young", "King", "Norwalk", "Whipple", "Okafor", "Zyxwv",
        ]),
        after in prop::sample::select(vec![" was seen.", ", who agrees.", ".", "'s wife rang.", " and a nurse came.", " (tired)"]),
    ) {
        let detector = Detector::new(recognizers::with_lexicon(&lexicon()));
        let found = found(&detector, &format!("Then {title} {name}{after}"));
        prop_assert!(found.contains(&(EntityType::Person, name.to_owned())), "{found:?}");
    }
}
