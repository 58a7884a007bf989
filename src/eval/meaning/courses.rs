//! Courses of readings, drawn by chance: rising, falling, level, back and forth, through a range, and a hair's breadth beside a
//! threshold or a change that says something.
//!
//! Readings are whole numbers of the last place that is written, so that what is so of them is decided exactly.

use serde_json::{Value, json};

use super::claims::{self, Claim};
use super::{Case, CaseTruth, Chance};

/// What is measured, as guidelines and laboratories know it: a part of an observation, or all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// Code and name, where it is a part.
    pub code: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// Decimal places of its readings. All that follows is in units of the last.
    pub places: u32,
    pub usual: (i64, i64),
    /// How exactly a clinician speaks of it.
    pub step: i64,
    /// The least difference that says something.
    pub change: i64,
    pub thresholds: &'static [i64],
}

impl Part {
    /// Returns `reading` where there can be such a one: above nought, and no share of more than all.
    fn possible(&self, reading: i64) -> i64 {
        reading.clamp(1, if self.usual.1 == 100 { 100 } else { i64::MAX })
    }

    /// Returns how many units of the last place make one.
    pub fn scale(&self) -> f64 {
        10_f64.powi(i32::try_from(self.places).unwrap_or(0))
    }
}

/// A kind of observation.
#[derive(Debug)]
pub(super) struct Measure {
    /// How a person asks for it.
    pub asked: &'static str,
    pub code: &'static str,
    pub name: &'static str,
    pub parts: &'static [Part],
}

macro_rules! alone {
    ($asked:literal, $code:literal, $name:literal, $unit:literal, $places:literal, $usual:expr, $step:literal, $change:literal, $thresholds:expr) => {
        Measure {
            asked: $asked,
            code: $code,
            name: $name,
            parts: &[Part {
                code: "",
                name: "",
                unit: $unit,
                places: $places,
                usual: $usual,
                step: $step,
                change: $change,
                thresholds: $thresholds,
            }],
        }
    };
}

const MEASURES: &[Measure] = &[
    Measure {
        asked: "blood pressure",
        code: "85354-9",
        name: "Blood Pressure",
        parts: &[
            // ACC/AHA 2017, ESC/ESH 2018.
            Part {
                code: "8480-6",
                name: "Systolic Blood Pressure",
                unit: "mm[Hg]",
                places: 0,
                usual: (95, 195),
                step: 5,
                change: 5,
                thresholds: &[120, 130, 140, 160, 180],
            },
            Part {
                code: "8462-4",
                name: "Diastolic Blood Pressure",
                unit: "mm[Hg]",
                places: 0,
                usual: (55, 115),
                step: 5,
                change: 5,
                thresholds: &[80, 90, 100, 110],
            },
        ],
    },
    alone!("weight", "29463-7", "Body Weight", "kg", 1, (450, 1400), 20, 20, &[]),
    // WHO Technical Report Series 894.
    alone!("body mass index", "39156-5", "Body Mass Index", "kg/m2", 1, (170, 430), 10, 10, &[185, 250, 300, 350, 400]),
    // ADA Standards of Care; Little et al. 2011 for the change.
    alone!(
        "hemoglobin A1c",
        "4548-4",
        "Hemoglobin A1c/Hemoglobin.total in Blood",
        "%",
        1,
        (48, 110),
        1,
        5,
        &[57, 65, 70, 80]
    ),
    alone!("glucose", "2345-7", "Glucose", "mg/dL", 0, (50, 240), 5, 5, &[54, 70, 100, 126, 140, 180, 200]),
    // European guideline on hyponatraemia 2014.
    alone!("sodium", "2951-2", "Sodium", "mmol/L", 0, (122, 150), 1, 1, &[125, 130, 135, 145]),
    // European Resuscitation Council 2021.
    alone!("potassium", "2823-3", "Potassium", "mmol/L", 1, (25, 68), 1, 1, &[25, 35, 55, 60, 65]),
    // KDIGO 2012.
    alone!("creatinine", "38483-4", "Creatinine", "mg/dL", 2, (50, 320), 10, 30, &[]),
    alone!(
        "glomerular filtration rate",
        "33914-3",
        "Estimated Glomerular Filtration Rate",
        "mL/min/{1.73_m2}",
        0,
        (12, 110),
        2,
        5,
        &[15, 30, 45, 60, 90]
    ),
    // WHO anaemia 2011, AABB transfusion 2016.
    alone!("hemoglobin", "718-7", "Hemoglobin", "g/dL", 1, (65, 165), 5, 10, &[70, 80, 110, 120, 130]),
    // ACC/AHA/HRS 2018 and 2015.
    alone!("heart rate", "8867-4", "Heart rate", "/min", 0, (42, 130), 5, 5, &[50, 100]),
    // ERC 2021, CDC.
    alone!("temperature", "8310-5", "Body temperature", "Cel", 1, (345, 405), 5, 5, &[350, 380]),
    // NEWS2.
    alone!("oxygen saturation", "2708-6", "Oxygen saturation", "%", 0, (88, 100), 1, 1, &[92, 94, 96]),
    // NCEP ATP III.
    alone!("cholesterol", "2093-3", "Total Cholesterol", "mg/dL", 0, (130, 300), 5, 5, &[200, 240]),
    alone!("triglycerides", "2571-8", "Triglycerides", "mg/dL", 0, (60, 600), 10, 10, &[150, 200, 500]),
];

/// The readings of a part, oldest first, and the ends of the reference range that stands with each.
#[derive(Debug)]
pub(super) struct Course {
    pub part: &'static Part,
    pub readings: Vec<i64>,
    pub low: Option<i64>,
    pub high: Option<i64>,
}

impl Course {
    /// Returns the lowest and the highest reading.
    pub fn ends(&self) -> (i64, i64) {
        let readings = || self.readings.iter().copied();
        (readings().min().unwrap_or_default(), readings().max().unwrap_or_default())
    }

    /// Returns the first and the newest reading.
    pub fn first_and_last(&self) -> (i64, i64) {
        (self.readings.first().copied().unwrap_or_default(), self.readings.last().copied().unwrap_or_default())
    }

    /// Returns `reading` as it is written.
    pub fn written(&self, reading: i64) -> Value {
        if self.part.places == 0 { json!(reading) } else { json!(reading as f64 / self.part.scale()) }
    }
}

/// What was drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub measure: &'static Measure,
    pub courses: Vec<Course>,
}

/// Returns a case of a course with a direction, or none.
pub(super) fn trend(chance: &mut Chance) -> Case {
    let measure = chance.one(MEASURES);
    let count = 3 + chance.below(7);
    let courses: Vec<Course> = measure
        .parts
        .iter()
        .map(|part| {
            let readings = course(chance, part, count);
            ranged(chance, part, readings)
        })
        .collect();
    let drawn = Drawn { measure, courses };
    let asked =
        [format!("How did my {} change?", measure.asked), format!("How did my {} change over time?", measure.asked)];
    let question = chance.one(&asked).clone();
    let claims = claims::of_course(&drawn, chance);
    case(drawn, question, claims, chance)
}

/// Returns a case of readings about a threshold or an end of a reference range.
pub(super) fn threshold(chance: &mut Chance) -> Case {
    let measure = chance.one(MEASURES);
    let count = *chance.one(&[1, 2, 2, 3, 5]);
    let courses: Vec<Course> = measure
        .parts
        .iter()
        .map(|part| {
            let (least, most) = part.usual;
            let at = if part.thresholds.is_empty() || chance.below(3) == 0 {
                chance.between(least, most)
            } else {
                *chance.one(part.thresholds)
            };
            let width = chance.between(part.step, part.step * 8);
            let ends = match chance.below(4) {
                0 => (Some(at), None),
                1 => (None, Some(at)),
                2 => (Some(at), Some(at + width)),
                _ => (Some(at - width), Some(at)),
            };
            let (low, high) = if part.thresholds.contains(&at) && chance.below(2) == 0 { (None, None) } else { ends };
            let beside = |chance: &mut Chance| {
                let far = [0, 1, -1, 2, -2, part.step / 2, -(part.step / 2), part.step, -part.step, part.step * 3];
                part.possible(at + *chance.one(&far))
            };
            Course { part, readings: (0..count).map(|_| beside(chance)).collect(), low, high }
        })
        .collect();
    let drawn = Drawn { measure, courses };
    let asked = [format!("What was my last {}?", measure.asked), format!("How did my {} change?", measure.asked)];
    let question = chance.one(&asked).clone();
    let claims = claims::of_bounds(&drawn, chance);
    case(drawn, question, claims, chance)
}

/// Returns `count` readings of `part` in one of many shapes.
fn course(chance: &mut Chance, part: &Part, count: usize) -> Vec<i64> {
    let (least, most) = part.usual;
    let steps = i64::try_from(count).unwrap_or(1) - 1;
    let base = chance.between(least, most);
    let shape = chance.below(9);
    let mut readings: Vec<i64> = match shape {
        // Rising all the way, by as much as says something or more.
        0 | 1 => {
            let rise = part.change + chance.between(0, part.change * 4);
            let mut parts: Vec<i64> = (1..count).map(|_| chance.between(0, rise)).collect();
            parts.sort_unstable();
            if let Some(last) = parts.last_mut() {
                *last = rise;
            }
            std::iter::once(base).chain(parts.into_iter().map(|part| base + part)).collect()
        }
        // Less than says something.
        2 => (0..count).map(|_| base + chance.between(0, part.change - 1)).collect(),
        // In even steps, to a change that just says something, or just does not.
        3 | 4 => {
            let rise = part.change - i64::from(shape == 4);
            (0..=steps).map(|at| base + rise * at / steps.max(1)).collect()
        }
        // Back and forth.
        5 => (0..count)
            .map(|at| base + if at % 2 == 0 { 0 } else { part.change } + chance.between(0, part.change))
            .collect(),
        // Level but for one.
        6 => {
            let at = chance.below(count);
            let jump = part.change + chance.between(0, part.change * 2);
            (0..count).map(|index| base + if index == at { jump } else { 0 }).collect()
        }
        // Rising with a setback.
        7 => {
            let rise = part.change * 2 + chance.between(0, part.change * 3);
            let back = 1 + chance.below(count.saturating_sub(2).max(1));
            (0..count)
                .map(|at| {
                    let even = base + rise * i64::try_from(at).unwrap_or(0) / steps.max(1);
                    even - if at == back { chance.between(1, rise) } else { 0 }
                })
                .collect()
        }
        // By chance alone.
        _ => (0..count).map(|_| chance.between(least, most)).collect(),
    };
    if chance.below(2) == 0 {
        readings.reverse();
    }
    readings.iter_mut().for_each(|reading| *reading = part.possible(*reading));
    readings
}

/// Returns `readings` with a reference range that they may cross, or none.
fn ranged(chance: &mut Chance, part: &'static Part, readings: Vec<i64>) -> Course {
    let among = |chance: &mut Chance| *chance.one(&readings) + chance.between(-1, 1);
    let (low, high) = match chance.below(5) {
        0 => (Some(among(chance)), None),
        1 => (None, Some(among(chance))),
        2 => {
            let (a, b) = (among(chance), among(chance));
            (Some(a.min(b)), Some(a.max(b) + 1))
        }
        _ => (None, None),
    };
    Course { part, readings, low, high }
}

fn case(drawn: Drawn, question: String, claims: Vec<Claim>, chance: &mut Chance) -> Case {
    let bundle = bundle(&drawn, chance);
    Case { bundle, question, truth: CaseTruth::Course(drawn), claims }
}

/// Returns somebody with the readings of `drawn`, on days of their own.
fn bundle(drawn: &Drawn, chance: &mut Chance) -> Value {
    let count = drawn.courses.first().map_or(0, |course| course.readings.len());
    let mut day = jiff::civil::date(2014, 3, 1);
    let mut entries = vec![json!({"resource": {
        "resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}], "birthDate": "1961-04-09"
    }})];
    for at in 0..count {
        day = day.saturating_add(jiff::Span::new().days(chance.between(20, 400)));
        let mut observation = json!({
            "resourceType": "Observation", "id": format!("o{at}"), "status": "final",
            "subject": {"reference": "Patient/p"}, "effectiveDateTime": format!("{day}T09:00:00Z"),
            "code": coded(drawn.measure.code, drawn.measure.name)
        });
        let Some(fields) = observation.as_object_mut() else { continue };
        let mut components = Vec::new();
        for course in &drawn.courses {
            let Some(reading) = course.readings.get(at) else { continue };
            let quantity = |ticks: i64| {
                let unit = course.part.unit;
                json!({"value": course.written(ticks), "unit": unit, "system": "http://unitsofmeasure.org", "code": unit})
            };
            let ends = [("low", course.low), ("high", course.high)];
            let ends: serde_json::Map<String, Value> =
                ends.into_iter().filter_map(|(end, ticks)| Some((end.to_owned(), quantity(ticks?)))).collect();
            let mut of_part = serde_json::Map::new();
            of_part.insert("valueQuantity".to_owned(), quantity(*reading));
            if !ends.is_empty() {
                of_part.insert("referenceRange".to_owned(), json!([ends]));
            }
            if course.part.code.is_empty() {
                fields.append(&mut of_part);
            } else {
                of_part.insert("code".to_owned(), coded(course.part.code, course.part.name));
                components.push(Value::Object(of_part));
            }
        }
        if !components.is_empty() {
            fields.insert("component".to_owned(), Value::Array(components));
        }
        entries.push(json!({"resource": observation}));
    }
    json!({"resourceType": "Bundle", "type": "collection", "entry": entries})
}

fn coded(code: &str, name: &str) -> Value {
    json!({"coding": [{"system": "http://loinc.org", "code": code, "display": name}], "text": name})
}
