//! Any bytes are refused, or give records in which everything can be found again; read in steps of any sizes they give the
//! same; no message holds a marked value. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run fhir fuzz/corpus/fhir examples/records`; the
//! same properties run on stable in `tests/native/bad_input.rs`.
#![no_main]

#[path = "../../tests/native/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;

/// Values of the sample records that no code, unit or word of ours holds.
const CANARIES: &[&str] = &["Okafor", "Amara", "Solberg", "Kestrel", "Fairhollow", "999-00", "555-01"];

/// Sizes of steps, made of the bytes themselves so that any file is a seed.
fn budgets(bytes: &[u8]) -> Vec<usize> {
    bytes.iter().rev().step_by(13).take(8).map(|byte| 1 + usize::from(*byte) * 31).chain([1 << 12]).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = invariants::steps::check(&Records::default(), &[], bytes, &budgets(bytes), CANARIES);
});
