//! Whatever a store holds, reading it does not panic, and what can be read is written as it was. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run vault`. The same holds in `tests/native/vault.rs` for changed and cut stores.
#![no_main]

#[path = "../shared/sealed.rs"]
mod sealed;

use chaperone::chunk::Cut;
use chaperone::document::Records;
use chaperone::index::snapshot;
use chaperone::vault::{Catalogue, Head, heads, segment};
use sealed::sealed;
use sha2::{Digest, Sha256};

/// Returns `payload` in an envelope of `kind`.
fn envelope(kind: u8, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u64).to_le_bytes();
    sealed(&[b"CHAPERON".as_slice(), &[kind], &[3, 0], &length].concat(), payload)
}

/// Returns `content` as a kept index with a right checksum.
fn kept_index(content: &[u8]) -> Vec<u8> {
    let version = snapshot::VERSION.to_le_bytes();
    [b"chapidx1".as_slice(), &version, &Sha256::digest(content), content].concat()
}

fn read(bytes: &[u8]) {
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

libfuzzer_sys::fuzz_target!(|slots: (Option<&[u8]>, Option<&[u8]>)| {
    let whole = [slots.0, slots.1].map(|slot| slot.map(|payload| envelope(1, payload)));
    for (a, b) in [(slots.0, slots.1), (whole[0].as_deref(), whole[1].as_deref()), (slots.0, whole[1].as_deref())] {
        if let Ok(heads) = heads(a, b) {
            assert!(heads.whole.is_sorted_by(|(_, newer), (_, older)| newer.sequence >= older.sequence));
        }
    }
    for bytes in [slots.0, slots.1].into_iter().flatten() {
        read(bytes);
        (1..=3).for_each(|kind| read(&envelope(kind, bytes)));
        let _ = snapshot::read(&kept_index(bytes), &Records::default(), &Cut::default(), None);
    }
});
