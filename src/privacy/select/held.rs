//! How far what an entry says holds, and whether what does not hold is asked for.

use super::fact_of;
use crate::clearance::FactRef;
use crate::document::{Fact, Records};
use crate::question::{Plan, exact};

/// Returns how far what `fact` says of its moment is settled: a preliminary result less than a final one, and one that was put right
/// later more.
pub fn settled(records: &Records, fact: FactRef) -> u8 {
    fact_of(records, fact).map_or(1, Fact::settled)
}

/// Returns whether `fact` is an entry: what did not happen, was called off or is not so is none.
pub fn holds(records: &Records, fact: FactRef) -> bool {
    fact_of(records, fact).is_none_or(exact::chart::counts)
}

/// Returns whether `plan` asks for what was not done, or not yet, or was denied: "why was my flu shot not given?"
pub fn asks_for_undone(plan: &Plan) -> bool {
    const WORDS: &[&str] = &[
        "not",
        "never",
        "refuse",
        "refused",
        "decline",
        "declined",
        "reject",
        "rejected",
        "cancel",
        "canceled",
        "cancelled",
        "miss",
        "missed",
        "skip",
        "skipped",
        "planned",
        "pending",
        "refuted",
    ];
    let is_one = |word: &str| WORDS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t");
    plan.words.iter().any(|word| is_one(&word.lower))
}
