//! How one number is told at a level: rounded, or as a band.
//!
//! What is told is on the same side of every threshold of its quantity, of the reference range that stands with it and of
//! nought as the number itself. What [`Numbers::Rounded`] tells alike of two readings, [`Numbers::Banded`] tells alike.

use super::generalise::{coarser, finer, round, round_within};
use super::level::Numbers;
use super::precision::{self, Quantity};
use crate::clearance::Operator;

/// What is known of a reading beside its number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Gauge {
    /// The row of the precision table.
    pub quantity: Option<&'static Quantity>,
    /// The lower end of the reference range that stands with the reading.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// A number as it is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The text.
    pub text: String,
    /// Its operation: [`Operator::Round`] or [`Operator::Band`].
    pub operator: Operator,
    /// The step to which it was rounded at first; a band has none.
    pub step: Option<f64>,
}

impl Told {
    /// Returns whether a unit belongs behind it.
    pub fn has_unit(&self) -> bool {
        !self.text.ends_with(RANGE)
    }

    /// Returns the number that is told, where it is one.
    pub fn number(&self) -> Option<f64> {
        self.text.parse().ok().filter(|_| self.operator != Operator::Band)
    }
}

/// The end of the bands by reference range.
const RANGE: &str = "the reference range";

impl Gauge {
    /// Returns the numbers that a reading must not seem to have crossed.
    pub fn bounds(&self) -> impl Iterator<Item = f64> + use<> {
        let thresholds = self.quantity.map_or(&[][..], |quantity| quantity.thresholds).iter().copied();
        [self.low, self.high].into_iter().flatten().filter(|end| end.is_finite()).chain(thresholds).chain([0.0])
    }

    /// Returns `number` as it is told, in steps for numbers of the size of `size`; beside the reading's own bounds it stays on its side
    /// of all of `others`. `None` for a number that cannot be told.
    pub fn told(&self, number: f64, size: f64, others: &[f64], numbers: Numbers) -> Option<Told> {
        let bounds: Vec<f64> = self.bounds().chain(others.iter().copied()).collect();
        let table = precision::step(self.quantity, size);
        let within = |number: f64, step: f64| {
            let text = self.on_scale(number, round_within(number, step, &bounds)?)?;
            Some(Told { text, operator: Operator::Round, step: Some(step) })
        };
        match numbers {
            Numbers::Rounded => within(number, table),
            Numbers::Finer => {
                let known = self.quantity.is_some_and(|quantity| quantity.step > 0.0 && size.abs() >= quantity.from);
                within(number, if known { finer(table) } else { precision::significant(size.abs(), 3) })
            }
            Numbers::Banded => {
                let rounded = within(number, table)?;
                let band = self.band(number).map(|text| Told { text, operator: Operator::Band, step: None });
                band.or_else(|| within(rounded.number()?, coarser(coarser(table))))
            }
        }
    }

    /// Returns `text`, which `number` was rounded to, or the end of the quantity's scale where rounding led past it.
    fn on_scale(&self, number: f64, text: String) -> Option<String> {
        let Some((least, most)) = self.quantity.and_then(|quantity| quantity.scale) else { return Some(text) };
        let told: f64 = text.parse().ok()?;
        let end = told.clamp(least, most);
        if end == told || !(least..=most).contains(&number) {
            Some(text)
        } else {
            round(end, super::generalise::FINEST)
        }
    }

    /// Returns the band that `number` lies in: between two thresholds, else by the reference range.
    fn band(&self, number: f64) -> Option<String> {
        let thresholds = self.quantity.map_or(&[][..], |quantity| quantity.thresholds);
        let written = |bound: &f64| round(*bound, super::generalise::FINEST);
        let below = thresholds.iter().take_while(|bound| number >= **bound).count();
        let from = below.checked_sub(1).and_then(|at| thresholds.get(at)).and_then(written);
        let to = thresholds.get(below).and_then(written);
        match (from, to, self.low, self.high) {
            (Some(from), Some(to), ..) => Some(format!("at least {from} and under {to}")),
            (Some(from), None, ..) => Some(format!("at least {from}")),
            (None, Some(to), ..) => Some(format!("under {to}")),
            (None, None, Some(low), _) if number < low => Some(format!("below {RANGE}")),
            (None, None, _, Some(high)) if number > high => Some(format!("above {RANGE}")),
            (None, None, None, None) => None,
            (None, None, ..) => Some(format!("within {RANGE}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::precision::table;

    fn row(name: &str) -> &'static Quantity {
        table().map(|(_, row)| row).find(|row| row.name == name).unwrap()
    }

    fn told(gauge: &Gauge, number: f64, numbers: Numbers) -> String {
        gauge.told(number, number, &[], numbers).unwrap().text
    }

    #[test]
    fn each_level_tells_a_number_in_its_own_way() {
        let of = |name: &str| Gauge { quantity: Some(row(name)), ..Gauge::default() };
        for (gauge, number, finer, rounded, banded) in [
            (of("Systolic blood pressure"), 133.0, "134", "135", "at least 130 and under 140"),
            (of("Systolic blood pressure"), 138.0, "138", "138", "at least 130 and under 140"),
            (of("Systolic blood pressure"), 118.0, "118", "118", "under 120"),
            (of("Systolic blood pressure"), 191.0, "192", "190", "at least 180"),
            (of("Haemoglobin A1c"), 6.46, "6.45", "6.45", "at least 5.7 and under 6.5"),
            (of("Body weight"), 83.4, "83", "84", "80"),
            (of("Body weight"), 3.47, "3.47", "3.5", "3.5"),
            (of("Creatinine"), 1.23, "1.25", "1.2", "1"),
            (Gauge::default(), 1234.0, "1230", "1200", "1000"),
            (
                Gauge { low: Some(4.0), high: Some(5.6), ..Gauge::default() },
                5.83,
                "5.83",
                "5.8",
                "above the reference range",
            ),
            (
                Gauge { low: Some(4.0), high: Some(5.6), ..Gauge::default() },
                5.6,
                "5.6",
                "5.6",
                "within the reference range",
            ),
            (Gauge { low: Some(4.0), ..Gauge::default() }, 3.2, "3.2", "3.2", "below the reference range"),
            (Gauge { high: Some(4.0), ..Gauge::default() }, 3.2, "3.2", "3.2", "within the reference range"),
        ] {
            for (numbers, expected) in [(Numbers::Finer, finer), (Numbers::Rounded, rounded), (Numbers::Banded, banded)]
            {
                assert_eq!(told(&gauge, number, numbers), expected, "{number} {numbers:?}");
            }
        }
    }

    #[test]
    fn no_score_is_told_beyond_the_ends_of_its_scale() {
        let morse = Gauge { quantity: Some(row("Morse fall scale")), ..Gauge::default() };
        assert_eq!(told(&morse, 125.0, Numbers::Finer), "125");
        assert_eq!(told(&morse, 131.0, Numbers::Finer), "132", "what is beyond it in the record is told as it is");
    }

    #[test]
    fn nought_is_told_of_nought_alone() {
        for numbers in [Numbers::Finer, Numbers::Rounded, Numbers::Banded] {
            assert_eq!(told(&Gauge::default(), 0.0, numbers), "0");
            let small = Gauge { quantity: Some(row("Haematocrit")), ..Gauge::default() };
            assert_ne!(told(&small, 0.3, numbers), "0");
        }
    }
    #[test]
    fn a_band_has_the_thresholds_around_a_number_or_says_how_it_lies_to_its_range() {
        let thresholds = Gauge { quantity: Some(row("Systolic blood pressure")), ..Gauge::default() };
        let both = Gauge { low: Some(90.0), high: Some(120.0), ..thresholds };
        let range = |low: Option<f64>, high: Option<f64>| Gauge { quantity: None, low, high };
        for (gauge, number, band) in [
            (thresholds, 130.0, Some("at least 130 and under 140")),
            (thresholds, 129.9, Some("at least 120 and under 130")),
            (thresholds, 180.0, Some("at least 180")),
            (both, 85.0, Some("under 120")),
            (range(Some(4.0), Some(6.0)), 3.9, Some("below the reference range")),
            (range(Some(4.0), Some(6.0)), 4.0, Some("within the reference range")),
            (range(Some(4.0), Some(6.0)), 6.0, Some("within the reference range")),
            (range(Some(4.0), Some(6.0)), 6.1, Some("above the reference range")),
            (range(None, Some(6.0)), 6.1, Some("above the reference range")),
            (range(Some(4.0), None), 6.1, Some("within the reference range")),
            (range(None, None), 6.1, None),
        ] {
            assert_eq!(gauge.band(number).as_deref(), band, "{number}");
        }
        let told = |text: &str, operator| Told { text: text.to_owned(), operator, step: None };
        for (told, unit, number) in [
            (told("6.5", Operator::Round), true, Some(6.5)),
            (told("at least 6", Operator::Band), true, None),
            (told("within the reference range", Operator::Band), false, None),
            (told("6", Operator::Band), true, None),
        ] {
            assert_eq!((told.has_unit(), told.number()), (unit, number), "{told:?}");
        }
    }

    #[test]
    fn a_number_stays_on_its_side_of_what_stands_with_it_and_on_its_scale() {
        let gauge = Gauge { low: Some(138.0), high: Some(f64::INFINITY), ..Gauge::default() };
        assert_eq!(gauge.bounds().collect::<Vec<_>>(), [138.0, 0.0]);
        let of = |number: f64, others: &[f64], numbers: Numbers| {
            Gauge::default().told(number, number, others, numbers).map(|told| (told.text, told.operator, told.step))
        };
        let rounded = |text: &str, step: f64| Some((text.to_owned(), Operator::Round, Some(step)));
        assert_eq!(of(137.0, &[], Numbers::Rounded), rounded("140", 10.0));
        assert_eq!(of(137.0, &[140.0], Numbers::Rounded), rounded("135", 10.0));
        assert_eq!(of(137.4, &[], Numbers::Finer), rounded("137", 1.0));
        assert_eq!(of(137.0, &[], Numbers::Banded), rounded("150", 50.0));
        assert_eq!(of(f64::NAN, &[], Numbers::Rounded), None);
        assert_eq!(of(1e9, &[], Numbers::Banded), None);
        // Beyond the size from which a step holds a finer one does, below it three digits.
        let weight = Gauge { quantity: Some(row("Body weight")), ..Gauge::default() };
        let step = |number: f64| weight.told(number, number, &[], Numbers::Finer).unwrap().step;
        assert_eq!((step(83.0), step(3.47)), (Some(1.0), Some(0.01)));
        assert_eq!(weight.told(3.0, -83.0, &[], Numbers::Finer).unwrap().step, Some(1.0), "by the size");
        let apgar = Gauge { quantity: Some(row("Apgar")), ..Gauge::default() };
        for (number, text, on) in
            [(10.0, "12", Some("10")), (1.0, "-2", Some("0")), (9.0, "8", Some("8")), (13.0, "12", Some("12"))]
        {
            assert_eq!(apgar.on_scale(number, text.to_owned()).as_deref(), on, "{number} as {text}");
        }
        assert_eq!(Gauge::default().on_scale(10.0, "12".to_owned()).as_deref(), Some("12"));
    }
}
