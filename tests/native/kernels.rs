//! The kernels natively, over the shapes that the browser tries as well.

use crate::common::kernels;

#[test]
fn products_are_the_twins() {
    kernels::products_are_the_twins();
}

#[test]
fn attention_is_the_twins() {
    kernels::attention_is_the_twins();
}

#[test]
fn normalisation_and_functions_are_the_twins() {
    kernels::normalisation_and_functions_are_the_twins();
}

#[test]
fn products_of_bytes_are_the_twins() {
    kernels::products_of_bytes_are_the_twins();
}
