//! The browser ranks passages as the native build does.

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../common/ranking.rs"]
mod shared;

#[wasm_bindgen_test]
fn made_up_passages_are_ranked_as_natively() {
    assert_eq!(shared::of_made(), shared::MADE);
}

#[wasm_bindgen_test]
fn the_sample_records_are_ranked_as_natively() {
    assert_eq!(shared::of_samples(include_bytes!("../../examples/records/okafor.json")), shared::SAMPLES);
}
