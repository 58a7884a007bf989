//! What leaves of a note: whole sentences that answer the question, without what identifies somebody, and never without their "no".

use chaperone::clearance::{Compare as _, Composer, Operator, Original, Source, SpanMap};
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Choice, Policy};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::recheck::Recheck;
use chaperone::room::Room;
use proptest::prelude::*;
use serde_json::json;

use crate::common::{files, rooms};

const NOTE: &str = "Seen by Dr. Jonas Lindqvist on 2 March 2019 in Westbrook.

She does not have chest pain at rest, but has some on stairs since 14 February. Her mother Ada had chest pain \
at the age of 62. Weight 82 kg. Call 555-0142 if the chest pain comes back.

Family history:
Asthma. Diabetes in two brothers of Mr. Okafor.

Denies wheezing. She doesn't use an inhaler for her asthma. Peak flow 385, oxygen saturation 97% on air.";

fn room(note: &str) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(rooms::lexicon());
    let person = json!({"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}],
        "birthDate": "1961-04-09"});
    let bundle = files::about(person, &[files::note("2019-03-02T10:00:00Z", note)]);
    room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

/// Returns the message for `question`, which is cleared; `None` where nothing may leave.
fn message(room: &mut Room, question: &str, level: Level) -> Option<SpanMap> {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let choice = Choice { level, ..Choice::default() };
    let workflow = room.prepare_as(question, &choice, &endpoint, [3; 32], 0).ok()?;
    assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
    Some(workflow.state().synthesised.clone())
}

/// Returns what the message for `question` says of the note.
fn said(question: &str, level: Level) -> String {
    let map = message(&mut room(NOTE), question, level).unwrap();
    let (_, rest) = map.text().split_once("A passage of a clinical note").unwrap();
    rest.split("\n<link>").next().unwrap().to_owned()
}

#[test]
fn sentences_that_answer_leave_without_names_dates_and_numbers_of_people() {
    let told = said("Does the note say anything about chest pain?", Level::Balanced);
    assert!(told.contains("she does not have chest pain at rest, but has some on stairs since …"), "{told}");
    assert!(told.contains("her mother … had chest pain at the age of 60 to 69"), "{told}");
    assert!(told.contains("call … if the chest pain comes back"), "{told}");
    for gone in ["jonas", "lindqvist", "westbrook", "ada", "february", "14", "555", "weight", "82", "asthma"] {
        assert!(!told.to_lowercase().contains(gone), "{gone}: {told}");
    }
}

#[test]
fn a_sentence_keeps_what_heads_it_and_one_that_cannot_be_told_truly_stays() {
    let told = said("What do the notes say about asthma?", Level::Balanced);
    assert!(told.contains("family history: asthma"), "{told}");
    assert!(!told.contains("inhaler"), "a lost \"doesn't\" would turn it: {told}");
}

#[test]
fn numbers_leave_by_the_level() {
    let question = "What does the note say about oxygen saturation?";
    assert!(said(question, Level::Minimal).contains("peak flow 385, oxygen saturation 97 on air"));
    assert!(said(question, Level::Balanced).contains("peak flow …"));
    let strict = said(question, Level::Strict);
    assert!(!strict.contains("97") && !strict.contains("385"), "{strict}");
}

#[test]
fn of_what_is_not_asked_about_nothing_leaves() {
    let told = said("What do the notes say about my knee?", Level::Minimal);
    assert!(told.contains("Its text stays with the patient"), "{told}");
}

/// Returns what is told of `note`, asked about `finding`, at the level that tells most; empty where its text stays.
fn of_note(note: &str, finding: &str) -> String {
    let map = message(&mut room(note), &format!("What do my notes say about {finding}?"), Level::Minimal);
    let text = map.map(|map| map.text().to_owned()).unwrap_or_default();
    let told = text.split_once("for what stays with the patient: ").map(|(_, told)| told);
    told.and_then(|told| told.split("\n<link>").next()).unwrap_or_default().to_owned()
}

#[test]
fn a_list_of_what_is_not_present_is_told_with_its_not_each_time() {
    assert_eq!(
        of_note("Not present: dizziness. chest pain.", "chest pain"),
        "not present: dizziness. not present: chest pain."
    );
    assert_eq!(of_note("Denies:\n- fever\n- chest pain", "chest pain"), "denies: fever. denies: chest pain.");
    assert_eq!(of_note("Negatives:\n\nfever. chest pain.", "chest pain"), "negatives: fever. negatives: chest pain.");
    assert_eq!(of_note("no fever. no chest pain.", "chest pain"), "no fever. no chest pain.");
}

#[test]
fn what_may_be_one_sentence_or_two_that_say_different_things_stays() {
    for note in [
        "Not working at present. c/o chest pain.",
        "c/o chest pain. no fever.",
        "Fails to show any fx. chest pain.",
        "No hep C. Chest pain today.",
        "No fever\nChest pain for two days",
        "Not present: dizziness. has chest pain.",
        "Denies: fever, cough.\nReports: chest pain.",
        "Denies: fever. Has chest pain.",
    ] {
        assert_eq!(of_note(note, "chest pain"), "", "{note}");
    }
    assert_eq!(of_note("c/o chest pain. worse on stairs.", "chest pain"), "c/o chest pain. worse on stairs.");
}

#[test]
fn the_second_reading_asks_for_the_no_in_each_sentence() {
    let mut room = room("Not present: dizziness. chest pain.");
    let question = "What do my notes say about chest pain?";
    let map = message(&mut room, question, Level::Minimal).unwrap();
    let policy = Policy { floor: Level::Minimal, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &policy };
    assert!(recheck.compare(&map).is_empty());
    let mut seen = 0;
    let once = rewritten(&map, |_, piece| {
        seen += usize::from(is_of_note(piece) && piece.1 == "not");
        !(is_of_note(piece) && piece.1 == "not" && seen == 2)
    });
    assert_eq!(seen, 2);
    assert!(!recheck.compare(&once).is_empty(), "{}", once.text());
}

fn rewritten(map: &SpanMap, mut change: impl FnMut(usize, &mut (Operator, String, Vec<Original>)) -> bool) -> SpanMap {
    let mut composer = Composer::new();
    for (index, piece) in map.pieces().iter().enumerate() {
        let mut copy = (piece.operator, map.text_of(piece).to_owned(), piece.originals.clone());
        if !change(index, &mut copy) {
            continue;
        }
        match copy.0 {
            Operator::Template => composer.template(copy.1.leak()),
            operator => composer.write(operator, &copy.1, copy.2),
        };
    }
    composer.finish()
}

fn is_of_note(piece: &(Operator, String, Vec<Original>)) -> bool {
    piece.2.iter().any(|original| matches!(original.source, Source::Prose { .. }))
}

#[test]
fn a_lost_no_an_altered_word_and_a_sharper_number_are_found_out() {
    let mut room = room(NOTE);
    let question = "Does the note say anything about chest pain or oxygen saturation?";
    let map = message(&mut room, question, Level::Minimal).unwrap();
    let policy = Policy { floor: Level::Minimal, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &policy };
    assert!(recheck.compare(&map).is_empty());
    for lost in ["not", "if", "mother"] {
        let without = rewritten(&map, |_, piece| !(is_of_note(piece) && piece.1 == lost));
        assert!(without.text().len() < map.text().len(), "{lost}");
        assert!(!recheck.compare(&without).is_empty(), "{lost}");
    }
    let altered = rewritten(&map, |_, piece| {
        if is_of_note(piece) && piece.1 == "chest" {
            "back".clone_into(&mut piece.1);
        }
        true
    });
    assert!(!recheck.compare(&altered).is_empty());
    let balanced = Policy { floor: Level::Balanced, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &balanced };
    assert!(!recheck.compare(&map).is_empty(), "385 has three digits");
}

/// Sentences that say how old somebody is, in place of `{}`; of none of them the number leaves.
const AGED: [&str; 14] = [
    "Chest pain at the age of {}.",
    "Aged {} with chest pain.",
    "A {}-year-old with chest pain.",
    "A {} year old woman with chest pain.",
    "She is a {} y/o with chest pain.",
    "Age: {}. Chest pain, age {} now.",
    "She turned {} and had chest pain.",
    "Chest pain in her {}nd year.",
    "Her mother died of chest pain at {}.",
    "Mother, {}, has chest pain.",
    "He was {} when the chest pain began.",
    "{}M with chest pain.",
    "{} F with chest pain.",
    "Chest pain since she was {}, she says.",
];

#[test]
fn no_age_of_anybody_leaves_in_a_sentence_but_as_a_band() {
    for (level, band) in [(Level::Balanced, "60 to 69"), (Level::Minimal, "60 to 64")] {
        for noise in [Noise::Off, Noise::On] {
            for sentence in AGED {
                for age in ["62", "sixty-two"] {
                    // Nobody writes "sixty-two M".
                    if age != "62" && sentence.starts_with("{}") {
                        continue;
                    }
                    let note = sentence.replace("{}nd", if age == "62" { "62nd" } else { "sixty-second" });
                    let note = note.replace("{}", age);
                    let mut room = room(&note);
                    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
                    let choice = Choice { level, noise, ..Choice::default() };
                    let question = "Does the note say anything about chest pain?";
                    let workflow = room.prepare_as(question, &choice, &endpoint, [3; 32], 0).unwrap();
                    assert!(workflow.is_cleared(), "{note}: {:?}", workflow.state().findings);
                    assert_eq!(workflow.state().rounds, 1, "the first writing is right: {note}");
                    let told = workflow.state().synthesised.text();
                    assert!(!told.contains("62") && !told.contains("sixty"), "{note} → {told}");
                    assert!(sentence.contains("{}nd") || told.contains(band), "{note} → {told}");
                    assert!(told.contains("chest pain"), "{told}");
                }
            }
        }
    }
}

/// Sentences with a number alone in place of `{}` that may be an age; of none of them it leaves.
const ALONE: [&str; 12] = [
    "Family history: aunt: chest pain ({}).",
    "Mother: chest pain {}.",
    "Mother chest pain ({}), aunt chest pain ({}).",
    "Father chest pain {}, CAD {}.",
    "Her father had chest pain at {}.",
    "Chest pain when {}.",
    "Chest pain at {}.",
    "Chest pain, {} next month.",
    "Chest pain in 2 sisters, {} and {}.",
    "Pleasant {} yof with chest pain.",
    "Her sisters, {} and {}, have chest pain.",
    "Chest pain and asthma ({}).",
];

/// Returns `number`, which is under 100, in words.
fn in_words(number: usize) -> String {
    let units = ["", "-one", "-two", "-three", "-four", "-five", "-six", "-seven", "-eight", "-nine"];
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let teens = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
    match number.checked_sub(20) {
        Some(over) => format!("{}{}", tens[over / 10], units[over % 10]),
        None => teens[number - 13].to_owned(),
    }
}

#[test]
fn no_age_of_anybody_leaves_where_a_number_stands_alone() {
    let bands = regex::Regex::new(r"\d+ to \d+|under \d+|\d+ or more").unwrap();
    for age in 2..=105 {
        // Each sentence has every twelfth age, in each of the two ways.
        let (alone, aged) = (ALONE[age % ALONE.len()], AGED[age % AGED.len()].replace("{}nd", "{}th"));
        let in_words = (13..100).contains(&age).then(|| in_words(age));
        for written in in_words.into_iter().chain([age.to_string()]) {
            let note = format!("{alone} {aged}").replace("{}", &written);
            let map = message(&mut room(&note), "Do the notes say anything about chest pain?", Level::Minimal).unwrap();
            let (_, told) = map.text().split_once("A passage of a clinical note").unwrap();
            let told = told.split("\n<link>").next().unwrap();
            let told = told.split_once("stays with the patient").unwrap().1;
            let told = bands.replace_all(told, "");
            let mut words = told.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
            assert!(!words.any(|word| word == written), "{note} → {told}");
        }
    }
}

#[test]
fn a_year_of_two_digits_and_a_number_that_is_somebodys_stay() {
    for (note, gone) in [
        ("Chest pain, bypass 3/98.", "98"),
        ("Chest pain since bypass 98.", "98"),
        ("Chest pain, colonoscopy 98 normal.", "98"),
        ("Chest pain, seen with badge 441.", "441"),
        ("Chest pain, seen in unit 12 of building 4.", "12"),
        ("Chest pain, lives at house number 42.", "42"),
        ("Chest pain, patient of practice 12.", "12"),
        ("Chest pain, flat three.", "three"),
        ("Chest pain, call on o seven seven double o, nine hundred.", "double"),
        ("Chest pain, five foot one.", "foot"),
        ("Parents: chest pain 62/65.", "62"),
        ("Parents: chest pain 62/65.", "65"),
        ("Chest pain in her sisters (7/9).", "7"),
    ] {
        let told = of_note(note, "chest pain");
        assert!(!told.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == gone), "{note} → {told}");
    }
}

#[test]
fn a_common_word_that_is_somebodys_by_what_stands_before_it_stays() {
    for (note, gone) in [
        ("Patient is called hope and has chest pain.", "hope"),
        ("Pt name: summer. Chest pain.", "summer"),
        ("Chest pain seen by nurse price.", "price"),
        ("Her uncle bob had chest pain.", "bob"),
        ("Chest pain, son of bill.", "bill"),
        ("Chest pain, at royal free.", "royal"),
        ("Chest pain, works at bread and butter bakery.", "bread"),
        ("Chest pain, works for apple, then for shell.", "shell"),
        ("Chest pain for mrs v d meulen.", "v"),
        ("Chest pain in her hundredth year.", "hundredth"),
    ] {
        let told = of_note(note, "chest pain");
        assert!(!told.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == gone), "{note} → {told}");
    }
    let said = "her mother called to say that her son has chest pain at night.";
    assert_eq!(of_note(said, "chest pain"), said);
}

#[test]
fn a_name_as_pages_have_it_stays_and_heads_nothing() {
    for (name, gone) in [
        ("BROWN, ART", &["brown", "art"][..]),
        ("Patient: BROWN, ART", &["brown", "art"]),
        ("RE: BROWN, ART", &["brown", "art"]),
        ("STONE, HOPE   62 M", &["stone", "hope", "62"]),
        ("STONE^HOPE", &["stone", "hope"]),
        ("BANKS, CHANCE", &["banks", "chance"]),
        ("RICE, SKY", &["rice", "sky"]),
        ("WATERS, MISTY", &["waters", "misty"]),
        ("Stone, Hope", &["stone", "hope"]),
        ("# Stone, Hope MD", &["stone", "hope"]),
        ("SMALL, PEARL", &["small", "pearl"]),
        ("YOUNG, GRACE  MRN 5561", &["young", "grace"]),
    ] {
        for between in ["\n", "\n\n"] {
            let told = of_note(&format!("{name}{between}He has chest pain."), "chest pain");
            let words: Vec<&str> = told.split(|sign: char| !sign.is_alphanumeric()).collect();
            assert!(!gone.iter().any(|gone| words.contains(gone)), "{name}: {told}");
            assert!(told.contains("he has chest pain"), "{name}: {told}");
        }
    }
    assert_eq!(of_note("STONE, HOPE\n\nHe has chest pain.", "chest pain"), "he has chest pain.");
    let told = of_note("Chest pain was told to STONE, HOPE at night.", "chest pain");
    assert_eq!(told, "chest pain was told to \u{2026} at night.");
    for (note, said) in [
        ("PAST MEDICAL HISTORY\n\nHe has chest pain.", "past medical history: he has chest pain."),
        ("CHEST PAIN, ACUTE\n\nHe has chest pain.", "chest pain, acute: he has chest pain."),
        ("Allergies, Intolerances\n\nChest pain with nuts.", "allergies, intolerances: chest pain with nuts."),
        ("Chest Pain, Fever, Rash. Better today.", "chest pain, fever, rash."),
    ] {
        let told = of_note(note, "chest pain");
        assert!(told.ends_with(said), "{note}: {told}");
    }
    for question in
        ["What do the notes say about chest pain for STONE, HOPE?", "Chest pain of Stone^Hope in the notes?"]
    {
        for level in [Level::Minimal, Level::Strict] {
            let map = message(&mut room(NOTE), question, level).unwrap();
            let (_, asked) = map.text().rsplit_once("Question: ").unwrap();
            assert!(asked.contains("chest pain") && !asked.contains("stone") && !asked.contains("hope"), "{asked}");
        }
    }
}

#[test]
fn a_cell_is_read_with_its_label_and_its_column() {
    for (note, gone) in [
        ("Physician | Price\nProblem | Chest pain", "price"),
        ("Nurse | Young\nProblem | Chest pain", "young"),
        ("Spouse | Hope\nProblem | Chest pain", "hope"),
        ("City | Reading\nProblem | Chest pain", "reading"),
        ("Provider | Price\nProblem | Chest pain", "price"),
        ("Name | hope price\nProblem | Chest pain", "hope"),
        ("Name\thope price\nProblem\tChest pain", "price"),
        ("Employer | target\nProblem | Chest pain", "target"),
        ("Problem | Provider\n--- | ---\nChest pain | Stone, Hope MD", "stone"),
        ("Problem | Provider\n--- | ---\nChest pain | price", "price"),
        ("Problem | Age at diagnosis\n--- | ---\nChest pain | 62 years", "62"),
        ("Problem | Chest pain\nBorn | 62 years ago", "62"),
        ("**Nurse**: price\n\nChest pain", "price"),
        ("- **Spouse**: hope\n- **Problem**: Chest pain", "hope"),
        ("Name hope price\n\nChest pain", "hope"),
    ] {
        let told = of_note(note, "chest pain");
        let mut words = told.split(|sign: char| !sign.is_alphanumeric());
        assert!(!words.any(|word| word == gone), "{note} → {told}");
        assert!(told.contains("chest pain"), "{note} → {told}");
    }
    let table = "Problem | Since | Status\n--- | --- | ---\nChest pain | spring | active";
    assert!(of_note(table, "chest pain").contains("chest pain spring active"), "{}", of_note(table, "chest pain"));
}

#[test]
fn what_is_no_age_leaves_as_it_stands() {
    let note = "Chest pain for 2 years, every 12 hours, 5 of 10 at night. Chest pain treated with aspirin 81 mg. \
        Chest pain since a fall 62 days ago, pulse is 62.";
    let map = message(&mut room(note), "Does the note say anything about chest pain?", Level::Balanced).unwrap();
    for kept in ["for 2 years, every 12 hours, 5 of 10 at night", "81 mg", "62 days ago, pulse is 62"] {
        assert!(map.text().contains(kept), "{kept}: {}", map.text());
    }
    for said in [
        "chest pain, ejection fraction 55, a1c 9.3.",
        "chest pain 7/10 on metformin 50 daily, 2 falls.",
        "mother had 2 heart attacks with chest pain for 20 years.",
    ] {
        assert_eq!(of_note(said, "chest pain"), said);
    }
    // Before a full stop and a word a small number may be that of an item of a list.
    let map = message(
        &mut room("Chest pain 5 of 10. Better now."),
        "Does the note say anything about chest pain?",
        Level::Balanced,
    );
    assert!(map.is_some_and(|map| map.text().contains("chest pain 5 of \u{2026}")));
}

#[test]
fn an_age_in_a_question_stays_in_digits_and_in_words() {
    for question in ["I am sixty-two years old, is chest pain noted?", "I am 62 years old, is chest pain noted?"] {
        let map = message(&mut room(NOTE), question, Level::Balanced).unwrap();
        let (_, asked) = map.text().rsplit_once("Question: ").unwrap();
        assert!(!asked.contains("62") && !asked.contains("sixty") && asked.contains("chest pain"), "{asked}");
    }
}

#[test]
fn a_bare_age_and_a_band_that_does_not_hold_it_are_found_out() {
    let note = "Chest pain at the age of 62. Chest pain in her late sixties.";
    let question = "Does the note say anything about chest pain?";
    let mut room = room(note);
    let map = message(&mut room, question, Level::Balanced).unwrap();
    let policy = Policy { floor: Level::Balanced, ..Policy::default() };
    let recheck = Recheck { records: room.records(), question, policy: &policy };
    assert!(recheck.compare(&map).is_empty());
    for (operator, told) in [
        (Operator::Round, "62"),
        (Operator::AgeBand, "60 to 64"),
        (Operator::AgeBand, "70 to 79"),
        (Operator::AgeBand, "90 or more"),
    ] {
        let mut first = true;
        let altered = rewritten(&map, |_, piece| {
            if piece.0 == Operator::AgeBand && std::mem::take(&mut first) {
                (piece.0, piece.1) = (operator, told.to_owned());
            }
            true
        });
        assert!(!first && !recheck.compare(&altered).is_empty(), "{told}");
    }
    let strict = Policy { floor: Level::Strict, ..Policy::default() };
    assert!(!Recheck { records: room.records(), question, policy: &strict }.compare(&map).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nobody_named_in_a_note_leaves(
        sentences in prop::collection::vec((0usize..6, 0usize..6), 1..8),
    ) {
        let people = ["Ngozi Eze", "Mr. Takahashi", "Siobhan O'Rourke", "DR. WEISS", "Lam Quang Vinh", "Amara Okafor"];
        let places = ["Elm Street 14", "Westbrook", "room 12B", "03/14/2019", "+1 555 014 2234", "MRN 88213"];
        let note = sentences
            .iter()
            .map(|(who, place)| format!("Chest pain was seen by {} at {}, and not treated.", people[*who], places[*place]))
            .collect::<Vec<_>>()
            .join(" ");
        let Some(map) = message(&mut room(&note), "What do the notes say about chest pain?", Level::Minimal) else {
            return Ok(());
        };
        let left = map.text().to_lowercase();
        for gone in ["ngozi", "eze", "takahashi", "siobhan", "rourke", "weiss", "lam", "quang", "vinh", "amara", "okafor",
            "westbrook", "elm", "12b", "03/14", "014", "2234", "88213"] {
            prop_assert!(!left.contains(gone), "{}: {}", gone, left);
        }
    }
}

#[test]
fn a_model_is_told_what_a_note_concludes_and_not_what_it_begins_with() {
    for (file, question, concluded) in [
        (
            "quinones",
            "Was the peanut challenge negative?",
            &["the challenge is negative", "is no longer allergic to peanut"][..],
        ),
        ("quinones", "Is Nahia allergic to peanuts?", &["is no longer allergic to peanut"]),
        ("okafor", "What did they find in my right eye?", &["the right eye shows two microaneurysms"]),
    ] {
        let told = message(&mut rooms::with_lexicon(&[file]), question, Level::Balanced).unwrap();
        for said in concluded {
            assert!(told.text().contains(said), "{question}: {}", told.text());
        }
    }
}

#[test]
fn common_words_that_are_somebodys_by_what_stands_before_them_do_not_leave() {
    for (note, told) in [
        ("Chest pain, her son bill has it, works for shell.", "chest pain, her son … has it, works for …."),
        ("Chest pain, brother bill price has it.", "chest pain, brother … has it."),
        ("Chest pain, uncle bill died of it.", "chest pain, uncle … died of it."),
        ("Chest pain at night, her partner will drove.", "chest pain at night, her partner … drove."),
        ("Chest pain at rest, works at target.", "chest pain at rest, works at …."),
        ("Hope Okafor-Long: chest pain at rest", "…: chest pain at rest."),
        ("Mercy West: chest pain at rest", "…: chest pain at rest."),
        ("Price: chest pain at rest", "…: chest pain at rest."),
        ("Chest pain at rest, record number 5 mg.", "chest pain at rest, record number …."),
        ("Chest pain at rest, passport b 12 c 5, better.", "chest pain at rest, passport …, better."),
        ("Chest pain at rest, license plate dog seven.", "chest pain at rest, license plate …."),
        ("Chest pain at rest, email hope@home.", "chest pain at rest, email …."),
        ("Plan: chest pain at rest", "plan: chest pain at rest."),
        ("REPORT GIVEN TO HOPE STONE, CHEST PAIN RESOLVED.", "report given …, chest pain resolved."),
        ("Her son will monitor chest pain.", "her son will monitor chest pain."),
    ] {
        let said = of_note(note, "chest pain");
        assert_eq!(said, told, "{note}");
    }
}

#[test]
fn whom_and_where_a_sentence_names_by_roles_labels_and_places_does_not_leave() {
    for (note, told) in [
        ("Chest pain at rest, case manager rose price was told.", "chest pain at rest, case manager … was told."),
        ("Chest pain was seen by nurse practitioner hope price.", "chest pain was seen by nurse practitioner …."),
        ("Chest pain was discussed with art stone today.", "chest pain was discussed with … today."),
        ("Chest pain at rest, Nurse: Will in the clinic.", "chest pain at rest … in the clinic."),
        ("Chest pain at rest, GI: Young in the clinic.", "chest pain at rest, gi … in the clinic."),
        ("Chest pain at rest, Pharmacy: Target in town.", "chest pain at rest, pharmacy … in town."),
        ("Cashier at Target with chest pain at rest.", "cashier at … with chest pain at rest."),
        ("Seen at Sacred Heart with chest pain at rest.", "seen at … with chest pain at rest."),
        ("Chest pain at rest, call me at 2500 for results.", "chest pain at rest, call me at … for results."),
        ("Chest pain at rest found on the fourth and treated.", "chest pain at rest found on the … and treated."),
        ("Seen in Clinic with chest pain at rest.", "seen in clinic with chest pain at rest."),
        ("Chest pain was discussed with the patient.", "chest pain was discussed with the patient."),
        ("Team: Plan is to treat chest pain.", "team … is to treat chest pain."),
    ] {
        assert_eq!(of_note(note, "chest pain"), told, "{note}");
    }
}

#[test]
fn a_coded_entry_whose_words_say_more_than_its_code_stays() {
    for (text, is_told) in [
        ("Asthma", true),
        ("Asthma, mild", true),
        ("Asthma (mother)", false),
        ("?Asthma", false),
        ("Screening for asthma", false),
        ("Kein Asthma", false),
        ("Asthma-", false),
    ] {
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor"}]}},
            {"resource": {"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p"}, "recordedDate": "2020-01-02",
                "code": {"text": text, "coding": [{"system": "http://snomed.info/sct", "code": "195967001", "display": "Asthma"}]}}}
        ]});
        let mut room = Room::new().unwrap();
        room.set_lexicon(rooms::lexicon());
        room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
        room.refresh().unwrap();
        let said = message(&mut room, "asthma", Level::Balanced).map(|map| map.text().to_owned());
        assert_eq!(said.is_some_and(|said| said.contains("Condition: Asthma")), is_told, "{text}");
    }
}

#[test]
fn what_a_question_gives_to_people_does_not_leave() {
    let mut room = room("Chest pain at rest, better today.");
    for (question, asked) in [
        ("Do the notes say chest pain of my brother bill price?", "do the notes say chest pain of my brother …?"),
        ("Do the notes say chest pain for nurse hope long?", "do the notes say chest pain for nurse …?"),
        ("Do the notes say chest pain? I am called bill price", "do the notes say chest pain. i am called …?"),
        ("Do the notes say chest pain, license plate dog cat seven?", "do the notes say chest pain, license plate …?"),
        ("Do the notes say chest pain, email bill@home?", "do the notes say chest pain, email …?"),
        ("Did my doctor say in a note that chest pain is bad?", "did my doctor say in a note that chest pain is bad?"),
        ("Do the notes say chest pain that my ms cause?", "do the notes say chest pain that my ms cause?"),
    ] {
        let text = message(&mut room, question, Level::Minimal).unwrap().text().to_owned();
        assert!(text.ends_with(&format!("Question: {asked}")), "{question}: {text}");
    }
}
