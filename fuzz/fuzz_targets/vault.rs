//! Whatever a store holds, reading it does not panic, and what can be read is written as it was. Run with
//! `cargo +nightly fuzz run vault`. The same holds in `tests/vault.rs` for changed and cut stores.
#![no_main]

use chaperone::vault::{Catalogue, Head, heads, segment};

libfuzzer_sys::fuzz_target!(|slots: (Option<&[u8]>, Option<&[u8]>)| {
    if let Ok(heads) = heads(slots.0, slots.1) {
        assert!(heads.whole.is_sorted_by(|(_, newer), (_, older)| newer.sequence >= older.sequence));
    }
    for bytes in [slots.0, slots.1].into_iter().flatten() {
        if let Ok(head) = Head::unpack(bytes) {
            assert_eq!(Head::unpack(&head.pack().unwrap()), Ok(head));
        }
        if let Ok(catalogue) = Catalogue::unpack(bytes) {
            assert_eq!(Catalogue::unpack(&catalogue.pack().unwrap()), Ok(catalogue));
        }
        if let Ok(vectors) = segment::unpack(bytes) {
            assert_eq!(segment::unpack(&segment::pack(&vectors).unwrap()), Ok(vectors));
        }
    }
});
