//! What is marked, over facts put together by hand: of each rule what it strikes, and what holds beside it.

mod answers;
mod claimed;
mod courses;
mod derived;
mod differing;
mod entries;
mod further;
mod held;
mod measured;
mod names;
mod numbers;
mod opening;
mod orders;
mod parts;
mod procedures;
mod prose;
mod readings;
mod rounded;
mod status;
mod times;
mod whole;
mod words;
mod written;

use jiff::civil::Date;

use super::denied;
use super::opening::asked;
use super::status::asks_now;
use super::tokens::stem;
use super::world::{Known, Number, Time, Told, Topic, asked_kinds, stems_of};
use super::{Claim, Mark, Verdict, World, ground, statements};
use crate::clearance::{Composer, FactRef, Operator, Original, Source};
use crate::document::{DocumentIndex, FactKind, Records};
use crate::privacy::lexicon::Lexicon;

fn day(text: &str) -> Option<Date> {
    text.parse().ok()
}

fn topic(name: &str, kind: FactKind, facts: &[(&str, &str, &str)]) -> Topic {
    let known = |(at, (begun, ended, status)): (usize, &(&str, &str, &str))| Known {
        fact: FactRef { document: DocumentIndex(0), fact: at },
        day: day(begun),
        ended: day(ended),
        is_recorded: false,
        when: (*begun).to_owned(),
        status: (!status.is_empty()).then(|| (*status).to_owned()),
        answer: None,
    };
    let generic = ["of", "the", "blood", "disord", "oral", "tablet", "mg", "ml", "in"];
    Topic {
        name: name.to_owned(),
        kind,
        stems: stems_of(name).into_iter().filter(|stem| !generic.contains(&stem.as_str())).collect(),
        own: Vec::new(),
        facts: facts.iter().enumerate().map(known).collect(),
        readings: Vec::new(),
        numbers: Vec::new(),
        counts: Vec::new(),
        is_denial: false,
    }
}

fn condition(name: &str, facts: &[(&str, &str, &str)]) -> Topic {
    topic(name, FactKind::Condition, facts)
}

fn drug(name: &str, facts: &[(&str, &str, &str)]) -> Topic {
    topic(name, FactKind::MedicationRequest, facts)
}

/// A thing that was measured: a day and its readings each, by their parts. Every number was told by itself, as it is.
fn measured(name: &str, unit: &str, days: &[(&str, &[(&str, f64)])]) -> Topic {
    let facts: Vec<(&str, &str, &str)> = days.iter().map(|(day, _)| (*day, "", "")).collect();
    let mut topic = topic(name, FactKind::Observation, &facts);
    for (fact, (_, parts)) in days.iter().enumerate() {
        for (part, number) in *parts {
            topic.numbers.push(Number { value: *number, of: vec![topic.readings.len()] });
            topic.readings.push(Told {
                fact,
                part: stems_of(part).into_iter().collect(),
                part_name: (*part).to_owned(),
                number: *number,
                text: number.to_string(),
                unit: Some(unit.to_owned()),
                change: 1.0,
            });
        }
    }
    topic
}

#[test]
fn the_digit_of_a_pseudonym_is_no_number_of_the_question() {
    let mut out = Composer::new();
    let whole = vec![Original { text: "Amara Okafor".to_owned(), source: Source::Whole }];
    out.template("Passages:\n\nQuestion: ").write(Operator::Vocabulary, "does", Vec::new()).template(" ");
    out.write(Operator::Pseudonym, "Patient K7", whole).template(" ").write(Operator::Vocabulary, "have", Vec::new());
    out.template(" ").write(Operator::Vocabulary, "2", Vec::new()).template(" ");
    let world = World::new(&Records::default(), &out.finish(), &[], "Does Amara Okafor have 2 allergies?");
    assert_eq!(world.asked_numbers, [2.0, 2.0]);
}

const SYSTOLIC: &str = "Systolic Blood Pressure";
const DIASTOLIC: &str = "Diastolic Blood Pressure";

fn pressure() -> Topic {
    let days: [(&str, &[(&str, f64)]); 3] = [
        ("2014-01-01", &[(DIASTOLIC, 70.0), (SYSTOLIC, 118.0)]),
        ("2017-01-01", &[(DIASTOLIC, 74.0), (SYSTOLIC, 120.0)]),
        ("2020-01-01", &[(DIASTOLIC, 82.0), (SYSTOLIC, 131.0)]),
    ];
    measured("Blood Pressure", "mm[Hg]", &days)
}

fn hemoglobin() -> Topic {
    measured("Hemoglobin", "g/dL", &[("2014-01-01", &[("", 15.5)]), ("2020-01-01", &[("", 13.2)])])
}

fn world(question: &str, mut topics: Vec<Topic>, more: &str) -> World {
    let all: Vec<Vec<String>> = topics.iter().map(|topic| topic.stems.clone()).collect();
    for (at, topic) in topics.iter_mut().enumerate() {
        let shared = |stem: &String| all.iter().enumerate().any(|(other, of)| other != at && of.contains(stem));
        topic.own = topic.stems.iter().filter(|stem| !shared(stem)).cloned().collect();
    }
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    let text = format!("{}. {more}", names.join(". ")).to_lowercase();
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| word.parse().ok()).collect()
    };
    let times =
        [("day 0", "2020-01-01"), ("6 years before day 0", "2014-01-01"), ("3 years before day 0", "2017-01-01")];
    World {
        full: topics.clone(),
        kin: vec![false; topics.len()],
        asked_kinds: asked_kinds(question),
        denied: denied::told(&text),
        times: times
            .iter()
            .map(|(label, on)| Time { label: (*label).to_owned(), days: day(on).into_iter().collect() })
            .collect(),
        stems: stems_of(&text),
        asked: question.split(' ').map(|word| stem(&word.trim_matches('?').to_lowercase())).collect(),
        asked_numbers: numbers(question),
        asked_bound: asked(question),
        asks_now: asks_now(question),
        name_numbers: names.iter().flat_map(|name| numbers(name)).collect(),
        text,
        topics,
        ..World::default()
    }
}

fn marks(said: &str, world: &World) -> Vec<String> {
    let sign = |verdict| match verdict {
        Verdict::Supported => '+',
        Verdict::RangeOnly => '~',
        Verdict::Unsupported => '?',
        Verdict::Contradicted => '!',
    };
    ground(said, world, None, &|_| false)
        .iter()
        .map(|mark| format!("{}{}", sign(mark.verdict), &said[mark.range.clone()]))
        .collect()
}

/// A thing that was measured, without parts: its days and numbers.
fn course(name: &str, unit: &str, days: &[(&str, f64)]) -> Topic {
    let parts: Vec<[(&str, f64); 1]> = days.iter().map(|(_, number)| [("", *number)]).collect();
    let days: Vec<(&str, &[(&str, f64)])> = days.iter().zip(&parts).map(|((day, _), part)| (*day, &part[..])).collect();
    measured(name, unit, &days)
}

/// The same where these numbers were told, each of the readings at these places.
fn told_as(topic: Topic, numbers: &[(f64, &[usize])]) -> Topic {
    let numbers = numbers.iter().map(|(value, of)| Number { value: *value, of: of.to_vec() }).collect();
    Topic { numbers, ..topic }
}

/// The same where this count of entries was told.
fn counted(mut topic: Topic, count: f64) -> Topic {
    topic.counts.push(count);
    topic
}

/// The same where a difference of less says nothing.
fn changing(mut topic: Topic, change: f64) -> Topic {
    topic.readings.iter_mut().for_each(|reading| reading.change = change);
    topic
}

/// The same with a coded answer of each entry.
fn answering(mut topic: Topic, answers: &[&str]) -> Topic {
    for (fact, answer) in topic.facts.iter_mut().zip(answers) {
        fact.answer = Some((stems_of(answer).into_iter().collect(), (*answer).to_owned()));
    }
    topic
}

/// The same where the days of its entries are only those on which they were written down.
fn recorded(mut topic: Topic) -> Topic {
    topic.facts.iter_mut().for_each(|fact| fact.is_recorded = true);
    topic
}

/// What is found of `said`: what is known of each sentence, then the marks, each with why.
fn found(said: &str, world: &World, marks: &[Mark], is_told: impl Fn(&&Mark) -> bool) -> String {
    let standings = statements(said, world, marks).into_iter().map(|one| format!("{:?}", one.standing));
    let sign = |verdict| match verdict {
        Verdict::Supported => '+',
        Verdict::RangeOnly => '~',
        Verdict::Unsupported => '?',
        Verdict::Contradicted => '!',
    };
    let shown = marks.iter().filter(is_told).map(|mark| {
        // A number of the record stands at the head of what is said of it.
        assert!(mark.real.as_ref().is_none_or(|real| mark.reason.starts_with(real.as_str())), "{mark:?}");
        let why = if mark.reason.is_empty() { String::new() } else { format!(": {}", mark.reason) };
        format!("{}{}{why}", sign(mark.verdict), &said[mark.range.clone()])
    });
    let all: Vec<String> = [standings.collect::<Vec<_>>().join(" ")].into_iter().chain(shown).collect();
    all.join(" | ")
}

/// Asserts of each text what is found of it; of names that hold nothing is told.
#[track_caller]
fn judged(world: &World, cases: &[(&str, &str)]) {
    let is_told = |mark: &&Mark| {
        let is_name = matches!(mark.claim, Claim::Term | Claim::Drug);
        !(is_name && mark.verdict == Verdict::Supported && mark.reason.is_empty())
    };
    let find = |said: &str| found(said, world, &ground(said, world, None, &|_| false), is_told);
    compare(cases, find);
}

/// The same of all marks, those of names as well.
#[track_caller]
fn judged_whole(world: &World, cases: &[(&str, &str)]) {
    judged_by(world, None, &[], cases);
}

/// The same with a lexicon and with words that the records have.
#[track_caller]
fn judged_by(world: &World, lexicon: Option<&Lexicon>, known: &[&str], cases: &[(&str, &str)]) {
    let find = |said: &str| found(said, world, &ground(said, world, lexicon, &|word| known.contains(&word)), |_| true);
    compare(cases, find);
}

#[track_caller]
fn compare(cases: &[(&str, &str)], find: impl Fn(&str) -> String) {
    let found = cases.iter().map(|(said, expected)| (said, expected, find(said)));
    let wrong = found.filter(|(_, expected, found)| found != *expected);
    let wrong: Vec<String> =
        wrong.map(|(said, expected, found)| format!("{said}\n  expected {expected}\n  found    {found}")).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Asserts of each text the marks that are not `+`: those and no others.
#[track_caller]
fn faults(world: &World, cases: &[(&str, &[&str])]) {
    let mut wrong: Vec<String> = Vec::new();
    for (said, expected) in cases {
        let found = marks(said, world);
        let faults: Vec<&str> = found.iter().map(String::as_str).filter(|mark| !mark.starts_with('+')).collect();
        if faults != *expected {
            wrong.push(format!("{said}\n  expected {expected:?}\n  found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_is_over_may_be_told_with_its_own_end() {
    let over = [("2014-01-01", "2017-01-01", "resolved")];
    let topics = vec![
        condition("Viral sinusitis (disorder)", &over),
        condition("Anemia", &[("2017-01-01", "", "active")]),
        drug("Ibuprofen 200 MG Oral Tablet", &[("2014-01-01", "2017-01-01", "stopped")]),
    ];
    let world = world("Which conditions do I have?", topics, "");
    faults(
        &world,
        &[
            ("The conditions are Viral sinusitis, since 6 years before day 0, until 3 years before day 0.", &[]),
            (
                "You have:\nViral sinusitis (disorder), until 3 years before day 0\nAnemia, since 3 years before day 0",
                &[],
            ),
            // Told with its end once, it may be named again; but not as lasting.
            (
                "You have:\nViral sinusitis, until 3 years before day 0\nThe evidence for this is in the passages about viral sinusitis.",
                &[],
            ),
            (
                "You have:\nViral sinusitis, until 3 years before day 0\nThe patient has viral sinusitis.",
                &["!viral sinusitis"],
            ),
            // Without its end, with another's, or with another beginning it is wrong.
            ("You have viral sinusitis, since 6 years before day 0.", &["!viral sinusitis"]),
            ("You have viral sinusitis, and anemia, until 3 years before day 0.", &["!viral sinusitis"]),
            ("You have viral sinusitis, until day 0.", &["!viral sinusitis", "!day 0"]),
            (
                "You have viral sinusitis, since 3 years before day 0, until 3 years before day 0.",
                &["!viral sinusitis", "~3 years before day 0"],
            ),
            ("You have viral sinusitis, not until 3 years before day 0.", &["!viral sinusitis", "?not"]),
            // That somebody takes a drug, no end makes right.
            ("You are taking ibuprofen 200 MG, until 3 years before day 0.", &["!ibuprofen 200"]),
            ("You are taking ibuprofen 200 MG. It was stopped.", &["!ibuprofen 200"]),
            ("The medicines are ibuprofen 200 MG. It was stopped.", &[]),
            ("You no longer take ibuprofen 200 MG.", &[]),
            ("You no longer have anemia.", &["!anemia"]),
        ],
    );
}

#[test]
fn a_list_is_said_of_what_was_asked() {
    let topics = || {
        vec![
            drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
            drug("Ibuprofen 200 MG Oral Tablet", &[("2017-01-01", "", "stopped")]),
        ]
    };
    let now = world("Which medicines am I taking?", topics(), "");
    faults(
        &now,
        &[
            ("Answer: Simvastatin 10 MG Oral Tablet.", &[]),
            ("Answer: Simvastatin 10 MG Oral Tablet, ibuprofen 200 MG Oral Tablet.", &["!ibuprofen 200"]),
            ("Medicines:\nIbuprofen 200 MG Oral Tablet", &["!Ibuprofen 200"]),
            ("Ibuprofen 200 MG Oral Tablet, stopped.", &[]),
            ("Stopped:\nIbuprofen 200 MG Oral Tablet", &[]),
            ("You are taking:\n1. Simvastatin 10 MG\n2. Ibuprofen 200 MG", &["!Ibuprofen 200"]),
            ("Stopped:\n1. Ibuprofen 200 MG", &[]),
            ("The evidence:\nIbuprofen 200 MG Oral Tablet", &[]),
        ],
    );
    for question in ["Which medicines were stopped?", "Which medicines did I take?", "What is known of my medicines?"] {
        faults(&world(question, topics(), ""), &[("Simvastatin 10 MG, ibuprofen 200 MG.", &[])]);
    }
}

#[test]
fn of_a_drug_that_is_taken_the_order_of_the_time_told_must_be() {
    let facts = [("2014-01-01", "", "stopped"), ("2020-01-01", "", "active")];
    let world = world("Which medicines am I taking?", vec![drug("Levothyroxine 0.075 MG Oral Tablet", &facts)], "");
    faults(
        &world,
        &[
            ("You are taking levothyroxine 0.075 MG, prescribed day 0.", &[]),
            ("You are taking levothyroxine 0.075 MG, prescribed 6 years before day 0.", &["!6 years before day 0"]),
            ("Levothyroxine 0.075 MG, prescribed 6 years before day 0, was stopped.", &[]),
        ],
    );
}

#[test]
fn a_strength_is_of_the_drug_it_stands_with() {
    let topics = vec![
        drug("metformin 1000 MG Oral Tablet", &[("2017-01-01", "", "active")]),
        drug("metformin 500 MG Oral Tablet", &[("2014-01-01", "", "stopped")]),
        drug("naproxen 500 MG Oral Tablet", &[("2017-01-01", "", "active")]),
    ];
    let world = world("Which medicines am I taking?", topics, "");
    faults(
        &world,
        &[
            ("You are taking metformin 1000 MG Oral Tablet and naproxen 500 MG Oral Tablet.", &[]),
            ("You are taking metformin 500 MG Oral Tablet and naproxen 500 MG Oral Tablet.", &["!metformin 500"]),
        ],
    );
}

#[test]
fn a_name_that_is_part_of_another_stands_for_itself_where_it_stands_alone() {
    let over = [("2014-01-01", "2017-01-01", "resolved")];
    let active = [("2017-01-01", "", "active")];
    let of = |whole: &[(&str, &str, &str)], part: &[(&str, &str, &str)]| {
        let topics = vec![condition("Chronic sinusitis", whole), condition("Sinusitis", part)];
        world("Which conditions do I have?", topics, "")
    };
    faults(
        &of(&active, &over),
        &[
            ("You have chronic sinusitis.", &[]),
            ("You have chronic sinusitis and sinusitis.", &["!sinusitis"]),
            ("You have chronic sinusitis, sinusitis.", &["!sinusitis"]),
        ],
    );
    faults(
        &of(&over, &active),
        &[("You have sinusitis.", &[]), ("You have chronic sinusitis and sinusitis.", &["!chronic sinusitis"])],
    );
}

#[test]
fn a_no_within_a_name_denies_nothing() {
    let name = "Concussion with no loss of consciousness";
    let of = |status| world("Which conditions do I have?", vec![condition(name, &[("2017-01-01", "", status)])], "");
    faults(
        &of("active"),
        &[
            ("You have concussion with no loss of consciousness.", &[]),
            ("You have no concussion with no loss of consciousness.", &["!no"]),
        ],
    );
    faults(&of("resolved"), &[("You have Concussion with no loss of consciousness.", &[&format!("!{name}")])]);
}

#[test]
fn an_opening_no_is_held_to_the_bound_that_was_asked() {
    let at = |bound| world(&format!("Is my blood pressure above {bound}?"), vec![pressure()], "");
    faults(
        &at(140),
        &[
            ("No, my blood pressure is not above that number.", &[]),
            ("No, your blood pressure is not above 140.", &[]),
            ("No, the blood pressure was 131/82.", &[]),
            ("Yes, my blood pressure is above that number.", &["!Yes", "!number"]),
            ("Yes, my blood pressure is above 140.", &["!Yes", "!140"]),
            ("Yes, your blood pressure is not above 140.", &["!Yes"]),
        ],
    );
    faults(
        &at(60),
        &[
            ("No, my blood pressure is not above that number.", &["!No", "!number"]),
            ("No, my blood pressure is not above 140.", &["!No"]),
            ("Yes, my blood pressure is above that number.", &[]),
        ],
    );
    // The newest systolic pressure is above, older ones were not.
    faults(&at(125), &[("No, my blood pressure is not above that number.", &["!No", "~number"])]);
    // Nothing was asked that it could be about.
    let high = world("Is my blood pressure high?", vec![pressure()], "");
    faults(
        &high,
        &[
            ("No, my blood pressure is not above that number.", &["?number"]),
            ("No, my blood pressure is not above 140.", &[]),
            ("No, my blood pressure is not above 60.", &["!60"]),
            ("No, there is no blood pressure.", &["!no"]),
            ("No blood pressure was measured.", &["!No"]),
        ],
    );
    let pills = world("Am I taking ibuprofen?", vec![drug("Ibuprofen 200 MG", &[("2014-01-01", "", "active")])], "");
    faults(&pills, &[("No, you are not taking ibuprofen.", &["!not"]), ("No, you are taking ibuprofen.", &["!No"])]);
}

#[test]
fn a_time_is_said_of_what_was_named_last_before_it() {
    let topics = vec![
        drug("Ibuprofen 200 MG", &[("2014-01-01", "", "active")]),
        drug("Simvastatin 10 MG", &[("2017-01-01", "", "active")]),
    ];
    let world = world("Which medicines am I taking?", topics, "");
    faults(
        &world,
        &[
            (
                "Ibuprofen 200 MG, prescribed 6 years before day 0, and simvastatin 10 MG, prescribed 3 years before day 0.",
                &[],
            ),
            (
                "Ibuprofen 200 MG, prescribed 3 years before day 0, and simvastatin 10 MG, prescribed 6 years before day 0.",
                &["~3 years before day 0", "~6 years before day 0"],
            ),
            ("Ibuprofen 200 MG and simvastatin 10 MG were prescribed 6 years before day 0.", &[]),
            ("Ibuprofen 200 MG was prescribed day 0.", &["!day 0"]),
        ],
    );
}

#[test]
fn a_yes_before_a_no_is_marked_and_the_time_of_all_entries_is_not_past() {
    let mut smoking = topic("Tobacco smoking status", FactKind::Observation, &[("2020-01-01", "", "")]);
    if let Some(fact) = smoking.facts.first_mut() {
        fact.answer = Some((stems_of("Never smoker").into_iter().collect(), "Never smoker".to_owned()));
    }
    let world_of_smoking = world("Do I smoke?", vec![smoking], "never smoker");
    faults(&world_of_smoking, &[("Yes, you have never smoked.", &["~Yes"]), ("No, you have never smoked.", &[])]);
    let mut due =
        condition("Medication review due", &[("2014-01-01", "2014-01-01", "resolved"), ("2017-01-01", "", "active")]);
    due.counts.push(2.0);
    let said = "You have Medication review due, recorded 2 times, from 6 years before day 0 to 3 years before day 0.";
    let found = marks(said, &world("Which conditions do I have?", vec![due], ""));
    assert!(!found.iter().any(|mark| mark.starts_with('!')), "{found:?}");
}
