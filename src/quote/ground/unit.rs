//! Units as records and as people write them.

use crate::privacy::units;

/// Returns whether `text` is a unit, as records or as people write it.
pub(super) fn is_unit(text: &str) -> bool {
    let plain = plain_unit(text);
    !plain.is_empty()
        && !text.ends_with(['.', ',', '(', '[', '/'])
        && (units::may_leave(text).is_some_and(|unit| !unit.is_empty() && !matches!(text, "a" | "h" | "d" | "in"))
            || KNOWN.contains(&plain.as_str()))
}

/// Units as people write them, plain.
const KNOWN: &[&str] = &[
    "mmhg",
    "percent",
    "%",
    "kg",
    "g",
    "mg",
    "lb",
    "lbs",
    "pounds",
    "kilograms",
    "cm",
    "mmol/l",
    "mg/dl",
    "g/dl",
    "bpm",
    "kg/m2",
    "ml/min",
    "c",
    "f",
];

/// Returns a unit in the form in which units are compared.
fn plain_unit(text: &str) -> String {
    let plain: String = text
        .to_lowercase()
        .replace('²', "2")
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '%' | '/'))
        .collect();
    match plain.as_str() {
        "percent" => "%".to_owned(),
        "kilograms" | "kilogram" | "kgs" => "kg".to_owned(),
        "pounds" | "lbs" | "lbav" => "lb".to_owned(),
        "beats/min" | "beats/minute" | "/min" | "bpm" => "/min".to_owned(),
        "cel" => "c".to_owned(),
        "degf" => "f".to_owned(),
        "centimeters" | "centimetres" => "cm".to_owned(),
        _ => plain,
    }
}

/// Returns whether the unit that is written is the real one, or the beginning of it.
pub(super) fn same_unit(written: &str, real: &str) -> bool {
    let (a, b) = (plain_unit(written), plain_unit(units::may_leave(real).unwrap_or(real)));
    // A unit that is cut short says no other one.
    a == b || b.starts_with(&a) || a.starts_with(&b) || plain_unit(real) == a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_as_records_and_as_people_write_them() {
        for unit in [
            "mg/dL",
            "mm[Hg]",
            "mmHg",
            "kg",
            "kg/m2",
            "kg/m²",
            "percent",
            "%",
            "/min",
            "bpm",
            "mL/min",
            "Cel",
            "C",
            "lbs",
            "pounds",
            "cm",
            "mL/min/1.73m2",
        ] {
            assert!(is_unit(unit), "{unit}");
        }
        for word in ["", "readings", "on", "a", "h", "d", "in", "mg/", "mg.", "mg,", "mm[", "mg(", "day", "-"] {
            assert!(!is_unit(word), "{word}");
        }
    }

    #[test]
    fn a_unit_is_the_same_however_it_is_written_or_cut_short() {
        for (written, real) in [
            ("mmHg", "mm[Hg]"),
            ("mg/dl", "mg/dL"),
            ("bpm", "/min"),
            ("beats/minute", "/min"),
            ("percent", "%"),
            ("kilograms", "kg"),
            ("pounds", "[lb_av]"),
            ("lbs", "[lb_av]"),
            ("°C", "Cel"),
            ("F", "[degF]"),
            ("centimetres", "cm"),
            ("kg/m²", "kg/m2"),
            ("mL/min", "mL/min/{1.73_m2}"),
            ("mL/min/1.73m2", "mL/min/{1.73_m2}"),
            ("mL/min/1.73m2", "mL/min"),
        ] {
            assert!(same_unit(written, real), "{written} {real}");
        }
        for (written, real) in
            [("kg", "mg/dL"), ("lb", "kg"), ("F", "Cel"), ("mmol/L", "mg/dL"), ("g/dL", "mg/dL"), ("%", "mmol/mol")]
        {
            assert!(!same_unit(written, real), "{written} {real}");
        }
    }
}
