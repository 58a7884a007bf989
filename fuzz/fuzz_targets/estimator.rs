//! Whatever an estimator's file holds, reading it and asking it does not panic and ends. Run with `./run fuzz 60 estimator`. The same
//! holds in `src/thought/estimator/tests.rs` for damaged, foreign and newer files.
#![no_main]

use chaperone::thought::estimator::{Estimator, Pair};
use sha2::{Digest, Sha256};

fn ask(bytes: &[u8]) {
    if let Ok(estimator) = Estimator::read(bytes) {
        let vector = [0.05; 384];
        let pair = Pair { question: &vector, parents: [&vector, &vector] };
        if let Ok(worth) = estimator.worth(&pair) {
            assert!((0.0..=1.0).contains(&worth));
        }
        assert!(estimator.write().is_ok());
    }
}

libfuzzer_sys::fuzz_target!(|body: &[u8]| {
    ask(body);
    // Behind a right magic, version and checksum, so that what is behind them is reached.
    let checksum = Sha256::digest(body);
    ask(&[b"chapest1\x01\x00\x00\x00".as_slice(), &checksum, body].concat());
});
