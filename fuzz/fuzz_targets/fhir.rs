//! Any bytes are refused, or give records in which everything can be found again; read in steps of any sizes they give the
//! same; no message holds a marked value. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run fhir fuzz/corpus/fhir examples/records`; the
//! same properties run on stable in `tests/native/bad_input.rs`.
#![no_main]

#[path = "../shared/steps.rs"]
mod steps;

/// Values of the sample records that no code, unit or word of ours holds.
const CANARIES: &[&str] = &["Okafor", "Amara", "Solberg", "Kestrel", "Fairhollow", "999-00", "555-01"];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    steps::check(bytes, bytes, CANARIES);
});
