//! Times that count from today, on the way with a model: read from the caller's day, told as a filter, and gone from what leaves.

use std::collections::BTreeSet;

use chaperone::clearance::Outgoing;
use chaperone::error::Code;
use chaperone::privacy::level::Level;
use chaperone::privacy::policy::Choice;
use chaperone::privacy::stranger::Limit;
use chaperone::quote::format::Endpoint;
use chaperone::quote::prompt::Wishes;
use chaperone::retrieve::narrow::{By, State};
use chaperone::room::Room;
use chaperone::workflow::refining::{Refinement, Scope};
use chaperone::workflow::thinking::{Limits, Next, Saved, Thinking};
use chaperone::workflow::{Step, Workflow};
use jiff::civil::Date;
use serde_json::json;

use crate::common::rooms;

fn endpoint() -> Endpoint {
    Endpoint::new("http://localhost:11434", "llama3.2:3b", true)
}

fn prepared(room: &mut Room, question: &str, today: Option<Date>, choice: &Choice) -> Workflow {
    room.prepare_for(question, today, choice, Limit::default(), &endpoint(), [7; 32], 0).unwrap()
}

/// The days of the entries that are told.
fn days(workflow: &Workflow) -> Vec<String> {
    let shown = workflow.state().extracted.iter().flat_map(|offered| offered.original.lines());
    let mut days: Vec<String> =
        shown.filter_map(|line| Some(line.split("When: ").nth(1)?.get(..10)?.to_owned())).collect();
    days.sort();
    days.dedup();
    days
}

fn narrowed(workflow: &Workflow) -> Vec<(By, State)> {
    workflow.state().narrowed.iter().map(|narrowed| (narrowed.by, narrowed.state)).collect()
}

/// Everything of `outgoing` that leaves.
fn bytes(outgoing: &Outgoing) -> String {
    let headers: Vec<String> = outgoing.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{} {}\n{}\n{}", outgoing.method, outgoing.url, headers.join("\n"), outgoing.body)
}

#[test]
fn a_time_that_counts_from_today_narrows_what_is_told() {
    let mut room = rooms::ready(&["okafor"]);
    for (question, today, wanted) in [
        ("What was my weight last year?", Date::constant(2020, 5, 20), &["2019-04-02", "2019-10-01"][..]),
        ("What was my weight last spring?", Date::constant(2024, 6, 20), &["2024-04-09"]),
        (
            "How did my weight change in the past two years?",
            Date::constant(2020, 1, 1),
            &["2018-04-10", "2018-10-16", "2019-04-02", "2019-10-01"],
        ),
        ("What was my weight since last month?", Date::constant(2023, 5, 2), &["2023-04-18", "2024-04-09"]),
        ("What did I weigh yesterday, what was my weight?", Date::constant(2024, 4, 10), &["2024-04-09"]),
        ("What was my weight five years ago?", Date::constant(2024, 1, 3), &["2019-04-02", "2019-10-01"]),
    ] {
        let workflow = prepared(&mut room, question, Some(today), &Choice::default());
        assert!(workflow.is_cleared(), "{question}: {:?}", workflow.state().findings);
        assert_eq!(narrowed(&workflow), [(By::Time, State::Applied)], "{question}");
        assert_eq!(days(&workflow), wanted, "{question}");
        let query = &workflow.state().synthesised_query;
        assert!(query.contains("that time"), "{question}: {query}");
    }
}

#[test]
fn what_was_not_of_that_time_is_said_not_to_be() {
    let mut room = rooms::ready(&["okafor"]);
    let workflow =
        prepared(&mut room, "What was my weight last year?", Some(Date::constant(2030, 5, 20)), &Choice::default());
    assert_eq!(narrowed(&workflow), [(By::Time, State::Applied)]);
    let message = workflow.state().synthesised.text();
    assert!(message.contains("None of them is of the time that the question is about."), "{message}");
}

#[test]
fn without_a_day_all_times_are_searched_and_that_is_told() {
    let mut room = rooms::ready(&["okafor"]);
    let question = "What was my weight last year?";
    let workflow = prepared(&mut room, question, None, &Choice::default());
    assert_eq!(narrowed(&workflow), [(By::Time, State::Unknown)]);
    let same = room.prepare(question, &endpoint(), [7; 32], 0).unwrap();
    assert_eq!(same.outgoing(), workflow.outgoing());
    // A date with its year needs no day, and is told alike with one.
    let dated = |room: &mut Room, today| {
        let workflow = prepared(room, "What was my weight in 2019?", today, &Choice::default());
        (days(&workflow), workflow.state().synthesised_query.clone(), workflow.outgoing().clone())
    };
    let (told, query, outgoing) = dated(&mut room, None);
    assert_eq!((told.len(), query.as_str()), (2, "what was my weight in that year?"));
    assert_eq!(dated(&mut room, Some(Date::constant(2031, 7, 19))), (told, query, outgoing));
}

const COUNTED: &[&str] = &[
    "What was my weight last year?",
    "How did my blood pressure change in the past two years?",
    "Which medicines was I taking since last month?",
    "What was my HbA1c last spring?",
    "What did the doctor write yesterday about my blood pressure?",
    "My weight today, and two weeks ago?",
    "What was my weight last July?",
    "It is 19 July 2031 today. What was my weight last year?",
    "today=2031-07-19: what was my weight in the last 12 months?",
];

/// A day that nothing in the records is of, nor its year, month or weekday; and how it could be written.
const DAY: Date = Date::constant(2031, 7, 19);
const WRITTEN: &[&str] = &[
    "2031",
    "2030",
    "2029",
    "07-19",
    "07/19",
    "7/19",
    "19.7",
    "19th",
    "july",
    "jul ",
    "saturday",
    "20310719",
    "1942185600",
    "22479",
];

#[test]
fn the_day_is_in_nothing_that_leaves() {
    let mut room = rooms::ready(&["okafor", "rice"]);
    room.set_subject(Some(chaperone::document::PatientIndex(0))).unwrap();
    for question in COUNTED {
        for level in Level::ALL {
            let choice = Choice { level, ..Choice::default() };
            let Ok(workflow) =
                room.prepare_for(question, Some(DAY), &choice, Limit::default(), &endpoint(), [7; 32], 0)
            else {
                continue;
            };
            let left = bytes(workflow.outgoing()).to_lowercase();
            for day in WRITTEN {
                assert!(!left.contains(day), "{question} at {level:?} tells {day}: {left}");
            }
            let query = workflow.state().synthesised_query.to_lowercase();
            for typed in ["last", "past", "ago", "yesterday", "today", "spring", "year", "month", "week"] {
                assert!(!query.split(|c: char| !c.is_alphanumeric()).any(|word| word == typed), "{question}: {query}");
            }
        }
    }
}

#[test]
fn a_time_that_was_taken_away_narrows_nothing_that_is_told() {
    let mut room = rooms::ready(&["okafor"]);
    let (question, today) = ("What was my weight last year?", Some(Date::constant(2020, 5, 20)));
    let (choice, without) = (Choice::default(), BTreeSet::from([By::Time]));
    let narrow = days(&prepared(&mut room, question, today, &choice));
    let wide =
        room.prepare_without(question, today, &without, &choice, Limit::default(), &endpoint(), [7; 32], 0).unwrap();
    assert_eq!(narrowed(&wide), [(By::Time, State::TakenAway)]);
    assert!(days(&wide).len() > narrow.len() && narrow.iter().all(|day| days(&wide).contains(day)), "{narrow:?}");

    // So it is in one of several requests, and where a model in the room has worked.
    let refinement = Refinement { context_tokens: 8192, scope: Scope::Found, wishes: Wishes::No };
    let mut refining =
        room.refine_without(question, today, &without, &choice, &endpoint(), refinement, [7; 32]).unwrap();
    let first = refining.next(&room.context(), 0).unwrap().unwrap();
    assert_eq!(narrowed(&first), [(By::Time, State::TakenAway)]);
    let agent = room.work_inside(question, today, "small", 8192).unwrap().widened(without);
    let inside = room.prepare_inside(&agent, &choice, Limit::default(), &endpoint(), [7; 32], 0).unwrap();
    assert_eq!(narrowed(&inside), [(By::Time, State::TakenAway)]);
}

#[test]
fn nothing_that_leaves_hangs_on_the_day_but_which_entries_are_told() {
    let mut room = rooms::ready(&["okafor"]);
    let question = "How did my weight change last year?";
    let left =
        |room: &mut Room, today: Date| bytes(prepared(room, question, Some(today), &Choice::default()).outgoing());
    let first = left(&mut room, Date::constant(2020, 1, 1));
    for today in [Date::constant(2020, 2, 29), Date::constant(2020, 7, 4), Date::constant(2020, 12, 31)] {
        assert_eq!(left(&mut room, today), first, "{today}");
    }
    // Of other years other entries are told: the day was not simply ignored.
    assert_ne!(left(&mut room, Date::constant(2021, 1, 1)), first);
}

/// Feeds `said` to `workflow`, which is released first; returns all that leaves.
fn send(room: &Room, workflow: &mut Workflow, said: &str) -> String {
    let Step::Ask(cleared) = workflow.release(&room.context()).unwrap() else { panic!("it was refused") };
    let event = json!({"choices": [{"delta": {"content": said}}]});
    workflow.event(&event.to_string()).unwrap();
    workflow.event("[DONE]").unwrap();
    bytes(cleared.outgoing())
}

/// Lets `thinking` think to its end, and returns all that left.
fn play(room: &Room, thinking: &mut Thinking) -> Vec<String> {
    let mut left = Vec::new();
    for _ in 0..200 {
        match room.think_next(thinking, 0).unwrap() {
            Next::Ask { ticket, mut workflow, .. } => {
                left.push(send(room, &mut workflow, "1 The weight was the same as last year [R1]."));
                room.think_answered(thinking, ticket, workflow).unwrap();
            }
            Next::Approval { .. } => thinking.approve().unwrap(),
            Next::Done { .. } => return left,
            _ => panic!("nothing is under way"),
        }
    }
    panic!("it does not end");
}

#[test]
fn a_thought_process_counts_from_the_day_on_which_it_began() {
    let mut room = rooms::ready(&["okafor"]);
    let question = "How did my weight change last year?";
    let today = Date::constant(2020, 7, 19);
    let mut thinking = room.think(question, Some(today), &Choice::default(), &endpoint(), [7; 32]).unwrap();
    let told: usize = thinking.proposal().tells.iter().map(|tells| tells.facts).sum();
    let all = room.think(question, None, &Choice::default(), &endpoint(), [7; 32]).unwrap();
    assert!(told < all.proposal().tells.iter().map(|tells| tells.facts).sum(), "only the weights of 2019 are proposed");
    let limits = thinking.proposal().limits;
    thinking.start(Limits { thoughts: 3, calls: 30, threshold: 2.0, facts: 500, ..limits }).unwrap();
    let left = play(&room, &mut thinking);
    assert!(!left.is_empty());
    for request in &left {
        for day in ["2020", "2019", "07-19", "July"] {
            assert!(!request.contains(day), "{day}: {request}");
        }
        assert!(request.contains("that time"), "{request}");
    }
    let mut last = thinking.answer(&room.context(), 0).unwrap();
    assert_eq!(narrowed(&last), [(By::Time, State::Applied)]);
    send(&room, &mut last, "It was the same. <quote><title>R1</title></quote>");
    assert_eq!(last.answer(&room.context()).unwrap().narrowed.len(), 1);

    let saved = thinking.save().unwrap();
    assert!(saved.contains("\"today\": \"2020-07-19\""), "the file is the person's own");
    let again = room.think_again(Saved::from_json(&saved).unwrap(), &Choice::default(), &endpoint(), 0).unwrap();
    assert_eq!(again.save().unwrap(), saved);
    let none = saved.replace("\"2020-07-19\"", "\"some day\"");
    assert_eq!(Saved::from_json(&none).unwrap_err().code(), Code::Malformed);
    let without = saved.replace("  \"today\": \"2020-07-19\",\n", "");
    assert_eq!(Saved::from_json(&without).unwrap().today(), None, "as files of before have none");
}

#[test]
fn a_follow_up_that_names_a_time_from_now_is_asked_of_that_time() {
    let mut room = rooms::ready(&["okafor"]);
    let earlier = ["What was my weight in 2015?".to_owned()];
    let whole = room.follow_up("and last year?", &earlier).unwrap();
    assert_eq!(whole, "What was my weight, last year?");
    let workflow = prepared(&mut room, &whole, Some(Date::constant(2020, 5, 20)), &Choice::default());
    assert_eq!(days(&workflow), ["2019-04-02", "2019-10-01"]);
}
