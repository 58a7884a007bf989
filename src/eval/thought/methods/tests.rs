use super::super::reader::Reader;
use super::*;

const FAIR: Reader = Reader {
    reads: 0.8,
    crowding: 0.12,
    keeps: 0.95,
    misled: 0.6,
    recovers: 0.6,
    praises: 0.8,
    flatters: 0.25,
    guesses: 0.2,
    guesses_choice: 0.5,
};

fn answered(method: Method, case: &Case, size: usize, chance: &mut Chance) -> Outcome {
    let settings = Settings { size, ..Settings::default() };
    answer(method, Put { case, reader: &FAIR, settings: &settings, estimate: None }, chance, &mut |_| {})
}

fn share(method: Method, size: usize, is_hard: bool) -> f64 {
    let mut chance = Chance::new(11);
    let right = (0..400).filter(|_| {
        let case = Case::draw(&mut chance, is_hard);
        answered(method, &case, size, &mut chance).is_right
    });
    right.count() as f64 / 400.0
}

#[test]
fn the_truth_as_judge_beats_every_other_method_and_more_thoughts_help_it() {
    let oracle = share(Method::Oracle, 25, true);
    for method in Method::ALL.into_iter().filter(|method| *method != Method::Oracle) {
        assert!(oracle >= share(method, 25, true), "{method:?}");
    }
    assert!(oracle > share(Method::Oracle, 3, true) + 0.1);
}

#[test]
fn what_misleads_costs_a_single_document_most() {
    let lost = |method| share(method, 25, false) - share(method, 25, true);
    assert!(lost(Method::SingleDocument) > lost(Method::Oracle));
}

#[test]
fn the_same_seed_gives_the_same_outcomes() {
    for method in Method::ALL {
        let run = || {
            let mut chance = Chance::new(2);
            let case = Case::draw(&mut chance, true);
            answered(method, &case, 12, &mut chance)
        };
        assert_eq!(run(), run());
    }
}

/// Knows what a document holds, and believes that thoughts keep what they had.
struct Clear<'a>(&'a Case);

impl Estimate for Clear<'_> {
    fn worth(&self, parents: [Side<'_>; 2]) -> f64 {
        let mut facts: BTreeSet<u32> = BTreeSet::new();
        for side in parents {
            match side {
                Side::Question => {}
                Side::Page(at) => match self.0.pages.get(at) {
                    Some(page) if page.misleads.is_some() => return 0.0,
                    page => facts.extend(page.iter().flat_map(|page| &page.holds)),
                },
                Side::Thought(idea) if idea.is_false() => return 0.0,
                Side::Thought(idea) => facts.extend(&idea.facts),
            }
        }
        facts.intersection(&self.0.needed).count() as f64 / self.0.needed.len() as f64
    }

    fn threshold(&self) -> f64 {
        1.0
    }
}

#[test]
fn who_knows_what_documents_hold_needs_half_the_calls_for_a_thought_of_the_model_as_judge_and_is_misled_less() {
    let run = |method| {
        let mut chance = Chance::new(7);
        let (mut right, mut calls, mut scored) = (0, 0, 0);
        for number in 0..300 {
            let case = Case::draw(&mut chance, number % 2 == 0);
            let clear = Clear(&case);
            let settings = Settings::default();
            let put = Put { case: &case, reader: &FAIR, settings: &settings, estimate: Some(&clear) };
            let outcome = answer(method, put, &mut chance, &mut |_| scored += 1);
            right += usize::from(outcome.is_right);
            calls += outcome.calls;
        }
        (right, calls, scored)
    };
    let (critic, estimator) = (run(Method::SelfCritic), run(Method::Estimator));
    assert!(estimator.0 > critic.0, "{estimator:?} {critic:?}");
    // The critic is misled into ending early, so that calls compare for each thought only: one to make it, and its own to judge it.
    let for_a_thought = |(_, calls, scored): (usize, u32, u32)| f64::from(calls) / f64::from(scored);
    assert!(for_a_thought(estimator) < 0.6 * for_a_thought(critic), "{estimator:?} {critic:?}");
    assert!(estimator.2 > 300 && critic.2 > 300);
}

#[test]
fn thoughts_without_documents_are_noted_as_worth_nothing_of_who_knows_nothing() {
    let mut chance = Chance::new(5);
    let case = Case::draw(&mut chance, false);
    let unaided = answered(Method::Unaided, &case, 6, &mut chance);
    assert!(unaided.thoughts.count >= 1 && unaided.thoughts.worth == 0.0 && unaided.documents == 0);
    let chain = answered(Method::Chain, &case, 6, &mut chance);
    assert!(chain.thoughts.worth > 0.0 && f64::from(chain.thoughts.right) <= chain.thoughts.worth);
    assert_eq!(chain.calls, 1 + 2 * chain.thoughts.count);
    assert_eq!(answered(Method::Pipeline, &case, 6, &mut chance).thoughts, Thoughts::default());
}

#[test]
fn calls_are_counted() {
    let mut chance = Chance::new(2);
    let case = Case::draw(&mut chance, false);
    let calls = |method, chance: &mut Chance| answered(method, &case, 6, chance).calls;
    assert_eq!(calls(Method::Plain, &mut chance), 1);
    assert_eq!(calls(Method::Corrected, &mut chance), 1 + 4 * 4);
    assert_eq!(calls(Method::TreeOfThoughts, &mut chance), 1 + 2 * (2 + 5 * 4));
    assert!(calls(Method::SelfCritic, &mut chance) <= 1 + 6 * 2 + 6);
}
