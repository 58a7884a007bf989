use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::privacy::level::Numbers;
use crate::privacy::measure::Gauge;
use crate::privacy::precision::{Quantity, table};

const LEVELS: [Numbers; 3] = [Numbers::Finer, Numbers::Rounded, Numbers::Banded];

fn rows() -> Vec<&'static Quantity> {
    table().map(|(_, row)| row).collect()
}

/// Returns the numbers of `gauge` as they are told without noise and with it.
fn both(seed: u64, gauge: Gauge, numbers: &[f64], level: Numbers) -> (Vec<Told>, Vec<Told>) {
    let plain: Vec<Told> = numbers.iter().map(|number| gauge.told(*number, *number, &[], level).unwrap()).collect();
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let bounds: Vec<f64> = gauge.bounds().collect();
    let shift = shift(&bytes, "8480-6", &plain, &bounds, gauge.quantity.and_then(|row| row.scale));
    let moved = plain.iter().map(|told| shift.of(told.clone())).collect();
    (plain, moved)
}

#[test]
fn what_is_moved_is_marked_and_moves_both_ways() {
    let gauge = Gauge { quantity: rows().into_iter().find(|row| row.name == "Body weight"), ..Gauge::default() };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let (plain, moved) = both(seed, gauge, &[80.0, 90.0], Numbers::Rounded);
        assert_eq!(plain.iter().map(|told| told.text.as_str()).collect::<Vec<_>>(), ["80", "90"]);
        let by = moved[0].number().unwrap() - 80.0;
        assert_eq!(moved[1].number().unwrap() - 90.0, by);
        assert_eq!(moved[0].operator, if by == 0.0 { Operator::Round } else { Operator::Noise });
        seen.insert(moved[0].text.clone());
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["78", "80", "82"]);
}

#[test]
fn near_a_bound_and_at_the_end_of_a_scale_nothing_moves() {
    let of = |name: &str| Gauge { quantity: rows().into_iter().find(|row| row.name == name), ..Gauge::default() };
    for seed in 0..60 {
        for (gauge, number) in [
            (of("Systolic blood pressure"), 138.0),
            (of("Apgar"), 10.0),
            (of("Oxygen saturation"), 100.0),
            (Gauge { low: Some(4.0), high: Some(4.1), ..Gauge::default() }, 4.05),
        ] {
            let (plain, moved) = both(seed, gauge, &[number], Numbers::Rounded);
            let moved = moved[0].number().unwrap();
            assert!(gauge.bounds().all(|bound| number.total_cmp(&bound) == moved.total_cmp(&bound)));
            assert!(moved <= 140.0 && (moved - plain[0].number().unwrap()).abs() <= 5.0);
        }
    }
    assert_eq!(both(3, of("Apgar"), &[0.0], Numbers::Rounded).1[0].text, "0", "nought stays nought");
}

#[test]
fn all_numbers_of_a_quantity_move_or_none_does() {
    let told = |text: &str, step: Option<f64>| Told { text: text.to_owned(), operator: Operator::Round, step };
    let of = |numbers: &[Told], bounds: &[f64], scale: Option<(f64, f64)>| {
        let mut moves = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let shift = shift(&[seed; 32], "8480-6", numbers, bounds, scale);
            moves.insert(numbers.iter().map(|told| shift.of(told.clone()).text).collect::<Vec<_>>().join(" "));
        }
        moves.into_iter().collect::<Vec<_>>()
    };
    let two = [told("80", Some(2.0)), told("90", Some(2.0))];
    assert_eq!(of(&two, &[], None), ["78 88", "80 90", "82 92"]);
    assert_eq!(of(&two, &[91.0], None), ["78 88", "80 90"]);
    assert_eq!(of(&two, &[92.0], None), ["78 88", "80 90"]);
    assert_eq!(of(&two, &[90.0], None), ["80 90"], "what is a bound stays it");
    assert_eq!(of(&two, &[], Some((80.0, 92.0))), ["80 90", "82 92"]);
    assert_eq!(of(&[told("80", Some(2.0)), told("90", Some(1.0))], &[], None), ["80 90"], "two steps");
    assert_eq!(of(&[told("80", Some(2.0)), told("under 5", Some(2.0))], &[], None), ["80 under 5"]);
    assert_eq!(of(&[told("80", None)], &[], None), ["80"]);
    // Each quantity of a request is moved by itself.
    let by = |name: &str, seed: u8| shift(&[seed; 32], name, &two, &[], None);
    assert!((0..40).any(|seed| by("8480-6", seed) != by("8462-4", seed)));
    assert!((0..40).all(|seed| by("8480-6", seed) == by("8480-6", seed)));
    // What was not rounded in the step that the shift was drawn for stays as it is.
    let moving = (0..40).map(|seed| by("8480-6", seed)).find(|shift| *shift != Shift::default()).unwrap();
    assert_eq!(moving.of(told("80", Some(1.0))), told("80", Some(1.0)));
    assert_ne!(moving.of(told("80", Some(2.0))), told("80", Some(2.0)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn noise_keeps_thresholds_order_differences_and_direction(
        seed in any::<u64>(),
        row in select(rows()),
        shares in prop::collection::vec(0.0_f64..1.0, 1..8),
        reference in prop::option::of((0.1_f64..0.5, 0.5_f64..0.9)),
        level in select(LEVELS.to_vec()),
        known in any::<bool>(),
    ) {
        let (least, most) = row.scale.unwrap_or((0.0, row.thresholds.last().map_or(100.0, |last| last * 2.0)));
        let at = |share: f64| ((least + share * (most - least)) * 100.0).round() / 100.0;
        let (low, high) = reference.map_or((None, None), |(low, high)| (Some(at(low)), Some(at(high))));
        let gauge = Gauge { quantity: known.then_some(row), low, high };
        let numbers: Vec<f64> = shares.into_iter().map(at).collect();
        let (plain, moved) = both(seed, gauge, &numbers, level);
        let form = regex::Regex::new(r"^-?\d{1,5}(\.\d{1,3})?$").unwrap();
        for (at, (before, after)) in plain.iter().zip(&moved).enumerate() {
            let (Some(was), Some(is)) = (before.number(), after.number()) else {
                prop_assert_eq!(before, after);
                continue;
            };
            prop_assert!((was - is).abs() <= before.step.unwrap() + 1e-9, "no further than a step");
            for bound in gauge.bounds() {
                prop_assert_eq!(numbers[at].total_cmp(&bound), is.total_cmp(&bound), "{} against {}", is, bound);
            }
            if let Some((low, high)) = gauge.quantity.and_then(|row| row.scale) {
                prop_assert!((low..=high).contains(&is));
            }
            for other in 0..at {
                let (Some(a), Some(b)) = (plain[other].number(), moved[other].number()) else { continue };
                prop_assert!(((was - a) - (is - b)).abs() < 1e-6, "differences are kept");
            }
            prop_assert!(form.is_match(&after.text), "{}", after.text);
        }
        prop_assert_eq!(&both(seed, gauge, &numbers, level).1, &moved, "the same seed gives the same");
    }
}
