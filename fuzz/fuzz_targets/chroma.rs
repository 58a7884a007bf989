//! What a vector database answers, and what a file says of how far a load is: whatever it is, it is read without panic, and a passage is under the id of
//! its reference.
#![no_main]

use chaperone::library::chroma::{self, Load};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|answer: &[u8]| {
    if let Ok((told, left_out)) = chroma::nearest(answer, 8) {
        assert!(told.len() + left_out <= 8);
    }
    let _ = chroma::collection_named("papers", answer);
    let _ = chroma::collection_id(answer);
    let _ = chroma::count(answer);
    if let Ok(load) = Load::resume("papers", "ab", Some(answer)) {
        assert_eq!((load.collection.as_str(), load.fingerprint.as_str()), ("papers", "ab"));
        assert_eq!(Load::resume("papers", "ab", Some(&load.saved().unwrap())).unwrap(), load);
    }
});
