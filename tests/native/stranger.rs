//! What a stranger could tell from a request, and what is done about it: on invented records.

use chaperone::privacy::policy::{Beyond, Choice, Policy};
use chaperone::privacy::rare::RareDiseases;
use chaperone::privacy::stranger::{Bits, Limit, Remedy, Singling, Trait};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::Workflow;
use chaperone::{error::Code, error::Result};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{files, rooms};

const RARE: &str = "Cystic fibrosis (disorder)";
/// Names of conditions, some common, some of one sex, one rare.
const NAMES: [&str; 8] = [
    "Essential hypertension (disorder)",
    "Gout (disorder)",
    RARE,
    "Asthma (disorder)",
    "Sinusitis (disorder)",
    "Osteoarthritis of knee (disorder)",
    "Epistaxis (finding)",
    "Prostatitis (disorder)",
];

fn bundle(number: usize, conditions: &[(usize, u32)]) -> Value {
    let id = format!("p{number}");
    let patient = json!({ "resource": { "resourceType": "Patient", "id": id, "birthDate": "1950-06-05", "gender": "male",
        "name": [{ "family": format!("Zzyx{number}"), "given": ["Quorra"] }] } });
    let conditions = conditions.iter().enumerate().map(|(at, (name, days))| {
        let day = jiff::civil::date(2024, 3, 2).checked_sub(jiff::Span::new().days(i64::from(*days))).unwrap();
        json!({ "resource": { "resourceType": "Condition", "id": format!("{id}c{at}"), "subject": { "reference": format!("Patient/{id}") },
            "code": { "coding": [{ "system": "http://snomed.info/sct", "code": format!("10{name}"), "display": NAMES[*name] }] },
            "clinicalStatus": { "coding": [{ "code": "active" }] }, "onsetDateTime": day.to_string() } })
    });
    let entry: Vec<Value> = [patient].into_iter().chain(conditions).collect();
    json!({ "resourceType": "Bundle", "type": "collection", "entry": entry })
}

fn room(patients: &[Vec<(usize, u32)>]) -> Room {
    let mut room = Room::new().unwrap();
    for (number, conditions) in patients.iter().enumerate() {
        room.add(&serde_json::to_vec(&bundle(number, conditions)).unwrap(), &mut Unwatched).unwrap();
    }
    room.set_rare_diseases(RareDiseases::of(["cystic fibrosis"]));
    room
}

fn prepared(room: &mut Room, question: &str, beyond: Beyond, limit: Limit) -> Result<Workflow> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let choice = Choice { strangers: beyond, ..Choice::default() };
    room.prepare_for(question, None, &choice, limit, &endpoint, [7; 32], 0)
}

fn singling(room: &mut Room, question: &str, beyond: Beyond) -> (Singling, String) {
    let workflow = prepared(room, question, beyond, Limit::STATE).unwrap();
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    (workflow.state().stranger.clone(), workflow.state().synthesised.text().to_owned())
}

const CONDITIONS: &str = "Which conditions do I have?";

#[test]
fn a_rare_disease_is_told_from_a_common_one() {
    let kinds = |name: usize| {
        let (found, _) = singling(&mut room(&[vec![(name, 0)]]), CONDITIONS, Beyond::Warn);
        assert!(!found.is_over(), "one condition leaves enough people");
        (found.elements[0].kind, found.bits)
    };
    assert_eq!(kinds(2), (Trait::RareDisease, Bits::tenths(110)));
    let (kind, bits) = kinds(0);
    assert!(kind == Trait::Entry && bits < Bits::tenths(20));
}

#[test]
fn a_rare_disease_with_an_age_and_a_time_is_too_much_and_one_click_mends_it() {
    let patients = [vec![(2, 400), (0, 0)]];
    let question = "How old am I and which conditions do I have?";
    let (before, text) = singling(&mut room(&patients), question, Beyond::Warn);
    assert!(before.is_over() && before.eased.is_empty() && text.contains("Cystic fibrosis"));
    let (after, text) = singling(&mut room(&patients), question, Beyond::Ease);
    assert!(!after.is_over() && !after.eased.is_empty(), "{after:?}");
    assert!(text.contains("hypertension"), "what is common stays: {text}");
}

#[test]
fn the_age_of_a_namesake_is_not_counted_for_another() {
    let one = bundle(0, &[(0, 0)]);
    let mut other = bundle(1, &[(1, 10), (3, 20)]);
    other["entry"][0]["resource"]["name"] = one["entry"][0]["resource"]["name"].clone();
    other["entry"][0]["resource"]["birthDate"] = json!("1979-01-30");
    let mut room = Room::new().unwrap();
    for bundle in [&one, &other] {
        room.add(&serde_json::to_vec(bundle).unwrap(), &mut Unwatched).unwrap();
    }
    assert_eq!(room.records().patients.len(), 2);
    let (found, text) = singling(&mut room, "How old am I and which conditions do I have?", Beyond::Warn);
    assert!(text.contains("70 to 79") && text.contains("40 to 49"), "{text}");
    let ages: Vec<&str> =
        found.elements.iter().filter(|each| each.kind == Trait::Age).map(|each| each.words.as_str()).collect();
    assert_eq!((found.people, ages), (2, vec!["40 to 49"]), "most is told of the younger: {text}");
}

#[test]
fn rare_diseases_can_go_unnamed() {
    let patients = [vec![(2, 0), (1, 3000), (0, 3100), (3, 2000)]];
    let (after, text) = singling(&mut room(&patients), CONDITIONS, Beyond::Ease);
    assert!(after.eased.contains(&Remedy::UnnamedRareDiseases), "{:?}", after.eased);
    assert!(text.contains("a rare condition") && !text.to_lowercase().contains("cystic"), "{text}");
    assert!(after.elements.iter().any(|element| element.kind == Trait::UnnamedRareDisease));
}

#[test]
fn what_everybody_has_tells_nothing_and_nothing_is_done_about_it() {
    let record = json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "p", "name": [{ "family": "Zzyx", "given": ["Quorra"] }] } },
        { "resource": { "resourceType": "Observation", "id": "o", "status": "final", "subject": { "reference": "Patient/p" }, "effectiveDateTime": "2024-03-02",
            "code": { "coding": [{ "system": "http://loinc.org", "code": "8867-4", "display": "Heart rate" }] },
            "valueQuantity": { "value": 71, "unit": "/min" } } }
    ] });
    let mut room = Room::new().unwrap();
    room.add(&serde_json::to_vec(&record).unwrap(), &mut Unwatched).unwrap();
    let (found, told) = singling(&mut room, "What was my heart rate?", Beyond::Warn);
    assert_eq!((found.bits, found.by_rare_diseases), (Bits::default(), false));
    assert_eq!(singling(&mut room, "What was my heart rate?", Beyond::Ease).1, told);
}

#[test]
fn a_host_can_have_refused_what_cannot_be_mended() {
    let mut room = room(&[vec![(2, 0)]]);
    let nobody_else = Limit { population: 100, fitting: 50 };
    let refused = prepared(&mut room, CONDITIONS, Beyond::Refuse, nobody_else).map(|_| ()).unwrap_err();
    assert_eq!(refused.code(), Code::Refused);
    let warned = prepared(&mut room, CONDITIONS, Beyond::Ease, nobody_else).unwrap();
    assert!(warned.state().stranger.is_over(), "it says that it cannot be mended");
}

#[test]
fn a_hosts_policy_eases_and_refuses_whatever_the_person_chose() {
    let prepared = |host: Beyond, person: Beyond, limit: Limit| {
        let mut room = room(&[vec![(2, 400), (1, 0)]]);
        room.set_policy(Policy { strangers: host, ..Policy::default() });
        prepared(&mut room, CONDITIONS, person, limit)
    };
    let nobody_else = Limit { population: 100, fitting: 50 };
    for (host, person) in [
        (Beyond::Warn, Beyond::Warn),
        (Beyond::Warn, Beyond::Ease),
        (Beyond::Warn, Beyond::Refuse),
        (Beyond::Ease, Beyond::Warn),
        (Beyond::Refuse, Beyond::Warn),
        (Beyond::Refuse, Beyond::Ease),
    ] {
        let in_force = host.max(person);
        let told = prepared(host, person, Limit::STATE).unwrap();
        let state = told.state();
        assert!(told.is_cleared(), "{:?}", state.findings);
        assert_eq!(state.policy.strangers, in_force);
        assert_eq!(state.stranger.is_over(), in_force == Beyond::Warn, "{host:?} {person:?}: {:?}", state.stranger);
        assert_eq!(state.stranger.eased.is_empty(), in_force == Beyond::Warn);
        match prepared(host, person, nobody_else) {
            Err(refused) => assert_eq!((refused.code(), in_force), (Code::Refused, Beyond::Refuse)),
            Ok(told) => assert!(in_force < Beyond::Refuse && told.state().stranger.is_over()),
        }
    }
}

#[test]
fn of_many_patients_the_records_say_how_many_have_a_thing() {
    let mut patients: Vec<Vec<(usize, u32)>> = (0..50).map(|_| vec![(1, 0)]).collect();
    let question = "Which conditions does Quorra Zzyx0 have?";
    let bits = |patients: &[Vec<(usize, u32)>]| singling(&mut room(patients), question, Beyond::Warn).0;
    let everybody = bits(&patients);
    assert_eq!((everybody.bits, everybody.patients), (Bits::default(), Some(50)), "all of them have it");
    patients.iter_mut().skip(1).for_each(|conditions| conditions[0].0 = 4);
    assert!(bits(&patients).bits > Bits::tenths(50), "one of them has it");
    assert_eq!(bits(&patients[..49]).patients, None, "too few say nothing");
}

#[test]
fn distances_that_are_told_in_whole_years_tell_less_and_are_counted_so() {
    let patients = [vec![(0, 0), (4, 900), (6, 1700)]];
    let told = |beyond| {
        let limit = Limit { population: 2_980_000, fitting: 1 };
        let workflow = prepared(&mut room(&patients), CONDITIONS, beyond, limit).unwrap();
        (workflow.state().stranger.clone(), workflow.state().synthesised.text().to_owned())
    };
    let times = |found: &Singling| {
        let of = found.elements.iter().find(|element| element.kind == Trait::Times);
        of.map(|element| (element.words.clone(), element.bits.in_tenths()))
    };
    let (before, text) = told(Beyond::Warn);
    assert!(before.is_over() && text.contains("2 years and 6 months before day 0"), "{before:?} {text}");
    let fine = "2 years and 6 months before day 0; 4 years and 6 months before day 0";
    assert_eq!(times(&before), Some((fine.to_owned(), 88)));
    let (after, text) = told(Beyond::Ease);
    assert_eq!((after.is_over(), after.eased.as_slice()), (false, &[Remedy::CoarsenedTimes][..]), "{after:?} {text}");
    assert_eq!(times(&after), Some(("2 years before day 0; 4 years before day 0".to_owned(), 68)));
    assert_eq!(before.bits.beyond(after.bits), Bits::tenths(20));
    // What tells most is named first, and all it tells is its parts.
    for found in [before, after] {
        assert!(found.elements.is_sorted_by(|a, b| a.bits >= b.bits), "{found:?}");
        assert_eq!(found.elements.iter().map(|element| element.bits).sum::<Bits>(), found.bits);
        assert_eq!((found.entries, found.people), (3, 1));
    }
}

const NOTES: &str = "What do the notes say about chest pain?";

/// A room with the word list, and with a note of one patient that says `note`.
fn noted(note: &str) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    room.set_rare_diseases(RareDiseases::of(["cystic fibrosis", "sarcoidosis"]));
    let person = json!({ "resourceType": "Patient", "id": "p", "birthDate": "1950-06-05",
        "name": [{ "family": "Zzyx", "given": ["Quorra"] }] });
    let bundle = files::about(person, &[files::note("2019-03-02T10:00:00Z", note)]);
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

#[test]
fn what_a_sentence_of_a_note_names_is_counted() {
    let of = |note: &str| {
        let (found, text) = singling(&mut noted(note), NOTES, Beyond::Warn);
        assert!(text.contains("chest pain"), "{text}");
        let kinds: Vec<(Trait, Bits)> = found.elements.iter().map(|element| (element.kind, element.bits)).collect();
        (found.bits, kinds)
    };
    let (plain, kinds) = of("Chest pain at rest.");
    assert_eq!(kinds, [(Trait::Note, Bits::tenths(67))]);
    for (note, kind, bits) in [
        ("Chest pain with sarcoidosis.", Trait::RareInNote, 110),
        ("Chest pain with cystic fibrosis.", Trait::RareInNote, 110),
        ("Chest pain at the age of 85.", Trait::Age, 51),
        ("Chest pain like that of a brother.", Trait::Relative, 67),
        ("Chest pain since the job began.", Trait::Life, 67),
        ("Chest pain 3 weeks ago.", Trait::TimeInNote, 91),
        ("She has chest pain.", Trait::Sex, 10),
        ("Chest pain and asthma.", Trait::Note, 37),
    ] {
        let (told, kinds) = of(note);
        assert!(kinds.contains(&(kind, Bits::tenths(bits))), "{note}: {kinds:?}");
        assert!(kind == Trait::Note || told > plain, "{note}: {kinds:?}");
    }
}

#[test]
fn a_note_that_tells_too_much_is_silenced_and_can_still_be_quoted() {
    let note = "Chest pain with sarcoidosis, since the age of 85, like that of a brother.";
    let (before, text) = singling(&mut noted(note), NOTES, Beyond::Warn);
    assert!(before.is_over() && before.eased.is_empty() && text.contains("sarcoidosis"), "{before:?}");
    let (after, text) = singling(&mut noted(note), NOTES, Beyond::Ease);
    assert!(!after.is_over(), "{after:?}");
    assert!(after.eased.iter().any(|remedy| matches!(remedy, Remedy::SilentNote { .. })), "{:?}", after.eased);
    assert!(!text.contains("sarcoidosis") && !text.contains("brother") && !text.contains("80 to 89"), "{text}");
    assert!(text.contains("<title>R1</title>\nA passage of a clinical note"), "{text}");
}

#[test]
fn an_age_in_a_note_is_widened_before_the_note_is_silenced() {
    let limit = Limit { population: 5_000, fitting: 11 };
    let note = "Chest pain since the age of 85.";
    let told = |beyond| {
        let workflow = prepared(&mut noted(note), NOTES, beyond, limit).unwrap();
        assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
        (workflow.state().stranger.clone(), workflow.state().synthesised.text().to_owned())
    };
    let (before, text) = told(Beyond::Warn);
    assert!(before.is_over() && text.contains("80 to 89"), "{before:?} {text}");
    let (after, text) = told(Beyond::Ease);
    assert!(!after.is_over() && !text.contains("80 to 89") && text.contains("chest pain"), "{after:?} {text}");
    assert!(!after.eased.is_empty(), "{after:?}");
    assert!(after.eased.iter().all(|remedy| matches!(remedy, Remedy::WidenedAge | Remedy::DroppedAge)), "{after:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_thing_fewer_never_tells_more(conditions in prop::collection::vec((0usize..8, 0u32..3000), 2..7), at in 0usize..7) {
        let mut fewer = conditions.clone();
        let gone = fewer.remove(at % conditions.len()).0;
        // Another entry of the same name may be newer, and day 0 another day then: that is another question.
        prop_assume!(!fewer.iter().any(|(name, _)| *name == gone));
        let all = singling(&mut room(&[conditions]), CONDITIONS, Beyond::Warn).0;
        let some = singling(&mut room(&[fewer]), CONDITIONS, Beyond::Warn).0;
        let untimed = |found: &Singling| -> Bits {
            found.elements.iter().filter(|element| element.kind != Trait::Times).map(|element| element.bits).sum()
        };
        prop_assert!(untimed(&some) <= untimed(&all));
    }

    #[test]
    fn easing_ends_within_the_limit_or_says_that_it_is_not(
        conditions in prop::collection::vec((0usize..8, 0u32..3000), 1..9),
        population in 20u32..1_000_000,
    ) {
        let limit = Limit { population, fitting: 11 };
        let ease = |room: &mut Room| prepared(room, CONDITIONS, Beyond::Ease, limit).unwrap().state().clone();
        let before = prepared(&mut room(std::slice::from_ref(&conditions)), CONDITIONS, Beyond::Warn, limit).unwrap().state().stranger.clone();
        let state = ease(&mut room(std::slice::from_ref(&conditions)));
        let after = &state.stranger;
        prop_assert!(after.bits <= before.bits);
        prop_assert!(!after.is_over() || after.entries == 1, "{:?}", after);
        prop_assert!(!state.told.is_empty(), "something is still told");
        prop_assert_eq!(before.is_over(), !after.eased.is_empty());
        let again = ease(&mut room(&[conditions]));
        prop_assert_eq!(again.synthesised.text(), state.synthesised.text());
    }
}
