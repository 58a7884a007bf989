//! What a step of the thought process costs by itself: the search, without any model.

use std::time::Instant;

use chaperone::thought::graph::{By, Fact, Score};
use chaperone::thought::search::{Budget, Document, Search, Settings, Unranked, Walk, Want};
use serde::Serialize;

/// Thoughts of the process whose steps are timed.
const TIMED: [usize; 3] = [250, 500, 1000];
/// Runs whose median is taken.
const RUNS: usize = 5;

/// What the search itself takes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timed {
    walk: Walk,
    thoughts: usize,
    /// Microseconds for each thought, without any model: the median of the runs.
    micros_per_thought: f64,
}

/// Times processes of several sizes, searched as in the product and as published.
pub fn steps() -> Vec<Timed> {
    let walks = [Settings::records(), Settings::default()];
    walks.iter().flat_map(|settings| TIMED.map(|thoughts| timed(settings, thoughts))).collect()
}

/// Prints what was timed.
pub fn print_steps(steps: &[Timed]) {
    if !steps.is_empty() {
        println!("\nthe search itself, without any model, median of {RUNS}");
    }
    for Timed { walk, thoughts, micros_per_thought } in steps {
        println!("  {walk:?}, {thoughts:>5} thoughts: {micros_per_thought:.1} µs each");
    }
}

/// Times a search of so many thoughts whose wants are answered at once.
fn timed(settings: &Settings, thoughts: usize) -> Timed {
    let mut runs: Vec<f64> = (0..RUNS).map(|_| run(settings, thoughts)).collect();
    runs.sort_by(f64::total_cmp);
    Timed { walk: settings.walk, thoughts, micros_per_thought: runs.get(RUNS / 2).copied().unwrap_or_default() }
}

fn run(settings: &Settings, thoughts: usize) -> f64 {
    let settings = Settings { size: thoughts, threshold: 2.0, document_share: 0.5, ..settings.clone() };
    let budget = Budget { calls: u32::MAX, tokens: u64::MAX, facts: usize::MAX, kinds: None };
    let mut search = Search::new(settings, budget, [7; 32]);
    let mut next_document = 0_u32;
    let started = Instant::now();
    loop {
        let answered = match search.next(&Unranked) {
            Want::Documents { ticket, most, .. } => {
                let from = next_document;
                next_document += most as u32;
                let facts = |document| [0, 1].map(|other| Fact { fact: 2 * document + other, kind: 0 }).into();
                let found = (from..next_document).map(|document| Document { document, facts: facts(document) });
                search.documents(ticket, found.collect())
            }
            Want::Thought { ticket, .. } => search.thought(ticket, "a thought", 1).map(drop),
            Want::Score { ticket, thought } => {
                search.score(ticket, Score::new(f64::from(thought.0 * 37 % 100) / 100.0, By::SelfCritic), 1)
            }
            Want::Approval { .. } | Want::Wait | Want::Done { .. } => break,
        };
        if answered.is_err() {
            break;
        }
    }
    started.elapsed().as_secs_f64() * 1e6 / search.graph().thoughts().count().max(1) as f64
}
