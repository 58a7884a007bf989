//! Whatever a model server sends, nothing panics and no quote box is made of it. Run with `cargo +nightly fuzz run reply`.
#![no_main]

use chaperone::clearance::{Aliases, Block, Surrogates, resolve};
use chaperone::document::Records;
use chaperone::quote::chat::{Reply, content};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = content(text);
    let mut reply = Reply::default();
    for line in text.lines() {
        let _ = reply.event(line);
    }
    for said in [text, reply.text()] {
        let blocks = resolve(said, &Aliases::default(), &Surrogates::default(), &Records::default(), &[]);
        assert!(!blocks.iter().any(|block| matches!(block, Block::Verbatim { .. } | Block::RecordData { .. })));
    }
});
