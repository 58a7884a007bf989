//! What was measured of one patient as series of numbers: laboratory values, vital signs and other coded readings, each by time,
//! with the reference range that its own entry gives.
//!
//! A series holds readings of one code in one unit; nothing is converted, averaged or left out between them. Components, such as
//! the two numbers of a blood pressure, are series of their own. What was entered in error is not read (`Chart`).

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

use super::timeline::References;
use super::{Limit, Limits, limits, limits_of_part, says_out, says_part_out};
use crate::document::{Coded, FactKind, Passage, PatientIndex, Reading, Records};
use crate::question::exact::chart::{Chart, Entry, Identity, untagged};
use crate::question::exact::words;
use crate::reference::Reference;

/// All readings of one thing in one unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Series {
    /// What the latest entry calls it.
    pub name: String,
    /// The code by which the readings belong together, as in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The unit as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The readings, by time.
    pub points: Vec<Point>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Point {
    /// The day, for placing it.
    pub day: Date,
    /// The moment as the file writes it.
    pub at: String,
    /// The number, for placing it.
    pub number: f64,
    /// The number exactly as the file has it.
    pub text: String,
    /// The lower end of the reference range, if the entry gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<End>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<End>,
    /// In which way the entry itself says that the value is out of range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// Leads to its source.
    pub reference: Reference,
}

/// One end of a reference range.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct End {
    /// In the unit of the series, for placing it.
    pub number: f64,
    /// As the file has it.
    pub text: String,
}

impl From<Limit<'_>> for End {
    fn from(Limit { number, text }: Limit<'_>) -> Self {
        End { number, text: text.to_owned() }
    }
}

/// Returns the series of `patient` in `records`, whose passages are `passages`: those with most readings first.
pub fn series(records: &Records, passages: &[Passage], patient: PatientIndex) -> Vec<Series> {
    let chart = Chart::new(records, patient);
    let references = References::new(passages);
    let mut all: BTreeMap<(Identity<'_>, &str), Series> = BTreeMap::new();
    for entry in chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation) {
        let Some(reference) = references.of_fact(entry.at) else { continue };
        let own = entry.fact.reading.iter().map(|reading| (entry.fact.code.as_ref(), reading, limits(entry)));
        let parts = entry.fact.components.iter().filter_map(|part| {
            let reading = part.reading.as_ref()?;
            let Reading::Quantity { value, unit, .. } = reading else { return None };
            let limits = limits_of_part(entry, value, unit.as_ref().map(|unit| unit.text.as_str()));
            Some((Some(&part.code), reading, limits))
        });
        for (code, reading, limits) in own.chain(parts) {
            put(&mut all, entry, (chart.identity_of(code), code), reading, limits, reference);
        }
    }
    let mut all: Vec<Series> = all.into_values().collect();
    // The sort is stable: those with as many readings stay in the order of their codes.
    all.sort_by_key(|series| std::cmp::Reverse(series.points.len()));
    all
}

fn put<'a>(
    all: &mut BTreeMap<(Identity<'a>, &'a str), Series>,
    entry: &Entry<'a>,
    (identity, code): (Identity<'a>, Option<&'a Coded>),
    reading: &'a Reading,
    limits: Limits<'a>,
    reference: &Reference,
) {
    let (Some(code), Some(begun)) = (code, &entry.fact.begun) else { return };
    let Reading::Quantity { value, number, unit } = reading else { return };
    if !number.is_finite() {
        return;
    }
    let is_own = entry.fact.reading.as_ref().is_some_and(|own| std::ptr::eq(own, reading));
    let (name, unit) = (code.display.text.as_str(), unit.as_ref().map(|unit| unit.text.as_str()));
    let series = all.entry((identity, unit.unwrap_or(""))).or_insert_with(|| Series {
        name: String::new(),
        code: code.code.as_deref().map(str::to_owned),
        unit: unit.map(str::to_owned),
        points: Vec::new(),
    });
    // Entries come by time: the last name stays.
    series.name = untagged(name).to_owned();
    series.points.push(Point {
        day: begun.day,
        at: words::short(begun),
        number: *number,
        text: value.text.to_string(),
        low: limits.low.map(End::from),
        high: limits.high.map(End::from),
        out: if is_own { says_out(entry, *number) } else { says_part_out(entry, value, *number, unit) },
        reference: reference.clone(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unwatched;
    use crate::room::Room;

    fn observation(day: &str, rest: &str) -> String {
        format!(
            r#"{{"resource":{{"resourceType":"Observation","subject":{{"reference":"Patient/p"}},"effectiveDateTime":"{day}",{rest}}}}}"#
        )
    }

    fn hba1c(day: &str, value: &str, unit: &str, rest: &str) -> String {
        let code = r#""code":{"coding":[{"system":"http://loinc.org","code":"4548-4","display":"HbA1c"}]}"#;
        observation(day, &format!(r#"{code},"valueQuantity":{{"value":{value},"unit":"{unit}"}},{rest}"#))
    }

    const FINAL: &str = r#""status":"final""#;

    fn of(observations: &[String]) -> Vec<Series> {
        let patient =
            r#"{"resource":{"resourceType":"Patient","id":"p","name":[{"family":"Example","given":["Ada"]}]}}"#;
        let resources = observations.join(",");
        let bundle = format!(r#"{{"resourceType":"Bundle","type":"collection","entry":[{patient},{resources}]}}"#);
        let mut room = Room::new().expect("a room");
        room.add(bundle.as_bytes(), &mut Unwatched).expect("a bundle");
        room.series(PatientIndex(0)).expect("a patient")
    }

    #[test]
    fn readings_of_one_code_and_unit_are_one_series_with_every_digit() {
        let range =
            r#""status":"final","referenceRange":[{"low":{"value":4.0,"unit":"%"},"high":{"value":5.60,"unit":"%"}}]"#;
        let all = of(&[
            hba1c("2020-05-01", "7.90", "%", range),
            hba1c("2019-03-02T08:00:00Z", "5.10", "%", FINAL),
            hba1c("2018-03-02", "48", "mmol/mol", FINAL),
        ]);
        let told: Vec<_> = all.iter().map(|series| (series.name.as_str(), series.unit.as_deref())).collect();
        assert_eq!(told, [("HbA1c", Some("%")), ("HbA1c", Some("mmol/mol"))]);
        let points: Vec<_> = all[0].points.iter().map(|point| (point.at.as_str(), point.text.as_str())).collect();
        assert_eq!(points, [("2019-03-02", "5.10"), ("2020-05-01", "7.90")]);
        let last = &all[0].points[1];
        assert_eq!(last.high, Some(End { number: 5.6, text: "5.60".to_owned() }));
        assert_eq!(last.out.as_deref(), Some("above 5.60, the range of its entry"));
        assert_eq!((&all[0].points[0].low, &all[0].points[0].out), (&None, &None));
    }

    #[test]
    fn what_was_entered_in_error_or_is_no_number_is_in_no_series() {
        let text = r#""code":{"text":"Smoking"},"status":"final","valueString":"never""#;
        assert_eq!(
            of(&[hba1c("2020-05-01", "79", "%", r#""status":"entered-in-error""#), observation("2020-05-01", text)]),
            []
        );
    }

    #[test]
    fn the_parts_of_an_observation_are_series_of_their_own() {
        let part = |code: &str, value: &str| {
            format!(
                r#"{{"code":{{"coding":[{{"code":"{code}","display":"Part {code}"}}]}},"valueQuantity":{{"value":{value},"unit":"mmHg"}}}}"#
            )
        };
        let rest = format!(
            r#""status":"final","code":{{"text":"Blood pressure"}},"component":[{},{}]"#,
            part("8480-6", "131"),
            part("8462-4", "84")
        );
        let all = of(&[observation("2021-02-03", &rest)]);
        let told: Vec<_> = all.iter().map(|series| (series.name.as_str(), series.points[0].text.as_str())).collect();
        assert_eq!(told, [("Part 8462-4", "84"), ("Part 8480-6", "131")]);
        assert_eq!(all[0].points[0].reference, all[1].points[0].reference, "one entry holds both");
    }
}
