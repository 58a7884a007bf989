//! Numbers that values are compared with, and units that a question does not name.

use super::points::{Point, Readings};
use super::unit;

/// In which unit which number can be meant, of what laboratories report in several: `(measures, unit, from, up to)`. Beyond it a number
/// without a unit is surely, or may well be, of another of these units. The ranges are our own choice: what is asked about of people.
const CUSTOMARY: &[(&[&str], &str, f64, f64)] = &[
    (&["glucose in blood"], "mg/dL", 36.0, f64::INFINITY),
    (&["glucose in blood"], "mmol/L", 0.0, 35.0),
    (CHOLESTEROL, "mg/dL", 15.0, f64::INFINITY),
    (CHOLESTEROL, "mmol/L", 0.0, 14.0),
    (&["triglycerides"], "mg/dL", 25.0, f64::INFINITY),
    (&["triglycerides"], "mmol/L", 0.0, 24.0),
    (&["creatinine in blood"], "mg/dL", 0.0, 20.0),
    (&["creatinine in blood"], "umol/L", 20.0, f64::INFINITY),
    (&["hemoglobin"], "g/dL", 0.0, 25.0),
    (&["hemoglobin"], "g/L", 26.0, f64::INFINITY),
    (&["HbA1c"], "%", 0.0, 20.0),
    (&["HbA1c"], "mmol/mol", 20.0, f64::INFINITY),
    (&["body temperature"], "Cel", 0.0, 45.0),
    (&["body temperature"], "[degF]", 80.0, f64::INFINITY),
    (&["total bilirubin", "direct bilirubin"], "mg/dL", 0.0, 15.0),
    (&["total bilirubin", "direct bilirubin"], "umol/L", 10.0, f64::INFINITY),
    (&["calcium in blood"], "mg/dL", 4.5, f64::INFINITY),
    (&["calcium in blood"], "mmol/L", 0.0, 4.5),
    (&["urea nitrogen in blood"], "mg/dL", 10.0, f64::INFINITY),
    (&["urea nitrogen in blood"], "mmol/L", 0.0, 12.0),
    (&["albumin"], "g/dL", 0.0, 7.0),
    (&["albumin"], "g/L", 10.0, f64::INFINITY),
    (&["protein in blood"], "g/dL", 0.0, 14.0),
    (&["protein in blood"], "g/L", 20.0, f64::INFINITY),
    (&["uric acid"], "mg/dL", 0.0, 20.0),
    (&["uric acid"], "umol/L", 60.0, f64::INFINITY),
    (&["body height"], "cm", 30.0, f64::INFINITY),
    (&["body height"], "m", 0.0, 3.0),
    (&["body height"], "[in_i]", 12.0, 100.0),
];

const CHOLESTEROL: &[&str] = &["total cholesterol", "LDL cholesterol", "HDL cholesterol", "non-HDL cholesterol"];

/// How many times a number of a question may be a value, or a value it, where no unit is known in which it could be meant.
const FAR: f64 = 50.0;

/// Whether `limit`, which the question gives no unit for, may be compared with each of `points` of what is called `measure`: all have one
/// unit, and it can be meant in that.
pub(super) fn fits<'p, 'a: 'p>(
    measure: &str,
    points: impl IntoIterator<Item = &'p Point<'p, 'a>>,
    limits: impl IntoIterator<Item = f64>,
) -> bool {
    let numbers: Vec<(f64, &str)> = points
        .into_iter()
        .filter_map(|point| Some((point.number.or(point.limit.map(|(_, number)| number))?, point.unit.unwrap_or(""))))
        .collect();
    let Some((_, own)) = numbers.first() else { return true };
    let is_same = |unit: &str, other: &str| unit::convert_of(measure, 1.0, unit, other) == Some(1.0);
    if !numbers.iter().all(|(_, unit)| is_same(unit, own)) {
        return false;
    }
    let customary = CUSTOMARY.iter().find(|(names, unit, ..)| names.contains(&measure) && is_same(own, unit));
    limits.into_iter().all(|limit| match customary {
        Some((.., from, until)) => (*from..=*until).contains(&limit),
        None if limit <= 0.0 => true,
        None => {
            let mut known = numbers.iter().map(|(number, _)| *number).filter(|number| *number > 0.0).peekable();
            known.peek().is_none() || known.any(|number| number / limit <= FAR && limit / number <= FAR)
        }
    })
}

/// Returns `limit`, as the question has it with or without a `unit`, in the unit of `point`.
pub(super) fn limit_for(measure: &str, point: &Point<'_, '_>, limit: f64, unit: Option<&str>) -> Option<f64> {
    let Some(unit) = unit else { return Some(limit) };
    let own = point.unit.unwrap_or_default();
    // A share may stand without its sign, or with words behind it.
    let is_share = || unit == "%" && (own.is_empty() || own.contains('%') || own.to_lowercase().contains("percent"));
    unit::convert_of(measure, limit, unit, own).or_else(|| is_share().then_some(limit))
}

/// Whether the number that `readings` are compared with may be compared with those of its `points`.
pub(super) fn may_compare<'p, 'a: 'p>(
    readings: &Readings<'_, '_>,
    points: impl IntoIterator<Item = &'p Point<'p, 'a>>,
    limit: f64,
    unit: Option<&str>,
) -> bool {
    unit.is_some() || fits(&readings.name, points, [limit])
}
