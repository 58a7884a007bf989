//! A share of the suites of trends, thresholds and negations: what is told is so.

use std::sync::Arc;

use chaperone::eval::meaning::{Count, Suite, play};
use chaperone::privacy::level::{Level, Noise};

use crate::common::rooms;

/// Plays `cases` cases of `suite`; returns what is found at the levels that tell most, and over all ways of telling.
fn played(suite: Suite, cases: u64) -> (Count, Count) {
    let lexicon = Arc::new(rooms::lexicon());
    let (mut balanced, mut all) = (Count::default(), Count::default());
    for number in 0..cases {
        for (way, count) in play(suite, 97, number, &lexicon).unwrap() {
            all.add(&count);
            if way == (Level::Balanced, Noise::Off) {
                balanced.add(&count);
            }
        }
    }
    (balanced, all)
}

fn assert_so(suite: Suite, cases: u64, told_percent: usize, statements: usize) {
    let (balanced, all) = played(suite, cases);
    assert_eq!(all.is_false, 0, "{}", all.faults.join("\n"));
    assert_eq!((all.supported_false, all.contradicted_true), (0, 0), "{}", all.faults.join("\n"));
    assert!(balanced.told * 100 >= balanced.cases * told_percent, "{} of {} told", balanced.told, balanced.cases);
    assert!(all.statements >= statements && all.is_true + all.range_only == all.statements, "{all:?}");
    assert_eq!(balanced.range_only, 0, "without noise no number is moved");
}

#[test]
fn directions_and_ranges_of_generated_courses_are_so() {
    assert_so(Suite::Trend, 60, 95, 1_500);
}

#[test]
fn readings_at_thresholds_stay_on_their_side() {
    assert_so(Suite::Threshold, 60, 95, 400);
}

#[test]
fn no_sentence_or_entry_loses_its_no() {
    assert_so(Suite::Negation, 120, 30, 150);
}
