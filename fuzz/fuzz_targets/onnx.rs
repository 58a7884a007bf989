//! Any bytes taken for an ONNX export are refused, or make an embedder that gives vectors of the length it says. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run --features onnx onnx`; the same properties run on stable in `src/model/own/tests.rs`.
#![no_main]

use chaperone::model::Encode as _;
use chaperone::model::manifest::Pooling;
use chaperone::model::own::{Choice, Runtime, open};

const TOKENIZER: &[u8] = include_bytes!("../../models/weights/all-minilm-l6-v2-int8/tokenizer.json");

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let choice = Choice { pooling: Pooling::Mean, query_prefix: String::new(), runtime: Runtime::Fastest };
    if let Ok(own) = open(bytes, TOKENIZER, &choice) {
        let vectors = own.embedder().embed(&["blood pressure"]);
        assert!(vectors.is_ok_and(|vectors| vectors.iter().all(|vector| vector.as_slice().len() == own.embedder().dimensions())));
    }
    // Cut in two, the bytes are a tokenizer too.
    let (export, tokenizer) = bytes.split_at(bytes.len() / 2);
    let _ = open(export, tokenizer, &choice);
});
