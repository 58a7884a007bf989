//! What holds of every file that is read in steps, whatever it is.

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;

/// Sizes of steps, made of the bytes of an input themselves so that any file is a seed.
fn budgets(input: &[u8]) -> Vec<usize> {
    input.iter().rev().step_by(13).take(8).map(|byte| 1 + usize::from(*byte) * 31).chain([1 << 12]).collect()
}

/// `file`, made of `input`, is read alike at once and in steps, everything in it can be found again, and none of `canaries` stands in what is said.
pub fn check(file: &[u8], input: &[u8], canaries: &[&str]) {
    let _ = invariants::steps::check(&Records::default(), &[], file, &budgets(input), canaries);
}
