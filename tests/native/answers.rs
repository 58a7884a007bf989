//! Answers without a model, on the sample records: which boxes come first, which stand open, which are folded, and what is
//! said where nothing answers.

use std::collections::{BTreeMap, BTreeSet};

use chaperone::document::{FactKind, PatientIndex, Reading};
use chaperone::room::Room;
use jiff::civil::date;
use serde::Deserialize;
use serde_json::json;

use crate::answers_of_samples::{Desk, Seen};
use crate::common::files;
use crate::common::rooms::{self, SAMPLES};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    who: String,
    question: String,
    /// The boxes that the answer begins with, in order.
    #[serde(default)]
    first: Vec<String>,
    /// Boxes that stand open, wherever.
    #[serde(default)]
    open: Vec<String>,
    /// Boxes that are there and folded.
    #[serde(default)]
    folded: Vec<String>,
    /// Boxes that must not be the first.
    #[serde(default)]
    never_first: Vec<String>,
    /// The beginning of the sentence that is marked first.
    #[serde(default)]
    telling: String,
    /// What is said of the answer as a whole; empty for nothing.
    notice: String,
}

/// The beginning of what is said, by the name that the cases give it.
fn beginning(notice: &str) -> &'static str {
    match notice {
        "" => "",
        "also" => "This is from the coded entries alone. A note speaks of it, too",
        "not" => "This is from the coded entries alone. A note below speaks of it with a",
        "denied" => "An entry says that there is none, and a note below",
        "unmeasured" => "No measurement of this",
        "written" => "No entry of the structured data",
        "nearest" => "Nothing in the records has all",
        "outside" => "No entry of this has a date in the time",
        "unanchored" => "The records have no dated entry of the event",
        "kind" => "No entry of this kind names",
        "none" => "Nothing in the records answers",
        "void" => "Every entry of this says of itself",
        "advice" => "What to do now no record can say",
        other => panic!("{other} is no notice"),
    }
}

#[test]
fn the_boxes_are_those_that_a_person_in_a_hurry_wants() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/answers.json")).unwrap();
    assert!(cases.len() >= 60);
    let mut desk = Desk::new();
    let mut failed: Vec<String> = Vec::new();
    for case in &cases {
        let seen = desk.ask(&case.who, &case.question);
        let lacks = |wanted: &[String], there: &[String]| wanted.iter().any(|label| !there.contains(label));
        let begins = seen.all.iter().take(case.first.len()).eq(&case.first);
        let wrong = !begins
            || case.first.iter().any(|label| !seen.open.contains(label))
            || !seen.telling.first().map_or("", String::as_str).starts_with(&case.telling)
            || lacks(&case.open, &seen.open)
            || lacks(&case.folded, &seen.folded)
            || seen.all.first().is_some_and(|first| case.never_first.contains(first))
            || !seen.notice.starts_with(beginning(&case.notice))
            || seen.notice.is_empty() != case.notice.is_empty();
        if wrong {
            let Seen { open, folded, notice, telling, .. } = &seen;
            failed.push(format!(
                "{} | {}\n  open {open:?}\n  folded {folded:?}\n  said {notice:?}\n  told {telling:?}",
                case.who, case.question
            ));
        }
    }
    assert!(failed.is_empty(), "{} of {} failed:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

/// The days of the readings of each quantity of `who`, by its name as a person would say it, oldest first.
fn quantities(desk: &mut Desk, who: usize) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let records = desk.room().records();
    let documents = records.documents.iter().filter(|document| document.subject == Some(PatientIndex(who as u32)));
    for fact in documents.flat_map(|document| document.facts()) {
        let number = matches!(fact.reading, Some(Reading::Quantity { .. })) && fact.kind == FactKind::Observation;
        if let (true, Some(code), Some(begun)) = (number, &fact.code, &fact.begun) {
            // "Glucose --1 hour post 50 g" is not what "glucose" alone means.
            if code.display.text.contains("--") {
                continue;
            }
            let name = code.display.text.split([' ', '-']).collect::<Vec<_>>().join(" ");
            let name = name.split(" [").next().unwrap().split(" by ").next().unwrap().to_owned();
            found.entry(name).or_default().insert(begun.day.to_string());
        }
    }
    found
}

/// Whatever is measured: the last is the newest, the first the oldest, and a course has all in the order of time.
#[test]
fn every_quantity_of_every_sample_is_found_by_its_name() {
    let mut desk = Desk::new();
    let mut asked = 0;
    for (who, file) in SAMPLES.iter().enumerate() {
        for (name, days) in quantities(&mut desk, who) {
            let newest = desk.ask(file, &format!("What was my last {name}?"));
            assert!(newest.open[0].ends_with(days.last().unwrap().as_str()), "{file} {name}: {:?}", newest.open);
            let oldest = desk.ask(file, &format!("What was my first {name}?"));
            assert!(oldest.open[0].ends_with(days.first().unwrap().as_str()), "{file} {name}: {:?}", oldest.open);
            let course = desk.ask(file, &format!("How did my {name} change over time?"));
            let code = course.all[0].split(' ').next().unwrap().to_owned();
            let shown: Vec<&str> = course
                .all
                .iter()
                .filter_map(|label| label.strip_prefix(&format!("{code} ")))
                .take(days.len())
                .collect();
            assert!(shown.is_sorted(), "{file} {name}: {shown:?}");
            let there = |day: &String| course.all.iter().any(|label| label.ends_with(day.as_str()));
            assert!(days.iter().all(there), "{file} {name}: a reading was dropped");
            assert!(course.open.iter().any(|label| label.ends_with(days.last().unwrap().as_str())), "{file} {name}");
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
}

#[test]
fn what_is_wished_of_a_measure_is_answered_by_no_other_measure() {
    let mut desk = Desk::new();
    for question in ["What is my target INR?", "What is my target ferritin?", "What is my goal INR in 2020?"] {
        let seen = desk.ask("okafor", question);
        assert!(seen.all.is_empty() && seen.notice.starts_with(beginning("none")), "{question}: {:?}", seen.all);
    }
    let seen = desk.ask("okafor", "What is my goal LDL?");
    let is_of_it = |label: &String| label.starts_with("18262-6 ") || label.starts_with("note ");
    assert!(seen.all.first().is_some_and(|first| first == "18262-6 2024-04-09"), "{:?}", seen.all);
    assert!(seen.all.iter().all(is_of_it), "{:?}", seen.all);
}

#[test]
fn what_is_asked_in_another_language_is_said_to_be_so_and_nothing_is_put_right() {
    let mut desk = Desk::new();
    for question in [
        "Bin ich gegen Penicillin allergisch?",
        "Wann war mein letzter Cholesterinwert?",
        "¿Cuál es mi último colesterol?",
    ] {
        let seen = desk.ask("okafor", question);
        assert!(seen.notice.starts_with("Questions are read in English"), "{question}: {}", seen.notice);
        let answer = desk.room().quotes(question).unwrap();
        assert_eq!((answer.read_as, answer.exact), (Vec::<String>::new(), None), "{question}");
    }
}

#[test]
fn a_slip_in_a_word_that_asks_shows_what_the_question_without_it_shows() {
    let mut desk = Desk::new();
    for (typed, meant) in [
        ("waht was my last cholesterol", "what was my last cholesterol"),
        ("wehn was my last HbA1c?", "when was my last HbA1c?"),
        ("whihc medicines do I take", "which medicines do I take"),
    ] {
        let (slip, plain) = (desk.ask("okafor", typed), desk.ask("okafor", meant));
        assert_eq!((slip.open, slip.notice), (plain.open, plain.notice), "{typed}");
    }
}

#[test]
fn what_is_stopped_never_stands_before_what_is_active() {
    let mut desk = Desk::new();
    for (who, file) in SAMPLES.iter().enumerate() {
        let seen = desk.ask(file, "What medicines do I take?");
        let records = desk.room().records();
        let documents = records.documents.iter().filter(|document| document.subject == Some(PatientIndex(who as u32)));
        let facts = documents.flat_map(|document| document.facts());
        let medicines: Vec<_> = facts.filter(|fact| fact.kind == FactKind::MedicationRequest).collect();
        let mut active = 0;
        for fact in &medicines {
            let code = fact.code.as_ref().unwrap();
            let label =
                format!("{} {}", code.code.as_deref().unwrap_or(&code.display.text), fact.begun.as_ref().unwrap().day);
            let is_active = fact.status.as_ref().unwrap().text == "active";
            assert_eq!(seen.open.contains(&label), is_active, "{file}: {label}");
            assert!(seen.all.contains(&label), "{file}: {label} was dropped");
            active += usize::from(is_active);
        }
        assert!(active > 0 && active < medicines.len(), "{file}");
    }
}

#[test]
fn folds_lie_in_order_within_the_answer() {
    let mut desk = Desk::new();
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/answers.json")).unwrap();
    let mut runs = 0;
    for case in cases {
        let who = SAMPLES.iter().position(|name| *name == case.who).unwrap();
        desk.room().set_subject(Some(PatientIndex(who as u32))).unwrap();
        let answer = desk.room().quotes(&case.question).unwrap();
        let mut end = 0;
        for run in &answer.folded {
            assert!(run.start >= end && run.start < run.end && run.end <= answer.blocks.len(), "{}", case.question);
            // Two runs that touch are one; an answer never begins folded.
            assert!(run.start > end, "{}", case.question);
            end = run.end;
            runs += 1;
        }
    }
    assert!(runs > 20, "{runs}");
}

/// No diagnosis of hers names the kidneys: what was measured of them and what notes say stands before her diagnoses.
#[test]
fn what_may_ail_a_part_of_the_body_is_told_by_what_was_measured_of_it() {
    let mut desk = Desk::new();
    let seen = desk.ask("okafor", "Do I have kidney problems?");
    assert!(seen.notice.starts_with("No diagnosis in the records names this part of the body."), "{}", seen.notice);
    let newest = seen.open.first().unwrap();
    assert!(newest.starts_with("33914-3 ") || newest.starts_with("2160-0 "), "{:?}", seen.open);
    assert!(seen.telling.iter().any(|sentence| sentence.contains("eGFR")), "{:?}", seen.telling);
    let diabetes = |label: &String| label.starts_with("44054006 ");
    assert!(seen.folded.iter().any(diabetes) && !seen.open.iter().any(diabetes), "{:?}", seen.all);

    // A diagnosis that names the part by another word is one.
    let seen = desk.ask("okafor", "Do I have problems with my eyes?");
    assert!(seen.open.iter().any(|label| label.ends_with(" 2023-06-06")), "{:?}", seen.open);
    assert!(!seen.notice.starts_with("No diagnosis"), "{}", seen.notice);
}

#[test]
fn whoever_asks_what_to_do_is_told_that_no_record_says_so() {
    const ADVICE: &str = "What to do now no record can say";
    for (who, question, advised) in [
        ("tran", "how much warfarin should i take tonight", true),
        ("tran", "i have chest pain right now what should i do", true),
        ("tran", "am i bleeding", true),
        ("tran", "how much warfarin should Nhung Trần take tonight", true),
        ("tran", "How much warfarin do I take?", false),
        ("tran", "What was the last INR that Nhung Trần should have had?", false),
    ] {
        let mut room = rooms::of(&[who]);
        let answer = room.quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        assert_eq!(answer.notice.is_some_and(|notice| notice.starts_with(ADVICE)), advised, "{question}");
        assert!(answer.narrowed.is_empty() && !answer.blocks.is_empty(), "{question}");
    }
    let mut room = rooms::of(&["okafor"]);
    let answer = room.quotes_on("is he allergic to penicillin", None).unwrap();
    assert!(answer.exact.unwrap().exact.sentence.starts_with("The coded entries say yes: the record has an entry"));
    // By whatever word the person is meant.
    let mut room = rooms::of(&["quinones"]);
    for question in ["is she allergic to peanuts", "is my daughter still allergic to peanuts??"] {
        let answer = room.quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        let sentence = answer.exact.unwrap().exact.sentence;
        assert!(sentence.starts_with("The coded entries say yes: the record has an entry"), "{question}: {sentence}");
        assert!(answer.notice.is_some_and(|notice| notice.contains("with a “no” or “not”")), "{question}");
    }
}

#[test]
fn of_two_things_of_which_one_is_there_the_sentence_does_not_begin_with_yes() {
    let ask =
        |question| rooms::of(&["okafor"]).quotes_on(question, Some(date(2026, 11, 28))).unwrap().exact.unwrap().exact;
    let one = ask("do I take both metformin and insulin");
    assert_eq!(one.answer, "no");
    assert!(
        one.sentence.starts_with("Not all of these are in the record. Yes: the record has an entry"),
        "{}",
        one.sentence
    );
    let both = ask("do I take both metformin and lisinopril");
    assert!(both.answer == "yes" && both.sentence.starts_with("Yes: "), "{}", both.sentence);
    let neither = ask("do I take both warfarin and insulin");
    assert!(neither.sentence.starts_with("No prescription"), "{}", neither.sentence);
}

#[test]
fn whether_all_that_is_due_was_given_is_not_answered_from_what_was() {
    for question in ["is her MMR complete", "are her vaccines up to date"] {
        let answer = rooms::of(&["quinones"]).quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        assert!(answer.exact.is_none() && !answer.blocks.is_empty(), "{question}");
    }
}

#[test]
fn whom_an_answer_is_about_is_said_where_somebody_else_was_chosen() {
    let mut room = rooms::of(&["okafor", "quinones"]);
    let of = |room: &Room, name: &str| {
        room.records().patients.iter().position(|patient| patient.name.contains(name)).unwrap()
    };
    let chosen = PatientIndex(of(&room, "Okafor") as u32);
    room.set_subject(Some(chosen)).unwrap();
    let answer = room.quotes_on("Is Nahia allergic to peanuts?", None).unwrap();
    assert!(
        answer.read_as.iter().any(|said| said.contains("Quiñones") && said.contains("not about")),
        "{:?}",
        answer.read_as
    );
    assert!(room.quotes_on("Is Okafor allergic to penicillin?", None).unwrap().read_as.is_empty());
}

#[test]
fn whoever_asks_whether_to_eat_something_sees_what_notes_say_of_an_allergy_to_it() {
    let mut room = rooms::of(&["quinones"]);
    for question in ["Can she eat peanut butter?", "can she take peanuts", "may she try a peanut cookie"] {
        let answer = room.quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        let is_open = |at: usize| !answer.folded.iter().any(|run| run.contains(&at));
        let says = |said: &str| {
            let mut open = answer.blocks.iter().enumerate().filter(|(at, _)| is_open(*at));
            open.any(|(_, block)| serde_json::to_string(block).unwrap().contains(said))
        };
        assert!(says("Nahia is no longer allergic to peanut."), "{question}");
        assert!(says("Allergy to peanut"), "{question}");
        let notice = answer.notice.unwrap();
        assert!(notice.starts_with("What to do now no record can say"), "{question}: {notice}");
        assert!(notice.contains("with a “no” or “not”"), "{question}: {notice}");
    }
}

#[test]
fn a_question_of_a_disagreement_is_not_narrowed_to_a_party_and_not_answered_by_yes() {
    let mut room = rooms::of(&["quinones"]);
    for question in [
        "Dr. Baek and the allergist disagree about her peanut allergy, who is right?",
        "Is she allergic to peanuts? Dr. Baek disagrees with the allergist",
    ] {
        let answer = room.quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        assert!(answer.narrowed.is_empty() && answer.exact.is_none(), "{question}");
        let open = answer.folded.first().map_or(answer.blocks.len(), |run| run.start);
        let open = serde_json::to_string(answer.blocks.get(..open).unwrap()).unwrap();
        assert!(open.contains("no longer allergic to peanut") && open.contains("Allergy to peanut"), "{question}");
    }
    let one = room.quotes_on("What did Dr. Baek write about her peanut allergy?", None).unwrap();
    assert!(one.narrowed.iter().any(|narrowed| narrowed.sentence.contains("Baek")), "{:?}", one.narrowed);
}

#[test]
fn what_is_shown_of_other_times_is_told_with_the_time_that_was_searched() {
    let mut room = rooms::of(&["okafor"]);
    for (question, is_beside) in
        [("my kidneys in 2025", true), ("my medications last year", true), ("What was written in 2022?", false)]
    {
        let answer = room.quotes_on(question, Some(date(2026, 3, 1))).unwrap();
        let told: Vec<&str> = answer.narrowed.iter().map(|narrowed| narrowed.sentence.as_str()).collect();
        assert!(!answer.blocks.is_empty() && told.len() == 1, "{question}: {told:?}");
        assert_eq!(told.iter().any(|told| told.ends_with("of other times, too.")), is_beside, "{question}: {told:?}");
    }
}

#[test]
fn that_an_entry_is_refuted_is_said() {
    let mut room = rooms::of(&["quinones"]);
    for (question, is_void) in
        [("is she allergic to eggs", true), ("egg allergy", true), ("is she allergic to peanuts", false)]
    {
        let answer = room.quotes_on(question, Some(date(2026, 11, 28))).unwrap();
        let notice = answer.notice.unwrap_or_default();
        assert_eq!(notice.starts_with("Every entry of this says of itself"), is_void, "{question}: {notice}");
    }
}

#[test]
fn the_note_that_says_no_stands_open_beside_a_list() {
    let note = |day: &str, text: &str| files::note(day, text);
    let allergy = json!({"resourceType": "AllergyIntolerance", "patient": {"reference": "Patient/p1"},
        "code": {"text": "Allergy to penicillin"}, "clinicalStatus": {"coding": [{"code": "active"}]}});
    let bundle = files::about(
        json!({"resourceType": "Patient", "id": "p1", "name": [{"family": "Berg", "given": ["Liv"]}]}),
        &[
            allergy,
            note("2024-01-01", "Allergies were asked for. Allergy list: penicillin. Allergies are as before."),
            note("2023-01-01", "Allergies: see list."),
            note("2022-01-01", "Allergies: see the list of before."),
            note(
                "2020-01-01",
                "Tested today. She is NOT allergic to penicillin: please take the allergy off the list of allergies.",
            ),
        ],
    );
    let answer = rooms::of_bundles(&[bundle]).quotes_on("allergies", Some(date(2024, 6, 15))).unwrap();
    assert!(answer.notice.unwrap().contains("with a “no” or “not”"));
    let open = answer.folded.first().map_or(answer.blocks.len(), |run| run.start);
    let open = serde_json::to_string(answer.blocks.get(..open).unwrap()).unwrap();
    assert!(open.contains("She is NOT allergic"), "{open}");
}
