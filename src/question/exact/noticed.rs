//! From which difference on two values of a measure are not the same to whoever looks after a person, where a share of the value says
//! nothing of that: 38.8 °C lies within 5 % of 37 °C, and a pH of 7.1 within 5 % of 7.4.

use super::points::{Point, Readings};
use super::unit;
use crate::brief::{says_out, says_part_out};
use crate::document::Reading;

/// What is noticed of one measure.
struct Row {
    /// Codes of LOINC.
    codes: &'static [&'static str],
    unit: &'static str,
    /// The least difference, in that unit.
    step: f64,
    /// Whether over longer than [`SOON`] the share alone tells what is stable.
    is_soon: bool,
}

const fn row(codes: &'static [&'static str], unit: &'static str, step: f64) -> Row {
    Row { codes, unit, step, is_soon: false }
}

/// The least differences that are noticed, in the unit of the readings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps {
    /// From which on nobody is told that nothing went up or down.
    pub least: f64,
    /// From which on a course is not stable; `None` where a share alone tells that.
    pub step: Option<f64>,
}

/// Days in which weight that comes or goes is water, and not what was eaten.
const SOON: f64 = 31.0;

const TEMPERATURE: &[&str] = &["8310-5", "8331-1", "8332-9", "8328-7", "8333-7", "8329-5", "8327-9"];
const WEIGHT: &[&str] = &["29463-7", "3141-9"];
const CALCIUM: &[&str] = &["49765-1", "17861-6", "2000-8"];

/// The measures whose values lie within a few hundredths of one another in health and in illness alike. What has no row goes by its share.
///
/// - Temperature: what it moves by within a day in health (Mackowiak et al., JAMA 1992), and the step of charts.
/// - Weight: within a month what goes beyond scales and a day's meals; heart failure is watched from 2 kg in three days on (ESC 2021).
///   Over longer a share of 5 % is what counts (GLIM, Clin Nutr 2019).
/// - Height: what counts as a loss since the last time (ISCD 2019, vertebral fracture assessment).
/// - Oxygen saturation: the bands of NEWS2 (Royal College of Physicians 2017), two points each.
/// - pH of blood: as analysers tell values apart; from 7.35 to 7.45 is all of health.
/// - Sodium and chloride: what lies beyond the variation of the person and of the method (EFLM), about 2 %.
/// - Potassium: two of the last places that laboratories report; 5.5 to 6 is a grade of its own (European Resuscitation Council 2021).
/// - Calcium: 0.1 mmol/L, a third of what is left between health and a severe excess in its grades (CTCAE 5.0).
/// - Osmolality of serum, specific gravity of urine, head circumference: the steps of `docs/precision.md`, and of laboratories.
const ROWS: &[Row] = &[
    row(TEMPERATURE, "Cel", 0.5),
    Row { is_soon: true, ..row(WEIGHT, "kg", 1.0) },
    row(&["8302-2", "3137-7"], "cm", 2.0),
    row(&["2708-6", "59408-5", "2713-6", "20564-1", "2710-2"], "%", 2.0),
    row(&["2744-1", "2746-6", "2745-8", "11558-4", "2753-2"], "", 0.02),
    row(&["2744-1", "2746-6", "2745-8", "11558-4", "2753-2"], "[pH]", 0.02),
    row(&["2947-0", "2951-2"], "mmol/L", 3.0),
    row(&["6298-4", "2823-3"], "mmol/L", 0.2),
    row(&["2069-3", "2075-0"], "mmol/L", 3.0),
    row(CALCIUM, "mg/dL", 0.4),
    row(CALCIUM, "mmol/L", 0.1),
    row(&["2692-2"], "mosm/kg", 5.0),
    row(&["2965-2", "5811-5"], "", 0.005),
    row(&["9843-4", "8287-5"], "cm", 0.5),
];

/// Returns the least differences that are noticed between `readings` in `unit` over so many `days`, where a share says nothing of them; the
/// outer `None` where the measure has some, and not in a unit like this.
pub(super) fn steps(readings: &Readings<'_, '_>, unit: &str, days: f64) -> Option<Option<Steps>> {
    let is_of = |row: &&Row| row.codes.iter().any(|code| readings.codes.iter().any(|own| own == code));
    let mut rows = ROWS.iter().filter(is_of).peekable();
    if rows.peek().is_none() {
        return Some(None);
    }
    rows.find_map(|row| {
        let in_unit = |number: f64| unit::convert_of(&readings.name, number, row.unit, unit);
        // A difference of degrees has no offset.
        let apart = |step: f64| Some(in_unit(step)? - in_unit(0.0)?);
        let least = apart(row.step)?;
        let step = Some(least).filter(|_| !row.is_soon || days <= SOON);
        Some(Some(Steps { least, step }))
    })
}

/// Whether the entry of `point` marks its value, or that of its `second` number, or gives a range in which it does not lie.
pub(super) fn is_out(point: &Point<'_, '_>, second: bool) -> bool {
    let text = if second { point.second.map_or("", |(_, text)| text) } else { point.text };
    let fact = point.entry.fact;
    if let Some(Reading::Quantity { value, number, .. }) = &fact.reading
        && value.text == text
    {
        return says_out(point.entry, *number).is_some();
    }
    fact.components.iter().any(|part| match &part.reading {
        Some(Reading::Quantity { value, number, unit }) if value.text == text => {
            let unit = unit.as_ref().map(|unit| unit.text.as_str());
            says_part_out(point.entry, value, *number, unit).is_some()
        }
        _ => false,
    })
}
