//! A model that answers by arithmetic: what is tested is the search.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::thought::journal::{Event, Recorded};

fn budget() -> Budget {
    Budget { calls: 1000, tokens: 1 << 30, facts: 1000, kinds: None }
}

fn document(document: u32) -> Document {
    let facts = [document * 2, document * 2 + 1].map(|fact| Fact { fact, kind: (document % 3) as u16 });
    Document { document, facts: facts.into_iter().collect() }
}

/// Answers every want of `process`, up to `most` of them: there are 12 documents, and scores follow from `salt` and the parents.
pub(in crate::thought) fn play(process: &mut Recorded, salt: u8, most: usize) -> Option<Ending> {
    let mut open: Vec<Want> = Vec::new();
    for _ in 0..most.min(5000) {
        match process.next(&Unranked) {
            Want::Done { ending } => return Some(ending),
            Want::Approval { .. } => process.apply(Event::Approved).unwrap(),
            Want::Wait => {
                // The oldest last: replies come in any order.
                let want = open.pop().unwrap();
                answer(process, want, salt);
            }
            want => open.push(want),
        }
    }
    None
}

fn answer(process: &mut Recorded, want: Want, salt: u8) {
    let event = match want {
        Want::Documents { ticket, most, .. } => {
            let fresh = (0..12).filter(|number| !process.search().knows(*number)).take(most);
            Event::Documents { ticket, found: fresh.map(document).collect() }
        }
        Want::Thought { ticket, parents } => {
            let of: Vec<String> = parents.iter().map(|id| id.0.to_string()).collect();
            Event::Thought { ticket, text: format!("of {}", of.join(" and ")), tokens: 100 }
        }
        Want::Score { ticket, thought } => {
            let value = f64::from((thought.0 * 37 + u32::from(salt)) % 100) / 100.0;
            Event::Scored { ticket, score: Score::new(value, By::Oracle), tokens: 10 }
        }
        Want::Approval { .. } | Want::Wait | Want::Done { .. } => return,
    };
    process.apply(event).unwrap();
}

fn run(settings: Settings, budget: Budget, seed: u8) -> (Recorded, Option<Ending>) {
    let mut process = Recorded::new(settings, budget, [seed; 32]);
    let ending = play(&mut process, seed, usize::MAX);
    (process, ending)
}

#[test]
fn a_first_step_puts_two_documents_together_and_all_are_visited_before_any_twice() {
    let (process, ending) = run(Settings { size: 3, threshold: 2.0, ..Settings::default() }, budget(), 1);
    assert_eq!(ending, Some(Ending::Size));
    let parents: Vec<Vec<u32>> =
        process.search().graph().thoughts().map(|(_, node)| node.parents.iter().map(|id| id.0).collect()).collect();
    assert_eq!(parents, [[1, 2], [3, 4], [5, 8]], "the fifth of a batch goes with the first of the next");
}

#[test]
fn it_ends_with_a_thought_that_is_good_enough() {
    let (process, ending) = run(Settings { threshold: 0.9, ..Settings::default() }, budget(), 3);
    assert_eq!(ending, Some(Ending::GoodEnough));
    assert!(process.search().graph().best().unwrap().1.score.unwrap().value >= 0.9);
}

#[test]
fn a_good_thought_is_confirmed_by_one_that_is_made_of_it_unless_the_person_says_so() {
    let begun = |confirmations| {
        let settings = Settings { threshold: 0.5, confirmations, ..Settings::records() };
        let mut search = Search::new(settings, budget(), [3; 32]);
        let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
        search.documents(ticket, vec![document(1), document(2)]).unwrap();
        search
    };
    let thought = |search: &mut Search, value: f64| {
        let Want::Thought { ticket, .. } = search.next(&Unranked) else { panic!() };
        search.thought(ticket, "so", 1).unwrap();
        let Want::Score { ticket, thought } = search.next(&Unranked) else { panic!() };
        search.score(ticket, Score::new(value, By::SelfCritic), 1).unwrap();
        thought
    };
    let mut search = begun(0);
    thought(&mut search, 0.6);
    assert_eq!(search.next(&Unranked), Want::Done { ending: Ending::GoodEnough });
    let mut search = begun(1);
    thought(&mut search, 0.6);
    let second = thought(&mut search, 0.7);
    assert_eq!(search.next(&Unranked), Want::Done { ending: Ending::GoodEnough });
    assert_eq!(search.graph().best().unwrap().0, second);
    let mut search = begun(1);
    let first = thought(&mut search, 0.6);
    search.judge(first, 0.6).unwrap();
    assert_eq!(search.next(&Unranked), Want::Done { ending: Ending::GoodEnough });
}

#[test]
fn scores_that_ask_no_model_are_no_calls() {
    let with = |free_scores| run(Settings { size: 4, threshold: 2.0, free_scores, ..Settings::records() }, budget(), 3);
    assert_eq!([with(false), with(true)].map(|(process, _)| process.search().spent().calls), [8, 4]);
}

#[test]
fn it_ends_when_nothing_is_left() {
    let (process, ending) = run(Settings { size: 10_000, threshold: 2.0, ..Settings::default() }, budget(), 2);
    assert!(matches!(ending, Some(Ending::Exhausted | Ending::Budget)), "{ending:?}");
    assert_eq!(
        process.search().graph().iter().filter(|(_, node)| matches!(node.kind, Kind::Document { .. })).count(),
        12
    );
}

#[test]
fn without_documents_there_is_nothing_to_think_of() {
    let mut search = Search::new(Settings::default(), budget(), [0; 32]);
    let Want::Documents { ticket, from: NodeId::QUESTION, most: 5 } = search.next(&Unranked) else { panic!() };
    assert_eq!(search.next(&Unranked), Want::Wait);
    search.documents(ticket, Vec::new()).unwrap();
    assert_eq!(search.next(&Unranked), Want::Done { ending: Ending::Exhausted });
}

#[test]
fn a_single_document_is_thought_about_alone() {
    let mut search = Search::new(Settings { threshold: 0.5, ..Settings::default() }, budget(), [0; 32]);
    let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, vec![document(1)]).unwrap();
    let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, vec![document(1)]).unwrap();
    let Want::Thought { ticket, parents } = search.next(&Unranked) else { panic!() };
    assert_eq!(parents, [NodeId(1), NodeId::QUESTION]);
    search.thought(ticket, "so", 10).unwrap();
    let Want::Score { ticket, thought } = search.next(&Unranked) else { panic!() };
    search.score(ticket, Score::new(0.5, By::SelfCritic), 1).unwrap();
    assert_eq!(search.graph().best().unwrap().0, thought);
    assert_eq!(search.next(&Unranked), Want::Done { ending: Ending::GoodEnough });
}

#[test]
fn what_the_budget_does_not_cover_waits_for_the_person() {
    let narrow = Budget { kinds: Some(BTreeSet::from([1])), ..budget() };
    let mut search = Search::new(Settings::default(), narrow, [0; 32]);
    let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, vec![document(1), document(2), document(4)]).unwrap();
    let Want::Approval { facts } = search.next(&Unranked) else { panic!() };
    assert_eq!(facts, document(2).facts, "kind 1 is covered");
    assert_eq!(search.next(&Unranked), Want::Approval { facts }, "it waits as long as it must");
    assert!(search.told().is_empty());
    search.refuse().unwrap();
    let Want::Thought { parents, .. } = search.next(&Unranked) else { panic!() };
    assert_eq!(parents, [NodeId(1), NodeId(3)]);
    assert!(search.approve().is_err() && search.refuse().is_err());
}

#[test]
fn more_facts_than_the_budget_has_wait_too() {
    let small = Budget { facts: 3, ..budget() };
    let (process, _) = run(Settings { size: 4, threshold: 2.0, ..Settings::default() }, small.clone(), 0);
    assert!(process.search().told().len() > 3, "the player approves all");
    let mut search = Search::new(Settings::default(), small, [0; 32]);
    let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, vec![document(1), document(2)]).unwrap();
    assert!(matches!(search.next(&Unranked), Want::Approval { facts } if facts.len() == 4));
}

#[test]
fn calls_and_tokens_are_bounded() {
    let (process, ending) = run(Settings { threshold: 2.0, ..Settings::default() }, Budget { calls: 7, ..budget() }, 0);
    assert_eq!(ending, Some(Ending::Budget));
    assert!(process.search().spent().calls <= 8, "a thought that was paid for is scored");
    let (process, ending) =
        run(Settings { threshold: 2.0, ..Settings::default() }, Budget { tokens: 300, ..budget() }, 0);
    assert_eq!(ending, Some(Ending::Budget));
    assert!(process.search().spent().tokens < 500);
}

#[test]
fn the_person_may_score_prune_pin_and_think() {
    let mut process = Recorded::new(Settings { threshold: 2.0, ..Settings::default() }, budget(), [0; 32]);
    play(&mut process, 0, 20);
    let thoughts: Vec<NodeId> = process.search().graph().thoughts().map(|(id, _)| id).collect();
    let [first, second, ..] = thoughts[..] else { panic!() };
    let sum = process.search().graph().get(NodeId::QUESTION).unwrap().sum;
    let before = process.search().graph().get(first).unwrap().score.unwrap().value;
    process.apply(Event::Judged { thought: first, value: 1.0 }).unwrap();
    let question = process.search().graph().get(NodeId::QUESTION).unwrap();
    assert!((question.sum - sum - (1.0 - before)).abs() < 1e-9, "a score in place of another is no second visit");
    assert_eq!(process.search().graph().best().unwrap().0, first);
    process.apply(Event::Pinned { thought: second, pinned: true }).unwrap();
    assert_eq!(process.search().graph().best().unwrap().0, second);
    process.apply(Event::Pruned { node: second }).unwrap();
    assert_eq!(process.search().graph().best().unwrap().0, first);
    process.apply(Event::Added { text: "what about the other knee".to_owned() }).unwrap();
    assert!(matches!(process.next(&Unranked), Want::Score { .. } | Want::Wait));
    assert!(process.apply(Event::Pruned { node: NodeId::QUESTION }).is_err());
    assert!(process.apply(Event::Added { text: " ".to_owned() }).is_err());
    assert!(process.apply(Event::Judged { thought: NodeId(1), value: 1.0 }).is_err(), "a document has no score");
    process.apply(Event::Cancelled).unwrap();
    assert_eq!(process.next(&Unranked), Want::Done { ending: Ending::Cancelled });
}

#[test]
fn a_step_that_fails_or_says_nothing_is_gone_and_the_search_goes_on() {
    let mut search = Search::new(Settings { threshold: 2.0, ..Settings::default() }, budget(), [0; 32]);
    let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, (0..5).map(document).collect()).unwrap();
    let Want::Thought { ticket, .. } = search.next(&Unranked) else { panic!() };
    search.fail(ticket).unwrap();
    assert!(search.fail(ticket).is_err());
    assert!(search.graph().iter().all(|(_, node)| node.pending == 0));
    let Want::Thought { ticket, .. } = search.next(&Unranked) else { panic!() };
    let empty = search.thought(ticket, " \n", 5).unwrap();
    assert!(search.graph().get(empty).unwrap().pruned);
    assert!(matches!(search.next(&Unranked), Want::Thought { .. }), "what is empty is not scored");
}

#[test]
fn a_rank_chooses_the_pair() {
    struct Last;
    impl Rank for Last {
        fn rank(&self, _: &Graph, _: NodeId, b: NodeId) -> Option<f64> {
            Some(f64::from(b.0))
        }
    }
    let mut search = Search::new(Settings::default(), budget(), [0; 32]);
    let Want::Documents { ticket, .. } = search.next(&Last) else { panic!() };
    search.documents(ticket, (0..5).map(document).collect()).unwrap();
    assert!(matches!(search.next(&Last), Want::Thought { parents, .. } if parents == [NodeId(1), NodeId(5)]));
}

#[test]
fn a_reward_counts_what_was_told_and_what_it_cost() {
    let settings =
        Settings { disclosure_weight: 0.05, cost_weight: 0.1, threshold: 2.0, size: 1, ..Settings::default() };
    let (process, _) = run(settings, budget(), 0);
    let (_, thought) = process.search().graph().thoughts().next().unwrap();
    let expected = thought.score.unwrap().value - 0.05 * 4.0 - 0.1 * 0.1;
    assert!((thought.sum - expected).abs() < 1e-9, "{} {expected}", thought.sum);
}

/// Answers the first want of a widened search of `settings` with `found`.
fn widened(settings: Settings, budget: Budget, found: Vec<Document>) -> Search {
    let mut search = Search::new(Settings { threshold: 2.0, ..settings }, budget, [0; 32]);
    let Want::Documents { ticket, from: NodeId::QUESTION, most: 5 } = search.next(&Unranked) else { panic!() };
    search.documents(ticket, found).unwrap();
    search
}

/// The settings for records, with a first thought like a single request.
fn at_once() -> Settings {
    Settings { first: 5, ..Settings::records() }
}

/// Takes the next thought of `search`, scores it, and returns what it was made of.
fn step(search: &mut Search, value: f64) -> Vec<u32> {
    loop {
        match search.next(&Unranked) {
            Want::Documents { ticket, .. } => search.documents(ticket, Vec::new()).unwrap(),
            Want::Thought { ticket, parents } => {
                search.thought(ticket, "so", 1).unwrap();
                let Want::Score { ticket, .. } = search.next(&Unranked) else { panic!() };
                search.score(ticket, Score::new(value, By::Oracle), 1).unwrap();
                return parents.iter().map(|id| id.0).collect();
            }
            want => panic!("{want:?}"),
        }
    }
}

#[test]
fn a_widened_search_can_begin_like_a_single_request_goes_on_from_there_and_reads_again() {
    let mut search = widened(Settings { widening: 0.5, ..at_once() }, budget(), (0..5).map(document).collect());
    assert_eq!(step(&mut search, 0.4), [0, 1, 2, 3, 4, 5], "the question, with all that one request would tell");
    let seconds: Vec<Vec<u32>> = (0..4).map(|_| step(&mut search, 0.3)).collect();
    assert!(seconds.iter().any(|parents| parents[0] == 0 && (1..=5).contains(&parents[1])), "{seconds:?}");
    let told = search.told().len();
    assert_eq!(told, 10, "to read again tells nothing new");
    assert!(search.graph().thoughts().all(|(_, node)| node.parents.len() >= 2));
}

#[test]
fn a_widened_search_has_room_for_few_children_until_a_node_was_often_visited() {
    let settings = Settings::records();
    assert_eq!([1, 2, 8, 9, 27, 28, 30].map(|visits| settings.room(visits)), [1, 1, 1, 2, 2, 3, 3]);
    let (process, ending) = run(Settings { size: 30, threshold: 2.0, ..settings.clone() }, budget(), 1);
    assert_eq!(ending, Some(Ending::Size));
    let graph = process.search().graph();
    let question = graph.get(NodeId::QUESTION).unwrap();
    let first = question.children.iter().filter(|id| graph.get(**id).unwrap().is_thought()).count();
    assert!(first <= settings.room(question.visits), "{first} of {}", question.visits);
}

#[test]
fn a_document_whose_facts_weigh_more_than_it_may_be_worth_is_left_for_later() {
    let heavy = Document { document: 9, facts: (100..120).map(|fact| Fact { fact, kind: 0 }).collect() };
    let settings = Settings { disclosure_weight: 0.03, ..at_once() };
    let mut search = widened(settings.clone(), budget(), vec![heavy.clone(), document(1), document(2)]);
    assert_eq!(step(&mut search, 0.2), [0, 2, 3]);
    assert!(search.told().len() == 4);
    // Where it is all that there is, it is read.
    let mut search = widened(settings, budget(), vec![heavy.clone()]);
    assert_eq!(step(&mut search, 0.2), [0, 1]);
    // And no first step tells more facts than may be told while one tells fewer.
    let mut search = widened(at_once(), Budget { facts: 6, ..budget() }, vec![document(1), heavy, document(2)]);
    assert_eq!(step(&mut search, 0.2), [0, 1, 3]);
}

#[test]
fn what_got_no_answer_is_not_put_together_again() {
    for settings in [Settings::default(), Settings::records()] {
        let mut search = Search::new(Settings { threshold: 2.0, ..settings }, budget(), [0; 32]);
        let mut seen: Vec<Vec<NodeId>> = Vec::new();
        loop {
            match search.next(&Unranked) {
                Want::Documents { ticket, .. } => {
                    let fresh = if seen.is_empty() && search.graph().is_empty() { 4 } else { 0 };
                    search.documents(ticket, (0..fresh).map(document).collect()).unwrap();
                }
                Want::Thought { ticket, parents } => {
                    assert!(!seen.contains(&parents), "{parents:?}");
                    seen.push(parents);
                    search.fail(ticket).unwrap();
                }
                Want::Done { ending } => {
                    assert_eq!(ending, Ending::Exhausted);
                    break;
                }
                want => panic!("{want:?}"),
            }
        }
        assert!(!seen.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_search_ends_within_its_limits(
        seed: u8, size in 1_usize..40, share in 0.0_f64..=1.0, parallel in 1_usize..5, facts in 0_usize..30, lenient: bool,
        widened: bool, weight in 0.0_f64..0.1,
    ) {
        let exploitation =
            if lenient { crate::thought::uct::Exploitation::Normalised } else { crate::thought::uct::Exploitation::Mean };
        let base = if widened { Settings::records() } else { Settings::default() };
        let settings = Settings {
            size, document_share: share, parallel, exploitation, disclosure_weight: weight, threshold: 2.0, ..base
        };
        let (process, ending) = run(settings, Budget { facts, ..budget() }, seed);
        let search = process.search();
        prop_assert!(ending.is_some());
        prop_assert!(search.graph().thoughts().count() <= size);
        prop_assert!(search.graph().iter().all(|(_, node)| node.pending == 0));
        for (_, node) in search.graph().thoughts() {
            let most = if widened { 6 } else { 2 };
            prop_assert!(node.score.is_some() && !node.parents.is_empty() && node.parents.len() <= most);
        }
        let told: BTreeSet<Fact> = search.graph().thoughts().flat_map(|(id, _)| search.graph().facts(id)).collect();
        prop_assert!(told.is_subset(search.told()));
        // Each scored thought is one visit of the question.
        prop_assert_eq!(search.graph().get(NodeId::QUESTION).unwrap().visits as usize, search.graph().thoughts().count());
    }
}
