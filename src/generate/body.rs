//! The body that is measured at visits: one set of slowly moving numbers that all courses of illness share, so that a
//! treatment shows in the next reading.

use jiff::civil::Date;

use super::calendar::{age, months};
use super::chance::Chance;
use super::codes::{Concept, DAILY_SMOKER, EX_SMOKER, NEVER_SMOKED};
use super::person::{Person, Sex};

/// From here on people have their adult size.
const GROWN_MONTHS: f64 = 216.0;

/// What is measured of a person.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Body {
    /// Kilograms of an adult; children follow [`growth`].
    pub(super) weight: f64,
    /// Centimetres of an adult.
    height: f64,
    /// Millimetres of mercury, without treatment or illness.
    pub(super) systolic: f64,
    /// Millimetres of mercury.
    pub(super) diastolic: f64,
    /// Beats a minute.
    pub(super) heart_rate: f64,
    /// Glomerular filtration, mL/min/1.73 m².
    pub(super) filtration: f64,
    /// LDL cholesterol, mg/dL.
    pub(super) ldl: f64,
    /// Haemoglobin A1c, %.
    pub(super) hba1c: f64,
    /// Whether and how the person smokes.
    pub(super) smoking: Concept,
}

impl Body {
    /// Returns the body of `person` at the beginning of the record.
    pub(super) fn draw(person: &Person, start: Date, chance: &mut Chance) -> Self {
        let years = f64::from(age(person.birth, start));
        let (height, index) = match person.sex {
            Sex::Female => (163.0 + chance.spread(6.5), 26.5 + chance.spread(4.0)),
            Sex::Male => (176.5 + chance.spread(7.0), 27.0 + chance.spread(3.8)),
        };
        let height = height.clamp(145.0, 202.0);
        let metres = height / 100.0;
        let smoking = match chance.below(10) {
            0..=5 => NEVER_SMOKED,
            6..=8 => EX_SMOKER,
            _ => DAILY_SMOKER,
        };
        Body {
            weight: index.clamp(18.0, 44.0) * metres * metres,
            height,
            systolic: (112.0 + 0.25 * years + chance.spread(6.0)).clamp(96.0, 142.0),
            diastolic: (72.0 + 0.08 * years + chance.spread(4.0)).clamp(58.0, 88.0),
            heart_rate: (72.0 + chance.spread(6.0)).clamp(52.0, 92.0),
            filtration: (118.0 - 0.8 * (years - 20.0).max(0.0) + chance.spread(6.0)).clamp(60.0, 125.0),
            ldl: (118.0 + chance.spread(24.0)).clamp(60.0, 190.0),
            hba1c: (5.3 + chance.spread(0.15)).clamp(4.8, 5.6),
            smoking,
        }
    }

    /// Returns height in centimetres and weight in kilograms on `day`, children's by their age.
    pub(super) fn size(&self, person: &Person, day: Date) -> (f64, f64) {
        let months = months(person.birth, day);
        if months >= GROWN_MONTHS {
            return (self.height, self.weight);
        }
        let (height, weight) = growth(person.sex, months);
        let (grown_height, grown_weight) = growth(person.sex, GROWN_MONTHS);
        // At birth all are near the median; what they will be as adults shows more with every year.
        let share = months / GROWN_MONTHS;
        let towards = |grown: f64, median: f64| 1.0 + (grown / median - 1.0) * share;
        (height * towards(self.height, grown_height), weight * towards(self.weight, grown_weight))
    }

    /// Returns the head circumference of an infant on `day`, in centimetres.
    pub(super) fn head(&self, person: &Person, day: Date) -> f64 {
        let points = &[(0.0, 34.5), (3.0, 40.0), (6.0, 43.0), (12.0, 46.0), (24.0, 48.3), (36.0, 49.5)];
        between(points, months(person.birth, day)) * (1.0 + (self.height - 170.0) / 2000.0)
    }

    /// Returns serum creatinine in mg/dL that goes with the filtration, by the CKD-EPI 2021 equation solved for it.
    ///
    /// Source: Inker et al., N Engl J Med 2021;385:1737: eGFR = 142 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^−1.200 · 0.9938^age (· 1.012 for women).
    pub(super) fn creatinine(&self, person: &Person, day: Date) -> f64 {
        let (kappa, alpha, factor) = match person.sex {
            Sex::Female => (0.7, -0.241, 1.012),
            Sex::Male => (0.9, -0.302, 1.0),
        };
        let years = f64::from(age(person.birth, day).max(18));
        let share = self.filtration / (142.0 * libm::pow(0.9938, years) * factor);
        let exponent = if share > 1.0 { alpha } else { -1.2 };
        kappa * libm::pow(share, 1.0 / exponent)
    }
}

/// Points of a line by months of age.
type Points = &'static [(f64, f64)];

/// Returns the median height (cm) and weight (kg) of children, between the points of the growth charts.
///
/// Source: WHO child growth standards to 24 months, CDC growth charts (2000) after, rounded.
fn growth(sex: Sex, months: f64) -> (f64, f64) {
    let (height, weight): (Points, Points) = match sex {
        Sex::Female => (
            &[
                (0.0, 49.1),
                (6.0, 65.7),
                (12.0, 74.0),
                (24.0, 86.4),
                (48.0, 101.0),
                (96.0, 127.5),
                (120.0, 138.0),
                (144.0, 151.5),
                (168.0, 160.0),
                (216.0, 163.0),
            ],
            &[
                (0.0, 3.2),
                (6.0, 7.3),
                (12.0, 8.9),
                (24.0, 11.5),
                (48.0, 16.0),
                (96.0, 25.5),
                (120.0, 33.0),
                (144.0, 41.5),
                (168.0, 49.5),
                (216.0, 56.5),
            ],
        ),
        Sex::Male => (
            &[
                (0.0, 49.9),
                (6.0, 67.6),
                (12.0, 75.7),
                (24.0, 87.8),
                (48.0, 102.5),
                (96.0, 128.0),
                (120.0, 138.5),
                (144.0, 149.0),
                (168.0, 163.5),
                (216.0, 176.0),
            ],
            &[
                (0.0, 3.3),
                (6.0, 7.9),
                (12.0, 9.6),
                (24.0, 12.2),
                (48.0, 16.3),
                (96.0, 25.6),
                (120.0, 32.0),
                (144.0, 40.5),
                (168.0, 51.0),
                (216.0, 67.0),
            ],
        ),
    };
    (between(height, months), between(weight, months))
}

/// Returns the straight line between the two points around `at`; the last point's value beyond it.
fn between(points: &[(f64, f64)], at: f64) -> f64 {
    let mut last = points.first().copied().unwrap_or_default();
    for &(x, y) in points {
        if at <= x && x > last.0 {
            return last.1 + (y - last.1) * (at - last.0).max(0.0) / (x - last.0);
        }
        last = (x, y);
    }
    last.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_grow_and_adults_do_not() {
        for sex in [Sex::Female, Sex::Male] {
            let sizes: Vec<(f64, f64)> = (0..=220).map(|month| growth(sex, f64::from(month))).collect();
            assert!(sizes.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1));
        }
        assert_eq!(growth(Sex::Male, 9.0), ((67.6 + 75.7) / 2.0, (7.9 + 9.6) / 2.0));
        assert_eq!(growth(Sex::Female, 400.0), (163.0, 56.5));
    }

    #[test]
    fn creatinine_gives_back_its_filtration() {
        let mut chance = Chance::new(1, "test", 1);
        let town = &super::super::person::TOWNS[0];
        for _ in 0..50 {
            let person = Person::draw(town, &mut chance);
            let day = super::super::calendar::PRESENT;
            let mut body = Body::draw(&person, day, &mut chance);
            for filtration in [15.0, 44.0, 88.0, 118.0] {
                body.filtration = filtration;
                let (kappa, alpha, factor) =
                    if person.sex == Sex::Female { (0.7, -0.241, 1.012) } else { (0.9, -0.302, 1.0) };
                let ratio: f64 = body.creatinine(&person, day) / kappa;
                let years = f64::from(age(person.birth, day).max(18));
                let back =
                    142.0 * ratio.min(1.0).powf(alpha) * ratio.max(1.0).powf(-1.2) * 0.9938_f64.powf(years) * factor;
                assert!((back - filtration).abs() < 1e-6, "{back} {filtration}");
            }
        }
    }
}
