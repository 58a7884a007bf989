//! Turns readings over time into the direction in which they moved.

/// What a difference of decimal numbers may lack for being written in binary, as a share of their sizes.
const HAIR: f64 = 1e-12;

/// The direction of readings over time, as a word of the closed list.
///
/// It is judged on the real numbers: `steady` when all lie within one step, `rising` or `falling` when the last differs from
/// the first by at least a step, at least two thirds of the changes go that way, and of all pairs of readings more go that way
/// than the other (the sign of Kendall's tau: a sudden drop that is slowly made good is no rise), else `mixed`.
pub fn trend(readings: &[f64], step: f64) -> &'static str {
    let (Some(first), Some(last)) = (readings.first(), readings.last()) else {
        return "steady";
    };
    let low = readings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = readings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // 2.11 − 1.81 is a hair below 0.3 in binary; a change that just says something does say it.
    let step = step - (high.abs() + low.abs()) * HAIR;
    if high - low < step {
        return "steady";
    }
    let changes: Vec<f64> =
        readings.iter().zip(readings.iter().skip(1)).map(|(a, b)| b - a).filter(|d| *d != 0.0).collect();
    let up = changes.iter().filter(|change| **change > 0.0).count();
    let down = changes.len() - up;
    let pairs = pairs(readings);
    if last - first >= step && up * 3 >= changes.len() * 2 && pairs > 0 {
        "rising"
    } else if first - last >= step && down * 3 >= changes.len() * 2 && pairs < 0 {
        "falling"
    } else {
        "mixed"
    }
}

/// Returns how many pairs of readings rise, less those that fall; what is no number does neither.
///
/// Counted while the readings are merged to their order, which compares each far less often than with every other: W. R. Knight,
/// *A Computer Method for Calculating Kendall's Tau with Ungrouped Data*, JASA 1966.
fn pairs(readings: &[f64]) -> i64 {
    let mut readings: Vec<f64> = readings.iter().copied().filter(|reading| !reading.is_nan()).collect();
    pairs_sorting(&mut readings)
}

/// As [`pairs`] of numbers alone, which it leaves in their order.
fn pairs_sorting(readings: &mut [f64]) -> i64 {
    if readings.len() < 2 {
        return 0;
    }
    let (earlier, later) = readings.split_at_mut(readings.len() / 2);
    let mut signs = pairs_sorting(earlier) + pairs_sorting(later);
    let (mut below, mut up_to) = (0_usize, 0_usize);
    for second in later.iter() {
        while earlier.get(below).is_some_and(|first| first < second) {
            below += 1;
        }
        while earlier.get(up_to).is_some_and(|first| first <= second) {
            up_to += 1;
        }
        signs += below as i64 - (earlier.len() - up_to) as i64;
    }
    // Of two halves in order this sort makes one in a single pass.
    readings.sort_by(f64::total_cmp);
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn trends_are_judged_on_the_real_numbers() {
        assert_eq!(trend(&[120.0, 131.0, 140.0], 5.0), "rising");
        assert_eq!(trend(&[140.0, 131.0, 120.0], 5.0), "falling");
        assert_eq!(trend(&[120.0, 122.0, 121.0], 5.0), "steady");
        assert_eq!(trend(&[2.11, 2.01, 1.91, 1.81], 0.3), "falling", "a change that just says something");
        assert_eq!(trend(&[2.11, 2.01, 1.91, 1.82], 0.3), "steady");
        assert_eq!(trend(&[120.0, 150.0, 121.0, 149.0, 120.0], 5.0), "mixed");
        assert_eq!(trend(&[100.0, 60.0, 70.0, 80.0, 90.0, 120.0], 5.0), "rising");
        assert_eq!(
            trend(&[100.0, 160.0, 150.0, 60.0, 70.0, 80.0, 90.0, 106.0], 5.0),
            "mixed",
            "a drop made good is no rise"
        );
    }

    #[test]
    fn a_direction_needs_a_step_two_thirds_of_the_changes_and_more_pairs() {
        for (readings, direction) in [
            (&[][..], "steady"),
            (&[120.0], "steady"),
            (&[120.0, 124.9], "steady"),
            (&[120.0, 125.0], "rising"),
            (&[125.0, 120.0], "falling"),
            // Two of three changes, and one of two.
            (&[120.0, 130.0, 126.0, 134.0], "rising"),
            (&[134.0, 126.0, 130.0, 120.0], "falling"),
            (&[120.0, 140.0, 130.0], "mixed"),
            (&[140.0, 120.0, 130.0], "mixed"),
            // What did not change counts for nothing.
            (&[120.0, 120.0, 120.0, 130.0], "rising"),
            (&[130.0, 120.0, 120.0, 120.0], "falling"),
            // Up and back, by less than a step between its ends.
            (&[120.0, 130.0, 121.0], "mixed"),
            (&[100.0, 60.0, 70.0, 80.0, 90.0, 104.0], "mixed"),
        ] {
            assert_eq!(trend(readings, 5.0), direction, "{readings:?}");
        }
        assert_eq!(pairs(&[1.0, 2.0, 2.0, 0.0]), 2 - 3);
        assert_eq!((pairs(&[]), pairs(&[1.0]), pairs(&[1.0, 1.0])), (0, 0, 0));
    }

    #[test]
    fn pairs_of_very_many_readings_are_counted() {
        let rising: Vec<f64> = (0_i32..100_000).map(f64::from).collect();
        assert_eq!(pairs(&rising), 100_000_i64 * 99_999 / 2);
        assert_eq!(pairs(&[1.0, f64::NAN, 2.0, 0.0, -0.0, f64::INFINITY]), 5 - 4, "five rise, four fall");
    }

    proptest! {
        #[test]
        fn pairs_are_those_that_a_look_at_each_pair_counts(
            readings in prop::collection::vec(
                prop_oneof![
                    4 => (-5_i32..5).prop_map(f64::from),
                    1 => -5.0_f64..5.0,
                    1 => prop::sample::select(vec![-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
                ],
                0..40,
            ),
        ) {
            let mut expected = 0;
            for (at, first) in readings.iter().enumerate() {
                for second in &readings[at + 1..] {
                    expected += i64::from(second > first) - i64::from(second < first);
                }
            }
            prop_assert_eq!(pairs(&readings), expected, "{:?}", readings);
        }
    }
}
