//! Any bytes read as they stream by, in pieces of any sizes, give the records that the whole file gives, or are refused as it is. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run lines`; the same properties run on stable in `tests/native/streams.rs`.
#![no_main]

use chaperone::document::Records;
use chaperone::ingest::{Stream, read};
use chaperone::progress::Unwatched;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if !Stream::fits(bytes) {
        return;
    }
    let mut whole = Records::default();
    let report = read(&mut whole, bytes, &mut Unwatched);
    let piece = 1 + bytes.iter().take(16).map(|byte| usize::from(*byte)).sum::<usize>() % 97;
    let mut stream = Stream::begin(bytes);
    let pushed = bytes.chunks(piece).try_for_each(|piece| stream.push(piece).map(drop));
    let mut records = Records::default();
    let streamed = pushed.and_then(|()| stream.finish(&mut records));
    // A gzip that is followed by something else is read up to there when it is whole in memory.
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return;
    }
    assert_eq!(streamed, report);
    assert_eq!(records, whole);
});
