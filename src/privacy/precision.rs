//! Clinical precision: to which step a quantity is rounded, which change says something, and where it begins to mean
//! something else.
//!
//! The table is data with its sources, one row for a quantity in a unit; `docs/precision.md` is written from it. What is not in it
//! is told with two significant digits. The thresholds are those of guidelines, for every reader alike: they do not depend on
//! age, sex or illness, and say nothing about what is normal for a person.

mod blood;
mod body;
mod chemistry;
mod scores;
mod units_of;

use crate::document::Coded;
use crate::privacy::units;

const LOINC: &str = "http://loinc.org";

/// A quantity in a unit, or in units in which it has the same number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// What it is called.
    pub name: &'static str,
    /// Its LOINC codes.
    pub codes: &'static [&'static str],
    /// The units, as they are printed; the empty text is no unit, or one that only says that it is a count or a score.
    pub units: &'static [&'static str],
    /// The step to which readings are rounded; 0 for two significant digits.
    pub step: f64,
    /// The size from which on the step holds; below it two significant digits are told.
    pub from: f64,
    /// The least difference between two readings that says something about a patient; 0 for the step.
    pub change: f64,
    /// The numbers at which a reading begins to mean something else, ascending. A reading that is equal to one lies above it.
    pub thresholds: &'static [f64],
    /// The least and the greatest number there can be, where the scale ends.
    pub scale: Option<(f64, f64)>,
    /// Where threshold, change and step come from.
    pub source: &'static str,
}

/// What a row has unless it says otherwise.
const PLAIN: Quantity = Quantity {
    name: "",
    codes: &[],
    units: &[],
    step: 0.0,
    from: 0.0,
    change: 0.0,
    thresholds: &[],
    scale: None,
    source: "",
};

/// Returns every row of the table, in the order of its chapters.
pub fn table() -> impl Iterator<Item = (&'static str, &'static Quantity)> {
    [
        ("Vital signs and measures of the body", body::TABLE),
        ("Chemistry", chemistry::TABLE),
        ("Blood, coagulation, iron and vitamins", blood::TABLE),
        ("Scores", scores::TABLE),
    ]
    .into_iter()
    .flat_map(|(chapter, rows)| rows.iter().map(move |row| (chapter, row)))
}

/// Returns the row for readings of `code` in `unit`, if there is one. `unit` is as the file has it.
pub fn quantity(code: Option<&Coded>, unit: Option<&str>) -> Option<&'static Quantity> {
    let code = code.filter(|code| code.system.as_deref() == Some(LOINC)).and_then(|code| code.code.as_deref())?;
    let printed = unit.map_or(Some(""), units::may_leave)?;
    table().map(|(_, row)| row).find(|row| row.codes.contains(&code) && row.units.contains(&printed))
}

/// Returns the step to which a number of the size of `number` is rounded: that of `quantity`, else the place of the second significant
/// digit.
pub fn step(quantity: Option<&Quantity>, number: f64) -> f64 {
    let size = number.abs();
    match quantity.filter(|quantity| quantity.step > 0.0 && size >= quantity.from) {
        Some(quantity) => quantity.step,
        None => significant(size, 2),
    }
}

/// Returns the place of the last of `digits` significant digits of a number of `size`.
pub(super) fn significant(size: f64, digits: i32) -> f64 {
    if !size.is_finite() || size < 0.001 {
        return 0.001;
    }
    // A whole number below ten (a score, a count) is not coarser than one.
    10_f64.powf(size.log10().floor() + 1.0 - f64::from(digits))
}

/// Returns the least difference between readings of `quantity` that says something, where they are rounded to `step`.
pub fn change(quantity: Option<&Quantity>, step: f64) -> f64 {
    quantity.map_or(step, |quantity| quantity.change.max(step))
}

#[cfg(test)]
mod tests;
