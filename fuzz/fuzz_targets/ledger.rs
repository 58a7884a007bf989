//! Whatever a ledger file holds, reading it does not panic, and what is whole is written as it was read. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run ledger`. The same holds in `tests/native/ledger/tampering.rs` for changed and cut ledgers.
#![no_main]

use chaperone::ledger::{Ledger, verify};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok((verdict, entries)) = verify(bytes, None) {
        assert_eq!(verdict.whole, verdict.broken.is_none());
        assert!(entries.len() <= verdict.entries.len());
    }
    if let Ok(ledger) = Ledger::read(bytes) {
        assert_eq!(Ledger::read(ledger.to_json().unwrap().as_bytes()).unwrap(), ledger);
    }
});
