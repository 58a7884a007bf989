//! The lexicon of the set-up: what it knows of words, and what leaves with a question by it.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use chaperone::clearance::Operator;
use chaperone::error::Code;
use chaperone::model::manifest::{Manifest, Purpose, Role};
use chaperone::privacy::lexicon::{Lexicon, Traits};
use chaperone::privacy::policy::Choice;
use chaperone::privacy::vocabulary::{Decision, Reason, Sources, Vocabulary};
use chaperone::progress::Unwatched;
use chaperone::question::Plan;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::Workflow;
use serde::Deserialize;

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let manifest = Manifest::parse(&fs::read(models.join("manifest.json")).unwrap()).unwrap();
    let file = manifest.models_for(Purpose::Lexicon).next().unwrap().file(Role::Lexicon).unwrap().clone();
    let bytes = fs::read(models.join("weights").join(&file.path)).unwrap_or_else(|error| {
        panic!("{}: {error}\nmake the lexicon first: ./run demo or ./run test does", file.path)
    });
    file.verify(&bytes).unwrap();
    bytes
});

/// A word or phrase and what it is and is not.
#[derive(Deserialize)]
struct Case {
    word: String,
    is: Vec<String>,
    is_not: Vec<String>,
}

fn named(name: &str) -> Traits {
    match name {
        "common" => Traits::COMMON,
        "medical" => Traits::MEDICAL,
        "drug" => Traits::DRUG,
        "gene" => Traits::GENE,
        "organism" => Traits::ORGANISM,
        "eponym" => Traits::EPONYM,
        "given-name" => Traits::GIVEN_NAME,
        "family-name" => Traits::FAMILY_NAME,
        "place" => Traits::PLACE,
        "region" => Traits::REGION,
        "frequent-name" => Traits::FREQUENT_NAME,
        "frequent-word" => Traits::FREQUENT_WORD,
        "eponym-head" => Traits::EPONYM_HEAD,
        _ => panic!("no trait is called {name}"),
    }
}

#[test]
fn words_are_what_they_should_be() {
    let lexicon = Lexicon::read(&BYTES).unwrap();
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/lexicon.json")).unwrap();
    for Case { word, is, is_not } in cases {
        let traits = match word.split(' ').count() {
            1 => lexicon.of_word(&word),
            count => lexicon.phrase(word.split(' ')).filter(|(found, _)| *found == count).unwrap_or_default().1,
        };
        is.iter().for_each(|name| assert!(traits.is(named(name)), "{word} is no {name}: {traits:?}"));
        is_not.iter().for_each(|name| assert!(!traits.is(named(name)), "{word} is {name}: {traits:?}"));
    }
}

#[test]
fn the_file_is_small_and_comes_out_the_same_again() {
    let lexicon = Lexicon::read(&BYTES).unwrap();
    assert!(lexicon.len() > 300_000, "{}", lexicon.len());
    assert!(BYTES.len() < 2_500_000, "{}", BYTES.len());
    assert!(lexicon.write().unwrap() == *BYTES);
}

#[test]
fn a_file_that_was_cut_or_altered_is_refused() {
    let half = BYTES.get(..BYTES.len() / 2).unwrap();
    assert_eq!(Lexicon::read(half).unwrap_err().code(), Code::Malformed);
    let mut altered = BYTES.clone();
    *altered.last_mut().unwrap() ^= 1;
    assert_eq!(Lexicon::read(&altered).unwrap_err().code(), Code::Malformed);
}

fn room() -> Room {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records");
    let mut room = Room::new().unwrap();
    room.set_lexicon(Lexicon::read(&BYTES).unwrap());
    for name in ["okafor", "rice"] {
        room.add(&fs::read(samples.join(format!("{name}.json"))).unwrap(), &mut Unwatched).unwrap();
    }
    room
}

fn prepared(room: &mut Room, question: &str, allowed: &[&str]) -> Workflow {
    let allowed = allowed.iter().map(|word| (*word).to_owned()).collect();
    let choice = Choice { allowed, ..Choice::default() };
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    room.prepare_as(question, &choice, &endpoint, [9; 32], 0).unwrap()
}

fn withheld(workflow: &Workflow) -> Vec<(String, Reason)> {
    let state = workflow.state();
    let text =
        |word: &chaperone::privacy::vocabulary::Withheld| word.span.of(&state.original_query).unwrap().to_owned();
    state.withheld_words.iter().map(|word| (text(word), word.reason)).collect()
}

#[test]
fn a_question_in_plain_words_leaves_whole() {
    let lexicon = Lexicon::read(&BYTES).unwrap();
    let sources = Sources { lexicon: Some(&lexicon), ..Sources::default() };
    for question in [
        "Could swimming or gardening worsen her blood pressure?",
        "Did the weight increase because of insulin, stress or the winter holidays?",
        "Is a beta-blocker safe for her blood pressure with psoriasis and Crohn's disease?",
    ] {
        let plan = Plan::new(question, &[]);
        let vocabulary = Vocabulary::new(question, &plan, &[], &sources);
        for word in &plan.words {
            let decision = vocabulary.decide(word);
            assert!(matches!(decision, Decision::Leaves(Operator::Vocabulary, _)), "{}: {decision:?}", word.lower);
        }
    }
}

#[test]
fn a_withheld_word_leaves_when_it_is_allowed_and_the_review_passes_it() {
    let mut room = room();
    let question = "Does zorbalin lower the blood pressure?";
    assert_eq!(withheld(&prepared(&mut room, question, &[])), [("zorbalin".to_owned(), Reason::Unknown)]);
    let workflow = prepared(&mut room, question, &["zorbalin"]);
    assert_eq!(withheld(&workflow), []);
    assert_eq!(workflow.state().allowed_words, ["zorbalin"]);
    assert!(workflow.is_cleared() && workflow.outgoing().body.contains("zorbalin"));
}

#[test]
fn no_allowance_lets_a_name_of_several_words_out() {
    let mut room = room();
    let allowed = ["mary", "smith", "boston", "john", "miller", "zorbalin"];
    for name in [
        "Mary Smith",
        "mary smith",
        "Smith, Mary",
        "Mary B. Smith",
        "John Miller",
        "john-miller",
        "Mary Zorbalin",
        "MARY SMITH",
        "SMITH^MARY",
    ] {
        let workflow =
            prepared(&mut room, &format!("What did {name} of Boston say about my blood pressure?"), &allowed);
        let query = workflow.state().synthesised_query.to_lowercase();
        assert!(!["mary", "smith", "john", "miller"].iter().any(|word| query.contains(word)), "{name}: {query}");
    }
    // One of them alone may be another word, and leaves where the person lets it.
    for word in ["mary", "boston"] {
        let workflow = prepared(&mut room, &format!("What did they say of {word} and my blood pressure?"), &allowed);
        assert!(workflow.is_cleared() && workflow.state().synthesised_query.contains(word));
    }
}

#[test]
fn no_allowance_lets_a_known_answer_a_name_an_identifier_or_a_sentence_out() {
    let mut room = room();
    let names: Vec<String> = room.records().patients.iter().map(|patient| patient.family.clone()).collect();
    let family = names.iter().find(|name| name.contains("Okafor")).unwrap().to_lowercase();
    let (head, tail) = family.split_at(3);
    let hidden = format!("{head}\u{200b}{tail}");
    for (text, words) in [
        (family.clone(), vec![family.clone()]),
        (hidden.clone(), vec![hidden, head.to_owned(), tail.to_owned(), family.clone()]),
        (format!("{head} {tail}"), vec![head.to_owned(), tail.to_owned()]),
        (family.to_uppercase(), vec![family.to_uppercase()]),
        ("abernathy".into(), vec!["abernathy".into()]),
        ("quux@zorbalin.example".into(), vec!["quux@zorbalin.example".into(), "quux".into(), "zorbalin".into()]),
        ("555-419-3488".into(), vec!["555-419-3488".into()]),
        ("zorbalin".into(), vec!["zorbalin belongs to abernathy".into(), "does zorbalin".into()]),
    ] {
        let allowed: Vec<&str> = words.iter().map(String::as_str).collect();
        let workflow = prepared(&mut room, &format!("Does {text} lower the blood pressure?"), &allowed);
        let map = &workflow.state().synthesised;
        let left: Vec<&str> = map
            .pieces()
            .iter()
            .filter(|piece| piece.operator == Operator::Allowed)
            .map(|piece| map.text_of(piece))
            .collect();
        assert_eq!(left, [""; 0], "{text}");
        let query = workflow.state().synthesised_query.to_lowercase();
        assert!(![family.as_str(), "abernathy", "quux", "3488"].iter().any(|text| query.contains(text)), "{query}");
    }
}
