//! Any bytes are refused, or give records in which everything can be found again. Run with
//! `cargo +nightly fuzz run fhir`, seeded from `examples/records`.
#![no_main]

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

use chaperone::document::Records;
use chaperone::ingest::read;
use chaperone::progress::Unwatched;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut records = Records::default();
    match read(&mut records, bytes, &mut Unwatched) {
        // Ranges point into the unwrapped file, which is not at hand for gzip.
        Ok(_) if records.files[0].wrapping.is_empty() => invariants::check(&records, &[bytes]),
        Ok(_) => {}
        Err(_) => assert_eq!(records, Records::default()),
    }
});
