//! SIMD128 in a browser equals its portable twin, bit for bit.

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../common/kernels.rs"]
mod shared;

#[wasm_bindgen_test]
fn simd_is_there() {
    shared::there_is_something_to_compare();
}

#[wasm_bindgen_test]
fn products_are_the_twins() {
    shared::products_are_the_twins();
}

#[wasm_bindgen_test]
fn attention_is_the_twins() {
    shared::attention_is_the_twins();
}

#[wasm_bindgen_test]
fn normalisation_and_functions_are_the_twins() {
    shared::normalisation_and_functions_are_the_twins();
}

#[wasm_bindgen_test]
fn products_of_bytes_are_the_twins() {
    shared::products_of_bytes_are_the_twins();
}
