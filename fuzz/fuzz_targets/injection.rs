//! Whatever a classifier's file or a text holds, reading it and asking it does not panic and ends. Run with
//! `./run fuzz 60 injection`. The same holds in `src/model/injection.rs` and `src/privacy/injection` for made-up bytes and texts.
#![no_main]

#[path = "../shared/sealed.rs"]
mod sealed;

use chaperone::model::Embedding;
use chaperone::model::injection::Classifier;
use chaperone::privacy::injection::{Screened, find};
use sealed::sealed;

fn ask(bytes: &[u8]) {
    if let Ok(classifier) = Classifier::read(bytes) {
        assert_eq!(classifier.write(), bytes);
        if let Ok(vector) = Embedding::new(vec![0.5; 384]) {
            let _ = classifier.probability(&vector);
        }
    }
}

libfuzzer_sys::fuzz_target!(|input: (&[u8], &str)| {
    let (body, text) = input;
    ask(body);
    let bytes = sealed(b"CHAPINJC\x01\x00", body);
    ask(&bytes);
    for found in find(text) {
        assert!(found.span.of(text).is_some() && found.span.contains(found.core));
    }
    let screened = Screened::new(text, &[], &mut |_| None);
    assert_eq!(screened.plain().len(), text.len());
});
