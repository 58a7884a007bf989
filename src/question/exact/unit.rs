//! Units of measure: which values may be compared, and what a value is in another unit.
//!
//! A table of the units that records use, in the spelling of UCUM (ucum.org) and in the ones that people write; not all of
//! UCUM. What is not in it equals itself only. An annotation in braces says what is counted and changes no value (UCUM
//! §6), so that `mL/min/{1.73_m2}` is `mL/min`.

/// What a unit measures, and how many of the base unit it is.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Known {
    kind: &'static str,
    factor: f64,
    offset: f64,
}

/// How an export of Apple Health writes mmol/L of glucose: with the grams that a mole of it weighs.
const APPLE_GLUCOSE: &str = "mmol<180.1558800000541>/L";

/// `(kind, how many of the base unit, what is added, spellings)`.
const UNITS: &[(&str, f64, f64, &[&str])] = &[
    ("mass", 1.0, 0.0, &["kg", "kilogram", "kilograms", "kilo", "kilos"]),
    ("mass", 0.001, 0.0, &["g", "gram", "grams"]),
    ("mass", 0.453_592_37, 0.0, &["[lb_av]", "lb", "lbs", "pound", "pounds"]),
    ("mass", 6.350_293_18, 0.0, &["[stone_av]", "stone", "stones"]),
    ("length", 1.0, 0.0, &["m", "metre", "metres", "meter", "meters"]),
    ("length", 0.01, 0.0, &["cm", "centimetre", "centimetres", "centimeter", "centimeters"]),
    ("length", 0.001, 0.0, &["mm", "millimetres", "millimeters"]),
    ("length", 0.0254, 0.0, &["[in_i]", "inch", "inches", "in"]),
    ("length", 0.3048, 0.0, &["[ft_i]", "ft", "foot", "feet"]),
    ("temperature", 1.0, 0.0, &["Cel", "degC", "°C", "celsius", "C", "degrees celsius"]),
    ("temperature", 0.555_555_555_555_555_6, -17.777_777_777_777_78, &["[degF]", "°F", "fahrenheit", "F", "degF"]),
    ("pressure", 1.0, 0.0, &["mm[Hg]", "mmHg", "mm Hg"]),
    ("pressure", 7.500_615_758_456_564, 0.0, &["kPa"]),
    ("mass concentration", 1.0, 0.0, &["g/L", "mg/mL"]),
    ("mass concentration", 10.0, 0.0, &["g/dL", "g/dl"]),
    ("mass concentration", 0.01, 0.0, &["mg/dL", "mg/dl"]),
    ("mass concentration", 0.001, 0.0, &["mg/L", "ug/mL"]),
    ("mass concentration", 0.000_001, 0.0, &["ng/mL", "ug/L", "µg/L", "mcg/L"]),
    ("mass concentration", 0.000_01, 0.0, &["ug/dL", "µg/dL"]),
    ("mass concentration", 0.000_000_01, 0.0, &["ng/dL", "ng/dl"]),
    ("mass concentration", 0.000_000_001, 0.0, &["pg/mL", "ng/L"]),
    ("molar concentration", 1.0, 0.0, &["mmol/L", "mmol/l", "mM", APPLE_GLUCOSE]),
    ("molar concentration", 0.001, 0.0, &["umol/L", "µmol/L"]),
    ("equivalents", 1.0, 0.0, &["meq/L", "mEq/L"]),
    (
        "rate",
        1.0,
        0.0,
        &["/min", "count/min", "/min.", "bpm", "beats/min", "beats/minute", "breaths/min", "breaths/minute"],
    ),
    ("flow", 1.0, 0.0, &["mL/min", "ml/min", "mL/min/1.73m2", "mL/min/1.73 m2", "mL/min/{1.73_m2}"]),
    ("number concentration", 1.0, 0.0, &["10*3/uL", "10^3/uL", "K/uL", "10*9/L", "10^9/L", "thou/uL"]),
    ("number concentration", 1000.0, 0.0, &["10*6/uL", "10^6/uL", "M/uL", "10*12/L", "10^12/L"]),
    ("enzyme activity", 1.0, 0.0, &["U/L", "IU/L", "[IU]/L"]),
    ("time", 1.0, 0.0, &["s", "sec", "seconds"]),
];

fn known(unit: &str) -> Option<Known> {
    let found = UNITS.iter().find(|(.., spellings)| spellings.contains(&unit)).or_else(|| {
        let lower = unit.to_lowercase();
        // Short spellings that differ by case alone, as `C` and `c`, are never folded.
        UNITS.iter().find(|(.., spellings)| {
            lower.len() > 2 && spellings.iter().any(|spelling| spelling.to_lowercase() == lower)
        })
    });
    found.map(|(kind, factor, offset, _)| Known { kind, factor: *factor, offset: *offset })
}

/// Returns `unit` without its annotations; empty for one that is nothing but an annotation, or for "1".
fn plain(unit: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::with_capacity(unit.len());
    for c in unit.trim().chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let plain = plain.trim_end_matches(['/', '.']);
    if plain == "1" { String::new() } else { plain.to_owned() }
}

/// Returns `number`, in `from`, in the unit `to`; `None` where the two measure different things or are not known.
pub(crate) fn convert(number: f64, from: &str, to: &str) -> Option<f64> {
    let (from, to) = (plain(from), plain(to));
    if from == to {
        return Some(number);
    }
    let (from, to) = (known(&from)?, known(&to)?);
    (from.kind == to.kind).then(|| {
        if from.factor.to_bits() == to.factor.to_bits() && from.offset.to_bits() == to.offset.to_bits() {
            number
        } else {
            (number * from.factor + from.offset - to.offset) / to.factor
        }
    })
}

/// The measures of ions of one charge, by their names in `measures`: a mole of them is an equivalent.
const ONE_CHARGE: &[&str] =
    &["sodium in blood", "potassium in blood", "chloride in blood", "bicarbonate", "carbon dioxide in blood"];

/// As [`convert`], for values of the `measure` so called, of which equivalents and moles may be the same number.
pub(super) fn convert_of(measure: &str, number: f64, from: &str, to: &str) -> Option<f64> {
    convert(number, from, to).or_else(|| {
        const EQUIVALENTS: &str = "meq/L";
        const MOLES: &str = "mmol/L";
        let other = |unit: &str| convert(1.0, unit, EQUIVALENTS).is_some();
        let (from, to) = match (other(from), other(to)) {
            (true, false) => (MOLES, to),
            (false, true) => (from, MOLES),
            _ => return None,
        };
        ONE_CHARGE.contains(&measure).then(|| convert(number, from, to))?
    })
}

/// Returns whether `word` of a question is a unit that can be asked for: "in pounds".
pub(super) fn is_unit(word: &str) -> bool {
    word.len() > 1 && known(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-6)
    }

    #[test]
    fn values_change_with_their_unit() {
        for (number, from, to, wanted) in [
            (70.0, "kg", "[lb_av]", 154.323_583_529),
            (180.0, "cm", "m", 1.8),
            (98.6, "[degF]", "Cel", 37.0),
            (37.0, "Cel", "[degF]", 98.6),
            (1.0, "g/dL", "mg/dL", 1000.0),
            (1.0, "g/L", "g/dL", 0.1),
            (8.0, "pg/mL", "ng/L", 8.0),
            (250.0, "10*3/uL", "10*9/L", 250.0),
            (61.0, "count/min", "/min", 61.0),
            (36.9, "degC", "Cel", 36.9),
            (5.4, APPLE_GLUCOSE, "mmol/L", 5.4),
        ] {
            assert!(is_near(convert(number, from, to), wanted), "{number} {from} in {to}");
        }
    }

    #[test]
    fn an_equivalent_of_one_charge_is_a_mole() {
        for (measure, number, from, to, wanted) in [
            ("potassium in blood", 5.6, "mEq/L", "mmol/L", Some(5.6)),
            ("sodium in blood", 140.0, "mmol/L", "meq/L", Some(140.0)),
            ("bicarbonate", 24.0, "meq/L", "mEq/L", Some(24.0)),
            ("calcium in blood", 2.4, "meq/L", "mmol/L", None),
            ("potassium in blood", 5.6, "mg/dL", "mmol/L", None),
            ("potassium in blood", 5.6, "mg/dL", "meq/L", None),
            ("potassium in blood", 5.6, "mmol/L", "kg", None),
        ] {
            assert_eq!(convert_of(measure, number, from, to), wanted, "{number} {from} in {to}");
        }
    }

    #[test]
    fn annotations_change_nothing_and_other_quantities_are_not_compared() {
        assert_eq!(convert(88.0, "mL/min", "mL/min/{1.73_m2}"), Some(88.0));
        assert_eq!(convert(3.0, "{score}", "(score)"), None);
        assert_eq!(convert(3.0, "{score}", ""), Some(3.0));
        assert_eq!(convert(5.0, "mg/dL", "mmol/L"), None);
        assert_eq!(convert(5.0, "furlong", "furlong"), Some(5.0));
        assert_eq!(convert(5.0, "furlong", "kg"), None);
    }

    #[test]
    fn a_spelling_stands_once() {
        let all: Vec<&str> = UNITS.iter().flat_map(|(.., spellings)| *spellings).copied().collect();
        for (at, spelling) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(spelling), "{spelling}");
        }
    }
}
