//! Rankings come to the digests that the browser is held to, too.

use crate::common::ranking;

#[test]
fn made_up_passages_are_ranked_as_in_the_browser() {
    assert_eq!(ranking::of_made(), ranking::MADE);
}

#[test]
fn the_sample_records_are_ranked_as_in_the_browser() {
    assert_eq!(ranking::of_samples(include_bytes!("../../examples/records/okafor.json")), ranking::SAMPLES);
}
